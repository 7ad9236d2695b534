"""Figures of tale: dragons, ghosts and their like."""

from mediaext.engines.classical.painter import geometry
from mediaext.engines.classical.painter.colours import darker, lighter, mix
from mediaext.engines.classical.painter.pen import Finish, Pen
from mediaext.engines.classical.painter.things.animals import horse
from mediaext.engines.classical.painter.things.people import HAIRS, SKINS, head, pick
from mediaext.engines.classical.painter.things.registry import thing


@thing(
    "wizard, ~witch, magician, sorcerer",
    1.8,
    0.66,
    "#3a3a9a #4a2a6a #2a5a4a",
    "forest castle_hall cave",
    hand=(0.33, 0.52),
)
def wizard(pen: Pen) -> None:
    """Draw a wizard with staff and beard."""
    skin = pick(pen, SKINS)
    pen.limb(".56,1.0 .55,.2", 0.03, 0.026, paint="#6a4a2c", grain="wood")
    pen.ellipse(0.55, 0.16, 0.05, 0.05, "#7af0e0", gloss=1)
    pen.glow(0.55, 0.16, 0.24, "#6af0e0", 0.8)
    pen.blob(
        ".33,.26 .44,.3 .5,.62 .58,.98 .33,1.02 .08,.98 .16,.62 .22,.3", grain="fabric", round=0.8
    )
    for side in (-1, 1):
        pen.limb(
            [(0.33 + side * 0.1, 0.34), (0.33 + side * 0.2, 0.46), (0.33 + side * 0.22, 0.5)],
            0.1,
            0.12,
            0.13,
            paint=darker(pen.colour, 0.12),
            grain="fabric",
        )
        pen.ellipse(0.33 + side * 0.225, 0.52, 0.035, 0.035, skin)
    head(pen, 0.33, 0.23, 0.085, skin)
    pen.blob(
        ".25,.25 .33,.28 .41,.25 .42,.4 .36,.58 .33,.64 .29,.58 .24,.4",
        "#ece8e0",
        grain="fur",
        strength=0.8,
    )
    pen.blob(".29,.27 .33,.255 .37,.27 .33,.285", "#f6f2ea", grain="fur")
    pen.ellipse(0.33, 0.17, 0.2, 0.035, darker(pen.colour, 0.15), grain="fabric")
    pen.blob(".22,.17 .28,.04 .38,-.1 .46,-.08 .41,.02 .44,.17 .33,.19", grain="fabric")
    for x, y in ((0.32, 0.1), (0.39, 0.04), (0.26, 0.5), (0.42, 0.72), (0.24, 0.8)):
        pen.ellipse(x, y, 0.016, 0.016, "#f6d85a", gloss=0.5)


@thing("snowman", 1.6, 0.72, "#f2f6fa", "snowfield")
def snowman(pen: Pen) -> None:
    """Draw a snowman."""
    for side in (-1, 1):
        pen.limb(
            [(0.36 + side * 0.16, 0.48), (0.36 + side * 0.34, 0.36)], 0.022, 0.014, paint="#5a3f28"
        )
    for y, r in ((0.8, 0.24), (0.5, 0.175), (0.25, 0.13)):
        pen.ellipse(0.36, y, r, r * 0.93, round=1, grain="stone", strength=0.25)
    for y in (0.42, 0.5, 0.58):
        pen.ellipse(0.36, y, 0.018, 0.018, "#26242a")
    for side in (-1, 1):
        pen.ellipse(0.36 + side * 0.045, 0.22, 0.016, 0.018, "#1d1b20", gloss=0.5)
    pen.poly(".36,.25 .52,.28 .36,.285", "#f07f1f", round=1)
    pen.limb(".3,.31 .36,.33 .42,.31", 0.012, 0.012, paint="#2a2428")
    pen.limb(".24,.36 .36,.395 .48,.36", 0.06, 0.06, paint="#c8303a", grain="fabric")
    pen.limb(".44,.38 .47,.52", 0.055, 0.05, paint="#c8303a", grain="fabric")
    pen.ellipse(0.36, 0.14, 0.17, 0.026, "#26242a")
    pen.box(0.26, 0.0, 0.46, 0.14, "#26242a", 0.01, round=0.8)
    pen.box(0.26, 0.1, 0.46, 0.13, "#c8303a")


