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


@thing("rainbow", 30.0, 2.0, "#d83a3a", "meadow hills sky", "air")
def rainbow(pen: Pen) -> None:
    """Draw a rainbow between two clouds."""
    bands = ("#e23b3b", "#f08a2c", "#f6d23a", "#5ab848", "#3aa0d8", "#3f5ac8", "#8a4ac0")
    for k, tone in enumerate(bands):
        outer, inner = 0.9 - 0.058 * k, 0.9 - 0.058 * (k + 1) - 0.003
        arc = [k * math.pi / 36 for k in range(37)]
        pen.poly(
            [(1.0 - outer * math.cos(a), 0.92 - outer * math.sin(a)) for a in arc]
            + [(1.0 + inner * math.cos(a), 0.92 - inner * math.sin(a)) for a in arc],
            tone,
            round=0.0,
        )
    for side in (-1, 1):
        for x, y, r in (
            (0.92, 0.88, 0.09),
            (0.52, 0.88, 0.09),
            (0.81, 0.83, 0.12),
            (0.64, 0.83, 0.12),
            (0.73, 0.9, 0.1),
        ):
            pen.fill(
                [geometry.lump(pen.rng, 1.0 + side * x, y, r, r * 0.85, 0.06)], "#f6f8fa", round=1
            )


@thing("tornado, twister, ~waterspout", 60.0, 1.0, "#7a7c84 #8a8074", "farm meadow hills road")
def tornado(pen: Pen) -> None:
    """Draw a tornado: a turning funnel below a dark cloud, dust about its foot."""
    for x, y, r in (
        (0.18, 0.1, 0.15),
        (0.82, 0.1, 0.15),
        (0.36, 0.07, 0.15),
        (0.64, 0.07, 0.16),
        (0.5, 0.1, 0.17),
    ):
        pen.fill(
            [geometry.lump(pen.rng, x, y, r, r * 0.55, 0.1)], darker(pen.colour, 0.4), round=0.9
        )
    rows = 22
    for k in range(rows):
        share = k / (rows - 1)
        y = 0.9 - 0.76 * share
        half = 0.035 + 0.36 * share**1.9
        x = 0.47 + 0.06 * math.sin(4.2 * share + 0.6) * (1 - 0.5 * share)
        tone = (darker(pen.colour, 0.16), lighter(pen.colour, 0.06), lighter(pen.colour, 0.2))[
            k % 3
        ]
        pen.ellipse(
            x, y, half, 0.028 + 0.03 * share, tone, turn=-6 + 5 * (k % 3), round=0.8, grain="fur"
        )
    for k in range(12):
        share = ((k * 7) % 12) / 11
        y = 0.86 - 0.7 * share
        half = 0.04 + 0.36 * share**1.9
        x = 0.47 + 0.06 * math.sin(4.2 * share + 0.6) * (1 - 0.5 * share)
        pen.limb(
            [
                (x - half * 0.9, y - 0.01),
                (x - half * 0.2, y + 0.028 + 0.02 * share),
                (x + half * 0.7, y + 0.005),
            ],
            0.006,
            0.016,
            0.004,
            paint=lighter(pen.colour, 0.45),
        )
    for x, y, r in (
        (0.3, 0.94, 0.1),
        (0.64, 0.94, 0.1),
        (0.4, 0.9, 0.1),
        (0.56, 0.91, 0.1),
        (0.48, 0.95, 0.12),
    ):
        pen.fill(
            [geometry.lump(pen.rng, x, y, r, r * 0.5, 0.2)],
            mix(pen.colour, "#a88a64", 0.6),
            round=0.9,
        )
    for x, y, turn in (
        (0.22, 0.72, 20),
        (0.74, 0.66, -35),
        (0.68, 0.82, 50),
        (0.28, 0.56, -20),
        (0.3, 0.84, 70),
    ):
        pen.ellipse(x, y, 0.026, 0.01, "#4a3a2c", turn=turn)


