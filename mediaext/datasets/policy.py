"""What an epoch shows, and in which order: functions of index, epoch and seed alone."""

from collections.abc import Iterator
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
    epoch that is served untouched, exact to one item, never less. ``grow``: share of the pool that
    is added with each epoch; 1 is all of it at once. Over epochs an item goes through its variants
    in turn, starting at a place of its own.
    """

    count: int
    variants: int
    seed: int = 0
    originals: float = 0.0
    grow: float = 1.0

    def places(self) -> Numbers:
        """Return a fixed place for every item: a permutation of range(count)."""
        order: Numbers = np.random.default_rng([self.seed, 7]).permutation(self.count)
        return order

    def wanted(self, places: Numbers, epoch: int) -> Numbers:
        """Return the variant of items at these places, or :data:`ORIGINAL`, in an epoch."""
        there = self.grown(places, epoch)
        variants = (places + epoch) % np.maximum(there, 1)
        variants[there == 0] = ORIGINAL
        kept = int(np.ceil(self.originals * self.count - 1e-9))
        stride = max(int(self.count * 0.6180339887), 1)  # golden: originals move evenly around
        variants[(places + epoch * stride) % max(self.count, 1) < kept] = ORIGINAL
        return variants

    def grown(self, places: Numbers, epoch: int) -> Numbers:
        """Return how many variants of items at these places the pool holds in an epoch."""
        filled = min(self.grow * (epoch + 1), 1.0) * self.variants - 1e-9
        share = places / max(self.count, 1)
        return np.maximum(np.ceil(filled - share), 0).astype(np.int64)


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
    found: torch.Tensor = tensor.share_memory_()  # type: ignore[no-untyped-call] # torch gives this method no annotations
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
