"""People: of every age, known by what they wear and hold; robots and the like."""

from collections.abc import Callable
from dataclasses import dataclass

from mediaext.engines.classical.painter.colours import Colour, colour, darker, lighter
from mediaext.engines.classical.painter.pen import Finish, Pen
from mediaext.engines.classical.painter.things.registry import thing

SKINS = ("#f1c9a5", "#e0ac7e", "#c68a5c", "#9a6240", "#6b4128")
LONG_HAIR = ".25,.0 .35,.05 .37,.18 .34,.3 .25,.3 .16,.3 .13,.18 .15,.05"
HAIRS = ("#2a1d16", "#5a3620", "#a8713a", "#d8b268", "#1a1a1e", "#8a3a1e")


def pick(pen: Pen, choices: tuple[str, ...]) -> Colour:
    """Choose one colour by the thing's own randomness."""
    return colour(choices[int(pen.rng.integers(len(choices)))])


def hair_of(pen: Pen) -> Colour:
    """Return the colour asked for, or one by the thing's own randomness."""
    chosen = pick(pen, HAIRS)
    return pen.hair or chosen


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
    "person, man, guy, figure, adult, father, worker, friend, neighbour, neighbor, guest, "
    "visitor, stranger, colleague, employee, customer, villager, passenger, gentlemen",
    1.75,
    0.5,
    "#3a62a0 #a8433a #3f7a56 #5a4a70 #c08a3a",
    "park street meadow",
    hand=(0.25, 0.52),
)
def person(pen: Pen) -> None:
    """Draw a standing person; the main colour is the coat's."""
    skin, hair = pick(pen, SKINS), hair_of(pen)
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
        if pen.seated:
            pen.ellipse(x + side * 0.012, 0.66, 0.078, 0.085, trousers, round=1, **cloth)
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
    skin, hair = pick(pen, SKINS), hair_of(pen)
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
    pen.blob(LONG_HAIR, hair, grain="fur", strength=0.7)
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


def long_hair(pen: Pen) -> None:
    """Draw what is behind a head with long hair."""
    pick(pen, SKINS)  # so that the hair is the head's
    pen.blob(LONG_HAIR, hair_of(pen), grain="fur", strength=0.7)


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
    skin, hair = pick(pen, SKINS), hair_of(pen)
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
    "king, ~prince, ~emperor",
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


CLOTH: Finish = {"grain": "fabric", "strength": 0.35}
METAL: Finish = {"grain": "metal", "gloss": 0.6, "strength": 0.3}
HAND = (0.415, 0.575)  # of a standing person, whose head is about (0.25, 0.115)
OTHER_HAND = (0.085, 0.575)

Part = Callable[[Pen], None]
"""Something worn or held, drawn over a standing person."""


# worn on the head


def toque(pen: Pen) -> None:
    """Draw a cook's tall hat."""
    for x, y, r in ((0.18, -0.06, 0.06), (0.25, -0.08, 0.075), (0.32, -0.06, 0.06)):
        pen.ellipse(x, y, r, r * 0.85, "#f8f8f4", grain="fabric", round=0.8)
    pen.box(0.172, -0.05, 0.328, 0.052, "#f2f2ec", 0.02, **CLOTH)


def peaked_cap(pen: Pen, cap: str = "#22304e", badge: str = "#e8c04a") -> None:
    """Draw a uniform's cap with a badge."""
    pen.blob(".14,.02 .25,-.06 .36,.02 .34,.055 .25,.045 .16,.055", cap, **CLOTH)
    pen.box(0.168, 0.03, 0.332, 0.062, darker(colour(cap), 0.35), 0.012)
    pen.blob(".165,.062 .25,.052 .335,.062 .32,.088 .25,.095 .18,.088", "#17171c", gloss=0.7)
    pen.ellipse(0.25, 0.02, 0.022, 0.022, badge, gloss=0.7)


def white_cap(pen: Pen) -> None:
    """Draw a captain's cap."""
    peaked_cap(pen, "#f2f2ee", "#26304a")


def sailor_cap(pen: Pen) -> None:
    """Draw a sailor's white cap."""
    pen.blob(".16,.045 .165,-.025 .25,-.045 .335,-.025 .34,.045 .25,.06", "#f6f6f2", **CLOTH)
    pen.box(0.165, 0.022, 0.335, 0.056, "#24406e", 0.012)


def hard_hat(pen: Pen) -> None:
    """Draw a yellow safety helmet."""
    pen.blob(".16,.06 .17,-.02 .25,-.055 .33,-.02 .34,.06", "#f2c230", gloss=0.5, round=1)
    pen.limb(".14,.062 .36,.062", 0.022, 0.022, paint="#d8a520", gloss=0.4)
    pen.limb(".25,-.05 .25,.05", 0.024, 0.02, paint="#f8d860", gloss=0.4)


def fire_helmet(pen: Pen) -> None:
    """Draw a firefighter's helmet."""
    pen.blob(".15,.07 .17,-.02 .25,-.06 .33,-.02 .35,.07", "#c8262a", gloss=0.6, round=1)
    pen.limb(".125,.072 .25,.06 .375,.072", 0.024, 0.026, paint="#a01c22", gloss=0.5)
    pen.poly(".225,-.02 .275,-.02 .28,.04 .25,.06 .22,.04", "#e8c04a", gloss=0.7)


def wide_hat(pen: Pen, felt: str | Colour = "#7a5230", band: str | Colour = "#3a2618") -> None:
    """Draw a hat with a wide brim."""
    pen.ellipse(0.25, 0.052, 0.19, 0.032, darker(colour(felt), 0.12), grain="fabric")
    pen.blob(".17,.045 .18,-.05 .22,-.07 .25,-.055 .28,-.07 .32,-.05 .33,.045 .25,.058", felt)
    pen.box(0.17, 0.018, 0.33, 0.044, band, 0.008)


def straw_hat(pen: Pen) -> None:
    """Draw a straw hat."""
    wide_hat(pen, "#dcb96a", "#a8503a")


def beret(pen: Pen) -> None:
    """Draw a beret, worn aslant."""
    pen.blob(".14,.05 .17,-.02 .27,-.045 .36,-.005 .345,.045 .25,.05", "#7a2030", **CLOTH)
    pen.limb(".26,-.04 .265,-.065", 0.012, 0.01, paint="#5a1622")


