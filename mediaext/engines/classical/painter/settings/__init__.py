"""Places: what lies behind and under the things of a picture."""

from collections.abc import Callable

from mediaext.engines.classical.painter.settings import beyond, relief, rooms, town
from mediaext.engines.classical.painter.settings.grounds import paint_ground, paint_water
from mediaext.engines.classical.painter.settings.sky import paint_sky
from mediaext.engines.classical.painter.settings.stage import Stage
from mediaext.engines.classical.painter.settings.strewn import strew
from mediaext.engines.classical.painter.settings.weathers import lightning, rainbow

BACKDROPS: dict[str, Callable[[Stage, float], None]] = {
    "mountains": relief.mountains, "hills": relief.hills, "dunes": relief.dunes,
    "mesas": relief.mesas, "headland": relief.headland, "trees": relief.trees,
    "pines": relief.pines, "hedge": relief.hedge, "forest": relief.forest,
    "forest_near": relief.forest_near, "skyline": town.skyline, "facades": town.facades,
    "town": town.town, "fields": town.fields, "nebula": beyond.nebula, "craters": beyond.craters,
    "reef": beyond.reef, "cave": beyond.cave, "palms": beyond.palms, "acacia": beyond.acacia,
    "banks": beyond.banks, **rooms.ROOMS,
}  # fmt: skip
BEFORE_GROUND_LAST = frozenset(
    {"palms", "forest_near", "facades", "cave"}
)  # these stand on the ground


def paint_setting(stage: Stage, floating: bool = False) -> None:
    """Paint the place; ``floating`` puts the viewer on the water where the place has a shore."""
    kind = stage.setting.kind
    if kind in ("room", "studio"):
        rooms.paint_wall(stage)
    elif not (kind == "underwater" or (kind == "space" and stage.setting.ground != "mars")):
        paint_sky(stage)
        if "lightning" in stage.weather.extras:
            lightning(stage)
        if "rainbow" in stage.weather.extras:
            rainbow(stage)
    layers = stage.setting.backdrop
    count = max(len(layers) - 1, 1)
    for k, name in enumerate(layers):
        if name not in BEFORE_GROUND_LAST:
            BACKDROPS[name](stage, 1.0 - 0.75 * k / count if len(layers) > 1 else 0.8)
    _ground(stage, floating)
    for name in layers:
        if name in BEFORE_GROUND_LAST:
            BACKDROPS[name](stage, 0.2)
    if not (floating and kind == "shore"):
        strew(stage)
    if stage.weather.wet and kind == "land":
        wet_ground(stage)


def wet_ground(stage: Stage) -> None:
    """Mirror what stands behind in the puddles of a wet ground."""
    import numpy as np

    start = int(min(stage.horizon, stage.height - 2))
    rows = stage.height - start
    dry = stage.pixels[start:, :, :3].astype(np.float32)
    paint_water(stage, start)
    y = np.linspace(0, 1, rows, dtype=np.float32)[:, None, None]
    share = 0.62 - 0.3 * y if stage.setting.ground == "road" else 0.3 - 0.15 * y
    region = stage.pixels[start:, :, :3]
    region[:] = np.clip(dry * 0.9 * (1 - share) + region * share * 1.1, 0, 255)


def _ground(stage: Stage, floating: bool) -> None:
    setting = stage.setting
    if not setting.ground or stage.horizon >= stage.height:
        return
    if setting.kind == "shore":
        shore = stage.horizon + (stage.height - stage.horizon) * 0.3
        paint_water(
            stage, int(stage.horizon), None if floating else int(shore + 0.09 * stage.height)
        )
        if not floating:
            beyond_shore(stage, shore)
        return
    if setting.ground == "sweep":
        sweep(stage)
        return
    paint_ground(stage, setting.ground)
    if setting.kind == "room":
        rooms.skirting(stage)


def beyond_shore(stage: Stage, shore: float) -> None:
    """Lay the land in front of the sea, its edge uneven and foamy."""
    import numpy as np

    from mediaext.engines.classical.painter.textures import noise

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
    import numpy as np

    height, width = stage.pixels.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    pool = np.exp(-(((x - width / 2) / width) ** 2 * 2.4 + ((y - height * 0.8) / height) ** 2 * 5))
    tone = np.array(stage.far(stage.tint, 0), np.float32)
    light = 0.72 + 0.42 * pool + 0.12 * np.clip((stage.horizon - y) / height, -0.2, 1)
    stage.pixels[..., :3] = np.clip(tone * light[..., None] * 255, 0, 255)
