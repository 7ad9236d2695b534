"""What stands in streets and playgrounds."""

from mediaext.engines.classical.painter import geometry
from mediaext.engines.classical.painter.colours import darker, lighter
from mediaext.engines.classical.painter.pen import Finish, Pen
from mediaext.engines.classical.painter.things.registry import thing

STEEL: Finish = {"grain": "metal", "gloss": 0.6, "strength": 0.3}
GREY, DARK = "#8a9098", "#2c3036"


@thing(
    "traffic light, traffic lights, stoplight, stop light, traffic signal",
    3.2,
    0.3,
    "#2c3036 #e8b22a",
    "street",
)
def traffic_light(pen: Pen) -> None:
    """Draw a traffic light on its post."""
    pen.limb(".15,.5 .15,1.0", 0.045, 0.05, paint=GREY, bend=False, **STEEL)
    pen.box(0.02, 0.0, 0.28, 0.58, corner=0.05, round=0.6, gloss=0.4)
    for y, paint in ((0.1, "#e8302a"), (0.29, "#f0b82a"), (0.48, "#3ab04a")):
        pen.ellipse(0.15, y, 0.1, 0.085, darker(pen.colour, 0.5))
        pen.ellipse(0.15, y, 0.082, 0.072, paint, gloss=0.8, round=0.9)
        pen.limb(
            [(0.06, y - 0.03), (0.15, y - 0.095), (0.24, y - 0.03)],
            0.02,
            0.03,
            0.02,
            paint=pen.dark,
        )
    pen.glow(0.15, 0.1, 0.2, "#ff6a50", 0.4)


@thing("stop sign", 2.4, 0.46, "#c8202a", "street road")
def stop_sign(pen: Pen) -> None:
    """Draw the red sign with eight sides that says STOP."""
    pen.limb(".23,.3 .23,1.0", 0.035, 0.035, paint=GREY, bend=False, **STEEL)
    side = [
        (0.135, 0.0),
        (0.325, 0.0),
        (0.46, 0.135),
        (0.46, 0.325),
        (0.325, 0.46),
        (0.135, 0.46),
        (0.0, 0.325),
        (0.0, 0.135),
    ]
    pen.poly(side, "#f6f4f0", round=0.1)
    pen.poly(
        [(0.23 + (x - 0.23) * 0.92, 0.23 + (y - 0.23) * 0.92) for x, y in side],
        round=0.1,
        gloss=0.3,
    )
    for letter, x in zip("STOP", (0.06, 0.15, 0.24, 0.33), strict=True):
        for stroke in STROKES[letter]:
            pen.limb(
                [(x + 0.07 * a, 0.165 + 0.13 * b) for a, b in stroke],
                0.02,
                0.02,
                paint="#fbf8f2",
                bend=False,
                round=0,
            )


STROKES: dict[str, list[list[tuple[float, float]]]] = {
    "S": [[(1, 0.1), (0.5, 0), (0, 0.2), (0.1, 0.45), (0.9, 0.55), (1, 0.8), (0.5, 1), (0, 0.9)]],
    "T": [[(0, 0), (1, 0)], [(0.5, 0), (0.5, 1)]],
    "O": [[(0.5, 0), (0, 0.25), (0, 0.75), (0.5, 1), (1, 0.75), (1, 0.25), (0.5, 0)]],
    "P": [[(0.05, 1), (0.05, 0), (0.8, 0.05), (1, 0.3), (0.8, 0.52), (0.05, 0.55)]],
}
"""Letters as lines in a unit square."""


