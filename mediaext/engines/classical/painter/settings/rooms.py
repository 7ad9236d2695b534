"""Rooms: their walls and windows, and the furniture of each; halls and fairs where people meet."""

from collections.abc import Callable

import cv2
import numpy as np

from mediaext.engines.classical.painter import geometry
from mediaext.engines.classical.painter.colours import colour, darker, lighter, mix
from mediaext.engines.classical.painter.pen import Finish, Pen
from mediaext.engines.classical.painter.settings.stage import Stage
from mediaext.engines.classical.painter.textures import noise
from mediaext.engines.classical.painter.things.registry import THINGS


def paint_wall(stage: Stage) -> None:
    """Paint the wall with the light that falls in from one side."""
    tone = mix(stage.setting.tint, stage.tint, 0.5)
    height, width = stage.pixels.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    reach = np.hypot((x - stage.sun[0]) / width, (y - height * 0.2) / height)
    lit = (
        1.08
        - 0.5 * np.clip(reach, 0, 1.3)
        + 0.02 * noise(stage.rng, height, width, height * 0.3, 5)
    )
    wall = np.array(stage.far(tone, 0), np.float32) * lit[..., None]
    stage.pixels[..., :3] = np.clip(wall * 255, 0, 255)
    stage.pixels[..., 3] = 255


def bare_wall(grain: str, strength: float) -> Callable[[Stage, float], None]:
    """Return a painter of a wall of one material."""

    def wall(stage: Stage, _: float) -> None:
        pen, half = wall_pen(stage), half_width(stage)
        finish: Finish = {"grain": grain, "strength": strength, "round": 0.02}
        pen.box(-half - 0.1, -0.1, half + 0.1, 1.0, stage.far(stage.tint, 0), **finish)
        lamp(stage, pen, half)

    return wall


def pieced_wall(
    grain: str, wide: float, tall: float, joint: str
) -> Callable[[Stage, float], None]:
    """Return a painter of a wall of pieces, boards or blocks, each of its own tone."""

    def wall(stage: Stage, _: float) -> None:
        pen, half = wall_pen(stage), half_width(stage)
        tone = stage.far(stage.tint, 0)
        pen.box(-half - 0.1, -0.1, half + 0.1, 1.0, stage.far(joint, 0), round=0.02)
        for row, y in enumerate(np.arange(-0.02, 1.0, tall)):
            x = -half - 0.1 - wide * float(pen.rng.uniform(0.2, 0.8)) * (row % 2 + 0.2)
            while x < half:
                end = x + wide * float(pen.rng.uniform(0.75, 1.3))
                piece = darker(tone, float(pen.rng.uniform(0, 0.22)))
                gap = 0.004
                pen.box(x + gap, y + gap, end - gap, min(y + tall - gap, 1.0), piece, 0.012,
                        grain=grain, strength=0.7, round=0.2)  # fmt: skip
                x = end
        lamp(stage, pen, half)

    return wall


def lamp(stage: Stage, pen: Pen, half: float) -> None:
    """Light a wall from the side where the sun is."""
    pen.glow(half * (0.6 if stage.sun[0] > stage.width / 2 else -0.6), 0.3, 0.9, "#fff0d0", 0.35)


BOOKS = ("#8a3a30", "#2f5a7a", "#c89a3c", "#3f6a4a", "#6a4a78", "#b8653a", "#d8cba8", "#3a3a48")


def wall_pen(stage: Stage) -> Pen:
    """Return a pen in units of the wall: y 0 at the ceiling, 1 at the floor; x 0 in the middle."""
    return stage.pen(stage.width / 2, stage.horizon, stage.horizon, "#8a6a48", 0.0, aspect=0.0)


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


def counter(stage: Stage, _: float) -> None:
    """Furnish a kitchen."""
    pen, half = wall_pen(stage), half_width(stage)
    side = 1 if stage.sun[0] > stage.width / 2 else -1
    window(pen, stage, side * half * 0.42, 0.33, 0.36, 0.36)
    front = mix("#7fa09a", stage.tint, 0.3)
    for k in range(3):
        x = -side * half * (0.2 + 0.3 * k)
        pen.box(x - half * 0.14, 0.02, x + half * 0.14, 0.3, front, 0.01, round=0.12)
        pen.box(
            x - half * 0.11, 0.05, x + half * 0.11, 0.27, lighter(front, 0.12), 0.01, round=0.1
        )
        pen.dot(x + half * 0.09, 0.25, 0.01, "#d8c070")
    for y in np.arange(0.34, 0.62, 0.07):
        for k, x in enumerate(np.arange(-half, half, 0.1)):
            if abs(x - side * half * 0.42) > 0.3:
                pen.box(
                    x + 0.003,
                    y + 0.003,
                    x + 0.097,
                    y + 0.067,
                    lighter("#e8e2d2", 0.1 * (k % 3)),
                    round=0.1,
                    gloss=0.1,
                )
    pen.box(-half - 0.1, 0.62, half + 0.1, 0.665, "#8a6038", grain="wood", round=0.3)
    pen.box(-half - 0.1, 0.665, half + 0.1, 1.02, darker(front, 0.2), round=0.05)
    for x in np.arange(-half, half, 0.3):
        pen.box(x + 0.015, 0.69, x + 0.285, 0.96, front, 0.01, round=0.1)
        pen.limb([(x + 0.1, 0.72), (x + 0.2, 0.72)], 0.014, 0.014, paint="#d8c070", gloss=0.6)
    for name, x, size in (
        ("teapot", -side * half * 0.5, 0.16),
        ("cup", -side * half * 0.12, 0.09),
        ("vase", side * half * 0.75, 0.2),
    ):
        place_thing(pen, name, x, 0.63, size)


def living_room(stage: Stage, _: float) -> None:
    """Furnish a living room."""
    pen, half = wall_pen(stage), half_width(stage)
    side = 1 if stage.sun[0] > stage.width / 2 else -1
    curtains(pen, side * half * 0.5, 0.36, 0.42, 0.46, "#b86a50")
    window(pen, stage, side * half * 0.5, 0.36, 0.36, 0.44)
    picture(pen, -side * half * 0.15, 0.32, 0.3, 0.22)
    shelf_case(pen, -side * half * 0.72 - 0.2, -side * half * 0.72 + 0.2, 0.2, 5)
    place_thing(pen, "plant", side * half * 0.86, 1.04, 0.42)
    place_thing(pen, "lamp", -side * half * 0.32, 1.03, 0.6)


def bedroom(stage: Stage, _: float) -> None:
    """Furnish a bedroom."""
    pen, half = wall_pen(stage), half_width(stage)
    side = 1 if stage.sun[0] > stage.width / 2 else -1
    curtains(pen, side * half * 0.55, 0.36, 0.4, 0.46, "#7f94b8")
    window(pen, stage, side * half * 0.55, 0.36, 0.34, 0.44)
    picture(pen, -side * half * 0.5, 0.3, 0.26, 0.2)
    place_thing(pen, "bed", -side * half * 0.55, 1.08, 0.42)
    place_thing(pen, "lamp", -side * half * 0.05, 1.02, 0.5)


def shelves(stage: Stage, _: float) -> None:
    """Line the wall with books."""
    pen, half = wall_pen(stage), half_width(stage)
    for x in np.arange(-half, half, 0.52):
        shelf_case(pen, x + 0.03, x + 0.47, 0.04, 6)


def board(stage: Stage, _: float) -> None:
    """Furnish a classroom with a blackboard."""
    pen, half = wall_pen(stage), half_width(stage)
    wide = min(half * 0.62, 0.85)
    pen.box(-wide - 0.03, 0.14, wide + 0.03, 0.7, "#8a6038", grain="wood")
    pen.box(-wide, 0.17, wide, 0.67, "#2c4a3f", grain="plaster", round=0.05)
    for k in range(4):
        y = 0.27 + 0.085 * k
        x = -wide * 0.85
        while x < wide * float(pen.rng.uniform(0.2, 0.8)):
            step = float(pen.rng.uniform(0.03, 0.1))
            pen.limb(
                [
                    (x, y),
                    (x + step * 0.5, y + float(pen.rng.uniform(-0.012, 0.012))),
                    (x + step, y),
                ],
                0.008,
                0.006,
                paint="#dfe6dc",
            )
            x += step + 0.03
    pen.box(-wide, 0.69, wide, 0.715, "#a87848", grain="wood")
    place_thing(pen, "globe", wide * 0.8, 0.98, 0.26)


