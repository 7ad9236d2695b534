"""The pen that things are drawn with: closed outlines, lit as rounded forms, painted by skia.

A thing is drawn in its own units: its height is 1, ``y`` points down, and ``y = 1`` is the ground.
"""

from functools import lru_cache
from typing import Any

import cv2
import numpy as np

from mediaext.engines.classical.arrays import Floats, Pixels
from mediaext.engines.classical.painter import geometry, light
from mediaext.engines.classical.painter.canvas import Glow, colour4f, image_of, outline, skia
from mediaext.engines.classical.painter.colours import Colour, colour, darker, lighter, mix
from mediaext.engines.classical.painter.geometry import Path, Points
from mediaext.engines.classical.painter.materials import Material
from mediaext.engines.classical.painter.textures import texture

Affine = np.ndarray[Any, np.dtype[np.float64]]
Finish = dict[str, Any]
"""How a form is finished: the keywords of :meth:`Pen.fill`."""
SMOOTH = skia.SamplingOptions(skia.FilterMode.kLinear)
HIPS = 0.5  # of a standing person's height, from the top
LEGS = 0.66  # of their length is seen of legs below the hips, when somebody sits
SHEET = 1536  # side of a texture laid out by repetition, larger than any form divided by its zoom
FORM = 72  # shading is computed on forms of at most this many pixels, then enlarged


