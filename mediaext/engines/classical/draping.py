"""Drape a flat garment over a body, row by row from edge to edge, in the light of the body."""

import cv2
import numpy as np
from scipy import ndimage

from mediaext.engines.base import Context
from mediaext.engines.classical.arrays import Mask, Pixels
from mediaext.engines.classical.body_points import BodyPoints
from mediaext.engines.classical.effects.kit import (
    Light,
    blur,
    clip,
    clouds,
    from_lab,
    luma,
    mix,
    smoothstep,
    to_lab,
    to_light,
    to_pixels,
)
from mediaext.engines.classical.fit_planes import Fit
from mediaext.engines.classical.fitting import fit
from mediaext.engines.classical.leg_fitting import fit_legs
from mediaext.engines.classical.person import Person
from mediaext.engines.classical.tailoring import Garment, edges_by_row, measure, neckline
from mediaext.engines.classical.tone_correction import match_tones, tones

PATTERN = 0.45  # of its lightness: what varies by more is a pattern, not folds
NOTED = 0.02  # of the body: more skin that is painted is told
PAINTED = "Where the old clothes reached further than the new, skin was painted."
AS_WORN = "The garment was laid where the old clothes are: its length and width are theirs."
SLEEVELESS = "The garment shows no sleeves beside its trunk, so it was put on without any."
GROUND_SIDE = 320  # pixels: where the background behind old clothes is filled in
KNEE = 5.6  # heads below the crown: where a skirt may end


def worn_area(person: Person, region: str, flared: bool) -> Light:
    """Return where the garment shows: the old clothes of the region; a skirt bridges the legs."""
    area = {"upper": person.upper, "lower": person.lower, "full": person.clothing}[region]
    if not flared or region == "upper":
        return area
    height = len(area)
    _, top, _, head = person.head
    solid = area > 0.5
    left, right = edges_by_row(solid) if solid.any() else (np.zeros(height), np.zeros(height))
    columns = np.arange(area.shape[1])
    between = (columns >= left[:, None]) & (columns <= right[:, None])
    start = top + 3.4 * head
    rows = np.arange(height)[:, None]
    dressed = solid.any(axis=1).reshape(-1, 1)
    bridged = between & (rows > start) & (rows < top + KNEE * head) & dressed
    return np.maximum(area, blur(bridged.astype(np.float32), 1.0)) * (
        1 - person.skin * (rows < start)
    )


def drape(
    rgb: Pixels,
    person: Person,
    garment: Garment,
    points: BodyPoints | None,
    *,
    region: str,
    corrected: str,
    tone: float,
    waist: float,
    flared: bool,
    context: Context,
) -> Pixels:
    """Return the person in the garment; nothing outside the worn area changes.

    ``points`` are those of the body, where they are known; ``corrected`` is the region in which
    ``tone`` (0..1) matches the garment to the photo's light; ``waist`` is how far the cloth is
    gathered there. ``context`` has the seed, and is told what
    had to be painted.
    """
    before, seed = to_light(rgb), context.seed
    fitted = _fitted(person, garment, points, region, waist, flared, context)
    if fitted is None:
        context.note(AS_WORN)
    else:
        before = _cleared(_bared(before, person, fitted, seed), person, fitted.erased)
        if fitted.bared.mean() > NOTED * person.body.mean():
            context.note(PAINTED)
    area = worn_area(person, region, flared) if fitted is None else fitted.covered
    solid = area > 0.5
    if solid.sum() < 50:
        area = person.body * (1 - np.maximum(person.skin, person.hair))
        solid = area > 0.5
    if solid.sum() < 50:
        return rgb
    length = {"upper": 2.6, "lower": 3.9, "full": 5.2}[region] * person.head[3]
    cloth = _warped(garment, solid, waist, length) if fitted is None else _laid(garment, fitted)
    light = _lit(cloth, _relief(to_light(rgb), person), solid, seed)
    if fitted is not None:
        light *= fitted.shade[..., None]
    scope = {"upper": person.upper, "lower": person.lower, "full": person.clothing}[corrected]
    if region == corrected:
        scope = np.maximum(scope, area)
    if tone > 0:
        mask = np.ascontiguousarray(area, np.float32)
        matched = match_tones(to_pixels(light), tones(rgb), 0.45 * tone, mask)
        light = mix(light, to_light(matched), blur(scope, 2.0))
    return to_pixels(mix(before, clip(light), area))


