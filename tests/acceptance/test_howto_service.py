"""The shell lines of the how-tos for the service, typed as they stand, with a port of our own."""

import contextlib
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path

import PIL.Image
import pytest

from tests.postgres import program

HOWTO = Path(__file__).parents[2] / "docs" / "howto"


class Shell:
    """Runs lines one after the other; servers stay until the next one or the end."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.env = {**os.environ, "MEDIAEXT_HOME": str(folder / "home")}
        self.env["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        self.servers: list[subprocess.Popen[bytes]] = []

    def run(self, line: str) -> str:
        words = shlex.split(line)
        if words[0] == "export":
            name, _, value = words[1].partition("=")
            self.env[name] = value
            return ""
        done = subprocess.run(
            words, cwd=self.folder, env=self.env, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{line}\n{done.stderr}"
        return done.stdout

    def serve(self, line: str, port: int) -> None:
        words = shlex.split(line)
        env = {name: value for name, value in self.env.items() if name != "MEDIAEXT_BASE_URL"}
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.servers.append(subprocess.Popen(words, cwd=self.folder, env=env, **quiet))
        until, pause = time.monotonic() + 60, threading.Event()
        while time.monotonic() < until:
            with contextlib.suppress(OSError):
                urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=1).close()
                return
            assert self.servers[-1].poll() is None, f"{line} ended"
            pause.wait(0.02)  # the server needs the core that it starts on
        raise AssertionError(f"{line} does not answer")

    def stop(self) -> None:
        while self.servers:
            server = self.servers.pop()
            server.terminate()
            assert server.wait(30) in (0, -signal.SIGTERM)  # uvicorn ends by it once all is done


@pytest.fixture
def shell(tmp_path):
    PIL.Image.new("RGB", (96, 64), "teal").save(tmp_path / "photo.jpg")
    running = Shell(tmp_path)
    yield running
    running.stop()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def lines(page: str) -> list[str]:
    blocks = re.findall(r"```sh\n(.*?)```", (HOWTO / page).read_text(), re.DOTALL)
    return [line for block in blocks for line in block.strip().splitlines()]


def test_a_service_is_run_used_and_looked_after_as_the_page_says(shell):
    typed = lines("run-the-service.md")
    port, keys = free_port(), []
    assert typed.pop(0).startswith("pip install ")  # this installation is that one
    for written in typed:
        line = written.replace("media.example:8440", f"127.0.0.1:{port}")
        line = line.replace("mx_…", keys[0] if keys else "")
        if line.startswith("mediaext serve"):
            shell.stop()
            shell.serve(f"{line} --port {port}", port)
        elif line.startswith("mediaext keys revoke"):
            shell.run(f"mediaext keys revoke {keys[-1][:11]}")
            assert re.search(rf"{keys[-1][:11]}.*pro.*\d{{4}}-", shell.run("mediaext keys list"))
        elif line.endswith("JOB_ID"):
            hook = "--callback-url http://127.0.0.1:9/hook"
            shell.run(f"mediaext image 'a star' --width 64 --height 64 {hook} -o star.webp")
            listed = shell.run("mediaext webhooks list")
            shell.run(line.replace("JOB_ID", re.findall(r"\b[0-9a-f]{32}\b", listed)[0]))
        else:
            said = shell.run(line)
            keys += re.findall(r"mx_\S{20,}", said) if "keys add" in line else []

    assert len(keys) == 2
    with PIL.Image.open(shell.folder / "bike.webp") as bike:
        assert bike.size == (1024, 1024)
    with PIL.Image.open(shell.folder / "cutout.png") as cutout:
        assert cutout.mode == "RGBA"


EXPECTED = {
    "mediaext keys": "mx_",
    "mediaext dataset": "4 variants are there, 4 of them new.",
    "mediaext ledger": "accounts",
    "mediaext blobs": "takes media",
    "mediaext top": "webhooks to deliver",
    "pg_dump --format": "",
    "pg_restore --no-owner": "",
}
"""What a line of the page says, by its first words."""


def test_several_services_start_as_the_page_says(s3, shell, postgres):
    typed = lines("several-machines.md")
    assert typed.pop(0).startswith("pip install ")  # this installation is that one
    shell.run("mediaext keys add --user ben --home first-group")  # a service to move
    import psycopg  # with the extra [scale]

    page = (HOWTO / "several-machines.md").read_text()
    (statements,) = re.findall(r"```sql\n(.*?)```", page, re.S)
    with contextlib.closing(
        psycopg.connect(postgres.address("postgres"), autocommit=True)
    ) as database:
        for statement in statements.strip().splitlines():
            database.execute(statement)
    own = postgres.address("mediaext").replace("//tester@", "//mediaext@")
    addresses = {"mediaext": own, "other": postgres.new(), "restored": postgres.new()}
    programs = Path(program("pg_dump")).parent
    shell.env["PATH"] = f"{programs}{os.pathsep}{shell.env['PATH']}"
    bucket, key, served = s3.new(), "", 0
    (written,) = re.findall(r"```python\n(from pathlib .*?)```", page, re.S)
    written = written.replace("s3://media-bucket", bucket)
    written = written.replace("postgresql://mediaext@db.example/mediaext", own)
    (shell.folder / "augment.py").write_text(written)
    (shell.folder / "photos").mkdir()
    for name in ("one", "two"):
        PIL.Image.new("RGB", (96, 64), "teal" if name == "one" else "olive").save(
            shell.folder / "photos" / f"{name}.jpg"
        )
    for written in typed:
        port = free_port()
        line = re.sub(r"--port \d+| --host 0\.0\.0\.0", "", written.replace("/srv/", ""))
        for name, address in addresses.items():
            line = line.replace(f"postgresql://mediaext@db.example/{name}", address)
        line = line.replace("s3://media-bucket/mediaext", bucket).replace("mx_…", key)
        if line.startswith("mediaext serve"):
            line = line.replace("media.example:8440", f"127.0.0.1:{port}")
            shell.serve(f"{line} --port {port}", served := port)
            continue
        said = shell.run(line.replace("media.example:8440", f"127.0.0.1:{served}"))
        key = next(iter(re.findall(r"mx_\S{20,}", said)), key)
        assert EXPECTED[" ".join(line.split()[:2])] in said, said

    assert len(shell.servers) == 4
