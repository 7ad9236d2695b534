"""Abstract pictures, for prompts that ask for them: folds of colour, gradients, patterns."""

import zlib

import cv2
import numpy as np

from mediaext.engines.classical.arrays import Floats, Pixels
from mediaext.engines.classical.painter import colours
from mediaext.engines.classical.painter.colours import Colour
from mediaext.engines.classical.painter.prompt import Brief
from mediaext.engines.classical.painter.textures import noise

MOOD_PALETTES: dict[str, tuple[str, ...]] = {
    "": ("#264653", "#2a9d8f", "#e9c46a", "#f4a261", "#e76f51"),
    "calm": ("#dfe7e4", "#9dc3c2", "#6f9aa8", "#c9b6d4", "#f2e3cf"),
    "warm": ("#5a1f2a", "#b8402e", "#e8843a", "#f6c45a", "#fbe8c0"),
    "bright": ("#ff595e", "#ffca3a", "#8ac926", "#1982c4", "#6a4c93"),
    "dark": ("#0d0d16", "#23233c", "#40365a", "#5a2f44", "#8a5a4a"),
    "dramatic": ("#0f0f14", "#8f1220", "#e04a2a", "#f2b23a", "#f4efe6"),
    "cold": ("#0b2545", "#13507a", "#3f8fb8", "#9ad0e4", "#eef6fa"),
    "muted": ("#5f5a54", "#8a8478", "#b5a898", "#c9c4b0", "#8a7a78"),
}


def paint_abstract(
    brief: Brief, width: int, height: int, seed: int, palette: tuple[Colour, ...], detail: float
) -> Pixels:
    """Paint the brief's ornament, ``(height, width, 3)``, in its colours."""
    words = zlib.crc32(" ".join(brief.unknown).encode())
    rng = np.random.default_rng([seed, words])
    asked = [colours.colour(tone) for tone in brief.palette] + list(palette)
    if brief.ornament == "folds":
        return _folds(rng, width, height, _tones(asked, brief.mood, rng), detail)
    own = [colours.parse_hex(tone) for tone in MOOD_PALETTES.get(brief.mood, MOOD_PALETTES[""])]
    tones = asked if len(asked) > 1 else [*(asked or own[1:2]), (0.97, 0.96, 0.93)]
    return _pattern(brief.ornament, rng, width, height, np.array(tones, np.float32))


def _pattern(
    kind: str, rng: np.random.Generator, width: int, height: int, tones: Floats
) -> Pixels:
    """Paint a gradient, stripes, dots or checks, four samples a pixel."""
    y, x = np.mgrid[0 : 2 * height, 0 : 2 * width].astype(np.float32) / (2 * min(width, height))
    turn = rng.uniform(0, np.pi / 2)
    along = np.cos(turn) * x + np.sin(turn) * y
    if kind == "gradient":
        at = (along - along.min()) / max(float(np.ptp(along)), 1e-6) * (len(tones) - 1)
        low = np.minimum(at.astype(int), len(tones) - 2)
        share = (at - low)[..., None]
        base = tones[low] * (1 - share) + tones[low + 1] * share
        base += rng.normal(0, 0.004, (*base.shape[:2], 1)).astype(np.float32)
    elif kind == "stripes":
        base = tones[np.floor(along * 5 * len(tones)).astype(int) % len(tones)]
    elif kind == "checks":
        base = tones[(np.floor(x * 8) + np.floor(y * 8)).astype(int) % len(tones)]
    else:
        row = np.floor(y * 7)
        column = x * 7 + 0.5 * (row % 2)
        inside = np.hypot(column % 1 - 0.5, y * 7 % 1 - 0.5) < 0.3
        which = (np.floor(column) + row).astype(int) % max(len(tones) - 1, 1)
        base = np.where(inside[..., None], tones[which], tones[-1])
    made: Pixels = np.clip(base * 255, 0, 255).astype(np.uint8)
    return np.ascontiguousarray(cv2.resize(made, (width, height), interpolation=cv2.INTER_AREA))


def _folds(
    rng: np.random.Generator, width: int, height: int, tones: list[Colour], detail: float
) -> Pixels:
    """Paint folded bands of colour, lit as relief."""
    size = min(width, height)
    warp = noise(rng, height, width, size * 0.7, 3), noise(rng, height, width, size * 0.7, 3)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32) / size
    turn = rng.uniform(0, np.pi)
    field = (np.cos(turn) * x + np.sin(turn) * y) * rng.uniform(1.6, 3.2) + 0.95 * warp[0]
    field += 0.35 * np.sin(5 * (np.hypot(x - rng.random(), y - rng.random()) + 0.4 * warp[1]))
    field += noise(rng, height, width, size * 0.2, 2 + round(4 * detail)) * (0.02 + 0.09 * detail)
    at = np.mod(field * 0.8, 1) * len(tones)
    low = at.astype(int) % len(tones)
    share = np.clip((at - np.floor(at) - 0.86) / 0.14, 0, 1)[..., None]
    table = np.array(tones, np.float32)
    base = table[low] * (1 - share) + table[(low + 1) % len(tones)] * share
    fold = at - np.floor(at)
    base *= (0.82 + 0.28 * fold)[..., None]
    relief = cv2.GaussianBlur(fold.astype(np.float32), (0, 0), size * 0.004 + 0.5)
    light = cv2.Sobel(relief, cv2.CV_32F, 1, 0) + cv2.Sobel(relief, cv2.CV_32F, 0, 1)
    base += np.clip(light * 0.3, -0.16, 0.22)[..., None]
    base *= 1 + 0.05 * noise(rng, height, width, 3, 2)[..., None]
    made: Pixels = np.clip(base * 255, 0, 255).astype(np.uint8)
    return made


def _tones(asked: list[Colour], mood: str, rng: np.random.Generator) -> list[Colour]:
    own = [colours.parse_hex(tone) for tone in MOOD_PALETTES.get(mood, MOOD_PALETTES[""])]
    if not asked:
        start = int(rng.integers(len(own)))
        return own[start:] + own[:start]
    tones: list[Colour] = []
    for tone in asked:
        tones += [colours.darker(tone, 0.35), tone, colours.lighter(tone, 0.35)]
    tones.append(colours.mix(own[int(rng.integers(len(own)))], asked[0], 0.5))
    return tones
