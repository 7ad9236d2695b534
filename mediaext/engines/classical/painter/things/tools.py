"""Tools of a workshop and a garden."""

from mediaext.engines.classical.painter import geometry
from mediaext.engines.classical.painter.colours import darker, lighter
from mediaext.engines.classical.painter.pen import Finish, Pen
from mediaext.engines.classical.painter.things.registry import thing

STEEL: Finish = {"grain": "metal", "gloss": 0.7, "strength": 0.3}
WOOD: Finish = {"grain": "wood", "strength": 0.6}
IRON, HANDLE = "#5a6068", "#a8743c"


@thing("screwdriver", 0.22, 0.26, "#d8402f #e8b22a #2f6fb0", "workshop table", "table")
def screwdriver(pen: Pen) -> None:
    """Draw an upright screwdriver, its blade down."""
    pen.box(0.11, 0.44, 0.15, 0.9, "#c0c8ce", **STEEL)
    pen.poly(".1,.88 .16,.88 .175,.96 .165,1.0 .095,1.0 .085,.96", "#c0c8ce", **STEEL)
    pen.blob(".05,.06 .13,.0 .21,.06 .24,.2 .2,.36 .17,.45 .09,.45 .06,.36 .02,.2", gloss=0.5)
    for x in (0.08, 0.13, 0.18):
        pen.limb([(x, 0.07), (x, 0.34)], 0.018, 0.018, paint=pen.dark)
    pen.box(0.085, 0.42, 0.175, 0.47, darker(pen.colour, 0.6))


@thing("pliers, pincers, ~wrench, ~spanner", 0.2, 0.62, "#c8302a #2f6fb0", "workshop", "table")
def pliers(pen: Pen) -> None:
    """Draw open pliers with coated handles."""
    for side in (-1, 1):
        bow = [(0.31, 0.36), (0.31 + side * 0.2, 0.55), (0.31 + side * 0.19, 0.97)]
        pen.limb(bow, 0.1, 0.11, 0.09, gloss=0.4)
        jaw = [
            (0.31 - side * 0.03, 0.42),
            (0.31 + side * 0.15, 0.32),
            (0.31 + side * 0.13, 0.14),
            (0.31 + side * 0.045, 0.0),
            (0.31 + side * 0.02, 0.22),
        ]
        pen.poly(jaw, IRON, **STEEL)
    pen.ellipse(0.31, 0.37, 0.075, 0.07, lighter(IRON, 0.2), **STEEL)
    pen.dot(0.31, 0.37, 0.02, "#2c3036")


@thing("saw, hand saw, handsaw", 0.22, 2.5, "#a8743c #8a5a30", "workshop", "table")
def saw(pen: Pen) -> None:
    """Draw a hand saw with its teeth down."""
    teeth = [(0.75 + 0.04 * k, 0.97 - 0.17 * k / 43 + 0.06 * (k % 2)) for k in range(43)]
    pen.poly([(0.7, 0.2), (2.46, 0.5), (2.48, 0.78), *reversed(teeth)], "#c4ccd2", **STEEL)
    pen.blob(".0,.12 .25,.0 .7,.1 .86,.5 .8,.98 .45,1.0 .1,.94 .16,.5", **WOOD)
    pen.blob(".28,.28 .5,.28 .6,.5 .52,.74 .32,.72 .26,.5", "#2c241c", round=0.1)
    for x, y in ((0.68, 0.3), (0.72, 0.72)):
        pen.dot(x, y, 0.035, "#e0c070")


@thing("axe, ax, hatchet", 0.7, 0.55, "#a8743c #7a4a28", "forest workshop")
def axe(pen: Pen) -> None:
    """Draw an upright axe."""
    pen.limb(".3,.02 .31,.45 .28,.8 .32,.99", 0.075, 0.07, 0.07, 0.1, **WOOD)
    pen.blob(".25,.06 .38,.06 .5,.0 .54,.18 .5,.38 .38,.25 .25,.26", IRON, round=0.4, **STEEL)
    pen.blob(".49,.02 .54,.18 .49,.37 .47,.19", "#d8dee2", round=0.2, gloss=0.9)
    pen.box(0.2, 0.08, 0.27, 0.24, darker(IRON, 0.2), 0.015, **STEEL)


