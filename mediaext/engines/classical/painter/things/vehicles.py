"""Vehicles of the road, the rails, the water, the air and space."""

import itertools
import math

import numpy as np

from mediaext.engines.classical.painter import geometry
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
    "car, automobile, sedan, ~taxi (yellow), hatchback",
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


@thing("double decker bus, double decker", 4.4, 1.45, "#c8262a", "street city road")
def double_decker(pen: Pen) -> None:
    """Draw a bus of two floors."""
    metal: Finish = {"gloss": 0.6, "round": 0.3}
    pen.box(0.03, 0.02, 1.42, 0.9, None, 0.07, **metal)
    pen.box(0.03, 0.44, 1.42, 0.5, lighter(pen.colour, 0.55))
    for y, last in ((0.12, 1.3), (0.54, 1.06)):
        pen.box(0.09, y, last, y + 0.22, GLASS, 0.03, gloss=0.8)
        for x in (0.3, 0.52, 0.74, 0.96):
            pen.box(x - 0.012, y - 0.01, x + 0.012, y + 0.23, None)
    pen.box(1.33, 0.1, 1.41, 0.34, GLASS, 0.02, gloss=0.9)
    pen.box(1.1, 0.54, 1.26, 0.86, GLASS, 0.02, gloss=0.8)
    pen.limb("1.18,.54 1.18,.86", 0.01, 0.01, paint=pen.dark, bend=False)
    pen.box(1.31, 0.54, 1.41, 0.74, GLASS, 0.02, gloss=0.9)
    pen.ellipse(1.4, 0.82, 0.022, 0.032, "#fdf2c8", gloss=1)
    for x in (0.3, 0.96):
        pen.ellipse(x, 0.9, 0.125, 0.11, "#18181b", round=0.2)
        wheel(pen, x, 0.9, 0.095)


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
    "canoe, ~kayak, ~rowboat, ~rowing boat",
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


@thing(
    "police car, police cruiser, squad car",
    1.5,
    2.3,
    "#26282e #1f3f7a",
    "street road city",
    seat=(1.1, 0.0),
)
def police_car(pen: Pen) -> None:
    """Draw a police car with white doors, a star and its lights."""
    car(pen)
    pen.poly(".64,.47 1.7,.47 1.72,.8 .72,.8 .7,.62", "#f6f4ee", gloss=0.7, round=0.2)
    pen.limb("1.13,.48 1.13,.8", 0.012, 0.012, paint="#8a8e94", bend=False)
    for x in (0.98, 1.52):
        pen.box(x, 0.53, x + 0.11, 0.555, "#4a4e54", 0.01)
    pen.fill([geometry.star(1.3, 0.66, 0.11, 0.05, 5)], "#e0b02c", gloss=0.6)
    pen.dot(1.3, 0.66, 0.03, "#26282e")
    for k in range(6):
        pen.dot_box(
            0.76 + 0.06 * k,
            0.61 + 0.045 * (k % 2),
            0.82 + 0.06 * k,
            0.655 + 0.045 * (k % 2),
            "#26282e",
        )
    pen.box(0.9, 0.05, 1.4, 0.09, "#3a3e44", 0.01)
    pen.box(0.92, -0.03, 1.15, 0.06, "#e02a2a", 0.03, gloss=0.9)
    pen.box(1.15, -0.03, 1.38, 0.06, "#2a6ae8", 0.03, gloss=0.9)
    pen.glow(1.02, 0.0, 0.2, "#ff5a4a", 0.6)
    pen.glow(1.27, 0.0, 0.2, "#5a9aff", 0.6)


@thing("fire truck, firetruck, fire engine, fire lorry", 3.0, 2.2, "#d0241c", "street city road")
def fire_truck(pen: Pen) -> None:
    """Draw a fire truck with its ladder."""
    metal: Finish = {"gloss": 0.7, "round": 0.35}
    pen.box(0.06, 0.74, 2.1, 0.86, "#26262a", 0.02)
    pen.box(0.05, 0.34, 1.5, 0.8, None, 0.03, **metal)
    pen.blob("1.46,.26 1.52,.22 1.98,.22 2.08,.3 2.13,.52 2.14,.82 1.46,.82", **metal)
    pen.poly("1.84,.28 1.98,.28 2.06,.5 1.84,.5", GLASS, gloss=0.9)
    pen.poly("1.54,.28 1.78,.28 1.78,.5 1.54,.5", GLASS, gloss=0.9)
    pen.limb("1.81,.28 1.81,.78", 0.012, 0.012, paint=pen.dark, bend=False)
    pen.box(0.05, 0.56, 2.14, 0.62, "#f8f4ea")
    for x in (0.12, 0.48, 0.98):
        pen.box(x, 0.38, x + 0.3, 0.54, "#c8ccd0", 0.02, gloss=0.7)
        for k in range(4):
            pen.limb(
                [(x + 0.02, 0.405 + 0.036 * k), (x + 0.28, 0.405 + 0.036 * k)],
                0.008,
                0.008,
                paint="#7a8288",
                bend=False,
            )
    pen.ring(0.88, 0.7, 0.075, 0.035, "#e8c83a", round=0.8)
    for y in (0.16, 0.26):
        pen.limb(
            [(0.0, y + 0.02), (1.86, y - 0.06)], 0.03, 0.03, paint="#dfe3e6", gloss=0.8, bend=False
        )
    for k in range(15):
        x = 0.06 + 0.125 * k
        pen.limb(
            [(x, 0.175 - 0.043 * x), (x, 0.28 - 0.043 * x)],
            0.018,
            0.018,
            paint="#b8bec4",
            bend=False,
        )
    for x in (0.3, 1.2):
        pen.limb([(x, 0.27), (x, 0.36)], 0.06, 0.08, paint="#8a9096", bend=False)
    pen.box(1.6, 0.14, 1.9, 0.22, "#2a7ae8", 0.03, gloss=0.9)
    pen.glow(1.75, 0.18, 0.25, "#5a9aff", 0.7)
    pen.ellipse(2.12, 0.69, 0.035, 0.045, "#fdf2c8", gloss=1)
    pen.box(2.02, 0.8, 2.19, 0.87, "#c4c9cd", 0.02, gloss=0.7)
    for x in (0.42, 1.68):
        pen.ellipse(x, 0.84, 0.17, 0.16, "#18181b", round=0.2)
        wheel(pen, x, 0.86, 0.14)


