"""More vehicles: of the road, the rails, the water, the air and beyond."""

import math

from mediaext.engines.classical.painter.colours import darker, lighter, mix
from mediaext.engines.classical.painter.pen import Finish, Pen
from mediaext.engines.classical.painter.things.registry import thing
from mediaext.engines.classical.painter.things.vehicles import wheel

GLASS = "#2f4350"


@thing(
    "truck, lorry, van, delivery van",
    2.8,
    1.9,
    "#d8402e #2f6fb0 #e8b82c #4a8a5a",
    "road street city",
)
def truck(pen: Pen) -> None:
    """Draw a lorry."""
    metal: Finish = {"gloss": 0.5, "round": 0.3}
    pen.box(0.1, 0.72, 1.8, 0.84, "#26262a", 0.02)
    pen.box(0.06, 0.14, 1.2, 0.76, lighter(pen.colour, 0.72), 0.03, grain="metal", **metal)
    for x in (0.3, 0.53, 0.76, 0.99):
        pen.limb([(x, 0.17), (x, 0.73)], 0.008, 0.008, paint="#b8b4aa", bend=False)
    pen.box(0.06, 0.44, 1.2, 0.53, None, **metal)
    pen.blob("1.24,.28 1.3,.24 1.52,.24 1.62,.3 1.74,.54 1.82,.6 1.83,.8 1.24,.8", **metal)
    pen.poly("1.34,.32 1.52,.32 1.64,.53 1.34,.53", GLASS, gloss=0.9)
    pen.limb("1.3,.58 1.3,.76", 0.01, 0.01, paint=pen.dark)
    pen.box(1.36, 0.6, 1.46, 0.625, "#d8dcde", 0.01, gloss=0.8)
    pen.ellipse(1.8, 0.67, 0.035, 0.045, "#fdf2c8", gloss=1)
    pen.box(1.68, 0.79, 1.88, 0.86, "#c4c9cd", 0.02, gloss=0.7)
    for x in (0.32, 0.62, 1.52):
        wheel(pen, x, 0.85, 0.15)


@thing("bus, coach, minibus", 3.2, 2.1, "#d83a2c #f0b81c #2f7ab8 #3a9a6a", "street city road")
def bus(pen: Pen) -> None:
    """Draw a city bus."""
    metal: Finish = {"gloss": 0.6, "round": 0.3}
    pen.box(0.05, 0.14, 2.05, 0.88, None, 0.1, **metal)
    pen.box(0.05, 0.2, 2.05, 0.24, lighter(pen.colour, 0.6))
    pen.box(0.1, 0.28, 1.62, 0.54, GLASS, 0.04, gloss=0.8)
    for x in (0.4, 0.7, 1.0, 1.3):
        pen.box(x - 0.018, 0.27, x + 0.018, 0.55, None)
    pen.box(1.68, 0.28, 1.86, 0.84, GLASS, 0.03, gloss=0.8)
    pen.limb("1.77,.28 1.77,.84", 0.014, 0.014, paint=pen.dark, bend=False)
    pen.box(1.9, 0.26, 2.04, 0.56, GLASS, 0.03, gloss=0.9)
    pen.box(0.05, 0.64, 1.64, 0.7, lighter(pen.colour, 0.75))
    pen.ellipse(2.02, 0.72, 0.035, 0.05, "#fdf2c8", gloss=1)
    pen.box(0.04, 0.68, 0.08, 0.78, "#8a1a16")
    for x in (0.42, 1.48):
        pen.ellipse(x, 0.86, 0.18, 0.17, "#18181b", round=0.2)
        wheel(pen, x, 0.86, 0.14)


@thing(
    "train, locomotive, steam train, railway, engine",
    3.6,
    2.0,
    "#2c6a4a #b8382c #2f4f8a",
    "hills meadow village",
)
def train(pen: Pen) -> None:
    """Draw a steam locomotive."""
    for k, (x, y, r) in enumerate(((1.52, 0.1, 0.09), (1.38, -0.02, 0.12), (1.18, -0.1, 0.15))):
        pen.ellipse(x, y, r, r * 0.8, mix("#f4f1ec", "#c8c8cc", 0.2 * k), round=1)
    pen.box(0.1, 0.7, 1.86, 0.82, "#2a2a2e", 0.02)
    pen.box(0.16, 0.22, 0.66, 0.74, None, 0.02, gloss=0.4)
    pen.box(0.1, 0.16, 0.72, 0.24, darker(pen.colour, 0.5), 0.03)
    pen.box(0.26, 0.32, 0.42, 0.5, "#f4e0a0" if pen.night else GLASS, 0.02, gloss=0.8)
    pen.box(0.48, 0.32, 0.6, 0.5, "#f4e0a0" if pen.night else GLASS, 0.02, gloss=0.8)
    pen.box(0.6, 0.4, 1.68, 0.72, None, 0.12, round=1, gloss=0.7)
    for x in (0.85, 1.12, 1.4):
        pen.box(x, 0.4, x + 0.035, 0.72, "#d8b050", gloss=0.7)
    pen.poly("1.44,.42 1.47,.18 1.42,.12 1.62,.12 1.57,.18 1.6,.42", "#26262a", gloss=0.5)
    pen.ellipse(1.08, 0.38, 0.09, 0.1, "#d8b050", gloss=0.8)
    pen.ellipse(1.7, 0.56, 0.06, 0.15, darker(pen.colour, 0.5), gloss=0.4)
    pen.ellipse(1.72, 0.44, 0.06, 0.065, "#fdf2c0", gloss=1)
    pen.poly("1.72,.74 1.94,.98 1.62,.98 1.62,.74", "#a8352a", gloss=0.3)
    for x, r in ((0.32, 0.13), (0.66, 0.17), (1.04, 0.17), (1.44, 0.13)):
        pen.ring(x, 1.0 - r, r, r * 0.78, "#a8352a", gloss=0.4, round=0.9)
        for k in range(6):
            turn = k * math.tau / 6
            pen.limb(
                [(x, 1 - r), (x + math.cos(turn) * r * 0.8, 1 - r + math.sin(turn) * r * 0.8)],
                0.022,
                0.018,
                paint="#a8352a",
                bend=False,
            )
        pen.ellipse(x, 1.0 - r, r * 0.22, r * 0.22, "#3a3a3e", gloss=0.6)
    pen.limb(".66,.86 1.04,.86 1.44,.88", 0.035, 0.035, paint="#c8ccd0", bend=False, gloss=0.7)


