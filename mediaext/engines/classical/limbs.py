"""Locate arms and legs from their joints: how far along and across each pixel is."""

from dataclasses import dataclass

import numpy as np
from scipy import ndimage

from mediaext.engines.classical.arrays import Mask
from mediaext.engines.classical.body_points import (
    ANKLES,
    ELBOWS,
    FINGERS,
    HIPS,
    KNEES,
    SHOULDERS,
    WRISTS,
    BodyPoints,
)
from mediaext.engines.classical.effects.kit import Light, blur

ALONG = (0.0, 0.2, 0.5, 0.56, 1.0, 1.3)  # of the arm's length, where RADII are
RADII = (0.3, 0.27, 0.21, 0.21, 0.15, 0.17)  # heads: half an arm's usual thickness
SEEN, THICK, LOOSE = (
    1.9,
    1.15,
    1.6,
)  # of those, about bare skin, an arm on the trunk, a wide sleeve
BEHIND = 0.45  # heads: a wrist so much further off than its shoulder is behind the back
BARE = 0.45  # of a lower arm, or of its middle on the trunk, is skin: it is bare
LOWER = 0.3  # of the arm: what lies on the trunk is beyond it
UPPER = 0.12  # of the arm: bare skin nearer to the shoulder may be that of the chest
ROUND = 0.72  # of the light reaches the edge of a round limb
LEG = (0.42, 0.29, 0.2)  # heads: half a leg at hip, knee and ankle
HAND = 0.45  # heads about the line from wrist to fingers: a hand
END, SLACK = 1.02, 1.25  # of the arm: the wrist, and how far an old sleeve may hang over it


@dataclass(frozen=True, slots=True)
class Arm:
    """Planes of an arm on one side: ``along`` 0 at the shoulder and 1 at the wrist.

    ``across`` is -1 to 1 between its edges, the outer one with the sign of the side; ``mask`` is
    the arm, ``over`` the part of it that lies on the trunk, ``hand`` the hand, ``cuff`` cloth at
    its wrist. ``away`` is the distance from the bones in half thicknesses.
    """

    mask: Mask
    over: Mask
    hand: Mask
    cuff: Mask
    along: Light
    across: Light
    away: Light


def find_arm(
    points: BodyPoints, side: int, body: Mask, skin: Mask, beside: Mask, head: float
) -> Arm:
    """Find the arm on a side of the picture, -1 or 1.

    ``body`` is all that may be arm, ``beside`` what of it is no trunk, ``head`` the height of a
    head in pixels.
    """
    end = 0 if side < 0 else 1
    joints = [points.ordered(pair)[end] for pair in (SHOULDERS, ELBOWS, WRISTS, FINGERS)]
    shoulder, elbow, wrist, fingers = points.places[joints]
    upper, lower = (max(float(np.hypot(*bone)), 1.0) for bone in (elbow - shoulder, wrist - elbow))
    first = _bone(body.shape, shoulder, elbow, side)
    second = _bone(body.shape, elbow, wrist, side)
    nearer = first.away <= second.away
    total = upper + lower
    share = np.where(nearer, np.minimum(first.along, 1) * upper,
                     upper + np.maximum(second.along, 0) * lower)  # fmt: skip
    along = np.asarray(share / total, np.float32)
    away = np.minimum(first.away, second.away)
    aside = np.where(nearer, first.aside, second.aside)
    outside_elbow = (first.along > 1) & (second.along < 0)
    aside = np.where(outside_elbow, np.copysign(away, first.aside), aside)
    usual = head * np.interp(along, ALONG, RADII).astype(np.float32)
    fist = _bone(body.shape, wrist, wrist + 1.4 * (fingers - wrist), side).away < HAND * head
    hand = fist & body & skin & (along > 0.9)
    inner = nearer & (aside * side < 0)  # bare skin there may be that of the chest
    bare = body & skin & (away < np.where(inner, 1.0, SEEN) * usual) & (along > UPPER)
    bare &= along < END
    off = beside & (away < LOOSE * usual)
    on = body & ~beside & (away < THICK * usual) & (along > LOWER) & (along < END)
    if points.depth[joints[2]] > points.depth[joints[0]] + BEHIND * head:
        on[:] = False
    core = on & (away < 0.5 * usual)
    seen = (bare & (along > LOWER)).sum() > BARE * total * (1 - LOWER) * 2 * RADII[3] * head
    if seen or (core.any() and skin[core].mean() > BARE):
        on &= ndimage.binary_opening(skin, iterations=1)
    mask = (off | on | bare) & (along < END) & ~hand
    half = _thickness(along, aside, mask, usual)
    return Arm(
        mask,
        mask & ~off,
        hand,
        body & ~skin & ~mask & (away < THICK * usual) & (along >= END) & (along < SLACK),
        along,
        np.clip(aside / half, -1, 1) * np.float32(1),
        np.asarray(away / usual, np.float32),
    )