@thing(
    "pickup truck, pickup, pick up truck, ute",
    1.8,
    2.5,
    "#2f6fb0 #c8352a #e8e6e0 #4a7a4a",
    "road farm street",
    seat=(0.55, 0.5),
)
def pickup_truck(pen: Pen) -> None:
    """Draw a pickup truck with its open bed."""
    lacquer: Finish = {"gloss": 0.8, "round": 0.45}
    pen.box(0.1, 0.74, 2.4, 0.86, "#1d1d20", 0.04)
    pen.box(0.08, 0.4, 1.1, 0.6, darker(pen.colour, 0.6), 0.02)
    pen.blob("1.02,.5 1.06,.16 1.14,.08 1.58,.08 1.7,.16 1.92,.48 1.5,.56", **lacquer)
    pen.poly("1.13,.42 1.15,.16 1.36,.155 1.36,.42", GLASS, gloss=0.9)
    pen.poly("1.42,.42 1.42,.155 1.58,.16 1.76,.42", GLASS, gloss=0.9)
    pen.poly(".04,.45 1.04,.45 1.06,.44 1.9,.44 2.3,.48 2.42,.58 2.44,.8 .04,.82", **lacquer)
    pen.box(0.02, 0.42, 1.06, 0.475, lighter(pen.colour, 0.2), 0.015, gloss=0.7)
    for x in (1.06, 1.4, 1.82):
        pen.limb([(x, 0.46), (x, 0.79)], 0.012, 0.012, paint=pen.dark, bend=False)
    pen.box(1.12, 0.52, 1.24, 0.545, "#d8dcde", 0.01, gloss=0.8)
    pen.ellipse(2.36, 0.58, 0.06, 0.055, "#fdf6d8", gloss=1)
    pen.box(0.03, 0.52, 0.09, 0.64, "#c02a22", 0.015, gloss=0.6)
    pen.box(2.28, 0.74, 2.48, 0.83, "#c9ced2", 0.03, gloss=0.8)
    pen.box(0.0, 0.74, 0.2, 0.83, "#c9ced2", 0.03, gloss=0.8)
    for x in (0.5, 2.0):
        pen.ellipse(x, 0.78, 0.25, 0.23, "#141416", round=0.2)
        wheel(pen, x, 0.8, 0.2)


@thing(
    "jeep, off-roader, off road vehicle, ~suv",
    1.9,
    1.9,
    "#5a7040 #c8a050 #c8352a",
    "desert savanna road mountains",
    seat=(0.8, 0.35),
)
def jeep(pen: Pen) -> None:
    """Draw an open jeep with a spare wheel."""
    pen.limb(".5,.46 .5,.06 1.0,.06 1.06,.44", 0.04, 0.04, paint="#26282c", bend=False, gloss=0.4)
    for x in (0.62, 0.98):
        pen.blob(
            [(x - 0.09, 0.52), (x - 0.12, 0.24), (x, 0.22), (x + 0.02, 0.5)], "#3a2c26", round=0.9
        )
    pen.poly("1.14,.48 1.06,.14 1.11,.14 1.2,.46", "#26282c")
    pen.poly("1.12,.44 1.075,.17 1.1,.17 1.165,.44", "#bcd6e0", gloss=0.9)
    pen.ring(1.03, 0.42, 0.075, 0.055, "#1c1c20", round=1)
    pen.ellipse(0.12, 0.5, 0.12, 0.2, "#26262a", round=0.6)
    pen.ellipse(0.1, 0.5, 0.05, 0.09, "#9aa0a6", gloss=0.6)
    pen.poly(
        ".2,.42 .5,.42 .58,.56 .98,.56 1.08,.44 1.72,.46 1.78,.52 1.78,.76 .2,.78",
        round=0.35,
        gloss=0.4,
    )
    pen.limb("1.12,.5 1.7,.52", 0.014, 0.014, paint=pen.dark, bend=False)
    pen.box(0.68, 0.6, 0.78, 0.625, pen.dark, 0.01)
    for k in range(3):
        pen.limb(
            [(1.3 + 0.12 * k, 0.56), (1.3 + 0.12 * k, 0.62)],
            0.03,
            0.03,
            paint=pen.dark,
            bend=False,
        )
    pen.ellipse(1.79, 0.56, 0.045, 0.065, "#fdf6d8", gloss=1)
    pen.box(1.7, 0.72, 1.88, 0.79, "#3a3e42", 0.02)
    pen.box(0.62, 0.78, 1.14, 0.83, "#3a3e42", 0.02)
    for x in (0.46, 1.46):
        pen.poly(
            [
                (x - 0.3, 0.76),
                (x - 0.22, 0.58),
                (x + 0.2, 0.58),
                (x + 0.3, 0.72),
                (x + 0.24, 0.72),
                (x - 0.22, 0.78),
            ],
            darker(pen.colour, 0.2),
            gloss=0.4,
        )
        wheel(pen, x, 0.79, 0.205)


@thing("limousine, limo, stretch limousine", 1.5, 4.2, "#1f1f24 #f2f0ea", "street city")
def limousine(pen: Pen) -> None:
    """Draw a stretched limousine."""
    lacquer: Finish = {"gloss": 0.9, "round": 0.5}
    pen.box(0.2, 0.78, 4.0, 0.9, "#141416", 0.05)
    pen.blob(".44,.48 .66,.16 .86,.1 2.0,.09 3.06,.1 3.28,.18 3.56,.46 2.0,.52", **lacquer)
    pen.poly(".62,.42 .76,.2 1.1,.17 1.1,.42", GLASS, gloss=0.9)
    for k in range(4):
        pen.box(1.16 + 0.46 * k, 0.17, 1.57 + 0.46 * k, 0.42, GLASS, 0.03, gloss=0.9)
    pen.poly("3.0,.17 3.14,.2 3.38,.42 3.0,.42", GLASS, gloss=0.9)
    pen.blob(".06,.52 .3,.43 2.0,.42 3.6,.45 4.06,.52 4.16,.72 4.08,.84 .12,.84 .04,.7", **lacquer)
    pen.limb(".1,.64 2.0,.62 4.1,.64", 0.016, 0.016, paint="#c9ced2", gloss=0.8)
    for x in (0.62, 1.13, 1.6, 2.98, 3.46):
        pen.limb([(x, 0.46), (x, 0.8)], 0.012, 0.012, paint=mix(pen.colour, "#808080", 0.5))
    for x in (0.6, 3.56):
        pen.ellipse(x, 0.8, 0.24, 0.23, "#0c0c0e", round=0.2)
        wheel(pen, x, 0.8, 0.2)
    pen.ellipse(4.06, 0.58, 0.06, 0.06, "#fdf6d8", gloss=1)
    pen.box(0.04, 0.54, 0.12, 0.64, "#c02a22", 0.02)
    for x0, x1 in ((0.02, 0.26), (3.96, 4.18)):
        pen.box(x0, 0.76, x1, 0.83, "#c9ced2", 0.03, gloss=0.8)


