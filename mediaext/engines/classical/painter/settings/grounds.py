"""Grounds: surfaces in perspective, water that mirrors, shores, wet streets, the studio sweep."""

from collections.abc import Callable
from functools import lru_cache

import cv2
import numpy as np

from mediaext.engines.classical.arrays import Floats
from mediaext.engines.classical.painter.colours import Colour, colour, luminance, mix
from mediaext.engines.classical.painter.settings.stage import Stage
from mediaext.engines.classical.painter.textures import TILE, noise, texture, tile_noise

PALETTES: dict[str, tuple[str, str, str]] = {
    "grass": ("#3f6a24", "#6f9a3c", "#a0b858"),
    "drygrass": ("#8f7430", "#c4a448", "#e0c878"),
    "litter": ("#3a3620", "#5f5a30", "#7a7a40"),
    "sand": ("#cdb084", "#ecd6a8", "#fbeecb"),
    "dune": ("#b87f44", "#dcaa68", "#f0cc90"),
    "snow": ("#a8bcd4", "#dfe9f2", "#fbfcfe"),
    "ice": ("#8db4cc", "#b9d6e6", "#e6f2f8"),
    "rock": ("#4f4c48", "#7e7a72", "#a39e92"),
    "soil": ("#4a3524", "#6f5236", "#8f7048"),
    "road": ("#3c3e42", "#55575c", "#6e7074"),
    "street": ("#4a4c52", "#65676d", "#82848a"),
    "slabs": ("#6a645a", "#8f887a", "#aea696"),
    "moon": ("#55565a", "#8a8b90", "#b4b5b8"),
    "mars": ("#7a3a22", "#b4623a", "#d48a58"),
    "seabed": ("#6a7a60", "#a8a880", "#cfc898"),
    "planks": ("#6a4628", "#946638", "#b58450"),
    "tiles": ("#a89880", "#d8ccb4", "#f0e8d8"),
    "tabletop": ("#5a3820", "#83552f", "#a87846"),
    "carpet": ("#5a3a3a", "#7f5550", "#a07868"),
}


TINTED = {
    "grass": 0.2,
    "drygrass": 0.25,
    "litter": 0.2,
    "dune": 0.25,
    "rock": 0.1,
    "soil": 0.2,
    "mars": 0.3,
    "seabed": 0.2,
}


