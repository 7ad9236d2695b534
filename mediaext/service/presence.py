"""The status that each service publishes in the ledger, so that any can report on all."""

import asyncio
import contextlib
import json
import time
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from mediaext.service import sql
from mediaext.service.database import Clock, LedgerUnavailable
from mediaext.service.ledger import Ledger
from mediaext.service.peers import Peers

HEARTBEAT = 5.0  # seconds between two publications of a status that changes
IDLE_HEARTBEAT = 30.0  # seconds between two publications of one that does not
STALE = 75.0  # seconds after which a status is ignored
LAG_SAMPLE = 0.25  # seconds of the sleep by which the loop's lag is measured
MINUTE = 60.0
Kind = str
"""``accepted``, ``completed`` or ``failed``."""


class Presence:
    """Publishes the status of this service, and reads that of all.

    ``describe`` returns the address, the engine and the pods of this one.
    """

    def __init__(
        self, ledger: Ledger, peers: Peers, describe: Callable[[], Mapping[str, Any]]
    ) -> None:
        self._ledger = ledger
        self._database = ledger.database
        self._clock: Clock = ledger.clock
        self._peers = peers
        self._describe = describe
        self._times: dict[Kind, deque[float]] = {}
        self._lags: deque[float] = deque([0.0], maxlen=int(HEARTBEAT / LAG_SAMPLE))
        self._published: tuple[str, float] = "", float("-inf")
        self.ledger_seconds = 0.0
        """How long the last small write to the ledger took."""

    @property
    def loop_lag(self) -> float:
        """The longest delay of the loop in the last :data:`HEARTBEAT` seconds."""
        return max(self._lags)

    def count(self, kind: Kind) -> None:
        """Count a job for the rates per minute."""
        self._times.setdefault(kind, deque(maxlen=100_000)).append(time.monotonic())

    def _in_a_minute(self, kind: Kind) -> int:
        times, since = self._times.get(kind, deque()), time.monotonic() - MINUTE
        while times and times[0] < since:
            times.popleft()
        return len(times)

    def status(self) -> dict[str, Any]:
        """Return the status of this service."""
        return {
            **self._describe(),
            "leads": self._peers.leads,
            "accepted_in_a_minute": self._in_a_minute("accepted"),
            "completed_in_a_minute": self._in_a_minute("completed"),
            "failed_in_a_minute": self._in_a_minute("failed"),
        }

    async def run(self) -> None:
        """Measure and publish until cancelled; a change of pods is published at once."""
        loop = asyncio.get_running_loop()
        while True:
            names = self._describe()["pods"].keys()
            with contextlib.suppress(LedgerUnavailable):
                await self._publish()
            for _ in range(self._lags.maxlen or 1):
                begun = loop.time()
                await asyncio.sleep(LAG_SAMPLE)
                self._lags.append(max(loop.time() - begun - LAG_SAMPLE, 0.0))
                if self._describe()["pods"].keys() != names:
                    break

    async def _publish(self) -> None:
        text, now = json.dumps(self.status()), time.monotonic()
        if text != self._published[0] or now - self._published[1] > IDLE_HEARTBEAT:
            await self._database.call(self._write, text)
            self._published = text, now
            self.ledger_seconds = time.monotonic() - now

    def _write(self, text: str) -> None:
        self._database.run(sql.PUT_SERVICE, self._peers.owner, text, self._clock.now())

    def unregister(self) -> None:
        """Remove this service, and those whose status is stale."""
        now = self._clock.now()
        self._database.run(sql.DELETE_SERVICE, self._peers.owner, now - STALE)

    def services(self) -> list[dict[str, Any]]:
        """Return the status of every service, this one's first."""
        return [{"name": self._peers.owner, "seen": 0.0, **self.status()}, *self._others()]

    def _others(self) -> list[dict[str, Any]]:
        now = self._clock.now()
        return [
            {"name": row["owner"], "seen": round(now - row["seen_at"], 1)}
            | json.loads(row["facts"])
            for row in self._database.all(sql.LIST_SERVICES, now - STALE)
            if row["owner"] != self._peers.owner
        ]

    def pods(self, engine: str | None = None) -> dict[str, str]:
        """Return the state of each pod of all services, or of those with this engine."""
        found: dict[str, str] = {}
        for service in (*self._others(), self._describe()):
            if engine in (None, service.get("engine")):
                found |= service["pods"]
        return dict(sorted(found.items()))

    def overview(self) -> dict[str, Any]:
        """Return services, queues, media and webhooks; ages are seconds."""
        now = self._clock.now()
        media = self._database.one(sql.COUNT_BLOBS)
        waiting = self._database.one(sql.COUNT_WEBHOOKS)
        return {
            "services": self.services(),
            "queues": [
                {
                    "queue": row["lane"],
                    "plan": row["plan"],
                    "status": "running" if row["status"] == "leased" else "waiting",
                    "jobs": row["count"],
                    "oldest": round(max(now - row["oldest"], 0.0), 1),
                }
                for row in self._ledger.open_jobs()
            ],
            "files": int(media["count"]) if media else 0,
            "bytes": int(media["size"]) if media else 0,
            "webhooks": int(waiting["count"]) if waiting else 0,
        }
