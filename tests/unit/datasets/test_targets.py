"""Bases and targets as people have them: right after every operation, or refused."""

import datetime
import io
import json
import math
import sys
import types
import uuid
from pathlib import Path

import numpy as np
import pandas as pd
import PIL.ExifTags
import PIL.Image
import PIL.ImageOps
import pytest
import torch
from dataset_makers import Painter, picture

from mediaext.datasets import BASE, Augmented, Streamed
from mediaext.errors import InvalidRequest
from mediaext.operations import EditImage, UpscaleImage
from mediaext.results import Picture

SIDE = 48
TWICE = UpscaleImage(input_image=BASE, scale=2)
BOX = [12.0, 12.0, 36.0, 24.0]  # of the base; XYXY
GONE_BOX = [0.0, 0.0, 48.0, 6.0]  # cut away where the middle half of the height is served
MASK = np.zeros((SIDE, SIDE), np.uint8)
MASK[12:24, 12:36] = 1
PALETTED = PIL.Image.fromarray(MASK).convert("P")
PALETTED.putpalette([0, 0, 0, 200, 100, 50])

# A frame of 24 by 48 over 48 by 48: the middle half of the height, at the scale of 1.
SIZE, TOP, SERVED = (24, 48), 12, [12.0, 0.0, 36.0, 12.0]
SERVED_MASK = MASK[12:36]


class Base(list):
    """Items, whatever they are."""


def served(tmp_path, item, targets=None, **options):
    options = {"size": SIZE, "runner": Painter(), "quiet": True, **options}
    data = Augmented(
        Base([item]), options.pop("steps", [TWICE]), folder=tmp_path, targets=targets, **options
    )
    return data[0]


def numbers(value):
    return np.asarray(value, np.float64).reshape(-1).tolist()


@pytest.mark.parametrize("make", [list, np.array, torch.tensor])
@pytest.mark.parametrize(
    ("kind", "box", "expected"),
    [
        ("xyxy", BOX, SERVED),
        ("xywh", [12, 12, 24, 12], [12, 0, 24, 12]),
        ("cxcywh", [24, 18, 24, 12], [24, 6, 24, 12]),
        ("xyxy-normalised", [0.25, 0.25, 0.75, 0.5], [0.25, 0, 0.75, 0.5]),
        ("xywh-normalised", [0.25, 0.25, 0.5, 0.25], [0.25, 0, 0.5, 0.5]),
        ("cxcywh-normalised", [0.5, 0.375, 0.5, 0.25], [0.5, 0.25, 0.5, 0.5]),
    ],
)
def test_boxes_of_every_declared_format_follow_the_pixels(tmp_path, make, kind, box, expected):
    target = {"boxes": make([[float(one) for one in box]]), "labels": make([7])}
    _, found = served(tmp_path, (picture(0), target), {"boxes": kind})

    assert numbers(found["boxes"]) == pytest.approx(expected)
    assert type(found["boxes"]) is type(target["boxes"])
    assert numbers(found["labels"]) == [7]


@pytest.mark.parametrize("make", [list, np.array, torch.tensor])
def test_boxes_outside_go_with_all_that_belongs_to_them(tmp_path, make):
    target = {
        "boxes": make([GONE_BOX, BOX]),
        "labels": make([1, 2]),
        "area": make([288.0, 288.0]),
        "masks": np.stack([MASK * 0, MASK]),
        "names": ["sky", "dog"],
        "image_id": 5,
    }
    image, found = served(tmp_path, (picture(0), target), {"boxes": "xyxy"}, steps=[TWICE])

    assert numbers(found["boxes"]) == SERVED
    assert numbers(found["labels"]) == [2]
    assert numbers(found["area"]) == [288]
    assert found["names"] == ["dog"]
    assert found["image_id"] == 5
    assert np.array_equal(found["masks"], SERVED_MASK[None])
    assert found["masks"].shape[1:] == image.shape[1:]


