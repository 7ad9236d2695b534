"""Running a service on a socket, with bounds on connections that say nothing."""

import asyncio
import contextlib
import ipaddress
import socket

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from mediaext.errors import MediaError
from mediaext.logs import configure
from mediaext.service.fleet import Fleet
from mediaext.service.middleware import RequestMiddleware
from mediaext.service.peers import OpenLedger
from mediaext.service.settings import Settings

HEAD_SECONDS = 10.0  # for a request's head to arrive, and for the next request to begin
STOP_SECONDS = 5.0  # for cancelled requests to close what they hold
MOST_CONNECTIONS = 1000
FILES_BESIDE = 256  # file handles that are not connections: ledger, pods, media, fetches
FILES_WANTED = 8192
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
            timeout_graceful_shutdown=grace,
        )
        self.most_connections = most_connections()
        self.waiting: dict[BoundedConnection, None] = {}
        """Connections that wait for a request, the longest wait first."""


class BoundedServer(uvicorn.Server):
    """A server whose end is the end of its connections."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop; abort what is still open after the grace, which uvicorn would leave open."""
        await super().shutdown(sockets)
        for connection in list(self.server_state.connections):
            connection.transport.abort()
        await asyncio.sleep(0)  # an aborted transport closes its socket one turn later
        if tasks := self.server_state.tasks:  # cancelled; they close the files that they send
            await asyncio.wait(tasks, timeout=STOP_SECONDS)


class BoundedConnection(H11Protocol):
    """An HTTP connection that is closed when no request comes, or when others need its place.

    Beyond the bound the connection that waited longest for a request goes first, so that silent
    ones never keep anybody out.
    """

    config: ServerConfig
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # uvicorn narrows the parameter of asyncio
        """Take a place, and one from a silent connection where there is none."""
        super().connection_made(transport)
        self._wait()
        if len(self.connections) > self.config.most_connections:
            next(iter(self.config.waiting)).abort()  # this one where all others are at work

    def _wait(self) -> None:
        self._stop_waiting()
        self.config.waiting[self] = None
        self._timer = self.loop.call_later(HEAD_SECONDS, self.abort)

    def _stop_waiting(self) -> None:
        self.config.waiting.pop(self, None)
        if self._timer is not None:
            self._timer.cancel()

    def abort(self) -> None:
        """Close at once."""
        self._stop_waiting()
        self.connections.discard(self)
        self.transport.abort()

    def handle_events(self) -> None:
        """Handle what arrived; the wait ends with the head of a request."""
        super().handle_events()
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop_waiting()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        self._wait()
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Free the place."""
        self._stop_waiting()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand over to the protocol of WebSockets, which has a bound of its own."""
        self._stop_waiting()
        super().handle_websocket_upgrade(event)


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
