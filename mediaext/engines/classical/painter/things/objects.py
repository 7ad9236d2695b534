"""Toys, tools, instruments and household gear."""

import math

from mediaext.engines.classical.painter import geometry
from mediaext.engines.classical.painter.colours import darker, lighter
from mediaext.engines.classical.painter.pen import Finish, Pen
from mediaext.engines.classical.painter.things.registry import thing


@thing("ball, beach ball", 0.3, 1.0, "#d83a2c #f0b82c #2f7ad0", "beach park", hand=None)
def ball(pen: Pen) -> None:
    """Draw a beach ball."""
    pen.ellipse(0.5, 0.5, 0.49, 0.49, gloss=0.6, round=1)
    for half in (0.33, 0.1):
        tone = "#f8f4ea" if half > 0.2 else pen.colour
        pen.fill([geometry.ellipse(0.5, 0.5, half, 0.485, 24)], tone, round=1, gloss=0.5)
    pen.ellipse(0.32, 0.1, 0.07, 0.04, "#f8f4ea", turn=24)


@thing("balloon, party balloon", 0.4, 0.72, "#d83a3a #2f7ad0 #f0b82c #7a4ab0", "sky park", "air")
def balloon(pen: Pen) -> None:
    """Draw a party balloon."""
    pen.limb(".36,.7 .4,.8 .33,.9 .38,1.0", 0.012, 0.01, paint="#d8d4c8")
    pen.poly(".31,.73 .41,.73 .36,.66", pen.dark)
    pen.blob(".36,.0 .58,.06 .7,.28 .62,.52 .36,.69 .1,.52 .02,.28 .14,.06", gloss=0.9, round=1)


@thing("kite", 0.9, 0.8, "#d83a3a #2f9a6a #f0b82c", "sky beach meadow", "air")
def kite(pen: Pen) -> None:
    """Draw a kite with its tail."""
    pen.limb(".4,.66 .5,.76 .36,.86 .46,1.0", 0.012, 0.01, paint="#e8e0d0")
    for x, y, tone in ((0.48, 0.75, "#f0b82c"), (0.38, 0.86, "#2f7ad0"), (0.45, 0.97, "#d83a3a")):
        pen.poly(
            [
                (x - 0.06, y - 0.025),
                (x + 0.06, y + 0.025),
                (x + 0.06, y - 0.025),
                (x - 0.06, y + 0.025),
            ],
            tone,
        )
    pen.poly(".4,.0 .76,.24 .4,.68", lighter(pen.colour, 0.12), grain="fabric", round=0.1)
    pen.poly(".4,.0 .04,.24 .4,.68", darker(pen.colour, 0.12), grain="fabric", round=0.1)
    pen.poly(".4,.24 .76,.24 .4,.68", "#f4c83a", grain="fabric", round=0.1)
    pen.limb(".4,.0 .4,.68", 0.016, 0.016, paint="#6a4a30", bend=False)
    pen.limb(".04,.24 .76,.24", 0.016, 0.016, paint="#6a4a30", bend=False)


@thing(
    "umbrella, parasol",
    0.9,
    1.0,
    "#d83a3a #2f6ab0 #f0b82c #3a9a7a",
    "beach street",
    hand=(0.52, 0.86),
)
def umbrella(pen: Pen) -> None:
    """Draw an open umbrella."""
    pen.limb(".5,.1 .5,.9 .56,.97 .63,.9", 0.026, 0.03, 0.04, paint="#6a4428")
    pen.blob(
        ".01,.5 .1,.22 .3,.06 .5,.02 .7,.06 .9,.22 .99,.5 .84,.44 .67,.5 .5,.44 .33,.5 .16,.44",
        round=0.9,
        gloss=0.2,
        grain="fabric",
    )
    pen.blob(
        ".33,.5 .36,.2 .5,.02 .64,.2 .67,.5 .5,.44",
        lighter(pen.colour, 0.28),
        round=0.5,
        grain="fabric",
    )
    pen.limb(".5,.04 .5,-.03", 0.025, 0.015, paint="#6a4428")


