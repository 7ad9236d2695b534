"""Run a service on a socket, with limits on idle connections."""

import asyncio
import contextlib
import ipaddress
import socket
import time
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from mediaext.errors import MediaError
from mediaext.logs import configure
from mediaext.service.fleet import Fleet
from mediaext.service.middleware import RequestMiddleware
from mediaext.service.peers import OpenLedger
from mediaext.service.settings import Settings

HEAD_SECONDS = 10.0  # for a request's head to arrive, and for the next request to begin
HEAD_LIMIT = 65_536  # bytes of a request's head
SEND_SECONDS = 60.0  # for the reader of an answer to take something
STOP_SECONDS = 5.0  # for cancelled requests to close what they hold
MOST_CONNECTIONS = 1000
FILES_BESIDE = 256  # file handles that are not connections: ledger, pods, media, fetches
FILES_WANTED = 8192
JOINED = 4096  # bytes; a smaller piece waits for the next one
SOCKET_MESSAGE = 65_536  # bytes of one message that a watcher of jobs sends


def serve(
    settings: Settings,
    host: str = "127.0.0.1",
    port: int = 8440,
    ledger: OpenLedger | None = None,
    fleet: Fleet | None = None,
) -> None:
    """Serve until interrupted; requests and running jobs get a short grace.

    ``ledger`` is that of the settings' folder unless another is given, ``fleet`` has the workers
    elsewhere. Without a key only loopback
    addresses are served; raises :class:`MediaError` otherwise.
    """
    from mediaext.service.app import Service

    if not settings.require_key and not is_loopback(host):
        raise MediaError(
            f"A service on {host} can be reached by others and needs keys: make one with "
            "'mediaext keys add --user NAME', and serve without --no-key."
        )
    configure()
    raise_file_limit()
    service = Service(settings, ledger=ledger, fleet=fleet)
    try:
        service.blobs.store.check()
    except OSError as error:
        raise MediaError(f"Media cannot be stored: {error.strerror}.") from error
    server = BoundedServer(ServerConfig(service.app, host=host, port=port, grace=10))
    with contextlib.suppress(KeyboardInterrupt):
        server.run()
    if not server.started:
        raise SystemExit(3)


class Waits:
    """Connections that wait for something, the longest wait first; too long ones are closed."""

    def __init__(self) -> None:
        self._since: dict[BoundedConnection, float] = {}

    def begin(self, connection: "BoundedConnection") -> None:
        """Let a connection wait from now on."""
        self.end(connection)
        self._since[connection] = time.monotonic()

    def end(self, connection: "BoundedConnection") -> None:
        """Let a connection wait no longer."""
        self._since.pop(connection, None)

    def abort_longest(self) -> None:
        """Close the connection that has waited longest."""
        next(iter(self._since)).abort()

    def abort_longer(self, seconds: float) -> None:
        """Close the connections that have waited longer."""
        while self._since and time.monotonic() - next(iter(self._since.values())) > seconds:
            self.abort_longest()


class ServerConfig(uvicorn.Config):
    """How a service is served: with bounds, without logs of requests."""

    def __init__(
        self, app: RequestMiddleware, *, host: str = "127.0.0.1", port: int = 0, grace: int = 2
    ) -> None:
        super().__init__(
            app,
            host=host,
            port=port,
            log_config=None,
            access_log=False,
            lifespan="on",
            http=BoundedConnection,
            ws="websockets-sansio",
            ws_max_size=SOCKET_MESSAGE,
            server_header=False,
            proxy_headers=False,  # nothing here depends on where a request comes from
            timeout_graceful_shutdown=grace,
        )
        self.most_connections = most_connections()
        self.silent = Waits()
        """Connections whose next request has not begun."""
        self.stuck = Waits()
        """Connections whose reader takes nothing of an answer."""


