"""Coordinates of boxes, polygons and run lengths, in the formats that datasets use."""

from collections.abc import Mapping
from typing import Any, cast

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
BOX_FORMATS = (
    "xyxy", "xywh", "cxcywh", "xyxy-normalised", "xywh-normalised", "cxcywh-normalised",
)  # fmt: skip


def to_corners(boxes: Floats, kind: str, size: tuple[int, int]) -> Floats:
    """Return boxes (N, 4) as x1, y1, x2, y2 in pixels; ``size`` is the picture's width, height."""
    kind, _, normalised = kind.partition("-")
    if normalised:
        boxes = boxes * np.array([*size, *size])
    first, second = boxes[:, :2], boxes[:, 2:]
    if kind == "xywh":
        second = first + second
    elif kind == "cxcywh":
        first, second = first - second / 2, first + second / 2
    return np.concatenate([first, second], axis=1)


def from_corners(boxes: Floats, kind: str, size: tuple[int, int]) -> Floats:
    """Undo :func:`to_corners` for a picture of ``size`` (width, height)."""
    kind, _, normalised = kind.partition("-")
    first, second = boxes[:, :2], boxes[:, 2:]
    if kind == "xywh":
        second = second - first
    elif kind == "cxcywh":
        first, second = (first + second) / 2, second - first
    found = np.concatenate([first, second], axis=1)
    return cast(Floats, found / np.array([*size, *size])) if normalised else found


def clip_polygon(points: Floats, frame: Floats) -> Floats:
    """Return the part of a polygon (N, 2) in the rectangle from 0 to ``frame`` (width, height).

    The algorithm of Sutherland and Hodgman (1974), one side of the frame after the other.
    """
    for axis in (0, 1):
        for bound, sign in ((0.0, 1.0), (float(frame[axis]), -1.0)):
            distance = (points[:, axis] - bound) * sign
            cut: list[Floats] = []
            for number in range(len(points)):
                here, before = distance[number], distance[number - 1]
                if (here >= 0) != (before >= 0):
                    share = before / (before - here)
                    cut.append(points[number - 1] + share * (points[number] - points[number - 1]))
                if here >= 0:
                    cut.append(points[number])
            points = np.array(cut).reshape(-1, 2)
    return points


def encode_rle(mask: npt.NDArray[Any]) -> dict[str, list[int]]:
    """Return a mask (height, width) as COCO's uncompressed run lengths, column by column."""
    flat = np.asarray(mask, bool).ravel(order="F")
    changes = np.flatnonzero(np.diff(flat, prepend=False)).tolist()
    edges = [0, *changes, flat.size]
    counts = np.diff(edges).tolist()
    return {"size": list(mask.shape), "counts": counts}


def decode_rle(rle: Mapping[str, Any]) -> npt.NDArray[np.uint8]:
    """Return COCO's uncompressed run lengths as a mask (height, width) of 0 and 1."""
    counts = np.asarray(rle["counts"])
    values = (np.arange(len(counts)) % 2).astype(np.uint8)
    height, width = rle["size"]
    return np.repeat(values, counts).reshape((height, width), order="F")
