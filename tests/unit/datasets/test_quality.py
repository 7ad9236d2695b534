"""Gates of quality: scores of each result, thresholds that change afterwards, and duplicates."""

import io
import itertools

import numpy as np
import PIL.Image
import PIL.ImageFilter
import pytest
import skimage.data
from dataset_makers import Painter, Photos, picture

from mediaext.datasets import BASE, Augmented, Quality, choice
from mediaext.datasets.reports.duplicates import _alike
from mediaext.errors import InvalidRequest
from mediaext.operations import EditImage, RemoveBackground, UpscaleImage
from mediaext.results import Picture

RAIN = EditImage(prompt="rainy")
COUNT = 6


@pytest.fixture(scope="module")
def person():
    return PIL.Image.fromarray(skimage.data.astronaut()).resize((256, 256))


class Spoiler(Painter):
    """Gives the item's picture, blurred by as many pixels as the prompt says."""

    def run(self, operation):
        self.asked.append(operation)
        image = operation.media()["input_image"][0]
        return encode(image.filter(PIL.ImageFilter.GaussianBlur(float(operation.prompt))))


def encode(image, kind="PNG"):
    buffer = io.BytesIO()
    image.save(buffer, kind, quality=95)
    return Picture(buffer.getvalue(), f"image/{kind.lower()}")


def score(name, made, base=None, **options):
    return Quality(**{name: -1, **options}).scores(made, base).get(name)


def test_a_blurred_picture_is_less_sharp_the_more_it_is_blurred(person):
    blurred = [person.filter(PIL.ImageFilter.GaussianBlur(radius)) for radius in (0, 1, 2, 4)]
    found = [score("sharpness", one) for one in blurred]

    assert found == sorted(found, reverse=True)
    assert found[0] > 0.6
    assert found[2] < 0.4


def test_a_blank_picture_has_no_contrast(person):
    assert score("contrast", PIL.Image.new("RGB", (40, 40), "teal")) == 0
    assert score("sharpness", PIL.Image.new("RGB", (40, 40), "teal")) == 0
    assert score("contrast", person) > 0.8


def test_change_is_how_far_a_picture_is_from_the_items_own(person):
    assert score("change", person, person) == 0
    assert score("change", encode(person, "JPEG"), person) < 1
    assert score("change", PIL.Image.new("RGB", (64, 64)), person) > 50
    assert score("change", person) is None, "there is no picture to compare it with"


def test_the_subject_is_kept_where_it_is_and_not_where_it_has_moved(person):
    moved = PIL.Image.fromarray(np.roll(np.asarray(person), 90, axis=1))
    small = person.resize((128, 128))

    assert score("subject", person, person) == 1
    assert score("subject", small, person) > 0.9, "the size does not count"
    assert score("subject", moved, person) < 0.6


def test_the_outline_of_a_cutout_is_its_alpha():
    alpha = PIL.Image.new("L", (64, 64))
    alpha.paste(255, (16, 16, 48, 48))
    base = picture(1, 64)
    base.putalpha(alpha)
    half = base.copy()
    half.paste((0, 0, 0, 0), (16, 16, 32, 48))

    assert score("subject", half, base) == pytest.approx(0.5)


def test_another_face_or_none_is_another_identity(person):
    assert score("identity", person.resize((200, 200)), person) > 0.85
    assert score("identity", person.transpose(PIL.Image.Transpose.FLIP_TOP_BOTTOM), person) < 0.7
    assert score("identity", PIL.Image.new("RGB", (200, 200)), person) == -1
    assert score("identity", person, PIL.Image.new("RGB", (200, 200))) is None


def test_identity_is_told_by_a_recogniser_of_ones_own(person):
    def embed(picture):
        mean = np.asarray(picture.convert("RGB")).mean()
        return None if mean == 0 else [mean > 100, mean <= 100]

    bright, black = PIL.Image.new("RGB", (9, 9), "white"), PIL.Image.new("RGB", (9, 9))

    assert score("identity", bright, bright, embed=embed) == 1
    assert score("identity", bright.point(lambda v: 50), bright, embed=embed) == 0
    assert score("identity", black, bright, embed=embed) == -1


def test_a_gate_of_quality_needs_a_threshold():
    with pytest.raises(InvalidRequest, match="sharpness, contrast, change, subject, identity"):
        Quality()


def blurring(folder, runner=None, **options):
    step = EditImage(input_image=BASE, prompt=choice("0", "6"))
    options = {"variants": 2, "quiet": True, "size": 32, **options}
    base = [(rough(number), number) for number in range(COUNT)]
    return Augmented(base, [step], runner=runner or Spoiler(), folder=folder, **options)


def rough(number):
    pixels = np.random.default_rng(number).integers(0, 255, (12, 12, 3), dtype=np.uint8)
    return PIL.Image.fromarray(pixels).resize((96, 96), PIL.Image.Resampling.NEAREST)


def shown(data):
    loader = data.loader(3, copy=True)
    for _ in loader:
        pass
    return data.served(loader)


def test_scores_are_in_the_table_and_refused_ones_give_way(tmp_path):
    data = blurring(tmp_path, gate=Quality(sharpness=0.5, contrast=0))
    data.fill(progress=False)
    table = data.table()
    blurred = table["prompt"] == "6"

    assert table.loc[~blurred, "sharpness"].min() > 0.5 > table.loc[blurred, "sharpness"].max()
    assert table["contrast"].between(0, 1).all()
    assert (table["status"] == "dropped").equals(blurred)
    assert table.loc[blurred, "reason"].str.contains("sharpness 0.* is below 0.50").all()
    assert set(data.table().set_index("key").loc[shown(data)["key"], "prompt"]) == {"0"}
    assert data.refused().width > 160
    assert data.why(table.loc[blurred, "key"].iloc[0])["sharpness"] < 0.5


