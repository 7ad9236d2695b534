"""Wild animals of land."""

import math

from mediaext.engines.classical.painter.colours import darker, lighter, mix
from mediaext.engines.classical.painter.pen import Finish, Pen
from mediaext.engines.classical.painter.things.registry import thing


@thing("elephant", 3.0, 1.3, "#8f949c #7d7f88 #a59a90", "savanna jungle", seat=(0.55, 0.14))
def elephant(pen: Pen) -> None:
    """Draw an elephant with its trunk down."""
    skin: Finish = {"grain": "stone", "strength": 0.35}
    far: Finish = {"paint": darker(pen.colour, 0.3), **skin}
    for x in (0.36, 0.76):
        pen.limb([(x, 0.6), (x, 0.97)], 0.18, 0.14, **far)
    pen.limb(".13,.4 .06,.55 .08,.7", 0.04, 0.02, **skin)
    pen.blob(
        ".1,.42 .2,.22 .45,.13 .75,.16 .95,.3 .98,.55 .85,.74 .5,.78 .2,.74", round=0.9, **skin
    )
    for x in (0.24, 0.86):
        pen.limb([(x, 0.6), (x, 0.96)], 0.2, 0.165, **skin)
        for k in (-1, 0, 1):
            pen.ellipse(x + k * 0.045, 0.975, 0.022, 0.02, "#e8dfc8")
    pen.limb("1.08,.42 1.2,.6 1.2,.8 1.27,.9", 0.2, 0.14, 0.1, 0.075, **skin)
    pen.ellipse(1.0, 0.34, 0.22, 0.23, **skin)
    pen.limb("1.08,.52 1.2,.62 1.32,.58", 0.05, 0.045, 0.015, paint="#f4ecd8", gloss=0.4)
    pen.blob(
        ".86,.16 .98,.26 .97,.46 .86,.62 .74,.54 .68,.36 .74,.2", darker(pen.colour, 0.1), **skin
    )
    pen.blob(".86,.24 .92,.32 .91,.46 .84,.54 .77,.46 .76,.32", mix(pen.colour, "#e0a8a0", 0.4))
    pen.eye(1.08, 0.32, 0.024)


@thing("lion", 1.1, 1.35, "#d8a24f #c98f42", "savanna", seat=(0.45, 0.34))
def lion(pen: Pen) -> None:
    """Draw a lion with its mane."""
    fur: Finish = {"grain": "fur", "strength": 0.4}
    mane = darker(mix(pen.colour, "#7a3a14", 0.65), 0.05)
    far: Finish = {"paint": darker(pen.colour, 0.28), **fur}
    pen.limb(".18,.46 .04,.5 .02,.72 .06,.8", 0.05, 0.04, 0.04, **fur)
    pen.ellipse(0.06, 0.82, 0.05, 0.07, mane, grain="fur")
    for x in (0.34, 0.84):
        pen.limb([(x, 0.6), (x, 0.95)], 0.13, 0.09, **far)
    pen.blob(".14,.44 .4,.36 .8,.38 .96,.5 .9,.72 .6,.7 .3,.72 .14,.62", **fur)
    for x in (0.24, 0.76):
        pen.limb([(x, 0.56), (x - 0.01, 0.8), (x + 0.01, 0.95)], 0.18, 0.11, 0.1, **fur)
        pen.ellipse(x + 0.03, 0.965, 0.08, 0.036, lighter(pen.colour, 0.25))
    for k in range(16):
        turn = k * math.tau / 16
        pen.ellipse(
            0.98 + math.cos(turn) * 0.24,
            0.36 + math.sin(turn) * 0.26,
            0.13,
            0.1,
            darker(mane, 0.12 * (k % 3)),
            turn=math.degrees(turn),
            grain="fur",
            strength=0.9,
        )
    pen.ellipse(0.98, 0.36, 0.25, 0.26, mane, grain="fur", strength=0.8)
    for side in (-1, 1):
        pen.ellipse(0.98 + side * 0.17, 0.16, 0.065, 0.06)
    pen.ellipse(0.98, 0.35, 0.195, 0.2, **fur)
    pen.ellipse(0.98, 0.46, 0.12, 0.085, lighter(pen.colour, 0.5), grain="fur")
    pen.blob(".92,.38 1.04,.38 .98,.45", "#5a2e26")
    pen.limb(".93,.485 .98,.505 1.03,.485", 0.012, 0.012, paint="#5a2e26")
    for side in (-1, 1):
        pen.eye(0.98 + side * 0.085, 0.31, 0.027, "#a86a1a")


