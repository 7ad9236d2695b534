"""Backdrops: mountains, woods, towns, and what lies beyond the land: space, reefs, caves."""

from collections.abc import Callable

import cv2
import numpy as np

from mediaext.engines.classical.arrays import Floats
from mediaext.engines.classical.painter import geometry
from mediaext.engines.classical.painter.canvas import colour4f, outline, skia
from mediaext.engines.classical.painter.colours import Colour, colour, darker, lighter, mix
from mediaext.engines.classical.painter.geometry import Points
from mediaext.engines.classical.painter.settings.stage import Stage
from mediaext.engines.classical.painter.textures import noise
from mediaext.engines.classical.painter.things.registry import THINGS


def ridge(stage: Stage, low: float, high: float, cell: float, rough: int) -> Floats:
    """Return heights of a skyline above the horizon in pixels, one per column."""
    line = noise(stage.rng, 3, stage.width, stage.width * cell, rough)[1]
    line = (line - line.min()) / max(float(np.ptp(line)), 1e-6)
    made: Floats = (low + (high - low) * line).astype(np.float32) * stage.height
    return made


def massif(
    stage: Stage, line: Floats, tone: Colour, distance: float, snow: float, facet: float
) -> None:
    """Paint rising ground under a skyline, its faces lit by their slope."""
    top = int(max(0, stage.horizon - line.max() - 2))
    base = int(min(stage.height, stage.horizon + 2))
    if base - top < 2:
        return
    y = np.arange(top, base, dtype=np.float32)[:, None]
    deep = y - (stage.horizon - line[None, :])
    wobble = noise(stage.rng, base - top, stage.width, stage.height * 0.09, 4)
    slope = np.gradient(cv2.GaussianBlur(line[None, :], (0, 0), stage.width * 0.006)[0])
    columns = np.arange(stage.width, dtype=np.float32)[None, :] + wobble * deep * 0.7
    face = slope[np.clip(columns, 0, stage.width - 1).astype(int)]
    side = np.sign(stage.light.towards[0]) * face * facet + wobble * 0.16
    lit = np.clip(0.5 - side, 0.1, 1)[..., None]
    near, shade = (
        np.array(stage.far(lighter(tone, 0.18), distance)),
        np.array(stage.far(darker(tone, 0.42), distance)),
    )
    body = shade + (near - shade) * lit
    if snow > 0:
        cap = np.clip(
            (snow * stage.height * (1 + wobble * 0.9) - deep) / (0.02 * stage.height) + 0.3, 0, 1
        )[..., None]
        white, blue = (
            np.array(stage.far("#ffffff", distance * 0.7)),
            np.array(stage.far("#8fa6c8", distance)),
        )
        body = body + (blue + (white - blue) * lit - body) * cap
    mist = (
        np.clip(1 - (stage.horizon - y) / (line.max() + 1), 0, 1)[..., None] ** 2
        * stage.thickness
        * 0.75
    )
    body = body + (np.array(stage.haze) - body) * mist
    edge = np.clip(deep + 0.5, 0, 1)[..., None]
    region = stage.pixels[top:base, :, :3]
    region[:] = np.clip(region * (1 - edge) + body * 255 * edge, 0, 255)


def mountains(stage: Stage, distance: float) -> None:
    """Paint a range with snow on its tops."""
    line = ridge(stage, 0.05 + 0.03 * distance, 0.16 + 0.17 * distance, 0.34, 7)
    massif(stage, line, (0.36, 0.40, 0.46), distance, 0.055 if distance > 0.4 else 0.0, 1.1)


def hills(stage: Stage, distance: float) -> None:
    """Paint rounded green hills."""
    line = ridge(stage, 0.015, 0.05 + 0.11 * distance, 0.55, 2)
    massif(stage, line, mix(stage.tint, (0.36, 0.48, 0.28), 0.35), distance, 0.0, 0.9)


def dunes(stage: Stage, distance: float) -> None:
    """Paint sand dunes with sharp crests."""
    line = ridge(stage, 0.01, 0.05 + 0.1 * distance, 0.5, 2)
    massif(stage, line, stage.tint, distance * 0.8, 0.0, 2.6)


