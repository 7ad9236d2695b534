"""Animals of woods, ponds and gardens."""

import itertools
import math

from mediaext.engines.classical.painter.colours import darker, lighter, mix
from mediaext.engines.classical.painter.pen import Finish, Pen
from mediaext.engines.classical.painter.things.registry import thing


@thing(
    "bear, grizzly, ~polar bear (white), brown bear",
    1.4,
    0.95,
    "#6a4428 #3a2c26 #ede8dc",
    "forest mountains snowfield",
    hand=(0.47, 0.66),
)
def bear(pen: Pen) -> None:
    """Draw a sitting bear."""
    fur: Finish = {"grain": "fur", "strength": 0.6}
    pale = lighter(pen.colour, 0.35)
    pen.blob(".47,.3 .72,.42 .82,.7 .76,.94 .47,.99 .18,.94 .12,.7 .22,.42", round=0.9, **fur)
    pen.ellipse(0.47, 0.7, 0.2, 0.22, pale, **fur)
    for side in (-1, 1):
        pen.limb(
            [(0.47 + side * 0.25, 0.48), (0.47 + side * 0.33, 0.62), (0.47 + side * 0.24, 0.74)],
            0.2,
            0.17,
            0.15,
            **fur,
        )
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


@thing("fox, vixen", 0.5, 1.35, "#d9692a #c8c4c0", "forest meadow snowfield", hand=(1.1, 0.5))
def fox(pen: Pen) -> None:
    """Draw a fox with a bushy tail."""
    fur: Finish = {"grain": "fur", "strength": 0.5}
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
        pen.blob(
            [(1.02 + side * 0.08, 0.22), (1.02 + side * 0.19, 0.0), (1.02 + side * 0.22, 0.26)],
            **fur,
        )
        pen.blob(
            [(1.02 + side * 0.13, 0.2), (1.02 + side * 0.18, 0.07), (1.02 + side * 0.19, 0.22)],
            sock,
        )
    pen.blob(".8,.3 .9,.2 1.02,.17 1.14,.2 1.24,.3 1.18,.42 1.02,.58 .86,.42", **fur)
    for side in (-1, 1):
        pen.blob(
            [
                (1.02 + side * 0.21, 0.32),
                (1.02 + side * 0.05, 0.4),
                (1.02, 0.56),
                (1.02 + side * 0.15, 0.44),
            ],
            white,
            grain="fur",
        )
        pen.eye(1.02 + side * 0.09, 0.33, 0.026, "#c08a20")
    pen.ellipse(1.02, 0.55, 0.034, 0.027, "#1a1414", gloss=0.9)


@thing(
    "deer, stag, ~reindeer, ~elk, fawn",
    1.6,
    1.0,
    "#a8703f #8a5a34",
    "forest meadow snowfield mountains",
    seat=(0.45, 0.45),
)
def deer(pen: Pen) -> None:
    """Draw a stag."""
    fur: Finish = {"grain": "fur", "strength": 0.35}
    horn = "#d8c09a"
    for x in (0.3, 0.68):
        pen.limb(
            [(x, 0.64), (x + 0.02, 0.8), (x, 0.98)],
            0.075,
            0.04,
            0.036,
            paint=darker(pen.colour, 0.35),
        )
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
        pen.limb(
            [(x, 0.2), (x + side * 0.1, 0.1), (x + side * 0.09, -0.04)],
            0.028,
            0.022,
            0.012,
            paint=horn,
        )
        pen.limb([(x + side * 0.07, 0.14), (x + side * 0.16, 0.06)], 0.02, 0.01, paint=horn)
        pen.limb([(x + side * 0.1, 0.06), (x + side * 0.02, -0.02)], 0.018, 0.009, paint=horn)
        pen.ellipse(0.82 + side * 0.1, 0.215, 0.065, 0.03, turn=side * -25, **fur)
    pen.blob(".74,.22 .82,.18 .9,.22 .97,.32 .94,.37 .84,.36 .76,.31", **fur)
    pen.ellipse(0.945, 0.335, 0.03, 0.026, "#1e1715", gloss=0.7)
    pen.eye(0.855, 0.255, 0.02)
    for x, y in ((0.3, 0.5), (0.4, 0.49), (0.5, 0.51), (0.36, 0.55), (0.46, 0.56)):
        pen.dot(x, y, 0.011, "#f4e8d4", 0.7)


