"""Job events over one WebSocket for each session, if the service offers one.

Events save status reads and waiting; without them reading goes on.
"""

import asyncio
import json
import time
from typing import Any, Protocol

from mediaext.client.connection import ServiceConnection, Socket
from mediaext.client.pauses import backoff
from mediaext.errors import MediaError, UnexpectedReply, Unreachable
from mediaext.job import JobRecord, JobState, Progress
from mediaext.logs import logger
from mediaext.operation import CATALOGUE
from mediaext.protocol import EVENTS_PATH, FOLLOWED, message_of, read_json, read_state

IDLE = 1.0  # seconds without a job after which the socket closes
REFUSED = 60.0  # seconds until a service that offers no events is asked again
BURST = 10_000  # events that may come at once,
RATE = 1_000  # and so many more each second
log = logger(__name__)


class Followed(Protocol):
    """A job that events are received for."""

    record: JobRecord

    def wake(self) -> None:
        """Read the status now."""

    def on_state(self, state: JobState) -> None:
        """Take in a state that the service sent unasked."""

    def on_progress(self, progress: Progress) -> None:
        """Take in progress."""


class EventSocket:
    """Receives the events of one session's jobs. All methods run on the core loop."""

    def __init__(self) -> None:
        self._followed: dict[str, Followed] = {}
        self._subscriptions: asyncio.Queue[str | None] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._open = False
        self._refused_until = 0.0

    def follow(self, job: Followed, connection: ServiceConnection) -> None:
        """Receive events of a job from now on, if the service offers that."""
        if len(self._followed) >= FOLLOWED or time.monotonic() < self._refused_until:
            return
        self._followed[job.record.job_id] = job
        self._subscriptions.put_nowait(job.record.job_id)
        if self._task is None or self._task.done():
            self._task = asyncio.ensure_future(self._run(connection))

    def leave(self, job_id: str) -> None:
        """Receive no more events of a job."""
        self._followed.pop(job_id, None)

    def receives(self, job_id: str) -> bool:
        """Whether events of a job will come by themselves."""
        return self._open and job_id in self._followed

    async def _run(self, connection: ServiceConnection) -> None:
        """Keep a socket open while there are jobs to follow."""
        attempt = 0
        while self._followed:
            attempt += 1
            try:
                transport = await connection.transport()
                async with transport.socket(EVENTS_PATH, connection.headers()) as socket:
                    attempt, self._open = 0, True
                    await self._converse(socket)
                    continue
            except UnexpectedReply as error:
                log.info("%s", error)
                self._refused_until = time.monotonic() + REFUSED
                self._followed.clear()
                return
            except MediaError as error:
                log.info("%s", error)
            finally:
                if self._open:
                    self._open = False
                    for job in list(self._followed.values()):
                        job.wake()  # back to reading
            await asyncio.sleep(backoff(attempt))

    async def _converse(self, socket: Socket) -> None:
        """Subscribe and receive until no job is left.

        Raises :class:`Unreachable` when the socket breaks.
        """
        subscriptions: asyncio.Queue[str | None] = asyncio.Queue()
        self._subscriptions = subscriptions
        for followed in self._followed:
            subscriptions.put_nowait(followed)
        receiving = asyncio.ensure_future(self._receive(socket))
        receiving.add_done_callback(lambda _: subscriptions.put_nowait(None))
        try:
            while True:
                try:
                    async with asyncio.timeout(IDLE):
                        job_id = await subscriptions.get()
                except TimeoutError:
                    if not self._followed:
                        return
                    continue
                if receiving.done():
                    receiving.result()
                    raise Unreachable("The service closed the socket of events.")
                await socket.send(json.dumps({"follow": job_id}))
        finally:
            receiving.cancel()
            await asyncio.gather(receiving, return_exceptions=True)

    async def _receive(self, socket: Socket) -> None:
        started, count = time.monotonic(), 0
        async for text in socket:
            count += 1
            if count > BURST + RATE * (time.monotonic() - started):
                raise UnexpectedReply("The service sends too many events.")
            try:
                frame = read_json(text)
                job = self._followed.get(frame["job_id"])
                if job is not None:
                    _pass_on(job, frame["type"], frame["data"] or {})
            except (ValueError, KeyError, TypeError, AttributeError, MediaError):
                log.warning("an invalid event: %s", message_of(text)[:200])


def _pass_on(job: Followed, kind: str, data: dict[str, Any]) -> None:
    """Hand an event to its job; the body of the last one is what a status read would give."""
    if kind == "progress":
        message = message_of(data.get("message") or "")
        fraction = data.get("fraction")
        if fraction is not None:
            fraction = min(max(float(fraction), 0.0), 1.0)
        job.on_progress(Progress(fraction=fraction, message=message))
    elif kind in ("result", "error"):
        endpoint = CATALOGUE[job.record.operation].endpoint
        job.on_state(read_state(endpoint, data, job.record.job_id))
    elif kind == "unknown":
        job.wake()