@thing("tiger", 1.0, 1.45, "#e08a2c #f2ede4", "jungle", seat=(0.5, 0.36))
def tiger(pen: Pen) -> None:
    """Draw a striped tiger."""
    fur: Finish = {"grain": "fur", "strength": 0.35}
    stripe, pale = "#241a18", lighter(pen.colour, 0.7)
    pen.limb(".16,.46 .03,.42 .0,.24 .08,.16", 0.07, 0.06, 0.05, **fur)
    for x in (0.36, 0.9):
        pen.limb([(x, 0.6), (x, 0.95)], 0.13, 0.09, paint=darker(pen.colour, 0.3), **fur)
    pen.blob(".14,.44 .4,.36 .8,.36 1.0,.46 .96,.7 .6,.72 .3,.72 .14,.62", **fur)
    pen.blob(".36,.66 .6,.68 .84,.66 .8,.73 .6,.74 .4,.73", pale)
    for k, x in enumerate((0.26, 0.38, 0.5, 0.62, 0.74, 0.85)):
        pen.limb(
            [(x, 0.38), (x + 0.03, 0.5), (x + 0.01, 0.6 - 0.05 * (k % 2))],
            0.035,
            0.03,
            0.004,
            paint=stripe,
        )
    for x in (0.24, 0.8):
        pen.limb([(x, 0.56), (x, 0.8), (x + 0.01, 0.95)], 0.18, 0.11, 0.1, **fur)
        pen.ellipse(x + 0.03, 0.965, 0.08, 0.036, pale)
        for y in (0.7, 0.78):
            pen.limb([(x - 0.07, y), (x + 0.03, y + 0.01)], 0.022, 0.004, paint=stripe)
    for side in (-1, 1):
        pen.ellipse(1.1 + side * 0.18, 0.19, 0.07, 0.07, **fur)
    pen.ellipse(1.1, 0.36, 0.24, 0.22, **fur)
    for side in (-1, 1):
        pen.ellipse(1.1 + side * 0.15, 0.45, 0.09, 0.08, pale, grain="fur")
        for y in (0.3, 0.37):
            pen.limb(
                [(1.1 + side * 0.235, y), (1.1 + side * 0.14, y + 0.015)],
                0.024,
                0.004,
                paint=stripe,
            )
    pen.ellipse(1.1, 0.46, 0.11, 0.08, pale, grain="fur")
    for k in (-1, 0, 1):
        pen.limb([(1.1 + k * 0.07, 0.16), (1.1 + k * 0.05, 0.24)], 0.024, 0.005, paint=stripe)
    pen.blob("1.05,.39 1.15,.39 1.1,.45", "#c8706a")
    for side in (-1, 1):
        pen.eye(1.1 + side * 0.09, 0.33, 0.028, "#c0a020")


