"""Abstracts, for prompts that name nothing the painter knows."""

import zlib
from typing import Any

import cv2
import numpy as np

from mediaext.engines.classical.painter import colours
from mediaext.engines.classical.painter.colours import Colour
from mediaext.engines.classical.painter.prompt import Brief
from mediaext.engines.classical.painter.textures import noise

Pixels = np.ndarray[Any, np.dtype[np.uint8]]

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
    """Paint folded bands of colour, lit as relief; the words change the folds."""
    words = zlib.crc32(" ".join(brief.unknown).encode())
    rng = np.random.default_rng([seed, words])
    asked = [colours.colour(tone) for tone in brief.palette] + list(palette)
    tones = _tones(asked, brief.mood, rng)
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
