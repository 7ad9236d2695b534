"""Outlines as arrays of points: closed polygons, ``(n, 2)`` floats."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

Points = np.ndarray[Any, np.dtype[np.float64]]
Path = str | Sequence[Sequence[float]] | Points
"""Points as an array, as pairs, or as text: ``"x,y x,y x,y"``."""


def _directions(count: int) -> Points:
    """Return ``count`` points of the unit circle, evenly apart."""
    angle = np.arange(count) * (2 * np.pi / count)
    return np.stack([np.cos(angle), np.sin(angle)], axis=1)


CIRCLE, DOZEN = _directions(48), _directions(12)


@lru_cache(maxsize=4096)
def _parse(text: str) -> Points:
    points = np.array([pair.split(",") for pair in text.split()], dtype=float)
    points.setflags(write=False)
    return points


def points_of(path: Path) -> Points:
    """Return the points of a path as an array ``(n, 2)``."""
    return _parse(path) if isinstance(path, str) else np.asarray(path, dtype=float)


def ellipse(x: float, y: float, rx: float, ry: float, turn: float = 0.0) -> Points:
    """Outline an ellipse about ``(x, y)``, turned by ``turn`` degrees clockwise."""
    made: Points = rotate(CIRCLE * (rx, ry), turn) + np.array([x, y])
    return made


def rotate(points: Points, turn: float, about: tuple[float, float] = (0.0, 0.0)) -> Points:
    """Turn points clockwise by degrees (y points down)."""
    radians = np.deg2rad(turn)
    cos, sin = np.cos(radians), np.sin(radians)
    turned: Points = (points - about) @ np.array([[cos, sin], [-sin, cos]]) + about
    return turned


def box(x0: float, y0: float, x1: float, y1: float, corner: float = 0.0) -> Points:
    """Outline a rectangle with rounded corners of radius ``corner``."""
    corner = min(corner, abs(x1 - x0) / 2, abs(y1 - y0) / 2)
    if corner <= 0:
        return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], dtype=float)
    centres = (
        (x1 - corner, y1 - corner),
        (x0 + corner, y1 - corner),
        (x0 + corner, y0 + corner),
        (x1 - corner, y0 + corner),
    )
    sweep = np.linspace(0, np.pi / 2, 7)
    quarters = [
        np.stack([np.cos(sweep + k * np.pi / 2), np.sin(sweep + k * np.pi / 2)], 1) * corner
        + centre
        for k, centre in enumerate(centres)
    ]
    return np.concatenate(quarters)


@lru_cache(maxsize=64)
def _powers(steps: int) -> tuple[Points, Points, Points]:
    """Return ``steps`` places from 0 to 1, ``(1, steps, 1)``, their squares and their cubes."""
    t = np.linspace(0, 1, steps, endpoint=False)[None, :, None]
    return t, t**2, t**3


def smooth(points: Path, closed: bool = True, steps: int = 7) -> Points:
    """Draw a Catmull-Rom curve through the points."""
    given = points_of(points)
    if len(given) < 3:
        return given
    if closed:
        padded = np.concatenate([given[-1:], given, given[:2]])
    else:
        padded = np.concatenate([2 * given[:1] - given[1:2], given, 2 * given[-1:] - given[-2:-1]])
    t, t2, t3 = _powers(steps)
    a, b, c, d = (padded[k : len(padded) - 3 + k, None, :] for k in range(4))
    spans = 0.5 * (
        2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t2 + (3 * b - a - 3 * c + d) * t3
    )
    curve: Points = spans.reshape(-1, 2)
    return curve if closed else np.concatenate([curve, given[-1:]])


def limb(points: Path, *widths: float, bend: bool = True) -> Points:
    """Outline a round-ended stroke along the points whose width runs through ``widths``."""
    spine = smooth(points, closed=False, steps=9) if bend else points_of(points)
    along = np.linspace(0, 1, len(spine))
    half = np.interp(along, np.linspace(0, 1, len(widths)), widths)[:, None] / 2
    step = np.gradient(spine, axis=0)
    length = np.maximum(np.hypot(step[:, 0], step[:, 1])[:, None], 1e-9)
    side = np.stack([-step[:, 1], step[:, 0]], axis=1) / length
    ahead = step / length
    cap = np.linspace(0, np.pi, 9)[1:-1, None]
    end = spine[-1] + half[-1] * (np.cos(cap) * side[-1] + np.sin(cap) * ahead[-1])
    start = spine[0] + half[0] * (-np.cos(cap) * side[0] - np.sin(cap) * ahead[0])
    outline: Points = np.concatenate(
        [spine + side * half, end, (spine - side * half)[::-1], start]
    )
    return outline


def star(x: float, y: float, outer: float, inner: float, tips: int, turn: float = 0.0) -> Points:
    """Outline a star with ``tips`` points; ``turn`` in degrees."""
    angle = np.arange(2 * tips) * np.pi / tips - np.pi / 2
    radius = np.where(np.arange(2 * tips) % 2 == 0, outer, inner)
    made: Points = rotate(
        np.stack([np.cos(angle) * radius, np.sin(angle) * radius], 1), turn
    ) + np.array([x, y])
    return made


def regular(x: float, y: float, radius: float, sides: int, turn: float = 0.0) -> Points:
    """Outline a regular polygon that stands on a side; ``turn`` in degrees."""
    angle = np.arange(sides) * 2 * np.pi / sides - np.pi / 2 + (np.pi / sides) * (sides % 2 == 0)
    made: Points = rotate(np.stack([np.cos(angle), np.sin(angle)], 1) * radius, turn) + np.array(
        [x, y]
    )
    return made


def lump(
    rng: np.random.Generator, x: float, y: float, rx: float, ry: float, rough: float = 0.15
) -> Points:
    """Outline an uneven round mass, such as a stone, a bush or a cloud."""
    radius = 1 + rough * rng.uniform(-1, 1, (12, 1))
    return smooth(DOZEN * (rx, ry) * radius + np.array([x, y]))
