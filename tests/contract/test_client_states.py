"""Job states are true in every process, and a service that is down is noticed once."""

import logging
import multiprocessing
import os
import threading
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import httpx
import pytest
from hostile import Server, ok
from listening import listening

import mediaext
from mediaext.client import Session, jobs, limits
from mediaext.client.limits import CircuitBreaker, circuit_breaker
from mediaext.errors import Unreachable
from mediaext.grammar.commands import Jobs
from mediaext.job import JobRecord, Status, jobs_table
from mediaext.notebook.display.job_table import JobTable
from mediaext.operations import GenerateImage
from mediaext.testing import service


@pytest.fixture(scope="module")
def svc():
    with service() as running:
        yield running


@pytest.fixture(autouse=True)
def _quick(monkeypatch):
    monkeypatch.setattr("mediaext.client.pauses.BACKOFF", (0.01, 0.05))


def states(media):
    return media.jobs().set_index("job_id").status


def test_a_job_cancelled_from_another_process_is_cancelled_in_every_table(svc, tmp_path):
    media = mediaext.connect(svc.base_url, svc.key(), home=tmp_path)
    other = mediaext.connect(svc.base_url, svc.key(), home=tmp_path)
    job = media.submit(GenerateImage(prompt="sleep 30"))
    follower = jobs.followers(media.session)[job.job_id]

    assert other.attach(job.job_id).cancel()
    assert states(other)[job.job_id] == states(media)[job.job_id] == "cancelled"
    record = media.session.history.get(job.job_id)
    assert record.failure_reason_code == "CANCELLED"
    follower.save()  # it has not heard of it yet, and changes nothing
    assert states(media)[job.job_id] == "cancelled"
    context = SimpleNamespace(client=media)
    assert job.job_id in set(Jobs(status="cancelled").run(context).job_id)
    assert Jobs(status="failed").run(context).empty
    assert "CANCELLED" not in JobTable(media.records(), [None]).html()
    with pytest.raises(mediaext.PermanentFailure) as caught:
        job.result(30)
    assert "cancelled" in str(caught.value)
    assert "CANCELLED" not in str(caught.value)


def test_a_duration_leaves_pauses_out_in_every_table():
    noon = datetime(2026, 11, 20, 12, tzinfo=UTC)
    record = JobRecord(
        job_id="x",
        operation="image",
        status=Status.COMPLETED,
        submitted_at=noon,
        completed_at=noon + timedelta(hours=3),
        seconds=2.5,
    )
    assert "2.5 s" in JobTable([record], [None]).html()
    assert jobs_table([record])["duration"][0] == timedelta(seconds=2.5)


def test_another_process_is_not_told_how_a_worker_died(svc, caplog):
    """Processes share the ledger; how a job fares is told where it was submitted."""
    answer = httpx.post(f"{svc.base_url}/generate/speech/v1", json={"text": "crash"})
    job_id = answer.json()["job_id"]
    svc.wait_until(lambda: svc.service.ledger.get(job_id).status.terminal, 60)
    assert "worker" in svc.service.ledger.get(job_id).row["error"]
    told = [record for record in caplog.records if record.name.startswith("mediaext")]
    assert not [record for record in told if record.levelno >= logging.WARNING]


def test_a_chain_that_failed_before_it_was_asked_says_so_and_buys_nothing_twice(svc, tmp_path):
    media = mediaext.connect(svc.base_url, svc.key(), home=tmp_path)
    svc.faults.fail_next("INPUT_INVALID", "That is not a picture.")
    chain = media.chain(GenerateImage(prompt="once", seed=1)).start()
    svc.wait_until(chain.done, 60)

    with pytest.raises(mediaext.PermanentFailure, match="not a picture"):
        chain.result()
    assert len(media.records()) == 1
    assert chain.result().size == (8, 8)
    assert [record.status for record in media.records()] == [Status.COMPLETED, Status.FAILED]


def test_a_job_that_has_ended_is_not_cancelled(svc, tmp_path):
    media = mediaext.connect(svc.base_url, svc.key(), home=tmp_path)
    made = media.run(GenerateImage(prompt="done", seed=1))

    assert not media.attach(made.job.job_id).cancel()
    assert states(media)[made.job.job_id] == "completed"


def _submit_and_die(home):
    media = mediaext.connect(home=home)
    media.submit(GenerateImage(prompt="a red bicycle", seed=3))
    os._exit(9)


def test_a_job_whose_embedded_service_ended_is_paused_and_goes_on(tmp_path):
    child = multiprocessing.get_context("spawn").Process(target=_submit_and_die, args=(tmp_path,))
    child.start()
    child.join(120)
    media = mediaext.connect(home=tmp_path)
    (row,) = media.jobs().itertuples()

    assert row.status == "paused"
    assert f"%media attach {row.job_id} goes on" in row.error
    assert media.session.history.records()[0].state == "queued", "only told, not stored"

    (job,) = media.resume()
    assert job.result(120).size == (1024, 1024)
    (record,) = media.records()
    assert record.state == "completed"
    waited = (record.completed_at - record.submitted_at).total_seconds()
    assert 0 < record.seconds < waited, "the pause is left out"


