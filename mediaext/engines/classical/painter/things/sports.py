"""What games and sports are played with."""

import math

from mediaext.engines.classical.painter import geometry
from mediaext.engines.classical.painter.colours import darker, lighter
from mediaext.engines.classical.painter.pen import Finish, Pen
from mediaext.engines.classical.painter.things.registry import thing

STEEL: Finish = {"gloss": 0.9, "round": 1, "bend": False}
RUBBER = "#1c1b1f"


@thing("baseball, baseball ball, softball", 0.075, 1.0, "#f6f2e8", "pitch meadow table", "table")
def baseball(pen: Pen) -> None:
    """Draw a baseball with its red seams."""
    pen.ellipse(0.5, 0.5, 0.48, 0.48, round=1, grain="rough", strength=0.15)
    for side in (-1, 1):
        seam = [
            (0.5 + side * (0.17 + 0.22 * v * v * 2.2), 0.5 + v * 0.85)
            for v in (k / 10 - 0.5 for k in range(11))
        ]
        seam = [(x, y) for x, y in seam if math.hypot(x - 0.5, y - 0.5) < 0.47]
        pen.limb(seam, 0.014, 0.014, paint="#c83a34")
        for x, y in geometry.smooth(seam, closed=False, steps=2):
            for up in (-1, 1):
                tip = (x + side * 0.05 * up, y - 0.035)
                if math.hypot(tip[0] - 0.5, tip[1] - 0.5) < 0.46:
                    pen.limb([(x, y), tip], 0.014, 0.01, paint="#c83a34", bend=False)


@thing("baseball bat", 0.85, 0.8, "#c8924e #26242a #a8342c", "pitch meadow", "table")
def baseball_bat(pen: Pen) -> None:
    """Draw a baseball bat across the picture."""
    pen.limb(
        ".07,.95 .25,.72 .36,.58 .52,.36 .7,.12",
        0.035,
        0.045,
        0.06,
        0.125,
        0.15,
        grain="wood",
        gloss=0.5,
        round=1,
        bend=False,
    )
    pen.limb(".07,.95 .21,.77", 0.042, 0.046, paint="#3a2a24", bend=False)
    for k in range(6):
        x, y = 0.085 + 0.022 * k, 0.93 - 0.028 * k
        pen.limb([(x - 0.022, y - 0.008), (x + 0.02, y + 0.008)], 0.008, 0.008, paint="#8a7a70")
    pen.ellipse(0.06, 0.962, 0.05, 0.026, darker(pen.colour, 0.15), turn=38, gloss=0.4)
    pen.limb(".53,.31 .6,.36", 0.014, 0.014, paint=darker(pen.colour, 0.4))


@thing("cricket bat", 0.9, 0.45, "#dcb878", "pitch meadow", "table")
def cricket_bat(pen: Pen) -> None:
    """Draw a cricket bat and its red ball."""
    pen.limb(".22,.02 .22,.36", 0.05, 0.05, paint="#2a5a8a", bend=False)
    for k in range(8):
        pen.limb(
            [(0.195, 0.04 + 0.036 * k), (0.245, 0.055 + 0.036 * k)], 0.008, 0.008, paint="#1c3a5a"
        )
    pen.poly(
        ".2,.34 .24,.34 .3,.42 .3,.95 .28,.99 .16,.99 .14,.95 .14,.42", grain="wood", gloss=0.3
    )
    pen.limb(".22,.42 .22,.97", 0.02, 0.03, paint=lighter(pen.colour, 0.25), bend=False)
    pen.poly(".15,.52 .29,.48 .29,.6 .15,.64", "#c83a34")
    pen.ellipse(0.38, 0.94, 0.06, 0.06, "#b0242a", gloss=0.6, round=1)
    pen.limb(".35,.9 .38,.94 .41,.985", 0.01, 0.01, paint="#f4e8d8")


@thing("golf club, golf driver, golf iron", 1.0, 0.62, "#c4cad0 #3a3e46", "meadow hills park")
def golf_club(pen: Pen) -> None:
    """Draw a golf club behind a ball on its tee."""
    pen.limb(".12,.02 .17,.26", 0.045, 0.035, paint=RUBBER, bend=False)
    pen.limb(".165,.24 .33,.88", 0.02, 0.018, paint="#d4d8dc", **STEEL)
    pen.limb(".31,.8 .335,.9", 0.03, 0.034, paint=RUBBER, bend=False)
    pen.blob(".31,.88 .36,.87 .45,.84 .48,.88 .47,.98 .36,1.0 .31,.97", gloss=0.8, round=0.6)
    for k in range(4):
        pen.limb(
            [(0.385 + 0.02 * k, 0.885), (0.38 + 0.02 * k, 0.975)], 0.006, 0.006, paint=pen.dark
        )
    pen.limb(".555,.96 .555,1.0", 0.03, 0.012, paint="#d8402e", bend=False)
    golf_dimples(pen, 0.555, 0.91, 0.055)


