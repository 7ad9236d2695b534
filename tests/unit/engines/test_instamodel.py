"""Instamodel: the person of the photo, dressed and placed as described."""

import numpy as np
import pytest

from mediaext.engines.classical.faces import find_faces
from mediaext.engines.classical.operations import instamodel
from mediaext.errors import JobFailed
from mediaext.operations import Instamodel
from tests.unit.engines.people_photos import (
    ASTRONAUT,
    CAT,
    context,
    difference,
    encoded,
    likeness,
    opened,
    remembered,
)


@remembered
def modelled(
    prompt: str = "a woman in a red dress in a park", face=ASTRONAUT, seed: int = 7, **fields
):
    fields = {"output_format": "png", "width": 240, "height": 320, **fields}
    request = Instamodel(prompt=prompt, input_face="f.png", **fields)
    return opened(instamodel.make(request, {"input_face": [encoded(face)]}, context(seed)))


def told(prompt: str) -> list[str]:
    """Return the notes of a model of the usual photo."""
    job = context()
    request = Instamodel(prompt=prompt, input_face="f.png", width=240, height=320)
    instamodel.make(request, {"input_face": [encoded(ASTRONAUT)]}, job)
    return job.notes


@pytest.mark.parametrize("size", [(240, 320), (200, 200), (320, 180)])
def test_the_size_is_as_asked(size):
    assert modelled(width=size[0], height=size[1]).size == size


def test_the_face_is_the_given_one():
    assert likeness(modelled("a portrait in a black sweater"), ASTRONAUT) > 0.75


def test_the_clothes_have_the_described_colour_and_the_note_says_that_their_cut_stays():
    def cloth(colour: str) -> np.ndarray:
        image = np.asarray(modelled(f"a woman in a {colour} dress in a park"))
        return image[270:310, 60:100].mean(axis=(0, 1))

    red, green = cloth("red"), cloth("green")
    assert red[0] > red[1] + 40
    assert green[1] > green[0] + 20
    notes = told("a woman in a red dress in a park, sitting")
    assert "Clothes change colour and keep their cut: dress." in notes
    assert "Pose and expression stay as in the photo: sitting." in notes


def test_the_scene_and_the_seed_change_the_picture():
    assert difference(modelled("a red dress on a beach"), modelled("a red dress in a forest")) > 5
    assert difference(modelled(seed=1), modelled(seed=2)) > 1
    assert encoded(modelled.afresh()) == encoded(modelled())


def test_a_negative_prompt_has_an_effect():
    assert difference(modelled(), modelled(negative_prompt="park, green")) > 2


def test_a_close_up_shows_the_head_larger():
    def head(prompt: str) -> int:
        return find_faces(np.asarray(modelled(prompt, width=480, height=640)))[0].box[2]

    assert head("a close-up in a park") > 1.1 * head("in a park")


def test_a_photo_that_ends_above_the_knees_is_not_shown_whole_without_a_note():
    assert any("as far down as in the photo" in note for note in told("full body in a park"))


def test_a_photo_that_ends_at_the_chin_is_refused():
    with pytest.raises(JobFailed, match="ends at the chin") as caught:
        modelled(face=ASTRONAUT.crop((150, 0, 300, 210)))
    assert caught.value.code == "INPUT_INVALID"


def test_without_a_face_the_sentence_names_the_image():
    with pytest.raises(JobFailed, match="input_face: no face") as caught:
        modelled(face=CAT)
    assert caught.value.code == "INPUT_INVALID"


@pytest.mark.parametrize("name", ["webp", "jpeg"])
def test_the_format_is_what_was_asked(name):
    assert modelled(output_format=name).format == name.upper()
