"""Looking ahead: what the next batches need is asked for long before its turn comes."""

from collections import deque
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future
from concurrent.futures import wait as wait_for
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from mediaext.datasets.made import AHEAD, BACKGROUND, Failure
from mediaext.datasets.policy import ORIGINAL, Numbers

if TYPE_CHECKING:
    from mediaext.datasets.samples import Samples

PATIENCE_BATCHES = 64  # batches looked ahead at most, where everything is there already
BACKLOG = 4  # times the concurrency that may be asked for and not be there yet


@dataclass(slots=True)
class Coming:
    """A batch on its way: rows, what they should show, and what is still being made."""

    rows: Numbers
    wanted: Numbers
    futures: dict[int, "Future[Any]"] = field(default_factory=dict)
    failures: dict[int, Failure] = field(default_factory=dict)

    @property
    def ready(self) -> bool:
        """Whether nothing need be waited for."""
        return all(future.done() for future in self.futures.values())


class Lookahead:
    """Batches of an epoch in order, each asked for ``depth`` samples before its turn."""

    def __init__(
        self, data: "Samples", batches: Iterator[Numbers], epoch: int, depth: int | None = None
    ) -> None:
        self.data = data
        self.epoch = epoch
        self.depth = depth or BACKLOG * data.pool.concurrency
        self._batches = batches
        self._coming: deque[Coming] = deque()
        self._open = 0  # asked for by the batches on their way
        self._ended = False
        self._spare: Iterator[None] | None = None

    def _extend(self) -> None:
        """Ask for more until enough is on its way."""
        while not self._ended and len(self._coming) < PATIENCE_BATCHES:
            if self._coming and self._open >= self.depth:
                return
            rows = next(self._batches, None)
            if rows is None:
                self._ended = True
                return
            coming = self.ask(rows)
            self._open += len(coming.futures)
            self._coming.append(coming)
            if not coming.futures and len(self._coming) >= 2:
                return  # everything is there: no need to look further at once

    def ask(self, rows: Numbers) -> Coming:
        """Ask for what a batch needs and is not there."""
        data = self.data
        data.vet(rows)
        coming = Coming(rows, data.wanted(rows, self.epoch))
        missing: list[int] = data.pool.unknown(rows, coming.wanted).tolist()
        hits = len(rows) - len(missing)
        for row in missing:
            index, variant = int(rows[row]), int(coming.wanted[row])
            state = data.pool.state(index, variant)
            if state is True:
                hits += 1
            elif isinstance(state, Failure):
                coming.failures[row] = state
            elif self._room():
                coming.futures[row] = data.request(index, variant, AHEAD)
            else:
                data.stats_now.misses += 1
                coming.failures[row] = Failure("LATER", "too many are on their way already")
        data.stats_now.hits += hits
        return coming

    def _room(self) -> bool:
        """Say whether more may be asked for; who waits for everything is bounded by that."""
        if self.data.on_miss in ("wait", "ready") or not self.data.pool.started:
            return True
        return self.data.pool.generator.pending < self.depth

    def more(self) -> bool:
        """Say whether there is another batch."""
        self._extend()
        return bool(self._coming)

    def ready(self) -> bool:
        """Say whether the next batch can be had without waiting."""
        if self.data.on_miss in ("original", "other"):
            return True
        return self._coming[0].ready

    def next(self) -> tuple[Numbers, Numbers, Numbers]:
        """Return rows, variants served and variants wanted of the next batch, settled."""
        coming = self._coming.popleft()
        self._open -= len(coming.futures)
        variants, kept = coming.wanted.copy(), np.ones(len(coming.rows), bool)
        data = self.data
        answers: dict[int, int | None] = {}
        for row, failure in coming.failures.items():
            index, variant = int(coming.rows[row]), int(coming.wanted[row])
            late = failure.code == "LATER"
            answers[row] = (
                data.instead(index, variant) if late else data.on_failure(index, failure)
            )
        for row, future in coming.futures.items():
            index, variant = int(coming.rows[row]), int(coming.wanted[row])
            answers[row] = data.arrived(index, variant, future)
        for row, answer in answers.items():
            kept[row] = answer is not None
            variants[row] = ORIGINAL if answer is None else answer
        self._extend()
        if self._ended:
            self._prepare_next_epoch()
        return coming.rows[kept], variants[kept], coming.wanted[kept]

    def _prepare_next_epoch(self) -> None:
        """Use idle capacity for the next epoch, where a miss is never waited for."""
        if self.data.on_miss not in ("original", "other"):
            return
        if self._spare is None:
            self._spare = self._ask_for_next()
        for _ in self._spare:
            if self.data.pool.generator.pending >= self.data.pool.concurrency:
                return

    def _ask_for_next(self) -> Iterator[None]:
        data = self.data
        rows = np.arange(len(data))
        wanted = data.wanted(rows, self.epoch + 1)
        for index in np.flatnonzero(wanted != ORIGINAL).tolist():
            if data.pool.state(index, int(wanted[index])) is False:
                data.pool.generator.request(data.pool.node(index, int(wanted[index])), BACKGROUND)
                yield


