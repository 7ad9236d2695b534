"""Clothes as a shop shows them, from the front, and what is worn with them."""

from itertools import pairwise
from typing import Any

import numpy as np

from mediaext.engines.classical.painter import geometry
from mediaext.engines.classical.painter.colours import Colour, darker, lighter
from mediaext.engines.classical.painter.geometry import Path, Points, points_of
from mediaext.engines.classical.painter.pen import Finish, Pen
from mediaext.engines.classical.painter.things.registry import thing
from mediaext.engines.classical.painter.things.signs import letter, readable

HOMES = "studio"
METAL = "#d8d4c8"


def mirrored(points: Path, middle: float) -> Points:
    """Return points mirrored about the line x = ``middle``, last first."""
    other = points_of(points)[::-1].copy()
    other[:, 0] = 2 * middle - other[:, 0]
    return other


def cornered(points: Path) -> Points:
    """Return the closed curve through points; one that is said twice is a corner."""
    given = points_of(points)
    doubled = np.flatnonzero((given == np.roll(given, 1, axis=0)).all(axis=1))
    if not len(doubled):
        return geometry.smooth(given)
    turned = np.roll(given, -doubled[0], axis=0)  # it starts and ends in one corner
    ends = [*(doubled - doubled[0]), len(turned)]
    parts = [geometry.smooth(turned[start:end], closed=False) for start, end in pairwise(ends)]
    return np.concatenate(parts)


def cloth(
    pen: Pen,
    half: str,
    middle: float,
    paint: Colour | None = None,
    *,
    grain: str = "fabric",
    strength: float = 0.3,
    round: float = 0.55,
) -> None:
    """Paint a garment from its left half, top to bottom, and the mirror image of it."""
    left = points_of(half)
    whole = cornered(np.concatenate([left, mirrored(left, middle)]))
    pen.fill([whole], paint, grain=grain, strength=strength, round=round)


def patch(pen: Pen, points: Path, paint: Colour | str, **finish: Any) -> None:
    """Paint a piece with corners where points are said twice."""
    pen.fill([cornered(points)], paint, **{"round": 0.4, **finish})


def patches(pen: Pen, middle: float, points: str, paint: Colour | str) -> None:
    """Paint a four-cornered piece and its mirror image: cuffs, turn-ups, pockets."""
    for each in (points_of(points), mirrored(points, middle)):
        pen.poly(each, paint, round=0.5, grain="fabric")


def seams(pen: Pen, middle: float, line: str, *widths: float, paint: Colour | str) -> None:
    """Draw a line and its mirror image."""
    for each in (points_of(line), mirrored(line, middle)):
        pen.limb(each, *widths, paint=paint, round=0.3)


def folds(pen: Pen, *lines: str, deep: float = 0.16, wide: float = 0.014) -> None:
    """Lay creases along lines."""
    for line in lines:
        pen.limb(line, 0.003, wide, 0.003, paint=darker(pen.colour, deep), round=0.2)


def buttons(pen: Pen, x: float, rows: tuple[float, ...], tone: str | Colour) -> None:
    """Sew buttons on in a column."""
    for y in rows:
        pen.ellipse(x, y, 0.013, 0.013, tone, gloss=0.6)


SHIRTS = "#4a7ab8 #dfe4ea #c83a3a #3a8a6a #e0b040"
DARKS = "#2c3a5a #5a3a2a #3a4a3a #7a2a34 #3a3a42"
CUFFS = ".022,.735 .02,.795 .13,.845 .15,.785"
BOTTOM = ".268,.93 .26,.995 .55,1.015 .84,.995 .832,.93 .55,.95"