def mesas(stage: Stage, distance: float) -> None:
    """Paint table mountains in banded rock."""
    line = ridge(stage, 0.0, 1.0, 0.3, 4) / stage.height
    steps = np.round(np.clip(line * 3.4 - 1.0, 0, 2)) / 2
    steps = cv2.GaussianBlur(steps[None, :].astype(np.float32), (0, 0), stage.width * 0.006)[0]
    line = (steps * (0.1 + 0.1 * distance) + 0.012 * line) * stage.height
    massif(
        stage, line.astype(np.float32), mix(stage.tint, "#a8502c", 0.45), distance * 0.8, 0.0, 0.25
    )


def headland(stage: Stage, distance: float) -> None:
    """Paint a dark point of land that runs out into the sea."""
    side = stage.rng.random() < 0.5
    line = ridge(stage, 0.0, 1.0, 0.25, 4) / stage.height
    reach = np.clip(1 - np.linspace(0, 2.6, stage.width), 0, 1) ** 0.6
    line = line * 0.05 + 0.07
    slope = np.asarray(line * (reach if side else reach[::-1]) * stage.height, np.float32)
    massif(stage, slope, (0.30, 0.38, 0.30), distance * 0.8, 0.0, 1.0)


def _clumps(
    stage: Stage, many: int, low: float, high: float, sink: float
) -> list[tuple[float, float, float]]:
    x = stage.rng.uniform(-0.03, 1.03, many) * stage.width
    size = stage.rng.uniform(low, high, many) * stage.height
    return [
        (float(a), float(stage.horizon + sink * stage.height - b * 0.55), float(b))
        for a, b in zip(x, size, strict=True)
    ]


def trees(stage: Stage, distance: float) -> None:
    """Paint a line of trees as lit clumps of leaves."""
    green = mix("#3f6a30", stage.tint, 0.35)
    if "white" in stage.weather.extras:
        green = mix(green, "#e8eef4", 0.55)
    sun = 1 if stage.light.towards[0] > 0 else -1
    for depth, many in ((1.0, 22), (0.6, 18), (0.3, 14)):
        tone = mix(green, stage.rng.uniform(0.1, 0.5, 3).tolist(), 0.12)
        clumps = _clumps(
            stage, many, 0.035 + 0.02 * (1 - depth), 0.10 + 0.03 * (1 - depth), 0.012 * (1 - depth)
        )
        body = [geometry.lump(stage.rng, x, y, s * 0.6, s * 0.58, 0.2) for x, y, s in clumps]
        stage.mass(body, stage.far(darker(tone, 0.38), distance * depth))
        for share, spread, size in ((-0.18, 0.42, 0.24), (0.0, 0.38, 0.19), (0.2, 0.34, 0.12)):
            leaves = []
            for x, y, s in clumps:
                for dx, dy in stage.rng.normal(0, 0.5, (5, 2)):
                    at_x = x + (dx * spread + sun * 0.5 * (share + 0.2)) * s
                    at_y = y + (dy * spread - 0.7 * (share + 0.25)) * s
                    leaves.append(
                        geometry.lump(stage.rng, at_x, at_y, s * size, s * size * 0.8, 0.25)
                    )
            lit = darker(tone, -share) if share < 0 else lighter(tone, share)
            stage.mass(leaves, stage.far(lit, distance * depth))


def pines(stage: Stage, distance: float) -> None:
    """Paint a wood of firs along the horizon."""
    green = colour("#2f5240")
    for depth in (1.0, 0.5, 0.15):
        many = int(34 - 14 * (1 - depth))
        left, right = [], []
        for x, _, s in _clumps(stage, many, 0.06, 0.13 + 0.05 * (1 - depth), 0.0):
            base = stage.horizon + 0.02 * (1 - depth) * stage.height
            for k in range(4):
                top, low = base - s * (1.0 - 0.2 * k), base - s * (0.62 - 0.2 * k)
                half = s * (0.09 + 0.055 * k)
                left.append(np.array([[x, top], [x, low], [x - half, low]]))
                right.append(np.array([[x, top], [x + half, low], [x, low]]))
        lit = lighter(
            green,
            0.5 if "white" in stage.weather.extras or stage.setting.ground == "snow" else 0.12,
        )
        sides = (left, right) if stage.light.towards[0] < 0 else (right, left)
        stage.mass(sides[0], stage.far(lit, distance * depth))
        stage.mass(sides[1], stage.far(darker(green, 0.25), distance * depth))


