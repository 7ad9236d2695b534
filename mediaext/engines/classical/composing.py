"""Compose several pictures into one: the product, cut out, is set on the scene."""

import re
from collections.abc import Sequence

import cv2
import numpy as np
import PIL.Image

from mediaext.engines.base import Context
from mediaext.engines.classical.arrays import Pixels
from mediaext.engines.classical.effects.kit import (
    Light,
    blur,
    luma,
    mix,
    resize,
    to_light,
    to_pixels,
)
from mediaext.engines.classical.masks import clean_foreground, picture_alpha
from mediaext.engines.classical.tone_correction import match_tones, tones

HEIGHT = 0.46  # of the scene's height, or WIDTH of its width: how large a product stands
WIDTH = 0.42
SIZES = {r"tiny|very small": 0.45, r"small(?:er)?|little": 0.65, r"large(?:r)?|big(?:ger)?": 1.4,
         r"huge|very large|giant": 1.8}  # fmt: skip
COLUMNS = {r"left": 0.24, r"right": 0.76, r"cent(?:re|er)|middle": 0.5}
FEET = {
    r"top|above|sky|air|flying": 0.45,
    r"behind|far|background": 0.68,
    r"cent(?:re|er)|middle": 0.78,
}
ALOFT = re.compile(r"\b(?:sky|air|flying)\b", re.IGNORECASE)
"""What is up there throws no shadow where it is."""
SWAPPED = re.compile(
    r"\b(?:on|onto|in|into|over|with|to|against)\b(?: top of)? (?:the )?(?:background of the )?"
    r"(?:second|2nd|other|last) (?:image|picture|photo|one|scene)",
    re.IGNORECASE,
)
LIKENESS = re.compile(
    r"\b(?:colou?rs?|palette|tones?|mood|look|light(?:ing)?|grading) (?:of|from|as|like) (?:the )?"
    r"(?:second|2nd|other|last|reference)",
    re.IGNORECASE,
)


def compose(
    pictures: Sequence[PIL.Image.Image],
    prompt: str,
    seed: int,
    context: Context,
    *,
    saturation: float = 0.85,
    tone: float = 0.6,
) -> PIL.Image.Image:
    """Set every picture after the first, cut out, on the first one.

    Place and size words of ``prompt`` are heeded ("small, on the left"); "on the second image"
    exchanges the roles; "in the colours of the second image" only moves colours. ``saturation``
    multiplies the product's chroma, ``tone`` (0..1) matches its tones to the scene around it.
    """
    first, *others = pictures
    if LIKENESS.search(prompt):
        model = tones(np.asarray(others[0].convert("RGB"))[::2, ::2])
        return PIL.Image.fromarray(match_tones(np.asarray(first.convert("RGB")), model, 0.9))
    if SWAPPED.search(prompt):
        first, others = others[-1], [pictures[0], *others[:-1]]
    scene = np.asarray(first.convert("RGB"))
    rng = np.random.default_rng([seed, 2])
    busy = luma_detail(scene)
    for number, picture in enumerate(others):
        context.progress(0.12 + 0.5 * number / len(others), f"Cutting out product {number + 1}")
        alpha = picture_alpha(picture, context)
        pixels = np.asarray(picture.convert("RGB"))
        product = clean_foreground(pixels, alpha)
        scene, busy = _place(
            scene, busy, product, alpha, prompt=prompt, rng=rng, saturation=saturation, tone=tone
        )
    return PIL.Image.fromarray(scene)


def luma_detail(scene: Pixels) -> Light:
    """Return how much there is to see at each place: blurred local contrast at 128 pixels."""
    small = to_light(cv2.resize(scene, (128, 128), interpolation=cv2.INTER_AREA))
    light = luma(small)
    return blur(np.abs(light - blur(light, 3)), 6)


