"""The preload module of the scheduler and the workers: ``--preload mediaext.scale.preload``.

The scheduler learns the demand for workers, by which Dask's own adaptive clusters scale; a worker
gets its agent.
"""

from weakref import WeakKeyDictionary

from distributed import Scheduler, Worker

from mediaext.scale.worker_agent import AGENTS, WorkerAgent, agent_of

DEMAND: "WeakKeyDictionary[Scheduler, int]" = WeakKeyDictionary()


async def dask_setup(server: Scheduler | Worker) -> None:
    """Prepare a scheduler or a worker."""
    if isinstance(server, Scheduler):
        server.allowed_failures = 0  # the service decides what is tried again

        def adaptive_target(target_duration: float | None = None) -> int:
            return DEMAND.get(server, 0)

        server.handlers["adaptive_target"] = adaptive_target
        server.adaptive_target = adaptive_target  # its HTTP routes call it
    else:
        agent = WorkerAgent(server)
        AGENTS[server] = agent
        server.startup_information["mediaext"] = lambda _: agent.facts()
        server.metrics["mediaext"] = lambda _: agent.state()


async def dask_teardown(server: Scheduler | Worker) -> None:
    """Stop the agent's engine."""
    if isinstance(server, Worker):
        await agent_of(server).close()


async def report_demand(jobs: int, dask_scheduler: Scheduler) -> None:
    """Report to the scheduler how many jobs wait or run: there should be a worker for each."""
    DEMAND[dask_scheduler] = jobs
