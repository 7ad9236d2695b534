"""WebSockets that report on jobs: a snapshot first, then progress, then the result.

``/ws/jobs/JOB`` follows one job and closes with 1000 after its end. ``/ws/jobs`` follows every job
that a message ``{"follow": "JOB"}`` names, until the watcher leaves.

Frames are ``{type, job_id, seq, ts, data}`` with ``type`` one of status, progress, result, error;
``seq`` rises within a job. A followed job that is unknown or of another user is reported once as
``unknown``. The key comes in the header or, from a browser, in a first message
``{"api_key": "…"}``. Closed with 4401 without a good key, 4404 where the one job is unknown or of
another user, 4400 for a message that is not one of these two, 1013 while too many are open or the
ledger does not answer.
"""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Coroutine, Mapping
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from mediaext.job import Status
from mediaext.protocol import EVENTS_PATH, FOLLOWED
from mediaext.service.core import ServiceCore
from mediaext.service.database import LedgerUnavailable
from mediaext.service.events import JobWatch
from mediaext.service.keys import Caller
from mediaext.service.middleware import is_local_host
from mediaext.service.records import JobRow

BAD_MESSAGE = 4400
NO_KEY = 4401
NO_JOB = 4404
TRY_LATER = 1013
HANDSHAKE_SECONDS = 10.0
MESSAGE_LIMIT = 4096  # characters
UNKNOWN = "There is no such job."


def add_socket(router: APIRouter, service: ServiceCore) -> None:
    """Add the routes of job events."""

    @router.websocket(EVENTS_PATH + "/{job_id}")
    async def one(socket: WebSocket, job_id: str) -> None:
        async with _opened(service, socket) as caller:
            if caller is None:
                return
            if await service.call(service.ledger.get_own, job_id, caller.user) is None:
                await socket.close(NO_JOB, UNKNOWN)
                return
            with service.events.watch() as watch:
                watch.add(job_id)
                await JobEventSender(service, socket, caller, watch).run(
                    _until_disconnected(socket), once=True
                )

    @router.websocket(EVENTS_PATH)
    async def many(socket: WebSocket) -> None:
        async with _opened(service, socket) as caller:
            if caller is not None:
                with service.events.watch() as watch:
                    await JobEventSender(service, socket, caller, watch).run(
                        _follow(socket, watch)
                    )


@contextlib.asynccontextmanager
async def _opened(service: ServiceCore, socket: WebSocket) -> AsyncIterator[Caller | None]:
    """Accept a socket and yield the caller; close it if the caller is unknown."""
    await socket.accept()
    with service.sockets.slot() as free:
        caller: Caller | None = None
        with contextlib.suppress(WebSocketDisconnect):
            caller = await _caller(service, socket) if free else None
            if not free or (caller and not service.sockets.acquire(caller.user)):
                caller = None
                await socket.close(TRY_LATER, "Too many sockets are open; one follows many jobs.")
            elif caller is None:
                await socket.close(NO_KEY, "The API key is missing or not known.")
        try:
            with contextlib.suppress(WebSocketDisconnect):
                try:
                    yield caller
                except LedgerUnavailable:
                    await socket.close(TRY_LATER, "The ledger does not answer now.")
        finally:
            if caller is not None:
                service.sockets.release(caller.user)


async def _caller(service: ServiceCore, socket: WebSocket) -> Caller | None:
    keys = [socket.headers[name] for name in ("x-api-key", "api-key") if name in socket.headers]
    for key in keys:
        if found := await service.call(service.keys.find, key):
            return found
    if service.anonymous is not None:
        return service.anonymous if _is_local(service, socket) else None
    if keys:
        return None
    try:
        async with asyncio.timeout(HANDSHAKE_SECONDS):
            return await service.call(service.keys.find, await _read(socket, "api_key"))
    except (TimeoutError, BadMessage):
        return None


class BadMessage(Exception):
    """A watcher sent something that is not one of the two messages."""


