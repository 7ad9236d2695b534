"""The service and its workers are killed at random; then every job is accounted for."""

import collections
import contextlib
import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time

import httpx
import pytest
from webhook_receiver import WebhookReceiver, receiving

from mediaext.service import Service, Settings
from tests.process_tree import processes_below

SERVER = """
import json, sys
from mediaext.service import Settings, serve
serve(Settings(**json.loads(sys.argv[1])), port=int(sys.argv[2]))
"""
SHORT = ("x", "sleep 0.05", "sleep 0.3", "raise it", "progress 20")
LONG = ("sleep 2", "sleep 4")
PATIENCE = 60  # seconds in which a short storm kills both a service and a pod on a slow machine


class MoodyReceiver(WebhookReceiver):
    """Refuses one delivery in ten."""

    def status(self):
        return 503 if random.random() < 0.1 else 204


class Storm:
    """A served service under random kills, and a crowd of callers."""

    def __init__(self, home, seed, long=0.0):
        self.random = random.Random(seed)
        self.long = long  # share of jobs that take seconds
        with socket.create_server(("127.0.0.1", 0)) as probe:
            self.port = probe.getsockname()[1]
        self.base_url = f"http://127.0.0.1:{self.port}"
        self.choices = {
            "home": str(home),
            "base_url": self.base_url,
            "engine": "mediaext.testing.instant:engine",
            "require_key": False,
            "plans": {},
            "attempts": 1000,
            "allow_private_urls": True,
            "webhook_schedule": [0, *([0.2] * 50)],
            "webhook_seconds": 2,
        }
        self.accepted = []
        self.calm = threading.Event()
        self.process = None
        self.kills = collections.Counter()

    def serve(self):
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVER, json.dumps(self.choices), str(self.port)],
            stderr=subprocess.DEVNULL,
        )

    def submit(self, number, hook):
        chance = random.Random(number)
        while not self.calm.is_set():
            words = LONG if chance.random() < self.long else SHORT
            body = {"prompt": chance.choice(words), "callback_url": hook}
            with contextlib.suppress(httpx.HTTPError):
                answer = httpx.post(f"{self.base_url}/generate/image/v1", json=body, timeout=5)
                if answer.status_code == 200:
                    self.accepted.append(answer.json()["job_id"])
            self.calm.wait(chance.random() * (0.05 if self.long == 0 else 3))

    def kill_something(self):
        pid = self.process.pid
        if self.random.random() < (0.5 if self.long else 0.4):
            self.process.kill()
            self.process.wait()
            self.kills["service"] += 1
            self.serve()
            if self.random.random() < 0.8:  # else it is killed while it starts
                self.wait_until_up()
            return
        with contextlib.suppress(OSError, IndexError):
            os.kill(self.random.choice(processes_below(pid)), signal.SIGKILL)
            self.kills["pod"] += 1

    def wait_until_up(self):
        end = time.monotonic() + 180  # others may have the processors
        while time.monotonic() < end:
            with contextlib.suppress(httpx.HTTPError):
                httpx.get(f"{self.base_url}/health", timeout=5)
                return
            time.sleep(0.02)
        raise AssertionError("the service did not come up again")

    def rage(self, hook, seconds, kills=None):
        self.serve()
        self.wait_until_up()
        crowd = [threading.Thread(target=self.submit, args=(number, hook)) for number in range(3)]
        for caller in crowd:
            caller.start()
        end = time.monotonic() + seconds
        while kills is None or self.kills.total() < kills:
            both = kills is not None or len(self.kills) == 2
            if time.monotonic() > end + (0 if both else PATIENCE):
                break
            time.sleep(self.random.uniform(0.1, 1.2) if kills is None else 1.2)
            self.kill_something()
        self.calm.set()
        for caller in crowd:
            caller.join()


def settle(ledger, seconds=60):
    """Wait until every job has ended and every webhook left, as long as some do."""
    seen, end = None, 0.0
    while True:
        open_jobs = [tuple(row) for row in ledger.depth()]
        pending = ledger.database.one("SELECT COUNT(*) FROM outbox WHERE state = 'pending'")[0]
        if not open_jobs and not pending:
            return
        if (open_jobs, pending) != seen:
            seen, end = (open_jobs, pending), time.monotonic() + seconds
        assert time.monotonic() < end, f"still open: {open_jobs}, webhooks pending: {pending}"
        time.sleep(0.1)


def account(storm, home, receiver):
    service = Service(Settings(**{**storm.choices, "home": home}))
    try:
        settle(service.ledger)
        storm.process.kill()
        storm.process.wait()
        rows = service.database.all("SELECT * FROM jobs")
        ended = collections.Counter(row["status"] for row in rows)
        assert {row["job_id"] for row in rows} >= set(storm.accepted), "an accepted job is lost"
        assert set(ended) <= {"completed", "failed"}
        assert len(rows) == ended["completed"] + ended["failed"]
        told = service.database.all("SELECT * FROM outbox")
        assert sorted(one["job_id"] for one in told) == sorted(row["job_id"] for row in rows)
        assert {one["state"] for one in told} == {"delivered"}
        assert set(receiver.bodies) == {one["webhook_id"] for one in told}
        for bodies in receiver.bodies.values():
            assert len(set(bodies)) == 1, "one job was told two endings"
        service.sweeper.sweep(orphan_seconds=0)
        files = {f"{path.parent.name}/{path.name}" for path in (home / "blobs").glob("*/*")}
        assert files == {row["file"] for row in service.database.all("SELECT file FROM blobs")}
        assert service.database.one("SELECT SUM(in_flight) FROM accounts")[0] == 0
        assert service.database.one("PRAGMA integrity_check")[0] == "ok"
        return ended
    finally:
        service.close()


def weather(home, seconds, seed, long=0.0, kills=None):
    storm = Storm(home, seed, long)
    with receiving(MoodyReceiver) as receiver:
        try:
            storm.rage(receiver.url, seconds, kills)
            ended = account(storm, home, receiver)
        finally:
            storm.process.kill()
            storm.process.wait()
    print(f"{dict(storm.kills)} kills, {len(storm.accepted)} acknowledged, ended {dict(ended)}")
    assert storm.kills["service"]
    assert storm.kills["pod"]
    assert ended["completed"]
    return storm


def test_a_short_storm_loses_nothing(tmp_path):
    weather(tmp_path / "home", 8, seed=3)


@pytest.mark.chaos
@pytest.mark.parametrize(("kills", "seconds"), [(100, 300), (400, 1200)])
def test_many_kills_among_long_jobs_lose_nothing(tmp_path, kills, seconds):
    """``seconds`` are those of a machine of its own; another one is given three times as many."""
    storm = weather(tmp_path / "home", 3 * seconds, seed=7, long=0.5, kills=kills)
    assert storm.kills.total() >= kills


@pytest.mark.chaos
@pytest.mark.parametrize("seed", range(2))
def test_a_long_storm_loses_nothing(tmp_path, seed):
    weather(tmp_path / "home", 150, seed)
