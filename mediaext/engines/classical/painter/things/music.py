"""Musical instruments."""

import math

from mediaext.engines.classical.painter import geometry
from mediaext.engines.classical.painter.colours import Colour, darker, lighter, mix
from mediaext.engines.classical.painter.pen import Finish, Pen
from mediaext.engines.classical.painter.things.registry import thing

BRASS: Finish = {"gloss": 0.9, "round": 1}
METAL: Finish = {"gloss": 0.9, "round": 1, "bend": False}
BLACK = "#26242a"


def strings(
    pen: Pen, many: int, top: tuple[float, float, float], foot: tuple[float, float, float]
) -> None:
    """Draw strings from ``top`` to ``foot``, each a middle ``(x, y)`` and a width."""
    for k in range(many):
        share = k / (many - 1) - 0.5
        pen.limb(
            [(top[0] + share * top[2], top[1]), (foot[0] + share * foot[2], foot[1])],
            0.005,
            0.005,
            paint="#f0f0ea",
            bend=False,
        )


@thing(
    "cello, violoncello, ~double bass, ~contrabass",
    1.25,
    0.56,
    "#a8521c #8a3a1a",
    "stage recording",
)
def cello(pen: Pen) -> None:
    """Draw a cello on its spike, with the bow beside it."""
    pen.limb(".22,.88 .22,1.0", 0.016, 0.008, paint="#c8ccd0", **METAL)
    pen.limb(".2,.36 .22,.04", 0.045, 0.035, paint="#2a1a12", bend=False)
    pen.limb(".22,.06 .22,.0 .26,.0 .25,.03", 0.03, 0.026, 0.02, grain="wood")
    for k in range(2):
        pen.limb(
            [(0.15, 0.05 + 0.035 * k), (0.29, 0.04 + 0.035 * k)],
            0.014,
            0.014,
            paint="#2a1a12",
            bend=False,
        )
    pen.blob(
        ".22,.32 .34,.35 .37,.44 .33,.52 .31,.6 .35,.66 .43,.78 .37,.9 "
        ".22,.94 .07,.9 .01,.78 .09,.66 .13,.6 .11,.52 .07,.44 .1,.35",
        darker(pen.colour, 0.35),
        gloss=0.5,
    )
    pen.blob(
        ".22,.335 .33,.36 .355,.44 .315,.52 .295,.6 .335,.67 .41,.78 .355,.89 "
        ".22,.925 .085,.89 .03,.78 .105,.67 .145,.6 .125,.52 .085,.44 .11,.36",
        grain="wood",
        gloss=0.7,
        round=0.5,
    )
    for side in (-1, 1):
        pen.limb(
            [(0.22 + side * x, y) for x, y in ((0.07, 0.57), (0.075, 0.63), (0.095, 0.7))],
            0.012,
            0.014,
            0.012,
            paint="#2a1a12",
        )
    pen.poly(".195,.1 .245,.1 .255,.56 .185,.56", "#2a1a12", gloss=0.4)
    pen.poly(".2,.74 .24,.74 .26,.9 .18,.9", "#2a1a12", gloss=0.4)
    pen.box(0.165, 0.66, 0.275, 0.69, "#e8d0a0", 0.008)
    strings(pen, 4, (0.22, 0.06, 0.03), (0.22, 0.76, 0.06))
    pen.limb(".48,.24 .53,.96", 0.014, 0.018, paint="#6a3414", bend=False)
    pen.limb(".465,.25 .5,.95", 0.01, 0.01, paint="#f4efe0", bend=False)
    pen.box(0.495, 0.9, 0.535, 0.95, BLACK, 0.008)


