"""Colour words: the names of CSS, and those that people say beside them."""

import re

import numpy as np
from PIL import ImageColor

from mediaext.engines.classical.colour import NAMED, parse_colour
from mediaext.engines.classical.effects.kit import Light

PURE = {"white": "#ffffff", "black": "#000000", "gray": "#808080", "grey": "#808080"}
"""What a frame, a ground or lettering means by these; paint is never quite so."""
SHADES = {
    "light": (0.45, 255),
    "pale": (0.55, 245),
    "pastel": (0.55, 245),
    "dark": (0.5, 0),
    "deep": (0.35, 0),
    "bright": (0.0, 0),
}
NAMES = {
    **{name: ImageColor.getrgb(name) for name in list(ImageColor.colormap)},
    **{name: ImageColor.getrgb(value) for name, value in {**NAMED, **PURE}.items()},
}
"""Red, green and blue, 0 to 255, of every colour that has a name."""
_NAMED = "|".join(sorted((re.escape(name) for name in NAMES), key=len, reverse=True))
COLOUR = (
    rf"(?:(?:(?:{'|'.join(SHADES)})[ -]?)?(?:{_NAMED})\b|#[0-9a-fA-F]{{6}}\b|#[0-9a-fA-F]{{3}}\b)"
)
"""Pattern of one colour in words or as hex code."""


def read_colour(text: str) -> Light:
    """Return a colour pattern's match as float32 RGB in 0..1."""
    words = text.lower().strip()
    if words.startswith("#"):
        return np.array(parse_colour(words), np.float32) / 255
    shade = next((name for name in SHADES if words not in NAMES and words.startswith(name)), "")
    name = words.removeprefix(shade).strip(" -") if shade else words
    rgb = np.array(NAMES[name][:3], np.float32)
    if shade:
        share, towards = SHADES[shade]
        rgb = rgb * (1 - share) + towards * share
    return np.asarray(rgb / 255, np.float32)
