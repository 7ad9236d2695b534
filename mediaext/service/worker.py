"""The protocol of workers, which run the jobs of pods, and the local worker process."""

import asyncio
import contextlib
import json
import os
import signal
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, BinaryIO, Protocol

from mediaext.errors import job_failed
from mediaext.home import open_private
from mediaext.service.fork_server import ForkedProcess, fork_server

LINE_LIMIT = 1 << 20  # bytes of one answer; media goes through the store
Report = Callable[[float | None, str], None]
"""Is called with the fraction that is done, where it is known, and what is being done."""


class PodDied(Exception):
    """The worker ended in the middle of a job.

    ``counted`` says that the job may be the cause: one that ends its workers is given up.
    """

    def __init__(self, *, counted: bool = True) -> None:
        super().__init__()
        self.counted = counted


class Worker(Protocol):
    """Runs the jobs of a pod, one at a time.

    A job is a JSON object. Its ``inputs`` are each a ``file`` of the blob store, with its size and
    checksum, or a ``path`` of this machine where the caller may name such; what is made goes to
    the store, under ``stem``.
    """

    detached: bool
    """Whether a job continues when this service ends; then another service takes it over."""

    @property
    def warm(self) -> bool:
        """Whether a job can begin at once."""
        ...

    async def start(self) -> None:
        """Start it where needed; raise :class:`mediaext.errors.JobFailed` or :class:`PodDied`."""
        ...

    async def run(
        self, job: Mapping[str, object], report: Report, stage: Callable[[bool], None]
    ) -> dict[str, Any]:
        """Run a job and return the answer; raise :class:`PodDied`.

        ``stage`` is called with whether the engine loads what the job needs. A cancellation ends
        the job unless the worker is detached.
        """
        ...

    def cancel(self, lease: str) -> None:
        """Request that a job stops."""
        ...

    def kill(self) -> None:
        """Kill the running job."""
        ...

    async def stop(self) -> None:
        """Release the memory of an idle worker."""
        ...


class ProcessWorker:
    """A pod's process: our own interpreter, never a fork of this one. User scripts run once."""

    detached = False

    def __init__(
        self, name: str, handshake: Mapping[str, object], log_file: Path, threads: int
    ) -> None:
        self.name = name
        self._handshake = handshake
        self._log_file = log_file
        self._threads = threads
        self._process: asyncio.subprocess.Process | ForkedProcess | None = None
        self._dying = False

    @property
    def pid(self) -> int | None:
        """Process identifier, while there is a process."""
        return self._process.pid if self.warm and self._process else None

    @property
    def warm(self) -> bool:
        """Whether the process is running."""
        running = self._process is not None and self._process.returncode is None
        return running and not self._dying

    async def start(self) -> None:
        """Start the process where there is none.

        Raises :class:`mediaext.errors.JobFailed` when it says that it cannot work,
        :class:`PodDied` when it ended.
        """
        if self.warm:
            return
        await self._reap()
        environment = {"OMP_NUM_THREADS": str(self._threads), **os.environ}
        with self._open_log() as log:
            self._process = await fork_server().start(
                environment, log.fileno(), LINE_LIMIT
            ) or await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "mediaext.service.pod_process",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
                limit=LINE_LIMIT,
                env=environment,
            )
        try:
            self._send({"type": "handshake", **self._handshake})
            first = await self._read()
        except BaseException:
            self.kill()
            raise
        if first["type"] == "broken":
            await self.stop()
            raise job_failed(first["code"], first["error"])

    def _open_log(self) -> BinaryIO:
        self._log_file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        return open_private(self._log_file, "ab")

    async def run(
        self, job: Mapping[str, object], report: Report, stage: Callable[[bool], None]
    ) -> dict[str, Any]:
        """Run a job and return the answer; raise :class:`PodDied`.

        ``stage`` is called with whether the engine loads what the job needs.
        """
        await self.start()
        try:
            self._send({"type": "job", **job})
            while True:
                message = await self._read()
                if message.get("lease") != job["lease"]:
                    continue  # late reply of an abandoned job
                if message["type"] == "stage":
                    stage(message["preparing"])
                elif message["type"] != "progress":
                    if message.get("ends"):
                        await self.stop()
                    return message
                else:
                    report(message["fraction"], message["message"])
        except asyncio.CancelledError:
            self.kill()
            raise

    def cancel(self, lease: str) -> None:
        """Request that the process stops a job."""
        if self.warm:
            with contextlib.suppress(PodDied):
                self._send({"type": "cancel", "lease": lease})

    def _send(self, message: Mapping[str, object]) -> None:
        if self._process is None or self._process.stdin is None:
            raise PodDied
        try:
            self._process.stdin.write(json.dumps(message).encode() + b"\n")
        except (OSError, RuntimeError):
            raise PodDied from None

    async def _read(self) -> dict[str, Any]:
        if self._process is None or self._process.stdout is None:
            raise PodDied
        try:
            line = await self._process.stdout.readline()
            message: dict[str, Any] = json.loads(line)
        except (OSError, ValueError):
            self.kill()
            await self._reap()
            raise PodDied from None
        return message

    def kill(self) -> None:
        """End the process at once."""
        if self.warm and self._process:
            self._dying = True
            with contextlib.suppress(ProcessLookupError):
                _kill(self._process)

    async def stop(self) -> None:
        """End the process and wait for its end."""
        self.kill()
        await self._reap()

    async def _reap(self) -> None:
        if self._process is not None:
            await self._process.wait()
            if self._process.stdin is not None:
                self._process.stdin.close()
            self._process = None
            self._dying = False


def _kill(process: asyncio.subprocess.Process | ForkedProcess) -> None:
    """End a process; asyncio's own method may take the exit status that its watcher waits for."""
    if sys.platform == "win32":
        process.kill()
    else:
        os.kill(process.pid, signal.SIGKILL)
