"""The bridge to skia: surfaces on numpy pixels, paths from points, colours, glows."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from mediaext.engines.classical.graphics import skia
from mediaext.engines.classical.painter.colours import Colour
from mediaext.engines.classical.painter.geometry import Points

Pixels = np.ndarray[Any, np.dtype[np.uint8]]
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
