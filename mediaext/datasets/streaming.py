"""Bases that can only be iterated over, read in windows of a given size."""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from torch.utils.data import IterableDataset, get_worker_info

from mediaext.datasets.dataset import Augmented
from mediaext.datasets.policy import order_of
from mediaext.errors import InvalidRequest


class Streamed(IterableDataset[Any]):
    """Samples of a base without length: webdataset, Hugging Face streaming, any iterable.

    Parameters
    ----------
    base
        Iterated over once for each epoch. It shares itself out among workers and ranks, as the
        streaming datasets of webdataset and Hugging Face do; a plain iterable gives each worker
        everything, so a loader with several workers refuses it.
    operations, options
        As for :class:`Augmented`; ``originals`` is exact within each window.
    buffer
        How many items are held at once. They are made together and shuffled among themselves.
    shuffle
        Whether each window is shuffled, as a function of seed, epoch and place in the stream.

    Raises
    ------
    InvalidRequest
        For a buffer below 1, and for what cannot be iterated over again.
    """

    def __init__(
        self,
        base: Iterable[Any],
        operations: Sequence[object],
        *,
        buffer: int,
        shuffle: bool = False,
        **options: Any,
    ) -> None:
        if buffer < 1:
            raise InvalidRequest(f"buffer: at least 1 item, not {buffer}.")
        if isinstance(base, Iterator):
            raise InvalidRequest(
                "base: an iterator is used up after one epoch; give something whose iter() begins "
                "anew, such as an IterableDataset."
            )
        self.base, self.operations, self.buffer = base, operations, buffer
        self.shuffle, self.options = shuffle, {"view_bytes": 0, **options}
        self.epoch = 0

    def set_epoch(self, epoch: int) -> None:
        """Choose the epoch, for the base too where it has one.

        Parameters
        ----------
        epoch
            Counted from 0.
        """
        self.epoch = epoch
        set_epoch = getattr(self.base, "set_epoch", None)
        if callable(set_epoch):
            set_epoch(epoch)

    def __iter__(self) -> Iterator[Any]:
        worker = get_worker_info()
        splits = isinstance(self.base, IterableDataset) or hasattr(self.base, "n_shards")
        if worker is not None and worker.num_workers > 1 and not splits:
            raise InvalidRequest(
                "Every worker would read all of this base. Give an IterableDataset that shares "
                "itself out among workers, or use num_workers=1."
            )
        source = iter(self.base)
        for number in itertools.count():
            window = list(itertools.islice(source, self.buffer))
            if not window:
                return
            yield from self._window(window, number)

    def _window(self, window: list[Any], number: int) -> Iterator[Any]:
        with Augmented(window, self.operations, **self.options) as data:
            data.set_epoch(self.epoch)
            seed = data.reader.settings.seed
            order = order_of(len(window), seed + number, self.epoch, self.shuffle)
            step = data.reader.settings.concurrency
            for start in range(0, len(order), step):
                yield from data.reader.samples(np.asarray(order[start : start + step]))
