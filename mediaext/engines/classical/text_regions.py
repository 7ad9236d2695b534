"""Find lettering in a picture, so that it can be kept.

Letters are maximally stable regions (Matas et al., 2002) of even stroke; only rows of several
letters of like height, stroke and spacing count, so that leaves and bricks do not.
"""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from mediaext.engines.classical.arrays import Floats, Mask, Pixels

SEARCH_SIDE = 960  # pixels; larger pictures are searched at this size
SMALLEST = 8  # pixels: a picture with a shorter side has no legible letter
FEWEST_LETTERS = 4
WORD_GAP = 0.7  # letter heights between one letter of a line and the next
LONGEST_GROWTH = 60  # letters that may be added to a line at either end
LEAST_CONTRAST = 10  # levels between a letter and what is about it
STROKE_SPREAD = 0.42  # standard deviation over mean of the stroke's half-width inside a letter


@dataclass(frozen=True, slots=True)
class Letter:
    """A candidate: its box in pixels, half stroke width, contrast and lightness."""

    left: int
    top: int
    width: int
    height: int
    stroke: float
    light: float
    ink: float
    points: Any

    @property
    def middle(self) -> float:
        """Vertical centre in pixels."""
        return self.top + self.height / 2

    @property
    def right(self) -> int:
        """First column after the letter."""
        return self.left + self.width


