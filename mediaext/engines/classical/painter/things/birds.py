"""Birds."""

import math

from mediaext.engines.classical.painter.colours import darker, lighter
from mediaext.engines.classical.painter.pen import Finish, Pen
from mediaext.engines.classical.painter.things.registry import thing


@thing(
    "duck, duckling, ~goose (white), mallard",
    0.4,
    1.3,
    "#f3efe4 yellow #8a6a4a",
    "pond lake river",
    "water",
)
def duck(pen: Pen) -> None:
    """Draw a swimming duck."""
    pen.blob(
        ".02,.52 .12,.62 .3,.58 .6,.58 .85,.54 .98,.66 .94,.86 .7,.99 .3,.99 .1,.84", round=0.9
    )
    pen.blob(".72,.66 .72,.42 .78,.26 .98,.3 1,.5 .97,.72")
    pen.ellipse(0.9, 0.24, 0.2, 0.2)
    pen.blob("1.05,.22 1.2,.26 1.27,.32 1.18,.36 1.04,.34", "#f08a1d", gloss=0.4)
    pen.limb("1.07,.3 1.2,.32", 0.012, 0.008, paint="#a85510")
    pen.blob(
        ".18,.66 .45,.6 .7,.68 .62,.84 .36,.9 .12,.76",
        darker(pen.colour, 0.1),
        grain="fur",
        round=0.5,
    )
    for k in range(3):
        pen.limb(
            [
                (0.22 + k * 0.06, 0.72 + k * 0.045),
                (0.42, 0.74 + k * 0.045),
                (0.6, 0.7 + k * 0.045),
            ],
            0.012,
            0.018,
            0.006,
            paint=darker(pen.colour, 0.25),
        )
    pen.eye(0.96, 0.19, 0.034)


@thing("owl, owlet", 0.45, 0.75, "#8a6a48 #d8cfc0 #5f4a38", "forest night", hand=(0.4, 0.8))
def owl(pen: Pen) -> None:
    """Draw an owl that faces the viewer."""
    plume: Finish = {"grain": "scales", "strength": 0.5}
    for x in (0.3, 0.45):
        pen.limb([(x, 0.9), (x, 0.97)], 0.07, 0.05, paint="#d99a2e")
        for toe in (-0.04, 0.0, 0.04):
            pen.limb([(x, 0.96), (x + toe, 0.99)], 0.035, 0.025, paint="#d99a2e")
    pen.blob(".37,.02 .6,.14 .66,.5 .6,.82 .375,.95 .15,.82 .09,.5 .15,.14", **plume)
    pen.blob(".37,.4 .53,.5 .52,.78 .375,.9 .23,.78 .22,.5", lighter(pen.colour, 0.5), **plume)
    for side in (-1, 1):
        pen.blob(
            [
                (0.375 + side * 0.26, 0.4),
                (0.375 + side * 0.33, 0.6),
                (0.375 + side * 0.24, 0.86),
                (0.375 + side * 0.16, 0.62),
            ],
            darker(pen.colour, 0.3),
            **plume,
        )
        pen.blob(
            [
                (0.375 + side * 0.1, 0.08),
                (0.375 + side * 0.26, -0.05),
                (0.375 + side * 0.27, 0.18),
            ],
            darker(pen.colour, 0.3),
        )
        pen.ellipse(
            0.375 + side * 0.12,
            0.25,
            0.145,
            0.145,
            lighter(pen.colour, 0.6),
            grain="fur",
            round=0.3,
        )
        pen.ellipse(0.375 + side * 0.12, 0.25, 0.09, 0.09, "#f2b21c", gloss=0.5)
        pen.dot(0.375 + side * 0.12, 0.25, 0.05, "#0d0b0a")
        pen.dot(0.375 + side * 0.12 - 0.03, 0.22, 0.02, "#ffffff")
    pen.blob(".345,.29 .405,.29 .375,.38", "#d08a24", gloss=0.4)


