"""Furniture and household things."""

import math

from mediaext.engines.classical.painter.colours import colour, darker, lighter
from mediaext.engines.classical.painter.pen import Finish, Pen
from mediaext.engines.classical.painter.things.registry import thing


@thing(
    "chair, ~stool, seat",
    0.95,
    0.62,
    "#9c6b3c #6b4a30 #c9a06a",
    "kitchen living_room",
    seat=(0.36, 0.545),
)
def chair(pen: Pen) -> None:
    """Draw a chair at three quarters."""
    wood: Finish = {"grain": "wood", "strength": 0.7}
    back = darker(pen.colour, 0.3)
    pen.limb(".13,.5 .14,.9", 0.045, 0.04, paint=back, **wood)
    pen.limb(".44,.5 .45,.9", 0.045, 0.04, paint=back, **wood)
    for x, top in ((0.07, 0.02), (0.42, 0.0)):
        pen.limb([(x + 0.06, 0.56), (x + 0.01, top)], 0.055, 0.05, **wood)
    for y in (0.06, 0.19, 0.32):
        pen.blob(
            [
                (0.075, y + 0.01),
                (0.25, y - 0.02),
                (0.44, y - 0.01),
                (0.44, y + 0.06),
                (0.25, y + 0.05),
                (0.08, y + 0.08),
            ],
            round=0.4,
            **wood,
        )
    pen.poly(".1,.64 .52,.66 .57,.7 .57,.64 .1,.58", back, **wood)
    for x in (0.14, 0.52):
        pen.limb([(x, 0.6), (x + (0.02 if x > 0.3 else -0.02), 0.99)], 0.06, 0.045, **wood)
    pen.limb(".14,.8 .52,.81", 0.025, 0.025, paint=back)
    pen.poly(
        ".14,.48 .47,.47 .6,.58 .6,.62 .08,.62 .08,.58",
        back,
        **wood,
    )
    pen.poly(".14,.47 .47,.46 .6,.58 .08,.585", lighter(pen.colour, 0.1), **wood)


@thing("throne", 1.6, 0.72, "#a8202c #4a2a7a", "castle_hall", seat=(0.36, 0.6))
def throne(pen: Pen) -> None:
    """Draw a gilded throne with a cushioned back."""
    gold: Finish = {"gloss": 0.8, "grain": "metal", "strength": 0.3}
    for side in (-1, 1):
        x = 0.36 + side * 0.27
        pen.limb([(x, 0.98), (x, 0.16)], 0.07, 0.06, paint="#d8a83a", bend=False, **gold)
        pen.ellipse(x, 0.12, 0.05, 0.05, "#e8c04a", **gold)
    pen.blob(".1,.6 .1,.2 .22,.1 .36,.02 .5,.1 .62,.2 .62,.6", "#d8a83a", round=0.5, **gold)
    pen.blob(".16,.58 .16,.24 .36,.1 .56,.24 .56,.58", round=0.9, grain="fabric")
    for x, y in ((0.28, 0.3), (0.44, 0.3), (0.36, 0.42)):
        pen.ellipse(x, y, 0.014, 0.014, "#e8c04a", gloss=0.8)
    pen.ellipse(0.36, 0.05, 0.045, 0.045, "#d82a3a", gloss=1)
    pen.box(0.06, 0.62, 0.66, 0.9, "#c8962e", 0.03, **gold)
    pen.box(0.08, 0.56, 0.64, 0.68, pen.light, 0.05, round=0.9, grain="fabric")
    for side in (-1, 1):
        x = 0.36 + side * 0.3
        pen.limb([(x, 0.46), (x + side * 0.03, 0.6)], 0.06, 0.07, paint="#d8a83a", **gold)
        pen.limb([(x, 0.86), (x, 1.0)], 0.08, 0.06, paint="#d8a83a", **gold)


@thing(
    "rocking chair, rocker",
    1.05,
    0.72,
    "#8a5a30 #6b4a30",
    "living_room",
    seat=(0.4, 0.5),
)
def rocking_chair(pen: Pen) -> None:
    """Draw a chair on two curved runners."""
    pen.limb(".0,.9 .3,.99 .56,.985 .74,.9", 0.04, 0.045, 0.04, paint=pen.dark, grain="wood")
    chair(pen.within(0.05, 0.0, 0.92, pen.colour))
    pen.limb(".0,.92 .26,1.0 .5,1.0 .7,.93", 0.04, 0.045, 0.04, grain="wood")
    pen.limb(".06,.3 .32,.32 .56,.36", 0.045, 0.05, 0.05, grain="wood")
    pen.limb(".53,.36 .54,.56", 0.035, 0.035, grain="wood")


