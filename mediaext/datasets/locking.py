"""A lock that holds among threads, processes and machines that share a folder."""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock

AGAIN = 0.005  # seconds between two tries while another process holds it

# Threads queue here first, since waiting for a file is trying again and again.
_locks: dict[Path, tuple[threading.Lock, FileLock]] = {}


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock of this name; it is held for moments only, never while something is made."""
    threads, processes = _locks.get(path) or _locks.setdefault(
        path, (threading.Lock(), FileLock(path, thread_local=False))
    )
    with threads, processes.acquire(poll_interval=AGAIN):
        yield


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_locks.clear)
