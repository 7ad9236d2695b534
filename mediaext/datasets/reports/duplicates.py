"""Find results that look alike, independent of the order in which they arrived."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from mediaext.datasets.decoding import as_picture
from mediaext.datasets.making.writer import BY_LIKENESS
from mediaext.datasets.quality import LOOK, look_of
from mediaext.datasets.reading.reader import SampleReader
from mediaext.datasets.reports.planning import pairs
from mediaext.errors import InvalidRequest

if TYPE_CHECKING:
    import pandas as pd

CHUNK = 512  # pictures compared with all others at once
Looks = npt.NDArray[np.float64]


def find_duplicates(reader: SampleReader, alike: float) -> "pd.DataFrame":
    """Return one row for each result that looks like one that is kept.

    Results are gone through in the order of their keys, and each is kept unless it is alike to one
    kept before it. So what is kept depends on the set alone. What a person or the gate refuses
    takes no part. Columns: key, index, variant, same_as (a key), difference (grey levels).
    """
    import pandas as pd

    if alike < 0:
        raise InvalidRequest(f"alike: at least 0 grey levels, not {alike}.")
    pool = reader.pool
    pool.results.refresh()
    places: dict[bytes, tuple[int, int]] = {}
    for index, variant in pairs(reader, None):
        node = pool.node(index, variant)
        if node.key not in places and pool.writer.accepted(node):
            places[node.key] = index, variant
    keys = sorted(places)
    looks = np.zeros((len(keys), LOOK.size), np.uint8)
    for row, key in enumerate(keys):
        looks[row] = look_of(as_picture(bytes(pool.content(*places[key]))))
    rows = [
        (keys[row].hex(), *places[keys[row]], keys[kept].hex(), difference)
        for row, (kept, difference) in _alike(looks, alike).items()
    ]
    return pd.DataFrame(rows, columns=["key", "index", "variant", "same_as", "difference"])


def drop_twins(reader: SampleReader, twins: Mapping[str, str]) -> None:
    """Drop results by key, each beside the one that is kept; others are served again."""
    pool = reader.pool
    for index, variant in pairs(reader, None):
        key = pool.key(index, variant)
        other = twins.get(key.hex())
        verdict = pool.results.verdict(key, BY_LIKENESS)
        known = verdict.text("reason") if verdict is not None else ""
        reason = f"looks like {other[:12]}" if other else ""
        if reason != known:
            pool.writer.decide(key, "drop" if other else "keep", reason, BY_LIKENESS)
            pool.forget(key)


def _alike(looks: npt.NDArray[np.uint8], alike: float) -> dict[int, tuple[int, float]]:
    """Return for each row that is left out the first kept one that it is alike to, and how far."""
    found: dict[int, tuple[int, float]] = {}
    kept = np.zeros(len(looks), bool)
    for start in range(0, len(looks), CHUNK):
        part = looks[start : start + CHUNK].astype(np.float64)
        before = np.flatnonzero(kept)
        apart = np.concatenate([_apart(part, looks[before]), _apart(part, part)], axis=1)
        rows = np.concatenate([before, np.arange(start, start + len(part))])
        for number in range(len(part)):
            near = np.flatnonzero((apart[number] <= alike) & kept[rows])
            if len(near):
                found[start + number] = int(rows[near[0]]), float(apart[number, near[0]])
            else:
                kept[start + number] = True
    return found


def _apart(some: Looks, others: npt.NDArray[np.generic]) -> Looks:
    """Return the root mean square differences of rows, (N, M)."""
    second = others.astype(np.float64)
    squares = (some**2).sum(axis=1)[:, None] + (second**2).sum(axis=1) - 2 * some @ second.T
    return np.asarray(np.sqrt(squares.clip(0) / LOOK.size))
