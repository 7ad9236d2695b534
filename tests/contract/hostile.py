"""A server that answers each request with bytes of the test's own."""

import asyncio
import itertools
import threading
from collections.abc import Callable, Iterable

from listening import Listening

Pieces = Iterable[bytes]
Script = Callable[[str, dict[str, str]], Pieces | None]
"""``script(request line, headers)`` gives the pieces of the answer, ``None`` for silence."""


def ok(body: bytes, *lines: str) -> bytes:
    """A whole answer of HTTP 200."""
    head = ["HTTP/1.1 200 OK", f"content-length: {len(body)}", *lines, "", ""]
    return "\r\n".join(head).encode("latin-1") + body


def endless(piece: bytes) -> Pieces:
    return itertools.repeat(piece)


class Server(Listening):
    """Answers as ``script`` says, on a loop of its own."""

    def __init__(self, script: Script, pause: float = 0.0, close: bool = False) -> None:
        self.script = script
        self.pause = pause
        self.close = close
        self.requests: list[tuple[str, dict[str, str]]] = []
        self.connections = 0
        self.sent = 0
        self.hung_up = threading.Event()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            await self.converse(reader, writer)
        finally:
            self.hung_up.set()

    async def converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while True:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            line, *rest = head.strip().split("\r\n")
            pairs = (one.split(": ", 1) for one in rest)
            headers = {name.lower(): value for name, value in pairs}
            self.requests.append((line, headers))
            await self.swallow(reader, headers)
            pieces = self.script(line, headers)
            if pieces is None:
                await reader.read()
                return
            await self.answer(pieces, writer)
            if self.close:
                return

    async def swallow(self, reader: asyncio.StreamReader, headers: dict[str, str]) -> None:
        if "content-length" in headers:
            left = int(headers["content-length"])
            while left > 0:
                left -= len(await reader.readexactly(min(left, 65536)))
        elif headers.get("transfer-encoding") == "chunked":
            await reader.readuntil(b"\r\n0\r\n\r\n")

    async def answer(self, pieces: Pieces, writer: asyncio.StreamWriter) -> None:
        for piece in [pieces] if isinstance(pieces, bytes) else pieces:
            writer.write(piece)
            self.sent += len(piece)
            await writer.drain()
            await asyncio.sleep(self.pause)
