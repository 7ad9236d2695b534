"""Opacity and colours of a subject's soft edge."""

from contextlib import suppress
from typing import Any

import cv2
import numpy as np

from mediaext.engines.classical.arrays import Mask

Floats = np.ndarray[Any, np.dtype[np.floating[Any]]]
Places = np.ndarray[Any, np.dtype[np.int64]]
FLAT = 1e-7  # variance of colours, 0 to 1, that is taken for none
FLOOR = 1e-9  # of the equations: decides where nothing known is near
MOST_DIAGONALS = 300  # of equations that are solved as a band
GAP = 1e-5  # weight between neighbours of equal opacity
SMALL = 32  # pixels: a level that is cheap
STEPS = 4  # on a level, and
SMALL_STEPS = 10  # on a small one
WHOLE = 96  # pixels: a level up to which all of it is worked on
OPAQUE = np.array((0.002, 0.998), np.float32)  # what lies beyond is one thing alone
ABOUT = 2  # pixels about a soft edge that are worked on with it
INNER = slice(1, -1)
FRONT, BACK = slice(3), slice(3, 6)  # of the channels of a pair of colours
WAYS = (0, -1), (0, 1), (-1, 0), (1, 0)  # rows and columns to the four neighbours


def estimate_alpha(image: Floats, trimap: Floats) -> Floats:
    """Return the opacity of a picture by closed-form matting.

    Levin, Lischinski and Weiss, "A closed-form solution to natural image matting", 2008: windows
    of 3 by 3 pixels, in each of which opacity is linear in colour. The equations are solved
    directly, which is quick as long as what is unknown is a band.

    Parameters
    ----------
    image
        (H, W, 3), 0 to 1.
    trimap
        (H, W): 0 for background, 1 for the subject, what lies between is unknown.

    Returns
    -------
    (H, W), 0 to 1.
    """
    height, width = trimap.shape
    unknown = (trimap > 0) & (trimap < 1)
    alpha = (trimap >= 1).astype(np.float64)
    if min(height, width) < 3 or not unknown.any():
        return alpha
    from scipy.sparse import coo_matrix

    count = int(unknown.sum())
    place = np.full(height * width, -1)
    place[unknown.ravel()] = np.arange(count)
    one, other, weights = _laplacian(image, unknown)
    row, column = place[one], place[other]
    known, both = (row >= 0) & (column < 0), (row >= 0) & (column >= 0)
    pushed = np.bincount(row[known], weights[known] * alpha.ravel()[other[known]], count)
    equations = coo_matrix((weights[both], (row[both], column[both])), (count, count))
    alpha[unknown] = _solve(equations, -pushed.astype(np.float64)).clip(0, 1)
    return alpha


def _solve(equations: Any, values: Floats) -> Floats:
    """Solve sparse, symmetric, positive definite equations.

    Numbered along the outline they have few diagonals, which Cholesky's method makes use of.
    """
    from scipy.linalg import LinAlgError, solveh_banded
    from scipy.sparse.csgraph import reverse_cuthill_mckee
    from scipy.sparse.linalg import splu

    order = reverse_cuthill_mckee(equations.tocsr(), symmetric_mode=True)
    number = np.empty_like(order)
    number[order] = np.arange(len(order))
    row, column = number[equations.row], number[equations.col]
    lower = row >= column
    row, column = row[lower], column[lower]
    diagonals = int((row - column).max()) + 1
    if diagonals <= MOST_DIAGONALS:
        band = np.zeros((diagonals, len(values)))
        band[row - column, column] = equations.data[lower]
        with suppress(LinAlgError):
            solved = solveh_banded(
                band, values[order], overwrite_ab=True, lower=True, check_finite=False
            )
            return np.asarray(solved[number])
    solver = splu(
        equations.tocsc(),
        permc_spec="MMD_AT_PLUS_A",
        diag_pivot_thresh=0.0,
        options={"SymmetricMode": True},
    )
    return np.asarray(solver.solve(values))


