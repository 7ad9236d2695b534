"""History and result store with bytes flipped, cut and repeated: the damage costs itself alone."""

import contextlib
import os
import random
import shutil
import sqlite3
from datetime import UTC, datetime, timedelta

import pytest

from mediaext.client.history import MIGRATIONS, History
from mediaext.client.store import Store
from mediaext.errors import MediaError
from mediaext.job import JobRecord, ResultFile, Status
from mediaext.sqlite import open_database
from tests.damage import damaged, is_struck, rows_of

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
RECORDS = 40
CASES = 45  # in each of two tests with 8 seeds: 720 in all


def record(number: int) -> JobRecord:
    words = "long " * (700 if number % 10 == 0 else number)  # some rows have pages of their own
    return JobRecord(
        job_id=f"job-{number}",
        operation="image",
        service="http://service",
        status=Status.COMPLETED if number % 2 else Status.QUEUED,
        request={"prompt": f"{words}{number}", "seed": number},
        seed=number,
        submitted_at=NOON + timedelta(seconds=number),
        completed_at=NOON + timedelta(seconds=2 * number) if number % 2 else None,
        files={"result": ResultFile("0" * 64, "image/png", "a b.png")} if number % 2 else {},
        seconds=float(number) if number % 2 else None,
    )


@pytest.fixture(scope="module")
def template(tmp_path_factory):
    """A closed history with nothing left in its log, and its records by identifier."""
    folder = tmp_path_factory.mktemp("template")
    history = History(folder)
    written = {r.job_id: r for r in map(record, range(RECORDS))}
    for one in written.values():
        history.save(one, f"key {one.job_id}")
    history._connection.close()
    assert not (folder / "history.sqlite-wal").exists()
    return folder / "history.sqlite", written


@pytest.mark.parametrize("seed", range(8))
def test_damage_to_a_history_costs_the_damaged_rows_alone(template, tmp_path, seed):
    path, written = template
    whole = path.read_bytes()
    places = {
        job_id: ranges
        for text, ranges in rows_of(whole)
        for job_id, one in written.items()
        if f'{one.request["prompt"]}"'.encode() in text
    }
    assert places.keys() == written.keys()
    for case in range(CASES):
        content, start, end = damaged(whole, random.Random(1000 * seed + case))
        folder = tmp_path / str(case)
        folder.mkdir()
        (folder / "history.sqlite").write_bytes(content)
        history = History(folder)
        _read(history, written)
        history._close()

        before = (folder / "history.sqlite").read_bytes()
        aside = history.repair()
        if aside is not None:
            assert aside.read_bytes() == before
        kept = {r.job_id: r for r in history.records()}
        assert all(written[job_id] == one for job_id, one in kept.items())
        lost = written.keys() - kept.keys()
        assert not [job_id for job_id in lost if not is_struck(places[job_id], start, end)], case
        assert history.verify().whole
        history._close()
        shutil.rmtree(folder)


def _read(history: History, written: dict[str, JobRecord]) -> None:
    """Read as callers do: records that are right, or a sentence."""
    with contextlib.suppress(MediaError):
        assert all(written[one.job_id] == one for one in history.records())
    with contextlib.suppress(MediaError):
        assert history.get("job-7") in (None, written["job-7"])
    with contextlib.suppress(MediaError):
        history.usual_seconds("http://service", "image")


@pytest.mark.parametrize("seed", range(8))
def test_damage_to_a_store_costs_the_damaged_files_alone(tmp_path, seed):
    store = Store(tmp_path)
    contents = [random.Random(number).randbytes(50 + 40 * number) for number in range(10)]
    for case in range(CASES):
        names = [store.put(content) for content in contents]
        chance = random.Random(1000 * seed + case)
        struck = chance.randrange(len(names))
        harmed, _, _ = damaged(contents[struck], chance)
        store.path(names[struck]).write_bytes(harmed)

        right = [
            content if index != struck or harmed == content else None
            for index, content in enumerate(contents)
        ]
        assert [store.get(name) for name in names] == right
        assert store.path(names[struck]).read_bytes() == harmed
        aside = store.repair()
        assert [file.read_bytes() for file in aside] == (
            [] if harmed == contents[struck] else [harmed]
        )


