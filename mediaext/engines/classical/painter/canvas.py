"""The bridge to skia: loading it without a display, surfaces on numpy pixels, paths, colours."""

import ctypes
import importlib.util
import os
import re
import struct
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from mediaext.engines.classical.arrays import Pixels
from mediaext.engines.classical.painter.colours import Colour
from mediaext.engines.classical.painter.geometry import Points

STAND_INS = {"libEGL.so.1": b"egl", "libGL.so.1": b"gl"}  # library and prefix of its functions
_MACHINES = {"x86_64": 62, "aarch64": 183}  # ELF e_machine
_HEADER, _SEGMENT, _SYMBOL = 64, 56, 24  # bytes, sizes of ELF64 records


def load_skia() -> Any:
    """Import skia, standing in for graphics libraries that the machine lacks.

    Raises ``ImportError`` that names the packages to install where that is not possible.
    """
    if "skia" not in sys.modules and sys.platform == "linux":
        for name, prefix in STAND_INS.items():
            _stand_in(name, prefix)
    try:
        import skia
    except ImportError as error:
        raise ImportError(
            f"skia cannot be loaded ({error}). On Debian: apt-get install libegl1 libgl1 libexpat1"
        ) from None
    return skia


def _stand_in(name: str, prefix: bytes) -> None:
    """Load a stand-in for the shared library ``name`` unless there is a real one."""
    try:
        ctypes.CDLL(name)
    except OSError:
        image = empty_library(name, _wanted(prefix), os.uname().machine)
        if image is None:
            return
        with tempfile.NamedTemporaryFile(suffix=".so") as file:
            file.write(image)
            file.flush()
            ctypes.CDLL(file.name, mode=ctypes.RTLD_GLOBAL)


def _wanted(prefix: bytes) -> list[bytes]:
    """Return the functions with this prefix that skia's binary is linked to."""
    found = importlib.util.find_spec("skia")
    if found is None or found.origin is None:
        return []
    pattern = rb"\0(" + prefix + rb"[A-Z]\w+)(?=\0)"
    return sorted(set(re.findall(pattern, Path(found.origin).read_bytes())))


def empty_library(name: str, functions: list[bytes], machine: str) -> bytes | None:
    """Return an ELF shared object with DT_SONAME ``name`` and functions that are never called.

    The smallest layout of the System V ABI (gABI chapters 4 and 5): header, two program headers,
    dynamic section, one-bucket hash table, symbols, strings. ``None`` for an unknown machine.
    """
    if machine not in _MACHINES:
        return None
    words = [name.encode(), *functions]
    strings = b"\0" + b"\0".join(words) + b"\0"
    offsets = [1]
    for word in words[:-1]:
        offsets.append(offsets[-1] + len(word) + 1)
    count = len(functions) + 1  # the null symbol comes first
    dynamic_at = _HEADER + 2 * _SEGMENT
    hash_at = dynamic_at + 7 * 16
    symbols_at = -(-(hash_at + 4 * (3 + count)) // 8) * 8
    strings_at = symbols_at + count * _SYMBOL
    size = strings_at + len(strings)
    chain = [0, *range(2, count), 0][:count]
    hashes = struct.pack(f"<{3 + count}I", 1, count, min(1, count - 1), *chain)
    symbols = bytes(_SYMBOL) + b"".join(
        struct.pack("<IBBHQQ", at, 0x12, 0, 1, dynamic_at, 0) for at in offsets[1:]
    )
    header = struct.pack(
        "<16sHHIQQQIHHHHHH",
        b"\x7fELF\x02\x01\x01",
        *(3, _MACHINES[machine], 1, 0, _HEADER, 0, 0, _HEADER, _SEGMENT, 2, 64, 0, 0),
    )
    load = struct.pack("<IIQQQQQQ", 1, 6, 0, 0, 0, size, size, 0x1000)
    place = struct.pack("<IIQQQQQQ", 2, 6, *[dynamic_at] * 3, 7 * 16, 7 * 16, 8)
    entries = {14: 1, 4: hash_at, 5: strings_at, 6: symbols_at, 10: len(strings), 11: _SYMBOL}
    table = b"".join(struct.pack("<QQ", *entry) for entry in [*entries.items(), (0, 0)])
    return (header + load + place + table + hashes).ljust(symbols_at, b"\0") + symbols + strings


skia: Any = load_skia()

RGBA = skia.kRGBA_8888_ColorType


def surface(pixels: Pixels) -> skia.Surface:
    """Return a skia surface that draws into ``pixels``, ``(h, w, 4)`` premultiplied RGBA."""
    height, width = pixels.shape[:2]
    info = skia.ImageInfo.Make(width, height, RGBA, skia.kPremul_AlphaType)
    return skia.Surface.MakeRasterDirect(info, pixels, width * 4)


def image_of(pixels: Pixels) -> skia.Image:
    """Wrap premultiplied RGBA pixels as a skia image."""
    return skia.Image.fromarray(np.ascontiguousarray(pixels), RGBA, skia.kPremul_AlphaType)


def colour4f(value: Colour, alpha: float = 1.0) -> skia.Color4f:
    """Return skia's form of a colour."""
    return skia.Color4f(*(min(max(channel, 0.0), 1.0) for channel in value), alpha)


def outline(contours: list[Points]) -> skia.Path:
    """Return the skia path of closed polygons; where two overlap there is a hole."""
    path = skia.Path()
    for contour in contours:
        path.addPoly([skia.Point(x, y) for x, y in contour.tolist()], True)
    path.setFillType(skia.PathFillType.kEvenOdd)
    return path


@dataclass(frozen=True, slots=True)
class Glow:
    """Light about a point, in pixels."""

    x: float
    y: float
    radius: float
    tone: Colour
    strength: float

    def shine(self, canvas: skia.Canvas, left: float = 0.0, top: float = 0.0) -> None:
        """Add the light to a canvas, moved by ``(left, top)``."""
        x, y, reach = self.x + left, self.y + top, self.radius
        ends = [colour4f(self.tone, self.strength).toColor(), colour4f(self.tone, 0.0).toColor()]
        brush = skia.Paint(AntiAlias=True)
        brush.setShader(skia.GradientShader.MakeRadial(skia.Point(x, y), reach, ends))
        brush.setBlendMode(skia.BlendMode.kScreen)
        canvas.drawRect(skia.Rect.MakeLTRB(x - reach, y - reach, x + reach, y + reach), brush)
