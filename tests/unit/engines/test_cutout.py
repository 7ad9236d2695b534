"""The cutout: always a transparent PNG, with shadow and flat colour as asked."""

import numpy as np
import PIL.Image
import pytest

from mediaext.engines import Context, load_engine
from mediaext.errors import JobFailed
from mediaext.operations import RemoveBackground

ENGINE = load_engine()


@pytest.fixture(scope="module")
def cut(subjects):
    """Cut out a photo that brings its outline along, which is quick; the reply is decoded."""
    mask = subjects.outline("flower")[::2, ::2]
    content = subjects.encoded(
        np.dstack([subjects.photo("flower")[::2, ::2], np.uint8(255) * mask])
    )

    def run(**fields):
        request = RemoveBackground(input_image="in", **fields)
        made = ENGINE.make(request, {"input_image": [content]}, Context(seed=3))
        return {role: subjects.decoded(file) for role, file in made.items()}

    return run


@pytest.fixture(scope="module")
def plain(cut):
    return np.asarray(cut()["cutout"]).astype(float)


def test_without_recolor_only_the_cutout_is_made(cut):
    made = cut(output_format="jpeg")

    assert set(made) == {"cutout"}
    assert made["cutout"].format == "PNG"
    assert made["cutout"].mode == "RGBA"


@pytest.mark.parametrize("output_format", ["png", "webp", "jpeg"])
def test_recolor_adds_a_composite_in_the_format_asked(cut, output_format):
    made = cut(recolor="#1e90ff", output_format=output_format)

    assert made["result"].format == output_format.upper()
    assert made["result"].mode == "RGB"
    corner = np.asarray(made["result"])[2, 2]
    assert np.abs(corner - np.array([30, 144, 255])).max() <= 3
    assert made["cutout"].format == "PNG"


@pytest.mark.parametrize("text", ["f80", "#f80", "ff8800", "#FF8800"])
def test_a_colour_may_be_short_or_bare(cut, text):
    made = cut(recolor=text, output_format="png")

    assert np.asarray(made["result"])[2, 2].tolist() == [255, 136, 0]


def test_the_shadow_lies_beside_the_subject_only(cut, plain):
    shaded = np.asarray(cut(drop_shadow=True)["cutout"]).astype(float)
    added = shaded[..., 3] - plain[..., 3]

    assert added.min() >= 0
    assert added.max() > 40
    assert np.array_equal(shaded[plain[..., 3] == 255], plain[plain[..., 3] == 255])
    dark = (plain[..., 3] == 0) & (shaded[..., 3] > 0)
    assert shaded[dark][:, :3].max() == 0


def test_shadow_opacity_bounds_the_darkness(cut, plain):
    def darkness(opacity):
        made = cut(drop_shadow=True, shadow_opacity=opacity, shadow_dx=0.2, shadow_blur=0)
        return np.asarray(made["cutout"])[..., 3][plain[..., 3] == 0].max() / 255

    assert darkness(0.0) == 0
    assert darkness(0.5) == pytest.approx(0.5, abs=0.01)
    assert darkness(1.0) == pytest.approx(1.0, abs=0.01)


def test_the_shadow_moves_as_its_offsets_say(cut, plain):
    def centre(**offsets):
        made = cut(drop_shadow=True, shadow_opacity=1, shadow_blur=0, **offsets)
        alpha = np.asarray(made["cutout"])[..., 3] * (plain[..., 3] == 0)
        rows, columns = np.nonzero(alpha > 128)
        return rows.mean(), columns.mean()

    here = np.nonzero(plain[..., 3] > 128)
    middle = here[0].mean(), here[1].mean()
    assert centre(shadow_dx=0.2, shadow_dy=0)[1] > middle[1] + 20
    assert centre(shadow_dx=-0.2, shadow_dy=0)[1] < middle[1] - 20
    assert centre(shadow_dx=0, shadow_dy=0.2)[0] > middle[0] + 15
    assert centre(shadow_dx=0, shadow_dy=-0.2)[0] < middle[0] - 15


def test_shadow_blur_softens(cut, plain):
    def steepness(blur):
        made = cut(
            drop_shadow=True, shadow_opacity=1, shadow_dx=0.3, shadow_dy=0, shadow_blur=blur
        )
        alpha = np.asarray(made["cutout"])[100, :, 3].astype(float)
        return np.abs(np.diff(alpha))[240:].max()  # the shadow's far side

    assert steepness(0.0) > 2 * steepness(0.02) > 4 * steepness(0.08) > 0


def test_a_picture_that_is_transparent_already_keeps_its_outline(subjects):
    own = np.zeros((80, 100, 4), np.uint8)
    own[20:60, 30:70] = (200, 30, 30, 255)
    request = RemoveBackground(input_image="in")

    made = ENGINE.make(request, {"input_image": [subjects.encoded(own)]}, Context())
    assert np.array_equal(np.asarray(subjects.decoded(made["cutout"]))[..., 3], own[..., 3])


def test_progress_rises_to_the_end(subjects):
    seen = []
    context = Context(report=lambda fraction, message: seen.append((fraction, message)))
    content = subjects.encoded(subjects.photo("flower")[::3, ::3])
    ENGINE.make(RemoveBackground(input_image="in"), {"input_image": [content]}, context)

    fractions = [fraction for fraction, _ in seen]
    assert len(seen) >= 5
    assert fractions == sorted(fractions)
    assert all(message for _, message in seen)


def test_the_same_request_makes_the_same_bytes(subjects):
    request = RemoveBackground(input_image="in", recolor="#fff", drop_shadow=True)
    inputs = {"input_image": [subjects.encoded(subjects.photo("coffee")[::3, ::3])]}

    first, second = (ENGINE.make(request, inputs, Context(seed=1)) for _ in range(2))
    assert first["cutout"].content == second["cutout"].content
    assert first["result"].content == second["result"].content


@pytest.mark.parametrize("mode", ["L", "LA", "P", "CMYK", "I;16", "RGB", "RGBA", "1"])
def test_pictures_of_every_mode_are_cut_out(subjects, mode):
    rgb = PIL.Image.fromarray(subjects.photo("flower")[::4, ::4].copy())
    if mode == "I;16":
        image = PIL.Image.fromarray(np.asarray(rgb.convert("L")).astype(np.uint16) * 257)
    else:
        image = rgb.convert(mode)
    kind = "TIFF" if mode == "CMYK" else "PNG"
    request = RemoveBackground(input_image="in")

    made = ENGINE.make(request, {"input_image": [subjects.encoded(image, kind)]}, Context())
    assert subjects.decoded(made["cutout"]).size == rgb.size


def test_a_photo_turned_by_exif_stands_upright(subjects):
    sideways = PIL.Image.fromarray(subjects.photo("flower")[::3, ::3].copy()).rotate(
        90, expand=True
    )
    exif = PIL.Image.Exif()
    exif[0x0112] = 6  # turned a quarter to the right when shown
    content = subjects.encoded(sideways, "JPEG", exif=exif)

    made = ENGINE.make(RemoveBackground(input_image="in"), {"input_image": [content]}, Context())
    assert subjects.decoded(made["cutout"]).size == (sideways.height, sideways.width)


@pytest.mark.parametrize("content", [b"", b"hello", b"\x89PNG\r\n\x1a\n" + b"\0" * 50])
def test_what_is_no_image_is_refused_with_a_sentence(content):
    with pytest.raises(JobFailed, match="input_image") as caught:
        ENGINE.make(RemoveBackground(input_image="in"), {"input_image": [content]}, Context())
    assert caught.value.code == "INPUT_INVALID"
