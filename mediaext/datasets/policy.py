"""Which variants an epoch shows and in which order: functions of index, epoch and seed."""

from collections.abc import Callable, Iterable, Iterator, Sized
from contextlib import AbstractContextManager
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch

from mediaext.errors import InvalidRequest

ORIGINAL = -1
Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Policy:
    """How variants are spread over items and epochs.

    ``variants``: how many of each item the pool holds at most. ``originals``: share of every
    epoch that is served untouched, exact to one item, never less; a function gives it for
    each epoch. Over epochs an item goes through its variants in turn, starting at a place of its
    own.
    """

    count: int
    variants: int
    seed: int = 0
    originals: float | Callable[[int], float] = 0.0

    def places(self) -> Numbers:
        """Return a fixed place for every item: a permutation of range(count)."""
        order: Numbers = np.random.default_rng([self.seed, 7]).permutation(self.count)
        return order

    def wanted(self, places: Numbers, epoch: int) -> Numbers:
        """Return the variant of items at these places, or :data:`ORIGINAL`, in an epoch."""
        variants: Numbers = (places + epoch) % self.variants
        kept = int(np.ceil(share_of(self.originals, epoch) * self.count - 1e-9))
        stride = max(int(self.count * 0.6180339887), 1)  # golden: originals move evenly around
        variants[(places + epoch * stride) % max(self.count, 1) < kept] = ORIGINAL
        return variants


def share_of(originals: float | Callable[[int], float], epoch: int) -> float:
    """Return the share of originals in an epoch. Raises :class:`InvalidRequest`."""
    share = originals(epoch) if callable(originals) else originals
    if not 0.0 <= share <= 1.0:
        raise InvalidRequest(f"originals: a share from 0 to 1, not {share}.")
    return share


def order_of(count: int, seed: int, epoch: int, shuffle: bool) -> Numbers:
    """Return the order of an epoch: one canonical sequence, whatever the ranks and workers."""
    if not shuffle:
        return np.arange(count)
    order: Numbers = np.random.default_rng([seed, 11, epoch]).permutation(count)
    return order


def ranks() -> tuple[int, int]:
    """Return rank and world of this process, (0, 1) where nothing is distributed."""
    if torch.distributed.is_available() and torch.distributed.is_initialized():
        return torch.distributed.get_rank(), torch.distributed.get_world_size()
    return 0, 1


def shared(tensor: torch.Tensor) -> torch.Tensor:
    """Return the tensor in memory that worker processes see too."""
    found: torch.Tensor = tensor.share_memory_()
    return found


class EpochOrder:
    """The order of an epoch and this rank's part of it: a function of seed, epoch and length.

    The epoch is one sequence for all ranks; each step deals ``world`` batches from it, so a
    position in it means the same whatever the number of ranks.
    """

    def __init__(
        self, count: int, seed: int, shuffle: bool, batch_size: int, drop_last: bool
    ) -> None:
        if batch_size < 1:
            raise InvalidRequest(f"batch_size: at least 1, not {batch_size}.")
        self.count, self.seed, self.shuffle = count, seed, shuffle
        self.batch_size, self.drop_last = batch_size, drop_last

    def steps(self, position: int, world: int) -> int:
        """Return the number of batches from a position on."""
        left, chunk = max(self.count - position, 0), self.batch_size * world
        return left // chunk if self.drop_last else -(-left // chunk)

    def batches(self, epoch: int, position: int, rank: int, world: int) -> Iterator[Numbers]:
        """Yield the rows of this rank's batches from a position on.

        The last ones are shorter, equally so for all ranks; to be equal they may begin again from
        the start of the order, as DistributedSampler does.
        """
        order = order_of(self.count, self.seed, epoch, self.shuffle)
        chunk = self.batch_size * world
        for _ in range(self.steps(position, world)):
            part = order[position : position + chunk]
            if len(part) < chunk:
                part = np.concatenate([part, np.resize(order, -len(part) % world)])
            each = len(part) // world
            yield part[rank * each : (rank + 1) * each]
            position += chunk

    def advance(self, world: int) -> int:
        """Return how far one step of all ranks moves the position."""
        return self.batch_size * world


class SampledOrder:
    """The order that a sampler or batch sampler of the user gives; it is this rank's own.

    What it draws is a function of seed and epoch: ``seeded`` is a context in which the global
    generators are seeded, and a generator of the sampler is seeded too.
    """

    def __init__(
        self,
        sampler: Iterable[object],
        count: int,
        *,
        batch_size: int,
        drop_last: bool,
        batches: bool,
        seeded: Callable[[int], AbstractContextManager[int]],
    ) -> None:
        if not isinstance(sampler, Sized):
            raise InvalidRequest("sampler: it needs a length, so that an epoch has an end.")
        self.sampler, self.count, self._batches = sampler, count, batches
        self.batch_size, self.drop_last, self._seeded = batch_size, drop_last, seeded

    def steps(self, position: int, world: int) -> int:
        """Return the number of batches from a position on."""
        assert isinstance(self.sampler, Sized)  # noqa: S101 # checked when it is made
        left = max(len(self.sampler) - position, 0)
        if self._batches:
            return left
        return left // self.batch_size if self.drop_last else -(-left // self.batch_size)

    def batches(self, epoch: int, position: int, rank: int, world: int) -> Iterator[Numbers]:
        """Yield the rows of the batches from a position on."""
        with self._seeded(epoch) as seed:
            for one in (self.sampler, getattr(self.sampler, "sampler", None)):
                set_epoch = getattr(one, "set_epoch", None)
                generator = getattr(one, "generator", None)
                if callable(set_epoch):
                    set_epoch(epoch)
                if isinstance(generator, torch.Generator):
                    generator.manual_seed(seed)
            found = list(self.sampler)
        if self._batches:
            parts = [np.array(one, np.int64) for one in found[position:]]
        else:
            rows = np.array(found[position:], np.int64)
            starts = range(0, self.steps(position, 1) * self.batch_size, self.batch_size)
            parts = [rows[start : start + self.batch_size] for start in starts]
        for part in parts:
            if len(part) and not 0 <= part.min() <= part.max() < self.count:
                raise IndexError(f"The sampler gave an index outside of {self.count} items.")
            yield part

    def advance(self, world: int) -> int:
        """Return how far one step moves the position."""
        return 1 if self._batches else self.batch_size
