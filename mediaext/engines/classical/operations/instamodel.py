"""Make a picture of a model: the person of a photo, dressed and placed as described."""

import re

import numpy as np
import PIL.Image

from mediaext.engines.base import Context, Files, Inputs, invalid, not_understood
from mediaext.engines.classical.appearance import APPEARANCE
from mediaext.engines.classical.arrays import Pixels
from mediaext.engines.classical.effects.kit import blur, to_light, to_pixels
from mediaext.engines.classical.faces import find_faces
from mediaext.engines.classical.negatives import draw_out, without
from mediaext.engines.classical.painter import left_out, paint_scene
from mediaext.engines.classical.palettes import blend_palette
from mediaext.engines.classical.person import head_box
from mediaext.engines.classical.pictures import encode_picture, open_picture
from mediaext.engines.classical.profile_settings import read_palette
from mediaext.engines.classical.staging import DEFOCUS, Framing, place_person, stand_before
from mediaext.operations import Instamodel

CLOSE = re.compile(r"\b(?:close-?up|headshot|portrait|face)\b", re.IGNORECASE)
WHOLE = re.compile(r"\b(?:full[- ](?:body|length)|shoes|head to toe)\b", re.I)
SHOULDERS = 0.35  # heads below the chin: a photo that ends higher shows no shoulders
BODY = 5.5  # heads: a photo that ends higher up the body does not show it whole
LARGEST = 2048  # pixels: the specification's bound of the result, which a photo need not exceed
NEGATIVE_GUIDANCE = 4.0  # the endpoint has no scale of its own
PALETTE_SHARE = 0.5  # of the scene's chroma is drawn towards a profile's palette


def make(request: Instamodel, inputs: Inputs, context: Context) -> Files:
    """Dress the person of the photo in the colours described, and paint the scene behind.

    Face, body and pose stay those of the photo. Raises INPUT_INVALID when ``input_face`` shows no
    face, or nothing below it.
    """
    context.progress(0.05, "Opening the face")
    photo = open_picture(inputs["input_face"][0], "input_face").convert("RGB")
    photo.thumbnail((LARGEST, LARGEST), PIL.Image.Resampling.LANCZOS)
    negative = request.negative_prompt or ""
    prompt = without(request.prompt, negative) if negative else request.prompt
    framing = _framing(np.asarray(photo), prompt, context)
    size = request.width, request.height
    figure = place_person(photo, prompt, size, context, framing)
    context.progress(0.6, "Painting the scene")
    joined = to_pixels(stand_before(figure, to_light(_scene(request, prompt, context))))
    context.progress(0.92, "Encoding")
    return {"result": encode_picture(PIL.Image.fromarray(joined), request.output_format)}


def _framing(rgb: Pixels, prompt: str, context: Context) -> Framing:
    """Read the framing from the words; note where the photo shows less of the body."""
    faces = find_faces(rgb)
    if not faces:
        raise invalid("input_face: no face was found; give a photo of one looking at the camera.")
    _, top, _, height = head_box(faces[0])
    if len(rgb) < top + (1 + SHOULDERS) * height:
        raise invalid(
            "input_face: the photo ends at the chin, and this engine draws no bodies; give one "
            "that shows the person at least to the shoulders."
        )
    if CLOSE.search(prompt):
        return "close"
    if not WHOLE.search(prompt):
        return ""
    if len(rgb) < top + BODY * height:
        context.note("The model is shown as far down as in the photo.")
    return "whole"


def _scene(request: Instamodel, prompt: str, context: Context) -> Pixels:
    """Paint the scene of the prompt, a little out of focus."""
    scenery = APPEARANCE.sub(" ", CLOSE.sub(" ", WHOLE.sub(" ", prompt)))
    if left := left_out(scenery, things=False):
        context.note(not_understood(left))
    palette = read_palette(context)
    detail = context.setting("steps", int) or 8
    size = request.width, request.height
    scene = paint_scene(
        prompt, *size, context.seed, palette=palette, detail=detail, with_things=False
    )
    scene = blend_palette(scene, palette, PALETTE_SHARE)
    if negative := request.negative_prompt:
        strength = context.setting("cfg_scale", float) or NEGATIVE_GUIDANCE
        scene = draw_out(scene, negative, strength, context, request.prompt)
    return to_pixels(blur(to_light(scene), DEFOCUS * max(scene.shape)))