@pytest.mark.parametrize(
    ("name", "mask"),
    [
        ("mask", MASK),
        ("mask", torch.from_numpy(MASK)),
        ("masks", MASK[None]),
        ("masks", [MASK]),
        ("segmentation_mask", MASK[..., None]),
        ("annotation", PALETTED),
        ("annotation", PIL.Image.fromarray(MASK)),
        ("annotation", PIL.Image.fromarray(MASK).convert("1").point(lambda v: v * 255)),
    ],
)
def test_masks_follow_the_pixels_and_keep_what_they_are(tmp_path, name, mask):
    found = served(tmp_path, {"image": picture(0), name: mask})[name]

    assert type(found) is type(mask)
    if isinstance(mask, PIL.Image.Image):
        assert found.mode == mask.mode
        assert found.getpalette() == mask.getpalette()
        assert np.array_equal(np.asarray(found), np.asarray(mask)[12:36])
    else:
        assert np.array_equal(np.asarray(found).reshape(24, 48), SERVED_MASK)


def test_a_mask_beside_an_image_in_a_tuple_is_laid(tmp_path):
    image, mask = served(tmp_path, (picture(0), PALETTED), size=None)

    assert (mask.height, mask.width) == tuple(image.shape[1:]) == (96, 96)
    assert np.array_equal(np.asarray(mask), np.asarray(PALETTED).repeat(2, 0).repeat(2, 1))


def test_keypoints_outside_are_not_visible(tmp_path):
    points = torch.tensor([[[12.0, 24.0, 2.0], [3.0, 1.0, 2.0]]])
    _, found = served(tmp_path, (picture(0), {"keypoints": points}))

    assert found["keypoints"].tolist() == [[[12, 12, 2], [3, -11, 0]]]


def coco(box, **more):
    x, y, right, below = box
    corners = [x, y, right, y, right, below, x, below]
    return {
        "bbox": [x, y, right - x, below - y], "category_id": 3, "iscrowd": 0, "id": 1,
        "area": (right - x) * (below - y), "segmentation": [corners], **more,
    }  # fmt: skip


def test_coco_annotations_follow_the_pixels(tmp_path):
    crowd = {"size": [SIDE, SIDE], "counts": [12 * SIDE + 12, *[12, 36] * 23, 12, 12 * SIDE + 24]}
    annotations = [
        coco(GONE_BOX),
        coco(BOX, keypoints=[12, 24, 2, 0, 0, 0, 14, 0, 1], num_keypoints=2),
        coco(BOX, segmentation=crowd, iscrowd=1),
    ]
    _, found = served(tmp_path, (picture(0), annotations))

    assert [one["bbox"] for one in found] == [[12, 0, 24, 12]] * 2
    assert found[0]["segmentation"] == [[12, 0, 36, 0, 36, 12, 12, 12]]
    assert found[0]["keypoints"] == [12, 12, 2, 0, 0, 0, 14, -12, 0]
    assert found[0]["num_keypoints"] == 1
    assert found[0]["category_id"] == 3
    mask = np.zeros((24, 48), np.uint8).ravel()
    runs = np.array(found[1]["segmentation"]["counts"])
    mask = np.repeat(np.arange(len(runs)) % 2, runs).reshape((24, 48), order="F")
    assert np.array_equal(mask, SERVED_MASK)


@pytest.mark.parametrize(
    ("mode", "box", "expected"),
    [
        (0, BOX, SERVED),
        (1, [12, 12, 24, 12], [12, 0, 24, 12]),
        (2, [0.25, 0.25, 0.75, 0.5], [0.25, 0, 0.75, 0.5]),
        (3, [0.25, 0.25, 0.5, 0.25], [0.25, 0, 0.5, 0.5]),
    ],
)
def test_detectron2_says_how_its_boxes_are_written(tmp_path, mode, box, expected):
    _, found = served(tmp_path, (picture(0), [coco(BOX, bbox=box, bbox_mode=mode)]))

    assert found[0]["bbox"] == pytest.approx(expected)


