"""Kept-alive connections to one service, straight from asyncio and h11.

The HTTP library's own pool costs nearly as much processor time as all the rest of a request: see
``tests/benchmarks/client.py``.
"""

import asyncio
import ssl
import time
from typing import cast

import h11

try:
    import httpx2 as httpx  # same interface, far cheaper at many requests in flight
except ImportError:
    import httpx

__all__ = ["Connection", "Pool", "httpx"]

PLACES = 32  # connections at once
IDLE = 4.0  # seconds that an unused connection is kept; common servers close it after five
CONNECT_TIMEOUT = 10.0  # seconds
HEAD_LIMIT = 100 * 1024  # bytes of an answer's head

Answer = tuple[int, list[tuple[bytes, bytes]], bytes]
"""Status, headers with lower-case names, body."""


class Connection(asyncio.Protocol):
    """One connection, for one exchange at a time."""

    def __init__(self) -> None:
        self._wire = h11.Connection(h11.CLIENT, max_incomplete_event_size=HEAD_LIMIT)
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport
        self._answer: asyncio.Future[Answer] | None = None
        self._response: h11.Response | None = None
        self._body = bytearray()
        self._unsent = 0
        self._moved = 0.0
        self.used = time.monotonic()

    @property
    def usable(self) -> bool:
        """Whether another exchange may begin."""
        wire, transport = self._wire, self._transport
        clean = wire.our_state is h11.IDLE and not transport.get_write_buffer_size()
        return clean and not transport.is_closing() and time.monotonic() - self.used < IDLE

    async def exchange(self, request: h11.Request, content: bytes, patience: float) -> Answer:
        """Send a request and return its answer.

        Raises httpx's ``ReadTimeout`` when no byte moves for ``patience`` seconds,
        ``LocalProtocolError`` or ``ConnectError`` where nothing was sent, and
        ``RemoteProtocolError`` or ``ReadError`` for an answer that does not come whole.
        """
        if self._transport.is_closing():
            raise httpx.ConnectError("the connection was closed at once")
        self._response, self._body = None, bytearray()
        self._answer = self._loop.create_future()
        wire = self._wire
        try:
            head = wire.send(request) or b""
            body = (wire.send(h11.Data(content)) or b"") if content else b""
            # In one piece, so that the service wakes once.
            self._transport.write(head + body + (wire.send(h11.EndOfMessage()) or b""))
            self._unsent = self._transport.get_write_buffer_size()
            self._moved = self._loop.time()
            watch = self._loop.call_at(self._moved + patience, self._check, patience)
            try:
                return await self._answer
            finally:
                watch.cancel()
        except h11.LocalProtocolError as error:
            raise httpx.LocalProtocolError(str(error)) from None
        finally:
            self._answer = None
            if wire.our_state is h11.DONE is wire.their_state:
                wire.start_next_cycle()
                self.used = time.monotonic()
            else:  # broken, given up, or asked to close
                self._transport.abort()

    def _check(self, patience: float) -> None:
        """Give up when nothing moved for too long, else look again later."""
        if self._answer is None or self._answer.done():
            return
        unsent = self._transport.get_write_buffer_size()
        if unsent < self._unsent:
            self._unsent, self._moved = unsent, self._loop.time()
        if self._loop.time() - self._moved >= patience:
            self._fail(httpx.ReadTimeout("timed out"))
        else:
            self._loop.call_at(self._moved + patience, self._check, patience)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep what bytes are written to."""
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        """Take in a piece of the answer."""
        if self._answer is None:  # nobody asked
            self._transport.abort()
            return
        self._moved = self._loop.time()
        self._read(data)

    def eof_received(self) -> None:
        """Take the end for the answer's, where its length was not said."""
        if self._response is None:
            self._fail(httpx.RemoteProtocolError("the connection was closed without an answer"))
        else:
            self._read(b"")

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell who waits for an answer."""
        self._fail(httpx.ReadError(str(exc) if exc else "the connection was closed"))

    def _read(self, data: bytes) -> None:
        try:
            self._wire.receive_data(data)
            while self._answer is not None and not self._answer.done():
                event = self._wire.next_event()
                if isinstance(event, h11.Response):
                    self._response = event
                elif isinstance(event, h11.Data):
                    self._body += event.data
                elif isinstance(event, h11.EndOfMessage) and self._response is not None:
                    status, headers = self._response.status_code, list(self._response.headers)
                    self._answer.set_result((status, headers, bytes(self._body)))
                elif event in (h11.NEED_DATA, h11.PAUSED):
                    return
        except h11.RemoteProtocolError as error:
            self._fail(httpx.RemoteProtocolError(str(error)))

    def _fail(self, error: Exception) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(error)

    def close(self) -> None:
        """Close at once."""
        self._transport.abort()


class Pool:
    """Connections to one origin, at most :data:`PLACES` at once. For one event loop."""

    def __init__(self, host: str, port: int, secure: ssl.SSLContext | None) -> None:
        self._host = host
        self._port = port
        self._secure = secure
        self._places = asyncio.Semaphore(PLACES)
        self._idle: list[Connection] = []
        self._closed = False

    async def exchange(self, request: h11.Request, content: bytes, patience: float) -> Answer:
        """Send a request over a kept or a new connection; see :meth:`Connection.exchange`.

        Raises httpx's ``ConnectError`` or ``ConnectTimeout`` when there is no connection.
        """
        async with self._places:
            connection = self._kept() or await self._connect()
            answer = await connection.exchange(request, content, patience)
            if self._closed:
                connection.close()
            else:
                self._idle.append(connection)
            return answer

    def _kept(self) -> Connection | None:
        """Return the connection used last, if it still lives; let go of those that do not."""
        while self._idle:
            connection = self._idle.pop()
            if connection.usable:
                return connection
            connection.close()
        return None

    async def _connect(self) -> Connection:
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(CONNECT_TIMEOUT):
                _, connection = await loop.create_connection(
                    Connection,
                    self._host,
                    self._port,
                    ssl=self._secure,
                    happy_eyeballs_delay=0.25,  # seconds, RFC 8305
                )
        except TimeoutError as error:
            raise httpx.ConnectTimeout(str(error) or "no connection in time") from None
        except OSError as error:  # ssl.SSLError is one
            raise httpx.ConnectError(str(error) or type(error).__name__) from None
        return connection

    def close(self) -> None:
        """Close the idle connections; those in use close after their exchange."""
        self._closed = True
        while self._idle:
            self._idle.pop().close()