@thing("t-shirt, tee, tshirt, t shirt, tee shirt", 0.75, 1.05, SHIRTS, HOMES)
def tee(pen: Pen) -> None:
    """Draw a T-shirt."""
    pen.blob(".4,.03 .525,.0 .65,.03 .6,.11 .525,.14 .45,.11", pen.dark, round=0.2)
    half = (
        ".525,.13 .45,.1 .4,.02 .4,.02 .21,.085 .01,.34 .01,.34 .15,.44 .15,.44 .235,.33 "
        ".25,.6 .24,1.0 .24,1.0 .525,1.01"
    )
    cloth(pen, half, 0.525, strength=0.25)
    rib = lighter(pen.colour, 0.12)
    pen.limb(".395,.02 .44,.1 .525,.14 .61,.1 .655,.02", 0.026, 0.03, 0.026, paint=rib)
    seams(pen, 0.525, ".03,.32 .155,.412", 0.006, 0.006, paint=pen.dark)
    pen.limb(".25,.965 .525,.975 .8,.965", 0.006, 0.006, paint=pen.dark)
    folds(pen, ".25,.36 .36,.42 .42,.54", ".8,.36 .7,.43 .63,.52")
    folds(pen, ".28,.9 .38,.8 .42,.66", ".74,.92 .68,.8 .66,.7")
    letter(pen, "round", (0.31, 0.3, 0.74, 0.62), readable(pen.colour))


def body(pen: Pen, grain: str = "fabric", strength: float = 0.25) -> None:
    """Draw a garment with long sleeves about x = 0.55."""
    pen.blob(".41,.03 .55,.0 .69,.03 .64,.1 .55,.13 .46,.1", pen.dark, round=0.2)
    half = (
        ".55,.1 .46,.07 .41,.02 .41,.02 .25,.07 .17,.17 .02,.79 .02,.79 .13,.84 .13,.84 "
        ".255,.4 .27,.66 .26,.99 .26,.99 .4,1.0 .55,1.01"
    )
    cloth(pen, half, 0.55, grain=grain, strength=strength)
    shade = darker(pen.colour, 0.25)
    seams(pen, 0.55, ".25,.2 .262,.34 .262,.43", 0.006, 0.012, 0.006, paint=shade)
    folds(pen, ".14,.5 .2,.46 .22,.4", ".96,.5 .9,.46 .88,.4")
    folds(pen, ".28,.84 .36,.74 .4,.6", ".82,.86 .76,.76 .72,.62")


@thing("shirt, blouse, dress shirt, polo", 0.8, 1.1, SHIRTS, HOMES)
def shirt(pen: Pen) -> None:
    """Draw a buttoned shirt with a collar."""
    body(pen)
    patches(pen, 0.55, CUFFS, lighter(pen.colour, 0.1))
    pen.box(0.525, 0.11, 0.575, 1.005, lighter(pen.colour, 0.08), round=0.15)
    pen.limb(".525,.12 .525,.99", 0.004, 0.004, paint=pen.dark, bend=False)
    buttons(pen, 0.55, (0.2, 0.34, 0.48, 0.62, 0.76, 0.9), "#f4f0e6")
    pen.box(0.64, 0.3, 0.76, 0.43, lighter(pen.colour, 0.06), 0.012, round=0.12)
    pen.limb(".64,.325 .76,.325", 0.004, 0.004, paint=pen.dark, bend=False)
    patches(pen, 0.55, ".55,.12 .47,.21 .38,.075 .42,.0 .45,.0", lighter(pen.colour, 0.16))


@thing(
    "sweater, jumper, pullover, cardigan, sweatshirt, knitwear",
    0.75,
    1.1,
    "#b8402e #3a6a9a #d8b060 #5a7a4a #8a5a8a",
    HOMES,
)
def sweater(pen: Pen) -> None:
    """Draw a knitted sweater."""
    body(pen, "fur", 0.8)
    rib = darker(pen.colour, 0.14)
    patches(pen, 0.55, CUFFS, rib)
    pen.poly(BOTTOM, rib, round=0.5, grain="fur")
    pen.limb(".405,.025 .45,.1 .55,.14 .65,.1 .695,.025", 0.05, 0.055, 0.05, paint=rib)
    for y in (0.32, 0.4, 0.48):
        for x in (0.31 + 0.06 * k for k in range(9)):
            stitch = [(x - 0.022, y), (x, y + 0.03), (x + 0.022, y)]
            pen.limb(stitch, 0.01, 0.01, paint=lighter(pen.colour, 0.4), bend=False)


