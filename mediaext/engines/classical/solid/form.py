"""Estimate the depth of a subject by its kind: people, round and flat things."""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from mediaext.engines.classical.arrays import Pixels
from mediaext.engines.classical.faces import Face, find_faces
from mediaext.engines.classical.landmarks import find_landmarks

Floats = np.ndarray[Any, np.dtype[np.floating[Any]]]
BODY = 0.66  # of the width of a face: half the depth of a person
THING = 0.3  # of its shorter side: half the depth of a thing of any shape
FACING = 0.44  # of its shorter side: half the depth of what faces us, as heads and vessels do
ALIKE, TALL = 0.68, 1.2  # overlap with the mirror image, and width over height, of what faces us
CUT = 0.04  # of a side of the picture: what fills more of it goes on beyond
SLAB = 0.1  # of its shorter side: half the depth of what has the outline of a rectangle
ROUND = 0.82  # of a disc's area at equal length of outline: what is rounder is a ball
RECTANGULAR = 0.9  # of the smallest rectangle about it
FACIAL_FORMS = (
    (0.0, 0.34, 0.11, 0.24, 0.20), (0.0, 0.66, 0.16, 0.11, 0.30),  # bridge and tip of the nose
    (-0.5, 0.02, 0.24, 0.13, -0.10), (0.5, 0.02, 0.24, 0.13, -0.10),  # eyes lie deep
    (0.0, -0.3, 0.75, 0.14, 0.06), (0.0, 1.08, 0.32, 0.12, 0.10),  # brows, lips
    (0.0, 1.36, 0.3, 0.07, -0.05), (0.0, 1.62, 0.28, 0.16, 0.12),  # below the lips, chin
    (-0.62, 0.55, 0.3, 0.25, 0.06), (0.62, 0.55, 0.3, 0.25, 0.06),  # cheeks
)  # fmt: skip
"""Place, widths and height of what makes a face, in eye distances from between the eyes."""


@dataclass(frozen=True, slots=True)
class SubjectForm:
    """``thickest`` is half the greatest depth in pixels; ``raised`` (H, W) what stands out."""

    thickest: float
    raised: Floats


def find_form(rgb: Pixels, alpha: Floats) -> SubjectForm:
    """Return the form of the subject of uint8 RGB (H, W, 3) with opacity (H, W)."""
    raised = np.zeros(alpha.shape, np.float32)
    faces = faces_within(rgb, alpha)
    for face in faces:
        _raise_face(raised, rgb, face)
    if faces:
        return SubjectForm(BODY * max(face.box[2] for face in faces), raised)
    outlines, _ = cv2.findContours(
        (alpha > 0.5).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE
    )
    largest = max(outlines, key=cv2.contourArea)
    area, around = cv2.contourArea(largest), cv2.arcLength(largest, True)
    shorter, longer = sorted(cv2.minAreaRect(largest)[1])
    if 4 * np.pi * area / max(around, 1.0) ** 2 > ROUND or shorter < 1:
        return SubjectForm(float(max(longer, 1.0)), raised)
    deep = FACING if faces_us(alpha) else THING
    return SubjectForm((SLAB if area > RECTANGULAR * shorter * longer else deep) * shorter, raised)


def faces_us(alpha: Floats) -> bool:
    """Say whether a thing probably faces us: it is alike on both sides, and no wider than high."""
    inside = alpha > 0.5
    rows, columns = (np.flatnonzero(inside.any(axis=axis)) for axis in (1, 0))
    framed = inside[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    mirrored = framed[:, ::-1]
    alike = (framed & mirrored).sum() / max(1, (framed | mirrored).sum())
    return bool(alike > ALIKE and framed.shape[1] < TALL * framed.shape[0])


def seen_from_aside(alpha: Floats) -> bool:
    """Say whether a thing is wider than high and whole, as vehicles and animals from aside are."""
    inside = alpha > 0.5
    rows, columns = (np.flatnonzero(inside.any(axis=axis)) for axis in (1, 0))
    cut = max(side.mean() for side in (inside[:, 0], inside[:, -1], inside[-1]))
    return bool(np.ptp(columns) > TALL * np.ptp(rows) and cut < CUT)


def faces_within(rgb: Pixels, alpha: Floats) -> list[Face]:
    """Return the faces whose middle belongs to the subject."""
    found = []
    for face in find_faces(rgb):
        left, top, width, height = face.box
        row = min(alpha.shape[0] - 1, round(top + height / 2))
        if alpha[row, min(alpha.shape[1] - 1, round(left + width / 2))] > 0.5:
            found.append(face)
    return found


def _raise_face(raised: Floats, rgb: Pixels, face: Face) -> None:
    """Add nose, brows, lips and chin of a face that looks ahead to ``raised``, in pixels."""
    if face.profile:
        return
    marks = find_landmarks(rgb, face)
    size = max(marks.eye_distance, 1.0)
    middle, across = marks.points[:2].mean(axis=0), (marks.points[1] - marks.points[0]) / size
    mouth = max(float(np.hypot(*(marks.points[2] - middle))) / size, 0.7)
    y, x = np.mgrid[0 : raised.shape[0], 0 : raised.shape[1]].astype(np.float32)
    x, y = (x - middle[0]) / size, (y - middle[1]) / size
    x, y = x * across[0] + y * across[1], (y * across[0] - x * across[1]) * (1.1 / mouth)
    for right, down, wide, high, height in FACIAL_FORMS:
        bump = np.exp(-(((x - right) / wide) ** 2) - ((y - down) / high) ** 2)
        raised += np.float32(0.8 * height * size) * bump
