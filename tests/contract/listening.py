"""Servers of tests, each on a loop in a thread; with its end every connection is closed."""

import asyncio
import contextlib
import ssl
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator

GONE = (OSError, EOFError, asyncio.CancelledError)


class Listening(ABC):
    """Has :meth:`serve` handle each connection to a loopback port."""

    secure: ssl.SSLContext | None = None
    host = "127.0.0.1"
    port: int

    @property
    def url(self) -> str:
        return f"http://{self.host}:{self.port}"

    @abstractmethod
    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one connection."""

    async def start(self) -> None:
        self._writers: list[asyncio.StreamWriter] = []
        self._server = await asyncio.start_server(self._accept, self.host, 0, ssl=self.secure)
        self.port = self._server.sockets[0].getsockname()[1]

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Note the connection first: a task that is cancelled before it began closes nothing."""
        self._writers.append(writer)
        writer.task = asyncio.ensure_future(self._serve_one(reader, writer))

    async def _serve_one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.closing(writer), contextlib.suppress(*GONE):
            await self.serve(reader, writer)

    async def reach(
        self, host: str, port: int
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open a connection that ends with this server."""
        reader, writer = await asyncio.open_connection(host, port)
        self._writers.append(writer)
        return reader, writer

    async def stop(self) -> None:
        for listener in self._server.sockets:
            asyncio.get_running_loop().remove_reader(listener)
        for _ in range(3):  # a closed server drops, unclosed, what it has accepted but not begun
            await asyncio.sleep(0)
        self._server.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        for writer in self._writers:
            writer.transport.abort()
        for _ in range(3):  # turns of the loop until aborted transports, TLS above TCP, are closed
            await asyncio.sleep(0)


@contextlib.contextmanager
def listening(*servers: Listening) -> Iterator[None]:
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        for server in servers:
            asyncio.run_coroutine_threadsafe(server.start(), loop).result(30)
        yield
    finally:
        for server in servers:
            asyncio.run_coroutine_threadsafe(server.stop(), loop).result(30)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(30)
        loop.close()


def until(found: Callable[[], object], seconds: float = 60.0) -> None:
    """Wait until ``found()`` is true."""
    end = time.monotonic() + seconds
    while not found():
        assert time.monotonic() < end, "this did not come true"
        time.sleep(0.005)
