"""People, robots and the like."""

from mediaext.engines.classical.painter.colours import Colour, colour, darker, lighter
from mediaext.engines.classical.painter.pen import Finish, Pen
from mediaext.engines.classical.painter.things.registry import thing

SKINS = ("#f1c9a5", "#e0ac7e", "#c68a5c", "#9a6240", "#6b4128")
HAIRS = ("#2a1d16", "#5a3620", "#a8713a", "#d8b268", "#1a1a1e", "#8a3a1e")


def pick(pen: Pen, choices: tuple[str, ...]) -> Colour:
    """Choose one colour by the thing's own randomness."""
    return colour(choices[int(pen.rng.integers(len(choices)))])


def head(pen: Pen, x: float, y: float, radius: float, skin: Colour) -> None:
    """Draw a plain friendly face."""
    for side in (-1, 1):
        pen.ellipse(
            x + side * radius * 0.95,
            y + radius * 0.08,
            radius * 0.18,
            radius * 0.25,
            darker(skin, 0.08),
        )
    pen.blob(
        [
            (x - radius * 0.9, y - radius * 0.3),
            (x, y - radius),
            (x + radius * 0.9, y - radius * 0.3),
            (x + radius * 0.78, y + radius * 0.55),
            (x, y + radius * 1.1),
            (x - radius * 0.78, y + radius * 0.55),
        ],
        skin,
    )
    for side in (-1, 1):
        pen.ellipse(
            x + side * radius * 0.36, y + radius * 0.02, radius * 0.17, radius * 0.13, "#fbf8f2"
        )
        pen.eye(x + side * radius * 0.36, y + radius * 0.03, radius * 0.11, "#4a3220")
        pen.limb(
            [
                (x + side * radius * 0.18, y - radius * 0.26),
                (x + side * radius * 0.38, y - radius * 0.33),
                (x + side * radius * 0.56, y - radius * 0.25),
            ],
            radius * 0.07,
            radius * 0.05,
            paint=darker(skin, 0.65),
        )
        pen.dot(x + side * radius * 0.55, y + radius * 0.4, radius * 0.2, "#e2605a", 0.16)
    pen.ellipse(x, y + radius * 0.27, radius * 0.1, radius * 0.14, darker(skin, 0.07))
    pen.limb(
        [
            (x - radius * 0.27, y + radius * 0.56),
            (x, y + radius * 0.67),
            (x + radius * 0.27, y + radius * 0.56),
        ],
        radius * 0.05,
        radius * 0.1,
        radius * 0.05,
        paint="#a8443c",
    )


