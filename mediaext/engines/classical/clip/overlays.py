"""What falls, flies and glints in front of a picture."""

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np

from mediaext.engines.classical.clip import moving_parts
from mediaext.engines.classical.clip.camera import Pose
from mediaext.engines.classical.clip.layers import Layers

Pixels = np.ndarray[Any, np.dtype[np.uint8]]
Floats = np.ndarray[Any, np.dtype[np.float32]]
Overlay = Callable[[Floats, Pose, float, float], Floats]
"""(view, pose, moment, strength 0..1) -> view"""
SUBPIXEL = 4  # bits of the fraction of a drawn coordinate


def rain(
    rgb: Pixels, layers: Layers, size: tuple[int, int], random: np.random.Generator
) -> Overlay:
    """Streaks fall aslant, the nearer the longer, faster and plainer; the light gets dull."""
    width, height = size
    count = round(380 * np.sqrt(width * height) / 700)
    near = np.sort(random.uniform(0.35, 1.0, count))
    x, y = random.uniform(-0.2, 1.0, count), random.uniform(0, 1.2, count)

    def draw(view: Floats, pose: Pose, moment: float, strength: float) -> Floats:
        veil = np.zeros((height, width), np.uint8)
        down = (y + (1.3 + near) * moment) % 1.25 - 0.15
        right = (x + 0.18 * down) * width
        length = (0.03 + 0.06 * near) * height
        for at, (left, top, run, closeness) in enumerate(
            zip(right, down * height, length, near, strict=True)
        ):
            thick = 1 if at < 0.75 * count else max(1, round(height / 420))
            start, end = _fixed((left, top)), _fixed((left + 0.15 * run, top + run))
            light = int(95 * closeness)
            cv2.line(veil, start, end, light, thick, cv2.LINE_AA, SUBPIXEL)
        streaks = cv2.GaussianBlur(veil, (0, 0), 0.6).astype(np.float32)[..., None]
        dull = view * (1 - 0.16 * strength) + 6 * strength
        rained: Floats = dull + strength * streaks * np.array([0.9, 0.95, 1.0], np.float32)
        return rained

    return draw


def snow(
    rgb: Pixels, layers: Layers, size: tuple[int, int], random: np.random.Generator
) -> Overlay:
    """Flakes sink and swing, the nearer the larger and softer."""
    width, height = size
    count = round(330 * np.sqrt(width * height) / 700)
    near = np.sort(random.uniform(0.15, 1.0, count) ** 1.8)
    x, y = random.uniform(0, 1, count), random.uniform(0, 1.1, count)
    swing, phase = random.uniform(0.3, 0.8, count), random.uniform(0, 6.28, count)

    def draw(view: Floats, pose: Pose, moment: float, strength: float) -> Floats:
        down = ((y + (0.09 + 0.24 * near) * moment) % 1.1 - 0.05) * height
        sway = 0.02 * np.sin(phase + 6.28 * swing * moment) + 0.03 * moment * near
        right = ((x + sway) % 1.0) * width
        far, close = (np.zeros((height, width), np.uint8) for _ in range(2))
        for left, top, closeness in zip(right, down, near, strict=True):
            radius = (0.0014 + 0.0065 * closeness) * height * (1 << SUBPIXEL)
            layer, light = (close, 190) if closeness > 0.45 else (far, 215)
            cv2.circle(layer, _fixed((left, top)), round(radius), light, -1, cv2.LINE_AA, SUBPIXEL)
        soft = cv2.GaussianBlur(close, (0, 0), 0.004 * height).astype(np.float32)
        crisp = 1.5 * cv2.GaussianBlur(far, (0, 0), 0.8).astype(np.float32)
        cover = strength * np.maximum(crisp, soft).clip(0, 235)[..., None] / 255
        snowed: Floats = view * (1 - cover) + 250 * cover
        return snowed

    return draw


