"""Animals of house and farm."""

import math

from mediaext.engines.classical.painter.colours import darker, lighter, mix
from mediaext.engines.classical.painter.pen import Finish, Pen
from mediaext.engines.classical.painter.things.registry import thing


@thing(
    "cat, kitten, kitty, tomcat",
    0.35,
    0.9,
    "ginger grey black #e9dcc3 #6b5648",
    "living_room garden meadow",
    hand=(0.5, 0.75),
)
def cat(pen: Pen) -> None:
    """Draw a sitting cat."""
    fur: Finish = {"grain": "fur", "strength": 0.6}
    pen.limb(".62,.93 .84,.95 .92,.8 .84,.66", 0.09, 0.09, 0.06, **fur)
    pen.blob(".45,.36 .62,.42 .72,.66 .74,.9 .6,.99 .3,.99 .19,.86 .24,.6 .32,.42", **fur)
    pen.blob(
        ".42,.5 .5,.55 .5,.76 .42,.84 .33,.74 .34,.56", lighter(pen.colour, 0.55), grain="fur"
    )
    pen.ellipse(0.64, 0.87, 0.13, 0.13, **fur)
    for x in (0.35, 0.48):
        pen.limb([(x, 0.66), (x, 0.9), (x - 0.01, 0.95)], 0.12, 0.1, 0.1, **fur)
        pen.ellipse(x - 0.015, 0.965, 0.065, 0.038, lighter(pen.colour, 0.35))
    for side in (-1, 1):
        pen.blob(
            [(0.42 + side * 0.05, 0.12), (0.42 + side * 0.17, -0.02), (0.42 + side * 0.21, 0.2)],
            **fur,
        )
        pen.blob(
            [(0.42 + side * 0.1, 0.11), (0.42 + side * 0.16, 0.04), (0.42 + side * 0.18, 0.17)],
            "#e3a199",
        )
    pen.ellipse(0.42, 0.25, 0.225, 0.185, **fur)
    for k in (-1, 0, 1):
        pen.limb(
            [(0.42 + k * 0.05, 0.09), (0.42 + k * 0.04, 0.15)],
            0.02,
            0.008,
            paint=darker(pen.colour, 0.4),
        )
    for side in (-1, 1):
        pen.ellipse(0.42 + side * 0.045, 0.335, 0.065, 0.05, lighter(pen.colour, 0.6), grain="fur")
        pen.ellipse(0.42 + side * 0.09, 0.24, 0.05, 0.052, "#cfd35a", gloss=0.6)
        pen.ellipse(0.42 + side * 0.09, 0.24, 0.017, 0.046, "#141210")
        pen.dot(0.42 + side * 0.09 - 0.015, 0.22, 0.013, "#ffffff")
        for k in (-1, 0, 1):
            pen.limb(
                [(0.42 + side * 0.08, 0.335 + k * 0.012), (0.42 + side * 0.27, 0.32 + k * 0.045)],
                0.007,
                0.003,
                paint="#f5efe2",
            )
    pen.blob(".39,.295 .45,.295 .42,.33", "#c76f6c")


