"""The pool of connections against servers that say what the test lets them say."""

import asyncio
import contextlib
import socket

import h11
import pytest

from mediaext.client import pool
from mediaext.client.pool import Pool, httpx

HEAD = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n"
OK = HEAD + b"\r\nok"
PATIENCE = 30.0


class Server:
    """Answers each request with the next of ``replies``; one that is None is never given."""

    def __init__(self, *replies: bytes | None, close: bool = False, early: bool = False) -> None:
        self.replies = list(replies)
        self.close = close
        self.early = early  # answers before it has heard all
        self.connections = 0
        self.writers: list[asyncio.StreamWriter] = []
        self.heard = asyncio.Event()
        self.hung_up = asyncio.Event()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        self.writers.append(writer)
        with contextlib.closing(writer), contextlib.suppress(ConnectionError, EOFError):
            while head := await self._head(reader):
                length = int(head.lower().partition(b"content-length: ")[2].split(b"\r")[0])
                self.heard.set()
                if not self.early:
                    await reader.readexactly(length)
                if (reply := self.replies.pop(0)) is not None:
                    writer.write(reply)
                if self.early:
                    await reader.readexactly(length)
                if self.close:
                    return
        self.hung_up.set()

    async def _head(self, reader: asyncio.StreamReader) -> bytes:
        try:
            return await reader.readuntil(b"\r\n\r\n")
        except asyncio.IncompleteReadError:
            return b""


def against(server_of, use):
    """Run ``use(pool, server)`` with a pool of connections to the server."""

    async def run():
        server = server_of()
        listening = await asyncio.start_server(server.serve, "127.0.0.1", 0)
        connections = Pool("127.0.0.1", listening.sockets[0].getsockname()[1], None)
        try:
            return await asyncio.wait_for(use(connections, server), 60)
        finally:
            connections.close()
            listening.close()

    return asyncio.run(run())


def ask(connections, content=b"", patience=PATIENCE):
    headers = [("host", "x"), ("content-length", str(len(content)))]
    request = h11.Request(method="POST", target="/", headers=headers)
    return connections.exchange(request, content, patience)


def test_a_connection_is_used_again():
    async def use(connections, server):
        answers = [await ask(connections, b"hello") for _ in range(3)]
        assert server.connections == 1
        return answers

    answers = against(lambda: Server(OK, OK, OK), use)
    assert [(status, body) for status, _, body in answers] == [(200, b"ok")] * 3


def test_no_more_connections_than_places_are_open(monkeypatch):
    monkeypatch.setattr(pool, "PLACES", 3)

    async def use(connections, server):
        await asyncio.gather(*(ask(connections) for _ in range(20)))
        return server.connections

    assert against(lambda: Server(*[OK] * 20), use) <= 3


@pytest.mark.parametrize(
    "reply",
    [
        b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
        b"HTTP/1.1 103 Early Hints\r\n\r\n" + OK,
        HEAD + b"connection: close\r\n\r\nok",
    ],
    ids=["in chunks", "after a hint", "and closes"],
)
def test_an_answer_may_come(reply):
    async def use(connections, _):
        return [(await ask(connections))[2] for _ in range(2)]

    assert against(lambda: Server(reply, reply), use) == [b"ok", b"ok"]


def test_an_answer_without_a_length_ends_with_the_connection():
    async def use(connections, _):
        return (await ask(connections))[2]

    assert against(lambda: Server(b"HTTP/1.1 200 OK\r\n\r\nall of it", close=True), use) == (
        b"all of it"
    )


@pytest.mark.parametrize(
    ("reply", "close", "error"),
    [
        (b"", True, httpx.RemoteProtocolError),
        (HEAD + b"\r\no", True, httpx.RemoteProtocolError),
        (b"nonsense\r\n\r\n", False, httpx.RemoteProtocolError),
        (HEAD + b"x: " + b"y" * 200_000 + b"\r\n\r\nok", False, httpx.RemoteProtocolError),
    ],
    ids=["nothing", "half", "no HTTP", "a head without end"],
)
def test_a_broken_answer_is_an_error_and_the_next_request_works(reply, close, error):
    async def use(connections, server):
        with pytest.raises(error):
            await ask(connections)
        server.close = False
        return (await ask(connections))[2]

    assert against(lambda: Server(reply, OK, close=close), use) == b"ok"


def test_silence_ends_the_wait_and_the_connection():
    async def use(connections, server):
        with pytest.raises(httpx.ReadTimeout):
            await ask(connections, patience=0.05)
        await server.hung_up.wait()

    against(lambda: Server(None), use)


def test_an_abandoned_request_closes_its_connection():
    async def use(connections, server):
        asking = asyncio.ensure_future(ask(connections))
        await server.heard.wait()
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        await server.hung_up.wait()
        return (await ask(connections))[2]

    assert against(lambda: Server(None, OK), use) == b"ok"


def test_words_that_nobody_asked_for_are_not_the_next_answer():
    async def use(connections, server):
        await ask(connections)
        server.writers[0].write(b"HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nevil")
        await server.hung_up.wait()
        return (await ask(connections))[2]

    assert against(lambda: Server(OK, OK), use) == b"ok"


def test_a_connection_that_the_server_closed_is_not_used_again():
    async def use(connections, server):
        await ask(connections)
        kept = connections._idle[0]
        server.writers[0].close()
        while kept.usable:  # noqa: ASYNC110 # the end is not announced
            await asyncio.sleep(0)
        return (await ask(connections))[2]

    assert against(lambda: Server(OK, OK), use) == b"ok"


def test_a_large_body_leaves_whole():
    content = bytes(range(256)) * 100_000  # more than any socket takes at once

    async def use(connections, _):
        return [(await ask(connections, content))[0] for _ in range(2)]

    assert against(lambda: Server(OK, OK), use) == [200, 200]


def test_an_answer_before_the_whole_request_leaves_no_rest_behind():
    async def use(connections, _):
        return [(await ask(connections, bytes(30_000_000)))[0] for _ in range(2)]

    assert against(lambda: Server(OK, OK, early=True), use) == [200, 200]


def test_nobody_there_is_told_before_anything_is_sent():
    with socket.socket() as taken:  # bound, and nobody listens
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]

        async def run():
            with pytest.raises(httpx.ConnectError):
                await ask(Pool("127.0.0.1", port, None))

        asyncio.run(run())