@thing(
    "robot, android, droid",
    1.6,
    0.66,
    "#8fa3b3 #c8743a #5fa0a0 #b8bec4",
    "lab city forest",
    hand=(0.33, 0.56),
)
def robot(pen: Pen) -> None:
    """Draw a friendly robot of plates and joints."""
    steel: Finish = {"grain": "metal", "gloss": 0.6, "strength": 0.4}
    joint = darker(pen.colour, 0.55)
    pen.limb(".33,.06 .33,-.02", 0.018, 0.014, paint=joint, gloss=0.5)
    pen.ellipse(0.33, -0.03, 0.03, 0.03, "#e8402e", gloss=0.8)
    pen.glow(0.33, -0.03, 0.1, "#ff5a3a", 0.6)
    for side in (-1, 1):
        x = 0.33 + side * 0.1
        pen.limb([(x, 0.68), (x + side * 0.01, 0.92)], 0.085, 0.075, paint=joint, gloss=0.4)
        pen.box(x - 0.06, 0.76, x + 0.06, 0.92, None, 0.03, **steel)
        pen.box(
            x - 0.085 + side * 0.015, 0.92, x + 0.085 + side * 0.015, 1.0, pen.dark, 0.035, **steel
        )
        pen.limb(
            [(0.33 + side * 0.2, 0.4), (0.33 + side * 0.28, 0.52), (0.33 + side * 0.17, 0.6)],
            0.07,
            0.055,
            paint=joint,
            gloss=0.4,
        )
    pen.box(0.15, 0.34, 0.51, 0.7, None, 0.06, round=0.5, **steel)
    pen.box(0.22, 0.42, 0.44, 0.56, darker(pen.colour, 0.7), 0.02, gloss=0.3)
    for k, tone in enumerate(("#5ae0a0", "#f2c23a", "#f0604a")):
        pen.dot(0.27 + k * 0.06, 0.62, 0.018, tone)
    pen.limb(".24,.5 .3,.5 .32,.45 .35,.54 .37,.5 .42,.5", 0.01, 0.01, paint="#6af0b0", bend=False)
    for side in (-1, 1):
        pen.ellipse(0.33 + side * 0.2, 0.4, 0.065, 0.065, None, **steel)
        pen.limb([(0.33 + side * 0.28, 0.52), (0.33 + side * 0.15, 0.6)], 0.085, 0.075, **steel)
        pen.ellipse(0.33 + side * 0.13, 0.605, 0.05, 0.045, joint, gloss=0.5)
    pen.box(0.29, 0.28, 0.37, 0.36, joint, 0.02)
    pen.box(0.14, 0.05, 0.52, 0.3, None, 0.08, round=0.6, **steel)
    pen.box(0.19, 0.1, 0.47, 0.24, darker(pen.colour, 0.8), 0.06, gloss=0.5)
    for side in (-1, 1):
        pen.dot(0.33 + side * 0.075, 0.17, 0.04, "#7ff0ff")
        pen.dot(0.33 + side * 0.075, 0.17, 0.02, "#f2ffff")
        pen.glow(0.33 + side * 0.075, 0.17, 0.11, "#4ad8ff", 0.7)
        pen.box(
            0.33 + side * 0.215 - 0.025,
            0.12,
            0.33 + side * 0.215 + 0.025,
            0.22,
            pen.dark,
            0.02,
            **steel,
        )


@thing(
    "astronaut, spaceman, cosmonaut",
    1.8,
    0.62,
    "#eceef0 orange",
    "moon space mars",
    hand=(0.31, 0.56),
)
def astronaut(pen: Pen) -> None:
    """Draw an astronaut in a suit with a gold visor."""
    suit: Finish = {"grain": "fabric", "strength": 0.25}
    ring = darker(pen.colour, 0.4)
    pen.box(0.1, 0.24, 0.52, 0.62, darker(pen.colour, 0.25), 0.05, **suit)
    for side in (-1, 1):
        x = 0.31 + side * 0.09
        pen.limb(
            [(x, 0.62), (x + side * 0.03, 0.8), (x + side * 0.03, 0.94)], 0.18, 0.15, 0.14, **suit
        )
        pen.box(
            x + side * 0.03 - 0.085,
            0.9,
            x + side * 0.03 + 0.085,
            1.0,
            darker(pen.colour, 0.5),
            0.035,
        )
        pen.limb([(x - 0.075, 0.8), (x + 0.075 + side * 0.03, 0.8)], 0.02, 0.02, paint=ring)
        pen.limb(
            [(0.31 + side * 0.15, 0.36), (0.31 + side * 0.25, 0.5), (0.31 + side * 0.2, 0.62)],
            0.15,
            0.13,
            0.11,
            **suit,
        )
        pen.ellipse(0.31 + side * 0.2, 0.645, 0.06, 0.06, darker(pen.colour, 0.3))
    pen.box(0.14, 0.3, 0.48, 0.68, None, 0.1, round=0.8, **suit)
    pen.box(0.21, 0.44, 0.41, 0.56, lighter(pen.colour, 0.3), 0.02)
    for k, tone in enumerate(("#d0392e", "#2f62b8", "#e8b22a")):
        pen.box(0.235 + k * 0.055, 0.46, 0.27 + k * 0.055, 0.485, tone, 0.006)
    pen.limb(".24,.53 .14,.6 .12,.5", 0.022, 0.022, paint=ring)
    pen.box(0.15, 0.38, 0.2, 0.42, "#c83a32", 0.004)
    pen.limb(".2,.32 .42,.32", 0.06, 0.06, paint=ring, gloss=0.5)
    pen.ellipse(0.31, 0.17, 0.185, 0.175, gloss=0.5, round=1)
    pen.blob(".2,.13 .31,.08 .43,.13 .44,.21 .31,.28 .19,.21", "#a8701c", gloss=0.9, round=1)
    pen.blob(".22,.14 .27,.11 .28,.17 .23,.2", "#f6d890", round=0.2)


