"""Supervise a service's pods, including those of a fleet."""

import asyncio
import contextlib
import os
import sys
import time
from dataclasses import replace
from typing import Any

from mediaext.logs import logger
from mediaext.service.acceptance import lane
from mediaext.service.database import LedgerUnavailable
from mediaext.service.fleet import FLEET, FLEET_LEASE, Fleet
from mediaext.service.peers import Peers
from mediaext.service.pods import Pod, PodContext
from mediaext.service.records import JobRow
from mediaext.service.worker import ProcessWorker

log = logger("mediaext.service")
RECONCILE_SECONDS = 0.5  # between two comparisons of pods with the workers of a fleet
DEMAND_SECONDS = 5.0  # between two reports of the number of jobs to a fleet
RETURN_SECONDS = 30.0  # for a worker that is gone to come back


class PodSupervisor:
    """Starts, wakes, watches and stops the pods of a service.

    With a fleet there is a pod for each of its workers while this service is its dispatcher.
    """

    def __init__(self, context: PodContext, peers: Peers, fleet: Fleet | None = None) -> None:
        self.settings = context.settings
        self.ledger = context.ledger
        self.owner = peers.owner
        self._context = context
        self._peers = peers
        self._fleet = fleet
        self._on_change = context.on_change
        self._tasks: list[asyncio.Task[None]] = []
        self._work: dict[Pod, asyncio.Task[None]] = {}
        self._orphans: list[JobRow] = []  # jobs of a fleet whose worker has not come back yet
        self._orphans_deadline = 0.0
        self._dispatches = False
        self._last_seen: dict[str, float] = {}  # workers of the fleet
        self.pods = [
            Pod(name, self._lanes(name), self.owner, self._worker(name), context)
            for name in self.settings.pod_names
        ]

    def _lanes(self, name: str) -> tuple[str, ...]:
        queue = "speech" if name.split("-")[-2] == "speech" else "standard"
        return lane(self.settings.engine, queue), lane(self.settings.engine, f"pod:{name}")

    def _worker(self, name: str) -> ProcessWorker:
        settings = self.settings
        handshake = {
            **settings.engine_config,
            "blobs": settings.blob_address,
            "secrets": str(settings.home / "secrets" / "authority"),
            "path": sys.path,
        }
        threads = max((os.cpu_count() or 1) // max(settings.pods, 1), 1)
        return ProcessWorker(name, handshake, settings.home / "log" / f"{name}.log", threads)

    def start(self) -> None:
        """Start all pods on the running loop."""
        for pod in self.pods:
            self._start(pod)
        loops = [self._renew_leases(), self._recover_regularly()]
        if self._fleet is not None:
            self._peers.request_dispatch(self._fleet.name)
            loops.append(self._follow(self._fleet))
        self._tasks = [asyncio.create_task(loop) for loop in loops]

    def _start(self, pod: Pod) -> None:
        self._work[pod] = asyncio.create_task(pod.run(), name=pod.name)

    async def stop(self, grace: float) -> None:
        """Give running jobs ``grace`` seconds to end, then return the rest to the queue."""
        for pod in self.pods:
            pod.retire()
        if working := [task for pod, task in self._work.items() if not pod.worker.detached]:
            await asyncio.wait(working, timeout=grace)
        for task in self._tasks:
            task.cancel()
        for pod, task in self._work.items():
            if not pod.ending:  # else it waits for the end of its worker, and closes its pipes
                task.cancel()
        await asyncio.gather(*self._tasks, *self._work.values(), return_exceptions=True)
        self._tasks, self._work = [], {}
        if self._fleet is not None:
            await self._fleet.close()

    async def _follow(self, fleet: Fleet) -> None:
        """Reconcile the pods with the workers of a fleet, and report the demand."""
        reported = -float("inf")
        while True:
            try:
                await self._reconcile(fleet)
                if self._dispatches and time.monotonic() - reported > DEMAND_SECONDS:
                    reported = time.monotonic()
                    await fleet.report_demand(
                        await self.ledger.database.call(self._open_jobs, fleet)
                    )
            except (LedgerUnavailable, OSError) as error:
                log.warning("the workers of the fleet cannot be listed: %s", error)
            except Exception:  # whatever it is, the fleet must be followed
                log.exception("the workers of the fleet cannot be listed")
            await asyncio.sleep(RECONCILE_SECONDS)

    async def _reconcile(self, fleet: Fleet) -> None:
        """Start and retire pods; take over the jobs that another service gave to the fleet."""
        dispatches = self._peers.dispatches
        available = set(await fleet.available_workers()) if dispatches else set()
        if dispatches and not self._dispatches:
            here = {pod.job.job_id for pod in self.pods if pod.job}
            held = await self.ledger.database.call(self.ledger.held_by, fleet.name)
            self._orphans = [job for job in held if job.job_id not in here]
            self._orphans_deadline = time.monotonic() + RETURN_SECONDS
            log.info(
                "this service dispatches to %s and adopts %d jobs", fleet.name, len(self._orphans)
            )
        self._dispatches = dispatches
        now = time.monotonic()
        self._last_seen = {
            name: seen
            for name, seen in (self._last_seen | dict.fromkeys(available, now)).items()
            if dispatches and now - seen < RETURN_SECONDS
        }
        for pod in list(self.pods):
            if self._work[pod].done():
                self.pods.remove(pod)
                del self._work[pod]
            elif not dispatches or (pod.name not in available and pod.idle):
                pod.retire()
        for name in sorted(available - {pod.name for pod in self.pods}):
            self._add_pod(fleet, name)
        if self._orphans and time.monotonic() > self._orphans_deadline:
            orphans, self._orphans = self._orphans, []
            for job in orphans:
                await self._return_to_queue(job)

    def _add_pod(self, fleet: Fleet, name: str) -> None:
        first = next((job for job in self._orphans if job.pod == name), None)
        if first is not None:
            self._orphans.remove(first)
        queues = "standard", "speech", f"pod:{name}"
        lanes = tuple(lane(self.settings.engine, queue) for queue in queues)
        longer = {"lease_seconds": max(self.settings.lease_seconds, FLEET_LEASE)}
        context = replace(self._context, settings=self.settings.model_copy(update=longer))
        pod = Pod(name, lanes, fleet.name, fleet.worker(name), context, first=first)
        self.pods.append(pod)
        self._start(pod)

    async def _return_to_queue(self, job: JobRow) -> None:
        released = await self.ledger.database.call(self.ledger.release, job.job_id, job.lease)
        if released is not None:
            self._on_change(released)

    def _open_jobs(self, fleet: Fleet) -> int:
        front = lane(self.settings.engine, "")
        return sum(count for name, _, count in self.ledger.depth() if name.startswith(front))

    def states(self) -> dict[str, str]:
        """Return what each pod does; ``away`` is one whose worker is expected back."""
        return dict.fromkeys(self._last_seen, "away") | {
            pod.name: "busy" if pod.job else "idle" if pod.worker.warm else "cold"
            for pod in self.pods
        }

    def notify(self, lane_name: str) -> None:
        """Wake one idle pod for new work, a warm one first."""
        fit = [pod for pod in self.pods if pod.idle and lane_name in pod.lanes]
        if fit:
            max(fit, key=lambda pod: pod.worker.warm).wake()

    def wake_all(self) -> None:
        """Have every pod check for work."""
        for pod in self.pods:
            pod.wake()

    def abort(self, job_id: str) -> None:
        """Stop a job that has already ended in the ledger."""
        for pod in self.pods:
            if pod.job is not None and pod.job.job_id == job_id:
                pod.abort(pod.job)

    def progress(self, job_id: str) -> dict[str, Any] | None:
        """Return the progress of a job that runs here."""
        for pod in self.pods:
            if pod.job is not None and pod.job.job_id == job_id:
                return pod.progress
        return None

    async def _renew_leases(self) -> None:
        """Renew the leases of this service."""
        while True:
            with contextlib.suppress(LedgerUnavailable):
                for pod in self.pods:
                    await pod.renew_lease()
            await asyncio.sleep(self.settings.lease_seconds / 3)

    def _recovered(self) -> list[JobRow]:
        jobs = self.ledger.release_expired()
        services = [
            owner
            for owner in self.ledger.other_owners(self.owner)
            if not owner.startswith(FLEET)  # whose jobs its next dispatcher adopts
        ]
        for owner in self._peers.ended(services):
            jobs += self.ledger.release_owner(owner)
        return jobs + self.ledger.fail_unclaimed_pinned(self.settings.job_time_budget)

    async def recover(self) -> None:
        """Requeue jobs of services that ended, and fail pinned ones that no pod took in time."""
        for job in await self.ledger.database.call(self._recovered):
            log.info("job %s recovered: %s", job.job_id, job.row["status"])
            self._on_change(job)

    async def _recover_regularly(self) -> None:
        """Recover the jobs of services that ended."""
        while True:
            with contextlib.suppress(LedgerUnavailable, OSError):
                if self._peers.leads:
                    await self.recover()
            await asyncio.sleep(self._peers.recovery_seconds)