@thing("ghost, spirit, spook", 1.6, 0.66, "#eef2f8", "night castle_hall", "ground")
def ghost(pen: Pen) -> None:
    """Draw a friendly ghost."""
    pen.glow(0.33, 0.5, 0.7, "#cfe0ff", 0.35)
    for side in (-1, 1):
        pen.limb([(0.33 + side * 0.2, 0.44), (0.33 + side * 0.34, 0.54)], 0.14, 0.08)
    pen.blob(
        ".33,.0 .54,.1 .6,.34 .62,.74 .64,.98 .52,.9 .43,1.0 "
        ".33,.9 .23,1.0 .14,.9 .02,.98 .04,.74 .06,.34 .12,.1",
        round=0.9,
    )
    for side in (-1, 1):
        pen.ellipse(0.33 + side * 0.1, 0.28, 0.05, 0.075, "#23283a")
        pen.dot(0.33 + side * 0.1 - 0.015, 0.25, 0.016, "#ffffff")
    pen.ellipse(0.33, 0.44, 0.05, 0.06, "#3a3f5a")


@thing(
    "dragon", 4.0, 1.6, "#3f8a4a #b8342c #5a4aa0", "mountains cave castle_hall", hand=(1.3, 0.6)
)
def dragon(pen: Pen) -> None:
    """Draw a winged dragon."""
    scale: Finish = {"grain": "scales", "strength": 0.6, "gloss": 0.2}
    belly = mix(lighter(pen.colour, 0.5), "#f0d890", 0.5)
    pen.blob(
        ".62,.46 .4,.02 .16,.0 .2,.2 .06,.26 .24,.42 .18,.52 .44,.5",
        darker(pen.colour, 0.35),
        round=0.15,
        grain="fur",
    )
    pen.limb(".5,.72 .2,.9 .06,.76 .0,.56", 0.26, 0.16, 0.09, 0.03, **scale)
    pen.blob(".0,.6 -.06,.46 .03,.5 .1,.44 .06,.58", "#d8a03a")
    for x in (0.62, 0.98):
        pen.limb(
            [(x, 0.74), (x + 0.02, 0.95)], 0.16, 0.11, paint=darker(pen.colour, 0.25), **scale
        )
    pen.blob(".4,.66 .55,.5 .85,.44 1.08,.56 1.1,.76 .95,.9 .6,.9 .42,.82", **scale)
    pen.limb("1.0,.62 1.14,.44 1.1,.26 1.2,.16", 0.26, 0.18, 0.14, 0.13, **scale)
    pen.limb("1.08,.74 1.16,.58 1.2,.4 1.18,.28", 0.1, 0.08, 0.06, 0.04, paint=belly)
    pen.blob(".6,.84 .8,.76 1.06,.74 .98,.9 .7,.92", belly, round=0.5)
    for x, y in ((0.98, 0.44), (1.02, 0.34), (1.05, 0.24), (0.84, 0.43), (0.68, 0.47)):
        pen.poly(
            [(x - 0.04, y + 0.03), (x - 0.05, y - 0.06), (x + 0.04, y + 0.01)],
            "#d8a03a",
            round=0.4,
        )
    pen.blob("1.08,.12 1.2,.06 1.36,.14 1.52,.2 1.54,.28 1.38,.3 1.2,.28 1.1,.22", **scale)
    pen.limb("1.3,.26 1.42,.27 1.52,.25", 0.014, 0.012, paint=darker(pen.colour, 0.6))
    for x in (1.14, 1.22):
        pen.limb(
            [(x, 0.1), (x - 0.06, 0.0), (x - 0.12, -0.02)],
            0.035,
            0.025,
            0.008,
            paint="#e8dcc0",
            gloss=0.4,
        )
    pen.eye(1.27, 0.16, 0.028, "#f2c01c")
    pen.dot(1.5, 0.215, 0.012, darker(pen.colour, 0.7))
    for x in (0.56, 0.92):
        pen.limb([(x, 0.74), (x - 0.02, 0.86), (x + 0.03, 0.96)], 0.2, 0.13, 0.1, **scale)
        pen.ellipse(x + 0.05, 0.97, 0.09, 0.035, **scale)
    pen.blob(
        ".8,.5 .66,.1 .74,-.06 .9,.0 1.0,.08 .94,.18 1.0,.3 .92,.34 .94,.48",
        darker(pen.colour, 0.15),
        round=0.2,
        grain="fur",
    )
    for end in ((0.74, -0.05), (0.98, 0.08), (0.98, 0.29)):
        pen.limb(
            [(0.84, 0.5), ((0.8 + end[0]) / 2, (0.36 + end[1]) / 2), end],
            0.05,
            0.03,
            0.012,
            **scale,
        )