@thing("mouse, ~rat", 0.14, 1.25, "#9a9590 #c9a882 white", "meadow kitchen farm", hand=(1.1, 0.7))
def mouse(pen: Pen) -> None:
    """Draw a mouse."""
    fur: Finish = {"grain": "fur", "strength": 0.5}
    pen.limb(".2,.84 .02,.82 .06,.6 .0,.4", 0.05, 0.04, 0.025, 0.012, paint="#d89a94")
    pen.blob(
        ".12,.86 .16,.56 .45,.36 .75,.42 1.0,.62 1.2,.78 1.1,.9 .8,.97 .3,.97", round=0.95, **fur
    )
    for x, size in ((0.72, 0.16), (0.9, 0.17)):
        pen.ellipse(x, 0.36, size, size, **fur)
        pen.ellipse(x + 0.01, 0.37, size * 0.68, size * 0.7, "#e8b0a8")
    pen.ellipse(1.2, 0.79, 0.04, 0.035, "#d0706c", gloss=0.5)
    pen.eye(1.0, 0.63, 0.042)
    for k in (-1, 0, 1):
        pen.limb([(1.1, 0.8), (1.28, 0.76 + k * 0.07)], 0.008, 0.004, paint="#f0e8de")
    for x in (0.4, 0.9):
        pen.ellipse(x, 0.96, 0.1, 0.035, "#e0a8a0")


@thing("frog, ~toad", 0.14, 1.2, "#5aa83a #7f9a3a #3a9a7a", "pond river jungle", hand=(0.6, 0.8))
def frog(pen: Pen) -> None:
    """Draw a frog that looks at the viewer."""
    wet: Finish = {"gloss": 0.4, "grain": "rough", "strength": 0.2}
    for side in (-1, 1):
        pen.blob(
            [
                (0.6 + side * 0.2, 0.6),
                (0.6 + side * 0.52, 0.56),
                (0.6 + side * 0.56, 0.84),
                (0.6 + side * 0.3, 0.95),
            ],
            darker(pen.colour, 0.18),
            **wet,
        )
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
    pen.limb(
        ".3,.42 .45,.5 .6,.52 .75,.5 .9,.42", 0.016, 0.022, 0.016, paint=darker(pen.colour, 0.6)
    )


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
        pen.limb(
            [(x, 0.76), (x + 0.04, 0.95)], 0.24, 0.19, paint=skin, grain="scales", strength=0.4
        )
    pen.blob(
        ".06,.74 .16,.4 .45,.12 .75,.06 1.05,.16 1.28,.44 1.34,.74 1.1,.84 .7,.87 .3,.84", round=1
    )
    for x, y, w, h in (
        (0.7, 0.28, 0.2, 0.15),
        (0.42, 0.46, 0.16, 0.16),
        (0.98, 0.48, 0.16, 0.16),
        (0.7, 0.58, 0.15, 0.14),
        (0.26, 0.68, 0.1, 0.09),
        (1.16, 0.68, 0.1, 0.09),
    ):
        pen.ellipse(x, y, w, h, mix(pen.colour, "#4a3418", 0.4), grain="stone", round=0.8)
        pen.ellipse(x, y, w * 0.6, h * 0.6, mix(pen.colour, "#c8a050", 0.3))
    pen.limb(
        ".06,.76 .4,.85 .7,.88 1.0,.86 1.34,.76",
        0.07,
        0.08,
        0.07,
        paint=mix(pen.colour, "#c8a860", 0.5),
    )