def test_other_thresholds_make_and_measure_nothing_again(tmp_path, monkeypatch):
    runner = Spoiler()
    data = blurring(tmp_path, runner, gate=Quality(sharpness=0.5))
    data.fill(progress=False)
    measured = []
    monkeypatch.setattr(Quality, "scores", lambda *_: measured.append(1) or {})
    lenient = blurring(tmp_path, runner, gate=Quality(sharpness=0.05))

    assert lenient.stats()["refused"] == 0
    assert sorted(shown(lenient)["variant"].unique()) == [0, 1]
    assert data.stats()["refused"] == COUNT
    data.set_gate(Quality(sharpness=0.05))
    assert data.stats()["refused"] == 0
    data.set_gate(Quality(sharpness=0.99))
    assert data.stats()["refused"] == 2 * COUNT
    assert set(shown(data)["variant"]) == {-1}, "nothing is left but the originals"
    data.set_gate(None)
    assert data.stats()["refused"] == 0
    assert (len(runner.asked), measured) == (2 * COUNT, [])


def test_another_measure_is_taken_of_what_is_there(tmp_path):
    runner = Spoiler()
    data = blurring(tmp_path, runner, gate=Quality(sharpness=0.5))
    data.fill(progress=False)
    data.set_gate(Quality(change=3))
    shown(data)
    data.set_epoch(1)
    shown(data)
    unchanged = data.table().query("change < 3")

    assert set(unchanged["prompt"]) == {"0"}
    assert (unchanged["status"] == "dropped").all()
    assert len(runner.asked) == 2 * COUNT


def test_what_a_person_keeps_is_served_whatever_its_scores(tmp_path):
    data = blurring(tmp_path, gate=Quality(sharpness=0.5))
    data.fill(progress=False)
    key = data.table().query("prompt == '6'")["key"].iloc[0]
    data.keep(key)

    assert data.table().set_index("key").loc[key, "status"] == "made"


class Few(Painter):
    """Makes one of few pictures, whatever the item."""

    def run(self, operation):
        self.asked.append(operation)
        number = operation.seed % 3
        return encode(picture(number), "PNG" if operation.seed % 2 else "JPEG")


def few(folder, **options):
    options = {"variants": 3, "quiet": True, "size": 32, **options}
    return Augmented(Photos(COUNT), [RAIN], runner=Few(), folder=folder, **options)


def test_which_duplicates_go_does_not_depend_on_the_order_of_arrival(tmp_path):
    orders = []
    for number in range(3):
        data = few(tmp_path / str(number))
        places = list(itertools.product(range(COUNT), range(3)))
        for at in np.random.default_rng(number).permutation(len(places)):
            data.pool.generator.request(data.pool.node(*places[at])).result()
        orders.append(data.drop_duplicates())

    assert 0 < len(orders[0]) == 3 * COUNT - 3, "three pictures are left, as PNG or as JPEG"
    assert orders[0].equals(orders[1])
    assert orders[0].equals(orders[2])


def test_dropped_duplicates_are_not_served_until_more_or_fewer_count(tmp_path):
    data = few(tmp_path)
    data.fill(progress=False)
    gone = data.drop_duplicates()
    kept = set(data.table().query("status == 'made'")["key"])

    assert len(kept) == 3
    assert set(gone["same_as"]) == kept
    assert not set(shown(data)["key"]) & set(gone["key"])
    assert data.drop_duplicates().equals(gone), "again, the same"
    assert "looks like" in data.why(gone["key"].iloc[0])["reason"]
    exact = data.drop_duplicates(alike=0)
    assert len(exact) < len(gone)
    assert len(data.table().query("status == 'made'")) == 3 * COUNT - len(exact)


def test_of_a_chain_of_likenesses_every_other_picture_stays():
    looks = np.repeat(np.arange(0, 12, 2, dtype=np.uint8)[:, None], 768, axis=1)

    assert _alike(looks, 2.0) == {1: (0, 2.0), 3: (2, 2.0), 5: (4, 2.0)}
    assert _alike(looks, 1.9) == {}
    assert set(_alike(np.repeat(looks, 400, axis=0), 0)) == set(range(2400)) - set(
        range(0, 2400, 400)
    )


def test_what_the_gate_refuses_is_no_reason_to_drop_another(tmp_path):
    data = few(tmp_path)
    data.fill(progress=False)
    first = data.drop_duplicates()["same_as"].iloc[0]
    data.drop(first)
    again = data.drop_duplicates()

    assert first not in set(again["same_as"])
    assert len(data.table().query("status == 'made'")) == 3


def test_cutouts_and_upscaled_pictures_are_measured_too(tmp_path):
    steps = [RemoveBackground(input_image=BASE), UpscaleImage(input_image=BASE, scale=2)]
    for step in steps:
        data = Augmented(
            Photos(2), [step], runner=Painter(), folder=tmp_path, gate=Quality(contrast=0.01),
            quiet=True,
        )  # fmt: skip
        data.fill(progress=False)
        assert data.table()["contrast"].notna().all()
