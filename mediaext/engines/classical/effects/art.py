"""Drawing and painting: a photo as if made by hand."""

import cv2
import numpy as np

from mediaext.engines.classical.effects.effect import Ask, paints
from mediaext.engines.classical.effects.kit import (
    Light,
    blur,
    clip,
    clouds,
    edges,
    from_lab,
    lines,
    luma,
    mix,
    noise,
    smoothstep,
    to_lab,
    unit,
)
from mediaext.engines.classical.effects.strokes import flatten, stroke_paint

AS = r"(?:as |like |into |in |to )?(?:a |an )?"
STYLE = (
    r"(?: style| effect| look| art| artwork| filter| painting| drawing| picture| portrait"
    r"| version)*"
)
PAPER = np.array([0.985, 0.975, 0.95], np.float32)


@paints(
    "coloured pencil",
    "style",
    "as a coloured pencil drawing",
    rf"{AS}(?:colou?red?[- ]pencils?|colou?red? sketch|crayons?){STYLE}",
)
def coloured_pencil(rgb: Light, ask: Ask) -> Light:
    """Hatch colours on paper under a pencil outline."""
    pale = flatten(rgb, 4 * unit(rgb))
    lab = to_lab(pale)
    lab[..., 0] = 100 - (100 - lab[..., 0]) * np.float32(0.8)
    lab[..., 1:] *= np.float32(1.25)
    strokes = 1 - _hatching(1 - (1 - rgb) * np.float32(0.9), ask)
    cover = np.minimum(0.42 + 1.15 * strokes, 1)[..., None]
    drawn = 1 - (1 - from_lab(lab)) * cover
    return mix(
        rgb,
        clip(drawn * (_pencil(rgb) * (0.55 + 0.45 * _graphite(rgb, ask)))[..., None] * PAPER),
        min(1.0, 0.9 + 0.1 * ask.strength),
    )


@paints("charcoal", "style", "as a charcoal drawing", rf"{AS}charcoal{STYLE}")
def charcoal(rgb: Light, ask: Ask) -> Light:
    """Draw with broad, smudged black on toothed paper."""
    scale = unit(rgb)
    ink = lines(luma(rgb), 2.2 * scale, 18, 0.005)
    tone = smoothstep(0.02, 0.75, blur(luma(rgb), 3 * scale))
    tooth = 0.75 + 0.5 * noise(ask.rng, rgb.shape[0], rgb.shape[1], max(1.0, 1.8 * scale))
    sheet = np.minimum(ink, tone * 0.9 + 0.1) ** np.float32(0.6 + 0.4 * ask.strength) * tooth
    return clip(np.repeat(sheet[..., None], 3, axis=2)) * PAPER


@paints(
    "pencil sketch",
    "style",
    "turn it into a pencil sketch",
    rf"{AS}(?:pencil|graphite|sketch(?:ed|book)?|hand[- ]drawn){STYLE}",
)
def pencil_sketch(rgb: Light, ask: Ask) -> Light:
    """Draw crossing strokes along the edges and shade with graphite (Lu, Xu and Jia, 2012)."""
    shaded = _graphite(rgb, ask) ** np.float32(min(1.6, ask.strength))
    sheet: Light = clip(_pencil(rgb) * shaded)
    return np.repeat(sheet[..., None], 3, axis=2) * PAPER


def _pencil(rgb: Light) -> Light:
    """Return outlines as straight pencil strokes that overshoot a little, 1 = paper.

    Each edge pixel belongs to the one of six directions along which most edge lies, and is drawn
    as a stroke of that direction.
    """
    edge = 1 - lines(luma(rgb), max(0.7, 1.0 * unit(rgb)), 45)
    reach = max(3, round(7 * unit(rgb)))
    strokes = [_stroke(reach, np.pi * number / 6) for number in range(6)]
    along = np.stack([cv2.filter2D(edge, cv2.CV_32F, stroke) for stroke in strokes])
    best = along.argmax(axis=0)
    drawn = np.zeros_like(edge)
    for number, stroke in enumerate(strokes):
        drawn += cv2.filter2D(np.where(best == number, edge, np.float32(0)), cv2.CV_32F, stroke)
    return 1 - np.float32(0.8) * smoothstep(0.06, 0.8, drawn)