def test_the_size_of_the_picture_is_brought_up_to_date_by_its_usual_names(tmp_path):
    names = {"width": SIDE, "imageHeight": SIDE, "img_width": str(SIDE), "line_width": SIDE}
    _, found = served(tmp_path, (picture(0), {**names, "mask": MASK}))

    assert [found[name] for name in names] == [48, 24, "48", SIDE]


def test_entries_of_a_tuple_within_a_target_are_declared_by_their_path(tmp_path):
    attributes, boxes = torch.zeros(40), torch.tensor([BOX])
    declared = {"1.0": "plain", "1.1": "xyxy"}
    _, found = served(tmp_path, (picture(0), (attributes, boxes)), declared)

    assert torch.equal(found[0], attributes)
    assert numbers(found[1]) == SERVED


def turned_file(folder, turn):
    """Return a file that is shown turned, as phones write them."""
    exif = PIL.Image.Exif()
    exif[PIL.ExifTags.Base.Orientation] = turn
    picture(0).save(folder / "turned.jpg", exif=exif)
    return folder / "turned.jpg"


@pytest.mark.parametrize("turn", [3, 6])
def test_places_in_a_file_that_is_shown_turned_are_refused(tmp_path, turn):
    path = turned_file(tmp_path, turn)
    for image in (path, path.read_bytes()):
        with pytest.raises(InvalidRequest, match="EXIF orientation"):
            served(tmp_path / "f", (image, {"mask": MASK}))
    found = served(tmp_path / "f", (path, 1))[0], served(tmp_path / "f", (path, 1), originals=1.0)

    assert found[0].shape == found[1][0].shape
    for image in (PIL.Image.open(path), PIL.ImageOps.exif_transpose(PIL.Image.open(path))):
        assert np.array_equal(served(tmp_path / "f", (image, MASK), {1: "mask"})[1], SERVED_MASK)


def test_a_result_that_is_shown_turned_is_served_upright(tmp_path):
    content = turned_file(tmp_path, 6).read_bytes()

    class Turning:
        identity = "turning"

        def run(self, operation):
            return Picture(content, "image/jpeg")

    image = served(tmp_path, (picture(0), 1), runner=Turning(), size=None)[0]
    upright = PIL.ImageOps.exif_transpose(PIL.Image.open(io.BytesIO(content)))

    assert np.abs(image.permute(1, 2, 0).numpy().astype(int) - np.asarray(upright)).max() <= 8


def test_a_polygon_is_cut_at_the_frame(tmp_path):
    shape = [[12, 6, 36, 6, 36, 18, 12, 18]]
    _, found = served(tmp_path, (picture(0), [coco([12, 6, 36, 18], segmentation=shape)]))
    points = np.array(found[0]["segmentation"][0]).reshape(-1, 2)

    assert points.min(axis=0).tolist() == [12, 0]
    assert points.max(axis=0).tolist() == [36, 6]


def test_pascal_voc_counts_pixels_from_one(tmp_path):
    box = {"xmin": "13", "ymin": "13", "xmax": "36", "ymax": "24"}
    gone = {"xmin": "1", "ymin": "1", "xmax": "48", "ymax": "6"}
    target = {
        "annotation": {
            "size": {"width": "48", "height": "48", "depth": "3"},
            "object": [{"name": "dog", "bndbox": box}, {"name": "sky", "bndbox": gone}],
        }
    }
    _, found = served(tmp_path, (picture(0), target))

    assert found["annotation"]["size"] == {"width": "48", "height": "24", "depth": "3"}
    assert found["annotation"]["object"] == [
        {"name": "dog", "bndbox": {"xmin": "13", "ymin": "1", "xmax": "36", "ymax": "12"}}
    ]


