"""Plan what a dataset will cost before anything is sent, and make all of it."""

import contextlib
import itertools
import time
from array import array
from collections import Counter, defaultdict, deque
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import partial
from statistics import median

import numpy as np
import numpy.typing as npt

from mediaext.client.waiting import counting
from mediaext.datasets.keys import Node
from mediaext.datasets.making.outcomes import BACKGROUND, Failure, Outcome
from mediaext.datasets.making.runners import confirm_price, usual_seconds
from mediaext.datasets.policy import ORIGINAL
from mediaext.datasets.reading.reader import SampleReader
from mediaext.datasets.reading.stats import list_failures
from mediaext.datasets.store.results import LostResult

BYTES_A_PIXEL = 0.25  # of a JPEG, where no result is there to learn from
BYTES_ADDED = 4_000  # to each file, for its provenance
GROUP = 256  # variants that are claimed at once, at most
CHUNK = 1024  # keys looked up at once; a request in memory is some kilobytes
SAMPLE = 50  # stored results from which times and sizes are learned


@dataclass(frozen=True, slots=True)
class Plan:
    """What is stored and what has to be made.

    ``hits``: stored variants. ``misses``: variants to make. ``refused``: variants that failed for
    good or were dropped. ``shared``: variants that are the same request as another one.
    ``jobs``: jobs by operation, parents included. ``seconds``: expected time, ``None`` where
    nothing is known yet. ``bytes``: expected size. ``cost``: by the price table, ``None`` without.
    """

    hits: int
    misses: int
    refused: int
    shared: int
    jobs: dict[str, int] = field(default_factory=dict)
    seconds: float | None = None
    bytes: int = 0
    cost: float | None = None
    allowed: int | None = None

    def __str__(self) -> str:
        jobs = ", ".join(f"{count:,} {name}" for name, count in self.jobs.items()) or "no"
        parts = [f"{self.hits:,} there, {self.misses:,} to make: {jobs} jobs"]
        if self.seconds is not None:
            parts.append(f"about {_duration(self.seconds)}")
        if self.bytes:
            parts.append(f"about {self.bytes / 1e6:,.0f} MB")
        if self.cost is not None:
            parts.append(f"cost {self.cost:,.2f}")
        if self.shared:
            parts.append(f"{self.shared:,} made once for several")
        if self.refused:
            parts.append(f"{self.refused:,} refused earlier")
        if self.allowed is not None and self.allowed < sum(self.jobs.values()):
            parts.append(f"the budget allows {self.allowed:,} of the jobs")
        return "; ".join(parts) + "."


def _duration(seconds: float) -> str:
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"


def pairs(reader: SampleReader, epochs: int | None) -> Iterator[tuple[int, int]]:
    """Yield (index, variant) of the whole pool, or of what some epochs will show."""
    for start in range(0, len(reader), CHUNK):
        rows = np.arange(start, min(start + CHUNK, len(reader)))
        if epochs is None:
            wanted = [np.full(len(rows), variant) for variant in range(reader.settings.variants)]
        else:
            wanted = [reader.wanted(rows, reader.epoch + number) for number in range(epochs)]
        for index, row in zip(rows.tolist(), np.stack(wanted, axis=1).tolist(), strict=True):
            for variant in dict.fromkeys(row):
                if variant != ORIGINAL and not reader.pool.untouched(index, variant):
                    yield index, variant


class _Tally:
    """Counts keys in chunks; keeps eight bytes for each missing one.

    Those are the key's first 63 bits and, lowest, whether it is the last step of a chain.
    """

    def __init__(self, reader: SampleReader) -> None:
        self.reader = reader
        self.hits = self.refused = self.misses = 0
        self._missing: defaultdict[str, array[int]] = defaultdict(partial(array, "Q"))

    def take(self, nodes: list[Node]) -> None:
        """Count a chunk of last steps."""
        state = self.reader.pool.writer.state
        there = self._has([node.key for node in nodes])
        missing = []
        for node, found in zip(nodes, there.tolist(), strict=True):
            if isinstance(state(node.key), Failure):
                self.refused += 1
            elif found:
                self.hits += 1  # validated when it is served, if it was not yet
            else:
                missing.append(node)
        self.misses += len(missing)
        steps = [(step, step is node) for node in missing for step in node.chain()]
        absent = ~self._has([step.key for step, _ in steps])
        for (step, last), gone in zip(steps, absent.tolist(), strict=True):
            if gone:
                prefix = int.from_bytes(step.key[:8], "big")
                self._missing[step.name].append(prefix & ~1 | last)

    def _has(self, keys: list[bytes]) -> npt.NDArray[np.bool_]:
        """Return for each key whether there is a result, here or in the second tier."""
        there, remote = self.reader.pool.results.index.has(keys), self.reader.pool.remote
        if remote is not None:
            for number in np.flatnonzero(~there).tolist():
                there[number] = remote.holds(keys[number])
        return there

    def jobs(self) -> tuple[dict[str, int], int]:
        """Return jobs by operation, and how many of the wanted share theirs with another."""
        jobs, last = {}, 0
        for name, found in self._missing.items():
            keys = np.frombuffer(found, np.uint64)
            keys.sort()  # in place: a million keys are to be planned in little memory
            jobs[name] = _distinct(keys, 1)
            last += _distinct(keys[keys & 1 == 1], 0)
        return jobs, self.misses - last


