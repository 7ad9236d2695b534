"""Damaged ledgers: each record that is whole stays readable, and the damaged file is kept."""

import contextlib
import io
import random
import sqlite3

import httpx
import PIL.Image
import pytest

import mediaext.testing
from mediaext.errors import MediaError
from mediaext.service import Service, Settings, keys
from mediaext.service.keys import Caller
from mediaext.service.repair import damaged_files, repair_ledger
from mediaext.service.sqlite_database import MIGRATIONS, SqliteDatabase
from mediaext.sqlite_repair import recover
from tests.damage import damaged, is_struck, rows_of

CASES = 160
JOBS = 60
PAGE = 4096
SPEECH = "/generate/speech/v1"


def filled(home):
    """A ledger of many jobs, some long, with profiles, keys and webhooks; return its bytes."""
    from mediaext.operations import GenerateSpeech
    from mediaext.profiles import Profile

    service = Service(Settings(home=home, engine="instant", plans={}))
    try:
        for number in range(JOBS):
            text = f"number {number} " + "ä" * (3000 if number % 10 == 0 else number)
            request = GenerateSpeech(text=text, callback_url="https://hooks.example/x")
            accepted = service.acceptor.accept(Caller(f"user-{number % 7}", "pro"), request)
            if number % 3 == 0:
                job = service.ledger.claim((accepted.new_job.lane,), "me", "pod-1", 30)
                service.ledger.fail(job, "MODEL_ERROR", f"It failed {number}.")
        for number in range(30):
            service.profiles.create("user-1", Profile(name=f"look {number}"))
            service.keys.add(f"user-{number}", "pro")
    finally:
        service.close()
    return (home / "ledger.sqlite3").read_bytes()


@pytest.fixture(scope="module")
def ledger(tmp_path_factory):
    return filled(tmp_path_factory.mktemp("filled"))


TABLES = {"jobs": "job_id", "profiles": "profile_id", "keys": "key_id", "outbox": "webhook_id"}