def test_objects_of_hugging_face(tmp_path):
    import datasets

    features = datasets.Features(
        {
            "image": datasets.Image(),
            "width": datasets.Value("int32"),
            "objects": {
                "bbox": datasets.List(datasets.List(datasets.Value("float32"), 4)),
                "category": datasets.List(datasets.Value("int64")),
            },
        }
    )
    rows = {
        "image": [picture(0)],
        "width": [SIDE],
        "objects": [{"bbox": [[0, 0, 48, 6], [12, 12, 24, 12]], "category": [1, 2]}],
    }
    base = datasets.Dataset.from_dict(rows, features=features)
    options = {"runner": Painter(), "folder": tmp_path, "size": SIZE, "quiet": True}
    with pytest.raises(InvalidRequest, match="in which format"):
        Augmented(base, [TWICE], **options)
    found = Augmented(base, [TWICE], targets={"objects.bbox": "xywh"}, **options)[0]

    assert found["image"].shape == (3, 24, 48)
    assert found["objects"] == {"bbox": [[12, 0, 24, 12]], "category": [2]}
    assert found["width"] == 48


@pytest.mark.parametrize(
    ("target", "words"),
    [
        ({"boxes": [BOX]}, "in which format"),
        ({"places": [BOX]}, "may name places"),
        (torch.zeros(40), "may name places"),
        ({"mask": np.zeros((20, 20))}, "of one size"),
        (picture(1), "mode RGB"),
        ({"keypoints": [[1.0]]}, "keypoints are"),
        ([coco(BOX, segmentation={"size": [48, 48], "counts": "abc"})], "compressed"),
        ([(1, torch.zeros(2, 4))], "may name places"),
        ({"xmin": 12, "ymin": 12, "xmax": 36, "ymax": 24}, "coordinates in fields of their own"),
        ({"objects": [{"x1": 12.0, "y1": 12.0, "x2": 36.0, "y2": 24.0}]}, r"'1\.objects\.x1'"),
        ({"box": {"x": 12, "y": 12, "w": 24, "h": 12}}, r"'1\.box\.x'"),
        ({"mask": "masks/0001.png"}, "is text"),
        ({"boxes": ["12 12 36 24"]}, "is text"),
        ({"label": MASK}, "may name places"),
        ({"labels": MASK.tolist()}, "may name places"),
        ({"label": picture(1)}, "mode RGB"),
        ({"center_x": 24.0, "center_y": 18.0}, "'1.center_x' and '1.center_y'"),
        ({"text": "0 0.5 0.375 0.5 0.25\n1 0.5 0.375 0.5 0.25"}, "may hold places"),
        ({"json": json.dumps({"bbox": BOX}).encode()}, "may hold places"),
        ({"json": json.dumps({"objects": [{"x1": 12, "y1": 12}]})}, "may hold places"),
        ({"xml": "<annotation><object><bndbox><xmin>1</xmin>"}, "may hold places"),
        ({"seg.png": b"\x89PNG\r\n"}, "bytes that may hold places"),
        ({"captions": ["a dog", "12, 12, 36, 24"]}, "may hold places"),
        ({"poly2d": [[[12, 12, "L"], [36, 12, "L"]]]}, "numbers among other things"),
        ({"mask": torch.from_numpy(MASK).to_sparse()}, "to_dense"),
        ([coco(BOX, bbox=[24.0, 18.0, 24.0, 12.0, 30.0], bbox_mode=4)], "not rotated"),
    ],
)
def test_what_is_not_understood_is_refused_before_anything_is_made(tmp_path, target, words):
    painter = Painter()
    with pytest.raises(InvalidRequest, match=words):
        served(tmp_path, (picture(0), target), runner=painter)
    assert painter.asked == []


@pytest.mark.parametrize(
    "target",
    [
        {"x": 3, "label": 1},
        {"labels": [[0, 1], [1, 0]]},
        {"taken": datetime.date(2020, 2, 1), "source": Path("a/b"), "id": uuid.UUID(int=7)},
        {"mask_path": "masks/0001.png", "caption": "xmin"},
        {"captions": ["[a dog] on {grass}", "1 of 2"], "ip": "10.0.0.1", "cls": b"0"},
        {"taken": "2020-02-01 10:11:12", "json": '{"caption": "a dog", "count": 2}'},
    ],
)
def test_what_names_no_place_stays_as_it_is(tmp_path, target):
    assert served(tmp_path, (picture(0), target))[1] == target


