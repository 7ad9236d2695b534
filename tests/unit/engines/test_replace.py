"""Identity replace: skin and hair change, the rest stays."""

import numpy as np
import PIL.Image
import pytest

from mediaext.engines.classical.appearance import Looks, read_looks, unchanged
from mediaext.engines.classical.effects.kit import to_lab, to_light
from mediaext.engines.classical.operations import replace
from mediaext.errors import JobFailed
from mediaext.operations import ReplaceIdentity
from tests.unit.engines.people_photos import (
    CAT,
    SMALL,
    context,
    difference,
    encoded,
    opened,
    pixels,
    remembered,
    small_person,
)


@remembered
def replaced(prompt: str, image: PIL.Image.Image = SMALL, seed: int = 7, **fields):
    fields = {"output_format": "png", **fields}
    request = ReplaceIdentity(input_image="p.png", prompt=prompt, **fields)
    return opened(replace.make(request, {"input_image": [encoded(image)]}, context(seed)))


def lab_of(image: PIL.Image.Image, mask: np.ndarray) -> np.ndarray:
    return np.median(to_lab(to_light(np.asarray(image.convert("RGB"))))[mask > 0.8], axis=0)


@pytest.mark.parametrize(
    "prompt", ["an old man with gray hair, a beard and glasses", "a bald man", "someone else"]
)
def test_only_skin_and_hair_change(prompt):
    change = np.abs(pixels(replaced(prompt)) - pixels(SMALL)).max(axis=2)
    allowed = np.maximum(small_person().skin, small_person().hair) > 0
    assert change[~allowed].max() == 0
    assert change[allowed].mean() > 2


def test_hair_takes_the_colour_described():
    black, red = (
        lab_of(replaced(f"a woman with {c} hair"), small_person().hair) for c in ("black", "red")
    )
    start = lab_of(SMALL, small_person().hair)
    assert black[0] < start[0] - 20
    assert red[1] > start[1] + 8


def test_skin_takes_the_tone_described():
    dark, pale = (
        lab_of(replaced(f"a woman with {tone} skin"), small_person().face)
        for tone in ("dark", "pale")
    )
    assert dark[0] < pale[0] - 20


def test_age_deepens_or_smooths_lines():
    def lines(prompt: str) -> float:
        gray = pixels(replaced(prompt)).mean(axis=2)
        return float(np.abs(np.diff(gray, axis=0))[(small_person().face > 0.9)[:-1]].mean())

    assert lines("a child") < lines("an old woman")


def test_beard_and_glasses_darken_where_they_sit():
    plain = replaced("a man with brown hair")
    bearded = replaced("a man with brown hair and a beard")
    shaded = replaced("a man with brown hair and sunglasses")
    assert difference(plain, bearded) > 0.1
    assert (
        pixels(shaded)[small_person().face > 0.5].mean()
        < pixels(plain)[small_person().face > 0.5].mean() - 5
    )


def test_tone_correction_keeps_new_skin_in_the_old_light():
    start = lab_of(SMALL, small_person().face)[0]
    free, held = (
        lab_of(replaced("a woman with dark skin", tone_correction=t), small_person().face)[0]
        for t in (0.0, 1.0)
    )
    assert abs(held - start) < abs(free - start)


def test_without_segmentation_the_whole_picture_changes_and_tone_correction_brings_it_back():
    scene = np.s_[5:80, 240:315]
    free, held = (
        pixels(replaced("a woman with black hair", use_segmentation=False, tone_correction=t))[
            scene
        ]
        for t in (0.0, 1.0)
    )
    before = pixels(SMALL)[scene]
    assert np.abs(free - before).mean() > 1.5
    assert np.abs(held - before).mean() < 0.7 * np.abs(free - before).mean()


def test_the_palette_colours_hair_and_skin():
    assert (
        difference(
            replaced("someone", palette=["#ff00aa"]), replaced("someone", palette=["#00aaff"])
        )
        > 0.3
    )


def test_seeds_make_other_people_and_repeat():
    assert encoded(replaced.afresh("someone else")) == encoded(replaced("someone else"))
    assert difference(replaced("someone else", seed=1), replaced("someone else", seed=2)) > 0.3


def test_what_cannot_be_changed_is_refused_with_what_can():
    with pytest.raises(JobFailed, match=r"'zombie' can be changed; describe hair") as caught:
        replaced("as a zombie")
    assert caught.value.code == "INPUT_INVALID"


@pytest.mark.parametrize(
    ("words", "locked", "told"),
    [
        ("red hair and glasses", False, []),
        ("an old asian woman", False, ["The shape", "woman"]),
        ("a business suit", False, ["Clothes stay as they are: suit."]),
        ("in a red jacket", True, ["Clothes change colour and keep their cut: jacket."]),
        ("very old with tanned skin", True, ["the person is kept: age, skin."]),
        ("a beard and red lips", True, []),
    ],
)
def test_what_a_description_asks_in_vain_is_told(words, locked, told):
    sentences = " ".join(unchanged(words, read_looks(words), locked=locked))

    assert all(part in sentences for part in told)
    assert bool(sentences) == bool(told)


def test_without_a_face_the_sentence_names_the_image():
    with pytest.raises(JobFailed, match="input_image: no face") as caught:
        replaced("a woman", CAT)
    assert caught.value.code == "INPUT_INVALID"


@pytest.mark.parametrize(
    ("words", "field", "value"),
    [
        ("an old man with gray hair", "age", 0.8),
        ("a bald man", "bald", True),
        ("a man with glasses", "glasses", "clear"),
        ("a woman in sunglasses", "glasses", "dark"),
        ("a man without glasses", "glasses", ""),
        ("a clean-shaven man", "beard", 0.0),
        ("a bearded man", "beard", 0.85),
        ("a woman with red lipstick", "lips", "red"),
        ("a girl with green eyes", "eyes", "green"),
        ("a woman in a blue dress", "upper", "blue"),
        ("a 70 year old man", "age", pytest.approx(0.914, abs=0.01)),
    ],
)
def test_descriptions_are_read(words, field, value):
    assert getattr(read_looks(words), field) == value


@pytest.mark.parametrize(
    "words",
    [
        "a redhead",
        "blonde woman",
        "a woman with long dark brown hair",
        "ginger hair",
        "purple hair",
    ],
)
def test_hair_words_are_read(words):
    assert read_looks(words).hair


def test_nothing_described_is_nothing():
    assert not read_looks("a person").anything
    assert Looks(bald=True).anything


@pytest.mark.parametrize("name", ["webp", "jpeg"])
def test_the_format_is_what_was_asked(name):
    assert replaced("a man", output_format=name).format == name.upper()
