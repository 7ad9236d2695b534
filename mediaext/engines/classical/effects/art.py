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
        rgb, clip(drawn * _pencil(rgb, ask)[..., None] * PAPER), min(1.0, 0.9 + 0.1 * ask.strength)
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
    """Draw outlines and hatch the shadows with graphite."""
    tone = 0.5 + 0.5 * smoothstep(0.0, 0.55, blur(luma(rgb), 2 * unit(rgb)))
    sheet = _pencil(rgb, ask) * np.maximum(tone, _hatching(rgb, ask))
    return np.repeat(sheet[..., None], 3, axis=2) * PAPER


def _pencil(rgb: Light, ask: Ask) -> Light:
    """Return pencil lines by colour dodge over a blurred negative, on rough paper."""
    light = luma(rgb)
    soft = blur(1 - light, max(2.5, 9 * unit(rgb)))
    dodge = np.minimum(light / np.maximum(1 - soft, 0.02), 1) ** np.float32(
        0.55 + 0.75 * ask.strength
    )
    grain = noise(ask.rng, light.shape[0], light.shape[1], max(1.0, 1.3 * unit(rgb)))
    sheet: Light = clip(dodge + (grain - 0.5) * 0.16 * (1 - dodge) * 2)
    return sheet


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
