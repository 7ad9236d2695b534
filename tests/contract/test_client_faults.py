"""The client when everything goes wrong: every job ends once, with its result or its reason."""

import contextlib
import logging
import multiprocessing
import os
import sqlite3
import time
from pathlib import Path

import pytest
from flaky import flaky

import mediaext
from mediaext.client import connection
from mediaext.client.jobs import JobFollower
from mediaext.errors import MediaError, ResultExpired, Unauthorized, Unreachable, WaitTimeout
from mediaext.operations import GenerateImage
from mediaext.testing import service


@pytest.fixture(scope="module")
def svc():
    with service() as running:
        yield running


@pytest.fixture(autouse=True)
def _quick(monkeypatch):
    monkeypatch.setattr("mediaext.client.pauses.BACKOFF", (0.01, 0.1))


@pytest.fixture
def media(svc, tmp_path):
    return mediaext.connect(svc.base_url, svc.key(), home=tmp_path)


def words(text: str, seed: int = 1) -> GenerateImage:
    return GenerateImage(prompt=text, seed=seed)


def jobs_made(svc) -> int:
    path = svc.settings.home / "ledger.sqlite3"
    with contextlib.closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT count(*) FROM jobs").fetchone()[0]


@pytest.mark.parametrize("code", ["MODEL_ERROR", "STORAGE_ERROR", "INTERNAL_ERROR", "TIMEOUT"])
def test_a_failure_that_may_pass_is_tried_again(svc, media, code):
    svc.faults.fail_next(code)

    picture = media.run(words(f"again after {code}"))

    assert picture.job.attempts == 2
    first = media.jobs(status="failed").iloc[0]
    assert first.failure_reason_code == code


def test_a_failure_that_stays_is_told_once(svc, media):
    svc.faults.fail_next("INPUT_INVALID", "That is not a picture.")

    with pytest.raises(
        mediaext.PermanentFailure, match=r"That is not a picture.*INPUT_INVALID"
    ) as caught:
        media.run(words("give up"))

    assert caught.value.retryable is False
    assert media.records()[0].attempts == 1


def test_without_retries_a_limit_is_told_at_once(svc, tmp_path):
    svc.faults.fail_next("CONCURRENT_JOBS_EXCEEDED")
    media = mediaext.connect(svc.base_url, svc.key("carl"), home=tmp_path, retries=0)

    with pytest.raises(mediaext.TemporaryFailure, match="CONCURRENT_JOBS_EXCEEDED"):
        media.run(words("no retries"))


def test_a_limit_halves_the_jobs_in_flight_and_is_tried_again(svc, media):
    before = media.limits
    svc.faults.fail_next("RATE_LIMIT_EXCEEDED")

    media.run(words("slower"))

    assert media.limits.halved == before.halved + 1
    assert media.limits.allowed < before.allowed


def test_running_out_of_credits_stops_the_whole_batch(svc, media):
    svc.faults.fail_next("INSUFFICIENT_CREDITS")
    before = jobs_made(svc)
    operations = [words("credits", seed) for seed in range(50)]

    with pytest.raises(mediaext.PermanentFailure) as caught:
        list(media.map(operations, concurrency=2, on_error="return"))

    assert caught.value.code == "INSUFFICIENT_CREDITS"
    assert jobs_made(svc) - before < 10


def test_a_dead_link_is_asked_for_again(svc, media):
    svc.faults.expire_links()

    assert media.run(words("dead link")).size == (8, 8)


def test_a_link_that_stays_dead_is_named(svc, tmp_path):
    def trouble(method, path, count):
        return "404" if path.startswith("/files") else ""

    with flaky(svc.base_url, trouble) as proxy:
        media = mediaext.connect(proxy.url, svc.key(), home=tmp_path, events=False)
        with pytest.raises(ResultExpired, match="limited time"):
            media.run(words("dead for good"))


