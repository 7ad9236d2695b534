"""Front ends of a service, here or as processes that can be killed, and what their callers do."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time

import httpx
import websockets.sync.client

import mediaext.testing

SPEECH = "/generate/speech/v1"
IMAGE = "/generate/image/v1"
EDIT = "/edit/image/v1"
INSTANT = "mediaext.testing.instant:engine"
PATIENCE = 120.0  # seconds
UNREACHED = (httpx.TransportError, httpx.InvalidURL)


@contextlib.contextmanager
def fleet_front_end(home, address, workers=1, **choices):
    """Run a front end whose jobs are made by so many Dask workers."""
    choices = {"pods": 0, "speech_pods": 0, "fleet": address, **choices}
    with mediaext.testing.service(home, **choices) as svc:
        svc.wait_until(lambda: len(svc.service.supervisor.pods) >= workers, PATIENCE)
        yield svc


def submit(svc, text="x", path=SPEECH, **body):
    answer = ask(svc, text, path, **body)
    assert answer.status_code == 200, answer.text
    return answer.json()["job_id"]


def ask(svc, text="x", path=SPEECH, **body):
    field = "text" if path == SPEECH else "prompt"
    return httpx.post(svc.base_url + path, json={field: text, **body}, timeout=PATIENCE)


def status(svc, job_id, path=SPEECH):
    return httpx.get(f"{svc.base_url}{path}/status/{job_id}", timeout=PATIENCE).json()


def finish(svc, job_id, path=SPEECH, seconds=PATIENCE):
    svc.wait_until(lambda: status(svc, job_id, path)["status"] != "queued", seconds)
    return status(svc, job_id, path)


def watch(base_url, job_id):
    """Yield the frames of a job from a front end's socket, with the time of their arrival."""
    address = base_url.replace("http", "ws") + f"/ws/jobs/{job_id}"
    with websockets.sync.client.connect(address) as socket_of_job:
        for text in socket_of_job:
            yield json.loads(text), time.monotonic()


class FrontEnds:
    """Processes on one ledger; each is started again when it is killed."""

    def __init__(self, url, folder, count, *options, engine=INSTANT):
        self.url, self.folder, self.engine, self.options = url, folder, engine, options
        self.processes = {}
        for number in range(count):
            with socket.create_server(("127.0.0.1", 0)) as probe:
                self.start(number, probe.getsockname()[1])

    def start(self, number, port):
        command = [sys.executable, "-m", "mediaext", "serve", "--no-key", "--private-urls"]
        command += ["--ledger", self.url, "--home", str(self.folder / f"home-{number}")]
        command += ["--engine", self.engine, "--name", f"node{number}", *self.options]
        with open(self.folder / f"log-{number}", "ab") as log:
            process = subprocess.Popen(
                [*command, "--port", str(port)], stderr=log, start_new_session=True
            )
        self.processes[number] = process, port

    def address(self, number):
        return f"http://127.0.0.1:{self.processes[number][1]}"

    def addresses(self):
        return [self.address(number) for number in self.processes]

    def leads(self, number):
        """Say whether one leads; one that does not answer does not."""
        with contextlib.suppress(*UNREACHED):
            answer = httpx.get(self.address(number) + "/metrics", timeout=5)
            return "mediaext_leads 1.0" in answer.text
        return False

    def leader(self):
        """Return the number of the one that leads, ``None`` where nobody says so."""
        return next(filter(self.leads, self.processes), None)

    def end(self, number):
        """Kill one, and leave it so."""
        process, _ = self.processes[number]
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def kill(self, number):
        """Kill one, and start it again."""
        self.end(number)
        self.start(number, self.processes[number][1])

    def revive(self):
        """Start those again that ended by themselves, as when the ledger was away."""
        for number, (process, port) in list(self.processes.items()):
            if process.poll() is not None:
                self.start(number, port)

    def close(self):
        for number in self.processes:
            self.end(number)
