"""Rooms and grounds where people meet, play and travel: pools, cinemas, carriages, fairs."""

from collections.abc import Callable

import numpy as np

from mediaext.engines.classical.painter.colours import darker, lighter
from mediaext.engines.classical.painter.settings.furnished import STEEL, spots, tiles
from mediaext.engines.classical.painter.settings.rooms import (
    half_width,
    picture,
    place_thing,
    wall_pen,
    window,
)
from mediaext.engines.classical.painter.settings.stage import Stage

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


VENUES: dict[str, Callable[[Stage, float], None]] = {
    "pool": pool, "salon": salon, "cinema": cinema, "recording": recording_studio,
    "corridor": corridor, "attic": attic, "prison": prison, "sportshall": sports_hall,
    "casino": casino, "carriage": carriage, "datacentre": data_centre, "playroom": playroom,
    "christmas": christmas, "rows": rows, "waterfall": waterfall, "funfair": funfair,
    "site": building_site, "camp": camp, "ruins": ruins, "gantry": gantry, "net": net,
    "blossom": blossom,
}  # fmt: skip