@thing(
    "racing car, race car, formula one car, formula 1 car",
    1.0,
    3.4,
    "#d0241c #1f6fd0 #f08a1c #2a8a5a",
    "race_track road",
)
def racing_car(pen: Pen) -> None:
    """Draw a racing car with its wings."""
    lacquer: Finish = {"gloss": 0.8, "round": 0.6}
    for x in (0.62, 2.6):
        pen.ellipse(x + 0.14, 0.66, 0.28, 0.28, "#101012")
    pen.poly(".06,.06 .5,.06 .52,.2 .06,.24", darker(pen.colour, 0.2), gloss=0.5)
    pen.poly(".1,.2 .2,.2 .3,.66 .18,.66", "#26262a")
    pen.blob(
        ".3,.62 .7,.34 1.02,.1 1.2,.1 1.3,.4 1.6,.44 2.2,.5 2.9,.62 3.28,.74 3.2,.84 .4,.86",
        **lacquer,
    )
    pen.blob(".9,.64 1.2,.5 1.8,.5 2.04,.68 1.8,.86 1.0,.86", darker(pen.colour, 0.22), **lacquer)
    pen.blob("1.3,.46 1.5,.38 1.86,.46 1.66,.52", "#1a1a1e")
    pen.ellipse(1.5, 0.34, 0.13, 0.145, "#f4d83a", gloss=0.8, round=1)
    pen.limb("1.53,.33 1.63,.34", 0.07, 0.06, paint="#1a1c22", gloss=0.9)
    pen.limb("1.26,.4 1.4,.22 1.74,.32 1.98,.48", 0.035, 0.03, paint="#26262a")
    pen.poly("2.98,.78 3.36,.7 3.38,.88 2.9,.9", darker(pen.colour, 0.15), gloss=0.5)
    pen.limb(".5,.76 2.9,.78", 0.03, 0.03, paint="#f6f4ee", bend=False)
    pen.ellipse(2.28, 0.61, 0.12, 0.1, "#f6f4ee", round=0.1)
    pen.limb("2.28,.56 2.28,.66", 0.045, 0.045, paint="#1a1a1e", bend=False)
    for x, r in ((0.5, 0.31), (2.62, 0.28)):
        pen.ellipse(x, 0.98 - r, r, r, "#1c1c20", round=0.4)
        pen.ring(x, 0.98 - r, r * 0.78, r * 0.72, "#f4d83a")
        pen.ellipse(x, 0.98 - r, r * 0.52, r * 0.52, "#8a9096", gloss=0.8)
        pen.ellipse(x, 0.98 - r, r * 0.16, r * 0.16, "#2a2a2e")


def crawler(pen: Pen, x0: float, x1: float, top: float) -> None:
    """Draw a crawler track from ``x0`` to ``x1`` that stands on the ground."""
    radius = (1.0 - top) / 2
    pen.box(x0, top, x1, 1.0, "#26262a", radius, round=0.6)
    for k in range(int((x1 - x0) / 0.075)):
        for y in (top + 0.005, 0.985):
            pen.box(
                x0 + 0.05 + 0.075 * k,
                y - 0.016,
                x0 + 0.09 + 0.075 * k,
                y + 0.012,
                "#3a3a40",
                0.006,
            )
    pen.box(x0 + 0.05, top + 0.05, x1 - 0.05, 0.95, "#4a4a50", radius - 0.05)
    many = max(3, int((x1 - x0) / 0.24))
    for k in range(many):
        x = x0 + radius + (x1 - x0 - 2 * radius) * k / (many - 1)
        size = radius * (0.72 if k in (0, many - 1) else 0.52)
        pen.ellipse(x, (top + 1) / 2, size, size, "#8a8e92", gloss=0.5)
        pen.ellipse(x, (top + 1) / 2, size * 0.4, size * 0.4, "#2e2e32")


@thing("bulldozer, dozer", 3.0, 1.75, "#f0b01c #e8841c", "building_site road")
def bulldozer(pen: Pen) -> None:
    """Draw a bulldozer with its blade."""
    metal: Finish = {"gloss": 0.5, "round": 0.3}
    pen.box(0.3, 0.02, 0.84, 0.08, darker(pen.colour, 0.2), 0.02, **metal)
    pen.poly(".36,.08 .78,.08 .84,.5 .34,.5", None, **metal)
    pen.poly(".41,.12 .56,.12 .57,.4 .4,.4", GLASS, gloss=0.9)
    pen.poly(".61,.12 .74,.12 .78,.4 .61,.4", GLASS, gloss=0.9)
    pen.limb("1.08,.36 1.08,.12", 0.06, 0.05, paint="#3a3a3e", bend=False)
    pen.poly(".14,.44 .36,.44 .84,.36 1.3,.38 1.32,.68 .14,.7", None, **metal)
    for k in range(5):
        pen.limb(
            [(0.94 + 0.07 * k, 0.44), (0.94 + 0.07 * k, 0.56)],
            0.022,
            0.022,
            paint="#26262a",
            bend=False,
        )
    crawler(pen, 0.08, 1.28, 0.64)
    pen.limb(".7,.8 1.3,.78 1.48,.76", 0.09, 0.08, paint=darker(pen.colour, 0.15), bend=False)
    pen.limb("1.24,.5 1.48,.62", 0.05, 0.04, paint="#c4cad0", gloss=0.9, bend=False)
    pen.blob(
        "1.44,.46 1.52,.44 1.56,.7 1.74,.99 1.56,1.0 1.46,.8", darker(pen.colour, 0.08), **metal
    )
    pen.limb("1.58,.99 1.74,.985", 0.03, 0.02, paint="#c4cad0", gloss=0.8)


@thing(
    "excavator, digger, backhoe, power shovel", 3.2, 1.75, "#f0a81c #d8541c", "building_site road"
)
def excavator(pen: Pen) -> None:
    """Draw an excavator with its arm and bucket."""
    metal: Finish = {"gloss": 0.5, "round": 0.35}
    crawler(pen, 0.06, 1.06, 0.74)
    pen.box(0.4, 0.66, 0.74, 0.76, "#3a3a3e", 0.02)
    pen.limb(".74,.56 1.0,.14 1.16,.08 1.32,.18", 0.14, 0.13, 0.13, 0.12, **metal)
    pen.limb(".82,.5 1.02,.26", 0.05, 0.05, paint="#c4cad0", gloss=0.9, bend=False)
    pen.limb("1.26,.1 1.42,.4 1.52,.66", 0.12, 0.11, 0.08, **metal)
    pen.limb("1.12,.06 1.34,.16", 0.045, 0.045, paint="#c4cad0", gloss=0.9, bend=False)
    pen.ellipse(1.28, 0.16, 0.05, 0.05, "#3a3a3e")
    pen.blob(
        "1.48,.62 1.6,.64 1.66,.8 1.56,.96 1.34,.98 1.26,.86 1.36,.86 1.44,.76", "#4a4c50", **metal
    )
    for x, y in ((1.28, 0.88), (1.33, 0.97), (1.4, 1.0)):
        pen.limb(
            [(x + 0.04, y - 0.03), (x - 0.03, y + 0.015)],
            0.034,
            0.012,
            paint="#b8bec4",
            bend=False,
        )
    pen.box(0.1, 0.38, 0.62, 0.68, None, 0.05, **metal)
    pen.box(0.1, 0.56, 0.62, 0.64, "#26262a", 0.0)
    for k in range(5):
        pen.limb(
            [(0.16 + 0.05 * k, 0.43), (0.16 + 0.05 * k, 0.52)],
            0.016,
            0.016,
            paint="#26262a",
            bend=False,
        )
    pen.poly(".5,.16 .78,.16 .88,.42 .88,.68 .5,.68", None, **metal)
    pen.poly(".55,.21 .75,.21 .83,.43 .83,.54 .55,.54", GLASS, gloss=0.9)


