"""Plants, stones and earth, fire, weather and the sky."""

import math
from itertools import pairwise

import numpy as np

from mediaext.engines.classical.painter import geometry
from mediaext.engines.classical.painter.colours import darker, lighter, mix
from mediaext.engines.classical.painter.pen import Pen
from mediaext.engines.classical.painter.things.registry import thing


@thing("tree, oak, elm, maple", 8.0, 0.85, "#4a8a3a #5f9a3c #3d7a44", "meadow park hills")
def tree(pen: Pen) -> None:
    """Draw a broad-leaved tree in clumps, lit from one side."""
    bark = "#6a4a32"
    for x in (-0.09, 0.1):
        pen.limb([(0.425, 0.95), (0.425 + x, 0.99)], 0.06, 0.02, paint=bark, grain="bark")
    pen.limb(
        ".42,.99 .44,.75 .42,.45",
        0.12,
        0.085,
        0.05,
        paint=bark,
        grain="wood",
        strength=0.8,
    )
    pen.limb(".43,.7 .58,.5", 0.05, 0.025, paint=bark)
    pen.limb(".43,.65 .27,.48", 0.045, 0.02, paint=bark)
    clumps = [
        (0.42, 0.3, 0.3),
        (0.2, 0.42, 0.19),
        (0.64, 0.42, 0.19),
        (0.3, 0.2, 0.19),
        (0.54, 0.18, 0.19),
        (0.42, 0.42, 0.2),
        (0.17, 0.3, 0.15),
        (0.68, 0.28, 0.15),
        (0.42, 0.1, 0.15),
        (0.5, 0.34, 0.16),
        (0.3, 0.36, 0.15),
    ]
    for k, (x, y, radius) in enumerate(clumps):
        tone = darker(pen.colour, 0.38 - 0.034 * k) if k < 9 else lighter(pen.colour, 0.12)
        for _ in range(2 if pen.detail > 0.3 else 1):
            dx, dy = pen.rng.uniform(-0.04, 0.04, 2)
            pen.fill(
                [geometry.lump(pen.rng, x + dx, y + dy, radius * 0.85, radius * 0.8, 0.13)],
                tone,
                grain="leaves",
                strength=0.9,
            )


@thing(
    "flower, daisy, blossom, bloom",
    0.4,
    0.6,
    "#e8567a #f2c230 #f4f0ea #8a5ac8 #e8482e",
    "garden meadow",
    hand=(0.3, 0.7),
)
def flower(pen: Pen) -> None:
    """Draw one large flower on its stem."""
    green = "#4a8a3a"
    pen.limb(".3,1 .28,.7 .3,.34", 0.035, 0.028, 0.026, paint=green)
    pen.blob(".29,.86 .12,.74 .04,.6 .2,.66", green, round=0.4)
    pen.blob(".29,.78 .46,.68 .56,.54 .38,.6", lighter(green, 0.12), round=0.4)
    petals = 9 if pen.rng.random() < 0.5 else 7
    for layer, reach in ((0, 0.17), (1, 0.13)):
        for k in range(petals):
            turn = (k + layer / 2) * math.tau / petals + 0.3
            x, y = 0.3 + math.cos(turn) * reach, 0.28 + math.sin(turn) * reach
            pen.ellipse(
                x,
                y,
                0.125,
                0.07,
                mix(pen.colour, pen.light, 0.35 * layer),
                turn=math.degrees(turn),
                round=0.8,
            )
    core = "#f0b82a" if pen.colour[1] < 0.7 or pen.colour[2] > 0.5 else "#6a3f1e"
    pen.ellipse(0.3, 0.28, 0.085, 0.08, core, grain="scales", strength=0.6)


