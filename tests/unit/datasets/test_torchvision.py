"""The real torchvision: its readers as bases, its transforms, its ``tv_tensors``.

Skipped where it is not installed.
"""

import importlib.util
import json

import numpy as np
import PIL.Image
import pytest
import torch
from dataset_makers import Painter, picture

from mediaext.datasets import BASE, Augmented
from mediaext.errors import InvalidRequest
from mediaext.operations import UpscaleImage

if importlib.util.find_spec("torchvision") is None:
    pytest.skip("torchvision is not installed", allow_module_level=True)

from torchvision import datasets, tv_tensors
from torchvision.transforms import v2

pytestmark = pytest.mark.filterwarnings("ignore:__array__ implementation")  # of pycocotools
SIDE = 48
SIZE = (24, 48)  # the middle half of the height, at the scale of 1
BOX, SERVED = [12, 12, 36, 24], [12.0, 0.0, 36.0, 12.0]
MASK = np.zeros((SIDE, SIDE), np.uint8)
MASK[12:24, 12:36] = 1
CORNERS = [12, 12, 36, 12, 36, 24, 12, 24]


def augmented(folder, base, **options):
    given = {"size": SIZE, "runner": Painter(), "quiet": True, **options}
    return Augmented(base, [UpscaleImage(input_image=BASE, scale=2)], folder=folder, **given)


def test_an_image_folder_gives_its_labels_and_classes(tmp_path):
    for number, name in enumerate(("cat", "dog")):
        (tmp_path / "photos" / name).mkdir(parents=True)
        picture(number).save(tmp_path / "photos" / name / "0.png")
    train = augmented(tmp_path / "f", datasets.ImageFolder(tmp_path / "photos"))

    assert next(labels for _, labels in train.loader(2)).tolist() == [0, 1]
    assert train.pool.items.class_name(1) == "dog"


@pytest.fixture
def voc(tmp_path):
    """Write one picture as Pascal VOC has it, and return the folder."""
    root = tmp_path / "VOCdevkit" / "VOC2012"
    for name in ("JPEGImages", "Annotations", "SegmentationClass", "ImageSets/Main"):
        (root / name).mkdir(parents=True)
    (root / "ImageSets" / "Segmentation").mkdir()
    picture(0).save(root / "JPEGImages" / "1.jpg")
    PIL.Image.fromarray(MASK).convert("P").save(root / "SegmentationClass" / "1.png")
    box = "<xmin>13</xmin><ymin>13</ymin><xmax>36</xmax><ymax>24</ymax>"
    (root / "Annotations" / "1.xml").write_text(
        f"<annotation><size><width>{SIDE}</width><height>{SIDE}</height></size>"
        f"<object><name>dog</name><bndbox>{box}</bndbox></object></annotation>"
    )
    for name in ("Main", "Segmentation"):
        (root / "ImageSets" / name / "train.txt").write_text("1\n")
    return tmp_path


def test_pascal_voc_boxes_and_masks_follow_the_pixels(voc, tmp_path):
    _, found = augmented(tmp_path / "a", datasets.VOCDetection(voc))[0]
    _, mask = augmented(tmp_path / "b", datasets.VOCSegmentation(voc))[0]
    _, wrapped = augmented(
        tmp_path / "c", datasets.wrap_dataset_for_transforms_v2(datasets.VOCDetection(voc))
    )[0]

    box = {"xmin": "13", "ymin": "1", "xmax": "36", "ymax": "12"}
    assert found["annotation"]["object"][0]["bndbox"] == box
    assert np.array_equal(np.asarray(mask), MASK[12:36])
    assert type(wrapped["boxes"]) is tv_tensors.BoundingBoxes
    assert wrapped["boxes"].canvas_size == SIZE
    assert wrapped["boxes"].tolist() == [[13, 1, 36, 12]], "torchvision counts from 1 here"


@pytest.fixture
def coco(tmp_path):
    """Write two pictures as COCO has them, and return their dataset."""
    annotation = {
        "category_id": 3, "bbox": [12, 12, 24, 12], "area": 288, "iscrowd": 0,
        "segmentation": [CORNERS],
    }  # fmt: skip
    for number in range(2):
        picture(number).save(tmp_path / f"{number}.png")
    images = [
        {"id": number, "file_name": f"{number}.png", "width": SIDE, "height": SIDE}
        for number in range(2)
    ]
    annotations = [{"id": n + 1, "image_id": n, **annotation} for n in range(2)]
    names = [{"id": 3, "name": "dog"}]
    facts = {"images": images, "annotations": annotations, "categories": names}
    (tmp_path / "coco.json").write_text(json.dumps(facts))
    return datasets.CocoDetection(tmp_path, tmp_path / "coco.json")


