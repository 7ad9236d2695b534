"""Any image that people have is opened; what is none is refused with a sentence."""

import io

import numpy as np
import PIL.Image
import pytest

from mediaext.engines.classical.pictures import MOST_PIXELS, encode_picture, open_picture
from mediaext.errors import JobFailed


@pytest.mark.parametrize(
    ("mode", "opened"),
    [("RGB", "RGB"), ("L", "RGB"), ("1", "RGB"), ("P", "RGB"), ("LA", "RGBA"), ("RGBA", "RGBA")],
)
def test_modes_become_rgb_or_rgba(subjects, mode, opened):
    image = PIL.Image.new("RGB", (8, 6), (200, 40, 90)).convert(mode)

    assert open_picture(subjects.encoded(image)).mode == opened


def test_cmyk_and_16_bit_keep_their_tones(subjects):
    cmyk = PIL.Image.new("RGB", (8, 8), (250, 250, 250)).convert("CMYK")
    deep = PIL.Image.fromarray(np.full((8, 8), 32768, np.uint16))
    real = PIL.Image.fromarray(np.array([[0.0, np.nan, 100.0]], np.float32))

    assert open_picture(subjects.encoded(cmyk, "JPEG")).getpixel((4, 4))[0] > 235
    assert open_picture(subjects.encoded(deep)).getpixel((0, 0)) == (128, 128, 128)
    assert open_picture(subjects.encoded(real, "TIFF")).getpixel((2, 0)) == (100, 100, 100)


@pytest.mark.filterwarnings("ignore::UserWarning:PIL")  # Pillow says that the EXIF is damaged
def test_exif_turns_the_picture_and_damage_to_it_does_not_matter(subjects):
    image = PIL.Image.new("RGB", (20, 10))
    exif = PIL.Image.Exif()
    exif[0x0112] = 6

    assert open_picture(subjects.encoded(image, "JPEG", exif=exif)).size == (10, 20)
    broken = subjects.encoded(image, "JPEG", exif=b"Exif\x00\x00MM\x00*\xff\xff\xff\xff")
    assert open_picture(broken).size == (20, 10)


@pytest.mark.parametrize("content", [b"", b"text", b"GIF89a", b"\xff\xd8\xff\xe0" + b"\0" * 40])
def test_what_is_no_image_is_refused_by_field(content):
    with pytest.raises(JobFailed, match="logo_url: the image cannot be decoded") as caught:
        open_picture(content, "logo_url")
    assert caught.value.code == "INPUT_INVALID"


@pytest.mark.parametrize("side", [9000, 20000])
def test_a_bomb_is_refused_before_it_is_decoded(side):
    buffer = io.BytesIO()
    PIL.Image.new("1", (side, side)).save(buffer, "PNG")

    assert side * side > MOST_PIXELS
    with pytest.raises(JobFailed, match="input_image"):
        open_picture(buffer.getvalue())


def test_jpeg_is_flattened_on_white():
    made = encode_picture(PIL.Image.new("RGBA", (9, 9)), "jpeg")

    assert made.media_type == "image/jpeg"
    assert min(PIL.Image.open(io.BytesIO(made.content)).getpixel((4, 4))) > 250
