"""Plain things of a household: cutlery, openings, tools, coverings."""

from mediaext.engines.classical.painter import geometry
from mediaext.engines.classical.painter.colours import darker, lighter
from mediaext.engines.classical.painter.pen import Finish, Pen
from mediaext.engines.classical.painter.things.registry import thing

STEEL: Finish = {"grain": "metal", "gloss": 0.8, "strength": 0.3}
WOOD: Finish = {"grain": "wood", "strength": 0.6}
CLOTH: Finish = {"grain": "fabric", "strength": 0.4}


@thing("spoon, tablespoon, teaspoon, ladle", 0.18, 0.32, "#b8c0c8 #d8b24a", "table kitchen")
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


@thing("map, world map, treasure map", 0.5, 1.4, "#e8d6ac", "table library")
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


@thing("nail, screw, bolt", 0.08, 0.42, "#9aa3ab", "table laboratory")
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


@thing("comb, hairbrush", 0.15, 1.8, "#c8503a #3a3f46 #e0c89a", "table bedroom")
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