def mortarboard(pen: Pen) -> None:
    """Draw a graduate's cap."""
    pen.box(0.172, 0.0, 0.328, 0.058, "#1d1d26", 0.02, **CLOTH)
    pen.poly(".25,-.055 .41,-.005 .25,.035 .09,-.005", "#24242e", round=0.3)
    pen.limb(".25,-.01 .37,.01 .375,.085", 0.01, 0.012, paint="#e8c04a", bend=False)


def tricorne(pen: Pen) -> None:
    """Draw a pirate's hat."""
    pen.blob(
        ".09,.055 .13,-.02 .25,-.075 .37,-.02 .41,.055 .33,.03 .25,.045 .17,.03",
        "#221f26",
        grain="fabric",
        round=0.8,
    )
    pen.limb(".1,.05 .17,.022 .25,.036 .33,.022 .4,.05", 0.012, 0.012, paint="#d8b03a")
    pen.ellipse(0.25, -0.012, 0.022, 0.02, "#f2efe6")
    pen.limb(".222,.022 .278,.006", 0.01, 0.01, paint="#f2efe6")
    pen.limb(".222,.006 .278,.022", 0.01, 0.01, paint="#f2efe6")


def eye_patch(pen: Pen) -> None:
    """Draw a patch over one eye."""
    pen.limb(".165,.075 .335,.14", 0.008, 0.008, paint="#1a1a1e", bend=False)
    pen.ellipse(0.281, 0.118, 0.024, 0.022, "#1a1a1e")


def cowl(pen: Pen, cloth: str = "#22242c") -> None:
    """Cover head and face but for the eyes."""
    pen.blob(".155,.13 .16,.03 .25,-.02 .34,.03 .345,.13 .32,.21 .25,.24 .18,.21", cloth, **CLOTH)
    skin = pick(pen, SKINS)
    pen.blob(".18,.1 .25,.088 .32,.1 .315,.138 .25,.145 .185,.138", skin)
    for side in (-1, 1):
        pen.eye(0.25 + side * 0.032, 0.117, 0.013, "#2a1c12")


def coif(pen: Pen) -> None:
    """Draw a nun's veil."""
    pen.blob(
        ".25,-.02 .35,.02 .37,.16 .39,.36 .32,.3 .33,.16 .25,.065 .17,.16 .18,.3 .11,.36 "
        ".13,.16 .15,.02",
        "#24252e",
        grain="fabric",
        round=0.7,
    )
    pen.limb(".172,.16 .185,.07 .25,.045 .315,.07 .328,.16", 0.026, 0.03, 0.026, paint="#f4f4f0")


def bridal_veil(pen: Pen) -> None:
    """Draw a veil behind the shoulders and a wreath."""
    for side in (-1, 1):
        pen.limb(
            [
                (0.25 + side * 0.07, 0.03),
                (0.25 + side * 0.15, 0.24),
                (0.25 + side * 0.2, 0.62),
            ],
            0.05,
            0.08,
            0.1,
            paint="#f6f4f4",
            grain="fabric",
            strength=0.2,
        )
    for k in range(7):
        x = 0.175 + k * 0.025
        pen.ellipse(x, 0.035 - 0.018 * (1 - abs(k - 3) / 3), 0.016, 0.014, "#fff6f4", gloss=0.3)


def bicycle_helmet(pen: Pen) -> None:
    """Draw a cyclist's helmet."""
    pen.blob(".155,.065 .165,-.015 .25,-.05 .335,-.015 .345,.065 .25,.05", "#e04a2a", gloss=0.6)
    for x in (0.2, 0.25, 0.3):
        pen.limb([(x, -0.025), (0.25 + (x - 0.25) * 1.3, 0.04)], 0.014, 0.01, paint="#2a2a30")


def winter_hat(pen: Pen) -> None:
    """Draw a knitted hat and ski goggles."""
    pen.blob(".158,.06 .17,-.02 .25,-.055 .33,-.02 .342,.06 .25,.045", "#2f7ab0", grain="fabric")
    pen.ellipse(0.25, -0.065, 0.03, 0.028, "#f4f2ec", grain="fur")
    pen.box(0.17, 0.015, 0.33, 0.055, "#e8c04a", 0.018, gloss=0.7)


def red_nose(pen: Pen) -> None:
    """Draw a clown's wig, nose and mouth."""
    for side in (-1, 1):
        for dy, r in ((0.04, 0.05), (0.1, 0.056), (0.155, 0.045)):
            pen.ellipse(0.25 + side * 0.115, dy, r, r, "#e8622a", grain="fur")
    pen.limb(".2,.165 .25,.185 .3,.165", 0.02, 0.034, 0.02, paint="#fbf6f0")
    pen.limb(".21,.168 .25,.182 .29,.168", 0.01, 0.014, 0.01, paint="#c8262a")
    pen.ellipse(0.25, 0.133, 0.03, 0.028, "#e8202a", gloss=0.9)


def top_knot(pen: Pen) -> None:
    """Draw a samurai's hair."""
    pen.ellipse(0.25, -0.03, 0.035, 0.04, "#1a1a1e", grain="fur")
    pen.limb(".165,.055 .25,.035 .335,.055", 0.02, 0.022, 0.02, paint="#f2efe6")


def grey_hair(pen: Pen) -> None:
    """Draw grey hair with a bun, and glasses."""
    pen.ellipse(0.25, -0.03, 0.06, 0.045, "#c8c6c4", grain="fur")
    pen.blob(
        ".15,.15 .15,.05 .25,-.01 .35,.05 .35,.15 .315,.065 .25,.045 .185,.065",
        "#d4d2d0",
        grain="fur",
        strength=0.8,
    )
    spectacles(pen)


def white_beard(pen: Pen) -> None:
    """Draw grey hair at the sides, a white beard, and glasses."""
    for side in (-1, 1):
        pen.ellipse(0.25 + side * 0.083, 0.09, 0.022, 0.045, "#dcdad6", grain="fur")
    pen.blob(".18,.15 .25,.165 .32,.15 .315,.23 .25,.285 .185,.23", "#e6e4e0", grain="fur")
    pen.limb(".215,.162 .25,.17 .285,.162", 0.012, 0.018, 0.012, paint="#f2f0ec")
    spectacles(pen)


def spectacles(pen: Pen) -> None:
    """Draw round glasses."""
    for side in (-1, 1):
        pen.ring(0.25 + side * 0.033, 0.117, 0.029, 0.023, "#3a3432")
    pen.limb(".244,.115 .256,.115", 0.006, 0.006, paint="#3a3432")