@thing(
    "streetlight, street light, street lamp, streetlamp, lamp post, lamppost",
    4.5,
    0.36,
    "#3a4048",
    "street park",
)
def streetlight(pen: Pen) -> None:
    """Draw an old street lamp with its lantern."""
    pen.poly(".1,.94 .26,.94 .3,1.0 .06,1.0", **STEEL)
    pen.limb(".18,.22 .18,.95", 0.03, 0.045, bend=False, **STEEL)
    pen.limb(".08,.28 .28,.28", 0.02, 0.02, bend=False, **STEEL)
    for y in (0.5, 0.84):
        pen.ellipse(0.18, y, 0.04, 0.012, **STEEL)
    pen.glow(0.18, 0.13, 0.2, "#ffe49a", 0.6)
    pen.poly(".1,.06 .26,.06 .23,.21 .13,.21", "#fff2c0", gloss=0.5)
    for x0, x1 in ((0.1, 0.13), (0.18, 0.18), (0.26, 0.23)):
        pen.limb([(x0, 0.06), (x1, 0.21)], 0.012, 0.012, bend=False, **STEEL)
    pen.poly(".07,.065 .29,.065 .18,.0", **STEEL)
    pen.box(0.12, 0.2, 0.24, 0.23, **STEEL)


@thing("fire hydrant, hydrant, fire plug", 0.8, 0.66, "#d8302a #e8b22a", "street")
def fire_hydrant(pen: Pen) -> None:
    """Draw a fire hydrant with its caps."""
    pen.box(0.1, 0.9, 0.56, 1.0, darker(pen.colour, 0.2), 0.03, gloss=0.4)
    pen.box(0.17, 0.3, 0.49, 0.92, corner=0.03, gloss=0.5, round=0.95)
    pen.blob(".15,.32 .17,.16 .33,.06 .49,.16 .51,.32", gloss=0.5, round=0.95)
    pen.box(0.28, 0.0, 0.38, 0.1, lighter(pen.colour, 0.15), 0.02)
    pen.box(0.12, 0.29, 0.54, 0.36, darker(pen.colour, 0.12), 0.02, gloss=0.5, round=0.9)
    for x0, x1 in ((0.02, 0.16), (0.5, 0.64)):
        pen.box(x0, 0.44, x1, 0.62, darker(pen.colour, 0.1), 0.03, gloss=0.5)
    pen.ellipse(0.33, 0.56, 0.13, 0.13, darker(pen.colour, 0.2), gloss=0.5)
    pen.ellipse(0.33, 0.56, 0.09, 0.09, lighter(pen.colour, 0.15), gloss=0.6, round=0.9)
    pen.poly(".3,.52 .36,.52 .39,.56 .36,.6 .3,.6 .27,.56", darker(pen.colour, 0.3))


@thing(
    "mailbox, mail box, letterbox, letter box, postbox, post box",
    1.2,
    0.62,
    "#2f5fa8 #c8302a",
    "street village",
)
def mailbox(pen: Pen) -> None:
    """Draw a mailbox on its post, the flag up and a letter inside."""
    pen.limb(".28,.4 .28,1.0", 0.09, 0.09, paint="#8a5a30", bend=False, grain="wood")
    pen.blob(".02,.42 .02,.16 .1,.03 .3,.0 .52,.03 .6,.16 .6,.42 .3,.44", gloss=0.5, round=0.7)
    pen.blob(".02,.43 .02,.16 .1,.04 .18,.04 .26,.16 .26,.43", darker(pen.colour, 0.35), round=0.2)
    pen.poly(".04,.2 .2,.14 .24,.28 .08,.35", "#fbf8ee", round=0.1)
    pen.limb(".46,.3 .46,.04", 0.022, 0.022, paint="#e8302a", bend=False)
    pen.box(0.36, 0.02, 0.47, 0.1, "#e8302a", 0.01)


@thing("swing set, swing, swings, playground swing", 2.4, 1.25, "#c8402f #2f6fb0", "park garden",
       seat=(0.47, 0.7))  # fmt: skip