class BoundedServer(uvicorn.Server):
    """A server whose end is the end of its connections."""

    config: ServerConfig

    async def on_tick(self, counter: int) -> bool:
        """Close connections that wait too long; called ten times a second."""
        self.config.silent.abort_longer(HEAD_SECONDS)
        self.config.stuck.abort_longer(SEND_SECONDS)
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop; abort what is still open after the grace, which uvicorn would leave open."""
        await super().shutdown(sockets)
        for connection in list(self.server_state.connections):
            connection.transport.abort()
        await asyncio.sleep(0)  # an aborted transport closes its socket one turn later
        if tasks := self.server_state.tasks:  # cancelled; they close the files that they send
            await asyncio.wait(tasks, timeout=STOP_SECONDS)


class JoinedTransport(asyncio.Transport):
    """A transport that sends a small piece together with the next one of the same turn.

    uvicorn writes the head of an answer and its body one after the other: each would be a system
    call here, and would wake the reader once.
    """

    def __init__(self, transport: asyncio.Transport) -> None:
        super().__init__()
        self.inner = transport
        self._loop = asyncio.get_running_loop()
        self._piece = b""

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Send a piece, at the latest when the turn of the loop is over."""
        if self._piece:
            piece, self._piece = self._piece, b""
            self.inner.write(piece + data)
        elif len(data) < JOINED:
            self._piece = bytes(data)
            self._loop.call_soon(self._flush)
        else:
            self.inner.write(data)

    def _flush(self) -> None:
        if self._piece:
            self.inner.write(self._piece)
            self._piece = b""

    def close(self) -> None:
        """Close when everything is sent."""
        self._flush()
        self.inner.close()

    def abort(self) -> None:
        """Close at once."""
        self._piece = b""
        self.inner.abort()

    def is_closing(self) -> bool:
        """Whether it is closed or about to be."""
        return self.inner.is_closing()

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        """Return what is known of the connection."""
        return self.inner.get_extra_info(name, default)


class BoundedConnection(HttpToolsProtocol):
    """An HTTP connection that is closed when no request comes, or when others need its place.

    Beyond the bound the connection that waited longest for a request goes first, so that silent
    ones never keep anybody out.
    """

    config: ServerConfig
    _unread = 0  # bytes that came since the last whole thing: a head, a piece of a body, its end

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # uvicorn narrows the parameter of asyncio
        """Take a place, and one from a silent connection where there is none."""
        super().connection_made(transport)
        self.transport = JoinedTransport(transport)
        self.config.silent.begin(self)
        if len(self.connections) > self.config.most_connections:
            self.config.silent.abort_longest()  # this one where all others are at work

    def abort(self) -> None:
        """Close at once."""
        self._stop_waiting()
        self.connections.discard(self)
        self.transport.abort()

    def _stop_waiting(self) -> None:
        self.config.silent.end(self)
        self.config.stuck.end(self)

    def data_received(self, data: bytes) -> None:
        """Handle what arrived; the parser keeps what is not whole, so that it has a bound."""
        self._unread += len(data)
        super().data_received(data)
        if self._unread > HEAD_LIMIT:
            self.abort()

    def on_headers_complete(self) -> None:
        """Handle the head of a request, with which the wait for it ends."""
        self._unread = 0
        self.config.silent.end(self)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Handle a piece of a body."""
        self._unread = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Handle the end of a request."""
        self._unread = 0
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Wait for the next request, unless it is here."""
        if not self.pipeline:
            self.config.silent.begin(self)
        super().on_response_complete()

    def pause_writing(self) -> None:
        """Wait for the reader of an answer."""
        self.config.stuck.begin(self)
        super().pause_writing()

    def resume_writing(self) -> None:
        """Go on: the reader has taken something."""
        self.config.stuck.end(self)
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Free the place."""
        self._stop_waiting()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        """Hand over to the protocol of WebSockets, which has a bound of its own."""
        self._stop_waiting()
        if isinstance(self.transport, JoinedTransport):
            self.transport = self.transport.inner
        super().handle_websocket_upgrade()


def raise_file_limit() -> None:
    """Allow this process more open files, where the system lets it."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = FILES_WANTED if hard == resource.RLIM_INFINITY else min(FILES_WANTED, hard)
        if soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def most_connections() -> int:
    """Return how many connections there are at most: file handles for other work are left."""
    try:
        import resource
    except ImportError:  # no such limit on Windows
        return MOST_CONNECTIONS
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return MOST_CONNECTIONS
    return max(min(MOST_CONNECTIONS, (soft - FILES_BESIDE) // 2), 16)


def is_loopback(host: str) -> bool:
    """Say whether only this machine can reach a server there."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
