"""Measure a garment that is laid flat: shoulders, chest, hem, sleeves and neckline."""

from dataclasses import dataclass
from typing import Self

import cv2
import numpy as np
from scipy import ndimage

from mediaext.engines.classical.arrays import Mask, Pixels
from mediaext.engines.classical.effects.kit import Light, blur, to_lab, to_light

UPPER_CHEST, FULL_CHEST = (0.5, 0.95), (0.2, 0.42)  # of the length: rows where a trunk is measured
EVEN = 12.0  # CIELAB in 0..255, mean residue of the rim: a ground that differs more is a scene
UNLIKE = 2.0, 3.5  # the least distance from the ground that is garment, and in mean residues
SHADE = 12.0  # distance in a and b, of 0..255: shadows are a little blue
MOST = 0.6  # of what is unlike the ground is left of a coloured garment without its shadow
GAP, ASIDE = 0.004, 0.2  # of the picture, of its width: ground that the garment encloses
SOLID = 0.3  # of the usual width, on both sides of the middle: the trunk
SYMMETRIC = 0.82  # overlap of a garment with its mirror image: its halves are alike
BAY = 0.05  # of the usual width: half of what one half has more than the other
SPECK = 0.01  # of the garment: smaller parts beside it are noise of the ground
HOLE = 0.02  # of the garment: a hole that is closed
RIM = 0.016  # of the longer side: the edge of a garment, which its ground has coloured
BESIDE = 0.08  # of the chest: a trunk may bulge so far before it is a sleeve
CUFFS = 0.04  # of the length: what reaches so far below the hem on both sides is sleeves
LEAST_SLEEVE = 0.03  # of the square on the chest: less cloth at the side is no sleeve


@dataclass(frozen=True, slots=True)
class Sleeve:
    """A sleeve: where it starts at the shoulder, which way it runs, its length and width.

    Places are pixels (x, y), lengths pixels.
    """

    joint: Light
    way: Light
    length: float
    width: float


@dataclass(frozen=True, slots=True)
class Garment:
    """A garment cut out: RGB that runs on beyond its edge, its outline, and its edges by row."""

    rgb: Light
    inside: Mask
    left: Light
    right: Light

    @classmethod
    def cropped(cls, rgb: Pixels, alpha: Light) -> Self:
        """Crop to the garment, let its colours run on outside, and measure its edges."""
        inside = ndimage.binary_opening(alpha > 0.6, iterations=2) | (alpha > 0.9)
        inside |= _small_holes(inside)
        _, labels, facts, _ = cv2.connectedComponentsWithStats(inside.astype(np.uint8))
        inside &= (facts[:, cv2.CC_STAT_AREA] > SPECK * inside.sum())[labels]
        rows, columns = np.flatnonzero(inside.any(axis=1)), np.flatnonzero(inside.any(axis=0))
        box = slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1)
        inside, part = inside[box], rgb[box]
        core = ndimage.binary_erosion(inside, iterations=max(2, round(RIM * max(inside.shape))))
        core = core if core.any() else inside
        nearest = ndimage.distance_transform_edt(
            ~core, return_distances=False, return_indices=True
        )
        left, right = edges_by_row(inside)
        return cls(to_light(part[nearest[0], nearest[1]]), inside, left, right)


@dataclass(frozen=True, slots=True)
class Measures:
    """A tailor's measures in pixels of the garment's photo.

    ``left`` and ``right`` are half widths of the trunk by row, as it lies, ``middle`` its axis,
    ``shoulder`` the row where it rests beside the neck.
    """

    middle: float
    shoulder: float
    chest: float
    left: Light
    right: Light
    sleeves: tuple[Sleeve | None, Sleeve | None]


