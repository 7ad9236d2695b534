"""Results are what people expect of their kind, and keep their bytes."""

import copy
import io
import pickle

import numpy as np
import PIL.Image
import pytest

from mediaext.results import Cutout, MadeFile, Picture


def encoded(kind: str = "PNG", mode: str = "RGB", size=(6, 4)) -> bytes:
    buffer = io.BytesIO()
    PIL.Image.new(mode, size, 1).save(buffer, kind)
    return buffer.getvalue()


@pytest.mark.parametrize("kind", ["PNG", "WEBP", "JPEG", "GIF"])
def test_a_picture_is_a_pil_image_that_decodes_late(kind):
    picture = Picture(encoded(kind))

    assert isinstance(picture, PIL.Image.Image)
    assert picture.size == (6, 4)
    assert picture._im is None
    assert picture.resize((3, 2)).size == (3, 2)
    assert picture._im is not None


@pytest.mark.parametrize(
    "use",
    [
        lambda p: p.convert("L"),
        lambda p: p.crop((0, 0, 2, 2)),
        lambda p: p.getpixel((0, 0)),
        lambda p: p.rotate(90),
        lambda p: p.split(),
        np.asarray,
        lambda p: p.tobytes(),
        lambda p: p.thumbnail((2, 2)),
        lambda p: PIL.Image.blend(p, p, 0.5),
        lambda p: copy.copy(p).load(),
        lambda p: copy.deepcopy(p).load(),
        lambda p: p.histogram(),
        lambda p: list(p.getdata()) if not hasattr(p, "get_flattened_data") else None,
    ],
)
def test_a_picture_works_wherever_a_pil_image_does(use):
    use(Picture(encoded()))


def test_pixels_become_arrays_and_tensors():
    picture = Picture(encoded(mode="RGBA"))

    assert picture.to_numpy().shape == (4, 6, 4)
    assert tuple(Picture(encoded("JPEG")).to_tensor().shape) == (3, 4, 6)
    assert picture.to_numpy().dtype == np.uint8


def test_a_picture_pickles_by_its_bytes():
    picture = Picture(encoded(), name="a.png")
    again = pickle.loads(pickle.dumps(picture))

    assert (again.content, again.name, again.size) == (picture.content, "a.png", (6, 4))


def test_a_picture_shows_itself_everywhere():
    data, metadata = Picture(encoded("WEBP"))._repr_mimebundle_()

    assert {"text/plain", "text/html", "image/jpeg"} == set(data)
    assert metadata["image/jpeg"]["alt"]
    assert "<img alt=" in data["text/html"]


def test_words_from_outside_are_escaped():
    from datetime import UTC, datetime

    from mediaext.job import JobRecord

    record = JobRecord(
        job_id="1",
        operation="image",
        request={"prompt": "<script>alert('x')</script>"},
        submitted_at=datetime(2026, 1, 1, tzinfo=UTC),
    )
    html = Picture(encoded(), job=record)._repr_mimebundle_()[0]["text/html"]

    assert "<script>" not in html


def test_a_cutout_is_the_transparent_picture_with_its_composite():
    files = {
        "cutout": MadeFile(encoded(mode="RGBA"), "image/png"),
        "result": MadeFile(encoded("JPEG"), "image/jpeg"),
    }
    cutout = Cutout.from_files(files)

    assert cutout.mode == "RGBA"
    assert cutout.composite is not None
    assert cutout.composite.format == "JPEG"
    assert Cutout.from_files({"cutout": files["cutout"]}).composite is None
