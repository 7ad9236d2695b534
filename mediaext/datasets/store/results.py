"""The result store: the unchanged bytes of every result, in append-only segments.

Each process appends to a segment of its own, so processes need no lock. The index is derived and
can be deleted at any time. A damaged record costs that record alone: reading goes on with the next
one, and never changes a file; :meth:`ResultStore.verify` repairs.

Known limit, accepted: a record is never changed; a later statement about it is another record.
"""

import contextlib
import json
import mmap
import os
import shutil
import threading
import time
import weakref
import zlib
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import NamedTuple, TypeVar

from mediaext.datasets.store.files import locked, writing
from mediaext.datasets.store.index import NAME, Index, Note, Place
from mediaext.datasets.store.processes import alive, me
from mediaext.datasets.store.segments import (
    FAILED,
    HEAD,
    MADE,
    SET_ASIDE,
    VERDICT,
    Facts,
    Gap,
    Head,
    SegmentWriter,
    encode_head,
    read_head,
    scan,
)
from mediaext.errors import MediaError

T = TypeVar("T")
BY_HAND = ""  # who states a verdict that a person gave
BY_SERVICE = "service"  # who states a failure
OLD_NAME = "truth"  # of the folder, in stores of the first format
UPGRADED = "upgrade.lock"  # beside the folder: it was brought up from the first format


class LostResult(MediaError):
    """A stored result is damaged or gone; it is made again when it is needed."""


class StoreHealth(NamedTuple):
    """What :meth:`ResultStore.verify` found.

    ``whole`` results; ``damaged`` keys of results of which no whole record is left; ``torn`` bytes
    that belong to no whole record, of damaged records and of records that were never finished.
    """

    whole: int
    damaged: tuple[str, ...]
    torn: int


