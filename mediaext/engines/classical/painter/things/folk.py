"""More people, and figures of tale."""

from mediaext.engines.classical.painter.colours import darker, lighter, mix
from mediaext.engines.classical.painter.pen import Pen
from mediaext.engines.classical.painter.things.people import HAIRS, SKINS, head, pick
from mediaext.engines.classical.painter.things.registry import thing


def dress(pen: Pen, hem: float = 0.72) -> None:
    """Draw a skirt-long garment about x = 0.25."""
    pen.blob([(0.17, 0.24), (0.25, 0.225), (0.33, 0.24), (0.32, 0.4), (0.4, hem - 0.02), (0.25, hem + 0.02), (0.1, hem - 0.02), (0.18, 0.4)], grain="fabric", strength=0.35)
    for x in (0.19, 0.25, 0.31):
        pen.limb([(0.25 + (x - 0.25) * 0.5, 0.44), (x + (x - 0.25) * 0.6, hem - 0.02)], 0.008, 0.014, paint=darker(pen.colour, 0.18))


def arms(pen: Pen, skin: tuple[float, float, float], wide: float = 0.17) -> None:
    """Draw both arms hanging, with hands."""
    for side in (-1, 1):
        pen.limb([(0.25 + side * 0.1, 0.27), (0.25 + side * wide, 0.42), (0.25 + side * (wide - 0.02), 0.53)], 0.085, 0.065, 0.055, grain="fabric")
        pen.ellipse(0.25 + side * (wide - 0.02), 0.555, 0.032, 0.036, skin)


@thing("woman, lady, girl, mother, female", 1.65, 0.5, "#c83a5a #3a7ab0 #e0a030 #6a4a9a #3a9a7a", "park street garden", hand=(0.25, 0.52))
def woman(pen: Pen) -> None:
    """Draw a woman in a dress."""
    skin, hair = pick(pen, SKINS), pick(pen, HAIRS)
    for side in (-1, 1):
        x = 0.25 + side * 0.045
        pen.limb([(x, 0.66), (x, 0.94)], 0.07, 0.05, paint=skin)
        pen.blob([(x - 0.035, 0.95), (x + 0.035, 0.94), (x + 0.05 + side * 0.03, 1.0), (x - 0.05 + side * 0.03, 1.0)], darker(pen.colour, 0.4), gloss=0.4)
    pen.blob(".25,.0 .35,.05 .37,.18 .34,.3 .25,.3 .16,.3 .13,.18 .15,.05", hair, grain="fur", strength=0.7)
    arms(pen, skin)
    pen.limb(".25,.18 .25,.26", 0.065, 0.065, paint=darker(skin, 0.12))
    dress(pen)
    pen.limb(".18,.41 .25,.425 .32,.41", 0.028, 0.03, 0.028, paint=darker(pen.colour, 0.45))
    head(pen, 0.25, 0.12, 0.082, skin)
    pen.blob(".16,.14 .16,.05 .25,.0 .34,.05 .34,.14 .31,.07 .24,.055 .19,.08", hair, grain="fur", strength=0.8)


@thing("child, boy, kid, schoolboy, schoolgirl", 1.15, 0.56, "#e0a030 #3a8ac0 #d84a4a #4aa05a", "park classroom garden", hand=(0.28, 0.58))
def child(pen: Pen) -> None:
    """Draw a child with a large head."""
    skin, hair = pick(pen, SKINS), pick(pen, HAIRS)
    for side in (-1, 1):
        x = 0.28 + side * 0.065
        pen.limb([(x, 0.66), (x, 0.92)], 0.12, 0.095, paint="#4a5f8a", grain="fabric")
        pen.blob([(x - 0.05, 0.93), (x + 0.05, 0.92), (x + 0.07 + side * 0.02, 1.0), (x - 0.07 + side * 0.02, 1.0)], "#d8d4cc")
        pen.limb([(0.28 + side * 0.12, 0.42), (0.28 + side * 0.2, 0.52), (0.28 + side * 0.18, 0.62)], 0.1, 0.085, 0.07, grain="fabric")
        pen.ellipse(0.28 + side * 0.18, 0.645, 0.042, 0.045, skin)
    pen.blob(".16,.38 .28,.36 .4,.38 .42,.56 .4,.7 .28,.72 .16,.7 .14,.56", grain="fabric", strength=0.35)
    for y in (0.48, 0.58):
        pen.limb([(0.15, y), (0.28, y + 0.015), (0.41, y)], 0.035, 0.036, 0.035, paint=lighter(pen.colour, 0.55))
    pen.ellipse(0.28, 0.18, 0.19, 0.18, hair, grain="fur")
    head(pen, 0.28, 0.21, 0.16, skin)
    pen.blob(".1,.2 .11,.07 .28,.0 .45,.07 .46,.2 .4,.1 .28,.12 .18,.1", hair, grain="fur", strength=0.8)


