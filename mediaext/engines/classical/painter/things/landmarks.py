"""More buildings and landmarks."""

import math

import numpy as np

from mediaext.engines.classical.painter.colours import darker, lighter, mix
from mediaext.engines.classical.painter.pen import Finish, Pen
from mediaext.engines.classical.painter.things.buildings import window
from mediaext.engines.classical.painter.things.registry import thing


@thing("castle, fortress, palace", 24.0, 1.1, "#a8a296 #c9b48c #8a8f9a", "hills mountains meadow")
def castle(pen: Pen) -> None:
    """Draw a castle with towers."""
    stone: Finish = {"grain": "brick", "strength": 0.45}
    roof = "#3f5f8a" if sum(pen.colour) > 1.5 else "#8a3a34"

    def tower(
        x: float, half: float, top: float, low: float, tone: tuple[float, float, float]
    ) -> None:
        pen.box(x - half, top, x + half, low, tone, round=1, **stone)
        pen.box(
            x - half * 1.2,
            top - 0.02,
            x + half * 1.2,
            top + 0.025,
            lighter(tone, 0.12),
            round=1,
            **stone,
        )
        pen.poly(
            [(x - half * 1.3, top - 0.015), (x, top - half * 3.2), (x + half * 1.3, top - 0.015)],
            roof,
            round=1,
            grain="roof",
            strength=0.6,
        )
        pen.limb(
            [(x, top - half * 3.2), (x, top - half * 3.2 - 0.06)], 0.008, 0.006, paint="#4a4038"
        )
        pen.poly(
            [
                (x, top - half * 3.2 - 0.06),
                (x + 0.07, top - half * 3.2 - 0.04),
                (x, top - half * 3.2 - 0.02),
            ],
            "#d83a2c",
        )
        window(pen, x - half * 0.22, top + 0.1, x + half * 0.22, top + 0.17, "#d8d0c0")

    back = darker(pen.colour, 0.22)
    tower(0.4, 0.06, 0.26, 0.7, back)
    tower(0.7, 0.075, 0.2, 0.7, back)
    pen.box(0.16, 0.5, 0.94, 1.0, None, round=0.1, **stone)
    for x in np.arange(0.18, 0.92, 0.08):
        pen.box(float(x), 0.455, float(x) + 0.045, 0.52, lighter(pen.colour, 0.08), **stone)
    tower(0.13, 0.1, 0.36, 1.0, pen.colour)
    tower(0.97, 0.1, 0.36, 1.0, pen.colour)
    pen.blob(".44,1.0 .44,.76 .55,.64 .66,.76 .66,1.0", darker(pen.colour, 0.4), round=0.2)
    pen.blob(".47,1.0 .47,.78 .55,.68 .63,.78 .63,1.0", "#4a2f1c", grain="wood", round=0.2)


@thing("barn, farmhouse", 7.0, 1.2, "#a8352a #8a5a3a", "farm meadow")
def barn(pen: Pen) -> None:
    """Draw a red barn."""
    wood: Finish = {"grain": "wood", "strength": 0.6, "round": 0.1}
    roof = "#5a5a62"
    pen.poly(".62,.46 1.16,.5 1.16,.96 .62,1.0", darker(pen.colour, 0.3), **wood)
    pen.poly(".06,.5 .12,.28 .34,.1 .56,.28 .62,.5 .62,1.0 .06,.98", **wood)
    pen.poly(
        ".34,.06 .9,.14 1.06,.3 1.19,.52 .66,.53 .58,.26",
        roof,
        grain="roof",
        strength=0.7,
        round=0.1,
    )
    pen.limb(".02,.53 .1,.27 .34,.08 .58,.27 .66,.53", 0.045, 0.045, paint="#efe8d8", bend=False)
    pen.box(0.2, 0.6, 0.48, 0.99, "#efe8d8")
    pen.box(0.22, 0.62, 0.46, 0.99, darker(pen.colour, 0.15), **wood)
    for a, b in (((0.22, 0.62), (0.46, 0.99)), ((0.46, 0.62), (0.22, 0.99))):
        pen.limb([a, b], 0.025, 0.025, paint="#efe8d8", bend=False)
    pen.limb(".34,.62 .34,.99", 0.012, 0.012, paint="#efe8d8", bend=False)
    window(pen, 0.29, 0.33, 0.39, 0.45)
    for x in (0.74, 0.96):
        window(pen, x, 0.64, x + 0.09, 0.76)


