"""Sockets for httpcore straight from asyncio.

httpcore's own go through anyio, which costs as much as all the rest of a request: see
``tests/benchmarks/client.py``.
"""

import asyncio
import contextlib
import socket
import ssl
from collections.abc import Iterable, Iterator
from typing import Any

try:
    import httpcore2 as httpcore  # comes with httpx2
except ImportError:
    import httpcore

__all__ = ["Backend", "Stream", "httpcore"]

BUFFER = 2**18  # bytes read ahead of a slow reader, and kept back before a read


@contextlib.contextmanager
def _named(late: type[Exception], broken: type[Exception]) -> Iterator[None]:
    """Raise what went wrong as httpcore's errors."""
    try:
        yield
    except TimeoutError as error:
        raise late(str(error) or "timed out") from None
    except (OSError, EOFError) as error:  # ssl.SSLError is an OSError
        raise broken(str(error) or type(error).__name__) from None


class Stream(httpcore.AsyncNetworkStream):  # type: ignore[misc] # untyped where httpcore2 is absent
    """One connection. What is written leaves with the next read, so head and body go together."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._unsent = bytearray()

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ASYNC109 # httpcore's interface
        """Return some bytes, none at the end; first send what was written."""
        if self._unsent:
            await self._flush(timeout)
        with _named(httpcore.ReadTimeout, httpcore.ReadError):
            async with asyncio.timeout(timeout):
                return await self._reader.read(max_bytes)

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ASYNC109 # httpcore's interface
        """Write bytes, waiting while many are unsent."""
        self._unsent += buffer
        if len(self._unsent) > BUFFER:
            await self._flush(timeout)

    async def _flush(self, timeout: float | None) -> None:  # noqa: ASYNC109 # handed on
        with _named(httpcore.WriteTimeout, httpcore.WriteError):
            if self._writer.is_closing():
                raise ConnectionResetError("the connection is closed")
            self._writer.write(self._unsent)
            self._unsent = bytearray()
            if self._writer.transport.get_write_buffer_size():
                async with asyncio.timeout(timeout):
                    await self._writer.drain()

    async def aclose(self) -> None:
        """Close without waiting for the peer."""
        self._writer.close()

    async def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ASYNC109 # httpcore's interface
    ) -> "Stream":
        """Go on encrypted."""
        with _named(httpcore.ConnectTimeout, httpcore.ConnectError):
            try:
                async with asyncio.timeout(timeout):
                    await self._writer.start_tls(ssl_context, server_hostname=server_hostname)
            except BaseException:
                self._writer.close()
                raise
        return self

    def get_extra_info(self, info: str) -> Any:
        """Answer what httpcore asks of a stream."""
        if info == "is_readable":  # an idle connection with news has been closed by the peer
            return self._reader.at_eof() or self._writer.is_closing()
        known = {"client_addr": "sockname", "server_addr": "peername"}.get(info, info)
        return self._writer.get_extra_info(known)


class Backend(httpcore.AsyncNetworkBackend):  # type: ignore[misc] # untyped where httpcore2 is absent
    """Opens connections."""

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 # httpcore's interface
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> Stream:
        """Connect, to whichever of the host's addresses answers first."""
        with _named(httpcore.ConnectTimeout, httpcore.ConnectError):
            async with asyncio.timeout(timeout):
                reader, writer = await asyncio.open_connection(
                    host,
                    port,
                    limit=BUFFER,
                    local_addr=(local_address, 0) if local_address else None,
                    happy_eyeballs_delay=0.25,
                )
        raw: socket.socket = writer.get_extra_info("socket")
        for option in socket_options or ():
            raw.setsockopt(*option)
        return Stream(reader, writer)

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)
