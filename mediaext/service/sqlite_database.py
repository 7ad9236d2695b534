"""The ledger's SQLite file: its tables, and one connection that the threads of a process share.

``synchronous=NORMAL`` with a write-ahead log keeps every commit when the process is killed at any
moment; only a crash of the operating system itself may lose the last commits, never the file.
Statements are short (tens of microseconds), so they run on the event loop without a thread.
"""

import contextlib
import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from operator import attrgetter, methodcaller
from pathlib import Path
from typing import Any

from mediaext.service import sql
from mediaext.service.database import Database, LedgerUnavailable, P, T
from mediaext.service.group_commit import GroupCommit
from mediaext.service.records import JobRow
from mediaext.sqlite import Migration, Seal, open_database

SCHEMA = """
CREATE TABLE jobs (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    job_id TEXT NOT NULL UNIQUE,
    user TEXT NOT NULL,
    plan TEXT NOT NULL,
    rank INTEGER NOT NULL,
    lane TEXT NOT NULL,
    operation TEXT NOT NULL,
    module TEXT NOT NULL,
    request TEXT NOT NULL,
    inputs TEXT NOT NULL,
    extra TEXT NOT NULL,
    seed INTEGER NOT NULL,
    server_id TEXT,
    callback_url TEXT,
    trust INTEGER NOT NULL,
    cost INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('queued', 'leased', 'completed', 'failed')),
    lease TEXT,
    lease_until REAL,
    owner TEXT,
    pod TEXT,
    attempts INTEGER NOT NULL DEFAULT 0,
    deaths INTEGER NOT NULL DEFAULT 0,
    progress TEXT,
    accepted_at REAL NOT NULL,
    started_at REAL,
    finished_at REAL,
    files TEXT,
    error TEXT,
    code TEXT,
    retryable INTEGER
) STRICT;
CREATE INDEX jobs_waiting ON jobs (lane, rank, user, number) WHERE status = 'queued';
CREATE INDEX jobs_oldest ON jobs (lane, number) WHERE status = 'queued';
CREATE INDEX jobs_leased ON jobs (lease_until) WHERE status = 'leased';
CREATE INDEX jobs_pinned ON jobs (accepted_at)
    WHERE status = 'queued' AND server_id IS NOT NULL;

CREATE TABLE turns (
    lane TEXT NOT NULL,
    rank INTEGER NOT NULL,
    user TEXT NOT NULL,
    turn INTEGER NOT NULL,
    PRIMARY KEY (lane, rank, user)
) STRICT, WITHOUT ROWID;
CREATE INDEX turns_order ON turns (lane, rank, turn);

CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO counters VALUES ('turn', 0);

CREATE TABLE blobs (
    holder TEXT NOT NULL,
    role TEXT NOT NULL,
    file TEXT NOT NULL,
    media_type TEXT NOT NULL,
    size INTEGER NOT NULL,
    expires_at REAL NOT NULL,
    PRIMARY KEY (holder, role)
) STRICT, WITHOUT ROWID;
CREATE INDEX blobs_expiry ON blobs (expires_at);

CREATE TABLE outbox (
    webhook_id TEXT PRIMARY KEY,
    job_id TEXT NOT NULL,
    user TEXT NOT NULL,
    url TEXT NOT NULL,
    body TEXT,
    role TEXT,
    trust INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'abandoned')),
    tries INTEGER NOT NULL DEFAULT 0,
    next_at REAL NOT NULL,
    created_at REAL NOT NULL,
    last_error TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX outbox_due ON outbox (next_at) WHERE state = 'pending';
CREATE INDEX outbox_of_job ON outbox (job_id);

CREATE TABLE keys (
    key_id TEXT PRIMARY KEY,
    digest TEXT NOT NULL UNIQUE,
    prefix TEXT NOT NULL,
    user TEXT NOT NULL,
    plan TEXT NOT NULL,
    created_at REAL NOT NULL,
    last_used_at REAL,
    revoked_at REAL
) STRICT, WITHOUT ROWID;

CREATE TABLE accounts (
    user TEXT PRIMARY KEY,
    in_flight INTEGER NOT NULL DEFAULT 0,
    credits INTEGER,
    tokens REAL,
    refilled_at REAL,
    webhook_secret TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE profiles (
    profile_id TEXT PRIMARY KEY,
    number INTEGER NOT NULL,
    user TEXT NOT NULL,
    fields TEXT NOT NULL,
    created_at REAL NOT NULL,
    updated_at REAL NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX profiles_of_user ON profiles (user, number);
"""

