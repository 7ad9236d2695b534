"""The logo: half opacity, its place, its size, transparency kept."""

import io

import numpy as np
import PIL.Image
import pytest

from mediaext.engines import Context, load_engine
from mediaext.engines.classical.stamping import stamp
from mediaext.errors import JobFailed
from mediaext.operations import PlaceLogo

ENGINE = load_engine()


def encoded(image, kind="PNG"):
    buffer = io.BytesIO()
    image.save(buffer, kind)
    return buffer.getvalue()


def place(picture, logo, **fields):
    request = PlaceLogo(input_image="in", logo_url="logo", **fields)
    inputs = {"input_image": [encoded(picture)], "logo_url": [encoded(logo)]}
    made = ENGINE.make(request, inputs, Context())["result"]
    return PIL.Image.open(io.BytesIO(made.content))


@pytest.mark.parametrize("base", [(0, 0, 0), (200, 40, 90), (255, 255, 255)])
def test_an_opaque_logo_shows_exactly_half_of_itself(base):
    stamped = stamp(PIL.Image.new("RGB", (400, 300), base), PIL.Image.new("RGB", (50, 50), "blue"))
    changed = np.asarray(stamped)[(np.asarray(stamped) != base).any(axis=2)]

    expected = np.round((np.array(base) + np.array([0, 0, 255])) / 2)
    assert len(changed) > 500
    assert np.abs(changed - expected).max() <= 1


def test_the_logos_own_alpha_counts_beside_the_half():
    logo = PIL.Image.new("RGBA", (60, 60), (255, 255, 255, 128))

    stamped = np.asarray(stamp(PIL.Image.new("RGB", (400, 400)), logo))

    assert stamped.max() == round(255 * 0.5 * 128 / 255)


@pytest.mark.parametrize(
    ("position", "rows", "columns"),
    [
        ("bottom_right", slice(200, None), slice(300, None)),
        ("bottom_left", slice(200, None), slice(0, 300)),
        ("top_right", slice(0, 200), slice(300, None)),
        ("top_left", slice(0, 200), slice(0, 300)),
    ],
)
def test_the_logo_stands_in_its_corner_with_a_margin(position, rows, columns):
    stamped = place(
        PIL.Image.new("RGB", (600, 400)),
        PIL.Image.new("RGB", (80, 40), "white"),
        position=position,
        output_format="png",
    )
    touched = np.asarray(stamped).any(axis=2)

    assert touched[rows, columns].sum() == touched.sum() > 0
    frame = touched.copy()
    frame[12:-12, 12:-12] = False
    assert not frame.any()


@pytest.mark.parametrize("side", [200, 1000])
def test_the_logo_grows_with_the_picture(side):
    stamped = stamp(PIL.Image.new("RGB", (side, side)), PIL.Image.new("RGB", (90, 30), "white"))

    assert np.asarray(stamped).any(axis=(0, 2)).sum() == pytest.approx(0.24 * side, abs=1)


def test_transparent_borders_of_the_logo_do_not_count():
    logo = PIL.Image.new("RGBA", (300, 300))
    logo.paste((255, 0, 0, 255), (100, 100, 200, 200))
    bare = PIL.Image.new("RGBA", (100, 100), (255, 0, 0, 255))
    picture = PIL.Image.new("RGB", (500, 500), "white")

    assert np.array_equal(stamp(picture, logo), stamp(picture, bare))


def test_a_transparent_picture_stays_transparent_beside_the_logo():
    stamped = place(
        PIL.Image.new("RGBA", (400, 400)),
        PIL.Image.new("RGB", (50, 50), "red"),
        output_format="png",
    )
    alpha = np.asarray(stamped)[..., 3]

    assert stamped.mode == "RGBA"
    assert set(np.unique(alpha)) == {0, 128}


def test_an_invisible_logo_is_refused_with_a_sentence():
    with pytest.raises(JobFailed, match="logo_url: the logo is fully transparent"):
        stamp(PIL.Image.new("RGB", (50, 50)), PIL.Image.new("RGBA", (9, 9)))


def test_a_logo_that_is_no_image_is_refused_by_name():
    request = PlaceLogo(input_image="in", logo_url="logo")
    inputs = {"input_image": [encoded(PIL.Image.new("RGB", (9, 9)))], "logo_url": [b"no image"]}

    with pytest.raises(JobFailed, match="logo_url") as caught:
        ENGINE.make(request, inputs, Context())
    assert caught.value.code == "INPUT_INVALID"


@pytest.mark.parametrize("size", [(1, 1), (3, 200), (200, 2)])
def test_the_smallest_pictures_take_a_logo(size):
    stamped = stamp(PIL.Image.new("RGB", size), PIL.Image.new("RGB", (10, 10), "white"))

    assert stamped.size == size