@thing("harp", 1.8, 0.68, "#d8a83a #a8662c", "stage nave")
def harp(pen: Pen) -> None:
    """Draw a concert harp with its pillar, neck and strings."""
    wood: Finish = {"gloss": 0.6, "grain": "wood", "strength": 0.3}
    for k in range(15):
        t = (k + 1) / 16
        x = 0.56 - 0.42 * t
        pen.limb(
            [
                (x, 0.14 + 0.1 * math.sin(t * 3.0) + 0.1 * t),
                (x + 0.045 * (1 - t), 0.3 + 0.6 * (1 - t) + 0.02),
            ],
            0.006,
            0.006,
            paint="#f6f0dc" if k % 4 else "#c83a3a",
            bend=False,
        )
    pen.limb(".1,.26 .3,.62 .54,.94", 0.07, 0.1, 0.15, **wood)
    pen.limb(".1,.28 .3,.2 .42,.24 .56,.06", 0.07, 0.06, 0.065, 0.1, **wood)
    pen.limb(".6,.08 .6,.94", 0.06, 0.055, paint=lighter(pen.colour, 0.1), bend=False, **wood)
    for y in (0.16, 0.2, 0.84, 0.88):
        pen.ellipse(0.6, y, 0.045, 0.014, lighter(pen.colour, 0.3), gloss=0.8)
    pen.ellipse(0.6, 0.06, 0.05, 0.055, lighter(pen.colour, 0.2), gloss=0.8)
    pen.box(0.44, 0.93, 0.67, 1.0, darker(pen.colour, 0.2), 0.02, grain="wood")


@thing(
    "clarinet, ~oboe, ~bassoon, ~recorder",
    0.66,
    0.75,
    BLACK + " #3a241c",
    "stage recording",
    "table",
)
def clarinet(pen: Pen) -> None:
    """Draw a clarinet across the picture, its bell down."""

    def at(along: float, aside: float = 0.0) -> tuple[float, float]:
        return (0.09 + 0.54 * along - 0.81 * aside, 0.03 + 0.9 * along + 0.48 * aside)

    def band(start: float, end: float, wide: float) -> None:
        pen.limb([at(start), at(end)], wide, wide, bend=False, gloss=0.7, round=1)

    pen.limb(
        [at(0.0), at(0.12)], 0.025, 0.055, paint=darker(pen.colour, 0.3), bend=False, gloss=0.8
    )
    band(0.1, 0.84, 0.062)
    pen.limb([at(0.82), at(0.92), at(0.99)], 0.066, 0.09, 0.17, gloss=0.7)
    for along in (0.07, 0.14, 0.44, 0.5, 0.82):
        pen.limb([at(along, -0.04), at(along, 0.04)], 0.022, 0.022, paint="#d4d8dc", **METAL)
    for along in (0.2, 0.27, 0.34, 0.56, 0.63, 0.7):
        pen.ellipse(*at(along), 0.034, 0.026, "#dfe3e6", turn=59, gloss=0.9)
        pen.ellipse(*at(along), 0.018, 0.014, "#8a9096", turn=59)
    for start, end in ((0.18, 0.4), (0.54, 0.78)):
        pen.limb([at(start, 0.05), at(end, 0.055)], 0.016, 0.016, paint="#d4d8dc", **METAL)
        pen.ellipse(*at(end, 0.06), 0.034, 0.02, "#dfe3e6", turn=59, gloss=0.9)
    pen.limb([at(0.52, -0.05), at(0.66, -0.07)], 0.016, 0.024, paint="#d4d8dc", **METAL)


