"""Household things: cutlery, tools, toys, what lies on desks and in bags."""

import math

from mediaext.engines.classical.painter import geometry
from mediaext.engines.classical.painter.colours import colour, darker, lighter
from mediaext.engines.classical.painter.pen import Finish, Pen
from mediaext.engines.classical.painter.things.registry import thing

POLISHED: Finish = {"grain": "metal", "gloss": 0.8, "strength": 0.3}
WOOD: Finish = {"grain": "wood", "strength": 0.6}
CLOTH: Finish = {"grain": "fabric", "strength": 0.4}


@thing("spoon, tablespoon, teaspoon, ~ladle", 0.18, 0.32, "#b8c0c8 #d8b24a", "table kitchen")
def spoon(pen: Pen) -> None:
    """Draw an upright spoon."""
    pen.limb(".16,.36 .16,.7 .16,.97", 0.045, 0.05, 0.085, **POLISHED)
    pen.ellipse(0.16, 0.2, 0.145, 0.195, **POLISHED)
    pen.ellipse(0.16, 0.2, 0.11, 0.155, darker(pen.colour, 0.18), gloss=0.6)


@thing("fork", 0.18, 0.3, "#b8c0c8 #d8b24a", "table kitchen")
def fork(pen: Pen) -> None:
    """Draw an upright fork with four tines."""
    for k in range(4):
        x = 0.06 + 0.06 * k
        pen.limb([(x, 0.02), (x, 0.26)], 0.024, 0.034, **POLISHED)
    pen.blob(".04,.22 .26,.22 .25,.34 .18,.42 .12,.42 .05,.34", **POLISHED)
    pen.limb(".15,.4 .15,.7 .15,.98", 0.05, 0.05, 0.08, **POLISHED)


@thing("knife, table knife, kitchen knife, blade", 0.24, 0.24, "#c0c8ce", "table kitchen")
def knife(pen: Pen) -> None:
    """Draw an upright knife."""
    pen.blob(".1,.6 .09,.2 .12,.01 .19,.14 .2,.4 .19,.6", **{**POLISHED, "round": 0.3})
    pen.box(0.09, 0.58, 0.2, 0.99, "#3a2c24", 0.04, **WOOD)
    for y in (0.68, 0.88):
        pen.dot(0.145, y, 0.014, "#d8d0c0")


@thing(
    "plate, dinner plate, saucer",
    0.05,
    2.6,
    "#f4f2ec #a8c4d8",
    "table kitchen",
    "table",
    seat=(1.3, 0.5),
)
def plate(pen: Pen) -> None:
    """Draw a plate seen from a little above."""
    pen.ellipse(1.3, 0.55, 1.28, 0.44, darker(pen.colour, 0.1), gloss=0.6, round=0.3)
    pen.ellipse(1.3, 0.46, 1.28, 0.42, gloss=0.6, round=0.2)
    pen.ellipse(1.3, 0.48, 0.86, 0.27, darker(pen.colour, 0.09), gloss=0.5, round=0.2)
    pen.ellipse(1.3, 0.51, 0.82, 0.25, lighter(pen.colour, 0.2), gloss=0.5, round=0.2)


@thing(
    "bucket, pail", 0.35, 0.95, "#5a8ab0 #c8503a #9aa3ab", "garden farm", mouth=(0.475, 0.3, 0.7)
)
def bucket(pen: Pen) -> None:
    """Draw a bucket with its handle up."""
    arc = geometry.smooth(".1,.3 .14,.1 .475,.01 .81,.1 .85,.3", closed=False)
    pen.limb(arc, 0.024, 0.024, paint="#8a9098", bend=False)
    pen.poly(".06,.3 .89,.3 .76,.98 .19,.98", gloss=0.3, round=0.8)
    pen.ellipse(0.475, 0.3, 0.43, 0.09, lighter(pen.colour, 0.2))
    pen.ellipse(0.475, 0.31, 0.38, 0.07, darker(pen.colour, 0.55))


@thing("wheel, tyre, tire, cartwheel", 0.6, 1.0, "#8a5a30", "farm road")
def wheel(pen: Pen) -> None:
    """Draw a wheel with spokes."""
    pen.ring(0.5, 0.5, 0.5, 0.4, "#2c2a2c", round=0.6)
    pen.ring(0.5, 0.5, 0.42, 0.34, round=0.5, **WOOD)
    for k in range(10):
        spoke = geometry.rotate(geometry.box(0.485, 0.13, 0.515, 0.5), 36 * k, (0.5, 0.5))
        pen.fill([spoke], **WOOD)
    pen.ellipse(0.5, 0.5, 0.09, 0.09, darker(pen.colour, 0.2), round=0.8)


@thing("window, window frame", 1.4, 0.9, "#f0e8da #6a8a6a", "wall brick_wall")
def window(pen: Pen) -> None:
    """Draw a window of six panes that mirror the sky."""
    pen.box(0.0, 0.0, 0.9, 0.95, round=0.1, **WOOD)
    for row in range(3):
        for column in range(2):
            x, y = 0.07 + 0.4 * column, 0.06 + 0.29 * row
            pen.box(x, y, x + 0.36, y + 0.25, "#a8cfe8", gloss=0.8, round=0.05)
            pen.poly(
                [
                    (x + 0.06, y + 0.22),
                    (x + 0.2, y + 0.03),
                    (x + 0.27, y + 0.03),
                    (x + 0.13, y + 0.22),
                ],
                "#d8ecf6",
                round=0.02,
            )
    pen.box(-0.04, 0.92, 0.94, 1.0, lighter(pen.colour, 0.1), round=0.2)


@thing(
    "door, front door, doorway",
    2.1,
    0.52,
    "#9c6b3c #a83a2e #2f5f7a #3a6a4a",
    "wall brick_wall street",
)
def door(pen: Pen) -> None:
    """Draw a closed door of four panels in its frame."""
    pen.box(0.0, 0.0, 0.52, 1.0, lighter(pen.colour, 0.45), round=0.1)
    pen.box(0.05, 0.035, 0.47, 1.0, round=0.05, **WOOD)
    for x, y, tall in (
        (0.09, 0.08, 0.34),
        (0.28, 0.08, 0.34),
        (0.09, 0.53, 0.4),
        (0.28, 0.53, 0.4),
    ):
        pen.box(x, y, x + 0.15, y + tall, pen.dark, round=0.1)
        pen.box(x + 0.015, y + 0.012, x + 0.135, y + tall - 0.012, **WOOD)
    pen.ellipse(0.43, 0.5, 0.022, 0.022, "#e0b84a", gloss=0.9, round=1)


@thing("brush, paintbrush, paint brush", 0.25, 0.3, "#c8503a #3a7ab0", "table studio")
def brush(pen: Pen) -> None:
    """Draw a paintbrush, its bristles up and wet."""
    pen.blob(".06,.24 .08,.1 .15,.0 .22,.1 .24,.24", "#d8b878", grain="fur", strength=0.9)
    pen.blob(".08,.12 .15,.0 .22,.12 .15,.16", gloss=0.4)
    pen.box(0.05, 0.23, 0.25, 0.38, "#b8c0c8", 0.01, **POLISHED)
    pen.limb(".15,.38 .15,.6 .15,.97", 0.15, 0.09, 0.06, paint="#8a5a30", **WOOD)


@thing(
    "flag, banner flag, pennant", 3.0, 0.9, "#c8302e #2f4f9a #e8b22a #2a7a4a", "hills castle_hall"
)
def flag(pen: Pen) -> None:
    """Draw a flag that flies from a pole."""
    pen.limb(".06,.02 .06,1.0", 0.025, 0.03, paint="#c8c0b0", bend=False, gloss=0.4)
    pen.blob(
        ".07,.05 .3,.02 .55,.08 .88,.04 .86,.24 .88,.42 .58,.47 .3,.41 .07,.44", round=0.3, **CLOTH
    )
    pen.ellipse(0.06, 0.02, 0.03, 0.025, "#e8c04a", gloss=0.8)


@thing("map, ~world map, treasure map", 0.5, 1.4, "#e8d6ac", "table library")
def map_(pen: Pen) -> None:
    """Draw an unrolled map with coasts, a route and a mark."""
    pen.poly(
        ".0,.1 .35,.03 .7,.1 1.05,.03 1.4,.1 1.4,.97 1.05,.9 .7,.97 .35,.9 0,.97",
        round=0.05,
        grain="plaster",
    )
    for land in (
        ".12,.3 .3,.18 .5,.26 .46,.5 .3,.62 .16,.5",
        ".68,.24 .95,.2 1.22,.26 1.26,.46 1.0,.5 .78,.42",
        ".82,.6 1.0,.56 1.06,.74 .92,.84",
    ):
        pen.blob(land, "#8aa860", round=0.05)
    for k in range(9):
        pen.dot(0.28 + 0.075 * k, 0.5 + 0.16 * (k % 3 == 1) - 0.01 * k, 0.012, "#a8302a")
    pen.limb(".9,.62 1.0,.72", 0.02, 0.02, paint="#a8302a")
    pen.limb("1.0,.62 .9,.72", 0.02, 0.02, paint="#a8302a")


@thing(
    "branch, twig, bough, tree branch",
    0.8,
    1.7,
    "#7a5232",
    "forest garden",
    "air",
    seat=(0.72, 0.57),
)
def branch(pen: Pen) -> None:
    """Draw a branch with leaves."""
    pen.limb(".02,.8 .5,.62 1.1,.5 1.66,.2", 0.1, 0.07, 0.045, 0.015, grain="bark")
    for path in (".5,.62 .7,.36 .78,.16", ".9,.54 1.1,.74 1.3,.82", "1.1,.5 1.3,.3 1.36,.1"):
        pen.limb(path, 0.04, 0.03, 0.012, grain="bark")
    for x, y, turn in (
        (0.78, 0.14, 20),
        (0.66, 0.34, -50),
        (1.3, 0.84, 80),
        (1.12, 0.76, 130),
        (1.36, 0.1, 15),
        (1.28, 0.3, 60),
        (1.64, 0.18, 40),
        (1.5, 0.32, 100),
        (1.4, 0.2, -20),
    ):
        pen.ellipse(x, y, 0.055, 0.11, "#5f9a3f", turn=turn, round=0.4)


@thing("root, roots, tree root", 0.6, 1.4, "#7a5232", "forest")
def root(pen: Pen) -> None:
    """Draw a stump whose roots spread."""
    for path in (
        ".5,.4 .3,.7 .04,.95",
        ".6,.5 .5,.8 .4,1.0",
        ".8,.5 .9,.8 1.0,1.0",
        ".9,.4 1.1,.68 1.36,.94",
        ".7,.5 .7,.8 .72,1.0",
    ):
        pen.limb(path, 0.2, 0.12, 0.03, grain="bark")
    pen.poly(".44,.06 .96,.06 1.0,.55 .4,.55", grain="bark", round=0.9)
    pen.ellipse(0.7, 0.08, 0.26, 0.08, "#d8b888", grain="wood")
    for radius in (0.18, 0.1):
        pen.fill(
            [
                geometry.ellipse(0.7, 0.08, radius, radius * 0.3),
                geometry.ellipse(0.7, 0.08, radius - 0.015, radius * 0.3 - 0.006),
            ],
            "#8a5a34",
        )


@thing("button, buttons", 0.02, 1.0, "#3a7ab0 #c8503a #e8b22a", "table")
def button(pen: Pen) -> None:
    """Draw a button with four holes and a thread."""
    pen.ellipse(0.5, 0.5, 0.49, 0.49, gloss=0.6, round=0.3)
    pen.ring(0.5, 0.5, 0.4, 0.34, pen.dark, round=0.2)
    for x in (0.4, 0.6):
        for y in (0.4, 0.6):
            pen.dot(x, y, 0.05, darker(pen.colour, 0.75))
    pen.limb(".4,.4 .6,.6", 0.025, 0.025, paint="#f4efe2")
    pen.limb(".6,.4 .4,.6", 0.025, 0.025, paint="#f4efe2")


@thing(
    "cushion, pillow",
    0.4,
    1.3,
    "#d8a04a #7a94b8 #b85a6a #8aa87a",
    "living_room bedroom",
    seat=(0.65, 0.15),
)
def cushion(pen: Pen) -> None:
    """Draw a plump cushion with four corners."""
    pen.blob(
        ".02,.04 .35,.1 .65,.08 .95,.1 1.28,.04 1.2,.35 1.22,.66 1.28,.98 .95,.93 .65,.95 "
        ".35,.93 .02,.98 .09,.66 .1,.35",
        round=1,
        **CLOTH,
    )
    pen.ellipse(0.65, 0.5, 0.04, 0.04, pen.dark, round=0.8)


@thing(
    "drawer, chest of drawers, dresser, cabinet, cupboard",
    1.0,
    1.1,
    "#9c6b3c #d8d0c0",
    "bedroom living_room",
    seat=(0.55, 0.02),
)
def drawer(pen: Pen) -> None:
    """Draw a chest of three drawers, one a little open."""
    pen.box(0.03, 0.04, 1.07, 0.94, pen.dark, 0.01, **WOOD)
    pen.box(0.0, 0.0, 1.1, 0.06, round=0.2, **WOOD)
    for k in range(3):
        y, out = 0.1 + 0.28 * k, 0.03 * (k == 1)
        if out:
            pen.box(0.06, y - 0.02, 1.04, y + 0.05, "#2a1c12")
        pen.box(
            0.07 - out,
            y + out,
            1.03 + out,
            y + 0.25 + out,
            lighter(pen.colour, 0.06),
            0.01,
            round=0.08,
            **WOOD,
        )
        for x in (0.35, 0.75):
            pen.ellipse(x, y + 0.125 + out, 0.03, 0.03, "#d8b04a", gloss=0.8, round=1)
    for x in (0.08, 0.94):
        pen.box(x, 0.94, x + 0.08, 1.0, pen.dark)


@thing("oven, stove, cooker", 0.9, 0.95, "#e4e6e8 #3a3f46 #b84a3a", "kitchen")
def oven(pen: Pen) -> None:
    """Draw a cooker: rings, knobs, and a door with a window that glows."""
    pen.box(0.02, 0.08, 0.93, 1.0, None, 0.02, gloss=0.4, round=0.1)
    pen.box(0.0, 0.04, 0.95, 0.11, "#26282c", 0.01, gloss=0.5)
    for x in (0.22, 0.72):
        pen.ellipse(x, 0.045, 0.14, 0.028, "#4a4d52")
    for k in range(5):
        pen.ellipse(0.13 + 0.17 * k, 0.19, 0.035, 0.035, "#2c2f34", gloss=0.6, round=0.8)
    pen.box(0.09, 0.3, 0.86, 0.86, pen.dark, 0.02, round=0.1)
    pen.box(0.16, 0.4, 0.79, 0.78, "#5a2a14", 0.02, gloss=0.6)
    pen.glow(0.47, 0.62, 0.3, "#ff9a3a", 0.7)
    pen.limb(".14,.34 .81,.34", 0.03, 0.03, paint="#c8ccd0", gloss=0.9)


