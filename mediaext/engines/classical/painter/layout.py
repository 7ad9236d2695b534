"""Composition: where each thing stands, how large, and in which order it is painted.

Sizes grow with the 0.42th power of real heights, so that a mouse and a house both read.
"""

from dataclasses import replace

import numpy as np

from mediaext.engines.classical.painter.inscriptions import MARK
from mediaext.engines.classical.painter.placing import Placed, hold, move, rest
from mediaext.engines.classical.painter.prompt import Brief, Subject

HEAD_AND_SHOULDERS = 0.36  # of a person's height


def natural(subject: Subject) -> float:
    """Return a thing's height in the composition's units."""
    return float(subject.kind.height**0.42 * subject.size**0.8)


def compose(brief: Brief, rng: np.random.Generator, wide: float) -> list[Placed]:
    """Arrange all subjects; ``wide`` is width over height of the picture."""
    biggest = max((natural(s) for s in brief.subjects), default=1.0)
    groups: dict[int, list[Placed]] = {}
    for at in _order(brief.subjects):
        subject = brief.subjects[at]
        dependent = subject.relation in ("on", "riding", "holding", "inside", "in")
        size = max(natural(subject), biggest * (0.22 if dependent else 0.34))
        start = sum(s.count for s in brief.subjects[:at])
        group = _cluster(subject, size, rng, wide, start)
        groups[at] = _relate(group, groups, subject, brief, rng) if groups else group
    return [placed for at in sorted(groups) for placed in groups[at]]


def _order(subjects: tuple[Subject, ...]) -> list[int]:
    """Return the subjects so that each comes after what it is placed by."""
    order: list[int] = []
    waiting = list(range(len(subjects)))
    while waiting:
        ready = [at for at in waiting if subjects[at].to not in waiting] or waiting[:1]
        order += ready
        waiting = [at for at in waiting if at not in ready]
    return order


