"""All pods of a service, and the watch over leases: theirs, and those of services that ended."""

import asyncio
import contextlib
import os
import secrets
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

from mediaext.logs import logger
from mediaext.service.acceptance import lane
from mediaext.service.pods import Pod, Workshop
from mediaext.service.worker import Worker

log = logger("mediaext.service")


class Crew:
    """Pods by name; starts, wakes, watches and stops them."""

    def __init__(self, workshop: Workshop, on_change: Callable[[], None]) -> None:
        self.settings = workshop.settings
        self.ledger = workshop.ledger
        self.owner = f"{os.getpid()}-{secrets.token_hex(4)}"
        self._on_news = workshop.on_news
        self._on_change = on_change
        self._sign = OwnerSign(self.settings.home / "owners")
        self._tasks: list[asyncio.Task[None]] = []
        self.pods = [
            Pod(name, self._lanes(name, queue), self.owner, self._worker(name), workshop)
            for name, queue in self._names()
        ]

    def _lanes(self, name: str, queue: str) -> tuple[str, ...]:
        return lane(self.settings.engine, queue), lane(self.settings.engine, f"pod:{name}")

    def _names(self) -> list[tuple[str, str]]:
        standard = [(f"pod-{number + 1}", "standard") for number in range(self.settings.pods)]
        speech = [
            (f"speech-{number + 1}", "speech") for number in range(self.settings.speech_pods)
        ]
        return standard + speech

    def _worker(self, name: str) -> Worker:
        settings = self.settings
        hello = {
            "engine": settings.engine,
            "folder": str(settings.home / "blobs"),
            "limits": [settings.pixel_limit, settings.frame_limit],
            "path": sys.path,
        }
        threads = max((os.cpu_count() or 1) // max(settings.pods, 1), 1)
        return Worker(name, hello, settings.home / "log" / f"{name}.log", threads)

    def start(self) -> None:
        """Begin to take jobs on the running loop."""
        self._sign.raise_(self.owner)
        self._tasks = [asyncio.create_task(pod.run(), name=pod.name) for pod in self.pods]
        self._tasks.append(asyncio.create_task(self._beat(), name="beat"))
        self._tasks.append(asyncio.create_task(self._watch(), name="watch"))

    async def stop(self, grace: float) -> None:
        """Let running jobs end for ``grace`` seconds, then give the rest back to the queue."""
        for pod in self.pods:
            pod.retire()
        if self._tasks:
            await asyncio.wait(self._tasks[: len(self.pods)], timeout=grace)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks = []
        self._sign.lower()

    def notify(self, lane_name: str) -> None:
        """Wake one idle pod for new work, a warm one first."""
        fit = [pod for pod in self.pods if pod.idle and lane_name in pod.lanes]
        if fit:
            max(fit, key=lambda pod: pod.worker.warm).wake()

    def abort(self, job_id: str) -> None:
        """Stop the work on a job whose end is written."""
        for pod in self.pods:
            if pod.job is not None and pod.job.job_id == job_id:
                pod.abort(pod.job)

    def progress(self, job_id: str) -> dict[str, Any] | None:
        """Return how far a job is that runs here."""
        for pod in self.pods:
            if pod.job is not None and pod.job.job_id == job_id:
                return pod.progress
        return None

    async def _beat(self) -> None:
        """Extend our leases and recover those of services that are gone."""
        while True:
            with contextlib.suppress(sqlite3.Error, OSError):
                self.recover()
                for pod in self.pods:
                    pod.beat()
            await asyncio.sleep(self.settings.lease_seconds / 3)

    def recover(self) -> None:
        """Give jobs back to the queue whose service ended, and end those that wait in vain."""
        jobs = self.ledger.release_expired()
        for owner in self.ledger.other_owners(self.owner):
            if self._sign.is_gone(owner):
                jobs += self.ledger.release_owner(owner)
        jobs += self.ledger.fail_forlorn(self.settings.job_time_budget)
        for job in jobs:
            log.info("job %s recovered: %s", job.job_id, job.row["status"])
            self.notify(job.lane)
            self._on_news(job)

    async def _watch(self) -> None:
        """Notice what other processes wrote to the ledger."""
        seen = None
        while True:
            await asyncio.sleep(self.settings.watch_seconds)
            with contextlib.suppress(sqlite3.Error):
                changed = self.ledger.database.changed_elsewhere()
                if changed != seen:
                    seen = changed
                    for pod in self.pods:
                        pod.wake()
                    self._on_change()


class OwnerSign:
    """A locked file that says a service lives; the operating system unlocks it at any death."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file: IO[bytes] | None = None

    def raise_(self, owner: str) -> None:
        """Lock our file."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._file = (self._folder / owner).open("wb")
        _lock(self._file)

    def lower(self) -> None:
        """Remove our file."""
        if self._file is not None:
            Path(self._file.name).unlink(missing_ok=True)
            self._file.close()
            self._file = None

    def is_gone(self, owner: str) -> bool:
        """Say whether a service has ended; where that cannot be told, its leases run out."""
        try:
            with (self._folder / owner).open("rb+") as file:
                gone = _lock(file)
        except FileNotFoundError:
            return True
        except OSError:
            return False
        if gone:
            (self._folder / owner).unlink(missing_ok=True)
        return gone


def _lock(file: IO[bytes]) -> bool:
    """Lock a file without waiting; ``False`` when it is locked or locks are not known here."""
    try:
        import fcntl
    except ImportError:  # no such locks on Windows: leases run out instead
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
