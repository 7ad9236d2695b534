"""One host process: start it, send requests, cancel, watch and end it."""

import asyncio
import contextlib
import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HOST = Path(__file__).with_name("host.py")
LINE_LIMIT = 1 << 20  # bytes of one answer; media travel as files
Report = Callable[[float | None, str], None]


@dataclass(frozen=True, slots=True)
class HostKey:
    """What one process serves: an interpreter, the adapter it runs, a device."""

    python: str
    adapter: str
    device: str


class HostDied(Exception):
    """The process ended, or did not answer and was ended."""


class HostFailed(Exception):
    """The process answered that it could not do it; ``code`` is of the host's protocol."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class HostProcess:
    """A process that holds models. Its requests are carried out one after the other.

    ``lock`` is held by whoever talks to it. Where no ``pong`` comes within ``silent_seconds`` of
    a ping, the process is ended.
    """

    def __init__(
        self, key: HostKey, log_file: Path, ping_seconds: float, silent_seconds: float
    ) -> None:
        self.key = key
        self.lock = asyncio.Lock()
        self._log_file = log_file
        self._ping_seconds = ping_seconds
        self._silent_seconds = silent_seconds
        self._process: asyncio.subprocess.Process | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._ended = False
        self._number = 0
        self._answered = True
        self._pending: dict[int, tuple[asyncio.Future[dict[str, Any]], Report]] = {}

    @property
    def running(self) -> bool:
        """Whether the process is there."""
        return self._process is not None and not self._ended

    @property
    def pid(self) -> int | None:
        """Its identifier, while it runs."""
        return self._process.pid if self._process and self.running else None

    async def start(self) -> None:
        """Start the process and wait until its adapter is imported.

        Raises :class:`HostFailed` where that cannot be, :class:`HostDied` where it ends.
        """
        self._log_file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with self._log_file.open("ab") as log:
            try:
                self._process = await asyncio.create_subprocess_exec(
                    self.key.python, "-I", str(HOST), self.key.adapter, self.key.device,
                    stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=log,
                    limit=LINE_LIMIT, env=_environment(),
                )  # fmt: skip
            except OSError as error:
                raise HostFailed("BROKEN", f"{self.key.python}: {error.strerror}") from None
        output = self._process.stdout
        if output is None:
            raise HostDied
        ready = asyncio.get_running_loop().create_future()
        self._pending[0] = (ready, lambda fraction, message: None)
        self._tasks = [asyncio.create_task(self._read(output)), asyncio.create_task(self._watch())]
        await self._result(0, ready, grace=0.0)

    async def ask(
        self, message: Mapping[str, Any], report: Report, grace: float
    ) -> dict[str, Any]:
        """Send a request and return its answer.

        Where the awaiting task is cancelled, so is the request; a process that goes on with it
        for longer than ``grace`` seconds is ended. Raises :class:`HostFailed`, :class:`HostDied`.
        """
        self._number += 1
        future = asyncio.get_running_loop().create_future()
        self._pending[self._number] = (future, report)
        self._send({**message, "id": self._number})
        return await self._result(self._number, future, grace)

    async def _result(
        self, number: int, future: asyncio.Future[dict[str, Any]], grace: float
    ) -> dict[str, Any]:
        try:
            return await asyncio.shield(future)
        except asyncio.CancelledError:
            self._send({"type": "cancel", "id": number})
            await asyncio.wait([future], timeout=grace)
            if not future.done():
                self.kill()
            await asyncio.wait([future])
            future.exception()  # it was asked for
            raise
        finally:
            self._pending.pop(number, None)

    async def stop(self) -> None:
        """End the process and wait for its end."""
        self.kill()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._process is not None:
            await self._process.wait()

    def kill(self) -> None:
        """End the process at once."""
        self._ended = True
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()

    def _send(self, message: Mapping[str, Any]) -> None:
        if self._process and self._process.stdin and not self._process.stdin.is_closing():
            self._process.stdin.write(json.dumps(message).encode() + b"\n")

    async def _read(self, output: asyncio.StreamReader) -> None:
        """Pass every answer to the request that waits for it."""
        try:
            while line := await output.readline():
                self._take(json.loads(line))
        except (OSError, ValueError):  # too long a line, or no JSON: it cannot be followed
            pass
        finally:
            self.kill()
            for future, _ in self._pending.values():
                if not future.done():
                    future.set_exception(HostDied())

    def _take(self, message: dict[str, Any]) -> None:
        kind, number = message["type"], message.get("id", 0)
        if kind == "pong" or number not in self._pending:
            self._answered = True
            return
        future, report = self._pending[number]
        if future.done():
            return
        if kind == "progress":
            report(message["fraction"], message["message"])
        elif kind in ("done", "ready"):
            future.set_result(message)
        else:
            future.set_exception(HostFailed(message.get("code", "BROKEN"), message["message"]))

    async def _watch(self) -> None:
        """End the process when it does not answer a ping."""
        while self.running:
            await asyncio.sleep(self._ping_seconds)
            self._answered = False
            self._send({"type": "ping", "id": -1})
            await asyncio.sleep(self._silent_seconds)
            if not self._answered:
                self.kill()


def _environment() -> dict[str, str]:
    """Return the environment of a host: no hub is asked while a job runs."""
    offline = {"HF_HUB_OFFLINE": "1", "TRANSFORMERS_OFFLINE": "1", "PYTHONUNBUFFERED": "1"}
    return {**os.environ, **offline}