@thing(
    "hat, ~cap, ~top hat, ~cowboy hat", 0.25, 1.6, "#8a5f38 #2c2a30 #b8402e", "beach farm", "table"
)
def hat(pen: Pen) -> None:
    """Draw a felt hat."""
    pen.blob(".0,.74 .3,.66 1.3,.66 1.6,.74 1.4,.94 .8,1.0 .2,.94", grain="fabric", round=0.6)
    pen.blob(
        ".34,.82 .38,.3 .5,.06 .8,.12 1.1,.06 1.22,.3 1.26,.82 .8,.92", grain="fabric", round=0.9
    )
    pen.limb(".35,.74 .8,.84 1.25,.74", 0.11, 0.12, 0.11, paint=darker(pen.colour, 0.55))


@thing(
    "shoe, ~boot, sneaker, trainer",
    0.12,
    1.8,
    "#d83a3a #2f5fa8 #f0ece4 #6a4428",
    "street living_room",
    "ground",
)
def shoe(pen: Pen) -> None:
    """Draw a trainer."""
    pen.blob(
        ".06,.2 .2,.1 .5,.14 .7,.3 1.1,.5 1.6,.6 1.76,.78 1.74,.9 .1,.9 .04,.6",
        grain="fabric",
        round=0.7,
    )
    pen.blob(".04,.82 .9,.84 1.78,.8 1.78,.96 1.6,1.0 .12,1.0 .03,.96", "#f6f2ea", round=0.8)
    pen.blob("1.3,.56 1.62,.61 1.77,.78 1.74,.84 1.36,.82", "#f6f2ea", round=0.6)
    for k in range(4):
        pen.limb(
            [(0.62 + k * 0.13, 0.44 + k * 0.045), (0.8 + k * 0.13, 0.3 + k * 0.075)],
            0.045,
            0.04,
            paint="#f8f6f0",
        )
    pen.limb(".4,.78 .7,.6 .64,.76", 0.06, 0.05, 0.02, paint=lighter(pen.colour, 0.7))


@thing(
    "gift, present, parcel, gift box",
    0.3,
    1.0,
    "#d83a4a #2f7ab0 #3a9a6a #8a4ab0",
    "living_room",
    "ground",
)
def gift(pen: Pen) -> None:
    """Draw a wrapped present."""
    ribbon = "#f6d24a" if pen.colour[0] < 0.9 or pen.colour[1] < 0.6 else "#d83a3a"
    pen.poly(".04,.4 .62,.46 .62,1.0 .06,.93", round=0.1)
    pen.poly(".62,.46 .96,.36 .94,.88 .62,1.0", darker(pen.colour, 0.35), round=0.1)
    pen.poly(".02,.3 .4,.22 .98,.28 .62,.37", lighter(pen.colour, 0.25), round=0.05)
    pen.poly(".02,.3 .62,.37 .62,.47 .02,.4", lighter(pen.colour, 0.08), round=0.1)
    pen.poly(".62,.37 .98,.28 .98,.37 .62,.47", darker(pen.colour, 0.25), round=0.1)
    pen.poly(".28,.33 .4,.345 .4,.97 .28,.955", ribbon, round=0.2, gloss=0.3)
    pen.poly(".75,.34 .84,.315 .83,.92 .75,.95", darker(ribbon, 0.25), round=0.2)
    for side in (-1, 1):
        pen.blob(
            [
                (0.5, 0.28),
                (0.5 + side * 0.12, 0.06),
                (0.5 + side * 0.3, 0.1),
                (0.5 + side * 0.24, 0.26),
            ],
            ribbon,
            round=0.8,
            gloss=0.4,
        )
    pen.ellipse(0.5, 0.26, 0.06, 0.05, ribbon, gloss=0.4)


@thing("key", 0.08, 1.9, "#d8b04a #9aa2aa", "table living_room", "table")
def key(pen: Pen) -> None:
    """Draw an old key."""
    pen.limb(".6,.5 1.8,.5", 0.15, 0.14, gloss=0.8, bend=False)
    pen.ring(0.38, 0.5, 0.37, 0.2, gloss=0.8, round=1)
    for x, low in ((1.45, 0.86), (1.68, 0.94)):
        pen.box(x, 0.5, x + 0.13, low, None, 0.02, gloss=0.7, round=0.5)
    pen.ellipse(0.78, 0.5, 0.1, 0.14, gloss=0.8)


