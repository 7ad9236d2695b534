"""Fit a measured garment to a body: which point of the cloth is on which point of the person."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from scipy import ndimage

from mediaext.engines.classical.arrays import Mask
from mediaext.engines.classical.body_points import ANKLES, HIPS, KNEES, SHOULDERS, BodyPoints
from mediaext.engines.classical.effects.kit import Light, smoothstep
from mediaext.engines.classical.fit_planes import SIDE, Fit, Parts, turned
from mediaext.engines.classical.limbs import (
    LOOSE,
    LOWER,
    ROUND,
    Arm,
    cast_shadow,
    find_arm,
    find_legs,
    near_arms,
)
from mediaext.engines.classical.outline_fitting import fit_outline
from mediaext.engines.classical.person import Person
from mediaext.engines.classical.tailoring import Measures, Sleeve

BREADTH = 1.4  # heads: shoulders that are seen from the front are at least so far apart
CHEST = 0.8  # of the way from shoulders to hips: the usual chest of cloth laid flat
DOWN = (-0.1, 0.1, 0.3, 0.65, 1.0, 1.4)  # from shoulders to hips, where half widths are known
SEEN = 0.75, 1.3  # of the usual half width: what is seen between is believed
LOW = 0.2  # of the way from shoulders to hips: arms stand off the trunk below
WAISTBAND = 0.5  # heads above the joints of the hips
LONGEST = 1.5  # a short garment is stretched so far to reach the waistband
BELOW_HIPS = 0.9  # heads: a garment for the trunk ends there at the latest
HEMMED = (
    0.2,
    0.8,
    0.5,
)  # heads over the upper edge of the trousers, which is above the hips or below
SLOPE = 0.33, 0.33  # heads aside of the middle, and above the joints: where a neck ends
TIP = 0.12, 0.08  # heads outside of the joint, and above it: the end of a shoulder
BELIEVED = 0.2  # heads: a shoulder's line may be seen so far from where it is usual
ALIGNED = 0.7  # heads below the shoulder's line: from there cloth lies by rows
COLLAR = 0.42, 0.26  # heads: half the width and the depth of a collar about a neck
RESTING = 0.25, 0.47  # of the chest from the middle: cloth that rests on the shoulders
NECKLINE = 0.32  # of the chest: cloth nearer to the middle is the collar's
CUFF = 0.88  # of a sleeve: what an arm needs beyond it is cut from there
SLEEVES, REACHES = (0.0, 0.5, 1.1, 1.4), (0.0, 0.4, 0.78, 1.0)  # of the chest, of the arm
WRIST = 0.95  # of the arm: a sleeve that reaches so far takes in the old one's cuff
CLEFT = 0.13  # heads: half the width of a cleft at an armpit
LIMB = 1.05  # half thicknesses about the bones of an arm: old cloth there is the arm's
SHIN, COVERED = 0.6, 0.4  # half thicknesses about a shin, and how much of that trousers cover
STANDING_OFF = 0.7  # heads beside trunk and arms: old cloth further off is somebody else's


@dataclass(frozen=True, slots=True)
class _Trunk:
    """A trunk between its joints, in pixels.

    ``axis``, ``left`` and ``right`` (half widths) go by rows, ``tops``, where the shoulders
    begin, by columns. ``length`` is from the joints of the shoulders to those of the hips.
    """

    axis: Light
    left: Light
    right: Light
    tops: Light
    shoulder: float
    collar: float
    hips: float
    length: float
    head: float

    def across(self, width: int) -> tuple[Light, Light]:
        """Return columns from the axis, in pixels and in half widths."""
        offset = np.arange(width, dtype=np.float32)[None, :] - self.axis[:, None]
        halves = np.where(offset < 0, self.left[:, None], self.right[:, None])
        return offset, np.asarray(offset / np.maximum(halves, 1), np.float32)


def fit(
    person: Person,
    inside: Mask,
    cut: Measures,
    points: BodyPoints | None = None,
    *,
    full: bool,
    gathered: float = 0.0,
) -> Fit | None:
    """Lay the garment on the person; ``None`` where no upright trunk is seen.

    With the ``points`` of the body sleeves follow the bones of the arms, also before the trunk;
    without, the outline is followed. ``gathered`` is the share by which the cloth is taken in at
    the waist.
    """
    if points is None:
        return fit_outline(person, inside, cut, full=full, gathered=gathered)
    factor = min(1.0, SIDE / max(person.body.shape))
    points = points.scaled(factor)
    parts = _with_arms(Parts.of(person, factor), points)
    usual = _usual(points, parts)
    free = parts.body & ~parts.head
    beside = free & _beyond(usual, parts.body.shape)
    arms = [
        find_arm(points, side, free, parts.skin, beside & _side(usual, side, beside.shape[1]),
                 points.head)
        for side in (-1, 1)
    ]  # fmt: skip
    trunk = _seen(usual, parts, arms)
    x, y, covered = _on_trunk(trunk, parts, inside, cut, full=full, gathered=gathered)
    shade = np.ones(covered.shape, np.float32)
    kept = np.zeros(covered.shape, bool)
    sleeved = np.zeros(covered.shape, bool)
    for sleeve, arm in zip(cut.sleeves, arms, strict=True):
        part, along, across = _on_bones(arm, sleeve, cut)
        kept |= arm.hand | (arm.mask & ~part & (arm.over | (arm.along > LOWER)))
        shade *= cast_shadow(arm.over | (arm.hand & covered), points.head)
        shade = np.where(arm.mask, ROUND + (1 - ROUND) * (1 - arm.across**2) ** 0.5, shade)
        if sleeve is not None:
            x = np.where(part, sleeve.joint[0] + turned(sleeve, along, across, 0), x)
            y = np.where(part, sleeve.joint[1] + turned(sleeve, along, across, 1), y)
        sleeved |= part
    covered |= sleeved
    if sleeved.any():
        covered |= _closed(covered, parts, trunk)
    covered &= ~kept
    old = parts.body & ~parts.head & ~parts.skin & ~covered
    old &= (np.arange(len(old)) > trunk.collar)[:, None]
    skin, gone = _bared(old & ~parts.lower, arms, trunk)
    if full and not _in_trousers(parts, points):
        legs = find_legs(points, covered.shape)
        near = np.minimum(legs[0].away, legs[1].away) < 1
        skin, gone = skin | (old & parts.lower & near), gone | (old & parts.lower & ~near)
    planes = (np.asarray(plane, np.float32) for plane in (covered, skin, gone, shade))
    return Fit(x, y, *planes).enlarged(person)


def _with_arms(parts: Parts, points: BodyPoints) -> Parts:
    """Return the parts with what of the arms was taken for something carried."""
    arm = parts.carried & near_arms(points, parts.body.shape)
    return replace(parts, upper=parts.upper | arm, body=parts.body | arm)


def _in_trousers(parts: Parts, points: BodyPoints) -> bool:
    """Say whether the lower clothes reach down the shins, where a skirt seldom does."""
    knee, ankle = (float(points.middle(pair)[1]) for pair in (KNEES, ANKLES))
    shin = slice(max(0, round(knee + 0.4 * (ankle - knee))), max(1, round(ankle)))
    legs = find_legs(points, parts.body.shape)
    near = np.minimum(legs[0].away, legs[1].away)[shin] < SHIN
    return bool(near.any() and parts.lower[shin][near].mean() > COVERED)


def _bared(old: Mask, arms: list[Arm], trunk: _Trunk) -> tuple[Mask, Mask]:
    """Tell old cloth that hides skin from what stands off the body."""
    away = np.minimum(arms[0].away, arms[1].away)
    offset, across = trunk.across(old.shape[1])
    rows = np.arange(len(old))[:, None]
    torso = (np.abs(across) < 1.05) & (rows < trunk.hips)
    skin = old & ((away < LIMB) | torso)
    halves = np.abs(offset / np.where(across == 0, 1, across))
    beside = (np.abs(offset) - halves < STANDING_OFF * trunk.head) | (away < 2 * LOOSE)
    return skin, old & ~skin & beside & (rows < trunk.hips + trunk.head)


def _closed(covered: Mask, parts: Parts, trunk: _Trunk) -> Mask:
    """Mark clefts between sleeves and trunk, at which cloth hangs together."""
    reach = max(1, round(CLEFT * trunk.head))
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1, 2 * reach + 1))
    closed = cv2.morphologyEx(covered.astype(np.uint8), cv2.MORPH_CLOSE, disc) > 0
    rows = np.arange(len(covered))[:, None]
    below = rows > trunk.shoulder + 0.3 * trunk.head
    return np.asarray(closed & parts.body & ~parts.head & below, bool)


def _on_bones(arm: Arm, sleeve: Sleeve | None, cut: Measures) -> tuple[Mask, Light, Light]:
    """Return which of the arm is in the sleeve, and there the shares along and across it."""
    if sleeve is None:
        return np.zeros_like(arm.mask), arm.along, arm.across
    reach = float(np.interp(sleeve.length / cut.chest, SLEEVES, REACHES))
    part = (arm.mask & (arm.along < reach)) | (arm.cuff & (reach > WRIST))
    return part, np.clip(arm.along / reach, 0, CUFF), arm.across / 2


def _usual(points: BodyPoints, parts: Parts) -> _Trunk:
    """Return the trunk as joints tell it."""
    height, width = parts.body.shape
    head = points.head
    shoulders, hips = points.sides(SHOULDERS), points.sides(HIPS)
    top, bottom = shoulders.mean(axis=0), hips.mean(axis=0)
    rows = np.arange(height, dtype=np.float32)
    down = (rows - top[1]) / max(float(bottom[1] - top[1]), head)
    axis = np.asarray(top[0] + np.clip(down, -0.2, 1.4) * (bottom[0] - top[0]), np.float32)
    breadth = max(float(np.ptp(shoulders[:, 0])), BREADTH * head)
    halves = []
    for side, end in ((-1, 0), (1, 1)):
        chest = max(float(shoulders[end, 0] - top[0]) * side, 0.33 * breadth)
        hip = max(float(hips[end, 0] - bottom[0]) * side, 0.2 * breadth)
        known = (1.06 * chest, 1.02 * chest, chest, 0.5 * chest + 0.7 * hip, 1.8 * hip, 1.9 * hip)
        halves.append(np.interp(down, DOWN, known).astype(np.float32))
    tops = _tops(points, parts, top)
    rest = float(np.median(tops[np.clip(shoulders[:, 0].astype(int), 0, width - 1)]))
    collar = float(top[1]) - SLOPE[1] * head
    return _Trunk(axis, halves[0], halves[1], tops, rest, collar, float(bottom[1]), breadth, head)


def _tops(points: BodyPoints, parts: Parts, top: Light) -> Light:
    """Return by column the row where the shoulders begin: as seen, where that is likely."""
    head = points.head
    left, right = points.sides(SHOULDERS)
    places = np.array([left[0] - TIP[0] * head, top[0] - SLOPE[0] * head,
                       top[0] + SLOPE[0] * head, right[0] + TIP[0] * head])  # fmt: skip
    rows = np.array([left[1] - TIP[1] * head, *[top[1] - SLOPE[1] * head] * 2,
                     right[1] - TIP[1] * head])  # fmt: skip
    columns = np.arange(parts.body.shape[1])
    usual = np.interp(columns, np.maximum.accumulate(places), rows)
    cloth = parts.body & ~parts.hair & ~parts.face
    cloth &= np.arange(len(cloth))[:, None] > usual - BELIEVED * head
    seen = cloth.argmax(axis=0)
    likely = cloth.any(axis=0) & (np.abs(seen - usual) < BELIEVED * head)
    likely &= np.abs(columns - top[0]) > SLOPE[0] * head
    found = np.where(likely, seen, usual)
    return np.asarray(ndimage.gaussian_filter1d(found, 0.06 * head, mode="nearest"), np.float32)


def _beyond(trunk: _Trunk, shape: tuple[int, ...]) -> Mask:
    """Mark what lies beyond the trunk on its sides, from the shoulders down."""
    _, across = trunk.across(shape[1])
    rows = np.arange(shape[0])[:, None]
    return np.asarray((np.abs(across) > 1) & (rows > trunk.tops[None, :] - 2), bool)


def _side(trunk: _Trunk, side: int, width: int) -> Mask:
    """Mark one side of the axis."""
    return np.asarray(trunk.across(width)[0] * side > 0, bool)


def _seen(usual: _Trunk, parts: Parts, arms: list[Arm]) -> _Trunk:
    """Return the trunk as it is seen where its arms stand off, and where they lie on it."""
    arm = np.zeros(parts.body.shape, bool)
    for one in arms:
        arm |= one.hand | (one.mask & (parts.skin | (one.away < 0.7)) & (one.along > LOWER / 2))
    plane = parts.body & ~arm & ~parts.head
    rows = np.arange(len(plane))
    low = rows > usual.shoulder + LOW * (usual.hips - usual.shoulder)
    halves = []
    for side, half in ((-1, usual.left), (1, usual.right)):
        run = np.array([_run(plane[row], usual.axis[row], side) for row in rows])
        likely = (run > SEEN[0] * half) & (run < SEEN[1] * half) & low
        found = np.where(likely, run, half)
        smooth = ndimage.gaussian_filter1d(found, 0.12 * usual.head, mode="nearest")
        halves.append(np.asarray(smooth, np.float32))
    return _Trunk(
        usual.axis, halves[0], halves[1], usual.tops, usual.shoulder, usual.collar, usual.hips,
        usual.length, usual.head,
    )  # fmt: skip


def _run(row: Mask, start: float, side: int) -> int:
    """Return how far a row of a mask reaches from a column to one side, without a gap."""
    first = int(np.clip(round(float(start)), 0, len(row) - 1))
    part = row[first::-1] if side < 0 else row[first:]
    return len(part) if part.all() else int((~part).argmax())


def _on_trunk(
    trunk: _Trunk, parts: Parts, inside: Mask, cut: Measures, *, full: bool, gathered: float
) -> tuple[Light, Light, Mask]:
    """Map the trunk row by row and edge to edge; what hangs free keeps its own width."""
    height, width = parts.body.shape
    rows = np.arange(height, dtype=np.float32)
    scale = cut.chest / (CHEST * trunk.length)
    edge = _upper_edge(inside, cut)
    rest = float(np.median(edge[_shoulders(inside, cut)]))
    hem = trunk.shoulder + (_hem(inside, cut) - rest) / scale
    waist = _waist(trunk, parts)
    stretch = float(np.clip((waist - trunk.shoulder) / (hem - trunk.shoulder), 1.0, LONGEST))
    down = rest + (rows - trunk.shoulder) * scale / stretch
    at = np.arange(len(inside))
    own = [np.interp(down, at, side).astype(np.float32) for side in (cut.left, cut.right)]
    free = smoothstep(trunk.hips - 0.5 * trunk.head, trunk.hips + 0.3 * trunk.head, rows)
    free = free if full else 0 * rows
    offset, _ = trunk.across(width)
    halves = [
        np.maximum(half, free * wide / scale)
        for half, wide in zip((trunk.left, trunk.right), own, strict=True)
    ]
    aside = offset < 0
    across = np.where(aside, offset / halves[0][:, None], offset / halves[1][:, None])
    middle = (trunk.shoulder + waist) / 2
    taken = 1 + gathered * np.exp(-(((rows - waist) / (waist - middle + 1)) ** 2))
    wide = np.where(aside, own[0][:, None], own[1][:, None]) * taken[:, None]
    x = np.asarray(cut.middle + across * wide, np.float32)
    y = np.broadcast_to(down[:, None], x.shape).astype(np.float32)
    y = _aligned(x, y, trunk, edge, cut, scale)
    cloth = cv2.remap(inside.astype(np.float32), x, y, cv2.INTER_LINEAR) > 0.5
    shown = cloth & (np.abs(across) <= 1) & ~parts.head & ~_neck(trunk, parts, offset)
    if full:
        hanging = (free > 0)[:, None] & ~parts.skin
        legs = (rows > trunk.hips + 0.6 * trunk.head)[:, None]
        return x, y, shown & (parts.body | hanging | legs)
    lowest = trunk.hips + BELOW_HIPS * trunk.head
    return x, y, shown & parts.body & (rows < lowest)[:, None]


def _waist(trunk: _Trunk, parts: Parts) -> float:
    """Return the row that a garment for the trunk reaches at least: over the lower clothing."""
    axis = float(np.median(trunk.axis))
    middle = slice(max(0, round(axis - 0.3 * trunk.head)), max(1, round(axis + 0.3 * trunk.head)))
    rows = np.flatnonzero(parts.lower[:, middle].any(axis=1))
    if not rows.size:
        return trunk.hips - WAISTBAND * trunk.head
    over, above, below = (share * trunk.head for share in HEMMED)
    return float(np.clip(rows[0] + over, trunk.hips - above, trunk.hips + below))


def _hem(inside: Mask, cut: Measures) -> float:
    """Return the row of a garment's hem between its sleeves."""
    away = np.abs(np.arange(inside.shape[1]) - cut.middle) / cut.chest
    last = len(inside) - inside[::-1].argmax(axis=0)
    return float(np.quantile(last[(away < RESTING[0]) & inside.any(axis=0)], 0.25))


