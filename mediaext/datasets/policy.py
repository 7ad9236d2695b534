"""Which variant of an item an epoch shows: a function of index, epoch and seed alone."""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from mediaext.errors import InvalidRequest

OnMiss = Literal["wait", "original", "other", "ready"]
OnError = Literal["original", "skip", "raise"]
ORIGINAL = -1
Numbers = np.ndarray[Any, np.dtype[np.int64]]


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

    def __post_init__(self) -> None:
        if self.variants < 1:
            raise InvalidRequest(f"variants: at least 1, not {self.variants}.")
        if not 0.0 <= self.originals <= 1.0:
            raise InvalidRequest(f"originals: a share from 0 to 1, not {self.originals}.")
        if not 0.0 < self.grow <= 1.0:
            raise InvalidRequest(f"grow: a share above 0 and up to 1, not {self.grow}.")

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


def check_words(on_miss: str, on_error: str) -> None:
    """Refuse words that are none of the policies."""
    for name, word, words in (
        ("on_miss", on_miss, ("wait", "original", "other", "ready")),
        ("on_error", on_error, ("original", "skip", "raise")),
    ):
        if word not in words:
            raise InvalidRequest(f"{name}: one of {', '.join(words)}, not '{word}'.")
