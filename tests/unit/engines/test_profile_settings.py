"""What a profile sets beside a request acts, or is told."""

import io

import numpy as np
import PIL.Image
import pytest
import skimage

from mediaext import operations
from mediaext.engines import Context, load_engine

ENGINE = load_engine()


def png(pixels):
    buffer = io.BytesIO()
    PIL.Image.fromarray(pixels).save(buffer, "PNG")
    return buffer.getvalue()


PERSON = png(np.asarray(PIL.Image.fromarray(skimage.data.astronaut()).resize((256, 256))))
SHIRT = np.full((300, 300, 3), 250, np.uint8)
SHIRT[60:260, 70:230] = (200, 40, 50)
SHIRT = png(SHIRT)
MEDIA = dict.fromkeys(("person", "shirt"), "https://media.example/x.png")
REQUESTS = {
    "image": (
        operations.GenerateImage(prompt="a red car before trees", width=128, height=128),
        {},
    ),
    "edit": (
        operations.EditImage(input_image=MEDIA["person"], prompt="a little brighter"),
        {"input_image": [PERSON]},
    ),
    "tryon": (
        operations.TryOn(
            person_image=MEDIA["person"],
            clothing_image=MEDIA["shirt"],
            gender="woman",
            clothing_type="shirt",
            width=256,
            height=256,
        ),
        {"person_image": [PERSON], "clothing_image": [SHIRT]},
    ),
    "faceswap": (
        operations.SwapFace(
            target=MEDIA["person"], source=MEDIA["person"], upscale=1.0, output_format="png"
        ),
        {"target": [PERSON], "source": [PERSON]},
    ),
    "replace": (
        operations.ReplaceIdentity(input_image=MEDIA["person"], prompt="an old woman"),
        {"input_image": [PERSON]},
    ),
    "instamodel": (
        operations.Instamodel(
            input_face=MEDIA["person"], prompt="a woman on a beach", width=192, height=256
        ),
        {"input_face": [PERSON]},
    ),
}
ACTING = [
    ("image", {"negative_prompt": "trees"}),
    ("image", {"negative_prompt": "red"}),
    ("image", {"palette": ["#1e90ff"]}),
    ("edit", {"negative_prompt": "blurry"}),
    ("tryon", {"negative_prompt": "dark"}),
    ("tryon", {"palette": ["#1e90ff"]}),
    ("tryon", {"steps": 30}),
    ("faceswap", {"negative_prompt": "dark"}),
    ("faceswap", {"palette": ["#1e90ff"]}),
    ("faceswap", {"steps": 30}),
    ("replace", {"negative_prompt": "dark"}),
    ("replace", {"steps": 30}),
    ("instamodel", {"palette": ["#1e90ff"]}),
    ("instamodel", {"steps": 40}),
]


def made(name, **extra):
    request, inputs = REQUESTS[name]
    context = Context(seed=5, extra=extra)
    return ENGINE.make(request, inputs, context)["result"].content, context.notes


@pytest.fixture(scope="module")
def plain():
    known = {}

    def get(name):
        if name not in known:
            known[name] = made(name)
        return known[name]

    return get


@pytest.mark.parametrize(("name", "extra"), ACTING, ids=str)
def test_a_setting_acts_and_nothing_is_told(plain, name, extra):
    content, notes = made(name, **extra)
    assert content != plain(name)[0]
    assert notes == plain(name)[1]


def test_guidance_says_how_far_a_negative_prompt_goes():
    low, _ = made("faceswap", negative_prompt="dark", cfg_scale=1.0)
    high, notes = made("faceswap", negative_prompt="dark", cfg_scale=12.0)
    assert low != high
    assert not any("negative" in note for note in notes)


def test_a_palette_leaves_the_person_alone(plain):
    before, after = (
        np.asarray(PIL.Image.open(io.BytesIO(content)).convert("RGB")).astype(int)
        for content in (plain("faceswap")[0], made("faceswap", palette=["#00ff00"])[0])
    )
    change = np.abs(before - after).mean(axis=2)
    assert change[45:70, 100:122].mean() < 0.5  # the face
    assert change.mean() > 1


@pytest.mark.parametrize(
    ("name", "extra", "note"),
    [
        ("faceswap", {"cfg_scale": 3.0}, "No effect on faceswap: cfg_scale of the profile."),
        (
            "edit",
            {"width": 512, "height": 640},
            "No effect on edit: width, height of the profile.",
        ),
        ("image", {"sampler": "euler"}, "No effect on image: sampler of the profile."),
        (
            "edit",
            {"negative_prompt": "trees, blurry"},
            "No effect of trees in the negative prompt: it leaves out words of the prompt, looks "
            "and colours.",
        ),
    ],
)
def test_what_has_no_effect_is_told(plain, name, extra, note):
    _, notes = made(name, **extra)
    assert notes == [*plain(name)[1], note]


def test_a_setting_of_another_kind_is_not_read():
    context = Context(extra={"steps": "many", "cfg_scale": 3, "palette": ["#fff"]})
    assert context.setting("steps", int) is None
    assert context.setting("cfg_scale", float) == 3.0
    assert context.setting("palette", list) == ["#fff"]
    context.note_unread("image")
    assert context.notes == ["No effect on image: steps of the profile."]