@thing(
    "dinosaur, dino, brontosaurus",
    5.0,
    1.75,
    "#6a9a4a #a8824a #4a8a8a",
    "jungle savanna",
    seat=(0.7, 0.42),
)
def dinosaur(pen: Pen) -> None:
    """Draw a long-necked dinosaur."""
    skin: Finish = {"grain": "scales", "strength": 0.4}
    for x in (0.52, 0.96):
        pen.limb([(x, 0.68), (x, 0.97)], 0.17, 0.13, paint=darker(pen.colour, 0.3), **skin)
    pen.limb(".5,.58 .24,.64 .1,.8 .0,.94", 0.3, 0.16, 0.08, 0.02, **skin)
    pen.blob(".3,.6 .5,.42 .8,.38 1.06,.46 1.14,.62 1.0,.78 .7,.84 .42,.78", round=0.95, **skin)
    pen.limb("1.0,.56 1.24,.46 1.34,.24 1.42,.1", 0.27, 0.17, 0.12, 0.1, **skin)
    pen.blob("1.34,.06 1.46,.0 1.64,.06 1.72,.13 1.66,.18 1.48,.18 1.36,.14", **skin)
    pen.limb("1.52,.14 1.62,.155 1.7,.14", 0.01, 0.01, paint=darker(pen.colour, 0.6))
    pen.eye(1.49, 0.06, 0.02)
    for x in (0.44, 0.88):
        pen.limb([(x, 0.68), (x, 0.95)], 0.2, 0.155, **skin)
        for k in (-1, 0, 1):
            pen.ellipse(x + k * 0.045, 0.975, 0.022, 0.022, "#f0e8d0")
    for x, y, r in (
        (0.6, 0.48, 0.05),
        (0.75, 0.45, 0.04),
        (0.88, 0.5, 0.045),
        (0.5, 0.58, 0.035),
        (1.24, 0.42, 0.03),
        (1.32, 0.28, 0.022),
    ):
        pen.ellipse(x, y, r, r * 0.8, darker(pen.colour, 0.2), round=0.3)


@thing("unicorn, ~pegasus", 1.7, 1.2, "#f6f2f4", "meadow forest", seat=(0.5, 0.36))
def unicorn(pen: Pen) -> None:
    """Draw a unicorn with a many-coloured mane."""
    horse(pen)
    for k, tone in enumerate(("#e86aa0", "#f0a84a", "#f0e06a", "#7ad09a", "#6aa8e8", "#a880d8")):
        t = k * 0.06
        pen.limb(
            [
                (0.93 - t * 0.2, 0.02 + t * 0.3),
                (0.84 - t * 0.4, 0.14 + t * 0.5),
                (0.72 - t * 0.2, 0.3 + t * 0.5),
            ],
            0.03,
            0.055,
            0.02,
            paint=tone,
            grain="fur",
        )
        pen.limb(
            [(0.19, 0.43), (0.1 - k * 0.012, 0.52), (0.06 + k * 0.02, 0.76)],
            0.03,
            0.04,
            0.015,
            paint=tone,
            grain="fur",
        )
    pen.poly(".98,.06 1.03,.02 1.12,-.2", "#f0c84a", gloss=0.7, round=1)


