"""Who holds a lease or writes a segment: a process, told apart from all others, past ones too."""

import contextlib
import os
import socket
import threading
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path

PATIENCE = 60.0  # seconds without a sign of life after which another machine counts as dead


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
    return Owner(host, _boot(), pid, _birth(pid) or str(time.time_ns()))


@cache
def _boot() -> str:
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()[:8]
    except OSError:
        return "0"


def _birth(pid: int) -> str | None:
    """Return when a process began, in ticks since the machine did; ``None`` when it is no more."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return None if fields[0] in "ZX" else fields[19]


def alive(name: str, quiet: float | None = None) -> bool:
    """Say whether the process with this name still runs.

    ``quiet`` is how many seconds one on another machine has given no sign of life.
    """
    try:
        host, boot, pid, birth = name.split("-")
        number = int(pid)
    except ValueError:
        return False
    here = me()
    if host != here.host:
        return quiet is not None and quiet < PATIENCE
    if boot != here.boot:
        return False
    return _birth(number) == birth if Path("/proc/self/stat").exists() else _answers(number)


def _answers(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


class Heartbeat:
    """A file whose time says that its maker lives; for other machines on a shared folder."""

    def __init__(self, path: Path, every: float = PATIENCE / 4) -> None:
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path.touch()
        self._stop = threading.Event()
        self._every = every
        threading.Thread(target=self._beat, name="mediaext-heartbeat", daemon=True).start()

    def _beat(self) -> None:
        while not self._stop.wait(self._every):
            with contextlib.suppress(OSError):  # the folder may be away for a while
                self.path.touch()

    def stop(self) -> None:
        """Leave."""
        self._stop.set()
        self.path.unlink(missing_ok=True)
