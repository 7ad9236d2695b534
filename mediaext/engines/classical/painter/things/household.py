"""Plain things of a household: cutlery, openings, tools, coverings."""

import math

from mediaext.engines.classical.painter import geometry
from mediaext.engines.classical.painter.colours import darker, lighter
from mediaext.engines.classical.painter.pen import Finish, Pen
from mediaext.engines.classical.painter.things.registry import thing

STEEL: Finish = {"grain": "metal", "gloss": 0.8, "strength": 0.3}
WOOD: Finish = {"grain": "wood", "strength": 0.6}
CLOTH: Finish = {"grain": "fabric", "strength": 0.4}


@thing("spoon, tablespoon, teaspoon, ~ladle", 0.18, 0.32, "#b8c0c8 #d8b24a", "table kitchen")
def spoon(pen: Pen) -> None:
    """Draw an upright spoon."""
    pen.limb(".16,.36 .16,.7 .16,.97", 0.045, 0.05, 0.085, **STEEL)
    pen.ellipse(0.16, 0.2, 0.145, 0.195, **STEEL)
    pen.ellipse(0.16, 0.2, 0.11, 0.155, darker(pen.colour, 0.18), gloss=0.6)


@thing("fork", 0.18, 0.3, "#b8c0c8 #d8b24a", "table kitchen")
def fork(pen: Pen) -> None:
    """Draw an upright fork with four tines."""
    for k in range(4):
        x = 0.06 + 0.06 * k
        pen.limb([(x, 0.02), (x, 0.26)], 0.024, 0.034, **STEEL)
    pen.blob(".04,.22 .26,.22 .25,.34 .18,.42 .12,.42 .05,.34", **STEEL)
    pen.limb(".15,.4 .15,.7 .15,.98", 0.05, 0.05, 0.08, **STEEL)


@thing("knife, table knife, kitchen knife, blade", 0.24, 0.24, "#c0c8ce", "table kitchen")
def knife(pen: Pen) -> None:
    """Draw an upright knife."""
    pen.blob(".1,.6 .09,.2 .12,.01 .19,.14 .2,.4 .19,.6", **{**STEEL, "round": 0.3})
    pen.box(0.09, 0.58, 0.2, 0.99, "#3a2c24", 0.04, **WOOD)
    for y in (0.68, 0.88):
        pen.dot(0.145, y, 0.014, "#d8d0c0")


@thing(
    "plate, dinner plate, saucer", 0.05, 2.6, "#f4f2ec #a8c4d8", "table kitchen", seat=(1.3, 0.1)
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
    pen.box(0.05, 0.23, 0.25, 0.38, "#b8c0c8", 0.01, **STEEL)
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


@thing("branch, twig, bough", 0.8, 1.7, "#7a5232", "forest garden", "air")
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


@thing("roof, rooftop", 3.0, 2.0, "#a5503c #6a5a54", "village city")
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
    pen.poly(".15,.1 .27,.1 .26,.82 .21,1.0 .16,.82", round=0.9, **STEEL)
    pen.ellipse(0.21, 0.09, 0.2, 0.075, lighter(pen.colour, 0.1), **STEEL)
    for y in (0.18, 0.24, 0.3):
        pen.limb([(0.15, y), (0.27, y)], 0.012, 0.012, paint=darker(pen.colour, 0.35))


@thing("cord, rope, string, wire, cable", 0.3, 1.5, "#c8a868 #3a3f46 #c8402e", "table studio")
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
    pen.limb("1.3,.2 1.55,-.15", 0.02, 0.014, **STEEL)
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
        pen.ellipse(0.31, y, r, r, "#4a4a52", **STEEL)
        pen.ellipse(0.31, y, r * 0.82, r * 0.82, "#17171b", round=1)
        pen.ellipse(0.31, y, r * 0.34, r * 0.34, "#3a3a42", round=1, gloss=0.4)


@thing("microphone, mic", 0.25, 0.4, "#2a2a30", "stage studio", "table")
def microphone(pen: Pen) -> None:
    """Draw a hand-held microphone, upright."""
    pen.poly(".12,.36 .28,.36 .25,1.0 .15,1.0", gloss=0.5, round=1)
    pen.box(0.09, 0.32, 0.31, 0.39, "#8a9098", 0.02, **STEEL)
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
    pen.box(0.04, 0.26, 1.3, 0.96, None, 0.16, **STEEL)
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
    pen.limb("1.18,.2 1.18,.82", 0.03, 0.03, **STEEL)


@thing("fridge, refrigerator, freezer", 1.8, 0.5, "#eef0f2 #c0c8ce #d84a4a", "kitchen")
def fridge(pen: Pen) -> None:
    """Draw a fridge with two doors."""
    pen.box(0.02, 0.0, 0.48, 0.98, None, 0.03, gloss=0.4, round=0.5)
    pen.limb(".03,.34 .47,.34", 0.01, 0.01, paint=pen.dark, bend=False)
    pen.limb(".09,.16 .09,.29", 0.024, 0.024, **STEEL)
    pen.limb(".09,.4 .09,.6", 0.024, 0.024, **STEEL)
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
    pen.ellipse(0.275, 0.5, 0.25, 0.25, **STEEL)
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
    pen.blob(".04,.3 .2,.9 .9,.99 1.6,.9 1.78,.3 .9,.42", **STEEL)
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
    pen.limb(".18,.08 .19,.3", 0.026, 0.02, **{**STEEL, "paint": "#d8b24a"})
    pen.poly(".05,.7 .17,.7 .12,.98 .1,.98", "#b8c0c8", **STEEL)


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
    pen.limb(".16,.5 .16,.2 .375,.04 .59,.2 .59,.5", 0.09, 0.09, paint="#a8b0b8", **STEEL)
    pen.box(0.02, 0.42, 0.73, 0.99, None, 0.08, gloss=0.7, round=0.6)
    pen.ellipse(0.375, 0.64, 0.07, 0.07, "#22242a")
    pen.poly(".345,.66 .405,.66 .42,.84 .33,.84", "#22242a")


@thing("coin, coins, ~medal, ~money", 0.03, 1.0, "#e0b23a #b8c0c8 #b8703a", "table", "table")
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
        pen.box(x - 0.16, 0.4, x + 0.16, 0.6, "#8a9098", 0.05, **STEEL)
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
