"""Repair a damaged SQLite file: copy what is readable into a new one, and keep the old one.

SQLite itself stops at the first page that is damaged, and with it loses whatever the tree of pages
leads to from there. So rows that carry a checksum are searched for in the bytes, wherever they lie
(https://www.sqlite.org/fileformat2.html): neither the schema nor any other page is needed, and
bytes that were inserted or cut out before a row do not matter.
"""

import contextlib
import os
import re
import sqlite3
import struct
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, Protocol

from mediaext.sqlite import COMPANIONS, Migration, Seal, Value, open_database, prepare, told

PAGE = 4096  # bytes, SQLite's default
MAGIC = b"SQLite format 3\0"
SHIFTS = 8  # pages by which others may have moved where the file does not tell its size
LOG_HEAD, FRAME_HEAD = 32, 24  # bytes before the frames of a log, and before the page of each
NUMBER_SIZES = (0, 1, 2, 3, 4, 6, 8, 8, 0, 0)  # bytes of serial types 0 to 9
ROW_LIMIT = 1 << 27  # bytes; a longer row is none of ours
Row = Mapping[str, Value]


class RowCheck(Protocol):
    """How a row of a table, in the order of its columns, shows that it is whole and how new."""

    def holds(self, row: Row) -> bool:
        """Say whether a row is as it was written."""
        ...

    def version(self, row: Row) -> float:
        """Return a number that is higher for a later copy of a row."""
        ...


@dataclass(frozen=True, slots=True)
class Repaired:
    """What a repair did: the file that was set aside, and the rows of each table that are kept."""

    aside: Path
    rows: dict[str, int]


def repair(
    path: Path,
    name: str,
    migrations: Sequence[Migration],
    *,
    checks: Mapping[str, RowCheck] | None = None,
    finish: Sequence[str] = (),
) -> Repaired:
    """Replace a damaged database by a new one that holds every row that can be read.

    The old file is kept byte for byte beside it, as ``FILE.damaged-1`` and on. The statements of
    ``finish`` set what follows from the rows. No process may use the file meanwhile. Raises
    :class:`mediaext.errors.MediaError` where the folder cannot be written.

    Parameters
    ----------
    checks
        How rows of a table without a :class:`mediaext.sqlite.Seal` show that they are whole. Of a
        table without either, what SQLite itself can read is kept.
    """
    with told(path, name), tempfile.TemporaryDirectory(dir=path.parent) as folder:
        new = Path(folder) / "repaired"
        with contextlib.closing(open_database(new, name, migrations)) as target:
            kept = recover(path, migrations, checks)
            counts = {}
            for table, rows in kept.items():
                counts[table] = _fill(target, table, rows)
            for statement in finish:
                target.execute(statement)
            target.commit()
            target.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        aside = _free_name(path)
        for companion in ("", *COMPANIONS):
            with contextlib.suppress(FileNotFoundError):
                os.rename(f"{path}{companion}", f"{aside}{companion}")
        os.rename(new, path)
    return Repaired(aside, counts)


def recover(
    path: Path, migrations: Sequence[Migration], checks: Mapping[str, RowCheck] | None = None
) -> dict[str, list[Row]]:
    """Return every row of a damaged database that can be read, by table; change nothing."""
    main, log = _contents(path)
    seals = {step.table: step for one in migrations for step in one if isinstance(step, Seal)}
    known: dict[str, RowCheck] = {**seals, **(checks or {})}
    pages = Pages(main, log)
    found: dict[str, list[Row]] = {}
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        copy.write_bytes(main)
        Path(f"{copy}-wal").write_bytes(log)
        for table in _tables(migrations):
            check = known.get(table.name)
            read = list(_readable(copy, table.name))
            if check is None or (read and "seal" not in read[0] and table.name in seals):
                found[table.name] = read  # in a file of an older version nothing is sealed
            else:
                found[table.name] = _latest(pages, table, check)
    return found


