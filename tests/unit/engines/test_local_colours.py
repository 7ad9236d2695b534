"""Opacity follows the colours about an outline where they tell subject from ground."""

import cv2
import numpy as np
import pytest

from mediaext.engines.classical.local_colours import refine_alpha

SIDE = 320
HAIR = np.array((0.15, 0.08, 0.05), np.float32)


@pytest.fixture(scope="module")
def hair():
    """A disc with strands about it, and the same taken for solid."""
    fine = np.zeros((4 * SIDE, 4 * SIDE), np.uint8)
    middle = 2 * SIDE
    cv2.circle(fine, (middle, middle), 300, 1, -1)
    for angle in np.arange(0, 2 * np.pi, 0.06):
        along = np.array((np.cos(angle), np.sin(angle)))
        start, end = (tuple((middle + along * far).round().astype(int)) for far in (290, 345))
        cv2.line(fine, start, end, 1, 6)
    true = cv2.resize(fine.astype(np.float32), (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    solid = np.zeros((SIDE, SIDE), np.float32)
    cv2.circle(solid, (SIDE // 2, SIDE // 2), 85, 1, -1)
    return true, solid


def before(ground, true):
    noise = np.random.default_rng(1).normal(0, 0.01, (SIDE, SIDE, 3))
    rgb = true[..., None] * HAIR + (1 - true[..., None]) * ground + noise
    return rgb.clip(0, 1).astype(np.float32)


def even_ground():
    slope = np.linspace(0.55, 0.85, SIDE, dtype=np.float32)
    return np.dstack(
        [np.tile(slope, (SIDE, 1)), np.full((SIDE, SIDE), 0.7), np.tile(slope, (SIDE, 1)).T]
    )


def test_gaps_between_strands_are_clear_before_an_even_ground(hair):
    true, solid = hair
    found = refine_alpha(before(even_ground(), true), solid)
    assert np.abs(found - true).mean() < 0.6 * np.abs(solid - true).mean()


def test_a_lively_ground_changes_little(hair):
    true, solid = hair
    lively = np.random.default_rng(2).random((SIDE // 4, SIDE // 4, 3)).repeat(4, 0).repeat(4, 1)
    found = refine_alpha(before(lively, true), solid)
    assert np.abs(found - solid).mean() < 0.02


def test_what_is_sure_stays(hair):
    true, solid = hair
    sure = np.zeros(solid.shape, bool)
    sure[: SIDE // 2] = True
    found = refine_alpha(before(even_ground(), true), solid, sure)
    assert (found[sure] >= solid[sure]).all()
    assert (found[~sure] < solid[~sure]).any()


def test_a_spot_in_the_colour_of_the_ground_within_the_subject_stays(hair):
    true, solid = hair
    rgb = before(even_ground(), true)
    spot = np.s_[150:160, 92:102]
    rgb[spot] = even_ground()[spot]
    assert refine_alpha(rgb, solid)[spot].min() > 0.9


def test_a_thing_like_the_subject_apart_from_it_is_no_part_of_it(hair):
    true, solid = hair
    rgb = before(even_ground(), true)
    rgb[158:162, 60:66] = HAIR
    assert refine_alpha(rgb, solid)[158:162, 60:66].max() < 0.05


@pytest.mark.parametrize("shape", [(1, 1), (3, 40), (30, 30)])
@pytest.mark.parametrize("value", [0.0, 0.5, 0.9, 1.0])
def test_pictures_without_an_outline_are_no_fault(shape, value):
    alpha = np.full(shape, value, np.float32)
    found = refine_alpha(np.full((*shape, 3), 0.5, np.float32), alpha)
    assert found == pytest.approx(alpha)
