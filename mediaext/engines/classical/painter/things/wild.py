"""Wild animals of land."""

import math

from mediaext.engines.classical.painter.colours import darker, lighter, mix
from mediaext.engines.classical.painter.pen import Pen
from mediaext.engines.classical.painter.things.registry import thing


@thing("elephant", 3.0, 1.3, "#8f949c #7d7f88 #a59a90", "savanna jungle", seat=(0.55, 0.14))
def elephant(pen: Pen) -> None:
    """Draw an elephant with its trunk down."""
    skin = {"grain": "stone", "strength": 0.35}
    far = {"paint": darker(pen.colour, 0.3), **skin}
    for x in (0.36, 0.76):
        pen.limb([(x, 0.6), (x, 0.97)], 0.18, 0.14, **far)
    pen.limb(".13,.4 .06,.55 .08,.7", 0.04, 0.02, **skin)
    pen.blob(".1,.42 .2,.22 .45,.13 .75,.16 .95,.3 .98,.55 .85,.74 .5,.78 .2,.74", round=0.9, **skin)
    for x in (0.24, 0.86):
        pen.limb([(x, 0.6), (x, 0.96)], 0.2, 0.165, **skin)
        for k in (-1, 0, 1):
            pen.ellipse(x + k * 0.045, 0.975, 0.022, 0.02, "#e8dfc8")
    pen.limb("1.08,.42 1.2,.6 1.2,.8 1.27,.9", 0.2, 0.14, 0.1, 0.075, **skin)
    pen.ellipse(1.0, 0.34, 0.22, 0.23, **skin)
    pen.limb("1.08,.52 1.2,.62 1.32,.58", 0.05, 0.045, 0.015, paint="#f4ecd8", gloss=0.4)
    pen.blob(".86,.16 .98,.26 .97,.46 .86,.62 .74,.54 .68,.36 .74,.2", darker(pen.colour, 0.1), **skin)
    pen.blob(".86,.24 .92,.32 .91,.46 .84,.54 .77,.46 .76,.32", mix(pen.colour, "#e0a8a0", 0.4))
    pen.eye(1.08, 0.32, 0.024)


@thing("lion", 1.1, 1.35, "#d8a24f #c98f42", "savanna", seat=(0.45, 0.34))
def lion(pen: Pen) -> None:
    """Draw a lion with its mane."""
    fur = {"grain": "fur", "strength": 0.4}
    mane = darker(mix(pen.colour, "#7a3a14", 0.65), 0.05)
    far = {"paint": darker(pen.colour, 0.28), **fur}
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
        pen.ellipse(0.98 + math.cos(turn) * 0.24, 0.36 + math.sin(turn) * 0.26, 0.13, 0.1, darker(mane, 0.12 * (k % 3)), turn=math.degrees(turn), grain="fur", strength=0.9)
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
    fur = {"grain": "fur", "strength": 0.35}
    stripe, pale = "#241a18", lighter(pen.colour, 0.7)
    pen.limb(".16,.46 .03,.42 .0,.24 .08,.16", 0.07, 0.06, 0.05, **fur)
    for x in (0.36, 0.9):
        pen.limb([(x, 0.6), (x, 0.95)], 0.13, 0.09, paint=darker(pen.colour, 0.3), **fur)
    pen.blob(".14,.44 .4,.36 .8,.36 1.0,.46 .96,.7 .6,.72 .3,.72 .14,.62", **fur)
    pen.blob(".36,.66 .6,.68 .84,.66 .8,.73 .6,.74 .4,.73", pale)
    for k, x in enumerate((0.26, 0.38, 0.5, 0.62, 0.74, 0.85)):
        pen.limb([(x, 0.38), (x + 0.03, 0.5), (x + 0.01, 0.6 - 0.05 * (k % 2))], 0.035, 0.03, 0.004, paint=stripe)
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
            pen.limb([(1.1 + side * 0.235, y), (1.1 + side * 0.14, y + 0.015)], 0.024, 0.004, paint=stripe)
    pen.ellipse(1.1, 0.46, 0.11, 0.08, pale, grain="fur")
    for k in (-1, 0, 1):
        pen.limb([(1.1 + k * 0.07, 0.16), (1.1 + k * 0.05, 0.24)], 0.024, 0.005, paint=stripe)
    pen.blob("1.05,.39 1.15,.39 1.1,.45", "#c8706a")
    for side in (-1, 1):
        pen.eye(1.1 + side * 0.09, 0.33, 0.028, "#c0a020")


