"""Dress a figure: a relaxed stance, one leg bent, in what the outfit says.

Proportions are those of fashion drawing, a body of seven and a half heads.
"""

import re
from dataclasses import dataclass

import numpy as np

from mediaext.engines.classical.effects.kit import Light
from mediaext.engines.classical.figures import (
    Crease,
    Figure,
    Points,
    both,
    limb,
    mirrored,
    sharp,
)
from mediaext.engines.classical.outfits import BOTTOMS, Outfit, dyed

BARE_ARMS = r"tank top|dress|gown|top"
SHORT_SLEEVES = r"t-?shirt|polo"
LONG_COATS = r"coat|trench"
COLLARED = r"shirt|blouse|polo"


@dataclass(frozen=True, slots=True)
class _Build:
    """Half widths of a body in heads, and its arms: paths from shoulder to wrist."""

    shoulder: float
    waist: float
    hips: float
    arm: float
    hanging: Points
    bent: Points

    @classmethod
    def of(cls, woman: bool) -> "_Build":
        shoulder, waist, hips, arm = (0.74, 0.5, 0.68, 0.155) if woman else (0.9, 0.64, 0.66, 0.19)
        s = shoulder - arm * 0.7
        return cls(
            shoulder=shoulder,
            waist=waist,
            hips=hips,
            arm=arm,
            hanging=[
                (s, 1.5),
                (s + 0.07, 2.0),
                (s + 0.15, 2.75),
                (s + 0.15, 3.25),
                (s + 0.1, 3.7),
            ],
            bent=[
                (s - 0.02, 1.61),
                (s + 0.11, 2.0),
                (s + 0.3, 2.7),
                (s + 0.2, 3.2),
                (s - 0.02, 3.6),
            ],
        )


def draw_figure(
    size: tuple[int, int], head: float, crown: float, outfit: Outfit, *, skin: Light, seed: int
) -> Figure:
    """Draw neck, legs, arms and clothes; the head is left to the photo."""
    figure = Figure.blank(size, head, crown, seed)
    build = _Build.of(outfit.woman)
    side = -1 if figure.rng.random() < 0.5 else 1
    figure.paint(
        both([(0.2, 0.72), (0.2, 1.02), (0.27, 1.22), (build.shoulder - 0.1, 1.42), (0.4, 2.0)]),
        skin, cloth=0.0,
    )  # fmt: skip
    figure.line([(-0.06, 1.3), (-0.3, 1.37)], skin * np.float32(0.8), 0.03, 0.35)
    figure.line([(0.06, 1.3), (0.3, 1.37)], skin * np.float32(0.8), 0.03, 0.35)
    _legs(figure, outfit, build, skin, side)
    pocket = bool(outfit.bottom) and outfit.bottom != "skirt"
    for turn in (-side, side):
        bent = pocket and turn == side
        _arm(figure, build, skin, side=turn, pocket=bent)
        _sleeve(figure, outfit, build, turn, bent=bent)
    _top(figure, outfit, build)
    if outfit.jacket:
        _jacket(figure, outfit, build)
    return figure


def _turned(outline: Points, side: int) -> Points:
    return outline if side > 0 else mirrored(outline)


def _folds(creases: list[Crease], side: int) -> tuple[Crease, ...]:
    if side > 0:
        return tuple(creases)
    return tuple(
        Crease((-c.start[0], c.start[1]), (-c.end[0], c.end[1]), -c.bend, c.depth) for c in creases
    )


def _arm(figure: Figure, build: _Build, skin: Light, *, side: int, pocket: bool) -> None:
    """Paint a bare arm and hand; sleeves come later."""
    path = build.bent if pocket else build.hanging
    arm = build.arm
    widths = [arm, arm, 0.78 * arm, 0.72 * arm, 0.5 * arm]
    figure.paint(_turned(limb(path, widths), side), skin, cloth=0.0)
    if pocket:
        return
    x, y = path[-1]
    palm = [(x - 0.09, y - 0.05), (x + 0.08, y - 0.05), (x + 0.12, y + 0.2), (x + 0.07, y + 0.46),
            (x - 0.02, y + 0.5), (x - 0.09, y + 0.3), (x - 0.12, y + 0.12)]  # fmt: skip
    figure.paint(_turned(palm, side), skin, cloth=0.0)
    for finger in (0.0, 0.05):
        seam = _turned([(x + finger, y + 0.24), (x + finger - 0.01, y + 0.44)], side)
        figure.line(seam, skin * np.float32(0.7), 0.012, 0.5)
    thumb = [(x - 0.07, y + 0.02), (x - 0.14, y + 0.16), (x - 0.1, y + 0.3), (x - 0.05, y + 0.14)]
    figure.paint(_turned(thumb, side), skin, cloth=0.0)


