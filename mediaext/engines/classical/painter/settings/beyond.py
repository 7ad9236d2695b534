"""Backdrops of space, the deep sea, caves and the tropics."""

import cv2
import numpy as np

from mediaext.engines.classical.painter import geometry
from mediaext.engines.classical.painter.colours import colour, darker, mix
from mediaext.engines.classical.painter.light import Floats
from mediaext.engines.classical.painter.settings.relief import massif, ridge
from mediaext.engines.classical.painter.settings.stage import Stage
from mediaext.engines.classical.painter.textures import noise
from mediaext.engines.classical.painter.things.registry import THINGS


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
