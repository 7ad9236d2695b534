"""Say how likely each pixel is the subject's, as a small network learned it from photos.

It is a U-Net (Ronneberger, Fischer and Brox, 2015) of 1.6 million weights, trained by
``training/train_subject.py`` on freely licensed photos; see docs/decisions/subject-network.md.
"""

from typing import Any

import cv2
import numpy as np
from scipy.special import expit

from mediaext.engines.classical.networks import Floats, ask_network

Pixels = np.ndarray[Any, np.dtype[np.uint8]]
NAME = "subject"
SIDE = 192  # pixels: the network's input is square
MEAN = np.array((0.485, 0.456, 0.406), np.float32)  # of the colours of photos, 0 to 1
SPREAD = np.array((0.229, 0.224, 0.225), np.float32)


def learned_likelihood(rgb: Pixels) -> Floats:
    """Return how likely each pixel of uint8 ``rgb`` is the subject's, 0 to 1, (height, width).

    The mean of what is said of the picture and of its mirror image.
    """
    small = cv2.resize(rgb, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    seen = normalised(small.astype(np.float32) / 255)
    plain, mirrored = (
        ask_network(NAME, np.ascontiguousarray(view))[0, 0] for view in (seen, seen[..., ::-1])
    )
    likely = expit((plain + mirrored[:, ::-1]) / 2)
    size = rgb.shape[1], rgb.shape[0]
    large: Floats = cv2.resize(likely, size, interpolation=cv2.INTER_LINEAR)
    return large


def normalised(rgb: Floats) -> Floats:
    """Return colours of 0 to 1, (H, W, 3), as networks of photos take them: (1, 3, H, W)."""
    return np.ascontiguousarray(((rgb - MEAN) / SPREAD).transpose(2, 0, 1)[None])
