"""The variants of every item of a dataset: their state and their pixels."""

import contextlib
import os
import threading
from collections.abc import Sequence
from functools import partial
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
from torch.utils.data import get_worker_info

from mediaext.datasets.decoding import (
    Pixels,
    as_picture,
    copy_into,
    decode,
    fit_picture,
    natural_size,
)
from mediaext.datasets.items import Items, Prompts
from mediaext.datasets.keys import Node, chain_of
from mediaext.datasets.making.budget import BudgetTracker
from mediaext.datasets.making.gate import ResultGate
from mediaext.datasets.making.generator import Generator
from mediaext.datasets.making.maker import StepMaker
from mediaext.datasets.making.outcomes import UNTOUCHED, Failure
from mediaext.datasets.making.runners import Makers, identity_of, known_prices
from mediaext.datasets.making.writer import ResultWriter
from mediaext.datasets.policy import ORIGINAL, Numbers
from mediaext.datasets.reading.stats import tell
from mediaext.datasets.recipes import LABEL, Step, may_skip
from mediaext.datasets.settings import DatasetSettings, Gate
from mediaext.datasets.store.files import Unwritable, writing
from mediaext.datasets.store.index import Place
from mediaext.datasets.store.leases import Claims, Leases, SharedLeases
from mediaext.datasets.store.remote import Remote
from mediaext.datasets.store.results import LostResult, has_former_results, open_results
from mediaext.datasets.store.views import DecodedViews, ViewsReplaced, room_for_views
from mediaext.errors import InvalidRequest, MediaError
from mediaext.operation import Runner

ABOUT = ("index", "variant", "key", "operation", "prompt", "seed")  # of a sample, in a batch
PLACES_KEPT = 500_000  # places remembered, about 200 bytes each
UNKNOWN, STORED = -2, -1  # in place of a slot: not looked up yet; stored, but in no view
KEYS_KEPT = 4_000_000  # keys kept in memory, 32 bytes each; more are derived again when needed
REOPENINGS = 3  # times that deleted views are made again by one process


class ChainOf(Protocol):
    """The steps of each item; ``optional``: whether they may turn out to do nothing."""

    optional: bool

    def __call__(self, index: int) -> Sequence[Step]:
        """Return the steps of an item."""
        ...


class ViewTier:
    """Decoded views, and which of them shows each variant; they are replaced together.

    ``slots`` has a row for each item and a column for the original and each variant.
    """

    def __init__(self, views: DecodedViews | None, count: int, variants: int) -> None:
        self.views = views
        self.slots = np.full((count, variants + 1), UNKNOWN, np.int32)
        self.slots[:, 0] = STORED


