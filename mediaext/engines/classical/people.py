"""Tell a person's parts apart: face, skin, hair, upper and lower clothing.

Proportions are those of the artist's canon (a body is seven and a half heads tall; Richer, 1890);
colours are learned from the person's own face and crown, so that any skin and any hair will do.
"""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from scipy import ndimage

from mediaext.engines.base import Context
from mediaext.engines.classical.faces import Face, find_faces, skin_mask
from mediaext.engines.classical.masks import guided_filter, subject_alpha

Pixels = np.ndarray[Any, np.dtype[np.uint8]]
Floats = np.ndarray[Any, np.dtype[np.float32]]
Mask = np.ndarray[Any, np.dtype[np.bool_]]
WORK_SIDE = 640  # pixels: where parts are told apart
HEADS = 7.5  # heads in a body


@dataclass(frozen=True, slots=True)
class Person:
    """Planes of opacity in 0..1, float32 (height, width), and the head they hang from.

    ``face`` is the skin of the face with eyes and mouth; ``skin`` is all skin, the face included;
    ``head`` is (left, top, width, height) from crown to chin in pixels. ``seen`` is false when no
    face was found and the head was guessed from the outline.
    """

    body: Floats
    face: Floats
    skin: Floats
    hair: Floats
    upper: Floats
    lower: Floats
    head: tuple[float, float, float, float]
    seen: bool

    @property
    def clothing(self) -> Floats:
        """All clothing."""
        return np.maximum(self.upper, self.lower)


def find_person(rgb: Pixels, context: Context | None = None) -> Person | None:
    """Find the largest person in uint8 RGB (height, width, 3); ``None`` when there is none.

    Without a visible face a tall, narrow subject is taken for a person, as in catalogue photos
    that end at the chin.
    """
    faces = find_faces(rgb)
    body = subject_alpha(rgb, context)
    factor = min(1.0, WORK_SIDE / max(rgb.shape[:2]))
    size = max(1, round(rgb.shape[1] * factor)), max(1, round(rgb.shape[0] * factor))
    small = cv2.resize(rgb, size, interpolation=cv2.INTER_AREA)
    outline = cv2.resize(body, size, interpolation=cv2.INTER_AREA)
    if faces:
        head = head_box(faces[0], factor)
    elif (guess := _guess_head(outline)) is not None:
        head = guess
    else:
        return None
    parts = _Parts(small, outline, head, seen=bool(faces)).split()
    fine = {name: _enlarge(mask, rgb) for name, mask in parts.items()}
    left, top, width, height = (value / factor for value in head)
    return Person(body=body, head=(left, top, width, height), seen=bool(faces), **fine)


def head_box(face: Face, factor: float = 1.0) -> tuple[float, float, float, float]:
    """Return crown to chin from a face box, which spans brows to chin, times ``factor``."""
    left, top, width, height = (value * factor for value in face.box)
    return left + 0.08 * width, top - 0.22 * height, 0.84 * width, 1.3 * height


def _guess_head(outline: Floats) -> tuple[float, float, float, float] | None:
    """Take the top of a tall outline for the head."""
    inside = outline > 0.5
    rows, columns = np.flatnonzero(inside.any(axis=1)), np.flatnonzero(inside.any(axis=0))
    if not rows.size or (rows[-1] - rows[0]) < 1.5 * (columns[-1] - columns[0]):
        return None
    height = (rows[-1] - rows[0] + 1) / HEADS
    top = float(rows[0])
    if top <= 2 and inside[: max(1, int(height / 4))].any(axis=0).sum() > 0.5 * height:
        top -= 0.5 * height  # the crown is outside the picture
    near = np.flatnonzero(inside[rows[0] : rows[0] + max(1, int(height / 2))].any(axis=0))
    middle = float(near.mean())
    return middle - 0.36 * height, top, 0.72 * height, height


