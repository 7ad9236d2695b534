"""The job history in SQLite: each request, its times, its outcome, and its result."""

import json
import os
import sqlite3
import threading
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from statistics import median
from typing import Any

from mediaext.job import JobRecord, State, Status
from mediaext.logs import logger
from mediaext.sqlite import Migration, Value, open_database, told
from mediaext.sqlite_repair import Row, has_damaged_log, recover, repair

NAME = "job history"
SAMPLE = 15  # last durations from which an operation's usual time is learned
_COLUMNS = (
    "service", "job_id", "operation", "status", "request", "request_key", "seed", "inputs",
    "submitted_at", "completed_at", "attempts", "failure_reason_code", "error", "result_digest",
    "files", "media_type", "size", "run", "position", "notes", "made_by",
    "asked_key", "seconds", "checksum",
)  # fmt: skip
_JSON = frozenset({"request", "inputs", "files", "notes", "made_by"})
STORED_AS: Mapping[State, str] = {
    "queued": "status = 'queued'",
    "paused": "status = 'queued'",
    "completed": "status = 'completed'",
    "failed": "status = 'failed' AND failure_reason_code IS NOT 'CANCELLED'",
    "cancelled": "status = 'failed' AND failure_reason_code = 'CANCELLED'",
}
_REAL = ("submitted_at", "completed_at", "seconds")
_INSERT = f"""
INSERT INTO jobs ({", ".join(_COLUMNS)}) VALUES ({", ".join("?" * len(_COLUMNS))})
ON CONFLICT (service, job_id) DO UPDATE SET
{", ".join(f"{name} = excluded.{name}" for name in _COLUMNS[2:])}
WHERE jobs.status = 'queued' OR excluded.status != 'queued'
"""  # noqa: S608 # our own column names; a job that has ended is never queued again
log = logger(__name__)


def _structure_files(connection: sqlite3.Connection) -> None:
    """Turn ``"digest type name"`` into its parts, learn durations, and seal every row."""
    connection.row_factory = sqlite3.Row
    for row in connection.execute("SELECT * FROM jobs").fetchall():
        values = dict(row)
        packed = {role: text.split(" ", 2) for role, text in json.loads(row["files"]).items()}
        names = ("digest", "media_type", "name")
        values["files"] = json.dumps(
            {role: dict(zip(names, parts, strict=False)) for role, parts in packed.items()}
        )
        if row["completed_at"] is not None:
            values["seconds"] = row["completed_at"] - row["submitted_at"]
        values["checksum"] = _checksum(values)
        connection.execute(
            "UPDATE jobs SET files = ?, seconds = ?, checksum = ? "
            "WHERE service = ? AND job_id = ?",
            [values[name] for name in ("files", "seconds", "checksum", "service", "job_id")],
        )


MIGRATIONS: tuple[Migration, ...] = (
    (
        """
        CREATE TABLE jobs (
            service TEXT NOT NULL, job_id TEXT NOT NULL, operation TEXT NOT NULL,
            status TEXT NOT NULL, request TEXT NOT NULL, request_key TEXT, seed INTEGER,
            inputs TEXT NOT NULL, submitted_at REAL NOT NULL, completed_at REAL,
            attempts INTEGER NOT NULL, failure_reason_code TEXT, error TEXT, result_digest TEXT,
            files TEXT NOT NULL, media_type TEXT, size INTEGER, run TEXT, position INTEGER,
            PRIMARY KEY (service, job_id)
        ) WITHOUT ROWID
        """,
        "CREATE INDEX jobs_by_time ON jobs (submitted_at)",
        "CREATE INDEX jobs_by_request ON jobs (request_key) WHERE request_key IS NOT NULL",
        "CREATE INDEX jobs_by_run ON jobs (run, position) WHERE run IS NOT NULL",
        "CREATE INDEX jobs_by_duration ON jobs (service, operation, completed_at)",
    ),
    (
        "CREATE TABLE identity (name TEXT NOT NULL)",
        "INSERT INTO identity VALUES (lower(hex(randomblob(16))))",
    ),
    ("ALTER TABLE jobs ADD COLUMN notes TEXT NOT NULL DEFAULT '[]'",),
    (
        "ALTER TABLE jobs ADD COLUMN made_by TEXT NOT NULL DEFAULT '{}'",
        "ALTER TABLE jobs ADD COLUMN asked_key TEXT",
        "CREATE TABLE announced (service TEXT PRIMARY KEY, engines TEXT NOT NULL) WITHOUT ROWID",
    ),
    (
        "ALTER TABLE jobs ADD COLUMN seconds REAL",
        "ALTER TABLE jobs ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0",
        _structure_files,
    ),
)


