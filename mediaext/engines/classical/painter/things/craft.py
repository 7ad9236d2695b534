"""Craft of the air, the water and beyond."""

import math

from mediaext.engines.classical.painter.colours import darker, lighter, mix
from mediaext.engines.classical.painter.pen import Pen
from mediaext.engines.classical.painter.things.registry import thing
from mediaext.engines.classical.painter.things.traffic import GLASS


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
    "canoe, rowboat, rowing boat",
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
