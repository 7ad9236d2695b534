"""The webhook receiver against callers that mean harm."""

import contextlib
import json
import socket

import pytest

from mediaext.client import receiver
from mediaext.client.receiver import Receiver


def _send(target: Receiver, data: bytes, seconds: float = 30.0) -> bytes:
    """Send bytes and return all that comes back until the connection is closed."""
    host, port = target._server.server_address[:2]
    with socket.create_connection((host, port), timeout=seconds) as connection:
        with contextlib.suppress(OSError):
            connection.sendall(data)
        answer = b""
        with contextlib.suppress(ConnectionError):
            while piece := connection.recv(65536):
                answer += piece
        return answer


def post(
    target: Receiver, body: bytes, length: str | None = None, path: str | None = None
) -> bytes:
    place = path or f"/{target._token}"
    size = length or len(body)
    head = f"POST {place} HTTP/1.1\r\nhost: x\r\ncontent-length: {size}\r\n\r\n"
    return _send(target, head.encode("latin-1") + body)


@pytest.fixture
def target():
    receiving = Receiver()
    with receiving:
        yield receiving


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"[" * 60_000, b"400"),
        (b'{"job_id": ["x"]}', b"400"),
        (b'{"job_id": "../../x"}', b"400"),
        (b'{"job_id": null}', b"404"),
        (b"\xff\xfe", b"400"),
        (json.dumps({"job_id": "unknown"}).encode(), b"404"),
    ],
)
def test_a_body_that_is_no_event_of_ours_is_refused(target, body, status):
    assert post(target, body).split(b" ")[1] == status
    assert target.received == 0


@pytest.mark.parametrize("length", ["x", "-1", "\xb2", "9" * 30, "70000"])
def test_a_length_that_is_none_or_too_large_is_refused_unread(target, length):
    assert post(target, b"", length).split(b" ")[1] == b"413"


def test_another_path_is_not_found(target):
    assert post(target, b"{}", path="/caf\xe9").split(b" ")[1] == b"404"


def test_a_request_that_drips_is_closed_in_time(monkeypatch):
    monkeypatch.setattr(receiver, "TOTAL", 0.3)
    with Receiver() as url:
        host, port = url.split("/")[2].split(":")
        with socket.create_connection((host, int(port)), timeout=30) as connection:
            assert _drip(connection), "closed by the receiver"


def _drip(connection: socket.socket) -> bool:
    """Send a byte at a time; say whether the other side ended that."""
    connection.settimeout(0.01)
    for _ in range(100_000):
        try:
            connection.sendall(b"P")
            if not connection.recv(1):
                return True
        except TimeoutError:
            continue
        except OSError:
            return True
    return False


def test_more_connections_than_allowed_are_closed_and_others_are_served_after(monkeypatch):
    monkeypatch.setattr(receiver, "CONNECTIONS", 3)
    target = Receiver()
    with target:
        address = target._server.server_address[:2]
        with contextlib.ExitStack() as stack:
            held = [
                stack.enter_context(socket.create_connection(address, timeout=30))
                for _ in range(3)
            ]
            assert held
            with (
                socket.create_connection(address, timeout=30) as extra,
                contextlib.suppress(ConnectionError),
            ):
                assert extra.recv(1) == b"", "closed at once"
        answers = [b""]
        while not answers[-1]:  # until the places are free again
            with contextlib.suppress(ConnectionError):
                answers.append(post(target, b"{}"))
        assert answers[-1].split(b" ")[1] == b"400"