@thing(
    "fairy", 1.6, 0.66, "#2fa08a #c86ab0 #6a8ad8", "underwater garden", "ground", hand=(0.33, 0.5)
)
def fairy(pen: Pen) -> None:
    """Draw a winged fairy with a wand."""
    skin, hair = pick(pen, SKINS), pick(pen, HAIRS)
    for side in (-1, 1):
        pen.blob(
            [
                (0.33 + side * 0.04, 0.34),
                (0.33 + side * 0.2, 0.1),
                (0.33 + side * 0.33, 0.14),
                (0.33 + side * 0.26, 0.4),
            ],
            "#dff0f8",
            gloss=0.6,
            round=0.2,
        )
        pen.blob(
            [
                (0.33 + side * 0.04, 0.38),
                (0.33 + side * 0.26, 0.44),
                (0.33 + side * 0.28, 0.6),
                (0.33 + side * 0.12, 0.56),
            ],
            "#cfe4f4",
            gloss=0.6,
            round=0.2,
        )
        pen.limb([(0.33 + side * 0.05, 0.66), (0.33 + side * 0.05, 0.96)], 0.06, 0.045, paint=skin)
        pen.ellipse(0.33 + side * 0.06, 0.975, 0.045, 0.025, pen.dark)
    pen.blob(".33,.02 .43,.07 .45,.2 .42,.34 .24,.34 .21,.2 .23,.07", hair, grain="fur")
    pen.limb(".4,.3 .5,.36 .56,.28", 0.06, 0.05, 0.04, paint=skin)
    pen.limb(".26,.3 .18,.42 .2,.5", 0.06, 0.05, 0.04, paint=skin)
    pen.limb(".56,.3 .6,.12", 0.014, 0.012, paint="#d8b04a", bend=False)
    pen.ellipse(0.6, 0.1, 0.03, 0.03, "#fff0a0")
    pen.glow(0.6, 0.1, 0.16, "#fff0a0", 0.8)
    pen.blob(
        ".26,.27 .33,.25 .4,.27 .39,.42 .52,.7 .43,.66 .33,.74 .23,.66 .14,.7 .27,.42",
        grain="fabric",
    )
    head(pen, 0.33, 0.15, 0.085, skin)
    pen.blob(".24,.16 .24,.08 .33,.03 .42,.08 .42,.16 .38,.09 .3,.08", hair, grain="fur")


