"""Inflate an outline and its shading into a closed body."""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import scipy.sparse
import trimesh
import trimesh.smoothing
from scipy.sparse.linalg import spsolve
from skimage.measure import marching_cubes

from mediaext.engines.classical.arrays import Doubles, Integers, Mask, Pixels
from mediaext.engines.classical.solid.form import find_form

FRAME = 0.04  # of a side: an outline that ends there for longer is cut off by the picture
BEYOND = 0.3  # of the longer side: how far a cut body goes on where its depth is worked out
CELLS = 4600  # grid cells inside the outline; a ball gets eight faces for each
MOST_FACES = 49_000
DEPTH = 0.9  # of the depth of a ball over a round outline
RELIEF = 0.035  # of the body's longer side: how far shading moves the front
NEAREST = 0.12  # the outline keeps so far from grid nodes, lest triangles get slivers


@dataclass(frozen=True, slots=True)
class OutlineGrid:
    """The outline on a coarse grid with an empty border.

    ``field`` (h, w) is positive inside the outline, -0.5 to 0.5; ``light`` (h, w) the
    brightness, 0 to 1; ``raised`` (h, w) how far forms stand out, in cells; ``thickest`` half the
    depth that the thing has at the most, in cells. ``within`` (h, w) is the distance to where the
    picture cuts the thing off, in cells, below zero beyond.
    """

    field: Doubles
    light: Doubles
    raised: Doubles
    thickest: float
    within: Doubles

    @property
    def solid(self) -> Mask:
        """The nodes inside, boolean (h, w)."""
        inside: Mask = self.field > 0
        return inside


def inflate(rgb: Pixels, alpha: Doubles) -> tuple[Doubles, Integers]:
    """Inflate the subject of uint8 RGB (H, W, 3) with opacity (H, W) to a closed body.

    Returns vertices (V, 3), x right, y up, z to the viewer, the longest side one and the middle
    at zero; and fewer than 50,000 faces (F, 3), counter-clockwise from outside.
    """
    cells = CELLS
    while True:
        vertices, faces = _body(_sample(rgb, alpha, cells))
        if len(faces) <= MOST_FACES:
            return vertices, faces
        cells = int(cells * 0.9 * MOST_FACES / len(faces))


def _sample(rgb: Pixels, alpha: Doubles, cells: int) -> OutlineGrid:
    """Put the subject on a grid of about ``cells`` inner cells."""
    rows, columns = (np.flatnonzero((alpha > 0.5).any(axis=axis)) for axis in (1, 0))
    cell = max(0.5, float(np.sqrt((alpha > 0.5).sum() / cells)))
    further = max(3, int(BEYOND * max(np.ptp(rows), np.ptp(columns)) / cell))
    sides = alpha[:, 0], alpha[:, -1], alpha[-1]
    cut = [bool((side > 0.5).mean() > FRAME) for side in sides]  # a crown that is cut is round
    before, after, below = (further if ends else 3 for ends in cut)
    left, top = columns[0] - before * cell, rows[0] - 3 * cell
    size = (
        int((columns[-1] - left) / cell) + after + 2,
        int((rows[-1] - top) / cell) + below + 2,
    )
    matrix = np.array([[cell, 0, left], [0, cell, top]])
    blur = max(0.5 * cell, 0.6)

    def sampled(plane: Any) -> Any:
        return cv2.warpAffine(
            cv2.GaussianBlur(plane.astype(np.float32), (0, 0), blur), matrix, size,
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE,
        )  # fmt: skip

    inside = sampled(alpha)
    inside[[0, -1]] = inside[:, [0, -1]] = 0
    gray = cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY) / np.float32(255)
    x = np.arange(size[0]) * cell + left
    y = np.arange(size[1])[:, None] * cell + top
    height, width = alpha.shape
    within = np.full(inside.shape, np.inf)
    for ends, away in zip(cut, (x + 0.5, width - 0.5 - x, height - 0.5 - y), strict=True):
        if ends:
            within = np.minimum(within, away / cell)
    form = find_form(rgb, alpha)
    return OutlineGrid(
        _parts(inside) - 0.5,
        sampled(gray).astype(np.float64),
        sampled(form.raised).astype(np.float64) / cell,
        form.thickest / cell,
        within,
    )


