"""Styles drawn with lines: pencil, ink, chalk, cartoon, blueprint, neon."""

import cv2
import numpy as np

from mediaext.engines.classical.painter.styles.brush import (
    Floats,
    Pixels,
    as_pixels,
    kuwahara,
    paper,
)
from mediaext.engines.classical.painter.textures import noise


def lines(picture: Pixels, width: float, gain: float = 1.0) -> Floats:
    """Return how much line there is, 0 to 1: edges by the difference of two blurs."""
    values = picture.astype(np.float32) / 255
    near = cv2.GaussianBlur(values, (0, 0), max(width, 0.5))
    far = cv2.GaussianBlur(values, (0, 0), max(width, 0.5) * 1.9)
    made: Floats = np.clip((np.abs(far - near).max(2) * 9 * gain - 0.16) * 1.9, 0, 1).astype(
        np.float32
    )
    return made


def _grey(picture: Pixels) -> Floats:
    made: Floats = cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY).astype(np.float32) / 255
    return made


def hatching(
    rng: np.random.Generator, height: int, width: int, turn: float, cell: float
) -> Floats:
    """Return hand-drawn parallel strokes about 0, at ``turn`` degrees."""
    side = int((height * height + width * width) ** 0.5) + 2
    strokes = noise(rng, side, side, max(cell, 2.0), 2, stretch=26)
    turned = cv2.getRotationMatrix2D((side / 2, side / 2), turn, 1)
    turned[:, 2] += (width - side) / 2, (height - side) / 2
    made: Floats = cv2.warpAffine(strokes, turned, (width, height))
    return made


def pencil(picture: Pixels, rng: np.random.Generator, detail: float) -> Pixels:
    """Draw outlines and cross-hatched tones in graphite."""
    height, width = picture.shape[:2]
    unit = min(height, width) / 1024
    grey = cv2.GaussianBlur(_grey(picture), (0, 0), 1.2 * unit + 0.3)
    grey = np.clip((grey - 0.06) / 0.8, 0, 1)
    tone = np.ones_like(grey)
    for turn, level in ((42, 0.92), (-38, 0.6), (8, 0.34)):
        strokes = hatching(rng, height, width, turn, 5.5 * unit)
        depth = np.clip((level - grey) * 1.7, 0, 1)
        tone -= depth * np.clip(0.45 + 0.75 * strokes, 0, 1) * 0.5
    edge = lines(picture, 1.4 * unit + 0.3, 0.8 + 0.5 * detail)
    drawn = np.clip(tone - 0.85 * edge * (0.85 + 0.3 * paper(rng, height, width)), 0.1, 1)
    drawn = drawn * (0.985 + 0.02 * paper(rng, height, width))
    return as_pixels(0.16 + (drawn[..., None] - 0.1) * np.array([0.9, 0.885, 0.85], np.float32))


def ink(picture: Pixels, rng: np.random.Generator, detail: float) -> Pixels:
    """Engrave: black lines that swell in the shade, on cream paper."""
    height, width = picture.shape[:2]
    unit = min(height, width) / 1024
    grey = cv2.GaussianBlur(_grey(picture), (0, 0), 1.5 * unit + 0.4)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    period = max((11 - 4 * detail) * unit, 2.4)
    bend = (
        cv2.GaussianBlur(grey, (0, 0), 14 * unit + 1) * 26 * unit
        + noise(rng, height, width, 90 * unit + 4, 2) * 3 * unit
    )
    wave = 0.5 + 0.5 * np.sin((y * 0.86 + x * 0.5 + bend * 3) * 2 * np.pi / period)
    cross = 0.5 + 0.5 * np.sin((y * 0.7 - x * 0.7 + bend * 2) * 2 * np.pi / period)
    light = np.clip((grey - 0.08) / 0.72, 0, 1)
    black = np.clip((wave - light - 0.06) * 5, 0, 1)
    black = np.maximum(black, np.clip((cross - light * 2 - 0.05) * 5, 0, 1))
    black = np.maximum(black, np.clip(lines(picture, 1.5 * unit + 0.3, 1.2) * 1.5, 0, 1))[
        ..., None
    ]
    return as_pixels(
        np.array([0.965, 0.945, 0.895], np.float32) * (1 - black)
        + np.array([0.08, 0.075, 0.1], np.float32) * black
    )


