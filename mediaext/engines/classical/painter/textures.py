"""Noise and the surface textures made from it: grey tiles that modulate what they lie on."""

from collections.abc import Callable
from functools import lru_cache

import cv2
import numpy as np

from mediaext.engines.classical.arrays import Floats

TILE = 256


def noise(
    rng: np.random.Generator,
    height: int,
    width: int,
    cell: float,
    octaves: int = 4,
    stretch: float = 1.0,
) -> Floats:
    """Return fractal value noise, ``(height, width)`` float32 about 0, spread about 0.5.

    ``cell`` is the size of the largest blotch in pixels; ``stretch`` widens it sideways.
    """
    total = np.zeros((height, width), np.float32)
    weight = 1.0
    for _ in range(octaves):
        rows = max(2, round(height / cell) + 3)
        columns = max(2, round(width / (cell * stretch)) + 3)
        grid = rng.standard_normal((rows, columns)).astype(np.float32)
        big = cv2.resize(grid, (int(columns * cell * stretch) + 1, int(rows * cell) + 1),
                         interpolation=cv2.INTER_CUBIC)  # fmt: skip
        if big.shape[0] < height or big.shape[1] < width:
            big = cv2.resize(big, (max(width, big.shape[1]), max(height, big.shape[0])))
        total += big[:height, :width] * weight
        weight *= 0.5
        cell /= 2
        if cell < 1:
            break
    return total * 0.45


def tile_noise(
    seed: int, cell: int, octaves: int = 3, stretch: tuple[int, int] = (1, 1)
) -> Floats:
    """Return noise that repeats seamlessly, ``(256, 256)``; ``stretch`` in (x, y)."""
    rng = np.random.default_rng(seed)
    total = np.zeros((TILE, TILE), np.float32)
    for octave in range(octaves):
        rows = max(2, TILE * 2**octave // (cell * stretch[1]))
        columns = max(2, TILE * 2**octave // (cell * stretch[0]))
        grid = rng.standard_normal((min(rows, TILE), min(columns, TILE))).astype(np.float32)
        wide = np.pad(grid, 4, mode="wrap")
        scale_y, scale_x = TILE / grid.shape[0], TILE / grid.shape[1]
        big = cv2.resize(
            wide,
            (round(wide.shape[1] * scale_x), round(wide.shape[0] * scale_y)),
            interpolation=cv2.INTER_CUBIC,
        )
        top, left = round(4 * scale_y), round(4 * scale_x)
        total += big[top : top + TILE, left : left + TILE] * 0.5**octave
    return total * 0.5


def _fur() -> Floats:
    return 0.8 * tile_noise(1, 8, 2, (1, 4)) + 0.4 * tile_noise(2, 64)


def _wood() -> Floats:
    bent = tile_noise(4, 128, 2)
    rings = np.sin((np.arange(TILE)[:, None] / TILE * 10 + bent * 1.1) * 2 * np.pi)
    return 0.5 * rings.astype(np.float32) + 0.6 * tile_noise(5, 8, 2, (12, 1))


def _bark() -> Floats:
    return 0.9 * tile_noise(18, 12, 3, (1, 8)) + 0.4 * tile_noise(19, 64)


def _brick() -> Floats:
    y, x = np.mgrid[0:TILE, 0:TILE]
    row = y // 32
    mortar = (y % 32 < 4) | ((x + (row % 2) * 32) % 64 < 4)
    tint = np.random.default_rng(6).standard_normal((8, 5)).astype(np.float32)
    each = tint[row, (x + (row % 2) * 32) // 64 % 4]
    return np.where(mortar, 1.5, each * 0.5).astype(np.float32) + 0.4 * tile_noise(7, 8)


def _metal() -> Floats:
    return 0.5 * tile_noise(8, 4, 2, (32, 1)) + 0.3 * tile_noise(9, 128)


def _stone() -> Floats:
    return tile_noise(10, 64, 5) + 0.3 * tile_noise(11, 4, 1)


def _fabric() -> Floats:
    y, x = np.mgrid[0:TILE, 0:TILE]
    weave = np.sin(x * np.pi / 4) * np.sin(y * np.pi / 4)
    made: Floats = 0.7 * weave.astype(np.float32) + 0.4 * tile_noise(12, 32)
    return made


def _leaves() -> Floats:
    made: Floats = np.asarray(
        1.2 * np.sign(tile_noise(13, 16, 2)) * 0.6 + tile_noise(14, 8, 2), np.float32
    )
    return made


def _plaster() -> Floats:
    return 0.6 * tile_noise(15, 64, 5)


def _scales() -> Floats:
    y, x = np.mgrid[0:TILE, 0:TILE].astype(np.float32)
    shift = (y // 16 % 2) * 8
    made: Floats = (1.4 - np.hypot((x + shift) % 16 - 8, y % 16) / 7).astype(np.float32) * 0.9
    return made


def _roof() -> Floats:
    y, x = np.mgrid[0:TILE, 0:TILE].astype(np.float32)
    shift = (y // 16 % 2) * 8
    made: Floats = 0.9 - (y % 16) / 9 - 0.8 * ((x + shift) % 16 < 2) + 0.5 * tile_noise(16, 16)
    return made


def _rough() -> Floats:
    return 0.9 * tile_noise(17, 16, 4)


MADE: dict[str, Callable[[], Floats]] = {
    "fur": _fur, "wood": _wood, "brick": _brick, "metal": _metal, "stone": _stone,
    "fabric": _fabric, "leaves": _leaves, "plaster": _plaster, "scales": _scales,
    "roof": _roof, "bark": _bark, "rough": _rough,
}  # fmt: skip


@lru_cache(maxsize=32)
def texture(name: str) -> Floats:
    """Return a seamless texture, ``(256, 256)`` float32 about 0, mostly within -1 to 1."""
    made = MADE[name]()
    made.setflags(write=False)
    return made
