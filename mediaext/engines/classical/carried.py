"""Find what a person carries: a helmet or a bag is part of the subject and no clothing."""

from typing import Any

import cv2
import numpy as np
from scipy import ndimage

Pixels = np.ndarray[Any, np.dtype[np.uint8]]
Floats = np.ndarray[Any, np.dtype[np.float32]]
Mask = np.ndarray[Any, np.dtype[np.bool_]]
SMALLEST = 50  # pixels: clothing of which more can be said
TONES = 4  # colours that clothing is thought to have
SLEEVE = 1.8  # heads below the crown: sleeves begin higher
TALL = 2.2  # heads: a higher thing is a leg or a coat
BESIDE = 0.75  # of a carried thing's part is further than a head's width from the middle
LEAST = 0.01  # of the clothing: smaller parts are patterns
LIKE = 14.0, 70.0  # distances in a and b, and in lightness, 0 to 255: a sleeve's own colour
OWN = 0.5  # of what is worn higher up in a colour: a sleeve has it too
BRIDGE = 8  # pixels between parts of one thing


def find_carried(rgb: Pixels, clothes: Mask, head: tuple[float, float, float, float]) -> Mask:
    """Return what is held low beside the trunk, in colours that end there.

    ``clothes`` (height, width) may hold it; ``head`` is (left, top, width, height) in pixels.
    """
    carried = np.zeros_like(clothes)
    if clothes.sum() < SMALLEST:
        return carried
    left, top, width, height = head
    away = np.abs(np.arange(clothes.shape[1]) - (left + width / 2)) > width
    lab = cv2.cvtColor(rgb, cv2.COLOR_RGB2LAB).astype(np.float32)
    tones = _tones(lab, clothes)
    high = clothes & (np.arange(len(clothes)) < top + SLEEVE * height)[:, None]
    worn = lab[high] if high.sum() > SMALLEST else np.zeros((0, 3), np.float32)
    for tone in range(TONES):
        labels, count = ndimage.label(ndimage.binary_opening(tones == tone))
        for number in range(1, count + 1):
            part = labels == number
            low = np.flatnonzero(part.any(axis=1))[0] > top + SLEEVE * height
            large = part.sum() > LEAST * clothes.sum()
            aside = (part & away).sum() > BESIDE * part.sum()
            if low and large and aside and not _alike(np.median(lab[part], axis=0), worn):
                carried |= part
    padded = np.pad(carried, BRIDGE, mode="edge")
    closed = ndimage.binary_closing(padded, iterations=BRIDGE)[BRIDGE:-BRIDGE, BRIDGE:-BRIDGE]
    filled = ndimage.binary_fill_holes(closed) & (clothes | carried)
    _, labels, facts, _ = cv2.connectedComponentsWithStats(filled.astype(np.uint8))
    return np.asarray(filled & (facts[:, cv2.CC_STAT_HEIGHT] < TALL * height)[labels], bool)


def _alike(colour: Floats, worn: Floats) -> bool:
    """Say whether most of what is worn higher up has a colour, light and shade aside."""
    apart = np.abs(worn - colour)
    same = (np.hypot(apart[:, 1], apart[:, 2]) < LIKE[0]) & (apart[:, 0] < LIKE[1])
    return bool(same.size and same.mean() > OWN)


def _tones(lab: Floats, clothes: Mask) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Return the number of each pixel's colour, and -1 beside the clothing."""
    ending = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 1.0)
    cv2.setRNGSeed(1)
    found = cv2.kmeans(lab[clothes], TONES, np.empty(0), ending, 1, cv2.KMEANS_PP_CENTERS)[1]
    tones = np.full(clothes.shape, -1)
    tones[clothes] = found.ravel()
    return tones
