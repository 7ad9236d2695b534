"""Paint a body by projecting a picture from the front and its mirror image from behind."""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import PIL.Image

from mediaext.engines.classical.arrays import Doubles, Integers, Pixels
from mediaext.engines.classical.clip.layers import fill_behind
from mediaext.engines.classical.solid.form import faces_us, faces_within, seen_from_aside

CHART_SIDE = 1024  # pixels of the longer side of front or back, at the most
RIM = 0.3  # of the depth inside the outline: what a thing that faces us also shows behind
PLAIN_SIDE = 256  # pixels: where a back is made plain
DETAIL = 0.55  # of the depth inside the outline: finer things are not on the back
GUTTER = 8  # pixels between the two and around them


@dataclass(frozen=True, slots=True)
class Painted:
    """A textured body: ``uv`` (V, 2) with the origin at the lower left, ``texture`` RGB.

    Vertices of the seam between front and back appear once for each.
    """

    vertices: Doubles
    faces: Integers
    normals: Doubles
    uv: Doubles
    texture: PIL.Image.Image


def paint(
    vertices: Doubles, faces: Integers, normals: Doubles, rgb: Pixels, alpha: Doubles
) -> Painted:
    """Paint a body (x right, y up, front towards +z) with the subject of a picture.

    The box around the body gets the box around the subject. Faces that look forwards are seen
    in the left or upper half of the texture, the others in the other half.
    """
    front, back = charts(rgb, alpha)
    height, width = front.shape[:2]
    beside = height >= width
    step = (width + GUTTER, 0) if beside else (0, height + GUTTER)
    size = width + step[0] + 2 * GUTTER, height + step[1] + 2 * GUTTER
    texture = _atlas(front, back, step, size)
    corners = vertices[faces]
    facing = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])[:, 2] < 0
    ahead, used_ahead = _compact(faces[~facing])
    behind, used_behind = _compact(faces[facing])
    place = _project(vertices, width, height)
    pixels = np.concatenate([place[used_ahead], place[used_behind] + step]) + GUTTER
    uv = np.column_stack([pixels[:, 0] / size[0], 1 - pixels[:, 1] / size[1]])
    used = np.concatenate([used_ahead, used_behind])
    joined = np.concatenate([ahead, behind + len(used_ahead)])
    return Painted(vertices[used], joined, normals[used], uv, texture)


def charts(rgb: Pixels, alpha: Doubles) -> tuple[Pixels, Pixels]:
    """Return what is seen from the front and, with the same x, from behind.

    Both end at the box around the subject, are filled beyond its outline with its own colours,
    and agree at the outline. No face looks backwards: the back of a head has the colours of its
    crown, what is alike on both sides, as things and animals that face us are, has those of its
    outline, and details are left to the front. What is seen from aside has two sides alike.
    """
    rows, columns = (np.flatnonzero((alpha > 0.5).any(axis=axis)) for axis in (1, 0))
    box = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    part, solid = rgb[box], np.ascontiguousarray(alpha[box], np.float32)
    hidden = _not_behind(rgb, alpha)[box]
    scale = min(CHART_SIDE / max(solid.shape), 2.0)  # more would be pixels without detail
    size = max(8, round(solid.shape[1] * scale)), max(8, round(solid.shape[0] * scale))
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    part, solid = cv2.resize(part, size, interpolation=how), cv2.resize(solid, size)
    hidden = cv2.resize(hidden, size)
    front = fill_behind(part.astype(np.float32), (1 - solid).clip(0, 1))
    back = _bytes(fill_behind(front, hidden.clip(0, 1)))
    return _bytes(front), back if seen_from_aside(alpha) else _plain(back, solid)


def _plain(back: Pixels, solid: Any) -> Pixels:
    """Take eyes, emblems and lettering off a back, which has the colours of the front alone.

    Nothing changes at the outline, where front and back meet.
    """
    factor = min(1.0, PLAIN_SIDE / max(solid.shape))
    small = cv2.resize(back, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    inside = cv2.resize(solid, small.shape[1::-1]) > 0.5
    padded = cv2.copyMakeBorder(inside.astype(np.uint8), 1, 1, 1, 1, cv2.BORDER_CONSTANT)
    deep = cv2.distanceTransform(padded, cv2.DIST_L2, 5)[1:-1, 1:-1]
    reach = 2 * round(DETAIL * float(deep.max()) / 2) + 1
    plain = cv2.GaussianBlur(cv2.medianBlur(small, reach), (0, 0), reach / 12)
    share = np.clip(deep / max(0.3 * reach, 1.0) - 0.3, 0, 1).astype(np.float32)
    size = back.shape[1], back.shape[0]
    share = cv2.resize(share, size)[..., None]
    return _bytes(back + share * (cv2.resize(plain, size) - back.astype(np.float32)))


def _not_behind(rgb: Pixels, alpha: Doubles) -> Any:
    """Return what is seen from the front alone, float32 (H, W), 0 to 1."""
    inside = (alpha > 0.5).astype(np.uint8)
    hidden = np.zeros(alpha.shape, np.float32)
    faces = faces_within(rgb, alpha)
    for face in faces:
        left, top, width, height = face.box
        middle = round(left + 0.5 * width), round(top + 0.5 * height)
        axes = round(0.5 * width), round(0.72 * height)
        cv2.ellipse(hidden, middle, axes, 0, 0, 360, 1.0, -1)
        hidden = cv2.GaussianBlur(hidden, (0, 0), max(0.05 * width, 1.0))
    if not faces and faces_us(alpha):
        padded = cv2.copyMakeBorder(inside, 1, 1, 1, 1, cv2.BORDER_CONSTANT)
        deep = cv2.distanceTransform(padded, cv2.DIST_L2, 5)[1:-1, 1:-1]
        rim = max(RIM * float(deep.max()), 1.0)
        hidden = np.clip(deep / rim - 1, 0, 1).astype(np.float32)
    return hidden


def _atlas(
    front: Pixels, back: Pixels, step: tuple[int, int], size: tuple[int, int]
) -> PIL.Image.Image:
    atlas = np.zeros((size[1], size[0], 3), np.uint8)
    for chart, (right, down) in ((back, step), (front, (0, 0))):
        half = GUTTER // 2 if (right, down) == (0, 0) else GUTTER  # they share the one between
        edges = GUTTER, half if step[1] else GUTTER, GUTTER, half if step[0] else GUTTER
        wide = cv2.copyMakeBorder(chart, *edges, cv2.BORDER_REPLICATE)
        atlas[down : down + wide.shape[0], right : right + wide.shape[1]] = wide
    whole = PIL.Image.fromarray(atlas)  # graphics hardware likes sides that are powers of two
    sides = [2 ** round(np.log2(side)) for side in whole.size]
    return whole.resize((sides[0], sides[1]), PIL.Image.Resampling.LANCZOS)


def _project(vertices: Doubles, width: int, height: int) -> Doubles:
    """Return the place of vertices in a chart, pixels from its upper left, (V, 2)."""
    low, high = vertices.min(axis=0), vertices.max(axis=0)
    part = (vertices - low)[:, :2] / np.maximum(high - low, 1e-9)[:2]
    return np.column_stack([part[:, 0] * width, (1 - part[:, 1]) * height])


def _compact(faces: Integers) -> tuple[Integers, Integers]:
    """Return faces numbered from zero, and which vertices they use."""
    used, inverse = np.unique(faces, return_inverse=True)
    return inverse.reshape(-1, 3), used


def _bytes(pixels: Any) -> Pixels:
    whole: Pixels = pixels.clip(0, 255).round().astype(np.uint8)
    return whole