def test_coco_as_torchvision_reads_and_wraps_it(coco, tmp_path):
    _, found = augmented(tmp_path / "a", coco)[0]
    wrapped = datasets.wrap_dataset_for_transforms_v2(coco, target_keys=("boxes", "masks"))
    _, tensors = augmented(tmp_path / "a", wrapped)[0]

    assert found[0]["bbox"] == [12, 0, 24, 12]
    assert found[0]["segmentation"] == [[12, 0, 36, 0, 36, 12, 12, 12]]
    assert type(tensors["boxes"]) is tv_tensors.BoundingBoxes
    assert tensors["boxes"].tolist() == [SERVED]
    assert type(tensors["masks"]) is tv_tensors.Mask
    assert np.array_equal(tensors["masks"].numpy(), MASK[None, 12:36])


def test_tv_tensors_stay_what_they_are(tmp_path):
    frame = {"canvas_size": (SIDE, SIDE)}
    boxes = torch.tensor([[24.0, 18.0, 24.0, 12.0], [24.0, 3.0, 48.0, 6.0]])
    target = {
        "boxes": tv_tensors.BoundingBoxes(boxes, format="CXCYWH", **frame),
        "masks": tv_tensors.Mask(torch.from_numpy(np.stack([MASK, 0 * MASK]))),
        "corners": tv_tensors.KeyPoints(torch.tensor([[12.0, 24.0]]), **frame),
        "labels": [1, 2],
    }
    _, found = augmented(tmp_path, [(tv_tensors.Image(picture(0)), target)])[0]

    assert {name: type(found[name]) for name in target} == {n: type(v) for n, v in target.items()}
    assert found["boxes"].tolist() == [[24, 6, 24, 12]]
    assert found["boxes"].format == target["boxes"].format
    assert found["boxes"].canvas_size == found["corners"].canvas_size == SIZE
    assert found["corners"].tolist() == [[12, 12]]
    assert np.array_equal(found["masks"].numpy(), MASK[None, 12:36])
    assert found["labels"] == [1]


@pytest.mark.parametrize(
    ("kind", "canvas", "words"),
    [("CXCYWHR", (SIDE, SIDE), "rotated"), ("XYXY", (SIDE, 2 * SIDE), "of one size")],
)
def test_boxes_that_cannot_be_laid_are_refused(tmp_path, kind, canvas, words):
    row = [24.0, 18.0, 24.0, 12.0, 30.0][: 5 if kind == "CXCYWHR" else 4]
    boxes = tv_tensors.BoundingBoxes(torch.tensor([row]), format=kind, canvas_size=canvas)
    with pytest.raises(InvalidRequest, match=words):
        augmented(tmp_path, [(picture(0), {"boxes": boxes})])


def only(samples):
    return samples[0]


def test_joint_transforms_agree_in_loader_workers_and_a_resumed_epoch(coco, tmp_path):
    base = datasets.wrap_dataset_for_transforms_v2(coco, target_keys=("boxes", "masks"))
    joint = v2.Compose([v2.RandomResizedCrop(16, antialias=True), v2.RandomHorizontalFlip()])
    train = augmented(tmp_path / "a", base, transforms=joint)
    loader = train.loader(1, shuffle=True, collate=list)

    def rest_of_epoch():
        return [(images[0], target) for images, (target,) in loader]

    whole = rest_of_epoch()
    train.set_epoch(0)
    plain = list(train.dataloader(1, num_workers=1, collate_fn=only))
    train.set_epoch(0)
    next(iter(loader))
    loader.load_state_dict({**loader.state_dict(), "epoch": 0, "position": 1})
    resumed = rest_of_epoch()

    assert len(whole) == len(plain) == 2
    assert len(resumed) == 1
    for one, other in zip([*whole, *whole[1:]], [*plain, *resumed], strict=True):
        assert torch.equal(one[0], other[0])
        assert torch.equal(one[1]["boxes"], other[1]["boxes"])
        assert torch.equal(one[1]["masks"], other[1]["masks"])
        assert other[1]["masks"].shape[-2:] == other[0].shape[-2:] == (16, 16)
