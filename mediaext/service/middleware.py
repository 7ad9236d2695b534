"""Middleware of every request: host, key, and limits of its body in bytes and time.

Everything needs a key except what is listed here; a signed link is its own key.
"""

import asyncio
import contextlib
import json
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from types import MappingProxyType
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mediaext.operation import CATALOGUE
from mediaext.service.database import LedgerUnavailable
from mediaext.service.keys import Caller

OPEN = ("/files/", "/health", "/ready", "/openapi.json", "/docs", "/redoc")
MULTIPART_ROOM = 64_000  # bytes that a form adds to its file
SMALL = 16_384  # bytes; such a body takes no room
SPOOLED = 1_048_576  # bytes of an upload that are held in memory, the rest is in a file
ROOM_SECONDS = 30.0  # how long a body waits for room
BODY_GRACE = 20.0  # seconds for any body
BODY_PACE = 32_768  # bytes a second that a longer one needs
SECURITY = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
]
HOST = re.compile(r"(?P<name>\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9.-]+)(:[0-9]{1,5})?")
Headers = Sequence[tuple[bytes, bytes]]
CLOSE = ((b"connection", b"close"),)
Find = Callable[[str], Awaitable[Caller | None]]


class BodyCut(Exception):
    """The request's body exceeds its limit, or has stalled."""


