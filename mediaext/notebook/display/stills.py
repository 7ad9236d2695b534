"""Any result as one small picture, and pictures side by side with labels."""

import base64
import io
from collections.abc import Sequence
from typing import Any

import PIL.Image
import PIL.ImageDraw
import PIL.ImageFont

from mediaext.results import Clip, Mesh, Picture, Sound
from mediaext.results.showing import encode
from mediaext.results.sound import waveform

GREY = (128, 132, 140)
FONT_SIZE = 13  # pixels


def still(value: object, side: int) -> PIL.Image.Image | None:
    """Return a picture of at most ``side`` pixels that stands for a result.

    A clip gives its first frame, a sound its waveform, a mesh its front; ``None`` where nothing
    can be drawn.
    """
    try:
        picture = _whole(value, side)
    except Exception:  # a display must not fail, whatever a decoder raises for a broken file
        return None
    if picture is None:
        return None
    transparent = "A" in picture.mode or "transparency" in picture.info
    small = picture.convert("RGBA" if transparent else "RGB")
    small.thumbnail((side, side), PIL.Image.Resampling.LANCZOS)
    return small


def _whole(value: object, side: int) -> PIL.Image.Image | None:
    if isinstance(value, PIL.Image.Image):
        return value.to_pil() if isinstance(value, Picture) else value
    if isinstance(value, Clip):
        return value.poster
    if isinstance(value, Sound):
        return waveform(value.to_numpy(), (side, side // 2))
    if isinstance(value, Mesh):
        return value.turntable(1, side)[0]
    return None


def base64_of(content: bytes) -> str:
    """Return bytes as text for a display bundle."""
    return base64.b64encode(content).decode()


def sheet(
    labelled: Sequence[tuple[PIL.Image.Image | None, str]], columns: int, side: int
) -> PIL.Image.Image:
    """Return pictures in a grid on white, each with its label below."""
    gap, foot = 8, FONT_SIZE + 8
    rows = -(-len(labelled) // columns)
    width, height = columns * (side + gap) + gap, rows * (side + gap + foot) + gap
    page = PIL.Image.new("RGB", (width, height), "white")
    pen, font = PIL.ImageDraw.Draw(page), PIL.ImageFont.load_default(FONT_SIZE)
    for number, (picture, label) in enumerate(labelled):
        row, column = divmod(number, columns)
        left, top = gap + column * (side + gap), gap + row * (side + gap + foot)
        if picture is not None:
            spot = (left + (side - picture.width) // 2, top + (side - picture.height) // 2)
            page.paste(picture, spot, picture if picture.mode == "RGBA" else None)
        else:
            pen.rectangle((left, top, left + side, top + side), outline=GREY)
        pen.text((left, top + side + 4), fitting(label, font, side), fill="black", font=font)
    return page


def fitting(text: str, font: Any, width: int) -> str:
    """Return the text, cut with an ellipsis where it is wider than ``width`` pixels."""
    if font.getlength(text) <= width:
        return text
    while text and font.getlength(text + "…") > width:
        text = text[:-1]
    return text + "…"


def jpeg(image: PIL.Image.Image) -> bytes:
    """Return a JPEG of an image on white."""
    flat = PIL.Image.new("RGB", image.size, "white")
    flat.paste(image, (0, 0), image if image.mode == "RGBA" else None)
    buffer = io.BytesIO()
    flat.save(buffer, "JPEG", quality=82)
    return buffer.getvalue()


def small_encoding(image: PIL.Image.Image) -> tuple[bytes, str]:
    """Return the image as JPEG, or as PNG where it is transparent, and its media type."""
    return encode(image, quality=82)
