"""What bytes are, seen in the bytes themselves, and whether they are safe to decode."""

import contextlib
import io
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mediaext.engines.base import invalid

if TYPE_CHECKING:
    import PIL.Image

IMAGE_FORMATS = ("PNG", "JPEG", "WEBP", "GIF")  # others have had the decoder's recent holes
BROKEN = (OSError, SyntaxError, ValueError, EOFError, OverflowError, struct.error, zlib.error)
IMAGE_TYPES = {
    "PNG": "image/png",
    "JPEG": "image/jpeg",
    "MPO": "image/jpeg",
    "WEBP": "image/webp",
    "GIF": "image/gif",
}


@dataclass(frozen=True, slots=True)
class ImageLimits:
    """How large a picture may be: pixels of one frame, frames of an animation."""

    pixels: int = 100_000_000
    frames: int = 1000


def check_image(content: bytes, limits: ImageLimits, name: str = "The file") -> str:
    """Return the media type of a picture from its header; raise INPUT_INVALID with a sentence.

    The size is judged before anything is decoded.
    """
    with _opened(content, limits, name) as image:
        return IMAGE_TYPES.get(image.format or "", "")


def check_whole_image(content: bytes, limits: ImageLimits, name: str = "The file") -> str:
    """Return the media type of a picture that is whole; raise INPUT_INVALID with a sentence.

    PNG is checked by its checksums and JPEG at an eighth of its size, others are decoded.
    """
    with _opened(content, limits, name) as image:
        if image.format == "PNG":
            image.verify()
        else:
            image.draft(image.mode, (image.width // 8 or 1, image.height // 8 or 1))
            image.load()
        return IMAGE_TYPES.get(image.format or "", "")


@contextlib.contextmanager
def _opened(content: bytes, limits: ImageLimits, name: str) -> "Iterator[PIL.Image.Image]":
    """Open a picture whose size is within the limits; every way to be broken is a sentence."""
    import PIL.Image

    try:
        with PIL.Image.open(io.BytesIO(content), formats=IMAGE_FORMATS) as image:
            pixels = image.width * image.height
            if pixels > limits.pixels:
                raise invalid(
                    f"{name} is {image.width}x{image.height}, {pixels / 1e6:.0f} megapixels; "
                    f"at most {limits.pixels / 1e6:.0f} are taken."
                )
            if count_frames(content, image, limits.frames) > limits.frames:
                raise invalid(
                    f"{name} is an animation of more than {limits.frames} frames; "
                    "give a still image."
                )
            yield image
    except (PIL.Image.DecompressionBombError, PIL.Image.DecompressionBombWarning):
        raise invalid(
            f"{name} has more than the {limits.pixels / 1e6:.0f} megapixels that are taken."
        ) from None
    except PIL.UnidentifiedImageError:
        raise invalid(f"{name} is not a PNG, JPEG, WebP or GIF image.") from None
    except BROKEN as error:
        raise invalid(f"{name} is an image that cannot be read ({error}).") from None


def count_frames(content: bytes, image: "PIL.Image.Image", limit: int) -> int:
    """Count the frames of a picture up to ``limit + 1`` without decoding one."""
    if image.format == "GIF":
        return _count_gif(content, limit)
    return int(getattr(image, "n_frames", 1)) if image.format in ("PNG", "WEBP") else 1


def _count_gif(content: bytes, limit: int) -> int:
    """Walk the blocks of a GIF (GIF89a specification, section 12) and count its images."""

    def table(packed: int) -> int:
        return 3 << (packed & 7) + 1 if packed & 0x80 else 0

    def skip(place: int) -> int:
        while place < len(content) and content[place]:
            place += content[place] + 1
        return place + 1

    frames = 0
    place = 13 + table(content[10])
    while place + 10 < len(content) and frames <= limit:
        if content[place] == 0x21:
            place = skip(place + 2)
        elif content[place] == 0x2C:
            frames += 1
            place = skip(place + 11 + table(content[place + 9]))
        else:
            break
    return frames


def check_audio(content: bytes, name: str = "The file") -> str:
    """Return the media type of WAV or MP3; raise INPUT_INVALID with a sentence."""
    if content[:4] == b"RIFF" and content[8:12] == b"WAVE":
        return "audio/wav"
    if content[:3] == b"ID3" or (
        len(content) > 2 and content[0] == 0xFF and content[1] & 0xE0 == 0xE0
    ):
        return "audio/mpeg"
    raise invalid(f"{name} is neither a WAV nor an MP3 file.")


def check_media(kind: str, content: bytes, limits: ImageLimits, name: str) -> str:
    """Return the media type of an input; raise INPUT_INVALID with a sentence."""
    if not content:
        raise invalid(f"{name} is empty.")
    if kind == "image":
        return check_image(content, limits, name)
    if kind == "audio":
        return check_audio(content, name)
    return "model/gltf-binary" if content[:4] == b"glTF" else "application/octet-stream"
