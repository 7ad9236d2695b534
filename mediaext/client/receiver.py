"""A small local receiver of webhooks, so that jobs are heard of without polling."""

import json
import secrets
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

from mediaext.client.core import core
from mediaext.client.session import sessions
from mediaext.protocol import verify_webhook

BODY_LIMIT = 64_000  # bytes
REMEMBERED = 10_000  # webhook ids, against replays


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
        self._server = ThreadingHTTPServer((host, port), _handler(self._take, self._token))
        self._server.daemon_threads = True

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
            job_id = json.loads(body)["job_id"]
        except (ValueError, KeyError, TypeError):
            return 400
        with self._lock:
            event = headers.get("webhook-id") or f"{job_id}"
            if event in self._seen:
                return 409
            works = [s.works[job_id] for s in list(sessions) if job_id in s.works]
            if not works:
                return 404
            self._seen[event] = None
            if len(self._seen) > REMEMBERED:
                del self._seen[next(iter(self._seen))]
        for work in works:
            core().loop.call_soon_threadsafe(work.nudge)
        return 204


def _handler(
    take: Callable[[dict[str, str], bytes], int], token: str
) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        timeout = 10.0

        def do_POST(self) -> None:
            length = self.headers.get("content-length", "")
            if not secrets.compare_digest(self.path, f"/{token}"):
                self._answer(404)
            elif not length.isdigit() or int(length) > BODY_LIMIT:
                self._answer(413)
            else:
                names = {name.lower(): value for name, value in self.headers.items()}
                self._answer(take(names, self.rfile.read(int(length))))

        def _answer(self, status: int) -> None:
            self.send_response(status)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            """Keep the path, which is a secret, out of standard error."""

    return Handler


def webhook_receiver(
    secret: str | None = None, *, host: str = "127.0.0.1", port: int = 0
) -> Receiver:
    """Return a receiver for a ``with`` block, which gives the URL to use as ``callback_url``."""
    return Receiver(secret, host, port)
