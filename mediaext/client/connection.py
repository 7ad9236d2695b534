"""HTTP and WebSocket to one service: the only module that knows the HTTP library.

What comes from a peer is bounded in bytes and in time. The key goes to the service's own origin
alone: redirects of a request that carries it are not followed, and a proxy sees it only where it
is encrypted.
"""

import asyncio
import contextlib
import io
import json
import os
import ssl
import weakref
from collections.abc import (
    AsyncIterator,
    Awaitable,
    Callable,
    Iterable,
    Iterator,
    Mapping,
    MutableMapping,
)
from dataclasses import dataclass
from functools import cache, lru_cache
from socket import SOCK_STREAM
from typing import IO, TYPE_CHECKING, Any, Protocol, cast
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from mediaext.addresses import is_public
from mediaext.client.limits import (
    CircuitBreaker,
    ConcurrencyLimit,
    circuit_breaker,
    concurrency_limit,
)
from mediaext.client.loop import Core, PerProcess, core, running_core
from mediaext.client.pauses import backoff
from mediaext.errors import InvalidRequest, UnexpectedReply, Unreachable
from mediaext.job import JobState
from mediaext.logs import logger
from mediaext.media import is_url
from mediaext.operation import Operation
from mediaext.protocol import (
    IDEMPOTENCY,
    KEY_HEADERS,
    REFUSED,
    TRANSIENT,
    Reply,
    accept,
    auth_headers,
    place,
    retry_after,
)
from mediaext.text import printable

if TYPE_CHECKING:
    import httpx
else:
    try:
        import httpx2 as httpx  # the maintained continuation, same interface
    except ImportError:
        import httpx

MAX_CONNECTIONS = 8  # to the service, and as many for downloads
KEEP_ALIVE = 4.0  # seconds that an unused connection is kept; common servers close it after five
CONNECT_TIMEOUT = 10.0  # seconds
TOTAL = 120.0  # seconds for a whole exchange, more for large bodies:
SLOWEST = 20_000  # bytes a second that a body has to move at
REPLY_LIMIT = 2_000_000  # bytes of an answer that is no media
RESULT_LIMIT = 1_000_000_000  # bytes of one downloaded file
FRAME_LIMIT = 256_000  # bytes of one WebSocket message
MAX_REDIRECTS = 5
REDIRECTS = frozenset({301, 302, 303, 307, 308})
USER_AGENT = "mediaext"
HEADERS = {"accept": "*/*", "accept-encoding": "identity", "user-agent": USER_AGENT}
PROXY_SETTINGS = tuple(
    name
    for way in ("http_proxy", "https_proxy", "all_proxy", "no_proxy", "request_method")
    for name in (way, way.upper())
)
GATEWAY_FAILURES = frozenset({502, 503, 504})  # what stands before a service that is down
log = logger(__name__)

for name in ("", ".connection", ".http11", ".proxy"):  # their records hold signatures too
    logger(httpx.__name__.replace("httpx", "httpcore") + name)
logger(httpx.__name__)

AsgiMessage = MutableMapping[str, Any]
AsgiApp = Callable[
    [
        MutableMapping[str, Any],
        Callable[[], Awaitable[AsgiMessage]],
        Callable[[AsgiMessage], Awaitable[None]],
    ],
    Awaitable[None],
]
"""An ASGI application: ``await app(scope, receive, send)``."""

UploadFile = tuple[str, bytes, str]
"""Name, content and media type of a file in a form."""


@cache
def _ssl_context() -> ssl.SSLContext:
    """Return one shared context: building it is the whole cost of a new client."""
    context: ssl.SSLContext = httpx.create_ssl_context()
    context.set_alpn_protocols(["http/1.1"])
    return context


def proxy_of(url: str) -> str | None:
    """Return the proxy that the environment names for a URL, ``None`` for a direct connection."""
    parts = urlsplit(url)
    scheme = parts.scheme.replace("ws", "http", 1)
    return _proxy(scheme, parts.netloc.rpartition("@")[2], *map(os.environ.get, PROXY_SETTINGS))


@lru_cache(256)
def _proxy(scheme: str, host: str, *_settings: str | None) -> str | None:
    """Return the proxy to a host; asking the system takes longer than the rest of a request."""
    proxies = getproxies()
    proxy = proxies.get(scheme) or proxies.get("all")
    if not proxy or proxy_bypass(host):
        return None
    return proxy if "://" in proxy else f"http://{proxy}"


