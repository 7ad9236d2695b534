"""What stands or hangs in a bathroom, a laundry and under a ceiling, and what runs on power."""

import math

from mediaext.engines.classical.painter import geometry
from mediaext.engines.classical.painter.colours import darker, lighter
from mediaext.engines.classical.painter.pen import Finish, Pen
from mediaext.engines.classical.painter.things.registry import thing

STEEL: Finish = {"grain": "metal", "gloss": 0.7, "strength": 0.3}
GLAZE: Finish = {"gloss": 0.7, "round": 0.6}
BRASS, DARK = "#e0b84a", "#2c2e32"


@thing("toilet, toilet bowl, lavatory", 0.8, 0.78, "#f6f6f4", "bathroom")
def toilet(pen: Pen) -> None:
    """Draw a toilet with its cistern and open lid."""
    pen.box(0.1, 0.06, 0.68, 0.42, corner=0.04, **GLAZE)
    pen.box(0.07, 0.02, 0.71, 0.1, lighter(pen.colour, 0.3), 0.03, **GLAZE)
    pen.ellipse(0.39, 0.04, 0.06, 0.02, "#c4ccd2", gloss=0.9)
    pen.ellipse(0.39, 0.36, 0.26, 0.2, darker(pen.colour, 0.08), **GLAZE)
    pen.poly(".24,.66 .54,.66 .5,.86 .58,.99 .2,.99 .28,.86", round=0.8, gloss=0.6)
    pen.blob(".08,.58 .39,.5 .7,.58 .62,.78 .39,.86 .16,.78", **GLAZE)
    pen.ellipse(0.39, 0.59, 0.33, 0.12, lighter(pen.colour, 0.3), **GLAZE)
    pen.ellipse(0.39, 0.59, 0.24, 0.08, "#5a6a74", round=0.2)
    pen.ellipse(0.39, 0.62, 0.19, 0.045, "#8ac0d8", gloss=0.8)


@thing("bathtub, tub", 0.6, 2.5, "#f6f6f4 #a8c4d8", "bathroom")
def bathtub(pen: Pen) -> None:
    """Draw a bathtub on feet, full of foam."""
    for x in (0.5, 1.95):
        pen.blob(
            [(x - 0.08, 0.85), (x + 0.08, 0.85), (x + 0.1, 1.0), (x - 0.1, 1.0)], BRASS, gloss=0.8
        )
    for k in range(9):
        pen.ellipse(
            0.4 + 0.21 * k, 0.3 - 0.06 * (k % 3), 0.17, 0.14, "#eaf4f8", round=1, gloss=0.4
        )
    pen.blob(".06,.36 .6,.34 1.9,.34 2.44,.36 2.3,.7 2.0,.92 .5,.92 .2,.7", **GLAZE)
    pen.limb(
        ".0,.34 .6,.36 1.25,.36 1.9,.36 2.5,.34",
        0.09,
        0.1,
        0.09,
        paint=lighter(pen.colour, 0.3),
        gloss=0.8,
    )
    pen.limb("2.2,.34 2.2,.06 2.0,.02 1.96,.16", 0.06, 0.06, 0.06, paint=BRASS, gloss=0.9)
    for x in (2.1, 2.3):
        pen.ellipse(x, 0.22, 0.07, 0.04, BRASS, gloss=0.9)


@thing("hot tub, jacuzzi, whirlpool", 0.9, 1.9, "#a8743c", "garden bathroom")
def hot_tub(pen: Pen) -> None:
    """Draw a round wooden tub of bubbling water with steam."""
    pen.ellipse(0.95, 0.42, 0.94, 0.2, darker(pen.colour, 0.1), grain="wood")
    pen.ellipse(0.95, 0.43, 0.84, 0.15, "#4ab0d0", gloss=0.7, round=0.2)
    for k in range(14):
        pen.ellipse(
            0.25 + 0.11 * k, 0.42 + 0.06 * math.sin(k * 2.3), 0.06, 0.035, "#dff2f8", round=1
        )
    wall = [
        (0.01, 0.44),
        *(
            (0.95 - 0.94 * math.cos(a), 0.44 + 0.2 * math.sin(a))
            for a in [k * math.pi / 20 for k in range(21)]
        ),
        (1.89, 0.44),
        (1.8, 0.86),
        (0.95, 1.0),
        (0.1, 0.86),
    ]
    pen.poly(wall, grain="wood", round=0.5)
    for k in range(13):
        x = 0.1 + 0.14 * k
        pen.limb(
            [
                (x, 0.52 + 0.12 * math.sin(math.pi * x / 1.9)),
                (x, 0.88 + 0.09 * math.sin(math.pi * x / 1.9)),
            ],
            0.012,
            0.012,
            paint=pen.dark,
        )
    for x in (0.5, 0.95, 1.4):
        pen.limb(
            [(x, 0.34), (x + 0.07, 0.22), (x - 0.04, 0.12), (x + 0.04, 0.0)],
            0.02,
            0.07,
            0.06,
            0.01,
            paint="#f4f8fa",
            round=0.2,
        )


