"""The network tells subjects from scenes, and the pictures it learned from are made anew."""

import cv2
import numpy as np
import pytest
import torch
from training import train_subject
from training.label_photos import cut, label, write_pair
from training.subject_pictures import Composer
from training.train_subject import MARGIN, PICTURES, train_copy

from mediaext.engines.classical.masks import overlap
from mediaext.engines.classical.networks import (
    MEAN,
    SPREAD,
    SUBJECT_SIDE,
    learned_likelihood,
    learned_outline,
)


@pytest.mark.parametrize("name", ["flower", "china", "coffee"])
def test_the_subject_is_likelier_than_the_rest(subjects, name):
    likely, outline = learned_likelihood(subjects.photo(name)), subjects.outline(name)

    assert likely.shape == outline.shape
    assert 0 <= likely.min() < likely.max() <= 1
    assert likely[outline].mean() > likely[~outline].mean() + 0.3


@pytest.mark.parametrize("turned", [False, True])
def test_a_person_is_told_from_the_scene_at_two_sizes(subjects, turned):
    photo, outline = subjects.photo("astronaut"), subjects.outline("astronaut")
    if turned:  # an upright picture and one that lies are asked at the same number of pixels
        photo, outline = photo[:360], outline[:360]
    likely = learned_outline(np.ascontiguousarray(photo))

    assert likely.shape == outline.shape
    assert 0 <= likely.min() < likely.max() <= 1
    assert likely[outline].mean() > likely[~outline].mean() + 0.6


def test_the_same_is_said_of_the_mirror_image(subjects):
    photo = subjects.photo("flower")

    mirrored = learned_likelihood(np.ascontiguousarray(photo[:, ::-1]))[:, ::-1]

    assert np.abs(mirrored - learned_likelihood(photo)).max() < 0.02


@pytest.fixture
def material(tmp_path):
    """A scene, a cutout and a background: a disc on green, a disc, a ramp."""
    disc = np.zeros((90, 120), np.uint8)
    cv2.circle(disc, (60, 45), 30, 255, -1)
    scene = np.where(disc[..., None] > 0, (0, 0, 255), (0, 160, 0)).astype(np.uint8)
    for kind, source in (("scenes", "photos"), ("cutouts", "fluent")):
        folder = tmp_path / kind / source
        folder.mkdir(parents=True)
        cv2.imwrite(str(folder / "1.webp"), scene)
        cv2.imwrite(str(folder / "1.png"), disc)
    (tmp_path / "backgrounds").mkdir()
    ramp = np.tile(np.arange(200, dtype=np.uint8)[None, :, None], (150, 1, 3))
    cv2.imwrite(str(tmp_path / "backgrounds" / "1.webp"), ramp)
    return tmp_path


def test_training_pictures_have_their_subjects_mask(material):
    composer = Composer(material, 64, seed=3)
    pictures = [composer.draw() for _ in range(40)]

    assert {picture.shape for picture in pictures} == {(64, 64, 4)}
    found = [
        picture[..., 3] for picture in pictures if 0.02 < (picture[..., 3] > 127).mean() < 0.9
    ]
    assert len(found) > 30


def test_equal_seeds_make_equal_training_pictures(material):
    one, other = (Composer(material, 64, seed=5) for _ in range(2))

    assert all(np.array_equal(one.draw(), other.draw()) for _ in range(10))


# torch announces the end of the exporter that needs no further package
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_training_writes_a_network_that_tells_the_subjects_of_what_it_saw(material, monkeypatch):
    monkeypatch.setattr(train_subject, "BATCH", 4)
    composer = Composer(material, SUBJECT_SIDE + MARGIN, seed=3)
    pictures = np.stack([composer.draw() for _ in range(24)])
    np.save(material / PICTURES, pictures)
    threads = torch.get_num_threads()
    train_copy(1, material, 30, material / "learned.onnx", 0)
    torch.set_num_threads(threads)
    network = cv2.dnn.readNetFromONNX(str(material / "learned.onnx"))
    seen, inside = (
        pictures[:, :SUBJECT_SIDE, :SUBJECT_SIDE, :3],
        pictures[:, :SUBJECT_SIDE, :SUBJECT_SIDE, 3] > 127,
    )
    network.setInput(((seen / 255 - MEAN) / SPREAD).transpose(0, 3, 1, 2).astype(np.float32)[:1])
    said = network.forward()

    assert said.shape == (1, 1, SUBJECT_SIDE, SUBJECT_SIDE)
    assert said[0, 0][inside[0]].mean() > said[0, 0][~inside[0]].mean()


def extent(outline):
    """The rectangle about an outline as a box drawn by people: shares of the picture's size."""
    rows, columns = np.nonzero(outline)
    left, right = columns.min() / outline.shape[1], (columns.max() + 1) / outline.shape[1]
    top, bottom = rows.min() / outline.shape[0], (rows.max() + 1) / outline.shape[0]
    box = (left + right) / 2, (top + bottom) / 2, right - left, bottom - top
    return np.array([box], np.float32)


def test_a_photo_is_labelled_where_network_and_cutout_agree(subjects):
    small, mask = label(subjects.photo("flower"))
    outline = cv2.resize(subjects.outline("flower").astype(np.uint8), small.shape[1::-1]) > 0

    assert max(small.shape) <= 384
    assert overlap(mask > 127, outline) > 0.8


def test_noise_is_not_labelled():
    noise = np.random.default_rng(1).integers(0, 255, (200, 200, 3), dtype=np.uint8)

    assert label(noise) is None


def test_a_photo_whose_boxes_say_something_else_is_not_labelled(subjects):
    photo, outline = subjects.photo("coffee"), subjects.outline("coffee")
    corner = np.array([[0.15, 0.15, 0.3, 0.3]], np.float32)

    assert label(photo, extent(outline)) is not None
    assert label(photo, corner) is None


def test_a_subject_is_cut_out_where_no_edge_cuts_it_off():
    photo, mask = np.zeros((90, 120, 3), np.uint8), np.zeros((90, 120), np.uint8)
    cv2.circle(mask, (60, 45), 30, 255, -1)

    rgb, opacity = cut(photo, mask)

    assert rgb.shape[:2] == opacity.shape == (61, 61)
    assert cut(photo[:60], mask[:60]) is None


def test_labelled_photos_are_read_for_training(subjects, material):
    write_pair(material / "scenes" / "labelled", "1", label(subjects.photo("flower")))

    rgb, mask = Composer(material, 64, seed=3).scenes["labelled"][0]

    assert rgb.shape[:2] == mask.shape
    assert np.abs(rgb.astype(int) - label(subjects.photo("flower"))[0]).mean() < 4
