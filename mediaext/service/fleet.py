"""A fleet: workers on other machines, which come and go."""

from collections.abc import Collection
from typing import Protocol

from mediaext.service.worker import Worker

FLEET = "fleet:"  # begins the name under which jobs are leased to a fleet
FLEET_LEASE = 300.0  # seconds; who feeds a fleet takes its jobs over, so no lease has to run out


class Fleet(Protocol):
    """Workers elsewhere. One service feeds them, for all that share the ledger."""

    name: str
    """Begins with :data:`FLEET`; leases carry it, so that the next service knows its jobs."""

    async def present(self) -> Collection[str]:
        """Return the names of the workers that take jobs now."""
        ...

    def worker(self, name: str) -> Worker:
        """Return what a pod has its jobs made by."""
        ...

    async def want(self, jobs: int) -> None:
        """Tell how many jobs wait or run, by which a fleet may grow and shrink."""
        ...

    async def close(self) -> None:
        """Let go of the fleet; its workers go on."""
        ...
