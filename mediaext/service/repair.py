"""Repair a damaged ledger, and find damaged files."""

from pathlib import Path

from mediaext.errors import MediaError
from mediaext.service.blob_store import FolderStore
from mediaext.service.blobs import Blobs
from mediaext.service.database import Clock
from mediaext.service.peers import active_owners
from mediaext.service.sqlite_database import MIGRATIONS, NUMBER_TURNS, SqliteDatabase
from mediaext.sqlite_repair import Repaired, repair

FINISH = (
    NUMBER_TURNS,
    "INSERT INTO accounts (user) SELECT DISTINCT user FROM jobs WHERE true ON CONFLICT DO NOTHING",
    "UPDATE accounts SET in_flight = (SELECT COUNT(*) FROM jobs"
    " WHERE jobs.user = accounts.user AND status IN ('queued', 'leased'))",
)


def repair_ledger(home: Path) -> Repaired:
    """Keep what can be read of a damaged ledger in a new one, and the old file beside it.

    Raises :class:`MediaError` while a service uses the folder, and where there is no ledger.
    """
    path = home / "ledger.sqlite3"
    if not path.exists():
        raise MediaError(f"There is no ledger in {home}; name the service's folder with --home.")
    if living := active_owners(home):
        raise MediaError(
            f"The ledger {path} is in use by the service of process "
            f"{living[0].partition('-')[0]}; stop it first."
        )
    return repair(path, "ledger", MIGRATIONS, finish=FINISH)


def damaged_files(home: Path) -> list[Path]:
    """Read every stored file of a service; return those that are not as they were stored.

    They are never served; nothing is changed.
    """
    database = SqliteDatabase(home / "ledger.sqlite3")
    try:
        folder = home / "blobs"
        return [folder / file for file in Blobs(database, FolderStore(folder), Clock()).damaged()]
    finally:
        database.close()
