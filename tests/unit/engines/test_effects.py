"""Every row of edit's table: it is understood by its own example, and it changes the picture."""

import re
import runpy
from pathlib import Path

import numpy as np
import pytest
import skimage.data

from mediaext.engines import Context
from mediaext.engines.classical.colour_names import NAMED, NAMES, PURE, read_colour
from mediaext.engines.classical.effects import EFFECTS, STAGES, Ask, Canvas
from mediaext.engines.classical.effects.instructions import read_instruction, read_strength
from mediaext.engines.classical.effects.kit import edges, luma, to_lab, to_light, to_pixels
from mediaext.engines.classical.effects.regions import Regions
from mediaext.engines.classical.effects.tint import recoloured
from mediaext.engines.classical.painter.colours import colour as painted_colour

SMALL = np.ascontiguousarray(skimage.data.astronaut()[::3, ::3])
LETTERED = np.dstack([skimage.data.page()] * 3)
WIDE = np.ascontiguousarray(SMALL[:110])
REGIONS = Regions(SMALL, Context())


def apply(name: str, *, strength: float = 1.0, seed: int = 1) -> Canvas:
    effect = next(effect for effect in EFFECTS if effect.name == name)
    words = effect.pattern.search(effect.example)
    assert words is not None
    pixels = {"remove text": LETTERED, "crop": WIDE}.get(name, SMALL)
    regions = REGIONS if pixels is SMALL else Regions(pixels, Context())
    ask = Ask(strength, words, np.random.default_rng(seed), regions, Context())
    if effect.paint is not None:
        return Canvas(effect.paint(to_light(pixels), ask))
    assert effect.rework is not None
    return effect.rework(Canvas(to_light(pixels)), ask)


def painted(instruction, pixels):
    """Return what the first step of an instruction makes of pixels, as light."""
    step = read_instruction(instruction).steps[0]
    regions = Regions(pixels, Context())
    ask = Ask(1.0, step.words, np.random.default_rng(1), regions, Context())
    return step.effect.paint(to_light(pixels), ask)


@pytest.mark.parametrize("effect", EFFECTS, ids=lambda effect: effect.name)
def test_an_example_asks_for_its_own_effect(effect):
    reading = read_instruction(effect.example)
    assert effect.name in [step.effect.name for step in reading.steps]
    assert not reading.unheard


@pytest.mark.parametrize("effect", EFFECTS, ids=lambda effect: effect.name)
def test_an_effect_changes_the_picture_and_stays_in_range(effect):
    canvas = apply(effect.name)
    before = {"remove text": LETTERED, "crop": WIDE}.get(effect.name, SMALL)
    assert canvas.rgb.dtype == np.float32
    assert float(canvas.rgb.min()) >= -1e-4
    assert float(canvas.rgb.max()) <= 1 + 1e-4
    same_shape = canvas.rgb.shape == before.shape
    assert not same_shape or canvas.alpha is not None or (to_pixels(canvas.rgb) != before).any()


@pytest.mark.parametrize("effect", EFFECTS, ids=lambda effect: effect.name)
def test_equal_seeds_give_equal_pixels(effect):
    assert (apply(effect.name, seed=5).rgb == apply(effect.name, seed=5).rgb).all()


def test_edges_do_not_depend_on_where_memory_lies():
    plane, held, seen = luma(to_light(SMALL)), [], set()
    for size in range(24):
        held.append(np.empty(20_000 + 4 * size, np.float32))  # shifts what is allocated next
        seen.add(edges(plane, 0.9).tobytes())
    assert len(seen) == 1


def test_a_square_crop_is_square():
    assert apply("crop").rgb.shape == (110, 110, 3)


def mean_light(canvas: Canvas) -> float:
    return float(luma(canvas.rgb).mean())


def chroma(rgb: np.ndarray) -> float:
    return float(np.hypot(*np.moveaxis(to_lab(rgb)[..., 1:], 2, 0)).mean())


def test_strength_words_order_the_result():
    start = float(luma(to_light(SMALL)).mean())
    light = [mean_light(apply("brighter", strength=s)) for s in (0.3, 0.55, 1.0, 1.6, 2.2)]
    assert start < light[0] < light[1] < light[2] < light[3] < light[4]