@thing("bear, grizzly, polar bear, brown bear", 1.4, 0.95, "#6a4428 #3a2c26 #ede8dc", "forest mountains snowfield", hand=(0.47, 0.66))
def bear(pen: Pen) -> None:
    """Draw a sitting bear."""
    fur = {"grain": "fur", "strength": 0.6}
    pale = lighter(pen.colour, 0.35)
    pen.blob(".47,.3 .72,.42 .82,.7 .76,.94 .47,.99 .18,.94 .12,.7 .22,.42", round=0.9, **fur)
    pen.ellipse(0.47, 0.7, 0.2, 0.22, pale, **fur)
    for side in (-1, 1):
        pen.limb([(0.47 + side * 0.25, 0.48), (0.47 + side * 0.33, 0.62), (0.47 + side * 0.24, 0.74)], 0.2, 0.17, 0.15, **fur)
        pen.ellipse(0.47 + side * 0.28, 0.92, 0.14, 0.1, **fur)
        pen.ellipse(0.47 + side * 0.3, 0.93, 0.075, 0.06, pale)
        pen.ellipse(0.47 + side * 0.19, 0.08, 0.085, 0.085, **fur)
        pen.ellipse(0.47 + side * 0.19, 0.085, 0.045, 0.045, pale)
    pen.ellipse(0.47, 0.23, 0.25, 0.22, **fur)
    pen.ellipse(0.47, 0.31, 0.12, 0.095, pale, **fur)
    pen.ellipse(0.47, 0.27, 0.05, 0.036, "#1d1615", gloss=0.8)
    pen.limb(".42,.355 .47,.375 .52,.355", 0.012, 0.012, paint="#1d1615")
    for side in (-1, 1):
        pen.eye(0.47 + side * 0.1, 0.2, 0.027)


@thing("panda, panda bear", 1.2, 0.95, "#f2efe8", "jungle forest", hand=(0.47, 0.66))
def panda(pen: Pen) -> None:
    """Draw a sitting panda."""
    fur, black = {"grain": "fur", "strength": 0.5}, "#26242a"
    pen.blob(".47,.34 .72,.46 .8,.72 .74,.94 .47,.99 .2,.94 .14,.72 .22,.46", round=0.9, **fur)
    for side in (-1, 1):
        pen.limb([(0.47 + side * 0.22, 0.46), (0.47 + side * 0.33, 0.6), (0.47 + side * 0.22, 0.72)], 0.2, 0.17, 0.14, paint=black, **fur)
        pen.ellipse(0.47 + side * 0.28, 0.91, 0.16, 0.1, black, **fur)
        pen.ellipse(0.47 + side * 0.2, 0.07, 0.09, 0.085, black, **fur)
    pen.ellipse(0.47, 0.25, 0.27, 0.23, **fur)
    for side in (-1, 1):
        pen.ellipse(0.47 + side * 0.115, 0.24, 0.07, 0.085, black, turn=side * 30)
        pen.eye(0.47 + side * 0.105, 0.235, 0.028)
    pen.ellipse(0.47, 0.32, 0.045, 0.03, "#1d1615", gloss=0.8)
    pen.limb(".42,.365 .47,.385 .52,.365", 0.012, 0.012, paint="#3a2c2c")


