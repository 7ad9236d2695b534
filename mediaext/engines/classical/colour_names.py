"""The names of colours, which painter and effects share, and how a text is read as a colour."""

import re

import numpy as np
from PIL import ImageColor

from mediaext.engines.classical.arrays import Floats

NAMED: dict[str, str] = {
    "amber": "#f0a018", "apricot": "#f6a864", "aqua": "#5ad2d0", "auburn": "#7b2f1b",
    "azure": "#3a9ae8", "beige": "#dfcfae", "black": "#232327", "blond": "#d9b36c",
    "blonde": "#e6c475", "blue": "#2563d0", "bronze": "#9a6a34", "brown": "#7b4a26",
    "brunette": "#4a2c1a", "burgundy": "#800020", "caramel": "#b5713a", "charcoal": "#3b3f45",
    "chestnut": "#7c3d24", "chocolate": "#4f2d1a", "cobalt": "#1f4fb4", "copper": "#b96a3c",
    "coral": "#f4795b", "cream": "#f4e8cc", "crimson": "#b0122b", "cyan": "#28bcd4",
    "emerald": "#12915a", "fuchsia": "#d2269a", "ginger": "#d8833a", "gold": "#d9a520",
    "golden": "#dda92a", "gray": "#858a90", "green": "#2f9a3c", "grey": "#858a90",
    "hot pink": "#ff4fa3", "indigo": "#3f3aa0", "ivory": "#f5efdf", "jade": "#00a86b",
    "khaki": "#b3a56b", "lavender": "#b9a5e2", "lilac": "#c3a3d8", "lime": "#9ad02a",
    "magenta": "#d2269a", "maroon": "#6e1a22", "mauve": "#b784a7", "mint": "#a3e0c0",
    "mustard": "#d4a017", "navy": "#1d2c5e", "navy blue": "#15295c", "ochre": "#cc7722",
    "olive": "#7c7c2c", "olive green": "#708238", "orange": "#f07f13", "peach": "#f8bd94",
    "pink": "#f38fb5", "platinum": "#e8dcc0", "plum": "#6d2f63", "purple": "#7d3aa8",
    "red": "#d4261f", "rose": "#e0607e", "royal blue": "#2f5fd0", "ruby": "#a81435",
    "salmon": "#f09a86", "sapphire": "#0f52ba", "scarlet": "#e0301e", "silver": "#bcc2c8",
    "sky blue": "#7cc3f0", "tan": "#c49a6c", "teal": "#14807f", "terracotta": "#c96a4b",
    "turquoise": "#27b8b0", "violet": "#7b4bd0", "white": "#f4f3ef", "yellow": "#f7cf1d",
}  # fmt: skip
"""Colours as people name them, in the tones of paint and cloth; painter and effects share them."""


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


def parse_colour(text: str) -> tuple[int, int, int]:
    """Read ``"#1e90ff"``, ``"1e90ff"`` or ``"#18f"`` as red, green, blue, 0 to 255."""
    digits = text.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(2 * digit for digit in digits)
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)


def read_colour(text: str) -> Floats:
    """Return a colour pattern's match as float32 RGB in 0..1."""
    words = text.lower().strip()
    if words.startswith("#"):
        return np.array(parse_colour(words), np.float32) / np.float32(255)
    shade = next((name for name in SHADES if words not in NAMES and words.startswith(name)), "")
    name = words.removeprefix(shade).strip(" -") if shade else words
    rgb = np.array(NAMES[name][:3], np.float32)
    if shade:
        share, towards = SHADES[shade]
        rgb = rgb * (1 - share) + towards * share
    return np.asarray(rgb / 255, np.float32)
