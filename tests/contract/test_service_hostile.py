"""Hostile callers over real sockets, silent, slow or large; others are served meanwhile."""

import base64
import contextlib
import io
import itertools
import json
import random
import socket
import threading
import time
from pathlib import Path

import httpx
import PIL.Image
import pytest
import websockets.sync.client

import mediaext.testing
from mediaext.protocol import UPLOAD_PATH
from mediaext.service import middleware, server
from mediaext.service.events import SocketLimits

IMAGE = "/generate/image/v1"
VOICE = "/identity/voice/clone/v1"
UPSCALE = "/upscale/image/v1"
PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC"
)


@pytest.fixture(scope="module")
def svc(tmp_path_factory):
    home = tmp_path_factory.mktemp("hostile")
    with mediaext.testing.service(home, require_key=True) as running:
        yield running


@pytest.fixture
def web(svc):
    headers = {"X-API-Key": svc.key("anna")}
    with httpx.Client(base_url=svc.base_url, headers=headers, timeout=60) as client:
        yield client


def connected(svc):
    return socket.create_connection(("127.0.0.1", int(svc.base_url.rpartition(":")[2])), 30)


def received(one):
    """Everything that comes until the other side closes."""
    parts = []
    with contextlib.suppress(ConnectionResetError):
        while part := one.recv(4096):
            parts.append(part)
    return b"".join(parts)


def post_head(svc, key, path, length):
    return (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: {key}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
    ).encode()


def healthy(svc, seconds=5):
    start = time.monotonic()
    assert httpx.get(svc.base_url + "/health", timeout=seconds).status_code == 200
    return time.monotonic() - start


def media_files(svc):
    return sorted(path for path in (svc.settings.home / "blobs").rglob("*") if path.is_file())


def data_url(content):
    return "data:audio/wav;base64," + base64.b64encode(content).decode()


# Connections


def test_silent_connections_keep_nobody_out(tmp_path, monkeypatch):
    monkeypatch.setattr(server, "MOST_CONNECTIONS", 50)
    with mediaext.testing.service(tmp_path) as svc:
        crowd = [connected(svc) for _ in range(200)]
        try:
            healthy(svc)
            svc.wait_until(lambda: len(svc._server.server_state.connections) <= 50)
            crowd[-1].sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert crowd[-1].recv(100).startswith(b"HTTP/1.1 200"), "the newest ones stay"
        finally:
            for one in crowd:
                one.close()


@pytest.mark.parametrize("said", [b"", b"GET /hea", b"GET /health HTTP/1.1\r\nX-Long: "])
def test_a_request_that_does_not_begin_is_not_waited_for(tmp_path, monkeypatch, said):
    monkeypatch.setattr(server, "HEAD_SECONDS", 0.2)
    with mediaext.testing.service(tmp_path) as svc, connected(svc) as one:
        one.sendall(said)
        assert received(one) == b""


def test_a_second_request_that_does_not_begin_is_not_waited_for(tmp_path, monkeypatch):
    monkeypatch.setattr(server, "HEAD_SECONDS", 0.2)
    with mediaext.testing.service(tmp_path) as svc, connected(svc) as one:
        one.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\nGET /hea")
        assert received(one).startswith(b"HTTP/1.1 200")


def test_a_long_answer_is_not_cut(tmp_path, monkeypatch):
    monkeypatch.setattr(server, "HEAD_SECONDS", 0.1)
    with mediaext.testing.service(tmp_path) as svc:
        job_id = httpx.post(svc.base_url + IMAGE, json={"prompt": "sleep 1"}).json()["job_id"]
        url = f"{svc.base_url.replace('http', 'ws')}/ws/jobs/{job_id}"
        with websockets.sync.client.connect(url) as watcher:
            frames = [json.loads(frame)["type"] for frame in watcher]
        assert frames[-1] == "result"


