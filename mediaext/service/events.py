"""Waking whoever watches a job; what there is to see is always read from the source.

A watcher that comes late, comes again or was slow therefore sees the same rising sequence: the
newest state, never a torn one.
"""

import asyncio
from collections import defaultdict


class Events:
    """Watchers of jobs in this process."""

    def __init__(self) -> None:
        self._watchers: defaultdict[str, set[Watch]] = defaultdict(set)

    def wake(self, job_id: str) -> None:
        """Tell the watchers of a job that there is news."""
        for watch in self._watchers.get(job_id, ()):
            watch.wake(job_id)

    def wake_all(self) -> None:
        """Tell every watcher to look again, as when another process changed the ledger."""
        for job_id, watchers in self._watchers.items():
            for watch in watchers:
                watch.wake(job_id)

    def watch(self) -> "Watch":
        """Watch jobs inside ``with``."""
        return Watch(self._watchers)


class Watch:
    """One watcher, of as many jobs as it likes."""

    def __init__(self, watchers: "defaultdict[str, set[Watch]]") -> None:
        self._watchers = watchers
        self._watched: set[str] = set()
        self._changed: set[str] = set()
        self._event = asyncio.Event()

    def __enter__(self) -> "Watch":
        return self

    def __exit__(self, *exception: object) -> None:
        for job_id in list(self._watched):
            self.drop(job_id)

    def __len__(self) -> int:
        return len(self._watched)

    def add(self, job_id: str) -> None:
        """Watch a job too; what is there already counts as news."""
        self._watched.add(job_id)
        self._watchers[job_id].add(self)
        self.wake(job_id)

    def drop(self, job_id: str) -> None:
        """Watch a job no more."""
        self._watched.discard(job_id)
        watchers = self._watchers[job_id]
        watchers.discard(self)
        if not watchers:
            del self._watchers[job_id]

    def wake(self, job_id: str) -> None:
        """Note that there is news of a job."""
        self._changed.add(job_id)
        self._event.set()

    async def news(self) -> set[str]:
        """Wait until there is news since the last call; return of which jobs."""
        await self._event.wait()
        self._event.clear()
        changed, self._changed = self._changed & self._watched, set()
        return changed
