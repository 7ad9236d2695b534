"""Enlarge pixels and make them sharper.

Lightness goes through a small convolutional network (Shi et al., 2016) of ten thousand weights,
which adds what a bicubic enlargement lacks. Colour, to which the eye is blunter, is enlarged
plainly. Large pictures are made in tiles.
"""

import cv2
import numpy as np

from mediaext.engines.base import Context
from mediaext.engines.classical.arrays import Floats, Pixels
from mediaext.engines.classical.networks import ask_network

TILE = 512  # pixels of the small picture, which bounds the memory
REACH = 10  # pixels that the network sees about one, and so the overlap of tiles
OVERSHOOT = 0.06  # of the local range: more than that beside an edge is seen as a halo


def enlarge(rgb: Pixels, scale: int, context: Context | None = None) -> Pixels:
    """Enlarge uint8 RGB pixels (height, width, 3) ``scale`` times, 1 to 4; 1 enhances only."""
    context = context or Context()
    height, width = rgb.shape[:2]
    large = np.empty((height * scale, width * scale, 3), np.uint8)
    corners = [(y, x) for y in range(0, height, TILE) for x in range(0, width, TILE)]
    for done, (top, left) in enumerate(corners):
        context.progress(0.1 + 0.7 * done / len(corners), "Enlarging")
        bottom, right = min(top + TILE, height), min(left + TILE, width)
        above, before = min(top, REACH), min(left, REACH)
        part = rgb[top - above : bottom + REACH, left - before : right + REACH]
        made = _enlarge_tile(part, scale)
        inner = made[above * scale :, before * scale :]
        rows, columns = (bottom - top) * scale, (right - left) * scale
        large[top * scale : bottom * scale, left * scale : right * scale] = inner[:rows, :columns]
    return large


def _enlarge_tile(rgb: Pixels, scale: int) -> Pixels:
    size = rgb.shape[1] * scale, rgb.shape[0] * scale
    luma = cv2.cvtColor(rgb, cv2.COLOR_RGB2YCrCb)
    plain = cv2.resize(luma.astype(np.float32), size, interpolation=cv2.INTER_CUBIC)
    plain[..., 0] = _bounded(plain[..., 0] + 255 * _residual(luma[..., 0], scale), luma[..., 0])
    coded = plain.round().clip(0, 255).astype(np.uint8)
    tile: Pixels = cv2.cvtColor(coded, cv2.COLOR_YCrCb2RGB)
    return tile


def _bounded(made: Floats, luma: Pixels) -> Floats:
    """Hold what was made near the range of the pixels about each place, so that no halo shows."""
    around = np.ones((3, 3), np.uint8)
    low, high = (way(luma, around).astype(np.float32) for way in (cv2.erode, cv2.dilate))
    slack = OVERSHOOT * (high - low) + 2
    size = made.shape[1], made.shape[0]
    floor, ceiling = (cv2.resize(bound, size) for bound in (low - slack, high + slack))
    bounded: Floats = np.clip(made, floor, ceiling)
    return bounded


def _residual(luma: Pixels, scale: int) -> Floats:
    """Run the network on lightness (height, width); its ``scale**2`` channels are interleaved."""
    height, width = luma.shape
    padded = np.pad(luma, REACH, mode="edge").astype(np.float32) / np.float32(255)
    whole = ask_network(f"upscale_{scale}", padded[None, None])
    found = whole[0, :, REACH : REACH + height, REACH : REACH + width]
    blocks = found.reshape(scale, scale, height, width).transpose(2, 0, 3, 1)
    residual: Floats = blocks.reshape(height * scale, width * scale)
    return residual
