"""Repairing a damaged SQLite file: what is readable goes into a new one, the old one is kept.

SQLite itself stops at the first page that is damaged, and with it loses whatever the tree of pages
leads to from there. So the rows of a damaged table are also read from the pages where they lie
(https://www.sqlite.org/fileformat2.html): a page that is damaged costs its own rows alone.
"""

import contextlib
import os
import shutil
import sqlite3
import struct
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from mediaext.sqlite import COMPANIONS, Migration, open_database, told

Value = int | float | str | bytes | None
TABLE_LEAF, INDEX_LEAF, INDEX_INTERIOR = 0x0D, 0x0A, 0x02
SIZES = {0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8, 7: 8, 8: 0, 9: 0}  # bytes by serial type
HEADER = 100  # bytes before the content of the first page
PAGE = 4096  # bytes, where the header does not tell
PAGES = (512, 1024, 2048, 4096, 8192, 16384, 32768)


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
    derived: Sequence[str] = (),
    finish: Sequence[str] = (),
) -> Repaired:
    """Replace a damaged database by a new one that holds every row that can be read.

    The old file is kept byte for byte beside it, as ``FILE.damaged-1`` and on. Rows of the tables
    in ``derived`` are left out; the statements of ``finish`` make them again. No process may use
    the file meanwhile. Raises :class:`mediaext.errors.MediaError` where the folder cannot be
    written.
    """
    with told(path, name), tempfile.TemporaryDirectory(dir=path.parent) as folder:
        new = Path(folder) / "repaired"
        with contextlib.closing(open_database(new, name, migrations)) as target:
            rows = recover(_copy(path, Path(folder)), target, migrations, derived)
            for statement in finish:
                target.execute(statement)
            target.commit()
            target.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        aside = _free_name(path)
        for companion in ("", *COMPANIONS):
            with contextlib.suppress(FileNotFoundError):
                os.rename(f"{path}{companion}", f"{aside}{companion}")
        os.rename(new, path)
    return Repaired(aside, rows)


def recover(
    damaged: Path,
    target: sqlite3.Connection,
    migrations: Sequence[Migration],
    derived: Sequence[str] = (),
) -> dict[str, int]:
    """Copy every row that can be read into a new database; return how many of each table.

    Triggers do not run, since their effects are rows too.
    """
    found = target.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for trigger, _ in found:
        target.execute(f"DROP TRIGGER {trigger}")
    rows = {}
    for shape in _shapes(migrations):
        if shape.name not in derived:
            _fill(target, shape, damaged)
            count = f"SELECT COUNT(*) FROM {shape.name}"  # noqa: S608 # a table of our own
            rows[shape.name] = int(target.execute(count).fetchone()[0])
    for _, statement in found:
        target.execute(statement)
    return rows


def _copy(path: Path, folder: Path) -> Path:
    copy = folder / "copy"
    shutil.copyfile(path, copy)
    with contextlib.suppress(FileNotFoundError):
        shutil.copyfile(f"{path}-wal", f"{copy}-wal")
    with (
        contextlib.suppress(sqlite3.DatabaseError),
        contextlib.closing(sqlite3.connect(copy)) as connection,
    ):
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return copy