TRIGGERS = (
    """
CREATE TRIGGER job_opened AFTER INSERT ON jobs
BEGIN
    INSERT INTO accounts (user, in_flight) VALUES (NEW.user, 1)
    ON CONFLICT (user) DO UPDATE SET in_flight = in_flight + 1;
END
""",
    """
CREATE TRIGGER job_ended AFTER UPDATE OF status ON jobs
WHEN OLD.status IN ('queued', 'leased') AND NEW.status IN ('completed', 'failed')
BEGIN
    UPDATE accounts SET in_flight = in_flight - 1 WHERE user = NEW.user;
END
""",
)

TOKENS = (
    "ALTER TABLE jobs ADD COLUMN token TEXT",
    "CREATE INDEX jobs_named ON jobs (user, token) WHERE token IS NOT NULL",
)
NOTES = ("ALTER TABLE jobs ADD COLUMN notes TEXT",)
FINGERPRINTS = ("ALTER TABLE jobs ADD COLUMN fingerprint TEXT",)
MADE_BY = ("ALTER TABLE jobs ADD COLUMN made_by TEXT",)
ENGINE = ("ALTER TABLE jobs ADD COLUMN engine TEXT",)
CHECKSUMS = ("ALTER TABLE blobs ADD COLUMN checksum INTEGER",)
SEALS = (
    Seal("jobs", open_columns=("lease_until", "progress", "turn", "traceparent")),
    Seal("blobs"),
    Seal("outbox"),
    Seal("keys", open_columns=("last_used_at",)),
    Seal("accounts", open_columns=("in_flight", "tokens", "refilled_at")),
    Seal("profiles"),
)
NUMBER_TURNS = """
UPDATE jobs SET turn = CASE WHEN status = 'queued' THEN (
    SELECT COUNT(*) FROM jobs AS other
    WHERE other.status = 'queued' AND other.lane = jobs.lane AND other.rank = jobs.rank
      AND other.user = jobs.user AND other.number < jobs.number
) ELSE 0 END
"""
TURNS = (
    "ALTER TABLE jobs ADD COLUMN turn INTEGER NOT NULL DEFAULT 0",
    "DROP INDEX jobs_waiting",
    "CREATE INDEX jobs_of_user ON jobs (lane, rank, user, turn) WHERE status = 'queued'",
    NUMBER_TURNS,  # writes every row, so that a repair finds the column in all of them
    "CREATE INDEX jobs_turn ON jobs (lane, rank, turn, number) WHERE status = 'queued'",
    "DROP TABLE turns",
    "DROP TABLE counters",
)
SERVICES = (
    "CREATE TABLE operators (key_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID",
    """
CREATE TABLE services (owner TEXT PRIMARY KEY, facts TEXT NOT NULL, seen_at REAL NOT NULL)
STRICT, WITHOUT ROWID
""",
    Seal("operators"),
    Seal("services"),
)
TRACES = (
    "ALTER TABLE jobs ADD COLUMN traceparent TEXT",
    "UPDATE jobs SET traceparent = NULL",  # so that a repair finds the column in all rows
)
MIGRATIONS: tuple[Migration, ...] = (
    (*SCHEMA.split(";\n"), *TRIGGERS),
    TOKENS,
    NOTES,
    FINGERPRINTS,
    MADE_BY,
    ENGINE,
    CHECKSUMS,
    SEALS,
    TURNS,
    SERVICES,
    TRACES,
)
"""Statements by version; a ledger of an older one is brought up on opening."""


PRAGMAS = (
    "synchronous=NORMAL",
    "wal_autocheckpoint=8192",  # pages: each checkpoint waits for the disk
    "journal_size_limit=67108864",
    "cache_size=-16384",  # kibibytes
)


_ROWS_CHANGED: Callable[[sqlite3.Cursor], int] = attrgetter("rowcount")
MISTAKES = (sqlite3.ProgrammingError, sqlite3.IntegrityError)
"""Errors of a statement, not of the file."""


class SqliteRow(sqlite3.Row):
    """A row that gives all its values at once: looking each up by its name takes far longer."""

    def values(self) -> tuple[Any, ...]:
        """Return the values, in the order of the columns."""
        return tuple(self)


