"""The index of results: a sorted, memory-mapped table, and what was appended since.

The index is derived from the segments: a missing, older or damaged one is built again.
"""

import contextlib
import json
import os
import threading
import zlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from mediaext.datasets.store.processes import me
from mediaext.datasets.store.segments import HEAD

NAME = "index"
MAGIC = b"mediaext-index-2\n"
PLACES = np.dtype(
    [("key", "V32"), ("segment", "<u4"), ("facts", "<u4"), ("offset", "<u8"), ("size", "<u8")]
)


class Place(NamedTuple):
    """A record: its segment, the offset of its head, the bytes of its facts and content."""

    segment: str
    offset: int
    facts: int
    size: int

    @property
    def begin(self) -> int:
        """Offset of the content."""
        return self.offset + HEAD.size + self.facts

    @property
    def end(self) -> int:
        """Offset of what follows the record."""
        return self.begin + self.size


class Note(NamedTuple):
    """The latest statement about a key: kind of record, and its facts."""

    kind: int
    facts: Mapping[str, object]

    def text(self, name: str, default: str = "") -> str:
        """Return a fact that is text."""
        found = self.facts.get(name)
        return found if isinstance(found, str) else default

    @property
    def time(self) -> float:
        """When it was stated, in seconds since 1970."""
        found = self.facts.get("time")
        return found if isinstance(found, int | float) else 0.0