def without_login(url: str) -> str:
    """Return a URL without the user name and password that it may hold."""
    scheme, mark, rest = url.partition("://")
    authority, slash, path = rest.partition("/")
    return f"{scheme}{mark}{authority.rpartition('@')[2]}{slash}{path}"


class Transport:
    """Sends requests to one service, over the network or to an ASGI application in process."""

    def __init__(
        self,
        base_url: str,
        app: AsgiApp | None = None,
        timeout: float = 60.0,
        on_close: Callable[[], None] = lambda: None,
    ) -> None:
        self.base_url = base_url.rstrip("/")
        self.app = app
        self._on_close = on_close
        self._timeout = httpx.Timeout(timeout, connect=CONNECT_TIMEOUT).as_dict()
        self._pools: dict[tuple[bool, str | None, bool], httpx.AsyncBaseTransport] = {}
        self._public = False  # whether the service was seen at a public address
        self._seen: weakref.WeakSet[object] = weakref.WeakSet()
        # Requests wait here instead of in the library's pool, which grows costly with them.
        self._places = {way: asyncio.Semaphore(MAX_CONNECTIONS) for way in (False, True)}

    def _pool(self, url: str, proxy: str | None, *, download: bool) -> httpx.AsyncBaseTransport:
        """Return the library's connections for a URL; some for each kind of way to it.

        Not the library's client: its cookies, redirects and hooks are not wanted here, and take a
        third of the time of a request.
        """
        secure = url.startswith("https:")
        key = (secure, proxy, download)
        if key not in self._pools:
            self._pools[key] = self._open(secure, proxy)
        return self._pools[key]

    def _open(self, secure: bool, proxy: str | None) -> httpx.AsyncBaseTransport:
        if self.app is not None:
            return httpx.ASGITransport(self.app, raise_app_exceptions=False)
        return httpx.AsyncHTTPTransport(
            limits=httpx.Limits(
                max_connections=MAX_CONNECTIONS,
                max_keepalive_connections=MAX_CONNECTIONS,
                keepalive_expiry=KEEP_ALIVE,
            ),
            verify=_ssl_context() if secure else False,  # without TLS there is nothing to verify
            trust_env=False,  # proxies are chosen by proxy_of()
            proxy=proxy,
        )

    def _request(
        self,
        method: str,
        url: str,
        *,
        headers: Mapping[str, str] | None,
        content: bytes | None,
        files: Mapping[str, UploadFile] | None,
        checks: Mapping[str, object],
    ) -> httpx.Request:
        """Return a request; a login in the URL becomes its header."""
        request = httpx.Request(
            method,
            url,
            headers={**HEADERS, **(headers or {})},
            content=content,
            files=files,
            extensions={"timeout": self._timeout, **checks},
        )
        if request.url.userinfo:
            login = httpx.BasicAuth(request.url.username, request.url.password)
            request = next(login.auth_flow(request))
        return request

    def url(self, path: str) -> str:
        """Return the absolute URL of a path of this service."""
        return self.base_url + path

    async def send(
        self,
        method: str,
        path: str,
        *,
        headers: Mapping[str, str] | None = None,
        json_body: object = None,
        files: Mapping[str, UploadFile] | None = None,
        limit: int = REPLY_LIMIT,
    ) -> Reply:
        """Send one request to a path of the service and return the answer, whatever its status.

        Redirects are not followed.

        Raises
        ------
        Unreachable
            Where no whole answer came in time. ``maybe_submitted`` is true when a POST may have
            arrived all the same.
        UnexpectedReply
            For an answer of more than ``limit`` bytes, or a compressed one.
        """
        url, sent = self.url(path), dict(headers or {})
        content = None
        if json_body is not None:
            sent["content-type"] = "application/json"
            content = json.dumps(json_body, ensure_ascii=False).encode()
        with self._told(maybe_submitted=method == "POST"):
            proxy = self._proxy_of(url)
            self._guard_key(url, sent, proxy)
            return await self._exchange(
                method, url, limit, proxy, headers=sent, content=content, files=files
            )

    async def download(self, url: str, sink: IO[bytes], limit: int = RESULT_LIMIT) -> Reply:
        """Download a link to ``sink``, without the key; follow redirects.

        The host may be any, but of a service at a public address only a public one. The reply has
        no content. Raises :class:`Unreachable` and :class:`UnexpectedReply` as :meth:`send` does,
        and ``OSError`` where ``sink`` has no room.
        """
        target = self.url(url) if url.startswith("/") else url
        with self._told():
            for _ in range(MAX_REDIRECTS + 1):
                if not _is_web_url(target):
                    raise _no_web_url(target)
                proxy = self._proxy_of(target)
                reply = await self._exchange("GET", target, limit, proxy, sink=sink)
                if reply.status not in REDIRECTS or "location" not in reply.headers:
                    return reply
                target = _joined(target, reply.headers["location"])
        raise UnexpectedReply(f"A link of the service redirects more than {MAX_REDIRECTS} times.")

    async def _exchange(
        self,
        method: str,
        url: str,
        limit: int,
        proxy: str | None,
        *,
        headers: Mapping[str, str] | None = None,
        content: bytes | None = None,
        files: Mapping[str, UploadFile] | None = None,
        sink: IO[bytes] | None = None,
    ) -> Reply:
        """Return the answer, within the bounds of bytes and time.

        The body of a download goes to ``sink``, which takes the place of what it holds.
        """
        download = sink is not None
        _ = urlsplit(url).port  # raises ValueError for one that there is not
        body, size = io.BytesIO() if sink is None else sink, 0
        body.seek(0)
        body.truncate()
        checks = await self._address_checks(url, proxy) if download else {}
        moved = len(content or b"") + sum(len(file[1]) for file in (files or {}).values())
        request = self._request(
            method, url, headers=headers, content=content, files=files, checks=checks
        )
        async with self._places[download]:
            pool = self._pool(url, proxy, download=download)
            start = asyncio.get_running_loop().time()
            async with asyncio.timeout_at(start + TOTAL + moved / SLOWEST) as bound:
                answer = await pool.handle_async_request(request)
                try:
                    if not (download or self.app or proxy):
                        self._look_at(answer.extensions["network_stream"])
                    self._check_head(answer, limit)
                    async for piece in answer.aiter_raw():
                        size += len(piece)
                        if size > limit:
                            raise self._too_large(limit)
                        body.write(piece)
                        bound.reschedule(start + TOTAL + (moved + size) / SLOWEST)
                finally:
                    await answer.aclose()
        received = body.getvalue() if isinstance(body, io.BytesIO) and not download else b""
        return Reply(answer.status_code, dict(answer.headers), received)

    def _look_at(self, stream: Any) -> None:
        """Note whether the service has a public address; once for each connection."""
        if stream not in self._seen:
            self._seen.add(stream)
            peer = stream.get_extra_info("server_addr")
            self._public |= bool(peer and is_public(str(peer[0])))

    async def _address_checks(self, url: str, proxy: str | None) -> dict[str, Any]:
        """Return what keeps a public service's links from addresses of the user's own network.

        A connection is looked at before a byte is sent, so that no name that changes its address
        gets around it. What a proxy connects to is resolved here where that is possible.
        """
        if self.app is not None:
            return {}
        if proxy is not None:
            theirs = await _addresses(url)
            own = await _addresses(self.base_url)
            if all(map(is_public, own)) and not all(map(is_public, theirs)):
                raise _private_link(url)
            return {}
        return {"trace": _PublicOnly(url)} if self._public else {}

    def _check_head(self, answer: httpx.Response, limit: int) -> None:
        length = answer.headers.get("content-length", "")
        if length.isdecimal() and len(length) < 20 and int(length) > limit:
            raise self._too_large(limit)
        if answer.headers.get("content-encoding", "identity").lower() != "identity":
            raise UnexpectedReply("The service sent a compressed answer, which was not asked for.")

    def _too_large(self, limit: int) -> UnexpectedReply:
        return UnexpectedReply(
            f"The service sent more than the {limit / 1e6:,.0f} MB that are accepted here; "
            "connect(result_limit=BYTES) accepts larger results."
            if limit > REPLY_LIMIT
            else f"The service sent more than the {limit / 1e6:,.0f} MB that such an answer has."
        )

    def _proxy_of(self, url: str) -> str | None:
        """Return the proxy on the way to a URL; there is none to an application in process."""
        return proxy_of(url) if self.app is None else None

    def _guard_key(self, url: str, headers: Mapping[str, str], proxy: str | None) -> None:
        """Refuse to show the key to a proxy, which reads what is sent without TLS."""
        if proxy is None or url.startswith(("https:", "wss:")):
            return
        if "@" in urlsplit(url).netloc or KEY_HEADERS & {name.lower() for name in headers}:
            raise Unreachable(
                f"No request was sent to {without_login(self.base_url)}: the key would reach the "
                f"proxy {without_login(proxy)} unencrypted. Use the https address of the service, "
                "or name its host in NO_PROXY."
            )

    @contextlib.contextmanager
    def _told(self, *, maybe_submitted: bool = False) -> Iterator[None]:
        """Turn the library's errors into :class:`Unreachable`."""
        not_sent = (
            httpx.ConnectError,
            httpx.ConnectTimeout,
            httpx.PoolTimeout,
            httpx.ProxyError,
            httpx.UnsupportedProtocol,
            httpx.LocalProtocolError,
        )
        try:
            yield
        except (httpx.InvalidURL, ValueError) as error:
            shown = printable(without_login(self.base_url))
            raise Unreachable(f"The address {shown} is not a URL: {error}.") from None
        except not_sent as error:
            raise self._unreachable(error) from None
        except (httpx.HTTPError, TimeoutError) as error:
            raise self._unreachable(error, maybe_submitted=maybe_submitted) from None
        except ImportError as error:  # a SOCKS proxy needs one more library
            raise Unreachable(f"The proxy cannot be used: {error}") from None

    def _unreachable(self, error: Exception, *, maybe_submitted: bool = False) -> Unreachable:
        reason = printable(str(error))[:200] or type(error).__name__
        lost = " The request may have arrived all the same." if maybe_submitted else ""
        return Unreachable(
            f"No answer from {without_login(self.base_url)} ({reason}).{lost}",
            maybe_submitted=maybe_submitted,
        )

    @contextlib.asynccontextmanager
    async def socket(self, path: str, headers: Mapping[str, str]) -> "AsyncIterator[Socket]":
        """Open a WebSocket; redirects of the handshake are not followed.

        Raises :class:`UnexpectedReply` where none is offered, :class:`Unreachable` when it breaks.
        """
        if self.app is not None:
            async with _asgi_socket(self.app, path, headers) as inner:
                yield inner
            return
        import websockets

        url = self.url(path).replace("http", "ws", 1)
        shown = without_login(url)
        try:
            proxy = self._proxy_of(url)
            self._guard_key(url, headers, proxy)
            async with _handshake()(
                url,
                additional_headers=dict(headers),
                user_agent_header=USER_AGENT,
                compression=None,
                ssl=_ssl_context() if url.startswith("wss:") else None,
                proxy=proxy,
                open_timeout=CONNECT_TIMEOUT,
                close_timeout=1.0,
                max_size=FRAME_LIMIT,
                logger=logger("mediaext.client.websocket"),  # which hides the key
            ) as outer:
                yield cast(Socket, outer)
        except (websockets.InvalidHandshake, websockets.InvalidURI) as error:
            reason = printable(str(error))[:200]
            raise UnexpectedReply(f"The service offers no events at {shown} ({reason}).") from None
        except (OSError, websockets.WebSocketException, ImportError) as error:  # TimeoutError too
            reason = printable(str(error))[:200] or type(error).__name__
            raise Unreachable(f"No events from {shown} ({reason}).") from None

    async def close(self) -> None:
        """Close the connections."""
        for pool in self._pools.values():
            await pool.aclose()
        self._on_close()


