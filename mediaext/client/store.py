"""Result bytes by their digest: written once, checked on every read, bounded in size."""

import contextlib
import os
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from mediaext.errors import MediaError
from mediaext.protocol import digest

DEFAULT_BOUND = 20_000_000_000  # bytes
SWEEP_EVERY = 256  # writes between two looks at the total size


class Store:
    """A folder of files named by the SHA-256 of their content."""

    def __init__(self, folder: Path, bound: int = DEFAULT_BOUND) -> None:
        self.folder = folder
        self.bound = bound
        self._held: Counter[str] = Counter()
        self._writes = 0
        self._lock = threading.Lock()

    def path(self, name: str) -> Path:
        """Return where the content with this digest lies, whether or not it is there."""
        return self.folder / name[:2] / name

    def put(self, content: bytes) -> str:
        """Keep ``content`` and return its digest; readers never see a half-written file.

        Raises :class:`MediaError` when the disk is full.
        """
        name = digest(content)
        target = self.path(name)
        if not (target.exists() and target.stat().st_size == len(content)):
            self._write(target, content)
        self._writes += 1
        if self._writes % SWEEP_EVERY == 0:
            self.sweep()
        return name

    def _write(self, target: Path, content: bytes) -> None:
        scratch = None
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=target.parent, delete=False) as file:
                scratch = file.name
                file.write(content)
            os.replace(scratch, target)
        except OSError as error:
            if scratch:
                with contextlib.suppress(OSError):
                    os.unlink(scratch)
            raise MediaError(
                f"The result cannot be stored under {self.folder} ({error.strerror}). Free some "
                "disk space; the job is done and can be fetched again while its link lives."
            ) from None

    def get(self, name: str) -> bytes | None:
        """Return the content, or ``None``; a file that no longer matches is removed."""
        target = self.path(name)
        try:
            content = target.read_bytes()
        except OSError:
            return None
        if digest(content) != name:
            target.unlink(missing_ok=True)
            return None
        with contextlib.suppress(OSError):
            os.utime(target)  # marks the last use for the sweep
        return content

    @contextlib.contextmanager
    def hold(self, *names: str) -> Iterator[None]:
        """Keep these from being evicted while a job in flight needs them."""
        with self._lock:
            self._held.update(names)
        try:
            yield
        finally:
            with self._lock:
                self._held.subtract(names)

    def sweep(self, bound: int | None = None) -> int:
        """Evict the least recently used files above the bound; return the bytes freed."""
        limit = self.bound if bound is None else bound
        files = []
        for file in self.folder.glob("??/*"):
            with contextlib.suppress(OSError):
                facts = file.stat()
                files.append((facts.st_mtime, facts.st_size, file))
        excess = sum(size for _, size, _ in files) - limit
        freed = 0
        for _, size, file in sorted(files):
            if freed >= excess:
                break
            if self._held[file.name] <= 0:
                file.unlink(missing_ok=True)
                freed += size
        return freed
