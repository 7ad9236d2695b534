"""Say how likely each pixel is a person's, as a network that was added says it.

It is the selfie network of MediaPipe (Bazarevsky et al., 2021).
"""

from typing import Any

import cv2
import numpy as np

from mediaext.engines.classical import PEOPLE
from mediaext.engines.classical.networks import Floats, ask_added

Pixels = np.ndarray[Any, np.dtype[np.uint8]]
PEOPLE_SIDE = 256  # pixels: the network's input is square
NOBODY = 0.5  # a plane that stays below it shows no person


def people(rgb: Pixels) -> Floats | None:
    """Return how likely each pixel of uint8 RGB (height, width, 3) is a person's, 0 to 1.

    ``None`` where ``mediapipe-people`` was not added, and where nobody is seen.
    """
    side = PEOPLE_SIDE
    small = cv2.resize(rgb, (side, side), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    seen = np.ascontiguousarray(small.transpose(2, 0, 1)[None])
    said = ask_added(PEOPLE, "selfie_segmentation.tflite", seen)
    if said is None or said[0].max() < NOBODY:
        return None
    large: Floats = cv2.resize(said[0][0, 0], rgb.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    return large
