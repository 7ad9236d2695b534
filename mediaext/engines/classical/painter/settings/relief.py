"""Backdrops of the land: mountains, hills, dunes, mesas, headlands, and lines of trees."""

import cv2
import numpy as np

from mediaext.engines.classical.graphics import skia
from mediaext.engines.classical.painter import geometry
from mediaext.engines.classical.painter.canvas import colour4f, outline
from mediaext.engines.classical.painter.colours import Colour, colour, darker, lighter, mix
from mediaext.engines.classical.painter.light import Floats
from mediaext.engines.classical.painter.settings.stage import Stage
from mediaext.engines.classical.painter.textures import noise


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
        _mass(stage, body, stage.far(darker(tone, 0.38), distance * depth))
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
            _mass(stage, leaves, stage.far(lit, distance * depth))


def _mass(stage: Stage, shapes: list[geometry.Points], tone: Colour) -> None:
    path = outline(shapes)
    path.setFillType(skia.PathFillType.kWinding)
    stage.canvas.drawPath(path, skia.Paint(AntiAlias=True, Color4f=colour4f(tone)))


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
        _mass(stage, sides[0], stage.far(lit, distance * depth))
        _mass(stage, sides[1], stage.far(darker(green, 0.25), distance * depth))


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
        _mass(stage, shapes, stage.far(lighter(tone, share), 0.25))


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
        _mass(stage, trunks, stage.far(darker(bark, 0.25 * (1 - depth)), depth * 1.25))
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
        _mass(stage, leaves, stage.far(darker(green, 0.35 * (1 - depth)), depth * 1.15))
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
        _mass(stage, low, stage.far(darker(green, 0.22 * (1 - depth) + 0.1), depth * 1.1))


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