def _laplacian(image: Floats, unknown: Mask) -> tuple[Places, Places, Floats]:
    """Return the matting Laplacian of the windows with an unknown pixel, entry by entry.

    Flat places of two pixels, and the sum of the weights between them in all windows. Arrays hold
    one value a window: a pair of places in the window is then one operation.
    """
    height, width = unknown.shape
    near = cv2.dilate(unknown.astype(np.uint8), np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero(near[INNER, INNER])
    first = rows * width + columns
    places = [first + down * width + right for down in range(3) for right in range(3)]
    used = np.zeros(height * width, bool)
    for place in places:
        used[place] = True
    pixels = np.flatnonzero(used)
    short = np.empty(height * width, np.int64)
    short[pixels] = np.arange(len(pixels))
    white = _whitened([image.reshape(-1, 3).take(place, axis=0).T for place in places])
    sums: dict[int, Floats] = {}
    for number, (start, colour) in enumerate(zip(places, white, strict=True)):
        for end, partner in zip(places[number:], white[number:], strict=True):
            step = int(end[0] - start[0])
            total = sums.setdefault(step, np.full(len(pixels), 0.0 if step else FLOOR))
            total[short[start]] += (step == 0) - (1 + (colour * partner).sum(axis=0)) / 9
    one, other, weights = [pixels], [pixels], [sums.pop(0)]
    for step, total in sums.items():
        some = np.flatnonzero(total)
        ends = pixels[some], pixels[some] + step
        one += ends
        other += ends[::-1]
        weights += [total[some]] * 2
    return np.concatenate(one), np.concatenate(other), np.concatenate(weights)


def _whitened(colours: list[Floats]) -> Floats:
    """Return the 9 colours of windows, (9, 3, N), without their mean and their covariance.

    The product of two is then what the covariance's inverse makes of them, by its Cholesky factor.
    """
    white = np.asarray(colours, dtype=np.float64)
    white -= white.mean(axis=0)
    spread = [
        [(white[:, i] * white[:, j]).mean(axis=0) + (i == j) * FLAT / 9 for j in range(3)]
        for i in range(3)
    ]
    for i in range(3):
        root = np.sqrt(spread[i][i])
        white[:, i] /= root
        for j in range(i + 1, 3):
            factor = spread[i][j] / root
            white[:, j] -= factor * white[:, i]
            for k in range(j, 3):
                spread[j][k] -= factor * spread[i][k] / root
    return white


def estimate_foreground(image: Floats, alpha: Floats) -> Floats:
    """Return the subject's own colours, from coarse to fine.

    Germer, Uelwer, Conrad and Harmeling, "Fast multi-level foreground estimation", 2020. All
    pixels of a level are computed at once, instead of one after the other, in twice the steps.

    Parameters
    ----------
    image
        (H, W, 3), 0 to 1.
    alpha
        (H, W), 0 to 1: how much of each pixel is the subject.

    Returns
    -------
    (H, W, 3), 0 to 1; what the subject would look like where it were opaque.
    """
    height, width = alpha.shape
    picture, opacity = (np.ascontiguousarray(part, np.float32) for part in (image, alpha))
    pair: Floats = np.zeros((1, 1, 6), np.float32)
    for part, chosen in zip((FRONT, BACK), (alpha > 0.9, alpha < 0.1), strict=True):
        some = chosen if chosen.any() else np.ones_like(chosen)
        pair[0, 0, part] = cv2.mean(picture, some.astype(np.uint8))[:3]
    levels = int(np.ceil(np.log2(max(width, height, 2))))
    for level in range(levels + 1):
        size = round(width ** (level / levels)), round(height ** (level / levels))
        steps = SMALL_STEPS if max(size) <= SMALL else STEPS
        pair, image, alpha = (
            cv2.resize(part, size, interpolation=cv2.INTER_NEAREST)
            for part in (pair, picture, opacity)
        )
        _relax(pair, image, alpha, steps)
    return pair[..., FRONT]


def _relax(pair: Floats, image: Floats, alpha: Floats, steps: int) -> None:
    """Bring the colours of front and back, (H, W, 6), nearer to those that make the image.

    On large levels that is done about the soft edge alone: elsewhere the picture is one of them.
    """
    height, width = alpha.shape
    soft = (alpha > OPAQUE[0]) & (alpha < OPAQUE[1])
    if max(alpha.shape) <= WHOLE:
        soft[:] = True
    near = cv2.dilate(soft.astype(np.uint8), np.ones((2 * ABOUT + 1,) * 2, np.uint8))
    for part, plain in ((FRONT, alpha >= OPAQUE[1]), (BACK, alpha <= OPAQUE[0])):
        np.copyto(pair[..., part], image, where=plain[..., None])
    rows, columns = np.nonzero(near)
    here = rows * width + columns
    beside = [
        (rows + down).clip(0, height - 1) * width + (columns + right).clip(0, width - 1)
        for down, right in WAYS
    ]
    flat, own, opacity = (
        pair.reshape(-1, 6),
        image.reshape(-1, 3).take(here, axis=0),
        alpha.reshape(-1, 1),
    )
    share = opacity.take(here, axis=0)
    rest = 1 - share
    links = [np.float32(GAP) + np.abs(share - opacity.take(way, axis=0)) for way in beside]
    total = np.add.reduce(links)
    front, back, shared = share * share + total, rest * rest + total, share * rest
    scale = 1 / (front * back - shared * shared)
    front, back, shared = front * scale, back * scale, shared * scale
    given = np.hstack([share * own, rest * own])
    for _ in range(steps):
        right = given.copy()
        for link, way in zip(links, beside, strict=True):
            right += link * flat.take(way, axis=0)
        flat[here] = np.hstack(
            [
                back * right[:, FRONT] - shared * right[:, BACK],
                front * right[:, BACK] - shared * right[:, FRONT],
            ]
        ).clip(0, 1)