class BodyRoom:
    """Bytes of bodies that are held in memory at once; no user takes more than half of them."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._held: Counter[str] = Counter()
        self._freed = asyncio.Condition()

    def _fits(self, user: str, size: int) -> bool:
        held = self._held[user]
        alone = held == 0 and size >= self._size // 2
        whole = self._held.total() + size <= self._size
        return whole and (alone or held + size <= self._size // 2)

    async def take(self, user: str, size: int) -> None:
        """Wait for room; raise ``TimeoutError`` after :data:`ROOM_SECONDS`."""
        async with asyncio.timeout(ROOM_SECONDS), self._freed:
            await self._freed.wait_for(lambda: self._fits(user, size))
            self._held[user] += size

    async def give_back(self, user: str, size: int) -> None:
        """Let others have the room."""
        async with self._freed:
            self._held[user] -= size
            self._held += Counter()  # forgets who holds nothing
            self._freed.notify_all()


class RequestMiddleware:
    """ASGI middleware in front of the whole application."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        find: Find,
        anonymous: Caller | None,
        hosts: Collection[str],
        body_limit: int,
        upload_limit: int,
        upload_path: str,
        small_limits: Mapping[str, int] = MappingProxyType({}),
    ) -> None:
        self.app = app
        self.find = find
        self.anonymous = anonymous
        self.legacy = tuple(
            operation.endpoint.path
            for operation in CATALOGUE.values()
            if operation.endpoint.dialect == "legacy"
        )
        self.hosts = hosts
        self.body_limit = body_limit
        self.upload_limit = upload_limit
        self.upload_path = upload_path
        self.small_limits = small_limits
        self.room = BodyRoom(2 * body_limit)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through with its caller in ``scope["state"]``, or answer it here."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        path: str = scope["path"]
        headers = dict(scope["headers"])
        name = b"api-key" if path.startswith(self.legacy) else b"x-api-key"
        try:
            caller = await self.caller(headers, name)
        except LedgerUnavailable as error:
            await _answer(send, 503, f"The service cannot look up keys now: {error}.")
            return
        scope.setdefault("state", {})["caller"] = caller
        if caller is None and not path.startswith(OPEN):
            await _answer(send, 401, "The API key is missing or not known.")
        elif self.anonymous and not is_local_host(headers, self.hosts):
            await _answer(send, 403, "This service answers to its own name alone.")
        elif headers.get(b"content-length", b"0") == b"0" and b"transfer-encoding" not in headers:
            await self.app(scope, receive, _secured(send))  # there is no body to bound
        else:
            await self._bounded(scope, headers, receive, send)

    async def caller(self, headers: dict[bytes, bytes], name: bytes) -> Caller | None:
        """Return who asks; ``None`` when a key is needed and not good."""
        key = headers.get(name)
        if key is not None:
            found = await self.find(key.decode("latin-1"))
            if found is not None:
                return found
        return self.anonymous

    def limit(self, path: str) -> int:
        """Return how many bytes the body of a request to this path may have."""
        if path == self.upload_path:
            return self.upload_limit + MULTIPART_ROOM
        front = next((front for front in self.small_limits if path.startswith(front)), None)
        return self.body_limit if front is None else self.small_limits[front]

    async def _bounded(
        self, scope: Scope, headers: Mapping[bytes, bytes], receive: Receive, send: Send
    ) -> None:
        """Answer a request whose body has room, is not too large and not too slow."""
        limit = self.limit(scope["path"])
        held = self._expected(scope["path"], headers, limit)
        user = scope["state"]["caller"].user if scope["state"]["caller"] else ""
        if not held:
            await self._counted(scope, receive, send, limit)
            return
        try:
            await self.room.take(user, held)
        except TimeoutError:
            await _answer(send, 503, "The service reads other large requests; try again.")
            return
        try:
            await self._counted(scope, receive, send, limit)
        finally:
            await self.room.give_back(user, held)

    def _expected(self, path: str, headers: Mapping[bytes, bytes], limit: int) -> int:
        """Return the bytes of the body that will be held in memory, 0 for a small one."""
        length = headers.get(b"content-length")
        known = length is not None and length.isdigit() and len(length) < 16
        size = min(int(length or 0), limit) if known else limit
        if path == self.upload_path:
            size = min(size, SPOOLED)
        return 0 if size <= SMALL else size

    async def _counted(self, scope: Scope, receive: Receive, send: Send, limit: int) -> None:
        """Count the body as it arrives; the application's answer to a cut one is not sent."""
        begun = asyncio.get_running_loop().time()
        size = 0
        complete = slow = False

        async def counted() -> Message:
            nonlocal size, complete, slow
            if complete:
                return await receive()  # the end of the connection
            try:
                async with asyncio.timeout_at(begun + BODY_GRACE + size / BODY_PACE):
                    message = await receive()
            except TimeoutError:
                slow = True
                raise BodyCut from None
            size += len(message.get("body", b""))
            complete = not message.get("more_body", False)
            if size > limit:
                raise BodyCut
            return message

        secured = _secured(send)

        async def unless_cut(message: Message) -> None:
            if not slow and size <= limit:
                await secured(message)

        with contextlib.suppress(BodyCut):
            await self.app(scope, counted, unless_cut)
        if slow:
            await _answer(send, 408, "The request came too slowly.", CLOSE)
        elif size > limit:
            upload = scope["path"] == self.upload_path
            shown = megabytes(self.upload_limit if upload else limit)
            problem = {
                "loc": ["body", "file"] if upload else ["body"],
                "msg": f"The request is larger than {shown}, the most that is accepted.",
                "type": "too_large",
            }
            await _answer(send, 422, [problem])


def _secured(send: Send) -> Send:
    """Return a ``send`` that adds the headers of every answer."""

    async def secured(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", ()), *SECURITY]
        await send(message)

    return secured


def is_local_host(headers: Mapping[bytes, bytes], hosts: Collection[str]) -> bool:
    """Refuse foreign names and origins where no key is asked: a web page could reach us."""
    host = headers.get(b"host", b"").decode("latin-1")
    found = HOST.fullmatch(host)
    named = not host or (found is not None and found["name"].lower() in hosts)
    origin = headers.get(b"origin")
    return named and (origin is None or _netloc(origin.decode("latin-1")) == host)


def megabytes(size: int) -> str:
    """Return a size for people; binary ones as they are meant, ``20 MB``."""
    if size % 2**20 == 0:
        return f"{size >> 20} MB"
    return f"{size >> 10} kB" if size % 2**10 == 0 and size < 2**20 else f"{size / 1e6:g} MB"


def _netloc(url: str) -> str | None:
    """Return host and port of an origin; ``None`` for what is not a URL."""
    try:
        return urlsplit(url).netloc
    except ValueError:
        return None


async def _answer(send: Send, status: int, detail: object, more: Headers = ()) -> None:
    body = json.dumps({"detail": detail}).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        *SECURITY,
        *more,
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