@thing("sun", 1.0, 1.0, "#ffd23a", "sky meadow", "air")
def sun(pen: Pen) -> None:
    """Draw a glowing sun."""
    pen.glow(0.5, 0.5, 0.95, lighter(pen.colour, 0.2), 0.7)
    for k in range(16):
        turn = k * math.tau / 16
        near, far = 0.36, 0.5 if k % 2 == 0 else 0.44
        pen.limb(
            [
                (0.5 + math.cos(turn) * near, 0.5 + math.sin(turn) * near),
                (0.5 + math.cos(turn) * far, 0.5 + math.sin(turn) * far),
            ],
            0.06,
            0.01,
            paint=lighter(pen.colour, 0.15),
        )
    pen.ellipse(0.5, 0.5, 0.32, 0.32, lighter(pen.colour, 0.1), round=0.4)


@thing(
    "mushroom, toadstool, fungus", 0.2, 0.9, "#d0392c #b98a5a", "forest meadow", seat=(0.45, 0.06)
)
def mushroom(pen: Pen) -> None:
    """Draw a spotted toadstool."""
    pen.blob(
        ".36,.5 .54,.5 .55,.75 .61,.95 .45,1 .29,.95 .35,.75", "#efe6d0", grain="fur", strength=0.3
    )
    pen.ellipse(0.45, 0.53, 0.36, 0.08, "#d8c8a8", grain="fur", round=0.3)
    pen.blob(
        ".02,.5 .1,.24 .3,.06 .6,.06 .8,.24 .88,.5 .66,.56 .45,.575 .24,.56", gloss=0.4, round=0.9
    )
    for x, y, r in (
        (0.3, 0.2, 0.06),
        (0.55, 0.16, 0.05),
        (0.48, 0.36, 0.07),
        (0.2, 0.4, 0.05),
        (0.7, 0.38, 0.06),
        (0.72, 0.24, 0.03),
    ):
        pen.ellipse(x, y, r, r * 0.8, "#f8f1e2", round=0.6)


@thing(
    "pine, fir, spruce, conifer, evergreen",
    9.0,
    0.6,
    "#2f6a44 #3f7a3a",
    "mountains snowfield forest",
)
def pine(pen: Pen) -> None:
    """Draw a fir in tiers."""
    pen.limb(".3,1.0 .3,.8", 0.085, 0.07, paint="#5a3c26", grain="bark")
    for k in range(6):
        top, low = 0.74 - k * 0.145, 0.92 - k * 0.137
        half = 0.29 - k * 0.042
        points = [(0.3, top - 0.06)]
        teeth = 7
        for j in range(teeth + 1):
            x = 0.3 + half - j * 2 * half / teeth
            points.append(
                (x, low + (0.02 if j % 2 else -0.025) - 0.05 * abs(x - 0.3) / half + 0.03)
            )
        pen.poly(
            points,
            mix(darker(pen.colour, 0.25), lighter(pen.colour, 0.12), k / 5),
            round=0.7,
            grain="leaves",
            strength=0.8,
        )


@thing(
    "christmas tree, xmas tree, decorated tree",
    2.4,
    0.62,
    "#2f6a44",
    "christmas living_room",
)
def christmas_tree(pen: Pen) -> None:
    """Draw a fir with baubles, lights and a star."""
    pine(pen)
    tones = ("#d8303a", "#e8b83a", "#3a7ad0", "#e8e4f0", "#c84ab0")
    for k in range(22):
        share = (k * 0.618) % 1.0
        y = 0.2 + 0.68 * (k / 21) ** 0.8
        half = 0.27 * (y - 0.06)
        x = 0.3 + (2 * share - 1) * half
        pen.ellipse(x, y, 0.022, 0.022, tones[k % 5], gloss=0.9, round=1)
        if k % 3 == 0:
            pen.glow(x, y, 0.06, "#ffe0a0", 0.5)
    star = geometry.points_of(
        ".3,-.06 .317,-.012 .365,-.012 .327,.018 .341,.064 .3,.036 .259,.064 .273,.018 "
        ".235,-.012 .283,-.012"
    )
    pen.fill([star], "#f2c83a", gloss=0.7)
    pen.glow(0.3, 0.0, 0.12, "#ffe890", 0.7)


