"""Bowls, cups, bottles, baskets: what holds things."""

from mediaext.engines.classical.painter.colours import darker, lighter
from mediaext.engines.classical.painter.pen import Pen
from mediaext.engines.classical.painter.things.registry import thing
from mediaext.engines.classical.painter.things.signs import letter, readable


@thing(
    "bowl, dish",
    0.12,
    1.7,
    "#3f78a8 #d8cbb0 #a8503a #5a8a6a",
    "table kitchen",
    "table",
    mouth=(0.85, 0.34, 1.3),
)
def bowl(pen: Pen) -> None:
    """Draw a glazed bowl."""
    if not pen.filled:
        pen.ellipse(0.85, 0.3, 0.82, 0.13, darker(pen.colour, 0.45), round=0.3)
    pen.ellipse(0.85, 0.94, 0.42, 0.06, pen.dark)
    pen.blob(
        ".02,.3 .14,.62 .42,.9 .85,.97 1.28,.9 1.56,.62 1.68,.3 1.3,.42 .85,.46 .4,.42",
        gloss=0.6,
        round=0.9,
    )
    pen.limb(
        ".02,.3 .4,.42 .85,.46 1.3,.42 1.68,.3",
        0.05,
        0.07,
        0.05,
        paint=lighter(pen.colour, 0.45),
        gloss=0.5,
    )
    pen.limb(
        ".13,.52 .45,.67 .85,.71 1.25,.67 1.57,.52",
        0.03,
        0.035,
        0.03,
        paint=lighter(pen.colour, 0.6),
    )


@thing(
    "cup, mug, teacup, coffee, tea, cups of coffee, cups of tea, cappuccino, latte, espresso, "
    "hot chocolate",
    0.1,
    1.15,
    "#e9e2d4 #b8483a #3f6f9a #3a3a40",
    "table kitchen cafe",
    "table",
    mouth=(0.45, 0.14, 0.7),
)
def cup(pen: Pen) -> None:
    """Draw a steaming mug."""
    pen.ring(0.9, 0.55, 0.23, 0.14, gloss=0.5, round=1)
    pen.blob(".03,.16 .06,.6 .12,.93 .45,1 .78,.93 .84,.6 .87,.16", gloss=0.6, round=1)
    letter(pen, "round", (0.14, 0.38, 0.76, 0.84), readable(pen.colour))
    pen.ellipse(0.45, 0.16, 0.42, 0.12, lighter(pen.colour, 0.35), round=0.2)
    pen.ellipse(0.45, 0.175, 0.36, 0.09, "#4a2c18", gloss=0.5, round=0.2)
    for x in (0.32, 0.5):
        for y in (0.05, -0.12):
            pen.glow(x + y * 0.2, y, 0.16, "#ffffff", 0.16)


@thing(
    "basket",
    0.3,
    1.3,
    "#b88648 #8a6236",
    "garden kitchen meadow",
    "ground",
    mouth=(0.65, 0.44, 1.0),
)
def basket(pen: Pen) -> None:
    """Draw a wicker basket."""
    pen.limb(".12,.5 .2,.12 .65,.0 1.1,.12 1.18,.5", 0.055, 0.055, grain="fabric")
    pen.blob(
        ".06,.46 .14,.9 .3,1.0 1.0,1.0 1.16,.9 1.24,.46 .65,.56",
        grain="fabric",
        strength=1.0,
        round=0.8,
    )
    for k in range(4):
        y = 0.6 + k * 0.1
        pen.limb(
            [(0.09 + k * 0.015, y - 0.03), (0.65, y + 0.05), (1.21 - k * 0.015, y - 0.03)],
            0.018,
            0.018,
            paint=darker(pen.colour, 0.35),
        )
    pen.limb(
        ".05,.46 .3,.53 .65,.56 1.0,.53 1.25,.46",
        0.08,
        0.09,
        0.08,
        paint=lighter(pen.colour, 0.15),
        grain="fabric",
        strength=0.8,
    )


@thing(
    "bottle, wine bottle, bottle of wine, bottle of beer, bottle of water, flask",
    0.32,
    0.36,
    "#3f7a4a #7a3a2c #4a7ab0",
    "table kitchen",
    "table",
)
def bottle(pen: Pen) -> None:
    """Draw a glass bottle."""
    pen.blob(
        ".13,.02 .23,.02 .23,.26 .34,.42 .35,.96 .3,1.0 .06,1.0 .01,.96 .02,.42 .13,.26",
        gloss=1.0,
        round=1,
    )
    pen.box(0.12, 0.0, 0.24, 0.07, "#b8864a", 0.01)
    pen.box(0.025, 0.56, 0.335, 0.82, "#f0e6cc", 0.01, round=1)
    pen.ellipse(0.18, 0.67, 0.07, 0.06, "#b8403a")
    pen.limb(".08,.45 .07,.54", 0.03, 0.02, paint=lighter(pen.colour, 0.7))


