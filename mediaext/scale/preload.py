"""What Dask's scheduler and workers load: ``--preload mediaext.scale.preload``.

The scheduler learns how many workers the queue needs, by which Dask's own adaptive clusters grow
and shrink; a worker gets its hand.
"""

from functools import partial
from weakref import WeakKeyDictionary

from distributed import Scheduler, Worker

from mediaext.scale.hand import HANDS, Hand, hand_of

WANTED: "WeakKeyDictionary[Scheduler, int]" = WeakKeyDictionary()


async def dask_setup(server: Scheduler | Worker) -> None:
    """Prepare a scheduler or a worker."""
    if isinstance(server, Scheduler):
        server.allowed_failures = 0  # the service decides what is tried again
        server.handlers["adaptive_target"] = partial(wanted, server)
        server.adaptive_target = partial(wanted, server)  # its HTTP routes call it
    else:
        hand = Hand(server)
        HANDS[server] = hand
        server.startup_information["mediaext"] = lambda _: hand.facts()
        server.metrics["mediaext"] = lambda _: hand.state()


async def dask_teardown(server: Scheduler | Worker) -> None:
    """Leave nothing running."""
    if isinstance(server, Worker):
        await hand_of(server).close()


async def want(jobs: int, dask_scheduler: Scheduler) -> None:
    """Tell the scheduler how many jobs wait or run."""
    WANTED[dask_scheduler] = jobs


def wanted(scheduler: Scheduler, target_duration: float | None = None) -> int:
    """Return how many workers there should be: one for each job."""
    return WANTED.get(scheduler, 0)
