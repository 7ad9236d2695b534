"""Keep held-out items, and everything made from them, out of training."""

import contextlib
import hashlib
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import numpy as np
import PIL.Image

from mediaext.datasets.decoding import Pixels, Spec, as_picture, fit_picture
from mediaext.datasets.items import Items
from mediaext.datasets.policy import Numbers
from mediaext.datasets.quality import LOOK, look_of
from mediaext.datasets.store.files import locked, writing
from mediaext.datasets.store.results import LostResult, ResultStore
from mediaext.errors import InvalidRequest, MediaError

Split = Literal["train", "validation", "test"]


LOOKS = LOOK.size  # bytes of what a picture looks like
CHUNK = 1024


class Leak(MediaError):
    """Something held out for evaluation was about to be trained on."""


def check_split(split: str) -> None:
    """Refuse to augment what is evaluated on."""
    if split != "train":
        raise InvalidRequest(
            f"split: what is evaluated on stays untouched, so a '{split}' set is not "
            "augmented. Pass it as held_out= to the training set, and read it as it is."
        )


def check_fold(fold: str) -> None:
    """Refuse a name that cannot be part of a file name."""
    if fold and not fold.replace("-", "").replace("_", "").isalnum():
        raise InvalidRequest(f"fold: letters, digits, - and _ only, not '{fold}'.")


class HeldOut:
    """Which pictures are held out in a folder, or in one fold of it.

    They are known by content, by pixels, and by what they look like, so that a file, its decoded
    pixels and a resized copy are one picture. Children follow the split of their parent.

    ``alike`` is the root mean square difference, in grey levels of 255 over 16 by 16 pixels, up to
    which two pictures count as one; 0 compares content and pixels alone.
    """

    def __init__(
        self, folder: Path, items: Items, results: ResultStore, fold: str, alike: float
    ) -> None:
        self.folder, self.items, self.results = folder, items, results
        self.fold, self.alike = fold, alike
        self._roots: dict[bytes, bytes] | None = None
        self._load()

    def _path(self, suffix: str) -> Path:
        return self.folder / f"held-out{'-' if self.fold else ''}{self.fold}{suffix}"

    def add(self, items: Items) -> None:
        """Write down the pictures of a held-out set, for this and every later run."""
        for index in range(len(items)):
            if items.digest(index) not in self.forbidden:
                digest, looks = fingerprint(items.read(index))
                self._append(".bin", items.digest(index) + digest, 32)
                self._append(".looks", looks.tobytes(), LOOKS)
        self._load()

    def _append(self, suffix: str, record: bytes, size: int) -> None:
        path = self._path(suffix)
        with writing(path.parent), locked(path.with_suffix(".lock")), open(path, "ab") as file:
            file.truncate(file.tell() // size * size)  # a record that a crash cut short
            file.write(record)

    def _load(self) -> None:
        self.forbidden = frozenset(self._read(".bin", 32))
        looks = list(self._read(".looks", LOOKS))
        self._looks = np.frombuffer(b"".join(looks), np.uint8).reshape(-1, LOOKS)
        self._checked = np.zeros(len(self.items), bool)

    def _read(self, suffix: str, size: int) -> Iterator[bytes]:
        with contextlib.suppress(FileNotFoundError):
            content = self._path(suffix).read_bytes()
            yield from (content[i : i + size] for i in range(0, len(content) - size + 1, size))

    def check_items(self, rows: Numbers) -> None:
        """Raise :class:`Leak` when one of the items is held out, or was made from what is."""
        if not self.forbidden:
            return
        for row in np.asarray(rows).tolist():
            if not self._checked[row]:
                self._check(row)
                self._checked[row] = True

    def _check(self, index: int) -> None:
        digest = self.items.digest(index)
        root = self._root(digest)
        if digest in self.forbidden:
            raise Leak(
                f"Item {index} of the training set is also in the held-out set. Take it out of "
                "one of them; a score on pictures that were trained on says nothing."
            )
        if root in self.forbidden:
            raise Leak(
                f"Item {index} of the training set was made from a held-out picture "
                f"({root.hex()[:12]}). Children belong to the split of their parent; leave it out."
            )
        digest, looks = fingerprint(self.items.read(index))
        if digest in self.forbidden or self._nearest(looks) <= self.alike:
            raise Leak(
                f"Item {index} of the training set shows what a held-out picture shows. Take it "
                "out of one of them; where two different pictures look so much alike, alike=0 "
                "compares their pixels alone. For another fold in this folder name it: fold='2'."
            )

    def _nearest(self, looks: Pixels) -> float:
        """Return the difference to the held-out picture that is most alike, in grey levels."""
        if not len(self._looks) or not self.alike:
            return math.inf
        found = math.inf
        for start in range(0, len(self._looks), CHUNK):
            part = self._looks[start : start + CHUNK].astype(np.float32) - looks
            found = min(found, float(np.sqrt((part**2).mean(axis=1)).min()))
        return found

    def _root(self, digest: bytes) -> bytes:
        """Return the content that a made picture goes back to; other pictures are their own."""
        if self._roots is None:
            self._roots = {}
            for key in list(self.results):
                with contextlib.suppress(LostResult):
                    facts = self.results.facts(key) or {}
                    made, root = str(facts.get("digest", "")), str(facts.get("root", ""))
                    self._roots[bytes.fromhex(made)] = bytes.fromhex(root)
        seen = set()
        while digest in self._roots and digest not in seen:
            seen.add(digest)
            digest = self._roots[digest]
        return digest


def fingerprint(image: object) -> tuple[bytes, Pixels]:
    """Return the SHA-256 of a picture's upright RGB pixels, and what it looks like in small."""
    pixels = fit_picture(as_picture(image), Spec(0, 0))
    head = f"pixels {pixels.shape}".encode()
    digest = hashlib.sha256(head + pixels.tobytes()).digest()
    return digest, look_of(PIL.Image.fromarray(pixels))
