"""What people hand over as media becomes bytes, or a sentence that says why not."""

import io
import struct
import zlib

import numpy as np
import PIL.Image
import pytest
import torch

from mediaext.errors import InvalidRequest
from mediaext.media import is_url, read_media
from mediaext.results import Picture


def encoded(kind: str = "PNG", size=(5, 4), mode: str = "RGB") -> bytes:
    buffer = io.BytesIO()
    PIL.Image.new(mode, size, "red" if mode != "I;16" else 7).save(buffer, kind)
    return buffer.getvalue()


def decoded(value, kind="image"):
    return PIL.Image.open(io.BytesIO(read_media(value, "input_image", kind).content))


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF"])
def test_the_formats_of_the_service_are_sent_byte_for_byte(kind):
    content = encoded(kind)

    assert read_media(content, "input_image").content == content


@pytest.mark.parametrize("kind", ["TIFF", "BMP"])
def test_other_formats_are_sent_as_png(kind):
    assert read_media(encoded(kind), "input_image").media_type == "image/png"


def test_a_result_is_sent_with_its_own_bytes():
    picture = Picture(encoded("WEBP"))

    assert read_media(picture, "input_image").content == picture.content


@pytest.mark.parametrize(
    "value",
    [
        np.zeros((4, 5, 3), np.uint8),
        np.zeros((4, 5)),
        torch.zeros(3, 4, 5),
        torch.zeros(1, 4, 5, dtype=torch.uint8),
        np.zeros((4, 5), bool),
        PIL.Image.new("CMYK", (5, 4)),
        PIL.Image.new("LA", (5, 4)),
    ],
)
def test_pixels_of_every_kind_become_a_picture(value):
    assert decoded(value).size == (5, 4)


def test_floats_are_zero_to_one():
    assert decoded(np.full((1, 1, 3), 0.5)).getpixel((0, 0)) == (128, 128, 128)


def test_a_path_is_read(tmp_path):
    path = tmp_path / "a.png"
    path.write_bytes(encoded())

    assert read_media(path, "x").content == read_media(str(path), "x").content


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("nowhere.png", "there is no file"),
        (b"hello", "not an image"),
        (b"", "not an image"),
        (np.zeros((2, 3, 4, 5)), "not a picture"),
        (np.full((2, 2), np.nan), "not finite"),
        (encoded()[:40], "not an image"),
    ],
)
def test_what_is_no_picture_is_refused_with_the_name_of_the_field(value, words):
    with pytest.raises(InvalidRequest, match=words) as caught:
        read_media(value, "logo_url")

    assert str(caught.value).startswith("logo_url: ")
    assert caught.value.problems[0].field == "logo_url"


def test_a_text_file_named_png_is_refused(tmp_path):
    path = tmp_path / "picture.png"
    path.write_text("not a picture")

    with pytest.raises(InvalidRequest, match=r"picture\.png.*not an image"):
        read_media(path, "input_image")


def test_more_than_20_megabytes_are_refused_before_they_are_sent():
    noise = np.random.default_rng(0).integers(0, 256, (2700, 2700, 3), np.uint8)

    with pytest.raises(InvalidRequest, match="20 MiB"):
        read_media(noise, "input_image")


def bomb(width: int, height: int) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    rows = zlib.compress(b"\0" * 1000)
    end = chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + end


@pytest.mark.parametrize("side", [11_000, 17_400, 60_000])
def test_a_picture_of_hundreds_of_megapixels_is_refused_by_its_header(side):
    with pytest.raises(InvalidRequest, match=r"megapixels|too large"):
        read_media(bomb(side, side), "input_image")


def test_only_what_a_service_can_fetch_is_a_url():
    assert is_url("https://a.example/x.png")
    assert is_url("data:audio/wav;base64,AA==")
    assert not is_url("photos/x.png")
    assert not is_url(b"https://a.example")
