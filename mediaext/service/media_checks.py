"""Recognise the type of bytes by their content, and check that they are safe to decode."""

import contextlib
import io
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mediaext.engines.base import invalid
from mediaext.protocol import PIXEL_LIMIT

if TYPE_CHECKING:
    import PIL.Image

IMAGE_FORMATS = ("PNG", "JPEG", "WEBP", "GIF")  # others have had the decoder's recent holes
BROKEN = (OSError, SyntaxError, ValueError, EOFError, OverflowError, struct.error, zlib.error)
PNG = b"\x89PNG\r\n\x1a\n"
PNG_PICTURE = {b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"acTL", b"fcTL", b"fdAT"}
WEBP_PICTURE = {b"VP8 ", b"VP8L", b"VP8X", b"ALPH", b"ANIM", b"ANMF"}
ADAM7 = (
    (0, 0, 8, 8),
    (4, 0, 8, 8),
    (0, 4, 4, 8),
    (2, 0, 4, 4),
    (0, 2, 2, 4),
    (1, 0, 2, 2),
    (0, 1, 1, 2),
)
PLAIN = (1, 3, 0xFFFE)  # formats of a WAV: integers, floats, either with more facts
UNPACKED = 2**18  # bytes at once
IMAGE_TYPES = {
    "PNG": "image/png",
    "JPEG": "image/jpeg",
    "MPO": "image/jpeg",
    "WEBP": "image/webp",
    "GIF": "image/gif",
}


@dataclass(frozen=True, slots=True)
class ImageLimits:
    """How large a picture may be: pixels of one frame and of a side, frames, bytes of metadata."""

    pixels: int = PIXEL_LIMIT
    frames: int = 1000
    side: int = 32_768
    metadata: int = 8_000_000


PIECES = 256  # segments of a JPEG, or chunks of metadata of a PNG
CHUNKS = 65_536  # of a PNG or WebP, whatever they hold
SCANS = 256  # of a progressive JPEG
COMMENTS = 1_000_000  # bytes of a GIF that are no picture
DECODED = 16_000_000  # pixels; larger ones are decoded by a pod alone


class _Excess(Exception):
    """A file exceeds a limit; the text names the limit."""


def check_image(content: bytes, limits: ImageLimits, name: str = "The file") -> str:
    """Return the media type of a picture from its header; raise INPUT_INVALID with a sentence.

    Size and structure are checked before anything is decoded.
    """
    with _opened(content, limits, name) as image:
        return IMAGE_TYPES.get(image.format or "", "")


