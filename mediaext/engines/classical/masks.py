"""Find the subject of a picture and its soft outline."""

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
import PIL.Image
from scipy import ndimage
from scipy.special import expit, logit

from mediaext.engines.base import Context
from mediaext.engines.classical.arrays import Doubles, Floats, Mask, Pixels
from mediaext.engines.classical.faces import Face, find_faces
from mediaext.engines.classical.leg_gaps import between_legs
from mediaext.engines.classical.local_colours import refine_alpha
from mediaext.engines.classical.matting import estimate_alpha, estimate_foreground
from mediaext.engines.classical.memory import once_per_picture
from mediaext.engines.classical.networks import learned_likelihood, learned_outline, people
from mediaext.engines.classical.pictures import shrink
from mediaext.engines.classical.saliency import find_salient

Labels = np.ndarray[Any, np.dtype[np.int32]]
WORK_SIDE = 360  # pixels: where the subject is found
SMALLEST = 12  # pixels: the shortest side, at the working size, in which a subject is looked for
FOREGROUND_SIDE = 640  # pixels: where the edge's own colours are found
SMALLEST_BAR = 0.02  # of the height or width: bars of one colour about a picture
BAR_SAMPLES = 200  # pixels along a bar that are looked at
BAR_NOISE = 16  # levels: within a bar
BAR_LENGTH = 0.9  # of a bar is met by the picture; a subject before a plain wall is less wide
BAR_EDGE = 0.015  # of the height or width: what a bar's edge may be blurred by
EDGE = 0.012  # of the longer side: how far from the outline opacity may be partial
SEARCH_SIDE = 720  # pixels: where faces and focus are looked for
LESSER_FACE = 0.15  # of the largest face's area: smaller ones are passers-by
LESSER_PART = 0.1  # of the likeliest part's weight: lesser parts are dropped
SMALL_HOLE = 0.02  # of the subject: smaller holes are filled
OPEN_HOLE = 0.4  # larger holes that are likelier are filled
PLAIN = 2.5  # levels of Lab that a plain ground strays from a smooth one by, in the median
THROUGH, NOISY = 3.0, 4.0  # levels that a hole is off the ground, and more in multiples of that
RIM = 12.0  # levels from the ground that the rim of a hole is off, at least,
RIM_SHARE = 0.85  # at this part of it
LEAST_HOLE = 0.0015  # of the subject: less is a glint or an eye
GROUND_SAMPLES = 4000  # pixels that the colour of the ground is fitted to
BRIDGE = 0.035  # of the longer side: half the width of clefts that likely pixels bridge
COLOUR = 0.7  # of the log odds by colour count beside the network's
LIKELY, SURE, SURELY_NOT = 0.5, 0.95, 0.05  # what GrabCut starts from, and may not change
MAYBE = 0.5  # likelihood of hair about a face: left to GrabCut
MODELLED = 2  # of so many rows and columns one is enough for GrabCut's models of colour
SOLVED_SIDE = 480  # pixels: where its soft edge is solved, and
MATTE_SIDE = 640  # pixels: where it is refined by colours
OPAQUE = 0.996  # opacity from which nothing of the background is in a colour
ROUNDING = 1e-6  # of what is opaque, by interpolation
STRIP = 512  # rows that are filtered at once


def subject_alpha(rgb: Pixels, context: Context | None = None, *, matted: bool = True) -> Floats:
    """Return the opacity of the subject, float32 (height, width), 0 to 1.

    A strip or a thumbnail too small to tell anything apart is all subject. ``rgb`` is uint8 of
    shape (height, width, 3). ``context`` hears of progress from 0.1 to 0.7. Where strands of hair
    do not matter, ``matted=False`` returns an outline that follows the picture's edges sooner.
    """
    context = context or Context()
    if (
        min(rgb.shape[:2]) * WORK_SIDE < SMALLEST * max(rgb.shape[:2])
        or min(rgb.shape[:2]) < SMALLEST
    ):
        return np.ones(rgb.shape[:2], np.float32)
    inside = within_bars(rgb)
    if rgb[inside].size < rgb.size:
        alpha = np.zeros(rgb.shape[:2], np.float32)
        part = np.ascontiguousarray(rgb[inside])
        alpha[inside] = subject_alpha(part, context, matted=matted)
        return alpha
    work = shrink(rgb, WORK_SIDE)
    context.progress(0.1, "Looking for the subject")
    full = shrink(rgb, SEARCH_SIDE)
    mask = subject_mask(work, full)
    if not matted:
        return enlarge_mask(mask, rgb)
    context.progress(0.5, "Solving hair and soft edges")
    small = shrink(rgb, MATTE_SIDE)
    factor = small.shape[1] / full.shape[1]
    alpha = matte(small, mask, [face.scaled(factor, small.shape) for face in find_faces(full)])
    return enlarge_alpha(alpha, rgb)


