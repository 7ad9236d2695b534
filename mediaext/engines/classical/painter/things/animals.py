"""Land animals: pets, farm animals, wild animals, insects and other small ones."""

import itertools
import math

from mediaext.engines.classical.painter.colours import Colour, colour, darker, lighter, mix
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
    "dog, puppy, hound, terrier, ~retriever (golden), ~golden retriever (golden), "
    "~labrador (golden), ~german shepherd (brown), ~corgi (tan), ~beagle (brown), "
    "~bulldog (tan), ~dachshund (brown), ~poodle (white), ~dalmatian (white), ~greyhound (grey), "
    "~golden retriever puppy (golden)",
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


@thing("tiger", 1.0, 1.45, "#e08a2c", "jungle", seat=(0.5, 0.36))
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


@thing(
    "fox, vixen, red fox", 0.5, 1.35, "#d9692a #c8c4c0", "forest meadow snowfield", hand=(1.1, 0.5)
)
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


@thing("butterfly", 0.12, 1.2, "#e8862c #3f7ad8 #d04a8a #f0d04a", "garden meadow", "air")
def butterfly(pen: Pen) -> None:
    """Draw a butterfly with open wings."""
    edge = darker(pen.colour, 0.75)
    for side in (-1, 1):
        for grow, tone in ((1.0, edge), (0.84, pen.colour)):
            upper = [(0.03, 0.44), (0.14, 0.1), (0.42, 0.0), (0.58, 0.1), (0.5, 0.4), (0.26, 0.52)]
            lower = [
                (0.03, 0.5),
                (0.28, 0.52),
                (0.44, 0.64),
                (0.38, 0.9),
                (0.2, 0.98),
                (0.06, 0.74),
            ]
            for wing in (lower, upper):
                mx, my = (sum(p[i] for p in wing) / 6 for i in (0, 1))
                pen.blob(
                    [(0.6 + side * (mx + (x - mx) * grow), my + (y - my) * grow) for x, y in wing],
                    tone,
                    round=0.25,
                    grain="fur",
                    strength=0.5,
                )
        pen.ellipse(0.6 + side * 0.34, 0.2, 0.07, 0.07, lighter(pen.colour, 0.6), round=0.3)
        pen.ellipse(0.6 + side * 0.26, 0.74, 0.055, 0.06, lighter(pen.colour, 0.5), round=0.3)
        for x, y in ((0.5, 0.16), (0.46, 0.28), (0.38, 0.82)):
            pen.dot(0.6 + side * x, y, 0.018, "#fdf6e4")
        pen.limb(
            [(0.6, 0.26), (0.6 + side * 0.08, 0.1), (0.6 + side * 0.14, 0.04)],
            0.012,
            0.01,
            paint=edge,
        )
    pen.limb(".6,.28 .6,.82", 0.06, 0.075, 0.035, paint=edge, grain="fur")
    pen.ellipse(0.6, 0.26, 0.045, 0.045, edge)


@thing("bee, bumblebee, honeybee, ~wasp, ~hornet", 0.1, 1.35, "#f2bd2a", "garden meadow", "air")
def bee(pen: Pen) -> None:
    """Draw a bee."""
    for turn, x in ((-35, 0.55), (15, 0.78)):
        pen.ellipse(x, 0.26, 0.17, 0.26, "#dfeef4", turn=turn, gloss=0.6, round=0.3)
    pen.blob(
        ".14,.62 .26,.42 .6,.36 .92,.44 1.02,.64 .88,.86 .5,.92 .24,.82",
        grain="fur",
        strength=0.6,
        round=0.95,
    )
    for x in (0.34, 0.56, 0.78):
        pen.limb(
            [(x, 0.4), (x + 0.04, 0.64), (x, 0.88)], 0.1, 0.12, 0.09, paint="#2a2018", grain="fur"
        )
    pen.poly(".16,.58 .16,.68 .02,.64", "#2a2018")
    pen.ellipse(1.06, 0.6, 0.19, 0.19, "#3a2c1c", grain="fur")
    pen.eye(1.13, 0.55, 0.04, "#e8e0d0")
    for dx in (0.02, 0.12):
        pen.limb(
            [(1.08 + dx, 0.44), (1.14 + dx, 0.3), (1.22 + dx, 0.28)], 0.02, 0.016, paint="#2a2018"
        )