@thing("king, queen, prince, princess, emperor", 1.8, 0.56, "#7a2a8a #a8202c #2f4f9a", "castle_hall", hand=(0.28, 0.52))
def king(pen: Pen) -> None:
    """Draw a king in his robe."""
    skin = pick(pen, SKINS)
    pen.blob(".28,.2 .42,.26 .5,.6 .56,.98 .28,1.02 .0,.98 .06,.6 .14,.26", darker(pen.colour, 0.2), grain="fabric", round=0.8)
    pen.blob(".28,.22 .38,.26 .4,.6 .42,.96 .28,.98 .14,.96 .16,.6 .18,.26", lighter(pen.colour, 0.15), grain="fabric")
    for side in (-1, 1):
        pen.limb([(0.28 + side * 0.16, 0.3), (0.28 + side * 0.24, 0.62), (0.28 + side * 0.25, 0.97)], 0.05, 0.06, 0.075, paint="#f6f2e8", grain="fur")
        pen.limb([(0.28 + side * 0.13, 0.3), (0.28 + side * 0.2, 0.44), (0.28 + side * 0.1, 0.52)], 0.1, 0.09, 0.07, grain="fabric")
        pen.ellipse(0.28 + side * 0.09, 0.53, 0.035, 0.035, skin)
    pen.blob(".14,.27 .28,.22 .42,.27 .38,.35 .28,.37 .18,.35", "#f6f2e8", grain="fur")
    for x in (0.2, 0.28, 0.36):
        pen.ellipse(x, 0.31, 0.012, 0.018, "#2a2428")
    head(pen, 0.28, 0.14, 0.085, skin)
    pen.blob(".2,.17 .28,.19 .36,.17 .34,.26 .28,.3 .22,.26", "#d8d0c0", grain="fur")
    pen.poly(".18,.09 .17,-.02 .23,.03 .28,-.04 .33,.03 .39,-.02 .38,.09", "#e8b83a", gloss=0.8, round=0.5)
    for x in (0.17, 0.28, 0.39):
        pen.ellipse(x, -0.03, 0.014, 0.014, "#d82a3a", gloss=1)


