"""Coordinate services on one ledger: which are alive, which leads, what has changed."""

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


class Notification(NamedTuple):
    """What one service publishes to the others.

    ``queued`` names a lane; ``changed``, ``cancel`` and ``progress`` name a job.
    """

    kind: str
    subject: str
    detail: Mapping[str, object] = {}


NotificationHandler = Callable[[Notification | None], None]
"""Is called with a notification; with ``None`` when anything may have changed."""


class Peers(Protocol):
    """The services on one ledger, as one of them sees them."""

    owner: str
    """Name of this service among them; leases carry it."""
    recovery_seconds: float
    """Interval at which the leases of services that ended are recovered."""
    leads: bool
    """Whether this service does what one does for all: recover jobs, delete what has expired."""

    @property
    def dispatches(self) -> bool:
        """Whether this service dispatches jobs to its fleet; one of those with the fleet does."""
        ...

    def request_dispatch(self, fleet: str) -> None:
        """Request to be the dispatcher of a fleet, before or after joining."""
        ...

    async def join(self) -> None:
        """Register this service as alive."""
        ...

    async def leave(self) -> None:
        """Unregister this service."""
        ...

    async def listen(self, on_notification: NotificationHandler) -> None:
        """Listen to the others until cancelled."""
        ...

    def publish(self, notification: Notification) -> None:
        """Publish to the others, soon."""
        ...

    def ended(self, owners: Iterable[str]) -> list[str]:
        """Return those that have ended; where that is not known, their leases expire."""
        ...


def new_owner() -> str:
    """Return a name for this process among the services on a ledger."""
    return f"{os.getpid()}-{secrets.token_hex(4)}"


class FolderPeers:
    """Services on one folder: each locks a file, and SQLite shows when the ledger has changed.

    The operating system unlocks the file however the process ends.
    """

    leads = True  # each does it: the folder is its own

    def __init__(
        self, database: SqliteDatabase, folder: Path, watch_seconds: float, recovery_seconds: float
    ) -> None:
        self.owner = new_owner()
        self.recovery_seconds = recovery_seconds
        self._database = database
        self._watch_seconds = watch_seconds
        self._folder = folder
        self._file: IO[bytes] | None = None
        self._fleet_path: Path | None = None
        self._fleet_lock: IO[bytes] | None = None

    @property
    def dispatches(self) -> bool:
        """Whether this service dispatches to its fleet; each does where files cannot be locked."""
        return self._fleet_path is not None and (
            self._fleet_lock is not None or sys.platform == "win32"
        )

    def request_dispatch(self, fleet: str) -> None:
        """Request to be the dispatcher of a fleet."""
        self._fleet_path = (
            self._folder.with_name("fleets") / sha256(fleet.encode()).hexdigest()[:16]
        )

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
        if self._fleet_lock is not None:
            self._fleet_lock.close()
            self._fleet_lock = None

    async def listen(self, on_notification: NotificationHandler) -> None:
        """Poll whether another process wrote to the ledger."""
        seen = None
        while True:
            self._try_to_dispatch()
            await asyncio.sleep(self._watch_seconds)
            with contextlib.suppress(LedgerUnavailable):
                changed = self._database.changed_elsewhere()
                if changed != seen:
                    seen = changed
                    on_notification(None)

    def _try_to_dispatch(self) -> None:
        if self._fleet_path is None or self._fleet_lock is not None:
            return
        self._fleet_path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = open_private(self._fleet_path, "ab")
        if _lock(file):
            self._fleet_lock = file
        else:
            file.close()

    def publish(self, notification: Notification) -> None:
        """Do nothing: the others see that the ledger changed."""

    def ended(self, owners: Iterable[str]) -> list[str]:
        """Return those whose file is not locked."""
        return [owner for owner in owners if is_unlocked(self._folder / owner)]


def is_unlocked(path: Path) -> bool:
    """Say whether no service holds the lock on its file, and remove the file then."""
    try:
        with path.open("rb+") as file:
            unlocked = _lock(file)
    except FileNotFoundError:
        return True
    except OSError:
        return False
    if unlocked:
        path.unlink(missing_ok=True)
    return unlocked


def active_owners(home: Path) -> list[str]:
    """Return the services that use a folder."""
    return [path.name for path in (home / "owners").glob("*") if not is_unlocked(path)]


def _lock(file: IO[bytes]) -> bool:
    """Lock a file without waiting; ``False`` when it is locked or locks are not known here."""
    try:
        import fcntl
    except ImportError:  # no such locks on Windows: leases expire instead
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
    recovery = settings.lease_seconds / 3
    peers = FolderPeers(database, settings.home / "owners", settings.watch_seconds, recovery)
    return OpenLedger(database, peers, Clock())
