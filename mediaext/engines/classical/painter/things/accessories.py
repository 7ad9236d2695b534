"""What is worn beside clothes: jewellery, glasses, straps, and make-up."""

import math

from mediaext.engines.classical.painter import geometry
from mediaext.engines.classical.painter.colours import darker, lighter
from mediaext.engines.classical.painter.pen import Finish, Pen
from mediaext.engines.classical.painter.things.registry import thing

GOLD: Finish = {"gloss": 0.9, "round": 1}
LEATHER: Finish = {"grain": "rough", "strength": 0.4, "gloss": 0.3}
CLOTH: Finish = {"grain": "fabric", "strength": 0.4}


@thing("belt, leather belt", 0.5, 1.4, "#6a4326 #2c2420", "shop table", "table")
def belt(pen: Pen) -> None:
    """Draw a rolled belt with its buckle."""
    pen.ring(0.56, 0.5, 0.5, 0.38, darker(pen.colour, 0.15), **LEATHER)
    pen.ring(0.56, 0.5, 0.36, 0.26, **LEATHER)
    pen.poly(".5,.86 1.36,.86 1.4,.92 1.36,1.0 .5,1.0", **LEATHER)
    for k in range(4):
        pen.dot(0.96 + 0.1 * k, 0.93, 0.014, "#1a1410")
    pen.fill(
        [geometry.box(0.56, 0.8, 0.8, 1.04, 0.03), geometry.box(0.6, 0.84, 0.76, 1.0, 0.02)],
        "#e0b84a",
        **GOLD,
    )
    pen.limb(".58,.92 .8,.92", 0.025, 0.02, paint="#e0b84a", **GOLD)


@thing("bow tie, bowtie", 0.08, 2.0, "#c8302a #24263a #6a2f7a", "studio", "air")
def bow_tie(pen: Pen) -> None:
    """Draw a bow tie."""
    for side in (-1, 1):
        wing = [
            (1.0, 0.36),
            (1 + side * 0.5, 0.08),
            (1 + side * 0.94, 0.04),
            (1 + side * 0.98, 0.5),
            (1 + side * 0.94, 0.96),
            (1 + side * 0.5, 0.92),
            (1.0, 0.64),
        ]
        pen.blob(wing, round=0.6, **CLOTH)
        for y in (0.4, 0.5, 0.6):
            pen.limb(
                [(1 + side * 0.16, y), (1 + side * 0.5, 0.5 + (y - 0.5) * 2.4)],
                0.03,
                0.005,
                paint=pen.dark,
            )
    pen.box(0.84, 0.28, 1.16, 0.72, lighter(pen.colour, 0.08), 0.08, **{**CLOTH, "round": 0.9})


@thing("bracelet, bangle", 0.08, 1.35, "#e0b84a #c4ccd2", "table", "table")
def bracelet(pen: Pen) -> None:
    """Draw a bracelet of links with stones."""
    for k in range(18):
        a = k * math.tau / 18
        x, y = 0.675 + 0.56 * math.cos(a), 0.5 + 0.4 * math.sin(a)
        if k % 2:
            pen.ellipse(
                x, y, 0.085, 0.085, "#c8304a" if k % 4 == 1 else "#3a8ad0", gloss=1.0, round=1
            )
        else:
            pen.ellipse(x, y, 0.1, 0.06, turn=math.degrees(a) + 90, **GOLD)


@thing(
    "necklace, pendant, pearl necklace, pearls",
    0.3,
    0.86,
    "#f6f0e4 #e0b84a",
    "table shop",
    "table",
)
def necklace(pen: Pen) -> None:
    """Draw a string of pearls with a pendant."""
    for k in range(27):
        a = 0.8 * math.pi * (k / 13 - 1)
        x, y = 0.43 + 0.39 * math.sin(a), 0.4 + 0.4 * math.cos(a)
        pen.ellipse(x, y, 0.03, 0.03, gloss=1.0, round=1)
    pen.ring(0.43, 0.83, 0.035, 0.02, "#e0b84a", **GOLD)
    pen.blob(".43,.84 .51,.9 .48,.98 .43,1.0 .38,.98 .35,.9", "#c8304a", gloss=1.0, round=1)


@thing("earring, earrings", 0.06, 0.7, "#e0b84a #c4ccd2", "table", "air")
def earring(pen: Pen) -> None:
    """Draw a pair of drop earrings."""
    for x in (0.17, 0.53):
        hook = geometry.smooth(
            [(x, 0.3), (x - 0.09, 0.16), (x, 0.03), (x + 0.07, 0.12)], closed=False
        )
        pen.limb(hook, 0.025, 0.025, bend=False, **GOLD)
        pen.ellipse(x, 0.38, 0.07, 0.08, **GOLD)
        pen.blob(
            [(x, 0.44), (x + 0.13, 0.76), (x, 0.98), (x - 0.13, 0.76)],
            "#3a8ad0",
            gloss=1.0,
            round=1,
        )


