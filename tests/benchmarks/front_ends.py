"""How soon a front end knows what happens at another, and how soon another one leads.

Run: ``python tests/benchmarks/front_ends.py``. It starts PostgreSQL, a scheduler with three
workers and two front ends, all processes of their own, and ends with 1 where a figure exceeds its
bound.
"""

import argparse
import contextlib
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
sys.path.insert(0, str(Path(__file__).parents[1] / "contract"))

import httpx
from webhook_receiver import receiving

from tests.benchmarks.timed_engine import FOLDER
from tests.dask_cluster import DaskCluster
from tests.front_ends import SPEECH, UNREACHED, FrontEnds, watch
from tests.postgres import PostgresServer

WORKERS = ["one", "two", "three"]
PAUSE = 0.01  # seconds between two attempts
PATIENCE = 120.0


def until(holds):
    """Wait until something holds; return what it gave."""
    end = time.monotonic() + PATIENCE
    while not (found := holds()):
        assert time.monotonic() < end, "it does not come"
        time.sleep(PAUSE)
    return found


def submit(address, text, **body):
    answer = httpx.post(address + SPEECH, json={"text": text, **body}, timeout=30)
    assert answer.status_code == 200, answer.text
    return answer.json()["job_id"]


def finished(address, job_id):
    """Return the status of a job that ended, else nothing."""
    with contextlib.suppress(*UNREACHED):
        answer = httpx.get(f"{address}{SPEECH}/status/{job_id}", timeout=5)
        if answer.status_code == 200 and answer.json()["status"] != "queued":
            return answer.json()
    return None


def pods(address):
    with contextlib.suppress(*UNREACHED):
        answer = httpx.get(address + "/ready", timeout=5)
        if answer.status_code == 200:
            return set(answer.json()["pods"])
    return set()


def progress_delays(address, job_id):
    """Yield the seconds from what the engine reports to its arrival at a socket."""
    for frame, arrived in watch(address, job_id):
        if frame["type"] == "progress" and frame["data"]["message"][:1].isdigit():
            yield arrived - float(frame["data"]["message"])


def cancel_delay(address, other, folder):
    """Return the seconds from a cancel at another front end to the end of the engine's work."""
    ended = folder / "ended"
    ended.unlink(missing_ok=True)
    job_id = submit(address, "tick 60")
    next(progress_delays(other, job_id))
    asked = time.monotonic()
    httpx.delete(f"{other}{SPEECH}/status/{job_id}", timeout=30)
    return float(until(lambda: ended.exists() and ended.read_text())) - asked


def takeover_delays(fronts):
    """Kill the leader; return the seconds until another leads, and until it has a job made."""
    leader = leading(fronts)
    survivor = 1 - leader
    fronts.end(leader)
    killed = time.monotonic()
    job_id = submit(fronts.address(survivor), "x")
    until(lambda: fronts.leads(survivor))
    leads = time.monotonic() - killed
    until(lambda: finished(fronts.address(survivor), job_id))
    works = time.monotonic() - killed
    fronts.start(leader, fronts.processes[leader][1])
    until(lambda: pods(fronts.address(leader)) >= set(WORKERS))
    return leads, works


def leading(fronts):
    return until(lambda: [number for number in fronts.processes if fronts.leads(number)])[0]


def show(name, values, bound):
    """Print seconds beside their bound; return whether it is kept."""
    middle, worst = statistics.median(values), max(values)
    print(f"{name:45}{middle:7.3f} median{worst:7.3f} worst of {len(values):3}{bound:7.1f} bound")
    return worst <= bound


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cancels", type=int, default=10)
    parser.add_argument("--kills", type=int, default=3, help="of the front end that leads")
    parser.add_argument("--webhooks", type=int, default=60)
    parser.add_argument("--seconds", type=float, default=10.0, help="of work with progress")
    asked = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        os.environ["MEDIAEXT_HOME"] = str(folder / "state")
        os.environ[FOLDER] = str(folder)
        os.environ["PYTHONPATH"] = str(Path(__file__).parents[2])
        server = stack.enter_context(contextlib.closing(PostgresServer()))
        cluster = stack.enter_context(contextlib.closing(DaskCluster(folder / "c", WORKERS)))
        options = ["--blobs", str(folder / "media"), "--pods", cluster.address]
        engine = "tests.benchmarks.timed_engine:engine"
        fronts = FrontEnds(server.new(), folder, 2, *options, engine=engine)
        stack.enter_context(contextlib.closing(fronts))
        return int(not all(measure(fronts, folder, asked)))


def measure(fronts, folder, asked):
    """Print the figures; return whether each keeps its bound."""
    for address in fronts.addresses():
        until(lambda address=address: pods(address) >= set(WORKERS))
    leader = leading(fronts)
    leads, other = fronts.address(leader), fronts.address(1 - leader)
    for name in WORKERS:  # engines start with their first job
        job_id = submit(leads, "x", server_id=name)
        until(lambda job_id=job_id: finished(leads, job_id))
    delays = list(progress_delays(other, submit(leads, f"tick {asked.seconds}")))
    kept = [show("progress, from an engine to another's socket", delays, 0.5)]
    delays = [cancel_delay(leads, other, folder) for _ in range(asked.cancels)]
    kept.append(show("cancel at another, to the end of the work", delays, 1.0))
    with receiving() as receiver:
        jobs = [
            submit((leads, other)[number % 2], "x", callback_url=receiver.url)
            for number in range(asked.webhooks)
        ]
        for job_id in jobs:
            until(lambda job_id=job_id: finished(other, job_id))
        until(lambda: len(receiver.got) >= len(jobs))
        print(f"{len(receiver.got)} webhooks came for {len(jobs)} jobs")
        kept.append(len(receiver.got) == len(receiver.bodies) == len(jobs))
    delays = [takeover_delays(fronts) for _ in range(asked.kills)]
    kept.append(show("leader killed, until another leads", [one for one, _ in delays], 5.0))
    kept.append(show("leader killed, until a new job is made", [one for _, one in delays], 5.0))
    return kept


if __name__ == "__main__":
    sys.exit(main())
