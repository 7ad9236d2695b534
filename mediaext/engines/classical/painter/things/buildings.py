"""Buildings, landmarks and other structures."""

import itertools
import math

import numpy as np

from mediaext.engines.classical.painter.colours import colour, darker, lighter, mix
from mediaext.engines.classical.painter.pen import Finish, Pen
from mediaext.engines.classical.painter.things.registry import thing


def window(pen: Pen, x0: float, y0: float, x1: float, y1: float, frame: str = "#efe8d8") -> None:
    """Draw a window; at night some are lit."""
    edge = (x1 - x0) * 0.12
    lit = pen.night and pen.rng.random() < 0.75
    pen.box(x0 - edge, y0 - edge, x1 + edge, y1 + edge, frame)
    pen.box(x0, y0, x1, y1, "#40566a", gloss=0.5)
    if lit:
        pen.lamp(x0, y0, x1, y1)
    pen.box((x0 + x1) / 2 - edge / 3, y0, (x0 + x1) / 2 + edge / 3, y1, frame)
    pen.box(x0, (y0 + y1) / 2 - edge / 3, x1, (y0 + y1) / 2 + edge / 3, frame)


@thing(
    "house, cottage, home, cabin, hut",
    6.0,
    1.05,
    "#e2c9a4 #c9614a #a8c0c8 #e8dcc4",
    "meadow village garden",
)
def house(pen: Pen) -> None:
    """Draw a house in two-point view: a lit front and a side in shade."""
    wall: Finish = {
        "grain": pen.material.grain if pen.material else "plaster",
        "round": 0.1,
        "strength": 0.6,
    }
    roof = darker("#9a4632", 0.1) if sum(pen.colour) > 1.5 else "#5a4a48"
    pen.box(0.68, 0.1, 0.78, 0.34, "#8f4a38", grain="brick", strength=0.9, round=0.1)
    pen.box(0.665, 0.08, 0.795, 0.12, "#6e3a2e")
    pen.poly(".58,.44 .98,.47 .98,.96 .58,1", darker(pen.colour, 0.28), **wall)
    pen.poly(".06,.46 .32,.16 .58,.44 .58,1 .06,.97", **wall)
    pen.poly(
        ".3,.1 .82,.15 1.04,.5 .6,.5",
        roof,
        grain="roof",
        strength=0.8,
        round=0.1,
    )
    pen.poly(".3,.1 .34,.12 .64,.5 .58,.53", lighter(roof, 0.25))
    pen.poly(".3,.1 .34,.12 .04,.52 0,.5", lighter(roof, 0.15))
    window(pen, 0.13, 0.56, 0.25, 0.72)
    window(pen, 0.28, 0.32, 0.37, 0.43)
    window(pen, 0.72, 0.58, 0.84, 0.74)
    pen.poly(".38,.6 .52,.605 .52,.995 .38,.985", "#efe8d8")
    pen.poly(
        ".395,.62 .505,.625 .505,.995 .395,.985",
        "#5b7a5a" if pen.rng.random() < 0.5 else "#7a3a2a",
        grain="wood",
        round=0.1,
    )
    pen.dot(0.485, 0.81, 0.012, "#e0b84a")


@thing("lighthouse", 18.0, 0.42, "#d33a2c #2f5a9a #2a2a30", "cliff sea beach")
def lighthouse(pen: Pen) -> None:
    """Draw a banded lighthouse with a lit lantern."""

    def half(y: float) -> float:
        return 0.075 + 0.055 * (y - 0.22) / 0.76

    pen.poly(
        ".04,.9 .11,.88 .33,.88 .38,.9 .4,1 .02,1",
        "#8a857a",
        grain="stone",
    )
    edges = np.linspace(0.22, 0.95, 8)
    for k in range(7):
        top, low = edges[k], edges[k + 1]
        tone = pen.colour if k % 2 == 0 else (0.95, 0.93, 0.88)
        pen.poly(
            [
                (0.21 - half(top), top),
                (0.21 + half(top), top),
                (0.21 + half(low), low + 0.006),
                (0.21, low + 0.014),
                (0.21 - half(low), low + 0.006),
            ],
            tone,
            round=1,
            grain="plaster",
            strength=0.4,
        )
    for y in (0.4, 0.62):
        window(pen, 0.195, y, 0.225, y + 0.05)
    pen.box(0.175, 0.83, 0.245, 0.95, "#4a2f22", 0.03)
    pen.box(0.105, 0.2, 0.315, 0.225, "#3a3c42", 0.01)
    for x in np.linspace(0.11, 0.31, 7):
        pen.limb([(x, 0.2), (x, 0.16)], 0.006, 0.006, paint="#3a3c42")
    pen.limb(".105,.16 .315,.16", 0.009, 0.009, paint="#3a3c42")
    pen.box(0.155, 0.09, 0.265, 0.2, "#f8e6a0", gloss=0.5)
    for x in (0.155, 0.21, 0.265):
        pen.limb([(x, 0.09), (x, 0.2)], 0.01, 0.01, paint="#3a3c42")
    pen.blob(".13,.1 .16,.05 .21,.025 .26,.05 .29,.1", pen.dark, gloss=0.4)
    pen.limb(".21,.03 .21,-.01", 0.012, 0.006, paint="#3a3c42")
    pen.glow(0.21, 0.145, 0.3 if pen.night else 0.12, "#ffe9a0", 0.9)


