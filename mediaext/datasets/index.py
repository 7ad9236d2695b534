"""Where each result lies: a sorted, memory-mapped table, and what was appended since."""

import contextlib
import json
import os
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from mediaext.datasets.owner import me

NAME = "index"
MAGIC = b"mediaext-index-1\n"
PLACES = np.dtype(
    [("key", "V32"), ("segment", "<u4"), ("facts", "<u4"), ("offset", "<u8"), ("size", "<u8")]
)


class Place(NamedTuple):
    """A record: its segment, the offset of its head, the bytes of its facts and content."""

    segment: str
    offset: int
    facts: int
    size: int


class Verdict(NamedTuple):
    """The last word about a key: ``kind`` of record, what it says, and when."""

    kind: int
    facts: dict[str, Any]


class Index:
    """Keys to places. Opening maps a file; nothing is read until it is looked up."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.covered: dict[str, int] = {}
        self.verdicts: dict[bytes, Verdict] = {}
        self._fresh: dict[bytes, Place] = {}
        self._names: list[str] = []
        self._prefixes = np.zeros(0, "<u8")
        self._places = np.zeros(0, PLACES)
        self._lock = threading.Lock()
        self._load()

    def __len__(self) -> int:
        return len(self._places) + len(self._fresh)

    def add(self, key: bytes, place: Place) -> None:
        """Take in a record; the first one of a key stays."""
        if self._find_sorted(key) is None:
            self._fresh.setdefault(key, place)

    def judge(self, key: bytes, kind: int, facts: dict[str, Any]) -> None:
        """Take in a failure or verdict; the latest one counts."""
        known = self.verdicts.get(key)
        if known is None or known.facts.get("time", 0) <= facts.get("time", 0):
            self.verdicts[key] = Verdict(kind, facts)

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
                return self._place(row)
            row += 1
        return None

    def _place(self, row: int) -> Place:
        found = self._places[row]
        segment = self._names[int(found["segment"])]
        return Place(segment, int(found["offset"]), int(found["facts"]), int(found["size"]))

    def has(self, keys: Sequence[bytes]) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Say for each key whether there is a result, in one look-up for all."""
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
            yield self._places["key"][row].tobytes(), self._place(int(row))
        yield from list(self._fresh.items())

    def save(self) -> None:
        """Write the whole index where there is room; readers of the old file keep theirs."""
        with self._lock:
            if not self._fresh and (self.folder / NAME).exists():
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
            with contextlib.suppress(OSError):  # it is found again in the segments
                self._write(names, prefixes[order].astype("<u8"), table[order])

    def _write(
        self, names: list[str], prefixes: np.ndarray[Any, Any], table: np.ndarray[Any, Any]
    ) -> None:
        head = {
            "segments": names,
            "covered": [self.covered.get(name, 0) for name in names],
            "rows": len(table),
            "verdicts": [
                [key.hex(), verdict.kind, verdict.facts] for key, verdict in self.verdicts.items()
            ],
        }
        text = MAGIC + json.dumps(head).encode() + b"\n"
        text += b" " * (-len(text) % 64)
        scratch = self.folder / f"{NAME}.{me()}.{threading.get_ident()}"
        try:
            with open(scratch, "wb") as file:
                file.write(len(text).to_bytes(8, "little") + text)
                file.write(prefixes.tobytes() + table.tobytes())
                file.flush()
                os.fsync(file.fileno())
            os.replace(scratch, self.folder / NAME)
        finally:
            scratch.unlink(missing_ok=True)

    def _load(self) -> None:
        """Map the saved index; one that cannot be read, or whose segments changed, is ignored."""
        path = self.folder / NAME
        try:
            with open(path, "rb") as file:
                length = int.from_bytes(file.read(8), "little")
                text = file.read(length)
            head = json.loads(text[len(MAGIC) :]) if text.startswith(MAGIC) else None
        except (OSError, ValueError, MemoryError, OverflowError):
            return
        if not head or not self._still_true(head):
            return
        rows, start = head["rows"], 8 + length
        if rows and path.stat().st_size == start + rows * (8 + PLACES.itemsize):
            self._prefixes = np.memmap(path, "<u8", "r", start, rows).view(np.ndarray)
            table = np.memmap(path, PLACES, "r", start + 8 * rows, rows)
            self._places = table.view(np.ndarray)
        elif rows:
            return
        self._names = head["segments"]
        self.covered = dict(zip(head["segments"], head["covered"], strict=True))
        for name, kind, facts in head["verdicts"]:
            self.judge(bytes.fromhex(name), kind, facts)

    def _still_true(self, head: dict[str, Any]) -> bool:
        for name, covered in zip(head["segments"], head["covered"], strict=True):
            try:
                if (self.folder / name).stat().st_size < covered:
                    return False
            except OSError:
                return False
        return True
