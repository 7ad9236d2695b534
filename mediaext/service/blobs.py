"""Media in storage: a folder of files, each known to the database with the end of its life."""

import os
import secrets
import time
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO, Literal, NamedTuple

from mediaext.logs import logger
from mediaext.service import sql
from mediaext.service.database import Clock, Database

log = logger("mediaext.service")
PIECE = 1 << 20  # bytes read at once
ORPHAN_SECONDS = 3600.0  # age at which a file without a row is taken to be left over


def open_private(path: Path, mode: Literal["ab", "wb", "xb"]) -> BinaryIO:
    """Open a file that its owner alone can read, whatever its folder."""
    return open(path, mode, opener=lambda name, flags: os.open(name, flags, 0o600))


class WrittenFile(NamedTuple):
    """A file that is written and not known yet: its name, its bytes, the CRC-32 of its content."""

    file: str
    size: int
    checksum: int


class StoredFile(NamedTuple):
    """A stored file: where it lies, its media type, the CRC-32 of its content where known."""

    path: Path
    media_type: str
    checksum: int | None

    def is_whole(self) -> bool:
        """Read the file and say whether its content is what was stored; log where it is not."""
        checksum = 0
        with open(self.path, "rb") as file:
            while piece := file.read(PIECE):
                checksum = zlib.crc32(piece, checksum)
        if self.checksum in (None, checksum):
            return True
        log.error("the file %s is damaged, and is not served", self.path)
        return False


class Blobs:
    """Uploads, inputs and results of one service home."""

    def __init__(self, database: Database, folder: Path, clock: Clock) -> None:
        self.database = database
        self.folder = folder
        self.clock = clock
        self._shelves: set[str] = set()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def place(self, holder: str, word: str) -> str:
        """Return where a file of a job or upload goes; the folder is made on first use."""
        shelf = holder[:2]
        if shelf not in self._shelves:
            (self.folder / shelf).mkdir(mode=0o700, exist_ok=True)
            self._shelves.add(shelf)
        return f"{shelf}/{holder}.{word}"

    def clear(self, holder: str, word: str) -> None:
        """Delete the files of a place, which never got a row."""
        for path in (self.folder / holder[:2]).glob(f"{holder}.{word}.*"):
            path.unlink(missing_ok=True)

    def write(self, holder: str, role: str, pieces: Iterable[bytes]) -> WrittenFile:
        """Write a file that is not known yet.

        Raises ``OSError`` when there is no room, and what ``pieces`` raises; then nothing is left.
        """
        file = f"{self.place(holder, secrets.token_hex(4))}.{role}"
        path = self.folder / file
        try:
            size = checksum = 0
            with open_private(path, "xb") as out:
                for piece in pieces:
                    size += out.write(piece)
                    checksum = zlib.crc32(piece, checksum)
        except BaseException:
            path.unlink(missing_ok=True)
            raise
        return WrittenFile(file, size, checksum)

    def keep(
        self, holder: str, role: str, written: WrittenFile, media_type: str, expires_at: float
    ) -> None:
        """Make a written file known."""
        file, size, checksum = written
        self.database.run(sql.PUT_BLOB, holder, role, file, media_type, size, checksum, expires_at)

    def discard(self, file: str) -> None:
        """Delete a written file that is not known."""
        (self.folder / file).unlink(missing_ok=True)

    def put(
        self, holder: str, role: str, content: bytes, media_type: str, expires_at: float
    ) -> None:
        """Store bytes; raise ``OSError`` when there is no room."""
        written = self.write(holder, role, (content,))
        try:
            self.keep(holder, role, written, media_type, expires_at)
        except BaseException:
            self.discard(written.file)
            raise

    def find(self, holder: str, role: str) -> StoredFile | None:
        """Return a stored file that has not expired and has its size; its bytes are not read."""
        row = self.database.one(sql.GET_BLOB, holder, role)
        if row is None:
            return None
        path = self.folder / row["file"]
        try:
            whole = path.stat().st_size == row["size"]
        except OSError:
            return None
        if not whole:
            log.error("the file %s is cut or grown, and is not served", row["file"])
        return StoredFile(path, row["media_type"], row["checksum"]) if whole else None

    def damaged(self) -> list[Path]:
        """Read every stored file; return those that are not as they were stored, or are gone."""
        found = []
        for row in self.database.all("SELECT * FROM blobs"):
            stored = self.find(row["holder"], row["role"])
            if stored is None or not stored.is_whole():
                found.append(self.folder / row["file"])
        return found

    def sweep(self, grace: float) -> int:
        """Delete everything whose time was over ``grace`` seconds ago; return how many files."""
        swept = 0
        while rows := self.database.all(sql.BLOBS_OVER, self.clock.now() - grace):
            for row in rows:
                (self.folder / row["file"]).unlink(missing_ok=True)
                self.database.run(sql.DELETE_BLOB, row["holder"], row["role"])
            swept += len(rows)
        return swept

    def sweep_orphans(self, older_than: float = ORPHAN_SECONDS) -> int:
        """Delete files without a row, such as those of a worker killed while it wrote."""
        limit = time.time() - older_than  # file times are the operating system's
        swept = 0
        for shelf in os.scandir(self.folder):
            if not shelf.is_dir():
                continue
            for entry in os.scandir(shelf.path):
                known = self.database.one(
                    sql.BLOB_OF_FILE,
                    entry.name.partition(".")[0],
                    f"{shelf.name}/{entry.name}",
                )
                if known is None and entry.stat().st_mtime <= limit:
                    Path(entry.path).unlink(missing_ok=True)
                    swept += 1
        return swept