@thing("flute, piccolo, transverse flute", 0.3, 2.4, "#cdd3d8 #d8b45a", "stage recording", "table")
def flute(pen: Pen) -> None:
    """Draw a transverse flute with its keys."""

    def at(along: float, aside: float = 0.0) -> tuple[float, float]:
        return (0.06 + 2.28 * along + 0.3 * aside, 0.86 - 0.66 * along + aside)

    pen.limb([at(0.0), at(1.0)], 0.13, 0.13, **METAL)
    for along in (0.02, 0.3, 0.88, 0.99):
        pen.limb(
            [at(along, -0.06), at(along, 0.06)],
            0.05,
            0.05,
            paint=lighter(pen.colour, 0.4),
            **METAL,
        )
    pen.ellipse(*at(0.14, -0.035), 0.11, 0.05, lighter(pen.colour, 0.3), turn=-16, gloss=0.9)
    pen.ellipse(*at(0.14, -0.04), 0.045, 0.022, BLACK, turn=-16)
    pen.limb(
        [at(0.38, 0.075), at(0.86, 0.075)], 0.025, 0.025, paint=darker(pen.colour, 0.2), **METAL
    )
    for k in range(8):
        along = 0.4 + 0.063 * k
        pen.ellipse(*at(along, -0.03), 0.062, 0.055, darker(pen.colour, 0.18), gloss=0.8)
        pen.ellipse(*at(along, -0.045), 0.045, 0.036, lighter(pen.colour, 0.5), gloss=0.9)


@thing("saxophone, sax", 0.7, 0.62, "#d8a83a #c8ccd0", "stage recording bar")
def saxophone(pen: Pen) -> None:
    """Draw a saxophone with its turned-up bell."""
    pen.limb(".06,.14 .12,.1", 0.05, 0.035, paint=BLACK, gloss=0.7)
    pen.limb(".1,.105 .18,.04 .27,.03 .31,.12", 0.03, 0.04, 0.045, 0.05, **BRASS)
    pen.limb(
        ".31,.1 .3,.4 .27,.76 .31,.93 .42,.94 .48,.82 .49,.62 .52,.46",
        0.055,
        0.075,
        0.1,
        0.13,
        0.14,
        0.14,
        0.16,
        0.22,
        **BRASS,
    )
    pen.ellipse(0.525, 0.45, 0.095, 0.04, lighter(pen.colour, 0.3), turn=8, gloss=0.9)
    pen.ellipse(0.525, 0.45, 0.075, 0.028, darker(pen.colour, 0.6), turn=8)
    for y in (0.2, 0.56, 0.78):
        pen.limb(
            [(0.24 - 0.02 * y, y), (0.36 - 0.02 * y, y)],
            0.02,
            0.02,
            paint=lighter(pen.colour, 0.35),
            **METAL,
        )
    pen.limb(".37,.22 .345,.72", 0.014, 0.014, paint=darker(pen.colour, 0.25), **METAL)
    for k in range(6):
        y = 0.26 + 0.076 * k + (0.04 if k > 2 else 0)
        pen.ellipse(0.305 - 0.045 * y, y, 0.034, 0.026, lighter(pen.colour, 0.45), gloss=0.9)
        pen.ellipse(0.305 - 0.045 * y, y, 0.02, 0.015, "#f6f0e0")
    for x, y in ((0.42, 0.84), (0.44, 0.72), (0.24, 0.86)):
        pen.ellipse(x, y, 0.045, 0.038, darker(pen.colour, 0.15), gloss=0.8)
        pen.ellipse(x, y, 0.03, 0.025, lighter(pen.colour, 0.35), gloss=0.9)
    pen.limb(".24,.5 .2,.6 .22,.68", 0.016, 0.02, 0.016, paint=lighter(pen.colour, 0.3), gloss=0.8)


