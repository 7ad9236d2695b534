import asyncio
import contextlib
import json

import httpx
import pytest
import websockets

import mediaext.testing

SPEECH = "/generate/speech/v1"


@pytest.fixture(scope="module")
def svc(tmp_path_factory):
    home = tmp_path_factory.mktemp("events")
    with mediaext.testing.service(home, require_key=True) as running:
        yield running


@pytest.fixture(scope="module")
def key(svc):
    return svc.key("anna")


def submit(svc, key, text):
    headers = {"X-API-Key": key}
    return httpx.post(svc.base_url + SPEECH, json={"text": text}, headers=headers).json()["job_id"]


def watch(svc, job_id, headers=None, first=None, limit=10_000):
    async def run():
        url = f"{svc.base_url.replace('http', 'ws')}/ws/jobs/{job_id}"
        frames = []
        async with websockets.connect(url, additional_headers=headers or {}) as socket:
            if first is not None:
                await socket.send(first)
            with contextlib.suppress(websockets.ConnectionClosed):
                while len(frames) < limit:
                    frames.append(json.loads(await socket.recv()))
        return frames, socket.close_code

    return asyncio.run(run())


def test_a_watcher_sees_a_snapshot_progress_and_the_end(svc, key):
    job_id = submit(svc, key, "sleep 0.2")
    frames, code = watch(svc, job_id, {"X-API-Key": key})
    kinds = [frame["type"] for frame in frames]
    assert kinds[0] == "status"
    assert kinds[-1] == "result"
    assert "progress" in kinds
    assert code == 1000
    assert [frame["seq"] for frame in frames] == sorted({frame["seq"] for frame in frames})
    assert {frame["job_id"] for frame in frames} == {job_id}
    assert frames[0]["data"]["status"] == "queued"
    assert frames[-1]["data"]["result_url"].startswith(svc.base_url)
    assert all(set(frame) == {"type", "job_id", "seq", "ts", "data"} for frame in frames)


def test_who_comes_late_or_again_sees_the_same_sequence(svc, key):
    job_id = submit(svc, key, "sleep 0.3")
    early, _ = watch(svc, job_id, {"X-API-Key": key}, limit=2)
    middle, _ = watch(svc, job_id, {"X-API-Key": key})
    late, _ = watch(svc, job_id, {"X-API-Key": key})
    again, _ = watch(svc, job_id, {"X-API-Key": key})
    assert early[-1]["seq"] <= middle[-1]["seq"] == late[-1]["seq"] == again[-1]["seq"]
    assert [frame["type"] for frame in late] == ["status", "result"]
    assert late[-1]["data"] == middle[-1]["data"]


def test_a_failed_job_ends_in_an_error_frame(svc, key):
    job_id = submit(svc, key, "raise it")
    frames, _ = watch(svc, job_id, {"X-API-Key": key})
    assert frames[-1]["type"] == "error"
    assert frames[-1]["data"]["failure_reason_code"] == "MODEL_ERROR"


def test_a_job_whose_worker_died_goes_on_rising(svc, key):
    job_id = submit(svc, key, "sleep 0.5")

    async def run():
        url = f"{svc.base_url.replace('http', 'ws')}/ws/jobs/{job_id}"
        seen = []
        async with websockets.connect(url, additional_headers={"X-API-Key": key}) as socket:
            async for text in socket:
                seen.append(json.loads(text))
                if len(seen) == 3:
                    await asyncio.to_thread(svc.faults.kill_pod)
        return seen

    seen = asyncio.run(run())
    assert seen[-1]["type"] == "result"
    numbers = [frame["seq"] for frame in seen]
    assert numbers == sorted(set(numbers))
    assert numbers[-1] > 2_000_000, "the second attempt stands above the first"


def test_the_key_may_come_in_a_first_message(svc, key):
    job_id = submit(svc, key, "x")
    frames, code = watch(svc, job_id, first=json.dumps({"api_key": key}))
    assert (frames[-1]["type"], code) == ("result", 1000)


