"""Following one job on the core loop to its result: wait, retry, download, remember."""

import asyncio
import contextlib
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from mediaext.client.fetch import PATIENCE, collect
from mediaext.client.session import Prepared, Session
from mediaext.errors import (
    ResultExpired,
    TryLater,
    UnexpectedReply,
    Unreachable,
)
from mediaext.job import JobRecord, JobState, Progress, Status
from mediaext.operation import CATALOGUE
from mediaext.protocol import (
    accept,
    backoff,
    failure_of,
    next_poll,
    read_state,
    status_path,
)
from mediaext.results import MadeFile, Result

SAFETY_POLL = 20.0  # seconds between status reads while events or a webhook tell us more
LIMIT_CODES = frozenset({"RATE_LIMIT_EXCEEDED", "CONCURRENT_JOBS_EXCEEDED"})
LIMIT_RETRIES = 20

Listener = Callable[["Work"], None]


class Work:
    """One job as the loop sees it. All methods run on the core loop."""

    def __init__(
        self,
        session: Session,
        record: JobRecord,
        prepared: Prepared | None = None,
        token: str = "",
    ) -> None:
        self.session = session
        self.record = record
        self.prepared = prepared
        self.token = token
        self.position: int | None = None
        self.progress = Progress()
        self.started = time.monotonic()
        self.listeners: list[Listener] = []
        self._nudge = asyncio.Event()
        self._heard: JobState | None = None
        self._admitted = False
        self.done: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self.done.add_done_callback(_retrieve)

    @property
    def operation(self) -> Any:
        """Class of the operation."""
        return CATALOGUE[self.record.operation]

    @property
    def elapsed(self) -> float:
        """Seconds since the last submission."""
        return time.monotonic() - self.started

    def begin(self, *, admitted: bool) -> None:
        """Start following in the background."""
        self._admitted = admitted
        self.session.works[self.record.job_id] = self
        self._task = asyncio.ensure_future(self._run())

    def nudge(self) -> None:
        """Read the status now: something was heard of the job."""
        self._nudge.set()

    def hear(self, state: JobState) -> None:
        """Take in a state that the service told unasked."""
        self._heard = state
        self._nudge.set()

    def tell(self, progress: Progress) -> None:
        """Take in progress and pass it on to whoever looks."""
        self.progress = progress
        self._announce()

    def _announce(self) -> None:
        for listener in list(self.listeners):
            listener(self)

    async def _run(self) -> None:
        try:
            result = await self._follow()
        except asyncio.CancelledError:
            self.done.cancel()
            raise
        except Exception as error:
            self._close(error)
            if not self.done.done():
                self.done.set_exception(error)
        else:
            if not self.done.done():
                self.done.set_result(result)
        finally:
            self._leave()
            self.session.works.pop(self.record.job_id, None)
            self._announce()

    def _leave(self) -> None:
        if self._admitted:
            self._admitted = False
            self.session.gate().leave()

    def _close(self, error: Exception) -> None:
        """Record how the job ended, unless only our wait for it did."""
        code = getattr(error, "code", None)
        if code is None and not isinstance(error, ResultExpired):
            return
        self.record = self.record.model_copy(
            update={
                "status": Status.FAILED,
                "failure_reason_code": code or "RESULT_EXPIRED",
                "error": str(error),
                "completed_at": datetime.now(UTC),
            }
        )
        self.save()

    def save(self) -> None:
        """Write the record to the history."""
        key = self.prepared.key if self.prepared else None
        deterministic = self.prepared is not None and (
            self.prepared.deterministic or self.record.run is not None
        )
        self.session.history.save(self.record, key if deterministic else None, self.position)

    async def _follow(self) -> Result:
        while True:
            state = await self._wait()
            if state.status is Status.COMPLETED:
                return await self._fetch(state)
            failure = failure_of(state)
            if not await self._again(failure):
                raise failure

    async def _again(self, failure: Exception) -> bool:
        """Submit the request again when the failure may pass; say whether that was done."""
        if not isinstance(failure, TryLater) or self.prepared is None:
            return False
        limited = failure.code in LIMIT_CODES
        retries = self.session.options.retries
        tries = LIMIT_RETRIES if limited and retries else retries
        if self.record.attempts > tries:
            return False
        if limited:
            self.session.gate().cut()
        self._leave()
        self.tell(Progress(message=f"{failure.code}: trying again"))
        await asyncio.sleep(backoff(self.record.attempts))
        await self.session.gate().enter()
        self._admitted = True
        self.prepared = await self.session.prepare(self.prepared.operation)
        token = f"{self.token}-{self.record.attempts + 1}"
        state = await self.session.post(self.prepared, token)
        await self._rename(state.job_id, failure)
        return True

    async def _rename(self, job_id: str, failure: TryLater) -> None:
        """Close the failed attempt's row and go on under the new identifier."""
        attempts = self.record.attempts
        self._close(failure)
        self.session.works.pop(self.record.job_id, None)
        self.record = self.record.model_copy(
            update={
                "job_id": job_id,
                "status": Status.QUEUED,
                "failure_reason_code": None,
                "error": None,
                "completed_at": None,
                "submitted_at": datetime.now(UTC),
                "attempts": attempts + 1,
            }
        )
        self.started = time.monotonic()
        self.session.works[job_id] = self
        self.save()

    async def _wait(self) -> JobState:
        """Return the terminal state, by events where offered and by well-timed reads always."""
        usual = self.session.usual_seconds(self.record.operation)
        socket, job_id = self.session.event_socket(), self.record.job_id
        polls, last_answer = 0, time.monotonic()
        if socket:
            socket.follow(self)
        try:
            while True:
                hears = socket is not None and socket.hears(job_id)
                delay = SAFETY_POLL if hears else next_poll(self.elapsed, usual, polls=polls)
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._nudge.wait(), delay)
                self._nudge.clear()
                polls += 1
                try:
                    state, self._heard = self._heard or await self.read(), None
                except (Unreachable, UnexpectedReply):
                    if time.monotonic() - last_answer > PATIENCE:
                        raise
                    continue
                last_answer = time.monotonic()
                if state.status.terminal:
                    return state
                if not hears:
                    self._estimate(usual)
        finally:
            if socket:
                socket.leave(job_id)

    def _estimate(self, usual: float | None) -> None:
        """Guess the progress from the learned duration where the service tells none."""
        if usual and (self.progress.fraction is None or self.progress.message == "estimated"):
            self.tell(Progress(fraction=min(self.elapsed / usual, 0.95), message="estimated"))

    async def read(self) -> JobState:
        """Read the status once."""
        kind = self.operation
        reply = await self.session.send(
            "GET",
            status_path(kind.endpoint, self.record.job_id),
            headers=self.session.headers(kind),
        )
        return read_state(kind.endpoint, accept(reply), self.record.job_id)

    async def _fetch(self, state: JobState) -> Result:
        """Download every file into the store and forget the links."""
        self.tell(Progress(fraction=1.0, message="downloading"))
        files, digests = await collect(self.session, state, self.read)
        if not files:
            raise UnexpectedReply(f"The job {self.record.job_id} is complete but has no result.")
        return self._finish(files, digests)

    def _finish(self, files: dict[str, MadeFile], digests: dict[str, str]) -> Result:
        now = datetime.now(UTC)
        main = "cutout" if "cutout" in files else next(iter(files))
        self.record = self.record.model_copy(
            update={
                "status": Status.COMPLETED,
                "completed_at": now,
                "files": {
                    role: f"{digests[role]} {file.media_type} {file.name}".strip()
                    for role, file in files.items()
                },
                "result_digest": digests[main],
                "media_type": files[main].media_type,
                "size": len(files[main].content),
            }
        )
        self.save()
        self.session.learn(self.record.operation, self.elapsed)
        self.session.gate().grow()
        kind: type[Result] = self.operation.result_type()
        return kind.from_files(files, self.record)


def _retrieve(future: "asyncio.Future[Result]") -> None:
    """Mark the outcome as seen: a job that nobody waits for is no fault of the loop."""
    if not future.cancelled():
        future.exception()
