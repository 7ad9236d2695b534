"""Drawings that were added (``mediaext engine add noto-emoji``), as things that can be painted.

They are read as data from a package's JSON and drawn by skia; light, texture, air and colour come
from the scene, as for the painter's own things.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path

import numpy as np

from mediaext.engines.classical.graphics import skia
from mediaext.engines.classical.painter.canvas import Pixels, surface
from mediaext.engines.classical.painter.drawn_words import (
    FAMILIES,
    HEIGHTS,
    HOMES,
    LEFT,
    MEANT,
    PERSON,
    STANCES,
    USUAL,
)
from mediaext.engines.classical.painter.pen import Pen
from mediaext.engines.classical.painter.things.registry import Stance, Thing
from mediaext.engines.installed import find_model

ENTRY = "noto-emoji"
ICONS, METADATA = "package/icons.json", "package/metadata.json"
SIDE = 128  # units of a drawing's square, and pixels at which its edges are found
LARGEST = 1400  # pixels: no drawing is drawn higher
TONES = ("light", "medium-light", "medium", "medium-dark", "dark")
Edges = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class DrawingSet:
    """The drawings of one package as SVG by name, their families, and the words that mean them."""

    revision: str
    bodies: Mapping[str, str]
    families: Mapping[str, str]
    words: Mapping[str, str]


def drawings() -> DrawingSet | None:
    """Return the drawings that were added, or ``None``."""
    found = find_model(ENTRY)
    return None if found is None else _read(found.folder, found.revision)


@lru_cache(maxsize=1)
def _read(folder: Path, revision: str) -> DrawingSet | None:
    try:
        icons = json.loads((folder / ICONS).read_bytes())["icons"]
        categories = json.loads((folder / METADATA).read_bytes())["categories"]
    except (OSError, ValueError, KeyError):
        return None  # removed or torn since it was recorded
    families = {
        name: family
        for family in FAMILIES
        for name in categories.get(family, ())
        if name in icons and not LEFT.search(name)
    }
    words = {name.replace("-", " "): name for name in families}
    words |= {word: name for word, name in MEANT.items() if name in icons}
    shown = set(words.values())
    shown |= {f"{name}-{tone}-skin-tone" for name in shown for tone in TONES}
    bodies = {name: icons[name]["body"] for name in shown if name in icons}
    return DrawingSet(revision, bodies, families, words)


@lru_cache(maxsize=512)
def drawn_thing(name: str, revision: str) -> Thing | None:
    """Return a drawing as a thing, cut to its ink, or ``None`` where it was removed."""
    held = drawings()
    if held is None or held.revision != revision or name not in held.bodies:
        return None
    left, top, right, bottom = edges = _edges(held.bodies[name])
    height, home = USUAL.get(held.families.get(name, ""), PERSON)
    stance: Stance = "water" if STANCES.get(name) == "water" else "ground"
    return Thing(
        name,
        tuple(word for word, meant in held.words.items() if meant == name),
        partial(_draw, held, name, edges),
        HEIGHTS.get(name, height),
        (right - left) / (bottom - top),
        ("white",),
        (HOMES.get(name, home),),
        "air" if STANCES.get(name) == "air" else stance,
        seat=_seat(held.bodies[name], edges),
    )


def _seat(body: str, edges: Edges) -> tuple[float, float]:
    """Return the top of a drawing's middle, where something on it rests, in heights."""
    tall = edges[3] - edges[1]
    alpha = _raster(body, 1.0, edges)[..., 3] > 128
    column = alpha[:, alpha.shape[1] // 2]
    return alpha.shape[1] / 2 / tall, float(column.argmax()) / tall + 0.04


def _edges(body: str) -> Edges:
    """Return left, top, right and bottom of a drawing's ink, in its units."""
    alpha = _raster(body, 1.0, (0, 0, SIDE, SIDE))[..., 3] > 40
    rows, columns = np.flatnonzero(alpha.any(1)), np.flatnonzero(alpha.any(0))
    if not rows.size:
        return 0, 0, SIDE, SIDE
    return float(columns[0]), float(rows[0]), float(columns[-1] + 1), float(rows[-1] + 1)


def _raster(body: str, zoom: float, edges: Edges) -> Pixels:
    """Draw what lies within edges, ``(h, w, 4)`` premultiplied RGBA."""
    left, top, right, bottom = edges
    width, height = round((right - left) * zoom), round((bottom - top) * zoom)
    pixels = np.zeros((max(height, 1), max(width, 1), 4), np.uint8)
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'viewBox="0 0 {SIDE} {SIDE}" width="{SIDE}" height="{SIDE}">{body}</svg>'
    )
    dom = skia.SVGDOM.MakeFromStream(skia.MemoryStream.MakeCopy(svg.encode()))
    if dom is not None:
        target = surface(pixels)
        canvas = target.getCanvas()
        canvas.scale(zoom, zoom)
        canvas.translate(-left, -top)
        dom.render(canvas)
    return pixels


def _draw(held: DrawingSet, name: str, edges: Edges, pen: Pen) -> None:
    """Draw one; a person's skin is of one of five tones by the thing's own randomness."""
    tones = [body for tone in TONES if (body := held.bodies.get(f"{name}-{tone}-skin-tone"))]
    body = tones[int(pen.rng.integers(len(tones)))] if tones else held.bodies[name]
    zoom = min(pen.scale, LARGEST) / (edges[3] - edges[1])
    pen.picture(_raster(body, zoom, edges))
