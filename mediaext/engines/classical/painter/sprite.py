"""A painted thing as a layer, with the shadow and the mirror image that it casts."""

from dataclasses import dataclass

import cv2
import numpy as np

from mediaext.engines.classical.arrays import Floats, Pixels
from mediaext.engines.classical.painter import colours
from mediaext.engines.classical.painter.canvas import Glow, image_of, skia, surface
from mediaext.engines.classical.painter.colours import Colour
from mediaext.engines.classical.painter.layout import Placed
from mediaext.engines.classical.painter.materials import MATERIALS
from mediaext.engines.classical.painter.pen import Pen
from mediaext.engines.classical.painter.settings.stage import Stage

LEAFY = frozenset({"tree", "bush", "leaf", "branch"})
LEAVES = (0.85, 0.45, 0.12)  # of autumn


@dataclass(slots=True)
class Sprite:
    """Premultiplied RGBA pixels whose top left corner is at ``(left, top)`` of the picture."""

    pixels: Pixels
    left: int
    top: int
    foot: float
    glows: list[Glow]


def main_colour(placed: Placed, rng: np.random.Generator) -> Colour:
    """Choose the colour of one thing: as asked, else its material's, else one of its own."""
    subject, thing = placed.subject, placed.thing
    if subject.colours:
        return colours.colour(subject.colours[placed.number % len(subject.colours)])
    if subject.material:
        return colours.colour(MATERIALS[subject.material].colour)
    which = 0 if rng.random() < 0.5 else int(rng.integers(len(thing.colours)))
    return colours.colour(thing.colours[which])


def draw(stage: Stage, placed: Placed, seed: int, vivid: float) -> Sprite:
    """Draw a thing on a layer of its own, with room around for what sticks out."""
    rng = np.random.default_rng([seed, placed.number, 77])
    tone = main_colour(placed, np.random.default_rng([seed, 5]))
    if "golden" in stage.weather.extras and placed.thing.name in LEAFY:
        tone = colours.mix(tone, LEAVES, 0.9) if not placed.subject.colours else tone
    margin = placed.height * (0.22 + placed.subject.rise) + 4
    left, top = int(placed.x - margin), int(placed.y - placed.height - margin)
    size = (int(placed.height + 2 * margin), int(placed.width + 2 * margin))
    pixels = np.zeros((*size, 4), np.uint8)
    layer = surface(pixels)
    side = -1.0 if placed.flip else 1.0
    start = placed.x - left + (placed.width if placed.flip else 0.0)
    affine = np.array(
        [[placed.height * side, 0.0, start], [0.0, placed.height, placed.y - placed.height - top]]
    )
    grey = colours.luminance(tone)
    tone = colours.mix((grey, grey, grey), tone, vivid) if vivid < 1 else tone
    material = MATERIALS.get(placed.subject.material)
    far = (
        max(0.0, 0.35 * (1 - (placed.y - stage.horizon) / max(stage.height - stage.horizon, 1)))
        * stage.thickness
    )
    thing_pen = Pen(
        layer.getCanvas(),
        affine,
        stage.light,
        rng,
        tone,
        stage.detail,
        material,
        (stage.haze, min(far, 0.12 if placed.lifted else 0.5)),
    )
    thing_pen.glows = []
    thing_pen.recoloured = bool(placed.subject.colours or placed.subject.material)
    thing_pen.text, thing_pen.aspect = placed.subject.text, placed.thing.aspect
    thing_pen.filled = placed.filled
    thing_pen.seated = placed.seated
    placed.thing.draw(thing_pen)
    if placed.sunk:
        pixels[int(placed.y - placed.sunk * placed.height) - top :] = 0
    return Sprite(pixels, left, top, placed.y, thing_pen.glows)


def blend(stage: Stage, sprite: Sprite) -> None:
    """Lay a sprite on the picture."""
    stage.canvas.drawImage(image_of(sprite.pixels), sprite.left, sprite.top)
    for glow in sprite.glows:
        glow.shine(stage.canvas, sprite.left, sprite.top)


def darken(stage: Stage, mask: Floats, left: int, top: int, strength: float) -> None:
    """Multiply the picture by one minus a mask."""
    height, width = mask.shape
    x0, y0, x1, y1 = (
        max(left, 0),
        max(top, 0),
        min(left + width, stage.width),
        min(top + height, stage.height),
    )
    if x1 <= x0 or y1 <= y0:
        return
    part = mask[y0 - top : y1 - top, x0 - left : x1 - left, None] * strength
    region = stage.pixels[y0:y1, x0:x1, :3]
    cool = np.array([1.0, 0.97, 0.88], np.float32)
    region[:] = region * (1 - part * cool)


