"""Animals of the sea."""

import math

from mediaext.engines.classical.painter.colours import darker, lighter, mix
from mediaext.engines.classical.painter.pen import Finish, Pen
from mediaext.engines.classical.painter.things.registry import thing


@thing(
    "fish, ~goldfish (orange), trout, salmon",
    0.3,
    1.6,
    "#f08a2c #3f8ad0 #e8c03a #d0506a",
    "underwater pond",
    "water",
)
def fish(pen: Pen) -> None:
    """Draw a finned fish."""
    fin: Finish = {"round": 0.2, "grain": "fur", "strength": 0.7}
    pale = lighter(pen.colour, 0.45)
    pen.blob(".42,.5 .2,.28 .02,.12 .08,.5 .02,.9 .2,.74", darker(pen.colour, 0.1), **fin)
    pen.blob(".6,.26 .75,.02 1.05,.06 1.2,.24", darker(pen.colour, 0.15), **fin)
    pen.blob(".75,.78 .8,.98 1.0,.96 1.02,.78", darker(pen.colour, 0.15), **fin)
    pen.blob(
        ".34,.5 .6,.26 .95,.16 1.3,.28 1.56,.54 1.3,.76 .95,.86 .6,.74",
        grain="scales",
        strength=0.6,
        gloss=0.45,
        round=0.9,
    )
    pen.blob(".7,.7 1.0,.72 1.4,.64 1.25,.78 .95,.855", pale, round=0.5)
    pen.blob(
        "1.22,.27 1.4,.36 1.56,.54 1.4,.68 1.22,.77 1.3,.52", lighter(pen.colour, 0.12), gloss=0.4
    )
    pen.blob(".88,.55 1.1,.5 1.06,.68 .9,.76 .8,.66", darker(pen.colour, 0.12), **fin)
    pen.ellipse(1.36, 0.44, 0.075, 0.075, "#f6f2e6", gloss=0.4)
    pen.dot(1.375, 0.44, 0.045, "#14120f")
    pen.dot(1.355, 0.42, 0.018, "#ffffff")
    pen.limb("1.47,.6 1.54,.585", 0.014, 0.01, paint=darker(pen.colour, 0.55))


@thing("whale, humpback", 8.0, 1.9, "#4a6f94 #3a4f66", "sea underwater", "water", seat=(0.9, 0.3))
def whale(pen: Pen) -> None:
    """Draw a whale that blows."""
    pen.blob(".3,.62 .14,.42 .0,.24 .16,.22 .24,.32 .34,.18 .46,.22 .38,.4 .46,.6", round=0.6)
    pen.blob(
        ".28,.6 .55,.52 .9,.36 1.3,.28 1.66,.36 1.86,.56 1.84,.78 1.6,.95 1.1,.99 .6,.9",
        gloss=0.35,
        round=0.9,
    )
    pen.blob(".8,.88 1.2,.82 1.84,.76 1.6,.95 1.1,.99", lighter(pen.colour, 0.7), round=0.5)
    for k in range(5):
        pen.limb(
            [(1.05 + k * 0.12, 0.965 - k * 0.012), (1.4 + k * 0.07, 0.86 - k * 0.018)],
            0.012,
            0.006,
            paint=darker(pen.colour, 0.1),
        )
    pen.blob("1.1,.8 1.22,.8 1.12,.98 .94,1.04", darker(pen.colour, 0.2))
    pen.limb("1.56,.72 1.72,.74 1.85,.69", 0.014, 0.014, paint=darker(pen.colour, 0.5))
    pen.eye(1.56, 0.62, 0.03)
    for dx in (-0.12, -0.04, 0.05, 0.13):
        pen.limb(
            [(1.36, 0.28), (1.36 + dx * 0.5, 0.1), (1.36 + dx * 1.6, 0.04 + abs(dx))],
            0.03,
            0.04,
            0.03,
            paint="#d8f0f8",
        )