@thing(
    "snake, serpent, cobra, python", 0.5, 1.5, "#5f9a3a #b8863a #4a4a50", "desert jungle savanna"
)
def snake(pen: Pen) -> None:
    """Draw a coiled snake with a raised head."""
    scale: Finish = {"grain": "scales", "strength": 0.8, "gloss": 0.25, "round": 1}
    pen.limb("1.42,.96 1.15,.88 .9,.94", 0.02, 0.08, 0.14, **scale)
    for y, w in ((0.88, 0.56), (0.74, 0.46), (0.61, 0.35)):
        pen.ellipse(0.66, y, w, 0.125, darker(pen.colour, 0.25), **scale)
        pen.limb(
            [
                (0.66 - w * 0.94, y),
                (0.66 - w * 0.5, y + 0.075),
                (0.66, y + 0.09),
                (0.66 + w * 0.5, y + 0.075),
                (0.66 + w * 0.94, y),
            ],
            0.13,
            0.15,
            0.13,
            **scale,
        )
        for k in (-0.6, -0.2, 0.2, 0.6):
            pen.ellipse(
                0.66 + w * k, y + 0.06, 0.05, 0.03, mix(pen.colour, "#2a1c10", 0.6), round=0.2
            )
    pen.limb(".62,.56 .5,.4 .56,.22 .76,.14", 0.17, 0.14, 0.13, 0.15, **scale)
    pen.blob(".68,.06 .86,.04 1.02,.14 1.0,.22 .82,.25 .7,.21", gloss=0.4, round=0.9)
    pen.limb("1.0,.19 1.1,.2 1.16,.16", 0.012, 0.008, paint="#c8202c")
    pen.limb("1.1,.2 1.16,.24", 0.01, 0.006, paint="#c8202c")
    pen.eye(0.87, 0.1, 0.028, "#e0b020")


@thing("squirrel, ~chipmunk", 0.28, 0.95, "#b0622c #7d7470", "forest park", hand=(0.7, 0.6))
def squirrel(pen: Pen) -> None:
    """Draw a squirrel with its tail up."""
    fur: Finish = {"grain": "fur", "strength": 0.6}
    pen.limb(
        ".36,.92 .12,.8 .1,.45 .26,.2 .14,.06",
        0.14,
        0.24,
        0.28,
        0.26,
        0.12,
        paint=darker(pen.colour, 0.12),
        **fur,
    )
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


@thing(
    "wolf, ~coyote, ~husky, ~jackal",
    0.8,
    1.35,
    "#8a8a90 #5a5a60 #c8c8cc",
    "forest snowfield mountains",
    hand=(1.1, 0.5),
)
def wolf(pen: Pen) -> None:
    """Draw a wolf."""
    fox(pen)


@thing(
    "hamster, ~guinea pig, ~gerbil", 0.12, 1.25, "#d8a05a #c8b8a0", "meadow table", hand=(1.1, 0.6)
)
def hamster(pen: Pen) -> None:
    """Draw a hamster: a mouse without a tail, with full cheeks."""
    pen.ellipse(0.55, 0.66, 0.5, 0.33, grain="fur", round=1)
    pen.ellipse(0.62, 0.8, 0.34, 0.17, "#f6efe2", grain="fur")
    pen.ellipse(0.98, 0.58, 0.26, 0.25, grain="fur", round=1)
    for x in (0.82, 1.08):
        pen.ellipse(x, 0.34, 0.085, 0.08, darker(pen.colour, 0.15))
        pen.ellipse(x, 0.35, 0.05, 0.045, "#e8a8a0")
    pen.ellipse(1.08, 0.68, 0.13, 0.11, "#f6efe2", grain="fur")
    pen.ellipse(1.22, 0.58, 0.03, 0.024, "#d87a78")
    pen.eye(1.06, 0.5, 0.045)
    for x in (0.3, 0.5, 0.82, 0.96):
        pen.ellipse(x, 0.965, 0.075, 0.035, "#e8a8a0")