@thing("globe, ~world", 0.4, 0.85, "#2f7ab8", "classroom library", "table")
def globe(pen: Pen) -> None:
    """Draw a school globe."""
    pen.ellipse(0.42, 0.95, 0.24, 0.05, "#7a5230", grain="wood")
    pen.limb(".42,.94 .42,.82", 0.06, 0.05, paint="#7a5230")
    pen.limb(".28,.02 .06,.2 .06,.56 .28,.8 .5,.84", 0.04, 0.045, 0.04, paint="#d8a83a", gloss=0.7)
    pen.ellipse(0.44, 0.42, 0.37, 0.37, gloss=0.6, round=1)
    for points in (
        ".2,.24 .36,.14 .44,.24 .36,.4 .28,.36",
        ".36,.46 .48,.46 .46,.66 .38,.7",
        ".54,.2 .72,.24 .78,.42 .66,.42 .6,.34",
        ".58,.46 .7,.5 .68,.64 .6,.62",
    ):
        pen.blob(points, "#6aa84a", round=0.25)


@thing(
    "box, chest, ~crate, treasure chest, treasure",
    0.5,
    1.3,
    "#9a6a3a #7a4a2c #b88a54",
    "beach cave",
    "ground",
    seat=(0.65, 0.12),
    mouth=(0.65, 0.3, 0.9),
)
def box(pen: Pen) -> None:
    """Draw a banded wooden chest."""
    wood: Finish = {"grain": "wood", "strength": 0.8}
    pen.poly(".06,.46 1.24,.46 1.24,.98 .06,.98", round=0.15, **wood)
    pen.blob(
        ".04,.48 .1,.2 .3,.08 1.0,.08 1.2,.2 1.26,.48",
        lighter(pen.colour, 0.08),
        round=0.8,
        **wood,
    )
    for x in (0.16, 0.65, 1.14):
        pen.limb([(x, 0.11), (x, 0.98)], 0.07, 0.07, paint="#5a4a3a", bend=False, gloss=0.4)
    pen.box(0.04, 0.44, 1.26, 0.52, "#5a4a3a", gloss=0.4)
    pen.box(0.57, 0.42, 0.73, 0.62, "#d8b04a", 0.03, gloss=0.8)
    pen.ellipse(0.65, 0.51, 0.025, 0.03, "#2a2018")


@thing("crown, tiara", 0.2, 1.3, "#e0b02c", "castle_hall museum", "table")
def crown(pen: Pen) -> None:
    """Draw a jewelled crown."""
    pen.poly(
        ".08,.92 .0,.24 .28,.54 .4,.06 .65,.48 .9,.06 1.02,.54 1.3,.24 1.22,.92",
        gloss=0.9,
        round=0.5,
    )
    pen.limb(
        ".08,.9 .4,.97 .9,.97 1.22,.9", 0.14, 0.15, 0.14, paint=darker(pen.colour, 0.1), gloss=0.9
    )
    for x, y in ((0.0, 0.22), (0.4, 0.04), (0.9, 0.04), (1.3, 0.22)):
        pen.ellipse(x, y, 0.05, 0.05, "#d82a3a", gloss=1)
    for x, tone in ((0.25, "#2f7ad0"), (0.52, "#d82a3a"), (0.78, "#2fa06a"), (1.05, "#d82a3a")):
        pen.ellipse(x, 0.94, 0.06, 0.05, tone, gloss=1)


@thing("candle, candles", 0.25, 0.4, "#f2e8d0 #c8403a", "table", "table")
def candle(pen: Pen) -> None:
    """Draw a burning candle."""
    pen.ellipse(0.2, 0.95, 0.19, 0.045, "#c89a3a", gloss=0.8)
    pen.box(0.1, 0.34, 0.3, 0.94, None, 0.03, round=1)
    pen.limb(".13,.36 .12,.52", 0.04, 0.03, round=1)
    pen.ellipse(0.2, 0.35, 0.1, 0.025, lighter(pen.colour, 0.5), round=0.2)
    pen.limb(".2,.35 .2,.28", 0.012, 0.01, paint="#2a2420")
    pen.glow(0.2, 0.17, 0.7, "#ffb84a", 0.7)
    pen.blob(".2,.0 .27,.16 .25,.27 .2,.3 .15,.27 .13,.16", "#ffc23a", round=0.1)
    pen.blob(".2,.12 .235,.2 .2,.28 .165,.2", "#fff4c8", round=0.1)