@thing("panda, panda bear", 1.2, 0.95, "#f2efe8", "jungle forest", hand=(0.47, 0.66))
def panda(pen: Pen) -> None:
    """Draw a sitting panda."""
    fur: Finish = {"grain": "fur", "strength": 0.5}
    black = "#26242a"
    pen.blob(".47,.34 .72,.46 .8,.72 .74,.94 .47,.99 .2,.94 .14,.72 .22,.46", round=0.9, **fur)
    for side in (-1, 1):
        pen.limb(
            [(0.47 + side * 0.22, 0.46), (0.47 + side * 0.33, 0.6), (0.47 + side * 0.22, 0.72)],
            0.2,
            0.17,
            0.14,
            paint=black,
            **fur,
        )
        pen.ellipse(0.47 + side * 0.28, 0.91, 0.16, 0.1, black, **fur)
        pen.ellipse(0.47 + side * 0.2, 0.07, 0.09, 0.085, black, **fur)
    pen.ellipse(0.47, 0.25, 0.27, 0.23, **fur)
    for side in (-1, 1):
        pen.ellipse(0.47 + side * 0.115, 0.24, 0.07, 0.085, black, turn=side * 30)
        pen.eye(0.47 + side * 0.105, 0.235, 0.028)
    pen.ellipse(0.47, 0.32, 0.045, 0.03, "#1d1615", gloss=0.8)
    pen.limb(".42,.365 .47,.385 .52,.365", 0.012, 0.012, paint="#3a2c2c")


@thing("giraffe", 4.8, 0.72, "#e6b860 #d8a04a", "savanna")
def giraffe(pen: Pen) -> None:
    """Draw a giraffe."""
    fur: Finish = {"grain": "fur", "strength": 0.2}
    patch = mix(pen.colour, "#7a3f1a", 0.75)
    for x in (0.22, 0.44):
        pen.limb([(x, 0.62), (x + 0.01, 0.98)], 0.06, 0.035, paint=darker(pen.colour, 0.3))
    pen.limb(".12,.56 .07,.68 .08,.74", 0.016, 0.012, 0.024, paint=patch)
    pen.blob(".12,.55 .26,.5 .42,.46 .52,.5 .52,.62 .4,.68 .22,.68 .12,.64", **fur)
    pen.limb(".44,.54 .5,.36 .55,.12", 0.16, 0.09, 0.065, **fur)
    for x in (0.17, 0.46):
        pen.limb([(x, 0.62), (x - 0.005, 0.8), (x, 0.98)], 0.085, 0.042, 0.036, **fur)
        pen.box(x - 0.024, 0.965, x + 0.026, 1.0, "#4a3020", 0.008)
    spots = [
        (0.18, 0.56),
        (0.26, 0.54),
        (0.34, 0.55),
        (0.22, 0.62),
        (0.3, 0.62),
        (0.38, 0.61),
        (0.42, 0.53),
        (0.46, 0.46),
        (0.45, 0.6),
        (0.49, 0.38),
        (0.51, 0.31),
        (0.525, 0.24),
        (0.54, 0.18),
        (0.17, 0.69),
        (0.46, 0.68),
    ]
    for k, (x, y) in enumerate(spots):
        size = 0.032 if k < 9 else 0.02
        pen.ellipse(x, y, size, size * 0.85, patch, turn=k * 37, round=0.2)
    pen.limb(".47,.46 .5,.3 .525,.1", 0.02, 0.016, 0.012, paint=patch, grain="fur")
    for x in (0.54, 0.575):
        pen.limb([(x, 0.05), (x - 0.005, 0.0)], 0.014, 0.012, paint=patch)
        pen.ellipse(x - 0.005, 0.0, 0.013, 0.012, "#4a2c1a")
    pen.ellipse(0.51, 0.06, 0.04, 0.018, turn=20, **fur)
    pen.blob(".52,.06 .58,.04 .64,.09 .68,.13 .66,.155 .59,.14 .53,.12", **fur)
    pen.ellipse(0.655, 0.14, 0.026, 0.02, lighter(pen.colour, 0.4))
    pen.eye(0.585, 0.075, 0.012)


