"""Food: dishes, fruit and vegetables, and the vessels of a kitchen."""

import math

from mediaext.engines.classical.painter import geometry
from mediaext.engines.classical.painter.colours import colour, darker, lighter, mix
from mediaext.engines.classical.painter.pen import Finish, Pen
from mediaext.engines.classical.painter.things.registry import thing
from mediaext.engines.classical.painter.things.signs import letter


@thing("apple", 0.09, 1.0, "#d0342a #7fb43a #e2b93a", "table kitchen", "table", hand=None)
def apple(pen: Pen) -> None:
    """Draw an apple with stem and leaf."""
    pen.blob(
        ".5,.24 .7,.15 .92,.26 .97,.52 .84,.86 .62,.99 "
        ".5,.96 .38,.99 .16,.86 .03,.52 .08,.26 .3,.15",
        round=0.95,
        gloss=0.5,
        grain="plaster",
    )
    pen.ellipse(0.5, 0.23, 0.13, 0.05, darker(pen.colour, 0.55), round=0.3)
    pen.limb(".5,.25 .5,.1 .56,0", 0.035, 0.04, 0.05, paint="#5a3a22")
    pen.blob(".53,.12 .64,0 .84,0 .74,.13", "#5a9a3a", round=0.5)


@thing("banana", 0.12, 1.5, "#f4d03a #b8c83a", "table kitchen", "table")
def banana(pen: Pen) -> None:
    """Draw a banana."""
    pen.blob(
        ".06,.2 .16,.2 .3,.52 .62,.68 1,.6 1.34,.36 1.44,.42 1.3,.74 .9,.98 .5,.98 .2,.76",
        round=0.9,
        gloss=0.15,
    )
    pen.limb(
        ".16,.4 .45,.8 .85,.86 1.3,.55",
        0.012,
        0.03,
        0.012,
        paint=darker(pen.colour, 0.18),
    )
    pen.limb(".1,.24 .1,.04", 0.09, 0.075, paint="#a89a3a")
    pen.ellipse(1.4, 0.385, 0.05, 0.045, "#5a4420")


@thing(
    "orange, tangerine, mandarin, ~peach, ~apricot",
    0.09,
    1.0,
    "#f08a1c #f2a468",
    "table kitchen",
    "table",
)
def orange(pen: Pen) -> None:
    """Draw an orange."""
    pen.ellipse(0.5, 0.52, 0.48, 0.47, grain="rough", strength=0.35, gloss=0.4, round=1)
    pen.ellipse(0.52, 0.13, 0.04, 0.025, "#5a6a2a")
    pen.blob(".53,.12 .64,.0 .86,.02 .74,.13", "#4f9a3a", round=0.5)


@thing("pear", 0.12, 0.75, "#a8b83a #d8b03a", "table kitchen", "table")
def pear(pen: Pen) -> None:
    """Draw a pear."""
    pen.limb(".37,.14 .4,.0", 0.04, 0.05, paint="#5a3a22")
    pen.blob(
        ".37,.1 .48,.16 .54,.38 .7,.62 .68,.88 .5,.99 .24,.99 .06,.88 .04,.62 .2,.38 .26,.16",
        round=1,
        gloss=0.35,
        grain="rough",
        strength=0.25,
    )