def embers(
    rgb: Pixels, layers: Layers, size: tuple[int, int], random: np.random.Generator
) -> Overlay:
    """Sparks rise from what burns, and its light flickers."""
    burning = moving_parts.fire(rgb)
    places = np.argwhere(burning > 0.5)[:, ::-1].astype(np.float32)
    if not len(places):
        middle = np.array(rgb.shape[1::-1]) * (0.5, 1.0)
        places = (middle + random.normal(size=(50, 2)) * (0.2, 0.02) * middle[0]).astype(
            np.float32
        )
    starts = places[random.integers(0, len(places), 70)]
    born, lasting = random.uniform(0, 2, 70), random.uniform(0.7, 1.6, 70)
    drift, phase = random.uniform(-0.05, 0.05, 70), random.uniform(0, 6.28, 70)
    reach = min(rgb.shape[:2])
    glow = cv2.GaussianBlur(burning, (0, 0), 0.06 * reach)
    down, across = (rgb.shape[0] - size[1]) // 2, (rgb.shape[1] - size[0]) // 2
    glow = glow[down : down + size[1], across : across + size[0], None]

    def draw(view: Floats, pose: Pose, moment: float, strength: float) -> Floats:
        age = ((moment - born) % 2.0) / lasting
        right = starts[:, 0] + reach * (drift * age + 0.012 * np.sin(phase + 9 * age))
        points = layers.place(
            pose, size, np.stack([right, starts[:, 1] - 0.35 * reach * age], axis=1)
        )
        layer = np.zeros((size[1], size[0]), np.uint8)
        for point, spent in zip(points, age, strict=True):
            if spent < 1:
                radius = round(0.0032 * reach * (1 - 0.6 * spent) * (1 << SUBPIXEL))
                light = round(255 * (1 - spent) * min(1, 8 * spent))
                cv2.circle(layer, _fixed(point), radius, light, -1, cv2.LINE_AA, SUBPIXEL)
        light = layer.astype(np.float32) + 1.6 * cv2.GaussianBlur(layer, (0, 0), 0.006 * reach)
        flicker = np.sin(17 * moment) * 0.5 + np.sin(29.3 * moment + 1) * 0.3
        lit = view * (1 + np.float32(0.14 * strength * flicker) * glow)
        glowing: Floats = lit + strength * light[..., None] * np.array([1, 0.5, 0.13], np.float32)
        return glowing

    return draw


def sparkle(
    rgb: Pixels, layers: Layers, size: tuple[int, int], random: np.random.Generator
) -> Overlay:
    """Bright spots glint one after the other, as stars of four rays."""
    reach = min(rgb.shape[:2])
    points = moving_parts.highlights(rgb, 26, max(4, reach // 22))
    spare = random.uniform(0.1, 0.9, (max(0, 14 - len(points)), 2)) * rgb.shape[1::-1]
    points = np.concatenate([points, spare.astype(np.float32)])
    phase, turns = random.uniform(0, 1, len(points)), random.uniform(0.45, 0.9, len(points))
    large = random.uniform(0.5, 1.0, len(points))

    def draw(view: Floats, pose: Pose, moment: float, strength: float) -> Floats:
        layer = np.zeros((size[1], size[0]), np.uint8)
        placed = layers.place(pose, size, points)
        lights = np.sin(np.pi * ((phase + turns * moment) % 1.0)) ** 6 * large
        for (x, y), light in zip(placed, lights, strict=True):
            if light > 0.03:
                _star(layer, float(x), float(y), 0.035 * reach * light, light)
        soft = cv2.GaussianBlur(layer, (0, 0), 0.0045 * reach).astype(np.float32)
        shine = strength * (layer.astype(np.float32) + 1.5 * soft)[..., None]
        sparkling: Floats = view + shine * np.array([1.0, 0.97, 0.88], np.float32)
        return sparkling

    return draw


def _star(layer: Pixels, x: float, y: float, ray: float, light: float) -> None:
    """Draw four slender rays."""
    slim, bright = 0.07 * ray, round(235 * min(1.0, 0.4 + light))
    for dx, dy in ((ray, 0.0), (0.0, ray)):
        across = (slim * dy / ray, slim * dx / ray)
        corners = [
            (x - dx, y - dy),
            (x + across[0], y + across[1]),
            (x + dx, y + dy),
            (x - across[0], y - across[1]),
        ]
        cv2.fillConvexPoly(
            layer, np.array([_fixed(c) for c in corners]), bright, cv2.LINE_AA, SUBPIXEL
        )


def _fixed(point: Any) -> tuple[int, int]:
    """Return a point with SUBPIXEL bits of fraction, as OpenCV's drawing takes it."""
    x, y = np.clip(point, -4096, 8192)
    return round(float(x) * (1 << SUBPIXEL)), round(float(y) * (1 << SUBPIXEL))


OVERLAYS = {"rain": rain, "snow": snow, "fire": embers, "sparkle": sparkle}
