"""Vehicles of the road, the rails, the water, the air and space."""

import math

from mediaext.engines.classical.painter.colours import darker, lighter, mix
from mediaext.engines.classical.painter.pen import Finish, Pen
from mediaext.engines.classical.painter.things.registry import thing


def wheel(pen: Pen, x: float, y: float, radius: float) -> None:
    """Draw a car's wheel."""
    pen.ellipse(x, y, radius, radius, "#26262a", round=0.3)
    pen.ellipse(x, y, radius * 0.62, radius * 0.62, "#b9bec4", gloss=0.6, round=0.4)
    for k in range(5):
        turn = k * math.tau / 5
        pen.ellipse(
            x + math.cos(turn) * radius * 0.38,
            y + math.sin(turn) * radius * 0.38,
            radius * 0.11,
            radius * 0.11,
            "#4a4d52",
        )
    pen.ellipse(x, y, radius * 0.16, radius * 0.16, "#e4e7ea", gloss=0.5)


def spoked(pen: Pen, x: float, y: float, radius: float) -> None:
    """Draw a bicycle's wheel."""
    pen.ring(x, y, radius, radius * 0.87, "#2a2a2e", round=1)
    pen.ring(x, y, radius * 0.87, radius * 0.81, "#c8ccd0", gloss=0.7)
    spokes = 10 if pen.detail < 0.6 else 16
    for k in range(spokes):
        turn = k * math.tau / spokes + 0.2
        pen.limb(
            [(x, y), (x + math.cos(turn) * radius * 0.83, y + math.sin(turn) * radius * 0.83)],
            0.008,
            0.008,
            paint="#b8bdc2",
            bend=False,
        )
    pen.ellipse(x, y, radius * 0.11, radius * 0.11, "#8a9096", gloss=0.8)


@thing(
    "bicycle, bike, cycle, pushbike",
    1.05,
    1.65,
    "red #2a7fb8 #e0a020 #2f8a5a",
    "street park beach road",
    seat=(0.62, 0.14),
)
def bicycle(pen: Pen) -> None:
    """Draw a bicycle from the side."""
    back, front, low = (0.33, 0.67), (1.3, 0.67), (0.74, 0.7)
    saddle, bar = (0.6, 0.28), (1.14, 0.24)
    tube: Finish = {"gloss": 0.7, "round": 1, "bend": False}
    for hub in (back, front):
        spoked(pen, *hub, 0.33)
        pen.limb(
            [
                (hub[0] + math.cos(a) * 0.36, hub[1] + math.sin(a) * 0.36)
                for a in (-2.6, -2.2, -1.8, -1.4, -1.0)
            ],
            0.03,
            0.03,
            gloss=0.5,
        )
    pen.limb([back, low], 0.032, 0.036, paint=pen.dark, **tube)
    pen.limb([back, (saddle[0] + 0.02, 0.34)], 0.03, 0.034, **tube)
    pen.limb([low, saddle], 0.05, 0.045, **tube)
    pen.limb([(saddle[0] + 0.02, 0.36), (bar[0] + 0.02, 0.34)], 0.05, 0.05, **tube)
    pen.limb([low, (bar[0] + 0.03, 0.4)], 0.056, 0.052, **tube)
    pen.limb([bar, (bar[0] + 0.045, 0.42), front], 0.05, 0.046, 0.034, **tube)
    pen.limb([saddle, (saddle[0] - 0.02, 0.18)], 0.03, 0.03, paint="#c8ccd0", **tube)
    pen.blob(".44,.14 .5,.11 .62,.135 .74,.15 .74,.18 .6,.19 .47,.2", "#4a2f20", gloss=0.4)
    pen.limb([bar, (bar[0] - 0.02, 0.12)], 0.032, 0.032, paint="#c8ccd0", **tube)
    pen.limb(
        "1,.13 1.08,.1 1.18,.13 1.2,.2",
        0.032,
        0.032,
        paint="#c8ccd0",
        gloss=0.7,
    )
    pen.limb(".95,.14 1.05,.12", 0.048, 0.048, paint="#3a241a", gloss=0.3)
    pen.ring(*low, 0.1, 0.065, "#8a9096", gloss=0.7)
    pen.limb(".74,.7 .84,.82", 0.026, 0.026, paint="#a8aeb4", **tube)
    pen.limb(".78,.84 .92,.82", 0.036, 0.036, paint="#2e2e32")
    pen.limb(".74,.61 .33,.63", 0.012, 0.012, paint="#4a4a4e", bend=False)
    pen.ellipse(1.23, 0.27, 0.045, 0.045, "#f6ecc0", gloss=1)


