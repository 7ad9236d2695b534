"""One declaration and one engine function make a whole new operation, everywhere."""

import subprocess
import sys
import textwrap

import pytest

import mediaext
from mediaext.operation import CATALOGUE

SOURCE = '''
"""Turn a picture upside down."""

from typing import Annotated, ClassVar

from pydantic import Field

from mediaext.engines import Engine
from mediaext.engines.classical.pictures import encode_picture, open_picture
from mediaext.operation import Endpoint, Operation
from mediaext.results import Picture
from mediaext.vocabulary import ImageFormat, ImageUrl


class FlipImage(Operation[Picture]):
    """Turn a picture upside down."""

    endpoint: ClassVar[Endpoint] = Endpoint("flip", "/flip/image/v1")

    input_image: ImageUrl
    times: Annotated[int, Field(ge=1, le=3, description="How often.")] = 1
    output_format: ImageFormat = "png"


engine = Engine("flipper", "1")


@engine.makes(FlipImage)
def flip(request, inputs, context):
    picture = open_picture(inputs["input_image"][0])
    for _ in range(request.times):
        picture = picture.transpose(1)
    return {"result": encode_picture(picture, request.output_format)}
'''


@pytest.fixture
def flipper(tmp_path, monkeypatch):
    (tmp_path / "flipper.py").write_text(textwrap.dedent(SOURCE))
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    import flipper

    yield flipper
    CATALOGUE.remove("flip")
    del sys.modules["flipper"]


@pytest.fixture
def media(flipper):
    return mediaext.connect(engine="flipper:engine")


def two_rows():
    import PIL.Image

    picture = PIL.Image.new("RGB", (1, 2), "red")
    picture.putpixel((0, 1), (0, 0, 255))
    return picture


def test_it_is_a_method_of_the_client_and_a_route_of_the_service(media):
    flipped = media.flip(two_rows())

    assert flipped.getpixel((0, 0)) == (0, 0, 255)
    assert "flip" in dir(media)
    assert "upside down" in media.flip.__doc__


def test_its_bounds_hold_before_anything_is_sent(media):
    with pytest.raises(mediaext.InvalidRequest, match=r"times is 1 to 3, not 4"):
        media.flip(two_rows(), times=4)


def test_it_is_in_the_description_of_the_service(media):
    from mediaext.client.core import core

    schema = core().run(media.session.call("GET", "/openapi.json"))

    assert "/flip/image/v1" in schema["paths"]
    assert "/flip/image/v1/status/{job_id}" in schema["paths"]


def test_it_is_a_magic(media, monkeypatch):
    from IPython.core.interactiveshell import InteractiveShell

    from mediaext.notebook import load, session

    shell = InteractiveShell()
    try:
        load(shell)
        monkeypatch.setattr(session, "current", lambda *_: media, raising=False)
        shell.user_ns["picture"] = two_rows()
        shell.run_cell("%media help flip").raise_error()
        done = shell.run_cell("%media flip $picture --times 2 --dry-run")
        done.raise_error()
    finally:
        InteractiveShell.clear_instance()


def test_it_is_a_verb_of_the_command_line(flipper, tmp_path):
    code = "import flipper, sys; from mediaext.cli import main; sys.exit(main(sys.argv[1:]))"
    done = subprocess.run(
        [sys.executable, "-c", code, "flip", "--help"], capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stderr
    assert "--times" in done.stdout
    assert "upside down" in done.stdout


def test_it_has_a_page_of_documentation(flipper):
    from mediaext.reference import page

    text = page(flipper.FlipImage)

    assert "times" in text
    assert "1 to 3" in text
