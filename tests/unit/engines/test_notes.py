"""Words and settings that an operation has no use for are told."""

import io

import PIL.Image
import pytest
import skimage

from mediaext import operations
from mediaext.engines import Context, load_engine

ENGINE = load_engine()
URL = "https://media.example/x.png"


def _png():
    buffer = io.BytesIO()
    PIL.Image.fromarray(skimage.data.astronaut()).resize((256, 256)).save(buffer, "PNG")
    return buffer.getvalue()


PHOTO = _png()


def notes(request, **inputs):
    context = Context(seed=1)
    ENGINE.make(request, {name: [content] for name, content in inputs.items()}, context)
    return context.notes


def said(words, field="prompt"):
    return f"Not understood in {field}, and left out: {words}."


SHAPE = "The shape of face, hair and body stays; skin, hair, age, beard and glasses change: "


@pytest.mark.parametrize(
    ("request_", "field", "expected"),
    [
        (
            operations.ChangeBackground(
                input_image=URL, prompt="a beach with a zyglot", subject_description="person"
            ),
            "input_image",
            [said("zyglot")],
        ),
        (
            operations.LockIdentity(
                input_image=URL,
                prompt="with red hair on a beach beside a dog",
                width=96,
                height=96,
            ),
            "input_image",
            [said("dog")],
        ),
        (
            operations.ReplaceIdentity(input_image=URL, prompt="an old man with curly gray hair"),
            "input_image",
            [said("curly"), SHAPE + "man."],
        ),
        (
            operations.ReplaceIdentity(input_image=URL, prompt="a woman in a blue dress"),
            "input_image",
            [
                "Clothes keep their colours; use_segmentation=false lets them change.",
                SHAPE + "woman.",
            ],
        ),
        (
            operations.Instamodel(
                input_face=URL,
                prompt="a woman in a red dress on a beach with a dog, full body",
                width=96,
                height=128,
            ),
            "input_face",
            [
                "The model is shown as far down as in the photo.",
                "Clothes change colour and keep their cut: dress.",
                said("dog"),
            ],
        ),
        (
            operations.BrandTemplate(input_image=URL, background_prompt="a forest with a zyglot"),
            "input_image",
            [said("zyglot", "background_prompt")],
        ),
        (
            operations.LegacyUpscale(input_image=URL, prompt="sharpen, zyglot"),
            "input_image",
            [said("zyglot")],
        ),
        (
            operations.EditImage(input_image=URL, prompt="a brighter zyglot, as an oil painting"),
            "input_image",
            [said("zyglot")],
        ),
        (
            operations.EditImage(input_image=URL, prompt="brighter", tone_correction=0.1),
            "input_image",
            [
                "tone_correction has no effect on this edit: it holds colours where a style or a "
                "new background changes them."
            ],
        ),
        (
            operations.EditImage(input_image=URL, prompt="brighter", product_saturation=0.2),
            "input_image",
            ["product_saturation has no effect: it is for the second of several pictures."],
        ),
        (
            operations.EditImage(input_image=URL, prompt="as a watercolour", tone_correction=0.1),
            "input_image",
            [],
        ),
    ],
    ids=lambda value: value.endpoint.name if hasattr(value, "endpoint") else "",
)
def test_what_is_left_out_is_told(request_, field, expected):
    assert notes(request_, **{field: PHOTO}) == expected


def test_the_older_text_to_image_tells_too():
    request = operations.LegacyTextToImage(
        prompt="a cat with a zyglot",
        negative_prompt="blurry, unicorn",
        num_inference_steps=4,
        samples=2,
        guidance_scale=3.0,
        width=64,
        height=64,
    )
    told = notes(request)
    assert told[0] == said("zyglot")
    assert told[1].startswith("No effect of unicorn in the negative prompt")
    assert len(told) == 2


def test_what_is_understood_tells_nothing():
    request = operations.ChangeBackground(
        input_image=URL, prompt="a quiet beach at sunset", subject_description="person"
    )
    assert notes(request, input_image=PHOTO) == []