@thing(
    "hoodie, hooded sweatshirt, hooded jumper",
    0.78,
    1.1,
    "#5a6a7a #8a2f38 #3a5a8a #c8a040",
    HOMES,
)
def hoodie(pen: Pen) -> None:
    """Draw a sweatshirt with a hood and a pocket."""
    rib, hood = darker(pen.colour, 0.15), ".38,.03 .42,.13 .55,.23 .68,.13 .72,.03"
    pen.blob(".36,.11 .38,.01 .55,-.04 .72,.01 .74,.11 .55,.2", rib, round=0.9)
    body(pen)
    inside = ".38,.05 .46,.02 .55,.03 .64,.02 .72,.05 .66,.14 .55,.21 .44,.14"
    pen.blob(inside, darker(pen.colour, 0.5), round=0.2)
    pen.limb(hood, 0.05, 0.06, 0.05, paint=lighter(pen.colour, 0.1))
    patches(pen, 0.55, CUFFS, rib)
    pen.poly(BOTTOM, rib, round=0.5, grain="fabric")
    pocket = ".4,.64 .7,.64 .78,.78 .78,.9 .32,.9 .32,.78"
    pen.poly(pocket, lighter(pen.colour, 0.06), round=0.2, grain="fabric")
    for x in (0.5, 0.6):
        pen.limb([(x, 0.2), (x - 0.005, 0.42)], 0.012, 0.012, paint="#f2eee4")


@thing("jacket, blazer, suit, tuxedo, suit jacket", 0.85, 1.1, DARKS, HOMES)
def jacket(pen: Pen) -> None:
    """Draw a jacket with lapels and pockets over a shirt."""
    body(pen)
    pen.poly(".43,.02 .55,.0 .67,.02 .55,.46", "#f0ede6", round=0.1)
    patches(pen, 0.55, ".43,.0 .38,.14 .42,.2 .4,.24 .55,.46 .46,.06", lighter(pen.colour, 0.12))
    pen.limb(".55,.46 .55,.99", 0.006, 0.006, paint=pen.dark, bend=False)
    buttons(pen, 0.57, (0.52, 0.64), darker(pen.colour, 0.6))
    for x in (0.31, 0.64):
        pen.box(x, 0.66, x + 0.15, 0.7, darker(pen.colour, 0.12), 0.008, round=0.2)
    pen.box(0.64, 0.34, 0.74, 0.355, darker(pen.colour, 0.2))
    seams(pen, 0.55, ".035,.765 .137,.815", 0.006, 0.006, paint=pen.dark)


@thing(
    "coat, overcoat, raincoat, trench coat, parka, winter coat",
    1.15,
    0.82,
    "#b08a58 #2c3a5a #6a2a34 #3a4a3a",
    HOMES,
)
def coat(pen: Pen) -> None:
    """Draw a long coat with a belt and two rows of buttons."""
    pen.blob(".3,.02 .41,.0 .52,.02 .41,.1", pen.dark, round=0.2)
    half = (
        ".41,.07 .35,.05 .3,.015 .3,.015 .18,.05 .12,.13 .02,.61 .02,.61 .1,.64 .1,.64 "
        ".195,.29 .2,.46 .12,.99 .12,.99 .41,1.0"
    )
    cloth(pen, half, 0.41)
    shade, belt = darker(pen.colour, 0.25), darker(pen.colour, 0.22)
    seams(pen, 0.41, ".19,.15 .2,.24 .198,.31", 0.005, 0.01, 0.005, paint=shade)
    patches(pen, 0.41, ".31,.0 .25,.1 .29,.17 .41,.27 .36,.08", lighter(pen.colour, 0.1))
    pen.limb(".41,.27 .42,.99", 0.006, 0.006, paint=pen.dark, bend=False)
    for x in (0.36, 0.46):
        buttons(pen, x, (0.32, 0.39, 0.53), darker(pen.colour, 0.55))
    folds(pen, ".27,.98 .29,.8 .31,.6", ".55,.98 .54,.8 .51,.6", deep=0.2)
    pen.poly(".203,.44 .41,.45 .617,.44 .62,.475 .41,.485 .2,.475", belt, round=0.5)
    pen.box(0.38, 0.44, 0.44, 0.49, METAL, 0.008, gloss=0.7)
    pen.box(0.395, 0.452, 0.425, 0.478, belt)
    seams(pen, 0.41, ".24,.62 .29,.7", 0.018, 0.018, paint=darker(pen.colour, 0.15))