@thing(
    "dog, puppy, hound, terrier",
    0.55,
    1.15,
    "tan brown #e8dcc4 #4a3a30 golden",
    "meadow park garden beach",
    seat=(0.5, 0.4),
    hand=(0.95, 0.32),
)
def dog(pen: Pen) -> None:
    """Draw a standing dog."""
    fur: Finish = {"grain": "fur", "strength": 0.5}
    far: Finish = {"paint": darker(pen.colour, 0.28), **fur}
    pen.limb(".2,.42 .06,.3 .06,.14", 0.1, 0.075, 0.035, **fur)
    pen.limb(".3,.6 .27,.78 .32,.96", 0.13, 0.08, 0.075, **far)
    pen.limb(".78,.6 .8,.8 .8,.96", 0.12, 0.08, 0.075, **far)
    pen.blob(".18,.42 .4,.37 .7,.36 .86,.42 .86,.62 .7,.7 .45,.64 .25,.68 .15,.56", **fur)
    pen.blob(".72,.44 .86,.5 .83,.66 .7,.7", lighter(pen.colour, 0.4), **fur)
    for spine, foot in ((".22,.56 .18,.78 .23,.95", 0.23), (".72,.6 .71,.8 .71,.95", 0.71)):
        pen.limb(spine, 0.17, 0.09, 0.085, **fur)
        pen.ellipse(foot + 0.03, 0.965, 0.07, 0.036, lighter(pen.colour, 0.3))
    pen.limb(".76,.46 .86,.26", 0.27, 0.22, **fur)
    pen.limb(".72,.39 .9,.46", 0.05, 0.05, paint="#c0392b", gloss=0.4)
    pen.ellipse(0.9, 0.19, 0.17, 0.16, **fur)
    pen.blob(".95,.16 1.1,.18 1.13,.26 1.07,.31 .93,.31", lighter(pen.colour, 0.3), **fur)
    pen.ellipse(1.11, 0.195, 0.04, 0.033, "#1c1716", gloss=0.9)
    pen.limb(".99,.295 1.09,.285", 0.012, 0.008, paint="#3a211c")
    pen.blob(".8,.06 .88,.09 .88,.28 .8,.36 .72,.26", darker(pen.colour, 0.35), **fur)
    pen.eye(0.965, 0.15, 0.03)


@thing(
    "horse, pony, stallion, mare",
    1.7,
    1.2,
    "chestnut #3f2d22 #d9cdb8 #8a5a35 #b8b2aa",
    "meadow farm hills",
    seat=(0.5, 0.36),
)
def horse(pen: Pen) -> None:
    """Draw a standing horse."""
    coat: Finish = {"grain": "fur", "strength": 0.25, "gloss": 0.12}
    far: Finish = {"paint": darker(pen.colour, 0.35), **coat}
    hair = darker(pen.colour, 0.6)
    pen.limb(".32,.6 .3,.76 .33,.95", 0.12, 0.05, 0.045, **far)
    pen.limb(".76,.6 .8,.76 .78,.95", 0.1, 0.05, 0.045, **far)
    pen.limb(".2,.42 .1,.5 .09,.72", 0.05, 0.09, 0.03, paint=hair, grain="fur")
    pen.blob(".19,.42 .3,.35 .5,.37 .7,.34 .84,.42 .84,.58 .7,.64 .45,.64 .28,.66 .18,.56", **coat)
    pen.limb(".24,.54 .2,.74 .23,.95", 0.19, 0.062, 0.05, **coat)
    pen.limb(".75,.56 .73,.76 .73,.95", 0.15, 0.06, 0.05, **coat)
    for x in (0.24, 0.34, 0.74, 0.79):
        pen.poly(
            [(x - 0.035, 0.94), (x + 0.03, 0.94), (x + 0.045, 1.0), (x - 0.04, 1.0)], "#2a2420"
        )
    pen.blob(".66,.38 .8,.22 .86,.06 .97,.06 .98,.18 .93,.36 .84,.5", **coat)
    pen.blob(".86,.05 .98,.04 1.1,.19 1.16,.27 1.12,.33 1.03,.3 .93,.2", **coat)
    pen.ellipse(1.12, 0.28, 0.05, 0.045, darker(pen.colour, 0.4))
    pen.dot(1.14, 0.265, 0.011, "#120d0b")
    for x in (0.89, 0.95):
        pen.blob([(x - 0.025, 0.05), (x + 0.005, -0.06), (x + 0.03, 0.05)], **coat)
    pen.blob(
        ".95,.02 .88,.02 .82,.12 .74,.24 .64,.36 .7,.42 .78,.36 .85,.24 .89,.12",
        hair,
        grain="fur",
        strength=0.8,
    )
    pen.blob(".93,0 1,.05 .99,.13 .94,.08", hair, grain="fur")
    pen.eye(1.005, 0.125, 0.02)


