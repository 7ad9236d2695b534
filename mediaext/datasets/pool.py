"""The pool of one data set: every item, every variant, where each is and what it looks like."""

import contextlib
import os
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import PIL.Image

from mediaext.client.media import read_media
from mediaext.datasets.budget import Purse
from mediaext.datasets.decoding import (
    Pixels,
    Spec,
    copy_into,
    decode,
    fit_picture,
    natural_size,
    open_picture,
)
from mediaext.datasets.filing import Filing
from mediaext.datasets.generator import Generator
from mediaext.datasets.index import Place
from mediaext.datasets.items import Items, Prompts
from mediaext.datasets.keys import Node, chain_of
from mediaext.datasets.made import Failure, Gate
from mediaext.datasets.policy import ORIGINAL, Numbers
from mediaext.datasets.recipes import Step
from mediaext.datasets.runners import identity_of
from mediaext.datasets.truth import Truth
from mediaext.datasets.views import Views, room_for_views
from mediaext.datasets.writing import Unwritable
from mediaext.errors import MediaError

PLACES_KEPT = 500_000  # places remembered, about 200 bytes each
UNKNOWN, THERE = -2, -1  # in place of a slot: not looked up yet; in the truth, but in no view
KEYS_KEPT = 4_000_000  # keys kept in memory, 32 bytes each; more are derived again when needed


