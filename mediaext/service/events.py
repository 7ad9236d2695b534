"""Wake the watchers of jobs; the state itself is always read from its source.

A watcher that connects late, reconnects or was slow therefore sees the same rising sequence: the
newest state, always consistent.
"""

import asyncio
import contextlib
from collections import Counter, defaultdict
from collections.abc import Iterator


class JobEvents:
    """Watchers of jobs in this process."""

    def __init__(self) -> None:
        self._watchers: defaultdict[str, set[JobWatch]] = defaultdict(set)

    def wake(self, job_id: str) -> None:
        """Notify the watchers of a job."""
        for watch in self._watchers.get(job_id, ()):
            watch.wake(job_id)

    def wake_all(self) -> None:
        """Notify every watcher, as when another process changed the ledger."""
        for job_id, watchers in self._watchers.items():
            for watch in watchers:
                watch.wake(job_id)

    def watch(self) -> "JobWatch":
        """Watch jobs inside ``with``."""
        return JobWatch(self._watchers)


class JobWatch:
    """One watcher, of as many jobs as it likes."""

    def __init__(self, watchers: "defaultdict[str, set[JobWatch]]") -> None:
        self._watchers = watchers
        self._watched: set[str] = set()
        self._changed: set[str] = set()
        self._event = asyncio.Event()

    def __enter__(self) -> "JobWatch":
        return self

    def __exit__(self, *exception: object) -> None:
        for job_id in list(self._watched):
            self.drop(job_id)

    def __len__(self) -> int:
        return len(self._watched)

    def __contains__(self, job_id: str) -> bool:
        return job_id in self._watched

    def add(self, job_id: str) -> None:
        """Watch a job too; its present state counts as a change."""
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
        """Note that a job has changed."""
        self._changed.add(job_id)
        self._event.set()

    async def changes(self) -> set[str]:
        """Wait for changes since the last call; return the jobs that changed."""
        await self._event.wait()
        self._event.clear()
        changed, self._changed = self._changed & self._watched, set()
        return changed


class SocketLimits:
    """Limits the open sockets of a service, and those of one user."""

    def __init__(self, most: int = 500, most_of_user: int = 100) -> None:
        self.most = most
        self.most_of_user = most_of_user
        self._open = 0
        self._users: Counter[str] = Counter()

    @contextlib.contextmanager
    def slot(self) -> Iterator[bool]:
        """Count a socket while it is open; yield whether it is within the limit."""
        self._open += 1
        try:
            yield self._open <= self.most
        finally:
            self._open -= 1

    def acquire(self, user: str) -> bool:
        """Count a socket of a user; ``False`` beyond the limit."""
        if self._users[user] >= self.most_of_user:
            return False
        self._users[user] += 1
        return True

    def release(self, user: str) -> None:
        """Stop counting a socket of a user."""
        self._users[user] -= 1
        self._users += Counter()  # forgets who has none
