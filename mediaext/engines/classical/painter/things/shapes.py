"""Solid and flat shapes."""

import math

from mediaext.engines.classical.painter import geometry
from mediaext.engines.classical.painter.colours import darker, lighter
from mediaext.engines.classical.painter.pen import Pen
from mediaext.engines.classical.painter.things.registry import thing

HOMES = "studio"


@thing("circle, disc, disk, dot", 1.0, 1.0, "blue red yellow", HOMES, seat=(0.5, 0.03))
def circle(pen: Pen) -> None:
    """Draw a disc."""
    pen.ellipse(0.5, 0.5, 0.49, 0.49, round=0.12, gloss=0.2)


@thing("square", 1.0, 1.0, "red blue green", HOMES, seat=(0.5, 0.03))
def square(pen: Pen) -> None:
    """Draw a square plate."""
    pen.box(0.04, 0.04, 0.96, 1.0, None, 0.02, round=0.12, gloss=0.2)


@thing("triangle", 1.0, 1.1, "green orange purple", HOMES, seat=(0.55, 0.05))
def triangle(pen: Pen) -> None:
    """Draw a triangular plate."""
    pen.poly(".55,.03 1.07,.99 .03,.99", round=0.2, gloss=0.2)


@thing("hexagon", 1.0, 1.0, "teal purple orange", HOMES)
def hexagon(pen: Pen) -> None:
    """Draw a hexagonal plate."""
    pen.fill([geometry.regular(0.5, 0.55, 0.5, 6)], round=0.2, gloss=0.2)


@thing("diamond, gem, jewel", 0.6, 1.1, "cyan emerald purple", HOMES, "table")
def diamond(pen: Pen) -> None:
    """Draw a cut gem."""
    crown = ((0.28, 0.1), (0.55, 0.1), (0.82, 0.1))
    girdle = ((0.04, 0.36), (0.32, 0.38), (0.55, 0.38), (0.78, 0.38), (1.06, 0.36))
    facets = (
        (crown[0], girdle[0], girdle[1], 0.25),
        (crown[0], crown[1], girdle[1], 0.5),
        (crown[1], girdle[1], girdle[3], 0.3),
        (crown[1], crown[2], girdle[3], 0.1),
        (crown[2], girdle[3], girdle[4], -0.15),
        (girdle[0], girdle[1], (0.55, 1.0), 0.12),
        (girdle[1], girdle[3], (0.55, 1.0), -0.1),
        (girdle[3], girdle[4], (0.55, 1.0), -0.35),
    )
    for a, b, c, share in facets:
        pen.poly(
            [a, b, c],
            lighter(pen.colour, share) if share > 0 else darker(pen.colour, -share),
            gloss=0.9,
            round=0.08,
        )
    pen.glow(0.4, 0.24, 0.14, "#ffffff", 0.6)


@thing("heart, love heart, valentine", 0.8, 1.1, "red pink", HOMES, "air")
def heart(pen: Pen) -> None:
    """Draw a rounded heart."""
    t = [k * math.tau / 60 for k in range(60)]
    points = [
        (
            0.55 + 0.54 * math.sin(a) ** 3,
            0.42
            - 0.032
            * (13 * math.cos(a) - 5 * math.cos(2 * a) - 2 * math.cos(3 * a) - math.cos(4 * a)),
        )
        for a in t
    ]
    pen.poly(points, round=0.95, gloss=0.7)


@thing("cube, block, dice", 0.8, 1.0, "red blue yellow", HOMES, seat=(0.5, 0.18))
def cube(pen: Pen) -> None:
    """Draw a cube in three faces."""
    pen.poly(".5,.02 .96,.22 .5,.42 .04,.22", lighter(pen.colour, 0.3), round=0.03)
    pen.poly(".04,.22 .5,.42 .5,1.0 .04,.78", round=0.03)
    pen.poly(".5,.42 .96,.22 .96,.78 .5,1.0", darker(pen.colour, 0.4), round=0.03)


@thing("sphere, orb", 0.8, 1.0, "teal red purple", HOMES)
def sphere(pen: Pen) -> None:
    """Draw a ball in the light."""
    pen.ellipse(0.5, 0.5, 0.49, 0.49, round=1, gloss=0.7)