@lru_cache(maxsize=32)
def _texture_image(name: str) -> skia.Image:
    grey = np.clip(128 + texture(name) * 62, 0, 255).astype(np.uint8)
    sheet = np.tile(grey, (SHEET // grey.shape[0], SHEET // grey.shape[1]))
    return skia.Image.fromarray(sheet, skia.kGray_8_ColorType)


def tinted(rgb: Floats, alpha: Floats, main: Colour) -> Floats:
    """Give the most frequent hue of a drawing, and what is grey, another colour.

    Light and dark stay as they are about the colour's own lightness.
    """
    lab = cv2.cvtColor(np.clip(rgb, 0, 1).astype(np.float32), cv2.COLOR_RGB2LAB)
    hue, chroma = np.arctan2(lab[..., 2], lab[..., 1]), np.hypot(lab[..., 1], lab[..., 2])
    weight = np.where(alpha > 0.5, np.minimum(chroma, 60), 0)
    counts, edges = np.histogram(hue, 24, (-np.pi, np.pi), weights=weight)
    coloured = float(weight.sum()) > 12 * float((alpha > 0.5).sum())
    main_hue = edges[int(counts.argmax())] + np.pi / 24
    away = np.abs(np.angle(np.exp(1j * (hue - main_hue))))
    share = np.clip((0.9 - away) / 0.3, 0, 1) * np.clip(chroma / 12, 0, 1) if coloured else 1.0
    share = np.asarray(share * (alpha > 0), np.float32)
    wanted = cv2.cvtColor(np.array([[main]], np.float32), cv2.COLOR_RGB2LAB)[0, 0]
    middle = float((lab[..., 0] * share * alpha).sum() / max(float((share * alpha).sum()), 1e-6))
    new = lab.copy()
    new[..., 0] = np.clip(wanted[0] + 0.75 * (lab[..., 0] - middle), 0, 100)
    new[..., 1:] = wanted[1:]
    lab += (new - lab) * share[..., None]
    made: Floats = cv2.cvtColor(lab, cv2.COLOR_LAB2RGB)
    return made


def _foreshortened(points: Points) -> Points:
    """Return the points of a person who sits, seen from the front: the thighs point here."""
    below = np.maximum(points[:, 1] - HIPS, 0)
    made: Points = points - np.stack([np.zeros_like(below), (1 - LEGS) * below], axis=1)
    return made


class Pen:
    """Draw one thing.

    ``colour`` is the thing's main colour, ``rng`` its own randomness, ``detail`` 0 to 1 how much
    fine work is asked for. ``hair`` is the colour of a person's hair where one was asked for, and
    who is ``seated`` has legs that point to the viewer.
    """

    def __init__(
        self,
        canvas: skia.Canvas,
        affine: Affine,
        lighting: light.Light,
        rng: np.random.Generator,
        main: Colour,
        detail: float = 0.5,
        material: Material | None = None,
        haze: tuple[Colour, float] = ((0.0, 0.0, 0.0), 0.0),
    ) -> None:
        self._canvas = canvas
        self._affine = affine
        self.scale = float(abs(np.linalg.det(affine[:, :2])) ** 0.5)
        self._light = lighting
        self.rng = rng
        self.colour = main
        self.dark = darker(main, 0.35)
        self.light = lighter(main, 0.35)
        self.detail = detail
        self.material = material
        self.night = lighting.night
        self._haze, self._distance = haze
        self.glows: list[Glow] | None = None
        self.text = ""
        self.aspect = 1.0
        self.recoloured = False
        self.filled = False
        self.hair: Colour | None = None
        self.seated = False

    def within(
        self, x: float, y: float, size: float, main: str | Colour, wide: float = 1.0
    ) -> "Pen":
        """Return a pen for a smaller thing with top left corner ``(x, y)``, of height ``size``.

        It is stretched ``wide`` times across.
        """
        affine = self._affine.copy()
        affine[:, 2] += self._affine[:, :2] @ (x, y)
        affine[:, :2] *= (size * wide, size)
        smaller = Pen(
            self._canvas,
            affine,
            self._light,
            self.rng,
            colour(main),
            self.detail,
            None,
            (self._haze, self._distance),
        )
        smaller.glows = self.glows
        smaller.hair, smaller.seated = self.hair, self.seated and size == 1
        return smaller

    def fill(
        self,
        contours: list[Points],
        paint: str | Colour | None = None,
        *,
        round: float = 0.7,
        gloss: float = 0.0,
        grain: str = "",
        strength: float = 0.5,
    ) -> None:
        """Paint closed outlines as one lit form.

        ``round`` is 0 (plate) to 1 (ball); ``gloss`` 0 (matt) to 1; ``grain`` a texture's name.
        """
        tone = self.colour if paint is None else colour(paint)
        if self.material and paint is None:
            grain = self.material.grain or grain
            gloss = max(gloss, self.material.gloss)
        if self.seated:
            contours = [_foreshortened(np.asarray(contour)) for contour in contours]
        device = [
            np.asarray(contour) @ self._affine[:, :2].T + self._affine[:, 2]
            for contour in contours
        ]
        path = outline(device)
        if self._light.mode == "paper":
            self._drop_shadow(path)
        if self._light.mode in ("flat", "paper"):
            brush = skia.Paint(
                AntiAlias=True, Color4f=colour4f(self._seen(light.flat(tone, self._light)))
            )
            self._canvas.drawPath(path, brush)
            return
        self._canvas.save()
        self._canvas.clipPath(path, doAntiAlias=True)
        self._form(device, tone, round, gloss)
        if grain and self.detail > 0.2 and self._light.mode == "soft":
            self._grain(path.getBounds(), grain, strength)
        self._canvas.restore()

    def _form(self, device: list[Points], tone: Colour, roundness: float, gloss: float) -> None:
        low = np.min([contour.min(0) for contour in device], axis=0)
        high = np.max([contour.max(0) for contour in device], axis=0)
        zoom = min(1.0, FORM / max(float((high - low).max()), 1.0))
        width, height = (np.ceil((high - low) * zoom) + 7).astype(int)
        mask = np.zeros((height, width), np.uint8)
        small = [
            np.round(((contour - low) * zoom + 3) * 16).astype(np.int32) for contour in device
        ]
        cv2.fillPoly(mask, small, 1, shift=4)
        lit = light.shade(mask.astype(np.float32), tone, self._light, roundness, gloss)
        if self._distance:
            lit += (np.array(self._haze, np.float32) - lit) * self._distance
        pixels = np.full((height, width, 4), 255, np.uint8)
        pixels[..., :3] = lit * 255 + 0.5
        left, top = low - 3 / zoom
        place = skia.Rect.MakeXYWH(float(left), float(top), width / zoom, height / zoom)
        self._canvas.drawImageRect(image_of(pixels), place, SMOOTH)

    def _seen(self, tone: Colour) -> Colour:
        return mix(tone, self._haze, self._distance)

    def _grain(self, bounds: skia.Rect, name: str, strength: float) -> None:
        zoom = max(self.scale / 620, 0.12, bounds.width() / SHEET, bounds.height() / SHEET)
        brush = skia.Paint(Alphaf=strength * min(1.0, 0.4 + self.detail))
        brush.setBlendMode(skia.BlendMode.kSoftLight)
        source = skia.Rect.MakeWH(bounds.width() / zoom, bounds.height() / zoom)
        self._canvas.drawImageRect(_texture_image(name), source, bounds, SMOOTH, brush)

    def _drop_shadow(self, path: skia.Path) -> None:
        away = self.scale * 0.012
        brush = skia.Paint(AntiAlias=True, Color4f=skia.Color4f(0.05, 0.04, 0.1, 0.38))
        brush.setMaskFilter(skia.MaskFilter.MakeBlur(skia.kNormal_BlurStyle, max(away, 0.5)))
        self._canvas.save()
        self._canvas.translate(-self._light.towards[0] * away * 2, away * 1.6)
        self._canvas.drawPath(path, brush)
        self._canvas.restore()

    def ellipse(
        self,
        x: float,
        y: float,
        rx: float,
        ry: float,
        paint: str | Colour | None = None,
        turn: float = 0.0,
        **finish: Any,
    ) -> None:
        """Paint an ellipse about ``(x, y)``, turned by degrees."""
        self.fill([geometry.ellipse(x, y, rx, ry, turn)], paint, **finish)

    def box(
        self,
        x0: float,
        y0: float,
        x1: float,
        y1: float,
        paint: str | Colour | None = None,
        corner: float = 0.0,
        **finish: Any,
    ) -> None:
        """Paint a box with rounded corners."""
        self.fill([geometry.box(x0, y0, x1, y1, corner)], paint, **{"round": 0.25, **finish})

    def poly(self, points: Path, paint: str | Colour | None = None, **finish: Any) -> None:
        """Paint a polygon with straight sides."""
        self.fill([geometry.points_of(points)], paint, **{"round": 0.25, **finish})

    def blob(self, points: Path, paint: str | Colour | None = None, **finish: Any) -> None:
        """Paint the closed smooth curve through the points."""
        self.fill([geometry.smooth(points)], paint, **finish)

    def limb(
        self,
        points: Path,
        *widths: float,
        paint: str | Colour | None = None,
        bend: bool = True,
        **finish: Any,
    ) -> None:
        """Paint a stroke whose width runs through ``widths``; curved unless ``bend`` is off."""
        self.fill([geometry.limb(points, *widths, bend=bend)], paint, **finish)

    def ring(
        self,
        x: float,
        y: float,
        outer: float,
        inner: float,
        paint: str | Colour | None = None,
        **finish: Any,
    ) -> None:
        """Paint a ring about ``(x, y)``."""
        self.fill(
            [geometry.ellipse(x, y, outer, outer), geometry.ellipse(x, y, inner, inner)],
            paint,
            **finish,
        )

    def dot(
        self, x: float, y: float, radius: float, paint: str | Colour, alpha: float = 1.0
    ) -> None:
        """Paint a flat disc that light does not touch: a pupil, a glint, a lamp."""
        device = [
            geometry.ellipse(x, y, radius, radius) @ self._affine[:, :2].T + self._affine[:, 2]
        ]
        brush = skia.Paint(AntiAlias=True, Color4f=colour4f(self._seen(colour(paint)), alpha))
        self._canvas.drawPath(outline(device), brush)

    def glow(
        self, x: float, y: float, radius: float, paint: str | Colour, strength: float = 0.8
    ) -> None:
        """Add light about a point."""
        at_x, at_y = np.array([x, y]) @ self._affine[:, :2].T + self._affine[:, 2]
        lamp = Glow(
            float(at_x), float(at_y), max(radius * self.scale, 0.5), colour(paint), strength
        )
        if self.glows is None:
            lamp.shine(self._canvas)
        else:
            self.glows.append(lamp)

    def flat(self, outline_: Points, paint: str | Colour) -> None:
        """Fill a closed outline with a colour that light does not touch."""
        device = outline_ @ self._affine[:, :2].T + self._affine[:, 2]
        path = outline([device])
        path.setFillType(skia.PathFillType.kWinding)
        brush = skia.Paint(AntiAlias=True, Color4f=colour4f(self._seen(colour(paint))))
        self._canvas.drawPath(path, brush)

    def picture(self, pixels: Pixels) -> None:
        """Paint premultiplied RGBA pixels over the thing's box, lit and grained as a form.

        A colour or material of its own takes the place of the pixels' main colour.
        """
        alpha: Floats = np.asarray(pixels[..., 3] / 255, np.float32)
        rgb: Floats = np.asarray(
            pixels[..., :3] / 255 / np.maximum(alpha, 1 / 255)[..., None], np.float32
        )
        if self.recoloured:
            rgb = tinted(rgb, alpha, self.colour)
        height, width = alpha.shape
        zoom = min(1.0, 2 * FORM / max(height, width))
        small = cv2.resize(alpha, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA)
        padded = np.pad((small > 0.5).astype(np.float32), 3)
        grey = 0.62
        lit = light.shade(padded, (grey, grey, grey), self._light, 0.45, 0.12)[3:-3, 3:-3] / grey
        if self._light.mode in ("flat", "paper"):
            lit[:] = np.array(light.flat((grey, grey, grey), self._light)) / grey
        rgb *= cv2.resize(lit, (width, height))
        grain = self.material.grain if self.material and self.material.grain else "plaster"
        cells = texture(grain)
        rows, columns = (
            np.arange(n) * 620 // max(int(self.scale), 1) % 256 for n in (height, width)
        )
        rgb *= (1 + np.float32(0.09 * self.detail) * cells[rows][:, columns])[..., None]
        rgb += (np.array(self._haze, np.float32) - rgb) * self._distance
        made = np.empty_like(pixels)
        made[..., :3] = np.clip(rgb, 0, 1) * alpha[..., None] * 255 + 0.5
        made[..., 3] = pixels[..., 3]
        a = self._affine
        self._canvas.save()
        self._canvas.concat(
            skia.Matrix([a[0, 0], a[0, 1], a[0, 2], a[1, 0], a[1, 1], a[1, 2], 0, 0, 1])
        )
        box = skia.Rect.MakeWH(width / height, 1.0)
        self._canvas.drawImageRect(image_of(made), box, SMOOTH)
        self._canvas.restore()

    def dot_box(self, x0: float, y0: float, x1: float, y1: float, paint: str | Colour) -> None:
        """Paint a flat box that light does not touch: a distant pane, a printed mark."""
        device = geometry.box(x0, y0, x1, y1) @ self._affine[:, :2].T + self._affine[:, 2]
        brush = skia.Paint(AntiAlias=True, Color4f=colour4f(self._seen(colour(paint))))
        self._canvas.drawPath(outline([device]), brush)

    def lamp(self, x0: float, y0: float, x1: float, y1: float) -> None:
        """Paint a lit window pane and its glow."""
        self.dot_box(x0, y0, x1, y1, (1.0, 0.82, 0.42))
        self.glow((x0 + x1) / 2, (y0 + y1) / 2, (x1 - x0) * 1.6, "#ffc860", 0.5)

    def eye(self, x: float, y: float, radius: float, iris: str | Colour = "#2a1c12") -> None:
        """Paint a dark round eye with its catch-light."""
        self.dot(x, y, radius * 1.15, darker(iris, 0.6))
        self.dot(x, y, radius * 0.85, iris)
        self.dot(x, y, radius * 0.55, "#0b0a0c")
        self.dot(x - radius * 0.3, y - radius * 0.35, radius * 0.3, "#ffffff")
