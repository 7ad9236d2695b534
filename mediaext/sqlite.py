"""SQLite files that several processes share: opened, brought to the current schema, refused."""

import contextlib
import os
import sqlite3
import struct
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypedDict, Unpack
from urllib.parse import quote

from mediaext.errors import MediaError

PATIENCE = 10.0  # seconds that another process's lock is waited for
PAUSE = 0.01  # seconds between two tries
COMPANIONS = ("-wal", "-shm")  # suffixes of the files that SQLite keeps beside a database

MOVE_ASIDE = "Move it aside to begin a new one."
REMEDIES = {
    "ledger": "Stop the service and run 'mediaext repair', which keeps what can be read.",
    "job history": "repair() of the client keeps what can be read and sets the file aside.",
}

Migration = Sequence[str | Callable[[sqlite3.Connection], None]]
"""What brings a database from one version to the next: statements, or functions of its rows."""


class ConnectOptions(TypedDict, total=False):
    """Options of ``sqlite3.connect`` that are passed on."""

    isolation_level: None
    cached_statements: int


def open_database(
    path: Path, name: str, migrations: Sequence[Migration], **options: Unpack[ConnectOptions]
) -> sqlite3.Connection:
    """Open a database with a write-ahead log for any thread, and bring it to the newest version.

    The version is ``PRAGMA user_version``: the number of ``migrations`` that were applied. Missing
    ones are applied in one transaction. ``name`` says in messages what the file is, such as
    ``"job history"``. The file is readable by its owner alone.

    Raises
    ------
    MediaError
        Where the file was written by a newer version (it is then left untouched), is damaged or
        not a database, cannot be written, or stays locked for :data:`PATIENCE` seconds.
    """
    with told(path, name), _opening:
        _refuse_newer(path, name, len(migrations))
        path.touch(mode=0o600)
        for companion in ("", *COMPANIONS):
            _make_private(Path(f"{path}{companion}"))
        connection = sqlite3.connect(path, PATIENCE, check_same_thread=False, **options)
        try:
            connection.row_factory = sqlite3.Row
            _start_log(connection)
            _migrate(connection, migrations)
        except BaseException:
            connection.close()
            raise
        return connection


@contextlib.contextmanager
def told(path: Path, name: str) -> Iterator[None]:
    """Turn SQLite's errors and those of the file system into a :class:`MediaError`."""
    try:
        yield
    except sqlite3.OperationalError as error:
        raise MediaError(
            f"The {name} {path} cannot be used ({error}). Free some disk space, see that the "
            "folder can be written, or set MEDIAEXT_HOME to another one."
        ) from None
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:  # the second in its message
        if type(error) not in (sqlite3.DatabaseError, UnicodeDecodeError):
            raise  # a subclass, which tells a mistake of the caller
        raise MediaError(
            f"The {name} {path} is damaged ({error}). {REMEDIES.get(name, MOVE_ASIDE)}"
        ) from None
    except OSError as error:
        raise MediaError(
            f"The {name} {path} cannot be opened ({error.strerror}). See that the folder can be "
            "written, or set MEDIAEXT_HOME to another one."
        ) from None


def _refuse_newer(path: Path, name: str, newest: int) -> None:
    """Raise :class:`MediaError` for a file of a newer version, reading it without any change."""
    if not path.exists() or not path.stat().st_size:
        return
    # Not through open(): closing that file would drop the locks of this process's connections.
    with contextlib.closing(
        sqlite3.connect(f"file:{quote(os.fspath(path))}?mode=ro", PATIENCE, uri=True)
    ) as reader:
        version = _version(reader)
    if version > newest:
        raise MediaError(
            f"The {name} {path} was written by a newer mediaext (schema {version}, this one knows "
            f"{newest}); install that one, or set MEDIAEXT_HOME to another folder."
        )


def _make_private(path: Path) -> None:
    """Take the rights of group and others away, where the file is there and ours."""
    with contextlib.suppress(OSError):
        if path.stat().st_mode & 0o077:
            path.chmod(0o600)


def _start_log(connection: sqlite3.Connection) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        try:  # SQLite does not wait by itself for the lock that this change takes
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError:
            if time.monotonic() > until:
                raise
            time.sleep(PAUSE)
        else:
            return


