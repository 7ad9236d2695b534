"""Insects and other small creatures."""

import math

from mediaext.engines.classical.painter.colours import darker, lighter, mix
from mediaext.engines.classical.painter.pen import Finish, Pen
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


@thing("bee, bumblebee, honeybee, ~wasp, ~hornet", 0.1, 1.35, "#f2bd2a", "garden meadow", "air")
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


@thing("ant, red ant", 0.02, 1.6, "#4a2a20 #26222a #8a3a22", "meadow garden forest")
def ant(pen: Pen) -> None:
    """Draw an ant from the side."""
    shell: Finish = {"gloss": 0.6, "round": 1}
    for x, far in ((0.62, 0.34), (0.76, 0.72), (0.9, 1.12)):
        for shift, tone in ((0.08, darker(pen.colour, 0.4)), (0.0, pen.colour)):
            knee = (x + far) / 2 + shift
            pen.limb(
                [(x, 0.58), (knee, 0.44 if abs(far - x) > 0.1 else 0.5), (far + shift, 0.97)],
                0.05,
                0.04,
                0.028,
                paint=tone,
            )
            pen.limb([(far + shift, 0.965), (far + shift + 0.07, 0.985)], 0.028, 0.022, paint=tone)
    pen.blob(".04,.5 .12,.28 .32,.24 .5,.38 .54,.56 .38,.7 .16,.68", **shell)
    for x in (0.2, 0.33):
        pen.limb(
            [(x, 0.27), (x - 0.03, 0.48), (x + 0.02, 0.68)],
            0.014,
            0.02,
            0.012,
            paint=darker(pen.colour, 0.35),
        )
    pen.ellipse(0.57, 0.56, 0.06, 0.06, **shell)
    pen.blob(".6,.54 .7,.42 .86,.42 .98,.52 .9,.64 .7,.66", **shell)
    pen.blob(".96,.48 1.04,.28 1.2,.22 1.34,.34 1.34,.52 1.2,.6 1.04,.58", **shell)
    for shift in (0.0, 0.1):
        pen.limb(
            [(1.2 + shift, 0.28), (1.28 + shift, 0.06), (1.46 + shift / 2, 0.16)],
            0.03,
            0.03,
            0.022,
            paint=darker(pen.colour, 0.3),
            bend=False,
        )
    pen.limb("1.3,.5 1.42,.54 1.42,.64", 0.06, 0.045, 0.02, paint=darker(pen.colour, 0.3))
    pen.limb("1.26,.56 1.34,.64 1.38,.68", 0.05, 0.04, 0.015, paint=darker(pen.colour, 0.3))
    pen.eye(1.2, 0.36, 0.042)


