"""Every URL a caller gives is hostile: connections go to public addresses alone.

The name is resolved once, each address checked, and the socket opened to the checked address
itself; the connected peer is checked again before a byte is sent. So neither a second resolution
(DNS rebinding), a redirect nor any spelling of an address gets around it. Proxies of the
environment are not used.
"""

import asyncio
import socket
from collections.abc import Iterable
from urllib.parse import urljoin, urlsplit

import httpcore

from mediaext.addresses import is_public
from mediaext.errors import JobFailed, job_failed
from mediaext.logs import logger

log = logger("mediaext.service")
SocketOption = (
    tuple[int, int, int] | tuple[int, int, bytes | bytearray] | tuple[int, int, None, int]
)

REDIRECTS = 3
PATIENCE = 5.0  # seconds for one of several addresses


class Blocked(httpcore.ConnectError):
    """The address is not a public one."""


class GuardedBackend(httpcore.AsyncNetworkBackend):
    """Opens sockets to public addresses; with ``allow_private`` to any."""

    def __init__(self, allow_private: bool = False) -> None:
        self._backend = httpcore.AnyIOBackend()
        self._allow_private = allow_private

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 # httpcore's interface
        local_address: str | None = None,
        socket_options: Iterable[SocketOption] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Connect to the first allowed address that answers."""
        failure: Exception = httpcore.ConnectError("no address")
        addresses = await self._allowed_addresses(host, port, timeout)
        patience = timeout if len(addresses) == 1 else min(timeout or PATIENCE, PATIENCE)
        for address in addresses:
            try:
                stream = await self._backend.connect_tcp(
                    address, port, patience, local_address, socket_options
                )
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
                continue
            peer = stream.get_extra_info("server_addr")
            if self._allow_private or (peer and is_public(str(peer[0]))):
                return stream
            await stream.aclose()
            failure = Blocked("blocked")
        raise failure

    async def _allowed_addresses(self, host: str, port: int, seconds: float | None) -> list[str]:
        loop = asyncio.get_running_loop()
        try:
            found = await asyncio.wait_for(
                loop.getaddrinfo(host, port, type=socket.SOCK_STREAM), seconds
            )
        except (OSError, UnicodeError, TimeoutError):
            raise httpcore.ConnectError("name not found") from None
        addresses = list(dict.fromkeys(str(item[4][0]) for item in found))
        allowed = [one for one in addresses if self._allow_private or is_public(one)]
        if not allowed:
            log.warning("blocked address %s of host %s", addresses, host)
            raise Blocked("blocked")
        return allowed

    async def connect_unix_socket(
        self,
        path: str,
        timeout: float | None = None,  # noqa: ASYNC109 # httpcore's interface
        socket_options: Iterable[SocketOption] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Refuse: no caller's URL names a local socket."""
        raise Blocked("blocked")

    async def sleep(self, seconds: float) -> None:
        """Sleep."""
        await self._backend.sleep(seconds)


