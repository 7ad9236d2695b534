"""Who is meant: the person whose face is seen, with what belongs to the body."""

import numpy as np

from mediaext.engines.classical.appearance import read_looks, unchanged
from mediaext.engines.classical.faces import Face
from mediaext.engines.classical.person import _of_faces, find_carried

HEAD = (90.0, 10.0, 20.0, 30.0)


def figure(arm: tuple[int, int, int], height: int) -> tuple[np.ndarray, np.ndarray]:
    """Return a red trunk with something in another colour that hangs down beside it."""
    rgb = np.full((300, 200, 3), 255, np.uint8)
    clothes = np.zeros((300, 200), bool)
    clothes[45:160, 70:130] = True
    clothes[100 : 100 + height, 131:160] = True
    rgb[clothes] = (180, 30, 40)
    rgb[100 : 100 + height, 131:160] = arm
    return rgb, clothes


def test_who_stands_apart_without_a_face_is_left_out():
    body = np.zeros((60, 90), np.float32)
    body[10:60, 10:30] = 1
    body[5:60, 60:80] = 1
    face = Face((12, 12, 12, 12))
    kept = _of_faces(body, [face])
    assert kept[:, :40].sum() == body[:, :40].sum()
    assert not kept[:, 50:].any()
    assert np.array_equal(_of_faces(body, []), body)


def test_a_bag_is_carried_and_a_sleeve_in_the_colour_of_the_rest_is_not():
    for colour, expected in (((20, 40, 160), True), ((150, 20, 30), False)):
        rgb, clothes = figure(colour, 55)
        assert find_carried(rgb, clothes, HEAD)[105:150, 135:155].any() == expected


def test_what_is_as_long_as_a_leg_is_not_carried():
    rgb, clothes = figure((20, 40, 160), 120)
    assert not find_carried(rgb, clothes, HEAD).any()


def test_a_dress_colours_all_clothes_and_a_shirt_the_upper_ones():
    assert read_looks("a woman in a red dress").lower == "red"
    assert read_looks("a woman in a red shirt").lower == ""


def test_a_pose_that_is_asked_for_is_noted():
    notes = unchanged("a man sitting in a park", read_looks(""), locked=True)
    assert notes == ["Pose and expression stay as in the photo: sitting."]