@thing(
    "person, man, guy, figure, adult, father, worker",
    1.75,
    0.5,
    "#3a62a0 #a8433a #3f7a56 #5a4a70 #c08a3a",
    "park street meadow",
    hand=(0.25, 0.52),
)
def person(pen: Pen) -> None:
    """Draw a standing person; the main colour is the coat's."""
    skin, hair = pick(pen, SKINS), pick(pen, HAIRS)
    trousers = darker("#4a5568", 0.2)
    cloth: Finish = {"grain": "fabric", "strength": 0.35}
    for side in (-1, 1):
        x = 0.25 + side * 0.06
        pen.limb(
            [(x, 0.55), (x + side * 0.01, 0.76), (x + side * 0.012, 0.95)],
            0.14,
            0.105,
            0.085,
            paint=trousers,
            **cloth,
        )
        pen.blob(
            [
                (x - 0.05, 0.955),
                (x + 0.05, 0.945),
                (x + 0.07 + side * 0.03, 1.0),
                (x - 0.06 + side * 0.02, 1.0),
            ],
            "#3a281e",
            gloss=0.3,
        )
        pen.limb(
            [(0.25 + side * 0.13, 0.27), (0.25 + side * 0.19, 0.42), (0.25 + side * 0.165, 0.55)],
            0.1,
            0.08,
            0.065,
            **cloth,
        )
        pen.ellipse(0.25 + side * 0.165, 0.575, 0.035, 0.04, skin)
    pen.limb(".25,.18 .25,.26", 0.08, 0.08, paint=darker(skin, 0.15))
    pen.blob(".14,.235 .25,.22 .36,.235 .375,.4 .37,.6 .25,.62 .13,.6 .125,.4", **cloth)
    pen.poly(".21,.225 .29,.225 .25,.31", lighter(pen.colour, 0.7))
    pen.limb(".25,.31 .25,.6", 0.008, 0.008, paint=pen.dark)
    pen.blob(
        ".16,.05 .25,0 .34,.05 .34,.15 .25,.2 .16,.15",
        hair,
        grain="fur",
    )
    head(pen, 0.25, 0.115, 0.085, skin)
    pen.blob(
        ".16,.1 .17,.035 .25,0 .33,.035 .34,.1 .3,.062 .22,.058", hair, grain="fur", strength=0.8
    )


def dress(pen: Pen, hem: float = 0.72) -> None:
    """Draw a skirt-long garment about x = 0.25."""
    pen.blob(
        [
            (0.17, 0.24),
            (0.25, 0.225),
            (0.33, 0.24),
            (0.32, 0.4),
            (0.4, hem - 0.02),
            (0.25, hem + 0.02),
            (0.1, hem - 0.02),
            (0.18, 0.4),
        ],
        grain="fabric",
        strength=0.35,
    )
    for x in (0.19, 0.25, 0.31):
        pen.limb(
            [(0.25 + (x - 0.25) * 0.5, 0.44), (x + (x - 0.25) * 0.6, hem - 0.02)],
            0.008,
            0.014,
            paint=darker(pen.colour, 0.18),
        )


