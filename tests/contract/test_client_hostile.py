"""The client against services that mean harm: over real sockets, with either HTTP library."""

import asyncio
import contextlib
import gzip
import io
import itertools
import json
import subprocess
import sys
import tracemalloc
import zlib
from collections.abc import Iterator

import httpx
import httpx2
import PIL.Image
import pytest
from hostile import Server, endless, ok
from listening import listening

import mediaext
from mediaext.client import connection
from mediaext.client.connection import Transport
from mediaext.errors import MediaError, Unauthorized, UnexpectedReply, Unreachable

KEY = "secret-key-1234"
HEAD = b"HTTP/1.1 200 OK\r\n"
ENDLESS = HEAD + b"transfer-encoding: chunked\r\n\r\n"
CHUNK = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"


@pytest.fixture(params=[httpx, httpx2], ids=["httpx", "httpx2"], autouse=True)
def _library(request, monkeypatch):
    monkeypatch.setattr(connection, "httpx", request.param)


@pytest.fixture(autouse=True)
def _quick(monkeypatch):
    monkeypatch.setattr("mediaext.client.pauses.BACKOFF", (0.01, 0.1))
    monkeypatch.setattr("mediaext.client.jobs.PATIENCE", 0.0)
    monkeypatch.setattr("mediaext.client.jobs.PATIENCE", 0.0)


def ask(url, times=1, timeout=60.0, method="GET", **request):
    """Return the last of several answers over one transport."""

    async def run():
        transport = Transport(url, timeout=timeout)
        try:
            for _ in range(times):
                reply = await transport.send(method, "/x", **request)
            return reply
        finally:
            await transport.close()

    return asyncio.run(run())


def answering(*answers, **how):
    """A server that gives each request the next of these, the last one again and again."""
    left = list(answers)
    return Server(lambda line, headers: left.pop(0) if len(left) > 1 else left[0], **how)


def state(**changes):
    return json.dumps({"job_id": "a", "status": "completed", **changes}).encode()


def connected(server, home, **options):
    return mediaext.connect(server.url, KEY, home=home, **{"events": False, **options})


# answers of every kind


@pytest.mark.parametrize(
    "reply",
    [
        ok(b"ok"),
        ENDLESS + b"2\r\nok\r\n0\r\n\r\n",
        b"HTTP/1.1 103 Early Hints\r\n\r\n" + ok(b"ok"),
        ok(b"ok", "connection: close"),
    ],
    ids=["plain", "chunked", "after a hint", "closing"],
)
def test_an_answer_comes_whole(reply):
    server = answering([reply])
    with listening(server):
        assert ask(server.url, times=2).content == b"ok"


def test_a_connection_is_used_again():
    server = answering([ok(b"ok")])
    with listening(server):
        ask(server.url, times=3)
    assert server.connections == 1


def test_no_more_than_the_allowed_connections_are_open():
    server = answering([ok(b"ok")])

    async def run():
        transport = Transport(server.url)
        await asyncio.gather(*(transport.send("GET", "/x") for _ in range(50)))
        await transport.close()

    with listening(server):
        asyncio.run(run())
    assert server.connections <= connection.MAX_CONNECTIONS


@pytest.mark.parametrize(
    ("reply", "close"),
    [
        (b"", True),
        (HEAD + b"content-length: 2\r\n\r\no", True),
        (b"nonsense\r\n\r\n", False),
        (HEAD + b"x: " + b"y" * 200_000 + b"\r\n\r\n", False),
    ],
    ids=["nothing", "half", "no HTTP", "a head without end"],
)
def test_a_broken_answer_is_a_sentence(reply, close):
    server = answering([reply], close=close)
    with listening(server), pytest.raises(Unreachable, match="No answer from"):
        ask(server.url)


def test_a_large_body_leaves_whole():
    server = answering([ok(b"ok")])
    with listening(server):
        assert ask(server.url, method="POST", json_body="x" * 30_000_000).status == 200


# bounds


@pytest.mark.parametrize(
    "answer",
    [
        lambda: [ENDLESS, *[CHUNK] * 4000],
        lambda: [HEAD + b"\r\n", *[b"x" * 0x10000] * 4000],
        lambda: [HEAD + b"content-length: 99999999999\r\n\r\n", *[b"x" * 0x10000] * 4000],
    ],
    ids=["chunked", "until the connection closes", "announced"],
)
def test_an_endless_answer_is_refused_after_few_bytes(answer):
    server = Server(lambda line, headers: answer())
    tracemalloc.start()
    try:
        with listening(server), pytest.raises(UnexpectedReply, match="more than the 2 MB"):
            ask(server.url)
        assert tracemalloc.get_traced_memory()[1] < 30e6
    finally:
        tracemalloc.stop()
    assert server.sent < 40e6