@thing("fox, vixen", 0.5, 1.35, "#d9692a #c8c4c0", "forest meadow snowfield", hand=(1.1, 0.5))
def fox(pen: Pen) -> None:
    """Draw a fox with a bushy tail."""
    fur = {"grain": "fur", "strength": 0.5}
    sock, white = "#2c2220", "#f6efe4"
    pen.limb(".36,.58 .16,.62 .04,.46 .1,.26", 0.1, 0.2, 0.2, 0.1, **fur)
    pen.limb(".07,.36 .1,.26", 0.16, 0.06, paint=white, grain="fur")
    for x in (0.44, 0.88):
        pen.limb([(x, 0.64), (x, 0.96)], 0.09, 0.06, paint=darker(pen.colour, 0.4))
    pen.blob(".3,.52 .5,.44 .8,.44 .98,.5 .95,.7 .7,.72 .42,.74 .28,.66", **fur)
    pen.blob(".86,.5 1.0,.54 .94,.72 .84,.68", white, grain="fur")
    for x in (0.36, 0.83):
        pen.limb([(x, 0.62), (x - 0.01, 0.8)], 0.12, 0.08, **fur)
        pen.limb([(x - 0.01, 0.78), (x + 0.01, 0.97)], 0.078, 0.06, paint=sock)
    for side in (-1, 1):
        pen.blob([(1.02 + side * 0.08, 0.22), (1.02 + side * 0.19, 0.0), (1.02 + side * 0.22, 0.26)], **fur)
        pen.blob([(1.02 + side * 0.13, 0.2), (1.02 + side * 0.18, 0.07), (1.02 + side * 0.19, 0.22)], sock)
    pen.blob(".8,.3 .9,.2 1.02,.17 1.14,.2 1.24,.3 1.18,.42 1.02,.58 .86,.42", **fur)
    for side in (-1, 1):
        pen.blob([(1.02 + side * 0.21, 0.32), (1.02 + side * 0.05, 0.4), (1.02, 0.56), (1.02 + side * 0.15, 0.44)], white, grain="fur")
        pen.eye(1.02 + side * 0.09, 0.33, 0.026, "#c08a20")
    pen.ellipse(1.02, 0.55, 0.034, 0.027, "#1a1414", gloss=0.9)


@thing("deer, stag, reindeer, elk, fawn", 1.6, 1.0, "#a8703f #8a5a34", "forest meadow snowfield mountains", seat=(0.45, 0.45))
def deer(pen: Pen) -> None:
    """Draw a stag."""
    fur = {"grain": "fur", "strength": 0.35}
    horn = "#d8c09a"
    for x in (0.3, 0.68):
        pen.limb([(x, 0.64), (x + 0.02, 0.8), (x, 0.98)], 0.075, 0.04, 0.036, paint=darker(pen.colour, 0.35))
    pen.ellipse(0.16, 0.48, 0.06, 0.045, "#f4ecdc", turn=-40)
    pen.blob(".16,.48 .36,.43 .62,.44 .76,.46 .76,.62 .6,.68 .36,.66 .18,.66", **fur)
    for x in (0.22, 0.66):
        pen.limb([(x, 0.6), (x - 0.02, 0.8), (x, 0.97)], 0.12, 0.045, 0.04, **fur)
    for x in (0.22, 0.3, 0.66, 0.69):
        pen.box(x - 0.025, 0.955, x + 0.028, 1.0, "#2a2220", 0.01)
    pen.limb(".68,.5 .76,.38 .8,.27", 0.2, 0.14, 0.12, **fur)
    pen.blob(".68,.52 .76,.5 .74,.64 .68,.64", lighter(pen.colour, 0.5), grain="fur")
    for side in (-1, 1):
        x = 0.82 + side * 0.04
        pen.limb([(x, 0.2), (x + side * 0.1, 0.1), (x + side * 0.09, -0.04)], 0.028, 0.022, 0.012, paint=horn)
        pen.limb([(x + side * 0.07, 0.14), (x + side * 0.16, 0.06)], 0.02, 0.01, paint=horn)
        pen.limb([(x + side * 0.1, 0.06), (x + side * 0.02, -0.02)], 0.018, 0.009, paint=horn)
        pen.ellipse(0.82 + side * 0.1, 0.215, 0.065, 0.03, turn=side * -25, **fur)
    pen.blob(".74,.22 .82,.18 .9,.22 .97,.32 .94,.37 .84,.36 .76,.31", **fur)
    pen.ellipse(0.945, 0.335, 0.03, 0.026, "#1e1715", gloss=0.7)
    pen.eye(0.855, 0.255, 0.02)
    for x, y in ((0.3, 0.5), (0.4, 0.49), (0.5, 0.51), (0.36, 0.55), (0.46, 0.56)):
        pen.dot(x, y, 0.011, "#f4e8d4", 0.7)


