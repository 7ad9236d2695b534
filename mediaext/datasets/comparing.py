"""Measure whether a policy helps: against untouched pictures, at equal steps, folds and seeds."""

import io
import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import PIL.Image
import torch
from torch.utils.data import Subset

from mediaext.datasets.dataset import Augmented, Evaluation, Samples
from mediaext.datasets.decoding import Pixels
from mediaext.datasets.items import Items
from mediaext.datasets.policy import ORIGINAL, Numbers
from mediaext.datasets.reports.annotations import outline
from mediaext.datasets.reports.planning import pairs
from mediaext.errors import InvalidRequest
from mediaext.operations import RemoveBackground

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

BATCH = 32
RATE = 2e-3
DECAY = 0.1  # of the probe's weights: there are more of them than pictures
EDGE = 64  # side of the pictures that features are computed from
BASELINE = "originals"
BACKGROUND = "background alone"
Vectors = npt.NDArray[np.float32]
Features = Callable[[Pixels], Vectors]
"""From uint8 pictures (N, height, width, 3) to vectors (N, D)."""
Train = Callable[[torch.utils.data.Dataset[Any], torch.utils.data.Dataset[Any], int], float]
"""Called with training set, test set and seed; returns the accuracy on the test set, 0 to 1."""


@dataclass(frozen=True)
class PolicyComparison:
    """What a comparison found.

    ``table`` has one row for each policy, fold and seed with its accuracy; ``summary`` one for
    each policy: mean accuracy, difference to the originals with a 95 % interval (0 to 1), jobs
    and cost of making it for the whole base from nothing, and a verdict. ``warnings`` are
    sentences.
    """

    table: "pd.DataFrame"
    summary: "pd.DataFrame"
    warnings: tuple[str, ...] = field(default=())

    def __str__(self) -> str:
        lines = [f"{name}: {verdict}" for name, verdict in self.summary["verdict"].items()]
        return "\n".join([*lines, *self.warnings])

    def plot(self) -> "Figure":
        """Return a matplotlib figure: the differences with their intervals, and single runs."""
        from matplotlib.figure import Figure

        class Plot(Figure):
            def _repr_png_(self) -> bytes:  # notebooks show figures of pyplot alone
                buffer = io.BytesIO()
                self.savefig(buffer, format="png", dpi=80)
                return buffer.getvalue()

        rows = self.summary.drop(index=BASELINE)
        figure = Plot(figsize=(6.5, 1.2 + 0.5 * len(rows)), layout="constrained")
        axes = figure.subplots()
        base = self.table[self.table["policy"] == BASELINE].set_index(["seed", "fold"])["accuracy"]
        for place, name in enumerate(rows.index):
            row = rows.loc[name]
            runs = self.table[self.table["policy"] == name].set_index(["seed", "fold"])["accuracy"]
            axes.plot(runs - base, [place] * len(runs), "o", color="#1f6f8b", alpha=0.25)
            axes.plot([row["low"], row["high"]], [place, place], color="#1f6f8b", linewidth=2.5)
            axes.plot([row["difference"]], [place], "s", color="#1f6f8b")
        axes.axvline(0, color="grey", linewidth=1)
        axes.set_yticks(range(len(rows)), [str(name) for name in rows.index])
        axes.invert_yaxis()
        axes.set_xlabel("difference of accuracy to the originals, with 95 % interval")
        return figure