@pytest.mark.parametrize("length", [6285, 9000, 20_000])
def test_a_cut_through_the_header_costs_the_rows_of_that_place_alone(template, tmp_path, length):
    """The header tells the size of the file, and so by how much its pages have moved."""
    path, written = template
    whole = path.read_bytes()
    (tmp_path / "history.sqlite").write_bytes(whole[:14] + whole[14 + length :])
    history = History(tmp_path)
    history.repair()
    lost = written.keys() - {one.job_id for one in history.records()}
    history._close()
    for text, ranges in rows_of(whole):
        for job_id in lost:
            if f'{written[job_id].request["prompt"]}"'.encode() in text:
                assert is_struck(ranges, 14, 14 + length), job_id


def test_a_damaged_log_costs_the_damaged_rows_alone(tmp_path):
    """The log of a process that was killed: SQLite itself forgets all after the damage."""
    folder = tmp_path / "killed"
    folder.mkdir()
    history = History(folder)
    written = {r.job_id: r for r in map(record, range(RECORDS))}
    for one in written.values():
        history.save(one, "key")
    contents = {name: (folder / name).read_bytes() for name in os.listdir(folder)}
    history._close()
    log = "history.sqlite-wal"
    assert len(contents[log]) > 100_000
    for case in range(30):
        folder = tmp_path / str(case)
        folder.mkdir()
        chance = random.Random(case)
        place = chance.randrange(len(contents[log]))
        flipped = bytearray(contents[log])
        flipped[place] ^= 1 << chance.randrange(8)
        (folder / "history.sqlite").write_bytes(contents["history.sqlite"])
        (folder / log).write_bytes(flipped)
        history = History(folder)
        history.repair()
        kept = {one.job_id: one for one in history.records()}
        assert all(written[job_id] == one for job_id, one in kept.items())
        assert len(written) - len(kept) <= 1, case
        history._close()


def test_a_whole_history_is_not_changed_by_a_repair(template, tmp_path):
    shutil.copy(template[0], tmp_path / "history.sqlite")
    history = History(tmp_path)

    assert history.repair() is None
    assert len(history.records()) == RECORDS
    assert history.verify().readable == RECORDS


def test_a_history_that_is_no_database_is_a_sentence_that_names_the_way_out(tmp_path):
    (tmp_path / "history.sqlite").write_bytes(b"not a database" * 1000)
    history = History(tmp_path)
    with pytest.raises(MediaError, match=r"job history .* is damaged .*repair\(\)"):
        history.records()

    aside = history.repair()
    assert aside.read_bytes() == b"not a database" * 1000
    assert history.records() == []


def test_a_row_whose_bytes_changed_is_left_out_and_the_others_are_read(template, tmp_path, caplog):
    path = tmp_path / "history.sqlite"
    content = template[0].read_bytes().replace(b'long long long 3"', b'long lung long 3"')
    path.write_bytes(content)

    assert {r.job_id for r in History(tmp_path).records()} == set(template[1]) - {"job-3"}
    assert "damaged and left out: 'job-3'" in caplog.text


@pytest.mark.parametrize("version", range(1, len(MIGRATIONS)))
def test_a_history_of_any_older_version_is_brought_up(tmp_path, version):
    path = tmp_path / "history.sqlite"
    with contextlib.closing(open_database(path, "job history", MIGRATIONS[:version])) as old:
        old.execute(
            "INSERT INTO jobs (service, job_id, operation, status, request, inputs, submitted_at, "
            "completed_at, attempts, files, media_type) VALUES ('s', 'old', 'image', 'completed', "
            "'{\"prompt\": \"x\"}', '{}', 100.0, 103.5, 1, "
            '\'{"result": "abc image/png my file.png", "cutout": "def image/png"}\', \'\')'
        )
        old.commit()

    (found,) = History(tmp_path).records()
    assert found.files == {
        "result": ResultFile("abc", "image/png", "my file.png"),
        "cutout": ResultFile("def", "image/png"),
    }
    assert found.seconds == 3.5
    assert History(tmp_path).usual_seconds("s", "image") == 3.5


def test_a_job_that_has_ended_is_never_queued_again(tmp_path):
    history = History(tmp_path)
    queued = record(2)
    ended = queued.model_copy(
        update={"status": Status.FAILED, "failure_reason_code": "CANCELLED", "completed_at": NOON}
    )
    history.save(queued, "key")
    assert history.end(ended).failure_reason_code == "CANCELLED"
    history.save(queued, "key")  # another process, which has not heard of it

    assert history.get(queued.job_id) == ended
    assert history.end(queued.model_copy(update={"status": Status.COMPLETED})) == ended
    with contextlib.closing(sqlite3.connect(history.path)) as connection:
        assert connection.execute("SELECT request_key FROM jobs").fetchall() == [("key",)]
