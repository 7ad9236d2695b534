"""Truth: the untouched bytes of every result, in append-only segments.

Each process appends to a segment of its own, so processes need no lock. The index is derived and
can be deleted at any time.

Known limits, accepted: a record is never changed, a later verdict about it is another record;
a process that was killed leaves its half-written last record, which the next reader cuts off.
"""

import json
import mmap
import os
import struct
import threading
import time
import weakref
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from mediaext.datasets.index import Index, Place
from mediaext.datasets.owner import alive, me
from mediaext.datasets.segment import HEAD, MADE, Segments, read_heads
from mediaext.datasets.writing import writing
from mediaext.errors import MediaError


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
        self.open(folder)

    def open(self, folder: Path) -> None:
        """Read a folder's segments, afresh where they were read before."""
        self.folder = folder
        with writing(folder):
            folder.mkdir(parents=True, exist_ok=True)
        self.index = Index(folder)
        self._lock = threading.RLock()
        self._segments = Segments(folder)
        _open.add(self)
        self._maps: dict[str, mmap.mmap] = {}
        self.refresh()

    def __reduce__(self) -> tuple[Any, ...]:
        return Truth, (self.folder,)  # a worker opens the folder afresh

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
        with writing(self.folder):
            name, offset, end, text = self._segments.append(key, kind, facts, content)
        with self._lock:
            self._learn(name, offset, (key, kind, len(content)), text)
            self.index.covered[name] = max(end, self.index.covered.get(name, 0))

    def refresh(self) -> bool:
        """Take in what other processes appended; say whether there was anything."""
        with self._lock:
            news = False
            for entry in os.scandir(self.folder):
                if entry.name.endswith(".seg") and entry.name not in self._segments.names:
                    start = self.index.covered.get(entry.name, 0)
                    if entry.stat().st_size > start:
                        news |= self._scan(entry.name, start)
            return news

    def _scan(self, name: str, start: int) -> bool:
        """Read the heads from ``start`` on; stop at a tail that is not whole (yet)."""
        position = start
        with open(self.folder / name, "rb") as file:
            size = os.fstat(file.fileno()).st_size
            for place, head, text in read_heads(file, start):
                self._learn(name, place, (head[4], head[2], head[6]), text)
                position = place + HEAD.size + len(text) + head[6]
        if position < size:
            self._cut(name, position, size)
        self.index.covered[name] = position
        return position > start

    def _cut(self, name: str, position: int, size: int) -> None:
        """Cut a torn tail off, once nobody can be writing it any more.

        That of another machine stays: it harms nobody, and may be whole in a moment. So does one
        that was finished since it was read, by a process that then ended.
        """
        path = self.folder / name
        if not alive(name.rpartition("-")[0], quiet=0.0) and path.stat().st_size == size:
            os.truncate(path, position)

    def _learn(self, name: str, offset: int, what: tuple[bytes, int, int], text: bytes) -> None:
        """Take in a record: its key, kind and bytes of content, and its facts."""
        key, kind, size = what
        if kind == MADE:
            self.index.add(key, Place(name, offset, len(text), size))
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

    def content_at(self, place: Place, *, check: bool = True) -> memoryview:
        """Return the bytes at a place; as :meth:`content`, unless ``check`` was done before."""
        begin = place.offset + HEAD.size + place.facts
        view = memoryview(self._view(place.segment, begin + place.size))
        content = view[begin : begin + place.size]
        expected = struct.unpack_from("<I", view, place.offset + HEAD.size - 8)[0]
        if check and zlib.crc32(content) != expected:
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
        with self._lock, writing(self.folder):
            self._segments.close()
            self.index.save()


_open: "weakref.WeakSet[Truth]" = weakref.WeakSet()


def _unlock_in_child() -> None:
    """Give a forked child locks of its own; a thread of the parent may have held the old ones."""
    for truth in _open:
        truth._lock = threading.RLock()
        truth._segments.unlock()
        truth.index._lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_unlock_in_child)