@thing("trombone", 0.5, 2.3, "#d8a83a #c8ccd0", "stage recording", "table")
def trombone(pen: Pen) -> None:
    """Draw a trombone with its long slide."""

    def line(points: str, wide: float = 0.05, tone: str | Colour | None = None) -> None:
        pen.limb(points, wide, wide, paint=tone, **METAL)

    pen.limb(".6,.36 .2,.36 .06,.22 .2,.1 .6,.1", 0.06, 0.06, **BRASS)
    line(".55,.1 1.3,.1", 0.06)
    pen.blob(
        "1.2,.06 1.55,.03 1.72,-.04 1.82,-.16 1.86,.1 1.82,.36 1.72,.24 1.55,.17 1.2,.14", **BRASS
    )
    pen.ellipse(1.83, 0.1, 0.05, 0.26, darker(pen.colour, 0.5), round=0.3)
    line(".55,.36 .8,.36")
    line(".5,.42 2.1,.42", 0.045, lighter(pen.colour, 0.25))
    line(".66,.72 2.1,.72", 0.045, lighter(pen.colour, 0.25))
    pen.limb("2.05,.42 2.2,.44 2.24,.57 2.2,.7 2.05,.72", 0.05, 0.05, **BRASS)
    line(".66,.3 .66,.76", 0.05, "#c8ccd0")
    line(".84,.42 .84,.72", 0.04, "#c8ccd0")
    line("1.1,.42 1.1,.72", 0.04, "#c8ccd0")
    line(".3,.12 .3,.34", 0.04, "#c8ccd0")
    pen.blob(".38,.42 .52,.4 .52,.44", "#d4d8dc", gloss=0.9)
    pen.ellipse(0.38, 0.42, 0.035, 0.06, "#d4d8dc", gloss=0.9)
    pen.limb("2.2,.66 2.2,.78", 0.02, 0.026, paint="#c8ccd0", **METAL)


@thing("tuba, sousaphone, euphonium", 0.95, 0.8, "#d8a83a #c8ccd0", "stage recording")
def tuba(pen: Pen) -> None:
    """Draw a tuba, its wide bell up."""
    pen.limb(
        ".2,.3 .2,.8 .36,.94 .56,.86 .6,.6 .56,.42", 0.12, 0.16, 0.17, 0.15, 0.12, 0.09, **BRASS
    )
    pen.limb(".34,.4 .34,.74 .46,.8 .5,.68 .5,.44 .4,.36 .34,.46", 0.06, 0.06, **BRASS)
    pen.blob(".14,.36 .13,.2 .08,.1 .0,.03 .2,.0 .44,.03 .34,.1 .28,.2 .27,.36", **BRASS)
    pen.ellipse(0.22, 0.035, 0.215, 0.034, darker(pen.colour, 0.5), round=0.3)
    for k, x in enumerate((0.36, 0.43, 0.5)):
        pen.box(
            x - 0.027, 0.48, x + 0.027, 0.74, lighter(pen.colour, 0.2), 0.015, round=1, gloss=0.8
        )
        pen.limb([(x, 0.48), (x, 0.42)], 0.014, 0.014, paint="#d4d8dc", **METAL)
        pen.ellipse(x, 0.41, 0.024, 0.012, "#f4ecd8" if k != 1 else "#e8e0cc")
    pen.limb(".56,.44 .64,.34 .73,.34", 0.05, 0.04, 0.03, **BRASS)
    pen.ellipse(0.745, 0.34, 0.02, 0.035, "#d4d8dc", gloss=0.9)
    pen.limb(".27,.52 .36,.52", 0.02, 0.02, **METAL)


@thing("french horn, hunting horn", 0.5, 1.15, "#d8a83a", "stage recording", "table")
def french_horn(pen: Pen) -> None:
    """Draw a French horn: coiled tube, valves and a wide bell."""
    pen.limb(".5,.2 .3,.06 .1,.04", 0.05, 0.035, 0.025, **BRASS)
    pen.ellipse(0.09, 0.04, 0.02, 0.036, "#d4d8dc", gloss=0.9)
    pen.ring(0.5, 0.5, 0.4, 0.33, **BRASS)
    pen.ring(0.5, 0.5, 0.28, 0.23, darker(pen.colour, 0.12), **BRASS)
    pen.limb(".28,.36 .5,.5 .62,.7", 0.05, 0.05, paint=lighter(pen.colour, 0.15), **BRASS)
    for k in range(3):
        x, y = 0.4 + 0.08 * k, 0.46 + 0.055 * k
        pen.ellipse(x, y, 0.055, 0.055, lighter(pen.colour, 0.25), gloss=0.9)
        pen.ellipse(x, y, 0.03, 0.03, "#f4ecd8", gloss=0.6)
        pen.limb(
            [(x - 0.02, y - 0.04), (x - 0.07, y - 0.13)], 0.022, 0.03, paint="#d4d8dc", **METAL
        )
    pen.limb(".44,.85 .62,.86 .78,.8", 0.08, 0.12, 0.2, **BRASS)
    pen.ellipse(0.85, 0.7, 0.27, 0.28, turn=0, **BRASS)
    pen.ellipse(0.86, 0.7, 0.235, 0.245, darker(pen.colour, 0.35), round=0.6)
    pen.ellipse(0.82, 0.72, 0.1, 0.11, darker(pen.colour, 0.75))