def plain_ground(rgb: Pixels, *, trunk: bool = True) -> Light:
    """Mark the even ground of a product photo, also where it shows between sleeve and body.

    Its colour is a quadratic surface through that of the rim, as studio light falls off. Nothing
    is marked in a scene. What is enclosed near the middle of a ``trunk`` is a print, not a gap as
    between legs.
    """
    lab = cv2.cvtColor(rgb, cv2.COLOR_RGB2LAB).astype(np.float32)
    rim = np.zeros(rgb.shape[:2], bool)
    rim[:4], rim[-4:], rim[:, :4], rim[:, -4:] = True, True, True, True
    rows, columns = (axis.astype(np.float32) / max(rgb.shape) for axis in np.indices(rim.shape))
    terms = [np.ones_like(rows), rows, columns, rows * columns, rows**2, columns**2]
    known = np.stack([term[rim] for term in terms], axis=1)
    usual = np.linalg.norm(lab[rim] - np.median(lab[rim], axis=0), axis=1)
    clean = usual <= max(float(np.quantile(usual, 0.7)), 3.0)  # a hem or sleeve may touch the rim
    weights = np.linalg.lstsq(known[clean], lab[rim][clean], rcond=None)[0].astype(np.float32)
    ground = sum(term[..., None] * weight for term, weight in zip(terms, weights, strict=True))
    residue = float(np.linalg.norm(lab[rim] - ground[rim], axis=1)[clean].mean())
    if residue > EVEN:
        return np.zeros(rgb.shape[:2], np.float32)
    soft = blur(lab - ground, max(0.8, max(rgb.shape) / 900))
    near = np.linalg.norm(soft, axis=2) < max(UNLIKE[0], UNLIKE[1] * residue)
    plain = _outer(near, trunk)
    shaded = _outer(
        near | (np.linalg.norm(soft[..., 1:], axis=2) < SHADE) & (soft[..., 0] < 0), trunk
    )
    # A shadow has the ground's hue; so has a gray garment, of which too little would be left.
    coloured = np.count_nonzero(~shaded) > MOST * np.count_nonzero(~plain)
    return (shaded if coloured else plain).astype(np.float32)


def _small_holes(inside: Mask) -> Mask:
    """Mark what is enclosed and small: a print in the colour of the ground, not a gap."""
    closed = ndimage.binary_closing(np.pad(inside, 4), iterations=3)[4:-4, 4:-4]
    holes = ndimage.binary_fill_holes(closed) & ~closed
    _, labels, facts, _ = cv2.connectedComponentsWithStats(holes.astype(np.uint8))
    small = facts[:, cv2.CC_STAT_AREA] < HOLE * max(int(inside.sum()), 1)
    small[0] = False
    marked: Mask = small[labels] | closed
    return marked


def complete(shape: Light, subject: Light, *, trunk: bool) -> Light:
    """Give back what of a pale garment was taken for its pale ground; opacities 0 to 1.

    Between its edges cloth has few gaps, ``subject`` may tell, and what lies flat is nearly
    symmetric. A ``trunk``, unlike trousers, has none between collar and hem.
    """
    inside = shape > 0.6
    if not inside.any():
        return shape
    width = float(np.quantile(inside.sum(axis=1)[inside.any(axis=1)], 0.5))
    columns = np.arange(inside.shape[1])
    middle = float(np.median(np.nonzero(inside)[1]))
    filled = inside.copy()
    if trunk:
        solid = (np.abs(columns - middle) < SOLID * width) & inside.any(axis=0)
        bottom = len(inside) - 1 - inside[::-1].argmax(axis=0)
        hem = np.quantile(bottom[solid], 0.25) if solid.any() else 0
        filled |= _between(inside.T).T & solid & (np.arange(len(inside)) < hem)[:, None]
        filled |= _between(inside) & (subject > 0.6) & solid
    places = np.round(2 * middle - columns).astype(int)
    mirrored = filled[:, np.clip(places, 0, len(columns) - 1)]
    mirrored &= (places >= 0) & (places < len(columns))
    if (filled & mirrored).sum() > SYMMETRIC * (filled | mirrored).sum():
        thick = max(1, round(BAY * width))
        filled |= ndimage.binary_opening(mirrored & ~filled, iterations=thick)
    return np.maximum(shape, filled.astype(np.float32))


def _between(mask: Mask) -> Mask:
    """Mark what lies between the first and the last pixel of each row."""
    forward = np.logical_or.accumulate(mask, axis=1)
    back = np.logical_or.accumulate(mask[:, ::-1], axis=1)[:, ::-1]
    return np.asarray(forward & back, bool)


def _outer(near: Mask, trunk: bool) -> Mask:
    """Keep what reaches the rim, and larger gaps: those in the middle of a trunk are prints."""
    _, labels, facts, centres = cv2.connectedComponentsWithStats(near.astype(np.uint8))
    kept = facts[:, cv2.CC_STAT_AREA] > GAP * near.size
    kept &= (np.abs(centres[:, 0] / near.shape[1] - 0.5) > ASIDE) | (not trunk)
    kept[np.unique(np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]]))] = True
    kept[0] = False
    outer: Mask = kept[labels]
    return outer


