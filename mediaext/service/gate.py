"""What every request meets first: host, key, and a bound on its body.

Everything needs a key except what is listed here; a signed link is its own key.
"""

import contextlib
import json
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mediaext.operation import CATALOGUE
from mediaext.service.keys import Caller

OPEN = ("/files/", "/health", "/ready", "/openapi.json", "/docs", "/redoc")
LOOPBACK = frozenset({"localhost", "127.0.0.1", "[::1]"})
MULTIPART_ROOM = 64_000  # bytes that a form adds to its file
SECURITY = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
]
Find = Callable[[str], Caller | None]


class BodyTooLarge(Exception):
    """The request's body is over its limit."""


class Gate:
    """ASGI middleware in front of the whole application."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        find: Find,
        anonymous: Caller | None,
        base_url: str,
        body_limit: int,
        upload_limit: int,
        upload_path: str,
    ) -> None:
        self.app = app
        self.find = find
        self.anonymous = anonymous
        self.legacy = tuple(
            operation.endpoint.path
            for operation in CATALOGUE.values()
            if operation.endpoint.dialect == "legacy"
        )
        self.hosts = LOOPBACK | {urlsplit(base_url).hostname or ""}
        self.body_limit = body_limit
        self.upload_limit = upload_limit
        self.upload_path = upload_path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through with its caller in ``scope["state"]``, or answer it here."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        path: str = scope["path"]
        headers = dict(scope["headers"])
        caller = self.caller(headers, b"api-key" if path.startswith(self.legacy) else b"x-api-key")
        scope.setdefault("state", {})["caller"] = caller
        if caller is None and not path.startswith(OPEN):
            await _answer(send, 401, "The API key is missing or not known.")
        elif self.anonymous and not self.is_local_host(headers):
            await _answer(send, 403, "This service answers to its own name alone.")
        else:
            await self._bounded(scope, receive, send)

    def caller(self, headers: dict[bytes, bytes], name: bytes) -> Caller | None:
        """Return who asks; ``None`` when a key is needed and not good."""
        key = headers.get(name)
        if key is not None:
            found = self.find(key.decode("latin-1"))
            if found is not None:
                return found
        return self.anonymous

    def is_local_host(self, headers: dict[bytes, bytes]) -> bool:
        """Refuse foreign names and origins where no key is asked: a web page could reach us."""
        host = headers.get(b"host", b"").decode("latin-1")
        name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
        origin = headers.get(b"origin")
        from_here = origin is None or urlsplit(origin.decode("latin-1")).netloc == host
        return (not host or name in self.hosts) and from_here

    async def _bounded(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Count the body while it comes; what the application says of a cut one is not sent."""
        upload = scope["path"] == self.upload_path
        limit = self.upload_limit + MULTIPART_ROOM if upload else self.body_limit
        size = 0

        async def counted() -> Message:
            nonlocal size
            message = await receive()
            size += len(message.get("body", b""))
            if size > limit:
                raise BodyTooLarge
            return message

        async def marked(message: Message) -> None:
            if size <= limit:
                if message["type"] == "http.response.start":
                    message["headers"] = [*message.get("headers", ()), *SECURITY]
                await send(message)

        with contextlib.suppress(BodyTooLarge):
            await self.app(scope, counted, marked)
        if size > limit:
            shown = (self.upload_limit if upload else limit) / 1e6
            problem = {
                "loc": ["body", "file"] if upload else ["body"],
                "msg": f"The request is larger than the {shown:g} MB that are taken.",
                "type": "too_large",
            }
            await _answer(send, 422, [problem])


async def _answer(send: Send, status: int, detail: Any) -> None:
    body = json.dumps({"detail": detail}).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        *SECURITY,
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
