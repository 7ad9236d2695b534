"""The network that says roughly where the subject is."""

import cv2
import numpy as np
import pytest

from mediaext.engines.classical.prior import subject_prior


@pytest.mark.parametrize("name", ["coffee", "flower", "china", "rocket"])
def test_the_subject_is_likelier_than_what_is_around_it(subjects, name):
    likely, outline = subject_prior(subjects.photo(name)), subjects.outline(name)

    assert likely[outline].mean() > 0.3 + likely[~outline].mean()


@pytest.mark.parametrize("shape", [(1, 1), (1, 50), (300, 20), (96, 96), (97, 400)])
def test_chances_have_the_size_of_the_picture(shape):
    likely = subject_prior(np.full((*shape, 3), 90, np.uint8))

    assert likely.shape == shape
    assert likely.dtype == np.float32
    assert 0 <= likely.min() <= likely.max() <= 1


def test_a_mirror_image_has_mirrored_chances(subjects):
    square = cv2.resize(subjects.photo("flower"), (192, 192))
    mirrored = subject_prior(np.ascontiguousarray(square[:, ::-1]))[:, ::-1]

    assert np.abs(subject_prior(square) - mirrored).max() < 0.01


def test_the_number_of_threads_changes_nothing(subjects):
    photo, usual = subjects.photo("coffee"), cv2.getNumThreads()
    try:
        found = []
        for threads in (1, 2, 7):
            cv2.setNumThreads(threads)
            found.append(subject_prior(photo))
    finally:
        cv2.setNumThreads(usual)

    assert all(np.array_equal(found[0], other) for other in found[1:])