@thing(
    "bird, robin, sparrow, songbird, finch",
    0.25,
    1.2,
    "#3f86d0 #d9573a #e7b93a #7a9a52",
    "garden forest park",
    seat=None,
)
def bird(pen: Pen) -> None:
    """Draw a small perching bird."""
    for x in (0.5, 0.6):
        pen.limb([(x, 0.8), (x + 0.01, 0.98)], 0.035, 0.025, paint="#8a5a2a")
        pen.limb([(x - 0.05, 0.99), (x + 0.07, 0.99)], 0.025, 0.02, paint="#8a5a2a")
    pen.blob(".3,.56 .02,.76 0,.86 .1,.86 .36,.72", darker(pen.colour, 0.35), grain="fur")
    pen.blob(".26,.56 .42,.36 .68,.24 .92,.4 .9,.66 .68,.86 .42,.82", grain="fur", strength=0.4)
    pen.blob(".72,.5 .9,.48 .88,.66 .7,.84 .54,.82", lighter(pen.colour, 0.6), grain="fur")
    pen.ellipse(0.82, 0.27, 0.2, 0.19, grain="fur", strength=0.4)
    pen.blob(".99,.22 1.18,.3 .99,.34", "#e8a020", gloss=0.4)
    pen.blob(".34,.5 .6,.44 .7,.56 .5,.72 .18,.76", darker(pen.colour, 0.22), grain="scales")
    pen.eye(0.88, 0.23, 0.036)


@thing("penguin", 0.9, 0.62, "#2a2d38 #3f4a60", "snowfield", hand=(0.31, 0.6))
def penguin(pen: Pen) -> None:
    """Draw a penguin."""
    for side in (-1, 1):
        pen.ellipse(0.31 + side * 0.11, 0.965, 0.11, 0.04, "#f0942a")
        pen.blob(
            [
                (0.31 + side * 0.2, 0.36),
                (0.31 + side * 0.31, 0.6),
                (0.31 + side * 0.27, 0.74),
                (0.31 + side * 0.18, 0.6),
            ],
            darker(pen.colour, 0.15),
        )
    pen.blob(
        ".31,.0 .46,.08 .5,.26 .56,.5 .54,.8 .42,.96 .2,.96 .08,.8 .06,.5 .12,.26 .16,.08",
        round=0.9,
        grain="fur",
        strength=0.25,
    )
    pen.blob(
        ".31,.3 .44,.42 .46,.7 .38,.9 .24,.9 .16,.7 .18,.42", "#f6f3ea", grain="fur", strength=0.25
    )
    for side in (-1, 1):
        pen.ellipse(0.31 + side * 0.085, 0.17, 0.085, 0.1, "#f6f3ea")
        pen.eye(0.31 + side * 0.075, 0.15, 0.028)
        pen.ellipse(0.31 + side * 0.13, 0.3, 0.035, 0.06, "#f2b83a", turn=-side * 25)
    pen.blob(".25,.2 .37,.2 .31,.29", "#f0942a", gloss=0.4)


@thing(
    "chicken, hen, rooster, cock, ~chick (yellow)",
    0.45,
    0.98,
    "#f2ece0 #b8602c #f4d24a",
    "farm meadow",
)
def chicken(pen: Pen) -> None:
    """Draw a hen."""
    for x in (0.42, 0.54):
        pen.limb([(x, 0.78), (x, 0.96)], 0.04, 0.03, paint="#e0982c")
        pen.limb([(x - 0.05, 0.98), (x + 0.08, 0.98)], 0.03, 0.02, paint="#e0982c")
    for k in range(4):
        pen.limb(
            [(0.26, 0.56), (0.1 - 0.02 * k, 0.42 - 0.05 * k), (0.04 + 0.05 * k, 0.26 - 0.06 * k)],
            0.12,
            0.1,
            0.05,
            paint=darker(pen.colour, 0.1 + 0.06 * k),
            grain="fur",
        )
    pen.blob(
        ".16,.5 .3,.46 .5,.5 .62,.4 .76,.42 .8,.6 .7,.8 .46,.88 .24,.8",
        grain="scales",
        strength=0.35,
        round=0.9,
    )
    pen.limb(".68,.52 .74,.34 .74,.24", 0.28, 0.2, 0.18, grain="fur", strength=0.3)
    for x, y in ((0.67, 0.1), (0.74, 0.06), (0.81, 0.1)):
        pen.ellipse(x, y, 0.05, 0.065, "#d42a24")
    pen.ellipse(0.75, 0.2, 0.12, 0.115, grain="fur", strength=0.3)
    pen.blob(".85,.18 .97,.23 .85,.27", "#eaa22a", gloss=0.3)
    pen.ellipse(0.85, 0.32, 0.035, 0.055, "#d42a24")
    pen.blob(
        ".26,.58 .46,.54 .6,.62 .48,.76 .3,.74",
        darker(pen.colour, 0.12),
        grain="scales",
        strength=0.5,
    )
    pen.eye(0.79, 0.18, 0.024)


