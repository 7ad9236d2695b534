"""Decoding in processes: they write into shared buffers and send back the number of one."""

from collections import deque
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset, Sampler

from mediaext.datasets.policy import Numbers

if TYPE_CHECKING:
    from mediaext.datasets.samples import Samples

Order = tuple[int, Numbers, Numbers]


def _as_it_is(slot: Any) -> Any:
    return slot


class _Filler(Dataset[Any]):
    """Fills the buffer that an order names; lives in a worker."""

    def __init__(self, data: "Samples", ring: list[torch.Tensor]) -> None:
        self.data, self.ring = data, ring

    def __getitem__(self, order: Order) -> int:
        slot, rows, variants = order
        buffer = self.ring[slot][: len(rows)].numpy()
        self.data.pool.read_into(buffer, rows, variants)
        return slot


class _Orders(Sampler[Any]):
    """Hands out orders as the source gives them, and remembers them for the reader."""

    def __init__(self, source: Any, taken: Callable[[Any], Any], slots: int) -> None:
        self.source, self.taken, self.slots = source, taken, slots
        self.sent: deque[Order] = deque()

    def __iter__(self) -> Iterator[Order]:
        number = 0
        while self.source.more():
            rows, variants, _ = self.taken(self.source)
            if len(rows):
                order = (number % self.slots, rows, variants)
                self.sent.append(order)
                number += 1
                yield order


class WorkerRing:
    """Reads batches through worker processes and a ring of shared buffers."""

    def __init__(
        self, data: "Samples", ring: list[torch.Tensor], workers: int, depth: int
    ) -> None:
        self.data, self.ring, self.workers = data, ring, workers
        self.ahead = max(depth // workers, 1)

    def read(
        self,
        source: Any,
        taken: Callable[[Any], Any],
        finish: Callable[[torch.Tensor, Numbers, Numbers], Any],
    ) -> Iterator[Any]:
        """Yield finished batches in order."""
        orders = _Orders(source, taken, len(self.ring))
        loader = DataLoader(
            _Filler(self.data, self.ring),
            batch_size=None,
            sampler=orders,
            num_workers=self.workers,
            prefetch_factor=self.ahead,
            collate_fn=_as_it_is,
        )
        for slot in loader:
            number, rows, variants = orders.sent.popleft()
            assert number == slot, "a DataLoader keeps the order"  # noqa: S101 # contract of torch
            yield finish(self.ring[slot][: len(rows)], np.asarray(rows), np.asarray(variants))
