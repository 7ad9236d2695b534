"""Serve what an epoch wants: wait for results, substitute, fail, decode."""

import contextlib
import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future
from typing import Any, Self

import numpy as np
import numpy.typing as npt
import torch

from mediaext.datasets.decoding import Pixels, Spec, place, split_planes
from mediaext.datasets.holdout import HeldOut
from mediaext.datasets.items import Items, image_name, join
from mediaext.datasets.keys import derive
from mediaext.datasets.making.outcomes import BACKGROUND, REFUSED, STOPS, URGENT, Failure, Outcome
from mediaext.datasets.policy import ORIGINAL, Numbers, Policy, shared
from mediaext.datasets.reading.buffers import Scratch
from mediaext.datasets.reading.stats import EpochStats
from mediaext.datasets.reading.variants import Variants
from mediaext.datasets.store.results import LostResult
from mediaext.errors import InvalidRequest, job_failed

Kept = npt.NDArray[np.bool_]


class SampleReader:
    """Decides what each item shows in an epoch, and reads it; for loaders and for ``data[i]``."""

    def __init__(self, pool: Variants, held_out: HeldOut | None) -> None:
        self.pool, self.held_out, self.settings = pool, held_out, pool.settings
        settings = self.settings
        self.policy = Policy(len(pool.items), settings.variants, settings.seed, settings.originals)
        self.stats = EpochStats()
        self.last_epoch = ""
        self.served = 0  # samples read one by one or in batches of a DataLoader, in this process
        self.has_originals = isinstance(pool.items, Items)
        self._scratch, self._planes = Scratch(), Scratch()
        self._places = self.policy.places()
        # Shared memory, so that a set_epoch reaches workers that live on from the epoch before.
        self._epoch = shared(torch.zeros(1, dtype=torch.int64))

    def __len__(self) -> int:
        return len(self.pool.items)

    @property
    def epoch(self) -> int:
        """The epoch that is served now."""
        return int(self._epoch[0])

    def set_epoch(self, epoch: int) -> None:
        """Choose the epoch, which decides the variants, and the order of a loader."""
        if epoch < 0:
            raise InvalidRequest(f"epoch: at least 0, not {epoch}.")
        self._epoch[0] = epoch
        if self.pool.started:
            self.pool.generator.maker.begin_epoch(epoch)

    def begin_epoch(self, epoch: int) -> None:
        """Start counting what an epoch is like."""
        self.stats = EpochStats()
        self.set_epoch(epoch)

    def finish_epoch(self, epoch: int) -> None:
        """Ask again for what may work now, and tell what the epoch was like."""
        pool, made, pending = self.pool, 0, 0
        if pool.started:
            generator = pool.generator
            made, pending = sum(generator.maker.made.values()), generator.pending
            generator.salvage()
            generator.maker.made.clear()
        self.last_epoch = self.stats.line(epoch, made, pool.tracker.spent(), pool.tier, pending)
        pool.say(self.last_epoch)

    def wanted(self, indices: Numbers, epoch: int) -> Numbers:
        """Return the variant that each item shows in an epoch; -1 is the original."""
        found = self.policy.wanted(self._places[indices], epoch)
        if self.pool.chain.optional:
            for row in np.flatnonzero(found != ORIGINAL).tolist():
                if self.pool.untouched(int(indices[row]), int(found[row])):
                    found[row] = ORIGINAL
        return found

    def check_items(self, rows: Numbers) -> None:
        """Raise for an item that must not be trained on, or whose target would be wrong."""
        for row in rows.tolist():
            self.pool.items.check(row)
        if self.held_out is not None:
            self.held_out.check_items(rows)

    def settle(self, rows: Numbers, wanted: Numbers) -> tuple[Numbers, Kept]:
        """Return which variants are served in the end, and which rows are kept."""
        self.check_items(rows)
        variants, kept = wanted.copy(), np.ones(len(rows), bool)
        missing: list[int] = self.pool.unknown(rows, wanted).tolist()
        self.stats.hits += len(rows) - len(missing)
        answers: dict[int, int | None] = {}
        futures: dict[int, Future[Outcome]] = {}
        try:
            for row in missing:
                index, variant = int(rows[row]), int(wanted[row])
                state = self.pool.state(index, variant)
                if state is True:
                    self.stats.hits += 1
                elif isinstance(state, Failure):
                    answers[row] = self.on_failure(index, state)
                else:
                    futures[row] = self.request(index, variant)
            for row, future in futures.items():
                answers[row] = self.arrived(int(rows[row]), int(wanted[row]), future)
        except BaseException:
            self.withdraw(futures.values())
            raise
        for row, answer in answers.items():
            kept[row] = answer is not None
            variants[row] = ORIGINAL if answer is None else answer
        return variants, kept

    def request(self, index: int, variant: int, priority: int = URGENT) -> "Future[Outcome]":
        """Ask for a variant; returns a future at once."""
        if priority != BACKGROUND:
            self.stats.misses += 1
        generator = self.pool.generator
        if generator.maker.epoch != self.epoch:
            generator.maker.begin_epoch(self.epoch)
        return generator.request(self.pool.node(index, variant), priority)

    def withdraw(self, futures: "Iterable[Future[Outcome]]") -> None:
        """Withdraw requests that have not started and that nobody else made."""
        if self.pool.started:
            self.pool.generator.withdraw(futures)

    def arrived(self, index: int, variant: int, future: "Future[Outcome]") -> int | None:
        """Return what to serve for a variant asked for: itself, another one, or ``None``."""
        if not future.done() and self.settings.on_miss in ("original", "other"):
            return self.instead(index, variant)
        with self.stats.waiting():
            outcome = future.result()
        return variant if outcome is None else self.on_failure(index, outcome)

    def instead(self, index: int, variant: int) -> int | None:
        """Return what is there instead of a variant that is not there yet."""
        if self.settings.on_miss == "other":
            other = self._another(index, variant)
            if other is not None:
                self.stats.others += 1
                return other
        self.stats.fallbacks += 1
        return ORIGINAL if self.has_originals else None

    def on_failure(self, index: int, failure: Failure) -> int | None:
        """Apply ``on_error``.

        Where making has stopped, or a result was refused, that is no error: another variant that
        is there is served.
        """
        self.stats.fail(failure.code, failure.message)
        expected = failure.code in STOPS or failure.code == REFUSED
        if expected and (other := self._another(index, ORIGINAL)) is not None:
            return other
        if self.settings.on_error == "raise" and not expected:
            raise job_failed(failure.code, f"Item {index} could not be made: {failure.message}")
        if self.settings.on_error == "skip" or not self.has_originals:
            return None
        return ORIGINAL

    def _another(self, index: int, variant: int) -> int | None:
        """Return the next variant in turn that is there."""
        count = self.settings.variants
        turns = ((variant + turn) % count for turn in range(1, count + 1))
        return next((v for v in turns if v != variant and self.pool.state(index, v) is True), None)

    def read(
        self, out: Pixels, rows: Numbers, variants: Numbers
    ) -> tuple[Pixels, Numbers, Numbers]:
        """Fill ``out``, uint8 (N, height, width, channels), with variants that are there.

        Returns the part of it that was filled, its rows, and the variants shown. A stored result
        that turns out to be damaged or gone is made again; where that fails, ``on_error`` decides.
        """
        if self.pool.copies(rows, variants):
            lost = self.pool.read_into(out, rows, variants)
        else:
            with self.stats.decoding():
                lost = self.pool.read_into(out, rows, variants)
        if not lost:
            return out, rows, variants
        variants, kept = variants.copy(), np.ones(len(rows), bool)
        for row in lost:
            answer = self._remake(int(rows[row]), int(variants[row]))
            kept[row] = answer is not None
            if answer is not None:
                variants[row] = answer
                self.pool.pixels(int(rows[row]), answer, out[row])
        if not kept.all():
            out[: int(kept.sum())] = out[kept]
        return out[: int(kept.sum())], rows[kept], variants[kept]

    def _remake(self, index: int, variant: int) -> int | None:
        """Make a variant again whose stored result is lost; return what to serve."""
        with self.stats.waiting():
            outcome = self.request(index, variant).result()
        return variant if outcome is None else self.on_failure(index, outcome)

    def images(
        self, rows: Numbers, variants: Numbers
    ) -> tuple[list[torch.Tensor], Numbers, Numbers]:
        """Return uint8 tensors (channels, height, width), their rows, and the variants shown."""
        if self.pool.spec.fixed:
            height, width, channels = self.pool.spec.shape
            pixels = self._scratch.take((len(rows), height, width, channels))
            pixels, rows, variants = self.read(pixels, rows, variants)
            planes = self._planes.take((len(rows), channels, height, width))
            split_planes(pixels, planes)
            return list(torch.from_numpy(planes).unbind(0)), rows, variants
        found = []
        with self.stats.decoding():
            for index, variant in zip(rows.tolist(), variants.tolist(), strict=True):
                try:
                    found.append((self.pool.pixels(index, variant), index, variant))
                except LostResult:
                    answer = self._remake(index, variant)
                    if answer is not None:
                        found.append((self.pool.pixels(index, answer), index, answer))
        images = [torch.from_numpy(pixels).permute(2, 0, 1) for pixels, _, _ in found]
        shown = np.array([pair[1:] for pair in found], np.int64).reshape(-1, 2)
        return images, shown[:, 0], shown[:, 1]

    def samples(self, rows: Numbers) -> list[object]:
        """Return the samples of this epoch, made together; failed ones are left out."""
        self.served += len(rows)
        variants, kept = self.settle(rows, self.wanted(rows, self.epoch))
        images, rows, variants = self.images(rows[kept], variants[kept])
        rests = [self.rest(i, v) for i, v in zip(rows.tolist(), variants.tolist(), strict=True)]
        return [join(image, rest) for image, rest in self.transformed(images, rests, rows)]

    def transformed(
        self, images: list[torch.Tensor], rests: list[object], rows: Numbers
    ) -> list[tuple[object, object]]:
        """Apply ``transform`` to each image, and ``transforms`` to it and what comes with it.

        What it draws from the generators of torch, NumPy and Python depends on seed, epoch and
        item alone, so that every loader with any number of workers shows the same.
        """
        transform, joint = self.settings.transform, self.settings.transforms
        if transform is None and joint is None:
            return list(zip(images, rests, strict=True))
        with Randomness(self.settings.seed, self.epoch) as randomness:
            found: list[tuple[object, object]] = []
            for image, rest, row in zip(images, rests, rows.tolist(), strict=True):
                randomness.begin(row)
                shown = image if transform is None else transform(image)
                found.append((shown, rest) if joint is None else _together(joint, shown, rest))
        return found

    def rest(self, index: int, variant: int) -> object:
        """Return what comes with an image, places laid where the served pixels are."""
        items = self.pool.items
        rest = items.rest(index)
        if not isinstance(items, Items) or items.numbers(np.array([index])) is not None:
            return rest
        size = items.size(index)
        if self.pool.spec.fixed:
            return self.settings.places.lay(rest, size, place(*size, self.pool.spec))
        now = self.pool.picture_size(index, variant)
        return self.settings.places.lay(
            rest, size, place(*size, Spec(now[1], now[0], fit="stretch"))
        )


