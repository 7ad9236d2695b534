"""A wrong value is refused by a sentence with the field, what it takes, and what was given."""

import pytest

from mediaext.errors import InvalidRequest
from mediaext.operation import CATALOGUE, build


@pytest.mark.parametrize(
    ("name", "fields", "sentence"),
    [
        ("image", {"width": 5000}, "width must be 1 to 1024, not 5000."),
        ("video", {"height": 500}, "height must be 32 to 1536, divisible by 32, not 500."),
        ("upscale", {"scale": 7}, "scale must be one of 1, 2, 3, 4, not 7."),
        ("image", {"seed": -2}, "seed must be at least -1, not -2."),
        ("image", {"heigth": 64}, "heigth: there is no such field. Did you mean 'height'?"),
        ("logo", {}, "logo_url is required. Logo to stamp at 50% opacity"),
        ("image", {"seed": 1.5}, "a fractional part, not 1.5 (allowed: at least -1)."),
        ("edit", {"palette": ["#fff", "red"]}, "hex colour such as '#1e90ff', not 'red'."),
        ("image", {"prompt": ""}, "prompt: String should have at least 1 character, not ''."),
    ],
)
def test_a_sentence_says_what_would_be_right(name, fields, sentence):
    needed = {"image_path", "input_image", "prompt"} & {p.name for p in CATALOGUE[name].params()}

    with pytest.raises(InvalidRequest) as refused:
        build(CATALOGUE[name], **{**dict.fromkeys(needed, "photo.png"), **fields})

    assert sentence in str(refused.value)
    assert len(str(refused.value).splitlines()) == 1
