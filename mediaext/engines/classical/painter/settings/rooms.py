"""Rooms: walls, a window, and the furniture and fittings that tell which room it is."""

from collections.abc import Callable

import cv2
import numpy as np

from mediaext.engines.classical.painter import geometry
from mediaext.engines.classical.painter.colours import Colour, colour, darker, lighter, mix
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


ROOMS: dict[str, Callable[[Stage, float], None]] = {
    "counter": counter,
    "livingroom": living_room,
    "bedroom": bedroom,
    "shelves": shelves,
    "board": board,
    "lab": laboratory,
    "gallery": gallery,
    "hall": hall,
    "curtain": curtain,
    "stilllife": still_life,
    "brickwall": bare_wall("brick", 1.0),
    "stonewall": pieced_wall("stone", 0.24, 0.125, "#4a4742"),
    "woodwall": pieced_wall("bark", 0.15, 1.1, "#3a2818"),
    "plasterwall": bare_wall("plaster", 0.5),
}