def _stroke(reach: int, angle: float) -> Light:
    """Return a line through the middle of a square kernel, which adds up to 1."""
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    dx, dy = round(reach * float(np.cos(angle))), round(reach * float(np.sin(angle)))
    cv2.line(kernel, (reach - dx, reach - dy), (reach + dx, reach + dy), 1.0, 1, cv2.LINE_AA)
    kernel /= kernel.sum()
    return kernel


def _graphite(rgb: Light, ask: Ask) -> Light:
    """Return shading, 1 = paper: tones spread as in drawings, laid down in slanting strokes."""
    height, width = rgb.shape[:2]
    tone = _drawn_tones(blur(luma(rgb), 1.6 * unit(rgb)))
    reach = max(4, round(16 * unit(rgb)))
    tooth = ask.rng.random((height, width), dtype=np.float32)
    slanting, crossing = (
        cv2.filter2D(tooth, cv2.CV_32F, _stroke(reach, angle), borderType=cv2.BORDER_REFLECT)
        for angle in (-0.9, 0.6)
    )
    texture = mix(slanting, np.minimum(slanting, crossing), smoothstep(0.55, 0.25, tone))
    spread = max(float(texture[::4, ::4].std()), 1e-4)
    texture = (texture - np.float32(0.5)) / np.float32(spread)
    laid = tone + np.float32(0.13) * texture * np.sqrt(tone * (1 - tone)) * np.float32(1.6)
    return clip(laid + np.float32(0.02) * (tooth - np.float32(0.5)))


def _drawn_tones(light: Light) -> Light:
    """Match lightness to that of pencil drawings, which are mostly paper (Lu et al., 2012)."""
    levels = np.arange(256, dtype=np.float32)
    bright = np.exp((levels - 255) / 22) / 22
    middle = ((levels > 105) & (levels < 225)) / 120
    dark = np.exp(-((levels - 70) ** 2) / (2 * 24**2)) / 60
    wanted = np.cumsum(0.50 * bright + 0.36 * middle + 0.14 * dark)
    have = np.cumsum(np.histogram(light[::2, ::2], 256, (0, 1))[0]).astype(np.float64)
    tones = np.interp(have / max(have[-1], 1.0), wanted / wanted[-1], levels / 255)
    own = np.linspace(0.35, 1, 256)  # a flat picture keeps its own tones
    table = (0.75 * tones + 0.25 * own).astype(np.float32)
    drawn: Light = table[np.clip(light * 255, 0, 255).astype(np.uint8)]
    return drawn


def _hatching(rgb: Light, ask: Ask) -> Light:
    """Return hatching, 1 = paper, denser where the picture is dark."""
    height, width = rgb.shape[:2]
    light = blur(luma(rgb), 2 * unit(rgb))
    rows = np.arange(height, dtype=np.float32)[:, None]
    columns = np.arange(width, dtype=np.float32)[None, :]
    wobble = noise(ask.rng, height, width, max(4.0, 30 * unit(rgb))) * 6 * np.float32(unit(rgb))
    period = max(2.5, 5.0 * unit(rgb))
    sheet = np.ones((height, width), np.float32)
    for angle, level in ((0.9, 0.62), (-0.75, 0.38), (0.1, 0.2)):
        wave = np.sin(
            (columns * np.cos(angle) + rows * np.sin(angle) + wobble)
            * np.float32(2 * np.pi / period)
        )
        strokes = smoothstep(-0.2, 0.7, wave)
        sheet *= 1 - (1 - strokes) * smoothstep(
            level + 0.12, level - 0.12 + 1e-3, light
        ) * np.float32(0.55)
    return sheet


@paints(
    "ink drawing",
    "style",
    "as an ink line drawing",
    rf"{AS}(?:ink|line (?:drawing|art)|pen and ink|outlines?|colou?ring book|contours?){STYLE}",
)
def ink_drawing(rgb: Light, ask: Ask) -> Light:
    """Draw clean black lines on white."""
    even = flatten(rgb, 5 * unit(rgb))
    sheet = lines(luma(even), max(0.8, 1.5 * unit(rgb)), 60 * ask.strength, 0.012)
    return np.repeat(smoothstep(0.15, 0.85, sheet)[..., None], 3, axis=2)


