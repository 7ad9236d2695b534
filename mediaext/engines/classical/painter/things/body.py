"""Parts of the body, as one draws them by themselves."""

import math

from mediaext.engines.classical.painter.colours import darker, lighter, mix
from mediaext.engines.classical.painter.pen import Pen
from mediaext.engines.classical.painter.things.registry import thing

SKIN = "#e8b48e #c98a62 #8a5a3c #f2cbb0"
HAIR = "#4a2e1c #241a16 #b8813f #8a8078"
BONE = "#f0e8d4 #e4d8bc"
HOMES = "studio"


@thing("hand, palm of a hand, ~fist", 0.19, 0.78, SKIN, HOMES, "air")
def hand(pen: Pen) -> None:
    """Draw an open hand, its palm forward."""
    pen.limb(".37,.98 .37,.8", 0.3, 0.33)
    pen.limb(".52,.74 .66,.62 .74,.46", 0.17, 0.13, 0.1)
    for x, top, lean in (
        (0.17, 0.16, -0.07),
        (0.3, 0.05, -0.03),
        (0.43, 0.03, 0.02),
        (0.55, 0.12, 0.06),
    ):
        pen.limb([(x, 0.56), (x + lean / 2, 0.34), (x + lean, top + 0.05)], 0.14, 0.115, 0.1)
    pen.blob(".1,.5 .3,.44 .58,.46 .62,.62 .56,.84 .37,.9 .18,.84 .1,.66")
    fold = darker(pen.colour, 0.22)
    for path in (".14,.6 .3,.56 .46,.6", ".16,.7 .34,.64 .56,.56", ".3,.84 .34,.72 .48,.62"):
        pen.limb(path, 0.012, 0.018, 0.01, paint=fold)


@thing("finger, index finger, pointing finger", 0.1, 0.6, SKIN, HOMES, "air")
def finger(pen: Pen) -> None:
    """Draw a hand that points upwards."""
    pen.limb(".34,.7 .33,.4 .33,.1", 0.16, 0.14, 0.12)
    pen.ellipse(0.33, 0.09, 0.045, 0.055, lighter(pen.colour, 0.5), gloss=0.5, round=0.3)
    for y in (0.3, 0.48):
        pen.limb([(0.27, y), (0.33, y + 0.015), (0.39, y)], 0.01, 0.014, 0.01, paint=pen.dark)
    pen.blob(".14,.64 .34,.58 .54,.62 .58,.8 .5,1.0 .2,1.0 .12,.84")
    for k in range(3):
        pen.ellipse(0.42 + 0.005 * k, 0.66 + 0.105 * k, 0.11, 0.055, turn=6)
    pen.limb(".14,.72 .26,.76 .38,.72", 0.1, 0.1, 0.09)


@thing("arm, upper arm, muscle, biceps", 0.5, 1.25, SKIN, HOMES, "air")
def arm(pen: Pen) -> None:
    """Draw a bent arm that shows its muscle."""
    pen.limb(".0,.72 .34,.72 .72,.76", 0.36, 0.4, 0.24)
    pen.ellipse(0.42, 0.58, 0.24, 0.16, lighter(pen.colour, 0.08))
    pen.limb(".74,.78 .8,.5 .84,.24", 0.24, 0.21, 0.14)
    pen.blob(".7,.02 .86,.0 .98,.08 .96,.24 .84,.3 .72,.24 .66,.12")
    for k in range(4):
        pen.ellipse(0.74 + 0.065 * k, 0.1 + 0.012 * k, 0.045, 0.075, round=0.8)
    pen.limb(".3,.86 .5,.92 .7,.9", 0.01, 0.018, 0.01, paint=pen.dark)


@thing("elbow", 0.4, 1.0, SKIN, HOMES, "air")
def elbow(pen: Pen) -> None:
    """Draw a bent arm about its elbow."""
    pen.limb(".14,.02 .2,.4 .22,.8", 0.27, 0.25, 0.2)
    pen.limb(".24,.82 .6,.74 .98,.62", 0.24, 0.22, 0.19)
    pen.ellipse(0.2, 0.84, 0.135, 0.13, mix(pen.colour, "#d08a70", 0.35))
    pen.limb(".12,.8 .18,.9 .3,.93", 0.012, 0.016, 0.01, paint=pen.dark)


@thing("leg, human leg", 0.9, 0.42, SKIN, HOMES)
def leg(pen: Pen) -> None:
    """Draw a leg from thigh to toes."""
    pen.limb(".17,.0 .17,.26 .16,.48", 0.3, 0.26, 0.17)
    pen.limb(".16,.46 .13,.64 .16,.9", 0.17, 0.19, 0.095)
    pen.ellipse(0.2, 0.47, 0.055, 0.055, lighter(pen.colour, 0.12))
    pen.blob(".1,.88 .22,.88 .4,.95 .41,1.0 .1,1.0")


