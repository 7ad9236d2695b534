"""The examples on the operations' pages, carried out against a running service."""

import functools
import http.server
import re
import shlex
import threading
import time

import httpx
import numpy as np
import PIL.Image
import pytest

from mediaext.audio import encode_wav
from mediaext.grammar.help import examples
from mediaext.operations import CATALOGUE
from mediaext.results import Result
from mediaext.testing import service

ELSEWHERE = "https://media.example/"
HERE = "http://127.0.0.1:8440"
NAMES = sorted(CATALOGUE)


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """The address of a server that has every file the examples name."""
    folder = tmp_path_factory.mktemp("files")
    text = "\n".join(code for name in NAMES for _, _, code in examples(CATALOGUE[name]))
    for name in set(re.findall(rf"{ELSEWHERE}([\w.-]+)", text)):
        if name.endswith(".wav"):
            (folder / name).write_bytes(encode_wav(np.zeros(48_000, np.float32), 24_000))
        else:
            PIL.Image.new("RGB", (64, 48), "teal").save(folder / name)
    handler = functools.partial(Quiet, directory=str(folder))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="module")
def svc():
    with service(require_key=True) as running:
        yield running


def example(name: str, language: str, files: str) -> str:
    (code,) = [code for _, kind, code in examples(CATALOGUE[name]) if kind == language]
    return code.replace(ELSEWHERE, files)


@pytest.mark.parametrize("name", NAMES)
def test_the_python_makes_its_result(name, svc, files, tmp_path, monkeypatch):
    monkeypatch.setenv("MEDIAEXT_BASE_URL", svc.base_url)
    monkeypatch.setenv("MEDIAEXT_API_KEY", svc.key())
    monkeypatch.setenv("MEDIAEXT_HOME", str(tmp_path))
    names: dict[str, object] = {}

    exec(compile(example(name, "python", files), name, "exec"), names)

    assert isinstance(names["result"], Result)


@pytest.mark.parametrize("name", NAMES)
def test_the_requests_over_http_are_answered(name, svc, files, monkeypatch):
    text = example(name, "sh", files).replace(HERE, svc.base_url)
    submit, look = (
        "curl" + part for part in text.replace("$MEDIAEXT_API_KEY", svc.key()).split("curl")[1:]
    )
    with httpx.Client() as web:
        accepted = send(web, submit)
        job_id = accepted.get("job_id") or accepted["id"]
        until = time.monotonic() + 30
        while (state := send(web, look.replace("JOB_ID", job_id)))["status"].lower() in (
            "queued",
            "pending",
        ):
            assert time.monotonic() < until
    assert state["status"].lower() in ("completed", "success"), state


def send(web: httpx.Client, command: str) -> dict[str, str]:
    """Send what a curl command sends."""
    words = shlex.split(command.replace("\\\n", " "))
    flags = list(zip(words[2::2], words[3::2], strict=True))
    headers = dict(value.split(": ", 1) for flag, value in flags if flag == "-H")
    bodies = [value for flag, value in flags if flag == "-d"]
    if bodies:
        answer = web.post(words[1], headers=headers, content=bodies[0].encode())
    else:
        answer = web.get(words[1], headers=headers)
    assert answer.status_code == 200, answer.text
    found: dict[str, str] = answer.json()
    return found