class Index:
    """Keys to places. Opening maps a file; nothing is read until it is looked up."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.covered: dict[str, int] = {}  # bytes of each segment that need no more reading
        self.notes: dict[tuple[bytes, str], Note] = {}  # by key, and by who states it
        self._fresh: dict[bytes, Place] = {}
        self._copies: dict[bytes, list[Place]] = {}  # further records of a key
        self._removed: set[tuple[str, int]] = set()  # rows of the table that no longer hold
        self._names: list[str] = []
        self._prefixes: npt.NDArray[np.uint64] = np.zeros(0, "<u8")
        self._places: npt.NDArray[np.void] = np.zeros(0, PLACES)
        self._lock = threading.Lock()
        self._load()

    def reset_lock(self) -> None:
        """Get a new lock in a forked child; a thread of the parent may hold the old one."""
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._places) - len(self._removed) + len(self._fresh)

    def add(self, key: bytes, place: Place) -> None:
        """Add a record; the first one of a key is read, others stand in if it is damaged."""
        known = self.find(key)
        if known is None:
            self._fresh[key] = place
        elif known != place and place not in self._copies.get(key, ()):
            self._copies.setdefault(key, []).append(place)

    def remove(self, key: bytes, place: Place) -> None:
        """Forget a record that cannot be read."""
        if self._fresh.get(key) == place:
            del self._fresh[key]
        elif self._find_sorted(key) == place:
            self._removed.add((place.segment, place.offset))
        else:
            return
        copies = self._copies.pop(key, [])
        for copy in copies:
            self.add(key, copy)

    def forget(self, segment: str) -> None:
        """Forget every record of a segment that is gone or was changed."""
        self.covered.pop(segment, None)
        for key, copies in list(self._copies.items()):
            self._copies[key] = [place for place in copies if place.segment != segment]
        for key, place in list(self.places()):
            if place.segment == segment:
                self.remove(key, place)

    def state(self, key: bytes, by: str, note: Note) -> None:
        """Add a statement about a key; the latest one of each source counts."""
        known = self.notes.get((key, by))
        if known is None or known.time <= note.time:
            self.notes[key, by] = note

    def find(self, key: bytes) -> Place | None:
        """Return the place of a result, or ``None``."""
        return self._fresh.get(key) or self._find_sorted(key)

    def _find_sorted(self, key: bytes) -> Place | None:
        if not len(self._places):
            return None
        prefix = np.frombuffer(key[:8], ">u8")[0].astype("<u8")
        row = int(np.searchsorted(self._prefixes, prefix))
        while row < len(self._places) and self._prefixes[row] == prefix:
            if self._places["key"][row].tobytes() == key:
                place = self._place(row)
                if (place.segment, place.offset) not in self._removed:
                    return place
            row += 1
        return None

    def _place(self, row: int) -> Place:
        found = self._places[row]
        segment = self._names[int(found["segment"])]
        return Place(segment, int(found["offset"]), int(found["facts"]), int(found["size"]))

    def has(self, keys: Sequence[bytes]) -> npt.NDArray[np.bool_]:
        """Return for each key whether there is a result, in one look-up for all."""
        found = np.fromiter((key in self._fresh for key in keys), bool, len(keys))
        if len(self._places) and len(keys):
            whole = np.frombuffer(b"".join(keys), "V32")
            prefixes = whole.view(">u8").reshape(-1, 4)[:, 0].astype("<u8")
            rows = np.searchsorted(self._prefixes, prefixes)
            rows[rows == len(self._places)] = 0
            for number in np.flatnonzero(self._prefixes[rows] == prefixes).tolist():
                found[number] |= self._find_sorted(keys[number]) is not None
        return found

    def places(self) -> Iterator[tuple[bytes, Place]]:
        """Yield every key and place, in the order of the segments."""
        order = np.lexsort((self._places["offset"], self._places["segment"]))
        for row in order:
            place = self._place(int(row))
            if (place.segment, place.offset) not in self._removed:
                yield self._places["key"][row].tobytes(), place
        yield from list(self._fresh.items())

    def save(self) -> None:
        """Write the whole index where there is room; readers of the old file keep theirs."""
        with self._lock:
            if not (self._fresh or self._removed) and (self.folder / NAME).exists():
                return
            rows = [(key, place) for key, place in self.places()]
            names = sorted({place.segment for _, place in rows} | set(self.covered))
            numbers = {name: number for number, name in enumerate(names)}
            table = np.zeros(len(rows), PLACES)
            for row, (key, place) in enumerate(rows):
                number = numbers[place.segment]
                table[row] = (key, number, place.facts, place.offset, place.size)
            prefixes = np.frombuffer(table["key"].tobytes(), ">u8").reshape(-1, 4)[:, 0]
            order = np.argsort(prefixes, kind="stable")
            with contextlib.suppress(OSError):  # it is built again from the segments
                self._write(names, prefixes[order].astype("<u8").tobytes(), table[order].tobytes())

    def _write(self, names: list[str], prefixes: bytes, table: bytes) -> None:
        head = {
            "segments": names,
            "covered": [self.covered.get(name, 0) for name in names],
            "rows": len(table) // PLACES.itemsize,
            "notes": [[k.hex(), by, *note] for (k, by), note in self.notes.items()],
        }
        text = MAGIC + json.dumps(head).encode() + b"\n"
        text += b" " * (-len(text) % 64)
        body = len(text).to_bytes(8, "little") + text + prefixes + table
        scratch = self.folder / f"{NAME}.{me()}.{threading.get_ident()}"
        try:
            with open(scratch, "wb") as file:
                file.write(body + _checksum(body))
                file.flush()
                os.fsync(file.fileno())
            os.replace(scratch, self.folder / NAME)
        finally:
            scratch.unlink(missing_ok=True)

    def _load(self) -> None:
        """Map the saved index; one that is damaged, or whose segments changed, is ignored."""
        try:
            whole = np.memmap(self.folder / NAME, np.uint8, "r").view(np.ndarray)
            length = int.from_bytes(whole[:8].tobytes(), "little")
            if whole[8 : 8 + len(MAGIC)].tobytes() != MAGIC:
                return
            if _checksum(whole[:-4].data) != whole[-4:].tobytes():
                return
            head = json.loads(whole[8 + len(MAGIC) : 8 + length].tobytes())
        except (OSError, ValueError):
            return
        covered: dict[str, int] = dict(zip(head["segments"], head["covered"], strict=True))
        if not self._still_true(covered):
            return
        rows, start = head["rows"], 8 + length
        self._prefixes = whole[start : start + 8 * rows].view("<u8")
        self._places = whole[start + 8 * rows : -4].view(PLACES)
        self._names = head["segments"]
        self.covered = covered
        for key, by, kind, facts in head["notes"]:
            self.state(bytes.fromhex(key), by, Note(kind, facts))

    def _still_true(self, covered: Mapping[str, int]) -> bool:
        try:
            return all((self.folder / n).stat().st_size >= end for n, end in covered.items())
        except OSError:
            return False


def _checksum(content: bytes | memoryview) -> bytes:
    return zlib.crc32(content).to_bytes(4, "little")
