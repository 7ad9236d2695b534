"""Downloading one file so that it can be resumed, bounded in bytes and checked by its hash."""

import errno
import hashlib
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol

import httpx

from mediaext.errors import MediaError

CHUNK = 1 << 20  # bytes between two reports
ATTEMPTS = 5  # connections in a row that bring nothing new
PAUSE = 1.0  # seconds after the first of them, then twice as many, and so on
TIMEOUT = 60.0  # seconds without a byte
PARTIAL = 206
NOT_SATISFIABLE = 416
REFUSED = (401, 403)
TEMPORARY = (408, 425, 429)

Progress = Callable[[int], None]
"""Receives how many bytes more are there; a negative number takes some back."""


class Digest(Protocol):
    """What :mod:`hashlib` gives."""

    def update(self, data: bytes, /) -> None:
        """Take more bytes."""

    def hexdigest(self) -> str:
        """Return the hash so far."""


class FileCheck:
    """What a file must be: its size in bytes, and its SHA-256 or its hash in a git tree."""

    def __init__(self, size: int, sha256: str | None = None, git: str | None = None) -> None:
        self.size = size
        self.sha256 = sha256
        self.git = git

    def passes(self, path: Path) -> bool:
        """Say whether the file has that size and that hash."""
        if path.stat().st_size != self.size:
            return False
        if self.sha256 is not None:
            return sha256_of(path) == self.sha256
        if self.git is not None:
            start = hashlib.sha1(b"blob %d\0" % self.size, usedforsecurity=False)
            return _hash(path, start) == self.git
        return True


def sha256_of(path: Path) -> str:
    """Return the SHA-256 of a file in hexadecimal."""
    return _hash(path, hashlib.sha256())


def _hash(path: Path, digest: Digest) -> str:
    with path.open("rb") as file:
        while chunk := file.read(CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


class Stopped(Exception):
    """The connection ended before the file did."""


def download(
    url: str, target: Path, check: FileCheck, headers: Mapping[str, str], progress: Progress
) -> None:
    """Download ``url`` to ``target``, going on from the bytes that are there already.

    A torn connection is opened again while each brings something new. Raises
    :class:`mediaext.errors.MediaError` in a sentence; what has arrived stays for the next try,
    unless its hash is wrong.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    target.touch()
    if target.stat().st_size > check.size:
        target.write_bytes(b"")
    progress(target.stat().st_size)
    idle = 0
    sent = {**headers, "Accept-Encoding": "identity"}  # so that bytes can be counted
    with httpx.Client(timeout=TIMEOUT, follow_redirects=True, headers=sent) as client:
        while (before := target.stat().st_size) < check.size:
            try:
                _receive(client, url, target, check.size, progress)
            except (httpx.TransportError, Stopped) as error:
                idle = 0 if target.stat().st_size > before else idle + 1
                if idle == ATTEMPTS:
                    raise MediaError(
                        f"The download of {target.name} stopped after {target.stat().st_size} of "
                        f"{check.size} bytes: {error}. Run the command again to go on from there."
                    ) from None
                time.sleep(idle * PAUSE)
            except OSError as error:
                raise MediaError(disk_sentence(error, target)) from None
    if not check.passes(target):
        progress(-min(target.stat().st_size, check.size))
        target.unlink()
        raise MediaError(
            f"{target.name} does not have the expected hash, so it was deleted; "
            "it was damaged on the way, or somebody changed it."
        )


def _receive(client: httpx.Client, url: str, target: Path, size: int, progress: Progress) -> None:
    have = target.stat().st_size
    with client.stream("GET", url, headers={"Range": f"bytes={have}-"} if have else {}) as reply:
        status = reply.status_code
        if status in REFUSED:
            raise MediaError(
                f"The download of {target.name} is not allowed (HTTP {status}). "
                "Log in with 'hf auth login', and accept the terms on the model's page."
            )
        if status == NOT_SATISFIABLE or (have and reply.is_success and status != PARTIAL):
            progress(-have)
            target.write_bytes(b"")
            raise Stopped("the server cannot resume it")
        if not reply.is_success:
            if reply.is_client_error and status not in TEMPORARY:
                raise MediaError(f"{target.name} is not there (HTTP {status}).")
            raise Stopped(f"HTTP {status}")
        with target.open("ab") as file:
            for chunk in reply.iter_raw():  # chunks of a given size would keep back the last
                have += len(chunk)
                if have > size:
                    raise Stopped("more bytes came than the file has")
                file.write(chunk)
                progress(len(chunk))
    if have < size:
        raise Stopped("the connection was closed")


def disk_sentence(error: OSError, path: Path) -> str:
    """Say what is wrong with the disk."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return f"The disk of {path.parent} is full; nothing was added."
    return f"{path} cannot be written: {error.strerror or error}."