def _sleeve(figure: Figure, outfit: Outfit, build: _Build, side: int, *, bent: bool) -> None:
    kind = outfit.jacket or outfit.top
    if re.fullmatch(BARE_ARMS, kind):
        return
    short = bool(re.fullmatch(SHORT_SLEEVES, kind))
    path = build.bent if bent else build.hanging
    roomy = 0.055 if outfit.jacket else 0.035
    colour = dyed(outfit.jacket_colour if outfit.jacket else outfit.top_colour)
    if short:
        half = [path[0], path[1], ((path[1][0] + path[2][0]) / 2, 2.3)]
        widths = [build.arm + 0.06, build.arm + 0.06, build.arm + 0.05]
        figure.paint(_turned(limb(half, widths), side), colour)
        return
    widths = [build.arm + roomy + 0.02, build.arm + roomy, 0.8 * build.arm + roomy,
              0.75 * build.arm + roomy, 0.55 * build.arm + roomy]  # fmt: skip
    (ex, ey), (wx, wy) = path[2], path[-1]
    creases = [
        Crease((ex - 0.13, ey - 0.1), (ex + 0.13, ey - 0.02), 0.2),
        Crease((ex - 0.14, ey + 0.06), (ex + 0.12, ey + 0.1), -0.2),
        Crease((ex - 0.1, ey - 0.32), (ex + 0.12, ey - 0.22), 0.25, 0.6),
        Crease((wx - 0.06, wy - 0.3), (wx + 0.1, wy - 0.36), 0.2, 0.6),
        Crease((path[0][0] + 0.02, 1.5), (path[1][0] - 0.06, 2.1), 0.1, 0.5),
    ]
    figure.paint(_turned(limb(path, widths), side), colour, _folds(creases, side))
    if outfit.jacket and not bent and outfit.top:
        cuff = [(wx - 0.08, wy + 0.02), (wx + 0.07, wy + 0.02)]
        figure.line(_turned(cuff, side), dyed(outfit.top_colour), 0.05, 0.9)


def _legs(figure: Figure, outfit: Outfit, build: _Build, skin: Light, side: int) -> None:
    trousers = bool(re.fullmatch(BOTTOMS, outfit.bottom)) and outfit.bottom != "shorts"
    x = 0.52 * build.hips
    standing = [(x, 3.5), (x - 0.03, 4.4), (x - 0.08, 5.6), (x - 0.11, 6.2), (x - 0.15, 7.15)]
    eased = [(x, 3.5), (x + 0.07, 4.4), (x + 0.16, 5.55), (x + 0.17, 6.2), (x + 0.12, 7.1)]
    slim = 0.0 if outfit.bottom in ("jeans", "leggings") else 0.04
    for path, turn in ((standing, -side), (eased, side)):
        bx, by = path[-1]
        shoe = [(bx - 0.12, by - 0.1), (bx + 0.11, by - 0.1), (bx + 0.17, by + 0.26),
                (bx + 0.1, by + 0.38), (bx - 0.06, by + 0.37), (bx - 0.14, by + 0.22)]  # fmt: skip
        figure.paint(_turned(shoe, turn), dyed("#2a2220"), cloth=0.2)
        widths = [0.34, 0.3, 0.19, 0.185, 0.095]
        if not trousers:
            figure.paint(_turned(limb(path, widths), turn), skin, cloth=0.0)
            continue
        widths = [0.36, 0.31 + slim / 2, 0.215 + slim, 0.2 + slim, 0.16 + slim]
        (kx, ky) = path[2]
        creases = [
            Crease((kx - 0.17, ky - 0.12), (kx + 0.16, ky - 0.02), 0.15),
            Crease((kx - 0.16, ky + 0.1), (kx + 0.17, ky + 0.02), -0.15, 0.8),
            Crease((0.04, 4.02), (x + 0.16, 4.3), 0.15, 0.9),
            Crease((bx - 0.13, by - 0.2), (bx + 0.14, by - 0.12), 0.2),
            Crease((bx - 0.14, by - 0.42), (bx + 0.12, by - 0.36), -0.2, 0.7),
        ]
        colour = dyed(outfit.bottom_colour)
        figure.paint(_turned(limb(path, widths), turn), colour, _folds(creases, turn))
    if trousers or outfit.bottom == "shorts":
        _hips(figure, outfit, build)
    elif outfit.bottom == "skirt":
        _skirt(figure, dyed(outfit.bottom_colour), build, 2.7, 5.2, 0.2)