TROUBLES = {
    "refused at first": lambda method, path, count: "refuse" if count == 1 else "",
    "500 on every first read": lambda m, p, count: "500" if m == "GET" and count == 1 else "",
    "503 on every first post": lambda m, p, count: "503" if m == "POST" and count == 1 else "",
    "junk status": lambda m, p, count: "junk" if "/status/" in p and count < 3 else "",
    "status lost": lambda m, p, count: "lose" if "/status/" in p and count < 3 else "",
    "status cut": lambda m, p, count: "cut" if "/status/" in p and count < 3 else "",
    "download cut": lambda m, p, count: "cut" if "/files" in p and count < 3 else "",
    "slow bodies": lambda m, p, count: "slow",
    "429 first": lambda m, p, count: "429" if count == 1 else "",
}


@pytest.mark.parametrize("name", TROUBLES)
def test_a_fault_on_the_way_costs_no_job_and_makes_none_twice(svc, tmp_path, name):
    trouble = TROUBLES[name]
    if name == "refused at first":  # a POST that may have arrived is not repeated

        def trouble(method, path, count):
            return "refuse" if method == "GET" and count == 1 else ""

    before = jobs_made(svc)
    with flaky(svc.base_url, trouble) as proxy:
        media = mediaext.connect(proxy.url, svc.key(), home=tmp_path, events=False)
        sizes = [p.size for p in media.map([words(name, seed) for seed in range(3)])]

    assert sizes == [(8, 8)] * 3
    assert jobs_made(svc) - before == 3


def test_a_result_that_is_slow_to_come_keeps_no_job_of_a_batch_from_beginning(svc, tmp_path):
    def trouble(method, path, count):
        posts = sum(count for (method, _), count in proxy.asked.items() if method == "POST")
        return "503" if path.startswith("/files") and posts < 2 else ""

    with flaky(svc.base_url, trouble) as proxy:
        media = mediaext.connect(proxy.url, svc.key(), home=tmp_path, events=False)
        batch = [words("slow to come", seed) for seed in range(3)]
        assert [picture.job.seed for picture in media.map(batch, concurrency=1)] == [0, 1, 2]


def test_a_batch_that_is_left_submits_nothing_more(svc, media):
    before = jobs_made(svc)
    results = media.map((words("left", seed) for seed in range(100)), concurrency=2)
    next(results)
    results.close()
    until = time.monotonic() + 30
    while (media.limits.in_flight or media.resume()) and time.monotonic() < until:
        time.sleep(0.01)

    assert jobs_made(svc) - before <= 2 + 2 + 1, "in flight, ended meanwhile, and the first"
    assert len(media.records(status="completed")) == jobs_made(svc) - before


@pytest.mark.parametrize("trouble", ["lose", "cut", "500"])
def test_a_submission_with_unknown_outcome_is_not_repeated(svc, tmp_path, trouble):
    def only_posts(method, path, count):
        return trouble if method == "POST" else ""

    with flaky(svc.base_url, only_posts) as proxy:
        media = mediaext.connect(proxy.url, svc.key(), home=tmp_path, events=False)
        with pytest.raises(MediaError) as caught:
            media.run(words(f"lost {trouble}"))
        posts = [count for (method, _), count in proxy.asked.items() if method == "POST"]

    assert posts == [1]
    if trouble == "lose":
        assert isinstance(caught.value, Unreachable)
        assert caught.value.maybe_submitted


@pytest.mark.parametrize("trouble", ["lose", "cut", "500"])
def test_it_is_repeated_once_the_service_is_seen_to_honour_tokens(svc, tmp_path, trouble):
    def second_post(method, path, count):
        return trouble if (method, count) == ("POST", 2) else ""

    before = jobs_made(svc)
    with flaky(svc.base_url, second_post) as proxy:
        media = mediaext.connect(proxy.url, svc.key(), home=tmp_path, events=False)
        pictures = [media.run(words(f"token {trouble}", seed)) for seed in range(3)]

    assert len({picture.job.job_id for picture in pictures}) == 3
    assert jobs_made(svc) - before == 3