@thing("zebra", 1.4, 1.2, "#f2efe8", "savanna", seat=(0.5, 0.36))
def zebra(pen: Pen) -> None:
    """Draw a zebra."""
    black = "#222026"
    for x in (0.34, 0.79):
        pen.limb([(x, 0.6), (x, 0.97)], 0.1, 0.05, paint=darker(pen.colour, 0.3))
    pen.limb(".18,.42 .1,.5 .1,.7", 0.03, 0.025, 0.04, paint=black)
    pen.blob(".18,.42 .32,.36 .55,.39 .8,.36 .86,.46 .8,.6 .5,.66 .28,.66 .17,.56")
    pen.blob(".66,.4 .8,.24 .86,.08 .97,.08 .98,.2 .92,.38 .82,.52")
    for x in (0.24, 0.74):
        pen.limb([(x, 0.56), (x - 0.01, 0.76), (x, 0.97)], 0.16, 0.065, 0.05)
        pen.box(x - 0.035, 0.95, x + 0.04, 1.0, black, 0.01)
        for y in (0.66, 0.73, 0.8, 0.87):
            pen.limb([(x - 0.045, y), (x + 0.035, y - 0.01)], 0.018, 0.012, paint=black)
    for x in (0.26, 0.34, 0.42, 0.5, 0.58, 0.66):
        pen.limb([(x, 0.385), (x - 0.03, 0.5), (x, 0.62)], 0.032, 0.028, 0.006, paint=black)
    for k, (x, y) in enumerate(((0.73, 0.4), (0.78, 0.33), (0.83, 0.26), (0.86, 0.19))):
        pen.limb([(x - 0.02, y - 0.04), (x + 0.07, y + 0.05 - 0.01 * k)], 0.026, 0.01, paint=black)
    pen.blob(".86,.07 .98,.05 1.1,.2 1.15,.28 1.1,.33 1.02,.3 .93,.22")
    pen.ellipse(1.11, 0.285, 0.055, 0.048, black, round=1)
    pen.blob(".94,.0 .86,.06 .76,.2 .68,.34 .74,.36 .84,.22 .92,.1", black, grain="fur")
    for x in (0.9, 0.96):
        pen.blob([(x - 0.025, 0.06), (x + 0.005, -0.05), (x + 0.03, 0.06)])
    pen.limb("1.0,.1 1.04,.2", 0.016, 0.006, paint=black)
    pen.eye(1.0, 0.14, 0.02)


@thing("monkey, ~ape", 0.8, 0.85, "#7a5236 #4a3a34 #b0814f", "jungle", hand=(0.43, 0.68))
def monkey(pen: Pen) -> None:
    """Draw a sitting monkey with a curled tail."""
    fur: Finish = {"grain": "fur", "strength": 0.5}
    face = mix(lighter(pen.colour, 0.5), "#e8b890", 0.6)
    pen.limb(".6,.88 .8,.86 .84,.66 .74,.58 .68,.68", 0.06, 0.055, 0.05, 0.045, **fur)
    pen.blob(".43,.4 .6,.5 .66,.76 .58,.97 .28,.97 .2,.76 .26,.5", **fur)
    pen.ellipse(0.43, 0.72, 0.14, 0.18, face)
    for side in (-1, 1):
        pen.limb(
            [(0.43 + side * 0.18, 0.5), (0.43 + side * 0.28, 0.68), (0.43 + side * 0.14, 0.78)],
            0.1,
            0.085,
            0.075,
            **fur,
        )
        pen.limb(
            [(0.43 + side * 0.14, 0.86), (0.43 + side * 0.27, 0.82), (0.43 + side * 0.2, 0.96)],
            0.12,
            0.1,
            0.08,
            **fur,
        )
        pen.ellipse(0.43 + side * 0.2, 0.97, 0.08, 0.035, face)
        pen.ellipse(0.43 + side * 0.26, 0.24, 0.085, 0.095, **fur)
        pen.ellipse(0.43 + side * 0.26, 0.245, 0.05, 0.06, face)
    pen.ellipse(0.43, 0.23, 0.24, 0.23, **fur)
    for side in (-1, 1):
        pen.ellipse(0.43 + side * 0.08, 0.21, 0.105, 0.115, face)
    pen.ellipse(0.43, 0.34, 0.16, 0.11, face)
    for side in (-1, 1):
        pen.eye(0.43 + side * 0.075, 0.21, 0.03, "#5a3418")
        pen.dot(0.43 + side * 0.025, 0.31, 0.011, "#4a2c20")
    pen.limb(".34,.37 .43,.4 .52,.37", 0.014, 0.014, paint="#8a4038")


