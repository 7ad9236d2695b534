"""Every test has its own state folder; nothing of the user is read or written."""

import gc
import itertools
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import certifi
import pytest
from hypothesis import settings

from mediaext.operations import CATALOGUE
from mediaext.viewer import DISPLAY
from tests.postgres import PostgresServer
from tests.s3 import S3Server

if "PYTEST_XDIST_WORKER" in os.environ:  # one core each: threads of theirs would wait in turns
    os.environ.setdefault("OMP_NUM_THREADS", "1")

# The processes that tests start would each compile the package again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# A run that a shell began in the background has interrupts ignored; tests send them.
signal.signal(signal.SIGINT, signal.default_int_handler)

NUMBERS = itertools.count()

settings.register_profile("suite", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("suite")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the rules of the house: mypy's cache then serves the guides that run it too."""
    items.sort(key=lambda item: item.path.name != "test_house.py")


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """Give a PostgreSQL server; skip where it or its client library is not installed."""
    pytest.importorskip("psycopg", reason="psycopg is not installed: the extra [scale]")
    server = PostgresServer()
    yield server
    server.close()


@pytest.fixture(scope="session")
def s3_server() -> Iterator[S3Server]:
    """Give a server that speaks S3; skip where moto is not installed."""
    server = S3Server()
    yield server
    server.kill()


@pytest.fixture
def s3(s3_server, monkeypatch) -> S3Server:
    """Give the S3 server to this process and to those that it starts."""
    for name, value in s3_server.environment().items():
        monkeypatch.setenv(name, value)
    return s3_server


def pytest_collection_finish() -> None:
    """Keep thousands of collected tests out of every later search for garbage."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def authority(tmp_path_factory) -> Path:
    """Give a file with the certificate of one authority."""
    path = tmp_path_factory.mktemp("authority") / "certificate.pem"
    first, end, _ = Path(certifi.where()).read_text().partition("-----END CERTIFICATE-----\n")
    path.write_text(first + end)
    return path


@pytest.fixture(autouse=True)
def _few_authorities(request, authority, monkeypatch) -> None:
    """Have clients read one certificate in place of hundreds, which takes 20 ms each time."""
    if not {"benchmark", "lowest"} & {mark.name for mark in request.node.iter_markers()}:
        monkeypatch.setenv("SSL_CERT_FILE", str(authority))


@pytest.fixture(autouse=True)
def _own_state(tmp_path_factory, monkeypatch) -> Iterator[None]:
    home = tmp_path_factory.getbasetemp() / f"home-{next(NUMBERS)}"  # made where it is used
    monkeypatch.setenv("MEDIAEXT_HOME", str(home))
    for name in ("MEDIAEXT_BASE_URL", "MEDIAEXT_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    for name, value in vars(DISPLAY).items():  # which tests may set
        monkeypatch.setattr(DISPLAY, name, value)
    before = dict(CATALOGUE)
    yield
    assert dict(CATALOGUE) == before, "the test left an operation in the catalogue"