def _is_web_url(url: str) -> bool:
    """Say whether a link is one that can be fetched: its scheme, its host, its port."""
    with contextlib.suppress(ValueError):
        parts = urlsplit(url)
        known = parts.scheme in {"http", "https"} and bool(parts.hostname)
        return known and (parts.port is None or parts.port > 0) and url.isprintable()
    return False


def _no_web_url(link: str) -> UnexpectedReply:
    return UnexpectedReply(f"The service named a link that is no web URL: {printable(link[:80])}")


def _joined(url: str, location: str) -> str:
    """Return the target of a redirect; raise :class:`UnexpectedReply` if it is not a URL."""
    try:
        return str(httpx.URL(url).join(location))
    except (httpx.InvalidURL, ValueError):
        raise _no_web_url(location) from None


async def _addresses(url: str) -> list[str]:
    """Return the addresses of a URL's host; none where its name is not known here."""
    host = urlsplit(url).hostname or ""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, None, type=SOCK_STREAM)
    except (OSError, UnicodeError):
        return []
    return [str(item[4][0]) for item in found]


def _private_link(url: str) -> UnexpectedReply:
    shown = printable(urlsplit(url).hostname or "")[:80]
    return UnexpectedReply(
        f"The service named a link to {shown}, an address of a private network, and is itself on "
        "the public internet. Nothing was sent there."
    )