@thing("gorilla, ~chimpanzee", 1.6, 0.85, "#3a3a40 #4a3a30", "jungle", hand=(0.43, 0.68))
def gorilla(pen: Pen) -> None:
    """Draw a sitting gorilla."""
    fur: Finish = {"grain": "fur", "strength": 0.5}
    for side in (-1, 1):
        pen.limb(
            [(0.425 + side * 0.14, 0.72), (0.425 + side * 0.26, 0.84), (0.425 + side * 0.2, 0.96)],
            0.2,
            0.17,
            0.12,
            **fur,
        )
        pen.limb(
            [(0.425 + side * 0.2, 0.38), (0.425 + side * 0.34, 0.62), (0.425 + side * 0.3, 0.9)],
            0.19,
            0.16,
            0.13,
            **fur,
        )
        pen.ellipse(0.425 + side * 0.3, 0.93, 0.085, 0.055, "#2a2628")
    pen.blob(".425,.28 .64,.36 .68,.64 .6,.9 .425,.95 .25,.9 .17,.64 .21,.36", **fur)
    pen.blob(".425,.42 .55,.48 .54,.62 .425,.66 .31,.62 .3,.48", "#5a5658", round=0.6)
    pen.blob(".425,.0 .58,.08 .6,.26 .53,.38 .425,.41 .32,.38 .25,.26 .27,.08", **fur)
    pen.blob(".425,.14 .53,.16 .54,.28 .5,.36 .425,.385 .35,.36 .31,.28 .32,.16", "#4a4446")
    pen.limb(".32,.17 .425,.145 .53,.17", 0.03, 0.036, 0.03, paint="#2a2628")
    for side in (-1, 1):
        pen.eye(0.425 + side * 0.05, 0.205, 0.02, "#a8622a")
        pen.ellipse(0.425 + side * 0.026, 0.275, 0.02, 0.016, "#17151a")
    pen.limb(".36,.335 .425,.35 .49,.335", 0.012, 0.014, 0.012, paint="#17151a")


@thing("koala", 0.75, 0.85, "#9aa0a8", "forest jungle", hand=(0.43, 0.7))
def koala(pen: Pen) -> None:
    """Draw a sitting koala."""
    fur: Finish = {"grain": "fur", "strength": 0.6}
    for side in (-1, 1):
        pen.ellipse(0.425 + side * 0.28, 0.17, 0.15, 0.15, **fur)
        pen.ellipse(0.425 + side * 0.28, 0.18, 0.09, 0.09, "#f0dcd8", grain="fur")
        pen.ellipse(0.425 + side * 0.22, 0.92, 0.14, 0.08, **fur)
    pen.ellipse(0.425, 0.7, 0.28, 0.29, **fur)
    pen.ellipse(0.425, 0.74, 0.17, 0.2, "#eef0f0", grain="fur")
    for side in (-1, 1):
        pen.limb(
            [(0.425 + side * 0.24, 0.58), (0.425 + side * 0.26, 0.74), (0.425 + side * 0.12, 0.8)],
            0.13,
            0.11,
            0.09,
            **fur,
        )
    pen.ellipse(0.425, 0.3, 0.29, 0.25, round=1, **fur)
    for side in (-1, 1):
        pen.eye(0.425 + side * 0.13, 0.26, 0.032)
    pen.ellipse(0.425, 0.34, 0.075, 0.11, "#26242a", gloss=0.6, round=1)
    pen.limb(".37,.475 .425,.49 .48,.475", 0.01, 0.014, 0.01, paint="#3a3438")