@thing("swan", 1.0, 1.2, "#f6f4ee", "lake pond river", "water")
def swan(pen: Pen) -> None:
    """Draw a swan."""
    pen.blob(
        ".02,.6 .14,.7 .4,.6 .8,.62 .98,.74 .92,.94 .6,1.0 .2,.98 .06,.84",
        round=0.9,
        grain="fur",
        strength=0.2,
    )
    pen.limb(".88,.84 1.02,.66 .86,.44 .84,.24 .96,.12", 0.17, 0.13, 0.1, 0.09, 0.1)
    pen.ellipse(0.99, 0.12, 0.095, 0.08)
    pen.blob("1.06,.1 1.2,.18 1.05,.17", "#e8762a", gloss=0.4)
    pen.ellipse(1.06, 0.105, 0.03, 0.03, "#1d1a1a")
    for k in range(3):
        pen.blob(
            [
                (0.8, 0.7 + k * 0.05),
                (0.5, 0.56 + k * 0.09),
                (0.1, 0.46 + k * 0.13),
                (0.34, 0.78 + k * 0.05),
                (0.6, 0.84 + k * 0.03),
            ],
            darker(pen.colour, 0.05 + 0.03 * k),
            grain="fur",
            strength=0.4,
        )
    pen.eye(1.01, 0.1, 0.016)


@thing(
    "flamingo, ~stork (white), ~heron (grey)",
    1.3,
    0.62,
    "#f07a8a #f4a0a8 #eef0f0",
    "lake pond",
    "ground",
)
def flamingo(pen: Pen) -> None:
    """Draw a flamingo on one leg."""
    pen.limb(".34,.58 .35,.8 .34,.98", 0.028, 0.024, 0.022, paint=darker(pen.colour, 0.2))
    pen.limb(".28,.58 .2,.72 .33,.74", 0.028, 0.026, 0.022, paint=darker(pen.colour, 0.3))
    pen.limb(".28,.985 .42,.985", 0.02, 0.02, paint=darker(pen.colour, 0.3))
    pen.limb(".44,.48 .56,.36 .42,.24 .44,.1", 0.085, 0.06, 0.055, 0.055)
    pen.blob(".06,.52 .2,.4 .42,.4 .5,.48 .42,.6 .22,.62", round=0.9)
    pen.blob(".06,.54 .22,.44 .4,.48 .32,.58 .16,.6", darker(pen.colour, 0.14), grain="scales")
    pen.ellipse(0.465, 0.07, 0.06, 0.05)
    pen.blob(".51,.05 .58,.09 .575,.16 .54,.12 .5,.1", "#f4e8d8")
    pen.blob(".575,.1 .585,.17 .55,.13", "#24201f")
    pen.eye(0.475, 0.06, 0.012)


@thing("parrot, macaw", 0.4, 0.72, "#d83a2c #3a9a4a #2f7ad0", "jungle", hand=(0.4, 0.8))
def parrot(pen: Pen) -> None:
    """Draw a parrot."""
    pen.limb(".3,.66 .22,.84 .16,1.0", 0.14, 0.1, 0.03, paint="#2f62b8", grain="fur")
    for x in (0.36, 0.46):
        pen.limb([(x, 0.76), (x, 0.84)], 0.05, 0.04, paint="#4a4a50")
    pen.blob(".34,.22 .5,.26 .58,.46 .54,.7 .4,.8 .26,.68 .22,.44", grain="scales", strength=0.4)
    pen.blob(".24,.36 .4,.4 .38,.6 .24,.84 .16,.6", "#e8c02c", grain="scales")
    pen.blob(".22,.5 .34,.52 .3,.7 .2,.92 .14,.68", "#2f62b8", grain="scales")
    pen.ellipse(0.43, 0.17, 0.17, 0.165, grain="fur", strength=0.3)
    pen.ellipse(0.5, 0.18, 0.09, 0.09, "#f6efe6")
    pen.blob(".55,.1 .68,.14 .69,.26 .64,.31 .61,.22 .54,.22", "#2e2a2c", gloss=0.5)
    pen.eye(0.49, 0.155, 0.028, "#d8a020")