def fangs(pen: Pen) -> None:
    """Draw a high collar, a widow's peak and teeth."""
    for side in (-1, 1):
        pen.poly(
            [
                (0.25 + side * 0.03, 0.29),
                (0.25 + side * 0.17, 0.12),
                (0.25 + side * 0.19, 0.3),
                (0.25 + side * 0.1, 0.36),
            ],
            "#a01826",
            round=0.4,
        )
        pen.poly(
            [
                (0.25 + side * 0.012, 0.163),
                (0.25 + side * 0.024, 0.163),
                (0.25 + side * 0.018, 0.182),
            ],
            "#fbfaf4",
        )
    pen.poly(".19,.04 .31,.04 .25,.085", "#1a1a1e", grain="fur")


# worn on the body


def apron(pen: Pen, cloth: str | Colour = "#f4f2ec") -> None:
    """Draw an apron with its strings."""
    pen.limb(".2,.23 .195,.32", 0.018, 0.018, paint=cloth)
    pen.limb(".3,.23 .305,.32", 0.018, 0.018, paint=cloth)
    pen.blob(".185,.31 .315,.31 .335,.44 .36,.72 .25,.735 .14,.72 .165,.44", cloth, **CLOTH)
    pen.limb(".13,.43 .25,.44 .37,.43", 0.018, 0.018, paint=darker(colour(cloth), 0.15))
    pen.box(0.2, 0.5, 0.3, 0.57, darker(colour(cloth), 0.06), 0.02)


def white_coat(pen: Pen, cloth: str | Colour = "#f4f6f6") -> None:
    """Draw an open coat to the knees, with lapels and pockets."""
    trim = darker(colour(cloth), 0.08)
    for side in (-1, 1):
        pen.blob(
            [
                (0.25 + side * 0.03, 0.235),
                (0.25 + side * 0.125, 0.24),
                (0.25 + side * 0.14, 0.45),
                (0.25 + side * 0.15, 0.76),
                (0.25 + side * 0.045, 0.77),
                (0.25 + side * 0.035, 0.45),
            ],
            cloth,
            grain="fabric",
            strength=0.25,
            round=0.6,
        )
        pen.limb(
            [(0.25 + side * 0.13, 0.27), (0.25 + side * 0.19, 0.42), (0.25 + side * 0.167, 0.545)],
            0.105,
            0.085,
            0.07,
            paint=cloth,
            **CLOTH,
        )
        pen.poly(
            [
                (0.25 + side * 0.028, 0.23),
                (0.25 + side * 0.085, 0.25),
                (0.25 + side * 0.04, 0.37),
            ],
            trim,
        )
        pen.box(0.25 + side * 0.095 - 0.035, 0.56, 0.25 + side * 0.095 + 0.035, 0.62, trim, 0.01)


def stethoscope(pen: Pen) -> None:
    """Draw a stethoscope about the neck."""
    pen.limb(".2,.225 .19,.32 .235,.39", 0.012, 0.012, paint="#2a3038")
    pen.limb(".3,.225 .315,.33 .27,.41 .262,.45", 0.012, 0.012, paint="#2a3038")
    pen.ellipse(0.262, 0.465, 0.022, 0.022, "#c8d0d6", **METAL)


def suit(pen: Pen) -> None:
    """Draw lapels, a white shirt and a tie."""
    pen.poly(".205,.228 .295,.228 .25,.42", "#f6f6f4")
    pen.poly(".24,.25 .26,.25 .27,.37 .25,.405 .23,.37", "#a8262e", grain="fabric")
    for side in (-1, 1):
        pen.poly(
            [
                (0.25 + side * 0.045, 0.225),
                (0.25 + side * 0.09, 0.25),
                (0.25 + side * 0.008, 0.43),
            ],
            darker(pen.colour, 0.25),
        )


def bow_tie(pen: Pen) -> None:
    """Draw a white shirt front and a bow tie."""
    pen.poly(".21,.228 .29,.228 .27,.5 .25,.53 .23,.5", "#f6f6f4")
    pen.poly(".25,.25 .215,.232 .215,.272", "#1a1a20")
    pen.poly(".25,.25 .285,.232 .285,.272", "#1a1a20")
    for y in (0.32, 0.38, 0.44):
        pen.ellipse(0.25, y, 0.008, 0.008, "#2a2a30")


def badge_and_belt(pen: Pen) -> None:
    """Draw a uniform's pockets, badge and belt."""
    pen.limb(".13,.585 .25,.6 .37,.585", 0.034, 0.034, paint="#17171c", gloss=0.4)
    pen.box(0.228, 0.575, 0.272, 0.612, "#d8b84a", 0.006, gloss=0.7)
    pen.poly(".305,.31 .335,.31 .34,.345 .32,.37 .3,.345", "#e8c04a", gloss=0.7)
    pen.box(0.16, 0.33, 0.215, 0.38, darker(pen.colour, 0.2), 0.008)


def dungarees(pen: Pen, denim: str = "#3d5f94") -> None:
    """Draw a bib and straps over a shirt."""
    for side in (-1, 1):
        pen.limb(
            [(0.25 + side * 0.065, 0.228), (0.25 + side * 0.06, 0.36)],
            0.026,
            0.026,
            paint=denim,
        )
    pen.blob(".175,.35 .325,.35 .34,.46 .372,.6 .25,.625 .128,.6 .16,.46", denim, **CLOTH)
    pen.box(0.205, 0.4, 0.295, 0.46, darker(colour(denim), 0.15), 0.012)
    for side in (-1, 1):
        pen.ellipse(0.25 + side * 0.06, 0.365, 0.011, 0.011, "#e8c04a", gloss=0.7)


def stripes(pen: Pen) -> None:
    """Draw the bands of a sailor's or a robber's shirt."""
    for y in (0.3, 0.37, 0.44, 0.51):
        pen.limb(
            [(0.14, y), (0.25, y + 0.012), (0.36, y)],
            0.026,
            0.027,
            0.026,
            paint="#28406e",
        )


def robe(pen: Pen, sash: str = "") -> None:
    """Draw a long garment down to the feet."""
    pen.blob(".15,.235 .25,.22 .35,.235 .37,.5 .42,.96 .25,.985 .08,.96 .13,.5", **CLOTH)
    for x in (0.18, 0.25, 0.32):
        pen.limb([(0.25 + (x - 0.25) * 0.6, 0.5), (x, 0.95)], 0.008, 0.014, paint=pen.dark)
    if sash:
        pen.limb(".135,.47 .25,.485 .365,.47", 0.045, 0.045, paint=sash, grain="fabric")


