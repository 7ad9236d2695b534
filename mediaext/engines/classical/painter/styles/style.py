"""Styles by name: how things are lit, and what is done to the finished picture."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from mediaext.engines.classical.painter.light import Mode
from mediaext.engines.classical.painter.styles import brush, line, pattern

Pixels = np.ndarray[Any, np.dtype[np.uint8]]
Finish = Callable[[Pixels, np.random.Generator, float], Pixels]
"""``(picture (h, w, 3), randomness, detail 0 to 1) -> picture``."""


@dataclass(frozen=True, slots=True)
class Style:
    """A way of painting."""

    words: tuple[str, ...]
    mode: Mode = "soft"
    finish: Finish | None = None


def _style(words: str, mode: Mode = "soft", finish: Finish | None = None) -> Style:
    return Style(tuple(word.strip() for word in words.split(",")), mode, finish)


STYLES: dict[str, Style] = {
    "soft": _style("3d,clay,claymation,plasticine,3d render,toy"),
    "flat": _style(
        "flat,flat design,vector,minimal,minimalist,flat illustration", "flat", pattern.flat
    ),
    "watercolour": _style("watercolour,watercolor,aquarelle,wash", "soft", brush.watercolour),
    "oil": _style(
        "oil,oil painting,oils,impasto,impressionist,impressionism,van gogh,painterly",
        "soft",
        brush.oil,
    ),
    "pencil": _style(
        "pencil,sketch,pencil sketch,pencil drawing,graphite,hand drawn", "soft", line.pencil
    ),
    "ink": _style(
        "ink,pen and ink,engraving,etching,woodcut,linocut,black and white", "soft", line.ink
    ),
    "charcoal": _style("charcoal drawing,chalk,chalkboard,blackboard", "soft", line.chalk),
    "cartoon": _style(
        "cartoon,comic,anime,comic book,cel shaded,manga,storybook", "cel", line.cartoon
    ),
    "pixel": _style(
        "pixel art,pixel,pixels,8 bit,8-bit,retro game,pixelated", "soft", pattern.pixel
    ),
    "blueprint": _style("blueprint,technical drawing,schematic,plan", "soft", line.blueprint),
    "poster": _style(
        "poster,travel poster,screen print,pop art,art deco,retro poster", "cel", pattern.poster
    ),
    "paper": _style(
        "paper cut,papercut,paper cutout,cut paper,collage,paper craft,origami",
        "paper",
        pattern.paper_cut,
    ),
    "lowpoly": _style("low poly,low-poly,polygonal,geometric", "soft", pattern.low_poly),
    "neon": _style("neon,cyberpunk,synthwave,glowing,neon lights,vaporwave", "soft", line.neon),
    "mosaic": _style("mosaic,tiled mosaic,stained glass", "soft", pattern.mosaic),
    "pastel": _style(
        "pastel drawing,crayon,coloured pencil,gouache,pastels", "soft", brush.crayon
    ),
}