def cast_shadow(stage: Stage, sprite: Sprite, strength: float) -> None:
    """Cast the soft shadow of a standing thing, away from the light, and the dark at its foot."""
    alpha = sprite.pixels[..., 3].astype(np.float32) / 255
    height, width = alpha.shape
    foot = sprite.foot - sprite.top
    zoom = 0.25
    lean = -stage.light.towards[0] / max(-stage.light.towards[1], 0.3)
    flat = 0.26
    pad = int(height * (abs(lean) + 0.4))
    size = (int((width + 2 * pad) * zoom) + 1, int(height * 0.9 * zoom) + 2)
    # a point at height h above the foot falls at x + lean * h, and a little up the ground
    matrix = np.array(
        [
            [zoom, -lean * zoom * 0.8, (pad + lean * foot * 0.8) * zoom],
            [0, flat * zoom, (height * 0.55 - flat * foot) * zoom],
        ]
    )
    fallen = cv2.warpAffine(alpha, matrix, size, flags=cv2.INTER_AREA)
    fallen = cv2.GaussianBlur(fallen, (0, 0), max(height * 0.014 * zoom, 0.6))
    squash = 0.07
    matrix = np.array(
        [
            [zoom, 0, pad * zoom],
            [0, squash * zoom, (height * 0.55 - squash * foot + height * 0.012) * zoom],
        ]
    )
    contact = cv2.GaussianBlur(
        cv2.warpAffine(alpha, matrix, size, flags=cv2.INTER_AREA),
        (0, 0),
        max(height * 0.009 * zoom, 0.5),
    )
    mask = np.maximum(fallen * 0.62, np.clip(contact * 1.1, 0, 0.85))
    big = cv2.resize(
        mask, (width + 2 * pad, int(height * 0.9) + 2), interpolation=cv2.INTER_LINEAR
    )
    darken(stage, big, sprite.left - pad, int(sprite.foot - height * 0.55), strength)


def mirror(stage: Stage, sprite: Sprite, strength: float, ripple: float) -> None:
    """Reflect a thing in the water or wet ground under it."""
    height, width = sprite.pixels.shape[:2]
    foot = int(sprite.foot - sprite.top)
    upright = sprite.pixels[:foot].astype(np.float32)
    if foot < 3:
        return
    rows = min(int(foot * 0.85), stage.height - int(sprite.foot) + 1)
    if rows < 2:
        return
    y, x = np.mgrid[0:rows, 0:width].astype(np.float32)
    wave = (
        np.sin(y * (0.5 if height < 300 else 0.22) * 300 / max(height, 1) * 3 + x * 0.015)
        * ripple
        * height
        * (0.006 + 0.02 * y / rows)
    )
    image = cv2.remap(
        upright,
        x + wave,
        foot - 1 - y / 0.85 - np.abs(wave) * 0.3,
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
    )
    fade = strength * np.linspace(1, 0.25, rows, dtype=np.float32)[:, None]
    x0, x1 = max(sprite.left, 0), min(sprite.left + width, stage.width)
    y0, y1 = max(int(sprite.foot), 0), min(int(sprite.foot) + rows, stage.height)
    if x1 <= x0 or y1 <= y0:
        return
    part = image[
        y0 - int(sprite.foot) : y1 - int(sprite.foot), x0 - sprite.left : x1 - sprite.left
    ]
    fade = fade[y0 - int(sprite.foot) : y1 - int(sprite.foot), :, None]
    region = stage.pixels[y0:y1, x0:x1, :3]
    water = np.array(stage.tint, np.float32) * 30
    region[:] = np.clip(
        region * (1 - part[..., 3:] / 255 * fade)
        + (part[..., :3] * 0.82 + water * part[..., 3:] / 255) * fade,
        0,
        255,
    )


def waterline(stage: Stage, sprite: Sprite) -> None:
    """Ring a floating thing with light ripples."""
    alpha = sprite.pixels[..., 3]
    columns = np.flatnonzero(
        alpha[int(max(0, sprite.foot - sprite.top - alpha.shape[0] * 0.2)) :].any(0)
    )
    if not len(columns):
        return
    x0, x1 = sprite.left + columns[0], sprite.left + columns[-1]
    middle, half = (x0 + x1) / 2, (x1 - x0) / 2
    for k, alpha_k in enumerate((0.5, 0.3, 0.18)):
        grow = 1.04 + 0.2 * k
        brush = skia.Paint(
            AntiAlias=True, Style=skia.Paint.kStroke_Style, StrokeWidth=max(half * 0.016, 0.7)
        )
        brush.setColor4f(skia.Color4f(1, 1, 1, alpha_k * (0.4 if stage.night else 0.8)))
        stage.canvas.drawOval(
            skia.Rect.MakeLTRB(
                middle - half * grow,
                sprite.foot - half * 0.085 * grow,
                middle + half * grow,
                sprite.foot + half * 0.1 * grow,
            ),
            brush,
        )
