"""Read from words what a person wears."""

import re
from dataclasses import dataclass

import numpy as np

from mediaext.engines.classical.effects.colour_names import COLOUR, read_colour
from mediaext.engines.classical.effects.kit import LUMA, Light

TOPS = r"t-?shirt|shirt|blouse|sweater|jumper|hoodie|top|turtleneck|polo|cardigan|tank top"
JACKETS = r"jacket|blazer|suit|coat|tuxedo|uniform|trench"
BOTTOMS = r"jeans|trousers|pants|leggings|chinos|shorts"
SKIRTS = r"skirt"
DRESSES = r"dress|gown|robe|kimono|sari"
MEN = r"man|male|guy|boy|gentleman|businessman|he|his"
OUTFIT = re.compile(
    rf"\b(?:{TOPS}|{JACKETS}|{BOTTOMS}|{SKIRTS}|{DRESSES}|{MEN}|(?:business)?woman|female|lady|girl"
    rf"|model|person|she|her|wearing|dressed in|{COLOUR})\b",
    re.IGNORECASE,
)
"""Words that :func:`read_outfit` understands, or that only join them."""
FADED, LEAST_GRAY = 0.38, 0.35  # how much gray, and how light, tempers a pure colour
SOBER = ("white", "#2b3a55", "#c9b79c", "#7a1f2b", "#33413a", "#44546a")


def dyed(colour: str) -> Light:
    """Return a colour as cloth shows it, float32 RGB: never pure, never quite black or white."""
    pure = read_colour(colour)
    gray = np.float32(max(float(pure @ LUMA), LEAST_GRAY))
    soft = pure + (gray - pure) * np.float32(FADED) * np.ptp(pure)
    return np.float32(0.055) + np.float32(0.87) * soft


@dataclass(frozen=True, slots=True)
class Outfit:
    """What the figure wears: kinds by word and colours; an empty word is not worn."""

    top: str
    top_colour: str
    bottom: str
    bottom_colour: str
    jacket: str = ""
    jacket_colour: str = ""
    woman: bool = True

    @property
    def dress(self) -> bool:
        """Whether one garment covers the body."""
        return bool(re.fullmatch(DRESSES, self.top))


def read_outfit(prompt: str, seed: int) -> Outfit:
    """Read garments and their colours; what is left open is chosen by the seed."""
    text = prompt.lower()
    rng = np.random.default_rng([seed, 12])
    sober = [str(SOBER[int(index)]) for index in rng.permutation(len(SOBER))]
    man = bool(re.search(rf"\b(?:{MEN})\b", text))
    dress, dress_colour = _worn(text, DRESSES, sober[0])
    top, top_colour = _worn(text, TOPS, sober[0])
    jacket, jacket_colour = _worn(text, JACKETS, "#2b3448")
    skirt, skirt_colour = _worn(text, SKIRTS, sober[1])
    bottom, bottom_colour = _worn(text, BOTTOMS, "#31456b" if "jeans" in text else sober[2])
    if bottom == "jeans" and bottom_colour.endswith("blue"):
        bottom_colour = "#3d5685"
    if dress:
        return Outfit(dress, dress_colour, "", dress_colour, jacket, jacket_colour, True)
    if jacket in ("suit", "tuxedo", "uniform") and not bottom and not skirt:
        bottom, bottom_colour = "trousers", jacket_colour
    if jacket and not top:
        top, top_colour = "shirt", "#f3f1ec"
    if skirt:
        bottom, bottom_colour = skirt, skirt_colour
    return Outfit(
        top or "shirt",
        top_colour,
        bottom or "trousers",
        bottom_colour,
        jacket,
        jacket_colour,
        not man,
    )


def _worn(text: str, nouns: str, usual: str) -> tuple[str, str]:
    """Return the noun found, and the colour that stands before it with few words between."""
    found = re.search(rf"(?:({COLOUR})(?:[ -](?!and\b)\w+){{0,2}}?[ -])?({nouns})\b", text)
    if not found:
        return "", usual
    return found.group(2), found.group(1) or usual
