"""Truth: the untouched bytes of every result, in append-only segments.

A segment is a file of records ``head | facts (JSON) | content``. The head carries lengths and
checksums, so that a segment explains itself and a torn tail shows. Each process appends to a
segment of its own, so writers need no lock. The index is derived and can be deleted at any time.

Known limits, accepted: a record is never changed, a later verdict about it is another record;
a process that was killed leaves its half-written last record, which the next reader cuts off.
"""

import errno
import json
import mmap
import os
import struct
import threading
import time
import weakref
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from mediaext.datasets.index import Index, Place
from mediaext.datasets.owner import Owner, alive, me
from mediaext.datasets.writing import writing
from mediaext.errors import MediaError

HEAD = struct.Struct("<4sBBH32sIQII")
MAGIC = b"mxs1"
MADE, FAILED, VERDICT = 1, 2, 3
SEGMENT_LIMIT = 512_000_000  # bytes; a fuller segment is closed and another one opened


@dataclass(frozen=True, slots=True)
class Record:
    """One record: its key, kind, facts and, for a made result, the content as it came."""

    key: bytes
    kind: int
    facts: dict[str, Any]
    content: bytes


class Health(NamedTuple):
    """What :meth:`Truth.verify` found: whole records, damaged keys, bytes of torn tails."""

    whole: int
    damaged: tuple[str, ...]
    torn: int


