"""Colours by name, and the small sums that painters do with them; sRGB, each channel 0 to 1."""

from collections.abc import Sequence

from mediaext.engines.classical.colour import NAMED

Colour = tuple[float, float, float]


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
