"""Vegetables."""

import math

from mediaext.engines.classical.painter import geometry
from mediaext.engines.classical.painter.colours import darker, lighter, mix
from mediaext.engines.classical.painter.pen import Finish, Pen
from mediaext.engines.classical.painter.things.registry import thing


@thing(
    "asparagus, asparagus spears", 0.22, 0.6, "#6f9a3c #8aa84a", "table kitchen garden", "table"
)
def asparagus(pen: Pen) -> None:
    """Draw a bunch of asparagus tied with a band."""
    for k, (x, lean, top) in enumerate(
        (
            (0.16, -0.05, 0.12),
            (0.44, 0.06, 0.1),
            (0.23, -0.03, 0.03),
            (0.37, 0.03, 0.02),
            (0.3, 0.0, 0.0),
            (0.19, -0.09, 0.22),
            (0.41, 0.09, 0.2),
        )
    ):
        tone = darker(pen.colour, 0.2 - 0.03 * k)
        tip = x + lean
        pen.limb(
            [(x - lean * 0.3, 0.98), (x, 0.6), (tip, top + 0.12)],
            0.075,
            0.07,
            0.06,
            paint=tone,
            round=1,
            gloss=0.2,
        )
        pen.ellipse(x - lean * 0.3, 0.985, 0.036, 0.014, lighter(pen.colour, 0.6))
        for y in (0.36, 0.5, 0.78, 0.88):
            pen.blob(
                [
                    (x + lean * 0.4 - 0.018, y + 0.03),
                    (x + lean * 0.4, y - 0.03),
                    (x + lean * 0.4 + 0.018, y + 0.03),
                ],
                mix(tone, "#7a4a6a", 0.45),
            )
        pen.blob(
            [
                (tip - 0.036, top + 0.18),
                (tip - 0.042, top + 0.09),
                (tip, top),
                (tip + 0.042, top + 0.09),
                (tip + 0.036, top + 0.18),
            ],
            mix(tone, "#5a4a5a", 0.35),
            grain="scales",
            strength=0.9,
            round=1,
        )
        for dx, dy in ((-0.02, 0.13), (0.02, 0.11), (0.0, 0.06), (-0.01, 0.17), (0.022, 0.17)):
            pen.blob(
                [
                    (tip + dx - 0.016, top + dy + 0.03),
                    (tip + dx, top + dy - 0.02),
                    (tip + dx + 0.016, top + dy + 0.03),
                ],
                mix(tone, "#7a4a6a", 0.6),
            )
    pen.limb(".11,.66 .3,.69 .49,.66", 0.07, 0.075, 0.07, paint="#d83a4a", gloss=0.3)


@thing(
    "broccoli, ~cauliflower (white)", 0.18, 1.0, "#3f7a34 #f0ecdc", "table kitchen garden", "table"
)
def broccoli(pen: Pen) -> None:
    """Draw a head of broccoli on its stalk."""
    stalk = lighter(mix(pen.colour, "#a8c870", 0.75), 0.05)
    pen.blob(".38,.5 .62,.5 .6,.76 .66,.97 .5,1.0 .34,.97 .4,.76", stalk, round=0.9)
    for x0, x1, y1 in ((0.42, 0.2, 0.5), (0.58, 0.8, 0.5), (0.5, 0.5, 0.46)):
        pen.limb(
            [(x0, 0.8), ((x0 + x1) / 2, 0.66), (x1, y1)], 0.12, 0.1, 0.12, paint=stalk, round=0.9
        )
    heads = (
        (0.2, 0.42, 0.17),
        (0.8, 0.42, 0.17),
        (0.32, 0.24, 0.18),
        (0.68, 0.24, 0.18),
        (0.5, 0.15, 0.16),
        (0.36, 0.46, 0.15),
        (0.64, 0.46, 0.15),
        (0.5, 0.34, 0.18),
    )
    for k, (x, y, radius) in enumerate(heads):
        tone = darker(pen.colour, 0.3 - 0.035 * k)
        pen.ellipse(x, y, radius, radius * 0.85, tone, grain="leaves", strength=0.9)
        for j in range(26):
            reach, turn = radius * 0.92 * math.sqrt((j + 0.5) / 26), j * 2.4
            pen.ellipse(
                x + reach * math.cos(turn),
                y + reach * 0.85 * math.sin(turn),
                0.036,
                0.033,
                mix(tone, lighter(pen.colour, 0.25), 0.35 * (j % 3) / 2),
                round=1,
            )