@thing("giraffe", 4.8, 0.72, "#e6b860 #d8a04a", "savanna")
def giraffe(pen: Pen) -> None:
    """Draw a giraffe."""
    fur, patch = {"grain": "fur", "strength": 0.2}, mix(pen.colour, "#7a3f1a", 0.75)
    for x in (0.22, 0.44):
        pen.limb([(x, 0.62), (x + 0.01, 0.98)], 0.06, 0.035, paint=darker(pen.colour, 0.3))
    pen.limb(".12,.56 .07,.68 .08,.74", 0.016, 0.012, 0.024, paint=patch)
    pen.blob(".12,.55 .26,.5 .42,.46 .52,.5 .52,.62 .4,.68 .22,.68 .12,.64", **fur)
    pen.limb(".44,.54 .5,.36 .55,.12", 0.16, 0.09, 0.065, **fur)
    for x in (0.17, 0.46):
        pen.limb([(x, 0.62), (x - 0.005, 0.8), (x, 0.98)], 0.085, 0.042, 0.036, **fur)
        pen.box(x - 0.024, 0.965, x + 0.026, 1.0, "#4a3020", 0.008)
    spots = [(0.18, 0.56), (0.26, 0.54), (0.34, 0.55), (0.22, 0.62), (0.3, 0.62), (0.38, 0.61), (0.42, 0.53), (0.46, 0.46), (0.45, 0.6),
             (0.49, 0.38), (0.51, 0.31), (0.525, 0.24), (0.54, 0.18), (0.17, 0.69), (0.46, 0.68)]
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


@thing("monkey, ape", 0.8, 0.85, "#7a5236 #4a3a34 #b0814f", "jungle", hand=(0.43, 0.68))
def monkey(pen: Pen) -> None:
    """Draw a sitting monkey with a curled tail."""
    fur, face = {"grain": "fur", "strength": 0.5}, mix(lighter(pen.colour, 0.5), "#e8b890", 0.6)
    pen.limb(".6,.88 .8,.86 .84,.66 .74,.58 .68,.68", 0.06, 0.055, 0.05, 0.045, **fur)
    pen.blob(".43,.4 .6,.5 .66,.76 .58,.97 .28,.97 .2,.76 .26,.5", **fur)
    pen.ellipse(0.43, 0.72, 0.14, 0.18, face)
    for side in (-1, 1):
        pen.limb([(0.43 + side * 0.18, 0.5), (0.43 + side * 0.28, 0.68), (0.43 + side * 0.14, 0.78)], 0.1, 0.085, 0.075, **fur)
        pen.limb([(0.43 + side * 0.14, 0.86), (0.43 + side * 0.27, 0.82), (0.43 + side * 0.2, 0.96)], 0.12, 0.1, 0.08, **fur)
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


@thing("mouse, rat", 0.14, 1.25, "#9a9590 #c9a882 white", "meadow kitchen farm", hand=(1.1, 0.7))
def mouse(pen: Pen) -> None:
    """Draw a mouse."""
    fur = {"grain": "fur", "strength": 0.5}
    pen.limb(".2,.84 .02,.82 .06,.6 .0,.4", 0.05, 0.04, 0.025, 0.012, paint="#d89a94")
    pen.blob(".12,.86 .16,.56 .45,.36 .75,.42 1.0,.62 1.2,.78 1.1,.9 .8,.97 .3,.97", round=0.95, **fur)
    for x, size in ((0.72, 0.16), (0.9, 0.17)):
        pen.ellipse(x, 0.36, size, size, **fur)
        pen.ellipse(x + 0.01, 0.37, size * 0.68, size * 0.7, "#e8b0a8")
    pen.ellipse(1.2, 0.79, 0.04, 0.035, "#d0706c", gloss=0.5)
    pen.eye(1.0, 0.63, 0.042)
    for k in (-1, 0, 1):
        pen.limb([(1.1, 0.8), (1.28, 0.76 + k * 0.07)], 0.008, 0.004, paint="#f0e8de")
    for x in (0.4, 0.9):
        pen.ellipse(x, 0.96, 0.1, 0.035, "#e0a8a0")


