"""Colour words: the names of CSS, and those that people say beside them."""

import re

import numpy as np
from PIL import ImageColor

from mediaext.engines.classical.colour import parse_colour
from mediaext.engines.classical.effects.kit import Light

SPOKEN = {
    "amber": "#ffbf00",
    "auburn": "#7b2f1b",
    "blonde": "#d9b36c",
    "blond": "#d9b36c",
    "brunette": "#4a2c1a",
    "brown": "#70452a",
    "burgundy": "#800020",
    "caramel": "#b5713a",
    "charcoal": "#36454f",
    "cream": "#fff3d6",
    "emerald": "#1fa463",
    "ginger": "#b5501f",
    "green": "#2ca02c",
    "jade": "#00a86b",
    "lilac": "#c8a2c8",
    "mauve": "#b784a7",
    "mint": "#98e4c4",
    "mustard": "#d4a017",
    "navy": "#1c2b57",
    "navy blue": "#15295c",
    "ochre": "#cc7722",
    "orange": "#f2701d",
    "olive green": "#708238",
    "peach": "#ffcba4",
    "platinum": "#e8dcc0",
    "rose": "#e0607e",
    "ruby": "#b3093c",
    "sapphire": "#0f52ba",
    "scarlet": "#d6201a",
    "silver": "#b8bcc2",
    "sky blue": "#6cb8ee",
    "terracotta": "#c96a4b",
    "royal blue": "#2f5fd0",
    "hot pink": "#ff4fa3",
}
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
    **{name: ImageColor.getrgb(value) for name, value in SPOKEN.items()},
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
