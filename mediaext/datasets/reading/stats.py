"""Statistics of an epoch, summarised in one line."""

import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from mediaext.datasets.making.budget import Spending
from mediaext.text import printable


@dataclass(slots=True)
class EpochStats:
    """Counts and seconds of the present epoch. Counters may miss a few under many threads."""

    hits: int = 0
    misses: int = 0
    others: int = 0
    fallbacks: int = 0
    waited: float = 0.0
    decoded: float = 0.0
    failures: Counter[str] = field(default_factory=Counter)
    why: dict[str, str] = field(default_factory=dict)
    began: float = field(default_factory=time.perf_counter)

    def fail(self, code: str, message: str) -> None:
        """Count a failure; the first sentence of each code is kept."""
        self.failures[code] += 1
        self.why.setdefault(code, message)

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Count the time inside as waiting for results."""
        began = time.perf_counter()
        try:
            yield
        finally:
            self.waited += time.perf_counter() - began

    @contextmanager
    def decoding(self) -> Iterator[None]:
        """Count the time inside as decoding."""
        began = time.perf_counter()
        try:
            yield
        finally:
            self.decoded += time.perf_counter() - began

    def line(self, epoch: int, made: int, spent: Spending, tier: str, pending: int) -> str:
        """Return a summary in one line, with advice on what to change."""
        seconds = time.perf_counter() - self.began
        parts = [
            f"epoch {epoch}: {self.hits:,} hits, {self.misses:,} misses",
            f"waited {self.waited:.1f} s, decoded {self.decoded:.1f} s of {seconds:.1f} s",
            f"{made:,} made" + (f", {pending:,} in flight" if pending else ""),
            f"spent {spent.jobs:,} jobs" + (f" and {spent.cost:g}" if spent.cost else ""),
            f"reads {tier}",
        ]
        if self.others or self.fallbacks:
            parts.insert(1, f"served {self.others:,} other variants, {self.fallbacks:,} originals")
        if self.failures:
            parts.append(f"not made: {list_failures(self.failures, self.why)}")
        advice = self._advice(seconds, tier)
        return "; ".join(parts) + "." + (f" {advice}" if advice else "")

    def _advice(self, seconds: float, tier: str) -> str:
        if self.waited > 0.3 * seconds:
            return "Most time went into waiting: fill() beforehand, or on_miss='original'."
        if self.decoded > 0.5 * seconds and tier.startswith("results"):
            return "Most time went into decoding: a smaller size or more memory brings the views."
        return ""


def list_failures(counts: Counter[str], why: dict[str, str]) -> str:
    """Return counts by failure code, the most frequent first, each with its first message."""
    return ", ".join(
        f"{count:,} {code} ({why[code].rstrip('.')})" if why.get(code) else f"{count:,} {code}"
        for code, count in counts.most_common()
    )


_told = threading.Lock()


def tell(line: str) -> None:
    """Write one line for the person where progress bars go."""
    from tqdm.auto import tqdm

    with _told:
        tqdm.write(printable(line), file=sys.stderr)
