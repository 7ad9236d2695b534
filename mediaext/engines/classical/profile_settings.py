"""Apply settings of a profile: palette, negative prompt, steps and guidance."""

from collections.abc import Callable

import numpy as np

from mediaext.engines.base import Context
from mediaext.engines.classical.arrays import Pixels
from mediaext.engines.classical.effects.kit import Light, mix, to_light, to_pixels
from mediaext.engines.classical.finishing import refined
from mediaext.engines.classical.negatives import draw_out
from mediaext.engines.classical.palettes import blend_palette

USUAL_GUIDANCE = 1.5
PALETTE_SHARE = 0.35  # of the chroma of the surroundings is drawn towards the palette


def read_palette(context: Context) -> list[str]:
    """Return the profile's hex colours, none where it has none."""
    return [str(tone) for tone in context.setting("palette", list) or ()]


def finish(
    rgb: Pixels, context: Context, surroundings: Callable[[], Light], prompt: str = ""
) -> Pixels:
    """Apply a profile to a picture whose request has no fields for it.

    The palette colours the ``surroundings`` alone, opacity 0 to 1 (height, width), so that people
    and garments stay as they are. The negative prompt acts as far as ``cfg_scale`` says, on what
    is left of ``prompt``; ``steps`` sharpen or soften fine detail.
    """
    if palette := read_palette(context):
        toned = to_light(blend_palette(rgb, palette, PALETTE_SHARE))
        around = np.asarray(surroundings(), np.float32)
        rgb = to_pixels(mix(to_light(rgb), toned, around))
    if negative := context.setting("negative_prompt", str):
        strength = context.setting("cfg_scale", float) or USUAL_GUIDANCE
        rgb = draw_out(rgb, negative, strength, context, prompt)
    if steps := context.setting("steps", int):
        rgb = to_pixels(refined(to_light(rgb), steps))
    return rgb
