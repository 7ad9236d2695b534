"""Make a picture of a model with a given face, in the described outfit and scene."""

import re
from functools import reduce
from typing import Any

import cv2
import numpy as np
import PIL.Image

from mediaext.engines.base import Context, Files, Inputs, invalid, not_understood
from mediaext.engines.classical.colour import blend_palette
from mediaext.engines.classical.effects.kit import (
    Light,
    blur,
    clip,
    mix,
    smoothstep,
    to_light,
    to_pixels,
)
from mediaext.engines.classical.face_blend import enlarged
from mediaext.engines.classical.faces import find_faces
from mediaext.engines.classical.figures import Figure
from mediaext.engines.classical.masks import clean_foreground
from mediaext.engines.classical.negatives import draw_out, without
from mediaext.engines.classical.outfits import OUTFIT, read_outfit
from mediaext.engines.classical.painter import left_out, paint_scene
from mediaext.engines.classical.person import Person, find_person
from mediaext.engines.classical.pictures import encode_picture, open_picture
from mediaext.engines.classical.profile_settings import read_palette
from mediaext.engines.classical.shadows import contact_shadow
from mediaext.engines.classical.wardrobe import draw_figure
from mediaext.operations import Instamodel

Pixels = np.ndarray[Any, np.dtype[np.uint8]]
CLOSE = re.compile(r"\b(?:close-?up|headshot|portrait|face)\b", re.IGNORECASE)
WHOLE = re.compile(r"\b(?:full[- ](?:body|length)|standing|walking|shoes|head to toe)\b", re.I)
LARGEST = 2048  # pixels: the specification's bound of the result, which a photo need not exceed
NEGATIVE_GUIDANCE = 4.0  # the endpoint has no scale of its own
PALETTE_SHARE = 0.5  # of the scene's chroma is drawn towards a profile's palette


def make(request: Instamodel, inputs: Inputs, context: Context) -> Files:
    """Draw the figure, set the photographed head on it, and paint the scene behind.

    Raises INPUT_INVALID when ``input_face`` shows no face.
    """
    context.progress(0.05, "Opening the face")
    photo = open_picture(inputs["input_face"][0], "input_face").convert("RGB")
    photo.thumbnail((LARGEST, LARGEST), PIL.Image.Resampling.LANCZOS)
    rgb = np.asarray(photo)
    person = find_person(rgb, context) if find_faces(rgb) else None
    if person is None:
        raise invalid("input_face: no face was found; give a photo of one looking at the camera.")
    negative = request.negative_prompt or ""
    prompt = without(request.prompt, negative) if negative else request.prompt
    size = request.width, request.height
    context.progress(0.4, "Drawing the figure")
    head, crown = framing(prompt, size)
    outfit = read_outfit(prompt, context.seed)
    context.detail(
        "outfit",
        f"{outfit.jacket_colour} {outfit.jacket} {outfit.top_colour} "
        f"{outfit.top} {outfit.bottom_colour} {outfit.bottom}",
    )
    known = (OUTFIT, CLOSE, WHOLE)
    scenery = reduce(lambda words, pattern: pattern.sub(" ", words), known, prompt)
    if left := left_out(scenery, things=False):
        context.note(not_understood(left))
    figure = draw_figure(
        size, head, crown, outfit, skin=skin_colour(rgb, person), seed=context.seed
    )
    model, alpha = with_head(figure, rgb, person)
    context.progress(0.6, "Painting the scene")
    palette = read_palette(context)
    detail = context.setting("steps", int) or 8
    scene = paint_scene(
        prompt, *size, context.seed, palette=palette, detail=detail, with_things=False
    )
    scene = blend_palette(scene, palette, PALETTE_SHARE)
    if negative:
        strength = context.setting("cfg_scale", float) or NEGATIVE_GUIDANCE
        scene = draw_out(scene, negative, strength, context, request.prompt)
    context.progress(0.85, "Joining")
    ground = blur(to_light(scene), 0.003 * max(size))
    ground *= (1 - contact_shadow(np.asarray(alpha, np.float32)))[..., None]
    joined = to_pixels(clip(mix(ground, model, alpha)))
    context.progress(0.92, "Encoding")
    return {"result": encode_picture(PIL.Image.fromarray(joined), request.output_format)}


def framing(prompt: str, size: tuple[int, int]) -> tuple[float, float]:
    """Return head height and crown in pixels: close, three quarters (usual), or all."""
    width, height = size
    heads = 2.7 if CLOSE.search(prompt) else 8.1 if WHOLE.search(prompt) else 5.2
    head = min(height / heads, width / 2.9)
    return head, max(0.05 * height, 0.06 * height if heads < 8 else 0.03 * height)


def skin_colour(rgb: Pixels, person: Person) -> Light:
    """Return the median colour of the face's skin."""
    inside = person.face > 0.8
    if inside.sum() < 30:
        return np.array([0.78, 0.6, 0.5], np.float32)
    median: Light = np.median(to_light(rgb[inside]), axis=0)
    return median


def with_head(figure: Figure, rgb: Pixels, person: Person) -> tuple[Light, Light]:
    """Set the head on the figure's neck; returns colour and opacity of the whole model."""
    left, top, width, height = person.head
    rows = np.arange(len(rgb), dtype=np.float32)[:, None]
    chin = (rows - top) / max(height, 1.0)
    neck = person.skin * (1 - smoothstep(1.0, 1.16, chin)) * near_head(person)
    plane = np.maximum(np.maximum(person.face, neck), person.hair) * person.body
    crown = np.flatnonzero((plane > 0.5).any(axis=1))
    highest = float(crown[0]) if crown.size else top
    tall = max(top + height - highest, 0.5 * height)
    factor = 1.02 * figure.head / tall
    cut = to_light(clean_foreground(rgb, person.body))
    if factor > 1:
        whole = float(min(4.0, np.ceil(factor)))
        box = [
            max(0, int(top - height)),
            int(top + 2.6 * height),
            max(0, int(left - 2 * width)),
            int(left + 3 * width),
        ]
        cut, plane = cut[box[0] : box[1], box[2] : box[3]], plane[box[0] : box[1], box[2] : box[3]]
        highest, left = highest - box[0], left - box[2]
        cut = to_light(enlarged(to_pixels(cut), whole))
        plane = cv2.resize(plane, (cut.shape[1], cut.shape[0]))
        highest, left, width, factor = highest * whole, left * whole, width * whole, factor / whole
    else:
        cut = blur(cut, 0.4 / factor - 0.35)
    x = figure.middle - factor * (left + width / 2)
    turn = np.array([[factor, 0, x], [0, factor, figure.crown - factor * highest]])
    size = figure.alpha.shape[1], figure.alpha.shape[0]
    head = cv2.warpAffine(cut, turn, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    cover = cv2.warpAffine(np.asarray(plane, np.float32), turn, size, flags=cv2.INTER_LINEAR)
    shade = np.roll(
        blur(cover, 0.1 * figure.head), round(0.12 * figure.head), axis=0
    ) * np.float32(0.35)
    body = figure.rgb * (1 - shade * (1 - cover))[..., None]
    return mix(body, head, cover), np.maximum(figure.alpha, cover)


def near_head(person: Person) -> Light:
    """Mark the column below the head, so that hands and arms stay out."""
    left, _, width, _ = person.head
    columns = np.arange(person.face.shape[1], dtype=np.float32)[None, :]
    away = np.abs(columns - (left + width / 2)) / max(width, 1.0)
    return 1 - smoothstep(0.55, 0.7, away)
