"""The limits of a service, learned from its answers: jobs in flight, and whether it answers.

Both are shared by all sessions of the process.
"""

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from datetime import datetime

from mediaext.client.loop import PerProcess
from mediaext.errors import Unreachable

START = 16.0  # jobs in flight before anything is known
CEILING = 256.0
PACE = 0.003  # seconds between two admissions: jobs in step wait for each other at every turn;
SPREAD = 0.2  # less where so many are allowed that they would not all begin within these seconds
CALM = 1.0  # seconds; failures of one burst halve the limit once
OPEN_AFTER = 3  # failed calls in a row after which a service counts as down
PROBE = (1.0, 15.0)  # seconds until a service that is down is tried again: first and longest


@dataclass(frozen=True, slots=True)
class ConcurrencyState:
    """What is known of a service's limits: jobs in flight now, and how many are allowed."""

    in_flight: int
    allowed: int
    waiting: int
    halved: int


class ConcurrencyLimit:
    """Admits jobs as TCP does: slow start, halved on a limit failure, additive increase since.

    A job is in flight until it has ended at the service. At most as many results as jobs are
    allowed are fetched meanwhile; beyond that no further job is admitted.
    """

    def __init__(self, start: float = START) -> None:
        self._allowed = start
        self._in_flight = 0
        self._fetching = 0
        self._halved = 0
        self._last_cut = float("-inf")
        self._next = 0.0
        self._queue: deque[asyncio.Future[None]] = deque()

    @property
    def state(self) -> ConcurrencyState:
        """The present state; may be read from any thread."""
        waiting = len(self._queue)
        return ConcurrencyState(self._in_flight, int(self._allowed), waiting, self._halved)

    async def acquire(self) -> None:
        """Wait for a place, and a moment after the one admitted before."""
        await self._take_place()
        now = time.monotonic()
        moment = max(now, self._next)
        self._next = moment + min(PACE, SPREAD / self._allowed)
        if moment == now:
            return
        try:
            await asyncio.sleep(moment - now)
        except asyncio.CancelledError:
            self.release()
            raise

    @property
    def _free(self) -> bool:
        allowed = int(self._allowed)
        return self._in_flight < allowed and self._in_flight + self._fetching < 2 * allowed

    async def _take_place(self) -> None:
        if self._free and not self._queue:
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

    def allow(self, jobs: int) -> None:
        """Allow as many as a caller asks for, unless the service has reported a limit."""
        if not self._halved:
            self._allowed = min(CEILING, max(self._allowed, float(jobs)))
            self._admit()

    def release(self) -> None:
        """Give the place back."""
        self._in_flight -= 1
        self._admit()

    @contextlib.contextmanager
    def fetching(self) -> Iterator[None]:
        """Give the place of a job that has ended to the next one, and fetch its result inside."""
        self._fetching += 1
        self.release()
        try:
            yield
        finally:
            self._fetching -= 1
            self._admit()

    def grow(self) -> None:
        """Allow more after a job that ended well: twice as many a round until the first limit."""
        more = 1.0 / self._allowed if self._halved else 1.0
        self._allowed = min(CEILING, self._allowed + more)
        self._admit()

    def halve(self) -> None:
        """Halve after a limit failure; failures of one burst count once."""
        now = time.monotonic()
        if now - self._last_cut >= CALM:
            self._last_cut = now
            self._allowed = max(1.0, min(self._allowed, max(self._in_flight, 2)) / 2)
            self._halved += 1

    def _admit(self) -> None:
        while self._queue and self._free:
            turn = self._queue.popleft()
            if not turn.done():
                self._in_flight += 1
                turn.set_result(None)


class BatchPlaces:
    """Places of one batch at the service; a closed batch submits nothing more.

    Parameters
    ----------
    count
        How many jobs may be submitted and not ended at a time, at least 1.
    """

    def __init__(self, count: int) -> None:
        self._places = asyncio.Semaphore(count)
        self._closed = False

    @contextlib.asynccontextmanager
    async def place(self) -> AsyncIterator[None]:
        """Hold a place; raise ``CancelledError`` where the batch was closed before it was free."""
        async with self._places:
            if self._closed:
                raise asyncio.CancelledError
            yield

    def close(self) -> None:
        """Let nothing more begin; may be called from any thread."""
        self._closed = True


class CircuitBreaker:
    """Notices once for all that a service is down, so that calls fail at once until it answers.

    After :data:`OPEN_AFTER` failed calls in a row the breaker is open: :meth:`check` raises. From
    time to time one call passes as a probe; when it succeeds, all pass again.

    Parameters
    ----------
    name
        What people know the service by, such as its address.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._failures = 0
        self._reason = ""
        self._since = ""
        self._pause = PROBE[0]
        self._next_probe = 0.0

    @property
    def open(self) -> bool:
        """Whether the service counts as down; may be read from any thread."""
        return self._failures >= OPEN_AFTER

    def check(self) -> None:
        """Raise :class:`Unreachable` while the service is down, unless a probe is due."""
        now = time.monotonic()
        if not self.open:
            return
        if now >= self._next_probe:
            self._next_probe = now + self._pause
            self._pause = min(2 * self._pause, PROBE[1])
            return
        raise Unreachable(
            f"No answer from {self.name} since {self._since} ({self._reason}). "
            f"It is tried again in {self._next_probe - now:.0f} s."
        )

    def failed(self, reason: str) -> None:
        """Record that a call failed: no answer, or one that the service is unavailable."""
        self._failures += 1
        self._reason = reason
        if self._failures == 1:
            self._since = datetime.now().astimezone().strftime("%H:%M:%S")
        if self._failures == OPEN_AFTER:
            self._pause = PROBE[0]
            self._next_probe = time.monotonic() + self._pause

    def succeeded(self) -> None:
        """Take in an answer."""
        self._failures = 0


_limits: PerProcess[dict[str, ConcurrencyLimit]] = PerProcess(dict)
_breakers: dict[str, CircuitBreaker] = {}


def concurrency_limit(service: str) -> ConcurrencyLimit:
    """Return the limit on jobs in flight at a service, one for the process."""
    return _limits.get().setdefault(service, ConcurrencyLimit())


def circuit_breaker(service: str) -> CircuitBreaker:
    """Return the breaker of a service, one for the process."""
    return _breakers.setdefault(service, CircuitBreaker(service))
