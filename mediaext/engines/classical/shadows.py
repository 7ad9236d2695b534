"""Shadows of a cut-out subject, and the subject composed over a scene."""

import cv2
import numpy as np

from mediaext.engines.classical.arrays import Floats, Pixels

FINEST_SIGMA = 8.0  # pixels: wider blurs are made on a smaller picture, which looks the same


def blur(values: Floats, sigma: float) -> Floats:
    """Blur by a Gaussian of ``sigma`` pixels, at a cost that does not grow with ``sigma``.

    The picture goes on beyond its edges as it ends there.
    """
    if sigma <= 0.05:
        return values
    height, width = values.shape[:2]
    factor = max(1.0, sigma / FINEST_SIGMA)
    size = max(1, round(width / factor)), max(1, round(height / factor))
    small = cv2.resize(values, size, interpolation=cv2.INTER_AREA) if factor > 1 else values
    soft = cv2.GaussianBlur(small, (0, 0), sigma / factor, borderType=cv2.BORDER_REPLICATE)
    wide: Floats = cv2.resize(soft, (width, height), interpolation=cv2.INTER_LINEAR)
    return wide


def drop_shadow(alpha: Floats, opacity: float, softness: float, dy: float, dx: float) -> Floats:
    """Return the opacity of a shadow, (height, width), for a subject of opacity ``alpha``.

    ``softness`` (the Gaussian's sigma) and ``dx`` are fractions of the width, ``dy`` of the
    height, positive to the right and downwards.
    """
    height, width = alpha.shape
    move = np.array([[1, 0, dx * width], [0, 1, dy * height]], np.float32)
    moved = cv2.warpAffine(
        alpha, move, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return blur(moved, softness * width).clip(0, 1) * np.float32(opacity)


def contact_shadow(alpha: Floats, opacity: float = 0.5) -> Floats:
    """Return the opacity of the shadow where a subject stands on the ground.

    A flat ellipse under the lowest part of the subject, and a tight dark line where they touch;
    nothing for a subject that leaves the picture at the bottom.
    """
    height = alpha.shape[0]
    solid = alpha > 0.5
    rows = np.flatnonzero(solid.any(axis=1))
    if not len(rows) or rows[-1] >= height - 1 - 0.01 * height:
        return np.zeros_like(alpha)
    bottom, tall = int(rows[-1]), int(rows[-1] - rows[0] + 1)
    columns = np.flatnonzero(solid[bottom - max(1, tall // 10) : bottom + 1].any(axis=0))
    middle, reach = (columns[0] + columns[-1]) / 2, max(4.0, (columns[-1] - columns[0]) / 2)
    wide = _ellipse(alpha.shape, (middle, bottom), (1.25 * reach, 0.09 * tall), 0.06 * tall)
    tight = _ellipse(alpha.shape, (middle, bottom), (0.95 * reach, 0.025 * tall), 0.015 * tall)
    return (opacity * (0.65 * wide + 0.6 * tight)).clip(0, 1)


def _ellipse(
    shape: tuple[int, ...], centre: tuple[float, float], axes: tuple[float, float], soft: float
) -> Floats:
    drawn = np.zeros(shape, np.float32)
    middle = round(centre[0]), round(centre[1])
    cv2.ellipse(drawn, middle, (round(axes[0]), max(1, round(axes[1]))), 0, 0, 360, 1.0, -1)
    return blur(drawn, max(0.6, soft))


def lay_over(subject: Pixels, alpha: Floats, scene: Pixels, wrap: float = 0.0) -> Pixels:
    """Lay the subject over the scene, with a shadow where it stands on the ground.

    ``wrap`` 0 to 1 lets the scene's light spill over the subject's edge.
    """
    shadow = contact_shadow(alpha)
    reach = 0.012 * max(alpha.shape)
    spill = np.float32(0.6 * wrap) * (1 - blur(alpha, reach)) if wrap > 0 else None
    joined = np.empty_like(scene)
    for channel in range(3):
        lit: Floats = subject[..., channel].astype(np.float32)
        behind = scene[..., channel].astype(np.float32)
        if spill is not None:
            lit += spill * (blur(behind, 2 * reach) - lit)
        behind *= 1 - shadow
        joined[..., channel] = (behind + alpha * (lit - behind)).round().clip(0, 255)
    return joined
