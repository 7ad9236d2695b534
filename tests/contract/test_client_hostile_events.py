"""The sockets of the client against services that mean harm."""

import asyncio
import base64
import hashlib
import json

import pytest
from hostile import Server, ok
from listening import listening, until

import mediaext
from mediaext.client import connection
from mediaext.client.connection import Transport
from mediaext.errors import UnexpectedReply, Unreachable

KEY = "secret-key-1234"


def connected(server, home):
    return mediaext.connect(server.url, KEY, home=home)


def socket_server(answer, close=False):
    """A service whose job never ends and whose socket answers the handshake with this."""

    def script(line, headers):
        if "/ws/" in line:
            return answer(headers)
        return [ok(b'{"job_id": "a", "status": "queued"}')]

    return Server(script, close=close)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirected_handshake_does_not_carry_the_key_away(tmp_path, status):
    other = Server(lambda line, headers: [ok(b"caught")])
    server = socket_server(
        lambda headers: [
            f"HTTP/1.1 {status} Away\r\nlocation: {other.url.replace('http', 'ws')}/caught\r\n"
            "content-length: 0\r\n\r\n".encode()
        ]
    )

    async def run():
        with pytest.raises(UnexpectedReply, match="offers no events"):
            async with Transport(server.url).socket("/ws/jobs", {"X-API-Key": KEY}):
                pass

    with listening(server, other):
        asyncio.run(run())
    assert server.requests[0][1]["x-api-key"] == KEY
    assert other.requests == []


def upgraded(headers, *frames):
    magic = headers["sec-websocket-key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
    accept = base64.b64encode(hashlib.sha1(magic.encode()).digest()).decode()
    head = (
        "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\n"
        f"sec-websocket-accept: {accept}\r\n\r\n"
    )
    yield head.encode()
    yield from frames


def text_frame(text):
    content = text.encode()
    length = (
        bytes([len(content)])
        if len(content) < 126
        else b"\x7e" + len(content).to_bytes(2, "big")
        if len(content) < 65536
        else b"\x7f" + len(content).to_bytes(8, "big")
    )
    return b"\x81" + length + content


def hear(server, headers=()):
    async def run():
        async with Transport(server.url).socket("/ws/jobs", dict(headers)) as socket:
            return [text async for text in socket]

    return asyncio.run(run())


def test_a_frame_that_is_too_large_ends_the_socket():
    server = socket_server(
        lambda headers: upgraded(headers, text_frame("x" * (connection.FRAME_LIMIT + 1))),
        close=True,
    )
    with listening(server), pytest.raises(Unreachable, match="No events from"):
        hear(server)


def test_deeply_nested_frames_are_passed_over_and_the_job_ends(tmp_path):
    done = text_frame(
        json.dumps(
            {
                "job_id": "a",
                "type": "error",
                "data": {
                    "status": "failed",
                    "error": "\x1b[31mno",
                    "failure_reason_code": "INPUT_INVALID",
                    "retryable": False,
                },
            }
        )
    )
    server = socket_server(
        lambda headers: upgraded(headers, text_frame("[" * 60_000), b"\x82\x01\xff", done)
    )
    with listening(server):
        media = connected(server, tmp_path)
        with pytest.raises(mediaext.PermanentFailure, match="no") as caught:
            media.submit(mediaext.GenerateImage(prompt="x")).result(30)
    assert "\x1b" not in str(caught.value)


def test_a_flood_of_frames_ends_the_socket(tmp_path, caplog):
    caplog.set_level("INFO")
    frame = text_frame('{"job_id": "other", "type": "progress", "data": {}}') * 1000
    server = socket_server(lambda headers: upgraded(headers, *[frame] * 100_000))
    with listening(server):
        media = connected(server, tmp_path)
        job = media.submit(mediaext.GenerateImage(prompt="x"))
        until(lambda: "too many events" in caplog.text)
        assert job.done() is False
        assert server.hung_up.wait(60)
