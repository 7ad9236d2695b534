"""Move a face from one picture into another: align, match colours, blend without a seam."""

import cv2
import numpy as np
from scipy import ndimage
from scipy.interpolate import LinearNDInterpolator

from mediaext.engines.base import invalid
from mediaext.engines.classical.arrays import Pixels
from mediaext.engines.classical.effects.adjustments import sharpened
from mediaext.engines.classical.effects.kit import (
    Light,
    blur,
    from_lab,
    luma,
    mix,
    resize,
    to_lab,
    to_light,
    to_pixels,
)
from mediaext.engines.classical.enlarging import enlarge
from mediaext.engines.classical.faces import Face, find_largest
from mediaext.engines.classical.landmarks import FaceMesh, Landmarks, find_landmarks

MOST_STRETCH = 1.3  # a face is not stretched more than this to fit eyes and mouth at once
DARK, STRANGE = 0.68, 16.0  # of the cheeks' L*, and in CIELAB: what is not skin
CONTRAST = 0.75, 1.25  # by how much the contrast of a face may be changed
SKIN = np.array([22.0, 9.0, 9.0], np.float32)  # CIELAB: how far skin is from its median
SHADING, SHADED = 0.4, np.float32(0.7)  # eye distances over which shading is smooth; its share
COLOURED = 0.45, 1.1  # by how much colours of lips and cheeks follow the lightness of the skin
OWN_SHAPE = 0.75  # of the source's shape that eyes, nose and mouth keep
SOFT_EDGE = 0.035  # of the face's width
WARP_SIDE = 250  # pixels: where a warp is solved
SOFTENED = 0.8  # a source that is reduced more is blurred first
FRINGE = -0.1  # eye distances below the eyes: hair before the face ends above
MOST_SHIFT = 0.05  # of full light: a boundary that does not match does not bleed further


def largest_face(rgb: Pixels, field: str) -> tuple[Face, Landmarks]:
    """Return the largest face; raise INPUT_INVALID that names ``field`` when there is none."""
    face = find_largest(rgb)
    if face is None:
        raise invalid(
            f"{field}: no face was found in this image; give one where a face looks at the "
            "camera, well lit and at least a twentieth of the picture wide."
        )
    return face, find_landmarks(rgb, face)


def swap(target: Pixels, to: Landmarks, source: Pixels, of: Landmarks) -> tuple[Pixels, Light]:
    """Put the face of ``source`` in the place of that of ``target``.

    Returns the new pixels, and where the face now is, 0 to 1. Outside of it nothing changes.
    """
    oval = face_oval(target.shape[:2], to)
    box, corner = _box(oval)
    turn = alignment(of.points, to.points - corner)
    ground = target[box]
    size = ground.shape[1], ground.shape[0]
    moved = cv2.warpAffine(
        _softened(source, turn), turn, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REFLECT
    )
    return _laid(target, box, moved, oval, to.points - corner), oval


def swap_shapes(
    target: Pixels, to: FaceMesh, source: Pixels, of: FaceMesh
) -> tuple[Pixels, Light]:
    """Put the face of ``source`` in the place of that of ``target``, point by point.

    Eyes, nose and mouth keep three quarters of their own shape, in the target's pose; at the
    outline the shape is the target's. Returns as :func:`swap` does.
    """
    aims = to.points[:, :2] + (OWN_SHAPE * to.inner)[:, None] * (of.posed(to) - to.points[:, :2])
    oval = mesh_oval(target.shape[:2], to)
    box, corner = _box(oval)
    ground = target[box]
    moved = _warped(source, of.points[:, :2], aims - corner, ground.shape[:2])
    marks = np.array(to.centres, np.float32) - corner
    return _laid(target, box, moved, oval, marks, lowest=FRINGE), oval


Box = tuple[slice, slice]


def _box(oval: Light) -> tuple[Box, Light]:
    rows, columns = np.flatnonzero(oval.any(axis=1)), np.flatnonzero(oval.any(axis=0))
    box = slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1)
    return box, np.array([columns[0], rows[0]], np.float32)


def _laid(
    target: Pixels, box: Box, moved: Pixels, oval: Light, points: Light, lowest: float = np.inf
) -> Pixels:
    """Blend a face that is in place into ``box``; ``points`` are its eyes and mouth there."""
    ground, cover = target[box], oval[box]
    strange = not_face(moved, points, cover), not_face(ground, points, cover, lowest)
    cover = cover * (1 - np.maximum(*strange))
    cloned = _cloned(_lit(moved, ground, cover, points), ground, cover)
    result = target.copy()
    result[box] = to_pixels(mix(to_light(ground), to_light(cloned), cover))
    return result


