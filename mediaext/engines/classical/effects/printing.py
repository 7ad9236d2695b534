"""Printing and cartoons: flat colours, lines, dots, tiles."""

import cv2
import numpy as np

from mediaext.engines.classical.effects.effect import Ask, paints
from mediaext.engines.classical.effects.kit import (
    Light,
    blur,
    clip,
    from_lab,
    lines,
    luma,
    mix,
    resize,
    smoothstep,
    to_lab,
    unit,
)
from mediaext.engines.classical.effects.strokes import flatten

AS = r"(?:as |like |into |in |to )?(?:a |an )?"
STYLE = (
    r"(?: style| effect| look| art| artwork| filter| painting| drawing| picture| portrait"
    r"| version)*"
)
PAPER = np.array([0.985, 0.975, 0.95], np.float32)


@paints(
    "engraving",
    "style",
    "as an engraving",
    rf"{AS}(?:engraving|engraved|etching|banknote|woodcut|linocut|cross[- ]hatch(?:ing"
    rf"|ed)?){STYLE}",
)
def engraving(rgb: Light, ask: Ask) -> Light:
    """Engrave with lines that swell in the shadows and bend over the forms."""
    height, width = rgb.shape[:2]
    light = blur(luma(rgb), 1.5 * unit(rgb))
    rows = np.arange(height, dtype=np.float32)[:, None] + np.arange(width, dtype=np.float32) * 0.35
    period = max(3.0, 7.0 * unit(rgb))
    bend = blur(light, 12 * unit(rgb)) * np.float32(22 * unit(rgb))
    wave = 0.5 + 0.5 * np.sin((rows + bend) * np.float32(2 * np.pi / period))
    dark = 1 - smoothstep(0.05, 0.95, light)
    sheet = 1 - smoothstep(-0.12, 0.12, dark * np.float32(0.9 + 0.2 * ask.strength) - wave)
    return np.repeat(sheet[..., None], 3, axis=2) * PAPER


@paints(
    "pixel art",
    "style",
    "as pixel art",
    rf"{AS}(?:pixel[- ]?art|pixels|8[- ]?bit|16[- ]?bit|minecraft|video game){STYLE}",
)
def pixel_art(rgb: Light, ask: Ask) -> Light:
    """Reduce to big pixels in at most 24 colours, sharpened first."""
    height, width = rgb.shape[:2]
    across = max(8, round(96 / max(ask.strength, 0.3)))
    small = resize(
        rgb, *(max(1, round(side * across / max(height, width))) for side in (width, height))
    )
    lab = to_lab(clip(small + (small - blur(small, 1.2)) * np.float32(0.8)))
    lab[..., 1:] *= np.float32(1.2)
    samples = lab.reshape(-1, 3)
    cv2.setRNGSeed(1)
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.5)
    count = min(24, len(samples))
    _, labels, centres = cv2.kmeans(samples, count, None, stop, 1, cv2.KMEANS_PP_CENTERS)
    few = from_lab(centres[labels.ravel()].reshape(lab.shape))
    big: Light = cv2.resize(few, (width, height), interpolation=cv2.INTER_NEAREST)
    return big


@paints(
    "anime",
    "style",
    "turn it into anime",
    rf"{AS}(?:anime|manga colou?r|ghibli|japanese animation){STYLE}",
)
def anime(rgb: Light, ask: Ask) -> Light:
    """Flatten colours into a few clear tones, freshen them, draw clean dark lines."""
    scale = unit(rgb)
    flat = flatten(flatten(rgb, 5 * scale), 4 * scale)
    lab = to_lab(flat)
    lab[..., 0] = _steps(lab[..., 0] / 100, 7, 0.16) * 100
    lab[..., 0] = 100 * (lab[..., 0] / 100) ** np.float32(0.86)
    lab[..., 1:] *= np.float32(1.38)
    cel = from_lab(lab)
    sheet = smoothstep(0.12, 0.9, lines(luma(flat), max(0.8, 1.25 * scale), 55, 0.014))
    shade = np.float32(0.15) + np.float32(0.85) * sheet
    drawn = cel * shade[..., None]
    return mix(rgb, clip(drawn), min(1.0, 0.8 + 0.2 * ask.strength))


