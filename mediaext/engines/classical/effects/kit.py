"""Image arithmetic that the effects share; light is float32 RGB in 0..1."""

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np

from mediaext.engines.classical.arrays import Pixels

Light = np.ndarray[Any, np.dtype[np.floating[Any]]]
"""Float32 RGB of shape (height, width, 3) in 0..1, or one plane of shape (height, width)."""
LUMA = np.array([0.299, 0.587, 0.114], dtype=np.float32)  # ITU-R BT.601


def to_light(pixels: Pixels) -> Light:
    """Turn uint8 into float32 in 0..1."""
    return np.multiply(pixels, np.float32(1 / 255), dtype=np.float32)


def to_pixels(light: Light) -> Pixels:
    """Turn float32 in 0..1 into uint8, rounded."""
    scaled = np.multiply(light, np.float32(255))
    scaled += np.float32(0.5)
    np.clip(scaled, 0, 255, out=scaled)
    return scaled.astype(np.uint8)


def in_strips(work: Callable[[Light], Light], rgb: Light, rows: int = 512) -> Light:
    """Apply a function of single pixels strip by strip, in place: memory stays small."""
    for top in range(0, rgb.shape[0], rows):
        rgb[top : top + rows] = work(rgb[top : top + rows])
    return rgb


def clip(light: Light) -> Light:
    """Bring values back to 0..1, in place."""
    return np.clip(light, 0, 1, out=light)


def luma(rgb: Light) -> Light:
    """Return the lightness plane."""
    plane: Light = cv2.transform(rgb, LUMA[None])
    return plane.reshape(rgb.shape[:2])


def to_lab(rgb: Light) -> Light:
    """Return CIE L*a*b*: L 0..100, a and b about -127..127."""
    lab: Light = cv2.cvtColor(rgb, cv2.COLOR_RGB2LAB)
    return lab


def from_lab(lab: Light) -> Light:
    """Return RGB from CIE L*a*b*, clipped."""
    rgb: Light = cv2.cvtColor(lab, cv2.COLOR_LAB2RGB)
    return clip(rgb)


def blur(light: Light, sigma: float) -> Light:
    """Blur with a Gaussian of ``sigma`` pixels; wide ones at reduced size, which looks alike."""
    if sigma < 0.2:
        return light.copy()
    shrink = max(1, int(sigma / 6))
    if shrink == 1:
        blurred: Light = cv2.GaussianBlur(light, (0, 0), sigma, borderType=cv2.BORDER_REFLECT)
        return blurred
    height, width = light.shape[:2]
    small = resize(light, max(1, width // shrink), max(1, height // shrink))
    small = cv2.GaussianBlur(small, (0, 0), sigma / shrink, borderType=cv2.BORDER_REFLECT)
    return resize(small, width, height)


def resize(light: Light, width: int, height: int) -> Light:
    """Resize by area averages when shrinking, bilinearly when enlarging."""
    smaller = width * height < light.shape[0] * light.shape[1]
    way = cv2.INTER_AREA if smaller else cv2.INTER_LINEAR
    resized: Light = cv2.resize(light, (width, height), interpolation=way)
    return resized


def mix(under: Light, over: Light, share: Light | float) -> Light:
    """Blend ``over`` onto ``under``; ``share`` is one number or a plane in 0..1."""
    weight = np.float32(share) if isinstance(share, float | int) else share
    if isinstance(weight, np.ndarray) and under.ndim == 3 and weight.ndim == 2:
        weight = weight[..., None]
    mixed: Light = over - under
    mixed *= weight
    mixed += under
    return mixed


def smoothstep(low: float, high: float, values: Light) -> Light:
    """Rise smoothly from 0 at ``low`` to 1 at ``high``."""
    ramp: Light = np.clip((values - np.float32(low)) / np.float32(high - low), 0, 1)
    return ramp * ramp * (3 - 2 * ramp)


def noise(rng: np.random.Generator, height: int, width: int, cell: float = 1.0) -> Light:
    """Return smooth noise in about 0..1 whose features are ``cell`` pixels wide."""
    rows, columns = max(2, round(height / cell)), max(2, round(width / cell))
    coarse = rng.random((rows, columns), dtype=np.float32)
    fine: Light = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
    return fine


def clouds(rng: np.random.Generator, height: int, width: int, cell: float) -> Light:
    """Return fractal noise in 0..1: five octaves, the widest ``cell`` pixels."""
    total = np.zeros((height, width), dtype=np.float32)
    for octave in range(5):
        total += noise(rng, height, width, max(1.0, cell / 2**octave)) * np.float32(0.5**octave)
    low, high = float(total.min()), float(total.max())
    return (total - np.float32(low)) / np.float32(max(high - low, 1e-6))


def grid(height: int, width: int) -> tuple[Light, Light]:
    """Return the planes y and x in 0..1, as a column and a row that broadcast."""
    rows = np.linspace(0, 1, height, dtype=np.float32)[:, None]
    columns = np.linspace(0, 1, width, dtype=np.float32)[None, :]
    return rows, columns


def unit(rgb: Light) -> float:
    """Return the length that effects scale with: 1 where the sides average 1000 pixels."""
    return float(rgb.shape[0] + rgb.shape[1]) / 2000


def edges(plane: Light, sigma: float) -> Light:
    """Return the gradient magnitude of a plane, blurred by ``sigma`` first."""
    soft = blur(plane, sigma)
    across: Light = cv2.Sobel(soft, cv2.CV_32F, 1, 0, ksize=3)
    down: Light = cv2.Sobel(soft, cv2.CV_32F, 0, 1, ksize=3)
    magnitude: Light = np.hypot(across, down)  # cv2.magnitude rounds by where its input lies
    return magnitude


def lines(plane: Light, sigma: float, sharpness: float = 30.0, level: float = 0.0) -> Light:
    """Return dark lines, 0 = ink and 1 = paper: the extended difference of Gaussians.

    After Winnemoeller, Kyprianidis and Olsen (2012), "XDoG".
    """
    narrow, wide = blur(plane, sigma), blur(plane, 1.6 * sigma)
    difference: Light = narrow - np.float32(0.98) * wide - np.float32(level)
    drawn: Light = np.where(
        difference >= 0, np.float32(1), 1 + np.tanh(difference * np.float32(sharpness))
    ).astype(np.float32)
    return clip(drawn)
