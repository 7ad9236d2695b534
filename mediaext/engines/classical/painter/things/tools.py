"""Instruments, tools and household gear."""

import math

from mediaext.engines.classical.painter import geometry
from mediaext.engines.classical.painter.colours import darker, lighter
from mediaext.engines.classical.painter.pen import Finish, Pen
from mediaext.engines.classical.painter.things.registry import thing


@thing("guitar, ukulele", 1.0, 0.42, "#b8702c #8a3a24", "stage living_room", hand=(0.2, 0.7))
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


@thing("telephone, phone", 0.16, 1.3, "#c8302a #26282e #2f7a6a", "living_room", "table")
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
