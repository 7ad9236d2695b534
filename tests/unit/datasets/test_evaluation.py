"""Evaluation: held out by what a picture shows, folds in one folder, annotations, comparing."""

import io
import xml.etree.ElementTree as ET

import numpy as np
import PIL.Image
import pytest
import torch
from dataset_makers import Painter, Photos, picture, run
from IPython.core.formatters import DisplayFormatter
from pycocotools.coco import COCO

from mediaext.datasets import BASE, Augmented, Leak, compare
from mediaext.errors import InvalidRequest, MediaError
from mediaext.media import read_media
from mediaext.operations import ChangeBackground, EditImage, RemoveBackground
from mediaext.results import Picture

RAIN = EditImage(prompt="rain")


def augmented(folder, base, steps=(RAIN,), **options):
    options = {"size": 16, "quiet": True, "runner": Painter(), **options}
    return Augmented(base, list(steps), folder=folder, **options)


def jpeg(image, quality=75):
    buffer = io.BytesIO()
    image.save(buffer, "JPEG", quality=quality)
    return buffer.getvalue()


@pytest.mark.parametrize(
    "same",
    [
        lambda image: image,
        np.asarray,
        lambda image: image.convert("RGBA"),
        lambda image: jpeg(image, 90),
        lambda image: image.resize((96, 96), PIL.Image.Resampling.BICUBIC),
    ],
)
def test_a_held_out_picture_is_known_in_every_container(tmp_path, same):
    held = [(same(picture(1)), 0)]
    data = augmented(tmp_path, [(picture(0), 0), (picture(1), 1)], held_out=held)
    assert data[0][1] == 0
    with pytest.raises(Leak, match="Item 1"):
        data[1]


def test_alike_and_equal_are_not_the_same(tmp_path):
    near = picture(1).copy()
    near.putpixel((5, 5), (0, 0, 0))
    with pytest.raises(Leak, match="alike=0"):
        augmented(tmp_path / "a", [(near, 0)], held_out=[picture(1)])[0]
    assert augmented(tmp_path / "b", [(near, 0)], held_out=[picture(1)], alike=0)[0][1] == 0


def test_folds_share_a_folder(tmp_path):
    photos = [(picture(number), number) for number in range(6)]
    painter = Painter()
    for fold in range(3):
        test = photos[fold * 2 : fold * 2 + 2]
        train = [one for one in photos if one not in test]
        data = augmented(tmp_path, train, held_out=test, fold=str(fold), runner=painter)
        assert sorted(label for _, label in (data[n] for n in range(4))) == [
            label for _, label in train
        ]
    assert len(painter.asked) == 6
    with pytest.raises(Leak):
        augmented(tmp_path, photos, fold="1", runner=painter)[2]
    with pytest.raises(InvalidRequest, match="fold"):
        augmented(tmp_path, photos, fold="../1")


def test_evaluation_is_untouched_and_held_out(tmp_path):
    data = augmented(tmp_path, Photos(4), originals=0.0, size=(24, 24))
    val = data.evaluation(Photos(3, start=10))
    epoch = data.epoch
    images = torch.cat([images.clone() for images, _ in val.loader(2)])
    plain = augmented(tmp_path / "plain", Photos(3, start=10), originals=1.0, size=(24, 24))

    assert torch.equal(images, torch.stack([plain[index][0] for index in range(3)]))
    assert data.epoch == epoch
    assert val.plan().misses == 0
    leaking = augmented(tmp_path, Photos(12), size=(24, 24))
    with pytest.raises(Leak, match="Item 10"):
        leaking[10]