@thing("kangaroo, wallaby", 1.6, 0.85, "#b8804a", "savanna desert")
def kangaroo(pen: Pen) -> None:
    """Draw a kangaroo with its young."""
    fur: Finish = {"grain": "fur", "strength": 0.4}
    pen.limb(".34,.72 .14,.82 .0,.97", 0.16, 0.1, 0.04, **fur)
    pen.blob(".34,.5 .5,.3 .62,.28 .7,.42 .66,.66 .54,.86 .36,.86 .26,.7", **fur)
    pen.limb(".4,.72 .58,.82 .44,.94", 0.2, 0.13, 0.08, **fur)
    pen.limb(".42,.96 .72,.98", 0.07, 0.06, **fur)
    pen.blob(".62,.44 .68,.5 .66,.68 .54,.78 .5,.6", lighter(pen.colour, 0.5), grain="fur")
    pen.ellipse(0.6, 0.6, 0.055, 0.05, **fur)
    for side in (-1, 1):
        pen.ellipse(0.6 + side * 0.03, 0.54, 0.018, 0.04, **fur)
    pen.eye(0.62, 0.595, 0.012)
    pen.limb(".5,.6 .58,.655 .7,.6", 0.02, 0.026, 0.02, paint=pen.dark)
    pen.limb(".64,.4 .74,.48 .76,.56", 0.07, 0.05, 0.035, **fur)
    pen.limb(".6,.34 .62,.2", 0.14, 0.1, **fur)
    for dx in (-0.03, 0.03):
        pen.ellipse(0.6 + dx, 0.06, 0.028, 0.085, **fur)
    pen.blob(".54,.14 .62,.1 .74,.18 .8,.24 .74,.28 .6,.27", **fur)
    pen.ellipse(0.79, 0.225, 0.024, 0.02, "#26242a")
    pen.eye(0.66, 0.165, 0.018)


@thing(
    "goat, billy goat, ibex",
    0.9,
    1.15,
    "#e8e0d0 #8a6a4a #4a4440",
    "mountains farm meadow",
    seat=(0.5, 0.35),
)
def goat(pen: Pen) -> None:
    """Draw a goat with horns and a beard."""
    fur: Finish = {"grain": "fur", "strength": 0.5}
    far: Finish = {"paint": darker(pen.colour, 0.3), **fur}
    for x in (0.3, 0.74):
        pen.limb([(x + 0.07, 0.66), (x + 0.07, 0.97)], 0.08, 0.05, **far)
    pen.limb(".16,.42 .06,.34", 0.07, 0.03, **fur)
    pen.blob(".14,.42 .3,.34 .7,.36 .84,.4 .86,.6 .7,.74 .3,.74 .16,.64", **fur)
    for x in (0.26, 0.7):
        pen.limb([(x, 0.64), (x, 0.95)], 0.09, 0.055, **fur)
        pen.box(x - 0.035, 0.93, x + 0.035, 1.0, "#3a322c", 0.01)
    pen.limb(".78,.5 .9,.28", 0.2, 0.13, **fur)
    for dx in (-0.03, 0.02):
        pen.limb(
            [(0.9 + dx, 0.18), (0.86 + dx, 0.02), (0.74 + dx, -0.02)],
            0.045,
            0.036,
            0.012,
            paint="#8a7a66",
            grain="bark",
        )
    pen.limb(".84,.24 .76,.3", 0.05, 0.03, **fur)
    pen.blob(".86,.16 .96,.15 1.1,.3 1.1,.38 1.0,.4 .88,.32", **fur)
    pen.blob(".98,.38 1.05,.39 1.02,.52", lighter(pen.colour, 0.3), grain="fur")
    pen.ellipse(1.09, 0.33, 0.02, 0.02, "#3a3034")
    pen.eye(0.96, 0.23, 0.022, "#c89a3a")


