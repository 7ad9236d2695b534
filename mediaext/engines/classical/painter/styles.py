"""Styles by name: how things are lit, and what is done to the finished picture."""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
import PIL.Image

from mediaext.engines.classical.arrays import Floats, Pixels
from mediaext.engines.classical.painter.light import Mode
from mediaext.engines.classical.painter.textures import noise


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


def _stretched(picture: Pixels) -> Floats:
    """Return the grey of a picture from its darkest part, 0, to its lightest, 1."""
    grey = _grey(picture)
    low, high = np.percentile(grey, (3, 97))
    made: Floats = np.clip((grey - low) / max(float(high - low), 0.1), 0, 1).astype(np.float32)
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


def monochrome(picture: Pixels, rng: np.random.Generator, detail: float) -> Pixels:
    """Develop as a black and white photograph: deep shadows, clear lights and some grain."""
    height, width = picture.shape[:2]
    grey = _grey(picture)
    low, high = np.percentile(grey, (1, 99))
    tone = np.clip((grey - low) / max(float(high - low), 0.2), 0, 1)
    tone = tone + 0.35 * (tone * tone * (3 - 2 * tone) - tone)
    grain = rng.standard_normal((height, width), np.float32)
    tone = tone + 0.022 * cv2.GaussianBlur(grain, (0, 0), 0.5 + 0.4 * min(height, width) / 1024)
    return as_pixels(np.repeat(tone[..., None].astype(np.float32), 3, axis=2))


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
    tone = _stretched(picture) ** 1.4
    contours = lines(picture, 2.2 * unit + 0.4, 1 + detail * 0.4)
    amount = 0.75 * tone * streak + 1.4 * contours * (0.55 + 0.5 * streak)
    dust = 0.05 * noise(rng, height, width, 160 * unit + 4, 4)[..., None]
    pale = np.clip(base * 0.62 + 0.42, 0, 1)
    board = np.array([0.115, 0.17, 0.155], np.float32) + dust
    cover = np.clip(amount, 0, 0.95)[..., None]
    return as_pixels(board * (1 - cover) + pale * cover)


def charcoal(picture: Pixels, rng: np.random.Generator, detail: float) -> Pixels:
    """Draw broad smudged tones and bold lines in charcoal on rough paper."""
    height, width = picture.shape[:2]
    unit = min(height, width) / 1024
    grain = paper(rng, height, width)
    smudged = cv2.GaussianBlur(_stretched(picture), (0, 0), 5 * unit + 0.6)
    strokes = np.clip(0.55 + 0.7 * hatching(rng, height, width, 48, 12 * unit) + 0.5 * grain, 0, 1)
    tone = np.clip(1.05 - smudged, 0, 1) ** 1.3 * (0.45 + 0.5 * strokes)
    contours = lines(picture, 2.6 * unit + 0.4, 0.8 + 0.4 * detail) * (0.75 + 0.5 * grain)
    cover = np.clip(0.85 * tone + contours, 0, 1)[..., None]
    sheet = np.array([0.94, 0.925, 0.885], np.float32) * (1 + 0.03 * grain[..., None])
    return as_pixels(sheet * (1 - cover) + np.float32(0.1) * cover)


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