@thing("castle, fortress, ~palace", 24.0, 1.1, "#a8a296 #c9b48c #8a8f9a", "hills mountains meadow")
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
    "skyscraper, tower block, office building, ~tower, building, apartment block",
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


@thing("church, chapel, ~cathedral", 16.0, 0.9, "#ded3bd #b8a690 #c87a5a", "village hills meadow")
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


@thing(
    "bridge, ~viaduct, ~aqueduct, stone bridge, stone viaduct",
    9.0,
    2.6,
    "#a89c88 #b8604a",
    "river lake",
    seat=(1.3, 0.26),
)
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


@thing("sandcastle, sand castle", 0.6, 1.3, "#e0bc80", "beach")
def sandcastle(pen: Pen) -> None:
    """Draw a castle of sand: towers from a bucket, a wall and a flag."""
    sand: Finish = {"grain": "rough", "strength": 0.8}
    pen.blob(".0,1.0 .1,.86 .4,.8 .65,.78 .9,.8 1.2,.86 1.3,1.0", pen.dark, **sand)
    pen.box(0.2, 0.6, 1.1, 0.9, **sand)
    for x in (0.3, 0.44, 0.58, 0.72, 0.86, 1.0):
        pen.box(x - 0.035, 0.54, x + 0.035, 0.62, **sand)
    for x, top, half in ((0.22, 0.42, 0.14), (1.08, 0.42, 0.14), (0.65, 0.2, 0.17)):
        pen.poly(
            [(x - half * 0.8, top), (x + half * 0.8, top), (x + half, 0.92), (x - half, 0.92)],
            round=0.9, **sand,
        )  # fmt: skip
        for k in (-1, 0, 1):
            at = x + k * half * 0.6
            pen.box(at - half * 0.18, top - 0.07, at + half * 0.18, top + 0.02, **sand)
    pen.blob(".57,.92 .57,.76 .65,.68 .73,.76 .73,.92", darker(pen.colour, 0.55), round=0.2)
    pen.limb(".65,.2 .65,.0", 0.018, 0.014, paint="#8a6a48", bend=False)
    pen.poly(".65,.0 .84,.05 .65,.11", "#d8402f")
    for x, y in ((0.3, 0.72), (0.95, 0.74), (0.4, 0.85)):
        pen.ellipse(x, y, 0.035, 0.028, "#f6e8d8", gloss=0.4, round=0.9)


@thing("pier, wooden pier, jetty, dock, boardwalk", 1.2, 2.2, "#8a6238", "lake beach",
       seat=(1.1, 0.3))  # fmt: skip
def pier(pen: Pen) -> None:
    """Draw a pier of planks that leads away over the water."""
    for k in range(4):
        near = 1 - k / 4
        y = 0.1 + 0.5 * near
        for side in (-1, 1):
            x = 1.1 + side * (0.16 + 0.86 * near)
            pen.limb([(x, y - 0.16 * near), (x, y + 0.42 * near)], 0.09 * near, 0.08 * near,
                     paint=pen.dark, grain="wood")  # fmt: skip
    planks = 16
    for k in range(planks):
        far, low = 1 - (k / planks) ** 1.6, 1 - ((k + 1) / planks) ** 1.6
        rows = [(0.14 + 0.94 * (1 - share), 0.08 + 0.62 * (1 - share)) for share in (far, low)]
        (half, top), (wider, bottom) = rows
        corners = [(1.1 - half, top), (1.1 + half, top), (1.1 + wider, bottom - 0.005),
                   (1.1 - wider, bottom - 0.005)]  # fmt: skip
        tone = darker(pen.colour, 0.06 * (k % 3))
        pen.poly(corners, tone, grain="wood", round=0.1)
    pen.poly(".02,.695 2.18,.695 2.18,.76 .02,.76", pen.dark, grain="wood")


