"""Dishes, sweets and the vessels of a kitchen."""

import math

from mediaext.engines.classical.painter import geometry
from mediaext.engines.classical.painter.colours import darker, lighter
from mediaext.engines.classical.painter.pen import Pen
from mediaext.engines.classical.painter.things.registry import thing


@thing("pizza", 0.35, 1.6, "#e8b24a", "kitchen table", "table")
def pizza(pen: Pen) -> None:
    """Draw a pizza seen from the side above."""
    pen.ellipse(0.8, 0.56, 0.79, 0.43, "#b8803c", round=0.4, grain="plaster")
    pen.ellipse(0.8, 0.52, 0.78, 0.42, "#d8a050", round=0.5, grain="plaster")
    pen.ellipse(0.8, 0.52, 0.66, 0.34, "#c8402a", round=0.2)
    pen.ellipse(0.8, 0.51, 0.63, 0.32, grain="rough", round=0.2, strength=0.9)
    for x, y in (
        (0.5, 0.4),
        (0.85, 0.32),
        (1.15, 0.45),
        (0.4, 0.6),
        (0.75, 0.55),
        (1.05, 0.65),
        (0.65, 0.72),
    ):
        pen.ellipse(x, y, 0.11, 0.06, "#b8342a", gloss=0.3, round=0.4)
    for x, y in ((0.65, 0.42), (1.0, 0.4), (0.9, 0.7), (0.55, 0.53), (1.25, 0.56)):
        pen.ellipse(x, y, 0.055, 0.025, "#4a8a34", turn=x * 300)


@thing("cake, birthday cake", 0.3, 1.1, "#f4b8c8 #f4ead8 #7a4a2c", "table kitchen", "table")
def cake(pen: Pen) -> None:
    """Draw a layered birthday cake."""
    pen.ellipse(0.55, 0.93, 0.54, 0.07, "#e8e4dc", gloss=0.5)
    for x0, x1, y0, y1 in ((0.08, 1.02, 0.58, 0.93), (0.24, 0.86, 0.34, 0.6)):
        pen.blob(
            [(x0, y0), (x0, y1 - 0.02), ((x0 + x1) / 2, y1 + 0.03), (x1, y1 - 0.02), (x1, y0)],
            "#e8c890",
            grain="plaster",
            round=0.8,
        )
        pen.limb(
            [
                (x0 + 0.01, (y0 + y1) / 2 + 0.02),
                ((x0 + x1) / 2, (y0 + y1) / 2 + 0.06),
                (x1 - 0.01, (y0 + y1) / 2 + 0.02),
            ],
            0.04,
            0.04,
            paint="#b8384a",
        )
        drip = (
            [(x0 - 0.01, y0)]
            + [(x0 + (x1 - x0) * k / 8, y0 + (0.16 if k % 2 else 0.07)) for k in range(9)]
            + [(x1 + 0.01, y0)]
        )
        pen.blob([*drip, ((x0 + x1) / 2, y0 - 0.07)], round=0.6, gloss=0.4)
        pen.ellipse((x0 + x1) / 2, y0, (x1 - x0) / 2, 0.06, lighter(pen.colour, 0.2), round=0.2)
    for k, tone in enumerate(("#3f8ad0", "#f0c030", "#d8404a")):
        x = 0.4 + k * 0.15
        pen.box(x - 0.016, 0.16, x + 0.016, 0.34, tone, 0.01)
        pen.glow(x, 0.1, 0.16, "#ffc850", 0.7)
        pen.blob(
            [(x, 0.02), (x + 0.028, 0.11), (x, 0.15), (x - 0.028, 0.11)], "#ffd86a", round=0.1
        )


@thing(
    "ice cream, ice-cream, icecream, sundae",
    0.2,
    0.5,
    "#f4b0c0 #f4e8c8 #8a5a3a #a8d8b8",
    "beach park",
    "table",
)
def ice_cream(pen: Pen) -> None:
    """Draw an ice-cream cone."""
    pen.poly(".08,.46 .42,.46 .26,1.0 .24,1.0", "#d8a05a", round=0.9, grain="fabric", strength=0.8)
    for k in range(4):
        pen.limb(
            [(0.1 + k * 0.07, 0.48), (0.22 + k * 0.02, 0.86)],
            0.008,
            0.006,
            paint="#a8702c",
            bend=False,
        )
        pen.limb(
            [(0.4 - k * 0.07, 0.48), (0.28 - k * 0.02, 0.86)],
            0.008,
            0.006,
            paint="#a8702c",
            bend=False,
        )
    for x, y, r, tone in (
        (0.15, 0.36, 0.14, lighter("#7a4a2c", 0.1)),
        (0.35, 0.36, 0.14, lighter("#f4e8c8", 0.1)),
        (0.25, 0.19, 0.155, pen.colour),
    ):
        pen.blob(
            [
                (x - r, y + 0.02),
                (x - r * 0.7, y - r * 0.75),
                (x, y - r),
                (x + r * 0.7, y - r * 0.75),
                (x + r, y + 0.02),
                (x + r * 0.8, y + r * 0.75),
                (x + r * 0.3, y + r * 0.6),
                (x, y + r * 0.85),
                (x - r * 0.4, y + r * 0.6),
                (x - r * 0.8, y + r * 0.75),
            ],
            tone,
            round=0.95,
            grain="rough",
            strength=0.4,
        )
    pen.ellipse(0.25, 0.03, 0.04, 0.042, "#c81f2c", gloss=0.8)