def golf_dimples(pen: Pen, x: float, y: float, radius: float) -> None:
    """Draw a white dimpled ball."""
    pen.ellipse(x, y, radius, radius, "#f8f8f4", gloss=0.5, round=1)
    for k in range(37):
        reach, turn = radius * 0.88 * math.sqrt((k + 0.5) / 37), k * 2.4
        flat = math.sqrt(max(1 - (reach / radius) ** 2, 0.1))
        pen.ellipse(
            x + reach * math.cos(turn),
            y + reach * math.sin(turn),
            radius * 0.085 * flat,
            radius * 0.085,
            "#d4d6d4",
            turn=math.degrees(turn),
            round=0.3,
        )


@thing("golf ball", 0.043, 0.9, "#d8402e", "meadow table", "table")
def golf_ball(pen: Pen) -> None:
    """Draw a golf ball on a tee."""
    pen.limb(".45,.74 .45,.86 .45,1.0", 0.3, 0.08, 0.03, bend=True, gloss=0.4)
    golf_dimples(pen, 0.45, 0.4, 0.39)


@thing(
    "hockey stick, ice hockey stick", 1.4, 0.75, "#c8924e #d8402e #2a2a30", "snowfield sportshall"
)
def hockey_stick(pen: Pen) -> None:
    """Draw an ice hockey stick and its puck."""
    pen.limb(".1,.02 .42,.86", 0.036, 0.04, grain="wood", bend=False)
    pen.limb(".095,.0 .16,.18", 0.04, 0.04, paint="#f4f2ee", bend=False)
    pen.limb(".25,.42 .31,.57", 0.04, 0.04, paint="#f4f2ee", bend=False)
    pen.poly(".395,.8 .435,.79 .46,.88 .68,.86 .7,.9 .69,.97 .46,1.0 .415,.97", grain="wood")
    pen.poly(".5,.876 .68,.86 .7,.9 .69,.97 .5,.995", RUBBER, grain="fabric")
    for x in (0.53, 0.57, 0.61, 0.65):
        pen.limb([(x, 0.87), (x, 0.985)], 0.006, 0.006, paint="#5a5a60")
    pen.box(0.1, 0.92, 0.3, 0.97, RUBBER, 0.02)
    pen.ellipse(0.2, 0.92, 0.1, 0.03, "#33323a", round=0.3)


@thing("hockey puck, puck, ice hockey puck", 0.04, 1.9, "#1f1e24", "snowfield table", "table")
def hockey_puck(pen: Pen) -> None:
    """Draw a hockey puck, two crossed sticks printed on it."""
    pen.ellipse(0.95, 0.66, 0.93, 0.33, darker(pen.colour, 0.3), round=0.4)
    pen.box(0.02, 0.34, 1.88, 0.66, darker(pen.colour, 0.2), 0.0, grain="rough", strength=0.9)
    pen.ellipse(0.95, 0.66, 0.93, 0.31, darker(pen.colour, 0.2), grain="rough", strength=0.9)
    pen.ellipse(0.95, 0.34, 0.93, 0.33, lighter(pen.colour, 0.12), round=0.25, gloss=0.3)
    pen.ellipse(0.95, 0.34, 0.72, 0.25, "#f0ece2", round=0.05)
    pen.ellipse(0.95, 0.34, 0.67, 0.225, "#c83a34", round=0.05)
    for side in (-1, 1):
        pen.limb(
            [(0.95 - side * 0.36, 0.19), (0.95 + side * 0.26, 0.45), (0.95 + side * 0.48, 0.44)],
            0.045,
            0.05,
            0.07,
            paint="#f8f4ea",
            bend=False,
        )


