"""The service's end of one worker process: start it, give it a job, read its answer, end it."""

import asyncio
import contextlib
import json
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from mediaext.errors import JobFailed, job_failed

LINE_LIMIT = 1 << 20  # bytes of one answer; files travel by path
Report = Callable[[float | None, str], None]


class PodDied(Exception):
    """The worker process ended in the middle of a job."""


class Worker:
    """A pod's process. It is our own interpreter, never a fork: user scripts are not run again."""

    def __init__(self, name: str, hello: Mapping[str, Any], log_file: Path, threads: int) -> None:
        self.name = name
        self._hello = hello
        self._log_file = log_file
        self._threads = threads
        self._process: asyncio.subprocess.Process | None = None
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

    async def ensure(self) -> None:
        """Start the process where there is none.

        Raises MODEL_UNAVAILABLE when it says that it cannot work, :class:`PodDied` when it ended.
        """
        if self.warm:
            return
        await self._reap()
        environment = {"OMP_NUM_THREADS": str(self._threads), **os.environ}
        with self._open_log() as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "mediaext.service.pod",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
                limit=LINE_LIMIT,
                env=environment,
            )
        try:
            self._send({"type": "hello", **self._hello})
            first = await self._read()
        except BaseException:
            self.kill()
            raise
        if first["type"] == "broken":
            await self.stop()
            raise _broken(first["error"])

    def _open_log(self) -> Any:
        self._log_file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        return self._log_file.open("ab")

    async def make(self, job: Mapping[str, Any], report: Report) -> dict[str, Any]:
        """Have a job done and return the answer; raise :class:`PodDied`."""
        await self.ensure()
        try:
            self._send({"type": "job", **job})
            while True:
                message = await self._read()
                if message.get("lease") != job["lease"]:
                    continue  # the late word of a job that was given up
                if message["type"] != "progress":
                    return message
                report(message["fraction"], message["message"])
        except asyncio.CancelledError:
            self.kill()
            raise

    def cancel(self, lease: str) -> None:
        """Ask the process to stop a job."""
        if self.warm:
            with contextlib.suppress(PodDied):
                self._send({"type": "cancel", "lease": lease})

    def _send(self, message: Mapping[str, Any]) -> None:
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
                self._process.kill()

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


def _broken(sentence: str) -> JobFailed:
    return job_failed("MODEL_UNAVAILABLE", sentence)