@thing("washing machine, washer, ~dryer, ~tumble dryer", 0.85, 0.78, "#f4f4f2", "bathroom kitchen")
def washing_machine(pen: Pen) -> None:
    """Draw a washing machine with its round door."""
    pen.box(0.0, 0.0, 0.78, 0.99, corner=0.03, gloss=0.4)
    pen.box(0.02, 0.03, 0.76, 0.18, darker(pen.colour, 0.08), 0.02)
    pen.box(0.06, 0.06, 0.28, 0.15, lighter(pen.colour, 0.4), 0.015)
    pen.ellipse(0.45, 0.105, 0.05, 0.05, "#c4ccd2", **STEEL)
    pen.box(0.55, 0.07, 0.72, 0.14, "#1e3a4a", 0.01, gloss=0.6)
    pen.ring(0.39, 0.57, 0.31, 0.22, "#c4ccd2", **STEEL)
    pen.ellipse(0.39, 0.57, 0.23, 0.23, "#3a5a6e", gloss=0.9, round=0.8)
    for x, y, paint in ((0.3, 0.66, "#d8605a"), (0.44, 0.68, "#e8d04a"), (0.4, 0.58, "#5a9ad0")):
        pen.ellipse(x, y, 0.1, 0.06, paint, turn=20, round=0.6)
    pen.box(0.06, 0.52, 0.1, 0.62, "#9aa3ab", 0.01)


@thing("dishwasher", 0.85, 0.74, "#d0d4d8 #f4f4f2", "kitchen")
def dishwasher(pen: Pen) -> None:
    """Draw a dishwasher, its door open on a rack of plates."""
    pen.box(0.04, 0.0, 0.7, 0.72, corner=0.02, gloss=0.4)
    pen.box(0.08, 0.12, 0.66, 0.68, "#4a5258", 0.02, round=0.05)
    pen.box(0.08, 0.03, 0.66, 0.1, darker(pen.colour, 0.25), 0.015)
    for k in range(4):
        pen.ellipse(0.19 + 0.12 * k, 0.34, 0.045, 0.15, "#f6f6f2", gloss=0.6, round=0.4)
    pen.limb(".1,.5 .64,.5", 0.016, 0.016, paint="#c4ccd2", bend=False)
    for k in range(3):
        pen.blob(
            [
                (0.15 + 0.17 * k, 0.54),
                (0.25 + 0.17 * k, 0.54),
                (0.24 + 0.17 * k, 0.66),
                (0.16 + 0.17 * k, 0.66),
            ],
            "#8ac0e0",
            gloss=0.8,
        )
    pen.poly(".04,.72 .7,.72 .74,.92 .0,.92", lighter(pen.colour, 0.1), gloss=0.5)
    pen.poly(".0,.92 .74,.92 .74,1.0 .0,1.0", darker(pen.colour, 0.15))


@thing("toothbrush, tooth brush", 0.19, 0.24, "#2f8fd0 #d8402f #4aa85a", "bathroom", "table")
def toothbrush(pen: Pen) -> None:
    """Draw an upright toothbrush with paste on it."""
    for k in range(5):
        pen.box(0.02, 0.05 + 0.045 * k, 0.13, 0.085 + 0.045 * k, "#f4f8fa", 0.008, round=0.3)
    pen.blob(".0,.04 .05,.0 .06,.12 .04,.27 .0,.26", "#8ad8e8", gloss=0.6)
    pen.limb(".15,.03 .15,.3 .16,.6 .14,.97", 0.055, 0.04, 0.075, 0.05, gloss=0.6)
    for k in range(4):
        pen.limb(
            [(0.125, 0.62 + 0.05 * k), (0.185, 0.62 + 0.05 * k)],
            0.018,
            0.018,
            paint=lighter(pen.colour, 0.6),
        )


