"""Fit trousers or a skirt to hips and legs with known joints."""

from dataclasses import replace

import cv2
import numpy as np
from scipy import ndimage

from mediaext.engines.classical.arrays import Mask
from mediaext.engines.classical.body_points import ANKLES, HIPS, BodyPoints
from mediaext.engines.classical.effects.kit import Light
from mediaext.engines.classical.fit_planes import SIDE, Fit, Parts
from mediaext.engines.classical.limbs import ROUND, SEEN, Leg, find_legs, near_arms
from mediaext.engines.classical.person import Person
from mediaext.engines.classical.tailoring import Garment

WAIST = 0.9, 0.3, 0.55  # heads above the hips: where a waistband is at most, least and usually
CROTCH = 0.4  # heads below the joints of the hips
BROAD, NARROW = 2.05, 1.6  # heads: the width of trousers at the hips and of a waist, laid flat
HIPS_ROWS, WAIST_ROWS = 0.35, 0.05  # of the length: where these are measured
HANGING = 0.68  # of the width of a leg laid flat: its diameter, twice by pi, and folds
LONG = 1.75  # lengths in hip widths from which trousers reach the ankles
GAP = 0.03  # of the width: a narrower gap is none between legs
LOOSE, CLOSE = 1.7, 1.2  # of those: where a skirt may be about the legs, and old trousers
SEAM = 0.025  # of the width: cloth beside the inner seam, where the ground may show
SLIM = 0.9  # of those: trousers are no narrower than the leg
BESIDE = 0.7  # heads beside the new garment: old cloth further off is somebody else's


def fit_legs(person: Person, garment: Garment, points: BodyPoints, *, flared: bool) -> Fit:
    """Lay trousers on the legs, or a ``flared`` skirt about them."""
    factor = min(1.0, SIDE / max(person.body.shape))
    points = points.scaled(factor)
    parts = Parts.of(person, factor)
    shape = parts.body.shape
    arms = near_arms(points, shape, SEEN) & parts.skin | near_arms(points, shape) & parts.upper
    parts = replace(parts, body=parts.body & ~arms)
    waist = _waist(points, parts)
    place = _on_skirt if flared else _on_legs
    x, y, shown, shade = place(points, parts, garment, waist)
    cloth = cv2.remap(garment.inside.astype(np.float32), x, y, cv2.INTER_LINEAR) > 0.5
    rows = np.arange(len(shown))[:, None]
    if not flared:
        cloth = shown  # a gap in trousers is torn or pale cloth, since legs are mapped one by one
    covered = shown & cloth & ~parts.upper & ~parts.carried & ~arms & ~parts.head
    old = parts.lower & ~covered & ~arms & (rows > waist)
    old &= cv2.dilate(covered.astype(np.uint8), _disc(BESIDE * points.head)) > 0
    legs = find_legs(points, parts.body.shape)
    near = np.minimum(legs[0].away, legs[1].away) < 1.3
    planes = (np.asarray(p, np.float32) for p in (covered, old & near, old & ~near, shade))
    return Fit(x, y, *planes).enlarged(person)


def _disc(radius: float) -> Mask:
    side = 2 * max(1, round(radius)) + 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)))


def _waist(points: BodyPoints, parts: Parts) -> float:
    """Return the row of the waistband: the upper edge of the old lower clothing, where likely."""
    hips, head = points.middle(HIPS), points.head
    most, least, usual = (share * head for share in WAIST)
    middle = slice(max(0, round(hips[0] - 0.3 * head)), max(1, round(hips[0] + 0.3 * head)))
    rows = np.flatnonzero(parts.lower[:, middle].mean(axis=1) > 0.5)
    first = float(rows[0]) if rows.size else float(hips[1]) - usual
    return float(np.clip(first, hips[1] - most, hips[1] - least))


def _on_legs(
    points: BodyPoints, parts: Parts, garment: Garment, waist: float
) -> tuple[Light, Light, Mask, Light]:
    """Map each leg from edge to edge, and the hips from side to side."""
    head, inside = points.head, garment.inside
    long = len(inside)
    wide = float(np.quantile((garment.right - garment.left)[: round(HIPS_ROWS * long)], 0.8))
    ankle = float(points.places[list(ANKLES), 1].max())
    end = waist + long / wide * BROAD * head
    end = ankle + 0.1 * head if long / wide > LONG else min(end, ankle)
    crotch, cleft = float(points.middle(HIPS)[1]) + CROTCH * head, _cleft(garment)
    rows = np.arange(len(parts.body), dtype=np.float32)
    down = np.interp(rows, (waist, crotch, end), (0.0, cleft, long - 1.0)).astype(np.float32)
    below = rows > end
    legs = find_legs(points, parts.body.shape)
    split = (legs[0].middle + legs[1].middle) / 2
    natural = HANGING * BROAD * head / wide
    at = np.arange(long)
    cloth = [np.interp(down, at, edge) for edge in _cloth_edges(garment, cleft)]
    own: list[Light] = [(cloth[n + 1] - cloth[n]) / 2 * natural for n in (0, 2)]
    edges = _edges(parts.body, legs, own, split, crotch)
    columns = np.arange(parts.body.shape[1], dtype=np.float32)[None, :]
    first = columns < split[:, None]
    start, stop = (np.where(first, edges[n][:, None], edges[n + 2][:, None]) for n in (0, 1))
    begin, finish = (np.where(first, cloth[n][:, None], cloth[n + 2][:, None]) for n in (0, 1))
    across = (columns - start) / np.maximum(stop - start, 1)
    x = np.asarray(begin + across * (finish - begin), np.float32)
    y = np.broadcast_to(down[:, None], x.shape).astype(np.float32)
    shown = (across >= 0) & (across <= 1) & ~below[:, None]
    shown &= parts.body | (rows > crotch)[:, None]
    turned = 1 - np.sqrt(1 - np.clip(2 * across - 1, -1, 1) ** 2)
    deep = np.clip((rows - crotch) / head + 0.3, 0, 1)[:, None]
    shade = 1 - (1 - ROUND) * turned * deep
    return x, y, np.asarray(shown & (rows > waist)[:, None], bool), np.asarray(shade, np.float32)