def check_whole_image(content: bytes, limits: ImageLimits, name: str = "The file") -> str:
    """Return the media type of a picture that is whole; raise INPUT_INVALID with a sentence.

    The data of a PNG is unpacked in pieces and counted. JPEG is decoded at an eighth of its size,
    others as they are; where that would take much memory, only their structure is checked.
    """
    with _opened(content, limits, name) as image:
        if image.format == "PNG":
            _check_png_data(content)
        elif image.format == "WEBP" and int.from_bytes(content[4:8], "little") + 8 > len(content):
            raise OSError("the file is cut")
        elif image.width * image.height <= DECODED or not _is_costly(image):
            image.draft(image.mode, (image.width // 8 or 1, image.height // 8 or 1))
            image.load()
        elif image.format == "JPEG" and b"\xff\xd9" not in content[-1024:]:
            raise OSError("the file is cut")
        return IMAGE_TYPES.get(image.format or "", "")


def _is_costly(image: "PIL.Image.Image") -> bool:
    """Say whether decoding holds the whole picture in memory, however small it is wanted."""
    return image.format in ("WEBP", "GIF") or bool(image.info.get("progressive"))


@contextlib.contextmanager
def _opened(content: bytes, limits: ImageLimits, name: str) -> "Iterator[PIL.Image.Image]":
    """Open a picture whose size is within the limits; every way to be broken is a sentence."""
    import PIL.Image

    try:
        frames = _check_structure(content, limits)
        with PIL.Image.open(io.BytesIO(content), formats=IMAGE_FORMATS) as image:
            pixels = image.width * image.height
            if pixels > limits.pixels:
                raise invalid(
                    f"{name} is {image.width}x{image.height}, {pixels / 1e6:.0f} megapixels; "
                    f"at most {limits.pixels / 1e6:.0f} are accepted."
                )
            if max(image.size) > limits.side:
                raise invalid(
                    f"{name} is {image.width}x{image.height}; a side has at most "
                    f"{limits.side} pixels."
                )
            if _count_frames(image, frames) > limits.frames:
                raise invalid(
                    f"{name} is an animation of more than {limits.frames} frames; "
                    "give a still image."
                )
            yield image
    except _Excess as excess:
        raise invalid(
            f"{name} has more than {excess}. Open the picture in an editor and save it again."
        ) from None
    except (PIL.Image.DecompressionBombError, PIL.Image.DecompressionBombWarning):
        raise invalid(f"{name} has more than {limits.pixels / 1e6:.0f} megapixels.") from None
    except PIL.UnidentifiedImageError:
        raise invalid(f"{name} is not a PNG, JPEG, WebP or GIF image.") from None
    except BROKEN as error:
        raise invalid(f"{name} is an image that cannot be read ({error}).") from None


def _check_structure(content: bytes, limits: ImageLimits) -> int:
    """Raise for a file whose many small parts, or much metadata, would cost a decoder dear.

    Return the frames of a GIF, up to one more than are allowed; 1 for the others.
    """
    if content.startswith(b"\xff\xd8"):
        _check_jpeg(content, limits.metadata)
    elif content.startswith(PNG):
        for _ in _png_chunks(content, limits.metadata):
            pass
    elif content.startswith(b"RIFF"):
        _check_webp(content, limits.metadata)
    elif content.startswith(b"GIF8") and len(content) > 13:
        return _count_gif(content, limits.frames)
    return 1


def _check_jpeg(content: bytes, most: int) -> None:
    """Walk the segments before the picture's data (ITU T.81, annex B)."""
    place = 2
    for _ in range(PIECES):
        while content[place : place + 2] == b"\xff\xff":
            place += 1
        mark = content[place : place + 2]
        if len(mark) < 2 or mark[0] != 0xFF or mark in (b"\xff\xda", b"\xff\xd9"):
            break  # data, or damage, which the decoder reports
        place += 2 + int.from_bytes(content[place + 2 : place + 4])
    else:
        raise _Excess(f"{PIECES} segments of metadata")
    if min(place, len(content)) > most:
        raise _Excess(f"{most / 1e6:g} MB of metadata")
    if content.count(b"\xff\xda", place) > SCANS:
        raise _Excess(f"{SCANS} scans")


def _png_chunks(content: bytes, most: int) -> Iterator[tuple[bytes, memoryview]]:
    """Give type and data of every chunk of a PNG; raise for too many, and for a file cut short."""
    view = memoryview(content)
    place, metadata, pieces = len(PNG), 0, 0
    for _ in range(CHUNKS):
        size = int.from_bytes(content[place : place + 4])
        kind = content[place + 4 : place + 8]
        end = place + 12 + size
        if len(kind) < 4 or end > len(content):
            raise OSError("the file is cut")
        if kind not in PNG_PICTURE:
            metadata, pieces = metadata + size, pieces + 1
            if metadata > most:
                raise _Excess(f"{most / 1e6:g} MB of metadata")
            if pieces > PIECES:
                raise _Excess(f"{PIECES} chunks of metadata")
        yield kind, view[place + 4 : end]
        if kind == b"IEND":
            return
        place = end
    raise _Excess(f"{CHUNKS:,} chunks")


def _check_png_data(content: bytes) -> None:
    """Compare the checksums of a PNG, and the size of its unpacked data with its header."""
    unpacker = zlib.decompressobj()
    left = 0
    for kind, chunk in _png_chunks(content, len(content)):
        if zlib.crc32(chunk[:-4]) != int.from_bytes(chunk[-4:]):
            raise OSError(f"checksum of {kind!r}")
        if kind == b"IHDR":
            left = _png_size(bytes(chunk[4:]))
        packed = bytes(chunk[4:-4]) if kind == b"IDAT" else b""
        while packed and left > 0:
            left -= len(unpacker.decompress(packed, UNPACKED))
            packed = unpacker.unconsumed_tail
    if left > 0:
        raise OSError("the picture's data is cut")


def _png_size(header: bytes) -> int:
    """Return the size of the unpacked data by a PNG's header (W3C PNG, section 8)."""
    width, height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", header[:13])
    bits = depth * {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}.get(colour, 1)
    passes = ADAM7 if interlaced else ((0, 0, 1, 1),)
    size = 0
    for left, top, right, down in passes:
        columns, rows = -(-(width - left) // right), -(-(height - top) // down)
        if columns > 0 and rows > 0:
            size += rows * (1 + (columns * bits + 7) // 8)
    return size


def _check_webp(content: bytes, most: int) -> None:
    """Walk the chunks of a WebP and count those that are not pictures."""
    place, metadata = 12, 0
    for _ in range(CHUNKS):
        if place + 8 > len(content):
            return
        size = int.from_bytes(content[place + 4 : place + 8], "little")
        if content[place : place + 4] not in WEBP_PICTURE:
            metadata += size
            if metadata > most:
                raise _Excess(f"{most / 1e6:g} MB of metadata")
        place += 8 + size + size % 2
    raise _Excess(f"{CHUNKS:,} chunks")


def _count_frames(image: "PIL.Image.Image", counted: int) -> int:
    """Return the frames of a picture: a PNG or WebP states them, those of a GIF are counted."""
    stated = int(getattr(image, "n_frames", 1)) if image.format in ("PNG", "WEBP") else 1
    return max(stated, counted)


def _count_gif(content: bytes, limit: int) -> int:
    """Walk the blocks of a GIF (GIF89a specification, section 12) and count its images."""

    def table(packed: int) -> int:
        return 3 << (packed & 7) + 1 if packed & 0x80 else 0

    blocks = CHUNKS + len(content) // 64

    def skip(place: int) -> int:
        nonlocal blocks
        while place < len(content) and content[place]:
            place += content[place] + 1
            blocks -= 1
            if blocks < 0:
                raise _Excess(f"{CHUNKS + len(content) // 64:,} blocks")
        return place + 1

    frames = comments = 0
    place = 13 + table(content[10])
    while place + 10 < len(content) and frames <= limit:
        if content[place] == 0x21:
            end = skip(place + 2)
            comments += end - place
            if comments > COMMENTS:
                raise _Excess(f"{COMMENTS / 1e6:g} MB of metadata")
            place = end
        elif content[place] == 0x2C:
            frames += 1
            place = skip(place + 11 + table(content[place + 9]))
        else:
            break
    return frames


def check_audio(content: bytes, name: str = "The file") -> str:
    """Return the media type of WAV or MP3; raise INPUT_INVALID with a sentence."""
    if content[:4] == b"RIFF" and content[8:12] == b"WAVE":
        _check_wav(content, name)
        return "audio/wav"
    if content[:3] == b"ID3" or (
        len(content) > 2 and content[0] == 0xFF and content[1] & 0xE0 == 0xE0
    ):
        return "audio/mpeg"
    raise invalid(f"{name} is neither a WAV nor an MP3 file.")


def _check_wav(content: bytes, name: str) -> None:
    """Refuse plain samples of no bits, channels or rate; other damage the decoder reports."""
    if content[12:16] == b"fmt " and len(content) >= 36:
        form, channels, rate, _, _, bits = struct.unpack_from("<HHIIHH", content, 20)
        if form in PLAIN and not (bits and channels and rate):
            raise invalid(
                f"{name} is a WAV file that holds no sound: {channels} channels, {bits} bits, "
                f"{rate} samples a second."
            )


def count_pixels(content: bytes) -> int:
    """Return the pixels of one frame of a picture that was checked."""
    import PIL.Image

    with PIL.Image.open(io.BytesIO(content), formats=IMAGE_FORMATS) as image:
        return image.width * image.height


def check_media(kind: str, content: bytes, limits: ImageLimits, name: str) -> str:
    """Return the media type of an input; raise INPUT_INVALID with a sentence."""
    if not content:
        raise invalid(f"{name} is empty.")
    if kind == "image":
        return check_image(content, limits, name)
    if kind == "audio":
        return check_audio(content, name)
    return "model/gltf-binary" if content[:4] == b"glTF" else "application/octet-stream"