@thing(
    "glasses, eyeglasses, spectacles, reading glasses, pair of glasses",
    0.06,
    2.5,
    "#2c2420 #6a4326 #c8302a",
    "table library",
    "table",
)
def glasses(pen: Pen) -> None:
    """Draw a pair of glasses from the front."""
    for x in (0.62, 1.88):
        pen.ellipse(x, 0.5, 0.5, 0.44, "#dcecf4", round=0.2, gloss=0.8)
        pen.fill(
            [geometry.ellipse(x, 0.5, 0.54, 0.48), geometry.ellipse(x, 0.5, 0.44, 0.38)],
            gloss=0.6,
            round=1,
        )
    pen.limb("1.1,.42 1.25,.32 1.4,.42", 0.1, 0.09, 0.1, gloss=0.6)
    pen.limb(".1,.4 .0,.3 .06,.16", 0.1, 0.07, 0.03, gloss=0.6)
    pen.limb("2.4,.4 2.5,.3 2.44,.16", 0.1, 0.07, 0.03, gloss=0.6)


@thing(
    "flip flops, flip flop, flip-flops, flip-flop, sandals, sandal, ~slippers, ~slipper",
    0.25,
    1.05,
    "#3aa8c8 #e8742a #d84a8a",
    "beach",
    "table",
)
def flip_flops(pen: Pen) -> None:
    """Draw a pair of flip flops from above."""
    for x, lean in ((0.27, -1), (0.78, 1)):
        sole = [
            (x - 0.17, 0.1),
            (x, 0.0),
            (x + 0.17, 0.1),
            (x + 0.2, 0.34),
            (x + 0.13 - 0.02 * lean, 0.6),
            (x + 0.16, 0.86),
            (x, 1.0),
            (x - 0.16, 0.86),
            (x - 0.13 - 0.02 * lean, 0.6),
            (x - 0.2, 0.34),
        ]
        pen.blob(sole, darker(pen.colour, 0.25), round=0.3)
        pen.blob(
            [(a * 0.9 + x * 0.1, b * 0.94 + 0.03) for a, b in sole],
            lighter(pen.colour, 0.35),
            round=0.2,
            grain="fabric",
        )
        for side in (-1, 1):
            pen.limb(
                [(x, 0.2), (x + side * 0.12, 0.34), (x + side * 0.18, 0.56)],
                0.06,
                0.065,
                0.06,
                round=1,
                gloss=0.4,
            )
        pen.ellipse(x, 0.2, 0.045, 0.04, darker(pen.colour, 0.1), round=1)


@thing(
    "helmet, crash helmet, motorcycle helmet, bike helmet, hard hat",
    0.28,
    1.1,
    "#d8402f #2f6fb0 #e8b22a",
    "workshop road",
    "table",
)
def helmet(pen: Pen) -> None:
    """Draw a crash helmet with its visor."""
    pen.blob(
        ".02,.6 .06,.26 .36,.02 .7,.02 1.0,.24 1.08,.56 1.04,.76 .86,.8 .82,.96 .5,1.0 "
        ".2,.97 .04,.84",
        gloss=0.8,
        round=0.95,
    )
    pen.blob(".5,.42 .9,.34 1.07,.44 1.06,.66 .84,.72 .54,.68", "#1e2a34", gloss=1.0, round=0.7)
    pen.limb(".12,.36 .34,.12 .66,.07", 0.05, 0.07, 0.04, paint="#f6f6f2", gloss=0.6)
    pen.ellipse(0.44, 0.56, 0.06, 0.06, "#c4ccd2", **GOLD)
    pen.limb(".3,.96 .5,.9 .8,.88", 0.03, 0.03, paint=pen.dark)


@thing("lipstick", 0.08, 0.36, "#d0203a #d84a8a #a83040", "table bathroom", "table")
def lipstick(pen: Pen) -> None:
    """Draw an open lipstick."""
    pen.poly(".11,.42 .11,.14 .2,.0 .25,.1 .25,.42", gloss=0.8, round=0.9)
    pen.poly(".11,.14 .2,.0 .25,.1 .16,.22", lighter(pen.colour, 0.25), gloss=0.8, round=0.2)
    pen.box(0.09, 0.4, 0.27, 0.6, "#e0b84a", 0.01, gloss=0.9, round=0.9)
    pen.box(0.05, 0.58, 0.31, 1.0, "#24242a", 0.015, gloss=0.8, round=0.9)
    pen.box(0.05, 0.62, 0.31, 0.66, "#e0b84a", gloss=0.9, round=0.9)