def arms(pen: Pen, skin: tuple[float, float, float], wide: float = 0.17) -> None:
    """Draw both arms hanging, with hands."""
    for side in (-1, 1):
        pen.limb(
            [
                (0.25 + side * 0.1, 0.27),
                (0.25 + side * wide, 0.42),
                (0.25 + side * (wide - 0.02), 0.53),
            ],
            0.085,
            0.065,
            0.055,
            grain="fabric",
        )
        pen.ellipse(0.25 + side * (wide - 0.02), 0.555, 0.032, 0.036, skin)


@thing(
    "woman, lady, girl, mother, female",
    1.65,
    0.5,
    "#c83a5a #3a7ab0 #e0a030 #6a4a9a #3a9a7a",
    "park street garden",
    hand=(0.25, 0.52),
)
def woman(pen: Pen) -> None:
    """Draw a woman in a dress."""
    skin, hair = pick(pen, SKINS), pick(pen, HAIRS)
    for side in (-1, 1):
        x = 0.25 + side * 0.045
        pen.limb([(x, 0.66), (x, 0.94)], 0.07, 0.05, paint=skin)
        pen.blob(
            [
                (x - 0.035, 0.95),
                (x + 0.035, 0.94),
                (x + 0.05 + side * 0.03, 1.0),
                (x - 0.05 + side * 0.03, 1.0),
            ],
            darker(pen.colour, 0.4),
            gloss=0.4,
        )
    pen.blob(
        ".25,.0 .35,.05 .37,.18 .34,.3 .25,.3 .16,.3 .13,.18 .15,.05",
        hair,
        grain="fur",
        strength=0.7,
    )
    arms(pen, skin)
    pen.limb(".25,.18 .25,.26", 0.065, 0.065, paint=darker(skin, 0.12))
    dress(pen)
    pen.limb(".18,.41 .25,.425 .32,.41", 0.028, 0.03, 0.028, paint=darker(pen.colour, 0.45))
    head(pen, 0.25, 0.12, 0.082, skin)
    pen.blob(
        ".16,.14 .16,.05 .25,.0 .34,.05 .34,.14 .31,.07 .24,.055 .19,.08",
        hair,
        grain="fur",
        strength=0.8,
    )


@thing(
    "child, boy, kid, schoolboy, schoolgirl",
    1.15,
    0.56,
    "#e0a030 #3a8ac0 #d84a4a #4aa05a",
    "park classroom garden",
    hand=(0.28, 0.58),
)
def child(pen: Pen) -> None:
    """Draw a child with a large head."""
    skin, hair = pick(pen, SKINS), pick(pen, HAIRS)
    for side in (-1, 1):
        x = 0.28 + side * 0.065
        pen.limb([(x, 0.66), (x, 0.92)], 0.12, 0.095, paint="#4a5f8a", grain="fabric")
        pen.blob(
            [
                (x - 0.05, 0.93),
                (x + 0.05, 0.92),
                (x + 0.07 + side * 0.02, 1.0),
                (x - 0.07 + side * 0.02, 1.0),
            ],
            "#d8d4cc",
        )
        pen.limb(
            [(0.28 + side * 0.12, 0.42), (0.28 + side * 0.2, 0.52), (0.28 + side * 0.18, 0.62)],
            0.1,
            0.085,
            0.07,
            grain="fabric",
        )
        pen.ellipse(0.28 + side * 0.18, 0.645, 0.042, 0.045, skin)
    pen.blob(
        ".16,.38 .28,.36 .4,.38 .42,.56 .4,.7 .28,.72 .16,.7 .14,.56",
        grain="fabric",
        strength=0.35,
    )
    for y in (0.48, 0.58):
        pen.limb(
            [(0.15, y), (0.28, y + 0.015), (0.41, y)],
            0.035,
            0.036,
            0.035,
            paint=lighter(pen.colour, 0.55),
        )
    pen.ellipse(0.28, 0.18, 0.19, 0.18, hair, grain="fur")
    head(pen, 0.28, 0.21, 0.16, skin)
    pen.blob(
        ".1,.2 .11,.07 .28,.0 .45,.07 .46,.2 .4,.1 .28,.12 .18,.1", hair, grain="fur", strength=0.8
    )


