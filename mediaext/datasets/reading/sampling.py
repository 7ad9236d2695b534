"""Samplers for a plain DataLoader, which have samples made ahead of their turn."""

import math
import sys
from collections import deque
from collections.abc import Hashable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from typing import Any

import numpy as np
from torch.utils.data import DataLoader, Dataset, Sampler

from mediaext.datasets.making.outcomes import Outcome
from mediaext.datasets.policy import EpochOrder, Numbers, ranks
from mediaext.datasets.reading.lookahead import Lookahead
from mediaext.datasets.reading.reader import SampleReader
from mediaext.errors import InvalidRequest


class AheadSampler(Sampler[int]):
    """Indices of an epoch in the loader's order, whose samples are requested ahead of time.

    For a plain DataLoader: the sampler runs in the main process, where samples are made; workers
    find them there, or wait for them.

    Parameters
    ----------
    reader
        Of the dataset; see :meth:`Samples.sampler`.
    shuffle
        Draw the order of each epoch by the dataset's seed.
    lookahead
        Samples that are made ahead of their turn; by default four times the ``concurrency``.
    rank, world
        Number of this process and how many share the epoch. By default those of
        ``torch.distributed``; where accelerate runs, which shares a DataLoader out by itself, 0
        and 1.
    """

    def __init__(
        self,
        reader: SampleReader,
        shuffle: bool = True,
        *,
        lookahead: int | None = None,
        rank: int | None = None,
        world: int | None = None,
    ) -> None:
        self.rank, self.world = _place(rank, world)
        self.reader = reader
        self.order = EpochOrder(len(reader), reader.settings.seed, shuffle, 1, drop_last=False)
        self.depth = lookahead or 4 * reader.settings.concurrency
        self.position = self.start = self._began = 0
        self.taken: int | None = None  # samples, where a StatefulLoader counts them
        self._read_before = 0

    def __len__(self) -> int:
        return self.order.steps(0, self.world)

    def set_epoch(self, epoch: int) -> None:
        """Choose the epoch of order and dataset alike.

        The epoch of a loaded state resumes at its position.

        Parameters
        ----------
        epoch
            Counted from 0.
        """
        if epoch != self.reader.epoch:
            self.start = 0
        self.position = self._began = self.start
        self.reader.set_epoch(epoch)

    def state_dict(self, seen: int | None = None) -> dict[str, int]:
        """Return epoch and position in the canonical order.

        Parameters
        ----------
        seen
            How many samples of this rank the training has taken in this epoch since it began or
            was resumed. It is needed where a DataLoader of your own has workers, which fetch more
            than that; :meth:`Samples.dataloader` counts by itself.

        Raises
        ------
        InvalidRequest
            Without ``seen``, where workers have fetched samples that nobody may have taken yet.
        """
        taken = self.taken if seen is None else seen
        position = self.position if taken is None else self._began + taken * self.world
        here = self.reader.served - self._read_before
        if taken is None and here * self.world < position - self._began and not _snapshots():
            raise InvalidRequest(
                "The workers of this DataLoader have fetched more than the training took. Give "
                "state_dict(seen=…) the number of samples taken, or use dataset.dataloader(…), "
                "whose state is right by itself."
            )
        return {"epoch": self.reader.epoch, "position": position}

    def load_state_dict(self, state: dict[str, int]) -> None:
        """Resume where a state says.

        Parameters
        ----------
        state
            What :meth:`state_dict` returned.
        """
        self.reader.set_epoch(state["epoch"])
        self.position = self.start = self._began = state["position"]

    def __iter__(self) -> Iterator[int]:
        epoch = self.reader.epoch
        self.reader.set_epoch(epoch)
        self.position = self._began = self.start
        self.start, self._read_before = 0, self.reader.served
        rows = self.order.batches(epoch, self.position, self.rank, self.world)
        ahead: deque[int] = deque()
        asking = Lookahead(self.reader, iter(()), epoch, self.depth)
        asked: list[Future[Outcome]] = []
        try:
            for row in rows:
                asked = [future for future in asked if not future.done()]
                asked += asking.ask(row).futures.values()
                ahead.append(int(row[0]))
                if len(ahead) > self.depth:
                    self.position += self.world
                    yield ahead.popleft()
            while ahead:
                self.position += self.world
                yield ahead.popleft()
        except BaseException:  # the loop was left: nothing more is bought for it
            self.reader.withdraw(asked)
            raise
        self.position = 0