@thing("cow", 1.45, 1.4, "#f0ece4 brown #5a3a26 #2a2828", "meadow farm hills", seat=(0.6, 0.3))
def cow(pen: Pen) -> None:
    """Draw a standing cow with patches."""
    coat: Finish = {"grain": "fur", "strength": 0.3}
    patch = darker(pen.colour, 0.75) if sum(pen.colour) > 1.2 else lighter(pen.colour, 0.85)
    far: Finish = {"paint": darker(pen.colour, 0.3), **coat}
    pen.limb(".14,.32 .07,.5 .08,.72", 0.035, 0.025, 0.05, **coat)
    for x in (0.36, 0.94):
        pen.limb([(x, 0.6), (x, 0.97)], 0.13, 0.09, **far)
    pen.blob(".12,.32 .3,.26 .6,.29 .9,.24 1.06,.32 1.08,.56 .95,.68 .5,.72 .2,.68 .1,.5", **coat)
    for x, y, rx, ry in (
        (0.32, 0.4, 0.13, 0.12),
        (0.66, 0.52, 0.14, 0.1),
        (0.86, 0.35, 0.1, 0.08),
    ):
        pen.ellipse(x, y, rx, ry, patch, turn=pen.rng.uniform(-30, 30), **coat)
    pen.ellipse(0.42, 0.71, 0.09, 0.06, "#e8a9a0")
    for x in (0.23, 0.84):
        pen.limb([(x, 0.6), (x, 0.95)], 0.17, 0.1, **coat)
    for x in (0.23, 0.36, 0.84, 0.94):
        pen.box(x - 0.05, 0.93, x + 0.05, 1.0, "#3a302a", 0.02)
    pen.limb("1,.42 1.14,.26", 0.3, 0.22, **coat)
    for side in (-1, 1):
        pen.limb(
            [(1.18 + side * 0.06, 0.08), (1.18 + side * 0.14, 0.05), (1.18 + side * 0.16, -0.04)],
            0.05,
            0.04,
            0.015,
            paint="#e8dcc0",
            gloss=0.3,
        )
        pen.ellipse(1.18 + side * 0.19, 0.15, 0.09, 0.045, patch, turn=side * 15, **coat)
    pen.blob("1.06,.08 1.3,.08 1.31,.24 1.28,.4 1.1,.4 1.06,.24", **coat)
    pen.ellipse(1.19, 0.38, 0.13, 0.085, "#e8b3a8")
    for side in (-1, 1):
        pen.dot(1.19 + side * 0.05, 0.37, 0.018, "#7a4a44")
        pen.eye(1.19 + side * 0.08, 0.19, 0.025)


@thing(
    "rabbit, bunny, hare",
    0.3,
    0.8,
    "#b89a78 white grey #8a6f55",
    "meadow garden forest",
    hand=(0.55, 0.7),
)
def rabbit(pen: Pen) -> None:
    """Draw a sitting rabbit."""
    fur: Finish = {"grain": "fur", "strength": 0.6}
    pen.ellipse(0.1, 0.82, 0.09, 0.09, "#f6f0e6", grain="fur")
    pen.blob(".1,.78 .2,.55 .42,.48 .6,.6 .66,.85 .55,.98 .2,.98", **fur)
    pen.ellipse(0.28, 0.83, 0.17, 0.15, **fur)
    pen.ellipse(0.3, 0.965, 0.15, 0.04, lighter(pen.colour, 0.4))
    pen.limb(".58,.72 .6,.94", 0.12, 0.08, **fur)
    pen.ellipse(0.63, 0.965, 0.075, 0.035, lighter(pen.colour, 0.4))
    for x, lean in ((0.47, -0.05), (0.57, 0.03)):
        pen.blob(
            [
                (x - 0.02, 0.34),
                (x - 0.06 + lean, 0.14),
                (x + lean, 0.0),
                (x + 0.05 + lean, 0.14),
                (x + 0.05, 0.34),
            ],
            **fur,
        )
        pen.limb([(x + 0.01, 0.32), (x - 0.002 + lean, 0.08)], 0.04, 0.03, paint="#e8aca4")
    pen.ellipse(0.57, 0.43, 0.18, 0.155, **fur)
    pen.ellipse(0.69, 0.49, 0.08, 0.07, lighter(pen.colour, 0.5), grain="fur")
    pen.ellipse(0.75, 0.455, 0.025, 0.02, "#d07a78")
    pen.eye(0.62, 0.39, 0.035)


