"""How near each place of a picture probably is, from one picture and by rule."""

from typing import Any

import cv2
import numpy as np

Pixels = np.ndarray[Any, np.dtype[np.uint8]]
Floats = np.ndarray[Any, np.dtype[np.float32]]
WORK_SIDE = 256  # pixels; depth is smooth


def scene_nearness(rgb: Pixels, alpha: Floats) -> Floats:
    """Return how near the scene behind the subject is, float32 (height, width), 0 far to 1 near.

    The lower, the nearer (we stand on the ground); the clearer, the nearer (haze, as the dark
    channel of K. He et al., CVPR 2009, shows it); sky is far. ``alpha`` tells the subject, whose
    place is filled from around.
    """
    height, width = alpha.shape
    scale = WORK_SIDE / max(height, width)
    size = max(2, round(width * scale)), max(2, round(height * scale))
    small = cv2.resize(rgb, size, interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    around = 1 - cv2.resize(alpha, size, interpolation=cv2.INTER_AREA)
    row = np.linspace(0, 1, size[1], dtype=np.float32)[:, None]
    dark = cv2.erode(small.min(axis=2), np.ones((9, 9), np.uint8))
    clear = 1 - np.minimum(dark / max(float(np.quantile(dark, 0.98)), 0.05), 1)
    near = 0.08 + 0.62 * row**1.5 + 0.16 * clear * (0.4 + row)
    near = near * (1 - 0.8 * _sky(small))
    near = _smooth(near, around, 0.03 * WORK_SIDE)
    large: Floats = cv2.resize(near, (width, height), interpolation=cv2.INTER_CUBIC)
    return large.clip(0, 1)


def subject_nearness(scene: Floats, alpha: Floats) -> Floats:
    """Return how near the subject is, float32 (height, width): where it stands, and a bit round.

    It stands where its lowest part meets the ground, so its feet move with the ground.
    """
    rows = np.flatnonzero(alpha.max(axis=1) > 0.5)
    if not rows.size:
        return scene
    foot = rows[-1]
    columns = alpha[foot] > 0.5
    ground = 1.0 if foot >= alpha.shape[0] - 3 else float(scene[foot, columns].mean())
    stand = max(ground, float(scene[rows].max(axis=1).mean()), 0.55)
    inside = cv2.distanceTransform((alpha > 0.5).astype(np.uint8), cv2.DIST_L2, 5)
    bulge = cv2.GaussianBlur(
        np.sqrt(inside / max(float(inside.max()), 1)), (0, 0), 0.015 * max(alpha.shape)
    )
    near: Floats = (stand + 0.18 * bulge).astype(np.float32)
    return near


def _sky(small: Floats) -> Floats:
    """Return how likely each place is sky: bright or blue, smooth, and joined to the top."""
    light = small.max(axis=2)
    blue = small[..., 2] - small[..., 0]
    gray = cv2.cvtColor(small, cv2.COLOR_RGB2GRAY)
    rough = cv2.blur(np.abs(cv2.Laplacian(gray, cv2.CV_32F)), (7, 7))
    likely = ((rough < 0.03) & ((light > 0.7) | (blue > 0.08))).astype(np.uint8)
    _, labels = cv2.connectedComponents(likely)
    top = np.unique(labels[:2][likely[:2] > 0])
    sky = np.isin(labels, top[top > 0]).astype(np.float32)
    blurred: Floats = cv2.GaussianBlur(sky, (0, 0), 3)
    return blurred


def _smooth(values: Floats, weight: Floats, sigma: float) -> Floats:
    """Blur where ``weight`` is, and fill from there where it is not."""
    weight = np.maximum(weight, 1e-4).astype(np.float32)
    total = cv2.GaussianBlur(values.astype(np.float32) * weight, (0, 0), sigma)
    smooth: Floats = total / cv2.GaussianBlur(weight, (0, 0), sigma)
    return smooth