class Cutter:
    """Cuts out the middle of a picture."""

    identity = "cutter 1"
    top, below, left, right = 12, 36, 6, 30

    def run(self, operation):
        if not isinstance(operation, RemoveBackground):
            return run(operation)
        alpha = np.zeros((48, 48), np.uint8)
        alpha[self.top : self.below, self.left : self.right] = 204
        alpha[0, 0] = 60
        pixels = np.dstack([np.asarray(picture(0)), alpha])
        buffer = io.BytesIO()
        PIL.Image.fromarray(pixels, "RGBA").save(buffer, "PNG")
        return Picture(buffer.getvalue(), "image/png")


@pytest.fixture(scope="module")
def cutouts(tmp_path_factory):
    data = augmented(
        tmp_path_factory.mktemp("cut"), Photos(3), [RemoveBackground], runner=Cutter()
    )
    data.fill(progress=False)
    return data


@pytest.mark.filterwarnings("ignore:__array__ implementation:DeprecationWarning")  # pycocotools
def test_cutouts_are_coco_annotations(cutouts, tmp_path):
    path = cutouts.export("coco", tmp_path / "coco")
    coco = COCO(str(path / "annotations.json"))
    annotation = coco.loadAnns(coco.getAnnIds(imgIds=[2]))[0]
    mask = coco.annToMask(annotation)

    assert mask[12:36, 6:30].all()
    assert mask.sum() == annotation["area"] == 24 * 24
    assert annotation["bbox"] == [6, 12, 24, 24]
    assert annotation["score"] == pytest.approx(0.8)
    assert {one["name"] for one in coco.loadCats(coco.getCatIds())} == {"0", "1"}
    shown = PIL.Image.open(path / "images" / coco.loadImgs([1])[0]["file_name"])
    assert np.array_equal(np.asarray(shown), np.asarray(picture(0)))


def test_cutouts_are_yolo_and_pascal_voc(cutouts, tmp_path):
    yolo = cutouts.export("yolo", tmp_path / "yolo")
    lines = [file.read_text().split() for file in sorted((yolo / "labels").iterdir())]
    assert [line[0] for line in lines] == ["0", "1", "0"]
    assert [float(one) for one in lines[0][1:]] == [0.375, 0.5, 0.5, 0.5]
    assert len(list((yolo / "images").iterdir())) == 3
    assert '  1: "1"' in (yolo / "data.yaml").read_text()

    voc = cutouts.export("voc", tmp_path / "voc")
    root = ET.parse(sorted((voc / "annotations").iterdir())[0]).getroot()
    box = [int(root.findtext(f"object/bndbox/{n}")) for n in ("xmin", "ymin", "xmax", "ymax")]
    assert box == [7, 13, 30, 36]
    with pytest.raises(MediaError, match="already"):
        cutouts.export("voc", voc)


def test_annotations_need_cutouts_that_are_sure_enough(cutouts, tmp_path):
    path = cutouts.export("coco", tmp_path / "few", least=0.9)
    assert '"images": []' in (path / "annotations.json").read_text()
    plain = augmented(tmp_path / "plain", Photos(1))
    plain.fill(progress=False)
    with pytest.raises(InvalidRequest, match="RemoveBackground"):
        plain.export("coco", tmp_path / "none")


def scene(number, label, ground):
    """Return a ring or a disc on a ground."""
    random = np.random.default_rng(number)
    yy, xx = np.mgrid[:48, :48]
    radius = np.hypot(yy - 24 - random.integers(-3, 4), xx - 24 - random.integers(-3, 4))
    ink = (radius < 11) & ((radius > 6) | (label == 0))
    pixels = np.broadcast_to(np.array(ground, np.float64), (48, 48, 3)).copy()
    pixels += random.normal(0, 25, pixels.shape)
    pixels[ink] = 20
    return PIL.Image.fromarray(pixels.clip(0, 255).astype(np.uint8))


