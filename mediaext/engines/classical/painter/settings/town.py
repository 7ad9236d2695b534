"""Backdrops that people built: skylines, street fronts, small towns."""

from collections.abc import Callable

import numpy as np

from mediaext.engines.classical.graphics import skia
from mediaext.engines.classical.painter import geometry
from mediaext.engines.classical.painter.canvas import colour4f, outline
from mediaext.engines.classical.painter.colours import Colour, colour, darker, lighter, mix
from mediaext.engines.classical.painter.geometry import Points
from mediaext.engines.classical.painter.settings.stage import Stage
from mediaext.engines.classical.painter.things.registry import THINGS

QuadMaker = Callable[[float, float, float, float], Points]
WALLS = ("#b5654a", "#c9a06a", "#8a94a0", "#d8c8a8", "#7a5a50", "#9aa88a", "#c4b4a0", "#6f7f94")


def fill(
    stage: Stage, shapes: list[Points], tone: Colour, alpha: float = 1.0, blend: bool = False
) -> None:
    """Fill outlines with one plain colour; ``blend`` adds it as light."""
    brush = skia.Paint(AntiAlias=True, Color4f=colour4f(tone, alpha))
    if blend:
        brush.setBlendMode(skia.BlendMode.kScreen)
    stage.canvas.drawPath(outline(shapes), brush)


def skyline(stage: Stage, distance: float) -> None:
    """Paint a row of towers against the sky, windows lit by night."""
    x = -0.02 * stage.width
    while x < stage.width:
        wide = stage.rng.uniform(0.035, 0.09) * stage.width
        high = stage.rng.uniform(0.08, 0.2 + 0.16 * distance) * stage.height
        tone = mix("#6f7a88", WALLS[int(stage.rng.integers(len(WALLS)))], 0.3)
        top = stage.horizon - high
        stage.slope(
            geometry.box(x, top, x + wide, stage.horizon + 2),
            stage.far(tone, distance),
            stage.far(tone, min(distance + 0.3, 1.2)),
            top,
            stage.horizon,
        )
        away = x + wide * (0.62 if stage.light.towards[0] < 0 else 0.0)
        fill(
            stage,
            [geometry.box(away, top, away + wide * 0.38, stage.horizon + 2)],
            stage.far(darker(tone, 0.35), distance),
            0.75,
        )
        _panes(stage, x, top, wide, high, distance)
        if stage.rng.random() < 0.3:
            fill(
                stage,
                [geometry.box(x + wide * 0.48, top - high * 0.2, x + wide * 0.52, top)],
                stage.far(darker(tone, 0.3), distance),
            )
        x += wide * stage.rng.uniform(0.75, 1.15)


def _panes(stage: Stage, x: float, top: float, wide: float, high: float, distance: float) -> None:
    step = max(stage.height * 0.013, 3.0)
    lit: list[Points] = []
    dull: list[Points] = []
    for py in np.arange(top + step, top + high * 0.95, step * 1.5):
        for px in np.arange(x + step * 0.7, x + wide - step, step):
            pane = geometry.box(px, py, px + step * 0.5, py + step * 0.8)
            (lit if stage.rng.random() < (0.42 if stage.night else 0.06) else dull).append(pane)
    if dull:
        fill(stage, dull, stage.far("#2c3a4c", distance), 0.45)
    if lit:
        fill(
            stage, lit, mix("#ffd27a", stage.haze, 0.15 * distance), 0.95 if stage.night else 0.35
        )


def facades(stage: Stage, distance: float) -> None:
    """Paint two rows of houses that run to the vanishing point of a street."""
    middle = stage.width * (0.5 + stage.rng.uniform(-0.08, 0.08))
    for side in (-1, 1):
        near = (stage.width - middle if side > 0 else middle) + stage.width * 0.1
        edges = [1.0, 0.66, 0.45, 0.31, 0.22, 0.155]
        for k in range(len(edges) - 2, -1, -1):
            _front(stage, middle, side, near, edges[k], edges[k + 1], k)


