"""HTTP and WebSocket requests. With the pool below it, all that knows the HTTP library.

Requests to the service go straight to a pool of connections; what leaves its origin, is a form or
has a proxy to go through takes the library's client, which knows redirects and proxies.
"""

import asyncio
import contextlib
import json
import ssl
from collections.abc import AsyncIterator, Callable, Mapping
from functools import cache, cached_property
from typing import Any, Protocol, cast
from urllib.request import getproxies

import h11

from mediaext.client.pool import CONNECT_TIMEOUT, Pool, httpx
from mediaext.errors import UnexpectedReply, Unreachable
from mediaext.logs import logger
from mediaext.protocol import Reply

MAX_CONNECTIONS = 8  # httpx's pool grows costly beyond
USER_AGENT = "mediaext"
NOT_SENT = (
    httpx.ConnectError,
    httpx.ConnectTimeout,
    httpx.PoolTimeout,
    httpx.UnsupportedProtocol,
    httpx.LocalProtocolError,
)
logger(httpx.__name__)  # its records of requests hold signatures too


@cache
def _ssl_context() -> ssl.SSLContext:
    """Return one shared context: building it is the whole cost of a new client."""
    context: ssl.SSLContext = httpx.create_ssl_context()
    context.set_alpn_protocols(["http/1.1"])
    return context