@thing("cone", 1.0, 0.85, "orange green", HOMES)
def cone(pen: Pen) -> None:
    """Draw a cone."""
    pen.blob(".42,.0 .46,.04 .84,.88 .72,.96 .42,1.0 .12,.96 .0,.88 .38,.04", round=1, gloss=0.3)


@thing("cylinder, tube, pillar, column", 1.0, 0.7, "purple teal grey", HOMES, seat=(0.35, 0.1))
def cylinder(pen: Pen) -> None:
    """Draw a cylinder."""
    sides = [
        (0.02, 0.12),
        *(
            (0.35 + 0.33 * math.cos(a), 0.88 + 0.11 * math.sin(a))
            for a in [math.pi - k * math.pi / 16 for k in range(17)]
        ),
        (0.68, 0.12),
    ]
    pen.poly(sides, round=1, gloss=0.3)
    pen.ellipse(0.35, 0.12, 0.33, 0.11, lighter(pen.colour, 0.3), round=0.05)


@thing("ring, torus, hoop", 0.8, 1.0, "gold silver blue", HOMES)
def ring(pen: Pen) -> None:
    """Draw a ring."""
    pen.ring(0.5, 0.5, 0.49, 0.3, round=1, gloss=0.8)


@thing("octagon", 1.0, 1.0, "red blue green", HOMES, seat=(0.5, 0.03))
def octagon(pen: Pen) -> None:
    """Draw an octagon."""
    pen.fill([geometry.regular(0.5, 0.5, 0.5, 8)], round=0.2, gloss=0.2)


@thing("pentagon", 1.0, 1.0, "purple orange blue", HOMES)
def pentagon(pen: Pen) -> None:
    """Draw a pentagon."""
    pen.fill([geometry.regular(0.5, 0.55, 0.5, 5)], round=0.2, gloss=0.2)


@thing("zigzag, zig zag, zig-zag", 0.6, 2.2, "orange blue red", HOMES, "air")
def zigzag(pen: Pen) -> None:
    """Draw a zigzag line."""
    pen.limb(
        [(0.1 + 0.333 * k, 0.12 + 0.76 * (k % 2)) for k in range(7)],
        0.13, 0.13, bend=False, round=0.8, gloss=0.3,
    )  # fmt: skip


@thing("straight line", 0.3, 4.0, "black blue red", HOMES, "air")
def line(pen: Pen) -> None:
    """Draw a straight line."""
    pen.box(0.0, 0.36, 4.0, 0.64, corner=0.14, round=0.8)


@thing("squiggle, wavy line, wave line", 0.6, 2.4, "teal purple orange", HOMES, "air")
def squiggle(pen: Pen) -> None:
    """Draw a line that winds."""
    path = [(0.1 + 0.055 * k, 0.5 + 0.36 * math.sin(k * 0.62)) for k in range(41)]
    pen.limb(path, 0.12, 0.12, bend=False, round=0.8, gloss=0.3)


@thing("spiral", 0.9, 1.0, "blue red teal", HOMES, "air")
def spiral(pen: Pen) -> None:
    """Draw a spiral."""
    path = [
        (0.5 + 0.0072 * k * math.cos(0.31 * k), 0.5 + 0.0072 * k * math.sin(0.31 * k))
        for k in range(4, 62)
    ]
    pen.limb(path, 0.05, 0.07, 0.08, bend=False, round=0.8, gloss=0.3)


@thing("soap bubble, bubble", 0.22, 1.0, "#bfe6f2 #e6c8f0", "garden park", "air")
def soap_bubble(pen: Pen) -> None:
    """Draw a bubble that one sees through."""
    pen.dot(0.5, 0.5, 0.5, pen.colour, 0.22)
    pen.ring(0.5, 0.5, 0.5, 0.465, pen.light)
    for x, y, r, tone in ((0.3, 0.28, 0.1, "#ffffff"), (0.68, 0.72, 0.06, "#f4c8e4")):
        pen.dot(x, y, r, tone, 0.8)
    pen.limb(".16,.6 .3,.8 .52,.88", 0.02, 0.05, 0.02, paint="#a8d8f4")
