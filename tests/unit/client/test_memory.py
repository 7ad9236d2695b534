"""The job history and the result store: what was made is found again."""

import multiprocessing
import sqlite3
import threading
from datetime import UTC, datetime, timedelta

import pytest

from mediaext.client import store as stores
from mediaext.client.history import MIGRATIONS, History
from mediaext.client.store import Store
from mediaext.errors import MediaError
from mediaext.job import JobRecord, Status, jobs_table
from mediaext.protocol import digest

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)


def record(job_id: str = "a", **changes) -> JobRecord:
    values = {"job_id": job_id, "operation": "image", "service": "s", "submitted_at": NOON}
    return JobRecord.model_validate({**values, **changes})


def completed(job_id: str, seconds: float) -> JobRecord:
    end = NOON + timedelta(seconds=seconds)
    return record(job_id, status=Status.COMPLETED, completed_at=end, seconds=seconds)


def test_a_record_comes_back_as_it_was_written(tmp_path):
    history = History(tmp_path)
    written = record(request={"prompt": "ö"}, seed=2**62, inputs={"x": ["sha256:1"]}, size=3)
    history.save(written)

    assert history.get("a") == written
    assert history.get("b") is None


def test_the_newest_job_comes_first(tmp_path):
    history = History(tmp_path)
    for number in range(3):
        history.save(record(str(number), submitted_at=NOON + timedelta(seconds=number)))

    assert [r.job_id for r in history.records()] == ["2", "1", "0"]


def test_the_usual_duration_is_a_median(tmp_path):
    history = History(tmp_path)
    for number, seconds in enumerate([1.0, 2.0, 50.0]):
        history.save(completed(str(number), seconds))

    assert history.usual_seconds("s", "image") == pytest.approx(2.0)
    assert history.usual_seconds("s", "video") is None


def test_pruning_keeps_jobs_that_are_still_running(tmp_path):
    history = History(tmp_path)
    history.save(completed("done", 1.0))
    history.save(record("running"))

    assert history.prune(NOON + timedelta(days=1)) == 1
    assert [r.job_id for r in history.records()] == ["running"]


def test_a_history_of_a_newer_version_is_left_alone(tmp_path):
    connection = sqlite3.connect(tmp_path / "history.sqlite")
    connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    connection.close()

    with pytest.raises(MediaError, match="newer mediaext"):
        History(tmp_path).records()


def _write_many(folder, prefix):
    history = History(folder)
    for number in range(50):
        history.save(record(f"{prefix}{number}"))


def test_several_processes_write_one_history(tmp_path):
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=_write_many, args=(tmp_path, p)) for p in "ab"]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()

    assert len(History(tmp_path).records()) == 100


def test_a_new_history_that_another_process_prepares_is_waited_for(tmp_path):
    other = sqlite3.connect(tmp_path / "history.sqlite", check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    other.execute("CREATE TABLE theirs (a)")

    def finish():
        other.commit()
        other.close()

    later = threading.Timer(0.2, finish)
    later.start()
    assert History(tmp_path).records() == []
    later.join()


def test_the_job_table_has_proper_column_types():
    frame = jobs_table([completed("a", 2.5), record("b")])

    assert str(frame.status.dtype) == "category"
    assert str(frame.submitted_at.dtype).startswith("datetime64")
    assert frame.submitted_at.dt.tz is not None
    assert str(frame.duration.dtype).startswith("timedelta64")
    assert frame.duration[0].total_seconds() == 2.5
    assert str(frame["size"].dtype) == "Int64"


def test_an_empty_job_table_has_the_same_columns():
    assert list(jobs_table([]).columns) == list(jobs_table([record()]).columns)


def test_content_comes_back_by_its_digest(tmp_path):
    store = Store(tmp_path)

    assert store.get(store.put(b"bytes")) == b"bytes"
    assert store.get(digest(b"other")) is None


def test_a_corrupt_file_is_left_as_it_is_until_its_content_is_put_again(tmp_path):
    store = Store(tmp_path)
    name = store.put(b"bytes")
    store.path(name).write_bytes(b"byteZ")

    assert store.get(name) is None
    assert store.path(name).read_bytes() == b"byteZ"
    assert store.get(store.put(b"bytes")) == b"bytes"


def test_repairing_a_store_sets_damaged_files_aside_byte_for_byte(tmp_path):
    store = Store(tmp_path)
    whole, torn = store.put(b"whole"), store.put(b"torn")
    store.path(torn).write_bytes(b"to")

    (aside,) = store.repair()
    assert aside.read_bytes() == b"to"
    assert store.get(whole) == b"whole"
    assert store.verify() == []


def test_a_truncated_file_heals_when_the_content_is_put_again(tmp_path):
    store = Store(tmp_path)
    name = store.put(b"bytes")
    store.path(name).write_bytes(b"by")
    store.put(b"bytes")

    assert store.get(name) == b"bytes"


def test_the_least_recently_used_is_evicted_first(tmp_path):
    import os

    store = Store(tmp_path, bound=10)
    names = [store.put(bytes([n]) * 5) for n in range(4)]
    for age, name in enumerate(names):
        os.utime(store.path(name), (age, age))
    store.sweep()

    assert [store.get(name) is not None for name in names] == [False, False, True, True]


def test_a_store_with_much_room_is_seldom_searched(tmp_path, monkeypatch):
    class InlineThread:
        def __init__(self, target, daemon):
            self.start = target

    monkeypatch.setattr(stores, "SWEEP_EVERY", 2)
    monkeypatch.setattr(stores, "Thread", InlineThread)
    store = Store(tmp_path, bound=400)
    looks = []
    sweep = store.sweep
    monkeypatch.setattr(store, "sweep", lambda: looks.append(sweep()))

    for number in range(10):
        store.put(bytes([number]))
    assert len(looks) == 1
    store.put(bytes(50))
    assert len(looks) == 2


def test_a_full_disk_is_a_sentence_and_leaves_no_scraps(tmp_path):
    store = Store(tmp_path)
    store.path(digest(b"bytes")).parent.parent.mkdir(exist_ok=True)
    (tmp_path / digest(b"bytes")[:2]).write_text("a file where a folder should be")

    with pytest.raises(MediaError, match="cannot be stored"):
        store.put(b"bytes")