@thing("pipe, smoking pipe", 0.08, 1.7, "#7a4a26", "table")
def pipe(pen: Pen) -> None:
    """Draw a smoker's pipe, smoking."""
    pen.limb("1.66,.4 1.2,.46 .7,.82 .5,.84", 0.07, 0.1, 0.16, 0.2, gloss=0.5)
    pen.blob(".08,.3 .62,.3 .62,.7 .5,.96 .22,.96 .08,.7", gloss=0.5, **WOOD)
    pen.ellipse(0.35, 0.31, 0.27, 0.07, "#1c120c")
    for k, (x, y) in enumerate(((0.35, 0.2), (0.42, 0.08), (0.34, -0.04))):
        pen.dot(x, y, 0.06 + 0.03 * k, "#e8e8ea", 0.5 - 0.12 * k)


@thing("plough, plow", 1.0, 1.9, "#8a5a30", "farm meadow")
def plough(pen: Pen) -> None:
    """Draw a plough: beam, handles, share and a wheel."""
    pen.limb(".1,.5 .7,.56 1.2,.5 1.85,.62", 0.08, 0.08, 0.07, 0.06, **WOOD)
    for end in ((0.02, 0.06), (0.16, 0.1)):
        pen.limb([(0.74, 0.7), (0.4, 0.36), end], 0.07, 0.06, 0.05, **WOOD)
    pen.poly(".62,.56 .86,.56 1.22,1.0 .7,1.0", "#8a949c", round=0.4, gloss=0.7, grain="metal")
    pen.poly("1.3,.52 1.38,.52 1.42,.96 1.34,.96", "#7a848c", gloss=0.6)
    pen.ring(1.72, 0.8, 0.2, 0.14, "#4a3a2c")
    for k in range(4):
        pen.fill(
            [geometry.rotate(geometry.box(1.705, 0.63, 1.735, 0.97), 45 * k, (1.72, 0.8))],
            "#4a3a2c",
        )


@thing("whip", 0.6, 1.5, "#5a3620", "farm stage")
def whip(pen: Pen) -> None:
    """Draw a whip: a plaited handle and a curled lash."""
    pen.limb(".1,.95 .3,.62", 0.1, 0.07, gloss=0.3, grain="fur")
    pen.limb(
        ".3,.62 .5,.25 .9,.12 1.25,.3 1.2,.62 .9,.7 .75,.5 .95,.38 1.1,.5 1.4,.8 1.48,.98",
        0.06,
        0.045,
        0.03,
        0.02,
        0.01,
    )


@thing("whistle", 0.05, 1.6, "#c8ccd0 #e8b22a #c8402e", "table stage")
def whistle(pen: Pen) -> None:
    """Draw a referee's whistle on its cord."""
    pen.limb(".2,.5 .06,.3 .2,.08 .42,.16", 0.03, 0.03, paint="#2f3f8a")
    pen.ellipse(0.5, 0.6, 0.39, 0.39, gloss=0.8, round=0.6)
    pen.box(0.5, 0.21, 1.58, 0.56, None, 0.04, gloss=0.8, round=0.5)
    pen.poly(".72,.2 .98,.2 .86,.36 .72,.36", "#2a2c30")
    pen.ellipse(0.5, 0.6, 0.14, 0.14, pen.dark, round=0.5)


@thing("tray, serving tray", 0.06, 4.2, "#9c6b3c #b8c0c8", "table kitchen", seat=(2.1, 0.2))
def tray(pen: Pen) -> None:
    """Draw a tray with two handles."""
    for x in (0.14, 4.06):
        pen.ring(x, 0.42, 0.14, 0.08, pen.dark)
    pen.poly(".3,.1 3.9,.1 4.15,.98 .05,.98", pen.dark, round=0.2, **WOOD)
    pen.poly(".5,.24 3.7,.24 3.86,.82 .34,.82", lighter(pen.colour, 0.08), round=0.1, **WOOD)


@thing(
    "curtain, curtains, drapes",
    2.2,
    0.95,
    "#b86a50 #7f94b8 #8a3a4a #c8b48a",
    "living_room bedroom",
)
def curtain(pen: Pen) -> None:
    """Draw two drawn curtains on a rail."""
    pen.limb("-.02,.03 .97,.03", 0.03, 0.03, paint="#8a6a3a", bend=False)
    for side in (0, 1):
        for k in range(5):
            x = 0.06 + 0.085 * k if not side else 0.89 - 0.085 * k
            pen.limb(
                [(x, 0.05), (x + 0.01, 0.5), (x, 0.99)],
                0.1,
                0.09,
                0.11,
                paint=darker(pen.colour, 0.08 * (k % 3)),
                **CLOTH,
            )


@thing(
    "board, plank, wooden board, chopping board, cutting board",
    0.3,
    2.4,
    "#b8844c",
    "table kitchen",
)
def board(pen: Pen) -> None:
    """Draw a chopping board with a handle, leaning."""
    pen.box(0.0, 0.08, 1.95, 0.98, None, 0.12, round=0.12, **WOOD)
    pen.box(1.9, 0.38, 2.38, 0.68, None, 0.13, round=0.12, **WOOD)
    pen.dot(2.24, 0.53, 0.06, "#3a2a1c")


@thing("roof", 3.0, 2.0, "#a5503c #6a5a54", "village city")
def roof(pen: Pen) -> None:
    """Draw a tiled roof with a chimney on a low wall."""
    pen.box(0.2, 0.7, 1.8, 1.0, "#e0d4bc", grain="plaster", round=0.1)
    pen.box(1.3, 0.06, 1.5, 0.4, "#8a4a3a", grain="brick")
    pen.poly("1.0,.08 2.0,.78 0,.78", pen.dark, round=0.1)
    for row in range(5):
        y = 0.24 + 0.11 * row
        half = (y - 0.08) / 0.7
        count = max(int(half * 9), 2)
        for k in range(count):
            x = 1 - half + 2 * half * (k + 0.5) / count
            pen.ellipse(
                x,
                y + 0.04,
                half / count * 1.1,
                0.08,
                darker(pen.colour, 0.1 * ((k + row) % 3)),
                round=0.5,
            )


@thing("nail, ~screw, ~bolt", 0.08, 0.42, "#9aa3ab", "table laboratory")
def nail(pen: Pen) -> None:
    """Draw a nail, its head up."""
    pen.poly(".15,.1 .27,.1 .26,.82 .21,1.0 .16,.82", round=0.9, **POLISHED)
    pen.ellipse(0.21, 0.09, 0.2, 0.075, lighter(pen.colour, 0.1), **POLISHED)
    for y in (0.18, 0.24, 0.3):
        pen.limb([(0.15, y), (0.27, y)], 0.012, 0.012, paint=darker(pen.colour, 0.35))


@thing("cord, rope, string, cable", 0.3, 1.5, "#c8a868 #3a3f46 #c8402e", "table studio")
def cord(pen: Pen) -> None:
    """Draw a coil of rope with a loose end."""
    for k, y in enumerate((0.82, 0.7, 0.58, 0.46)):
        reach = 0.5 - 0.02 * k
        pen.fill(
            [
                geometry.ellipse(0.6, y, reach, 0.17),
                geometry.ellipse(0.6, y - 0.01, reach - 0.1, 0.1),
            ],
            darker(pen.colour, 0.06 * (k % 2)),
            grain="fur",
            strength=0.9,
            round=0.5,
        )
    pen.limb(
        "1.06,.5 1.24,.36 1.3,.6 1.42,.9 1.48,.96", 0.07, 0.07, 0.06, grain="fur", strength=0.9
    )


@thing("sink, basin, washbasin", 0.9, 0.9, "#f2f4f4", "kitchen")
def sink(pen: Pen) -> None:
    """Draw a washbasin on its column, with a running tap."""
    pen.limb(".45,.5 .45,.98", 0.2, 0.26, round=0.8, gloss=0.4)
    pen.blob(".02,.3 .88,.3 .8,.54 .62,.64 .28,.64 .1,.54", gloss=0.6, round=0.9)
    pen.ellipse(0.45, 0.3, 0.43, 0.09, lighter(pen.colour, 0.3), gloss=0.5)
    pen.ellipse(0.45, 0.31, 0.36, 0.065, darker(pen.colour, 0.2))
    pen.limb(".45,.24 .45,.08 .5,.05 .56,.1", 0.06, 0.05, 0.045, paint="#b8c4cc", gloss=0.9)
    pen.limb(".56,.12 .56,.3", 0.025, 0.02, paint="#c8e4f4", gloss=0.8)


@thing("arch, archway, stone arch", 4.0, 1.1, "#b0a48c", "hills meadow desert")
def arch(pen: Pen) -> None:
    """Draw a stone arch."""
    for side in (-1, 1):
        for k in range(5):
            y = 0.98 - 0.13 * k
            pen.box(
                0.55 + side * 0.42 - 0.12,
                y - 0.12,
                0.55 + side * 0.42 + 0.12,
                y,
                darker(pen.colour, 0.06 * ((k + side) % 3)),
                0.01,
                grain="stone",
                round=0.2,
            )
    for k in range(9):
        stone = geometry.box(0.47, 0.0, 0.63, 0.25, 0.01)
        pen.fill(
            [geometry.rotate(stone, -80 + 20 * k, (0.55, 0.46))],
            darker(pen.colour, 0.06 * (k % 3)),
            grain="stone",
            round=0.2,
        )


@thing("comb, ~hairbrush", 0.15, 1.8, "#c8503a #3a3f46 #e0c89a", "table bedroom")
def comb(pen: Pen) -> None:
    """Draw a comb."""
    pen.box(0.02, 0.1, 1.78, 0.42, None, 0.1, gloss=0.4, round=0.5)
    for k in range(24):
        x = 0.1 + 0.07 * k
        pen.box(x, 0.38, x + 0.035, 0.96, None, 0.015, gloss=0.3)


@thing("stick, rod, pole, cane", 1.2, 0.3, "#8a6038", "forest meadow")
def stick(pen: Pen) -> None:
    """Draw a crooked stick."""
    pen.limb(".08,1.0 .14,.6 .12,.3 .2,.02", 0.06, 0.055, 0.05, 0.035, grain="bark")
    pen.limb(".13,.45 .24,.32", 0.035, 0.015, grain="bark")


@thing(
    "headphones, headphone, earphones, headset",
    0.2,
    0.95,
    "#2c2e34 #e8e8ea #c8402e",
    "table studio",
)
def headphones(pen: Pen) -> None:
    """Draw headphones from the front."""
    band = geometry.smooth(".1,.66 .09,.32 .26,.07 .475,.02 .69,.07 .86,.32 .85,.66", closed=False)
    pen.limb(band, 0.06, 0.085, 0.06, bend=False, gloss=0.5)
    for side in (-1, 1):
        x = 0.475 + side * 0.36
        pen.ellipse(x, 0.74, 0.115, 0.23, gloss=0.4, round=0.8)
        pen.ellipse(
            x - side * 0.07, 0.74, 0.075, 0.2, darker(pen.colour, 0.45), round=0.9, grain="fabric"
        )
        pen.ellipse(x + side * 0.05, 0.74, 0.035, 0.1, lighter(pen.colour, 0.3), gloss=0.8)


@thing("island, desert island", 3.0, 3.2, "#e0c890", "sea", "water")
def island(pen: Pen) -> None:
    """Draw a small island of sand with a palm."""
    pen.limb("1.5,.9 1.56,.6 1.72,.3", 0.1, 0.08, 0.06, paint="#8a6a44", grain="bark")
    for end in ((1.2, 0.3), (1.3, 0.08), (1.72, 0.02), (2.1, 0.1), (2.24, 0.34)):
        pen.limb(
            [(1.72, 0.28), ((1.72 + end[0]) / 2, end[1] - 0.06), end],
            0.05,
            0.11,
            0.02,
            paint="#3f8a4a",
        )
    pen.blob(".02,.98 .7,.84 1.5,.76 2.4,.84 3.18,.98 1.6,1.02", grain="plaster", round=0.6)
    for x, y in ((0.7, 0.87), (2.3, 0.86), (2.6, 0.9)):
        pen.ellipse(x, y, 0.12, 0.06, "#8a8478", grain="stone")


@thing("television, tv, flat screen", 0.7, 1.6, "#22242a", "living_room", "ground")
def television(pen: Pen) -> None:
    """Draw a television on its foot."""
    pen.box(0.55, 0.94, 1.05, 1.0, "#2a2c32", 0.02)
    pen.box(0.74, 0.86, 0.86, 0.96, "#2a2c32", 0.01)
    pen.box(0.0, 0.02, 1.6, 0.88, None, 0.03, gloss=0.5, round=0.3)
    pen.box(0.04, 0.06, 1.56, 0.83, "#3f86b8", 0.01, gloss=0.8, round=0.1)
    pen.poly(".04,.83 .04,.6 .5,.42 .8,.6 1.1,.36 1.56,.62 1.56,.83", "#4a7a4a", round=0.1)
    pen.ellipse(1.2, 0.22, 0.09, 0.09, "#f8e48a")


@thing("radio", 0.25, 1.6, "#b8502f #3a6a6a", "table living_room", "table")
def radio(pen: Pen) -> None:
    """Draw a radio with its dial."""
    pen.limb("1.3,.2 1.55,-.15", 0.02, 0.014, **POLISHED)
    pen.box(0.02, 0.18, 1.58, 0.98, None, 0.1, gloss=0.4, round=0.6)
    pen.ellipse(0.46, 0.58, 0.32, 0.32, "#2a2622", grain="fabric")
    pen.ellipse(1.2, 0.72, 0.13, 0.13, "#f2ece0", gloss=0.4)
    pen.limb("1.2,.72 1.26,.63", 0.02, 0.02, paint="#c8302e")
    pen.box(0.92, 0.32, 1.48, 0.5, "#f4e8c8", 0.02)
    for k in range(6):
        pen.limb([(0.98 + k * 0.09, 0.36), (0.98 + k * 0.09, 0.42)], 0.012, 0.012, paint="#6a5a44")


@thing("speaker, loudspeaker", 0.4, 0.62, "#2a2a30 #7a5230", "living_room stage")
def speaker(pen: Pen) -> None:
    """Draw a loudspeaker."""
    pen.box(0.02, 0.02, 0.6, 0.99, None, 0.03, round=0.4)
    for y, r in ((0.24, 0.13), (0.66, 0.23)):
        pen.ellipse(0.31, y, r, r, "#4a4a52", **POLISHED)
        pen.ellipse(0.31, y, r * 0.82, r * 0.82, "#17171b", round=1)
        pen.ellipse(0.31, y, r * 0.34, r * 0.34, "#3a3a42", round=1, gloss=0.4)


