"""What lies on desks, in drawers and in bags."""

import math

from mediaext.engines.classical.painter import geometry
from mediaext.engines.classical.painter.colours import darker, lighter
from mediaext.engines.classical.painter.pen import Finish, Pen
from mediaext.engines.classical.painter.things.registry import thing

STEEL: Finish = {"grain": "metal", "gloss": 0.7, "strength": 0.3}
WOOD: Finish = {"grain": "wood", "strength": 0.6}
BRASS: Finish = {"gloss": 0.8, "round": 0.8}
PAPER, INK = "#fbf8ee", "#2c2e32"


@thing("calendar, wall calendar", 0.4, 0.86, "#c8302a #2f6fb0", "wall office", "air")
def calendar(pen: Pen) -> None:
    """Draw a wall calendar with a month of days."""
    pen.box(0.0, 0.06, 0.86, 1.0, PAPER, 0.02, round=0.05)
    pen.box(0.0, 0.06, 0.86, 0.28, corner=0.02, round=0.1)
    for k in range(7):
        pen.ring(0.1 + 0.11 * k, 0.06, 0.035, 0.02, "#9aa3ab", round=0.8)
    pen.box(0.24, 0.13, 0.62, 0.22, PAPER, 0.01, round=0)
    for row in range(5):
        for column in range(7):
            if (row, column) in ((0, 0), (0, 1), (4, 5), (4, 6)):
                continue
            x, y = 0.06 + 0.108 * column, 0.34 + 0.125 * row
            paint = pen.colour if column == 6 else "#8a9098"
            pen.box(x, y, x + 0.085, y + 0.095, "#e8e4d8", 0.008, round=0)
            pen.box(x + 0.025, y + 0.025, x + 0.06, y + 0.07, paint, round=0)
    pen.ring(0.43, 0.635, 0.075, 0.06, "#d8302a", round=0)


@thing("calculator, pocket calculator", 0.16, 0.68, "#3a3e46 #e8e4d8", "office table", "table")
def calculator(pen: Pen) -> None:
    """Draw a calculator with its display and keys."""
    pen.box(0.0, 0.0, 0.68, 1.0, corner=0.05, gloss=0.4, round=0.4)
    pen.box(0.06, 0.06, 0.62, 0.27, "#c8d8b0", 0.02, gloss=0.4)
    for k, high in enumerate((0, 1, 1)):
        x = 0.36 + 0.08 * k
        pen.limb(
            [(x, 0.11), (x + 0.05, 0.11), (x + 0.05 * high, 0.165), (x + 0.05, 0.22), (x, 0.22)],
            0.014,
            0.014,
            paint=INK,
            bend=False,
            round=0,
        )
    for row in range(5):
        for column in range(4):
            paint = "#e8742a" if column == 3 else "#d8dce0" if row else "#8a9098"
            x, y = 0.06 + 0.145 * column, 0.34 + 0.128 * row
            pen.box(x, y, x + 0.115, y + 0.095, paint, 0.02, gloss=0.4, round=0.7)


@thing(
    "binoculars, field glasses, opera glasses",
    0.16,
    1.2,
    "#2c3036 #3f5a3a",
    "table hills",
    "table",
)
def binoculars(pen: Pen) -> None:
    """Draw binoculars that stand on their large lenses."""
    for x in (0.31, 0.89):
        inner = 0.6 + (x - 0.6) * 0.66
        pen.box(inner - 0.13, 0.0, inner + 0.13, 0.16, darker(pen.colour, 0.25), 0.03, round=0.9)
        pen.poly(
            [
                (inner - 0.15, 0.14),
                (inner + 0.15, 0.14),
                (x + 0.22, 0.46),
                (x + 0.25, 0.9),
                (x - 0.25, 0.9),
                (x - 0.22, 0.46),
            ],
            round=0.9,
            gloss=0.4,
            grain="rough",
            strength=0.3,
        )
        pen.box(
            x - 0.28, 0.84, x + 0.28, 0.97, darker(pen.colour, 0.2), 0.03, round=0.9, gloss=0.5
        )
        pen.ellipse(x, 0.965, 0.24, 0.035, "#7ab0d8", gloss=1.0)
    pen.box(0.5, 0.26, 0.7, 0.6, darker(pen.colour, 0.15), 0.04, round=0.7)
    pen.ellipse(0.6, 0.22, 0.08, 0.05, "#9aa3ab", gloss=0.7)