@thing("wizard, witch, magician, sorcerer", 1.8, 0.66, "#3a3a9a #4a2a6a #2a5a4a", "forest castle_hall cave", hand=(0.33, 0.52))
def wizard(pen: Pen) -> None:
    """Draw a wizard with staff and beard."""
    skin = pick(pen, SKINS)
    pen.limb(".56,1.0 .55,.2", 0.03, 0.026, paint="#6a4a2c", grain="wood")
    pen.ellipse(0.55, 0.16, 0.05, 0.05, "#7af0e0", gloss=1)
    pen.glow(0.55, 0.16, 0.24, "#6af0e0", 0.8)
    pen.blob(".33,.26 .44,.3 .5,.62 .58,.98 .33,1.02 .08,.98 .16,.62 .22,.3", grain="fabric", round=0.8)
    for side in (-1, 1):
        pen.limb([(0.33 + side * 0.1, 0.34), (0.33 + side * 0.2, 0.46), (0.33 + side * 0.22, 0.5)], 0.1, 0.12, 0.13, paint=darker(pen.colour, 0.12), grain="fabric")
        pen.ellipse(0.33 + side * 0.225, 0.52, 0.035, 0.035, skin)
    head(pen, 0.33, 0.23, 0.085, skin)
    pen.blob(".25,.25 .33,.28 .41,.25 .42,.4 .36,.58 .33,.64 .29,.58 .24,.4", "#ece8e0", grain="fur", strength=0.8)
    pen.blob(".29,.27 .33,.255 .37,.27 .33,.285", "#f6f2ea", grain="fur")
    pen.ellipse(0.33, 0.17, 0.2, 0.035, darker(pen.colour, 0.15), grain="fabric")
    pen.blob(".22,.17 .28,.04 .38,-.1 .46,-.08 .41,.02 .44,.17 .33,.19", grain="fabric")
    for x, y in ((0.32, 0.1), (0.39, 0.04), (0.26, 0.5), (0.42, 0.72), (0.24, 0.8)):
        pen.ellipse(x, y, 0.016, 0.016, "#f6d85a", gloss=0.5)


@thing("knight, soldier, warrior", 1.8, 0.56, "#a8b0b8 #c8a84a", "castle_hall hills", hand=(0.48, 0.56))
def knight(pen: Pen) -> None:
    """Draw a knight in armour with a shield."""
    plate = {"gloss": 0.8, "grain": "metal", "strength": 0.3}
    for side in (-1, 1):
        x = 0.28 + side * 0.075
        pen.limb([(x, 0.58), (x + side * 0.01, 0.92)], 0.13, 0.1, **plate)
        pen.ellipse(x, 0.76, 0.06, 0.05, lighter(pen.colour, 0.2), gloss=0.8)
        pen.blob([(x - 0.06, 0.94), (x + 0.06, 0.93), (x + 0.08 + side * 0.02, 1.0), (x - 0.08 + side * 0.02, 1.0)], darker(pen.colour, 0.2), **plate)
        pen.limb([(0.28 + side * 0.15, 0.32), (0.28 + side * 0.21, 0.45), (0.28 + side * 0.19, 0.57)], 0.1, 0.085, 0.08, **plate)
    pen.limb(".49,.62 .5,.0", 0.03, 0.014, paint="#d4dae0", gloss=0.9, bend=False)
    pen.limb(".44,.57 .55,.57", 0.03, 0.03, paint="#d8b04a", gloss=0.8)
    pen.blob(".14,.28 .28,.24 .42,.28 .42,.48 .38,.62 .28,.64 .18,.62 .14,.48", round=1, **plate)
    for side in (-1, 1):
        pen.ellipse(0.28 + side * 0.15, 0.3, 0.075, 0.065, lighter(pen.colour, 0.12), **plate)
    pen.blob(".28,.02 .37,.07 .38,.18 .34,.26 .22,.26 .18,.18 .19,.07", round=1, **plate)
    pen.box(0.2, 0.12, 0.36, 0.15, "#17181c", 0.01)
    pen.limb(".28,.04 .22,-.04 .12,.02", 0.04, 0.08, 0.03, paint="#d83a3a", grain="fur")
    pen.blob(".0,.42 .12,.4 .24,.42 .23,.58 .12,.72 .01,.58", "#c8302a", gloss=0.5, round=0.4)
    pen.limb(".12,.43 .12,.68", 0.028, 0.028, paint="#f4ecd8", bend=False)
    pen.limb(".03,.52 .21,.52", 0.028, 0.028, paint="#f4ecd8", bend=False)


