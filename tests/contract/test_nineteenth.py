"""An operation of another package: one class and one engine function, and it is everywhere."""

import subprocess
import sys
import textwrap

import pytest

import mediaext
from mediaext.operation import CATALOGUE

SOURCE = '''
"""Swap left and right in a picture."""

from typing import Annotated, ClassVar

from pydantic import Field

from mediaext.engines import Engine
from mediaext.engines.classical.pictures import encode_picture, open_picture
from mediaext.operation import Endpoint, Operation
from mediaext.results import Picture
from mediaext.vocabulary import ImageFormat, ImageUrl


class MirrorImage(Operation[Picture]):
    """Swap left and right in a picture."""

    endpoint: ClassVar[Endpoint] = Endpoint("mirror", "/mirror/image/v1")

    input_image: ImageUrl
    times: Annotated[int, Field(ge=1, le=3, description="How often.")] = 1
    output_format: ImageFormat = "png"


engine = Engine("mirrors", "1")


@engine.makes(MirrorImage)
def mirror(request, inputs, context):
    picture = open_picture(inputs["input_image"][0])
    for _ in range(request.times):
        picture = picture.transpose(0)
    return {"result": encode_picture(picture, request.output_format)}
'''


@pytest.fixture
def mirrors(tmp_path, monkeypatch):
    (tmp_path / "mirrors.py").write_text(textwrap.dedent(SOURCE))
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    import mirrors

    yield mirrors
    CATALOGUE.remove("mirror")
    del sys.modules["mirrors"]


@pytest.fixture
def media(mirrors):
    return mediaext.connect(engine="mirrors:engine")


def two_columns():
    import PIL.Image

    picture = PIL.Image.new("RGB", (2, 1), "red")
    picture.putpixel((1, 0), (0, 0, 255))
    return picture


def test_it_is_a_method_of_the_client_and_a_route_of_the_service(media):
    mirrored = media.mirror(two_columns())

    assert mirrored.getpixel((0, 0)) == (0, 0, 255)
    assert "mirror" in dir(media)
    assert "left and right" in media.mirror.__doc__


def test_its_bounds_hold_before_anything_is_sent(media):
    with pytest.raises(mediaext.InvalidRequest, match=r"times must be 1 to 3, not 4"):
        media.mirror(two_columns(), times=4)


def test_it_is_in_the_description_of_the_service(media):
    from mediaext.client.loop import core

    schema = core().run(media.session.connection.call("GET", "/openapi.json"))

    assert "/mirror/image/v1" in schema["paths"]
    assert "/mirror/image/v1/status/{job_id}" in schema["paths"]


def test_it_is_a_magic(media, monkeypatch):
    from IPython.core.interactiveshell import InteractiveShell

    from mediaext.notebook import load, session

    shell = InteractiveShell()
    try:
        load(shell)
        monkeypatch.setattr(session, "current", lambda *_: media, raising=False)
        shell.user_ns["picture"] = two_columns()
        shell.run_cell("%media help mirror").raise_error()
        done = shell.run_cell("%media mirror $picture --times 2 --dry-run")
        done.raise_error()
    finally:
        InteractiveShell.clear_instance()


def test_it_is_a_verb_of_the_command_line(mirrors, tmp_path):
    code = "import mirrors, sys; from mediaext.cli import main; sys.exit(main(sys.argv[1:]))"
    done = subprocess.run(
        [sys.executable, "-c", code, "mirror", "--help"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    assert "--times" in done.stdout
    assert "left and right" in done.stdout


def test_it_has_a_page_of_documentation(mirrors):
    from mediaext.grammar.help import page

    text = page(mirrors.MirrorImage)

    assert "times" in text
    assert "1 to 3" in text
