"""Stamp a logo onto a corner of a picture at half opacity."""

import numpy as np
import PIL.Image

from mediaext.engines.base import invalid

OPACITY = 0.5  # the specification's "50% opacity", times the logo's own alpha
LOGO_WIDTH, LOGO_HEIGHT = 0.24, 0.14  # the box a logo fills, in widths and heights of the picture
MARGIN = 0.03  # of the shorter side of the picture


def stamp(
    picture: PIL.Image.Image, logo: PIL.Image.Image, position: str = "bottom_right"
) -> PIL.Image.Image:
    """Lay ``logo`` over a corner of ``picture`` at 50% opacity times the logo's own alpha.

    The visible part of the logo is fitted into 24% of the width and 14% of the height, 3% of the
    shorter side away from the edges. Returns a new picture, RGBA where ``picture`` was. Raises
    INPUT_INVALID for a logo without a visible pixel.
    """
    mark = _fit(_visible_part(logo), picture.size)
    left, top = _corner(picture.size, mark.size, position)
    box = (left, top, left + mark.width, top + mark.height)
    stamped = picture.copy()
    stamped.paste(_blend(picture.crop(box), mark), (left, top))
    return stamped


def _visible_part(logo: PIL.Image.Image) -> PIL.Image.Image:
    marked = logo.convert("RGBA")
    box = marked.getchannel("A").getbbox()
    if box is None:
        raise invalid("logo_url: the logo is fully transparent; give one with visible pixels.")
    return marked.crop(box)


def _fit(logo: PIL.Image.Image, size: tuple[int, int]) -> PIL.Image.Image:
    """Resize premultiplied, so that hidden colours do not fringe the edges."""
    factor = min(LOGO_WIDTH * size[0] / logo.width, LOGO_HEIGHT * size[1] / logo.height)
    target = max(1, round(logo.width * factor)), max(1, round(logo.height * factor))
    if target == logo.size:
        return logo
    filtered = PIL.Image.Resampling.LANCZOS if factor < 1 else PIL.Image.Resampling.BICUBIC
    return logo.convert("RGBa").resize(target, filtered).convert("RGBA")


def _corner(size: tuple[int, int], mark: tuple[int, int], position: str) -> tuple[int, int]:
    margin = round(MARGIN * min(size))
    right, bottom = size[0] - mark[0] - margin, size[1] - mark[1] - margin
    left = right if position.endswith("right") else margin
    top = bottom if position.startswith("bottom") else margin
    return max(0, min(left, size[0] - mark[0])), max(0, min(top, size[1] - mark[1]))


def _blend(ground: PIL.Image.Image, mark: PIL.Image.Image) -> PIL.Image.Image:
    """Composite "over" (Porter and Duff, 1984) with unrounded opacities."""
    below = np.asarray(ground.convert("RGBA"), dtype=np.float64) / 255
    above = np.asarray(mark, dtype=np.float64) / 255
    cover = OPACITY * above[..., 3:]
    under = below[..., 3:] * (1 - cover)
    alpha = cover + under
    colour = (above[..., :3] * cover + below[..., :3] * under) / np.maximum(alpha, 1e-9)
    mixed = np.round(np.concatenate([colour, alpha], axis=2) * 255).astype(np.uint8)
    return PIL.Image.fromarray(mixed).convert(ground.mode)