@thing("frog, toad", 0.14, 1.2, "#5aa83a #7f9a3a #3a9a7a", "pond river jungle", hand=(0.6, 0.8))
def frog(pen: Pen) -> None:
    """Draw a frog that looks at the viewer."""
    wet = {"gloss": 0.4, "grain": "rough", "strength": 0.2}
    for side in (-1, 1):
        pen.blob([(0.6 + side * 0.2, 0.6), (0.6 + side * 0.52, 0.56), (0.6 + side * 0.56, 0.84), (0.6 + side * 0.3, 0.95)], darker(pen.colour, 0.18), **wet)
        pen.ellipse(0.6 + side * 0.44, 0.955, 0.15, 0.045, darker(pen.colour, 0.1))
    pen.blob(".6,.3 .9,.46 .95,.76 .8,.96 .4,.96 .25,.76 .3,.46", **wet)
    pen.ellipse(0.6, 0.78, 0.24, 0.18, mix(lighter(pen.colour, 0.6), "#f4ecc0", 0.5))
    for side in (-1, 1):
        pen.limb([(0.6 + side * 0.24, 0.66), (0.6 + side * 0.24, 0.92)], 0.1, 0.075, **wet)
        pen.ellipse(0.6 + side * 0.26, 0.96, 0.1, 0.035)
        pen.ellipse(0.6 + side * 0.2, 0.2, 0.14, 0.14, **wet)
    pen.blob(".6,.16 .92,.3 .96,.46 .6,.6 .24,.46 .28,.3", **wet)
    for side in (-1, 1):
        pen.ellipse(0.6 + side * 0.2, 0.19, 0.1, 0.1, "#f2c83a", gloss=0.6)
        pen.dot(0.6 + side * 0.2, 0.19, 0.052, "#14100c")
        pen.dot(0.6 + side * 0.2 - 0.025, 0.165, 0.02, "#ffffff")
        pen.dot(0.6 + side * 0.04, 0.36, 0.012, darker(pen.colour, 0.6))
    pen.limb(".3,.42 .45,.5 .6,.52 .75,.5 .9,.42", 0.016, 0.022, 0.016, paint=darker(pen.colour, 0.6))


@thing("turtle, tortoise", 0.4, 1.6, "#4f8a4a #8a7a3a", "beach pond desert", seat=(0.72, 0.1))
def turtle(pen: Pen) -> None:
    """Draw a tortoise."""
    skin = mix(lighter(pen.colour, 0.25), "#c8b878", 0.45)
    pen.limb(".2,.8 .06,.88", 0.1, 0.03, paint=skin)
    pen.limb("1.15,.72 1.34,.6 1.42,.45", 0.22, 0.2, 0.2, paint=skin, grain="scales", strength=0.3)
    pen.ellipse(1.44, 0.42, 0.15, 0.13, skin, grain="scales", strength=0.3)
    pen.limb("1.46,.48 1.57,.46", 0.014, 0.01, paint=darker(skin, 0.5))
    pen.eye(1.48, 0.38, 0.03)
    for x in (0.38, 1.08):
        pen.limb([(x, 0.76), (x + 0.04, 0.95)], 0.24, 0.19, paint=skin, grain="scales", strength=0.4)
    pen.blob(".06,.74 .16,.4 .45,.12 .75,.06 1.05,.16 1.28,.44 1.34,.74 1.1,.84 .7,.87 .3,.84", round=1)
    for x, y, w, h in ((0.7, 0.28, 0.2, 0.15), (0.42, 0.46, 0.16, 0.16), (0.98, 0.48, 0.16, 0.16), (0.7, 0.58, 0.15, 0.14), (0.26, 0.68, 0.1, 0.09), (1.16, 0.68, 0.1, 0.09)):
        pen.ellipse(x, y, w, h, mix(pen.colour, "#4a3418", 0.4), grain="stone", round=0.8)
        pen.ellipse(x, y, w * 0.6, h * 0.6, mix(pen.colour, "#c8a050", 0.3))
    pen.limb(".06,.76 .4,.85 .7,.88 1.0,.86 1.34,.76", 0.07, 0.08, 0.07, paint=mix(pen.colour, "#c8a860", 0.5))