@thing("vest, waistcoat, tank top, singlet, gilet", 0.7, 0.8, DARKS, HOMES)
def vest(pen: Pen) -> None:
    """Draw a waistcoat."""
    lining = darker(pen.colour, 0.45)
    pen.poly(".25,.02 .4,.0 .55,.02 .5,.3 .4,.45 .3,.3", lining, round=0.1)
    half = (
        ".4,.42 .3,.18 .25,.01 .25,.01 .13,.05 .13,.05 .16,.2 .06,.34 .06,.34 .08,.6 .07,.92 "
        ".07,.92 .28,.93 .36,1.0 .36,1.0 .4,.95 .4,.95"
    )
    cloth(pen, half, 0.4, round=0.5)
    pen.limb(".4,.42 .4,.95", 0.006, 0.006, paint=pen.dark, bend=False)
    rim = lighter(pen.colour, 0.14)
    seams(pen, 0.4, ".25,.01 .3,.18 .4,.42", 0.02, 0.022, paint=rim)
    buttons(pen, 0.42, (0.5, 0.6, 0.7, 0.8, 0.9), "#e8dcc0")
    seams(pen, 0.4, ".14,.7 .27,.71", 0.02, 0.02, paint=darker(pen.colour, 0.15))


@thing(
    "dress, gown, frock, evening dress, sundress, robe",
    1.2,
    0.72,
    "#c8304a #2f6ab0 #3a9a6a #e0a030 #7a4a9a",
    HOMES,
)
def gown(pen: Pen) -> None:
    """Draw a dress with a flared skirt."""
    pen.blob(".265,.02 .36,.0 .455,.02 .36,.1", pen.dark, round=0.2)
    half = (
        ".36,.1 .3,.075 .265,.0 .265,.0 .2,.01 .14,.05 .1,.14 .1,.14 .19,.18 .19,.18 "
        ".215,.14 .225,.28 .245,.39 .245,.39 .14,.66 .02,.97 .02,.97 .18,.995 .36,1.0"
    )
    cloth(pen, half, 0.36)
    rim = lighter(pen.colour, 0.25)
    pen.limb(".265,.0 .3,.08 .36,.105 .42,.08 .455,.0", 0.014, 0.016, 0.014, paint=rim)
    folds(pen, ".3,.42 .24,.66 .16,.98", ".34,.42 .32,.7 .29,.99", deep=0.2, wide=0.022)
    folds(pen, ".39,.42 .41,.7 .43,.99", ".43,.42 .49,.66 .57,.98", deep=0.2, wide=0.022)
    sash = ".243,.37 .36,.385 .477,.37 .479,.405 .36,.42 .241,.405"
    pen.poly(sash, darker(pen.colour, 0.4), round=0.5)
    seams(pen, 0.36, ".105,.14 .187,.175", 0.008, 0.008, paint=rim)