@thing(
    "dump truck, tipper truck, tipper, dumper", 3.2, 1.9, "#f0b01c #d8541c", "building_site road"
)
def dump_truck(pen: Pen) -> None:
    """Draw a dump truck, its bed raised over a heap."""
    metal: Finish = {"gloss": 0.5, "round": 0.35}
    for x, y, r in ((0.16, 0.94, 0.12), (0.05, 0.98, 0.09), (0.12, 0.82, 0.07)):
        pen.fill(
            [geometry.lump(pen.rng, x + 0.02, y - 0.02, r, r * 0.6, 0.2)], "#8a6a48", grain="stone"
        )
    pen.box(0.26, 0.72, 1.84, 0.82, "#26262a", 0.02)
    pen.limb(".9,.74 1.02,.36", 0.07, 0.05, paint="#c4cad0", gloss=0.9, bend=False)
    pen.blob(".3,.5 .6,.28 1.0,.06 1.14,.08 1.1,.24", "#8a6a48", grain="stone", strength=0.9)
    pen.poly(".12,.58 .22,.46 1.22,-.02 1.36,.06 1.24,.36 .44,.74", None, **metal)
    for k in range(5):
        x, y = 0.36 + 0.2 * k, 0.5 - 0.1 * k
        pen.limb(
            [(x - 0.04, y - 0.06), (x + 0.1, y + 0.2)],
            0.03,
            0.03,
            paint=darker(pen.colour, 0.2),
            bend=False,
        )
    pen.blob("1.3,.34 1.36,.3 1.66,.3 1.76,.36 1.84,.6 1.86,.82 1.3,.82", None, **metal)
    pen.poly("1.4,.36 1.64,.36 1.74,.58 1.4,.58", GLASS, gloss=0.9)
    pen.box(1.42, 0.64, 1.52, 0.665, "#3a3a3e", 0.01)
    pen.ellipse(1.82, 0.7, 0.035, 0.045, "#fdf2c8", gloss=1)
    pen.box(1.7, 0.8, 1.89, 0.88, "#3a3e42", 0.02)
    for x in (0.5, 0.84, 1.54):
        wheel(pen, x, 0.84, 0.16)


@thing(
    "cement mixer, concrete mixer, cement truck", 3.4, 1.9, "#e86a1c #2f6fb0", "building_site road"
)
def cement_mixer(pen: Pen) -> None:
    """Draw a truck with a turning drum."""
    metal: Finish = {"gloss": 0.5, "round": 0.35}
    pen.box(0.14, 0.72, 1.84, 0.82, "#26262a", 0.02)
    pen.poly(".24,.72 .36,.42 .46,.42 .5,.72", "#5a5e64")
    pen.poly("1.08,.72 1.1,.5 1.2,.5 1.24,.72", "#5a5e64")
    pen.blob(
        ".2,.2 .3,.1 .62,.06 1.0,.2 1.2,.38 1.2,.56 1.0,.68 .62,.68 .36,.48",
        "#e8e6de",
        gloss=0.4,
        round=1,
    )
    for k in range(4):
        x = 0.38 + 0.2 * k
        pen.limb(
            [
                (x - 0.04, 0.12 + 0.07 * k if k else 0.12),
                (x + 0.1, 0.36 + 0.02 * k),
                (x + 0.06, 0.6 + 0.01 * k),
            ],
            0.04,
            0.06,
            0.04,
        )
    pen.poly(".08,.1 .26,.06 .3,.26 .2,.32", "#5a5e64")
    pen.limb(".18,.3 .06,.58 .04,.66", 0.06, 0.07, paint="#8a9096", bend=False)
    pen.blob("1.3,.34 1.36,.28 1.66,.28 1.76,.36 1.84,.6 1.86,.82 1.3,.82", None, **metal)
    pen.poly("1.4,.35 1.64,.35 1.74,.58 1.4,.58", GLASS, gloss=0.9)
    pen.ellipse(1.82, 0.7, 0.035, 0.045, "#fdf2c8", gloss=1)
    pen.box(1.7, 0.8, 1.89, 0.88, "#c4c9cd", 0.02)
    for x in (0.42, 0.76, 1.54):
        wheel(pen, x, 0.85, 0.15)


@thing(
    "forklift, fork lift, forklift truck",
    2.1,
    1.35,
    "#f0b01c #d8402e",
    "factory_hall workshop building_site",
)
def forklift(pen: Pen) -> None:
    """Draw a forklift with a crate on its forks."""
    metal: Finish = {"gloss": 0.5, "round": 0.35}
    pen.limb(".2,.5 .26,.06 .7,.06 .82,.56", 0.045, 0.045, paint="#2a2a2e", bend=False)
    pen.blob(".34,.5 .32,.3 .42,.3 .44,.46 .58,.48 .58,.56 .36,.56", "#26262a")
    pen.limb(".74,.54 .66,.4", 0.03, 0.03, paint="#26262a", bend=False)
    pen.limb(".6,.4 .7,.37", 0.03, 0.03, paint="#26262a", bend=False)
    pen.blob(".06,.56 .12,.46 .34,.48 .46,.6 .82,.58 .9,.7 .88,.88 .08,.88", None, **metal)
    pen.box(0.9, 0.02, 0.96, 0.94, "#3a3a3e", 0.01, gloss=0.5)
    pen.box(0.8, 0.02, 0.96, 0.06, "#3a3a3e", 0.01)
    pen.limb(".97,.66 .98,.92 1.34,.92", 0.04, 0.04, 0.03, paint="#5a5e64", bend=False)
    pen.box(1.0, 0.54, 1.33, 0.88, "#c8985a", 0.01, grain="wood")
    for y in (0.6, 0.71, 0.82):
        pen.limb([(1.0, y), (1.33, y)], 0.01, 0.01, paint="#7a5a34", bend=False)
    pen.limb("1.01,.87 1.32,.55", 0.03, 0.03, paint="#a8763c", bend=False)
    for x, r in ((0.24, 0.13), (0.76, 0.16)):
        wheel(pen, x, 1.0 - r, r)


