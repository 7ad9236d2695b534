"""The table of effects: patterns of instructions, and the functions that carry them out."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from mediaext.engines.base import Context
from mediaext.engines.classical.effects.kit import Light

if TYPE_CHECKING:
    from mediaext.engines.classical.effects.regions import Regions

Stage = Literal["scene", "repair", "colour", "weather", "style", "layout"]
STAGES: dict[Stage, str] = {
    "scene": "Subject and background",
    "repair": "Light and repair",
    "colour": "Colour",
    "weather": "Weather and time of day",
    "style": "Drawing and painting",
    "layout": "Shape, frame and lettering",
}
"""In the order of application: a frame is drawn after the picture is black and white."""


@dataclass(slots=True)
class Canvas:
    """The picture while it is edited: RGB and, where there is transparency, alpha in 0..1."""

    rgb: Light
    alpha: Light | None = None


@dataclass(frozen=True, slots=True)
class Ask:
    """What an effect is asked for: how strongly (1 is the plain word), and in which words."""

    strength: float
    words: re.Match[str]
    rng: np.random.Generator
    regions: "Regions"
    context: Context

    def said(self, name: str) -> str:
        """Return what a named group of the pattern caught, or an empty string."""
        return (self.words.groupdict().get(name) or "").strip()

    def number(self, name: str, default: float) -> float:
        """Return a named group as a number."""
        text = self.said(name)
        return float(text) if text else default

    def gain(self, base: float) -> float:
        """Return ``base`` scaled by the strength, never above 1: a share to blend with."""
        return min(1.0, base * self.strength)


Painting = Callable[[Light, Ask], Light]
Reworking = Callable[[Canvas, Ask], Canvas]


@dataclass(frozen=True, slots=True)
class Effect:
    """One row: words that ask for it, an example, the stage, and the work.

    ``paint`` changes colours in place and so can be limited to a region ("blur the background");
    ``rework`` changes shape or transparency of the whole canvas.
    """

    name: str
    stage: Stage
    example: str
    pattern: re.Pattern[str]
    paint: Painting | None = None
    rework: Reworking | None = None


EFFECTS: list[Effect] = []


def paints(name: str, stage: Stage, example: str, pattern: str) -> Callable[[Painting], Painting]:
    """Add the decorated function, which maps light to light, to the table."""

    def add(function: Painting) -> Painting:
        EFFECTS.append(Effect(name, stage, example, _words(pattern), paint=function))
        return function

    return add


def reworks(
    name: str, stage: Stage, example: str, pattern: str
) -> Callable[[Reworking], Reworking]:
    """Add the decorated function, which maps canvas to canvas, to the table."""

    def add(function: Reworking) -> Reworking:
        EFFECTS.append(Effect(name, stage, example, _words(pattern), rework=function))
        return function

    return add


def _words(pattern: str) -> re.Pattern[Any]:
    return re.compile(rf"\b(?:{pattern})(?!\w)", re.IGNORECASE)