def laboratory(stage: Stage, _: float) -> None:
    """Furnish a laboratory."""
    pen, half = wall_pen(stage), half_width(stage)
    for x in np.arange(-half, half, 0.34):
        pen.box(
            x + 0.01,
            0.02,
            x + 0.33,
            0.94,
            darker("#c4d0d6", 0.05),
            0.01,
            round=0.08,
            grain="metal",
        )
    for k, x in enumerate(np.arange(-half + 0.1, half - 0.2, 0.5)):
        pen.box(x, 0.16, x + 0.3, 0.4, "#26323c", 0.015, gloss=0.4)
        pen.box(
            x + 0.02,
            0.18,
            x + 0.28,
            0.38,
            ("#1f6a74", "#2f4f8a", "#3a6a3a")[k % 3],
            0.01,
            round=0.1,
        )
        pen.limb(
            [
                (x + 0.04, 0.3),
                (x + 0.1, 0.24 + 0.05 * (k % 2)),
                (x + 0.17, 0.32),
                (x + 0.26, 0.22),
            ],
            0.008,
            0.008,
            paint="#9af0d8",
        )
        pen.glow(x + 0.15, 0.28, 0.25, "#5ad8d0", 0.25)
    pen.box(-half - 0.1, 0.64, half + 0.1, 0.69, "#e4eaec", round=0.3, gloss=0.3)
    pen.box(-half - 0.1, 0.69, half + 0.1, 1.01, "#8fa0aa", round=0.05)
    for k in range(8):
        x, tone = (
            float(pen.rng.uniform(-half, half)),
            ("#5ad0a0", "#e8804a", "#8a6ae0", "#4aa8e8")[k % 4],
        )
        pen.blob(
            [
                (x - 0.01, 0.5),
                (x + 0.01, 0.5),
                (x + 0.015, 0.56),
                (x + 0.045, 0.64),
                (x - 0.045, 0.64),
                (x - 0.015, 0.56),
            ],
            mix(tone, "#e8f4f6", 0.3),
            gloss=0.8,
        )


def gallery(stage: Stage, _: float) -> None:
    """Hang pictures on the wall."""
    pen, half = wall_pen(stage), half_width(stage)
    for x in np.arange(-half * 0.8, half, 0.62):
        w, h = float(pen.rng.uniform(0.26, 0.42)), float(pen.rng.uniform(0.26, 0.42))
        picture(pen, float(x), 0.4, w, h)
        pen.glow(float(x), 0.14, 0.34, "#fff0d0", 0.4)


def hall(stage: Stage, _: float) -> None:
    """Build a hall of stone with arches and banners."""
    pen, half = wall_pen(stage), half_width(stage)
    pen.box(-half - 0.1, 0, half + 0.1, 1.0, "#7d7566", grain="brick", strength=0.5, round=0.02)
    for k, x in enumerate(np.arange(-half * 0.9, half, 0.5)):
        pen.blob(
            [(x - 0.12, 0.86), (x - 0.12, 0.4), (x, 0.22), (x + 0.12, 0.4), (x + 0.12, 0.86)],
            "#b8d4e4" if not stage.night else "#2a3a64",
            round=0.1,
        )
        pen.box(x - 0.15, 0.85, x + 0.15, 0.89, "#a39a88", grain="stone")
        for bar in (0.45, 0.65):
            pen.limb([(x - 0.12, bar), (x + 0.12, bar)], 0.01, 0.01, paint="#6a6254", bend=False)
        pen.limb([(x, 0.24), (x, 0.86)], 0.015, 0.015, paint="#6a6254", bend=False)
        pen.limb(
            [(x + 0.25, 0.0), (x + 0.25, 1.0)],
            0.09,
            0.09,
            paint="#948b7a",
            grain="stone",
            bend=False,
        )
        pen.box(x + 0.19, 0.12, x + 0.31, 0.42, ("#9a2a2a", "#2a4a8a")[k % 2], grain="fabric")
        pen.poly(
            [(x + 0.19, 0.42), (x + 0.31, 0.42), (x + 0.25, 0.5)], ("#9a2a2a", "#2a4a8a")[k % 2]
        )


def curtain(stage: Stage, _: float) -> None:
    """Hang the red curtain of a stage, in a spotlight."""
    pen, half = wall_pen(stage), half_width(stage)
    red = colour("#8f1c28")
    for x in np.arange(-half - 0.05, half + 0.1, 0.085):
        pen.limb(
            [(x, -0.05), (x + 0.015, 0.5), (x, 0.99)],
            0.1,
            0.105,
            0.1,
            paint=darker(red, float(pen.rng.uniform(0, 0.25))),
            grain="fabric",
        )
    for x in np.arange(-half, half + 0.2, 0.36):
        pen.blob(
            [(x - 0.2, -0.1), (x + 0.2, -0.1), (x + 0.16, 0.1), (x, 0.17), (x - 0.16, 0.1)],
            lighter(red, 0.06),
            grain="fabric",
        )
    pen.glow(0, 0.75, 0.9, "#fff0d0", 0.5)


def still_life(stage: Stage, _: float) -> None:
    """Hang a dark cloth behind a table."""
    pen, half = wall_pen(stage), half_width(stage)
    tone = darker(mix("#5a6a70", stage.tint, 0.5), 0.2)
    for x in np.arange(-half - 0.1, half + 0.2, 0.24):
        pen.limb(
            [
                (x, -0.05),
                (x + float(pen.rng.uniform(-0.08, 0.08)), 0.5),
                (x + float(pen.rng.uniform(-0.1, 0.1)), 1.05),
            ],
            0.24,
            0.3,
            0.36,
            paint=darker(tone, float(pen.rng.uniform(0, 0.2))),
            grain="fabric",
            strength=0.3,
        )
    y, x = np.mgrid[0 : stage.height, 0 : stage.width].astype(np.float32)
    glow = np.exp(
        -(
            ((x - stage.sun[0]) / stage.width) ** 2
            + ((y - stage.horizon * 0.75) / stage.height) ** 2
        )
        * 3.5
    )
    soft = cv2.GaussianBlur(stage.pixels[..., :3], (0, 0), stage.height * 0.008 + 0.5)
    stage.pixels[..., :3] = np.clip(soft * (0.5 + 0.85 * glow[..., None]), 0, 255)


def beyond_table(stage: Stage, near: float) -> None:
    """Show a kitchen out of focus behind the edge of a table."""
    counter(stage, near)
    wall = stage.pixels[: int(stage.horizon)]
    wall[:] = cv2.GaussianBlur(wall, (0, 0), stage.height * 0.014 + 0.5)


STEEL: Finish = {"grain": "metal", "gloss": 0.6, "strength": 0.3}


def panes(pen: Pen, stage: Stage, half: float) -> None:
    """Glaze the whole wall; a street lies outside."""
    sky = "#22305c" if stage.night else "#b8d8ee"
    for k, x in enumerate(np.arange(-half, half, 0.42)):
        pen.box(x, 0.04, x + 0.4, 0.97, sky, gloss=0.3, round=0.03)
        top = 0.35 + 0.12 * (k * 7 % 4)
        pen.box(x + 0.03, top, x + 0.37, 0.97, "#8fa2b4" if not stage.night else "#1a2240")
        for y in np.arange(top + 0.06, 0.9, 0.1):
            pen.box(x + 0.07, y, x + 0.33, y + 0.04, "#c4d4e0" if not stage.night else "#e8c870")
        pen.box(x - 0.015, 0.0, x + 0.015, 1.0, "#4a5058", **STEEL)
    pen.box(-half - 0.1, 0.0, half + 0.1, 0.05, "#4a5058", **STEEL)


def spots(pen: Pen, half: float, tone: str = "#fff4dc") -> None:
    """Hang spotlights under the ceiling."""
    pen.box(-half - 0.1, 0.06, half + 0.1, 0.08, "#3a3e44")
    for x in np.arange(-half + 0.15, half, 0.36):
        pen.poly(
            [(x - 0.03, 0.08), (x + 0.03, 0.08), (x + 0.045, 0.14), (x - 0.045, 0.14)], "#2a2c30"
        )
        pen.glow(float(x), 0.2, 0.34, tone, 0.55)


def tiles(pen: Pen, half: float, tone: str) -> None:
    """Tile the wall."""
    for y in np.arange(0.0, 1.0, 0.1):
        for k, x in enumerate(np.arange(-half - 0.1, half + 0.1, 0.1)):
            pen.box(
                x + 0.003,
                y + 0.003,
                x + 0.097,
                y + 0.097,
                lighter(tone, 0.05 * ((k * 3 + int(y * 10)) % 3)),
                round=0.08,
                gloss=0.2,
            )


def goods(pen: Pen, x0: float, x1: float, top: float, rows: int) -> None:
    """Stand shelves of packets and bottles against the wall."""
    pen.box(x0, top, x1, 1.0, "#c4c8cc", **STEEL)
    step = (1.0 - top) / rows
    for row in range(rows):
        base = top + step * (row + 1) - 0.02
        pen.box(x0 + 0.02, base - step + 0.03, x1 - 0.02, base, "#5a626a", round=0.02)
        x = x0 + 0.03
        while x < x1 - 0.06:
            wide, high = (
                float(pen.rng.uniform(0.03, 0.055)),
                step * float(pen.rng.uniform(0.5, 0.8)),
            )
            tones = ("#d8402e", "#e8b22a", "#3a8ac0", "#4aa05a", "#8a5ab0", "#f0ece0")
            pen.box(
                x,
                base - high,
                x + wide,
                base,
                tones[int(pen.rng.integers(6))],
                0.006,
                round=0.4,
                gloss=0.3,
            )
            pen.box(
                x + 0.005,
                base - high * 0.6,
                x + wide - 0.005,
                base - high * 0.3,
                "#f8f4ea",
                round=0.05,
            )
            x += wide + 0.006


