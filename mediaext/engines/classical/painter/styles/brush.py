"""Styles made with a brush: watercolour, oil, crayon."""

from typing import Any

import cv2
import numpy as np

from mediaext.engines.classical.painter.textures import noise

Pixels = np.ndarray[Any, np.dtype[np.uint8]]
Floats = np.ndarray[Any, np.dtype[np.float32]]


def as_pixels(values: Floats) -> Pixels:
    """Round 0 to 1 values to bytes."""
    made: Pixels = np.clip(values * 255 + 0.5, 0, 255).astype(np.uint8)
    return made


def paper(rng: np.random.Generator, height: int, width: int, cell: float = 5) -> Floats:
    """Return the relief of drawing paper about 0."""
    return noise(rng, height, width, cell, 2) + 0.35 * noise(rng, height, width, 60, 2)


def kuwahara(picture: Pixels, radius: int) -> Floats:
    """Smooth to patches with sharp edges: each pixel takes the calmest of four corner windows."""
    values = picture.astype(np.float32) / 255
    grey = cv2.cvtColor(values, cv2.COLOR_RGB2GRAY)
    size = (radius + 1, radius + 1)
    mean = cv2.blur(values, size, anchor=(0, 0))
    first = cv2.blur(grey, size, anchor=(0, 0))
    spread = cv2.blur(grey * grey, size, anchor=(0, 0)) - first * first
    best, least = None, None
    for dy, dx in ((0, 0), (0, radius), (radius, 0), (radius, radius)):
        shift = np.array([[1, 0, dx], [0, 1, dy]], np.float32)
        moved = [
            cv2.warpAffine(part, shift, grey.shape[::-1], borderMode=cv2.BORDER_REFLECT)
            for part in (mean, spread)
        ]
        if best is None or least is None:
            best, least = moved
            continue
        calm = moved[1] < least
        best[calm] = moved[0][calm]
        least = np.minimum(least, moved[1])
    made: Floats = np.asarray(
        picture.astype(np.float32) / 255 if best is None else best, np.float32
    )
    return made


def watercolour(picture: Pixels, rng: np.random.Generator, detail: float) -> Pixels:
    """Lay transparent washes: pale, pooled at edges, granulated, bleeding, on white paper."""
    height, width = picture.shape[:2]
    unit = min(height, width) / 1024
    wander = noise(rng, height, width, 40 * unit + 4, 3) * 5 * unit
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    bled = cv2.remap(
        picture,
        x + wander,
        y + np.roll(wander, 31, 1),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REFLECT,
    )
    wash = kuwahara(bled, max(2, round((11 - 7 * detail) * unit)))
    grey = cv2.cvtColor(wash, cv2.COLOR_RGB2GRAY)
    pool = cv2.GaussianBlur(grey, (0, 0), 2.5 * unit + 0.6) - grey
    wash = (
        1
        - (1 - wash)
        * 0.88
        * (1 + 2.0 * np.clip(pool, 0, 0.3) + 0.13 * noise(rng, height, width, 120 * unit + 4, 3))[
            ..., None
        ]
    )
    wash = np.clip(0.06 + 0.96 * wash, 0, 1) ** 0.82
    wash *= (1 + 0.045 * paper(rng, height, width))[..., None]
    edge = np.minimum(np.minimum(x, width - 1 - x), np.minimum(y, height - 1 - y)) / (
        min(height, width) * 0.05 + 1
    )
    shown = np.clip((edge - 0.55 + 0.5 * noise(rng, height, width, 50 * unit + 4, 4)) * 3.2, 0, 1)[
        ..., None
    ]
    return as_pixels(
        wash * shown + (0.975 + 0.02 * paper(rng, height, width))[..., None] * (1 - shown)
    )


def oil(picture: Pixels, rng: np.random.Generator, detail: float) -> Pixels:
    """Lay thick strokes along the forms, lit as relief."""
    height, width = picture.shape[:2]
    unit = min(height, width) / 1024
    base = kuwahara(picture, max(2, round((10 - 6 * detail) * unit)))
    grey = cv2.GaussianBlur(cv2.cvtColor(base, cv2.COLOR_RGB2GRAY), (0, 0), 7 * unit + 0.5)
    along_x, along_y = _flow(grey, 14 * unit + 1)
    bristle = _smear(noise(rng, height, width, 3.2, 2), along_x, along_y, 2.4 * unit + 0.6, 6)
    base = _smear(base, along_x, along_y, 2.2 * unit + 0.4, 3)
    relief = cv2.GaussianBlur(bristle + 1.6 * cv2.cvtColor(base, cv2.COLOR_RGB2GRAY), (0, 0), 0.8)
    shine = cv2.Sobel(relief, cv2.CV_32F, 1, 1, ksize=3)
    base = base * (1 + 0.11 * bristle[..., None]) + 0.045 * shine[..., None]
    grey3 = base.mean(2, keepdims=True)
    return as_pixels(np.clip(grey3 + (base - grey3) * 1.18, 0, 1))


def _flow(grey: Floats, spread: float) -> tuple[Floats, Floats]:
    dx, dy = cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)
    xx, yy, xy = (cv2.GaussianBlur(part, (0, 0), spread) for part in (dx * dx, dy * dy, dx * dy))
    angle = 0.5 * np.arctan2(2 * xy, xx - yy) + np.pi / 2
    return np.cos(angle).astype(np.float32), np.sin(angle).astype(np.float32)


def _smear(values: Floats, along_x: Floats, along_y: Floats, step: float, times: int) -> Floats:
    height, width = values.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    total = values.copy()
    for k in range(1, times // 2 + 1):
        for side in (-1, 1):
            total += cv2.remap(
                values,
                x + along_x * (side * k * step),
                y + along_y * (side * k * step),
                cv2.INTER_LINEAR,
                borderMode=cv2.BORDER_REFLECT,
            )
    made: Floats = np.asarray(total / (1 + 2 * (times // 2)), np.float32)
    return made


def crayon(picture: Pixels, rng: np.random.Generator, detail: float) -> Pixels:
    """Rub soft colour over the tooth of the paper."""
    height, width = picture.shape[:2]
    unit = min(height, width) / 1024
    base = kuwahara(picture, max(2, round((9 - 5 * detail) * unit)))
    streak = noise(rng, height, width, 7 * unit + 2, 2, stretch=6)
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), 38, 1.5)
    streak = cv2.warpAffine(streak, turn, (width, height), borderMode=cv2.BORDER_REFLECT)
    tooth = 0.55 * streak + 0.75 * paper(rng, height, width, 4)
    cover = np.clip(1.0 - 0.38 * np.clip(tooth - 0.05, 0, 1.1), 0.4, 1)[..., None]
    bright = np.clip(base * 1.04 + 0.03, 0, 1) ** 0.9
    return as_pixels(bright * cover + np.array([0.965, 0.945, 0.9], np.float32) * (1 - cover))