@thing(
    "peas, pea, pea pod, peas in a pod, green peas, sugar snap",
    0.09,
    1.9,
    "#6fae3a",
    "table kitchen garden",
    "table",
)
def peas(pen: Pen) -> None:
    """Draw an open pod of peas."""
    pen.limb(".16,.36 .06,.24 .02,.1", 0.05, 0.04, 0.03, paint=darker(pen.colour, 0.2))
    for turn in (-60, -20, 20, 60):
        angle = math.radians(turn + 20)
        pen.limb(
            [(0.15, 0.36), (0.15 + 0.15 * math.cos(angle), 0.36 + 0.15 * math.sin(angle))],
            0.05,
            0.015,
            paint=darker(pen.colour, 0.15),
        )
    pen.blob(
        ".12,.36 .4,.3 .9,.36 1.4,.3 1.86,.2 1.8,.44 1.5,.76 1.0,.96 .5,.84 .22,.58",
        darker(pen.colour, 0.3),
        round=0.6,
    )
    pen.blob(
        ".16,.38 .5,.36 .95,.42 1.4,.37 1.78,.27 1.6,.56 1.2,.78 .8,.78 .4,.62",
        lighter(pen.colour, 0.35),
        round=0.3,
    )
    for k in range(6):
        x = 0.42 + 0.22 * k
        size = (0.1, 0.125, 0.14, 0.14, 0.125, 0.1)[k]
        pen.ellipse(
            x,
            0.55 - 0.022 * k + 0.06 * math.sin(math.pi * k / 5),
            size,
            size,
            lighter(pen.colour, 0.08),
            gloss=0.6,
            round=1,
        )
    pen.blob(
        ".14,.4 .28,.58 .6,.74 1.0,.8 1.4,.66 1.7,.42 "
        "1.87,.2 1.76,.56 1.42,.86 1.0,.99 .55,.92 .24,.68",
        gloss=0.3,
        round=0.7,
    )


@thing(
    "string bean, green bean, runner bean, bean, french bean",
    0.14,
    1.1,
    "#5a9a34",
    "table kitchen garden",
    "table",
)
def string_bean(pen: Pen) -> None:
    """Draw three string beans."""
    for x, y, bow, tone in (
        (0.1, 0.12, 0.16, 0.22),
        (0.34, 0.02, 0.12, 0.1),
        (0.02, 0.36, 0.14, 0.0),
    ):
        paint = darker(pen.colour, tone)
        points = [
            (x + t, y + 0.62 * t + bow * math.sin(math.pi * t))
            for t in (k * 0.15 for k in range(6))
        ]
        pen.limb(points, 0.055, 0.085, 0.09, 0.09, 0.085, 0.035, paint=paint, round=1, gloss=0.3)
        (x0, y0), (x1, y1) = points[0], points[-1]
        pen.limb(
            [(x0 - 0.07, y0 - 0.09), (x0 - 0.02, y0 - 0.05), (x0 + 0.02, y0)],
            0.022,
            0.03,
            0.06,
            paint="#8a9a4a",
        )
        pen.limb([(x1, y1), (x1 + 0.04, y1 + 0.04)], 0.03, 0.006, paint=paint)
        for px, py in points[1:5]:
            pen.ellipse(
                px + 0.05, py + 0.035, 0.05, 0.032, lighter(paint, 0.12), turn=35, round=0.8
            )