@thing(
    "vase, urn, ~jug, ~pitcher",
    0.35,
    0.6,
    "#3f78a8 #d8cbb0 #a8503a",
    "table living_room",
    "table",
    mouth=(0.3, 0.08, 0.3),
)
def vase(pen: Pen) -> None:
    """Draw a vase."""
    pen.blob(
        ".18,.04 .42,.04 .4,.2 .56,.46 .54,.76 .42,.98 .18,.98 .06,.76 .04,.46 .2,.2",
        gloss=0.7,
        round=1,
    )
    pen.limb(
        ".17,.05 .3,.075 .43,.05", 0.045, 0.05, 0.045, paint=lighter(pen.colour, 0.3), gloss=0.5
    )
    for y in (0.46, 0.62):
        pen.limb(
            [(0.05, y), (0.3, y + 0.045), (0.55, y)],
            0.022,
            0.026,
            0.022,
            paint=lighter(pen.colour, 0.6),
        )


@thing(
    "teapot, pot of tea, ~kettle",
    0.2,
    1.4,
    "#a8302a #4a7a9a #8a8f96",
    "kitchen",
    "table",
    mouth=(0.55, 0.3, 0.8),
)
def teapot(pen: Pen) -> None:
    """Draw a teapot."""
    pen.ring(1.06, 0.58, 0.24, 0.16, gloss=0.5, round=1)
    pen.limb(".3,.72 .08,.62 .04,.3", 0.2, 0.11, 0.085, gloss=0.5)
    pen.blob(".28,.36 .55,.26 .86,.36 1.06,.66 .9,.94 .58,1.0 .26,.94 .1,.66", gloss=0.7, round=1)
    pen.blob(".32,.34 .57,.2 .82,.34 .57,.4", lighter(pen.colour, 0.15), gloss=0.6, round=0.9)
    pen.ellipse(0.57, 0.17, 0.06, 0.06, lighter(pen.colour, 0.3), gloss=0.7)


@thing(
    "honey, jar of honey, honey jar",
    0.16,
    0.8,
    "#e8a020",
    "kitchen table",
    "table",
)
def honey(pen: Pen) -> None:
    """Draw a glass jar of honey with its lid and label."""
    pen.blob(
        ".06,.3 .12,.2 .68,.2 .74,.3 .78,.6 .74,.94 .64,1.0 .16,1.0 .06,.94 .02,.6",
        "#f0e8d8",
        gloss=0.9,
        round=0.9,
    )
    pen.blob(
        ".08,.34 .4,.32 .72,.34 .75,.62 .71,.92 .62,.97 .18,.97 .09,.92 .05,.62",
        gloss=1,
        round=0.9,
    )
    pen.box(0.1, 0.0, 0.7, 0.17, "#c8303a", 0.04, gloss=0.4, round=0.8)
    pen.box(0.14, 0.16, 0.66, 0.22, "#e8e0d0", 0.01, gloss=0.8)
    pen.box(0.16, 0.46, 0.64, 0.82, "#fbf4e0", 0.04, round=0.3)
    for x, y in ((0.33, 0.58), (0.47, 0.58), (0.4, 0.69)):
        pen.poly(
            [(x, y - 0.06), (x + 0.06, y - 0.03), (x + 0.06, y + 0.03), (x, y + 0.06),
             (x - 0.06, y + 0.03), (x - 0.06, y - 0.03)],
            "#e8a020",
        )  # fmt: skip
    pen.limb(".12,.34 .1,.6 .13,.86", 0.02, 0.03, 0.015, paint="#fff6e0", gloss=1)


@thing(
    "jam, jar of jam, jam jar, jar, marmalade, jar of strawberry jam, strawberry jam, preserves",
    0.13,
    0.78,
    "#b8202c #d87a1c #5a2a5a",
    "table kitchen",
    "table",
)
def jam(pen: Pen) -> None:
    """Draw a jar with a cloth lid and a label."""
    pen.blob(
        ".1,.26 .39,.22 .68,.26 .72,.4 .72,.9 .62,.99 .39,1.0 .16,.99 .06,.9 .06,.4",
        gloss=0.9,
        round=0.8,
    )
    pen.limb(".12,.36 .11,.86", 0.03, 0.03, paint=lighter(pen.colour, 0.6), round=0.2)
    pen.blob(
        ".03,.27 .12,.06 .39,.0 .66,.06 .75,.27 .66,.31 .58,.26 .48,.32 .39,.27 .3,.32 .2,.26 "
        ".12,.31",
        "#f6f0e4",
        grain="fabric",
    )
    for x in (0.16, 0.28, 0.39, 0.5, 0.62):
        pen.limb([(x, 0.06 + 0.1 * abs(x - 0.39)), (x + (x - 0.39) * 0.25, 0.27)], 0.018, 0.02,
                 paint="#c8404a", round=0.2)  # fmt: skip
    pen.limb(".09,.2 .39,.24 .69,.2", 0.03, 0.03, 0.03, paint="#b8934a")
    pen.box(0.13, 0.48, 0.65, 0.82, "#faf6ea", 0.03, round=0.15)
    if pen.text:
        letter(pen, "serif", (0.16, 0.52, 0.62, 0.78), "#3a2a24")
    else:
        for y, half in ((0.58, 0.16), (0.66, 0.2), (0.74, 0.12)):
            pen.limb([(0.39 - half, y), (0.39 + half, y)], 0.014, 0.014, paint="#b8a890")


