"""Opacity and colours of soft edges, against composites whose parts are known."""

import cv2
import numpy as np
import pytest
import skimage.data

from mediaext.engines.classical import matting
from mediaext.engines.classical.matting import estimate_alpha, estimate_foreground


def disc(height, width, edge):
    """Opacity of a disc whose edge is that many pixels wide."""
    rows, columns = np.indices((height, width))
    away = np.hypot(rows - height / 2, columns - width / 2)
    return np.clip((0.3 * height - away) / edge + 0.5, 0, 1)


def trimap_of(alpha):
    return np.where(alpha >= 1, 1.0, np.where(alpha <= 0, 0.0, 0.5))


def test_plain_colours_are_told_apart_exactly():
    alpha = disc(60, 80, 9)
    front, back = np.array([0.9, 0.3, 0.1]), np.array([0.1, 0.4, 0.8])
    picture = alpha[..., None] * front + (1 - alpha[..., None]) * back
    assert estimate_alpha(picture, trimap_of(alpha)) == pytest.approx(alpha, abs=1e-3)


def test_a_wide_edge_is_solved_as_a_narrow_one_is(monkeypatch):
    trimap = trimap_of(disc(60, 80, 9))
    picture = np.random.default_rng(0).random((60, 80, 3))
    narrow = estimate_alpha(picture, trimap)
    monkeypatch.setattr(matting, "MOST_DIAGONALS", 0)
    assert estimate_alpha(picture, trimap) == pytest.approx(narrow, abs=1e-9)


def test_what_is_known_stays():
    trimap = trimap_of(disc(60, 80, 9))
    picture = np.random.default_rng(0).random((60, 80, 3))
    found = estimate_alpha(picture, trimap)
    assert (found[trimap != 0.5] == trimap[trimap != 0.5]).all()
    assert 0 <= found.min() <= found.max() <= 1


@pytest.mark.parametrize("known", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("size", [(1, 1), (2, 9), (3, 3), (17, 5)])
def test_a_trimap_without_an_edge_is_no_fault(size, known):
    found = estimate_alpha(np.full((*size, 3), 0.5), np.full(size, known))
    assert found == pytest.approx(np.full(size, float(known == 1)), abs=1e-6)


def test_colours_of_the_edge_are_those_of_the_front():
    photo = cv2.resize(skimage.data.astronaut(), (256, 256)) / np.float32(255)
    front = cv2.GaussianBlur(photo, (0, 0), 3)
    back = front[::-1, ::-1]
    alpha = disc(256, 256, 24)
    picture = alpha[..., None] * front + (1 - alpha[..., None]) * back
    found = estimate_foreground(picture, alpha)
    soft = (alpha > 0.02) & (alpha < 0.98)
    wrong, mixed = (
        (np.abs(colours - front) * alpha[..., None])[soft].mean() for colours in (found, picture)
    )
    assert wrong < 0.65 * mixed
    assert found[alpha == 1] == pytest.approx(front[alpha == 1], abs=5e-3)


@pytest.mark.parametrize("size", [(1, 1), (1, 40), (33, 2)])
@pytest.mark.parametrize("opacity", [0.0, 0.4, 1.0])
def test_colours_are_found_at_any_size(size, opacity):
    found = estimate_foreground(np.full((*size, 3), 0.25), np.full(size, opacity))
    assert found.shape == (*size, 3)
    assert found == pytest.approx(np.full((*size, 3), 0.25), abs=2e-3)