@thing("knee", 0.4, 0.72, SKIN, HOMES)
def knee(pen: Pen) -> None:
    """Draw a bent leg about its knee."""
    pen.limb(".0,.34 .3,.2 .54,.2", 0.3, 0.3, 0.22)
    pen.limb(".54,.22 .52,.6 .46,1.0", 0.23, 0.22, 0.15)
    pen.ellipse(0.55, 0.22, 0.13, 0.13, mix(pen.colour, "#d88a78", 0.3))
    pen.limb(".48,.3 .56,.34 .64,.28", 0.012, 0.016, 0.01, paint=pen.dark)


@thing("foot, bare foot, ~toe, ~toes", 0.1, 1.7, SKIN, HOMES)
def foot(pen: Pen) -> None:
    """Draw a bare foot from its inner side."""
    pen.blob(".06,.0 .42,.0 .56,.34 1.0,.56 1.5,.7 1.66,.86 1.5,.99 .9,.93 .4,.99 .08,.96 .04,.6")
    for x, y, r in ((1.22, 0.84, 0.075), (1.34, 0.87, 0.08), (1.45, 0.88, 0.085)):
        pen.ellipse(x, y, r, r * 1.1, darker(pen.colour, 0.08))
    pen.ellipse(1.57, 0.85, 0.13, 0.13)
    pen.ellipse(1.63, 0.78, 0.06, 0.045, lighter(pen.colour, 0.5), turn=20, gloss=0.5)
    pen.ellipse(0.2, 0.36, 0.075, 0.075, lighter(pen.colour, 0.1))


@thing("ear, human ear", 0.07, 0.66, SKIN, HOMES, "air")
def ear(pen: Pen) -> None:
    """Draw an ear."""
    pen.blob(".18,.28 .24,.06 .46,.0 .62,.14 .62,.42 .5,.66 .4,.94 .24,1.0 .16,.84 .2,.6")
    inner = darker(pen.colour, 0.2)
    pen.blob(
        ".26,.3 .32,.14 .46,.11 .53,.24 .5,.44 .4,.6 .34,.76 .27,.7 .34,.5 .4,.34",
        inner,
        round=0.3,
    )
    pen.blob(".3,.36 .4,.3 .43,.42 .36,.58 .28,.62", darker(pen.colour, 0.45), round=0.2)
    pen.ellipse(0.24, 0.54, 0.06, 0.08)


@thing("eye, human eye, eyeball", 0.03, 1.7, "#4a8ab0 #6a4a2a #5a8a4a", HOMES, "air")
def eye(pen: Pen) -> None:
    """Draw an eye with its lashes."""
    skin = "#e8b48e"
    pen.blob(".0,.56 .4,.18 .85,.08 1.3,.18 1.7,.56 1.3,.9 .85,.97 .4,.9", skin, round=0.3)
    pen.blob(".1,.56 .45,.28 .85,.2 1.25,.28 1.6,.56 1.25,.8 .85,.87 .45,.8", "#fbf8f2", round=0.6)
    pen.ellipse(0.85, 0.53, 0.33, 0.33, darker(pen.colour, 0.3), round=0.2)
    pen.ellipse(0.85, 0.53, 0.29, 0.29, round=0.4, gloss=0.4, grain="fur", strength=0.6)
    pen.dot(0.85, 0.53, 0.14, "#0e0a0a")
    pen.dot(0.95, 0.42, 0.055, "#ffffff")
    pen.limb(
        ".08,.57 .45,.28 .85,.2 1.25,.28 1.62,.57", 0.03, 0.05, 0.055, 0.05, 0.03, paint="#2a1a14"
    )
    for k in range(9):
        x = 0.3 + 0.1375 * k
        lid = 0.2 + 0.35 * ((x - 0.85) / 0.75) ** 2
        pen.limb([(x, lid), (x + (x - 0.85) * 0.2, lid - 0.17)], 0.028, 0.006, paint="#2a1a14")


@thing("nose, human nose", 0.06, 0.8, SKIN, HOMES, "air")
def nose(pen: Pen) -> None:
    """Draw a nose from the front."""
    pen.blob(
        ".34,.0 .46,.0 .52,.4 .64,.66 .76,.78 .72,.94 .54,.97 .4,1.0 .26,.97 .08,.94 "
        ".04,.78 .16,.66 .28,.4"
    )
    pen.ellipse(0.4, 0.76, 0.17, 0.16, lighter(pen.colour, 0.12), gloss=0.3)
    for x in (0.24, 0.56):
        pen.ellipse(x, 0.91, 0.075, 0.045, darker(pen.colour, 0.6), round=0.2)


