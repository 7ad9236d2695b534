"""The workflows name their steps and keep the shape of what they show."""

import PIL.Image
import pytest

import mediaext
from mediaext import workflows
from mediaext.workflows import clip_size


@pytest.fixture
def media(tmp_path):
    return mediaext.connect(home=tmp_path, engine="mediaext.testing.instant:engine")


@pytest.mark.parametrize(
    ("size", "clip"),
    [((600, 800), (672, 896)), ((1024, 1024), (896, 896)), ((4000, 10), (896, 32))],
)
def test_a_clip_has_the_shape_of_its_picture(size, clip):
    assert clip_size(PIL.Image.new("RGB", size)) == clip


def test_identity_animates_the_whole_picture(media):
    photo = PIL.Image.new("RGB", (64, 64), "teal")
    steps = workflows.identity(media, photo, "in a street", photo, seconds=0.2)
    asked = steps["animate"].job.request

    assert list(steps) == ["lock", "tryon", "animate"]
    assert asked["width"] == asked["height"]


def test_content_and_brand_generate_what_is_given_in_words(media):
    face = PIL.Image.new("RGB", (64, 64), "teal")

    made = workflows.content(media, "a portrait of a woman", face, "a forest")
    assert list(made) == ["generate", "faceswap", "background", "upscale"]
    made = workflows.brand(media, "a red bicycle", "a beach", "a yellow star")
    assert list(made) == [
        "generate", "generate logo", "cut out logo", "background", "logo", "upscale",
    ]  # fmt: skip


def test_every_step_is_named_in_order_although_some_run_side_by_side(media):
    for _ in range(3):  # made at first, then from the store, where all is quick
        heard = []
        made = workflows.brand(
            media, "a red bicycle", "a beach", "a yellow star",
            watcher=lambda name, done, total, heard=heard: heard.append((name, done, total)),
        )  # fmt: skip
        assert list(dict.fromkeys(name for name, _, _ in heard)) == list(made)
        assert [done for _, done, _ in heard] == sorted(done for _, done, _ in heard)
