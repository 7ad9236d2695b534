"""Refine the opacity about an outline by the colours of subject and ground near each pixel."""

from typing import Any

import cv2
import numpy as np

from mediaext.engines.classical.arrays import Floats, Mask

Places = np.ndarray[Any, np.dtype[np.intp]]
REACHES = (0.042, 4), (0.021, 2), (0.0105, 1)
"""Half the width of the windows, of the longer side, and by how much smaller they are averaged."""
BOTH = 0.02, 0.1  # of a window: less of subject or ground tells nothing, more tells all
APART = 0.1  # difference of two colours that is told apart half the time
LIVELY = np.float32(12)  # times that what a ground varies by counts
COLOURS, SAMPLES, ROUNDS = 12, 1500, 8  # of the subject and of the ground, found by k-means
KNOWN, STRANGE = 0.03, 0.10  # root mean square distance from the nearest of those colours
DEEP, FAR = 0.04, 0.02  # of the longer side: where pixels are the subject's, and the ground's
OUTSIDE = 0.025  # of the longer side: how far beyond the outline strands are looked for
SPECK, GAP = 0.06, 0.75  # opacity of a part that stands alone, and of a hole
SMALL_GAP = 5e-5  # of a square of the longer side: gaps between strands that cross
EMPTY = np.float32(1e-4)


def refine_alpha(image: Floats, alpha: Floats, sure: Mask | None = None) -> Floats:
    """Return the opacity nearer to what the colours about each pixel say.

    In a window the colours of the subject and of the ground are means weighted by opacity (Forte,
    "Approximate fast foreground colour estimation", 2021). The place of a pixel's colour between
    them is its opacity, the more so the further they are apart beside what each varies by.
    Windows get smaller from pass to pass. A colour that the subject has deep inside stays opaque,
    one of the ground stays clear, and neither specks nor holes begin apart from the outline.

    Parameters
    ----------
    image
        float32 (H, W, 3), 0 to 1.
    alpha
        float32 (H, W), 0 to 1.
    sure
        (H, W): what does not get clearer, such as a face.

    Returns
    -------
    float32 (H, W), 0 to 1.
    """
    longer = max(alpha.shape)
    near = _averaged(alpha, REACHES[0][0] * longer)
    inside = (alpha > 0.5).astype(np.uint8)
    depth, away = (cv2.distanceTransform(part, cv2.DIST_L2, 3) for part in (inside, 1 - inside))
    outline = (near > BOTH[0]) & (near < 1 - BOTH[0]) & (away < OUTSIDE * longer)
    at = np.flatnonzero(outline)
    if not len(at) or inside.all():
        return alpha
    pixels = image.reshape(-1, 3)
    own = pixels.take(at, axis=0)
    foreign = [
        _strangeness(
            own,
            pixels.take(np.flatnonzero(plane > min(least * longer, plane.max() / 2)), axis=0),
        )
        for plane, least in ((depth, DEEP), (away, FAR))
    ]
    if sure is not None:
        foreign[0][sure.ravel()[at]] = 0
    squares = cv2.transform(cv2.multiply(image, image), np.ones((1, 3), np.float32))
    shown = cv2.merge([image, squares])
    refined = alpha.copy()
    for reach, coarse in REACHES:
        share, front, back = _sides(shown, refined, reach * longer, coarse, at)
        before = refined.take(at)
        said, certain = _between(own, front, back)
        certain *= ((np.minimum(share, 1 - share) - BOTH[0]) / (BOTH[1] - BOTH[0])).clip(0, 1)
        certain *= np.where(said < before, *foreign)
        refined.ravel()[at] = before + certain * (said - before)
    return _joined(refined, alpha)


def _sides(
    shown: Floats, alpha: Floats, reach: float, coarse: int, at: Places
) -> tuple[Floats, Floats, Floats]:
    """Return the subject's share about some pixels, and the means of subject and of ground.

    ``shown`` (H, W, 4) are colours and the sum of their squares, and so are the means (N, 4).
    """
    weighted = cv2.multiply(shown, cv2.merge([alpha] * 4))
    height, width = alpha.shape
    size = max(1, width // coarse), max(1, height // coarse)
    share, front, whole = (
        _averaged(cv2.resize(part, size, interpolation=cv2.INTER_AREA), reach / coarse)
        for part in (alpha, weighted, shown)
    )
    back = whole - front
    front /= (share + EMPTY)[..., None]
    back /= (1 - share + EMPTY)[..., None]
    large = (cv2.resize(part, (width, height)) for part in (share, front, back))
    shares, fronts, backs = (part.reshape(height * width, -1).take(at, axis=0) for part in large)
    return shares[:, 0], fronts, backs


def _between(own: Floats, front: Floats, back: Floats) -> tuple[Floats, Floats]:
    """Return where colours (N, 3) lie between two means, 0 to 1, and how certain that is.

    A lively ground may well have what looks like the subject: what it varies by counts more.
    """
    apart = front[:, :3] - back[:, :3]
    square = _dot(apart, apart)
    said = (_dot(own - back[:, :3], apart) / (square + EMPTY)).clip(0, 1)
    of_front, of_back = (
        np.maximum(side[:, 3] - _dot(side[:, :3], side[:, :3]), 0) for side in (front, back)
    )
    return said, square / (square + np.float32(APART**2) + of_front + LIVELY * of_back)


def _dot(one: Floats, other: Floats) -> Floats:
    product: Floats = np.einsum("ij,ij->i", one, other)
    return product


def _averaged(plane: Floats, reach: float) -> Floats:
    """Return means over squares that reach so many pixels to each side."""
    side = 2 * max(1, round(reach)) + 1
    mean: Floats = cv2.blur(plane, (side, side))
    return mean


def _strangeness(colours: Floats, known: Floats) -> Floats:
    """Return how foreign colours (N, 3) are to a set of others, 0 to 1."""
    some = np.ascontiguousarray(known[:: max(1, len(known) // SAMPLES)])
    if len(some) > COLOURS:
        ending = cv2.TERM_CRITERIA_MAX_ITER, ROUNDS, 0.0
        cv2.setRNGSeed(1)
        nobody = np.zeros((0, 0), np.int32)
        some = cv2.kmeans(some, COLOURS, nobody, ending, 1, cv2.KMEANS_PP_CENTERS)[2]
    squares = _dot(colours, colours)[:, None] + _dot(some, some) - 2 * colours @ some.T
    away = np.sqrt(np.maximum(squares.min(axis=1), 0) / 3)
    strange: Floats = ((away - KNOWN) / (STRANGE - KNOWN)).clip(0, 1)
    return strange


def _joined(alpha: Floats, before: Floats) -> Floats:
    """Take back specks that are apart from the subject, and holes apart from the ground."""
    _, parts = cv2.connectedComponents((alpha > SPECK).astype(np.uint8))
    kept = np.zeros(parts.max() + 1, bool)
    kept[parts[before > 0.9]] = True
    joined = np.where(kept[parts], alpha, np.minimum(alpha, before))
    _, parts, facts, _ = cv2.connectedComponentsWithStats((joined < GAP).astype(np.uint8))
    kept = facts[:, cv2.CC_STAT_AREA] < SMALL_GAP * max(alpha.shape) ** 2
    kept[parts[before < 0.1]] = True
    kept[0] = True
    opened: Floats = np.where(kept[parts], joined, np.maximum(joined, before))
    return opened
