"""Ask a model for something from any process, starting the server if there is none."""

import contextlib
import json
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from mediaext.engines.hosts.manager import ModelRequest, Task
from mediaext.engines.hosts.server import ADDRESS
from mediaext.errors import JobFailed, job_failed
from mediaext.home import home

START_SECONDS = 180.0
STOP_SECONDS = 60.0
TICK = 0.2  # seconds between two looks whether the job was cancelled
Report = Callable[[float | None, str], None]
_started: list[tuple[Path, subprocess.Popen[bytes]]] = []  # with the state folder of each


def run(request: ModelRequest, task: Task, report: Report) -> dict[str, Any]:
    """Run a task on a model and return the answer of its adapter.

    ``report`` is called several times a second and may raise, which cancels. Raises
    :class:`JobFailed`.
    """
    return _ask(
        {
            "type": "run",
            "model": request.model_dump(mode="json"),
            "task": task.model_dump(mode="json"),
        },
        report,
    )


def prepare(request: ModelRequest, report: Report) -> None:
    """Load a model ahead of a job; raise :class:`JobFailed`."""
    _ask({"type": "prepare", "model": request.model_dump(mode="json")}, report)


def status() -> dict[str, Any]:
    """Return the host processes and the loaded models; nothing is started for it."""
    address = _address()
    if address is None:
        return {"hosts": [], "models": []}
    with contextlib.suppress(OSError, JobFailed):
        return _converse(address, {"type": "status"}, _silent)
    return {"hosts": [], "models": []}


def release() -> None:
    """Free the memory of every model that is not in use, and end its process."""
    _tell("release")


def stop() -> None:
    """End the server of this state folder and every host process of it."""
    _tell("stop")
    here = _folder()
    for folder, process in _started:
        if folder == here:
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:  # it was not listening; its hosts end with it
                process.kill()
                process.wait()


def _tell(kind: str) -> None:
    address = _address()
    if address is not None:
        with contextlib.suppress(OSError, JobFailed):
            _converse(address, {"type": kind}, _silent)


def _silent(fraction: float | None, message: str) -> None:
    """Report nothing."""


class _NotThere(Exception):
    """The server ended before it took the request."""


def _ask(message: dict[str, Any], report: Report) -> dict[str, Any]:
    """Ask the server, started where there is none or where it just ended."""
    until = time.monotonic() + START_SECONDS
    start_at = 0.0
    while True:
        address = _address()
        if address is not None:
            try:
                return _converse(address, message, report)
            except (_NotThere, ConnectionRefusedError):
                pass  # it has just ended
        if time.monotonic() > until:
            raise job_failed(
                "MODEL_UNAVAILABLE", "The manager of the models could not be started."
            )
        if time.monotonic() > start_at:
            _start()
            start_at = time.monotonic() + START_SECONDS / 4
        report(None, "starting")
        time.sleep(TICK / 4)


def _folder() -> Path:
    folder = home() / "hosts"
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def _address() -> tuple[int, str] | None:
    try:
        data = json.loads((_folder() / ADDRESS).read_text("utf-8"))
        return data["port"], data["secret"]
    except (OSError, ValueError, KeyError):
        return None


def _start() -> None:
    """Start a server that outlives this process; of several, one gets the lock."""
    _started[:] = [(folder, process) for folder, process in _started if process.poll() is None]
    folder = _folder()
    with (folder / "manager.log").open("ab") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "mediaext.engines.hosts.server", str(folder)],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            cwd=folder,
            start_new_session=True,
        )
    _started.append((folder, process))


def _converse(address: tuple[int, str], message: dict[str, Any], report: Report) -> dict[str, Any]:
    port, secret = address
    with socket.create_connection(("127.0.0.1", port), timeout=START_SECONDS) as connection:
        connection.sendall(json.dumps({**message, "secret": secret}).encode() + b"\n")
        connection.settimeout(TICK)
        last: tuple[float | None, str] = (None, "waiting")
        accepted = False
        for answer in _lines(connection):
            match answer and answer["type"]:
                case "accepted":
                    accepted = True
                case "progress":
                    last = (answer["fraction"], answer["message"])
                case "done":
                    return {name: value for name, value in answer.items() if name != "type"}
                case "failed":
                    raise job_failed(answer["code"], answer["message"])
            report(*last)
    if not accepted:
        raise _NotThere
    raise job_failed("MODEL_ERROR", "The manager of the models ended in the middle of the job.")


def _lines(connection: socket.socket) -> Iterator[dict[str, Any]]:
    """Yield the answers until the connection ends, and an empty one at every tick without any."""
    buffer = b""
    while True:
        try:
            received = connection.recv(1 << 16)
        except TimeoutError:
            yield {}
            continue
        except ConnectionError:
            return
        if not received:
            return
        *lines, buffer = (buffer + received).split(b"\n")
        for line in lines:
            yield json.loads(line)