def gown(pen: Pen) -> None:
    """Draw a wide skirt down to the feet."""
    pen.blob(
        ".185,.4 .25,.41 .315,.4 .37,.62 .47,.97 .25,1.0 .03,.97 .13,.62",
        grain="fabric",
        strength=0.2,
        round=0.7,
    )
    for x in (0.12, 0.2, 0.3, 0.38):
        pen.limb([(0.25 + (x - 0.25) * 0.4, 0.46), (x, 0.96)], 0.006, 0.012, paint=pen.dark)


def tiara(pen: Pen) -> None:
    """Draw a golden tiara."""
    pen.poly(
        ".185,.055 .19,.0 .215,.025 .25,-.04 .285,.025 .31,.0 .315,.055 .25,.04",
        "#e8b83a",
        gloss=0.8,
        round=0.4,
    )
    pen.ellipse(0.25, 0.012, 0.012, 0.014, "#d82a5a", gloss=1)


def brown_sash(pen: Pen) -> None:
    """Draw a monk's robe and cord."""
    robe(pen, "#e8dcc0")


def black_sash(pen: Pen) -> None:
    """Draw a fighter's robe with crossed lapels and a sash."""
    robe(pen, "#1d1d24")
    pen.limb(".2,.23 .3,.46", 0.02, 0.02, paint=lighter(pen.colour, 0.35), bend=False)
    pen.limb(".3,.23 .2,.46", 0.02, 0.02, paint=lighter(pen.colour, 0.35), bend=False)


def white_collar(pen: Pen) -> None:
    """Draw a priest's collar and cross."""
    robe(pen)
    pen.box(0.225, 0.215, 0.275, 0.242, "#f8f8f4", 0.006)
    pen.limb(".25,.34 .25,.44", 0.014, 0.014, paint="#d8b84a", gloss=0.7)
    pen.limb(".222,.37 .278,.37", 0.014, 0.014, paint="#d8b84a", gloss=0.7)


def judges_wig(pen: Pen) -> None:
    """Draw a judge's robe, bands and wig."""
    robe(pen)
    pen.poly(".235,.23 .265,.23 .275,.35 .225,.35", "#f8f8f4")
    for side in (-1, 1):
        for y in (0.06, 0.11, 0.16, 0.205):
            pen.ellipse(0.25 + side * 0.1, y, 0.034, 0.028, "#ece8de", grain="fur")
    pen.blob(".15,.07 .18,-.01 .25,-.035 .32,-.01 .35,.07 .25,.035", "#ece8de", grain="fur")


def number(pen: Pen) -> None:
    """Draw an athlete's number on the chest."""
    pen.box(0.195, 0.36, 0.305, 0.47, "#f8f8f4", 0.008)
    pen.limb(".228,.395 .228,.44", 0.014, 0.014, paint="#1d1d24")
    pen.ring(0.268, 0.417, 0.024, 0.012, "#1d1d24")


def bare_chest(pen: Pen) -> None:
    """Draw the upper body without a shirt."""
    skin = pick(pen, SKINS)
    pen.blob(".13,.23 .25,.215 .37,.23 .38,.4 .375,.58 .25,.6 .125,.58 .12,.4", skin)
    for side in (-1, 1):
        pen.limb(
            [(0.25 + side * 0.13, 0.27), (0.25 + side * 0.19, 0.42), (0.25 + side * 0.165, 0.55)],
            0.1,
            0.08,
            0.065,
            paint=skin,
        )
        pen.limb(
            [(0.25 + side * 0.02, 0.35), (0.25 + side * 0.1, 0.335)],
            0.006,
            0.01,
            paint=darker(skin, 0.2),
        )
    pen.blob(".14,.56 .36,.56 .37,.7 .27,.72 .25,.66 .23,.72 .13,.7", **CLOTH)


def shorts(pen: Pen) -> None:
    """Draw shorts, bare knees and socks."""
    skin = pick(pen, SKINS)
    for side in (-1, 1):
        x = 0.25 + side * 0.07
        pen.limb([(x, 0.7), (x + side * 0.004, 0.94)], 0.1, 0.085, paint=skin)
        pen.limb(
            [(x + side * 0.004, 0.87), (x + side * 0.005, 0.95)], 0.086, 0.08, paint="#f2f2ee"
        )
    pen.blob(
        ".13,.56 .37,.56 .395,.73 .27,.745 .25,.68 .23,.745 .105,.73",
        darker(pen.colour, 0.3),
        **CLOTH,
    )


def bare_legs(pen: Pen) -> None:
    """Draw legs and feet without clothes."""
    skin = pick(pen, SKINS)
    for side in (-1, 1):
        x = 0.25 + side * 0.065
        pen.limb(
            [(x, 0.6), (x + side * 0.008, 0.78), (x + side * 0.008, 0.97)],
            0.125,
            0.1,
            0.075,
            paint=skin,
        )
        pen.blob(
            [
                (x - 0.04, 0.955),
                (x + 0.045, 0.95),
                (x + 0.06 + side * 0.03, 1.0),
                (x - 0.055 + side * 0.02, 1.0),
            ],
            skin,
        )


def boxing_gloves(pen: Pen) -> None:
    """Draw boxing gloves."""
    for x, y in (HAND, OTHER_HAND):
        pen.ellipse(x, y, 0.065, 0.06, "#c8262a", gloss=0.7, round=1)


# held


def ladle(pen: Pen) -> None:
    """Draw a ladle in the hand."""
    pen.limb(".415,.6 .425,.36", 0.014, 0.014, paint="#b8bec4", **METAL)
    pen.ellipse(0.43, 0.335, 0.042, 0.032, "#c8ced4", **METAL)


def tray(pen: Pen) -> None:
    """Draw a tray with a glass on the hand."""
    pen.ellipse(0.43, 0.545, 0.11, 0.022, "#c8ced4", **METAL)
    pen.poly(".405,.42 .455,.42 .445,.53 .415,.53", "#d84a5a", gloss=0.8)


def book(pen: Pen) -> None:
    """Draw a book in the hand."""
    pen.box(0.36, 0.49, 0.48, 0.63, "#8a3a2a", 0.01, grain="fabric")
    pen.box(0.37, 0.5, 0.478, 0.622, "#f4efe2", 0.006)
    pen.box(0.36, 0.49, 0.468, 0.61, "#a8462e", 0.01, grain="fabric")