def swing_set(pen: Pen) -> None:
    """Draw a frame with two swings."""
    for x, away in ((0.1, -0.08), (0.1, 0.12), (1.15, -0.12), (1.15, 0.08)):
        pen.limb([(x, 0.04), (x + away, 0.98)], 0.035, 0.04, bend=False, gloss=0.4)
    pen.limb(".06,.04 1.19,.04", 0.05, 0.05, bend=False, gloss=0.4)
    for x, lean in ((0.4, 0.07), (0.82, -0.04)):
        for side in (-0.09, 0.09):
            pen.limb(
                [(x + side, 0.05), (x + side + lean, 0.7)], 0.012, 0.012, paint=GREY, bend=False
            )
        pen.box(x + lean - 0.13, 0.68, x + lean + 0.13, 0.74, "#8a5a30", 0.015, grain="wood")


@thing("seesaw, see saw, see-saw, teeter totter", 0.9, 2.9, "#c8402f #e8b22a", "park")
def seesaw(pen: Pen) -> None:
    """Draw a seesaw, one end down."""
    pen.poly("1.3,.98 1.45,.48 1.6,.98", "#2f6fb0", round=0.5)
    pen.limb(".1,.84 2.8,.2", 0.1, 0.1, bend=False, grain="wood")
    for x, y in ((0.34, 0.77), (2.56, 0.26)):
        pen.ellipse(x, y - 0.07, 0.17, 0.06, "#2c3036", turn=-13)
        pen.limb(
            [(x + (0.2 if x < 1 else -0.2), y - 0.02), (x + (0.2 if x < 1 else -0.2), y - 0.28)],
            0.035,
            0.035,
            paint=GREY,
            bend=False,
        )
        pen.limb(
            [
                (x + (0.12 if x < 1 else -0.28), y - 0.27),
                (x + (0.28 if x < 1 else -0.12), y - 0.3),
            ],
            0.04,
            0.04,
            paint=DARK,
            bend=False,
        )
    pen.ellipse(1.45, 0.51, 0.07, 0.07, GREY, gloss=0.6)


@thing(
    "slide, waterslide, water slide, playground slide", 2.4, 1.5, "#e8b22a #3aa8d0 #d8402f", "park"
)
def slide(pen: Pen) -> None:
    """Draw a playground slide with its ladder."""
    for x0, x1 in ((0.1, 0.3), (0.28, 0.44)):
        pen.limb([(x0, 1.0), (x1, 0.16)], 0.035, 0.035, paint=GREY, bend=False, **STEEL)
    for k in range(6):
        y = 0.9 - 0.13 * k
        pen.limb(
            [(0.13 + 0.031 * k, y), (0.31 + 0.025 * k, y)], 0.03, 0.03, paint=GREY, bend=False
        )
    pen.limb(".28,.04 .3,.18", 0.03, 0.03, paint=GREY)
    pen.limb(".86,.56 .9,1.0", 0.035, 0.035, paint=GREY, bend=False)
    pen.limb(".3,.2 .52,.22 .86,.56 1.18,.9 1.48,.94", 0.17, 0.17, 0.16, 0.17, 0.12, gloss=0.6)
    pen.limb(
        ".34,.15 .54,.16 .88,.49 1.2,.83 1.46,.87",
        0.04,
        0.04,
        0.04,
        0.04,
        0.03,
        paint=lighter(pen.colour, 0.45),
        gloss=0.6,
    )


@thing(
    "stairs, staircase, stairway, flight of stairs",
    2.0,
    1.4,
    "#b8a890 #a8743c",
    "lobby castle_hall garden",
)
def stairs(pen: Pen) -> None:
    """Draw a flight of stairs that goes up to the right, with a handrail."""
    for k in range(7):
        x, y = 0.06 + 0.19 * k, 0.88 - 0.12 * k
        pen.box(x, y, 1.4, y + 0.13, darker(pen.colour, 0.12 + 0.02 * k), round=0.05)
        pen.box(x - 0.02, y - 0.02, 1.4, y + 0.025, lighter(pen.colour, 0.25), round=0.1)
    for k in range(0, 7, 2):
        x, y = 0.14 + 0.19 * k, 0.87 - 0.12 * k
        pen.limb(
            [(x, y), (x, y - 0.15 if k else y - 0.3)], 0.022, 0.022, paint="#6a4326", bend=False
        )
    pen.limb(".12,.58 .16,.6 1.36,.0", 0.04, 0.04, 0.04, paint="#6a4326", bend=False, gloss=0.4)


