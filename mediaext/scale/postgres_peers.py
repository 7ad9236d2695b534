"""Services on one ledger in PostgreSQL: which are alive, which leads, what has changed.

Each service holds an advisory lock while it is alive, which the server releases however it ends;
so does the leader. Notifications are sent by NOTIFY after the commit, in batches: inside
transactions they would serialise all commits. A lost notification costs only time: every few
seconds each service polls.
"""

import asyncio
import contextlib
import json
import platform
import time
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any

import psycopg

from mediaext.logs import logger
from mediaext.scale.postgres import CONNECT, PostgresDatabase
from mediaext.service.database import Clock, LedgerUnavailable
from mediaext.service.peers import Notification, NotificationHandler, new_owner

log = logger("mediaext.service")
CHANNEL = "mediaext"
LEADER_LOCK = 7_116_210_002  # the advisory lock of the leader
BATCH_SECONDS = 0.05  # between two batches
BATCH_BYTES = 7_000  # PostgreSQL takes less than 8,000
MESSAGE_LENGTH = 200  # characters of a progress message
LOCK_SECONDS = 0.5  # between two attempts to become leader
POLL_SECONDS = 5.0  # between two polls of everything
CLOCK_SECONDS = 60.0  # between two readings of the server's clock
RECONNECT_SECONDS = 0.5  # between two attempts to connect
HELD_LOCKS = """
SELECT (CAST(classid AS bigint) << 32) | CAST(objid AS bigint) AS number FROM pg_locks
WHERE locktype = 'advisory' AND objsubid = 1 AND granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""
NOW = "SELECT CAST(extract(epoch FROM clock_timestamp()) AS double precision) AS now"


class ServerClock(Clock):
    """The clock of the database server, so that no service's own clock matters."""

    def __init__(self, database: PostgresDatabase) -> None:
        self._database = database
        self._offset = 0.0
        self.measure()

    def measure(self) -> None:
        """Measure the offset of the server's clock from this process's monotonic clock."""
        before = time.monotonic()
        row = self._database.one(NOW)
        if row is not None:
            self._offset = float(row["now"]) - (before + time.monotonic()) / 2

    def now(self) -> float:
        """Return the time."""
        return time.monotonic() + self._offset


def lock_number(owner: str) -> int:
    """Return the advisory lock that a service holds while it is alive."""
    return int.from_bytes(sha256(owner.encode()).digest()[:8]) >> 2


