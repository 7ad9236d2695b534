"""A job in hand: wait for it, watch it, cancel it, find it again after a restart."""

import asyncio
from collections.abc import Callable, Generator
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from typing import Any, Generic, TypeVar, cast

from mediaext.client.core import core, wait
from mediaext.client.fetch import stored_result
from mediaext.client.session import Session
from mediaext.client.work import Work
from mediaext.errors import JobFailed, NotFound, WaitTimeout
from mediaext.job import JobRecord, Progress, Status
from mediaext.operation import CATALOGUE

ResultT = TypeVar("ResultT")


class Job(Generic[ResultT]):
    """One submitted request. ``await job`` gives its result from any event loop.

    An interrupted wait leaves the job running; its identifier finds it again.
    """

    def __init__(self, session: Session, record: JobRecord, work: Work | None = None) -> None:
        self._session = session
        self._record = record
        self._work = work

    def __reduce__(self) -> tuple[Any, ...]:
        return Job, (self._session, self.record)

    def __repr__(self) -> str:
        return f"<Job {self.job_id} {self.record.operation} {self.status}>"

    @property
    def record(self) -> JobRecord:
        """What is known of the job now."""
        return self._work.record if self._work else self._record

    @property
    def job_id(self) -> str:
        """Identifier at the service; a retried job has that of its last attempt."""
        return self.record.job_id

    @property
    def status(self) -> Status:
        """``queued``, ``completed`` or ``failed``."""
        return self.record.status

    @property
    def progress(self) -> Progress:
        """How far the job is; estimated from earlier jobs where the service tells nothing."""
        if self.status is Status.COMPLETED:
            return Progress(fraction=1.0)
        return self._work.progress if self._work else Progress()

    @property
    def eta(self) -> float | None:
        """Seconds that the job is likely to take still, from earlier ones; ``None`` if unknown."""
        if self.status.terminal or self._work is None:
            return 0.0 if self.status.terminal else None
        usual = self._session.usual_seconds(self.record.operation)
        return None if usual is None else max(usual - self._work.elapsed, 0.0)

    def done(self) -> bool:
        """Say whether the job has ended and its outcome is here."""
        return self.status.terminal if self._work is None else self._work.done.done()

    async def _join(self) -> ResultT:
        """Return the result on the core loop, following the job again where needed."""
        if self._work is None:
            self._work = await _pick_up(self._session, self._record)
        return cast(ResultT, await asyncio.shield(self._work.done))

    async def settle(self) -> ResultT:
        """Return the result, awaited from any loop; used where a job is an input."""
        return await core().join(self._join())

    def __await__(self) -> Generator[Any, None, ResultT]:
        return self.settle().__await__()

    def result(self, timeout: float | None = None) -> ResultT:
        """Block until the result is here, at most ``timeout`` seconds, and return it.

        Raises :class:`mediaext.errors.JobFailed` when the job failed and
        :class:`mediaext.errors.WaitTimeout` when the time is over; the job then goes on.
        """
        limit = self._session.options.timeout if timeout is None else timeout
        future: Future[ResultT] = core().start(self._join())
        try:
            return wait(future, limit)
        except FutureTimeout:
            if future.done() and not future.cancelled():
                raise
            raise WaitTimeout(
                f"The job {self.job_id} is not done after {limit:g} s and goes on. "
                f"Wait for it again with attach('{self.job_id}').",
                job_id=self.job_id,
            ) from None
        except KeyboardInterrupt as interrupt:
            interrupt.add_note(
                f"Job {self.job_id} is still running; get it back with attach('{self.job_id}')."
            )
            raise

    def wait(self, timeout: float | None = None) -> bool:
        """Block until the job has ended, well or not; return whether it did in time."""
        try:
            self.result(timeout)
        except WaitTimeout:
            return False
        except JobFailed:
            return True
        return True

    def cancel(self) -> bool:
        """Ask the service to drop the job; return whether it did (an extension it may lack)."""
        return core().run(self._cancel())

    async def _cancel(self) -> bool:
        endpoint = CATALOGUE[self.record.operation].endpoint
        from mediaext.protocol import status_path

        reply = await self._session.send(
            "DELETE",
            status_path(endpoint, self.job_id),
            headers=self._session.headers(CATALOGUE[self.record.operation]),
        )
        if self._work:
            self._work.nudge()
        return 200 <= reply.status < 300

    def on_change(self, callback: Callable[["Job[ResultT]"], None]) -> None:
        """Call ``callback(job)`` on the core thread at every change, and once at the end."""
        work = self._work
        if work is None or work.done.done():
            callback(self)
            return
        core().loop.call_soon_threadsafe(work.listeners.append, lambda _: callback(self))


async def _pick_up(session: Session, record: JobRecord) -> Work:
    """Follow a job known from a record: from the store when it is done, else at the service."""
    running = session.works.get(record.job_id)
    if running is not None:
        return cast(Work, running)
    await session.transport()
    work = Work(session, session.history.get(record.job_id) or record)
    if work.record.status is Status.COMPLETED:
        found = stored_result(session, work.record)
        if found is not None:
            work.done.set_result(found)
            return work
    work.begin(admitted=False)
    return work


def attach(session: Session, job_id: str, operation: str | None = None) -> Job[Any]:
    """Return the job with this identifier, from the history or, given its operation, the service.

    Raises :class:`NotFound` when it is in neither.
    """
    from datetime import UTC, datetime

    record = session.history.get(job_id)
    if record is None:
        if operation is None:
            raise NotFound(
                f"The job '{job_id}' is not in the history; say which operation it is, such as "
                f"attach('{job_id}', 'image')."
            )
        record = JobRecord(
            job_id=job_id,
            operation=CATALOGUE[operation].endpoint.name,
            service=session.gateway.base_url,
            submitted_at=datetime.now(UTC),
        )
    return Job(session, record)
