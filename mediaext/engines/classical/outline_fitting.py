"""Fit a measured garment to the outline of a body, whose joints are not known."""

from dataclasses import dataclass

import cv2
import numpy as np
from scipy import ndimage

from mediaext.engines.classical.arrays import Mask
from mediaext.engines.classical.effects.kit import Light
from mediaext.engines.classical.fit_planes import SIDE, Fit, Parts, turned
from mediaext.engines.classical.person import Person
from mediaext.engines.classical.tailoring import Measures, Sleeve, runs

CHEST = 0.74  # of the shoulders' width with the arms: the chest between them
NARROWEST, WIDEST, LEAST_SHOULDERS = 1.05, 2.3, 0.75  # heads: a chest, and what is no back
WAIST, LOWEST_WAIST = 1.15, 0.84  # chests below the shoulder; width there, of the chest's
BULKY = 0.42  # heads: a thicker old sleeve is covered, a thinner one bares the arm
CUFF = 0.88  # of a sleeve: what an arm needs beyond it is cut from there
WRIST = 0.86  # of the arm: where the longest sleeve ends
CLEFT = 0.13  # heads: half the width of a cleft at an armpit
NECK = 0.36  # of half the trunk: skin above the shoulders is the neck, before a garment's inside


@dataclass(slots=True)
class _Body:
    """The person at SIDE pixels, and the trunk: shoulder row, chest, axis and halves by row."""

    upper: Mask
    lower: Mask
    skin: Mask
    head: Mask
    body: Mask
    size: float
    axis: Light
    shoulder: float
    chest: float
    left: Light
    right: Light


def fit_outline(
    person: Person, inside: Mask, cut: Measures, *, full: bool, gathered: float = 0.0
) -> Fit | None:
    """Lay the garment on the person; ``None`` where no upright trunk is seen.

    Arms are what of the outline lies beyond the trunk. ``gathered`` is the share by which the
    cloth is taken in at the waist.
    """
    factor = min(1.0, SIDE / max(person.body.shape))
    body = _measured(person, factor)
    if body is None:
        return None
    x, y, trunk = _trunk(body, inside, cut, full=full, gathered=gathered)
    covered = trunk.copy()
    for side, sleeve in zip((-1, 1), cut.sleeves, strict=True):
        sleeved, along, across = _sleeved(body, _arm(body, side), sleeve, cut, side)
        sleeved &= ~trunk
        if sleeve is not None:
            x = np.where(sleeved, sleeve.joint[0] + turned(sleeve, along, across, 0), x)
            y = np.where(sleeved, sleeve.joint[1] + turned(sleeve, along, across, 1), y)
        covered |= sleeved
    covered |= _closed(covered, body)
    bared = body.upper & ~covered
    if full:
        bared |= body.lower & ~covered
    nothing, unshaded = np.zeros(covered.shape, np.float32), np.ones(covered.shape, np.float32)
    shown, skin = (np.asarray(plane, np.float32) for plane in (covered, bared))
    return Fit(x, y, shown, skin, nothing, unshaded).enlarged(person)


def _closed(covered: Mask, body: _Body) -> Mask:
    """Mark clefts between sleeves and trunk, at which cloth hangs together."""
    reach = max(1, round(CLEFT * body.size))
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1, 2 * reach + 1))
    closed = cv2.morphologyEx(covered.astype(np.uint8), cv2.MORPH_CLOSE, disc) > 0
    rows = np.arange(len(covered))[:, None]
    below = rows > body.shoulder + 0.4 * body.size
    return np.asarray(closed & body.body & ~body.head & below, bool)


def _beyond(body: _Body, side: int) -> Mask:
    """Mark what lies beyond the trunk on one side, below the shoulder."""
    height, width = body.body.shape
    offset = (np.arange(width)[None, :] - body.axis[:, None]) * side
    half = body.left if side < 0 else body.right
    below = np.arange(height)[:, None] > body.shoulder
    return np.asarray((offset > half[:, None]) & below, bool)