@pytest.mark.parametrize(
    ("begin", "more"),
    [
        (b"GET /", b"x" * 10_000),
        (b"GET /health HTTP/1.1\r\nX-Long: ", b"x" * 10_000),
        (b"GET /health HTTP/1.1\r\n", b"X-Short: x\r\n" * 1000),
        (
            b"POST /upload/image/v1 HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n"
            b"\r\n0\r\n",
            b"X-Short: x\r\n" * 1000,
        ),
        (
            b"POST /upload/image/v1 HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n"
            b"\r\n1;",
            b"x" * 10_000,
        ),
    ],
    ids=["path", "value", "headers", "trailers", "extension"],
)
def test_a_head_without_end_is_not_kept(svc, monkeypatch, begin, more):
    monkeypatch.setattr(server, "HEAD_SECONDS", 600)
    monkeypatch.setattr(middleware, "BODY_GRACE", 600)
    with connected(svc) as one, pytest.raises(ConnectionError):
        send_all(one, [begin, *itertools.repeat(more, 10_000)])


def send_all(one, pieces):
    for piece in pieces:
        one.sendall(piece)


def test_a_body_in_very_small_pieces_is_read(web):
    text = json.dumps({"text": "x" * 20_000}).encode()
    pieces = (text[i : i + 1] for i in range(len(text)))
    headers = {"content-type": "application/json"}
    assert web.post("/generate/speech/v1", content=pieces, headers=headers).status_code == 200


def request_large_file(svc, one):
    """Ask for a file of 16 MB, and read the beginning alone."""
    noise = io.BytesIO()
    pixels = random.Random(1).randbytes(16_000_000)
    PIL.Image.frombytes("L", (4000, 4000), pixels).save(noise, "PNG", compress_level=0)
    files = {"file": ("noise.png", noise.getvalue())}
    link = httpx.post(svc.base_url + UPLOAD_PATH, files=files, timeout=60).json()["url"]
    path = link.removeprefix(svc.base_url)
    one.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    assert one.recv(100).startswith(b"HTTP/1.1 200")


def test_a_reader_that_takes_nothing_is_not_waited_for(tmp_path, monkeypatch):
    monkeypatch.setattr(server, "SEND_SECONDS", 0.2)
    with mediaext.testing.service(tmp_path) as svc, connected(svc) as one:
        request_large_file(svc, one)
        svc.wait_until(lambda: not svc._server.server_state.tasks, 60)
        assert len(received(one)) < 16_000_000


def test_a_stop_closes_a_connection_whose_reader_takes_nothing(tmp_path):
    with contextlib.ExitStack() as stack:
        with mediaext.testing.service(tmp_path) as svc:
            svc._server.config.timeout_graceful_shutdown = 0
            one = stack.enter_context(connected(svc))
            request_large_file(svc, one)
        assert len(received(one)) < 16_000_000


def test_a_body_that_stands_still_is_not_waited_for(svc, monkeypatch):
    monkeypatch.setattr(middleware, "BODY_GRACE", 0.2)
    with connected(svc) as one:
        one.sendall(post_head(svc, svc.key("sloth"), IMAGE, 1000) + b'{"prompt": "')
        assert one.recv(4096).startswith(b"HTTP/1.1 408")


def test_sockets_of_one_user_and_of_all_are_bounded(svc, monkeypatch):
    monkeypatch.setattr(svc.service, "sockets", SocketLimits(most=4, most_of_user=2))
    url = f"{svc.base_url.replace('http', 'ws')}/ws/jobs"

    def opened(user):
        headers = {"X-API-Key": svc.key(user)}
        return websockets.sync.client.connect(url, additional_headers=headers)

    def closed(watcher):
        with pytest.raises(websockets.ConnectionClosed) as caught:
            watcher.recv(timeout=30)
        return caught.value.rcvd.code

    with opened("greedy"), opened("greedy"):
        svc.wait_until(lambda: svc.service.sockets._users["greedy"] == 2)
        with opened("greedy") as third:
            assert closed(third) == 1013
        svc.wait_until(lambda: svc.service.sockets._open == 2)
        with opened("other"), opened("other"):
            svc.wait_until(lambda: svc.service.sockets._users["other"] == 2)
            with opened("late") as fifth:
                assert closed(fifth) == 1013
    svc.wait_until(lambda: svc.service.sockets._open == 0)
    assert not +svc.service.sockets._users