@thing(
    "car, automobile, sedan, ~taxi, hatchback",
    1.5,
    2.3,
    "red #2b5fb0 #f0c020 #e8e8e6 #2c8a78",
    "street road city",
    seat=(1.1, 0.08),
)
def car(pen: Pen) -> None:
    """Draw a rounded car from the side."""
    glass = "#2f4350"
    lacquer: Finish = {"gloss": 0.8, "round": 0.55}
    pen.box(0.2, 0.78, 2.1, 0.9, "#1d1d20", 0.05)
    pen.blob(
        ".5,.46 .72,.14 .95,.08 1.3,.08 1.52,.18 1.78,.46 1.2,.52",
        **lacquer,
    )
    pen.blob(".64,.42 .78,.19 1.08,.16 1.1,.44", glass, gloss=0.9, round=0.3)
    pen.blob("1.16,.16 1.4,.2 1.62,.44 1.17,.44", glass, gloss=0.9, round=0.3)
    pen.blob(
        ".06,.52 .3,.42 1.2,.42 1.85,.45 2.18,.54 2.26,.72 2.18,.84 .12,.84 .04,.7", **lacquer
    )
    pen.limb(".1,.62 1.2,.585 2.2,.62", 0.012, 0.012, paint=pen.dark)
    for x in (0.62, 1.13, 1.72):
        pen.limb([(x, 0.46), (x + 0.01, 0.8)], 0.01, 0.01, paint=pen.dark)
    pen.box(0.98, 0.53, 1.1, 0.555, "#d8dcde", 0.01, gloss=0.8)
    pen.box(1.52, 0.53, 1.64, 0.555, "#d8dcde", 0.01, gloss=0.8)
    for x in (0.47, 1.77):
        pen.ellipse(x, 0.8, 0.25, 0.24, "#141416", round=0.2)
        wheel(pen, x, 0.8, 0.2)
    pen.ellipse(2.16, 0.58, 0.06, 0.07, "#fdf6d8", gloss=1)
    pen.box(0.05, 0.54, 0.12, 0.64, "#c02a22", 0.02, gloss=0.6)
    pen.box(2.06, 0.76, 2.28, 0.82, "#c9ced2", 0.03, gloss=0.8)
    pen.box(0.02, 0.76, 0.24, 0.82, "#c9ced2", 0.03, gloss=0.8)


@thing(
    "boat, ~ship, sailboat, sailing boat, yacht, dinghy",
    4.0,
    0.95,
    "#b4402e #2f6aa0 #e9e2d0 #2c7a6a",
    "sea lake harbour",
    "water",
    seat=(0.45, 0.82),
)
def boat(pen: Pen) -> None:
    """Draw a sailing boat."""
    pen.limb(".46,.84 .46,0", 0.026, 0.016, paint="#7a5a3a", bend=False)
    cloth: Finish = {"grain": "fabric", "strength": 0.3, "round": 0.5}
    pen.blob(
        ".49,.03 .6,.25 .8,.56 .86,.7 .66,.73 .49,.72",
        "#f6efde",
        **cloth,
    )
    pen.blob(
        ".44,.08 .3,.35 .1,.68 .28,.73 .44,.72",
        lighter(pen.colour, 0.25),
        **cloth,
    )
    for y in (0.3, 0.5):
        pen.limb([(0.49, y), (0.53 + (y - 0.1) * 0.55, y + 0.02)], 0.006, 0.004, paint="#c9bfa6")
    pen.poly(".45,0 .45,.05 .36,.025", "#d8402e")
    pen.blob(
        ".04,.77 .3,.81 .6,.81 .93,.75 .86,.9 .72,1 .22,1 .1,.92",
        grain="wood",
        strength=0.35,
        gloss=0.25,
    )
    pen.limb(".04,.77 .3,.81 .6,.81 .93,.75", 0.024, 0.024, paint="#e9dcc0")
    pen.limb(".09,.88 .4,.92 .87,.86", 0.014, 0.014, paint=lighter(pen.colour, 0.7))
    for x in (0.3, 0.62):
        pen.ellipse(x, 0.865, 0.02, 0.02, darker(pen.colour, 0.7))


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
    "motorcycle, motorbike, ~scooter, ~moped, ~vespa",
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


