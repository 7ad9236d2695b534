"""SQLite files that several processes share: open, migrate, or refuse them.

Rows of a table with a :class:`Seal` carry a checksum of their own, so that a damaged one is known
and those around it can be told from what only looks like a row.
"""

import contextlib
import os
import sqlite3
import threading
import time
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
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

Value = int | float | str | bytes | None
"""What a column of SQLite holds."""
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
            prepare(connection)
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
    if _version(connection) == len(migrations):
        return  # without a write: it could cut off what a damaged file has at its end
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


# Seals


def prepare(connection: sqlite3.Connection) -> None:
    """Give a connection what the triggers of a :class:`Seal` call, and forget what is deleted.

    Bytes of a deleted or changed row are overwritten, so that a repair does not bring it back.
    """
    connection.create_function("seal", -1, make_seal, deterministic=True)
    connection.execute("PRAGMA secure_delete=ON")


def make_seal(table: str, former: int, *values: Value) -> int:
    """Return the seal of a row: a version, one above the former's, and the CRC-32 of all."""
    version = (former >> 32) + 1
    parts = [value if type(value) is bytes else str(value).encode() for value in values]
    content = b"\0".join([table.encode(), *parts])
    return version << 32 | zlib.crc32(content, version & 0xFFFFFFFF)


@dataclass(frozen=True, slots=True)
class Seal:
    """A migration that seals the rows of a table: triggers keep a checksum in its column ``seal``.

    Changes of the columns in ``open_columns`` alone cost nothing and are not checked. A later
    migration that adds a column has to seal the table anew.
    """

    table: str
    open_columns: tuple[str, ...] = ()

    def __call__(self, connection: sqlite3.Connection) -> None:
        """Add the column and the triggers, and seal the rows that are there."""
        columns = connection.execute(f"PRAGMA table_info({self.table})").fetchall()
        names = [column[1] for column in columns if column[1] not in self.open_columns]
        keys = " AND ".join(f"{column[1]} = NEW.{column[1]}" for column in columns if column[5])
        texts = {column[1] for column in columns if column[2] == "TEXT"}

        def sealed(row: str, former: str) -> str:
            # as bytes: what is no UTF-8 was damaged, and may still be overwritten
            values = [
                f"CAST({row}{name} AS BLOB)" if name in texts else row + name for name in names
            ]
            return f"seal = seal('{self.table}', {former}, {', '.join(values)})"

        setting = f"UPDATE {self.table} SET"
        for statement in (
            f"ALTER TABLE {self.table} ADD COLUMN seal INTEGER NOT NULL DEFAULT 0",
            f"{setting} {sealed('', '0')}",
            f"CREATE TRIGGER {self.table}_entered AFTER INSERT ON {self.table} "
            f"BEGIN {setting} {sealed('NEW.', '0')} WHERE {keys}; END",
            f"CREATE TRIGGER {self.table}_changed AFTER UPDATE OF {', '.join(names)} "
            f"ON {self.table} BEGIN {setting} {sealed('NEW.', 'OLD.seal')} WHERE {keys}; END",
        ):
            connection.execute(statement)

    def holds(self, row: Mapping[str, Value]) -> bool:
        """Say whether a row, in the order of its table's columns, is as it was sealed."""
        kept = [row[name] for name in row if name not in (*self.open_columns, "seal")]
        former = self.version(row) - 1
        return row["seal"] == make_seal(self.table, former << 32, *kept)

    def version(self, row: Mapping[str, Value]) -> int:
        """Return how often a row was written: of several copies, the highest is the latest."""
        found = row["seal"]
        return found >> 32 if isinstance(found, int) else 0


_opening = threading.Lock()  # a file that one thread creates is closed before another locks it


def _forget_in_child() -> None:
    global _opening  # noqa: PLW0603 # a thread of the parent may have held it
    _opening = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_in_child)
