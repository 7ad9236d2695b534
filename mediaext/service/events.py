"""Waking whoever watches a job; what there is to see is always read from the source.

A watcher that comes late, comes again or was slow therefore sees the same rising sequence: the
newest state, never a torn one.
"""

import asyncio
from collections import defaultdict
from typing import Any

from mediaext.service.records import Job


class Events:
    """Watchers of jobs in this process."""

    def __init__(self) -> None:
        self._watchers: defaultdict[str, set[asyncio.Event]] = defaultdict(set)

    def wake(self, job_id: str) -> None:
        """Tell the watchers of a job that there is news."""
        for event in self._watchers.get(job_id, ()):
            event.set()

    def wake_all(self) -> None:
        """Tell every watcher to look again, as when another process changed the ledger."""
        for watchers in self._watchers.values():
            for event in watchers:
                event.set()

    def watch(self, job_id: str) -> "Watch":
        """Watch a job inside ``with``."""
        return Watch(self._watchers, job_id)


class Watch:
    """One watcher of one job."""

    def __init__(self, watchers: defaultdict[str, set[asyncio.Event]], job_id: str) -> None:
        self._watchers = watchers
        self._job_id = job_id
        self._event = asyncio.Event()

    def __enter__(self) -> "Watch":
        self._watchers[self._job_id].add(self._event)
        return self

    def __exit__(self, *exception: object) -> None:
        watchers = self._watchers[self._job_id]
        watchers.discard(self._event)
        if not watchers:
            del self._watchers[self._job_id]

    async def news(self) -> None:
        """Wait until there is news since the last call."""
        await self._event.wait()
        self._event.clear()


def frame(kind: str, job: Job, sequence: int, moment: float, data: Any) -> dict[str, Any]:
    """Return one frame of the event stream."""
    return {
        "type": kind,
        "job_id": job.job_id,
        "seq": sequence,
        "ts": round(moment, 3),
        "data": data,
    }
