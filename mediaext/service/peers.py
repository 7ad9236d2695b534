"""How services that share a ledger know of each other: who lives, who leads, what is new."""

import asyncio
import contextlib
import os
import secrets
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple, Protocol

from mediaext.service.database import LedgerUnavailable
from mediaext.service.owners import OwnerLock
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
    """Services on one folder: each locks a file, and SQLite tells when the ledger changed."""

    leads = True  # each does it: the folder is its own

    def __init__(
        self, database: SqliteDatabase, folder: Path, watch_seconds: float, look_seconds: float
    ) -> None:
        self.owner = new_owner()
        self.look_seconds = look_seconds
        self._database = database
        self._watch_seconds = watch_seconds
        self._lock = OwnerLock(folder, self.owner)

    async def join(self) -> None:
        """Lock this service's file."""
        self._lock.acquire()

    async def leave(self) -> None:
        """Remove it."""
        self._lock.release()

    async def listen(self, hear: Hear) -> None:
        """Look again and again whether another process wrote to the ledger."""
        seen = None
        while True:
            await asyncio.sleep(self._watch_seconds)
            with contextlib.suppress(LedgerUnavailable):
                changed = self._database.changed_elsewhere()
                if changed != seen:
                    seen = changed
                    hear(None)

    def tell(self, news: News) -> None:
        """Do nothing: the others see that the ledger changed."""

    def gone(self, owners: Iterable[str]) -> list[str]:
        """Return those whose file nobody holds."""
        return [owner for owner in owners if self._lock.is_gone(owner)]