class Variants:
    """Items by variants. Reading is safe in threads and workers; making happens in one place."""

    def __init__(
        self,
        items: Items | Prompts,
        chain: ChainOf,
        runner: Runner,
        settings: DatasetSettings,
    ) -> None:
        self.items, self.chain, self.runner, self.settings = items, chain, runner, settings
        self.folder, self.spec = settings.place, settings.spec
        with writing(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
        self.service, self.makers = identity_of(runner), Makers(runner)
        self.suffix = "png" if self.spec.channels == 4 else "jpeg"
        self.results = open_results(self.folder)
        former = has_former_results(self.folder) or settings.remote is not None
        self._former = self.makers.former() if former else ()
        prices = settings.prices or known_prices(runner)
        if settings.limit.cost is not None and not prices:
            raise InvalidRequest(
                "A budget in money needs prices, such as prices={'edit': 0.04, 'upscale': 0.02}."
            )
        self.tracker = BudgetTracker(self.folder, settings.limit, prices)
        gate = ResultGate(settings.gate, settings.min_side)
        self.writer = ResultWriter(self.results, self.service, items.read, gate)
        self.remote = Remote(settings.remote, self.results) if settings.remote else None
        keep = len(items) * settings.variants <= KEYS_KEPT
        self._keys = np.zeros((len(items) if keep else 0, settings.variants, 32), np.uint8)
        self._untouched = np.full((len(items), settings.variants), -1, np.int8)
        self._places: dict[tuple[int, int], Place] = {}
        self._reopenings = 0
        self._tier = ViewTier(self._open_views(), len(items), settings.variants)
        self._generator: Generator | None = None
        self._pid, self._opened_by = 0, os.getpid()
        self._lock = threading.Lock()

    def __getstate__(self) -> dict[str, object]:
        state = {**self.__dict__, "_generator": None, "_pid": 0}
        del state["_lock"], state["_tier"]
        return state

    def __setstate__(self, state: dict[str, object]) -> None:
        self.__dict__.update(state)
        self._lock = threading.Lock()
        self._tier = ViewTier(self._open_views(), len(self.items), self.settings.variants)

    def _open_views(self) -> DecodedViews | None:
        """Open the view tier when everything fits where it can be read at memory speed."""
        view_bytes = self.settings.view_bytes
        wanted = len(self.items) * (self.settings.variants + 1)
        room = room_for_views(self.folder) if view_bytes is None else view_bytes
        fits = self.spec.fixed and wanted * self.spec.size <= room
        bounded = view_bytes is not None and self.spec.fixed and room >= self.spec.size
        self._without = "views would not fit in half of the free memory"
        if not self.spec.fixed:
            self._without = "pictures keep their own size"
        if not (fits or bounded):
            return None
        try:
            capacity = min(wanted, room // self.spec.size)
            return DecodedViews(self.folder / "views", self.spec, capacity)
        except (Unwritable, ViewsReplaced):
            self._without = "views cannot be written"
            return None

    def _reopen_views(self, gone: ViewTier) -> None:
        """Replace views that were deleted; readers of the old ones go on with those."""
        with self._lock:
            if self._tier is not gone:
                return
            self._reopenings += 1
            views = self._open_views() if self._reopenings <= REOPENINGS else None
            if self._reopenings > REOPENINGS:
                self._without = "views were deleted again and again"
            self._tier = ViewTier(views, len(self.items), self.settings.variants)

    @property
    def views(self) -> DecodedViews | None:
        """The decoded views, where there are any."""
        return self._tier.views

    @property
    def slots(self) -> npt.NDArray[np.int32]:
        """The slot of each item's original and variants, or :data:`STORED`, :data:`UNKNOWN`."""
        return self._tier.slots

    @property
    def tier(self) -> str:
        """Which tier is read, and why."""
        if self.views is not None:
            return f"views ({self.views.capacity * self.spec.size / 1e9:.2f} GB uint8)"
        return f"results ({self._without})"

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
        own, shared = Leases(self.folder / "leases"), self.settings.leases
        leases: Claims = own
        if shared is not None and self.remote is not None:
            leases = SharedLeases(own, shared, self.remote, self.say)
        maker = StepMaker(
            self.writer,
            leases,
            tracker=self.tracker,
            runner=self.runner,
            elsewhere=self.remote.pull if self.remote is not None else None,
            say=self.say,
        )
        worker = get_worker_info()
        share = 1 if worker is None else worker.num_workers  # together no more than one process
        return Generator(maker, max(self.settings.concurrency // share, 1))

    def say(self, line: str) -> None:
        """Tell the person one line, unless quiet."""
        if not self.settings.quiet:
            tell(line)

    def take_up(self) -> None:
        """Start at once if a process before this one left jobs behind."""
        if any((self.folder / "leases").glob("*.json")):
            _ = self.generator

    @property
    def started(self) -> bool:
        """Whether this process has made anything yet."""
        return self._generator is not None and self._pid == os.getpid()

    def untouched(self, index: int, variant: int) -> bool:
        """Return whether every step of a variant turns out to do nothing."""
        if not self.chain.optional:
            return False
        known = self._untouched
        if known[index, variant] < 0:
            steps = self.chain(index)
            skips = all(may_skip(step) for step in steps)
            known[index, variant] = skips and self._draw(steps, index, variant) is None
        return bool(known[index, variant])

    def node(self, index: int, variant: int, keep: bool = True) -> Node:
        """Return the last step of a variant of an item; ``keep`` remembers its key.

        Raises :class:`InvalidRequest` for a variant without steps; it is the original.
        """
        node = self._draw(self.chain(index), index, variant)
        if node is None:
            raise InvalidRequest(f"Variant {variant} of item {index} is the picture itself.")
        if keep and len(self._keys):
            self._keys[index, variant] = np.frombuffer(node.key, np.uint8)
        return node

    def _draw(self, steps: Sequence[Step], index: int, variant: int) -> Node | None:
        draw = partial(
            chain_of,
            steps,
            self.items.digest(index),
            item=index,
            variant=variant,
            seed=self.settings.seed,
            suffix=self.suffix,
            label=partial(self._label, index),
        )
        node = draw(maker=self.makers.of)
        for maker in self._former:
            before = draw(maker=maker, former=True)
            if node is not None and before is not None and self._was_made(before, node):
                return before
        return node

    def _was_made(self, before: Node, node: Node) -> bool:
        """Return whether something was paid for under former keys that the present ones lack."""
        present = {step.key for step in node.chain()}
        if self._is_kept(node.key):
            return False
        return any(s.key not in present and self._is_kept(s.key) for s in before.chain())

    def _is_kept(self, key: bytes) -> bool:
        """Return whether a result is here or in the second tier."""
        return key in self.results or (self.remote is not None and self.remote.holds(key))

    def _label(self, index: int) -> str:
        found = self.items.class_name(index)
        if not found:
            raise InvalidRequest(f"A prompt asks for {LABEL}, and item {index} has no label.")
        return found

    def key(self, index: int, variant: int) -> bytes:
        """Return the key of a variant of an item."""
        if len(self._keys):
            key: bytes = self._keys[index, variant].tobytes()
            if any(key[:8]):
                return key
        return self.node(index, variant).key

    def state(self, index: int, variant: int) -> bool | Failure:
        """Return whether a variant may be served: yes, not yet, or why never."""
        if self.untouched(index, variant):
            return Failure(UNTOUCHED, "it is the picture itself")
        slots = self._tier.slots
        if slots[index, variant + 1] != UNKNOWN:
            return True
        found = self.writer.state(self.key(index, variant))
        if found is True:
            slots[index, variant + 1] = STORED
        return found

    def unknown(self, indices: Numbers, variants: Numbers) -> Numbers:
        """Return the places in these arrays of what :meth:`state` has to look up."""
        return np.flatnonzero(self._tier.slots[indices, variants + 1] == UNKNOWN)

    def forget(self, key: bytes) -> None:
        """Look a key up anew the next time, after a verdict about it."""
        if len(self._keys):
            rows, columns = np.nonzero((self._keys == np.frombuffer(key, np.uint8)).all(axis=2))
            self.slots[rows, columns + 1] = UNKNOWN
        else:
            self.slots[:, 1:] = UNKNOWN

    def set_gate(self, gate: Gate | None) -> None:
        """Put results to another gate from now on."""
        self.writer.gate = ResultGate(gate, self.settings.min_side)
        self.slots[:, 1:] = UNKNOWN

    def forget_places(self) -> None:
        """Look everything up anew, after segments were written again."""
        self._places.clear()
        self.slots[:, 1:] = UNKNOWN

    def content(self, index: int, variant: int) -> memoryview:
        """Return the untouched bytes of a made variant, checked when this process reads it first.

        A checksum at every read would cost a twentieth of the decoding. Raises
        :class:`LostResult` for a result that is damaged or gone; it is then to be made again.
        """
        place = self._places.get((index, variant))
        if place is not None:
            with contextlib.suppress(OSError, EOFError):  # deleted since
                return self.results.content_at(place)
        key = self.key(index, variant)
        try:
            found = self.results.locate(key)
            if found is None:
                self.results.refresh()
                found = self.results.locate(key)
            if found is None:
                raise LostResult(f"Variant {variant} of item {index} is not stored any more.")
        except LostResult:
            self._places.pop((index, variant), None)
            self.slots[index, variant + 1] = UNKNOWN
            raise
        if len(self._places) < PLACES_KEPT:
            self._places[index, variant] = found[0]
        return found[1]

    def picture_size(self, index: int, variant: int) -> tuple[int, int]:
        """Return width and height in pixels before fitting."""
        if variant != ORIGINAL:
            return natural_size(self.content(index, variant))
        assert isinstance(self.items, Items), "words alone have no picture"  # noqa: S101 # for type checkers
        return self.items.size(index)

    def pixels(self, index: int, variant: int, out: Pixels | None = None) -> Pixels:
        """Decode and fit one picture, uint8 (height, width, channels)."""
        if variant != ORIGINAL:
            return decode(self.content(index, variant), self.spec, out)
        image = as_picture(self.items.read(index), self.spec)
        return copy_into(fit_picture(image, self.spec), out)

    def view_digest(self, index: int, variant: int) -> bytes:
        """Return what names the content of a picture in the view tier, or nothing."""
        if variant == ORIGINAL:
            return self.items.digest(index)
        with contextlib.suppress(LostResult):
            facts = self.results.facts(self.key(index, variant)) or {}
            return bytes.fromhex(str(facts.get("digest", "")))
        return b""

    def copies(self, indices: Numbers, variants: Numbers) -> bool:
        """Return whether reading these is copying decoded pixels and nothing else."""
        tier = self._tier
        return tier.views is not None and bool((tier.slots[indices, variants + 1] >= 0).all())

    def read_into(self, out: Pixels, indices: Numbers, variants: Numbers) -> list[int]:
        """Fill ``out``, uint8 (N, height, width, channels).

        Returns the places in these arrays of results that are damaged or gone.
        """
        tier = self._tier
        if tier.views is None:
            return self._decode(out, indices, variants, range(len(indices)))
        slots = tier.slots[indices, variants + 1]
        if (slots >= 0).all():
            np.take(tier.views.pixels, slots, axis=0, out=out, mode="clip")
            return []
        return self._fill(tier, tier.views, out, indices, variants)

    def _decode(
        self, out: Pixels, indices: Numbers, variants: Numbers, rows: Sequence[int]
    ) -> list[int]:
        """Decode some rows; return those whose results are lost."""
        lost = []
        for row in rows:
            try:
                self.pixels(int(indices[row]), int(variants[row]), out[row])
            except LostResult:
                lost.append(row)
        return lost

    def _fill(
        self,
        tier: ViewTier,
        views: DecodedViews,
        out: Pixels,
        indices: Numbers,
        variants: Numbers,
    ) -> list[int]:
        """Copy what has a slot, decode the rest, and give it a slot."""
        fresh: dict[int, bytes] = {}
        for row, (index, variant) in enumerate(
            zip(indices.tolist(), variants.tolist(), strict=True)
        ):
            slot = int(tier.slots[index, variant + 1])
            if slot < 0:
                digest = self.view_digest(index, variant)
                slot = views.find(digest)
                if slot >= 0:
                    tier.slots[index, variant + 1] = slot
                else:
                    fresh[row] = digest
            if slot >= 0:
                out[row] = views.pixels[slot]
        lost = self._decode(out, indices, variants, list(fresh))
        rows = [row for row in fresh if row not in lost and fresh[row]]
        try:
            found = views.add([fresh[row] for row in rows], [out[row] for row in rows])
        except ViewsReplaced:
            self._reopen_views(tier)
        else:
            tier.slots[indices[rows], variants[rows] + 1] = found
        return lost

    def close(self) -> None:
        """Write index and views; running jobs stay in the journal."""
        if os.getpid() != self._opened_by and not self.started:
            return  # a copy in a forked worker
        with contextlib.suppress(MediaError):  # a folder that can only be read
            self.results.close()
        self.items.save()
        if self.views is not None:
            self.views.close()
        if self.started and self._generator is not None:
            self._generator.close()
            self._generator = None


def about(pool: Variants, index: int, variant: int) -> dict[str, Any]:
    """Return where a sample comes from: :data:`ABOUT`; prompt and seed as they were asked for."""
    found: dict[str, Any] = {"index": index, "variant": variant, "key": "", "seed": -1}
    found |= {"operation": "", "prompt": ""}
    if variant != ORIGINAL:
        node = pool.node(index, variant)
        chain = [step.operation.given() for step in node.chain()]
        found["key"] = node.key.hex()
        found["operation"] = " | ".join(step.name for step in node.chain())
        found["prompt"] = "; ".join(one["prompt"] for one in chain if one.get("prompt"))
        found["seed"] = chain[-1].get("seed", -1)
    return found
