"""Services on one ledger in PostgreSQL: who lives, who leads, what is new.

A service that lives holds an advisory lock, which the server frees at any death; so does the one
that leads. News goes by NOTIFY after the commit, in batches: inside of transactions it would have
all commits wait for each other. A message that is lost costs time only: every few seconds each
service looks by itself.
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
from mediaext.service.peers import Hear, News, new_owner

log = logger("mediaext.service")
CHANNEL = "mediaext"
LEADING = 7_116_210_002  # the advisory lock of who leads
PACE = 0.05  # seconds between two batches
BATCH = 7_000  # bytes; PostgreSQL takes less than 8,000
TEXT = 200  # characters of a stage's message
TICK = 0.5  # seconds until the lock of who leads is tried again
POLL = 5.0  # seconds until everything is looked at again
MEASURE = 60.0  # seconds until the server is asked for its time again
AGAIN = 0.5  # seconds between two tries to connect
LIVING = """
SELECT (CAST(classid AS bigint) << 32) | CAST(objid AS bigint) AS number FROM pg_locks
WHERE locktype = 'advisory' AND objsubid = 1 AND granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""
NOW = "SELECT CAST(extract(epoch FROM clock_timestamp()) AS double precision) AS now"


class ServerClock(Clock):
    """The time of the database's server, so that no service's own clock matters."""

    def __init__(self, database: PostgresDatabase) -> None:
        self._database = database
        self._ahead = 0.0
        self.measure()

    def measure(self) -> None:
        """Ask the server how far it is ahead of this process's counter of seconds."""
        before = time.monotonic()
        row = self._database.one(NOW)
        if row is not None:
            self._ahead = float(row["now"]) - (before + time.monotonic()) / 2

    def now(self) -> float:
        """Return the time."""
        return time.monotonic() + self._ahead


def lock_number(owner: str) -> int:
    """Return the advisory lock that says that a service lives."""
    return int.from_bytes(sha256(owner.encode()).digest()[:8]) >> 2


class PostgresPeers:
    """The services on a ledger in PostgreSQL, as one of them sees them."""

    look_seconds = 2.0

    def __init__(self, database: PostgresDatabase, clock: ServerClock) -> None:
        self.owner = f"{platform.node()}-{new_owner()}"
        self.leads = False
        self.feeds = False
        self._fleet = ""
        self._database = database
        self._clock = clock
        self._line: psycopg.AsyncConnection[Any] | None = None
        self._missing: set[str] = set()
        self._unsent: dict[tuple[str, str], News] = {}
        self._sending: asyncio.Task[None] | None = None

    def offer(self, fleet: str) -> None:
        """Offer to feed a fleet; tried again and again until its lock is free."""
        self._fleet = fleet

    async def join(self) -> None:
        """Take the lock that says that this service lives.

        Raises :class:`LedgerUnavailable` where the server does not answer.
        """
        try:
            self._line = await self._connect()
        except psycopg.Error as error:
            raise LedgerUnavailable(f"PostgreSQL does not answer ({error})") from error

    async def _connect(self) -> "psycopg.AsyncConnection[Any]":
        line = await psycopg.AsyncConnection.connect(
            self._database.url, autocommit=True, **CONNECT
        )
        try:
            await line.execute("SELECT pg_advisory_lock(%s)", [lock_number(self.owner)])
            await line.execute(f"LISTEN {CHANNEL}")
            await self._take_over(line)
        except BaseException:
            await line.close()
            raise
        return line

    async def _take_over(self, line: "psycopg.AsyncConnection[Any]") -> None:
        """Lead, and feed the fleet, where nobody does."""
        if not self.leads:
            self.leads = await _locked(line, LEADING)
            if self.leads:
                log.info("this service leads", extra={"owner": self.owner})
        if self._fleet and not self.feeds:
            self.feeds = await _locked(line, lock_number(self._fleet))

    async def leave(self) -> None:
        """Let go of the locks."""
        self.leads = self.feeds = False
        if self._sending is not None:
            self._sending.cancel()
            await asyncio.gather(self._sending, return_exceptions=True)
        if self._line is not None:
            await self._line.close()
            self._line = None

    async def listen(self, hear: Hear) -> None:
        """Listen for ever; what was said while the server was away is looked for."""
        while True:
            try:
                if self._line is None:
                    self._line = await self._connect()
                await self._listen(self._line, hear)
            except (psycopg.Error, LedgerUnavailable) as error:
                log.warning("the way to the other services is cut: %s", error)
                self.leads = self.feeds = False
                self._missing.clear()
                if self._line is not None:
                    await self._line.close()
                    self._line = None
                await asyncio.sleep(AGAIN)

    async def _listen(self, line: "psycopg.AsyncConnection[Any]", hear: Hear) -> None:
        polled = measured = float("-inf")
        while True:
            now = time.monotonic()
            if now - measured > MEASURE:
                measured = now
                await self._database.call(self._clock.measure)
            if now - polled > POLL:
                polled = now
                hear(None)
            async for message in line.notifies(timeout=TICK):
                for news in self._read(message.payload):
                    hear(news)
            await self._take_over(line)

    def _read(self, payload: str) -> Iterator[News]:
        """Yield the news of another service."""
        with contextlib.suppress(ValueError, TypeError):
            owner, items = json.loads(payload)
            if owner != self.owner:
                for kind, subject, detail in items:
                    yield News(kind, subject, detail)

    def tell(self, news: News) -> None:
        """Tell the others, at once or with the next batch; of one thing the newest alone."""
        self._unsent[news.kind, news.subject] = news
        if self._sending is None or self._sending.done():
            self._sending = asyncio.get_running_loop().create_task(self._send())

    async def _send(self) -> None:
        while self._unsent:
            unsent, self._unsent = self._unsent, {}
            with contextlib.suppress(LedgerUnavailable):
                await self._database.call(self._notify, list(unsent.values()))
            await asyncio.sleep(PACE)

    def _notify(self, news: list[News]) -> None:
        for payload in batches(self.owner, news):
            self._database.one("SELECT pg_notify(?, ?)", CHANNEL, payload)

    def gone(self, owners: Iterable[str]) -> list[str]:
        """Return those without a lock now and the last time; one that reconnects has it again."""
        living = {row["number"] for row in self._database.all(LIVING)}
        missing = {owner for owner in owners if lock_number(owner) not in living}
        gone, self._missing = missing & self._missing, missing
        return sorted(gone)


async def _locked(line: "psycopg.AsyncConnection[Any]", number: int) -> bool:
    """Take an advisory lock where it is free."""
    answer = await line.execute("SELECT pg_try_advisory_lock(%s)", [number])
    row = await answer.fetchone()
    return bool(row and row[0])


def batches(owner: str, news: Iterable[News]) -> Iterator[str]:
    """Yield messages, each short enough for PostgreSQL, that hold all news together."""
    items: list[str] = []
    size = 0
    for kind, subject, detail in news:
        short = {
            name: value[:TEXT] if isinstance(value, str) else value
            for name, value in detail.items()
        }
        item = json.dumps([kind, subject, short], separators=(",", ":"))
        if items and size + len(item) > BATCH:
            yield f"[{json.dumps(owner)},[{','.join(items)}]]"
            items, size = [], 0
        items.append(item)
        size += len(item) + 1
    if items:
        yield f"[{json.dumps(owner)},[{','.join(items)}]]"