@thing("hurricane, cyclone, typhoon", 60.0, 1.0, "#f4f6f8", "space sky", "air")
def hurricane(pen: Pen) -> None:
    """Draw a hurricane from above: arms of cloud that turn about its eye, over sea and coast."""
    pen.ellipse(0.5, 0.5, 0.49, 0.49, "#2a6aa8", round=0.55)
    pen.fill(
        [geometry.lump(pen.rng, 0.2, 0.24, 0.11, 0.12, 0.25)], "#6a9a4a", grain="leaves", round=0.2
    )
    pen.fill(
        [geometry.lump(pen.rng, 0.13, 0.66, 0.06, 0.12, 0.25)],
        "#7a9a50",
        grain="leaves",
        round=0.2,
    )
    pen.fill(
        [geometry.lump(pen.rng, 0.84, 0.72, 0.06, 0.08, 0.25)],
        "#8a9a58",
        grain="leaves",
        round=0.2,
    )
    for arm in range(5):
        start = arm * math.tau / 5
        for shade, wide in ((0.16, 1.0), (0.0, 0.62)):
            points = []
            for k in range(12):
                turn = start + 0.24 * k
                reach = 0.12 + 0.29 * (k / 11) ** 0.8
                points.append((0.5 + reach * math.cos(turn), 0.5 + reach * math.sin(turn)))
            pen.limb(
                points,
                0.16 * wide,
                0.15 * wide,
                0.1 * wide,
                0.012,
                paint=darker(pen.colour, shade),
                round=0.8,
                grain="fur",
            )
    pen.ellipse(0.5, 0.5, 0.2, 0.2, round=0.7, grain="fur")
    for arm in range(4):
        start = arm * math.tau / 4 + 0.4
        pen.limb(
            [
                (
                    0.5 + (0.06 + 0.03 * k) * math.cos(start + 0.45 * k),
                    0.5 + (0.06 + 0.03 * k) * math.sin(start + 0.45 * k),
                )
                for k in range(6)
            ],
            0.008,
            0.016,
            0.006,
            paint=darker(pen.colour, 0.25),
        )
    pen.ellipse(0.5, 0.5, 0.05, 0.05, darker(pen.colour, 0.3))
    pen.ellipse(0.5, 0.503, 0.038, 0.038, "#1c4a7a", round=0.2)


@thing(
    "comet, meteor, shooting star, falling star, ~meteorite",
    4.0,
    1.6,
    "#a8d4f8 #f8d08a",
    "space sky night",
    "air",
)
def comet(pen: Pen) -> None:
    """Draw a comet with its long tail."""
    pen.glow(0.36, 0.7, 0.7, pen.colour, 0.6)
    for far, wide, tone in (
        (((0.9, 0.34), (1.56, 0.04)), 0.44, darker(pen.colour, 0.35)),
        (((0.9, 0.42), (1.44, 0.2)), 0.34, darker(pen.colour, 0.1)),
        (((0.86, 0.46), (1.26, 0.26)), 0.24, lighter(pen.colour, 0.35)),
        (((0.7, 0.54), (1.0, 0.38)), 0.14, lighter(pen.colour, 0.7)),
    ):
        pen.limb([(0.34, 0.71), *far], wide, wide * 0.66, 0.012, paint=tone, round=0.25)
    pen.ellipse(0.35, 0.7, 0.23, 0.23, lighter(pen.colour, 0.45), round=0.3)
    pen.ellipse(0.32, 0.72, 0.155, 0.155, "#8a8078", grain="stone", strength=0.9, round=0.9)
    for x, y, r in (
        (0.27, 0.68, 0.035),
        (0.36, 0.75, 0.045),
        (0.34, 0.64, 0.025),
        (0.26, 0.78, 0.026),
    ):
        pen.ellipse(x, y, r, r * 0.9, "#5a524c", round=0.3)
    for x, y in ((0.9, 0.2), (1.2, 0.5), (0.7, 0.32), (1.36, 0.32)):
        pen.limb([(x, y), (x + 0.12, y - 0.06)], 0.016, 0.004, paint=lighter(pen.colour, 0.5))
    pen.glow(0.3, 0.72, 0.3, "#ffffff", 0.5)