@thing(
    "motorcycle, motorbike, scooter, moped, vespa",
    1.15,
    1.65,
    "#c8302a #2f4f8a #3a8a7a #26262a",
    "road street",
    seat=(0.68, 0.36),
)
def motorcycle(pen: Pen) -> None:
    """Draw a motorcycle."""
    for x in (0.32, 1.32):
        pen.ellipse(x, 0.72, 0.28, 0.28, "#232327", round=0.35)
        pen.ellipse(x, 0.72, 0.185, 0.185, "#aeb4ba", gloss=0.6, round=0.3)
        pen.ellipse(x, 0.72, 0.12, 0.12, "#4a4d52", gloss=0.4)
    pen.limb("1.06,.24 1.18,.44 1.32,.72", 0.055, 0.05, 0.045, paint="#c4cad0", gloss=0.8)
    pen.limb(".5,.8 .2,.86 .08,.82", 0.07, 0.08, 0.09, paint="#c4cad0", gloss=0.9)
    pen.box(0.58, 0.54, 1.0, 0.84, "#5a5e64", 0.06, gloss=0.6)
    for y in (0.6, 0.66, 0.72):
        pen.limb([(0.62, y), (0.94, y)], 0.02, 0.02, paint="#8f959b", gloss=0.5)
    pen.blob(".06,.44 .3,.4 .6,.46 .62,.56 .4,.54 .14,.52", gloss=0.8)
    pen.blob(".72,.46 .84,.34 1.06,.34 1.14,.44 1.02,.56 .78,.56", gloss=0.8, round=0.9)
    pen.blob(".3,.42 .36,.36 .7,.4 .78,.46 .6,.5", "#2c2422", gloss=0.3)
    pen.blob("1.1,.5 1.3,.42 1.56,.54 1.34,.52 1.16,.6", gloss=0.8)
    pen.limb("1.1,.26 1.0,.2 .9,.22", 0.035, 0.04, paint="#2a2a2e")
    pen.ellipse(1.2, 0.36, 0.075, 0.085, "#fdf2c8", gloss=1)


@thing("tractor", 2.6, 1.4, "#2f8a3a #c8302a #e8b01c", "farm meadow", seat=(0.4, 0.3))
def tractor(pen: Pen) -> None:
    """Draw a tractor."""
    pen.limb(".98,.5 .98,.18", 0.05, 0.045, paint="#3a3a40")
    pen.box(0.62, 0.46, 1.26, 0.72, None, 0.06, gloss=0.6, round=0.5)
    for x in (0.74, 0.84, 1.1):
        pen.box(x, 0.52, x + 0.04, 0.66, "#26262a")
    pen.box(0.14, 0.1, 0.64, 0.6, None, 0.03, gloss=0.5)
    pen.box(0.2, 0.17, 0.58, 0.44, GLASS, 0.02, gloss=0.8)
    pen.box(0.1, 0.06, 0.68, 0.13, darker(pen.colour, 0.4), 0.03)
    pen.blob(".02,.5 .2,.4 .6,.44 .68,.62 .4,.52 .1,.6", darker(pen.colour, 0.12), gloss=0.5)
    pen.ellipse(1.26, 0.56, 0.045, 0.06, "#fdf2c8", gloss=1)
    for x, r in ((0.38, 0.34), (1.14, 0.2)):
        for k in range(18):
            turn = k * math.tau / 18
            pen.ellipse(
                x + math.cos(turn) * r * 0.95,
                1 - r + math.sin(turn) * r * 0.95,
                r * 0.13,
                r * 0.1,
                "#1d1d20",
                turn=math.degrees(turn),
            )
        pen.ellipse(x, 1 - r, r * 0.95, r * 0.95, "#29292d", round=0.35)
        pen.ellipse(x, 1 - r, r * 0.52, r * 0.52, "#e8c02c", gloss=0.4, round=0.4)
        pen.ellipse(x, 1 - r, r * 0.2, r * 0.2, "#8a7a2a", gloss=0.5)