@thing("angel, guardian angel", 1.7, 0.9, "#f6f2e8 #a8c8e8", "sky nave", hand=(0.45, 0.5))
def angel(pen: Pen) -> None:
    """Draw an angel with feathered wings and a halo."""
    skin, hair = pick(pen, SKINS), "#e0b45a"
    pen.glow(0.45, 0.1, 0.4, "#fff2b8", 0.5)
    for side in (-1, 1):
        for k in range(6):
            feather = [
                (0.45 + side * 0.06, 0.34),
                (0.45 + side * (0.42 - 0.035 * k), 0.2 + 0.075 * k),
                (0.45 + side * (0.4 - 0.045 * k), 0.34 + 0.085 * k),
            ]
            pen.limb(feather, 0.08, 0.11, 0.05, paint=darker("#fbf8f2", 0.03 * k), grain="fur")
    pen.blob(
        ".35,.29 .45,.27 .55,.29 .56,.5 .68,.94 .56,1.0 .45,.97 .34,1.0 .22,.94 .34,.5",
        grain="fabric",
        round=0.8,
    )
    pen.limb(".36,.52 .45,.55 .54,.52", 0.03, 0.035, 0.03, paint="#e0b84a", gloss=0.6)
    pen.blob(".35,.08 .45,.02 .55,.08 .58,.24 .53,.32 .37,.32 .32,.24", hair, grain="fur")
    for side in (-1, 1):
        pen.limb(
            [(0.45 + side * 0.09, 0.32), (0.45 + side * 0.14, 0.44), (0.45 + side * 0.02, 0.45)],
            0.08, 0.08, 0.045, paint=darker(pen.colour, 0.08), grain="fabric",
        )  # fmt: skip
        pen.ellipse(0.45 + side * 0.02, 0.44, 0.025, 0.035, skin)
    head(pen, 0.45, 0.16, 0.085, skin)
    pen.blob(".36,.16 .37,.09 .45,.05 .53,.09 .54,.16 .49,.1 .41,.1", hair, grain="fur")
    pen.fill(
        [geometry.ellipse(0.45, 0.015, 0.1, 0.028), geometry.ellipse(0.45, 0.015, 0.08, 0.018)],
        "#ffe07a",
        gloss=0.8,
    )


@thing("mermaid, ~merman", 1.6, 0.9, "#2fa08a #3a8ad0 #8a5ac8", "underwater sea", "ground")
def mermaid(pen: Pen) -> None:
    """Draw a mermaid with a scaled tail."""
    skin, hair = pick(pen, SKINS), "#c8502a"
    pen.blob(
        ".28,.08 .38,.02 .5,.08 .56,.3 .5,.48 .24,.46 .2,.26", hair, grain="fur", strength=0.9
    )
    for side in (-1, 1):
        fin = [(0.68, 0.82), (0.68 + side * 0.1, 0.9), (0.7 + side * 0.2, 1.0), (0.68, 0.94)]
        pen.blob(fin, lighter(pen.colour, 0.25), gloss=0.5, round=0.3)
    tail = ".38,.5 .36,.68 .48,.82 .62,.86 .7,.84"
    pen.limb(tail, 0.2, 0.22, 0.17, 0.09, 0.05, grain="scales", strength=1.0, gloss=0.5)
    pen.blob(".3,.28 .38,.26 .46,.28 .45,.42 .47,.54 .29,.54 .31,.42", skin)
    for side in (-1, 1):
        pen.ellipse(0.38 + side * 0.045, 0.36, 0.045, 0.04, "#d86ab0", gloss=0.5)
    pen.limb(".46,.3 .56,.42 .5,.56", 0.06, 0.05, 0.04, paint=skin)
    pen.limb(".3,.3 .2,.42 .24,.54", 0.06, 0.05, 0.04, paint=skin)
    pen.limb(".29,.52 .38,.56 .47,.52", 0.035, 0.04, 0.035, paint=lighter(pen.colour, 0.3))
    head(pen, 0.38, 0.16, 0.085, skin)
    pen.blob(".29,.18 .29,.09 .38,.04 .47,.09 .47,.18 .43,.1 .34,.09", hair, grain="fur")