@thing("windmill, mill", 14.0, 0.85, "#e6ddc8 #b8886a", "meadow farm hills")
def windmill(pen: Pen) -> None:
    """Draw a windmill."""
    pen.poly(".3,.36 .55,.36 .64,1.0 .21,1.0", grain="plaster", round=1, strength=0.6)
    pen.poly(
        ".23,.86 .62,.86 .64,1.0 .21,1.0", mix(pen.colour, "#8a5a44", 0.6), grain="brick", round=1
    )
    pen.blob(".27,.38 .3,.26 .425,.18 .55,.26 .58,.38", "#6a3f2c", grain="wood", round=1)
    pen.blob(".37,1.0 .37,.84 .425,.79 .48,.84 .48,1.0", "#5a3a24", grain="wood")
    window(pen, 0.395, 0.54, 0.455, 0.62)
    start = float(pen.rng.uniform(10, 60))
    for k in range(4):
        turn = math.radians(start + 90 * k)
        ux, uy = math.cos(turn), math.sin(turn)
        end = (0.425 + ux * 0.41, 0.34 + uy * 0.41)
        corner = [
            (0.425 + ux * r - uy * w, 0.34 + uy * r + ux * w)
            for r, w in ((0.09, 0.01), (0.41, 0.01), (0.41, 0.11), (0.09, 0.09))
        ]
        pen.poly(corner, "#f2ebda", grain="fabric", round=0.15)
        for r in (0.14, 0.2, 0.26, 0.32, 0.38):
            pen.limb(
                [
                    (0.425 + ux * r, 0.34 + uy * r),
                    (0.425 + ux * r - uy * 0.105, 0.34 + uy * r + ux * 0.105),
                ],
                0.008,
                0.008,
                paint="#8a6a48",
                bend=False,
            )
        pen.limb([(0.425, 0.34), end], 0.022, 0.016, paint="#6a4a30", bend=False)
    pen.ellipse(0.425, 0.34, 0.032, 0.032, "#4a3424", gloss=0.4)


@thing(
    "skyscraper, tower block, office building, tower, building, apartment block",
    60.0,
    0.44,
    "#7f9ab0 #a8b0b4 #b89a7a",
    "city street",
)
def skyscraper(pen: Pen) -> None:
    """Draw a glass tower in two-point view."""
    pen.box(0.2, -0.02, 0.22, 0.1, "#5a6068", gloss=0.4)
    pen.poly(".04,.1 .27,.06 .27,1.0 .04,.99", gloss=0.5, round=0.05)
    pen.poly(".27,.06 .41,.12 .41,.985 .27,1.0", darker(pen.colour, 0.4), round=0.05)
    for k in range(22):
        y = 0.12 + k * 0.038
        for j in range(4):
            x = 0.06 + j * 0.052
            lit = pen.rng.random() < (0.5 if pen.night else 0.08)
            tone = (
                "#ffd98a"
                if lit
                else mix("#3f5f7a", lighter(pen.colour, 0.3), float(pen.rng.uniform(0, 0.4)))
            )
            pen.dot_box(x, y - j * 0.004, x + 0.04, y + 0.026 - j * 0.004, tone)
        for j in range(2):
            x = 0.285 + j * 0.06
            lit = pen.rng.random() < (0.5 if pen.night else 0.04)
            pen.dot_box(
                x,
                y - 0.01 + j * 0.008,
                x + 0.045,
                y + 0.016 + j * 0.008,
                "#e8b868" if lit else darker("#3f5f7a", 0.35),
            )
    pen.box(0.1, 0.95, 0.21, 1.0, "#2f3a44", gloss=0.7)


@thing("church, chapel, cathedral", 16.0, 0.9, "#ded3bd #b8a690 #c87a5a", "village hills meadow")
def church(pen: Pen) -> None:
    """Draw a village church."""
    stone: Finish = {"grain": "brick", "strength": 0.3, "round": 0.1}
    pen.poly(".34,.62 .88,.64 .88,.98 .34,1.0", darker(pen.colour, 0.2), **stone)
    pen.poly(".3,.42 .8,.46 .92,.66 .34,.66", "#5f4a48", grain="roof", round=0.1, strength=0.8)
    for x in (0.48, 0.62, 0.76):
        pen.blob(
            [(x - 0.03, 0.9), (x - 0.03, 0.76), (x, 0.71), (x + 0.03, 0.76), (x + 0.03, 0.9)],
            "#ffd890" if pen.night else "#3f5a78",
            gloss=0.6,
        )
    pen.box(0.08, 0.3, 0.36, 1.0, None, **stone)
    pen.poly(".04,.32 .22,.02 .4,.32", "#4a5a68", grain="roof", round=1, strength=0.7)
    pen.limb(".22,.04 .22,-.06", 0.014, 0.012, paint="#d8b050", gloss=0.6)
    pen.limb(".19,-.03 .25,-.03", 0.012, 0.012, paint="#d8b050", gloss=0.6)
    pen.ellipse(0.22, 0.44, 0.06, 0.06, "#f4eedc", round=0.2)
    pen.limb(".22,.44 .22,.4", 0.01, 0.008, paint="#2a2a2e")
    pen.limb(".22,.44 .25,.45", 0.01, 0.008, paint="#2a2a2e")
    pen.blob(".15,1.0 .15,.82 .22,.74 .29,.82 .29,1.0", "#5a3a24", grain="wood")
    window(pen, 0.19, 0.56, 0.25, 0.67)
