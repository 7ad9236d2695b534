"""Faces that are known by their points: the pose of one, the shape of another."""

import cv2
import numpy as np
import pytest

from mediaext.engines.classical.face_blend import swap_shapes
from mediaext.engines.classical.faces import find_largest
from mediaext.engines.classical.landmarks import (
    EYE_POINTS,
    LIP_POINTS,
    OVAL,
    FaceMesh,
    find_landmarks,
    find_mesh,
)
from tests.unit.engines.people_photos import SMALL, other_face


def mesh_of(rgb: np.ndarray) -> FaceMesh:
    """Lay points on a face by its eyes and mouth, as a network would."""
    marks = find_landmarks(rgb, find_largest(rgb))
    middle, apart = marks.points[:2].mean(axis=0), marks.eye_distance
    rng = np.random.default_rng(2)
    flat = rng.uniform((-0.6, -0.05), (0.6, 1.15), (468, 2))
    turns = np.linspace(0, 2 * np.pi, len(OVAL), endpoint=False)
    flat[list(OVAL)] = np.stack([np.sin(turns), 0.5 - 1.25 * np.cos(turns)], axis=1)
    for part, centre in zip((*EYE_POINTS, LIP_POINTS), marks.points, strict=True):
        cross = np.array([(-0.15, 0), (0.15, 0), (0, -0.06), (0, 0.06)])
        flat[list(part)] = (centre - middle) / apart + cross
    depth = np.square(flat - (0, 0.5)).sum(axis=1, keepdims=True)
    return FaceMesh(np.hstack([middle + flat * apart, depth * apart]).astype(np.float32))


TARGET, SOURCE = (np.asarray(photo.convert("RGB")) for photo in (SMALL, other_face()))


def test_without_the_network_there_are_no_points():
    assert find_mesh(TARGET, find_largest(TARGET)) is None


def test_a_face_takes_the_pose_of_another_and_keeps_its_shape():
    mesh = mesh_of(TARGET)
    turn, _ = cv2.Rodrigues(np.array([0.1, 0.4, 0.2]))
    turned = FaceMesh((1.7 * mesh.points @ turn.T + (30, -20, 5)).astype(np.float32))

    np.testing.assert_allclose(mesh.posed(turned), turned.points[:, :2], atol=0.05)
    np.testing.assert_allclose(turned.posed(mesh), mesh.points[:, :2], atol=0.05)


def test_centres_of_eyes_and_mouth_are_those_that_were_laid():
    marks = find_landmarks(TARGET, find_largest(TARGET))

    np.testing.assert_allclose(mesh_of(TARGET).centres, marks.points, atol=0.01)


def test_a_face_that_is_put_on_itself_stays():
    mesh = mesh_of(TARGET)

    same, oval = swap_shapes(TARGET, mesh, TARGET, mesh)

    assert np.abs(same.astype(int) - TARGET)[oval > 0.9].mean() < 4


@pytest.mark.parametrize("scale", [0.5, 1.0, 2.0])
def test_nothing_changes_outside_and_the_eyes_stay_level(scale):
    source = cv2.resize(SOURCE, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    of = mesh_of(SOURCE)
    of = FaceMesh((of.points * np.float32(scale)).astype(np.float32))

    swapped, oval = swap_shapes(TARGET, mesh_of(TARGET), source, of)

    change = np.abs(swapped.astype(int) - TARGET).max(axis=2)
    assert change[oval == 0].max() == 0
    assert change[oval > 0.9].mean() > 4
    before, after = (find_landmarks(rgb, find_largest(TARGET)) for rgb in (TARGET, swapped))
    assert np.abs(before.points[:2] - after.points[:2]).max() < 0.15 * before.eye_distance