@pytest.mark.parametrize(
    ("name", "sign"),
    [("brighter", 1), ("darker", -1), ("night", -1), ("pastel", 1)],
)
def test_light_moves_the_way_the_word_says(name, sign):
    assert sign * (mean_light(apply(name)) - float(luma(to_light(SMALL)).mean())) > 0.04


@pytest.mark.parametrize(
    ("name", "low", "high"),
    [
        ("black and white", 0.0, 0.01),
        ("less colourful", 0.3, 0.7),
        ("more colourful", 1.15, 2.0),
        ("pencil sketch", 0.0, 0.3),
    ],
)
def test_chroma_moves_the_way_the_word_says(name, low, high):
    ratio = chroma(apply(name).rgb) / chroma(to_light(SMALL))
    assert low <= ratio <= high


def test_warmer_is_yellower_and_cooler_is_bluer():
    start = to_lab(to_light(SMALL))[..., 2].mean()
    assert to_lab(apply("warmer").rgb)[..., 2].mean() > start + 2
    assert to_lab(apply("cooler").rgb)[..., 2].mean() < start - 2


def test_sharpen_raises_and_blur_lowers_fine_contrast():
    def fine(rgb: np.ndarray) -> float:
        return float(np.abs(np.diff(luma(rgb), axis=1)).mean())

    start = fine(to_light(SMALL))
    assert fine(apply("sharpen").rgb) > 1.1 * start
    assert fine(apply("blur").rgb) < 0.6 * start


def test_anime_has_flat_colour_and_dark_lines():
    drawn = apply("anime").rgb
    steps = np.abs(np.diff(luma(drawn), axis=1))
    before = np.abs(np.diff(luma(to_light(SMALL)), axis=1))
    assert (steps < 0.004).mean() > (before < 0.004).mean() + 0.15
    assert np.quantile(luma(drawn), 0.02) <= np.quantile(luma(to_light(SMALL)), 0.02) + 0.02


def test_pixel_art_is_made_of_few_colours():
    assert len(np.unique(to_pixels(apply("pixel art").rgb).reshape(-1, 3), axis=0)) <= 24


def test_the_wall_behind_a_portrait_is_no_sky():
    head = np.ascontiguousarray(skimage.data.astronaut()[:230, 120:340])
    assert Regions(head, Context()).optional("sky") is None


def test_a_pencil_sketch_is_mostly_paper_with_graphite_in_the_dark():
    sheet, light = luma(apply("pencil sketch").rgb), luma(to_light(SMALL))
    assert np.quantile(sheet, 0.6) > 0.7
    assert np.corrcoef(sheet.ravel(), light.ravel())[0, 1] > 0.6


def test_pencil_shading_is_strokes_that_slant_to_the_right():
    gray = to_light(np.full((160, 160, 3), 110, np.uint8))
    effect = next(effect for effect in EFFECTS if effect.name == "pencil sketch")
    words = re.compile("pencil").search("pencil")
    ask = Ask(1.0, words, np.random.default_rng(1), REGIONS, Context())
    sheet = luma(effect.paint(gray, ask))[20:-20, 20:-20]
    shade = sheet - sheet.mean()
    rising, falling = shade[:-3, 2:] * shade[3:, :-2], shade[:-3, :-2] * shade[3:, 2:]
    assert rising.mean() > 3 * abs(falling.mean())


def test_winter_lays_snow_on_the_ground_and_spares_the_sky_and_who_stands_there():
    scene = np.zeros((240, 320, 3), np.uint8)
    scene[:100], scene[100:] = (120, 160, 220), (80, 130, 50)
    scene[60:200, 130:190] = (190, 60, 40)
    words = re.compile("winter").search("winter")
    regions = Regions(scene, Context())
    ask = Ask(1.0, words, np.random.default_rng(1), regions, Context())
    effect = next(effect for effect in EFFECTS if effect.name == "winter")
    made = to_pixels(effect.paint(to_light(scene), ask))
    ground, sky, subject = made[210:], made[:40], made[80:180, 140:180]
    assert np.median(ground) > 200
    assert np.abs(np.median(sky, (0, 1)) - (120, 160, 220)).max() < 40
    assert np.abs(np.median(subject, (0, 1)) - (190, 60, 40)).max() < 40


