"""The agent on a Dask worker: it runs jobs with an engine in a process of its own.

A job is cancelled by ending that process, and an engine that crashes or holds the interpreter does
not take the worker along. The result of a job is on disk before it is returned: asked for the same
lease again, as after a crash of the worker or with a new scheduler, the agent returns it again.
"""

import asyncio
import contextlib
import json
import os
import time
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote
from weakref import WeakKeyDictionary

from distributed import Worker

from mediaext.errors import JobFailed, MediaError
from mediaext.home import home
from mediaext.logs import logger
from mediaext.scale.messages import (
    TOPIC,
    VERSION,
    Assignment,
    TaskResult,
    WorkerConfig,
    write_private,
)
from mediaext.service.blob_store import FolderStore, place
from mediaext.service.blobs import open_store
from mediaext.service.worker import PodDied, ProcessWorker

log = logger("mediaext.service")
KEPT_SECONDS = 3600.0  # how long results are kept
PROGRESS_SECONDS = 0.05  # between two events of progress
MAX_CONFIGS = 8  # services that an agent remembers
AGENTS: "WeakKeyDictionary[Worker, WorkerAgent]" = WeakKeyDictionary()


class WorkerAgent:
    """Runs the jobs of one Dask worker, one at a time."""

    def __init__(self, dask_worker: Worker) -> None:
        self.draining = False
        self._dask = dask_worker
        name = quote(str(dask_worker.name), safe="")
        self._folder = home() / "workers" / name
        self._results = self._folder / "results"
        self._results.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._media = FolderStore(self._folder / "media")
        self._configs: dict[str, tuple[WorkerConfig, bool]] = {}
        self._running = asyncio.Lock()
        self._process: ProcessWorker | None = None
        self._process_key: tuple[str, str] | None = None
        self._assignment: Assignment | None = None
        self._preparing: asyncio.TimerHandle | None = None
        self._progress_sent_at = 0.0
        self._swept = 0.0

    def facts(self) -> dict[str, Any]:
        """Return what the service checks before it sends jobs."""
        return {"version": VERSION}

    def state(self) -> dict[str, Any]:
        """Return the state that the worker's heartbeat carries."""
        return {"draining": self.draining}

    async def configure(self, config: WorkerConfig) -> bool:
        """Accept a service's configuration; return whether its store can be used here."""
        reaches_store = await asyncio.to_thread(_reaches_store, config)
        self._configs.pop(config.digest, None)
        self._configs[config.digest] = config, reaches_store
        while len(self._configs) > MAX_CONFIGS:
            del self._configs[next(iter(self._configs))]
        return reaches_store

    async def run(self, assignment: Assignment) -> TaskResult:
        """Run an assignment, or return its result where it was run before."""
        current = self._assignment
        if current and current.config == assignment.config and current.lease != assignment.lease:
            self.kill(current.lease)  # its service has abandoned it
        async with self._running:
            if assignment.config not in self._configs:
                return {"type": "unconfigured"}
            config, reaches_store = self._configs[assignment.config]
            result = self._stored_result(assignment.lease)
            if result is None and self.draining:
                return {"type": "draining"}
            if result is None:
                result = await self._execute(assignment, config, reaches_store=reaches_store)
                self._store_result(assignment.lease, result)
            if reaches_store or result["type"] != "made":
                return result
            try:
                return await asyncio.to_thread(self._with_content, result)
            except OSError:  # the files are gone, so the job has to run again
                return {"type": "interrupted"}

    def cancel(self, lease: str) -> None:
        """Ask the engine to stop a job."""
        if process := self._process_of(lease):
            process.cancel(lease)

    def kill(self, lease: str) -> None:
        """Kill the engine's process during a job."""
        if process := self._process_of(lease):
            process.kill()

    def _process_of(self, lease: str) -> ProcessWorker | None:
        """Return the engine's process while it runs this job."""
        current = self._assignment
        return self._process if current is not None and current.lease == lease else None

    async def stop_idle_engine(self) -> None:
        """Stop the engine's process when it has no job."""
        if not self._running.locked() and self._process is not None:
            async with self._running:
                await self._process.stop()

    async def drain(self) -> None:
        """Accept no more jobs, and close the worker after the running one."""
        self.draining = True
        self._send(kind="draining", worker=str(self._dask.name))
        async with self._running:
            await self.close()
        await self._dask.close_gracefully(restart=False, reason="drained")

    async def close(self) -> None:
        """Stop the engine's process."""
        if self._process is not None:
            await self._process.stop()

    async def _execute(
        self, assignment: Assignment, config: WorkerConfig, *, reaches_store: bool
    ) -> TaskResult:
        self._assignment = assignment
        self._sweep()
        try:
            process = await self._process_for(
                config, config.blobs if reaches_store else self._media.address
            )
            (self._results / f"{assignment.lease}.begun").touch(mode=0o600)
            inputs = assignment.job["inputs"] and await asyncio.to_thread(self._inputs, assignment)
            if not process.warm:
                self._stage(assignment.lease, preparing=True)  # a start is not the job's time
                await process.start()
                self._stage(assignment.lease, preparing=False)
            return await process.run(
                {**assignment.job, "inputs": inputs},
                lambda fraction, message: self._report(assignment.lease, fraction, message),
                lambda preparing: self._stage(assignment.lease, preparing=preparing),
            )
        except JobFailed as error:
            return {"type": "failed", "code": error.code, "error": error.sentence}
        except OSError as error:
            sentence = f"The worker could not store the job's files: {error.strerror}."
            return {"type": "failed", "code": "STORAGE_ERROR", "error": sentence}
        except PodDied:
            return {"type": "died"}
        finally:
            self._assignment = None
            self._stage(assignment.lease, preparing=False)

    async def _process_for(self, config: WorkerConfig, blobs: str) -> ProcessWorker:
        """Return a process with the service's engine, in place of another service's."""
        if self._process is None or self._process_key != (config.digest, blobs):
            await self.close()
            secrets = self._folder / "authority"
            for name, content in config.authority.items():
                write_private(secrets / name, content)
            handshake = {
                "engine": config.engine,
                "limits": config.limits,
                "blobs": blobs,
                "secrets": str(secrets),
                "path": [],
            }
            threads = self._dask.state.nthreads
            log_file = self._folder / "engine.log"
            self._process = ProcessWorker(str(self._dask.name), handshake, log_file, threads)
            self._process_key = config.digest, blobs
        return self._process

    def _inputs(self, assignment: Assignment) -> list[dict[str, Any]]:
        """Return the inputs of a job; those sent along are stored here first."""
        inputs = []
        for number, item in enumerate(assignment.job["inputs"]):
            name = item.get("file") or item["path"]
            here = dict(item)
            if name in assignment.contents:
                content = assignment.contents[name]
                file = f"{place(str(assignment.job['job_id']), assignment.lease)}.input-{number}"
                here |= {"checksum": None, **self._media.write(file, (content,))._asdict()}
                here["path"] = str(self._media.path(file))
            inputs.append(here)
        return inputs

    # Results

    def _stored_result(self, lease: str) -> TaskResult | None:
        """Return the result of a lease that was run before, ``None`` for a new one."""
        try:
            result: TaskResult = json.loads((self._results / f"{lease}.json").read_bytes())
        except FileNotFoundError:
            begun = (self._results / f"{lease}.begun").exists()
            return {"type": "interrupted"} if begun else None
        return result

    def _store_result(self, lease: str, result: TaskResult) -> None:
        draft = self._results / f"{lease}.draft"
        write_private(draft, json.dumps(result).encode())
        draft.replace(self._results / f"{lease}.json")

    def _with_content(self, result: TaskResult) -> TaskResult:
        """Add the content of the files, which the service cannot see."""
        files = {
            role: {**facts, "content": b"".join(self._media.read(facts["file"]))}
            for role, facts in result["files"].items()
        }
        return {**result, "files": files}

    def _sweep(self) -> None:
        """Delete results and media that have expired."""
        if time.monotonic() - self._swept < KEPT_SECONDS / 60:
            return
        self._swept = time.monotonic()
        self._media.delete(list(self._media.older(KEPT_SECONDS)))
        limit = time.time() - KEPT_SECONDS
        for entry in os.scandir(self._results):
            if entry.stat().st_mtime < limit:
                Path(entry.path).unlink(missing_ok=True)

    # Events

    def _report(self, lease: str, fraction: float | None, message: str) -> None:
        now = time.monotonic()
        if now - self._progress_sent_at > PROGRESS_SECONDS:
            self._progress_sent_at = now
            self._send(kind="progress", lease=lease, fraction=fraction, message=message)

    def _stage(self, lease: str, *, preparing: bool) -> None:
        """Send the begin of a preparation that lasts, and its end."""
        if preparing and self._preparing is None:
            send = partial(self._send, kind="stage", lease=lease, preparing=True)
            self._preparing = asyncio.get_running_loop().call_later(PROGRESS_SECONDS, send)
        elif not preparing and self._preparing is not None:
            if self._preparing.when() <= asyncio.get_running_loop().time():
                self._send(kind="stage", lease=lease, preparing=False)
            self._preparing.cancel()
            self._preparing = None

    def _send(self, **event: object) -> None:
        with contextlib.suppress(Exception):  # a worker without a scheduler has no listeners
            self._dask.log_event(TOPIC, event)