@thing("compass, magnetic compass, ship's compass", 0.1, 1.0, "#d8a84a", "table library", "table")
def compass(pen: Pen) -> None:
    """Draw a compass with its needle."""
    pen.ellipse(0.5, 0.52, 0.48, 0.47, **BRASS)
    pen.ring(0.5, 0.05, 0.06, 0.03, **BRASS)
    pen.ellipse(0.5, 0.52, 0.4, 0.39, PAPER, round=0.2)
    for k in range(16):
        a = k * math.tau / 16
        near = 0.28 if k % 4 == 0 else 0.33
        pen.limb(
            [
                (0.5 + near * math.cos(a), 0.52 + near * math.sin(a)),
                (0.5 + 0.37 * math.cos(a), 0.52 + 0.37 * math.sin(a)),
            ],
            0.014,
            0.014,
            paint=INK,
            bend=False,
            round=0,
        )
    pen.poly(".72,.24 .55,.56 .45,.48", "#d8302a", gloss=0.5)
    pen.poly(".28,.8 .55,.56 .45,.48", "#3a5a8a", gloss=0.5)
    pen.ellipse(0.5, 0.52, 0.04, 0.04, **BRASS)


@thing("hourglass, sand timer, sandglass", 0.25, 0.56, "#a8743c", "table library", "table")
def hourglass(pen: Pen) -> None:
    """Draw an hourglass in which sand runs."""
    pen.blob(
        ".09,.1 .47,.1 .47,.3 .31,.49 .31,.51 .47,.7 .47,.9 .09,.9 .09,.7 .25,.51 .25,.49 .09,.3",
        "#dcecf2",
        gloss=0.9,
        round=0.6,
    )
    pen.blob(".12,.24 .44,.24 .42,.32 .28,.48 .14,.32", "#e8c878", grain="rough")
    pen.limb(".28,.46 .28,.8", 0.014, 0.014, paint="#e8c878", bend=False)
    pen.blob(".11,.88 .18,.78 .28,.7 .38,.78 .45,.88", "#e8c878", grain="rough")
    for x in (0.045, 0.515):
        pen.limb([(x, 0.06), (x, 0.94)], 0.035, 0.035, bend=False, **WOOD)
    for y in (0.0, 0.9):
        pen.box(0.0, y, 0.56, y + 0.1, corner=0.02, **WOOD)


@thing(
    "cigarette lighter, pocket lighter", 0.08, 0.36, "#d8302a #2f6fb0 #e8b22a", "table", "table"
)
def lighter_(pen: Pen) -> None:
    """Draw a pocket lighter with its flame."""
    pen.glow(0.12, 0.12, 0.2, "#ffb040", 0.5)
    pen.blob(".12,.0 .18,.13 .16,.24 .12,.27 .08,.24 .06,.13", "#ffb62a", round=0.3)
    pen.blob(".12,.1 .15,.18 .12,.26 .09,.18", "#fff0a0", round=0.2)
    pen.box(0.04, 0.28, 0.26, 0.44, "#c4ccd2", 0.015, **STEEL)
    pen.ellipse(0.25, 0.31, 0.06, 0.045, "#5a6068", **STEEL)
    pen.box(0.02, 0.42, 0.32, 1.0, corner=0.04, gloss=0.7, round=0.8)
    pen.box(0.26, 0.36, 0.34, 0.44, "#d8302a", 0.01)


@thing(
    "matches, matchbox, matchstick, box of matches",
    0.06,
    1.5,
    "#c8402f #2f6fb0",
    "table",
    "table",
)
def matches(pen: Pen) -> None:
    """Draw an open box of matches."""
    pen.poly(".02,.5 .7,.5 .7,.94 .02,.94", "#e8dcc0", round=0.1)
    for k in range(6):
        x = 0.1 + 0.1 * k
        pen.limb(
            [(x, 0.9), (x + 0.03 * (k % 2), 0.3 + 0.05 * (k % 3))],
            0.04,
            0.04,
            paint="#e0c48a",
            bend=False,
            grain="wood",
        )
        pen.ellipse(x + 0.03 * (k % 2), 0.28 + 0.05 * (k % 3), 0.04, 0.06, "#c8302a")
    pen.box(0.0, 0.68, 0.72, 1.0, "#f0e6cc", round=0.1)
    pen.box(0.56, 0.46, 1.5, 1.0, corner=0.01, round=0.15)
    pen.box(0.66, 0.54, 1.4, 0.84, "#f6e8b8", 0.02, round=0)
    pen.blob("1.03,.56 1.1,.68 1.08,.8 .98,.8 .96,.68", "#e8742a", round=0.2)
    pen.box(0.56, 0.9, 1.5, 1.0, "#4a342a", grain="rough")