@thing("bagpipes, bagpipe", 0.9, 1.0, "#a82a34 #2a5a3a #2f4a8a", "hills stage castle_hall")
def bagpipes(pen: Pen) -> None:
    """Draw bagpipes: a tartan bag, three drones, blowpipe and chanter."""
    for (x0, y0), (x1, y1) in (
        ((0.62, 0.52), (0.94, 0.02)),
        ((0.56, 0.5), (0.78, -0.02)),
        ((0.5, 0.5), (0.6, 0.04)),
    ):
        pen.limb([(x0, y0), (x1, y1)], 0.045, 0.04, paint=BLACK, **METAL)
        for t in (0.25, 0.5, 0.72, 0.96):
            pen.ellipse(
                x0 + (x1 - x0) * t,
                y0 + (y1 - y0) * t,
                0.042,
                0.022,
                "#f0e8d4",
                turn=math.degrees(math.atan2(y1 - y0, x1 - x0)) + 90,
                gloss=0.6,
            )
    pen.limb(".66,.34 .74,.4 .82,.3", 0.012, 0.012, paint=lighter(pen.colour, 0.2))
    pen.limb(".28,.56 .16,.3 .1,.16", 0.04, 0.035, 0.02, paint=BLACK, gloss=0.7)
    pen.ellipse(0.17, 0.33, 0.035, 0.02, "#f0e8d4", turn=-30)
    pen.limb(".2,.74 .12,.86 .1,.99", 0.05, 0.04, 0.045, paint=BLACK, gloss=0.7)
    pen.ellipse(0.1, 0.975, 0.04, 0.018, "#f0e8d4")
    for y in (0.84, 0.88, 0.92):
        pen.dot(0.125 - 0.2 * (y - 0.84), y, 0.009, "#f0e8d4")
    bag = ".14,.66 .26,.52 .48,.46 .74,.48 .94,.62 .96,.74 .84,.86 .56,.9 .3,.86 .16,.78"
    pen.blob(bag, grain="fabric", round=0.95)
    inside = geometry.smooth(bag)
    for x in (0.3, 0.46, 0.62, 0.78):
        column = inside[abs(inside[:, 0] - x) < 0.04][:, 1]
        low, high = float(column.min()) + 0.03, float(column.max()) - 0.03
        for shift, tone in (
            (0.0, darker(pen.colour, 0.5)),
            (0.035, mix(pen.colour, "#f4d83a", 0.6)),
        ):
            pen.limb(
                [(x + shift, low), (x + shift + 0.02, (low + high) / 2), (x + shift, high)],
                0.028 - shift * 0.5,
                0.028 - shift * 0.5,
                paint=tone,
                grain="fabric",
            )
    for y, x0, x1 in ((0.58, 0.27, 0.86), (0.69, 0.19, 0.91), (0.79, 0.24, 0.88)):
        for shift, tone in (
            (0.0, darker(pen.colour, 0.5)),
            (0.033, mix(pen.colour, "#f4d83a", 0.6)),
        ):
            pen.limb(
                [(x0, y + shift), (0.55, y + 0.02 + shift), (x1, y + shift)],
                0.022 - shift * 0.4,
                0.022 - shift * 0.4,
                paint=tone,
                grain="fabric",
            )