@thing("dolphin", 2.2, 1.7, "#6f8fa8 #8a9aa4", "sea underwater", "water", seat=(0.8, 0.3))
def dolphin(pen: Pen) -> None:
    """Draw a leaping dolphin."""
    pen.blob(".2,.82 .02,.72 .0,.92 .14,1.0 .1,1.12 .3,.98", round=0.5)
    pen.blob(".72,.28 .7,.06 .86,.12 1.0,.28", darker(pen.colour, 0.1))
    pen.blob(
        ".16,.86 .34,.56 .64,.3 1.0,.22 1.3,.32 1.46,.46 "
        "1.7,.56 1.66,.62 1.42,.6 1.1,.66 .7,.68 .4,.78",
        gloss=0.5,
        round=0.9,
    )
    pen.blob(
        ".5,.7 .9,.6 1.3,.54 1.62,.61 1.42,.6 1.1,.66 .7,.68", lighter(pen.colour, 0.7), round=0.4
    )
    pen.blob(".98,.58 1.1,.6 1.0,.84 .88,.88", darker(pen.colour, 0.15))
    pen.limb("1.4,.56 1.56,.585 1.66,.585", 0.01, 0.008, paint=darker(pen.colour, 0.5))
    pen.eye(1.34, 0.46, 0.025)


@thing("shark", 3.0, 2.0, "#7a8794 #5f6f80", "underwater sea", "water", seat=(1.0, 0.3))
def shark(pen: Pen) -> None:
    """Draw a shark."""
    pen.blob(".3,.55 .16,.24 .02,.08 .1,.48 .02,.86 .2,.72", round=0.5)
    pen.blob(".9,.36 .96,.06 1.1,.02 1.24,.36", darker(pen.colour, 0.08))
    pen.blob(
        ".2,.56 .6,.38 1.1,.28 1.6,.36 1.98,.52 1.8,.64 1.4,.76 .9,.76 .5,.66",
        gloss=0.3,
        round=0.9,
    )
    pen.blob(
        ".6,.68 1.1,.66 1.86,.58 1.7,.68 1.35,.765 .9,.76", lighter(pen.colour, 0.75), round=0.4
    )
    pen.blob("1.1,.66 1.3,.66 1.1,.96 .96,1.0", darker(pen.colour, 0.15))
    pen.blob("1.62,.64 1.86,.58 1.82,.64 1.66,.7", "#5a2028", round=0.1)
    for k in range(5):
        x = 1.64 + k * 0.045
        pen.poly(
            [(x, 0.645 - k * 0.01), (x + 0.035, 0.635 - k * 0.01), (x + 0.018, 0.68 - k * 0.01)],
            "#ffffff",
        )
    for k in range(4):
        pen.limb(
            [(1.36 + k * 0.05, 0.46), (1.34 + k * 0.05, 0.6)],
            0.012,
            0.008,
            paint=darker(pen.colour, 0.4),
        )
    pen.eye(1.72, 0.48, 0.026, "#101010")


@thing("octopus", 0.8, 1.05, "#c0506a #8a5ab0 #d8783a", "underwater", "water")
def octopus(pen: Pen) -> None:
    """Draw an octopus."""
    skin: Finish = {"grain": "rough", "strength": 0.25, "gloss": 0.3}
    for k, (x, bend) in enumerate(
        ((-0.42, -0.1), (0.42, 0.1), (-0.28, -0.12), (0.28, 0.12), (-0.12, -0.06), (0.12, 0.06))
    ):
        side = 1 if x > 0 else -1
        tone = darker(pen.colour, 0.25 - 0.05 * k)
        pen.limb(
            [
                (0.52 + x * 0.35, 0.5),
                (0.52 + x * 0.8, 0.76),
                (0.52 + x * 1.1, 0.9 + abs(x) * 0.1),
                (0.52 + x * 1.1 + bend, 0.8),
                (0.52 + x + bend * 0.4 + side * 0.02, 0.76),
            ],
            0.16,
            0.12,
            0.085,
            0.05,
            0.02,
            paint=tone,
            **skin,
        )
        for t in (0.6, 0.68, 0.76):
            pen.dot(
                0.52 + x * (0.35 + (t - 0.5) * 1.7), t + 0.02, 0.017, lighter(pen.colour, 0.5), 0.7
            )
    pen.blob(".52,.0 .78,.1 .84,.34 .72,.56 .52,.62 .32,.56 .2,.34 .26,.1", round=1, **skin)
    for side in (-1, 1):
        pen.ellipse(0.52 + side * 0.11, 0.42, 0.085, 0.09, "#fbf4e0", gloss=0.4)
        pen.dot(0.52 + side * 0.1, 0.43, 0.045, "#15101a")
        pen.dot(0.52 + side * 0.1 - 0.02, 0.405, 0.018, "#ffffff")
    pen.limb(".45,.54 .52,.57 .59,.54", 0.014, 0.014, paint=darker(pen.colour, 0.6))


