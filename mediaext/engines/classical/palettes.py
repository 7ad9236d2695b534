"""Palettes: the colours of clothing, brand colours derived from them, and blending one in."""

from collections.abc import Sequence
from typing import Any, Literal

import cv2
import numpy as np

from mediaext.engines.classical.arrays import Pixels
from mediaext.engines.classical.colour_names import parse_colour
from mediaext.engines.classical.tone_correction import STRIP, from_lab, to_lab

Floats = np.ndarray[Any, np.dtype[np.floating[Any]]]
Mode = Literal["similar", "complementary", "radical"]
NEUTRAL = 9.0  # chroma below which cloth is gray and has no hue of its own
TURNS: dict[Mode, tuple[float, ...]] = {
    "similar": (0.0,),
    "complementary": (180.0,),
    "radical": (120.0, 240.0),
}
"""Degrees that the hue turns: same family, opposite, the other two corners of the triad."""
BOOST = 1.6  # times the chroma, in the radical mode


def clothing_colours(rgb: Pixels, mask: Floats, count: int = 4) -> Floats:
    """Return the main colours under a mask as CIELAB rows, the most weighty first.

    Weight is area times one and a half for full colour: a red scarf counts more than its size.
    """
    lab = to_lab(rgb)[mask > 0.6]
    if len(lab) < count:
        lab = to_lab(rgb).reshape(-1, 3)
    lab = np.ascontiguousarray(lab[:: max(1, len(lab) // 20_000)], np.float32)
    cv2.setRNGSeed(1)
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 30, 0.3)
    count = min(count, len(lab))
    _, labels, centres = cv2.kmeans(lab, count, None, stop, 3, cv2.KMEANS_PP_CENTERS)
    chroma = np.hypot(centres[:, 1], centres[:, 2])
    shares = np.bincount(labels.ravel(), minlength=count) / len(lab)
    lit = np.clip(centres[:, 0] / 18, 0.25, 1)  # the hue of near black is mostly noise
    weight = shares * (0.35 + np.minimum(chroma, 60) / 40) * lit
    ordered: Floats = centres[np.argsort(-weight, kind="stable")]
    return ordered


def brand_palette(colours: Floats, mode: Mode) -> list[str]:
    """Return hex colours for a background, from the colours of the clothing.

    The hue of the main colour is turned as ``mode`` says; each hue comes light, middle and deep.
    Gray clothing has no hue: ``similar`` stays gray, ``complementary`` is gray of the opposite
    lightness, ``radical`` takes the triad about blue.
    """
    main = colours[0]
    chroma = float(np.hypot(main[1], main[2]))
    hue = float(np.degrees(np.arctan2(main[2], main[1])))
    if chroma < NEUTRAL:
        if mode != "radical":
            light = float(main[0]) if mode == "similar" else 100 - float(main[0])
            return [
                _hexed(level, 2.0, 270.0)
                for level in (min(92.0, light + 22), light, max(12.0, light - 22))
            ]
        hue, chroma = 265.0, 34.0
    boost = BOOST if mode == "radical" else 1.0
    strong = float(np.clip(chroma, 16, 42)) * boost
    return [
        _hexed(level, strong * share, hue + turn)
        for turn in TURNS[mode]
        for level, share in ((82.0, 0.55), (58.0, 1.0), (34.0, 0.8))
    ]


def _hexed(light: float, chroma: float, hue: float) -> str:
    """Return a CIELAB colour given by lightness, chroma and hue in degrees as ``#rrggbb``."""
    angle = np.radians(hue)
    lab = np.array([[[light, chroma * np.cos(angle), chroma * np.sin(angle)]]], np.float32)
    red, green, blue = from_lab(lab)[0, 0]
    return f"#{red:02x}{green:02x}{blue:02x}"


def mean_hue(rgb: Pixels, mask: Floats) -> tuple[float, float]:
    """Return the mean hue (degrees in CIELAB, weighted by chroma) and mean chroma under a mask."""
    lab = to_lab(rgb)[mask > 0.5]
    across, up = float(lab[:, 1].sum()), float(lab[:, 2].sum())
    chroma = float(np.hypot(lab[:, 1], lab[:, 2]).mean())
    return float(np.degrees(np.arctan2(up, across))) % 360, chroma


def told(palette: Sequence[str]) -> str:
    """Return the palette as words for a prompt."""
    return "in " + ", ".join(palette)


def blend_palette(rgb: Pixels, palette: Sequence[str], strength: float) -> Pixels:
    """Draw the hue of every pixel towards the palette colour that is nearest in lightness and hue.

    Lightness is kept, so shapes and light stay; ``strength`` is 0 to 1.
    """
    if not palette or strength <= 0:
        return rgb
    brand = to_lab(np.array([[parse_colour(text) for text in palette]], np.uint8))[0]
    blended = np.empty_like(rgb)
    for top in range(0, len(rgb), STRIP):
        lab = to_lab(rgb[top : top + STRIP])
        lab[..., 1:] += np.float32(strength) * (_nearest_hues(lab, brand) - lab[..., 1:])
        blended[top : top + STRIP] = from_lab(lab)
    return blended


def _nearest_hues(lab: Floats, brand: Floats) -> Floats:
    """Mix the brand's a and b for every pixel, the nearer a colour the more of it."""
    scale = np.array([0.6, 1.0, 1.0], np.float32)
    gaps = np.stack([(((lab - colour) * scale) ** 2).sum(axis=2) for colour in brand])
    share = np.exp(-(gaps - gaps.min(axis=0)) / (2 * 20.0**2))
    share /= share.sum(axis=0)
    hues: Floats = np.einsum("khw,kc->hwc", share, brand[:, 1:])
    return hues