@thing(
    "marker, felt tip, felt-tip pen, highlighter, marker pen",
    0.14,
    0.22,
    "#2f8f4a #d8302a #2f6fb0 #f0d02a",
    "table classroom",
    "table",
)
def marker(pen: Pen) -> None:
    """Draw an upright marker without its cap."""
    pen.poly(".08,.08 .09,.0 .13,.0 .14,.08", darker(pen.colour, 0.1), round=0.5)
    pen.poly(".06,.2 .08,.07 .14,.07 .16,.2", INK, round=0.8)
    pen.box(0.03, 0.19, 0.19, 1.0, corner=0.03, gloss=0.6, round=0.95)
    pen.box(0.03, 0.36, 0.19, 0.74, "#f6f4ee", round=0.95)
    pen.limb(".07,.46 .11,.42 .15,.5 .09,.58 .15,.66", 0.016, 0.016)


@thing("eraser", 0.03, 2.0, "#e88a9a", "table classroom", "table")
def eraser(pen: Pen) -> None:
    """Draw an eraser in its sleeve."""
    pen.poly(
        ".1,.16 1.86,.16 2.0,.3 2.0,.86 .24,.98 .0,.86 .0,.34",
        round=0.5,
        grain="rough",
        strength=0.2,
    )
    pen.poly(".78,.14 1.88,.14 2.0,.28 2.0,.88 .8,.95", "#3a7ac8", round=0.3)
    pen.poly(".98,.14 1.14,.14 1.16,.93 1.0,.94", "#f6f4ee", round=0.2)
    for x, y in ((0.1, 0.98), (0.3, 1.0), (0.46, 0.985)):
        pen.ellipse(x, y - 0.02, 0.05, 0.02, darker(pen.colour, 0.1))


@thing("paper clip, paperclip", 0.04, 0.34, "#9aa3ab #d8302a #2f6fb0", "table office", "table")
def paper_clip(pen: Pen) -> None:
    """Draw a bent paper clip."""
    wire = geometry.smooth(
        ".24,.3 .24,.78 .17,.88 .1,.78 .1,.16 .18,.02 .3,.16 .3,.86 .18,.99 .04,.86 .04,.3",
        closed=False,
    )
    pen.limb(wire, 0.035, 0.035, bend=False, gloss=0.9, round=1)


@thing("passport", 0.13, 0.72, "#7a2430 #24365a", "table", "table")
def passport(pen: Pen) -> None:
    """Draw a passport with its emblem."""
    pen.box(0.03, 0.03, 0.72, 1.0, "#e8e0cc", 0.03)
    pen.box(0.0, 0.0, 0.69, 0.97, corner=0.04, grain="rough", strength=0.3)
    gold: Finish = {"paint": "#e0b84a", "gloss": 0.6, "round": 0.3}
    pen.box(0.16, 0.1, 0.53, 0.14, **gold)
    pen.ring(0.345, 0.45, 0.16, 0.14, **gold)
    for rx in (0.07, 0.14):
        pen.fill(
            [
                geometry.ellipse(0.345, 0.45, rx, 0.15),
                geometry.ellipse(0.345, 0.45, rx - 0.014, 0.14),
            ],
            **gold,
        )
    for y in (0.38, 0.45, 0.52):
        pen.limb([(0.2, y), (0.49, y)], 0.012, 0.012, bend=False, **gold)
    for y, x in ((0.74, 0.2), (0.82, 0.26)):
        pen.box(x, y, 0.69 - x, y + 0.035, **gold)


