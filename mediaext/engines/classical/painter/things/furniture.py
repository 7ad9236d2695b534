"""Furniture and household things."""

from mediaext.engines.classical.painter.colours import darker, lighter
from mediaext.engines.classical.painter.pen import Pen
from mediaext.engines.classical.painter.things.registry import thing


@thing("chair, stool, seat", 0.95, 0.62, "#9c6b3c #6b4a30 #c9a06a", "kitchen living_room", seat=(0.36, 0.545))
def chair(pen: Pen) -> None:
    """Draw a chair at three quarters."""
    wood = {"grain": "wood", "strength": 0.7}
    back = darker(pen.colour, 0.3)
    pen.limb([(0.13, 0.5), (0.14, 0.9)], 0.045, 0.04, paint=back, **wood)
    pen.limb([(0.44, 0.5), (0.45, 0.9)], 0.045, 0.04, paint=back, **wood)
    for x, top in ((0.07, 0.02), (0.42, 0.0)):
        pen.limb([(x + 0.06, 0.56), (x + 0.01, top)], 0.055, 0.05, **wood)
    for y in (0.06, 0.19, 0.32):
        pen.blob([(0.075, y + 0.01), (0.25, y - 0.02), (0.44, y - 0.01), (0.44, y + 0.06), (0.25, y + 0.05), (0.08, y + 0.08)],
                 round=0.4, **wood)  # fmt: skip
    pen.poly([(0.1, 0.64), (0.52, 0.66), (0.57, 0.7), (0.57, 0.64), (0.1, 0.58)], back, **wood)
    for x in (0.14, 0.52):
        pen.limb([(x, 0.6), (x + (0.02 if x > 0.3 else -0.02), 0.99)], 0.06, 0.045, **wood)
    pen.limb([(0.14, 0.8), (0.52, 0.81)], 0.025, 0.025, paint=back)
    pen.poly([(0.14, 0.48), (0.47, 0.47), (0.6, 0.58), (0.6, 0.62), (0.08, 0.62), (0.08, 0.58)], back, **wood)
    pen.poly([(0.14, 0.47), (0.47, 0.46), (0.6, 0.58), (0.08, 0.585)], lighter(pen.colour, 0.1), **wood)


@thing("book, novel, dictionary", 0.24, 1.5, "#a83a32 #2f5a8a #3a7a5a #7a5aa0", "library table", "table", seat=(0.75, 0.2))
def book(pen: Pen) -> None:
    """Draw an open book."""
    pen.poly([(0.02, 0.3), (0.75, 0.5), (1.48, 0.3), (1.48, 0.86), (0.75, 1.0), (0.02, 0.86)], round=0.3)
    for side in (-1, 1):
        for k in (2, 1, 0):
            x = 0.75 + side * (0.66 + k * 0.02)
            pen.blob([(0.75, 0.42 + k * 0.01), (0.75 + side * 0.34, 0.2 + k * 0.02), (x, 0.24 + k * 0.02), (x, 0.78 + k * 0.02),
                      (0.75 + side * 0.34, 0.76 + k * 0.02), (0.75, 0.95)], lighter("#e8dfc8", 0.3 - k * 0.2), round=0.4)  # fmt: skip
        for k in range(6):
            y = 0.36 + k * 0.075
            pen.limb([(0.75 + side * 0.12, y + 0.06), (0.75 + side * 0.34, y - 0.02), (0.75 + side * 0.58, y - 0.015)], 0.014, 0.014,
                     paint="#8a8478")  # fmt: skip
    pen.limb([(0.75, 0.44), (0.75, 0.95)], 0.012, 0.012, paint=darker("#e8dfc8", 0.5))
