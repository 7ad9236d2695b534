import asyncio
import json
import os
import select
import signal
import subprocess
import sys

import pytest

from mediaext.errors import JobFailed
from mediaext.service import fork_server as module
from mediaext.service.fork_server import ForkedProcess, ForkServer
from mediaext.service.worker import ProcessWorker

pytestmark = pytest.mark.skipif(not module.AVAILABLE, reason="workers are forked on Linux")


@pytest.fixture
def server(monkeypatch):
    """A fork server of the test's own, in the place of this process's."""
    own = ForkServer()
    monkeypatch.setattr(module, "_fork_server", own)
    yield own
    own._end()


def worker(folder, engine="mediaext.testing.instant:engine"):
    handshake = {
        "engine": engine,
        "blobs": str(folder / "media"),
        "secrets": str(folder),
        "limits": [80_000_000, 100],
        "path": [*sys.path, str(folder)],
    }
    return ProcessWorker("pod", handshake, folder / "log" / "pod.log", threads=1)


def ends(pid):
    """Wait for the end of a process that is no child of this one."""
    try:
        descriptor = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        poll = select.poll()
        poll.register(descriptor)
        return bool(poll.poll(60_000))
    finally:
        os.close(descriptor)


def test_workers_are_forked_and_end_when_they_are_stopped(server, tmp_path):
    async def start_and_stop():
        first, second = worker(tmp_path), worker(tmp_path)
        await first.start()
        await second.start()
        assert isinstance(first._process, ForkedProcess)
        pids = first.pid, second.pid
        assert len({*pids, server._process.pid}) == 3
        await first.stop()
        await second.stop()
        assert not first.warm
        return pids

    assert all(ends(pid) for pid in asyncio.run(start_and_stop()))


def test_a_worker_has_the_environment_and_the_folder_of_its_start(server, tmp_path, monkeypatch):
    (tmp_path / "telling.py").write_text(
        "import os\nraise ImportError(os.environ['TOLD'] + ' ' + os.getcwd())\n"
    )

    async def start():
        with pytest.raises(JobFailed) as caught:
            await worker(tmp_path, "telling:engine").start()
        return str(caught.value)

    asyncio.run(start())  # before the variable is set
    monkeypatch.setenv("TOLD", "later")
    monkeypatch.chdir(tmp_path)

    assert f"later {tmp_path}" in asyncio.run(start())


def test_a_killed_worker_is_seen_to_have_ended(server, tmp_path):
    async def kill():
        one = worker(tmp_path)
        await one.start()
        os.kill(one.pid, signal.SIGKILL)
        await one._process.wait()
        assert not one.warm
        await one.start()
        assert one.warm
        await one.stop()

    asyncio.run(kill())


def test_workers_outlive_their_fork_server_and_the_next_one_starts_another(server, tmp_path):
    async def kill_server():
        first, second = worker(tmp_path), worker(tmp_path)
        await first.start()
        former = server._process
        former.kill()
        former.wait()
        await second.start()
        assert server._process.pid != former.pid
        assert first.warm
        await first.stop()
        await second.stop()

    asyncio.run(kill_server())


def test_where_none_can_be_forked_an_interpreter_is_run(server, tmp_path, monkeypatch):
    monkeypatch.setattr(module, "AVAILABLE", False)

    async def start():
        one = worker(tmp_path)
        await one.start()
        assert isinstance(one._process, asyncio.subprocess.Process)
        await one.stop()

    asyncio.run(start())
    assert server._process is None


def test_workers_and_fork_server_end_with_the_service_however_that_ended(tmp_path):
    code = (
        "import asyncio, json, os, pathlib, sys\n"
        "from mediaext.service.fork_server import fork_server\n"
        "from mediaext.service.worker import ProcessWorker\n"
        "async def main():\n"
        "    one = ProcessWorker('pod', json.loads(sys.argv[1]), pathlib.Path(sys.argv[2]), 1)\n"
        "    await one.start()\n"
        "    if os.fork() == 0:\n"  # holds every descriptor of the service open
        "        os.setpgrp()\n"
        "        os.read(int(sys.argv[3]), 1)\n"
        "        os._exit(0)\n"
        "    print(one.pid, fork_server()._process.pid, flush=True)\n"
        "    os._exit(9)\n"
        "asyncio.run(main())\n"
    )
    handshake = json.dumps(worker(tmp_path)._handshake)
    told = tmp_path / "told"  # not a pipe: the child holds that open as well
    held, release = os.pipe()
    try:
        with told.open("wb") as out:
            done = subprocess.run(
                [sys.executable, "-c", code, handshake, str(tmp_path / "log"), str(held)],
                stdout=out,
                pass_fds=[held],
                check=False,
            )
        assert done.returncode == 9
        assert all(ends(int(pid)) for pid in told.read_text().split())
    finally:
        os.close(release)
        os.close(held)