@thing("burger, hamburger, cheeseburger", 0.12, 1.2, "#c8863c", "kitchen table", "table")
def burger(pen: Pen) -> None:
    """Draw a hamburger."""
    pen.blob(".06,.8 1.14,.8 1.12,.94 .9,1.0 .3,1.0 .08,.94", round=0.8, grain="plaster")
    pen.box(0.05, 0.64, 1.15, 0.82, "#5a3420", 0.08, grain="rough", round=0.9, strength=0.8)
    pen.poly(".06,.6 1.14,.6 1.02,.68 .9,.76 .8,.66 .4,.66 .26,.74 .16,.66", "#f4b82c", round=0.4)
    pen.limb(
        ".04,.58 .25,.62 .45,.56 .65,.62 .85,.56 1.0,.61 1.16,.57",
        0.08,
        0.08,
        paint="#6aa83a",
        grain="leaves",
    )
    pen.box(0.1, 0.48, 1.1, 0.55, "#d8402e", 0.03, gloss=0.5)
    pen.blob(".04,.46 .1,.22 .35,.06 .85,.06 1.1,.22 1.16,.46 .6,.52", round=0.95, gloss=0.35)
    for x, y in (
        (0.4, 0.18),
        (0.6, 0.13),
        (0.8, 0.18),
        (0.5, 0.28),
        (0.72, 0.28),
        (0.3, 0.3),
        (0.92, 0.3),
    ):
        pen.ellipse(x, y, 0.028, 0.016, "#f4e4b8", turn=x * 200)


@thing("bread, loaf", 0.15, 1.6, "#c88a44", "kitchen table", "table")
def bread(pen: Pen) -> None:
    """Draw a loaf."""
    pen.blob(
        ".03,.7 .1,.36 .4,.14 .8,.08 1.2,.14 1.5,.36 1.57,.7 1.4,.95 .8,.99 .2,.95",
        round=0.95,
        grain="plaster",
        strength=0.8,
    )
    for x in (0.4, 0.72, 1.04):
        pen.limb(
            [(x, 0.44), (x + 0.1, 0.28), (x + 0.24, 0.2)],
            0.03,
            0.1,
            0.03,
            paint=lighter(pen.colour, 0.5),
            grain="plaster",
        )


@thing("cheese", 0.12, 1.35, "#f2c23a", "kitchen table", "table")
def cheese(pen: Pen) -> None:
    """Draw a wedge of cheese."""
    pen.poly(".04,.5 .9,.1 1.32,.42 .08,.56", lighter(pen.colour, 0.3), round=0.1)
    pen.poly(".04,.52 1.32,.42 1.3,.92 .06,.99", round=0.12)
    for x, y, r in (
        (0.3, 0.74, 0.08),
        (0.62, 0.64, 0.06),
        (0.9, 0.78, 0.1),
        (1.14, 0.58, 0.05),
        (0.56, 0.88, 0.05),
    ):
        pen.ellipse(x, y, r, r, darker(pen.colour, 0.32), round=0.4)


@thing("egg, easter egg", 0.07, 0.78, "#f0dcc0 #f4f0e8 #a8d0e0", "kitchen farm table", "table")
def egg(pen: Pen) -> None:
    """Draw an egg."""
    pen.blob(
        ".39,.02 .58,.14 .74,.44 .76,.7 .6,.94 .39,.99 .18,.94 .02,.7 .04,.44 .2,.14",
        round=1,
        gloss=0.3,
    )


@thing("donut, doughnut", 0.1, 1.2, "#e87aa8 #7a4428 #8ad0e8", "table kitchen", "table")
def donut(pen: Pen) -> None:
    """Draw an iced doughnut."""
    pen.fill(
        [geometry.ellipse(0.6, 0.54, 0.59, 0.45), geometry.ellipse(0.6, 0.48, 0.18, 0.12)],
        "#d8a050",
        round=1,
    )
    pen.fill(
        [
            geometry.lump(pen.rng, 0.6, 0.48, 0.53, 0.38, 0.05),
            geometry.ellipse(0.6, 0.47, 0.2, 0.13),
        ],
        round=0.9,
        gloss=0.6,
    )
    for k in range(18):
        turn = k * 2.4
        r = 0.33 + 0.1 * ((k * 5) % 3 - 1)
        x, y = 0.6 + r * math.cos(turn), 0.47 + r * 0.7 * math.cos(turn - 1.57)
        pen.limb(
            [(x, y), (x + 0.045, y + 0.02)],
            0.02,
            0.02,
            paint=("#f4d83a", "#3f8ad0", "#f4f4f0", "#4ab06a")[k % 4],
        )
