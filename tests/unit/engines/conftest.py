"""Photos with outlines drawn by hand, and composites whose opacity is known."""

import io
import json
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import PIL.Image
import pytest
import skimage
import sklearn

from mediaext.engines.classical.masks import overlap

OUTLINES = json.loads(
    (Path(__file__).parents[2] / "data" / "masks" / "outlines.json").read_text(encoding="utf-8")
)
FILES = {
    "astronaut": (skimage, "data/astronaut.png"),
    "coffee": (skimage, "data/coffee.png"),
    "rocket": (skimage, "data/rocket.jpg"),
    "chelsea": (skimage, "data/chelsea.png"),
    "grass": (skimage, "data/grass.png"),
    "gravel": (skimage, "data/gravel.png"),
    "flower": (sklearn, "datasets/images/flower.jpg"),
    "china": (sklearn, "datasets/images/china.jpg"),
}


@cache
def photo(name):
    package, path = FILES[name]
    return np.asarray(PIL.Image.open(Path(package.__file__).parent / path).convert("RGB"))


@cache
def outline(name):
    mask = np.zeros(photo(name).shape[:2], np.uint8)
    for points in OUTLINES[name]:
        cv2.fillPoly(mask, [np.array(points)], 1)
    return mask.astype(bool)


def composite(subject, ground, place, height):
    """Paste a subject on a textured ground, ``place`` its centre in fractions of the picture."""
    mask, rgb = outline(subject), photo(subject)
    rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    box = slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1)
    canvas = cv2.resize(photo(ground), (640, 480))
    size = (
        round(height * 480 * (columns[-1] - columns[0]) / (rows[-1] - rows[0])),
        round(height * 480),
    )
    small = cv2.resize(rgb[box], size, interpolation=cv2.INTER_AREA)
    alpha = cv2.resize(mask[box].astype(np.float32), size, interpolation=cv2.INTER_AREA)[..., None]
    left, top = round(place[0] * 640 - size[0] / 2), round(place[1] * 480 - size[1] / 2)
    spot = slice(top, top + size[1]), slice(left, left + size[0])
    canvas[spot] = (small * alpha + canvas[spot] * (1 - alpha)).round()
    truth = np.zeros(canvas.shape[:2], bool)
    truth[spot] = alpha[..., 0] > 0.5
    return canvas, truth


def encoded(pixels, kind="PNG", **options):
    buffer = io.BytesIO()
    image = pixels if isinstance(pixels, PIL.Image.Image) else PIL.Image.fromarray(pixels)
    image.save(buffer, kind, **options)
    return buffer.getvalue()


def decoded(made):
    return PIL.Image.open(io.BytesIO(made.content))


@pytest.fixture(scope="session")
def subjects():
    """Bundle the helpers above: test modules cannot import one another."""
    return SimpleNamespace(
        photo=photo,
        outline=outline,
        composite=composite,
        encoded=encoded,
        decoded=decoded,
        overlap=overlap,
    )