def clipboard(pen: Pen) -> None:
    """Draw a clipboard in the hand."""
    pen.box(0.36, 0.47, 0.48, 0.64, "#9a6a3a", 0.012, grain="wood")
    pen.box(0.372, 0.49, 0.468, 0.63, "#fbfaf4", 0.004)
    for y in (0.52, 0.55, 0.58):
        pen.limb([(0.385, y), (0.455, y)], 0.006, 0.006, paint="#8a94a0", bend=False)
    pen.box(0.4, 0.462, 0.44, 0.49, "#c8ced4", 0.006, **METAL)


def briefcase(pen: Pen) -> None:
    """Draw a briefcase in the hand."""
    pen.limb(".39,.6 .415,.575 .44,.6", 0.014, 0.014, paint="#3a2416")
    pen.box(0.32, 0.6, 0.51, 0.74, "#5a3820", 0.015, gloss=0.4, round=0.5)
    pen.box(0.4, 0.6, 0.43, 0.63, "#d8b84a", 0.004, gloss=0.7)


def wrench(pen: Pen) -> None:
    """Draw a wrench in the hand."""
    pen.limb(".41,.62 .43,.4", 0.022, 0.02, paint="#a8b0b8", **METAL)
    pen.ring(0.432, 0.375, 0.032, 0.02, "#a8b0b8")


def saw(pen: Pen) -> None:
    """Draw a saw in the hand."""
    pen.poly(".4,.6 .44,.6 .5,.33 .455,.32", "#c8ced4", **METAL)
    pen.box(0.385, 0.58, 0.45, 0.655, "#9a6230", 0.02, grain="wood")


def spade(pen: Pen) -> None:
    """Draw a spade that stands on the ground."""
    pen.limb(".435,.88 .43,.36", 0.018, 0.018, paint="#9a6a3a", grain="wood")
    pen.limb(".4,.36 .46,.36", 0.018, 0.018, paint="#9a6a3a")
    pen.blob(".39,.84 .48,.84 .48,.95 .435,1.0 .39,.95", "#a8b0b8", **METAL)


def hayfork(pen: Pen) -> None:
    """Draw a hayfork that stands on the ground."""
    pen.limb(".435,1.0 .43,.3", 0.016, 0.016, paint="#9a6a3a", grain="wood")
    for dx in (-0.04, 0.0, 0.04):
        pen.limb([(0.43 + dx, 0.3), (0.43 + dx, 0.16)], 0.01, 0.007, paint="#a8b0b8", **METAL)
    pen.limb(".385,.3 .475,.3", 0.014, 0.014, paint="#a8b0b8", **METAL)


def sabre(pen: Pen) -> None:
    """Draw a curved sword in the hand."""
    pen.limb(".415,.55 .47,.36 .475,.14", 0.028, 0.024, 0.008, paint="#d0d6dc", **METAL)
    pen.limb(".38,.56 .455,.545", 0.016, 0.016, paint="#d8b84a", gloss=0.6)
    pen.limb(".41,.56 .402,.62", 0.024, 0.022, paint="#3a2416")


def microphone_stand(pen: Pen) -> None:
    """Draw a microphone on its stand before the singer."""
    pen.limb(".4,.99 .4,.27", 0.012, 0.012, paint="#2a2a30", gloss=0.5)
    pen.ellipse(0.4, 0.99, 0.075, 0.014, "#2a2a30")
    pen.limb(".4,.27 .34,.2", 0.018, 0.018, paint="#2a2a30", gloss=0.5)
    pen.ellipse(0.333, 0.19, 0.028, 0.03, "#8a9098", **METAL)


def guitar_in_arms(pen: Pen) -> None:
    """Draw a guitar held before the body."""
    pen.limb(".27,.49 .52,.34", 0.028, 0.022, paint="#4a2e1a", grain="wood", bend=False)
    pen.poly(".505,.33 .555,.29 .575,.315 .525,.36", "#3a2416")
    pen.ellipse(0.2, 0.535, 0.11, 0.095, "#b8702a", grain="wood", gloss=0.5)
    pen.ellipse(0.285, 0.485, 0.075, 0.07, "#b8702a", grain="wood", gloss=0.5)
    pen.ellipse(0.235, 0.515, 0.03, 0.028, "#3a2010")
    pen.limb(".15,.565 .52,.335", 0.004, 0.004, paint="#f0e8d8", bend=False)


def violin_in_arms(pen: Pen) -> None:
    """Draw a violin at the shoulder, and its bow."""
    pen.limb(".3,.29 .45,.36", 0.018, 0.014, paint="#2a1a12", bend=False)
    pen.ellipse(0.255, 0.275, 0.06, 0.045, "#9a4a1c", grain="wood", gloss=0.6)
    pen.ellipse(0.31, 0.3, 0.045, 0.036, "#9a4a1c", grain="wood", gloss=0.6)
    pen.limb(".24,.36 .36,.14", 0.007, 0.007, paint="#3a2416", bend=False)


def palette(pen: Pen) -> None:
    """Draw a palette in one hand and a brush in the other."""
    pen.ellipse(0.42, 0.55, 0.1, 0.065, "#c89a5a", grain="wood")
    tones = ("#d83a3a", "#e8b82a", "#3a8a4a", "#2f62b8", "#f4f2ec")
    for k, tone in enumerate(tones):
        pen.ellipse(0.35 + k * 0.034, 0.53 + 0.02 * (k % 2), 0.014, 0.012, tone, gloss=0.6)
    pen.limb(".08,.62 .06,.42", 0.012, 0.01, paint="#9a6a3a")
    pen.limb(".06,.42 .056,.385", 0.018, 0.008, paint="#d83a3a")


def fishing_rod(pen: Pen) -> None:
    """Draw a rod with its line."""
    pen.limb(".4,.64 .56,.02", 0.016, 0.007, paint="#7a5230", bend=False)
    pen.limb(".56,.02 .575,.5", 0.003, 0.003, paint="#e8e8e8", bend=False)
    pen.ellipse(0.575, 0.5, 0.014, 0.018, "#d83a3a", gloss=0.6)


def walking_stick(pen: Pen) -> None:
    """Draw a stick that stands on the ground."""
    pen.limb(".43,1.0 .425,.53 .455,.5 .47,.53", 0.016, 0.016, paint="#7a5230", grain="wood")


