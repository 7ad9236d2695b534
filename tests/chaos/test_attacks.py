"""A service under hostile callers: others are served in time, and its memory stays bounded."""

import io
import json
import os
import socket
import struct
import subprocess
import sys
import threading
import time
from pathlib import Path

import httpx
import PIL.Image
import pytest

from tests.process_tree import processes_below

MEMORY = 600_000_000  # bytes, for the service and for each worker
SERVER = """
import json, sys
from mediaext.service import Settings, serve
serve(Settings(**json.loads(sys.argv[1])), port=int(sys.argv[2]))
"""
PROBE = """
import json, sys, time, urllib.request
while True:
    begin = time.monotonic()
    urllib.request.urlopen(sys.argv[1] + "/health", timeout=60).read()
    print(time.monotonic() - begin, flush=True)
    time.sleep(0.05)
"""


class Siege:
    """A served service that is watched from processes of their own while it is attacked."""

    def __init__(self, home):
        with socket.create_server(("127.0.0.1", 0)) as probe:
            self.port = probe.getsockname()[1]
        self.base_url = f"http://127.0.0.1:{self.port}"
        choices = {"home": str(home), "base_url": self.base_url, "require_key": False, "pods": 1}
        self.server = subprocess.Popen(
            [sys.executable, "-c", SERVER, json.dumps(choices), str(self.port)],
            stderr=subprocess.DEVNULL,
        )
        self.client = httpx.Client(base_url=self.base_url, timeout=120)
        self.memory = 0
        self.over = threading.Event()

    def __enter__(self):
        end = time.monotonic() + 60
        while True:
            try:
                self.client.get("/health")
                break
            except httpx.TransportError:
                assert time.monotonic() < end, "the service did not come up"
                time.sleep(0.05)
        self.watcher = threading.Thread(target=self._watch)
        self.watcher.start()
        self.probe = subprocess.Popen(
            [sys.executable, "-c", PROBE, self.base_url], stdout=subprocess.PIPE, text=True
        )
        return self

    def __exit__(self, *_):
        self.over.set()
        self.watcher.join()
        for process in (self.probe, self.server):
            process.kill()
            process.wait()
        self.delays = [float(line) for line in self.probe.stdout]
        self.probe.stdout.close()
        self.client.close()

    def _watch(self):
        pid = self.server.pid
        while not self.over.wait(0.05):
            for one in (pid, *processes_below(pid)):
                try:
                    pages = int(Path(f"/proc/{one}/statm").read_text().split()[1])
                except (OSError, IndexError):  # it has just ended
                    continue
                self.memory = max(self.memory, pages * os.sysconf("SC_PAGE_SIZE"))

    def connect(self, sent=b""):
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=60)
        connection.sendall(sent)
        return connection

    def silent(self, count):
        for connection in [self.connect() for _ in range(count)]:
            connection.close()

    def slow_bodies(self, count):
        head = f"POST /generate/image/v1 HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
        head += "Content-Type: application/json\r\nContent-Length: 90000\r\n\r\n{"
        waiting = [self.connect(head.encode()) for _ in range(count)]
        for connection in waiting:
            connection.close()

    def large_bodies(self, size):
        picture = "data:image/png;base64," + "A" * size
        body = json.dumps({"input_image": picture, "prompt": "x"}).encode()
        callers = [
            threading.Thread(target=self.post, args=("/edit/image/v1", body)) for _ in range(6)
        ]
        for caller in callers:
            caller.start()
        for caller in callers:
            caller.join()

    def post(self, path, content):
        return self.client.post(
            path, content=content, headers={"content-type": "application/json"}
        )

    def metadata(self, pieces):
        buffer = io.BytesIO()
        PIL.Image.new("RGB", (64, 64)).save(buffer, "JPEG")
        picture = buffer.getvalue()
        piece = b"\xff\xe1" + struct.pack(">H", 60_000) + b"Exif\0\0" + bytes(60_000 - 8)
        files = {"file": ("x.jpg", picture[:2] + piece * pieces + picture[2:])}
        return self.client.post("/upload/image/v1", files=files)


def attack(home, scale):
    with Siege(home) as siege:
        siege.silent(int(1500 * scale))
        siege.slow_bodies(int(200 * scale))
        siege.large_bodies(int(60_000_000 * scale))
        many = b'{"prompt": "x", "palette": [' + b"1," * int(20_000_000 * scale) + b"1]}"
        assert siege.post("/generate/image/v1", many).status_code == 422
        deep = b"[" * int(200_000 * scale)
        assert siege.post("/generate/image/v1", deep).status_code == 422
        assert siege.metadata(300).status_code == 422
    assert siege.memory < MEMORY
    assert siege.delays, "nobody was served"
    return max(siege.delays)


def test_a_short_attack_leaves_others_served(tmp_path):
    attack(tmp_path / "home", 0.1)


@pytest.mark.chaos
def test_a_whole_attack_leaves_others_served_within_a_second(tmp_path):
    assert attack(tmp_path / "home", 1) < 1