@thing(
    "treehouse, tree house",
    7.0,
    0.92,
    "#9a6a3c #8a5a34",
    "forest garden meadow",
)
def treehouse(pen: Pen) -> None:
    """Draw a wooden hut in the crown of a tree, with its ladder."""
    leaves = colour("#4f8a3a")
    for x, y, r in ((0.18, 0.26, 0.18), (0.74, 0.24, 0.18), (0.46, 0.15, 0.2)):
        pen.ellipse(x, y, r, r * 0.85, darker(leaves, 0.2), grain="leaves", round=1)
    trunk = "#6a4a30"
    pen.blob(".36,.5 .56,.5 .55,.8 .64,1.0 .28,1.0 .37,.8", trunk, grain="bark")
    for path in (".4,.66 .26,.56 .16,.4", ".52,.66 .68,.54 .78,.4"):
        pen.limb(path, 0.075, 0.06, 0.04, paint=trunk, grain="bark")
    for x in (0.6, 0.7):
        pen.limb([(x, 0.6), (x + 0.03, 1.0)], 0.016, 0.016, paint="#b08a58", bend=False)
    for k in range(7):
        y = 0.64 + 0.055 * k
        pen.limb([(0.6 + 0.03 * (y - 0.6) / 0.4, y), (0.7 + 0.03 * (y - 0.6) / 0.4, y)],
                 0.016, 0.016, paint="#b08a58", bend=False)  # fmt: skip
    pen.box(0.12, 0.575, 0.82, 0.615, darker(pen.colour, 0.25), 0.005, grain="wood")
    pen.box(0.22, 0.36, 0.7, 0.58, None, 0.005, grain="wood", round=0.2)
    for y in (0.41, 0.46, 0.51):
        pen.limb([(0.22, y), (0.7, y)], 0.005, 0.005, paint=pen.dark, bend=False)
    pen.box(0.3, 0.42, 0.42, 0.51, "#ffe6a0" if pen.night else "#bcd8e6", 0.004, gloss=0.7)
    pen.limb(".36,.42 .36,.51", 0.01, 0.01, paint="#f2ead8", bend=False)
    pen.limb(".3,.465 .42,.465", 0.01, 0.01, paint="#f2ead8", bend=False)
    pen.box(0.54, 0.42, 0.64, 0.58, darker(pen.colour, 0.45), 0.004, grain="wood")
    pen.poly(".15,.38 .46,.2 .77,.38 .7,.4 .46,.27 .22,.4", "#a8483a", round=0.4, grain="wood")
    pen.poly(".24,.37 .46,.25 .68,.37", darker(pen.colour, 0.1), grain="wood")
    for x in (0.13, 0.2, 0.27, 0.74, 0.81):
        pen.limb([(x, 0.5), (x, 0.58)], 0.012, 0.012, paint=pen.dark, bend=False)
    pen.limb(".12,.5 .28,.5", 0.014, 0.014, paint=pen.dark, bend=False)
    pen.limb(".73,.5 .82,.5", 0.014, 0.014, paint=pen.dark, bend=False)
    for x, y, r in ((0.08, 0.36, 0.1), (0.84, 0.35, 0.1), (0.3, 0.12, 0.11), (0.64, 0.1, 0.11)):
        pen.ellipse(x, y, r, r * 0.85, leaves, grain="leaves", round=1)