def rucksack(pen: Pen) -> None:
    """Draw a rucksack's straps and what shows behind the shoulders."""
    for side in (-1, 1):
        pen.blob(
            [
                (0.25 + side * 0.115, 0.2),
                (0.25 + side * 0.2, 0.24),
                (0.25 + side * 0.2, 0.42),
                (0.25 + side * 0.14, 0.46),
            ],
            "#3f7a56",
            **CLOTH,
        )
        pen.limb(
            [(0.25 + side * 0.085, 0.23), (0.25 + side * 0.1, 0.45)],
            0.024,
            0.024,
            paint="#2c5a40",
        )


def rope(pen: Pen) -> None:
    """Draw a coiled rope across the body."""
    for k in range(3):
        pen.limb(
            [(0.16, 0.26 + k * 0.02), (0.27, 0.42 + k * 0.02), (0.36, 0.56 + k * 0.015)],
            0.014,
            0.014,
            paint="#e8a02a",
        )


def ball_at_feet(pen: Pen) -> None:
    """Draw a football at the feet."""
    pen.ellipse(0.43, 0.945, 0.055, 0.055, "#f6f6f2", round=1, gloss=0.3)
    for x, y in ((0.43, 0.945), (0.4, 0.915), (0.462, 0.918), (0.41, 0.98), (0.455, 0.978)):
        pen.ellipse(x, y, 0.014, 0.013, "#22222a")


def basketball_in_hand(pen: Pen) -> None:
    """Draw a basketball in the hand."""
    pen.ellipse(0.44, 0.55, 0.065, 0.065, "#d8702a", round=1)
    pen.limb(".376,.55 .504,.55", 0.005, 0.005, paint="#3a2010", bend=False)
    pen.limb(".44,.487 .44,.613", 0.005, 0.005, paint="#3a2010", bend=False)


def racket_in_hand(pen: Pen) -> None:
    """Draw a tennis racket in the hand."""
    pen.limb(".415,.6 .445,.44", 0.018, 0.014, paint="#2a2a30")
    pen.ellipse(0.468, 0.345, 0.07, 0.1, "#e04a2a", gloss=0.5)
    pen.ellipse(0.468, 0.345, 0.056, 0.085, "#f2f2ea")
    for dx in (-0.03, 0.0, 0.03):
        pen.limb([(0.468 + dx, 0.27), (0.468 + dx, 0.42)], 0.003, 0.003, paint="#9aa0a8")
    for dy in (-0.05, 0.0, 0.05):
        pen.limb([(0.415, 0.345 + dy), (0.52, 0.345 + dy)], 0.003, 0.003, paint="#9aa0a8")


def golf_club(pen: Pen) -> None:
    """Draw a golf club and a ball."""
    pen.limb(".415,.57 .46,.97", 0.01, 0.009, paint="#b8bec4", bend=False)
    pen.limb(".455,.97 .5,.985", 0.022, 0.02, paint="#3a3a42", gloss=0.6)
    pen.ellipse(0.53, 0.985, 0.014, 0.014, "#ffffff", gloss=0.4)


def surfboard_upright(pen: Pen) -> None:
    """Draw a surfboard that stands beside."""
    pen.blob(".46,.02 .53,.2 .55,.6 .5,.99 .44,.99 .4,.6 .41,.2", "#f2d24a", gloss=0.6, round=0.6)
    pen.limb(".468,.06 .474,.95", 0.014, 0.014, paint="#d8502a", bend=False)


def board(pen: Pen) -> None:
    """Draw a skateboard under the feet."""
    for x in (0.1, 0.4):
        pen.ellipse(x, 1.035, 0.026, 0.026, "#e8e2d0")
    pen.limb(".0,.99 .06,1.01 .44,1.01 .5,.99", 0.024, 0.03, 0.024, paint="#c8503a", gloss=0.4)


def skis(pen: Pen) -> None:
    """Draw skis under the feet and poles in the hands."""
    for side in (-1, 1):
        x = 0.25 + side * 0.07
        pen.limb([(x, 0.99), (x + 0.16, 0.985), (x + 0.21, 0.955)], 0.02, 0.02, paint="#d83a3a")
    for x, y in (HAND, OTHER_HAND):
        pen.limb([(x, y - 0.03), (x + (x - 0.25) * 0.35, 0.98)], 0.008, 0.007, paint="#3a3a42")


def bouquet(pen: Pen) -> None:
    """Draw a bouquet before the body."""
    pen.poly(".22,.56 .28,.56 .255,.66 .245,.66", "#5a9a4a")
    for k, tone in enumerate(("#f4a8b8", "#fbeef0", "#e86a8a", "#fbeef0", "#f4a8b8")):
        pen.ellipse(0.19 + k * 0.03, 0.53 - 0.018 * (k % 2), 0.028, 0.026, tone, round=1)


def hose(pen: Pen) -> None:
    """Draw a hose with its nozzle in the hand."""
    pen.limb(".34,1.0 .46,.84 .45,.66 .42,.58", 0.026, 0.026, paint="#e8c04a")
    pen.limb(".42,.58 .47,.49", 0.022, 0.026, paint="#a8b0b8", **METAL)


def steering_wings(pen: Pen) -> None:
    """Draw a pilot's tie, wings and stripes."""
    suit(pen)
    pen.limb(".295,.335 .345,.325", 0.016, 0.01, paint="#e8c04a", gloss=0.7)
    for x, y in (HAND, OTHER_HAND):
        for dy in (0.05, 0.072):
            pen.limb([(x - 0.03, y - dy), (x + 0.03, y - dy)], 0.008, 0.008, paint="#e8c04a")


def cape(pen: Pen) -> None:
    """Draw a cape behind the shoulders, a mask, and a star on the chest."""
    for side in (-1, 1):
        pen.blob(
            [
                (0.25 + side * 0.12, 0.23),
                (0.25 + side * 0.2, 0.3),
                (0.25 + side * 0.29, 0.72),
                (0.25 + side * 0.2, 0.8),
                (0.25 + side * 0.16, 0.6),
            ],
            "#c8262a",
            **CLOTH,
        )
    pen.limb(".17,.225 .25,.25 .33,.225", 0.03, 0.034, 0.03, paint="#c8262a", **CLOTH)
    pen.blob(".172,.1 .25,.09 .328,.1 .322,.136 .25,.13 .178,.136", "#c8262a", round=0.3)
    for side in (-1, 1):
        pen.eye(0.25 + side * 0.032, 0.117, 0.012, "#2a1c12")
    pen.poly(
        ".25,.3 .268,.345 .315,.348 .278,.378 .29,.425 .25,.4 .21,.425 .222,.378 .185,.348 "
        ".232,.345",
        "#f2c23a",
        gloss=0.5,
    )
    pen.limb(".13,.575 .25,.59 .37,.575", 0.034, 0.034, paint="#f2c23a", gloss=0.4)


