"""Buildings."""

import numpy as np

from mediaext.engines.classical.painter.colours import darker, lighter
from mediaext.engines.classical.painter.pen import Finish, Pen
from mediaext.engines.classical.painter.things.registry import thing


def window(pen: Pen, x0: float, y0: float, x1: float, y1: float, frame: str = "#efe8d8") -> None:
    """Draw a window; at night some are lit."""
    edge = (x1 - x0) * 0.12
    lit = pen.night and pen.rng.random() < 0.75
    pen.box(x0 - edge, y0 - edge, x1 + edge, y1 + edge, frame)
    pen.box(x0, y0, x1, y1, "#40566a", gloss=0.5)
    if lit:
        pen.lamp(x0, y0, x1, y1)
    pen.box((x0 + x1) / 2 - edge / 3, y0, (x0 + x1) / 2 + edge / 3, y1, frame)
    pen.box(x0, (y0 + y1) / 2 - edge / 3, x1, (y0 + y1) / 2 + edge / 3, frame)


@thing(
    "house, cottage, home, cabin, hut",
    6.0,
    1.05,
    "#e2c9a4 #c9614a #a8c0c8 #e8dcc4",
    "meadow village garden",
)
def house(pen: Pen) -> None:
    """Draw a house in two-point view: a lit front and a side in shade."""
    wall: Finish = {
        "grain": pen.material.grain if pen.material else "plaster",
        "round": 0.1,
        "strength": 0.6,
    }
    roof = darker("#9a4632", 0.1) if sum(pen.colour) > 1.5 else "#5a4a48"
    pen.box(0.68, 0.1, 0.78, 0.34, "#8f4a38", grain="brick", strength=0.9, round=0.1)
    pen.box(0.665, 0.08, 0.795, 0.12, "#6e3a2e")
    pen.poly(".58,.44 .98,.47 .98,.96 .58,1", darker(pen.colour, 0.28), **wall)
    pen.poly(".06,.46 .32,.16 .58,.44 .58,1 .06,.97", **wall)
    pen.poly(
        ".3,.1 .82,.15 1.04,.5 .6,.5",
        roof,
        grain="roof",
        strength=0.8,
        round=0.1,
    )
    pen.poly(".3,.1 .34,.12 .64,.5 .58,.53", lighter(roof, 0.25))
    pen.poly(".3,.1 .34,.12 .04,.52 0,.5", lighter(roof, 0.15))
    window(pen, 0.13, 0.56, 0.25, 0.72)
    window(pen, 0.28, 0.32, 0.37, 0.43)
    window(pen, 0.72, 0.58, 0.84, 0.74)
    pen.poly(".38,.6 .52,.605 .52,.995 .38,.985", "#efe8d8")
    pen.poly(
        ".395,.62 .505,.625 .505,.995 .395,.985",
        "#5b7a5a" if pen.rng.random() < 0.5 else "#7a3a2a",
        grain="wood",
        round=0.1,
    )
    pen.dot(0.485, 0.81, 0.012, "#e0b84a")


@thing("lighthouse", 18.0, 0.42, "#d33a2c #2f5a9a #2a2a30", "cliff sea beach")
def lighthouse(pen: Pen) -> None:
    """Draw a banded lighthouse with a lit lantern."""

    def half(y: float) -> float:
        return 0.075 + 0.055 * (y - 0.22) / 0.76

    pen.poly(
        ".04,.9 .11,.88 .33,.88 .38,.9 .4,1 .02,1",
        "#8a857a",
        grain="stone",
    )
    edges = np.linspace(0.22, 0.95, 8)
    for k in range(7):
        top, low = edges[k], edges[k + 1]
        tone = pen.colour if k % 2 == 0 else (0.95, 0.93, 0.88)
        pen.poly(
            [
                (0.21 - half(top), top),
                (0.21 + half(top), top),
                (0.21 + half(low), low + 0.006),
                (0.21, low + 0.014),
                (0.21 - half(low), low + 0.006),
            ],
            tone,
            round=1,
            grain="plaster",
            strength=0.4,
        )
    for y in (0.4, 0.62):
        window(pen, 0.195, y, 0.225, y + 0.05)
    pen.box(0.175, 0.83, 0.245, 0.95, "#4a2f22", 0.03)
    pen.box(0.105, 0.2, 0.315, 0.225, "#3a3c42", 0.01)
    for x in np.linspace(0.11, 0.31, 7):
        pen.limb([(x, 0.2), (x, 0.16)], 0.006, 0.006, paint="#3a3c42")
    pen.limb(".105,.16 .315,.16", 0.009, 0.009, paint="#3a3c42")
    pen.box(0.155, 0.09, 0.265, 0.2, "#f8e6a0", gloss=0.5)
    for x in (0.155, 0.21, 0.265):
        pen.limb([(x, 0.09), (x, 0.2)], 0.01, 0.01, paint="#3a3c42")
    pen.blob(".13,.1 .16,.05 .21,.025 .26,.05 .29,.1", pen.dark, gloss=0.4)
    pen.limb(".21,.03 .21,-.01", 0.012, 0.006, paint="#3a3c42")
    pen.glow(0.21, 0.145, 0.3 if pen.night else 0.12, "#ffe9a0", 0.9)
