"""The one manager of a state folder, reached by every process of its user over loopback.

Requests are JSON lines, as are the answers: progress, and one that is final. A caller that hangs
up cancels. The server holds a lock for as long as it lives, and ends when nobody needs it.
"""

import asyncio
import contextlib
import hmac
import json
import os
import secrets
import sys
import time
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout
from pydantic import ValidationError

from mediaext.engines.doctor import WORKING, examine
from mediaext.engines.hosts.manager import Failed, Manager, ModelRequest, Task
from mediaext.engines.hosts.process import LINE_LIMIT, Report

ADDRESS = "manager.json"
LOCK = "manager.lock"
MEMORY = "MEDIAEXT_DEVICE_MEMORY"
IDLE = "MEDIAEXT_HOST_IDLE_SECONDS"
IDLE_SECONDS = 600.0


def device_memory(device: str) -> float:
    """Return the gigabytes that models may take of a device.

    ``MEDIAEXT_DEVICE_MEMORY`` says it for every device; else it is a GPU's memory less what its
    driver and the sums in between take, and a share of the main memory.
    """
    if given := os.environ.get(MEMORY):
        return float(given)
    machine = examine()
    for gpu in machine.gpus:
        if gpu.device == device:
            return gpu.memory - WORKING
    return machine.room


class Server:
    """Answers callers until :meth:`stop`, or until nothing happened for ``idle_seconds``."""

    def __init__(self, manager: Manager, folder: Path, idle_seconds: float) -> None:
        self._manager = manager
        self._folder = folder
        self._idle_seconds = idle_seconds
        self._secret = secrets.token_urlsafe(32)
        self._callers = 0
        self._stopped = asyncio.Event()

    async def serve(self) -> None:
        """Serve; the address is written for callers and taken away at the end."""
        server = await asyncio.start_server(self._answer, "127.0.0.1", 0, limit=LINE_LIMIT)
        address = self._folder / ADDRESS
        scratch = address.with_suffix(".new")
        port = server.sockets[0].getsockname()[1]
        scratch.touch(mode=0o600)
        scratch.write_text(
            json.dumps({"port": port, "secret": self._secret, "pid": os.getpid()}), "utf-8"
        )
        os.replace(scratch, address)
        tidying = asyncio.create_task(self._tidy())
        try:
            await self._stopped.wait()
        finally:
            address.unlink(missing_ok=True)
            tidying.cancel()
            server.close()
            await self._manager.close()

    async def _tidy(self) -> None:
        """Free memory that is idle, then end the idle processes, then this one."""
        while True:
            await asyncio.sleep(self._idle_seconds / 10)
            await self._manager.release(self._idle_seconds)
            idle = time.monotonic() - self._manager.used_at
            if not self._callers and not self._manager.busy and idle > self._idle_seconds:
                self._stopped.set()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._callers += 1
        try:
            with contextlib.suppress(ConnectionError, ValueError, json.JSONDecodeError):
                message = json.loads(await reader.readline())
                if not hmac.compare_digest(str(message.pop("secret", "")), self._secret):
                    return
                _send(writer, {"type": "accepted"})
                await self._serve_caller(message, reader, writer)
                await writer.drain()
        finally:
            self._callers -= 1
            writer.close()
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()

    async def _serve_caller(
        self, message: dict[str, Any], reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        def report(fraction: float | None, text: str) -> None:
            _send(writer, {"type": "progress", "fraction": fraction, "message": text})

        work = asyncio.create_task(self._carry_out(message, report))
        gone = asyncio.create_task(reader.read(1))  # a caller says nothing more until it hangs up
        await asyncio.wait([work, gone], return_when=asyncio.FIRST_COMPLETED)
        gone.cancel()
        if not work.done():
            work.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            _send(writer, await work)

    async def _carry_out(self, message: dict[str, Any], report: Report) -> dict[str, Any]:
        try:
            match message["type"]:
                case "run":
                    request = ModelRequest.model_validate(message["model"])
                    task = Task.model_validate(message["task"])
                    return {"type": "done", **await self._manager.run(request, task, report)}
                case "prepare":
                    request = ModelRequest.model_validate(message["model"])
                    await self._manager.prepare(request, report)
                case "release":
                    await self._manager.release()
                case "stop":
                    self._stopped.set()
            return {"type": "done", **self._manager.status()}
        except Failed as error:
            return {"type": "failed", "code": error.code, "message": str(error)}
        except ValidationError as error:
            return {"type": "failed", "code": "INTERNAL_ERROR", "message": str(error)}


def _send(writer: asyncio.StreamWriter, message: dict[str, Any]) -> None:
    if not writer.is_closing():
        writer.write(json.dumps(message).encode() + b"\n")


def main() -> None:
    """Serve the state folder named on the command line, unless a server already does."""
    folder = Path(sys.argv[1])
    try:
        with FileLock(folder / LOCK, timeout=0):
            idle = float(os.environ.get(IDLE, IDLE_SECONDS))
            asyncio.run(_serve(folder, idle))
    except Timeout:
        return


async def _serve(folder: Path, idle_seconds: float) -> None:
    await Server(Manager(device_memory, folder / "logs"), folder, idle_seconds).serve()


if __name__ == "__main__":
    main()
