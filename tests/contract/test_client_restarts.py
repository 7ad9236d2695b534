"""A server that is killed in the middle of many jobs costs the client none of them."""

import contextlib
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time

import pytest

import mediaext
from mediaext.operations import GenerateImage


class Server:
    """``mediaext serve`` as a process that can be killed and started again on its port."""

    def __init__(self, folder):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.folder = folder
        self.url = f"http://127.0.0.1:{self.port}"
        self.process = None

    def start(self):
        command = [sys.executable, "-m", "mediaext", "serve", "--no-key", "--pods", "2"]
        command += ["--port", str(self.port), "--home", str(self.folder)]
        command += ["--engine", "mediaext.testing.instant:engine"]
        self.process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port)):
                return
            time.sleep(0.02)
        raise AssertionError("the server did not start")

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


@pytest.fixture
def server(tmp_path):
    running = Server(tmp_path / "service")
    running.start()
    yield running
    running.kill()


def run_through_restarts(server, home, jobs: int, kills: int, monkeypatch) -> None:
    monkeypatch.setattr("mediaext.client.pauses.BACKOFF", (0.1, 1.0))
    media = mediaext.connect(server.url, home=home, retries=20, events=False)
    operations = [GenerateImage(prompt=f"sleep 0.05 {n}"[:9], seed=n) for n in range(jobs)]
    outcomes = []
    worker = threading.Thread(
        target=lambda: outcomes.extend(media.map(operations, concurrency=8, on_error="return"))
    )
    worker.start()
    for _ in range(kills):
        before = len(media.records(status="completed", limit=10_000))
        deadline = time.monotonic() + 60
        while len(media.records(status="completed", limit=10_000)) < before + jobs // (kills + 2):
            assert time.monotonic() < deadline, "the jobs do not go on"
            time.sleep(0.02)
        server.kill()
        server.start()
    worker.join(240)

    assert not worker.is_alive()
    assert len(outcomes) == jobs
    assert not [o for o in outcomes if isinstance(o, mediaext.MediaError)]
    with contextlib.closing(sqlite3.connect(server.folder / "ledger.sqlite3")) as ledger:
        made = ledger.execute("SELECT count(*) FROM jobs").fetchone()[0]
    assert made == jobs


def test_every_job_ends_once_though_the_server_is_killed(server, tmp_path, monkeypatch):
    run_through_restarts(server, tmp_path / "client", 60, 1, monkeypatch)


@pytest.mark.chaos
def test_two_hundred_jobs_outlive_five_kills(server, tmp_path, monkeypatch):
    run_through_restarts(server, tmp_path / "client", 200, 5, monkeypatch)
    assert os.path.exists(server.folder)