@thing(
    "teddy bear, teddy, toy bear",
    0.4,
    0.85,
    "#b8813f #d8a86a #8a5a3a",
    "bedroom",
    hand=(0.42, 0.7),
)
def teddy(pen: Pen) -> None:
    """Draw a teddy bear with a ribbon."""
    fur: Finish = {"grain": "fur", "strength": 0.7}
    pale = lighter(pen.colour, 0.45)
    for side in (-1, 1):
        pen.ellipse(0.42 + side * 0.24, 0.9, 0.14, 0.11, **fur)
        pen.ellipse(0.42 + side * 0.26, 0.91, 0.08, 0.07, pale)
        pen.ellipse(0.42 + side * 0.3, 0.6, 0.1, 0.16, turn=-side * 30, **fur)
        pen.ellipse(0.42 + side * 0.21, 0.09, 0.1, 0.095, **fur)
        pen.ellipse(0.42 + side * 0.21, 0.1, 0.06, 0.055, pale)
    pen.ellipse(0.42, 0.7, 0.25, 0.27, **fur)
    pen.ellipse(0.42, 0.73, 0.16, 0.18, pale, grain="fur")
    pen.ellipse(0.42, 0.26, 0.27, 0.24, **fur)
    pen.ellipse(0.42, 0.34, 0.13, 0.1, pale, grain="fur")
    pen.ellipse(0.42, 0.3, 0.05, 0.035, "#2a1c18", gloss=0.7)
    pen.limb(".36,.375 .42,.395 .48,.375", 0.012, 0.012, paint="#5a3424")
    for side in (-1, 1):
        pen.eye(0.42 + side * 0.11, 0.23, 0.032)
        pen.blob(
            [(0.42, 0.5), (0.42 + side * 0.15, 0.43), (0.42 + side * 0.16, 0.56)],
            "#c8303a",
            gloss=0.3,
        )
    pen.ellipse(0.42, 0.5, 0.04, 0.04, "#a8202c")


@thing("guitar, ~ukulele", 1.0, 0.42, "#b8702c #8a3a24", "stage living_room", hand=(0.2, 0.7))
def guitar(pen: Pen) -> None:
    """Draw a guitar."""
    wood: Finish = {"grain": "wood", "gloss": 0.5}
    pen.box(0.18, 0.08, 0.24, 0.56, "#4a2f1e", 0.005, **wood)
    pen.box(0.16, 0.0, 0.26, 0.1, "#5a3a22", 0.015, **wood)
    pen.blob(
        ".21,.42 .33,.46 .35,.56 .31,.64 .4,.78 .36,.95 "
        ".21,1.0 .06,.95 .02,.78 .11,.64 .07,.56 .09,.46",
        round=0.35,
        **wood,
    )
    pen.ellipse(0.21, 0.66, 0.075, 0.075, "#f0dfb8")
    pen.ellipse(0.21, 0.66, 0.062, 0.062, "#1d1410")
    pen.box(0.13, 0.84, 0.29, 0.87, "#3a2418", 0.01)
    for k in range(4):
        pen.limb(
            [(0.195 + k * 0.011, 0.05), (0.185 + k * 0.017, 0.855)],
            0.004,
            0.004,
            paint="#e8e0cc",
            bend=False,
        )
    for k in range(3):
        for x in (0.15, 0.27):
            pen.ellipse(x, 0.025 + k * 0.03, 0.012, 0.01, "#d8d4c8", gloss=0.7)