# Bodies


def test_large_bodies_at_once_leave_others_served(svc, web):
    body = json.dumps({"text": "x", "reference_voice_url": data_url(bytes(15_000_000))}).encode()
    answers = []

    def send():
        headers = {"X-API-Key": svc.key("large"), "content-type": "application/json"}
        answer = httpx.post(svc.base_url + VOICE, content=body, headers=headers, timeout=120)
        answers.append(answer.status_code)

    crowd = [threading.Thread(target=send) for _ in range(6)]
    for one in crowd:
        one.start()
    while any(one.is_alive() for one in crowd):
        healthy(svc)
    assert answers == [200] * 6


@pytest.mark.parametrize(
    "body",
    [
        b'{"prompt": "x", "palette": [' + b"1," * 20_000_000 + b"1]}",
        b'{"prompt": "' + b"x" * 40_000_000 + b'"}',
        b'{"prompt": "x", "a": "' + b'data:", "data:' * 3_000_000 + b'"}',
        b"[" * 40_000_000,
        b'{"prompt": "data:x;base64,' + b"x" * 40_000_000 + b'"}',
    ],
    ids=["numbers", "text", "marks", "deep", "media in the prompt"],
)
def test_a_large_body_without_media_is_refused_at_once(svc, web, body):
    headers = {"content-type": "application/json"}
    start = time.monotonic()
    answer = web.post("/edit/image/v1", content=body, headers=headers)
    assert answer.status_code == 422, answer.text[:300]
    assert answer.json()["detail"][0]["loc"] == ["body"]
    assert time.monotonic() - start < 20
    assert len(answer.content) < 10_000
    healthy(svc)


def test_a_thousand_wrong_fields_give_a_short_answer(web):
    answer = web.post(IMAGE, json={"prompt": "x", **{f"f{n}": n for n in range(20_000)}})
    assert answer.status_code == 422
    assert len(answer.json()["detail"]) == 100


def test_room_for_bodies_is_shared_between_users(svc, monkeypatch):
    monkeypatch.setattr(middleware, "ROOM_SECONDS", 0.2)
    limit = svc.settings.body_limit
    with connected(svc) as first, connected(svc) as second:
        first.sendall(post_head(svc, svc.key("hog"), VOICE, limit) + b"{")
        svc.wait_until(lambda: svc.service.app.room._held["hog"] == limit)
        second.sendall(post_head(svc, svc.key("hog"), VOICE, limit) + b"{")
        assert second.recv(4096).startswith(b"HTTP/1.1 503")
        headers = {"X-API-Key": svc.key("other")}
        body = {"text": "x", "reference_voice_url": data_url(bytes(100_000))}
        assert httpx.post(svc.base_url + VOICE, json=body, headers=headers).status_code == 200
    svc.wait_until(lambda: not svc.service.app.room._held)


@pytest.mark.parametrize("escaped", [False, True])
def test_media_in_a_body_arrives_as_it_was_sent(svc, web, escaped):
    content = bytes(range(256)) * 400
    text = json.dumps({"text": "sleep 30", "reference_voice_url": data_url(content)})
    text = text.replace("/", "\\/") if escaped else text
    before = set(media_files(svc))
    headers = {"content-type": "application/json"}
    job_id = web.post(VOICE, content=text, headers=headers).json()["job_id"]
    [path] = set(media_files(svc)) - before
    assert path.read_bytes() == content
    row = svc.service.ledger.get(job_id)
    assert row.body["reference_voice_url"] == "data:audio/wav;base64"
    web.delete(f"{VOICE}/status/{job_id}")


# Media without a job


