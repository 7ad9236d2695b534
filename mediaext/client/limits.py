"""How many jobs are in flight: shared by the whole process, learned from the service's answers."""

import asyncio
import time
import weakref
from collections import deque
from dataclasses import dataclass

START = 16.0  # jobs in flight before anything is known
CEILING = 256.0
PACE = 0.003  # seconds between two admissions: jobs in step wait for each other at every turn
CALM = 1.0  # seconds; failures of one burst halve the limit once


@dataclass(frozen=True, slots=True)
class Limits:
    """What is known of a service's limits: jobs in flight now, and how many are allowed."""

    in_flight: int
    allowed: int
    waiting: int
    halved: int


class Gate:
    """Admits jobs as TCP does: slow start, halved on a limit failure, additive increase since."""

    def __init__(self, start: float = START) -> None:
        self._allowed = start
        self._in_flight = 0
        self._halved = 0
        self._last_cut = float("-inf")
        self._next = 0.0
        self._queue: deque[asyncio.Future[None]] = deque()

    @property
    def limits(self) -> Limits:
        """The present state, for people."""
        return Limits(self._in_flight, int(self._allowed), len(self._queue), self._halved)

    async def enter(self) -> None:
        """Wait for a place, and a moment after the one admitted before."""
        await self._take_place()
        now = time.monotonic()
        moment = max(now, self._next)
        self._next = moment + PACE
        try:
            await asyncio.sleep(moment - now)
        except asyncio.CancelledError:
            self.leave()
            raise

    async def _take_place(self) -> None:
        if self._in_flight < int(self._allowed) and not self._queue:
            self._in_flight += 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._in_flight -= 1
                self._admit()
            else:
                self._queue.remove(turn)
            raise

    def open_to(self, jobs: int) -> None:
        """Allow as many as a caller asks for, as long as the service has not said no."""
        if not self._halved:
            self._allowed = min(CEILING, max(self._allowed, float(jobs)))
            self._admit()

    def leave(self) -> None:
        """Give the place back."""
        self._in_flight -= 1
        self._admit()

    def grow(self) -> None:
        """Allow more after a job that ended well: twice as many a round until the first limit."""
        more = 1.0 / self._allowed if self._halved else 1.0
        self._allowed = min(CEILING, self._allowed + more)
        self._admit()

    def cut(self) -> None:
        """Halve after a limit failure; failures of one burst count once."""
        now = time.monotonic()
        if now - self._last_cut >= CALM:
            self._last_cut = now
            self._allowed = max(1.0, min(self._allowed, max(self._in_flight, 2)) / 2)
            self._halved += 1

    def _admit(self) -> None:
        while self._queue and self._in_flight < int(self._allowed):
            turn = self._queue.popleft()
            if not turn.done():
                self._in_flight += 1
                turn.set_result(None)


_gates: "weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, dict[str, Gate]]" = (
    weakref.WeakKeyDictionary()
)


def gate(service: str) -> Gate:
    """Return the gate of a service; one per process, whose jobs all run on one loop."""
    return _gates.setdefault(asyncio.get_running_loop(), {}).setdefault(service, Gate())
