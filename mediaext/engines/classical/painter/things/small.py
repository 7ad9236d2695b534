"""Insects and other small creatures."""

import math

from mediaext.engines.classical.painter.colours import darker, lighter, mix
from mediaext.engines.classical.painter.pen import Pen
from mediaext.engines.classical.painter.things.registry import thing


@thing("butterfly", 0.12, 1.2, "#e8862c #3f7ad8 #d04a8a #f0d04a", "garden meadow", "air")
def butterfly(pen: Pen) -> None:
    """Draw a butterfly with open wings."""
    edge = darker(pen.colour, 0.75)
    for side in (-1, 1):
        for grow, tone in ((1.0, edge), (0.84, pen.colour)):
            upper = [(0.03, 0.44), (0.14, 0.1), (0.42, 0.0), (0.58, 0.1), (0.5, 0.4), (0.26, 0.52)]
            lower = [
                (0.03, 0.5),
                (0.28, 0.52),
                (0.44, 0.64),
                (0.38, 0.9),
                (0.2, 0.98),
                (0.06, 0.74),
            ]
            for wing in (lower, upper):
                mx, my = (sum(p[i] for p in wing) / 6 for i in (0, 1))
                pen.blob(
                    [(0.6 + side * (mx + (x - mx) * grow), my + (y - my) * grow) for x, y in wing],
                    tone,
                    round=0.25,
                    grain="fur",
                    strength=0.5,
                )
        pen.ellipse(0.6 + side * 0.34, 0.2, 0.07, 0.07, lighter(pen.colour, 0.6), round=0.3)
        pen.ellipse(0.6 + side * 0.26, 0.74, 0.055, 0.06, lighter(pen.colour, 0.5), round=0.3)
        for x, y in ((0.5, 0.16), (0.46, 0.28), (0.38, 0.82)):
            pen.dot(0.6 + side * x, y, 0.018, "#fdf6e4")
        pen.limb(
            [(0.6, 0.26), (0.6 + side * 0.08, 0.1), (0.6 + side * 0.14, 0.04)],
            0.012,
            0.01,
            paint=edge,
        )
    pen.limb(".6,.28 .6,.82", 0.06, 0.075, 0.035, paint=edge, grain="fur")
    pen.ellipse(0.6, 0.26, 0.045, 0.045, edge)


@thing("bee, bumblebee, honeybee", 0.1, 1.35, "#f2bd2a", "garden meadow", "air")
def bee(pen: Pen) -> None:
    """Draw a bee."""
    for turn, x in ((-35, 0.55), (15, 0.78)):
        pen.ellipse(x, 0.26, 0.17, 0.26, "#dfeef4", turn=turn, gloss=0.6, round=0.3)
    pen.blob(
        ".14,.62 .26,.42 .6,.36 .92,.44 1.02,.64 .88,.86 .5,.92 .24,.82",
        grain="fur",
        strength=0.6,
        round=0.95,
    )
    for x in (0.34, 0.56, 0.78):
        pen.limb(
            [(x, 0.4), (x + 0.04, 0.64), (x, 0.88)], 0.1, 0.12, 0.09, paint="#2a2018", grain="fur"
        )
    pen.poly(".16,.58 .16,.68 .02,.64", "#2a2018")
    pen.ellipse(1.06, 0.6, 0.19, 0.19, "#3a2c1c", grain="fur")
    pen.eye(1.13, 0.55, 0.04, "#e8e0d0")
    for dx in (0.02, 0.12):
        pen.limb(
            [(1.08 + dx, 0.44), (1.14 + dx, 0.3), (1.22 + dx, 0.28)], 0.02, 0.016, paint="#2a2018"
        )


@thing("ladybird, ladybug, ~beetle", 0.06, 1.25, "#d42f24 #e8a020", "garden meadow")
def ladybird(pen: Pen) -> None:
    """Draw a ladybird."""
    for x in (0.35, 0.6, 0.85):
        pen.limb([(x, 0.8), (x + 0.03, 0.97)], 0.05, 0.035, paint="#1d1a1c")
    pen.ellipse(1.02, 0.66, 0.19, 0.19, "#1d1a1c", gloss=0.5)
    pen.ellipse(1.08, 0.58, 0.05, 0.05, "#f4f0e4")
    pen.dot(1.09, 0.58, 0.025, "#0d0b0c")
    pen.limb("1.1,.5 1.2,.36", 0.022, 0.018, paint="#1d1a1c")
    pen.blob(".08,.84 .14,.46 .4,.2 .7,.2 .94,.46 1.0,.84 .54,.9", gloss=0.7, round=1)
    pen.limb(".5,.2 .56,.5 .54,.89", 0.02, 0.02, paint="#1d1a1c")
    for x, y, r in (
        (0.32, 0.42, 0.075),
        (0.74, 0.4, 0.07),
        (0.24, 0.7, 0.075),
        (0.42, 0.66, 0.06),
        (0.72, 0.7, 0.075),
        (0.88, 0.62, 0.05),
    ):
        pen.ellipse(x, y, r, r, "#1d1a1c")


