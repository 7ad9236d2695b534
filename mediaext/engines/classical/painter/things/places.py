"""Structures that mark a place."""

import math

from mediaext.engines.classical.painter.colours import darker, lighter
from mediaext.engines.classical.painter.pen import Finish, Pen
from mediaext.engines.classical.painter.things.registry import thing


@thing("tent, camp", 2.0, 1.5, "#d8802c #3a8a6a #b83a3a", "meadow forest mountains")
def tent(pen: Pen) -> None:
    """Draw a ridge tent."""
    cloth: Finish = {"grain": "fabric", "strength": 0.3, "round": 0.12}
    pen.poly(".56,.06 1.06,.14 1.46,.96 .98,1.0", darker(pen.colour, 0.3), **cloth)
    pen.poly(".56,.06 .98,1.0 .06,1.0", **cloth)
    inside = "#ffcf80" if pen.night else darker(pen.colour, 0.75)
    pen.poly(".54,.36 .74,1.0 .36,1.0", inside, round=0.05)
    if pen.night:
        pen.glow(0.55, 0.8, 0.5, "#ffb850", 0.6)
    pen.poly(".54,.34 .4,.66 .24,1.0 .4,1.0", lighter(pen.colour, 0.22), **cloth)
    for a, b in (
        ((0.06, 1.0), (-0.06, 0.98)),
        ((1.46, 0.96), (1.58, 0.97)),
        ((0.56, 0.06), (0.5, 0.0)),
    ):
        pen.limb([a, b], 0.012, 0.01, paint="#d8cfb8", bend=False)


@thing("bridge", 9.0, 2.6, "#a89c88 #b8604a", "river lake")
def bridge(pen: Pen) -> None:
    """Draw an arched stone bridge."""
    stone: Finish = {"grain": "brick", "strength": 0.5, "round": 0.2}
    spine = [(0.0, 0.52), (0.6, 0.32), (1.3, 0.24), (2.0, 0.32), (2.6, 0.52)]
    arch = [
        (2.6, 1.0),
        (2.36, 1.0),
        (2.24, 0.72),
        (1.98, 0.56),
        (1.72, 0.72),
        (1.62, 1.0),
        (0.98, 1.0),
        (0.88, 0.72),
        (0.62, 0.56),
        (0.36, 0.72),
        (0.24, 1.0),
        (0.0, 1.0),
    ]
    pen.poly([*spine, *arch], **stone)
    inner = [(1.62, 1.0), (1.56, 0.66), (1.3, 0.46), (1.04, 0.66), (0.98, 1.0)]
    pen.blob(inner, darker(pen.colour, 0.6), round=0.1)
    for x in (0.62, 1.3, 1.98):
        top, r = (0.5, 0.34) if x == 1.3 else (0.58, 0.28)
        pen.limb(
            [
                (x - r, top + 0.42),
                (x - r * 0.8, top + 0.15),
                (x, top),
                (x + r * 0.8, top + 0.15),
                (x + r, top + 0.42),
            ],
            0.06,
            0.06,
            paint=lighter(pen.colour, 0.2),
            **stone,
        )
    pen.limb(spine, 0.075, 0.075, paint=lighter(pen.colour, 0.15), grain="stone")


@thing("igloo", 2.2, 1.5, "#e6f0f8", "snowfield")
def igloo(pen: Pen) -> None:
    """Draw an igloo."""
    pen.blob(
        ".04,.98 .1,.56 .36,.2 .72,.08 1.06,.2 1.3,.56 1.36,.98 .7,1.0", round=0.95, gloss=0.2
    )
    for k, y in enumerate((0.8, 0.6, 0.4, 0.24)):
        half = 0.66 * math.sqrt(max(1 - ((0.98 - y) / 0.92) ** 2, 0))
        pen.limb(
            [(0.7 - half, y - 0.02), (0.7, y + 0.05), (0.7 + half, y - 0.02)],
            0.014,
            0.014,
            paint="#a8c0d8",
        )
        for j in range(6 - k):
            x = 0.7 - half * 0.9 + (j + 0.5 * (k % 2)) * half * 1.8 / (6 - k)
            pen.limb([(x, y + 0.03), (x, y + 0.2)], 0.012, 0.012, paint="#a8c0d8", bend=False)
    pen.blob(".44,1.0 .44,.7 .7,.54 .96,.7 .96,1.0", lighter(pen.colour, 0.3), round=0.4)
    pen.blob(
        ".54,1.0 .54,.76 .7,.66 .86,.76 .86,1.0", "#ffca70" if pen.night else "#2a3a54", round=0.2
    )