def _measured(person: Person, factor: float) -> _Body | None:
    parts = Parts.of(person, factor)
    whole, head = parts.body, parts.head
    height = len(whole)
    left, top, wide, tall = (value * factor for value in person.head)
    chin = top + tall
    band = slice(round(chin + 0.42 * tall), round(chin + 0.85 * tall))
    if not person.seen or band.stop >= height or not whole[band].any():
        return None
    axis = left + wide / 2
    before, after = (np.median(side[band]) for side in runs(whole, axis))
    if before + after < LEAST_SHOULDERS * tall:
        return None
    axis += float(after - before) / 2 * 0.7
    chest = float(np.clip(CHEST * (before + after), NARROWEST * tall, WIDEST * tall))
    rows = np.arange(height, dtype=np.float32)
    head = head | (rows < chin - 0.1 * tall)[:, None]
    shoulder = _shoulder(whole & ~head, axis, chest, chin, tall)
    sides = [
        _half(
            rows, shoulder, chest, tuple(runs(mask, axis)[side] for mask in (parts.upper, whole))
        )
        for side in (0, 1)
    ]
    middles = np.full(height, axis, np.float32)
    return _Body(
        parts.upper, parts.lower, parts.skin, head, whole, tall, middles, shoulder, chest, *sides
    )


def _shoulder(trunk: Mask, axis: float, chest: float, chin: float, tall: float) -> float:
    """Return the row beside the neck where clothes rest: what falls off to the arms is lower."""
    columns = np.clip(np.array([-0.34, -0.28, 0.28, 0.34]) * chest + axis, 0, trunk.shape[1] - 1)
    below = trunk[:, columns.astype(int)] & (np.arange(len(trunk)) > chin)[:, None]
    tops = below.argmax(axis=0)[below.any(axis=0)]
    seen = float(np.median(tops)) - 0.02 * chest if tops.size else chin
    return float(np.clip(seen, chin - 0.05 * tall, chin + 0.4 * tall))


def _half(rows: Light, shoulder: float, chest: float, seen: tuple[Light, ...]) -> Light:
    """Return the half width of the trunk by row: as usual, or as seen where arms stand off."""
    down = (rows - shoulder) / chest
    usual = 1 - (1 - LOWEST_WAIST) * np.exp(-(((down - WAIST) / 0.45) ** 2))
    half = np.asarray(usual * chest / 2, np.float32)
    for plane in seen:
        likely = (plane > 0.7 * half) & (plane < 1.25 * half) & (down > 0.25)
        half = np.where(likely, plane, half)
    return np.asarray(ndimage.gaussian_filter1d(half, chest / 14, mode="nearest"), np.float32)


def _trunk(
    body: _Body, inside: Mask, cut: Measures, *, full: bool, gathered: float
) -> tuple[Light, Light, Mask]:
    """Map the trunk row by row and edge to edge; what hangs free keeps its own width."""
    height, width = body.upper.shape
    rows = np.arange(height, dtype=np.float32)
    scale = cut.chest / body.chest
    long = (len(inside) - cut.shoulder) / scale
    waist = _waist(body)
    stretch = np.clip((waist - body.shoulder) / long, 1.0, 1.5) if not full else 1.0
    down = cut.shoulder + (rows - body.shoulder) * scale / stretch
    at = np.arange(len(inside))
    offset = np.arange(width, dtype=np.float32)[None, :] - body.axis[:, None]
    natural = [np.interp(down, at, side) for side in (cut.left, cut.right)]
    free = np.clip(((rows - body.shoulder) / body.chest - 0.9) / 0.5, 0, 1) if full else 0 * rows
    halves = [
        np.maximum(half, free * own / scale)
        for half, own in zip((body.left, body.right), natural, strict=True)
    ]
    across = np.where(offset < 0, offset / halves[0][:, None], offset / halves[1][:, None])
    own = np.where(offset < 0, natural[0][:, None], natural[1][:, None])
    taken = 1 + gathered * np.exp(-((((rows - body.shoulder) / body.chest - WAIST) / 0.4) ** 2))
    x = np.asarray(cut.middle + across * own * taken[:, None], np.float32)
    y = np.broadcast_to(down[:, None], x.shape).astype(np.float32)
    cloth = cv2.remap(inside.astype(np.float32), x, y, cv2.INTER_LINEAR) > 0.5
    neck = body.skin & (np.abs(across) < NECK) & (rows < body.shoulder + 0.1 * body.chest)[:, None]
    cloth |= _shoulders(inside, cut, x, y)
    shown = cloth & (np.abs(across) <= 1) & ~body.head & ~neck & ~_hands(body, across)
    if not full:
        shown &= body.body & (rows < waist + 0.25 * body.size)[:, None]
    else:
        aside = np.where(offset < 0, -offset > body.left[:, None], offset > body.right[:, None])
        shown &= (body.body | (free > 0)[:, None]) & ~(body.skin & aside & ~_legs(body))
    return x, y, shown


