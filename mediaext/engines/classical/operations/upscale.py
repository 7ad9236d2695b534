"""Enlarge a picture and make it sharper."""

import numpy as np
import PIL.Image

from mediaext.engines.base import Context, Files, Inputs, invalid
from mediaext.engines.classical.enlarging import enlarge
from mediaext.engines.classical.pictures import encode_picture, open_picture
from mediaext.operations import UpscaleImage

LARGEST = 16384, 160_000_000  # pixels a side (WebP's bound is 16383) and in all, of the result


def make(request: UpscaleImage, inputs: Inputs, context: Context) -> Files:
    """Enlarge the picture ``scale`` times; 1 removes noise and sharpens only."""
    context.progress(0.05, "Opening the picture")
    picture = open_picture(inputs["input_image"][0])
    size = picture.width * request.scale, picture.height * request.scale
    if max(size) >= LARGEST[0] or size[0] * size[1] > LARGEST[1]:
        raise invalid(
            f"scale: {request.scale} times {picture.width}x{picture.height} pixels is too large; "
            f"at most {LARGEST[0] - 1} a side and {LARGEST[1] // 1_000_000} megapixels are made."
        )
    large = enlarge(np.asarray(picture.convert("RGB")), request.scale, context)
    result = PIL.Image.fromarray(large)
    if picture.mode == "RGBA":
        result.putalpha(picture.getchannel("A").resize(size, PIL.Image.Resampling.BICUBIC))
    context.progress(0.85, "Encoding")
    return {"result": encode_picture(result, request.output_format)}