def test_a_request_that_comes_to_be_no_job_leaves_no_file(svc, web):
    large = data_url(bytes(300_000))
    before = media_files(svc)
    body = {"text": "x", "reference_voice_url": large}
    for bad in (
        {"server_id": "pod-99"},
        {"callback_url": "ftp://x"},
        {"reference_voice_url": large[:-4] + "=x=="},
        {"reference_voice_url": large.replace(";base64", "")},
        {"exaggeration": 7},
    ):
        assert web.post(VOICE, json=body | bad).status_code == 422, bad
    headers = {"Idempotency-Key": "x" * 256}
    assert web.post(VOICE, json=body, headers=headers).status_code == 422
    assert media_files(svc) == before


def test_a_repeated_token_stores_nothing_again(svc, web):
    voice = b"RIFF\0\0\0\0WAVEfmt " + bytes(300_000)
    body = {"text": "sleep 30", "reference_voice_url": data_url(voice)}
    headers = {"Idempotency-Key": "again"}
    job_id = web.post(VOICE, json=body, headers=headers).json()["job_id"]
    stored = media_files(svc)
    for _ in range(3):
        assert web.post(VOICE, json=body, headers=headers).json()["job_id"] == job_id
    assert media_files(svc) == stored
    web.delete(f"{VOICE}/status/{job_id}")


def test_a_job_beyond_the_limits_keeps_no_media(tmp_path):
    with mediaext.testing.service(tmp_path, plans={"pro": {"in_flight": 0}}) as svc:
        headers = {"X-API-Key": svc.key("poor", "pro")}
        body = {"text": "x", "reference_voice_url": data_url(bytes(300_000))}
        job_id = httpx.post(svc.base_url + VOICE, json=body, headers=headers).json()["job_id"]
        assert svc.service.ledger.get(job_id).code == "CONCURRENT_JOBS_EXCEEDED"
        assert media_files(svc) == []


# Tokens


def test_a_token_names_one_request_alone(svc, web):
    headers = {"Idempotency-Key": "mine"}
    first = web.post(IMAGE, json={"prompt": "sleep 30"}, headers=headers).json()["job_id"]
    other = web.post(IMAGE, json={"prompt": "sleep 31"}, headers=headers)
    assert other.status_code == 422
    assert other.json()["detail"][0]["loc"] == ["header", "idempotency-key"]
    delivery = {"prompt": "sleep 30", "callback_url": "https://hooks.example/x"}
    assert web.post(IMAGE, json=delivery, headers=headers).json()["job_id"] == first
    web.delete(f"{IMAGE}/status/{first}")


def test_the_same_picture_uploaded_again_is_the_same_request(svc, web):
    def link(content=PNG):
        return web.post("/upload/image/v1", files={"file": ("x.png", content)}).json()["url"]

    def ask(**body):
        return web.post(UPSCALE, json=body, headers={"Idempotency-Key": "picture"})

    first = ask(input_image=link()).json()["job_id"]
    assert ask(input_image=link()).json()["job_id"] == first
    inline = "data:image/png;base64," + base64.b64encode(PNG).decode()
    assert ask(input_image=inline).json()["job_id"] == first
    assert ask(input_image="https://media.example/other.png").status_code == 422


# Rates and profiles


def test_uploads_and_profiles_have_the_rate_of_the_plan(tmp_path):
    with mediaext.testing.service(tmp_path, plans={"pro": {"rate": 60, "burst": 2}}) as svc:
        svc.clock.freeze()
        headers = {"X-API-Key": svc.key("busy", "pro")}
        with httpx.Client(base_url=svc.base_url, headers=headers) as web:
            file = {"file": ("x.png", PNG)}
            assert web.post("/upload/image/v1", files=file).status_code == 200
            assert web.post("/profiles/v1", json={"name": "x"}).status_code == 200
            refused = web.post("/upload/image/v1", files=file)
            assert (refused.status_code, refused.headers["retry-after"]) == (429, "1")
            assert web.post("/profiles/v1", json={"name": "x"}).status_code == 429
            svc.advance(1)
            assert web.post("/upload/image/v1", files=file).status_code == 200
            assert web.post(IMAGE, json={"prompt": "x"}).status_code == 200


