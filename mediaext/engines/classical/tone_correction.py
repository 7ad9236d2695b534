"""Move the tones of one picture towards those of another, in CIELAB."""

import cv2
import numpy as np

from mediaext.engines.classical.arrays import Floats, Pixels

MEASURED = 60_000  # pixels that are enough for a mean
STRIP = 256  # rows worked on at once, which bounds the memory
SPREAD_BOUNDS = 0.6, 1.6  # how far contrast may be stretched, or noise and banding would show


def to_lab(rgb: Pixels) -> Floats:
    """Convert uint8 RGB to float32 CIELAB: L 0 to 100, a and b about -127 to 127."""
    lab: Floats = cv2.cvtColor(rgb.astype(np.float32) / 255, cv2.COLOR_RGB2LAB)
    return lab


def from_lab(lab: Floats) -> Pixels:
    """Convert float32 CIELAB to uint8 RGB; what lies outside sRGB is clipped."""
    rgb = cv2.cvtColor(lab.astype(np.float32), cv2.COLOR_LAB2RGB)
    pixels: Pixels = (rgb.clip(0, 1) * 255).round().astype(np.uint8)
    return pixels


def tones(rgb: Pixels, weight: Floats | None = None) -> tuple[Floats, Floats]:
    """Return mean and standard deviation a CIELAB channel, pixels counted by ``weight``.

    A large picture is measured on a grid of about :data:`MEASURED` pixels.
    """
    step = max(1, int(np.sqrt(rgb.shape[0] * rgb.shape[1] / MEASURED)))
    lab = to_lab(np.ascontiguousarray(rgb[::step, ::step])).reshape(-1, 3)
    share = np.ones(len(lab)) if weight is None else weight[::step, ::step].ravel() + 1e-6
    share /= share.sum()
    mean = share @ lab
    return mean.astype(np.float32), np.sqrt(share @ (lab - mean) ** 2).astype(np.float32)


def match_tones(
    rgb: Pixels,
    target: tuple[Floats, Floats],
    strength: float,
    weight: Floats | None = None,
) -> Pixels:
    """Move the colours of ``rgb`` towards the ``tones`` of another picture.

    ``strength`` 0 returns the pixels unchanged, 1 matches means and (within bounds) spreads, in
    CIELAB (Reinhard et al., 2001). ``weight`` (height, width) says which pixels are measured.
    """
    if strength <= 0:
        return rgb
    mean, spread = tones(rgb, weight)
    stretch = (target[1] / np.maximum(spread, 1.0)).clip(*SPREAD_BOUNDS)
    matched = np.empty_like(rgb)
    for top in range(0, len(rgb), STRIP):
        lab = to_lab(rgb[top : top + STRIP])
        moved = (lab - mean) * stretch + target[0]
        matched[top : top + STRIP] = from_lab(lab + np.float32(strength) * (moved - lab))
    return matched
