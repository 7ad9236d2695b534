"""Styles made of pieces: pixels, poster inks, cut paper, triangles, tesserae."""

import cv2
import numpy as np
import PIL.Image

from mediaext.engines.classical.painter.styles.brush import (
    Floats,
    Pixels,
    as_pixels,
    kuwahara,
    paper,
)
from mediaext.engines.classical.painter.textures import noise


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