def _front(
    stage: Stage, middle: float, side: int, near: float, outer: float, inner: float, k: int
) -> None:
    tone = colour(WALLS[int(stage.rng.integers(len(WALLS)))])
    storeys = int(stage.rng.integers(3, 6))
    tall = (0.19 * storeys + 0.12) * stage.height
    shade = 0.12 if side * stage.light.towards[0] > 0 else 0.42
    far = 0.12 + 0.14 * k

    def at(u: float, v: float) -> tuple[float, float]:
        depth = 1 / ((1 - u) / outer + u / inner)
        return middle + side * near * depth, stage.horizon + depth * (
            stage.height * 0.26 - v * tall
        )

    def quad(u0: float, u1: float, v0: float, v1: float) -> Points:
        return np.array([at(u0, v0), at(u1, v0), at(u1, v1), at(u0, v1)])

    wall = stage.far(darker(tone, shade), far)
    top = min(at(0, 1)[1], at(1, 1)[1])
    stage.slope(
        quad(0, 1, 0, 1), wall, stage.far(darker(tone, shade + 0.2), far), top, stage.horizon
    )
    fill(stage, [quad(0, 1, 0.96, 1.01)], stage.far(darker(tone, shade + 0.3), far))
    dull: list[Points] = []
    lit: list[Points] = []
    frames: list[Points] = []
    for row in range(storeys):
        low = (row + 0.34) / storeys
        for u in np.linspace(0.12, 0.7, 3):
            if row == 0:
                continue
            frames.append(quad(u - 0.02, u + 0.2, low - 0.05 / storeys, low + 0.5 / storeys))
            pane = quad(u, u + 0.18, low, low + 0.45 / storeys)
            (lit if stage.rng.random() < (0.5 if stage.night else 0.0) else dull).append(pane)
    fill(stage, frames, stage.far(lighter(tone, 0.35 - shade * 0.6), far))
    if dull:
        fill(stage, dull, stage.far("#33424f", far * 0.8))
    if lit:
        fill(stage, lit, mix("#ffcf78", stage.haze, far * 0.2))
    _shop(stage, quad, far, tone)


def _shop(stage: Stage, quad: QuadMaker, far: float, tone: Colour) -> None:
    sign = colour(
        ("#c8402e", "#2f6a9a", "#3a8a5a", "#d09a2c", "#8a4a9a", "#d0568a")[
            int(stage.rng.integers(6))
        ]
    )
    glass = [quad(0.08, 0.48, 0.03, 0.14), quad(0.72, 0.93, 0.03, 0.14)]
    fill(stage, [quad(0.02, 0.98, 0.0, 0.17)], stage.far(darker(tone, 0.6), far))
    fill(
        stage,
        glass,
        mix("#ffd890", stage.haze, far * 0.3) if stage.night else stage.far("#4a5a66", far),
    )
    fill(stage, [quad(0.54, 0.68, 0.0, 0.14)], stage.far("#3a2a22", far))
    fill(
        stage,
        [quad(0.05, 0.95, 0.145, 0.185)],
        mix(lighter(sign, 0.2), stage.haze, far * 0.3) if stage.night else stage.far(sign, far),
    )


def town(stage: Stage, distance: float) -> None:
    """Paint a row of small houses at the edge of the view."""
    spots = np.linspace(-0.02, 1.02, 9) + stage.rng.uniform(-0.03, 0.03, 9)
    for x in stage.rng.permutation(spots):
        size = stage.height * stage.rng.uniform(0.085, 0.14)
        tone = WALLS[int(stage.rng.integers(len(WALLS)))]
        pen = stage.pen(
            float(x) * stage.width,
            stage.horizon + size * 0.06,
            size,
            lighter(tone, 0.25),
            0.45,
            bool(stage.rng.random() < 0.5),
            1.05,
        )
        THINGS["house"].draw(pen)


def fields(stage: Stage, distance: float) -> None:
    """Paint a barn, or a windmill, far off."""
    name = "barn" if "barn" in THINGS and stage.rng.random() < 0.6 else "house"
    size = stage.height * 0.13
    x = stage.width * (0.22 if stage.rng.random() < 0.5 else 0.8)
    pen = stage.pen(
        x,
        stage.horizon + size * 0.08,
        size,
        THINGS[name].colours[0],
        0.4,
        False,
        THINGS[name].aspect,
    )
    THINGS[name].draw(pen)
