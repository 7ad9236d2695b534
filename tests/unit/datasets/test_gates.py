"""Nothing is served that the present gate has not accepted, however it was stored."""

import functools
import json

import pytest
from dataset_makers import FolderService, Painter, Photos, picture, until

from mediaext.datasets import Augmented
from mediaext.datasets.making.gate import ResultGate
from mediaext.datasets.policy import ORIGINAL
from mediaext.operations import EditImage

DEAD = "elsewhere0-00000000-1-1"
COUNT = 4


def augmented(folder, runner=None, **options):
    options = {"size": (32, 32), "quiet": True, **options}
    step = EditImage(prompt="rainy")
    return Augmented(Photos(COUNT), [step], runner=runner or Painter(), folder=folder, **options)


def accept(made, base):
    return True


def refuse(made, base):
    return "too dull"


def shown(data, **options):
    """Return the variants that an epoch shows, and what it yields."""
    loader = data.loader(2, copy=True, **options)
    count = sum(len(images) for images, _ in loader)
    return data.served(loader)["variant"].tolist(), count


def test_the_result_of_a_job_that_a_killed_process_left_is_put_to_the_gate(tmp_path):
    service = FolderService(tmp_path / "service")
    data = augmented(tmp_path / "pool", service, gate=refuse)
    node = data.pool.node(0, 0)
    job = service.submit(node.operation.model_copy(update={"input_image": [picture(0)]}))
    facts = {"owner": DEAD, "service": data.pool.service, "operation": "edit", "item": 0}
    path = tmp_path / "pool" / "leases" / f"{node.key.hex()}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({**facts, "variant": 0, "job_id": job.job_id}) + "\n")
    again = augmented(tmp_path / "pool", service, gate=refuse)  # fetches it
    until(lambda: node.key in again.pool.results)

    assert shown(again) == ([ORIGINAL] * COUNT, COUNT)
    assert service.jobs == COUNT


def test_what_another_dataset_stored_without_a_gate_is_put_to_ours(tmp_path):
    augmented(tmp_path).fill(progress=False)
    painter = Painter()

    assert shown(augmented(tmp_path, painter, gate=refuse)) == ([ORIGINAL] * COUNT, COUNT)
    assert painter.asked == []


def test_an_export_holds_nothing_that_the_gate_refuses(tmp_path):
    augmented(tmp_path / "pool").fill(progress=False)
    painter = Painter()
    refused = augmented(tmp_path / "pool", painter, gate=refuse).export("folder", tmp_path / "a")
    accepted = augmented(tmp_path / "pool", painter, gate=accept).export("folder", tmp_path / "b")

    assert (refused / "metadata.jsonl").read_text() == ""
    assert len((accepted / "metadata.jsonl").read_text().splitlines()) == COUNT
    assert painter.asked == []


def test_a_gate_that_raises_ends_no_epoch_and_lets_nothing_through(tmp_path):
    def broken(made, base):
        raise ZeroDivisionError("a bug")

    painter = Painter()
    data = augmented(tmp_path, painter, gate=broken)

    assert shown(data) == ([ORIGINAL] * COUNT, COUNT)
    assert "GATE_ERROR (the gate raised ZeroDivisionError: a bug)" in data.last_epoch
    assert len(data.pool.results) == COUNT, "what was paid for is kept"
    again = augmented(tmp_path, painter, gate=accept)
    assert shown(again) == ([0] * COUNT, COUNT)
    assert len(painter.asked) == COUNT


def test_results_are_validated_again_when_the_gate_changes(tmp_path):
    painter = Painter()
    refused = augmented(tmp_path, painter, gate=refuse)
    refused.fill(progress=False)
    accepted = augmented(tmp_path, painter, gate=accept)

    assert refused.stats()["refused"] == COUNT
    assert shown(accepted) == ([0] * COUNT, COUNT)
    assert shown(augmented(tmp_path, painter)) == ([0] * COUNT, COUNT)
    assert shown(augmented(tmp_path, painter, gate=refuse)) == ([ORIGINAL] * COUNT, COUNT)
    assert len(painter.asked) == COUNT


def test_a_gate_is_asked_once_about_each_result(tmp_path):
    asked = []

    def gate(made, base):
        asked.append(made.size)
        return True

    for _ in range(2):
        shown(augmented(tmp_path, gate=gate))

    assert len(asked) == COUNT


def identity(gate):
    return ResultGate(gate, min_side=0).identity


LIMIT = 3


def test_a_gate_is_known_by_its_code_and_the_plain_values_that_it_uses(monkeypatch):
    def darker_than(limit):
        return lambda made, base: made.size[0] < limit

    def by_global(made, base):
        return made.size[0] < LIMIT

    class Model:
        def __init__(self, limit):
            self.limit, self.state = limit, object()

        def __call__(self, made, base):
            return made.size[0] < self.limit

    before = identity(by_global)
    monkeypatch.setitem(globals(), "LIMIT", 4)
    assert identity(by_global) != before
    assert identity(darker_than(1)) == identity(darker_than(1)) != identity(darker_than(2))
    assert identity(Model(1)) == identity(Model(1)) != identity(Model(2))
    assert identity(functools.partial(max, 1)) != identity(functools.partial(max, 2))
    assert identity(accept) != identity(refuse) != identity(None)


def test_a_gate_may_name_itself():
    def gate(made, base):
        return True

    gate.identity = "sharpness 2"
    first = identity(gate)
    gate.identity = "sharpness 3"

    assert identity(gate) != first


@pytest.mark.parametrize("on_error", ["original", "skip", "raise"])
def test_a_dropped_variant_gives_way_to_another_one(tmp_path, on_error):
    data = augmented(tmp_path, variants=3, on_error=on_error)
    data.fill(progress=False)
    wanted = int(data.wanted(data.reader._places[:1] * 0, 0)[0])
    data.drop(data.pool.key(0, wanted).hex())
    variants, count = shown(data)

    assert count == COUNT
    assert variants[0] == (wanted + 1) % 3
    assert ORIGINAL not in variants


def test_an_item_all_of_whose_variants_were_dropped_shows_its_original(tmp_path):
    data = augmented(tmp_path, on_error="raise")
    data.fill(progress=False)
    data.drop(data.pool.key(0, 0).hex())

    assert shown(data) == ([ORIGINAL, 0, 0, 0], COUNT)