@pytest.mark.parametrize(
    ("coding", "body"),
    [
        ("gzip", gzip.compress(b"0" * 50_000_000)),
        ("deflate", zlib.compress(b"0" * 50_000_000)),
        ("x-unknown", b"{}"),
    ],
)
def test_a_compressed_answer_is_refused_unread(coding, body):
    server = answering([ok(body, f"content-encoding: {coding}")])
    with listening(server), pytest.raises(UnexpectedReply, match="compressed"):
        ask(server.url)
    assert server.requests[0][1]["accept-encoding"] == "identity"


@pytest.mark.parametrize(
    "pieces",
    [
        lambda: endless(b"x"),
        lambda: [HEAD, *endless_headers()],
        lambda: endless(b"HTTP/1.1 100 Continue\r\n\r\n"),
        lambda: [ENDLESS, *[b"1\r\nx\r\n"] * 100_000],
    ],
    ids=["status line", "headers", "hints", "body"],
)
def test_an_answer_that_drips_ends_in_time(monkeypatch, pieces):
    monkeypatch.setattr(connection, "TOTAL", 0.5)
    server = Server(lambda line, headers: pieces(), pause=0.01)
    with listening(server):
        with pytest.raises(Unreachable, match="No answer from"):
            ask(server.url)
        assert server.hung_up.wait(20)


def endless_headers():
    return [b"x: y\r\n"] * 100_000


def test_silence_ends_the_wait_and_the_connection():
    server = Server(lambda line, headers: None)
    with listening(server):
        with pytest.raises(Unreachable, match="No answer from"):
            ask(server.url, timeout=0.05)
        assert server.hung_up.wait(20)


def test_a_result_has_a_bound_that_the_caller_may_set(tmp_path):
    def script(line, headers):
        if "/result" in line:
            return [ENDLESS, *[CHUNK] * 1000]
        return [ok(state(result_url=server.url + "/result"))]

    server = Server(script)
    with listening(server):
        media = connected(server, tmp_path, result_limit=3_000_000)
        with pytest.raises(UnexpectedReply, match=r"more than the 3 MB.*result_limit"):
            media.image("x")
    assert server.sent < 40e6


def test_cookies_are_not_kept():
    server = answering([ok(b"ok", "set-cookie: a=b; path=/")])
    with listening(server):
        ask(server.url, times=2)
    assert all("cookie" not in headers for _, headers in server.requests)


# the key


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_redirect_of_a_request_with_the_key_is_not_followed(status, method):
    other = answering([ok(b"caught")])
    server = Server(
        lambda line, headers: [
            f"HTTP/1.1 {status} Away\r\nlocation: {other.url}/caught\r\n"
            "content-length: 0\r\n\r\n".encode()
        ]
    )
    with listening(server, other):
        assert ask(server.url, method=method, headers={"X-API-Key": KEY}).status == status
    assert other.requests == []


NO_LOCATIONS = ["http://[", "http://a:99999999/", "http://\x01/", "//", "?" * 70_000]


@pytest.mark.parametrize("location", NO_LOCATIONS, ids=range(len(NO_LOCATIONS)))
def test_a_redirect_to_no_url_does_not_make_a_request_look_unsent(tmp_path, location):
    away = f"HTTP/1.1 302 Away\r\nlocation: {location}\r\ncontent-length: 0\r\n\r\n".encode()
    server = answering([away])
    with listening(server), pytest.raises(MediaError) as caught:
        connected(server, tmp_path).image("x")
    assert "is not a URL" not in str(caught.value)
    assert len([line for line, _ in server.requests if line.startswith("POST")]) == 1


@pytest.mark.parametrize("location", NO_LOCATIONS, ids=range(len(NO_LOCATIONS)))
def test_a_link_that_redirects_to_no_url_is_a_sentence(tmp_path, location):
    def script(line, headers):
        if "/first" in line:
            return [
                f"HTTP/1.1 302 X\r\nlocation: {location}\r\ncontent-length: 0\r\n\r\n".encode()
            ]
        return [ok(state(result_url=server.url + "/first"))]

    server = Server(script)
    with listening(server), pytest.raises(MediaError):
        connected(server, tmp_path).image("x")