def hedge(stage: Stage, distance: float) -> None:
    """Paint a clipped hedge across the picture."""
    tone = colour("#3a6a34")
    for k, (lift, share) in enumerate(((0.085, 0.0), (0.095, 0.14))):
        shapes = [
            geometry.lump(
                stage.rng,
                x,
                stage.horizon - lift * stage.height * stage.rng.uniform(0.3, 0.9),
                stage.height * 0.035,
                stage.height * 0.03,
                0.3,
            )
            for x in np.linspace(0, stage.width, 46 - 10 * k)
        ]
        if k == 0:
            shapes.append(
                geometry.box(
                    0, stage.horizon - 0.06 * stage.height, stage.width, stage.horizon + 3
                )
            )
        stage.mass(shapes, stage.far(lighter(tone, share), 0.25))


def forest(stage: Stage, distance: float) -> None:
    """Paint receding trunks under a canopy, with shafts of light."""
    bark, green = colour("#4f3d2c"), mix("#4f7f38", stage.tint, 0.4)
    for depth in (1.0, 0.75, 0.5, 0.25):
        many = int(8 + 14 * depth)
        trunks = []
        for x in stage.rng.uniform(0, stage.width, many):
            wide = stage.height * (0.012 + 0.03 * (1 - depth)) * stage.rng.uniform(0.7, 1.2)
            foot = stage.horizon + stage.height * 0.07 * (1 - depth)
            lean = stage.rng.uniform(-0.03, 0.03) * stage.height
            trunks.append(
                geometry.limb(
                    [(x + lean, -20.0), (x + lean * 0.3, foot * 0.5), (x, foot)],
                    wide * 0.6,
                    wide,
                    wide * 1.5,
                )
            )
        stage.mass(trunks, stage.far(darker(bark, 0.25 * (1 - depth)), depth * 1.25))
        leaves = [
            geometry.lump(
                stage.rng,
                float(x),
                stage.height * float(stage.rng.uniform(-0.02, 0.03 + 0.2 * depth)),
                stage.height * 0.07,
                stage.height * 0.045,
                0.3,
            )
            for x in stage.rng.uniform(0, stage.width, 26)
        ]
        stage.mass(leaves, stage.far(darker(green, 0.35 * (1 - depth)), depth * 1.15))
        low = [
            geometry.lump(
                stage.rng,
                float(x),
                stage.horizon + stage.height * (0.06 * (1 - depth) - 0.005),
                stage.height * 0.06,
                stage.height * float(stage.rng.uniform(0.02, 0.05)),
                0.25,
            )
            for x in stage.rng.uniform(0, stage.width, 22)
        ]
        stage.mass(low, stage.far(darker(green, 0.22 * (1 - depth) + 0.1), depth * 1.1))


def forest_near(stage: Stage, distance: float) -> None:
    """Paint two great trunks that frame the view, in shade."""
    for side in (-1, 1):
        if stage.rng.random() < 0.25:
            continue
        x = stage.width * (0.5 + side * stage.rng.uniform(0.40, 0.5))
        pen = stage.pen(x, stage.horizon + stage.height * 0.16, stage.height * 0.9, "#453425", 0.1)
        pen.limb(
            [(0.5, -0.3), (0.5 + side * 0.02, 0.4), (0.5, 1.0)],
            0.1,
            0.12,
            0.19,
            grain="bark",
            strength=0.9,
        )
        for foot in (-0.11, 0.1):
            pen.limb([(0.5, 0.93), (0.5 + foot, 1.01)], 0.07, 0.02, grain="bark")


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