@thing("piano, grand piano", 1.3, 1.25, "#26242a #7a4a2c", "stage living_room", seat=(0.6, 0.02))
def piano(pen: Pen) -> None:
    """Draw an upright piano."""
    pen.box(0.06, 0.02, 1.19, 0.94, darker(pen.colour, 0.1), 0.02, gloss=0.6, round=0.08)
    pen.box(0.02, 0.0, 1.23, 0.06, None, 0.02, gloss=0.7)
    pen.box(0.16, 0.12, 1.09, 0.4, lighter(pen.colour, 0.08), 0.02, round=0.05)
    pen.box(0.02, 0.5, 1.23, 0.62, None, 0.02, gloss=0.7)
    pen.poly(".08,.5 1.17,.5 1.2,.57 .05,.57", "#f8f4ea", round=0.1)
    for k in range(21):
        x = 0.1 + k * 0.05
        pen.limb([(x, 0.505), (x - 0.006, 0.565)], 0.005, 0.005, paint="#a8a49a", bend=False)
        if k % 7 not in (2, 6):
            pen.box(x + 0.015, 0.5, x + 0.037, 0.54, "#16151a")
    for x in (0.08, 1.1):
        pen.box(x, 0.6, x + 0.07, 1.0, None, 0.02, gloss=0.4)


@thing("drum, drums", 0.6, 1.2, "#c8302a #2f6ab0 #e8b02c", "stage", seat=(0.6, 0.1))
def drum(pen: Pen) -> None:
    """Draw a drum and its sticks."""
    pen.blob(".04,.26 .06,.86 .3,.98 .6,1.0 .9,.98 1.14,.86 1.16,.26", gloss=0.5, round=1)
    for k in range(5):
        x = 0.1 + k * 0.2
        pen.limb(
            [(x, 0.34), (x + 0.1, 0.9), (x + 0.2, 0.34)], 0.018, 0.018, paint="#f0e8d4", bend=False
        )
    for y in (0.28, 0.9):
        pen.limb(
            [(0.04, y), (0.3, y + 0.07), (0.6, y + 0.09), (0.9, y + 0.07), (1.16, y)],
            0.07,
            0.07,
            paint="#d8b050",
            gloss=0.7,
        )
    pen.ellipse(0.6, 0.25, 0.56, 0.14, "#f6f0e0", round=0.15)
    for a, b in (((0.2, 0.0), (0.7, 0.24)), ((1.08, -0.02), (0.6, 0.26))):
        pen.limb([a, b], 0.03, 0.025, paint="#c89a5a", bend=False)
        pen.ellipse(*b, 0.04, 0.03, "#d8b070")


@thing("trumpet, horn", 0.3, 1.9, "#d8a83a", "stage", "table")
def trumpet(pen: Pen) -> None:
    """Draw a trumpet."""
    brass: Finish = {"gloss": 0.9, "round": 1}
    pen.limb(".1,.4 .5,.4 1.3,.4", 0.07, 0.07, bend=False, **brass)
    pen.limb("1.1,.4 .6,.4 .42,.6 .6,.82 1.1,.82 1.26,.64 1.1,.42", 0.075, 0.075, **brass)
    pen.blob("1.2,.34 1.55,.3 1.8,.02 1.86,.4 1.8,.78 1.55,.5 1.2,.46", **brass)
    pen.ellipse(1.82, 0.4, 0.06, 0.38, darker(pen.colour, 0.5), round=0.3)
    for x in (0.72, 0.85, 0.98):
        pen.box(x - 0.04, 0.3, x + 0.04, 0.76, lighter(pen.colour, 0.15), 0.02, round=1, gloss=0.8)
        pen.ellipse(x, 0.24, 0.035, 0.03, "#f4ecd8")
    pen.blob(".02,.34 .1,.38 .1,.42 .02,.46", **brass)


