"""The joints of a body, found by MediaPipe's network where it was added.

The numbers of points are those of BlazePose (Bazarevsky et al., 2020).
"""

from dataclasses import dataclass

import cv2
import numpy as np

from mediaext.engines.classical import PEOPLE
from mediaext.engines.classical.arrays import Pixels
from mediaext.engines.classical.effects.kit import Light
from mediaext.engines.classical.networks import ask_added

SIDE = 256  # pixels: the network's input is square
LOOKS = 3  # at the whole outline, then upright at the body that was found
FIRST, ABOUT = 0.62, 1.25  # half sides of the square: of the outline, of the circle it names
CERTAIN = 0.5  # probability from which it is a body
POINTS, MIDDLE, RIM = 33, 33, 34  # those of the body, then the middle and the rim of its circle
NOSE = 0
SHOULDERS, ELBOWS, WRISTS, FINGERS = (11, 12), (13, 14), (15, 16), (19, 20)
HIPS, KNEES, ANKLES = (23, 24), (25, 26), (27, 28)
TRUNK, ARM = 2.1, 2.5  # heads from shoulders to hips, and from a shoulder to its wrist


@dataclass(frozen=True, slots=True)
class BodyPoints:
    """A body's points: ``places`` (33, 2) and ``depth`` (33,) in pixels, the nearest negative."""

    places: Light
    depth: Light

    def sides(self, pair: tuple[int, int]) -> Light:
        """Return a pair of joints, the one left in the picture first, (2, 2)."""
        return self.places[list(self.ordered(pair))]

    def ordered(self, pair: tuple[int, int]) -> tuple[int, int]:
        """Return the numbers of a pair, the one whose shoulder is left in the picture first."""
        left, right = self.places[list(SHOULDERS), 0]
        return pair if left <= right else (pair[1], pair[0])

    def middle(self, pair: tuple[int, int]) -> Light:
        """Return the place between two joints, (2,)."""
        between: Light = self.places[list(pair)].mean(axis=0)
        return between

    @property
    def head(self) -> float:
        """The height of a head that fits the trunk and the longer arm, in pixels."""
        trunk = np.linalg.norm(self.middle(SHOULDERS) - self.middle(HIPS))
        arms = [
            sum(
                np.linalg.norm(self.places[one] - self.places[other])
                for one, other in ((SHOULDERS[side], ELBOWS[side]), (ELBOWS[side], WRISTS[side]))
            )
            for side in (0, 1)
        ]
        return float(max(trunk / TRUNK, max(arms) / ARM, 1.0))

    def scaled(self, factor: float) -> "BodyPoints":
        """Return the points in a picture of another size."""
        return BodyPoints(self.places * factor, self.depth * factor)


def find_body_points(rgb: Pixels, outline: Light) -> BodyPoints | None:
    """Find the points of the body whose opacity is ``outline``, in uint8 RGB (height, width, 3).

    ``None`` where ``mediapipe-people`` was not added, and where the network sees no body.
    """
    rows, columns = (np.flatnonzero((outline > 0.5).any(axis=axis)) for axis in (1, 0))
    if not rows.size:
        return None
    centre: Light = np.array([columns[0] + columns[-1], rows[0] + rows[-1]], np.float32) / 2
    half = FIRST * float(max(np.ptp(columns), np.ptp(rows)) + 1)
    points = _look(rgb, centre, half, 0.0)
    for _ in range(LOOKS - 1):
        if points is None:
            break
        up = points[RIM, :2] - points[MIDDLE, :2]
        radius = ABOUT * max(float(np.hypot(*up)), 1.0)
        points = _look(rgb, points[MIDDLE, :2], radius, float(np.arctan2(up[0], -up[1])))
    return None if points is None else BodyPoints(points[:POINTS, :2], points[:POINTS, 2])


def _look(rgb: Pixels, centre: Light, half: float, angle: float) -> Light | None:
    """Return x, y and depth in a square of the picture that is turned by ``angle`` radians."""
    scale = SIDE / (2 * half)
    turn = cv2.getRotationMatrix2D((float(centre[0]), float(centre[1])), np.degrees(angle), scale)
    turn[:, 2] += SIDE / 2 - centre
    soft = cv2.GaussianBlur(rgb, (0, 0), 0.4 / scale) if scale < 1 else rgb
    square = cv2.warpAffine(soft, turn, (SIDE, SIDE), flags=cv2.INTER_LINEAR)
    seen = np.ascontiguousarray((square.astype(np.float32) / 255).transpose(2, 0, 1)[None])
    said = ask_added(PEOPLE, "pose_landmark_full.tflite", seen, "Identity", "Identity_1")
    if said is None or float(said[1].ravel()[0]) < CERTAIN:
        return None
    points = said[0].reshape(-1, 5)
    back = cv2.invertAffineTransform(turn)
    flat = points[:, :2] @ back[:, :2].T + back[:, 2]
    return np.concatenate([flat, points[:, 2:3] / scale], axis=1).astype(np.float32)
