"""An engine that does no work: every operation returns a tiny, valid file of the right kind."""

import base64
import io
import os
import struct
import time
import wave
import zlib
from functools import cache
from typing import Any

from mediaext.engines import Context, Engine, Files, Inputs
from mediaext.operation import CATALOGUE, Operation
from mediaext.results import MadeFile

GLB = b"glTF" + struct.pack("<III4s", 2, 32, 12, b"JSON") + b'{"asset":{}}'
MP4 = base64.b64decode("AAAAGGZ0eXBpc29tAAACAGlzb21pc28yAAAACGZyZWU=")


@cache
def _picture(colour: tuple[int, int, int], output_format: str) -> MadeFile:
    import PIL.Image

    buffer = io.BytesIO()
    PIL.Image.new("RGB", (8, 8), colour).save(buffer, output_format)
    return MadeFile(buffer.getvalue(), f"image/{output_format}")


@cache
def _sound() -> MadeFile:
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(8000)
        sound.writeframes(bytes(160))
    return MadeFile(buffer.getvalue(), "audio/wav")


def make(request: Operation[object], inputs: Inputs, context: Context) -> Files:
    """Return tiny files at once; the picture's colour tells seed and words apart.

    A prompt or text of ``sleep S``, ``deaf S`` (does not hear a cancel), ``crash``, ``raise …``,
    ``print …``, ``note …`` or ``progress N`` does that, so that a test can ask for trouble.
    """
    words = str(getattr(request, "prompt", "") or getattr(request, "text", ""))
    _trouble(words, context)
    name = request.endpoint.name
    if name in ("speech", "voice"):
        return {"result": _sound()}
    if name == "mesh":
        return {
            "result": MadeFile(
                GLB, "model/gltf-binary", str(getattr(request, "mesh_save_name", None) or "")
            )
        }
    if name == "video":
        return {"result": MadeFile(MP4, "video/mp4")}
    mixed = zlib.crc32(f"{context.seed} {words}".encode())
    colour = (mixed & 255, mixed >> 8 & 255, mixed >> 16 & 255)
    picture = _picture(colour, str(getattr(request, "output_format", "png")))
    if name == "cutout":
        return {"cutout": _picture(colour, "png"), "result": picture}
    samples = int(getattr(request, "samples", 1))
    return {"result" if number == 0 else f"result_{number}": picture for number in range(samples)}


def _trouble(words: str, context: Context) -> None:
    order, _, amount = words.partition(" ")
    if order == "sleep":
        end = time.monotonic() + float(amount)
        while time.monotonic() < end:
            context.progress(None, "sleeping")
            time.sleep(0.01)
    elif order == "deaf":
        time.sleep(float(amount))
    elif order == "crash":
        os._exit(13)
    elif order == "raise":
        raise RuntimeError("asked to")
    elif order == "print":
        os.write(1, amount.encode())  # as a C library prints
    elif order == "note":
        context.note(amount)
    elif order == "progress":
        for step in range(int(amount)):
            context.progress(step / int(amount), f"step {step}")


class InstantEngine(Engine):
    """Makes every operation of the catalogue."""

    def supports(self, operation: type[Operation[object]]) -> bool:
        """Say yes to whatever is declared."""
        return operation.endpoint.name in CATALOGUE

    def function(self, operation: type[Operation[object]]) -> Any:
        """Return the one function."""
        return make


engine = InstantEngine("instant", "1")