@thing(
    "picture frame, framed picture, photo frame, framed painting",
    0.6,
    0.86,
    "#c89a3a #6a4326",
    "wall museum",
    "air",
)
def picture_frame(pen: Pen) -> None:
    """Draw a framed painting of hills and a sun."""
    pen.box(0.0, 0.0, 0.86, 1.0, corner=0.02, gloss=0.6, **WOOD)
    pen.box(0.06, 0.06, 0.8, 0.94, darker(pen.colour, 0.3), round=0.6)
    pen.box(0.1, 0.1, 0.76, 0.9, "#a8d4ec", round=0)
    pen.ellipse(0.58, 0.28, 0.08, 0.08, "#f8d86a", round=0.2)
    pen.blob(".1,.6 .3,.42 .5,.58 .64,.5 .76,.62 .76,.9 .1,.9", "#6a9a5a", round=0.2)
    pen.blob(".1,.74 .34,.66 .58,.76 .76,.72 .76,.9 .1,.9", "#4a7a3f", round=0.2)
    pen.limb(".4,.9 .46,.8 .4,.72", 0.08, 0.04, 0.015, paint="#d8c890")


@thing("megaphone, bullhorn, loudhailer", 0.35, 1.3, "#d8402f #f4f4f0", "street park", "table")
def megaphone(pen: Pen) -> None:
    """Draw a megaphone with its grip."""
    pen.limb(".42,.6 .5,.98", 0.1, 0.09, paint=INK, bend=False)
    pen.poly(".1,.4 .3,.34 .3,.66 .1,.6", INK, round=0.8)
    pen.poly(".28,.32 1.06,.06 1.06,.94 .28,.68", "#f4f4f0", round=0.95, gloss=0.5)
    pen.poly(".28,.32 .56,.23 .56,.77 .28,.68", round=0.95, gloss=0.5)
    pen.ellipse(1.08, 0.5, 0.16, 0.49, gloss=0.5)
    pen.ellipse(1.1, 0.5, 0.11, 0.4, darker(pen.colour, 0.5), round=0.3)
    for turn, x, y in ((-25, 1.26, 0.16), (0, 1.28, 0.5), (25, 1.26, 0.84)):
        pen.fill(
            [
                geometry.rotate(
                    geometry.box(x - 0.06, y - 0.02, x + 0.05, y + 0.02, 0.01), turn, (x, y)
                )
            ],
            "#e8b22a",
        )


@thing("sleeping bag", 0.5, 2.4, "#c8502a #2f6f5a #3a5a9a", "forest park")
def sleeping_bag(pen: Pen) -> None:
    """Draw a sleeping bag laid out, open at the top."""
    pen.blob(
        ".1,.3 .6,.14 1.6,.22 2.3,.42 2.38,.7 2.2,.92 1.2,.98 .4,.98 .06,.8",
        round=0.8,
        grain="fabric",
    )
    for k in range(6):
        x = 0.74 + 0.27 * k
        pen.limb(
            [(x, 0.2 + 0.03 * k), (x + 0.05, 0.6), (x, 0.96 - 0.01 * k)],
            0.02,
            0.03,
            0.02,
            paint=pen.dark,
        )
    pen.blob(
        ".02,.5 .12,.22 .42,.16 .58,.4 .56,.8 .34,.98 .1,.88",
        lighter(pen.colour, 0.5),
        round=0.4,
        grain="fabric",
    )
    pen.blob(".12,.5 .2,.34 .4,.32 .46,.56 .36,.8 .18,.76", "#f6f2e6", round=0.9, grain="fabric")
    pen.limb(".56,.56 1.2,.5 1.7,.56", 0.03, 0.03, 0.02, paint="#e8c04a")


@thing("stethoscope", 0.5, 0.8, "#2c3036 #2f6fb0", "hospital_ward table", "table")
def stethoscope(pen: Pen) -> None:
    """Draw a stethoscope."""
    for side in (-1, 1):
        pen.limb(
            [(0.34 + side * 0.16, 0.05), (0.34 + side * 0.19, 0.2), (0.34 + side * 0.04, 0.42)],
            0.03,
            0.03,
            0.03,
            paint="#b8c0c8",
            gloss=0.8,
        )
        pen.ellipse(0.34 + side * 0.15, 0.04, 0.035, 0.04, INK)
    tube = geometry.smooth(".34,.4 .34,.56 .2,.74 .22,.92 .44,.96 .58,.8 .62,.62", closed=False)
    pen.limb(tube, 0.05, 0.05, bend=False, gloss=0.5, round=1)
    pen.ellipse(0.63, 0.5, 0.145, 0.145, "#b8c0c8", **BRASS)
    pen.ellipse(0.63, 0.5, 0.11, 0.11, "#e8ecef", round=0.2, gloss=0.6)
    pen.ring(0.63, 0.5, 0.07, 0.06, "#9aa3ab", round=0)


