"""Opening a service's ledger."""

from typing import NamedTuple

from mediaext.service.clock import Clock
from mediaext.service.database import Database
from mediaext.service.peers import FolderPeers, Peers
from mediaext.service.settings import Settings
from mediaext.service.sqlite_database import SqliteDatabase


class OpenLedger(NamedTuple):
    """A ledger, the other services on it, and its time."""

    database: Database
    peers: Peers
    clock: Clock


def open_folder(settings: Settings) -> OpenLedger:
    """Open the ledger in a service's folder."""
    database = SqliteDatabase(settings.home / "ledger.sqlite3")
    look = settings.lease_seconds / 3
    peers = FolderPeers(database, settings.home / "owners", settings.watch_seconds, look)
    return OpenLedger(database, peers, Clock())