@thing("tree stump, stump", 0.5, 1.5, "#7a5232", "forest", seat=(0.75, 0.2))
def stump(pen: Pen) -> None:
    """Draw what is left of a felled tree."""
    for path in (".3,.8 .14,.94 .02,1.0", ".6,.86 .56,.96 .5,1.0", "1.2,.8 1.36,.94 1.48,1.0"):
        pen.limb(path, 0.22, 0.14, 0.05, grain="bark")
    pen.blob(".16,.2 .75,.12 1.34,.2 1.3,.6 1.36,.96 .75,1.0 .14,.96 .2,.6", grain="bark")
    for share, tone in ((1.0, "#d8b07a"), (0.72, "#b8864e"), (0.62, "#d8b07a"), (0.3, "#b8864e")):
        pen.ellipse(0.75, 0.2, 0.58 * share, 0.16 * share, tone, round=0.1)


@thing("palm, palm tree, coconut tree", 8.0, 0.95, "#3f8a3f", "beach desert jungle")
def palm(pen: Pen) -> None:
    """Draw a leaning palm."""
    pen.limb(
        ".4,1.0 .38,.7 .46,.42 .54,.26", 0.085, 0.06, 0.05, 0.05, paint="#8a6a46", grain="bark"
    )
    for k in range(9):
        t = k / 9
        x, y = 0.4 - 0.02 * math.sin(t * 3) + 0.14 * t**2, 0.96 - 0.7 * t
        pen.limb([(x - 0.035, y), (x + 0.035, y - 0.005)], 0.012, 0.012, paint="#5f4630")
    for angle in (200, 165, 232, 340, 15, 308, 270, 185, 350):
        turn = math.radians(angle)
        ex, ey = math.cos(turn) * 0.4, math.sin(turn) * 0.3
        drop = 0.2 + 0.06 * math.cos(turn) ** 2
        spine = [
            (0.54, 0.25),
            (0.54 + ex * 0.5, 0.2 + ey * 0.65),
            (0.54 + ex, 0.25 + ey * 0.6 + drop),
        ]
        pen.limb(
            spine,
            0.03,
            0.085,
            0.05,
            0.012,
            paint=darker(pen.colour, 0.25 * ((angle // 5) % 2)),
            grain="leaves",
            round=0.4,
        )
    for dx in (-0.03, 0.03, 0.0):
        pen.ellipse(0.54 + dx, 0.29, 0.032, 0.034, "#6a4526")


@thing("cactus, saguaro", 2.5, 0.7, "#4f8f52 #6a9a4a", "desert canyon")
def cactus(pen: Pen) -> None:
    """Draw a saguaro in flower."""
    for spine in (".12,.4 .12,.58 .33,.62", ".58,.28 .58,.46 .36,.5"):
        pen.limb(spine, 0.11, 0.12, 0.11, round=1)
    pen.limb(".35,1.0 .35,.1", 0.2, 0.19, round=1)
    for dx in (-0.05, 0.0, 0.05):
        pen.limb(
            [(0.35 + dx, 0.98), (0.35 + dx * 1.1, 0.1 + abs(dx))],
            0.01,
            0.01,
            paint=darker(pen.colour, 0.35),
        )
    for k in range(26):
        x, y = 0.35 + (k % 4 - 1.5) * 0.05, 0.12 + k * 0.033
        pen.limb([(x - 0.012, y - 0.01), (x + 0.012, y + 0.01)], 0.005, 0.004, paint="#f2ead0")
    for x, y in ((0.35, 0.015), (0.12, 0.345), (0.58, 0.225)):
        for dx in (-0.03, 0.03, 0.0):
            pen.ellipse(x + dx, y, 0.032, 0.036, "#e85a86", turn=dx * 900)


@thing("sunflower", 1.6, 0.62, "#f4b81c", "farm garden meadow", hand=(0.3, 0.7))
def sunflower(pen: Pen) -> None:
    """Draw a sunflower."""
    pen.limb(".3,1.0 .32,.7 .31,.36", 0.04, 0.036, 0.034, paint="#4a7f34")
    for side, y in ((-1, 0.78), (1, 0.66)):
        pen.blob(
            [
                (0.31, y),
                (0.31 + side * 0.12, y - 0.12),
                (0.31 + side * 0.29, y - 0.1),
                (0.31 + side * 0.2, y + 0.02),
            ],
            "#4f8f3a",
            round=0.4,
        )
    for layer in range(2):
        for k in range(16):
            turn = (k + layer / 2) * math.tau / 16
            reach = 0.225 - 0.03 * layer
            pen.ellipse(
                0.31 + math.cos(turn) * reach,
                0.28 + math.sin(turn) * reach,
                0.085,
                0.036,
                darker(pen.colour, 0.14 * (1 - layer)),
                turn=math.degrees(turn),
            )
    pen.ellipse(0.31, 0.28, 0.15, 0.15, "#5a3418", grain="scales", strength=1.0, round=0.5)
    pen.ellipse(0.31, 0.28, 0.08, 0.08, "#7a4a20", grain="scales", strength=1.0)


@thing(
    "tulip", 0.4, 0.42, "#d8304a #f0b82c #e86aa0 #7a3aa0", "garden farm meadow", hand=(0.2, 0.7)
)
def tulip(pen: Pen) -> None:
    """Draw a tulip."""
    pen.limb(".2,1.0 .22,.7 .21,.34", 0.034, 0.03, 0.03, paint="#4f8a3c")
    pen.blob(".2,1.0 .06,.8 .01,.5 .1,.62 .2,.86", "#4a8040", round=0.5)
    pen.blob(".21,1.0 .33,.82 .4,.58 .3,.68 .22,.88", "#5a964a", round=0.5)
    for side in (-1, 1):
        pen.blob(
            [
                (0.21, 0.4),
                (0.21 + side * 0.15, 0.32),
                (0.21 + side * 0.17, 0.14),
                (0.21 + side * 0.14, 0.0),
                (0.21 + side * 0.03, 0.16),
            ],
            darker(pen.colour, 0.14),
            gloss=0.2,
        )
    pen.blob(".21,.42 .3,.34 .31,.16 .21,.02 .11,.16 .12,.34", gloss=0.25)


@thing("rose", 0.5, 0.5, "#c81f34 #f0a0b4 #f4ead8 #e8b020", "garden", hand=(0.25, 0.7))
def rose(pen: Pen) -> None:
    """Draw a rose."""
    pen.limb(".24,1.0 .27,.7 .25,.36", 0.03, 0.028, 0.028, paint="#3f7434")
    for side, y in ((-1, 0.74), (1, 0.62)):
        pen.blob(
            [
                (0.26, y),
                (0.26 + side * 0.1, y - 0.1),
                (0.26 + side * 0.22, y - 0.06),
                (0.26 + side * 0.12, y + 0.03),
            ],
            "#4a8040",
            round=0.4,
        )
    for k in range(6):
        turn = k * math.tau / 6 + 0.4
        pen.ellipse(
            0.25 + math.cos(turn) * 0.11,
            0.23 + math.sin(turn) * 0.1,
            0.115,
            0.1,
            darker(pen.colour, 0.22 - 0.02 * k),
        )
    for k in range(5):
        turn = k * math.tau / 5 + 1.1
        pen.ellipse(
            0.25 + math.cos(turn) * 0.06,
            0.21 + math.sin(turn) * 0.055,
            0.085,
            0.075,
            mix(pen.colour, pen.light, 0.1 + 0.05 * k),
        )
    for k in range(8):
        turn, r = k * 1.0, 0.05 - k * 0.005
        pen.limb(
            [
                (0.25 + math.cos(turn) * r, 0.2 + math.sin(turn) * r),
                (0.25 + math.cos(turn + 0.9) * r, 0.2 + math.sin(turn + 0.9) * r),
            ],
            0.02,
            0.012,
            paint=darker(pen.colour, 0.3),
        )


@thing("bush, shrub, berry bush", 1.2, 1.4, "#4a8a3a #5f9a4a", "garden park meadow")
def bush(pen: Pen) -> None:
    """Draw a round bush with berries."""
    for k, (x, y, r) in enumerate(
        (
            (0.3, 0.68, 0.28),
            (1.1, 0.68, 0.28),
            (0.7, 0.45, 0.38),
            (0.5, 0.7, 0.28),
            (0.92, 0.72, 0.27),
            (0.7, 0.74, 0.26),
        )
    ):
        pen.fill(
            [geometry.lump(pen.rng, x, y, r, r * 0.92, 0.12)],
            darker(pen.colour, 0.3 - 0.06 * k),
            grain="leaves",
            strength=0.9,
        )
    for _ in range(12):
        x, y = 0.7 + pen.rng.normal() * 0.26, 0.62 + pen.rng.normal() * 0.13
        pen.ellipse(x, y, 0.028, 0.028, "#d83a34", gloss=0.6)


@thing("leaf", 0.12, 0.8, "#d07a28 #5a9a3a #b83a24", "forest park", "table")
def leaf(pen: Pen) -> None:
    """Draw a single leaf."""
    pen.limb(".4,.98 .4,.7", 0.03, 0.025, paint=darker(pen.colour, 0.4))
    pen.blob(".4,.0 .58,.16 .74,.4 .66,.68 .4,.84 .14,.68 .06,.4 .22,.16", round=0.4, gloss=0.2)
    pen.limb(".4,.82 .4,.1", 0.022, 0.008, paint=darker(pen.colour, 0.3))
    for k in range(5):
        y = 0.66 - k * 0.12
        for side in (-1, 1):
            pen.limb(
                [(0.4, y), (0.4 + side * 0.22 * (1 - k * 0.12), y - 0.12)],
                0.014,
                0.005,
                paint=darker(pen.colour, 0.3),
            )


@thing("acorn, acorns", 0.05, 0.72, "#b8803c", "forest park", "table")
def acorn(pen: Pen) -> None:
    """Draw an acorn in its cup."""
    pen.blob(".08,.4 .64,.4 .6,.7 .46,.92 .36,1.0 .26,.92 .12,.7", gloss=0.6, round=1)
    pen.blob(".0,.42 .04,.26 .2,.14 .52,.14 .68,.26 .72,.42 .6,.48 .36,.5 .12,.48", "#7a5a34",
             grain="scales", round=0.9)  # fmt: skip
    pen.limb(".36,.16 .38,.08 .46,.0", 0.06, 0.05, paint="#6a4a2a")


@thing("bamboo, bamboo stalk, bamboo stalks", 2.4, 0.5, "#7aa84a #8ab85a", "forest garden")
def bamboo(pen: Pen) -> None:
    """Draw three jointed stalks with narrow leaves."""
    for x, top, width in ((0.14, 0.12, 0.05), (0.27, 0.0, 0.06), (0.4, 0.2, 0.045)):
        joints = [top + (1.0 - top) * k / 5 for k in range(6)]
        for upper, lower in pairwise(joints):
            pen.box(x - width / 2, upper + 0.006, x + width / 2, lower, corner=0.02, round=1)
            pen.box(
                x - width * 0.6, lower - 0.012, x + width * 0.6, lower + 0.004, pen.dark, 0.006
            )
        for k, joint in enumerate(joints[:4]):
            side = -1 if k % 2 else 1
            for dy in (-0.05, 0.02):
                pen.limb(
                    [(x, joint), (x + side * 0.06, joint + dy), (x + side * 0.12, joint + dy * 2)],
                    0.004, 0.026, 0.002, paint=pen.light,
                )  # fmt: skip


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


@thing("iceberg, ice floe, ~glacier", 6.0, 1.9, "#e8f4fa", "snowfield", "water", seat=(0.85, 0.42))
def iceberg(pen: Pen) -> None:
    """Draw an iceberg with a flat top between two peaks."""
    pen.poly(".0,.98 .12,.6 .3,.46 1.2,.4 1.36,.12 1.52,.02 1.7,.3 1.86,.98", round=0.5)
    shade = "#a8cfe4"
    pen.poly("1.36,.12 1.52,.02 1.5,.5 1.3,.98 1.1,.98 1.2,.4", shade, round=0.3)
    pen.poly(".12,.6 .3,.46 .36,.98 .0,.98", shade, round=0.3)
    pen.poly(".7,.43 .95,.42 .8,.98 .62,.98", lighter(shade, 0.35), round=0.3)
    pen.poly("1.52,.02 1.7,.3 1.62,.5 1.52,.4", "#f8fcff", round=0.2)


@thing("log, tree trunk, fallen tree", 0.6, 2.4, "#7a5232", "forest", seat=(1.2, 0.2))
def log(pen: Pen) -> None:
    """Draw a lying trunk."""
    pen.limb("1.5,.24 1.66,.02", 0.16, 0.11, grain="bark")
    pen.blob(".0,.6 .08,.26 .5,.22 2.16,.23 2.36,.58 2.16,.94 .5,.98 .08,.94", grain="bark")
    pen.ellipse(2.16, 0.58, 0.2, 0.35, "#d8b07a")
    for share in (0.72, 0.45, 0.2):
        tone = "#b8864e" if share != 0.45 else "#d8b07a"
        pen.ellipse(2.16, 0.58, 0.2 * share, 0.35 * share, tone, round=0.1)
    pen.ellipse(0.7, 0.3, 0.3, 0.07, "#5f9a3c", grain="fur")


@thing("wave, big wave, giant wave, ocean wave, breaking wave", 3.0, 2.0, "#2a7ab0", "beach",
       "water", seat=(1.15, 0.62))  # fmt: skip
def wave(pen: Pen) -> None:
    """Draw a wave that breaks."""
    pen.blob(
        ".0,.98 .1,.5 .42,.1 .9,.0 1.28,.14 1.4,.36 1.22,.3 1.0,.34 .94,.56 1.2,.78 "
        "1.96,.92 1.9,1.0",
        gloss=0.5,
    )
    for path in (".2,.9 .26,.5 .6,.2", ".42,.92 .48,.54 .76,.28", ".72,.94 .72,.6 .9,.36"):
        pen.limb(path, 0.05, 0.035, 0.015, paint=lighter(pen.colour, 0.35))
    for k, (x, y) in enumerate((
        (0.52, 0.06), (0.7, 0.01), (0.88, -0.01), (1.06, 0.03), (1.22, 0.1), (1.34, 0.2),
        (1.42, 0.34), (1.38, 0.46),
    )):  # fmt: skip
        pen.ellipse(x, y, 0.1 + 0.02 * (k % 2), 0.075, "#f6fbfd", round=1)
    for x in (0.2, 0.6, 1.0, 1.4, 1.75):
        pen.ellipse(x, 0.985, 0.22, 0.045, "#f0f8fb", round=0.8)


@thing("earth, planet earth, blue planet", 4.0, 1.0, "#2f6fc0", "space", "air")
def earth(pen: Pen) -> None:
    """Draw the Earth from space."""
    pen.glow(0.5, 0.5, 0.72, "#6ab8ff", 0.4)
    pen.ellipse(0.5, 0.5, 0.5, 0.5, round=1, gloss=0.3)
    land = "#4f9a4a"
    pen.blob(".2,.2 .38,.14 .44,.26 .34,.34 .3,.46 .22,.4 .14,.32", land, round=0.2)
    pen.blob(".36,.52 .48,.56 .46,.72 .38,.86 .33,.7", land, round=0.2)
    pen.blob(".6,.22 .8,.24 .88,.4 .78,.5 .82,.66 .7,.74 .64,.56 .56,.46 .58,.34", land, round=0.2)
    for path in (".12,.44 .3,.5 .46,.46", ".5,.2 .68,.16 .8,.22", ".46,.8 .62,.84 .8,.78"):
        pen.limb(path, 0.02, 0.05, 0.02, paint="#f4f8fc", round=0.3)


@thing("broad leaf", 0.05, 3.4, "#5a9a3a #4a8a4a", "garden jungle", "table", seat=(1.6, 0.3))
def broad_leaf(pen: Pen) -> None:
    """Draw a large leaf that lies, so that something can sit on it."""
    pen.blob(".05,.56 .6,.14 1.6,.0 2.6,.16 3.36,.6 2.6,.94 1.6,1.02 .6,.92", gloss=0.3, round=0.5)
    pen.limb("-.1,.58 1.0,.5 2.2,.52 3.3,.6", 0.07, 0.05, 0.02, paint=pen.light)
    for k in range(6):
        x = 0.5 + 0.45 * k
        for y in (0.14, 0.9):
            pen.limb([(x, 0.53), (x + 0.22, y + 0.05 * abs(k - 2.5))], 0.02, 0.008,
                     paint=pen.light)  # fmt: skip


@thing("lily pad, water lily, lilypad", 0.14, 4.2, "#4a8f4a #3f8458", "pond lake", "water",
       seat=(2.0, 0.4))  # fmt: skip
def lily_pad(pen: Pen) -> None:
    """Draw a leaf that floats, with a flower at its edge."""
    pen.blob(".1,.56 .9,.24 2.1,.14 3.3,.24 4.1,.56 3.3,.9 2.1,1.0 .9,.9", round=0.3, gloss=0.3)
    pen.poly("2.1,.56 4.2,.5 4.2,.66", "#3a6a80", round=0.1)
    for x, y in ((0.5, 0.4), (0.5, 0.74), (1.3, 0.22), (1.3, 0.92), (2.8, 0.24), (2.8, 0.9)):
        pen.limb([(2.1, 0.56), (x, y)], 0.03, 0.012, paint=pen.light)
    for x, turn in ((3.3, -40), (3.5, -20), (3.7, 0), (3.9, 20), (4.1, 40)):
        pen.ellipse(x, 0.2 + 0.004 * abs(turn), 0.14, 0.42, "#f4b8cc", turn=turn, round=0.5)
    for x in (3.58, 3.7, 3.82):
        pen.ellipse(x, 0.34, 0.1, 0.3, "#fbe4ec", round=0.5)


@thing("spider web, web, cobweb, spiderweb", 0.9, 1.0, "#e8eef2", "forest garden", "air",
       seat=(0.5, 0.62))  # fmt: skip
def spider_web(pen: Pen) -> None:
    """Draw a spider's web."""
    turns = [(np.cos(a), np.sin(a)) for a in np.arange(10) * np.pi / 5 + 0.15]
    for x, y in turns:
        pen.limb([(0.5, 0.5), (0.5 + 0.52 * x, 0.5 + 0.52 * y)], 0.008, 0.006, bend=False)
    for ring in range(1, 8):
        r = 0.065 * ring
        for (x0, y0), (x1, y1) in pairwise([*turns, turns[0]]):
            middle = (0.5 + 0.43 * r * (x0 + x1), 0.5 + 0.43 * r * (y0 + y1))
            pen.limb([(0.5 + r * x0, 0.5 + r * y0), middle, (0.5 + r * x1, 0.5 + r * y1)],
                     0.006, 0.005)  # fmt: skip