@dataclass(slots=True)
class _Parts:
    rgb: Pixels
    outline: Floats
    head: tuple[float, float, float, float]
    seen: bool

    def split(self) -> dict[str, Mask]:
        """Return boolean planes by the names of :class:`Person`."""
        face_skin, oval = self._face()
        skin = self._skin(face_skin, oval)
        hair = self._hair(oval, skin)
        face = ndimage.binary_fill_holes(oval & (skin | self._inner())) & ~hair
        skin = (skin | face) & ~hair
        _, top, _, height = self.head
        rows = np.arange(self.rgb.shape[0])[:, None]
        clothes = (self.outline > 0.5) & ~skin & ~hair & ~oval & (rows > top + 1.05 * height)
        clothes = ndimage.binary_opening(clothes, iterations=1)
        waist = self._waist(clothes)
        floor = rows < top + (HEADS - 0.3) * height
        upper, lower = clothes & (rows < waist), clothes & (rows >= waist) & floor
        return {"face": face, "skin": skin, "hair": hair, "upper": upper, "lower": lower}

    def _ellipse(self, x: float, y: float, width: float, height: float) -> Mask:
        """Return an ellipse given in head units: centre from the head's top left, and axes."""
        left, top, across, down = self.head
        plane = np.zeros(self.rgb.shape[:2], np.uint8)
        centre = round(left + x * across), round(top + y * down)
        axes = max(1, round(width * across / 2)), max(1, round(height * down / 2))
        cv2.ellipse(plane, centre, axes, 0, 0, 360, 1, -1)
        return plane.astype(bool)

    def _inner(self) -> Mask:
        """Return where a frontal face surely shows: eyes to mouth."""
        return self._ellipse(0.5, 0.62, 0.62, 0.52)

    def _face(self) -> tuple[Mask, Mask]:
        """Return sure skin of the face, and the oval that a face may fill."""
        oval = self._ellipse(0.5, 0.6, 1.04, 0.94)
        cheeks = self._ellipse(0.5, 0.62, 0.66, 0.44)
        return cheeks & (self.outline > 0.3), oval

    def _skin(self, sure: Mask, oval: Mask) -> Mask:
        """Grow skin from the colours of the face; without a face, from what skin is in general."""
        general = skin_mask(self.rgb) & (self.outline > 0.5)
        if not self.seen or sure.sum() < 30:
            return ndimage.binary_opening(general, iterations=1)
        lab = cv2.cvtColor(self.rgb, cv2.COLOR_RGB2LAB).astype(np.float32)
        distance = _distance(lab, lab[sure])
        coloured = general.mean() > 0.002
        like = distance < (9.0 if coloured else 6.0)
        like &= (self.outline > 0.4) & (ndimage.binary_dilation(general, iterations=3) | ~coloured)
        like = ndimage.binary_closing(ndimage.binary_opening(like), iterations=2)
        labels, count = ndimage.label(like)
        if count == 0:
            return like
        sizes = np.bincount(labels.ravel(), minlength=count + 1)
        touching = np.unique(labels[oval & like])
        large = np.flatnonzero(sizes > 0.02 * max(1, oval.sum()))
        kept: Mask = np.isin(labels, np.union1d(touching, large)) & like
        return kept

    def _hair(self, oval: Mask, skin: Mask) -> Mask:
        """Grow hair from the crown by GrabCut; a bald head has none."""
        zone = self._ellipse(0.5, 0.78, 2.3, 2.1) & (self.outline > 0.25)
        below = np.arange(self.rgb.shape[0])[:, None] > self.head[1] + 1.75 * self.head[3]
        zone &= ~below
        crown = self._ellipse(0.5, 0.36, 1.12, 0.86) & ~self._ellipse(0.5, 0.66, 0.98, 0.9)
        temple = np.arange(self.rgb.shape[0])[:, None] < self.head[1] + 0.5 * self.head[3]
        seed = crown & temple & ~skin & (self.outline > 0.6)
        if not self.seen or seed.sum() < max(20, 0.12 * (crown & temple).sum()):
            return np.zeros_like(oval)
        lab = cv2.cvtColor(self.rgb, cv2.COLOR_RGB2LAB).astype(np.float32)
        centre = np.median(lab[seed], axis=0)
        seed &= np.linalg.norm(lab - centre, axis=2) < 45
        trimap = np.full(oval.shape, cv2.GC_BGD, np.uint8)
        near = _distance(lab, lab[seed], floor=60.0) < 12
        trimap[zone] = cv2.GC_PR_BGD
        trimap[zone & near] = cv2.GC_PR_FGD
        trimap[seed] = cv2.GC_FGD
        trimap[self._inner() | (skin & ~seed)] = cv2.GC_BGD
        cut = _grab(self.rgb, trimap) & zone
        labels, _ = ndimage.label(ndimage.binary_opening(cut))
        joined = np.setdiff1d(np.unique(labels[seed]), [0])
        grown: Mask = np.isin(labels, joined)
        return grown

    def _waist(self, clothes: Mask) -> float:
        """Find the row between 2.6 and 4.3 heads where clothing changes most, or 3.6 heads."""
        _, top, _, height = self.head
        lab = cv2.cvtColor(self.rgb, cv2.COLOR_RGB2LAB).astype(np.float32)
        usual = top + 3.6 * height
        rows = range(round(top + 2.6 * height), round(top + 4.3 * height))
        reach = max(2, round(0.35 * height))
        best, waist = 14.0, usual
        for row in rows:
            above, under = slice(max(0, row - reach), row), slice(row, row + reach)
            if clothes[above].sum() < 20 or clothes[under].sum() < 20 or row >= len(clothes):
                continue
            change = np.linalg.norm(
                np.median(lab[above][clothes[above]], axis=0)
                - np.median(lab[under][clothes[under]], axis=0)
            )
            score = float(change) * (1 - 0.25 * abs(row - usual) / height)
            if score > best:
                best, waist = score, float(row)
        return waist