@thing("snowman", 1.6, 0.72, "#f2f6fa", "snowfield")
def snowman(pen: Pen) -> None:
    """Draw a snowman."""
    for side in (-1, 1):
        pen.limb([(0.36 + side * 0.16, 0.48), (0.36 + side * 0.34, 0.36)], 0.022, 0.014, paint="#5a3f28")
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
    pen.blob(".33,.0 .54,.1 .6,.34 .62,.74 .64,.98 .52,.9 .43,1.0 .33,.9 .23,1.0 .14,.9 .02,.98 .04,.74 .06,.34 .12,.1", round=0.9)
    for side in (-1, 1):
        pen.ellipse(0.33 + side * 0.1, 0.28, 0.05, 0.075, "#23283a")
        pen.dot(0.33 + side * 0.1 - 0.015, 0.25, 0.016, "#ffffff")
    pen.ellipse(0.33, 0.44, 0.05, 0.06, "#3a3f5a")


@thing("dragon", 4.0, 1.6, "#3f8a4a #b8342c #5a4aa0", "mountains cave castle_hall", hand=(1.3, 0.6))
def dragon(pen: Pen) -> None:
    """Draw a winged dragon."""
    scale = {"grain": "scales", "strength": 0.6, "gloss": 0.2}
    belly = mix(lighter(pen.colour, 0.5), "#f0d890", 0.5)
    pen.blob(".62,.46 .4,.02 .16,.0 .2,.2 .06,.26 .24,.42 .18,.52 .44,.5", darker(pen.colour, 0.35), round=0.15, grain="fur")
    pen.limb(".5,.72 .2,.9 .06,.76 .0,.56", 0.26, 0.16, 0.09, 0.03, **scale)
    pen.blob(".0,.6 -.06,.46 .03,.5 .1,.44 .06,.58", "#d8a03a")
    for x in (0.62, 0.98):
        pen.limb([(x, 0.74), (x + 0.02, 0.95)], 0.16, 0.11, paint=darker(pen.colour, 0.25), **scale)
    pen.blob(".4,.66 .55,.5 .85,.44 1.08,.56 1.1,.76 .95,.9 .6,.9 .42,.82", **scale)
    pen.limb("1.0,.62 1.14,.44 1.1,.26 1.2,.16", 0.26, 0.18, 0.14, 0.13, **scale)
    pen.limb("1.08,.74 1.16,.58 1.2,.4 1.18,.28", 0.1, 0.08, 0.06, 0.04, paint=belly)
    pen.blob(".6,.84 .8,.76 1.06,.74 .98,.9 .7,.92", belly, round=0.5)
    for x, y in ((0.98, 0.44), (1.02, 0.34), (1.05, 0.24), (0.84, 0.43), (0.68, 0.47)):
        pen.poly([(x - 0.04, y + 0.03), (x - 0.05, y - 0.06), (x + 0.04, y + 0.01)], "#d8a03a", round=0.4)
    pen.blob("1.08,.12 1.2,.06 1.36,.14 1.52,.2 1.54,.28 1.38,.3 1.2,.28 1.1,.22", **scale)
    pen.limb("1.3,.26 1.42,.27 1.52,.25", 0.014, 0.012, paint=darker(pen.colour, 0.6))
    for x in (1.14, 1.22):
        pen.limb([(x, 0.1), (x - 0.06, 0.0), (x - 0.12, -0.02)], 0.035, 0.025, 0.008, paint="#e8dcc0", gloss=0.4)
    pen.eye(1.27, 0.16, 0.028, "#f2c01c")
    pen.dot(1.5, 0.215, 0.012, darker(pen.colour, 0.7))
    for x in (0.56, 0.92):
        pen.limb([(x, 0.74), (x - 0.02, 0.86), (x + 0.03, 0.96)], 0.2, 0.13, 0.1, **scale)
        pen.ellipse(x + 0.05, 0.97, 0.09, 0.035, **scale)
    pen.blob(".8,.5 .66,.1 .74,-.06 .9,.0 1.0,.08 .94,.18 1.0,.3 .92,.34 .94,.48", darker(pen.colour, 0.15), round=0.2, grain="fur")
    for end in ((0.74, -0.05), (0.98, 0.08), (0.98, 0.29)):
        pen.limb([(0.84, 0.5), ((0.8 + end[0]) / 2, (0.36 + end[1]) / 2), end], 0.05, 0.03, 0.012, **scale)