@thing("strawberry", 0.04, 0.85, "#d82a34", "table kitchen garden", "table")
def strawberry(pen: Pen) -> None:
    """Draw a strawberry."""
    pen.blob(".42,.2 .7,.14 .82,.34 .7,.7 .42,1.0 .14,.7 .02,.34 .14,.14", round=1, gloss=0.5)
    for k in range(16):
        x, y = (
            0.42 + ((k * 7) % 5 - 2) * 0.13 * (1 - (k // 5) * 0.2),
            0.34 + (k // 5) * 0.16 + 0.04 * (k % 2),
        )
        pen.ellipse(x, y, 0.018, 0.026, "#f4d878", round=0.3)
    for dx in (-0.26, -0.13, 0.0, 0.13, 0.26):
        pen.blob(
            [
                (0.42 + dx * 0.4, 0.1),
                (0.42 + dx * 1.2 - 0.05, 0.2),
                (0.42 + dx * 1.3, 0.3),
                (0.42 + dx * 1.2 + 0.05, 0.18),
            ],
            "#4a9a3c",
            round=0.4,
        )
    pen.limb(".42,.14 .44,.0", 0.04, 0.03, paint="#4a9a3c")


@thing("grapes, grape, bunch of grapes", 0.16, 0.8, "#6a3a8a #8ab04a", "table kitchen", "table")
def grapes(pen: Pen) -> None:
    """Draw a bunch of grapes."""
    pen.limb(".4,.2 .42,.0", 0.04, 0.05, paint="#6a4a2a")
    for row, many in enumerate((4, 5, 4, 3, 2, 1)):
        for k in range(many):
            x = 0.4 + (k - (many - 1) / 2) * 0.155
            pen.ellipse(
                x,
                0.27 + row * 0.125,
                0.093,
                0.095,
                darker(pen.colour, 0.18 * ((k + row) % 2)),
                gloss=0.6,
                round=1,
            )
    pen.blob(".42,.14 .6,.02 .78,.12 .7,.26 .54,.24", "#5a9a3a", round=0.4)


@thing("lemon, ~lime (green)", 0.08, 1.25, "#f4da3a #a8d03a", "table kitchen", "table")
def lemon(pen: Pen) -> None:
    """Draw a lemon."""
    pen.blob(
        ".0,.54 .1,.42 .34,.12 .66,.06 .98,.18 1.14,.42 "
        "1.25,.5 1.14,.64 .96,.9 .62,.98 .3,.92 .1,.66",
        round=1,
        gloss=0.35,
        grain="rough",
        strength=0.3,
    )


@thing("watermelon", 0.25, 1.5, "#d8303a", "table kitchen beach", "table")
def watermelon(pen: Pen) -> None:
    """Draw a slice of watermelon."""
    pen.blob(
        ".0,.3 .1,.66 .4,.94 .75,1.0 1.1,.94 1.4,.66 1.5,.3 .75,.36",
        "#2f7a3a",
        gloss=0.4,
        round=0.5,
    )
    pen.blob(
        ".06,.3 .16,.62 .44,.86 .75,.91 1.06,.86 1.34,.62 1.44,.3 .75,.34", "#e8f0c8", round=0.2
    )
    pen.blob(
        ".1,.28 .2,.58 .46,.8 .75,.85 1.04,.8 1.3,.58 1.4,.28 .75,.3",
        round=0.3,
        grain="rough",
        strength=0.3,
    )
    for x, y in (
        (0.35, 0.42),
        (0.55, 0.5),
        (0.75, 0.46),
        (0.95, 0.5),
        (1.15, 0.42),
        (0.5, 0.66),
        (0.75, 0.7),
        (1.0, 0.66),
    ):
        pen.ellipse(x, y, 0.022, 0.036, "#241a18", gloss=0.5)


@thing("carrot", 0.2, 0.6, "#f07f1f", "garden kitchen", "table")
def carrot(pen: Pen) -> None:
    """Draw a carrot with its green."""
    for dx in (-0.2, -0.1, 0.0, 0.1, 0.2):
        pen.limb(
            [(0.3, 0.3), (0.3 + dx * 0.6, 0.14), (0.3 + dx * 1.3, 0.0 + abs(dx) * 0.3)],
            0.03,
            0.06,
            0.03,
            paint=darker("#4f9a3a", abs(dx)),
            grain="leaves",
        )
    pen.blob(".3,.26 .44,.28 .48,.4 .38,.76 .3,1.0 .22,.76 .12,.4 .16,.28", round=1, gloss=0.2)
    for k in range(5):
        y = 0.4 + k * 0.1
        pen.limb(
            [(0.18 + k * 0.02, y), (0.3 + (k % 2) * 0.04, y + 0.015)],
            0.012,
            0.006,
            paint=darker(pen.colour, 0.3),
        )


@thing("tomato", 0.08, 1.1, "#d8352a", "kitchen table garden", "table")
def tomato(pen: Pen) -> None:
    """Draw a tomato."""
    pen.blob(
        ".55,.18 .85,.14 1.06,.4 1.02,.76 .76,.98 .34,.98 .08,.76 .04,.4 .25,.14",
        round=1,
        gloss=0.7,
    )
    for k in range(6):
        turn = k * math.tau / 6
        pen.limb(
            [(0.55, 0.2), (0.55 + math.cos(turn) * 0.24, 0.2 + math.sin(turn) * 0.1 + 0.04)],
            0.06,
            0.015,
            paint="#4a8a34",
        )
    pen.limb(".55,.2 .58,.04", 0.05, 0.04, paint="#4a8a34")


@thing("pumpkin, ~jack-o-lantern", 0.35, 1.25, "#e8801c", "farm garden", "ground")
def pumpkin(pen: Pen) -> None:
    """Draw a ribbed pumpkin."""
    for dx, w in ((-0.4, 0.2), (0.4, 0.2), (-0.26, 0.22), (0.26, 0.22), (0.0, 0.24)):
        pen.ellipse(0.62 + dx, 0.6 + abs(dx) * 0.05, w, 0.4 - abs(dx) * 0.18, gloss=0.25, round=1)
    pen.limb(".62,.26 .6,.1 .7,.02", 0.12, 0.08, 0.09, paint="#5f7a34", grain="wood")


@thing(
    "fruit, fruits, fruit salad",
    0.1,
    1.0,
    "#d0342a #f08a1c #a8b83a #f4da3a #6a3a8a",
    "table kitchen",
    "table",
)
def fruit(pen: Pen) -> None:
    """Draw one fruit or another."""
    kinds = (apple, orange, pear, banana, grapes, apple, lemon)
    which = int(pen.rng.integers(len(kinds)))
    tones = ("#d0342a", "#f08a1c", "#a8b83a", "#f4d03a", "#6a3a8a", "#7fb43a", "#f4da3a")
    kinds[which](pen.within(0.0, 0.0, 1.0, tones[which]))


@thing("pizza", 0.35, 1.6, "#e8b24a", "kitchen table", "table")
def pizza(pen: Pen) -> None:
    """Draw a pizza seen from the side above."""
    pen.ellipse(0.8, 0.56, 0.79, 0.43, "#b8803c", round=0.4, grain="plaster")
    pen.ellipse(0.8, 0.52, 0.78, 0.42, "#d8a050", round=0.5, grain="plaster")
    pen.ellipse(0.8, 0.52, 0.66, 0.34, "#c8402a", round=0.2)
    pen.ellipse(0.8, 0.51, 0.63, 0.32, grain="rough", round=0.2, strength=0.9)
    for x, y in (
        (0.5, 0.4),
        (0.85, 0.32),
        (1.15, 0.45),
        (0.4, 0.6),
        (0.75, 0.55),
        (1.05, 0.65),
        (0.65, 0.72),
    ):
        pen.ellipse(x, y, 0.11, 0.06, "#b8342a", gloss=0.3, round=0.4)
    for x, y in ((0.65, 0.42), (1.0, 0.4), (0.9, 0.7), (0.55, 0.53), (1.25, 0.56)):
        pen.ellipse(x, y, 0.055, 0.025, "#4a8a34", turn=x * 300)


@thing("cake, birthday cake", 0.3, 1.1, "#f4b8c8 #f4ead8 #7a4a2c", "table kitchen", "table")
def cake(pen: Pen) -> None:
    """Draw a layered birthday cake."""
    pen.ellipse(0.55, 0.93, 0.54, 0.07, "#e8e4dc", gloss=0.5)
    for x0, x1, y0, y1 in ((0.08, 1.02, 0.58, 0.93), (0.24, 0.86, 0.34, 0.6)):
        pen.blob(
            [(x0, y0), (x0, y1 - 0.02), ((x0 + x1) / 2, y1 + 0.03), (x1, y1 - 0.02), (x1, y0)],
            "#e8c890",
            grain="plaster",
            round=0.8,
        )
        pen.limb(
            [
                (x0 + 0.01, (y0 + y1) / 2 + 0.02),
                ((x0 + x1) / 2, (y0 + y1) / 2 + 0.06),
                (x1 - 0.01, (y0 + y1) / 2 + 0.02),
            ],
            0.04,
            0.04,
            paint="#b8384a",
        )
        drip = (
            [(x0 - 0.01, y0)]
            + [(x0 + (x1 - x0) * k / 8, y0 + (0.16 if k % 2 else 0.07)) for k in range(9)]
            + [(x1 + 0.01, y0)]
        )
        pen.blob([*drip, ((x0 + x1) / 2, y0 - 0.07)], round=0.6, gloss=0.4)
        pen.ellipse((x0 + x1) / 2, y0, (x1 - x0) / 2, 0.06, lighter(pen.colour, 0.2), round=0.2)
    for k, tone in enumerate(("#3f8ad0", "#f0c030", "#d8404a")):
        x = 0.4 + k * 0.15
        pen.box(x - 0.016, 0.16, x + 0.016, 0.34, tone, 0.01)
        pen.glow(x, 0.1, 0.16, "#ffc850", 0.7)
        pen.blob(
            [(x, 0.02), (x + 0.028, 0.11), (x, 0.15), (x - 0.028, 0.11)], "#ffd86a", round=0.1
        )
    if pen.text:
        pen.blob(".14,.66 .55,.7 .96,.66 .95,.88 .55,.93 .15,.88", "#fbf4ea", round=0.3)
        letter(pen, "round", (0.19, 0.69, 0.91, 0.89), "#8a2a4a")


@thing(
    "ice cream, ice-cream, icecream, sundae, ice cream cone, gelato",
    0.2,
    0.5,
    "#f4b0c0 #f4e8c8 #8a5a3a #a8d8b8",
    "beach park",
    "table",
)
def ice_cream(pen: Pen) -> None:
    """Draw an ice-cream cone."""
    pen.poly(".08,.46 .42,.46 .26,1.0 .24,1.0", "#d8a05a", round=0.9, grain="fabric", strength=0.8)
    for k in range(4):
        pen.limb(
            [(0.1 + k * 0.07, 0.48), (0.22 + k * 0.02, 0.86)],
            0.008,
            0.006,
            paint="#a8702c",
            bend=False,
        )
        pen.limb(
            [(0.4 - k * 0.07, 0.48), (0.28 - k * 0.02, 0.86)],
            0.008,
            0.006,
            paint="#a8702c",
            bend=False,
        )
    for x, y, r, tone in (
        (0.15, 0.36, 0.14, lighter("#7a4a2c", 0.1)),
        (0.35, 0.36, 0.14, lighter("#f4e8c8", 0.1)),
        (0.25, 0.19, 0.155, pen.colour),
    ):
        pen.blob(
            [
                (x - r, y + 0.02),
                (x - r * 0.7, y - r * 0.75),
                (x, y - r),
                (x + r * 0.7, y - r * 0.75),
                (x + r, y + 0.02),
                (x + r * 0.8, y + r * 0.75),
                (x + r * 0.3, y + r * 0.6),
                (x, y + r * 0.85),
                (x - r * 0.4, y + r * 0.6),
                (x - r * 0.8, y + r * 0.75),
            ],
            tone,
            round=0.95,
            grain="rough",
            strength=0.4,
        )
    pen.ellipse(0.25, 0.03, 0.04, 0.042, "#c81f2c", gloss=0.8)


@thing("burger, hamburger, cheeseburger", 0.12, 1.2, "#c8863c", "kitchen table", "table")
def burger(pen: Pen) -> None:
    """Draw a hamburger."""
    pen.blob(".06,.8 1.14,.8 1.12,.94 .9,1.0 .3,1.0 .08,.94", round=0.8, grain="plaster")
    pen.box(0.05, 0.64, 1.15, 0.82, "#5a3420", 0.08, grain="rough", round=0.9, strength=0.8)
    pen.poly(".06,.6 1.14,.6 1.02,.68 .9,.76 .8,.66 .4,.66 .26,.74 .16,.66", "#f4b82c", round=0.4)
    pen.limb(
        ".04,.58 .25,.62 .45,.56 .65,.62 .85,.56 1.0,.61 1.16,.57",
        0.08,
        0.08,
        paint="#6aa83a",
        grain="leaves",
    )
    pen.box(0.1, 0.48, 1.1, 0.55, "#d8402e", 0.03, gloss=0.5)
    pen.blob(".04,.46 .1,.22 .35,.06 .85,.06 1.1,.22 1.16,.46 .6,.52", round=0.95, gloss=0.35)
    for x, y in (
        (0.4, 0.18),
        (0.6, 0.13),
        (0.8, 0.18),
        (0.5, 0.28),
        (0.72, 0.28),
        (0.3, 0.3),
        (0.92, 0.3),
    ):
        pen.ellipse(x, y, 0.028, 0.016, "#f4e4b8", turn=x * 200)


@thing("bread, loaf", 0.15, 1.6, "#c88a44", "kitchen table", "table")
def bread(pen: Pen) -> None:
    """Draw a loaf."""
    pen.blob(
        ".03,.7 .1,.36 .4,.14 .8,.08 1.2,.14 1.5,.36 1.57,.7 1.4,.95 .8,.99 .2,.95",
        round=0.95,
        grain="plaster",
        strength=0.8,
    )
    for x in (0.4, 0.72, 1.04):
        pen.limb(
            [(x, 0.44), (x + 0.1, 0.28), (x + 0.24, 0.2)],
            0.03,
            0.1,
            0.03,
            paint=lighter(pen.colour, 0.5),
            grain="plaster",
        )


@thing("cheese", 0.12, 1.35, "#f2c23a", "kitchen table", "table")
def cheese(pen: Pen) -> None:
    """Draw a wedge of cheese."""
    pen.poly(".04,.5 .9,.1 1.32,.42 .08,.56", lighter(pen.colour, 0.3), round=0.1)
    pen.poly(".04,.52 1.32,.42 1.3,.92 .06,.99", round=0.12)
    for x, y, r in (
        (0.3, 0.74, 0.08),
        (0.62, 0.64, 0.06),
        (0.9, 0.78, 0.1),
        (1.14, 0.58, 0.05),
        (0.56, 0.88, 0.05),
    ):
        pen.ellipse(x, y, r, r, darker(pen.colour, 0.32), round=0.4)


@thing("egg, easter egg", 0.07, 0.78, "#f0dcc0 #f4f0e8 #a8d0e0", "kitchen farm table", "table")
def egg(pen: Pen) -> None:
    """Draw an egg."""
    pen.blob(
        ".39,.02 .58,.14 .74,.44 .76,.7 .6,.94 .39,.99 .18,.94 .02,.7 .04,.44 .2,.14",
        round=1,
        gloss=0.3,
    )


@thing("donut, doughnut", 0.1, 1.2, "#e87aa8 #7a4428 #8ad0e8", "table kitchen", "table")
def donut(pen: Pen) -> None:
    """Draw an iced doughnut."""
    pen.fill(
        [geometry.ellipse(0.6, 0.54, 0.59, 0.45), geometry.ellipse(0.6, 0.48, 0.18, 0.12)],
        "#d8a050",
        round=1,
    )
    pen.fill(
        [
            geometry.lump(pen.rng, 0.6, 0.48, 0.53, 0.38, 0.05),
            geometry.ellipse(0.6, 0.47, 0.2, 0.13),
        ],
        round=0.9,
        gloss=0.6,
    )
    for k in range(18):
        turn = k * 2.4
        r = 0.33 + 0.1 * ((k * 5) % 3 - 1)
        x, y = 0.6 + r * math.cos(turn), 0.47 + r * 0.7 * math.cos(turn - 1.57)
        pen.limb(
            [(x, y), (x + 0.045, y + 0.02)],
            0.02,
            0.02,
            paint=("#f4d83a", "#3f8ad0", "#f4f4f0", "#4ab06a")[k % 4],
        )


@thing(
    "soup, bowl of soup, ramen, bowl of ramen, noodles, bowl of noodles, noodle soup, stew",
    0.12,
    1.7,
    "#c8503a #3a5a8a",
    "table kitchen",
    "table",
)
def soup(pen: Pen) -> None:
    """Draw a bowl of soup from a little above, with noodles, an egg and herbs."""
    pen.ellipse(0.85, 0.93, 0.4, 0.07, pen.dark)
    pen.blob(".04,.34 .14,.66 .42,.92 .85,.98 1.28,.92 1.56,.66 1.66,.34 .85,.3", gloss=0.6)
    pen.ellipse(0.85, 0.33, 0.81, 0.27, lighter(pen.colour, 0.5), gloss=0.5, round=0.3)
    pen.ellipse(0.85, 0.34, 0.74, 0.22, "#d89a4a", gloss=0.6, round=0.2)
    for k in range(6):
        y = 0.24 + 0.035 * k
        pen.limb(
            [(0.34 + 0.05 * (k % 2), y), (0.6, y + 0.03), (0.85, y - 0.01)],
            0.022,
            0.026,
            0.022,
            paint="#f2dc9a",
        )
    pen.ellipse(1.14, 0.31, 0.17, 0.09, "#fbf8f0", gloss=0.5)
    pen.ellipse(1.14, 0.31, 0.085, 0.05, "#f0a02a", gloss=0.6)
    for x, y in ((0.95, 0.42), (1.0, 0.22), (0.75, 0.44), (1.3, 0.42), (0.6, 0.45)):
        pen.ellipse(x, y, 0.04, 0.02, "#4a9a3c")
    for x in (0.6, 0.85, 1.1):
        pen.limb([(x, 0.1), (x + 0.05, 0.0), (x, -0.1)], 0.012, 0.03, 0.008, paint="#f4f2ee")


@thing("salad", 0.12, 1.7, "#e8e2d4 #8a5a30", "table kitchen", "table")
def salad(pen: Pen) -> None:
    """Draw a bowl of leaves, tomatoes and cucumber."""
    greens = ("#5aa83a", "#7ac04a", "#3f8a34")
    for k in range(11):
        x = 0.2 + k * 0.13
        pen.ellipse(x, 0.32 - 0.16 * (1 - abs(k - 5) / 5), 0.17, 0.13, greens[k % 3], grain="fur")
    for x, y in ((0.5, 0.26), (0.95, 0.18), (1.25, 0.3)):
        pen.ellipse(x, y, 0.1, 0.09, "#d8342c", gloss=0.7, round=1)
    for x, y in ((0.72, 0.3), (1.1, 0.34)):
        pen.ellipse(x, y, 0.1, 0.055, "#3f8a34")
        pen.ellipse(x, y, 0.08, 0.042, "#d0e8a8")
    pen.blob(".02,.38 .14,.68 .42,.93 .85,.99 1.28,.93 1.56,.68 1.68,.38 .85,.5", gloss=0.5)


@thing("sandwich, panini, baguette sandwich", 0.1, 1.7, "#d8a050", "table kitchen", "table")
def sandwich(pen: Pen) -> None:
    """Draw a sandwich with its layers to be seen."""
    pen.box(0.06, 0.74, 1.64, 0.99, darker(pen.colour, 0.08), 0.1, grain="rough")
    pen.blob(".02,.66 .4,.62 .85,.68 1.3,.62 1.68,.66 1.6,.76 .1,.76", "#f4d05a")
    pen.blob(".04,.56 .85,.54 1.66,.56 1.62,.68 .08,.68", "#d8786a", gloss=0.3)
    for k in range(9):
        pen.ellipse(0.14 + k * 0.178, 0.53, 0.11, 0.06, ("#5aa83a", "#7ac04a")[k % 2])
    for k in range(4):
        pen.ellipse(0.32 + k * 0.36, 0.47, 0.15, 0.035, "#d8342c", gloss=0.5)
    pen.blob(
        ".06,.44 .12,.2 .5,.1 .85,.08 1.2,.1 1.58,.2 1.64,.44 .85,.48", grain="rough", round=0.9
    )


@thing("sushi, nigiri", 0.06, 2.2, "#f07a4a #e8505a", "table kitchen", "table")
def sushi(pen: Pen) -> None:
    """Draw two pieces of nigiri and a roll."""
    for x in (0.36, 1.1):
        pen.blob(
            [(x - 0.32, 0.66), (x, 0.58), (x + 0.32, 0.66), (x + 0.3, 0.96), (x - 0.3, 0.96)],
            "#fbf8f0",
            grain="rough",
        )
        pen.blob(
            [(x - 0.36, 0.6), (x, 0.34), (x + 0.36, 0.6), (x + 0.3, 0.74), (x - 0.3, 0.74)],
            gloss=0.6,
        )
        for dx in (-0.16, 0.0, 0.16):
            pen.limb([(x + dx, 0.46), (x + dx - 0.06, 0.68)], 0.02, 0.02, paint="#fbe4d8")
    pen.box(1.55, 0.5, 2.12, 0.98, "#24382c", 0.08, round=0.9)
    pen.ellipse(1.835, 0.52, 0.285, 0.13, "#fbf8f0", grain="rough")
    pen.ellipse(1.835, 0.52, 0.13, 0.06, gloss=0.5)


@thing("taco, ~burrito, ~wrap", 0.1, 1.6, "#e8b84a", "table kitchen", "table")
def taco(pen: Pen) -> None:
    """Draw a filled taco."""
    pen.blob(
        ".05,.8 .12,.3 .5,.04 1.1,.04 1.48,.3 1.55,.8", darker(pen.colour, 0.15), grain="rough"
    )
    for k in range(9):
        x = 0.2 + k * 0.15
        y = 0.26 - 0.16 * (1 - abs(k - 4) / 4)
        pen.ellipse(x, y, 0.12, 0.1, ("#5aa83a", "#8a4a2a", "#d8342c")[k % 3], grain="fur")
    pen.blob(
        ".0,.86 .1,.46 .45,.22 .8,.17 1.15,.22 1.5,.46 1.6,.86 .8,1.0", grain="rough", round=0.8
    )


@thing("steak, meat, beef, ~ham", 0.06, 1.8, "#9a4a34", "table kitchen", "table")
def steak(pen: Pen) -> None:
    """Draw a grilled steak with marks and its rim of fat."""
    pen.blob(
        ".04,.5 .3,.14 .8,.08 1.3,.2 1.74,.5 1.6,.86 1.1,.98 .5,.94 .1,.8", "#f0d8b8", round=0.9
    )
    pen.blob(
        ".12,.52 .34,.22 .8,.16 1.26,.27 1.64,.52 1.5,.8 1.06,.9 .52,.86 .18,.74", grain="rough"
    )
    for k in range(5):
        pen.limb([(0.4 + k * 0.22, 0.3), (0.3 + k * 0.22, 0.8)], 0.035, 0.035, paint=pen.dark)


@thing(
    "pancakes, pancake, stack of pancakes, pile of pancakes, ~waffle, ~crepe",
    0.12,
    1.5,
    "#d89a48",
    "table kitchen",
    "table",
)
def pancakes(pen: Pen) -> None:
    """Draw a stack of pancakes with butter and syrup."""
    for k in range(4):
        y = 0.9 - k * 0.16
        pen.ellipse(0.75, y, 0.7, 0.12, darker(pen.colour, 0.2 - 0.04 * k))
        pen.ellipse(
            0.75, y - 0.05, 0.7, 0.11, lighter(pen.colour, 0.1 + 0.05 * (k % 2)), grain="rough"
        )
    pen.blob(
        ".4,.32 .75,.26 1.15,.32 1.2,.46 1.16,.7 1.08,.48 .8,.4 .5,.44 .44,.6 .4,.44",
        "#8a4a14",
        gloss=0.9,
    )
    pen.box(0.62, 0.22, 0.88, 0.34, "#f8e48a", 0.03, gloss=0.4)


@thing("cookie, cookies, biscuit", 0.03, 1.0, "#c8904a", "table kitchen", "table")
def cookie(pen: Pen) -> None:
    """Draw a cookie with pieces of chocolate."""
    pen.ellipse(0.5, 0.5, 0.48, 0.48, grain="rough", strength=0.5)
    for x, y in ((0.3, 0.3), (0.6, 0.22), (0.74, 0.5), (0.48, 0.52), (0.26, 0.62), (0.6, 0.76)):
        pen.ellipse(x, y, 0.065, 0.055, "#4a2614", gloss=0.4)


@thing(
    "beer, pint, glass of beer, glasses of beer, pint of beer",
    0.2,
    0.85,
    "#e8a42a #7a3a14",
    "bar table",
    "table",
    mouth=(0.35, 0.1, 0.6),
)
def beer(pen: Pen) -> None:
    """Draw a mug of beer with foam."""
    pen.ring(0.7, 0.55, 0.16, 0.1, "#dfe8ec", gloss=0.8)
    pen.box(0.06, 0.16, 0.64, 0.98, "#e8eef0", 0.05, gloss=0.8)
    pen.box(0.1, 0.24, 0.6, 0.92, None, 0.04, gloss=0.6)
    for x in (0.2, 0.35, 0.5):
        pen.limb([(x, 0.34), (x, 0.86)], 0.02, 0.02, paint=lighter(pen.colour, 0.35))
    for x, r in ((0.12, 0.09), (0.27, 0.11), (0.43, 0.11), (0.58, 0.09)):
        pen.ellipse(x, 0.15, r, r * 0.95, "#fbf8ee", grain="rough")


@thing(
    "wine, glass of wine, glasses of wine, wine glass, ~champagne, ~cocktail",
    0.22,
    0.5,
    "#8a1c34 #f0d88a",
    "table bar",
    "table",
)
def wine(pen: Pen) -> None:
    """Draw a glass of wine."""
    pen.ellipse(0.25, 0.965, 0.19, 0.03, "#dfe8ec", gloss=0.8)
    pen.limb(".25,.52 .25,.95", 0.03, 0.026, paint="#dfe8ec", gloss=0.8)
    pen.blob(".06,.04 .05,.24 .12,.46 .25,.54 .38,.46 .45,.24 .44,.04", "#e4ecf0", gloss=0.9)
    pen.blob(".065,.22 .13,.43 .25,.5 .37,.43 .435,.22 .25,.25", gloss=0.7)
    pen.ellipse(0.25, 0.225, 0.185, 0.035, lighter(pen.colour, 0.2), gloss=0.6)


@thing(
    "juice, glass of juice, glasses of juice, lemonade, ~smoothie, ~milkshake, ~soda, "
    "~milk (white), ~glass of milk (white), ~glass of water (blue)",
    0.18,
    0.55,
    "#f08a1c #f4da3a #e86a8a",
    "table kitchen",
    "table",
)
def juice(pen: Pen) -> None:
    """Draw a glass of juice with a straw and a slice."""
    pen.limb(".3,.5 .38,.0 .48,-.05", 0.03, 0.03, paint="#e8404a")
    pen.poly(".04,.14 .5,.14 .44,.99 .1,.99", "#e8eef0", gloss=0.8, round=0.5)
    pen.poly(".07,.26 .47,.26 .42,.95 .12,.95", gloss=0.6, round=0.6)
    pen.ellipse(0.27, 0.26, 0.2, 0.035, lighter(pen.colour, 0.35))
    pen.ellipse(0.1, 0.14, 0.1, 0.1, "#f4b03a", round=0.3)
    pen.ellipse(0.1, 0.14, 0.075, 0.075, "#fbe0a0", round=0.2)


@thing("cherries, cherry", 0.05, 1.0, "#b8142a", "table kitchen garden", "table")
def cherries(pen: Pen) -> None:
    """Draw two cherries on their stems."""
    pen.limb(".28,.66 .36,.3 .58,.02", 0.03, 0.025, paint="#5a8a34")
    pen.limb(".74,.72 .7,.36 .58,.02", 0.03, 0.025, paint="#5a8a34")
    pen.blob(".58,.04 .76,.0 .96,.1 .8,.2", "#4f9a3a", round=0.4)
    pen.ellipse(0.27, 0.76, 0.23, 0.22, gloss=0.9, round=1)
    pen.ellipse(0.75, 0.79, 0.21, 0.2, gloss=0.9, round=1)


@thing("pineapple", 0.3, 0.55, "#e0a030", "table kitchen beach", "table")
def pineapple(pen: Pen) -> None:
    """Draw a pineapple with its crown."""
    for dx, top in ((-0.16, 0.12), (-0.09, 0.03), (0.0, -0.02), (0.09, 0.03), (0.16, 0.12)):
        pen.blob([(0.23, 0.36), (0.27 + dx, top), (0.31, 0.36)], ("#4f9a3a", "#3a7a30")[dx < 0])
    pen.ellipse(0.275, 0.66, 0.24, 0.33, grain="scales", strength=0.9, round=1)


@thing("potato, potatoes", 0.09, 1.4, "#c8a066", "table kitchen", "table")
def potato(pen: Pen) -> None:
    """Draw a potato."""
    pen.blob(
        ".04,.56 .2,.16 .7,.06 1.2,.2 1.37,.56 1.2,.9 .7,.98 .2,.9", grain="rough", strength=0.5
    )
    for x, y in ((0.4, 0.36), (0.8, 0.6), (1.0, 0.34), (0.55, 0.76)):
        pen.limb([(x, y), (x + 0.07, y + 0.015)], 0.02, 0.012, paint=darker(pen.colour, 0.3))


@thing("onion, ~garlic (white)", 0.09, 0.95, "#c88a3a #8a3a5a #f2ece0", "table kitchen", "table")
def onion(pen: Pen) -> None:
    """Draw an onion."""
    pen.limb(".47,.3 .48,.12 .44,.0", 0.1, 0.06, 0.03, paint=darker(pen.colour, 0.2))
    pen.blob(".47,.2 .66,.3 .92,.5 .9,.8 .62,.98 .33,.98 .05,.8 .03,.5 .29,.3", gloss=0.4, round=1)
    for dx in (-0.28, -0.12, 0.04, 0.2):
        pen.limb(
            [(0.47 + dx * 0.2, 0.24), (0.47 + dx * 1.3, 0.6), (0.47 + dx * 0.5, 0.96)],
            0.006,
            0.012,
            0.006,
            paint=darker(pen.colour, 0.2),
        )


@thing("corn, corn cob, maize", 0.2, 0.5, "#f4cf3a", "table kitchen farm", "table")
def corn(pen: Pen) -> None:
    """Draw an ear of corn in its leaves."""
    pen.blob(".25,.0 .37,.18 .39,.6 .25,.9 .11,.6 .13,.18", round=1)
    for row in range(11):
        for k in range(4):
            pen.ellipse(
                0.155 + k * 0.063,
                0.12 + row * 0.062,
                0.03,
                0.028,
                lighter(pen.colour, 0.15 * ((row + k) % 2)),
                gloss=0.5,
            )
    pen.blob(".25,1.0 .1,.9 .0,.5 .03,.3 .14,.6", "#6aa83a", grain="fur")
    pen.blob(".25,1.0 .4,.9 .5,.5 .47,.3 .36,.6", "#5a9a34", grain="fur")


@thing(
    "pepper, bell pepper, paprika, ~chili",
    0.1,
    0.9,
    "#d8302a #f2c230 #4f9a3a",
    "table kitchen",
    "table",
)
def pepper(pen: Pen) -> None:
    """Draw a bell pepper."""
    pen.limb(".45,.24 .47,.08 .56,.0", 0.09, 0.07, paint="#4f8a34")
    pen.blob(
        ".45,.24 .66,.14 .88,.3 .84,.66 .7,.96 .56,.9 .45,.97 .34,.9 "
        ".2,.96 .06,.66 .02,.3 .24,.14",
        gloss=0.7,
        round=1,
    )
    for x in (0.3, 0.6):
        pen.limb(
            [(0.45 + (x - 0.45) * 0.3, 0.26), (x, 0.6), (0.45 + (x - 0.45) * 0.6, 0.9)],
            0.01,
            0.016,
            0.01,
            paint=darker(pen.colour, 0.3),
        )


@thing("hot dog, hotdog, ~sausage roll", 0.08, 2.0, "#b8482c", "table kitchen park", "table")
def hot_dog(pen: Pen) -> None:
    """Draw a sausage in a split roll with mustard."""
    bun = "#dca050"
    pen.blob(
        ".1,.4 .3,.14 .7,.06 1.3,.06 1.7,.14 1.9,.4 1.7,.6 .3,.6", bun, grain="plaster", round=0.9
    )
    pen.limb(
        ".08,.42 .5,.44 1.0,.45 1.5,.44 1.92,.42", 0.24, 0.3, 0.31, 0.3, 0.24, gloss=0.7, round=1
    )
    pen.limb(
        [(0.24 + 0.127 * k, 0.36 + 0.055 * (-1) ** k) for k in range(13)],
        0.06,
        0.06,
        paint="#f4c824",
        gloss=0.5,
    )
    pen.blob(
        ".06,.56 .4,.62 1.0,.64 1.6,.62 1.94,.56 1.9,.82 1.6,.97 1.0,.99 .4,.97 .1,.82",
        lighter(bun, 0.08),
        grain="plaster",
        round=0.95,
        gloss=0.2,
    )


@thing("sausage, frankfurter, bratwurst", 0.05, 2.2, "#a8502c #c8663a", "table kitchen", "table")
def sausage(pen: Pen) -> None:
    """Draw a grilled sausage on a fork's side."""
    pen.limb(
        ".16,.3 .5,.6 1.1,.72 1.7,.6 2.04,.3", 0.34, 0.44, 0.46, 0.44, 0.34, gloss=0.7, round=1
    )
    for x, y in ((0.1, 0.16), (2.1, 0.16)):
        pen.blob(
            [(x - 0.06, y - 0.1), (x + 0.06, y - 0.1), (x + 0.02, y + 0.06), (x - 0.02, y + 0.06)],
            darker(pen.colour, 0.3),
        )
    for x, y in ((0.55, 0.58), (0.85, 0.66), (1.15, 0.68), (1.45, 0.64)):
        pen.limb(
            [(x - 0.06, y + 0.14), (x + 0.08, y - 0.14)],
            0.045,
            0.045,
            paint=darker(pen.colour, 0.5),
        )


def drupelets(pen: Pen, top: float, core: float) -> None:
    """Draw a berry of many drupelets, ``top`` to 1 high, round ``x`` = ``core``."""
    for row in range(7):
        y = top + 0.1 + (0.86 - top) * row / 7
        half = 0.31 * math.sin(math.pi * (0.24 + 0.68 * (row + 0.5) / 7))
        many = (4, 5, 5, 5, 4, 3, 2)[row]
        for k in range(many):
            share = (k - (many - 1) / 2) / max(many / 2, 1)
            pen.ellipse(
                core + half * share * 1.05,
                y + 0.02 * (1 - share * share),
                0.088,
                0.083,
                darker(pen.colour, 0.14 * ((k + row) % 3)),
                gloss=0.85,
                round=1,
            )


@thing(
    "blackberry, ~raspberry (crimson), ~mulberry",
    0.03,
    0.85,
    "#2e1c3c",
    "table kitchen garden",
    "table",
)
def blackberry(pen: Pen) -> None:
    """Draw a blackberry of many round drupelets."""
    pen.limb(".425,.2 .45,.02", 0.04, 0.045, paint="#6a9a3c")
    pen.ellipse(0.425, 0.58, 0.3, 0.37, darker(pen.colour, 0.4), round=1)
    drupelets(pen, 0.16, 0.425)
    for dx in (-0.24, -0.13, 0.0, 0.13, 0.24):
        pen.blob(
            [
                (0.425 + dx * 0.3, 0.12),
                (0.425 + dx * 1.1 - 0.05, 0.18),
                (0.425 + dx * 1.25, 0.29),
                (0.425 + dx * 1.1 + 0.05, 0.17),
            ],
            "#6aa83c",
            round=0.4,
        )


@thing(
    "blueberry, blueberries, ~currant, ~bilberry",
    0.02,
    1.5,
    "#3f5190",
    "table kitchen garden",
    "table",
)
def blueberry(pen: Pen) -> None:
    """Draw three blueberries with their crowns and two leaves."""
    pen.blob(".5,.34 .3,.26 .12,.04 .4,.06", "#5a9a3a", round=0.4)
    pen.blob(".95,.34 1.1,.2 1.36,.06 1.2,.34", "#4a8a34", round=0.4)
    for x, y, r in ((0.37, 0.66, 0.32), (1.12, 0.66, 0.32), (0.76, 0.55, 0.34)):
        pen.ellipse(x, y, r, r, grain="plaster", strength=0.35, gloss=0.25, round=1)
        cx, cy = x + 0.06, y - 0.1
        pen.fill(
            [geometry.star(cx, cy, r * 0.36, r * 0.2, 5, 12)], darker(pen.colour, 0.35), round=0.3
        )
        pen.ellipse(cx, cy, r * 0.17, r * 0.15, darker(pen.colour, 0.65))


@thing(
    "lollipop, lolly, lollypop, ~candy, ~sweet",
    0.2,
    0.55,
    "#e8406a #3a9ad8 #8a4ab8",
    "table playroom funfair",
    "table",
)
def lollipop(pen: Pen) -> None:
    """Draw a swirled lollipop on its stick."""
    pen.limb(".275,.5 .275,.99", 0.045, 0.045, paint="#f8f4ea", bend=False)
    pen.ellipse(0.275, 0.28, 0.265, 0.265, gloss=0.6)
    for start in (0.0, math.pi):
        swirl = [
            (
                0.275 + 0.024 * turn * math.cos(turn * 1.35 + start),
                0.28 + 0.024 * turn * math.sin(turn * 1.35 + start),
            )
            for turn in (0.4 + 0.33 * k for k in range(31))
        ]
        pen.limb(swirl, 0.02, 0.05, 0.045, paint="#fbf4ea", gloss=0.7)
    pen.blob(".275,.55 .16,.5 .17,.62", "#f2c62e", gloss=0.4)
    pen.blob(".275,.55 .39,.5 .38,.62", "#f2c62e", gloss=0.4)
    pen.ellipse(0.275, 0.555, 0.03, 0.026, "#e0a81c")


@thing("peanut, peanuts, groundnut", 0.04, 0.62, "#d0a060", "table kitchen", "table")
def peanut(pen: Pen) -> None:
    """Draw a peanut in its ridged shell."""
    pen.blob(
        ".31,.0 .48,.06 .54,.22 .47,.4 .44,.5 .52,.62 .58,.78 .5,.94 .31,1.0 "
        ".12,.94 .04,.78 .1,.62 .18,.5 .15,.4 .08,.22 .14,.06",
        round=1,
        grain="rough",
        strength=0.5,
    )
    line = darker(pen.colour, 0.25)
    for share in (-0.72, -0.36, 0.0, 0.36, 0.72):
        pen.limb(
            [
                (0.31 + share * w, y)
                for y, w in ((0.06, 0.12), (0.22, 0.21), (0.45, 0.13), (0.72, 0.245), (0.94, 0.14))
            ],
            0.01,
            0.018,
            0.014,
            0.018,
            0.01,
            paint=line,
        )
    for y, w in (
        (0.12, 0.17),
        (0.22, 0.21),
        (0.33, 0.18),
        (0.62, 0.2),
        (0.72, 0.24),
        (0.83, 0.23),
    ):
        for share in (-0.54, -0.18, 0.18, 0.54):
            pen.ellipse(0.31 + share * w, y, 0.022, 0.024, darker(pen.colour, 0.17), round=0.4)


@thing(
    "popsicle, ice lolly, ice pop, freezer pop",
    0.16,
    0.5,
    "#e8404a #f08a2c #7a4ab8",
    "beach table park",
    "table",
)
def popsicle(pen: Pen) -> None:
    """Draw an ice lolly on its stick, a bite out of one corner."""
    pen.box(0.205, 0.66, 0.295, 0.99, "#e0b878", 0.045, grain="wood")
    pen.blob(
        ".04,.7 .03,.4 .05,.16 .14,.04 .25,.01 .3,.02 "
        ".31,.1 .38,.11 .39,.18 .46,.2 .47,.4 .46,.7 .25,.73",
        gloss=0.7,
        round=0.7,
    )
    pen.blob(
        ".3,.02 .31,.1 .38,.11 .39,.18 .46,.2 .4,.09 .35,.03",
        lighter(pen.colour, 0.6),
        grain="rough",
    )
    pen.blob(
        ".04,.5 .25,.53 .46,.5 .46,.7 .25,.73 .04,.7",
        lighter(pen.colour, 0.4),
        gloss=0.5,
        round=0.5,
    )
    for x in (0.17, 0.33):
        pen.limb([(x, 0.2), (x, 0.6)], 0.05, 0.05, paint=darker(pen.colour, 0.22))
    pen.limb(".4,.72 .41,.8", 0.04, 0.055, paint=lighter(pen.colour, 0.4), gloss=0.8)


@thing(
    "walnut, walnuts, ~pecan, ~hazelnut",
    0.04,
    1.05,
    "#b07a44",
    "table kitchen forest",
    "table",
)
def walnut(pen: Pen) -> None:
    """Draw a walnut in its furrowed shell."""
    pen.blob(
        ".52,.02 .8,.12 .98,.4 .98,.66 .8,.92 .52,.99 .24,.92 .06,.66 .06,.4 .24,.12",
        round=1,
        grain="rough",
        strength=0.8,
    )
    line = darker(pen.colour, 0.42)
    for side in (-1, 1):
        for k, x in enumerate((0.12, 0.21, 0.3, 0.38)):
            reach = 0.44 * math.sqrt(1 - (x / 0.47) ** 2)
            pen.limb(
                [
                    (0.52 + side * (x + 0.03 * math.sin(2.1 * step + 1.3 * k)), 0.5 + reach * t)
                    for step, t in enumerate((-0.9, -0.6, -0.3, 0.0, 0.3, 0.6, 0.9))
                ],
                0.008,
                0.03,
                0.014,
                0.03,
                0.008,
                paint=line,
            )
    pen.limb(
        ".52,.02 .5,.3 .54,.66 .52,.99",
        0.06,
        0.075,
        0.07,
        0.06,
        paint=lighter(pen.colour, 0.15),
        grain="rough",
    )
    pen.limb(".52,.03 .5,.3 .54,.66 .52,.98", 0.016, 0.016, paint=line)


@thing("mango, ~papaya", 0.12, 1.15, "#f0a02c #d8b03a", "table kitchen", "table")
def mango(pen: Pen) -> None:
    """Draw a mango, and a cheek of it cut in cubes."""
    pen.limb(".6,.1 .64,.0", 0.04, 0.05, paint="#6a4a2a")
    pen.blob(
        ".6,.07 .84,.16 .98,.4 .9,.66 .66,.82 .4,.84 .18,.7 .14,.46 .3,.2", gloss=0.5, round=1
    )
    pen.blob(
        ".6,.08 .84,.17 .97,.4 .9,.6 .76,.5 .66,.3", mix(pen.colour, "#c8302a", 0.6), round=0.8
    )
    pen.blob(".2,.3 .32,.19 .44,.15 .4,.3 .28,.42", mix(pen.colour, "#5a9a3a", 0.55), round=0.8)
    pen.blob(
        ".02,.7 .2,.58 .5,.6 .68,.74 .6,.92 .34,1.0 .1,.92",
        mix(pen.colour, "#c8502a", 0.5),
        round=0.9,
    )
    for row in range(3):
        for k in range(4):
            x, y = 0.14 + 0.125 * k + 0.02 * row, 0.66 + 0.085 * row
            pen.box(
                x - 0.05, y - 0.036, x + 0.05, y + 0.036, "#f8b83a", 0.018, round=0.9, gloss=0.3
            )


@thing("pretzel, soft pretzel, brezel", 0.12, 1.25, "#9a5a28", "table bar kitchen", "table")
def pretzel(pen: Pen) -> None:
    """Draw a twisted pretzel with salt."""
    dough: Finish = {"gloss": 0.6, "round": 1, "grain": "plaster", "strength": 0.3}
    pen.limb(".3,.86 .44,.66 .62,.54 .84,.4 1.1,.2", 0.1, 0.13, 0.14, 0.14, 0.16, **dough)
    pen.limb(".95,.86 .81,.66 .62,.54 .4,.4 .15,.2", 0.1, 0.13, 0.14, 0.14, 0.16, **dough)
    pen.limb(
        ".62,.9 .88,.84 1.1,.64 1.15,.36 1.02,.14 .84,.12 "
        ".62,.26 .4,.12 .22,.14 .1,.36 .14,.64 .36,.84 .62,.9",
        0.2,
        0.18,
        0.15,
        0.14,
        0.13,
        0.12,
        0.1,
        0.12,
        0.13,
        0.14,
        0.15,
        0.18,
        0.2,
        **dough,
    )
    pen.ellipse(0.62, 0.893, 0.21, 0.09, **dough)
    for x, y in (
        (0.16, 0.5),
        (0.24, 0.68),
        (0.42, 0.84),
        (0.62, 0.88),
        (0.82, 0.84),
        (1.0, 0.7),
        (1.09, 0.5),
        (1.08, 0.3),
        (0.15, 0.28),
        (0.5, 0.62),
        (0.76, 0.62),
        (0.34, 0.15),
        (0.92, 0.15),
        (0.52, 0.87),
        (0.3, 0.3),
        (0.95, 0.3),
    ):
        pen.box(x - 0.018, y - 0.016, x + 0.018, y + 0.016, "#fbf8f0", 0.006)


@thing(
    "french fries, fries, chips, ~potato wedges",
    0.16,
    0.8,
    "#d8342c #2f6fb0",
    "table kitchen bar",
    "table",
)
def french_fries(pen: Pen) -> None:
    """Draw French fries in a paper box."""
    for k in range(15):
        share = (k * 7 % 15) / 14 - 0.5
        top = 0.02 + 0.3 * share * share + 0.14 * ((k * 5) % 4) / 3
        pen.limb(
            [(0.4 + share * 0.5, 0.7), (0.4 + share * 0.72, top)],
            0.075,
            0.075,
            paint=darker("#f4c848", 0.12 * (k % 3)),
            bend=False,
            round=0.4,
        )
    pen.poly(".08,.4 .25,.5 .4,.53 .55,.5 .72,.4 .64,1.0 .16,1.0", round=0.4, gloss=0.3)
    pen.poly(".115,.64 .685,.64 .67,.74 .13,.74", lighter(pen.colour, 0.8))


@thing(
    "popcorn, bucket of popcorn", 0.25, 0.85, "#d8342c #2f6fb0", "cinema table funfair", "table"
)
def popcorn(pen: Pen) -> None:
    """Draw popcorn in a striped bucket."""
    for row, many in enumerate((3, 5, 6, 7)):
        for k in range(many):
            x = 0.425 + (k - (many - 1) / 2) * 0.12
            tone = ("#fbf4dc", "#f4e0a0", "#fdf8ea")[(k + row) % 3]
            pen.fill(
                [geometry.lump(pen.rng, x, 0.1 + 0.09 * row, 0.085, 0.08, 0.25)], tone, round=1
            )
    for k in range(7):
        low, high = 0.16 + 0.0757 * k, 0.05 + 0.107 * k
        pen.poly(
            [(high, 0.38), (high + 0.107, 0.38), (low + 0.0757, 1.0), (low, 1.0)],
            None if k % 2 == 0 else "#fbf8f0",
            round=0.1,
        )
    pen.limb(".05,.39 .425,.42 .8,.39", 0.03, 0.03, paint="#fbf8f0")


@thing(
    "cupcake, muffin, fairy cake",
    0.09,
    0.9,
    "#f08ab0 #f4ead8 #8a5a3a #9ad0e0",
    "table kitchen",
    "table",
)
def cupcake(pen: Pen) -> None:
    """Draw a cupcake with icing and a cherry."""
    case = "#7ab8d0"
    for k in range(8):
        high, low = 0.1 + 0.0875 * k, 0.19 + 0.065 * k
        pen.poly(
            [(high, 0.56), (high + 0.0875, 0.56), (low + 0.065, 1.0), (low, 1.0)],
            darker(case, 0.16 * (k % 2)),
            round=0.3,
        )
    for y, half, tall in (
        (0.53, 0.43, 0.13),
        (0.38, 0.34, 0.13),
        (0.25, 0.23, 0.11),
        (0.15, 0.12, 0.08),
    ):
        pen.blob(
            [
                (0.45 - half, y + 0.03),
                (0.45 - half * 0.7, y - tall * 0.8),
                (0.45, y - tall),
                (0.45 + half * 0.7, y - tall * 0.8),
                (0.45 + half, y + 0.03),
                (0.45 + half * 0.5, y + tall * 0.75),
                (0.45, y + tall * 0.85),
                (0.45 - half * 0.5, y + tall * 0.75),
            ],
            round=1,
            gloss=0.4,
        )
    for k, (x, y) in enumerate(
        (
            (0.2, 0.5),
            (0.34, 0.57),
            (0.52, 0.52),
            (0.7, 0.5),
            (0.3, 0.38),
            (0.6, 0.38),
            (0.44, 0.28),
        )
    ):
        pen.limb(
            [(x, y), (x + 0.05, y + 0.02)],
            0.022,
            0.022,
            paint=("#f4d83a", "#3f8ad0", "#4ab06a")[k % 3],
        )
    pen.ellipse(0.45, 0.06, 0.065, 0.06, "#c81f2c", gloss=0.9, round=1)


@thing("croissant", 0.1, 1.6, "#d0873a", "table kitchen cafe", "table")
def croissant(pen: Pen) -> None:
    """Draw a croissant in its segments."""
    for k, (x, y, wide, tall, turn) in enumerate(
        (
            (0.13, 0.82, 0.12, 0.09, -62),
            (1.47, 0.82, 0.12, 0.09, 62),
            (0.28, 0.63, 0.2, 0.15, -50),
            (1.32, 0.63, 0.2, 0.15, 50),
            (0.51, 0.45, 0.29, 0.19, -68),
            (1.09, 0.45, 0.29, 0.19, 68),
            (0.8, 0.42, 0.34, 0.22, 90),
        )
    ):
        pen.ellipse(
            x,
            y,
            wide,
            tall,
            darker(pen.colour, 0.14 - 0.02 * k),
            turn=turn,
            grain="plaster",
            gloss=0.4,
            round=1,
        )
        angle = math.radians(turn)
        for aside in (-0.4, 0.1, 0.5):
            pen.limb(
                [
                    (
                        x - wide * 0.7 * math.cos(angle) - tall * aside * math.sin(angle),
                        y - wide * 0.7 * math.sin(angle) + tall * aside * math.cos(angle),
                    ),
                    (
                        x + wide * 0.7 * math.cos(angle) - tall * aside * math.sin(angle),
                        y + wide * 0.7 * math.sin(angle) + tall * aside * math.cos(angle),
                    ),
                ],
                0.008,
                0.022,
                0.008,
                paint=darker(pen.colour, 0.3),
            )


@thing("avocado", 0.12, 0.75, "#4a6a2c", "table kitchen", "table")
def avocado(pen: Pen) -> None:
    """Draw half an avocado with its stone."""
    edge = (
        (0.375, 0.02),
        (0.48, 0.1),
        (0.55, 0.3),
        (0.69, 0.52),
        (0.71, 0.74),
        (0.58, 0.93),
        (0.375, 0.99),
        (0.17, 0.93),
        (0.04, 0.74),
        (0.06, 0.52),
        (0.2, 0.3),
        (0.27, 0.1),
    )
    for grow, tone in ((1.0, darker(pen.colour, 0.3)), (0.92, "#a8c050"), (0.84, "#e8e6a0")):
        pen.blob(
            [(0.375 + (x - 0.375) * grow, 0.6 + (y - 0.6) * grow) for x, y in edge],
            tone,
            round=0.4,
        )
    pen.ellipse(0.375, 0.69, 0.165, 0.165, "#7a4a24", gloss=0.7, round=1)


@thing("coconut", 0.14, 1.35, "#6a4428", "table beach", "table")
def coconut(pen: Pen) -> None:
    """Draw a coconut and a half of one."""
    pen.ellipse(0.42, 0.52, 0.4, 0.44, grain="fur", strength=0.9, round=1)
    for x, y in ((0.3, 0.24), (0.46, 0.2), (0.4, 0.34)):
        pen.ellipse(x, y, 0.045, 0.045, darker(pen.colour, 0.6))
    pen.ellipse(0.98, 0.68, 0.35, 0.31, darker(pen.colour, 0.1), grain="fur", strength=0.9)
    pen.ellipse(0.97, 0.62, 0.34, 0.25, darker(pen.colour, 0.3))
    pen.ellipse(0.97, 0.62, 0.31, 0.22, "#fbf8f2", round=0.3)
    pen.ellipse(0.97, 0.64, 0.22, 0.145, "#dcdad4", round=0.6)


@thing("kiwi, kiwi fruit, kiwifruit", 0.06, 1.3, "#7a5a34", "table kitchen", "table")
def kiwi(pen: Pen) -> None:
    """Draw a kiwi fruit and a half of one."""
    pen.ellipse(0.46, 0.46, 0.44, 0.4, grain="fur", strength=0.8, round=1)
    pen.ellipse(0.84, 0.58, 0.41, 0.41, darker(pen.colour, 0.15), grain="fur")
    pen.ellipse(0.84, 0.58, 0.37, 0.37, "#8ab83a", round=0.2)
    pen.ellipse(0.84, 0.58, 0.24, 0.24, "#a8d050", round=0.2)
    pen.ellipse(0.84, 0.58, 0.12, 0.1, "#f0f2d0", round=0.2)
    for k in range(18):
        turn = k * math.tau / 18
        pen.limb(
            [
                (0.84 + 0.13 * math.cos(turn), 0.58 + 0.12 * math.sin(turn)),
                (0.84 + 0.33 * math.cos(turn), 0.58 + 0.33 * math.sin(turn)),
            ],
            0.008,
            0.014,
            paint="#c0dc78",
            bend=False,
        )
        pen.ellipse(
            0.84 + 0.175 * math.cos(turn + 0.17),
            0.58 + 0.17 * math.sin(turn + 0.17),
            0.026,
            0.013,
            "#1c1a14",
            turn=math.degrees(turn + 0.17),
        )


@thing("bagel", 0.1, 1.25, "#c8843c", "table kitchen cafe", "table")
def bagel(pen: Pen) -> None:
    """Draw a bagel with sesame."""
    pen.fill(
        [geometry.ellipse(0.625, 0.52, 0.61, 0.46), geometry.ellipse(0.625, 0.48, 0.15, 0.1)],
        grain="plaster",
        gloss=0.5,
        round=1,
    )
    for k in range(26):
        turn, reach = k * 2.4, 0.3 + 0.07 * ((k * 5) % 4)
        pen.ellipse(
            0.625 + reach * math.cos(turn),
            0.48 + 0.7 * reach * math.sin(turn),
            0.024,
            0.013,
            "#f6eccc",
            turn=k * 67,
        )


@thing("pie, apple pie, cherry pie, tart", 0.12, 1.7, "#d8a050", "table kitchen", "table")
def pie(pen: Pen) -> None:
    """Draw a pie with a lattice crust."""
    pen.poly(".06,.5 1.64,.5 1.4,.98 .3,.98", "#b8bec4", gloss=0.8, round=0.8)
    for k in range(11):
        x = 0.14 + 0.142 * k
        pen.limb(
            [(x, 0.56), (0.85 + (x - 0.85) * 0.78, 0.95)],
            0.014,
            0.014,
            paint="#8a9096",
            bend=False,
        )
    pen.ellipse(0.85, 0.46, 0.84, 0.32, darker(pen.colour, 0.15), grain="plaster")
    pen.ellipse(0.85, 0.43, 0.72, 0.26, "#a8283a", gloss=0.6, round=0.2)
    for share in (-0.66, -0.33, 0.0, 0.33, 0.66):
        reach = math.sqrt(1 - share * share)
        for way in (1, -1):
            cx, cy = 0.72 * share * 0.7, way * 0.26 * share * 0.7
            dx, dy = 0.72 * reach * 0.7, -way * 0.26 * reach * 0.7
            pen.limb(
                [(0.85 + cx - dx, 0.42 + cy - dy), (0.85 + cx + dx, 0.42 + cy + dy)],
                0.075,
                0.075,
                paint=lighter(pen.colour, 0.1),
                bend=False,
                grain="plaster",
            )
    for k in range(24):
        turn = k * math.tau / 24
        pen.ellipse(
            0.85 + 0.77 * math.cos(turn),
            0.43 + 0.285 * math.sin(turn),
            0.09,
            0.055,
            darker(pen.colour, 0.1 * (k % 2)),
            grain="plaster",
            round=1,
        )


@thing(
    "spaghetti, pasta, plate of spaghetti, plate of pasta",
    0.12,
    1.9,
    "#f0d070",
    "table kitchen",
    "table",
)
def spaghetti(pen: Pen) -> None:
    """Draw a plate of spaghetti with sauce and basil."""
    pen.ellipse(0.95, 0.84, 0.92, 0.16, "#d8d6d0", gloss=0.5)
    pen.ellipse(0.95, 0.8, 0.92, 0.16, "#f8f6f0", gloss=0.6, round=0.3)
    pen.blob(".3,.8 .4,.52 .7,.34 .95,.28 1.2,.34 1.5,.52 1.6,.8 .95,.9", darker(pen.colour, 0.15))
    for k in range(30):
        turn = k * 2.4
        x, y = (
            0.95 + 0.5 * math.cos(turn) * (k + 4) / 34,
            0.6 + 0.2 * math.sin(turn) * (k + 4) / 34,
        )
        pen.limb(
            [(x - 0.24, y + 0.1), (x - 0.08, y - 0.06), (x + 0.1, y + 0.02), (x + 0.22, y + 0.14)],
            0.034,
            0.034,
            paint=darker(pen.colour, 0.16 * (k % 3)),
            round=1,
        )
    pen.blob(
        ".62,.42 .8,.24 1.0,.2 1.2,.28 1.3,.44 1.18,.52 1.08,.46 .94,.55 .8,.47 .7,.52",
        "#c8341c",
        grain="rough",
        gloss=0.4,
    )
    for x, y in ((0.84, 0.34), (1.06, 0.32), (0.96, 0.42)):
        pen.ellipse(x, y, 0.07, 0.05, "#8a3a1c", grain="rough")
    pen.blob(".92,.22 1.0,.06 1.12,.1 1.04,.22", "#4a9a3a", round=0.4)
    pen.blob(".94,.22 .84,.08 .76,.16 .84,.24", "#3f8a30", round=0.4)


@thing(
    "asparagus, asparagus spears", 0.22, 0.6, "#6f9a3c #8aa84a", "table kitchen garden", "table"
)
def asparagus(pen: Pen) -> None:
    """Draw a bunch of asparagus tied with a band."""
    for k, (x, lean, top) in enumerate(
        (
            (0.16, -0.05, 0.12),
            (0.44, 0.06, 0.1),
            (0.23, -0.03, 0.03),
            (0.37, 0.03, 0.02),
            (0.3, 0.0, 0.0),
            (0.19, -0.09, 0.22),
            (0.41, 0.09, 0.2),
        )
    ):
        tone = darker(pen.colour, 0.2 - 0.03 * k)
        tip = x + lean
        pen.limb(
            [(x - lean * 0.3, 0.98), (x, 0.6), (tip, top + 0.12)],
            0.075,
            0.07,
            0.06,
            paint=tone,
            round=1,
            gloss=0.2,
        )
        pen.ellipse(x - lean * 0.3, 0.985, 0.036, 0.014, lighter(pen.colour, 0.6))
        for y in (0.36, 0.5, 0.78, 0.88):
            pen.blob(
                [
                    (x + lean * 0.4 - 0.018, y + 0.03),
                    (x + lean * 0.4, y - 0.03),
                    (x + lean * 0.4 + 0.018, y + 0.03),
                ],
                mix(tone, "#7a4a6a", 0.45),
            )
        pen.blob(
            [
                (tip - 0.036, top + 0.18),
                (tip - 0.042, top + 0.09),
                (tip, top),
                (tip + 0.042, top + 0.09),
                (tip + 0.036, top + 0.18),
            ],
            mix(tone, "#5a4a5a", 0.35),
            grain="scales",
            strength=0.9,
            round=1,
        )
        for dx, dy in ((-0.02, 0.13), (0.02, 0.11), (0.0, 0.06), (-0.01, 0.17), (0.022, 0.17)):
            pen.blob(
                [
                    (tip + dx - 0.016, top + dy + 0.03),
                    (tip + dx, top + dy - 0.02),
                    (tip + dx + 0.016, top + dy + 0.03),
                ],
                mix(tone, "#7a4a6a", 0.6),
            )
    pen.limb(".11,.66 .3,.69 .49,.66", 0.07, 0.075, 0.07, paint="#d83a4a", gloss=0.3)


@thing(
    "broccoli, ~cauliflower (white)", 0.18, 1.0, "#3f7a34 #f0ecdc", "table kitchen garden", "table"
)
def broccoli(pen: Pen) -> None:
    """Draw a head of broccoli on its stalk."""
    stalk = lighter(mix(pen.colour, "#a8c870", 0.75), 0.05)
    pen.blob(".38,.5 .62,.5 .6,.76 .66,.97 .5,1.0 .34,.97 .4,.76", stalk, round=0.9)
    for x0, x1, y1 in ((0.42, 0.2, 0.5), (0.58, 0.8, 0.5), (0.5, 0.5, 0.46)):
        pen.limb(
            [(x0, 0.8), ((x0 + x1) / 2, 0.66), (x1, y1)], 0.12, 0.1, 0.12, paint=stalk, round=0.9
        )
    heads = (
        (0.2, 0.42, 0.17),
        (0.8, 0.42, 0.17),
        (0.32, 0.24, 0.18),
        (0.68, 0.24, 0.18),
        (0.5, 0.15, 0.16),
        (0.36, 0.46, 0.15),
        (0.64, 0.46, 0.15),
        (0.5, 0.34, 0.18),
    )
    for k, (x, y, radius) in enumerate(heads):
        tone = darker(pen.colour, 0.3 - 0.035 * k)
        pen.ellipse(x, y, radius, radius * 0.85, tone, grain="leaves", strength=0.9)
        for j in range(26):
            reach, turn = radius * 0.92 * math.sqrt((j + 0.5) / 26), j * 2.4
            pen.ellipse(
                x + reach * math.cos(turn),
                y + reach * 0.85 * math.sin(turn),
                0.036,
                0.033,
                mix(tone, lighter(pen.colour, 0.25), 0.35 * (j % 3) / 2),
                round=1,
            )


@thing(
    "peas, pea, pea pod, peas in a pod, green peas, sugar snap",
    0.09,
    1.9,
    "#6fae3a",
    "table kitchen garden",
    "table",
)
def peas(pen: Pen) -> None:
    """Draw an open pod of peas."""
    pen.limb(".16,.36 .06,.24 .02,.1", 0.05, 0.04, 0.03, paint=darker(pen.colour, 0.2))
    for turn in (-60, -20, 20, 60):
        angle = math.radians(turn + 20)
        pen.limb(
            [(0.15, 0.36), (0.15 + 0.15 * math.cos(angle), 0.36 + 0.15 * math.sin(angle))],
            0.05,
            0.015,
            paint=darker(pen.colour, 0.15),
        )
    pen.blob(
        ".12,.36 .4,.3 .9,.36 1.4,.3 1.86,.2 1.8,.44 1.5,.76 1.0,.96 .5,.84 .22,.58",
        darker(pen.colour, 0.3),
        round=0.6,
    )
    pen.blob(
        ".16,.38 .5,.36 .95,.42 1.4,.37 1.78,.27 1.6,.56 1.2,.78 .8,.78 .4,.62",
        lighter(pen.colour, 0.35),
        round=0.3,
    )
    for k in range(6):
        x = 0.42 + 0.22 * k
        size = (0.1, 0.125, 0.14, 0.14, 0.125, 0.1)[k]
        pen.ellipse(
            x,
            0.55 - 0.022 * k + 0.06 * math.sin(math.pi * k / 5),
            size,
            size,
            lighter(pen.colour, 0.08),
            gloss=0.6,
            round=1,
        )
    pen.blob(
        ".14,.4 .28,.58 .6,.74 1.0,.8 1.4,.66 1.7,.42 "
        "1.87,.2 1.76,.56 1.42,.86 1.0,.99 .55,.92 .24,.68",
        gloss=0.3,
        round=0.7,
    )


@thing(
    "string bean, green bean, runner bean, bean, french bean",
    0.14,
    1.1,
    "#5a9a34",
    "table kitchen garden",
    "table",
)
def string_bean(pen: Pen) -> None:
    """Draw three string beans."""
    for x, y, bow, tone in (
        (0.1, 0.12, 0.16, 0.22),
        (0.34, 0.02, 0.12, 0.1),
        (0.02, 0.36, 0.14, 0.0),
    ):
        paint = darker(pen.colour, tone)
        points = [
            (x + t, y + 0.62 * t + bow * math.sin(math.pi * t))
            for t in (k * 0.15 for k in range(6))
        ]
        pen.limb(points, 0.055, 0.085, 0.09, 0.09, 0.085, 0.035, paint=paint, round=1, gloss=0.3)
        (x0, y0), (x1, y1) = points[0], points[-1]
        pen.limb(
            [(x0 - 0.07, y0 - 0.09), (x0 - 0.02, y0 - 0.05), (x0 + 0.02, y0)],
            0.022,
            0.03,
            0.06,
            paint="#8a9a4a",
        )
        pen.limb([(x1, y1), (x1 + 0.04, y1 + 0.04)], 0.03, 0.006, paint=paint)
        for px, py in points[1:5]:
            pen.ellipse(
                px + 0.05, py + 0.035, 0.05, 0.032, lighter(paint, 0.12), turn=35, round=0.8
            )


@thing("celery, celery stalk, rhubarb", 0.4, 0.55, "#a8c860", "table kitchen garden", "table")
def celery(pen: Pen) -> None:
    """Draw a bunch of celery with its leaves."""
    leaf = darker(mix(pen.colour, "#4f8a34", 0.8), 0.05)
    for k, (top, up) in enumerate(
        ((-0.19, 0.24), (0.19, 0.24), (-0.1, 0.16), (0.1, 0.16), (0.0, 0.2))
    ):
        tone = darker(pen.colour, 0.24 - 0.06 * k)
        foot = top * 0.45
        for dx, dy in ((-0.05, 0.0), (0.05, 0.0), (-0.03, -0.08), (0.04, -0.07), (0.0, -0.12)):
            pen.fill(
                [geometry.lump(pen.rng, 0.275 + top + dx, up + dy, 0.058, 0.052, 0.25)],
                darker(leaf, 0.3 - 0.07 * k),
                grain="leaves",
            )
        pen.limb(
            [(0.275 + foot, 0.95), (0.275 + top * 0.8, 0.6), (0.275 + top, up)],
            0.14,
            0.1,
            0.05,
            paint=tone,
            round=0.9,
        )
        for dx in (-0.03, 0.0, 0.03):
            pen.limb(
                [
                    (0.275 + foot + dx, 0.92),
                    (0.275 + top * 0.8 + dx * 0.7, 0.6),
                    (0.275 + top + dx * 0.3, up + 0.03),
                ],
                0.01,
                0.006,
                paint=lighter(tone, 0.35),
            )
    pen.blob(
        ".14,.88 .275,.84 .41,.88 .4,.97 .275,1.0 .15,.97", lighter(pen.colour, 0.45), round=0.8
    )


@thing(
    "cucumber, gherkin, ~zucchini, ~courgette, ~pickle",
    0.07,
    2.3,
    "#3f7a30",
    "table kitchen garden",
    "table",
)
def cucumber(pen: Pen) -> None:
    """Draw a cucumber, and slices of it."""
    pen.limb(
        ".12,.36 .7,.44 1.3,.42 1.72,.3",
        0.4,
        0.48,
        0.48,
        0.4,
        round=1,
        gloss=0.3,
        grain="rough",
        strength=0.3,
    )
    for dy in (-0.12, -0.02, 0.09):
        pen.limb(
            [(0.1, 0.36 + dy), (0.7, 0.44 + dy), (1.3, 0.42 + dy), (1.7, 0.3 + dy)],
            0.012,
            0.02,
            0.02,
            0.012,
            paint=lighter(pen.colour, 0.3),
        )
    for x, y in ((0.4, 0.3), (0.8, 0.32), (1.2, 0.3), (0.6, 0.5), (1.0, 0.55), (1.4, 0.48)):
        pen.ellipse(x, y, 0.018, 0.014, darker(pen.colour, 0.35))
    pen.ellipse(0.0 + 0.02, 0.34, 0.03, 0.05, "#8aa05a")
    for x, y in ((1.62, 0.6), (1.94, 0.7)):
        pen.ellipse(x + 0.02, y + 0.03, 0.29, 0.29, darker(pen.colour, 0.15), gloss=0.3)
        pen.ellipse(x, y, 0.285, 0.285)
        pen.ellipse(x, y, 0.255, 0.255, "#d8e8a8", round=0.2)
        pen.ellipse(x, y, 0.165, 0.165, "#e8f2c4", round=0.2)
        for k in range(9):
            turn = k * math.tau / 9
            pen.ellipse(
                x + 0.11 * math.cos(turn),
                y + 0.11 * math.sin(turn),
                0.036,
                0.014,
                "#f8f6dc",
                turn=math.degrees(turn),
            )


@thing("eggplant, aubergine", 0.2, 0.75, "#4a2458 #5a2a4a", "table kitchen garden", "table")
def eggplant(pen: Pen) -> None:
    """Draw an eggplant."""
    pen.limb(".58,.18 .62,.08 .7,.0", 0.07, 0.055, 0.07, paint="#5f8a3a")
    pen.blob(
        ".56,.16 .68,.26 .66,.5 .64,.74 .5,.95 .28,.99 .1,.88 .05,.68 .14,.46 .32,.3 .42,.2",
        gloss=0.9,
        round=1,
    )
    pen.blob(
        ".6,.13 .72,.2 .74,.36 .66,.3 .62,.4 .55,.28 .43,.36 .45,.25 .36,.26 .46,.16",
        "#5f8a3a",
        round=0.6,
    )


@thing(
    "radish, ~beetroot, ~beet, ~turnip (white)",
    0.1,
    0.7,
    "#d02a5a #8a2a4a #f0e4ec",
    "table kitchen garden",
    "table",
)
def radish(pen: Pen) -> None:
    """Draw a radish with its leaves."""
    for dx, top in ((-0.22, 0.1), (0.22, 0.1), (-0.1, 0.02), (0.12, 0.03), (0.0, 0.0)):
        pen.limb(
            [(0.35, 0.5), (0.35 + dx * 0.5, 0.34), (0.35 + dx * 0.8, top + 0.14)],
            0.04,
            0.035,
            0.02,
            paint="#a8c870",
        )
        pen.blob(
            [
                (0.35 + dx * 0.6, 0.36),
                (0.35 + dx - 0.09, 0.2 + top * 0.5),
                (0.35 + dx, top),
                (0.35 + dx + 0.09, 0.2 + top * 0.5),
            ],
            darker("#5f9a3a", abs(dx)),
            grain="leaves",
            round=0.5,
        )
    pen.limb(".35,.8 .36,.92 .31,1.0", 0.1, 0.03, 0.008, paint="#f4e8ee")
    pen.blob(
        ".35,.46 .55,.5 .63,.64 .56,.8 .42,.88 .35,.92 .28,.88 .14,.8 .07,.64 .15,.5",
        gloss=0.6,
        round=1,
    )
    pen.blob(".22,.84 .35,.83 .48,.84 .4,.89 .35,.94 .3,.89", "#f4e8ee", round=0.5)


@thing(
    "cabbage, lettuce, head of lettuce, ~kale",
    0.22,
    1.1,
    "#8ac05a #7ab048",
    "table kitchen garden",
    "table",
)
def cabbage(pen: Pen) -> None:
    """Draw a head of cabbage with its leaves."""
    vein: Finish = {"paint": lighter(pen.colour, 0.65)}
    pen.ellipse(0.55, 0.52, 0.38, 0.38, lighter(pen.colour, 0.3), round=1)
    pen.blob(".3,.24 .5,.12 .76,.18 .88,.4 .7,.5 .5,.36", lighter(pen.colour, 0.22), round=0.7)
    pen.limb(".84,.42 .68,.3 .5,.24", 0.03, 0.02, 0.006, **vein)
    for side, tone in ((1, 0.1), (-1, 0.0)):
        points = [
            (0.02, 0.94),
            (0.06, 0.7),
            (-0.02, 0.44),
            (0.12, 0.24),
            (0.3, 0.22),
            (0.38, 0.34),
            (0.5, 0.36),
            (0.56, 0.56),
            (0.5, 0.72),
            (0.46, 0.86),
            (0.26, 0.98),
        ]
        pen.blob(
            [(0.55 + side * x, y) for x, y in points],
            darker(pen.colour, tone),
            grain="leaves",
            strength=0.4,
            round=0.8,
        )
        pen.limb(
            [(0.55 + side * x, y) for x, y in ((0.08, 0.95), (0.18, 0.66), (0.24, 0.32))],
            0.05,
            0.03,
            0.008,
            **vein,
        )
        for (x0, y0), (x1, y1) in (
            ((0.14, 0.78), (0.36, 0.64)),
            ((0.18, 0.66), (0.06, 0.5)),
            ((0.2, 0.56), (0.42, 0.44)),
            ((0.11, 0.86), (0.32, 0.84)),
        ):
            pen.limb([(0.55 + side * x0, y0), (0.55 + side * x1, y1)], 0.02, 0.005, **vein)
    pen.blob(
        ".38,.98 .42,.74 .4,.56 .55,.44 .7,.56 .68,.74 .72,.98 .55,1.0",
        lighter(pen.colour, 0.12),
        grain="leaves",
        strength=0.4,
    )
    pen.limb(".55,.99 .55,.76 .55,.5", 0.07, 0.04, 0.008, **vein)
    for side in (-1, 1):
        for y in (0.62, 0.74, 0.86):
            pen.limb([(0.55, y + 0.04), (0.55 + side * 0.12, y - 0.05)], 0.018, 0.005, **vein)


@thing(
    "cake slice, slice of cake, piece of cake, slice of chocolate cake, piece of chocolate cake, "
    "slice of birthday cake, cheesecake, slice of cheesecake",
    0.11,
    1.5,
    "#6a3f26 #f4b8c8 #f4e2b0",
    "table kitchen cafe",
    "table",
)
def cake_slice(pen: Pen) -> None:
    """Draw a slice of layer cake, seen from its side."""
    crumb = darker(pen.colour, 0.12)
    pen.poly("1.12,.2 1.42,.34 1.42,.97 1.12,1.0", darker(pen.colour, 0.3), round=0.5)
    pen.poly(".08,.36 1.12,.28 1.12,1.0 .08,.9", crumb, grain="plaster", round=0.2)
    for y in (0.46, 0.68):
        pen.poly(
            [(0.08, y), (1.12, y - 0.02), (1.12, y + 0.055), (0.08, y + 0.045)],
            lighter(pen.colour, 0.75),
            round=0.3,
        )
    pen.poly(".04,.34 1.12,.16 1.46,.3 1.3,.36 1.12,.34", pen.colour, gloss=0.6, round=0.6)
    pen.blob(
        ".03,.33 .3,.27 1.12,.2 1.14,.34 1.06,.46 .98,.36 .84,.44 .74,.36 .58,.46 .46,.37 .3,.46 "
        ".2,.38 .08,.43",
        gloss=0.6,
        round=0.7,
    )
    pen.ellipse(1.14, 0.17, 0.13, 0.11, lighter(pen.colour, 0.85), round=1)
    pen.blob("1.14,-.06 1.21,.02 1.17,.13 1.11,.13 1.07,.02", "#c8202c", gloss=0.8, round=1)
    pen.blob("1.08,.0 1.14,-.05 1.2,.0 1.14,.03", "#4a8a34", round=0.4)


@thing("wedding cake, tiered cake", 0.7, 0.72, "#fbf6ee #f8e4e8", "table kitchen", "table")
def wedding_cake(pen: Pen) -> None:
    """Draw a cake of three tiers with flowers."""
    pen.ellipse(0.36, 0.95, 0.35, 0.05, "#c8ccd2", gloss=0.7)
    petals = ("#e86a8a", "#f4a8b8", "#f8d8de")
    for half, top, low in ((0.31, 0.64, 0.95), (0.22, 0.36, 0.66), (0.135, 0.12, 0.38)):
        pen.blob(
            [(0.36 - half, top), (0.36 - half, low - 0.02), (0.36, low + 0.03),
             (0.36 + half, low - 0.02), (0.36 + half, top)],
            grain="plaster",
            strength=0.2,
            round=0.8,
        )  # fmt: skip
        pen.ellipse(0.36, top, half, 0.04, lighter(pen.colour, 0.4), round=0.3)
        count = round(half * 40)
        for k in range(count):
            x = 0.36 + half * (2 * (k + 0.5) / count - 1)
            y = low + 0.02 - 0.05 * ((x - 0.36) / half) ** 2
            pen.ellipse(x, y, 0.019, 0.017, lighter(pen.colour, 0.5), round=1)
        for k, tone in enumerate(petals):
            x, y = 0.36 + half * (0.5 + 0.22 * k) * 0.8, top + 0.07 + 0.05 * k
            pen.ellipse(x + 0.03, y + 0.02, 0.024, 0.014, "#5a9a4a")
            pen.ellipse(x, y, 0.034, 0.032, tone, round=1)
            pen.ellipse(x, y, 0.015, 0.014, darker(colour(tone), 0.12), round=1)
    for k, tone in enumerate(petals):
        pen.ellipse(0.29 + 0.07 * k, 0.085 - 0.03 * (k == 1), 0.044, 0.042, tone, round=1)
        pen.ellipse(0.29 + 0.07 * k, 0.085 - 0.03 * (k == 1), 0.02, 0.019,
                    darker(colour(tone), 0.12), round=1)  # fmt: skip


@thing("fried egg, sunny side up egg, fried eggs", 0.05, 2.3, "#fdfaf2", "table kitchen", "table")
def fried_egg(pen: Pen) -> None:
    """Draw a fried egg as it lies."""
    pen.blob(
        ".06,.56 .3,.24 .8,.1 1.3,.16 1.9,.12 2.24,.5 2.05,.86 1.5,.94 1.0,1.0 .5,.92 .14,.82",
        round=0.5,
        gloss=0.3,
    )
    pen.ellipse(1.15, 0.46, 0.42, 0.3, "#f4b020", gloss=0.9, round=1)


@thing("bacon, strips of bacon, bacon strips", 0.05, 2.6, "#b8442c", "table kitchen", "table")
def bacon(pen: Pen) -> None:
    """Draw two wavy rashers."""
    for y in (0.3, 0.72):
        wave = [(0.1 + 0.24 * k, y + (0.09 if k % 2 else -0.09)) for k in range(11)]
        pen.limb(wave, 0.3, 0.34, 0.3, grain="fur", strength=0.3)
        for off, wide in ((-0.07, 0.05), (0.06, 0.035)):
            pen.limb([(x, at + off) for x, at in wave], wide, paint="#f4d8c0", round=0.3)
