"""The result store: bytes by their digest, checked on every read, bounded in size."""

import contextlib
import os
import re
import secrets
import tempfile
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import IO, BinaryIO

from mediaext.errors import MediaError
from mediaext.home import open_private
from mediaext.protocol import digest

DEFAULT_BOUND = 20_000_000_000  # bytes
NAME = re.compile("[0-9a-f]{64}")
SPOOL = 4_000_000  # bytes of a download that are kept in memory
SWEEP_EVERY = 256  # writes, at least, between two looks at the total size,
SWEEP_SHARE = 8  # and this part of the room that the last one found: others may write too


class Store:
    """A folder of files named by the SHA-256 of their content."""

    def __init__(self, folder: Path, bound: int = DEFAULT_BOUND) -> None:
        self.folder = folder
        self.bound = bound
        self._writes = 0  # since the last sweep, as
        self._written = 0  # the bytes
        self._room = 0  # that the last sweep found

    def path(self, name: str) -> Path:
        """Return the path of the content with this digest, whether or not it exists."""
        return self.folder / name[:2] / name

    def put(self, content: bytes) -> str:
        """Keep ``content`` and return its digest; readers never see a half-written file.

        Raises :class:`MediaError` when the disk is full.
        """
        name = digest(content)
        target = os.fspath(self.path(name))
        if self._read(target) != content:
            self._write(target, content)
        self._writes += 1
        self._written += len(content)
        if self._writes >= SWEEP_EVERY and self._written * SWEEP_SHARE >= self._room:
            self._writes = self._written = 0
            Thread(target=self.sweep, daemon=True).start()
        return name

    def _write(self, target: str, content: bytes) -> None:
        scratch = f"{target}.{secrets.token_hex(4)}"
        try:
            with self._scratch(scratch) as file:
                file.write(content)
            os.replace(scratch, target)
        except OSError as error:
            with contextlib.suppress(OSError):
                os.unlink(scratch)
            raise self._full(error) from None

    def _scratch(self, path: str) -> BinaryIO:
        try:
            return open_private(path, "xb")
        except FileNotFoundError:  # the first of its folder
            os.makedirs(os.path.dirname(path), exist_ok=True)
            return open_private(path, "xb")

    def _full(self, error: OSError) -> MediaError:
        return MediaError(
            f"The result cannot be stored under {self.folder} ({error.strerror}). Free some "
            "disk space; the job is done and can be fetched again while its link lives."
        )

    @contextlib.contextmanager
    def receive(self) -> Iterator[IO[bytes]]:
        """Open a place for a download: in memory while it is small, then on the store's disk.

        It is gone afterwards; what is to stay goes through :meth:`put`. Raises
        :class:`MediaError` when the disk is full.
        """
        try:
            if not self.folder.exists():
                self.folder.mkdir(parents=True, exist_ok=True)
            with tempfile.SpooledTemporaryFile(SPOOL, dir=str(self.folder)) as place:
                yield place
        except OSError as error:
            raise self._full(error) from None

    def get(self, name: str) -> bytes | None:
        """Return the content, or ``None`` where it is missing or damaged; change nothing."""
        target = self.path(name)
        content = self._read(target)
        if content is None or digest(content) != name:
            return None
        with contextlib.suppress(OSError):
            os.utime(target)  # marks the last use for the sweep
        return content

    def _read(self, target: str | Path) -> bytes | None:
        try:
            with open(target, "rb", buffering=0) as file:
                return file.readall()
        except OSError:
            return None

    def verify(self) -> list[Path]:
        """Return the files whose content does not match their name; change nothing."""
        return [
            file
            for file in sorted(self.folder.glob("??/*"))
            if NAME.fullmatch(file.name) and digest(self._read(file) or b"") != file.name
        ]

    def repair(self) -> list[Path]:
        """Set damaged files aside, byte for byte, under ``damaged/``; return their paths."""
        found = []
        for file in self.verify():
            aside = self.folder / "damaged" / file.name
            aside.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            found.append(file.replace(aside))
        return found

    def sweep(self, bound: int | None = None) -> int:
        """Evict the least recently used files above the bound; return the bytes freed."""
        limit = self.bound if bound is None else bound
        files = []
        for file in self.folder.glob("??/*"):
            with contextlib.suppress(OSError):
                facts = file.stat()
                files.append((facts.st_mtime, facts.st_size, file))
        excess = sum(size for _, size, _ in files) - limit
        self._room = max(-excess, 0)
        freed = 0
        for _, size, file in sorted(files):
            if freed >= excess:
                break
            file.unlink(missing_ok=True)
            freed += size
        return freed