class ResultStore:
    """The segments of one folder; safe for threads and, one segment each, for processes.

    Raises :class:`MediaError` for a folder that a newer version wrote, and leaves it as it is.
    """

    def __init__(self, folder: Path) -> None:
        self.open(folder)

    def open(self, folder: Path) -> None:
        """Read a folder's segments, afresh if they were read before."""
        self.folder = folder
        self._lock = threading.RLock()
        self._maps: dict[str, mmap.mmap] = {}
        self._seen: dict[str, tuple[int, int]] = {}  # size and time of segments with a torn tail
        with writing(folder):
            folder.mkdir(parents=True, exist_ok=True)
        self.index = Index(folder)
        self._writer = SegmentWriter(folder)
        _open.add(self)
        self.refresh()

    def __reduce__(self) -> tuple[type["ResultStore"], tuple[Path]]:
        return ResultStore, (self.folder,)  # a worker opens the folder afresh

    def __len__(self) -> int:
        return len(self.index)

    def __contains__(self, key: bytes) -> bool:
        return self.index.find(key) is not None

    def __iter__(self) -> Iterator[bytes]:
        return (key for key, _ in self.index.places())

    def put(self, key: bytes, content: bytes, facts: Facts) -> None:
        """Append a result and wait until it is on disk; it has been paid for."""
        self._append(key, MADE, facts, content)

    def note(self, key: bytes, kind: int, facts: Facts) -> None:
        """Append a failure or a verdict about a key."""
        self._append(key, kind, {"time": time.time(), **facts}, b"")

    def verdict(self, key: bytes, by: str) -> Note | None:
        """Return the latest verdict about a key by a person or by a gate."""
        return self.index.notes.get((key, by))

    def failure(self, key: bytes) -> Note | None:
        """Return why a key can never be made, where that is known."""
        return self.index.notes.get((key, BY_SERVICE))

    def _append(self, key: bytes, kind: int, facts: Facts, content: bytes) -> None:
        with writing(self.folder):
            name, head = self._writer.append(key, kind, facts, content)
        with self._lock:
            self._learn(name, head)
            self.index.covered[name] = max(head.end, self.index.covered.get(name, 0))

    def refresh(self) -> bool:
        """Read what other processes appended; return whether there was anything."""
        with self._lock:
            news, there = False, set[str]()
            with contextlib.suppress(FileNotFoundError):
                there = {name for name in os.listdir(self.folder) if name.endswith(".seg")}
            for name in there - self._writer.names:
                start = self.index.covered.get(name, 0)
                with contextlib.suppress(FileNotFoundError):
                    now = (self.folder / name).stat()
                    if now.st_size > start and self._changed(name, now):
                        news |= self._read(name, start)
            for name in self.index.covered.keys() - there:
                if not (self.folder / name).exists():
                    self.index.forget(name)
            return news

    def _changed(self, name: str, now: os.stat_result) -> bool:
        """Return whether a segment may hold more; a torn tail is not read each time."""
        stamp = now.st_size, now.st_mtime_ns
        return self._seen.get(name) != stamp or _lives(name)

    def _read(self, name: str, start: int) -> bool:
        """Read the heads of a segment from ``start`` on; return whether there were any."""
        news, covered, lives = False, start, _lives(name)
        with open(self.folder / name, "rb") as file:
            now = os.fstat(file.fileno())
            complete = True
            for found in scan(file, start):
                if isinstance(found, Gap):
                    complete &= not lives and found.end < now.st_size  # it may be being written
                    continue
                self._learn(name, found)
                news = True
                covered = found.end if complete else covered
        self._seen[name] = now.st_size, now.st_mtime_ns
        self.index.covered[name] = covered
        return news

    def _learn(self, name: str, head: Head) -> None:
        """Add a record to the index."""
        if head.kind == MADE:
            self.index.add(head.key, Place(name, head.offset, len(head.text), head.size))
        elif head.kind in (FAILED, VERDICT):
            facts = json.loads(head.text)
            by = BY_SERVICE if head.kind == FAILED else facts.get("gate", BY_HAND)
            self.index.state(head.key, by, Note(head.kind, facts))

    def _view(self, name: str, end: int) -> memoryview:
        """Return a segment's bytes, mapped. Raises :class:`OSError` when they are not there."""
        found = self._maps.get(name)
        if found is None or len(found) < end:
            with open(self.folder / name, "rb") as file:
                if os.fstat(file.fileno()).st_size < end:
                    raise EOFError(name)
                found = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            self._maps[name] = found
        return memoryview(found)

    def content(self, key: bytes) -> memoryview | None:
        """Return the checked bytes of a result without a copy, or ``None``.

        Raises :class:`LostResult` when no whole record of a result is left, once; from then on the
        key is missing, and is made again when it is needed.
        """
        found = self.locate(key)
        return None if found is None else found[1]

    def locate(self, key: bytes) -> tuple[Place, memoryview] | None:
        """Return the place and the checked bytes of a result; as :meth:`content`."""
        return self._first(key, self._checked_content)

    def record(self, key: bytes) -> bytes | None:
        """Return the whole record of a result, head and facts too, or ``None``.

        Raises :class:`LostResult`.
        """
        found = self.locate(key)
        if found is None:
            return None
        place = found[0]
        return bytes(self._view(place.segment, place.end)[place.offset : place.end])

    def facts(self, key: bytes) -> dict[str, object] | None:
        """Return the facts of a result, or ``None``. Raises :class:`LostResult`."""
        found = self._first(key, self._checked_facts)
        return None if found is None else found[1]

    def _first(
        self, key: bytes, read: Callable[[bytes, Place], T | None]
    ) -> tuple[Place, T] | None:
        """Read the first record of a key that is whole, and forget those that are not."""
        first = place = self.index.find(key)
        while place is not None:
            with contextlib.suppress(OSError, EOFError, ValueError):
                found = read(key, place)
                if found is not None:
                    return place, found
            with self._lock:
                self._drop(key, place)
            place = self.index.find(key)
        if first is None:
            return None
        raise LostResult(
            f"The stored result {key.hex()[:12]} is damaged or gone (segment {first.segment}). "
            "It is made again when it is needed; verify(repair=True) sets aside what is left."
        )

    def _checked_content(self, key: bytes, place: Place) -> memoryview | None:
        content = self.content_at(place)
        head = HEAD.unpack_from(self._view(place.segment, place.begin), place.offset)
        expected = key, place.facts, place.size, zlib.crc32(content)
        return content if head[4:8] == expected else None

    def _checked_facts(self, key: bytes, place: Place) -> dict[str, object] | None:
        raw = bytes(self._view(place.segment, place.begin)[place.offset : place.begin])
        text, head = raw[HEAD.size :], HEAD.unpack_from(raw)
        if head[4] != key or head[8] != zlib.crc32(text, zlib.crc32(raw[: HEAD.size - 4])):
            return None
        found: dict[str, object] = json.loads(text)
        return found

    def content_at(self, place: Place) -> memoryview:
        """Return the bytes at a place that were checked before."""
        return self._view(place.segment, place.end)[place.begin : place.end]

    def _drop(self, key: bytes, place: Place) -> None:
        """Forget a place that does not hold its record, and find out what became of the others."""
        name = place.segment
        self._maps.pop(name, None)
        self.index.remove(key, place)
        try:
            with open(self.folder / name, "rb") as file:
                head = read_head(file, place.offset, os.fstat(file.fileno()).st_size)
                if head is not None and head.key == key:
                    # Its content is damaged. Whole records may have moved into its bytes.
                    found = [h for h in scan(file, head.begin, deep=True) if isinstance(h, Head)]
                else:
                    self.index.forget(name)  # the segment was changed: every place may be wrong
                    found = [h for h in scan(file, deep=True) if isinstance(h, Head)]
        except OSError:
            self.index.forget(name)
            return
        for one in found:
            if (one.key, one.offset) != (key, place.offset):
                self._learn(name, one)

    def verify(self, *, repair: bool = False) -> StoreHealth:
        """Read everything and compare checksums.

        ``repair`` sets aside, byte for byte, what cannot be read, in the folder ``set-aside``, and
        marks its place, so that later readers pass over it. Only a record that another process may
        be writing is left alone.
        """
        self.refresh()
        whole, damaged, torn = set[bytes](), set[bytes](), 0
        for path in sorted(self.folder.glob("*.seg")):
            lives, size = _lives(path.name), path.stat().st_size
            local = path.name.startswith(f"{me().host}-")
            with open(path, "rb") as file:
                for found in scan(file, deep=True):
                    if isinstance(found, Head):
                        whole |= {found.key} if found.kind == MADE else set()
                    elif not (lives and found.end >= size and (found.unfinished or not local)):
                        damaged |= set(found.keys)
                        torn += found.end - found.start
                        if repair:
                            self._set_aside(path, found)
        lost = damaged - whole
        for key in lost:
            with contextlib.suppress(LostResult):
                self.content(key)  # from now on it is missing
        return StoreHealth(len(whole), tuple(sorted(key.hex() for key in lost)), torn)

    def _set_aside(self, path: Path, gap: Gap) -> None:
        """Copy the bytes of a gap to a file of their own, and mark them so that they are skipped.

        The length of the segment and the places of all other records stay as they are.
        """
        folder = self.folder / "set-aside"
        with writing(self.folder), open(path, "r+b") as file:
            file.seek(gap.start)
            content = file.read(gap.end - gap.start)
            folder.mkdir(exist_ok=True)
            with open(folder / f"{path.stem}-{gap.start}.bin", "wb") as copy:
                copy.write(content)
                copy.flush()
                os.fsync(copy.fileno())
            rest = content[HEAD.size :]
            mark = encode_head(SET_ASIDE, bytes(32), b"", len(rest), zlib.crc32(rest))
            file.seek(gap.start)
            file.write(mark if len(content) >= HEAD.size else bytes(len(content)))
            file.flush()
            os.fsync(file.fileno())

    def keep_only(self, keys: Collection[bytes]) -> int:
        """Write the results of these keys to new segments, and remove all others.

        Returns the bytes freed. Nobody else may be writing to the folder.
        """
        old = {path: path.stat().st_size for path in self.folder.glob("*.seg")}
        scratch = self.folder / "rewriting"
        shutil.rmtree(scratch, ignore_errors=True)
        fresh = ResultStore(scratch)
        for key in list(self):
            if key in keys:
                facts, content = self.facts(key), self.content(key)
                if facts is not None and content is not None:
                    fresh.put(key, bytes(content), facts)
        for (key, _), note in self.index.notes.items():
            fresh.note(key, note.kind, note.facts)
        fresh.close()
        self.close()
        for number, path in enumerate(sorted(scratch.glob("*.seg"))):
            os.replace(path, self.folder / f"{path.stem}-{number}r.seg")
        for path in old:
            path.unlink()
        (self.folder / NAME).unlink(missing_ok=True)
        shutil.rmtree(scratch)
        self.open(self.folder)
        return sum(old.values()) - sum(self.index.covered.values())

    def owns(self, name: str) -> bool:
        """Return whether a segment was written by this process."""
        return name.startswith(f"{me()}-")

    def close(self) -> None:
        """Close the segment and write the index, so that the next opening is instant."""
        with self._lock, writing(self.folder):
            self._writer.close()
            self.index.save()

    def reset_locks(self) -> None:
        """Get new locks in a forked child; a thread of the parent may hold the old ones."""
        self._lock = threading.RLock()
        self._writer.reset_locks()
        self.index.reset_lock()


def _lives(segment: str) -> bool:
    """Return whether the process that writes a segment may still run."""
    return alive(segment.rpartition("-")[0], quiet=0.0)


def open_results(folder: Path) -> ResultStore:
    """Open the result store of a dataset's folder; one of an older version is brought up."""
    old, new = folder / OLD_NAME, folder / "results"
    if old.is_dir() and not new.exists():
        try:
            with locked(folder / UPGRADED):
                if not new.exists():
                    old.rename(new)
        except OSError:  # the folder can only be read
            return ResultStore(old)
    return ResultStore(new)


def has_former_results(folder: Path) -> bool:
    """Return whether a dataset's folder may hold results whose keys are of the first format."""
    return (folder / UPGRADED).exists() or (folder / OLD_NAME).is_dir()


_open: "weakref.WeakSet[ResultStore]" = weakref.WeakSet()


def _unlock_in_child() -> None:
    for store in _open:
        store.reset_locks()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_unlock_in_child)
