"""What bytes are, seen in the bytes themselves, and whether they are safe to decode."""

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mediaext.engines.base import invalid

if TYPE_CHECKING:
    import PIL.Image

IMAGE_FORMATS = ("PNG", "JPEG", "WEBP", "GIF")  # others have had the decoder's recent holes
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
    """Return the media type of a picture; raise INPUT_INVALID with a sentence.

    The header is read and the size judged before anything is decoded; then the file is checked
    to be whole.
    """
    import warnings

    import PIL.Image

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with PIL.Image.open(io.BytesIO(content), formats=IMAGE_FORMATS) as image:
                kind = IMAGE_TYPES.get(image.format or "", "")
                width, height = image.size
                if width * height > limits.pixels:
                    raise invalid(
                        f"{name} is {width}x{height}, {width * height / 1e6:.0f} megapixels; "
                        f"at most {limits.pixels / 1e6:.0f} are taken."
                    )
                _check_frames(image, limits.frames, name)
    except PIL.Image.DecompressionBombError:
        raise invalid(
            f"{name} has more than the {limits.pixels / 1e6:.0f} megapixels that are taken."
        ) from None
    except PIL.UnidentifiedImageError:
        raise invalid(f"{name} is not a PNG, JPEG, WebP or GIF image.") from None
    except (OSError, SyntaxError, ValueError, EOFError, OverflowError, MemoryError) as error:
        raise invalid(f"{name} is an image that cannot be read ({error}).") from None
    return kind


def _check_frames(image: "PIL.Image.Image", limit: int, name: str) -> None:
    """Refuse an animation of too many frames without walking through all of them."""
    if not getattr(image, "is_animated", False):
        return
    frames = 0
    try:
        if image.format == "GIF":
            image.seek(limit)
            frames = limit + 1
        else:
            frames = getattr(image, "n_frames", 1)
    except EOFError:
        return
    if frames > limit:
        raise invalid(f"{name} is an animation of more than {limit} frames; give a still image.")


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