def desks(pen: Pen, half: float) -> None:
    """Set two desks with computers and chairs."""
    for x in (-half * 0.55, half * 0.55):
        pen.box(x - 0.4, 0.66, x + 0.4, 0.7, "#c8a878", grain="wood", round=0.2)
        for leg in (x - 0.36, x + 0.34):
            pen.box(leg, 0.7, leg + 0.03, 1.02, "#5a6068", **STEEL)
        pen.box(x - 0.15, 0.42, x + 0.15, 0.61, "#24282e", 0.01, gloss=0.4)
        pen.box(x - 0.135, 0.435, x + 0.135, 0.595, "#8ac0e0", round=0.05)
        pen.box(x - 0.02, 0.6, x + 0.02, 0.66, "#3a3e44")
        pen.box(x - 0.12, 0.64, x + 0.12, 0.66, "#d8dade", 0.005)
        pen.box(x + 0.22, 0.6, x + 0.28, 0.66, "#e8e4da", 0.01)
        pen.box(x - 0.1, 0.62, x + 0.1, 0.84, "#2f3640", 0.04, round=0.6, grain="fabric")
        pen.box(x - 0.02, 0.84, x + 0.02, 0.98, "#4a5058")


def office(stage: Stage, _: float) -> None:
    """Furnish an office before a wall of glass."""
    pen, half = wall_pen(stage), half_width(stage)
    panes(pen, stage, half)
    desks(pen, half)
    place_thing(pen, "plant", 0.0, 1.03, 0.4)


def meeting_room(stage: Stage, _: float) -> None:
    """Furnish a meeting room: a screen, a long table, chairs."""
    pen, half = wall_pen(stage), half_width(stage)
    pen.box(-0.45, 0.12, 0.45, 0.58, "#24282e", 0.01)
    pen.box(-0.43, 0.14, 0.43, 0.56, "#eef2f6", round=0.03)
    for k, tall in enumerate((0.12, 0.2, 0.16, 0.28)):
        pen.box(-0.3 + 0.16 * k, 0.5 - tall, -0.2 + 0.16 * k, 0.5, ("#3a7ac0", "#e8902a")[k % 2])
    for x in np.arange(-half * 0.8, half * 0.9, 0.4):
        pen.box(x - 0.1, 0.6, x + 0.1, 0.86, "#2f3640", 0.04, round=0.5, grain="fabric")
    pen.box(-half * 0.95, 0.78, half * 0.95, 0.85, "#8a5a34", 0.02, grain="wood", gloss=0.3)
    pen.box(-half * 0.8, 0.85, half * 0.8, 1.02, "#6a4426", grain="wood")


def showroom(stage: Stage, _: float) -> None:
    """Stand new cars under spotlights before glass."""
    pen, half = wall_pen(stage), half_width(stage)
    panes(pen, stage, half)
    for x, tone in ((-half * 0.68, "#a8202c"), (half * 0.68, "#2f5fa8")):
        pen.ellipse(x, 1.02, 0.46, 0.04, "#d8dce0", gloss=0.5)
        place_thing(pen, "car", x, 1.02, 0.34)
        pen.glow(x, 0.8, 0.4, lighter(tone, 0.8), 0.15)
    spots(pen, half)


def gym(stage: Stage, _: float) -> None:
    """Furnish a gym: mirrors, a rack of dumbbells, a punch bag, balls."""
    pen, half = wall_pen(stage), half_width(stage)
    for x in np.arange(-half, half, 0.5):
        pen.box(x + 0.01, 0.08, x + 0.49, 0.62, "#aebcc6", gloss=0.7, round=0.03)
        pen.poly(
            [(x + 0.1, 0.6), (x + 0.3, 0.1), (x + 0.36, 0.1), (x + 0.16, 0.6)],
            "#c4d0d8",
            round=0.01,
        )
    for y in (0.72, 0.88):
        pen.box(-half * 0.95, y, half * 0.35, y + 0.02, "#3a3e44", **STEEL)
        for x in np.arange(-half * 0.9, half * 0.28, 0.19):
            pen.limb([(x, y - 0.03), (x + 0.1, y - 0.03)], 0.02, 0.02, paint="#a8b0b8", bend=False)
            for side in (x, x + 0.1):
                pen.ellipse(float(side), y - 0.03, 0.03, 0.045, "#26282e", gloss=0.4, round=0.8)
    for x in (-half * 0.95, half * 0.34):
        pen.box(x - 0.015, 0.68, x + 0.015, 1.02, "#2a2c30")
    pen.limb([(half * 0.6, 0.0), (half * 0.6, 0.26)], 0.02, 0.02, paint="#3a3e44", bend=False)
    pen.box(half * 0.6 - 0.1, 0.26, half * 0.6 + 0.1, 0.82, "#a8202c", 0.09, round=0.9, gloss=0.3)
    pen.ellipse(half * 0.85, 0.9, 0.13, 0.13, "#3a8ac0", gloss=0.5, round=1)
    spots(pen, half, "#f4f8ff")


def shop(stage: Stage, _: float) -> None:
    """Line a shop with shelves of goods."""
    pen, half = wall_pen(stage), half_width(stage)
    for x in np.arange(-half, half, 0.62):
        goods(pen, float(x) + 0.02, float(x) + 0.58, 0.16, 5)
    spots(pen, half)


def bathroom(stage: Stage, _: float) -> None:
    """Furnish a bathroom: tiles, a basin under a mirror, a bath."""
    pen, half = wall_pen(stage), half_width(stage)
    tiles(pen, half, "#b8d4d8")
    pen.box(-half * 0.5 - 0.17, 0.12, -half * 0.5 + 0.17, 0.52, "#e8e4da", 0.02)
    pen.box(-half * 0.5 - 0.15, 0.14, -half * 0.5 + 0.15, 0.5, "#dcecf2", 0.01, gloss=0.8)
    place_thing(pen, "sink", -half * 0.5, 1.03, 0.44)
    pen.blob(
        [
            (half * 0.1, 0.7),
            (half * 0.9, 0.7),
            (half * 0.84, 0.97),
            (half * 0.5, 1.01),
            (half * 0.16, 0.97),
        ],
        "#f6f8f8",
        gloss=0.6,
        round=0.8,
    )
    pen.box(half * 0.06, 0.67, half * 0.94, 0.73, "#ffffff", 0.03, gloss=0.6)
    place_thing(pen, "plant", half * 0.98, 1.02, 0.3)


def cafe(stage: Stage, _: float) -> None:
    """Furnish a restaurant: windows, lamps over laid tables."""
    pen, half = wall_pen(stage), half_width(stage)
    for x in (-half * 0.6, half * 0.6):
        window(pen, stage, x, 0.34, 0.4, 0.42)
    for x in (-half * 0.7, 0.0, half * 0.7):
        pen.limb([(x, 0.0), (x, 0.24)], 0.008, 0.008, paint="#2a2420", bend=False)
        pen.blob([(x - 0.08, 0.3), (x - 0.03, 0.23), (x + 0.03, 0.23), (x + 0.08, 0.3)], "#8a3a2a")
        pen.glow(x, 0.33, 0.32, "#ffd890", 0.6)
        pen.box(x - 0.22, 0.76, x + 0.22, 0.79, "#f4ece0", 0.01, grain="fabric")
        pen.box(x - 0.02, 0.79, x + 0.02, 1.0, "#4a3222")
        for side in (-1, 1):
            seat = x + side * 0.32
            pen.box(seat - 0.02 * side, 0.62, seat + 0.02 * side, 1.0, "#6a4426", grain="wood")
            pen.box(
                min(seat, seat - 0.13 * side), 0.82, max(seat, seat - 0.13 * side), 0.85, "#8a5a34"
            )
        pen.box(x - 0.02, 0.66, x + 0.02, 0.76, "#c8e0e4", 0.01, gloss=0.8)


def bar(stage: Stage, _: float) -> None:
    """Furnish a bar: bottles behind a counter."""
    pen, half = wall_pen(stage), half_width(stage)
    goods(pen, -half * 0.95, half * 0.95, 0.1, 4)
    pen.box(-half - 0.1, 0.66, half + 0.1, 0.72, "#5a3420", grain="wood", gloss=0.4, round=0.4)
    pen.box(-half - 0.1, 0.72, half + 0.1, 1.02, "#3a2216", grain="wood")
    for x in np.arange(-half * 0.8, half, 0.36):
        pen.ellipse(float(x), 0.82, 0.09, 0.035, "#8a2a2a", gloss=0.4)
        pen.box(x - 0.012, 0.84, x + 0.012, 1.04, "#a8b0b8", **STEEL)
    spots(pen, half, "#ffb860")