class BalancedSampler(Sampler[int]):
    """Indices of an epoch in which every group has its share, for a loader's ``sampler=``.

    Shares are exact to one sample. The items of a group take turns: none comes again, in this
    epoch or a later one, before all others of its group came. A function of seed and epoch; ranks
    take every ``world``-th index.

    Parameters
    ----------
    groups
        The group of each item.
    weights
        How often samples of each group are drawn; by default all equally.
    seed
        Decides the order.
    rank, world
        As for :class:`AheadSampler`.

    Raises
    ------
    InvalidRequest
        For weights that are not one of at least 0 for each group, or all 0.
    """

    def __init__(
        self,
        groups: Sequence[Hashable],
        weights: Mapping[Any, float] | None = None,
        *,
        seed: int = 0,
        rank: int | None = None,
        world: int | None = None,
    ) -> None:
        members: dict[Hashable, list[int]] = {}
        for index, group in enumerate(groups):
            members.setdefault(group, []).append(index)
        given = dict.fromkeys(members, 1.0) if weights is None else dict(weights)
        if set(given) != set(members) or not all(0 <= w < math.inf for w in given.values()):
            known = ", ".join(map(repr, members))
            raise InvalidRequest(f"weights: a number of at least 0 for each of {known}.")
        if not sum(given.values()):
            raise InvalidRequest("weights: at least one is above 0.")
        self.rank, self.world = _place(rank, world)
        self.count, self.seed, self.epoch = len(groups), seed, 0
        self._members = [np.array(rows, np.int64) for rows in members.values()]
        shares = np.array([given[group] for group in members]) / sum(given.values())
        ends = np.round(shares.cumsum() * self.count).astype(np.int64)
        self._quotas = np.diff(ends, prepend=0)

    def __len__(self) -> int:
        return math.ceil(self.count / self.world)

    def set_epoch(self, epoch: int) -> None:
        """Choose the epoch.

        Parameters
        ----------
        epoch
            Counted from 0.
        """
        self.epoch = epoch

    def __iter__(self) -> Iterator[int]:
        rows = np.concatenate([
            self._turn(group, quota) for group, quota in enumerate(self._quotas.tolist())
        ])  # fmt: skip
        rows = np.random.default_rng([self.seed, 13, self.epoch]).permutation(rows)
        whole = np.resize(rows, len(self) * self.world)  # equally long for all ranks
        yield from whole[self.rank :: self.world].tolist()

    def _turn(self, group: int, quota: int) -> Numbers:
        """Return the items of a group that have their turn in this epoch."""
        members, first = self._members[group], self.epoch * quota
        rounds = range(first // len(members), (first + quota - 1) // len(members) + 1)
        orders = [
            np.random.default_rng([self.seed, 17, group, number]).permutation(members)
            for number in rounds
        ]
        start = first % len(members)
        found: Numbers = np.concatenate([members[:0], *orders])[start : start + quota]
        return found


def _place(rank: int | None, world: int | None) -> tuple[int, int]:
    """Return rank and world as given, else those of this process."""
    found = (0, 1) if _accelerated() else ranks()
    return found[0] if rank is None else rank, found[1] if world is None else world


def _accelerated() -> bool:
    """Return whether accelerate runs in this process; asked without importing it."""
    state = getattr(sys.modules.get("accelerate.state"), "PartialState", None)
    return bool(getattr(state, "_shared_state", None))


def _snapshots() -> bool:
    """Return whether torchdata is used, which reads the state with each batch."""
    return "torchdata.stateful_dataloader" in sys.modules


class StatefulLoader(DataLoader[Any]):
    """A DataLoader whose state is what the training took, whatever its workers fetched ahead.

    Made by :meth:`Samples.dataloader`. Lightning saves and restores its state by itself.
    """

    def __init__(self, dataset: Dataset[Any], sampler: AheadSampler, **options: Any) -> None:
        super().__init__(dataset, sampler=sampler, **options)
        self.ahead = sampler

    def __iter__(self) -> Iterator[Any]:  # type: ignore[override] # torch names a private class
        ahead, size = self.ahead, self.batch_size or 1
        ahead.taken = 0
        left = len(ahead) - ahead.start // ahead.world
        for batch in super().__iter__():
            ahead.taken += min(size, left - ahead.taken)
            yield batch
        ahead.taken, ahead.position = None, 0

    def set_epoch(self, epoch: int) -> None:
        """Choose the epoch; the epoch of a loaded state resumes at its position.

        Parameters
        ----------
        epoch
            Counted from 0.
        """
        self.ahead.set_epoch(epoch)

    def state_dict(self) -> dict[str, int]:
        """Return where the training is: plain numbers, good for any number of workers."""
        return self.ahead.state_dict()

    def load_state_dict(self, state: dict[str, int]) -> None:
        """Resume where a state says.

        Parameters
        ----------
        state
            What :meth:`state_dict` returned.
        """
        self.ahead.load_state_dict(state)