@thing(
    "computer, laptop, monitor",
    0.4,
    1.4,
    "#8f969e #2c2e34",
    "living_room laboratory classroom",
    "table",
)
def computer(pen: Pen) -> None:
    """Draw a laptop with a bright screen."""
    pen.box(0.16, 0.02, 1.24, 0.74, None, 0.04, gloss=0.4, round=0.1)
    pen.box(0.2, 0.06, 1.2, 0.69, "#1d3f6a", 0.01, round=0.1)
    for k, (w, tone) in enumerate(
        (
            (0.5, "#7ae0c0"),
            (0.7, "#f4c85a"),
            (0.36, "#e87a8a"),
            (0.6, "#8ac0f4"),
            (0.44, "#7ae0c0"),
        )
    ):
        pen.dot_box(0.26 + 0.05 * (k % 2), 0.13 + k * 0.1, 0.26 + w, 0.17 + k * 0.1, tone)
    pen.glow(0.7, 0.4, 0.7, "#6ab0ff", 0.2)
    pen.poly(".16,.74 1.24,.74 1.4,.96 .0,.96", lighter(pen.colour, 0.12), gloss=0.4, round=0.1)
    pen.poly(".22,.77 1.18,.77 1.25,.87 .15,.87", "#33363c", round=0.05)
    pen.poly(".0,.96 1.4,.96 1.37,1.0 .03,1.0", darker(pen.colour, 0.3))
    pen.poly(".55,.89 .85,.89 .88,.945 .52,.945", darker(pen.colour, 0.08))


@thing(
    "telephone, dial telephone, landline",
    0.16,
    1.3,
    "#c8302a #26282e #2f7a6a",
    "living_room",
    "table",
)
def telephone(pen: Pen) -> None:
    """Draw a dial telephone."""
    pen.blob(".16,.98 .22,.66 .44,.38 .86,.38 1.08,.66 1.14,.98 .65,1.02", gloss=0.7, round=0.8)
    pen.blob(
        ".02,.34 .06,.12 .3,.1 .65,.04 1.0,.1 1.24,.12 "
        "1.28,.34 1.12,.4 .98,.26 .65,.2 .32,.26 .18,.4",
        gloss=0.8,
        round=0.9,
    )
    pen.ellipse(0.65, 0.68, 0.25, 0.22, "#f2ece0", round=0.2)
    for k in range(10):
        turn = k * math.tau / 10
        pen.ellipse(
            0.65 + math.cos(turn) * 0.17, 0.68 + math.sin(turn) * 0.15, 0.034, 0.03, "#3a3a40"
        )
    pen.ellipse(0.65, 0.68, 0.08, 0.07, gloss=0.5)


@thing("camera", 0.14, 1.4, "#2c2e34 #8a5a34", "table street", "table")
def camera(pen: Pen) -> None:
    """Draw a camera."""
    pen.box(0.04, 0.2, 1.36, 0.98, "#b8bdc2", 0.07, gloss=0.6, round=0.2)
    pen.box(0.04, 0.4, 1.36, 0.86, None, 0.02, grain="rough", strength=0.7, round=0.1)
    pen.poly(".5,.22 .56,.04 .84,.04 .9,.22", "#b8bdc2", gloss=0.6)
    pen.ellipse(0.24, 0.17, 0.12, 0.05, "#8f959b", gloss=0.7)
    pen.box(1.06, 0.26, 1.26, 0.36, "#f4f0d8", 0.02, gloss=0.8)
    pen.ellipse(0.7, 0.62, 0.34, 0.34, "#3a3c42", gloss=0.5)
    pen.ellipse(0.7, 0.62, 0.27, 0.27, "#17181c", gloss=0.4)
    pen.ellipse(0.7, 0.62, 0.18, 0.18, "#24406a", gloss=1.0, round=1)
    pen.ellipse(0.64, 0.55, 0.05, 0.04, "#cfe4ff")


@thing("sword, dagger", 1.0, 0.32, "#c4ccd4", "castle_hall museum", hand=(0.16, 0.85))
def sword(pen: Pen) -> None:
    """Draw a sword with its point up."""
    pen.poly(".16,.0 .2,.08 .2,.76 .12,.76 .12,.08", gloss=0.9, round=0.4)
    pen.limb(".16,.08 .16,.74", 0.014, 0.014, paint=darker(pen.colour, 0.25), bend=False)
    pen.limb(".02,.77 .16,.75 .3,.77", 0.04, 0.05, 0.04, paint="#d8b04a", gloss=0.8)
    pen.limb(".16,.78 .16,.93", 0.05, 0.05, paint="#5a3a24", grain="fabric")
    pen.ellipse(0.16, 0.96, 0.04, 0.04, "#d8b04a", gloss=0.8)