def _distinct(ordered: npt.NDArray[np.uint64], ignored: int) -> int:
    """Count different values, but for their lowest ``ignored`` bits."""
    shift = np.uint64(ignored)
    starts = range(0, len(ordered), CHUNK)
    parts = (ordered[start : start + CHUNK + 1] >> shift for start in starts)
    changes = sum(int((part[1:] != part[:-1]).sum()) for part in parts)
    return changes + 1 if len(ordered) else 0


def make_plan(reader: SampleReader, epochs: int | None = None) -> Plan:
    """Count without sending anything."""
    pool = reader.pool
    pool.results.refresh()
    tally, chunk = _Tally(reader), []
    for index, variant in pairs(reader, epochs):
        chunk.append(pool.node(index, variant, keep=False))
        if len(chunk) == CHUNK:
            tally.take(chunk)
            chunk = []
    tally.take(chunk)
    jobs, shared = tally.jobs()
    seconds, size = _learned(reader)
    times = [seconds.get(name) or usual_seconds(pool.runner, name) for name in jobs]
    known = all(time is not None for time in times)
    work = sum(count * (time or 0.0) for count, time in zip(jobs.values(), times, strict=True))
    prices = pool.tracker.prices
    return Plan(
        hits=tally.hits,
        misses=tally.misses,
        refused=tally.refused,
        shared=shared,
        jobs=jobs,
        seconds=work / reader.settings.concurrency if known else None,
        bytes=sum(jobs.values()) * size,
        cost=sum(n * prices.get(name, 0.0) for name, n in jobs.items()) if prices else None,
        allowed=_allowed(reader),
    )


def _allowed(reader: SampleReader) -> int | None:
    limit = reader.pool.tracker.budget.jobs
    return None if limit is None else max(limit - reader.pool.tracker.spent().jobs, 0)


def _learned(reader: SampleReader) -> tuple[dict[str, float], int]:
    """Return median seconds by operation, and the mean size in bytes of what is there."""
    times: dict[str, list[float]] = {}
    sizes = []
    for key, place in itertools.islice(reader.pool.results.index.places(), SAMPLE):
        with contextlib.suppress(LostResult):
            facts = reader.pool.results.facts(key) or {}
            began, ended = facts.get("submitted"), facts.get("completed")
            if isinstance(began, float) and isinstance(ended, float):
                times.setdefault(str(facts.get("operation")), []).append(ended - began)
            sizes.append(place.size)
    mean = sum(sizes) // len(sizes) if sizes else _guess(reader)
    return {name: median(found) for name, found in times.items()}, mean


def _guess(reader: SampleReader) -> int:
    """Return the expected bytes of a result, from the size of the pictures worked on."""
    width, height = 1024, 1024
    if len(reader) and reader.has_originals:
        width, height = reader.pool.picture_size(0, ORIGINAL)
    elif len(reader):
        given = reader.pool.node(0, 0).chain()[0].operation.given()
        width, height = int(given.get("width", width)), int(given.get("height", height))
    return int(width * height * BYTES_A_PIXEL) + BYTES_ADDED


