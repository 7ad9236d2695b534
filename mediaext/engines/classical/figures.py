"""Draw a clothed figure to carry a photographed head: fashion proportions, soft studio light."""

import re
from dataclasses import dataclass

import cv2
import numpy as np
from scipy import ndimage

from mediaext.engines.classical.effects.colours import COLOUR, read_colour
from mediaext.engines.classical.effects.kit import (
    LUMA,
    Light,
    blur,
    clip,
    clouds,
    mix,
    noise,
)

Points = list[tuple[float, float]]
TOPS = r"t-?shirt|shirt|blouse|sweater|jumper|hoodie|top|turtleneck|polo|cardigan|tank top"
JACKETS = r"jacket|blazer|suit|coat|tuxedo|uniform|trench"
BOTTOMS = r"jeans|trousers|pants|leggings|chinos|shorts"
SKIRTS = r"skirt"
DRESSES = r"dress|gown|robe|kimono|sari"
SOBER = ("white", "#2b3a55", "#c9b79c", "#7a1f2b", "#33413a", "#44546a")


def dyed(colour: str) -> Light:
    """Return a colour as cloth shows it: never quite pure, never quite black or white."""
    pure = read_colour(colour)
    gray = np.full(3, float(pure @ LUMA), np.float32)
    return np.float32(0.055) + np.float32(0.87) * (np.float32(0.8) * pure + np.float32(0.2) * gray)


@dataclass(frozen=True, slots=True)
class Outfit:
    """What the figure wears: kinds by word and colours; an empty word is not worn."""

    top: str
    top_colour: str
    bottom: str
    bottom_colour: str
    jacket: str = ""
    jacket_colour: str = ""
    woman: bool = True

    @property
    def dress(self) -> bool:
        """Whether one garment covers the body."""
        return bool(re.fullmatch(DRESSES, self.top))


def read_outfit(prompt: str, seed: int) -> Outfit:
    """Read garments and their colours; what is left open is chosen by the seed."""
    text = prompt.lower()
    rng = np.random.default_rng([seed, 12])
    sober = [str(SOBER[int(index)]) for index in rng.permutation(len(SOBER))]
    man = bool(re.search(r"\b(?:man|male|guy|boy|gentleman|businessman|he|his)\b", text))
    dress, dress_colour = _worn(text, DRESSES, sober[0])
    top, top_colour = _worn(text, TOPS, sober[0])
    jacket, jacket_colour = _worn(text, JACKETS, "#2b3448")
    skirt, skirt_colour = _worn(text, SKIRTS, sober[1])
    bottom, bottom_colour = _worn(text, BOTTOMS, "#31456b" if "jeans" in text else sober[2])
    if bottom == "jeans" and bottom_colour.endswith("blue"):
        bottom_colour = "#3d5685"
    if dress:
        return Outfit(dress, dress_colour, "", dress_colour, jacket, jacket_colour, True)
    if jacket in ("suit", "tuxedo", "uniform") and not bottom and not skirt:
        bottom, bottom_colour = "trousers", jacket_colour
    if jacket and not top:
        top, top_colour = "shirt", "#f3f1ec"
    if skirt:
        bottom, bottom_colour = skirt, skirt_colour
    return Outfit(
        top or "shirt",
        top_colour,
        bottom or "trousers",
        bottom_colour,
        jacket,
        jacket_colour,
        not man,
    )


def _worn(text: str, nouns: str, usual: str) -> tuple[str, str]:
    """Return the noun found, and the colour that stands before it with few words between."""
    found = re.search(rf"(?:({COLOUR})(?:[ -](?!and\b)\w+){{0,2}}?[ -])?({nouns})\b", text)
    if not found:
        return "", usual
    return found.group(2), found.group(1) or usual


