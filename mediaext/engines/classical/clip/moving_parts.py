"""Which parts of a picture are leaves, water, fire; by colour, place and smoothness."""

from typing import Any

import cv2
import numpy as np

Pixels = np.ndarray[Any, np.dtype[np.uint8]]
Floats = np.ndarray[Any, np.dtype[np.float32]]


def leaves(rgb: Pixels) -> Floats:
    """Return how leafy each place is, float32 (height, width), 0 to 1: green to yellow."""
    hue, strength, light = _hsv(rgb)
    return _soft((hue > 28) & (hue < 92) & (strength > 0.18) & (light > 0.12))


def water(rgb: Pixels, alpha: Floats) -> Floats:
    """Return how likely each place is water: low, no subject, and blue or striped across.

    Ripples are seen aslant, so brightness changes downwards more than across. Where nothing is,
    the lower third is taken: a wish for water is a wish to see something flow.
    """
    hue, strength, light = _hsv(rgb)
    row = np.linspace(0, 1, rgb.shape[0], dtype=np.float32)[:, None]
    cool = ((hue > 78) & (hue < 132) & (strength > 0.12)) | ((strength < 0.1) & (light > 0.3))
    gray = cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY).astype(np.float32) / 255
    around = (max(15, rgb.shape[1] // 12) | 1, max(9, rgb.shape[0] // 24) | 1)
    across, down = (
        cv2.blur(np.abs(cv2.Sobel(gray, cv2.CV_32F, *axis)), around) for axis in ((1, 0), (0, 1))
    )
    striped = (down > 1.6 * across) & (down > 0.02)
    found = ((cool & (across < 0.2)) | striped) & (row > 0.35) & (alpha < 0.3)
    if found.mean() < 0.04:
        found = (row > 0.67) & (alpha < 0.3)
    solid = cv2.morphologyEx(found.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
    return _soft(cv2.morphologyEx(solid, cv2.MORPH_OPEN, np.ones((7, 7), np.uint8)) > 0)


def fire(rgb: Pixels) -> Floats:
    """Return how likely each place burns: very bright, red over green over blue."""
    pixels = rgb.astype(np.int16)
    red, green, blue = pixels[..., 0], pixels[..., 1], pixels[..., 2]
    return _soft((red > 170) & (red > green + 15) & (green > blue + 10) & (red - blue > 70))


def highlights(rgb: Pixels, count: int, apart: int) -> Floats:
    """Return up to ``count`` small bright spots, (N, 2) as x and y, ``apart`` pixels apart."""
    light = cv2.GaussianBlur(rgb.max(axis=2).astype(np.float32), (0, 0), 1.5)
    crisp = light - cv2.GaussianBlur(light, (0, 0), 12)
    peaks = (crisp == cv2.dilate(crisp, np.ones((2 * apart + 1,) * 2, np.uint8))) & (crisp > 8)
    rows, columns = np.nonzero(peaks)
    order = np.lexsort((columns, rows, -crisp[rows, columns]))[:count]
    return np.stack([columns[order], rows[order]], axis=1).astype(np.float32)


def _hsv(rgb: Pixels) -> tuple[Floats, Floats, Floats]:
    """Return hue (0 to 180), saturation and value (0 to 1)."""
    hue, strength, light = cv2.split(cv2.cvtColor(rgb, cv2.COLOR_RGB2HSV).astype(np.float32))
    return hue, strength / 255, light / 255


def _soft(mask: Any) -> Floats:
    sigma = 0.008 * max(mask.shape)
    soft: Floats = cv2.GaussianBlur(mask.astype(np.float32), (0, 0), sigma)
    return soft
