"""Opening SQLite files that several processes use at once."""

import sqlite3
import time
from pathlib import Path
from typing import Any

PATIENCE = 10.0  # seconds that another process's lock is waited for
PAUSE = 0.01  # seconds between two tries


def open_database(path: Path, **options: Any) -> sqlite3.Connection:
    """Open a database with a write-ahead log for any thread; options are those of ``sqlite3``.

    Raises ``sqlite3.OperationalError`` where it stays locked for :data:`PATIENCE` seconds.
    """
    connection: sqlite3.Connection = sqlite3.connect(
        path, timeout=PATIENCE, check_same_thread=False, **options
    )
    connection.row_factory = sqlite3.Row
    until = time.monotonic() + PATIENCE
    while True:
        try:  # SQLite does not wait by itself for the lock that this change takes
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError:
            if time.monotonic() > until:
                connection.close()
                raise
            time.sleep(PAUSE)
        else:
            return connection