@thing(
    "underwear, underpants, briefs, knickers, boxer shorts",
    0.35,
    1.4,
    "#f4f4f0 #5a8ab0 #d86a7a",
    "shop bedroom",
    "table",
)
def underwear(pen: Pen) -> None:
    """Draw briefs with an elastic band."""
    pen.blob(
        ".06,.12 .7,.1 1.34,.12 1.38,.44 1.02,.66 .86,.98 .7,1.0 .54,.98 .38,.66 .02,.44",
        round=0.4,
        **CLOTH,
    )
    pen.poly(".05,.04 .7,.08 1.35,.04 1.36,.2 .7,.24 .04,.2", darker(pen.colour, 0.16), **CLOTH)
    for path in (".04,.44 .3,.6 .5,.96", "1.36,.44 1.1,.6 .9,.96"):
        pen.limb(path, 0.03, 0.035, 0.03, paint=darker(pen.colour, 0.2))
    pen.limb(".58,.26 .6,.6 .7,.94", 0.012, 0.012, 0.012, paint=pen.dark)


@thing(
    "roller skates, roller skate, rollerskates, rollerskate",
    0.35,
    1.0,
    "#f4f4f0 #d84a8a #3a8ad0",
    "street park",
)
def roller_skate(pen: Pen) -> None:
    """Draw a roller skate with its wheels and brake."""
    for x in (0.2, 0.4, 0.68, 0.86):
        pen.ellipse(x, 0.9, 0.095, 0.095, "#e8742a", gloss=0.6)
        pen.ellipse(x, 0.9, 0.04, 0.04, "#f4f4f0")
    pen.poly(".1,.74 .94,.74 .86,.84 .18,.84", "#5a6068", gloss=0.6)
    pen.ellipse(0.98, 0.8, 0.06, 0.05, "#d8402f")
    pen.blob(
        ".1,.06 .46,.02 .5,.34 .66,.5 .94,.56 .98,.72 .9,.76 .12,.76 .08,.5",
        gloss=0.5,
        grain="rough",
        strength=0.2,
    )
    pen.box(0.06, 0.68, 0.98, 0.76, "#d84a5a", 0.02)
    for k in range(5):
        y = 0.12 + 0.085 * k
        pen.limb([(0.34 + 0.02 * k, y), (0.5 + 0.035 * k, y + 0.03)], 0.03, 0.03, paint="#d84a5a")


@thing(
    "snorkel, diving mask, swimming goggles, goggles",
    0.4,
    1.2,
    "#e8b22a #3aa8c8",
    "beach",
    "table",
)
def snorkel(pen: Pen) -> None:
    """Draw a diving mask with its snorkel."""
    pen.limb("1.1,.0 1.12,.5 1.04,.86 .8,.92", 0.1, 0.09, 0.1, 0.09, gloss=0.5)
    pen.box(1.04, 0.0, 1.18, 0.12, "#d8402f", 0.02, round=0.8)
    pen.limb(".0,.4 .1,.36 .2,.4", 0.12, 0.12, 0.12, paint="#24242a")
    pen.blob(
        ".08,.26 .5,.2 .92,.26 .96,.5 .86,.66 .62,.64 .5,.52 .38,.64 .14,.66 .04,.5",
        "#24242a",
        gloss=0.5,
    )
    for x in (0.28, 0.72):
        pen.blob(
            [
                (x - 0.16, 0.34),
                (x, 0.28),
                (x + 0.16, 0.34),
                (x + 0.15, 0.5),
                (x, 0.58),
                (x - 0.15, 0.5),
            ],
            "#9ad4ec",
            gloss=1.0,
            round=0.5,
        )
    pen.ellipse(0.78, 0.92, 0.07, 0.05, "#24242a")


@thing("perfume, perfume bottle", 0.1, 0.66, "#f0c8d0 #d8a84a", "table bathroom", "table")
def perfume(pen: Pen) -> None:
    """Draw a cut bottle of perfume."""
    pen.box(0.22, 0.0, 0.44, 0.22, "#e0b84a", 0.03, gloss=0.9, round=0.8)
    pen.box(0.27, 0.2, 0.39, 0.32, "#c4ccd2", gloss=0.8)
    pen.poly(
        ".1,.3 .56,.3 .65,.42 .65,.9 .56,1.0 .1,1.0 .01,.9 .01,.42",
        lighter(pen.colour, 0.35),
        gloss=0.9,
    )
    pen.poly(".12,.5 .54,.5 .54,.88 .48,.94 .18,.94 .12,.88", gloss=0.9)
    pen.box(0.2, 0.6, 0.46, 0.8, "#fbf6ec", 0.02)