@pytest.mark.parametrize(
    "first", ['{"api_key": "mx_no"}', "{}", "[]", "no json", '"x"', "[" * 4000, b"\x00"]
)
def test_without_a_valid_key_nothing_is_sent(svc, key, first):
    assert watch(svc, submit(svc, key, "x"), first=first) == ([], 4401)


def test_foreign_and_unknown_jobs_look_alike(svc, key):
    headers = {"X-API-Key": svc.key("ben")}
    assert watch(svc, submit(svc, key, "x"), headers) == ([], 4404)
    assert watch(svc, "nope", headers) == ([], 4404)
    assert watch(svc, "nope", {"X-API-Key": "mx_no"}) == ([], 4401)


def test_after_an_unknown_key_in_the_header_no_message_is_waited_for(svc, monkeypatch):
    monkeypatch.setattr("mediaext.service.job_socket._read", None)
    assert watch(svc, "nope", {"X-API-Key": "mx_no"}) == ([], 4401)


def test_a_flood_of_progress_costs_the_watcher_little(svc, key):
    job_id = submit(svc, key, "progress 5000")
    frames, _ = watch(svc, job_id, {"X-API-Key": key})
    assert frames[-1]["type"] == "result"
    assert len(frames) <= 5002


def follow(svc, key, messages, limit):
    """Say ``messages`` to the socket of many jobs; return the frames until as many have ended."""

    async def run():
        url = f"{svc.base_url.replace('http', 'ws')}/ws/jobs"
        frames, ended = [], 0
        async with websockets.connect(url, additional_headers={"X-API-Key": key}) as socket:
            for message in messages:
                await socket.send(message)
            with contextlib.suppress(websockets.ConnectionClosed):
                while ended < limit:
                    frames.append(json.loads(await socket.recv()))
                    ended += frames[-1]["type"] in ("result", "error", "unknown")
        return frames, socket.close_code

    return asyncio.run(run())


def test_one_socket_follows_many_jobs(svc, key):
    jobs = [submit(svc, key, "sleep 0.2") for _ in range(3)]
    jobs.append(submit(svc, key, "raise it"))
    frames, _ = follow(svc, key, [json.dumps({"follow": job}) for job in jobs], len(jobs))

    for job in jobs:
        own = [frame for frame in frames if frame["job_id"] == job]
        numbers = [frame["seq"] for frame in own]
        assert numbers == sorted(set(numbers))
        assert own[0]["type"] == "status"
        assert own[-1]["type"] == ("error" if job == jobs[-1] else "result")


def test_a_job_followed_after_its_end_is_reported_at_once(svc, key):
    job_id = submit(svc, key, "x")
    watch(svc, job_id, {"X-API-Key": key})
    frames, _ = follow(svc, key, [json.dumps({"follow": job_id})] * 2, 1)
    assert [frame["type"] for frame in frames] == ["status", "result"]


def test_foreign_and_unknown_jobs_are_reported_as_unknown(svc, key):
    foreign = submit(svc, svc.key("ben"), "x")
    asked = [json.dumps({"follow": job}) for job in (foreign, "nope")]
    frames, _ = follow(svc, key, asked, 2)
    assert [(frame["type"], frame["seq"]) for frame in frames] == [("unknown", 0)] * 2


@pytest.mark.parametrize(
    "message", ["no json", "{}", "[]", '{"follow": 3}', '{"follow": null}', b"\x00", "[" * 4000]
)
def test_a_message_that_is_not_understood_closes_the_socket(svc, key, message):
    assert follow(svc, key, [message], 1) == ([], 4400)


def test_no_more_jobs_than_the_bound_are_followed(svc, key, monkeypatch):
    monkeypatch.setattr("mediaext.service.job_socket.FOLLOWED", 2)
    jobs = [submit(svc, key, "sleep 1") for _ in range(3)]
    _, code = follow(svc, key, [json.dumps({"follow": job}) for job in jobs], 3)
    assert code == 4400