def agent_of(dask_worker: Worker) -> WorkerAgent:
    """Return the agent of a worker, which the preload module created."""
    return AGENTS[dask_worker]


async def run_assignment(assignment: Assignment) -> TaskResult:
    """Run an assignment on this worker; the Dask task of a job."""
    from distributed import get_worker

    return await agent_of(get_worker()).run(assignment)


async def configure(config: WorkerConfig, dask_worker: Worker) -> bool:
    """Configure a worker for a service; return whether it can use the service's store."""
    return await agent_of(dask_worker).configure(config)


async def cancel_job(lease: str, dask_worker: Worker, *, now: bool = False) -> None:
    """Cancel a job on a worker; ``now`` kills the engine's process."""
    agent = agent_of(dask_worker)
    if now:
        agent.kill(lease)
    else:
        agent.cancel(lease)


async def stop_idle_engine(dask_worker: Worker) -> None:
    """Release the memory of an idle worker."""
    await agent_of(dask_worker).stop_idle_engine()


async def drain(dask_worker: Worker) -> None:
    """Have a worker accept no more jobs and close after the running one."""
    dask_worker.loop.add_callback(agent_of(dask_worker).drain)


def _reaches_store(config: WorkerConfig) -> bool:
    """Say whether the service's store can be read and written from here."""
    try:
        with contextlib.closing(open_store(config.blobs)) as store:
            if b"".join(store.read(config.probe)) != config.probe_content:
                return False
            store.write(f"{config.probe}.seen", (config.probe_content,))
    except (OSError, MediaError):  # as where s3fs is not installed
        return False
    return True