@thing("eagle, ~hawk, ~falcon", 0.8, 1.9, "#5a3f2a #e8e8e4 #2c2a30", "sky mountains cliff", "air")
def eagle(pen: Pen) -> None:
    """Draw a soaring bird."""
    pen.blob(
        ".9,.6 .8,.86 .84,.96 1.06,.96 1.08,.86 1.0,.6",
        "#f0ebe0" if sum(pen.colour) < 1.5 else darker(pen.colour, 0.4),
        grain="fur",
    )
    for side in (-1, 1):
        for k in range(5):
            pen.limb(
                [
                    (0.95 + side * (0.5 + 0.07 * k), 0.3),
                    (0.95 + side * (0.72 + 0.06 * k), 0.5 - 0.09 * k),
                ],
                0.07,
                0.03,
                paint=darker(pen.colour, 0.25),
            )
        pen.blob(
            [
                (0.95 + side * 0.06, 0.42),
                (0.95 + side * 0.35, 0.14),
                (0.95 + side * 0.7, 0.1),
                (0.95 + side * 0.88, 0.22),
                (0.95 + side * 0.6, 0.38),
                (0.95 + side * 0.3, 0.56),
                (0.95 + side * 0.06, 0.66),
            ],
            grain="scales",
            strength=0.5,
        )
    pen.blob(
        ".95,.3 1.08,.46 1.05,.74 .95,.84 .85,.74 .82,.46",
        darker(pen.colour, 0.08),
        grain="scales",
    )
    pen.ellipse(
        0.95, 0.3, 0.11, 0.12, "#f4f0e6" if sum(pen.colour) < 1.5 else pen.colour, grain="fur"
    )
    pen.blob(".9,.33 1.0,.33 .95,.45", "#eaa828", gloss=0.4)
    for side in (-1, 1):
        pen.eye(0.95 + side * 0.055, 0.27, 0.018, "#c89020")


@thing("crow, raven, blackbird, ~magpie", 0.42, 1.2, "#24242c", "meadow street forest")
def crow(pen: Pen) -> None:
    """Draw a crow."""
    bird(pen)
    pen.blob(".3,.56 .02,.76 0,.86 .1,.86 .36,.72", pen.dark, grain="fur")
    pen.blob(".72,.5 .9,.48 .88,.66 .7,.84 .54,.82", darker(pen.colour, 0.1), grain="fur")
    pen.blob(".97,.2 1.26,.31 .97,.36", "#3a3a40", gloss=0.6)
    pen.eye(0.88, 0.23, 0.036, "#8a8a92")


@thing(
    "pigeon, ~dove (white)",
    0.32,
    1.2,
    "#9aa2b0 #f2f2f0",
    "street park beach",
)
def pigeon(pen: Pen) -> None:
    """Draw a pigeon."""
    bird(pen)
    pen.blob(".74,.42 .92,.42 .9,.54 .76,.56", "#5a9a8a", grain="scales", gloss=0.5)
    for k in range(2):
        pen.limb(
            [(0.26 + k * 0.1, 0.7 - k * 0.04), (0.5 + k * 0.1, 0.56)], 0.03, 0.02, paint=pen.dark
        )
    pen.eye(0.88, 0.23, 0.036, "#e8702a")


@thing("peacock", 1.3, 1.3, "#1f5fa8", "park garden")
def peacock(pen: Pen) -> None:
    """Draw a peacock with its fan."""
    for row, (reach, count) in enumerate(((0.62, 15), (0.46, 11), (0.31, 8))):
        for k in range(count):
            turn = math.radians(198 + 144 * k / (count - 1))
            x, y = 0.65 + reach * math.cos(turn), 0.72 + reach * math.sin(turn) * 1.05
            pen.limb([(0.65, 0.72), (x, y)], 0.012, 0.02, paint="#2f8a5a")
            for size, tone in (
                (0.06, "#2f9a5a"),
                (0.042, "#c8983a"),
                (0.028, "#1f9ac8"),
                (0.015, "#1a2a6a"),
            ):
                pen.ellipse(x, y, size, size * 1.15, tone, gloss=0.3 * (row == 0))
    for x in (0.6, 0.7):
        pen.limb([(x, 0.84), (x, 0.98)], 0.025, 0.02, paint="#8a7a6a")
    pen.blob(".65,.5 .8,.62 .8,.82 .65,.92 .5,.82 .5,.62", gloss=0.4, grain="fur")
    pen.limb(".65,.66 .65,.4", 0.16, 0.1, gloss=0.4)
    pen.ellipse(0.65, 0.36, 0.065, 0.065, gloss=0.4)
    for dx in (-0.04, 0.0, 0.04):
        pen.limb([(0.65, 0.32), (0.65 + dx, 0.22)], 0.008, 0.008)
        pen.dot(0.65 + dx, 0.215, 0.014, "#3ab0c8")
    pen.poly(".635,.37 .665,.37 .65,.43", "#d8b04a")
    for side in (-1, 1):
        pen.eye(0.65 + side * 0.03, 0.35, 0.014)