@thing("lizard, gecko, ~iguana, ~chameleon", 0.14, 2.6, "#5aa83a #b8863a", "desert jungle")
def lizard(pen: Pen) -> None:
    """Draw a lizard."""
    skin: Finish = {"grain": "scales", "strength": 0.7}
    pen.limb("1.1,.62 .6,.72 .3,.5 .04,.7", 0.3, 0.2, 0.12, 0.02, **skin)
    for x, dx in ((1.0, -0.14), (1.7, 0.16)):
        pen.limb([(x, 0.66), (x + dx, 0.8), (x + dx * 1.7, 0.98)], 0.14, 0.1, 0.05, **skin)
    pen.limb("1.0,.62 1.4,.58 1.85,.56", 0.32, 0.42, 0.3, **skin)
    pen.blob("1.8,.4 2.1,.26 2.4,.36 2.56,.52 2.4,.66 2.05,.7 1.8,.68", **skin)
    pen.limb("2.2,.58 2.52,.54", 0.016, 0.012, paint=pen.dark)
    pen.eye(2.2, 0.4, 0.06, "#e8b02a")


@thing("crocodile, alligator, caiman", 0.6, 4.2, "#5a7a3a #6a6a4a", "river swamp")
def crocodile(pen: Pen) -> None:
    """Draw a crocodile with its jaws open."""
    skin: Finish = {"grain": "scales", "strength": 0.9}
    pen.limb("1.3,.62 .7,.7 .04,.86", 0.44, 0.26, 0.04, **skin)
    for x in (1.2, 2.5):
        pen.limb([(x, 0.7), (x - 0.1, 0.86), (x + 0.1, 0.97)], 0.2, 0.14, 0.1, **skin)
    pen.limb("1.2,.6 1.9,.52 2.7,.56", 0.44, 0.56, 0.4, **skin)
    pen.blob("2.6,.62 3.2,.72 4.1,.82 4.16,.92 3.2,.92 2.6,.82", **skin)
    pen.blob("2.7,.64 4.0,.8 3.2,.74", "#d86a6a")
    pen.blob("2.5,.4 2.8,.26 3.1,.34 4.0,.44 4.12,.54 3.2,.62 2.6,.66", **skin)
    for k in range(7):
        x = 3.0 + k * 0.16
        pen.poly(
            [(x, 0.585 - k * 0.008), (x + 0.1, 0.575 - k * 0.008), (x + 0.05, 0.68)], "#fbf8ee"
        )
        pen.poly([(x, 0.8 + k * 0.008), (x + 0.1, 0.81 + k * 0.008), (x + 0.05, 0.7)], "#fbf8ee")
    for k in range(10):
        pen.poly(
            [
                (0.7 + k * 0.2, 0.5),
                (0.8 + k * 0.2, 0.3 + 0.05 * abs(k - 6) / 3),
                (0.9 + k * 0.2, 0.48),
            ],
            pen.dark,
        )
    pen.ellipse(2.85, 0.3, 0.12, 0.1, **skin)
    pen.eye(2.87, 0.29, 0.06, "#e8c02a")


