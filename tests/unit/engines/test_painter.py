"""The painter: what it understands, and that what it understands is to be seen."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from mediaext.engines.classical.painter import Wish, furnished, paint, paint_scene, read_prompt
from mediaext.engines.classical.painter.colours import colour
from mediaext.engines.classical.painter.layout import FEET, Placed, clear_of, compose, fit, nearer
from mediaext.engines.classical.painter.light import Light
from mediaext.engines.classical.painter.prompt import Brief, Subject, lexicon
from mediaext.engines.classical.painter.scene import choose_setting, paint_cutout, set_stage
from mediaext.engines.classical.painter.settings.places import SETTINGS
from mediaext.engines.classical.painter.sprite import draw
from mediaext.engines.classical.painter.styles import STYLES
from mediaext.engines.classical.painter.things import FAMILIES, THINGS
from mediaext.engines.classical.painter.things.people import CALLINGS
from mediaext.engines.classical.painter.things.worn import WEARABLES, WEARERS


def subjects(prompt):
    return [(s.thing, s.count, s.colours) for s in read_prompt(prompt).subjects]


def test_the_vocabulary_is_as_large_as_promised():
    assert len(THINGS) >= 80
    assert len(SETTINGS) >= 25
    assert len(STYLES) >= 10
    assert len(FAMILIES) >= 10


def test_things_carry_their_colours_and_counts():
    assert subjects("three yellow ducks and a big red car") == [
        ("duck", 3, ("yellow",)),
        ("car", 1, ("red",)),
    ]


def test_plurals_without_a_number_are_several():
    assert subjects("mice") == [("mouse", 3, ())]
    assert subjects("sheep")[0][1] == 1


def test_a_number_that_is_said_wins_over_the_plural():
    assert subjects("one ducks") == [("duck", 1, ())]
    assert subjects("1 red circles") == [("circle", 1, ("red",))]


def test_numerals_and_number_words_are_the_same():
    assert subjects("4 boats") == subjects("four boats")


def test_a_material_belongs_to_its_noun():
    brief = read_prompt("a cat on a wooden chair in a kitchen")
    assert [s.material for s in brief.subjects] == ["", "wooden"]
    assert brief.setting == "kitchen"
    assert (brief.subjects[0].relation, brief.subjects[0].to) == ("on", 1)


@pytest.mark.parametrize(("words", "relation"), [
    ("left of", "left"), ("to the right of", "right"), ("on", "on"), ("behind", "behind"),
    ("above", "above"), ("under", "under"), ("in front of", "front"),
])  # fmt: skip
def test_relations_are_read(words, relation):
    first, second = read_prompt(f"a dog {words} a table").subjects
    assert (first.thing, first.relation, first.to) == ("dog", relation, 1)
    assert second.thing == "table"


def test_what_is_held_belongs_to_its_holder():
    robot, book = read_prompt("robot reading a book in a forest").subjects
    assert (robot.thing, book.relation, book.to) == ("robot", "holding", 0)


def test_a_bowl_of_fruit_holds_several():
    bowl, fruit = read_prompt("a bowl of fruit, still life, watercolour").subjects
    assert (bowl.thing, fruit.relation, fruit.count) == ("bowl", "inside", 5)


@pytest.mark.parametrize(("prompt", "drawn", "unknown"), [
    ("a hand", ["hand"], ()),
    ("a hand holding a phone", ["hand", "smartphone"], ()),
    ("a cat's face", ["cat"], ("face",)),
    ("the foot of the mountain", [], ("foot",)),
    ("a woman with an earring", ["woman"], ("earring",)),
    ("a necklace on a table", ["necklace", "table"], ()),
    ("a teddy bear with a bow tie", ["teddy bear", "bow tie"], ()),
])  # fmt: skip
def test_what_belongs_to_somebody_is_no_thing_beside_them(prompt, drawn, unknown):
    brief = read_prompt(prompt)
    assert [subject.thing for subject in brief.subjects] == drawn
    assert brief.unknown == unknown


@pytest.mark.parametrize(("prompt", "drawn", "unknown"), [
    ("a dentist's chair", [("chair", 1)], ("dentist's",)),
    ("a bowl of soup and a cup of tea", [("soup", 1), ("cup", 1)], ()),
    ("two glasses of wine", [("wine", 2)], ()),
    ("the word HELLO made of flowers", [("lettering", 1)], ("flowers",)),
    ("a boy building a sandcastle", [("child", 1), ("sandcastle", 1)], ("building",)),
    ("a telephone box in Oslo", [("telephone box", 1)], ("Oslo",)),
    ("a group of zorgs around a campfire", [("campfire", 1)], ("zorgs",)),
    ("a plate of sushi", [("plate", 1), ("sushi", 1)], ()),
    ("a jar of jam with a label", [("jam", 1)], ()),
    ("a bottle of wine and two glasses", [("bottle", 1), ("wine", 2)], ()),
    ("a classroom with a blackboard", [], ()),
    ("a soccer player kicking a ball", [("footballer", 1)], ("kicking",)),
    ("a plate with a burger and fries", [("plate", 1), ("burger", 1), ("french fries", 1)], ()),
    ("a pumpkin soup in a bowl with bread", [("soup", 1), ("bread", 1)], ()),
    ("a chicken sandwich", [("sandwich", 1)], ("chicken",)),
    ("an apple pie", [("pie", 1)], ()),
    ("a pirate treasure chest", [("box", 1)], ("pirate",)),
    ("a goldfish in a bowl", [("fishbowl", 1)], ()),
    ("a shelf with books", [("shelf", 1)], ()),
    ("a heart-shaped balloon", [("balloon", 1)], ("heart", "shaped")),
    ("a bride holding a bouquet of roses", [("bride", 1)], ()),
    ("a living room with a sofa and a window", [("sofa", 1)], ()),
    ("a close-up of a tiger's face", [("tiger", 1)], ()),
    ("a robot-like statue", [("statue", 1)], ("robot", "like")),
])  # fmt: skip
def test_words_that_name_one_thing_together_are_drawn_once(prompt, drawn, unknown):
    brief = read_prompt(prompt)
    assert [(s.thing, s.count) for s in brief.subjects] == drawn
    assert brief.unknown == unknown


def test_small_things_are_seen_from_above_and_apart():
    brief = read_prompt("scissors, pencil and three apples on a wooden table, top view")
    assert (brief.framing, brief.unknown) == ("top", ())
    above = paint(brief, 256, 256, Wish(seed=1))
    assert above.shape == (256, 256, 3)
    lab = cv2.cvtColor(above, cv2.COLOR_RGB2LAB).astype(int)
    red = ((lab[..., 1] > 160) & (lab[..., 2] > 140)).astype(np.uint8)
    sizes = cv2.connectedComponentsWithStats(
        cv2.morphologyEx(red, cv2.MORPH_OPEN, np.ones((5, 5)))
    )
    assert (sizes[2][1:, cv2.CC_STAT_AREA] > 200).sum() == 3


@pytest.mark.parametrize("prompt", ["a horse, top view", "a cup of coffee from above"])
def test_what_cannot_be_drawn_from_above_is_noted(prompt):
    brief = read_prompt(prompt)
    assert brief.framing == ""
    assert brief.unknown[-1] in ("top view", "from above")


def test_who_flies_a_kite_stands_under_it():
    child, kite = read_prompt("two kids flying a red kite").subjects
    assert (child.count, child.lifted, child.relation, child.to) == (2, False, "under", 1)
    assert kite.colours == ("red",)


@pytest.mark.parametrize("prompt", ["a barber shop interior", "interior of a barber shop"])
def test_an_interior_is_that_of_the_place_named_beside_it(prompt):
    brief = read_prompt(prompt)
    assert (brief.setting, brief.surplus) == (read_prompt("a barber shop").setting, ())


def test_weather_that_was_asked_for_is_outside():
    for seed in range(5):
        brief = read_prompt("a telephone in the rain")
        assert choose_setting(brief, np.random.default_rng(seed)) in ("street", "park")


def test_the_moon_is_a_thing_in_the_sky_and_a_place_to_stand_on():
    assert read_prompt("the moon").subjects[0].thing == "moon"
    brief = read_prompt("two astronauts on the moon, poster")
    assert (brief.setting, brief.style, len(brief.subjects)) == ("moon", "poster", 1)


def test_a_pencil_is_a_thing_and_a_style():
    assert read_prompt("a pencil").subjects[0].thing == "pencil"
    assert read_prompt("a cat, pencil").style == "pencil"


def test_time_weather_and_style_are_read():
    brief = read_prompt("city street at night in the rain, neon")
    assert (brief.setting, brief.time, brief.weather, brief.style) == (
        "street", "night", "rain", "neon",
    )  # fmt: skip
    assert not brief.unknown


def test_unknown_words_are_named_once_in_order():
    assert read_prompt("a cat with a zyglot and a framis, zyglot").unknown == ("zyglot", "framis")


def test_hostile_prompts_are_read_in_bounded_time():
    for prompt in (
        "cat " * 5000,
        "\x00\ud800",
        "🦆" * 100,
        "of of of on on",
        ",,,,",
        "99999999 cats",
    ):
        brief = read_prompt(prompt)
        assert len(brief.subjects) <= 8
        assert all(s.count <= 12 for s in brief.subjects)


def test_every_word_of_every_thing_is_found_again():
    for thing in THINGS.values():
        for word in thing.words:
            assert lexicon()[word]["thing"] == thing.name, word
            assert set(thing.homes), thing.name


@pytest.mark.parametrize(
    ("prompt", "thing"),
    [
        ("a bat in a cave", "bat"),
        ("a baseball bat", "baseball bat"),
        ("a tennis racquet", "racket"),
        ("a french horn on a stage", "french horn"),
        ("a golf ball", "golf ball"),
        ("two ice skates", "ice skates"),
        ("a hot dog in a park", "hot dog"),
        ("a string bean", "string bean"),
        ("a fire truck", "fire truck"),
        ("an aircraft carrier", "aircraft carrier"),
    ],
)
def test_a_name_of_several_words_is_one_thing(prompt, thing):
    brief = read_prompt(prompt)
    assert [subject.thing for subject in brief.subjects] == [thing]
    assert brief.unknown == ()


def test_every_thing_draws_something_of_its_colour_inside_its_frame():
    stage = set_stage(read_prompt("a cube in the studio"), 128, 128, Wish(1))
    stage.light = Light()
    for thing in THINGS.values():
        layer = draw(stage, Placed(thing, Subject(thing.name), 20, 110, 90, 0, 0), 1, 1.0)
        covered = layer.pixels[..., 3] > 128
        assert covered.mean() > 0.01, thing.name
        edge = np.concatenate([covered[0], covered[-1], covered[:, 0], covered[:, -1]])
        assert edge.mean() < 0.05, f"{thing.name} is cut off"


def test_every_setting_can_be_painted_and_differs_from_the_others():
    seen = {}
    for name, setting in SETTINGS.items():
        picture = paint_scene(setting.words[0], 64, 64, 3, with_things=False)
        assert picture.shape == (64, 64, 3)
        assert picture.dtype == np.uint8
        assert picture.std() > 3, name
        seen[name] = picture.astype(float)
    for name in ("sea", "forest", "kitchen", "space", "cinema", "lavender", "funfair", "casino"):
        others = [np.abs(seen[name] - seen[k]).mean() for k in seen if k != name]
        assert min(others) > 4, name


def test_every_style_changes_the_picture():
    plain = paint_scene("a fox in the meadow", 64, 64, 3).astype(float)
    for name, style in STYLES.items():
        if name != "soft":
            styled = paint_scene(f"a fox in the meadow, {style.words[0]}", 64, 64, 3)
            assert np.abs(styled - plain).mean() > 2.5, name


@pytest.mark.parametrize("name", ["red", "blue", "green", "yellow", "purple", "white", "black"])
def test_the_colour_asked_for_is_seen(name):
    asked = paint_scene(f"a {name} sphere in the studio", 64, 64, 5).astype(float)
    others = {
        other: paint_scene(f"a {other} sphere in the studio", 64, 64, 5).astype(float)
        for other in ("red", "blue", "green", "yellow")
        if other != name
    }
    changed = np.abs(asked - next(iter(others.values()))).sum(2) > 60
    tone = asked[changed].mean(0) / 255
    mine = np.linalg.norm(tone - colour(name))
    assert all(mine < np.linalg.norm(tone - colour(other)) for other in others)


@pytest.mark.parametrize("count", [1, 2, 3, 5, 8])
def test_as_many_are_painted_as_were_asked_for(count):
    picture = paint_scene(f"{count} red circles in the studio", 256, 256, 8).astype(int)
    red = picture[..., 0] - picture[..., 1:3].max(2) > 70
    _, _, stats, _ = cv2.connectedComponentsWithStats(red.astype(np.uint8))
    assert (stats[1:, cv2.CC_STAT_AREA] > 60).sum() == count


def test_seeds_give_different_compositions():
    pictures = [
        paint_scene("a lighthouse by the sea", 64, 64, seed).astype(float) for seed in range(4)
    ]
    for a in range(4):
        for b in range(a):
            assert np.abs(pictures[a] - pictures[b]).mean() > 8


def test_a_palette_tints_the_scene():
    red = paint_scene("studio", 64, 64, 2, palette=["#ff0000"]).astype(float).mean((0, 1))
    blue = paint_scene("studio", 64, 64, 2, palette=["#0000ff"]).astype(float).mean((0, 1))
    assert red[0] - red[2] > blue[0] - blue[2] + 40


def test_without_things_the_scene_is_empty():
    full = paint_scene("a red car in the desert", 96, 96, 4).astype(int)
    empty = paint_scene("a red car in the desert", 96, 96, 4, with_things=False).astype(int)
    redness = [(p[..., 0] - p[..., 1] > 110).mean() for p in (full, empty)]
    assert redness[0] > redness[1] + 0.02


def test_more_steps_add_detail():
    def busy(steps):
        picture = paint_scene("a meadow", 256, 256, 6, detail=steps).astype(float).mean(2)
        return np.abs(np.diff(picture[150:], axis=1)).mean()

    assert busy(1) < busy(8) < busy(64)


def test_more_guidance_makes_the_thing_larger():
    brief = read_prompt("a red sphere in the studio")
    ground = paint(read_prompt("studio"), 96, 96, Wish(3)).astype(int)

    def area(adherence):
        picture = paint(brief, 96, 96, Wish(3, adherence=adherence)).astype(int)
        return (picture[..., 0] - picture[..., 2] - (ground[..., 0] - ground[..., 2]) > 40).mean()

    assert area(0.9) > area(0.4) * 1.2


def test_an_abstract_takes_the_colours_that_were_asked_for():
    blue = paint_scene("blue qwerty zxcv", 64, 64, 1).astype(float).mean((0, 1))
    orange = paint_scene("orange qwerty zxcv", 64, 64, 1).astype(float).mean((0, 1))
    assert blue[2] > blue[0]
    assert orange[0] > orange[2]


@pytest.mark.parametrize("size", [(1, 1), (1, 1024), (1024, 1), (7, 300), (64, 64), (333, 517)])
def test_any_size_can_be_painted(size):
    width, height = size
    assert paint_scene("a cat by the sea", width, height, 1).shape == (height, width, 3)


@pytest.mark.parametrize("prompt", [
    "a blue shirt, plain white background", "a red jacket on a white background",
    "a dress, solid white backdrop",
])  # fmt: skip
def test_a_coloured_background_is_a_studio_of_that_colour(prompt):
    brief = read_prompt(prompt)
    assert (brief.setting, brief.palette, brief.unknown) == ("studio", ("white",), ())
    corners = paint_scene(prompt, 128, 128, 4)[:3].reshape(-1, 3)
    assert corners.min() > 170
    assert np.ptp(corners.astype(int), axis=1).max() < 20


def test_a_background_without_colour_is_no_place():
    assert read_prompt("a cat, sunset background").setting == ""
    assert read_prompt("a cat with a city in the background").setting == "city"


@pytest.mark.parametrize("words", [
    "t-shirt", "shirt", "sweater", "hoodie", "jacket", "coat", "vest", "dress", "skirt",
    "trousers", "jeans", "shorts", "scarf", "socks", "gloves", "tie", "handbag", "suit",
])  # fmt: skip
def test_garments_are_painted_alone_in_a_studio(words):
    brief = read_prompt(f"a green {words}")
    assert not brief.unknown
    assert brief.subjects[0].colours == ("green",)
    picture = paint_scene(f"one green {words}", 96, 96, 2).astype(int)
    green = picture[..., 1] - picture[..., [0, 2]].max(axis=2) > 25
    assert 0.04 < green.mean() < 0.7
    assert not green[:4].any()


def test_what_somebody_wears_colours_the_wearer():
    assert subjects("a woman in a red dress") == [("woman", 1, ("red",))]
    assert subjects("two kings in black shirts") == [("king", 2, ("black",))]
    assert subjects("a king wearing a green robe and a dog") == [
        ("king", 1, ("green",)),
        ("dog", 1, ()),
    ]


@pytest.mark.parametrize(("prompt", "wearer", "worn"), [
    ("a cat wearing a red hat", "cat", (("hat", "red"),)),
    ("a cat in a top hat and a bow tie", "cat", (("top hat", ""), ("bow tie", ""))),
    ("a lion with a crown", "lion", (("crown", ""),)),
    ("a man with a white beard and glasses", "person", (("beard", "white"), ("glasses", ""))),
    ("a boy with a backpack and a blue cap", "child", (("backpack", ""), ("cap", "blue"))),
    ("a woman with red hair", "woman", (("hair", "red"),)),
    ("a blonde girl", "woman", (("hair", "blonde"),)),
    ("three bears in party hats", "bear", (("party hat", ""),)),
    ("two men in black suits", "person", (("suit", "black"),)),
    ("a woman in jeans and a white shirt", "woman", (("jeans", ""), ("shirt", "white"))),
    ("a boy in a yellow raincoat", "child", (("raincoat", "yellow"),)),
    ("a woman with long black hair", "woman", (("long hair", "black"),)),
    ("a bearded man", "person", (("beard", ""),)),
    ("a woman jogging", "runner", (("long hair", ""),)),
])  # fmt: skip
def test_what_somebody_wears_is_on_them(prompt, wearer, worn):
    brief = read_prompt(prompt)
    (subject,) = brief.subjects
    assert (subject.thing, subject.worn, brief.unknown) == (wearer, worn, ())
    assert (
        paint(brief, 128, 128, Wish(1)).tobytes()
        != paint(
            replace(brief, subjects=(replace(subject, worn=()),)), 128, 128, Wish(1)
        ).tobytes()
    )


@pytest.mark.parametrize("garment", [
    name for name, row in WEARABLES.items() if row.slot in ("legs", "torso", "over")
])  # fmt: skip
def test_a_garment_is_seen_in_its_colour(garment):
    plain, dressed = (
        paint_cutout(read_prompt(prompt), 192, 192, Wish(3)).astype(int)
        for prompt in ("a woman", f"a woman in a green {garment}")
    )
    green = dressed[..., 1] - dressed[..., [0, 2]].max(axis=2) > 20
    assert green.mean() > 0.02
    assert not (plain[..., 1] - plain[..., [0, 2]].max(axis=2) > 20).any()


def test_a_garment_that_a_calling_does_not_wear_is_noted():
    assert read_prompt("a chef in a blue coat").stand_ins == ("coat as shirt",)
    assert read_prompt("a violinist in a red dress").stand_ins == ("dress as shirt",)
    assert not read_prompt("a nurse in a red dress").stand_ins
    assert read_prompt("a man in a wooden coat").unknown == ("wooden",)


@pytest.mark.parametrize(("prompt", "drawn", "unknown"), [
    ("a cat sleeping on a sofa", [("sleeping cat", "on"), ("sofa", "beside")], ()),
    ("a sleeping fox", [("sleeping fox", "beside")], ()),
    ("a sleeping horse", [("horse", "beside")], ("sleeping",)),
    ("a man fishing", [("fisherman", "beside")], ()),
    ("a man painting a house", [("person", "beside"), ("house", "beside")], ("painting",)),
    ("a robot watering plants", [("robot", "beside"), ("watering can", "holding"),
                                 ("plant", "beside")], ()),
    ("a woman playing the violin", [("violinist", "beside")], ()),
    ("a girl holding a balloon", [("woman", "beside"), ("balloon on a string", "holding")], ()),
    ("a hedgehog with an apple on its back", [("hedgehog", "beside"), ("apple", "on")], ()),
    ("a chef tossing a pizza", [("chef", "beside"), ("pizza", "holding")], ("tossing",)),
    ("a cup and a croissant on a table", [("cup", "on"), ("croissant", "on"),
                                          ("table", "beside")], ()),
    ("a flying bird", [("flying bird", "beside")], ()),
    ("birds flying over a lake", [("flying bird", "beside")], ()),
    ("a vase with tulips", [("vase", "beside"), ("tulip", "inside")], ()),
    ("a rabbit in a basket", [("rabbit", "inside"), ("basket", "beside")], ()),
    ("a shelf with a plant", [("shelf", "beside"), ("plant", "on")], ()),
    ("a boy on a swing", [("child", "on"), ("swing set", "beside")], ()),
    ("a desk and a computer", [("table", "beside"), ("computer", "on")], ()),
])  # fmt: skip
def test_what_somebody_does_and_where_is_drawn_or_noted(prompt, drawn, unknown):
    brief = read_prompt(prompt)
    assert [(s.thing, s.relation) for s in brief.subjects] == drawn
    assert brief.unknown == unknown


@pytest.mark.parametrize(
    ("prompt", "place", "way", "weather"),
    [
        ("a desert road", "desert", "road", ""),
        ("a path through the forest", "forest", "path", ""),
        ("northern lights over a frozen lake", "frozen_lake", "", "aurora"),
        ("a waterfall with a rainbow", "waterfall", "", "rainbow"),
        ("a princess in a castle", "castle_hall", "", ""),
        ("a car in front of a restaurant", "street", "", ""),
        ("a cat on a table by the window", "living_room", "", ""),
        ("a minimalist picture of a bicycle", "studio", "", ""),
    ],
)
def test_a_place_is_read_with_what_is_in_and_through_it(prompt, place, way, weather):
    brief = read_prompt(prompt)
    assert (brief.setting, brief.way, brief.weather) == (place, way, weather)


@pytest.mark.parametrize("weather", ["rainbow", "aurora"])
def test_lights_in_the_sky_leave_no_hole_in_it(weather):
    plain, lit = (
        paint(Brief(setting="meadow", time="night", weather=name), 256, 256, Wish(4)).astype(int)
        for name in ("clear", weather)
    )
    sky = slice(0, 90)
    assert (lit[sky].max(axis=2) > 8).all()
    assert (lit[sky].sum(axis=2) > plain[sky].sum(axis=2) + 30).mean() > 0.05


@pytest.mark.parametrize(("prompt", "ground"), [
    ("a man by the lake", "shore"), ("a boat on a lake", "water"),
    ("a flamingo in a lake", "water"), ("a ship in a harbour with seagulls", "water"),
    ("a fisherman on a dock", "shore"),
])  # fmt: skip
def test_what_does_not_float_stands_on_the_bank(prompt, ground):
    stage = set_stage(read_prompt(prompt), 128, 128, Wish(1))
    assert stage.setting.kind == ground


def test_a_room_named_alone_is_furnished():
    assert furnished(read_prompt("a living room")).subjects
    assert not furnished(read_prompt("an empty room")).subjects
    assert [s.thing for s in furnished(read_prompt("a cat in a living room")).subjects] == ["cat"]


@pytest.mark.parametrize(("prompt", "drawn"), [
    ("an old man with a beard", ["grandfather"]),
    ("a snowman with a hat and a scarf", ["snowman"]),
    ("a birthday cake with seven candles", ["cake"]),
    ("a king wearing a crown", ["king"]),
    ("a musician playing the guitar", ["guitarist"]),
    ("a musician playing a saxophone", ["person", "saxophone"]),
])  # fmt: skip
def test_what_a_thing_is_drawn_with_is_not_drawn_again(prompt, drawn):
    brief = read_prompt(prompt)
    assert [subject.thing for subject in brief.subjects] == drawn
    assert brief.unknown == ()


def test_a_hat_beside_somebody_is_not_worn():
    cat, hat = read_prompt("a cat and a hat").subjects
    assert (cat.worn, hat.thing) == ((), "hat")


def test_everything_worn_is_drawn_and_every_wearer_wears_a_hat_or_glasses():
    worn = [("person", name) for name in WEARABLES if name != "hair"]
    worn += [(name, "hat") for name, wearer in WEARERS.items() if "top" in wearer.slots]
    worn += [(name, "glasses") for name, wearer in WEARERS.items() if wearer.slots == {"face"}]
    bare = {}
    for name, one in worn:
        if name not in bare:
            bare[name] = paint_cutout(Brief((Subject(name),)), 48, 48, Wish(1)).tobytes()
        dressed = Brief((Subject(name, worn=((one, "green"),)),))
        assert paint_cutout(dressed, 48, 48, Wish(1)).tobytes() != bare[name], (name, one)


@pytest.mark.parametrize(
    "prompt", ["a man on a chair", "three women on a sofa", "a king on a throne"]
)
def test_who_is_on_a_seat_sits_with_the_feet_down(prompt):
    brief = read_prompt(prompt)
    people, seats = (
        [p for p in compose(brief, np.random.default_rng(1), 1.0) if p.subject.thing == thing]
        for thing in (brief.subjects[0].thing, brief.subjects[1].thing)
    )
    assert len(people) == brief.subjects[0].count
    for one in people:
        assert one.seated
        feet = one.y + (1 - FEET) * one.height
        assert 0 <= feet - seats[0].y < 0.2 * one.height
        assert (
            feet + 0.5 * one.height > seats[0].y + (1 - seats[0].thing.seat[1]) * seats[0].height
        )


@pytest.mark.parametrize(("prompt", "setting", "time"), [
    ("an owl on a branch under a full moon", "hills", "night"),
    ("a street under the moon", "street", "night"),
])  # fmt: skip
def test_under_the_moon_it_is_night(prompt, setting, time):
    brief = read_prompt(prompt)
    assert (brief.setting, brief.time) == (setting, time)
    assert "moon" not in [subject.thing for subject in brief.subjects]


@pytest.mark.parametrize(("prompt", "relations"), [
    ("a girl with a red umbrella", [("beside", -1), ("holding", 0)]),
    ("a woman with an apple", [("beside", -1), ("holding", 0)]),
    ("a boy with a dog", [("beside", -1), ("beside", -1)]),
    ("a desk with a laptop, a cup and a lamp",
     [("beside", -1), ("on", 0), ("on", 0), ("beside", -1)]),
    ("a cat and an umbrella", [("beside", -1), ("beside", -1)]),
])  # fmt: skip
def test_what_somebody_has_is_in_the_hand_and_what_a_table_has_is_on_it(prompt, relations):
    assert [(s.relation, s.to) for s in read_prompt(prompt).subjects] == relations


@pytest.mark.parametrize("words", ["on a horse", "riding a horse", "on a bicycle"])
def test_who_is_on_a_horse_rides_it(words):
    assert read_prompt(f"a cowboy {words}").subjects[0].relation == "riding"
    assert read_prompt("a cat on a horse").subjects[0].relation == "on"


def test_several_things_on_one_table_stand_side_by_side():
    table, vase, cup = compose(
        read_prompt("a table with a vase and a cup"), np.random.default_rng(1), 1.0
    )
    assert table.x < vase.x < vase.x + vase.width <= cup.x + 0.1 * cup.width
    assert cup.x + cup.width < table.x + table.width * 1.05


def test_bees_are_bees():
    assert subjects("a jar of honey with bees")[1] == ("bee", 3, ())


@pytest.mark.parametrize("prompt", ["a mug that says HI", "a t-shirt with the words BE KIND"])
def test_cups_and_shirts_carry_words(prompt):
    (subject,) = read_prompt(prompt).subjects
    assert subject.text
    plain = replace(subject, text="")
    pictures = [paint(Brief((one,)), 128, 128, Wish(1)).tobytes() for one in (subject, plain)]
    assert pictures[0] != pictures[1]


def test_people_stand_where_what_is_with_them_is_at_home():
    rng = np.random.default_rng(1)
    assert choose_setting(read_prompt("two kids building a snowman"), rng) == "snowfield"
    assert choose_setting(read_prompt("a woman with an apple"), rng) != "table"


def test_the_head_of_an_animal_fills_a_close_up():
    sizes = []
    for prompt in ("a close-up of a bear", "a bear"):
        brief = read_prompt(prompt)
        rng = np.random.default_rng(1)
        placed = fit(compose(brief, rng, 1.0), 256, 256, 128, rng, 1.0, in_air=False)
        sizes.append(nearer(placed, 256, 256)[0].height if brief.framing else placed[0].height)
    assert sizes[0] > 1.2 * sizes[1]


def test_what_is_small_stands_on_a_table_and_not_on_a_floor():
    rng = np.random.default_rng(1)
    assert choose_setting(read_prompt("a cup of coffee and a croissant"), rng) == "table"
    assert choose_setting(read_prompt("a chef and a croissant"), rng) == "kitchen"


@pytest.mark.parametrize(("prompt", "setting"), [
    ("a brick wall", "brick_wall"), ("a bicycle by a stone wall", "stone_wall"),
    ("a wooden wall", "wooden_wall"), ("a yellow wall", "wall"), ("a gravel path", "path"),
])  # fmt: skip
def test_walls_and_paths_are_places(prompt, setting):
    brief = read_prompt(prompt)
    assert (brief.setting, brief.unknown) == (setting, ())


@pytest.mark.parametrize(
    ("prompt", "colours"),
    [
        ("a woman in red", ("red",)),
        ("a footballer in blue", ("blue",)),
        ("a doctor wearing a green shirt", ("green",)),
        ("a chef dressed in white, red background", ("white",)),
    ],
)
def test_a_colour_that_somebody_wears_is_that_of_the_clothes(prompt, colours):
    (subject,) = read_prompt(prompt).subjects
    assert subject.colours == colours


def test_every_calling_is_at_home_in_a_place_that_there_is_and_looks_like_no_other():
    stage = set_stage(read_prompt("a cube in the studio"), 96, 96, Wish(1))
    stage.light = Light()
    drawn = set()
    for name in CALLINGS:
        thing = THINGS[name]
        assert set(thing.homes) <= SETTINGS.keys(), name
        drawn.add(
            draw(stage, Placed(thing, Subject(name), 20, 90, 70, 0, 0), 1, 1.0).pixels.tobytes()
        )
    assert len(drawn) == len(CALLINGS)


def test_a_word_for_which_something_else_stands_in_is_noted_and_has_its_colour():
    brief = read_prompt("a polar bear and three brown geese")
    assert brief.stand_ins == ("polar bear as bear", "goose as duck")
    assert [(s.thing, s.count, s.colours) for s in brief.subjects] == [
        ("bear", 1, ("white",)),
        ("duck", 3, ("brown",)),
    ]


def test_what_cannot_be_worn_is_noted_and_not_stood_upon():
    brief = read_prompt("a giraffe wearing sunglasses")
    assert [s.thing for s in brief.subjects] == ["giraffe"]
    assert brief.unknown == ("wearing sunglasses",)
    assert "wearing" in read_prompt("a turtle wearing a hat").unknown


def test_who_rides_sits_behind_what_is_ridden_with_legs_below_its_back():
    rng = np.random.default_rng(1)
    rider, horse = compose(read_prompt("a woman riding a horse"), rng, 1.0)
    back = horse.y + (1 - horse.thing.seat[1]) * horse.height
    assert rider.depth > horse.depth
    assert rider.y < back < rider.y + rider.height


@pytest.mark.parametrize(
    ("prompt", "thing"),
    [("a neon OPEN sign", "neon sign"), ("an OPEN sign", "sign"), ("a VIP badge", "logo")],
)
def test_capitals_before_what_carries_writing_are_written_on_it(prompt, thing):
    (subject,) = read_prompt(prompt).subjects
    assert (subject.thing, subject.text) == (thing, prompt.split()[-2])


def test_a_material_of_nothing_is_noted():
    assert read_prompt("orange juice with ice").unknown == ("ice",)


def test_charcoal_is_dark_on_paper_and_chalk_is_light_on_a_board():
    means = [
        paint(read_prompt(f"a dinosaur, {style} drawing"), 192, 192, Wish(3)).mean()
        for style in ("charcoal", "chalk")
    ]
    assert means[0] > 110
    assert means[1] < 80


@pytest.mark.parametrize(("prompt", "unknown", "surplus"), [
    ("a man in a leather hat", ("leather",), ()),
    ("a beach at sunset under the moon", (), ("moon",)),
])  # fmt: skip
def test_what_is_not_shown_of_hats_and_moons_is_noted(prompt, unknown, surplus):
    brief = read_prompt(prompt)
    assert (brief.unknown, brief.surplus) == (unknown, surplus)


def test_black_and_white_is_a_photograph_without_colour():
    brief = read_prompt("a black and white photo of a red car on a street")
    assert (brief.style, brief.unknown) == ("monochrome", ())
    picture = paint(brief, 256, 256, Wish(2)).astype(int)
    assert np.ptp(picture, axis=2).max() == 0
    assert picture.min() < 20
    assert picture.max() > 235


@pytest.mark.parametrize("prompt", ["the Eiffel Tower", "a horse in a meadow", "a red car"])
def test_things_stand_beside_who_is_before_them_and_inside_the_picture(prompt):
    brief = read_prompt(prompt)
    placed = fit(compose(brief, np.random.default_rng(1), 0.67), 400, 600, 260,
                 np.random.default_rng(1), 0.6, in_air=False)  # fmt: skip
    (moved,) = clear_of(placed, (0.3, 0.65), 400, 260)
    assert moved.x >= -1
    assert moved.x + moved.width <= 401
    assert moved.x + moved.width / 2 > 0.6 * 400
    assert 260 <= moved.y <= placed[0].y


def test_things_that_are_not_hidden_stay_where_they_are():
    placed = fit(compose(read_prompt("a horse"), np.random.default_rng(1), 1.5), 600, 400, 180,
                 np.random.default_rng(1), 0.6, in_air=False)  # fmt: skip
    assert clear_of(placed, (0.0, 0.05), 600, 180) == placed


def test_a_rider_of_an_animal_has_no_legs_below_its_belly():
    def lowest(prompt):
        placed = compose(read_prompt(prompt), np.random.default_rng(1), 1.0)
        return next(p for p in placed if p.thing.name == "cowboy").sunk

    assert lowest("a cowboy riding a horse") > 0.3
    assert lowest("a cowboy riding a bicycle") == 0


def test_a_crown_on_a_throne_is_worn():
    brief = read_prompt("a woman on a throne with a crown")
    assert [(s.thing, s.worn) for s in brief.subjects] == [
        ("woman", (("crown", ""),)),
        ("throne", ()),
    ]


def test_a_cake_carries_words():
    brief = read_prompt('a cake with the words "Well done"')
    assert [(s.thing, s.text) for s in brief.subjects] == [("cake", "Well done")]