@thing("tank, battle tank, army tank, military tank", 2.6, 2.1, "#5f6b3e #8a7a50", "desert meadow")
def tank(pen: Pen) -> None:
    """Draw a tank with its gun."""
    steel: Finish = {"gloss": 0.2, "round": 0.5, "grain": "rough", "strength": 0.3}
    pen.limb("1.2,.3 2.06,.22", 0.075, 0.06, bend=False, **steel)
    pen.limb("1.96,.23 2.08,.22", 0.1, 0.1, paint=darker(pen.colour, 0.2), bend=False)
    pen.limb(".5,.2 .44,-.02", 0.012, 0.008, paint="#26262a", bend=False)
    pen.poly(".56,.18 1.06,.16 1.34,.28 1.24,.44 .44,.44 .4,.3", None, **steel)
    pen.ellipse(0.74, 0.15, 0.14, 0.055, darker(pen.colour, 0.15), **steel)
    pen.fill([geometry.star(0.8, 0.31, 0.085, 0.036, 5)], "#f2ecdc")
    pen.poly(".1,.48 .28,.42 1.6,.42 1.9,.54 1.86,.7 .1,.7", darker(pen.colour, 0.08), **steel)
    crawler(pen, 0.06, 1.92, 0.62)
    pen.poly(".04,.54 1.7,.54 1.96,.64 1.94,.7 .04,.68", None, **steel)


@thing(
    "cruise ship, ocean liner, cruise liner, passenger ship, ~ferry",
    30.0,
    2.5,
    "#f6f4ee",
    "sea harbour",
    "water",
)
def cruise_ship(pen: Pen) -> None:
    """Draw a cruise ship with its decks and funnel."""
    white: Finish = {"gloss": 0.3, "round": 0.3}
    pen.poly(".84,.04 1.08,.0 1.14,.26 .82,.26", "#d8402e", gloss=0.4, round=0.7)
    pen.poly(".84,.04 1.08,.0 1.095,.07 .835,.1", "#1f2a4a", round=0.7)
    pen.limb("1.7,.34 1.7,.12", 0.02, 0.012, paint="#c4cad0", bend=False)
    for x0, x1, y0 in (
        (0.5, 1.72, 0.25),
        (0.36, 1.86, 0.36),
        (0.26, 2.0, 0.47),
        (0.18, 2.1, 0.58),
    ):
        pen.poly([(x0, y0), (x1, y0), (x1 + 0.06, y0 + 0.12), (x0, y0 + 0.12)], None, **white)
        many = int((x1 - x0) / 0.088)
        for k in range(many):
            x = x0 + 0.05 + 0.088 * k
            pen.box(x, y0 + 0.035, x + 0.058, y0 + 0.085, "#3a5a7a", 0.008, gloss=0.6)
    for k in range(5):
        pen.blob(
            [
                (0.62 + 0.24 * k, 0.57),
                (0.64 + 0.24 * k, 0.53),
                (0.76 + 0.24 * k, 0.53),
                (0.78 + 0.24 * k, 0.57),
                (0.7 + 0.24 * k, 0.6),
            ],
            "#f07a2a",
            gloss=0.4,
        )
    pen.poly(".04,.7 2.2,.7 2.48,.64 2.3,.88 2.16,1.0 .2,1.0 .08,.88", None, **white)
    pen.poly(".08,.88 2.3,.88 2.16,1.0 .2,1.0", "#1f3f7a", gloss=0.4, round=0.3)
    pen.poly(".07,.86 2.32,.85 2.3,.88 .08,.89", "#d8402e")
    for k in range(20):
        pen.ellipse(0.2 + 0.1 * k, 0.785, 0.018, 0.018, "#3a5a7a")


@thing("aircraft carrier", 60.0, 3.2, "#7a848c", "sea harbour", "water")
def aircraft_carrier(pen: Pen) -> None:
    """Draw an aircraft carrier, its deck full of jets."""
    steel: Finish = {"gloss": 0.3, "round": 0.35}
    pen.poly("1.5,.56 1.54,.26 1.96,.26 2.06,.56", None, **steel)
    pen.poly("1.62,.26 1.66,.12 1.86,.12 1.9,.26", darker(pen.colour, 0.08), **steel)
    for y in (0.18, 0.34, 0.43):
        for k in range(5):
            x = 1.67 + 0.045 * k if y < 0.2 else 1.6 + 0.08 * k
            pen.box(x, y, x + 0.03, y + 0.035, "#26323c")
    pen.limb("1.76,.12 1.76,-.06", 0.03, 0.012, paint="#5a646c", bend=False)
    for y, half in ((-0.02, 0.1), (0.04, 0.14)):
        pen.limb([(1.76 - half, y), (1.76 + half, y)], 0.018, 0.018, paint="#5a646c", bend=False)
    pen.ellipse(1.62, 0.08, 0.06, 0.045, "#c4cad0", gloss=0.6)
    for x in (0.3, 0.72, 1.12, 2.3, 2.72):
        pen.poly([(x - 0.04, 0.52), (x - 0.07, 0.4), (x - 0.01, 0.4), (x + 0.06, 0.5)], "#4a545e")
        pen.blob(
            [
                (x - 0.08, 0.53),
                (x - 0.02, 0.5),
                (x + 0.16, 0.49),
                (x + 0.3, 0.54),
                (x + 0.16, 0.57),
                (x - 0.04, 0.57),
            ],
            "#5f6a74",
            gloss=0.4,
        )
        pen.ellipse(x + 0.18, 0.505, 0.045, 0.02, "#bcd6e0", gloss=0.9)
        pen.poly([(x, 0.54), (x + 0.12, 0.54), (x - 0.02, 0.6), (x - 0.06, 0.59)], "#4a545e")
        for wheel_x in (x + 0.02, x + 0.2):
            pen.ellipse(wheel_x, 0.595, 0.018, 0.02, "#1a1c20")
    pen.poly(".02,.6 3.14,.58 3.2,.63 3.04,.69 .06,.69", lighter(pen.colour, 0.12), round=0.2)
    pen.limb(".1,.635 3.0,.62", 0.012, 0.012, paint="#f4f4ee", bend=False)
    pen.poly(".12,.69 2.94,.69 2.76,.9 2.66,1.0 .3,1.0 .2,.9", None, **steel)
    pen.poly(".2,.91 2.75,.91 2.66,1.0 .3,1.0", darker(pen.colour, 0.45))
    for k in range(4):
        pen.box(0.4 + 0.55 * k, 0.73, 0.72 + 0.55 * k, 0.81, "#3a444c", 0.01)


