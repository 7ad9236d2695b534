"""The new background: the subject stays, the scene follows the words, every field acts."""

import numpy as np
import PIL.Image
import PIL.ImageDraw
import PIL.ImageFont
import pytest

from mediaext.engines import Context, load_engine
from mediaext.engines.classical.masks import subject_alpha
from mediaext.engines.classical.operations import background
from mediaext.engines.classical.painter import paint_scene
from mediaext.operations import ChangeBackground

ENGINE = load_engine()


@pytest.fixture(scope="module")
def change(subjects):
    """Change the background of a photo that brings its outline along, which is quick."""
    mask = subjects.outline("flower")[::2, ::2]
    usual = np.dstack([subjects.photo("flower")[::2, ::2], np.uint8(255) * mask])

    def run(picture=None, seed=5, **fields):
        pixels = usual if picture is None else picture
        fields = {"prompt": "a beach at sunset", "output_format": "png"} | fields
        request = ChangeBackground(input_image="in", subject_description="flower", **fields)
        made = ENGINE.make(
            request, {"input_image": [subjects.encoded(pixels)]}, Context(seed=seed)
        )
        return np.asarray(subjects.decoded(made["result"])).astype(float)

    return run


@pytest.fixture(scope="module")
def photo(subjects):
    return subjects.photo("flower")[::2, ::2].astype(float)


@pytest.fixture(scope="module")
def alpha(subjects):
    return subjects.outline("flower")[::2, ::2].astype(float)


@pytest.fixture(scope="module")
def usual(change):
    return change()


@pytest.mark.parametrize("tone_correction", [0.0, 1.0])
def test_the_subject_that_was_found_is_kept(change, photo, tone_correction):
    made = change(photo.astype(np.uint8), tone_correction=tone_correction)
    found = subject_alpha(photo.astype(np.uint8)) > 0.5

    assert np.abs(made - photo)[found].mean() < 6


def test_the_rest_is_replaced(usual, photo, alpha):
    assert np.abs(usual - photo)[alpha < 0.01].mean() > 25


def test_the_scene_follows_the_prompt(change, alpha):
    scenes = [
        change(prompt=words) for words in ("a snowy field", "the night sky", "a green meadow")
    ]
    snow, night, meadow = (scene[alpha < 0.01] for scene in scenes)

    assert night.mean() < snow.mean() - 40
    assert meadow[:, 1].mean() > meadow[:, 2].mean() + 8


def test_the_same_seed_repeats_and_another_differs(subjects):
    request = ChangeBackground(input_image="in", prompt="a forest", subject_description="cup")
    inputs = {"input_image": [subjects.encoded(subjects.photo("coffee")[::3, ::3])]}
    made = [ENGINE.make(request, inputs, Context(seed=seed))["result"] for seed in (1, 1, 2)]

    assert made[0].content == made[1].content != made[2].content


def test_tone_correction_draws_the_scene_to_the_photo(change, photo, alpha):
    outside = alpha < 0.01

    def gap(strength):
        return np.abs(change(tone_correction=strength)[outside].mean(0) - photo[outside].mean(0))

    assert gap(1.0).sum() < gap(0.0).sum() - 5


def test_harmonize_strength_lights_the_subject(change, photo, alpha):
    inside = alpha > 0.9
    gaps = [
        np.abs(change(harmonize_strength=strength) - photo)[inside].mean()
        for strength in (0.0, 0.4, 0.9)
    ]

    assert gaps[0] < gaps[1] < gaps[2]
    assert gaps[0] < 1


def test_palette_colours_the_scene(change, alpha):
    plain, blue = (
        change(prompt="a studio", palette=tones)[alpha < 0.01] for tones in (None, ["#0040ff"])
    )

    assert (blue[:, 2] - blue[:, 0]).mean() > (plain[:, 2] - plain[:, 0]).mean() + 8


def test_guidance_deepens_the_colours(change, alpha):
    def colourful(guidance):
        scene = change(true_cfg_scale=guidance)[alpha < 0.01]
        return (scene.max(axis=1) - scene.min(axis=1)).mean()

    assert colourful(0.0) < colourful(4.0) < colourful(9.0)


@pytest.mark.parametrize("fields", [{"num_inference_steps": 40}, {"faster_inference": False}])
def test_more_steps_paint_another_scene_behind_the_same_subject(change, usual, alpha, fields):
    made = change(**fields)

    assert np.abs(made - usual)[alpha < 0.01].mean() > 0.5
    assert np.abs(made - usual)[alpha > 0.9].mean() < 1


def test_a_full_edit_touches_the_subject_too(change, photo, alpha):
    made = change(use_segmentation=False)

    assert 1.5 < np.abs(made - photo)[alpha > 0.9].mean() < 60
    assert np.abs(made - photo)[alpha < 0.01].mean() > 15


@pytest.mark.parametrize(("has_text", "kept"), [(None, True), (True, True), (False, False)])
def test_lettering_is_kept_unless_told_otherwise(subjects, change, has_text, kept):
    poster = PIL.Image.fromarray(subjects.photo("flower").copy())
    font = PIL.ImageFont.load_default(40)
    PIL.ImageDraw.Draw(poster).text((30, 20), "Summer flowers", fill=(255, 255, 255), font=font)
    drawn = (np.asarray(poster) == 255).all(axis=2)

    made = change(np.asarray(poster), has_text=has_text, prompt="a dark forest at night")
    assert (made[drawn].min(axis=1) > 200).mean() > 0.75 if kept else made[drawn].mean() < 180


@pytest.mark.parametrize("output_format", ["webp", "jpeg", "png"])
def test_size_and_format_are_as_asked(subjects, output_format):
    request = ChangeBackground(
        input_image="in", prompt="hills", subject_description="it", output_format=output_format
    )
    content = subjects.encoded(subjects.photo("coffee")[::3, ::4])
    made = ENGINE.make(request, {"input_image": [content]}, Context())["result"]

    assert subjects.decoded(made).format == output_format.upper()
    assert subjects.decoded(made).size == (150, 134)


def test_a_cut_out_subject_keeps_its_outline(subjects, change):
    own = np.zeros((120, 160, 4), np.uint8)
    own[30:90, 50:110] = (200, 30, 30, 255)

    made = change(own)
    assert np.abs(made[32:88, 52:108] - [200, 30, 30]).max() <= 1
    assert np.abs(made[:20] - [200, 30, 30]).mean() > 20


@pytest.mark.parametrize("shape", [(1, 1), (9, 40), (64, 64)])
def test_tiny_pictures_have_a_background_too(change, shape):
    assert change(np.full((*shape, 3), 90, np.uint8)).shape == (*shape, 3)


def test_a_scene_out_of_focus_is_painted_smaller(monkeypatch):
    painted = []

    def paint(prompt, width, height, seed, **choices):
        painted.append((width, height))
        return paint_scene(prompt, width, height, seed, **choices)

    monkeypatch.setattr(background, "paint_scene", paint)
    request = ChangeBackground(input_image="in", prompt="a beach", subject_description="cup")
    photo, near = np.full((900, 1200, 3), 90, np.uint8), np.zeros((900, 1200), np.float32)
    near[200:, 300:900] = 1

    made = background.paint_background(request, photo, near, seed=1)

    assert made.shape == photo.shape
    ((width, height),) = painted
    assert 300 < width < 600
    assert width / height == pytest.approx(4 / 3, abs=0.01)