@thing(
    "dumbbell, dumb bell, hand weight, free weight",
    0.2,
    1.7,
    "#3a3c44 #c83a34 #2f6fb0",
    "gym",
    "table",
)
def dumbbell(pen: Pen) -> None:
    """Draw a dumbbell."""
    pen.limb(".5,.5 1.2,.5", 0.17, 0.2, 0.17, paint="#c4cad0", gloss=0.9, round=1)
    for k in range(7):
        pen.limb([(0.64 + 0.07 * k, 0.42), (0.61 + 0.07 * k, 0.58)], 0.016, 0.016, paint="#7a828a")
    for side in (-1, 1):
        for near, far, half in ((0.3, 0.48, 0.48), (0.48, 0.66, 0.4), (0.66, 0.76, 0.27)):
            x0, x1 = sorted((0.85 + side * near, 0.85 + side * far))
            pen.box(
                x0,
                0.5 - half,
                x1,
                0.5 + half,
                darker(pen.colour, 0.5 * (near - 0.3)),
                0.06,
                gloss=0.5,
                round=0.9,
            )
        end = 0.85 + side * 0.795
        pen.box(end - 0.035, 0.42, end + 0.035, 0.58, "#c4cad0", 0.02, gloss=0.9)


@thing("barbell, weights, weight bar", 0.45, 3.4, "#3a3c44 #c83a34 #2f6fb0", "gym")
def barbell(pen: Pen) -> None:
    """Draw a barbell with its plates."""
    pen.limb(".04,.52 3.36,.52", 0.06, 0.06, paint="#c4cad0", **STEEL)
    for side in (-1, 1):
        for near, far, half in (
            (0.95, 1.08, 0.48),
            (1.1, 1.22, 0.48),
            (1.24, 1.34, 0.34),
            (1.36, 1.43, 0.2),
        ):
            x0, x1 = sorted((1.7 + side * near, 1.7 + side * far))
            pen.box(
                x0,
                0.52 - half,
                x1,
                0.52 + half,
                darker(pen.colour, 0.4 * (near - 0.95)),
                0.05,
                gloss=0.5,
                round=0.9,
            )
    for x in (1.2, 2.2):
        pen.limb([(x - 0.2, 0.52), (x + 0.2, 0.52)], 0.065, 0.065, paint="#6a7078", bend=False)


@thing("kettlebell", 0.28, 0.8, "#2c2e36 #c83a34 #2f8a6a", "gym")
def kettlebell(pen: Pen) -> None:
    """Draw a kettlebell."""
    pen.limb(
        ".2,.5 .12,.2 .22,.06 .58,.06 .68,.2 .6,.5",
        0.12,
        0.11,
        0.1,
        0.1,
        0.11,
        0.12,
        gloss=0.6,
        round=1,
    )
    pen.blob(
        ".4,.3 .64,.38 .76,.62 .68,.88 .52,.99 .28,.99 .12,.88 .04,.62 .16,.38", gloss=0.5, round=1
    )
    pen.ellipse(0.4, 0.65, 0.17, 0.17, "#e8e4da", round=0.1)
    pen.limb(".33,.63 .33,.67", 0.08, 0.08, paint=pen.dark)
    pen.limb(".47,.63 .47,.67", 0.08, 0.08, paint=pen.dark)
    pen.limb(".33,.65 .47,.65", 0.03, 0.03, paint=pen.dark)


@thing("boomerang", 0.5, 1.35, "#b8702c #a8442c", "desert beach savanna", "table")
def boomerang(pen: Pen) -> None:
    """Draw a painted boomerang."""
    pen.blob(
        ".06,.94 .02,.84 .2,.5 .44,.16 .66,.05 .88,.14 1.12,.46 1.32,.82 1.3,.93 1.2,.92 "
        ".98,.66 .78,.44 .67,.38 .56,.44 .36,.68 .16,.94",
        grain="wood",
        gloss=0.5,
        round=0.7,
    )
    for x, y, turn in (
        (0.2, 0.7, 35),
        (0.29, 0.565, 35),
        (0.38, 0.43, 38),
        (0.95, 0.43, -38),
        (1.05, 0.565, -35),
        (1.14, 0.7, -35),
    ):
        angle = math.radians(turn)
        reach = 0.1
        pen.limb(
            [
                (x - reach * math.cos(angle), y - reach * math.sin(angle)),
                (x + reach * math.cos(angle), y + reach * math.sin(angle)),
            ],
            0.03,
            0.03,
            paint="#f4e4c0",
            bend=False,
        )
    for k in range(7):
        pen.dot(0.52 + 0.05 * k, 0.2 - 0.018 * (3 - abs(k - 3)) + 0.02, 0.017, "#f4e4c0")
    for side in (-1, 1):
        pen.ellipse(0.67 + side * 0.575, 0.85, 0.05, 0.06, "#3a1c14")


