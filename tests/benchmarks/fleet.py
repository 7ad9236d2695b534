"""What a job costs on a Dask worker beside a bare Dask task, and what more workers bring.

Run: ``python tests/benchmarks/fleet.py``; it starts a scheduler and workers of its own. Times
depend on what else the machine does, so that each stands beside its yardstick of the same run.
"""

import argparse
import asyncio
import contextlib
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.dask_cluster import DaskCluster
from tests.front_ends import fleet_front_end, submit


def nothing(number):
    return number


async def bare_tasks(address, count):
    """Return the seconds of each bare task, one after the other."""
    from distributed import Client

    async with Client(address, asynchronous=True, set_as_default=False) as client:
        times = []
        for number in range(count + 5):
            begun = time.perf_counter()
            await client.submit(nothing, number, pure=False)
            times.append(time.perf_counter() - begun)
        return times[5:]


def ended(svc, count):
    """Wait until nothing is open; return seconds from acceptance to end of the last jobs."""
    row = "SELECT COUNT(*) AS count FROM jobs WHERE status = 'completed'"
    svc.wait_until(lambda: svc.service.database.one(row)["count"] >= count, 600)
    times = "SELECT finished_at - accepted_at AS seconds FROM jobs "
    times += "WHERE status = 'completed' ORDER BY number"
    return [found["seconds"] for found in svc.service.database.all(times)]


def idle_jobs(svc, count):
    """Return the seconds of each job, one after the other, the first ones left out."""
    for number in range(count + 5):
        submit(svc, "x")
        times = ended(svc, number + 1)
    return times[5:]


def on_workers(names, jobs, seconds, idle):
    """Print what workers of these names do; return the wall time of the sleeping jobs."""
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        os.environ["MEDIAEXT_HOME"] = folder
        cluster = stack.enter_context(contextlib.closing(DaskCluster(Path(folder, "c"), names)))
        home = Path(folder, "home")
        svc = stack.enter_context(fleet_front_end(home, cluster.address, len(names)))
        for name in names:  # engines start with their first job
            submit(svc, server_id=name)
        ended(svc, len(names))
        if idle:
            bare = asyncio.run(bare_tasks(cluster.address, idle))
            ours = idle_jobs(svc, idle)
            for name, times in (("bare Dask task", bare), ("job, accepted to ended", ours)):
                middle, slow = statistics.median(times), statistics.quantiles(times, n=20)[-1]
                print(f"{name:28}{middle * 1e3:8.1f} ms median{slow * 1e3:8.1f} ms p95")
            print(f"{'ratio':28}{statistics.median(ours) / statistics.median(bare):8.2f}")
        known = len(ended(svc, 0))
        begun = time.perf_counter()
        for _ in range(jobs):
            submit(svc, f"sleep {seconds}")
        ended(svc, known + jobs)
        return time.perf_counter() - begun


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=0.2)
    parser.add_argument("--idle", type=int, default=60)
    asked = parser.parse_args()
    one = on_workers(["one"], asked.jobs, asked.seconds, 0)
    three = on_workers(["one", "two", "three"], asked.jobs, asked.seconds, asked.idle)
    print(f"{asked.jobs} jobs of {asked.seconds:g} s: {one:.1f} s on one worker, ", end="")
    print(f"{three:.1f} s on three: {three / one:.2f} of the time")


if __name__ == "__main__":
    main()