@thing(
    "speedboat, speed boat, motorboat, motor boat, powerboat",
    2.0,
    2.4,
    "#d8302a #2f6fd0 #f0b01c",
    "sea lake",
    "water",
    seat=(1.1, 0.5),
)
def speedboat(pen: Pen) -> None:
    """Draw a speedboat that throws up spray."""
    for x, y, r in ((0.16, 0.86, 0.14), (0.04, 0.72, 0.1), (0.3, 0.94, 0.12), (0.12, 0.96, 0.12)):
        pen.fill([geometry.lump(pen.rng, x + 0.06, y, r, r * 0.7, 0.25)], "#eef6fa", round=0.9)
    pen.box(0.2, 0.48, 0.42, 0.76, "#26282e", 0.05, gloss=0.6)
    pen.box(0.19, 0.44, 0.43, 0.54, pen.dark, 0.03, gloss=0.6)
    pen.poly("1.1,.5 1.28,.2 1.4,.2 1.66,.52", "#9ac4d8", gloss=0.9, round=0.2)
    pen.limb("1.1,.5 1.28,.2 1.4,.2 1.66,.52", 0.03, 0.03, paint="#dfe3e6", bend=False, gloss=0.9)
    for x in (0.66, 0.96):
        pen.blob(
            [(x - 0.1, 0.56), (x - 0.13, 0.36), (x - 0.05, 0.33), (x + 0.02, 0.54)],
            "#f6f2e8",
            round=0.9,
        )
    pen.ring(1.14, 0.44, 0.075, 0.05, "#26282e")
    pen.blob(
        ".38,.54 1.0,.56 1.7,.5 2.2,.4 2.4,.38 2.2,.68 1.9,.86 1.5,.96 .6,1.0 .42,.9",
        "#f8f6f0",
        gloss=0.7,
        round=0.6,
    )
    pen.blob(
        ".39,.66 1.0,.68 1.8,.6 2.3,.48 2.1,.72 1.8,.84 1.0,.88 .41,.84", gloss=0.7, round=0.4
    )
    pen.limb(".42,.56 1.0,.57 1.7,.51 2.36,.385", 0.03, 0.03, paint="#c4cad0", gloss=0.9)
    pen.blob("1.66,1.0 1.86,.84 2.06,.8 2.0,.94 1.84,1.0", "#eef6fa", round=0.8)


@thing(
    "jet ski, jetski, water scooter",
    1.1,
    1.9,
    "#f0b01c #d8302a #2f8ad0",
    "sea lake beach",
    "water",
    seat=(0.75, 0.4),
)
def jet_ski(pen: Pen) -> None:
    """Draw a jet ski."""
    for x, y, r in ((0.12, 0.84, 0.1), (0.05, 0.68, 0.07), (0.22, 0.94, 0.1)):
        pen.fill([geometry.lump(pen.rng, x + 0.05, y, r, r * 0.7, 0.25)], "#eef6fa", round=0.9)
    pen.blob(".14,.7 .5,.72 1.2,.7 1.84,.52 1.7,.84 1.4,.98 .5,1.0 .2,.92", "#f6f4ee", gloss=0.7)
    pen.blob(
        ".2,.66 .5,.56 1.0,.58 1.16,.36 1.4,.4 1.8,.5 1.6,.68 1.0,.78 .3,.78", gloss=0.8, round=0.7
    )
    pen.blob(".3,.58 .36,.44 .6,.4 .86,.44 1.0,.56 .6,.64", "#26262c", round=0.9)
    pen.limb("1.2,.44 1.06,.18", 0.09, 0.06, paint="#3a3e44", bend=False)
    pen.limb(".94,.2 1.06,.16 1.2,.2", 0.05, 0.05, paint="#1c1c20")
    pen.blob("1.12,.38 1.2,.2 1.3,.24 1.36,.4", "#bcd6e0", gloss=0.9)
    pen.limb(".5,.72 1.3,.66 1.7,.56", 0.03, 0.05, 0.02, paint="#f6f4ee")


@thing("parachute, ~paraglider", 6.0, 0.95, "#d8302a #2f7ad0 #f08a1c", "sky", "air")
def parachute(pen: Pen) -> None:
    """Draw a parachute with its striped canopy and a parachutist."""
    rim = [
        (0.02, 0.42),
        (0.17, 0.46),
        (0.325, 0.48),
        (0.475, 0.485),
        (0.625, 0.48),
        (0.78, 0.46),
        (0.93, 0.42),
    ]
    for x, y in rim:
        pen.limb(
            [(x, y), (0.475 + (x - 0.475) * 0.06, 0.8)], 0.007, 0.007, paint="#f0ece0", bend=False
        )
    for k in range(6):
        (x0, y0), (x1, y1) = rim[k], rim[k + 1]
        bulge0, bulge1 = (x0 - 0.475) * 1.0, (x1 - 0.475) * 1.0
        side = [
            (0.475 + bulge0 * f, y)
            for f, y in ((0.0, 0.02), (0.45, 0.06), (0.8, 0.16), (1.0, 0.29))
        ]
        back = [(0.475 + bulge1 * f, y) for f, y in ((1.0, 0.29), (0.8, 0.16), (0.45, 0.06))]
        pen.poly(
            [*side, (x0, y0), ((x0 + x1) / 2, (y0 + y1) / 2 - 0.035), (x1, y1), *back],
            None if k % 2 == 0 else "#f8f4ea",
            round=0.6,
            grain="fabric",
        )
    for side_x in (-1, 1):
        pen.limb(
            [
                (0.475 + side_x * 0.03, 0.84),
                (0.475 + side_x * 0.045, 0.77),
                (0.475 + side_x * 0.03, 0.72),
            ],
            0.03,
            0.022,
            0.018,
            paint="#3a5a3a",
        )
        pen.limb(
            [
                (0.475 + side_x * 0.018, 0.9),
                (0.475 + side_x * 0.03, 0.95),
                (0.475 + side_x * 0.02, 1.0),
            ],
            0.036,
            0.03,
            0.026,
            paint="#2f3f4a",
        )
    pen.box(0.445, 0.8, 0.505, 0.91, "#3a5a3a", 0.02, round=0.8)
    pen.ellipse(0.475, 0.775, 0.028, 0.032, "#e0b090")
    pen.ellipse(0.475, 0.765, 0.032, 0.026, "#d8402e", gloss=0.6)


