"""The interface of media stores, and the store in a folder."""

import os
import secrets
import time
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Protocol

from mediaext.home import open_private
from mediaext.logs import logger

log = logger("mediaext.service")
PIECE = 1 << 20  # bytes read at once


class WrittenFile(NamedTuple):
    """A file that is written and not known yet: its name, its bytes, the CRC-32 of its content."""

    file: str
    size: int
    checksum: int


class BlobStore(Protocol):
    """Files by name, each stored whole or not at all; names are ``SHELF/NAME``.

    All raise ``OSError`` with a sentence where the store cannot be used. They block: call them
    outside of an event loop.
    """

    address: str
    """Names the store for other processes; credentials are no part of it."""

    def check(self) -> None:
        """Raise where nothing can be written, read or deleted."""
        ...

    def write(self, file: str, pieces: Iterable[bytes]) -> WrittenFile:
        """Write a file, in place of one of that name; where ``pieces`` raises nothing is left."""
        ...

    def read(self, file: str, size: int | None = None) -> Iterator[bytes]:
        """Yield the content in pieces; ``size`` is what it has, where that is known.

        Raises ``FileNotFoundError`` where there is none.
        """
        ...

    def holds(self, file: str, size: int) -> bool:
        """Return whether a file has its full size; always true where nothing truncates files."""
        ...

    def path(self, file: str) -> Path | None:
        """Return where this machine finds a file; ``None`` for a store elsewhere."""
        ...

    def link(self, file: str, method: str, media_type: str, name: str | None) -> str:
        """Return an address of a few minutes that answers ``method``, ``GET`` or ``HEAD``.

        It carries ``media_type``, and the ``name`` to save the file under. Asked of a store
        elsewhere alone: the service itself sends files of this machine.
        """
        ...

    def delete(self, files: Iterable[str]) -> None:
        """Delete files; ignore missing ones."""
        ...

    def names(self, front: str) -> list[str]:
        """Return the files whose names begin so; ``front`` names a shelf."""
        ...

    def older(self, seconds: float) -> Iterator[str]:
        """Yield the files that are older; none where the store itself deletes what is old."""
        ...

    def close(self) -> None:
        """Close connections."""
        ...


class DamagedFile(Exception):
    """The content of a stored file is not what was stored."""


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A stored file: its name in the store, what it is, the CRC-32 of its content where known."""

    store: BlobStore
    file: str
    media_type: str
    size: int
    checksum: int | None

    @property
    def path(self) -> Path | None:
        """Where this machine finds it; ``None`` for a store elsewhere."""
        return self.store.path(self.file)

    def link(self, method: str, name: str | None) -> str:
        """Return its address in a store elsewhere."""
        return self.store.link(self.file, method, self.media_type, name)

    def pieces(self) -> Iterator[bytes]:
        """Yield the content; raise :class:`DamagedFile` at the end of what was not stored so."""
        checksum = 0
        for piece in self.store.read(self.file, self.size):
            checksum = zlib.crc32(piece, checksum)
            yield piece
        if self.checksum not in (None, checksum):
            log.error("the file %s is damaged, and is not served", self.file)
            raise DamagedFile(self.file)

    def content(self) -> bytes:
        """Return the content; raise as :meth:`pieces` does."""
        return b"".join(self.pieces())

    def is_whole(self) -> bool:
        """Read the file and say whether its content is what was stored; log where it is not."""
        try:
            for _ in self.pieces():
                pass
        except DamagedFile:
            return False
        return True


def place(holder: str, word: str) -> str:
    """Return the beginning of the names of files of a job or upload."""
    return f"{holder[:2]}/{holder}.{word}"


class FolderStore:
    """A folder of this machine, or of all where it is on a network drive."""

    def __init__(self, folder: Path) -> None:
        self.address = str(folder)
        self.folder = folder
        self._shelves: set[str] = set()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def check(self) -> None:
        """Write a file and delete it."""
        self.delete([self.write("check", (b"",)).file])

    def write(self, file: str, pieces: Iterable[bytes]) -> WrittenFile:
        """Write a file beside its place and move it there."""
        path = self.folder / file
        if path.parent.name not in self._shelves:
            path.parent.mkdir(mode=0o700, exist_ok=True)
            self._shelves.add(path.parent.name)
        draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
        try:
            size = checksum = 0
            with open_private(draft, "xb") as out:
                for piece in pieces:
                    size += out.write(piece)
                    checksum = zlib.crc32(piece, checksum)
            draft.replace(path)
        except BaseException:
            draft.unlink(missing_ok=True)
            raise
        return WrittenFile(file, size, checksum)

    def read(self, file: str, size: int | None = None) -> Iterator[bytes]:
        """Yield the content in pieces."""
        with open(self.folder / file, "rb") as content:
            while piece := content.read(PIECE):
                yield piece

    def holds(self, file: str, size: int) -> bool:
        """Say whether a file is there with its size; a drive that was full may have cut it."""
        try:
            return (self.folder / file).stat().st_size == size
        except OSError:
            return False

    def path(self, file: str) -> Path:
        """Return where a file is."""
        return self.folder / file

    def link(self, file: str, method: str, media_type: str, name: str | None) -> str:
        """Return the address for programs of this machine."""
        return (self.folder / file).as_uri()

    def delete(self, files: Iterable[str]) -> None:
        """Delete files."""
        for file in files:
            (self.folder / file).unlink(missing_ok=True)

    def names(self, front: str) -> list[str]:
        """Return the files whose names begin so."""
        shelf, _, name = front.partition("/")
        return [f"{shelf}/{path.name}" for path in (self.folder / shelf).glob(f"{name}*")]

    def older(self, seconds: float) -> Iterator[str]:
        """Yield the files that are older, by the operating system's times."""
        limit = time.time() - seconds
        for shelf in os.scandir(self.folder):
            if not shelf.is_dir():
                continue
            for entry in os.scandir(shelf.path):
                if entry.stat().st_mtime <= limit:
                    yield f"{shelf.name}/{entry.name}"

    def close(self) -> None:
        """Do nothing."""
