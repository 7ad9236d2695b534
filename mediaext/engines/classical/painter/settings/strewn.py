"""What lies and stands about: stones, shells, paths, fences, lanes, lamps."""

from collections.abc import Callable

import numpy as np

from mediaext.engines.classical.painter import geometry
from mediaext.engines.classical.painter.colours import darker, lighter, mix
from mediaext.engines.classical.painter.geometry import Points
from mediaext.engines.classical.painter.settings.grounds import PALETTES
from mediaext.engines.classical.painter.settings.growth import (
    blooms,
    bushes,
    corals,
    distance_of,
    dry,
    ferns,
    lilies,
    mass,
    reeds,
    soft_shadow,
    spots,
    tufts,
    weeds,
)
from mediaext.engines.classical.painter.settings.stage import Stage
from mediaext.engines.classical.painter.things.registry import THINGS


def stones(stage: Stage, many: int, size: float) -> None:
    """Paint stones with their shadows."""
    ground = PALETTES.get(stage.setting.ground, PALETTES["rock"])
    for x, row, metre in spots(stage, many):
        r = size * metre * stage.rng.uniform(0.35, 1.0)
        soft_shadow(stage, x, row, r)
        pen = stage.pen(
            x, row + r * 0.2, r * 2, mix("#85807a", ground[1], 0.45), distance_of(stage, row)
        )
        pen.fill([geometry.lump(pen.rng, 0.5, 0.62, 0.62, 0.4, 0.16)], grain="stone", round=0.8)


def shells(stage: Stage, many: int, size: float) -> None:
    """Paint shells and pebbles."""
    for x, row, metre in spots(stage, many):
        r = size * metre * stage.rng.uniform(0.5, 1.1)
        soft_shadow(stage, x, row, r)
        pen = stage.pen(
            x,
            row,
            r * 2,
            ("#f2d8c4", "#e8a890", "#f6efe2", "#a8988a")[int(stage.rng.integers(4))],
            distance_of(stage, row),
        )
        pen.ellipse(0.5, 0.7, 0.5, 0.32, turn=float(stage.rng.uniform(-30, 30)))


def stalls(stage: Stage, many: int, size: float) -> None:
    """Set market stalls in two rows along the square, the far ones first."""
    stall = THINGS["market stall"]
    for k, near in enumerate(np.linspace(0.12, 0.95, many)):
        row = stage.horizon + (stage.height - stage.horizon) * 0.62 * near
        tall = (stage.height - stage.horizon) * size * near
        away = stage.width * (0.1 + 0.42 * near)
        for side in (-1, 1):
            x = stage.width / 2 + side * away
            tone = stall.colours[(k + (side > 0)) % len(stall.colours)]
            soft_shadow(stage, x, row, tall * 0.5)
            stall.draw(stage.pen(x, row, tall, tone, distance_of(stage, row), False, stall.aspect))


def path(stage: Stage, many: int, size: float) -> None:
    """Paint a path that winds to the horizon."""
    t = np.linspace(0, 1, 30) ** 1.5
    sway = stage.rng.uniform(-0.25, 0.25)
    middle = stage.width * (0.5 + sway * np.sin(t * 3.0 + stage.rng.uniform(0, 3)) * (1 - t * 0.5))
    half = stage.width * (0.008 + 0.15 * t)
    rows = stage.horizon + (stage.height - stage.horizon) * t
    contour = np.concatenate(
        [np.stack([middle - half, rows], 1), np.stack([middle + half, rows], 1)[::-1]]
    )
    tone = mix("#c9b48c", "#f2f4f8", 0.7 if "white" in stage.weather.extras else 0)
    stage.slope(
        contour, stage.far(tone, 0.6), stage.far(darker(tone, 0.1), 0), stage.horizon, stage.height
    )


def fence(stage: Stage, many: int, size: float) -> None:
    """Paint a wooden fence across the middle ground."""
    row = stage.horizon + (stage.height - stage.horizon) * 0.16
    tall = stage.height * 0.075
    wood = stage.far("#8a6a48", 0.25)
    rails = [
        geometry.box(0, row - tall * share, stage.width, row - tall * share + tall * 0.13)
        for share in (0.85, 0.5)
    ]
    posts = [
        geometry.box(x, row - tall, x + tall * 0.16, row)
        for x in np.arange(stage.width * 0.02, stage.width, tall * 1.9)
    ]
    mass(stage, rails, wood)
    mass(stage, posts, lighter(wood, 0.1))


def lanes(stage: Stage, many: int, size: float) -> None:
    """Paint the line along the middle of a road, and its kerbs or edges."""
    deep = stage.height - stage.horizon
    middle = stage.width * 0.5

    def quad(left: float, right: float, t0: float, t1: float) -> Points:
        rows = stage.horizon + deep * t0, stage.horizon + deep * t1
        return np.array(
            [
                [middle + left * t0 * stage.width, rows[0]],
                [middle + right * t0 * stage.width, rows[0]],
                [middle + right * t1 * stage.width, rows[1]],
                [middle + left * t1 * stage.width, rows[1]],
            ]
        )

    if size > 1:  # a country road has grass beside it
        stage.slope(
            quad(-0.5, 0.5, 0.0, 1.0),
            stage.far("#6a6c70", 0.8),
            stage.far("#55575b", 0.0),
            stage.horizon,
            stage.height,
        )
    for side in (-0.46, 0.45):
        mass(stage, [quad(side, side + 0.012, 0.04, 1.0)], stage.far("#e8e6de", 0.3))
    near, dashes = 1.0, []
    while near > 0.06:
        dashes.append(quad(-0.012, 0.012, near * 0.8, near))
        near *= 0.62
    mass(stage, dashes, stage.far("#f2eee0", 0.2))


def lamps(stage: Stage, many: int, size: float) -> None:
    """Paint street lamps along both kerbs."""
    for depth in (0.24, 0.36, 0.6):
        for side in (-1, 1):
            x = stage.width / 2 + side * stage.width * 0.56 * depth * 1.25
            row = stage.horizon + (stage.height - stage.horizon) * depth
            pen = stage.pen(
                x, row, stage.height * 0.72 * depth, "#33383f", 0.5 * (1 - depth), side > 0
            )
            pen.limb([(0.5, 1.0), (0.5, 0.12)], 0.035, 0.02, bend=False)
            pen.box(0.46, 0.93, 0.54, 1.0)
            pen.limb([(0.5, 0.14), (0.52, 0.04), (0.64, 0.03)], 0.018, 0.016)
            pen.ellipse(0.66, 0.045, 0.05, 0.026, "#fff0c0" if stage.night else "#c8ccd0")
            if stage.night:
                pen.glow(0.66, 0.06, 0.5, "#ffc870", 0.75)


STREWN: dict[str, Callable[[Stage, int, float], None]] = {
    "tuft": tufts,
    "dry": dry,
    "bloom": blooms,
    "stone": stones,
    "shell": shells,
    "bush": bushes,
    "fern": ferns,
    "reed": reeds,
    "lily": lilies,
    "path": path,
    "fence": fence,
    "lamp": lamps,
    "lane": lanes,
    "stall": stalls,
    "coral": corals,
    "weed": weeds,
}


def strew(stage: Stage) -> None:
    """Set about everything that belongs to the setting."""
    for name, many, size in stage.setting.props:
        if name in STREWN:
            STREWN[name](stage, many, size)