@thing("ladybird, ladybug, ~beetle", 0.06, 1.25, "#d42f24 #e8a020", "garden meadow")
def ladybird(pen: Pen) -> None:
    """Draw a ladybird."""
    for x in (0.35, 0.6, 0.85):
        pen.limb([(x, 0.8), (x + 0.03, 0.97)], 0.05, 0.035, paint="#1d1a1c")
    pen.ellipse(1.02, 0.66, 0.19, 0.19, "#1d1a1c", gloss=0.5)
    pen.ellipse(1.08, 0.58, 0.05, 0.05, "#f4f0e4")
    pen.dot(1.09, 0.58, 0.025, "#0d0b0c")
    pen.limb("1.1,.5 1.2,.36", 0.022, 0.018, paint="#1d1a1c")
    pen.blob(".08,.84 .14,.46 .4,.2 .7,.2 .94,.46 1.0,.84 .54,.9", gloss=0.7, round=1)
    pen.limb(".5,.2 .56,.5 .54,.89", 0.02, 0.02, paint="#1d1a1c")
    for x, y, r in (
        (0.32, 0.42, 0.075),
        (0.74, 0.4, 0.07),
        (0.24, 0.7, 0.075),
        (0.42, 0.66, 0.06),
        (0.72, 0.7, 0.075),
        (0.88, 0.62, 0.05),
    ):
        pen.ellipse(x, y, r, r, "#1d1a1c")


@thing("spider, tarantula", 0.1, 1.5, "#3a3238 #6a4a34", "cave forest garden")
def spider(pen: Pen) -> None:
    """Draw a spider."""
    for side in (-1, 1):
        for k in range(4):
            reach = 0.42 + 0.1 * (k in (1, 2))
            pen.limb(
                [
                    (0.75 + side * 0.1, 0.6),
                    (0.75 + side * reach, 0.2 + 0.1 * k),
                    (0.75 + side * (reach + 0.2 - 0.05 * k), 0.97),
                ],
                0.05,
                0.04,
                0.015,
                paint=darker(pen.colour, 0.1 * k),
                grain="fur",
            )
    pen.ellipse(0.75, 0.44, 0.28, 0.27, grain="fur", strength=0.8)
    pen.ellipse(0.75, 0.72, 0.19, 0.17, lighter(pen.colour, 0.08), grain="fur", strength=0.8)
    for side in (-1, 1):
        pen.eye(0.75 + side * 0.06, 0.7, 0.035, "#c03a2a")
        pen.dot(0.75 + side * 0.13, 0.66, 0.018, "#e8e0d0")
        pen.limb(
            [(0.75 + side * 0.04, 0.84), (0.75 + side * 0.03, 0.91)], 0.03, 0.01, paint="#f0e8d8"
        )


@thing("snail", 0.08, 1.5, "#b8783f #7a8a5a #c86a8a", "garden forest")
def snail(pen: Pen) -> None:
    """Draw a snail."""
    flesh = "#c9b48a"
    pen.blob(
        ".02,.95 .3,.84 .9,.8 1.14,.5 1.2,.36 1.38,.4 1.36,.6 1.22,.9 1.0,.99 .3,.99",
        flesh,
        grain="rough",
        strength=0.4,
        gloss=0.3,
    )
    for x in (1.24, 1.36):
        pen.limb([(x, 0.42), (x + 0.05, 0.16)], 0.045, 0.035, paint=flesh)
        pen.ellipse(x + 0.05, 0.15, 0.045, 0.045, "#2a2018", gloss=0.7)
    pen.ellipse(0.6, 0.48, 0.46, 0.44, gloss=0.35, round=1, grain="stone", strength=0.4)
    for k in range(22):
        turn, r = k * 0.62, 0.39 * (1 - k / 24)
        pen.ellipse(
            0.6 + math.cos(turn) * r * 0.98,
            0.48 + math.sin(turn) * r * 0.92,
            0.05 * (1 - k / 40),
            0.05 * (1 - k / 40),
            mix(pen.colour, "#3a2010", 0.45 + 0.01 * k),
        )


