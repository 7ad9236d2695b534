"""The base data set: what its items are made of, named by their content."""

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from mediaext.errors import InvalidRequest

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


def _file(path: Any) -> bytes:
    try:
        return Path(path).expanduser().read_bytes()
    except OSError as error:
        raise InvalidRequest(
            f"The data set names the file '{os.fspath(path)}', which cannot be read "
            f"({error.strerror})."
        ) from None


class Items:
    """A map-style data set seen as (image, the rest), each digest and rest read once.

    Items may be an image alone, a tuple or list that starts with one, or a dict with ``"image"``.
    """

    def __init__(self, base: Any, labels: Sequence[Any] | None = None) -> None:
        if not hasattr(base, "__getitem__") or not hasattr(base, "__len__"):
            raise InvalidRequest(
                "Augmented needs a map-style data set: something with len() and [index]."
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
        self.plain = False
        if self.count and found is not None:
            first = self.rest(0)  # a base that tells its targets need not be read for them
            self.plain = first is None or (isinstance(first, tuple) and len(first) == 1)

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

    def _split(self, item: Any) -> tuple[Any, Any]:
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
        """Return the content digest of an item."""
        if not self._known[index]:
            self.read(index)
        found: bytes = self._digests[index].tobytes()
        return found

    def use(self, digests: np.ndarray[Any, Any]) -> None:
        """Take digests known from before, uint8 of shape (N, 32); nothing is read for them."""
        self._digests[:], self._known[:] = digests, True

    def all_digests(self) -> np.ndarray[Any, np.dtype[np.uint8]]:
        """Return every digest, uint8 of shape (N, 32)."""
        for index in np.flatnonzero(~self._known):
            self.digest(int(index))
        return self._digests

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


def join(image: Any, rest: Any) -> Any:
    """Put an image back in the place that it had in its item."""
    if rest is None:
        return image
    if isinstance(rest, dict):
        return {name: image if name in IMAGE_NAMES else value for name, value in rest.items()}
    return (image, *rest)


class Prompts:
    """What stands for the base where there is none: ``each`` items for every chain."""

    def __init__(self, names: Sequence[str], labels: Sequence[Any] | None, each: int) -> None:
        if labels is not None and len(labels) != len(names):
            raise InvalidRequest(f"There are {len(labels)} labels for {len(names)} operations.")
        if each < 1:
            raise InvalidRequest(f"each: at least 1, not {each}.")
        self.names = names
        self.each = each
        self.labels = labels

    def __len__(self) -> int:
        return len(self.names) * self.each

    def read(self, index: int) -> Any:
        """There is no picture to work on."""
        return None

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