@thing("skis, ski, pair of skis", 1.7, 0.62, "#d83a34 #2f7ad0 #f0b82c", "ski_slope snowfield")
def skis(pen: Pen) -> None:
    """Draw a pair of crossed skis and two poles."""
    for side in (-1, 1):

        def at(x: float, y: float, side: int = side) -> tuple[float, float]:
            return (0.31 + side * x, y)

        pen.limb([at(-0.2, 0.16), at(0.26, 0.98)], 0.013, 0.012, paint="#9aa2aa", bend=False)
        pen.limb([at(-0.22, 0.12), at(-0.17, 0.21)], 0.028, 0.024, paint=RUBBER, bend=False)
        pen.ellipse(*at(0.235, 0.93), 0.045, 0.014, "#4a4e54")
    for side in (-1, 1):

        def along(share: float, side: int = side) -> tuple[float, float]:
            return (0.31 + side * (0.17 - 0.3 * share), 0.05 + 0.95 * share)

        x, y = along(0.0)
        pen.limb(
            [
                (x + side * 0.05, y - 0.05),
                (x + side * 0.015, y),
                along(0.1),
                along(0.5),
                along(1.0),
            ],
            0.03,
            0.06,
            0.062,
            0.056,
            0.06,
            paint=pen.colour if side > 0 else lighter(pen.colour, 0.15),
            gloss=0.6,
            bend=False,
        )
        pen.limb([along(0.06), along(0.3)], 0.02, 0.02, paint="#f8f4ea", bend=False)
        pen.limb([along(0.7), along(0.95)], 0.02, 0.02, paint="#f8f4ea", bend=False)
        for share in (0.52, 0.62):
            x, y = along(share)
            pen.box(x - 0.042, y - 0.028, x + 0.042, y + 0.028, "#2a2a30", 0.012)
            pen.box(x - 0.025, y - 0.018, x + 0.025, y + 0.005, "#9aa2aa", 0.008)


@thing("snowboard", 1.55, 0.3, "#2f7ad0 #e8402e #7a48b8", "ski_slope snowfield")
def snowboard(pen: Pen) -> None:
    """Draw a snowboard on end with its two bindings."""
    pen.box(0.01, 0.0, 0.29, 1.0, darker(pen.colour, 0.4), 0.14, gloss=0.5)
    pen.box(0.025, 0.015, 0.275, 0.985, None, 0.12, gloss=0.6)
    pen.poly(".03,.42 .27,.3 .27,.4 .03,.52", lighter(pen.colour, 0.6))
    pen.poly(".03,.54 .27,.42 .27,.46 .03,.58", "#f4d83a")
    pen.fill([geometry.star(0.15, 0.12, 0.075, 0.033, 5)], "#f4d83a")
    pen.fill([geometry.star(0.15, 0.89, 0.06, 0.026, 5)], lighter(pen.colour, 0.6))
    for y, turn in ((0.27, -12), (0.73, 12)):
        pen.fill(
            [
                geometry.rotate(
                    geometry.box(0.035, y - 0.05, 0.265, y + 0.05, 0.03), turn, (0.15, y)
                )
            ],
            "#2a2a30",
            round=0.4,
        )
        pen.ellipse(0.15, y, 0.045, 0.042, "#8a9096", gloss=0.7)
        for x in (0.085, 0.215):
            pen.limb(
                [(x, y - 0.055), (x + 0.01, y), (x, y + 0.055)], 0.03, 0.036, 0.03, paint="#4a4a52"
            )


@thing("boxing glove, boxing mitt", 0.32, 0.95, "#d02a2a #2a4ab0 #26242a", "gym", "table")
def boxing_glove(pen: Pen) -> None:
    """Draw a boxing glove."""
    leather: Finish = {"gloss": 0.7, "round": 1}
    pen.poly(".26,.7 .7,.7 .74,.98 .24,.98", "#f4f0e6", grain="fabric", round=0.7)
    pen.limb(".25,.86 .73,.86", 0.05, 0.05, paint=pen.dark)
    pen.blob(
        ".24,.72 .16,.5 .12,.3 .22,.1 .48,.02 .74,.08 .87,.26 .86,.46 .74,.58 .71,.74 .48,.78",
        **leather,
    )
    pen.limb(".3,.62 .42,.46 .62,.44 .78,.48", 0.01, 0.02, 0.02, 0.01, paint=pen.dark)
    pen.blob(".18,.62 .06,.48 .06,.34 .16,.28 .26,.36 .34,.5 .34,.64 .26,.7", **leather)
    pen.limb(".26,.36 .34,.5 .33,.64", 0.012, 0.018, 0.01, paint=pen.dark)
    for k in range(3):
        y = 0.64 + 0.045 * k
        pen.limb([(0.5, y), (0.62, y + 0.03)], 0.018, 0.018, paint="#f8f4ea", bend=False)
        pen.limb([(0.62, y), (0.5, y + 0.03)], 0.018, 0.018, paint="#f8f4ea", bend=False)


