"""A garment that was measured lies on the body where it would be worn."""

import cv2
import numpy as np
import pytest

from mediaext.engines.classical.fitting import fit
from mediaext.engines.classical.person import Person
from mediaext.engines.classical.tailoring import Garment, measure, plain_ground

SIZE = 640, 400  # height, width
ARM = [(118, 180), (150, 190), (128, 420), (96, 420)]
ARMS = ARM, [(400 - x, y) for x, y in ARM]


def plane(*outlines):
    drawn = np.zeros(SIZE, np.float32)
    for outline in outlines:
        cv2.fillPoly(drawn, [np.array(outline, np.int32)], 1.0)
    return drawn


def person(*, sleeves: bool) -> Person:
    """Return one who stands, arms a little off the trunk, in a vest or with long sleeves."""
    face = np.zeros(SIZE, np.float32)
    cv2.ellipse(face, (200, 95), (36, 50), 0, 0, 360, 1.0, -1)
    neck = plane([(184, 130), (216, 130), (220, 175), (180, 175)])
    trunk = plane([(135, 172), (265, 172), (252, 200), (244, 400), (156, 400), (148, 200)])
    arms = plane(*ARMS) * (1 - trunk)
    hands = arms * (np.arange(SIZE[0]) > 395)[:, None]
    legs = plane([(150, 400), (250, 400), (245, 639), (155, 639)])
    upper = np.maximum(trunk, arms - hands) if sleeves else trunk
    skin = np.maximum.reduce([face, neck * (1 - trunk), hands if sleeves else arms])
    return Person(
        body=np.maximum.reduce([face, neck, trunk, arms, legs]),
        face=face,
        skin=skin,
        hair=np.zeros(SIZE, np.float32),
        upper=upper,
        lower=legs * (1 - trunk),
        carried=np.zeros(SIZE, np.float32),
        head=(164, 45, 72, 100),
        seen=True,
    )


def garment(arm: int, neck: int = 20) -> Garment:
    """Return a shirt 200 wide and 300 high; ``arm`` is the length of its sleeves, 0 for none."""
    mask = np.zeros((400, 700), np.uint8)
    cv2.rectangle(mask, (250, 30), (450, 330), 1, -1)
    for side in (-1, 1):
        if arm:
            joint = np.array([350 + side * 98, 52])
            end = joint + np.array([side * 0.6, 0.8]) * arm
            cv2.line(mask, joint.tolist(), end.astype(int).tolist(), 1, 56)
    cv2.ellipse(mask, (350, 28), (44, neck), 0, 0, 360, 0, -1)
    mask[:30] = 0
    rgb = np.dstack([mask * 200, mask * 40, mask * 90]).astype(np.uint8)
    return Garment.cropped(rgb, mask.astype(np.float32))


def fitted(cloth: Garment, *, sleeves: bool):
    cut = measure(cloth, full=False)
    return fit(person(sleeves=sleeves), cloth.inside, cut, full=False)


def lowest(mask: np.ndarray) -> int:
    return int(np.flatnonzero(mask.any(axis=1))[-1])


def test_the_measures_are_those_of_the_shirt():
    cut = measure(garment(90), full=False)
    assert cut.chest == pytest.approx(200, abs=6)
    assert all(sleeve is not None for sleeve in cut.sleeves)
    left, right = cut.sleeves
    assert left.length == pytest.approx(right.length, rel=0.1)
    assert left.way[0] < 0 < right.way[0]
    assert measure(garment(0), full=False).sleeves == (None, None)


def test_longer_sleeves_cover_more_of_bare_arms_and_never_the_hands():
    arms = person(sleeves=False).skin * (np.arange(SIZE[0]) > 175)[:, None]
    shares = [
        float((fitted(garment(arm), sleeves=False).covered * arms).sum() / arms.sum())
        for arm in (0, 110, 230)
    ]
    assert shares[0] < 0.1 < shares[1] < shares[2] - 0.15
    covered = fitted(garment(300), sleeves=False).covered > 0.5
    assert lowest(covered[:, :125]) < 405


def test_old_sleeves_beyond_short_new_ones_show_skin():
    fit_ = fitted(garment(80), sleeves=True)
    arm = person(sleeves=True).upper[300:380, 90:130] > 0.5
    assert fit_.bared[300:380, 90:130][arm].mean() > 0.8
    assert fit_.covered[300:380, 90:130][arm].mean() < 0.1


def test_a_deeper_neckline_shows_skin_where_the_old_cloth_was():
    shallow, deep = (fitted(garment(80, neck), sleeves=True) for neck in (10, 90))
    throat = slice(180, 215), slice(192, 208)
    assert shallow.covered[throat].mean() > deep.covered[throat].mean() + 0.5
    assert deep.bared[throat].mean() > 0.5


def test_the_face_is_never_covered():
    assert (fitted(garment(230), sleeves=False).covered * person(sleeves=False).face).max() == 0


def test_an_even_ground_is_told_from_a_pale_shirt_though_light_falls_off():
    light = np.linspace(246, 236, 300)[None, :, None] * np.ones((300, 1, 3))
    light[60:240, 90:210] += 8
    ground = plain_ground(light.clip(0, 255).astype(np.uint8))
    assert ground[60:240, 90:210].mean() < 0.1
    assert ground[:40].mean() > 0.95


def test_a_scene_has_no_plain_ground():
    scene = np.random.default_rng(0).integers(0, 256, (80, 80, 3)).astype(np.uint8)
    assert plain_ground(scene).max() == 0


@pytest.mark.parametrize(("cloth", "shadow"), [((40, 90, 210), 1.0), ((120, 120, 122), 0.0)])
def test_a_shadow_is_ground_and_a_gray_garment_is_not(cloth, shadow):
    photo = np.full((200, 200, 3), 250, np.uint8)
    cv2.ellipse(photo, (70, 150), (60, 18), 0, 0, 360, (140, 142, 150), -1)
    cv2.rectangle(photo, (70, 40), (150, 160), cloth, -1)

    ground = plain_ground(photo)

    assert ground[145:155, 30:60].mean() == shadow
    assert ground[50:150, 80:140].max() == 0
