"""What belongs to sky, earth and fire."""

import math

import numpy as np

from mediaext.engines.classical.painter import geometry
from mediaext.engines.classical.painter.colours import darker, lighter, mix
from mediaext.engines.classical.painter.pen import Pen
from mediaext.engines.classical.painter.things.registry import thing


@thing(
    "rock, stone, boulder, pebble",
    1.0,
    1.3,
    "#85807a #9a8a74",
    "mountains beach river",
    seat=(0.65, 0.12),
)
def rock(pen: Pen) -> None:
    """Draw a boulder with facets and moss."""
    pen.blob(
        ".02,.9 .1,.5 .34,.16 .7,.06 1.02,.26 1.26,.66 1.26,.95 .6,1.0",
        grain="stone",
        strength=0.8,
        round=0.7,
    )
    pen.poly(".34,.16 .7,.06 .82,.4 .5,.52", lighter(pen.colour, 0.22), grain="stone", round=0.15)
    pen.poly(".7,.06 1.02,.26 1.1,.6 .82,.4", darker(pen.colour, 0.12), grain="stone", round=0.15)
    pen.limb(".5,.52 .56,.74 .46,.96", 0.014, 0.006, paint=darker(pen.colour, 0.5))
    pen.blob(".12,.86 .3,.74 .46,.84 .6,.96 .3,1.0", "#6a8a3c", grain="leaves", round=0.4)


@thing("cloud", 5.0, 1.8, "#f4f6f8 #c4ccd4", "sky", "air")
def cloud(pen: Pen) -> None:
    """Draw a piled-up cloud."""
    for x, y, r in (
        (0.35, 0.7, 0.28),
        (1.45, 0.7, 0.28),
        (0.65, 0.46, 0.34),
        (1.15, 0.44, 0.36),
        (0.9, 0.32, 0.32),
        (0.6, 0.74, 0.26),
        (0.95, 0.7, 0.32),
        (1.25, 0.76, 0.24),
    ):
        pen.fill([geometry.lump(pen.rng, x, y, r, r * 0.86, 0.06)], round=1)


@thing("moon, full moon, ~half moon", 2.0, 1.0, "#f2ecd0", "sky night", "air")
def moon(pen: Pen) -> None:
    """Draw a glowing full moon."""
    pen.glow(0.5, 0.5, 0.9, "#fff4d0", 0.5)
    pen.ellipse(0.5, 0.5, 0.46, 0.46, round=0.3, grain="stone", strength=0.5)
    for x, y, r in (
        (0.36, 0.36, 0.1),
        (0.62, 0.3, 0.06),
        (0.6, 0.6, 0.12),
        (0.34, 0.66, 0.07),
        (0.74, 0.48, 0.05),
        (0.48, 0.78, 0.05),
    ):
        pen.ellipse(x, y, r, r * 0.95, darker(pen.colour, 0.16), round=0.3)


@thing("star", 1.0, 1.0, "#f6c92c #f4f0e0 #e86a4a", "sky night", "air")
def star(pen: Pen) -> None:
    """Draw a five-pointed star."""
    pen.glow(0.5, 0.52, 0.75, pen.colour, 0.4)
    pen.fill([geometry.star(0.5, 0.54, 0.52, 0.22, 5)], gloss=0.5, round=0.8)


@thing("planet, saturn", 4.0, 1.6, "#d8a86a #6a8ad0 #c8705a #7ab8a0", "space", "air")
def planet(pen: Pen) -> None:
    """Draw a banded planet with a ring."""
    ring = lighter(pen.colour, 0.4)
    pen.fill(
        [geometry.ellipse(0.8, 0.52, 0.8, 0.17, -10), geometry.ellipse(0.8, 0.52, 0.58, 0.1, -10)],
        ring,
        round=0.2,
    )
    pen.ellipse(0.8, 0.5, 0.44, 0.44, round=1)
    for k, y in enumerate((0.24, 0.36, 0.5, 0.63, 0.75)):
        half = 0.43 * math.sqrt(max(1 - ((y - 0.5) / 0.44) ** 2, 0))
        pen.limb(
            [(0.8 - half, y + 0.02), (0.8, y + 0.05), (0.8 + half, y - 0.03)],
            0.03,
            0.06,
            0.03,
            paint=mix(pen.colour, ("#f4e4c8", "#7a3f2a")[k % 2], 0.4),
            round=0.9,
        )
    front = geometry.ellipse(0.8, 0.52, 0.8, 0.17, -10)[:25]
    back = geometry.ellipse(0.8, 0.52, 0.58, 0.1, -10)[:25]
    pen.poly(np.concatenate([front, back[::-1]]), ring, round=0.2)