class AsReady:
    """Batches of whatever is there first; the order served is what the manifest then says."""

    def __init__(
        self, data: "Samples", batches: Iterator[Numbers], epoch: int, batch_size: int
    ) -> None:
        self.ahead = Lookahead(data, batches, epoch)
        self.data = data
        self.batch_size = batch_size
        self._there: deque[tuple[int, int, int]] = deque()
        self._open: dict[Future[Any], tuple[int, int]] = {}

    def _extend(self) -> None:
        ahead = self.ahead
        while len(self._open) < ahead.depth and len(self._there) < self.batch_size:
            rows = next(ahead._batches, None)
            if rows is None:
                return
            self._take(ahead.ask(rows))

    def _take(self, coming: Coming) -> None:
        for row, (index, variant) in enumerate(
            zip(coming.rows.tolist(), coming.wanted.tolist(), strict=True)
        ):
            if row in coming.futures:
                self._open[coming.futures[row]] = (index, variant)
            elif row in coming.failures:
                self._serve(index, variant, self.data.on_failure(index, coming.failures[row]))
            else:
                self._serve(index, variant, variant)

    def _serve(self, index: int, wanted: int, answer: int | None) -> None:
        if answer is not None:
            self._there.append((index, answer, wanted))

    def _collect(self) -> None:
        for future in [future for future in self._open if future.done()]:
            index, variant = self._open.pop(future)
            self._serve(index, variant, self.data.arrived(index, variant, future))

    def more(self) -> bool:
        """Say whether there is another batch."""
        self._collect()
        self._extend()
        return bool(self._there or self._open)

    def ready(self) -> bool:
        """Say whether the next batch can be had without waiting."""
        self._collect()
        return len(self._there) >= self.batch_size or not self._open

    def next(self) -> tuple[Numbers, Numbers, Numbers]:
        """Return rows, variants served and variants wanted of the next batch."""
        while len(self._there) < self.batch_size and self._open:
            with self.data.stats_now.waiting():
                wait_for(self._open, return_when=FIRST_COMPLETED)
            self._collect()
            self._extend()
        count = min(self.batch_size, len(self._there))
        taken = np.array([self._there.popleft() for _ in range(count)], np.int64).reshape(-1, 3)
        return taken[:, 0], taken[:, 1], taken[:, 2]


class Recorded:
    """Batches exactly as a manifest says they were served."""

    def __init__(self, data: "Samples", rows: Numbers, variants: Numbers, batch_size: int) -> None:
        self.data = data
        self._rows, self._variants, self._size = rows, variants, batch_size
        self._at = 0

    def more(self) -> bool:
        """Say whether there is another batch."""
        return self._at < len(self._rows)

    def ready(self) -> bool:
        """Everything recorded is there."""
        return True

    def next(self) -> tuple[Numbers, Numbers, Numbers]:
        """Return rows, variants served and variants wanted of the next batch."""
        part = slice(self._at, self._at + self._size)
        self._at += self._size
        return self._rows[part], self._variants[part], self._variants[part]
