"""Pods: each takes the next job of its lanes when it is free, and the ledger decides which."""

import asyncio
import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from mediaext.errors import FAILURES, JobFailed, job_failed
from mediaext.logs import logger
from mediaext.service.blobs import Blobs
from mediaext.service.faults import Faults
from mediaext.service.guard import sentence
from mediaext.service.inputs import Inputs
from mediaext.service.ledger import Ledger
from mediaext.service.records import SEQUENCE, Job, StoredFile, link_name
from mediaext.service.settings import Settings
from mediaext.service.worker import PodDied, Worker

log = logger("mediaext.service")
LEDGER_PAUSE = 1.0  # seconds to wait when the ledger cannot be written, such as on a full disk


@dataclass(frozen=True, slots=True)
class Workshop:
    """What pods work with; ``on_news`` is told of progress and ends."""

    settings: Settings
    ledger: Ledger
    blobs: Blobs
    inputs: Inputs
    on_news: Callable[[Job], None]
    faults: Faults = field(default_factory=Faults)


class Pod:
    """One place where jobs are made, with a worker process that starts on the first one."""

    def __init__(
        self, name: str, lanes: tuple[str, ...], owner: str, worker: Worker, workshop: Workshop
    ) -> None:
        self.name = name
        self.lanes = lanes
        self.owner = owner
        self.worker = worker
        self.settings = workshop.settings
        self.ledger = workshop.ledger
        self.blobs = workshop.blobs
        self.inputs = workshop.inputs
        self.on_news = workshop.on_news
        self.faults = workshop.faults
        self.job: Job | None = None
        self.progress: dict[str, Any] | None = None
        self._work = asyncio.Event()
        self._lost = False
        self._kept = False
        self._retired = False
        self._next: Job | None = None

    @property
    def idle(self) -> bool:
        """Whether the pod waits for work."""
        return self.job is None and not self._work.is_set()

    def wake(self) -> None:
        """Say that there may be work."""
        self._work.set()

    def retire(self) -> None:
        """End the work after the running job."""
        self._retired = True
        self._work.set()

    async def run(self) -> None:
        """Take jobs until retired."""
        try:
            while not self._retired:
                await self._step()
        finally:
            if self._next is not None:
                self.ledger.release(self._next.job_id, self._next.lease)
            await self.worker.stop()

    async def _step(self) -> None:
        try:
            self._work.clear()
            job, self._next = self._next or self._claim(), None
            if job is None:
                await self._rest()
            else:
                await self._carry_out(job)
        except sqlite3.Error as error:
            log.error("pod %s: the ledger cannot be used: %s", self.name, error)
            await asyncio.sleep(LEDGER_PAUSE)

    def _claim(self) -> Job | None:
        return self.ledger.claim(self.lanes, self.owner, self.name, self.settings.lease_seconds)

    async def _rest(self) -> None:
        """Wait for work; after a long idle time give the worker's memory back."""
        try:
            await asyncio.wait_for(self._work.wait(), self.settings.pod_idle_seconds)
        except TimeoutError:
            await self.worker.stop()
            await self._work.wait()

    async def _carry_out(self, job: Job) -> None:
        self.job, self.progress, self._lost, self._kept = job, None, False, False
        try:
            await self._warm_up()
            async with asyncio.timeout(self.settings.job_time_budget):
                answer = await self._make(job)
            self._settle(job, answer)
        except TimeoutError:
            budget = self.settings.job_time_budget
            self._fail(job, "TIMEOUT", f"The job took longer than its {budget:g} seconds.")
        except JobFailed as error:
            self._fail(job, error.code, sentence(error))
        except PodDied:
            log.warning("pod %s died during job %s", self.name, job.job_id)
            self._told(self.ledger.release(job.job_id, job.lease, died=not self._lost))
        except OSError as error:
            self._fail(
                job, "STORAGE_ERROR", f"The job's files could not be stored: {error.strerror}."
            )
        except asyncio.CancelledError:
            self.ledger.release(job.job_id, job.lease)
            raise
        except sqlite3.Error:
            raise  # nothing can be written now: the lease will run out
        except Exception:  # whatever it is, it must not end the pod
            log.exception("job %s met a fault of the service", job.job_id)
            self._fail(job, "INTERNAL_ERROR", "Server-side fault; it has been logged.")
        finally:
            self.job = None
            self.inputs.clear(job)
            if not self._kept:
                self.blobs.clear(job.job_id, job.lease)

    async def _warm_up(self) -> None:
        """Start the worker where there is none; that is not the job's time."""
        if self.worker.warm:
            return
        try:
            async with asyncio.timeout(self.settings.start_seconds):
                await self.worker.ensure()
        except TimeoutError:
            seconds = self.settings.start_seconds
            raise job_failed(
                "MODEL_UNAVAILABLE",
                f"The worker '{self.name}' did not start within {seconds:g} seconds.",
            ) from None

    async def _make(self, job: Job) -> dict[str, Any]:
        await self.faults.before_job()
        files = await self.inputs.gather(job)
        if self._lost:
            return {"type": "failed", "code": "CANCELLED", "error": "The job was cancelled."}
        return await self.worker.make(
            {
                "job_id": job.job_id,
                "lease": job.lease,
                "operation": job.operation,
                "module": job.module,
                "request": job.body,
                "extra": job.passed,
                "seed": job.seed,
                "inputs": files,
                "stem": self.blobs.place(job.job_id, job.lease),
            },
            self._report,
        )

    def _report(self, fraction: float | None, message: str) -> None:
        if self.job is None:
            return
        number = min((self.progress or {}).get("number", 0) + 1, SEQUENCE - 1)
        self.progress = {"number": number, "fraction": fraction, "message": message}
        self.on_news(self.job)

    def _settle(self, job: Job, answer: Mapping[str, Any]) -> None:
        if answer["type"] == "failed":
            code = answer["code"] if answer["code"] in FAILURES else "MODEL_ERROR"
            self._fail(job, code, answer["error"])
            return
        files = {role: _stored(job, role, **facts) for role, facts in answer["files"].items()}
        now = self.ledger.clock.now()
        with self.ledger.database.transaction():  # one commit for the end and the next beginning
            ended = self.ledger.complete(job, files, now + self.settings.link_life)
            self._next = None if self._retired else self._claim()
        self._kept = ended is not None
        self._told(ended)

    def _fail(self, job: Job, code: str, error: str) -> None:
        self._told(self.ledger.fail(job, code, error))

    def _told(self, job: Job | None) -> None:
        if job is not None:
            self.on_news(job)

    def beat(self) -> None:
        """Extend the lease of the job in work; stop it when it is no longer ours."""
        job = self.job
        if job is not None and not self.ledger.beat(
            job, self.settings.lease_seconds, self.progress
        ):
            self.abort(job)

    def abort(self, job: Job) -> None:
        """Stop a job whose end is written already; kill the worker if it does not listen."""
        self._lost = True
        self.worker.cancel(job.lease)
        loop = asyncio.get_running_loop()
        loop.call_later(self.settings.cancel_grace, self._kill_deaf, job.lease)

    def _kill_deaf(self, lease: str) -> None:
        if self.job is not None and self.job.lease == lease:
            self.worker.kill()


def _stored(job: Job, role: str, stem: str, **facts: Any) -> StoredFile:
    """Name a made file: as the request says, or as the engine does."""
    prefix = str(job.body.get("file_prefix") or stem)
    return StoredFile(name=link_name(role, facts["media_type"], prefix), **facts)