WORN = frozenset({
    "t-shirt", "shirt", "sweater", "hoodie", "jacket", "coat", "vest", "dress", "skirt",
    "trousers", "jeans", "shorts", "scarf", "sock", "glove", "tie", "hat", "shoe",
})  # fmt: skip
"""What people have on: "a woman in a red dress" is a woman in red, not two things."""
UNSEEN = frozenset(
    {"skirt", "trousers", "jeans", "shorts", "scarf", "sock", "glove", "tie", "hat", "shoe"}
)
"""What people have on and the painter does not show on them."""
PLAIN = frozenset({"t-shirt", "shirt", "sweater", "dress", "vest"})
"""What differs from the clothes that anybody has on by its colour alone."""
WEAVE: Finish = {"grain": "fabric", "strength": 0.35, "round": 0.6}
KNIT: Finish = {"grain": "fur", "strength": 0.6, "round": 0.85}


@thing("skirt, miniskirt, ~kilt, ~tutu", 0.65, 0.95, "#7a2a4a #2f5a8a #c8803a #3a7a5a", HOMES)
def skirt(pen: Pen) -> None:
    """Draw a pleated skirt."""
    half = ".475,.02 .3,.01 .3,.01 .22,.3 .04,.93 .04,.93 .22,.985 .475,1.0"
    cloth(pen, half, 0.475, round=0.5)
    for k in range(7):
        top, low = 0.34 + 0.045 * k, 0.14 + 0.112 * k
        pleat = [(top, 0.1), ((top + low) / 2, 0.55), (low, 0.965)]
        pen.limb(pleat, 0.004, 0.02, paint=darker(pen.colour, 0.22), round=0.2)
    band = ".298,.0 .475,.015 .652,.0 .668,.095 .475,.11 .282,.095"
    pen.poly(band, darker(pen.colour, 0.3), round=0.5, grain="fabric")
    pen.ellipse(0.475, 0.06, 0.02, 0.02, METAL, gloss=0.6)


def legs(pen: Pen, wide: float) -> None:
    """Draw trouser legs about x = 0.3, each ``wide`` at the end, with band, fly and pockets."""
    left = np.array(
        [(0.3, 0.02), (0.3, 0.02), (0.14, 0.02), (0.14, 0.02), (0.1, 0.24), (0.27 - wide, 1.0),
         (0.27 - wide, 1.0), (0.27, 1.0), (0.27, 1.0), (0.295, 0.33), (0.3, 0.3)]
    )  # fmt: skip
    for leg in (left, mirrored(left, 0.3)):
        pen.fill([cornered(leg)], **WEAVE)
    band = ".14,.005 .3,.015 .46,.005 .468,.06 .3,.072 .132,.06"
    pen.poly(band, darker(pen.colour, 0.12), round=0.4, grain="fabric")
    pen.limb(".3,.07 .3,.28", 0.005, 0.005, paint=pen.dark, bend=False)
    pen.limb(".3,.22 .32,.2 .325,.07", 0.004, 0.004, paint=pen.dark)
    pen.ellipse(0.3, 0.04, 0.013, 0.012, METAL, gloss=0.7)
    for x in (0.19, 0.41):
        pen.box(x - 0.008, 0.0, x + 0.008, 0.075, darker(pen.colour, 0.25), round=0.2)


@thing(
    "trousers, pants, slacks, chinos, leggings, pair of trousers, pair of pants",
    1.05,
    0.6,
    "#4a5260 #8a7454 #2c2e36 #5a6a4a",
    HOMES,
)
def trousers(pen: Pen) -> None:
    """Draw trousers with a crease."""
    legs(pen, 0.15)
    seams(pen, 0.3, ".135,.15 .18,.13 .2,.07", 0.005, 0.005, paint=pen.dark)
    seams(pen, 0.3, ".19,.34 .195,.99", 0.004, 0.005, paint=lighter(pen.colour, 0.25))
    folds(pen, ".28,.32 .22,.36 .16,.37", ".32,.32 .38,.36 .44,.37")