@thing("raccoon, racoon", 0.6, 1.1, "#8a8680 #7a7268", "forest park", hand=(0.45, 0.68))
def raccoon(pen: Pen) -> None:
    """Draw a sitting raccoon with its mask and ringed tail."""
    fur: Finish = {"grain": "fur", "strength": 0.6}
    black, pale = "#26242a", lighter(pen.colour, 0.65)
    tail = ((0.66, 0.9), (0.8, 0.9), (0.93, 0.82), (1.0, 0.68), (1.0, 0.54), (0.95, 0.42))
    pen.limb(tail, 0.14, 0.2, 0.2, 0.06, **fur)
    for (x0, y0), (x1, y1) in itertools.pairwise(tail):
        pen.ellipse(
            (x0 + x1) / 2,
            (y0 + y1) / 2,
            0.085,
            0.035,
            black,
            turn=90 + 57.3 * math.atan2(y1 - y0, x1 - x0),
            grain="fur",
        )
    pen.ellipse(0.955, 0.42, 0.045, 0.06, black, grain="fur")
    pen.blob(".45,.4 .62,.5 .72,.76 .66,.97 .45,1.0 .24,.97 .18,.76 .28,.5", **fur)
    pen.ellipse(0.45, 0.76, 0.15, 0.19, pale, **fur)
    for side in (-1, 1):
        pen.limb(
            [(0.45 + side * 0.19, 0.54), (0.45 + side * 0.23, 0.7), (0.45 + side * 0.1, 0.77)],
            0.11,
            0.09,
            0.07,
            **fur,
        )
        pen.ellipse(0.45 + side * 0.09, 0.775, 0.05, 0.038, black)
        pen.ellipse(0.45 + side * 0.2, 0.965, 0.11, 0.04, black, grain="fur")
        pen.blob(
            [(0.45 + side * x, y) for x, y in ((0.1, 0.12), (0.22, -0.01), (0.27, 0.2))], **fur
        )
        pen.blob(
            [(0.45 + side * x, y) for x, y in ((0.15, 0.11), (0.21, 0.05), (0.24, 0.16))], pale
        )
    pen.blob(".45,.07 .62,.12 .76,.3 .66,.42 .45,.5 .24,.42 .14,.3 .28,.12", **fur)
    for side in (-1, 1):
        pen.limb(
            [(0.45 + side * 0.03, 0.22), (0.45 + side * 0.15, 0.19), (0.45 + side * 0.29, 0.3)],
            0.05,
            0.06,
            0.03,
            paint=pale,
            **fur,
        )
        pen.blob(
            [
                (0.45 + side * x, y)
                for x, y in ((0.03, 0.3), (0.1, 0.24), (0.2, 0.27), (0.27, 0.37), (0.16, 0.38))
            ],
            black,
            grain="fur",
        )
    pen.blob(".45,.27 .52,.34 .56,.43 .45,.5 .34,.43 .38,.34", pale, **fur)
    pen.limb(".45,.12 .45,.3", 0.05, 0.03, paint=darker(pen.colour, 0.4), grain="fur")
    pen.ellipse(0.45, 0.41, 0.045, 0.034, black, gloss=0.8)
    for side in (-1, 1):
        pen.eye(0.45 + side * 0.13, 0.315, 0.028, "#6a4a2a")