def compare(
    base: object,
    policies: Mapping[str, Sequence[object]],
    *,
    runner: object,
    labels: Sequence[object] | None = None,
    pilot: int | None = 100,
    variants: int = 2,
    originals: float = 0.5,
    folds: int = 3,
    seeds: int = 3,
    steps: int = 300,
    features: Features | None = None,
    train: Train | None = None,
    background: bool = False,
    prices: Mapping[str, float] | None = None,
    **options: Any,
) -> PolicyComparison:
    """Compare policies with the untouched pictures and return what each does to the accuracy.

    A probe is trained with and without each policy for the same number of steps, on the same
    folds (stratified) and seeds, and tested on untouched pictures that neither it nor anything
    made from them was trained on.

    Parameters
    ----------
    base, labels, runner, options
        As for :class:`Augmented`; the labels are classes.
    policies
        Operations by a name of yours.
    pilot
        How many items are tried, drawn evenly over the classes; ``None`` for all.
    variants, originals
        As for :class:`Augmented`; the probe sees this share of originals in each step.
    folds, seeds, steps
        Parts that the pilot is divided into, how often, and steps of each training.
    features
        What the probe sees; by default histograms of oriented gradients and colours. With a
        network of your own, give its features.
    train
        Your own training in place of the probe.
    background
        Whether to look if the background alone tells the label, which takes a cutout of each item
        of the pilot.
    prices
        By operation, for the cost of the whole base.

    Raises
    ------
    InvalidRequest
        Without policies, or with fewer than two classes or than ``folds`` items of one.

    Notes
    -----
    The interval is that of the corrected resampled t-test of Nadeau and Bengio (2003), since runs
    on overlapping folds are not independent.
    """
    if not policies or BASELINE in policies:
        raise InvalidRequest(f"policies: at least one, and none named '{BASELINE}'.")
    items = _Classes(base, labels)
    chosen = items.pilot(pilot, folds)
    answers = items.numbers[chosen]
    options = {"size": EDGE, "quiet": True, "originals": originals, **options}
    part = _Part(base, labels, chosen, items.numbers)
    splits = list(_splits(answers, folds, seeds))
    seen = features or gradients_and_colours
    rows: list[dict[str, Any]] = []
    facts: dict[str, tuple[int, float | None]] = {BASELINE: (0, 0.0 if prices else None)}
    before: Vectors | None = None
    for name, operations in policies.items():
        data = Augmented(
            part, operations, runner=runner, variants=variants, prices=prices, **options
        )
        with data:
            jobs, share = _jobs(data), len(items.numbers) / len(chosen)
            cost = sum(count * (prices or {}).get(step, 0.0) for step, count in jobs.items())
            facts[name] = (round(jobs.total() * share), cost * share if prices else None)
            data.fill(progress=False)
            if train is not None:
                rows += _own(name, data, part, splits, train, with_baseline=before is None)
                before = np.zeros((0, 0), np.float32)
                continue
            if before is None:
                before = _vectors(data, np.full(len(chosen), ORIGINAL), seen)
                run = _Probe(before, before[:, None], answers, 1.0, steps)
                rows += _run(BASELINE, run, splits)
            made = [_vectors(data, np.full(len(chosen), v), seen) for v in range(variants)]
            run = _Probe(before, np.stack(made, axis=1), answers, originals, steps)
            rows += _run(name, run, splits)
    warnings: tuple[str, ...] = ()
    if background:
        warnings = _background(
            part,
            answers,
            runner,
            splits=splits,
            features=seen,
            steps=steps,
            options=options,
            rows=rows,
        )
    return _summed(rows, facts, folds, warnings)


def _jobs(data: Samples) -> Counter[str]:
    """Count the jobs by operation that make every variant, whether or not they are made."""
    made = pairs(data.reader, None)
    nodes = (data.pool.node(index, variant, keep=False) for index, variant in made)
    return Counter({step.key: step.name for node in nodes for step in node.chain()}.values())