@thing("bowling ball", 0.22, 1.0, "#2a3a8a #26242a #8a2a5a", "sportshall table", "table")
def bowling_ball(pen: Pen) -> None:
    """Draw a bowling ball with three holes."""
    pen.ellipse(0.5, 0.5, 0.48, 0.48, gloss=0.95, round=1)
    for x, y in ((0.42, 0.26), (0.58, 0.24), (0.53, 0.42)):
        pen.ellipse(x, y, 0.058, 0.054, lighter(pen.colour, 0.25), round=0.3)
        pen.ellipse(x, y + 0.006, 0.046, 0.042, "#08070a", round=0.2)


@thing("bowling pin, skittle, ninepin, tenpin", 0.4, 0.4, "#f6f2e8", "sportshall")
def bowling_pin(pen: Pen) -> None:
    """Draw a bowling pin with its red rings."""
    pen.blob(
        ".2,.0 .27,.05 .28,.13 .25,.24 .255,.34 .33,.5 .36,.64 .32,.84 .28,.98 .12,.98 "
        ".08,.84 .04,.64 .07,.5 .145,.34 .15,.24 .12,.13 .13,.05",
        gloss=0.7,
        round=1,
    )
    for y, half in ((0.24, 0.05), (0.31, 0.053)):
        pen.limb(
            [(0.2 - half, y), (0.2, y + 0.012), (0.2 + half, y)],
            0.032,
            0.036,
            0.032,
            paint="#d02a2a",
        )


@thing("dartboard, dart board", 0.45, 1.0, "#26242a", "bar living_room", "table")
def dartboard(pen: Pen) -> None:
    """Draw a dartboard with a dart in it."""
    pen.ellipse(0.5, 0.5, 0.49, 0.49, "#17161a", round=0.2)
    rings = (
        (0.42, "#d0342c", "#2a8a4a"),
        (0.385, "#efe4c4", pen.colour),
        (0.25, "#d0342c", "#2a8a4a"),
        (0.215, "#efe4c4", pen.colour),
    )
    for reach, even, odd in rings:
        for k in range(20):
            a = [math.radians(18 * (k + t) - 9) for t in (0, 0.5, 1)]
            pen.poly(
                [(0.5, 0.5), *((0.5 + reach * math.cos(t), 0.5 + reach * math.sin(t)) for t in a)],
                even if k % 2 else odd,
                round=0.0,
            )
    pen.ellipse(0.5, 0.5, 0.055, 0.055, "#2a8a4a", round=0.1)
    pen.ellipse(0.5, 0.5, 0.026, 0.026, "#d0342c", round=0.1)
    pen.limb(".52,.49 .6,.42", 0.01, 0.012, paint="#d4d8dc", bend=False)
    pen.limb(".6,.42 .68,.35", 0.03, 0.03, paint="#d8b45a", bend=False)
    pen.limb(".68,.35 .74,.3", 0.014, 0.014, paint="#2a2a30", bend=False)
    pen.poly(".73,.31 .76,.2 .84,.16 .81,.25", "#2f7ad0")
    pen.poly(".73,.31 .84,.3 .9,.22 .81,.25", "#3a92e8")


@thing("dart, darts", 0.16, 1.9, "#2f7ad0 #d83a34 #2f8a5a", "bar table", "table")
def dart(pen: Pen) -> None:
    """Draw a dart."""
    pen.limb(".04,.86 .5,.68", 0.016, 0.04, paint="#d4d8dc", **STEEL)
    pen.limb(".46,.695 1.0,.48", 0.13, 0.15, 0.11, paint="#d8b45a", gloss=0.9, bend=False)
    for k in range(6):
        pen.limb(
            [(0.55 + 0.065 * k, 0.605 - 0.026 * k), (0.59 + 0.065 * k, 0.7 - 0.026 * k)],
            0.016,
            0.016,
            paint="#8a6a2a",
            bend=False,
        )
    pen.limb("1.0,.48 1.34,.345", 0.05, 0.05, paint="#2a2a30", bend=False)
    pen.poly("1.28,.37 1.4,.06 1.82,.0 1.84,.1 1.5,.28", gloss=0.4)
    pen.poly("1.28,.37 1.6,.58 1.88,.36 1.84,.1 1.5,.28", darker(pen.colour, 0.2), gloss=0.4)
    pen.limb("1.3,.36 1.84,.1", 0.02, 0.012, paint=lighter(pen.colour, 0.4), bend=False)


