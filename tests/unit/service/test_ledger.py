import contextlib
import sqlite3
import threading
from collections import Counter

import pytest

from mediaext.operation import CATALOGUE
from mediaext.service import sql
from mediaext.service.ledger import AGEING_SHARE, Ledger
from mediaext.service.records import NewJob, StoredResult
from mediaext.service.settings import RANK
from mediaext.service.sqlite_database import MIGRATIONS, TURNS, SqliteDatabase
from mediaext.sqlite import open_database as open_file
from mediaext.sqlite_repair import recover
from mediaext.testing import TestClock
from tests import postgres

LANE = "instant|standard"
FILE = {"result": StoredResult("ab/cd", "image/webp", 3, "result.webp")}


@pytest.fixture
def clock():
    clock = TestClock()
    clock.freeze()
    return clock


@pytest.fixture(params=["sqlite", "postgresql"])
def open_database(request, tmp_path):
    """A function that opens one database again and again."""
    if request.param == "sqlite":
        return lambda: SqliteDatabase(tmp_path / "ledger.sqlite3")
    url = request.getfixturevalue("postgres").new()
    return lambda: postgres.opened(url)


@pytest.fixture
def ledger(open_database, clock):
    with contextlib.closing(open_database()) as database:
        yield Ledger(database, clock)


@pytest.fixture
def file_ledger(tmp_path, clock):
    with contextlib.closing(SqliteDatabase(tmp_path / "ledger.sqlite3")) as database:
        yield Ledger(database, clock)


def enter(ledger, name, user="anna", plan="pro", lane=LANE, **others):
    order = NewJob(
        job_id=name,
        user=user,
        plan=plan,
        rank=RANK[plan],
        lane=lane,
        operation=CATALOGUE["image"],
        request={"prompt": "x"},
        inputs={},
        extra={},
        seed=7,
        server_id=others.get("server_id"),
        callback_url=None,
        trust=0,
    )
    ledger.enter(order)


def claim(ledger, *lanes, pod="pod-1"):
    job = ledger.claim(lanes or (LANE,), "me", pod, 30)
    return job and job.job_id


def claim_all(ledger, *lanes):
    names = []
    while name := claim(ledger, *lanes):
        names.append(name)
    return names


def test_plans_go_first_and_users_take_turns(ledger):
    for number in range(3):
        enter(ledger, f"pro-anna-{number}", "anna")
    enter(ledger, "pro-ben", "ben")
    enter(ledger, "studio", "carl", "studio")
    enter(ledger, "enterprise", "dora", "enterprise")
    assert claim_all(ledger) == [
        "enterprise",
        "studio",
        "pro-anna-0",
        "pro-ben",
        "pro-anna-1",
        "pro-anna-2",
    ]


def test_a_user_who_comes_back_goes_to_the_end_of_the_ring(ledger):
    enter(ledger, "anna-0", "anna")
    enter(ledger, "ben-0", "ben")
    enter(ledger, "ben-1", "ben")
    assert claim(ledger) == "anna-0"
    enter(ledger, "anna-1", "anna")
    assert claim_all(ledger) == ["ben-0", "anna-1", "ben-1"]


def test_a_pod_takes_only_its_lanes(ledger):
    enter(ledger, "speech", lane="instant|speech")
    enter(ledger, "pinned", lane="instant|pod:pod-2", plan="enterprise", server_id="pod-2")
    assert claim(ledger) is None
    assert claim(ledger, LANE, "instant|pod:pod-2") == "pinned"
    assert claim(ledger, "instant|speech") == "speech"


def test_nothing_starves_behind_a_higher_plan(ledger, clock):
    enter(ledger, "old", "anna", "pro")
    clock.advance(ledger.ageing_seconds)
    for number in range(20):
        enter(ledger, f"new-{number}", "dora", "enterprise")
    assert "old" in [claim(ledger) for _ in range(AGEING_SHARE)]


def test_ageing_keeps_the_order_of_plans_for_the_rest(ledger, clock):
    for number in range(40):
        enter(ledger, f"old-{number}", "anna", "pro")
    clock.advance(ledger.ageing_seconds)
    for number in range(40):
        enter(ledger, f"new-{number}", "dora", "enterprise")
    first = Counter(claim(ledger).partition("-")[0] for _ in range(40))
    assert first == {"new": 30, "old": 10}


