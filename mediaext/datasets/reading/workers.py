"""Decoding in processes: they write into shared buffers and send back which one."""

from collections import deque
from collections.abc import Iterator

import torch
from torch.utils.data import DataLoader, Dataset, Sampler

from mediaext.datasets.policy import Numbers
from mediaext.datasets.reading.lookahead import BatchSource, SettledBatch
from mediaext.datasets.reading.reader import SampleReader

SlotOrder = tuple[int, Numbers, Numbers]
"""Number of a buffer, and the rows and variants to read into it or that were read."""


def _unchanged(value: object) -> object:
    return value


class _Filler(Dataset[SlotOrder]):
    """Fills the buffer that an order names; lives in a worker."""

    def __init__(self, reader: SampleReader, ring: list[torch.Tensor]) -> None:
        self.reader, self.ring = reader, ring

    def __getitem__(self, order: SlotOrder) -> SlotOrder:
        slot, rows, variants = order
        buffer = self.ring[slot][: len(rows)].numpy()
        _, rows, variants = self.reader.read(buffer, rows, variants)
        return slot, rows, variants


class _Orders(Sampler[SlotOrder]):
    """Hands out orders as the source gives them, and remembers their batches for the reader."""

    def __init__(self, source: BatchSource, slots: int) -> None:
        self.source, self.slots = source, slots
        self.sent: deque[SettledBatch] = deque()

    def __iter__(self) -> Iterator[SlotOrder]:
        number = 0
        while self.source.more():
            batch = self.source.next()
            if len(batch[0]):
                self.sent.append(batch)
                yield number % self.slots, batch[0], batch[1]
                number += 1


class WorkerRing:
    """Reads batches through worker processes and a ring of shared buffers."""

    def __init__(
        self, reader: SampleReader, ring: list[torch.Tensor], workers: int, depth: int
    ) -> None:
        self.reader, self.ring, self.workers = reader, ring, workers
        self.ahead = max(depth // workers, 1)

    def read(
        self, source: BatchSource
    ) -> Iterator[tuple[torch.Tensor, Numbers, Numbers, SettledBatch]]:
        """Yield images, their rows, the variants shown, and the batch as it was asked for."""
        orders = _Orders(source, len(self.ring))
        loader = DataLoader(
            _Filler(self.reader, self.ring),
            batch_size=None,
            sampler=orders,
            num_workers=self.workers,
            prefetch_factor=self.ahead,
            collate_fn=_unchanged,
        )
        for slot, rows, variants in loader:
            yield self.ring[slot][: len(rows)], rows, variants, orders.sent.popleft()
