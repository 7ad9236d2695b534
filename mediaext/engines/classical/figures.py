"""A figure in the making: parts painted over one another, rounded, creased, softly lit."""

from dataclasses import dataclass

import cv2
import numpy as np
from scipy import ndimage

from mediaext.engines.classical.effects.kit import Light, blur, clip, mix, noise, to_light

Points = list[tuple[float, float]]
ROUND = 0.26  # heads from its edge that a part turns away from the light


@dataclass(frozen=True, slots=True)
class Crease:
    """A fold from one place to another, in heads; ``bend`` bows it, ``depth`` is its strength."""

    start: tuple[float, float]
    end: tuple[float, float]
    bend: float = 0.0
    depth: float = 1.0


@dataclass(slots=True)
class Figure:
    """Pixels and opacity, with a place and size for the head.

    Places are in heads: x from the middle, y down from the crown.
    """

    rgb: Light
    alpha: Light
    middle: float
    crown: float
    head: float
    rng: np.random.Generator

    @classmethod
    def blank(cls, size: tuple[int, int], head: float, crown: float, seed: int) -> "Figure":
        """Start an empty figure of ``size`` (width, height) with a head of ``head`` pixels."""
        plane = np.zeros((size[1], size[0]), np.float32)
        rng = np.random.default_rng([seed, 13])
        return cls(np.zeros((*plane.shape, 3), np.float32), plane, size[0] / 2, crown, head, rng)

    def paint(
        self, outline: Points, colour: Light, creases: tuple[Crease, ...] = (), cloth: float = 1.0
    ) -> None:
        """Paint one part in the light from the upper left; ``cloth`` 0 is skin."""
        mask = self._mask(outline)
        if not (mask > 0.5).any():
            return
        height, width = mask.shape
        light = self._roundness(mask) + self._relief(creases)
        if cloth:
            weave = noise(self.rng, height, width, max(1.0, self.head / 90)) - np.float32(0.5)
            uneven = noise(self.rng, height, width, max(4.0, 0.5 * self.head)) - np.float32(0.5)
            light = light + np.float32(cloth) * (0.05 * weave + 0.1 * uneven)
        self._shadow(mask)
        shaded = clip(colour * light[..., None].astype(np.float32))
        self.rgb = mix(self.rgb, shaded, mask)
        self.alpha = np.maximum(self.alpha, mask)

    def line(self, path: Points, colour: Light, width: float = 0.012, share: float = 0.6) -> None:
        """Draw a seam or an edge over what is there; ``width`` in heads."""
        plane = np.zeros(self.alpha.shape, np.float32)
        thick = max(1, round(width * self.head))
        cv2.polylines(plane, [self._fixed(np.array(path, np.float32))], False, 1.0, thick,
                      cv2.LINE_AA, 4)  # fmt: skip
        self.rgb = mix(self.rgb, np.broadcast_to(colour, self.rgb.shape), plane * share)

    def dot(self, place: tuple[float, float], colour: Light, radius: float = 0.022) -> None:
        """Draw a button."""
        around = np.linspace(0, 2 * np.pi, 12, endpoint=False)
        x, y = place
        ring = [(x + radius * float(np.cos(a)), y + radius * float(np.sin(a))) for a in around]
        self.rgb = mix(self.rgb, np.broadcast_to(colour, self.rgb.shape), self._mask(ring))

    def _roundness(self, mask: Light) -> Light:
        inside = np.pad(mask > 0.5, 1, mode="edge")
        depth = ndimage.distance_transform_edt(inside)[1:-1, 1:-1].astype(np.float32)
        reach = max(2.0, min(ROUND * self.head, float(depth.max())))
        bulge = np.sqrt(1 - (1 - np.clip(depth / reach, 0, 1)) ** 2).astype(np.float32)
        soft = blur(bulge, 0.07 * self.head) * np.float32(reach)
        across: Light = cv2.Sobel(soft, cv2.CV_32F, 1, 0, ksize=3, scale=0.125)
        down: Light = cv2.Sobel(soft, cv2.CV_32F, 0, 1, ksize=3, scale=0.125)
        turned: Light = 0.95 + 0.2 * np.tanh(0.9 * across + 0.6 * down) - 0.17 * (1 - bulge)
        return turned

    def _relief(self, creases: tuple[Crease, ...]) -> Light:
        """Return light minus shadow of folds, which are ridges under light from the upper left."""
        ridges = np.zeros(self.alpha.shape, np.float32)
        for crease in creases:
            along = np.linspace(0, 1, 9, dtype=np.float32)[:, None]
            start, end = (np.array(place, np.float32) for place in (crease.start, crease.end))
            way = end - start
            aside = np.array([-way[1], way[0]], np.float32) * np.float32(crease.bend)
            path = start + along * way + 4 * along * (1 - along) * aside
            drawn = np.zeros_like(ridges)
            thick = max(1, round(0.035 * self.head))
            cv2.polylines(drawn, [self._fixed(path)], False, float(crease.depth), thick,
                          cv2.LINE_AA, 4)  # fmt: skip
            ridges = np.maximum(ridges, drawn)
        soft = blur(ridges, max(0.7, 0.035 * self.head))
        shift = max(1, round(0.03 * self.head))
        lit = np.roll(soft, (-shift, -shift), (0, 1)) - np.roll(soft, (shift, shift), (0, 1))
        return lit * np.float32(0.38)

    def _shadow(self, mask: Light) -> None:
        """Darken what lies under a new part, close to its edge and below it."""
        shade = np.roll(blur(mask, 0.06 * self.head), round(0.03 * self.head), axis=0)
        self.rgb *= (1 - np.float32(0.38) * shade)[..., None]

    def _fixed(self, points: Light) -> Light:
        pixels = points * np.float32(self.head) + np.array([self.middle, self.crown], np.float32)
        return np.round(pixels * 16).astype(np.int32)

    def _mask(self, outline: Points) -> Light:
        plane = np.zeros(self.alpha.shape, np.uint8)
        cv2.fillPoly(plane, [self._fixed(rounded(outline))], 255, cv2.LINE_AA, 4)
        return blur(to_light(plane), max(0.5, self.head / 220))