@thing("microphone, mic", 0.25, 0.4, "#2a2a30", "stage studio", "table")
def microphone(pen: Pen) -> None:
    """Draw a hand-held microphone, upright."""
    pen.poly(".12,.36 .28,.36 .25,1.0 .15,1.0", gloss=0.5, round=1)
    pen.box(0.09, 0.32, 0.31, 0.39, "#8a9098", 0.02, **POLISHED)
    pen.ellipse(0.2, 0.19, 0.16, 0.17, "#b0b6bc", grain="fabric", gloss=0.5, round=1)


@thing("toaster", 0.2, 1.4, "#c0c8ce #c8303a", "kitchen table", "table")
def toaster(pen: Pen) -> None:
    """Draw a toaster with two slices."""
    for x in (0.34, 0.74):
        pen.blob(
            [(x, 0.4), (x, 0.06), (x + 0.16, 0.0), (x + 0.32, 0.06), (x + 0.32, 0.4)],
            "#d89a48",
            grain="rough",
        )
    pen.box(0.04, 0.26, 1.3, 0.96, None, 0.16, **POLISHED)
    pen.limb(".28,.3 1.1,.3", 0.04, 0.04, paint="#2a2a30")
    pen.limb("1.33,.44 1.33,.6", 0.06, 0.06, paint="#2a2a30")
    for x in (0.2, 1.14):
        pen.box(x - 0.06, 0.94, x + 0.06, 1.0, "#2a2a30", 0.02)