@thing("dragonfly", 0.1, 1.6, "#2f9ab0 #7a5ac8", "pond river", "air")
def dragonfly(pen: Pen) -> None:
    """Draw a dragonfly."""
    for turn, x, y in ((20, 0.7, 0.25), (-18, 1.0, 0.22), (-28, 0.72, 0.74), (26, 1.02, 0.76)):
        pen.ellipse(x, y, 0.1, 0.28, "#d8eef2", turn=turn, gloss=0.7, round=0.2)
    pen.limb(".05,.55 .5,.5 .85,.49", 0.045, 0.06, 0.09, gloss=0.6, grain="scales")
    pen.ellipse(0.98, 0.49, 0.2, 0.11, gloss=0.6)
    pen.ellipse(1.24, 0.48, 0.12, 0.11, darker(pen.colour, 0.2), gloss=0.7)
    pen.eye(1.28, 0.45, 0.05, "#b8d83a")


@thing("caterpillar", 0.06, 1.8, "#8ab83a #e0a83a", "garden meadow")
def caterpillar(pen: Pen) -> None:
    """Draw a caterpillar."""
    for k in range(7):
        x, y = 0.2 + k * 0.19, 0.72 - 0.1 * math.sin(k * 1.05) ** 2
        pen.limb([(x, 0.82), (x, 0.97)], 0.05, 0.04, paint="#4a3a20")
        pen.ellipse(
            x,
            y,
            0.165,
            0.2,
            mix(pen.colour, lighter(pen.colour, 0.4), k % 2),
            grain="fur",
            strength=0.5,
        )
    pen.ellipse(1.56, 0.5, 0.21, 0.22, "#d8503a", gloss=0.3)
    for x in (1.5, 1.66):
        pen.eye(x, 0.46, 0.045)
        pen.limb([(x, 0.32), (x + 0.04, 0.12)], 0.03, 0.03, paint="#4a3a20")
    pen.limb("1.5,.6 1.58,.63 1.66,.6", 0.02, 0.02, paint="#5a1a14")


@thing("ant, red ant", 0.02, 1.6, "#4a2a20 #26222a #8a3a22", "meadow garden forest")
def ant(pen: Pen) -> None:
    """Draw an ant from the side."""
    shell: Finish = {"gloss": 0.6, "round": 1}
    for x, far in ((0.62, 0.34), (0.76, 0.72), (0.9, 1.12)):
        for shift, tone in ((0.08, darker(pen.colour, 0.4)), (0.0, pen.colour)):
            knee = (x + far) / 2 + shift
            pen.limb(
                [(x, 0.58), (knee, 0.44 if abs(far - x) > 0.1 else 0.5), (far + shift, 0.97)],
                0.05,
                0.04,
                0.028,
                paint=tone,
            )
            pen.limb([(far + shift, 0.965), (far + shift + 0.07, 0.985)], 0.028, 0.022, paint=tone)
    pen.blob(".04,.5 .12,.28 .32,.24 .5,.38 .54,.56 .38,.7 .16,.68", **shell)
    for x in (0.2, 0.33):
        pen.limb(
            [(x, 0.27), (x - 0.03, 0.48), (x + 0.02, 0.68)],
            0.014,
            0.02,
            0.012,
            paint=darker(pen.colour, 0.35),
        )
    pen.ellipse(0.57, 0.56, 0.06, 0.06, **shell)
    pen.blob(".6,.54 .7,.42 .86,.42 .98,.52 .9,.64 .7,.66", **shell)
    pen.blob(".96,.48 1.04,.28 1.2,.22 1.34,.34 1.34,.52 1.2,.6 1.04,.58", **shell)
    for shift in (0.0, 0.1):
        pen.limb(
            [(1.2 + shift, 0.28), (1.28 + shift, 0.06), (1.46 + shift / 2, 0.16)],
            0.03,
            0.03,
            0.022,
            paint=darker(pen.colour, 0.3),
            bend=False,
        )
    pen.limb("1.3,.5 1.42,.54 1.42,.64", 0.06, 0.045, 0.02, paint=darker(pen.colour, 0.3))
    pen.limb("1.26,.56 1.34,.64 1.38,.68", 0.05, 0.04, 0.015, paint=darker(pen.colour, 0.3))
    pen.eye(1.2, 0.36, 0.042)


