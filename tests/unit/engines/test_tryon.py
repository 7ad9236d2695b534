"""Virtual try-on: the garment goes on the body; face, hair and hands stay."""

import numpy as np
import PIL.Image
import PIL.ImageDraw
import pytest

from mediaext.engines.classical.effects.kit import to_lab, to_light
from mediaext.engines.classical.operations import tryon
from mediaext.errors import JobFailed
from mediaext.operations import TryOn
from tests.unit.engines.people_photos import (
    COFFEE,
    SMALL,
    context,
    difference,
    encoded,
    opened,
    pixels,
    remembered,
    small_person,
)


def shirt(colour: str = "#1f6fd0", ground: str = "white") -> PIL.Image.Image:
    image = PIL.Image.new("RGB", (240, 260), ground)
    draw = PIL.ImageDraw.Draw(image)
    draw.polygon([(80, 30), (160, 30), (225, 80), (200, 120), (175, 100), (175, 235), (65, 235),
                  (65, 100), (40, 120), (15, 80)], fill=colour)  # fmt: skip
    for row in range(60, 230, 34):
        draw.line([(66, row), (174, row)], fill="#f0e040", width=5)
    return image


@remembered
def worn(
    clothing_type: str = "shirt",
    garment: PIL.Image.Image | None = None,
    person=SMALL,
    seed=7,
    **fields,
):
    fields = {"output_format": "png", "gender": "woman", **fields}
    request = TryOn(
        person_image="p.png", clothing_image="c.png", clothing_type=clothing_type, **fields
    )
    inputs = {"person_image": [encoded(person)], "clothing_image": [encoded(garment or shirt())]}
    return opened(tryon.make(request, inputs, context(seed)))


def test_the_torso_takes_the_colour_and_face_hair_and_hands_stay():
    change = np.abs(pixels(worn()) - pixels(SMALL)).max(axis=2)
    kept = np.maximum(small_person().face, small_person().hair) > 0.99
    assert change[kept].max() == 0
    after = to_lab(to_light(np.asarray(worn(tone_correction=0.0))))[small_person().upper > 0.9]
    assert after[:, 2].mean() < -10


def test_the_print_of_the_garment_is_seen():
    lab = to_lab(to_light(np.asarray(worn(tone_correction=0.0))))[small_person().upper > 0.9]
    assert (lab[:, 2] > 20).mean() > 0.04


def test_the_light_of_the_body_shades_the_cloth():
    plain = PIL.Image.new("RGB", (200, 200), "white")
    PIL.ImageDraw.Draw(plain).rectangle((40, 20, 160, 190), fill="#7f9fbf")
    light = to_lab(to_light(np.asarray(worn(garment=plain, tone_correction=0.0))))[
        small_person().upper > 0.9
    ][:, 0]
    assert light.std() > 3


@pytest.mark.parametrize(
    ("kind", "region", "expected"),
    [("jeans", "upper", "lower"), ("evening dress", "upper", "full"), ("Blazer", "lower", "upper"),
     ("sarong", "lower", "lower")],
)  # fmt: skip
def test_kinds_go_where_they_are_worn(kind, region, expected):
    assert tryon.placed(kind, region) == expected


def test_the_region_scopes_colour_correction():
    results = [worn(garment_region=region, tone_correction=1.0) for region in ("upper", "lower")]
    assert difference(*results) > 0.2


def test_tone_correction_zero_disables():
    assert difference(worn(tone_correction=0.0), worn(tone_correction=1.0)) > 0.3


def test_gender_gathers_the_waist():
    assert difference(worn(gender="man"), worn(gender="woman")) > 0.05


def test_seeds_change_the_folds_and_repeat():
    assert encoded(worn.afresh()) == encoded(worn())
    assert difference(worn(seed=1), worn(seed=2)) > 0.02


@pytest.mark.parametrize(
    ("fields", "size"),
    [({}, (320, 320)), ({"width": 400}, (400, 400)), ({"width": 400, "height": 288}, (400, 288))],
)
def test_sizes_are_as_asked_or_those_of_the_person(fields, size):
    assert worn(**fields).size == size


def test_usual_sizes_are_bounded_and_in_steps_of_sixteen():
    assert worn(person=SMALL.resize((331, 299))).size == (336, 304)


def test_a_scene_without_a_person_is_named():
    with pytest.raises(JobFailed, match="person_image") as caught:
        worn(person=COFFEE)
    assert caught.value.code == "INPUT_INVALID"


@pytest.mark.parametrize("name", ["webp", "jpeg"])
def test_the_format_is_what_was_asked(name):
    assert worn(output_format=name).format == name.upper()


def test_what_is_carried_stays_as_it_is():
    helmet = small_person().carried > 0.5
    rows, columns = np.nonzero(helmet)

    assert 0.05 < helmet.mean() < 0.3
    assert columns.mean() > 0.6 * helmet.shape[1]
    assert rows.mean() > 0.6 * helmet.shape[0]
    assert (small_person().clothing[helmet] < 0.5).mean() > 0.95
    for kind in ("shirt", "dress"):
        change = np.abs(pixels(worn(kind)) - pixels(SMALL)).max(axis=2)
        assert np.median(change[helmet]) == 0, kind
