"""Pictures whose opacity is known exactly: cutouts of photos and drawings set on other photos."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from measures.bench import Bench, Floats, Mask, Photo, Pixels
from measures.measure import Measure, at_most
from mediaext.engines.classical.clip.layers import fill_behind
from mediaext.engines.classical.masks import subject_alpha
from mediaext.engines.classical.painter import Wish, paint_cutout, read_prompt

BAND = 10  # pixels on both sides of the true outline
SIDE = 768  # pixels of a composite
SHARE = 0.62  # of a side: the longer side of its subject
FINER = 4  # times: outlines and strands are drawn so much larger, then averaged
STRANDS = 900  # of hair about an outline
LONGEST = 0.05  # of a side: a strand
FAR = 24.0  # pixels: deviation of the blur of a ground
BLURRED = 2.5  # pixels: deviation of an edge out of focus
DRAWN = "teapot", "duck", "cat", "bicycle"
GROUNDS = "coffee", "china", "flower", "chelsea"
"""Photos of which grounds are made; a photo is never the ground of its own subject."""
KINDS = "sharp", "blurred", "hairy"


@dataclass(frozen=True)
class Composite:
    """``rgb`` uint8 (H, W, 3), and the true opacity of its subject, (H, W), 0 to 1."""

    name: str
    rgb: Pixels
    opacity: Floats

    @property
    def band(self) -> Mask:
        """What lies within :data:`BAND` pixels of the outline."""
        solid = (self.opacity > 0.5).astype(np.uint8)
        away = [cv2.distanceTransform(part, cv2.DIST_L2, 5) for part in (solid, 1 - solid)]
        near: Mask = np.maximum(*away) <= BAND
        return near

    def error(self, found: Any) -> float:
        """Return the mean error in the band of an opacity that was found, 0 to 1."""
        return float(np.abs(found - self.opacity)[self.band].mean())


def composites(photos: list[Photo]) -> Iterator[Composite]:
    """Set every subject with an outline, and some drawings, on photos of something else.

    There are none without the photos of :data:`GROUNDS`.
    """
    named = {photo.name: photo for photo in photos}
    if not named.keys() >= set(GROUNDS):
        return
    for number, photo in enumerate(photo for photo in photos if photo.truth is not None):
        grounds = [name for name in GROUNDS if name != photo.name]
        for turn, kind in enumerate(KINDS):
            ground = named[grounds[(number + turn) % len(grounds)]].rgb
            yield _set(f"{photo.name}, {kind}", *_cut(photo, kind), ground)
    for number, name in enumerate(DRAWN):
        made = paint_cutout(read_prompt(f"a {name}"), SIDE, SIDE, Wish(1))
        small = cv2.resize(made, None, fx=SHARE, fy=SHARE, interpolation=cv2.INTER_AREA)
        opacity = small[..., 3].astype(np.float32) / 255
        ground = named[GROUNDS[number]].rgb
        yield _set(f"{name}, drawn", small[..., :3].astype(np.float32), opacity, ground)


def _cut(photo: Photo, kind: str) -> tuple[Floats, Floats]:
    """Return a subject's colours, which go on beyond its outline, and its opacity."""
    truth = _largest(np.asarray(photo.truth, np.uint8))
    left, top, wide, high = cv2.boundingRect(truth)
    factor = SHARE * SIDE / max(wide, high)
    room = round(1.2 * LONGEST * SIDE / factor)
    framed = [
        cv2.copyMakeBorder(part[top : top + high, left : left + wide], *[room] * 4, border)
        for part, border in ((photo.rgb, cv2.BORDER_REPLICATE), (truth, cv2.BORDER_CONSTANT))
    ]
    size = tuple(round(side * factor) for side in framed[1].shape[::-1])
    rgb = cv2.resize(framed[0], size, interpolation=cv2.INTER_AREA)
    fine = cv2.resize(
        framed[1], tuple(FINER * side for side in size), interpolation=cv2.INTER_LINEAR
    )
    if kind == "hairy":
        _draw_strands(fine)
    opacity = cv2.resize(fine.astype(np.float32), size, interpolation=cv2.INTER_AREA)
    if kind == "blurred":
        opacity = cv2.GaussianBlur(opacity, (0, 0), BLURRED)
    inner = cv2.erode(cv2.resize(framed[1], size, interpolation=cv2.INTER_AREA), np.ones((7, 7)))
    return fill_behind(rgb.astype(np.float32), 1 - inner.astype(np.float32)), opacity


def _largest(mask: Pixels) -> Pixels:
    _, labels, facts, _ = cv2.connectedComponentsWithStats(mask)
    kept: Pixels = (labels == 1 + np.argmax(facts[1:, cv2.CC_STAT_AREA])).astype(np.uint8)
    return kept


def _draw_strands(fine: Pixels) -> None:
    """Draw curved hair of half a pixel to one and a half from the outline outwards, in place."""
    outline = max(cv2.findContours(fine, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0], key=len)[
        :, 0
    ].astype(np.float32)
    random = np.random.default_rng(5)
    for start in random.integers(0, len(outline), STRANDS):
        root, reach = outline[start], 6 * FINER
        along = outline[(start + reach) % len(outline)] - outline[start - reach]
        away = np.array([-along[1], along[0]]) / max(float(np.hypot(*along)), 1.0)
        length = random.uniform(0.3, 1.0) * LONGEST * SIDE * FINER
        step = np.linspace(0, 1, 12)[:, None]
        curl = random.normal(0, 0.35) * along / max(float(np.hypot(*along)), 1.0)
        strand = root + length * (step * away + step**2 * curl)
        thick = int(random.integers(FINER // 2, 3 * FINER // 2 + 1))
        cv2.polylines(fine, [strand.round().astype(np.int32)], isClosed=False, color=1,
                      thickness=thick)  # fmt: skip


def _set(name: str, colours: Floats, opacity: Floats, ground: Pixels) -> Composite:
    """Lay a subject on the middle of a ground that is out of focus, so that it has no subject."""
    side = min(ground.shape[:2])
    top, left = (ground.shape[0] - side) // 2, (ground.shape[1] - side) // 2
    square = cv2.resize(ground[top : top + side, left : left + side], (SIDE, SIDE))
    rgb = cv2.GaussianBlur(square, (0, 0), FAR).astype(np.float32)
    whole = np.zeros((SIDE, SIDE), np.float32)
    high, wide = opacity.shape
    spot = np.s_[(SIDE - high) // 2 :, (SIDE - wide) // 2 :]
    whole[spot][:high, :wide] = opacity
    part = rgb[spot][:high, :wide]
    part += opacity[..., None] * (colours - part)
    return Composite(name, rgb.round().clip(0, 255).astype(np.uint8), whole)


def measure_edges(bench: Bench) -> Iterator[Measure]:
    """Say how far opacity is off near the outline, where it is known exactly."""
    for composite in composites(bench.photos):
        found = subject_alpha(composite.rgb)
        yield Measure(
            "cutout", composite.name, "error of opacity 10 pixels about the outline",
            composite.error(found), at_most(0.13, mean=True),
        )  # fmt: skip