def unavailable(error: sqlite3.Error) -> LedgerUnavailable:
    """Return an error that explains that of the file."""
    reason = str(error)
    if type(error) is sqlite3.DatabaseError:
        reason = f"the ledger is damaged ({error}); stop the service and run 'mediaext repair'"
    return LedgerUnavailable(reason)


class Transaction:
    """Holds the connection; commits at its end, or rolls back. An inner one joins the outer."""

    __slots__ = ("_database", "_joined")

    def __init__(self, database: "SqliteDatabase") -> None:
        self._database = database

    def __enter__(self) -> None:
        self._database.lock.acquire()
        self._joined = self._database.in_transaction
        if not self._joined:
            try:
                self._database.run("BEGIN IMMEDIATE")
            except BaseException:
                self._database.lock.release()
                raise

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        try:
            if self._joined:
                return
            if error is None:
                try:
                    self._database.run("COMMIT")
                    return
                except BaseException:
                    self._roll_back()
                    raise
            self._roll_back()
        finally:
            self._database.lock.release()

    def _roll_back(self) -> None:
        if self._database.in_transaction:
            self._database.run("ROLLBACK")


class SqliteDatabase:
    """The service's SQLite file, made on first use."""

    one_writer = True

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.lock = threading.RLock()
        self._connection = open_database(
            path, "ledger", MIGRATIONS, isolation_level=None, cached_statements=256
        )
        self._connection.row_factory = SqliteRow
        # a byte that was damaged on the disk costs its text, not the statement that reads it
        self._connection.text_factory = methodcaller("decode", "utf-8", "replace")
        for pragma in PRAGMAS:
            self._connection.execute(f"PRAGMA {pragma}")
        self._group = GroupCommit(self.transaction)

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""
        return self._connection.in_transaction

    def transaction(self) -> Transaction:
        """Commit everything inside together or not at all; an inner one joins the outer one."""
        return Transaction(self)

    def _execute(
        self, statement: str, values: Sequence[object], read: Callable[[sqlite3.Cursor], T]
    ) -> T:
        """Return what ``read`` takes from an executed statement; one thread at a time."""
        try:
            with self.lock:
                return read(self._connection.execute(statement, values))
        except MISTAKES:
            raise
        except sqlite3.Error as error:
            raise unavailable(error) from error

    def one(self, statement: str, *values: object) -> SqliteRow | None:
        """Return the first row, or ``None``."""
        row: SqliteRow | None = self._execute(statement, values, sqlite3.Cursor.fetchone)
        return row

    def all(self, statement: str, *values: object) -> list[SqliteRow]:
        """Return every row."""
        return self._execute(statement, values, sqlite3.Cursor.fetchall)

    def run(self, statement: str, *values: object) -> int:
        """Execute and return the number of rows changed."""
        return self._execute(statement, values, _ROWS_CHANGED)

    async def call(self, work: Callable[P, T], *args: P.args, **options: P.kwargs) -> T:
        """Return what ``work`` gives, at once: a thread would take longer than the statements."""
        return work(*args, **options)

    async def write(self, work: Callable[P, T], *args: P.args, **options: P.kwargs) -> T:
        """Return what ``work`` gives, once it is committed with the others of this turn."""
        return await self._group.run(partial(work, *args, **options))

    def check(self) -> None:
        """Take the lock for writing, and write nothing."""
        with self.transaction():
            pass

    def changed_elsewhere(self) -> int:
        """Return a number that changes when another connection has committed."""
        row = self.one("PRAGMA data_version")
        return int(row[0]) if row else 0

    def close(self) -> None:
        """Close the connection."""
        with self.lock:
            self._connection.close()


def read_jobs(path: Path, job_ids: Iterable[str]) -> list[JobRow]:
    """Return jobs of a ledger that this process need not serve, without changing the file.

    What cannot be read, such as a ledger of a newer version, gives none.
    """
    try:
        with contextlib.closing(
            sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
        ) as ledger:
            ledger.row_factory = SqliteRow
            rows = [ledger.execute(sql.GET_JOB, (job_id,)).fetchone() for job_id in job_ids]
    except sqlite3.Error:
        return []
    return [JobRow.of(row) for row in rows if row is not None]


@contextlib.contextmanager
def ledger_of(home: Path, database: Database | None = None) -> Iterator[Database]:
    """Yield the given database, else that of a service's folder, which is closed at the end."""
    if database is not None:
        yield database
        return
    with contextlib.closing(SqliteDatabase(home / "ledger.sqlite3")) as opened:
        yield opened