def _free_name(path: Path) -> Path:
    number = 1
    while (aside := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    return aside


# Tables


@dataclass(frozen=True, slots=True)
class Shape:
    """A table: its columns as records hold them, the widths that versions of it had."""

    name: str
    columns: tuple[str, ...]
    rowid: str | None
    has_rowid: bool
    widths: frozenset[int]


def _shapes(migrations: Sequence[Migration]) -> list[Shape]:
    """Read the tables that the migrations make, in each of their versions."""
    widths: dict[str, set[int]] = {}
    shapes: dict[str, Shape] = {}
    with contextlib.closing(sqlite3.connect(":memory:")) as model:
        for migration in migrations:
            for step in migration:
                model.execute(step) if isinstance(step, str) else step(model)
            for _, name, kind, _, without, _ in model.execute("PRAGMA table_list").fetchall():
                if kind == "table" and not name.startswith("sqlite_"):
                    facts = model.execute(f"PRAGMA table_info({name})").fetchall()
                    keys = sorted((fact[5], fact[1]) for fact in facts if fact[5])
                    rowid = keys[0][1] if not without and len(keys) == 1 else None
                    if rowid and next(f[2] for f in facts if f[1] == rowid) != "INTEGER":
                        rowid = None
                    front = [name for _, name in keys] if without else []
                    columns = [*front, *(fact[1] for fact in facts if fact[1] not in front)]
                    widths.setdefault(name, set()).add(len(columns))
                    shapes[name] = Shape(
                        name, tuple(columns), rowid, not without, frozenset(widths[name])
                    )
    return list(shapes.values())


def _fill(target: sqlite3.Connection, shape: Shape, copy: Path) -> None:
    """Insert the rows of a table; where SQLite cannot read all, those of the pages too."""
    try:
        with contextlib.closing(sqlite3.connect(copy)) as source:
            source.text_factory = lambda raw: raw.decode("utf-8", "replace")
            cursor = source.execute(f"SELECT * FROM {shape.name}")  # noqa: S608 # as above
            names = [column[0] for column in cursor.description]
            for row in cursor:
                _insert(target, shape.name, dict(zip(names, row, strict=True)))
    except (sqlite3.DatabaseError, UnicodeDecodeError):  # the second in SQLite's own message
        for rowid, values in _records(copy.read_bytes(), tables=shape.has_rowid):
            if len(values) in shape.widths and not any(
                isinstance(value, str) and "\0" in value for value in values
            ):
                row = dict(zip(shape.columns, values, strict=False))
                if shape.rowid is not None:
                    row[shape.rowid] = rowid
                _insert(target, shape.name, row)


def _insert(target: sqlite3.Connection, table: str, row: dict[str, Value]) -> None:
    """Insert a row that the table's own constraints take; one that is there stays."""
    marks = ", ".join("?" * len(row))
    columns = ", ".join(row)
    statement = f"INSERT OR IGNORE INTO {table} ({columns}) VALUES ({marks})"  # noqa: S608 # as above
    with contextlib.suppress(sqlite3.IntegrityError, sqlite3.OperationalError, OverflowError):
        target.execute(statement, tuple(row.values()))


# Pages


def _records(content: bytes, *, tables: bool) -> Iterator[tuple[int, list[Value]]]:
    """Give row number and values of every record that lies whole on its pages."""
    size = _page_size(content)
    free = _free_pages(content, size)
    kinds = {TABLE_LEAF} if tables else {INDEX_LEAF, INDEX_INTERIOR}
    for number in range(len(content) // size):
        page = content[number * size : (number + 1) * size]
        start = 0 if number else HEADER
        if page[start] in kinds and number + 1 not in free:
            yield from _page(content, page, start, size)


def _page_size(content: bytes) -> int:
    size = int.from_bytes(content[16:18])
    return size if content[:6] == b"SQLite" and size in PAGES else PAGE


def _free_pages(content: bytes, size: int) -> set[int]:
    """Return the numbers of pages that hold nothing, as far as their list can be read."""
    free: set[int] = set()
    trunk = int.from_bytes(content[32:36])
    while trunk and trunk not in free and trunk * size <= len(content):
        free.add(trunk)
        place = (trunk - 1) * size
        following, count = struct.unpack_from(">II", content, place)
        count = min(count, size // 4 - 2)
        free.update(struct.unpack_from(f">{count}I", content, place + 8))
        trunk = following
    return free


def _page(content: bytes, page: bytes, start: int, size: int) -> Iterator[tuple[int, list[Value]]]:
    kind = page[start]
    count = int.from_bytes(page[start + 3 : start + 5])
    first = start + (12 if kind == INDEX_INTERIOR else 8)
    for cell in range(min(count, (size - first) // 2)):
        place = int.from_bytes(page[first + 2 * cell : first + 2 * cell + 2])
        try:
            place += 4 if kind == INDEX_INTERIOR else 0
            length, place = _varint(page, place)
            rowid = 0
            if kind == TABLE_LEAF:
                rowid, place = _varint(page, place)
            local = _local_size(length, kind, size)
            yield rowid, _values(_payload(content, page[place:], length, local))
        except (IndexError, ValueError, struct.error):
            continue  # this record is damaged


def _local_size(length: int, kind: int, size: int) -> int:
    """Return how much of a record lies on the page itself; the rest goes on in others."""
    most = size - 35 if kind == TABLE_LEAF else (size - 12) * 64 // 255 - 23
    if length <= most:
        return length
    least = (size - 12) * 32 // 255 - 23
    local = least + (length - least) % (size - 4)
    return local if local <= most else least


def _payload(content: bytes, rest: bytes, length: int, local: int) -> bytes:
    """Return a record; ``rest`` is its page from where it begins."""
    pieces = [rest[:local]]
    missing = length - local
    size = _page_size(content)
    following = int.from_bytes(rest[local : local + 4]) if missing else 0
    while missing > 0:
        if not following or following * size > len(content):
            raise ValueError("a page is missing")
        start = (following - 1) * size
        pieces.append(content[start + 4 : start + 4 + min(missing, size - 4)])
        missing -= size - 4
        following = int.from_bytes(content[start : start + 4])
    return b"".join(pieces)


def _varint(data: bytes, place: int) -> tuple[int, int]:
    value = 0
    for step in range(8):
        byte = data[place + step]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, place + step + 1
    value = value << 8 | data[place + 8]
    return (value - (1 << 64) if value >> 63 else value), place + 9


def _values(record: bytes) -> list[Value]:
    end, place = _varint(record, 0)
    body = end
    values: list[Value] = []
    while place < end:
        kind, place = _varint(record, place)
        length = SIZES[kind] if kind in SIZES else (kind - 12) // 2 if kind >= 12 else -1
        raw = record[body : body + length]
        if length < 0 or len(raw) != length:
            raise ValueError("a value is missing")
        body += length
        values.append(_value(kind, raw))
    if body != len(record):
        raise ValueError("a record of another length")
    return values


def _value(kind: int, raw: bytes) -> Value:
    if kind == 0:
        return None
    if kind == 7:
        return float(struct.unpack(">d", raw)[0])
    if kind in (8, 9):
        return kind - 8
    if kind < 12:
        return int.from_bytes(raw, signed=True)
    return raw if kind % 2 == 0 else raw.decode("utf-8", "replace")