def _hips(figure: Figure, outfit: Outfit, build: _Build) -> None:
    colour, ink = dyed(outfit.bottom_colour), dyed(outfit.bottom_colour) * np.float32(0.55)
    w, h = build.waist + 0.03, build.hips + 0.02
    creases = [Crease((0.03, 4.0), (0.42, 3.75), -0.1), Crease((0.04, 4.1), (0.3, 4.05), -0.1)]
    low: Points = [(0.06, 4.2), (0.0, 4.12)]
    if outfit.bottom == "shorts":
        low = [*sharp((h + 0.06, 4.85), (0.08, 4.9)), (0.03, 4.25)]
    figure.paint(
        both([*sharp((w, 2.85)), (h, 3.45), (h - 0.02, 4.0), *low]),
        colour,
        _folds(creases, 1) + _folds(creases, -1),
    )
    figure.line([(0.0, 3.0), (0.0, 3.75)], ink)
    for turn in (list, mirrored):
        figure.line(turn([(w - 0.12, 2.98), (w - 0.02, 3.25), (h - 0.01, 3.35)]), ink)
    belt = dyed("#3a2a20") if outfit.bottom != "leggings" else ink
    figure.line([(-w, 2.92), (w, 2.92)], belt, 0.08, 0.9)


def _skirt(
    figure: Figure, colour: Light, build: _Build, top: float, hem: float, flare: float
) -> None:
    wide = build.hips + flare
    creases = tuple(
        Crease((share * build.hips * 0.8, top + 0.75), (share * wide, hem - 0.04), 0.03 * share)
        for share in figure.rng.uniform(-0.92, 0.92, 9)
    )
    side = [(build.waist + 0.02, top), (build.hips + 0.03, top + 0.85), *sharp((wide, hem))]
    figure.paint(both([*side, (0.5 * wide, hem + 0.06)]), colour, creases)


