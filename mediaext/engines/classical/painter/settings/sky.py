"""Skies: gradient, sun or moon and their glow, clouds lit from the sun's side, stars."""

import cv2
import numpy as np

from mediaext.engines.classical.painter.colours import mix, parse_hex
from mediaext.engines.classical.painter.light import Floats
from mediaext.engines.classical.painter.settings.setting import sky_colours
from mediaext.engines.classical.painter.settings.stage import Stage
from mediaext.engines.classical.painter.textures import noise


def paint_sky(stage: Stage) -> None:
    """Paint the sky over the whole canvas, at half the size, then enlarge it."""
    height, width = max(stage.height // 2, 8), max(stage.width // 2, 8)
    row = np.linspace(0, stage.height / max(stage.horizon, 1), height, dtype=np.float32)
    air = _gradient(stage, np.clip(row, 0, 1))[:, None, :].repeat(width, 1)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    sun_x, sun_y = stage.sun[0] / 2, stage.sun[1] / 2
    reach = np.hypot(x - sun_x, (y - sun_y) * 1.25) / max(height, width)
    clear = 1 - 0.92 * stage.weather.grey
    glow = (np.exp(-reach * 5.5) * 0.5 + np.exp(-reach * 22) * 0.5) * clear
    sun = np.array(parse_hex(stage.time.sun), np.float32)
    air = 1 - (1 - air) * (1 - glow[..., None] * sun * (0.25 if _is_moon(stage) else 0.75))
    if _is_moon(stage):
        air += _stars(stage, height, width, row)[..., None] * clear
    disc = np.clip((0.024 - reach) * max(height, width) / 1.5 + 0.5, 0, 1) * clear
    air = (
        air * (1 - disc[..., None])
        + sun * disc[..., None] * (_craters(stage, height, width)[..., None])
    )
    air = _clouds(stage, air, row, reach)
    full = cv2.resize(
        np.clip(air, 0, 1), (stage.width, stage.height), interpolation=cv2.INTER_LINEAR
    )
    stage.pixels[..., :3] = full * 255 + stage.rng.random(
        (stage.height, stage.width, 1), np.float32
    )
    stage.pixels[..., 3] = 255


def _is_moon(stage: Stage) -> bool:
    return stage.time.night and stage.time.height > 0.3


def _gradient(stage: Stage, row: Floats) -> Floats:
    zenith, middle, horizon = (
        mix(
            mix(tone, (0.62, 0.65, 0.69), stage.weather.grey * 0.85),
            (0, 0, 0),
            1 - stage.weather.dim,
        )
        if not stage.night
        else mix(tone, (0.16, 0.18, 0.24), stage.weather.grey * 0.7)
        for tone in sky_colours(stage.time)
    )
    stops = np.array([zenith, middle, horizon, horizon])
    return np.stack([np.interp(row, [0, 0.55, 0.97, 1], stops[:, k]) for k in range(3)], 1).astype(
        np.float32
    )


def _stars(stage: Stage, height: int, width: int, row: Floats) -> Floats:
    stars = np.zeros((height, width), np.float32)
    many = int(height * width / 900 * (0.5 + stage.detail))
    at_y, at_x = stage.rng.integers(0, height, many), stage.rng.integers(0, width, many)
    stars[at_y, at_x] = stage.rng.random(many) ** 3
    big = cv2.GaussianBlur(stars, (0, 0), 0.7) * 2.2
    made: Floats = (big * np.clip(1.05 - row, 0, 1)[:, None]).astype(np.float32)
    return made


def _craters(stage: Stage, height: int, width: int) -> Floats:
    if not _is_moon(stage):
        return np.ones((height, width), np.float32)
    return 0.92 + 0.12 * noise(stage.rng, height, width, max(height, width) * 0.012 + 2, 2)


def _clouds(stage: Stage, air: Floats, row: Floats, reach: Floats) -> Floats:
    cover = stage.weather.cloud
    height, width = air.shape[:2]
    puff = noise(stage.rng, height, width, max(height, width) * 0.3, 6, stretch=1.9)
    light_x = -0.02 if stage.light.towards[0] < 0 else 0.02
    shift = np.array([[1, 0, -light_x * width], [0, 1, height * 0.022]], np.float32)
    shadowed = cv2.GaussianBlur(
        cv2.warpAffine(puff, shift, (width, height), borderMode=cv2.BORDER_REFLECT), (0, 0), 2
    )
    fade = np.clip((1.02 - row) * 3.2, 0, 1)[:, None] * np.clip(0.35 + row * 1.4, 0, 1)[:, None]
    thick = np.clip((puff + cover * 1.5 - 0.72) * 1.7, 0, 1) * (
        fade if cover < 0.8 else np.clip(fade + 0.4, 0, 1)
    )
    relief = np.clip(0.62 + (puff - shadowed) * 0.95, 0.15, 1.1)
    sun = np.array(stage.time.key, np.float32) * stage.weather.dim
    _, middle, horizon = sky_colours(stage.time)
    shade = np.array(
        mix(mix(middle, horizon, 0.3), (0.33, 0.36, 0.42), 0.3 + 0.4 * stage.weather.grey),
        np.float32,
    )
    shade *= stage.weather.dim * (0.6 if stage.night else 0.95)
    lit = np.clip(sun * (0.42 if stage.night else 0.94) + 0.06, 0, 1) * (
        1 - 0.45 * stage.weather.grey
    )
    tone = shade + (lit - shade) * (relief + 0.3 * np.exp(-reach * 6))[..., None]
    made: Floats = (
        air + (np.clip(tone, 0, 1) - air) * (thick * (0.86 if cover < 0.8 else 0.8))[..., None]
    )
    return made