@thing(
    "camel, dromedary, bactrian camel",
    2.1,
    1.3,
    "#c99a5c #b8844a",
    "desert oasis savanna",
    seat=(0.51, 0.3),
)
def camel(pen: Pen) -> None:
    """Draw a camel with two humps."""
    fur: Finish = {"grain": "fur", "strength": 0.45}
    shaggy = darker(pen.colour, 0.25)
    far: Finish = {"paint": darker(pen.colour, 0.35), **fur}
    for x in (0.3, 0.8):
        pen.limb([(x, 0.56), (x + 0.01, 0.78), (x, 0.97)], 0.11, 0.06, 0.055, **far)
    pen.limb(".15,.42 .09,.55 .1,.68", 0.035, 0.025, 0.05, paint=shaggy, grain="fur")
    for x in (0.37, 0.66):
        pen.blob(
            [
                (x - 0.16, 0.44),
                (x - 0.1, 0.2),
                (x - 0.03, 0.07),
                (x + 0.04, 0.08),
                (x + 0.1, 0.2),
                (x + 0.16, 0.44),
            ],
            **fur,
        )
        pen.blob([(x - 0.05, 0.15), (x, 0.05), (x + 0.05, 0.15), (x, 0.2)], shaggy, grain="fur")
    pen.limb(".78,.48 .96,.6 1.05,.42 1.05,.2", 0.24, 0.17, 0.12, 0.1, **fur)
    pen.limb(".92,.66 1.03,.58 1.1,.4", 0.06, 0.06, 0.02, paint=shaggy, grain="fur")
    pen.blob(".13,.44 .3,.36 .52,.38 .76,.36 .9,.46 .88,.6 .7,.67 .4,.66 .16,.6", **fur)
    for x in (0.21, 0.72):
        pen.limb([(x, 0.54), (x - 0.005, 0.76), (x + 0.01, 0.96)], 0.15, 0.075, 0.06, **fur)
        pen.ellipse(x, 0.77, 0.042, 0.035, darker(pen.colour, 0.1), grain="fur")
        pen.ellipse(x + 0.025, 0.975, 0.06, 0.028, shaggy)
    pen.ellipse(1.0, 0.08, 0.03, 0.045, turn=-20, **fur)
    pen.blob(".98,.12 1.06,.06 1.15,.1 1.26,.19 1.27,.27 1.2,.31 1.1,.27 1.0,.26", **fur)
    pen.ellipse(1.03, 0.06, 0.045, 0.03, shaggy, grain="fur")
    pen.limb("1.17,.265 1.22,.255 1.27,.25", 0.012, 0.01, paint="#4a2f1c")
    pen.limb("1.235,.18 1.25,.195", 0.014, 0.01, paint="#3a2418")
    pen.eye(1.11, 0.135, 0.02)
    pen.limb("1.08,.11 1.11,.105 1.14,.12", 0.012, 0.014, 0.008, paint="#3a2418")


