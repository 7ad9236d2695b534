"""Trousers follow each leg, a skirt hangs about both, and a neckline opens a garment."""

import cv2
import numpy as np
import pytest

from mediaext.engines.classical.leg_fitting import fit_legs
from mediaext.engines.classical.tailoring import Garment, measure, neckline
from tests.unit.engines.test_fitting import SIZE, garment, person
from tests.unit.engines.test_limbs import joints

HIPS, SHINS = slice(420, 440), slice(560, 600)


def trousers(length: int = 460) -> Garment:
    """Return trousers 200 wide at the hips; 460 is a full length."""
    mask = np.zeros((520, 300), np.uint8)
    cv2.rectangle(mask, (50, 20), (250, 20 + length), 1, -1)
    cv2.rectangle(mask, (140, 150), (160, 519), 0, -1)
    return dyed(mask)


def skirt() -> Garment:
    mask = np.zeros((300, 400), np.uint8)
    cv2.fillPoly(mask, [np.array([(130, 20), (270, 20), (380, 260), (20, 260)])], 1)
    return dyed(mask)


def dyed(mask: np.ndarray) -> Garment:
    rgb = np.dstack([mask * 40, mask * 60, mask * 160]).astype(np.uint8)
    return Garment.cropped(rgb, mask.astype(np.float32))


def worn(cloth: Garment, *, flared: bool = False) -> np.ndarray:
    return fit_legs(person(sleeves=True), cloth, joints(), flared=flared).covered > 0.5


def test_trousers_cover_hips_and_both_shins_and_no_hand():
    covered = worn(trousers())
    assert covered[HIPS, 165:235].mean() > 0.95
    assert covered[SHINS, 170:190].mean() > 0.95
    assert covered[SHINS, 210:230].mean() > 0.95
    assert not covered[:, :130].any()
    assert not covered[:390].any()


def test_shorts_end_above_the_shins():
    assert not worn(trousers(150))[SHINS].any()


def test_a_skirt_is_wider_than_the_legs_below_the_hips():
    rows = worn(skirt(), flared=True)[500]
    legs = person(sleeves=True).lower[500] > 0.5
    assert rows.sum() > 1.1 * legs.sum()


def test_each_leg_shows_its_own_half_of_the_cloth():
    cloth = trousers()
    fitted = fit_legs(person(sleeves=True), cloth, joints(), flared=False)
    middle = cloth.inside.shape[1] / 2
    assert fitted.x[580, 180] < middle < fitted.x[580, 220]


@pytest.mark.parametrize("depth", [30, 60])
def test_the_inside_seen_above_a_neckline_is_no_part_of_the_front(depth):
    cloth = garment(0, neck=4)
    inner = np.zeros(cloth.inside.shape, np.uint8)
    middle = round(measure(cloth, full=False).middle)
    cv2.ellipse(inner, (middle, 0), (41, depth), 0, 0, 180, 1, -1)
    cloth.rgb[inner > 0] *= 0.4
    opened = neckline(cloth, measure(cloth, full=False))
    assert opened is not None
    assert opened[: depth - 6, middle - 5 : middle + 5][6:].mean() > 0.95
    assert not opened[depth + 8 :].any()


def test_cloth_in_one_colour_has_no_neckline():
    cloth = garment(0, neck=4)
    assert neckline(cloth, measure(cloth, full=False)) is None


def test_the_planes_are_as_large_as_the_person():
    assert worn(trousers()).shape == SIZE