@dataclass(slots=True)
class Filled:
    """What :meth:`fill` did: how many variants are there now, and why others are not.

    ``failed`` counts by failure code, ``why`` has the first sentence of each.
    """

    there: int = 0
    made: int = 0
    failed: Counter[str] = field(default_factory=Counter)
    why: dict[str, str] = field(default_factory=dict)

    def count(self, outcome: bool | Outcome) -> None:
        """Count one variant: ``True`` was there, ``None`` was made, else why it was not."""
        if isinstance(outcome, Failure):
            self.failed[outcome.code] += 1
            self.why.setdefault(outcome.code, outcome.message)
        else:
            self.there += 1
            self.made += outcome is None

    def __str__(self) -> str:
        text = f"{self.there:,} variants are there, {self.made:,} of them new"
        if self.failed:
            text += f"; not made: {list_failures(self.failed, self.why)}"
        return text + "."


def fill(reader: SampleReader, epochs: int | None = None, progress: bool = True) -> Filled:
    """Make everything now, at most some times the concurrency asked for at once.

    Where prices are known, their sum is told first; raises
    :class:`mediaext.errors.PriceLimit` above the limit of the settings.

    An interrupt takes back what was not begun; what runs is kept when it ends.
    """
    if reader.pool.tracker.prices:
        plan = make_plan(reader, epochs)
        if plan.cost:
            confirm_price(reader.pool.runner, sum(plan.jobs.values()), plan.cost)
    if reader.pool.started:
        reader.pool.generator.maker.begin_epoch(reader.epoch)  # what had stopped may be over
    found, total = Filled(), None if epochs else len(reader) * reader.settings.variants
    flying: deque[Future[Outcome]] = deque()
    with counting("fill", "images", shown=progress) as count:
        try:
            for made, outcome in enumerate(_made_or_not(reader, epochs, flying), start=1):
                found.count(outcome)
                count(made, total)
            _salvage(reader, found)
            if reader.pool.started:
                reader.pool.generator.maker.leases.flush()
        except BaseException as error:
            reader.withdraw(flying)
            if isinstance(error, KeyboardInterrupt) and reader.pool.started:
                reader.pool.say(
                    f"Stopped: {found} {reader.pool.generator.pending:,} jobs still run; they are "
                    "kept when they end, or fetched the next time."
                )
            raise
    reader.pool.results.index.save()
    return found


def _made_or_not(
    reader: SampleReader, epochs: int | None, flying: "deque[Future[Outcome]]"
) -> Iterator[bool | Outcome]:
    """Yield ``True`` for each variant there is, else how making it ended.

    ``flying`` holds what was asked for and not waited for yet. What other machines make is looked
    for again at the end, and made here where they died.
    """
    pool, variants = reader.pool, reader.settings.variants
    most = 4 * reader.settings.concurrency
    waiting = pairs(reader, epochs)
    while True:
        elsewhere = array("q")
        while group := list(itertools.islice(waiting, min(most // 2, GROUP))):
            while len(flying) + len(group) > most:
                yield flying[0].result()
                flying.popleft()
            for (index, variant), found in _ask(reader, group, flying):
                if isinstance(found, Future):
                    continue  # it is in ``flying``
                if found is None:
                    elsewhere.append(index * variants + variant)
                else:
                    yield found
        while flying:
            yield flying[0].result()
            flying.popleft()
        if not elsewhere:
            return
        time.sleep(pool.generator.maker.leases.poll_seconds)
        pool.results.refresh()
        waiting = (divmod(place, variants) for place in elsewhere)


def _ask(
    reader: SampleReader, group: list[tuple[int, int]], flying: "deque[Future[Outcome]]"
) -> Iterator[tuple[tuple[int, int], "bool | Failure | Future[Outcome] | None"]]:
    """Yield variants with what is known of each, or the future of what is made here.

    ``None``: another machine makes it.
    """
    pool, missing = reader.pool, {}
    for index, variant in group:
        reader.check_items(np.array([index]))
        state = pool.state(index, variant)
        if state is not False:
            yield (index, variant), state
        else:
            missing[index, variant] = pool.node(index, variant)
    if not missing:
        return
    reserved = pool.generator.maker.reserve([node.key for node in missing.values()])
    for place, node in missing.items():
        if isinstance(reserved, Failure):
            yield place, reserved
        elif node.key in reserved.elsewhere:
            yield place, None
        else:
            there = node.key in reserved.published
            yield place, there or pool.generator.request(node, BACKGROUND, flying)


def _salvage(reader: SampleReader, found: Filled) -> None:
    """Try once more what failed in a way that may pass."""
    asked = reader.pool.generator.salvage() if reader.pool.started else {}
    for code, futures in asked.items():
        for future in futures:
            if future.result() is None:
                found.failed[code] -= 1
                found.count(None)
    found.failed = +found.failed
