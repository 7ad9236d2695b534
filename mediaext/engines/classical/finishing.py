"""Finish an edit: blend a palette, refine detail, round with dither."""

from typing import Any

import numpy as np

from mediaext.engines.classical.arrays import Pixels
from mediaext.engines.classical.effects.adjustments import sharpened
from mediaext.engines.classical.effects.kit import Light, in_strips, to_light, to_pixels
from mediaext.engines.classical.palettes import blend_palette

FAST_STEPS = 8  # the specification's number of steps of fast inference


def thin(plane: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Take every n-th pixel, so that measuring colours costs little."""
    step = max(1, int(np.sqrt(plane.shape[0] * plane.shape[1] / 200_000)))
    return plane[::step, ::step]


def blend_palette_in_strips(rgb: Light, palette: list[str], share: float) -> Light:
    """Blend palette colours into light, strip by strip."""
    return in_strips(
        lambda part: to_light(blend_palette(to_pixels(part), palette, share)), rgb, 256
    )


def refined(rgb: Light, steps: int) -> Light:
    """Sharpen or soften fine detail as the number of steps says; ``FAST_STEPS`` change nothing."""
    fineness = 0.22 * float(np.log2(steps / FAST_STEPS))
    return sharpened(rgb, fineness, 1.0) if fineness else rgb


def dithered(rgb: Light, seed: int) -> Pixels:
    """Round with a little seeded noise, which hides banding and leaves exact values exact."""
    rng = np.random.default_rng([seed, 1])
    pixels = np.empty(rgb.shape, np.uint8)
    for top in range(0, rgb.shape[0], 512):
        part = rgb[top : top + 512] * np.float32(255)
        part += rng.random(part.shape, dtype=np.float32) * np.float32(0.4) + np.float32(0.3)
        pixels[top : top + 512] = np.clip(part, 0, 255).astype(np.uint8)
    return pixels