@thing(
    "stack of books, pile of books, stacked books",
    0.34,
    1.3,
    "#2f5a8a #7a5aa0",
    "library living_room table",
    "table",
    seat=(0.66, 0.06),
)
def stack_of_books(pen: Pen) -> None:
    """Draw closed books that lie on one another."""
    tones = [colour(tone) for tone in ("#a83a32", pen.colour, "#d8a83a", "#3a7a5a", "#6a4a8a")]
    edges = ((0.02, 1.28), (0.1, 1.2), (0.04, 1.12), (0.14, 1.24), (0.1, 1.1))
    for k, ((left, right), tone) in enumerate(zip(edges, tones, strict=True)):
        low = 1.0 - 0.19 * k
        pen.box(left, low - 0.175, right, low, tone, 0.03, round=0.4, grain="fabric")
        pen.box(left + 0.2, low - 0.145, right + 0.012, low - 0.03, "#f4eedd", 0.005, round=0.1)
        pen.box(left + 0.06, low - 0.13, left + 0.15, low - 0.045, lighter(tone, 0.45), 0.01)


@thing(
    "book, novel, dictionary, ~notebook, ~diary",
    0.24,
    1.5,
    "#a83a32 #2f5a8a #3a7a5a #7a5aa0",
    "library table",
    "table",
    seat=(0.75, 0.2),
)
def book(pen: Pen) -> None:
    """Draw an open book."""
    pen.poly(".02,.3 .75,.5 1.48,.3 1.48,.86 .75,1 .02,.86", round=0.3)
    for side in (-1, 1):
        for k in (2, 1, 0):
            x = 0.75 + side * (0.66 + k * 0.02)
            pen.blob(
                [
                    (0.75, 0.42 + k * 0.01),
                    (0.75 + side * 0.34, 0.2 + k * 0.02),
                    (x, 0.24 + k * 0.02),
                    (x, 0.78 + k * 0.02),
                    (0.75 + side * 0.34, 0.76 + k * 0.02),
                    (0.75, 0.95),
                ],
                lighter("#e8dfc8", 0.3 - k * 0.2),
                round=0.4,
            )
        for k in range(6):
            y = 0.36 + k * 0.075
            pen.limb(
                [
                    (0.75 + side * 0.12, y + 0.06),
                    (0.75 + side * 0.34, y - 0.02),
                    (0.75 + side * 0.58, y - 0.015),
                ],
                0.014,
                0.014,
                paint="#8a8478",
            )
    pen.limb(".75,.44 .75,.95", 0.012, 0.012, paint=darker("#e8dfc8", 0.5))


@thing(
    "table, desk, dining table, coffee table",
    0.8,
    1.7,
    "#9c6b3c #5f4028 #c9a06a",
    "kitchen living_room",
    seat=(0.85, 0.13),
)
def table(pen: Pen) -> None:
    """Draw a wooden table."""
    wood: Finish = {"grain": "wood", "strength": 0.7}
    for x in (0.4, 1.34):
        pen.limb([(x, 0.2), (x, 0.82)], 0.07, 0.055, paint=darker(pen.colour, 0.45), **wood)
    pen.poly(".2,.22 1.5,.22 1.5,.34 .2,.34", darker(pen.colour, 0.35), **wood)
    for x in (0.16, 1.54):
        pen.limb([(x, 0.24), (x, 0.99)], 0.1, 0.075, **wood)
    pen.poly(".3,.02 1.4,.02 1.68,.2 .02,.2", lighter(pen.colour, 0.1), **wood)
    pen.poly(".02,.2 1.68,.2 1.68,.26 .02,.26", darker(pen.colour, 0.15), **wood)