def _place(
    scene: Pixels,
    busy: Light,
    product: Pixels,
    alpha: Light,
    *,
    prompt: str,
    rng: np.random.Generator,
    saturation: float,
    tone: float,
) -> tuple[Pixels, Light]:
    """Lay one product on the scene with light, shadow and edge that fit."""
    height, width = scene.shape[:2]
    rows, columns = (
        np.flatnonzero((alpha > 0.4).any(axis=1)),
        np.flatnonzero((alpha > 0.4).any(axis=0)),
    )
    if not rows.size:
        rows, columns = np.arange(alpha.shape[0]), np.arange(alpha.shape[1])
        alpha = np.ones_like(alpha)
    box = slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1)
    colour, cover = to_light(product[box]), alpha[box]
    factor = _size(prompt) * min(HEIGHT * height / cover.shape[0], WIDTH * width / cover.shape[1])
    tall, wide = (max(1, round(side * factor)) for side in cover.shape)
    tall, wide = min(tall, height), min(wide, width)
    colour, cover = resize(colour, wide, tall), resize(cover, wide, tall)
    centre = _column(prompt, busy, wide / width, rng) * width
    left = round(min(max(centre - wide / 2, 0), width - wide))
    foot = round(_matching(FEET, prompt, 0.9) * height)
    top = min(max(foot - tall, 0), height - tall)
    colour = _coloured(colour, cover, scene, (left, top), saturation=saturation, tone=tone)
    ground = to_light(scene)
    if not ALOFT.search(prompt):
        ground = _shadowed(ground, cover, (left, top))
    part = ground[top : top + tall, left : left + wide]
    ground[top : top + tall, left : left + wide] = mix(part, colour, cover)
    taken = busy.copy()
    taken[:, int(128 * left / width) : int(128 * (left + wide) / width) + 1] += 1
    return to_pixels(ground), taken


def _matching(table: dict[str, float], prompt: str, default: float) -> float:
    for words, value in table.items():
        if re.search(rf"\b(?:{words})\b", prompt, re.IGNORECASE):
            return value
    return default


def _size(prompt: str) -> float:
    return _matching(SIZES, prompt, 1.0)


def _column(prompt: str, busy: Light, share: float, rng: np.random.Generator) -> float:
    """Return the centre asked for, or where the scene has least to hide, with a seeded offset."""
    asked = _matching(COLUMNS, prompt, -1.0)
    offset = float(rng.uniform(-0.03, 0.03))
    if asked >= 0:
        return asked + offset
    half = share / 2
    centres = np.linspace(max(half, 0.2), min(1 - half, 0.8), 9) if half < 0.5 else np.array([0.5])
    lower = busy[48:].mean(axis=0)
    costs = [
        lower[int(128 * max(c - half, 0)) : max(1, int(128 * min(c + half, 1)))].mean()
        + 0.02 * abs(c - 0.5)
        for c in centres
    ]
    return float(centres[int(np.argmin(costs))]) + offset


def _coloured(
    colour: Light,
    cover: Light,
    scene: Pixels,
    corner: tuple[int, int],
    *,
    saturation: float,
    tone: float,
) -> Light:
    """Scale the product's chroma and match its tones to the scene around it."""
    gray = np.repeat(luma(colour)[..., None], 3, axis=2)
    colour = np.clip(mix(gray, colour, saturation), 0, 1)
    if tone <= 0:
        return colour
    left, top = corner
    tall, wide = cover.shape
    edge = max(tall, wide) // 2
    around = scene[
        max(0, top - edge) : top + tall + edge, max(0, left - edge) : left + wide + edge
    ]
    step = max(1, int(np.sqrt(around.shape[0] * around.shape[1] / 100_000)))
    matched = match_tones(to_pixels(colour), tones(around[::step, ::step]), 0.5 * tone, cover)
    return to_light(matched)


def _shadowed(ground: Light, cover: Light, corner: tuple[int, int]) -> Light:
    """Darken the ground under the product: a contact line, and a soft pool to one side."""
    height, width = ground.shape[:2]
    left, top = corner
    tall, wide = cover.shape
    base = cover[-max(1, tall // 14) :].max(axis=0)
    plane = np.zeros((height, width), np.float32)
    flat = max(2, round(0.07 * wide))
    foot = min(height, top + tall)
    plane[max(0, foot - flat // 2) : min(height, foot + flat // 3), left : left + wide] = base
    contact = blur(plane, max(1.0, 0.02 * wide)) * np.float32(0.5)
    pool = np.roll(blur(plane, max(2.0, 0.09 * wide)), round(0.05 * wide), axis=1) * np.float32(
        0.55
    )
    dark = np.minimum(contact + pool, 0.75)
    ground *= (1 - dark)[..., None]
    return ground
