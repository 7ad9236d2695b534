"""The position of the camera at each moment of a clip."""

import math
from dataclasses import dataclass, fields

import numpy as np

from mediaext.engines.classical.clip.plan import ClipPlan

FULL_SWING = 1.5  # seconds that a whole camera move takes at the least, lest it jumps


@dataclass(frozen=True, slots=True)
class Pose:
    """How the view differs from the picture; all zero is the picture itself.

    ``zoom``: enlargement less one. ``near``: by how much more the nearest is enlarged than the
    farthest. ``x``, ``y``: the view moves right and down, in widths and heights. ``slide_x``,
    ``slide_y``: the camera itself moves, the nearest runs by so much against the farthest.
    ``roll``: radians, clockwise.
    """

    zoom: float = 0.0
    near: float = 0.0
    x: float = 0.0
    y: float = 0.0
    slide_x: float = 0.0
    slide_y: float = 0.0
    roll: float = 0.0

    def __add__(self, other: "Pose") -> "Pose":
        pairs = ((getattr(self, f.name), getattr(other, f.name)) for f in fields(self))
        return Pose(*(one + two for one, two in pairs))

    def times(self, factor: float) -> "Pose":
        """Return the pose so many times as far from the picture."""
        return Pose(*(factor * getattr(self, field.name) for field in fields(self)))


class Camera:
    """A path of poses: the first is the picture, the rest follow without a jump."""

    def __init__(self, plan: ClipPlan, seconds: float, seed: int) -> None:
        self._seconds = seconds
        self._handheld = "handheld" in plan.camera
        self._pace = plan.pace
        reach = plan.pace * min(1.0, seconds / FULL_SWING) * min(1.3, max(1.0, seconds / 4))
        ends = [_end(name, plan.directions) for name in plan.camera]
        if plan.camera != ("static",):
            ends[0] += _wander(seed, free="drift" in plan.camera)
        self._end = sum(ends, Pose()).times(min(reach, 1.6) / max(1, len(ends)) ** 0.5)
        random = np.random.default_rng([seed, 1])
        self._phases = random.uniform(0, 2 * np.pi, (3, 4))
        self._speeds = random.uniform(0.25, 1.1, (3, 4)) * 2 * np.pi

    def pose(self, moment: float) -> Pose:
        """Return the pose at ``moment`` seconds."""
        part = moment / self._seconds if self._seconds else 0.0
        eased = part * part * (3 - 2 * part) if part < 1 else 1.0
        path = self._end.times(0.65 * eased + 0.35 * part)  # never quite at rest
        return path + self._shake(moment) if self._handheld else path

    def _shake(self, moment: float) -> Pose:
        """Return the tremble of a hand: slow sines that start at zero."""
        waves = np.sin(self._speeds * moment + self._phases) - np.sin(self._phases)
        x, y, turn = (float(wave) for wave in self._pace * waves.mean(axis=1))
        slide = 0.01 * x, 0.01 * y
        return Pose(0.02 * min(1.0, moment), 0.0, 0.012 * x, 0.014 * y, *slide, 0.01 * turn)


def _wander(seed: int, *, free: bool) -> Pose:
    """Return how a seed bends a move: gently, but as it likes where none was asked for."""
    across, down = np.random.default_rng([seed, 3]).uniform(-1, 1, 2).tolist()
    if not free:
        return Pose(slide_x=0.01 * across, slide_y=0.006 * down)
    return Pose(slide_x=0.03 * across, x=0.01 * across, slide_y=0.015 * down, y=0.006 * down)


def _end(name: str, directions: frozenset[str]) -> Pose:
    """Return where a move ends. A view that moves is enlarged, so that it stays in the picture."""
    side = -1 if "left" in directions else 1
    rise = -1 if "up" in directions else 1
    back = "out" in directions
    return {
        "drift": Pose(zoom=0.07, near=0.05),
        "zoom": Pose(zoom=-0.07, near=-0.02) if back else Pose(zoom=0.17, near=0.03),
        "dolly": Pose(zoom=-0.05, near=-0.10) if back else Pose(zoom=0.12, near=0.16),
        "pan": Pose(zoom=0.14, x=0.066 * side, slide_x=0.02 * side),
        "tilt": Pose(zoom=0.14, y=0.066 * rise, slide_y=0.02 * rise),
        "orbit": Pose(zoom=0.09, slide_x=0.075 * side, x=-0.012 * side),
        "roll": Pose(zoom=0.10, roll=math.radians(4) * side),
        "handheld": Pose(zoom=0.04),
        "static": Pose(),
    }[name]