@thing("roller coaster, rollercoaster", 18.0, 1.8, "#d8302a #2f7ad0 #f0b01c", "funfair")
def roller_coaster(pen: Pen) -> None:
    """Draw a roller coaster with a loop and a train."""
    post: Finish = {"paint": "#a8b0b8", "bend": False}
    hills = [
        (0.02, 0.72),
        (0.16, 0.5),
        (0.3, 0.12),
        (0.4, 0.08),
        (0.5, 0.2),
        (0.62, 0.62),
        (0.76, 0.84),
        (0.98, 0.86),
        (1.2, 0.84),
        (1.34, 0.66),
        (1.5, 0.46),
        (1.62, 0.5),
        (1.78, 0.8),
    ]
    track = geometry.smooth(hills, closed=False, steps=9)
    for x, y in track[::4]:
        if y < 0.8:
            pen.limb([(x, y), (x, 1.0)], 0.026, 0.03, **post)
    for (x0, y0), (x1, y1) in itertools.pairwise(track[::4]):
        if max(y0, y1) < 0.74:
            pen.limb([(x0, max(y0, y1) + 0.06), (x1, 0.92)], 0.015, 0.015, **post)
    pen.limb("1.0,.42 .82,1.0", 0.028, 0.032, **post)
    pen.limb("1.0,.42 1.18,1.0", 0.028, 0.032, **post)
    for shift, tone in ((0.0, darker(pen.colour, 0.3)), (-0.028, pen.colour)):
        pen.fill(
            [
                geometry.ellipse(1.0, 0.56 + shift, 0.235, 0.3),
                geometry.ellipse(1.0, 0.56 + shift, 0.2, 0.265),
            ],
            tone,
            gloss=0.6,
        )
        pen.limb([(x, y + shift) for x, y in track], 0.04, 0.04, paint=tone, gloss=0.6, bend=False)
    for k in range(26):
        turn = k * math.tau / 26
        pen.limb(
            [
                (1.0 + 0.23 * math.cos(turn), 0.55 + 0.295 * math.sin(turn)),
                (1.0 + 0.212 * math.cos(turn), 0.55 + 0.275 * math.sin(turn)),
            ],
            0.01,
            0.01,
            paint="#5a5e64",
            bend=False,
        )
    for k, at in enumerate((31, 35, 39)):
        (x0, y0), (x1, y1) = track[at], track[at + 2]
        turn = math.degrees(math.atan2(y1 - y0, x1 - x0))
        seat = geometry.rotate(
            geometry.box(x0 - 0.055, y0 - 0.12, x0 + 0.055, y0 - 0.035, 0.025), turn, (x0, y0)
        )
        heads = geometry.rotate(
            geometry.points_of([(x0 - 0.025, y0 - 0.15), (x0 + 0.03, y0 - 0.15)]), turn, (x0, y0)
        )
        for hx, hy in heads:
            pen.ellipse(hx, hy, 0.022, 0.025, ("#e0b090", "#a8764a")[k % 2])
        pen.fill([seat], "#f4d02a", gloss=0.6)


@thing(
    "wheelchair, wheel chair",
    1.0,
    0.95,
    "#2a2a30 #2f6fb0",
    "hospital_ward corridor street",
    seat=(0.45, 0.5),
)
def wheelchair(pen: Pen) -> None:
    """Draw a wheelchair from the side."""
    tube: Finish = {"paint": "#c4cad0", "gloss": 0.9, "bend": False}
    spoked(pen, 0.36, 0.66, 0.33)
    pen.limb(".08,.08 .2,.1 .26,.56 .26,.78", 0.03, 0.032, **tube)
    pen.limb(".0,.07 .1,.08", 0.045, 0.045, paint="#1c1c20", bend=False)
    pen.limb(".24,.54 .66,.54 .78,.86", 0.034, 0.034, **tube)
    pen.limb(".26,.38 .6,.38 .64,.54", 0.03, 0.03, **tube)
    pen.limb(".3,.36 .56,.36", 0.05, 0.05, paint="#26262a", bend=False)
    pen.limb(".76,.86 .92,.88", 0.045, 0.035, paint="#26262a", bend=False)
    pen.blob(".2,.1 .26,.1 .31,.5 .25,.52", gloss=0.3, round=0.9)
    pen.box(0.25, 0.48, 0.66, 0.56, None, 0.03, gloss=0.3, round=0.8)
    pen.limb(".6,.56 .64,.84", 0.03, 0.028, **tube)
    pen.ring(0.64, 0.9, 0.095, 0.05, "#26262a")
    pen.ellipse(0.64, 0.9, 0.03, 0.03, "#c4cad0")
    pen.ring(0.36, 0.66, 0.27, 0.252, "#dfe3e6", gloss=0.9)


@thing(
    "stroller, pram, pushchair, baby carriage, baby buggy",
    1.05,
    0.95,
    "#3a5a9a #d85a7a #4a8a7a #3a3a42",
    "park street path",
    "ground",
)
def stroller(pen: Pen) -> None:
    """Draw a pram with its hood and handle."""
    tube: Finish = {"paint": "#c4cad0", "gloss": 0.9}
    pen.limb(".14,.5 .06,.3 .0,.26", 0.03, 0.03, **tube)
    pen.limb(".0,.25 .08,.28", 0.05, 0.05, paint="#26262a")
    for points in (".22,.84 .5,.66 .7,.56", ".76,.84 .5,.66 .26,.56"):
        pen.limb(points, 0.032, 0.03, bend=False, **tube)
    hood = [
        (0.52, 0.36),
        *(
            (0.52 + 0.36 * math.cos(a), 0.37 + 0.35 * math.sin(a))
            for a in (-math.pi / 2 + k * math.pi / 2 / 8 for k in range(9))
        ),
    ]
    pen.poly(hood, darker(pen.colour, 0.2), grain="fabric", round=0.7)
    for turn in (-0.5, -1.0, -math.pi / 2):
        pen.limb(
            [(0.52, 0.36), (0.52 + 0.36 * math.cos(turn), 0.37 + 0.35 * math.sin(turn))],
            0.012,
            0.018,
            paint=darker(pen.colour, 0.45),
            bend=False,
        )
    pen.limb(
        [(0.52 + 0.36 * math.cos(a), 0.37 + 0.35 * math.sin(a)) for a in (-1.57, -1.1, -0.6, 0.0)],
        0.025,
        0.025,
        paint="#f4f0e6",
    )
    pen.blob(".12,.36 .5,.37 .89,.36 .86,.52 .7,.64 .3,.64 .15,.52", grain="fabric", round=0.9)
    pen.limb(".12,.375 .5,.385 .89,.375", 0.04, 0.04, paint="#f4f0e6")
    pen.ellipse(0.34, 0.34, 0.16, 0.05, "#f6f2ea", grain="fabric")
    for x in (0.22, 0.76):
        spoked(pen, x, 0.84, 0.15)


