"""Segments: append-only files of checksummed records, each file written by one process.

A record is ``head | facts (JSON) | content``. The head holds lengths and checksums, so a segment
needs no index to be read, and damage shows. Reading never changes a segment: after a damaged
record it goes on with the next one that is whole.

The first four fields of the head and its checksum stay where they are in later versions, so that
a reader can tell a newer record from a damaged one.
"""

import errno
import json
import os
import struct
import threading
import weakref
import zlib
from collections.abc import Callable, Iterator, Mapping
from io import FileIO
from pathlib import Path
from typing import BinaryIO, NamedTuple

from mediaext.datasets.store.processes import me
from mediaext.errors import MediaError

HEAD = struct.Struct("<4sBBH32sIQII")
"""Magic, version, kind, zero, key, bytes of facts, bytes of content, CRC-32 of the content, and
CRC-32 of the head before it and the facts."""
MAGIC = b"mxs1"
VERSION = 1
MADE, FAILED, VERDICT, SET_ASIDE = 1, 2, 3, 4
SEGMENT_LIMIT = 512_000_000  # bytes; a fuller segment is closed and another one opened
FACTS_LIMIT = 16_000_000  # bytes of facts of one record
UNSETTLED = 16_000_000  # bytes at the end of a segment that a crash of the machine may have spoilt
BLOCK = 1 << 20  # bytes read at once while looking for the next record
Facts = Mapping[str, object]


class Head(NamedTuple):
    """The head of a record at ``offset``, and its encoded facts."""

    offset: int
    kind: int
    key: bytes
    text: bytes
    size: int
    checksum: int

    @property
    def begin(self) -> int:
        """Offset of the content."""
        return self.offset + HEAD.size + len(self.text)

    @property
    def end(self) -> int:
        """Offset of what follows the record."""
        return self.begin + self.size


class Gap(NamedTuple):
    """Bytes that belong to no whole record, and the keys of the damaged records in it.

    ``unfinished`` says that the first of them may be a record that is being written.
    """

    start: int
    end: int
    keys: tuple[bytes, ...]
    unfinished: bool


class Written(NamedTuple):
    """Where a record was appended: name of its segment, and its head."""

    segment: str
    head: Head


