"""Drawings that were added: found by their words, lit and coloured as things of the scene."""

import json
from datetime import UTC, datetime

import numpy as np
import pytest

from mediaext.engines import Context, load_engine
from mediaext.engines.classical.painter import paint_scene, read_prompt
from mediaext.engines.classical.painter.drawings import HEIGHTS, HOMES, MEANT, STANCES, drawings
from mediaext.engines.classical.painter.settings.places import SETTINGS
from mediaext.engines.entries import InstalledModel, read_catalogue, record_of
from mediaext.errors import JobFailed
from mediaext.operations import GenerateImage, RemoveBackground

DISC = '<circle cx="64" cy="64" r="48" fill="#d02020"/>'
TALL = '<rect x="48" y="8" width="32" height="112" fill="{}"/>'
ICONS = {
    "yo-yo": DISC,
    "steaming-bowl": DISC,
    "cat": TALL.format("#00ff00"),
    "backpack": TALL.format("#808080"),
    "firefighter": TALL.format("#ffff00"),
    "firefighter-light-skin-tone": TALL.format("#f0d0b0"),
    "firefighter-dark-skin-tone": TALL.format("#402010"),
    "no-entry": DISC,
}
CATEGORIES = {
    "Activities": ["yo-yo"],
    "Food & Drink": ["steaming-bowl"],
    "Animals & Nature": ["cat"],
    "Objects": ["backpack"],
    "Symbols": ["no-entry"],
}


@pytest.fixture
def added():
    """A package of a few drawings, recorded as `engine add` does."""
    entry = read_catalogue().model("noto-emoji")
    model = InstalledModel(entry=entry, revision="test", files=(), added_at=datetime.now(UTC))
    folder = model.folder / "package"
    folder.mkdir(parents=True)
    icons = {name: {"body": body} for name, body in ICONS.items()}
    (folder / "icons.json").write_text(json.dumps({"icons": icons}))
    (folder / "metadata.json").write_text(json.dumps({"categories": CATEGORIES}))
    record_of(entry.name).write_text(model.model_dump_json(by_alias=True))
    return folder


def test_words_find_drawings_and_own_forms_come_first(added):
    def drawn(prompt):
        return [subject.thing for subject in read_prompt(prompt).subjects]

    assert drawn("a yo-yo and a yo yo") == ["yo-yo", "yo-yo"]
    assert drawn("a bowl of ramen, noodles") == ["steaming-bowl", "steaming-bowl"]
    assert drawn("a backpack") == ["backpack"]
    assert drawn("a cat") == ["cat"]
    assert read_prompt("a cat").subjects[0].kind.homes != ("meadow",)
    assert read_prompt("no entry").subjects == ()


def test_without_them_the_words_are_unknown():
    assert drawings() is None
    assert read_prompt("a yo-yo").unknown
    with pytest.raises(JobFailed, match="engine add noto-emoji"):
        load_engine().run(GenerateImage(prompt="a yo-yo", width=64, height=64, seed=1))


def test_a_drawing_is_seen_in_the_colour_asked_for(added):
    def tone(prompt):
        picture = paint_scene(f"{prompt}, white background", 128, 128, 4).astype(int)
        ink = np.ptp(picture, axis=2) > 60
        assert 0.03 < ink.mean() < 0.8
        return picture[ink].mean(0)

    red, blue = tone("a yo-yo"), tone("a blue yo-yo")
    assert red[0] > 2 * red[2]
    assert blue[2] > 2 * blue[0]


def test_a_drawing_takes_the_light_and_casts_a_shadow(added):
    picture = paint_scene("a yo-yo, white background", 160, 160, 4).astype(int)
    red = (picture[..., 0] - picture[..., 2]) > 60
    rows = np.flatnonzero(red.any(1))
    brightness = picture[..., 0]
    upper = brightness[rows[0] : rows[0] + 20][red[rows[0] : rows[0] + 20]].mean()
    lower = brightness[rows[-1] - 10 : rows[-1]][red[rows[-1] - 10 : rows[-1]]].mean()
    assert upper > lower + 20
    assert picture[rows[-1] : rows[-1] + 12].mean(2).min() < 0.8 * picture[:10].mean()


def test_people_have_skin_of_several_tones(added):
    tones = {
        tuple(
            paint_scene("a firefighter in the studio", 64, 64, seed)[38:42, 28:36]
            .mean((0, 1))
            .round()
            // 40
        )
        for seed in range(8)
    }
    assert len(tones) > 1


def test_who_made_a_result_names_the_drawings(added):
    engine = load_engine()
    assert "noto-emoji" in str(engine.identity(GenerateImage))
    assert "noto-emoji" not in str(engine.identity(RemoveBackground))
    assert "Apache-2.0" in engine.describe(GenerateImage)["licence"]


def test_a_torn_package_is_as_none(added):
    (added / "icons.json").write_text('{"icons": {')
    assert drawings() is None


def test_a_drawing_that_is_no_svg_is_blank_and_does_no_harm(added):
    icons = {"yo-yo": {"body": "<<<"}}
    (added / "icons.json").write_text(json.dumps({"icons": icons}))
    context = Context(seed=1)
    load_engine().make(GenerateImage(prompt="a yo-yo", width=64, height=64), {}, context)


def test_the_tables_agree():
    assert set(HOMES.values()) <= set(SETTINGS)
    assert set(STANCES.values()) == {"air", "water"}
    assert all(0.01 < height < 20 for height in HEIGHTS.values())
    assert all(word == word.strip().lower() and name for word, name in MEANT.items())
