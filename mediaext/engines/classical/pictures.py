"""Open any image file, and encode results."""

import io
import zlib
from typing import Literal

import cv2
import numpy as np
import PIL.Image
import PIL.ImageOps

from mediaext.engines.base import invalid
from mediaext.engines.classical.arrays import Pixels
from mediaext.results import MadeFile

UNREADABLE = (OSError, SyntaxError, ValueError, PIL.Image.DecompressionBombError)
MOST_PIXELS = 64_000_000  # more would need gigabytes of working memory
MEDIA_TYPES = {"webp": "image/webp", "jpeg": "image/jpeg", "png": "image/png"}


def open_picture(content: bytes, field: str = "input_image") -> PIL.Image.Image:
    """Decode to RGB, or RGBA where there is transparency; upright, 8 bits a channel.

    Raises INPUT_INVALID that names ``field`` for a file that cannot be decoded or has more than
    64 megapixels.
    """
    try:
        image = PIL.Image.open(io.BytesIO(content))
        _bound(image, field)
        image.load()
    except PIL.UnidentifiedImageError:
        raise invalid(
            f"{field}: the image cannot be decoded; send PNG, JPEG, WebP or GIF."
        ) from None
    except UNREADABLE as error:
        raise invalid(f"{field}: the image cannot be decoded ({error}).") from None
    return normalise(_upright(image))


def _bound(image: PIL.Image.Image, field: str) -> None:
    if image.width * image.height > MOST_PIXELS:
        raise invalid(
            f"{field}: {image.width}x{image.height} pixels are too many; "
            f"give at most {MOST_PIXELS // 1_000_000} megapixels."
        )


def _upright(image: PIL.Image.Image) -> PIL.Image.Image:
    """Turn as EXIF says; a damaged EXIF block is no reason to refuse the picture."""
    try:
        return PIL.ImageOps.exif_transpose(image)
    except Exception:  # the parser raises whatever the damage leads to
        return image


def normalise(image: PIL.Image.Image) -> PIL.Image.Image:
    """Bring grayscale, palette, CMYK, 16-bit and alpha images to RGB or RGBA."""
    if image.mode.startswith("I") or image.mode == "F":
        values = np.nan_to_num(np.asarray(image, dtype=np.float64))
        top = 65535.0 if values.max(initial=0) > 255 else 255.0
        image = PIL.Image.fromarray((values.clip(0, top) / top * 255).round().astype(np.uint8))
    transparent = image.mode in ("RGBA", "LA", "PA", "RGBa") or "transparency" in image.info
    return image.convert("RGBA" if transparent else "RGB")


def encode_picture(
    image: PIL.Image.Image, output_format: Literal["webp", "jpeg", "png"] = "webp"
) -> MadeFile:
    """Encode as asked; JPEG, which has no transparency, is flattened on white."""
    if output_format == "jpeg" and image.mode != "RGB":
        ground = PIL.Image.new("RGBA", image.size, "white")
        image = PIL.Image.alpha_composite(ground, image.convert("RGBA")).convert("RGB")
    buffer = io.BytesIO()
    if output_format == "webp":
        image.save(buffer, "WEBP", quality=90, method=2)
    elif output_format == "jpeg":
        image.save(buffer, "JPEG", quality=92, subsampling=0)
    else:
        image.save(buffer, "PNG", compress_level=4, compress_type=zlib.Z_RLE)
    return MadeFile(buffer.getvalue(), MEDIA_TYPES[output_format])


def shrink(rgb: Pixels, side: int) -> Pixels:
    """Resize so that the longer side is at most ``side``."""
    factor = min(1.0, side / max(rgb.shape[:2]))
    size = max(1, round(rgb.shape[1] * factor)), max(1, round(rgb.shape[0] * factor))
    small: Pixels = cv2.resize(rgb, size, interpolation=cv2.INTER_AREA)
    return small
