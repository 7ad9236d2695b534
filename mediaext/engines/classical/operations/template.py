"""Set a subject on a background in the colours of its clothing."""

import re

import cv2
import numpy as np
import PIL.Image

from mediaext.engines.base import Context, Files, Inputs
from mediaext.engines.classical.arrays import Pixels
from mediaext.engines.classical.colour_names import COLOUR, read_colour
from mediaext.engines.classical.effects.kit import Light, blur, resize, to_light, to_pixels
from mediaext.engines.classical.effects.regions import Regions
from mediaext.engines.classical.masks import clean_foreground, enlarge_alpha
from mediaext.engines.classical.painter import paint_scene, refusing
from mediaext.engines.classical.palettes import (
    blend_palette,
    brand_palette,
    clothing_colours,
    told,
)
from mediaext.engines.classical.pictures import encode_picture, open_picture, shrink
from mediaext.engines.classical.shadows import lay_over
from mediaext.engines.classical.stamping import stamp
from mediaext.operations import BrandTemplate

MEASURED_SIDE = 1600  # pixels: where subject and clothing are found
PAINTED_SIDE = 1280  # pixels: a scene behind a subject is soft and needs no more
KEPT_HUES = 0.9  # share of a background pixel's chroma that is drawn to the palette


def make(request: BrandTemplate, inputs: Inputs, context: Context) -> Files:
    """Derive a palette from the clothing, paint the background in it, stamp the logo."""
    refusing.check_place(request.background_prompt, context, "background_prompt")
    context.progress(0.05, "Opening the picture")
    picture = open_picture(inputs["input_image"][0])
    rgb = np.asarray(picture.convert("RGB"))
    own = to_light(np.asarray(picture.getchannel("A"))) if picture.mode == "RGBA" else None
    context.progress(0.1, "Looking for subject and clothing")
    alpha, colours = subject_and_colours(rgb, own, request.subject_description or "", context)
    palette = brand_palette(colours, request.palette_mode)
    context.detail("palette", palette)
    context.detail("prompt_used", f"{request.background_prompt}, {told(palette)}")
    context.progress(0.6, "Painting the background")
    scene = paint_background(request.background_prompt, rgb, palette, context.seed)
    context.progress(0.8, "Joining")
    joined = PIL.Image.fromarray(lay_over(clean_foreground(rgb, alpha), alpha, scene))
    for logo in inputs.get("logo_url", ())[:1]:
        joined = stamp(joined, open_picture(logo, "logo_url"), request.position)
    context.progress(0.9, "Encoding")
    return {"result": encode_picture(joined, request.output_format)}


def subject_and_colours(
    rgb: Pixels, own: Light | None, description: str, context: Context
) -> tuple[Light, Light]:
    """Return the subject's opacity and the colours of its clothing, measured at bounded size."""
    small = shrink(rgb, MEASURED_SIDE)
    size = small.shape[1], small.shape[0]
    regions = Regions(small, context, None if own is None else resize(own, *size))
    alpha = described_subject(regions, description)
    colours = clothing_colours(small, described_clothing(regions, alpha, description))
    if small.shape == rgb.shape:
        return alpha, colours
    return enlarge_alpha(np.asarray(alpha, np.float32), rgb), colours


def paint_background(prompt: str, rgb: Pixels, palette: list[str], seed: int) -> Pixels:
    """Paint the prompt's scene in the palette's hues, a little out of focus."""
    height, width = rgb.shape[:2]
    factor = min(1.0, PAINTED_SIDE / max(width, height))
    size = max(1, round(width * factor)), max(1, round(height * factor))
    scene = paint_scene(prompt, *size, seed, palette=palette, with_things=False)
    toned = blend_palette(scene, palette, KEPT_HUES)
    if factor < 1:
        toned = cv2.resize(toned, (width, height), interpolation=cv2.INTER_CUBIC)
    return to_pixels(blur(to_light(toned), 2.5 * (width + height) / 2000))


def described_subject(regions: Regions, description: str) -> Light:
    """Return the subject's opacity; colours that the description names are taken in."""
    alpha = regions.subject
    near = blur(alpha, 0.04 * max(alpha.shape)) > 0.08
    for word in re.findall(COLOUR, description, re.IGNORECASE):
        alpha = np.maximum(alpha, regions.coloured(read_colour(word)) * near)
    return alpha


def described_clothing(regions: Regions, alpha: Light, description: str) -> Light:
    """Return clothing and accessories; without a person the whole subject.

    A description that names a garment or a colour ("woman in a blue dress") narrows the choice.
    """
    person = regions.person
    clothing = alpha if person is None else person.clothing * alpha
    if person is not None and float(clothing.sum()) < 0.05 * float(alpha.sum()):
        clothing = alpha * (1 - person.skin) * (1 - person.hair)
    for word in re.findall(COLOUR, description, re.IGNORECASE):
        named = clothing * regions.coloured(read_colour(word))
        if float(named.sum()) > 0.02 * float(clothing.sum()):
            return named
    return clothing
