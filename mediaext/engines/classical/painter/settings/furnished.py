"""Rooms that are furnished from rows: offices, shops, gyms, halls and their like."""

from collections.abc import Callable

import numpy as np

from mediaext.engines.classical.painter.colours import darker, lighter
from mediaext.engines.classical.painter.pen import Finish, Pen
from mediaext.engines.classical.painter.settings.rooms import (
    half_width,
    picture,
    place_thing,
    shelf_case,
    wall_pen,
    window,
)
from mediaext.engines.classical.painter.settings.stage import Stage

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


FURNISHED: dict[str, Callable[[Stage, float], None]] = {
    "office": office, "meeting": meeting_room, "showroom": showroom, "gym": gym, "shop": shop,
    "bathroom": bathroom, "cafe": cafe, "bar": bar, "ward": ward, "workshop": workshop,
    "factory": factory, "disco": disco, "platform": platform, "terminal": terminal,
    "lobby": lobby, "nave": nave, "cabin": cabin, "glasshouse": glasshouse, "stands": stands,
}  # fmt: skip
