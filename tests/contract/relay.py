"""A relay between client and service, in a thread of its own, that subclasses make difficult."""

import asyncio
import contextlib
import ssl
from collections.abc import Iterator
from urllib.parse import urlsplit

from listening import Listening, listening


class Relay(Listening):
    """A server that reads a request's head and then passes bytes between it and ``target``."""

    def __init__(self, target: str, secure: ssl.SSLContext | None = None) -> None:
        self.target = urlsplit(target)
        self.secure = secure
        self.heads: list[str] = []

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        self.heads.append(head.decode("latin-1"))
        await self.answer(head, reader, writer)

    async def answer(self, head, reader, writer) -> None:
        there = await self.reach(self.target.hostname, self.target.port)
        with contextlib.closing(there[1]):
            origin = self.target.geturl().encode()  # before the path, as a proxy is asked
            there[1].write(head.replace(origin, b""))
            await asyncio.gather(carry(reader, there[1], origin), carry(there[0], writer))


async def carry(reader, writer, drop: bytes | None = None) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data.replace(drop, b"") if drop else data)
            await writer.drain()
        writer.close()


@contextlib.contextmanager
def running(relay: Relay) -> Iterator[int]:
    with listening(relay):
        yield relay.port