def pixel(picture: Pixels, rng: np.random.Generator, detail: float) -> Pixels:
    """Reduce to large pixels of few colours, ordered by dithering."""
    height, width = picture.shape[:2]
    across = round(88 + 90 * detail)
    scale = min(1.0, across / max(height, width))
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    grey = small.mean(2, keepdims=True)
    small = np.clip(128 + (grey + (small - grey) * 1.25 - 128) * 1.12, 0, 255)
    bayer = np.array([[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]], np.float32)
    order = np.tile(bayer / 16 - 0.47, (size[1] // 4 + 1, size[0] // 4 + 1))[
        : size[1], : size[0], None
    ]
    few = PIL.Image.fromarray(np.clip(small + order * 14, 0, 255).astype(np.uint8))
    few = few.quantize(
        round(20 + 24 * detail), method=PIL.Image.Quantize.MEDIANCUT, dither=PIL.Image.Dither.NONE
    )
    made: Pixels = cv2.resize(
        np.asarray(few.convert("RGB")), (width, height), interpolation=cv2.INTER_NEAREST
    )
    return made


def flat(picture: Pixels, rng: np.random.Generator, detail: float) -> Pixels:
    """Smooth every surface to plain colour, as a vector drawing has it."""
    unit = min(picture.shape[:2]) / 1024
    base = kuwahara(picture, max(2, round((13 - 7 * detail) * unit)))
    grey = base.mean(2, keepdims=True)
    return as_pixels(np.clip(grey + (base - grey) * 1.15, 0, 1))


def poster(picture: Pixels, rng: np.random.Generator, detail: float) -> Pixels:
    """Print in a handful of flat inks with a paper margin."""
    height, width = picture.shape[:2]
    unit = min(height, width) / 1024
    base = kuwahara(picture, max(2, round((12 - 6 * detail) * unit)))
    grey = base.mean(2, keepdims=True)
    base = np.clip(0.5 + (grey + (base - grey) * 1.3 - 0.5) * 1.12, 0, 1)
    size = (max(picture.shape[1] // 6, 1), max(picture.shape[0] // 6, 1))
    few = PIL.Image.fromarray(cv2.resize(as_pixels(base), size, interpolation=cv2.INTER_AREA))
    chosen = few.quantize(
        round(11 + 7 * detail), method=PIL.Image.Quantize.MAXCOVERAGE, kmeans=2
    )  # spread first, so that a small red thing keeps its ink; then moved to the means
    inks = PIL.Image.fromarray(as_pixels(base)).quantize(
        palette=chosen, dither=PIL.Image.Dither.NONE
    )
    flat = np.asarray(inks.convert("RGB"))
    flat = cv2.medianBlur(flat, 2 * max(1, round(2.5 * unit)) + 1).astype(np.float32) / 255
    flat = 0.06 + 0.94 * flat
    worn = 1 + 0.025 * paper(rng, height, width, 3)[..., None]
    flat = flat * worn * np.array([1.0, 0.985, 0.94], np.float32)
    margin = round(min(height, width) * 0.035)
    if margin >= 2:
        sheet = np.empty_like(flat)
        sheet[:] = np.array([0.955, 0.925, 0.86], np.float32) * worn
        sheet[margin:-margin, margin:-margin] = flat[margin:-margin, margin:-margin]
        flat = sheet
    return as_pixels(flat)


def paper_grain(picture: Pixels, rng: np.random.Generator) -> Floats:
    """Return the picture with the tooth of card upon it."""
    height, width = picture.shape[:2]
    fibre = noise(rng, height, width, 5, 2) + 0.5 * noise(rng, height, width, 40, 2)
    made: Floats = np.asarray(
        picture.astype(np.float32) / 255 * (1 + 0.045 * fibre[..., None]), np.float32
    )
    return made


def paper_cut(picture: Pixels, rng: np.random.Generator, detail: float) -> Pixels:
    """Give what was cut and layered the tooth of card."""
    unit = min(picture.shape[:2]) / 1024
    values = paper_grain(picture, rng)
    grey = (
        cv2.cvtColor(
            cv2.GaussianBlur(picture, (0, 0), 1.2 * unit + 0.3), cv2.COLOR_RGB2GRAY
        ).astype(np.float32)
        / 255
    )
    edge = cv2.Sobel(grey, cv2.CV_32F, 1, 0) * 0.4 + cv2.Sobel(grey, cv2.CV_32F, 0, 1)
    return as_pixels(values * 1.03 + np.clip(edge, -0.5, 0.5)[..., None] * 0.10)


def low_poly(picture: Pixels, rng: np.random.Generator, detail: float) -> Pixels:
    """Cut the picture into triangles that are denser where there is more to see."""
    height, width = picture.shape[:2]
    unit = min(height, width) / 1024
    grey = cv2.cvtColor(cv2.GaussianBlur(picture, (0, 0), 2 * unit + 0.5), cv2.COLOR_RGB2GRAY)
    busy = np.hypot(cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1))
    busy = cv2.GaussianBlur(np.minimum(busy, 120), (0, 0), 2 * unit + 0.5) + 2.0
    chance = np.cumsum(busy.ravel().astype(np.float64))
    many = round(500 + 2600 * detail)
    spots = np.searchsorted(chance, rng.random(many) * chance[-1])
    points = np.stack([spots % width, spots // width], 1).clip(0, [width - 1, height - 1])
    mesh = cv2.Subdiv2D((-width, -height, width * 3, height * 3))
    mesh.insert([(float(x), float(y)) for x, y in np.unique(points, axis=0)])
    rim = np.linspace(-0.1, 1.1, 9)
    mesh.insert([(float(x * width), float(y * height)) for x in rim for y in (-0.1, 1.1)])
    mesh.insert([(float(x * width), float(y * height)) for x in (-0.1, 1.1) for y in rim[1:-1]])
    soft = cv2.GaussianBlur(picture, (0, 0), 3 * unit + 0.5)
    out = soft.copy()
    for triangle in np.asarray(mesh.getTriangleList()).reshape(-1, 3, 2):
        x, y = triangle.mean(0).clip(0, [width - 1, height - 1]).astype(int)
        tone = soft[y, x].astype(float) * (1 + 0.05 * ((x * 7 + y * 13) % 5 - 2) / 2)
        cv2.fillConvexPoly(
            out,
            np.round(triangle * 16).astype(np.int32),
            np.minimum(tone, 255).tolist(),
            cv2.LINE_AA,
            4,
        )
    made: Pixels = out
    return made


def mosaic(picture: Pixels, rng: np.random.Generator, detail: float) -> Pixels:
    """Lay tesserae with dark grout between them."""
    height, width = picture.shape[:2]
    cell = max(min(height, width) / (34 + 40 * detail), 3.0)
    rows, columns = int(height / cell) + 2, int(width / cell) + 2
    shift = rng.uniform(-0.24, 0.24, (2, rows, columns)).astype(np.float32)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32) / cell
    best = np.full((height, width), 9.0, np.float32)
    second = best.copy()
    owner = np.zeros((height, width), np.int32)
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            row = np.clip(y.astype(int) + dy, 0, rows - 1)
            column = np.clip(x.astype(int) + dx, 0, columns - 1)
            gap = np.maximum(
                np.abs(row + 0.5 + shift[0, row, column] - y),
                np.abs(column + 0.5 + shift[1, row, column] - x),
            )
            nearer = gap < best
            second = np.where(nearer, best, np.minimum(second, gap))
            owner = np.where(nearer, row * columns + column, owner)
            best = np.minimum(best, gap)
    tones = cv2.resize(
        cv2.resize(picture, (columns, rows), interpolation=cv2.INTER_AREA), (columns, rows)
    )
    tile = tones.reshape(-1, 3)[owner.ravel()].reshape(height, width, 3).astype(np.float32) / 255
    tile *= (1 + 0.1 * rng.standard_normal(rows * columns).astype(np.float32)[owner])[..., None]
    joint = np.clip((second - best - 0.03) * 14, 0, 1)[..., None]
    bevel = np.clip((x - np.floor(x)) * 0 + (0.5 - best), 0, 1)[..., None] * 0.16
    return as_pixels(
        (tile * 1.08 + bevel - 0.04) * joint
        + np.array([0.36, 0.34, 0.32], np.float32) * (1 - joint)
    )


Finish = Callable[[Pixels, np.random.Generator, float], Pixels]
"""``(picture (h, w, 3), randomness, detail 0 to 1) -> picture``."""


@dataclass(frozen=True, slots=True)
class Style:
    """A way of painting."""

    words: tuple[str, ...]
    mode: Mode = "soft"
    finish: Finish | None = None


def _style(words: str, mode: Mode = "soft", finish: Finish | None = None) -> Style:
    return Style(tuple(word.strip() for word in words.split(",")), mode, finish)


STYLES: dict[str, Style] = {
    "monochrome": _style(
        "black and white,black and white photo,black and white photograph,monochrome,grayscale,"
        "greyscale,black and white photography,film noir",
        "soft",
        monochrome,
    ),
    "soft": _style("3d,clay,claymation,plasticine,3d render,toy"),
    "flat": _style("flat,flat design,vector,minimal,minimalist,flat illustration", "flat", flat),
    "watercolour": _style("watercolour,watercolor,aquarelle,wash", "soft", watercolour),
    "oil": _style(
        "oil,oil painting,oils,impasto,impressionist,impressionism,van gogh,painterly,"
        "vincent van gogh,monet,claude monet,cezanne,renoir,"
        "rembrandt,gauguin",
        "soft",
        oil,
    ),
    "pencil": _style(
        "pencil,sketch,pencil sketch,pencil drawing,graphite,hand drawn", "soft", pencil
    ),
    "ink": _style("ink,pen and ink,engraving,etching,woodcut,linocut", "soft", ink),
    "charcoal": _style("charcoal drawing,charcoal sketch,charcoal", "soft", charcoal),
    "chalk": _style("chalk drawing,chalk,chalkboard,blackboard", "soft", chalk),
    "cartoon": _style("cartoon,comic,anime,comic book,cel shaded,manga,storybook", "cel", cartoon),
    "pixel": _style("pixel art,pixel,pixels,8 bit,8-bit,retro game,pixelated", "soft", pixel),
    "blueprint": _style("blueprint,technical drawing,schematic,plan", "soft", blueprint),
    "poster": _style(
        "poster,travel poster,minimalist poster,minimal poster,vintage poster,"
        "vintage travel poster,movie poster,film poster,concert poster,screen print,"
        "pop art,warhol,andy warhol,lichtenstein,art deco,retro poster",
        "cel",
        poster,
    ),
    "paper": _style(
        "paper cut,papercut,paper cutout,cut paper,collage,paper craft,origami",
        "paper",
        paper_cut,
    ),
    "lowpoly": _style("low poly,low-poly,polygonal,geometric", "soft", low_poly),
    "neon": _style("neon,cyberpunk,synthwave,glowing,neon lights,vaporwave", "soft", neon),
    "mosaic": _style("mosaic,tiled mosaic,stained glass", "soft", mosaic),
    "pastel": _style("pastel drawing,crayon,coloured pencil,gouache,pastels", "soft", crayon),
}
