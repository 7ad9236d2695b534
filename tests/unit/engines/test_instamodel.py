"""Instamodel: the given face on a drawn figure."""

import numpy as np
import pytest

from mediaext.engines.classical.operations import instamodel
from mediaext.engines.classical.outfits import read_outfit
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


@pytest.mark.parametrize("size", [(240, 320), (200, 200), (320, 180)])
def test_the_size_is_as_asked(size):
    assert modelled(width=size[0], height=size[1]).size == size


def test_the_face_is_the_given_one():
    assert likeness(modelled("a portrait in a black sweater"), ASTRONAUT) > 0.75


def test_the_outfit_is_the_described_one():
    def cloth(colour: str) -> np.ndarray:
        image = np.asarray(modelled(f"a woman in a {colour} dress in a park"))
        return image[206:250, 100:137].mean(axis=(0, 1))

    red, green = cloth("red"), cloth("green")
    assert red[0] > red[1] + 60
    assert green[1] > green[0] + 30


def test_the_scene_and_the_seed_change_the_picture():
    assert difference(modelled("a red dress on a beach"), modelled("a red dress in a forest")) > 5
    assert difference(modelled(seed=1), modelled(seed=2)) > 1
    assert encoded(modelled.afresh()) == encoded(modelled())


def test_a_negative_prompt_has_an_effect():
    assert difference(modelled(), modelled(negative_prompt="park, green")) > 2


def test_close_and_whole_framings_differ():
    close, whole = (
        instamodel.framing(words, (768, 1024))[0] for words in ("close-up", "full body")
    )
    assert close > 2 * whole


@pytest.mark.parametrize(
    ("prompt", "expected"),
    [
        ("a woman in a red dress", ("dress", "red", "", "")),
        ("green coat and gray trousers", ("shirt", "#f3f1ec", "trousers", "coat")),
        ("white t-shirt and blue jeans", ("t-shirt", "white", "jeans", "")),
        ("a man in a navy suit", ("shirt", "#f3f1ec", "trousers", "suit")),
    ],
)
def test_outfits_are_read(prompt, expected):
    outfit = read_outfit(prompt, 1)
    assert (outfit.top, outfit.top_colour, outfit.bottom, outfit.jacket) == expected


def test_without_a_face_the_sentence_names_the_image():
    with pytest.raises(JobFailed, match="input_face: no face") as caught:
        modelled(face=CAT)
    assert caught.value.code == "INPUT_INVALID"


@pytest.mark.parametrize("name", ["webp", "jpeg"])
def test_the_format_is_what_was_asked(name):
    assert modelled(output_format=name).format == name.upper()