@thing(
    "fishbowl, fish bowl, goldfish bowl, goldfish in a bowl, fish in a bowl, fish tank",
    0.3,
    1.1,
    "#f08a24",
    "living_room table",
    "table",
)
def fishbowl(pen: Pen) -> None:
    """Draw a glass bowl with a goldfish."""
    glass = "#cfe8f0"
    pen.blob(".3,.06 .8,.06 1.06,.4 1.0,.8 .8,.98 .3,.98 .1,.8 .04,.4", glass, gloss=0.6)
    pen.blob(".08,.34 .55,.3 1.02,.34 1.0,.8 .8,.95 .3,.95 .1,.8", "#7ac0dc", round=0.4)
    pen.ellipse(0.55, 0.33, 0.47, 0.045, "#a8dcec", round=0.1)
    pen.blob(".2,.86 .55,.82 .9,.86 .8,.95 .3,.95", "#d8c08a", grain="rough", round=0.3)
    for x, tall in ((0.25, 0.3), (0.31, 0.22)):
        pen.limb([(x, 0.88), (x - 0.03, 0.88 - tall / 2), (x + 0.02, 0.88 - tall)], 0.035, 0.012,
                 paint="#3f9a4f")  # fmt: skip
    pen.poly(".46,.6 .3,.5 .34,.6 .3,.72", pen.dark, round=0.5)
    pen.blob(".44,.6 .56,.5 .72,.5 .8,.6 .7,.7 .54,.7", gloss=0.5)
    pen.poly(".56,.52 .62,.42 .72,.5", pen.dark, round=0.5)
    pen.eye(0.73, 0.575, 0.025, "#17171a")
    pen.ellipse(0.55, 0.06, 0.26, 0.035, "#f0fafc", round=0.2)
    pen.ellipse(0.55, 0.063, 0.22, 0.024, "#c4e0ea", round=0.1)
    pen.limb(".14,.3 .1,.5 .16,.7", 0.02, 0.035, 0.02, paint="#f4fcff", round=0.2)


@thing("snow globe, snowglobe", 0.18, 0.86, "#8a3a2a #2f5a4a", "table living_room", "table")
def snow_globe(pen: Pen) -> None:
    """Draw a snow globe with a house in it."""
    pen.poly(".14,.78 .72,.78 .8,1.0 .06,1.0", round=0.5, gloss=0.4)
    pen.limb(".14,.8 .72,.8", 0.035, 0.035, paint="#d8b45a", gloss=0.7, bend=False)
    pen.ellipse(0.43, 0.4, 0.42, 0.4, "#bcdcec", gloss=0.4)
    pen.blob(".08,.6 .3,.54 .6,.56 .78,.6 .66,.74 .43,.79 .2,.74", "#fbfcfe", round=0.6)
    pen.box(0.34, 0.42, 0.56, 0.6, "#c8783f", 0.005, grain="wood")
    pen.poly(".3,.44 .45,.3 .6,.44", "#f4f7fa", round=0.4)
    pen.box(0.42, 0.49, 0.48, 0.6, "#5a3420", 0.004)
    for x in (0.22, 0.68):
        pen.poly([(x - 0.07, 0.58), (x, 0.36), (x + 0.07, 0.58)], "#3a7a54", round=0.6)
    for x, y in ((0.2, 0.2), (0.34, 0.12), (0.5, 0.2), (0.64, 0.14), (0.7, 0.28), (0.16, 0.36),
                 (0.42, 0.24), (0.56, 0.1), (0.27, 0.3), (0.62, 0.38)):  # fmt: skip
        pen.ellipse(x, y, 0.015, 0.015, "#ffffff", round=0.4)
    pen.limb(".12,.3 .16,.18 .26,.1", 0.02, 0.035, 0.02, paint="#f4fcff", round=0.2)