def near_arms(points: BodyPoints, shape: tuple[int, ...], thick: float = 1.0) -> Mask:
    """Mark what lies about the bones of both arms and hands, ``thick`` times as far as usual."""
    near = np.zeros(shape, bool)
    for side in (0, 1):
        joints = [SHOULDERS[side], ELBOWS[side], WRISTS[side], FINGERS[side]]
        places = points.places[joints]
        for start, end, radius in zip(places[:-1], places[1:], RADII[1:4], strict=True):
            near |= _bone(shape, start, end, 1).away < thick * radius * points.head
    return near


@dataclass(frozen=True, slots=True)
class _Bone:
    """Planes: share along the bone, pixels aside of its line, pixels away from it."""

    along: Light
    aside: Light
    away: Light


def _bone(shape: tuple[int, ...], start: Light, end: Light, side: int) -> _Bone:
    """Measure from a bone; ``aside`` has the sign of the side outside of a hanging arm."""
    rows, columns = np.indices(shape, dtype=np.float32)
    way = np.asarray(end - start, np.float32)
    length = max(float(np.hypot(*way)), 1e-3)
    x, y = columns - start[0], rows - start[1]
    along = (x * way[0] + y * way[1]) / length**2
    aside = (x * way[1] - y * way[0]) / length
    beyond = np.maximum(np.maximum(-along, along - 1), 0) * length
    return _Bone(along, aside, np.hypot(aside, beyond))


def _thickness(along: Light, aside: Light, mask: Mask, usual: Light) -> Light:
    """Return half the thickness of what is seen of the arm, smooth along it; else the usual."""
    steps = 24
    place = np.clip((along * steps).astype(int), 0, steps)
    seen = np.zeros(steps + 1, np.float32)
    for step in range(steps + 1):
        there = mask & (place == step)
        seen[step] = np.percentile(np.abs(aside[there]), 95) if there.sum() > 5 else np.nan
    known = ~np.isnan(seen)
    if known.sum() < 3:
        return usual
    every = np.arange(steps + 1)
    smooth = ndimage.gaussian_filter1d(np.interp(every, every[known], seen[known]), 1.0)
    found: Light = np.interp(along * steps, every, smooth).astype(np.float32)
    thick: Light = np.maximum(found, 0.5 * usual)
    return thick


class Leg:
    """A leg: its middle and half thickness by row, and distances from it in half thicknesses."""

    def __init__(self, joints: Light, head: float, shape: tuple[int, ...]) -> None:
        rows = np.arange(shape[0], dtype=np.float32)
        down = np.maximum.accumulate(joints[:, 1])
        self.middle = np.interp(rows, down, joints[:, 0]).astype(np.float32)
        self.half = np.interp(rows, down, np.array(LEG) * head).astype(np.float32)
        aside = np.arange(shape[1], dtype=np.float32)[None, :] - self.middle[:, None]
        self.away = np.abs(aside) / self.half[:, None]


def find_legs(points: BodyPoints, shape: tuple[int, ...]) -> tuple[Leg, Leg]:
    """Return the legs, the one left in the picture first."""
    pairs = [points.sides(pair) for pair in (HIPS, KNEES, ANKLES)]
    left, right = (np.array([pair[side] for pair in pairs], np.float32) for side in (0, 1))
    if left[1:, 0].mean() > right[1:, 0].mean():
        left, right = right, left
    return Leg(left, points.head, shape), Leg(right, points.head, shape)


def cast_shadow(over: Mask, head: float) -> Light:
    """Return how much light an arm on the trunk leaves beside it, 0 to 1."""
    near: Light = 1 - 0.45 * blur(over.astype(np.float32), 0.1 * head)
    light: Light = np.asarray(np.where(over, 1, near), np.float32)
    return light