@thing("crab", 0.15, 1.7, "#d8482c #c86a3a", "beach sea")
def crab(pen: Pen) -> None:
    """Draw a crab."""
    shell: Finish = {"gloss": 0.4, "grain": "rough", "strength": 0.35}
    for side in (-1, 1):
        for k in range(3):
            y = 0.66 + k * 0.07
            pen.limb(
                [
                    (0.85 + side * 0.36, y),
                    (0.85 + side * (0.66 - k * 0.05), y - 0.08 + k * 0.03),
                    (0.85 + side * (0.72 - k * 0.08), 0.97),
                ],
                0.07,
                0.055,
                0.02,
                paint=darker(pen.colour, 0.2),
                **shell,
            )
        pen.limb(
            [(0.85 + side * 0.4, 0.56), (0.85 + side * 0.64, 0.5), (0.85 + side * 0.6, 0.3)],
            0.1,
            0.09,
            0.08,
            **shell,
        )
        pen.blob(
            [
                (0.85 + side * 0.52, 0.34),
                (0.85 + side * 0.46, 0.1),
                (0.85 + side * 0.58, 0.02),
                (0.85 + side * 0.6, 0.2),
                (0.85 + side * 0.68, 0.06),
                (0.85 + side * 0.76, 0.18),
                (0.85 + side * 0.68, 0.36),
            ],
            **shell,
        )
        pen.limb([(0.85 + side * 0.12, 0.44), (0.85 + side * 0.14, 0.26)], 0.035, 0.03)
        pen.ellipse(0.85 + side * 0.14, 0.24, 0.06, 0.06, "#f8f2e4")
        pen.dot(0.85 + side * 0.14, 0.24, 0.034, "#15100e")
    pen.blob(".85,.4 1.2,.46 1.3,.66 1.08,.88 .85,.92 .62,.88 .4,.66 .5,.46", round=0.9, **shell)
    pen.limb(".72,.74 .85,.79 .98,.74", 0.02, 0.02, paint=darker(pen.colour, 0.55))


@thing("starfish, sea star", 0.2, 1.0, "#e8803a #d0506a", "beach underwater")
def starfish(pen: Pen) -> None:
    """Draw a starfish."""
    tips = [
        (0.5 + math.cos(a) * r, 0.52 + math.sin(a) * r)
        for k in range(10)
        for a in [k * math.tau / 10 - math.pi / 2]
        for r in [0.5 if k % 2 == 0 else 0.22]
    ]
    pen.blob(tips, grain="rough", round=0.8, strength=0.6)
    for k in range(5):
        turn = k * math.tau / 5 - math.pi / 2
        for r in (0.08, 0.17, 0.26, 0.35):
            pen.ellipse(
                0.5 + math.cos(turn) * r,
                0.52 + math.sin(turn) * r,
                0.024,
                0.024,
                lighter(pen.colour, 0.45),
            )


@thing("jellyfish", 0.6, 0.8, "#c88ad8 #6ab8e0 #f0a0b0", "underwater", "water")
def jellyfish(pen: Pen) -> None:
    """Draw a glowing jellyfish."""
    for k, x in enumerate((0.2, 0.3, 0.4, 0.5, 0.6)):
        sway = 0.06 if k % 2 else -0.06
        pen.limb(
            [(x, 0.4), (x + sway, 0.6), (x - sway, 0.78), (x + sway, 0.98)],
            0.05,
            0.035,
            0.025,
            0.01,
            paint=mix(pen.colour, lighter(pen.colour, 0.5), k / 5),
        )
    pen.blob(
        ".05,.42 .1,.14 .4,.0 .7,.14 .75,.42 .6,.38 .5,.45 .4,.4 .3,.45 .2,.38",
        gloss=0.6,
        round=0.9,
    )
    pen.ellipse(0.4, 0.2, 0.2, 0.1, lighter(pen.colour, 0.35), round=0.4)
    pen.glow(0.4, 0.28, 0.5, lighter(pen.colour, 0.2), 0.45)