@thing("cannon", 0.9, 1.7, "#3a3e44", "castle_hall hills")
def cannon(pen: Pen) -> None:
    """Draw an old cannon on its wheel."""
    pen.poly(".1,.98 .0,.86 .7,.5 1.0,.6 .86,.74", "#8a5a30", grain="wood")
    pen.poly(".26,.5 .34,.34 1.6,.06 1.68,.3 .42,.68 .3,.64", round=0.95, **STEEL)
    pen.ellipse(0.26, 0.56, 0.07, 0.07, **STEEL)
    for x, y in ((0.62, 0.46), (1.1, 0.35)):
        pen.limb(
            [(x - 0.05, y - 0.18), (x + 0.04, y + 0.16)],
            0.05,
            0.05,
            paint=lighter(pen.colour, 0.12),
            bend=False,
            **STEEL,
        )
    pen.ellipse(1.63, 0.18, 0.055, 0.14, darker(pen.colour, 0.6), turn=-14)
    pen.ring(0.78, 0.68, 0.31, 0.24, "#6a4326", grain="wood")
    for k in range(8):
        spoke = geometry.rotate(geometry.box(0.76, 0.42, 0.8, 0.68), 45 * k, (0.78, 0.68))
        pen.fill([spoke], "#8a5a30", grain="wood")
    pen.ellipse(0.78, 0.68, 0.07, 0.07, "#3a3e44", gloss=0.6)


@thing(
    "trash can, dustbin, garbage can, rubbish bin, waste bin, litter bin",
    0.9,
    0.72,
    "#5a6a70 #3f7a4a",
    "street park",
)
def trash_can(pen: Pen) -> None:
    """Draw a ribbed bin with its lid."""
    pen.poly(".06,.24 .66,.24 .6,.99 .12,.99", round=0.9, **STEEL)
    for k in range(6):
        x = 0.13 + 0.092 * k
        pen.limb([(x, 0.28), (0.36 + (x - 0.36) * 0.84, 0.96)], 0.022, 0.022, paint=pen.dark)
    pen.blob(".0,.24 .08,.14 .36,.08 .64,.14 .72,.24 .36,.28", lighter(pen.colour, 0.12), **STEEL)
    pen.limb(".26,.1 .36,.0 .46,.1", 0.04, 0.045, 0.04, paint=darker(pen.colour, 0.2))


@thing("parking meter", 1.4, 0.26, "#5a6068 #3a5a8a", "street")
def parking_meter(pen: Pen) -> None:
    """Draw a parking meter with its display."""
    pen.limb(".13,.34 .13,1.0", 0.05, 0.05, paint=GREY, bend=False, **STEEL)
    pen.blob(".02,.3 .02,.1 .06,.01 .2,.01 .24,.1 .24,.3 .2,.38 .06,.38", gloss=0.5, round=0.7)
    pen.blob(".05,.14 .08,.05 .18,.05 .21,.14 .18,.18 .08,.18", "#dcecf2", gloss=0.9, round=0.3)
    pen.limb(".13,.15 .16,.08", 0.012, 0.008, paint="#d8302a", bend=False)
    pen.box(0.09, 0.22, 0.17, 0.25, DARK, 0.008)
    pen.ellipse(0.13, 0.3, 0.03, 0.02, "#c4ccd2", gloss=0.8)


