"""Find the subject of a picture and its soft outline."""

from typing import Any

import cv2
import numpy as np
import PIL.Image
from pymatting import estimate_alpha_cf, estimate_foreground_ml
from scipy import ndimage

from mediaext.engines.base import Context
from mediaext.engines.classical.faces import find_faces
from mediaext.engines.classical.saliency import background_detection, find_regions

Pixels = np.ndarray[Any, np.dtype[np.uint8]]
Floats = np.ndarray[Any, np.dtype[np.float32]]
Mask = np.ndarray[Any, np.dtype[np.bool_]]
WORK_SIDE = 400  # pixels: where the subject is found
MATTE_SIDE = 640  # pixels: where its soft edge is solved


def subject_alpha(rgb: Pixels, context: Context | None = None) -> Floats:
    """Return the opacity of the subject, float32 (height, width), 0 to 1.

    ``rgb`` is uint8 of shape (height, width, 3). ``context`` hears of progress from 0.1 to 0.7.
    """
    context = context or Context()
    work = shrink(rgb, WORK_SIDE)
    context.progress(0.1, "Looking for the subject")
    likely = subject_likelihood(work)
    context.progress(0.3, "Segmenting")
    mask = segment(work, likely)
    context.progress(0.5, "Solving hair and soft edges")
    alpha = matte(shrink(rgb, MATTE_SIDE), mask)
    return enlarge_alpha(alpha, rgb)


def picture_alpha(picture: PIL.Image.Image, context: Context | None = None) -> Floats:
    """Return the subject's opacity; a picture that is partly transparent brings its own."""
    if picture.mode == "RGBA":
        own = np.asarray(picture.getchannel("A"), dtype=np.float32) / np.float32(255)
        if own.min() < 0.98 and own.max() > 0.02:
            return own
    return subject_alpha(np.asarray(picture.convert("RGB")), context)


def shrink(rgb: Pixels, side: int) -> Pixels:
    """Resize so that the longer side is at most ``side``."""
    factor = min(1.0, side / max(rgb.shape[:2]))
    size = max(1, round(rgb.shape[1] * factor)), max(1, round(rgb.shape[0] * factor))
    small: Pixels = cv2.resize(rgb, size, interpolation=cv2.INTER_AREA)
    return small


def subject_likelihood(rgb: Pixels) -> Floats:
    """Return how likely each pixel is the subject's, 0 to 1."""
    regions = find_regions(rgb)
    likely = regions.paint(background_detection(regions))
    faces = find_faces(rgb)
    if faces:
        likely = np.maximum(0.6 * likely, body_prior(rgb.shape[:2], faces[0].box))
    return likely


def body_prior(shape: tuple[int, int], face: tuple[int, int, int, int]) -> Floats:
    """Return where a body is expected under a face: head with hair, neck, shoulders, trunk."""
    left, top, width, height = face
    middle = left + width / 2
    prior = np.zeros(shape, np.float32)
    trunk = np.array(
        [
            (middle - 0.45 * width, top + height),
            (middle - 1.35 * width, top + 1.9 * height),
            (middle - 1.45 * width, top + 7.5 * height),
            (middle + 1.45 * width, top + 7.5 * height),
            (middle + 1.35 * width, top + 1.9 * height),
            (middle + 0.45 * width, top + height),
        ]
    )
    cv2.fillPoly(prior, [trunk.round().astype(np.int32)], 0.8)
    prior = cv2.GaussianBlur(prior, (0, 0), 0.3 * width)
    head = np.zeros(shape, np.float32)
    axes = round(0.62 * width), round(0.82 * height)
    cv2.ellipse(head, (round(middle), round(top + 0.42 * height)), axes, 0, 0, 360, 1.0, -1)
    expected: Floats = np.maximum(prior, cv2.GaussianBlur(head, (0, 0), 0.06 * width))
    return expected


def segment(rgb: Pixels, likely: Floats) -> Mask:
    """Cut the subject out with GrabCut (Rother et al., 2004), started from a likelihood."""
    threshold = _otsu(likely)
    trimap = np.where(likely > threshold, cv2.GC_PR_FGD, cv2.GC_PR_BGD).astype(np.uint8)
    trimap[likely > threshold + 0.75 * (1 - threshold)] = cv2.GC_FGD
    trimap[likely < 0.3 * threshold] = cv2.GC_BGD
    if not (trimap & 1).any() or (trimap & 1).all():
        trimap[:] = cv2.GC_BGD
        height, width = likely.shape
        trimap[height // 8 : -height // 8 or None, width // 8 : -width // 8 or None] = (
            cv2.GC_PR_FGD
        )
    cv2.setRNGSeed(1)
    cv2.grabCut(rgb, trimap, None, np.zeros((1, 65)), np.zeros((1, 65)), 4, cv2.GC_INIT_WITH_MASK)
    return _tidy((trimap & 1).astype(bool))


def _otsu(likely: Floats) -> float:
    levels = (likely * 255).astype(np.uint8)
    return float(cv2.threshold(levels, 0, 255, cv2.THRESH_OTSU)[0]) / 255


def _tidy(mask: Mask) -> Mask:
    """Drop specks, fill holes, keep the largest part and those at least a tenth as large."""
    mask = ndimage.binary_opening(mask, iterations=1)
    labels, count = ndimage.label(mask)
    if count > 1:
        sizes = np.bincount(labels.ravel())[1:]
        mask = np.isin(labels, 1 + np.flatnonzero(sizes >= 0.1 * sizes.max()))
    filled: Mask = ndimage.binary_fill_holes(mask)
    return filled


def matte(rgb: Pixels, mask: Mask) -> Floats:
    """Solve the soft edge by closed-form matting (Levin, Lischinski and Weiss, 2008)."""
    height, width = rgb.shape[:2]
    sharp = cv2.resize(mask.astype(np.float32), (width, height), interpolation=cv2.INTER_LINEAR)
    inside = sharp > 0.5
    if not inside.any() or inside.all():
        return inside.astype(np.float32)
    reach = max(2, round(0.012 * max(height, width)))
    depth = cv2.distanceTransform(inside.astype(np.uint8), cv2.DIST_L2, 5)
    away = cv2.distanceTransform((~inside).astype(np.uint8), cv2.DIST_L2, 5)
    trimap = np.full((height, width), 0.5)
    trimap[depth > reach], trimap[away > reach] = 1.0, 0.0
    alpha = estimate_alpha_cf(rgb.astype(np.float64) / 255, trimap)
    solved: Floats = alpha.clip(0, 1).astype(np.float32)
    return solved


def enlarge_alpha(alpha: Floats, rgb: Pixels) -> Floats:
    """Enlarge to the picture's size; its edges follow those of the picture (guided filter)."""
    height, width = rgb.shape[:2]
    if alpha.shape == (height, width):
        return alpha
    large: Floats = cv2.resize(alpha, (width, height), interpolation=cv2.INTER_CUBIC)
    guide = cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY).astype(np.float32) / 255
    radius = 2 * max(1, round(max(height, width) / max(alpha.shape))) + 1
    fine = guided_filter(guide, large, radius, 1e-4)
    soft = (large > 0.02) & (large < 0.98)
    refined: Floats = np.where(soft, fine, large).clip(0, 1).astype(np.float32)
    return refined


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
    """Take the old background's colour out of the soft edge (Germer et al., 2020)."""
    colours = estimate_foreground_ml(rgb.astype(np.float32) / 255, alpha.astype(np.float32))
    cleaned: Pixels = (colours.clip(0, 1) * 255).round().astype(np.uint8)
    return np.where(alpha[..., None] >= 0.996, rgb, cleaned)
