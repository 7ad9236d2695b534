"""Colours by name, and the small sums that painters do with them; sRGB, each channel 0 to 1."""

from collections.abc import Sequence

Colour = tuple[float, float, float]

NAMED: dict[str, str] = {
    "red": "#d4261f", "crimson": "#b0122b", "scarlet": "#e0301e", "maroon": "#6e1a22",
    "ruby": "#a81435", "coral": "#f4795b", "salmon": "#f09a86", "pink": "#f38fb5",
    "rose": "#e0607e", "magenta": "#d2269a", "fuchsia": "#d2269a", "purple": "#7d3aa8",
    "violet": "#7b4bd0", "lavender": "#b9a5e2", "lilac": "#c3a3d8", "plum": "#6d2f63",
    "indigo": "#3f3aa0", "blue": "#2563d0", "navy": "#1d2c5e", "cobalt": "#1f4fb4",
    "azure": "#3a9ae8", "sky-blue": "#7cc3f0", "cyan": "#28bcd4", "turquoise": "#27b8b0",
    "teal": "#14807f", "aqua": "#5ad2d0", "mint": "#a3e0c0", "green": "#2f9a3c",
    "emerald": "#12915a", "lime": "#9ad02a", "olive": "#7c7c2c", "khaki": "#b3a56b",
    "yellow": "#f7cf1d", "gold": "#d9a520", "golden": "#dda92a", "amber": "#f0a018",
    "orange": "#f07f13", "peach": "#f8bd94", "apricot": "#f6a864", "brown": "#7b4a26",
    "chestnut": "#7c3d24", "chocolate": "#4f2d1a", "tan": "#c49a6c", "beige": "#dfcfae",
    "cream": "#f4e8cc", "ivory": "#f5efdf", "white": "#f4f3ef", "silver": "#bcc2c8",
    "grey": "#858a90", "gray": "#858a90", "charcoal": "#3b3f45", "black": "#232327",
    "bronze": "#9a6a34", "copper": "#b96a3c", "ginger": "#d8833a", "blonde": "#e6c475",
}  # fmt: skip


def parse_hex(text: str) -> Colour:
    """Read ``"#rgb"`` or ``"#rrggbb"``, with or without the ``#``."""
    digits = text.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    red, green, blue = (int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4))
    return red, green, blue


def colour(value: str | Colour) -> Colour:
    """Return a colour given by name, by hex text, or as it is."""
    if isinstance(value, str):
        return parse_hex(NAMED.get(value, value))
    return value


def mix(first: str | Colour, second: str | Colour, share: float) -> Colour:
    """Blend two colours; ``share`` is the part of ``second``, 0 to 1."""
    (r, g, b), (r2, g2, b2) = colour(first), colour(second)
    return r + (r2 - r) * share, g + (g2 - g) * share, b + (b2 - b) * share


def darker(value: str | Colour, share: float = 0.3) -> Colour:
    """Move a colour towards a cool black, as shadows are."""
    return mix(value, (0.05, 0.04, 0.10), share)


def lighter(value: str | Colour, share: float = 0.3) -> Colour:
    """Move a colour towards a warm white, as light is."""
    return mix(value, (1.0, 0.98, 0.93), share)


def luminance(value: Colour) -> float:
    """Return the Rec. 709 luma of a colour, 0 to 1."""
    return 0.2126 * value[0] + 0.7152 * value[1] + 0.0722 * value[2]


def nearest_name(value: Colour, names: Sequence[str]) -> str:
    """Return the name among ``names`` whose colour is nearest."""
    return min(names, key=lambda name: _distance(colour(name), value))


def _distance(first: Colour, second: Colour) -> float:
    return sum((a - b) ** 2 for a, b in zip(first, second, strict=True))
