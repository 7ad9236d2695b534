"""Colours: their names, and moving the colours of one picture towards those of another."""

import re
from collections.abc import Sequence

import cv2
import numpy as np
from PIL import ImageColor

from mediaext.engines.classical.arrays import Floats, Pixels

MEASURED = 500_000  # pixels that are enough for a mean
STRIP = 256  # rows worked on at once, which bounds the memory
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
SPREAD_BOUNDS = 0.6, 1.6  # how far contrast may be stretched, or noise and banding would show


def parse_colour(text: str) -> tuple[int, int, int]:
    """Read ``"#1e90ff"``, ``"1e90ff"`` or ``"#18f"`` as red, green, blue, 0 to 255."""
    digits = text.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(2 * digit for digit in digits)
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)


def to_lab(rgb: Pixels) -> Floats:
    """Convert uint8 RGB to float32 CIELAB: L 0 to 100, a and b about -127 to 127."""
    lab: Floats = cv2.cvtColor(rgb.astype(np.float32) / 255, cv2.COLOR_RGB2LAB)
    return lab


def from_lab(lab: Floats) -> Pixels:
    """Convert float32 CIELAB to uint8 RGB; what lies outside sRGB is clipped."""
    rgb = cv2.cvtColor(lab.astype(np.float32), cv2.COLOR_LAB2RGB)
    pixels: Pixels = (rgb.clip(0, 1) * 255).round().astype(np.uint8)
    return pixels


def tones(rgb: Pixels, weight: Floats | None = None) -> tuple[Floats, Floats]:
    """Return mean and standard deviation a CIELAB channel, pixels counted by ``weight``.

    A large picture is measured on a grid of about half a million pixels.
    """
    step = max(1, int(np.sqrt(rgb.shape[0] * rgb.shape[1] / MEASURED)))
    lab = to_lab(np.ascontiguousarray(rgb[::step, ::step])).reshape(-1, 3)
    share = np.ones(len(lab)) if weight is None else weight[::step, ::step].ravel() + 1e-6
    mean = np.average(lab, axis=0, weights=share)
    spread = np.sqrt(np.average((lab - mean) ** 2, axis=0, weights=share))
    return mean.astype(np.float32), spread.astype(np.float32)


def match_tones(
    rgb: Pixels,
    target: tuple[Floats, Floats],
    strength: float,
    weight: Floats | None = None,
) -> Pixels:
    """Move the colours of ``rgb`` towards the ``tones`` of another picture.

    ``strength`` 0 returns the pixels unchanged, 1 matches means and (within bounds) spreads, in
    CIELAB (Reinhard et al., 2001). ``weight`` (height, width) says which pixels are measured.
    """
    if strength <= 0:
        return rgb
    mean, spread = tones(rgb, weight)
    stretch = (target[1] / np.maximum(spread, 1.0)).clip(*SPREAD_BOUNDS)
    matched = np.empty_like(rgb)
    for top in range(0, len(rgb), STRIP):
        lab = to_lab(rgb[top : top + STRIP])
        moved = (lab - mean) * stretch + target[0]
        matched[top : top + STRIP] = from_lab(lab + np.float32(strength) * (moved - lab))
    return matched


def blend_palette(rgb: Pixels, palette: Sequence[str], strength: float) -> Pixels:
    """Draw the hue of every pixel towards the palette colour that is nearest in lightness and hue.

    Lightness is kept, so shapes and light stay; ``strength`` is 0 to 1.
    """
    if not palette or strength <= 0:
        return rgb
    brand = to_lab(np.array([[parse_colour(text) for text in palette]], np.uint8))[0]
    blended = np.empty_like(rgb)
    for top in range(0, len(rgb), STRIP):
        lab = to_lab(rgb[top : top + STRIP])
        lab[..., 1:] += np.float32(strength) * (_nearest_hues(lab, brand) - lab[..., 1:])
        blended[top : top + STRIP] = from_lab(lab)
    return blended


def _nearest_hues(lab: Floats, brand: Floats) -> Floats:
    """Mix the brand's a and b for every pixel, the nearer a colour the more of it."""
    scale = np.array([0.6, 1.0, 1.0], np.float32)
    gaps = np.stack([(((lab - colour) * scale) ** 2).sum(axis=2) for colour in brand])
    share = np.exp(-(gaps - gaps.min(axis=0)) / (2 * 20.0**2))
    share /= share.sum(axis=0)
    hues: Floats = np.einsum("khw,kc->hwc", share, brand[:, 1:])
    return hues


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