@thing(
    "airplane, plane, aeroplane, aircraft, jet, airliner",
    5.0,
    2.0,
    "#e8ecf0 #d83a2c #2f7ab8",
    "sky",
    "air",
)
def airplane(pen: Pen) -> None:
    """Draw an airliner."""
    trim = pen.colour if pen.colour[2] < 0.8 or pen.colour[0] < 0.8 else (0.15, 0.4, 0.72)
    pen.blob("1.0,.5 1.2,.48 .86,.16 .74,.14", darker(pen.colour, 0.2), round=0.3, gloss=0.4)
    pen.blob(".14,.46 .02,.06 .16,.06 .42,.42", trim, round=0.3, gloss=0.5)
    pen.blob(
        ".08,.46 .5,.36 1.4,.36 1.76,.42 1.95,.56 1.8,.64 1.3,.68 .6,.64 .16,.54",
        gloss=0.7,
        round=0.95,
    )
    pen.limb(".2,.53 .8,.575 1.4,.58 1.88,.58", 0.02, 0.03, 0.02, paint=trim)
    for k in range(9):
        pen.ellipse(0.56 + k * 0.12, 0.48, 0.022, 0.03, GLASS, gloss=0.7)
    pen.blob("1.7,.44 1.82,.48 1.86,.53 1.7,.52", GLASS, gloss=0.9)
    pen.blob(
        ".98,.58 1.28,.58 .9,.94 .68,1.0 .66,.96", lighter(pen.colour, 0.05), round=0.3, gloss=0.5
    )
    pen.ellipse(1.06, 0.78, 0.14, 0.06, trim, gloss=0.7)
    pen.blob(".16,.5 .4,.51 .16,.66 .04,.66", darker(pen.colour, 0.1), round=0.3)


@thing("helicopter, chopper", 3.2, 1.7, "#2f7ab8 #d8402e #e8b82c", "sky city", "air")
def helicopter(pen: Pen) -> None:
    """Draw a helicopter."""
    pen.limb(".62,.46 .3,.42 .06,.36", 0.18, 0.09, 0.05, gloss=0.5)
    pen.blob(".02,.36 .0,.14 .12,.18 .16,.38", pen.dark, round=0.3)
    pen.ring(0.07, 0.34, 0.11, 0.095, "#4a4a50")
    pen.limb(".98,.3 .98,.14", 0.06, 0.05, paint="#4a4a50", gloss=0.4)
    for x0, x1 in ((0.98, 0.26), (0.98, 1.68)):
        pen.limb([(x0, 0.12), (x1, 0.1)], 0.035, 0.022, paint="#3a3c42", bend=False)
    pen.ellipse(0.98, 0.11, 0.06, 0.035, "#26262a")
    pen.blob(".54,.46 .72,.3 1.1,.27 1.4,.4 1.5,.6 1.4,.76 1.0,.82 .7,.74", gloss=0.7, round=0.9)
    pen.blob("1.1,.34 1.34,.42 1.46,.6 1.12,.62", GLASS, gloss=1)
    pen.box(0.84, 0.4, 1.02, 0.6, GLASS, 0.04, gloss=0.8)
    pen.limb(".6,.66 .9,.7 1.44,.68", 0.025, 0.03, 0.02, paint=lighter(pen.colour, 0.75))
    for x in (0.82, 1.2):
        pen.limb([(x, 0.78), (x - 0.03, 0.95)], 0.03, 0.026, paint="#4a4a50")
    pen.limb(".6,.93 .7,.97 1.38,.97 1.5,.92", 0.035, 0.035, paint="#4a4a50", gloss=0.5)