def _steps(values: Light, count: int, softness: float) -> Light:
    """Quantise into ``count`` tones with narrow, soft steps between them."""
    scaled = values * np.float32(count)
    floor = np.floor(scaled)
    rise = smoothstep(0.5 - softness, 0.5 + softness, scaled - floor)
    stepped: Light = (floor + rise) / np.float32(count)
    return stepped


@paints(
    "cartoon",
    "style",
    "as a cartoon",
    rf"{AS}(?:cartoon(?:ish|ized|ise|ize)?|illustrat(?:ion|ed)|cel[- ]shad(?:ed|ing)|toon|pixar"
    rf"|disney){STYLE}",
)
def cartoon(rgb: Light, ask: Ask) -> Light:
    """Flatten colours and draw bold outlines."""
    flat = flatten(flatten(rgb, 6 * unit(rgb)), 6 * unit(rgb))
    lab = to_lab(flat)
    lab[..., 0] = _steps(lab[..., 0] / 100, 5, 0.1) * 100
    lab[..., 1:] *= np.float32(1.3)
    bold = smoothstep(0.2, 0.8, lines(luma(flat), max(1.0, 2.2 * unit(rgb)), 45, 0.01))
    return mix(rgb, from_lab(lab) * bold[..., None], min(1.0, 0.8 + 0.2 * ask.strength))


@paints(
    "comic",
    "style",
    "as a comic with halftone dots",
    rf"{AS}(?:comic(?: book)?(?: with)?|halftone|pop ?art|lichtenstein"
    rf"|warhol)(?: halftone)?(?: dots)?{STYLE}",
)
def comic(rgb: Light, ask: Ask) -> Light:
    """Print flat fresh colours with halftone dots in the shadows under black lines."""
    flat = flatten(rgb, 5 * unit(rgb))
    lab = to_lab(flat)
    light = smoothstep(0.0, 1.0, lab[..., 0] / 100)
    lab[..., 0] = 38 + 60 * _steps(light, 4, 0.08)
    lab[..., 1:] *= np.float32(1.6)
    period = max(4.0, 9 * unit(rgb))
    rows = np.arange(rgb.shape[0], dtype=np.float32)[:, None]
    columns = np.arange(rgb.shape[1], dtype=np.float32)[None, :]
    turn = np.float32(2 * np.pi / period / np.sqrt(2))
    dots = 0.5 + 0.25 * (np.cos((rows + columns) * turn) + np.cos((rows - columns) * turn))
    screen = 1 - smoothstep(-0.08, 0.08, dots - (0.3 + 0.9 * light)) * np.float32(0.75)
    ink = smoothstep(0.2, 0.8, lines(luma(flat), max(1.0, 1.8 * unit(rgb)), 60, 0.008))
    return mix(
        rgb, from_lab(lab) * (screen * ink)[..., None], min(1.0, 0.85 + 0.15 * ask.strength)
    )


@paints(
    "poster",
    "style",
    "posterize",
    rf"{AS}(?:posteri[sz]ed?|poster|screen ?print|stencil|flat colou?rs?|vector"
    rf"|minimalist){STYLE}",
)
def poster(rgb: Light, ask: Ask) -> Light:
    """Print in six flat colours of the picture."""
    flat = to_lab(flatten(flatten(rgb, 6 * unit(rgb)), 6 * unit(rgb)))
    step = max(1, int(np.sqrt(flat.shape[0] * flat.shape[1] / 40_000)))
    samples = np.ascontiguousarray(flat[::step, ::step].reshape(-1, 3))
    cv2.setRNGSeed(1)
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 30, 0.3)
    count = max(2, min(len(samples), round(6 / max(ask.strength, 0.4))))
    centres = cv2.kmeans(samples, count, None, stop, 2, cv2.KMEANS_PP_CENTERS)[2]
    best = np.full(flat.shape[:2], np.inf, np.float32)
    choice = np.zeros(flat.shape[:2], np.intp)
    for index, centre in enumerate(centres):
        gap = ((flat - centre) ** 2).sum(axis=2)
        closer = gap < best
        best[closer], choice[closer] = gap[closer], index
    centres[:, 1:] *= 1.25
    return blur(from_lab(centres[choice]), 0.6)


