"""Find lettering in pictures, so that edits can spare it."""

from typing import Any

import cv2
import numpy as np

Pixels = np.ndarray[Any, np.dtype[np.uint8]]
Floats = np.ndarray[Any, np.dtype[np.float32]]
SEARCH_SIDE = 900  # pixels: larger pictures are searched at this size
LETTERS = 4  # in a row before something counts as lettering


def text_mask(rgb: Pixels) -> Floats:
    """Return where lettering stands, float32 (height, width), 0 to 1, soft at the edges.

    Letters are maximally stable regions (Matas et al., 2002) of like height that stand in a row.
    """
    height, width = rgb.shape[:2]
    factor = min(1.0, SEARCH_SIDE / max(height, width))
    size = max(1, round(width * factor)), max(1, round(height * factor))
    gray = cv2.cvtColor(cv2.resize(rgb, size, interpolation=cv2.INTER_AREA), cv2.COLOR_RGB2GRAY)
    plane = np.zeros(gray.shape, np.uint8)
    for row in _rows(_letters(gray)):
        corners = np.concatenate([[(x, y), (x + w, y + h)] for x, y, w, h in row])
        left, top = corners.min(axis=0)
        right, bottom = corners.max(axis=0)
        edge = max(2, int(0.25 * (bottom - top)))
        cv2.rectangle(plane, (int(left) - edge, int(top) - edge),
                      (int(right) + edge, int(bottom) + edge), 255, -1)  # fmt: skip
    soft = cv2.GaussianBlur(plane, (0, 0), 1.5)
    mask: Floats = cv2.resize(soft, (width, height)).astype(np.float32) / 255
    return mask


def _letters(gray: Pixels) -> list[tuple[int, int, int, int]]:
    """Return boxes of what has size, shape and evenness of a letter."""
    tallest = max(12, gray.shape[0] // 9)
    finder = cv2.MSER.create(delta=6, min_area=16, max_area=tallest * tallest)
    finder.setPass2Only(False)
    regions, boxes = finder.detectRegions(gray) if min(gray.shape) > 8 else ((), ())
    found: dict[tuple[int, int, int, int], int] = {}
    for region, (x, y, w, h) in zip(regions, boxes, strict=True):
        points = np.asarray(region)
        filled = len(points) / (w * h)
        if 7 <= h <= tallest and 0.08 * h <= w <= 1.8 * h and 0.18 < filled < 0.92:
            ring = gray[max(0, y - 1) : y + h + 1, max(0, x - 1) : x + w + 1]
            contrast = abs(float(gray[points[:, 1], points[:, 0]].mean()) - float(ring.mean()))
            if contrast > 24:
                found[int(x), int(y), int(w), int(h)] = len(points)
    return _distinct(found)


def _distinct(found: dict[tuple[int, int, int, int], int]) -> list[tuple[int, int, int, int]]:
    """Keep one box of several that nearly cover each other."""
    kept: list[tuple[int, int, int, int]] = []
    for box in sorted(found, key=lambda b: (-found[b], b))[:1500]:
        x, y, w, h = box
        middle = x + w / 2, y + h / 2
        near = any(
            abs(a + c / 2 - middle[0]) < 0.35 * max(c, w)
            and abs(b + d / 2 - middle[1]) < 0.35 * max(d, h)
            for a, b, c, d in kept
        )
        if not near:
            kept.append(box)
    return kept


def _rows(letters: list[tuple[int, int, int, int]]) -> list[list[tuple[int, int, int, int]]]:
    """Join letters of like height that stand side by side; drop short and uneven rows."""
    rows: list[list[tuple[int, int, int, int]]] = []
    for x, y, w, h in sorted(letters):
        for row in rows:
            a, b, c, d = row[-1]
            like = 0.6 < h / d < 1.65 and abs((y + h / 2) - (b + d / 2)) < 0.4 * max(h, d)
            if like and -0.3 * h < x - (a + c) < 0.85 * max(h, d):
                row.append((x, y, w, h))
                break
        else:
            rows.append([(x, y, w, h)])
    return [row for row in rows if len(row) >= LETTERS and _even(row)]


def _even(row: list[tuple[int, int, int, int]]) -> bool:
    """Say whether heights and base lines agree as those of letters do."""
    heights = np.array([h for *_, h in row], float)
    feet = np.array([y + h for _, y, _, h in row], float)
    slope = np.polyfit([x for x, *_ in row], feet, 1)
    wave = feet - np.polyval(slope, [x for x, *_ in row])
    return bool(
        heights.std() < 0.38 * heights.mean()
        and np.median(np.abs(wave)) < 0.14 * heights.mean()
        and abs(slope[0]) < 0.35
    )
