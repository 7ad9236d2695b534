"""Write the files of adapters in formats that mediaext reads, with only NumPy and Pillow."""

import wave
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

Report = Callable[[float | None, str], None]
Floats = np.ndarray[Any, np.dtype[np.floating[Any]]]
File = dict[str, str]


def as_levels(values: Floats) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """Turn 0 to 1 to 0 to 255; what is not a number would be a black picture."""
    check_finite(values)
    return (values.clip(0, 1) * 255).round().astype(np.uint8)


def check_finite(values: Floats) -> None:
    """Raise ``ArithmeticError`` where a network made values that are not numbers."""
    if not np.isfinite(values).all():
        raise ArithmeticError("the model made values that are not numbers")


def write_picture(image: Image.Image, folder: str) -> File:
    """Write ``result.png``."""
    path = Path(folder) / "result.png"
    image.save(path, compress_level=1)
    return {"path": str(path), "media_type": "image/png"}


def write_sound(samples: Floats, rate: int, folder: str, name: str = "result") -> File:
    """Write samples of -1 to 1, one channel, as 16-bit WAV."""
    check_finite(samples)
    path = Path(folder) / f"{name}.wav"
    with wave.open(str(path), "wb") as writer:
        writer.setnchannels(1)
        writer.setsampwidth(2)
        writer.setframerate(rate)
        writer.writeframes((samples.clip(-1, 1) * 32767).round().astype("<i2").tobytes())
    return {"path": str(path), "media_type": "audio/wav"}
