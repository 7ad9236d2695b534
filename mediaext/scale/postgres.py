"""A database in PostgreSQL; its statements run in threads."""

import asyncio
import contextlib
import re
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from typing import Any

import psycopg
from psycopg.rows import DictRow, dict_row
from psycopg_pool import ConnectionPool, PoolTimeout

from mediaext.errors import MediaError
from mediaext.logs import logger
from mediaext.service.database import LedgerUnavailable, P, T

log = logger("mediaext.service")
THREADS = 8  # concurrent statements of the event loop
CONNECTIONS = THREADS + 4  # sweeps and large requests have threads of their own
CONNECTION_SECONDS = 5.0  # to wait for a free connection
CONNECT: Mapping[str, Any] = {
    "application_name": "mediaext",
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    # the locks of a front end that vanished are released as soon as the network notices
    "options": "-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3",
}
MIGRATION_LOCK = 7_116_210_001  # the advisory lock during a migration
TOKENS = re.compile(r"\?|%|\buser\b")
REPLACEMENTS = {"?": "%s", "%": "%%", "user": '"user"'}
"""Replacements; ``user`` without quotes is the name of the login."""
ERRORS = (
    psycopg.OperationalError,
    psycopg.InterfaceError,
    psycopg.errors.ReadOnlySqlTransaction,
    PoolTimeout,
)


@lru_cache(maxsize=512)
def translated(statement: str) -> str:
    """Return a statement of the service as PostgreSQL and psycopg read it."""
    return TOKENS.sub(lambda found: REPLACEMENTS[found[0]], statement)


@contextlib.contextmanager
def connection_errors() -> Iterator[None]:
    """Raise :class:`LedgerUnavailable` for errors of the server or the connection."""
    try:
        yield
    except ERRORS as error:
        reason = " ".join(str(error).split()) or type(error).__name__
        raise LedgerUnavailable(f"PostgreSQL does not answer ({reason})") from error


class PostgresDatabase:
    """A ledger, or other tables with a version of their own, in PostgreSQL.

    Statements are those of :mod:`mediaext.service.sql`; ``variants`` has the few that are written
    otherwise here. Each thread has a connection of its own inside a transaction; outside of one
    every statement commits by itself. ``name`` is what messages and the table of versions call
    what is kept here.

    Raises
    ------
    MediaError
        Where the server is not reached, or holds tables of a newer version.
    """

    one_writer = False

    def __init__(
        self,
        url: str,
        migrations: Sequence[str],
        variants: Mapping[str, str],
        name: str = "ledger",
    ) -> None:
        try:
            address = psycopg.conninfo.conninfo_to_dict(url)
        except psycopg.ProgrammingError as error:
            raise MediaError(
                f"The address of the {name} cannot be read ({' '.join(str(error).split())}): "
                "postgresql://USER@HOST/DATABASE."
            ) from None
        self.url = url
        self.place = f"{address.get('host', 'this machine')}/{address.get('dbname', '')}"
        self._variants = variants
        self._local = threading.local()
        self._threads = ThreadPoolExecutor(THREADS, "mediaext-ledger")
        self._pool: ConnectionPool[psycopg.Connection[DictRow]] = ConnectionPool(
            url,
            connection_class=psycopg.Connection[DictRow],
            kwargs={**CONNECT, "autocommit": True, "row_factory": dict_row},
            min_size=1,
            max_size=CONNECTIONS,
            num_workers=1,
            timeout=CONNECTION_SECONDS,
            check=ConnectionPool.check_connection,
            open=False,
        )
        try:
            with connection_errors():
                self._open()
            self._migrate(migrations, name)
        except BaseException as error:
            self.close()
            if isinstance(error, LedgerUnavailable):
                raise LedgerUnavailable(
                    f"The {name} at {self.place} cannot be opened: {error}."
                ) from error
            raise

    def _open(self) -> None:
        """Connect; raise the error of the server, which the pool does not report."""
        try:
            self._pool.open(wait=True, timeout=2 * CONNECTION_SECONDS)
        except PoolTimeout:
            psycopg.connect(self.url, **CONNECT).close()
            raise

    def _migrate(self, migrations: Sequence[str], name: str) -> None:
        """Apply the missing migrations, all or none; another process may have done so."""
        versions = f"{name}_version"
        with self.transaction():
            self.one(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})")
            self.run(f"CREATE TABLE IF NOT EXISTS {versions} (version integer NOT NULL)")
            row = self.one(f"SELECT MAX(version) AS version FROM {versions}")  # noqa: S608 # ours
            version = int(row["version"] or 0) if row else 0
            if version > len(migrations):
                raise MediaError(
                    f"A newer mediaext wrote the {name} (schema {version}, this one knows "
                    f"{len(migrations)}); install that one."
                )
            for statements in migrations[version:]:
                with self._use() as connection:
                    connection.execute(statements)
            if version < len(migrations):
                self.run(f"INSERT INTO {versions} VALUES (?)", len(migrations))  # noqa: S608 # ours

    @contextlib.contextmanager
    def _use(self) -> Iterator[psycopg.Connection[DictRow]]:
        """Yield this thread's connection: that of its transaction, else a free one."""
        if (held := getattr(self._local, "connection", None)) is not None:
            with connection_errors():
                yield held
            return
        with connection_errors(), self._pool.connection() as connection:
            yield connection

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """Commit everything inside together or not at all; an inner one joins the outer one."""
        if getattr(self._local, "connection", None) is not None:
            yield
            return
        with self._use() as connection, connection.transaction():
            self._local.connection = connection
            try:
                yield
            finally:
                self._local.connection = None

    def _execute(
        self, connection: psycopg.Connection[DictRow], statement: str, values: tuple[object, ...]
    ) -> psycopg.Cursor[DictRow]:
        text = translated(self.variant(statement))
        clean = [
            value.replace("\0", "\ufffd") if isinstance(value, str) else value for value in values
        ]  # PostgreSQL has no text with NUL
        return connection.execute(text, clean)

    def variant(self, statement: str) -> str:
        """Return a statement of the service as it is written for PostgreSQL."""
        return self._variants.get(statement, statement)

    def one(self, statement: str, *values: object) -> DictRow | None:
        """Return the first row, or ``None``."""
        with self._use() as connection:
            return self._execute(connection, statement, values).fetchone()

    def all(self, statement: str, *values: object) -> list[DictRow]:
        """Return every row."""
        with self._use() as connection:
            rows: list[DictRow] = self._execute(connection, statement, values).fetchall()
            return rows

    def run(self, statement: str, *values: object) -> int:
        """Execute and return the number of rows changed."""
        with self._use() as connection:
            count: int = self._execute(connection, statement, values).rowcount
            return count

    async def call(self, work: Callable[P, T], *args: P.args, **options: P.kwargs) -> T:
        """Run ``work`` in a thread, since each statement is a round trip; return its result."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, partial(work, *args, **options))

    def check(self) -> None:
        """Raise where the server does not answer or takes no writes."""
        row = self.one("SELECT pg_is_in_recovery() AS standby")
        if row and row["standby"]:
            raise LedgerUnavailable("PostgreSQL is a standby and takes no writes")

    def close(self) -> None:
        """Close every connection."""
        self._threads.shutdown(cancel_futures=True)
        self._pool.close()