class Pool:
    """Items by variants. Reading is safe in threads and workers; making happens in one place."""

    def __init__(
        self,
        items: Items | Prompts,
        chain: Callable[[int], Sequence[Step]],
        *,
        folder: Path,
        runner: Any,
        purse: Purse,
        spec: Spec,
        variants: int,
        seed: int,
        concurrency: int,
        view_bytes: int | None = None,
        gate: Gate | None = None,
        arrived: Callable[[Node, bytes], str] | None = None,
        remote: Any = None,
        say: Callable[[str], None] = lambda line: None,
    ) -> None:
        self.items, self.chain = items, chain
        self.folder, self.runner, self.purse, self.spec = folder, runner, purse, spec
        self.variants, self.seed, self.concurrency = variants, seed, concurrency
        self.gate, self.arrived, self.remote, self.say = gate, arrived, remote, say
        self.service = identity_of(runner)
        self.suffix = "png" if spec.channels == 4 else "jpeg"
        self.truth = Truth(folder / "truth")
        if remote is not None:
            remote.serve(self.truth)
        count = len(items)
        self.slots = np.full((count, variants + 1), UNKNOWN, np.int32)
        self.slots[:, 0] = THERE
        keep = count * variants <= KEYS_KEPT
        self._keys = np.zeros((count if keep else 0, variants, 32), np.uint8)
        self._found: dict[tuple[int, int], Place] = {}
        self.views = self._choose_views(view_bytes)
        self._generator: Generator | None = None
        self._pid = 0
        self._lock = threading.Lock()

    def __getstate__(self) -> dict[str, Any]:
        state = {**self.__dict__, "_generator": None, "_pid": 0}
        del state["_lock"]
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._lock = threading.Lock()

    def _choose_views(self, view_bytes: int | None) -> Views | None:
        """Open the view tier when everything fits where it can be read at memory speed."""
        wanted = len(self.items) * (self.variants + 1)
        room = room_for_views(self.folder) if view_bytes is None else view_bytes
        fits = self.spec.fixed and wanted * self.spec.size <= room
        bounded = view_bytes is not None and self.spec.fixed and room >= self.spec.size
        self._without = "views would not fit in half of the free memory"
        if not self.spec.fixed:
            self._without = "pictures keep their own size"
        if not (fits or bounded):
            return None
        try:
            return Views(self.folder / "views", self.spec, min(wanted, room // self.spec.size))
        except Unwritable:
            self._without = "views cannot be written"
            return None

    @property
    def tier(self) -> str:
        """Say which tier is read, and why."""
        if self.views is not None:
            return f"views ({self.views.capacity * self.spec.size / 1e9:.2f} GB uint8)"
        return f"truth ({self._without})"

    @property
    def generator(self) -> Generator:
        """The maker of this process, started on first use."""
        if self._generator is None or self._pid != os.getpid():
            with contextlib.suppress(RuntimeError):
                if self._pid not in (0, os.getpid()):
                    self._lock = threading.Lock()  # a forked child; the old one may be held
            with self._lock:
                if self._generator is None or self._pid != os.getpid():
                    self._generator, self._pid = self._start(), os.getpid()
        return self._generator

    def _start(self) -> Generator:
        filing = Filing(self.truth, self.service, self.items.read, self.gate, self.arrived)
        return Generator(
            filing,
            self.folder,
            runner=self.runner,
            purse=self.purse,
            concurrency=self.concurrency,
            elsewhere=self.remote.pull if self.remote is not None else None,
            say=self.say,
        )

    def take_up(self) -> None:
        """Start at once where a process before this one left jobs behind."""
        if any((self.folder / "leases").glob("*.json")):
            _ = self.generator

    @property
    def started(self) -> bool:
        """Whether this process has made anything yet."""
        return self._generator is not None and self._pid == os.getpid()

    def node(self, index: int, variant: int, keep: bool = True) -> Node:
        """Return the last step of a variant of an item; ``keep`` remembers its key."""
        node = chain_of(
            self.chain(index),
            self.items.digest(index),
            item=index,
            variant=variant,
            seed=self.seed,
            service=self.service,
            suffix=self.suffix,
        )
        if keep and len(self._keys):
            self._keys[index, variant] = np.frombuffer(node.key, np.uint8)
        return node

    def key(self, index: int, variant: int) -> bytes:
        """Return the key of a variant of an item."""
        if len(self._keys):
            key: bytes = self._keys[index, variant].tobytes()
            if any(key[:8]):
                return key
        return self.node(index, variant).key

    def state(self, index: int, variant: int) -> bool | Failure:
        """Say whether a variant may be served: yes, not made yet, or why never."""
        if self.slots[index, variant + 1] != UNKNOWN:
            return True
        key = self.key(index, variant)
        verdict = self.truth.index.verdicts.get(key)
        if verdict is not None and verdict.facts.get("verdict") != "keep":
            facts = verdict.facts
            return Failure(facts.get("code", "REFUSED"), facts.get("message") or facts["reason"])
        if key not in self.truth:
            return False
        self.slots[index, variant + 1] = THERE
        return True

    def unknown(self, indices: Numbers, variants: Numbers) -> Numbers:
        """Return the places in these arrays of what :meth:`state` has to look up."""
        return np.flatnonzero(self.slots[indices, variants + 1] == UNKNOWN)

    def forget(self, key: bytes) -> None:
        """Look a key up anew the next time, after a verdict about it."""
        if len(self._keys):
            rows, columns = np.nonzero((self._keys == np.frombuffer(key, np.uint8)).all(axis=2))
            self.slots[rows, columns + 1] = UNKNOWN
        else:
            self.slots[:, 1:] = UNKNOWN

    def content(self, index: int, variant: int) -> Any:
        """Return the untouched bytes of a made variant, checked when this process reads it first.

        A checksum at every read would cost a twentieth of the decoding.
        """
        place = self._found.get((index, variant))
        if place is not None:
            return self.truth.content_at(place, check=False)
        key = self.key(index, variant)
        place = self.truth.index.find(key)
        if place is None:
            self.truth.refresh()
            place = self.truth.index.find(key)
        if place is None:
            raise MediaError(f"Variant {variant} of item {index} is not there (any more).")
        found = self.truth.content_at(place)
        if len(self._found) < PLACES_KEPT:
            self._found[index, variant] = place
        return found

    def forget_places(self) -> None:
        """Look everything up anew, after segments were written again."""
        self._found.clear()
        self.slots[:, 1:] = UNKNOWN

    def picture_size(self, index: int, variant: int) -> tuple[int, int]:
        """Return width and height before fitting."""
        if variant != ORIGINAL:
            return natural_size(self.content(index, variant))
        image = self.items.read(index)
        if isinstance(image, PIL.Image.Image):
            return image.size
        return natural_size(read_media(image, "image").content)

    def pixels(self, index: int, variant: int, out: Pixels | None = None) -> Pixels:
        """Decode and fit one picture, uint8 (height, width, channels)."""
        if variant != ORIGINAL:
            return decode(self.content(index, variant), self.spec, out)
        image = self.items.read(index)
        if isinstance(image, PIL.Image.Image):
            found = fit_picture(image, self.spec)
        else:
            content = read_media(image, "image").content
            found = fit_picture(open_picture(content, self.spec), self.spec)
        return copy_into(found, out)

    def view_digest(self, index: int, variant: int) -> bytes:
        """Return what names the content of a picture in the view tier."""
        if variant == ORIGINAL:
            return self.items.digest(index)
        facts = self.truth.facts(self.key(index, variant))
        return bytes.fromhex(facts["digest"]) if facts else b""

    def copies(self, indices: Numbers, variants: Numbers) -> bool:
        """Say whether reading these is copying decoded pixels and nothing else."""
        return self.views is not None and bool((self.slots[indices, variants + 1] >= 0).all())

    def read_into(self, out: Pixels, indices: Numbers, variants: Numbers) -> float:
        """Fill ``out`` (N, height, width, channels); return the seconds spent decoding."""
        if self.views is None:
            began = time.perf_counter()
            for row, (index, variant) in enumerate(zip(indices, variants, strict=True)):
                self.pixels(int(index), int(variant), out[row])
            return time.perf_counter() - began
        slots = self.slots[indices, variants + 1]
        if (slots >= 0).all():
            np.take(self.views.pixels, slots, axis=0, out=out, mode="clip")
            return 0.0
        began = time.perf_counter()
        self._fill(out, indices, variants, slots)
        return time.perf_counter() - began

    def _fill(self, out: Pixels, indices: Numbers, variants: Numbers, slots: Any) -> None:
        """Take what has a slot, decode the rest, and give it a slot."""
        views = self.views
        assert views is not None, "called with views alone"  # noqa: S101 # for the type checker
        fresh: list[tuple[int, bytes]] = []
        pairs = zip(indices.tolist(), variants.tolist(), strict=True)
        for row, (index, variant) in enumerate(pairs):
            if slots[row] < 0:
                digest = self.view_digest(index, variant)
                slots[row] = views.find(digest)
                self.slots[index, variant + 1] = slots[row]
            if slots[row] >= 0:
                out[row] = views.pixels[slots[row]]
            else:
                self.pixels(index, variant, out[row])
                fresh.append((row, digest))
        rows = [row for row, _ in fresh]
        found = views.add([digest for _, digest in fresh], [out[row] for row in rows])
        self.slots[indices[rows], variants[rows] + 1] = found

    def close(self) -> None:
        """Write index and views; running jobs stay in the journal."""
        self.truth.close()
        if self.views is not None:
            self.views.close()
        if self.started and self._generator is not None:
            self._generator.close()
            self._generator = None