def ward(stage: Stage, _: float) -> None:
    """Furnish a hospital ward: a bed, a drip, a monitor, a curtain."""
    pen, half = wall_pen(stage), half_width(stage)
    window(pen, stage, half * 0.5, 0.34, 0.36, 0.4)
    for k in range(6):
        pen.limb(
            [(-half + 0.07 * k, 0.06), (-half + 0.07 * k, 0.97)],
            0.08,
            0.085,
            paint=darker("#9ad0c8", 0.06 * (k % 3)),
            grain="fabric",
        )
    place_thing(pen, "bed", -half * 0.1, 1.05, 0.38)
    pen.limb([(half * 0.3, 0.3), (half * 0.3, 1.0)], 0.015, 0.015, paint="#a8b0b8", bend=False)
    pen.box(half * 0.3 - 0.035, 0.3, half * 0.3 + 0.035, 0.44, "#d8ecf2", 0.02, gloss=0.7)
    pen.box(half * 0.62, 0.62, half * 0.62 + 0.24, 0.8, "#e8ecee", 0.01)
    pen.box(half * 0.62 + 0.02, 0.64, half * 0.62 + 0.22, 0.78, "#12303a")
    pen.limb(
        [
            (half * 0.62 + 0.03, 0.72),
            (half * 0.62 + 0.1, 0.72),
            (half * 0.62 + 0.12, 0.66),
            (half * 0.62 + 0.14, 0.76),
            (half * 0.62 + 0.21, 0.72),
        ],
        0.008,
        0.008,
        paint="#5af09a",
        bend=False,
    )


def workshop(stage: Stage, _: float) -> None:
    """Furnish a workshop or garage: tools on the wall over a bench."""
    pen, half = wall_pen(stage), half_width(stage)
    pen.box(-half * 0.9, 0.12, half * 0.9, 0.56, "#b89a6a", grain="wood", round=0.05)
    for k, x in enumerate(np.arange(-half * 0.8, half * 0.85, 0.2)):
        place_thing(
            pen,
            ("hammer", "scissors", "key", "ladder", "cord", "brush")[k % 6],
            float(x),
            0.5,
            0.26,
        )
    pen.box(-half - 0.1, 0.66, half + 0.1, 0.72, "#9a7444", grain="wood", round=0.3)
    pen.box(-half - 0.1, 0.72, half + 0.1, 1.02, "#5a626a", **STEEL)
    for x in np.arange(-half, half, 0.34):
        for y in (0.75, 0.88):
            pen.box(x + 0.02, y, x + 0.32, y + 0.11, "#a83a2e", 0.01, gloss=0.3)
            pen.box(x + 0.12, y + 0.02, x + 0.22, y + 0.035, "#d8dce0")


def factory(stage: Stage, _: float) -> None:
    """Furnish a factory or warehouse: girders, high windows, stacked boxes."""
    pen, half = wall_pen(stage), half_width(stage)
    for x in np.arange(-half, half, 0.46):
        pen.box(
            x + 0.04, 0.1, x + 0.42, 0.3, "#cfe2ea" if not stage.night else "#22305c", gloss=0.3
        )
        pen.box(x - 0.025, 0.0, x + 0.025, 1.0, "#5a6a72", **STEEL)
    pen.limb([(-half - 0.1, 0.06), (half + 0.1, 0.06)], 0.03, 0.03, paint="#e8b22a", bend=False)
    for row in range(4):
        for k, x in enumerate(np.arange(-half * 0.95, half, 0.24)):
            if (k * 5 + row) % 7 > row:
                y = 1.01 - 0.15 * row
                pen.box(
                    x,
                    y - 0.145,
                    x + 0.225,
                    y,
                    darker("#b8844c", 0.07 * ((k + row) % 3)),
                    round=0.08,
                    grain="plaster",
                )
                pen.box(x + 0.095, y - 0.145, x + 0.13, y, "#d8b888")


def disco(stage: Stage, _: float) -> None:
    """Light a club: a mirror ball, beams, loudspeakers."""
    pen, half = wall_pen(stage), half_width(stage)
    pen.box(-half - 0.1, 0, half + 0.1, 1.0, "#14101f", round=0.02)
    for k, x in enumerate(np.arange(-half, half + 0.2, 0.34)):
        tone = ("#ff3aa0", "#3ac8ff", "#8a5aff", "#ffd03a")[k % 4]
        pen.glow(float(x), 0.1, 0.5, tone, 0.8)
        pen.glow(float(x) * 0.7, 0.9, 0.4, tone, 0.4)
    for x in (-half * 0.85, half * 0.85):
        pen.box(x - 0.16, 0.5, x + 0.16, 1.02, "#26222e", 0.01)
        for y, radius in ((0.62, 0.07), (0.83, 0.12)):
            pen.ellipse(x, y, radius, radius, "#4a4656", round=0.6)
    pen.limb([(0.0, 0.0), (0.0, 0.14)], 0.006, 0.006, paint="#888888", bend=False)
    pen.ellipse(0, 0.24, 0.12, 0.12, "#d8dce8", gloss=1.0, round=1, grain="brick", strength=1.0)


def platform(stage: Stage, _: float) -> None:
    """Stand a train beside a platform of tiles: a station or the underground."""
    pen, half = wall_pen(stage), half_width(stage)
    tiles(pen, half, "#dcd8cc")
    pen.box(-half - 0.1, 0.34, half + 0.1, 0.96, "#c8ccd0", 0.0, gloss=0.5, round=0.1)
    pen.box(-half - 0.1, 0.72, half + 0.1, 0.78, "#c83a2e")
    for k, x in enumerate(np.arange(-half, half, 0.3)):
        tall = 0.92 if k % 3 == 1 else 0.66
        pen.box(
            x + 0.03, 0.42, x + 0.27, tall, "#dcecf4" if tall < 0.9 else "#9aa4ac", 0.02, gloss=0.5
        )
    place_thing(pen, "clock", 0.0, 0.3, 0.24)


def terminal(stage: Stage, _: float) -> None:
    """Glaze a terminal: a plane outside, seats inside."""
    pen, half = wall_pen(stage), half_width(stage)
    pen.box(
        -half - 0.1, 0.06, half + 0.1, 0.9, "#b8d8ee" if not stage.night else "#1a2448", round=0.02
    )
    pen.box(-half - 0.1, 0.66, half + 0.1, 0.9, "#8f9aa0", round=0.02)
    place_thing(pen, "airplane", 0.0, 0.72, 0.3)
    for x in np.arange(-half, half + 0.3, 0.5):
        pen.box(x - 0.012, 0.0, x + 0.012, 0.92, "#5a626a", **STEEL)
    for x in np.arange(-half * 0.9, half, 0.2):
        pen.box(x, 0.76, x + 0.17, 0.9, "#2f4f8a", 0.02, round=0.5)
        pen.box(x, 0.9, x + 0.17, 0.94, "#26406f", 0.01)
    pen.box(-half * 0.95, 0.94, half * 0.95, 0.96, "#a8b0b8", **STEEL)


def lobby(stage: Stage, _: float) -> None:
    """Furnish a hotel lobby: panels, pictures, sofas, lamps."""
    pen, half = wall_pen(stage), half_width(stage)
    for x in np.arange(-half, half, 0.6):
        pen.box(x + 0.03, 0.06, x + 0.57, 0.94, "#c8b088", 0.01, round=0.06)
        pen.box(x + 0.06, 0.1, x + 0.54, 0.9, "#d8c4a0", 0.01, round=0.04)
    picture(pen, 0.0, 0.34, 0.44, 0.28)
    for side in (-1, 1):
        place_thing(pen, "sofa", side * half * 0.58, 1.04, 0.3)
        place_thing(pen, "lamp", side * half * 0.95, 1.02, 0.62)
    place_thing(pen, "plant", 0.0, 1.03, 0.46)


def nave(stage: Stage, _: float) -> None:
    """Build the inside of a church: stained glass, columns, pews."""
    pen, half = wall_pen(stage), half_width(stage)
    pen.box(-half - 0.1, 0, half + 0.1, 1.0, "#b8ae9a", grain="stone", strength=0.5, round=0.02)
    tones = ("#c8302e", "#2f5fb0", "#e8b22a", "#3a9a5a", "#7a3a9a")
    for k, x in enumerate(np.arange(-half * 0.8, half, 0.5)):
        outline = [
            (x - 0.11, 0.66),
            (x - 0.11, 0.28),
            (x, 0.1),
            (x + 0.11, 0.28),
            (x + 0.11, 0.66),
        ]
        pen.blob(outline, "#3a342c", round=0.05)
        for row in range(5):
            for column in range(2):
                left, y = x - 0.085 + 0.09 * column, 0.26 + 0.075 * row
                pen.box(
                    left,
                    y,
                    left + 0.08,
                    y + 0.065,
                    tones[(k + row * 2 + column * 3) % 5],
                    gloss=0.6,
                )
        pen.glow(float(x), 0.4, 0.3, tones[k % 5], 0.3)
        pen.limb(
            [(x + 0.25, 0.0), (x + 0.25, 1.0)],
            0.09,
            0.08,
            paint="#d0c6b2",
            grain="stone",
            bend=False,
        )
    for y, tone in ((0.8, "#7a5030"), (0.9, "#6a4426")):
        pen.box(-half - 0.1, y, half + 0.1, y + 0.1, tone, 0.0, grain="wood", round=0.3)