@thing(
    "telephone box, phone box, phone booth, telephone booth, telephone kiosk, call box",
    2.4,
    0.42,
    "#c8202a",
    "street park",
)
def telephone_box(pen: Pen) -> None:
    """Draw a kiosk of small panes under a curved roof."""
    pen.box(0.01, 0.95, 0.41, 1.0, darker(pen.colour, 0.45), 0.01)
    pen.box(0.03, 0.1, 0.39, 0.96, corner=0.01, gloss=0.4)
    pen.blob(".02,.1 .05,.03 .21,.0 .37,.03 .4,.1 .21,.11", gloss=0.4, round=0.5)
    pen.box(0.07, 0.105, 0.35, 0.155, "#f6f2e4", 0.005, round=0.1)
    for k in range(9):
        pen.box(0.085 + 0.029 * k, 0.12, 0.1 + 0.029 * k, 0.14, DARK, round=0)
    pen.box(0.075, 0.19, 0.345, 0.84, "#bcd6de", 0.005, gloss=0.8, round=0.15)
    pen.box(0.235, 0.36, 0.32, 0.56, "#3a3e44", 0.01, round=0.3)
    for k in range(7):
        y = 0.19 + 0.65 * k / 6
        pen.box(0.07, y - 0.008, 0.35, y + 0.008, round=0.3)
    for x in (0.075, 0.13, 0.21, 0.29, 0.345):
        pen.box(x - 0.008, 0.19, x + 0.008, 0.84, round=0.3)
    pen.box(0.06, 0.5, 0.075, 0.58, "#e8c050", 0.004, gloss=0.8)


@thing("market stall, stall, fruit stand", 2.2, 1.15, "#d8402f #2f7a5a #e0a02a", "market")
def market_stall(pen: Pen) -> None:
    """Draw a stall with a striped awning over crates of fruit."""
    for x in (0.1, 1.05):
        pen.limb([(x, 0.25), (x, 1.0)], 0.03, 0.03, paint="#8a6a48", bend=False, grain="wood")
    pen.box(0.06, 0.66, 1.09, 0.97, "#a07a4c", grain="wood")
    for k in range(4):
        pen.box(0.06, 0.7 + 0.07 * k, 1.09, 0.71 + 0.07 * k, "#7a5a38", round=0)
    fruit = ("#d8302a", "#f0902a", "#8ab03a", "#e8c83a", "#7a3a7a")
    for k, paint in enumerate(fruit):
        left = 0.08 + 0.2 * k
        pen.box(left, 0.58, left + 0.18, 0.67, "#c09a64", grain="wood")
        for row in range(2):
            for column in range(4 - row):
                x = left + 0.033 + 0.038 * column + 0.019 * row
                pen.ellipse(x, 0.58 - 0.034 * row, 0.025, 0.025, paint, round=1, gloss=0.3)
    for k in range(9):
        x0, x1 = 0.02 + 0.123 * k, 0.02 + 0.123 * (k + 1)
        a, b = 0.14 + (x0 - 0.02) * 0.78, 0.14 + (x1 - 0.02) * 0.78
        cloth = pen.colour if k % 2 == 0 else "#f6f2e8"
        pen.blob(
            [(x0, 0.3), (x0, 0.33), ((x0 + x1) / 2, 0.375), (x1, 0.33), (x1, 0.3)],
            cloth,
            round=0.4,
        )
        pen.poly([(a, 0.06), (b, 0.06), (x1, 0.315), (x0, 0.315)], cloth, grain="fabric")
    pen.limb(".13,.06 1.02,.06", 0.03, 0.03, paint="#8a6a48", bend=False, grain="wood")


@thing("wire, power line, telephone wire, telephone line, power lines", 5.0, 1.9, "#5a4632",
       "road village", seat=(0.95, 0.2))  # fmt: skip
def wire(pen: Pen) -> None:
    """Draw two poles with wires between them."""
    for x in (0.14, 1.76):
        pen.limb([(x, 0.02), (x, 1.0)], 0.05, 0.06, bend=False, grain="wood")
        pen.limb([(x - 0.14, 0.1), (x + 0.14, 0.1)], 0.035, 0.035, bend=False, grain="wood")
        for side in (-0.11, 0.11):
            pen.ellipse(x + side, 0.075, 0.018, 0.024, "#d8dce0", gloss=0.6)
    for y in (0.06, 0.14):
        pen.limb([(0.14, y), (0.95, y + 0.1), (1.76, y)], 0.012, 0.012, paint="#2a2c30")