def chalk(picture: Pixels, rng: np.random.Generator, detail: float) -> Pixels:
    """Draw in coloured chalk on a board."""
    height, width = picture.shape[:2]
    unit = min(height, width) / 1024
    base = kuwahara(picture, max(2, round(6 * unit)))
    streak = np.clip(
        0.5
        + 0.8 * hatching(rng, height, width, 35, 5 * unit)
        + 0.5 * paper(rng, height, width, 3),
        0,
        1,
    )
    amount = np.clip(_grey(picture) * 1.0 - 0.06, 0, 1) * streak + lines(
        picture, 1.8 * unit + 0.3, 1 + detail * 0.4
    ) * (0.4 + 0.7 * streak)
    dust = 0.05 * noise(rng, height, width, 160 * unit + 4, 4)[..., None]
    pale = np.clip(base * 0.75 + 0.34, 0, 1)
    board = np.array([0.115, 0.17, 0.155], np.float32) + dust
    cover = np.clip(amount, 0, 0.95)[..., None]
    return as_pixels(board * (1 - cover) + pale * cover)


def cartoon(picture: Pixels, rng: np.random.Generator, detail: float) -> Pixels:
    """Flatten the colours and outline the forms."""
    unit = min(picture.shape[:2]) / 1024
    base = kuwahara(picture, max(2, round((8 - 5 * detail) * unit)))
    hsv = cv2.cvtColor(np.clip(base, 0, 1), cv2.COLOR_RGB2HSV)
    hsv[..., 1] = np.clip(hsv[..., 1] * 1.22, 0, 1)
    steps = 9 + 6 * detail
    value = hsv[..., 2] * steps
    soft = np.floor(value) + np.clip((value - np.floor(value) - 0.5) * 5 + 0.5, 0, 1)
    hsv[..., 2] = np.clip(soft / steps * 1.04, 0, 1)
    edge = np.clip(lines(picture, 1.5 * unit + 0.25, 0.75) * 1.1, 0, 1)[..., None]
    ink_tone = np.array([0.10, 0.07, 0.12], np.float32)
    return as_pixels(cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB) * (1 - edge) + ink_tone * edge)


def blueprint(picture: Pixels, rng: np.random.Generator, detail: float) -> Pixels:
    """Draw white lines on blue paper with a grid."""
    height, width = picture.shape[:2]
    unit = min(height, width) / 1024
    edge = np.maximum(
        lines(picture, 1.1 * unit + 0.3, 1.15),
        0.6 * lines(picture, 2.6 * unit + 0.4, 0.7 + 0.4 * detail),
    )
    y, x = np.mgrid[0:height, 0:width]
    step = max(round(32 * unit), 8)
    grid = 0.05 * ((x % step == 0) | (y % step == 0)) + 0.07 * (
        (x % (step * 4) == 0) | (y % (step * 4) == 0)
    )
    ground = (
        np.array([0.055, 0.22, 0.47], np.float32)
        * (
            1
            + 0.07 * noise(rng, height, width, 200 * unit + 4, 4)
            + 0.03 * paper(rng, height, width)
        )[..., None]
    )
    shade = (0.5 - _grey(picture))[..., None] * 0.11
    hatch = (
        np.clip(hatching(rng, height, width, 45, 4 * unit), 0, 1)
        * np.clip(0.42 - _grey(picture), 0, 1)
        * 0.35
    )
    white = np.clip(edge * 0.95 + grid + hatch, 0, 1)[..., None]
    return as_pixels(
        (ground - shade * 0.6) * (1 - white) + np.array([0.93, 0.97, 1.0], np.float32) * white
    )


def neon(picture: Pixels, rng: np.random.Generator, detail: float) -> Pixels:
    """Light the edges like gas tubes over a dark scene."""
    unit = min(picture.shape[:2]) / 1024
    values = picture.astype(np.float32) / 255
    edge = lines(picture, 2.0 * unit + 0.3, 1.0)[..., None]
    hsv = cv2.cvtColor(cv2.GaussianBlur(values, (0, 0), 5 * unit + 0.5), cv2.COLOR_RGB2HSV)
    hue = hsv[..., 0]
    warm = (hue < 75) | (hue > 290)
    hsv[..., 0] = np.where(
        warm, 330 - 25 * np.sin(np.deg2rad(hue)), 195 + 70 * np.clip((hue - 150) / 140, 0, 1)
    )
    hsv[..., 1], hsv[..., 2] = np.clip(0.55 + hsv[..., 1] * 0.5, 0, 0.95), 1.0
    tube = cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB) * edge
    small = cv2.resize(tube, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    halo = sum(
        cv2.GaussianBlur(small, (0, 0), sigma * unit + 0.4) * gain
        for sigma, gain in ((2.5, 1.0), (8, 0.9), (22, 0.7))
    )
    halo = cv2.resize(halo, picture.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    dark = values**1.5 * np.array([0.34, 0.27, 0.52], np.float32) + np.array(
        [0.02, 0.01, 0.05], np.float32
    )
    bright = np.clip(values - 0.72, 0, 1) * 0.9
    return as_pixels(
        1
        - (1 - np.clip(dark + bright, 0, 1))
        * (1 - np.clip(halo, 0, 1))
        * (1 - np.clip(tube * 0.9 + edge**3 * 0.4, 0, 1))
    )
