"""Find human faces with the Haar cascades that OpenCV ships (Viola and Jones, 2001)."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Self

import cv2
import numpy as np

from mediaext.engines.classical.arrays import Mask, Pixels
from mediaext.engines.classical.memory import once_per_picture
from mediaext.engines.classical.pictures import shrink

Box = tuple[int, int, int, int]
SEARCH_SIDE = 720  # pixels; larger pictures are searched at this size
QUICK_SIDE = 360  # pixels: where large faces are found in an eighth of the time
LARGE, NEAR = 0.1, 0.3  # of the longer side: faces found at a glance, and in a window about one
LOOKS = (QUICK_SIDE, LARGE, 1.0), (480, 0.0, 1.05 * LARGE)
"""Sides of the copies where candidates are found, and between which shares of them."""
WINDOW = 24  # pixels: the least that a cascade sees
ROOM, LEAST, MOST = 0.8, 0.6, 1.5  # about a candidate, in its sizes; and those of its face
SAME = 0.4  # overlap of candidates for one face
LEAST_SKIN = 0.05  # of a candidate
CASCADES = Path(cv2.__file__).parent / "data"
CERTAIN = 3.5  # score of the default cascade from which a find without eyes counts
SMALLEST = 0.045  # of the longer side: smaller finds are mostly texture
PROFILE = 0.066  # likewise of faces seen from aside
CLOSER = 1.25  # drawn eyes stand closer in a face than real ones; a real face is put as wide
DARK, WHITE = 90, 150  # levels of a drawn pupil and of the white about it
_ONE_AT_A_TIME = threading.Lock()  # a cascade keeps its scales in itself while it searches


@dataclass(frozen=True, slots=True)
class Face:
    """A face: ``box`` is (left, top, width, height) in pixels, ``eyes`` are centres, left first.

    ``eyes`` is empty or a pair; ``profile`` says that the face looks to a side.
    """

    box: Box
    eyes: tuple[tuple[float, float], ...] = ()
    profile: bool = False

    @property
    def area(self) -> int:
        """Area of the box in pixels."""
        return self.box[2] * self.box[3]

    @property
    def centre(self) -> tuple[float, float]:
        """Centre of the box, (x, y) in pixels."""
        left, top, width, height = self.box
        return left + width / 2, top + height / 2

    def moved(self, right: int, down: int) -> Self:
        """Return the same face elsewhere."""
        left, top, width, height = self.box
        eyes = tuple((x + right, y + down) for x, y in self.eyes)
        return replace(self, box=(left + right, top + down, width, height), eyes=eyes)

    def scaled(self, factor: float, shape: tuple[int, ...]) -> Self:
        """Return the same face in a picture of ``shape`` that is so many times as large."""
        left, top, width, height = (round(value * factor) for value in self.box)
        left, top = min(left, shape[1] - 1), min(top, shape[0] - 1)
        box = (left, top, min(width, shape[1] - left), min(height, shape[0] - top))
        return replace(self, box=box, eyes=tuple((x * factor, y * factor) for x, y in self.eyes))


def find_faces(rgb: Pixels) -> list[Face]:
    """Find faces in uint8 RGB pixels of shape (height, width, 3), the largest first."""
    small = shrink(rgb, SEARCH_SIDE)
    found = _find_faces(small)
    if small.shape == rgb.shape:
        return found
    return [face.scaled(rgb.shape[1] / small.shape[1], rgb.shape) for face in found]


@once_per_picture
def _find_faces(rgb: Pixels) -> list[Face]:
    return _search(rgb, SEARCH_SIDE, SMALLEST, _frontal, _profile)


def find_largest(rgb: Pixels) -> Face | None:
    """Find the largest face in uint8 RGB (height, width, 3); ``None`` when there is none.

    A large one is found in a small copy first, then placed in a window about it.
    """
    scale = min(1.0, QUICK_SIDE / max(rgb.shape[:2]))
    for box in _candidates(*_prepared(rgb, scale), LARGE):
        left, top, width, height = (round(value / scale) for value in box)
        corner = max(0, left - width // 2), max(0, top - height // 2)
        window = rgb[corner[1] : top + 3 * height // 2, corner[0] : left + 3 * width // 2]
        if close := _search(window, QUICK_SIDE, NEAR, _frontal):
            return close[0].moved(*corner)
    ways = (_frontal, _drawn, _profile)
    return next(iter(_search(rgb, SEARCH_SIDE, SMALLEST, *ways)), None)


def _search(
    rgb: Pixels, side: int, smallest: float, *ways: Callable[[Pixels, Pixels, float], list[Face]]
) -> list[Face]:
    """Search at ``side`` pixels, in one way after the other until one finds something."""
    scale = min(1.0, side / max(rgb.shape[:2]))
    gray, small = _prepared(rgb, scale)
    found = next(filter(None, (way(gray, small, smallest) for way in ways)), [])
    faces = [face.scaled(1 / scale, rgb.shape) for face in found]
    return sorted(faces, key=lambda face: (-face.area, face.box))


def _prepared(rgb: Pixels, scale: float) -> tuple[Pixels, Pixels]:
    """Return a copy in gray of even contrast, as cascades look at it, and one in colour."""
    small = cv2.resize(rgb, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    gray = cv2.createCLAHE(2.0, (8, 8)).apply(cv2.cvtColor(small, cv2.COLOR_RGB2GRAY))
    return gray, small


@cache
def _cascade(name: str) -> cv2.CascadeClassifier:
    return cv2.CascadeClassifier(str(CASCADES / f"haarcascade_{name}.xml"))


def _candidates(
    gray: Pixels, rgb: Pixels, smallest: float, name: str = "frontalface_alt2"
) -> list[Box]:
    """Return where a face may be, the largest first: all finds of a cascade in small copies."""
    finds: list[Box] = []
    for side, least, most in LOOKS:
        factor = min(1.0, side / max(gray.shape))
        small = cv2.resize(gray, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        low, high = (
            max(WINDOW, round(share * max(small.shape))) for share in (max(least, smallest), most)
        )
        if low <= high:
            with _ONE_AT_A_TIME:
                boxes = _cascade(name).detectMultiScale(
                    small, 1.2, 0, minSize=(low, low), maxSize=(high, high)
                )
            scaled = np.rint(np.divide(boxes, factor)).astype(int).tolist()
            finds += [(x, y, w, h) for x, y, w, h in scaled]
    apart: list[Box] = []
    for box in sorted(finds, key=_area):
        fresh = all(_overlap(box, other) < SAME for other in apart)
        if fresh and _skin_share(rgb, box) > LEAST_SKIN:
            apart.append(box)
    return apart


def _detect(
    gray: Pixels, name: str, neighbours: int, candidates: list[Box]
) -> list[tuple[Box, float]]:
    """Look closely at candidates; returns the faces that are confirmed, with their scores."""
    found = []
    for x, y, width, height in candidates:
        left, top = max(0, x - round(ROOM * width)), max(0, y - round(ROOM * height))
        part = gray[top : y + round((1 + ROOM) * height), left : x + round((1 + ROOM) * width)]
        low, high = max(WINDOW, round(LEAST * width)), round(MOST * width)
        with _ONE_AT_A_TIME:
            boxes, _, scores = _cascade(name).detectMultiScale3(
                np.ascontiguousarray(part),
                1.1,
                neighbours,
                minSize=(low, low),
                maxSize=(high, high),
                outputRejectLevels=True,
            )
        found += [
            ((int(left + x), int(top + y), int(w), int(h)), float(score))
            for (x, y, w, h), score in zip(boxes, np.ravel(scores), strict=True)
        ]
    return found


def _frontal(gray: Pixels, rgb: Pixels, smallest: float) -> list[Face]:
    """Keep finds on which both cascades agree strongly, and those with two eyes in skin."""
    candidates = _candidates(gray, rgb, smallest)
    first = [box for box, _ in _detect(gray, "frontalface_alt2", 4, candidates)]
    second = _detect(gray, "frontalface_default", 6, candidates)
    certain = [box for box, score in second if score >= CERTAIN]
    kept: list[Face] = []
    for box in sorted(certain, key=_area) + sorted(first, key=_area):
        if any(_overlap(box, face.box) > 0.3 for face in kept):
            continue
        agreed = any(
            _overlap(box, other) > 0.4 for other in (first if box in certain else certain)
        )
        eyes = _find_eyes(gray, box)
        skin = _skin_share(rgb, box)
        if (agreed and skin > 0.15) or (eyes and skin > 0.4):
            kept.append(Face(box, eyes))
    return kept


def _area(box: Box) -> tuple[int, Box]:
    return -box[2] * box[3], box


def _drawn(gray: Pixels, rgb: Pixels, smallest: float) -> list[Face]:
    """Find drawn faces: two level dots of one size on white, in skin. Cascades know none."""
    dots = _dots(rgb)
    kept: list[Face] = []
    for number, (one, size) in enumerate(dots):
        for other, other_size in dots[number + 1 :]:
            left, right = sorted((one, other))
            apart = right[0] - left[0]
            like = 0.7 < size / other_size < 1.4 and abs(right[1] - left[1]) < 0.15 * apart
            if not (like and 1.5 * size < apart < 7 * size):
                continue
            middle, level = (left[0] + right[0]) / 2, (left[1] + right[1]) / 2
            apart *= CLOSER
            width = round(2.4 * apart)  # a cascade's box, of which the eyes take up 0.42
            box = max(0, round(middle - width / 2)), max(0, round(level - 0.4 * width))
            eyes = (middle - apart / 2, level), (middle + apart / 2, level)
            face = Face((*box, width, width), eyes)
            if width >= smallest * max(gray.shape) and _skin_share(rgb, face.box) > 0.45:
                kept.append(face)
    return kept


def _dots(rgb: Pixels) -> list[tuple[tuple[float, float], float]]:
    """Return middle and size of the small round dark dots with white about them."""
    dark = (rgb.max(axis=2) < DARK).astype(np.uint8)
    count, labels, facts, _ = cv2.connectedComponentsWithStats(dark)
    found = []
    for number, (x, y, width, height, area) in enumerate(facts[1:count], 1):
        size = (width + height) / 2
        if not (3 <= size <= max(rgb.shape) / 16 and 0.55 < width / height < 1.8):
            continue
        room = round(0.35 * size)
        about = rgb[max(0, y - room) : y + height + room, max(0, x - room) : x + width + room]
        dot = (labels[y : y + height, x : x + width] == number).astype(np.uint8)
        outlines, _ = cv2.findContours(dot, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        filled = max(area, *map(cv2.contourArea, outlines))  # an iris may be lighter than its rim
        if filled > 0.5 * width * height and 0.06 < (about.min(axis=2) > WHITE).mean() < 0.6:
            found.append(((float(x + width / 2), float(y + height / 2)), float(size)))
    return found


def _profile(gray: Pixels, rgb: Pixels, smallest: float) -> list[Face]:
    kept: list[Face] = []
    turned = (np.ascontiguousarray(plane[:, ::-1]) for plane in (gray, rgb))
    for mirrored, (image, view) in enumerate(((gray, rgb), turned)):
        candidates = _candidates(image, view, max(smallest, PROFILE), "profileface")
        for (x, y, w, h), _ in _detect(image, "profileface", 5, candidates):
            box = (gray.shape[1] - x - w, y, w, h) if mirrored else (x, y, w, h)
            fresh = all(_overlap(box, face.box) <= 0.3 for face in kept)
            if fresh and _skin_share(rgb, box) > 0.45:
                kept.append(Face(box, profile=True))
    return kept


def _find_eyes(gray: Pixels, box: Box) -> tuple[tuple[float, float], ...]:
    """Find one eye in each upper half of the face; both or none are returned."""
    left, top, width, height = box
    side = max(8, width // 8)
    eyes = []
    for start in (0.0, 0.45):
        x0, y0 = left + round(start * width), top + round(0.18 * height)
        part = gray[y0 : y0 + round(0.4 * height), x0 : x0 + round(0.55 * width)]
        with _ONE_AT_A_TIME:
            found = [
                tuple(int(value) for value in eye)
                for name in ("eye", "eye_tree_eyeglasses")
                for eye in _cascade(name).detectMultiScale(part, 1.08, 3, minSize=(side, side))
            ]
        if not found:
            return ()
        x, y, w, h = max(found, key=lambda eye: (eye[2] * eye[3], eye))
        eyes.append((x0 + x + w / 2, y0 + y + h / 2))
    apart = eyes[1][0] - eyes[0][0]
    level = abs(eyes[1][1] - eyes[0][1]) < 0.35 * max(apart, 1)
    return tuple(eyes) if level and apart > 0.22 * width else ()


def skin_mask(rgb: Pixels) -> Mask:
    """Mark pixels whose chroma is that of skin, of any lightness.

    Bounds on Cr and Cb after Chai and Ngan (1999), widened for dark skin and warm light.
    """
    chroma = cv2.cvtColor(rgb, cv2.COLOR_RGB2YCrCb)
    red, blue = chroma[..., 1], chroma[..., 2]
    reddish, bluish = (red >= 133) & (red <= 180), (blue >= 77) & (blue <= 130)
    skin: Mask = reddish & bluish & (chroma[..., 0] > 25)
    return skin


def _skin_share(rgb: Pixels, box: Box) -> float:
    """Share of skin in the middle of a box; 0.5, which decides nothing, for a gray picture."""
    left, top, width, height = box
    part = rgb[top + height // 5 : top + height, left + width // 5 : left + width * 4 // 5]
    spread = part.max(axis=2).astype(int) - part.min(axis=2)
    return 0.5 if spread.mean() < 6 else float(skin_mask(part).mean())


def _overlap(one: Box, other: Box) -> float:
    """Intersection over union of two boxes."""
    width = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    height = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    shared = max(width, 0) * max(height, 0)
    return shared / (one[2] * one[3] + other[2] * other[3] - shared)
