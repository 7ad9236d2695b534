"""Light a rounded form: from a silhouette to colours, with key, sky, bounce and rim light.

The form is inflated from its silhouette (height ``sqrt(1 - (1 - d/R)^2)`` over the distance ``d``
to the edge, as for a ball), which gives normals; shading is Lambert's law with wrap, hemispheric
ambient light, a Blinn highlight, and a rim at grazing angles. Sums are made with squared channels,
which stands in for linear light.
"""

from dataclasses import dataclass, replace
from typing import Literal

import cv2
import numpy as np

from mediaext.engines.classical.arrays import Floats
from mediaext.engines.classical.painter.colours import Colour

Mode = Literal["soft", "flat", "cel", "paper"]


@dataclass(frozen=True, slots=True)
class Light:
    """The light of a scene.

    ``towards`` is the unit vector from a surface to the light (x right, y down, z to the viewer).
    ``key``, ``sky``, ``bounce`` and ``rim`` are colours times strength.
    """

    towards: Colour = (-0.45, -0.62, 0.64)
    key: Colour = (1.0, 0.95, 0.85)
    sky: Colour = (0.46, 0.52, 0.62)
    bounce: Colour = (0.30, 0.26, 0.20)
    rim: Colour = (0.55, 0.52, 0.46)
    mode: Mode = "soft"
    night: bool = False

    def turned(self, x: float) -> "Light":
        """Return the same light from the left (``x`` < 0) or the right, ``x`` in -1 to 1."""
        _, y, z = self.towards
        length = (x * x + y * y + z * z) ** 0.5
        return replace(self, towards=(x / length, y / length, z / length))


def inflate(mask: Floats, roundness: float) -> tuple[Floats, Floats, Floats]:
    """Return unit normals ``(nx, ny, nz)`` of the form that a silhouette suggests.

    ``mask`` is 0 or 1; ``roundness`` is 0 for a plate with a slight bevel, 1 for a ball.
    """
    distance = cv2.distanceTransform((mask > 0.5).astype(np.uint8), cv2.DIST_L2, 5)
    radius = max(float(distance.max()) * max(roundness, 0.12), 1.0)
    part = 1 - np.minimum(distance / radius, 1)
    height = np.sqrt(np.maximum(1 - part * part, 0)) * radius
    height = cv2.GaussianBlur(height, (0, 0), 0.28 * radius + 0.7)
    slope_x = cv2.Sobel(height, cv2.CV_32F, 1, 0, scale=0.125)
    slope_y = cv2.Sobel(height, cv2.CV_32F, 0, 1, scale=0.125)
    scale = 1 / np.sqrt(slope_x**2 + slope_y**2 + 0.45)
    return -slope_x * scale, -slope_y * scale, 0.67 * scale


def shade(mask: Floats, colour: Colour, light: Light, roundness: float, gloss: float) -> Floats:
    """Return the lit colours of a form, ``(h, w, 3)`` float32 sRGB 0 to 1.

    The values go on beyond the edge of ``mask``, so that a sharp outline may cut them.
    """
    nx, ny, nz = inflate(mask, roundness)
    lx, ly, lz = light.towards
    facing = nx * lx + ny * ly + nz * lz
    key = np.clip(facing * 0.8 + 0.2, 0, 1)
    if light.mode == "cel":
        key = np.where(key > 0.42, 0.92, 0.38).astype(np.float32)
        nx, ny, nz = nx * 0, ny * 0, nz * 0 + 1
    up = 0.5 - 0.5 * ny
    grazing = np.clip(1 - nz, 0, 1) ** 2 * np.clip(-nx * lx * 0.9 - ny * 0.7, 0, 1) * 2.2
    shine = np.clip(nx * lx * 0.5 + ny * ly * 0.5 + nz * (lz + 1) * 0.5, 0, 1)
    shine = (shine / max(((lz + 1) / 2) ** 0.5, 0.1)) ** 28 * gloss
    out = np.empty((*mask.shape, 3), np.float32)
    for channel in range(3):
        ambient = light.bounce[channel] + (light.sky[channel] - light.bounce[channel]) * up
        lit = colour[channel] ** 2 * (key * light.key[channel] * 1.02 + ambient * 0.72)
        lit += grazing * light.rim[channel] * 0.35 + shine * light.key[channel]
        out[..., channel] = np.sqrt(np.clip(lit, 0, 1))
    return out


def flat(colour: Colour, light: Light) -> Colour:
    """Return the colour of a plane that faces the viewer under ``light``."""
    red, green, blue = (
        min(1.0, max(0.0, c * c * (light.key[k] * 0.72 + light.sky[k] * 0.45))) ** 0.5
        for k, c in enumerate(colour)
    )
    return red, green, blue