async def _read(socket: WebSocket, name: str) -> str:
    """Wait for a message ``{name: "…"}`` and return its value; raise :class:`BadMessage`."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message["code"])
    text = message.get("text")
    if text is None or len(text) > MESSAGE_LIMIT:
        raise BadMessage
    try:
        value = json.loads(text)[name]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise BadMessage from None
    if not isinstance(value, str):
        raise BadMessage
    return value


def _is_local(service: ServiceCore, socket: WebSocket) -> bool:
    headers = {name.lower(): value for name, value in socket.scope["headers"]}
    return is_local_host(headers, service.hosts)


class JobEventSender:
    """Sends one watcher the changes of the jobs that it watches."""

    def __init__(
        self, service: ServiceCore, socket: WebSocket, caller: Caller, watch: JobWatch
    ) -> None:
        self._service = service
        self._socket = socket
        self._user = caller.user
        self._watch = watch
        self._sent: dict[str, int] = {}

    async def run(self, listening: Coroutine[Any, Any, None], *, once: bool = False) -> None:
        """Send what is new until ``listening`` ends, or ``once`` a job has ended."""
        disconnected = asyncio.ensure_future(listening)
        changes = asyncio.ensure_future(self._watch.changes())
        try:
            while not disconnected.done():
                await asyncio.wait((changes, disconnected), return_when=asyncio.FIRST_COMPLETED)
                if not changes.done():
                    return
                changed, changes = changes.result(), asyncio.ensure_future(self._watch.changes())
                for job_id in changed:
                    if job_id not in self._watch:
                        continue  # its end was sent since
                    await asyncio.sleep(0)  # a watcher of many jobs lets others have their turn
                    if await self._send_changes(job_id) and once:
                        await self._socket.close()
                        return
        finally:
            disconnected.cancel()
            changes.cancel()

    async def _send_changes(self, job_id: str) -> bool:
        """Send the new frames of a job; say whether it has ended."""
        job = await self._service.call(self._service.ledger.get_own, job_id, self._user)
        if job is None:  # unknown, of another user, or deleted
            self._watch.drop(job_id)
            moment = self._service.clock.now()
            await self._send(_frame("unknown", job_id, 0, moment, {"detail": UNKNOWN}))
            return True
        sent = self._sent.get(job_id, -1)
        for message in _frames(self._service, job, first=sent < 0):
            if message["seq"] > sent:
                self._sent[job_id] = sent = message["seq"]
                await self._send(message)
        if job.status.terminal:
            self._watch.drop(job_id)
            self._sent.pop(job_id)
        return job.status.terminal

    async def _send(self, message: Mapping[str, object]) -> None:
        await self._socket.send_text(json.dumps(message, separators=(",", ":")))


async def _follow(socket: WebSocket, watch: JobWatch) -> None:
    """Watch every job that the watcher names, until it disconnects or sends something else."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            try:
                job_id = await _read(socket, "follow")
            except BadMessage:
                await socket.close(BAD_MESSAGE, 'Say {"follow": "JOB"}.')
                return
            if len(watch) >= FOLLOWED:
                await socket.close(BAD_MESSAGE, f"{FOLLOWED} jobs are followed at most.")
                return
            watch.add(job_id)


async def _until_disconnected(socket: WebSocket) -> None:
    """Read and discard messages of the watcher, to notice that it disconnects."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await socket.receive()


def _frames(service: ServiceCore, job: JobRow, *, first: bool) -> list[dict[str, Any]]:
    """Return the newest frames of a job in rising order."""
    moment = service.clock.now()
    body = service.views.of(job)
    if job.status.terminal:
        kind = "result" if job.status is Status.COMPLETED else "error"
        end = _frame(kind, job.job_id, job.sequence, moment, body)
        state = _frame("status", job.job_id, job.sequence - 1, moment, body)
        return [state, end] if first else [end]
    found = [_frame("status", job.job_id, job.sequence, moment, body)]
    progress = service.progress(job)
    if progress:
        number = job.sequence + int(progress["number"])
        data = {"fraction": progress["fraction"], "message": progress["message"]}
        found.append(_frame("progress", job.job_id, number, moment, data))
    return found


def _frame(kind: str, job_id: str, sequence: int, moment: float, data: object) -> dict[str, Any]:
    return {
        "type": kind,
        "job_id": job_id,
        "seq": sequence,
        "ts": round(moment, 3),
        "data": data,
    }