def test_a_late_result_of_a_lost_lease_is_dropped(ledger, clock):
    enter(ledger, "job")
    zombie = ledger.claim((LANE,), "me", "pod-1", 30)
    clock.advance(31)
    assert [job.job_id for job in ledger.release_expired()] == ["job"]
    second = ledger.claim((LANE,), "you", "pod-2", 30)
    assert ledger.complete(zombie, FILE, 0) is None
    assert not ledger.renew(zombie, 30, None)
    assert ledger.complete(second, FILE, 0).row["status"] == "completed"
    assert ledger.fail(second, "MODEL_ERROR", "late") is None
    assert ledger.get("job").attempts == 2


def test_a_heartbeat_keeps_the_lease(ledger, clock):
    enter(ledger, "job")
    job = ledger.claim((LANE,), "me", "pod-1", 30)
    for _ in range(5):
        clock.advance(20)
        assert ledger.renew(job, 30, {"number": 1, "fraction": 0.5, "message": ""})
        assert ledger.release_expired() == []


def test_a_job_that_kills_its_pod_twice_fails(ledger):
    enter(ledger, "job")
    for _ in range(2):
        job = ledger.claim((LANE,), "me", "pod-1", 30)
        ledger.release(job.job_id, job.lease, died=True)
    ended = ledger.get("job")
    assert (ended.row["status"], ended.code, ended.retryable) == ("failed", "MODEL_ERROR", 1)
    assert claim(ledger) is None


def test_a_restart_is_not_held_against_a_job_but_endless_ones_end(ledger):
    enter(ledger, "job")
    for _ in range(ledger.attempts - 1):
        ledger.claim((LANE,), "me", "pod-1", 30)
        assert ledger.release_owner("me")[0].row["status"] == "queued"
    ledger.claim((LANE,), "me", "pod-1", 30)
    assert ledger.release_owner("me")[0].code == "INTERNAL_ERROR"


def test_a_released_job_keeps_its_place(ledger):
    for number in range(3):
        enter(ledger, f"job-{number}")
    first = ledger.claim((LANE,), "me", "pod-1", 30)
    ledger.release(first.job_id, first.lease)
    assert claim_all(ledger) == ["job-0", "job-1", "job-2"]


def test_a_pinned_job_does_not_wait_for_ever(ledger, clock):
    enter(ledger, "pinned", lane="instant|pod:gone", plan="enterprise", server_id="gone")
    enter(ledger, "free")
    assert ledger.fail_unclaimed_pinned(600) == []
    clock.advance(601)
    assert [(job.job_id, job.code) for job in ledger.fail_unclaimed_pinned(600)] == [
        ("pinned", "MODEL_UNAVAILABLE")
    ]
    assert "gone" in ledger.get("pinned").error


def test_only_the_owner_cancels_and_only_once(ledger):
    enter(ledger, "job")
    assert ledger.cancel("job", "ben", "image") is None
    assert ledger.cancel("job", "anna", "upscale") is None
    assert ledger.cancel("job", "anna", "image").code == "CANCELLED"
    assert ledger.cancel("job", "anna", "image") is None
    assert claim(ledger) is None


def test_foreign_and_unknown_jobs_look_alike(ledger):
    enter(ledger, "job")
    assert ledger.get_own("job", "ben", "image") is None
    assert ledger.get_own("nope", "anna", "image") is None
    assert ledger.get_own("job", "anna", "image").job_id == "job"


def test_what_follows_an_end_is_written_with_it_or_not_at_all(ledger):
    def fail(job):
        raise OSError("no room")

    enter(ledger, "job")
    job = ledger.claim((LANE,), "me", "pod-1", 30)
    ledger.on_end.append(fail)
    with pytest.raises(OSError, match="no room"):
        ledger.complete(job, FILE, 0)
    ledger.on_end.clear()
    assert ledger.get("job").row["status"] == "leased"
    assert ledger.complete(job, FILE, 0) is not None