class _Classes:
    """The labels of a base as numbers."""

    def __init__(self, base: object, labels: Sequence[object] | None) -> None:
        items = Items(base, labels)
        words = [str(items.label(index)) for index in range(len(items))]
        self.names, self.numbers = np.unique(words, return_inverse=True)
        if len(self.names) < 2:
            raise InvalidRequest("compare: the labels of the base are of at least two classes.")

    def pilot(self, count: int | None, folds: int) -> Numbers:
        """Return the items to try, evenly over the classes, in their order."""
        random = np.random.default_rng(0)
        each = len(self.numbers) if count is None else max(count // len(self.names), folds)
        found = [
            random.permutation(np.flatnonzero(self.numbers == number))[:each]
            for number in range(len(self.names))
        ]
        short = [self.names[n] for n, one in enumerate(found) if len(one) < folds]
        if short:
            raise InvalidRequest(
                f"compare: {folds} folds need {folds} items of each class; '{short[0]}' has fewer."
            )
        return np.sort(np.concatenate(found))


class _Part:
    """The pilot as a dataset of (image, class)."""

    def __init__(
        self, base: object, labels: Sequence[object] | None, chosen: Numbers, classes: Numbers
    ) -> None:
        self.items, self.chosen, self.numbers = Items(base, labels), chosen, classes

    def __len__(self) -> int:
        return len(self.chosen)

    def __getitem__(self, index: int) -> tuple[Any, int]:
        at = int(self.chosen[index])
        return self.items.read(at), int(self.numbers[at])


def gradients_and_colours(pictures: Pixels) -> Vectors:
    """Return histograms of oriented gradients (Dalal and Triggs, 2005) and of colours."""
    import cv2

    hog = cv2.HOGDescriptor((EDGE, EDGE), (16, 16), (8, 8), (8, 8), 9)
    found = []
    for picture in pictures:
        small = cv2.resize(picture, (EDGE, EDGE), interpolation=cv2.INTER_AREA)
        bins = cv2.calcHist([small], [0, 1, 2], None, [4, 4, 4], [0, 256] * 3).ravel()
        rough = cv2.resize(small, (4, 4), interpolation=cv2.INTER_AREA).ravel() / 255
        shape = np.asarray(hog.compute(small)).ravel()
        found.append(np.concatenate([shape, np.sqrt(bins / bins.sum()), rough]))
    return np.array(found, np.float32)


def _vectors(data: Samples, variants: Numbers, features: Features) -> Vectors:
    """Return the features of one variant of each item; of the original where there is none."""
    reader = data.reader
    rows = np.arange(len(data))
    there = [
        int(v) if v == ORIGINAL or reader.pool.state(i, int(v)) is True else ORIGINAL
        for i, v in enumerate(variants)
    ]
    height, width, channels = reader.pool.spec.shape
    pixels = np.empty((len(rows), height, width, channels), np.uint8)
    pixels, _, _ = reader.read(pixels, rows, np.array(there, np.int64))
    return features(pixels)


def _splits(answers: Numbers, folds: int, seeds: int) -> Iterator[tuple[int, int, Numbers]]:
    """Yield seed, fold and the items tested on, each class spread evenly over the folds."""
    for seed in range(seeds):
        random = np.random.default_rng([seed, 5])
        place = np.zeros(len(answers), np.int64)
        for number in np.unique(answers):
            members = random.permutation(np.flatnonzero(answers == number))
            place[members] = (np.arange(len(members)) + random.integers(folds)) % folds
        for fold in range(folds):
            yield seed, fold, np.flatnonzero(place == fold)


@dataclass(frozen=True, slots=True)
class _Probe:
    """A linear classifier on features: originals (N, D), variants (N, K, D), answers (N,)."""

    originals: Vectors
    variants: Vectors
    answers: Numbers
    share: float
    steps: int

    def accuracy(self, tested: Numbers, seed: int) -> float:
        """Train on all but the items tested on, and return the share of right answers."""
        random = np.random.default_rng([seed, 3])
        trained = np.setdiff1d(np.arange(len(self.answers)), tested)
        middle = self.originals[trained].mean(axis=0)
        spread = self.originals[trained].std(axis=0) + 1e-3
        classes = int(self.answers.max()) + 1
        layer = torch.nn.Linear(len(middle), classes)
        torch.nn.init.zeros_(layer.weight)
        torch.nn.init.zeros_(layer.bias)
        optimiser = torch.optim.AdamW(layer.parameters(), RATE, weight_decay=DECAY)
        for _ in range(self.steps):
            rows = random.choice(trained, BATCH)
            turn = random.integers(self.variants.shape[1], size=BATCH)
            untouched = random.random((BATCH, 1)) < self.share
            batch = np.where(untouched, self.originals[rows], self.variants[rows, turn])
            given = torch.from_numpy(((batch - middle) / spread).astype(np.float32))
            loss = torch.nn.functional.cross_entropy(
                layer(given), torch.from_numpy(self.answers[rows])
            )
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
        with torch.no_grad():
            given = torch.from_numpy((self.originals[tested] - middle) / spread)
            right = layer(given).argmax(1).numpy() == self.answers[tested]
        return float(right.mean())


def _run(
    name: str, probe: _Probe, splits: Sequence[tuple[int, int, Numbers]]
) -> list[dict[str, Any]]:
    threads = torch.get_num_threads()
    torch.set_num_threads(1)  # matrices this small lose more by waiting for a second thread
    try:
        return [
            {"policy": name, "seed": seed, "fold": fold, "accuracy": probe.accuracy(tested, seed)}
            for seed, fold, tested in splits
        ]
    finally:
        torch.set_num_threads(threads)


def _own(
    name: str,
    data: Augmented,
    part: _Part,
    splits: Sequence[tuple[int, int, Numbers]],
    train: Train,
    *,
    with_baseline: bool,
) -> list[dict[str, Any]]:
    """Run the user's training on subsets of the augmented and of the untouched pictures."""
    settings = data.pool.settings
    same = {"folder": settings.folder, "size": settings.size, "originals": 1.0, "quiet": True}
    plain = Evaluation(part, None, data.pool.runner, same)
    rows = []
    with plain:
        for seed, fold, tested in splits:
            rest = np.setdiff1d(np.arange(len(data)), tested).tolist()
            test = Subset(plain, tested.tolist())
            sets = [(name, data)] + ([(BASELINE, plain)] if with_baseline else [])
            for what, whole in sets:
                found = float(train(Subset(whole, rest), test, seed))
                rows.append({"policy": what, "seed": seed, "fold": fold, "accuracy": found})
    return rows


def _background(
    part: _Part,
    answers: Numbers,
    runner: object,
    *,
    splits: Sequence[tuple[int, int, Numbers]],
    features: Features,
    steps: int,
    options: Mapping[str, Any],
    rows: list[dict[str, Any]],
) -> tuple[str, ...]:
    """Return a warning where pictures without their subject still tell the label."""
    given = {**options, "size": None, "originals": 0.0}
    with Augmented(part, [RemoveBackground], runner=runner, **given) as cut:
        cut.fill(progress=False)
        emptied = []
        for index in range(len(cut)):
            image = cut.pool.pixels(index, ORIGINAL)
            if cut.pool.state(index, 0) is True:
                size = (image.shape[1], image.shape[0])
                image = _without(image, outline(bytes(cut.pool.content(index, 0)), size))
            emptied.append(np.asarray(PIL.Image.fromarray(image).resize((EDGE, EDGE))))
    vectors = features(np.stack(emptied))
    found = _run(BACKGROUND, _Probe(vectors, vectors[:, None], answers, 1.0, steps), splits)
    rows += found
    chance = float(np.bincount(answers).max() / len(answers))
    folds = len({row["fold"] for row in found})
    values = np.array([row["accuracy"] for row in found]) - chance
    low, _ = _interval(values, folds)
    if low <= 0:
        return ()
    return (
        f"The background alone tells the label: {values.mean() + chance:.0%} right with the "
        f"subject covered, where guessing gives {chance:.0%}. What changes the background takes "
        "this away: right where it is another one in use, harmful where it is the same.",
    )


def _without(image: Pixels, found: Any) -> Pixels:
    """Cover the box of a subject with the mean colour around it, so that no outline is left."""
    if found is None:
        return image
    _, (x, y, width, height), _ = found
    covered = image.copy()
    around = np.ones(image.shape[:2], bool)
    around[y : y + height, x : x + width] = False
    colour = image[around].mean(axis=0) if around.any() else 127
    covered[y : y + height, x : x + width] = colour
    return covered


def _interval(differences: npt.NDArray[np.float64], folds: int) -> tuple[float, float]:
    """Return the corrected 95 % interval of the mean of differences over folds and seeds."""
    count = len(differences)
    if count < 2:
        return -math.inf, math.inf
    from scipy.stats import t

    spread = float(differences.var(ddof=1)) * (1 / count + 1 / max(folds - 1, 1))
    half = float(t.ppf(0.975, count - 1)) * math.sqrt(spread)
    return float(differences.mean()) - half, float(differences.mean()) + half


def _summed(
    rows: list[dict[str, Any]],
    facts: Mapping[str, tuple[int, float | None]],
    folds: int,
    warnings: tuple[str, ...],
) -> PolicyComparison:
    import pandas as pd

    table = pd.DataFrame(rows)
    wide = table.pivot_table(index=["seed", "fold"], columns="policy", values="accuracy")
    summary = []
    for name, (jobs, cost) in facts.items():
        differences = (wide[name] - wide[BASELINE]).to_numpy()
        low, high = (0.0, 0.0) if name == BASELINE else _interval(differences, folds)
        summary.append({
            "policy": name, "accuracy": float(wide[name].mean()),
            "difference": float(differences.mean()), "low": low, "high": high,
            "jobs": jobs, "cost": cost,
            "verdict": _verdict(name, float(wide[name].mean()), differences.mean(), low, high),
        })  # fmt: skip
    return PolicyComparison(table, pd.DataFrame(summary).set_index("policy"), warnings)


def _verdict(name: str, accuracy: float, difference: float, low: float, high: float) -> str:
    if name == BASELINE:
        return f"{accuracy:.0%} right, untouched."
    told = f"{difference * 100:+.1f} points (95 % interval {low * 100:+.1f} to {high * 100:+.1f})"
    if low > 0:
        return f"helps: {told}."
    if high < 0:
        return f"hurts: {told}."
    return f"no difference seen: {told}; a larger pilot or more seeds would tell more."