class GuardedWeb:
    """HTTP to addresses that callers gave."""

    def __init__(self) -> None:
        self._pools: dict[bool, httpcore.AsyncConnectionPool] = {}

    def _pool(self, allow_private: bool) -> httpcore.AsyncConnectionPool:
        if allow_private not in self._pools:
            self._pools[allow_private] = httpcore.AsyncConnectionPool(
                max_connections=32,
                max_keepalive_connections=0,  # checked for one request, used for one request
                network_backend=GuardedBackend(allow_private),
            )
        return self._pools[allow_private]

    async def get(self, url: str, *, limit: int, seconds: float, allow_private: bool) -> bytes:
        """Fetch a caller's URL; raise INPUT_INVALID with a sentence when that fails."""
        try:
            async with asyncio.timeout(seconds):
                return await self._follow(url, limit, seconds, allow_private)
        except TimeoutError:
            raise _refused(url, f"did not answer within {seconds:g} seconds") from None
        except Blocked:
            raise _refused(
                url, "is not on the public internet; upload the file, or allow private URLs"
            ) from None
        except httpcore.TimeoutException:
            raise _refused(url, "did not answer in time") from None
        except (httpcore.NetworkError, httpcore.ProtocolError, OSError):
            raise _refused(url, "could not be fetched: no good connection") from None

    async def _follow(self, url: str, limit: int, seconds: float, allow_private: bool) -> bytes:
        for _ in range(REDIRECTS + 1):
            target = check_url(url)
            timeout = dict.fromkeys(("connect", "read", "write", "pool"), seconds)
            async with self._pool(allow_private).stream(
                "GET",
                target,
                headers=_headers(target),
                extensions={"timeout": timeout},
            ) as answer:
                location = _header(answer, b"location")
                if 300 <= answer.status < 400 and location:
                    url = urljoin(url, location.decode("latin-1"))
                    continue
                if answer.status != 200:
                    raise _refused(url, f"answered with status {answer.status}")
                return await _read(answer, url, limit)
        raise _refused(url, f"redirects more than {REDIRECTS} times")

    async def post(
        self,
        url: str,
        content: bytes,
        headers: dict[str, str],
        *,
        seconds: float,
        allow_private: bool,
    ) -> tuple[int, str]:
        """Send a webhook; return status and ``Retry-After``. Redirects are not followed.

        Raises ``JobFailed`` for a URL that is no web address, httpcore's errors for the rest.
        """
        target = check_url(url)
        timeout = dict.fromkeys(("connect", "read", "write", "pool"), seconds)
        async with (
            asyncio.timeout(seconds),
            self._pool(allow_private).stream(
                "POST",
                target,
                headers=_headers(target, headers),
                content=content,
                extensions={"timeout": timeout},
            ) as answer,
        ):
            retry_after = _header(answer, b"retry-after") or b""
            return answer.status, retry_after.decode("latin-1")

    async def close(self) -> None:
        """Close what is open."""
        for pool in self._pools.values():
            await pool.aclose()
        self._pools.clear()


def check_url(url: str) -> httpcore.URL:
    """Parse a web address strictly; raise INPUT_INVALID with a sentence."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise _refused(url, "is not a URL") from None
    if parts.scheme not in ("http", "https") or not host:
        raise _refused(url, "is not an http or https URL")
    if "@" in parts.netloc:
        raise _refused(url, "carries a user name, which is not taken")
    if any(ord(letter) <= 32 or letter in "\\\x7f" for letter in url):
        raise _refused(url, "holds characters that a URL cannot have")
    try:
        name = host.encode("ascii") if host.isascii() else host.encode("idna")
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        encoded = target.encode("ascii") if target.isascii() else _quote(target).encode()
    except UnicodeError:
        raise _refused(url, "is not a URL") from None
    return httpcore.URL(scheme=parts.scheme.encode(), host=name, port=port, target=encoded)


def _quote(text: str) -> str:
    from urllib.parse import quote

    return quote(text, safe="/?:@!$&'()*+,;=%-._~")


def _headers(target: httpcore.URL, more: dict[str, str] | None = None) -> list[tuple[str, str]]:
    host = target.host.decode()
    host = f"[{host}]" if ":" in host else host
    port = "" if target.port is None else f":{target.port}"
    named = {"host": host + port, "user-agent": "mediaext", "accept-encoding": "identity"}
    return list({**named, **(more or {})}.items())


def _header(answer: httpcore.Response, name: bytes) -> bytes | None:
    return next((value for key, value in answer.headers if key.lower() == name), None)


async def _read(answer: httpcore.Response, url: str, limit: int) -> bytes:
    parts: list[bytes] = []
    size = 0
    async for part in answer.aiter_stream():
        size += len(part)
        if size > limit:
            raise _refused(url, f"is larger than {limit / 1e6:g} MB")
        parts.append(part)
    return b"".join(parts)


def _refused(url: str, why: str) -> JobFailed:
    shown = url if len(url) <= 120 else url[:117] + "..."
    return job_failed("INPUT_INVALID", f"The URL {shown!r} {why}.")
