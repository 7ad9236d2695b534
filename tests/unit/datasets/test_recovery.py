"""Deleted files, outages, loops that are left, kills: nothing lost, nothing bought for nothing."""

import gc
import json
import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest
import torch
from dataset_makers import FolderService, Painter, Photos, until
from torch.utils.data import DataLoader, Subset

from mediaext.client import limits
from mediaext.datasets import Augmented, Budget
from mediaext.errors import Unreachable
from mediaext.operations import EditImage

COUNT = 16
DEAD = "elsewhere0-00000000-1-1"


def augmented(folder, runner=None, count=COUNT, **options):
    options = {"size": (32, 32), "quiet": True, **options}
    step = EditImage(prompt="rainy")
    return Augmented(Photos(count), [step], runner=runner or Painter(), folder=folder, **options)


@pytest.fixture
def filled(tmp_path):
    augmented(tmp_path).fill(progress=False)
    return tmp_path


@pytest.fixture
def expected(tmp_path_factory):
    """Batches of an epoch that nothing happens to."""
    folder = tmp_path_factory.mktemp("expected")
    return [images for images, _ in augmented(folder).loader(4, copy=True)]


@pytest.mark.parametrize("views", [True, False])
def test_views_and_segments_deleted_during_an_epoch_are_made_again(filled, expected, views):
    painter = Painter()
    data = augmented(filled, painter, **({} if views else {"view_bytes": 0}))
    seen = []
    for images, _ in data.loader(4, copy=True, threads=0):
        seen.append(images)
        shutil.rmtree(filled / "views", ignore_errors=True)
        for path in (filled / "results").glob("*.seg"):
            path.unlink()
        data.pool.results._maps.clear()
        data.pool.results.refresh()

    assert all(torch.equal(a, b) for a, b in zip(seen, expected, strict=True))
    assert 0 < len(painter.asked) <= COUNT


def test_deleted_views_are_filled_again_in_the_same_epoch(filled, expected):
    painter = Painter()
    data = augmented(filled, painter)
    seen = []
    for images, _ in data.loader(4, copy=True):
        seen.append(images)
        if len(seen) == 1:
            (filled / "views").rename(filled / "gone")
    data.set_epoch(0)
    seen += [images for images, _ in data.loader(4, copy=True)]

    assert all(torch.equal(a, b) for a, b in zip(seen, expected * 2, strict=True))
    assert painter.asked == []
    assert len(data.pool.views) > 0


def test_views_that_another_process_replaced_are_never_mixed_with_ours(filled, expected):
    ours = augmented(filled)
    list(ours.loader(4))
    shutil.rmtree(filled / "views")
    other = augmented(filled)
    list(other.loader(4, shuffle=True))  # the same slots hold other pictures
    ours.pool.forget_places()
    ours.set_epoch(0)
    seen = [images for images, _ in ours.loader(4, copy=True)]

    assert all(torch.equal(a, b) for a, b in zip(seen, expected, strict=True))


def test_another_datasets_prune_does_not_end_an_epoch(filled):
    data = augmented(filled)
    count = 0
    for images, _ in data.loader(4):
        count += len(images)
        other = augmented(filled, size=16)
        other.prune()

    assert count == COUNT


def test_a_damaged_result_is_made_again_within_the_epoch(filled, expected):
    segment = next((filled / "results").glob("*.seg"))
    data = augmented(filled, painter := Painter(), view_bytes=0)
    place = data.pool.results.index.find(data.pool.key(5, 0))
    with open(segment, "r+b") as file:
        file.seek(place.begin + 20)
        file.write(b"damaged")
    seen = [images for images, _ in data.loader(4, copy=True)]

    assert all(torch.equal(a, b) for a, b in zip(seen, expected, strict=True))
    assert len(painter.asked) == 1


@pytest.mark.parametrize("left", ["break", "interrupt"])
def test_leaving_a_loop_withdraws_what_was_not_begun(tmp_path, left):
    gate, painter = threading.Event(), Painter()
    painter.fails = lambda operation: gate.wait(60) and None if len(painter.asked) > 4 else None
    data = augmented(tmp_path, painter, 64, concurrency=2)

    def train():
        for _ in data.loader(2):
            if left == "break":
                break
            raise KeyboardInterrupt

    if left == "break":
        train()
    else:
        with pytest.raises(KeyboardInterrupt):
            train()
    gate.set()
    until(lambda: data.pool.generator.pending == 0)

    assert len(painter.asked) <= 4 + 2 + 2, "what was begun, and no more"


def test_leaving_a_plain_dataloader_withdraws_too(tmp_path):
    gate, painter = threading.Event(), Painter()
    painter.fails = lambda operation: gate.wait(60) and None if len(painter.asked) > 4 else None
    data = augmented(tmp_path, painter, 64, concurrency=2)
    for _ in DataLoader(data, 2, sampler=data.sampler(shuffle=False)):
        break
    gate.set()
    until(lambda: data.pool.generator.pending == 0)

    assert len(painter.asked) <= 4 + 2 + 2


def test_what_somebody_else_asked_for_is_not_withdrawn(tmp_path):
    gate, painter = threading.Event(), Painter(seconds=0.0)
    painter.fails = lambda operation: gate.wait(60) and None
    data = augmented(tmp_path, painter, 8, concurrency=1)
    filling = threading.Thread(target=data.fill, kwargs={"progress": False})
    filling.start()
    until(lambda: data.pool.started and data.pool.generator.pending == 4)
    batches = iter(data.loader(2, threads=0))
    leaving = threading.Thread(target=lambda: next(batches))
    leaving.start()
    gate.set()
    leaving.join()
    batches.close()
    filling.join()

    assert data.plan().misses == 0