@paints(
    "mosaic", "style", "as a mosaic", rf"{AS}(?:mosaic|tiles?|stained[- ]glass|low[- ]poly){STYLE}"
)
def mosaic(rgb: Light, ask: Ask) -> Light:
    """Lay one-coloured tiles around scattered seeds, with dark joints between them."""
    height, width = rgb.shape[:2]
    cell = max(5.0, 24 * unit(rgb) * ask.strength)
    rows, columns = max(2, round(height / cell)), max(2, round(width / cell))
    jitter = ask.rng.uniform(0.15, 0.85, (2, rows, columns))
    seeds = np.zeros((height, width), np.uint8)
    y = ((np.arange(rows)[:, None] + jitter[0]) * height / rows).astype(int).clip(0, height - 1)
    x = ((np.arange(columns) + jitter[1]) * width / columns).astype(int).clip(0, width - 1)
    seeds[y, x] = 1
    _, tile = cv2.distanceTransformWithLabels(
        1 - seeds, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_CCOMP
    )
    sizes = np.maximum(np.bincount(tile.ravel()), 1)
    sums = [np.bincount(tile.ravel(), rgb[..., c].ravel()) / sizes for c in range(3)]
    glass = np.stack(sums, axis=1).astype(np.float32)[tile]
    joint = cv2.morphologyEx(
        tile.astype(np.float32), cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)
    )
    lead = blur((joint > 0).astype(np.float32), 0.5)
    return clip(glass * np.float32(1.06)) * (1 - 0.7 * np.minimum(lead, 1))[..., None]


@paints(
    "emboss",
    "style",
    "emboss",
    rf"{AS}(?:emboss(?:ed)?|bas[- ]relief|relief|stone carving){STYLE}",
)
def emboss(rgb: Light, ask: Ask) -> Light:
    """Press the picture into gray plaster, lit from the upper left."""
    light = blur(luma(rgb), max(0.8, 1.2 * unit(rgb)))
    slope = np.roll(light, (1, 1), (0, 1)) - np.roll(light, (-1, -1), (0, 1))
    return np.repeat(
        clip(np.float32(0.55) - slope * np.float32(2.2 * ask.strength))[..., None], 3, axis=2
    )


@paints(
    "glitch",
    "style",
    "glitch",
    rf"{AS}(?:glitch(?:y|ed)?|vhs|chromatic aberration|databent|scan ?lines){STYLE}",
)
def glitch(rgb: Light, ask: Ask) -> Light:
    """Shift colour channels and bands sideways, and draw scan lines."""
    height, width = rgb.shape[:2]
    out = rgb.copy()
    shift = max(1, round(0.008 * width * ask.strength))
    out[..., 0], out[..., 2] = np.roll(rgb[..., 0], shift, 1), np.roll(rgb[..., 2], -shift, 1)
    for _ in range(round(9 * ask.strength)):
        top, tall = (
            int(ask.rng.integers(0, height)),
            int(ask.rng.integers(1, max(2, height // 16))),
        )
        out[top : top + tall] = np.roll(
            out[top : top + tall], int(ask.rng.normal(0, 0.05 * width)), 1
        )
    out[:: max(2, round(4 * unit(rgb)))] *= np.float32(0.72)
    return out