@pytest.mark.parametrize("same_origin", [False, True], ids=["another origin", "the same origin"])
def test_a_download_and_its_redirects_go_without_the_key(tmp_path, same_origin):
    seen = []

    def script(line, headers):
        path = line.split(" ")[1]
        seen.append((path, KEY in headers.values()))
        if path == "/first":
            target = (server if same_origin else other).url
            return [
                f"HTTP/1.1 302 Found\r\nlocation: {target}/second\r\n"
                "content-length: 0\r\n\r\n".encode()
            ]
        if path == "/second":
            return [ok(b"RIFF....WAVE", "content-type: audio/wav")]
        return [ok(state(result_url=(server if same_origin else other).url + "/first"))]

    server, other = Server(script), Server(script)
    with listening(server, other):
        sound = connected(server, tmp_path).speech("x")
    assert sound.content == b"RIFF....WAVE"
    assert [keyed for path, keyed in seen if path in ("/first", "/second")] == [False, False]
    assert all(keyed for path, keyed in seen if path not in ("/first", "/second"))


@pytest.mark.parametrize(
    "link",
    [
        "file:///etc/passwd",
        "javascript:alert(1)",
        "ftp://127.0.0.1/x",
        "@127.0.0.1:1/x",
        "data:text/html,x",
        "\x1b[2Jhttp://x",
        "http://127.0.0.1:99999/x",
        "http://[::1",
        "http:///x",
        "http://127.0.0.1:1/x\r\nx-evil: 1",
    ],
)
def test_a_link_that_is_no_web_address_is_a_sentence_without_controls(tmp_path, link):
    server = answering([ok(state(result_url=link))])
    with listening(server), pytest.raises(UnexpectedReply, match="no web URL") as caught:
        connected(server, tmp_path).image("x")
    assert "\x1b" not in str(caught.value)
    assert len({line.split(" ")[1] for line, _ in server.requests}) <= 2


def test_a_link_that_leads_to_a_file_is_a_sentence(tmp_path):
    def script(line, headers):
        if "/first" in line:
            return [
                b"HTTP/1.1 302 Found\r\nlocation: file:///etc/passwd\r\ncontent-length: 0\r\n\r\n"
            ]
        return [ok(state(result_url=server.url + "/first"))]

    server = Server(script)
    with listening(server), pytest.raises(MediaError):
        connected(server, tmp_path).image("x")


def test_endless_redirects_are_a_sentence(tmp_path):
    def script(line, headers):
        if "/first" in line:
            return [
                f"HTTP/1.1 302 Found\r\nlocation: {server.url}/first\r\n"
                "content-length: 0\r\n\r\n".encode()
            ]
        return [ok(state(result_url=server.url + "/first"))]

    server = Server(script)
    with listening(server), pytest.raises(UnexpectedReply, match="redirects more than 5 times"):
        connected(server, tmp_path).image("x")


@pytest.mark.parametrize("key", ["abc\n", "a\r\nx-evil: 1", "schlüssel", "a\x00b"])
def test_a_key_that_no_header_carries_is_a_sentence_without_the_key(tmp_path, key):
    server = answering([ok(b"{}")])
    with listening(server), pytest.raises(Unauthorized, match="characters") as caught:
        mediaext.connect(server.url, key, home=tmp_path).image("x")
    assert key not in str(caught.value)
    assert server.requests == []


# what a service says


@pytest.mark.parametrize(
    "job_id",
    ["../../../../x/OWNED.py", "..", ".", "", "a/b", "a b", "<b>", "x" * 129, "\x1b[31m", 7, None],
)
def test_a_job_identifier_that_could_be_a_path_is_refused(tmp_path, job_id):
    server = answering([ok(json.dumps({"job_id": job_id, "status": "queued"}).encode())])
    with listening(server):
        media = connected(server, tmp_path)
        with pytest.raises(UnexpectedReply) as caught:
            media.image("x")
        assert "\x1b" not in str(caught.value)
        assert media.records() == []