def rows(path):
    """Rows of an undamaged ledger by table and name."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.row_factory = sqlite3.Row
        return {
            table: {row[name]: dict(row) for row in connection.execute(f"SELECT * FROM {table}")}
            for table, name in TABLES.items()
        }


def recovered(content, path):
    path.write_bytes(content)
    found = recover(path, MIGRATIONS)
    assert path.read_bytes() == content, "reading changed the file"
    return {
        table: {row[name]: dict(row) for row in found[table]} for table, name in TABLES.items()
    }


@pytest.mark.parametrize("part", range(8))
def test_what_lies_outside_of_the_damage_stays_readable(ledger, tmp_path, part):
    (tmp_path / "whole").write_bytes(ledger)
    whole = rows(tmp_path / "whole")
    stored = list(rows_of(ledger))
    places = {
        (table, name): [place for text, place in stored if bytes(name, "ascii") in text]
        for table, known in whole.items()
        for name in known
    }
    for case in range(part * CASES // 8, (part + 1) * CASES // 8):
        content, start, end = damaged(ledger, random.Random(case))
        found = recovered(content, tmp_path / "case")
        for table, expected in whole.items():
            for name, row in found[table].items():
                assert row == expected[name], (case, table, name)
            for name in expected.keys() - found[table].keys():
                struck = any(is_struck(place, start, end) for place in places[table, name])
                assert struck, (case, table, name)


def test_opening_a_damaged_ledger_works_or_is_a_sentence(ledger, tmp_path):
    opened = 0
    for case in range(60):
        folder = tmp_path / str(case)
        folder.mkdir()
        (folder / "ledger.sqlite3").write_bytes(damaged(ledger, random.Random(case))[0])
        with contextlib.suppress(MediaError):
            SqliteDatabase(folder / "ledger.sqlite3").close()
            opened += 1
    assert opened > 10


def test_a_whole_ledger_loses_nothing(ledger, tmp_path):
    (tmp_path / "whole").write_bytes(ledger)
    assert recovered(ledger, tmp_path / "case") == rows(tmp_path / "whole")


@pytest.fixture
def home(ledger, tmp_path):
    home = tmp_path / "home"
    home.mkdir()
    (home / "ledger.sqlite3").write_bytes(ledger)
    return home


def break_schema(home):
    path = home / "ledger.sqlite3"
    content = bytearray(path.read_bytes())
    content[100:PAGE] = bytes(PAGE - 100)
    path.write_bytes(content)
    return bytes(content)


def test_a_damaged_ledger_is_reported_and_never_replaced_unasked(home):
    content = break_schema(home)
    for attempt in (lambda: Service(Settings(home=home)), lambda: keys.list_keys(home)):
        with pytest.raises(MediaError, match="mediaext repair"):
            attempt()
    assert (home / "ledger.sqlite3").read_bytes() == content


def test_a_repair_keeps_the_damaged_file_and_makes_a_good_one(home, ledger, tmp_path):
    content = break_schema(home)
    done = repair_ledger(home)
    assert done.aside.read_bytes() == content
    assert done.aside.name == "ledger.sqlite3.damaged-1"
    assert done.rows["jobs"] == JOBS
    assert (home / "ledger.sqlite3").stat().st_mode & 0o077 == 0
    assert sorted(path.name for path in home.iterdir()) == [
        "ledger.sqlite3",
        "ledger.sqlite3.damaged-1",
    ]
    service = Service(Settings(home=home, engine="instant", plans={}))
    try:
        assert service.database.one("PRAGMA integrity_check")[0] == "ok"
        waiting = service.database.one("SELECT COUNT(*) FROM jobs WHERE status = 'queued'")[0]
        assert service.database.one("SELECT SUM(in_flight) FROM accounts")[0] == waiting
        claimed = 0
        while job := service.ledger.claim(("instant|speech",), "me", "pod-1", 30):
            claimed += 1
            service.ledger.fail(job, "MODEL_ERROR", "It failed.")
        assert claimed == waiting > 0
    finally:
        service.close()


def test_a_ledger_in_use_is_not_repaired(tmp_path):
    message = "in use by the service of process"
    with mediaext.testing.service(tmp_path), pytest.raises(MediaError, match=message):
        repair_ledger(tmp_path)
    assert repair_ledger(tmp_path).rows["jobs"] == 0


def test_a_damaged_record_costs_its_job_alone(tmp_path):
    with mediaext.testing.service(tmp_path, speech_pods=0) as svc:
        posted = [
            httpx.post(svc.base_url + SPEECH, json={"text": "x"}).json()["job_id"]
            for _ in range(6)
        ]
        for job_id, (column, value) in zip(
            posted,
            [
                ("request", "CAST(x'7b80ff' AS TEXT)"),
                ("inputs", "'[1'"),
                ("extra", "'7'"),
                ("module", "CAST(x'ff' AS TEXT)"),
                ("operation", "'spee\x01h'"),
            ],
            strict=False,
        ):
            svc.service.database.run(
                f"UPDATE jobs SET {column} = {value} WHERE job_id = '{job_id}'"
            )
    with mediaext.testing.service(tmp_path) as svc:
        svc.wait_until(lambda: svc.service.ledger.depth() == [], 60)
        ends = [svc.service.ledger.get(job_id).row["status"] for job_id in posted]
        assert ends[:3] == ["failed"] * 3
        assert ends[-1] == "completed"
        for job_id in (*posted[:4], posted[-1]):
            assert httpx.get(f"{svc.base_url}{SPEECH}/status/{job_id}").status_code == 200


@pytest.mark.parametrize("column", ["files", "notes", "made_by", "request"])
def test_the_status_of_a_damaged_record_says_so(tmp_path, column):
    with mediaext.testing.service(tmp_path) as svc:
        job_id = httpx.post(svc.base_url + SPEECH, json={"text": "x"}).json()["job_id"]
        svc.wait_until(lambda: svc.service.ledger.get(job_id).status.terminal, 60)
        svc.service.database.run(f"UPDATE jobs SET {column} = '[{{' WHERE job_id = ?", job_id)
        body = httpx.get(f"{svc.base_url}{SPEECH}/status/{job_id}").json()
        if column != "request":
            assert body["failure_reason_code"] == "INTERNAL_ERROR"
            assert "damaged" in body["error"]


def test_a_file_that_was_cut_is_not_served(tmp_path):
    with mediaext.testing.service(tmp_path) as svc:
        job_id = httpx.post(svc.base_url + SPEECH, json={"text": "x"}).json()["job_id"]
        svc.wait_until(lambda: svc.service.ledger.get(job_id).status.terminal, 60)
        link = httpx.get(f"{svc.base_url}{SPEECH}/status/{job_id}").json()["result_url"]
        assert httpx.get(link).status_code == 200
        [path] = (tmp_path / "blobs").glob("*/*")
        path.write_bytes(path.read_bytes()[:-1])
        assert httpx.get(link).status_code == 404


@pytest.mark.parametrize("header", [{}, {"range": "bytes=0-9"}])
def test_a_file_with_a_flipped_bit_is_not_served_and_is_named_by_repair(tmp_path, header):
    with mediaext.testing.service(tmp_path) as svc:
        job_id = httpx.post(svc.base_url + SPEECH, json={"text": "x"}).json()["job_id"]
        svc.wait_until(lambda: svc.service.ledger.get(job_id).status.terminal, 60)
        link = httpx.get(f"{svc.base_url}{SPEECH}/status/{job_id}").json()["result_url"]
        assert httpx.get(link, headers=header).is_success
        [path] = (tmp_path / "blobs").glob("*/*")
        content = bytearray(path.read_bytes())
        content[len(content) // 2] ^= 4
        path.write_bytes(content)
        answer = httpx.get(link, headers=header)
        assert answer.status_code == 410
        assert "damaged" in answer.json()["detail"]
    assert damaged_files(tmp_path) == [path]
    assert path.read_bytes() == content


def test_an_upload_with_a_flipped_bit_is_no_input(tmp_path):
    picture = io.BytesIO()
    PIL.Image.new("RGB", (64, 64), "red").save(picture, "PNG")
    with mediaext.testing.service(tmp_path) as svc:
        upload = httpx.post(f"{svc.base_url}/upload/image/v1", files={"file": picture.getvalue()})
        [path] = (tmp_path / "blobs").glob("*/*")
        content = bytearray(path.read_bytes())
        content[-9] ^= 1
        path.write_bytes(content)
        body = {"input_image": upload.json()["url"]}
        asked = httpx.post(f"{svc.base_url}/background/remove/image/v1", json=body).json()
        svc.wait_until(lambda: svc.service.ledger.get(asked["job_id"]).status.terminal, 60)
        row = svc.service.ledger.get(asked["job_id"]).row
        assert row["code"] == "INPUT_INVALID"
        assert "damaged" in row["error"]
