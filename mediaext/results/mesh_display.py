"""Display a mesh as pictures from all sides and as an interactive view: no GPU, no window.

For pictures the surface is covered evenly with points (area-weighted, by the R2 sequence of
M. Roberts, 2018), dense enough that every pixel is met at the closest zoom; each view sorts them
by depth and keeps the nearest. The cost does not depend on the number of triangles. A page gets
few enough triangles for a notebook file, drawn on a canvas.
"""

import base64
import html
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from mediaext.results.showing import OWN_KEYS

if TYPE_CHECKING:
    import numpy as np
    import PIL.Image

    Array = np.ndarray[Any, Any]

NO_SURFACE = "the mesh has no surface that can be drawn"
VIEWS = 12
SIDE = 240  # pixels of one view
SUPERSAMPLE = 2
DENSITY = 0.7  # points per supersampled pixel of surface seen face on; each fills 2x2 pixels
MOST_POINTS = 1_500_000
PLAIN = (0.72, 0.74, 0.78)  # colour of a mesh that has none
PITCH = 0.35  # radians that the camera looks down
LIGHT = (-0.45, 0.65, 0.61)  # where it comes from: left, above, behind the camera
MOST_FACES = 6000
GRIDS = (96, 64, 48, 32, 24, 16)  # cells along the longest side, until the faces are few enough
UNITS = 32_000  # of a coordinate: the farthest vertex from the middle
SCRIPT = Path(__file__).parent / "orbit.js"


class Cloud(NamedTuple):
    """Points on the surface: positions in the unit ball, normals and colours, float32 (3, N)."""

    points: "Array"
    normals: "Array"
    colours: "Array"


def views(mesh: object, count: int = VIEWS, side: int = SIDE) -> list["PIL.Image.Image"]:
    """Return RGBA pictures of a trimesh from ``count`` directions, first the front.

    Raises ``ValueError`` for a mesh without any surface.
    """
    import numpy as np

    cloud = sample(mesh, side * SUPERSAMPLE)
    return [draw(cloud, angle, side) for angle in np.arange(count) * 2 * np.pi / count]


def sample(mesh: Any, side: int) -> Cloud:
    """Cover the surface with points for pictures of ``side`` pixels."""
    import numpy as np

    vertices, faces = in_unit_ball(mesh)
    corners = vertices[faces]
    cross = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    area = np.linalg.norm(cross, axis=1) / 2
    if area.sum() <= 0:
        raise ValueError(NO_SURFACE)
    wanted = area * (side / 2) ** 2 * DENSITY
    wanted *= min(1.0, MOST_POINTS / wanted.sum())
    # Rounding by running totals spreads single points fairly over triangles below one pixel.
    totals = np.floor(np.cumsum(wanted) + 0.5).astype(np.int64)
    owner = np.repeat(np.arange(len(faces)), np.diff(totals, prepend=0))
    weights = barycentric(len(owner))
    points = np.einsum("nc,ncd->nd", weights, corners[owner])
    normals = smooth_normals(mesh, faces, cross, owner, weights)
    colours = surface_colours(mesh, faces, owner, weights)
    rows = [np.ascontiguousarray(part.T, dtype=np.float32) for part in (points, normals, colours)]
    return Cloud(*rows)


def in_unit_ball(mesh: Any) -> "tuple[Array, Array]":
    """Return vertices (V, 3) moved and scaled into the unit ball, and faces (F, 3).

    Raises ``ValueError`` for a mesh without any surface.
    """
    import numpy as np

    vertices, faces = np.asarray(mesh.vertices, dtype=np.float64), np.asarray(mesh.faces)
    if not len(faces) or not np.isfinite(vertices).all():
        raise ValueError(NO_SURFACE)
    vertices = vertices - (vertices.min(0) + vertices.max(0)) / 2
    return vertices / (np.linalg.norm(vertices, axis=1).max() or 1.0), faces


def barycentric(count: int) -> "Array":
    """Return even weights in a triangle, float64 (N, 3)."""
    import numpy as np

    golden = 1.32471795724474602596  # the plastic number: x**3 == x + 1
    steps = np.arange(1, count + 1)
    u, v = (steps / golden) % 1, (steps / golden**2) % 1
    folded = u + v > 1
    u, v = np.where(folded, 1 - u, u), np.where(folded, 1 - v, v)
    return np.stack([1 - u - v, u, v], axis=1)


def smooth_normals(
    mesh: Any, faces: "Array", cross: "Array", owner: "Array", weights: "Array"
) -> "Array":
    """Return unit normals blended over a triangle, flat where its corners differ much."""
    import numpy as np

    flat = cross / np.maximum(np.linalg.norm(cross, axis=1, keepdims=True), 1e-12)
    corner = np.asarray(mesh.vertex_normals)[faces[owner]]
    blended = np.einsum("nc,ncd->nd", weights, corner)
    blended /= np.maximum(np.linalg.norm(blended, axis=1, keepdims=True), 1e-12)
    agree = (corner * flat[owner][:, None]).sum(2).min(1) > 0.7
    return np.asarray(np.where(agree[:, None], blended, flat[owner]))


