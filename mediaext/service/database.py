"""One SQLite file and one connection to it, shared by the threads of a process.

``synchronous=NORMAL`` with a write-ahead log keeps every commit when the process is killed at any
moment; only a crash of the operating system itself may lose the last commits, never the file.
Statements are short (tens of microseconds), so they run on the event loop without a thread.
"""

import contextlib
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mediaext.service.schema import MIGRATIONS
from mediaext.sqlite import open_database

PRAGMAS = (
    "synchronous=NORMAL",
    "wal_autocheckpoint=8192",  # pages: each checkpoint waits for the disk
    "journal_size_limit=67108864",
    "cache_size=-16384",  # kibibytes
)


class Database:
    """The service's SQLite file, made on first use."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._lock = threading.RLock()
        self._connection = open_database(path, isolation_level=None, cached_statements=256)
        for pragma in PRAGMAS:
            self._connection.execute(f"PRAGMA {pragma}")
        self._migrate()

    def _migrate(self) -> None:
        with self.transaction():
            version = self._connection.execute("PRAGMA user_version").fetchone()[0]
            if version > len(MIGRATIONS):
                raise RuntimeError(
                    f"The ledger was written by a newer mediaext (version {version}); upgrade."
                )
            for statements in MIGRATIONS[version:]:
                for statement in statements:
                    self._connection.execute(statement)
            self._connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """Commit everything inside together or not at all; an inner one joins the outer one."""
        with self._lock:
            if self._connection.in_transaction:
                yield
                return
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    def one(self, statement: str, *values: Any) -> sqlite3.Row | None:
        """Return the first row, or ``None``."""
        with self._lock:
            row: sqlite3.Row | None = self._connection.execute(statement, values).fetchone()
            return row

    def all(self, statement: str, *values: Any) -> list[sqlite3.Row]:
        """Return every row."""
        with self._lock:
            return self._connection.execute(statement, values).fetchall()

    def run(self, statement: str, *values: Any) -> int:
        """Execute and return the number of rows changed."""
        with self._lock:
            return self._connection.execute(statement, values).rowcount

    def changed_elsewhere(self) -> int:
        """Return a number that changes when another connection has committed."""
        row = self.one("PRAGMA data_version")
        return int(row[0]) if row else 0

    def close(self) -> None:
        """Close the connection."""
        with self._lock:
            self._connection.close()
