"""Decode bytes to uint8 pixels of one size with the fastest decoder and one resize."""

import importlib
import io
import struct
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, NamedTuple

import numpy as np
import PIL.ExifTags
import PIL.Image
import PIL.ImageOps

from mediaext.errors import MediaError
from mediaext.media import read_media
from mediaext.protocol import PIXEL_LIMIT

Pixels = np.ndarray[Any, np.dtype[np.uint8]]
Fit = Literal["cover", "stretch"]
UPRIGHT, ASIDE = 1, 5  # EXIF orientations: shown as stored; from 5 on lying on the side
EXIF = b"Exif\0\0"
JPEG = b"\xff\xd8\xff"
SEGMENT = struct.Struct(">BBH")
"""A JPEG segment (ITU T.81, B.1.1.4): 255, marker, bytes with these two of the length."""
FRAME = struct.Struct(">xHH")
"""What a frame header (B.2.2) says after that: precision, height, width."""
FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
SCAN, APP1 = 0xDA, 0xE1


class JpegHead(NamedTuple):
    """Height and width as stored, and whether there is EXIF, which may turn the picture."""

    height: int
    width: int
    has_exif: bool


@dataclass(frozen=True, slots=True)
class Spec:
    """How every picture is served: height and width in pixels, channels, and how it is fitted.

    ``cover`` scales until the frame is full and cuts the rest off around the middle; ``stretch``
    scales each side by itself. ``height`` 0 keeps the size that each picture has.
    """

    height: int
    width: int
    channels: Literal[3, 4] = 3
    fit: Fit = "cover"

    @property
    def fixed(self) -> bool:
        """Whether all pictures get one size."""
        return self.height > 0

    @property
    def shape(self) -> tuple[int, int, int]:
        """Height, width, channels."""
        return self.height, self.width, self.channels

    @property
    def size(self) -> int:
        """Bytes of one picture."""
        return self.height * self.width * self.channels

    @property
    def mode(self) -> Literal["RGB", "RGBA"]:
        """The PIL mode."""
        return "RGBA" if self.channels == 4 else "RGB"

    def __str__(self) -> str:
        return f"{self.height}x{self.width}x{self.channels}-{self.fit}"


@dataclass(frozen=True, slots=True)
class Placement:
    """Where a source of some size ends up: ``out = scale * in + shift``, per axis, in pixels."""

    scale_x: float
    scale_y: float
    shift_x: float
    shift_y: float
    width: int
    height: int


def place(width: int, height: int, spec: Spec) -> Placement:
    """Return how a picture of ``width`` by ``height`` is laid into the frame of ``spec``."""
    if not spec.fixed:
        return Placement(1.0, 1.0, 0.0, 0.0, width, height)
    scale_x, scale_y = spec.width / width, spec.height / height
    if spec.fit == "cover":
        scale_x = scale_y = max(scale_x, scale_y)
    shift_x = (spec.width - width * scale_x) / 2
    shift_y = (spec.height - height * scale_y) / 2
    return Placement(scale_x, scale_y, shift_x, shift_y, spec.width, spec.height)


def fit_picture(image: PIL.Image.Image, spec: Spec) -> Pixels:
    """Return uint8 pixels of shape (height, width, channels); transparency is laid on white."""
    image = _in_mode(image, spec.mode)
    if spec.fixed and image.size != (spec.width, spec.height):
        laid = place(image.width, image.height, spec)
        left = max(-laid.shift_x / laid.scale_x, 0.0)  # a rounding error below 0 is refused
        top = max(-laid.shift_y / laid.scale_y, 0.0)
        box = (left, top, image.width - left, image.height - top)
        image = image.resize((spec.width, spec.height), PIL.Image.Resampling.BICUBIC, box)
    return np.array(image, dtype=np.uint8)


def _in_mode(image: PIL.Image.Image, mode: str) -> PIL.Image.Image:
    if image.mode == mode:
        return image
    if image.mode.startswith("I") or image.mode == "F":
        values = np.asarray(image, dtype=np.float64)
        top = 65535.0 if values.max(initial=0) > 255 else 255.0
        image = PIL.Image.fromarray((values.clip(0, top) / top * 255).round().astype(np.uint8))
    transparent = image.mode in ("RGBA", "LA", "PA", "RGBa") or "transparency" in image.info
    if mode == "RGB" and transparent:
        image = image.convert("RGBA")
        ground = PIL.Image.new("RGBA", image.size, "white")
        return PIL.Image.alpha_composite(ground, image).convert("RGB")
    return image.convert(mode)


@cache
def _simplejpeg() -> Any:
    try:
        return importlib.import_module("simplejpeg")
    except ImportError:
        return None


