"""Landmarks of a face: eyes, mouth, and 468 points where MediaPipe's network was added.

The numbers of points are those of its canonical face model (Kartynnik et al., 2019).
"""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from mediaext.engines.classical import PEOPLE
from mediaext.engines.classical.arrays import Pixels
from mediaext.engines.classical.faces import Face, find_largest
from mediaext.engines.classical.networks import ask_added

Floats = np.ndarray[Any, np.dtype[np.floating[Any]]]
MESH_SIDE = 192  # pixels: the network's input is square
ABOUT = 1.5  # sides of the box of the points that the network looks at
LOWER = 0.08  # of a cascade's box: how much lower the middle of the face is
CERTAIN = 0.5  # probability from which it is a face
OVAL = (
    10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377,
    152, 148, 176, 149, 150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
)  # fmt: skip
EYE_POINTS = (
    (33, 133, 159, 145),
    (263, 362, 386, 374),
)  # corners and lids, left in the picture first
LIP_POINTS = (61, 291, 0, 17)  # corners, upper and lower edge


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
        means = (self.points[list(part), :2].mean(axis=0) for part in (*EYE_POINTS, LIP_POINTS))
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
        corners = points[[EYE_POINTS[0][0], EYE_POINTS[1][0]], :2]
        angle = float(np.arctan2(*(corners[1] - corners[0])[::-1]))
    return None if points is None else FaceMesh(points)


def _look(rgb: Pixels, centre: Floats, side: float, angle: float) -> Floats | None:
    """Return the points in a square of the picture that is turned by ``angle`` radians."""
    scale = MESH_SIDE / max(side, 1.0)
    turn = cv2.getRotationMatrix2D(
        (float(centre[0]), float(centre[1])), float(np.degrees(angle)), scale
    )
    turn[:, 2] += MESH_SIDE / 2 - centre
    if scale < 1:  # what is reduced is averaged, so that fine detail does not alias
        sigma = 0.4 / scale
        rgb = cv2.GaussianBlur(rgb, (0, 0), sigma)
    square = cv2.warpAffine(rgb, turn, (MESH_SIDE, MESH_SIDE), flags=cv2.INTER_LINEAR)
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


SIDE = 128  # pixels: a face is searched at this size
USUAL_EYES = (0.31, 0.40), (0.69, 0.40)  # in face boxes of the frontal cascade
ALIGNED = 64  # pixels of a face that is laid on its eyes
EYES = np.array([[0.3, 0.36], [0.7, 0.36]]) * ALIGNED
MOUTH_BELOW = 1.12  # eye distances from the eye line to the middle of the mouth


@dataclass(frozen=True, slots=True)
class Landmarks:
    """Centres in pixels (x, y): left and right eye as seen in the picture, and mouth."""

    left_eye: tuple[float, float]
    right_eye: tuple[float, float]
    mouth: tuple[float, float]

    @property
    def points(self) -> Floats:
        """The three centres, float32 of shape (3, 2)."""
        return np.array([self.left_eye, self.right_eye, self.mouth], np.float32)

    @property
    def eye_distance(self) -> float:
        """Distance of the eyes in pixels: the measure of the face."""
        return float(np.hypot(*(self.points[1] - self.points[0])))


def find_landmarks(rgb: Pixels, face: Face) -> Landmarks:
    """Find the eyes and the mouth of a face in uint8 RGB (height, width, 3).

    Where the network of faces was added it says where. Else eyes that the cascade confirmed are
    taken; else they are where dark, round shapes draw the gradients (Timm and Barth, 2011), never
    far from where eyes usually are.
    """
    if (mesh := find_mesh(rgb, face)) is not None:
        return Landmarks(*mesh.centres)
    left, top, width, height = face.box
    part = rgb[top : top + height, left : left + width]
    gray = cv2.cvtColor(cv2.resize(part, (SIDE, SIDE)), cv2.COLOR_RGB2GRAY).astype(np.float32)
    if len(face.eyes) == 2:
        eyes = [((x - left) / width, (y - top) / height) for x, y in face.eyes]
    else:
        eyes = [_eye(gray, usual) for usual in USUAL_EYES]
    eyes = _plausible(eyes)
    mouth = _mouth(part, eyes)
    found = [(left + x * width, top + y * height) for x, y in (*eyes, mouth)]
    return Landmarks(*found)


