"""Delete what has expired: media after a day, records after their retention, leftovers."""

import asyncio
from pathlib import Path

from mediaext.logs import logger
from mediaext.service import sql
from mediaext.service.blobs import ORPHAN_SECONDS, Blobs
from mediaext.service.database import LedgerUnavailable
from mediaext.service.ledger import Ledger
from mediaext.service.peers import Peers
from mediaext.service.settings import Settings

log = logger("mediaext.service")


class Sweeper:
    """Runs over the home now and then."""

    def __init__(self, settings: Settings, ledger: Ledger, blobs: Blobs, peers: Peers) -> None:
        self.settings = settings
        self.ledger = ledger
        self.blobs = blobs
        self.peers = peers

    async def run(self) -> None:
        """Sweep until cancelled."""
        while True:
            await asyncio.sleep(self.settings.sweep_seconds)
            try:
                await asyncio.to_thread(self.sweep)
            except (OSError, LedgerUnavailable) as error:
                log.error("the sweep failed: %s", error)

    def sweep(self, orphan_seconds: float = ORPHAN_SECONDS) -> int:
        """Delete everything past its time; return how many files that were."""
        _sweep_logs(self.settings.home / "log")
        if not self.peers.leads:
            return 0
        swept = self.blobs.sweep(self.settings.sweep_grace)
        swept += self.blobs.sweep_orphans(orphan_seconds)
        limit = self.ledger.clock.now() - self.settings.record_life
        while self.ledger.database.run(sql.FORGET_JOBS, limit):
            pass  # in small steps, so that nobody waits for long
        self.ledger.database.run(sql.FORGET_WEBHOOKS, limit)
        return swept


def _sweep_logs(folder: Path, limit: int = 4_000_000) -> None:
    """Cut the workers' logs that grew beyond ``limit`` bytes."""
    for path in folder.glob("*.log"):
        if path.stat().st_size > limit:
            path.write_bytes(b"")
