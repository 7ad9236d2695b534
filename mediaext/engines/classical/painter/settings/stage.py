"""The stage: the canvas, the lie of the land and the light that everything is painted under."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from mediaext.engines.classical.arrays import Pixels
from mediaext.engines.classical.painter import colours
from mediaext.engines.classical.painter.canvas import colour4f, outline, skia, surface
from mediaext.engines.classical.painter.colours import Colour
from mediaext.engines.classical.painter.geometry import Points
from mediaext.engines.classical.painter.light import Light
from mediaext.engines.classical.painter.pen import Pen
from mediaext.engines.classical.painter.settings.places import Setting, Time, Weather


@dataclass(slots=True)
class Stage:
    """What the painters of settings work on.

    ``pixels`` is ``(h, w, 4)`` RGBA, all opaque; ``horizon`` a row; ``sun`` the light's place in
    pixels; ``haze`` the colour of distance and ``thickness`` 0 to 1 how much of it there is.
    """

    pixels: Pixels
    horizon: float
    setting: Setting
    time: Time
    weather: Weather
    light: Light
    rng: np.random.Generator
    detail: float
    haze: Colour
    thickness: float
    sun: tuple[float, float]
    tint: Colour
    canvas: Any = field(init=False)
    _surface: Any = field(init=False)

    def __post_init__(self) -> None:
        self._surface = surface(self.pixels)
        self.canvas = self._surface.getCanvas()

    @property
    def width(self) -> int:
        """Width of the canvas in pixels."""
        made: int = self.pixels.shape[1]
        return made

    @property
    def height(self) -> int:
        """Height of the canvas in pixels."""
        made: int = self.pixels.shape[0]
        return made

    @property
    def night(self) -> bool:
        """Say whether lamps are lit."""
        return self.time.night

    def far(self, tone: str | Colour, distance: float) -> Colour:
        """Return a colour as seen through ``distance`` (0 near, 1 at the horizon) of air."""
        lit = colours.mix(colours.colour(tone), self.haze, 0.0)
        plane = tuple(
            min(1.0, (c * c * (self.light.key[k] * 0.55 + self.light.sky[k] * 0.5)) ** 0.5)
            for k, c in enumerate(lit)
        )
        return colours.mix(
            (plane[0], plane[1], plane[2]), self.haze, min(distance * self.thickness, 0.97)
        )

    def slope(self, contour: Points, top: Colour, low: Colour, crest: float, base: float) -> None:
        """Fill an outline with a gradient from ``top`` at row ``crest`` to ``low`` at ``base``."""
        brush = skia.Paint(AntiAlias=True)
        ends = [skia.Point(0, crest), skia.Point(0, max(base, crest + 1))]
        brush.setShader(
            skia.GradientShader.MakeLinear(
                ends, [colour4f(top).toColor(), colour4f(low).toColor()]
            )
        )
        self.canvas.drawPath(outline([contour]), brush)

    def mass(self, shapes: list[Points], tone: Colour) -> None:
        """Fill overlapping outlines as one mass of one colour."""
        path = outline(shapes)
        path.setFillType(skia.PathFillType.kWinding)
        self.canvas.drawPath(path, skia.Paint(AntiAlias=True, Color4f=colour4f(tone)))

    def pen(
        self,
        x: float,
        base: float,
        height: float,
        tone: str | Colour,
        distance: float = 0.0,
        flip: bool = False,
        aspect: float = 1.0,
    ) -> Pen:
        """Return a pen for a thing that stands at ``(x, base)``, its middle at ``x``."""
        side = -1.0 if flip else 1.0
        affine = np.array(
            [[height * side, 0.0, x - side * height * aspect / 2], [0.0, height, base - height]]
        )
        return Pen(
            self.canvas,
            affine,
            self.light,
            np.random.default_rng(self.rng.integers(2**32)),
            colours.colour(tone),
            self.detail,
            None,
            (self.haze, min(distance * self.thickness, 0.95)),
        )
