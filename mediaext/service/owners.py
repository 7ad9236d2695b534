"""Which services of a folder live, so that the jobs of those that ended are taken back."""

from pathlib import Path
from typing import IO

from mediaext.service.blobs import open_private


class OwnerLock:
    """A locked file that says a service lives; the operating system unlocks it at any death."""

    def __init__(self, folder: Path, owner: str) -> None:
        self._folder = folder
        self._owner = owner
        self._file: IO[bytes] | None = None

    def acquire(self) -> None:
        """Lock the service's own file."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._file = open_private(self._folder / self._owner, "wb")
        _lock(self._file)

    def release(self) -> None:
        """Remove the service's own file."""
        if self._file is not None:
            Path(self._file.name).unlink(missing_ok=True)
            self._file.close()
            self._file = None

    def is_gone(self, owner: str) -> bool:
        """Say whether a service has ended; where that cannot be told, its leases run out."""
        return is_unlocked(self._folder / owner)


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