@thing("volleyball", 0.21, 1.0, "#f4f0e4 #f4d83a", "beach sportshall", "table")
def volleyball(pen: Pen) -> None:
    """Draw a volleyball with its panels."""
    pen.ellipse(0.5, 0.5, 0.48, 0.48, round=1, gloss=0.3)
    for turn in (-90, 30, 150):
        arm, next_arm = math.radians(turn), math.radians(turn + 120)
        for away in (0.0, 0.16, 0.31):
            x, y = 0.5 + away * math.cos(next_arm), 0.5 + away * math.sin(next_arm)
            seam = [
                (
                    x + t * math.cos(arm) + bow * math.cos(arm + math.pi / 2),
                    y + t * math.sin(arm) + bow * math.sin(arm + math.pi / 2),
                )
                for t in (k * 0.04 for k in range(13))
                for bow in [0.05 * math.sin(math.pi * t / 0.48)]
            ]
            seam = [p for p in seam if math.hypot(p[0] - 0.5, p[1] - 0.5) < 0.472]
            pen.limb(seam, 0.02, 0.02, paint="#2f5a9a")


@thing("rugby ball, american football", 0.28, 1.5, "#8a4a26 #f0ece0", "pitch meadow", "table")
def rugby_ball(pen: Pen) -> None:
    """Draw an oval ball with laces and two white stripes."""
    pen.blob(
        ".02,.56 .26,.24 .6,.08 .9,.08 1.24,.24 1.48,.5 1.24,.8 .9,.96 .6,.96 .26,.84",
        grain="rough",
        strength=0.4,
        gloss=0.3,
        round=1,
    )
    for x, bow in ((0.3, -0.05), (1.2, 0.05)):
        pen.limb([(x, 0.24), (x + bow, 0.52), (x, 0.82)], 0.05, 0.06, 0.05, paint="#f6f2e8")
    pen.limb(".5,.3 .75,.26 1.0,.3", 0.024, 0.024, paint="#f6f2e8")
    for k in range(6):
        x = 0.55 + 0.08 * k
        pen.limb([(x, 0.2), (x, 0.35)], 0.026, 0.026, paint="#f6f2e8", bend=False)


@thing("shuttlecock, badminton birdie", 0.085, 0.9, "#f8f6f0", "sportshall meadow", "table")
def shuttlecock(pen: Pen) -> None:
    """Draw a shuttlecock with its feathers up."""
    for k in range(9):
        share = k / 8 - 0.5
        pen.blob(
            [
                (0.45 + share * 0.3, 0.7),
                (0.45 + share * 0.78 - 0.05, 0.14 + 0.1 * abs(share)),
                (0.45 + share * 0.86, 0.02 + 0.14 * abs(share)),
                (0.45 + share * 0.78 + 0.05, 0.14 + 0.1 * abs(share)),
            ],
            darker(pen.colour, 0.12 * (k % 2)),
            grain="fur",
            round=0.4,
        )
        pen.limb(
            [(0.45 + share * 0.3, 0.72), (0.45 + share * 0.84, 0.08 + 0.14 * abs(share))],
            0.012,
            0.008,
            paint="#c8c2b0",
            bend=False,
        )
    for y, half in ((0.44, 0.26), (0.58, 0.2)):
        pen.limb(
            [(0.45 - half, y), (0.45, y + 0.03), (0.45 + half, y)], 0.016, 0.016, paint="#9aa0a8"
        )
    pen.blob(".26,.7 .45,.67 .64,.7 .64,.84 .56,.96 .45,1.0 .34,.96 .26,.84", "#f0e6d0", round=1)
    pen.limb(".26,.745 .45,.775 .64,.745", 0.045, 0.05, 0.045, paint="#2f7a4a")


@thing(
    "table tennis bat, ping pong paddle, table tennis paddle, ping pong bat",
    0.26,
    0.8,
    "#d02a2a #26242a #2f62b8",
    "sportshall playroom",
    "table",
)
def table_tennis_bat(pen: Pen) -> None:
    """Draw a table tennis bat and its ball."""
    pen.poly(".3,.6 .46,.6 .44,.98 .32,.98", "#d0a060", grain="wood", round=0.8)
    pen.blob(
        ".38,.02 .62,.1 .73,.32 .64,.56 .48,.68 .28,.68 .12,.56 .03,.32 .14,.1",
        darker("#d0a060", 0.25),
    )
    pen.blob(
        ".38,.04 .6,.115 .71,.32 .62,.55 .54,.61 .22,.61 .14,.55 .05,.32 .16,.115",
        round=0.2,
        grain="rough",
        strength=0.25,
    )
    pen.ellipse(0.68, 0.88, 0.11, 0.11, "#fbfaf4", gloss=0.5, round=1)