def test_two_processes_never_claim_the_same_job(open_database, clock):
    databases = [open_database() for _ in range(4)]
    ledgers = [Ledger(database, clock) for database in databases]
    for number in range(200):
        enter(ledgers[0], f"job-{number}", f"user-{number % 5}")
    barrier = threading.Barrier(4)
    claimed: list[str] = []

    def work(one):
        barrier.wait()
        claimed.extend(claim_all(one))

    threads = [threading.Thread(target=work, args=(one,)) for one in ledgers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for database in databases:
        database.close()
    assert len(claimed) == 200
    assert len(set(claimed)) == 200


@pytest.mark.parametrize(
    ("statement", "values"),
    [
        (sql.CLAIM_OLDEST, (LANE,)),
        (sql.WAITING, (LANE,)),
        (sql.LAST_TURN, (LANE, 0, "anna")),
        (sql.FIRST_TURN, (LANE, 0)),
        (sql.COUNT_IN_FLIGHT, ("anna",)),
        (sql.GET_OWN_JOB, ("job", "anna", "image")),
        (sql.LEASES_OVER, (0.0,)),
        (sql.PINNED_TOO_LONG, (0.0,)),
        (sql.HOLD_WEBHOOKS, (1.0, 0.0, 10)),
        (sql.BLOBS_OVER, (0.0,)),
        (sql.FIND_KEY, ("digest",)),
    ],
)
def test_frequent_statements_search_an_index_and_sort_nothing(file_ledger, statement, values):
    plan = " ; ".join(
        row["detail"]
        for row in file_ledger.database.all("EXPLAIN QUERY PLAN " + statement, *values)
    )
    assert "USING INDEX" in plan or "USING COVERING INDEX" in plan or "PRIMARY KEY" in plan, plan
    assert "TEMP B-TREE" not in plan
    assert not plan.startswith("SCAN jobs"), plan


def test_a_claim_sorts_the_first_job_of_each_lane_alone(file_ledger):
    values = ("lease", 0.0, "me", "pod-1", 0.0, f'["{LANE}"]')
    rows = file_ledger.database.all("EXPLAIN QUERY PLAN " + sql.CLAIM_NEXT, *values)
    plan = [row["detail"] for row in rows]
    assert "jobs_turn (lane=?)" in " ".join(plan)
    assert not [step for step in plan if step.startswith("SCAN jobs")]


def test_a_ledger_of_the_first_version_is_brought_up(tmp_path, clock):
    path = tmp_path / "old.sqlite3"
    with contextlib.closing(sqlite3.connect(path)) as old:
        for statement in MIGRATIONS[0]:
            old.execute(statement)
        old.execute("PRAGMA user_version = 1")
        old.commit()
    ledger = Ledger(SqliteDatabase(path), clock)
    enter(ledger, "job")
    assert ledger.get("job").token is None
    ledger.database.close()


def test_jobs_that_wait_in_an_older_ledger_get_their_turns(tmp_path, clock):
    path = tmp_path / "old.sqlite3"
    before = MIGRATIONS[: MIGRATIONS.index(TURNS)]
    with contextlib.closing(open_file(path, "ledger", before)) as old:
        for number, user in enumerate(["anna", "anna", "anna", "ben"]):
            old.execute(
                "INSERT INTO jobs (job_id, user, plan, rank, lane, operation, module, request,"
                " inputs, extra, seed, trust, cost, status, accepted_at)"
                " VALUES (?, ?, 'pro', 2, ?, 'image', '', '{}', '{}', '{}', 7, 0, 1, 'queued', 0)",
                (f"{user}-{number}", user, LANE),
            )
        old.commit()
    with contextlib.closing(SqliteDatabase(path)) as database:
        assert claim_all(Ledger(database, clock)) == ["anna-0", "ben-3", "anna-1", "anna-2"]
    assert len(recover(path, MIGRATIONS)["jobs"]) == 4


def test_nobody_waits_through_the_queue_of_another(ledger):
    for number in range(50):
        enter(ledger, f"anna-{number}", "anna")
    for _ in range(10):
        claim(ledger)
    for number in range(5):
        enter(ledger, f"ben-{number}", "ben")
    order = [claim(ledger).partition("-")[0] for _ in range(11)]
    assert order.count("ben") == 5
    assert "anna anna anna" not in " ".join(order)


def test_an_end_that_was_written_already_may_be_repeated(ledger):
    ended = []
    enter(ledger, "job")
    job = ledger.claim((LANE,), "me", "pod-1", 30)
    ledger.on_end.append(lambda one: ended.append(one.job_id))
    for _ in range(2):
        assert ledger.complete(job, FILE, 0).row["status"] == "completed"
    assert ended == ["job"]
    other = {"result": StoredResult("ab/other", "image/webp", 3, "result.webp")}
    assert ledger.complete(job, other, 0) is None