@thing(
    "syringe, injection, hypodermic needle", 0.16, 3.0, "#e8f2f6", "hospital_ward table", "table"
)
def syringe(pen: Pen) -> None:
    """Draw a syringe with its needle."""
    pen.limb("2.3,.5 2.98,.5", 0.05, 0.015, paint="#9aa3ab", bend=False, gloss=0.8)
    pen.poly("2.02,.34 2.3,.42 2.3,.58 2.02,.66", "#3aa88a", round=0.8)
    pen.box(0.7, 0.2, 2.06, 0.8, corner=0.06, gloss=0.9, round=0.9)
    pen.box(1.3, 0.26, 2.0, 0.74, "#8ad0e8", 0.03, gloss=0.7, round=0.9)
    pen.box(1.18, 0.24, 1.32, 0.76, INK, 0.03)
    for k in range(8):
        pen.limb(
            [(0.86 + 0.14 * k, 0.22), (0.86 + 0.14 * k, 0.4 if k % 2 else 0.48)],
            0.025,
            0.025,
            paint="#3a5a6a",
            bend=False,
            round=0,
        )
    pen.box(0.14, 0.42, 1.2, 0.58, "#d0dae0", round=0.8)
    pen.box(0.6, 0.04, 0.74, 0.96, "#d0dae0", 0.04)
    pen.box(0.02, 0.16, 0.16, 0.84, "#d0dae0", 0.05)


@thing(
    "bandage, sticking plaster, band aid, band-aid, adhesive bandage",
    0.02,
    2.8,
    "#e8b48e",
    "hospital_ward table",
    "table",
)
def bandage(pen: Pen) -> None:
    """Draw an adhesive bandage."""
    pen.box(0.0, 0.1, 2.8, 0.9, corner=0.4, round=0.3)
    pen.box(0.95, 0.12, 1.85, 0.88, lighter(pen.colour, 0.4), 0.04, round=0.4, grain="fabric")
    for side in (0.2, 2.06):
        for row in range(4):
            for column in range(4):
                pen.dot(side + 0.16 * column, 0.26 + 0.16 * row, 0.028, darker(pen.colour, 0.35))


@thing("feather, quill", 0.25, 0.46, "#f4f2ec #3a7ab0 #c8502a", "table", "table")
def feather(pen: Pen) -> None:
    """Draw a feather."""
    pen.blob(
        ".36,.0 .45,.16 .42,.4 .3,.66 .17,.8 .08,.78 .04,.58 .1,.36 .22,.14",
        round=0.5,
        grain="fur",
        strength=0.8,
    )
    for k in range(9):
        y = 0.12 + 0.075 * k
        x = 0.34 - 0.026 * k
        for side in (-1, 1):
            pen.limb(
                [(x, y + 0.05), (x + side * (0.1 - 0.004 * k), y - 0.03)],
                0.008,
                0.01,
                paint=darker(pen.colour, 0.18),
            )
    pen.limb(
        ".37,.02 .28,.4 .14,.76 .02,1.0", 0.008, 0.016, 0.022, 0.012, paint=darker(pen.colour, 0.4)
    )


@thing("bottle cap, bottlecap, crown cap", 0.03, 1.0, "#c8302a #2f6fb0 #e8b22a", "table", "table")
def bottle_cap(pen: Pen) -> None:
    """Draw a bottle cap from above."""
    edge = [
        (0.5 + r * math.cos(a), 0.5 + r * math.sin(a))
        for k in range(42)
        for a, r in [(k * math.tau / 42, 0.49 if k % 2 else 0.44)]
    ]
    pen.poly(edge, darker(pen.colour, 0.15), gloss=0.6, round=0.4)
    pen.ellipse(0.5, 0.5, 0.39, 0.39, gloss=0.7, round=0.4)
    pen.ring(0.5, 0.5, 0.31, 0.29, "#f6f4ee", round=0)
    star = [
        (0.5 + r * math.sin(a), 0.5 - r * math.cos(a))
        for k in range(10)
        for a, r in [(k * math.tau / 10, 0.2 if k % 2 == 0 else 0.085)]
    ]
    pen.poly(star, "#f6f4ee", round=0.1)