@dataclass(frozen=True, slots=True)
class _PublicOnly:
    """A ``trace`` extension of the library that closes connections to private addresses."""

    url: str

    async def __call__(self, event: str, info: Mapping[str, Any]) -> None:
        if event == "connection.connect_tcp.complete":
            stream = info["return_value"]
            peer = stream.get_extra_info("server_addr")
            if not peer or not is_public(str(peer[0])):
                await stream.aclose()
                raise _private_link(self.url)


@cache
def _handshake() -> Any:
    """Return ``websockets.connect`` without redirects, which would carry the key elsewhere."""
    from websockets.asyncio.client import connect

    class Handshake(connect):
        def process_redirect(self, exc: Exception) -> Exception | str:
            return exc

    return Handshake


class Gateway(Protocol):
    """Where a service is: the small picklable record from which a client opens its transport.

    ``local`` services take ``data:`` URLs for sound and meshes.
    """

    @property
    def base_url(self) -> str:
        """Address that result links begin with."""
        ...

    @property
    def identity(self) -> str:
        """What results are known by where it is not announced who makes them."""
        ...

    @property
    def former_identities(self) -> tuple[str, ...]:
        """What results of earlier versions of this package were known by."""
        ...

    @property
    def announces(self) -> bool:
        """Whether the service is asked who makes an operation."""
        ...

    @property
    def local(self) -> bool:
        """Whether the service is embedded in this process."""
        ...

    @property
    def working(self) -> bool:
        """Whether the service works at its jobs without this client."""
        ...

    def ended(self, job_ids: Iterable[str]) -> dict[str, JobState]:
        """Return how jobs ended, as far as that is known without asking the service."""
        ...

    async def open(self) -> Transport:
        """Return a transport; called once per process."""
        ...


