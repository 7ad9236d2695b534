"""What limits a service of many front ends and pods: measured costs of a job, then a simulation.

Run: ``python tests/benchmarks/large_service.py``. It measures the processor time that a job costs
PostgreSQL, the front end that takes it, the dispatcher, and Dask's scheduler, on
servers of its own. Then it simulates jobs that pass through them as events, at rising rates, and
names the part that is busy first.
"""

import argparse
import asyncio
import contextlib
import heapq
import itertools
import random
import sys
import tempfile
import time
from collections import defaultdict, deque
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

import psutil

import mediaext.testing
from mediaext.operations import GenerateImage
from mediaext.service.keys import Caller
from mediaext.service.ledger import Ledger
from tests.dask_cluster import DaskCluster
from tests.postgres import PostgresServer

LANES = ("mediaext.testing.instant:engine|standard",)
USED = 0.7  # share of a part's time above which waiting grows out of hand


class Costs:
    """Processor seconds of a job, by part and step; ``measure`` finds them."""

    def __init__(self):
        self.of = defaultdict(float)
        self.bytes = 0.0

    def measure(self, jobs):
        with contextlib.ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            server = PostgresServer()
            stack.callback(server.close)
            choices = {"ledger": server.new(), "pods": 0, "speech_pods": 0}
            svc = stack.enter_context(mediaext.testing.service(folder / "home", **choices))
            self._sql(svc.service, server, jobs)
            cluster = DaskCluster(folder / "cluster", ["one"])
            stack.callback(cluster.close)
            asyncio.run(self._tasks(cluster, jobs))

    def _sql(self, service, server, jobs):
        database, main = service.database, psutil.Process(server.process_id)
        ledger = Ledger(database, service.clock)
        taken = []

        def accept(number):
            service.acceptor.accept(
                Caller(f"user-{number % 50}", "pro"), GenerateImage(prompt="x")
            )

        def claim(number):
            taken.append(ledger.claim(LANES, "fleet:x", "pod", 300))

        def complete(number):
            job = taken[number]
            file = {"result": _stored(job)}
            ledger.complete(job, file, service.clock.now() + 60)

        def renew(number):
            ledger.renew(taken[number], 300, {"number": 1, "fraction": 0.5, "message": "x"})

        def status(number):
            ledger.get(taken[number].job_id)

        for step in (accept, claim, renew, status, complete):
            begun, server_begun = time.thread_time(), _server_seconds(main)
            for number in range(jobs):
                step(number)
            self.of["client", step.__name__] = (time.thread_time() - begun) / jobs
            self.of["postgres", step.__name__] = (_server_seconds(main) - server_begun) / jobs
        size = database.one("SELECT pg_total_relation_size('jobs') AS bytes")["bytes"]
        self.bytes = size / jobs

    async def _tasks(self, cluster, jobs):
        from distributed import Client

        scheduler = psutil.Process(cluster.processes["scheduler"].pid)
        async with Client(cluster.address, asynchronous=True, set_as_default=False) as client:
            await client.submit(int, 1, pure=False)
            begun, own = _own_seconds(scheduler), time.process_time()
            for number in range(jobs):
                await client.submit(int, number, pure=False)
            self.of["scheduler", "task"] = (_own_seconds(scheduler) - begun) / jobs
            self.of["client", "task"] = (time.process_time() - own) / jobs


def _stored(job):
    from mediaext.service.records import StoredResult

    return StoredResult(f"{job.job_id[:2]}/{job.job_id}.result", "image/webp", 1, "result.webp", 1)


def _own_seconds(process):
    times = process.cpu_times()
    return times.user + times.system


def _server_seconds(main):
    return sum(_own_seconds(child) for child in main.children())


class Station:
    """A part with so many servers; jobs wait in the order of their coming."""

    def __init__(self, simulation, name, servers):
        self.simulation, self.name, self.free = simulation, name, servers
        self.servers, self.busy, self.waiting = servers, 0.0, deque()

    def serve(self, seconds, then):
        if not self.free:
            self.waiting.append((seconds, then))
            return
        self.free -= 1
        self.busy += seconds
        self.simulation.later(seconds, lambda: self._end(then))

    def _end(self, then):
        self.free += 1
        if self.waiting:
            self.serve(*self.waiting.popleft())
        then()


