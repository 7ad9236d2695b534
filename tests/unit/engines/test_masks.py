"""Subjects are found: on real photos, small and off centre, with soft edges."""

import tracemalloc

import cv2
import numpy as np
import PIL.Image
import PIL.ImageDraw
import PIL.ImageFont
import pytest

from mediaext.engines import Context
from mediaext.engines.base import Cancelled
from mediaext.engines.classical.faces import find_faces
from mediaext.engines.classical.masks import (
    clean_foreground,
    matte,
    segment,
    subject_alpha,
    within_bars,
)
from mediaext.engines.classical.superpixels import find_superpixels
from mediaext.engines.classical.text_regions import text_mask

# What is measured less a margin of about 0.05; docs/quality.md has the figures.
LEAST_OVERLAP = {
    "astronaut": 0.88,
    "coffee": 0.86,
    "flower": 0.89,
    "china": 0.86,
    "rocket": 0.57,
    "chelsea": 0.88,
}


@pytest.mark.parametrize("name", LEAST_OVERLAP)
def test_the_subject_of_a_real_photo_is_found(subjects, name):
    found = subject_alpha(subjects.photo(name)) > 0.5

    assert subjects.overlap(found, subjects.outline(name)) > LEAST_OVERLAP[name]


@pytest.mark.parametrize("ground", ["grass", "gravel"])
@pytest.mark.parametrize("place", [(0.25, 0.35), (0.78, 0.6)])
def test_a_small_subject_off_centre_is_found(subjects, ground, place):
    picture, truth = subjects.composite("flower", ground, place, 0.3)

    assert subjects.overlap(subject_alpha(picture) > 0.5, truth) > 0.75


@pytest.mark.parametrize("shade", [0, 250])
@pytest.mark.parametrize("axis", [0, 1])
def test_bars_about_a_picture_change_nothing_within(subjects, shade, axis):
    photo = subjects.photo("coffee")
    widths = [(40, 40) if side == axis else (0, 0) for side in range(2)]
    framed = np.pad(photo, [*widths, (0, 0)], constant_values=shade)

    alpha = subject_alpha(framed)

    assert np.array_equal(alpha, np.pad(subject_alpha(photo), widths))


def test_a_thing_before_a_white_wall_is_no_picture_between_bars():
    wall = np.full((300, 400, 3), 255, np.uint8)
    wall[80:220, 60:340] = (30, 60, 160)

    assert within_bars(wall) == (slice(0, 300), slice(0, 400))


def test_the_same_photo_has_the_same_mask_again(subjects):
    assert np.array_equal(
        subject_alpha(subjects.photo("coffee")), subject_alpha(subjects.photo("coffee"))
    )


def test_the_outline_is_soft_and_the_inside_is_not(subjects):
    alpha = subject_alpha(subjects.photo("flower"))

    assert alpha.dtype == np.float32
    assert 0 <= alpha.min() < alpha.max() <= 1
    assert 0.002 < ((alpha > 0.05) & (alpha < 0.95)).mean() < 0.2
    assert alpha[215, 306] == 1


@pytest.mark.parametrize("shape", [(1, 1), (5, 400), (400, 5), (30, 30), (12, 90), (64, 64)])
@pytest.mark.parametrize("value", [0, 128, 255])
def test_flat_and_tiny_pictures_have_a_mask_too(shape, value):
    alpha = subject_alpha(np.full((*shape, 3), value, np.uint8))

    assert alpha.shape == shape
    assert np.isfinite(alpha).all()
    assert alpha.max() > 0.5


def test_noise_does_no_harm():
    alpha = subject_alpha(np.random.default_rng(0).integers(0, 256, (90, 120, 3), np.uint8))

    assert np.isfinite(alpha).all()


def test_cancelling_stops_the_work(subjects):
    def stop(fraction, message):
        raise Cancelled

    with pytest.raises(Cancelled):
        subject_alpha(subjects.photo("flower"), Context(report=stop))


def test_opaque_pixels_keep_their_colour_exactly(subjects):
    rgb, mask = subjects.photo("flower"), subjects.outline("flower")

    assert np.array_equal(clean_foreground(rgb, mask.astype(np.float32))[mask], rgb[mask])


