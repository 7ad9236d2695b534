"""Colours of the painter, by name or hex code: mixed, darkened, lightened; sRGB, 0 to 1."""

from mediaext.engines.classical.colour_names import NAMED, parse_colour

Colour = tuple[float, float, float]


def parse_hex(text: str) -> Colour:
    """Read ``"#rgb"`` or ``"#rrggbb"``, with or without the ``#``."""
    red, green, blue = parse_colour(text)
    return red / 255, green / 255, blue / 255


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
