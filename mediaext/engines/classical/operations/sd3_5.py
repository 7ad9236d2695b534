"""Older text-to-image: the picture of ``image``, once or twice, with a negative prompt."""

import io

import numpy as np
import PIL.Image

from mediaext.engines.base import Context, Files, Inputs
from mediaext.engines.classical.negatives import draw_out, without
from mediaext.engines.classical.operations import image
from mediaext.engines.classical.pictures import encode_picture
from mediaext.operations import GenerateImage, LegacyTextToImage
from mediaext.results import MadeFile

LARGEST = 1024  # pixels: the painter's own limit; larger samples are painted so and enlarged


def make(request: LegacyTextToImage, inputs: Inputs, context: Context) -> Files:
    """Paint one or two samples; the second has the next seed. ``file_prefix`` names the files."""
    samples = {}
    for number in range(request.samples):
        seed = (context.seed + number) % 2**32
        context.progress(number / request.samples, f"Painting sample {number + 1}")
        role = "result" if number == 0 else f"result_{number}"
        made = _sample(request, Context(seed, context.report, context.notes, context.details))
        name = f"{request.file_prefix}_{number}.png" if request.file_prefix else ""
        samples[role] = MadeFile(made.content, made.media_type, name)
    return samples


def _sample(request: LegacyTextToImage, context: Context) -> MadeFile:
    width, height = request.width, request.height
    factor = min(1.0, LARGEST / max(width, height))
    prompt = without(request.prompt, request.negative_prompt)
    painted = image.make(
        GenerateImage(
            prompt=prompt,
            width=max(1, round(width * factor)),
            height=max(1, round(height * factor)),
            num_inference_steps=request.num_inference_steps,
            guidance_scale=request.guidance_scale,
            output_format="png",
        ),
        {},
        context,
    )
    picture = PIL.Image.open(io.BytesIO(painted["result"].content)).convert("RGB")
    if picture.size != (width, height):
        picture = picture.resize((width, height), PIL.Image.Resampling.LANCZOS)
    pixels = draw_out(
        np.asarray(picture),
        request.negative_prompt,
        request.guidance_scale,
        context,
        request.prompt,
    )
    return encode_picture(PIL.Image.fromarray(pixels), "png")
