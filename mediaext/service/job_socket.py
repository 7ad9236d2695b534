"""The WebSocket of a job: a snapshot first, then progress, then the end.

Frames are ``{type, job_id, seq, ts, data}`` with ``type`` one of status, progress, result, error;
``seq`` rises. The key comes in the header or, from a browser, in a first message
``{"api_key": "…"}``. Closed with 1000 after the end, 4401 without a good key, 4404 for a job that
is unknown or of another user.
"""

import asyncio
import contextlib
import json
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from mediaext.job import Status
from mediaext.service.events import Watch, frame
from mediaext.service.keys import Caller
from mediaext.service.records import Job

if TYPE_CHECKING:
    from mediaext.service.app import Service

NO_KEY = 4401
NO_JOB = 4404
HELLO_SECONDS = 10.0
HELLO_LIMIT = 4096  # characters


def add_socket(router: APIRouter, service: "Service") -> None:
    """Add the route of job events."""

    @router.websocket("/ws/jobs/{job_id}")
    async def events(socket: WebSocket, job_id: str) -> None:
        await socket.accept()
        with contextlib.suppress(WebSocketDisconnect):
            caller = await _caller(service, socket)
            if caller is None:
                await socket.close(NO_KEY, "The API key is missing or not known.")
            elif service.ledger.get_own(job_id, caller.user) is None:
                await socket.close(NO_JOB, "There is no such job.")
            else:
                await _tell(service, socket, job_id)


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


async def _tell(service: "Service", socket: WebSocket, job_id: str) -> None:
    """Send what is new until the job has ended or the watcher is gone."""
    gone = asyncio.ensure_future(_until_gone(socket))
    try:
        with service.events.watch(job_id) as watch:
            await _stream(service, socket, job_id, watch, gone)
    finally:
        gone.cancel()


async def _stream(
    service: "Service",
    socket: WebSocket,
    job_id: str,
    watch: Watch,
    gone: "asyncio.Future[None]",
) -> None:
    sent = -1
    while True:
        job = service.ledger.get(job_id)
        if job is None:
            await socket.close(NO_JOB, "The job's record is past its life.")
            return
        for message in _frames(service, job, first=sent < 0):
            if message["seq"] > sent:
                sent = message["seq"]
                await socket.send_text(json.dumps(message, separators=(",", ":")))
        if job.status.terminal:
            await socket.close()
            return
        news = asyncio.ensure_future(watch.news())
        await asyncio.wait((news, gone), return_when=asyncio.FIRST_COMPLETED)
        news.cancel()
        if gone.done():
            return


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
        end = frame(kind, job, job.sequence, moment, body)
        return [frame("status", job, job.sequence - 1, moment, body), end] if first else [end]
    found = [frame("status", job, job.sequence, moment, body)]
    progress = service.progress(job)
    if progress:
        number = job.sequence + int(progress["number"])
        data = {"fraction": progress["fraction"], "message": progress["message"]}
        found.append(frame("progress", job, number, moment, data))
    return found