class HttpGateway:
    """A service at a URL.

    ``identity`` names what makes its results; by default what the service announces, else its
    host. Equal names share results, also between addresses.
    """

    local = False
    working = True

    def __init__(self, base_url: str, timeout: float = 60.0, identity: str | None = None) -> None:
        if not is_url(base_url):
            sentence = f"an address such as 'https://media.example', not '{printable(base_url)}'."
            raise InvalidRequest.about("base_url", sentence)
        self.base_url = base_url.rstrip("/")
        self.identity = identity or f"https://{place(self.base_url)}"
        self.former_identities = (self.base_url, f"http://{place(self.base_url)}")
        self.announces = identity is None
        self._timeout = timeout

    def ended(self, job_ids: Iterable[str]) -> dict[str, JobState]:
        """Return nothing: the service has to be asked."""
        return {}

    async def open(self) -> Transport:
        """Return a transport to the address."""
        return Transport(self.base_url, timeout=self._timeout)


class ServiceConnection:
    """Requests of one client to one service: with its key, repeated where that is safe."""

    def __init__(self, gateway: Gateway, key: str | None, retries: int) -> None:
        self.gateway = gateway
        self.key = key
        self.retries = retries
        self.honours_tokens = False  # until an answer repeats one
        self.breaker: CircuitBreaker = circuit_breaker(without_login(gateway.base_url))
        self._opening: PerProcess[list[asyncio.Task[Transport]]] = PerProcess(list)

    @property
    def limit(self) -> ConcurrencyLimit:
        """The limit of this process on jobs in flight at the service."""
        return concurrency_limit(self.gateway.base_url)

    async def transport(self) -> Transport:
        """Return the open transport of this process."""
        opening = self._opening.get()
        if not opening or (opening[0].done() and opening[0].exception()):
            opening[:] = [asyncio.ensure_future(self.gateway.open())]
            weakref.finalize(self, _close_later, core(), opening[0])
        return opening[0].result() if opening[0].done() else await asyncio.shield(opening[0])

    def headers(self, operation: type[Operation[object]] | None = None) -> dict[str, str]:
        """Return the headers with the key; only for the service's own origin."""
        return auth_headers(self.key, operation.endpoint.dialect if operation else "current")

    async def call(self, method: str, path: str, **body: object) -> Any:
        """Call a route that makes no job; return its JSON, retrying what is safe to repeat."""
        return accept(await self.send(method, path, headers=self.headers(), **body))

    async def send(self, method: str, path: str, **request: Any) -> Reply:
        """Send with retries: reads on any passing fault, POSTs only when surely not accepted.

        A POST with a token is as safe to repeat as a read, once the service is seen to honour it.
        While the service counts as down, :class:`Unreachable` is raised at once.
        """
        self.breaker.check()
        transport = await self.transport()
        named = self.honours_tokens and IDEMPOTENCY in request.get("headers", {})
        safe = method != "POST" or named
        attempt = 0
        while True:
            attempt += 1
            last = attempt > self.retries
            try:
                reply = await transport.send(method, path, **request)
            except Unreachable as error:
                if last or (error.maybe_submitted and not safe):
                    self.breaker.failed(_reason_of(error))
                    raise
                await asyncio.sleep(backoff(attempt))
                continue
            if reply.status not in (TRANSIENT if safe else REFUSED) or last:
                if reply.status in GATEWAY_FAILURES:
                    self.breaker.failed(f"status {reply.status}")
                else:
                    self.breaker.succeeded()
                return reply
            log.warning("%s %s answered %s; trying again", method, path, reply.status)
            if reply.status == 429:
                self.limit.halve()
            await asyncio.sleep(backoff(attempt, retry_after(reply.headers)))