def cabin(stage: Stage, depth: float) -> None:
    """Furnish a cabin: logs, a fire, a window, an armchair."""
    pen, half = wall_pen(stage), half_width(stage)
    for y in np.arange(0.05, 1.0, 0.1):
        pen.limb(
            [(-half - 0.1, y), (half + 0.1, y)],
            0.1,
            0.1,
            paint=darker("#9c6b3c", 0.08 * (int(y * 10) % 3)),
            bend=False,
            grain="wood",
        )
    pen.box(-0.34, 0.3, 0.34, 1.02, "#8f8c84", grain="stone", round=0.1)
    pen.box(-0.4, 0.46, 0.4, 0.52, "#6a452a", grain="wood", round=0.3)
    pen.blob(
        [(-0.22, 1.0), (-0.22, 0.7), (0.0, 0.6), (0.22, 0.7), (0.22, 1.0)], "#1c1410", round=0.05
    )
    place_thing(pen, "campfire", 0.0, 1.0, 0.26)
    pen.glow(0, 0.86, 0.7, "#ffa040", 0.6)
    window(pen, stage, -half * 0.66, 0.36, 0.32, 0.34)
    shelf_case(pen, half * 0.62 - 0.16, half * 0.62 + 0.16, 0.3, 4)
    place_thing(pen, "sofa", -half * 0.66, 1.04, 0.26)


def glasshouse(stage: Stage, _: float) -> None:
    """Fill a greenhouse with plants."""
    pen, half = wall_pen(stage), half_width(stage)
    pen.box(-half - 0.1, 0.0, half + 0.1, 1.0, "#c4e0e4", round=0.02)
    for x in np.arange(-half, half + 0.2, 0.24):
        pen.box(x - 0.008, 0.0, x + 0.008, 1.0, "#f0f4f2")
    for y in (0.3, 0.6):
        pen.box(-half - 0.1, y - 0.006, half + 0.1, y + 0.006, "#f0f4f2")
    for k, x in enumerate(np.arange(-half * 0.95, half, 0.26)):
        place_thing(
            pen,
            ("plant", "bush", "cactus", "sunflower", "tulip")[k % 5],
            float(x),
            1.02,
            0.34 + 0.1 * (k % 3),
        )


def stands(stage: Stage, _: float) -> None:
    """Raise the stands of a stadium, full of people, under floodlights."""
    pen, half = wall_pen(stage), half_width(stage)
    for row in range(9):
        y = 0.4 + 0.06 * row
        pen.box(
            -half - 0.1, y, half + 0.1, y + 0.065, darker("#8a94a0", 0.05 * (row % 3)), round=0.1
        )
        for x in np.arange(-half, half, 0.034):
            tones = ("#d8402e", "#f0ece0", "#2f5fb0", "#e8b22a", "#3a3e44")
            tone = tones[int(pen.rng.integers(5))]
            pen.dot(float(x) + 0.008 * (row % 2), y + 0.02, 0.013, tone)
    pen.box(-half - 0.1, 0.93, half + 0.1, 1.0, "#f0f0ea", round=0.05)
    pen.poly(
        [(-half - 0.1, 0.3), (half + 0.1, 0.3), (half + 0.1, 0.4), (-half - 0.1, 0.4)], "#4a525c"
    )
    for x in (-half * 0.8, half * 0.8):
        pen.box(x - 0.015, 0.08, x + 0.015, 0.34, "#5a626a")
        pen.box(x - 0.12, 0.02, x + 0.12, 0.12, "#e8ecf0", 0.01)
        pen.glow(x, 0.07, 0.36, "#fffbe8", 0.7)


BRIGHT = ("#d8402e", "#e8b22a", "#3a8ac0", "#4aa05a", "#8a5ab0")


def pool(stage: Stage, _: float) -> None:
    """Tile a swimming hall: high windows, starting blocks, an edge above the water."""
    pen, half = wall_pen(stage), half_width(stage)
    tiles(pen, half, "#d4e8ea")
    for x in np.arange(-half, half, 0.5):
        pen.box(x + 0.02, 0.06, x + 0.48, 0.5, "#bfe0f0", gloss=0.4, round=0.03)
        pen.box(x - 0.012, 0.0, x + 0.012, 0.86, "#a8b8bc", **STEEL)
    pen.box(-half - 0.1, 0.86, half + 0.1, 1.0, "#f2f4f2", grain="stone", round=0.1)
    for k, x in enumerate(np.arange(-half * 0.85, half, 0.42)):
        pen.box(x - 0.09, 0.7, x + 0.09, 0.9, "#f0f2f2", 0.01, round=0.2)
        pen.box(x - 0.1, 0.68, x + 0.1, 0.72, BRIGHT[k % 5], 0.01)


def salon(stage: Stage, _: float) -> None:
    """Furnish a hair salon: lit mirrors over shelves, chairs before them."""
    pen, half = wall_pen(stage), half_width(stage)
    for x in np.arange(-half * 0.8, half, 0.62):
        pen.ellipse(float(x), 0.38, 0.2, 0.26, "#3a3230", round=0.1)
        pen.ellipse(float(x), 0.38, 0.18, 0.24, "#c8dce4", gloss=0.8, round=0.05)
        pen.glow(float(x), 0.12, 0.36, "#fff0d0", 0.6)
        pen.box(x - 0.24, 0.68, x + 0.24, 0.71, "#f0ece4", 0.005, gloss=0.3)
        for k in range(5):
            left = x - 0.2 + 0.08 * k
            pen.box(
                left, 0.68 - 0.05 - 0.02 * (k % 3), left + 0.04, 0.68, BRIGHT[k], 0.008, gloss=0.5
            )
        pen.box(x - 0.14, 0.62, x + 0.14, 0.84, "#26242a", 0.05, round=0.7, gloss=0.3)
        pen.box(x - 0.16, 0.82, x + 0.16, 0.89, "#2f2c34", 0.03, round=0.6)
        pen.box(x - 0.02, 0.89, x + 0.02, 1.02, "#a8b0b8", **STEEL)


def cinema(stage: Stage, _: float) -> None:
    """Hang a screen over rows of red seats."""
    pen, half = wall_pen(stage), half_width(stage)
    pen.box(-half - 0.1, -0.1, half + 0.1, 1.0, "#1c1418", round=0.02)
    wide = min(half * 0.78, 1.0)
    pen.box(-wide, 0.08, wide, 0.56, "#dfe8f0", 0.01, round=0.02)
    pen.glow(0.0, 0.32, 1.3, "#b8d0e8", 0.45)
    for row, y in enumerate((0.64, 0.76, 0.89)):
        step = 0.2 + 0.05 * row
        for x in np.arange(-half - 0.1 + step * 0.5 * (row % 2), half + 0.1, step):
            pen.box(x, y, x + step * 0.9, y + 0.16, darker("#a8242e", 0.12 * (2 - row)), 0.03,
                    round=0.7, grain="fabric")  # fmt: skip


def recording_studio(stage: Stage, _: float) -> None:
    """Pad a studio with foam: a microphone, loudspeakers, a desk."""
    pen, half = wall_pen(stage), half_width(stage)
    for row, y in enumerate(np.arange(0.0, 0.72, 0.12)):
        for k, x in enumerate(np.arange(-half, half, 0.12)):
            tone = ("#3a3640", "#2a2730")[(k + row) % 2]
            pen.poly([(x, y + 0.12), (x + 0.06, y), (x + 0.12, y + 0.12)], tone, round=0.4)
    pen.box(-half - 0.1, 0.76, half + 0.1, 1.0, "#4a3426", grain="wood", round=0.1)
    for x in (-half * 0.75, half * 0.75):
        pen.box(x - 0.13, 0.42, x + 0.13, 0.76, "#1c1a20", 0.015)
        for y, radius in ((0.5, 0.05), (0.65, 0.085)):
            pen.ellipse(x, y, radius, radius, "#5a5660", round=0.6)
    pen.box(-half * 0.4, 0.5, half * 0.4, 0.72, "#12161c", 0.01, gloss=0.3)
    for x in np.arange(-half * 0.37, half * 0.37, 0.03):
        high = 0.08 * float(pen.rng.uniform(0.1, 1))
        pen.box(x, 0.61 - high, x + 0.018, 0.61 + high, "#4ad0a0")
    pen.limb([(half * 0.5, 0.0), (half * 0.5, 0.3)], 0.012, 0.012, paint="#8a8e94", bend=False)
    pen.ellipse(half * 0.5, 0.37, 0.045, 0.075, "#c8ccd0", gloss=0.7, round=1, grain="metal")
    pen.glow(0.0, 0.6, 0.6, "#4ad0a0", 0.2)


