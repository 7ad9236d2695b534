"""What Tab offers at the end of a line."""

import PIL.Image
import pytest

from mediaext.grammar.completion import complete
from mediaext.notebook.session import GRAMMAR
from mediaext.results import Sound


class Names:
    def variables(self):
        return {
            "photo": PIL.Image.new("RGB", (2, 2)),
            "voice": Sound(b"RIFF", "audio/wav"),
            "number": 7,
            "_hidden": PIL.Image.new("RGB", (2, 2)),
        }

    def job_ids(self):
        return ["job-1", "job-2"]

    def profile_ids(self):
        return ["prof-1"]


def offered(text):
    return [candidate.text for candidate in complete(GRAMMAR, text, Names())[1]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("backg", ["background"]),
        ("image 'a' --see", ["--seed"]),
        ("image a --output-f", ["--output-format"]),
        ("image a --output-format ", ["webp", "jpeg", "png"]),
        ("image a --output-format=j", ["jpeg"]),
        ("image a --seed 7 --see", []),
        ("image a --seed $", ["$number"]),
        ("upscale $", ["$photo"]),
        ("speech hello --target-voice-path $", ["$voice"]),
        ("upscale $photo --scale ", ["1", "2", "3", "4"]),
        ("image a | ups", ["upscale", "upscaler"]),
        ("image 'a | b' --width 3 | upscale --sc", ["--scale"]),
        ("jobs --status f", ["failed"]),
        ("jobs --operation spee", ["speech"]),
        ("attach job-2", ["job-2"]),
        ("image a --profile-id ", ["prof-1"]),
        ("profiles cr", ["create"]),
        ("profiles create x --seed-str", ["--seed-strategy"]),
        ("explain image a --guid", ["--guidance-scale"]),
        ("grid image a --guid", ["--guidance-scale"]),
        ("help backg", ["background"]),
        ("mock on --fail INPUT", ["INPUT_INVALID"]),
        ("panel spee", ["speech"]),
        ("image 'inside quotes ", []),
        ("nothing such ", []),
    ],
)
def test_the_words_that_fit_are_offered(text, expected):
    assert offered(text) == expected


def test_flags_follow_when_nothing_is_begun():
    words = offered("image 'a bike' ")

    assert {"--seed", "--width", "--output", "--dry-run"} <= set(words)


def test_pictures_in_the_folder_are_offered(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("cat.png", "cat.txt", "cats/dog.JPG"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.touch()

    assert offered("upscale ca") == ["cat.png", "cats/"]
    assert offered("upscale cats/") == ["cats/dog.JPG"]
    assert offered("logo a.png --logo-url ./c") == ["./cat.png", "./cats/"]


def test_every_operation_offers_all_its_flags():
    from mediaext.operation import CATALOGUE

    for name, operation in CATALOGUE.items():
        assert {param.flag for param in operation.params()} <= set(offered(f"{name} --"))


def test_a_flag_comes_with_its_bounds_its_default_and_its_help():
    (seed,) = complete(GRAMMAR, "image 'a' --see", Names())[1]
    (width,) = complete(GRAMMAR, "image 'a' --wid", Names())[1]
    assert seed.detail.startswith("at least -1; default -1. ")
    assert width.detail.startswith("1 to 1024; default 1024. ")
    assert all(len(c.detail) <= 100 for c in complete(GRAMMAR, "edit a --", Names())[1])
