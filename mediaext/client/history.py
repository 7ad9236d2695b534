"""Every job on record, in SQLite: what was asked, when, how it ended, where its bytes are."""

import json
import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from statistics import median
from typing import Any

from mediaext.errors import MediaError
from mediaext.job import JobRecord, Status
from mediaext.sqlite import open_database

MIGRATIONS = (
    """
    CREATE TABLE jobs (
        service TEXT NOT NULL, job_id TEXT NOT NULL, operation TEXT NOT NULL,
        status TEXT NOT NULL, request TEXT NOT NULL, request_key TEXT, seed INTEGER,
        inputs TEXT NOT NULL, submitted_at REAL NOT NULL, completed_at REAL,
        attempts INTEGER NOT NULL, failure_reason_code TEXT, error TEXT, result_digest TEXT,
        files TEXT NOT NULL, media_type TEXT, size INTEGER, run TEXT, position INTEGER,
        PRIMARY KEY (service, job_id)
    ) WITHOUT ROWID;
    CREATE INDEX jobs_by_time ON jobs (submitted_at);
    CREATE INDEX jobs_by_request ON jobs (request_key) WHERE request_key IS NOT NULL;
    CREATE INDEX jobs_by_run ON jobs (run, position) WHERE run IS NOT NULL;
    CREATE INDEX jobs_by_duration ON jobs (service, operation, completed_at);
    """,
    """
    CREATE TABLE identity (name TEXT NOT NULL);
    INSERT INTO identity VALUES (lower(hex(randomblob(16))))
    """,
)
SAMPLE = 15  # last durations from which an operation's usual time is learned
_COLUMNS = (
    "service", "job_id", "operation", "status", "request", "request_key", "seed", "inputs",
    "submitted_at", "completed_at", "attempts", "failure_reason_code", "error", "result_digest",
    "files", "media_type", "size", "run", "position",
)  # fmt: skip
_STAMP = f"PRAGMA user_version = {len(MIGRATIONS)}"
_JSON = frozenset({"request", "inputs", "files"})
_INSERT = (
    f"INSERT OR REPLACE INTO jobs ({', '.join(_COLUMNS)}) "  # noqa: S608 # our own column names
    f"VALUES ({', '.join('?' * len(_COLUMNS))})"
)


class History:
    """The job table of one state folder; safe for several threads and processes."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "history.sqlite"
        self._lock = threading.Lock()
        self._connection: sqlite3.Connection | None = None
        self._pid = 0

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        if self._pid != os.getpid():  # a forked child: the parent may have held the lock
            self._lock, self._connection, self._pid = threading.Lock(), None, os.getpid()
        with self._lock:
            if self._connection is None:
                self._connection = self._connect()
            try:
                with self._connection:
                    yield self._connection
            except sqlite3.OperationalError as error:
                raise MediaError(
                    f"The job history {self.path} cannot be written ({error}). "
                    "Free some disk space or set MEDIAEXT_HOME to another folder."
                ) from None

    def _connect(self) -> sqlite3.Connection:
        connection = open_database(self.path)
        # A crash of this process loses nothing in NORMAL; only a power cut may cost the last rows.
        connection.execute("PRAGMA synchronous=NORMAL")
        self._migrate(connection)
        return connection

    def _migrate(self, connection: sqlite3.Connection) -> None:
        connection.execute("BEGIN IMMEDIATE")
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version > len(MIGRATIONS):
            connection.rollback()
            raise MediaError(
                f"The job history {self.path} was written by a newer mediaext (schema {version}); "
                "install that one, or choose another folder with MEDIAEXT_HOME."
            )
        for script in MIGRATIONS[version:]:
            for statement in script.split(";"):
                connection.execute(statement)
        connection.execute(_STAMP)
        connection.commit()

    @cached_property
    def identity(self) -> str:
        """Random name of this history, unlike any other's."""
        with self._open() as connection:
            (name,) = connection.execute("SELECT name FROM identity").fetchone()
        return str(name)

    def save(
        self, record: JobRecord, request_key: str | None = None, position: int | None = None
    ) -> None:
        """Write or overwrite the row of a job."""
        values: dict[str, Any] = {
            **record.model_dump(),
            "status": record.status.value,
            "submitted_at": record.submitted_at.timestamp(),
            "completed_at": record.completed_at.timestamp() if record.completed_at else None,
            "request_key": request_key,
            "position": position,
        }
        row = [
            json.dumps(values[name], ensure_ascii=False) if name in _JSON else values[name]
            for name in _COLUMNS
        ]
        with self._open() as connection:
            connection.execute(_INSERT, row)

    def get(self, job_id: str) -> JobRecord | None:
        """Return the record of a job, or ``None``."""
        return next(iter(self._select("job_id = ? ORDER BY submitted_at DESC", job_id)), None)

    def records(
        self, *, status: str | None = None, operation: str | None = None, limit: int = 1000
    ) -> list[JobRecord]:
        """Return the newest records first."""
        return self._select(
            "(?1 IS NULL OR status = ?1) AND (?2 IS NULL OR operation = ?2) "
            "ORDER BY submitted_at DESC LIMIT ?3",
            status,
            operation,
            limit,
        )

    def unfinished(self, service: str) -> list[JobRecord]:
        """Return the jobs of a service that were not seen to end, oldest first."""
        return self._select("service = ? AND status = 'queued' ORDER BY submitted_at", service)

    def finished(self, request_key: str) -> JobRecord | None:
        """Return the last completed job with this request."""
        found = self._select(
            "request_key = ? AND status = 'completed' ORDER BY submitted_at DESC LIMIT 1",
            request_key,
        )
        return found[0] if found else None

    def in_run(self, run: str, position: int, request_key: str) -> JobRecord | None:
        """Return the job of a named run at a position, when it asks for the same."""
        found = self._select(
            "run = ? AND position = ? AND request_key = ? AND status != 'failed' "
            "ORDER BY submitted_at DESC LIMIT 1",
            run,
            position,
            request_key,
        )
        return found[0] if found else None

    def usual_seconds(self, service: str, operation: str) -> float | None:
        """Return the median duration of the last completed jobs, or ``None``."""
        with self._open() as connection:
            rows = connection.execute(
                "SELECT completed_at - submitted_at FROM jobs WHERE service = ? AND operation = ? "
                "AND status = 'completed' AND completed_at IS NOT NULL "
                "ORDER BY completed_at DESC LIMIT ?",
                (service, operation, SAMPLE),
            ).fetchall()
        return median(row[0] for row in rows) if rows else None

    def prune(self, before: datetime) -> int:
        """Forget ended jobs submitted before a moment; return how many."""
        with self._open() as connection:
            cursor = connection.execute(
                "DELETE FROM jobs WHERE status != 'queued' AND submitted_at < ?",
                (before.timestamp(),),
            )
            return cursor.rowcount

    def _select(self, condition: str, *values: Any) -> list[JobRecord]:
        with self._open() as connection:
            rows = connection.execute(
                f"SELECT * FROM jobs WHERE {condition}",  # noqa: S608 # conditions are our own text
                values,
            ).fetchall()
        return [_record(row) for row in rows]


def _record(row: sqlite3.Row) -> JobRecord:
    values = dict(row)
    for name in _JSON:
        values[name] = json.loads(values[name])
    for name in ("submitted_at", "completed_at"):
        moment = values[name]
        values[name] = datetime.fromtimestamp(moment, UTC) if moment is not None else None
    values["status"] = Status(values["status"])
    return JobRecord.model_validate(values)
