"""Change scene or appearance and keep the person."""

import numpy as np
import PIL.Image

from mediaext.engines.base import Context, Files, Inputs, not_understood
from mediaext.engines.classical.appearance import APPEARANCE
from mediaext.engines.classical.arrays import Pixels
from mediaext.engines.classical.effects.kit import blur, clip, luma, mix, to_light, to_pixels
from mediaext.engines.classical.negatives import draw_out, without
from mediaext.engines.classical.painter import left_out, paint_scene
from mediaext.engines.classical.palettes import blend_palette
from mediaext.engines.classical.pictures import encode_picture, open_picture
from mediaext.engines.classical.staging import DEFOCUS, place_person, stand_before
from mediaext.operations import LockIdentity

USUAL_GUIDANCE = 1.5


def make(request: LockIdentity, inputs: Inputs, context: Context) -> Files:
    """Paint the scene of the prompt behind the untouched person, at the size asked for.

    ``guidance_scale`` deepens the scene; with a ``negative_prompt`` it also says how far what that
    names is taken out. Colours of hair and clothes, lips and eyes, a beard and glasses in the
    prompt are heeded; else the face stays.
    """
    context.progress(0.05, "Opening the picture")
    picture = open_picture(inputs["input_image"][0])
    size = request.width, request.height
    figure = place_person(picture, request.prompt, size, context)
    context.progress(0.6, "Painting the scene")
    scene = paint_behind(request, context)
    context.progress(0.85, "Joining")
    joined = to_pixels(stand_before(figure, to_light(scene)))
    context.progress(0.93, "Encoding")
    return {"result": encode_picture(PIL.Image.fromarray(joined), request.output_format)}


def paint_behind(request: LockIdentity, context: Context) -> Pixels:
    """Paint the scene of the prompt: palette, negative prompt, guidance and steps act here."""
    negative = request.negative_prompt or ""
    prompt = without(request.prompt, negative) if negative else request.prompt
    context.detail("prompt_used", prompt)
    if left := left_out(APPEARANCE.sub(" ", prompt), things=False):
        context.note(not_understood(left))
    palette = tuple(request.palette or ())
    scene = paint_scene(
        prompt,
        request.width,
        request.height,
        context.seed,
        palette=palette,
        detail=request.num_inference_steps,
        with_things=False,
    )
    scene = blend_palette(scene, palette, 0.5)
    if negative:
        scene = draw_out(scene, negative, request.guidance_scale, context, request.prompt)
    light = blur(to_light(scene), DEFOCUS * max(scene.shape))
    gray = np.repeat(luma(light)[..., None], 3, axis=2)
    depth = 0.09 if negative else 0.04
    vivid = float(np.clip(1 + depth * (request.guidance_scale - USUAL_GUIDANCE), 0.8, 1.9))
    return to_pixels(clip(mix(gray, light, vivid)))
