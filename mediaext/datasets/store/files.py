"""Files that threads, processes and machines share: locks, and errors of writing."""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock

from mediaext.errors import MediaError

LOCK_POLL = 0.005  # seconds between two attempts while another process holds the lock

# Threads queue here first, because waiting for a file lock means polling.
_locks: dict[Path, tuple[threading.Lock, FileLock]] = {}


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock of this name; for moments only, never while something is made."""
    threads, processes = _locks.get(path) or _locks.setdefault(
        path, (threading.Lock(), FileLock(path, thread_local=False))
    )
    with threads, processes.acquire(poll_interval=LOCK_POLL):
        yield


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_locks.clear)


class Unwritable(MediaError):
    """Nothing can be written to a dataset's folder: the disk is full, or it is read-only."""


@contextmanager
def writing(folder: Path) -> Iterator[None]:
    """Turn an :class:`OSError` of a write under ``folder`` into :class:`Unwritable`."""
    try:
        yield
    except OSError as error:
        raise Unwritable(
            f"{folder} cannot be written to ({error.strerror}). What is stored stays there, and "
            "running jobs are fetched the next time. Make room, or choose another folder."
        ) from None
