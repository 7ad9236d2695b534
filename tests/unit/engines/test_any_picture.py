"""Photos as they really come work in every operation on people and brands."""

import io

import numpy as np
import PIL.Image
import pytest

from mediaext.engines import load_engine
from mediaext.operations import (
    BrandTemplate,
    Instamodel,
    LegacyUpscale,
    LockIdentity,
    PlaceLogo,
    ReplaceIdentity,
    SwapFace,
    TryOn,
)
from tests.unit.engines.people_photos import ASTRONAUT, context, opened

PORTRAIT = ASTRONAUT.crop((80, 0, 368, 384)).resize((240, 320))
TURNED = 6  # EXIF: the camera was turned by a quarter
REQUESTS = (
    (SwapFace(target="t", source="s", upscale=1.0), (240, 320)),
    (TryOn(person_image="p", clothing_image="c", gender="woman", clothing_type="shirt"),
     (256, 320)),
    (LockIdentity(input_image="p", prompt="in a park", width=240, height=320, seed=1), (240, 320)),
    (ReplaceIdentity(input_image="p", prompt="a man with a beard", seed=1), (240, 320)),
    (Instamodel(prompt="in a park", input_face="p", width=240, height=320, seed=1), (240, 320)),
    (BrandTemplate(input_image="p", logo_url="l", seed=1), (240, 320)),
    (PlaceLogo(input_image="p", logo_url="l"), (240, 320)),
    (LegacyUpscale(input_image="p", prompt="sharp"), None),
)  # fmt: skip


def saved(image: PIL.Image.Image, kind: str, **options) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, kind, **options)
    return buffer.getvalue()


def for_print_and_turned() -> bytes:
    exif = PIL.Image.Exif()
    exif[0x0112] = TURNED
    return saved(PORTRAIT.rotate(90, expand=True).convert("CMYK"), "JPEG", quality=95, exif=exif)


def gray_of_sixteen_bits() -> bytes:
    values = np.asarray(PORTRAIT.convert("L"), np.uint16) * 257
    return saved(PIL.Image.fromarray(values), "PNG")


def veiled_palette() -> bytes:
    return saved(PORTRAIT.quantize(128), "PNG", transparency=127)


CASES = [
    *((request, size, for_print_and_turned) for request, size in REQUESTS),
    *((request, size, gray_of_sixteen_bits) for request, size in REQUESTS[::2]),
    *((request, size, veiled_palette) for request, size in REQUESTS[1::2]),
]


@pytest.mark.parametrize(
    ("asked", "size", "photo"),
    CASES,
    ids=[f"{asked.endpoint.name}-{photo.__name__}" for asked, _, photo in CASES],
)
def test_photos_as_they_come_are_taken(asked, size, photo):
    roles = ("target", "source", "person_image", "clothing_image", "input_image", "input_face",
             "logo_url")  # fmt: skip
    inputs = {role: [photo()] for role in roles if hasattr(asked, role)}
    made = opened(load_engine("classical").make(asked, inputs, context()))
    assert made.size == (size or made.size)
    assert np.asarray(made.convert("L")).std() > 8
