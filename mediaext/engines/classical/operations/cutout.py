"""Cut the subject out, optionally with a shadow and on a flat colour."""

import numpy as np
import PIL.Image

from mediaext.engines.base import Context, Files, Inputs
from mediaext.engines.classical.arrays import Floats, Pixels
from mediaext.engines.classical.colour_names import parse_colour
from mediaext.engines.classical.masks import STRIP, clean_foreground, picture_alpha
from mediaext.engines.classical.pictures import encode_picture, open_picture
from mediaext.engines.classical.shadows import drop_shadow
from mediaext.operations import RemoveBackground


def make(request: RemoveBackground, inputs: Inputs, context: Context) -> Files:
    """Make the transparent PNG, and the composite where ``recolor`` is given.

    The shadow lies under the subject in both. A picture that is partly transparent already keeps
    its own outline.
    """
    context.progress(0.05, "Opening the picture")
    picture = open_picture(inputs["input_image"][0])
    alpha = picture_alpha(picture, context)
    context.progress(0.75, "Cleaning the edge colours")
    rgb = clean_foreground(np.asarray(picture.convert("RGB")), alpha)
    shadow = _shadow(request, alpha)
    context.progress(0.85, "Encoding")
    cutout = PIL.Image.fromarray(over_shadow(rgb, alpha, shadow))
    files = {"cutout": encode_picture(cutout, "png")}
    if request.recolor is not None:
        ground = PIL.Image.new("RGBA", cutout.size, (*parse_colour(request.recolor), 255))
        flat = PIL.Image.alpha_composite(ground, cutout).convert("RGB")
        files["result"] = encode_picture(flat, request.output_format)
    return files


def _shadow(request: RemoveBackground, alpha: Floats) -> Floats:
    if not request.drop_shadow:
        return np.zeros_like(alpha)
    return drop_shadow(
        alpha, request.shadow_opacity, request.shadow_blur, request.shadow_dy, request.shadow_dx
    )


def over_shadow(rgb: Pixels, alpha: Floats, shadow: Floats) -> Pixels:
    """Lay a subject over its black shadow; returns uint8 RGBA (height, width, 4)."""
    layers = np.empty((*alpha.shape, 4), np.uint8)
    layers[..., :3] = rgb
    shaded = shadow.any()
    for top in range(0, len(alpha), STRIP):
        part = slice(top, top + STRIP)
        opacity = alpha[part]
        if shaded:
            opacity = opacity + shadow[part] * (1 - opacity)
            share = alpha[part] / np.maximum(opacity, np.float32(1e-6))
            for channel in range(3):
                layers[part, :, channel] = (rgb[part, :, channel] * share).round()
        layers[part, :, 3] = (opacity * 255).round()
    np.copyto(layers, 0, where=(layers[..., 3] == 0)[..., None])
    return layers