@thing(
    "xylophone, marimba, glockenspiel, vibraphone",
    0.5,
    1.7,
    "#8a5a34 #3a3a40",
    "stage classroom playroom",
    "table",
)
def xylophone(pen: Pen) -> None:
    """Draw a xylophone with coloured bars and two mallets."""
    tones = (
        "#d83a3a",
        "#ee7f2a",
        "#f2c62e",
        "#8ac03a",
        "#3aa86a",
        "#2fa0c8",
        "#3a62c8",
        "#7a48b8",
    )
    pen.poly(".06,.3 1.64,.42 1.64,.5 .06,.42", grain="wood")
    pen.poly(".06,.86 1.64,.72 1.64,.8 .06,.96", grain="wood")
    for k, tone in enumerate(tones):
        x, reach = 0.08 + 0.197 * k, 0.36 - 0.024 * k
        pen.box(x, 0.62 - reach, x + 0.165, 0.62 + reach, tone, 0.03, gloss=0.6, round=0.5)
        for y in (0.62 - reach + 0.07, 0.62 + reach - 0.07):
            pen.ellipse(x + 0.0825, y, 0.022, 0.02, "#d8dce0", gloss=0.9)
    for x0, y0, x1, y1 in ((0.3, 0.5, 1.0, 0.1), (0.72, 0.72, 1.5, 0.28)):
        pen.limb([(x0, y0), (x1, y1)], 0.03, 0.034, paint="#d8b07a", bend=False, grain="wood")
        pen.ellipse(x0, y0, 0.07, 0.07, "#f4ead4", gloss=0.3, round=1)


@thing(
    "accordion, concertina, squeezebox",
    0.5,
    1.4,
    "#b82a34 #26242a #2a5a8a",
    "stage bar street",
    "table",
)
def accordion(pen: Pen) -> None:
    """Draw an accordion with open bellows, keys and buttons."""
    for k in range(12):
        x = 0.36 + 0.052 * k
        lift = 0.05 * math.sin(math.pi * (k + 0.5) / 12)
        pen.poly(
            [
                (x, 0.06 - lift + 0.03),
                (x + 0.026, 0.03 - lift + 0.02),
                (x + 0.052, 0.06 - lift + 0.03),
                (x + 0.052, 0.95 - lift),
                (x + 0.026, 0.98 - lift),
                (x, 0.95 - lift),
            ],
            (darker(pen.colour, 0.25), lighter(pen.colour, 0.55))[k % 2],
            grain="fabric",
            round=0.7,
        )
    pen.box(0.12, 0.02, 0.4, 0.98, None, 0.05, gloss=0.7)
    pen.box(0.0, 0.08, 0.15, 0.92, "#f8f4ea", 0.015, gloss=0.5)
    for k in range(13):
        y = 0.08 + 0.84 * k / 13
        pen.limb([(0.005, y), (0.15, y)], 0.008, 0.008, paint="#5a5a60", bend=False)
        if k % 7 not in (0, 3):
            pen.box(0.06, y - 0.02, 0.155, y + 0.02, BLACK, 0.006, gloss=0.5)
    for y in (0.2, 0.36, 0.52, 0.68, 0.84):
        pen.limb([(0.22, y), (0.33, y)], 0.03, 0.03, paint="#e8d8a0", gloss=0.8, bend=False)
    pen.box(0.97, 0.02, 1.3, 0.98, None, 0.05, gloss=0.7)
    for column in range(3):
        for row in range(8):
            pen.ellipse(1.05 + 0.085 * column, 0.15 + 0.1 * row, 0.026, 0.03, "#f8f4ea", gloss=0.6)
    pen.limb("1.28,.1 1.38,.5 1.28,.9", 0.03, 0.04, 0.03, paint="#3a2a22")


