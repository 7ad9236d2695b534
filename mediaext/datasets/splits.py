"""Nothing held out is trained on: neither an item itself nor anything that was made from it."""

import os
from pathlib import Path
from typing import Any, Literal

import numpy as np

from mediaext.datasets.items import Items
from mediaext.datasets.locking import locked
from mediaext.datasets.owner import me
from mediaext.datasets.policy import Numbers
from mediaext.datasets.pool import Pool
from mediaext.datasets.writing import writing
from mediaext.errors import InvalidRequest, MediaError

Split = Literal["train", "validation", "test"]


class Leak(MediaError):
    """Something held out for evaluation was about to be trained on."""


class Splits:
    """Which contents of a folder are held out. Children follow the split of their parent."""

    def __init__(self, pool: Pool, split: Split, held_out: Any, base_name: str | None) -> None:
        if split != "train":
            raise InvalidRequest(
                f"split: what is evaluated on stays untouched, so a '{split}' set is not "
                "augmented. Pass it as held_out= to the training set, and read it as it is."
            )
        self.folder = pool.folder
        self.pool = pool
        if base_name is not None:
            _remember_digests(pool, base_name)
        if held_out is not None:
            self._hold_out(Items(held_out))
        self.forbidden = self._read()
        self._checked = np.zeros(len(pool.items), bool)
        self._roots: dict[bytes, bytes] | None = None

    def _path(self) -> Path:
        return self.folder / "held-out.bin"

    def _hold_out(self, items: Items) -> None:
        """Write down the contents of a held-out set, for this and every later run."""
        known = self._read()
        digests = (items.digest(index) for index in range(len(items)))
        new = [digest for digest in dict.fromkeys(digests) if digest not in known]
        path = self._path()
        with writing(path.parent), locked(path.with_suffix(".lock")), open(path, "ab") as file:
            file.truncate(file.tell() // 32 * 32)  # a digest that a crash cut short
            file.write(b"".join(new))

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
        digest = self.pool.items.digest(index)
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
            facts = (self.pool.truth.facts(key) for key in self.pool.truth)
            self._roots = {
                bytes.fromhex(f["digest"]): bytes.fromhex(f["root"]) for f in facts if f
            }
        seen = set()
        while digest in self._roots and digest not in seen:
            seen.add(digest)
            digest = self._roots[digest]
        return digest


def _remember_digests(pool: Pool, name: str) -> None:
    """Keep the digests of a base that never changes, so that it need not be read again."""
    if not isinstance(pool.items, Items):
        return
    path = pool.folder / "bases" / f"{Path(name).name}.npy"
    if path.exists():
        digests = np.load(path)
        if digests.shape != (len(pool.items), 32):
            raise InvalidRequest(
                f"base_name: the base '{name}' had {len(digests):,} items before and has "
                f"{len(pool.items):,} now. A base that changes needs another name."
            )
        pool.items.use(digests)
        return
    digests = pool.items.all_digests()
    with writing(path.parent):
        path.parent.mkdir(exist_ok=True)
        scratch = path.with_name(f"{path.stem}.{me()}.npy")
        np.save(scratch, digests)
        os.replace(scratch, path)