def starfield(stage: Stage, cloud: float) -> None:
    """Fill the canvas with stars, and with glowing gas of strength ``cloud``."""
    height, width = stage.pixels.shape[:2]
    half_h, half_w = max(height // 2, 4), max(width // 2, 4)
    gas = noise(stage.rng, half_h, half_w, half_h * 0.5, 6)
    veil = noise(stage.rng, half_h, half_w, half_h * 0.4, 5)
    tones = [colour(t) for t in ("#7a2a9a", "#1f5ab8", "#e0607a", "#2ab0b8")]
    first, second = (np.array(tones[int(k)], np.float32) for k in stage.rng.permutation(4)[:2])
    first = first * 0.5 + np.array(stage.tint, np.float32) * 0.5
    glow = (
        np.clip(gas * 0.7 + 0.05, 0, 1)[..., None] * first
        + np.clip(veil * 0.6, 0, 1)[..., None] * second
    )
    dust = np.clip(1 - np.abs(gas - veil) * 0.8, 0.25, 1)[..., None]
    air = np.array([0.012, 0.014, 0.035], np.float32) + cloud * glow * dust
    air = cv2.resize(air, (width, height), interpolation=cv2.INTER_CUBIC)
    stars = np.zeros((height, width), np.float32)
    many = int(height * width / 1400 * (0.4 + 1.2 * stage.detail)) + 4
    stars[stage.rng.integers(0, height, many), stage.rng.integers(0, width, many)] = (
        stage.rng.random(many) ** 4
    )
    unit = height / 1024
    air += (cv2.GaussianBlur(stars, (0, 0), 0.6 + 0.5 * unit) * (3 + 4 * unit))[..., None]
    stage.pixels[..., :3] = np.clip(air, 0, 1) * 255
    stage.pixels[..., 3] = 255


def nebula(stage: Stage, _: float) -> None:
    """Paint a nebula and perhaps a planet."""
    starfield(stage, 0.75)
    if stage.rng.random() < 0.7:
        size = stage.height * stage.rng.uniform(0.14, 0.3)
        _planet(
            stage,
            stage.width * (0.15 if stage.rng.random() < 0.5 else 0.86),
            stage.height * stage.rng.uniform(0.15, 0.4),
            size,
        )


def _planet(stage: Stage, x: float, y: float, size: float) -> None:
    name = "planet" if "planet" in THINGS else "sun"
    thing = THINGS[name]
    thing.draw(
        stage.pen(
            x,
            y + size / 2,
            size,
            thing.colours[int(stage.rng.integers(len(thing.colours)))],
            0.0,
            aspect=thing.aspect,
        )
    )


def craters(stage: Stage, _: float) -> None:
    """Paint the black sky of the moon, grey mountains, and the earth."""
    starfield(stage, 0.06)
    size = stage.height * stage.rng.uniform(0.13, 0.2)
    x = stage.width * (0.2 if stage.rng.random() < 0.5 else 0.8)
    pen = stage.pen(x, stage.height * 0.12 + size, size, "#2f6ab0")
    pen.glow(0.5, 0.5, 0.72, "#6ab0ff", 0.5)
    pen.ellipse(0.5, 0.5, 0.5, 0.5, gloss=0.4, round=1)
    for _ in range(5):
        cx, cy = pen.rng.uniform(0.22, 0.78, 2)
        pen.fill([geometry.lump(pen.rng, cx, cy, 0.13, 0.1, 0.4)], "#5f8a4a", round=0.1)
    for y in (0.26, 0.45, 0.7):
        pen.limb(
            [(0.18, y), (0.45, y - 0.05), (0.75, y + 0.03)], 0.02, 0.05, 0.01, paint="#eef4fa"
        )
    stage.thickness = 0.0
    massif(stage, ridge(stage, 0.01, 0.09, 0.4, 5), colour("#77787c"), 0.0, 0.0, 1.6)


def reef(stage: Stage, _: float) -> None:
    """Paint water with shafts of light, and rocks in the blue distance."""
    height, width = stage.pixels.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    down = (y / height)[..., None]
    top, low = (np.array(colour(t), np.float32) for t in ("#6fd4dc", "#0d4a74"))
    water = top + (mix_array(low, stage) - top) * np.clip(down * 1.25, 0, 1) ** 0.7
    angle = (x - stage.sun[0]) / (y + height * 0.5)
    rays = noise(stage.rng, 3, 2048, 90, 4)[1]
    at = np.clip((angle + 1.5) * 680, 0, 2047).astype(int)
    shaft = np.clip(rays[at] - 0.1, 0, 1) * np.exp(-down[..., 0] * 2.2)
    water = water + shaft[..., None] * np.array([0.32, 0.4, 0.36], np.float32)
    stage.pixels[..., :3] = np.clip(water, 0, 1) * 255
    stage.pixels[..., 3] = 255
    for distance in (0.9, 0.6):
        line = ridge(stage, 0.0, 0.2 - 0.08 * distance, 0.22, 4)
        massif(stage, line, colour("#3a6a70"), distance, 0.0, 0.6)


def mix_array(low: Floats, stage: Stage) -> Floats:
    """Move the deep colour towards the tint of the scene."""
    return low * 0.75 + np.array(stage.tint, np.float32) * 0.25


def cave(stage: Stage, _: float) -> None:
    """Paint a cavern that opens to the light."""
    height, width = stage.pixels.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    wobble = noise(stage.rng, height, width, height * 0.25, 5)
    reach = (
        np.hypot((x - width / 2) / width * 2.1, (y - stage.horizon * 0.82) / height * 2.3)
        + wobble * 0.17
    )
    rock = (
        np.array(colour("#4c423c"), np.float32)
        * (0.75 + 0.5 * noise(stage.rng, height, width, height * 0.06, 4))[..., None]
    )
    rock *= np.clip(1.25 - reach * 0.75, 0.14, 1.1)[..., None]
    edge = np.clip((reach - 0.52) * 22, 0, 1)[..., None]
    glow = np.exp(-np.clip(reach - 0.52, 0, 2) * 7)[..., None] * np.array(
        [0.45, 0.4, 0.34], np.float32
    )
    edge *= np.clip(1.3 - (y - stage.horizon) / height * 3.2, 0.25, 1)[..., None]
    day = stage.pixels[..., :3] / 255.0
    stage.pixels[..., :3] = np.clip(day * (1 - edge) + (rock + glow * 0.6) * edge, 0, 1) * 255


def palms(stage: Stage, _: float) -> None:
    """Stand palms at the sides."""
    if "palm" not in THINGS:
        return
    thing = THINGS["palm"]
    for side in (-1, 1):
        if stage.rng.random() < 0.3:
            continue
        for _ in range(int(stage.rng.integers(1, 3))):
            x = stage.width * (0.5 + side * stage.rng.uniform(0.36, 0.54))
            row = stage.horizon + stage.height * stage.rng.uniform(0.05, 0.16)
            thing.draw(
                stage.pen(
                    x,
                    row,
                    stage.height * stage.rng.uniform(0.4, 0.62),
                    thing.colours[0],
                    0.25,
                    side > 0,
                    thing.aspect,
                )
            )


def acacia(stage: Stage, distance: float) -> None:
    """Stand flat-topped trees on the plain."""
    for _ in range(4):
        x, far = stage.width * float(stage.rng.uniform(0, 1)), float(stage.rng.uniform(0.4, 0.9))
        size = stage.height * 0.26 * (1.15 - far)
        pen = stage.pen(
            x,
            stage.horizon + stage.height * 0.03 * (1 - far),
            size * 1.4,
            mix("#5f6a2c", stage.tint, 0.25),
            far,
        )
        pen.limb([(0.5, 1.0), (0.48, 0.7), (0.55, 0.4)], 0.07, 0.04, 0.03, paint="#4a3826")
        pen.limb([(0.49, 0.72), (0.3, 0.4)], 0.04, 0.02, paint="#4a3826")
        for dx, y, w in ((-0.2, 0.38, 0.36), (0.22, 0.36, 0.38), (0.0, 0.28, 0.42)):
            pen.fill(
                [geometry.lump(pen.rng, 0.5 + dx, y, w, 0.11, 0.14)],
                darker(pen.colour, 0.15 - dx * 0.3),
                grain="leaves",
            )


def banks(stage: Stage, distance: float) -> None:
    """Raise the near bank of a river."""
    line = ridge(stage, 0.0, 0.03, 0.3, 3)
    massif(stage, line, colour("#5f6a3a"), 0.2, 0.0, 0.4)


LANDS: dict[str, Callable[[Stage, float], None]] = {
    "mountains": mountains, "hills": hills, "dunes": dunes, "mesas": mesas, "headland": headland,
    "trees": trees, "pines": pines, "hedge": hedge, "forest": forest, "forest_near": forest_near,
    "skyline": skyline, "facades": facades, "town": town, "fields": fields, "nebula": nebula,
    "craters": craters, "reef": reef, "cave": cave, "palms": palms, "acacia": acacia,
    "banks": banks,
}  # fmt: skip
