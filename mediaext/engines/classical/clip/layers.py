"""A picture as two layers in space, with estimated depth, seen from a pose of the camera."""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import PIL.Image

from mediaext.engines.classical.arrays import Floats, Pixels
from mediaext.engines.classical.clip.camera import Pose
from mediaext.engines.classical.faces import find_faces

WORK_SIDE = 256  # pixels; depth is smooth


def scene_nearness(rgb: Pixels, alpha: Floats) -> Floats:
    """Return how near the scene behind the subject is, float32 (height, width), 0 far to 1 near.

    The lower, the nearer (we stand on the ground); the clearer, the nearer (haze, as the dark
    channel of K. He et al., CVPR 2009, shows it); sky is far. ``alpha`` tells the subject, whose
    place is filled from around.
    """
    height, width = alpha.shape
    scale = WORK_SIDE / max(height, width)
    size = max(2, round(width * scale)), max(2, round(height * scale))
    small = cv2.resize(rgb, size, interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    around = 1 - cv2.resize(alpha, size, interpolation=cv2.INTER_AREA)
    row = np.linspace(0, 1, size[1], dtype=np.float32)[:, None]
    dark = cv2.erode(small.min(axis=2), np.ones((9, 9), np.uint8))
    clear = 1 - np.minimum(dark / max(float(np.quantile(dark, 0.98)), 0.05), 1)
    near = 0.08 + 0.62 * row**1.5 + 0.16 * clear * (0.4 + row)
    near = near * (1 - 0.8 * _sky(small))
    near = _smooth(near, around, 0.03 * WORK_SIDE)
    large: Floats = cv2.resize(near, (width, height), interpolation=cv2.INTER_CUBIC)
    return large.clip(0, 1)


def subject_nearness(scene: Floats, alpha: Floats) -> Floats:
    """Return how near the subject is, float32 (height, width): where it stands, and a bit round.

    It stands where its lowest part meets the ground, so its feet move with the ground.
    """
    rows = np.flatnonzero(alpha.max(axis=1) > 0.5)
    if not rows.size:
        return scene
    foot = rows[-1]
    columns = alpha[foot] > 0.5
    ground = 1.0 if foot >= alpha.shape[0] - 3 else float(scene[foot, columns].mean())
    stand = max(ground, float(scene[rows].max(axis=1).mean()), 0.55)
    inside = cv2.distanceTransform((alpha > 0.5).astype(np.uint8), cv2.DIST_L2, 5)
    bulge = cv2.GaussianBlur(
        np.sqrt(inside / max(float(inside.max()), 1)), (0, 0), 0.015 * max(alpha.shape)
    )
    near: Floats = (stand + 0.18 * bulge).astype(np.float32)
    return near


def _sky(small: Floats) -> Floats:
    """Return how likely each place is sky: bright or blue, smooth, and joined to the top."""
    light = small.max(axis=2)
    blue = small[..., 2] - small[..., 0]
    gray = cv2.cvtColor(small, cv2.COLOR_RGB2GRAY)
    rough = cv2.blur(np.abs(cv2.Laplacian(gray, cv2.CV_32F)), (7, 7))
    likely = ((rough < 0.03) & ((light > 0.7) | (blue > 0.08))).astype(np.uint8)
    _, labels = cv2.connectedComponents(likely)
    top = np.unique(labels[:2][likely[:2] > 0])
    sky = np.isin(labels, top[top > 0]).astype(np.float32)
    blurred: Floats = cv2.GaussianBlur(sky, (0, 0), 3)
    return blurred


def _smooth(values: Floats, weight: Floats, sigma: float) -> Floats:
    """Blur where ``weight`` is, and fill from there where it is not."""
    weight = np.maximum(weight, 1e-4).astype(np.float32)
    total = cv2.GaussianBlur(values.astype(np.float32) * weight, (0, 0), sigma)
    smooth: Floats = total / cv2.GaussianBlur(weight, (0, 0), sigma)
    return smooth


FOREHEAD = 0.5  # of a face's height is between its box and the top of the hair
HEADROOM = 0.08  # of the crop's height is above the hair
MARGIN = 0.08  # of a side: what is kept of the picture beyond the view, mirrored where it ends
COARSE = 4  # what is smooth is worked out for every fourth pixel
Fields = tuple[Floats, Floats]
Box = tuple[int, int, int, int]
NOWHERE: Box = 0, 0, 0, 0


def choose_crop(picture: PIL.Image.Image, width: int, height: int) -> tuple[float, float]:
    """Return the share of what a crop leaves out that lies left of it and above it, 0 to 1 each.

    Faces are kept with room above them; without a face the crop is the middle.
    """
    scale = max(width / picture.width, height / picture.height)
    seen = width / scale, height / scale
    spare = picture.width - seen[0], picture.height - seen[1]
    if max(spare) < 1:
        return 0.5, 0.5
    faces = find_faces(np.asarray(picture))
    if not faces:
        return 0.5, 0.5
    left = min(face.box[0] for face in faces)
    right = max(face.box[0] + face.box[2] for face in faces)
    top = min(face.box[1] - FOREHEAD * face.box[3] for face in faces)
    x, y = (left + right) / 2 - seen[0] / 2, top - HEADROOM * seen[1]
    shares = (np.clip(at / room, 0, 1) if room >= 1 else 0.5
              for at, room in zip((x, y), spare, strict=True))  # fmt: skip
    across, down = map(float, shares)
    return across, down


def fit(picture: PIL.Image.Image, width: int, height: int) -> Pixels:
    """Return the largest crop resized to (height, width), with MARGIN around it.

    The margin shows what the crop left out, and where there is nothing more, a mirror image.
    """
    scale = max(width / picture.width, height / picture.height)
    margins, starts, ends, size = [], [0.0, 0.0], [0.0, 0.0], [0, 0]
    shares = choose_crop(picture, width, height)
    for axis, (full, side) in enumerate(zip(picture.size, (width, height), strict=True)):
        room = full * scale - side  # pixels of the result that do not fit in
        start = room * shares[axis]
        most = round(MARGIN * side)
        before, after = min(most, int(start)), min(most, int(room - start))
        margins.append((most - before, most - after))
        size[axis] = side + before + after
        starts[axis] = max((start - before) / scale, 0.0)
        ends[axis] = min((start + side + after) / scale, float(full))
    box = starts[0], starts[1], ends[0], ends[1]
    shown = np.asarray(picture.resize((size[0], size[1]), PIL.Image.Resampling.LANCZOS, box=box))
    wide: Pixels = cv2.copyMakeBorder(shown, *margins[1], *margins[0], cv2.BORDER_REFLECT_101)
    return wide


@dataclass(frozen=True, slots=True)
class Layers:
    """Two layers with margins: the scene with the subject's place filled, and the subject.

    ``subject`` (H, W, 4) is what must be added to ``(1 - alpha) * scene`` to give the picture
    exactly, so that the view from the first pose is the picture itself, and that alpha.
    ``subject_box`` is left, top, right and bottom of what it may show, in pixels.
    """

    scene: Floats
    scene_near: Floats
    subject: Floats
    subject_near: Floats
    subject_box: Box
    pivot: float

    @property
    def alpha(self) -> Floats:
        """Opacity of the subject, (H, W), 0 to 1."""
        return self.subject[..., 3]

    @classmethod
    def build(cls, rgb: Pixels, alpha: Floats) -> "Layers":
        """Split uint8 RGB with margins (H, W, 3) by the subject's opacity (H, W), 0 to 1."""
        picture, alpha = rgb.astype(np.float32), solid_parts(alpha)
        scene = fill_behind(picture, alpha)
        near = scene_nearness(rgb, alpha)
        front = subject_nearness(near, alpha)
        solid = alpha > 0.5
        pivot = float(front[solid].mean()) if solid.any() else 0.4
        rest = picture - (1 - alpha[..., None]) * scene
        subject = np.dstack([rest, alpha])
        left, top, wide, high = cv2.boundingRect((alpha > 0).astype(np.uint8))
        around = (left - 3, top - 3, left + wide + 2, top + high + 2) if wide else NOWHERE
        return cls(scene, near, subject, front, around, 0.75 * pivot + 0.1)

    def view(
        self, pose: Pose, size: tuple[int, int], scene_moves: Floats, subject_moves: Floats
    ) -> Floats:
        """Return the view, float32 (height, width, 3), 0 to 255, unclipped.

        ``size`` is (width, height). The moves say for each place of a layer, (H, W, 2) or less
        fine, from how many pixels right and below it is shown; that is how things in it stir.
        """
        seen = _shown(self.scene, self._where(self.scene_near, pose, size, scene_moves))
        if self.subject_box == NOWHERE:
            return seen
        across, down = self._where(self.subject_near, pose, size, subject_moves)
        box = _within(across, down, self.subject_box)
        if across[box].size:
            subject = _shown(self.subject, (across[box], down[box]))
            rest = cv2.cvtColor(1 - cv2.extractChannel(subject, 3), cv2.COLOR_GRAY2RGB)
            colour = cv2.cvtColor(subject, cv2.COLOR_RGBA2RGB)
            seen[box] = cv2.add(cv2.multiply(seen[box], rest), colour)
        return seen

    def place(self, pose: Pose, size: tuple[int, int], points: Floats) -> Floats:
        """Return where points (N, 2) of the subject's layer stand in the view, in pixels."""
        middle = np.array(self.subject_near.shape[::-1], np.float32) / 2
        depth = _sample(self.subject_near, points) - self.pivot
        shift = np.stack([pose.x + pose.slide_x * depth, pose.y + pose.slide_y * depth], axis=1)
        grown = (1 + pose.zoom + pose.near * depth)[:, None]
        placed = (points - middle - shift * size) * grown + np.array(size) / 2
        return np.asarray(placed, np.float32)

    def _where(self, near: Floats, pose: Pose, size: tuple[int, int], moves: Floats) -> Fields:
        """Find which place of the layer each place of the view shows.

        That depends on the nearness of the place shown, so it is looked up twice. Nearness and
        most moves are smooth: every fourth pixel is worked out.
        """
        width, height = size
        middle_x, middle_y = (near.shape[1] - 1) / 2, (near.shape[0] - 1) / 2
        cosine, sine = np.cos(pose.roll), np.sin(pose.roll)
        x = _every_fourth(width)[None] - (width - 1) / 2
        y = _every_fourth(height)[:, None] - (height - 1) / 2
        right = (cosine * x + sine * y).astype(np.float32)
        below = (cosine * y - sine * x).astype(np.float32)
        across, down = right + np.float32(middle_x), below + np.float32(middle_y)
        flat = pose.near == pose.slide_x == pose.slide_y == 0
        for _ in range(1 if flat else 3):
            depth = _read(near, across, down) - np.float32(self.pivot)
            shrink = 1 / (1 + np.float32(pose.zoom) + np.float32(pose.near) * depth)
            across = right * shrink + np.float32(middle_x + width * pose.x)
            across += np.float32(width * pose.slide_x) * depth
            down = below * shrink + np.float32(middle_y + height * pose.y)
            down += np.float32(height * pose.slide_y) * depth
        if moves.shape[:2] == near.shape:
            across, down = _between(across, size), _between(down, size)
            stirred = _read(moves, across, down)
            return across + stirred[..., 0], down + stirred[..., 1]
        ratio_x, ratio_y = (
            np.float32(few / many)
            for few, many in zip(moves.shape[1::-1], near.shape[::-1], strict=True)
        )
        stirred = _read(moves, (across + 0.5) * ratio_x - 0.5, (down + 0.5) * ratio_y - 0.5)
        return _between(across + stirred[..., 0], size), _between(down + stirred[..., 1], size)


def _every_fourth(count: int) -> Floats:
    """Return the middles of cells of COARSE pixels, and of one more on each side."""
    cells = np.arange(-1, -(-count // COARSE) + 1, dtype=np.float32)
    middles: Floats = cells * COARSE + np.float32((COARSE - 1) / 2)
    return middles


def _between(plane: Floats, size: tuple[int, int]) -> Floats:
    """Return at every pixel what is known at the middles of cells."""
    fine = cv2.resize(plane, None, fx=COARSE, fy=COARSE, interpolation=cv2.INTER_LINEAR)
    inner: Floats = fine[COARSE : COARSE + size[1], COARSE : COARSE + size[0]]
    return inner


def _read(plane: Floats, across: Floats, down: Floats) -> Floats:
    read: Floats = cv2.remap(
        plane, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return read


def _shown(layer: Floats, where: Fields) -> Floats:
    shown: Floats = cv2.remap(layer, *where, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REFLECT_101)
    return shown


def _within(across: Floats, down: Floats, box: Box) -> tuple[slice, slice]:
    """Return rows and columns of the view in which a box of the layer is shown."""
    left, top, right, bottom = box
    inside = (across > left) & (across < right) & (down > top) & (down < bottom)
    rows, columns = (np.flatnonzero(inside.any(axis=axis)) for axis in (1, 0))
    if not rows.size:
        return slice(0, 0), slice(0, 0)
    return slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1)


def solid_parts(alpha: Floats) -> Floats:
    """Keep the parts of a subject that can move on their own without tearing the picture.

    Those are parts of 6 % of the picture, or the one that is nearly all of the subject, but not a
    band from side to side that stands on nothing: that is sea or sky. A cat's two eyes found
    without the cat had better stay where they are.
    """
    count, labels, stats, _ = cv2.connectedComponentsWithStats((alpha > 0.3).astype(np.uint8))
    areas = stats[1:, cv2.CC_STAT_AREA] / alpha.size
    large = [n for n in range(1, count) if areas[n - 1] > min(0.06, 0.75 * areas.sum())]
    keep = [n for n in large if 0.01 < areas[n - 1] < 0.75 and not _band(labels == n)]
    part = cv2.dilate(np.isin(labels, keep).astype(np.float32), np.ones((9, 9), np.uint8))
    kept: Floats = (alpha * part).astype(np.float32)
    return kept


def _band(part: np.ndarray[Any, np.dtype[np.bool_]]) -> bool:
    """Say whether a part goes from side to side without standing on the lower border."""
    return bool(part[:, 0].any() and part[:, -1].any() and part[-1].mean() < 0.2)


def fill_behind(picture: Floats, alpha: Floats) -> Floats:
    """Fill the subject's place from around it, by averages over wider and wider squares."""
    reach = max(3, round(0.022 * max(alpha.shape))) | 1
    round_ = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach))
    weight = (cv2.dilate(alpha, round_) < 0.04).astype(np.float32)[..., None]
    if not weight.any():
        return picture
    filled: Floats = np.where(weight > 0, picture, _pull(picture * weight, weight))
    return filled


def _pull(colour: Floats, weight: Floats) -> Floats:
    """Fill where ``weight`` is zero with what half the size knows, and so on downwards."""
    known = np.asarray(colour / np.maximum(weight, 1e-6), np.float32)
    height, width = weight.shape[:2]
    if min(height, width) <= 2 or weight.all():
        return known
    small = _pull(*(_halved(values) for values in (colour, weight)))
    coarse = cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR)
    share = np.minimum(weight, 1)
    filled: Floats = share * known + (1 - share) * coarse
    return filled


def _halved(values: Floats) -> Floats:
    size = (values.shape[1] + 1) // 2, (values.shape[0] + 1) // 2
    small = cv2.resize(values, size, interpolation=cv2.INTER_AREA)
    halved: Floats = small.reshape(size[1], size[0], -1)
    return halved


def _sample(values: Floats, points: Floats) -> Floats:
    columns = points[:, 0].astype(int).clip(0, values.shape[1] - 1)
    rows = points[:, 1].astype(int).clip(0, values.shape[0] - 1)
    found: Floats = values[rows, columns]
    return found
