"""From what an epoch wants to what is served: waiting, standing in, failing, assembling."""

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from torch.utils.data import get_worker_info

from mediaext.datasets.decoding import Spec, place, split_planes
from mediaext.datasets.geometry import has_places, lay
from mediaext.datasets.items import Items, join
from mediaext.datasets.made import STOPS, URGENT, Failure
from mediaext.datasets.policy import ORIGINAL, Numbers, OnError, OnMiss, Policy
from mediaext.datasets.pool import Pool
from mediaext.datasets.scratch import Scratch
from mediaext.datasets.stats import Stats
from mediaext.errors import job_failed


class Serving:
    """The part of a data set that decides what a row shows in the end, and reads it."""

    pool: Pool
    policy: Policy
    on_miss: OnMiss
    on_error: OnError
    transform: Callable[[torch.Tensor], Any] | None
    stats_now: Stats
    scratch: Scratch
    planes: Scratch
    _epoch: torch.Tensor

    @property
    def epoch(self) -> int:
        """The epoch that is served now."""
        return int(self._epoch[0])

    def vet(self, rows: Numbers) -> None:
        """Look at items before anything is made of them or served."""

    def settle(self, rows: Numbers, wanted: Numbers) -> tuple[Numbers, np.ndarray[Any, Any]]:
        """Return which variants are served in the end, and which rows are kept."""
        self.vet(rows)
        variants, kept = wanted.copy(), np.ones(len(rows), bool)
        missing: list[int] = self.pool.unknown(rows, wanted).tolist()
        self.stats_now.hits += len(rows) - len(missing)
        futures = {}
        for row in missing:
            state = self.pool.state(int(rows[row]), int(wanted[row]))
            if state is True:
                self.stats_now.hits += 1
            elif isinstance(state, Failure):
                self._place(row, self.on_failure(int(rows[row]), state), variants, kept)
            else:
                futures[row] = self.request(int(rows[row]), int(wanted[row]))
        for row, future in futures.items():
            answer = self.arrived(int(rows[row]), int(wanted[row]), future)
            self._place(row, answer, variants, kept)
        return variants, kept

    def _place(self, row: int, answer: int | None, variants: Numbers, kept: Any) -> None:
        if answer is None:
            kept[row] = False
        else:
            variants[row] = answer

    def request(self, index: int, variant: int, priority: int = URGENT) -> Any:
        """Ask for a variant; returns a future at once."""
        self.stats_now.misses += 1
        generator = self.pool.generator
        worker = get_worker_info()
        if worker is not None:  # without look-ahead workers make; together no more than one would
            generator.crew.size = max(self.pool.concurrency // worker.num_workers, 1)
        if generator.epoch != self.epoch:
            generator.begin_epoch(self.epoch)
        return generator.request(self.pool.node(index, variant), priority)

    def arrived(self, index: int, variant: int, future: Any) -> int | None:
        """Return what to serve for a variant asked for: itself, another one, or ``None``."""
        if not future.done() and self.on_miss in ("original", "other"):
            return self.instead(index, variant)
        with self.stats_now.waiting():
            outcome = future.result()
        return variant if outcome is None else self.on_failure(index, outcome)

    def instead(self, index: int, variant: int) -> int | None:
        """Return what is there instead of a variant that is not."""
        if self.on_miss == "other":
            for other in range(1, self.policy.variants):
                candidate = (variant + other) % self.policy.variants
                if self.pool.state(index, candidate) is True:
                    self.stats_now.others += 1
                    return candidate
        self.stats_now.fallbacks += 1
        return ORIGINAL if self.has_originals else None

    def on_failure(self, index: int, failure: Failure) -> int | None:
        """Apply ``on_error``; where making has stopped the training goes on all the same."""
        self.stats_now.fail(failure.code, failure.message)
        stopped = failure.code in STOPS
        if stopped and (other := self._any_variant(index)) is not None:
            return other
        if self.on_error == "raise" and not stopped:
            raise job_failed(failure.code, f"Item {index} could not be made: {failure.message}")
        if self.on_error == "skip" or not self.has_originals:
            return None
        return ORIGINAL

    def _any_variant(self, index: int) -> int | None:
        places = range(self.policy.variants)
        return next((v for v in places if self.pool.state(index, v) is True), None)

    @property
    def has_originals(self) -> bool:
        """Whether there are pictures to fall back on."""
        return isinstance(self.pool.items, Items)

    def assemble(self, indices: Numbers, variants: Numbers) -> list[Any]:
        """Return samples for rows that are there."""
        with self.stats_now.decoding():
            images = self.images(indices, variants)
        pairs = zip(indices.tolist(), variants.tolist(), images, strict=True)
        return [
            join(self.transform(image) if self.transform else image, self.rest(index, variant))
            for index, variant, image in pairs
        ]

    def images(self, indices: Numbers, variants: Numbers) -> list[torch.Tensor]:
        """Return uint8 tensors (channels, height, width) of rows that are there."""
        pool = self.pool
        if pool.spec.fixed:
            height, width, channels = pool.spec.shape
            pixels = self.scratch.take((len(indices), height, width, channels))
            pool.read_into(pixels, indices, variants)
            planes = self.planes.take((len(indices), channels, height, width))
            split_planes(pixels, planes)
            return list(torch.from_numpy(planes).unbind(0))
        pairs = zip(indices.tolist(), variants.tolist(), strict=True)
        return [torch.from_numpy(pool.pixels(i, v)).permute(2, 0, 1) for i, v in pairs]

    def rest(self, index: int, variant: int) -> Any:
        """Return what comes with an image, places laid where the served pixels are."""
        rest = self.pool.items.rest(index)
        if not has_places(rest):
            return rest
        width, height = self.pool.picture_size(index, ORIGINAL)
        if self.pool.spec.fixed:
            return lay(rest, place(width, height, self.pool.spec))
        now = self.pool.picture_size(index, variant)
        return lay(rest, place(width, height, Spec(now[1], now[0], fit="stretch")))
