"""Media of uploads, inputs and results, recorded in the ledger with their expiry."""

import secrets
from collections.abc import Iterable
from pathlib import Path

from mediaext.logs import logger
from mediaext.service import sql
from mediaext.service.blob_store import BlobStore, FolderStore, StoredFile, WrittenFile, place
from mediaext.service.database import Clock, Database, LedgerRow
from mediaext.service.object_store import ObjectStore

log = logger("mediaext.service")
ORPHAN_SECONDS = 3600.0  # age at which a file without a row is taken to be left over


def open_store(address: str) -> BlobStore:
    """Open the store at an address: a folder, or ``s3://BUCKET/PREFIX``.

    Raises :class:`mediaext.errors.MediaError` for any other.
    """
    return ObjectStore(address) if "://" in address else FolderStore(Path(address))


class Blobs:
    """Uploads, inputs and results of one service, in a store."""

    def __init__(self, database: Database, store: BlobStore, clock: Clock) -> None:
        self.database = database
        self.store = store
        self.clock = clock

    def clear(self, holder: str, word: str) -> None:
        """Delete the files of a place, which never got a row."""
        if names := self.store.names(f"{place(holder, word)}."):
            self.store.delete(names)

    def write(self, holder: str, role: str, pieces: Iterable[bytes]) -> WrittenFile:
        """Write a file that is not known yet.

        Raises ``OSError`` when there is no room, and what ``pieces`` raises; then nothing is left.
        """
        return self.store.write(f"{place(holder, secrets.token_hex(4))}.{role}", pieces)

    def keep(
        self, holder: str, role: str, written: WrittenFile, media_type: str, expires_at: float
    ) -> None:
        """Make a written file known."""
        file, size, checksum = written
        self.database.run(sql.PUT_BLOB, holder, role, file, media_type, size, checksum, expires_at)

    def discard(self, files: Iterable[str]) -> None:
        """Delete written files that are not known."""
        self.store.delete(files)

    def put(
        self, holder: str, role: str, content: bytes, media_type: str, expires_at: float
    ) -> None:
        """Store bytes; raise ``OSError`` if the disk is full."""
        written = self.write(holder, role, (content,))
        try:
            self.keep(holder, role, written, media_type, expires_at)
        except BaseException:
            self.discard([written.file])
            raise

    def find(self, holder: str, role: str) -> StoredFile | None:
        """Return a stored file that has not expired and has its size; its bytes are not read."""
        row = self.database.one(sql.GET_BLOB, holder, role)
        return None if row is None else self._stored(row)

    def _stored(self, row: LedgerRow) -> StoredFile | None:
        if not self.store.holds(row["file"], row["size"]):
            log.error(
                "the file %s is truncated, changed or missing, and is not served", row["file"]
            )
            return None
        return StoredFile(self.store, row["file"], row["media_type"], row["size"], row["checksum"])

    def damaged(self) -> list[str]:
        """Read every stored file; return those that are not as they were stored, or are gone."""
        found = []
        for row in self.database.all("SELECT * FROM blobs"):
            stored = self._stored(row)
            if stored is None or not stored.is_whole():
                found.append(row["file"])
        return found

    def sweep(self, grace: float) -> int:
        """Delete everything whose time was over ``grace`` seconds ago; return how many files."""
        swept = 0
        while rows := self.database.all(sql.BLOBS_OVER, self.clock.now() - grace):
            self.store.delete([row["file"] for row in rows])
            for row in rows:
                self.database.run(sql.DELETE_BLOB, row["holder"], row["role"])
            swept += len(rows)
        return swept

    def sweep_orphans(self, older_than: float = ORPHAN_SECONDS) -> int:
        """Delete files without a row, such as those of a worker killed while it wrote."""
        swept = 0
        for file in self.store.older(older_than):
            holder = file.rpartition("/")[2].partition(".")[0]
            if self.database.one(sql.BLOB_OF_FILE, holder, file) is None:
                self.store.delete([file])
                swept += 1
        return swept
