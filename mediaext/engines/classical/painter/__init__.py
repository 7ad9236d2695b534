"""The painter: pictures from words, drawn with skia and lit as solid forms."""

from mediaext.engines.classical.painter.prompt import Brief, left_out, read_prompt
from mediaext.engines.classical.painter.scene import (
    Wish,
    detail_of,
    furnished,
    paint,
    paint_cutout,
    paint_scene,
)

__all__ = [
    "Brief",
    "Wish",
    "detail_of",
    "furnished",
    "left_out",
    "paint",
    "paint_cutout",
    "paint_scene",
    "read_prompt",
]