def greener(pixels: np.ndarray) -> float:
    """Return by how much green exceeds red."""
    return float((pixels[..., 1] - pixels[..., 0]).mean())


@pytest.mark.parametrize(("name", "place", "change"), [
    ("storm", np.s_[:40], lambda after, before: after.mean() < before.mean() - 50),
    ("clouds", np.s_[:60], lambda after, before: after.std(axis=(0, 1))[0] > 15),
    ("spring", np.s_[210:], lambda after, before: greener(after) > greener(before) + 20),
])  # fmt: skip
def test_weather_and_season_act_where_they_belong(name, place, change):
    scene = np.zeros((240, 320, 3), np.uint8)
    scene[:100], scene[100:] = (120, 160, 220), (150, 120, 70)
    scene[60:200, 130:190] = (190, 60, 40)
    effect = next(effect for effect in EFFECTS if effect.name == name)
    words = effect.pattern.search(effect.example)
    ask = Ask(1.0, words, np.random.default_rng(1), Regions(scene, Context()), Context())
    made = to_pixels(effect.paint(to_light(scene), ask)).astype(int)
    assert change(made[place], scene[place].astype(int))


def test_a_dark_thing_is_painted_too():
    scene = np.full((240, 320, 3), (150, 150, 145), np.uint8)
    scene[80:190, 90:230] = (38, 36, 35)
    made = painted("make the horse white", scene)
    assert np.median(made[110:160, 120:200]) > 0.7


def test_recolouring_a_thing_keeps_its_tyres_and_its_texture():
    rng = np.random.default_rng(2)
    scene = np.full((240, 320, 3), (150, 150, 145), np.uint8)
    scene[170:200, 90:230] = 30
    grain = rng.integers(-30, 30, (90, 140, 1))
    scene[80:170, 90:230] = np.clip(np.array((190, 40, 35)) + grain, 0, 255)
    made = painted("make the car blue", scene)
    paint, tyre = made[100:150, 110:210], made[176:194, 110:210]
    assert np.median(paint[..., 2]) > np.median(paint[..., 0]) + 0.3
    assert np.abs(to_pixels(tyre).astype(int) - 30).max() < 12
    own = grain[20:70, 20:120, 0].ravel()
    assert np.corrcoef(luma(np.ascontiguousarray(paint)).ravel(), own)[0, 1] > 0.9


def test_a_coat_is_recoloured_whole_without_the_eyes():
    cat = np.ascontiguousarray(skimage.data.chelsea()[::2, ::2])
    coat, eye = np.s_[20:40, 75:120], np.s_[50:62, 77:93]
    for colour, low, high in (("black", 4, 32), ("white", 68, 96)):
        made = to_lab(painted(f"make the cat {colour}", cat))
        assert low < np.median(made[coat][..., 0]) < high
        assert np.hypot(made[coat][..., 1], made[coat][..., 2]).mean() < 8
        assert np.hypot(made[eye][..., 1], made[eye][..., 2]).max() > 15


def test_the_colour_of_a_sky_reaches_what_stands_before_it_and_keeps_its_light():
    picture = np.full((200, 300, 3), (206, 222, 236), np.uint8)
    picture[140:] = (70, 96, 50)
    picture[60:, 120:170] = (120, 60, 40)
    lab = to_lab(painted("make the sky purple", picture))
    beside = lab[70:130, 112:118]  # a bright rim would stay here
    assert (beside[..., 1] > 20).mean() > 0.95
    assert 45 < float(np.median(lab[:50, :, 0])) < 85
    assert (np.abs(lab[150:, :, 1]) < 25).all()


def test_a_rainbow_is_seen_before_a_bright_sky():
    sky = np.full((160, 240, 3), (215, 228, 240), np.uint8)
    sky[120:] = (70, 90, 50)
    made = to_lab(painted("add a rainbow", sky))[:110]
    before = to_lab(to_light(sky))[:110]
    assert np.abs(made - before)[..., 1:].max() > 15