def _planks() -> Floats:
    y, x = np.mgrid[0:TILE, 0:TILE]
    board = x // 64
    shift = np.array([0, 96, 180, 40])[board]
    grain = np.roll(texture("wood").T, 9, 0)
    gap = (x % 64 < 2) | ((y + shift) % TILE < 2)
    each = np.random.default_rng(21).uniform(-0.5, 0.5, (4, 2))[board, ((y + shift) // TILE) % 2]
    return np.where(gap, -1.6, 0.35 * grain + each).astype(np.float32)


def _tiles() -> Floats:
    y, x = np.mgrid[0:TILE, 0:TILE]
    check = ((x // 64 + y // 64) % 2) * 1.5 - 0.75
    grout = (x % 64 < 2) | (y % 64 < 2)
    return np.where(grout, -0.9, check + 0.2 * tile_noise(22, 64, 4)).astype(np.float32)


def _slabs() -> Floats:
    y, x = np.mgrid[0:TILE, 0:TILE]
    row = y // 64
    grout = (y % 64 < 3) | ((x + row % 2 * 64) % 128 < 3)
    each = np.random.default_rng(23).uniform(-0.5, 0.5, (4, 2))[
        row, ((x + row % 2 * 64) // 128) % 2
    ]
    return np.where(grout, -1.4, each + 0.4 * tile_noise(24, 32, 4)).astype(np.float32)


def _dunes() -> Floats:
    y = np.arange(TILE)[:, None] / TILE
    ripple = np.sin((y * 24 + tile_noise(25, 64, 2) * 0.7) * 2 * np.pi)
    return (0.35 * ripple + 0.6 * tile_noise(26, 128, 3)).astype(np.float32)


def _grass() -> Floats:
    return 0.65 * tile_noise(27, 8, 2, (1, 3)) + 0.7 * tile_noise(28, 96, 4)


def _craters() -> Floats:
    height = 0.5 * tile_noise(29, 64, 5)
    rng = np.random.default_rng(30)
    y, x = np.mgrid[0:TILE, 0:TILE]
    for _ in range(26):
        cx, cy, r = *rng.integers(0, TILE, 2), rng.uniform(4, 26)
        dx, dy = (x - cx + 128) % TILE - 128, (y - cy + 128) % TILE - 128
        d = np.hypot(dx, dy) / r
        height += (
            np.where(d < 1, d * d - 0.6, np.maximum(0.4 - (d - 1) * 1.6, 0)) * r / 16
        ).astype(np.float32)
    made: Floats = (
        (height - np.roll(height, 3, 1)) * 2.2 + (height - np.roll(height, 3, 0)) + 0.3 * height
    ).astype(np.float32)
    return made


MADE: dict[str, Callable[[], Floats]] = {
    "planks": _planks,
    "tabletop": _planks,
    "tiles": _tiles,
    "slabs": _slabs,
    "street": _slabs,
    "dune": _dunes,
    "sand": _dunes,
    "grass": _grass,
    "drygrass": _grass,
    "moon": _craters,
    "mars": _craters,
    "seabed": _dunes,
}
SCALE: dict[str, float] = {
    "tabletop": 0.55,
    "sand": 0.8,
    "moon": 0.5,
    "mars": 0.5,
    "planks": 0.8,
    "tiles": 0.55,
    "slabs": 0.7,
}


@lru_cache(maxsize=48)
def _pyramid(name: str) -> tuple[Floats, ...]:
    base = MADE[name]() if name in MADE else texture("stone") * 0.8 + 0.4 * tile_noise(31, 16, 3)
    wide = np.tile(base, (3, 3))
    blurred = [
        cv2.GaussianBlur(wide, (0, 0), sigma)[TILE : 2 * TILE, TILE : 2 * TILE]
        for sigma in (3, 11)
    ]
    return base.astype(np.float32), blurred[0], blurred[1]


def plane(stage: Stage, top: float, name: str, width: int, rows: int) -> Floats:
    """Return a surface's relief in perspective, ``(rows, width)``, from row ``top`` down."""
    deep = max(stage.height - stage.horizon, stage.height * 0.2)
    t = (np.arange(rows, dtype=np.float32) + 0.5 + top - stage.horizon) / deep
    t = np.maximum(t, 0.012)
    zoom = SCALE.get(name, 1.0) * 1.25
    start_x, start_y = stage.rng.uniform(0, TILE, 2)
    across = (np.arange(width, dtype=np.float32) - width / 2) / stage.height * 330 * zoom
    u = (across[None, :] / t[:, None] + start_x).astype(np.float32)
    v = np.broadcast_to((150 * zoom / t + start_y).astype(np.float32)[:, None], u.shape)
    level = np.clip(np.log2(zoom * 0.62 / t) * 0.62, 0, 2)[:, None]
    layers = [
        cv2.remap(
            tile,
            np.mod(u, TILE).astype(np.float32),
            np.mod(v, TILE).astype(np.float32),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_WRAP,
        )
        for tile in _pyramid(name)
    ]
    fine = layers[0] * np.clip(1 - level, 0, 1) + layers[1] * (1 - np.abs(level - 1)).clip(0, 1)
    made: Floats = fine + layers[2] * np.clip(level - 1, 0, 1)
    return made


def paint_ground(stage: Stage, name: str, top: float | None = None) -> None:
    """Paint the ground ``name`` from row ``top`` (by default the horizon) to the bottom."""
    start = int(max(0, stage.horizon if top is None else top))
    rows = stage.height - start
    if rows < 2:
        return
    if name == "water":
        paint_water(stage, start)
        return
    relief = plane(stage, start, name, stage.width, rows) * (
        0.3 + 0.7 * min(1.0, stage.detail * 1.6)
    )
    dark, middle, light = (np.array(colour(tone), np.float32) for tone in _tones(stage, name))
    share = np.clip(relief * 0.5 + 0.5, 0, 1)[..., None]
    tone = np.where(
        share < 0.5,
        dark + (middle - dark) * share * 2,
        middle + (light - middle) * (share * 2 - 1),
    )
    stage.pixels[start:, :, :3] = np.clip(_lit(stage, tone, start) * 255, 0, 255)


def _tones(stage: Stage, name: str) -> list[Colour]:
    tones = [mix(tone, stage.tint, TINTED.get(name, 0.06)) for tone in PALETTES[name]]
    if "white" in stage.weather.extras and stage.setting.kind in ("land", "shore"):
        tones = [mix(tone, snow, 0.86) for tone, snow in zip(tones, PALETTES["snow"], strict=True)]
    return tones


def _lit(stage: Stage, tone: Floats, start: int) -> Floats:
    rows, width = tone.shape[:2]
    light = stage.light
    key = np.array(light.key, np.float32) * max(-light.towards[1], 0.25) * stage.weather.dim
    lamp = tone * tone * (key * 0.95 + np.array(light.sky, np.float32) * 0.62)
    y = (np.arange(rows, dtype=np.float32) + start - stage.horizon)[:, None] / max(
        stage.height - stage.horizon, 1
    )
    x = np.arange(width, dtype=np.float32)[None, :] / width - stage.sun[0] / width
    pool = 1 + 0.22 * np.exp(-(x * x) * 4) * np.clip(1 - y, 0, 1) - 0.16 * y * y
    lit = np.sqrt(np.maximum(lamp * pool[..., None], 0))
    far = np.exp(-np.maximum(y, 0) * (9 - 6.5 * stage.thickness)) * min(
        0.25 + stage.thickness, 0.95
    )
    if stage.setting.kind in ("room", "studio", "space"):
        far = far * 0.12
    made: Floats = lit + (np.array(stage.haze, np.float32) - lit) * far[..., None]
    return made


def paint_water(stage: Stage, start: int, stop: int | None = None) -> None:
    """Paint water between two rows: a broken mirror of what is above, and the sun's path."""
    stop = stage.height if stop is None else min(stop, stage.height)
    rows, width = stop - start, stage.width
    if rows < 2:
        return
    t = (np.arange(rows, dtype=np.float32) + 1) / max(stage.height - stage.horizon, 1)
    swell = plane(stage, start, "dune", width, rows)
    chop = 0.5 + stage.weather.wind
    y, x = np.mgrid[0:rows, 0:width].astype(np.float32)
    shake = (swell * (4 + 60 * t[:, None])) * chop * stage.height / 1024
    source_y = np.clip(start - 1 - y * 1.15 - np.abs(shake) * 1.5, 0, start - 1 if start else 0)
    mirror = cv2.remap(
        stage.pixels[: max(start, 1), :, :3].copy(),
        x + shake * 0.5,
        source_y.astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REFLECT,
    )
    mirror = mirror.astype(np.float32) / 255
    light = np.array(stage.light.sky, np.float32) + np.array(stage.light.key, np.float32) * 0.4
    depth = np.sqrt(np.array(stage.tint, np.float32) ** 2 * light) * stage.weather.dim
    steep = np.clip(0.72 - 0.5 * t[:, None] + swell * 0.22, 0.12, 0.9)[..., None]
    water = depth + (mirror - depth) * steep
    water += (swell * 0.05 * (0.4 + t[:, None]))[..., None]
    away = np.abs(x - stage.sun[0]) / (width * (0.05 + 0.22 * t[:, None]))
    sparkle = np.clip(swell * 1.7 - 0.35, 0, 1) * np.exp(-away * away) * (1 - stage.weather.grey)
    water += sparkle[..., None] * np.array(colour(stage.time.sun), np.float32) * 0.85
    foam = (
        np.clip(swell - 1.25 + 0.65 * stage.weather.wind, 0, 1)
        * np.clip(t[:, None] * 4, 0, 1)
        * stage.weather.wind
    )
    water += foam[..., None] * 0.9 * light.mean()
    stage.pixels[start:stop, :, :3] = np.clip(water, 0, 1) * 255


def wet_ground(stage: Stage) -> None:
    """Mirror what stands behind in the puddles of a wet ground."""
    start = int(min(stage.horizon, stage.height - 2))
    rows = stage.height - start
    dry = stage.pixels[start:, :, :3].astype(np.float32)
    paint_water(stage, start)
    y = np.linspace(0, 1, rows, dtype=np.float32)[:, None, None]
    share = 0.62 - 0.3 * y if stage.setting.ground == "road" else 0.3 - 0.15 * y
    region = stage.pixels[start:, :, :3]
    region[:] = np.clip(dry * 0.9 * (1 - share) + region * share * 1.1, 0, 255)


WASHED = frozenset({"sand", "dune"})
"""Grounds that waves run up on."""
BUILT = frozenset({"planks", "slabs", "tiles"})
"""Grounds with a straight edge."""


def beyond_shore(stage: Stage, shore: float) -> None:
    """Lay the land in front of the sea, its edge uneven and foamy."""
    height, width = stage.pixels.shape[:2]
    water = stage.pixels[..., :3].copy()
    top = int(stage.horizon)
    paint_ground(stage, stage.setting.ground, top=shore - 0.05 * height)
    line = noise(stage.rng, 3, width, width * 0.5, 4)[1] * 0.022 * height + shore
    built = stage.setting.ground in BUILT
    if built:
        line = np.full(width, shore, np.float32)
    rows = np.arange(height, dtype=np.float32)[:, None] - line[None, :]
    land = np.clip(rows / (0.004 * height) + 0.5, 0, 1)[..., None]
    region = stage.pixels[..., :3]
    wet = (1 - 0.34 * np.exp(-np.clip(rows, 0, None) / (0.028 * height)))[..., None]
    foam = np.exp(-(((rows + 0.004 * height) / (0.008 * height)) ** 2))[..., None] * 0.75
    froth = np.clip(0.6 + noise(stage.rng, height - top, width, 0.02 * height + 2, 3), 0, 1)
    foam[top:] *= froth[..., None]
    if stage.setting.ground not in WASHED:
        wet, foam = wet * 0 + 1, foam * 0
        lip = np.exp(-(((rows - 0.01 * height) / (0.012 * height)) ** 2))[..., None] * 0.25
        region[:] = np.clip(region * (1 + lip), 0, 255)
    region[:] = np.clip(water * (1 - land) + region * wet * land, 0, 255)
    white = min(1.0, sum(stage.light.key) / 3 + 0.25) * 255
    region[:] = region * (1 - foam) + white * foam


def sweep(stage: Stage) -> None:
    """Paint the seamless floor of a photographer's studio."""
    height, width = stage.pixels.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    pool = np.exp(-(((x - width / 2) / width) ** 2 * 2.4 + ((y - height * 0.8) / height) ** 2 * 5))
    tone = np.array(stage.far(stage.tint, 0), np.float32)
    light = 0.72 + 0.42 * pool + 0.12 * np.clip((stage.horizon - y) / height, -0.2, 1)
    white = float(np.clip((luminance(stage.tint) - 0.82) / 0.12, 0, 1))
    light += (1.3 - light) * 0.85 * white  # a white ground is lit evenly, to be white
    stage.pixels[..., :3] = np.clip(tone * light[..., None] * 255, 0, 255)
