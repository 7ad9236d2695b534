"""Identity lock: the person stays, the scene follows the words."""

import numpy as np
import PIL.Image
import pytest

from mediaext.engines.classical.effects.kit import to_lab, to_light
from mediaext.engines.classical.faces import find_faces
from mediaext.engines.classical.negatives import draw_out, without
from mediaext.engines.classical.operations import lock
from mediaext.operations import LockIdentity
from tests.unit.engines.people_photos import (
    CAT,
    SMALL,
    context,
    difference,
    encoded,
    likeness,
    opened,
    remembered,
)


@remembered
def locked(prompt: str = "a forest", image: PIL.Image.Image = SMALL, seed: int = 7, **fields):
    fields = {"output_format": "png", "width": 320, "height": 320, **fields}
    request = LockIdentity(input_image="p.png", prompt=prompt, **fields)
    return opened(lock.make(request, {"input_image": [encoded(image)]}, context(seed)))


def corner(image: PIL.Image.Image) -> np.ndarray:
    return to_lab(to_light(np.asarray(image.convert("RGB"))[:90, -110:])).reshape(-1, 3)


@pytest.mark.parametrize(
    ("prompt", "fields"),
    [
        ("a beach at sunset", {}),
        ("a city at night, neon", {"width": 480, "height": 320}),
        ("in a green dress in a park, black hair", {"width": 256, "height": 400}),
        ("snowy mountains", {"width": 640, "height": 640}),
    ],
)
def test_the_face_is_kept(prompt, fields):
    image = locked(prompt, **fields)
    assert image.size == (fields.get("width", 320), fields.get("height", 320))
    assert likeness(image, SMALL) >= 0.9


def test_the_scene_follows_the_words():
    assert difference(locked("a beach at sunset"), locked("a forest in fog")) > 8


def test_clothes_follow_the_words():
    plain, green = locked("a park"), locked("in a green dress in a park")
    box = np.s_[240:300, 80:120]
    before, after = (
        to_lab(to_light(np.asarray(image.convert("RGB"))))[box] for image in (plain, green)
    )
    assert after[..., 1].mean() < before[..., 1].mean() - 25


def test_glasses_and_a_beard_are_put_on():
    plain, dark = locked("a park"), locked("in a park, with sunglasses and a beard")
    left, top, width, height = find_faces(np.asarray(SMALL))[0].box
    box = (left, top, left + width, top + height)

    assert difference(plain.crop(box), dark.crop(box)) > 8


def test_the_palette_colours_the_scene():
    blue, red = (corner(locked("a forest", palette=[code])) for code in ("#1030c0", "#c01020"))
    assert blue[:, 2].mean() < red[:, 2].mean() - 10


def test_a_negative_prompt_takes_words_and_colours_out():
    plain = locked("a forest in fog with flowers")
    assert difference(plain, locked("a forest in fog with flowers", negative_prompt="fog")) > 1
    flag = np.zeros((40, 80, 3), np.uint8)
    flag[:, :40], flag[:, 40:] = (30, 140, 40), (200, 30, 30)
    drawn = draw_out(flag, "green", 5.0, context())
    assert np.ptp(drawn[:, 5:30], axis=2).max() < 12
    assert np.ptp(drawn[:, 50:75], axis=2).min() > 100
    assert without("a forest in fog", "noise, fogs") == "a forest in"


def test_guidance_deepens_the_scene_most_with_a_negative_prompt():
    def chroma(**fields) -> float:
        lab = corner(locked("a beach at sunset", **fields))
        return float(np.hypot(lab[:, 1], lab[:, 2]).mean())

    low, high = chroma(guidance_scale=1.0), chroma(guidance_scale=8.0)
    strong = chroma(guidance_scale=8.0, negative_prompt="people")
    assert low < high < strong


def test_steps_change_the_detail_of_the_scene():
    few, many = (locked("a forest", num_inference_steps=steps) for steps in (1, 60))
    assert difference(few, many) > 0.3


def test_seeds_change_the_scene_and_repeat():
    assert encoded(locked.afresh()) == encoded(locked())
    assert difference(locked(seed=1), locked(seed=2)) > 1


def test_a_style_colours_the_scene_alone_and_the_note_says_so():
    job = context()
    request = LockIdentity(
        input_image="p.png", prompt="a forest, oil painting", width=320, height=320
    )
    lock.make(request, {"input_image": [encoded(SMALL)]}, job)
    assert any("the scene alone" in note for note in job.notes)


def test_an_animal_is_kept_too():
    assert locked(image=CAT).size == (320, 320)


@pytest.mark.parametrize("name", ["webp", "jpeg"])
def test_the_format_is_what_was_asked(name):
    assert locked(output_format=name).format == name.upper()
