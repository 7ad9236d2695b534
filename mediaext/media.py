"""Turn media arguments into bytes for a service or an engine."""

import base64
import io
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mediaext.errors import InvalidRequest
from mediaext.protocol import PIXEL_LIMIT, UPLOAD_LIMIT, UPLOAD_TYPES, digest
from mediaext.text import UNKNOWN_TYPE
from mediaext.vocabulary import MediaKind

URL_SCHEMES = ("http://", "https://", "data:", "s3://", "gs://")
SIGNATURES: tuple[tuple[bytes, int, str], ...] = (
    (b"\x89PNG\r\n\x1a\n", 0, "image/png"),
    (b"\xff\xd8\xff", 0, "image/jpeg"),
    (b"WEBP", 8, "image/webp"),
    (b"GIF8", 0, "image/gif"),
    (b"WAVE", 8, "audio/wav"),
    (b"ID3", 0, "audio/mpeg"),
    (b"\xff\xfb", 0, "audio/mpeg"),
    (b"\xff\xf3", 0, "audio/mpeg"),
    (b"ftyp", 4, "video/mp4"),
    (b"glTF", 0, "model/gltf-binary"),
)


@dataclass(frozen=True, slots=True)
class Blob:
    """Media bytes ready to be sent, with their type and content digest."""

    content: bytes
    media_type: str
    digest: str


def is_url(value: object) -> bool:
    """Say whether ``value`` is text that the service can fetch itself."""
    return isinstance(value, str) and value.startswith(URL_SCHEMES)


def sniff(content: bytes) -> str:
    """Return the media type that the bytes show, or ``""``."""
    for mark, offset, media_type in SIGNATURES:
        if content[offset : offset + len(mark)] == mark:
            return media_type
    return ""


def read_data_url(value: str, field: str) -> bytes:
    """Return the bytes in a ``data:`` URL; raise :class:`InvalidRequest` for other than base64."""
    head, _, text = value.partition(",")
    try:
        if not head.endswith(";base64"):
            raise ValueError
        return base64.b64decode(text, validate=True)
    except ValueError:
        sentence = "A data: URL needs base64 content, data:TYPE;base64,…"
        raise InvalidRequest.about(field, sentence) from None


def read_media(value: Any, field: str, kind: MediaKind = "image") -> Blob:
    """Turn a path, bytes, PIL image, array, tensor or result into bytes.

    Raises :class:`InvalidRequest` that names ``field``, the limit and the value: a missing file,
    no image inside, more than 20 MB, more than 80 megapixels.
    """
    label = ""
    if isinstance(value, str | os.PathLike):
        label = f"{os.fspath(value)!r}: "
        content = _read_file(Path(value).expanduser(), field)
    elif isinstance(getattr(value, "content", None), bytes):
        content = value.content
    elif isinstance(value, bytes | bytearray):
        content = bytes(value)
    else:
        content = _encode_pixels(value, field)
    if kind == "image":
        content = _check_image(content, field, label)
    return Blob(content, sniff(content) or UNKNOWN_TYPE, digest(content))


def _read_file(path: Path, field: str) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise InvalidRequest.about(
            field, f"there is no file '{path}', and it is not a URL."
        ) from None
    except OSError as error:
        raise InvalidRequest.about(
            field, f"the file '{path}' cannot be read: {error.strerror}."
        ) from None
    except ValueError as error:  # a zero byte, which no file name has
        raise InvalidRequest.about(
            field, f"{os.fspath(path)!r} is not a file name: {error}."
        ) from None


def _check_image(content: bytes, field: str, label: str) -> bytes:
    """Refuse what is not a picture; turn formats that the service does not take into PNG."""
    import PIL.Image

    try:
        opened = PIL.Image.open(io.BytesIO(content))
        pixels = opened.width * opened.height
        if pixels > PIXEL_LIMIT:
            raise InvalidRequest.about(
                field,
                f"{label}{opened.width}x{opened.height} is {pixels / 1e6:.0f} megapixels; "
                f"at most {PIXEL_LIMIT / 1e6:.0f} are taken.",
            )
        if sniff(content) not in UPLOAD_TYPES:
            content = _to_png(opened)
    except (PIL.Image.DecompressionBombError, PIL.Image.DecompressionBombWarning) as error:
        raise InvalidRequest.about(field, f"{label}the picture is too large: {error}.") from None
    except PIL.UnidentifiedImageError:
        sentence = "this is not an image that can be read: its format is not known."
        raise InvalidRequest.about(field, label + sentence) from None
    except (OSError, SyntaxError, ValueError) as error:
        raise InvalidRequest.about(
            field, f"{label}this is not an image that can be read ({error})."
        ) from None
    if len(content) > UPLOAD_LIMIT:
        raise InvalidRequest.about(
            field,
            f"{label}{len(content) / 2**20:.1f} MiB is more than the {UPLOAD_LIMIT >> 20} MiB "
            "that the service takes; save it smaller or as JPEG.",
        )
    return content


def _to_png(image: Any) -> bytes:
    buffer = io.BytesIO()
    if image.mode not in ("1", "L", "LA", "P", "RGB", "RGBA", "I;16"):
        image = image.convert("RGBA" if "A" in image.mode else "RGB")
    image.save(buffer, "PNG", compress_level=1)
    return buffer.getvalue()


def _encode_pixels(value: Any, field: str) -> bytes:
    import PIL.Image

    if isinstance(value, PIL.Image.Image):
        return _to_png(value)
    pixels = _as_pixels(value, field)
    return _to_png(PIL.Image.fromarray(pixels))


def _as_pixels(value: Any, field: str) -> Any:
    """Return uint8 pixels of an array (HW, HWC) or tensor (CHW); floats are 0 to 1."""
    import numpy as np

    tensor = hasattr(value, "detach")
    pixels = np.asarray(value.detach().cpu() if tensor else value)
    if tensor and pixels.ndim == 3 and pixels.shape[0] in (1, 3, 4):
        pixels = pixels.transpose(1, 2, 0)
    if pixels.ndim == 3 and pixels.shape[2] == 1:
        pixels = pixels[:, :, 0]
    if pixels.ndim not in (2, 3) or (pixels.ndim == 3 and pixels.shape[2] not in (3, 4)):
        raise InvalidRequest.about(
            field, f"an array of shape {pixels.shape} is not a picture: give HxW, HxWx3 or 3xHxW."
        )
    if pixels.dtype == np.bool_:
        return pixels.astype(np.uint8) * 255
    if np.issubdtype(pixels.dtype, np.floating):
        if not np.isfinite(pixels).all():
            raise InvalidRequest.about(field, "the array has values that are not finite.")
        return (pixels.clip(0.0, 1.0) * 255).round().astype(np.uint8)
    return pixels.clip(0, 255).astype(np.uint8)