def _migrate(connection: sqlite3.Connection, migrations: Sequence[Migration]) -> None:
    """Apply what is missing, all or nothing; another process may have been faster."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        for migration in migrations[_version(connection) :]:
            for step in migration:
                connection.execute(step) if isinstance(step, str) else step(connection)
        connection.execute(f"PRAGMA user_version = {len(migrations)}")
    except BaseException:
        connection.rollback()
        raise
    connection.commit()


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


PAGE = 4096  # bytes of a page, SQLite's default
Value = int | float | str | bytes | None


def find_rows(content: bytes, columns: int) -> Iterator[list[Value]]:
    """Search the bytes of a database for rows of ``columns`` columns, wherever they lie.

    It needs neither schema nor pages that hold together, so that what is outside a damage is
    found. It also finds rows that were overwritten or deleted, and what only looks like a row:
    callers keep those whose own checksum holds.
    """
    least = columns + 1  # bytes of a header whose numbers all have one byte
    for start, head in enumerate(content):
        if head < least or head > 127:
            continue
        if head > least and content[start + 1 : start + head].isascii():  # no longer number
            continue
        if types := _types(content, start, head, columns):
            yield from _row_at(content, start, head, types)


def _types(content: bytes, start: int, head: int, columns: int) -> list[int] | None:
    """Return the serial types in the header of a record, or ``None`` where there is none."""
    types: list[int] = []
    at, end = start + 1, min(start + head, len(content))
    while at < end:
        value = 0
        while True:  # a number of seven bits a byte
            byte = content[at]
            value, at = value << 7 | byte & 0x7F, at + 1
            if byte < 0x80 or at >= end:
                break
        if value in (10, 11) or value > 1 << 26:  # reserved, or larger than any row of ours
            return None
        types.append(value)
        if len(types) > columns:
            return None
    return types if len(types) == columns else None


def _row_at(content: bytes, start: int, head: int, types: list[int]) -> Iterator[list[Value]]:
    """Yield the row at an offset; twice where its rest may lie at either of two places."""
    sizes = [(size - 12) // 2 if size >= 12 else _NUMBER_SIZES[size] for size in types]
    total = head + sum(sizes)
    most, least = (PAGE - 12) * 64 // 255 - 23, (PAGE - 12) * 32 // 255 - 23
    if total <= most:
        bodies = [content[start : start + total]]
    else:  # the rest is in a chain of pages, shifted where bytes were inserted before
        kept = least + (total - least) % (PAGE - 4)
        kept = kept if kept <= most else least
        bodies = [
            content[start : start + kept] + _chain(content, start + kept, total - kept, shift)
            for shift in {0, len(content) % PAGE}
        ]
    for body in bodies:
        if len(body) == total:
            with contextlib.suppress(ValueError):  # what is no UTF-8 is no text of ours
                yield _values(body[head:], types, sizes)


def _chain(content: bytes, at: int, size: int, shift: int) -> bytes:
    found = b""
    while len(found) < size:
        number = int.from_bytes(content[at : at + 4], "big")
        at = (number - 1) * PAGE + shift
        piece = content[at + 4 : at + PAGE] if number else b""
        if not piece:
            break
        found += piece[: size - len(found)]
    return found


def _values(body: bytes, types: list[int], sizes: list[int]) -> list[Value]:
    values: list[Value] = []
    for kind, size in zip(types, sizes, strict=True):
        part, body = body[:size], body[size:]
        if kind >= 12:
            values.append(part.decode() if kind % 2 else part)
        elif kind == 7:
            values.append(struct.unpack(">d", part)[0])
        elif kind == 0:
            values.append(None)
        else:
            values.append(kind - 8 if kind >= 8 else int.from_bytes(part, "big", signed=True))
    return values


_NUMBER_SIZES = (0, 1, 2, 3, 4, 6, 8, 8, 0, 0)  # bytes of serial types 0 to 9
_opening = threading.Lock()  # a file that one thread creates is closed before another locks it


def _forget_in_child() -> None:
    global _opening  # noqa: PLW0603 # a thread of the parent may have held it
    _opening = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_in_child)
