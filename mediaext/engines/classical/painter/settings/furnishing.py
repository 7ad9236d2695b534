"""Furniture and fittings that rooms are told apart by."""

import numpy as np

from mediaext.engines.classical.painter import geometry
from mediaext.engines.classical.painter.colours import Colour, darker, lighter, mix
from mediaext.engines.classical.painter.pen import Finish, Pen
from mediaext.engines.classical.painter.settings.stage import Stage
from mediaext.engines.classical.painter.things.registry import THINGS

BOOKS = ("#8a3a30", "#2f5a7a", "#c89a3c", "#3f6a4a", "#6a4a78", "#b8653a", "#d8cba8", "#3a3a48")


def wall_pen(stage: Stage, tone: str | Colour = "#8a6a48") -> Pen:
    """Return a pen in units of the wall: y 0 at the ceiling, 1 at the floor; x 0 in the middle."""
    return stage.pen(stage.width / 2, stage.horizon, stage.horizon, tone, 0.0, aspect=0.0)


def window(pen: Pen, stage: Stage, x: float, y: float, w: float, h: float) -> None:
    """Paint a window with a view outside and curtains."""
    sky = ("#22305c", "#4a5a88") if stage.night else ("#8ec4ee", "#e8f3f4")
    pen.box(x - w * 0.56, y - h * 0.56, x + w * 0.56, y + h * 0.56, "#f0e8da", round=0.1)
    pen.box(x - w / 2, y - h / 2, x + w / 2, y + h / 2, sky[1], round=0.05)
    pen.dot(x + w * 0.2, y - h * 0.2, w * 0.07, "#fff6d8")
    for dx, r in ((-0.3, 0.28), (0.05, 0.22), (0.32, 0.26)):
        cut = geometry.ellipse(x + dx * w, y + h * 0.5, r * w, r * h * 1.3)
        cut[:, 0] = cut[:, 0].clip(x - w / 2, x + w / 2)
        cut[:, 1] = cut[:, 1].clip(y - h / 2, y + h / 2)
        pen.fill([cut], "#6f9a5a" if not stage.night else "#2a3a4a", round=0.5)
    pen.box(x - w * 0.02, y - h / 2, x + w * 0.02, y + h / 2, "#f0e8da")
    pen.box(x - w / 2, y - h * 0.02, x + w / 2, y + h * 0.02, "#f0e8da")
    pen.box(x - w * 0.64, y + h * 0.54, x + w * 0.64, y + h * 0.62, "#e6dcc8")
    if not stage.night:
        pen.glow(x, y, max(w, h) * 1.4, "#fff2d0", 0.35)


def curtains(pen: Pen, x: float, y: float, w: float, h: float, tone: str) -> None:
    """Paint two curtains beside a window."""
    for side in (-1, 1):
        for k in range(3):
            left = x + side * (w * 0.5 + k * w * 0.1)
            pen.blob(
                [
                    (left - w * 0.07, y - h * 0.64),
                    (left + w * 0.07, y - h * 0.64),
                    (left + w * 0.08, y + h * 0.8),
                    (left - w * 0.08, y + h * 0.8),
                ],
                darker(tone, 0.1 * k),
                grain="fabric",
                round=1,
            )
    pen.limb(
        [(x - w * 0.85, y - h * 0.66), (x + w * 0.85, y - h * 0.66)],
        0.018,
        0.018,
        paint="#7a5a38",
        bend=False,
    )


def books(pen: Pen, x0: float, x1: float, base: float, tall: float) -> None:
    """Paint a row of books."""
    x = x0
    while x < x1 - 0.012:
        wide = float(pen.rng.uniform(0.014, 0.034))
        high = tall * float(pen.rng.uniform(0.68, 0.97))
        tone = BOOKS[int(pen.rng.integers(len(BOOKS)))]
        pen.box(
            x,
            base - high,
            min(x + wide, x1),
            base,
            darker(tone, float(pen.rng.uniform(0, 0.25))),
            round=0.5,
        )
        pen.box(x, base - high * 0.82, min(x + wide, x1), base - high * 0.76, "#d8b868")
        x += wide + 0.002


def shelf_case(pen: Pen, x0: float, x1: float, top: float, shelves: int) -> None:
    """Paint a bookcase full of books, its foot on the floor."""
    wood: Finish = {"grain": "wood", "strength": 0.7, "round": 0.15}
    pen.box(x0 - 0.02, top - 0.02, x1 + 0.02, 1.02, "#6a452a", **wood)
    step = (0.99 - top) / shelves
    for k in range(shelves):
        pen.box(x0, top + k * step, x1, top + (k + 1) * step - 0.02, "#2f1f16", round=0.05)
        books(pen, x0 + 0.006, x1 - 0.004, top + (k + 1) * step - 0.02, step - 0.035)
        pen.box(
            x0 - 0.01,
            top + (k + 1) * step - 0.02,
            x1 + 0.01,
            top + (k + 1) * step,
            "#8a6038",
            **wood,
        )


def picture(pen: Pen, x: float, y: float, w: float, h: float) -> None:
    """Paint a framed landscape."""
    pen.box(
        x - w / 2 - 0.02,
        y - h / 2 - 0.02,
        x + w / 2 + 0.02,
        y + h / 2 + 0.02,
        "#a8803c",
        gloss=0.4,
        grain="wood",
    )
    pen.box(
        x - w / 2,
        y - h / 2,
        x + w / 2,
        y + h / 2,
        ("#d8c8a8", "#a8c4d4", "#e0b890")[int(pen.rng.integers(3))],
        round=0.05,
    )
    for k, tone in enumerate(("#7f94a0", "#6a8a5a", "#4a6a44")):
        top = y + h * (0.02 + 0.15 * k)
        hill = np.array(
            [
                (x - w / 2, y + h / 2),
                (x - w / 2, top),
                (x - w * 0.2, top - h * 0.12 * pen.rng.random()),
                (x + w * 0.15, top + h * 0.05),
                (x + w / 2, top - h * 0.12 * pen.rng.random()),
                (x + w / 2, y + h / 2),
            ]
        )
        pen.poly(hill, tone, round=0.05)


def half_width(stage: Stage) -> float:
    """Return half the wall's width in the units of :func:`wall_pen`."""
    return stage.width / stage.horizon / 2


def place_thing(pen: Pen, name: str, x: float, base: float, size: float) -> None:
    """Set a known thing of height ``size`` on the row ``base``, its middle at ``x``."""
    if name in THINGS:
        thing = THINGS[name]
        thing.draw(pen.within(x - size * thing.aspect / 2, base - size, size, thing.colours[0]))


def skirting(stage: Stage) -> None:
    """Paint the board where wall meets floor, and the shade beside it."""
    pen = wall_pen(stage)
    half = stage.width / stage.horizon / 2 + 0.05
    pen.box(
        -half, 0.955, half, 1.0, lighter(mix(stage.setting.tint, stage.tint, 0.5), 0.45), round=0.2
    )
    start, rows = int(stage.horizon), max(int(stage.height * 0.05), 1)
    shade = np.linspace(0.72, 1, rows, dtype=np.float32)[:, None, None]
    region = stage.pixels[start : start + rows, :, :3]
    region[:] = region * shade[: len(region)]