@thing("rhinoceros, rhino", 1.7, 1.85, "#8f9298 #7d7a78", "savanna", seat=(0.6, 0.2))
def rhinoceros(pen: Pen) -> None:
    """Draw a rhinoceros with its two horns."""
    skin: Finish = {"grain": "stone", "strength": 0.4}
    fold, horn = darker(pen.colour, 0.3), "#e6dcc6"
    for x in (0.42, 0.98):
        pen.limb([(x, 0.64), (x, 0.96)], 0.2, 0.16, paint=darker(pen.colour, 0.35), **skin)
    pen.limb(".1,.36 .03,.5 .05,.62", 0.04, 0.02, 0.03, **skin)
    pen.blob(
        ".06,.44 .16,.24 .42,.15 .66,.19 .88,.13 1.1,.22 1.2,.42 1.12,.68 .7,.8 .3,.78 .1,.68",
        round=0.9,
        **skin,
    )
    for x in (0.26, 0.9):
        pen.limb([(x, 0.6), (x, 0.94)], 0.24, 0.18, **skin)
        for k in (-1, 0, 1):
            pen.ellipse(x + k * 0.055, 0.965, 0.03, 0.03, "#d8cfba")
    pen.limb(".4,.2 .45,.46 .38,.72", 0.012, 0.03, 0.01, paint=fold)
    pen.limb(".82,.18 .76,.46 .82,.74", 0.012, 0.03, 0.01, paint=fold)
    pen.limb("1.08,.22 1.03,.44 1.1,.66", 0.012, 0.03, 0.01, paint=fold)
    pen.blob("1.56,.6 1.68,.56 1.83,.22 1.76,.56 1.7,.72", horn, grain="bark", round=0.9)
    pen.blob("1.34,.44 1.46,.46 1.5,.24 1.5,.56", horn, grain="bark", round=0.9)
    pen.blob(
        "1.06,.34 1.22,.3 1.38,.42 1.52,.56 1.7,.66 1.74,.8 1.64,.88 1.44,.84 1.24,.76 1.08,.64",
        round=0.85,
        **skin,
    )
    for x, turn in ((1.12, -25), (1.25, 10)):
        pen.ellipse(x, 0.25, 0.05, 0.1, turn=turn, **skin)
        pen.ellipse(x + 0.005, 0.26, 0.025, 0.06, fold, turn=turn)
    pen.ellipse(1.68, 0.735, 0.022, 0.016, "#3a363a")
    pen.limb("1.54,.815 1.64,.815 1.73,.79", 0.014, 0.012, paint=fold)
    pen.eye(1.36, 0.52, 0.022)


@thing("hippopotamus, hippo", 1.5, 1.75, "#9a8590 #8a7f8c", "river swamp savanna", seat=(0.6, 0.2))
def hippopotamus(pen: Pen) -> None:
    """Draw a hippopotamus with its wide muzzle."""
    skin: Finish = {"gloss": 0.25, "grain": "rough", "strength": 0.2}
    pink = mix(pen.colour, "#e8a8a0", 0.45)
    for x in (0.4, 0.92):
        pen.limb([(x, 0.7), (x, 0.96)], 0.2, 0.17, paint=darker(pen.colour, 0.35), **skin)
    pen.limb(".08,.44 .02,.56", 0.05, 0.03, **skin)
    pen.blob(
        ".06,.5 .16,.24 .46,.14 .82,.15 1.1,.26 1.2,.5 1.1,.78 .7,.88 .3,.86 .1,.74",
        round=0.95,
        **skin,
    )
    for x in (0.26, 0.86):
        pen.limb([(x, 0.7), (x, 0.94)], 0.24, 0.2, **skin)
        for k in (-1, 0, 1):
            pen.ellipse(x + k * 0.06, 0.965, 0.032, 0.026, lighter(pen.colour, 0.4))
    for x in (1.1, 1.28):
        pen.ellipse(x, 0.15, 0.045, 0.06, **skin)
        pen.ellipse(x, 0.155, 0.024, 0.034, pink)
    pen.blob("1.0,.34 1.1,.17 1.3,.17 1.42,.3 1.44,.5 1.3,.66 1.08,.62", round=0.9, **skin)
    pen.blob("1.06,.66 1.3,.62 1.62,.66 1.66,.84 1.4,.93 1.12,.88", "#a84a58", round=0.5)
    pen.blob("1.06,.78 1.32,.8 1.66,.78 1.68,.9 1.4,.97 1.1,.93", **skin)
    for x in (1.2, 1.56):
        pen.blob([(x - 0.03, 0.82), (x, 0.7), (x + 0.03, 0.82)], "#f6eed8")
    pen.blob(
        "1.08,.56 1.22,.42 1.48,.4 1.68,.48 1.74,.62 1.6,.72 1.3,.72 1.1,.68", round=0.95, **skin
    )
    for x in (1.44, 1.6):
        pen.ellipse(x, 0.47, 0.03, 0.02, "#4a3a44")
    for x in (1.14, 1.3):
        pen.ellipse(x, 0.26, 0.05, 0.045, **skin)
        pen.eye(x, 0.265, 0.025)