def corridor(stage: Stage, _: float) -> None:
    """Lead a corridor of doors and lamps to a bright end."""
    pen, half = wall_pen(stage), half_width(stage)
    end = 0.2
    pen.poly([(-half - 0.1, -0.1), (half + 0.1, -0.1), (end, 0.42), (-end, 0.42)], "#e8e6e0")
    for side in (-1, 1):
        pen.poly([(side * (half + 0.1), -0.1), (side * end, 0.42), (side * end, 0.78),
                  (side * (half + 0.1), 1.1)], stage.far(stage.tint, 0), round=0.02)  # fmt: skip
        for near, far in ((0.95, 0.72), (0.58, 0.45), (0.37, 0.3)):
            high = [
                0.42 - (0.52 * (at * (half + 0.1) - end) / (half + 0.1 - end))
                for at in (near, far)
            ]
            low = [
                0.78 + (0.32 * (at * (half + 0.1) - end) / (half + 0.1 - end))
                for at in (near, far)
            ]
            tops = [h + 0.22 * (lo - h) for h, lo in zip(high, low, strict=True)]
            pen.poly([(side * near * (half + 0.1), tops[0]), (side * far * (half + 0.1), tops[1]),
                      (side * far * (half + 0.1), low[1]), (side * near * (half + 0.1), low[0])],
                     "#7a5638", grain="wood", round=0.06)  # fmt: skip
    pen.poly([(-end, 0.78), (end, 0.78), (half + 0.1, 1.1), (-half - 0.1, 1.1)], "#8a847a")
    pen.box(-end, 0.42, end, 0.78, "#f4f2ea", round=0.02)
    pen.box(-0.1, 0.48, 0.1, 0.78, "#cfe4ee", gloss=0.3)
    for y, wide in ((0.05, 0.34), (0.22, 0.2), (0.33, 0.11)):
        pen.poly(
            [(-wide, y), (wide, y), (wide * 0.8, y + 0.05), (-wide * 0.8, y + 0.05)], "#ffffff"
        )
        pen.glow(0.0, y, wide * 2.2, "#fff8e8", 0.5)


def attic(stage: Stage, _: float) -> None:
    """Roof an attic or a loft with beams; a skylight lets the day in."""
    pen, half = wall_pen(stage), half_width(stage)
    pen.box(-half - 0.1, -0.1, half + 0.1, 1.0, "#a5543c", grain="brick", strength=0.8, round=0.02)
    for side in (-1, 1):
        slope = [(side * 0.12, -0.1), (side * (half + 0.1), -0.1), (side * (half + 0.1), 0.62)]
        pen.poly(slope, "#c8a878", grain="wood", round=0.05)
        left = side * half * 0.62
        pane = [(left - 0.16, 0.02), (left + 0.12, 0.02), (left + 0.18, 0.2), (left - 0.08, 0.2)]
        pen.poly(pane, "#cfe6f4" if not stage.night else "#22305c", gloss=0.5)
        pen.limb([(side * 0.1, -0.05), (side * (half + 0.1), 0.64)], 0.05, 0.05,
                 paint="#6a4426", bend=False, grain="wood")  # fmt: skip
    pen.box(-half - 0.1, 0.2, half + 0.1, 0.26, "#6a4426", grain="wood", round=0.3)
    window(pen, stage, 0.0, 0.5, 0.42, 0.36)
    place_thing(pen, "plant", half * 0.55, 1.02, 0.34)
    place_thing(pen, "lamp", -half * 0.6, 1.02, 0.5)


def prison(stage: Stage, _: float) -> None:
    """Close a cell with bars before a stone wall."""
    pen, half = wall_pen(stage), half_width(stage)
    pen.box(-half - 0.1, -0.1, half + 0.1, 1.0, "#85827a", grain="brick", strength=0.9, round=0.02)
    pen.box(-0.16, 0.1, 0.16, 0.3, "#c4dcea" if not stage.night else "#22305c", 0.01)
    pen.glow(0.0, 0.24, 0.8, "#e8f0f4", 0.4)
    pen.box(-half * 0.9, 0.74, -half * 0.2, 0.8, "#5a626a", **STEEL)
    pen.box(-half * 0.9, 0.68, -half * 0.2, 0.75, "#a8a49c", 0.03, round=0.5, grain="fabric")
    for x in np.arange(-half, half + 0.1, 0.15):
        pen.limb([(x, -0.1), (x, 1.04)], 0.026, 0.026, paint="#33373c", bend=False, gloss=0.5)
    for y in (0.06, 0.52):
        pen.box(-half - 0.1, y, half + 0.1, y + 0.03, "#2a2d32", **STEEL)


def sports_hall(stage: Stage, _: float) -> None:
    """Furnish a sports hall: wall bars, a basket on its board, lines."""
    pen, half = wall_pen(stage), half_width(stage)
    pen.box(-half - 0.1, 0.66, half + 0.1, 1.0, "#2f6a9a", round=0.02)
    for x in np.arange(-half, half, 0.46):
        pen.box(x + 0.03, 0.03, x + 0.43, 0.2, "#dcecf4", gloss=0.3)
    for centre in (-half * 0.72, half * 0.72):
        for y in np.arange(0.3, 0.98, 0.055):
            pen.limb([(centre - 0.22, y), (centre + 0.22, y)], 0.018, 0.018, paint="#c89a5c",
                     bend=False)  # fmt: skip
        for x in (centre - 0.22, centre, centre + 0.22):
            pen.box(x - 0.015, 0.27, x + 0.015, 1.0, "#a87840", grain="wood")
    pen.limb([(0.0, -0.1), (0.0, 0.2)], 0.03, 0.03, paint="#4a5058", bend=False)
    pen.box(-0.27, 0.12, 0.27, 0.46, "#f4f4f0", 0.01, round=0.05)
    pen.box(-0.1, 0.28, 0.1, 0.42, "#d8402e")
    pen.box(-0.085, 0.295, 0.085, 0.405, "#f4f4f0")
    pen.ellipse(0.0, 0.45, 0.1, 0.025, "#d8602e", gloss=0.3)
    for k in range(7):
        x = -0.09 + 0.03 * k
        pen.limb([(x, 0.46), (x * 0.6, 0.6)], 0.006, 0.006, paint="#f0f0ea", bend=False)
    spots(pen, half, "#f4f8ff")


def casino(stage: Stage, _: float) -> None:
    """Line a casino with slot machines under golden lights."""
    pen, half = wall_pen(stage), half_width(stage)
    pen.box(-half - 0.1, -0.1, half + 0.1, 1.0, "#4a1420", round=0.02, grain="fabric")
    for k, x in enumerate(np.arange(-half, half, 0.34)):
        tone = BRIGHT[k % 5]
        pen.box(x + 0.03, 0.3, x + 0.31, 1.02, darker(tone, 0.35), 0.03, round=0.3, gloss=0.4)
        pen.ellipse(x + 0.17, 0.32, 0.14, 0.1, tone, gloss=0.6)
        pen.box(x + 0.07, 0.46, x + 0.27, 0.64, "#14161c", 0.01)
        for column in range(3):
            left = x + 0.08 + 0.063 * column
            pen.box(left, 0.48, left + 0.052, 0.62, "#f4f0e4", 0.005, round=0.4)
            pen.dot(left + 0.026, 0.55, 0.018, BRIGHT[(k + 2 * column) % 5])
        pen.box(x + 0.06, 0.74, x + 0.28, 0.8, "#d8b040", gloss=0.7)
        pen.glow(x + 0.17, 0.34, 0.3, lighter(tone, 0.4), 0.5)
    for x in np.arange(-half, half + 0.1, 0.07):
        pen.dot(float(x), 0.12, 0.014, "#ffe49a")
    pen.glow(0.0, 0.12, 1.2, "#ffc860", 0.4)