@thing(
    "ice skates, ice skate, figure skates",
    0.32,
    1.15,
    "#f4f2ee #2a2a30 #d85a8a",
    "snowfield sportshall",
    "ground",
)
def ice_skates(pen: Pen) -> None:
    """Draw an ice skate with its blade."""
    boot(pen)
    for x in (0.28, 0.84):
        pen.poly(
            [(x - 0.08, 0.78), (x + 0.08, 0.78), (x + 0.04, 0.92), (x - 0.04, 0.92)],
            "#9aa2aa",
            gloss=0.8,
        )
    pen.limb(
        ".08,.93 .6,.95 1.04,.94 1.12,.87", 0.05, 0.05, 0.05, 0.03, paint="#d4dade", gloss=0.9
    )
    pen.limb(".1,.975 .6,.985 1.02,.975", 0.02, 0.02, paint="#f4f8fa", gloss=0.9)


def boot(pen: Pen) -> None:
    """Draw the laced boot of a skate, its sole at ``y`` 0.78."""
    pen.blob(
        ".1,.03 .32,.0 .5,.04 .52,.3 .6,.44 .84,.5 1.0,.58 "
        "1.04,.72 .9,.77 .5,.75 .14,.77 .08,.6 .14,.36",
        gloss=0.5,
        round=0.8,
    )
    pen.poly(".08,.72 1.05,.72 1.02,.8 .1,.8", "#3a2c26", round=0.6)
    pen.limb(".1,.06 .3,.04 .5,.07", 0.05, 0.05, paint=darker(pen.colour, 0.2), grain="fabric")
    for k in range(5):
        x, y = 0.47 + 0.012 * k * k, 0.12 + 0.085 * k
        pen.limb(
            [(x - 0.13, y + 0.03), (x + 0.04, y)],
            0.022,
            0.022,
            paint=darker(pen.colour, 0.45),
            bend=False,
        )
        pen.dot(x - 0.13, y + 0.03, 0.016, "#8a9096")
    pen.limb(".34,.1 .24,.2 .3,.26", 0.018, 0.014, paint=darker(pen.colour, 0.45))


@thing("trampoline", 0.9, 2.4, "#2f6fb0 #2f8a5a", "garden meadow")
def trampoline(pen: Pen) -> None:
    """Draw a round trampoline on its legs."""
    for x, y in ((0.3, 0.92), (2.1, 0.92), (0.85, 1.0), (1.55, 1.0)):
        pen.limb([(x, 0.4), (x, y)], 0.06, 0.06, paint="#9aa2aa", **STEEL)
    for x, y in ((0.3, 0.95), (1.55, 0.98)):
        pen.limb([(x, y), (x + 0.55, y + 0.02)], 0.05, 0.05, paint="#9aa2aa", **STEEL)
    pen.ellipse(1.2, 0.44, 1.18, 0.36, darker(pen.colour, 0.3), gloss=0.3, round=0.3)
    pen.ellipse(1.2, 0.38, 1.18, 0.36, gloss=0.4, round=0.3)
    pen.ellipse(1.2, 0.38, 0.96, 0.27, "#e8e8e4", round=0.2)
    for k in range(40):
        turn = k * math.tau / 40
        x, y = math.cos(turn), math.sin(turn)
        pen.limb(
            [(1.2 + 0.96 * x, 0.38 + 0.27 * y), (1.2 + 0.88 * x, 0.385 + 0.24 * y)],
            0.012,
            0.012,
            paint="#6a7078",
            bend=False,
        )
    pen.ellipse(1.2, 0.385, 0.88, 0.24, "#26262c", grain="fabric", round=0.1)


@thing("frisbee, flying disc", 0.06, 3.2, "#f0842c #2fa0c8 #d83a6a", "park beach meadow", "air")
def frisbee(pen: Pen) -> None:
    """Draw a flying disc."""
    pen.ellipse(1.6, 0.58, 1.58, 0.4, darker(pen.colour, 0.3), gloss=0.4)
    pen.ellipse(1.6, 0.46, 1.58, 0.4, gloss=0.5, round=0.6)
    for grow in (0.86, 0.72):
        pen.ellipse(1.6, 0.44, 1.58 * grow, 0.38 * grow, lighter(pen.colour, 0.12), round=0.2)
        pen.ellipse(1.6, 0.445, 1.54 * grow, 0.36 * grow, round=0.2)
    pen.fill([geometry.ellipse(1.6, 0.43, 0.6, 0.14)], "#f8f4ea", round=0.1)


