"""Ground between legs is told from clothes by its colours."""

import cv2
import numpy as np
import pytest

from mediaext.engines.classical.faces import Face
from mediaext.engines.classical.leg_gaps import between_legs

FACE = Face((160, 20, 40, 40))
GAP = np.s_[250:340, 174:186]


def standing(clothes: tuple[int, int, int], *, apart: bool = True):
    """Return a picture of somebody on gray ground, and the outline with the gap filled."""
    rng = np.random.default_rng(1)
    rgb = rng.normal(130, 6, (360, 360, 3)).clip(0, 255).astype(np.uint8)
    outline = np.zeros(rgb.shape[:2], np.uint8)
    cv2.rectangle(outline, (142, 60), (218, 345), 1, -1)
    dressed = outline.copy()
    if apart:
        cv2.rectangle(dressed, (168, 235), (192, 345), 0, -1)
    cloth = (np.array(clothes) + rng.normal(0, 6, rgb.shape)).clip(0, 255).astype(np.uint8)
    return np.where(dressed[..., None] > 0, cloth, rgb), outline > 0, dressed > 0


def test_the_ground_between_legs_is_found():
    rgb, outline, dressed = standing((40, 40, 90))
    gap = between_legs(rgb, outline, FACE)
    assert gap[GAP].mean() > 0.95
    assert not (gap & dressed).sum() > 0.01 * dressed.sum()


def test_a_long_skirt_has_no_gap():
    rgb, outline, _ = standing((40, 40, 90), apart=False)
    assert not between_legs(rgb, outline, FACE).any()


def test_clothes_in_the_colour_of_the_ground_are_kept():
    rgb, outline, _ = standing((132, 130, 128))
    assert not between_legs(rgb, outline, FACE).any()


@pytest.mark.parametrize("face", [Face((100, 40, 160, 160)), Face((120, 250, 90, 90))])
def test_a_portrait_without_legs_is_left_as_it_is(face):
    rgb, outline, _ = standing((40, 40, 90))
    assert not between_legs(rgb, outline, face).any()


def test_an_outline_that_fills_the_picture_has_no_ground_to_compare():
    rgb, _, _ = standing((40, 40, 90))
    assert not between_legs(rgb, np.ones(rgb.shape[:2], bool), FACE).any()