@dataclass(slots=True)
class Figure:
    """A figure in the making: pixels and opacity, with a place and size for the head.

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

    def paint(self, outline: Points, colour: Light, cloth: float = 1.0) -> None:
        """Paint one part: rounded by its distance from the edge, with folds where it is cloth."""
        mask = self._mask(outline)
        inside = mask > 0.5
        if not inside.any():
            return
        depth = ndimage.distance_transform_edt(inside).astype(np.float32)
        reach = max(2.0, 0.3 * self.head)
        bulge = np.sqrt(1 - (1 - np.clip(depth / reach, 0, 1)) ** 2)
        soft = blur(bulge.astype(np.float32), 0.05 * self.head)
        across: Light = cv2.Sobel(soft, cv2.CV_32F, 1, 0, ksize=3) * np.float32(self.head / 14)
        down: Light = cv2.Sobel(soft, cv2.CV_32F, 0, 1, ksize=3) * np.float32(self.head / 14)
        light = 0.86 + 0.3 * np.tanh(0.9 * across + 0.5 * down) - 0.16 * (1 - bulge)
        if cloth:
            height, width = mask.shape
            folds = clouds(self.rng, max(8, height // 5), width, max(4.0, 0.32 * self.head))
            folds = cv2.resize(folds, (width, height)) - np.float32(0.5)
            weave = noise(self.rng, height, width, max(1.0, self.head / 90)) - np.float32(0.5)
            light = light + cloth * (0.75 * folds * bulge + 0.06 * weave)
        shaded = clip(colour * light[..., None].astype(np.float32))
        self._shadow(mask)
        self.rgb = mix(self.rgb, shaded, mask)
        self.alpha = np.maximum(self.alpha, mask)

    def _shadow(self, mask: Light) -> None:
        """Darken what lies under a new part, close to its edge."""
        shade = blur(mask, 0.07 * self.head) * np.float32(0.4)
        self.rgb *= (1 - shade)[..., None]

    def _mask(self, outline: Points) -> Light:
        points = _rounded(np.array(outline, np.float32))
        pixels = points * np.float32(self.head) + np.array([self.middle, self.crown], np.float32)
        plane = np.zeros(self.alpha.shape, np.float32)
        fixed = np.round(pixels * 16).astype(np.int32)
        cv2.fillPoly(plane, [fixed], 1.0, cv2.LINE_8, 4)
        return blur(plane, max(0.5, self.head / 220))


def _rounded(points: Light) -> Light:
    """Smooth a polygon by cutting its corners three times (Chaikin, 1974)."""
    for _ in range(3):
        after = np.roll(points, -1, axis=0)
        points = np.stack([0.75 * points + 0.25 * after, 0.25 * points + 0.75 * after], axis=1)
        points = points.reshape(-1, 2)
    return points


def both(side: Points) -> Points:
    """Close a half outline with its mirror image."""
    return side + [(-x, y) for x, y in reversed(side)]


def mirrored(outline: Points) -> Points:
    """Return the outline of the other side."""
    return [(-x, y) for x, y in outline]


def draw_figure(
    size: tuple[int, int], head: float, crown: float, outfit: Outfit, *, skin: Light, seed: int
) -> Figure:
    """Draw neck, legs, arms and clothes; the head is left to the photo."""
    figure = Figure.blank(size, head, crown, seed)
    wide = 0.84 if outfit.woman else 0.98
    waist = 0.52 if outfit.woman else 0.66
    hips = 0.7 if outfit.woman else 0.64
    figure.paint(both([(0.23, 0.7), (0.24, 1.05), (0.6, 1.3), (0.5, 1.8)]), skin, 0.0)
    _legs(figure, outfit, skin, hips)
    arm = [
        (wide - 0.2, 1.3),
        (wide + 0.04, 1.5),
        (wide + 0.2, 2.7),
        (wide + 0.27, 3.75),
        (wide + 0.02, 3.78),
        (wide - 0.08, 2.75),
        (wide - 0.26, 1.75),
    ]
    hand = [
        (wide + 0.02, 3.6),
        (wide + 0.25, 3.6),
        (wide + 0.27, 4.1),
        (wide + 0.12, 4.3),
        (wide + 0.02, 4.0),
    ]
    sleeve = outfit.jacket_colour if outfit.jacket else outfit.top_colour
    bare = not outfit.jacket and bool(
        re.fullmatch(r"t-?shirt|tank top|polo|dress|gown|top", outfit.top)
    )
    for turn in (list, mirrored):
        figure.paint(turn(hand), skin, 0.0)
        figure.paint(turn(arm), skin if bare else dyed(sleeve), 0.0 if bare else 1.0)
        if bare and outfit.top != "tank top":
            short = [
                (wide - 0.26, 1.28),
                (wide + 0.05, 1.46),
                (wide + 0.2, 2.25),
                (wide - 0.16, 2.3),
            ]
            figure.paint(turn(short), dyed(sleeve))
    _trunk(figure, outfit, wide, waist, hips)
    return figure


def _legs(figure: Figure, outfit: Outfit, skin: Light, hips: float) -> None:
    leg: Points = [
        (0.02, 3.7),
        (hips + 0.02, 3.5),
        (hips - 0.06, 4.6),
        (0.5, 5.6),
        (0.46, 7.2),
        (0.2, 7.25),
        (0.14, 5.6),
    ]
    cloth = bool(re.fullmatch(BOTTOMS, outfit.bottom)) and outfit.bottom != "shorts"
    shoe: Points = [(0.16, 7.05), (0.48, 7.05), (0.6, 7.45), (0.14, 7.48)]
    for turn in (list, mirrored):
        figure.paint(turn(shoe), dyed("#2a2220"), 0.2)
        figure.paint(turn(leg), dyed(outfit.bottom_colour) if cloth else skin, float(cloth))
    if cloth or outfit.bottom == "shorts":
        pelvis: Points = [(0.5, 2.9), (hips + 0.03, 3.45), (hips - 0.02, 4.1), (0.12, 4.2)]
        figure.paint(both(pelvis), dyed(outfit.bottom_colour))
    if outfit.bottom in ("skirt", "shorts"):
        hem = 5.2 if outfit.bottom == "skirt" else 4.8
        figure.paint(
            both([(0.55, 2.75), (hips + 0.05, 3.5), (hips + 0.22, hem)]),
            dyed(outfit.bottom_colour),
        )


def _trunk(figure: Figure, outfit: Outfit, wide: float, waist: float, hips: float) -> None:
    """Paint top or dress, then jacket with lapels."""
    hem = [(hips + 0.06, 3.5), (hips + 0.4, 5.5)] if outfit.dress else [(hips, 3.55)]
    neck = 1.26 if outfit.dress else 1.12
    side: Points = [(0.34, neck), (wide - 0.1, 1.32), (wide - 0.15, 2.0), (waist, 2.75), *hem]
    outline = [(0.0, neck + 0.22), *side]
    figure.paint(outline + [(-x, y) for x, y in reversed(side)], dyed(outfit.top_colour))
    if not outfit.jacket:
        return
    colour = dyed(outfit.jacket_colour)
    long = 5.0 if outfit.jacket in ("coat", "trench") else 3.75
    half: Points = [
        (0.27, 1.1),
        (wide - 0.04, 1.3),
        (wide - 0.08, 2.0),
        (waist + 0.08, 2.8),
        (hips + 0.1, long),
        (0.03, long),
        (0.03, 2.55),
        (0.2, 1.8),
    ]
    lapel: Points = [(0.27, 1.1), (0.46, 1.45), (0.4, 1.72), (0.5, 1.78), (0.05, 2.6), (0.14, 1.9)]
    for turn in (mirrored, list):
        figure.paint(turn(half), colour)
        figure.paint(turn(lapel), colour * np.float32(0.88), 0.4)