def test_scattered_numbers_that_are_no_place_are_declared(tmp_path):
    target = {"x": 1.5, "y": 2.5}
    declared = {"x": "plain", "1.y": "plain"}

    assert served(tmp_path, (picture(0), target), declared)[1] == target


@pytest.mark.parametrize(
    ("image", "words"),
    [
        (None, "Item 1: there is None in the place of the image"),
        (math.nan, "Item 1: there is nan"),
        ("nowhere.png", "Item 1: .*no file"),
        (b"broken", "Item 1: .*not an image"),
    ],
)
def test_an_item_without_a_readable_image_is_named(tmp_path, image, words):
    data = Augmented(
        [(picture(0), 0), (image, 1)], [TWICE], runner=Painter(), folder=tmp_path, quiet=True
    )

    with pytest.raises(InvalidRequest, match=words):
        data.fill(progress=False)


def test_a_declared_plain_field_stays_as_it_is(tmp_path):
    hot = torch.tensor([0.0, 1.0])
    _, found = served(tmp_path, (picture(0), hot), {1: "plain"})

    assert found is hot or torch.equal(found, hot)


@pytest.mark.parametrize("late", [{"mask": MASK}, {"keypoints": [[1.0, 2.0]]}, [coco(BOX)]])
def test_every_item_is_checked_not_the_first_alone(tmp_path, late):
    items = Base([(picture(0), {}), (picture(1), late)])
    painter = Painter()
    data = Augmented(
        items, [EditImage(prompt="rainy")], runner=painter, folder=tmp_path, quiet=True
    )
    with pytest.raises(InvalidRequest, match="Item 1: EditImage may move"):
        list(data.loader(1, collate=list))
    with pytest.raises(InvalidRequest, match="Item 1"):
        data.fill(progress=False)
    assert all("Item 1" not in str(asked) for asked in painter.asked)


class Targets(Base):
    """Has ``targets`` that are not what its items come with."""

    targets = (9, 9, 9)


def test_getitem_is_honoured_whatever_targets_says(tmp_path):
    base = Targets([(picture(0), 1), (picture(1), 2), (picture(2), "three")])
    data = Augmented(base, [TWICE], runner=Painter(), folder=tmp_path, size=8, quiet=True)

    assert [data[index][1] for index in range(3)] == [1, 2, "three"]
    assert next(labels for _, labels in data.loader(2)).tolist() == [1, 2]


def test_a_frame_with_paths_is_a_base(tmp_path):
    for number in range(3):
        picture(number).save(tmp_path / f"{number}.png")
    paths = [str(tmp_path / f"{number}.png") for number in range(3)]
    frame = pd.DataFrame({"path": paths, "label": [0, 1, 0], "camera": ["a", "b", "a"]})
    data = Augmented(frame, [TWICE], runner=Painter(), folder=tmp_path / "f", size=8, quiet=True)
    batch = next(iter(data.loader(3)))

    assert batch["path"].shape == (3, 3, 8, 8)
    assert batch["label"].tolist() == [0, 1, 0]
    assert batch["camera"] == ["a", "b", "a"]
    assert data.table()["label"].tolist() == [0, 1, 0]


def test_large_targets_are_not_kept(tmp_path):
    class Masks:
        def __len__(self):
            return 200

        def __getitem__(self, index):
            return picture(index % 3, 8), {"mask": np.full((8, 8), index, np.uint8)}

    data = Augmented(Masks(), [TWICE], runner=Painter(), folder=tmp_path, size=8, quiet=True)
    for index in range(200):
        data.pool.items.read(index)

    assert len(data.pool.items._recent) == 64
    assert not data.pool.items._small
    assert data[3][1]["mask"][0, 0] == 3