@thing("scarecrow", 1.8, 0.86, "#b8482a #3a6a9a", "field vineyard farm meadow", hand=(0.8, 0.42))
def scarecrow(pen: Pen) -> None:
    """Draw a scarecrow: straw in old clothes on a cross of poles."""
    pen.limb(".43,.3 .43,1.0", 0.04, 0.05, paint="#7a5a38", bend=False, grain="wood")
    for side in (-1, 1):
        for k in range(5):
            away = 0.43 + side * (0.34 + 0.02 * k)
            pen.limb(
                [(0.43 + side * 0.3, 0.4), (away, 0.38 + 0.03 * k)], 0.02, 0.006, paint="#d8b048"
            )
            pen.limb(
                [(0.43 + side * 0.09, 0.84), (0.43 + side * (0.05 + 0.02 * k), 0.93)],
                0.022,
                0.006,
                paint="#d8b048",
            )
    pen.blob(".32,.62 .54,.62 .57,.86 .45,.85 .43,.7 .41,.85 .29,.86", "#4a5a78", grain="fabric")
    pen.limb(".1,.4 .3,.37 .43,.36 .56,.37 .76,.4", 0.11, 0.14, 0.14, 0.11, grain="fabric")
    pen.blob(".3,.33 .56,.33 .57,.64 .29,.64", grain="fabric")
    pen.box(0.46, 0.5, 0.54, 0.58, "#e0b860", 0.005, round=0.1, grain="fabric")
    pen.limb(".29,.62 .43,.63 .57,.62", 0.025, 0.025, paint="#c8a860")
    pen.ellipse(0.43, 0.24, 0.105, 0.115, "#dcb878", grain="fabric", round=0.9)
    for side in (-1, 1):
        pen.ellipse(0.43 + side * 0.04, 0.22, 0.016, 0.018, "#2a2420", gloss=0.5)
    pen.poly(".43,.235 .415,.265 .445,.265", "#e8862a")
    pen.limb(".37,.285 .43,.31 .49,.285", 0.01, 0.012, 0.01, paint="#5a3a28")
    for x in (0.395, 0.43, 0.465):
        pen.limb([(x, 0.285), (x, 0.315)], 0.006, 0.006, paint="#5a3a28", bend=False)
    pen.ellipse(0.43, 0.155, 0.2, 0.03, "#8a6a38", grain="fabric")
    pen.poly(".33,.155 .38,.0 .5,.03 .53,.155", "#8a6a38", round=0.8, grain="fabric")
    pen.limb(".335,.14 .43,.15 .525,.14", 0.025, 0.025, paint="#b83a2a")


@thing("alien, martian, extraterrestrial", 1.3, 0.62, "#6ac05a #8ad070 #5ab0a0", "mars moon",
       hand=(0.5, 0.66))  # fmt: skip
def alien(pen: Pen) -> None:
    """Draw a small green alien with large eyes."""
    for side in (-1, 1):
        pen.limb([(0.31 + side * 0.06, 0.74), (0.31 + side * 0.07, 0.97)], 0.085, 0.07)
        pen.ellipse(0.31 + side * 0.095, 0.975, 0.075, 0.028, pen.dark)
        pen.limb(
            [(0.31 + side * 0.1, 0.5), (0.31 + side * 0.19, 0.58), (0.31 + side * 0.2, 0.68)],
            0.06, 0.05, 0.045,
        )  # fmt: skip
        pen.ellipse(0.31 + side * 0.2, 0.7, 0.04, 0.034)
        pen.limb([(0.31 + side * 0.08, 0.1), (0.31 + side * 0.15, -0.02)], 0.016, 0.014)
        pen.ellipse(0.31 + side * 0.155, -0.03, 0.03, 0.03, "#f2d24a", gloss=0.7)
    pen.blob(".22,.46 .31,.44 .4,.46 .43,.62 .4,.78 .31,.8 .22,.78 .19,.62")
    pen.blob(".25,.56 .31,.54 .37,.56 .38,.68 .31,.74 .24,.68", pen.light, round=0.4)
    pen.blob(".31,.06 .52,.12 .58,.28 .46,.42 .31,.48 .16,.42 .04,.28 .1,.12")
    for side in (-1, 1):
        pen.ellipse(0.31 + side * 0.12, 0.27, 0.075, 0.1, "#16181e", turn=side * -18, gloss=0.9)
        pen.dot(0.31 + side * 0.12 - 0.02, 0.23, 0.018, "#ffffff")
    pen.limb(".26,.42 .31,.435 .36,.42", 0.01, 0.014, 0.01, paint=pen.dark)