@contextlib.contextmanager
def seeded(seed: int, epoch: int) -> Iterator[int]:
    """Seed the global generators for the order of an epoch, and restore them."""
    with Randomness(seed, epoch) as randomness:
        yield randomness.begin(-1)


def _together(
    joint: Callable[[Any, Any], Any], image: object, rest: object
) -> tuple[object, object]:
    """Apply a function of image and target: a lone one, a tuple of several, or a dict."""
    single = isinstance(rest, tuple) and len(rest) == 1
    target: object = rest
    if isinstance(rest, tuple) and single:
        target = rest[0]
    elif isinstance(rest, Mapping):
        name = image_name(rest)
        target = {key: value for key, value in rest.items() if key != name}
    found = joint(image, target)
    if not isinstance(found, tuple) or len(found) != 2:
        raise InvalidRequest("transforms: it returns (image, target).")
    image, target = found
    if isinstance(rest, Mapping) and isinstance(target, Mapping):
        return image, {**target, name: None}
    return image, (target,) if single else target


class Randomness:
    """Seeds the global generators for one sample after the other, and restores them at the end."""

    def __init__(self, seed: int, epoch: int) -> None:
        self.seed, self.epoch = seed, epoch

    def __enter__(self) -> Self:
        numpy = np.random.get_state()  # noqa: NPY002 # transforms draw from it
        self._before = torch.get_rng_state(), numpy, random.getstate()
        return self

    def begin(self, index: int) -> int:
        """Seed the generators for an item, or -1 for an order; return the seed."""
        seed = derive("transform", self.seed, self.epoch, index)
        torch.default_generator.manual_seed(seed)  # of the processor alone
        np.random.seed(seed % 2**32)  # noqa: NPY002 # as above
        random.seed(seed)
        return seed

    def __exit__(self, *_: object) -> None:
        torch.set_rng_state(self._before[0])
        np.random.set_state(self._before[1])  # noqa: NPY002 # as above
        random.setstate(self._before[2])