@thing(
    "lobster, crayfish, crawfish, langoustine",
    0.4,
    0.95,
    "#c8342a #a83a2c",
    "table beach",
    "table",
)
def lobster(pen: Pen) -> None:
    """Draw a lobster from above, its claws up."""
    shell: Finish = {"gloss": 0.5, "grain": "rough", "strength": 0.35}
    dark = darker(pen.colour, 0.3)
    for side in (-1, 1):

        def at(*points: tuple[float, float], side: int = side) -> list[tuple[float, float]]:
            return [(0.475 + side * x, y) for x, y in points]

        pen.limb(at((0.03, 0.3), (0.12, 0.14), (0.08, 0.0)), 0.012, 0.01, 0.005, paint=dark)
        for k in range(4):
            y = 0.42 + 0.05 * k
            pen.limb(
                at((0.06, y), (0.2, y + 0.0), (0.27, y + 0.1 + 0.02 * k)),
                0.026,
                0.022,
                0.008,
                paint=dark,
            )
        pen.limb(
            at((0.07, 0.4), (0.2, 0.42), (0.28, 0.34), (0.27, 0.26)),
            0.05,
            0.045,
            0.06,
            0.05,
            **shell,
        )
        pen.blob(
            at(
                (0.25, 0.3),
                (0.19, 0.2),
                (0.2, 0.08),
                (0.27, 0.0),
                (0.29, 0.1),
                (0.31, 0.14),
                (0.36, 0.04),
                (0.43, 0.12),
                (0.42, 0.24),
                (0.34, 0.31),
            ),
            round=0.9,
            **shell,
        )
        pen.limb(at((0.29, 0.1), (0.3, 0.17)), 0.012, 0.008, paint=dark)
    for turn, x in ((28, -0.13), (-28, 0.13), (14, -0.07), (-14, 0.07), (0, 0.0)):
        pen.ellipse(0.475 + x, 0.93 - abs(x) * 0.3, 0.055, 0.085, turn=turn, **shell)
    for k in range(6):
        wide = 0.115 - 0.01 * k
        pen.box(
            0.475 - wide,
            0.56 + 0.055 * k,
            0.475 + wide,
            0.63 + 0.055 * k,
            darker(pen.colour, 0.14 * (k % 2)),
            0.03,
            round=0.9,
            **shell,
        )
    pen.blob(".475,.24 .55,.32 .6,.46 .58,.6 .475,.63 .37,.6 .35,.46 .4,.32", round=1, **shell)
    pen.limb(".475,.3 .475,.6", 0.012, 0.008, paint=dark)
    for side in (-1, 1):
        pen.dot(0.475 + side * 0.055, 0.3, 0.02, "#17131a")


@thing("shrimp, prawn, king prawn", 0.08, 1.2, "#f0906a #e8a88a", "table underwater", "table")
def shrimp(pen: Pen) -> None:
    """Draw a curled shrimp with long feelers."""
    shell: Finish = {"gloss": 0.6, "grain": "rough", "strength": 0.2}
    line = darker(pen.colour, 0.3)
    for end in (0.0, 0.12):
        pen.limb(
            [(0.92, 0.4), (1.12, 0.2 + end), (1.0, 0.02 + end)], 0.014, 0.01, 0.005, paint=line
        )
        pen.limb(
            [(0.92, 0.42), (1.16, 0.44 + end), (1.17, 0.7 + end)], 0.014, 0.01, 0.005, paint=line
        )
    for k in range(6):
        x = 0.42 + 0.075 * k
        pen.limb([(x, 0.36), (x + 0.02, 0.56), (x - 0.02, 0.66)], 0.034, 0.024, 0.008, paint=line)
    for turn in (-30, 0, 30):
        angle = math.radians(40 + turn)
        pen.limb(
            [(0.46, 0.84), (0.46 + 0.2 * math.cos(angle), 0.84 + 0.16 * math.sin(angle))],
            0.06,
            0.075,
            paint=darker(pen.colour, 0.15),
            gloss=0.5,
        )
    pen.limb(
        ".94,.4 .76,.3 .5,.26 .26,.4 .18,.62 .28,.8 .46,.86",
        0.1,
        0.28,
        0.32,
        0.3,
        0.25,
        0.18,
        0.09,
        **shell,
    )
    for x, y, turn in (
        (0.64, 0.28, 80),
        (0.5, 0.28, 65),
        (0.36, 0.36, 45),
        (0.26, 0.47, 20),
        (0.2, 0.62, -10),
        (0.25, 0.75, -40),
    ):
        angle = math.radians(turn)
        dx, dy = 0.13 * math.cos(angle), 0.13 * math.sin(angle)
        pen.limb(
            [(x - dx, y - dy), (x + 0.02, y + 0.02), (x + dx, y + dy)],
            0.014,
            0.02,
            0.014,
            paint=lighter(pen.colour, 0.45),
        )
    pen.blob(".92,.34 1.04,.3 1.14,.24 1.02,.38 .94,.42", **shell)
    pen.dot(0.87, 0.36, 0.032, "#17131a")