@thing("rifle, gun, hunting rifle, ~shotgun", 0.2, 5.2, "#7a4a28", "wall workshop", "table")
def rifle(pen: Pen) -> None:
    """Draw a hunting rifle from the side."""
    pen.box(2.3, 0.2, 5.2, 0.32, "#3a3e44", 0.03, **STEEL)
    pen.blob(
        ".0,.44 .1,.36 1.1,.3 1.9,.22 3.6,.24 3.6,.42 2.1,.46 1.5,.56 1.2,.6 .2,.98 .04,.94",
        **WOOD,
    )
    pen.box(1.7, 0.12, 2.7, 0.34, "#3a3e44", 0.03, **STEEL)
    pen.ring(1.8, 0.52, 0.17, 0.13, "#3a3e44", **STEEL)
    pen.limb("1.8,.44 1.76,.58", 0.05, 0.03, paint="#3a3e44")
    pen.box(1.7, 0.0, 2.8, 0.1, "#24262a", 0.05, **STEEL)
    for x in (1.9, 2.5):
        pen.box(x, 0.06, x + 0.1, 0.16, "#24262a")


@thing("spreadsheet, ~chart", 0.4, 1.3, "#2f8f5a", "office", "air")
def spreadsheet(pen: Pen) -> None:
    """Draw a sheet of rows and columns."""
    pen.box(0.0, 0.0, 1.3, 1.0, PAPER, 0.02, round=0)
    pen.box(0.0, 0.0, 1.3, 0.14, corner=0.02, round=0)
    pen.box(0.0, 0.14, 0.14, 1.0, lighter(pen.colour, 0.6), round=0)
    for row in range(8):
        pen.box(0.0, 0.14 + 0.107 * row, 1.3, 0.148 + 0.107 * row, "#b8c0bc", round=0)
        for column in range(4):
            if (row * 5 + column * 3) % 4:
                x = 0.2 + 0.28 * column
                pen.box(
                    x,
                    0.178 + 0.107 * row,
                    x + 0.1 + 0.03 * ((row + column) % 4),
                    0.21 + 0.107 * row,
                    "#5a6068",
                    round=0,
                )
    for column in range(5):
        pen.box(0.136 + 0.29 * column, 0.0, 0.146 + 0.29 * column, 1.0, "#b8c0bc", round=0)
    pen.fill(
        [geometry.box(0.426, 0.461, 0.716, 0.568), geometry.box(0.44, 0.475, 0.702, 0.554)],
        round=0,
    )