@thing("hammer, mallet", 0.35, 0.66, "#8f969e", "laboratory", "ground")
def hammer(pen: Pen) -> None:
    """Draw a claw hammer."""
    pen.limb(".34,.99 .33,.6 .34,.16", 0.11, 0.08, 0.085, paint="#b8813f", grain="wood")
    pen.box(0.14, 0.06, 0.46, 0.22, None, 0.02, gloss=0.8, round=0.6)
    pen.box(0.02, 0.03, 0.16, 0.25, darker(pen.colour, 0.1), 0.02, gloss=0.8, round=0.6)
    pen.blob(".44,.06 .58,.04 .66,.2 .56,.14 .46,.2", gloss=0.8, round=0.6)


@thing("scissors, shears", 0.18, 0.6, "#d8402e #2f7ab0", "classroom table", "table")
def scissors(pen: Pen) -> None:
    """Draw open scissors."""
    for side in (-1, 1):
        pen.poly(
            [
                (0.3 + side * 0.04, 0.62),
                (0.3 - side * 0.02, 0.56),
                (0.3 - side * 0.2, 0.0),
                (0.3 - side * 0.1, 0.3),
            ],
            "#c4cad0",
            gloss=0.9,
            round=0.4,
        )
        pen.limb([(0.3, 0.58), (0.3 + side * 0.1, 0.72)], 0.06, 0.05, gloss=0.4)
        pen.fill(
            [
                geometry.ellipse(0.3 + side * 0.15, 0.84, 0.13, 0.16, -side * 20),
                geometry.ellipse(0.3 + side * 0.15, 0.84, 0.075, 0.1, -side * 20),
            ],
            gloss=0.5,
            round=1,
        )
    pen.ellipse(0.3, 0.58, 0.03, 0.03, "#6a7076", gloss=0.8)


@thing("pencil, crayon", 0.2, 0.22, "#f0b41c #d83a3a #2f7ab0", "classroom table", "ground")
def pencil(pen: Pen) -> None:
    """Draw a pencil with its point up."""
    pen.box(0.05, 0.88, 0.17, 1.0, "#e88a9a", 0.04, round=1)
    pen.box(0.05, 0.82, 0.17, 0.9, "#b8bdc2", gloss=0.8, round=1)
    pen.poly(".05,.2 .17,.2 .17,.83 .05,.83", round=0.9, gloss=0.4)
    for x in (0.09, 0.13):
        pen.limb([(x, 0.2), (x, 0.82)], 0.006, 0.006, paint=darker(pen.colour, 0.25), bend=False)
    pen.poly(".05,.2 .11,.0 .17,.2 .14,.18 .11,.21 .08,.18", "#e8c898", round=0.9)
    pen.poly(".09,.07 .11,.0 .13,.07", "#2a2a2e", round=0.9)


@thing("bell", 0.3, 0.95, "#d8a83a", "church classroom", "table")
def bell(pen: Pen) -> None:
    """Draw a brass bell."""
    pen.ring(0.47, 0.08, 0.09, 0.05, gloss=0.8)
    pen.ellipse(0.47, 0.9, 0.1, 0.09, darker(pen.colour, 0.35), gloss=0.6)
    pen.blob(
        ".38,.14 .56,.14 .72,.36 .76,.66 .93,.84 .47,.92 .01,.84 .18,.66 .22,.36",
        gloss=0.9,
        round=1,
    )
    pen.limb(
        ".2,.66 .47,.72 .74,.66", 0.025, 0.03, 0.025, paint=lighter(pen.colour, 0.3), gloss=0.6
    )


@thing("ladder", 2.4, 0.34, "#b8864a #9aa2aa", "garden farm")
def ladder(pen: Pen) -> None:
    """Draw a ladder."""
    for k in range(8):
        y = 0.08 + k * 0.12
        pen.limb(
            [(0.07, y), (0.27, y)],
            0.024,
            0.024,
            paint=darker(pen.colour, 0.15),
            grain="wood",
            bend=False,
        )
    for x in (0.04, 0.3):
        pen.limb(
            [(x, 0.0), (x + (0.01 if x > 0.2 else -0.01), 1.0)],
            0.035,
            0.038,
            grain="wood",
            bend=False,
        )