def test_a_run_takes_up_a_job_whose_answer_was_lost(svc, tmp_path):
    lost = [True]

    def first_post(method, path, count):
        return "lose" if method == "POST" and lost.pop() else ""

    before = jobs_made(svc)
    operations = [GenerateImage(prompt="whatever comes")]
    with flaky(svc.base_url, first_post) as proxy:
        media = mediaext.connect(proxy.url, svc.key(), home=tmp_path, events=False)
        with pytest.raises(Unreachable):
            list(media.map(operations, run="night-1"))
        lost.append(False)
        (picture,) = media.map(operations, run="night-1")

    assert picture.size == (8, 8)
    assert jobs_made(svc) - before == 1


def test_the_same_token_is_the_same_job(svc, media):
    anew = GenerateImage(prompt="sleep 0.2")

    jobs = [media.submit(anew, token="one") for _ in range(2)]
    other = media.submit(anew, token="two")

    assert jobs[0].job_id == jobs[1].job_id != other.job_id
    assert jobs[0].result() is jobs[1].result()


def test_a_failed_job_makes_way_for_another_with_its_token(svc, media):
    svc.faults.fail_next("INPUT_INVALID", "That is not a picture.")
    first = media.submit(words("token of a failure"), token="again")
    assert first.wait(20)

    second = media.submit(words("token of a failure"), token="again")

    assert second.result().size == (8, 8)
    assert second.job_id != first.job_id


def test_a_token_too_long_is_refused_with_a_sentence(media):
    with pytest.raises(mediaext.InvalidRequest, match="1 to 255 characters"):
        media.submit(words("long token"), token="x" * 256)


def test_no_service_at_all_is_a_sentence(tmp_path):
    media = mediaext.connect("http://127.0.0.1:9", "key", home=tmp_path)

    with pytest.raises(Unreachable, match="No answer from"):
        media.image("x")


def test_a_wait_that_is_over_leaves_the_job_running(svc, media):
    job = media.submit(words("sleep 1.0"))

    with pytest.raises(WaitTimeout, match=f"attach\\('{job.job_id}'\\)"):
        job.result(timeout=0.05)

    assert job.wait(0.05) is False
    assert media.attach(job.job_id).result().size == (8, 8)


def test_a_cancelled_job_says_so(svc, media):
    job = media.submit(words("sleep 30"))

    assert job.cancel()
    with pytest.raises(mediaext.PermanentFailure) as caught:
        job.result(timeout=20)
    assert caught.value.code == "CANCELLED"


def test_jobs_of_a_dead_client_are_resumed(svc, tmp_path):
    context = multiprocessing.get_context("spawn")
    child = context.Process(target=_submit_and_die, args=(svc.base_url, tmp_path))
    child.start()
    child.join(60)

    media = mediaext.connect(svc.base_url, home=tmp_path)
    (job,) = media.resume()

    assert job.result(timeout=20).size == (8, 8)
    assert media.resume() == []


def _submit_and_die(base_url, home):
    mediaext.connect(base_url, home=home).submit(words("sleep 0.5"))
    os._exit(9)


def test_a_wrong_key_is_a_sentence(tmp_path):
    with service(require_key=True) as strict:
        media = mediaext.connect(strict.base_url, "wrong", home=tmp_path)
        with pytest.raises(Unauthorized, match="MEDIAEXT_API_KEY"):
            media.image("x")


def test_a_late_answer_does_not_put_off_the_next_status_read(svc, tmp_path, monkeypatch):
    read = JobFollower.read

    async def late(follower):
        state = await read(follower)
        if state.status.terminal:
            follower.started -= 1000  # as if the answer had taken so many seconds
        return state

    monkeypatch.setattr(JobFollower, "read", late)
    media = mediaext.connect(svc.base_url, svc.key(), home=tmp_path, events=False)
    media.run(words("late", 1))

    assert media.session.usual_seconds("image") < 100