def carriage(stage: Stage, _: float) -> None:
    """Seat a carriage or a cabin: a row of windows, head rests, racks."""
    pen, half = wall_pen(stage), half_width(stage)
    pen.box(-half - 0.1, -0.1, half + 0.1, 1.0, "#e4e6e6", round=0.02)
    pen.box(-half - 0.1, 0.04, half + 0.1, 0.14, "#b4babe", **STEEL)
    sky, land = ("#22305c", "#141c34") if stage.night else ("#b8dcf2", "#7a9a5a")
    for x in np.arange(-half, half, 0.5):
        pen.box(x + 0.06, 0.22, x + 0.44, 0.6, "#9aa2a8", 0.06)
        pen.box(x + 0.08, 0.24, x + 0.42, 0.58, sky, 0.05, gloss=0.4, round=0.03)
        pen.box(x + 0.09, 0.48, x + 0.41, 0.57, land, 0.02)
    pen.box(-half - 0.1, 0.66, half + 0.1, 0.69, "#c8cccc", round=0.3)
    for x in np.arange(-half - 0.05, half, 0.4):
        pen.box(x, 0.56, x + 0.3, 1.04, "#2f4f8a", 0.06, round=0.6, grain="fabric")
        pen.box(x + 0.04, 0.57, x + 0.26, 0.68, "#e8e4d8", 0.03, round=0.4)


def data_centre(stage: Stage, _: float) -> None:
    """Line a data centre with racks and their lights."""
    pen, half = wall_pen(stage), half_width(stage)
    pen.box(-half - 0.1, -0.1, half + 0.1, 1.0, "#20262e", round=0.02)
    for x in np.arange(-half, half, 0.36):
        pen.box(x + 0.01, 0.06, x + 0.35, 1.02, "#12161c", 0.005, gloss=0.3)
        for y in np.arange(0.1, 0.96, 0.06):
            pen.box(x + 0.03, y, x + 0.33, y + 0.045, "#2a323c", 0.004, grain="metal")
            for k in range(4):
                tone = ("#4af08a", "#4ab8ff", "#ffb83a")[int(pen.rng.integers(3))]
                pen.dot(x + 0.24 + 0.02 * k, y + 0.022, 0.006, tone)
        pen.glow(x + 0.27, 0.5, 0.4, "#4ab8ff", 0.25)
    pen.box(-half - 0.1, 0.0, half + 0.1, 0.04, "#e8f4ff")
    pen.glow(0.0, 0.02, 1.4, "#a8d8ff", 0.4)


def playroom(stage: Stage, _: float) -> None:
    """Furnish a playroom: bunting, shelves of blocks, a tent, toys."""
    pen, half = wall_pen(stage), half_width(stage)
    for k, x in enumerate(np.arange(-half, half, 0.16)):
        sag = 0.06 * np.sin((x + half) / (2 * half) * np.pi)
        pen.poly([(x, 0.08 + sag), (x + 0.13, 0.08 + sag), (x + 0.065, 0.2 + sag)], BRIGHT[k % 5])
    window(pen, stage, half * 0.35, 0.42, 0.34, 0.34)
    pen.box(-half * 0.9, 0.5, -half * 0.25, 1.02, "#f0e8da", 0.01)
    for row in range(2):
        for k, x in enumerate(np.arange(-half * 0.86, -half * 0.34, 0.14)):
            pen.box(x, 0.55 + 0.24 * row, x + 0.12, 0.72 + 0.24 * row, BRIGHT[(k + 2 * row) % 5],
                    0.02, round=0.3)  # fmt: skip
    place_thing(pen, "teddy bear", -half * 0.55, 0.51, 0.24)
    place_thing(pen, "tent", half * 0.72, 1.04, 0.5)
    place_thing(pen, "ball", half * 0.25, 1.03, 0.15)


def christmas(stage: Stage, _: float) -> None:
    """Dress a room for Christmas: a tree with lights, presents, stockings by a fire."""
    pen, half = wall_pen(stage), half_width(stage)
    x = -half * 0.55
    pen.box(half * 0.5 - 0.34, 0.36, half * 0.5 + 0.34, 1.02, "#a5543c", grain="brick", round=0.05)
    pen.box(half * 0.5 - 0.4, 0.34, half * 0.5 + 0.4, 0.4, "#8a6038", grain="wood")
    pen.box(half * 0.5 - 0.2, 0.58, half * 0.5 + 0.2, 1.0, "#1c1410", 0.02)
    place_thing(pen, "campfire", half * 0.5, 1.0, 0.26)
    pen.glow(half * 0.5, 0.86, 0.7, "#ffa040", 0.6)
    for k in range(4):
        left = half * 0.5 - 0.32 + 0.19 * k
        pen.limb([(left, 0.4), (left, 0.54), (left + 0.06, 0.56)], 0.05, 0.045, paint="#c8302e",
                 grain="fabric")  # fmt: skip
    for y, wide in ((0.88, 0.36), (0.68, 0.3), (0.48, 0.23), (0.3, 0.15)):
        pen.poly(
            [(x - wide, y), (x, y - 0.3), (x + wide, y)], "#2f6a3a", grain="leaves", round=0.4
        )
    pen.box(x - 0.04, 0.88, x + 0.04, 1.0, "#6a4426", grain="wood")
    for k in range(26):
        y = float(pen.rng.uniform(0.2, 0.86))
        at = x + float(pen.rng.uniform(-1, 1)) * 0.34 * (y - 0.05)
        pen.dot(at, y, 0.016, BRIGHT[k % 5])
        pen.glow(at, y, 0.07, "#ffe49a", 0.5)
    place_thing(pen, "star", x, 0.08, 0.14)
    for k in range(3):
        place_thing(pen, "gift", x - 0.3 + 0.3 * k, 1.03, 0.16 + 0.03 * (k % 2))
    picture(pen, half * 0.5, 0.2, 0.3, 0.18)


def rows(stage: Stage, _: float) -> None:
    """Plant rows of bushes that run to the horizon, as in a vineyard or a lavender field."""
    middle, height = stage.width / 2, stage.height
    for depth in np.geomspace(0.05, 1.1, 22):
        base = stage.horizon + (height - stage.horizon) * depth
        size = height * 0.16 * depth + 1.5
        far = 0.7 * (1 - min(1.0, float(depth)))
        for lane in np.arange(-9, 10):
            x = middle + (lane + 0.5) * stage.width * 0.3 * depth
            if abs(x - middle) < 0.7 * stage.width:
                pen = stage.pen(x, base, size, stage.setting.tint, far)
                pen.ellipse(0.5, 0.6, 0.75, 0.42, darker(stage.setting.tint, 0.1), grain="leaves")


def waterfall(stage: Stage, _: float) -> None:
    """Let water fall from a cliff between trees into mist."""
    pen, half = wall_pen(stage), half_width(stage)
    cliff = [(-half - 0.2, 1.05), (-half - 0.2, 0.2), (-half * 0.5, 0.14), (half * 0.4, 0.1)]
    cliff += [(half + 0.2, 0.24), (half + 0.2, 1.05)]
    pen.blob(cliff, "#6a665c", grain="stone", round=0.2)
    wide = 0.22
    pen.box(-wide, 0.13, wide, 1.02, "#dcecf4", 0.03, round=0.15)
    for _ in range(60):
        x, top = float(pen.rng.uniform(-wide, wide)), float(pen.rng.uniform(0.13, 0.6))
        tone = ("#ffffff", "#b4d4e4", "#8ab8d0")[int(pen.rng.integers(3))]
        low = top + float(pen.rng.uniform(0.15, 0.4))
        pen.limb([(x, top), (x * 1.05, low)], 0.012, 0.004, paint=tone, bend=False)
    for k in range(24):
        x = float(pen.rng.uniform(-half, half))
        if abs(x) > 0.3:
            y, leaf = float(pen.rng.uniform(0.12, 0.95)), darker("#4a7a3a", 0.05 * (k % 5))
            pen.ellipse(x, y, 0.14, 0.09, leaf, grain="leaves")
    for x in np.linspace(-0.4, 0.4, 7):
        pen.glow(float(x), 0.98, 0.34, "#ffffff", 0.5)


def funfair(stage: Stage, _: float) -> None:
    """Set up a fair: a Ferris wheel, tents, lights."""
    pen, half = wall_pen(stage), half_width(stage)
    x, y, radius = half * 0.45, 0.5, 0.36
    for k in range(12):
        turn = 2 * np.pi * k / 12
        end = x + radius * float(np.cos(turn)), y + radius * float(np.sin(turn))
        pen.limb([(x, y), end], 0.008, 0.008, paint="#e8ecf0", bend=False)
        pen.ellipse(*end, 0.045, 0.04, BRIGHT[k % 5], gloss=0.4)
        if stage.night:
            pen.glow(*end, 0.16, lighter(BRIGHT[k % 5], 0.4), 0.7)
    pen.ring(x, y, radius, radius - 0.014, "#d0d4da")
    for side in (-1, 1):
        pen.limb([(x, y), (x + side * 0.2, 1.0)], 0.03, 0.035, paint="#8a929a", bend=False)
    for k, left in enumerate((-half * 0.9, -half * 0.5, -half * 0.1)):
        tone = BRIGHT[k]
        pen.box(left - 0.17, 0.74, left + 0.17, 1.0, "#f4ecdc")
        for stripe in range(3):
            edge = left - 0.17 + 0.12 * stripe
            pen.box(edge, 0.74, edge + 0.06, 1.0, tone)
        pen.poly([(left - 0.22, 0.75), (left, 0.52), (left + 0.22, 0.75)], tone, round=0.4)
        pen.glow(left, 0.78, 0.3, "#ffe49a", 0.3)