@thing(
    "sheep, lamb, ~ram", 0.9, 1.15, "#f1ebdc #d8cfbd #3a3634", "meadow hills farm", seat=(0.5, 0.2)
)
def sheep(pen: Pen) -> None:
    """Draw a woolly sheep."""
    face = mix("#3a322e", pen.colour, 0.1) if sum(pen.colour) > 1 else "#c9b9a2"
    for x in (0.3, 0.42, 0.68, 0.8):
        pen.limb(
            [(x, 0.7), (x, 0.97)],
            0.075,
            0.06,
            paint=darker(face, 0.15 if x in (0.3, 0.68) else 0.4),
        )
    for _ in range(3):
        pen.ellipse(0.52, 0.5, 0.36, 0.28, grain="fur")
    for k in range(26):
        turn = k * 2.399963
        far = (k / 26) ** 0.5

        pen.ellipse(
            0.52 + math.cos(turn) * 0.34 * far,
            0.48 + math.sin(turn) * 0.25 * far,
            0.095,
            0.09,
            grain="fur",
            strength=0.7,
        )
    pen.blob(".86,.24 1,.26 1.08,.4 1.06,.52 .96,.54 .88,.42", face)
    pen.ellipse(0.85, 0.34, 0.085, 0.04, face, turn=25)
    for x, y in ((0.86, 0.22), (0.93, 0.2), (0.8, 0.28)):
        pen.ellipse(x, y, 0.08, 0.075, grain="fur", strength=0.7)
    pen.eye(0.97, 0.36, 0.025, "#6a5030")


@thing("pig, piglet, hog", 0.8, 1.35, "#efaea6 #d98f8a #5a4640", "farm meadow", seat=(0.6, 0.24))
def pig(pen: Pen) -> None:
    """Draw a standing pig."""
    for x in (0.38, 0.9):
        pen.limb([(x, 0.7), (x, 0.96)], 0.14, 0.1, paint=darker(pen.colour, 0.25))
    pen.limb(".14,.42 .05,.36 .08,.28 .13,.33", 0.035, 0.025)
    pen.blob(
        ".12,.48 .25,.26 .6,.2 .95,.26 1.08,.5 .95,.76 .55,.82 .22,.76", round=0.9, gloss=0.08
    )
    for x in (0.26, 0.8):
        pen.limb([(x, 0.7), (x, 0.95)], 0.16, 0.11)
        pen.box(x - 0.055, 0.93, x + 0.055, 1.0, darker(pen.colour, 0.5), 0.02)
    pen.ellipse(1.06, 0.42, 0.22, 0.22, gloss=0.08)
    for x in (0.96, 1.12):
        pen.blob(
            [(x - 0.06, 0.27), (x + 0.01, 0.12), (x + 0.08, 0.28), (x + 0.02, 0.36)],
            darker(pen.colour, 0.12),
        )
    pen.ellipse(1.24, 0.47, 0.085, 0.1, lighter(pen.colour, 0.12), round=0.4)
    for y in (0.44, 0.51):
        pen.ellipse(1.26, y, 0.018, 0.025, darker(pen.colour, 0.55))
    pen.limb("1.12,.58 1.2,.61", 0.014, 0.01, paint=darker(pen.colour, 0.5))
    pen.eye(1.09, 0.37, 0.028)