def test_the_old_background_is_taken_out_of_the_edge():
    ramp = np.clip((np.arange(128) - 54) / 20, 0, 1).astype(np.float32)
    alpha = np.tile(ramp, (128, 1))
    mixed = 255 * alpha[..., None] * [1, 0, 0] + 255 * (1 - alpha[..., None]) * [0, 1, 0]

    cleaned = clean_foreground(mixed.round().astype(np.uint8), alpha)
    edge = (alpha > 0.3) & (alpha < 0.9)
    assert cleaned[edge][:, 1].mean() < 0.35 * mixed[edge][:, 1].mean()
    assert cleaned[edge][:, 0].mean() > 1.3 * mixed[edge][:, 0].mean()


def test_the_largest_face_comes_first(subjects):
    photo = subjects.photo("astronaut")
    pair = np.concatenate([photo[::2, ::2], np.full((256, 40, 3), 200, np.uint8)], axis=1)
    pair = np.concatenate([np.pad(pair, ((0, 256), (0, 0), (0, 0)), mode="edge"), photo], axis=1)

    first, second = find_faces(pair)
    assert first.area > 2 * second.area
    assert first.centre[0] > 296 > second.centre[0]
    assert len(first.eyes) == 2


@pytest.mark.parametrize("name", ["coffee", "rocket", "grass", "flower", "china"])
def test_what_is_no_face_is_not_taken_for_one(subjects, name):
    assert find_faces(subjects.photo(name)) == []


def test_regions_cover_the_picture(subjects):
    regions = find_superpixels(subjects.photo("coffee")[::2, ::2])

    assert regions.size.sum() == regions.labels.size
    assert (regions.size > 0).all()
    assert regions.neighbours.any(axis=1).all()


def test_lettering_is_found_and_photos_have_none(subjects):
    poster = PIL.Image.fromarray(subjects.photo("flower"))
    pen = PIL.ImageDraw.Draw(poster)
    pen.text((30, 20), "Summer flowers", fill="white", font=PIL.ImageFont.load_default(36))
    drawn = (np.asarray(poster) != subjects.photo("flower")).any(axis=2)

    found = text_mask(np.asarray(poster))
    assert found[drawn].mean() > 0.8
    assert found.mean() < 4 * drawn.mean()
    for name in ("flower", "astronaut", "chelsea", "rocket", "grass", "gravel"):
        assert not text_mask(subjects.photo(name)).any()


def test_a_soft_edge_is_solved_without_reserving_gigabytes():
    """A worker with a memory limit is refused what it reserves, used or not."""
    mask = np.zeros((300, 300), bool)
    mask[80:220, 90:210] = True
    pixels = np.full((300, 300, 3), 200, np.uint8)
    pixels[mask] = 30
    matte(pixels, mask)  # what is compiled and loaded at first is not counted
    tracemalloc.start()
    try:
        matte(pixels, mask)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert 0 < peak < 200_000_000


def ring(ground: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return a red ring on a ground, and how likely each pixel is its: the hole as the ring."""
    rgb = ground.copy()
    cv2.circle(rgb, (180, 160), 70, (200, 40, 40), 30)
    likely = np.full(rgb.shape[:2], 0.02, np.float32)
    cv2.circle(likely, (180, 160), 85, 0.97, -1)
    return rgb, likely


def test_a_hole_before_a_plain_ground_is_open():
    slope = np.linspace(150, 200, 360).astype(np.uint8)
    rgb, likely = ring(np.dstack([np.tile(slope, (320, 1))] * 3))
    mask = segment(rgb, likely)
    assert not mask[130:190, 150:210].any()
    assert mask[85:95, 175:185].all()


def test_a_highlight_in_the_colour_of_the_ground_is_no_hole():
    rgb, likely = ring(np.full((320, 360, 3), 235, np.uint8))
    y, x = np.mgrid[0:320, 0:360]
    near = np.exp(-((x - 180) ** 2 + (y - 160) ** 2) / 900.0)[..., None]
    inside = np.hypot(x - 180, y - 160)[..., None] < 80
    shaded = (235 - 40 * (1 - near)).repeat(3, axis=2)
    rgb = np.where(inside, shaded, rgb).astype(np.uint8)
    assert segment(rgb, likely)[130:190, 150:210].all()


def test_before_an_uneven_ground_nothing_is_opened():
    rng = np.random.default_rng(1)
    rgb, likely = ring(rng.integers(60, 220, (320, 360, 3)).astype(np.uint8))
    assert segment(rgb, likely)[140:180, 160:200].all()