@thing(
    "smartphone, phone, cell phone, cellphone, mobile phone, mobile, iphone",
    0.15,
    0.5,
    "#24262c #d8dce0 #3a5a8a",
    "table",
    "table",
)
def smartphone(pen: Pen) -> None:
    """Draw a smartphone with icons on its screen."""
    pen.box(0.0, 0.0, 0.5, 1.0, corner=0.08, gloss=0.7, round=0.3)
    pen.box(0.025, 0.03, 0.475, 0.97, "#2f5fa8", 0.06, round=0)
    pen.poly(".025,.62 .2,.55 .34,.6 .475,.54 .475,.8 .025,.8", "#4a8ad0", round=0)
    pen.box(0.18, 0.045, 0.32, 0.07, "#17181c", 0.012, round=0)
    paints = ("#e8503a", "#4ab05a", "#f0c02a", "#f6f6f4", "#a85ad0", "#3ac0d0")
    for row in range(4):
        for column in range(3):
            x, y = 0.07 + 0.13 * column, 0.14 + 0.13 * row
            paint = paints[(3 * row + column * 2 + row // 2) % 6]
            pen.box(x, y, x + 0.1, y + 0.1, paint, 0.025, gloss=0.3, round=0.4)
    for column in range(3):
        x = 0.07 + 0.13 * column
        pen.box(x, 0.82, x + 0.1, 0.92, paints[column], 0.025, gloss=0.3, round=0.4)


@thing(
    "backpack, rucksack, knapsack, school bag, schoolbag",
    0.5,
    0.78,
    "#c8402f #2f6f9a #3f7a4a #e8a020",
    "hills classroom",
)
def backpack(pen: Pen) -> None:
    """Draw a backpack with its pocket and straps."""
    cloth: Finish = {"grain": "fabric", "strength": 0.4}
    arc = geometry.smooth(".28,.1 .3,.01 .48,.01 .5,.1", closed=False)
    pen.limb(arc, 0.035, 0.035, paint=pen.dark, bend=False)
    for side in (-1, 1):
        strap = [(0.39 + side * 0.3, 0.3), (0.39 + side * 0.38, 0.6), (0.39 + side * 0.32, 0.92)]
        pen.limb(strap, 0.07, 0.075, 0.06, paint=pen.dark, **cloth)
    pen.blob(
        ".1,.96 .05,.6 .1,.22 .26,.06 .52,.06 .68,.22 .73,.6 .68,.96 .39,1.0", round=0.8, **cloth
    )
    pen.limb(".11,.4 .16,.22 .39,.14 .62,.22 .67,.4", 0.016, 0.016, 0.016, paint=pen.dark)
    pen.blob(".16,.62 .39,.58 .62,.62 .64,.9 .39,.95 .14,.9", darker(pen.colour, 0.12), **cloth)
    pen.limb(".17,.68 .39,.65 .61,.68", 0.018, 0.018, 0.018, paint="#e8dcc0")
    pen.box(0.37, 0.66, 0.41, 0.74, "#c4ccd2", 0.01, gloss=0.8)
    for x in (0.26, 0.5):
        pen.box(x - 0.02, 0.3, x + 0.02, 0.6, pen.dark, 0.01, **cloth)
        pen.box(x - 0.03, 0.48, x + 0.03, 0.54, "#c4ccd2", 0.008, gloss=0.7)


@thing(
    "lantern, oil lamp, hurricane lamp",
    0.35,
    0.58,
    "#a83a2a #3a5a4a #d8a84a",
    "table forest",
    "table",
)
def lantern(pen: Pen) -> None:
    """Draw a lantern with a flame behind its glass."""
    arc = geometry.smooth(".1,.3 .08,.1 .29,.0 .5,.1 .48,.3", closed=False)
    pen.limb(arc, 0.018, 0.018, paint="#5a6068", bend=False)
    pen.poly(".2,.1 .38,.1 .44,.24 .14,.24", gloss=0.5)
    pen.ellipse(0.29, 0.09, 0.06, 0.03, gloss=0.6)
    pen.glow(0.29, 0.5, 0.45, "#ffd070", 0.7)
    pen.blob(".15,.24 .43,.24 .48,.5 .41,.74 .17,.74 .1,.5", "#fff2cc", gloss=0.9, round=0.6)
    pen.blob(".29,.36 .36,.56 .32,.68 .26,.68 .22,.56", "#ffa62a", round=0.2)
    pen.blob(".29,.48 .32,.6 .29,.67 .26,.6", "#fff0a0", round=0.1)
    for x in (0.1, 0.48):
        pen.limb([(x, 0.22), (x, 0.76)], 0.02, 0.02, paint="#5a6068", bend=False)
    pen.poly(".1,.73 .48,.73 .54,.99 .04,.99", gloss=0.5, round=0.7)
    pen.ellipse(0.29, 0.86, 0.05, 0.04, "#d8a84a", gloss=0.8)


@thing("tin can, can, soda can, beer can", 0.12, 0.56, "#c8302a #2f7a4a #c4ccd2", "table", "table")
def can(pen: Pen) -> None:
    """Draw a drinks can."""
    metal = "#c4ccd2"
    pen.poly(".05,.06 .51,.06 .55,.14 .01,.14", metal, round=0.9, **STEEL)
    pen.poly(".01,.9 .55,.9 .5,.99 .06,.99", metal, round=0.9, **STEEL)
    pen.box(0.0, 0.12, 0.56, 0.92, gloss=0.7, round=0.95)
    pen.limb(".0,.66 .2,.5 .36,.62 .56,.42", 0.07, 0.08, 0.07, paint="#f6f4ee", gloss=0.5)
    pen.ellipse(0.28, 0.07, 0.23, 0.045, "#dfe4e8", gloss=0.8)
    pen.ellipse(0.28, 0.065, 0.08, 0.02, "#8a9098", gloss=0.8)


@thing(
    "hair dryer, hairdryer, hair drier, blow dryer",
    0.25,
    1.05,
    "#d84a8a #2c2e34",
    "bathroom",
    "table",
)
def hair_dryer(pen: Pen) -> None:
    """Draw a hair dryer."""
    pen.limb(".44,.9 .56,1.0 .84,.96 1.02,.99", 0.04, 0.035, 0.03, paint="#2c2e34")
    pen.limb(".52,.36 .46,.66 .43,.92", 0.2, 0.18, 0.15, gloss=0.5)
    pen.blob(".1,.12 .4,.02 .72,.06 .86,.28 .72,.5 .4,.52 .1,.42", gloss=0.7, round=0.9)
    pen.box(0.0, 0.08, 0.14, 0.46, "#2c2e34", 0.03, round=0.8)
    pen.ellipse(0.7, 0.28, 0.15, 0.18, darker(pen.colour, 0.2), gloss=0.4)
    for k in range(4):
        pen.limb(
            [(0.63 + 0.045 * k, 0.18), (0.63 + 0.045 * k, 0.38)], 0.016, 0.016, paint="#2c2e34"
        )
    pen.box(0.45, 0.6, 0.51, 0.7, "#f4f4f2", 0.015)


@thing("typewriter", 0.3, 1.25, "#2f4a52 #26282c #7a2a2a", "office table", "table")
def typewriter(pen: Pen) -> None:
    """Draw a typewriter with a sheet in its roller."""
    pen.box(0.3, 0.0, 0.95, 0.42, PAPER, 0.005, round=0.05)
    for k in range(4):
        pen.box(
            0.37, 0.07 + 0.065 * k, 0.88 - 0.12 * (k == 3), 0.09 + 0.065 * k, "#8a8c92", round=0
        )
    pen.box(0.06, 0.36, 1.19, 0.5, "#1d1e22", 0.06, round=1, gloss=0.4)
    for x in (0.0, 1.15):
        pen.box(x, 0.35, x + 0.1, 0.51, "#8a9098", 0.03, round=0.8, **STEEL)
    pen.limb(".12,.36 .02,.22", 0.03, 0.025, paint="#c4ccd2", **STEEL)
    pen.blob(".14,.5 .2,.44 1.05,.44 1.11,.5 1.2,.9 1.16,.99 .09,.99 .05,.9", gloss=0.5, round=0.5)
    pen.blob(".4,.55 .62,.48 .85,.55 .8,.62 .45,.62", darker(pen.colour, 0.5), round=0.2)
    for row in range(4):
        y = 0.69 + 0.075 * row
        for k in range(10):
            x = 0.235 + 0.083 * k - 0.022 * (row % 2) + 0.012
            pen.ellipse(x, y, 0.031, 0.026, "#1d1e22", gloss=0.6)
            pen.ellipse(x, y - 0.005, 0.02, 0.015, "#e8e2d0", round=0.2)
    pen.box(0.35, 0.945, 0.9, 0.975, "#1d1e22", 0.012, gloss=0.5)


@thing("newspaper, newspapers", 0.4, 0.82, "#e8e4d8", "table street office", "table")
def newspaper(pen: Pen) -> None:
    """Draw the folded front page of a newspaper, with its headline and a picture."""
    pen.box(0.03, 0.03, 0.82, 1.0, darker(pen.colour, 0.2), 0.01, round=0.1)
    pen.box(0.0, 0.0, 0.79, 0.97, corner=0.01, round=0.12)
    pen.box(0.1, 0.05, 0.69, 0.13, INK, round=0)
    pen.box(0.05, 0.16, 0.74, 0.17, INK, round=0)
    pen.box(0.05, 0.21, 0.74, 0.27, "#4a4c52", round=0)
    pen.box(0.05, 0.32, 0.45, 0.6, "#9aa0a6", round=0.1)
    pen.blob(".05,.6 .05,.52 .16,.44 .26,.52 .34,.46 .45,.54 .45,.6", "#5a6066", round=0.1)
    for column, top in ((0.05, 0.65), (0.29, 0.65), (0.52, 0.32)):
        for k in range(int((0.93 - top) / 0.035)):
            width = 0.13 if k % 6 == 5 else 0.2
            y = top + 0.035 * k
            pen.box(column, y, column + width, y + 0.016, "#8a8c92", round=0)
    pen.limb(".0,.49 .79,.49", 0.006, 0.006, paint=darker(pen.colour, 0.25), bend=False)