def _body(grid: OutlineGrid) -> tuple[Doubles, Integers]:
    """Find the surface where the square of the half thickness equals that of the distance.

    Poisson's equation with a constant source and zero on the outline has the paraboloid as its
    solution over a disc, and its root is the ball: so round things become round and thin things
    thin, and front and back meet without an edge; no place is thicker than the kind of thing is.
    Brightness against its surroundings moves the front, where the body is thick. Where the
    picture cuts the thing off, the body ends in a plane.
    """
    square = DEPTH**2 * _paraboloid(grid.field)
    half = np.sqrt(np.maximum(square, 0))
    flatter = (1 + (half / grid.thickest) ** 4) ** -0.25
    square, half = square * flatter**2, half * flatter
    thick = np.minimum(half / (0.35 * half.max()), 1) ** 2
    bulge = RELIEF * max(grid.field.shape) * thick * _relief(grid.light, grid.solid)
    bulge = np.where(grid.raised.any(), 0.3, 1.0) * bulge + np.minimum(thick, 1) * grid.raised
    reach = int(np.ceil((half + np.abs(bulge)).max())) + 2
    height = np.arange(-reach, reach + 1, dtype=np.float32)[None, None]
    away = height - bulge[..., None] * (height > 0)
    volume = (square[..., None] - away**2).astype(np.float32)
    volume = np.minimum(volume, (half.max() * grid.within[..., None]).astype(np.float32))
    volume[np.abs(volume) < 1e-3] = 1e-3
    corners, faces, _, _ = marching_cubes(volume, 0.0)
    vertices = corners[:, [1, 0, 2]].astype(np.float64) * (1, -1, 1)
    body = trimesh.Trimesh(vertices, faces[:, ::-1], process=False)
    if body.volume < 0:
        body.invert()
    trimesh.smoothing.filter_taubin(body, iterations=14)  # takes out the steps of the cubes
    low, high = body.vertices.min(axis=0), body.vertices.max(axis=0)
    middle = (low + high) / 2
    return np.array((body.vertices - middle) / (high - low).max()), np.array(body.faces)


def _paraboloid(field: Doubles) -> Doubles:
    """Solve Poisson's equation inside, in cells squared; beyond the outline it goes on below zero.

    The outline lies between nodes: the value beyond it is extrapolated (G. Shortley and
    R. Weller, Journal of Applied Physics 9, 1938, in its symmetric form).
    """
    solid = field > 0
    number = np.full(solid.shape, -1)
    number[solid] = np.arange(solid.sum())
    diagonal = np.full(int(solid.sum()), 4.0)
    rows, columns, beyond = [], [], []
    for axis, step in ((0, 1), (0, -1), (1, 1), (1, -1)):
        other = np.roll(number, step, axis)[solid]
        outer = np.minimum(np.roll(field, step, axis)[solid], -1e-9)
        near = (field[solid] / (field[solid] - outer)).clip(NEAREST, 1 - NEAREST)
        extrapolated = np.where(other < 0, 1 / near - 1, 0.0)
        diagonal += extrapolated
        rows.append(np.flatnonzero(other >= 0))
        columns.append(other[other >= 0])
        beyond.append((extrapolated, axis, step))
    place = np.concatenate(rows), np.concatenate(columns)
    beside = scipy.sparse.csc_matrix((np.ones(place[0].size), place), (diagonal.size,) * 2)
    inner = spsolve(
        scipy.sparse.diags(diagonal, format="csc") - beside, np.full(diagonal.size, 4.0)
    )
    return _continue(solid, inner, beyond)


def _continue(solid: Mask, inner: Doubles, beyond: list[tuple[Doubles, int, int]]) -> Doubles:
    """Put the solution on the grid, and beyond the outline the mean of what continues it."""
    total, count = np.zeros(solid.shape), np.zeros(solid.shape)
    for factor, axis, step in beyond:
        layer, hits = np.zeros(solid.shape), np.zeros(solid.shape)
        layer[solid], hits[solid] = -inner * factor, factor > 0
        total += np.roll(layer, -step, axis)
        count += np.roll(hits, -step, axis)
    whole = np.where(count > 0, total / np.maximum(count, 1), -4.0)
    whole[solid] = np.maximum(inner, 0.02)
    return np.asarray(np.where(solid, whole, np.minimum(whole, -0.02)))


def _parts(inside: Any) -> Doubles:
    """Keep the largest part and those at least a twentieth as large."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(
        (inside > 0.5).astype(np.uint8), connectivity=4
    )
    areas = stats[1:, cv2.CC_STAT_AREA]
    dropped = [n for n in range(1, count) if areas[n - 1] < 0.05 * areas.max()]
    kept: Doubles = np.where(np.isin(labels, dropped), np.minimum(inside, 0.3), inside)
    return kept.astype(np.float64)


def _relief(light: Doubles, solid: Mask) -> Doubles:
    """Return brightness against its surroundings inside the outline, about -1 to 1."""
    weight = solid.astype(np.float64)

    def around(sigma: float) -> Any:
        total = cv2.GaussianBlur(light * weight, (0, 0), sigma)
        return total / np.maximum(cv2.GaussianBlur(weight, (0, 0), sigma), 1e-6)

    return np.asarray(np.tanh(2.5 * (around(1.2) - around(0.09 * max(solid.shape)))))