def _lit(face: Pixels, ground: Pixels, cover: Light, points: Light) -> Pixels:
    """Give a face the skin colour, the contrast and the shading of the one it replaces.

    Medians and quartiles are compared, so that teeth, lips, brows and beards do not count. Lips
    and cheeks are as coloured as light on skin of that lightness makes them.
    """
    inside = cover > 0.5
    if inside.sum() < 50:
        return face
    own, aim = to_lab(to_light(face)), to_lab(to_light(ground))
    middles = [np.median(lab[inside], axis=0) for lab in (own, aim)]
    spreads = [
        np.maximum(np.subtract(*np.percentile(lab[inside], (75, 25), axis=0)), 1.0)
        for lab in (own, aim)
    ]
    gain = np.clip(spreads[1] / spreads[0], *CONTRAST)
    lighter = float((middles[1][0] + 16) / (middles[0][0] + 16))  # as CIELAB scales with light
    gain[1:] = np.clip(lighter, *COLOURED)
    away = (own - middles[0]) * gain
    if lighter > 1:  # gloss is the lamp's, however dark the skin
        away[..., 0] = np.where(away[..., 0] > 0, away[..., 0] / lighter, away[..., 0])
    fitted = (away + middles[1]).astype(np.float32)
    skin = [
        inside * np.exp(-np.square((lab - middle) / SKIN).sum(axis=2)).astype(np.float32)
        for lab, middle in ((fitted, middles[1]), (aim, middles[1]))
    ]
    reach = SHADING * float(np.hypot(*(points[1] - points[0])))
    shades = [
        blur(lab * weight[..., None], reach) / (blur(weight, reach) + np.float32(0.05))[..., None]
        for lab, weight in zip((fitted, aim), skin, strict=True)
    ]
    known = np.minimum(*(blur(weight, reach) for weight in skin))
    trusted = (known / (known + np.float32(0.05)))[..., None]
    lit = fitted + SHADED * trusted * (shades[1] - shades[0])
    return to_pixels(from_lab(np.ascontiguousarray(lit, np.float32)))


def _warped(source: Pixels, points: Light, aims: Light, shape: tuple[int, int]) -> Pixels:
    """Move ``points`` of ``source`` to ``aims``, both (N, 2), linearly in triangles between.

    The triangles are those of Delaunay; beyond the points the best similarity goes on.
    """
    points, aims = np.ascontiguousarray(points), np.ascontiguousarray(aims)
    turn, _ = cv2.estimateAffinePartial2D(points, aims)
    scale = float(np.hypot(turn[0, 0], turn[1, 0]))
    back = cv2.invertAffineTransform(turn)
    height, width = shape
    frame = np.array(
        [(x, y) for x in (-1.0, 0.5, 2.0) for y in (-1.0, 0.5, 2.0) if (x, y) != (0.5, 0.5)]
    ) * (width, height)
    places = np.concatenate([aims, frame])
    values = np.concatenate([points, frame @ back[:, :2].T + back[:, 2]])
    step = max(1, round(max(shape) / WARP_SIDE))
    rows, columns = np.mgrid[0 : height + step : step, 0 : width + step : step]
    found = LinearNDInterpolator(places, values)(columns, rows).astype(np.float32)
    apart = np.array([[step, 0, 0], [0, step, 0]], np.float64)
    maps = cv2.warpAffine(found, apart, (width, height), flags=cv2.INTER_LINEAR)
    soft = to_pixels(blur(to_light(source), 0.45 / scale)) if scale < SOFTENED else source
    moved: Pixels = cv2.remap(
        soft, maps[..., 0], maps[..., 1], cv2.INTER_CUBIC, borderMode=cv2.BORDER_REFLECT
    )
    return moved


def mesh_oval(shape: tuple[int, int], mesh: FaceMesh) -> Light:
    """Return the face within its outline, soft at the edge, 0 to 1."""
    plane = np.zeros(shape, np.float32)
    cv2.fillPoly(plane, [mesh.oval.round().astype(np.int32)], 1.0)
    edge = max(1.0, SOFT_EDGE * float(np.ptp(mesh.oval[:, 0])))
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * round(1.6 * edge) + 1,) * 2)
    soft = blur(cv2.erode(plane, disc), edge)
    soft[soft < 0.004] = 0
    return soft


def alignment(points: Light, aims: Light) -> Light:
    """Return the 2 x 3 matrix that maps eyes and mouth to ``aims``.

    An affine map fits all three; where it would stretch the face by more than MOST_STRETCH, the
    similarity that fits best is taken instead.
    """
    turn: Light = cv2.getAffineTransform(
        np.ascontiguousarray(points, np.float32), np.ascontiguousarray(aims, np.float32)
    )
    stretch = np.linalg.svd(turn[:, :2], compute_uv=False)
    if np.linalg.det(turn[:, :2]) > 0 and stretch[0] / max(stretch[1], 1e-6) < MOST_STRETCH:
        return turn
    fitted, _ = cv2.estimateAffinePartial2D(points, aims, method=cv2.LMEDS)
    similar: Light = turn if fitted is None else fitted
    return similar