def test_a_job_that_another_process_of_the_folder_completed_is_completed_in_every_table(tmp_path):
    """The embedded service of any process takes over the jobs that an ended one left."""
    media = mediaext.connect(home=tmp_path)
    (tmp_path / "other").mkdir()
    other = mediaext.Client(Session(media.session.gateway, folder=tmp_path / "other"))
    seen = other.run(GenerateImage(prompt="a boat", seed=3, width=64, height=64)).job
    facts = seen.model_dump(include={"job_id", "operation", "service", "request", "submitted_at"})
    media.session.history.save(JobRecord(**facts))

    (row,) = media.jobs().itertuples()
    assert (row.status, row.seed) == ("completed", 3)
    assert row.duration > timedelta(0)
    assert f"%media attach {row.job_id} fetches its result" in row.error
    assert len(media.jobs(status="completed")) == 1
    assert len(media.jobs(status="paused")) == 0
    assert len(media.jobs(status="queued")) == 0
    assert not media.attach(row.job_id).cancel(), "it has ended already"

    assert media.attach(row.job_id).result(60).size == (64, 64)
    (record,) = media.records()
    assert record.error is None
    assert record.duration == row.duration, "time in which nobody waited does not count"


@pytest.mark.parametrize("embedded", [True, False])
def test_an_interrupted_wait_says_what_becomes_of_the_job(svc, tmp_path, monkeypatch, embedded):
    def interrupt(future, timeout):
        raise KeyboardInterrupt

    if embedded:
        media = mediaext.connect(home=tmp_path)
    else:
        media = mediaext.connect(svc.base_url, svc.key(), home=tmp_path)
    job = media.submit(GenerateImage(prompt="a kitchen", seed=4, width=64, height=64))
    with monkeypatch.context() as patched:
        patched.setattr(jobs, "wait", interrupt)
        with pytest.raises(KeyboardInterrupt) as caught:
            job.result()
    (note,) = caught.value.__notes__
    assert f"attach('{job.job_id}')" in note
    assert ("pauses when the process ends" in note) == embedded
    job.result(60)


# a service that is down


def test_a_breaker_opens_after_failures_in_a_row_and_lets_probes_through(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(limits.time, "monotonic", lambda: now[0])
    breaker = CircuitBreaker("http://x")
    breaker.failed("refused")
    breaker.succeeded()
    for _ in range(limits.OPEN_AFTER):
        breaker.check()
        breaker.failed("refused")

    assert breaker.open
    with pytest.raises(Unreachable, match=r"No answer from http://x since .*refused.*in 1 s"):
        breaker.check()
    now[0] += limits.PROBE[0]
    breaker.check()  # the probe
    with pytest.raises(Unreachable):
        breaker.check()
    breaker.succeeded()
    breaker.check()
    assert not breaker.open


def test_a_service_that_is_down_is_asked_few_times_by_a_whole_batch(tmp_path):
    server = Server(lambda line, headers: [b""], close=True)  # hangs up on everybody
    with listening(server):
        media = mediaext.connect(server.url, "key", home=tmp_path, events=False, retries=0)
        batch = [GenerateImage(prompt="x", seed=seed) for seed in range(200)]
        errors = list(media.map(batch, on_error="return", concurrency=4))
        assert all(isinstance(error, Unreachable) for error in errors)
        assert circuit_breaker(server.url).open
        other = mediaext.connect(server.url, "key", home=tmp_path / "other", events=False)
        assert other.session.connection.breaker.open, "one for all sessions"
    assert server.connections < 60


def test_calls_pass_again_when_the_service_answers(tmp_path, monkeypatch):
    monkeypatch.setattr(limits, "PROBE", (0.05, 0.05))
    down = threading.Event()
    down.set()
    server = Server(lambda line, headers: [b"" if down.is_set() else ok(b"[]")], close=True)
    with listening(server):
        media = mediaext.connect(server.url, "key", home=tmp_path, events=False, retries=0)
        for _ in range(limits.OPEN_AFTER):
            with pytest.raises(Unreachable):
                media.profiles()
        assert media.session.connection.breaker.open
        down.clear()
        for _ in range(1000):
            try:
                assert media.profiles() == []
                break
            except Unreachable:
                threading.Event().wait(0.02)
        assert not media.session.connection.breaker.open


@pytest.mark.parametrize("kind", ["file", "read-only"])
def test_a_state_folder_that_cannot_be_made_is_a_sentence(tmp_path, kind):
    place = tmp_path / "home"
    if kind == "file":
        place.write_text("")
    else:
        place = "/proc/mediaext"
    with pytest.raises(mediaext.MediaError, match="state folder"):
        mediaext.connect(home=place)