def _edges(
    body: Mask, legs: tuple[Leg, Leg], own: list[Light], split: Light, crotch: float
) -> list[Light]:
    """Return by row where the legs of trousers begin and end, the left one's first.

    Above the crotch they reach from side to side of the body; below, each is as wide as its leg
    or as it is by its ``own`` half width.
    """
    columns = np.arange(body.shape[1])[None, :]
    above = np.arange(len(body)) < crotch
    found = []
    for number, leg in enumerate(legs):
        side = columns <= split[:, None] if number == 0 else columns >= split[:, None]
        near = body & side & (leg.away < CLOSE)
        seen = near.any(axis=1)
        half = np.maximum(own[number], SLIM * leg.half)
        first = np.where(seen, near.argmax(axis=1), leg.middle)
        last = np.where(seen, near.shape[1] - 1 - near[:, ::-1].argmax(axis=1), leg.middle)
        wide = ~above | ~seen
        first = np.where(wide, np.minimum(first, leg.middle - half), first)
        last = np.where(wide, np.maximum(last, leg.middle + half), last)
        found += [first, last]
    found[1] = np.where(above, split, np.minimum(found[1], split))
    found[2] = np.where(above, split, np.maximum(found[2], split))
    return [ndimage.gaussian_filter1d(edge, 2.0).astype(np.float32) for edge in found]


def _cleft(garment: Garment) -> float:
    """Return the row of the garment where its legs part."""
    inside = garment.inside
    long, wide = inside.shape
    middle = inside[:, round(0.42 * wide) : round(0.58 * wide)]
    gap = (~middle).sum(axis=1) > GAP * wide
    rows = np.flatnonzero(gap & (np.arange(long) > 0.2 * long))
    usual = 0.28 * long
    return float(np.clip(rows[0], 0.2 * long, 0.7 * long)) if rows.size else usual


def _cloth_edges(garment: Garment, cleft: float) -> list[Light]:
    """Return by row of the garment where its legs begin and end."""
    inside = garment.inside
    long = len(inside)
    middle = (garment.left + garment.right) / 2
    inner = []
    for side in (-1, 1):
        edge = middle.copy()
        for row in range(round(cleft), long):
            start = round(float(middle[row]))
            part = inside[row, start::side] if side > 0 else inside[row, start::-1]
            edge[row] = start + side * int(part.argmax()) if part.any() else middle[row]
        inner.append((edge + side * SEAM * (garment.right - garment.left)).astype(np.float32))
    return [garment.left, inner[0], inner[1], garment.right]


def _on_skirt(
    points: BodyPoints, parts: Parts, garment: Garment, waist: float
) -> tuple[Light, Light, Mask, Light]:
    """Map a skirt row by row; it hangs as wide as it is, and no narrower than the body."""
    head, long = points.head, len(garment.inside)
    top = garment.right - garment.left
    scale = float(np.median(top[: max(2, round(WAIST_ROWS * long))])) / (NARROW * head)
    rows = np.arange(len(parts.body), dtype=np.float32)
    down = (rows - waist) * scale
    at = np.arange(long)
    own = np.interp(down, at, top / 2) / scale
    legs = find_legs(points, parts.body.shape)
    axis = (legs[0].middle + legs[1].middle) / 2
    near = parts.body & ((legs[0].away < LOOSE) | (legs[1].away < LOOSE))
    seen = near.any(axis=1)
    columns = np.arange(near.shape[1], dtype=np.float32)[None, :]
    first = np.where(seen, near.argmax(axis=1), axis - own)
    last = np.where(seen, near.shape[1] - 1 - near[:, ::-1].argmax(axis=1), axis + own)
    middle, half = (first + last) / 2, (last - first) / 2
    hanging = np.clip((rows - waist) / head - 0.6, 0, 1)
    half = np.maximum(half, hanging * own)
    across = (columns - middle[:, None]) / np.maximum(half, 1)[:, None]
    centre = np.interp(down, at, (garment.left + garment.right) / 2)
    x = np.asarray(centre[:, None] + across * (own * scale)[:, None], np.float32)
    y = np.broadcast_to(down[:, None], x.shape).astype(np.float32)
    shown = (np.abs(across) <= 1) & ((rows > waist) & (down < long))[:, None]
    shown &= parts.body | (hanging > 0)[:, None]
    return x, y, np.asarray(shown, bool), np.ones(x.shape, np.float32)
