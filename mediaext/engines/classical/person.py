"""Tell a person's parts apart: face, skin, hair, clothing, and what the person carries.

Proportions are those of the artist's canon (a body is seven and a half heads tall; Richer, 1890);
colours are learned from the person's own face and crown, so that any skin and any hair will do.
"""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from scipy import ndimage

from mediaext.engines.base import Context
from mediaext.engines.classical.arrays import Floats, Mask, Pixels
from mediaext.engines.classical.faces import Face, find_faces, skin_mask
from mediaext.engines.classical.landmarks import Landmarks, find_landmarks
from mediaext.engines.classical.masks import LESSER_FACE, enlarge_mask, subject_alpha
from mediaext.engines.classical.memory import remembering

SMALLEST = 50  # pixels: clothing of which more can be said
TONES = 4  # colours that clothing is thought to have
SLEEVE = 1.8  # heads below the crown: sleeves begin higher
TALL = 2.2  # heads: a higher thing is a leg or a coat
BESIDE = 0.75  # of a carried thing's part is further than a head's width from the middle
LEAST = 0.01  # of the clothing: smaller parts are patterns
LIKE = 14.0, 70.0  # distances in a and b, and in lightness, 0 to 255: a sleeve's own colour
OWN = 0.5  # of what is worn higher up in a colour: a sleeve has it too
BRIDGE = 8  # pixels between parts of one thing


def find_carried(rgb: Pixels, clothes: Mask, head: tuple[float, float, float, float]) -> Mask:
    """Return what is held low beside the trunk, in colours that end there.

    ``clothes`` (height, width) may hold it; ``head`` is (left, top, width, height) in pixels.
    """
    carried = np.zeros_like(clothes)
    if clothes.sum() < SMALLEST:
        return carried
    left, top, width, height = head
    away = np.abs(np.arange(clothes.shape[1]) - (left + width / 2)) > width
    lab = cv2.cvtColor(rgb, cv2.COLOR_RGB2LAB).astype(np.float32)
    tones = _tones(lab, clothes)
    high = clothes & (np.arange(len(clothes)) < top + SLEEVE * height)[:, None]
    worn = lab[high] if high.sum() > SMALLEST else np.zeros((0, 3), np.float32)
    for tone in range(TONES):
        labels, count = ndimage.label(ndimage.binary_opening(tones == tone))
        for number in range(1, count + 1):
            part = labels == number
            low = np.flatnonzero(part.any(axis=1))[0] > top + SLEEVE * height
            large = part.sum() > LEAST * clothes.sum()
            aside = (part & away).sum() > BESIDE * part.sum()
            if low and large and aside and not _alike(np.median(lab[part], axis=0), worn):
                carried |= part
    padded = np.pad(carried, BRIDGE, mode="edge")
    closed = ndimage.binary_closing(padded, iterations=BRIDGE)[BRIDGE:-BRIDGE, BRIDGE:-BRIDGE]
    filled = ndimage.binary_fill_holes(closed) & (clothes | carried)
    _, labels, facts, _ = cv2.connectedComponentsWithStats(filled.astype(np.uint8))
    return np.asarray(filled & (facts[:, cv2.CC_STAT_HEIGHT] < TALL * height)[labels], bool)


def _alike(colour: Floats, worn: Floats) -> bool:
    """Say whether most of what is worn higher up has a colour, light and shade aside."""
    apart = np.abs(worn - colour)
    same = (np.hypot(apart[:, 1], apart[:, 2]) < LIKE[0]) & (apart[:, 0] < LIKE[1])
    return bool(same.size and same.mean() > OWN)


def _tones(lab: Floats, clothes: Mask) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Return the number of each pixel's colour, and -1 beside the clothing."""
    ending = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 1.0)
    cv2.setRNGSeed(1)
    found = cv2.kmeans(lab[clothes], TONES, np.empty(0), ending, 1, cv2.KMEANS_PP_CENTERS)[1]
    tones = np.full(clothes.shape, -1)
    tones[clothes] = found.ravel()
    return tones