def _plausible(eyes: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return the eyes, or the usual ones where their distance or tilt cannot be true."""
    apart, fall = eyes[1][0] - eyes[0][0], eyes[1][1] - eyes[0][1]
    if not 0.24 < apart < 0.6 or abs(fall) > 0.5 * apart:
        return list(USUAL_EYES)
    return eyes


def _eye(gray: Floats, usual: tuple[float, float]) -> tuple[float, float]:
    """Find the centre of an eye in a face of SIDE pixels; returns shares of the box."""
    reach = round(0.15 * SIDE)
    x0, y0 = round(usual[0] * SIDE) - reach, round(usual[1] * SIDE) - reach
    part = cv2.GaussianBlur(gray[y0 : y0 + 2 * reach, x0 : x0 + 2 * reach], (0, 0), 1.2)
    dx, dy = cv2.Sobel(part, cv2.CV_32F, 1, 0), cv2.Sobel(part, cv2.CV_32F, 0, 1)
    strength = np.hypot(dx, dy)
    rows, columns = np.nonzero(strength > np.quantile(strength, 0.7))
    slopes = np.stack([dx, dy], axis=2)[rows, columns] / strength[rows, columns][:, None]
    y, x = np.mgrid[0 : 2 * reach, 0 : 2 * reach].reshape(2, -1)
    away = np.stack([columns - x[:, None], rows - y[:, None]], axis=2).astype(np.float32)
    away /= np.maximum(np.linalg.norm(away, axis=2, keepdims=True), 1e-3)
    votes = np.maximum(np.einsum("ijk,jk->ij", away, slopes), 0) ** 2
    darkness = 255 - cv2.GaussianBlur(part, (0, 0), 2.5).ravel()
    near = np.exp(-((x - reach) ** 2 + (y - reach) ** 2) / (2 * (0.06 * SIDE) ** 2))
    best = int(np.argmax(votes.mean(axis=1) * darkness * near))
    return (x0 + float(x[best])) / SIDE, (y0 + float(y[best])) / SIDE


def _mouth(part: Pixels, eyes: list[tuple[float, float]]) -> tuple[float, float]:
    """Find the mouth below the eyes: the row that is redder and darker than those about it."""
    height, width = part.shape[:2]
    scaled = [np.array([x * width, y * height]) for x, y in eyes]
    across = scaled[1] - scaled[0]
    apart = float(np.hypot(*across))
    down = np.array([-across[1], across[0]]) / max(apart, 1e-6)
    middle = (scaled[0] + scaled[1]) / 2
    lab = cv2.cvtColor(part, cv2.COLOR_RGB2LAB).astype(np.float32)
    evidence = cv2.GaussianBlur(1.5 * lab[..., 1] - lab[..., 0], (0, 0), max(1.0, apart / 25))
    offsets = np.linspace(0.85, 1.4, 45)
    steps = np.linspace(-0.28, 0.28, 15)
    rows = np.array(
        [
            np.mean([_at(evidence, middle + down * o * apart + across * s) for s in steps])
            for o in offsets
        ]
    )
    rows = rows - np.convolve(np.pad(rows, 9, "edge"), np.ones(19) / 19, "valid")
    prior = -((offsets - MOUTH_BELOW) ** 2) / (2 * 0.12**2)
    best = float(offsets[int(np.argmax(rows / max(float(rows.std()), 1e-3) + 1.2 * prior))])
    x, y = middle + down * best * apart
    return float(x) / width, float(y) / height


def _at(plane: Floats, place: Floats) -> float:
    column = min(max(int(place[0]), 0), plane.shape[1] - 1)
    row = min(max(int(place[1]), 0), plane.shape[0] - 1)
    return float(plane[row, column])


def align_face(rgb: Pixels) -> Floats | None:
    """Return the largest face of a picture, uint8 (height, width, 3), as a vector, or ``None``.

    Gray and laid on its eyes, free of the light's slow changes and of its mean, so that the cosine
    of two faces is their correlation; coarse, since a face of 64 pixels has no pores.
    """
    face = find_largest(rgb)
    if face is None:
        return None
    eyes = find_landmarks(rgb, face).points[:2].astype(np.float64)
    matrix, _ = cv2.estimateAffinePartial2D(eyes, EYES)
    gray = cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY)
    laid = cv2.warpAffine(gray, matrix, (ALIGNED, ALIGNED), borderMode=cv2.BORDER_REPLICATE)
    soft = cv2.GaussianBlur(laid.astype(np.float32), (0, 0), 1.5)
    flat = soft - cv2.GaussianBlur(soft, (0, 0), 16)  # the light of the room is no identity
    y, x = np.mgrid[:ALIGNED, :ALIGNED] / ALIGNED - 0.5
    oval = flat[(x / 0.36) ** 2 + (y / 0.46) ** 2 < 1]
    return np.asarray(oval - oval.mean())