@thing(
    "sofa, couch, settee, ~armchair",
    0.9,
    2.0,
    "#4a7a8a #b8503a #7a6a9a #6a8a5a",
    "living_room",
    seat=(1.0, 0.52),
)
def sofa(pen: Pen) -> None:
    """Draw an upholstered sofa."""
    cloth: Finish = {"grain": "fabric", "strength": 0.45}
    for x in (0.22, 1.78):
        pen.limb([(x, 0.88), (x, 0.99)], 0.06, 0.045, paint="#5a3a24")
    pen.box(0.16, 0.06, 1.84, 0.66, darker(pen.colour, 0.12), 0.14, round=0.8, **cloth)
    for x in (0.28, 1.02):
        pen.box(x, 0.12, x + 0.7, 0.6, None, 0.1, round=0.9, **cloth)
    pen.box(0.12, 0.62, 1.88, 0.92, darker(pen.colour, 0.18), 0.06, **cloth)
    for x in (0.26, 1.01):
        pen.box(x, 0.52, x + 0.73, 0.74, lighter(pen.colour, 0.1), 0.08, round=0.9, **cloth)
    for x in (0.02, 1.72):
        pen.box(x, 0.34, x + 0.26, 0.92, None, 0.13, round=1, **cloth)
    pen.blob(".36,.24 .66,.2 .7,.5 .4,.54", lighter(pen.colour, 0.55), round=1, **cloth)


@thing("bed", 0.9, 1.9, "#6a8ab8 #b86a7a #8aa88a", "bedroom", seat=(0.9, 0.45))
def bed(pen: Pen) -> None:
    """Draw a bed."""
    wood: Finish = {"grain": "wood", "strength": 0.6}
    cloth: Finish = {"grain": "fabric", "strength": 0.35}
    pen.box(0.03, 0.08, 0.14, 1.0, "#7a5230", 0.03, **wood)
    pen.box(1.76, 0.42, 1.86, 1.0, "#7a5230", 0.03, **wood)
    pen.box(0.1, 0.66, 1.8, 0.86, "#8a6038", **wood)
    pen.box(0.12, 0.5, 1.78, 0.72, "#f2ece0", 0.06, round=0.7, **cloth)
    pen.blob(".16,.36 .5,.32 .54,.5 .18,.54", "#fbf8f0", round=1, **cloth)
    pen.blob(".52,.46 .9,.4 1.4,.42 1.8,.46 1.82,.8 1.4,.78 .9,.82 .54,.76", round=0.6, **cloth)
    pen.blob(".5,.47 .64,.44 .66,.78 .52,.77", lighter(pen.colour, 0.55), round=0.7, **cloth)


@thing("lamp, floor lamp", 1.5, 0.45, "#e8c87a #d86a4a #7aa8b8", "living_room bedroom")
def lamp(pen: Pen) -> None:
    """Draw a standing lamp that is lit."""
    pen.ellipse(0.22, 0.97, 0.14, 0.035, "#4a3c30", gloss=0.4)
    pen.limb(".22,.96 .22,.26", 0.026, 0.022, paint="#8a6a3a", gloss=0.6)
    pen.glow(0.22, 0.2, 0.7, "#ffdf9a", 0.5)
    pen.poly(".12,.02 .32,.02 .43,.3 .01,.3", lighter(pen.colour, 0.25), round=1, grain="fabric")
    pen.ellipse(0.22, 0.3, 0.2, 0.025, "#fff2c8", round=0.1)


@thing("clock, alarm clock", 0.3, 0.95, "#c8402e #3f6a9a #d8b050", "living_room kitchen", "table")
def clock(pen: Pen) -> None:
    """Draw an alarm clock."""
    for side in (-1, 1):
        pen.ellipse(0.47 + side * 0.24, 0.15, 0.16, 0.12, turn=side * 35, gloss=0.7)
        pen.limb([(0.47 + side * 0.24, 0.86), (0.47 + side * 0.34, 0.98)], 0.07, 0.05, gloss=0.5)
    pen.limb(".47,.12 .47,.04", 0.04, 0.06, paint="#8a8f96", gloss=0.7)
    pen.ellipse(0.47, 0.54, 0.44, 0.42, gloss=0.7, round=0.4)
    pen.ellipse(0.47, 0.54, 0.36, 0.34, "#faf6ea", round=0.1)
    for k in range(12):
        turn = k * math.tau / 12
        pen.ellipse(
            0.47 + math.cos(turn) * 0.3,
            0.54 + math.sin(turn) * 0.285,
            0.022 if k % 3 else 0.034,
            0.022 if k % 3 else 0.034,
            "#2a2a30",
        )
    hour = float(pen.rng.uniform(0, math.tau))
    pen.limb(
        [(0.47, 0.54), (0.47 + math.cos(hour) * 0.17, 0.54 + math.sin(hour) * 0.17)],
        0.04,
        0.025,
        paint="#2a2a30",
        bend=False,
    )
    pen.limb(
        [(0.47, 0.54), (0.47 + math.cos(hour * 12) * 0.26, 0.54 + math.sin(hour * 12) * 0.26)],
        0.028,
        0.016,
        paint="#2a2a30",
        bend=False,
    )
    pen.ellipse(0.47, 0.54, 0.03, 0.03, "#d83a2c")


