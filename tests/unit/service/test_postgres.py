"""A ledger in PostgreSQL: exact with many writers, known after a restart, moved over whole."""

import contextlib
import json
import re
import subprocess
import sys
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest

from mediaext.errors import MediaError
from mediaext.operation import CATALOGUE
from mediaext.operations import GenerateSpeech
from mediaext.service import Service, Settings, keys, sql
from mediaext.service.database import LedgerUnavailable
from mediaext.service.keys import Caller
from mediaext.service.ledger import Ledger
from mediaext.service.records import NewJob, StoredResult
from mediaext.service.settings import RANK, PlanLimits
from mediaext.testing import TestClock
from tests import postgres as servers

pytest.importorskip("psycopg", reason="psycopg is not installed: the extra [scale]")

from mediaext.scale.copying import copy_ledger
from mediaext.scale.postgres import CLAIM_NEXT, translated
from mediaext.scale.postgres_peers import PostgresPeers, ServerClock, batches
from mediaext.scale.shared import open_shared, share_secrets
from mediaext.service.peers import Notification

LANE = "instant|standard"
SPEECH = "/generate/speech/v1"
CLAIMERS = 16
WRITERS = 16


@pytest.fixture(scope="module")
def filled(postgres):
    """The address of a ledger with a thousand jobs of fifty users on three plans."""
    url = postgres.new()
    with contextlib.closing(servers.opened(url)) as database:
        ledger = Ledger(database, TestClock())
        with database.transaction():
            for number in range(1000):
                plan = list(RANK)[number * 7 % 3]
                ledger.enter(
                    NewJob(
                        job_id=f"{plan}-{number}",
                        user=f"user-{number % 50}",
                        plan=plan,
                        rank=RANK[plan],
                        lane=LANE,
                        operation=CATALOGUE["image"],
                        request={},
                        inputs={},
                        extra={},
                        seed=2**32 - 1,
                        server_id=None,
                        callback_url=None,
                        trust=0,
                    )
                )
    return url


def test_many_claimers_take_each_job_once_and_no_plan_overtakes(filled):
    databases = [servers.opened(filled) for _ in range(2)]
    ledgers = [Ledger(database, TestClock()) for database in databases]
    claimed = []
    begin = threading.Barrier(CLAIMERS)

    def work(number):
        begin.wait()
        asked = time.monotonic()
        while job := ledgers[number % 2].claim((LANE, "instant|other"), "me", "pod", 30):
            claimed.append((job.job_id, RANK[job.plan], asked, time.monotonic()))
            assert job.seed == 2**32 - 1
            asked = time.monotonic()

    with ThreadPoolExecutor(CLAIMERS) as pool:
        list(pool.map(work, range(CLAIMERS)))
    for database in databases:
        database.close()
    assert len(claimed) == len({job_id for job_id, *_ in claimed}) == 1000
    for job_id, rank, _, answered in claimed:
        later = [one for one, other, asked, _ in claimed if asked > answered and other < rank]
        assert later == [], f"{job_id} was claimed while these waited"


@pytest.fixture
def services(postgres, tmp_path):
    """A function that makes services on one ledger, each with a folder of its own."""
    url, made = postgres.new(), []

    def make(**choices):
        home = tmp_path / f"home-{len(made)}"
        settings = Settings(home=home, ledger=url, engine="instant", **choices)
        made.append(Service(settings, ledger=open_shared(settings)))
        return made[-1]

    yield make
    for service in made:
        service.close()


def accept_at_once(pair, *, text, token=None):
    """Have sixteen writers of two services accept equal requests of one user."""
    begin = threading.Barrier(WRITERS)

    def accept(number):
        begin.wait()
        acceptor = pair[number % 2].acceptor
        return acceptor.accept(Caller("anna", "pro"), GenerateSpeech(text=text), token)

    with ThreadPoolExecutor(WRITERS) as pool:
        return list(pool.map(accept, range(WRITERS)))


def codes(accepted):
    return Counter(one.ended.code if one.ended else None for one in accepted)


def test_limits_hold_with_many_writers(services):
    plans = {"pro": PlanLimits(in_flight=5)}
    pair = [services(plans=plans), services(plans=plans)]
    accepted = accept_at_once(pair, text="x")
    assert codes(accepted) == {None: 5, "CONCURRENT_JOBS_EXCEEDED": WRITERS - 5}
    assert pair[0].ledger.in_flight("anna") == 5


def test_credits_are_exact_with_many_writers(services):
    pair = [services(plans={}), services(plans={})]
    keys.set_credits(pair[0].settings.home, "anna", 7, database=pair[0].database)
    accepted = accept_at_once(pair, text="x")
    assert codes(accepted) == {None: 7, "INSUFFICIENT_CREDITS": WRITERS - 7}
    row = pair[1].database.one("SELECT credits FROM accounts WHERE user = ?", "anna")
    assert row["credits"] == 0


