"""Sleeves follow the bones of an arm, wherever it is held."""

import numpy as np
import pytest

from mediaext.engines.classical.body_points import BodyPoints, find_body_points
from mediaext.engines.classical.fitting import fit
from mediaext.engines.classical.limbs import find_arm
from mediaext.engines.classical.tailoring import complete, measure
from tests.unit.engines.people_photos import SMALL
from tests.unit.engines.test_fitting import SIZE, garment, person

HEAD = 100.0  # pixels, as the person of test_fitting is tall


def joints(wrist=(112, 410), *, depth=0.0) -> BodyPoints:
    """Return the points of the person of test_fitting; the left wrist is where it is held."""
    places = np.zeros((33, 2), np.float32)
    mirrored = {11: (145, 192), 13: (128, 300), 15: (112, 410), 19: (110, 435),
                23: (178, 400), 25: (178, 520), 27: (178, 620)}  # fmt: skip
    for number, (x, y) in mirrored.items():
        places[number], places[number + 1] = (x, y), (400 - x, y)
    places[15], places[19] = wrist, np.add(wrist, (0, 20))
    deep = np.zeros(33, np.float32)
    deep[15] = depth
    return BodyPoints(places, deep)


def arm(points: BodyPoints, *, sleeves: bool = True):
    parts = person(sleeves=sleeves)
    body = (parts.body > 0.5) & (parts.face < 0.5)
    beside = body & (np.arange(SIZE[1]) < 148) & (np.arange(SIZE[0]) > 175)[:, None]
    return find_arm(points, -1, body, parts.skin > 0.5, beside, HEAD)


def test_without_the_network_there_are_no_points():
    rgb = np.asarray(SMALL.convert("RGB"))
    assert find_body_points(rgb, np.ones(rgb.shape[:2], np.float32)) is None


def test_an_arm_is_measured_from_shoulder_to_wrist():
    hanging = arm(joints())
    elbow, wrist = hanging.along[300, 128], hanging.along[410, 112]
    assert 0.4 < elbow < 0.6
    assert wrist == pytest.approx(1.0, abs=0.02)
    assert not hanging.over[:, 170:].any()
    outer, inner = hanging.across[300, 110], hanging.across[300, 146]
    assert outer < -0.5 < 0.5 < inner


def test_an_arm_before_the_trunk_lies_on_it_and_one_behind_does_not():
    before, behind = (arm(joints((215, 300), depth=deep)) for deep in (-20.0, 90.0))
    assert before.over[290:310, 170:200].mean() > 0.9
    assert not behind.over.any()


def test_a_sleeve_follows_an_arm_that_is_laid_on_the_trunk():
    cloth = garment(300)
    cut = measure(cloth, full=False)
    down, across = (
        fit(person(sleeves=True), cloth.inside, cut, points, full=False)
        for points in (joints(), joints((215, 300), depth=-20.0))
    )
    middle = slice(295, 305), slice(180, 195)
    assert abs(down.x[middle].mean() - cut.middle) < 0.4 * cut.chest
    assert across.x[middle].mean() < cut.middle - 0.5 * cut.chest
    assert across.covered[middle].mean() > 0.9
    assert across.shade[320:335, 180:195].mean() < 0.9


def test_bare_arms_before_the_trunk_stay_before_a_garment_without_sleeves():
    cloth = garment(0)
    cut = measure(cloth, full=False)
    laid = fit(
        person(sleeves=True), cloth.inside, cut, joints((215, 300), depth=-20.0), full=False
    )
    middle = slice(295, 305), slice(180, 195)
    assert laid.covered[middle].mean() < 0.1
    assert laid.bared[middle].mean() > 0.9


def test_the_size_of_a_head_is_told_by_trunk_and_arms_and_scales():
    points = joints()
    assert points.head == pytest.approx(100, rel=0.1)
    assert points.scaled(0.5).head == pytest.approx(points.head / 2, rel=0.01)


def test_what_of_a_pale_trunk_was_taken_for_the_ground_is_given_back():
    shape = np.zeros((100, 80), np.float32)
    shape[10:90, 20:60] = 1
    torn = shape.copy()
    torn[40:60, 24:56] = 0
    assert np.array_equal(complete(torn, torn, trunk=True)[40:60, 30:50], shape[40:60, 30:50])
    legs = shape.copy()
    legs[40:90, 36:44] = 0
    assert np.array_equal(complete(legs, legs, trunk=False), legs)