@thing(
    "chessboard, chess board, chess, chess set, chess game, game of chess",
    0.3,
    1.9,
    "#7a4a28",
    "library living_room table",
    "table",
)
def chessboard(pen: Pen) -> None:
    """Draw a chessboard with some of its pieces."""
    near, far = (0.0, 1.86), (0.3, 1.56)  # where the board's front and back edges end

    def at(column: float, row: float) -> tuple[float, float]:
        depth = row / 8
        left = near[0] + (far[0] - near[0]) * depth
        right = near[1] + (far[1] - near[1]) * depth
        return left + (right - left) * column / 8, 0.95 - 0.52 * depth

    pen.poly([at(0, 0), at(8, 0), (1.86, 1.0), (0.0, 1.0)], pen.dark, grain="wood")
    pen.poly([at(-0.15, 0), at(8.15, 0), at(8.15, 8.2), at(-0.15, 8.2)], grain="wood")
    for row in range(8):
        for column in range(8):
            tone = "#f0e0c0" if (row + column) % 2 else "#5a3620"
            corners = [(0, 0), (1, 0), (1, 1), (0, 1)]
            pen.poly([at(column + x, row + y) for x, y in corners], tone, round=0.05)
    pieces = [(0, 7, 1), (2, 7, 1), (4, 7, 2), (6, 7, 1), (1, 6, 0), (3, 5, 0), (5, 6, 0),
              (7, 6, 0), (2, 3, 0), (4, 3, 0), (6, 2, 0), (1, 1, 0), (5, 1, 1), (3, 0, 2),
              (7, 0, 1), (0, 0, 1)]  # fmt: skip
    for column, row, rank in pieces:
        x, y = at(column + 0.5, row + 0.4)
        tone = "#2a2226" if row >= 5 else "#f4ead4"
        size = (0.17, 0.24, 0.32)[rank] * (1 - 0.035 * row)
        pen.ellipse(x, y, size * 0.3, size * 0.13, tone, gloss=0.5)
        pen.limb([(x, y), (x, y - size * 0.62)], size * 0.44, size * 0.22, paint=tone, gloss=0.5)
        pen.ellipse(x, y - size * 0.72, size * 0.2, size * 0.2, tone, gloss=0.6, round=1)
        if rank == 2:
            pen.limb([(x, y - size * 0.85), (x, y - size * 1.15)], 0.02, 0.02, paint=tone)
            pen.limb([(x - 0.03, y - size), (x + 0.03, y - size)], 0.018, 0.018, paint=tone)


@thing(
    "paper airplane, paper plane, paper aeroplane",
    0.12,
    1.9,
    "#f4f6f8 #f2d24a #8ac0e8",
    "park meadow classroom",
    "air",
)
def paper_airplane(pen: Pen) -> None:
    """Draw a folded paper airplane."""
    pen.poly(".04,.3 1.86,.1 .62,.62", lighter(pen.colour, 0.2), round=0.1)
    pen.poly(".62,.62 1.86,.1 .56,.98", darker(pen.colour, 0.22), round=0.1)
    pen.poly(".62,.62 1.86,.1 1.0,.86", round=0.1)
    pen.limb(".62,.62 1.86,.1", 0.008, 0.004, paint=darker(pen.colour, 0.35), bend=False)


@thing("diving board, springboard", 1.6, 1.5, "#e8ecee #3f9ac8", "pool", seat=(1.1, 0.22))
def diving_board(pen: Pen) -> None:
    """Draw a diving board on its stand, with a ladder."""
    for x in (0.2, 0.5):
        pen.limb([(x, 0.26), (x, 1.0)], 0.05, 0.05, paint="#8a949c", bend=False, gloss=0.5)
    for y in (0.42, 0.56, 0.7, 0.84):
        pen.limb([(0.2, y), (0.5, y)], 0.035, 0.035, paint="#aab4bc", bend=False, gloss=0.5)
    for x in (0.16, 0.54):
        pen.limb([(x, 0.26), (x, 0.02), (x + 0.2, 0.02)], 0.03, 0.03, paint="#c8d0d6", gloss=0.5)
    pen.limb(".76,.3 .7,1.0", 0.07, 0.09, paint="#8a949c", bend=False, gloss=0.5)
    pen.box(0.1, 0.2, 1.48, 0.28, None, 0.03, gloss=0.3)
