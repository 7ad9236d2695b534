"""Nothing held out is trained on: neither an item itself nor anything that was made from it."""

import contextlib
from pathlib import Path
from typing import Literal

import numpy as np

from mediaext.datasets.items import Items
from mediaext.datasets.policy import Numbers
from mediaext.datasets.store.files import locked, writing
from mediaext.datasets.store.results import LostResult, ResultStore
from mediaext.errors import InvalidRequest, MediaError

Split = Literal["train", "validation", "test"]


class Leak(MediaError):
    """Something held out for evaluation was about to be trained on."""


def check_split(split: str) -> None:
    """Refuse to augment what is evaluated on."""
    if split != "train":
        raise InvalidRequest(
            f"split: what is evaluated on stays untouched, so a '{split}' set is not "
            "augmented. Pass it as held_out= to the training set, and read it as it is."
        )


class HeldOut:
    """Which contents of a folder are held out. Children follow the split of their parent."""

    def __init__(self, folder: Path, items: Items, results: ResultStore) -> None:
        self.folder, self.items, self.results = folder, items, results
        self.forbidden = self._read()
        self._checked = np.zeros(len(items), bool)
        self._roots: dict[bytes, bytes] | None = None

    def _path(self) -> Path:
        return self.folder / "held-out.bin"

    def add(self, items: Items) -> None:
        """Write down the contents of a held-out set, for this and every later run."""
        known = self._read()
        digests = (items.digest(index) for index in range(len(items)))
        new = [digest for digest in dict.fromkeys(digests) if digest not in known]
        path = self._path()
        with writing(path.parent), locked(path.with_suffix(".lock")), open(path, "ab") as file:
            file.truncate(file.tell() // 32 * 32)  # a digest that a crash cut short
            file.write(b"".join(new))
        self.forbidden = self._read()

    def _read(self) -> frozenset[bytes]:
        try:
            content = self._path().read_bytes()
        except FileNotFoundError:
            return frozenset()
        return frozenset(content[i : i + 32] for i in range(0, len(content) - 31, 32))

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
