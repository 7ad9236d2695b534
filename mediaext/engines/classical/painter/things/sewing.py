"""How clothes are drawn: outlines with corners, mirrored halves, seams, folds and buttons."""

from itertools import pairwise
from typing import Any

import numpy as np

from mediaext.engines.classical.painter import geometry
from mediaext.engines.classical.painter.colours import Colour, darker
from mediaext.engines.classical.painter.geometry import Path, Points, points_of
from mediaext.engines.classical.painter.pen import Pen

HOMES = "studio"
METAL = "#d8d4c8"


def mirrored(points: Path, middle: float) -> Points:
    """Return points mirrored about the line x = ``middle``, last first."""
    other = points_of(points)[::-1].copy()
    other[:, 0] = 2 * middle - other[:, 0]
    return other


def cornered(points: Path) -> Points:
    """Return the closed curve through points; one that is said twice is a corner."""
    given = points_of(points)
    doubled = np.flatnonzero((given == np.roll(given, 1, axis=0)).all(axis=1))
    if not len(doubled):
        return geometry.smooth(given)
    turned = np.roll(given, -doubled[0], axis=0)  # it starts and ends in one corner
    ends = [*(doubled - doubled[0]), len(turned)]
    parts = [geometry.smooth(turned[start:end], closed=False) for start, end in pairwise(ends)]
    return np.concatenate(parts)


def cloth(
    pen: Pen,
    half: str,
    middle: float,
    paint: Colour | None = None,
    *,
    grain: str = "fabric",
    strength: float = 0.3,
    round: float = 0.55,
) -> None:
    """Paint a garment from its left half, top to bottom, and the mirror image of it."""
    left = points_of(half)
    whole = cornered(np.concatenate([left, mirrored(left, middle)]))
    pen.fill([whole], paint, grain=grain, strength=strength, round=round)


def patch(pen: Pen, points: Path, paint: Colour | str, **finish: Any) -> None:
    """Paint a piece with corners where points are said twice."""
    pen.fill([cornered(points)], paint, **{"round": 0.4, **finish})


def patches(pen: Pen, middle: float, points: str, paint: Colour | str) -> None:
    """Paint a four-cornered piece and its mirror image: cuffs, turn-ups, pockets."""
    for each in (points_of(points), mirrored(points, middle)):
        pen.poly(each, paint, round=0.5, grain="fabric")


def seams(pen: Pen, middle: float, line: str, *widths: float, paint: Colour | str) -> None:
    """Draw a line and its mirror image."""
    for each in (points_of(line), mirrored(line, middle)):
        pen.limb(each, *widths, paint=paint, round=0.3)


def folds(pen: Pen, *lines: str, deep: float = 0.16, wide: float = 0.014) -> None:
    """Lay creases along lines."""
    for line in lines:
        pen.limb(line, 0.003, wide, 0.003, paint=darker(pen.colour, deep), round=0.2)


def buttons(pen: Pen, x: float, rows: tuple[float, ...], tone: str | Colour) -> None:
    """Sew buttons on in a column."""
    for y in rows:
        pen.ellipse(x, y, 0.013, 0.013, tone, gloss=0.6)