@thing("banjo", 0.95, 0.44, "#8a5a2c", "stage cabin_room bar", hand=(0.22, 0.72))
def banjo(pen: Pen) -> None:
    """Draw a banjo: a round head on a long neck."""
    pen.limb(".22,.6 .22,.08", 0.055, 0.045, paint=darker(pen.colour, 0.5), bend=False)
    pen.blob(".19,.11 .18,.0 .22,.02 .26,.0 .25,.11", gloss=0.5, grain="wood")
    for side in (-1, 1):
        for y in (0.03, 0.07):
            pen.ellipse(0.22 + side * 0.055, y, 0.02, 0.012, "#e8e0cc", gloss=0.6)
    pen.limb(".25,.28 .285,.28", 0.018, 0.018, paint="#e8e0cc")
    for k in range(9):
        y = 0.13 + 0.055 * k
        pen.limb([(0.195, y), (0.245, y)], 0.006, 0.006, paint="#d4d8dc", bend=False)
    pen.ellipse(0.22, 0.785, 0.215, 0.21, grain="wood", gloss=0.6)
    pen.ellipse(0.22, 0.785, 0.195, 0.19, "#c8ccd0", gloss=0.9)
    pen.ellipse(0.22, 0.785, 0.172, 0.167, "#f6f0e2", round=0.15)
    for k in range(16):
        turn = k * math.tau / 16
        pen.ellipse(
            0.22 + 0.195 * math.cos(turn),
            0.785 + 0.19 * math.sin(turn),
            0.014,
            0.014,
            "#f4f6f8",
            gloss=0.9,
        )
    pen.poly(".195,.5 .245,.5 .25,.66 .19,.66", darker(pen.colour, 0.5))
    pen.box(0.165, 0.84, 0.275, 0.862, "#6a4a2a", 0.006)
    pen.poly(".19,.94 .25,.94 .24,.9 .2,.9", "#c8ccd0", gloss=0.8)
    strings(pen, 5, (0.22, 0.09, 0.035), (0.22, 0.92, 0.07))


@thing("mandolin, ~lute", 0.7, 0.5, "#b8702c #8a3a1a", "stage recording bar", hand=(0.25, 0.75))
def mandolin(pen: Pen) -> None:
    """Draw a mandolin, its body like a drop."""
    pen.limb(".25,.5 .25,.1", 0.06, 0.05, paint=darker(pen.colour, 0.5), bend=False)
    pen.poly(".21,.14 .2,.0 .3,.0 .29,.14", grain="wood", gloss=0.5)
    for side in (-1, 1):
        for y in (0.03, 0.07, 0.11):
            pen.ellipse(0.25 + side * 0.07, y, 0.02, 0.012, "#e8e0cc")
    for grow, tone in ((1.0, darker(pen.colour, 0.45)), (0.92, pen.colour)):
        pen.blob(
            [
                (0.25 + (x - 0.25) * grow, 0.72 + (y - 0.72) * grow)
                for x, y in (
                    (0.25, 0.42),
                    (0.33, 0.5),
                    (0.45, 0.66),
                    (0.48, 0.82),
                    (0.4, 0.96),
                    (0.25, 1.0),
                    (0.1, 0.96),
                    (0.02, 0.82),
                    (0.05, 0.66),
                    (0.17, 0.5),
                )
            ],
            tone,
            grain="wood",
            gloss=0.6,
            round=0.5,
        )
    pen.ellipse(0.25, 0.68, 0.08, 0.07, "#e8d0a0")
    pen.ellipse(0.25, 0.68, 0.066, 0.057, "#1d1410")
    pen.poly(".22,.14 .28,.14 .285,.6 .215,.6", darker(pen.colour, 0.6))
    for k in range(9):
        pen.limb(
            [(0.22, 0.18 + 0.048 * k), (0.28, 0.18 + 0.048 * k)],
            0.006,
            0.006,
            paint="#d4d8dc",
            bend=False,
        )
    pen.box(0.18, 0.85, 0.32, 0.875, "#2a1a12", 0.006)
    strings(pen, 8, (0.25, 0.1, 0.045), (0.25, 0.95, 0.08))