class Simulation:
    """Jobs at a rate through front ends, PostgreSQL, dispatchers, schedulers and pods."""

    def __init__(self, costs, asked, rate, fleets):
        self.costs, self.rate, self.seconds = costs.of, rate, asked.seconds
        self.chance, self.now, self._events = random.Random(1), 0.0, []
        self._numbers = itertools.count()
        self.job_seconds = asked.job_seconds
        self.front = Station(self, "front ends", asked.front_ends)
        self.ledger = Station(self, f"PostgreSQL ({asked.cores} cores)", asked.cores)
        self.dispatchers = [Station(self, "dispatcher", 1) for _ in range(fleets)]
        self.schedulers = [Station(self, "scheduler", 1) for _ in range(fleets)]
        self.pods = [Station(self, "pods", asked.pods // fleets) for _ in range(fleets)]
        self.overheads = []

    def later(self, seconds, then):
        heapq.heappush(self._events, (self.now + seconds, next(self._numbers), then))

    def run(self):
        self._arrive()
        self._renew()
        while self._events:
            when, _, then = heapq.heappop(self._events)
            if when > self.seconds:
                return
            self.now = when
            then()

    def _arrive(self):
        self.later(self.chance.expovariate(self.rate), self._arrive)
        begun, cost = self.now, self.costs
        fleet = self.chance.randrange(len(self.dispatchers))
        dispatcher, scheduler = self.dispatchers[fleet], self.schedulers[fleet]
        work = self.chance.expovariate(1 / self.job_seconds)
        per_job = cost["client", "claim"] + cost["client", "complete"] + cost["client", "task"]
        ending = cost["postgres", "claim"] + cost["postgres", "complete"]  # one commit
        steps = [
            (self.front, cost["client", "accept"]),
            (self.ledger, cost["postgres", "accept"]),
            (dispatcher, per_job / 2),
            (scheduler, cost["scheduler", "task"] / 2),
            (self.pods[fleet], work),
            (scheduler, cost["scheduler", "task"] / 2),
            (dispatcher, per_job / 2),
            (self.ledger, ending),
            (self.front, cost["client", "status"]),
            (self.ledger, cost["postgres", "status"]),
        ]

        def go(number):
            if number == len(steps):
                self.overheads.append(self.now - begun - work)
                return
            station, seconds = steps[number]
            station.serve(seconds, lambda: go(number + 1))

        go(0)

    def _renew(self):
        """Every second a hundredth of the running jobs' leases is extended by the dispatchers."""
        self.later(1.0, self._renew)
        for dispatcher, pods in zip(self.dispatchers, self.pods, strict=True):
            running = pods.servers - pods.free
            dispatcher.serve(running / 100 * self.costs["client", "renew"], lambda: None)
            self.ledger.serve(running / 100 * self.costs["postgres", "renew"], lambda: None)

    def parts(self):
        """Return the busiest of each kind with the share of its time."""
        groups = [[self.front], [self.ledger], self.dispatchers, self.schedulers, self.pods]
        return {
            group[0].name: max(one.busy / one.servers / self.seconds for one in group)
            for group in groups
        }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--measured", type=int, default=500, help="jobs that are measured")
    parser.add_argument("--front-ends", type=int, default=100)
    parser.add_argument("--pods", type=int, default=10_000)
    parser.add_argument("--cores", type=int, default=16, help="of PostgreSQL's server")
    parser.add_argument("--job-seconds", type=float, default=10.0)
    parser.add_argument("--seconds", type=float, default=60.0, help="that are simulated")
    asked = parser.parse_args()
    costs = Costs()
    costs.measure(asked.measured)
    print("processor time of a job, ms")
    for (part, step), seconds in sorted(costs.of.items()):
        print(f"  {part:10} {step:18} {seconds * 1e3:7.2f}")
    print(f"bytes of a job in the ledger's table and indexes: {costs.bytes:.0f}")
    for fleets in (1, 4, 16):
        print(f"\n{fleets} fleets: share of its time that each part is busy")
        for rate in (50, 100, 200, 400, 800):
            simulation = Simulation(costs, asked, rate, fleets)
            simulation.run()
            parts = simulation.parts()
            slow = sorted(simulation.overheads)[int(len(simulation.overheads) * 0.95)]
            shares = ", ".join(f"{name} {share:.0%}" for name, share in parts.items())
            first = max((share, name) for name, share in parts.items() if name != "pods")
            full = f"; first: {first[1]}" if first[0] > USED else ""
            print(f"  {rate:5} jobs/s: {shares}; p95 beside the work {slow * 1e3:.0f} ms{full}")


if __name__ == "__main__":
    main()
