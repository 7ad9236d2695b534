"""The small networks of the engine, run by OpenCV: its own, and those that were added.

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
from scipy.special import expit

from mediaext.engines.classical import PEOPLE
from mediaext.engines.classical.arrays import Floats, Pixels
from mediaext.engines.entries import find_model
from mediaext.errors import job_failed

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


SUBJECT = "subject"
SUBJECT_SIDE = 192  # pixels: the network learned from squares
PERSON_SIDES = 256, 320  # pixels: a closer look at people
CERTAIN = 4.0  # log odds: one look is never more certain
MEAN = np.array((0.485, 0.456, 0.406), np.float32)  # of the colours of photos, 0 to 1
SPREAD = np.array((0.229, 0.224, 0.225), np.float32)


def learned_likelihood(rgb: Pixels) -> Floats:
    """Return how likely each pixel of uint8 ``rgb`` is the subject's, 0 to 1, (height, width).

    The mean for the picture and its mirror image. The network is a U-Net (Ronneberger, Fischer and
    Brox, 2015) of 1.6 million weights, trained by ``training/train_subject.py`` on freely licensed
    photos; see docs/decisions/subject-network.md.
    """
    size = SUBJECT_SIDE, SUBJECT_SIDE
    odds = (_subject_odds(rgb, size) + _subject_odds(rgb, size, mirrored=True)) / 2
    large: Floats = cv2.resize(expit(odds), rgb.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    return large


def learned_outline(rgb: Pixels) -> Floats:
    """Return the same for a picture of people, seen at two sizes, the larger one mirrored.

    The log odds of both are added. The larger size tells legs and arms apart; what is no person
    the network knows at the size of its training alone.
    """
    closer = PERSON_SIDES if rgb.shape[0] >= rgb.shape[1] else (PERSON_SIDES[1], PERSON_SIDES[0])
    looks = (
        _subject_odds(rgb, (SUBJECT_SIDE, SUBJECT_SIDE)),
        _subject_odds(rgb, closer, mirrored=True),
    )
    odds = [cv2.resize(look.clip(-CERTAIN, CERTAIN), rgb.shape[1::-1]) for look in looks]
    likely: Floats = expit(odds[0] + odds[1])
    return likely


def _subject_odds(rgb: Pixels, size: tuple[int, int], *, mirrored: bool = False) -> Floats:
    """Return the network's log odds at a size of (width, height)."""
    small = cv2.resize(rgb, size, interpolation=cv2.INTER_AREA)
    way = slice(None, None, -1 if mirrored else 1)
    seen = np.ascontiguousarray(normalised(small.astype(np.float32) / 255)[..., way])
    return np.ascontiguousarray(ask_network(SUBJECT, seen)[0, 0][:, way])


def normalised(rgb: Floats) -> Floats:
    """Return colours of 0 to 1, (H, W, 3), as networks of photos take them: (1, 3, H, W)."""
    return np.ascontiguousarray(((rgb - MEAN) / SPREAD).transpose(2, 0, 1)[None])


PEOPLE_SIDE = 256  # pixels: the network's input is square
NOBODY = 0.5  # a plane that stays below it shows no person


def people(rgb: Pixels) -> Floats | None:
    """Return how likely each pixel of uint8 RGB (height, width, 3) is a person's, 0 to 1.

    ``None`` where ``mediapipe-people`` was not added, and where nobody is seen. The network is the
    selfie network of MediaPipe (Bazarevsky et al., 2021).
    """
    side = PEOPLE_SIDE
    small = cv2.resize(rgb, (side, side), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    seen = np.ascontiguousarray(small.transpose(2, 0, 1)[None])
    said = ask_added(PEOPLE, "selfie_segmentation.tflite", seen)
    if said is None or said[0].max() < NOBODY:
        return None
    large: Floats = cv2.resize(said[0][0, 0], rgb.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    return large
