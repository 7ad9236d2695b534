"""Toys, tools, instruments and other things that people use."""

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
    hand=(0.5, 0.7),
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
    "hat, cap, top hat, cowboy hat", 0.25, 1.6, "#8a5f38 #2c2a30 #b8402e", "beach farm", "table"
)
def hat(pen: Pen) -> None:
    """Draw a felt hat."""
    pen.blob(".0,.74 .3,.66 1.3,.66 1.6,.74 1.4,.94 .8,1.0 .2,.94", grain="fabric", round=0.6)
    pen.blob(
        ".34,.82 .38,.3 .5,.06 .8,.12 1.1,.06 1.22,.3 1.26,.82 .8,.92", grain="fabric", round=0.9
    )
    pen.limb(".35,.74 .8,.84 1.25,.74", 0.11, 0.12, 0.11, paint=darker(pen.colour, 0.55))


@thing(
    "shoe, boot, sneaker, trainer",
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


@thing("globe, world", 0.4, 0.85, "#2f7ab8", "classroom library", "table")
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
    "box, chest, crate, treasure chest",
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
