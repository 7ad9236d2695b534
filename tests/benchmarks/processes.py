"""A server in a process of its own, for benchmarks whose own CPU is measured."""

import contextlib
import socket
import subprocess
import sys
import time
from collections.abc import Iterator

PATIENCE = 30.0  # seconds


@contextlib.contextmanager
def served(code: str, *arguments: object) -> Iterator[str]:
    """Run ``code`` with a free port and ``arguments``; yield its address once it answers."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-c", code, str(port), *map(str, arguments)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        _await(port)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


def _await(port: int) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 0.1).close()
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.05)
        else:
            return
