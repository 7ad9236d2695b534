"""Maps from a person to a garment, and the parts of the person it is fitted to."""

from dataclasses import dataclass
from typing import Self

import cv2
import numpy as np

from mediaext.engines.classical.arrays import Mask
from mediaext.engines.classical.effects.kit import Light, blur
from mediaext.engines.classical.person import Person
from mediaext.engines.classical.tailoring import Sleeve

SIDE = 640  # pixels: where a garment is fitted


@dataclass(frozen=True, slots=True)
class Fit:
    """Planes at the person's size: where in the garment to look, what shows it, what is bared.

    ``x`` and ``y`` are pixels of the garment; ``covered``, ``bared`` (old cloth that turns to
    skin) and ``erased`` (old cloth that turns to background) opacities 0 to 1; ``shade`` the
    share of light that round sleeves and the shadows of arms leave.
    """

    x: Light
    y: Light
    covered: Light
    bared: Light
    erased: Light
    shade: Light

    def enlarged(self, person: Person) -> "Fit":
        """Return the planes at the person's size, with soft edges that keep to the body's."""
        height, width = person.body.shape
        x, y, covered, bared, erased, shade = (
            cv2.resize(plane.astype(np.float32), (width, height))
            for plane in (
                self.x, self.y, blur(self.covered, 0.8), blur(self.bared, 0.8),
                blur(self.erased, 0.8), blur(self.shade, 1.0),
            )
        )  # fmt: skip
        outline = 1 - np.maximum(person.hair, person.face)
        covered = np.clip((covered - 0.25) * 2, 0, 1) * outline
        bared = np.clip(bared * 2, 0, 1) * person.body * outline * (1 - covered)
        erased = np.clip(erased * 2, 0, 1) * outline * (1 - covered)
        return Fit(x, y, covered, bared, erased, shade)


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of a person at SIDE pixels; ``body`` leaves out what is ``carried``."""

    upper: Mask
    lower: Mask
    skin: Mask
    hair: Mask
    face: Mask
    body: Mask
    carried: Mask

    @classmethod
    def of(cls, person: Person, factor: float) -> Self:
        """Shrink the planes of a person by a factor of at most 1."""
        height, width = (max(1, round(side * factor)) for side in person.body.shape)
        upper, lower, skin, hair, face, whole, carried = (
            cv2.resize(plane, (width, height), interpolation=cv2.INTER_AREA) > 0.5
            for plane in (
                person.upper, person.lower, person.skin, person.hair, person.face, person.body,
                person.carried,
            )
        )  # fmt: skip
        body = (whole & ~carried) | upper | lower | skin
        return cls(upper, lower, skin, hair, face, body, carried)

    @property
    def head(self) -> Mask:
        """Face and hair."""
        return self.hair | self.face


def turned(sleeve: Sleeve, along: Light, across: Light, axis: int) -> Light:
    """Return one coordinate of a point of the sleeve, from its joint."""
    aside = np.array([sleeve.way[1], -sleeve.way[0]])
    moved = along * sleeve.length * sleeve.way[axis]
    turned: Light = moved + np.clip(across, -0.5, 0.5) * sleeve.width * aside[axis]
    return turned