class Transport:
    """Sends requests to one service, over the network or to an ASGI application in process."""

    def __init__(
        self,
        base_url: str,
        app: Any = None,
        timeout: float = 60.0,
        on_close: Callable[[], None] = lambda: None,
    ) -> None:
        self.base_url = base_url.rstrip("/")
        self.app = app
        self._on_close = on_close
        self._timeout = timeout
        self._pool: Pool | None = None
        self._target = b""
        if app is None and not getproxies().keys() - {"no"}:
            with contextlib.suppress(httpx.InvalidURL):  # which the first request tells
                self._open_pool(httpx.URL(self.base_url))

    @cached_property
    def _client(self) -> Any:
        """The library's client; most services never need it, and it is slow to begin."""
        limits = httpx.Limits(
            max_connections=MAX_CONNECTIONS, max_keepalive_connections=MAX_CONNECTIONS
        )
        # The pool time-out would run while a request queues behind others: no limit there.
        waits = httpx.Timeout(self._timeout, connect=CONNECT_TIMEOUT, pool=None)
        options: dict[str, Any] = {"timeout": waits, "headers": {"user-agent": USER_AGENT}}
        if self.app is None:
            options |= {"limits": limits, "verify": _ssl_context()}
        else:
            options["transport"] = httpx.ASGITransport(self.app, raise_app_exceptions=False)
        return httpx.AsyncClient(**options)

    def _open_pool(self, address: Any) -> None:
        if address.userinfo or address.scheme not in {"http", "https"}:  # the client's affair
            return
        self._target = address.raw_path.rstrip(b"/")
        self._fixed = [(b"host", address.netloc), (b"user-agent", USER_AGENT.encode())]
        secure = _ssl_context() if address.scheme == "https" else None
        port = address.port or (443 if secure else 80)
        self._pool = Pool(address.raw_host.decode(), port, secure)

    def url(self, path: str) -> str:
        """Return the absolute URL of a path of this service."""
        return path if path.startswith(("http:", "https:")) else self.base_url + path

    async def send(
        self,
        method: str,
        path: str,
        *,
        headers: Mapping[str, str] | None = None,
        json_body: Any = None,
        files: Any = None,
        follow: bool = False,
    ) -> Reply:
        """Send one request and return the answer, whatever its status.

        ``follow`` goes along with redirects; never together with a key.

        Raises :class:`Unreachable`; its ``maybe_submitted`` is true when the request may have
        arrived although no answer came back.
        """
        sent = dict(headers or {})
        content = None
        if json_body is not None:
            sent["content-type"] = "application/json"
            content = json.dumps(json_body, ensure_ascii=False).encode()
        try:
            target = None if files else self._own(path)
            if self._pool is not None and target is not None:
                reply = await self._ask(self._pool, method, target, sent, content)
                if not (follow and 300 <= reply.status < 400):
                    return reply
            answer = await self._client.request(
                method,
                self.url(path),
                headers=sent,
                content=content,
                files=files,
                follow_redirects=follow,
            )
        except NOT_SENT as error:
            raise self._unreachable(error) from None
        except httpx.HTTPError as error:
            raise self._unreachable(error, maybe_submitted=method == "POST") from None
        except httpx.InvalidURL as error:
            raise Unreachable(f"The address {self.url(path)} is not a URL: {error}.") from None
        return Reply(answer.status_code, dict(answer.headers), answer.content)

    def _own(self, path: str) -> bytes | None:
        """Return what to ask this service for, or ``None`` for an address of another."""
        rest = path.removeprefix(self.base_url)
        if rest.startswith("/") and rest.isascii() and "#" not in rest:
            return self._target + rest.encode()
        return None

    async def _ask(
        self,
        pool: Pool,
        method: str,
        target: bytes,
        headers: Mapping[str, str],
        content: bytes | None,
    ) -> Reply:
        """Send a request of ours over the pool."""
        sent = [*self._fixed, *((name.encode(), text.encode()) for name, text in headers.items())]
        if content is not None:
            sent.append((b"content-length", b"%d" % len(content)))
        try:
            request = h11.Request(method=method.encode(), target=target, headers=sent)
        except h11.LocalProtocolError as error:
            raise httpx.LocalProtocolError(str(error)) from None
        status, found, body = await pool.exchange(request, content or b"", self._timeout)
        told = {name.decode("latin-1"): text.decode("latin-1") for name, text in found}
        return Reply(status, told, body)

    def _unreachable(self, error: Exception, *, maybe_submitted: bool = False) -> Unreachable:
        reason = str(error) or type(error).__name__
        lost = " The request may have arrived all the same." if maybe_submitted else ""
        return Unreachable(
            f"No answer from {self.base_url} ({reason}).{lost}", maybe_submitted=maybe_submitted
        )

    @contextlib.asynccontextmanager
    async def socket(self, path: str, headers: Mapping[str, str]) -> "AsyncIterator[Socket]":
        """Open a WebSocket.

        Raises :class:`UnexpectedReply` where none is offered, :class:`Unreachable` when it breaks.
        """
        if self.app is not None:
            async with _asgi_socket(self.app, path, headers) as inner:
                yield inner
            return
        import websockets

        url = self.url(path).replace("http", "ws", 1)
        secure = _ssl_context() if url.startswith("wss:") else None
        try:
            async with websockets.connect(
                url, additional_headers=dict(headers), compression=None, ssl=secure
            ) as outer:
                yield cast(Socket, outer)
        except websockets.InvalidHandshake as error:
            raise UnexpectedReply(f"The service offers no events at {url} ({error}).") from None
        except (OSError, websockets.WebSocketException) as error:  # TimeoutError is an OSError
            raise Unreachable(f"The events of {url} cannot be heard ({error}).") from None

    async def close(self) -> None:
        """Close the connections."""
        if self._pool is not None:
            self._pool.close()
        if "_client" in vars(self):
            await self._client.aclose()
        self._on_close()


class Socket(Protocol):
    """An open WebSocket; iterating gives texts until the other side closes it."""

    async def send(self, text: str) -> None:
        """Send a text."""

    def __aiter__(self) -> AsyncIterator[str | bytes]: ...


class AsgiSocket:
    """The ASGI WebSocket protocol with an application in this process."""

    def __init__(self) -> None:
        self.frames: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.wishes: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.wishes.put_nowait({"type": "websocket.connect"})

    async def send(self, text: str) -> None:
        """Send a text."""
        self.wishes.put_nowait({"type": "websocket.receive", "text": text})

    async def __aiter__(self) -> AsyncIterator[str | bytes]:
        while True:
            frame = await self.frames.get()
            if frame["type"] == "websocket.send":
                yield frame.get("text") or frame["bytes"]
            elif frame["type"] == "websocket.close":
                return


@contextlib.asynccontextmanager
async def _asgi_socket(
    app: Any, path: str, headers: Mapping[str, str]
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
    task = asyncio.ensure_future(app(scope, socket.wishes.get, socket.frames.put))
    task.add_done_callback(lambda _: socket.frames.put_nowait({"type": "websocket.close"}))
    try:
        yield socket
    finally:
        socket.wishes.put_nowait({"type": "websocket.disconnect", "code": 1000})
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
