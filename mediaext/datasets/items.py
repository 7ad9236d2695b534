"""The base dataset: what its items are made of, named by their content."""

import contextlib
import hashlib
import os
import time
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from mediaext.errors import InvalidRequest

SETTLED = 2.0  # seconds after a change of a file in which another one could go unnoticed
IMAGE_NAMES = ("image", "img", "pixel_values")


def content_digest(value: Any) -> bytes:
    """Return the SHA-256 of an image's content: bytes of a file, or size, mode and pixels."""
    if isinstance(value, str | os.PathLike):
        return hashlib.sha256(_file(value)).digest()
    content = value if isinstance(value, bytes) else getattr(value, "content", None)
    if isinstance(content, bytes):
        return hashlib.sha256(content).digest()
    if hasattr(value, "tobytes") and hasattr(value, "mode"):  # PIL
        head = f"pixels {value.mode} {value.size}"
        return hashlib.sha256(head.encode() + value.tobytes()).digest()
    array = np.ascontiguousarray(value.detach().cpu() if hasattr(value, "detach") else value)
    layout = "chw" if hasattr(value, "detach") else "hwc"
    head = f"array {layout} {array.dtype.str} {array.shape}"
    return hashlib.sha256(head.encode() + array.tobytes()).digest()


def _file(path: str | os.PathLike[str]) -> bytes:
    try:
        return Path(path).expanduser().read_bytes()
    except OSError as error:
        raise InvalidRequest(
            f"The dataset names the file '{os.fspath(path)}', which cannot be read "
            f"({error.strerror})."
        ) from None


class Items:
    """A map-style dataset seen as (image, the rest), each digest and rest read once.

    Items may be an image alone, a tuple or list that starts with one, or a dict with ``"image"``.
    """

    def __init__(self, base: Any, labels: Sequence[object] | None = None) -> None:
        if not hasattr(base, "__getitem__") or not hasattr(base, "__len__"):
            raise InvalidRequest(
                "Augmented needs a map-style dataset: something with len() and [index]."
            )
        self.base = base
        self.count = len(base)
        found = labels if labels is not None else getattr(base, "targets", None)
        if found is not None and len(found) != self.count:
            raise InvalidRequest(f"There are {len(found)} labels for {self.count} items.")
        self.targets = found
        self._digests = np.zeros((self.count, 32), np.uint8)
        self._known = np.zeros(self.count, bool)
        self._rests: dict[int, Any] = {}
        self._memory: DigestMemory | None = None
        self.plain = False
        if self.count and found is not None:
            first = self.rest(0)  # a base that tells its targets need not be read for them
            self.plain = first is None or (isinstance(first, tuple) and len(first) == 1)
            if labels is None and not (self.plain and first and _equal(first[0], found[0])):
                self.plain, self.targets = False, None  # they are not what its items come with

    def __len__(self) -> int:
        return self.count

    def read(self, index: int) -> Any:
        """Return the image of an item as the base gives it; remember digest and rest."""
        item = self.base[index]
        image, rest = self._split(item)
        if not self._known[index]:
            self._digests[index] = np.frombuffer(content_digest(image), np.uint8)
            self._known[index] = True
        if not self.plain:
            self._rests.setdefault(index, rest)
        return image

    def _split(self, item: object) -> tuple[Any, Any]:
        if isinstance(item, dict):
            name = next((name for name in IMAGE_NAMES if name in item), None)
            if name is None:
                raise InvalidRequest(
                    f"An item has no image; it has {', '.join(map(str, item))}. "
                    f"Name the column one of {', '.join(IMAGE_NAMES)}."
                )
            return item[name], {**item, name: None}
        if isinstance(item, tuple | list) and not hasattr(item, "mode"):
            return item[0], tuple(item[1:])
        return item, None

    def digest(self, index: int) -> bytes:
        """Return the content digest of an item, uint8 of 32 bytes."""
        if not self._known[index]:
            stamp = _stamp(_file_of(self.base, index)) if self._memory is not None else None
            found = self._memory.digests.get(stamp) if self._memory and stamp else None
            if found is None:
                self.read(index)
                found = self._digests[index].tobytes()
                if self._memory is not None and stamp is not None:
                    self._memory.digests[stamp] = found
            self._digests[index], self._known[index] = np.frombuffer(found, np.uint8), True
        digest: bytes = self._digests[index].tobytes()
        return digest

    def remember(self, path: Path) -> None:
        """Keep the digests of files in the file ``path``, from run to run.

        A file whose path, size and time of change are what they were is not read again; other
        items are read once in each run.
        """
        self._memory = DigestMemory(path)

    def save(self) -> None:
        """Write what :meth:`remember` asked to keep."""
        if self._memory is not None:
            self._memory.save()

    def rest(self, index: int) -> Any:
        """Return what comes with the image: a tuple, a dict, or ``None`` for images alone."""
        if self.plain and self.targets is not None:
            return (self.targets[index],)
        if index not in self._rests:
            self.read(index)
        return self._rests[index]

    def label(self, index: int) -> Any:
        """Return the label of an item, or ``None``."""
        if self.targets is not None:
            return self.targets[index]
        rest = self.rest(index)
        if isinstance(rest, dict):
            return rest.get("label")
        return rest[0] if rest and not isinstance(rest[0], dict) else None


