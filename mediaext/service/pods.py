"""Pods, each of which runs the jobs of its queues.

The ledger is the scheduler: a pod claims the next job when it is free.
"""

import asyncio
import contextlib
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from mediaext.errors import FAILURES, JobFailed, job_failed
from mediaext.logs import logger
from mediaext.service.blob_store import place
from mediaext.service.blobs import Blobs
from mediaext.service.database import LedgerUnavailable, P, T
from mediaext.service.injected_faults import InjectedFaults
from mediaext.service.inputs import Inputs
from mediaext.service.ledger import Ledger
from mediaext.service.records import SEQUENCE, DamagedRecord, JobRow, StoredResult, link_name
from mediaext.service.responses import DAMAGED
from mediaext.service.settings import Settings
from mediaext.service.traces import past
from mediaext.service.worker import PodDied, Worker

log = logger("mediaext.service")
LEDGER_RETRY = 1.0  # seconds to wait when the ledger cannot be written, such as on a full disk


@dataclass(frozen=True, slots=True)
class PodContext:
    """What all pods need.

    ``on_change`` is called after progress and ends, ``on_claim`` with a job and the seconds of its
    claim.
    """

    settings: Settings
    ledger: Ledger
    blobs: Blobs
    inputs: Inputs
    on_change: Callable[[JobRow], None]
    on_claim: Callable[[JobRow, float], None]
    faults: InjectedFaults = field(default_factory=InjectedFaults)


class JobTimer:
    """The time budget of one job; it is paused while the engine prepares, which has its own."""

    def __init__(self, limit: asyncio.Timeout, prepare_seconds: float) -> None:
        self._limit = limit
        self._prepare_seconds = prepare_seconds
        self._left = 0.0
        self.preparing = False

    def enter(self, *, preparing: bool) -> None:
        """Switch to preparing, or back to the job."""
        now, ends = asyncio.get_running_loop().time(), self._limit.when()
        if preparing == self.preparing or ends is None or self._limit.expired():
            return
        self.preparing = preparing
        if preparing:
            self._left = ends - now
        self._limit.reschedule(now + (self._prepare_seconds if preparing else self._left))


