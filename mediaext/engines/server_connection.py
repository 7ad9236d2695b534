"""Requests of an engine to a model server: bounded, cancellable, with errors as sentences."""

import contextlib
import io
import json
import os
import socket
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeout
from contextlib import contextmanager
from typing import Any, TypeVar
from urllib.parse import urlsplit

import httpx
import PIL.Image

from mediaext.engines.base import Context, unavailable
from mediaext.errors import InvalidRequest, JobFailed, Unsupported, job_failed
from mediaext.text import printable

CONNECT_SECONDS = 3.0
QUESTION_SECONDS = 10.0  # of a question about models or a job
ANSWER_SECONDS = 590.0  # of a picture; the job's own budget ends before
REPLY_LIMIT = 256_000_000  # bytes of an answer
SENTENCE = 300  # characters of what a server says
TICK = 0.25  # seconds between two looks for a cancel
MOST_PIXELS = 64_000_000
T = TypeVar("T")


class Cut(Exception):
    """The answer ended before its end, or is longer than is taken."""


class ServerConnection:
    """Requests to one server: bounded in time and bytes, stopped by a cancel.

    ``key_variable`` names the environment variable of the key. ``proxied`` lets a proxy of the
    environment have a part, which it has not in a server of one's own network.
    """

    def __init__(self, address: str, key_variable: str, *, proxied: bool = False) -> None:
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.query:
            raise InvalidRequest.about(
                "engine", f"'{address}' is not an address such as http://127.0.0.1:30000."
            )
        self.base_url = address.rstrip("/").removesuffix("/v1")
        self.place = parts.netloc
        self.key_variable = key_variable
        self._proxied = proxied

    @property
    def headers(self) -> dict[str, str]:
        """The key, where there is one."""
        key = os.environ.get(self.key_variable, "")
        return {"Authorization": f"Bearer {key}"} if key else {}

    def _client(self) -> httpx.Client:
        return httpx.Client(
            base_url=self.base_url,
            headers=self.headers,
            timeout=httpx.Timeout(ANSWER_SECONDS, connect=CONNECT_SECONDS),
            follow_redirects=False,
            trust_env=self._proxied,
        )

    def ask(self, path: str) -> Any:
        """Read a small JSON answer; ``None`` for what is not there."""
        with self._told(), self._client() as client:
            status, kind, content = _read(client, "GET", path, time.monotonic() + QUESTION_SECONDS)
        if status in (404, 405, 501):
            return None
        self._check(status, content)
        return _json(content, kind, self.place)

    def call(self, context: Context, method: str, path: str, **body: Any) -> tuple[str, bytes]:
        """Send a request and return media type and body; a cancel closes the connection.

        Raises MODEL_UNAVAILABLE where nothing was made, :class:`Unsupported` for a route that the
        server lacks, INPUT_INVALID for what it refuses, else MODEL_ERROR or TIMEOUT.
        """
        until, line = time.monotonic() + ANSWER_SECONDS, CancellableSocket()
        with self._told(), self._client() as client:
            status, kind, content = _watched(
                lambda: _read(client, method, path, until, line, **body), context, line.cut
            )
        if status in (404, 405, 501):
            raise Unsupported(f"The server at {self.place} has no {path}.")
        self._check(status, content)
        return kind, content

    def json(self, context: Context, method: str, path: str, **body: Any) -> dict[str, Any]:
        """Send a request and return its JSON object."""
        kind, content = self.call(context, method, path, **body)
        found = _json(content, kind, self.place)
        if not isinstance(found, dict):
            raise self.wrong("is not a JSON object")
        return found

    def picture(self, content: bytes) -> PIL.Image.Image:
        """Decode a picture that the server made; raise MODEL_ERROR where that cannot be."""
        try:
            picture = PIL.Image.open(io.BytesIO(content))
            if picture.width * picture.height > MOST_PIXELS:
                raise self.wrong("is a picture of too many pixels")
            picture.load()
        except JobFailed:
            raise
        except Exception as error:  # a decoder raises whatever the damage leads to
            raise self.wrong(
                f"holds no picture that can be decoded ({type(error).__name__})"
            ) from None
        return picture

    def wrong(self, what: str) -> JobFailed:
        """Build the failure of an answer that breaks the interface."""
        return job_failed("MODEL_ERROR", f"The answer from the server at {self.place} {what}.")

    def _check(self, status: int, content: bytes) -> None:
        if 200 <= status < 300:
            return
        said = said_in(content)
        if status in (401, 403):
            raise unavailable(
                f"The server at {self.place} refuses the key; set {self.key_variable}.{said}"
            )
        if status in (429, 502, 503):
            raise unavailable(f"The server at {self.place} takes no work now ({status}).{said}")
        if status in (400, 413, 415, 422):
            raise job_failed(
                "INPUT_INVALID", f"The server at {self.place} refuses the request.{said}"
            )
        if 300 <= status < 400:
            raise self.wrong("leads to another address, which is not followed")
        raise job_failed("MODEL_ERROR", f"The server at {self.place} failed ({status}).{said}")

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.UnsupportedProtocol):
            raise unavailable(f"The server at {self.place} does not answer.") from None
        except httpx.TimeoutException:
            raise job_failed(
                "TIMEOUT", f"The server at {self.place} did not answer in time."
            ) from None
        except Cut as error:
            raise self.wrong(str(error)) from None
        except httpx.HTTPError as error:
            raise self.wrong(f"broke off ({type(error).__name__})") from None


