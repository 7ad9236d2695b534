"""Opening a service's ledger, wherever it is."""

from mediaext.service.database import Database
from mediaext.service.peers import FolderPeers, Peers
from mediaext.service.settings import Settings
from mediaext.service.sqlite_database import SqliteDatabase


def open_ledger(settings: Settings) -> tuple[Database, Peers]:
    """Return the ledger of a service and the others on it."""
    database = SqliteDatabase(settings.home / "ledger.sqlite3")
    look = settings.lease_seconds / 3
    return database, FolderPeers(database, settings.home / "owners", settings.watch_seconds, look)