@thing(
    "rocket, spaceship, spacecraft",
    8.0,
    0.52,
    "#f0eee8 #d8402e #3f7ab8",
    "moon mars space",
    "ground",
)
def rocket(pen: Pen) -> None:
    """Draw a rocket on its fins."""
    trim = "#d83a2c" if sum(pen.colour) > 1.9 else lighter(pen.colour, 0.75)
    for side in (-1, 1):
        pen.blob(
            [
                (0.26 + side * 0.12, 0.6),
                (0.26 + side * 0.25, 0.78),
                (0.26 + side * 0.25, 0.99),
                (0.26 + side * 0.11, 0.86),
            ],
            trim,
            gloss=0.5,
            round=0.4,
        )
    pen.poly(".19,.86 .33,.86 .36,.95 .16,.95", "#4a4a50", gloss=0.5)
    pen.blob(
        ".26,.0 .36,.14 .42,.36 .41,.64 .35,.88 .17,.88 .11,.64 .1,.36 .16,.14", gloss=0.7, round=1
    )
    pen.blob(".26,.0 .33,.09 .375,.19 .26,.21 .145,.19 .19,.09", trim, gloss=0.7, round=1)
    for y, r in ((0.34, 0.085), (0.54, 0.06)):
        pen.ellipse(0.26, y, r, r, "#9aa2aa", gloss=0.7)
        pen.ellipse(0.26, y, r * 0.72, r * 0.72, "#3f8ac0", gloss=1)
    pen.limb(".13,.72 .26,.74 .39,.72", 0.03, 0.035, 0.03, paint=trim)
    pen.blob(".24,.68 .28,.68 .285,.98 .26,1.0 .235,.98", trim, gloss=0.4)


@thing(
    "hot air balloon, hot-air balloon",
    12.0,
    0.72,
    "#d8402e #2f7ab8 #e8a82c #7a4ab0",
    "sky hills",
    "air",
)
def hot_air_balloon(pen: Pen) -> None:
    """Draw a hot-air balloon with coloured gores."""
    other = lighter(mix(pen.colour, "#f6c83a", 0.55), 0.35)
    for dx in (-0.07, 0.07):
        pen.limb(
            [(0.36 + dx * 2.0, 0.62), (0.36 + dx, 0.86)], 0.008, 0.008, paint="#5a4a3a", bend=False
        )
    pen.blob(
        ".36,.0 .58,.06 .71,.26 .68,.46 .5,.7 .43,.76 .29,.76 .22,.7 .04,.46 .01,.26 .14,.06",
        round=1,
    )
    for k, half in enumerate((0.29, 0.105)):
        tone = other if k == 0 else pen.colour
        pen.blob(
            [
                (0.36, 0.0),
                (0.36 + half * 0.75, 0.08),
                (0.36 + half, 0.28),
                (0.36 + half * 0.85, 0.5),
                (0.36 + half * 0.3, 0.74),
                (0.36 - half * 0.3, 0.74),
                (0.36 - half * 0.85, 0.5),
                (0.36 - half, 0.28),
                (0.36 - half * 0.75, 0.08),
            ],
            tone,
            round=1,
        )
    pen.limb(
        ".06,.46 .2,.5 .36,.515 .52,.5 .66,.46", 0.05, 0.06, 0.05, paint=darker(pen.colour, 0.25)
    )
    pen.glow(0.36, 0.79, 0.1, "#ffb040", 0.7)
    pen.box(0.28, 0.86, 0.44, 0.99, "#9a6a3a", 0.02, grain="fabric", strength=0.8)
    pen.limb(".27,.865 .45,.865", 0.025, 0.025, paint="#6a4526")


@thing("submarine, submersible", 4.0, 1.9, "#e8b41c #d8402e #4a6a80", "underwater sea", "water")
def submarine(pen: Pen) -> None:
    """Draw a round yellow submarine."""
    pen.limb("1.06,.28 1.06,.06 1.22,.06", 0.05, 0.05, 0.05, paint="#8a9096", gloss=0.7)
    pen.poly(".76,.44 .82,.24 1.16,.24 1.24,.44", darker(pen.colour, 0.1), gloss=0.5, round=0.6)
    for side in (-1, 1):
        pen.blob(
            [
                (0.18, 0.66),
                (0.02, 0.66 + side * 0.26),
                (0.12, 0.66 + side * 0.28),
                (0.32, 0.66 + side * 0.1),
            ],
            "#c8502c",
            round=0.4,
        )
    pen.blob(
        ".14,.66 .34,.44 .9,.38 1.5,.42 1.84,.62 1.7,.86 1.1,.98 .5,.94 .22,.82",
        gloss=0.7,
        round=1,
    )
    for x in (0.72, 1.08, 1.44):
        pen.ellipse(x, 0.64, 0.12, 0.12, "#8a9096", gloss=0.7)
        pen.ellipse(x, 0.64, 0.085, 0.085, "#9adcf0" if not pen.night else "#fff0b0", gloss=1)
    pen.limb(".3,.84 .9,.9 1.7,.8", 0.02, 0.025, 0.02, paint=darker(pen.colour, 0.4))