@thing("mouth, lips", 0.06, 1.9, "#c8404a #b85a5a #d86a7a", HOMES, "air")
def mouth(pen: Pen) -> None:
    """Draw an open, smiling mouth with its teeth."""
    pen.blob(
        ".0,.26 .5,.06 .8,.0 .95,.07 1.1,.0 1.4,.06 1.9,.26 1.5,.82 .95,1.0 .4,.82", gloss=0.6
    )
    pen.blob(".16,.28 .6,.2 .95,.22 1.3,.2 1.74,.28 1.4,.68 .95,.8 .5,.68", "#4a1418", round=0.2)
    pen.blob(
        ".26,.28 .6,.22 .95,.24 1.3,.22 1.64,.28 1.3,.44 .95,.48 .6,.44", "#fbf8f0", round=0.4
    )
    for k in range(-2, 3):
        pen.limb([(0.95 + 0.22 * k, 0.25), (0.95 + 0.2 * k, 0.45)], 0.012, 0.012, paint="#d8d0c4")
    pen.blob(".66,.64 .95,.56 1.24,.64 .95,.78", "#d86a72", gloss=0.4)


@thing("tooth, molar, ~teeth", 0.05, 0.8, "#fbf8f0", HOMES, "air")
def tooth(pen: Pen) -> None:
    """Draw a molar with two roots."""
    pen.blob(
        ".04,.2 .18,.02 .4,.1 .62,.02 .76,.2 .72,.5 .64,.9 .56,1.0 .5,.86 .46,.66 .4,.6 .34,.66 "
        ".3,.86 .24,1.0 .16,.9 .08,.5",
        gloss=0.6,
        round=0.8,
    )
    pen.limb(".28,.14 .4,.2 .52,.14", 0.012, 0.02, 0.012, paint="#d8d4c4")


@thing("brain, human brain", 0.15, 1.25, "#e8a0a0 #d89090", "lab studio", "table")
def brain(pen: Pen) -> None:
    """Draw a brain with its folds from the side."""
    pen.blob(".8,.66 .92,.7 .94,1.0 .8,1.0", darker(pen.colour, 0.15))
    pen.ellipse(1.02, 0.76, 0.18, 0.13, darker(pen.colour, 0.2), grain="scales", strength=0.6)
    pen.blob(".02,.5 .1,.2 .36,.03 .7,.0 1.04,.1 1.22,.36 1.2,.62 .98,.74 .7,.7 .46,.84 .2,.76")
    fold = darker(pen.colour, 0.3)
    for path in (
        ".08,.44 .2,.3 .34,.36 .4,.2 .54,.24",
        ".14,.62 .3,.5 .46,.58 .6,.46 .78,.54",
        ".62,.08 .66,.24 .82,.22 .86,.4 1.02,.36",
        ".4,.74 .52,.64 .7,.66 .86,.6 1.06,.62",
        ".3,.12 .28,.22 .16,.24",
        ".96,.14 1.0,.24 1.14,.3",
        ".5,.38 .62,.34 .7,.4",
    ):
        pen.limb(path, 0.03, 0.035, 0.02, paint=fold)


@thing("skull, human skull, ~skeleton", 0.22, 0.82, BONE, "cave castle_hall studio", "table")
def skull(pen: Pen) -> None:
    """Draw a skull from the front."""
    pen.blob(".04,.36 .12,.1 .41,.0 .7,.1 .78,.36 .72,.58 .62,.66 .2,.66 .1,.58", grain="plaster")
    pen.blob(".2,.6 .41,.56 .62,.6 .6,.86 .54,1.0 .28,1.0 .22,.86", grain="plaster")
    for side in (-1, 1):
        x = 0.41 + side * 0.16
        pen.blob(
            [(x - 0.11, 0.4), (x, 0.31), (x + 0.11, 0.38), (x + 0.08, 0.52), (x - 0.07, 0.53)],
            "#1e1814",
            round=0.2,
        )
        pen.ellipse(0.41 + side * 0.28, 0.56, 0.07, 0.05, lighter(pen.colour, 0.15))
    pen.poly(".41,.52 .47,.66 .41,.63 .35,.66", "#1e1814")
    pen.box(0.25, 0.82, 0.57, 0.86, "#3a2e26")
    for k in range(5):
        x = 0.27 + 0.06 * k
        for y in (0.745, 0.86):
            pen.box(x, y, x + 0.052, y + 0.08, lighter(pen.colour, 0.4), 0.015, round=0.6)