class Truth:
    """The segments of one folder; safe for threads and, one segment each, for processes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with writing(folder):
            folder.mkdir(parents=True, exist_ok=True)
        self.index = Index(folder)
        self._lock = threading.RLock()
        self._syncing = threading.Lock()
        self._settled = 0  # bytes of the open segment that are known to be on disk
        _open.add(self)
        self._maps: dict[str, mmap.mmap] = {}
        self._writer: Any = None
        self._writer_pid = 0
        self._owner: Owner | None = None
        self._serial = 0
        self.refresh()

    def __getstate__(self) -> dict[str, Any]:
        return {"folder": self.folder}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(state["folder"])  # type: ignore[misc] # a worker opens the folder afresh

    def __len__(self) -> int:
        return len(self.index)

    def __contains__(self, key: bytes) -> bool:
        return self.index.find(key) is not None

    def put(self, key: bytes, content: bytes, facts: dict[str, Any]) -> None:
        """Append a result and wait until it is on disk; it has been paid for."""
        self._append(key, MADE, facts, content)

    def note(self, key: bytes, kind: int, facts: dict[str, Any]) -> None:
        """Append a failure or a verdict about a key."""
        self._append(key, kind, {"time": time.time(), **facts}, b"")

    def _append(self, key: bytes, kind: int, facts: dict[str, Any], content: bytes) -> None:
        text = json.dumps(facts, ensure_ascii=False, separators=(",", ":")).encode()
        head = HEAD.pack(MAGIC, 1, kind, 0, key, len(text), len(content), zlib.crc32(content), 0)
        head = head[:-4] + struct.pack("<I", zlib.crc32(text, zlib.crc32(head[:-4])))
        with writing(self.folder):
            with self._lock:
                writer, offset = self._write(head + text + content)
            end = offset + len(head) + len(text) + len(content)
            self._settle(writer, end)
        name = Path(writer.name).name
        with self._lock:
            self._learn(name, offset, HEAD.unpack(head), text)
            self.index.covered[name] = max(end, self.index.covered.get(name, 0))

    def _write(self, record: bytes) -> tuple[Any, int]:
        """Append to this process's segment; return its file and the offset."""
        if self._writer is None or self._writer_pid != os.getpid():
            self._open_segment()
        writer = self._writer
        offset: int = writer.tell()
        try:
            if writer.write(record) < len(record):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        except OSError:
            writer.truncate(offset)
            self._retire()
            raise
        if writer.tell() > SEGMENT_LIMIT:
            self._retire()
        return writer, offset

    def _settle(self, writer: Any, end: int) -> None:
        """Wait until a segment is on disk up to ``end``; threads share one wait."""
        with self._syncing:
            if self._settled < end and not writer.closed:
                reached = writer.tell()
                _sync(writer.fileno())
                self._settled = reached

    def _retire(self) -> None:
        """Close the segment, on disk as it is."""
        writer, self._writer = self._writer, None
        if writer is not None and self._writer_pid == os.getpid():
            with self._syncing:
                _sync(writer.fileno())
                writer.close()

    def _open_segment(self) -> None:
        if self._writer_pid != os.getpid():
            self._owner, self._writer_pid = me(), os.getpid()
        while True:
            path = self.folder / f"{self._owner}-{self._serial:04d}.seg"
            self._serial += 1
            try:
                self._writer = open(path, "xb", buffering=0)  # noqa: SIM115 # for many results
                weakref.finalize(self, self._writer.close)
                self._settled = 0
                return
            except FileExistsError:
                continue

    def refresh(self) -> bool:
        """Take in what other processes appended; say whether there was anything."""
        with self._lock:
            news = False
            for entry in os.scandir(self.folder):
                if entry.name.endswith(".seg"):
                    start = self.index.covered.get(entry.name, 0)
                    if entry.stat().st_size > start:
                        news |= self._scan(entry.name, start)
            return news

    def _scan(self, name: str, start: int) -> bool:
        """Read the heads from ``start`` on; stop at a tail that is not whole (yet)."""
        position = start
        with open(self.folder / name, "rb") as file:
            size = os.fstat(file.fileno()).st_size
            for place, head, text in _heads(file, start, size):
                last = place + HEAD.size + len(text) + head[6] == size
                if last and not _whole(file, head):
                    break
                self._learn(name, place, head, text)
                position = place + HEAD.size + len(text) + head[6]
        if position < size:
            self._cut(name, position)
        self.index.covered[name] = position
        return position > start

    def _cut(self, name: str, position: int) -> None:
        """Cut a torn tail off, once nobody can be writing it any more."""
        owner = name.rpartition("-")[0]
        if owner != str(self._owner or me()) and not alive(owner):
            os.truncate(self.folder / name, position)

    def _learn(self, name: str, offset: int, head: tuple[Any, ...], text: bytes) -> None:
        kind, key = head[2], head[4]
        if kind == MADE:
            self.index.add(key, Place(name, offset, len(text), head[6]))
        else:
            self.index.judge(key, kind, json.loads(text))

    def _view(self, name: str, end: int) -> mmap.mmap:
        found = self._maps.get(name)
        if found is None or len(found) < end:
            with open(self.folder / name, "rb") as file:
                found = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            self._maps[name] = found
        return found

    def content(self, key: bytes) -> memoryview | None:
        """Return the checked bytes of a result without a copy, or ``None``.

        Raises :class:`MediaError` when the bytes on disk are no longer those that were stored.
        """
        place = self.index.find(key)
        return None if place is None else self.content_at(place)

    def content_at(self, place: Place) -> memoryview:
        """Return the checked bytes at a place; as :meth:`content`."""
        begin = place.offset + HEAD.size + place.facts
        view = memoryview(self._view(place.segment, begin + place.size))
        content = view[begin : begin + place.size]
        expected = struct.unpack_from("<I", view, place.offset + HEAD.size - 8)[0]
        if zlib.crc32(content) != expected:
            key = bytes(view[place.offset + 8 : place.offset + 20]).hex()
            raise MediaError(
                f"The stored result {key[:12]} is damaged (segment {place.segment}). "
                "Run verify() to see how much is, and prune(damaged=True) to have it made again."
            )
        return content

    def facts(self, key: bytes) -> dict[str, Any] | None:
        """Return the facts of a result, or ``None``."""
        place = self.index.find(key)
        if place is None:
            return None
        begin = place.offset + HEAD.size
        view = memoryview(self._view(place.segment, begin + place.facts))
        found: dict[str, Any] = json.loads(bytes(view[begin : begin + place.facts]))
        return found

    def records(self) -> Iterator[Record]:
        """Yield every result there is, without checking content, in the order of the segments."""
        for key in self:
            facts, content = self.facts(key), self.content(key)
            if facts is not None and content is not None:
                yield Record(key, MADE, facts, bytes(content))

    def __iter__(self) -> Iterator[bytes]:
        return (key for key, _ in self.index.places())

    def verify(self) -> Health:
        """Read everything and compare checksums."""
        self.refresh()
        whole, damaged, torn = 0, [], 0
        for key, _ in self.index.places():
            try:
                self.content(key)
            except MediaError:
                damaged.append(key.hex())
            else:
                whole += 1
        for name, covered in self.index.covered.items():
            torn += (self.folder / name).stat().st_size - covered
        return Health(whole, tuple(damaged), torn)

    def owns(self, name: str) -> bool:
        """Say whether a segment was written by this process."""
        return name.startswith(f"{me()}-")

    def close(self) -> None:
        """Close the segment and write the index, so that the next opening is instant."""
        with self._lock:
            with writing(self.folder):
                self._retire()
                self.index.save()


_sync: Callable[[int], None] = getattr(os, "fdatasync", os.fsync)  # not everywhere


def _heads(file: Any, position: int, size: int) -> Iterator[tuple[int, tuple[Any, ...], bytes]]:
    """Yield (offset, head, facts) of records whose bytes are all there."""
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
        yield position, head, text
        position = end


def _whole(file: Any, head: tuple[Any, ...]) -> bool:
    """Say whether the content after the facts just read has its checksum."""
    return zlib.crc32(file.read(head[6])) == int(head[7])


_open: "weakref.WeakSet[Truth]" = weakref.WeakSet()


def _unlock_in_child() -> None:
    """Give a forked child locks of its own; a thread of the parent may have held the old ones."""
    for truth in _open:
        truth._lock, truth._syncing = threading.RLock(), threading.Lock()
        truth.index._lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_unlock_in_child)