def _distance(lab: Floats, samples: Floats, floor: float = 16.0) -> Floats:
    """Return squared Mahalanobis distances to the core of ``samples``; shading counts little."""
    centre = np.median(samples, axis=0)
    core = samples[np.linalg.norm((samples - centre) * (0.4, 1, 1), axis=1) < 22]
    spread = np.cov(core.T) if len(core) > 10 else np.eye(3) * floor
    spread = spread + np.diag([220.0, floor, floor])
    offset = (lab - core.mean(axis=0) if len(core) else lab - centre).astype(np.float32)
    inverse = np.linalg.inv(spread).astype(np.float32)
    squared: Floats = np.einsum("hwi,ij,hwj->hw", offset, inverse, offset, optimize=True)
    return squared


def _grab(rgb: Pixels, trimap: Pixels) -> Mask:
    """Run GrabCut (Rother et al., 2004) from a trimap that has both sides."""
    if not (trimap & 1).any() or (trimap & 1).all():
        return (trimap & 1).astype(bool)
    cv2.setRNGSeed(1)
    cv2.grabCut(rgb, trimap, None, np.zeros((1, 65)), np.zeros((1, 65)), 3, cv2.GC_INIT_WITH_MASK)
    return (trimap & 1).astype(bool)


def _enlarge(mask: Mask, rgb: Pixels) -> Floats:
    """Bring a mask to the picture's size with edges that follow the picture."""
    height, width = rgb.shape[:2]
    plane: Floats = cv2.resize(mask.astype(np.float32), (width, height))
    guide = cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY).astype(np.float32) / 255
    radius = max(2, round(max(height, width) / 250))
    soft = guided_filter(guide, plane, radius, 1e-3)
    firm: Floats = np.clip((soft - 0.15) / 0.7, 0, 1).astype(np.float32)
    return firm
