"""Several front ends on one ledger: any of them answers, one of them does the chores."""

import contextlib

import httpx
import pytest
import websockets.exceptions
from webhook_receiver import receiving

import mediaext.testing
from tests.front_ends import IMAGE, SPEECH, FrontEnds, ask, finish, status, submit, watch

pytest.importorskip("psycopg", reason="psycopg is not installed: the extra [scale]")


@pytest.fixture
def front_end(postgres, tmp_path):
    """A function that makes a front end on one ledger, with a folder of its own, to enter."""
    url = postgres.new()
    homes = iter(range(100))

    def make(**choices):
        home = tmp_path / f"home-{next(homes)}"
        choices = {"ledger": url, "blobs": str(tmp_path / "media"), **choices}
        return mediaext.testing.service(home, **choices)

    return make


@pytest.fixture
def front_ends(front_end):
    """A function that starts front ends on one ledger; they run until the test has ended."""
    with contextlib.ExitStack() as stack:
        yield lambda **choices: stack.enter_context(front_end(**choices))


def test_one_takes_the_request_another_makes_it_any_serves_it(front_ends):
    front = front_ends(pods=0, speech_pods=0)
    back = front_ends(name="back", pods=1, speech_pods=0)
    job_id = submit(front, "a fox", IMAGE)
    ended = finish(front, job_id, IMAGE)
    assert ended["status"] == "completed"
    assert front.service.ledger.get(job_id).pod == "back-pod-1"
    path = ended["result_url"].removeprefix(front.base_url)
    answers = [httpx.get(svc.base_url + path) for svc in (front, back)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].content == answers[1].content


def test_progress_and_end_come_to_the_socket_of_another(front_ends):
    front = front_ends(pods=0, speech_pods=0)
    back = front_ends(name="back", pods=0, speech_pods=1)
    finish(front, submit(front))  # the worker is warm
    job_id = submit(front, "sleep 0.3")
    kinds = [frame["type"] for frame, _ in watch(front.base_url, job_id)]
    assert kinds[0] == "status"
    assert "progress" in kinds
    assert kinds[-1] == "result"
    numbers = [frame["seq"] for frame, _ in watch(back.base_url, job_id)]
    assert numbers == sorted(set(numbers))


def test_a_cancel_reaches_the_pod_of_another(front_ends):
    front = front_ends(pods=0, speech_pods=0)
    back = front_ends(name="back", pods=0, speech_pods=1)
    job_id = submit(front, "sleep 60")
    back.wait_until(lambda: back.service.supervisor.progress(job_id), 30)
    httpx.delete(f"{front.base_url}{SPEECH}/status/{job_id}")
    back.wait_until(lambda: back.service.supervisor.progress(job_id) is None, 5)
    assert status(back, job_id)["failure_reason_code"] == "CANCELLED"
    assert finish(front, submit(front))["status"] == "completed"


@pytest.fixture
def receiver():
    with receiving() as server:
        yield server


def test_each_webhook_is_sent_once_by_any_front_end(front_ends, receiver):
    several = [front_ends(name=f"n{number}", pods=0, speech_pods=1) for number in range(3)]
    jobs = [submit(several[n % 3], f"{n}", callback_url=receiver.url) for n in range(12)]
    for job_id in jobs:
        assert finish(several[0], job_id)["status"] == "completed"
    several[0].wait_until(lambda: len(receiver.got) >= 12)
    outbox = several[0].service.database.all("SELECT webhook_id, state, tries FROM outbox")
    several[0].wait_until(
        lambda: (
            {row["state"] for row in several[0].service.database.all("SELECT state FROM outbox")}
            == {"delivered"}
        )
    )
    assert {name: len(got) for name, got in receiver.bodies.items()} == {
        row["webhook_id"]: 1 for row in outbox
    }


def test_one_leads_and_another_takes_over_when_it_has_left(front_end, front_ends):
    with front_end() as first:
        second = front_ends()
        assert [svc.service.peers.leads for svc in (first, second)] == [True, False]
        assert b"mediaext_jobs_open" not in [
            line.partition(b"{")[0] for line in second.service.metrics.render().splitlines()
        ]
    second.wait_until(lambda: second.service.peers.leads, 30)


def test_the_jobs_of_a_killed_front_end_are_taken_over(front_ends, tmp_path):
    survivor = front_ends(pods=0, speech_pods=0)
    url, options = survivor.settings.ledger, ["--blobs", survivor.settings.blobs, "--pods", "1"]
    with contextlib.closing(FrontEnds(url, tmp_path, 1, *options)) as others:
        job_id = submit(survivor, "sleep 4")
        survivor.wait_until(
            lambda: survivor.service.ledger.get(job_id).row["status"] == "leased", 60
        )
        assert survivor.service.ledger.get(job_id).pod == "node0-speech-1"
        others.end(0)
        survivor.wait_until(
            lambda: survivor.service.ledger.get(job_id).row["status"] == "queued", 20
        )
        another = front_ends(name="another", pods=0, speech_pods=1)
        assert finish(another, job_id)["status"] == "completed"
        job = survivor.service.ledger.get(job_id)
        assert (job.attempts, job.deaths) == (2, 0)


def test_a_pin_to_a_pod_that_no_front_end_has_is_refused_at_once_by_any(front_ends):
    front = front_ends(pods=0, speech_pods=0)
    waiting = submit(front, "a fox", IMAGE, server_id="back-pod-1")  # nobody has pods yet
    back = front_ends(name="back", pods=1, speech_pods=0)
    front_ends(name="other", pods=1, speech_pods=0, engine="classical")
    pods = {"back-pod-1", "other-pod-1"}
    front.wait_until(lambda: front.service.presence.pods().keys() == pods)
    for svc in (front, back):
        for name in ("back-pod-2", "other-pod-1"):  # whose engine is another
            answer = ask(svc, "a fox", IMAGE, server_id=name)
            assert answer.status_code == 422
            [problem] = answer.json()["detail"]
            assert problem["msg"].endswith(f"There is no pod '{name}'; pods: back-pod-1.")
    for job_id in (waiting, submit(front, "a fox", IMAGE, server_id="back-pod-1")):
        assert finish(front, job_id, IMAGE)["status"] == "completed"


def test_a_server_that_crashes_and_comes_back_loses_no_job(front_ends, postgres):
    front = front_ends(pods=0, speech_pods=0)
    front_ends(name="back", pods=0, speech_pods=2)
    jobs = [submit(front, f"sleep 0.{n % 3}") for n in range(10)]
    finish(front, jobs[0])
    postgres.kill()
    refused = httpx.post(front.base_url + SPEECH, json={"text": "x"}, timeout=60)
    assert refused.status_code == 503
    with pytest.raises(websockets.exceptions.ConnectionClosedError) as closed:
        list(watch(front.base_url, jobs[0]))
    assert closed.value.rcvd.code == 1013
    assert httpx.get(front.base_url + "/health").status_code == 200
    assert httpx.get(front.base_url + "/ready", timeout=60).status_code == 503
    postgres.start()
    front.wait_until(
        lambda: httpx.get(front.base_url + "/ready", timeout=60).status_code == 200, 60
    )
    for job_id in [*jobs, submit(front)]:
        assert finish(front, job_id)["status"] == "completed"
    row = front.service.database.one("SELECT SUM(in_flight) AS open FROM accounts")
    assert row["open"] == 0
