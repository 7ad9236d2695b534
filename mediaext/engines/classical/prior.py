"""Say roughly where the subject of a picture is, from what things look like.

A convolutional network of 356 000 weights (an encoder and decoder with skips, as Ronneberger,
Fischer and Brox, 2015), trained by ``training/train_prior.py``, looks at the picture made small
and square.
"""

from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

Pixels = np.ndarray[Any, np.dtype[np.uint8]]
Floats = np.ndarray[Any, np.dtype[np.float32]]
WEIGHTS = Path(__file__).parent / "weights" / "prior.onnx"
SIDE = 96  # pixels: the square that the network sees


def subject_prior(rgb: Pixels) -> Floats:
    """Return how likely each pixel is the subject's, float32 (height, width), 0 to 1.

    ``rgb`` is uint8 of shape (height, width, 3). The picture and its mirror image are asked.
    """
    square = cv2.resize(rgb, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    odds = (_ask(square) + _ask(square[:, ::-1])[:, ::-1]) / 2
    large = cv2.resize(odds, rgb.shape[1::-1], interpolation=cv2.INTER_CUBIC)
    likely = 1 / (1 + np.exp(-large))
    return np.asarray(likely, dtype=np.float32)


def _ask(square: Pixels) -> Floats:
    """Return the log odds, (SIDE / 2, SIDE / 2)."""
    network = _network()
    network.setInput(cv2.dnn.blobFromImage(square, 1 / 127.5, mean=(127.5, 127.5, 127.5)))
    odds: Floats = network.forward()[0, 0]
    return odds


@cache
def _network() -> Any:
    return cv2.dnn.readNetFromONNX(str(WEIGHTS))