class Away(Painter):
    """A runner whose service gives no answer while ``down``."""

    down = True

    def __init__(self, identity) -> None:
        super().__init__()
        self.identity = identity  # what the outage is remembered by

    def run(self, operation):
        if self.down:
            self.asked.append(operation)
            raise Unreachable("https://service.example gave no answer.")
        return super().run(operation)


def test_a_service_that_is_down_is_noticed_once_for_all_and_told_once(tmp_path, capsys):
    runner = Away("a service that is down")
    data = augmented(tmp_path, runner, 64, concurrency=4, quiet=False)
    other = augmented(tmp_path, runner, 64, seed=1, concurrency=4)
    count = sum(len(images) for images, _ in data.loader(4))
    count += sum(len(images) for images, _ in other.loader(4))
    lines = capsys.readouterr().err.splitlines()

    assert count == 128
    assert len(runner.asked) < 32, "those in flight before it was noticed, and some probes"
    assert sum("No more samples are made" in line for line in lines) == 1


def test_a_service_that_is_back_is_asked_again(tmp_path, monkeypatch):
    monkeypatch.setattr(limits, "PROBE", (0.0, 0.0))
    data = augmented(tmp_path, runner := Away("a service that comes back"))
    list(data.loader(4))
    runner.down = False

    until(lambda: list(data.loader(4)) and data.plan().misses == 0)


def handles():
    return [os.readlink(path) for path in Path("/proc/self/fd").iterdir() if path.is_symlink()]


def threads():
    return [t for t in threading.enumerate() if t.name.startswith("mediaext-")]


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="open files are listed in /proc")
def test_a_dataset_that_is_no_longer_referenced_closes_itself(tmp_path):
    gc.collect()
    before = set(threads())
    data = augmented(tmp_path, concurrency=8)
    list(data.loader(4))
    del data
    gc.collect()
    until(lambda: set(threads()) <= before)

    assert [name for name in handles() if name.startswith(str(tmp_path))] == []
    assert (tmp_path / "results" / "index").exists()


def test_a_budget_counts_a_job_once_when_its_process_was_killed(tmp_path):
    service = FolderService(tmp_path / "service")
    first = augmented(tmp_path / "pool", service, 8, budget=8)
    for index in range(3):  # reserved, and killed before the service had the job
        node = first.pool.node(index, 0)
        first.pool.tracker.reserve(node.key, node.name, 0)
        path = tmp_path / "pool" / "leases" / f"{node.key.hex()}.json"
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps({"owner": DEAD}) + "\n")
    data = augmented(tmp_path / "pool", service, 8, budget=8)
    filled = data.fill(progress=False)

    assert filled.there == 8
    assert service.jobs == 8
    assert data.pool.tracker.spent().jobs == 8
    assert data.pool.tracker.spent().reserved == {}


def test_what_a_killed_process_reserved_and_nobody_wants_is_given_back(tmp_path):
    first = augmented(tmp_path, count=8, budget=Budget(jobs=8))
    node = first.pool.node(7, 0)
    first.pool.tracker.reserve(node.key, node.name, 0)
    path = tmp_path / "leases" / f"{node.key.hex()}.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps({"owner": DEAD}) + "\n")
    data = augmented(tmp_path, count=4, budget=Budget(jobs=8))
    until(lambda: data.pool.tracker.spent().jobs == 0)

    until(lambda: not path.exists())


@pytest.mark.parametrize("index", [slice(0, 2), 1.0, "0", None])
def test_what_is_no_index_is_refused_with_a_sentence(filled, index):
    with pytest.raises(TypeError, match="An index is a whole number"):
        augmented(filled)[index]


def test_indices_out_of_range_do_not_wrap(filled):
    data = augmented(filled)

    with pytest.raises(IndexError, match="There are 16 items; index 16 is out of range"):
        data.__getitems__([0, 16])
    with pytest.raises(IndexError):
        Subset(data, [16]).__getitems__([0])
    assert len(data.__getitems__([-16, np.int64(3), torch.tensor(15)])) == 3


def crop(image):
    """Draw from all three generators that transforms draw from."""
    import random

    x = int(torch.randint(0, 8, ())) + random.randint(0, 8)
    x += np.random.randint(8)  # noqa: NPY002 # as transforms do
    return image[:, x : x + 8, x : x + 8].clone()


def test_a_transform_draws_the_same_whatever_the_loader_and_its_workers(filled):
    def read(way):
        data = augmented(filled, transform=crop)
        sampler = data.sampler(shuffle=False)
        loader = {
            "loader": lambda: data.loader(4),
            "plain": lambda: DataLoader(data, 4, sampler=sampler),
            "workers": lambda: DataLoader(data, 4, sampler=sampler, num_workers=2),
        }[way]()
        return torch.cat([images for images, _ in loader])

    first = read("loader")

    assert torch.equal(first, read("plain"))
    assert torch.equal(first, read("workers"))


def test_the_first_plan_expects_bytes_by_the_size_of_the_pictures(tmp_path):
    data = augmented(tmp_path)
    expected = data.plan().bytes
    data.fill(progress=False)
    actual = sum(path.stat().st_size for path in (tmp_path / "results").glob("*.seg"))

    assert actual / 4 < expected < actual * 4


def test_a_process_that_ends_without_closing_its_dataset_does_so_quietly(tmp_path):
    code = (
        "import sys; sys.path[:0] = sys.argv[2:]\n"
        "from test_recovery import augmented\n"
        "data = augmented(sys.argv[1]); data[0]\n"
    )
    here = str(Path(__file__).parent)
    ended = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path), here],
        capture_output=True,
        text=True,
        check=True,
    )

    assert ended.stderr == ""
    assert (tmp_path / "results" / "index").exists()
