"""Hearing of jobs over one WebSocket a session, where the service offers one.

Events are a convenience that saves status reads and waiting; without them reading goes on.
"""

import asyncio
import json
import time
from typing import TYPE_CHECKING, Any

from mediaext.client.transport import Socket
from mediaext.errors import MediaError, UnexpectedReply, Unreachable
from mediaext.job import Progress
from mediaext.logs import logger
from mediaext.protocol import EVENTS_PATH, FOLLOWED, backoff, read_state

if TYPE_CHECKING:
    from mediaext.client.session import Session
    from mediaext.client.work import Work

IDLE = 1.0  # seconds without a job after which the socket closes
REFUSED = 60.0  # seconds until a service that offers no events is asked again
FIRST = asyncio.FIRST_COMPLETED
log = logger(__name__)


class EventSocket:
    """Follows the jobs of one session. All methods run on the core loop."""

    def __init__(self) -> None:
        self._followed: dict[str, Work] = {}
        self._wishes: asyncio.Queue[str] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._open = False
        self._refused_until = 0.0

    def follow(self, work: "Work") -> None:
        """Hear of a job from now on, if the service offers that."""
        if len(self._followed) >= FOLLOWED or time.monotonic() < self._refused_until:
            return
        self._followed[work.record.job_id] = work
        self._wishes.put_nowait(work.record.job_id)
        if self._task is None or self._task.done():
            self._task = asyncio.ensure_future(self._run(work.session))

    def leave(self, job_id: str) -> None:
        """Hear of a job no more."""
        self._followed.pop(job_id, None)

    def hears(self, job_id: str) -> bool:
        """Whether news of a job will come by itself."""
        return self._open and job_id in self._followed

    async def _run(self, session: "Session") -> None:
        """Keep a socket open while there are jobs to hear of."""
        attempt = 0
        while self._followed:
            attempt += 1
            try:
                transport = await session.transport()
                async with transport.socket(EVENTS_PATH, session.headers()) as socket:
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
                    for work in list(self._followed.values()):
                        work.nudge()  # back to reading
            await asyncio.sleep(backoff(attempt))

    async def _converse(self, socket: Socket) -> None:
        """Ask and hear until no job is left; raise :class:`Unreachable` when the socket breaks."""
        self._wishes = asyncio.Queue()
        for job_id in self._followed:
            self._wishes.put_nowait(job_id)
        hearing = asyncio.ensure_future(self._hear(socket))
        try:
            while True:
                asking = asyncio.ensure_future(self._wishes.get())
                await asyncio.wait((asking, hearing), timeout=IDLE, return_when=FIRST)
                if hearing.done():
                    asking.cancel()
                    hearing.result()
                    raise Unreachable("The service closed the socket of events.")
                if asking.done():
                    await socket.send(json.dumps({"follow": asking.result()}))
                    continue
                asking.cancel()
                if not self._followed:
                    return
        finally:
            hearing.cancel()
            await asyncio.gather(hearing, return_exceptions=True)

    async def _hear(self, socket: Socket) -> None:
        async for text in socket:
            try:
                frame = json.loads(text)
                work = self._followed.get(frame["job_id"])
                if work is not None:
                    _pass_on(work, frame["type"], frame["data"] or {})
            except (ValueError, KeyError, TypeError, AttributeError, MediaError):
                log.warning("an event that is none: %.200s", text)


def _pass_on(work: "Work", kind: str, data: dict[str, Any]) -> None:
    """Tell a job what was heard of it; the body of its end is the one that a read would give."""
    if kind == "progress":
        work.tell(Progress(fraction=data.get("fraction"), message=data.get("message") or ""))
    elif kind in ("result", "error"):
        work.hear(read_state(work.operation.endpoint, data, work.record.job_id))
    elif kind == "unknown":
        work.nudge()