class Stream(torch.utils.data.IterableDataset):
    """Photos one after the other, shared out among workers."""

    def __iter__(self):
        worker = torch.utils.data.get_worker_info()
        every = worker.num_workers if worker else 1
        for number in range(worker.id if worker else 0, 7, every):
            yield picture(number), number


@pytest.mark.parametrize("workers", [0, 2])
def test_a_stream_is_read_in_windows(tmp_path, workers):
    painter = Painter()
    options = {"runner": painter, "folder": tmp_path, "size": 8, "quiet": True}
    data = Streamed(Stream(), [TWICE], buffer=3, shuffle=True, **options)
    first = [int(label) for _, label in torch.utils.data.DataLoader(data, None, num_workers=0)]
    again = torch.utils.data.DataLoader(data, batch_size=2, num_workers=workers)
    labels = torch.cat([labels for _, labels in again]).tolist()

    assert sorted(labels) == sorted(first) == list(range(7))
    assert set(first[:3]) == {0, 1, 2}  # shuffled within a window
    assert len(painter.asked) == 7  # made once, whoever reads


def test_what_a_stream_cannot_do_is_refused(tmp_path):
    with pytest.raises(InvalidRequest, match="buffer"):
        Streamed(Stream(), [TWICE], buffer=0, runner=Painter())
    with pytest.raises(InvalidRequest, match="used up"):
        Streamed(iter(Stream()), [TWICE], buffer=2, runner=Painter())
    with pytest.raises(InvalidRequest, match="use Streamed"):
        Augmented(Stream(), [TWICE], runner=Painter(), folder=tmp_path)


@pytest.fixture
def tv_tensors(monkeypatch):
    """What of torchvision's ``tv_tensors`` is used: its wheels need a torch with CUDA."""

    class TVTensor(torch.Tensor):
        pass

    class Mask(TVTensor):
        pass

    class BoundingBoxes(TVTensor):
        pass

    def wrap(tensor, *, like, **facts):
        found = tensor.as_subclass(type(like))
        found.__dict__.update(vars(like), **facts)
        return found

    module = types.ModuleType("torchvision.tv_tensors")
    vars(module).update(TVTensor=TVTensor, Mask=Mask, BoundingBoxes=BoundingBoxes, wrap=wrap)
    monkeypatch.setitem(sys.modules, "torchvision.tv_tensors", module)
    return module


def test_tv_tensors_stay_what_they_are(tmp_path, tv_tensors):
    boxes = torch.tensor([[24.0, 3.0, 48.0, 6.0], [24.0, 18.0, 24.0, 12.0]])
    boxes = boxes.as_subclass(tv_tensors.BoundingBoxes)
    boxes.format, boxes.canvas_size = types.SimpleNamespace(value="CXCYWH"), (SIDE, SIDE)
    masks = torch.from_numpy(np.stack([MASK * 0, MASK])).as_subclass(tv_tensors.Mask)
    _, found = served(tmp_path, (picture(0), {"where": boxes, "what": masks, "labels": [1, 2]}))

    assert type(found["where"]) is tv_tensors.BoundingBoxes
    assert found["where"].tolist() == [[24, 6, 24, 12]]
    assert found["where"].canvas_size == (24, 48)
    assert type(found["what"]) is tv_tensors.Mask
    assert np.array_equal(found["what"].numpy(), SERVED_MASK[None])
    assert found["labels"] == [2]


def test_rotated_boxes_are_refused(tmp_path, tv_tensors):
    boxes = torch.zeros(1, 5).as_subclass(tv_tensors.BoundingBoxes)
    boxes.format, boxes.canvas_size = types.SimpleNamespace(value="XYWHR"), (SIDE, SIDE)
    with pytest.raises(InvalidRequest, match="rotated"):
        served(tmp_path, (picture(0), {"boxes": boxes}))