@thing("spider, tarantula", 0.1, 1.5, "#3a3238 #6a4a34", "cave forest garden")
def spider(pen: Pen) -> None:
    """Draw a spider."""
    for side in (-1, 1):
        for k in range(4):
            reach = 0.42 + 0.1 * (k in (1, 2))
            pen.limb(
                [
                    (0.75 + side * 0.1, 0.6),
                    (0.75 + side * reach, 0.2 + 0.1 * k),
                    (0.75 + side * (reach + 0.2 - 0.05 * k), 0.97),
                ],
                0.05,
                0.04,
                0.015,
                paint=darker(pen.colour, 0.1 * k),
                grain="fur",
            )
    pen.ellipse(0.75, 0.44, 0.28, 0.27, grain="fur", strength=0.8)
    pen.ellipse(0.75, 0.72, 0.19, 0.17, lighter(pen.colour, 0.08), grain="fur", strength=0.8)
    for side in (-1, 1):
        pen.eye(0.75 + side * 0.06, 0.7, 0.035, "#c03a2a")
        pen.dot(0.75 + side * 0.13, 0.66, 0.018, "#e8e0d0")
        pen.limb(
            [(0.75 + side * 0.04, 0.84), (0.75 + side * 0.03, 0.91)], 0.03, 0.01, paint="#f0e8d8"
        )


@thing("snail", 0.08, 1.5, "#b8783f #7a8a5a #c86a8a", "garden forest")
def snail(pen: Pen) -> None:
    """Draw a snail."""
    flesh = "#c9b48a"
    pen.blob(
        ".02,.95 .3,.84 .9,.8 1.14,.5 1.2,.36 1.38,.4 1.36,.6 1.22,.9 1.0,.99 .3,.99",
        flesh,
        grain="rough",
        strength=0.4,
        gloss=0.3,
    )
    for x in (1.24, 1.36):
        pen.limb([(x, 0.42), (x + 0.05, 0.16)], 0.045, 0.035, paint=flesh)
        pen.ellipse(x + 0.05, 0.15, 0.045, 0.045, "#2a2018", gloss=0.7)
    pen.ellipse(0.6, 0.48, 0.46, 0.44, gloss=0.35, round=1, grain="stone", strength=0.4)
    for k in range(22):
        turn, r = k * 0.62, 0.39 * (1 - k / 24)
        pen.ellipse(
            0.6 + math.cos(turn) * r * 0.98,
            0.48 + math.sin(turn) * r * 0.92,
            0.05 * (1 - k / 40),
            0.05 * (1 - k / 40),
            mix(pen.colour, "#3a2010", 0.45 + 0.01 * k),
        )


@thing("dragonfly", 0.1, 1.6, "#2f9ab0 #7a5ac8", "pond river", "air")
def dragonfly(pen: Pen) -> None:
    """Draw a dragonfly."""
    for turn, x, y in ((20, 0.7, 0.25), (-18, 1.0, 0.22), (-28, 0.72, 0.74), (26, 1.02, 0.76)):
        pen.ellipse(x, y, 0.1, 0.28, "#d8eef2", turn=turn, gloss=0.7, round=0.2)
    pen.limb(".05,.55 .5,.5 .85,.49", 0.045, 0.06, 0.09, gloss=0.6, grain="scales")
    pen.ellipse(0.98, 0.49, 0.2, 0.11, gloss=0.6)
    pen.ellipse(1.24, 0.48, 0.12, 0.11, darker(pen.colour, 0.2), gloss=0.7)
    pen.eye(1.28, 0.45, 0.05, "#b8d83a")


@thing("caterpillar", 0.06, 1.8, "#8ab83a #e0a83a", "garden meadow")
def caterpillar(pen: Pen) -> None:
    """Draw a caterpillar."""
    for k in range(7):
        x, y = 0.2 + k * 0.19, 0.72 - 0.1 * math.sin(k * 1.05) ** 2
        pen.limb([(x, 0.82), (x, 0.97)], 0.05, 0.04, paint="#4a3a20")
        pen.ellipse(
            x,
            y,
            0.165,
            0.2,
            mix(pen.colour, lighter(pen.colour, 0.4), k % 2),
            grain="fur",
            strength=0.5,
        )
    pen.ellipse(1.56, 0.5, 0.21, 0.22, "#d8503a", gloss=0.3)
    for x in (1.5, 1.66):
        pen.eye(x, 0.46, 0.045)
        pen.limb([(x, 0.32), (x + 0.04, 0.12)], 0.03, 0.03, paint="#4a3a20")
    pen.limb("1.5,.6 1.58,.63 1.66,.6", 0.02, 0.02, paint="#5a1a14")
