"""What prompts ask that is not painted: refused, or named in a note; never passed over."""

import numpy as np
import pytest

from mediaext.engines import Context, load_engine
from mediaext.engines.classical.painter import paint_scene, read_prompt, refusing
from mediaext.errors import JobFailed
from mediaext.operations import BrandTemplate, ChangeBackground


def checked(prompt, **options):
    context = Context(seed=1)
    refusing.check(read_prompt(prompt), context, **options)
    return " ".join(context.notes)


@pytest.mark.parametrize("prompt", [
    "zyglots on a white background", "Napoleon", "Roman legionary", "watercolour", "red", "赤い車",
    "photo of a quibblefrotz, 8k, highly detailed", "moody",
])  # fmt: skip
def test_a_prompt_of_which_nothing_is_left_is_refused(prompt):
    with pytest.raises(JobFailed, match="Name a thing or a place") as caught:
        checked(prompt)
    assert caught.value.code == "INPUT_INVALID"


def test_a_refusal_names_the_words_and_the_nearest_that_are_known():
    with pytest.raises(JobFailed, match=r"kitchn.*'kitchen'"):
        checked("chief in a kitchn")


@pytest.mark.parametrize(("prompt", "said"), [
    ("zyglots on a stage", "zyglots"), ("a horse sleeping on a beach", "sleeping"),
    ("a horse swimming", "swimming"),
    ("a dozen on the beach", "dozen"), ("a man in red socks", "socks"),
    ("100 red balloons", "100"),
    ("a striped cat", "striped"),
    ("a beach in the city at night", "city"), ("a forest in the rain at noon, snow", "snow"),
    ("a cat, a dog, a cow, a pig, a duck, an owl, a fox, a lion, a zebra", "zebra"),
])  # fmt: skip
def test_what_a_picture_does_not_show_is_noted(prompt, said):
    assert said in checked(prompt)


@pytest.mark.parametrize("prompt", [
    "a plain white background", "an orange cat", "a duck swimming on a pond", "blue swirls",
    "a bird flying over the sea", "a dragon flying over a village",
    "teal and orange gradient", "three red apples on a table",
])  # fmt: skip
def test_what_is_painted_in_full_has_no_note(prompt):
    assert checked(prompt) == ""


def test_a_backdrop_may_be_a_colour_or_a_mood():
    assert checked("elegant and warm", backdrop=True) != ""
    assert checked("navy blue", backdrop=True) == ""
    with pytest.raises(JobFailed, match="zyglot"):
        checked("zyglot", backdrop=True)


@pytest.mark.parametrize("request_", [
    ChangeBackground(input_image="a", subject_description="a cup", prompt="zyglots"),
    BrandTemplate(input_image="a", subject_description="a cup", background_prompt="zyglots"),
], ids=lambda request: request.endpoint.name)  # fmt: skip
def test_a_scene_of_which_nothing_is_left_is_refused_before_the_picture_is_opened(request_):
    with pytest.raises(JobFailed, match="zyglots"):
        load_engine().make(request_, {"input_image": [b"no picture"]}, Context(seed=1))


def test_scenery_stands_behind_a_subject_and_other_things_do_not():
    empty = paint_scene("meadow", 96, 96, 4, with_things=False).astype(int)
    car = paint_scene("a car in the meadow", 96, 96, 4, with_things=False).astype(int)
    castle = paint_scene("a castle in the meadow", 96, 96, 4, with_things=False).astype(int)
    assert np.abs(car - empty).max() == 0
    assert np.abs(castle - empty).mean() > 3


@pytest.mark.parametrize(("prompt", "colours"), [
    ("red and blue stripes", 2), ("red and blue checkerboard", 2), ("red polka dots", 2),
])  # fmt: skip
def test_patterns_have_the_colours_asked_for(prompt, colours):
    picture = paint_scene(prompt, 64, 64, 3).reshape(-1, 3)
    _, counts = np.unique(picture // 64, axis=0, return_counts=True)
    assert (counts > 600).sum() == colours


def test_a_gradient_runs_from_one_colour_to_the_other():
    picture = paint_scene("black to white gradient", 64, 64, 3).mean(2)
    corners = sorted([picture[0, 0], picture[0, -1], picture[-1, 0], picture[-1, -1]])
    assert corners[0] < 50
    assert corners[-1] > 220
    assert np.abs(np.diff(picture)).max() < 12


def test_a_portrait_shows_head_and_shoulders():
    """Colours of the dress reach the lower edge, and the head fills the upper half."""
    near = paint_scene("portrait of a woman in a red dress, white background", 128, 128, 3).astype(
        int
    )
    whole = paint_scene("a woman in a red dress, white background", 128, 128, 3).astype(int)
    shown = [(np.ptp(picture, axis=2) > 40) for picture in (near, whole)]
    assert shown[0][-3:].mean() > 0.3 > shown[1][-3:].mean()
    assert shown[0][:64].mean() > 1.5 * shown[1][:64].mean()


def test_what_flies_is_above_the_ground():
    def lowest(prompt):
        picture = paint_scene(f"{prompt}, white background", 128, 128, 3).astype(int)
        return np.flatnonzero((np.ptp(picture, axis=2) > 60).any(1)).max()

    assert lowest("a green dragon flying") < lowest("a green dragon") - 15


@pytest.mark.parametrize(("prompt", "place"), [
    ("an office", "office"), ("a car showroom", "showroom"), ("in a gym", "gym"),
    ("cozy cabin interior", "cabin_room"), ("at the airport", "terminal"), ("in a bar", "bar"),
    ("a subway station", "platform"), ("church interior", "nave"), ("a nightclub", "disco"),
    ("a swimming pool", "pool"), ("inside a train", "carriage"), ("a hallway", "corridor"),
    ("a basketball court", "sportshall"), ("a podcast studio", "recording"),
    ("a christmas living room", "christmas"), ("in a vineyard", "vineyard"),
    ("an amusement park", "funfair"), ("ancient ruins", "ruins"), ("a ski slope", "ski_slope"),
    ("under cherry blossoms", "blossoms"), ("a construction site", "building_site"),
])  # fmt: skip
def test_places_are_known_by_name(prompt, place):
    assert read_prompt(prompt, places=True).setting == place