@thing("hedgehog, ~porcupine", 0.2, 1.5, "#6a5340 #5a4a40", "forest garden meadow")
def hedgehog(pen: Pen) -> None:
    """Draw a hedgehog with its spines up."""
    face = "#e0bd92"
    for x in (0.42, 0.62, 0.92, 1.08):
        pen.limb([(x, 0.84), (x + 0.03, 0.95)], 0.09, 0.075, paint="#b88e66")
        pen.ellipse(x + 0.05, 0.965, 0.065, 0.03, "#9a7250")
    pen.blob(
        "1.0,.44 1.16,.5 1.34,.68 1.47,.76 1.42,.84 1.2,.92 .9,.92 .6,.93 .6,.7", face, grain="fur"
    )
    for ring in range(5):
        reach = 1 - 0.15 * ring
        for k in range(15):
            turn = math.pi * (0.98 + 1.0 * (k + 0.5 * (ring % 2)) / 15)
            x, y = math.cos(turn), math.sin(turn)
            pen.limb(
                [
                    (0.64 + 0.46 * reach * x, 0.84 + 0.58 * reach * y),
                    (0.64 + 0.62 * reach * x - 0.04, 0.84 + 0.8 * reach * y),
                ],
                0.06,
                0.004,
                paint=(pen.colour, lighter(pen.colour, 0.45), darker(pen.colour, 0.35))[
                    (k + ring) % 3
                ],
                bend=False,
            )
        dome = [
            (0.64 + 0.48 * reach * math.cos(a), 0.88 - 0.52 * reach * math.sin(a))
            for a in (k * math.pi / 12 for k in range(13))
        ]
        pen.poly(dome, darker(pen.colour, 0.3), grain="fur", round=0.8)
    pen.limb(".2,.88 .64,.93 1.1,.88", 0.03, 0.1, 0.03, paint=face, grain="fur")
    for k in range(14):
        x, y = 0.34 + 0.1 * (k % 7), 0.56 + 0.15 * (k // 7)
        pen.limb([(x, y), (x - 0.09, y - 0.13)], 0.045, 0.004, paint=lighter(pen.colour, 0.5))
    pen.ellipse(1.12, 0.56, 0.075, 0.085, "#c89a70", grain="fur")
    pen.ellipse(1.13, 0.57, 0.04, 0.05, "#a8704f")
    pen.ellipse(1.46, 0.755, 0.045, 0.042, "#1f1a1c", gloss=0.8)
    pen.limb("1.28,.85 1.36,.86 1.43,.83", 0.012, 0.012, paint="#7a4a36")
    pen.eye(1.26, 0.67, 0.034)


@thing("bat, fruit bat, flying fox, vampire bat", 0.25, 1.9, "#4a3f4a #5a4238", "cave sky", "air")
def bat(pen: Pen) -> None:
    """Draw a bat with its wings spread."""
    skin = darker(pen.colour, 0.2)
    for side in (-1, 1):
        tips = [(0.92, 0.42), (0.7, 0.72), (0.42, 0.8), (0.1, 0.74)]
        edge = [(0.08, 0.36), (0.26, 0.26), (0.44, 0.06), (0.6, 0.1), (0.78, 0.2)]
        for (x0, y0), (x1, y1) in itertools.pairwise(tips):
            edge += [
                (x0 + (x1 - x0) * t, y0 + (y1 - y0) * t - 0.36 * t * (1 - t))
                for t in (0, 0.15, 0.3, 0.5, 0.7, 0.85)
            ]
        edge.append(tips[-1])
        pen.poly([(0.95 + side * x, y) for x, y in edge], skin, grain="fur", round=0.35)
        for x, y in tips[:3]:
            pen.limb(
                [
                    (0.95 + side * 0.44, 0.08),
                    (0.95 + side * (x + 0.44) / 2, y / 2 + 0.03),
                    (0.95 + side * x, y),
                ],
                0.03,
                0.018,
                0.008,
                paint=lighter(pen.colour, 0.2),
            )
        pen.limb(
            [(0.95 + side * x, y) for x, y in ((0.08, 0.4), (0.26, 0.28), (0.44, 0.07))],
            0.06,
            0.04,
            0.03,
        )
        pen.limb([(0.95 + side * 0.06, 0.8), (0.95 + side * 0.08, 0.93)], 0.04, 0.025, paint=skin)
    pen.blob(".95,.3 1.09,.4 1.1,.64 .95,.88 .8,.64 .81,.4", grain="fur", strength=0.7)
    for side in (-1, 1):
        pen.blob([(0.95 + side * x, y) for x, y in ((0.02, 0.2), (0.12, -0.02), (0.16, 0.24))])
        pen.blob(
            [(0.95 + side * x, y) for x, y in ((0.06, 0.18), (0.115, 0.06), (0.13, 0.2))],
            "#b8807a",
        )
    pen.ellipse(0.95, 0.29, 0.155, 0.145, grain="fur", strength=0.7)
    pen.ellipse(0.95, 0.345, 0.075, 0.06, lighter(pen.colour, 0.3), grain="fur")
    pen.ellipse(0.95, 0.325, 0.03, 0.022, "#1d1a1e")
    for side in (-1, 1):
        pen.eye(0.95 + side * 0.075, 0.26, 0.026, "#c8892a")
        pen.poly(
            [(0.95 + side * 0.045, 0.37), (0.95 + side * 0.01, 0.37), (0.95 + side * 0.028, 0.43)],
            "#ffffff",
        )


@thing("beaver", 0.6, 1.35, "#7a5030 #6a4a34", "river lake forest")
def beaver(pen: Pen) -> None:
    """Draw a beaver with its flat tail and long teeth."""
    fur: Finish = {"grain": "fur", "strength": 0.6}
    pen.blob(
        ".42,.86 .24,.78 .06,.8 .0,.9 .08,.98 .26,.98 .44,.97",
        "#4a3a36",
        grain="scales",
        strength=0.9,
        round=0.5,
    )
    pen.blob(".7,.34 .92,.42 1.02,.7 .96,.97 .6,1.0 .38,.94 .36,.7 .5,.44", **fur)
    pen.ellipse(0.86, 0.76, 0.13, 0.2, lighter(pen.colour, 0.3), grain="fur")
    pen.ellipse(0.62, 0.95, 0.16, 0.05, "#4a3a36")
    pen.ellipse(0.92, 0.96, 0.14, 0.04, "#4a3a36")
    pen.limb(".74,.56 .86,.7 1.0,.66", 0.12, 0.09, 0.06, **fur)
    for x in (0.68, 0.94):
        pen.ellipse(x, 0.11, 0.06, 0.06, **fur)
        pen.ellipse(x, 0.115, 0.032, 0.032, "#3a2a22")
    pen.blob(".82,.06 1.0,.12 1.1,.3 1.06,.46 .86,.52 .66,.44 .58,.26 .66,.12", **fur)
    pen.box(0.94, 0.43, 1.0, 0.56, "#f6f0dc", 0.015)
    pen.box(1.0, 0.43, 1.06, 0.55, "#f6f0dc", 0.015)
    pen.ellipse(1.0, 0.37, 0.13, 0.09, lighter(pen.colour, 0.35), grain="fur")
    pen.ellipse(1.04, 0.31, 0.06, 0.042, "#1f1a1c", gloss=0.7)
    pen.eye(0.86, 0.24, 0.03)
    pen.eye(1.02, 0.22, 0.024)


@thing("otter, sea otter", 0.7, 1.45, "#7a563a #6a4a3a", "river lake sea")
def otter(pen: Pen) -> None:
    """Draw an otter on its four short legs."""
    fur: Finish = {"grain": "fur", "strength": 0.45, "gloss": 0.25}
    pale = lighter(pen.colour, 0.55)
    pen.limb(".36,.7 .18,.78 .02,.95", 0.2, 0.12, 0.02, **fur)
    for x in (0.5, 0.98):
        pen.limb([(x, 0.76), (x + 0.02, 0.94)], 0.12, 0.08, paint=darker(pen.colour, 0.35), **fur)
    pen.limb(".34,.72 .6,.6 .88,.66 1.04,.46 1.14,.26", 0.2, 0.34, 0.34, 0.26, 0.2, **fur)
    pen.limb(".98,.74 1.13,.56 1.2,.36", 0.1, 0.13, 0.1, paint=pale, **fur)
    for x in (0.4, 0.9):
        pen.limb([(x, 0.74), (x, 0.94)], 0.15, 0.09, **fur)
        pen.ellipse(x + 0.05, 0.965, 0.09, 0.034, darker(pen.colour, 0.3))
    pen.ellipse(1.04, 0.12, 0.035, 0.035, **fur)
    pen.blob("1.02,.16 1.12,.06 1.26,.08 1.36,.17 1.42,.25 1.36,.34 1.2,.38 1.06,.32", **fur)
    pen.blob("1.24,.24 1.36,.2 1.43,.26 1.36,.34 1.2,.37", pale, grain="fur")
    for k in (-1, 0, 1):
        pen.limb([(1.34, 0.285), (1.22, 0.29 + 0.05 * k)], 0.008, 0.003, paint="#f4efe4")
    pen.ellipse(1.4, 0.205, 0.042, 0.034, "#1f1a1c", gloss=0.8)
    pen.eye(1.25, 0.165, 0.026)


@thing("moose", 2.0, 1.2, "#5f4634 #4a3a30", "forest lake snowfield", seat=(0.42, 0.4))
def moose(pen: Pen) -> None:
    """Draw a moose with broad antlers."""
    fur: Finish = {"grain": "fur", "strength": 0.5}
    bone = "#d0b488"
    for x in (0.28, 0.72):
        pen.limb([(x, 0.64), (x, 0.97)], 0.1, 0.05, paint=darker(pen.colour, 0.35), **fur)
    pen.blob(".12,.5 .3,.42 .5,.42 .66,.32 .82,.4 .84,.58 .7,.7 .4,.7 .18,.68", **fur)
    pen.limb(".74,.48 .9,.34", 0.26, 0.17, **fur)
    for x in (0.2, 0.66):
        pen.limb(
            [(x, 0.6), (x - 0.005, 0.8), (x, 0.96)],
            0.14,
            0.065,
            0.055,
            paint=lighter(pen.colour, 0.08),
            **fur,
        )
        pen.box(x - 0.035, 0.955, x + 0.04, 1.0, "#26201e", 0.01)
    for shift, tone in ((0.14, darker(bone, 0.25)), (-0.03, bone)):
        pen.limb([(0.92 + shift / 2, 0.28), (0.86 + shift, 0.2)], 0.05, 0.045, paint=tone)
        pen.blob(
            [
                (0.92 + shift, 0.24),
                (0.78 + shift, 0.2),
                (0.62 + shift, 0.04),
                (0.72 + shift, 0.09),
                (0.71 + shift, -0.02),
                (0.79 + shift, 0.08),
                (0.82 + shift, -0.03),
                (0.88 + shift, 0.08),
                (0.95 + shift, 0.0),
                (0.96 + shift, 0.12),
                (1.02 + shift, 0.08),
                (0.98 + shift, 0.2),
            ],
            tone,
            grain="bark",
            round=0.5,
        )
    pen.ellipse(0.86, 0.29, 0.055, 0.028, turn=20, **fur)
    pen.blob(".9,.24 1.0,.25 1.1,.38 1.17,.48 1.15,.56 1.05,.56 .98,.47 .88,.38", **fur)
    pen.limb(".95,.46 .93,.58", 0.05, 0.02, paint=darker(pen.colour, 0.3), grain="fur")
    pen.ellipse(1.13, 0.49, 0.02, 0.016, "#1a1518")
    pen.limb("1.07,.53 1.14,.535", 0.01, 0.008, paint="#1a1518")
    pen.eye(1.0, 0.32, 0.018)


@thing("meerkat", 0.35, 0.5, "#c8a06a", "savanna desert", hand=(0.25, 0.6))
def meerkat(pen: Pen) -> None:
    """Draw a meerkat that stands upright on watch."""
    fur: Finish = {"grain": "fur", "strength": 0.5}
    dark = "#3a2a22"
    pen.limb(".32,.9 .44,.95 .49,.99", 0.05, 0.035, 0.02, **fur)
    pen.blob(".25,.26 .34,.4 .38,.7 .34,.94 .16,.94 .12,.7 .16,.4", **fur)
    pen.ellipse(0.25, 0.66, 0.085, 0.22, lighter(pen.colour, 0.45), grain="fur")
    for side in (-1, 1):
        pen.limb(
            [(0.25 + side * 0.09, 0.4), (0.25 + side * 0.12, 0.54), (0.25 + side * 0.04, 0.6)],
            0.06,
            0.05,
            0.035,
            **fur,
        )
        pen.limb([(0.25 + side * 0.07, 0.86), (0.25 + side * 0.08, 0.96)], 0.08, 0.06, **fur)
        pen.ellipse(0.25 + side * 0.09, 0.975, 0.06, 0.022, darker(pen.colour, 0.15))
        pen.ellipse(0.25 + side * 0.115, 0.13, 0.03, 0.035, dark)
    pen.blob(".25,.02 .34,.06 .37,.15 .33,.25 .25,.29 .17,.25 .13,.15 .16,.06", **fur)
    for side in (-1, 1):
        pen.ellipse(0.25 + side * 0.055, 0.13, 0.036, 0.03, dark, turn=side * 25)
        pen.eye(0.25 + side * 0.053, 0.13, 0.017, "#7a5230")
    pen.blob(".25,.15 .29,.2 .28,.25 .25,.27 .22,.25 .21,.2", lighter(pen.colour, 0.5))
    pen.ellipse(0.25, 0.2, 0.022, 0.018, dark, gloss=0.6)