@thing("jeans, ~dungarees, pair of jeans", 1.05, 0.6, "#3a5f94 #28406a #6a8ab4", HOMES)
def jeans(pen: Pen) -> None:
    """Draw jeans with yellow seams and turn-ups, worn pale at the knees."""
    legs(pen, 0.155)
    for x in (0.19, 0.41):
        for k in range(4):
            pale = lighter(pen.colour, 0.05 + 0.05 * k)
            pen.ellipse(x, 0.5, 0.04 - 0.009 * k, 0.13 - 0.03 * k, pale, round=0.1)
    seams(pen, 0.3, ".13,.14 .185,.135 .2,.07", 0.004, 0.004, paint="#d8a050")
    seams(pen, 0.3, ".112,.26 .118,.94", 0.003, 0.003, paint="#c89a50")
    patches(pen, 0.3, ".112,.945 .274,.945 .274,1.0 .109,1.0", lighter(pen.colour, 0.35))
    folds(pen, ".28,.32 .22,.36 .15,.36", ".32,.32 .38,.36 .45,.36")
    folds(pen, ".14,.62 .2,.6 .24,.62", ".46,.62 .4,.6 .36,.62")


@thing(
    "shorts, bermudas, swimming trunks, pair of shorts",
    0.5,
    1.05,
    "#8a7454 #2f6ab0 #c83a3a #3a7a5a",
    HOMES,
)
def shorts(pen: Pen) -> None:
    """Draw shorts with a cord."""
    left = np.array(
        [(0.525, 0.02), (0.525, 0.02), (0.2, 0.02), (0.2, 0.02), (0.12, 0.45), (0.03, 0.95),
         (0.03, 0.95), (0.25, 0.99), (0.47, 1.0), (0.47, 1.0), (0.52, 0.6), (0.525, 0.55)]
    )  # fmt: skip
    for leg in (left, mirrored(left, 0.525)):
        pen.fill([cornered(leg)], **WEAVE)
    band = ".2,.0 .525,.02 .85,.0 .865,.11 .525,.13 .185,.11"
    pen.poly(band, darker(pen.colour, 0.12), round=0.5, grain="fabric")
    pen.limb(".525,.14 .525,.56", 0.008, 0.008, paint=pen.dark, bend=False)
    seams(pen, 0.525, ".145,.36 .26,.28 .3,.12", 0.009, 0.009, paint=pen.dark)
    seams(pen, 0.525, ".05,.9 .25,.935 .47,.945", 0.006, 0.006, paint=pen.dark)
    for x in (0.505, 0.545):
        cord = [(x, 0.08), (x + (x - 0.525) * 2, 0.36)]
        pen.limb(cord, 0.016, 0.014, paint="#f2eee4")


@thing("scarf, shawl", 0.7, 0.66, "#c83a3a #3a6ab0 #e0b040 #5a8a5a", HOMES)
def scarf(pen: Pen) -> None:
    """Draw a knotted scarf with stripes and fringes."""
    pale = lighter(pen.colour, 0.45)
    for left, right, low in ((0.13, 0.29, 0.9), (0.33, 0.5, 0.8)):
        for x in np.linspace(left + 0.012, right - 0.012, 7):
            pen.limb([(x, low - 0.02), (x, low + 0.08)], 0.012, 0.008, paint=pale)
        top = (0.27, 0.28), (0.38, 0.28)
        pen.poly([top[0], top[1], (right, low), (left, low)], **KNIT)
        for y in (low - 0.06, low - 0.13, low - 0.2):
            share = (y - 0.28) / (low - 0.28)
            ends = (
                top[0][0] + (left - top[0][0]) * share,
                top[1][0] + (right - top[1][0]) * share,
            )
            pen.box(ends[0], y - 0.016, ends[1], y + 0.016, pale, round=0.3, grain="fur")
    loop = geometry.ellipse(0.33, 0.15, 0.28, 0.15), geometry.ellipse(0.33, 0.11, 0.15, 0.05)
    pen.fill(list(loop), **KNIT)
    pen.blob(".25,.2 .4,.19 .42,.32 .33,.37 .23,.32", lighter(pen.colour, 0.06), **KNIT)


