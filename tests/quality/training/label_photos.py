"""Label photos by the cutout of now, for the next network to learn from.

``python -m training.label_photos PHOTOS FOLDER SOURCE`` writes
``FOLDER/scenes/SOURCE`` and ``FOLDER/cutouts/SOURCE`` as ``subject_pictures`` reads them. Only
photos are kept on which the network alone and the whole cutout agree: about two in three, and
nine in ten of those are right (self-training; Xie et al., 2020). A file ``NAME.txt`` beside
``NAME.jpg`` may hold boxes drawn by people, a line each: class, then the middle, width and height
as shares of the picture's. The subject is then what fills the large ones.
"""

import argparse
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from tqdm import tqdm

from mediaext.engines.classical.faces import find_faces
from mediaext.engines.classical.masks import (
    SEARCH_SIDE,
    WORK_SIDE,
    overlap,
    segment,
    subject_likelihood,
)
from mediaext.engines.classical.networks import learned_likelihood
from mediaext.engines.classical.pictures import shrink

Pixels = np.ndarray[Any, np.dtype[np.uint8]]
Floats = np.ndarray[Any, np.dtype[np.float32]]
Mask = np.ndarray[Any, np.dtype[np.bool_]]
Pair = tuple[Pixels, Pixels]
SIDE = 384  # pixels: the longer side of what is written
SMALLEST = 110  # pixels: the shorter side of a photo
AGREED = 0.72  # intersection over union of the network's mask and the cutout's
AGREED_ON_BOXES = 0.55  # where boxes drawn by people say the same
SHARES = 0.03, 0.85  # of the picture that subjects take
FRAMED = 0.96  # of its rectangle: what fills more is a photo in a frame
LARGE_BOX = 0.05  # of the picture: who is smaller is a passer-by
LESSER_BOX = 0.3  # of the largest box: likewise
FILLED = 0.75  # intersection over union of the subject's extent and the boxes'
INSIDE, OUTSIDE = 1.0, 0.1  # what a likelihood is multiplied by about boxes


def label(photo: Pixels, boxes: Floats | None = None) -> Pair | None:
    """Return a photo and its subject's mask, ``SIDE`` pixels long; nothing where in doubt.

    ``photo`` is RGB, and ``boxes`` (N, 4) are middle, width and height as shares of its size.
    """
    if min(photo.shape[:2]) < SMALLEST:
        return None
    work = shrink(photo, WORK_SIDE)
    learned = learned_likelihood(work)
    large = shrink(photo, SEARCH_SIDE)
    likely = subject_likelihood(work, large, find_faces(large))
    drawn = None if boxes is None else _drawn(boxes, work.shape)
    if drawn is not None:
        about = np.where(cv2.dilate(drawn.astype(np.uint8), np.ones((9, 9))) > 0, INSIDE, OUTSIDE)
        learned, likely = (learned * about).astype(np.float32), (likely * about).astype(np.float32)
    mask = segment(work, likely)
    agreed = overlap(learned > 0.5, mask)
    if agreed < (AGREED if drawn is None else AGREED_ON_BOXES) or _framed(mask):
        return None
    if not SHARES[0] < mask.mean() < SHARES[1]:
        return None
    if drawn is not None and overlap(_extents(mask), drawn) < FILLED:
        return None
    small = shrink(photo, SIDE)
    size = small.shape[1], small.shape[0]
    soft = cv2.GaussianBlur(cv2.resize(255 * mask.astype(np.uint8), size), (3, 3), 0)
    return small, np.asarray(soft, np.uint8)


def _drawn(boxes: Floats, shape: tuple[int, ...]) -> Mask | None:
    """Return where the large boxes are, if there are any."""
    areas = boxes[:, 2] * boxes[:, 3]
    large = boxes[areas >= max(LARGE_BOX, LESSER_BOX * areas.max(initial=0))]
    if not len(large):
        return None
    drawn = np.zeros(shape[:2], bool)
    size = np.array([shape[1], shape[0]])
    for box in large:
        left, top = ((box[:2] - box[2:] / 2) * size).round().astype(int).clip(0)
        right, bottom = ((box[:2] + box[2:] / 2) * size).round().astype(int)
        drawn[top : bottom + 1, left : right + 1] = True
    return drawn


def _extents(mask: Mask) -> Mask:
    """Return the rectangles about a mask's parts."""
    found = np.zeros_like(mask)
    count, _, measures, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8))
    for left, top, width, height, _ in measures[1:count]:
        found[top : top + height, left : left + width] = True
    return found


def _framed(mask: Mask) -> bool:
    points = cv2.findNonZero(mask.astype(np.uint8))
    if points is None:
        return True
    width, height = cv2.minAreaRect(points)[1]
    return bool(len(points) > FRAMED * (width + 1) * (height + 1))


def cut(photo: Pixels, mask: Pixels) -> Pair | None:
    """Return the subject alone and its opacity, if no edge of the photo cuts it off."""
    rows, columns = (np.flatnonzero((mask > 20).any(axis=axis)) for axis in (1, 0))
    inside = rows[0] > 1 and rows[-1] < len(mask) - 2
    if not inside or columns[0] < 2 or columns[-1] > mask.shape[1] - 3:
        return None
    opacity = cv2.GaussianBlur(cv2.erode(mask, np.ones((3, 3), np.uint8)), (3, 3), 0)
    box = slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1)
    if min(opacity[box].shape) < 48:
        return None
    return photo[box], np.asarray(opacity[box], np.uint8)


def write_pair(folder: Path, name: str, pair: Pair) -> None:
    """Write a picture and its mask as ``subject_pictures`` reads them."""
    folder.mkdir(parents=True, exist_ok=True)
    picture = cv2.cvtColor(np.ascontiguousarray(pair[0]), cv2.COLOR_RGB2BGR)
    cv2.imwrite(str(folder / f"{name}.webp"), picture, [cv2.IMWRITE_WEBP_QUALITY, 92])
    cv2.imwrite(str(folder / f"{name}.png"), pair[1])


def main() -> None:
    """Label the photos of a folder."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("photos", type=Path, help="a folder of photos, with folders in it")
    parser.add_argument("folder", type=Path, help="where scenes and cutouts are written")
    parser.add_argument("source", help="what they are called there")
    given = parser.parse_args()
    found = sorted(path for path in given.photos.rglob("*") if path.suffix in (".jpg", ".png"))
    kept = 0
    for number, path in enumerate(tqdm(found, unit="photo")):
        photo, beside = cv2.imread(str(path), cv2.IMREAD_COLOR_RGB), path.with_suffix(".txt")
        boxes = np.loadtxt(beside, np.float32, ndmin=2)[:, 1:5] if beside.exists() else None
        labelled = None if photo is None else label(np.asarray(photo, np.uint8), boxes)
        if labelled is None:
            continue
        kept += 1
        write_pair(given.folder / "scenes" / given.source, f"{number:05d}", labelled)
        alone = cut(*labelled)
        if alone is not None:
            write_pair(given.folder / "cutouts" / given.source, f"{number:05d}", alone)
    print(f"{kept} of {len(found)} photos were kept.")  # a script


if __name__ == "__main__":
    main()
