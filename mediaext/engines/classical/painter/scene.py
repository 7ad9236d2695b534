"""From words to a picture: what is in it, the stage, the things upon it, the finish."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from mediaext.engines.classical.arrays import Pixels
from mediaext.engines.classical.painter import colours, sprite
from mediaext.engines.classical.painter.abstract import paint_abstract
from mediaext.engines.classical.painter.colours import Colour, mix
from mediaext.engines.classical.painter.finish import develop
from mediaext.engines.classical.painter.flat_lay import paint_flat_lay
from mediaext.engines.classical.painter.layout import (
    SITTERS,
    Placed,
    clear_of,
    compose,
    fit,
    nearer,
)
from mediaext.engines.classical.painter.light import Light
from mediaext.engines.classical.painter.prompt import Brief, Subject, read_prompt
from mediaext.engines.classical.painter.settings import paint_setting
from mediaext.engines.classical.painter.settings.places import (
    SETTINGS,
    TIMES,
    WADERS,
    WAYS,
    WEATHERS,
    Setting,
    sky_colours,
)
from mediaext.engines.classical.painter.settings.sky import fall, veil
from mediaext.engines.classical.painter.settings.stage import Stage
from mediaext.engines.classical.painter.styles import STYLES
from mediaext.engines.classical.painter.things import SCENERY, THINGS, Thing
from mediaext.engines.classical.painter.things.signs import PRINTED

Report = Callable[[float, str], None]
LEAST = 256  # smaller pictures are painted at this size and reduced
LANDMARKS = frozenset({
    "table", "chair", "sofa", "bed", "piano", "towel", "fence", "pier", "iceberg",
    "log", "wave", "throne", "shelf", "tree stump", "campfire", "bench",
})  # fmt: skip
"""Things whose home is the place, whatever else is there."""
OFFSHORE = 100.0
"""Depth from which on a thing is on the water behind the land."""
AUTUMN = (0.78, 0.42, 0.14)
FURNITURE: dict[str, tuple[tuple[str, int], ...]] = {
    "living_room": (("sofa", 1), ("table", 1)),
    "bedroom": (("bed", 1), ("wardrobe", 1)),
    "kitchen": (("chair", 1), ("table", 1)),
    "classroom": (("school desk", 6),),
    "office": (("school desk", 2),),
    "cafe": (("chair", 1), ("table", 1), ("chair", 1)),
    "library": (("table", 1), ("chair", 1), ("stack of books", 1)),
    "cabin_room": (("rocking chair", 1), ("table", 1)),
    "lobby": (("suitcase", 2),),
    "workshop": (("table", 1), ("toolbox", 1)),
    "nave": (("bench", 4),),
    "museum": (("statue", 1), ("bench", 1)),
    "stage": (("microphone", 1), ("speaker", 2)),
    "gym": (("barbell", 1), ("kettlebell", 2)),
    "playroom": (("ball", 1), ("teddy bear", 1), ("cube", 3)),
    "castle_hall": (("throne", 1),),
    "christmas": (("gift", 3),),
    "terminal": (("suitcase", 3),),
    "factory_hall": (("forklift", 1),),
    "sportshall": (("basketball", 2),),
    "recording": (("guitar", 1), ("speaker", 1)),
    "attic": (("sofa", 1), ("box", 2)),
    "platform": (("bench", 1),),
    "glasshouse": (("flowerpot", 4),),
    "meeting_room": (("table", 1), ("chair", 2)),
}
"""What stands in a room that a prompt names alone."""
SLIMMEST = 4  # longer pictures than 4 to 1 are cut from one of 4 to 1


@dataclass(frozen=True, slots=True)
class Wish:
    """How a brief is to be painted.

    ``detail`` 0 to 1: how much fine work; ``adherence`` 0 to 1: how strictly the words are kept.
    Things stand clear of ``before``, the left and right edge, 0 to 1, of somebody in front.
    """

    seed: int
    detail: float = 0.5
    adherence: float = 0.6
    palette: tuple[Colour, ...] = ()
    before: tuple[float, float] | None = None


def furnished(brief: Brief) -> Brief:
    """Return a brief of an empty room with what stands in such a room; any other as it is."""
    if brief.subjects or brief.ornament:
        return brief
    rows = FURNITURE.get(brief.setting, ())
    return replace(brief, subjects=tuple(Subject(thing, count=count) for thing, count in rows))


def paint(
    brief: Brief, width: int, height: int, wish: Wish, report: Report = lambda *_: None
) -> Pixels:
    """Paint a brief, ``(height, width, 3)`` uint8."""
    zoom = max(1.0, LEAST / min(width, height))
    work_w = min(round(width * zoom), max(width, LEAST * SLIMMEST))
    work_h = min(round(height * zoom), max(height, LEAST * SLIMMEST))
    work_w, work_h = max(work_w, -(-work_h // SLIMMEST)), max(work_h, -(-work_w // SLIMMEST))
    picture = _paint_full(brief, work_w, work_h, wish, report)
    return _resize(picture, width, height)


def _resize(picture: Pixels, width: int, height: int) -> Pixels:
    high, wide = picture.shape[:2]
    zoom = max(width / wide, height / high)
    cut_w, cut_h = max(1, min(wide, round(width / zoom))), max(1, min(high, round(height / zoom)))
    left, top = (wide - cut_w) // 2, (high - cut_h) // 2
    cut = picture[top : top + cut_h, left : left + cut_w]
    if cut.shape[:2] == (height, width):
        return np.ascontiguousarray(cut)
    made: Pixels = cv2.resize(cut, (width, height), interpolation=cv2.INTER_AREA)
    return made


def _paint_full(brief: Brief, width: int, height: int, wish: Wish, report: Report) -> Pixels:
    style = STYLES.get(brief.style, STYLES["soft"])
    rng = np.random.default_rng([wish.seed, 1])
    if brief.ornament and not brief.subjects:
        report(0.1, "painting the pattern")
        picture = paint_abstract(brief, width, height, wish.seed, wish.palette, wish.detail)
    else:
        stage = set_stage(brief, width, height, wish)
        if brief.framing == "top":
            report(0.1, "laying out the things")
            paint_flat_lay(stage, brief, wish.seed, vivid(wish))
        else:
            report(0.1, f"painting the {stage.setting.words[0]}")
            paint_setting(stage, floating=_afloat(brief, stage.setting.kind))
            report(0.45, "painting the things")
            _paint_things(stage, brief, wish, report)
            report(0.75, "painting the air")
            veil(stage)
            fall(stage)
        picture = develop(
            stage, brief.mood, wish.detail, graded=style.finish is None or style.mode == "soft"
        )
    if style.finish is not None:
        report(0.85, f"finishing as {brief.style}")
        picture = style.finish(picture, rng, wish.detail)
    return picture


def _afloat(brief: Brief, kind: str) -> bool:
    things = [
        s.kind for s in brief.subjects if s.relation in ("beside", "left", "right") or s.to < 0
    ]
    return kind == "water" or (
        kind == "shore" and bool(things) and all(t.stance == "water" for t in things)
    )


def choose_setting(brief: Brief, rng: np.random.Generator) -> str:
    """Return the setting asked for, else one where what stands on the ground is at home."""
    if brief.setting or brief.empty:
        return brief.setting or "studio"
    things = [s.kind for s in brief.subjects if s.relation != "holding"]
    standing = [thing for thing in things if thing.stance != "air"] or things
    bearers = [thing for thing in standing if thing.name in LANDMARKS]
    others = [thing for thing in standing if thing.name not in SITTERS] or standing
    homes = _shared_homes(standing) or [home for t in (bearers or others)[:1] for home in t.homes]
    if len(others) < len(standing):
        homes = [home for home in homes if home != "table"]  # people stand on a floor
    tall = any(thing.height > 2.5 for thing in standing)
    outside = tall or bool(brief.weather)
    fit = [home for home in homes if home in SETTINGS and not (outside and _indoors(home))]
    if fit and all(map(_indoors, fit)) and all(thing.stance == "table" for thing in standing):
        fit = ["table"]  # what is small stands on no floor
    if outside and not fit and homes:
        fit = ["street", "park"]
    if not things:
        fit = ["hills", "meadow", "mountains", "lake"]
    return (fit or ["meadow"])[int(rng.integers(len(fit or ["meadow"])))]


def _shared_homes(things: list[Thing]) -> list[str]:
    """Return where all of several things are at home."""
    if len(things) < 2 or any(thing.name in LANDMARKS for thing in things):
        return []
    return [home for home in things[0].homes if all(home in thing.homes for thing in things[1:])]


def _indoors(name: str) -> bool:
    return SETTINGS[name].kind in ("room", "studio", "air")


def set_stage(brief: Brief, width: int, height: int, wish: Wish) -> Stage:
    """Choose place, time, weather and light, and prepare the canvas."""
    rng = np.random.default_rng([wish.seed, 2])
    setting = _grounded(SETTINGS[choose_setting(brief, rng)], brief)
    time = TIMES[
        brief.time
        or WEATHERS.get(brief.weather, WEATHERS["clear"]).time
        or _mood_time(brief.mood)
        or setting.times[int(rng.integers(len(setting.times)))]
    ]
    weather = WEATHERS[brief.weather or setting.weathers[int(rng.integers(len(setting.weathers)))]]
    if setting.kind in ("space", "underwater"):
        weather = WEATHERS["clear"]
    side = 1.0 if rng.random() < 0.5 else -1.0
    horizon = height * setting.horizon * rng.uniform(0.92, 1.08)
    sun_x = width * (0.5 + side * rng.uniform(0.16, 0.44))
    sun_y = horizon * (1 - time.height * rng.uniform(0.8, 1.0))
    asked = [colours.colour(c) for c in brief.palette] + list(wish.palette)
    tint = colours.parse_hex(setting.tint)
    if asked:
        share = 0.95 if setting.kind == "studio" else 0.6
        tint = mix(tint, asked[int(rng.integers(len(asked)))], share)
    if "golden" in weather.extras:
        tint = mix(tint, AUTUMN, 0.75)
    _, middle, low = sky_colours(time)
    haze = mix(mix(low, middle, 0.35), (0.66, 0.69, 0.73), weather.grey * 0.8)
    if setting.kind == "underwater":
        haze = colours.parse_hex("#1f6f90")
    haze = mix(haze, (0.0, 0.0, 0.0), (1 - weather.dim) * 0.8)
    style = STYLES.get(brief.style, STYLES["soft"])
    light = replace(
        _light(brief, wish, side * rng.uniform(0.35, 0.7)),
        mode=style.mode,
        key=scaled(time.key, weather.dim),
        sky=time.ambient,
        bounce=time.bounce,
        rim=time.rim,
        night=time.night,
    )
    if setting.kind in ("room", "studio") and time.night:
        light = replace(light, key=(0.95, 0.72, 0.42), sky=(0.34, 0.30, 0.34))
    if setting.kind == "space":
        light = replace(
            light, key=(1.1, 1.06, 1.0), sky=(0.2, 0.24, 0.34), bounce=(0.2, 0.19, 0.2)
        )
    pixels = np.zeros((height, width, 4), np.uint8)
    return Stage(
        pixels,
        horizon,
        setting,
        time,
        weather,
        light,
        rng,
        wish.detail,
        haze,
        min(weather.haze + 0.25, 1.0) if setting.kind not in ("room", "studio", "space") else 0.15,
        (sun_x, sun_y),
        tint,
    )


def _grounded(setting: Setting, brief: Brief) -> Setting:
    """Return a setting with the way that leads through it, and a bank under what is not afloat."""
    if brief.way:
        return replace(setting, props=(*setting.props, *WAYS[brief.way]))
    standing = [s for s in brief.subjects if s.to < 0 and not s.lifted and s.thing not in WADERS]
    if setting.kind == "water" and any(s.kind.stance in ("ground", "table") for s in standing):
        return replace(setting, kind="shore", ground=setting.bank)
    return setting


def scaled(tone: Colour, share: float) -> Colour:
    """Return a colour dimmed to a share."""
    return tone[0] * share, tone[1] * share, tone[2] * share


def _mood_time(mood: str) -> str:
    return {"dark": "dusk", "warm": "sunset", "bright": "day", "dramatic": "sunset"}.get(mood, "")


def _light(brief: Brief, wish: Wish, side: float) -> Light:
    return Light().turned(side)


def paint_cutout(brief: Brief, width: int, height: int, wish: Wish) -> Pixels:
    """Paint the things of a brief on nothing, ``(height, width, 4)`` uint8 of straight alpha.

    They fill the picture, without shadows.
    """
    stage = set_stage(replace(brief, setting="studio"), width, height, wish)
    rng = np.random.default_rng([wish.seed, 3])
    placed = fit(compose(brief, rng, width / height), width, height, 0.0, rng, 1.0, in_air=True)
    for one in sorted(placed, key=lambda p: -p.depth):
        layer = sprite.draw(stage, one, wish.seed, 1.0)
        layer.glows.clear()  # light falls on what is around, and there is nothing
        sprite.blend(stage, layer)
    made = stage.pixels
    cover = np.maximum(made[..., 3:].astype(np.float32), 1) / np.float32(255)
    made[..., :3] = np.minimum(made[..., :3] / cover, 255).astype(np.uint8)
    return made


def _paint_things(stage: Stage, brief: Brief, wish: Wish, report: Report) -> None:
    rng = np.random.default_rng([wish.seed, 3])
    wet = stage.setting.kind == "water" or _afloat(brief, stage.setting.kind)
    free = stage.setting.kind in ("air", "underwater") or (
        stage.setting.kind == "space" and not stage.setting.ground
    )
    free = free or all(subject.thing in PRINTED for subject in brief.subjects)
    brief = _with_company(brief, wish, rng)
    placed = compose(brief, rng, stage.width / stage.height)
    placed = fit(placed, stage.width, stage.height, stage.horizon, rng, wish.adherence, free)
    if wish.before is not None:
        placed = clear_of(placed, wish.before, stage.width, stage.horizon)
    if stage.setting.kind == "shore" and not wet:
        placed = _offshore(stage, placed)
    if brief.framing == "close" and placed:
        placed = nearer(placed, stage.width, stage.height)
    order = sorted(placed, key=lambda p: -p.depth)
    filled = {one.behind_of for one in placed}
    for k, one in enumerate(order):
        afloat = wet or one.depth >= OFFSHORE
        _paint_one(stage, replace(one, filled=one.number in filled), wish, afloat, free)
        report(0.45 + 0.3 * (k + 1) / len(order), f"painting the {one.thing.name}")


def _offshore(stage: Stage, placed: list[Placed]) -> list[Placed]:
    """Put what floats on the water behind the land, and so smaller."""
    row = stage.horizon + 0.2 * (stage.height - stage.horizon)
    return [
        replace(
            p,
            x=p.x + 0.22 * p.width,
            y=row + (p.y - stage.height) * 0.05,
            height=0.56 * p.height,
            depth=p.depth + OFFSHORE,
        )
        if p.thing.stance == "water" and p.subject.to < 0 and not p.lifted
        else p
        for p in placed
    ]


def _with_company(brief: Brief, wish: Wish, rng: np.random.Generator) -> Brief:
    """Let loose adherence add what was not asked for."""
    if wish.adherence >= 0.35 or not brief.subjects:
        return brief
    home = brief.subjects[0].kind.homes[:1]
    others = sorted(
        t.name
        for t in THINGS.values()
        if set(home) & set(t.homes) and t.name != brief.subjects[0].thing and t.stance != "air"
    )
    if not others:
        return brief
    extra = Subject(others[int(rng.integers(len(others)))], size=0.7, relation="beside", to=0)
    return replace(brief, subjects=(*brief.subjects, extra))


def vivid(wish: Wish) -> float:
    """Return how colourful things are, 0 to 1; loose adherence pales them."""
    return min(1.0, 0.45 + wish.adherence)


def _paint_one(stage: Stage, one: Placed, wish: Wish, wet: bool, free: bool) -> None:
    layer = sprite.draw(stage, one, wish.seed, vivid(wish))
    if not one.lifted and not free:
        if wet:
            sprite.mirror(stage, layer, 0.5, 0.6 + stage.weather.wind)
            sprite.waterline(stage, layer)
        else:
            if stage.weather.wet:
                sprite.mirror(stage, layer, 0.25, 0.4)
            sprite.cast_shadow(
                stage, layer, 0.35 + 0.4 * (1 - stage.weather.grey) * (0.7 if stage.night else 1.0)
            )
    if one.behind_of >= 0:
        _clip_foot(stage, layer, one)
    sprite.blend(stage, layer)


def _clip_foot(stage: Stage, layer: sprite.Sprite, one: Placed) -> None:
    """Shade the foot of what stands in a vessel."""
    rows = layer.pixels.shape[0]
    y = np.arange(rows, dtype=np.float32)[:, None, None]
    dark = np.clip(
        1.15 - 0.5 * (y - (one.y - layer.top - one.height)) / max(one.height, 1), 0.6, 1
    )
    layer.pixels[..., :3] = (layer.pixels[..., :3] * dark).astype(np.uint8)


def paint_scene(
    prompt: str,
    width: int,
    height: int,
    seed: int,
    *,
    palette: Sequence[str] = (),
    detail: int = 8,
    with_things: bool = True,
    before: tuple[float, float] | None = None,
) -> Pixels:
    """Paint a scene for any words, ``(height, width, 3)`` uint8.

    ``palette`` are hex colours that tint it; ``detail`` counts as inference steps do. Without
    ``with_things`` only place, air and style are painted, as a background for a subject. Words
    that name nothing known give a plain backdrop in their colours. Things stand beside ``before``,
    the left and right edge, 0 to 1, of somebody who is to stand before the scene.
    """
    brief = read_prompt(prompt, places=not with_things)
    if not with_things and brief.subjects:
        scenery = tuple(
            replace(s, relation="beside", to=-1) for s in brief.subjects if s.thing in SCENERY
        )
        setting = choose_setting(brief, np.random.default_rng([seed, 2]))
        brief = replace(brief, setting=setting, subjects=scenery)
    tones = tuple(colours.parse_hex(tone) for tone in palette)
    wish = Wish(seed, detail_of(detail), palette=tones, before=before)
    return paint(brief, width, height, wish)


def detail_of(steps: int) -> float:
    """Turn inference steps to detail: 1 gives 0, 8 gives 0.5, 64 and more give 1."""
    return float(min(np.log2(max(steps, 1)) / 6, 1.0))