def building_site(stage: Stage, _: float) -> None:
    """Raise a concrete frame, scaffolding and a crane."""
    pen, half = wall_pen(stage), half_width(stage)
    left, right = -half * 0.85, half * 0.05
    for row in range(4):
        y = 1.0 - 0.17 * row
        pen.box(left, y - 0.17, right, y - 0.14, "#a8a49c", grain="stone")
        for x in np.linspace(left, right - 0.04, 5):
            pen.box(float(x), y - 0.15, float(x) + 0.04, y, "#98948c", grain="stone")
    for x in np.linspace(left - 0.05, right + 0.05, 7):
        pen.box(float(x) - 0.006, 0.2, float(x) + 0.006, 1.0, "#d8a03a")
    x = half * 0.55
    for side in (-0.03, 0.03):
        pen.box(x + side - 0.008, 0.1, x + side + 0.008, 1.0, "#e8b22a")
    for y in np.arange(0.12, 1.0, 0.07):
        pen.limb([(x - 0.03, y), (x + 0.03, y + 0.07)], 0.01, 0.01, paint="#e8b22a", bend=False)
    pen.box(x - half * 0.7, 0.1, x + half * 0.28, 0.14, "#e8b22a")
    pen.poly([(x - 0.03, 0.1), (x, 0.02), (x + 0.03, 0.1)], "#e8b22a")
    pen.limb([(x - half * 0.5, 0.14), (x - half * 0.5, 0.42)], 0.005, 0.005, paint="#33373c",
             bend=False)  # fmt: skip
    pen.box(x - half * 0.5 - 0.08, 0.42, x - half * 0.5 + 0.08, 0.46, "#8a8f94", **STEEL)
    for k, left in enumerate(np.arange(half * 0.25, half, 0.2)):
        pen.box(left, 0.88, left + 0.19, 0.98, ("#e86a2a", "#f4f4f0")[k % 2], 0.01)


def camp(stage: Stage, _: float) -> None:
    """Pitch tents by a fire under pines."""
    pen, half = wall_pen(stage), half_width(stage)
    for k, x in enumerate(np.arange(-half - 0.1, half + 0.2, 0.24)):
        place_thing(pen, "pine", float(x), 1.02, 0.62 + 0.16 * (k * 3 % 4))
    for x, size in ((-half * 0.5, 0.4), (half * 0.55, 0.34)):
        place_thing(pen, "tent", x, 1.08, size)
    place_thing(pen, "campfire", half * 0.06, 1.1, 0.2)
    pen.glow(half * 0.06, 1.0, 0.5, "#ffa040", 0.5)


def ruins(stage: Stage, _: float) -> None:
    """Leave columns and a broken wall of an old temple."""
    pen, half = wall_pen(stage), half_width(stage)
    pen.box(-half * 0.9, 0.92, half * 0.9, 1.02, "#c8bca4", grain="stone", round=0.1)
    for x in np.arange(-half * 0.8, half * 0.85, 0.24):
        top = 0.42 if abs(x) < half * 0.45 else float(pen.rng.uniform(0.5, 0.82))
        pen.limb([(x, top), (x, 0.93)], 0.09, 0.1, paint="#d8ccb4", bend=False, grain="stone")
        for flute in (-0.025, 0.0, 0.025):
            pen.box(x + flute - 0.004, top + 0.02, x + flute + 0.004, 0.9, "#b0a48c")
        pen.box(x - 0.07, top - 0.03, x + 0.07, top + 0.02, "#d0c4ac", grain="stone")
    pen.box(-half * 0.48, 0.34, half * 0.48, 0.4, "#d0c4ac", grain="stone")
    gable = [(-half * 0.48, 0.34), (0.02, 0.18), (half * 0.3, 0.26), (half * 0.3, 0.34)]
    pen.poly(gable, "#c8bca4", grain="stone", round=0.1)


def gantry(stage: Stage, _: float) -> None:
    """Span a race track: stands, barriers, a start gantry with lamps."""
    pen, half = wall_pen(stage), half_width(stage)
    for row in range(4):
        y = 0.6 + 0.07 * row
        pen.box(-half - 0.1, y, half + 0.1, y + 0.075, darker("#9aa4b0", 0.06 * (row % 2)))
        for x in np.arange(-half, half, 0.05):
            pen.dot(float(x), y + 0.02, 0.014, BRIGHT[int(pen.rng.integers(5))])
    pen.box(-half - 0.1, 0.5, half + 0.1, 0.54, "#5a626a", **STEEL)
    for k, x in enumerate(np.arange(-half, half + 0.1, 0.16)):
        pen.box(x, 0.9, x + 0.16, 1.0, ("#d8302e", "#f4f4f0")[k % 2])
    for x in (-half * 0.75, half * 0.75):
        pen.box(x - 0.025, 0.24, x + 0.025, 1.02, "#33373c", **STEEL)
    pen.box(-half * 0.78, 0.24, half * 0.78, 0.36, "#20242a", 0.01)
    for x in np.arange(-half * 0.7, half * 0.7, 0.09):
        for row in range(2):
            tone = ("#14161a", "#f4f4f0")[(int(x * 100) // 9 + row) % 2]
            pen.box(x, 0.25 + 0.05 * row, x + 0.09, 0.3 + 0.05 * row, tone)


def net(stage: Stage, _: float) -> None:
    """Fence a tennis court and hang its net."""
    pen, half = wall_pen(stage), half_width(stage)
    pen.box(-half - 0.1, 0.62, half + 0.1, 1.0, "#2f6a4a", round=0.02)
    for x in np.arange(-half, half + 0.1, 0.3):
        pen.box(x - 0.008, 0.46, x + 0.008, 1.0, "#5a626a", **STEEL)
    for y in np.arange(0.86, 1.02, 0.022):
        pen.limb([(-half * 0.8, y), (half * 0.8, y)], 0.004, 0.004, paint="#26282c", bend=False)
    for x in np.arange(-half * 0.8, half * 0.8, 0.03):
        pen.limb([(x, 0.86), (x, 1.02)], 0.004, 0.004, paint="#26282c", bend=False)
    pen.box(-half * 0.82, 0.84, half * 0.82, 0.865, "#f8f8f4")
    for x in (-half * 0.82, half * 0.82):
        pen.box(x - 0.015, 0.8, x + 0.015, 1.05, "#33373c", **STEEL)


def blossom(stage: Stage, _: float) -> None:
    """Let cherry trees flower along the way."""
    pen, half = wall_pen(stage), half_width(stage)
    for k, x in enumerate(np.linspace(-half, half, 7)):
        pen.limb([(x, 1.03), (x + 0.02, 0.7), (x - 0.04, 0.4)], 0.06, 0.03, paint="#4a342a",
                 grain="bark")  # fmt: skip
        for _ in range(9):
            at = float(x + pen.rng.normal(0, 0.16)), float(0.36 + pen.rng.normal(0, 0.11))
            tone = darker("#f4b8cc", float(pen.rng.uniform(0, 0.16)))
            pen.ellipse(*at, 0.13, 0.1, tone, grain="leaves", round=0.8)
        pen.glow(float(x), 0.34, 0.3, "#ffe8f0", 0.15 + 0.02 * k)


ROOMS: dict[str, Callable[[Stage, float], None]] = {
    "counter": counter, "livingroom": living_room, "bedroom": bedroom, "shelves": shelves,
    "board": board, "lab": laboratory, "gallery": gallery, "hall": hall, "curtain": curtain,
    "stilllife": still_life, "beyondtable": beyond_table,
    "office": office, "meeting": meeting_room, "showroom": showroom,
    "gym": gym, "shop": shop, "bathroom": bathroom, "cafe": cafe, "bar": bar, "ward": ward,
    "workshop": workshop, "factory": factory, "disco": disco, "platform": platform,
    "terminal": terminal, "lobby": lobby, "nave": nave, "cabin": cabin, "glasshouse": glasshouse,
    "stands": stands, "pool": pool, "salon": salon, "cinema": cinema,
    "recording": recording_studio, "corridor": corridor, "attic": attic, "prison": prison,
    "sportshall": sports_hall, "casino": casino, "carriage": carriage, "datacentre": data_centre,
    "playroom": playroom, "christmas": christmas, "rows": rows, "waterfall": waterfall,
    "funfair": funfair, "site": building_site, "camp": camp, "ruins": ruins, "gantry": gantry,
    "net": net, "blossom": blossom,
    "brickwall": bare_wall("brick", 1.0),
    "stonewall": pieced_wall("stone", 0.24, 0.125, "#4a4742"),
    "woodwall": pieced_wall("bark", 0.15, 1.1, "#3a2818"),
    "plasterwall": bare_wall("plaster", 0.5),
}  # fmt: skip