@thing(
    "pirate ship, galleon, tall ship, old sailing ship, ~frigate",
    18.0,
    1.05,
    "#6a4226 #4a2f1e",
    "sea",
    "water",
    seat=(0.5, 0.7),
)
def galleon(pen: Pen) -> None:
    """Draw a ship of three masts under a black flag."""
    wood: Finish = {"grain": "wood", "strength": 0.7}
    for x, top in ((0.26, 0.2), (0.52, 0.08), (0.78, 0.24)):
        pen.limb([(x, 0.76), (x, top)], 0.026, 0.014, paint="#4a2f1c", bend=False)
    pen.limb("1.0,.66 1.12,.52", 0.022, 0.012, paint="#4a2f1c", bend=False)
    for x, rows in (
        (0.26, ((0.26, 0.1), (0.44, 0.13))),
        (0.52, ((0.14, 0.1), (0.3, 0.13), (0.5, 0.15))),
        (0.78, ((0.3, 0.1), (0.48, 0.12))),
    ):
        for y, half in rows:
            pen.blob(
                [
                    (x - half, y),
                    (x + half, y),
                    (x + half * 1.12, y + 0.08),
                    (x + half, y + 0.15),
                    (x, y + 0.125),
                    (x - half, y + 0.15),
                    (x - half * 0.88, y + 0.08),
                ],
                "#efe6d0",
                grain="fabric",
                round=0.8,
            )
    pen.blob(".52,.08 .6,.05 .7,.09 .7,.0 .6,-.03 .52,.0", "#1c1b20", grain="fabric", round=0.3)
    pen.ellipse(0.61, 0.022, 0.022, 0.02, "#f2efe6")
    for path in (".585,.05 .635,.07", ".585,.07 .635,.05"):
        pen.limb(path, 0.008, 0.008, paint="#f2efe6", bend=False)
    pen.blob(
        ".02,.56 .2,.6 .22,.7 .8,.7 .86,.64 1.02,.62 .98,.8 .86,.97 .5,1.0 .18,.97 .06,.8", **wood
    )
    pen.limb(".05,.66 .22,.73 .82,.73 1.0,.68", 0.022, 0.022, paint="#d8a83a", gloss=0.4)
    pen.poly(".03,.5 .2,.54 .2,.62 .04,.58", lighter(pen.colour, 0.15), **wood)
    for x in (0.28, 0.4, 0.52, 0.64, 0.76):
        pen.box(x - 0.022, 0.79, x + 0.022, 0.835, "#1c1410", 0.006)
    for x in (0.09, 0.15):
        pen.box(x - 0.018, 0.64, x + 0.018, 0.69, "#f4d890" if pen.night else GLASS, 0.005)


@thing("satellite, space probe", 3.0, 1.9, "#c8ccd2", "space", "air")
def satellite(pen: Pen) -> None:
    """Draw a satellite with two solar panels and a dish."""
    for side in (-1, 1):
        left, right = sorted((0.95 + side * 0.28, 0.95 + side * 0.94))
        pen.limb([(0.95, 0.55), (0.95 + side * 0.3, 0.55)], 0.03, 0.03, paint="#8a9098")
        pen.box(left, 0.36, right, 0.76, "#26406e", 0.01, gloss=0.7)
        for k in range(1, 4):
            x = left + (right - left) * k / 4
            pen.limb([(x, 0.36), (x, 0.76)], 0.01, 0.01, paint="#b8c4d8", bend=False)
        pen.limb([(left, 0.56), (right, 0.56)], 0.01, 0.01, paint="#b8c4d8", bend=False)
    pen.box(0.74, 0.3, 1.16, 0.84, "#d8a83a", 0.03, gloss=0.6, grain="metal")
    pen.limb(".95,.3 .95,.16", 0.025, 0.02, paint="#8a9098")
    pen.blob(".76,.06 .95,.2 1.14,.06 .95,.1", gloss=0.6, round=1)
    pen.ellipse(0.95, 0.06, 0.2, 0.045, "#f0f2f4", gloss=0.5)
    pen.limb(".95,.84 .95,.98", 0.02, 0.012, paint="#8a9098")
    pen.ellipse(0.95, 0.98, 0.025, 0.025, "#e8402e", gloss=0.8)


@thing(
    "sports car, supercar, roadster, convertible, ~ferrari (red), ~lamborghini (yellow), "
    "~porsche, ~corvette (red)",
    1.15,
    3.5,
    "#d0241c #f0b41c #1f5fc0 #2c2c34",
    "road street race_track showroom",
    seat=(1.6, 0.12),
)
def sports_car(pen: Pen) -> None:
    """Draw a low sports car from its side."""
    lacquer: Finish = {"gloss": 0.9, "round": 0.7}
    pen.poly(".02,.34 .42,.3 .44,.38 .04,.42", darker(pen.colour, 0.25), gloss=0.6)
    for x in (0.12, 0.34):
        pen.limb([(x, 0.38), (x + 0.04, 0.52)], 0.03, 0.03, paint="#26262a", bend=False)
    pen.blob(".84,.44 1.1,.2 1.5,.08 1.9,.14 2.36,.46 1.6,.52", "#20262e", gloss=0.9, round=0.5)
    pen.blob("1.02,.3 1.2,.14 1.54,.04 1.86,.1 1.95,.18 1.54,.14 1.26,.24 1.08,.38", **lacquer)
    pen.blob(
        ".06,.6 .14,.5 .7,.42 1.2,.46 2.3,.46 2.95,.54 3.36,.66 3.46,.78 3.4,.88 .2,.9 .06,.8",
        **lacquer,
    )
    pen.limb(".24,.66 1.4,.63 2.4,.62 3.2,.68", 0.01, 0.026, 0.014, paint=pen.light, round=0.2)
    pen.poly("2.02,.64 2.42,.6 2.34,.74 2.06,.76", "#1c1c22", round=0.3)
    pen.limb("1.1,.5 1.12,.84 2.0,.86 2.02,.52", 0.01, 0.01, paint=pen.dark, bend=False)
    pen.limb("1.22,.58 1.36,.58", 0.022, 0.022, paint="#d8dce0", gloss=0.8)
    pen.blob("3.08,.58 3.3,.64 3.34,.7 3.14,.66", "#fff4c8", gloss=0.9)
    if pen.night:
        pen.glow(3.32, 0.68, 0.3, "#fff0b0", 0.8)
    pen.blob(".06,.58 .16,.56 .18,.66 .08,.68", "#ff4030", gloss=0.8)
    pen.limb(".5,.88 3.0,.88", 0.04, 0.04, paint="#1c1c20", bend=False)
    for x in (0.72, 2.82):
        pen.ellipse(x, 0.71, 0.31, 0.3, "#141416", round=0.2)
        pen.ellipse(x, 0.72, 0.27, 0.27, "#1e1e22", round=0.5)
        pen.ellipse(x, 0.72, 0.185, 0.185, "#c4c8ce", gloss=0.9)
        for k in range(5):
            a = k * 1.2566
            pen.limb([(x, 0.72), (x + 0.165 * np.cos(a), 0.72 + 0.165 * np.sin(a))], 0.05, 0.035,
                     paint="#6a7078", bend=False)  # fmt: skip
        pen.ellipse(x, 0.72, 0.045, 0.045, "#2a2a2e", gloss=0.7)
