"""Front ends, PostgreSQL and what makes the jobs are killed; then every job is accounted for.

Run: ``pytest -m chaos tests/chaos/test_shared_ledger.py -s``.
"""

import collections
import contextlib
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from webhook_receiver import receiving

from tests import postgres as servers
from tests.dask_cluster import DaskCluster

JOBS = 500
FRONT_ENDS = 3
KILLS = 3  # of each kind
CALLERS = 8
SPEECH = "/generate/speech/v1"
LOST = (httpx.TransportError, httpx.InvalidURL)


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


class FrontEnds:
    """Processes on one ledger, each started again when it is killed."""

    def __init__(self, url, folder, count, *choices):
        self.url, self.folder, self.choices = url, folder, choices
        self.processes = {}
        for number in range(count):
            with socket.create_server(("127.0.0.1", 0)) as probe:
                self.start(number, probe.getsockname()[1])

    def start(self, number, port):
        command = [sys.executable, "-m", "mediaext", "serve", "--no-key", "--private-urls"]
        command += ["--ledger", self.url, "--home", str(self.folder / f"home-{number}")]
        command += ["--engine", "mediaext.testing.instant:engine", "--name", f"node{number}"]
        command += self.choices
        with open(self.folder / f"log-{number}", "ab") as log:
            process = subprocess.Popen(
                [*command, "--port", str(port)], stderr=log, start_new_session=True
            )
        self.processes[number] = process, port

    def addresses(self):
        return [f"http://127.0.0.1:{port}" for _, port in self.processes.values()]

    def leader(self):
        """The number of the one that leads, where one tells."""
        for number, (_, port) in self.processes.items():
            with contextlib.suppress(*LOST):
                answer = httpx.get(f"http://127.0.0.1:{port}/metrics", timeout=5)
                if "mediaext_jobs_open{" in answer.text:
                    return number
        return None

    def kill(self, number):
        process, port = self.processes[number]
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        self.start(number, port)

    def revive(self):
        """Start those again that ended by themselves, as when the ledger was away."""
        for number, (process, port) in list(self.processes.items()):
            if process.poll() is not None:
                self.start(number, port)

    def close(self):
        for process, _ in self.processes.values():
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def until(holds, seconds=300):
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it goes no further"
        time.sleep(0.1)


def persistently(chance, addresses, call, seconds=300):
    """Ask one front end after the other until one answers with 200."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with contextlib.suppress(*LOST):
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
        account_for(JOBS, url, receiver, fronts, postgres)


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
        account_for(JOBS, url, receiver, fronts, postgres, cluster)


def account_for(count, url, receiver, fronts, postgres, cluster=None):
    """Submit jobs while processes are killed at random; then find each of them, once."""
    chance = random.Random(20)
    addresses = fronts.addresses()
    kinds = ["front end", "leader", "postgres"] + (["worker", "scheduler"] if cluster else [])

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
        order = chance.sample(kinds * KILLS, KILLS * len(kinds))
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