def test_one_token_is_one_job_whoever_asks(services):
    pair = [services(plans={}), services(plans={})]
    accepted = accept_at_once(pair, text="x", token="same")
    assert len({one.new_job.job_id for one in accepted}) == 1
    assert sum(not one.repeated for one in accepted) == 1
    assert pair[0].database.one("SELECT COUNT(*) AS count FROM jobs")["count"] == 1


def test_a_clock_that_is_wrong_steals_nothing(services, monkeypatch):
    right, wrong = services(plans={}), services(plans={})
    right.acceptor.accept(Caller("anna", "pro"), GenerateSpeech(text="x"))
    job = right.ledger.claim(("instant|speech",), right.peers.owner, "pod-1", 30)
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + 60)
    assert wrong.ledger.release_expired() == []
    assert abs(wrong.clock.now() - right.clock.now()) < 1
    assert right.ledger.renew(job, 30, None)


def test_the_service_of_a_ledger_reads_what_another_wrote(services):
    one, other = services(), services()
    key = one.keys.add("anna", "studio")
    assert other.keys.find(key) == Caller("anna", "studio")
    link = one.links.sign("holder", "result.webp", one.clock.now() + 60)
    path, _, query = link.removeprefix(one.links.base_url).partition("?")
    fields = dict(part.split("=", 1) for part in query.split("&"))
    assert other.links.verify(path, fields, other.clock.now()) is None
    assert one.root_certificate() == other.root_certificate()


def test_a_folder_with_other_secrets_is_refused(services, tmp_path):
    service = services()
    foreign = tmp_path / "foreign"
    keys.add(foreign, "ben")
    before = (foreign / "secrets" / "keys").read_bytes()
    with pytest.raises(MediaError, match="secrets of another service"):
        share_secrets(service.database, foreign / "secrets")
    assert (foreign / "secrets" / "keys").read_bytes() == before


def test_usage_profiles_and_webhooks_work_as_in_a_file(services):
    from mediaext.profiles import Profile
    from mediaext.service.webhooks import list_webhooks, replay

    service = services(plans={})
    home, database = service.settings.home, service.database
    request = GenerateSpeech(text="x", callback_url="https://hooks.example/x")
    service.acceptor.accept(Caller("anna", "pro"), request)
    job = service.ledger.claim(("instant|speech",), "me", "pod-1", 30)
    file = {"result": StoredResult("ab/x", "audio/wav", 2**31, "result.wav", 2**32 - 1)}
    service.ledger.complete(job, file, service.clock.now() + 60)
    [row] = keys.usage(home, 1, "anna", database=database)
    assert (row["jobs"], row["completed"], row["credits"]) == (1, 1, 1)
    assert json.dumps(row)
    [hook] = list_webhooks(home, state="pending", database=database)
    assert [one["webhook_id"] for one in service.outbox.take_due(10)] == [hook["webhook_id"]]
    assert service.outbox.take_due(10) == []
    assert replay(home, job.job_id, database=database) == 1
    record = service.profiles.create("anna", Profile(name="look"))
    assert service.profiles.list("anna") == [record]
    assert service.blobs.find(job.job_id, "result") is None, "its file is not there"


def test_a_late_word_about_a_webhook_does_not_touch_a_newer_try(services):
    service = services(plans={})
    request = GenerateSpeech(text="x", callback_url="https://hooks.example/x")
    service.acceptor.accept(Caller("anna", "pro"), request)
    job = service.ledger.claim(("instant|speech",), "me", "pod-1", 30)
    service.ledger.fail(job, "MODEL_ERROR", "It failed.")
    [late] = service.outbox.take_due(-1)
    [newer] = service.outbox.take_due(10)
    service.outbox.settle(late, "abandoned", 0, "late")
    service.outbox.settle(newer, "delivered", 0, None)
    [row] = service.database.all("SELECT state FROM outbox")
    assert row["state"] == "delivered"


def test_text_with_a_nul_is_kept_readable_and_finds_nothing(services):
    service = services(plans={})
    assert service.ledger.get("a\0b") is None
    service.acceptor.accept(Caller("anna", "pro"), GenerateSpeech(text="a\0b"))
    job = service.ledger.claim(("instant|speech",), "me", "pod-1", 30)
    assert job.body["text"] == "a\0b"
    assert service.ledger.fail(job, "MODEL_ERROR", "a\0b").error == "a\ufffdb"


def test_words_of_the_other_database_are_translated():
    assert translated("SELECT user FROM a WHERE b LIKE 'x%' AND user = ?") == (
        'SELECT "user" FROM a WHERE b LIKE \'x%%\' AND "user" = %s'
    )


