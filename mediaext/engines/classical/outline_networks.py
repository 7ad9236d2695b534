"""Say how likely each pixel is the subject's, as networks that were added say it.

U²-Net's small version (Qin et al., 2020) looks for what stands out; the selfie network of
MediaPipe (Bazarevsky et al., 2021) looks for people. Both say nothing where they were not added.
"""

from typing import Any

import cv2
import numpy as np

from mediaext.engines.classical import OUTLINES, PEOPLE
from mediaext.engines.classical.networks import Floats, ask_added
from mediaext.engines.classical.subject_network import normalised

Pixels = np.ndarray[Any, np.dtype[np.uint8]]
STANDS_OUT_SIDE, PEOPLE_SIDE = 320, 256  # pixels: the networks' inputs are square
NOBODY = 0.5  # a plane that stays below it shows no person


def standing_out(rgb: Pixels) -> Floats | None:
    """Return how much each pixel of uint8 RGB (height, width, 3) stands out, 0 to 1.

    ``None`` where ``u2netp`` was not added. The least is 0 and the most is 1, as its authors
    scale it.
    """
    side = STANDS_OUT_SIDE
    small = cv2.resize(rgb, (side, side), interpolation=cv2.INTER_AREA).astype(np.float32)
    seen = normalised(small / max(float(small.max()), 1.0))
    said = ask_added(OUTLINES, "u2netp.onnx", seen, "1959")  # the sum of its six side outputs
    if said is None:
        return None
    plane = said[0][0, 0]
    spread = max(float(np.ptp(plane)), 1e-6)
    return _sized((plane - plane.min()) / np.float32(spread), rgb)


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
    return _sized(said[0][0, 0], rgb)


def _sized(plane: Floats, rgb: Pixels) -> Floats:
    size = rgb.shape[1], rgb.shape[0]
    large: Floats = cv2.resize(plane, size, interpolation=cv2.INTER_LINEAR)
    return large