@thing("pyramid, pyramids", 40.0, 1.8, "#d8b06a", "desert")
def pyramid(pen: Pen) -> None:
    """Draw a pyramid with a lit and a shaded face."""
    pen.poly(
        ".9,.0 1.78,.94 1.1,1.0", darker(pen.colour, 0.42), grain="brick", strength=0.5, round=0.03
    )
    pen.poly(
        ".9,.0 1.1,1.0 .02,.94", lighter(pen.colour, 0.1), grain="brick", strength=0.5, round=0.03
    )


@thing("fountain", 3.0, 1.2, "#b8b4aa", "park garden village")
def fountain(pen: Pen) -> None:
    """Draw a fountain."""
    stone: Finish = {"grain": "stone", "gloss": 0.2}
    water = "#bfe6f4"
    pen.limb(".6,.9 .6,.3", 0.14, 0.08, **stone)
    for y, w in ((0.52, 0.34), (0.3, 0.2)):
        for dx in (-1, -0.5, 0.5, 1):
            pen.limb(
                [
                    (0.6 + dx * w * 0.9, y),
                    (0.6 + dx * w * 1.1, y + 0.14),
                    (0.6 + dx * w * 1.12, y + 0.26),
                ],
                0.02,
                0.03,
                0.02,
                paint=water,
            )
        pen.blob(
            [
                (0.6 - w, y - 0.02),
                (0.6 + w, y - 0.02),
                (0.6 + w * 0.5, y + 0.09),
                (0.6 - w * 0.5, y + 0.09),
            ],
            **stone,
        )
        pen.ellipse(0.6, y - 0.02, w * 0.94, 0.035, water, gloss=0.6)
    for dx in (-0.09, 0.0, 0.09):
        pen.limb(
            [(0.6, 0.28), (0.6 + dx, 0.06), (0.6 + dx * 1.9, 0.2)], 0.025, 0.03, 0.015, paint=water
        )
    pen.ellipse(0.6, 0.86, 0.58, 0.13, lighter(pen.colour, 0.15), **stone)
    pen.ellipse(0.6, 0.85, 0.52, 0.1, "#7fc4dc", gloss=0.6)
    pen.blob(".02,.86 .1,.98 .6,1.02 1.1,.98 1.18,.86 .9,.96 .6,.99 .3,.96", **stone)


@thing("statue, monument, sculpture", 3.0, 0.5, "#a8a69c #8a9a7a", "park museum")
def statue(pen: Pen) -> None:
    """Draw a robed statue on its pedestal."""
    stone: Finish = {"grain": "stone", "strength": 0.5}
    pen.box(0.04, 0.94, 0.46, 1.0, darker(pen.colour, 0.1), **stone)
    pen.box(0.1, 0.74, 0.4, 0.95, lighter(pen.colour, 0.06), **stone)
    pen.box(0.06, 0.71, 0.44, 0.75, **stone)
    pen.blob(".25,.2 .34,.26 .36,.5 .4,.72 .1,.72 .14,.5 .16,.26", **stone)
    for x in (0.18, 0.24, 0.3):
        pen.limb([(x + 0.01, 0.36), (x, 0.7)], 0.022, 0.035, **stone)
    pen.limb(".33,.28 .42,.2 .4,.06", 0.06, 0.05, 0.04, **stone)
    pen.ellipse(0.4, 0.03, 0.03, 0.035, **stone)
    pen.limb(".17,.28 .11,.42 .2,.48", 0.06, 0.05, 0.045, **stone)
    pen.ellipse(0.25, 0.12, 0.055, 0.07, **stone)
    pen.blob(".19,.1 .25,.03 .31,.1 .28,.08 .22,.08", **stone)