def _fitted(
    person: Person,
    garment: Garment,
    points: BodyPoints | None,
    region: str,
    waist: float,
    flared: bool,
    context: Context,
) -> Fit | None:
    """Fit the garment to the body; ``None`` where only the old clothes tell where it goes."""
    if region == "lower":
        return fit_legs(person, garment, points, flared=flared) if points else None
    cut = measure(garment, full=region == "full")
    if cut is None:
        return None
    if not any(cut.sleeves):
        context.note(SLEEVELESS)
    inside = garment.inside.copy()
    opened = neckline(garment, cut)
    if opened is not None:
        inside &= ~opened
    return fit(person, inside, cut, points, full=region == "full", gathered=waist)


def _laid(garment: Garment, fitted: Fit) -> Light:
    """Take the cloth from where the fit says."""
    rows = np.flatnonzero((fitted.covered > 0.5).any(axis=1))
    factor = (rows[-1] - rows[0] + 1) / len(garment.left) if rows.size else 1.0
    moved: Light = cv2.remap(
        _matching(garment.rgb, factor),
        fitted.x,
        fitted.y,
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return moved


def _bared(before: Light, person: Person, fitted: Fit, seed: int) -> Light:
    """Show skin, in the light of the old clothes, where they are not covered by the new."""
    solid, known = fitted.bared > 0.5, person.skin > 0.9
    if not solid.any() or not known.any():
        return before
    relief = _relief(before, person)
    skin = np.broadcast_to(np.median(before[known], axis=0), before.shape)
    shown = _lit(np.ascontiguousarray(skin, np.float32), relief, solid, seed)
    return mix(before, shown * fitted.shade[..., None], fitted.bared)


def _cleared(before: Light, person: Person, erased: Light) -> Light:
    """Go on with the background where old clothes stood off the body."""
    if not (erased > 0.5).any():
        return before
    factor = min(1.0, GROUND_SIDE / max(erased.shape))
    size = round(erased.shape[1] * factor), round(erased.shape[0] * factor)
    unknown = cv2.resize(np.maximum(erased, person.body), size, interpolation=cv2.INTER_AREA)
    small = cv2.resize(to_pixels(before), size, interpolation=cv2.INTER_AREA)
    hidden = cv2.dilate((unknown > 0.1).astype(np.uint8), np.ones((3, 3), np.uint8))
    ground = cv2.inpaint(small, hidden, 3, cv2.INPAINT_TELEA)
    large = cv2.resize(to_light(ground), erased.shape[::-1], interpolation=cv2.INTER_LINEAR)
    return mix(before, large, erased)


def _warped(garment: Garment, solid: Mask, waist: float, length: float) -> Light:
    """Map every row of the worn area, edge to edge, to the row of the garment at that height.

    Where the picture ends before the garment would, after ``length`` pixels, its hem is not shown.
    """
    rows = np.flatnonzero(solid.any(axis=1))
    left, right = edges_by_row(solid)
    height, width = solid.shape
    long = rows[-1] - rows[0]
    long = max(long, length) if rows[-1] >= height - 3 else long
    share = np.clip((np.arange(height) - rows[0]) / max(1, long), 0, 1)
    down = share * (len(garment.left) - 1)
    start = np.interp(down, np.arange(len(garment.left)), garment.left)
    end = np.interp(down, np.arange(len(garment.right)), garment.right)
    across = (np.arange(width) - left[:, None]) / np.maximum(right - left, 1)[:, None]
    gathered = 1 + waist * np.exp(-(((share - 0.55) / 0.2) ** 2))
    across = 0.5 + (across - 0.5) * gathered[:, None]
    x = start[:, None] + across * (end - start)[:, None]
    bow = 0.02 * (across - 0.5) ** 2 * 4 * len(garment.left)  # rows sag in the middle of a body
    y = down[:, None] - bow + 0.005 * len(garment.left)
    moved: Light = cv2.remap(
        _matching(garment.rgb, len(rows) / len(garment.left)),
        x.astype(np.float32),
        y.astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return moved


def _matching(rgb: Light, factor: float) -> Light:
    """Blur what will be shrunk, so that stripes and prints do not alias."""
    return blur(rgb, 0.4 / factor) if factor < 0.8 else rgb


def _relief(before: Light, person: Person) -> Light:
    """Return lightness relative to that of each old material: light and folds, without its dye.

    Dark cloth and cloth with a pattern tell little of the light, and their edges nothing.
    """
    plane = luma(before)
    relief: Light = np.ones(plane.shape, np.float32)
    edge = 0.02 * person.head[3]
    for part in (person.skin, person.upper, person.lower):
        inner = part > 0.9
        if not inner.any():
            continue
        level = float(np.median(plane[inner]))
        spread = float(np.subtract(*np.percentile(plane[inner], (80, 20)))) / max(level, 0.05)
        trust = float(np.clip((level - 0.06) / 0.24, 0, 1)) * min(1.0, PATTERN / max(spread, 0.01))
        within = np.clip(blur(inner.astype(np.float32), edge) * 2 - 1, 0, 1)
        relative = np.clip(plane / max(level, 0.05), 0.4, 1.5) - 1
        relief += trust * within * relative
    return relief * np.float32(0.5)


def _lit(cloth: Light, plane: Light, solid: Mask, seed: int) -> Light:
    """Shade cloth by a plane of light and folds of what was worn there, and by a few own folds.

    A worn pattern would look like folds: the rougher it is, the less of its detail is taken.
    """
    level = float(np.median(plane[solid]))
    size = float(np.sqrt(solid.sum()))
    weight = blur(solid.astype(np.float32), size / 10) + np.float32(1e-3)
    broad = blur(plane * solid, size / 10) / weight
    light = np.clip(broad / max(level, 0.04), 0.55, 1.5) ** np.float32(0.6)
    fine_weight = blur(solid.astype(np.float32), size / 90) + np.float32(1e-3)
    folds = blur(plane * solid, size / 90) / fine_weight - broad
    rough = float(np.abs(folds[solid]).mean()) / max(level, 0.1)
    share = float(np.clip(0.08 / max(rough, 0.02), 0.15, 1.0))
    rng = np.random.default_rng([seed, 11])
    own = clouds(rng, *_stretched(plane.shape, size)) if size > 8 else np.full(plane.shape, 0.5)
    own_folds = cv2.resize(np.asarray(own, np.float32), plane.shape[::-1]) - np.float32(0.5)
    lab = to_lab(clip(cloth))
    shade = light * (1 + share * folds / max(level, 0.15) * 0.8) * (1 + 0.07 * own_folds)
    lab[..., 0] = np.clip(lab[..., 0] * np.clip(shade, 0.4, 1.5), 0, 100)
    edge = ndimage.distance_transform_edt(solid)
    turned = 0.82 + 0.18 * smoothstep(0.0, size / 12, edge.astype(np.float32))
    lab[..., 0] *= turned
    return from_lab(lab)


def _stretched(shape: tuple[int, ...], size: float) -> tuple[int, int, float]:
    """Return height, width and cell of noise that, resized, makes folds which hang down."""
    return max(8, shape[0] // 3), shape[1], max(4.0, size / 9)