@thing("celery, celery stalk, rhubarb", 0.4, 0.55, "#a8c860", "table kitchen garden", "table")
def celery(pen: Pen) -> None:
    """Draw a bunch of celery with its leaves."""
    leaf = darker(mix(pen.colour, "#4f8a34", 0.8), 0.05)
    for k, (top, up) in enumerate(
        ((-0.19, 0.24), (0.19, 0.24), (-0.1, 0.16), (0.1, 0.16), (0.0, 0.2))
    ):
        tone = darker(pen.colour, 0.24 - 0.06 * k)
        foot = top * 0.45
        for dx, dy in ((-0.05, 0.0), (0.05, 0.0), (-0.03, -0.08), (0.04, -0.07), (0.0, -0.12)):
            pen.fill(
                [geometry.lump(pen.rng, 0.275 + top + dx, up + dy, 0.058, 0.052, 0.25)],
                darker(leaf, 0.3 - 0.07 * k),
                grain="leaves",
            )
        pen.limb(
            [(0.275 + foot, 0.95), (0.275 + top * 0.8, 0.6), (0.275 + top, up)],
            0.14,
            0.1,
            0.05,
            paint=tone,
            round=0.9,
        )
        for dx in (-0.03, 0.0, 0.03):
            pen.limb(
                [
                    (0.275 + foot + dx, 0.92),
                    (0.275 + top * 0.8 + dx * 0.7, 0.6),
                    (0.275 + top + dx * 0.3, up + 0.03),
                ],
                0.01,
                0.006,
                paint=lighter(tone, 0.35),
            )
    pen.blob(
        ".14,.88 .275,.84 .41,.88 .4,.97 .275,1.0 .15,.97", lighter(pen.colour, 0.45), round=0.8
    )


@thing(
    "cucumber, gherkin, ~zucchini, ~courgette, ~pickle",
    0.07,
    2.3,
    "#3f7a30",
    "table kitchen garden",
    "table",
)
def cucumber(pen: Pen) -> None:
    """Draw a cucumber, and slices of it."""
    pen.limb(
        ".12,.36 .7,.44 1.3,.42 1.72,.3",
        0.4,
        0.48,
        0.48,
        0.4,
        round=1,
        gloss=0.3,
        grain="rough",
        strength=0.3,
    )
    for dy in (-0.12, -0.02, 0.09):
        pen.limb(
            [(0.1, 0.36 + dy), (0.7, 0.44 + dy), (1.3, 0.42 + dy), (1.7, 0.3 + dy)],
            0.012,
            0.02,
            0.02,
            0.012,
            paint=lighter(pen.colour, 0.3),
        )
    for x, y in ((0.4, 0.3), (0.8, 0.32), (1.2, 0.3), (0.6, 0.5), (1.0, 0.55), (1.4, 0.48)):
        pen.ellipse(x, y, 0.018, 0.014, darker(pen.colour, 0.35))
    pen.ellipse(0.0 + 0.02, 0.34, 0.03, 0.05, "#8aa05a")
    for x, y in ((1.62, 0.6), (1.94, 0.7)):
        pen.ellipse(x + 0.02, y + 0.03, 0.29, 0.29, darker(pen.colour, 0.15), gloss=0.3)
        pen.ellipse(x, y, 0.285, 0.285)
        pen.ellipse(x, y, 0.255, 0.255, "#d8e8a8", round=0.2)
        pen.ellipse(x, y, 0.165, 0.165, "#e8f2c4", round=0.2)
        for k in range(9):
            turn = k * math.tau / 9
            pen.ellipse(
                x + 0.11 * math.cos(turn),
                y + 0.11 * math.sin(turn),
                0.036,
                0.014,
                "#f8f6dc",
                turn=math.degrees(turn),
            )


@thing("eggplant, aubergine", 0.2, 0.75, "#4a2458 #5a2a4a", "table kitchen garden", "table")
def eggplant(pen: Pen) -> None:
    """Draw an eggplant."""
    pen.limb(".58,.18 .62,.08 .7,.0", 0.07, 0.055, 0.07, paint="#5f8a3a")
    pen.blob(
        ".56,.16 .68,.26 .66,.5 .64,.74 .5,.95 .28,.99 .1,.88 .05,.68 .14,.46 .32,.3 .42,.2",
        gloss=0.9,
        round=1,
    )
    pen.blob(
        ".6,.13 .72,.2 .74,.36 .66,.3 .62,.4 .55,.28 .43,.36 .45,.25 .36,.26 .46,.16",
        "#5f8a3a",
        round=0.6,
    )