@thing("mosquito, gnat, midge", 0.02, 1.25, "#5a5048 #4a4440", "swamp pond garden", "air")
def mosquito(pen: Pen) -> None:
    """Draw a mosquito with its long legs and its sting."""
    thin = darker(pen.colour, 0.3)
    for x, points in (
        (0.72, ((0.66, 0.2), (0.5, 0.5), (0.36, 0.98))),
        (0.76, ((0.7, 0.28), (0.62, 0.62), (0.56, 0.99))),
        (0.82, ((0.92, 0.3), (1.02, 0.66), (1.06, 0.98))),
    ):
        pen.limb([(x, 0.48), *points], 0.022, 0.02, 0.016, 0.01, paint=thin, bend=False)
        pen.limb(
            [(x + 0.05, 0.48), *((px + 0.1, py - 0.02) for px, py in points)],
            0.02,
            0.018,
            0.014,
            0.01,
            paint=pen.colour,
            bend=False,
        )
    pen.limb(".72,.46 .46,.52 .2,.66 .06,.76", 0.13, 0.12, 0.1, 0.03, grain="fur")
    for x, y in ((0.56, 0.49), (0.44, 0.525), (0.32, 0.585), (0.2, 0.66)):
        pen.limb([(x + 0.02, y - 0.055), (x - 0.01, y + 0.055)], 0.022, 0.022, paint="#e8e2d4")
    for turn, reach in ((28, 0.34), (14, 0.37)):
        angle = math.radians(180 - turn)
        pen.ellipse(
            0.74 + reach * math.cos(angle),
            0.4 - reach * math.sin(angle) + 0.02,
            reach,
            0.085,
            "#cfdde4",
            turn=turn,
            gloss=0.7,
            round=0.3,
        )
        pen.limb(
            [
                (0.74, 0.4),
                (0.74 + 1.8 * reach * math.cos(angle), 0.42 - 1.8 * reach * math.sin(angle)),
            ],
            0.01,
            0.006,
            paint=thin,
        )
    pen.ellipse(0.78, 0.44, 0.13, 0.12, grain="fur", round=1)
    pen.limb(".94,.46 1.1,.6 1.22,.74", 0.03, 0.02, 0.008, paint="#2a2226", bend=False)
    for x in (1.1, 1.18):
        pen.limb(
            [(0.96, 0.38), (x - 0.04, 0.34), (x + 0.04, 0.4)], 0.014, 0.012, 0.008, paint=thin
        )
    pen.ellipse(0.94, 0.42, 0.075, 0.075, round=1)
    pen.eye(0.965, 0.405, 0.042, "#8a2a22")


@thing("scorpion", 0.1, 1.6, "#a8743a #3a322e #8a4a2a", "desert canyon")
def scorpion(pen: Pen) -> None:
    """Draw a scorpion with its claws out and its sting raised."""
    shell: Finish = {"gloss": 0.5, "grain": "rough", "strength": 0.3}
    dark = darker(pen.colour, 0.35)
    for k in range(4):
        x = 0.56 + 0.14 * k
        far = x + (k - 1.8) * 0.12
        pen.limb(
            [(x, 0.74), (far, 0.58), (far + (k - 1.5) * 0.06, 0.97)], 0.06, 0.05, 0.02, paint=dark
        )
    pen.limb("1.1,.7 1.22,.56 1.3,.62", 0.06, 0.05, 0.06, paint=dark)
    pen.blob("1.26,.62 1.3,.5 1.46,.44 1.4,.54 1.54,.52 1.48,.62 1.36,.68", dark, **shell)
    tail = ((0.44, 0.7), (0.28, 0.66), (0.15, 0.54), (0.1, 0.39), (0.16, 0.24), (0.3, 0.15))
    pen.limb(tail, 0.12, 0.08, paint=dark)
    for k, (x, y) in enumerate(tail):
        pen.ellipse(
            x, y, 0.1 - 0.008 * k, 0.088 - 0.007 * k, darker(pen.colour, 0.12 * (k % 2)), **shell
        )
    pen.blob(".3,.08 .42,.06 .5,.14 .58,.3 .46,.22 .34,.23", **shell)
    pen.limb(".5,.15 .57,.22 .58,.32", 0.05, 0.03, 0.006, paint="#2a1c1a")
    for k in range(6):
        x = 0.46 + 0.1 * k
        pen.ellipse(
            x, 0.72, 0.09, 0.13 + 0.012 * min(k, 5 - k), darker(pen.colour, 0.1 * (k % 2)), **shell
        )
    pen.blob(".96,.62 1.12,.6 1.2,.7 1.16,.8 .98,.83", **shell)
    pen.limb("1.12,.78 1.26,.9 1.38,.86", 0.07, 0.065, 0.07, **shell)
    pen.blob(
        "1.32,.84 1.36,.72 1.54,.66 1.6,.7 1.5,.78 1.6,.8 1.54,.9 1.42,.95", round=0.9, **shell
    )
    pen.limb("1.46,.79 1.56,.755", 0.016, 0.006, paint=dark)
    for x, y in ((1.12, 0.66), (1.17, 0.7)):
        pen.dot(x, y, 0.016, "#17131a")


