"""A served service: what it writes to a connection, and how an interrupt ends it."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time

import pytest

import mediaext
from mediaext.service.server import JOINED, JoinedTransport
from tests.process_tree import processes_below


class Written(asyncio.Transport):
    """Keeps what is written, piece by piece."""

    def __init__(self):
        super().__init__()
        self.pieces = []
        self.closed = False

    def write(self, data):
        self.pieces.append(bytes(data))

    def close(self):
        self.closed = True


def written(*turns):
    """Return what reaches the connection when each turn of the loop writes some pieces."""

    async def write():
        inner = Written()
        transport = JoinedTransport(inner)
        for turn in turns:
            for piece in turn:
                transport.write(piece)
            await asyncio.sleep(0)
        return inner.pieces

    return asyncio.run(write())


def test_a_head_is_sent_with_its_body():
    assert written([b"head", b"body"]) == [b"headbody"]


def test_a_head_whose_body_comes_later_does_not_wait_for_it():
    assert written([b"head"], [b"body"]) == [b"head", b"body"]


def test_large_pieces_are_sent_as_they_come_and_in_order():
    large = b"x" * JOINED
    pieces = written([large, b"head", large, large, b"end"])
    assert pieces == [large, b"head" + large, large, b"end"]


def test_what_was_written_is_sent_before_the_end():
    async def close():
        inner = Written()
        transport = JoinedTransport(inner)
        transport.write(b"last")
        transport.close()
        return inner

    inner = asyncio.run(close())
    assert inner.pieces == [b"last"]
    assert inner.closed


@pytest.mark.skipif(sys.platform != "linux", reason="processes are listed in /proc")
def test_an_interrupt_ends_the_service_and_its_pods(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "mediaext", "serve", "--no-key", "--port", str(port)]
    command += ["--home", str(tmp_path / "home"), "--engine", "mediaext.testing.instant:engine"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as server:
        for line in server.stderr:
            if b"Uvicorn running" in line:
                break
        media = mediaext.connect(f"http://127.0.0.1:{port}", home=tmp_path / "client")
        media.image("a fox", seed=1)
        below = processes_below(server.pid)
        assert below, "a fork server and a pod"
        server.send_signal(signal.SIGINT)
        _, errors = server.communicate(timeout=60)

    assert server.returncode == 0
    assert b"Traceback" not in errors
    until = time.monotonic() + 30
    while any(os.path.exists(f"/proc/{pid}") for pid in below) and time.monotonic() < until:
        time.sleep(0.02)
    assert not [pid for pid in below if os.path.exists(f"/proc/{pid}")]