def _shoulders(inside: Mask, cut: Measures) -> Mask:
    """Mark the columns of a garment that rest on the shoulders."""
    away = np.abs(np.arange(inside.shape[1]) - cut.middle) / cut.chest
    return np.asarray((away > RESTING[0]) & (away < RESTING[1]), bool)


def _upper_edge(inside: Mask, cut: Measures) -> Light:
    """Return by column the row where a garment begins, as if it had no opening for the neck."""
    tops = np.where(inside.any(axis=0), inside.argmax(axis=0), cut.shoulder)
    known = _shoulders(inside, cut)
    columns = np.arange(len(tops))
    line = np.interp(columns, columns[known], tops[known])
    return np.asarray(ndimage.gaussian_filter1d(line, cut.chest / 40), np.float32)


def _aligned(x: Light, y: Light, trunk: _Trunk, edge: Light, cut: Measures, scale: float) -> Light:
    """Lay the upper edge of the garment on the line of the shoulders."""
    line = np.interp(x, np.arange(len(edge)), edge)
    below = np.arange(len(x), dtype=np.float32)[:, None] - trunk.tops[None, :]
    laid = line + (below + 1) * scale
    aside = smoothstep(NECKLINE - 0.1, NECKLINE, np.abs(x - cut.middle) / cut.chest)
    share = aside * (1 - smoothstep(0.0, ALIGNED * trunk.head, below))
    return np.asarray(y + share * (laid - y), np.float32)


def _neck(trunk: _Trunk, parts: Parts, offset: Light) -> Mask:
    """Mark the skin of the neck, before which no collar lies."""
    wide, deep = (share * trunk.head for share in COLLAR)
    rows = np.arange(len(offset), dtype=np.float32)[:, None]
    curve = np.sqrt(np.maximum(1 - (offset / wide) ** 2, 0))
    return np.asarray(
        (parts.skin | parts.head) & (np.abs(offset) < wide) & (rows < trunk.collar + deep * curve),
        bool,
    )