@dataclass(frozen=True, slots=True)
class Role:
    """A calling: its words, the garment's colours, where it is at home, and its signs."""

    words: str
    colours: str
    homes: str
    signs: tuple[Part, ...]
    figure: Part = person


ROLES = (
    Role("chef, cook, baker, pastry chef", "#f2f2ee", "kitchen cafe", (apron, toque, ladle)),
    Role(
        "doctor, physician, surgeon, veterinarian, vet, dentist",
        "#4a8ab0 #5aa08a",
        "hospital_ward",
        (white_coat, stethoscope, clipboard),
    ),
    Role("scientist, chemist, pharmacist", "#5a6a8a", "laboratory", (white_coat, spectacles)),
    Role("nurse, midwife", "#6ab0c8 #7ac0b0", "hospital_ward", (stethoscope, clipboard), woman),
    Role("teacher, professor, librarian", "#8a5a3a #4a6a5a", "classroom", (spectacles, book)),
    Role("student, pupil", "#3a7ab0 #c8503a", "classroom street", (rucksack, book)),
    Role("graduate", "#24242e", "park lobby", (robe, mortarboard)),
    Role(
        "firefighter, fireman",
        "#3a342c #8a6a2a",
        "street city",
        (badge_and_belt, fire_helmet, hose),
    ),
    Role(
        "police officer, policeman, policewoman, cop, guard, sheriff",
        "#2a3a5e",
        "street city",
        (badge_and_belt, peaked_cap),
    ),
    Role("farmer, peasant", "#b8483a #4a7a3a", "farm meadow", (dungarees, straw_hat, hayfork)),
    Role("gardener, florist", "#5a9a4a", "garden", (dungarees, straw_hat, spade)),
    Role(
        "builder, engineer, construction worker, electrician, architect",
        "#e87a2a",
        "street city",
        (badge_and_belt, hard_hat, clipboard),
    ),
    Role("mechanic, plumber, handyman", "#c8503a #8a8a90", "workshop", (dungarees, wrench)),
    Role("carpenter, joiner", "#a8624a", "workshop", (dungarees, saw)),
    Role("waiter, waitress, butler, bartender", "#24242c", "cafe bar", (bow_tie, tray)),
    Role("barista, shopkeeper, butcher", "#4a6a5a #8a4a3a", "cafe shop", (apron,)),
    Role(
        "businessman, manager, boss, banker, lawyer, salesman, detective, spy",
        "#2c3444 #4a4a52",
        "office city",
        (suit, briefcase),
    ),
    Role("businesswoman, secretary", "#3a3a4a #6a2a4a", "office city", (briefcase,), woman),
    Role("groom, gentleman", "#22222a", "garden nave", (bow_tie,)),
    Role("queen, princess, empress, cinderella", "#e86aa0 #7a4ab0 #3a7ac0", "castle_hall",
         (gown, tiara), woman),
    Role("bride", "#fbf8f6", "garden nave", (gown, bridal_veil, bouquet), woman),
    Role("pilot, aviator", "#26304a", "airfield terminal", (steering_wings, peaked_cap)),
    Role("sailor, seaman", "#f0f2f2", "beach", (stripes, sailor_cap)),
    Role("captain, admiral", "#26304a", "beach", (steering_wings, white_cap)),
    Role("fisherman, angler", "#e8b83a", "beach lake", (straw_hat, fishing_rod)),
    Role("pirate, buccaneer", "#8a2a2a", "beach waterfront", (eye_patch, tricorne, sabre)),
    Role("cowboy, cowgirl, ranger", "#9a6a3a #a8483a", "desert farm", (wide_hat,)),
    Role("ninja", "#262830", "forest", (black_sash, cowl, sabre)),
    Role("samurai", "#8a2a34 #2a3a5a", "garden castle_hall", (black_sash, top_knot, sabre)),
    Role("monk, friar", "#7a5230 #c8702a", "forest nave", (brown_sash,)),
    Role("priest, pastor, vicar, pope, bishop", "#24242c", "nave", (white_collar,)),
    Role("nun", "#24252e", "nave", (robe, coif), woman),
    Role("judge", "#22222a", "lobby", (judges_wig, book)),
    Role("painter, artist", "#5a7ab0 #e0d8c8", "studio garden", (beret, palette)),
    Role("singer, rapper, pop star", "#a82a5a #2a2a30", "stage", (microphone_stand,)),
    Role("guitarist, musician, rock star, busker", "#2a2a34 #6a3a2a", "stage", (guitar_in_arms,)),
    Role("violinist, fiddler", "#24242c", "stage", (bow_tie, violin_in_arms)),
    Role("clown, jester", "#e8b83a #5ab0c8", "stage", (red_nose,)),
    Role("superhero, super hero, superwoman, ~superman", "#2f5ab0 #2a8a5a", "city", (cape,)),
    Role("vampire, dracula", "#22222a", "castle_hall", (bow_tie, fangs)),
    Role("grandfather, grandpa, granddad, old man, elder", "#7a6a52 #5a6a5a", "park living_room",
         (white_beard, walking_stick)),
    Role("grandmother, grandma, granny, old woman, old lady", "#8a6a9a #6a8a9a",
         "park living_room", (grey_hair,), woman),
    Role("runner, athlete, jogger, sprinter", "#e04a2a #2f7ab0", "pitch park", (shorts, number)),
    Role("footballer, football player, soccer player, goalkeeper", "#d83a3a #2f62b8 #f2d24a",
         "pitch", (shorts, number, ball_at_feet)),
    Role("basketball player", "#e87a2a", "gym", (shorts, number, basketball_in_hand)),
    Role("tennis player", "#f4f4f0", "pitch park", (shorts, racket_in_hand)),
    Role("golfer", "#5a9a6a", "meadow park", (golf_club,)),
    Role("boxer", "#c8262a #2f62b8", "gym", (bare_legs, bare_chest, boxing_gloves)),
    Role("swimmer, lifeguard", "#2f62b8 #c8262a", "beach", (bare_legs, bare_chest)),
    Role("surfer", "#2fa0a8 #e87a2a", "beach", (bare_legs, bare_chest, surfboard_upright)),
    Role("skier, ~snowboarder", "#2f7ab0 #d83a3a", "snowfield", (winter_hat, skis)),
    Role("hiker, backpacker, traveller, tourist", "#c8703a #4a7a5a", "mountains forest",
         (rucksack, straw_hat, walking_stick)),
    Role("climber, mountaineer", "#d8502a #2f7ab0", "mountains", (rope, hard_hat)),
    Role("postman, mailman, postwoman, mail carrier, courier", "#2f5a9a", "street",
         (badge_and_belt, peaked_cap, rucksack)),
    Role("skateboarder, skater", "#e0a030 #3a7ac0", "park street", (bicycle_helmet, board)),
    Role("cyclist, biker", "#2f7ab0 #e8c04a", "street park", (shorts, number, bicycle_helmet)),
)  # fmt: skip