@thing("dinosaur, dino, brontosaurus", 5.0, 1.75, "#6a9a4a #a8824a #4a8a8a", "jungle savanna", seat=(0.7, 0.42))
def dinosaur(pen: Pen) -> None:
    """Draw a long-necked dinosaur."""
    skin = {"grain": "scales", "strength": 0.4}
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
    for x, y, r in ((0.6, 0.48, 0.05), (0.75, 0.45, 0.04), (0.88, 0.5, 0.045), (0.5, 0.58, 0.035), (1.24, 0.42, 0.03), (1.32, 0.28, 0.022)):
        pen.ellipse(x, y, r, r * 0.8, darker(pen.colour, 0.2), round=0.3)


@thing("unicorn, pegasus", 1.7, 1.2, "#f6f2f4", "meadow forest", seat=(0.5, 0.36))
def unicorn(pen: Pen) -> None:
    """Draw a unicorn with a many-coloured mane."""
    from mediaext.engines.classical.painter.things.pets import horse

    horse(pen)
    for k, tone in enumerate(("#e86aa0", "#f0a84a", "#f0e06a", "#7ad09a", "#6aa8e8", "#a880d8")):
        t = k * 0.06
        pen.limb([(0.93 - t * 0.2, 0.02 + t * 0.3), (0.84 - t * 0.4, 0.14 + t * 0.5), (0.72 - t * 0.2, 0.3 + t * 0.5)], 0.03, 0.055, 0.02, paint=tone, grain="fur")
        pen.limb([(0.19, 0.43), (0.1 - k * 0.012, 0.52), (0.06 + k * 0.02, 0.76)], 0.03, 0.04, 0.015, paint=tone, grain="fur")
    pen.poly(".98,.06 1.03,.02 1.12,-.2", "#f0c84a", gloss=0.7, round=1)


@thing("fairy", 1.6, 0.66, "#2fa08a #c86ab0 #6a8ad8", "underwater garden", "ground", hand=(0.33, 0.5))
def fairy(pen: Pen) -> None:
    """Draw a winged fairy with a wand."""
    skin, hair = pick(pen, SKINS), pick(pen, HAIRS)
    for side in (-1, 1):
        pen.blob([(0.33 + side * 0.04, 0.34), (0.33 + side * 0.2, 0.1), (0.33 + side * 0.33, 0.14), (0.33 + side * 0.26, 0.4)], "#dff0f8", gloss=0.6, round=0.2)
        pen.blob([(0.33 + side * 0.04, 0.38), (0.33 + side * 0.26, 0.44), (0.33 + side * 0.28, 0.6), (0.33 + side * 0.12, 0.56)], "#cfe4f4", gloss=0.6, round=0.2)
        pen.limb([(0.33 + side * 0.05, 0.66), (0.33 + side * 0.05, 0.96)], 0.06, 0.045, paint=skin)
        pen.ellipse(0.33 + side * 0.06, 0.975, 0.045, 0.025, pen.dark)
    pen.blob(".33,.02 .43,.07 .45,.2 .42,.34 .24,.34 .21,.2 .23,.07", hair, grain="fur")
    pen.limb(".4,.3 .5,.36 .56,.28", 0.06, 0.05, 0.04, paint=skin)
    pen.limb(".26,.3 .18,.42 .2,.5", 0.06, 0.05, 0.04, paint=skin)
    pen.limb(".56,.3 .6,.12", 0.014, 0.012, paint="#d8b04a", bend=False)
    pen.ellipse(0.6, 0.1, 0.03, 0.03, "#fff0a0")
    pen.glow(0.6, 0.1, 0.16, "#fff0a0", 0.8)
    pen.blob(".26,.27 .33,.25 .4,.27 .39,.42 .52,.7 .43,.66 .33,.74 .23,.66 .14,.7 .27,.42", grain="fabric")
    head(pen, 0.33, 0.15, 0.085, skin)
    pen.blob(".24,.16 .24,.08 .33,.03 .42,.08 .42,.16 .38,.09 .3,.08", hair, grain="fur")