@thing("shovel, spade", 1.1, 0.34, "#a8743c #8a5a30", "garden farm")
def shovel(pen: Pen) -> None:
    """Draw a shovel that stands on its blade."""
    pen.limb(".17,.1 .17,.7", 0.045, 0.045, bend=False, **WOOD)
    pen.limb(".07,.02 .17,.1 .27,.02", 0.03, 0.04, 0.03, **WOOD)
    pen.limb(".06,.02 .28,.02", 0.04, 0.04, bend=False, **WOOD)
    pen.blob(".04,.64 .17,.62 .3,.64 .31,.84 .17,1.0 .03,.84", IRON, round=0.5, **STEEL)
    pen.limb(".17,.6 .17,.8", 0.06, 0.03, paint=lighter(IRON, 0.2), **STEEL)


@thing("rake, garden rake", 1.4, 0.42, "#c8402f #5a6068", "garden")
def rake(pen: Pen) -> None:
    """Draw a rake with its teeth down."""
    pen.limb(".21,.0 .21,.84", 0.035, 0.035, paint=HANDLE, bend=False, **WOOD)
    pen.limb(".21,.78 .21,.88", 0.05, 0.05, paint=IRON, bend=False, **STEEL)
    pen.box(0.01, 0.86, 0.41, 0.91, corner=0.01, **STEEL)
    for k in range(9):
        x = 0.03 + 0.045 * k
        pen.limb([(x, 0.9), (x, 0.99)], 0.022, 0.012, **STEEL)


@thing(
    "drill, power drill, electric drill",
    0.22,
    1.15,
    "#e8a020 #2f7a5a #c8302a",
    "workshop",
    "table",
)
def drill(pen: Pen) -> None:
    """Draw a cordless drill."""
    pen.limb("1.14,.27 .86,.27", 0.02, 0.05, paint="#c0c8ce", bend=False, **STEEL)
    pen.poly(".74,.16 .88,.22 .88,.32 .74,.38", "#3a3c40", round=0.8)
    pen.blob(".06,.1 .3,.04 .66,.06 .76,.14 .76,.4 .5,.46 .1,.46 .02,.28", gloss=0.3)
    pen.poly(".12,.4 .42,.42 .36,.8 .1,.8", darker(pen.colour, 0.15), round=0.6)
    pen.blob(".4,.44 .47,.46 .44,.58 .37,.58", "#2c2e32")
    pen.box(0.02, 0.78, 0.5, 0.99, "#2c2e32", 0.04)
    for k in range(4):
        pen.limb([(0.14 + 0.07 * k, 0.16), (0.14 + 0.07 * k, 0.32)], 0.022, 0.022, paint=pen.dark)


@thing("anvil", 0.4, 1.75, "#4a4e56 #3a3c42", "workshop", "table")
def anvil(pen: Pen) -> None:
    """Draw a smith's anvil with its horn."""
    pen.blob(
        ".0,.12 .4,.1 1.5,.08 1.72,.1 1.7,.36 1.3,.42 1.12,.6 1.2,.8 1.5,.98 .4,.98 .7,.8 .78,.6 "
        ".6,.44 .3,.34",
        round=0.6,
        **STEEL,
    )
    pen.poly(".5,.06 1.72,.06 1.72,.16 .5,.16", lighter(pen.colour, 0.3), **STEEL)
    pen.box(0.36, 0.9, 1.54, 1.0, darker(pen.colour, 0.2), 0.02, **STEEL)


@thing(
    "paint can, paint bucket, can of paint, paint tin",
    0.25,
    0.9,
    "#3a7ab0 #d8402f #e8b22a #5a9a4a",
    "workshop studio",
)
def paint_can(pen: Pen) -> None:
    """Draw an open can of paint that drips."""
    arc = geometry.smooth(".06,.28 .12,.1 .45,.01 .78,.1 .84,.28", closed=False)
    pen.limb(arc, 0.022, 0.022, paint="#8a9098", bend=False)
    pen.box(0.04, 0.24, 0.86, 0.99, "#c4ccd2", 0.03, **{**STEEL, "round": 0.8})
    pen.ellipse(0.45, 0.25, 0.41, 0.08, "#d8dee2", gloss=0.6, round=0.2)
    pen.ellipse(0.45, 0.26, 0.36, 0.06, gloss=0.7, round=0.2)
    for x, long in ((0.16, 0.5), (0.3, 0.38), (0.62, 0.62), (0.74, 0.42)):
        pen.limb([(x, 0.28), (x, long)], 0.09, 0.07, gloss=0.6)
    pen.box(0.04, 0.7, 0.86, 0.84, lighter(pen.colour, 0.1), round=0.6)


