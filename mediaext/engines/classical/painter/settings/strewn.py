"""What grows, lies and stands about: tufts, flowers, stones, shells, paths, fences, lamps."""

from collections.abc import Callable

import numpy as np

from mediaext.engines.classical.painter import geometry
from mediaext.engines.classical.painter.canvas import skia
from mediaext.engines.classical.painter.colours import colour, darker, lighter, mix
from mediaext.engines.classical.painter.geometry import Points
from mediaext.engines.classical.painter.settings.grounds import PALETTES
from mediaext.engines.classical.painter.settings.stage import Stage
from mediaext.engines.classical.painter.things.registry import THINGS

Spot = tuple[float, float, float]  # x, base row, pixels per metre


def spots(stage: Stage, many: int, near: bool = False) -> list[Spot]:
    """Choose places on the ground, farthest first; ``near`` keeps to the foreground."""
    count = max(1, round(many * (0.25 + 1.5 * stage.detail)))
    t = stage.rng.uniform(0.06, 1.05, count) if not near else stage.rng.uniform(0.8, 1.1, count)
    x = stage.rng.uniform(-0.03, 1.03, count) * stage.width
    deep = stage.height - stage.horizon
    return [
        (float(px), float(stage.horizon + pt * deep), float(pt * deep * 0.42))
        for pt, px in sorted(zip(t, x, strict=True))
    ]


def distance_of(stage: Stage, row: float) -> float:
    """Return how far off the ground at a row is, 0 near to 0.55 at the horizon."""
    return 0.55 * max(0.0, 1 - (row - stage.horizon) / max(stage.height - stage.horizon, 1)) ** 2


def blade(stage: Stage, x: float, base: float, tall: float, wide: float) -> Points:
    """Outline one blade of grass, bent by the wind."""
    lean = stage.rng.uniform(-0.35, 0.35) * tall + (stage.weather.wind - 0.2) * tall * 0.7
    return np.array(
        [
            [x - wide / 2, base],
            [x + lean * 0.35 - wide * 0.3, base - tall * 0.55],
            [x + lean, base - tall],
            [x + lean * 0.35 + wide * 0.3, base - tall * 0.5],
            [x + wide / 2, base],
        ]
    )


