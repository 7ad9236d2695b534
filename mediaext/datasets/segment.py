"""Segments: files of records ``head | facts (JSON) | content``, appended to by one process each.

The head carries lengths and checksums, so that a segment explains itself and a torn tail shows.
"""

import errno
import json
import os
import struct
import threading
import weakref
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from mediaext.datasets.owner import me

HEAD = struct.Struct("<4sBBH32sIQII")
MAGIC = b"mxs1"
MADE, FAILED, VERDICT = 1, 2, 3
SEGMENT_LIMIT = 512_000_000  # bytes; a fuller segment is closed and another one opened
UNSETTLED = (
    16_000_000  # bytes at the end of a segment that a crash of the machine may have spoiled
)


class Written(NamedTuple):
    """Where a record lies: name of its segment, offset of its head, end, bytes of its facts."""

    segment: str
    offset: int
    end: int
    text: bytes


class Segments:
    """The segments that one process appends to; safe for threads."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.names: set[str] = set()  # of the segments opened here
        self._lock = threading.Lock()
        self._syncing = threading.Lock()
        self._settled = 0  # bytes of the open segment that are known to be on disk
        self._file: Any = None
        self._pid = self._serial = 0

    def unlock(self) -> None:
        """Get locks of its own in a forked child; a thread of the parent may hold the old ones."""
        self._lock, self._syncing = threading.Lock(), threading.Lock()
        self.names = set()  # its parent goes on writing to those

    def append(self, key: bytes, kind: int, facts: dict[str, Any], content: bytes) -> Written:
        """Append a record and wait until it is on disk. Raises :class:`OSError`."""
        text = json.dumps(facts, ensure_ascii=False, separators=(",", ":")).encode()
        head = HEAD.pack(MAGIC, 1, kind, 0, key, len(text), len(content), zlib.crc32(content), 0)
        head = head[:-4] + struct.pack("<I", zlib.crc32(text, zlib.crc32(head[:-4])))
        record = head + text + content
        with self._lock:
            file, offset = self._write(record)
        self._settle(file, offset + len(record))
        return Written(Path(file.name).name, offset, offset + len(record), text)

    def _write(self, record: bytes) -> tuple[Any, int]:
        if self._file is None or self._pid != os.getpid():
            self._open()
        file = self._file
        offset: int = file.tell()
        try:
            if file.write(record) < len(record):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        except OSError:
            file.truncate(offset)
            self._retire()
            raise
        if file.tell() > SEGMENT_LIMIT:
            self._retire()
        return file, offset

    def _open(self) -> None:
        if self._pid != os.getpid():
            self._pid, self._serial = os.getpid(), 0
        while True:
            path = self.folder / f"{me()}-{self._serial:04d}.seg"
            self._serial += 1
            try:
                self._file = open(path, "xb", buffering=0)  # noqa: SIM115 # for many results
            except FileExistsError:
                continue
            weakref.finalize(self, self._file.close)
            self.names.add(path.name)
            self._settled = 0
            return

    def _settle(self, file: Any, end: int) -> None:
        """Wait until a segment is on disk up to ``end``; threads share one wait."""
        with self._syncing:
            if self._settled < end and not file.closed:
                reached = file.tell()
                _sync(file.fileno())
                self._settled = reached

    def _retire(self) -> None:
        """Close the segment, on disk as it is."""
        file, self._file = self._file, None
        if file is not None and self._pid == os.getpid():
            with self._syncing:
                _sync(file.fileno())
                file.close()

    def close(self) -> None:
        """Close what is open; the next record opens another segment."""
        with self._lock:
            self._retire()


_sync: Callable[[int], None] = getattr(os, "fdatasync", os.fsync)  # not everywhere


def read_heads(file: Any, start: int) -> Iterator[tuple[int, tuple[Any, ...], bytes]]:
    """Yield (offset, head, facts) of the records from ``start`` on whose bytes are all there.

    What a crash of the machine kept from the disk is passed over; only the end may hold such.
    """
    size = os.fstat(file.fileno()).st_size
    position = start
    while position + HEAD.size <= size:
        file.seek(position)
        raw = file.read(HEAD.size)
        if len(raw) < HEAD.size or raw[:4] != MAGIC:
            return
        head = HEAD.unpack(raw)
        end = position + HEAD.size + head[5] + head[6]
        if end > size:
            return
        text = file.read(head[5])
        if zlib.crc32(text, zlib.crc32(raw[:-4])) != head[8]:
            return
        if end <= size - UNSETTLED or zlib.crc32(file.read(head[6])) == head[7]:
            yield position, head, text
        position = end