@thing(
    "plant, potted plant, houseplant, pot plant",
    0.7,
    0.75,
    "#c0653c #e8e0d0 #4a7a8a",
    "living_room",
    "table",
    hand=None,
)
def plant(pen: Pen) -> None:
    """Draw a leafy plant in its pot."""
    for k, (x, y) in enumerate(
        ((0.1, 0.3), (0.64, 0.3), (0.2, 0.1), (0.56, 0.1), (0.38, 0.02), (0.04, 0.48), (0.7, 0.48))
    ):
        pen.limb(
            [(0.375, 0.7), ((0.375 + x) / 2, (0.55 + y) / 2), (x, y)],
            0.03,
            0.02,
            0.015,
            paint="#4a7a34",
        )
        pen.ellipse(
            x,
            y + 0.04,
            0.13,
            0.075,
            darker("#4f9a48", 0.07 * (k % 4)),
            turn=(x - 0.375) * 180 - 60 * (1 if x < 0.375 else -1),
            round=0.4,
            gloss=0.25,
        )
    pen.poly(".16,.64 .59,.64 .53,1.0 .22,1.0", round=1, grain="plaster")
    pen.box(0.13, 0.6, 0.62, 0.69, lighter(pen.colour, 0.1), 0.02, round=0.8)


@thing(
    "bench, park bench, garden bench",
    0.85,
    1.9,
    "#8a5a30 #3f6a4a",
    "park garden",
    seat=(0.95, 0.5),
)
def bench(pen: Pen) -> None:
    """Draw a park bench of slats on iron feet."""
    iron = "#2c3036"
    for x in (0.22, 1.68):
        pen.limb([(x, 0.04), (x, 0.56), (x - 0.06, 1.0)], 0.05, 0.05, 0.06, paint=iron, bend=False)
        pen.limb([(x, 0.58), (x + 0.1, 1.0)], 0.05, 0.06, paint=iron, bend=False)
    for y in (0.02, 0.16, 0.3):
        pen.box(0.04, y, 1.86, y + 0.1, corner=0.02, grain="wood", strength=0.6)
    for k in range(3):
        y = 0.47 + 0.065 * k
        pen.box(0.02 - 0.02 * k, y, 1.88 + 0.02 * k, y + 0.06, corner=0.015, grain="wood")
    for x in (0.12, 1.78):
        pen.limb([(x, 0.36), (x + 0.02, 0.34), (x + 0.02, 0.56)], 0.05, 0.06, 0.05, paint=iron)


@thing("school desk, writing desk", 0.75, 1.25, "#b8874e #a8763e", "classroom office",
       seat=(0.5, 0.05))  # fmt: skip
def school_desk(pen: Pen) -> None:
    """Draw a small desk with its chair, as in a classroom."""
    steel: Finish = {"paint": "#5a6470", "gloss": 0.5}
    pen.limb("1.18,.1 1.16,.62", 0.06, 0.06, **steel, bend=False)
    pen.box(0.98, 0.08, 1.22, 0.3, "#3f72a8", 0.05, round=0.5)
    for x in (0.86, 1.14):
        pen.limb([(x, 0.62), (x + 0.02, 1.0)], 0.045, 0.04, **steel, bend=False)
    pen.box(0.8, 0.58, 1.2, 0.66, "#3f72a8", 0.03, round=0.5)
    for x in (0.1, 0.86):
        pen.limb([(x, 0.2), (x, 1.0)], 0.05, 0.045, **steel, bend=False)
    pen.box(0.1, 0.22, 0.9, 0.38, pen.dark, 0.02, grain="wood")
    pen.poly(".04,.12 .94,.12 1.0,.22 -.02,.22", grain="wood", round=0.2)
    pen.poly(".3,.1 .62,.1 .64,.17 .28,.17", "#f6f4ec", round=0.1)