@thing("face, human face", 0.25, 0.84, SKIN, HOMES, "air")
def face(pen: Pen) -> None:
    """Draw a smiling face with short hair."""
    hair = "#4a2e1c"
    pen.blob(".02,.5 .04,.16 .26,.0 .58,.0 .8,.16 .82,.5 .72,.6 .12,.6", hair, grain="fur")
    for x in (0.055, 0.785):
        pen.ellipse(x, 0.55, 0.055, 0.09)
    pen.blob(".08,.4 .16,.18 .42,.13 .68,.18 .76,.4 .74,.7 .6,.92 .42,1.0 .24,.92 .1,.7")
    pen.blob(".08,.36 .2,.14 .5,.08 .78,.3 .76,.4 .6,.26 .36,.28 .2,.32", hair, grain="fur")
    for x in (0.27, 0.57):
        pen.ellipse(x, 0.5, 0.075, 0.05, "#fbf8f2", round=0.5)
        pen.eye(x, 0.5, 0.042, "#5a3a20")
        pen.limb([(x - 0.09, 0.4), (x, 0.37), (x + 0.09, 0.4)], 0.016, 0.026, 0.012, paint=hair)
        pen.ellipse(x + (x - 0.42) * 0.6, 0.66, 0.08, 0.06, mix(pen.colour, "#e06a60", 0.35))
    pen.limb(".42,.5 .4,.62 .45,.65", 0.012, 0.022, 0.016, paint=darker(pen.colour, 0.22))
    pen.blob(".26,.73 .42,.76 .58,.73 .5,.84 .42,.87 .34,.84", "#a8303a", round=0.2)
    pen.blob(".3,.74 .42,.765 .54,.74 .5,.785 .34,.785", "#fbf8f0", round=0.2)


@thing("smiley, smiley face, emoji, happy face", 0.5, 1.0, "#f8cf3a", HOMES, "air")
def smiley(pen: Pen) -> None:
    """Draw a round yellow smile."""
    pen.ellipse(0.5, 0.5, 0.49, 0.49, round=0.9, gloss=0.4)
    for x in (0.34, 0.66):
        pen.ellipse(x, 0.37, 0.055, 0.095, "#3a2a10", round=0.4, gloss=0.5)
    smile = [
        (0.5 + 0.31 * math.cos(a), 0.52 + 0.29 * math.sin(a)) for a in (0.25, 0.8, 1.57, 2.34, 2.9)
    ]
    pen.limb(smile, 0.03, 0.05, 0.055, 0.05, 0.03, paint="#3a2a10")


@thing("moustache, mustache", 0.06, 2.6, HAIR, HOMES, "air")
def moustache(pen: Pen) -> None:
    """Draw a curled moustache."""
    for side in (-1, 1):
        curl = [
            (1.3, 0.3),
            (1.3 + side * 0.4, 0.2),
            (1.3 + side * 0.8, 0.62),
            (1.3 + side * 1.1, 0.66),
            (1.3 + side * 1.22, 0.34),
        ]
        pen.limb(curl, 0.3, 0.52, 0.5, 0.24, 0.06, grain="fur", strength=0.8, gloss=0.3)
        for k in range(4):
            pen.limb(
                [
                    (1.3 + side * 0.1, 0.26 + 0.06 * k),
                    (1.3 + side * 0.5, 0.32 + 0.09 * k),
                    (1.3 + side * 0.9, 0.66 + 0.05 * k),
                ],
                0.012,
                0.02,
                0.006,
                paint=lighter(pen.colour, 0.25),
            )


@thing("beard, full beard, ~goatee", 0.2, 0.95, HAIR, HOMES, "air")
def beard(pen: Pen) -> None:
    """Draw a full beard with its moustache."""
    pen.blob(
        ".02,.0 .14,.0 .18,.24 .34,.3 .62,.3 .78,.24 .82,.0 .94,.0 .94,.4 .8,.76 .48,1.0 "
        ".16,.76 .02,.4",
        grain="fur",
        strength=1.0,
    )
    for side in (-1, 1):
        pen.limb(
            [(0.48, 0.26), (0.48 + side * 0.16, 0.24), (0.48 + side * 0.28, 0.36)],
            0.08,
            0.13,
            0.03,
            paint=lighter(pen.colour, 0.1),
            grain="fur",
        )
        for k in range(5):
            x = 0.48 + side * 0.075 * (k + 0.4)
            pen.limb(
                [(x, 0.46), (x + side * 0.02, 0.66), (x - side * 0.03, 0.86 - 0.05 * k)],
                0.014,
                0.02,
                0.006,
                paint=pen.dark,
            )
    pen.blob(".38,.37 .48,.35 .58,.37 .48,.42", "#b8585a", round=0.4)