def text_mask(rgb: Pixels, fewest: int = FEWEST_LETTERS) -> Mask:
    """Mark the letters of every line of text with a thin surround, bool (height, width).

    A line has at least ``fewest`` letters.
    """
    factor = min(1.0, SEARCH_SIDE / max(rgb.shape[:2]))
    small = cv2.resize(rgb, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    gray = cv2.cvtColor(small, cv2.COLOR_RGB2GRAY)
    drawn = np.zeros(gray.shape, np.uint8)
    for line in find_lines(gray, fewest):
        _draw_line(gray, line, drawn)
    drawn = cv2.dilate(drawn, np.ones((3, 3), np.uint8))
    size = rgb.shape[1], rgb.shape[0]
    marked: Mask = np.asarray(cv2.resize(drawn, size, interpolation=cv2.INTER_LINEAR)) > 0
    return marked


def _draw_line(gray: Pixels, line: list[Letter], drawn: Pixels) -> None:
    """Mark the letters and, outwards from them, what else is ink of their size in their row."""
    tall = max(letter.height for letter in line)
    top = max(0, min(letter.top for letter in line) - tall // 4)
    bottom = max(letter.top + letter.height for letter in line) + tall // 3
    row = gray[top:bottom].astype(np.float32)
    ink = float(np.median([letter.ink for letter in line]))
    contrast = float(np.median([letter.light for letter in line]))
    inked = (np.sign(contrast) * (row - ink) > -0.45 * abs(contrast)).astype(np.uint8)
    _, labels, boxes, _ = cv2.connectedComponentsWithStats(inked)
    reach = [line[0].left, max(letter.right for letter in line)]
    kept = []
    for _ in range(LONGEST_GROWTH):
        more = [
            i for i, box in enumerate(boxes) if i and i not in kept and _joins(box, reach, tall)
        ]
        if not more:
            break
        kept += more
        reach[0] = min(reach[0], *(int(boxes[i][0]) for i in more))
        reach[1] = max(reach[1], *(int(boxes[i][0] + boxes[i][2]) for i in more))
    drawn[top:bottom] |= np.isin(labels, kept).astype(np.uint8)
    for letter in line:
        drawn[letter.points[:, 1], letter.points[:, 0]] = 1


def _joins(box: Any, reach: list[int], tall: int) -> bool:
    """Say whether ink (left, top, width, height, area) could be a letter next to those known."""
    left, _, width, height, area = (int(value) for value in box)
    near = left < reach[1] + WORD_GAP * tall and left + width > reach[0] - WORD_GAP * tall
    return near and 0.12 * tall < height < 1.5 * tall and width < 6 * tall and area > 4


def find_lines(gray: Pixels, fewest: int = FEWEST_LETTERS) -> list[list[Letter]]:
    """Group letters of uint8 gray pixels into lines of at least ``fewest``."""
    lines: list[list[Letter]] = []
    if min(gray.shape) < SMALLEST:
        return lines
    letters = _find_letters(gray)
    for polarity in (True, False):
        chosen = [one for one in letters if (one.light > 0) is polarity]
        lines += [
            line for line in _group(chosen) if len(line) >= fewest and _reads_like_text(line)
        ]
    return lines


def _find_letters(gray: Pixels) -> list[Letter]:
    finder = cv2.MSER.create(delta=8, min_area=24, max_area=gray.size // 40, max_variation=0.25)
    points, boxes = finder.detectRegions(gray)
    soft = cv2.GaussianBlur(gray, (0, 0), 6).astype(np.float32)
    best: dict[tuple[int, int], Letter] = {}
    for inside, box in zip(points, boxes, strict=True):
        left, top, width, height = (int(value) for value in box)
        cell = round(left + width / 2) // 4, round(top + height / 2) // 4
        if cell in best:
            continue
        letter = _measure(gray, soft, inside, (left, top, width, height))
        if letter:
            best[cell] = letter
    return sorted(best.values(), key=lambda letter: (letter.left, letter.top))


def _measure(gray: Pixels, soft: Floats, points: Any, box: tuple[int, ...]) -> Letter | None:
    """Return the letter, or nothing where shape or stroke is unlike one."""
    left, top, width, height = box
    fill = len(points) / max(width * height, 1)
    if not (
        7 <= height <= gray.shape[0] // 4 and 0.08 < width / height < 2.2 and 0.15 < fill < 0.95
    ):
        return None
    columns, rows = points.T
    ink = float(gray[rows, columns].mean())
    contrast = ink - float(soft[rows, columns].mean())
    if abs(contrast) < LEAST_CONTRAST:
        return None
    shape = np.zeros((height + 2, width + 2), np.uint8)
    shape[rows - top + 1, columns - left + 1] = 1
    depth = cv2.distanceTransform(shape, cv2.DIST_L2, 3)
    ridge = depth[(depth >= cv2.dilate(depth, np.ones((3, 3)))) & (depth > 0)]
    if (
        not len(ridge)
        or ridge.std() > STROKE_SPREAD * ridge.mean()
        or ridge.mean() > 0.35 * height
    ):
        return None
    return Letter(left, top, width, height, float(ridge.mean()), contrast, ink, points)


def _group(letters: list[Letter]) -> list[list[Letter]]:
    """Chain letters, left to right, with the nearest one that could follow."""
    lines: list[list[Letter]] = []
    for letter in letters:
        fitting = [line for line in lines if _follows(line[-1], letter)]
        if fitting:
            max(fitting, key=lambda line: line[-1].right).append(letter)
        else:
            lines.append([letter])
    return lines


def _follows(before: Letter, after: Letter) -> bool:
    tall = max(before.height, after.height)
    return (
        -0.15 * tall < after.left - before.right < 0.9 * tall
        and min(before.height, after.height) > 0.5 * tall
        and abs(before.top + before.height - after.top - after.height) < 0.3 * tall
        and 0.5 < before.stroke / after.stroke < 2
        and 0.4 < before.light / after.light < 2.5
    )


def _is_bar(letter: Letter) -> bool:
    """Say whether a letter is a plain stripe, at any slant: bars, fences and tigers have those."""
    (_, _), sides, _ = cv2.minAreaRect(letter.points)
    long, short = max(sides) + 1, min(sides) + 1
    return bool(long > 3.2 * short or len(letter.points) > 0.85 * long * short)


def _reads_like_text(line: list[Letter]) -> bool:
    """Demand one straight base line, even stroke, and letters that differ in width."""
    height = np.median([letter.height for letter in line])
    base = np.array([letter.top + letter.height for letter in line], float)
    place = np.array([letter.left for letter in line], float)
    straight = np.polyval(np.polyfit(place, base, 1), place)
    strokes = np.array([letter.stroke for letter in line])
    inks = np.array([letter.ink for letter in line])
    contrast = abs(float(np.median([letter.light for letter in line])))
    widths = np.array([letter.width for letter in line], float)
    level = float(np.median(np.abs(base - straight)) / height)
    return bool(
        level < 0.12
        and sum(map(_is_bar, line)) < 0.6 * len(line)
        and inks.std() < 0.2 * contrast + 4
        and strokes.std() < 0.3 * strokes.mean()
        and widths.std() > 0.08 * widths.mean()
    )
