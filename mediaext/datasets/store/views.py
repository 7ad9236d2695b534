"""Decoded views: resized pixels in fixed slots of one memory-mapped file.

A view can be deleted at any time and is filled again while training reads. Which slot belongs to
which content is an append-only list of digests under a lock; a slot counts once its flag is set,
after its pixels. Flags from before a restart of the machine count only if the view was closed.
"""

import contextlib
import os
import shutil
import threading
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from mediaext.datasets.decoding import Pixels, Spec
from mediaext.datasets.store.files import locked, writing
from mediaext.datasets.store.processes import me

SHARE_OF_MEMORY = 0.5  # of what is free; beyond it a map reads at the speed of the disk
DIGEST = 32


class ViewsReplaced(Exception):
    """The files of the views were deleted, or replaced by others; open them again."""


class DecodedViews:
    """The slots of one spec. ``pixels[slot]`` is uint8 of shape (height, width, channels)."""

    def __init__(self, folder: Path, spec: Spec, capacity: int) -> None:
        self.folder = folder / str(spec)
        self.spec = spec
        self.capacity = capacity
        self.room = capacity  # less once the disk is full
        self._slots: dict[bytes, int] = {}
        self._read = 0
        self._guard = threading.Lock()
        with writing(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
            with locked(self.folder / "lock"):
                self._begin()
                self._open_maps()
        with contextlib.suppress(ViewsReplaced):  # noticed again when a slot is taken
            self._catch_up()

    def __reduce__(self) -> tuple[type["DecodedViews"], tuple[Path, Spec, int]]:
        return DecodedViews, (
            self.folder.parent,
            self.spec,
            self.capacity,
        )  # a worker maps it afresh

    def __len__(self) -> int:
        return len(self._slots)

    def _begin(self) -> None:
        """Drop flags that a crash of the machine may have left without their pixels."""
        stamp = self.folder / "boot"
        boot = me().boot
        with contextlib.suppress(OSError):
            if stamp.read_text() not in (boot, "closed"):
                for name in ("digests", "ready", "pixels"):
                    (self.folder / name).unlink(missing_ok=True)
        stamp.write_text(boot)
        (self.folder / "digests").touch()
        for name, size in (("pixels", self.spec.size), ("ready", 1)):
            path = self.folder / name
            path.touch()
            if path.stat().st_size < size * self.capacity:
                os.truncate(path, size * self.capacity)
        _occupy(self.folder / "ready", 0, self.capacity)

    def _open_maps(self) -> None:
        self._inode = 0
        if not self.capacity:
            self.pixels: Pixels = np.zeros((0, *self.spec.shape), np.uint8)
            self.ready: Pixels = np.zeros(0, np.uint8)
            return
        shape = (self.capacity, *self.spec.shape)
        pixels = np.memmap(self.folder / "pixels", np.uint8, "r+", shape=shape)
        self.pixels = pixels.view(np.ndarray)
        with open(self.folder / "ready", "r+b") as file:
            ready = np.memmap(file, np.uint8, "r+", shape=(self.capacity,))
            self._inode = os.fstat(file.fileno()).st_ino  # not used again while it is mapped
        self.ready = ready.view(np.ndarray)

    def _check_files(self) -> None:
        """Raise :class:`ViewsReplaced` unless the files are those that are mapped."""
        try:
            same = not self.capacity or (self.folder / "ready").stat().st_ino == self._inode
        except OSError:
            same = False
        if not same or not (self.folder / "digests").exists():
            raise ViewsReplaced

    def _catch_up(self) -> None:
        """Read the digests that other processes added. Raises :class:`ViewsReplaced`."""
        self._check_files()
        with self._guard:
            try:
                with open(self.folder / "digests", "rb") as file:
                    file.seek(self._read)
                    news = file.read()
            except FileNotFoundError:
                raise ViewsReplaced from None
            for start in range(0, len(news) - DIGEST + 1, DIGEST):
                slot = (self._read + start) // DIGEST
                if slot < self.capacity:
                    self._slots.setdefault(news[start : start + DIGEST], slot)
            self._read += len(news) - len(news) % DIGEST

    def find(self, digest: bytes) -> int:
        """Return the slot that holds this content, or -1."""
        slot = self._slots.get(digest, -1)
        return slot if slot >= 0 and self.ready[slot] else -1

    def add(self, digests: Sequence[bytes], pixels: Sequence[Pixels]) -> list[int]:
        """Keep pictures in slots; return the slots, -1 for what no longer fits.

        Raises :class:`ViewsReplaced` when the files are no longer those that were opened.
        """
        new = [digest for digest in dict.fromkeys(digests) if digest not in self._slots]
        if new and len(self._slots) < self.room:
            try:
                self._take_slots(new)
            except OSError:  # the disk is full; what has no slot is decoded each time
                self.room = len(self._slots)
            self._catch_up()
        slots = [self._slots.get(digest, -1) for digest in digests]
        for slot, picture in zip(slots, pixels, strict=True):
            if slot >= 0 and not self.ready[slot]:
                self.pixels[slot] = picture
                self.ready[slot] = 1
        return slots

    def _take_slots(self, new: list[bytes]) -> None:
        self._check_files()
        with locked(self.folder / "lock"):
            self._catch_up()
            first = self._read // DIGEST
            new = [digest for digest in new if digest not in self._slots]
            new = new[: max(self.capacity - first, 0)]
            size = self.spec.size
            _occupy(self.folder / "pixels", first * size, len(new) * size)
            with open(self.folder / "digests", "r+b", buffering=0) as file:
                file.seek(first * DIGEST)  # over what a crash left of a digest
                file.write(b"".join(new))

    def close(self) -> None:
        """Write everything to disk, so that it counts after a restart of the machine."""
        with contextlib.suppress(ViewsReplaced, OSError):
            self._check_files()
            self._flush()

    def _flush(self) -> None:
        for array in (self.pixels, self.ready):
            if isinstance(array.base, np.memmap):
                array.base.flush()
        (self.folder / "boot").write_text("closed")


def _occupy(path: Path, start: int, count: int) -> None:
    """Take bytes of a file from the disk now; a mapped one that finds it full ends the process."""
    if count and hasattr(os, "posix_fallocate"):
        with open(path, "r+b") as file:
            os.posix_fallocate(file.fileno(), start, count)


def room_for_views(folder: Path) -> int:
    """Return how many bytes of views can be read at memory speed here."""
    free_disk = shutil.disk_usage(folder).free
    return int(min(SHARE_OF_MEMORY * free_memory(), 0.8 * free_disk))


def free_memory() -> int:
    """Return the bytes of memory that are free or can be freed; an estimate if unknown."""
    with contextlib.suppress(OSError, StopIteration):
        lines = Path("/proc/meminfo").read_text().splitlines()
        line = next(line for line in lines if line.startswith("MemAvailable:"))
        return int(line.split()[1]) * 1024
    with contextlib.suppress(ValueError, OSError, AttributeError):
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    return 4_000_000_000
