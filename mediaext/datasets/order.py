"""The order of an epoch, dealt to ranks; and memory that other processes see."""

from collections.abc import Iterator

import numpy as np
import torch

from mediaext.datasets.policy import Numbers, order_of
from mediaext.errors import InvalidRequest


def ranks() -> tuple[int, int]:
    """Return rank and world of this process, (0, 1) where nothing is distributed."""
    if torch.distributed.is_available() and torch.distributed.is_initialized():
        return torch.distributed.get_rank(), torch.distributed.get_world_size()
    return 0, 1


def shared(tensor: torch.Tensor) -> torch.Tensor:
    """Return the tensor in memory that worker processes see too."""
    found: torch.Tensor = tensor.share_memory_()  # type: ignore[no-untyped-call] # torch gives this method no annotations
    return found


class Order:
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
