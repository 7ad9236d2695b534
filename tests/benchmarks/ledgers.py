"""What the ledger costs in a file and in PostgreSQL: accepts, claims with many claimers, the loop.

Run: ``python tests/benchmarks/ledgers.py``; it starts a PostgreSQL server of its own where one is
installed. Processor times of this process and of the server's, since wall times depend on what
else the machine does. Prints one table.
"""

import argparse
import asyncio
import contextlib
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

import psutil

from mediaext.operations import GenerateImage
from mediaext.service import Service, Settings
from mediaext.service.keys import Caller
from mediaext.service.ledger import Ledger
from mediaext.service.settings import RANK
from mediaext.service.sqlite_database import SqliteDatabase
from tests.postgres import PostgresServer, opened

LANES = ("instant|standard", "instant|pod:pod-1")
USERS = 50


class ServerTime:
    """Processor seconds of the server's processes, those that ended included."""

    def __init__(self, server):
        self._main = psutil.Process(server.process_id)

    def __call__(self):
        times = [one.cpu_times() for one in self._main.children()]
        return sum(t.user + t.system for t in times)


def accept(service, jobs):
    """Enter jobs of many users on all plans; return processor seconds of this process a job."""
    begun = time.process_time()
    for number in range(jobs):
        plan = list(RANK)[number % 3]
        caller = Caller(f"user-{number % USERS}", plan)
        service.acceptor.accept(caller, GenerateImage(prompt="x"))
    return (time.process_time() - begun) / jobs


def claim_all(databases, claimers):
    """Claim everything; return jobs by claimer and when each claim was asked and answered."""
    taken, begin = [], threading.Barrier(claimers)

    def work(number):
        from mediaext.service.database import Clock

        ledger = Ledger(databases[number % len(databases)], Clock())
        begin.wait()
        while True:
            asked = time.monotonic()
            job = ledger.claim(LANES, "me", "pod-1", 600)
            if job is None:
                return
            taken.append((job.job_id, job.rank, asked, time.monotonic()))

    with ThreadPoolExecutor(claimers) as pool:
        list(pool.map(work, range(claimers)))
    return taken


def inversions(taken):
    """Count claims that were answered before a job of a higher plan was asked for and got."""
    last = {}
    for _, rank, asked, _ in taken:
        last[rank] = max(last.get(rank, 0.0), asked)
    return sum(
        any(rank > other and moment > answered for other, moment in last.items())
        for _, rank, _, answered in taken
    )


async def lag(service, seconds=5.0, writers=16):
    """Accept without pause from many tasks; return accepts a second and the loop's lag in ms."""
    late, count = [], 0
    end = time.monotonic() + seconds

    async def tick():
        while time.monotonic() < end:
            before = time.monotonic()
            await asyncio.sleep(0.005)
            late.append((time.monotonic() - before - 0.005) * 1000)

    async def write(number):
        nonlocal count
        while time.monotonic() < end:
            caller = Caller(f"user-{number}", "pro")
            await service.call(service.acceptor.accept, caller, GenerateImage(prompt="x"))
            count += 1
            await asyncio.sleep(0)

    await asyncio.gather(tick(), *(write(number) for number in range(writers)))
    late.sort()
    return count / seconds, late[len(late) // 2], late[int(len(late) * 0.95)]


def measure(name, service, databases, jobs, claimers, server_time):
    """Print one line."""
    server = server_time()
    cost = accept(service, jobs)
    accepted = server_time() - server
    own, server, begun = time.process_time(), server_time(), time.monotonic()
    taken = claim_all(databases, claimers)
    wall = time.monotonic() - begun
    claimed, own = server_time() - server, time.process_time() - own
    rate, middle, high = asyncio.run(lag(service))
    print(
        f"{name:11} accept {cost * 1e3:.2f} + {accepted / jobs * 1e3:.2f} ms"
        f" | claim {own / jobs * 1e3:.2f} + {claimed / jobs * 1e3:.2f} ms,"
        f" {len(taken) / wall:.0f}/s, {claimers} claimers,"
        f" doubled {len(taken) - len({one[0] for one in taken})}, inversions {inversions(taken)}"
        f" | 16 writers {rate:.0f}/s, loop lag p50 {middle:.1f} p95 {high:.1f} ms"
    )


def main():
    """Measure both."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--jobs", type=int, default=10_000)
    reader.add_argument("--claimers", type=int, default=16)
    given = reader.parse_args()
    print("processor milliseconds of this process + of the server")
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        settings = Settings(home=home, engine="instant", plans={})
        with contextlib.closing(Service(settings)) as service:
            database = SqliteDatabase(home / "ledger.sqlite3")
            measure("SQLite", service, [database], given.jobs, given.claimers, lambda: 0.0)
            database.close()
    with contextlib.closing(PostgresServer()) as server, tempfile.TemporaryDirectory() as folder:
        from mediaext.scale.shared import open_shared

        settings = Settings(home=Path(folder), ledger=server.new(), engine="instant", plans={})
        with contextlib.closing(Service(settings, ledger=open_shared(settings))) as service:
            databases = [opened(settings.ledger) for _ in range(2)]
            times = ServerTime(server)
            measure("PostgreSQL", service, databases, given.jobs, given.claimers, times)
            for database in databases:
                database.close()


if __name__ == "__main__":
    main()
