"""A relay between client and service, in a thread of its own, that subclasses make difficult."""

import asyncio
import contextlib
import ssl
import threading
from collections.abc import Iterator
from urllib.parse import urlsplit

GONE = (OSError, EOFError, asyncio.CancelledError)


class Relay:
    """A server that reads a request's head and then passes bytes between it and ``target``."""

    def __init__(self, target: str, secure: ssl.SSLContext | None = None) -> None:
        self.target = urlsplit(target)
        self.secure = secure
        self.heads: list[str] = []

    async def start(self) -> int:
        self.server = await asyncio.start_server(self.serve, "127.0.0.1", 0, ssl=self.secure)
        return self.server.sockets[0].getsockname()[1]

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.closing(writer), contextlib.suppress(*GONE):
            head = await reader.readuntil(b"\r\n\r\n")
            self.heads.append(head.decode("latin-1"))
            await self.answer(head, reader, writer)

    async def answer(self, head, reader, writer) -> None:
        there = await asyncio.open_connection(self.target.hostname, self.target.port)
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
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        yield asyncio.run_coroutine_threadsafe(relay.start(), loop).result(10)
    finally:
        asyncio.run_coroutine_threadsafe(wind_down(relay), loop).result(10)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)
        loop.close()


async def wind_down(relay: Relay) -> None:
    relay.server.close()
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    await asyncio.sleep(0.05)  # transports close one turn of the loop later