@thing("toothpaste, tube of toothpaste", 0.18, 2.1, "#f4f6f8 #d8402f", "bathroom", "table")
def toothpaste(pen: Pen) -> None:
    """Draw a lying tube with paste that comes out."""
    pen.poly(".0,.14 .1,.12 .1,.9 .0,.88", lighter(pen.colour, 0.3), round=0.1)
    pen.poly(".08,.12 1.3,.24 1.46,.36 1.46,.66 1.3,.78 .08,.9", round=0.9, gloss=0.6)
    pen.poly(".2,.2 1.2,.3 1.2,.46 .2,.42", "#2f6fd0", round=0.4)
    pen.poly(".2,.62 1.2,.58 1.2,.72 .2,.82", "#d8402f", round=0.4)
    pen.box(1.45, 0.4, 1.62, 0.62, "#c4ccd2", 0.02, round=0.8)
    pen.limb(
        "1.6,.51 1.76,.6 1.86,.8 2.04,.86",
        0.12,
        0.15,
        0.14,
        0.06,
        paint="#8ad8e8",
        gloss=0.6,
        round=1,
    )


@thing("fan, electric fan, desk fan", 0.5, 0.74, "#a8b4bc #5a9ad0", "office living_room", "table")
def fan(pen: Pen) -> None:
    """Draw a desk fan with four blades behind its grille."""
    pen.ellipse(0.37, 0.95, 0.26, 0.05, darker(pen.colour, 0.2), gloss=0.5)
    pen.limb(".37,.7 .37,.94", 0.06, 0.08, paint=darker(pen.colour, 0.1), gloss=0.5)
    pen.ellipse(0.37, 0.37, 0.36, 0.36, "#e8eef2", round=0.1)
    for k in range(4):
        blade = geometry.rotate(
            geometry.ellipse(0.37, 0.2, 0.1, 0.16, 24), 90 * k + 20, (0.37, 0.37)
        )
        pen.fill([blade], gloss=0.5, round=0.4)
    for r in (0.36, 0.26, 0.16):
        pen.ring(0.37, 0.37, r, r - 0.012, "#6a747c", round=0.6)
    for k in range(16):
        a = k * math.tau / 16
        pen.limb(
            [
                (0.37 + 0.08 * math.cos(a), 0.37 + 0.08 * math.sin(a)),
                (0.37 + 0.35 * math.cos(a), 0.37 + 0.35 * math.sin(a)),
            ],
            0.007,
            0.007,
            paint="#6a747c",
            bend=False,
        )
    pen.ellipse(0.37, 0.37, 0.075, 0.075, gloss=0.8)


@thing("ceiling fan", 0.5, 2.3, "#8a5a30 #f0ece4", "living_room bedroom", "air")
def ceiling_fan(pen: Pen) -> None:
    """Draw a ceiling fan with its lamp, from below."""
    pen.limb("1.15,.0 1.15,.4", 0.05, 0.05, paint=BRASS, bend=False, gloss=0.8)
    for x0, y0, x1, y1 in (
        (0.02, 0.5, 0.95, 0.52),
        (1.35, 0.52, 2.28, 0.5),
        (0.4, 0.3, 1.0, 0.46),
        (1.3, 0.46, 1.9, 0.3),
    ):
        pen.limb([(x0, y0), (x1, y1)], 0.16, 0.13, grain="wood", bend=False, round=0.2)
    pen.ellipse(1.15, 0.5, 0.25, 0.14, BRASS, gloss=0.8)
    pen.glow(1.15, 0.72, 0.35, "#fff0b8", 0.5)
    pen.blob(".96,.6 1.34,.6 1.3,.82 1.15,.96 1.0,.82", "#fff6da", gloss=0.5, round=1)