class DigestMemory:
    """Digests of files, by a stamp of their path, size and time of change; kept in one file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.digests: dict[bytes, bytes] = {}
        self._saved = 0
        with contextlib.suppress(OSError):
            content = path.read_bytes()
            body, checksum = content[:-4], content[-4:]
            if zlib.crc32(body).to_bytes(4, "little") == checksum:
                rows = (body[start : start + 64] for start in range(0, len(body), 64))
                self.digests = {row[:32]: row[32:] for row in rows}
                self._saved = len(self.digests)

    def save(self) -> None:
        """Write the file, where there is room; it can be made again."""
        if len(self.digests) == self._saved:
            return
        body = b"".join(stamp + found for stamp, found in self.digests.items())
        scratch = self.path.with_name(f"{self.path.name}.{os.getpid()}")
        with contextlib.suppress(OSError):
            self.path.parent.mkdir(exist_ok=True)
            scratch.write_bytes(body + zlib.crc32(body).to_bytes(4, "little"))
            os.replace(scratch, self.path)
            self._saved = len(self.digests)


def _file_of(base: Sequence[object], index: int) -> Path | None:
    """Return the file that an item is read from, where the base tells it without reading."""
    found = getattr(base, "samples", None) or getattr(base, "imgs", None)
    if found is None and isinstance(base, list | tuple):
        found = base
    if not isinstance(found, Sequence) or len(found) != len(base):
        return None
    one = found[index]
    one = one[0] if isinstance(one, tuple | list) and one else one
    return Path(one).expanduser() if isinstance(one, str | os.PathLike) else None


def _stamp(file: Path | None) -> bytes | None:
    """Return what changes when a file does; ``None`` while it is too new to tell."""
    try:
        found = None if file is None else file.stat()
    except OSError:
        return None
    if found is None or time.time() - found.st_mtime < SETTLED:
        return None
    text = f"{os.path.abspath(file or '')} {found.st_size} {found.st_mtime_ns}"
    return hashlib.sha256(text.encode()).digest()


def _equal(first: object, second: object) -> bool:
    try:
        return bool(first == second)
    except (ValueError, RuntimeError, TypeError):  # arrays and tensors of several values
        return False


def join(image: Any, rest: Any) -> Any:
    """Put an image back in the place that it had in its item."""
    if rest is None:
        return image
    if isinstance(rest, dict):
        return {name: image if name in IMAGE_NAMES else value for name, value in rest.items()}
    return (image, *rest)


class Prompts:
    """What stands for the base where there is none: ``each`` items for every chain."""

    def __init__(self, names: Sequence[str], labels: Sequence[object] | None, each: int) -> None:
        if labels is not None and len(labels) != len(names):
            raise InvalidRequest(f"There are {len(labels)} labels for {len(names)} operations.")
        if each < 1:
            raise InvalidRequest(f"each: at least 1, not {each}.")
        self.names = names
        self.each = each
        self.labels = labels

    def __len__(self) -> int:
        return len(self.names) * self.each

    def read(self, index: int) -> None:
        """There is no picture to work on."""

    def save(self) -> None:
        """There is nothing to keep."""

    def digest(self, index: int) -> bytes:
        """Return what names an item: what is asked for, and its number among equals."""
        text = f"{self.names[index // self.each]} {index % self.each}"
        return hashlib.sha256(text.encode()).digest()

    def rest(self, index: int) -> Any:
        """Return the label in a tuple, or ``None``."""
        return None if self.labels is None else (self.label(index),)

    def label(self, index: int) -> Any:
        """Return the label of an item, or ``None``."""
        return None if self.labels is None else self.labels[index // self.each]