class Pod:
    """Runs one job at a time, with a worker process that starts with the first one."""

    def __init__(
        self,
        name: str,
        lanes: tuple[str, ...],
        owner: str,
        worker: Worker,
        context: PodContext,
        *,
        first: JobRow | None = None,
    ) -> None:
        self.name = name
        self.lanes = lanes
        self.owner = owner
        self.worker = worker
        self.settings = context.settings
        self.ledger = context.ledger
        self.blobs = context.blobs
        self.inputs = context.inputs
        self.on_change = context.on_change
        self.on_claim = context.on_claim
        self.faults = context.faults
        self._call = context.ledger.database.call
        self.job: JobRow | None = None
        self.progress: dict[str, Any] | None = None
        self._work = asyncio.Event()
        self._lost = False
        self._kept = False
        self._retired = False
        self.ending = False
        self._next = first
        self._fetched: list[str] = []
        self._time: JobTimer | None = None
        self._claim_seconds: float | None = None

    @property
    def idle(self) -> bool:
        """Whether the pod waits for work."""
        return self.job is None and not self._work.is_set()

    def wake(self) -> None:
        """Notify that there may be work."""
        self._work.set()

    def retire(self) -> None:
        """Stop after the running job."""
        self._retired = True
        self._work.set()

    async def run(self) -> None:
        """Run jobs until retired."""
        try:
            while not self._retired:
                await self._step()
        finally:
            self.ending = True
            if not self.worker.detached:
                await self._release()

    async def _release(self) -> None:
        try:
            if self._next is not None:
                await self._call(self.ledger.release, self._next.job_id, self._next.lease)
        finally:
            await self.worker.stop()

    async def _step(self) -> None:
        try:
            self._work.clear()
            job, self._next = self._next or await self._call(self._claim), None
            if job is None:
                await self._wait_for_work()
            else:
                await self._run_job(job)
        except LedgerUnavailable as error:
            log.error("pod %s: the ledger cannot be used: %s", self.name, error)
            await asyncio.sleep(LEDGER_RETRY)

    def _claim(self) -> JobRow | None:
        begun = time.perf_counter()
        job = self.ledger.claim(self.lanes, self.owner, self.name, self.settings.lease_seconds)
        self._claim_seconds = time.perf_counter() - begun
        return job

    async def _wait_for_work(self) -> None:
        """Wait for work; after a long idle time release the worker's memory."""
        try:
            async with asyncio.timeout(self.settings.pod_idle_seconds):
                await self._work.wait()
        except TimeoutError:
            await self.worker.stop()
            await self._work.wait()

    async def _run_job(self, job: JobRow) -> None:
        self.job, self.progress, self._lost, self._kept = job, None, False, False
        self._fetched = []
        if self._claim_seconds is not None:  # else another service claimed it
            self.on_claim(job, self._claim_seconds)
        try:
            await self._warm_up()
            async with asyncio.timeout(self.settings.job_time_budget) as limit:
                self._time = JobTimer(limit, self.settings.prepare_seconds)
                answer = await self._make(job)
            await self._settle(job, answer)
        except TimeoutError:
            self.worker.kill()
            await self._fail(job, *self._timeout_failure())
        except JobFailed as error:
            await self._fail(job, error.code, error.sentence)
        except PodDied as error:
            await self._requeue(job, error)
        except OSError as error:
            await self._fail(
                job, "STORAGE_ERROR", f"The job's files could not be stored: {error.strerror}."
            )
        except asyncio.CancelledError:
            self._kept = self.worker.detached  # then the next service takes the job over
            if not self._kept:  # nothing to give back: the end may have been written
                returned = await self._call(self.ledger.release, job.job_id, job.lease)
                self._kept = returned is None
            raise
        except LedgerUnavailable:
            raise  # nothing can be written now: the lease will run out
        except DamagedRecord:
            log.error("the record of job %s is damaged", job.job_id)
            await self._fail(job, "INTERNAL_ERROR", DAMAGED)
        except Exception:  # whatever it is, it must not end the pod
            log.exception("internal error in job %s", job.job_id)
            await self._fail(job, "INTERNAL_ERROR", "Server-side fault; it has been logged.")
        finally:
            self.job = None
            if self._fetched or not self._kept:
                await asyncio.to_thread(self._tidy, job)

    async def _requeue(self, job: JobRow, error: PodDied) -> None:
        """Return a job to the queue whose worker died."""
        # Shown by the job itself where it was submitted: other processes may share the ledger.
        log.info("pod %s died during job %s", self.name, job.job_id)
        if self.worker.detached:  # another pod takes the job; the fleet reports a worker that is
            self.retire()  # back, and until then this one would only claim the job again
        died = error.counted and not self._lost
        self._announce(await self._call(self.ledger.release, job.job_id, job.lease, died=died))

    def _tidy(self, job: JobRow) -> None:
        """Delete temporary inputs, and results that are not used."""
        with contextlib.suppress(OSError):  # the sweep finds what is left
            if self._kept:
                self.blobs.discard(self._fetched)
            else:
                self.blobs.clear(job.job_id, job.lease)

    def _timeout_failure(self) -> tuple[str, str]:
        """Return code and message for a job that exceeded its time."""
        if self._time is not None and self._time.preparing:
            seconds = self.settings.prepare_seconds
            return "MODEL_UNAVAILABLE", f"The engine was not ready within {seconds:g} seconds."
        budget = self.settings.job_time_budget
        return "TIMEOUT", f"The job took longer than its {budget:g} seconds."

    async def _warm_up(self) -> None:
        """Start the worker where there is none; the job's time does not run yet."""
        if self.worker.warm:
            return
        try:
            async with asyncio.timeout(self.settings.start_seconds):
                await self.worker.start()
        except TimeoutError:
            seconds = self.settings.start_seconds
            raise job_failed(
                "MODEL_UNAVAILABLE",
                f"The worker '{self.name}' did not start within {seconds:g} seconds.",
            ) from None

    async def _make(self, job: JobRow) -> dict[str, Any]:
        await self.faults.before_job()
        inputs = await self.inputs.gather(job)
        stem = place(job.job_id, job.lease)
        files = [item.get("file", "") for item in inputs]
        self._fetched = [file for file in files if file.startswith(stem)]
        if self._lost:
            return {"type": "failed", "code": "CANCELLED", "error": "The job was cancelled."}
        return await self.worker.run(
            {
                "job_id": job.job_id,
                "lease": job.lease,
                "operation": job.operation,
                "module": job.module,
                "request": job.body,
                "extra": job.passed,
                "notes": job.notes,
                "seed": job.seed,
                "engine": job.engine,
                "inputs": inputs,
                "stem": stem,
            },
            self._report,
            self._stage,
        )

    def _stage(self, preparing: bool) -> None:
        if self._time is not None:
            self._time.enter(preparing=preparing)

    def _report(self, fraction: float | None, message: str) -> None:
        if self.job is None:
            return
        number = min((self.progress or {}).get("number", 0) + 1, SEQUENCE - 1)
        self.progress = {"number": number, "fraction": fraction, "message": message}
        self.on_change(self.job)

    async def _settle(self, job: JobRow, answer: Mapping[str, Any]) -> None:
        if answer["type"] == "failed":
            code = answer["code"] if answer["code"] in FAILURES else "MODEL_ERROR"
            await self._fail(job, code, answer["error"])
            return
        files = {role: _stored(job, role, **facts) for role, facts in answer["files"].items()}
        size = sum(file.size for file in files.values())
        past("blob", job.traceparent, *answer["stored"], files=len(files), bytes=size)
        self._kept = True  # until it is known that the end was not written
        ended, self._next = await self._retry(self._complete, job, files, answer)
        self._kept = ended is not None
        self._announce(ended)

    def _complete(
        self, job: JobRow, files: Mapping[str, StoredResult], answer: Mapping[str, Any]
    ) -> tuple[JobRow | None, JobRow | None]:
        """Write the end of a job and the claim of the next one with one commit."""
        expires_at = self.ledger.clock.now() + self.settings.link_life
        with self.ledger.database.transaction():
            ended = self.ledger.complete(
                job, files, expires_at, answer["notes"], answer["made_by"]
            )
            return ended, None if self._retired else self._claim()

    async def _retry(self, work: Callable[P, T], *args: P.args, **options: P.kwargs) -> T:
        """Retry a statement that the lease guards until the ledger answers or the lease expires.

        It may have been committed although no answer came.
        """
        loop = asyncio.get_running_loop()
        until = loop.time() + self.settings.lease_seconds
        while True:
            try:
                return await self.ledger.database.write(work, *args, **options)
            except LedgerUnavailable:
                if loop.time() > until:
                    raise
                await asyncio.sleep(LEDGER_RETRY)

    async def _fail(self, job: JobRow, code: str, error: str) -> None:
        self._announce(await self._retry(self.ledger.fail, job, code, error))

    def _announce(self, job: JobRow | None) -> None:
        if job is not None:
            self._trace(job)
            self.on_change(job)

    def _trace(self, job: JobRow) -> None:
        """Record the wait and the work of a job that ended."""
        if job.traceparent is None or job.finished_at is None or job.started_at is None:
            return
        facts = {"job_id": job.job_id, "operation": job.operation, "pod": self.name}
        facts |= {"status": job.row["status"], "code": job.code or "", "attempt": job.attempts}
        past("queue", job.traceparent, job.accepted_at, job.started_at, plan=job.plan)
        past("pod", job.traceparent, job.started_at, job.finished_at, **facts)

    async def renew_lease(self) -> None:
        """Renew the lease of the running job; stop the job when the lease is lost."""
        job = self.job
        if job is None:
            return
        ours = await self._call(self.ledger.renew, job, self.settings.lease_seconds, self.progress)
        if not ours and job is self.job:
            self.abort(job)

    def abort(self, job: JobRow) -> None:
        """Stop a job that has already ended in the ledger; kill a worker that does not react."""
        self._lost = True
        self.worker.cancel(job.lease)
        loop = asyncio.get_running_loop()
        loop.call_later(self.settings.cancel_grace, self._kill_unresponsive, job.lease)

    def _kill_unresponsive(self, lease: str) -> None:
        if self.job is not None and self.job.lease == lease:
            self.worker.kill()


def _stored(job: JobRow, role: str, stem: str, **facts: Any) -> StoredResult:
    """Name a result file as the request says, or as the engine does."""
    prefix = str(job.body.get("file_prefix") or stem)
    return StoredResult(name=link_name(role, facts["media_type"], prefix), **facts)
