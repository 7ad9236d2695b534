"""Identify processes that hold leases or write segments, and tell whether they are alive."""

import contextlib
import os
import socket
import tempfile
import threading
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path

PATIENCE = 60.0  # seconds without a heartbeat after which another machine counts as dead
FIRST_NAMESPACE = "pid:[4026531836]"  # of process numbers; Linux gives it this one (0xEFFFFFFC)


@dataclass(frozen=True, slots=True)
class Owner:
    """A process: machine, its start of time, process number and birth."""

    host: str
    boot: str
    pid: int
    birth: str

    def __str__(self) -> str:
        return f"{self.host}-{self.boot}-{self.pid}-{self.birth}"


def me() -> Owner:
    """Return the owner that this process is."""
    return _me(os.getpid())


@cache
def _me(pid: int) -> Owner:
    host = "".join(c if c.isalnum() else "_" for c in socket.gethostname())[:24] or "host"
    return Owner(host + _container(), _boot(), pid, _birth(pid) or str(time.time_ns()))


def _container() -> str:
    """Return what distinguishes containers that share a host name but not process numbers."""
    try:
        namespace = os.readlink("/proc/self/ns/pid")
    except OSError:
        return ""
    return "" if namespace == FIRST_NAMESPACE else f"_{namespace[5:-1]}"


@cache
def _boot() -> str:
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()[:8]
    except OSError:
        return "0"


def _birth(pid: int) -> str | None:
    """Return when a process started, in ticks since boot; ``None`` if it has ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return None if fields[0] in "ZX" else fields[19]


def alive(name: str, quiet: float) -> bool:
    """Return whether the process with this name still runs.

    ``quiet`` is how many seconds one on another machine has sent no heartbeat, infinite
    where it never sent one; of our own machine's processes the system knows.
    """
    try:
        host, boot, pid, birth = name.split("-")
        number = int(pid)
    except ValueError:
        return False
    here = me()
    if host != here.host:
        return quiet < PATIENCE
    if boot != here.boot:
        return False
    return _birth(number) == birth if Path("/proc/self/stat").exists() else _answers(number)


def living(heartbeats: Path) -> set[str]:
    """Return the processes whose heartbeats in a folder are fresh, by that folder's clock."""
    found: set[str] = set()
    if not heartbeats.exists():
        return found
    with tempfile.TemporaryFile(dir=heartbeats) as file:
        now = os.fstat(file.fileno()).st_mtime
    for path in heartbeats.iterdir():
        with contextlib.suppress(OSError):  # it left in this moment
            name = path.read_text()
            if alive(name, now - path.stat().st_mtime):
                found.add(name)
    return found


def _answers(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


class Heartbeat:
    """A file that names its maker, who lives while its time is fresh; for other machines."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(str(me()))
        self._stop = threading.Event()
        threading.Thread(target=self._beat, name="mediaext-heartbeat", daemon=True).start()

    def _beat(self) -> None:
        while not self._stop.wait(PATIENCE / 4):
            with contextlib.suppress(OSError):  # the folder may be away for a while
                self.path.touch()

    def stop(self) -> None:
        """Leave."""
        self._stop.set()
        self.path.unlink(missing_ok=True)