@thing("mosquito, gnat, midge", 0.02, 1.25, "#5a5048 #4a4440", "swamp pond garden", "air")
def mosquito(pen: Pen) -> None:
    """Draw a mosquito with its long legs and its sting."""
    thin = darker(pen.colour, 0.3)
    for x, points in (
        (0.72, ((0.66, 0.2), (0.5, 0.5), (0.36, 0.98))),
        (0.76, ((0.7, 0.28), (0.62, 0.62), (0.56, 0.99))),
        (0.82, ((0.92, 0.3), (1.02, 0.66), (1.06, 0.98))),
    ):
        pen.limb([(x, 0.48), *points], 0.022, 0.02, 0.016, 0.01, paint=thin, bend=False)
        pen.limb(
            [(x + 0.05, 0.48), *((px + 0.1, py - 0.02) for px, py in points)],
            0.02,
            0.018,
            0.014,
            0.01,
            paint=pen.colour,
            bend=False,
        )
    pen.limb(".72,.46 .46,.52 .2,.66 .06,.76", 0.13, 0.12, 0.1, 0.03, grain="fur")
    for x, y in ((0.56, 0.49), (0.44, 0.525), (0.32, 0.585), (0.2, 0.66)):
        pen.limb([(x + 0.02, y - 0.055), (x - 0.01, y + 0.055)], 0.022, 0.022, paint="#e8e2d4")
    for turn, reach in ((28, 0.34), (14, 0.37)):
        angle = math.radians(180 - turn)
        pen.ellipse(
            0.74 + reach * math.cos(angle),
            0.4 - reach * math.sin(angle) + 0.02,
            reach,
            0.085,
            "#cfdde4",
            turn=turn,
            gloss=0.7,
            round=0.3,
        )
        pen.limb(
            [
                (0.74, 0.4),
                (0.74 + 1.8 * reach * math.cos(angle), 0.42 - 1.8 * reach * math.sin(angle)),
            ],
            0.01,
            0.006,
            paint=thin,
        )
    pen.ellipse(0.78, 0.44, 0.13, 0.12, grain="fur", round=1)
    pen.limb(".94,.46 1.1,.6 1.22,.74", 0.03, 0.02, 0.008, paint="#2a2226", bend=False)
    for x in (1.1, 1.18):
        pen.limb(
            [(0.96, 0.38), (x - 0.04, 0.34), (x + 0.04, 0.4)], 0.014, 0.012, 0.008, paint=thin
        )
    pen.ellipse(0.94, 0.42, 0.075, 0.075, round=1)
    pen.eye(0.965, 0.405, 0.042, "#8a2a22")


@thing("scorpion", 0.1, 1.6, "#a8743a #3a322e #8a4a2a", "desert canyon")
def scorpion(pen: Pen) -> None:
    """Draw a scorpion with its claws out and its sting raised."""
    shell: Finish = {"gloss": 0.5, "grain": "rough", "strength": 0.3}
    dark = darker(pen.colour, 0.35)
    for k in range(4):
        x = 0.56 + 0.14 * k
        far = x + (k - 1.8) * 0.12
        pen.limb(
            [(x, 0.74), (far, 0.58), (far + (k - 1.5) * 0.06, 0.97)], 0.06, 0.05, 0.02, paint=dark
        )
    pen.limb("1.1,.7 1.22,.56 1.3,.62", 0.06, 0.05, 0.06, paint=dark)
    pen.blob("1.26,.62 1.3,.5 1.46,.44 1.4,.54 1.54,.52 1.48,.62 1.36,.68", dark, **shell)
    tail = ((0.44, 0.7), (0.28, 0.66), (0.15, 0.54), (0.1, 0.39), (0.16, 0.24), (0.3, 0.15))
    pen.limb(tail, 0.12, 0.08, paint=dark)
    for k, (x, y) in enumerate(tail):
        pen.ellipse(
            x, y, 0.1 - 0.008 * k, 0.088 - 0.007 * k, darker(pen.colour, 0.12 * (k % 2)), **shell
        )
    pen.blob(".3,.08 .42,.06 .5,.14 .58,.3 .46,.22 .34,.23", **shell)
    pen.limb(".5,.15 .57,.22 .58,.32", 0.05, 0.03, 0.006, paint="#2a1c1a")
    for k in range(6):
        x = 0.46 + 0.1 * k
        pen.ellipse(
            x, 0.72, 0.09, 0.13 + 0.012 * min(k, 5 - k), darker(pen.colour, 0.1 * (k % 2)), **shell
        )
    pen.blob(".96,.62 1.12,.6 1.2,.7 1.16,.8 .98,.83", **shell)
    pen.limb("1.12,.78 1.26,.9 1.38,.86", 0.07, 0.065, 0.07, **shell)
    pen.blob(
        "1.32,.84 1.36,.72 1.54,.66 1.6,.7 1.5,.78 1.6,.8 1.54,.9 1.42,.95", round=0.9, **shell
    )
    pen.limb("1.46,.79 1.56,.755", 0.016, 0.006, paint=dark)
    for x, y in ((1.12, 0.66), (1.17, 0.7)):
        pen.dot(x, y, 0.016, "#17131a")