def has_damaged_log(path: Path) -> bool:
    """Say whether SQLite would pass over commits in the log, as it does from damage in it on."""
    main, log = _contents(path)
    if not log:
        return False
    commits = [number for number, (_, commits, _) in enumerate(_frames(log), 1) if commits]
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        copy.write_bytes(main)
        Path(f"{copy}-wal").write_bytes(log)
        with contextlib.closing(sqlite3.connect(copy)) as reader:
            _, read, _ = reader.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    return int(read) < max(commits, default=0)


def _contents(path: Path) -> tuple[bytes, bytes]:
    """Return the bytes of a database and of its log; of what is not there, none."""
    log = Path(f"{path}-wal")
    main, beside = (file.read_bytes() if file.exists() else b"" for file in (path, log))
    return main, beside


def _readable(copy: Path, table: str) -> Iterator[Row]:
    """Yield the rows of a table that SQLite itself reads."""
    with (
        contextlib.suppress(sqlite3.DatabaseError, UnicodeDecodeError),  # the second in a message
        contextlib.closing(sqlite3.connect(copy)) as source,
    ):
        source.text_factory = lambda raw: raw.decode("utf-8", "replace")
        cursor = source.execute(f"SELECT * FROM {table}")  # noqa: S608 # a table of our own
        names = [column[0] for column in cursor.description]
        for row in cursor:
            yield dict(zip(names, row, strict=True))


def _latest(pages: "Pages", table: "Table", check: RowCheck) -> list[Row]:
    """Return the whole rows of a table; of several copies of one, the latest."""
    best: dict[tuple[Value, ...], Row] = {}
    for row in find_rows(pages, table):
        if check.holds(row):
            key = tuple(row[name] for name in table.keys)
            if key not in best or check.version(row) > check.version(best[key]):
                best[key] = row
    return list(best.values())


def _fill(target: sqlite3.Connection, table: str, rows: Iterable[Row]) -> int:
    """Replace the rows of a table by those that its constraints take; return how many."""
    target.execute(f"DELETE FROM {table}")  # noqa: S608 # as above
    for row in rows:
        kept = {name: value for name, value in row.items() if name != "seal"}  # sealed anew
        marks, columns = ", ".join("?" * len(kept)), ", ".join(kept)
        with contextlib.suppress(sqlite3.IntegrityError, sqlite3.OperationalError, OverflowError):
            target.execute(
                f"INSERT OR REPLACE INTO {table} ({columns}) VALUES ({marks})",  # noqa: S608 # as above
                tuple(kept.values()),
            )
    return int(target.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0])  # noqa: S608 # as above


