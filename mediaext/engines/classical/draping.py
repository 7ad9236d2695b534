"""Drape a flat garment over a body: row by row from edge to edge, in the body's own light."""

from dataclasses import dataclass
from typing import Any, Self

import cv2
import numpy as np
from scipy import ndimage

from mediaext.engines.classical.colour import match_tones, tones
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
from mediaext.engines.classical.people import Person

Pixels = np.ndarray[Any, np.dtype[np.uint8]]
Mask = np.ndarray[Any, np.dtype[np.bool_]]
KNEE = 5.6  # heads below the crown: where a skirt may end


@dataclass(frozen=True, slots=True)
class Garment:
    """A garment cut out: RGB that runs on beyond its edge, and the left and right edge by row."""

    rgb: Light
    left: Light
    right: Light

    @classmethod
    def cropped(cls, rgb: Pixels, alpha: Light) -> Self:
        """Crop to the garment, let its colours run on outside, and measure its edges."""
        inside = ndimage.binary_opening(alpha > 0.6, iterations=2) | (alpha > 0.9)
        rows, columns = np.flatnonzero(inside.any(axis=1)), np.flatnonzero(inside.any(axis=0))
        box = slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1)
        inside, part = inside[box], rgb[box]
        core = ndimage.binary_erosion(inside, iterations=2)
        core = core if core.any() else inside
        nearest = ndimage.distance_transform_edt(
            ~core, return_distances=False, return_indices=True
        )
        left, right = edges_by_row(inside)
        return cls(to_light(part[nearest[0], nearest[1]]), left, right)


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
    *,
    region: str,
    corrected: str,
    tone: float,
    waist: float,
    flared: bool,
    seed: int,
) -> Pixels:
    """Return the person in the garment; nothing outside the worn area changes.

    ``corrected`` is the region in which ``tone`` (0..1) matches the garment to the photo's light;
    ``waist`` is how far the cloth is gathered there.
    """
    area = worn_area(person, region, flared)
    solid = area > 0.5
    if solid.sum() < 50:
        area = person.body * (1 - np.maximum(person.skin, person.hair))
        solid = area > 0.5
    before = to_light(rgb)
    if solid.sum() < 50:
        return rgb
    length = {"upper": 2.6, "lower": 3.9, "full": 5.2}[region] * person.head[3]
    cloth = _warped(garment, solid, waist, length)
    light = _lit(cloth, before, solid, seed)
    scope = {"upper": person.upper, "lower": person.lower, "full": person.clothing}[corrected]
    if region == corrected:
        scope = np.maximum(scope, area)
    if tone > 0:
        mask = np.ascontiguousarray(area, np.float32)
        matched = match_tones(to_pixels(light), tones(rgb), 0.45 * tone, mask)
        light = mix(light, to_light(matched), blur(scope, 2.0))
    return to_pixels(mix(before, clip(light), area))


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


def _lit(cloth: Light, before: Light, solid: Mask, seed: int) -> Light:
    """Shade the cloth with the light and the folds of what was worn there, and a few own folds.

    A worn pattern would look like folds: the rougher it is, the less of its detail is taken.
    """
    plane = luma(before)
    level = float(np.median(plane[solid]))
    size = float(np.sqrt(solid.sum()))
    weight = blur(solid.astype(np.float32), size / 14) + np.float32(1e-3)
    broad = blur(plane * solid, size / 14) / weight
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
