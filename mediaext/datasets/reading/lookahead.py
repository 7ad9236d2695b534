"""Look ahead: request what the next batches need long before their turn."""

from collections import deque
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future
from concurrent.futures import wait as wait_for
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from mediaext.datasets.making.outcomes import AHEAD, BACKGROUND, Failure, Outcome
from mediaext.datasets.policy import ORIGINAL, Numbers
from mediaext.datasets.reading.reader import SampleReader

BATCHES_AHEAD = 64  # batches looked ahead at most, where everything is there already
BACKLOG = 4  # times the concurrency that may be asked for and not be there yet
SettledBatch = tuple[Numbers, Numbers, Numbers]
"""Rows, variants to serve, and variants wanted."""


class BatchSource(Protocol):
    """Batches of an epoch, one after the other."""

    def more(self) -> bool:
        """Return whether there is another batch."""
        ...

    def ready(self) -> bool:
        """Return whether the next batch can be had without waiting."""
        ...

    def next(self) -> SettledBatch:
        """Return the next batch."""
        ...

    def close(self) -> None:
        """Withdraw what was asked for and not begun."""
        ...


@dataclass(slots=True)
class PendingBatch:
    """A batch on its way: rows, what they should show, and what is still being made."""

    rows: Numbers
    wanted: Numbers
    futures: dict[int, "Future[Outcome]"] = field(default_factory=dict)
    failures: dict[int, Failure] = field(default_factory=dict)

    @property
    def ready(self) -> bool:
        """Whether nothing need be waited for."""
        return all(future.done() for future in self.futures.values())


class Lookahead:
    """Batches of an epoch in order, each asked for ``depth`` samples before its turn."""

    def __init__(
        self,
        reader: SampleReader,
        batches: Iterator[Numbers],
        epoch: int,
        depth: int | None = None,
    ) -> None:
        self.reader, self.batches, self.epoch = reader, batches, epoch
        self.depth = depth or BACKLOG * reader.settings.concurrency
        self._pending: deque[PendingBatch] = deque()
        self._open = 0  # asked for by the pending batches
        self._ended = False
        self._spare: Iterator[Future[Outcome]] | None = None
        self._background: list[Future[Outcome]] = []

    def _extend(self) -> None:
        """Ask for more until enough is on its way."""
        while not self._ended and len(self._pending) < BATCHES_AHEAD:
            if self._pending and self._open >= self.depth:
                return
            rows = next(self.batches, None)
            if rows is None:
                self._ended = True
                return
            batch = self.ask(rows)
            self._open += len(batch.futures)
            self._pending.append(batch)
            if not batch.futures and len(self._pending) >= 2:
                return  # everything is there: no need to look further at once

    def ask(self, rows: Numbers) -> PendingBatch:
        """Ask for what a batch needs and is not there."""
        reader = self.reader
        reader.check_items(rows)
        batch = PendingBatch(rows, reader.wanted(rows, self.epoch))
        missing: list[int] = reader.pool.unknown(rows, batch.wanted).tolist()
        hits = len(rows) - len(missing)
        for row in missing:
            index, variant = int(rows[row]), int(batch.wanted[row])
            state = reader.pool.state(index, variant)
            if state is True:
                hits += 1
            elif isinstance(state, Failure):
                batch.failures[row] = state
            elif self._room():
                batch.futures[row] = reader.request(index, variant, AHEAD)
            else:
                reader.stats.misses += 1
                batch.failures[row] = Failure("LATER", "too many are on their way already")
        reader.stats.hits += hits
        return batch

    def _room(self) -> bool:
        """Return whether more may be asked for; who waits for everything is bounded by that."""
        pool = self.reader.pool
        if self.reader.settings.on_miss in ("wait", "ready") or not pool.started:
            return True
        return pool.generator.pending < self.depth

    def more(self) -> bool:
        """Return whether there is another batch."""
        self._extend()
        return bool(self._pending)

    def ready(self) -> bool:
        """Return whether the next batch can be had without waiting."""
        if self.reader.settings.on_miss in ("original", "other"):
            return True
        return self._pending[0].ready

    def next(self) -> SettledBatch:
        """Return the next batch; wait for results in progress as ``on_miss`` says."""
        batch = self._pending[0]
        variants, kept = batch.wanted.copy(), np.ones(len(batch.rows), bool)
        reader = self.reader
        answers: dict[int, int | None] = {}
        for row, failure in batch.failures.items():
            index, variant = int(batch.rows[row]), int(batch.wanted[row])
            late = failure.code == "LATER"
            answers[row] = (
                reader.instead(index, variant) if late else reader.on_failure(index, failure)
            )
        for row, future in batch.futures.items():
            index, variant = int(batch.rows[row]), int(batch.wanted[row])
            answers[row] = reader.arrived(index, variant, future)
        for row, answer in answers.items():
            kept[row] = answer is not None
            variants[row] = ORIGINAL if answer is None else answer
        self._pending.popleft()
        self._open -= len(batch.futures)
        self._extend()
        if self._ended:
            self._prepare_next_epoch()
        return batch.rows[kept], variants[kept], batch.wanted[kept]

    def _prepare_next_epoch(self) -> None:
        """Use idle capacity for the next epoch, where a miss is never waited for."""
        if self.reader.settings.on_miss not in ("original", "other"):
            return
        if self._spare is None:
            self._spare = self._ask_for_next()
        for future in self._spare:
            self._background = [one for one in self._background if not one.done()] + [future]
            if self.reader.pool.generator.pending >= self.reader.settings.concurrency:
                return

    def _ask_for_next(self) -> "Iterator[Future[Outcome]]":
        reader = self.reader
        rows = np.arange(len(reader))
        wanted = reader.wanted(rows, self.epoch + 1)
        for index in np.flatnonzero(wanted != ORIGINAL).tolist():
            if reader.pool.state(index, int(wanted[index])) is False:
                yield reader.request(index, int(wanted[index]), BACKGROUND)

    def close(self) -> None:
        """Withdraw what was asked for and not begun."""
        asked = [future for batch in self._pending for future in batch.futures.values()]
        self.reader.withdraw([*asked, *self._background])


