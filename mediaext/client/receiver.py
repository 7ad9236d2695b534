"""A small local receiver of webhooks, which wakes the jobs that wait for them."""

import contextlib
import re
import secrets
import socket
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

from mediaext.client.jobs import followers_of
from mediaext.client.loop import core
from mediaext.protocol import JOB_ID, read_json, verify_webhook

BODY_LIMIT = 64_000  # bytes
REMEMBERED = 10_000  # webhook ids, against replays
CONNECTIONS = 32  # at once; further ones are closed
TOTAL = 10.0  # seconds for a whole request


class Receiver:
    """Listens on this machine while its ``with`` block lasts.

    ``with mediaext.webhook_receiver() as url: media.submit(GenerateImage(…, callback_url=url))``.
    The event only wakes the waiting job, which then reads its status: polling stays the truth and
    the safety net. With ``secret`` (``whsec_…``) every event must carry a valid signature.
    """

    def __init__(self, secret: str | None = None, host: str = "127.0.0.1", port: int = 0) -> None:
        self.secret = secret
        self.received = 0
        self.refused = 0
        self._token = secrets.token_urlsafe(24)
        self._seen: dict[str, None] = {}
        self._lock = threading.Lock()
        self._server = _Server((host, port), _handler(self._take, self._token))

    @property
    def url(self) -> str:
        """Address to hand over as ``callback_url``; its path is a secret of this receiver."""
        host, port = self._server.server_address[:2]
        return f"http://{host!s}:{port}/{self._token}"

    def __enter__(self) -> str:
        threading.Thread(
            target=self._server.serve_forever, name="mediaext-webhooks", daemon=True
        ).start()
        return self.url

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.shutdown()
        self._server.server_close()

    def _take(self, headers: dict[str, str], body: bytes) -> int:
        """Check an event and wake its job; return the HTTP status to answer."""
        status = self._check(headers, body)
        with self._lock:
            self.received += status == 204
            self.refused += status != 204
        return status

    def _check(self, headers: dict[str, str], body: bytes) -> int:
        if self.secret and not verify_webhook(headers, body, self.secret):
            return 401
        try:
            job_id = str(read_json(body)["job_id"])
        except (ValueError, KeyError, TypeError):
            return 400
        if not JOB_ID.fullmatch(job_id):
            return 400
        with self._lock:
            event = headers.get("webhook-id") or f"{job_id}"
            if event in self._seen:
                return 409
            waiting = followers_of(job_id)
            if not waiting:
                return 404
            self._seen[event] = None
            if len(self._seen) > REMEMBERED:
                del self._seen[next(iter(self._seen))]
        for follower in waiting:
            core().loop.call_soon_threadsafe(follower.wake)
        return 204


class _Server(ThreadingHTTPServer):
    """A thread for each connection, of a bounded number and for a bounded time."""

    daemon_threads = True

    def __init__(self, address: tuple[str, int], handler: type[BaseHTTPRequestHandler]) -> None:
        super().__init__(address, handler)
        self._places = threading.BoundedSemaphore(CONNECTIONS)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Serve a connection in a thread of its own, or close it where there are too many."""
        if self._places.acquire(blocking=False):
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Serve a connection; one that takes too long is closed."""
        end = threading.Timer(TOTAL, _shut, (request,))
        end.daemon = True
        end.start()
        try:
            super().process_request_thread(request, client_address)
        finally:
            end.cancel()
            self._places.release()

    def handle_error(self, request: object, client_address: object) -> None:
        """Print nothing: a bad request from outside is not an error of this process."""


def _shut(connection: socket.socket) -> None:
    with contextlib.suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)


def _handler(
    take: Callable[[dict[str, str], bytes], int], token: str
) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        timeout = TOTAL

        def do_POST(self) -> None:
            length = self.headers.get("content-length", "")
            if not secrets.compare_digest(self.path.encode(), f"/{token}".encode()):
                self._answer(404)
            elif not re.fullmatch("[0-9]{1,9}", length) or int(length) > BODY_LIMIT:
                self._answer(413)
            else:
                names = {name.lower(): value for name, value in self.headers.items()}
                self._answer(take(names, self.rfile.read(int(length))))

        def _answer(self, status: int) -> None:
            self.send_response(status)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Keep the path, which is a secret, out of standard error."""

    return Handler


def webhook_receiver(
    secret: str | None = None, *, host: str = "127.0.0.1", port: int = 0
) -> Receiver:
    """Return a receiver for a ``with`` block, which gives the URL to use as ``callback_url``.

    Parameters
    ----------
    secret
        Signing secret, to have signatures checked; without it events are taken as they come.
    host, port
        Where to listen; port 0 takes a free one.

    Examples
    --------
    >>> with mediaext.webhook_receiver() as receiver:  # doctest: +SKIP
    ...     media.image("a fox", callback_url=receiver.url)
    """
    return Receiver(secret, host, port)