def _shoulders(inside: Mask, cut: Measures, x: Light, y: Light) -> Mask:
    """Mark where cloth that covers shoulders runs on above its edge, as they slope otherwise."""
    row = min(len(inside) - 1, round(cut.shoulder + 0.2 * cut.chest))
    aside = np.abs(np.arange(inside.shape[1]) - cut.middle) / cut.chest
    if not inside[row, (aside > 0.25) & (aside < 0.43)].all():
        return np.zeros(x.shape, bool)
    aside = np.abs(x - cut.middle) / cut.chest
    return np.asarray(
        (aside > 0.25) & (aside < 0.5) & (y > cut.shoulder - 0.2 * cut.chest) & (y < row), bool
    )


def _legs(body: _Body) -> Mask:
    """Mark the rows of the legs, where skin aside is no arm."""
    rows = np.arange(len(body.skin))[:, None]
    return np.asarray(rows > body.shoulder + 3.2 * body.chest, bool)


def _waist(body: _Body) -> float:
    """Return the row where the upper clothing ends."""
    axis = float(np.median(body.axis))
    middle = slice(round(axis - 0.3 * body.chest), round(axis + 0.3 * body.chest))
    rows = np.flatnonzero(body.lower[:, middle].any(axis=1))
    usual = body.shoulder + 1.75 * body.chest
    return min(float(rows[0]), usual) if rows.size else usual


def _hands(body: _Body, across: Light) -> Mask:
    """Mark skin that lies on the trunk: hands and lower arms, not neck nor a bare belly."""
    on = body.skin & (np.abs(across) < 1)
    core = body.skin & (np.abs(across) < 0.5)
    open_rows = core.sum(axis=1) > 0.6 * np.maximum((np.abs(across) < 0.5).sum(axis=1), 1)
    rows = np.arange(len(on))
    low = rows > body.shoulder + 0.55 * body.chest
    return np.asarray(on & (low & ~open_rows)[:, None], bool)


def _arm(body: _Body, side: int) -> Mask:
    """Return the arm on one side of the picture: body beyond the trunk, below the shoulder."""
    return np.asarray((body.upper | body.skin) & ~body.head & _beyond(body, side), bool)


def _sleeved(
    body: _Body, arm: Mask, sleeve: Sleeve | None, cut: Measures, side: int
) -> tuple[Mask, Light, Light]:
    """Return which of the arm is in the sleeve, and there the shares along and across it."""
    rows, columns = np.indices(arm.shape, dtype=np.float32)
    half = body.left if side < 0 else body.right
    joint = body.axis[0] + side * body.chest / 2, body.shoulder + 0.2 * body.chest
    away = np.hypot(columns - joint[0], rows - joint[1])
    long = sleeve.length / cut.chest * body.chest if sleeve else 0.0
    reach = float(np.percentile(away[arm], 99)) if arm.any() else 1.0
    sleeved = arm & (away < min(long, WRIST * max(reach, 1.0)))
    if sleeve is not None:
        sleeved |= arm & (away < 0.3 * body.chest)
    outer = np.where(arm, (columns - body.axis[:, None]) * side, 0).max(axis=1)
    wide = np.maximum(outer - half, 1.0)
    old = arm & body.upper & ~sleeved
    if old.any() and float(np.quantile(arm.sum(axis=1)[old.any(axis=1)], 0.7)) > BULKY * body.size:
        sleeved |= arm & body.upper
    across = ((columns - body.axis[:, None]) * side - half[:, None]) / wide[:, None] - 0.5
    return sleeved, np.clip(away / max(long, 1.0), 0, CUFF), np.asarray(across, np.float32) * side