@thing("squid", 0.6, 0.6, "#d88a9a #b87ac0", "underwater", "water")
def squid(pen: Pen) -> None:
    """Draw a squid with its fins and arms."""
    skin: Finish = {"gloss": 0.4, "grain": "rough", "strength": 0.25}
    for k in range(8):
        x = 0.3 + (k - 3.5) * 0.042
        far = 0.3 + (k - 3.5) * 0.085
        pen.limb(
            [(x, 0.6), (x + (far - x) * 0.2, 0.74), (far, 0.84), (far + 0.02 * (-1) ** k, 0.92)],
            0.055,
            0.045,
            0.03,
            0.008,
            paint=darker(pen.colour, 0.12 * (k % 2)),
            **skin,
        )
    for side in (-1, 1):
        pen.limb(
            [(0.3 + side * 0.05, 0.62), (0.3 + side * 0.22, 0.76), (0.3 + side * 0.2, 0.97)],
            0.025,
            0.02,
            0.022,
            **skin,
        )
        pen.ellipse(0.3 + side * 0.2, 0.96, 0.026, 0.045, **skin)
        pen.blob(
            [(0.3 + side * x, y) for x, y in ((0.02, 0.0), (0.26, 0.2), (0.12, 0.26))], **skin
        )
    pen.blob(".3,.0 .38,.16 .42,.36 .38,.54 .3,.58 .22,.54 .18,.36 .22,.16", round=0.95, **skin)
    pen.ellipse(0.3, 0.58, 0.11, 0.07, **skin)
    for side in (-1, 1):
        pen.ellipse(0.3 + side * 0.095, 0.58, 0.042, 0.042, "#f4f0ea")
        pen.eye(0.3 + side * 0.1, 0.582, 0.026, "#26242a")


@thing("seahorse, sea horse", 0.15, 0.55, "#e8a83a #d8783a #c86a8a", "underwater", "water")
def seahorse(pen: Pen) -> None:
    """Draw a seahorse with its curled tail."""
    skin: Finish = {"grain": "scales", "strength": 0.6, "gloss": 0.3}
    pen.blob(".3,.44 .44,.36 .5,.46 .47,.56 .34,.54", lighter(pen.colour, 0.35), round=0.4)
    pen.limb(
        ".26,.2 .3,.34 .24,.52 .26,.68 .36,.82 .3,.94 .2,.92 .2,.84 .25,.84",
        0.15,
        0.17,
        0.24,
        0.15,
        0.09,
        0.06,
        0.045,
        0.035,
        0.025,
        **skin,
    )
    for k in range(7):
        y = 0.34 + 0.06 * k
        pen.limb(
            [(0.15 + 0.012 * k, y), (0.24 + 0.006 * k, y + 0.02), (0.34 - 0.002 * k, y)],
            0.01,
            0.014,
            0.01,
            paint=darker(pen.colour, 0.25),
        )
    for x, y in ((0.28, 0.02), (0.34, 0.06), (0.38, 0.13), (0.22, 0.03)):
        pen.limb([(0.27, 0.14), (x, y)], 0.05, 0.012, paint=darker(pen.colour, 0.1))
    pen.blob(".2,.1 .3,.07 .37,.16 .34,.26 .24,.28 .16,.22", **skin)
    pen.limb(".2,.2 .1,.23 .03,.25", 0.09, 0.05, 0.06, **skin)
    pen.eye(0.22, 0.17, 0.026)