@thing("ufo, flying saucer, alien ship", 4.0, 1.9, "#a8b2ba #7a8aa8", "space hills", "air")
def ufo(pen: Pen) -> None:
    """Draw a flying saucer."""
    pen.glow(0.95, 0.85, 0.7, "#a0ffb0", 0.35)
    pen.blob(".58,.46 .64,.16 .95,.0 1.26,.16 1.32,.46", "#9ad8e8", gloss=1, round=1)
    pen.ellipse(0.95, 0.32, 0.13, 0.14, "#6ac06a")
    for side in (-1, 1):
        pen.ellipse(0.95 + side * 0.05, 0.3, 0.035, 0.05, "#101a14", gloss=0.7)
    pen.blob(
        ".04,.58 .4,.44 .95,.4 1.5,.44 1.86,.58 1.5,.76 .95,.82 .4,.76",
        gloss=0.8,
        round=0.8,
        grain="metal",
    )
    pen.ellipse(0.95, 0.76, 0.36, 0.1, darker(pen.colour, 0.4), gloss=0.4)
    for k in range(7):
        x = 0.3 + k * 0.216
        y = 0.6 + 0.06 * math.sin(k / 6 * math.pi)
        pen.dot(x, y, 0.04, ("#ffd84a", "#ff6a5a", "#6af0c0")[k % 3])
        pen.glow(x, y, 0.11, ("#ffd84a", "#ff6a5a", "#6af0c0")[k % 3], 0.6)


@thing(
    "canoe, ~rowboat, ~rowing boat",
    0.9,
    3.0,
    "#a8602c #c8402e #2f7a8a",
    "lake river pond",
    "water",
    seat=(1.5, 0.62),
)
def canoe(pen: Pen) -> None:
    """Draw a canoe with its paddle."""
    pen.blob(
        ".04,.5 .4,.66 1.5,.72 2.6,.66 2.96,.5 2.6,.72 1.5,.8 .4,.72",
        darker(pen.colour, 0.6),
        round=0.2,
    )
    pen.limb("1.1,.2 1.9,.84", 0.05, 0.05, paint="#c9a06a", bend=False)
    pen.blob(
        ".02,.4 .3,.64 1.5,.74 2.7,.64 2.98,.4 2.84,.86 2.4,.99 .6,.99 .16,.86",
        grain="wood",
        strength=0.5,
        gloss=0.3,
        round=0.8,
    )
    pen.limb(
        ".02,.41 .3,.645 1.5,.745 2.7,.645 2.98,.41",
        0.05,
        0.06,
        0.05,
        paint=lighter(pen.colour, 0.4),
    )
    pen.ellipse(1.98, 0.9, 0.16, 0.07, "#c9a06a", turn=38)


@thing("ambulance, emergency vehicle", 2.8, 1.9, "#f4f4f2", "street city road")
def ambulance(pen: Pen) -> None:
    """Draw an ambulance."""
    truck(pen)
    pen.box(0.06, 0.14, 1.2, 0.76, None, 0.03, gloss=0.5, round=0.3)
    pen.box(0.06, 0.6, 1.2, 0.68, "#d8302a", 0.0)
    pen.box(1.24, 0.6, 1.83, 0.68, "#d8302a", 0.0)
    pen.box(0.58, 0.2, 0.7, 0.54, "#d8302a", 0.0)
    pen.box(0.47, 0.31, 0.81, 0.43, "#d8302a", 0.0)
    pen.box(1.3, 0.16, 1.52, 0.24, "#2f7ae0", 0.03, gloss=0.9)
    pen.glow(1.41, 0.2, 0.25, "#5a9aff", 0.7)
