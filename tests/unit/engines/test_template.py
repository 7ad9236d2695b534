"""Branded templates: the palette comes from the clothing, and turns as the mode says."""

import numpy as np
import PIL.Image
import PIL.ImageDraw
import pytest

from mediaext.engines.classical.colour_names import parse_colour
from mediaext.engines.classical.operations import template
from mediaext.engines.classical.palettes import brand_palette, clothing_colours, mean_hue
from mediaext.engines.classical.tone_correction import to_lab
from mediaext.operations import BrandTemplate
from tests.unit.engines.people_photos import (
    COFFEE,
    SMALL,
    context,
    difference,
    encoded,
    opened,
    remembered,
)

LOGO = PIL.Image.new("RGBA", (80, 40), (255, 255, 255, 255))


@remembered
def branded(
    image: PIL.Image.Image = SMALL, logo: PIL.Image.Image | None = None, seed: int = 7, **fields
):
    told = context(seed)
    fields = {"output_format": "png", **fields}
    inputs = {"input_image": [encoded(image)]}
    if logo:
        fields["logo_url"] = "logo.png"
        inputs["logo_url"] = [encoded(logo)]
    files = template.make(BrandTemplate(input_image="p.png", **fields), inputs, told)
    return opened(files), told.details


def background_hue(image: PIL.Image.Image) -> tuple[float, float]:
    rgb = np.asarray(image.convert("RGB"))
    return mean_hue(rgb[:60, -100:], np.ones((60, 100), np.float32))


def apart(one: float, other: float) -> float:
    return abs((one - other + 180) % 360 - 180)


SUIT_HUE = mean_hue(np.asarray(SMALL)[230:290, 70:110], np.ones((60, 40), np.float32))[0]


@pytest.mark.parametrize(
    ("mode", "turns"), [("similar", [0]), ("complementary", [180]), ("radical", [120, 240])]
)
def test_the_hue_of_the_background_turns_as_the_mode_says(mode, turns):
    image, _ = branded(palette_mode=mode)
    hue, chroma = background_hue(image)
    assert chroma > 12
    assert min(apart(hue, SUIT_HUE + turn) for turn in turns) < 40


@pytest.mark.parametrize("hexed", ["#c0392b", "#1f5fa8", "#3d8b40", "#8e44ad"])
def test_radical_is_more_saturated(hexed):
    cloth = np.full((20, 20, 3), parse_colour(hexed), np.uint8)
    colours = clothing_colours(cloth, np.ones((20, 20), np.float32))
    chroma = {}
    for mode in ("similar", "radical"):
        lab = to_lab(
            np.array([[parse_colour(code) for code in brand_palette(colours, mode)]], np.uint8)
        )
        chroma[mode] = float(np.hypot(lab[..., 1], lab[..., 2]).mean())
    assert chroma["radical"] > 1.05 * chroma["similar"]


def test_the_palette_is_that_of_the_suit_not_of_skin_or_flag():
    _, details = branded()
    lab = to_lab(np.array([[parse_colour(code) for code in details["palette"]]], np.uint8))[0]
    hue = float(np.degrees(np.arctan2(lab[:, 2].sum(), lab[:, 1].sum())))
    assert apart(hue, SUIT_HUE) < 25


def test_gray_clothing_stays_gray_or_turns_over():
    gray = np.full((20, 20, 3), 40, np.uint8)
    colours = clothing_colours(gray, np.ones((20, 20), np.float32))
    similar, turned = (
        np.mean([parse_colour(code) for code in brand_palette(colours, mode)])
        for mode in ("similar", "complementary")
    )
    assert similar < 110 < turned


def test_the_subject_stays():
    image, _ = branded()
    assert difference(image.crop((125, 55, 155, 85)), SMALL.crop((125, 55, 155, 85))) < 6


def test_words_and_seed_change_the_background():
    plain, _ = branded()
    assert difference(plain, branded(background_prompt="a forest")[0]) > 3
    first, second = (branded(background_prompt="a forest", seed=seed)[0] for seed in (1, 2))
    assert difference(first, second) > 1
    assert encoded(branded.afresh()[0]) == encoded(branded()[0])


def test_the_description_helps():
    colours = [
        branded(COFFEE, subject_description=words)[1]["palette"]
        for words in ("a cup", "a white cup")
    ]
    assert colours[0] != colours[1]


@pytest.mark.parametrize("position", ["bottom_right", "top_left"])
def test_the_logo_is_stamped_last(position):
    bare, _ = branded()
    marked, _ = branded(logo=LOGO, position=position)
    changed = np.argwhere(
        np.abs(np.asarray(marked).astype(int) - np.asarray(bare)).max(axis=2) > 3
    )
    middle = changed.mean(axis=0)
    assert (middle > 160).all() if position == "bottom_right" else (middle < 160).all()


def test_the_palette_is_injected_into_the_prompt():
    _, details = branded()
    assert all(code in details["prompt_used"] for code in details["palette"])


@pytest.mark.parametrize("name", ["webp", "jpeg"])
def test_the_format_is_what_was_asked(name):
    assert branded(output_format=name)[0].format == name.upper()
