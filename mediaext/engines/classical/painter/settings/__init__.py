"""Places: what lies behind and under the things of a picture."""

from collections.abc import Callable

from mediaext.engines.classical.painter.settings.backdrops import LANDS
from mediaext.engines.classical.painter.settings.grounds import (
    beyond_shore,
    paint_ground,
    paint_water,
    sweep,
    wet_ground,
)
from mediaext.engines.classical.painter.settings.rooms import ROOMS, paint_wall, skirting
from mediaext.engines.classical.painter.settings.sky import aurora, lightning, paint_sky, rainbow
from mediaext.engines.classical.painter.settings.stage import Stage
from mediaext.engines.classical.painter.settings.strewn import strew

BACKDROPS: dict[str, Callable[[Stage, float], None]] = {**LANDS, **ROOMS}
BEFORE_GROUND_LAST = frozenset(
    {"palms", "forest_near", "facades", "cave", "rows", "camp", "net"}
)  # these stand on the ground


def paint_setting(stage: Stage, floating: bool = False) -> None:
    """Paint the place; ``floating`` puts the viewer on the water where the place has a shore."""
    kind = stage.setting.kind
    if kind in ("room", "studio"):
        paint_wall(stage)
    elif not (kind == "underwater" or (kind == "space" and stage.setting.ground != "mars")):
        paint_sky(stage)
        if "lightning" in stage.weather.extras:
            lightning(stage)
        if "aurora" in stage.weather.extras:
            aurora(stage)
    layers = stage.setting.backdrop
    count = max(len(layers) - 1, 1)
    for k, name in enumerate(layers):
        if name not in BEFORE_GROUND_LAST:
            BACKDROPS[name](stage, 1.0 - 0.75 * k / count if len(layers) > 1 else 0.8)
    if "rainbow" in stage.weather.extras and kind not in ("room", "studio"):
        rainbow(stage)
    _ground(stage, floating)
    for name in layers:
        if name in BEFORE_GROUND_LAST:
            BACKDROPS[name](stage, 0.2)
    if not (floating and kind == "shore"):
        strew(stage)
    if stage.weather.wet and kind == "land":
        wet_ground(stage)


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
    if setting.kind == "room" and setting.ground != "tabletop":
        skirting(stage)