@pytest.mark.parametrize("status", [302, 200])
def test_a_status_that_is_none_ends_the_wait_in_seconds(tmp_path, status, monkeypatch):
    monkeypatch.setattr("mediaext.client.jobs.PATIENCE", 1000.0)

    def script(line, headers):
        if line.startswith("POST"):
            return [ok(state(status="queued"))]
        return [f"HTTP/1.1 {status} X\r\nlocation: /x\r\ncontent-length: 0\r\n\r\n".encode()]

    server = Server(script)
    with listening(server), pytest.raises(UnexpectedReply):
        connected(server, tmp_path).image("x")


@pytest.mark.parametrize("reply", [b"{}", b"[]", b"7", b'{"url": 7}', b'{"url": "file:///x"}'])
def test_an_upload_without_url_is_a_sentence(tmp_path, reply):
    server = answering([ok(reply)])
    with listening(server), pytest.raises(UnexpectedReply, match="no web URL"):
        connected(server, tmp_path).upscale(PIL.Image.new("RGB", (8, 8)))


@pytest.mark.parametrize("reply", [b"{}", b"7", b"null", b"[7]", b'{"profiles": [{}]}'])
def test_profiles_that_are_none_are_a_sentence(tmp_path, reply):
    server = answering([ok(reply)])
    with listening(server), pytest.raises(UnexpectedReply, match="profile"):
        connected(server, tmp_path).profiles()


@pytest.mark.parametrize("depth", [5_000, 900_000])
@pytest.mark.parametrize("status", [200, 422, 500])
def test_deeply_nested_json_is_a_sentence(tmp_path, status, depth):
    body = b'{"detail": ' + b"[" * depth
    head = f"HTTP/1.1 {status} X\r\ncontent-length: {len(body)}\r\n\r\n".encode()
    server = answering([head + body])
    with listening(server), pytest.raises(MediaError):
        connected(server, tmp_path, retries=0).image("x")


def test_a_job_that_is_over_when_it_is_accepted_is_fetched_at_once(tmp_path, monkeypatch):
    monkeypatch.setattr("mediaext.client.pauses.POLL_BOUNDS", (1000.0, 1000.0))

    def script(line, headers):
        if "/result" in line:
            return [ok(b"RIFF....WAVE", "content-type: audio/wav")]
        return [ok(state(result_url=server.url + "/result"))]

    server = Server(script)
    with listening(server):
        job = connected(server, tmp_path).submit(mediaext.GenerateSpeech(text="x"))
        assert job.result(30).content == b"RIFF....WAVE"


def test_messages_hold_no_control_characters_and_end(tmp_path):
    evil = "\x1b]0;owned\x07\r\u202e" + "x" * 100_000
    answers = [
        state(status="failed", error=evil, failure_reason_code=evil, retryable=False),
        json.dumps({"detail": evil}).encode(),
        json.dumps({"detail": [{"loc": ["body", evil], "msg": evil, "type": evil}]}).encode(),
    ]
    for status, body in zip((200, 401, 422), answers, strict=True):
        head = f"HTTP/1.1 {status} X\r\ncontent-length: {len(body)}\r\n\r\n".encode()
        server = answering([head + body])
        with listening(server), pytest.raises(MediaError) as caught:
            connected(server, tmp_path).image(f"x {status}")
        assert not set("\x1b\x07\r\u202e") & set(str(caught.value))
        assert len(str(caught.value)) < 5_000


@pytest.mark.parametrize(
    ("said", "understood"),
    [
        ('video/mp4" onerror="alert(1)', "video/mp4"),
        ("video/mp4><script>", "video/mp4"),
        ("", "video/mp4"),
        ("Video/MP4; x=y", "video/mp4"),
        ("application/octet-stream", "video/mp4"),
    ],
)
def test_a_media_type_that_is_none_is_read_from_the_bytes(tmp_path, said, understood):
    def script(line, headers):
        if "/result" in line:
            return [ok(b"....ftypisom", f"content-type: {said}")]
        return [ok(state(result_url=server.url + "/result"))]

    server = Server(script)
    with listening(server):
        clip = connected(server, tmp_path).video(server.url + "/input.png")
    assert clip.media_type == understood
    assert "onerror" not in clip._repr_mimebundle_()[0]["text/html"]
    assert "<script>" not in clip._repr_mimebundle_()[0]["text/html"]


def test_a_file_name_that_leads_elsewhere_is_dropped(tmp_path):
    def script(line, headers):
        if "/result" in line:
            name = "../../../etc/cron.d/x"
            return [ok(b"RIFF....WAVE", f'content-disposition: attachment; filename="{name}"')]
        return [ok(state(result_url=server.url + "/result"))]

    server = Server(script)
    with listening(server):
        assert connected(server, tmp_path).speech("x").name == ""