@thing("sock, stocking, knee sock", 0.4, 0.75, "#c83a3a #3a6ab0 #e0b040 #f0ece4", HOMES)
def sock(pen: Pen) -> None:
    """Draw a striped sock."""
    foot = ".41,.06 .41,.5 .5,.62 .7,.76 .73,.9 .64,.99 .4,.98 .12,.84 .05,.66 .06,.3 .06,.06"
    pen.blob(foot, **KNIT)
    pale = lighter(pen.colour, 0.45)
    patch(pen, ".05,.62 .05,.62 .2,.66 .26,.76 .2,.88 .2,.88 .12,.84 .06,.75", pale)
    patch(pen, ".6,.69 .6,.69 .71,.77 .735,.9 .66,.985 .56,.985 .56,.985 .55,.84", pale)
    pen.box(0.04, 0.0, 0.43, 0.12, lighter(pen.colour, 0.3), 0.02, round=0.5, grain="fur")
    for y in (0.2, 0.28):
        pen.box(0.056, y, 0.412, y + 0.035, pale, round=0.4)


@thing("glove, mitten, mitt", 0.28, 0.75, "#c83a3a #3a6ab0 #6a4428 #3a7a5a", HOMES)
def glove(pen: Pen) -> None:
    """Draw a mitten with a cuff and a heart."""
    pen.blob(".5,.58 .56,.44 .64,.3 .72,.27 .75,.34 .7,.48 .56,.66", **KNIT)
    pen.blob(".12,.76 .08,.4 .14,.1 .32,.0 .5,.08 .57,.3 .58,.52 .52,.76", **KNIT)
    pen.box(0.1, 0.74, 0.55, 0.99, darker(pen.colour, 0.15), 0.03, round=0.6, grain="fur")
    pen.blob(".32,.3 .38,.24 .44,.31 .32,.46 .2,.31 .26,.24", lighter(pen.colour, 0.6), round=0.3)


@thing("tie, necktie", 0.5, 0.3, "#8a2030 #2c3a7a #3a6a4a #5a2a6a", HOMES)
def tie(pen: Pen) -> None:
    """Draw a striped necktie."""
    pen.poly(".1,.14 .2,.14 .27,.84 .15,1.0 .03,.84", grain="fabric", round=0.5)
    for y in (0.27 + 0.13 * k for k in range(5)):
        left, right = (0.045 + 0.1 * (at - 0.14) for at in (y, y - 0.06))
        stripe = [(0.15 - left, y), (0.15 + right, y - 0.06), (0.15 + right, y - 0.025),
                  (0.15 - left, y + 0.035)]  # fmt: skip
        pen.poly(stripe, lighter(pen.colour, 0.5))
    pen.poly(".07,.0 .23,.0 .2,.15 .1,.15", lighter(pen.colour, 0.1), round=0.7)


@thing(
    "handbag, bag, purse, ~satchel",
    0.35,
    1.05,
    "#8a4a2a #2c2e36 #b83a4a #3a5a6a",
    HOMES,
)
def handbag(pen: Pen) -> None:
    """Draw a handbag with a flap and a clasp."""
    strap = darker(pen.colour, 0.25)
    pen.limb(".26,.42 .3,.1 .52,.0 .75,.1 .79,.42", 0.05, 0.05, 0.05, paint=strap, gloss=0.3)
    side = ".525,.4 .11,.4 .11,.4 .03,.92 .12,1.0 .525,1.0"
    cloth(pen, side, 0.525, grain="rough", strength=0.4, round=0.6)
    flap = ".09,.38 .09,.38 .96,.38 .96,.38 .92,.62 .525,.74 .13,.62"
    patch(pen, flap, lighter(pen.colour, 0.08), round=0.5, gloss=0.35)
    pen.box(0.47, 0.65, 0.58, 0.78, "#d8b050", 0.02, gloss=0.8)
    for x in (0.26, 0.79):
        pen.ellipse(x, 0.42, 0.035, 0.035, "#d8b050", gloss=0.8)
