"""Food and the vessels it comes in."""

import math

from mediaext.engines.classical.painter.colours import darker
from mediaext.engines.classical.painter.pen import Pen
from mediaext.engines.classical.painter.things.registry import thing


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


def bowl_back(pen: Pen) -> None:
    """Draw the inside of a bowl, behind what it holds."""
    pen.ellipse(0.85, 0.3, 0.83, 0.16, darker(pen.colour, 0.45), round=0.3)


@thing(
    "orange, tangerine, mandarin, peach, apricot",
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


@thing("lemon, lime", 0.08, 1.25, "#f4da3a #a8d03a", "table kitchen", "table")
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


@thing("pumpkin, jack-o-lantern", 0.35, 1.25, "#e8801c", "farm garden", "ground")
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
