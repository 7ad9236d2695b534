"""Flat lays: small things on a surface, seen from straight above."""

import math

import cv2
import numpy as np

from mediaext.engines.classical.painter import sprite
from mediaext.engines.classical.painter.colours import colour, mix
from mediaext.engines.classical.painter.layout import Placed
from mediaext.engines.classical.painter.prompt import SURFACES, Brief, Subject
from mediaext.engines.classical.painter.settings.grounds import PALETTES
from mediaext.engines.classical.painter.settings.stage import Stage
from mediaext.engines.classical.painter.textures import texture

GRAINS = {"planks": "wood", "tabletop": "wood", "tiles": "plaster", "carpet": "fabric"}
TURN = 28.0  # degrees to either side that a thing lies turned by
CELL = 0.84  # share of its part of the picture that a thing fills
SHADOW = 0.5  # how dark the shadow right beside a thing is


def paint_flat_lay(stage: Stage, brief: Brief, seed: int, vivid: float) -> None:
    """Paint the surface, and upon it the things of a brief, none over another."""
    _paint_surface(stage)
    rng = np.random.default_rng([seed, 3])
    for one, turn in _arrange(brief, stage.width, stage.height, rng):
        layer = _turned(sprite.draw(stage, one, seed, vivid), one, turn)
        _cast_shadow(stage, layer)
        sprite.blend(stage, layer)


def _paint_surface(stage: Stage) -> None:
    """Cover the picture with a plain surface, or with the ground of the place that was named."""
    ground = stage.setting.ground if stage.setting.ground in PALETTES else "tabletop"
    if stage.setting.kind == "studio":
        tones = np.array([mix(stage.tint, (shade,) * 3, 0.12) for shade in (0.0, 0.5, 1.0)])
    else:
        tones = np.array([colour(tone) for tone in PALETTES[ground]])
    grain = GRAINS.get(ground, "stone") if stage.setting.kind != "studio" else "plaster"
    side = max(stage.width, stage.height)
    tile = cv2.resize(texture(grain), (side // 2, side // 2), interpolation=cv2.INTER_CUBIC)
    relief = np.tile(tile, (3, 3))[: stage.height, : stage.width]
    if grain == "wood":
        boards = np.arange(stage.height) * 5 // stage.height
        tone = np.random.default_rng(7).uniform(-0.5, 0.5, 6).astype(np.float32)
        gaps = np.diff(boards, prepend=-1) > 0
        relief = relief * 0.6 + (tone[boards] - 3.0 * gaps)[:, None]
    share = np.clip(relief * 0.4 + 0.5, 0, 1)[..., None]
    low, middle, high = tones.astype(np.float32)
    base = np.where(
        share < 0.5, low + (middle - low) * share * 2, middle + (high - middle) * (share * 2 - 1)
    )
    lit = np.sqrt(base**2 * (np.array(stage.light.key) * 0.62 + np.array(stage.light.sky) * 0.45))
    y, x = np.mgrid[0 : stage.height, 0 : stage.width].astype(np.float32)
    towards = stage.light.towards
    fall = 1 + 0.1 * ((x / stage.width - 0.5) * np.sign(towards[0]) + (0.5 - y / stage.height))
    stage.pixels[..., :3] = np.clip(lit * fall[..., None] * 255, 0, 255)
    stage.pixels[..., 3] = 255


def _arrange(
    brief: Brief, width: int, height: int, rng: np.random.Generator
) -> list[tuple[Placed, float]]:
    """Give every thing a part of the picture of its own; return it upright, and its turn."""
    ones: list[tuple[Subject, int]] = []
    for subject in brief.subjects:
        if subject.thing not in SURFACES:
            ones += [(subject, len(ones) + k) for k in range(subject.count)]
    columns = max(1, round(math.sqrt(len(ones) * width / height)))
    rows = -(-len(ones) // columns)
    tallest = max((s.kind.height * max(s.kind.aspect, 1) * s.size for s, _ in ones), default=1.0)
    placed = []
    for at, (subject, number) in enumerate(ones):
        row, column = divmod(at, columns)
        in_row = min(columns, len(ones) - row * columns)
        cell_w, cell_h = width / in_row, height / rows
        turn = float(rng.uniform(-TURN, TURN)) if not subject.text else 0.0
        a = abs(math.radians(turn))
        wide, tall = subject.kind.aspect, 1.0
        bounds = wide * math.cos(a) + tall * math.sin(a), wide * math.sin(a) + tall * math.cos(a)
        fits = CELL * min(cell_w / bounds[0], cell_h / bounds[1])
        share = subject.kind.height * max(wide, 1) * subject.size / tallest
        size = fits * min(1.0, 0.62 + 0.38 * share)
        middle = (column + 0.5) * cell_w, (row + 0.5) * cell_h
        jitter = rng.uniform(-0.04, 0.04, 2) * (cell_w, cell_h) * (len(ones) > 1)
        left = middle[0] + jitter[0] - size * wide / 2
        foot = middle[1] + jitter[1] + size / 2
        placed.append(
            (Placed(subject.kind, subject, left, foot, size, 0.0, number, lifted=True), turn)
        )
    return placed


def _turned(layer: sprite.Sprite, one: Placed, turn: float) -> sprite.Sprite:
    """Return a layer turned by degrees about the middle of its thing."""
    height, width = layer.pixels.shape[:2]
    middle = one.x + one.width / 2 - layer.left, one.y - one.height / 2 - layer.top
    side = math.ceil(math.hypot(height, width))
    matrix = cv2.getRotationMatrix2D(middle, turn, 1.0)
    matrix[:, 2] += side / 2 - np.array(middle)
    pixels = cv2.warpAffine(layer.pixels, matrix, (side, side), flags=cv2.INTER_CUBIC)
    pixels[..., :3] = np.minimum(pixels[..., :3], pixels[..., 3:])
    left = layer.left + round(middle[0] - side / 2)
    top = layer.top + round(middle[1] - side / 2)
    return sprite.Sprite(pixels, left, top, layer.foot, [])


def _cast_shadow(stage: Stage, layer: sprite.Sprite) -> None:
    """Darken the surface around a thing that lies on it, more on the side away from the light."""
    alpha = layer.pixels[..., 3].astype(np.float32) / 255
    near = max(stage.height * 0.006, 1.0)
    away = stage.height * 0.016
    x, y, _ = stage.light.towards
    length = math.hypot(x, y) or 1.0
    shift = np.array([[1, 0, -x / length * away], [0, 1, -y / length * away]])
    cast = cv2.warpAffine(alpha, shift, alpha.shape[::-1])
    mask = np.maximum(
        cv2.GaussianBlur(cast, (0, 0), near * 1.8), cv2.GaussianBlur(alpha, (0, 0), near)
    )
    sprite.darken(stage, mask, layer.left, layer.top, SHADOW)