class SegmentWriter:
    """The segments that one process appends to; safe for threads."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.names: set[str] = set()  # of the segments opened here
        self._lock = threading.Lock()
        self._syncing = threading.Lock()
        self._settled = 0  # bytes of the open segment that are known to be on disk
        self._file: FileIO | None = None
        self._pid = self._serial = 0

    def reset_locks(self) -> None:
        """Get new locks in a forked child; a thread of the parent may hold the old ones."""
        self._lock, self._syncing = threading.Lock(), threading.Lock()
        self.names = set()  # the parent goes on writing to those

    def append(self, key: bytes, kind: int, facts: Facts, content: bytes) -> Written:
        """Append a record and wait until it is on disk. Raises :class:`OSError`."""
        text = json.dumps(facts, ensure_ascii=False, separators=(",", ":")).encode()
        checksum = zlib.crc32(content)
        with self._lock:
            file, offset = self._write(
                encode_head(kind, key, text, len(content), checksum), content
            )
        head = Head(offset, kind, key, text, len(content), checksum)
        self._settle(file, head.end)
        return Written(Path(str(file.name)).name, head)

    def _write(self, head: bytes, content: bytes) -> tuple[FileIO, int]:
        if self._file is None or self._pid != os.getpid() or not _exists(self._file):
            self._file = self._open()
        file = self._file
        offset = file.tell()
        record = head + content
        try:
            if file.write(record) < len(record):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        except OSError:
            file.truncate(offset)  # the part of a record that this call wrote
            self._retire()
            raise
        if file.tell() > SEGMENT_LIMIT:
            self._retire()
        return file, offset

    def _open(self) -> FileIO:
        if self._pid != os.getpid():
            self._pid, self._serial = os.getpid(), 0
        self.folder.mkdir(parents=True, exist_ok=True)
        while True:
            path = self.folder / f"{me()}-{self._serial:04d}.seg"
            self._serial += 1
            try:
                file = open(path, "xb", buffering=0)  # noqa: SIM115 # for many results
            except FileExistsError:
                continue
            weakref.finalize(self, file.close).atexit = False  # whoever owns this writer closes it
            self.names.add(path.name)
            self._settled = 0
            return file

    def _settle(self, file: FileIO, end: int) -> None:
        """Wait until a segment is on disk up to ``end``; threads share one wait."""
        with self._syncing:
            if self._settled < end and not file.closed:
                reached = file.tell()
                _sync(file.fileno())
                self._settled = reached

    def _retire(self) -> None:
        """Close the open segment, with everything on disk."""
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


def _exists(file: FileIO) -> bool:
    """Return whether an open file still has a name; somebody may have deleted it."""
    return os.fstat(file.fileno()).st_nlink > 0


def encode_head(kind: int, key: bytes, text: bytes, size: int, checksum: int) -> bytes:
    """Return a head and the encoded facts after it."""
    head = HEAD.pack(MAGIC, VERSION, kind, 0, key, len(text), size, checksum, 0)[:-4]
    return head + struct.pack("<I", zlib.crc32(text, zlib.crc32(head))) + text


def scan(file: BinaryIO, start: int = 0, *, deep: bool = False) -> Iterator[Head | Gap]:
    """Yield the whole records of a segment from ``start`` on, and the gaps between them.

    The content of a record is read and checked where it may be damaged: at the end of the segment,
    beside a gap, and everywhere if ``deep``. Raises :class:`MediaError` for a record of a newer
    version.
    """
    size = os.fstat(file.fileno()).st_size
    position, gap, keys, unfinished = start, -1, list[bytes](), False
    while position < size:
        head = read_head(file, position, size)
        if head is not None:
            suspect = deep or gap >= 0 or head.end > size - UNSETTLED
            if _is_whole(file, head, size, suspect):
                if gap >= 0 and not _is_padding(file, gap, position):
                    yield Gap(gap, position, tuple(keys), unfinished)
                gap, keys = -1, []
                yield head
                position = head.end
                continue
            keys.append(head.key)
        if gap < 0:
            gap, unfinished = position, head is None or head.end > size
        position = _find_magic(file, position + 1, size)
    if gap >= 0 and not _is_padding(file, gap, size):
        yield Gap(gap, size, tuple(keys), unfinished)


def _is_padding(file: BinaryIO, start: int, end: int) -> bool:
    """Return whether bytes are zeros, which stand where less than a head was set aside."""
    file.seek(start)
    return end - start < HEAD.size and not any(file.read(end - start))


def _is_whole(file: BinaryIO, head: Head, size: int, suspect: bool) -> bool:
    """Check a record: that something follows it, or else its content."""
    if head.end > size:
        return False
    if not suspect:
        file.seek(head.end)
        if file.read(len(MAGIC)) == MAGIC:
            return True
    file.seek(head.begin)
    checksum, left = 0, head.size
    while left:
        block = file.read(min(left, BLOCK))
        if not block:
            return False
        checksum, left = zlib.crc32(block, checksum), left - len(block)
    return checksum == head.checksum


def read_head(file: BinaryIO, position: int, size: int) -> Head | None:
    """Return the head at a position, or ``None`` where there is none or a damaged one.

    Raises :class:`MediaError` for a record of a newer version.
    """
    file.seek(position)
    raw = file.read(HEAD.size)
    if len(raw) < HEAD.size or raw[:4] != MAGIC:
        return None
    _, version, kind, _, key, facts, content, checksum, own = HEAD.unpack(raw)
    if facts > min(FACTS_LIMIT, size - position - HEAD.size):
        return None
    text = file.read(facts)
    if zlib.crc32(text, zlib.crc32(raw[:-4])) != own:
        return None
    if version > VERSION:
        name = Path(str(getattr(file, "name", ""))).name or "A segment"
        raise MediaError(
            f"{name} has records of version {version}, and this version of mediaext reads up to "
            f"{VERSION}. Nothing was changed. Install a newer mediaext, or choose another folder."
        )
    return Head(position, kind, key, text, content, checksum)


def _find_magic(file: BinaryIO, position: int, size: int) -> int:
    """Return where the next record may begin, or ``size``."""
    while position < size:
        file.seek(position)
        block = file.read(BLOCK)
        found = block.find(MAGIC)
        if found >= 0:
            return position + found
        if len(block) < len(MAGIC):
            break
        position += len(block) - len(MAGIC) + 1
    return size