@thing("wardrobe, closet, armoire", 2.0, 0.66, "#8a5a30 #f0ece4", "bedroom")
def wardrobe(pen: Pen) -> None:
    """Draw a wardrobe with two doors and a drawer."""
    wood: Finish = {"grain": "wood", "strength": 0.5}
    for x in (0.05, 0.53):
        pen.box(x, 0.94, x + 0.08, 1.0, darker(pen.colour, 0.3))
    pen.box(0.02, 0.04, 0.64, 0.96, **wood)
    pen.box(0.0, 0.0, 0.66, 0.05, lighter(pen.colour, 0.1), 0.01, **wood)
    for x in (0.05, 0.34):
        pen.box(x, 0.08, x + 0.27, 0.76, darker(pen.colour, 0.15), **wood)
        pen.box(x + 0.03, 0.11, x + 0.24, 0.73, lighter(pen.colour, 0.06), round=0.3, **wood)
    for x in (0.3, 0.36):
        pen.box(x - 0.008, 0.4, x + 0.008, 0.47, "#e0b84a", 0.005, gloss=0.8)
    pen.box(0.05, 0.79, 0.61, 0.93, lighter(pen.colour, 0.06), **wood)
    for x in (0.2, 0.46):
        pen.dot(x, 0.86, 0.014, "#e0b84a")


@thing(
    "shelf, bookshelf, bookcase, wooden shelf, shelves",
    1.0,
    1.6,
    "#8a5a30 #c9a06a #5f4028",
    "living_room library",
    seat=(0.8, 0.02),
)
def shelf(pen: Pen) -> None:
    """Draw a low bookcase with books in it."""
    wood: Finish = {"grain": "wood", "strength": 0.7}
    pen.box(0.0, 0.02, 1.6, 0.99, pen.dark, 0.01, **wood)
    pen.box(0.05, 0.08, 1.55, 0.94, darker(pen.colour, 0.6), **wood)
    tones = ("#a83a32", "#2f5a8a", "#d8a83a", "#3a7a5a", "#6a4a8a", "#e8e0d0")
    for row, low in enumerate((0.48, 0.92)):
        x, k = 0.08, 5 * row
        while x < 1.3 - 0.3 * row:
            wide, tall = 0.05 + 0.022 * ((k * 7) % 4), 0.26 + 0.022 * ((k * 5) % 5)
            pen.box(x, low - tall, x + wide, low, tones[k % 6], 0.006, grain="fabric")
            x, k = x + wide + 0.006, k + 1
        pen.box(0.03, low, 1.57, low + 0.05, lighter(pen.colour, 0.05), **wood)
    pen.box(-0.03, 0.0, 1.63, 0.07, lighter(pen.colour, 0.1), 0.01, **wood)


@thing("hammock", 1.3, 2.3, "#e8dcc0 #c8503a #3a8aa8", "beach garden", seat=(1.15, 0.66))
def hammock(pen: Pen) -> None:
    """Draw a hammock between two posts."""
    for x, lean in ((0.1, -0.06), (2.2, 0.06)):
        pen.limb([(x, 1.0), (x + lean, 0.08)], 0.09, 0.07, paint="#8a5a34", grain="wood")
    for x, y in ((0.48, 0.5), (0.52, 0.56), (0.56, 0.62)):
        pen.limb([(0.06, 0.2), (x, y)], 0.014, 0.014, paint="#d8ccb0", bend=False)
        pen.limb([(2.24, 0.2), (2.3 - x, y)], 0.014, 0.014, paint="#d8ccb0", bend=False)
    pen.blob(".46,.46 .8,.62 1.15,.66 1.5,.62 1.84,.46 1.8,.62 1.5,.82 1.15,.88 .8,.82 .5,.62",
             grain="fabric")  # fmt: skip
    for k in range(7):
        x = 0.62 + 0.18 * k
        y = 0.56 + 0.1 * (1 - abs(k - 3) / 3)
        pen.limb([(x, y), (x, y + 0.2)], 0.03, 0.03, paint=pen.dark, bend=False, round=0.3)
    pen.blob(".5,.46 .6,.38 .78,.42 .8,.54 .62,.58", "#f6f2e8", grain="fabric")