def rounded(outline: Points) -> Light:
    """Smooth a polygon by cutting its corners three times (Chaikin, 1974); doubled ones stay."""
    points = np.array(outline, np.float32)
    for _ in range(3):
        after = np.roll(points, -1, axis=0)
        points = np.stack([0.75 * points + 0.25 * after, 0.25 * points + 0.75 * after], axis=1)
        points = points.reshape(-1, 2)
    return points


def limb(path: Points, widths: list[float]) -> Points:
    """Return the outline of a limb along ``path``, with half widths at its points, in heads.

    It starts round, as a shoulder, and ends straight, as a cuff.
    """
    first, second = np.array(path[:2], np.float32)
    back = (first - second) / max(float(np.hypot(*(first - second))), 1e-6)
    line = np.array([first + back * np.float32(0.75 * widths[0]), *path], np.float32)
    half = np.array([0.5 * widths[0], *widths], np.float32)[:, None]
    way = np.gradient(line, axis=0)
    way /= np.maximum(np.linalg.norm(way, axis=1, keepdims=True), 1e-6)
    aside = np.stack([-way[:, 1], way[:, 0]], axis=1) * half
    edges = np.concatenate([line + aside, (line - aside)[::-1]])
    ends = {len(line) - 1, len(line)}
    return [
        (float(x), float(y))
        for index, (x, y) in enumerate(edges)
        for _ in range(2 if index in ends else 1)
    ]


def sharp(*corners: tuple[float, float]) -> Points:
    """Double points, so that rounding leaves them as corners."""
    return [corner for corner in corners for _ in range(3)]


def both(side: Points) -> Points:
    """Close a half outline with its mirror image."""
    return side + mirrored(side)[::-1]


def mirrored(outline: Points) -> Points:
    """Return the outline of the other side."""
    return [(-x, y) for x, y in outline]
