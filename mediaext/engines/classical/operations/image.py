"""Make an image from words: understand the prompt, compose and paint.

Steps are detail and guidance is adherence: see :mod:`mediaext.engines.classical.painter.scene`.
"""

import numpy as np
import PIL.Image

from mediaext.engines.base import Context, Files, Inputs, invalid
from mediaext.engines.classical.negatives import draw_out, without
from mediaext.engines.classical.painter import (
    Wish,
    detail_of,
    furnished,
    paint,
    read_prompt,
    refusing,
    words,
)
from mediaext.engines.classical.painter.colours import parse_hex
from mediaext.engines.classical.painter.enhance import enhance
from mediaext.engines.classical.palettes import blend_palette
from mediaext.engines.classical.pictures import encode_picture, open_picture
from mediaext.engines.classical.profile_settings import USUAL_GUIDANCE, read_palette
from mediaext.engines.classical.stamping import stamp
from mediaext.operations import GenerateImage

LONGEST = 20_000  # characters
MODEL_DEFAULT = 0.6
PALETTE_SHARE = 0.5  # of the chroma is drawn towards a profile's palette


def adherence(guidance_scale: float) -> float:
    """Turn guidance to adherence, 0 to 1: ``g / (g + 3)``; 0.0 means the painter's own 0.6."""
    return guidance_scale / (guidance_scale + 3.0) if guidance_scale > 0 else MODEL_DEFAULT


def make(request: GenerateImage, inputs: Inputs, context: Context) -> Files:
    """Paint the prompt.

    Details are ``prompt_used`` and ``understood``; a note names the words that are not known.
    Raises INPUT_INVALID for a blank or endless prompt and for a logo that cannot be decoded.
    """
    prompt = _checked(request.prompt)
    logos = [open_picture(content, "logo_url") for content in inputs.get("logo_url", ())]
    negative = context.setting("negative_prompt", str) or ""
    palette = read_palette(context)
    asked, prompt = prompt, without(prompt, negative) if negative else prompt
    brief = read_prompt(prompt)
    if request.enhance_prompt:
        prompt = enhance(prompt, brief, context.seed)
        brief = read_prompt(prompt)
    context.detail("prompt_used", prompt)
    context.detail("understood", brief.summary())
    refusing.check(brief, context)
    context.progress(0.05, "composing")
    wish = Wish(
        context.seed,
        detail_of(request.num_inference_steps),
        adherence(request.guidance_scale),
        tuple(parse_hex(tone) for tone in palette),
    )
    pixels = paint(furnished(brief), request.width, request.height, wish, context.progress)
    pixels = blend_palette(pixels, palette, PALETTE_SHARE)
    if negative:
        strength = request.guidance_scale or USUAL_GUIDANCE
        pixels = draw_out(pixels, negative, strength, context, asked)
    picture = PIL.Image.fromarray(np.ascontiguousarray(pixels))
    for logo in logos:
        picture = stamp(picture, logo, "bottom_right")
    context.progress(0.95, "encoding")
    return {"result": encode_picture(picture, request.output_format)}


def _checked(prompt: str) -> str:
    if not prompt.strip():
        raise invalid("prompt: it is blank; say what to show, such as 'a red car'.")
    if len(prompt) > LONGEST:
        raise invalid(f"prompt: it has {len(prompt):,} characters; use at most {LONGEST:,}.")
    if (length := len(words.split(prompt))) > words.LONGEST_PROMPT:
        raise invalid(
            f"prompt: it has {length:,} words; describe one picture in {words.LONGEST_PROMPT}."
        )
    return prompt
