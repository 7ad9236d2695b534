"""Making: once for each key, paid once, and never more than allowed."""

import json
import threading
from collections import deque

import pytest
from dataset_makers import FolderService, Painter, Photos, picture, run, until

import mediaext
from mediaext.datasets import Augmented, Budget, EngineRunner, Generated, choice
from mediaext.datasets.making.generator import THREADS, PriorityExecutor, TaskPlace
from mediaext.datasets.making.outcomes import AHEAD, BACKGROUND, URGENT
from mediaext.errors import InvalidRequest, JobFailed, NotFound
from mediaext.operations import ChangeBackground, EditImage, GenerateImage

STEPS = (
    ChangeBackground(prompt=choice("a beach", "a forest"), subject_description="dog"),
    EditImage(prompt=choice("rainy", "at night")),
)
DEAD = "elsewhere0-00000000-1-1"


RAIN = (EditImage(prompt="rainy"),)


def augmented(tmp_path, runner=None, steps=RAIN, **options):
    base = options.pop("base", None) or Photos(6)
    options = {"folder": tmp_path / "pool", "size": (32, 32), "quiet": True, **options}
    return Augmented(base, steps, runner=runner or Painter(), **options)


def test_a_chain_is_made_step_by_step_and_each_step_once(tmp_path):
    painter = Painter()
    data = augmented(tmp_path, painter, STEPS, variants=2)
    data.fill(progress=False)
    data.fill(progress=False)

    assert [op.endpoint.name for op in painter.asked].count("background") == 12
    assert [op.endpoint.name for op in painter.asked].count("edit") == 12


def test_a_new_last_step_makes_only_the_last_step_again(tmp_path):
    augmented(tmp_path, None, STEPS).fill(progress=False)
    painter = Painter()
    augmented(tmp_path, painter, (STEPS[0], EditImage(prompt="snowy"))).fill(progress=False)

    assert {op.endpoint.name for op in painter.asked} == {"edit"}


def test_the_bytes_kept_are_those_that_came(tmp_path):
    data = augmented(tmp_path)
    data.fill(progress=False)
    node = data.pool.node(0, 0)
    asked = node.operation.model_copy(update={"input_image": [picture(0)]})

    assert bytes(data.pool.content(0, 0)) == run(asked).content