WORK_SIDE = 640  # pixels: where parts are told apart
PARTS = "face", "skin", "hair", "upper", "lower", "carried"
PEOPLE = 4  # whose parts are kept: 2.5 MB each
HEADS = 7.5  # heads in a body
APART = 0.05  # opacity between people who stand apart
BRIGHT = 1.6  # times as far in lightness: skin is seen in shadow rather than brighter than a face
SHORT = 0.35  # eye distances: hair that is thinner beside the eyes and ears does not hang down


@dataclass(frozen=True, slots=True)
class Person:
    """Planes of opacity in 0..1, float32 (height, width), and the head they hang from.

    ``face`` is the skin of the face with eyes and mouth; ``skin`` is all skin, the face included;
    ``carried`` is part of ``body`` and no clothing;
    ``head`` is (left, top, width, height) from crown to chin in pixels. ``seen`` is false when no
    face was found and the head was guessed from the outline.
    """

    body: Floats
    face: Floats
    skin: Floats
    hair: Floats
    upper: Floats
    lower: Floats
    carried: Floats
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
    body = _of_faces(subject_alpha(rgb, context), faces)
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
    marks = find_landmarks(small, _shrunk(faces[0], factor)) if faces else None
    parts = _told_apart(small, outline, head, marks)
    fine = {name: enlarge_mask(mask, rgb) for name, mask in zip(PARTS, parts, strict=True)}
    left, top, width, height = (value / factor for value in head)
    return Person(body=body, head=(left, top, width, height), seen=bool(faces), **fine)


def _of_faces(body: Floats, faces: list[Face]) -> Floats:
    """Leave out of the subject who stands apart from it and whose face is not seen."""
    count, labels = cv2.connectedComponents((body > APART).astype(np.uint8))
    places = [face.centre for face in faces if face.area >= LESSER_FACE * faces[0].area]
    height, width = body.shape
    found = {int(labels[min(height - 1, int(y)), min(width - 1, int(x))]) for x, y in places} - {0}
    if count <= 2 or not found:
        return body
    return np.where(np.isin(labels, list(found)), body, np.float32(0))


def _shrunk(face: Face, factor: float) -> Face:
    left, top, width, height = (round(value * factor) for value in face.box)
    eyes = tuple((x * factor, y * factor) for x, y in face.eyes)
    return Face((left, top, max(width, 8), max(height, 8)), eyes, face.profile)


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


@remembering(PEOPLE)
def _told_apart(
    rgb: Pixels, outline: Floats, head: tuple[float, float, float, float], marks: Landmarks | None
) -> Mask:
    """Return one boolean plane for each of :data:`PARTS`, (6, height, width)."""
    return np.stack(_Parts(rgb, outline, head, marks).split())


