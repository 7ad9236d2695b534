"""Photos of people for tests, and small measures on them."""

import io
from functools import cache

import numpy as np
import PIL.Image
import skimage.data
from measures import people

from mediaext.engines import Context, Files
from mediaext.engines.classical.person import Person, find_person

ASTRONAUT = PIL.Image.fromarray(skimage.data.astronaut())
SMALL = ASTRONAUT.resize((320, 320), PIL.Image.Resampling.LANCZOS)
CAT = PIL.Image.fromarray(skimage.data.chelsea())
COFFEE = PIL.Image.fromarray(skimage.data.coffee()).resize((300, 200))


@cache
def small_person() -> Person:
    """Return what is found of the person on ``SMALL``."""
    return find_person(np.asarray(SMALL))


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
    """Return how well the largest face of ``other`` is kept in ``one``."""
    return people.likeness(*(np.asarray(image.convert("RGB")) for image in (one, other)))


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