# the library


@pytest.mark.parametrize(("there", "taken"), [(True, "httpx2"), (False, "httpx")])
def test_the_continuation_of_the_library_is_taken_where_it_is_installed(there, taken):
    hide = "" if there else "sys.modules['httpx2'] = None;"
    code = (
        f"import sys; {hide} from mediaext.client.connection import httpx; print(httpx.__name__)"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == taken


# addresses and memory


def drawn() -> bytes:
    file = io.BytesIO()
    PIL.Image.new("RGB", (8, 8), "red").save(file, "PNG")
    return file.getvalue()


PNG = drawn()


@pytest.fixture
def public(monkeypatch):
    """Let 127.0.0.1 count as an address of the public internet."""
    monkeypatch.setattr(connection, "is_public", lambda text: text == "127.0.0.1")


@contextlib.contextmanager
def behind(private: Server, redirected: bool) -> Iterator[Server]:
    """A service whose result lies at another server, straight or by a redirect."""
    link = f"http://127.0.0.2:{private.port}/latest/meta-data"

    def script(line, headers):
        if "/away" in line:
            return f"HTTP/1.1 302 Found\r\nlocation: {link}\r\ncontent-length: 0\r\n\r\n".encode()
        body = {"job_id": "j", "status": "completed"}
        body["result_url"] = f"{server.url}/away" if redirected else link
        return ok(json.dumps(body).encode())

    server = Server(script)
    with listening(server):
        yield server


@contextlib.contextmanager
def inside() -> Iterator[Server]:
    """A server of the user's own network."""
    server = Server(lambda line, headers: ok(PNG, "content-type: image/png"))
    server.host = "127.0.0.2"
    with listening(server):
        yield server


@pytest.mark.parametrize("redirected", [False, True])
def test_a_public_service_names_no_private_address(tmp_path, public, redirected):
    with inside() as private, behind(private, redirected) as server:
        media = mediaext.connect(server.url, "k", home=tmp_path, retries=0)
        with pytest.raises(mediaext.MediaError, match=r"127\.0\.0\.2, an address of a private"):
            media.image("x")
        assert private.requests == [], "nothing was sent"


@pytest.mark.parametrize("redirected", [False, True])
def test_a_service_of_a_private_network_may_use_its_addresses(tmp_path, redirected):
    with inside() as private, behind(private, redirected) as server:
        media = mediaext.connect(server.url, "k", home=tmp_path, retries=0)
        assert media.image("x").content == PNG
        assert "x-api-key" not in private.requests[0][1]


def test_a_service_cannot_pass_for_a_private_one_by_changing_its_address(tmp_path, monkeypatch):
    """Once it was seen at a public address, it stays a public one."""
    seen = iter(["public"])
    monkeypatch.setattr(connection, "is_public", lambda text: next(seen, "") == "public")
    with inside() as private, behind(private, redirected=False) as server:
        media = mediaext.connect(server.url, "k", home=tmp_path, retries=0)
        with pytest.raises(mediaext.MediaError, match="private network"):
            media.image("x")
        assert private.requests == []


def test_an_endless_result_keeps_the_memory_flat(tmp_path):
    limit = 64_000_000

    def script(line, headers):
        if "/file" in line:
            return itertools.chain(
                [b"HTTP/1.1 200 OK\r\ncontent-type: image/png\r\n\r\n"], endless(bytes(1 << 18))
            )
        body = {"job_id": "j", "status": "completed", "result_url": f"{server.url}/file"}
        return ok(json.dumps(body).encode())

    server = Server(script)
    with listening(server):
        media = mediaext.connect(
            server.url, "k", home=tmp_path, retries=0, result_limit=limit, events=False
        )
        tracemalloc.start()
        try:
            with pytest.raises(mediaext.MediaError, match="more than the 64 MB"):
                media.image("x")
            _, most = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert server.sent > limit
    assert most < limit / 4
    assert not [file for file in (tmp_path / "results").rglob("*") if file.is_file()]


def test_a_service_with_an_impossible_port_is_a_sentence(tmp_path):
    media = mediaext.connect("http://127.0.0.1:99999", KEY, home=tmp_path, retries=0, events=False)
    with pytest.raises(Unreachable, match="99999 is not a URL"):
        media.profiles()