def face_oval(shape: tuple[int, int], marks: Landmarks) -> Light:
    """Return the inner face, from above the brows to the chin, soft at the edge, 0 to 1."""
    points = marks.points
    middle = (points[0] + points[1]) / 2
    across = points[1] - points[0]
    down = points[2] - middle
    length = float(np.hypot(*down)) or 1.0
    centre = middle + 0.5 * down
    tall, wide = 1.12 * length, 0.93 * marks.eye_distance
    angle = float(np.degrees(np.arctan2(across[1], across[0])))
    plane = np.zeros(shape, np.float32)
    cv2.ellipse(plane, (tuple(map(float, centre)), (2 * wide, 2 * tall), angle), 1.0, -1)
    edge = max(1.0, 0.09 * marks.eye_distance)
    soft = blur(cv2.erode(plane, np.ones((3, 3), np.uint8), iterations=max(1, int(edge))), edge)
    soft[soft < 0.004] = 0
    return soft


def not_face(rgb: Pixels, points: Light, oval: Light, lowest: float = np.inf) -> Light:
    """Mark hair, ear rings and scene that reach in from the rim of ``oval``, 0 to 1.

    They are of another hue than the cheeks or darker, as beards are too, below the mouth.
    ``points`` are eyes and mouth; what is about them is always face. Eye distances below the eyes
    further than ``lowest`` nothing is marked: where the outline is known it is beard or shade.
    """
    middle, across = (points[0] + points[1]) / 2, points[1] - points[0]
    distance = max(float(np.hypot(*across)), 1.0)
    rows, columns = np.mgrid[0 : rgb.shape[0], 0 : rgb.shape[1]].astype(np.float32)
    offset = np.stack([columns, rows], axis=2) - middle
    aside = np.abs(offset @ across) / distance**2
    below = offset @ np.array([-across[1], across[0]], np.float32) / distance**2
    lab = to_lab(blur(to_light(rgb), distance / 50))
    cheeks = (below > 0.2) & (below < 0.8) & (oval > 0.9)
    if not cheeks.any():
        return np.zeros(oval.shape, np.float32)
    usual = np.median(lab[cheeks], axis=0)
    hue = np.hypot(lab[..., 1] - usual[1], lab[..., 2] - usual[2])
    dark = (lab[..., 0] < DARK * usual[0]) & (below < 0.9)
    outer = (dark | (hue > STRANGE)) & ((aside / 0.75) ** 2 + ((below - 0.45) / 0.83) ** 2 > 1)
    outer &= below < lowest
    strands = ndimage.binary_propagation(outer & (oval < 0.4), mask=outer)
    grown = ndimage.binary_dilation(strands, iterations=max(1, round(distance / 14)))
    return blur(grown.astype(np.float32), distance / 30)


def _softened(source: Pixels, turn: Light) -> Pixels:
    """Blur before shrinking, so that fine detail does not alias."""
    scale = float(np.sqrt(abs(np.linalg.det(turn[:, :2]))))
    if scale >= SOFTENED:
        return source
    return to_pixels(blur(to_light(source), 0.45 / scale))


def _cloned(face: Pixels, ground: Pixels, cover: Light) -> Pixels:
    """Blend gradients (Perez, Gangnet and Blake, 2003); colours keep to those of the match."""
    inside = (cover > 0.15).astype(np.uint8) * 255
    inside[:2], inside[-2:], inside[:, :2], inside[:, -2:] = 0, 0, 0, 0
    if inside.sum() < 255 * 25:
        return face
    x, y, width, height = cv2.boundingRect(inside)
    centre = x + width // 2, y + height // 2
    cloned = to_light(cv2.seamlessClone(face, ground, inside, centre, cv2.NORMAL_CLONE))
    own = to_light(face)
    return to_pixels(own + np.float32(0.8) * np.clip(cloned - own, -MOST_SHIFT, MOST_SHIFT))


def restore(rgb: Pixels, face: Light, weight: float, width: float) -> Pixels:
    """Bring out the detail of a face; ``weight`` 0 leaves it, 1 is sharpest.

    ``face`` is where it is, ``width`` its eye distance in pixels, which sets the scale of detail.
    """
    if weight <= 0:
        return rgb
    rows, columns = np.flatnonzero(face.any(axis=1)), np.flatnonzero(face.any(axis=0))
    box = slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1)
    part = to_light(rgb[box])
    clean = cv2.bilateralFilter(part, 5, 0.04, 2.0)
    fine = sharpened(clean, 1.6, max(0.8, width / 90))
    coarse = luma(fine) - blur(luma(fine), max(1.5, width / 22))
    lifted = np.clip(fine + (0.35 * coarse)[..., None], 0, 1)
    result = rgb.copy()
    result[box] = to_pixels(mix(part, lifted, face[box] * np.float32(weight)))
    return result


def enlarged(rgb: Pixels, factor: float) -> Pixels:
    """Enlarge by any factor from 1 to 4: by the whole number above, then averaged down."""
    if factor <= 1:
        return rgb
    size = round(rgb.shape[1] * factor), round(rgb.shape[0] * factor)
    whole = enlarge(rgb, int(np.ceil(factor - 1e-9)))
    if (whole.shape[1], whole.shape[0]) == size:
        return whole
    fitted: Pixels = cv2.resize(whole, size, interpolation=cv2.INTER_AREA)
    return fitted


def enlarged_plane(plane: Light, rgb: Pixels) -> Light:
    """Resize a mask to the size of ``rgb``."""
    return resize(plane, rgb.shape[1], rgb.shape[0])