@thing("gondola, venetian gondola", 1.7, 3.4, "#1c1c22 #2a1c1c", "waterfront", "water",
       seat=(1.6, 0.72))  # fmt: skip
def gondola(pen: Pen) -> None:
    """Draw a gondola with its gondolier."""
    skin = "#d8a070"
    for side in (-1, 1):
        pen.limb([(0.62 + side * 0.035, 0.46), (0.62 + side * 0.045, 0.72)], 0.075, 0.06,
                 paint="#22242c", grain="fabric")  # fmt: skip
    pen.blob(".55,.2 .62,.18 .69,.2 .7,.34 .69,.48 .62,.5 .55,.48 .54,.34", "#f4f2ec")
    for y in (0.25, 0.31, 0.37, 0.43):
        pen.limb([(0.55, y), (0.69, y)], 0.022, 0.022, paint="#b8283a", round=0.3)
    pen.limb(".3,.18 1.05,.98", 0.02, 0.028, paint="#8a5a30", bend=False)
    pen.limb(".66,.23 .72,.34 .58,.42", 0.05, 0.042, 0.036, paint=skin)
    pen.limb(".57,.23 .5,.3 .46,.34", 0.05, 0.042, 0.036, paint=skin)
    pen.ellipse(0.62, 0.115, 0.055, 0.06, skin)
    pen.ellipse(0.62, 0.075, 0.11, 0.016, "#e8cc84")
    pen.blob(".56,.07 .57,.02 .62,.005 .67,.02 .68,.07", "#e8cc84")
    pen.limb(".555,.066 .685,.066", 0.014, 0.014, paint="#b8283a")
    pen.blob("1.3,.86 1.34,.64 1.5,.6 1.66,.68 1.86,.62 1.98,.66 2.02,.86", "#b8283a", gloss=0.3)
    pen.blob(
        ".0,.42 .1,.56 .4,.7 .9,.78 2.4,.78 2.9,.7 3.2,.52 3.26,.22 3.38,.2 3.34,.56 3.1,.82 "
        "2.6,.96 .9,.97 .4,.88 .08,.66",
        gloss=0.8,
    )
    pen.limb(".1,.58 .5,.77 1.6,.82 2.7,.77 3.2,.56", 0.014, 0.022, 0.014, paint="#d8b45a",
             gloss=0.7)  # fmt: skip
    pen.poly("3.22,.24 3.42,.18 3.4,.28 3.28,.3", "#c8ccd0", gloss=0.9)
    for k in range(5):
        pen.limb([(3.3, 0.32 + 0.045 * k), (3.4, 0.31 + 0.045 * k)], 0.016, 0.016,
                 paint="#c8ccd0", gloss=0.9)  # fmt: skip


@thing("seal, sea lion, walrus", 0.9, 1.5, "#6a6e78 #8a7a6a #4a5058", "sea snowfield",
       seat=(0.34, 0.0))  # fmt: skip
def seal(pen: Pen) -> None:
    """Draw a seal that lies with its head up."""
    pen.poly("1.2,.86 1.46,.72 1.5,.84 1.42,.9 1.5,.98 1.34,1.0 1.18,.96", pen.dark, round=0.6)
    pen.blob(
        ".3,.1 .44,.14 .52,.36 .78,.58 1.12,.74 1.34,.88 1.2,.98 .7,1.0 .3,.98 .2,.8 .22,.5 "
        ".18,.26",
        gloss=0.5,
    )
    pen.blob(".26,.5 .4,.56 .56,.78 .52,.94 .32,.95 .25,.8", pen.light, round=0.5)
    for points in (
        ".44,.72 .62,.86 .66,1.0 .5,.99 .38,.86",
        ".26,.76 .2,.9 .1,1.0 .26,1.0 .34,.88",
    ):
        pen.blob(points, pen.dark, gloss=0.3)
    pen.ellipse(0.33, 0.17, 0.17, 0.16, gloss=0.5)
    pen.ellipse(0.22, 0.22, 0.1, 0.075, pen.light)
    pen.ellipse(0.15, 0.17, 0.034, 0.026, "#17171a", gloss=0.6)
    pen.eye(0.3, 0.12, 0.028, "#17171a")
    for k in (-1, 0, 1):
        pen.limb([(0.2, 0.23), (0.04, 0.22 + 0.04 * k)], 0.007, 0.004, paint="#f0ece4")