@paints(
    "watercolour",
    "style",
    "as a watercolour painting",
    rf"{AS}(?:water ?colou?rs?|aquarelle|gouache){STYLE}",
)
def watercolour(rgb: Light, ask: Ask) -> Light:
    """Wash flat tones with dark rims, blooming pigment and white paper (Bousseau et al., 2006)."""
    scale = unit(rgb)
    height, width = rgb.shape[:2]
    wash = flatten(flatten(rgb, 8 * scale + 2), 6 * scale + 2)
    wash = _frayed(wash, ask, 5 * scale)
    lab = to_lab(wash)
    lab[..., 0] = 100 - (100 - lab[..., 0]) * np.float32(0.74)
    lab[..., 1:] *= np.float32(1.2)
    wash = from_lab(lab)
    rim = smoothstep(0.02, 0.22, edges(luma(wash), 0.9 * scale)) * np.float32(0.6)
    bloom = clouds(ask.rng, height, width, 150 * scale) - np.float32(0.5)
    tooth = noise(ask.rng, height, width, max(1.0, 2.2 * scale)) - np.float32(0.5)
    thickness = 1 + 1.3 * bloom + 0.5 * tooth + rim
    painted = wash - (wash - wash * wash) * (thickness - 1)[..., None]
    pale = smoothstep(0.8, 0.98, luma(wash))
    return mix(
        rgb,
        mix(clip(painted), PAPER * np.ones_like(wash), pale),
        min(1.0, 0.85 + 0.1 * ask.strength),
    )


def _frayed(rgb: Light, ask: Ask, reach: float) -> Light:
    """Wobble all outlines by ``reach`` pixels, as wet pigment does on paper."""
    height, width = rgb.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    cell = max(3.0, 14 * unit(rgb))
    x += (noise(ask.rng, height, width, cell) - np.float32(0.5)) * np.float32(2 * reach)
    y += (noise(ask.rng, height, width, cell) - np.float32(0.5)) * np.float32(2 * reach)
    moved: Light = cv2.remap(rgb, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    return moved


@paints(
    "oil painting",
    "style",
    "as an oil painting",
    rf"{AS}(?:oil(?:s| on canvas)?|acrylic|impasto|rembrandt|painterly|painted|painting"
    rf"|canvas){STYLE}",
)
def oil_painting(rgb: Light, ask: Ask) -> Light:
    """Lay brush strokes along the forms, coarse to fine, with relief."""
    return stroke_paint(rgb, ask.rng, largest=17 * ask.strength, relief=0.6, jitter=0.035)


@paints(
    "impressionism",
    "style",
    "in the style of Monet",
    rf"(?:in the style of |like )?{AS}(?:impressionis[tm](?:ic)?|monet|renoir|van gogh"
    rf"|expressionist){STYLE}",
)
def impressionism(rgb: Light, ask: Ask) -> Light:
    """Lay short, broken strokes of fresh colour."""
    lab = to_lab(rgb)
    lab[..., 1:] *= np.float32(1.35)
    return stroke_paint(from_lab(lab), ask.rng, largest=20 * ask.strength, relief=0.4, jitter=0.08)


@paints(
    "pointillism",
    "style",
    "pointillism",
    rf"{AS}(?:pointillis[tm]|seurat|stippl(?:ed|ing)|dotted){STYLE}",
)
def pointillism(rgb: Light, ask: Ask) -> Light:
    """Set dots of pure colour on pale canvas."""
    height, width = rgb.shape[:2]
    lab = to_lab(blur(rgb, 2 * unit(rgb)))
    lab[..., 1:] *= np.float32(1.5)
    fresh = from_lab(lab)
    radius = max(2.0, 4.5 * unit(rgb) * ask.strength)
    sheet = blur(fresh, radius) * np.float32(0.6) + np.float32(0.38)
    count = min(90_000, int(2.2 * height * width / radius**2))
    places = ask.rng.random((count, 3), dtype=np.float32)
    wobble = ask.rng.normal(0, 0.06, (count, 3)).astype(np.float32)
    for (x, y, size), shift in zip(places, wobble, strict=True):
        column, row = int(x * (width - 1)), int(y * (height - 1))
        colour = np.clip(fresh[row, column] + shift, 0, 1)
        dot = round(radius * (0.55 + 0.5 * float(size)) * 16)
        cv2.circle(sheet, (column * 16, row * 16), dot, colour.tolist(), -1, cv2.LINE_AA, 4)
    return sheet