def tufts(stage: Stage, many: int, size: float, tone: str = "") -> None:
    """Paint tufts of grass in three tones."""
    ground = PALETTES.get(stage.setting.ground, PALETTES["grass"])
    white = "white" in stage.weather.extras
    base = mix(tone or mix(ground[1], "#5f8f34", 0.3), stage.tint, 0.2)
    for k, share in enumerate((-0.28, 0.0, 0.22)):
        shapes: dict[int, list[Points]] = {0: [], 1: [], 2: []}
        for x, row, metre in spots(stage, many // 3):
            band = min(2, int((row - stage.horizon) / max(stage.height - stage.horizon, 1) * 3))
            for _ in range(5):
                tall = size * metre * stage.rng.uniform(0.5, 1.1)
                shapes[band].append(
                    blade(
                        stage,
                        x + stage.rng.normal() * metre * 0.08,
                        row,
                        tall,
                        max(tall * 0.1, 0.8),
                    )
                )
        for band, blades in shapes.items():
            lit = darker(base, -share) if share < 0 else lighter(base, share)
            lit = mix(lit, "#f2f5fa", 0.5 if white else 0.0)
            if blades:
                stage.mass(blades, stage.far(lit, 0.5 - 0.2 * band + 0.02 * k))


def dry(stage: Stage, many: int, size: float) -> None:
    """Paint tufts of dry grass."""
    tufts(stage, many, size, "#b89a4a")


def blooms(stage: Stage, many: int, size: float) -> None:
    """Paint wild flowers on stems."""
    tones = [colour(t) for t in ("#e8566a", "#f4d03a", "#f6f2ea", "#9a6ad0", "#f08a4a")]
    chosen = stage.rng.permutation(len(tones))[:3]
    for x, row, metre in spots(stage, many):
        tall = size * metre * stage.rng.uniform(0.7, 1.2)
        tone, far = tones[int(chosen[int(stage.rng.integers(3))])], distance_of(stage, row)
        stage.mass([blade(stage, x, row, tall, max(tall * 0.07, 0.7))], stage.far("#4a7a34", far))
        r = max(tall * 0.2, 1.0)
        petals = [
            geometry.ellipse(
                x + np.cos(a) * r * 0.7, row - tall + np.sin(a) * r * 0.5, r * 0.55, r * 0.42
            )
            for a in np.arange(5) * 1.257
        ]
        stage.mass(petals, stage.far(tone, far))
        stage.mass(
            [geometry.ellipse(x, row - tall, r * 0.36, r * 0.3)],
            stage.far("#e0a02a" if tone[2] > 0.3 else "#7a4a20", far),
        )


def soft_shadow(stage: Stage, x: float, row: float, r: float) -> None:
    """Lay the shadow of a round thing of radius ``r``."""
    brush = skia.Paint(AntiAlias=True, Color4f=skia.Color4f(0.03, 0.03, 0.08, 0.4))
    brush.setMaskFilter(skia.MaskFilter.MakeBlur(skia.kNormal_BlurStyle, max(r * 0.2, 0.5)))
    away = -stage.light.towards[0] * r * 0.7
    stage.canvas.drawOval(
        skia.Rect.MakeLTRB(x - r + away, row - r * 0.22, x + r + away, row + r * 0.3), brush
    )


def bushes(stage: Stage, many: int, size: float) -> None:
    """Paint round bushes at the sides."""
    for x, row, metre in spots(stage, many):
        if (
            abs(x / stage.width - 0.5) < 0.25
            and row > stage.horizon + (stage.height - stage.horizon) * 0.35
        ):
            continue
        r = size * metre * 0.7
        soft_shadow(stage, x, row, r)
        tone = mix("#4a7f38", stage.tint, 0.25)
        pen = stage.pen(
            x,
            row + r * 0.1,
            r * 2,
            mix(tone, "#eef2f6", 0.5 if "white" in stage.weather.extras else 0),
            distance_of(stage, row),
        )
        for k, (dx, dy, s) in enumerate(
            (
                (-0.25, 0.66, 0.34),
                (0.28, 0.68, 0.33),
                (0.0, 0.5, 0.38),
                (-0.1, 0.75, 0.3),
                (0.14, 0.74, 0.28),
            )
        ):
            pen.fill(
                [geometry.lump(pen.rng, 0.5 + dx, dy, s, s * 0.9, 0.13)],
                darker(pen.colour, 0.3 - 0.07 * k),
                grain="leaves",
                strength=0.9,
            )


def ferns(stage: Stage, many: int, size: float) -> None:
    """Paint ferns: fans of arching fronds."""
    tone = mix("#3f7f34", stage.tint, 0.3)
    for x, row, metre in spots(stage, many):
        tall = size * metre * stage.rng.uniform(0.7, 1.1)
        fronds: list[Points] = []
        for lean in np.linspace(-1, 1, 7):
            fronds.append(
                geometry.limb(
                    [
                        (x, row),
                        (x + lean * tall * 0.45, row - tall * 0.75),
                        (x + lean * tall * 0.95, row - tall * (0.75 - 0.5 * abs(lean))),
                    ],
                    tall * 0.03,
                    tall * 0.12,
                    0.4,
                )
            )
        far = distance_of(stage, row)
        stage.mass(fronds[::2], stage.far(darker(tone, 0.25), far))
        stage.mass(fronds[1::2], stage.far(lighter(tone, 0.12), far))


def reeds(stage: Stage, many: int, size: float) -> None:
    """Paint reeds at both sides of the water's edge."""
    for side in (-1, 1):
        for k, tone in enumerate(("#4f6a2c", "#7f9440", "#a8a854")):
            stems: list[Points] = []
            for _ in range(round(many * (1 + 2 * stage.detail))):
                x = stage.width * (0.5 + side * (0.56 - abs(stage.rng.normal()) * 0.07))
                row = stage.height * (1.02 - abs(stage.rng.normal()) * 0.04)
                stems.append(
                    blade(
                        stage,
                        x,
                        row,
                        stage.height * size * stage.rng.uniform(0.15, 0.32),
                        stage.height * 0.007,
                    )
                )
            stage.mass(stems, stage.far(tone, 0.05 * (2 - k)))


def lilies(stage: Stage, many: int, size: float) -> None:
    """Paint lily pads, some in bloom."""
    for x, row, metre in spots(stage, many):
        r = metre * size * stage.rng.uniform(0.8, 1.6)
        if abs(x / stage.width - 0.5) < 0.3 and row < stage.height * 0.93:
            continue
        pen = stage.pen(x, row, r * 2, mix("#4f8a40", stage.tint, 0.15), distance_of(stage, row))
        pen.ellipse(0.5, 0.85, 0.6, 0.2, round=0.15)
        if stage.rng.random() < 0.35:
            for dx, tone in ((-0.16, "#e890b0"), (0.16, "#e890b0"), (0.0, "#f6c4d6")):
                pen.ellipse(0.5 + dx, 0.68, 0.11, 0.2, tone, turn=dx * 160)


def corals(stage: Stage, many: int, size: float) -> None:
    """Paint branching corals and sponges."""
    for x, row, metre in spots(stage, many):
        tone = ("#e8705a", "#f0a04a", "#c85a9a", "#8a6ad0", "#e8c85a")[int(stage.rng.integers(5))]
        tall = metre * size * stage.rng.uniform(0.6, 1.1)
        pen = stage.pen(x, row, tall, tone, distance_of(stage, row))
        for lean in stage.rng.uniform(-0.45, 0.45, 6):
            pen.limb(
                [
                    (0.5, 1.0),
                    (0.5 + lean * 0.5, 0.6),
                    (0.5 + lean, float(stage.rng.uniform(0.0, 0.35))),
                ],
                0.13,
                0.1,
                0.07,
                grain="rough",
            )


def weeds(stage: Stage, many: int, size: float) -> None:
    """Paint weed that sways."""
    for x, row, metre in spots(stage, many):
        tall = metre * size * stage.rng.uniform(0.7, 1.3)
        far = distance_of(stage, row)
        for k in range(4):
            foot, sway = x + stage.rng.normal() * metre * 0.1, stage.rng.uniform(-0.2, 0.2) * tall
            blade = geometry.limb(
                [
                    (foot, row),
                    (foot + sway, row - tall * 0.35),
                    (foot - sway, row - tall * 0.7),
                    (foot + sway * 0.6, row - tall),
                ],
                tall * 0.07,
                tall * 0.06,
                0.6,
            )
            stage.mass([blade], stage.far(("#2f7a5a", "#4a9a5a", "#6aa84a", "#3a6a4a")[k], far))


def stones(stage: Stage, many: int, size: float) -> None:
    """Paint stones with their shadows."""
    ground = PALETTES.get(stage.setting.ground, PALETTES["rock"])
    for x, row, metre in spots(stage, many):
        r = size * metre * stage.rng.uniform(0.35, 1.0)
        soft_shadow(stage, x, row, r)
        pen = stage.pen(
            x, row + r * 0.2, r * 2, mix("#85807a", ground[1], 0.45), distance_of(stage, row)
        )
        pen.fill([geometry.lump(pen.rng, 0.5, 0.62, 0.62, 0.4, 0.16)], grain="stone", round=0.8)


def shells(stage: Stage, many: int, size: float) -> None:
    """Paint shells and pebbles."""
    for x, row, metre in spots(stage, many):
        r = size * metre * stage.rng.uniform(0.5, 1.1)
        soft_shadow(stage, x, row, r)
        pen = stage.pen(
            x,
            row,
            r * 2,
            ("#f2d8c4", "#e8a890", "#f6efe2", "#a8988a")[int(stage.rng.integers(4))],
            distance_of(stage, row),
        )
        pen.ellipse(0.5, 0.7, 0.5, 0.32, turn=float(stage.rng.uniform(-30, 30)))


def stalls(stage: Stage, many: int, size: float) -> None:
    """Set market stalls in two rows along the square, the far ones first."""
    stall = THINGS["market stall"]
    for k, near in enumerate(np.linspace(0.12, 0.95, many)):
        row = stage.horizon + (stage.height - stage.horizon) * 0.62 * near
        tall = (stage.height - stage.horizon) * size * near
        away = stage.width * (0.1 + 0.42 * near)
        for side in (-1, 1):
            x = stage.width / 2 + side * away
            tone = stall.colours[(k + (side > 0)) % len(stall.colours)]
            soft_shadow(stage, x, row, tall * 0.5)
            stall.draw(stage.pen(x, row, tall, tone, distance_of(stage, row), False, stall.aspect))


def path(stage: Stage, many: int, size: float) -> None:
    """Paint a path that winds to the horizon."""
    t = np.linspace(0, 1, 30) ** 1.5
    sway = stage.rng.uniform(-0.25, 0.25)
    middle = stage.width * (0.5 + sway * np.sin(t * 3.0 + stage.rng.uniform(0, 3)) * (1 - t * 0.5))
    half = stage.width * (0.008 + 0.15 * t)
    rows = stage.horizon + (stage.height - stage.horizon) * t
    contour = np.concatenate(
        [np.stack([middle - half, rows], 1), np.stack([middle + half, rows], 1)[::-1]]
    )
    tone = mix("#c9b48c", "#f2f4f8", 0.7 if "white" in stage.weather.extras else 0)
    stage.slope(
        contour, stage.far(tone, 0.6), stage.far(darker(tone, 0.1), 0), stage.horizon, stage.height
    )


def fence(stage: Stage, many: int, size: float) -> None:
    """Paint a wooden fence across the middle ground."""
    row = stage.horizon + (stage.height - stage.horizon) * 0.16
    tall = stage.height * 0.075
    wood = stage.far("#8a6a48", 0.25)
    rails = [
        geometry.box(0, row - tall * share, stage.width, row - tall * share + tall * 0.13)
        for share in (0.85, 0.5)
    ]
    posts = [
        geometry.box(x, row - tall, x + tall * 0.16, row)
        for x in np.arange(stage.width * 0.02, stage.width, tall * 1.9)
    ]
    stage.mass(rails, wood)
    stage.mass(posts, lighter(wood, 0.1))


def lanes(stage: Stage, many: int, size: float) -> None:
    """Paint the line along the middle of a road, and its kerbs or edges."""
    deep = stage.height - stage.horizon
    middle = stage.width * 0.5

    def quad(left: float, right: float, t0: float, t1: float) -> Points:
        rows = stage.horizon + deep * t0, stage.horizon + deep * t1
        return np.array(
            [
                [middle + left * t0 * stage.width, rows[0]],
                [middle + right * t0 * stage.width, rows[0]],
                [middle + right * t1 * stage.width, rows[1]],
                [middle + left * t1 * stage.width, rows[1]],
            ]
        )

    if size > 1:  # a country road has grass beside it
        stage.slope(
            quad(-0.5, 0.5, 0.0, 1.0),
            stage.far("#6a6c70", 0.8),
            stage.far("#55575b", 0.0),
            stage.horizon,
            stage.height,
        )
    for side in (-0.46, 0.45):
        stage.mass([quad(side, side + 0.012, 0.04, 1.0)], stage.far("#e8e6de", 0.3))
    near, dashes = 1.0, []
    while near > 0.06:
        dashes.append(quad(-0.012, 0.012, near * 0.8, near))
        near *= 0.62
    stage.mass(dashes, stage.far("#f2eee0", 0.2))


def lamps(stage: Stage, many: int, size: float) -> None:
    """Paint street lamps along both kerbs."""
    for depth in (0.24, 0.36, 0.6):
        for side in (-1, 1):
            x = stage.width / 2 + side * stage.width * 0.56 * depth * 1.25
            row = stage.horizon + (stage.height - stage.horizon) * depth
            pen = stage.pen(
                x, row, stage.height * 0.72 * depth, "#33383f", 0.5 * (1 - depth), side > 0
            )
            pen.limb([(0.5, 1.0), (0.5, 0.12)], 0.035, 0.02, bend=False)
            pen.box(0.46, 0.93, 0.54, 1.0)
            pen.limb([(0.5, 0.14), (0.52, 0.04), (0.64, 0.03)], 0.018, 0.016)
            pen.ellipse(0.66, 0.045, 0.05, 0.026, "#fff0c0" if stage.night else "#c8ccd0")
            if stage.night:
                pen.glow(0.66, 0.06, 0.5, "#ffc870", 0.75)


STREWN: dict[str, Callable[[Stage, int, float], None]] = {
    "tuft": tufts,
    "dry": dry,
    "bloom": blooms,
    "stone": stones,
    "shell": shells,
    "bush": bushes,
    "fern": ferns,
    "reed": reeds,
    "lily": lilies,
    "path": path,
    "fence": fence,
    "lamp": lamps,
    "lane": lanes,
    "stall": stalls,
    "coral": corals,
    "weed": weeds,
}


def strew(stage: Stage) -> None:
    """Set about everything that belongs to the setting."""
    for name, many, size in stage.setting.props:
        if name in STREWN:
            STREWN[name](stage, many, size)
