"""Put the subject before a scene painted from words."""

from typing import Any

import numpy as np
import PIL.Image

from mediaext.engines.base import Context, Files, Inputs
from mediaext.engines.classical.colour import blend_palette, match_tones, tones
from mediaext.engines.classical.masks import clean_foreground, picture_alpha
from mediaext.engines.classical.painter import paint_scene
from mediaext.engines.classical.pictures import encode_picture, open_picture
from mediaext.engines.classical.shadows import blur, contact_shadow
from mediaext.operations import ChangeBackground

Pixels = np.ndarray[Any, np.dtype[np.uint8]]
Floats = np.ndarray[Any, np.dtype[np.float32]]
DEFOCUS = 0.0035  # of the longer side: a scene behind a sharp subject is a little out of focus
NEUTRAL_GUIDANCE = 4.0  # the specification's default leaves the scene as painted
FAST_SIDE = 1024  # pixels: the largest scene painted with faster_inference


def make(request: ChangeBackground, inputs: Inputs, context: Context) -> Files:
    """Replace all but the subject by the scene that the prompt describes."""
    context.progress(0.02, "Opening the picture")
    picture = open_picture(inputs["input_image"][0])
    rgb = np.asarray(picture.convert("RGB"))
    alpha = picture_alpha(picture, context)
    context.progress(0.55, "Painting the scene")
    scene = paint_background(request, rgb.shape[:2], context.seed)
    context.progress(0.75, "Joining subject and scene")
    subject = clean_foreground(rgb, alpha)
    scene = match_tones(scene, tones(rgb, 1 - alpha), 0.5 * request.tone_correction)
    subject = match_tones(subject, tones(scene), 0.5 * request.harmonize_strength, alpha)
    joined = compose(subject, alpha, scene)
    context.progress(0.9, "Encoding")
    return {"result": encode_picture(PIL.Image.fromarray(joined), request.output_format)}


def paint_background(request: ChangeBackground, shape: tuple[int, int], seed: int) -> Pixels:
    """Paint the scene at the picture's size, a little out of focus.

    ``num_inference_steps`` is the painter's detail, doubled without ``faster_inference``, which
    else bounds the painted size at 1024 pixels. ``true_cfg_scale`` above 4 deepens the scene's
    colours, below it pales them.
    """
    height, width = shape
    fast = request.faster_inference
    factor = min(1.0, FAST_SIDE / max(shape)) if fast else 1.0
    size = max(1, round(width * factor)), max(1, round(height * factor))
    detail = request.num_inference_steps * (1 if fast else 2)
    palette = tuple(request.palette or ())
    scene = paint_scene(request.prompt, *size, seed, palette=palette, detail=min(detail, 64))
    scene = blend_palette(scene, palette, 0.35)
    if size != (width, height):
        grown = PIL.Image.fromarray(scene).resize((width, height), PIL.Image.Resampling.BICUBIC)
        scene = np.asarray(grown)
    soft = blur(scene.astype(np.float32), DEFOCUS * max(shape))
    return _deepen(soft, request.true_cfg_scale)


def _deepen(scene: Floats, guidance: float) -> Pixels:
    factor = float(np.clip(1 + 0.08 * (guidance - NEUTRAL_GUIDANCE), 0.4, 1.8))
    gray = scene.mean(axis=2, keepdims=True)
    deep: Pixels = (gray + factor * (scene - gray)).clip(0, 255).round().astype(np.uint8)
    return deep


def compose(subject: Pixels, alpha: Floats, scene: Pixels) -> Pixels:
    """Lay the subject over the scene, with a shadow where it stands on the ground."""
    shaded = scene * (1 - contact_shadow(alpha))[..., None]
    mixed = subject * alpha[..., None] + shaded * (1 - alpha[..., None])
    joined: Pixels = mixed.round().astype(np.uint8)
    return joined