@dataclass(frozen=True, slots=True)
class HistoryReport:
    """What :meth:`History.verify` found: rows that can be read, and whether all of it can."""

    readable: int
    whole: bool


class History:
    """The job table of one state folder; safe for several threads and processes.

    A damaged row costs itself: it is left out and logged. Reading changes nothing; a history that
    is damaged further is refused with a sentence until :meth:`repair`.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / "history.sqlite"
        self._lock = threading.Lock()
        self._connection: sqlite3.Connection | None = None
        self._pid = 0

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        if self._pid != os.getpid():  # a forked child: the parent may have held the lock
            self._lock, self._connection, self._pid = threading.Lock(), None, os.getpid()
        with self._lock, told(self.path, NAME):
            if self._connection is None:
                self._connection = self._connect()
            with self._connection:
                yield self._connection

    def _connect(self) -> sqlite3.Connection:
        connection = open_database(self.path, NAME, MIGRATIONS)
        # A crash of this process loses nothing in NORMAL; only a power cut may cost the last rows.
        connection.execute("PRAGMA synchronous=NORMAL")
        connection.text_factory = _decode
        return connection

    @cached_property
    def identity(self) -> str:
        """Random name of this history, unlike any other's."""
        with self._open() as connection:
            (name,) = connection.execute("SELECT name FROM identity").fetchone()
        return str(name)

    def save(
        self,
        record: JobRecord,
        request_key: str | None = None,
        position: int | None = None,
        asked_key: str | None = None,
    ) -> None:
        """Write or overwrite the row of a job; one that has ended is never queued again.

        ``request_key`` names the request and who made it, ``asked_key`` the request alone.
        """
        names = {"request_key": request_key, "position": position, "asked_key": asked_key}
        with self._open() as connection:
            connection.execute(_INSERT, _row(record, names))

    def end(self, record: JobRecord) -> JobRecord:
        """Record how a job ended, if it is not known yet; return the stored record."""
        with self._open() as connection:
            connection.execute("BEGIN IMMEDIATE")
            row = connection.execute(
                "SELECT * FROM jobs WHERE service = ? AND job_id = ?",
                (record.service, record.job_id),
            ).fetchone()
            if row is not None and row["status"] == Status.QUEUED:
                connection.execute(_INSERT, _row(record, dict(row)))
        return self.get(record.job_id) or record

    def get(self, job_id: str) -> JobRecord | None:
        """Return the record of a job, or ``None``."""
        return next(iter(self._select("job_id = ? ORDER BY submitted_at DESC", job_id)), None)

    def records(
        self, *, status: State | None = None, operation: str | None = None, limit: int = 1000
    ) -> list[JobRecord]:
        """Return the newest records first; those that are paused are stored as queued."""
        return self._select(
            f"{STORED_AS[status] if status else 'TRUE'} AND (?1 IS NULL OR operation = ?1) "
            "ORDER BY submitted_at DESC LIMIT ?2",
            operation,
            limit,
        )

    def unfinished(self, service: str) -> list[JobRecord]:
        """Return the unfinished jobs of a service, oldest first."""
        return self._select("service = ? AND status = 'queued' ORDER BY submitted_at", service)

    def finished(self, *request_keys: str) -> JobRecord | None:
        """Return the last completed job with one of these keys."""
        found = self._select(
            f"request_key IN ({', '.join('?' * len(request_keys))}) AND status = 'completed' "
            "ORDER BY submitted_at DESC LIMIT 1",
            *request_keys,
        )
        return found[0] if found else None

    def in_run(
        self, run: str, position: int, asked_key: str, *request_keys: str
    ) -> JobRecord | None:
        """Return the job of a named run at a position, if it has the same request.

        Rows of earlier versions are found by their ``request_keys``.
        """
        found = self._select(
            "run = ? AND position = ? AND status != 'failed' AND (asked_key = ? OR "
            f"asked_key IS NULL AND request_key IN ({', '.join('?' * len(request_keys))})) "
            "ORDER BY submitted_at DESC LIMIT 1",
            run,
            position,
            asked_key,
            *request_keys,
        )
        return found[0] if found else None

    def announced(self, service: str) -> dict[str, Any]:
        """Return what a service last announced of its engines."""
        with self._open() as connection:
            row = connection.execute(
                "SELECT engines FROM announced WHERE service = ?", (service,)
            ).fetchone()
        return dict(json.loads(row[0])) if row else {}

    def remember_announced(self, service: str, engines: Mapping[str, object]) -> None:
        """Keep what a service announces, for when it cannot be asked."""
        with self._open() as connection:
            connection.execute(
                "INSERT OR REPLACE INTO announced VALUES (?, ?)", (service, json.dumps(engines))
            )

    def usual_seconds(self, service: str, operation: str) -> float | None:
        """Return the median duration of the last completed jobs, or ``None``; without pauses."""
        with self._open() as connection:
            rows = connection.execute(
                "SELECT seconds FROM jobs WHERE service = ? AND operation = ? "
                "AND status = 'completed' AND completed_at IS NOT NULL AND seconds IS NOT NULL "
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

    def verify(self) -> HistoryReport:
        """Read everything and change nothing; say what can be read."""
        self._close()
        with told(self.path, NAME):
            rows = _read_whole(self.path)
            if rows is not None:
                return HistoryReport(len(rows), whole=True)
            return HistoryReport(len(recover(self.path, MIGRATIONS, CHECKS)["jobs"]), whole=False)

    def repair(self) -> Path | None:
        """Begin a new history with every row that can be read; set the damaged one aside.

        Returns where the damaged file lies, byte for byte, or ``None`` where nothing is damaged.
        No other process may use the history meanwhile.
        """
        self._close()
        with told(self.path, NAME):
            if _read_whole(self.path) is not None:
                return None
        return repair(self.path, NAME, MIGRATIONS, checks=CHECKS, finish=FINISH).aside

    def _close(self) -> None:
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    def _select(self, condition: str, *values: Value) -> list[JobRecord]:
        with self._open() as connection:
            rows = connection.execute(
                f"SELECT * FROM jobs WHERE {condition}",  # noqa: S608 # conditions are our own text
                values,
            ).fetchall()
        return list(_records(rows))


def _decode(text: bytes) -> str:
    """Return text for any bytes: the checksum shows whether a row is damaged."""
    return text.decode("utf-8", "replace")


def _read_whole(path: Path) -> list[dict[str, Value]] | None:
    """Return all rows of an undamaged history, ``None`` for a damaged one; change nothing."""
    if not path.exists():
        return []
    try:
        if has_damaged_log(path):
            return None
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
        try:
            connection.row_factory = sqlite3.Row
            (verdict,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
            rows = [dict(row) for row in connection.execute("SELECT * FROM jobs")]
            names = connection.execute("SELECT name FROM identity").fetchall()
        finally:
            connection.close()
    except sqlite3.OperationalError as error:
        if "locked" in str(error) or "unable to open" in str(error):
            raise
        return None
    except (sqlite3.DatabaseError, ValueError):
        return None
    sealed = all(row.get("checksum") == _checksum(row) for row in rows)
    return rows if verdict == "ok" and sealed and len(names) == 1 else None


def _row(record: JobRecord, names: Mapping[str, Value]) -> list[Value]:
    """Return the columns of a record; ``names`` has those that only this table knows."""
    values: dict[str, Value] = {
        **record.model_dump(mode="json", exclude={"paused"}),
        "submitted_at": record.submitted_at.timestamp(),
        "completed_at": record.completed_at.timestamp() if record.completed_at else None,
        **{name: names[name] for name in ("request_key", "position", "asked_key")},
    }
    values |= {name: json.dumps(values[name]) for name in _JSON}
    values["checksum"] = _checksum(values)
    return [values[name] for name in _COLUMNS]


def _checksum(row: Mapping[str, Value]) -> int:
    """Return the CRC-32 of a row, the column of the checksum left out."""
    return zlib.crc32(repr([row.get(name) for name in _COLUMNS[:-1]]).encode())


class _ChecksumCheck:
    """How a row shows that it is whole: a checksum that Python computed, of another kind."""

    def holds(self, row: Row) -> bool:
        """Say whether a row is as it was written."""
        return row["checksum"] == _checksum(row)

    def version(self, row: Row) -> float:
        """Order copies of a row: one that has ended before one that is queued, the later first."""
        moment = row["completed_at"] or row["submitted_at"]
        stamp = moment if isinstance(moment, int | float) else 0.0
        return stamp if row["status"] == Status.QUEUED else stamp + ENDED


ENDED = 1e12  # seconds, more than any moment
CHECKS = {"jobs": _ChecksumCheck()}
FINISH = (
    "INSERT INTO identity SELECT lower(hex(randomblob(16)))"
    " WHERE NOT EXISTS (SELECT 1 FROM identity)",
    "DELETE FROM identity WHERE rowid > (SELECT MIN(rowid) FROM identity)",
)


def _records(rows: Iterable[sqlite3.Row]) -> Iterator[JobRecord]:
    for row in rows:
        values = dict(row)
        if values["checksum"] != _checksum(values):
            log.warning("A row of the %s is damaged and left out: %r", NAME, values["job_id"])
            continue
        values |= {name: json.loads(values[name]) for name in _JSON}
        for name in ("submitted_at", "completed_at"):
            moment = values[name]
            values[name] = datetime.fromtimestamp(moment, UTC) if moment is not None else None
        yield JobRecord.model_validate(values)