@dataclass(slots=True)
class _Parts:
    rgb: Pixels
    outline: Floats
    head: tuple[float, float, float, float]
    marks: Landmarks | None

    def split(self) -> tuple[Mask, ...]:
        """Return boolean planes in the order of :data:`PARTS`."""
        _, top, _, height = self.head
        rows = np.arange(self.rgb.shape[0])[:, None]
        if self.marks is None:
            nothing = np.zeros(self.outline.shape, bool)
            skin = ndimage.binary_opening(skin_mask(self.rgb) & (self.outline > 0.5))
            face, hair, oval = nothing, nothing, nothing
            dressed = rows > top + 1.05 * height
        else:
            face, skin, hair, oval = self._head()
            x, y = self._along()
            dressed = y > np.clip(3.8 - np.abs(x), 0.9, 2.4)  # shoulders slope away from the neck
        clothes = (self.outline > 0.5) & ~skin & ~hair & ~oval & dressed
        clothes = ndimage.binary_opening(clothes, iterations=1)
        carried = find_carried(self.rgb, clothes, self.head)
        clothes &= ~carried
        waist = self._waist(clothes)
        floor = rows < top + (HEADS - 0.3) * height
        upper, lower = clothes & (rows < waist), clothes & (rows >= waist) & floor
        sleeves = self._sleeves(upper, lower)
        upper, lower = upper | sleeves, lower & ~sleeves
        return face, skin, hair, upper, lower, carried

    def _along(self) -> tuple[Floats, Floats]:
        """Return face coordinates: eye distances from between the eyes, x along them, y down.

        y is scaled so that the mouth is always at 1.1, its usual place.
        """
        assert self.marks is not None  # noqa: S101 - called for seen faces alone
        points, distance = self.marks.points, max(self.marks.eye_distance, 1e-3)
        middle, across = (points[0] + points[1]) / 2, (points[1] - points[0]) / distance
        mouth = max(float(np.hypot(*(points[2] - middle))) / distance, 0.7)
        height, width = self.rgb.shape[:2]
        y, x = np.mgrid[0:height, 0:width].astype(np.float32)
        x, y = (x - middle[0]) / distance, (y - middle[1]) / distance
        return x * across[0] + y * across[1], (y * across[0] - x * across[1]) * (1.1 / mouth)

    def _head(self) -> tuple[Mask, Mask, Mask, Mask]:
        """Return face, skin, hair and the oval that the face fills."""
        x, y = self._along()
        lab = cv2.cvtColor(self.rgb, cv2.COLOR_RGB2LAB).astype(np.float32)
        inside = self.outline > 0.4
        oval = (x / 1.04) ** 2 + ((y - 0.42) / 1.34) ** 2 < 1
        cheeks = ((x / 0.7) ** 2 + ((y - 0.55) / 0.42) ** 2 < 1) & inside
        if cheeks.sum() < 12:
            cheeks = oval
        to_skin = _distance(lab, lab[cheeks], brighter=BRIGHT)
        hair = self._hair(x, y, lab, to_skin, oval)
        torso = inside & ~hair & (np.abs(x) < 2.2) & (y > 3.0) & (y < 6.0) & (to_skin > 3)
        if torso.sum() > 0.15 * oval.sum():
            cloth = lab[torso]
            to_skin = np.where(
                (y > 1.9) & (_distance(lab, cloth, shading=120.0) < 0.7 * to_skin), 99.0, to_skin
            ).astype(np.float32)
        inner = (x / 0.86) ** 2 + ((y - 0.5) / 1.08) ** 2 < 1
        face = ndimage.binary_fill_holes(oval & ((to_skin < 12) | inner) & ~hair)
        skin = (self._skin(to_skin, oval, inside) | face) & ~hair
        return face, skin, hair, oval

    def _skin(self, to_skin: Floats, oval: Mask, inside: Mask) -> Mask:
        """Grow skin from the colours of the face: neck, arms and hands too."""
        general = skin_mask(self.rgb) & inside
        coloured = general.mean() > 0.002
        like = inside & (to_skin < (11.0 if coloured else 6.0))
        like &= ndimage.binary_dilation(general, iterations=3) | (not coloured)
        like = ndimage.binary_closing(ndimage.binary_opening(like), iterations=2)
        labels, count = ndimage.label(like)
        sizes = np.bincount(labels.ravel(), minlength=count + 1)
        large = np.flatnonzero(sizes > 0.02 * max(1, int(oval.sum())))
        kept: Mask = np.isin(labels, np.union1d(np.unique(labels[oval & like]), large)) & like
        return kept

    def _hair(self, x: Floats, y: Floats, lab: Floats, to_skin: Floats, oval: Mask) -> Mask:
        """Find hair: what crowns the face, and what hangs from it in the same colours."""
        inside = self.outline > 0.5
        crown = inside & ((x / 1.3) ** 2 + ((y + 0.1) / 1.45) ** 2 < 1) & ~oval & (y < -0.2)
        top = inside & (np.abs(x) < 0.6) & (y < -0.98) & (y > -1.35)
        if crown.sum() < 20 or self._bald(lab, to_skin, top):
            return np.zeros_like(oval)
        unlike = crown & (to_skin > 5)
        samples = lab[unlike if unlike.sum() > 0.25 * crown.sum() else crown]
        to_hair = _distance(lab, samples, floor=40.0)
        bowl = inside & ((x / 1.55) ** 2 + ((y + 0.05) / 1.75) ** 2 < 1) & ~oval & (y < 1.0)
        ears = (np.abs(y - 0.35) < 0.65) & (to_skin < 7) & (to_hair > 0.6 * to_skin)
        near = bowl & ((to_skin > 5) | (to_hair < to_skin)) & (to_hair < 16) & ~ears
        fringe = oval & (y < -0.3) & (to_skin > 8) & (to_hair < 4) & (to_hair < 0.5 * to_skin)
        sure = ndimage.binary_opening(near | fringe)
        zone = inside & (np.abs(x) < 2.7) & (y < 4.6) & ~(oval & (y > -0.3))
        trimap = np.full(oval.shape, cv2.GC_BGD, np.uint8)
        trimap[zone] = cv2.GC_PR_BGD
        trimap[zone & (to_hair < 7) & (to_hair < to_skin)] = cv2.GC_PR_FGD
        trimap[sure] = cv2.GC_FGD
        trimap[(oval & (y > -0.3)) | (zone & (to_skin < 3) & (to_hair > to_skin) & ~sure)] = (
            cv2.GC_BGD
        )
        cut = (_grab(self.rgb, trimap) & zone) | sure
        labels, _ = ndimage.label(ndimage.binary_closing(ndimage.binary_opening(cut)))
        joined = np.setdiff1d(np.unique(labels[sure]), [0])
        grown: Mask = np.isin(labels, joined)
        beside = grown & ~oval & (np.abs(y - 0.4) < 0.2)
        apart = self.marks.eye_distance if self.marks else 1.0
        if beside.sum() < SHORT * 0.4 * apart**2:
            grown &= y < 0.6  # what looks like it below is a collar or the scene
        return grown

    def _bald(self, lab: Floats, to_skin: Floats, top: Mask) -> bool:
        """Say whether the skull is bare: it looks like skin and is smooth."""
        if top.sum() < 10:
            return False
        rough = np.abs(lab[..., 0] - cv2.GaussianBlur(lab[..., 0], (0, 0), 1.5))[top]
        return bool((to_skin[top] < 2.5).mean() > 0.6 and rough.mean() < 1.6)

    def _sleeves(self, upper: Mask, lower: Mask) -> Mask:
        """Return what hangs below the waist at the sides and looks like the upper clothing."""
        left, _, width, _ = self.head
        aside = np.abs(np.arange(self.rgb.shape[1]) - (left + width / 2))[None, :] > 0.8 * width
        middle = lower & ~aside
        if upper.sum() < 50 or middle.sum() < 50:
            return np.zeros_like(upper)
        lab = cv2.cvtColor(self.rgb, cv2.COLOR_RGB2LAB).astype(np.float32)
        to_upper = _distance(lab, lab[upper])
        like = (to_upper < 8) & (to_upper < 0.5 * _distance(lab, lab[middle]))
        return np.asarray(ndimage.binary_opening(lower & aside & like, iterations=1), bool)

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


def _distance(
    lab: Floats,
    samples: Floats,
    floor: float = 16.0,
    shading: float = 420.0,
    brighter: float = 1.0,
) -> Floats:
    """Return squared Mahalanobis distances to the core of ``samples``.

    ``shading`` is the variance that lightness is granted: much, so that shadows count little;
    what is lighter than the core is ``brighter`` times as far.
    """
    centre = np.median(samples, axis=0)
    core = samples[np.linalg.norm((samples - centre) * (0.4, 1, 1), axis=1) < 22]
    spread = np.cov(core.T) if len(core) > 10 else np.eye(3) * floor
    spread = spread + np.diag([shading, floor, floor])
    offset = (lab - core.mean(axis=0) if len(core) else lab - centre).astype(np.float32)
    offset[..., 0] *= np.where(offset[..., 0] > 0, np.float32(brighter), np.float32(1))
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
