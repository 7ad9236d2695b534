"""A Dask scheduler and its workers as processes of their own, which can be killed one by one."""

import contextlib
import os
import signal
import socket
import subprocess
import sys

import pytest

PRELOAD = ["--preload", "mediaext.scale.preload", "--no-dashboard"]
START_SECONDS = 120.0


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return probe.getsockname()[1]


class DaskCluster:
    """Processes on loopback; each worker has a home of its own, as on a machine of its own."""

    def __init__(self, folder, workers=(), *, environment=()):
        pytest.importorskip("distributed", reason="Dask is not installed: the extra [scale]")
        self.folder = folder
        self.port = free_port()
        self.address = f"tcp://127.0.0.1:{self.port}"
        self.environment = dict(environment)
        self.processes = {}
        self.start_scheduler()
        for name in workers:
            self.start_worker(name)

    def _start(self, name, module, *arguments, home):
        self.folder.mkdir(parents=True, exist_ok=True)
        environment = {
            **os.environ,
            "MEDIAEXT_HOME": str(home),
            "DASK_TEMPORARY_DIRECTORY": str(self.folder / "dask"),
            "DASK_DISTRIBUTED__WORKER__MEMORY__TERMINATE": "False",
            **self.environment,
        }
        command = [sys.executable, "-m", module, *arguments, *PRELOAD]
        with open(self.folder / f"{name}.log", "ab") as log:
            self.processes[name] = subprocess.Popen(
                command, stdout=log, stderr=log, env=environment, start_new_session=True
            )

    def start_scheduler(self):
        home = self.folder / "home-scheduler"
        arguments = ["--host", "127.0.0.1", "--port", str(self.port)]
        self._start("scheduler", "distributed.cli.dask_scheduler", *arguments, home=home)

    def start_worker(self, name, *arguments):
        home = self.folder / f"home-{name}"
        options = ["--name", name, "--nthreads", "1", "--death-timeout", "20", *arguments]
        module = "distributed.cli.dask_worker"
        self._start(name, module, self.address, *options, home=home)

    def worker_pid(self, name):
        """The process in which the worker runs, a child of the one that we started."""
        pid = self.processes[name].pid
        found = subprocess.check_output(["pgrep", "-P", str(pid), "-f", "spawn_main"], text=True)
        return int(found.split()[0])

    def kill(self, name):
        """Kill a whole process group: scheduler, or worker with its nanny and engine."""
        process = self.processes.pop(name)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def logs(self):
        return {path.name: path.read_text() for path in self.folder.glob("*.log")}

    def close(self):
        for name in list(self.processes):
            self.kill(name)