class PostgresPeers:
    """The services on a ledger in PostgreSQL, as one of them sees them."""

    recovery_seconds = 2.0

    def __init__(self, database: PostgresDatabase, clock: ServerClock) -> None:
        self.owner = f"{platform.node()}-{new_owner()}"
        self.leads = False
        self.dispatches = False
        self._fleet = ""
        self._database = database
        self._clock = clock
        self._connection: psycopg.AsyncConnection[Any] | None = None
        self._missing: set[str] = set()
        self._unsent: dict[tuple[str, str], Notification] = {}
        self._sending: asyncio.Task[None] | None = None

    def request_dispatch(self, fleet: str) -> None:
        """Request to be the dispatcher of a fleet; retried until its lock is free."""
        self._fleet = fleet

    async def join(self) -> None:
        """Acquire the lock of this service.

        Raises :class:`LedgerUnavailable` where the server does not answer.
        """
        try:
            self._connection = await self._connect()
        except psycopg.Error as error:
            raise LedgerUnavailable(f"PostgreSQL does not answer ({error})") from error

    async def _connect(self) -> "psycopg.AsyncConnection[Any]":
        connection = await psycopg.AsyncConnection.connect(
            self._database.url, autocommit=True, **CONNECT
        )
        try:
            await connection.execute("SELECT pg_advisory_lock(%s)", [lock_number(self.owner)])
            await connection.execute(f"LISTEN {CHANNEL}")
            await self._take_over(connection)
        except BaseException:
            await connection.close()
            raise
        return connection

    async def _take_over(self, connection: "psycopg.AsyncConnection[Any]") -> None:
        """Become the leader, and the dispatcher of the fleet, where there is none."""
        if not self.leads:
            self.leads = await _locked(connection, LEADER_LOCK)
            if self.leads:
                log.info("this service is the leader", extra={"owner": self.owner})
        if self._fleet and not self.dispatches:
            self.dispatches = await _locked(connection, lock_number(self._fleet))

    async def leave(self) -> None:
        """Release the locks."""
        self.leads = self.dispatches = False
        if self._sending is not None:
            self._sending.cancel()
            await asyncio.gather(self._sending, return_exceptions=True)
        if self._connection is not None:
            await self._connection.close()
            self._connection = None

    async def listen(self, on_notification: NotificationHandler) -> None:
        """Listen until cancelled; poll for what was missed while the server was away."""
        while True:
            try:
                if self._connection is None:
                    self._connection = await self._connect()
                await self._listen(self._connection, on_notification)
            except (psycopg.Error, LedgerUnavailable) as error:
                log.warning("the connection to the other services is lost: %s", error)
                self.leads = self.dispatches = False
                self._missing.clear()
                if self._connection is not None:
                    await self._connection.close()
                    self._connection = None
                await asyncio.sleep(RECONNECT_SECONDS)

    async def _listen(
        self, connection: "psycopg.AsyncConnection[Any]", on_notification: NotificationHandler
    ) -> None:
        polled = measured = float("-inf")
        while True:
            now = time.monotonic()
            if now - measured > CLOCK_SECONDS:
                measured = now
                await self._database.call(self._clock.measure)
            if now - polled > POLL_SECONDS:
                polled = now
                on_notification(None)
            async for message in connection.notifies(timeout=LOCK_SECONDS):
                for notification in self._read(message.payload):
                    on_notification(notification)
            await self._take_over(connection)

    def _read(self, payload: str) -> Iterator[Notification]:
        """Yield the notifications of another service."""
        with contextlib.suppress(ValueError, TypeError):
            owner, items = json.loads(payload)
            if owner != self.owner:
                for kind, subject, detail in items:
                    yield Notification(kind, subject, detail)

    def publish(self, notification: Notification) -> None:
        """Publish at once or with the next batch; the newest of a kind and subject alone."""
        self._unsent[notification.kind, notification.subject] = notification
        if self._sending is None or self._sending.done():
            self._sending = asyncio.get_running_loop().create_task(self._send())

    async def _send(self) -> None:
        while self._unsent:
            unsent, self._unsent = self._unsent, {}
            with contextlib.suppress(LedgerUnavailable):
                await self._database.call(self._notify, list(unsent.values()))
            await asyncio.sleep(BATCH_SECONDS)

    def _notify(self, notifications: list[Notification]) -> None:
        for payload in batches(self.owner, notifications):
            self._database.one("SELECT pg_notify(?, ?)", CHANNEL, payload)

    def ended(self, owners: Iterable[str]) -> list[str]:
        """Return those without a lock now and the last time; one that reconnects has it again."""
        held = {row["number"] for row in self._database.all(HELD_LOCKS)}
        missing = {owner for owner in owners if lock_number(owner) not in held}
        ended, self._missing = missing & self._missing, missing
        return sorted(ended)


async def _locked(connection: "psycopg.AsyncConnection[Any]", number: int) -> bool:
    """Acquire an advisory lock where it is free."""
    answer = await connection.execute("SELECT pg_try_advisory_lock(%s)", [number])
    row = await answer.fetchone()
    return bool(row and row[0])


def batches(owner: str, notifications: Iterable[Notification]) -> Iterator[str]:
    """Yield payloads, each short enough for PostgreSQL, that hold all notifications."""
    items: list[str] = []
    size = 0
    for kind, subject, detail in notifications:
        short = {
            name: value[:MESSAGE_LENGTH] if isinstance(value, str) else value
            for name, value in detail.items()
        }
        item = json.dumps([kind, subject, short], separators=(",", ":"))
        if items and size + len(item) > BATCH_BYTES:
            yield f"[{json.dumps(owner)},[{','.join(items)}]]"
            items, size = [], 0
        items.append(item)
        size += len(item) + 1
    if items:
        yield f"[{json.dumps(owner)},[{','.join(items)}]]"
