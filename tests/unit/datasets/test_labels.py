"""Labels and leaks: boxes follow the pixels, and nothing held out is trained on."""

import pytest
import torch
from dataset_makers import Painter, Photos, picture

from mediaext.datasets import BASE, Augmented, Leak, choice
from mediaext.errors import InvalidRequest
from mediaext.operations import EditImage, SwapFace, UpscaleImage

TWICE = UpscaleImage(input_image=BASE, scale=2)


class Boxed:
    """Pictures of 48 by 48 with boxes, masks and keypoints."""

    def __len__(self):
        return 2

    def __getitem__(self, index):
        mask = torch.zeros(1, 48, 48, dtype=torch.uint8)
        mask[0, 12:24, 12:36] = 1
        target = {
            "boxes": torch.tensor([[12.0, 12.0, 36.0, 24.0]]),
            "masks": mask,
            "keypoints": torch.tensor([[[12.0, 24.0, 1.0]]]),
            "labels": torch.tensor([1]),
        }
        return picture(index), target


def augmented(tmp_path, base, *steps, **options):
    return Augmented(
        base, steps or [TWICE], runner=Painter(), folder=tmp_path / "pool", quiet=True, **options
    )


@pytest.mark.parametrize(
    ("size", "fit", "expected"),
    [
        (None, "cover", [24, 24, 72, 48]),
        ((24, 24), "cover", [6, 6, 18, 12]),
        ((24, 48), "stretch", [12, 6, 36, 12]),
        ((24, 48), "cover", [12, 0, 36, 12]),
    ],
)
def test_boxes_masks_and_points_follow_the_pixels(tmp_path, size, fit, expected):
    image, target = augmented(tmp_path, Boxed(), size=size, fit=fit, targets={"boxes": "xyxy"})[0]
    x, y, right, below = expected
    mask = target["masks"][0]

    assert target["boxes"].tolist() == [expected]
    assert mask.shape == image.shape[1:]
    assert mask[y:below, x:right].all()
    assert mask.sum() == (right - x) * (below - y)
    assert target["keypoints"][0, 0, 0] == x
    assert target["labels"].tolist() == [1]


@pytest.mark.parametrize("step", [EditImage(prompt="rainy"), choice(TWICE, EditImage(prompt="x"))])
def test_what_may_move_things_is_refused_with_boxes(tmp_path, step):
    with pytest.raises(InvalidRequest, match="EditImage may move things"):
        augmented(tmp_path, Boxed(), step, targets={"boxes": "xyxy"})


def test_what_replaces_a_person_is_refused_where_labels_name_one(tmp_path):
    swap = SwapFace(target=BASE, source=picture(1))
    with pytest.raises(InvalidRequest, match="change who is in the picture"):
        augmented(tmp_path, Photos(2), swap, names="identity")
    assert len(augmented(tmp_path, Photos(2), TWICE, names="identity")) == 2


def test_a_held_out_picture_in_the_training_set_raises(tmp_path):
    data = augmented(tmp_path, Photos(6), size=16, held_out=Photos(2, start=4))

    assert data[0][1] == 0
    with pytest.raises(Leak, match="Item 4"):
        data[4]
    with pytest.raises(Leak, match="Item 4"):
        list(data.loader(2))
    with pytest.raises(Leak):
        data.fill(progress=False)


def test_what_was_held_out_once_stays_so_in_this_folder(tmp_path):
    augmented(tmp_path, Photos(2), held_out=Photos(2, start=4))
    with pytest.raises(Leak):
        augmented(tmp_path, Photos(6), size=16)[5]


def test_a_child_of_a_held_out_picture_raises_too(tmp_path):
    made = augmented(tmp_path, Photos(2, start=4))
    made.fill(progress=False)
    children = [(bytes(made.pool.content(index, 0)), 0) for index in range(2)]

    with pytest.raises(Leak, match="made from a held-out picture"):
        augmented(tmp_path, children, held_out=Photos(2, start=4), size=16)[1]


@pytest.mark.parametrize("split", ["test", "validation"])
def test_what_is_evaluated_on_is_not_augmented(tmp_path, split):
    with pytest.raises(InvalidRequest, match="stays untouched"):
        augmented(tmp_path, Photos(2), split=split)
