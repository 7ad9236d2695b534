"""The 468 points of a face, as the network of MediaPipe sees them where it was added.

The numbers of points are those of its canonical face model (Kartynnik et al., 2019).
"""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from mediaext.engines.classical import PEOPLE
from mediaext.engines.classical.faces import Face
from mediaext.engines.classical.networks import ask_added

Pixels = np.ndarray[Any, np.dtype[np.uint8]]
Floats = np.ndarray[Any, np.dtype[np.float32]]
SIDE = 192  # pixels: the network's input is square
ABOUT = 1.5  # sides of the box of the points that the network looks at
LOWER = 0.08  # of a cascade's box: how much lower the middle of the face is
CERTAIN = 0.5  # probability from which it is a face
OVAL = (
    10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377,
    152, 148, 176, 149, 150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
)  # fmt: skip
EYES = (33, 133, 159, 145), (263, 362, 386, 374)  # corners and lids, left in the picture first
LIPS = (61, 291, 0, 17)  # corners, upper and lower edge


@dataclass(frozen=True, slots=True)
class FaceMesh:
    """A face's points, float32 (468, 3): x, y and depth in pixels, the nearest negative."""

    points: Floats

    @property
    def oval(self) -> Floats:
        """Its outline from the forehead round, float32 (36, 2)."""
        return self.points[list(OVAL), :2]

    @property
    def centres(self) -> tuple[tuple[float, float], ...]:
        """Left eye, right eye and mouth as seen in the picture, (x, y) in pixels."""
        means = (self.points[list(part), :2].mean(axis=0) for part in (*EYES, LIPS))
        return tuple((float(x), float(y)) for x, y in means)

    @property
    def inner(self) -> Floats:
        """How far inside each point is, (468,): 0 on the outline, 1 at eyes, nose and mouth."""
        away = np.linalg.norm(self.points[:, None, :2] - self.oval[None], axis=2).min(axis=1)
        width = float(np.ptp(self.oval[:, 0]))
        share: Floats = np.clip(away / (0.2 * max(width, 1.0)), 0, 1).astype(np.float32)
        return share

    def posed(self, other: "FaceMesh") -> Floats:
        """Return the points turned, scaled and moved as those of ``other``, (468, 2).

        The best similarity in space (Umeyama, 1991): the pose is the other's, the shape its own.
        """
        own, aim = (
            mesh.points.astype(np.float64) - mesh.points.mean(axis=0) for mesh in (self, other)
        )
        left, spread, right = np.linalg.svd(aim.T @ own)
        sign = np.array([1.0, 1.0, np.sign(np.linalg.det(left @ right))])
        turn = (left * sign) @ right
        scale = float((spread * sign).sum() / np.square(own).sum())
        turned = scale * own @ turn.T + other.points.mean(axis=0)
        flat: Floats = turned[:, :2].astype(np.float32)
        return flat


def find_mesh(rgb: Pixels, face: Face) -> FaceMesh | None:
    """Find the points of a face in uint8 RGB (height, width, 3).

    ``None`` where ``mediapipe-people`` was not added, and where the network sees no face. It
    looks twice: at the box of the face, then upright at what it found.
    """
    left, top, width, height = face.box
    centre = np.array([left + width / 2, top + (0.5 + LOWER) * height], np.float32)
    angle = 0.0
    if len(face.eyes) == 2:
        across = np.subtract(face.eyes[1], face.eyes[0])
        angle = float(np.arctan2(across[1], across[0]))
    side = ABOUT * max(width, height)
    points = None
    for _ in range(2):
        points = _look(rgb, centre, side, angle)
        if points is None:
            return None
        low, high = points[:, :2].min(axis=0), points[:, :2].max(axis=0)
        centre, side = (low + high) / 2, ABOUT * float((high - low).max())
        corners = points[[EYES[0][0], EYES[1][0]], :2]
        angle = float(np.arctan2(*(corners[1] - corners[0])[::-1]))
    return None if points is None else FaceMesh(points)


def _look(rgb: Pixels, centre: Floats, side: float, angle: float) -> Floats | None:
    """Return the points in a square of the picture that is turned by ``angle`` radians."""
    scale = SIDE / max(side, 1.0)
    turn = cv2.getRotationMatrix2D(
        (float(centre[0]), float(centre[1])), float(np.degrees(angle)), scale
    )
    turn[:, 2] += SIDE / 2 - centre
    if scale < 1:  # what is reduced is averaged, so that fine detail does not alias
        sigma = 0.4 / scale
        rgb = cv2.GaussianBlur(rgb, (0, 0), sigma)
    square = cv2.warpAffine(rgb, turn, (SIDE, SIDE), flags=cv2.INTER_LINEAR)
    seen = (square.astype(np.float32) / 255).transpose(2, 0, 1)[None]
    said = ask_added(
        PEOPLE, "face_landmark.tflite", np.ascontiguousarray(seen), "conv2d_21", "conv2d_31"
    )
    if said is None or float(said[1].ravel()[0]) < np.log(CERTAIN / (1 - CERTAIN)):
        return None
    points = said[0].reshape(468, 3)
    back = cv2.invertAffineTransform(turn)
    flat = points[:, :2] @ back[:, :2].T + back[:, 2]
    return np.concatenate([flat, points[:, 2:] / scale], axis=1).astype(np.float32)
