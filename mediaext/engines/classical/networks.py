"""The small networks that scripts of this package trained, run by OpenCV."""

import threading
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

Floats = np.ndarray[Any, np.dtype[np.float32]]
WEIGHTS = Path(__file__).parent / "weights"
_ONE_AT_A_TIME = threading.Lock()  # a network keeps its input and output in itself


def ask_network(name: str, values: Floats) -> Floats:
    """Return what the network of ``weights/NAME.onnx`` says of float32 (N, channels, H, W)."""
    with _ONE_AT_A_TIME:
        network = _network(name)
        network.setInput(values)
        said: Floats = network.forward().copy()
    return said


@cache
def _network(name: str) -> Any:
    return cv2.dnn.readNetFromONNX(str(WEIGHTS / f"{name}.onnx"))
