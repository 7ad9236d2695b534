"""What painterly effects share: flat areas, and brush strokes that follow the forms."""

import cv2
import numpy as np

from mediaext.engines.classical.effects.kit import (
    Light,
    blur,
    clip,
    luma,
    resize,
    to_light,
    to_pixels,
    unit,
)

FLAT_SIDE = 1400  # pixels: larger pictures are flattened at this size; flat areas lose nothing


def flatten(rgb: Light, radius: float) -> Light:
    """Merge what is alike into flat areas with sharp borders (mean shift, Comaniciu, 2002)."""
    height, width = rgb.shape[:2]
    factor = min(1.0, FLAT_SIDE / max(height, width))
    small = resize(rgb, max(1, round(width * factor)), max(1, round(height * factor)))
    shifted = cv2.pyrMeanShiftFiltering(
        to_pixels(small), max(2.0, radius * factor), 22, maxLevel=2
    )
    flat: Light = cv2.resize(to_light(shifted), (width, height), interpolation=cv2.INTER_CUBIC)
    return clip(flat)


def stroke_paint(
    rgb: Light, rng: np.random.Generator, largest: float, relief: float, jitter: float
) -> Light:
    """Paint in layers of strokes, coarse to fine, where the layer below still differs.

    After Hertzmann (1998), "Painterly rendering with curved brush strokes of multiple sizes", with
    straight strokes along the smoothed structure tensor. ``largest`` is the brush width at 1000
    pixels; ``relief`` lights the bristles; ``jitter`` varies the colours.
    """
    scale = max(unit(rgb), 0.6)
    angle = _directions(luma(rgb), 6 * scale)
    canvas = blur(rgb, largest * scale)
    height_map = np.full(rgb.shape[:2], 0.5, np.float32)
    for share in (1.0, 0.55, 0.32, 0.2):
        brush = max(2.5, largest * scale * share)
        _layer(
            canvas,
            height_map,
            blur(rgb, brush * 0.35),
            angle,
            brush=brush,
            rng=rng,
            jitter=jitter,
            share=share,
        )
    ridge = height_map - blur(height_map, 1.5 * scale)
    lit = np.roll(ridge, 1, 0) - np.roll(ridge, -1, 0)
    return clip(canvas + np.clip(lit * np.float32(relief), -0.09, 0.09)[..., None])


def _directions(light: Light, sigma: float) -> Light:
    """Return the angle along edges, from the structure tensor."""
    dx: Light = cv2.Sobel(light, cv2.CV_32F, 1, 0)
    dy: Light = cv2.Sobel(light, cv2.CV_32F, 0, 1)
    xx, yy, xy = blur(dx * dx, sigma), blur(dy * dy, sigma), blur(dx * dy, sigma)
    along: Light = 0.5 * np.arctan2(2 * xy, xx - yy) + np.float32(np.pi / 2)
    return along


def _layer(
    canvas: Light,
    height_map: Light,
    model: Light,
    angle: Light,
    *,
    brush: float,
    rng: np.random.Generator,
    jitter: float,
    share: float,
) -> None:
    """Add one layer of strokes to ``canvas`` and to its relief, in place."""
    height, width = canvas.shape[:2]
    step = max(2.0, brush * 0.8)
    rows, columns = int(np.ceil(height / step)), int(np.ceil(width / step))
    y, x = np.mgrid[0:rows, 0:columns].reshape(2, -1) * step
    x = (x + rng.uniform(0, step, x.shape)).clip(0, width - 1)
    y = (y + rng.uniform(0, step, y.shape)).clip(0, height - 1)
    gap = np.abs(canvas - model).sum(axis=2)
    wanted = blur(gap, brush * 0.5)[y.astype(int), x.astype(int)] > (0.0 if share == 1.0 else 0.13)
    order = rng.permutation(np.flatnonzero(wanted))
    own = jitter * min(1.0, 0.35 + share)
    shifts = rng.normal(0, 0.45 * own, (len(order), 3)) + rng.normal(0, own, (len(order), 1))
    lengths, tilts = rng.uniform(1.4, 3.2, len(order)), rng.normal(0, 0.18, len(order))
    for place, shift, length, tilt in zip(order, shifts, lengths, tilts, strict=True):
        column, row = int(x[place]), int(y[place])
        turn = float(angle[row, column]) + tilt
        dx, dy = np.cos(turn) * length * brush / 2, np.sin(turn) * length * brush / 2
        start = round((x[place] - dx) * 16), round((y[place] - dy) * 16)
        end = round((x[place] + dx) * 16), round((y[place] + dy) * 16)
        colour = np.clip(model[row, column] + shift, 0, 1)
        thick = max(1, round(brush * 0.8))
        cv2.line(canvas, start, end, colour.tolist(), thick, cv2.LINE_AA, 4)
        level = 0.5 + 0.5 * float(np.sin(place * 2.399))
        cv2.line(height_map, start, end, level, thick, cv2.LINE_AA, 4)
