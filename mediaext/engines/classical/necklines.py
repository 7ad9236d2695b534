"""Find the opening of a garment laid flat, above which its inside is seen."""

from typing import Any

import cv2
import numpy as np
from scipy import ndimage

from mediaext.engines.classical.effects.kit import Light, blur, to_lab
from mediaext.engines.classical.tailoring import Garment, Measures

Mask = np.ndarray[Any, np.dtype[np.bool_]]
SHAPES = (0.5, 1.0)  # exponents of a round and of a pointed neckline
DEEPEST = {0.5: 0.5, 1.0: 1.1}  # of the chest: the depth of a neckline by its shape
SHALLOWEST = 0.04  # of the chest
CORNERS = 0.36  # of the chest: a neckline begins nearer to the middle
STEP = 0.012  # of the chest: beside a neckline, where its colours are compared
CLEAR = 7.0  # difference in CIELAB, 0 to 100, of what is seen above and below a neckline


def neckline(garment: Garment, cut: Measures) -> Mask | None:
    """Return the inside that is seen above a garment's neckline, boolean (height, width).

    A curve from one end of the collar to the other is searched along which the colour above
    differs from that below; ``None`` where no such curve is clear.
    """
    inside = garment.inside
    columns = np.arange(inside.shape[1])
    tops = np.where(inside.any(axis=0), inside.argmax(axis=0), len(inside))
    aside = (columns - cut.middle) / cut.chest
    ends: list[int] = []
    for side in (-1, 1):
        near = (aside * side > 0.05) & (aside * side < CORNERS)
        if not near.any():
            return None
        high = columns[near][tops[near] <= tops[near].min() + 1]
        ends.append(int(np.median(high)))
    left, right = ends
    start = float(np.mean(tops[ends]))
    middle, half = (left + right) / 2, max((right - left) / 2, 1.0)
    across = np.linspace(-0.85, 0.85, 61)
    lab = to_lab(blur(garment.rgb, 0.006 * cut.chest))
    found = []
    for power in SHAPES:
        for depth in np.arange(SHALLOWEST, DEEPEST[power], 0.01):
            rows = start + depth * cut.chest * _curve(across, power)
            clear = _difference(lab, inside, cut, middle + across * half, rows)
            found.append((clear, power, float(depth)))
    clear, power, depth = max(found)
    if clear < CLEAR:
        return None
    reach = np.clip(np.abs(columns - middle) / half, 0, 1)
    rows = np.arange(len(inside))[:, None]
    between = (columns >= left) & (columns <= right)
    opened = (rows < start + depth * cut.chest * _curve(reach, power)) & between & inside
    return np.asarray(ndimage.binary_opening(opened), bool)


def _curve(across: Light, power: float) -> Light:
    """Return the depth of a neckline, 0 to 1, by columns from its middle, -1 to 1."""
    return np.asarray((1 - np.abs(across) ** (1 / power)) ** power, np.float32)


def _difference(lab: Light, inside: Mask, cut: Measures, x: Light, y: Light) -> float:
    """Return how far the mean colours above and below a curve differ, prints cancelling out."""
    step = max(1.5, STEP * cut.chest)
    sides = []
    known = np.ones(x.shape, bool)
    for away in (-step, step):
        places = x.astype(np.float32)[None], (y + away).astype(np.float32)[None]
        sides.append(cv2.remap(lab, *places, cv2.INTER_LINEAR)[0])
        there = cv2.remap(inside.astype(np.float32), *places, cv2.INTER_LINEAR)[0]
        known &= there > 0.5
    if known.mean() < 0.6:
        return 0.0
    apart = (sides[1] - sides[0])[known]
    return float(np.linalg.norm(np.median(apart, axis=0)))
