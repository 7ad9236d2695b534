"""Photos of people for tests, and small measures on them."""

import io

import cv2
import numpy as np
import PIL.Image
import skimage.data
from skimage.metrics import structural_similarity

from mediaext.engines import Context, Files
from mediaext.engines.classical.faces import find_faces

ASTRONAUT = PIL.Image.fromarray(skimage.data.astronaut())
SMALL = ASTRONAUT.resize((320, 320), PIL.Image.Resampling.LANCZOS)
CAT = PIL.Image.fromarray(skimage.data.chelsea())
COFFEE = PIL.Image.fromarray(skimage.data.coffee()).resize((300, 200))


def other_face() -> PIL.Image.Image:
    """Return another face: mirrored, darker, nearer."""
    near = ASTRONAUT.crop((130, 0, 330, 200)).transpose(PIL.Image.Transpose.FLIP_LEFT_RIGHT)
    pixels = np.asarray(near).astype(float) * 0.6
    return PIL.Image.fromarray(pixels.clip(0, 255).astype(np.uint8)).resize((260, 260))


def encoded(image: PIL.Image.Image, kind: str = "PNG") -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, kind)
    return buffer.getvalue()


def opened(files: Files, role: str = "result") -> PIL.Image.Image:
    return PIL.Image.open(io.BytesIO(files[role].content))


def pixels(image: PIL.Image.Image) -> np.ndarray:
    return np.asarray(image.convert("RGB")).astype(np.int16)


def difference(one: PIL.Image.Image, other: PIL.Image.Image) -> float:
    return float(np.abs(pixels(one) - pixels(other)).mean())


def likeness(one: PIL.Image.Image, other: PIL.Image.Image) -> float:
    """Return the structural similarity of the largest face of ``other`` with its place in ``one``.

    Detectors place boxes a few pixels apart, so the face is searched at nearby sizes and places.
    """
    gray = np.asarray(other.convert("L"))
    left, top, width, height = find_faces(np.asarray(other.convert("RGB")))[0].box
    face = gray[top + height // 6 : top + height, left + width // 6 : left + width * 5 // 6]
    there = np.asarray(one.convert("L"))
    found = find_faces(np.asarray(one.convert("RGB")))[0].box
    best = -1.0
    for scale in np.linspace(0.85, 1.15, 31) * found[2] / width:
        size = round(face.shape[1] * scale), round(face.shape[0] * scale)
        model = cv2.resize(face, size, interpolation=cv2.INTER_AREA)
        if model.shape[0] > there.shape[0] or model.shape[1] > there.shape[1]:
            continue
        scores = cv2.matchTemplate(there, model, cv2.TM_CCOEFF_NORMED)
        _, _, _, (x, y) = cv2.minMaxLoc(scores)
        part = there[y : y + model.shape[0], x : x + model.shape[1]]
        best = max(best, float(structural_similarity(model, part)))
    return best


def context(seed: int = 7) -> Context:
    return Context(seed=seed)


class remembered:
    """Keep what a function made, by the text of its arguments; ``afresh`` makes it again."""

    def __init__(self, make):
        self.afresh = make
        self._made = {}

    def __call__(self, *values, **fields):
        key = repr([_key(value) for value in (*values, *sorted(fields.items()))])
        if key not in self._made:
            self._made[key] = self.afresh(*values, **fields)
        return self._made[key]


def _key(value):
    if isinstance(value, PIL.Image.Image):
        return hash(encoded(value))
    return [_key(part) for part in value] if isinstance(value, tuple) else value
