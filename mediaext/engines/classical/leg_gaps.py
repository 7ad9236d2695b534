"""Find the ground that is seen between a person's legs.

It is enclosed by the person, so that a network takes it for a part; its colours tell.
"""

import cv2
import numpy as np
from scipy import ndimage

from mediaext.engines.classical.arrays import Floats, Mask, Pixels
from mediaext.engines.classical.faces import Face

THIGHS = 4.2  # face heights from the chin down to where legs stand apart
RIM = 0.03  # of the longer side: how deep the outer parts of the legs are looked at
WIDE, TALL = 0.12, 0.08  # of the longer side: half the window in which colours are compared
FAINTEST = 8.0  # CIELAB units that any colour varies by
LIKELIER = 2.0  # log of how many times likelier the ground must be
MOST = 6.0  # of the same: no pixel says more
GRAIN = 1.2  # pixels over which is averaged what they say
LEAST = 0.005  # of the person: smaller gaps are folds and shades
SEEN = 1e-4  # of a window: with less of legs or ground nothing is told
BESIDE = 1.5  # pixels about the outline that are neither


def between_legs(rgb: Pixels, person: Mask, face: Face) -> Mask:
    """Return which pixels of a person are ground between the legs, bool (height, width).

    In a window about each pixel the outer parts of the legs and the ground beside them are each a
    normal distribution of CIELAB colours. A gap is what the ground explains better.

    Parameters
    ----------
    rgb
        uint8 (height, width, 3).
    person
        bool (height, width): the person's outline, gaps included.
    face
        The person's face in ``rgb``.
    """
    nothing = np.zeros_like(person)
    longer, size = max(person.shape), int(person.sum())
    _, top, _, tall = face.box
    thighs = int(top + (1 + THIGHS) * tall)
    if not person[thighs:].any() or person[thighs:].all():
        return nothing
    first = max(0, thighs - round(TALL * longer))  # a window reaches so far above
    inside = person[first:].astype(np.uint8)
    lab = cv2.cvtColor(rgb[first:].astype(np.float32) / 255, cv2.COLOR_RGB2LAB)
    framed = cv2.copyMakeBorder(inside, 1, 1, 1, 1, cv2.BORDER_REPLICATE)
    depth = cv2.distanceTransform(framed, cv2.DIST_L2, 3)[1:-1, 1:-1]
    away = cv2.distanceTransform(1 - inside, cv2.DIST_L2, 3)
    legs = (depth > BESIDE) & (depth < RIM * longer + BESIDE)
    ground = (away > BESIDE) & (away < WIDE * longer)
    (of_legs, legs_seen), (of_ground, ground_seen) = (
        _likelihood(lab, part, longer) for part in (legs, ground)
    )
    says = (of_ground - of_legs).clip(-MOST, MOST)
    says = cv2.GaussianBlur(says, (0, 0), GRAIN)
    seen = legs_seen & ground_seen & (depth > 1)
    seen[: thighs - first] = False
    gap = ndimage.binary_opening((says > LIKELIER) & seen)
    _, labels, facts, _ = cv2.connectedComponentsWithStats(gap.astype(np.uint8), connectivity=4)
    large = facts[:, cv2.CC_STAT_AREA] >= LEAST * size
    large[0] = False
    nothing[first:] = ndimage.binary_dilation(large[labels]) & (says > 0) & person[first:]
    return nothing


def _likelihood(lab: Floats, part: Mask, longer: int) -> tuple[Floats, Mask]:
    """Return the log likelihood of colours by those of a part near them, and where it is seen."""
    weight = part.astype(np.float32)
    window = 2 * round(WIDE * longer) + 1, 2 * round(TALL * longer) + 1
    shown = cv2.merge([weight, *cv2.split(cv2.multiply(lab, cv2.merge([weight] * 3)))])
    squares = cv2.multiply(lab * lab, cv2.merge([weight] * 3))
    sums, squared = cv2.blur(shown, window), cv2.blur(squares, window)
    share = sums[..., :1] + np.float32(1e-6)
    mean = sums[..., 1:] / share
    variance = np.maximum(squared / share - mean * mean, 0) + np.float32(FAINTEST**2)
    likelihood: Floats = -0.5 * ((lab - mean) ** 2 / variance + np.log(variance)).sum(axis=2)
    return likelihood, np.asarray(sums[..., 0] > SEEN, bool)
