"""Vehicles on land, water and in the air."""

import math

from mediaext.engines.classical.painter.colours import darker, lighter
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
    "car, automobile, sedan, taxi, hatchback",
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
    "boat, ship, sailboat, yacht, dinghy",
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