def picture_alpha(picture: PIL.Image.Image, context: Context | None = None) -> Floats:
    """Return the subject's opacity; a picture that is partly transparent brings its own."""
    if picture.mode == "RGBA":
        own = np.asarray(picture.getchannel("A"), dtype=np.float32) / np.float32(255)
        if own.min() < 0.98 and own.max() > 0.02:
            return own
    return subject_alpha(np.asarray(picture.convert("RGB")), context)


def within_bars(rgb: Pixels) -> tuple[slice, slice]:
    """Return rows and columns between two bars of one colour, as films and screenshots have."""
    rows, columns = _between_bars(rgb), _between_bars(rgb.transpose(1, 0, 2))
    whole = slice(0, rgb.shape[0]), slice(0, rgb.shape[1])
    return (rows, whole[1]) if rows != whole[0] else (whole[0], columns)


def _between_bars(rgb: Pixels) -> slice:
    """Return the rows between bars on both sides, which the picture meets along their length."""
    apart = np.abs(rgb[:, :: max(1, rgb.shape[1] // BAR_SAMPLES)].astype(np.int16) - rgb[0, 0])
    other = (apart.max(axis=2) > BAR_NOISE).mean(axis=1)
    met = np.flatnonzero(other > BAR_LENGTH)
    begin, end = (met[0], met[-1] + 1) if len(met) else (0, 0)
    edge, least = round(BAR_EDGE * len(other)), SMALLEST_BAR * len(other)
    outside = np.concatenate([other[: max(0, begin - edge)], other[end + edge :]])
    if min(begin, len(other) - end) < least or outside.max() > 1 - BAR_LENGTH:
        return slice(0, len(other))
    return slice(int(begin), int(end))


def subject_mask(rgb: Pixels, full: Pixels) -> Mask:
    """Return which pixels of ``rgb`` are the subject's; ``full`` is the same picture larger.

    GrabCut refines what the engine finds by itself. A network that was added knows people better
    than colours do: then it counts twice beside that. It takes cats and rockets for people, so it
    is heard where there is a face.
    """
    faces = find_faces(full)
    likely = subject_likelihood(rgb, full, faces)
    if not faces:
        return segment(rgb, likely)
    mask = None
    if (bodies := people(full)) is not None:
        seen = cv2.resize(bodies, rgb.shape[1::-1], interpolation=cv2.INTER_AREA)
        mean = (likely + 2 * seen) / 3
        mask = _tidy(mean > LIKELY, mean)
    if mask is None or not mask.any():
        mask = segment(rgb, likely)
    face = faces[0].scaled(rgb.shape[1] / full.shape[1], rgb.shape)
    return mask & ~between_legs(rgb, mask, face)


@once_per_picture
def subject_likelihood(rgb: Pixels, full: Pixels, faces: Sequence[Face]) -> Floats:
    """Return how likely each pixel of ``rgb`` is the subject's, 0 to 1.

    ``full`` is the same picture larger, where ``faces`` were found and focus is looked for. People
    the network knows by itself; of other things the log odds by colour, which count less, and by
    what the network has learned are added.
    """
    if not faces:
        regions, salient = find_salient(rgb, full)
        by_colour, learned = _log_odds(regions.paint(salient)), _log_odds(learned_likelihood(rgb))
        likely: Floats = expit(COLOUR * by_colour + learned)
        return likely
    likely = cv2.resize(learned_outline(full), rgb.shape[1::-1], interpolation=cv2.INTER_AREA)
    factor = rgb.shape[1] / full.shape[1]
    for face in faces:
        if face.area >= LESSER_FACE * faces[0].area:
            left, top, width, height = (value * factor for value in face.box)
            likely = np.maximum(likely, head_prior(rgb.shape[:2], left, top, width, height))
    return likely


def _log_odds(likely: Floats) -> Floats:
    odds: Floats = logit(likely.clip(0.02, 0.98))  # neither source is ever certain
    return odds


def head_prior(
    shape: tuple[int, ...], left: float, top: float, width: float, height: float
) -> Floats:
    """Return where a head is expected about a face: the face for sure, hair around it maybe."""
    middle = left + width / 2
    hair = _ellipse(shape, (middle, top + 0.40 * height), (0.66 * width, 0.80 * height))
    face = _face_oval(shape, left, top, width, height)
    soft: Floats = MAYBE * cv2.GaussianBlur(hair, (0, 0), 0.08 * width)
    return np.maximum(soft, face)


def _face_oval(
    shape: tuple[int, ...], left: float, top: float, width: float, height: float
) -> Floats:
    middle = left + width / 2, top + 0.45 * height
    return _ellipse(shape, middle, (0.45 * width, 0.65 * height))


def _ellipse(
    shape: tuple[int, ...], centre: tuple[float, float], axes: tuple[float, float]
) -> Floats:
    drawn = np.zeros(shape, np.float32)
    middle = round(centre[0]), round(centre[1])
    cv2.ellipse(drawn, middle, (round(axes[0]), round(axes[1])), 0, 0, 360, 1.0, -1)
    return drawn


def overlap(one: Mask, other: Mask) -> float:
    """Return the intersection over union of two masks."""
    return float((one & other).sum() / max(1, (one | other).sum()))


@once_per_picture
def segment(rgb: Pixels, likely: Floats) -> Mask:
    """Cut the subject out with GrabCut (Rother et al., 2004), started from a likelihood."""
    trimap = np.where(likely > LIKELY, cv2.GC_PR_FGD, cv2.GC_PR_BGD).astype(np.uint8)
    trimap[likely > SURE] = cv2.GC_FGD
    trimap[likely < SURELY_NOT] = cv2.GC_BGD
    some = np.ascontiguousarray(trimap[::MODELLED, ::MODELLED])
    if not (some & 1).any() or (some & 1).all():
        return centre_mask(likely.shape)
    colours = np.ascontiguousarray(rgb[::MODELLED, ::MODELLED])
    ground, subject = np.zeros((1, 65)), np.zeros((1, 65))
    cv2.setRNGSeed(1)
    cv2.grabCut(colours, some, None, ground, subject, 0, cv2.GC_INIT_WITH_MASK)
    cv2.grabCut(rgb, trimap, None, ground, subject, 1, cv2.GC_EVAL_FREEZE_MODEL)
    mask = _tidy((trimap & 1).astype(bool), likely)
    return mask & ~_seen_through(rgb, mask) if mask.any() else centre_mask(likely.shape)


def centre_mask(shape: tuple[int, ...]) -> Mask:
    """Return an ellipse in the middle: the last resort for a picture without any clue."""
    height, width = shape
    return _ellipse(shape, (width / 2, height / 2), (width * 0.375, height * 0.375)) > 0


def _tidy(mask: Mask, likely: Floats) -> Mask:
    """Drop specks and lesser parts, bridge likely clefts, fill holes unlike background."""
    parts, labels = _parts(ndimage.binary_opening(mask))
    weight = np.bincount(labels.ravel(), likely.ravel(), parts + 1)
    weight[0] = 0
    kept = (weight >= LESSER_PART * weight.max())[labels] & (labels > 0)
    kept |= _close(kept) & (likely > LIKELY)
    holes, numbers = _parts(ndimage.binary_fill_holes(kept) & ~kept)
    size = np.bincount(numbers.ravel(), minlength=holes + 1)
    mean = np.bincount(numbers.ravel(), likely.ravel(), holes + 1) / np.maximum(size, 1)
    solid = (size < SMALL_HOLE * kept.sum()) | (mean > OPEN_HOLE)
    solid[0] = False
    filled: Mask = kept | solid[numbers]
    return filled


def _seen_through(rgb: Pixels, mask: Mask) -> Mask:
    """Return the holes of a subject before a plain ground, as of a handle or between bars.

    What is enclosed looks like the subject to a network. Before a plain ground, as of a product
    shot, a hole has the very colour that the ground has there, and a rim that differs all around,
    which a highlight has not.
    """
    lab = cv2.cvtColor(rgb, cv2.COLOR_RGB2LAB).astype(np.float32)
    outside = ~ndimage.binary_dilation(mask, iterations=6)
    ground = _ground(lab, outside)
    if ground is None:
        return np.zeros_like(mask)
    off = np.abs(lab - ground).max(axis=2)
    noise = float(np.median(off[outside]))
    if noise > PLAIN:
        return np.zeros_like(mask)
    parts, labels = _parts(ndimage.binary_opening((off < THROUGH + NOISY * noise) & mask))
    size = np.bincount(labels.ravel(), minlength=parts + 1)
    through = np.zeros_like(mask)
    for number, place in enumerate(ndimage.find_objects(labels), start=1):
        if size[number] < LEAST_HOLE * mask.sum():
            continue
        around = tuple(slice(max(0, s.start - 4), s.stop + 4) for s in place)
        grown = ndimage.binary_dilation(labels[around] == number, iterations=2)
        rim = ndimage.binary_dilation(grown, iterations=2) & ~grown
        if (mask[around][rim] & (off[around][rim] > RIM)).mean() > RIM_SHARE:
            through[around] |= ndimage.binary_erosion(grown) & mask[around]
    return through


def _ground(lab: Floats, outside: Mask) -> Floats | None:
    """Return the colour that a smooth ground has at each pixel; ``None`` where too little is seen.

    The ground is a polynomial of the third degree, fitted twice: what is far off the first, such
    as a shadow, has no part in the second.
    """
    rows, columns = np.nonzero(outside)
    if len(rows) < GROUND_SAMPLES // 10:
        return None
    step = max(1, len(rows) // GROUND_SAMPLES)
    rows, columns = rows[::step], columns[::step]
    height, width = outside.shape
    seen, known = lab[rows, columns], _powers(rows / height, columns / width)
    weights = np.linalg.lstsq(known, seen, rcond=None)[0]
    apart = np.abs(seen - known @ weights).max(axis=1)
    near = apart <= np.percentile(apart, 70)
    weights = np.linalg.lstsq(known[near], seen[near], rcond=None)[0]
    y, x = np.mgrid[0:height, 0:width]
    ground: Floats = (_powers(y / height, x / width) @ weights).astype(np.float32)
    return ground


def _powers(y: Doubles, x: Doubles) -> Doubles:
    """Return the ten products of powers of two coordinates up to the third degree."""
    y, x = y - 0.5, x - 0.5
    made: Doubles = np.stack([x**i * y**j for i in range(4) for j in range(4 - i)], axis=-1)
    return made


def _close(mask: Mask) -> Mask:
    """Bridge clefts narrower than 2 * BRIDGE, such as a dark collar before a dark wall."""
    reach = max(1, round(BRIDGE * max(mask.shape)))
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1, 2 * reach + 1))
    padded = np.pad(mask.astype(np.uint8), 2 * reach, mode="edge")
    closed: Mask = cv2.morphologyEx(padded, cv2.MORPH_CLOSE, disc) > 0
    return closed[2 * reach : -2 * reach, 2 * reach : -2 * reach]


def _parts(mask: Mask) -> tuple[int, Labels]:
    count, labels = cv2.connectedComponents(mask.astype(np.uint8), connectivity=4)
    return count - 1, labels


@once_per_picture
def matte(rgb: Pixels, mask: Mask, faces: Sequence[Face] = ()) -> Floats:
    """Solve the soft edge by closed-form matting (Levin, Lischinski and Weiss, 2008).

    That is done on a smaller copy; hair, of which the band about the outline holds the roots
    alone, is told from the ground by colours. Of ``faces`` nothing gets clearer: their colours
    are found nowhere else.
    """
    alpha = enlarge_alpha(_solved(shrink(rgb, SOLVED_SIDE), mask), rgb)
    sure = np.zeros(alpha.shape, bool)
    for face in faces:
        sure |= _face_oval(alpha.shape, *face.box) > 0
    return refine_alpha(rgb.astype(np.float32) / np.float32(255), alpha, sure)


def _solved(rgb: Pixels, mask: Mask) -> Floats:
    """Return the opacity within a band about the outline."""
    height, width = rgb.shape[:2]
    sharp = cv2.resize(mask.astype(np.float32), (width, height), interpolation=cv2.INTER_LINEAR)
    inside = (np.asarray(sharp) > 0.5).astype(np.uint8)
    if not inside.any() or inside.all():
        return inside.astype(np.float32)
    depth = cv2.distanceTransform(inside, cv2.DIST_L2, 5)
    away = cv2.distanceTransform(1 - inside, cv2.DIST_L2, 5)
    reach = max(2.0, EDGE * max(height, width))
    trimap = np.full((height, width), 0.5)
    trimap[depth > min(reach, 0.6 * depth.max())] = 1.0
    trimap[away > min(reach, 0.6 * away.max())] = 0.0
    alpha = estimate_alpha(rgb.astype(np.float64) / 255, trimap)
    return np.asarray(alpha, dtype=np.float32).clip(0, 1)


def enlarge_alpha(alpha: Floats, rgb: Pixels) -> Floats:
    """Enlarge to the picture's size; its edges follow those of the picture (guided filter)."""
    height, width = rgb.shape[:2]
    if alpha.shape == (height, width):
        return alpha
    large: Floats = cv2.resize(alpha, (width, height), interpolation=cv2.INTER_CUBIC)
    radius = 2 * max(1, round(max(height, width) / max(alpha.shape))) + 1
    fine = _along_edges(large, rgb, radius, 1e-4)
    np.copyto(large, fine, where=(large > 0.02) & (large < 0.98))
    large[large > 1 - ROUNDING] = 1
    return large.clip(0, 1, out=large)


def enlarge_mask(mask: Mask, rgb: Pixels) -> Floats:
    """Bring a mask to the picture's size with edges that follow the picture."""
    height, width = rgb.shape[:2]
    plane: Floats = cv2.resize(mask.astype(np.float32), (width, height))
    radius = max(2, round(max(height, width) / 250))
    soft = _along_edges(plane, rgb, radius, 1e-3)
    firm: Floats = np.clip((soft - 0.15) / 0.7, 0, 1).astype(np.float32)
    return firm


def _along_edges(plane: Floats, rgb: Pixels, radius: int, regularity: float) -> Floats:
    """Filter a plane along the edges of a picture, strip by strip, which bounds the memory."""
    filtered = np.empty_like(plane)
    for top in range(0, len(plane), STRIP):
        begin, end = max(0, top - 2 * radius), top + STRIP + 2 * radius
        guide = cv2.cvtColor(rgb[begin:end], cv2.COLOR_RGB2GRAY).astype(np.float32) / 255
        strip = guided_filter(guide, plane[begin:end], radius, regularity)
        filtered[top : top + STRIP] = strip[top - begin : top - begin + STRIP]
    return filtered


def guided_filter(guide: Floats, values: Floats, radius: int, regularity: float) -> Floats:
    """Filter ``values`` along the edges of ``guide`` (He, Sun and Tang, 2010); both (H, W)."""
    size = (2 * radius + 1, 2 * radius + 1)

    def mean(image: Floats) -> Floats:
        blurred: Floats = cv2.blur(image, size)
        return blurred

    middle, level = mean(guide), mean(values)
    slope = (mean(guide * values) - middle * level) / (
        mean(guide * guide) - middle**2 + regularity
    )
    offset = level - slope * middle
    return mean(slope) * guide + mean(offset)


def clean_foreground(rgb: Pixels, alpha: Floats) -> Pixels:
    """Take the old background's colour out of the soft edge (Germer et al., 2020).

    Opaque pixels stay exactly as they are. The correction, which is smooth, is found at a small
    size.
    """
    if min(rgb.shape[:2]) < 2 or alpha.min() >= OPAQUE:
        return rgb
    small = shrink(rgb, FOREGROUND_SIDE)
    size = small.shape[1], small.shape[0]
    opacity = cv2.resize(alpha, size, interpolation=cv2.INTER_AREA)
    colours = estimate_foreground(small.astype(np.float32) / 255, opacity)
    cleaned, soft = rgb.copy(), alpha < OPAQUE
    for channel in range(3):
        change = 255 * colours[..., channel] - small[..., channel]
        changed = cv2.resize(change, rgb.shape[1::-1], interpolation=cv2.INTER_LINEAR)
        changed += rgb[..., channel]
        np.copyto(cleaned[..., channel], changed.clip(0, 255), where=soft, casting="unsafe")
    return cleaned