@pytest.mark.parametrize(
    ("statement", "values", "index"),
    [
        (CLAIM_NEXT, ("lease", 0.0, "me", "pod-1", 0.0, f'["{LANE}"]'), "jobs_turn"),
        (sql.CLAIM_OLDEST, (LANE,), "jobs_oldest"),
        (sql.WAITING, (LANE,), "jobs_turn"),
        (sql.LAST_TURN, (LANE, 0, "user-1"), "jobs_of_user"),
        (sql.FIRST_TURN, (LANE, 0), "jobs_turn"),
        (sql.LEASES_OVER, (0.0,), "jobs_leased"),
        (sql.HOLD_WEBHOOKS, (1.0, 0.0, 10), "outbox_due"),
    ],
)
def test_a_queue_that_nobody_counted_is_read_by_its_index(postgres, statement, values, index):
    with contextlib.closing(servers.opened(postgres.new())) as database, database.transaction():
        database.run("SET LOCAL enable_seqscan = off")  # the tables are empty
        text = database.variant(statement)
        plan = "\n".join(row["QUERY PLAN"] for row in database.all("EXPLAIN " + text, *values))
    assert re.search(rf"Scan (Backward )?(using|on) {index} ", plan), plan


def test_a_server_that_is_not_there_is_a_sentence(tmp_path, monkeypatch):
    monkeypatch.setattr("mediaext.scale.postgres.CONNECTION_SECONDS", 0.1)
    url = f"postgresql://nobody@/none?host={tmp_path}&connect_timeout=1"
    with pytest.raises(LedgerUnavailable, match=r"The ledger at .*/none cannot be opened"):
        servers.opened(url)


def test_a_ledger_of_a_newer_version_is_refused(postgres):
    url = postgres.new()
    with contextlib.closing(servers.opened(url)) as database:
        database.run("INSERT INTO ledger_version VALUES (?)", 99)
    with pytest.raises(MediaError, match="newer mediaext"):
        servers.opened(url)


def test_an_address_that_is_none_is_a_sentence(tmp_path):
    with pytest.raises(MediaError, match="postgresql://USER@HOST/DATABASE"):
        open_shared(Settings(home=tmp_path, ledger="mysql://x"))


HEAVY = ("psycopg", "psycopg_pool", "s3fs", "aiobotocore", "botocore", "distributed", "asyncssh")


def test_nothing_of_it_is_imported_without_being_asked_for():
    code = (
        "import sys, mediaext, mediaext.cli, mediaext.service.app, mediaext.testing.running;"
        f"print([name for name in sys.modules if name.partition('.')[0] in {HEAVY} "
        "or name.startswith('mediaext.scale')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_notifications_fit_into_payloads():
    notifications = [
        Notification("progress", f"{n:032x}", {"message": "ä" * 300, "number": n})
        for n in range(100)
    ]
    sent = list(batches("me", notifications))
    assert all(len(text) < 8000 for text in sent)
    items = [item for text in sent for item in json.loads(text)[1]]
    assert [item[1] for item in items] == [one.subject for one in notifications]


def test_a_service_that_lost_its_lock_for_a_moment_is_not_gone(services):
    one = services()
    peers = PostgresPeers(one.database, ServerClock(one.database))
    assert peers.ended(["away"]) == []
    assert peers.ended(["other"]) == []
    assert peers.ended(["other", "away"]) == ["other"]


def test_a_ledger_moves_over_whole(postgres, tmp_path):
    home, url = tmp_path / "home", postgres.new()
    key = keys.add(home, "anna", "pro", credits=50)
    settings = Settings(home=home, engine="instant", plans={})
    with contextlib.closing(Service(settings)) as service:
        for number in range(6):
            request = GenerateSpeech(text=f"{number}", callback_url="https://hooks.example/x")
            user = "anna" if number < 4 else "ben"
            service.acceptor.accept(Caller(user, "pro"), request)
        for _ in range(2):
            job = service.ledger.claim(("instant|speech",), "me", "pod-1", 30)
            service.ledger.fail(job, "MODEL_ERROR", "It failed.")
        waiting = service.database.all("SELECT * FROM jobs WHERE status = 'queued'")
    counts = copy_ledger(home, url)
    assert (counts["jobs"], counts["outbox"], counts["keys"]) == (6, 2, 1)
    shared = settings.model_copy(update={"ledger": url})
    with contextlib.closing(Service(shared, ledger=open_shared(shared))) as service:
        assert service.keys.find(key) == Caller("anna", "pro")
        accounts = service.database.all("SELECT user, in_flight, credits FROM accounts")
        known = {row["user"]: (row["in_flight"], row["credits"]) for row in accounts}
        assert known == {"anna": (3, 47), "ben": (1, None)}
        service.acceptor.accept(Caller("carl", "pro"), GenerateSpeech(text="new"))
        claimed = []
        while job := service.ledger.claim(("instant|speech",), "me", "pod-1", 30):
            claimed.append(job.job_id)
        assert set(claimed) > {row["job_id"] for row in waiting}
        assert len(claimed) == 5
    with pytest.raises(MediaError, match="not empty"):
        copy_ledger(home, url)