@pytest.mark.parametrize(("words", "name"), [
    ("make it snow", "snow"),
    ("let it rain", "rain"),
    ("replace the sky with a sunset", "sunset"),
    ("swap the sky for fluffy clouds", "clouds"),
    ("change the sky to a starry night", "night"),
    ("replace the sky with a blue sky", "recolour"),
    ("make it white", "tint"),
])  # fmt: skip
def test_weather_and_skies_are_asked_for_in_many_ways(words, name):
    reading = read_instruction(words)
    assert [step.effect.name for step in reading.steps] == [name]
    assert not reading.unheard


def test_negation_and_direction_words_are_heard():
    def names(text: str) -> list[str]:
        return [step.effect.name for step in read_instruction(text).steps]

    assert names("less contrast") == ["less contrast"]
    assert names("increase contrast slightly, reduce saturation") == [
        "more contrast",
        "less colourful",
    ]
    assert names("black and white with a thick red border") == ["black and white", "border"]
    assert names("turn this photo of my cat into a pencil sketch") == ["pencil sketch"]
    assert names("rotate 30 degrees left, then vintage") == ["vintage", "rotate"]


@pytest.mark.parametrize(
    ("text", "region", "inverted"),
    [
        ("darken the sky", "sky", False),
        ("black and white except the subject", "subject", True),
        ("pixelate the faces", "faces", False),
        ("turn this photo of my cat into a pencil sketch", "", False),
    ],
)
def test_regions_are_read(text, region, inverted):
    (step,) = read_instruction(text).steps
    assert (step.region, step.inverted) == (region, inverted)


@pytest.mark.parametrize(
    "text",
    [
        "add a dinosaur",
        "make him smile",
        "make the dog wear a blue hat",
        "remove the person on the left",
        "make it brighter and add a dinosaur",
        "swap the two chairs",
    ],
)
def test_what_cannot_be_done_is_not_heard(text):
    assert read_instruction(text).unheard


@pytest.mark.parametrize(
    ("words", "factor"),
    [("slightly", 0.55), ("", 1.0), ("much", 1.6), ("by 25%", 0.5), ("light blue", 1.0)],
)
def test_strength_words(words, factor):
    assert read_strength(words) == factor


@pytest.mark.parametrize("name", sorted(NAMES))
def test_every_colour_name_is_a_colour(name):
    rgb = read_colour(name)
    assert rgb.shape == (3,)
    assert 0 <= rgb.min() <= rgb.max() <= 1


@pytest.mark.parametrize("name", sorted(set(NAMED) - set(PURE)))
def test_the_painter_and_the_effects_mean_the_same_by_a_colour(name):
    painted = np.array(painted_colour(name), np.float32)
    shown = read_colour(name)
    assert painted.tolist() == pytest.approx(shown.tolist(), abs=1e-6)


def test_dark_and_light_shades_order():
    assert read_colour("dark green").sum() < read_colour("green").sum()
    assert read_colour("light blue").sum() > read_colour("blue").sum()
    assert read_colour("#ff8800").tolist() == pytest.approx([1, 0x88 / 255, 0], abs=1e-6)


def test_a_colour_region_is_where_the_colour_is():
    mask = REGIONS.find("orange")
    suit, badge, flag = mask[95:110, 35:60], mask[122:136, 50:65], mask[5:30, 100:120]
    assert suit.mean() > 0.8
    assert badge.mean() < 0.3
    assert flag.mean() < 0.3


def test_a_text_region_covers_lettering_and_a_cat_has_none():
    assert Regions(LETTERED, Context()).find("text").mean() > 0.1
    assert Regions(skimage.data.chelsea(), Context()).optional("text") is None


def test_the_page_in_the_docs_is_the_table():
    docs = Path(__file__).parents[3] / "docs"
    written = runpy.run_path(str(docs / "edit_instructions.py"))["page"]()
    assert (docs / "edit-instructions.md").read_text(encoding="utf-8") == written


def test_every_stage_has_effects():
    assert {effect.stage for effect in EFFECTS} == set(STAGES)
    assert len(EFFECTS) >= 60


def test_dark_cloth_has_dark_highlights():
    light = np.full((20, 20, 3), 0.35, np.float32)
    light[::4] = 0.7
    black = recoloured(light, np.ones((20, 20), np.float32), np.full(3, 0.05, np.float32))
    assert black.max() < 0.35
    assert black.max() > black.min() + 0.02