@thing("chandelier", 1.0, 1.15, "#e0b84a #c4ccd2", "castle_hall lobby living_room", "air")
def chandelier(pen: Pen) -> None:
    """Draw a chandelier with candles and crystals."""
    pen.limb(".575,.0 .575,.34", 0.025, 0.025, bend=False, gloss=0.8)
    pen.blob(".53,.3 .62,.3 .66,.5 .6,.7 .575,.78 .55,.7 .49,.5", gloss=0.9, round=1)
    for x, low, lift in (
        (0.06, 0.66, 0.42),
        (0.27, 0.74, 0.5),
        (0.42, 0.76, 0.56),
        (0.73, 0.76, 0.56),
        (0.88, 0.74, 0.5),
        (1.09, 0.66, 0.42),
    ):
        middle = (x + 0.575) / 2
        pen.limb([(0.575, 0.56), (middle, low), (x, lift + 0.04)], 0.03, 0.026, 0.022, gloss=0.8)
        pen.ellipse(x, lift + 0.03, 0.055, 0.02, gloss=0.9)
        pen.box(x - 0.018, lift - 0.1, x + 0.018, lift + 0.02, "#fbf6e8", 0.006)
        pen.glow(x, lift - 0.14, 0.13, "#ffd878", 0.7)
        pen.blob(
            [(x, lift - 0.2), (x + 0.025, lift - 0.13), (x, lift - 0.1), (x - 0.025, lift - 0.13)],
            "#fff0a0",
            round=0.3,
        )
        for k in range(2):
            pen.blob(
                [
                    (x, lift + 0.07 + 0.1 * k),
                    (x + 0.022, lift + 0.12 + 0.1 * k),
                    (x, lift + 0.17 + 0.1 * k),
                    (x - 0.022, lift + 0.12 + 0.1 * k),
                ],
                "#d8ecf6",
                gloss=1.0,
            )
    pen.ellipse(0.575, 0.86, 0.05, 0.07, "#d8ecf6", gloss=1.0, round=1)


@thing("light bulb, lightbulb, bulb", 0.12, 0.62, "#ffe89a", "table studio", "table")
def light_bulb(pen: Pen) -> None:
    """Draw a lit light bulb with its filament."""
    pen.glow(0.31, 0.34, 0.5, "#ffe89a", 0.7)
    pen.blob(
        ".31,.0 .52,.08 .61,.3 .54,.5 .44,.64 .42,.74 .2,.74 .18,.64 .08,.5 .01,.3 .1,.08",
        gloss=0.7,
        round=1,
    )
    pen.limb(
        ".24,.72 .22,.44 .27,.36 .31,.46 .35,.36 .4,.44 .38,.72",
        0.014,
        0.018,
        0.014,
        paint="#c87a1a",
    )
    for k in range(4):
        pen.box(
            0.19,
            0.73 + 0.055 * k,
            0.43,
            0.775 + 0.055 * k,
            "#b8c0c8",
            0.02,
            **{**STEEL, "round": 0.8},
        )
    pen.ellipse(0.31, 0.96, 0.07, 0.035, DARK)


@thing(
    "power outlet, outlet, socket, electrical outlet, power socket",
    0.12,
    0.72,
    "#f6f4ee",
    "wall",
    "air",
)
def power_outlet(pen: Pen) -> None:
    """Draw a wall plate with two sockets."""
    pen.box(0.02, 0.0, 0.7, 1.0, corner=0.08, gloss=0.5, round=0.4)
    for y in (0.28, 0.72):
        pen.ellipse(0.36, y, 0.22, 0.18, darker(pen.colour, 0.1), round=0.3)
        for x in (0.28, 0.44):
            pen.box(x - 0.022, y - 0.09, x + 0.022, y + 0.02, DARK, 0.005)
        pen.ellipse(0.36, y + 0.085, 0.035, 0.035, DARK, round=0.1)
    pen.ellipse(0.36, 0.5, 0.03, 0.03, "#b8c0c8", gloss=0.8)


@thing("plug, power plug", 0.06, 1.5, "#f4f4f0 #2c2e32", "table", "table")
def plug(pen: Pen) -> None:
    """Draw a power plug with its cable."""
    pen.limb(".0,.9 .2,.95 .3,.6 .6,.5", 0.11, 0.1, 0.12, gloss=0.4)
    pen.blob(".5,.3 .8,.12 1.1,.14 1.14,.5 1.1,.86 .8,.88 .5,.7", gloss=0.5, round=0.8)
    for y in (0.32, 0.68):
        pen.box(1.12, y - 0.05, 1.48, y + 0.05, "#c4ccd2", 0.03, **STEEL)


