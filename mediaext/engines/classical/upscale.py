"""Enlarge a picture and make it sharper."""

from typing import Any

import cv2
import numpy as np
import PIL.Image

from mediaext.engines.base import Context, Files, Inputs
from mediaext.engines.classical.pictures import encode_picture, open_picture
from mediaext.operations import UpscaleImage

Pixels = np.ndarray[Any, np.dtype[np.uint8]]


def make(request: UpscaleImage, inputs: Inputs, context: Context) -> Files:
    """Enlarge the picture ``scale`` times; 1 removes noise and sharpens only."""
    context.progress(0.05, "Opening the picture")
    picture = open_picture(inputs["input_image"][0])
    large = enlarge(np.asarray(picture.convert("RGB")), request.scale, context)
    result = PIL.Image.fromarray(large)
    if picture.mode == "RGBA":
        size = picture.width * request.scale, picture.height * request.scale
        result.putalpha(picture.getchannel("A").resize(size, PIL.Image.Resampling.BICUBIC))
    context.progress(0.85, "Encoding")
    return {"result": encode_picture(result, request.output_format)}


def enlarge(rgb: Pixels, scale: int, context: Context | None = None) -> Pixels:
    """Enlarge uint8 RGB pixels (height, width, 3) ``scale`` times."""
    context = context or Context()
    size = rgb.shape[1] * scale, rgb.shape[0] * scale
    context.progress(0.2, "Enlarging")
    large = cv2.resize(rgb, size, interpolation=cv2.INTER_LANCZOS4) if scale > 1 else rgb
    context.progress(0.5, "Sharpening")
    return _sharpen(large, 0.8 * scale)


def _sharpen(rgb: Pixels, sigma: float) -> Pixels:
    """Sharpen within the local range of values, so that no halo can rise above it."""
    soft = cv2.GaussianBlur(rgb, (0, 0), sigma)
    sharp = cv2.addWeighted(rgb, 1.6, soft, -0.6, 0)
    around = np.ones((3, 3), np.uint8)
    bounded: Pixels = np.clip(sharp, cv2.erode(rgb, around), cv2.dilate(rgb, around))
    return bounded