def decode(content: Any, spec: Spec, out: Pixels | None = None) -> Pixels:
    """Decode and fit; into ``out``, of the shape of ``spec``, where given.

    Raises :class:`MediaError` for bytes that are no picture.
    """
    jpeg = _simplejpeg()
    if jpeg and spec.channels == 3 and content[: len(JPEG)] == JPEG:
        try:
            head = read_jpeg_head(content)
            if not head.has_exif or orientation(content) == UPRIGHT:
                return _decode_jpeg(jpeg, content, head, spec, out)
        except (ValueError, OSError, struct.error):
            pass  # CMYK and other rarities: Pillow knows them
    pixels = fit_picture(open_picture(content, spec), spec)
    return copy_into(pixels, out)


def read_jpeg_head(content: Any) -> JpegHead:
    """Return what the segments before the first scan say.

    libjpeg tells the size alone, and a search for EXIF through all of the bytes takes a twentieth
    of the decoding. Raises :class:`ValueError` or :class:`struct.error` for damaged segments.
    """
    position, height, width, has_exif = len(JPEG) - 1, 0, 0, False
    while True:
        start, marker, length = SEGMENT.unpack_from(content, position)
        if start != 0xFF:
            raise ValueError("a JPEG segment does not begin with its marker")
        if marker == SCAN:
            break
        body = position + SEGMENT.size
        if marker in FRAMES:
            height, width = FRAME.unpack_from(content, body)
        elif marker == APP1 and content[body : body + len(EXIF)] == EXIF:
            has_exif = True
        position += 2 + length
    return JpegHead(height, width, has_exif)


def _decode_jpeg(
    jpeg: Any, content: Any, head: JpegHead, spec: Spec, out: Pixels | None
) -> Pixels:
    height, width, _ = head
    if not spec.fixed or (height, width) == (spec.height, spec.width):
        if out is None:
            found: Pixels = jpeg.decode_jpeg(content, "RGB")
            return found
        jpeg.decode_jpeg(content, "RGB", buffer=out)
        return out
    _check_size(width, height)
    wide = jpeg.decode_jpeg(content, "RGB", min_height=spec.height, min_width=spec.width)
    return copy_into(fit_picture(PIL.Image.fromarray(wide), spec), out)


def copy_into(pixels: Pixels, out: Pixels | None) -> Pixels:
    """Return pixels, copied into ``out`` where it is given."""
    if out is None:
        return pixels
    out[...] = pixels
    return out


def _check_size(width: int, height: int) -> None:
    if width * height > PIXEL_LIMIT:
        raise MediaError(f"A picture of {width}x{height} is too large to be decoded.")


def open_picture(content: Any, spec: Spec) -> PIL.Image.Image:
    """Open bytes as an upright picture, decoded no larger than needed where the format allows."""
    try:
        image = PIL.Image.open(io.BytesIO(content))
        _check_size(*image.size)
        if spec.fixed:
            image.draft("RGB", (spec.width, spec.height))
        image.load()
    except (OSError, SyntaxError, ValueError, PIL.Image.DecompressionBombError) as error:
        raise MediaError(f"A picture of the dataset cannot be decoded ({error}).") from None
    return PIL.ImageOps.exif_transpose(image)


def as_picture(image: object, spec: Spec | None = None) -> PIL.Image.Image:
    """Return what an item may hold (PIL, path, bytes, array, tensor) as a PIL image, upright.

    ``spec`` says how large it has to be at least, where the format can be decoded smaller.
    """
    if isinstance(image, PIL.Image.Image):
        return image
    return open_picture(read_media(image, "image").content, spec or Spec(0, 0))


def natural_size(content: Any) -> tuple[int, int]:
    """Return width and height of an encoded picture, upright, without decoding it."""
    with PIL.Image.open(io.BytesIO(content)) as image:
        aside = _orientation(image) >= ASIDE
        return (image.height, image.width) if aside else (image.width, image.height)


def orientation(content: Any) -> int:
    """Return how an encoded picture is turned to be shown: EXIF's number, 1 to 8."""
    with PIL.Image.open(io.BytesIO(content)) as image:
        return _orientation(image)


def _orientation(image: PIL.Image.Image) -> int:
    found = image.getexif().get(PIL.ExifTags.Base.Orientation, UPRIGHT)
    return found if found in range(1, 9) else UPRIGHT


def split_planes(pixels: Pixels, planes: Pixels) -> None:
    """Write (N, height, width, channels) into (N, channels, height, width)."""
    import cv2

    for picture, channels in zip(pixels, planes, strict=True):
        cv2.split(picture, list(channels))  # five times as fast as a transposed copy
