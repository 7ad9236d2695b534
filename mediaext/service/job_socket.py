"""WebSockets that tell of jobs: a snapshot first, then progress, then the end.

``/ws/jobs/JOB`` tells of one job and closes with 1000 after its end. ``/ws/jobs`` tells of every
job that a message ``{"follow": "JOB"}`` names, until the watcher leaves.

Frames are ``{type, job_id, seq, ts, data}`` with ``type`` one of status, progress, result, error;
``seq`` rises within a job. A followed job that is unknown or of another user is told once as
``unknown``. The key comes in the header or, from a browser, in a first message
``{"api_key": "…"}``. Closed with 4401 without a good key, 4404 where the one job is unknown or of
another user, 4400 for a message that is neither.
"""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Coroutine
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from mediaext.job import Status
from mediaext.protocol import EVENTS_PATH, FOLLOWED
from mediaext.service.events import Watch
from mediaext.service.keys import Caller
from mediaext.service.records import Job

if TYPE_CHECKING:
    from mediaext.service.app import Service

BAD_MESSAGE = 4400
NO_KEY = 4401
NO_JOB = 4404
HELLO_SECONDS = 10.0
HELLO_LIMIT = 4096  # characters
UNKNOWN = "There is no such job."


def add_socket(router: APIRouter, service: "Service") -> None:
    """Add the routes of job events."""

    @router.websocket(EVENTS_PATH + "/{job_id}")
    async def one(socket: WebSocket, job_id: str) -> None:
        async with _opened(service, socket) as caller:
            if caller is None:
                return
            if service.ledger.get_own(job_id, caller.user) is None:
                await socket.close(NO_JOB, UNKNOWN)
                return
            with service.events.watch() as watch:
                watch.add(job_id)
                await Teller(service, socket, caller, watch).tell(_until_gone(socket), once=True)

    @router.websocket(EVENTS_PATH)
    async def many(socket: WebSocket) -> None:
        async with _opened(service, socket) as caller:
            if caller is not None:
                with service.events.watch() as watch:
                    await Teller(service, socket, caller, watch).tell(_follow(socket, watch))


@contextlib.asynccontextmanager
async def _opened(service: "Service", socket: WebSocket) -> AsyncIterator[Caller | None]:
    """Accept a socket and yield who is there; close it where nobody known is."""
    await socket.accept()
    with contextlib.suppress(WebSocketDisconnect):
        caller = await _caller(service, socket)
        if caller is None:
            await socket.close(NO_KEY, "The API key is missing or not known.")
        yield caller


async def _caller(service: "Service", socket: WebSocket) -> Caller | None:
    for name in ("x-api-key", "api-key"):
        key = socket.headers.get(name)
        if key is not None:
            return service.keys.find(key) or service.anonymous
    if service.anonymous is not None:
        return service.anonymous if _is_local(service, socket) else None
    try:
        async with asyncio.timeout(HELLO_SECONDS):
            text = await socket.receive_text()
        message = json.loads(text[:HELLO_LIMIT])
        return service.keys.find(str(message["api_key"]))
    except (TimeoutError, ValueError, KeyError, TypeError):
        return None


def _is_local(service: "Service", socket: WebSocket) -> bool:
    headers = {name.lower(): value for name, value in socket.scope["headers"]}
    return service.gate.is_local_host(headers)


class Teller:
    """Tells one watcher what is new of the jobs it watches."""

    def __init__(
        self, service: "Service", socket: WebSocket, caller: Caller, watch: Watch
    ) -> None:
        self._service = service
        self._socket = socket
        self._user = caller.user
        self._watch = watch
        self._sent: dict[str, int] = {}

    async def tell(self, listening: Coroutine[Any, Any, None], *, once: bool = False) -> None:
        """Send what is new until ``listening`` ends, or ``once`` a job has ended."""
        gone = asyncio.ensure_future(listening)
        news = asyncio.ensure_future(self._watch.news())
        try:
            while not gone.done():
                await asyncio.wait((news, gone), return_when=asyncio.FIRST_COMPLETED)
                if not news.done():
                    return
                changed, news = news.result(), asyncio.ensure_future(self._watch.news())
                for job_id in changed:
                    await asyncio.sleep(0)  # a watcher of many jobs lets others have their turn
                    if await self._tell_of(job_id) and once:
                        await self._socket.close()
                        return
        finally:
            gone.cancel()
            news.cancel()

    async def _tell_of(self, job_id: str) -> bool:
        """Send the new frames of a job; say whether it has ended."""
        job = self._service.ledger.get_own(job_id, self._user)
        if job is None:  # never was, is of another user, or its record is past its life
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

    async def _send(self, message: dict[str, Any]) -> None:
        await self._socket.send_text(json.dumps(message, separators=(",", ":")))


async def _follow(socket: WebSocket, watch: Watch) -> None:
    """Watch every job that the watcher names, until it leaves or says what is not known."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            text = await socket.receive_text()
            try:
                job_id = json.loads(text[:HELLO_LIMIT])["follow"]
            except (ValueError, KeyError, TypeError):
                job_id = None
            if not isinstance(job_id, str):
                await socket.close(BAD_MESSAGE, 'Say {"follow": "JOB"}.')
                return
            if len(watch) >= FOLLOWED:
                await socket.close(BAD_MESSAGE, f"{FOLLOWED} jobs are followed at most.")
                return
            watch.add(job_id)


async def _until_gone(socket: WebSocket) -> None:
    """Read and drop whatever the watcher says, to notice that it left."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await socket.receive()


def _frames(service: "Service", job: Job, *, first: bool) -> list[dict[str, Any]]:
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


def _frame(kind: str, job_id: str, sequence: int, moment: float, data: Any) -> dict[str, Any]:
    return {
        "type": kind,
        "job_id": job_id,
        "seq": sequence,
        "ts": round(moment, 3),
        "data": data,
    }
