"""The small networks that the engine asks, run by OpenCV: its own, and those that were added.

Its own are in ``weights``, trained by scripts of this package. What ``mediaext engine add``
brought is read as data and compared with its SHA-256 when it is loaded.
"""

import hashlib
import threading
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from mediaext.engines.entries import find_model
from mediaext.errors import job_failed

Floats = np.ndarray[Any, np.dtype[np.float32]]
WEIGHTS = Path(__file__).parent / "weights"
_ONE_AT_A_TIME = threading.Lock()  # a network keeps its input and output in itself


def ask_network(name: str, values: Floats) -> Floats:
    """Return what the network of ``weights/NAME.onnx`` says of float32 (N, channels, H, W)."""
    return _ask(WEIGHTS / f"{name}.onnx", "", values)[0]


def ask_added(model: str, file: str, values: Floats, *outputs: str) -> list[Floats] | None:
    """Return what a network that was added says of float32 (N, channels, H, W).

    Parameters
    ----------
    model
        Name of the entry.
    file
        Name of the network's file, without its folders: ONNX or TensorFlow Lite.
    values
        Its input.
    outputs
        Names of the outputs that are wanted, in this order; the network's last one by default.

    Returns
    -------
    list of float32 arrays, or ``None`` where the model was not added.

    Raises
    ------
    JobFailed
        MODEL_ERROR where the file is damaged or gone.
    """
    found = find_model(model)
    if found is None:
        return None
    for known in found.files:
        if known.path.rpartition("/")[2] == file:
            try:
                return _ask(found.folder / known.path, known.sha256, values, *outputs)
            except (OSError, ValueError, cv2.error):
                break
    raise job_failed(
        "MODEL_ERROR",
        f"{file} of the model '{model}' is damaged or missing. To add it anew: "
        f"mediaext engine remove {model}, then mediaext engine add {model}",
    )


def _ask(path: Path, sha256: str, values: Floats, *outputs: str) -> list[Floats]:
    with _ONE_AT_A_TIME:
        network = _network(path, sha256)
        network.setInput(values)
        said = network.forward(outputs) if outputs else [network.forward()]
        return [plane.copy() for plane in said]


@lru_cache(maxsize=16)
def _network(path: Path, sha256: str) -> Any:
    content = path.read_bytes()
    if sha256 and hashlib.sha256(content).hexdigest() != sha256:
        raise ValueError(path)
    lite = content[4:8] == b"TFL3"
    read = cv2.dnn.readNetFromTFLite if lite else cv2.dnn.readNetFromONNX
    return read(np.frombuffer(content, np.uint8))