@thing(
    "radish, ~beetroot, ~beet, ~turnip (white)",
    0.1,
    0.7,
    "#d02a5a #8a2a4a #f0e4ec",
    "table kitchen garden",
    "table",
)
def radish(pen: Pen) -> None:
    """Draw a radish with its leaves."""
    for dx, top in ((-0.22, 0.1), (0.22, 0.1), (-0.1, 0.02), (0.12, 0.03), (0.0, 0.0)):
        pen.limb(
            [(0.35, 0.5), (0.35 + dx * 0.5, 0.34), (0.35 + dx * 0.8, top + 0.14)],
            0.04,
            0.035,
            0.02,
            paint="#a8c870",
        )
        pen.blob(
            [
                (0.35 + dx * 0.6, 0.36),
                (0.35 + dx - 0.09, 0.2 + top * 0.5),
                (0.35 + dx, top),
                (0.35 + dx + 0.09, 0.2 + top * 0.5),
            ],
            darker("#5f9a3a", abs(dx)),
            grain="leaves",
            round=0.5,
        )
    pen.limb(".35,.8 .36,.92 .31,1.0", 0.1, 0.03, 0.008, paint="#f4e8ee")
    pen.blob(
        ".35,.46 .55,.5 .63,.64 .56,.8 .42,.88 .35,.92 .28,.88 .14,.8 .07,.64 .15,.5",
        gloss=0.6,
        round=1,
    )
    pen.blob(".22,.84 .35,.83 .48,.84 .4,.89 .35,.94 .3,.89", "#f4e8ee", round=0.5)


@thing(
    "cabbage, lettuce, head of lettuce, ~kale",
    0.22,
    1.1,
    "#8ac05a #7ab048",
    "table kitchen garden",
    "table",
)
def cabbage(pen: Pen) -> None:
    """Draw a head of cabbage with its leaves."""
    vein: Finish = {"paint": lighter(pen.colour, 0.65)}
    pen.ellipse(0.55, 0.52, 0.38, 0.38, lighter(pen.colour, 0.3), round=1)
    pen.blob(".3,.24 .5,.12 .76,.18 .88,.4 .7,.5 .5,.36", lighter(pen.colour, 0.22), round=0.7)
    pen.limb(".84,.42 .68,.3 .5,.24", 0.03, 0.02, 0.006, **vein)
    for side, tone in ((1, 0.1), (-1, 0.0)):
        points = [
            (0.02, 0.94),
            (0.06, 0.7),
            (-0.02, 0.44),
            (0.12, 0.24),
            (0.3, 0.22),
            (0.38, 0.34),
            (0.5, 0.36),
            (0.56, 0.56),
            (0.5, 0.72),
            (0.46, 0.86),
            (0.26, 0.98),
        ]
        pen.blob(
            [(0.55 + side * x, y) for x, y in points],
            darker(pen.colour, tone),
            grain="leaves",
            strength=0.4,
            round=0.8,
        )
        pen.limb(
            [(0.55 + side * x, y) for x, y in ((0.08, 0.95), (0.18, 0.66), (0.24, 0.32))],
            0.05,
            0.03,
            0.008,
            **vein,
        )
        for (x0, y0), (x1, y1) in (
            ((0.14, 0.78), (0.36, 0.64)),
            ((0.18, 0.66), (0.06, 0.5)),
            ((0.2, 0.56), (0.42, 0.44)),
            ((0.11, 0.86), (0.32, 0.84)),
        ):
            pen.limb([(0.55 + side * x0, y0), (0.55 + side * x1, y1)], 0.02, 0.005, **vein)
    pen.blob(
        ".38,.98 .42,.74 .4,.56 .55,.44 .7,.56 .68,.74 .72,.98 .55,1.0",
        lighter(pen.colour, 0.12),
        grain="leaves",
        strength=0.4,
    )
    pen.limb(".55,.99 .55,.76 .55,.5", 0.07, 0.04, 0.008, **vein)
    for side in (-1, 1):
        for y in (0.62, 0.74, 0.86):
            pen.limb([(0.55, y + 0.04), (0.55 + side * 0.12, y - 0.05)], 0.018, 0.005, **vein)