def _free_name(path: Path) -> Path:
    number = 1
    while (aside := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    return aside


# Tables


class Column(NamedTuple):
    """A column: its name, its declared type, whether a record may hold nothing of it."""

    name: str
    type: str
    empty: bool


@dataclass(frozen=True, slots=True)
class Table:
    """A table as its records hold it: columns of records, of the table, of its primary key."""

    name: str
    record: tuple[Column, ...]
    columns: tuple[str, ...]
    keys: tuple[str, ...]
    rowid: str | None  # the column that is the row's number, which stands before its record
    has_rowid: bool


def _tables(migrations: Sequence[Migration]) -> list[Table]:
    """Read the tables that the migrations make."""
    with contextlib.closing(sqlite3.connect(":memory:")) as model:
        prepare(model)
        for migration in migrations:
            for step in migration:
                model.execute(step) if isinstance(step, str) else step(model)
        model.row_factory = None
        listed = model.execute("PRAGMA table_list").fetchall()
        return [
            _table(name, not without, model.execute(f"PRAGMA table_info({name})").fetchall())
            for _, name, kind, _, without, _ in listed
            if kind == "table" and not name.startswith("sqlite_")
        ]


def _table(name: str, has_rowid: bool, facts: list[tuple[int, str, str, int, str, int]]) -> Table:
    keys = [fact[1] for fact in sorted(facts, key=lambda fact: fact[5]) if fact[5]]
    whole = has_rowid and len(keys) == 1
    rowid = next((f[1] for f in facts if whole and f[5] and f[2] == "INTEGER"), None)
    front = [] if has_rowid else keys
    ordered = [*front, *(fact[1] for fact in facts if fact[1] not in front)]
    columns = {f[1]: Column(f[1], f[2], not f[3] or f[1] == rowid) for f in facts}
    record = tuple(columns[one] for one in ordered)
    return Table(name, record, tuple(columns), tuple(keys), rowid, has_rowid)


# Rows


@dataclass(frozen=True, slots=True)
class Pages:
    """The bytes of a database and of its log, damaged or not."""

    main: bytes
    log: bytes = b""
    newer: dict[int, bytes] = field(init=False, default_factory=dict)
    """Pages by number that the log has: the latest of each that was committed."""
    shifts: tuple[int, ...] = field(init=False, default=(0,))
    """By how much pages may have moved: bytes were inserted or cut out before them."""

    def __post_init__(self) -> None:
        uncommitted: dict[int, bytes] = {}
        for number, commits, page in _frames(self.log):
            uncommitted[number] = page
            if commits:
                self.newer.update(uncommitted)
                uncommitted.clear()
        moved = len(self.main) - int.from_bytes(self.main[28:32]) * PAGE
        over = len(self.main) % PAGE
        possible = [0, moved, over, over - PAGE if over else 0]
        if self.main[:16] != MAGIC or abs(moved) > SHIFTS * PAGE:  # the size in it may be damaged
            possible += [over + number * PAGE for number in range(-SHIFTS, SHIFTS + 1)]
        near = tuple(shift for shift in dict.fromkeys(possible) if abs(shift) <= len(self.main))
        object.__setattr__(self, "shifts", near)

    def regions(self) -> Iterator[bytes]:
        """Yield the bytes in which rows may lie; what the log has is read from there alone."""
        main = bytearray(self.main)
        if len(main) % PAGE == 0:  # else it is not known where the pages are
            for number in self.newer:
                start = (number - 1) * PAGE
                main[start : start + PAGE] = bytes(len(main[start : start + PAGE]))
        yield bytes(main)
        yield from self.newer.values()

    def chain(self, number: int, size: int) -> Iterator[bytes]:
        """Yield what a chain of pages may hold: all ways in which some of them may have moved.

        Damage lies at one place: pages before it have not moved, pages after it have.
        """
        ways = [(number, b"", 0, 1 << 32)]
        while ways:
            number, content, last_fixed, first_moved = ways.pop()
            if len(content) >= size:
                yield content[:size]
            elif number in self.newer:
                page = self.newer[number]
                following = int.from_bytes(page[:4])
                ways.append((following, content + page[4:], last_fixed, first_moved))
            else:
                for shift in self.shifts:
                    start = (number - 1) * PAGE + shift
                    page = self.main[start : start + PAGE] if number and start >= 0 else b""
                    if len(page) <= 4 or (number < last_fixed if shift else number > first_moved):
                        continue
                    fixed = last_fixed if shift else max(last_fixed, number)
                    moved = min(first_moved, number) if shift else first_moved
                    ways.append((int.from_bytes(page[:4]), content + page[4:], fixed, moved))


def _frames(log: bytes) -> Iterator[tuple[int, bool, bytes]]:
    """Yield the frames of a log: number of the page, whether they commit, the page."""
    salts = {log[16:24], log[LOG_HEAD + 8 : LOG_HEAD + 16]} - {b""}
    pattern = b"|".join(re.escape(salt) for salt in salts if len(salt) == 8)
    for match in re.finditer(pattern, log) if pattern else ():
        start = match.start() - 8
        page = log[start + FRAME_HEAD : start + FRAME_HEAD + PAGE]
        if start >= LOG_HEAD - 8 and len(page) == PAGE:
            number, size = struct.unpack_from(">II", log, start)
            yield number, bool(size), page


def find_rows(pages: Pages, table: Table) -> Iterator[Row]:
    """Search the bytes of a database for rows of a table, wherever they are.

    It also finds rows that were overwritten, and what only looks like a row: callers keep those
    whose own checksum holds.
    """
    pattern = _pattern(table)
    for content in pages.regions():
        for match in pattern.finditer(content):
            if content[match.start()] == len(match[1]):
                yield from _rows_at(pages, content, match.start(), table)


def _pattern(table: Table) -> re.Pattern[bytes]:
    """Return what finds the header of a record: its length, and a type for each column."""
    odd = b"".join(re.escape(bytes([byte])) for byte in range(0x0D, 0x80, 2))
    long = b"[\\x81-\\xff][\\x80-\\xff]{0,2}[" + re.escape(bytes(range(1, 0x80, 2))) + b"]"
    kinds = {
        "TEXT": b"[" + odd + b"]|" + long,
        "INTEGER": b"[\\x01-\\x06\\x08\\x09]",
        "REAL": b"[\\x01-\\x09]",  # whole numbers are stored as integers
    }
    columns = b"".join(
        b"(?:" + kinds[column.type] + (b"|\\x00)" if column.empty else b")")
        for column in table.record
    )
    least = 1 + len(table.record)
    most = min(least + 3 * sum(column.type == "TEXT" for column in table.record), 0x7F)
    length = b"[" + re.escape(bytes([least])) + b"-" + re.escape(bytes([most])) + b"]"
    return re.compile(b"(?=(" + length + columns + b"))", re.DOTALL)


def _rows_at(pages: Pages, content: bytes, start: int, table: Table) -> Iterator[Row]:
    """Yield what the row at an offset may be; several where it is not known what has moved."""
    kinds: list[int] = []
    place = start + 1
    while len(kinds) < len(table.record):
        kind, place = _varint(content, place)
        kinds.append(kind)
    sizes = [(kind - 12) // 2 if kind >= 12 else NUMBER_SIZES[kind] for kind in kinds]
    head = place - start
    total = head + sum(sizes)
    if total > ROW_LIMIT:
        return
    local = _local_size(total, table)
    record = content[start : start + local]
    records: Iterable[bytes] = (record,)
    if local < total:
        following = int.from_bytes(content[start + local : start + local + 4])
        records = (record + rest for rest in pages.chain(following, total - local))
    for whole in records:
        with contextlib.suppress(ValueError):  # what is no UTF-8 is no text of ours
            values = _values(whole, head, kinds, sizes)
            row = dict(zip((column.name for column in table.record), values, strict=True))
            if table.rowid is not None:
                row[table.rowid] = _rowid_before(content, start)
            for column in table.record:
                if column.type == "REAL" and isinstance(number := row[column.name], int):
                    row[column.name] = float(number)
            yield {name: row[name] for name in table.columns}


def _local_size(total: int, table: Table) -> int:
    """Return how much of a record lies on the page itself; the rest goes on in others."""
    most = PAGE - 35 if table.has_rowid else (PAGE - 12) * 64 // 255 - 23
    if total <= most:
        return total
    least = (PAGE - 12) * 32 // 255 - 23
    local = least + (total - least) % (PAGE - 4)
    return local if local <= most else least


def _varint(content: bytes, place: int) -> tuple[int, int]:
    """Return a number of seven bits a byte, and where it ends."""
    value = 0
    while True:
        byte = content[place]
        value, place = value << 7 | byte & 0x7F, place + 1
        if byte < 0x80:
            return value, place


def _rowid_before(content: bytes, start: int) -> int:
    """Return the number of the row whose record begins at an offset."""
    first = start - 1
    while first > max(start - 8, 0) and content[first - 1] >= 0x80:
        first -= 1
    with contextlib.suppress(IndexError):
        return _varint(content, first)[0]
    return 0


def _values(record: bytes, head: int, kinds: list[int], sizes: list[int]) -> list[Value]:
    values: list[Value] = []
    for kind, size in zip(kinds, sizes, strict=True):
        part, head = record[head : head + size], head + size
        if len(part) < size:
            raise ValueError("a record that is cut")
        if kind >= 12:
            values.append(part.decode())
        elif kind == 7:
            values.append(float(struct.unpack(">d", part)[0]))
        elif kind == 0:
            values.append(None)
        else:
            values.append(kind - 8 if kind >= 8 else int.from_bytes(part, signed=True))
    return values