@thing("microwave", 0.3, 1.6, "#d8dce0 #2a2a30", "kitchen", "table")
def microwave(pen: Pen) -> None:
    """Draw a microwave oven."""
    pen.box(0.0, 0.04, 1.6, 0.98, None, 0.04, gloss=0.4, round=0.3)
    pen.box(0.08, 0.14, 1.14, 0.88, "#22262c", 0.04, gloss=0.8)
    pen.box(1.24, 0.14, 1.52, 0.28, "#173a2a", 0.01)
    for k in range(9):
        pen.box(
            1.25 + 0.09 * (k % 3),
            0.36 + 0.13 * (k // 3),
            1.32 + 0.09 * (k % 3),
            0.45 + 0.13 * (k // 3),
            "#9aa2aa",
            0.01,
        )
    pen.limb("1.18,.2 1.18,.82", 0.03, 0.03, **POLISHED)


@thing("fridge, refrigerator, freezer", 1.8, 0.5, "#eef0f2 #c0c8ce #d84a4a", "kitchen")
def fridge(pen: Pen) -> None:
    """Draw a fridge with two doors."""
    pen.box(0.02, 0.0, 0.48, 0.98, None, 0.03, gloss=0.4, round=0.5)
    pen.limb(".03,.34 .47,.34", 0.01, 0.01, paint=pen.dark, bend=False)
    pen.limb(".09,.16 .09,.29", 0.024, 0.024, **POLISHED)
    pen.limb(".09,.4 .09,.6", 0.024, 0.024, **POLISHED)
    for x in (0.1, 0.4):
        pen.box(x - 0.03, 0.97, x + 0.03, 1.0, "#2a2a30", 0.005)


@thing("keyboard, computer keyboard", 0.04, 3.0, "#e0e2e6 #2a2c32", "office table", "table")
def keyboard(pen: Pen) -> None:
    """Draw a computer keyboard, from above."""
    pen.box(0.0, 0.0, 3.0, 1.0, None, 0.08, round=0.3)
    key = lighter(pen.colour, 0.5) if sum(pen.colour) < 1.5 else darker(pen.colour, 0.25)
    for row in range(4):
        for k in range(13):
            if row == 3 and 3 <= k <= 8:
                continue
            x = 0.1 + k * 0.217
            pen.box(x, 0.1 + row * 0.21, x + 0.18, 0.27 + row * 0.21, key, 0.03)
    pen.box(0.75, 0.73, 2.02, 0.9, key, 0.03)


@thing("tablet, e-reader, ipad", 0.25, 0.75, "#22242a #e0e2e6", "table office", "table")
def tablet(pen: Pen) -> None:
    """Draw a tablet, upright."""
    pen.box(0.0, 0.0, 0.75, 1.0, None, 0.05, gloss=0.5, round=0.3)
    pen.box(0.05, 0.06, 0.7, 0.94, "#6ab0d8", 0.01, gloss=0.7, round=0.1)
    for k in range(12):
        x, y = 0.12 + 0.18 * (k % 3), 0.16 + 0.19 * (k // 3)
        pen.box(
            x, y, x + 0.13, y + 0.12, ("#f2c23a", "#e8504a", "#5ab06a", "#fbf8f2")[k % 4], 0.03
        )


@thing("wristwatch, watch, wrist watch", 0.2, 0.55, "#d8b24a #b8c0c8 #2a2a30", "table", "table")
def wristwatch(pen: Pen) -> None:
    """Draw a wristwatch with its strap."""
    pen.box(0.15, 0.0, 0.4, 1.0, "#5a3820", 0.06, grain="fabric")
    pen.ellipse(0.275, 0.5, 0.25, 0.25, **POLISHED)
    pen.ellipse(0.275, 0.5, 0.2, 0.2, "#fbf8f0", gloss=0.6, round=0.2)
    for x, y in ((0.275, 0.34), (0.435, 0.5), (0.275, 0.66), (0.115, 0.5)):
        pen.dot(x, y, 0.014, "#2a2a30")
    pen.limb(".275,.5 .275,.38", 0.018, 0.014, paint="#2a2a30", bend=False)
    pen.limb(".275,.5 .36,.55", 0.018, 0.014, paint="#2a2a30", bend=False)


@thing("suitcase, luggage, trunk", 0.65, 0.95, "#c8503a #2f6a8a #8a5a34", "terminal platform")
def suitcase(pen: Pen) -> None:
    """Draw a suitcase with straps and stickers."""
    pen.limb(".34,.2 .36,.06 .59,.06 .61,.2", 0.04, 0.04, paint="#4a3020", bend=False)
    pen.box(0.02, 0.17, 0.93, 0.95, None, 0.07, round=0.5, grain="fabric")
    for x in (0.2, 0.68):
        pen.box(x, 0.17, x + 0.07, 0.95, "#4a3020", 0.0)
        pen.box(x - 0.01, 0.3, x + 0.08, 0.38, "#d8b24a", 0.01, gloss=0.7)
    pen.ellipse(0.46, 0.6, 0.1, 0.1, "#f2e8c8")
    for x in (0.14, 0.8):
        pen.box(x - 0.04, 0.94, x + 0.04, 1.0, "#2a2a30", 0.02)


@thing("mirror, looking glass", 1.0, 0.7, "#c89a3a #7a5230", "bedroom wall bathroom")
def mirror(pen: Pen) -> None:
    """Draw an oval mirror in its frame."""
    pen.ellipse(0.35, 0.5, 0.34, 0.49, gloss=0.6, grain="wood")
    pen.ellipse(0.35, 0.5, 0.28, 0.43, "#c4dce8", gloss=0.9, round=0.1)
    pen.limb(".2,.4 .36,.2", 0.03, 0.012, paint="#f6fbff", bend=False)
    pen.limb(".26,.52 .48,.26", 0.02, 0.01, paint="#f6fbff", bend=False)


@thing("pan, frying pan, wok", 0.08, 3.0, "#3a3c42", "kitchen table", "table")
def pan(pen: Pen) -> None:
    """Draw a frying pan."""
    pen.limb("1.7,.4 2.4,.26 2.95,.2", 0.16, 0.13, 0.16, paint="#2a2018", **WOOD)
    pen.blob(".04,.3 .2,.9 .9,.99 1.6,.9 1.78,.3 .9,.42", **POLISHED)
    pen.ellipse(0.91, 0.31, 0.87, 0.24, lighter(pen.colour, 0.15), gloss=0.6)
    pen.ellipse(0.91, 0.35, 0.78, 0.18, darker(pen.colour, 0.4), gloss=0.5)


@thing("barrel, keg, cask", 0.9, 0.75, "#9a6a38", "farm bar")
def barrel(pen: Pen) -> None:
    """Draw a barrel of staves with hoops."""
    pen.blob(".12,.03 .375,.0 .63,.03 .74,.5 .63,.97 .375,1.0 .12,.97 .01,.5", **WOOD)
    for x in (0.14, 0.26, 0.375, 0.49, 0.61):
        bulge = 0.375 + (x - 0.375) * 1.28
        pen.limb([(x, 0.04), (bulge, 0.5), (x, 0.96)], 0.006, 0.006, paint=pen.dark)
    for y, w in ((0.14, 0.33), (0.34, 0.37), (0.66, 0.37), (0.86, 0.33)):
        pen.limb(
            [(0.375 - w, y), (0.375, y + 0.025), (0.375 + w, y)],
            0.05,
            0.05,
            paint="#5a6068",
            gloss=0.5,
        )


@thing("pen, ballpoint, fountain pen", 0.14, 0.22, "#2f4f9a #22242a", "table office", "table")
def ballpoint(pen: Pen) -> None:
    """Draw a pen, its tip down."""
    pen.box(0.05, 0.0, 0.17, 0.72, None, 0.05, gloss=0.8, round=1)
    pen.limb(".18,.08 .19,.3", 0.026, 0.02, **{**POLISHED, "paint": "#d8b24a"})
    pen.poly(".05,.7 .17,.7 .12,.98 .1,.98", "#b8c0c8", **POLISHED)


@thing("envelope, letter, mail", 0.12, 1.5, "#f4efe2 #e8d0a8", "table office", "table")
def envelope(pen: Pen) -> None:
    """Draw a closed envelope with a seal."""
    pen.box(0.0, 0.04, 1.5, 0.99, None, 0.02, round=0.2)
    pen.limb(".02,.97 .6,.52", 0.012, 0.012, paint=darker(pen.colour, 0.2), bend=False)
    pen.limb("1.48,.97 .9,.52", 0.012, 0.012, paint=darker(pen.colour, 0.2), bend=False)
    pen.poly(".0,.05 1.5,.05 .75,.64", darker(pen.colour, 0.06), round=0.3)
    pen.ellipse(0.75, 0.58, 0.11, 0.11, "#b8242c", gloss=0.6, round=1)


@thing("padlock, lock", 0.12, 0.75, "#d8a83a #8a9098", "table", "table")
def padlock(pen: Pen) -> None:
    """Draw a closed padlock."""
    pen.limb(".16,.5 .16,.2 .375,.04 .59,.2 .59,.5", 0.09, 0.09, paint="#a8b0b8", **POLISHED)
    pen.box(0.02, 0.42, 0.73, 0.99, None, 0.08, gloss=0.7, round=0.6)
    pen.ellipse(0.375, 0.64, 0.07, 0.07, "#22242a")
    pen.poly(".345,.66 .405,.66 .42,.84 .33,.84", "#22242a")


@thing("coin, ~medal, ~money", 0.03, 1.0, "#e0b23a #b8c0c8 #b8703a", "table", "table")
def coin(pen: Pen) -> None:
    """Draw a coin with its rim and a star."""
    pen.ellipse(0.5, 0.5, 0.49, 0.49, gloss=0.8, round=0.5)
    pen.ring(0.5, 0.5, 0.42, 0.38, darker(pen.colour, 0.3))
    star = [
        (0.5 + r * math.sin(k * math.pi / 5), 0.5 - r * math.cos(k * math.pi / 5))
        for k, r in enumerate((0.28, 0.12) * 5)
    ]
    pen.poly(star, darker(pen.colour, 0.2), gloss=0.5)


@thing("trophy, cup of victory, award", 0.4, 0.9, "#e0b23a", "table stage", "table")
def trophy(pen: Pen) -> None:
    """Draw a cup with two handles on its foot."""
    for side in (-1, 1):
        pen.limb(
            [(0.45 + side * 0.26, 0.12), (0.45 + side * 0.44, 0.16), (0.45 + side * 0.2, 0.46)],
            0.05,
            0.045,
            0.05,
            gloss=0.8,
        )
    pen.box(0.24, 0.86, 0.66, 1.0, "#3a2418", 0.02, **WOOD)
    pen.poly(".4,.56 .5,.56 .56,.87 .34,.87", gloss=0.8, round=1)
    pen.blob(".17,.04 .73,.04 .72,.3 .58,.54 .45,.6 .32,.54 .18,.3", gloss=0.9, round=1)
    pen.ellipse(0.45, 0.05, 0.28, 0.045, darker(pen.colour, 0.4), gloss=0.6)


@thing("broom, ~mop, besom", 1.3, 0.34, "#d8b050", "kitchen street")
def broom(pen: Pen) -> None:
    """Draw a broom, its bristles down."""
    pen.limb(".17,.0 .17,.7", 0.03, 0.034, paint="#9a6a3a", **WOOD)
    pen.blob(".1,.68 .24,.68 .33,.99 .17,1.0 .01,.99", grain="fur", strength=0.9)
    pen.limb(".09,.72 .25,.72", 0.034, 0.034, paint="#b8342c")


@thing("sunglasses, shades", 0.06, 2.4, "#22242a #8a3a2a", "table beach", "table")
def sunglasses(pen: Pen) -> None:
    """Draw sunglasses."""
    for side in (-1, 1):
        x = 1.2 + side * 0.6
        pen.blob([(x - 0.5, 0.2), (x + 0.5, 0.2), (x + 0.42, 0.86), (x, 1.0), (x - 0.42, 0.86)])
        pen.blob(
            [(x - 0.41, 0.28), (x + 0.41, 0.28), (x + 0.34, 0.78), (x, 0.9), (x - 0.34, 0.78)],
            "#1a2430",
            gloss=1.0,
            round=0.3,
        )
    pen.limb("1.1,.32 1.2,.26 1.3,.32", 0.09, 0.09)


@thing("fence, picket fence, ~gate", 1.0, 2.2, "#f2efe6 #9a6a3a", "garden farm meadow")
def fence(pen: Pen) -> None:
    """Draw a fence of pointed boards."""
    for y in (0.4, 0.78):
        pen.box(0.0, y, 2.2, y + 0.08, darker(pen.colour, 0.1), 0.0, **WOOD)
    for k in range(8):
        x = 0.06 + k * 0.28
        pen.poly(
            [(x, 1.0), (x, 0.16), (x + 0.09, 0.04), (x + 0.18, 0.16), (x + 0.18, 1.0)], **WOOD
        )


@thing("football, soccer ball", 0.22, 1.0, "#f6f6f2", "pitch park", "ground")
def football(pen: Pen) -> None:
    """Draw a ball of white and black panels."""
    pen.ellipse(0.5, 0.5, 0.49, 0.49, round=1, gloss=0.3)
    for x, y, r in (
        (0.5, 0.48, 0.13),
        (0.2, 0.26, 0.09),
        (0.8, 0.26, 0.09),
        (0.26, 0.8, 0.09),
        (0.74, 0.8, 0.09),
    ):
        turned = [(x + r * math.sin(k * 1.2566), y - r * math.cos(k * 1.2566)) for k in range(5)]
        pen.poly(turned, "#22222a")
        pen.limb([(x, y), (0.5, 0.48)], 0.012, 0.012, paint="#8a8a90", bend=False)


@thing("basketball", 0.24, 1.0, "#d8702a", "gym", "ground")
def basketball(pen: Pen) -> None:
    """Draw a basketball with its seams."""
    pen.ellipse(0.5, 0.5, 0.49, 0.49, round=1, grain="rough", strength=0.3)
    for path in (
        ".01,.5 .5,.52 .99,.5",
        ".5,.01 .5,.5 .5,.99",
        ".16,.16 .34,.5 .16,.84",
        ".84,.16 .66,.5 .84,.84",
    ):
        pen.limb(path, 0.016, 0.016, 0.016, paint="#2a1810")


@thing(
    "racket, racquet, tennis racket, tennis racquet, badminton racket",
    0.7,
    0.42,
    "#e04a2a #2f62b8",
    "pitch park",
)
def racket(pen: Pen) -> None:
    """Draw a racket, its head up."""
    pen.limb(".21,.56 .21,.98", 0.03, 0.045, paint="#2a2a30")
    pen.ellipse(0.21, 0.3, 0.2, 0.29, gloss=0.5)
    pen.ellipse(0.21, 0.3, 0.165, 0.25, "#f2f2ea")
    for k in range(-3, 4):
        pen.limb(
            [(0.21 + k * 0.04, 0.08), (0.21 + k * 0.04, 0.52)],
            0.004,
            0.004,
            paint="#8a9098",
            bend=False,
        )
    for k in range(-5, 6):
        pen.limb(
            [(0.07, 0.3 + k * 0.04), (0.35, 0.3 + k * 0.04)],
            0.004,
            0.004,
            paint="#8a9098",
            bend=False,
        )


@thing("skateboard, longboard", 0.14, 5.5, "#c8503a #3a7a8a", "street park")
def skateboard(pen: Pen) -> None:
    """Draw a skateboard from the side."""
    for x in (1.2, 4.3):
        pen.box(x - 0.16, 0.4, x + 0.16, 0.6, "#8a9098", 0.05, **POLISHED)
        for dx in (-0.2, 0.2):
            pen.ellipse(x + dx, 0.76, 0.25, 0.24, "#f2d24a", gloss=0.5)
            pen.ellipse(x + dx, 0.76, 0.09, 0.09, "#3a3a42")
    pen.limb(".05,.1 .7,.34 2.75,.36 4.8,.34 5.45,.1", 0.14, 0.15, 0.15, 0.15, 0.14, gloss=0.4)


@thing("surfboard", 2.0, 0.3, "#f2d24a #3aa0b8 #f07a5a", "beach")
def surfboard(pen: Pen) -> None:
    """Draw a surfboard that stands in the sand."""
    pen.blob(".15,.0 .27,.2 .29,.6 .2,1.0 .1,1.0 .01,.6 .03,.2", gloss=0.6, round=0.6)
    pen.limb(".15,.03 .15,.98", 0.03, 0.03, paint=lighter(pen.colour, 0.7), bend=False)


@thing("violin, fiddle, ~viola", 0.6, 0.42, "#a8521c", "stage", "table")
def violin(pen: Pen) -> None:
    """Draw a violin, upright."""
    pen.limb(".21,.4 .21,.06", 0.05, 0.04, paint="#2a1a12", bend=False)
    pen.ellipse(0.21, 0.04, 0.04, 0.035, "#6a3414")
    pen.blob(
        ".21,.36 .34,.42 .33,.56 .3,.63 .4,.78 .34,.96 .21,1.0 "
        ".08,.96 .02,.78 .12,.63 .09,.56 .08,.42",
        grain="wood",
        gloss=0.7,
    )
    for side in (-1, 1):
        pen.limb(
            [(0.21 + side * 0.08, 0.62), (0.21 + side * 0.06, 0.7), (0.21 + side * 0.085, 0.78)],
            0.012,
            0.012,
            0.012,
            paint="#2a1a12",
        )
    pen.box(0.155, 0.77, 0.265, 0.8, "#e8d0a0", 0.005)
    for k in range(4):
        pen.limb(
            [(0.19 + k * 0.0135, 0.1), (0.185 + k * 0.017, 0.92)],
            0.004,
            0.004,
            paint="#f0f0ea",
            bend=False,
        )


@thing("ball, beach ball", 0.3, 1.0, "#d83a2c #f0b82c #2f7ad0", "beach park", hand=None)
def ball(pen: Pen) -> None:
    """Draw a beach ball."""
    pen.ellipse(0.5, 0.5, 0.49, 0.49, gloss=0.6, round=1)
    for half in (0.33, 0.1):
        tone = "#f8f4ea" if half > 0.2 else pen.colour
        pen.fill([geometry.ellipse(0.5, 0.5, half, 0.485, 24)], tone, round=1, gloss=0.5)
    pen.ellipse(0.32, 0.1, 0.07, 0.04, "#f8f4ea", turn=24)


@thing("balloon, party balloon", 0.4, 0.72, "#d83a3a #2f7ad0 #f0b82c #7a4ab0", "sky park", "air")
def balloon(pen: Pen) -> None:
    """Draw a party balloon."""
    pen.limb(".36,.7 .4,.8 .33,.9 .38,1.0", 0.012, 0.01, paint="#d8d4c8")
    pen.poly(".31,.73 .41,.73 .36,.66", pen.dark)
    pen.blob(".36,.0 .58,.06 .7,.28 .62,.52 .36,.69 .1,.52 .02,.28 .14,.06", gloss=0.9, round=1)


@thing("kite", 0.9, 0.8, "#d83a3a #2f9a6a #f0b82c", "sky beach meadow", "air")
def kite(pen: Pen) -> None:
    """Draw a kite with its tail."""
    pen.limb(".4,.66 .5,.76 .36,.86 .46,1.0", 0.012, 0.01, paint="#e8e0d0")
    for x, y, tone in ((0.48, 0.75, "#f0b82c"), (0.38, 0.86, "#2f7ad0"), (0.45, 0.97, "#d83a3a")):
        pen.poly(
            [
                (x - 0.06, y - 0.025),
                (x + 0.06, y + 0.025),
                (x + 0.06, y - 0.025),
                (x - 0.06, y + 0.025),
            ],
            tone,
        )
    pen.poly(".4,.0 .76,.24 .4,.68", lighter(pen.colour, 0.12), grain="fabric", round=0.1)
    pen.poly(".4,.0 .04,.24 .4,.68", darker(pen.colour, 0.12), grain="fabric", round=0.1)
    pen.poly(".4,.24 .76,.24 .4,.68", "#f4c83a", grain="fabric", round=0.1)
    pen.limb(".4,.0 .4,.68", 0.016, 0.016, paint="#6a4a30", bend=False)
    pen.limb(".04,.24 .76,.24", 0.016, 0.016, paint="#6a4a30", bend=False)


@thing(
    "umbrella, parasol",
    0.9,
    1.0,
    "#d83a3a #2f6ab0 #f0b82c #3a9a7a",
    "beach street",
    hand=(0.52, 0.86),
)
def umbrella(pen: Pen) -> None:
    """Draw an open umbrella."""
    pen.limb(".5,.1 .5,.9 .56,.97 .63,.9", 0.026, 0.03, 0.04, paint="#6a4428")
    pen.blob(
        ".01,.5 .1,.22 .3,.06 .5,.02 .7,.06 .9,.22 .99,.5 .84,.44 .67,.5 .5,.44 .33,.5 .16,.44",
        round=0.9,
        gloss=0.2,
        grain="fabric",
    )
    pen.blob(
        ".33,.5 .36,.2 .5,.02 .64,.2 .67,.5 .5,.44",
        lighter(pen.colour, 0.28),
        round=0.5,
        grain="fabric",
    )
    pen.limb(".5,.04 .5,-.03", 0.025, 0.015, paint="#6a4428")


@thing(
    "hat, ~cap, ~top hat, ~cowboy hat", 0.25, 1.6, "#8a5f38 #2c2a30 #b8402e", "beach farm", "table"
)
def hat(pen: Pen) -> None:
    """Draw a felt hat."""
    pen.blob(".0,.74 .3,.66 1.3,.66 1.6,.74 1.4,.94 .8,1.0 .2,.94", grain="fabric", round=0.6)
    pen.blob(
        ".34,.82 .38,.3 .5,.06 .8,.12 1.1,.06 1.22,.3 1.26,.82 .8,.92", grain="fabric", round=0.9
    )
    pen.limb(".35,.74 .8,.84 1.25,.74", 0.11, 0.12, 0.11, paint=darker(pen.colour, 0.55))


@thing(
    "shoe, ~boot, sneaker, trainer",
    0.12,
    1.8,
    "#d83a3a #2f5fa8 #f0ece4 #6a4428",
    "street living_room",
    "ground",
)
def shoe(pen: Pen) -> None:
    """Draw a trainer."""
    pen.blob(
        ".06,.2 .2,.1 .5,.14 .7,.3 1.1,.5 1.6,.6 1.76,.78 1.74,.9 .1,.9 .04,.6",
        grain="fabric",
        round=0.7,
    )
    pen.blob(".04,.82 .9,.84 1.78,.8 1.78,.96 1.6,1.0 .12,1.0 .03,.96", "#f6f2ea", round=0.8)
    pen.blob("1.3,.56 1.62,.61 1.77,.78 1.74,.84 1.36,.82", "#f6f2ea", round=0.6)
    for k in range(4):
        pen.limb(
            [(0.62 + k * 0.13, 0.44 + k * 0.045), (0.8 + k * 0.13, 0.3 + k * 0.075)],
            0.045,
            0.04,
            paint="#f8f6f0",
        )
    pen.limb(".4,.78 .7,.6 .64,.76", 0.06, 0.05, 0.02, paint=lighter(pen.colour, 0.7))


@thing(
    "gift, present, parcel, gift box",
    0.3,
    1.0,
    "#d83a4a #2f7ab0 #3a9a6a #8a4ab0",
    "living_room",
    "ground",
)
def gift(pen: Pen) -> None:
    """Draw a wrapped present."""
    ribbon = "#f6d24a" if pen.colour[0] < 0.9 or pen.colour[1] < 0.6 else "#d83a3a"
    pen.poly(".04,.4 .62,.46 .62,1.0 .06,.93", round=0.1)
    pen.poly(".62,.46 .96,.36 .94,.88 .62,1.0", darker(pen.colour, 0.35), round=0.1)
    pen.poly(".02,.3 .4,.22 .98,.28 .62,.37", lighter(pen.colour, 0.25), round=0.05)
    pen.poly(".02,.3 .62,.37 .62,.47 .02,.4", lighter(pen.colour, 0.08), round=0.1)
    pen.poly(".62,.37 .98,.28 .98,.37 .62,.47", darker(pen.colour, 0.25), round=0.1)
    pen.poly(".28,.33 .4,.345 .4,.97 .28,.955", ribbon, round=0.2, gloss=0.3)
    pen.poly(".75,.34 .84,.315 .83,.92 .75,.95", darker(ribbon, 0.25), round=0.2)
    for side in (-1, 1):
        pen.blob(
            [
                (0.5, 0.28),
                (0.5 + side * 0.12, 0.06),
                (0.5 + side * 0.3, 0.1),
                (0.5 + side * 0.24, 0.26),
            ],
            ribbon,
            round=0.8,
            gloss=0.4,
        )
    pen.ellipse(0.5, 0.26, 0.06, 0.05, ribbon, gloss=0.4)


@thing("key", 0.08, 1.9, "#d8b04a #9aa2aa", "table living_room", "table")
def key(pen: Pen) -> None:
    """Draw an old key."""
    pen.limb(".6,.5 1.8,.5", 0.15, 0.14, gloss=0.8, bend=False)
    pen.ring(0.38, 0.5, 0.37, 0.2, gloss=0.8, round=1)
    for x, low in ((1.45, 0.86), (1.68, 0.94)):
        pen.box(x, 0.5, x + 0.13, low, None, 0.02, gloss=0.7, round=0.5)
    pen.ellipse(0.78, 0.5, 0.1, 0.14, gloss=0.8)


@thing("globe, ~world", 0.4, 0.85, "#2f7ab8", "classroom library", "table")
def globe(pen: Pen) -> None:
    """Draw a school globe."""
    pen.ellipse(0.42, 0.95, 0.24, 0.05, "#7a5230", grain="wood")
    pen.limb(".42,.94 .42,.82", 0.06, 0.05, paint="#7a5230")
    pen.limb(".28,.02 .06,.2 .06,.56 .28,.8 .5,.84", 0.04, 0.045, 0.04, paint="#d8a83a", gloss=0.7)
    pen.ellipse(0.44, 0.42, 0.37, 0.37, gloss=0.6, round=1)
    for points in (
        ".2,.24 .36,.14 .44,.24 .36,.4 .28,.36",
        ".36,.46 .48,.46 .46,.66 .38,.7",
        ".54,.2 .72,.24 .78,.42 .66,.42 .6,.34",
        ".58,.46 .7,.5 .68,.64 .6,.62",
    ):
        pen.blob(points, "#6aa84a", round=0.25)


@thing(
    "box, chest, ~crate, treasure chest, treasure",
    0.5,
    1.3,
    "#9a6a3a #7a4a2c #b88a54",
    "beach cave",
    "ground",
    seat=(0.65, 0.12),
    mouth=(0.65, 0.46, 0.9),
)
def box(pen: Pen) -> None:
    """Draw a banded wooden chest, without its lid if something is in it."""
    wood: Finish = {"grain": "wood", "strength": 0.8}
    if pen.filled:
        pen.poly(".06,.46 1.24,.46 1.24,.98 .06,.98", round=0.15, **wood)
        pen.box(0.04, 0.44, 1.26, 0.52, "#5a4a3a", gloss=0.4)
        for x in (0.16, 0.65, 1.14):
            pen.limb([(x, 0.48), (x, 0.98)], 0.07, 0.07, paint="#5a4a3a", bend=False, gloss=0.4)
        return
    pen.poly(".06,.46 1.24,.46 1.24,.98 .06,.98", round=0.15, **wood)
    pen.blob(
        ".04,.48 .1,.2 .3,.08 1.0,.08 1.2,.2 1.26,.48",
        lighter(pen.colour, 0.08),
        round=0.8,
        **wood,
    )
    for x in (0.16, 0.65, 1.14):
        pen.limb([(x, 0.11), (x, 0.98)], 0.07, 0.07, paint="#5a4a3a", bend=False, gloss=0.4)
    pen.box(0.04, 0.44, 1.26, 0.52, "#5a4a3a", gloss=0.4)
    pen.box(0.57, 0.42, 0.73, 0.62, "#d8b04a", 0.03, gloss=0.8)
    pen.ellipse(0.65, 0.51, 0.025, 0.03, "#2a2018")


@thing("crown, tiara", 0.2, 1.3, "#e0b02c", "castle_hall museum", "table")
def crown(pen: Pen) -> None:
    """Draw a jewelled crown."""
    pen.poly(
        ".08,.92 .0,.24 .28,.54 .4,.06 .65,.48 .9,.06 1.02,.54 1.3,.24 1.22,.92",
        gloss=0.9,
        round=0.5,
    )
    pen.limb(
        ".08,.9 .4,.97 .9,.97 1.22,.9", 0.14, 0.15, 0.14, paint=darker(pen.colour, 0.1), gloss=0.9
    )
    for x, y in ((0.0, 0.22), (0.4, 0.04), (0.9, 0.04), (1.3, 0.22)):
        pen.ellipse(x, y, 0.05, 0.05, "#d82a3a", gloss=1)
    for x, tone in ((0.25, "#2f7ad0"), (0.52, "#d82a3a"), (0.78, "#2fa06a"), (1.05, "#d82a3a")):
        pen.ellipse(x, 0.94, 0.06, 0.05, tone, gloss=1)


@thing("candle, candles, candlelight", 0.25, 0.4, "#f2e8d0 #c8403a", "table", "table")
def candle(pen: Pen) -> None:
    """Draw a burning candle."""
    pen.ellipse(0.2, 0.95, 0.19, 0.045, "#c89a3a", gloss=0.8)
    pen.box(0.1, 0.34, 0.3, 0.94, None, 0.03, round=1)
    pen.limb(".13,.36 .12,.52", 0.04, 0.03, round=1)
    pen.ellipse(0.2, 0.35, 0.1, 0.025, lighter(pen.colour, 0.5), round=0.2)
    pen.limb(".2,.35 .2,.28", 0.012, 0.01, paint="#2a2420")
    pen.glow(0.2, 0.17, 0.7, "#ffb84a", 0.7)
    pen.blob(".2,.0 .27,.16 .25,.27 .2,.3 .15,.27 .13,.16", "#ffc23a", round=0.1)
    pen.blob(".2,.12 .235,.2 .2,.28 .165,.2", "#fff4c8", round=0.1)


@thing(
    "teddy bear, teddy, toy bear",
    0.4,
    0.85,
    "#b8813f #d8a86a #8a5a3a",
    "bedroom",
    hand=(0.42, 0.7),
)
def teddy(pen: Pen) -> None:
    """Draw a teddy bear with a ribbon."""
    fur: Finish = {"grain": "fur", "strength": 0.7}
    pale = lighter(pen.colour, 0.45)
    for side in (-1, 1):
        pen.ellipse(0.42 + side * 0.24, 0.9, 0.14, 0.11, **fur)
        pen.ellipse(0.42 + side * 0.26, 0.91, 0.08, 0.07, pale)
        pen.ellipse(0.42 + side * 0.3, 0.6, 0.1, 0.16, turn=-side * 30, **fur)
        pen.ellipse(0.42 + side * 0.21, 0.09, 0.1, 0.095, **fur)
        pen.ellipse(0.42 + side * 0.21, 0.1, 0.06, 0.055, pale)
    pen.ellipse(0.42, 0.7, 0.25, 0.27, **fur)
    pen.ellipse(0.42, 0.73, 0.16, 0.18, pale, grain="fur")
    pen.ellipse(0.42, 0.26, 0.27, 0.24, **fur)
    pen.ellipse(0.42, 0.34, 0.13, 0.1, pale, grain="fur")
    pen.ellipse(0.42, 0.3, 0.05, 0.035, "#2a1c18", gloss=0.7)
    pen.limb(".36,.375 .42,.395 .48,.375", 0.012, 0.012, paint="#5a3424")
    for side in (-1, 1):
        pen.eye(0.42 + side * 0.11, 0.23, 0.032)
        pen.blob(
            [(0.42, 0.5), (0.42 + side * 0.15, 0.43), (0.42 + side * 0.16, 0.56)],
            "#c8303a",
            gloss=0.3,
        )
    pen.ellipse(0.42, 0.5, 0.04, 0.04, "#a8202c")


@thing("guitar, ~ukulele", 1.0, 0.42, "#b8702c #8a3a24", "stage living_room", hand=(0.2, 0.7))
def guitar(pen: Pen) -> None:
    """Draw a guitar."""
    wood: Finish = {"grain": "wood", "gloss": 0.5}
    pen.box(0.18, 0.08, 0.24, 0.56, "#4a2f1e", 0.005, **wood)
    pen.box(0.16, 0.0, 0.26, 0.1, "#5a3a22", 0.015, **wood)
    pen.blob(
        ".21,.42 .33,.46 .35,.56 .31,.64 .4,.78 .36,.95 "
        ".21,1.0 .06,.95 .02,.78 .11,.64 .07,.56 .09,.46",
        round=0.35,
        **wood,
    )
    pen.ellipse(0.21, 0.66, 0.075, 0.075, "#f0dfb8")
    pen.ellipse(0.21, 0.66, 0.062, 0.062, "#1d1410")
    pen.box(0.13, 0.84, 0.29, 0.87, "#3a2418", 0.01)
    for k in range(4):
        pen.limb(
            [(0.195 + k * 0.011, 0.05), (0.185 + k * 0.017, 0.855)],
            0.004,
            0.004,
            paint="#e8e0cc",
            bend=False,
        )
    for k in range(3):
        for x in (0.15, 0.27):
            pen.ellipse(x, 0.025 + k * 0.03, 0.012, 0.01, "#d8d4c8", gloss=0.7)


@thing("piano, grand piano", 1.3, 1.25, "#26242a #7a4a2c", "stage living_room", seat=(0.6, 0.02))
def piano(pen: Pen) -> None:
    """Draw an upright piano."""
    pen.box(0.06, 0.02, 1.19, 0.94, darker(pen.colour, 0.1), 0.02, gloss=0.6, round=0.08)
    pen.box(0.02, 0.0, 1.23, 0.06, None, 0.02, gloss=0.7)
    pen.box(0.16, 0.12, 1.09, 0.4, lighter(pen.colour, 0.08), 0.02, round=0.05)
    pen.box(0.02, 0.5, 1.23, 0.62, None, 0.02, gloss=0.7)
    pen.poly(".08,.5 1.17,.5 1.2,.57 .05,.57", "#f8f4ea", round=0.1)
    for k in range(21):
        x = 0.1 + k * 0.05
        pen.limb([(x, 0.505), (x - 0.006, 0.565)], 0.005, 0.005, paint="#a8a49a", bend=False)
        if k % 7 not in (2, 6):
            pen.box(x + 0.015, 0.5, x + 0.037, 0.54, "#16151a")
    for x in (0.08, 1.1):
        pen.box(x, 0.6, x + 0.07, 1.0, None, 0.02, gloss=0.4)


@thing("drum, drums", 0.6, 1.2, "#c8302a #2f6ab0 #e8b02c", "stage", seat=(0.6, 0.1))
def drum(pen: Pen) -> None:
    """Draw a drum and its sticks."""
    pen.blob(".04,.26 .06,.86 .3,.98 .6,1.0 .9,.98 1.14,.86 1.16,.26", gloss=0.5, round=1)
    for k in range(5):
        x = 0.1 + k * 0.2
        pen.limb(
            [(x, 0.34), (x + 0.1, 0.9), (x + 0.2, 0.34)], 0.018, 0.018, paint="#f0e8d4", bend=False
        )
    for y in (0.28, 0.9):
        pen.limb(
            [(0.04, y), (0.3, y + 0.07), (0.6, y + 0.09), (0.9, y + 0.07), (1.16, y)],
            0.07,
            0.07,
            paint="#d8b050",
            gloss=0.7,
        )
    pen.ellipse(0.6, 0.25, 0.56, 0.14, "#f6f0e0", round=0.15)
    for a, b in (((0.2, 0.0), (0.7, 0.24)), ((1.08, -0.02), (0.6, 0.26))):
        pen.limb([a, b], 0.03, 0.025, paint="#c89a5a", bend=False)
        pen.ellipse(*b, 0.04, 0.03, "#d8b070")


@thing("trumpet, horn", 0.3, 1.9, "#d8a83a", "stage", "table")
def trumpet(pen: Pen) -> None:
    """Draw a trumpet."""
    brass: Finish = {"gloss": 0.9, "round": 1}
    pen.limb(".1,.4 .5,.4 1.3,.4", 0.07, 0.07, bend=False, **brass)
    pen.limb("1.1,.4 .6,.4 .42,.6 .6,.82 1.1,.82 1.26,.64 1.1,.42", 0.075, 0.075, **brass)
    pen.blob("1.2,.34 1.55,.3 1.8,.02 1.86,.4 1.8,.78 1.55,.5 1.2,.46", **brass)
    pen.ellipse(1.82, 0.4, 0.06, 0.38, darker(pen.colour, 0.5), round=0.3)
    for x in (0.72, 0.85, 0.98):
        pen.box(x - 0.04, 0.3, x + 0.04, 0.76, lighter(pen.colour, 0.15), 0.02, round=1, gloss=0.8)
        pen.ellipse(x, 0.24, 0.035, 0.03, "#f4ecd8")
    pen.blob(".02,.34 .1,.38 .1,.42 .02,.46", **brass)


@thing(
    "computer, laptop, monitor",
    0.4,
    1.4,
    "#8f969e #2c2e34",
    "living_room laboratory classroom",
    "table",
)
def computer(pen: Pen) -> None:
    """Draw a laptop with a bright screen."""
    pen.box(0.16, 0.02, 1.24, 0.74, None, 0.04, gloss=0.4, round=0.1)
    pen.box(0.2, 0.06, 1.2, 0.69, "#1d3f6a", 0.01, round=0.1)
    for k, (w, tone) in enumerate(
        (
            (0.5, "#7ae0c0"),
            (0.7, "#f4c85a"),
            (0.36, "#e87a8a"),
            (0.6, "#8ac0f4"),
            (0.44, "#7ae0c0"),
        )
    ):
        pen.dot_box(0.26 + 0.05 * (k % 2), 0.13 + k * 0.1, 0.26 + w, 0.17 + k * 0.1, tone)
    pen.glow(0.7, 0.4, 0.7, "#6ab0ff", 0.2)
    pen.poly(".16,.74 1.24,.74 1.4,.96 .0,.96", lighter(pen.colour, 0.12), gloss=0.4, round=0.1)
    pen.poly(".22,.77 1.18,.77 1.25,.87 .15,.87", "#33363c", round=0.05)
    pen.poly(".0,.96 1.4,.96 1.37,1.0 .03,1.0", darker(pen.colour, 0.3))
    pen.poly(".55,.89 .85,.89 .88,.945 .52,.945", darker(pen.colour, 0.08))


@thing(
    "telephone, dial telephone, landline",
    0.16,
    1.3,
    "#c8302a #26282e #2f7a6a",
    "living_room",
    "table",
)
def telephone(pen: Pen) -> None:
    """Draw a dial telephone."""
    pen.blob(".16,.98 .22,.66 .44,.38 .86,.38 1.08,.66 1.14,.98 .65,1.02", gloss=0.7, round=0.8)
    pen.blob(
        ".02,.34 .06,.12 .3,.1 .65,.04 1.0,.1 1.24,.12 "
        "1.28,.34 1.12,.4 .98,.26 .65,.2 .32,.26 .18,.4",
        gloss=0.8,
        round=0.9,
    )
    pen.ellipse(0.65, 0.68, 0.25, 0.22, "#f2ece0", round=0.2)
    for k in range(10):
        turn = k * math.tau / 10
        pen.ellipse(
            0.65 + math.cos(turn) * 0.17, 0.68 + math.sin(turn) * 0.15, 0.034, 0.03, "#3a3a40"
        )
    pen.ellipse(0.65, 0.68, 0.08, 0.07, gloss=0.5)


@thing("camera", 0.14, 1.4, "#2c2e34 #8a5a34", "table street", "table")
def camera(pen: Pen) -> None:
    """Draw a camera."""
    pen.box(0.04, 0.2, 1.36, 0.98, "#b8bdc2", 0.07, gloss=0.6, round=0.2)
    pen.box(0.04, 0.4, 1.36, 0.86, None, 0.02, grain="rough", strength=0.7, round=0.1)
    pen.poly(".5,.22 .56,.04 .84,.04 .9,.22", "#b8bdc2", gloss=0.6)
    pen.ellipse(0.24, 0.17, 0.12, 0.05, "#8f959b", gloss=0.7)
    pen.box(1.06, 0.26, 1.26, 0.36, "#f4f0d8", 0.02, gloss=0.8)
    pen.ellipse(0.7, 0.62, 0.34, 0.34, "#3a3c42", gloss=0.5)
    pen.ellipse(0.7, 0.62, 0.27, 0.27, "#17181c", gloss=0.4)
    pen.ellipse(0.7, 0.62, 0.18, 0.18, "#24406a", gloss=1.0, round=1)
    pen.ellipse(0.64, 0.55, 0.05, 0.04, "#cfe4ff")


@thing("sword, dagger", 1.0, 0.32, "#c4ccd4", "castle_hall museum", hand=(0.16, 0.85))
def sword(pen: Pen) -> None:
    """Draw a sword with its point up."""
    pen.poly(".16,.0 .2,.08 .2,.76 .12,.76 .12,.08", gloss=0.9, round=0.4)
    pen.limb(".16,.08 .16,.74", 0.014, 0.014, paint=darker(pen.colour, 0.25), bend=False)
    pen.limb(".02,.77 .16,.75 .3,.77", 0.04, 0.05, 0.04, paint="#d8b04a", gloss=0.8)
    pen.limb(".16,.78 .16,.93", 0.05, 0.05, paint="#5a3a24", grain="fabric")
    pen.ellipse(0.16, 0.96, 0.04, 0.04, "#d8b04a", gloss=0.8)


@thing("hammer, mallet", 0.35, 0.66, "#8f969e", "laboratory", "ground")
def hammer(pen: Pen) -> None:
    """Draw a claw hammer."""
    pen.limb(".34,.99 .33,.6 .34,.16", 0.11, 0.08, 0.085, paint="#b8813f", grain="wood")
    pen.box(0.14, 0.06, 0.46, 0.22, None, 0.02, gloss=0.8, round=0.6)
    pen.box(0.02, 0.03, 0.16, 0.25, darker(pen.colour, 0.1), 0.02, gloss=0.8, round=0.6)
    pen.blob(".44,.06 .58,.04 .66,.2 .56,.14 .46,.2", gloss=0.8, round=0.6)


@thing("scissors, shears", 0.18, 0.6, "#d8402e #2f7ab0", "classroom table", "table")
def scissors(pen: Pen) -> None:
    """Draw open scissors."""
    for side in (-1, 1):
        pen.poly(
            [
                (0.3 + side * 0.04, 0.62),
                (0.3 - side * 0.02, 0.56),
                (0.3 - side * 0.2, 0.0),
                (0.3 - side * 0.1, 0.3),
            ],
            "#c4cad0",
            gloss=0.9,
            round=0.4,
        )
        pen.limb([(0.3, 0.58), (0.3 + side * 0.1, 0.72)], 0.06, 0.05, gloss=0.4)
        pen.fill(
            [
                geometry.ellipse(0.3 + side * 0.15, 0.84, 0.13, 0.16, -side * 20),
                geometry.ellipse(0.3 + side * 0.15, 0.84, 0.075, 0.1, -side * 20),
            ],
            gloss=0.5,
            round=1,
        )
    pen.ellipse(0.3, 0.58, 0.03, 0.03, "#6a7076", gloss=0.8)


@thing("pencil, crayon", 0.2, 0.22, "#f0b41c #d83a3a #2f7ab0", "classroom table", "ground")
def pencil(pen: Pen) -> None:
    """Draw a pencil with its point up."""
    pen.box(0.05, 0.88, 0.17, 1.0, "#e88a9a", 0.04, round=1)
    pen.box(0.05, 0.82, 0.17, 0.9, "#b8bdc2", gloss=0.8, round=1)
    pen.poly(".05,.2 .17,.2 .17,.83 .05,.83", round=0.9, gloss=0.4)
    for x in (0.09, 0.13):
        pen.limb([(x, 0.2), (x, 0.82)], 0.006, 0.006, paint=darker(pen.colour, 0.25), bend=False)
    pen.poly(".05,.2 .11,.0 .17,.2 .14,.18 .11,.21 .08,.18", "#e8c898", round=0.9)
    pen.poly(".09,.07 .11,.0 .13,.07", "#2a2a2e", round=0.9)


@thing("bell", 0.3, 0.95, "#d8a83a", "church classroom", "table")
def bell(pen: Pen) -> None:
    """Draw a brass bell."""
    pen.ring(0.47, 0.08, 0.09, 0.05, gloss=0.8)
    pen.ellipse(0.47, 0.9, 0.1, 0.09, darker(pen.colour, 0.35), gloss=0.6)
    pen.blob(
        ".38,.14 .56,.14 .72,.36 .76,.66 .93,.84 .47,.92 .01,.84 .18,.66 .22,.36",
        gloss=0.9,
        round=1,
    )
    pen.limb(
        ".2,.66 .47,.72 .74,.66", 0.025, 0.03, 0.025, paint=lighter(pen.colour, 0.3), gloss=0.6
    )


@thing("ladder", 2.4, 0.34, "#b8864a #9aa2aa", "garden farm")
def ladder(pen: Pen) -> None:
    """Draw a ladder."""
    for k in range(8):
        y = 0.08 + k * 0.12
        pen.limb(
            [(0.07, y), (0.27, y)],
            0.024,
            0.024,
            paint=darker(pen.colour, 0.15),
            grain="wood",
            bend=False,
        )
    for x in (0.04, 0.3):
        pen.limb(
            [(x, 0.0), (x + (0.01 if x > 0.2 else -0.01), 1.0)],
            0.035,
            0.038,
            grain="wood",
            bend=False,
        )


STEEL: Finish = {"grain": "metal", "gloss": 0.7, "strength": 0.3}
BRASS: Finish = {"gloss": 0.8, "round": 0.8}
PAPER, INK = "#fbf8ee", "#2c2e32"


@thing("calendar, wall calendar", 0.4, 0.86, "#c8302a #2f6fb0", "wall office", "air")
def calendar(pen: Pen) -> None:
    """Draw a wall calendar with a month of days."""
    pen.box(0.0, 0.06, 0.86, 1.0, PAPER, 0.02, round=0.05)
    pen.box(0.0, 0.06, 0.86, 0.28, corner=0.02, round=0.1)
    for k in range(7):
        pen.ring(0.1 + 0.11 * k, 0.06, 0.035, 0.02, "#9aa3ab", round=0.8)
    pen.box(0.24, 0.13, 0.62, 0.22, PAPER, 0.01, round=0)
    for row in range(5):
        for column in range(7):
            if (row, column) in ((0, 0), (0, 1), (4, 5), (4, 6)):
                continue
            x, y = 0.06 + 0.108 * column, 0.34 + 0.125 * row
            paint = pen.colour if column == 6 else "#8a9098"
            pen.box(x, y, x + 0.085, y + 0.095, "#e8e4d8", 0.008, round=0)
            pen.box(x + 0.025, y + 0.025, x + 0.06, y + 0.07, paint, round=0)
    pen.ring(0.43, 0.635, 0.075, 0.06, "#d8302a", round=0)


@thing("calculator, pocket calculator", 0.16, 0.68, "#3a3e46 #e8e4d8", "office table", "table")
def calculator(pen: Pen) -> None:
    """Draw a calculator with its display and keys."""
    pen.box(0.0, 0.0, 0.68, 1.0, corner=0.05, gloss=0.4, round=0.4)
    pen.box(0.06, 0.06, 0.62, 0.27, "#c8d8b0", 0.02, gloss=0.4)
    for k, high in enumerate((0, 1, 1)):
        x = 0.36 + 0.08 * k
        pen.limb(
            [(x, 0.11), (x + 0.05, 0.11), (x + 0.05 * high, 0.165), (x + 0.05, 0.22), (x, 0.22)],
            0.014,
            0.014,
            paint=INK,
            bend=False,
            round=0,
        )
    for row in range(5):
        for column in range(4):
            paint = "#e8742a" if column == 3 else "#d8dce0" if row else "#8a9098"
            x, y = 0.06 + 0.145 * column, 0.34 + 0.128 * row
            pen.box(x, y, x + 0.115, y + 0.095, paint, 0.02, gloss=0.4, round=0.7)


@thing(
    "binoculars, field glasses, opera glasses",
    0.16,
    1.2,
    "#2c3036 #3f5a3a",
    "table hills",
    "table",
)
def binoculars(pen: Pen) -> None:
    """Draw binoculars that stand on their large lenses."""
    for x in (0.31, 0.89):
        inner = 0.6 + (x - 0.6) * 0.66
        pen.box(inner - 0.13, 0.0, inner + 0.13, 0.16, darker(pen.colour, 0.25), 0.03, round=0.9)
        pen.poly(
            [
                (inner - 0.15, 0.14),
                (inner + 0.15, 0.14),
                (x + 0.22, 0.46),
                (x + 0.25, 0.9),
                (x - 0.25, 0.9),
                (x - 0.22, 0.46),
            ],
            round=0.9,
            gloss=0.4,
            grain="rough",
            strength=0.3,
        )
        pen.box(
            x - 0.28, 0.84, x + 0.28, 0.97, darker(pen.colour, 0.2), 0.03, round=0.9, gloss=0.5
        )
        pen.ellipse(x, 0.965, 0.24, 0.035, "#7ab0d8", gloss=1.0)
    pen.box(0.5, 0.26, 0.7, 0.6, darker(pen.colour, 0.15), 0.04, round=0.7)
    pen.ellipse(0.6, 0.22, 0.08, 0.05, "#9aa3ab", gloss=0.7)


@thing("compass, magnetic compass, ship's compass", 0.1, 1.0, "#d8a84a", "table library", "table")
def compass(pen: Pen) -> None:
    """Draw a compass with its needle."""
    pen.ellipse(0.5, 0.52, 0.48, 0.47, **BRASS)
    pen.ring(0.5, 0.05, 0.06, 0.03, **BRASS)
    pen.ellipse(0.5, 0.52, 0.4, 0.39, PAPER, round=0.2)
    for k in range(16):
        a = k * math.tau / 16
        near = 0.28 if k % 4 == 0 else 0.33
        pen.limb(
            [
                (0.5 + near * math.cos(a), 0.52 + near * math.sin(a)),
                (0.5 + 0.37 * math.cos(a), 0.52 + 0.37 * math.sin(a)),
            ],
            0.014,
            0.014,
            paint=INK,
            bend=False,
            round=0,
        )
    pen.poly(".72,.24 .55,.56 .45,.48", "#d8302a", gloss=0.5)
    pen.poly(".28,.8 .55,.56 .45,.48", "#3a5a8a", gloss=0.5)
    pen.ellipse(0.5, 0.52, 0.04, 0.04, **BRASS)


@thing("hourglass, sand timer, sandglass", 0.25, 0.56, "#a8743c", "table library", "table")
def hourglass(pen: Pen) -> None:
    """Draw an hourglass in which sand runs."""
    pen.blob(
        ".09,.1 .47,.1 .47,.3 .31,.49 .31,.51 .47,.7 .47,.9 .09,.9 .09,.7 .25,.51 .25,.49 .09,.3",
        "#dcecf2",
        gloss=0.9,
        round=0.6,
    )
    pen.blob(".12,.24 .44,.24 .42,.32 .28,.48 .14,.32", "#e8c878", grain="rough")
    pen.limb(".28,.46 .28,.8", 0.014, 0.014, paint="#e8c878", bend=False)
    pen.blob(".11,.88 .18,.78 .28,.7 .38,.78 .45,.88", "#e8c878", grain="rough")
    for x in (0.045, 0.515):
        pen.limb([(x, 0.06), (x, 0.94)], 0.035, 0.035, bend=False, **WOOD)
    for y in (0.0, 0.9):
        pen.box(0.0, y, 0.56, y + 0.1, corner=0.02, **WOOD)


@thing(
    "cigarette lighter, pocket lighter", 0.08, 0.36, "#d8302a #2f6fb0 #e8b22a", "table", "table"
)
def lighter_(pen: Pen) -> None:
    """Draw a pocket lighter with its flame."""
    pen.glow(0.12, 0.12, 0.2, "#ffb040", 0.5)
    pen.blob(".12,.0 .18,.13 .16,.24 .12,.27 .08,.24 .06,.13", "#ffb62a", round=0.3)
    pen.blob(".12,.1 .15,.18 .12,.26 .09,.18", "#fff0a0", round=0.2)
    pen.box(0.04, 0.28, 0.26, 0.44, "#c4ccd2", 0.015, **STEEL)
    pen.ellipse(0.25, 0.31, 0.06, 0.045, "#5a6068", **STEEL)
    pen.box(0.02, 0.42, 0.32, 1.0, corner=0.04, gloss=0.7, round=0.8)
    pen.box(0.26, 0.36, 0.34, 0.44, "#d8302a", 0.01)


@thing(
    "matches, matchbox, matchstick, box of matches",
    0.06,
    1.5,
    "#c8402f #2f6fb0",
    "table",
    "table",
)
def matches(pen: Pen) -> None:
    """Draw an open box of matches."""
    pen.poly(".02,.5 .7,.5 .7,.94 .02,.94", "#e8dcc0", round=0.1)
    for k in range(6):
        x = 0.1 + 0.1 * k
        pen.limb(
            [(x, 0.9), (x + 0.03 * (k % 2), 0.3 + 0.05 * (k % 3))],
            0.04,
            0.04,
            paint="#e0c48a",
            bend=False,
            grain="wood",
        )
        pen.ellipse(x + 0.03 * (k % 2), 0.28 + 0.05 * (k % 3), 0.04, 0.06, "#c8302a")
    pen.box(0.0, 0.68, 0.72, 1.0, "#f0e6cc", round=0.1)
    pen.box(0.56, 0.46, 1.5, 1.0, corner=0.01, round=0.15)
    pen.box(0.66, 0.54, 1.4, 0.84, "#f6e8b8", 0.02, round=0)
    pen.blob("1.03,.56 1.1,.68 1.08,.8 .98,.8 .96,.68", "#e8742a", round=0.2)
    pen.box(0.56, 0.9, 1.5, 1.0, "#4a342a", grain="rough")


@thing(
    "marker, felt tip, felt-tip pen, highlighter, marker pen",
    0.14,
    0.22,
    "#2f8f4a #d8302a #2f6fb0 #f0d02a",
    "table classroom",
    "table",
)
def marker(pen: Pen) -> None:
    """Draw an upright marker without its cap."""
    pen.poly(".08,.08 .09,.0 .13,.0 .14,.08", darker(pen.colour, 0.1), round=0.5)
    pen.poly(".06,.2 .08,.07 .14,.07 .16,.2", INK, round=0.8)
    pen.box(0.03, 0.19, 0.19, 1.0, corner=0.03, gloss=0.6, round=0.95)
    pen.box(0.03, 0.36, 0.19, 0.74, "#f6f4ee", round=0.95)
    pen.limb(".07,.46 .11,.42 .15,.5 .09,.58 .15,.66", 0.016, 0.016)


@thing("eraser", 0.03, 2.0, "#e88a9a", "table classroom", "table")
def eraser(pen: Pen) -> None:
    """Draw an eraser in its sleeve."""
    pen.poly(
        ".1,.16 1.86,.16 2.0,.3 2.0,.86 .24,.98 .0,.86 .0,.34",
        round=0.5,
        grain="rough",
        strength=0.2,
    )
    pen.poly(".78,.14 1.88,.14 2.0,.28 2.0,.88 .8,.95", "#3a7ac8", round=0.3)
    pen.poly(".98,.14 1.14,.14 1.16,.93 1.0,.94", "#f6f4ee", round=0.2)
    for x, y in ((0.1, 0.98), (0.3, 1.0), (0.46, 0.985)):
        pen.ellipse(x, y - 0.02, 0.05, 0.02, darker(pen.colour, 0.1))


@thing("paper clip, paperclip", 0.04, 0.34, "#9aa3ab #d8302a #2f6fb0", "table office", "table")
def paper_clip(pen: Pen) -> None:
    """Draw a bent paper clip."""
    wire = geometry.smooth(
        ".24,.3 .24,.78 .17,.88 .1,.78 .1,.16 .18,.02 .3,.16 .3,.86 .18,.99 .04,.86 .04,.3",
        closed=False,
    )
    pen.limb(wire, 0.035, 0.035, bend=False, gloss=0.9, round=1)


@thing("passport", 0.13, 0.72, "#7a2430 #24365a", "table", "table")
def passport(pen: Pen) -> None:
    """Draw a passport with its emblem."""
    pen.box(0.03, 0.03, 0.72, 1.0, "#e8e0cc", 0.03)
    pen.box(0.0, 0.0, 0.69, 0.97, corner=0.04, grain="rough", strength=0.3)
    gold: Finish = {"paint": "#e0b84a", "gloss": 0.6, "round": 0.3}
    pen.box(0.16, 0.1, 0.53, 0.14, **gold)
    pen.ring(0.345, 0.45, 0.16, 0.14, **gold)
    for rx in (0.07, 0.14):
        pen.fill(
            [
                geometry.ellipse(0.345, 0.45, rx, 0.15),
                geometry.ellipse(0.345, 0.45, rx - 0.014, 0.14),
            ],
            **gold,
        )
    for y in (0.38, 0.45, 0.52):
        pen.limb([(0.2, y), (0.49, y)], 0.012, 0.012, bend=False, **gold)
    for y, x in ((0.74, 0.2), (0.82, 0.26)):
        pen.box(x, y, 0.69 - x, y + 0.035, **gold)


@thing(
    "picture frame, framed picture, photo frame, framed painting",
    0.6,
    0.86,
    "#c89a3a #6a4326",
    "wall museum",
    "air",
)
def picture_frame(pen: Pen) -> None:
    """Draw a framed painting of hills and a sun."""
    pen.box(0.0, 0.0, 0.86, 1.0, corner=0.02, gloss=0.6, **WOOD)
    pen.box(0.06, 0.06, 0.8, 0.94, darker(pen.colour, 0.3), round=0.6)
    pen.box(0.1, 0.1, 0.76, 0.9, "#a8d4ec", round=0)
    pen.ellipse(0.58, 0.28, 0.08, 0.08, "#f8d86a", round=0.2)
    pen.blob(".1,.6 .3,.42 .5,.58 .64,.5 .76,.62 .76,.9 .1,.9", "#6a9a5a", round=0.2)
    pen.blob(".1,.74 .34,.66 .58,.76 .76,.72 .76,.9 .1,.9", "#4a7a3f", round=0.2)
    pen.limb(".4,.9 .46,.8 .4,.72", 0.08, 0.04, 0.015, paint="#d8c890")


@thing("megaphone, bullhorn, loudhailer", 0.35, 1.3, "#d8402f #f4f4f0", "street park", "table")
def megaphone(pen: Pen) -> None:
    """Draw a megaphone with its grip."""
    pen.limb(".42,.6 .5,.98", 0.1, 0.09, paint=INK, bend=False)
    pen.poly(".1,.4 .3,.34 .3,.66 .1,.6", INK, round=0.8)
    pen.poly(".28,.32 1.06,.06 1.06,.94 .28,.68", "#f4f4f0", round=0.95, gloss=0.5)
    pen.poly(".28,.32 .56,.23 .56,.77 .28,.68", round=0.95, gloss=0.5)
    pen.ellipse(1.08, 0.5, 0.16, 0.49, gloss=0.5)
    pen.ellipse(1.1, 0.5, 0.11, 0.4, darker(pen.colour, 0.5), round=0.3)
    for turn, x, y in ((-25, 1.26, 0.16), (0, 1.28, 0.5), (25, 1.26, 0.84)):
        pen.fill(
            [
                geometry.rotate(
                    geometry.box(x - 0.06, y - 0.02, x + 0.05, y + 0.02, 0.01), turn, (x, y)
                )
            ],
            "#e8b22a",
        )


@thing("sleeping bag", 0.5, 2.4, "#c8502a #2f6f5a #3a5a9a", "forest park")
def sleeping_bag(pen: Pen) -> None:
    """Draw a sleeping bag laid out, open at the top."""
    pen.blob(
        ".1,.3 .6,.14 1.6,.22 2.3,.42 2.38,.7 2.2,.92 1.2,.98 .4,.98 .06,.8",
        round=0.8,
        grain="fabric",
    )
    for k in range(6):
        x = 0.74 + 0.27 * k
        pen.limb(
            [(x, 0.2 + 0.03 * k), (x + 0.05, 0.6), (x, 0.96 - 0.01 * k)],
            0.02,
            0.03,
            0.02,
            paint=pen.dark,
        )
    pen.blob(
        ".02,.5 .12,.22 .42,.16 .58,.4 .56,.8 .34,.98 .1,.88",
        lighter(pen.colour, 0.5),
        round=0.4,
        grain="fabric",
    )
    pen.blob(".12,.5 .2,.34 .4,.32 .46,.56 .36,.8 .18,.76", "#f6f2e6", round=0.9, grain="fabric")
    pen.limb(".56,.56 1.2,.5 1.7,.56", 0.03, 0.03, 0.02, paint="#e8c04a")


@thing("stethoscope", 0.5, 0.8, "#2c3036 #2f6fb0", "hospital_ward table", "table")
def stethoscope(pen: Pen) -> None:
    """Draw a stethoscope."""
    for side in (-1, 1):
        pen.limb(
            [(0.34 + side * 0.16, 0.05), (0.34 + side * 0.19, 0.2), (0.34 + side * 0.04, 0.42)],
            0.03,
            0.03,
            0.03,
            paint="#b8c0c8",
            gloss=0.8,
        )
        pen.ellipse(0.34 + side * 0.15, 0.04, 0.035, 0.04, INK)
    tube = geometry.smooth(".34,.4 .34,.56 .2,.74 .22,.92 .44,.96 .58,.8 .62,.62", closed=False)
    pen.limb(tube, 0.05, 0.05, bend=False, gloss=0.5, round=1)
    pen.ellipse(0.63, 0.5, 0.145, 0.145, "#b8c0c8", **BRASS)
    pen.ellipse(0.63, 0.5, 0.11, 0.11, "#e8ecef", round=0.2, gloss=0.6)
    pen.ring(0.63, 0.5, 0.07, 0.06, "#9aa3ab", round=0)


@thing(
    "syringe, injection, hypodermic needle", 0.16, 3.0, "#e8f2f6", "hospital_ward table", "table"
)
def syringe(pen: Pen) -> None:
    """Draw a syringe with its needle."""
    pen.limb("2.3,.5 2.98,.5", 0.05, 0.015, paint="#9aa3ab", bend=False, gloss=0.8)
    pen.poly("2.02,.34 2.3,.42 2.3,.58 2.02,.66", "#3aa88a", round=0.8)
    pen.box(0.7, 0.2, 2.06, 0.8, corner=0.06, gloss=0.9, round=0.9)
    pen.box(1.3, 0.26, 2.0, 0.74, "#8ad0e8", 0.03, gloss=0.7, round=0.9)
    pen.box(1.18, 0.24, 1.32, 0.76, INK, 0.03)
    for k in range(8):
        pen.limb(
            [(0.86 + 0.14 * k, 0.22), (0.86 + 0.14 * k, 0.4 if k % 2 else 0.48)],
            0.025,
            0.025,
            paint="#3a5a6a",
            bend=False,
            round=0,
        )
    pen.box(0.14, 0.42, 1.2, 0.58, "#d0dae0", round=0.8)
    pen.box(0.6, 0.04, 0.74, 0.96, "#d0dae0", 0.04)
    pen.box(0.02, 0.16, 0.16, 0.84, "#d0dae0", 0.05)


@thing(
    "bandage, sticking plaster, band aid, band-aid, adhesive bandage",
    0.02,
    2.8,
    "#e8b48e",
    "hospital_ward table",
    "table",
)
def bandage(pen: Pen) -> None:
    """Draw an adhesive bandage."""
    pen.box(0.0, 0.1, 2.8, 0.9, corner=0.4, round=0.3)
    pen.box(0.95, 0.12, 1.85, 0.88, lighter(pen.colour, 0.4), 0.04, round=0.4, grain="fabric")
    for side in (0.2, 2.06):
        for row in range(4):
            for column in range(4):
                pen.dot(side + 0.16 * column, 0.26 + 0.16 * row, 0.028, darker(pen.colour, 0.35))


@thing("feather, quill", 0.25, 0.46, "#f4f2ec #3a7ab0 #c8502a", "table", "table")
def feather(pen: Pen) -> None:
    """Draw a feather."""
    pen.blob(
        ".36,.0 .45,.16 .42,.4 .3,.66 .17,.8 .08,.78 .04,.58 .1,.36 .22,.14",
        round=0.5,
        grain="fur",
        strength=0.8,
    )
    for k in range(9):
        y = 0.12 + 0.075 * k
        x = 0.34 - 0.026 * k
        for side in (-1, 1):
            pen.limb(
                [(x, y + 0.05), (x + side * (0.1 - 0.004 * k), y - 0.03)],
                0.008,
                0.01,
                paint=darker(pen.colour, 0.18),
            )
    pen.limb(
        ".37,.02 .28,.4 .14,.76 .02,1.0", 0.008, 0.016, 0.022, 0.012, paint=darker(pen.colour, 0.4)
    )


@thing("bottle cap, bottlecap, crown cap", 0.03, 1.0, "#c8302a #2f6fb0 #e8b22a", "table", "table")
def bottle_cap(pen: Pen) -> None:
    """Draw a bottle cap from above."""
    edge = [
        (0.5 + r * math.cos(a), 0.5 + r * math.sin(a))
        for k in range(42)
        for a, r in [(k * math.tau / 42, 0.49 if k % 2 else 0.44)]
    ]
    pen.poly(edge, darker(pen.colour, 0.15), gloss=0.6, round=0.4)
    pen.ellipse(0.5, 0.5, 0.39, 0.39, gloss=0.7, round=0.4)
    pen.ring(0.5, 0.5, 0.31, 0.29, "#f6f4ee", round=0)
    star = [
        (0.5 + r * math.sin(a), 0.5 - r * math.cos(a))
        for k in range(10)
        for a, r in [(k * math.tau / 10, 0.2 if k % 2 == 0 else 0.085)]
    ]
    pen.poly(star, "#f6f4ee", round=0.1)


@thing("rifle, gun, hunting rifle, ~shotgun", 0.2, 5.2, "#7a4a28", "wall workshop", "table")
def rifle(pen: Pen) -> None:
    """Draw a hunting rifle from the side."""
    pen.box(2.3, 0.2, 5.2, 0.32, "#3a3e44", 0.03, **STEEL)
    pen.blob(
        ".0,.44 .1,.36 1.1,.3 1.9,.22 3.6,.24 3.6,.42 2.1,.46 1.5,.56 1.2,.6 .2,.98 .04,.94",
        **WOOD,
    )
    pen.box(1.7, 0.12, 2.7, 0.34, "#3a3e44", 0.03, **STEEL)
    pen.ring(1.8, 0.52, 0.17, 0.13, "#3a3e44", **STEEL)
    pen.limb("1.8,.44 1.76,.58", 0.05, 0.03, paint="#3a3e44")
    pen.box(1.7, 0.0, 2.8, 0.1, "#24262a", 0.05, **STEEL)
    for x in (1.9, 2.5):
        pen.box(x, 0.06, x + 0.1, 0.16, "#24262a")


@thing("spreadsheet, ~chart", 0.4, 1.3, "#2f8f5a", "office", "air")
def spreadsheet(pen: Pen) -> None:
    """Draw a sheet of rows and columns."""
    pen.box(0.0, 0.0, 1.3, 1.0, PAPER, 0.02, round=0)
    pen.box(0.0, 0.0, 1.3, 0.14, corner=0.02, round=0)
    pen.box(0.0, 0.14, 0.14, 1.0, lighter(pen.colour, 0.6), round=0)
    for row in range(8):
        pen.box(0.0, 0.14 + 0.107 * row, 1.3, 0.148 + 0.107 * row, "#b8c0bc", round=0)
        for column in range(4):
            if (row * 5 + column * 3) % 4:
                x = 0.2 + 0.28 * column
                pen.box(
                    x,
                    0.178 + 0.107 * row,
                    x + 0.1 + 0.03 * ((row + column) % 4),
                    0.21 + 0.107 * row,
                    "#5a6068",
                    round=0,
                )
    for column in range(5):
        pen.box(0.136 + 0.29 * column, 0.0, 0.146 + 0.29 * column, 1.0, "#b8c0bc", round=0)
    pen.fill(
        [geometry.box(0.426, 0.461, 0.716, 0.568), geometry.box(0.44, 0.475, 0.702, 0.554)],
        round=0,
    )


@thing(
    "smartphone, phone, cell phone, cellphone, mobile phone, mobile, iphone",
    0.15,
    0.5,
    "#24262c #d8dce0 #3a5a8a",
    "table",
    "table",
)
def smartphone(pen: Pen) -> None:
    """Draw a smartphone with icons on its screen."""
    pen.box(0.0, 0.0, 0.5, 1.0, corner=0.08, gloss=0.7, round=0.3)
    pen.box(0.025, 0.03, 0.475, 0.97, "#2f5fa8", 0.06, round=0)
    pen.poly(".025,.62 .2,.55 .34,.6 .475,.54 .475,.8 .025,.8", "#4a8ad0", round=0)
    pen.box(0.18, 0.045, 0.32, 0.07, "#17181c", 0.012, round=0)
    paints = ("#e8503a", "#4ab05a", "#f0c02a", "#f6f6f4", "#a85ad0", "#3ac0d0")
    for row in range(4):
        for column in range(3):
            x, y = 0.07 + 0.13 * column, 0.14 + 0.13 * row
            paint = paints[(3 * row + column * 2 + row // 2) % 6]
            pen.box(x, y, x + 0.1, y + 0.1, paint, 0.025, gloss=0.3, round=0.4)
    for column in range(3):
        x = 0.07 + 0.13 * column
        pen.box(x, 0.82, x + 0.1, 0.92, paints[column], 0.025, gloss=0.3, round=0.4)


@thing(
    "backpack, rucksack, knapsack, school bag, schoolbag",
    0.5,
    0.78,
    "#c8402f #2f6f9a #3f7a4a #e8a020",
    "hills classroom",
)
def backpack(pen: Pen) -> None:
    """Draw a backpack with its pocket and straps."""
    cloth: Finish = {"grain": "fabric", "strength": 0.4}
    arc = geometry.smooth(".28,.1 .3,.01 .48,.01 .5,.1", closed=False)
    pen.limb(arc, 0.035, 0.035, paint=pen.dark, bend=False)
    for side in (-1, 1):
        strap = [(0.39 + side * 0.3, 0.3), (0.39 + side * 0.38, 0.6), (0.39 + side * 0.32, 0.92)]
        pen.limb(strap, 0.07, 0.075, 0.06, paint=pen.dark, **cloth)
    pen.blob(
        ".1,.96 .05,.6 .1,.22 .26,.06 .52,.06 .68,.22 .73,.6 .68,.96 .39,1.0", round=0.8, **cloth
    )
    pen.limb(".11,.4 .16,.22 .39,.14 .62,.22 .67,.4", 0.016, 0.016, 0.016, paint=pen.dark)
    pen.blob(".16,.62 .39,.58 .62,.62 .64,.9 .39,.95 .14,.9", darker(pen.colour, 0.12), **cloth)
    pen.limb(".17,.68 .39,.65 .61,.68", 0.018, 0.018, 0.018, paint="#e8dcc0")
    pen.box(0.37, 0.66, 0.41, 0.74, "#c4ccd2", 0.01, gloss=0.8)
    for x in (0.26, 0.5):
        pen.box(x - 0.02, 0.3, x + 0.02, 0.6, pen.dark, 0.01, **cloth)
        pen.box(x - 0.03, 0.48, x + 0.03, 0.54, "#c4ccd2", 0.008, gloss=0.7)


@thing(
    "lantern, oil lamp, hurricane lamp",
    0.35,
    0.58,
    "#a83a2a #3a5a4a #d8a84a",
    "table forest",
    "table",
)
def lantern(pen: Pen) -> None:
    """Draw a lantern with a flame behind its glass."""
    arc = geometry.smooth(".1,.3 .08,.1 .29,.0 .5,.1 .48,.3", closed=False)
    pen.limb(arc, 0.018, 0.018, paint="#5a6068", bend=False)
    pen.poly(".2,.1 .38,.1 .44,.24 .14,.24", gloss=0.5)
    pen.ellipse(0.29, 0.09, 0.06, 0.03, gloss=0.6)
    pen.glow(0.29, 0.5, 0.45, "#ffd070", 0.7)
    pen.blob(".15,.24 .43,.24 .48,.5 .41,.74 .17,.74 .1,.5", "#fff2cc", gloss=0.9, round=0.6)
    pen.blob(".29,.36 .36,.56 .32,.68 .26,.68 .22,.56", "#ffa62a", round=0.2)
    pen.blob(".29,.48 .32,.6 .29,.67 .26,.6", "#fff0a0", round=0.1)
    for x in (0.1, 0.48):
        pen.limb([(x, 0.22), (x, 0.76)], 0.02, 0.02, paint="#5a6068", bend=False)
    pen.poly(".1,.73 .48,.73 .54,.99 .04,.99", gloss=0.5, round=0.7)
    pen.ellipse(0.29, 0.86, 0.05, 0.04, "#d8a84a", gloss=0.8)


@thing("tin can, can, soda can, beer can", 0.12, 0.56, "#c8302a #2f7a4a #c4ccd2", "table", "table")
def can(pen: Pen) -> None:
    """Draw a drinks can."""
    metal = "#c4ccd2"
    pen.poly(".05,.06 .51,.06 .55,.14 .01,.14", metal, round=0.9, **STEEL)
    pen.poly(".01,.9 .55,.9 .5,.99 .06,.99", metal, round=0.9, **STEEL)
    pen.box(0.0, 0.12, 0.56, 0.92, gloss=0.7, round=0.95)
    pen.limb(".0,.66 .2,.5 .36,.62 .56,.42", 0.07, 0.08, 0.07, paint="#f6f4ee", gloss=0.5)
    pen.ellipse(0.28, 0.07, 0.23, 0.045, "#dfe4e8", gloss=0.8)
    pen.ellipse(0.28, 0.065, 0.08, 0.02, "#8a9098", gloss=0.8)


@thing(
    "hair dryer, hairdryer, hair drier, blow dryer",
    0.25,
    1.05,
    "#d84a8a #2c2e34",
    "bathroom",
    "table",
)
def hair_dryer(pen: Pen) -> None:
    """Draw a hair dryer."""
    pen.limb(".44,.9 .56,1.0 .84,.96 1.02,.99", 0.04, 0.035, 0.03, paint="#2c2e34")
    pen.limb(".52,.36 .46,.66 .43,.92", 0.2, 0.18, 0.15, gloss=0.5)
    pen.blob(".1,.12 .4,.02 .72,.06 .86,.28 .72,.5 .4,.52 .1,.42", gloss=0.7, round=0.9)
    pen.box(0.0, 0.08, 0.14, 0.46, "#2c2e34", 0.03, round=0.8)
    pen.ellipse(0.7, 0.28, 0.15, 0.18, darker(pen.colour, 0.2), gloss=0.4)
    for k in range(4):
        pen.limb(
            [(0.63 + 0.045 * k, 0.18), (0.63 + 0.045 * k, 0.38)], 0.016, 0.016, paint="#2c2e34"
        )
    pen.box(0.45, 0.6, 0.51, 0.7, "#f4f4f2", 0.015)


@thing("typewriter", 0.3, 1.25, "#2f4a52 #26282c #7a2a2a", "office table", "table")
def typewriter(pen: Pen) -> None:
    """Draw a typewriter with a sheet in its roller."""
    pen.box(0.3, 0.0, 0.95, 0.42, PAPER, 0.005, round=0.05)
    for k in range(4):
        pen.box(
            0.37, 0.07 + 0.065 * k, 0.88 - 0.12 * (k == 3), 0.09 + 0.065 * k, "#8a8c92", round=0
        )
    pen.box(0.06, 0.36, 1.19, 0.5, "#1d1e22", 0.06, round=1, gloss=0.4)
    for x in (0.0, 1.15):
        pen.box(x, 0.35, x + 0.1, 0.51, "#8a9098", 0.03, round=0.8, **STEEL)
    pen.limb(".12,.36 .02,.22", 0.03, 0.025, paint="#c4ccd2", **STEEL)
    pen.blob(".14,.5 .2,.44 1.05,.44 1.11,.5 1.2,.9 1.16,.99 .09,.99 .05,.9", gloss=0.5, round=0.5)
    pen.blob(".4,.55 .62,.48 .85,.55 .8,.62 .45,.62", darker(pen.colour, 0.5), round=0.2)
    for row in range(4):
        y = 0.69 + 0.075 * row
        for k in range(10):
            x = 0.235 + 0.083 * k - 0.022 * (row % 2) + 0.012
            pen.ellipse(x, y, 0.031, 0.026, "#1d1e22", gloss=0.6)
            pen.ellipse(x, y - 0.005, 0.02, 0.015, "#e8e2d0", round=0.2)
    pen.box(0.35, 0.945, 0.9, 0.975, "#1d1e22", 0.012, gloss=0.5)


@thing("newspaper, newspapers", 0.4, 0.82, "#e8e4d8", "table street office", "table")
def newspaper(pen: Pen) -> None:
    """Draw the folded front page of a newspaper, with its headline and a picture."""
    pen.box(0.03, 0.03, 0.82, 1.0, darker(pen.colour, 0.2), 0.01, round=0.1)
    pen.box(0.0, 0.0, 0.79, 0.97, corner=0.01, round=0.12)
    pen.box(0.1, 0.05, 0.69, 0.13, INK, round=0)
    pen.box(0.05, 0.16, 0.74, 0.17, INK, round=0)
    pen.box(0.05, 0.21, 0.74, 0.27, "#4a4c52", round=0)
    pen.box(0.05, 0.32, 0.45, 0.6, "#9aa0a6", round=0.1)
    pen.blob(".05,.6 .05,.52 .16,.44 .26,.52 .34,.46 .45,.54 .45,.6", "#5a6066", round=0.1)
    for column, top in ((0.05, 0.65), (0.29, 0.65), (0.52, 0.32)):
        for k in range(int((0.93 - top) / 0.035)):
            width = 0.13 if k % 6 == 5 else 0.2
            y = top + 0.035 * k
            pen.box(column, y, column + width, y + 0.016, "#8a8c92", round=0)
    pen.limb(".0,.49 .79,.49", 0.006, 0.006, paint=darker(pen.colour, 0.25), bend=False)


@thing("chopsticks, chopstick, pair of chopsticks", 0.12, 1.2, "#7a3a22 #2a2226", "table", "table")
def chopsticks(pen: Pen) -> None:
    """Draw two chopsticks on their rest."""
    pen.box(0.2, 0.82, 0.6, 0.98, "#e8ecee", 0.05, gloss=0.6)
    for left, right in ((0.16, 0.86), (0.4, 1.1)):
        pen.limb([(left, 0.92), (right, 0.08)], 0.035, 0.07, bend=False, gloss=0.5)
        end = left + 0.8 * (right - left), 0.248
        pen.limb([end, (right, 0.08)], 0.064, 0.072, bend=False, paint="#e0b04a")


@thing(
    "flowerpot, flower pot, plant pot, terracotta pot, clay pot, pot",
    0.25,
    0.95,
    "#c0643a #4a7a9a #e8e0d0",
    "garden table",
    "table",
    seat=(0.475, 0.16),
    mouth=(0.475, 0.14, 0.8),
)
def flowerpot(pen: Pen) -> None:
    """Draw a pot of earth."""
    pen.ellipse(0.475, 0.96, 0.36, 0.04, darker(pen.colour, 0.3))
    pen.poly(".12,.22 .83,.22 .72,.97 .23,.97", round=0.9, grain="plaster")
    pen.box(0.04, 0.1, 0.91, 0.32, lighter(pen.colour, 0.08), 0.04, round=0.8, grain="plaster")
    pen.ellipse(0.475, 0.11, 0.43, 0.07, darker(pen.colour, 0.25))
    pen.ellipse(0.475, 0.12, 0.38, 0.05, "#3a2618", grain="rough")


@thing(
    "towel, beach towel, bath towel",
    0.3,
    2.6,
    "#e05a4a #3a8ac0 #f2b83a",
    "beach",
    seat=(1.3, 0.5),
)
def towel(pen: Pen) -> None:
    """Draw a striped towel spread on the ground."""
    for k in range(7):
        low, high = k / 7, (k + 1) / 7
        corners = [
            (0.05 + 2.1 * low, 1.0),
            (0.05 + 2.1 * high, 1.0),
            (0.45 + 2.1 * high, 0.2),
            (0.45 + 2.1 * low, 0.2),
        ]
        pen.poly(corners, None if k % 2 == 0 else "#f8f4e8", grain="fabric", round=0.05)


@thing(
    "picnic, picnic blanket, picnic basket, hamper",
    0.45,
    2.4,
    "#c8363a",
    "park meadow",
    seat=(1.2, 0.6),
)
def picnic(pen: Pen) -> None:
    """Draw a checked blanket with a basket, bread and fruit on it."""

    def at(column: int, row: int) -> tuple[float, float]:
        depth = row / 4
        return 0.3 * depth + column / 10 * (2.4 - 0.6 * depth), 1.0 - 0.42 * depth

    for row in range(4):
        for column in range(10):
            tone = (pen.colour, lighter(pen.colour, 0.5), "#f8f4ec")[(row % 2) + (column % 2)]
            corners = [(0, 0), (1, 0), (1, 1), (0, 1)]
            pen.poly([at(column + x, row + y) for x, y in corners], tone, round=0.02)
    wicker: Finish = {"grain": "fabric", "strength": 0.8}
    pen.ring(1.75, 0.36, 0.3, 0.26, "#8a5a2c")
    pen.blob("1.4,.4 2.1,.4 2.02,.78 1.75,.82 1.48,.78", "#b07a3c", round=0.8, **wicker)
    pen.poly("1.36,.42 1.75,.3 2.14,.42 1.75,.52", "#c89048", **wicker)
    pen.limb(".5,.74 .95,.66", 0.13, 0.13, paint="#d8a050", round=1, grain="plaster")
    for x in (0.6, 0.72, 0.84):
        pen.limb([(x - 0.02, 0.68), (x + 0.03, 0.74)], 0.012, 0.012, paint="#a8702c")
    for x, y, tone in ((1.1, 0.82, "#d8303a"), (1.22, 0.86, "#6aa83a"), (1.14, 0.73, "#e8b22a")):
        pen.ellipse(x, y, 0.07, 0.068, tone, round=1, gloss=0.5)


@thing(
    "balloon on a string",
    1.3,
    0.36,
    "#d83a3a #2f7ad0 #f0b82c #7a4ab0",
    "park",
    "air",
    hand=(0.18, 0.98),
)
def balloon_on_string(pen: Pen) -> None:
    """Draw a party balloon on its long string."""
    pen.limb(".18,.34 .2,.55 .16,.78 .18,1.0", 0.008, 0.007, paint="#e8e4d8")
    pen.poly(".155,.36 .205,.36 .18,.32", pen.dark)
    pen.blob(
        ".18,.0 .29,.03 .345,.14 .31,.26 .18,.34 .05,.26 .015,.14 .07,.03", gloss=0.9, round=1
    )


@thing("watering can", 0.32, 1.3, "#5a9a7a #4a7ab0 #9aa3ab", "garden", "table",
       hand=(0.4, 0.3))  # fmt: skip
def watering_can(pen: Pen) -> None:
    """Draw a watering can with its rose."""
    pen.limb(".26,.5 .06,.42 .1,.14 .4,.12", 0.05, 0.055, 0.055, 0.05, gloss=0.4)
    pen.limb(".8,.8 1.02,.5 1.18,.22", 0.12, 0.08, 0.07, gloss=0.4)
    pen.poly("1.06,.2 1.18,.06 1.3,.16 1.24,.32", pen.dark, gloss=0.5)
    pen.blob(".24,.34 .55,.3 .86,.34 .9,.94 .82,1.0 .28,1.0 .2,.94", gloss=0.5, grain="metal")
    pen.ellipse(0.55, 0.34, 0.31, 0.06, pen.dark)
    pen.limb(".22,.84 .55,.88 .88,.84", 0.03, 0.03, 0.03, paint=pen.dark, round=0.3)


@thing(
    "bouquet, bouquet of flowers, bouquet of roses, flower bouquet, bunch of flowers, "
    "bunch of roses, bouquet of tulips",
    0.45,
    0.86,
    "#e8567a #f4a8b8 #e8b82c #c8303a",
    "table living_room",
    "table",
    hand=(0.43, 0.75),
)
def bouquet(pen: Pen) -> None:
    """Draw flowers in wrapping paper with a ribbon."""
    for x, y in ((0.1, 0.34), (0.76, 0.34), (0.24, 0.12), (0.62, 0.12), (0.43, 0.06)):
        pen.ellipse(x, y, 0.1, 0.05, "#4f8a3f", turn=x * 160 - 70, round=0.4)
    pen.poly(".04,.4 .82,.4 .52,.86 .58,1.0 .28,1.0 .34,.86", "#f2e8d4", round=0.5)
    pen.poly(".04,.4 .3,.5 .4,.86 .34,.86", "#e2d4b8", round=0.4)
    tones = (pen.colour, pen.light, "#fbf4ec", darker(pen.colour, 0.15))
    for k, (x, y) in enumerate(
        ((0.16, 0.36), (0.7, 0.36), (0.28, 0.2), (0.58, 0.2), (0.43, 0.14), (0.43, 0.32),
         (0.3, 0.42), (0.57, 0.42))
    ):  # fmt: skip
        tone = tones[k % 4]
        pen.ellipse(x, y, 0.115, 0.1, tone, round=1)
        pen.ring(x, y, 0.075, 0.06, darker(colour(tone), 0.14))
        pen.ellipse(x, y, 0.04, 0.035, darker(colour(tone), 0.2), round=0.6)
    pen.limb(".34,.84 .43,.87 .52,.84", 0.05, 0.055, 0.05, paint="#b8303a", gloss=0.4)
    for side in (-1, 1):
        pen.limb([(0.43, 0.86), (0.43 + side * 0.12, 0.79), (0.43 + side * 0.13, 0.9),
                  (0.43, 0.87)], 0.03, 0.035, paint="#b8303a")  # fmt: skip