def test_threads_that_want_one_key_make_it_once(tmp_path):
    painter = Painter(seconds=0.05)
    data = augmented(tmp_path, painter)
    threads = [threading.Thread(target=data.__getitem__, args=(0,)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(painter.asked) == 1


def test_two_data_sets_on_one_folder_make_each_key_once(tmp_path):
    first, second = Painter(seconds=0.01), Painter(seconds=0.01)
    one, two = augmented(tmp_path, first), augmented(tmp_path, second)
    thread = threading.Thread(target=one.fill, kwargs={"progress": False})
    thread.start()
    two.fill(progress=False)
    thread.join()

    assert len(first.asked) + len(second.asked) == 6


def abandoned(data, node, **facts):
    """Leave a lease behind as a process does that was killed."""
    leases = data.pool.folder / "leases"
    leases.mkdir(parents=True, exist_ok=True)
    line = {"owner": DEAD, "time": 0.0, "service": data.pool.service, "operation": "edit", **facts}
    (leases / f"{node.key.hex()}.json").write_text(json.dumps(line) + "\n")


def test_the_job_of_a_process_that_died_is_fetched_and_not_bought_again(tmp_path):
    service = FolderService(tmp_path / "service")
    data = augmented(tmp_path, service)
    node = data.pool.node(0, 0)
    job = service.submit(node.operation.model_copy(update={"input_image": [picture(0)]}))
    abandoned(data, node, job_id=job.job_id)
    data[0]

    assert service.jobs == 1
    assert data.pool.results.facts(node.key)["job_id"] == job.job_id


def test_running_jobs_are_fetched_at_the_next_start_even_if_nobody_asks(tmp_path):
    service = FolderService(tmp_path / "service")
    data = augmented(tmp_path, service)
    other = data.pool.node(5, 0)
    job = service.submit(other.operation.model_copy(update={"input_image": [picture(5)]}))
    abandoned(data, other, job_id=job.job_id, root=other.root.hex())
    data[0]
    done = threading.Event()
    while not done.wait(0.01):
        if other.key in data.pool.results:
            done.set()

    assert service.jobs == 2


def test_a_lost_job_is_made_again(tmp_path):
    service = FolderService(tmp_path / "service")
    data = augmented(tmp_path, service)
    abandoned(data, data.pool.node(0, 0), job_id="never-heard-of")
    data[0]

    assert service.jobs == 1


def test_a_damaged_lease_is_taken_over(tmp_path):
    data = augmented(tmp_path)
    leases = tmp_path / "pool" / "leases"
    leases.mkdir(parents=True)
    (leases / f"{data.pool.node(0, 0).key.hex()}.json").write_bytes(b"\x00\xff{")

    assert data[0][0].shape == (3, 32, 32)


def test_invalid_input_is_remembered_in_the_next_run_too(tmp_path):
    painter = Painter(lambda op: "INPUT_INVALID")
    filled = augmented(tmp_path, painter).fill(progress=False)
    again = Painter()
    data = augmented(tmp_path, again)

    assert len(painter.asked) == 6
    assert "not made: 6 INPUT_INVALID (INPUT_INVALID was asked for)." in str(filled)
    assert data.plan().refused == 6
    assert data[0][0].shape == (3, 32, 32), "the original stands in"
    assert again.asked == []


def test_what_may_pass_is_salvaged_after_everything_else(tmp_path):
    failed = set()

    def once(operation):
        new = operation.seed not in failed
        failed.add(operation.seed)
        return "MODEL_ERROR" if new else None

    filled = augmented(tmp_path, Painter(once)).fill(progress=False)

    assert filled.there == 6
    assert not filled.failed


def test_without_credits_making_stops_and_training_goes_on(tmp_path, capsys):
    painter = Painter(lambda op: "INSUFFICIENT_CREDITS")
    data = augmented(tmp_path, painter, on_error="raise", concurrency=1, quiet=False)
    batches = list(data.loader(batch_size=2))

    assert sum(len(images) for images, _ in batches) == 6
    assert len(painter.asked) == 1
    assert capsys.readouterr().err.count("No more samples are made") == 1


def test_a_budget_is_hard_shared_and_survives_a_restart(tmp_path, capsys):
    painter = Painter()
    first = augmented(tmp_path, painter, budget=4, on_error="raise", quiet=False)
    second = augmented(tmp_path, painter, budget=4, seed=1)
    samples = [first[index] for index in range(6)]
    second.fill(progress=False)

    assert len(painter.asked) == 4
    assert len(samples) == 6
    assert capsys.readouterr().err.count("the budget of 4 jobs is spent") == 1
    assert augmented(tmp_path, painter, budget=4, seed=2).fill(progress=False).made == 0


def test_a_budget_in_money_counts_by_the_price_table(tmp_path):
    painter = Painter()
    prices = {"edit": 0.04, "background": 0.02}
    data = augmented(tmp_path, painter, STEPS, budget=Budget(cost=0.12), prices=prices)

    assert data.plan().cost == pytest.approx(6 * 0.06)
    data.fill(progress=False)
    assert data.pool.tracker.spent().cost <= 0.12
    assert len(painter.asked) >= 2


def test_a_budget_for_an_epoch_starts_anew_with_the_next(tmp_path):
    painter = Painter()
    data = augmented(tmp_path, painter, budget=Budget(per_epoch=2), variants=2)
    loader = data.loader(batch_size=6)
    list(loader)
    assert len(painter.asked) == 2
    list(loader)
    assert len(painter.asked) == 4


def test_failures_cost_nothing(tmp_path):
    data = augmented(tmp_path, Painter(lambda op: "MODEL_ERROR"), budget=100)
    data.fill(progress=False)

    assert data.pool.tracker.spent().jobs == 0


@pytest.mark.parametrize("budget", [Budget(cost=1.0), -1])
def test_a_budget_that_cannot_hold_is_refused(tmp_path, budget):
    with pytest.raises(InvalidRequest):
        augmented(tmp_path, budget=budget)


def test_an_error_of_the_runner_reaches_whoever_asked(tmp_path):
    class Broken:
        def run(self, operation):
            raise ZeroDivisionError("a bug")

    with pytest.raises(ZeroDivisionError):
        augmented(tmp_path, Broken())[0]


def test_on_error_decides_what_a_failure_serves(tmp_path):
    def fails(operation):
        return "MODEL_ERROR"

    assert augmented(tmp_path / "a", Painter(fails))[0][1] == 0
    with pytest.raises(JobFailed, match="Item 0"):
        augmented(tmp_path / "b", Painter(fails), on_error="raise")[0]
    skipping = augmented(tmp_path / "c", Painter(fails), on_error="skip")
    assert list(skipping.loader(batch_size=2)) == []


def test_the_gate_looks_once_and_its_verdict_can_be_changed(tmp_path):
    seen = []

    def gate(made, base):
        seen.append((made.size, base.size))
        return "too dull"

    data = augmented(tmp_path, gate=gate)
    data.fill(progress=False)
    augmented(tmp_path, gate=gate).fill(progress=False)
    table = data.table()

    assert seen == [((48, 48), (48, 48))] * 6
    assert set(table["status"]) == {"dropped"}
    assert set(table["reason"]) == {"too dull"}
    data.keep(table["key"][0][:10])
    assert data.table()["status"].tolist().count("made") == 1
    data.drop(table["key"][0], "on second thought")
    assert data.table()["reason"][0] == "on second thought"


def test_too_small_is_refused_where_asked(tmp_path):
    data = augmented(tmp_path, min_side=64)
    data.fill(progress=False)

    assert "smaller than 64" in data.table()["reason"][0]


def test_an_engine_is_a_runner(tmp_path):
    runner = EngineRunner("dataset_makers:engine")
    data = augmented(tmp_path, runner)

    assert data[0][0].shape == (3, 32, 32)
    assert data.pool.service == "engine tiny 1"


def test_a_client_is_a_runner(tmp_path):
    media = mediaext.connect(home=tmp_path / "home", engine="dataset_makers:engine")
    data = augmented(tmp_path, media, base=Photos(2))
    data.fill(progress=False)
    facts = data.pool.results.facts(data.pool.key(0, 0))

    assert facts["job_id"]
    assert facts["service"].startswith("embedded dataset_makers:engine")
    assert data.table(provenance=True)["provenance"].tolist() == [True, True]


def test_pictures_from_words_have_labels_and_no_originals(tmp_path):
    data = Generated(
        [GenerateImage(prompt="a dog"), GenerateImage(prompt="a cat")],
        ["dog", "cat"],
        each=2,
        size=16,
        runner=Painter(),
        folder=tmp_path,
    )

    assert [data[index][1] for index in range(4)] == ["dog", "dog", "cat", "cat"]
    with pytest.raises(InvalidRequest, match="originals"):
        Generated([GenerateImage(prompt="x")], runner=Painter(), folder=tmp_path, originals=0.5)


def test_a_chain_from_words_goes_on_with_pictures(tmp_path):
    painter = Painter()
    data = Generated(
        [[GenerateImage(prompt="a dog"), EditImage(prompt="rainy")]],
        runner=painter,
        folder=tmp_path,
        size=16,
    )
    data[0]

    assert [op.endpoint.name for op in painter.asked] == ["image", "edit"]


def test_what_an_interrupt_meets_while_it_is_queued_is_noted_and_can_be_withdrawn(
    tmp_path, monkeypatch
):
    painter = Painter()
    data = augmented(tmp_path, painter, concurrency=1)
    generator, noted = data.pool.generator, deque()
    put = generator.executor.put

    def interrupted(*task):
        put(*task)
        raise KeyboardInterrupt

    monkeypatch.setattr(generator, "_serve", lambda node, place: None)  # it waits in the queue
    monkeypatch.setattr(generator.executor, "put", interrupted)
    with pytest.raises(KeyboardInterrupt):
        generator.request(data.pool.node(0, 0), noted=noted)
    assert generator.pending == 1
    generator.withdraw(noted)
    assert generator.pending == 0
    assert not painter.asked


class Downloads:
    """A runner whose jobs end at once; their results come when ``arrive`` is set."""

    identity = "downloads 1"

    def __init__(self):
        self.jobs, self.running, self.most = [], 0, 0
        self.arrive, self.lock = threading.Event(), threading.Lock()

    def submit(self, operation):
        with self.lock:
            self.running += 1
            self.most = max(self.most, self.running)
            self.jobs.append(operation)
            return Download(self, operation, str(len(self.jobs)))

    def run(self, operation):
        return self.submit(operation).result()

    def attach(self, job_id, operation):
        raise NotFound(job_id)


class Download:
    def __init__(self, service, operation, job_id):
        self.service, self.operation, self.job_id = service, operation, job_id

    def when_ended(self, callback):
        with self.service.lock:
            self.service.running -= 1
        callback()

    def result(self):
        assert self.service.arrive.wait(60)
        return run(self.operation)


def test_a_job_that_has_ended_gives_its_place_to_the_next_while_its_result_is_fetched(tmp_path):
    service = Downloads()
    data = augmented(tmp_path, service, concurrency=2)
    futures = [data.pool.generator.request(data.pool.node(item, 0)) for item in range(6)]
    until(lambda: len(service.jobs) == 2 * THREADS)
    assert not any(future.done() for future in futures)
    service.arrive.set()
    assert [future.result(60) for future in futures] == [None] * 6
    assert len(service.jobs) == 6
    assert service.most <= 2
    data.close()


def test_a_place_that_is_given_back_twice_is_free_once():
    places = threading.Semaphore(0)
    place = TaskPlace(places)
    place.give_back()
    place.give_back()
    assert places.acquire(blocking=False)
    assert not places.acquire(blocking=False)


def test_of_tasks_that_wait_for_a_place_the_most_urgent_begins():
    executor, order, first = PriorityExecutor(1), [], threading.Event()
    executor.put(lambda place: first.wait(60), AHEAD)
    for name, priority in (("ahead", AHEAD), ("background", BACKGROUND), ("urgent", URGENT)):
        executor.put(lambda place, name=name: order.append(name), priority)
    first.set()
    until(lambda: len(order) == 3)
    executor.shutdown()
    assert order == ["urgent", "ahead", "background"]