def edges_by_row(mask: Mask) -> tuple[Light, Light]:
    """Return the left and right edge of a mask in every row, smoothed; gaps are bridged."""
    filled = mask.any(axis=1)
    rows = np.flatnonzero(filled)
    left = mask.argmax(axis=1).astype(np.float32)
    right = (mask.shape[1] - 1 - mask[:, ::-1].argmax(axis=1)).astype(np.float32)
    every = np.arange(len(mask))
    reach = max(3, len(mask) // 40) | 1
    smooth = []
    for edge in (left, right):
        whole = np.interp(every, rows, edge[rows]).astype(np.float32)
        smooth.append(
            ndimage.gaussian_filter1d(
                ndimage.median_filter(whole, reach, mode="nearest"), reach / 2, mode="nearest"
            )
        )
    return smooth[0], smooth[1]


def runs(mask: Mask, middle: float) -> tuple[Light, Light]:
    """Return how far the mask reaches left and right of a column in every row, without a gap.

    Both are float32 (height,); 0 where the column itself is outside.
    """
    column = int(np.clip(round(middle), 0, mask.shape[1] - 1))
    sides = mask[:, column::-1], mask[:, column:]
    reach = [np.where(side.all(axis=1), side.shape[1], (~side).argmax(axis=1)) for side in sides]
    return reach[0].astype(np.float32), reach[1].astype(np.float32)


def measure(garment: Garment, *, full: bool) -> Measures | None:
    """Measure what is worn on the shoulders; ``full`` garments end below the hips.

    Returns ``None`` for an outline that is not that of such a garment.
    """
    inside = garment.inside
    centre = inside[:, inside.shape[1] // 2]
    hem = len(inside) - int(centre[::-1].argmax()) if centre.any() else len(inside)
    start, end = (round(share * hem) for share in (FULL_CHEST if full else UPPER_CHEST))
    trunk = slice(start, max(end, start + 1))
    columns = np.nonzero(inside[trunk])[1]
    if not columns.size:
        return None
    middle = float(np.median(columns))
    left, right = runs(inside, middle)
    wide = (left + right)[trunk]
    chest = float(np.quantile(wide, 0.2))
    if chest < 0.15 * inside.shape[1]:
        return None
    middle += float(np.median((right - left)[trunk][wide < 1.1 * chest])) / 2
    if (cuffs := _cuffs(inside, middle, hem)) is not None:
        chest, middle = cuffs[1] - cuffs[0], (cuffs[0] + cuffs[1]) / 2
    half = chest / 2
    left, right = (np.where(side == 0, half, side) for side in runs(inside, middle))
    hanging = np.arange(len(inside)) > (end if full else len(inside))
    left, right = (np.where(hanging, side, np.minimum(side, half)) for side in (left, right))
    tops = np.where(inside.any(axis=0), inside.argmax(axis=0), len(inside))
    away = np.abs(np.arange(inside.shape[1]) - middle) / chest
    shoulder = float(tops[(away > 0.2) & (away < 0.45)].min())
    sleeves = (
        _sleeve(inside, middle - half, -1, shoulder, chest),
        _sleeve(inside, middle + half, 1, shoulder, chest),
    )
    if (sleeves[0] is None) != (sleeves[1] is None):  # a bulge, or a sleeve behind the trunk
        sleeves = None, None
    smooth = [
        ndimage.gaussian_filter1d(side, chest / 20, mode="nearest") for side in (left, right)
    ]
    return Measures(middle, shoulder, chest, smooth[0], smooth[1], sleeves)


def _cuffs(inside: Mask, middle: float, hem: int) -> tuple[float, float] | None:
    """Return the columns where sleeves end that reach further down than the hem between them."""
    last = len(inside) - 1 - inside[::-1].argmax(axis=0)
    lower = inside.any(axis=0) & (last > hem + CUFFS * len(inside))
    columns = np.flatnonzero(lower)
    before, after = columns[columns < middle], columns[columns > middle]
    return (float(before[-1]), float(after[0])) if before.size and after.size else None


def _sleeve(inside: Mask, edge: float, side: int, shoulder: float, chest: float) -> Sleeve | None:
    """Find what lies beyond an edge of the trunk and starts at its shoulder."""
    columns = np.arange(inside.shape[1])
    beyond = inside & ((columns - edge) * side > BESIDE * chest)
    _, labels = cv2.connectedComponents(beyond.astype(np.uint8))
    counts = np.bincount(labels.ravel())
    near = np.bincount(labels[: round(shoulder + 0.6 * chest)].ravel(), minlength=len(counts))
    counts[(near == 0) | (np.arange(len(counts)) == 0)] = 0
    if counts.max() < LEAST_SLEEVE * chest**2:
        return None
    rows, places = np.nonzero(labels == counts.argmax())
    joint = np.array([edge, shoulder + 0.22 * chest], np.float32)
    away = np.hypot(places - joint[0], rows - joint[1])
    length = float(np.percentile(away, 98))
    far = away > 0.85 * length
    way = np.array([places[far].mean(), rows[far].mean()], np.float32) - joint
    return Sleeve(joint, way / np.hypot(*way), length, rows.size / length)


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