class AsReady:
    """Batches of what is ready first; the manifest records the order served."""

    def __init__(
        self, reader: SampleReader, batches: Iterator[Numbers], epoch: int, batch_size: int
    ) -> None:
        self.ahead = Lookahead(reader, batches, epoch)
        self.reader, self.batch_size = reader, batch_size
        self._there: deque[tuple[int, int, int]] = deque()
        self._open: dict[int, tuple[Future[Outcome], int, int]] = {}
        self._count = 0

    def _extend(self) -> None:
        while len(self._open) < self.ahead.depth and len(self._there) < self.batch_size:
            rows = next(self.ahead.batches, None)
            if rows is None:
                return
            self._take(self.ahead.ask(rows))

    def _take(self, batch: PendingBatch) -> None:
        for row, (index, variant) in enumerate(
            zip(batch.rows.tolist(), batch.wanted.tolist(), strict=True)
        ):
            if row in batch.futures:
                self._count += 1
                self._open[self._count] = (batch.futures[row], index, variant)
            elif row in batch.failures:
                answer = self.reader.on_failure(index, batch.failures[row])
                self._serve(index, variant, answer)
            else:
                self._serve(index, variant, variant)

    def _serve(self, index: int, wanted: int, answer: int | None) -> None:
        if answer is not None:
            self._there.append((index, answer, wanted))

    def _collect(self) -> None:
        for number, (future, index, variant) in list(self._open.items()):
            if future.done():
                del self._open[number]
                self._serve(index, variant, self.reader.arrived(index, variant, future))

    def more(self) -> bool:
        """Return whether there is another batch."""
        self._collect()
        self._extend()
        return bool(self._there or self._open)

    def ready(self) -> bool:
        """Return whether the next batch can be had without waiting."""
        self._collect()
        return len(self._there) >= self.batch_size or not self._open

    def next(self) -> SettledBatch:
        """Return the next batch; waits until there are enough samples for it."""
        while len(self._there) < self.batch_size and self._open:
            with self.reader.stats.waiting():
                wait_for(
                    [future for future, _, _ in self._open.values()], return_when=FIRST_COMPLETED
                )
            self._collect()
            self._extend()
        count = min(self.batch_size, len(self._there))
        taken = np.array([self._there.popleft() for _ in range(count)], np.int64).reshape(-1, 3)
        return taken[:, 0], taken[:, 1], taken[:, 2]

    def close(self) -> None:
        """Withdraw what was asked for and not begun."""
        self.reader.withdraw([future for future, _, _ in self._open.values()])


class Recorded:
    """Batches exactly as a manifest says they were served."""

    def __init__(
        self, reader: SampleReader, rows: Numbers, variants: Numbers, batch_size: int
    ) -> None:
        self.reader = reader
        self._rows, self._variants, self._size = rows, variants, batch_size
        self._at = 0

    def more(self) -> bool:
        """Return whether there is another batch."""
        return self._at < len(self._rows)

    def ready(self) -> bool:
        """Return ``True``: nothing is made."""
        return True

    def next(self) -> SettledBatch:
        """Return the next batch."""
        part = slice(self._at, self._at + self._size)
        self._at += self._size
        return self._rows[part], self._variants[part], self._variants[part]

    def close(self) -> None:
        """Nothing was asked for."""