def test_the_key_goes_to_the_services_own_routes_alone(svc, tmp_path, caplog):
    caplog.set_level(logging.DEBUG)
    key = svc.key()
    with flaky(svc.base_url, lambda method, path, count: "") as proxy:
        media = mediaext.connect(proxy.url, key, home=tmp_path, events=False)
        media.sd3_5("x", negative_prompt="y", num_inference_steps=1, samples=2, guidance_scale=1.0)
        media.image("x", seed=3)

    downloads = [h for h in proxy.headers if h[""].startswith("/files")]
    others = [h for h in proxy.headers if not h[""].startswith("/files")]
    assert len(downloads) == 3
    assert all(key not in h.values() for h in downloads)
    assert all(key in (h.get("x-api-key"), h.get("api-key")) for h in others)
    assert key not in caplog.text
    assert key not in repr(media)


def test_the_older_endpoints_speak_through_the_same_job(media):
    picture = media.sd3_5(
        "x", negative_prompt="y", num_inference_steps=1, samples=2, guidance_scale=1.0
    )

    assert [sample.size for sample in picture.samples] == [(8, 8), (8, 8)]


def test_events_bring_progress_and_the_end(svc, media):
    heard = []
    job = media.submit(words("sleep 0.5"))
    job.on_change(lambda changed: heard.append(changed.progress.message))
    job.result(timeout=20)

    assert "sleeping" in heard


def test_a_webhook_is_taken_once_and_only_for_known_jobs(svc, media):
    import json
    import urllib.error
    import urllib.request

    receiver = mediaext.webhook_receiver()

    def deliver(job_id: str, event: str) -> int:
        body = json.dumps({"job_id": job_id, "status": "completed"}).encode()
        request = urllib.request.Request(receiver.url, body, {"webhook-id": event})
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return answer.status
        except urllib.error.HTTPError as error:
            with error:
                return error.code

    with receiver:
        job = media.submit(words("sleep 1.5"))
        assert deliver("unknown", "1") == 404
        assert deliver(job.job_id, "2") == 204
        assert deliver(job.job_id, "2") == 409
        job.cancel()


def test_only_signed_webhooks_count_where_a_secret_is_set(svc):
    import base64
    from datetime import UTC, datetime

    from standardwebhooks import Webhook

    from mediaext.protocol import verify_webhook

    secret = "whsec_" + base64.b64encode(b"k" * 24).decode()
    now, body = datetime.now(UTC), '{"job_id": "1"}'
    headers = {
        "webhook-id": "1",
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": Webhook(secret).sign("1", now, body),
    }

    assert verify_webhook(headers, body.encode(), secret)
    assert not verify_webhook(headers, b"other", secret)
    assert not verify_webhook(headers, body.encode(), secret, now.timestamp() + 301)
    assert not verify_webhook({}, body.encode(), secret)


def _colours(media, seeds) -> list:
    """Return a pixel of each picture; the engine paints a colour a seed."""
    return [media.run(words("fork", seed), fresh=True).to_numpy()[0, 0].tolist() for seed in seeds]


def _ask(media, seeds, pipe):
    pipe.send(_colours(media, seeds))


@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
@pytest.mark.parametrize("rounds", [2, pytest.param(100, marks=pytest.mark.chaos)])
def test_forked_workers_never_get_each_others_answers(svc, media, tmp_path_factory, rounds):
    apart = mediaext.connect(svc.base_url, svc.key(), home=tmp_path_factory.mktemp("apart"))
    seeds = [range(10 * worker, 10 * worker + 10) for worker in range(3)]
    right = [_colours(apart, some) for some in seeds]
    assert len({tuple(colour) for some in right for colour in some}) == 30

    context = multiprocessing.get_context("fork")
    for _ in range(rounds):
        media.run(words("warm"), fresh=True)
        children = []
        for some in seeds:
            ours, theirs = context.Pipe()
            child = context.Process(target=_ask, args=(media, some, theirs))
            child.start()
            children.append((child, ours))
        assert all(ours.poll(60) for _, ours in children)
        assert [ours.recv() for _, ours in children] == right
        for child, _ in children:
            child.join(20)
            assert child.exitcode == 0


def test_the_http_library_is_known_to_one_module():
    folder = Path(connection.__file__).parent.parent
    importers = [
        path.name for path in folder.rglob("client/*.py") if "import httpx" in path.read_text()
    ]

    assert importers == ["connection.py"]