CALLINGS = tuple(role.words.partition(",")[0] for role in ROLES)


def _draw(role: Role) -> Part:
    def draw(pen: Pen) -> None:
        begun = pen.rng.bit_generator.state
        if pen.hair is None and white_beard in role.signs:
            pen.hair = colour("#d8d6d2")
        role.figure(pen)
        for sign in role.signs:
            pen.rng.bit_generator.state = begun  # so that it picks the figure's own skin
            sign(pen)

    draw.__doc__ = f"Draw a {role.words.partition(',')[0]}."
    return draw


for _role in ROLES:
    thing(
        _role.words,
        1.75,
        0.6
        if any(sign in (skis, surfboard_upright, fishing_rod) for sign in _role.signs)
        else 0.5,
        _role.colours,
        _role.homes,
        hand=(0.25, 0.52),
    )(_draw(_role))


@thing(
    "dancer, ballerina, ballet dancer, ~gymnast",
    1.75,
    0.72,
    "#f0b8c8 #c8a0d8 #e8e4f0",
    "stage",
)
def dancer(pen: Pen) -> None:
    """Draw a dancer on one toe, arms above the head."""
    skin, hair = pick(pen, SKINS), hair_of(pen)
    tights = lighter(skin, 0.25)
    pen.limb(".36,.58 .35,.78 .355,.97", 0.085, 0.06, 0.035, paint=tights)
    pen.limb(".35,.9 .357,1.0", 0.04, 0.02, paint=pen.colour, gloss=0.4)
    pen.limb(".37,.58 .52,.66 .66,.56", 0.085, 0.06, 0.04, paint=tights)
    pen.limb(".62,.59 .69,.535", 0.042, 0.02, paint=pen.colour, gloss=0.4)
    for side in (-1, 1):
        pen.limb(
            [
                (0.36 + side * 0.07, 0.31),
                (0.36 + side * 0.19, 0.17),
                (0.36 + side * 0.06, -0.03),
            ],
            0.055,
            0.045,
            0.035,
            paint=skin,
        )
    pen.ellipse(0.36, 0.57, 0.24, 0.075, lighter(pen.colour, 0.35), grain="fabric")
    pen.ellipse(0.36, 0.545, 0.21, 0.06, lighter(pen.colour, 0.15), grain="fabric")
    for k in range(9):
        x = 0.15 + k * 0.0525
        pen.limb([(0.36 + (x - 0.36) * 0.4, 0.53), (x, 0.6)], 0.006, 0.01, paint=pen.dark)
    pen.blob(".29,.29 .36,.28 .43,.29 .415,.42 .42,.54 .36,.555 .3,.54 .305,.42", **CLOTH)
    pen.limb(".36,.24 .36,.3", 0.055, 0.06, paint=darker(skin, 0.1))
    pen.ellipse(0.36, 0.055, 0.045, 0.04, hair, grain="fur")
    pen.ellipse(0.36, 0.155, 0.082, 0.085, hair, grain="fur")
    head(pen, 0.36, 0.17, 0.075, skin)
    pen.blob(".285,.16 .29,.1 .36,.075 .43,.1 .435,.16 .4,.12 .36,.112 .32,.12", hair, grain="fur")


@thing("baby, infant, newborn, newborn baby", 0.55, 0.62, "#8ac0e8 #f4b8c8 #f2e0a0", "bedroom")
def baby(pen: Pen) -> None:
    """Draw a baby wrapped in a blanket."""
    skin = pick(pen, SKINS)
    pen.blob(
        ".31,.2 .5,.3 .58,.52 .52,.82 .31,1.0 .1,.82 .04,.52 .12,.3", grain="fabric", round=0.9
    )
    pen.ellipse(0.31, 0.25, 0.26, 0.25, pen.light, grain="fabric")
    head(pen, 0.31, 0.26, 0.2, skin)
    pen.limb(".27,.07 .32,.1 .36,.06", 0.02, 0.03, 0.01, paint=hair_of(pen), grain="fur")
    for path in (".06,.5 .31,.62 .56,.5", ".1,.72 .31,.8 .52,.72"):
        pen.limb(path, 0.03, 0.034, 0.03, paint=pen.dark, grain="fabric")


@thing("family, parents", 1.75, 1.2, "#3a62a0", "park living_room garden")
def family(pen: Pen) -> None:
    """Draw a man, a woman and a child side by side."""
    person(pen.within(-0.02, 0.0, 1.0, pen.colour))
    woman(pen.within(0.72, 0.05, 0.95, "#c83a5a"))
    child(pen.within(0.42, 0.36, 0.64, "#e0a030"))


@thing("couple, lovers, newlyweds", 1.75, 0.92, "#3a62a0", "park street")
def couple(pen: Pen) -> None:
    """Draw a man and a woman side by side."""
    person(pen.within(0.0, 0.0, 1.0, pen.colour))
    woman(pen.within(0.44, 0.05, 0.95, "#c83a5a"))


@thing("crowd, audience, team", 1.75, 1.9, "#3a62a0", "street city")
def crowd(pen: Pen) -> None:
    """Draw people in two rows."""
    tones = ("#a8433a", "#3f7a56", "#c08a3a", "#5a4a70", "#3a7ab0", "#8a3a5a", "#4a6a3a")
    for k, tone in enumerate(tones[:4]):
        (woman if k % 2 else person)(pen.within(0.14 + k * 0.4, 0.0, 0.88, tone))
    for k, tone in enumerate(tones[4:]):
        (person if k % 2 else woman)(pen.within(0.3 + k * 0.42, 0.06, 0.94, tone))
