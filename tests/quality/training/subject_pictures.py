"""Make pictures whose subject is known: photos with masks, and cutouts pasted on backgrounds.

``FOLDER`` has ``scenes/SOURCE/NAME.webp`` with ``NAME.png`` for the subject's mask,
``cutouts/SOURCE/NAME.webp`` with ``NAME.png`` for their opacity, and ``backgrounds/*.webp``.
The pictures look alike too much if pasted plainly, so colours are brought near each other, the
background may be out of focus or flat, subjects stand together, small, off centre or cut off.
"""

from pathlib import Path
from typing import Any

import cv2
import numpy as np

Pixels = np.ndarray[Any, np.dtype[np.uint8]]
Floats = np.ndarray[Any, np.dtype[np.float32]]
Generator = np.random.Generator
SCENE_SHARE = 0.5  # of the pictures are photos as they are
DRAWN = ("fluent", "noto", "clipart")  # cutouts that are drawings
Pair = tuple[Pixels, Pixels]


class Composer:
    """Draws pictures with masks at random, as ``(side, side, 4)`` RGB and mask."""

    def __init__(self, folder: Path, side: int, seed: int) -> None:
        self.scenes = _read_pairs(folder / "scenes")
        self.cutouts = _read_pairs(folder / "cutouts")
        places = sorted((folder / "backgrounds").glob("*.webp"))
        self.backgrounds = [_read(path) for path in places]
        self.side, self.rng = side, np.random.default_rng(seed)

    def draw(self) -> Pixels:
        """Return one picture and its mask."""
        rng = self.rng
        scene = rng.random() < SCENE_SHARE
        rgb, mask = self._scene() if scene else self._composition()
        if rng.random() < 0.5:
            rgb, mask = rgb[:, ::-1], mask[:, ::-1]
        return np.dstack([_worn(_tinted(rgb, rng), rng), mask])

    def _scene(self) -> Pair:
        rgb, mask = self._pick(self.scenes)
        for _ in range(8):
            crop = _crop_box(rgb.shape, self.rng)
            if not 0.015 < mask[crop].mean() / 255 < 0.9:
                continue
            if mask[crop].sum() > 0.55 * mask.sum():
                rgb, mask = rgb[crop], mask[crop]
                break
        return _resized(rgb, self.side), _resized(mask, self.side)

    def _composition(self) -> Pair:
        rng = self.rng
        source = rng.choice(sorted(self.cutouts), p=_shares(self.cutouts))
        canvas = self._background(drawn=source in DRAWN).astype(np.float32)
        mask = np.zeros((self.side, self.side), np.float32)
        count = int(rng.choice([1, 2, 3], p=[0.78, 0.15, 0.07]))
        large = float(rng.uniform(0.3, 1.15))
        for _ in range(count):
            rgb, alpha = self.cutouts[source][rng.integers(len(self.cutouts[source]))]
            factor = large * rng.uniform(0.8, 1.0) / (1 + 0.35 * (count - 1))
            placed = _placed(rgb, alpha, factor, canvas.shape[0], count, rng)
            _paste(canvas, mask, *placed, rng)
        return canvas.clip(0, 255).astype(np.uint8), (255 * mask).round().astype(np.uint8)

    def _background(self, *, drawn: bool) -> Pixels:
        rng, side = self.rng, self.side
        if rng.random() < (0.3 if drawn else 0.12):
            return _plain(side, rng)
        rgb = self.backgrounds[rng.integers(len(self.backgrounds))]
        rgb = _resized(rgb[_crop_box(rgb.shape, rng, least=0.35)], side)
        if drawn and rng.random() < 0.7:
            rgb = _flattened(rgb, rng)
        elif rng.random() < 0.4:
            rgb = cv2.GaussianBlur(rgb, (0, 0), rng.uniform(0.8, 6))
        return rgb[:, ::-1] if rng.random() < 0.5 else rgb

    def _pick(self, sources: dict[str, list[Pair]]) -> Pair:
        source = self.rng.choice(sorted(sources), p=_shares(sources))
        return sources[source][self.rng.integers(len(sources[source]))]


def _read(path: Path, flag: int = cv2.IMREAD_COLOR_RGB) -> Pixels:
    return np.asarray(cv2.imread(str(path), flag), np.uint8)


def _read_pairs(folder: Path) -> dict[str, list[Pair]]:
    pairs: dict[str, list[Pair]] = {}
    for path in sorted(folder.glob("*/*.webp")):
        mask = _read(path.with_suffix(".png"), cv2.IMREAD_GRAYSCALE)
        pairs.setdefault(path.parent.name, []).append((_read(path), mask))
    return pairs


def _shares(sources: dict[str, list[Pair]]) -> Floats:
    """Draw small sources more often than their size says: by its fourth root."""
    weight = np.array([len(sources[name]) for name in sorted(sources)]) ** 0.25
    share: Floats = weight / weight.sum()
    return share


def _resized(pixels: Pixels, side: int) -> Pixels:
    shrunk = pixels.shape[0] > side
    way = cv2.INTER_AREA if shrunk else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(pixels, (side, side), interpolation=way), np.uint8)


def _crop_box(shape: tuple[int, ...], rng: Generator, least: float = 0.55) -> tuple[slice, slice]:
    """Return rows and columns of a crop; nearly the whole picture most often."""
    height, width = shape[:2]
    kept = 1 - (1 - least) * rng.random(2) ** 2
    rows, columns = max(8, int(height * kept[0])), max(8, int(width * kept[1]))
    top, left = rng.integers(height - rows + 1), rng.integers(width - columns + 1)
    return slice(top, top + rows), slice(left, left + columns)


