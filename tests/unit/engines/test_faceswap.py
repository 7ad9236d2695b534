"""Face swap on photos, field by field."""

from concurrent.futures import ThreadPoolExecutor

import cv2
import numpy as np
import PIL.Image
import pytest

from mediaext.datasets import EngineRunner
from mediaext.engines.classical.face_blend import face_oval, not_face
from mediaext.engines.classical.faces import find_faces, find_largest, skin_mask
from mediaext.engines.classical.landmarks import find_landmarks
from mediaext.engines.classical.operations import faceswap
from mediaext.errors import JobFailed
from mediaext.operations import GenerateImage, SwapFace
from tests.unit.engines.people_photos import (
    ASTRONAUT,
    CAT,
    SMALL,
    context,
    difference,
    encoded,
    opened,
    other_face,
    pixels,
    remembered,
)

SOURCE = other_face()


@remembered
def swapped(target: PIL.Image.Image = SMALL, source: PIL.Image.Image = SOURCE, **fields):
    fields = {"output_format": "png", "upscale": 1.0, **fields}
    request = SwapFace(target="t.png", source="s.png", **fields)
    inputs = {"target": [encoded(target)], "source": [encoded(source)]}
    return opened(faceswap.make(request, inputs, context()))


def face_box(image: PIL.Image.Image) -> tuple[int, int, int, int]:
    left, top, width, height = find_faces(np.asarray(image.convert("RGB")))[0].box
    return left, top, left + width, top + height


def test_the_face_changes_and_nothing_else():
    result = swapped()
    box = face_box(SMALL)
    assert difference(result.crop(box), SMALL.crop(box)) > 4
    change = np.abs(pixels(result) - pixels(SMALL)).max(axis=2)
    left, top, right, bottom = box
    reach = (right - left) // 3
    change[max(0, top - reach) : bottom + reach, max(0, left - reach) : right + reach] = 0
    assert change.max() == 0


def test_the_eyes_are_where_the_eyes_were():
    result = swapped()
    before, after = (
        find_landmarks(np.asarray(image.convert("RGB")), find_faces(np.asarray(image))[0])
        for image in (SMALL, result)
    )
    assert np.abs(before.points[:2] - after.points[:2]).max() < 0.15 * before.eye_distance


def test_the_new_face_has_the_colours_of_the_target():
    left, top, right, bottom = face_box(SMALL)
    cheeks = (left + 25, top + 35, right - 25, bottom - 12)
    means = [pixels(image.crop(cheeks)).mean(axis=(0, 1)) for image in (SMALL, swapped())]
    assert np.abs(means[0] - means[1]).max() < 18
    dark = pixels(SOURCE.crop((90, 110, 170, 180))).mean(axis=(0, 1))
    assert np.abs(means[0] - dark).max() > 40


def test_restore_weight_sharpens():
    def fine(image: PIL.Image.Image) -> float:
        part = pixels(image.crop(face_box(SMALL))).mean(axis=2)
        return float(np.abs(np.diff(part, 2, axis=1)).mean())

    sharpness = [fine(swapped(restore_weight=weight)) for weight in (0.0, 0.5, 1.0)]
    assert sharpness[0] < sharpness[1] < sharpness[2]


@pytest.mark.parametrize("factor", [1.0, 1.5, 2.0])
def test_upscale_enlarges(factor):
    assert swapped(upscale=factor).size == (round(320 * factor), round(320 * factor))


def test_of_several_faces_the_largest_is_swapped():
    pair = PIL.Image.new("RGB", (560, 320), "gray")
    pair.paste(SMALL, (0, 0))
    pair.paste(SMALL.resize((200, 200)), (340, 60))
    assert len(find_faces(np.asarray(pair))) == 2
    result = swapped(pair)
    assert difference(result.crop((0, 0, 320, 320)), pair.crop((0, 0, 320, 320))) > 0.2
    assert difference(result.crop((340, 0, 560, 320)), pair.crop((340, 0, 560, 320))) == 0


@pytest.mark.parametrize(
    ("target", "source", "named"), [(CAT, SOURCE, "target"), (SMALL, CAT, "source")]
)
def test_a_missing_face_is_named(target, source, named):
    with pytest.raises(JobFailed, match=f"{named}: no face") as caught:
        swapped(target, source)
    assert caught.value.code == "INPUT_INVALID"


def test_hair_before_the_face_is_told_from_brows_eyes_and_mouth():
    rgb = np.asarray(SOURCE.convert("RGB")).copy()
    marks = find_landmarks(rgb, find_largest(rgb))
    (left, top), (right, _), mouth = marks.points
    fringe = round((left + right) / 2), round(top - 0.5 * marks.eye_distance)
    cv2.line(rgb, (fringe[0], 0), fringe, (14, 10, 9), 7)
    strange = not_face(rgb, marks.points, face_oval(rgb.shape[:2], marks))
    assert strange[fringe[1], fringe[0]] > 0.9
    for x, y in [*marks.points, (marks.points[0] + mouth) / 2]:
        assert strange[round(y), round(x)] < 0.2


def test_a_glance_finds_the_face_that_a_search_finds():
    for photo in (SMALL, ASTRONAUT, ASTRONAUT.resize((1500, 1500)), SOURCE):
        rgb = np.asarray(photo.convert("RGB"))
        searched, glanced = find_faces(rgb)[0], find_largest(rgb)
        assert abs(searched.box[2] - glanced.box[2]) < 0.15 * searched.box[2]
        assert np.hypot(*np.subtract(searched.centre, glanced.centre)) < 0.1 * searched.box[2]


def test_threads_that_search_at_once_find_what_one_finds():
    photos = [np.asarray(SMALL), np.asarray(SMALL.resize((250, 410))), np.asarray(CAT)] * 4
    alone = [find_faces(photo) for photo in photos[:3]] * 4
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(find_faces, photos)) == alone


def test_a_small_face_is_searched_for():
    scene = PIL.Image.new("RGB", (1200, 1200), "gray")
    scene.paste(SMALL.crop((60, 0, 260, 200)), (900, 700))
    assert find_largest(np.asarray(scene)).box[0] > 900


def test_equal_requests_give_equal_bytes():
    assert encoded(swapped.afresh()) == encoded(swapped())


def test_transparency_survives_enlarging():
    veiled = SMALL.copy()
    veiled.putalpha(PIL.Image.linear_gradient("L").resize((320, 320)))
    result = swapped(veiled, upscale=1.5)
    assert result.mode == "RGBA"
    assert result.getchannel("A").getextrema()[0] < 10


@pytest.mark.parametrize("seed", [2, 3, 7])
def test_a_painted_person_has_a_face(seed):
    request = GenerateImage(prompt="a portrait of a woman in a studio", seed=seed)
    painted = np.asarray(EngineRunner().run(request).to_pil().convert("RGB"))

    face = find_largest(painted)

    assert face is not None
    assert len(face.eyes) == 2
    left, top, width, height = face.box
    cheeks = painted[top + height // 3 : top + height, left + width // 4 : left + 3 * width // 4]
    assert skin_mask(cheeks).mean() > 0.6