@thing(
    "eiffel tower, the eiffel tower, ~paris, ~france",
    60.0,
    0.5,
    "#8a6f58 #7a6450",
    "park city",
)
def eiffel_tower(pen: Pen) -> None:
    """Draw the iron tower with its three platforms."""

    def half(y: float) -> float:
        return 0.012 + 0.235 * math.pow(max((y - 0.12) / 0.88, 0.0), 2.3)

    def thick(y: float) -> float:
        return 0.012 + 0.055 * math.pow(max((y - 0.12) / 0.88, 0.0), 1.2)

    rows = np.linspace(0.12, 1.0, 40)
    for side in (-1, 1):
        outer = [(0.25 + side * half(y), y) for y in rows]
        inner = [(0.25 + side * max(half(y) - 2 * thick(y), 0.0), y) for y in rows[::-1]]
        pen.poly([*outer, *inner], round=0.3)
    beams = np.linspace(0.3, 0.98, 20)
    for y0, y1 in itertools.pairwise(beams):
        for side in (-1, 1):
            a, b = half(y0), half(y1)
            ends = ((a, b - 2 * thick(y1)), (a - 2 * thick(y0), b))
            for start, end in ends:
                pen.limb([(0.25 + side * start, y0), (0.25 + side * end, y1)], 0.006, 0.006,
                         paint=pen.dark, bend=False)  # fmt: skip
    for y, over in ((0.42, 0.02), (0.68, 0.026)):
        pen.box(0.25 - half(y) - over, y, 0.25 + half(y) + over, y + 0.028, None, 0.004)
        pen.limb([(0.25 - half(y) - over, y), (0.25 + half(y) + over, y)], 0.008, 0.008,
                 paint=pen.light, bend=False)  # fmt: skip
    low = half(0.84) - 2 * thick(0.84)
    pen.limb([(0.25 - low - 0.02, 0.86), (0.25, 0.705), (0.25 + low + 0.02, 0.86)], 0.018, 0.02,
             0.018)  # fmt: skip
    pen.box(0.225, 0.1, 0.275, 0.13, None, 0.004)
    pen.limb(".25,.0 .25,.11", 0.006, 0.012, bend=False)
    if pen.night:
        for y in np.linspace(0.14, 0.96, 16):
            pen.glow(0.25, float(y), 0.03 + 0.5 * half(float(y)), "#ffc860", 0.25)


@thing("big ben, clock tower, ~london", 40.0, 0.3, "#c8a868 #b89858", "city street")
def big_ben(pen: Pen) -> None:
    """Draw a clock tower with its spire."""
    pen.box(0.07, 0.42, 0.23, 1.0, None, 0.004, grain="stone", round=0.3)
    for x in (0.1, 0.13, 0.17, 0.2):
        pen.limb([(x, 0.46), (x, 0.98)], 0.007, 0.007, paint=pen.dark, bend=False)
    for y in (0.56, 0.7, 0.84):
        pen.box(0.062, y, 0.238, y + 0.012, pen.light, 0.002)
    pen.box(0.05, 0.24, 0.25, 0.43, None, 0.004, grain="stone", round=0.3)
    pen.box(0.042, 0.42, 0.258, 0.436, pen.light, 0.002)
    pen.box(0.042, 0.232, 0.258, 0.248, pen.light, 0.002)
    pen.ellipse(0.15, 0.335, 0.078, 0.078, "#3a342c", round=0.2)
    pen.ellipse(0.15, 0.335, 0.066, 0.066, "#fff2c8" if pen.night else "#f4f0e4", round=0.1)
    if pen.night:
        pen.glow(0.15, 0.335, 0.12, "#ffe6a0", 0.7)
    for k in range(12):
        x, y = math.sin(k * math.pi / 6), math.cos(k * math.pi / 6)
        pen.limb([(0.15 + 0.053 * x, 0.335 + 0.053 * y), (0.15 + 0.062 * x, 0.335 + 0.062 * y)],
                 0.005, 0.005, paint="#2a2620", bend=False)  # fmt: skip
    pen.limb(".15,.335 .15,.287", 0.007, 0.005, paint="#2a2620", bend=False)
    pen.limb(".15,.335 .182,.35", 0.009, 0.006, paint="#2a2620", bend=False)
    pen.poly(".055,.235 .245,.235 .205,.15 .095,.15", "#4a5a58", round=0.4)
    pen.box(0.1, 0.115, 0.2, 0.155, None, 0.003)
    pen.poly(".095,.12 .205,.12 .15,.01", "#4a5a58", round=0.4)
    pen.limb(".15,-.03 .15,.03", 0.004, 0.008, paint="#d8b45a", bend=False)