@thing(
    "stereo, boombox, hi-fi, cassette player", 0.4, 1.9, "#3a3c42 #c8302a", "living_room", "table"
)
def stereo(pen: Pen) -> None:
    """Draw a portable stereo with two loudspeakers."""
    arc = geometry.smooth(".3,.2 .34,.03 .95,.0 1.56,.03 1.6,.2", closed=False)
    pen.limb(arc, 0.06, 0.06, paint="#9aa3ab", bend=False, gloss=0.6)
    pen.box(0.02, 0.16, 1.88, 0.99, corner=0.06, gloss=0.4)
    for x in (0.4, 1.5):
        pen.ellipse(x, 0.64, 0.29, 0.29, "#9aa3ab", gloss=0.6)
        pen.ellipse(x, 0.64, 0.25, 0.25, "#17181a", round=0.3)
        pen.ellipse(x, 0.64, 0.1, 0.1, "#5a6068", round=1, gloss=0.6)
    pen.box(0.74, 0.52, 1.16, 0.8, "#c4ccd2", 0.03)
    for x in (0.86, 1.04):
        pen.ellipse(x, 0.66, 0.06, 0.06, DARK)
    pen.box(0.24, 0.22, 1.66, 0.32, "#e8d8a0", 0.02)
    pen.box(1.1, 0.215, 1.13, 0.325, "#d8302a")
    for k in range(6):
        pen.box(0.73 + 0.075 * k, 0.4, 0.79 + 0.075 * k, 0.47, "#c4ccd2", 0.01)


@thing(
    "remote control, television remote, tv remote",
    0.19,
    0.34,
    "#2c2e32 #5a6068",
    "table living_room",
    "table",
)
def remote_control(pen: Pen) -> None:
    """Draw a remote control with its buttons."""
    pen.box(0.02, 0.0, 0.32, 1.0, corner=0.07, gloss=0.4, round=0.5)
    pen.ellipse(0.17, 0.08, 0.035, 0.03, "#d8302a", gloss=0.6)
    pen.ring(0.17, 0.27, 0.1, 0.06, "#9aa3ab", round=0.5)
    pen.ellipse(0.17, 0.27, 0.035, 0.035, "#c4ccd2")
    for row in range(4):
        for column in range(3):
            pen.ellipse(
                0.085 + 0.085 * column, 0.47 + 0.09 * row, 0.026, 0.026, "#d8dce0", round=0.6
            )
    for x, paint in ((0.075, "#d8302a"), (0.14, "#4aa85a"), (0.2, "#e8c02a"), (0.265, "#2f6fd0")):
        pen.ellipse(x, 0.86, 0.024, 0.02, paint)


@thing("cooler, cool box, ice box, icebox", 0.45, 1.45, "#2f7ad0 #d8402f", "beach park")
def cooler(pen: Pen) -> None:
    """Draw a cool box with ice and bottles."""
    for x, paint in ((0.4, "#4aa85a"), (0.72, "#8a5a30"), (1.04, "#d8402f")):
        pen.box(x - 0.04, 0.0, x + 0.04, 0.2, paint, 0.02, gloss=0.7, round=0.9)
        pen.box(x - 0.09, 0.14, x + 0.09, 0.42, paint, 0.05, gloss=0.7, round=0.9)
    for k in range(8):
        pen.box(
            0.14 + 0.15 * k,
            0.28 + 0.03 * (k % 2),
            0.26 + 0.15 * k,
            0.42,
            "#e4f4fa",
            0.02,
            gloss=0.9,
        )
    pen.box(0.06, 0.38, 1.4, 0.99, corner=0.05, gloss=0.4, round=0.5)
    pen.box(0.02, 0.36, 1.44, 0.47, "#f6f6f4", 0.03, gloss=0.4)
    pen.limb(".1,.56 .0,.72 .1,.8", 0.04, 0.04, paint="#f6f6f4", bend=False)
    pen.limb("1.36,.56 1.46,.72 1.36,.8", 0.04, 0.04, paint="#f6f6f4", bend=False)


@thing("vacuum cleaner, vacuum, hoover", 1.0, 0.9, "#c8302a #2f6fb0", "living_room")
def vacuum_cleaner(pen: Pen) -> None:
    """Draw a vacuum cleaner with its hose."""
    pen.limb(".12,.0 .2,.5 .26,.92", 0.045, 0.04, 0.04, paint="#9aa3ab", bend=False, gloss=0.7)
    pen.limb(".12,.02 .5,.1 .84,.36 .74,.66", 0.06, 0.06, 0.06, paint=DARK)
    pen.poly(".06,.92 .44,.92 .48,1.0 .02,1.0", DARK)
    pen.blob(".46,.7 .66,.6 .86,.66 .9,.84 .84,.97 .5,.97 .42,.86", gloss=0.7, round=0.9)
    for x in (0.54, 0.8):
        pen.ellipse(x, 0.93, 0.07, 0.07, DARK)
        pen.ellipse(x, 0.93, 0.03, 0.03, "#9aa3ab")