@thing("hummingbird, colibri", 0.12, 1.5, "#2fa07a #3a7ad0 #8a4ab8", "garden flower_field", "air")
def hummingbird(pen: Pen) -> None:
    """Draw a hovering hummingbird with its long bill."""
    for turn in (".62,.5 .4,.2 .3,-.02 .5,.1 .7,.36", ".7,.48 .62,.1 .68,-.08 .78,.12 .82,.4"):
        pen.blob(turn, lighter(pen.colour, 0.45), grain="fur", round=0.3)
    pen.poly(".34,.72 .1,.9 .02,.98 .16,.98 .3,.94 .44,.82", pen.dark, round=0.5)
    pen.blob(".9,.34 1.0,.44 .92,.62 .7,.8 .44,.86 .32,.78 .46,.6 .68,.42", grain="fur")
    pen.blob(".92,.5 .9,.64 .7,.8 .5,.84 .6,.7 .78,.56", "#f2efe6", grain="fur", round=0.5)
    pen.ellipse(0.95, 0.36, 0.135, 0.125, grain="fur")
    pen.blob(".88,.43 1.02,.44 .98,.54 .88,.56", "#c82a5a", gloss=0.8)
    pen.limb("1.06,.36 1.28,.33 1.48,.28", 0.035, 0.022, 0.012, paint="#26262c")
    pen.eye(0.99, 0.33, 0.03, "#17171a")
    pen.limb(".5,.52 .36,.3 .34,.1", 0.01, 0.014, 0.006, paint=pen.dark)


@thing("seagull, gull, albatross", 0.4, 2.1, "#f6f6f4", "beach sea harbour", "air")
def seagull(pen: Pen) -> None:
    """Draw a gull that glides, seen from its side."""
    pen.blob("1.06,.5 .86,.24 .5,.02 .1,.0 .44,.16 .66,.36 .84,.62", "#c4ccd4", round=0.4)
    pen.poly(".1,.0 .34,.0 .42,.1 .3,.1", "#2a2c32", round=0.3)
    pen.poly(".5,.76 .2,.84 .16,.96 .56,.9", pen.light, round=0.3)
    pen.blob(".4,.82 .7,.6 1.2,.52 1.5,.56 1.52,.72 1.2,.88 .8,.94", grain="fur", strength=0.2)
    pen.ellipse(1.56, 0.58, 0.17, 0.15)
    pen.poly("1.7,.56 1.92,.62 1.9,.68 1.68,.66", "#f0a828", round=0.4)
    pen.eye(1.62, 0.53, 0.03, "#17171a")
    pen.blob("1.1,.58 1.3,.3 1.7,.06 2.06,.06 1.74,.24 1.5,.46 1.34,.66", "#b4bec8", round=0.4)
    pen.poly("2.06,.06 1.84,.04 1.76,.14 1.88,.16", "#2a2c32", round=0.3)


@thing("flying bird", 0.25, 1.7, "#5a6a78 #8a5a3a #3f6a9a #c8503a", "sky meadow", "air")
def flying_bird(pen: Pen) -> None:
    """Draw a small bird with its wings raised, seen from its side."""
    pen.blob(".8,.56 .6,.3 .46,.0 .74,.14 .96,.5", darker(pen.colour, 0.3), grain="fur")
    pen.poly(".42,.66 .06,.6 .0,.72 .08,.78 .46,.8", pen.dark, round=0.4)
    pen.blob(".34,.7 .6,.52 1.0,.46 1.3,.54 1.28,.7 1.0,.84 .64,.86", grain="fur")
    pen.blob(".56,.8 .9,.72 1.2,.7 1.0,.84 .7,.88", lighter(pen.colour, 0.6), grain="fur")
    pen.ellipse(1.34, 0.52, 0.17, 0.15, grain="fur")
    pen.poly("1.48,.48 1.68,.55 1.48,.6", "#e8a030", round=0.4)
    pen.eye(1.4, 0.48, 0.03, "#17171a")
    pen.blob(".7,.6 .8,.3 1.0,.02 1.2,-.1 1.26,.2 1.16,.46 1.02,.62", darker(pen.colour, 0.15),
             grain="fur")  # fmt: skip
