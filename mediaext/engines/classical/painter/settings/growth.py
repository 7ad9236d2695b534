"""What grows: tufts, blooms, ferns, reeds, lilies, bushes, corals, weed."""

import numpy as np

from mediaext.engines.classical.graphics import skia
from mediaext.engines.classical.painter import geometry
from mediaext.engines.classical.painter.canvas import colour4f, outline
from mediaext.engines.classical.painter.colours import Colour, colour, darker, lighter, mix
from mediaext.engines.classical.painter.geometry import Points
from mediaext.engines.classical.painter.settings.grounds import PALETTES
from mediaext.engines.classical.painter.settings.stage import Stage

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


def mass(stage: Stage, shapes: list[Points], tone: Colour) -> None:
    """Fill overlapping outlines as one mass of one colour."""
    path = outline(shapes)
    path.setFillType(skia.PathFillType.kWinding)
    stage.canvas.drawPath(path, skia.Paint(AntiAlias=True, Color4f=colour4f(tone)))


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
                mass(stage, blades, stage.far(lit, 0.5 - 0.2 * band + 0.02 * k))


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
        mass(stage, [blade(stage, x, row, tall, max(tall * 0.07, 0.7))], stage.far("#4a7a34", far))
        r = max(tall * 0.2, 1.0)
        petals = [
            geometry.ellipse(
                x + np.cos(a) * r * 0.7, row - tall + np.sin(a) * r * 0.5, r * 0.55, r * 0.42
            )
            for a in np.arange(5) * 1.257
        ]
        mass(stage, petals, stage.far(tone, far))
        mass(
            stage,
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
        mass(stage, fronds[::2], stage.far(darker(tone, 0.25), far))
        mass(stage, fronds[1::2], stage.far(lighter(tone, 0.12), far))


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
            mass(stage, stems, stage.far(tone, 0.05 * (2 - k)))


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
            mass(stage, [blade], stage.far(("#2f7a5a", "#4a9a5a", "#6aa84a", "#3a6a4a")[k], far))
