"""What typed lines mean, and the sentences for those that mean nothing."""

import pytest

from mediaext.grammar import Grammar, InvalidCommand
from mediaext.grammar.commands import COMMANDS

GRAMMAR = Grammar(COMMANDS)
BIKE = b"a picture"
VARIABLES = {"bike": BIKE, "colours": ["#fff", "#000"], "n": 7, "words": "a boat"}


def read(text, body="", variables=VARIABLES):
    return GRAMMAR.parse(text, variables=variables, body=body)


def fields(text, body=""):
    return read(text, body).steps[-1].operation.given()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('image "a bike" --seed 7', {"prompt": "a bike", "seed": 7}),
        ("image a dog's bowl --seed=-1", {"prompt": "a dog's bowl", "seed": -1}),
        ("image bike --num_inference_steps 3", {"prompt": "bike", "num_inference_steps": 3}),
        ("image --prompt bike", {"prompt": "bike"}),
        ("image x --enhance-prompt", {"prompt": "x", "enhance_prompt": True}),
        ("image x --no-enhance-prompt", {"prompt": "x", "enhance_prompt": False}),
        ("image x --enhance-prompt=false", {"prompt": "x", "enhance_prompt": False}),
        ("image $words --seed $n", {"prompt": "a boat", "seed": 7}),
        ('image "$words"', {"prompt": "$words"}),
        ("image x --seed 3;", {"prompt": "x", "seed": 3}),
        ("image -- --seed", {"prompt": "--seed"}),
        ("upscale $bike --scale 2", {"input_image": BIKE, "scale": 2}),
        ('edit "make it blue"', {"prompt": "make it blue"}),
        ('edit $bike "blue"', {"input_image": [BIKE], "prompt": "blue"}),
        ("edit blue --palette #fff #000", {"prompt": "blue", "palette": ["#fff", "#000"]}),
        ("edit a --palette #fff --palette #000", {"prompt": "a", "palette": ["#fff", "#000"]}),
        ("edit blue --palette $colours", {"prompt": "blue", "palette": ["#fff", "#000"]}),
        ("edit --palette #fff -- blue", {"prompt": "blue", "palette": ["#fff"]}),
        ("3d $bike", {"image_path": BIKE}),
    ],
)  # fmt: skip
def test_a_line_gives_the_request(text, expected):
    assert fields(text) == expected


@pytest.mark.parametrize(
    ("text", "sentence", "under"),
    [
        ("imag x", "Did you mean 'image'?", "imag"),
        ("image x --sed 3", "Did you mean '--seed'?", "--sed"),
        ("image x --seed abc", "seed needs a whole number", "abc"),
        ("image x --width 5000", "1 to 1024", "5000"),
        ("upscale $bik", "Did you mean '$bike'?", "$bik"),
        ("logo a b --position botom_left", "Did you mean 'bottom_left'?", "botom_left"),
        ('image "a" "b"', "takes 1 value", '"b"'),
        ('image "a" & -o job', "'&' goes at the end", "&"),
        ("image x |", "no step after this pipe", "|"),
        ("| image x", "no step before this pipe", "|"),
        ("image x --seed", "--seed needs a value", "--seed"),
        ("image x --seed 1 --seed 2", "given twice", "--seed"),
        ("image x --enhance-prompt=maybe", "true or false", "maybe"),
        ("jobs --status faild", "Did you mean 'failed'?", "faild"),
        ("image --seed 3", "prompt is required", "image"),
    ],
)
def test_a_wrong_line_is_pointed_at(text, sentence, under):
    with pytest.raises(InvalidCommand) as caught:
        read(text)

    message, shown, carets = str(caught.value).splitlines()
    assert sentence in message
    starts = [i for i in range(len(carets)) if carets[i:].startswith("^" * len(under))]
    marked = {shown[i : i + len(under)] for i in starts}
    assert under in marked


def test_long_lines_are_shown_around_the_mistake():
    with pytest.raises(InvalidCommand) as caught:
        read(f'image "{"x" * 500}" --width 5000')

    _, shown, carets = str(caught.value).splitlines()
    assert len(shown) < 110
    assert shown[carets.index("^") :].startswith("5000")


def test_the_cell_body_is_the_text_that_is_missing():
    assert fields("image --seed 7", "{long} $prompt")["prompt"] == "{long} $prompt"
    assert fields('background $bike --subject-description bike', "a beach") == {
        "input_image": BIKE, "subject_description": "bike", "prompt": "a beach",
    }  # fmt: skip
    with pytest.raises(InvalidCommand, match="cell body"):
        fields('image "on the line"', "and below")


def test_a_pipe_fills_the_first_media_field_that_is_free():
    line = read('image "a bike" | logo mark.png | upscale --scale 2 -o out &')

    assert [step.piped for step in line.steps] == ["", "input_image", "input_image"]
    assert line.background
    assert line.steps[-1].options == {"output": "out"}


def test_what_cannot_be_passed_on_is_refused_before_anything_is_made():
    with pytest.raises(InvalidCommand, match="speech makes audio"):
        read("speech hello | upscale")


def test_a_pipe_is_text_inside_quotation_marks():
    assert fields('image "a | b"') == {"prompt": "a | b"}


def test_without_variables_a_dollar_is_text():
    step = read("image $words", variables=None).steps[0]
    assert step.request.prompt == "$words"


def test_an_error_of_the_service_is_pointed_at_too():
    from mediaext.errors import InvalidRequest, Problem

    line = read("upscale nofile.png")
    error = line.blame(InvalidRequest("no file", (Problem(("body", "input_image"), "no"),)))

    assert str(error).splitlines() == [
        "no file",
        "    upscale nofile.png",
        "            ^^^^^^^^^^",
    ]
