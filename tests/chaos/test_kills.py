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
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx
import pytest

from mediaext.service import Service, Settings

SERVER = """
import json, sys
from mediaext.service import Settings, serve
serve(Settings(**json.loads(sys.argv[1])), port=int(sys.argv[2]))
"""
WORDS = ("x", "sleep 0.05", "sleep 0.3", "raise it", "progress 20")


class Receiver(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Answer)
        self.events = collections.defaultdict(set)


class Answer(BaseHTTPRequestHandler):
    def do_POST(self):
        length = int(self.headers["content-length"])
        body = self.rfile.read(length)
        if len(body) < length:
            return  # the service was killed while it sent
        self.server.events[self.headers["webhook-id"]].add(body)
        self.send_response(503 if random.random() < 0.1 else 204)
        self.end_headers()

    def log_message(self, *_):
        pass


class Storm:
    """A served service under random kills, and a crowd of callers."""

    def __init__(self, home, seed):
        self.random = random.Random(seed)
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
            body = {"prompt": chance.choice(WORDS), "callback_url": hook}
            with contextlib.suppress(httpx.HTTPError):
                answer = httpx.post(f"{self.base_url}/generate/image/v1", json=body, timeout=5)
                if answer.status_code == 200:
                    self.accepted.append(answer.json()["job_id"])
            time.sleep(chance.random() * 0.05)

    def kill_something(self):
        pid = self.process.pid
        if self.random.random() < 0.4:
            self.process.kill()
            self.process.wait()
            self.kills["service"] += 1
            self.serve()
            if self.random.random() < 0.8:  # else it is killed while it starts
                self.wait_until_up()
            return
        with contextlib.suppress(OSError, IndexError):
            children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
            os.kill(int(self.random.choice(children)), signal.SIGKILL)
            self.kills["pod"] += 1

    def wait_until_up(self):
        end = time.monotonic() + 30
        while time.monotonic() < end:
            with contextlib.suppress(httpx.HTTPError):
                httpx.get(f"{self.base_url}/health", timeout=5)
                return
            time.sleep(0.02)
        raise AssertionError("the service did not come up again")

    def rage(self, seconds, hook):
        self.serve()
        self.wait_until_up()
        crowd = [threading.Thread(target=self.submit, args=(number, hook)) for number in range(3)]
        for caller in crowd:
            caller.start()
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            time.sleep(self.random.uniform(0.1, 1.2))
            self.kill_something()
        self.calm.set()
        for caller in crowd:
            caller.join()


def settle(ledger, seconds=60):
    """Wait until every job has ended and every webhook left."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        open_jobs = ledger.depth()
        pending = ledger.database.one("SELECT COUNT(*) FROM outbox WHERE state = 'pending'")[0]
        if not open_jobs and not pending:
            return
        time.sleep(0.1)
    raise AssertionError(f"still open: {open_jobs}, webhooks pending: {pending}")


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
        assert set(receiver.events) == {one["webhook_id"] for one in told}
        for bodies in receiver.events.values():
            assert len(bodies) == 1, "one job was told two endings"
        service.sweeper.sweep(orphan_seconds=0)
        files = {f"{path.parent.name}/{path.name}" for path in (home / "blobs").glob("*/*")}
        assert files == {row["file"] for row in service.database.all("SELECT file FROM blobs")}
        assert not list((home / "work").glob("*"))
        assert service.database.one("SELECT SUM(in_flight) FROM accounts")[0] == 0
        assert service.database.one("PRAGMA integrity_check")[0] == "ok"
        return ended
    finally:
        service.close()


def weather(home, seconds, seed):
    receiver = Receiver()
    thread = threading.Thread(target=receiver.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    storm = Storm(home, seed)
    try:
        storm.rage(seconds, f"http://127.0.0.1:{receiver.server_port}/hook")
        ended = account(storm, home, receiver)
    finally:
        storm.process.kill()
        storm.process.wait()
        receiver.shutdown()
        thread.join()
        receiver.server_close()
    print(f"{dict(storm.kills)} kills, {len(storm.accepted)} acknowledged, ended {dict(ended)}")
    assert storm.kills["service"]
    assert storm.kills["pod"]
    assert ended["completed"]


def test_a_short_storm_loses_nothing(tmp_path):
    weather(tmp_path / "home", 8, seed=3)


@pytest.mark.chaos
@pytest.mark.parametrize("seed", range(2))
def test_a_long_storm_loses_nothing(tmp_path, seed):
    weather(tmp_path / "home", 150, seed)
