"""A process that has loaded what workers need, and forks them in a tenth of the time.

One for each process with services, started with the first worker and ended with that process. It
has no threads and runs no code of the user, so that a fork of it is as good as a new interpreter.
Run as ``python -m mediaext.service.fork_server``.
"""

import asyncio
import atexit
import contextlib
import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import traceback
from collections.abc import Mapping

PARENT_SECONDS = 5.0  # between two looks whether the parent is there
LENGTH = 8  # bytes in front of a request
AVAILABLE = sys.platform == "linux" and hasattr(os, "pidfd_open")


class ForkedProcess:
    """A worker that the fork server made, with what ``asyncio.subprocess.Process`` has of it."""

    def __init__(
        self,
        pid: int,
        stdout: asyncio.StreamReader,
        stdin: asyncio.StreamWriter,
    ) -> None:
        self.pid = pid
        self.stdout = stdout
        self.stdin = stdin
        self._loop = asyncio.get_running_loop()
        self._ended: asyncio.Future[None] = self._loop.create_future()
        self._pidfd = os.pidfd_open(pid)
        self._loop.add_reader(self._pidfd, self._end)

    def _end(self) -> None:
        self._loop.remove_reader(self._pidfd)
        os.close(self._pidfd)
        self._ended.set_result(None)

    @property
    def returncode(self) -> int | None:
        """``None`` while the process runs."""
        return 0 if self._ended.done() else None

    async def wait(self) -> None:
        """Wait for its end."""
        await asyncio.shield(self._ended)

    def kill(self) -> None:
        """End it at once."""
        if self.returncode is None:
            os.kill(self.pid, signal.SIGKILL)


class ForkServer:
    """The fork server of this process, as those see it who want a worker."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._wire: socket.socket | None = None
        self._process: subprocess.Popen[bytes] | None = None

    async def start(
        self, environment: Mapping[str, str], log: int, limit: int
    ) -> ForkedProcess | None:
        """Return a new worker, which logs to the file ``log``; ``None`` where none can be forked.

        ``limit`` is the length of the longest line that it answers.
        """
        if not AVAILABLE:
            return None
        ours, theirs = socket.socketpair()
        try:
            pid = await asyncio.to_thread(self._request, environment, theirs, os.dup(log))
        except BaseException as error:
            ours.close()  # which ends a worker that comes too late
            if isinstance(error, OSError | ValueError):
                return None
            raise
        reader, writer = await asyncio.open_connection(sock=ours, limit=limit)
        try:
            return ForkedProcess(pid, reader, writer)
        except OSError:  # it has ended already, or this system has no pidfd
            writer.close()
            return None

    def _request(self, environment: Mapping[str, str], line: socket.socket, log: int) -> int:
        """Return the process identifier of a new worker; its files are closed here."""
        try:
            request = json.dumps(
                {"environment": dict(environment), "folder": os.getcwd()}
            ).encode()
            with self._lock:
                wire = self._open()
                head = len(request).to_bytes(LENGTH, "big")
                socket.send_fds(wire, [head], [line.fileno(), log])
                wire.sendall(request)
                return int(wire.recv(64))
        finally:
            line.close()
            os.close(log)

    def _open(self) -> socket.socket:
        """Return the connection to the process, which is started where there is none."""
        if self._wire is not None and self._process is not None and self._process.poll() is None:
            return self._wire
        self._end()
        self._wire, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", __name__, str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        atexit.register(self._end)
        return self._wire

    def _end(self) -> None:
        atexit.unregister(self._end)
        if self._wire is not None:
            self._wire.close()
        if self._process is not None:
            self._process.wait()
        self._wire = self._process = None


_fork_server = ForkServer()


def fork_server() -> ForkServer:
    """Return the fork server of this process."""
    return _fork_server


def _forget_in_child() -> None:
    global _fork_server  # noqa: PLW0603 # a forked child has one of its own
    _fork_server = ForkServer()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_in_child)


def main() -> None:
    """Fork workers until the process that started this one has ended."""
    from mediaext.service import pod_process

    parent = os.getppid()
    os.setpgrp()  # an interrupt at the terminal is for the service alone
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody asks how a worker ended
    gc.collect()
    gc.freeze()
    with socket.socket(fileno=int(sys.argv[1])) as wire:
        while True:
            if not select.select([wire], [], [], PARENT_SECONDS)[0]:
                if os.getppid() != parent:
                    return
                continue
            head, files, _, _ = socket.recv_fds(wire, LENGTH, 2)
            if len(head) < LENGTH:
                return
            request = json.loads(_receive(wire, int.from_bytes(head, "big")))
            pid = os.fork()
            if pid == 0:
                try:
                    wire.close()
                    _become(request["environment"], request["folder"], *files)
                    pod_process.main(parent)
                except BaseException:
                    traceback.print_exc()
                finally:
                    os._exit(0)
            for file in files:
                os.close(file)
            wire.sendall(str(pid).encode())


def _receive(wire: socket.socket, size: int) -> bytes:
    content = b""
    while len(content) < size:
        piece = wire.recv(size - len(content))
        if not piece:
            raise SystemExit
        content += piece
    return content


def _become(environment: Mapping[str, str], folder: str, line: int, log: int) -> None:
    """Take over the environment, the folder and the files of a new worker."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.environ.clear()
    os.environ.update(environment)
    with contextlib.suppress(OSError):
        os.chdir(folder)
    for number, file in enumerate((line, line, log)):
        os.dup2(file, number)
    os.close(line)
    os.close(log)


if __name__ == "__main__":
    main()