@thing("snowflake", 0.5, 1.0, "#e8f4fc", "snowfield sky", "air")
def snowflake(pen: Pen) -> None:
    """Draw a six-armed snow crystal."""
    for k in range(6):
        turn = math.radians(60 * k + 30)
        ux, uy = math.cos(turn), math.sin(turn)
        pen.limb(
            [(0.5, 0.5), (0.5 + ux * 0.48, 0.5 + uy * 0.48)], 0.06, 0.035, bend=False, gloss=0.6
        )
        for r, w in ((0.2, 0.1), (0.32, 0.12)):
            for side in (-1, 1):
                branch = turn + side * math.radians(55)
                pen.limb(
                    [
                        (0.5 + ux * r, 0.5 + uy * r),
                        (0.5 + ux * r + math.cos(branch) * w, 0.5 + uy * r + math.sin(branch) * w),
                    ],
                    0.036,
                    0.024,
                    bend=False,
                    gloss=0.6,
                )


@thing("volcano", 40.0, 1.7, "#5a4a46", "jungle sea")
def volcano(pen: Pen) -> None:
    """Draw an erupting volcano."""
    for k, (x, y, r) in enumerate(((0.95, 0.06, 0.16), (0.75, 0.0, 0.15), (0.86, 0.12, 0.12))):
        pen.fill([geometry.lump(pen.rng, x, y, r, r * 0.8, 0.15)], darker("#a8a0a0", 0.2 * k))
    pen.poly(
        ".6,.26 .7,.3 .86,.28 1.0,.24 1.16,.44 1.3,.7 1.68,1.0 .02,1.0 .36,.74",
        grain="stone",
        strength=0.9,
        round=0.5,
    )
    pen.limb(".8,.2 .84,.06 .8,-.08", 0.1, 0.07, 0.02, paint="#ff8a2a", round=0.3)
    pen.limb(".8,.26 .74,.5 .82,.68 .72,.94", 0.1, 0.07, 0.06, 0.04, paint="#f2641c", round=0.4)
    pen.limb(".9,.26 1.02,.46 .98,.62", 0.06, 0.05, 0.02, paint="#f2841c", round=0.4)
    pen.ellipse(0.8, 0.27, 0.2, 0.035, "#ffd04a")
    pen.glow(0.8, 0.22, 0.6, "#ff7a2a", 0.7)


@thing("campfire, fire, bonfire, flame, flames", 0.8, 1.0, "#f2801c", "forest night beach")
def campfire(pen: Pen) -> None:
    """Draw a camp fire."""
    pen.glow(0.5, 0.6, 1.2, "#ff9a3a", 0.6)
    for k, (x, turn) in enumerate(((0.5, 0), (0.34, 1), (0.66, -1))):
        pen.limb(
            [(x - 0.28, 0.9 + 0.03 * turn), (x + 0.28, 0.9 - 0.03 * turn)],
            0.1,
            0.09,
            paint=darker("#6a4528", 0.12 * k),
            grain="wood",
        )
    for grow, tone in ((1.0, "#e8501a"), (0.7, "#f79a22"), (0.4, "#ffe27a")):
        pen.blob(
            [
                (0.5 + dx * grow, 0.88 - h * grow)
                for dx, h in (
                    (-0.26, 0.05),
                    (-0.3, 0.3),
                    (-0.14, 0.5),
                    (-0.1, 0.38),
                    (0.02, 0.86),
                    (0.12, 0.5),
                    (0.2, 0.62),
                    (0.3, 0.28),
                    (0.24, 0.04),
                    (0.0, -0.02),
                )
            ],
            tone,
            round=0.15,
        )
    for k in range(7):
        angle = k / 6 * math.pi
        pen.ellipse(
            0.5 + math.cos(angle) * 0.44,
            0.95 + math.sin(angle) * 0.03,
            0.085,
            0.055,
            "#85807a",
            grain="stone",
        )