@thing("snake, serpent, cobra, python", 0.5, 1.5, "#5f9a3a #b8863a #4a4a50", "desert jungle savanna")
def snake(pen: Pen) -> None:
    """Draw a coiled snake with a raised head."""
    scale = {"grain": "scales", "strength": 0.8, "gloss": 0.25, "round": 1}
    pen.limb("1.42,.96 1.15,.88 .9,.94", 0.02, 0.08, 0.14, **scale)
    for y, w in ((0.88, 0.56), (0.74, 0.46), (0.61, 0.35)):
        pen.ellipse(0.66, y, w, 0.125, darker(pen.colour, 0.25), **scale)
        pen.limb([(0.66 - w * 0.94, y), (0.66 - w * 0.5, y + 0.075), (0.66, y + 0.09), (0.66 + w * 0.5, y + 0.075), (0.66 + w * 0.94, y)], 0.13, 0.15, 0.13, **scale)
        for k in (-0.6, -0.2, 0.2, 0.6):
            pen.ellipse(0.66 + w * k, y + 0.06, 0.05, 0.03, mix(pen.colour, "#2a1c10", 0.6), round=0.2)
    pen.limb(".62,.56 .5,.4 .56,.22 .76,.14", 0.17, 0.14, 0.13, 0.15, **scale)
    pen.blob(".68,.06 .86,.04 1.02,.14 1.0,.22 .82,.25 .7,.21", gloss=0.4, round=0.9)
    pen.limb("1.0,.19 1.1,.2 1.16,.16", 0.012, 0.008, paint="#c8202c")
    pen.limb("1.1,.2 1.16,.24", 0.01, 0.006, paint="#c8202c")
    pen.eye(0.87, 0.1, 0.028, "#e0b020")


@thing("squirrel, chipmunk", 0.28, 0.95, "#b0622c #7d7470", "forest park", hand=(0.7, 0.6))
def squirrel(pen: Pen) -> None:
    """Draw a squirrel with its tail up."""
    fur = {"grain": "fur", "strength": 0.6}
    pen.limb(".36,.92 .12,.8 .1,.45 .26,.2 .14,.06", 0.14, 0.24, 0.28, 0.26, 0.12, paint=darker(pen.colour, 0.12), **fur)
    pen.blob(".36,.95 .32,.7 .46,.5 .62,.46 .72,.6 .7,.86 .6,.97", **fur)
    pen.ellipse(0.63, 0.72, 0.09, 0.17, "#f4e8d4", grain="fur")
    pen.ellipse(0.47, 0.85, 0.14, 0.13, **fur)
    pen.ellipse(0.58, 0.965, 0.13, 0.035, lighter(pen.colour, 0.2))
    pen.limb(".6,.6 .74,.64", 0.08, 0.055, **fur)
    for x in (0.58, 0.68):
        pen.blob([(x - 0.04, 0.24), (x - 0.01, 0.08), (x + 0.05, 0.24)], **fur)
    pen.blob(".5,.38 .54,.26 .66,.22 .78,.3 .88,.42 .8,.5 .62,.5", **fur)
    pen.ellipse(0.87, 0.42, 0.025, 0.02, "#2a1a14")
    pen.eye(0.72, 0.34, 0.032)
