"""Opacity and colours of a subject's soft edge."""

from typing import Any

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

Floats = np.ndarray[Any, np.dtype[np.floating[Any]]]
FLAT = 1e-7  # variance of colours, 0 to 1, that is taken for none
FLOOR = 1e-9  # of the equations: decides where nothing known is near
GAP = 1e-5  # weight between neighbours of equal opacity
SMALL = 32  # pixels: a level that is cheap
STEPS = 4  # on a level, and
SMALL_STEPS = 10  # on a small one
INNER = slice(1, -1)
WAYS = (  # to the four neighbours, in what is one pixel larger on each side
    (INNER, slice(None, -2)),
    (INNER, slice(2, None)),
    (slice(None, -2), INNER),
    (slice(2, None), INNER),
)


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
    from scipy.sparse import coo_matrix, eye_array
    from scipy.sparse.linalg import splu

    open_windows = sliding_window_view(unknown, (3, 3)).any(axis=(2, 3)).ravel()
    numbers = np.arange(height * width).reshape(height, width)
    pixels = sliding_window_view(numbers, (3, 3)).reshape(-1, 9)[open_windows]
    colours = image.reshape(-1, 3)[pixels].astype(np.float64)
    colours -= colours.mean(axis=1, keepdims=True)
    spread = colours.transpose(0, 2, 1) @ colours / 9
    spread += FLAT / 9 * np.eye(3)
    pull = (1 + colours @ np.linalg.solve(spread, colours.transpose(0, 2, 1))) / 9
    weights = np.eye(9) - pull
    place = np.full(height * width, -1)
    count = int(unknown.sum())
    place[unknown.ravel()] = np.arange(count)
    rows = np.repeat(pixels, 9, axis=1).ravel()
    columns = np.tile(pixels, (1, 9)).ravel()
    values = weights.ravel()
    flat = alpha.ravel()
    mine = place[rows] >= 0
    known = mine & (place[columns] < 0)
    pushed = np.bincount(place[rows[known]], values[known] * flat[columns[known]], minlength=count)
    both = mine & (place[columns] >= 0)
    equations = coo_matrix(
        (values[both], (place[rows[both]], place[columns[both]])), (count, count)
    ).tocsc() + FLOOR * eye_array(count, format="csc")
    solver = splu(
        equations,
        permc_spec="MMD_AT_PLUS_A",
        diag_pivot_thresh=0.0,
        options={"SymmetricMode": True},
    )
    alpha[unknown] = solver.solve(-pushed).clip(0, 1)
    return alpha


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
    picture = np.moveaxis(image, 2, 0)
    pair: Floats = np.zeros((2, 3, 1, 1))
    for part, chosen in zip(pair, (alpha > 0.9, alpha < 0.1), strict=True):
        some = chosen if chosen.any() else np.ones_like(chosen)
        part[:, 0, 0] = image[some].mean(axis=0)
    levels = int(np.ceil(np.log2(max(width, height, 2))))
    for level in range(levels + 1):
        size = round(height ** (level / levels)), round(width ** (level / levels))
        steps = SMALL_STEPS if max(size) <= SMALL else STEPS
        pair = _relax(_sample(pair, size), _sample(picture, size), _sample(alpha, size), steps)
    return np.moveaxis(pair[0], 0, 2)


def _sample(values: Floats, size: tuple[int, int]) -> Floats:
    """Return (..., H, W) at another size by the nearest pixel."""
    rows, columns = (
        np.arange(wanted) * there // wanted
        for wanted, there in zip(size, values.shape[-2:], strict=True)
    )
    return np.ascontiguousarray(values[..., rows, :][..., columns], dtype=np.float32)


def _relax(pair: Floats, image: Floats, alpha: Floats, steps: int) -> Floats:
    """Bring the colours of front and back, (2, 3, H, W), nearer to those that make the image."""
    rest = 1 - alpha
    padded = np.pad(alpha, 1, mode="edge")
    links = [GAP + np.abs(alpha - padded[way]) for way in WAYS]
    total = np.add.reduce(links)
    front, back, shared = alpha * alpha + total, rest * rest + total, alpha * rest
    scale = 1 / (front * back - shared * shared)
    front, back, shared = front * scale, back * scale, shared * scale
    given = np.stack([alpha * image, rest * image])
    for _ in range(steps):
        around = np.pad(pair, ((0, 0), (0, 0), (1, 1), (1, 1)), mode="edge")
        right = given.copy()
        for link, way in zip(links, WAYS, strict=True):
            right += link * around[(..., *way)]
        pair[0] = back * right[0] - shared * right[1]
        pair[1] = front * right[1] - shared * right[0]
        np.clip(pair, 0, 1, out=pair)
    return pair
