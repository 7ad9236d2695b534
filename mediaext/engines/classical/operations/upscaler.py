"""Older upscaler: deblur an image, or vary it."""

import cv2
import numpy as np
import PIL.Image

from mediaext.engines.base import Context, Files, Inputs, not_understood
from mediaext.engines.classical.arrays import Pixels
from mediaext.engines.classical.effects import Ask
from mediaext.engines.classical.effects.adjustments import sharpened
from mediaext.engines.classical.effects.instructions import read_instruction
from mediaext.engines.classical.effects.kit import (
    Light,
    blur,
    clip,
    clouds,
    from_lab,
    in_strips,
    luma,
    mix,
    to_lab,
    to_light,
    to_pixels,
)
from mediaext.engines.classical.effects.regions import Regions
from mediaext.engines.classical.enlarging import enlarge
from mediaext.engines.classical.pictures import encode_picture, open_picture
from mediaext.operations import LegacyUpscale
from mediaext.results import MadeFile

TWICE_UP_TO = 2048 * 2048  # pixels: smaller pictures come back twice as large
ROUNDS = 12  # of Richardson and Lucy's iteration
DEBLURRED = {"repair": 0.6, "colour": 0.6}
VARIED = {"repair": 0.6, "colour": 1.0, "weather": 1.0, "style": 1.0, "scene": 1.0}
"""Stages of the effects that a prompt may ask for beside each type, and their strength."""
SIGMAS = (0.6, 0.9, 1.2, 1.6, 2.1, 2.7)  # widths of blur that are told apart


def make(request: LegacyUpscale, inputs: Inputs, context: Context) -> Files:
    """Deblur or vary, heed the look that the prompt asks for, and enlarge twice.

    Pictures above 4 megapixels keep their size. ``file_prefix`` names the file.
    """
    context.progress(0.05, "Opening the picture")
    picture = open_picture(inputs["input_image"][0])
    rgb = np.asarray(picture.convert("RGB"))
    if request.type == "deblur":
        context.progress(0.15, "Measuring the blur")
        changed = deblur(rgb, context)
    else:
        context.progress(0.15, "Varying")
        changed = vary(rgb, context.seed)
    looks = VARIED if request.type == "variation" else DEBLURRED
    changed = _prompted(changed, request.prompt, looks, context)
    if changed.shape[0] * changed.shape[1] <= TWICE_UP_TO:
        context.progress(0.7, "Enlarging")
        changed = enlarge(changed, 2)
    result = PIL.Image.fromarray(changed)
    if picture.mode == "RGBA":
        result.putalpha(picture.getchannel("A").resize(result.size, PIL.Image.Resampling.BICUBIC))
    context.progress(0.9, "Encoding")
    made = encode_picture(result, "png")
    name = f"{request.file_prefix}.png" if request.file_prefix else ""
    return {"result": MadeFile(made.content, made.media_type, name)}


def deblur(rgb: Pixels, context: Context | None = None) -> Pixels:
    """Sharpen by Richardson and Lucy's deconvolution (1972, 1974) of the lightness.

    The width of the blur is measured in the picture; total variation (Dey et al., 2006) keeps
    noise from growing, and edges are not raised above their surroundings, so nothing rings.
    """
    context = context or Context()
    sigma = measured_blur(rgb)
    context.detail("blur_sigma", round(sigma, 2))
    light = to_light(rgb)
    plane = luma(light)
    sharp = plane.copy()
    for number in range(ROUNDS):
        context.progress(0.2 + 0.4 * number / ROUNDS, "Deconvolving")
        ratio = plane / np.maximum(blur(sharp, sigma), 1e-3)
        sharp = sharp * blur(ratio, sigma) / (1 - 0.004 * _curvature(sharp))
        sharp = np.clip(sharp, 0, 1)
    gain = sharp - plane
    return to_pixels(clip(light + gain[..., None]))


def measured_blur(rgb: Pixels) -> float:
    """Return the width of the Gaussian blur in pixels, 0.6 to 2.7.

    A picture blurred again by sigma s loses little above its own blur: the ratio of the gradients
    before and after gives the width (Zhuo and Sim, 2011), read at the sharpest tenth of edges.
    """
    plane = luma(to_light(rgb))
    again = 1.5
    down, across = np.gradient(plane)
    before = np.hypot(across, down)
    down, across = np.gradient(blur(plane, again))
    after = np.hypot(across, down)
    strong = before > max(float(np.quantile(before, 0.97)), 0.02)
    if strong.sum() < 20:
        return SIGMAS[1]
    ratio = float(np.quantile(before[strong] / np.maximum(after[strong], 1e-4), 0.6))
    width = again / np.sqrt(max(ratio**2 - 1, 0.05))
    return float(np.clip(np.sqrt(max(width**2 - 0.35, 0.0)), SIGMAS[0], SIGMAS[-1]))


def _curvature(plane: Light) -> Light:
    """Return the divergence of the normalised gradient: the total variation's derivative."""
    across, down = (
        np.diff(plane, axis=1, append=plane[:, -1:]),
        np.diff(plane, axis=0, append=plane[-1:]),
    )
    length = np.sqrt(across**2 + down**2 + 1e-5)
    across, down = across / length, down / length
    inward: Light = across - np.roll(across, 1, 1) + down - np.roll(down, 1, 0)
    return inward


def vary(rgb: Pixels, seed: int) -> Pixels:
    """Make another picture of the same kind: gently bent, lit and coloured anew by the seed.

    The bend is smooth and at most a hundredth of the side; light comes from a seeded side; hues
    turn by up to twelve degrees.
    """
    rng = np.random.default_rng([seed, 5])
    height, width = rgb.shape[:2]
    side = max(height, width)
    reach = np.float32(0.03 * side)
    x, y = ((clouds(rng, height, width, side / 3) - np.float32(0.5)) * reach for _ in range(2))
    x += np.arange(width, dtype=np.float32)[None, :]
    y += np.arange(height, dtype=np.float32)[:, None]
    bent = cv2.remap(rgb, x, y, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REFLECT)
    del x, y
    turn = np.radians(rng.uniform(5, 12) * rng.choice([-1, 1]))
    chroma = rng.uniform(0.9, 1.2)
    cosine, sine = chroma * np.cos(turn), chroma * np.sin(turn)
    turned = np.array([[1, 0, 0], [0, cosine, -sine], [0, sine, cosine]], np.float32)
    lab = in_strips(lambda part: cv2.transform(part, turned), to_lab(to_light(bent)))
    lab[..., 0] *= 0.9 + np.float32(0.2) * clouds(rng, height, width, side)
    varied = from_lab(lab)
    del lab
    return to_pixels(sharpened(varied, 0.3, 1.0))


def _prompted(rgb: Pixels, prompt: str, looks: dict[str, float], context: Context) -> Pixels:
    """Apply the effects that the prompt asks for, and note the other words."""
    reading = read_instruction(prompt)
    left = [*reading.unheard, *reading.ignored]
    light = to_light(rgb)
    for step in reading.steps:
        strength = looks.get(step.effect.stage)
        if step.effect.paint is None or strength is None:
            left.append(step.words.group())
            continue
        regions = Regions(to_pixels(light), context)
        rng = np.random.default_rng(context.seed)
        ask = Ask(strength * step.strength, step.words, rng, regions, context)
        painted = step.effect.paint(light.copy(), ask)
        inside = regions.find(step.region) if step.region else 1.0
        light = mix(light, painted, 1 - inside if step.inverted else inside)
    if left:
        context.note(not_understood(left))
    return to_pixels(light)