def _reason_of(error: Unreachable) -> str:
    """Return the text in the parentheses of the error's sentence."""
    return str(error).partition(" (")[2].partition(").")[0] or str(error)


def _close_later(owner: Core, opening: "asyncio.Task[Transport]") -> None:
    """Close the connections of a client that is no longer referenced."""
    if owner is not running_core() or not opening.done() or opening.exception():
        return
    owner.start(opening.result().close())


class Socket(Protocol):
    """An open WebSocket; iterating gives texts until the other side closes it."""

    async def send(self, text: str) -> None:
        """Send a text."""

    def __aiter__(self) -> AsyncIterator[str | bytes]: ...


class AsgiSocket:
    """The ASGI WebSocket protocol with an application in this process."""

    def __init__(self) -> None:
        self.frames: asyncio.Queue[AsgiMessage] = asyncio.Queue()
        self.messages: asyncio.Queue[AsgiMessage] = asyncio.Queue()
        self.messages.put_nowait({"type": "websocket.connect"})

    async def send(self, text: str) -> None:
        """Send a text."""
        self.messages.put_nowait({"type": "websocket.receive", "text": text})

    async def __aiter__(self) -> AsyncIterator[str | bytes]:
        while True:
            frame = await self.frames.get()
            if frame["type"] == "websocket.send":
                yield frame.get("text") or frame["bytes"]
            elif frame["type"] == "websocket.close":
                return


@contextlib.asynccontextmanager
async def _asgi_socket(
    app: AsgiApp, path: str, headers: Mapping[str, str]
) -> AsyncIterator[AsgiSocket]:
    scope = {
        "type": "websocket",
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        "scheme": "ws",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(name.lower().encode(), value.encode()) for name, value in headers.items()],
        "client": ("127.0.0.1", 0),
        "server": ("mediaext", 80),
        "subprotocols": [],
        "state": {},
    }
    socket = AsgiSocket()
    task = asyncio.ensure_future(app(scope, socket.messages.get, socket.frames.put))
    task.add_done_callback(lambda _: socket.frames.put_nowait({"type": "websocket.close"}))
    try:
        yield socket
    finally:
        socket.messages.put_nowait({"type": "websocket.disconnect", "code": 1000})
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