def test_profiles_are_bounded_in_size_and_number(svc, web, monkeypatch):
    for body in ({"description": "d" * 100_000}, {"extra_params": {"x": ["y"] * 30_000}}):
        answer = web.post("/profiles/v1", json={"name": "x", **body})
        assert answer.status_code == 422
        assert "larger than" in answer.json()["detail"][0]["msg"]
    monkeypatch.setattr("mediaext.service.profiles.PROFILES", 1)
    assert web.post("/profiles/v1", json={"name": "one"}).status_code == 200
    assert web.post("/profiles/v1", json={"name": "two"}).status_code == 422


# Storage


def test_files_are_their_owners_alone_in_any_folder(tmp_path):
    home = tmp_path / "open"
    for folder in (home, home / "blobs", home / "owners", home / "log"):
        folder.mkdir(mode=0o755)
    with mediaext.testing.service(home) as svc:
        body = {"text": "x", "reference_voice_url": data_url(b"RIFF\0\0\0\0WAVEfmt ")}
        job_id = httpx.post(svc.base_url + VOICE, json=body).json()["job_id"]
        httpx.post(svc.base_url + "/upload/image/v1", files={"file": ("x.png", PNG)})
        svc.wait_until(lambda: svc.service.ledger.get(job_id).status.terminal, 60)
        files = [path for path in home.rglob("*") if path.is_file()]
        assert {path.parent.name for path in files} >= {"open", "log", "owners", "secrets"}
        assert [path for path in files if path.stat().st_mode & 0o077] == []


def test_a_full_disk_is_told_in_a_sentence(tmp_path):
    with mediaext.testing.service(tmp_path) as svc:
        pages = svc.service.database.one("PRAGMA page_count")[0]
        svc.service.database.run(f"PRAGMA max_page_count = {pages}")
        profile = {"name": "x", "description": "d" * 60_000}
        for path, body in (("/profiles/v1", profile), (IMAGE, {"prompt": "p" * 60_000})):
            answer = httpx.post(svc.base_url + path, json=body)
            assert answer.status_code == 503
            assert "full" in answer.json()["detail"]
        healthy(svc)


def test_a_pin_to_a_pod_that_is_not_there_is_refused_at_once(web):
    answer = web.post(IMAGE, json={"prompt": "x", "server_id": "pod-9"})
    assert answer.status_code == 422
    [problem] = answer.json()["detail"]
    assert problem["loc"] == ["body", "server_id"]
    assert "pod-1, pod-2, speech-1" in problem["msg"]


def test_a_front_end_without_pods_takes_pins_for_others(tmp_path):
    with mediaext.testing.service(tmp_path, pods=0, speech_pods=0) as svc:
        headers = {"X-API-Key": svc.key("anna")}
        body = {"prompt": "x", "server_id": "pod-7"}
        assert httpx.post(svc.base_url + IMAGE, json=body, headers=headers).status_code == 200


def test_the_log_does_not_repeat_itself(tmp_path):
    import logging

    from mediaext.logs import REPEATS, Repeats

    repeats = Repeats()
    record = logging.LogRecord("uvicorn.error", logging.WARNING, "x.py", 1, "bad %s", ("x",), None)
    assert sum(repeats.filter(record) for _ in range(1000)) == REPEATS
    assert record.getMessage() == "bad x (more of these are not written)"
    other = logging.LogRecord("mediaext", logging.WARNING, "y.py", 1, "other", (), None)
    assert repeats.filter(other)
    assert Path(other.pathname).name == "y.py"


def test_callers_who_leave_in_the_middle_of_a_body_fill_no_log(svc, caplog):
    key = svc.key("leaving")
    for _ in range(5):
        with connected(svc) as one:
            one.sendall(post_head(svc, key, IMAGE, 5000) + b'{"prompt": ')
    with connected(svc) as one:  # this one is answered after the others were seen to leave
        one.sendall(post_head(svc, key, IMAGE, 2) + b"{}")
        assert b" 422 " in one.recv(4096)
    svc.wait_until(lambda: svc.service.ledger.depth() == [], 60)
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