def _cluster(
    subject: Subject, size: float, rng: np.random.Generator, wide: float, start: int
) -> list[Placed]:
    thing, count = subject.kind, subject.count
    width = size * thing.aspect
    rows = 1 if count <= 2 else max(1, round((count * width / size / wide * 0.62) ** 0.5))
    if count >= 3 and rows == 1 and wide < 1.3 and width * count > 2.6 * size:
        rows = 2
    columns = -(-count // rows)
    facing = bool(rng.random() < 0.5)
    placed = []
    for k in range(count):
        row, column = divmod(k, columns)
        in_row = min(columns, count - row * columns)
        step = width * (1.16 if rows == 1 else 1.2)
        x = (
            (column - (in_row - 1) / 2) * step
            + (row % 2) * ((columns - in_row) % 2 == 0) * width * 0.58
            - width / 2
        )
        x += rng.uniform(-0.03, 0.03) * width
        lift = row * size * (1.15 if thing.stance == "air" else 1.06) + rng.uniform(
            0, 0.1
        ) * size * (count > 1)
        shrink = 1 - 0.07 * row
        flip = facing if rng.random() < 0.8 or count == 1 else not facing
        placed.append(
            Placed(
                thing,
                subject,
                x,
                lift,
                size * shrink * rng.uniform(0.95, 1.03),
                lift,
                start + k,
                flip=flip and not subject.text,
                lifted=thing.stance == "air" or subject.lifted,
            )
        )
    return placed


def _bounds(group: list[Placed]) -> tuple[float, float, float, float]:
    return (
        min(p.x for p in group),
        max(p.x + p.width for p in group),
        min(p.y for p in group),
        max(p.y + p.height for p in group),
    )


def _relate(
    group: list[Placed],
    groups: dict[int, list[Placed]],
    subject: Subject,
    brief: Brief,
    rng: np.random.Generator,
) -> list[Placed]:
    base = groups.get(subject.to) or next(iter(groups.values()))
    relation = subject.relation
    if relation in ("on", "in", "riding"):
        return rest(group, base, astride=relation == "riding")
    if relation in ("inside", "holding"):
        return hold(group, base, subject, brief)
    return _near(group, base, groups, subject, rng)


def _near(
    group: list[Placed],
    base: list[Placed],
    groups: dict[int, list[Placed]],
    subject: Subject,
    rng: np.random.Generator,
) -> list[Placed]:
    """Place a group above, under, behind, before or beside another."""
    relation = subject.relation
    left, right, low, high = _bounds(base)
    mine = _bounds(group)
    wide, tall, middle = mine[1] - mine[0], mine[3] - mine[2], (left + right) / 2
    if relation == "above":
        return [
            replace(p, lifted=True)
            for p in move(
                group, middle - (mine[0] + mine[1]) / 2, high + tall * 0.14 - mine[2], -0.5
            )
        ]
    if relation == "under":
        for k, placed in enumerate(base):
            base[k] = replace(
                placed,
                y=placed.y + (tall * 0.9 if placed.thing.seat is None else 0),
                lifted=placed.thing.seat is None,
            )
        return move(group, middle - (mine[0] + mine[1]) / 2, low - mine[2], -0.2)
    if relation == "behind":
        offset = (right - left) * rng.choice([-0.42, 0.42]) if wide < (right - left) * 1.4 else 0.0
        lift = max(high - tall * 0.55, tall * 0.16) if tall < (high - low) * 1.3 else tall * 0.1
        return move(group, middle + offset - (mine[0] + mine[1]) / 2, min(lift, tall * 0.45), 2.0)
    if relation == "front":
        return move(
            group,
            middle + (right - left) * rng.uniform(-0.25, 0.25) - (mine[0] + mine[1]) / 2,
            -tall * 0.16,
            -2.0,
        )
    everything = _bounds([p for g in groups.values() for p in g])
    gap = 0.14 * max(wide, 0.3 * (everything[1] - everything[0]))
    side = {"left": -1, "right": 1}.get(relation) or (1 if rng.random() < 0.5 else -1)
    edge = (left, right) if relation in ("left", "right") and len(groups) == 1 else everything[:2]
    dx = edge[1] + gap - mine[0] if side > 0 else edge[0] - gap - mine[1]
    return move(group, dx, rng.uniform(0, 0.05) * tall, rng.uniform(-0.3, 0.3))


def fit(
    placed: list[Placed],
    width: int,
    height: int,
    horizon: float,
    rng: np.random.Generator,
    adherence: float,
    in_air: bool,
) -> list[Placed]:
    """Scale and move a composition into the picture; return pixels, y down."""
    if not placed:
        return []
    left, right, low, high = _bounds(placed)
    fill = (0.60 + 0.22 * adherence) * rng.uniform(0.9, 1.06)
    zoom = min(
        width * min(fill + 0.1, 0.94) / (right - left),
        height * min(fill + 0.06, 0.9) / (high - low),
    )
    deepest = max((p.y for p in placed if not p.lifted), default=low)
    if not in_air and deepest > low:  # nothing that stands may stand above the horizon
        zoom = min(zoom, (height * 0.93 - horizon) / (deepest - low))
    airborne = in_air or all(
        p.lifted and (p.thing.stance == "air" or p.subject.lifted) for p in placed
    )
    if airborne and any(p.subject.lifted for p in placed):
        zoom *= 0.62  # what flies leaves room for what it flies over
    span, tall = (right - left) * zoom, (high - low) * zoom
    free = width - span
    x0 = (
        free / 2 + free * 0.36 * rng.uniform(-1, 1) * (1.15 - 0.6 * adherence)
        if free > 0
        else free / 2
    )
    if airborne:
        space = min(height * 0.94, max(horizon, height * 0.5) if not in_air else height) - tall
        foot = tall + max(space, height * 0.04) * rng.uniform(0.3, 0.7)
    else:
        lowest = height * 0.955
        highest = min(max(horizon + (height - horizon) * 0.42, tall + height * 0.05), lowest)
        foot = highest + (lowest - highest) * rng.uniform(0.35, 1.0)
        foot = max(foot, min(lowest, horizon + (deepest - low) * zoom + height * 0.02))
        if all(p.thing.name == MARK for p in placed):  # writing alone is the picture
            x0, foot = free / 2, (height + tall) / 2
    return [
        replace(p, x=x0 + (p.x - left) * zoom, y=foot - (p.y - low) * zoom, height=p.height * zoom)
        for p in placed
    ]


def nearer(placed: list[Placed], width: int, height: int) -> list[Placed]:
    """Bring a composition in pixels near: head and shoulders of people, else larger than all."""
    main = placed[0]
    if main.thing.hand and main.thing.height > 1:
        zoom, top = 0.9 * height / (HEAD_AND_SHOULDERS * main.height), 0.08 * height
    else:
        zoom = 0.98 * min(width / main.width, height / main.height)
        top = (height - zoom * main.height) / 2
    middle, crown = main.x + main.width / 2, main.y - main.height
    return [
        replace(
            p,
            x=width / 2 + zoom * (p.x - middle),
            y=top + zoom * (p.y - crown),
            height=zoom * p.height,
        )
        for p in placed
    ]
