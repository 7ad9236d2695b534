"""How services that share a ledger know of each other: who lives, who leads, what is new."""

import asyncio
import contextlib
import os
import secrets
import sys
from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import IO, NamedTuple, Protocol

from mediaext.home import open_private
from mediaext.service.database import Clock, Database, LedgerUnavailable
from mediaext.service.settings import Settings
from mediaext.service.sqlite_database import SqliteDatabase


class News(NamedTuple):
    """What one service tells the others.

    ``queued`` names a lane; ``changed``, ``cancel`` and ``progress`` name a job.
    """

    kind: str
    subject: str
    detail: Mapping[str, object] = {}


Hear = Callable[[News | None], None]
"""Is told of news; ``None`` when anything may have changed."""


class Peers(Protocol):
    """The services on one ledger, as one of them sees them."""

    owner: str
    """Name of this service among them; leases carry it."""
    look_seconds: float
    """How often the leases of services that ended are looked for."""
    leads: bool
    """Whether this service does what one does for all: recover jobs, delete what is over."""

    @property
    def feeds(self) -> bool:
        """Whether this service gives jobs to the fleet that it offered to feed: one for all."""
        ...

    def offer(self, fleet: str) -> None:
        """Offer to feed a fleet, before or after joining."""
        ...

    async def join(self) -> None:
        """Say that this service lives."""
        ...

    async def leave(self) -> None:
        """Say that it ends."""
        ...

    async def listen(self, hear: Hear) -> None:
        """Listen to the others for ever."""
        ...

    def tell(self, news: News) -> None:
        """Tell the others, soon."""
        ...

    def gone(self, owners: Iterable[str]) -> list[str]:
        """Return those that have ended; where that cannot be told, their leases run out."""
        ...


def new_owner() -> str:
    """Return a name for this process among the services on a ledger."""
    return f"{os.getpid()}-{secrets.token_hex(4)}"


class FolderPeers:
    """Services on one folder: each locks a file, and SQLite tells when the ledger changed.

    The operating system unlocks the file however the process ends.
    """

    leads = True  # each does it: the folder is its own

    def __init__(
        self, database: SqliteDatabase, folder: Path, watch_seconds: float, look_seconds: float
    ) -> None:
        self.owner = new_owner()
        self.look_seconds = look_seconds
        self._database = database
        self._watch_seconds = watch_seconds
        self._folder = folder
        self._file: IO[bytes] | None = None
        self._fleet: Path | None = None
        self._fed: IO[bytes] | None = None

    @property
    def feeds(self) -> bool:
        """Whether this service feeds its fleet; each does where files cannot be locked."""
        return self._fleet is not None and (self._fed is not None or sys.platform == "win32")

    def offer(self, fleet: str) -> None:
        """Offer to feed a fleet."""
        self._fleet = self._folder.with_name("fleets") / sha256(fleet.encode()).hexdigest()[:16]

    async def join(self) -> None:
        """Lock this service's file."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._file = open_private(self._folder / self.owner, "wb")
        _lock(self._file)

    async def leave(self) -> None:
        """Remove it."""
        if self._file is not None:
            (self._folder / self.owner).unlink(missing_ok=True)
            self._file.close()
            self._file = None
        if self._fed is not None:
            self._fed.close()
            self._fed = None

    async def listen(self, hear: Hear) -> None:
        """Look again and again whether another process wrote to the ledger."""
        seen = None
        while True:
            self._try_to_feed()
            await asyncio.sleep(self._watch_seconds)
            with contextlib.suppress(LedgerUnavailable):
                changed = self._database.changed_elsewhere()
                if changed != seen:
                    seen = changed
                    hear(None)

    def _try_to_feed(self) -> None:
        if self._fleet is None or self._fed is not None:
            return
        self._fleet.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = open_private(self._fleet, "ab")
        if _lock(file):
            self._fed = file
        else:
            file.close()

    def tell(self, news: News) -> None:
        """Do nothing: the others see that the ledger changed."""

    def gone(self, owners: Iterable[str]) -> list[str]:
        """Return those whose file nobody holds."""
        return [owner for owner in owners if is_unlocked(self._folder / owner)]


def is_unlocked(path: Path) -> bool:
    """Say whether no service holds the file of its lock, and remove the file then."""
    try:
        with path.open("rb+") as file:
            gone = _lock(file)
    except FileNotFoundError:
        return True
    except OSError:
        return False
    if gone:
        path.unlink(missing_ok=True)
    return gone


def living_owners(home: Path) -> list[str]:
    """Return the services that use a folder."""
    return [path.name for path in (home / "owners").glob("*") if not is_unlocked(path)]


def _lock(file: IO[bytes]) -> bool:
    """Lock a file without waiting; ``False`` when it is locked or locks are not known here."""
    try:
        import fcntl
    except ImportError:  # no such locks on Windows: leases run out instead
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


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
