"""The protocol of a fleet: workers on other machines, which come and go."""

from collections.abc import Collection
from typing import Protocol

from mediaext.service.worker import Worker

FLEET = "fleet:"  # begins the name under which jobs are leased to a fleet
FLEET_LEASE = 300.0  # seconds; the next dispatcher takes jobs over, so no lease has to expire


class Fleet(Protocol):
    """Workers on other machines, to which one service dispatches the jobs of a shared ledger."""

    name: str
    """Begins with :data:`FLEET`; it owns leases, so that the next dispatcher finds them."""

    async def available_workers(self) -> Collection[str]:
        """Return the names of the workers that take jobs now."""
        ...

    def worker(self, name: str) -> Worker:
        """Return the worker that runs a pod's jobs."""
        ...

    async def report_demand(self, jobs: int) -> None:
        """Report how many jobs wait or run, by which a fleet may scale."""
        ...

    async def close(self) -> None:
        """Disconnect; the workers continue."""
        ...