@thing("garden hose, hose, hosepipe", 0.5, 1.5, "#3f9a4a #e8b22a", "garden")
def hose(pen: Pen) -> None:
    """Draw a coiled garden hose with its nozzle."""
    for k in range(4):
        pen.ring(0.6, 0.6 - 0.02 * k, 0.4 - 0.07 * k, 0.33 - 0.07 * k, round=1, gloss=0.4)
    pen.limb(".3,.92 .9,.98 1.15,.8 1.2,.5", 0.07, 0.07, 0.07, gloss=0.4)
    pen.poly("1.14,.52 1.27,.5 1.38,.2 1.24,.18", "#e8a020", round=0.7, gloss=0.4)
    pen.poly("1.2,.2 1.42,.22 1.46,.04 1.22,.02", "#3a3c40", round=0.6)


@thing(
    "flashlight, hand torch",
    0.18,
    2.1,
    "#3a3c42 #c8302a #e8b22a",
    "table workshop",
    "table",
)
def flashlight(pen: Pen) -> None:
    """Draw a flashlight that shines to the right."""
    pen.glow(2.0, 0.5, 0.6, "#fff0b0", 0.6)
    pen.box(0.02, 0.3, 1.35, 0.7, corner=0.08, gloss=0.5, round=0.9)
    for k in range(7):
        pen.box(0.2 + 0.1 * k, 0.29, 0.25 + 0.1 * k, 0.71, pen.dark, round=0.9)
    pen.box(0.98, 0.24, 1.2, 0.34, "#d8402f", 0.03)
    pen.poly("1.3,.3 1.72,.06 1.72,.94 1.3,.7", gloss=0.5, round=0.9)
    pen.box(1.7, 0.04, 1.84, 0.96, darker(pen.colour, 0.3), 0.03, round=0.8)
    pen.ellipse(1.86, 0.5, 0.09, 0.43, "#fff4c8", round=0.4, gloss=0.8)


@thing("nut, hexagon nut", 0.03, 1.1, "#b8c0c8", "workshop", "table")
def nut(pen: Pen) -> None:
    """Draw a six-sided nut with its hole."""
    pen.poly(".3,.04 .8,.04 1.06,.5 .8,.96 .3,.96 .04,.5", **STEEL)
    pen.ellipse(0.55, 0.5, 0.26, 0.26, darker(pen.colour, 0.6), round=0.2)
    pen.ring(0.55, 0.5, 0.3, 0.25, lighter(pen.colour, 0.3), gloss=0.8)


@thing("toolbox, tool box", 0.35, 1.6, "#c8302a #2f6fb0", "workshop")
def toolbox(pen: Pen) -> None:
    """Draw a closed toolbox with its handle."""
    arc = geometry.smooth(".5,.3 .52,.06 .8,.02 1.08,.06 1.1,.3", closed=False)
    pen.limb(arc, 0.07, 0.07, paint="#2c2e32", bend=False, gloss=0.4)
    pen.poly(".06,.44 .2,.26 1.4,.26 1.54,.44", lighter(pen.colour, 0.15))
    pen.box(0.02, 0.42, 1.58, 0.99, corner=0.03, gloss=0.3)
    pen.box(0.02, 0.42, 1.58, 0.52, pen.dark)
    for x in (0.4, 1.1):
        pen.box(x, 0.46, x + 0.12, 0.66, "#c4ccd2", 0.02, **STEEL)


@thing("microscope", 0.4, 0.72, "#3a4450 #d8dce0", "laboratory", "table")
def microscope(pen: Pen) -> None:
    """Draw a microscope."""
    pen.blob(".06,.94 .12,.88 .6,.88 .68,.94 .66,1.0 .08,1.0", gloss=0.4, round=0.5)
    pen.limb(".56,.9 .66,.66 .56,.38 .26,.3", 0.1, 0.1, 0.09, 0.08, gloss=0.4)
    pen.box(0.08, 0.7, 0.54, 0.76, pen.dark, 0.015, gloss=0.4)
    pen.box(0.16, 0.675, 0.4, 0.7, "#bcd8e6", 0.005, gloss=0.8)
    pen.limb(".13,.1 .3,.44", 0.13, 0.13, paint="#c8ccd2", bend=False, gloss=0.7)
    pen.limb(".08,.0 .14,.12", 0.1, 0.1, paint="#1e2228", bend=False, gloss=0.6)
    pen.limb(".28,.4 .32,.48", 0.17, 0.15, paint="#2a3038", bend=False, gloss=0.5)
    for x, y in ((0.27, 0.64), (0.38, 0.62)):
        pen.limb([(0.32, 0.48), (x, y)], 0.06, 0.05, paint="#c8ccd2", bend=False, gloss=0.7)
    for y in (0.5, 0.6):
        pen.ellipse(0.63, y, 0.055, 0.055, "#1e2228", gloss=0.6)