def surface_colours(mesh: Any, faces: "Array", owner: "Array", weights: "Array") -> "Array":
    """Return RGB 0 to 1 from the texture, the vertices or the faces, else a plain grey."""
    import numpy as np

    visual = mesh.visual
    uv = getattr(visual, "uv", None)
    texture = getattr(getattr(visual, "material", None), "baseColorTexture", None) or getattr(
        getattr(visual, "material", None), "image", None
    )
    if uv is not None and texture is not None:
        pixels = np.asarray(texture.convert("RGB"), dtype=np.float32) / 255
        spot = np.einsum("nc,ncd->nd", weights, np.asarray(uv)[faces[owner]])
        rows = np.clip((1 - spot[:, 1] % 1) * pixels.shape[0], 0, pixels.shape[0] - 1)
        columns = np.clip(spot[:, 0] % 1 * pixels.shape[1], 0, pixels.shape[1] - 1)
        return np.asarray(pixels[rows.astype(int), columns.astype(int)], dtype=np.float32)
    if getattr(visual, "kind", None) == "vertex":
        corner = np.asarray(visual.vertex_colors)[:, :3][faces[owner]] / 255
        return np.asarray(np.einsum("nc,ncd->nd", weights, corner), dtype=np.float32)
    if getattr(visual, "kind", None) == "face":
        return np.asarray(visual.face_colors[owner, :3] / 255, dtype=np.float32)
    return np.full((len(owner), 3), PLAIN, dtype=np.float32)


def draw(cloud: Cloud, angle: float, side: int) -> "PIL.Image.Image":
    """Return one RGBA picture; ``angle`` turns the mesh about its upright (y) axis."""
    import numpy as np
    import PIL.Image
    import PIL.ImageFilter

    wide = side * SUPERSAMPLE
    turn = rotation(angle).astype(np.float32)
    facing = along(turn[2], cloud.normals)
    seen = np.flatnonzero(facing > -0.2)  # a little past the edge closes thin sheets
    points = cloud.points[:, seen]
    seen = seen[np.argsort(along(turn[2], points))]  # far first: the nearest is written last
    points, normals = cloud.points[:, seen], cloud.normals[:, seen]
    shade = 0.42 + 0.62 * np.clip(along(turn.T @ np.array(LIGHT, dtype=np.float32), normals), 0, 1)
    columns = ((along(turn[0], points) * 0.96 + 1) * wide / 2).astype(np.int32)
    rows = ((1 - along(turn[1], points) * 0.96) * wide / 2).astype(np.int32)
    corner = rows.clip(0, wide - 2) * wide + columns.clip(0, wide - 2)
    place = (corner[:, None] + np.array([0, 1, wide, wide + 1], dtype=np.int32)).ravel()
    rgba = np.full((len(seen), 4), 255, dtype=np.uint8)
    rgba[:, :3] = np.clip(cloud.colours[:, seen] * shade * 255, 0, 255).T
    pixels = np.zeros((wide * wide, 4), dtype=np.uint8)
    pixels.view(np.uint32)[:, 0][place] = np.repeat(rgba.view(np.uint32)[:, 0], 4)
    image = PIL.Image.fromarray(pixels.reshape(wide, wide, 4))
    image = image.filter(PIL.ImageFilter.MedianFilter(3))  # closes the last pinholes
    return image.resize((side, side), PIL.Image.Resampling.BOX)


def along(direction: "Array", vectors: "Array") -> "Array":
    """Return the dot product with every vector; for so few rows BLAS would only cost threads."""
    x, y, z = vectors
    total: Array = direction[0] * x + direction[1] * y + direction[2] * z
    return total


def rotation(angle: float) -> "Array":
    """Return the matrix that turns about y and then looks down a little."""
    import numpy as np

    c, s = np.cos(angle), np.sin(angle)
    about_y = np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])
    c, s = np.cos(PITCH), np.sin(PITCH)
    down = np.array([[1, 0, 0], [0, c, -s], [0, s, c]])
    return np.asarray(down @ about_y)


def strip(pictures: list["PIL.Image.Image"]) -> "PIL.Image.Image":
    """Return the pictures side by side."""
    import PIL.Image

    side = pictures[0].width
    long = PIL.Image.new("RGBA", (side * len(pictures), side))
    for number, picture in enumerate(pictures):
        long.paste(picture, (number * side, 0))
    return long


def simplify(mesh: Any) -> "tuple[Array, Array, Array]":
    """Return positions int16 (V, 3), faces uint16 (F, 3) and face colours uint8 (F, 3).

    Vertices within a cell of a grid become one. Raises ``ValueError`` for a mesh without any
    surface.
    """
    import numpy as np

    vertices, faces = in_unit_ball(mesh)
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
        raise ValueError(NO_SURFACE)
    points = np.round(np.stack(means, axis=1) * UNITS).astype("<i2")
    shades = np.clip(colours[kept] * 255, 0, 255).astype(np.uint8)
    return points, corners[kept].astype("<u2"), shades


def orbit_html(mesh: Any, label: str, still: str, side: int) -> str:
    """Return HTML that turns by mouse, touch and arrow keys and zooms by wheel, ``+`` and ``-``.

    The wheel scrolls the page until the mesh is clicked or has the focus.

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
        f'<div {data} style="{size};position:relative">'
        f'<img alt="{words}" src="{still}" style="{size}" onload="{script}">'
        f'<canvas hidden {OWN_KEYS} role="img" tabindex="0" '
        f'aria-label="{words}; drag or press the arrow keys to turn it, plus and minus to zoom" '
        f'width="{2 * side}" height="{2 * side}" '
        f'style="{size};cursor:grab;touch-action:none"></canvas><div hidden aria-hidden="true" '
        'style="position:absolute;bottom:0;width:100%;text-align:center;font-size:75%;'
        'opacity:.75;pointer-events:none">Drag to turn, click and scroll to zoom</div></div>'
    )
