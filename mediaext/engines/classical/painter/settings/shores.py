"""Grounds that are more than a plane: shores, wet streets, the sweep of a studio."""

import numpy as np

from mediaext.engines.classical.painter.colours import luminance
from mediaext.engines.classical.painter.settings.grounds import paint_ground, paint_water
from mediaext.engines.classical.painter.settings.stage import Stage
from mediaext.engines.classical.painter.textures import noise


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


def beyond_shore(stage: Stage, shore: float) -> None:
    """Lay the land in front of the sea, its edge uneven and foamy."""
    height, width = stage.pixels.shape[:2]
    water = stage.pixels[..., :3].copy()
    top = int(stage.horizon)
    paint_ground(stage, stage.setting.ground, top=shore - 0.05 * height)
    line = noise(stage.rng, 3, width, width * 0.5, 4)[1] * 0.022 * height + shore
    rows = np.arange(height, dtype=np.float32)[:, None] - line[None, :]
    land = np.clip(rows / (0.004 * height) + 0.5, 0, 1)[..., None]
    region = stage.pixels[..., :3]
    wet = (1 - 0.34 * np.exp(-np.clip(rows, 0, None) / (0.028 * height)))[..., None]
    foam = np.exp(-(((rows + 0.004 * height) / (0.008 * height)) ** 2))[..., None] * 0.75
    froth = np.clip(0.6 + noise(stage.rng, height - top, width, 0.02 * height + 2, 3), 0, 1)
    foam[top:] *= froth[..., None]
    if stage.setting.ground == "rock":
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
