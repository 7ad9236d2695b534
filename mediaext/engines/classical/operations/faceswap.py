"""Put the face of one image into another."""

import numpy as np
import PIL.Image

from mediaext.engines.base import Context, Files, Inputs
from mediaext.engines.classical import PEOPLE
from mediaext.engines.classical.face_blend import (
    enlarged,
    enlarged_plane,
    largest_face,
    restore,
    swap,
    swap_shapes,
)
from mediaext.engines.classical.landmarks import find_mesh
from mediaext.engines.classical.masks import picture_alpha
from mediaext.engines.classical.pictures import encode_picture, open_picture
from mediaext.engines.classical.profile_settings import finish
from mediaext.engines.entries import find_model
from mediaext.operations import SwapFace


def make(request: SwapFace, inputs: Inputs, context: Context) -> Files:
    """Swap the largest face of ``source`` into the largest of ``target``.

    Raises INPUT_INVALID that names the image in which no face was found.
    """
    context.progress(0.05, "Opening target and source")
    picture = open_picture(inputs["target"][0], "target")
    target = np.asarray(picture.convert("RGB"))
    source = np.asarray(open_picture(inputs["source"][0], "source").convert("RGB"))
    context.progress(0.15, "Looking for faces")
    face_to, to = largest_face(target, "target")
    face_of, of = largest_face(source, "source")
    context.progress(0.4, "Blending the face")
    shapes = find_mesh(target, face_to), find_mesh(source, face_of)
    if shapes[0] is not None and shapes[1] is not None:
        swapped, face = swap_shapes(target, shapes[0], source, shapes[1])
    else:
        swapped, face = swap(target, to, source, of)
        context.note(f"The faces were laid on each other by eyes and mouth alone{_because()}.")
    swapped = finish(swapped, context, lambda: 1 - picture_alpha(picture, context))
    context.progress(0.6, "Enlarging")
    large = enlarged(swapped, request.upscale)
    context.progress(0.8, "Restoring the face")
    width = to.eye_distance * request.upscale
    large = restore(large, enlarged_plane(face, large), request.restore_weight, width)
    result = PIL.Image.fromarray(large)
    if picture.mode == "RGBA":
        result.putalpha(picture.getchannel("A").resize(result.size, PIL.Image.Resampling.BICUBIC))
    context.progress(0.9, "Encoding")
    return {"result": encode_picture(result, request.output_format)}


def _because() -> str:
    if find_model(PEOPLE) is None:
        return f"; a finer fit needs: mediaext engine add {PEOPLE}"
    return ", since one of them is turned too far for a finer fit"