@thing("harmonica, mouth organ", 0.06, 2.6, "#c8ccd0 #d8b45a", "table bar", "table")
def harmonica(pen: Pen) -> None:
    """Draw a harmonica with its row of holes."""
    pen.box(0.1, 0.34, 2.5, 0.92, "#2a2a30", 0.04)
    pen.poly(".06,.44 .3,.06 2.3,.06 2.54,.44", gloss=0.9, grain="metal", round=0.4)
    pen.box(0.06, 0.4, 2.54, 0.56, darker(pen.colour, 0.08), 0.05, gloss=0.9, round=0.9)
    pen.box(0.06, 0.8, 2.54, 0.98, darker(pen.colour, 0.2), 0.05, gloss=0.9, round=0.9)
    for k in range(10):
        x = 0.2 + 0.224 * k
        pen.box(x, 0.57, x + 0.15, 0.79, "#0c0b0e", 0.02)
        pen.limb([(x - 0.037, 0.56), (x - 0.037, 0.8)], 0.03, 0.03, paint="#a8763a", bend=False)
    pen.limb(".7,.25 1.9,.25", 0.05, 0.05, paint=darker(pen.colour, 0.3), bend=False)
    for x in (0.42, 2.18):
        pen.ellipse(x, 0.25, 0.05, 0.05, darker(pen.colour, 0.3), gloss=0.9)


@thing("tambourine", 0.25, 1.15, "#c8703a #d83a3a", "stage playroom", "table")
def tambourine(pen: Pen) -> None:
    """Draw a tambourine with its jingles."""
    pen.ellipse(0.575, 0.54, 0.555, 0.44, grain="wood", gloss=0.4, round=0.4)
    pen.ellipse(0.575, 0.44, 0.555, 0.4, lighter(pen.colour, 0.25), grain="wood", gloss=0.4)
    pen.ellipse(0.575, 0.43, 0.51, 0.355, "#f4ead6", round=0.15, grain="plaster")
    for k in range(7):
        turn = math.radians(8 + 27.4 * k)
        x, y = 0.575 + 0.555 * math.cos(turn), 0.49 + 0.42 * math.sin(turn)
        for shift in (-0.018, 0.022):
            pen.ellipse(x, y + 0.01 + shift, 0.075, 0.03, "#e0c060", gloss=0.9)
        pen.dot(x, y - 0.005, 0.012, "#8a6a2a")


@thing(
    "maracas, maraca, rumba shaker", 0.28, 1.0, "#d8402e #2f8a5a #e8a02c", "stage beach", "table"
)
def maracas(pen: Pen) -> None:
    """Draw two crossed maracas."""
    for side in (-1, 1):

        def at(x: float, y: float, side: int = side) -> tuple[float, float]:
            return (0.5 + side * x, y)

        pen.limb(
            [at(-0.3, 0.98), at(0.14, 0.44)],
            0.055,
            0.05,
            paint="#d8a860",
            bend=False,
            grain="wood",
        )
        pen.ellipse(*at(-0.3, 0.97), 0.04, 0.035, "#b8803c")
        pen.ellipse(*at(0.27, 0.26), 0.2, 0.25, turn=side * 39, gloss=0.6, round=1)
        for reach, tone in ((0.06, "#f4d83a"), (-0.03, "#f4f0e4"), (-0.11, "#2a6ab0")):
            cx, cy = 0.27 + reach * 0.63, 0.26 - reach * 0.77
            wide = 0.2 * math.sqrt(1 - (reach / 0.25) ** 2) - 0.02
            pen.limb(
                [
                    at(cx - wide * 0.77, cy - wide * 0.63),
                    at(cx + 0.02, cy - 0.03),
                    at(cx + wide * 0.77, cy + wide * 0.63),
                ],
                0.02,
                0.03,
                0.02,
                paint=tone,
            )
