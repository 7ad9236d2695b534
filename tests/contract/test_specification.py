"""The catalogue against the specification's own field rows, in both directions."""

import csv
import json
from pathlib import Path

import pytest

from mediaext.operation import Param, read_params
from mediaext.operations import CATALOGUE
from mediaext.profiles import Profile

FIELDS = Path(__file__).parent.parent / "data/fields.csv"
ROWS = list(csv.DictReader(FIELDS.read_text().splitlines()))
PATHS = {
    "image": "/generate/image/v1",
    "video": "/generate/video/v1",
    "speech": "/generate/speech/v1",
    "mesh": "/generate/3d/v1",
    "edit": "/edit/image/v1",
    "background": "/background/change/image/v1",
    "cutout": "/background/remove/image/v1",
    "upscale": "/upscale/image/v1",
    "logo": "/branding/logo/image/v1",
    "template": "/branding/template/image/v1",
    "tryon": "/creator/tryon/image/v1",
    "faceswap": "/identity/faceswap/image/v1",
    "lock": "/identity/lock/image/v1",
    "replace": "/identity/replace/image/v1",
    "instamodel": "/creator/instamodel/image/v1",
    "voice": "/identity/voice/clone/v1",
    "upscaler": "/upscaler/v1",
    "sd3_5": "/sd3_5/v1",
}


def declared() -> dict[tuple[str, str], Param]:
    found = {(name, p.name): p for name in PATHS for p in CATALOGUE[name].params()}
    return found | {("profile", p.name): p for p in read_params(Profile)}


def number(value: float) -> str:
    return str(value) if isinstance(value, int) else f"{value:g}"


def bound(param: Param) -> set[str]:
    if param.choices:
        return {"|".join(map(str, param.choices))}
    words = set()
    if param.minimum is not None:
        words.add(f">={number(param.minimum)}")
    if param.maximum is not None:
        words.add(f"<={number(param.maximum)}")
    if param.multiple is not None:
        words.add(f"%{number(param.multiple)}")
    return words


def wire_type(param: Param) -> str:
    if param.name == "input_image" and param.many:
        return "string or array of string"
    return f"array of {param.type}" if param.many else param.type


def test_every_operation_has_the_path_of_the_specification():
    assert {n: CATALOGUE[n].endpoint.path for n in PATHS} == PATHS


def test_the_catalogue_and_the_specification_name_the_same_fields_in_the_same_order():
    assert list(declared()) == [(row["operation"], row["name"]) for row in ROWS]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['operation']}.{row['name']}")
def test_a_field_is_declared_as_the_specification_says(row):
    param = declared()[row["operation"], row["name"]]
    text = row["default"]
    default = None if text == "" else text
    if default is not None and param.type != "string":
        default = json.loads(text)

    assert wire_type(param) == row["type"]
    assert param.required == (row["required"] == "yes")
    assert param.default == default
    assert bound(param) == {*row["bound"].split(), *row["added"].split()}


@pytest.mark.parametrize("key", list(declared()), ids=".".join)
def test_every_field_has_a_sentence_of_help(key):
    help_text = declared()[key].help

    assert help_text
    assert help_text.endswith(".")