def curled(
    pen: Pen, muzzle: float, *, pricked: bool = True, tail_tip: Colour | None = None
) -> None:
    """Draw an animal that sleeps curled up, its head on its paws and the tail about it."""
    fur: Finish = {"grain": "fur", "strength": 0.6}
    pen.blob(".2,.9 .12,.6 .4,.26 .95,.1 1.45,.24 1.68,.6 1.56,.92 .9,1.0", **fur)
    pen.limb(".6,.66 .9,.42 1.25,.5 1.4,.8", 0.02, 0.03, 0.02, paint=darker(pen.colour, 0.18))
    pen.limb(".42,.93 .9,.99 1.4,.98 1.72,.82", 0.13, 0.16, 0.17, 0.1, **fur)
    if tail_tip is not None:
        pen.limb(".36,.93 .5,.95 .62,.97", 0.1, 0.15, 0.155, paint=tail_tip, grain="fur")
    for side in (-1, 1) if pricked else ():
        x = 0.42 + side * 0.17
        pen.blob([(x - 0.09, 0.5), (x + side * 0.06, 0.2), (x + 0.09, 0.48)], **fur)
        pen.blob([(x - 0.045, 0.48), (x + side * 0.05, 0.29), (x + 0.045, 0.47)], "#d89a90")
    pen.ellipse(0.42, 0.66, 0.3, 0.24, **fur)
    pen.ellipse(0.42, 0.76, 0.13 * muzzle, 0.1, lighter(pen.colour, 0.6), grain="fur")
    pen.ellipse(0.42, 0.715, 0.036 * muzzle, 0.028, "#3a2420", gloss=0.6)
    for side in (-1, 1):
        x = 0.42 + side * 0.14
        pen.limb([(x - 0.06, 0.645), (x, 0.675), (x + 0.06, 0.645)], 0.016, 0.022, 0.016,
                 paint="#241814")  # fmt: skip
        mouth = [(0.42, 0.745), (0.42 + side * 0.04, 0.775), (0.42 + side * 0.08, 0.76)]
        pen.limb(mouth, 0.012, 0.01, paint="#3a2420")
        pen.ellipse(0.42 + side * 0.16, 0.94, 0.13, 0.06, lighter(pen.colour, 0.3), grain="fur")


@thing("sleeping cat", 0.26, 1.8, "ginger grey black #e9dcc3", "living_room bedroom")
def sleeping_cat(pen: Pen) -> None:
    """Draw a cat curled up."""
    curled(pen, 1.0)


@thing("sleeping dog", 0.38, 1.8, "#b8834c #6a4a30 #d8c09a", "living_room")
def sleeping_dog(pen: Pen) -> None:
    """Draw a dog curled up, with hanging ears."""
    curled(pen, 1.5, pricked=False)
    for side in (-1, 1):
        pen.blob(
            [(0.42 + side * 0.12, 0.45), (0.42 + side * 0.34, 0.52), (0.42 + side * 0.35, 0.84),
             (0.42 + side * 0.25, 0.74)],
            darker(pen.colour, 0.25),
            grain="fur",
        )  # fmt: skip


@thing("sleeping fox", 0.3, 1.8, "#d0642a", "forest meadow")
def sleeping_fox(pen: Pen) -> None:
    """Draw a fox curled up, with the white tip of its tail."""
    curled(pen, 1.2, tail_tip=colour("#f6f0e6"))