class Grounds(Cutter):
    """Gives the picture of an item a ground that says nothing, or takes its subject away."""

    top, below, left, right = 8, 40, 8, 40

    def __init__(self, harm):
        self.harm = harm

    def run(self, operation):
        if isinstance(operation, RemoveBackground):
            return super().run(operation)
        given = operation.media()["input_image"][0]
        image = PIL.Image.open(io.BytesIO(read_media(given, "image").content))
        pixels = np.asarray(image).copy()
        if self.harm:
            pixels[:] = np.random.default_rng(operation.seed).integers(0, 255, pixels.shape)
        else:
            ground = np.random.default_rng(operation.seed).integers(60, 255, 3)
            pixels[pixels.mean(axis=2) > 60] = ground
        return Picture(jpeg(PIL.Image.fromarray(pixels), 95), "image/jpeg")


@pytest.fixture(scope="module")
def trapped():
    """Rings and discs, each on a ground of its own colour."""
    grounds = ([220, 200, 90], [90, 170, 220])
    return [(scene(n, n % 2, grounds[n % 2]), n % 2) for n in range(36)]


def free():
    """Rings and discs on grounds of any colour."""
    colours = np.random.default_rng(1).integers(60, 255, (36, 3))
    return [(scene(n, n % 2, colours[n]), n % 2) for n in range(36)]


def comparison(base, folder, policies, **options):
    options = {"folds": 3, "seeds": 2, "steps": 60, "folder": folder, **options}
    return compare(base, policies, runner=Grounds(options.pop("harm", False)), **options)


def test_a_policy_that_destroys_the_picture_hurts(tmp_path):
    found = comparison(free(), tmp_path, {"noise": [RAIN]}, harm=True, originals=0.0)
    row = found.summary.loc["noise"]

    assert row["difference"] < 0
    assert row["low"] < row["difference"] < row["high"]
    assert row["verdict"].startswith("hurts") == (row["high"] < 0)
    assert len(found.table) == 2 * 6
    assert row["jobs"] == 72
    assert found.plot().axes
    assert DisplayFormatter().format(found.plot())[0]["image/png"], "in a notebook, without pyplot"


def test_the_same_comparison_gives_the_same_and_makes_nothing_again(tmp_path):
    policies = {
        "grounds": [
            ChangeBackground(input_image=BASE, prompt="a beach", subject_description="ring")
        ],
        "rain": [RAIN],
    }
    options = {"pilot": 20, "prices": {"background": 0.5, "edit": 1.0}}
    first = comparison(free(), tmp_path, policies, **options)
    again = comparison(free(), tmp_path, policies, **options)

    assert first.table.equals(again.table)
    assert first.summary["cost"].tolist() == [0.0, 36.0, 72.0]
    assert again.summary.equals(first.summary)  # also the jobs for the whole base


@pytest.mark.parametrize("trap", [True, False])
def test_a_background_that_tells_the_label_is_warned_of(tmp_path, trapped, trap):
    found = comparison(
        trapped if trap else free(), tmp_path, {"rain": [RAIN]}, background=True, pilot=24
    )

    assert any("background alone" in warning for warning in found.warnings) == trap


def test_an_own_training_is_compared(tmp_path):
    sizes = []

    def train(training, testing, seed):
        sizes.append((len(training), len(testing)))
        assert testing[0][0].dtype == torch.uint8
        return 0.5 + 0.1 * seed

    found = comparison(free(), tmp_path, {"rain": [RAIN]}, train=train, pilot=12)

    assert sizes == [(8, 4)] * 12
    assert found.summary.loc["rain", "difference"] == pytest.approx(0)
    assert "no difference" in str(found)


@pytest.mark.parametrize(
    ("base", "policies", "words"),
    [
        ([(picture(0), 1)] * 4, {"a": [RAIN]}, "two classes"),
        ([(picture(0), 1), (picture(1), 0)], {"a": [RAIN]}, "folds need"),
        ([(picture(0), 1)], {}, "policies"),
    ],
)
def test_what_cannot_be_compared_is_refused(tmp_path, base, policies, words):
    with pytest.raises(InvalidRequest, match=words):
        comparison(base, tmp_path, policies)