def _top(figure: Figure, outfit: Outfit, build: _Build) -> None:
    """Paint what covers the trunk, with neckline, collar and seams of its kind."""
    colour = dyed(outfit.top_colour)
    ink = colour * np.float32(0.6)
    strapped = outfit.dress or outfit.top == "tank top"
    neck = 0.3 if strapped else 0.22
    deep = 1.62 if strapped else 1.36
    s, w, h = build.shoulder, build.waist + 0.04, build.hips + 0.03
    tucked = outfit.bottom == "skirt" or bool(re.fullmatch(COLLARED, outfit.top))
    hem = 2.95 if tucked or outfit.dress else 3.45
    low = w + 0.02 if hem < 3 else h + 0.02
    shoulder = [(neck + 0.14, 1.27), (s - 0.12, 1.4)]
    side: Points = [*sharp((neck, 1.2)), *shoulder, (s - 0.05, 1.52), (s - 0.13, 1.95), (w, 2.6),
                    (w + 0.01, 2.8), *sharp((low, hem))]  # fmt: skip
    if outfit.dress:
        _skirt(figure, colour, build, 2.7, 6.6 if outfit.top == "gown" else 5.3, 0.3)
    creases = (
        Crease((-s + 0.2, 1.95), (-0.22, 2.3), 0.15), Crease((s - 0.2, 1.95), (0.22, 2.3), -0.15),
        Crease((-w + 0.02, 2.6), (-0.1, 2.8), 0.12, 0.8), Crease((w, 2.55), (0.15, 2.72), -0.12),
        Crease((-w, 2.75), (0.05, 2.9), 0.1, 0.6), Crease((-0.3, 1.5), (-0.15, 1.9), 0.1, 0.4),
    )  # fmt: skip
    figure.paint([*sharp((0.0, deep)), *side, *mirrored(side)[::-1]], colour, creases)
    if outfit.dress:
        figure.line([(-w, 2.8), (0, 2.84), (w, 2.8)], ink, 0.03)
    elif outfit.top in ("turtleneck", "sweater", "jumper", "hoodie", "cardigan"):
        if outfit.top == "turtleneck":
            figure.paint(both([(0.2, 0.98), (0.24, 1.3), (0.0, 1.4)]), colour)
        else:
            figure.line([(-neck, 1.22), (0, deep + 0.02), (neck, 1.22)], ink, 0.05)
        figure.line([(-low, hem - 0.1), (low, hem - 0.1)], ink, 0.02)
    elif re.fullmatch(COLLARED, outfit.top):
        _collar(figure, colour, ink, hem)
    else:
        figure.line(
            [(-neck, 1.21), (-0.1, deep - 0.02), (0.1, deep - 0.02), (neck, 1.21)], ink, 0.03
        )


def _collar(figure: Figure, colour: Light, ink: Light, hem: float) -> None:
    for turn in (list, mirrored):
        figure.paint(turn(sharp((0.2, 1.08), (0.28, 1.28), (0.15, 1.55), (0.0, 1.36))), colour)
    figure.line([(0.0, 1.4), (0.0, hem)], ink, 0.012, 0.5)
    for y in np.arange(1.6, hem - 0.05, 0.3):
        figure.dot((0.03, float(y)), ink)


def _jacket(figure: Figure, outfit: Outfit, build: _Build) -> None:
    colour = dyed(outfit.jacket_colour)
    ink = colour * np.float32(0.5)
    formal = outfit.jacket in ("suit", "tuxedo", "blazer")
    if formal and not outfit.woman and outfit.top == "shirt":
        tie = dyed("#7a1f2b" if outfit.jacket != "tuxedo" else "#15151a")
        ends = sharp((-0.07, 1.36), (0.07, 1.36), (0.12, 2.5), (0.0, 2.65), (-0.12, 2.5))
        figure.paint(ends, tie)
    long = 5.1 if re.fullmatch(LONG_COATS, outfit.jacket) else 3.85
    s, w, h = build.shoulder, build.waist + 0.1, build.hips + 0.1
    half: Points = [*sharp((0.21, 1.12)), (0.4, 1.24), (s - 0.08, 1.37), (s + 0.02, 1.52),
                    (s - 0.06, 2.0), (w, 2.7), (h, 3.4), *sharp((h + 0.02, long)),
                    (0.12, long + 0.04), (-0.05, long - 0.1), (-0.05, 2.75),
                    (0.12, 2.1)]  # fmt: skip
    creases = [
        Crease((s - 0.18, 1.95), (0.3, 2.4), -0.12),
        Crease((w, 2.65), (0.2, 2.75), -0.1),
        Crease((w, 2.8), (0.25, 2.95), -0.1, 0.7),
        Crease((h - 0.1, 3.2), (0.5, 3.7), 0.1, 0.5),
    ]
    lapel = sharp((0.2, 1.1), (0.42, 1.42), (0.37, 1.62), (0.48, 1.68), (0.02, 2.68), (0.1, 1.95))
    for turn in (-1, 1):
        figure.paint(_turned(half, turn), colour, _folds(creases, turn))
        figure.line(_turned([(0.28, 3.2), (0.58, 3.15)], turn), ink, 0.02)
        figure.paint(_turned(lapel, turn), colour * np.float32(0.93), cloth=0.4)
    for y in (2.78, 3.08):
        figure.dot((0.0, y), ink, 0.03)
