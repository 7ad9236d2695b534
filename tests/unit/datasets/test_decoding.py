"""Encoded pictures become the pixels that Pillow shows, however their bytes are laid out."""

import io
import random

import numpy as np
import PIL.ExifTags
import PIL.Image
import PIL.ImageOps
import pytest

from mediaext.datasets.decoding import Spec, decode, read_jpeg_head
from mediaext.errors import MediaError

SHADES = np.linspace(0, 255, 48 * 64 * 3).reshape(48, 64, 3).astype(np.uint8)
CLOSE = 6  # between two decoders' colours


def jpeg(turn=None, **options):
    exif = PIL.Image.Exif()
    if turn is not None:
        exif[PIL.ExifTags.Base.Orientation] = turn
        options["exif"] = exif
    buffer = io.BytesIO()
    PIL.Image.fromarray(SHADES).save(buffer, "JPEG", quality=95, **options)
    return buffer.getvalue()


def shown(content):
    return np.asarray(PIL.ImageOps.exif_transpose(PIL.Image.open(io.BytesIO(content))), int)


@pytest.mark.parametrize("hold", [bytes, memoryview])
@pytest.mark.parametrize("turn", [None, 1, 3, 6])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"progressive": True},
        {"subsampling": 0},
        {"comment": b"\xff\xda in a comment"},
        {"icc_profile": b"Exif\0\0" + bytes(200_000)},
    ],
    ids=["plain", "progressive", "4:4:4", "comment", "large-profile"],
)
def test_a_jpeg_is_shown_upright(options, turn, hold):
    content = jpeg(turn, **options)
    expected = shown(content)
    for spec in (Spec(0, 0), Spec(*expected.shape[:2])):
        assert np.abs(decode(hold(content), spec) - expected).max() <= CLOSE


def test_exif_behind_a_large_profile_is_found():
    plain, turned = jpeg(icc_profile=bytes(200_000)), jpeg(6)
    start = turned.index(b"Exif\0\0") - 4
    length = int.from_bytes(turned[start + 2 : start + 4], "big")
    tables = plain.index(b"\xff\xdb")
    moved = plain[:tables] + turned[start : start + 2 + length] + plain[tables:]
    assert read_jpeg_head(moved) == (48, 64, True)
    assert decode(moved, Spec(0, 0)).shape == (64, 48, 3)


def test_fill_bytes_before_a_marker_are_passed_over():
    content = jpeg()
    tables = content.index(b"\xff\xdb")
    padded = content[:tables] + b"\xff\xff" + content[tables:]
    assert np.array_equal(decode(padded, Spec(0, 0)), decode(content, Spec(0, 0)))


def test_damaged_bytes_are_told_or_decoded():
    draw, content = random.Random(7), jpeg(1, icc_profile=b"x" * 500)
    for _ in range(300):
        damaged = bytearray(content[: draw.randrange(3, len(content))])
        for _ in range(draw.randrange(4)):
            damaged[draw.randrange(len(damaged))] = draw.randrange(256)
        try:
            assert decode(bytes(damaged), Spec(48, 64)).shape == (48, 64, 3)
        except MediaError as error:
            assert "cannot be decoded" in str(error)  # noqa: PT017 # some are whole enough
