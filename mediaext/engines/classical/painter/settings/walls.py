"""Walls: of a lit room, of one material, of boards and blocks."""

from collections.abc import Callable

import numpy as np

from mediaext.engines.classical.painter.colours import darker, mix
from mediaext.engines.classical.painter.pen import Finish, Pen
from mediaext.engines.classical.painter.settings.furnishing import half_width, wall_pen
from mediaext.engines.classical.painter.settings.stage import Stage
from mediaext.engines.classical.painter.textures import noise


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