class CancellableSocket:
    """The socket of a request, so that another thread can end the wait for its answer."""

    def __init__(self) -> None:
        self._socket: socket.socket | None = None

    def seen(self, event: str, info: Mapping[str, Any]) -> None:
        """Take in what the HTTP library does."""
        if event.endswith(("connect_tcp.complete", "start_tls.complete")):
            self._socket = info["return_value"].get_extra_info("socket")

    def cut(self) -> None:
        """End the connection: who reads from it gets no more."""
        if self._socket is not None:
            with contextlib.suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)


def _read(
    client: httpx.Client,
    method: str,
    path: str,
    until: float,
    line: CancellableSocket | None = None,
    **body: Any,
) -> tuple[int, str, bytes]:
    """Return status, media type and body of an answer, bounded in bytes and total time."""
    sent = {"Accept-Encoding": "identity"}
    extensions = {"trace": line.seen} if line else {}
    with client.stream(method, path, headers=sent, extensions=extensions, **body) as reply:
        if reply.headers.get("content-encoding", "identity") != "identity":
            raise Cut("is compressed, which was not asked for")
        parts, size = [], 0
        for part in reply.iter_raw():
            size += len(part)
            if size > REPLY_LIMIT:
                raise Cut(f"is longer than {REPLY_LIMIT // 1_000_000} MB")
            if time.monotonic() > until:
                raise httpx.ReadTimeout("no whole answer in time")
            parts.append(part)
        kind = reply.headers.get("content-type", "").partition(";")[0].strip().lower()
        return reply.status_code, kind, b"".join(parts)


def _watched(work: Callable[[], T], context: Context, stop: Callable[[], None]) -> T:
    """Do blocking work in a thread; ``context.progress`` is called meanwhile and may cancel."""
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(work)
        try:
            while True:
                try:
                    return future.result(TICK)
                except FutureTimeout:
                    if future.done():
                        raise
                context.progress(None, "waiting for the model")
        except BaseException:
            if not future.done():
                stop()
            raise


def _json(content: bytes, kind: str, place: str) -> Any:
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        raise job_failed(
            "MODEL_ERROR",
            f"The answer from the server at {place} is not JSON ({kind or 'no media type'}).",
        ) from None


def said_in(content: bytes) -> str:
    """Return the error message of a server as a sentence that follows another."""
    try:
        body = json.loads(content)
    except (ValueError, RecursionError):
        return ""
    for name in ("detail", "error", "message"):
        found = body.get(name) if isinstance(body, dict) else None
        if isinstance(found, list) and found:  # as FastAPI tells of fields
            found = found[0]
        if isinstance(found, dict):
            told = found.get("message") or found.get("msg")
            more = found.get("details")
            found = f"{told}: {more}" if isinstance(more, str) and more else told
        if isinstance(found, str) and found:
            return f" It says: {' '.join(printable(found).split())[:SENTENCE]}"
    return ""


def png_bytes(image: PIL.Image.Image) -> bytes:
    """Encode a picture that is sent, quickly."""
    buffer = io.BytesIO()
    image.save(buffer, "PNG", compress_level=1)
    return buffer.getvalue()