def _plain(side: int, rng: Generator) -> Pixels:
    """Return a wall: one colour turning into another, with some grain."""
    ends = rng.uniform(0, 255, (2, 3)) if rng.random() < 0.7 else np.full((2, 3), 245.0)
    ends[1] = ends[0] + (ends[1] - ends[0]) * rng.uniform(0, 0.6)
    angle = rng.uniform(0, 2 * np.pi)
    rows, columns = np.indices((side, side)) / side - 0.5
    along = (0.5 + rows * np.sin(angle) + columns * np.cos(angle))[..., None].clip(0, 1)
    grain = rng.normal(0, rng.uniform(0, 6), (side, side, 1))
    wall: Pixels = (ends[0] + (ends[1] - ends[0]) * along + grain).clip(0, 255).astype(np.uint8)
    return wall


def _flattened(rgb: Pixels, rng: Generator) -> Pixels:
    """Turn a photo into a drawing: few colours, dark lines at edges."""
    soft = cv2.medianBlur(rgb, 2 * int(rng.integers(2, 5)) + 1)
    step = int(rng.integers(16, 48))
    flat = (soft // step * step + step // 2).astype(np.uint8)
    if rng.random() < 0.5:
        edges = cv2.Canny(soft, 60, 140)
        flat[edges > 0] = flat[edges > 0] // 4
    return np.asarray(flat, np.uint8)


def _placed(
    rgb: Pixels, alpha: Pixels, factor: float, side: int, count: int, rng: Generator
) -> tuple[Floats, Floats]:
    """Scale, turn and place a cutout on a canvas: its colours and opacity there."""
    height, width = alpha.shape
    scale = factor * side / max(height, width)
    turn = rng.normal(0, 6) if rng.random() < 0.5 else 0.0
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), turn, scale)
    if rng.random() < 0.5:
        rgb, alpha = np.ascontiguousarray(rgb[:, ::-1]), np.ascontiguousarray(alpha[:, ::-1])
    spread = (0.12 if count == 1 else 0.22) + (0.12 if factor < 0.5 else 0)
    x, y = side * (0.5 + rng.normal(0, spread, 2)).clip(0.12, 0.88)
    if rng.random() < 0.3:
        y = side - scale * height * rng.uniform(0.2, 0.5)  # standing on the lower edge, or cut off
    matrix[:, 2] += (x - width / 2, y - height / 2)
    if scale < 0.6:
        rgb = cv2.GaussianBlur(rgb, (0, 0), 0.35 / scale)
    size = (side, side)
    colours = cv2.warpAffine(rgb, matrix, size, borderMode=cv2.BORDER_REPLICATE)
    opacity = cv2.warpAffine(alpha, matrix, size, flags=cv2.INTER_AREA)
    return colours.astype(np.float32), opacity.astype(np.float32) / 255


def _paste(canvas: Floats, mask: Floats, rgb: Floats, alpha: Floats, rng: Generator) -> None:
    """Put a cutout on the canvas, its light near the background's, perhaps with a shadow."""
    near = rng.uniform(0, 0.6)
    inside = alpha > 0.5
    if inside.any():
        rgb += near * (canvas.mean(axis=(0, 1)) - rgb[inside].mean(axis=0))
    if rng.random() < 0.3:
        shift = np.array([[1, 0, rng.uniform(-12, 12)], [0, 1, rng.uniform(0, 10)]], np.float32)
        fallen = cv2.GaussianBlur(cv2.warpAffine(alpha, shift, alpha.shape), (0, 0), 5)
        canvas *= 1 - rng.uniform(0.1, 0.5) * fallen[..., None]
    if rng.random() < 0.5:
        alpha = cv2.GaussianBlur(alpha, (0, 0), rng.uniform(0.4, 1.0))
    canvas += alpha[..., None] * (rgb.clip(0, 255) - canvas)
    np.maximum(mask, alpha, out=mask)


def _tinted(rgb: Pixels, rng: Generator) -> Pixels:
    """Change brightness, contrast, saturation and the colour of the light, as one matrix."""
    light = np.diag(np.full(3, rng.uniform(0.85, 1.15, 3 if rng.random() < 0.5 else 1)))
    vivid = 0.0 if rng.random() < 0.06 else rng.uniform(0.5, 1.4)
    colours = (vivid * np.eye(3) + (1 - vivid) / 3) @ light
    contrast = rng.uniform(0.65, 1.3)
    middle = float((colours @ cv2.mean(rgb)[:3]).mean())
    offset = np.full((3, 1), (1 - contrast) * middle + rng.uniform(-25, 25))
    tinted = cv2.transform(np.ascontiguousarray(rgb), np.hstack([contrast * colours, offset]))
    return np.asarray(tinted, np.uint8)


def _worn(rgb: Pixels, rng: Generator) -> Pixels:
    """Blur, add noise, compress: each sometimes."""
    if rng.random() < 0.25:
        rgb = cv2.GaussianBlur(rgb, (0, 0), rng.uniform(0.4, 1.3))
    if rng.random() < 0.25:
        noisy = rgb + rng.normal(0, rng.uniform(1, 9), rgb.shape)
        rgb = noisy.clip(0, 255).astype(np.uint8)
    if rng.random() < 0.35:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 95))]
        coded = cv2.imencode(".jpg", np.ascontiguousarray(rgb), quality)[1]
        rgb = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
    return rgb
