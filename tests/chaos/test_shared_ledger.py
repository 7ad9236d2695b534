"""Front ends, PostgreSQL and what makes the jobs are killed; then every job is accounted for.

Run: ``pytest -m chaos tests/chaos/test_shared_ledger.py -s``.
"""

import collections
import contextlib
import os
import random
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from webhook_receiver import receiving

from tests import postgres as servers
from tests.dask_cluster import DaskCluster
from tests.front_ends import SPEECH, UNREACHED, FrontEnds

JOBS = 500
FRONT_ENDS = 3
KINDS = ["front end", "leader", "postgres"]
KILLS = 3  # of each kind
CALLERS = 8


@pytest.fixture
def receiver():
    with receiving() as server:
        yield server


class Supervised:
    """A cluster whose processes are started again when they end, as systemd does."""

    def __init__(self, folder, workers):
        self.cluster = DaskCluster(folder, workers)
        self.address, self.workers = self.cluster.address, workers
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self._thread.start()

    def _watch(self):
        while not self._ended.wait(0.5):
            for name, process in list(self.cluster.processes.items()):
                if process.poll() is not None:
                    self.cluster.kill(name)  # and what it left
                    if name == "scheduler":
                        self.cluster.start_scheduler()
                    else:
                        self.cluster.start_worker(name)

    def kill(self, name):
        os.killpg(self.cluster.processes[name].pid, signal.SIGKILL)

    def close(self):
        self._ended.set()
        self._thread.join()
        self.cluster.close()


def until(holds, seconds=300):
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it goes no further"
        time.sleep(0.1)


def persistently(chance, addresses, call, seconds=300):
    """Ask one front end after the other until one answers with 200."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with contextlib.suppress(*UNREACHED):
            answer = call(chance.choice(addresses))
            if answer.status_code == 200:
                return answer.json()
        time.sleep(0.2)
    raise AssertionError("no front end answers")


@pytest.mark.chaos
def test_no_job_is_lost_or_ended_twice(postgres, receiver, tmp_path):
    url = postgres.new()
    choices = ["--blobs", str(tmp_path / "media"), "--pods", "0"]
    with contextlib.closing(FrontEnds(url, tmp_path, FRONT_ENDS, *choices)) as fronts:
        account_for(JOBS, KINDS * KILLS, url, receiver, fronts, postgres)


@pytest.mark.chaos
def test_no_job_of_workers_elsewhere_is_lost_or_ended_twice(postgres, receiver, s3, tmp_path):
    url = postgres.new()
    workers = ["one", "two", "three"]
    with (
        contextlib.closing(Supervised(tmp_path / "cluster", workers)) as cluster,
        contextlib.closing(
            FrontEnds(url, tmp_path, 2, "--blobs", s3.new(), "--pods", cluster.address)
        ) as fronts,
    ):
        kinds = [*KINDS, "worker", "scheduler"] * KILLS
        account_for(JOBS, kinds, url, receiver, fronts, postgres, cluster)


def test_a_few_jobs_outlive_their_worker_and_their_leader(postgres, receiver, s3, tmp_path):
    """The short form of the one above."""
    url = postgres.new()
    with (
        contextlib.closing(Supervised(tmp_path / "cluster", ["one", "two"])) as cluster,
        contextlib.closing(
            FrontEnds(url, tmp_path, 2, "--blobs", s3.new(), "--pods", cluster.address)
        ) as fronts,
    ):
        account_for(12, ["worker", "leader"], url, receiver, fronts, postgres, cluster)


def account_for(count, kinds, url, receiver, fronts, postgres, cluster=None):
    """Submit jobs while processes of these kinds are killed; then find each of them, once."""
    chance = random.Random(20)
    addresses = fronts.addresses()

    def submit(number):
        body = {"text": "sleep 0.2", "callback_url": receiver.url}
        headers = {"Idempotency-Key": f"job-{number}"}
        return persistently(
            random.Random(number),
            addresses,
            lambda address: httpx.post(address + SPEECH, json=body, headers=headers, timeout=30),
        )["job_id"]

    persistently(chance, addresses, lambda address: httpx.get(address + "/ready", timeout=5))
    with ThreadPoolExecutor(CALLERS) as crowd:
        asked = [crowd.submit(submit, number) for number in range(count)]
        kills = collections.Counter()
        order = chance.sample(kinds, len(kinds))
        for number, kind in enumerate(order, start=1):
            until(lambda: len(receiver.bodies) >= count * number // (len(order) + 1))  # noqa: B023
            fronts.revive()
            if kind == "postgres":
                postgres.kill()
                time.sleep(chance.uniform(0, 3))
                postgres.start()
            elif kind == "worker":
                cluster.kill(chance.choice(cluster.workers))
            elif kind == "scheduler":
                cluster.kill("scheduler")
            else:
                leader = fronts.leader() if kind == "leader" else None
                kills["leader known"] += leader is not None
                fronts.kill(chance.randrange(len(addresses)) if leader is None else leader)
            kills[kind] += 1
        jobs = [one.result() for one in asked]
    fronts.revive()
    assert len(set(jobs)) == count
    for job_id in jobs:
        ended = finished(chance, addresses, job_id)
        assert ended["status"] == "completed", ended
    with contextlib.closing(servers.opened(url)) as database:
        deadline = time.monotonic() + 120
        pending = "SELECT COUNT(*) AS count FROM outbox WHERE state = 'pending'"
        while database.one(pending)["count"] and time.monotonic() < deadline:
            time.sleep(0.5)
        states = database.all("SELECT state, COUNT(*) AS count FROM outbox GROUP BY state")
        assert {row["state"]: row["count"] for row in states} == {"delivered": count}
        begun = database.one("SELECT SUM(attempts) AS count FROM jobs")["count"]
        assert database.one("SELECT COUNT(*) AS count FROM jobs")["count"] == count
        assert database.one("SELECT SUM(in_flight) AS count FROM accounts")["count"] == 0
        assert database.one("SELECT COUNT(*) AS count FROM blobs")["count"] == count
    got = receiver.bodies
    assert set(got) == {f"msg_{job_id}" for job_id in jobs}
    assert all(len(set(bodies)) == 1 for bodies in got.values())
    again = sum(len(bodies) > 1 for bodies in got.values())
    print(f"killed {dict(kills)}; {begun} begun for {count}; {again} webhooks came again")


def finished(chance, addresses, job_id):
    end = time.monotonic() + 300
    while True:
        status = persistently(
            chance,
            addresses,
            lambda address: httpx.get(f"{address}{SPEECH}/status/{job_id}", timeout=30),
        )
        if status["status"] != "queued":
            return status
        assert time.monotonic() < end, f"{job_id} does not end"
        time.sleep(0.1)
