"""A mesh that turns in the page: few enough triangles for a notebook file, drawn on a canvas."""

import base64
import html
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mediaext.results.showing import OWN_KEYS
from mediaext.results.turntable import surface_colours

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

MOST_FACES = 6000
GRIDS = (96, 64, 48, 32, 24, 16)  # cells along the longest side, until the faces are few enough
UNITS = 32_000  # of a coordinate: the farthest vertex from the middle
SCRIPT = Path(__file__).parent / "orbit.js"


def simplify(mesh: Any) -> "tuple[Array, Array, Array]":
    """Return positions int16 (V, 3), faces uint16 (F, 3) and face colours uint8 (F, 3).

    Vertices within a cell of a grid become one. Raises ``ValueError`` for a mesh without any
    surface.
    """
    import numpy as np

    vertices = np.asarray(mesh.vertices, dtype=np.float64)
    faces = np.asarray(mesh.faces)
    if not len(faces) or not np.isfinite(vertices).all():
        raise ValueError("the mesh has no surface that can be drawn")
    vertices = vertices - (vertices.min(0) + vertices.max(0)) / 2
    vertices = vertices / (np.linalg.norm(vertices, axis=1).max() or 1.0)
    centre = np.full((len(faces), 3), 1 / 3)
    colours = surface_colours(mesh, faces, np.arange(len(faces)), centre)
    for grid in GRIDS:
        cells = np.floor((vertices + 1) / 2 * grid).astype(np.int64)
        _, cell = np.unique(cells @ np.array([1, 1000, 1_000_000]), return_inverse=True)
        count = np.bincount(cell)
        means = [np.bincount(cell, weights=vertices[:, axis]) / count for axis in range(3)]
        corners = cell[faces]
        whole = (corners != np.roll(corners, 1, axis=1)).all(1)
        if whole.sum() <= MOST_FACES and len(count) < 2**16:
            break
    kept = np.flatnonzero(whole)[:MOST_FACES]
    if not len(kept):
        raise ValueError("the mesh has no surface that can be drawn")
    points = np.round(np.stack(means, axis=1) * UNITS).astype("<i2")
    shades = np.clip(colours[kept] * 255, 0, 255).astype(np.uint8)
    return points, corners[kept].astype("<u2"), shades


def orbit_html(mesh: Any, label: str, still: str, side: int) -> str:
    """Return HTML that turns by mouse, touch and arrow keys and zooms by wheel, ``+`` and ``-``.

    ``still`` is the URL of the picture that shows where no script runs.
    """
    packed = zip("pfc", simplify(mesh), strict=True)
    data = " ".join(
        f'data-{name}="{base64.b64encode(part.tobytes()).decode()}"' for name, part in packed
    )
    words = html.escape(label, quote=True)
    script = html.escape(SCRIPT.read_text(encoding="utf-8"), quote=True)
    size = f"width:{side}px;height:{side}px"
    return (
        f'<div {data} style="{size}"><img alt="{words}" src="{still}" style="{size}" '
        f'onload="{script}"><canvas hidden {OWN_KEYS} role="img" tabindex="0" '
        f'aria-label="{words}; drag or press the arrow keys to turn it, plus and minus to zoom" '
        f'width="{2 * side}" height="{2 * side}" '
        f'style="{size};cursor:grab;touch-action:none"></canvas></div>'
    )