@thing(
    "king, ~queen, ~prince, ~princess, ~emperor",
    1.8,
    0.56,
    "#7a2a8a #a8202c #2f4f9a",
    "castle_hall",
    hand=(0.28, 0.52),
)
def king(pen: Pen) -> None:
    """Draw a king in his robe."""
    skin = pick(pen, SKINS)
    pen.blob(
        ".28,.2 .42,.26 .5,.6 .56,.98 .28,1.02 .0,.98 .06,.6 .14,.26",
        darker(pen.colour, 0.2),
        grain="fabric",
        round=0.8,
    )
    pen.blob(
        ".28,.22 .38,.26 .4,.6 .42,.96 .28,.98 .14,.96 .16,.6 .18,.26",
        lighter(pen.colour, 0.15),
        grain="fabric",
    )
    for side in (-1, 1):
        pen.limb(
            [(0.28 + side * 0.16, 0.3), (0.28 + side * 0.24, 0.62), (0.28 + side * 0.25, 0.97)],
            0.05,
            0.06,
            0.075,
            paint="#f6f2e8",
            grain="fur",
        )
        pen.limb(
            [(0.28 + side * 0.13, 0.3), (0.28 + side * 0.2, 0.44), (0.28 + side * 0.1, 0.52)],
            0.1,
            0.09,
            0.07,
            grain="fabric",
        )
        pen.ellipse(0.28 + side * 0.09, 0.53, 0.035, 0.035, skin)
    pen.blob(".14,.27 .28,.22 .42,.27 .38,.35 .28,.37 .18,.35", "#f6f2e8", grain="fur")
    for x in (0.2, 0.28, 0.36):
        pen.ellipse(x, 0.31, 0.012, 0.018, "#2a2428")
    head(pen, 0.28, 0.14, 0.085, skin)
    pen.blob(".2,.17 .28,.19 .36,.17 .34,.26 .28,.3 .22,.26", "#d8d0c0", grain="fur")
    pen.poly(
        ".18,.09 .17,-.02 .23,.03 .28,-.04 .33,.03 .39,-.02 .38,.09",
        "#e8b83a",
        gloss=0.8,
        round=0.5,
    )
    for x in (0.17, 0.28, 0.39):
        pen.ellipse(x, -0.03, 0.014, 0.014, "#d82a3a", gloss=1)


@thing(
    "knight, ~soldier, warrior",
    1.8,
    0.56,
    "#a8b0b8 #c8a84a",
    "castle_hall hills",
    hand=(0.48, 0.56),
)
def knight(pen: Pen) -> None:
    """Draw a knight in armour with a shield."""
    plate: Finish = {"gloss": 0.8, "grain": "metal", "strength": 0.3}
    for side in (-1, 1):
        x = 0.28 + side * 0.075
        pen.limb([(x, 0.58), (x + side * 0.01, 0.92)], 0.13, 0.1, **plate)
        pen.ellipse(x, 0.76, 0.06, 0.05, lighter(pen.colour, 0.2), gloss=0.8)
        pen.blob(
            [
                (x - 0.06, 0.94),
                (x + 0.06, 0.93),
                (x + 0.08 + side * 0.02, 1.0),
                (x - 0.08 + side * 0.02, 1.0),
            ],
            darker(pen.colour, 0.2),
            **plate,
        )
        pen.limb(
            [(0.28 + side * 0.15, 0.32), (0.28 + side * 0.21, 0.45), (0.28 + side * 0.19, 0.57)],
            0.1,
            0.085,
            0.08,
            **plate,
        )
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
