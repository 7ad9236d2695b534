"""Eyes that blink."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from mediaext.engines.classical.faces import find_faces

Pixels = np.ndarray[Any, np.dtype[np.uint8]]
Floats = np.ndarray[Any, np.dtype[np.float32]]
FIRST, EVERY, LASTS = 0.5, 2.4, 0.3  # seconds: the first blink, between blinks, one blink
ABOVE, BELOW = 0.46, 0.42  # of the half width: how far an eye reaches up and down from its middle


@dataclass(frozen=True, slots=True)
class Eye:
    """Middle and half width of an eye in pixels."""

    x: float
    y: float
    reach: float


def find_eyes(rgb: Pixels) -> list[Eye]:
    """Find the eyes of all faces in uint8 RGB (height, width, 3)."""
    eyes = []
    for face in find_faces(rgb):
        if face.eyes:
            reach = 0.21 * abs(face.eyes[1][0] - face.eyes[0][0])
            eyes += [Eye(x, y, max(reach, 2.0)) for x, y in face.eyes]
    return eyes


def how_shut(moment: float) -> float:
    """Return how far eyes are shut at a moment, 0 to 1."""
    since = (moment - FIRST) % EVERY if moment >= FIRST else LASTS
    shut = float(np.sin(np.pi * min(since / LASTS, 1.0)) ** 2)
    return shut if shut >= 0.02 else 0.0


def close_eye(moves: Floats, eye: Eye, moment: float) -> None:
    """Draw the upper lid over the eye in ``moves`` (height, width, 2), where it is time to.

    The lid is a mirror image, half as high, of the skin between eye and brow, which lies in the
    same light. Its edge goes down until a line of lashes is left, and back.
    """
    shut = how_shut(moment)
    left, top = max(0, int(eye.x - eye.reach)), max(0, int(eye.y - eye.reach))
    window = moves[top : int(eye.y + eye.reach), left : int(eye.x + eye.reach) + 1]
    x = (left + np.arange(window.shape[1], dtype=np.float32) - eye.x) / eye.reach
    y = (top + np.arange(window.shape[0], dtype=np.float32) - eye.y)[:, None]
    arch = eye.reach * np.sqrt(np.maximum(1 - x**2, 0))[None]
    top_edge, low_edge = -ABOVE * arch, BELOW * arch
    edge = top_edge + shut * (0.72 * low_edge - top_edge)
    covered = (y > top_edge) & (y < edge)
    skin = top_edge - 0.06 * eye.reach - 0.5 * (y - top_edge)
    window[..., 1] = np.where(covered, skin - y, window[..., 1])
