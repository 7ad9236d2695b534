"""Food and the vessels it comes in."""

from mediaext.engines.classical.painter.colours import darker, lighter
from mediaext.engines.classical.painter.pen import Pen
from mediaext.engines.classical.painter.things.registry import thing


@thing("apple", 0.09, 1.0, "#d0342a #7fb43a #e2b93a", "table kitchen", "table", hand=None)
def apple(pen: Pen) -> None:
    """Draw an apple with stem and leaf."""
    pen.blob([(0.5, 0.24), (0.7, 0.15), (0.92, 0.26), (0.97, 0.52), (0.84, 0.86), (0.62, 0.99), (0.5, 0.96), (0.38, 0.99),
              (0.16, 0.86), (0.03, 0.52), (0.08, 0.26), (0.3, 0.15)], round=0.95, gloss=0.5, grain="plaster")  # fmt: skip
    pen.ellipse(0.5, 0.23, 0.13, 0.05, darker(pen.colour, 0.55), round=0.3)
    pen.limb([(0.5, 0.25), (0.5, 0.1), (0.56, 0.0)], 0.035, 0.04, 0.05, paint="#5a3a22")
    pen.blob([(0.53, 0.12), (0.64, 0.0), (0.84, 0.0), (0.74, 0.13)], "#5a9a3a", round=0.5)


@thing("banana", 0.12, 1.5, "#f4d03a #b8c83a", "table kitchen", "table")
def banana(pen: Pen) -> None:
    """Draw a banana."""
    pen.blob([(0.06, 0.2), (0.16, 0.2), (0.3, 0.52), (0.62, 0.68), (1.0, 0.6), (1.34, 0.36), (1.44, 0.42), (1.3, 0.74),
              (0.9, 0.98), (0.5, 0.98), (0.2, 0.76)], round=0.9, gloss=0.15)  # fmt: skip
    pen.limb([(0.16, 0.4), (0.45, 0.8), (0.85, 0.86), (1.3, 0.55)], 0.012, 0.03, 0.012, paint=darker(pen.colour, 0.18))
    pen.limb([(0.1, 0.24), (0.1, 0.04)], 0.09, 0.075, paint="#a89a3a")
    pen.ellipse(1.4, 0.385, 0.05, 0.045, "#5a4420")


@thing("bowl, dish", 0.12, 1.7, "#3f78a8 #d8cbb0 #a8503a #5a8a6a", "table kitchen", "table", mouth=(0.85, 0.34, 1.3))
def bowl(pen: Pen) -> None:
    """Draw a glazed bowl."""
    pen.ellipse(0.85, 0.94, 0.42, 0.06, pen.dark)
    pen.blob([(0.02, 0.3), (0.14, 0.62), (0.42, 0.9), (0.85, 0.97), (1.28, 0.9), (1.56, 0.62), (1.68, 0.3), (1.3, 0.42),
              (0.85, 0.46), (0.4, 0.42)], gloss=0.6, round=0.9)  # fmt: skip
    pen.limb([(0.02, 0.3), (0.4, 0.42), (0.85, 0.46), (1.3, 0.42), (1.68, 0.3)], 0.05, 0.07, 0.05, paint=lighter(pen.colour, 0.45),
             gloss=0.5)  # fmt: skip
    pen.limb([(0.13, 0.52), (0.45, 0.67), (0.85, 0.71), (1.25, 0.67), (1.57, 0.52)], 0.03, 0.035, 0.03,
             paint=lighter(pen.colour, 0.6))  # fmt: skip


def bowl_back(pen: Pen) -> None:
    """Draw the inside of a bowl, behind what it holds."""
    pen.ellipse(0.85, 0.3, 0.83, 0.16, darker(pen.colour, 0.45), round=0.3)


@thing("cup, mug, teacup, coffee, tea", 0.1, 1.15, "#e9e2d4 #b8483a #3f6f9a #3a3a40", "table kitchen cafe", "table",
       mouth=(0.45, 0.14, 0.7))  # fmt: skip
def cup(pen: Pen) -> None:
    """Draw a steaming mug."""
    pen.ring(0.9, 0.55, 0.23, 0.14, gloss=0.5, round=1)
    pen.blob([(0.03, 0.16), (0.06, 0.6), (0.12, 0.93), (0.45, 1.0), (0.78, 0.93), (0.84, 0.6), (0.87, 0.16)], gloss=0.6,
             round=1)  # fmt: skip
    pen.ellipse(0.45, 0.16, 0.42, 0.12, lighter(pen.colour, 0.35), round=0.2)
    pen.ellipse(0.45, 0.175, 0.36, 0.09, "#4a2c18", gloss=0.5, round=0.2)
    for x in (0.32, 0.5):
        for y in (0.05, -0.12):
            pen.glow(x + y * 0.2, y, 0.16, "#ffffff", 0.16)
