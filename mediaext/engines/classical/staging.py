"""Cut a person out, dress the person as described, and place the person in a scene."""

from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
import PIL.Image

from mediaext.engines.base import Context
from mediaext.engines.classical.appearance import dressed, read_looks, unchanged
from mediaext.engines.classical.arrays import Pixels
from mediaext.engines.classical.colour_names import read_colour
from mediaext.engines.classical.effects.kit import Light, blur, clip, mix, to_light, to_pixels
from mediaext.engines.classical.effects.tint import recoloured
from mediaext.engines.classical.face_blend import enlarged
from mediaext.engines.classical.faces import find_faces
from mediaext.engines.classical.landmarks import find_landmarks
from mediaext.engines.classical.makeover import Sitter
from mediaext.engines.classical.masks import clean_foreground, picture_alpha
from mediaext.engines.classical.painter import read_prompt
from mediaext.engines.classical.person import find_person, head_box
from mediaext.engines.classical.shadows import contact_shadow
from mediaext.engines.classical.tone_correction import match_tones, tones

Framing = Literal["", "close", "whole"]
DEFOCUS = 0.003  # of the longer side
HEAD_SHARE = 0.42  # of the height: a head is not shown larger
CUT_HEAD_SHARE = 0.62  # where the picture's edge cuts the person, which must not show
CLOSE_HEAD = 0.36  # of the height: a head in a close-up
WHOLE_BODY = 0.9  # of the height: a body that is shown whole


@dataclass(frozen=True, slots=True)
class PlacedPerson:
    """A person cut out, in the frame of the result: colour, opacity, and where the face is."""

    rgb: Light
    alpha: Light
    face: Light


def place_person(
    picture: PIL.Image.Image,
    prompt: str,
    size: tuple[int, int],
    context: Context,
    framing: Framing = "",
) -> PlacedPerson:
    """Cut the person out, dress it as the prompt says, and place it in the new frame.

    ``size`` is (width, height) of the result. ``framing`` shows the person close or whole; by
    default as near as the photo does. What the prompt asks of the person and stays as it is in
    the photo is noted in ``context``.
    """
    most = max(1024, round(1.3 * max(size)))
    if max(picture.size) > most:
        picture = picture.copy()
        picture.thumbnail((most, most), PIL.Image.Resampling.LANCZOS)
    rgb = np.asarray(picture.convert("RGB"))
    person = find_person(rgb, context)
    alpha = picture_alpha(picture, context) if person is None else person.body
    colour = to_light(clean_foreground(rgb, alpha))
    face = np.zeros_like(alpha)
    if person is not None:
        face = person.face
        looks = read_looks(prompt)
        colour = dressed(colour, person, looks)
        if looks.hair:
            colour = recoloured(colour, person.hair, read_colour(looks.hair))
        near = blur(face, 0.02 * max(rgb.shape))
        colour = mix(colour, to_light(rgb), np.maximum(face, smooth_core(near)) * alpha)
        faces = find_faces(rgb)
        if faces:
            sitter = Sitter(person, find_landmarks(rgb, faces[0]), looks, context.seed)
            colour = sitter.adorned(colour)
        for sentence in unchanged(prompt, looks, locked=True):
            context.note(sentence)
        if style := read_prompt(prompt, places=True).style:
            context.note(f"The person stays as in the photo; the scene alone is made in {style}.")
    turn = placing(rgb, alpha, size, framing)
    factor = float(turn[0, 0])
    if factor > 1.0:
        whole = min(4.0, float(np.ceil(factor)))
        colour = to_light(enlarged(to_pixels(colour), whole))
        step = np.array([[1 / whole, 0, 0], [0, 1 / whole, 0], [0, 0, 1]])
        fine = (turn @ step)[:2]
    else:
        colour, fine = blur(colour, 0.4 / factor - 0.35), turn[:2]
    moved = cv2.warpAffine(
        colour, fine, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
    )
    planes = [
        cv2.warpAffine(np.asarray(plane, np.float32), turn[:2], size, flags=cv2.INTER_LINEAR)
        for plane in (alpha, face)
    ]
    return PlacedPerson(clip(moved), planes[0], planes[1])


def smooth_core(plane: Light) -> Light:
    """Return where a blurred mask is surely inside."""
    core: Light = np.clip((plane - 0.5) * 4, 0, 1)
    return core


def placing(rgb: Pixels, alpha: Light, size: tuple[int, int], framing: Framing = "") -> Light:
    """Return the 3 x 3 matrix that frames the person.

    A frame of the same proportions keeps every place. Else the picture covers the frame; a head
    that would be larger than HEAD_SHARE, or be cut, makes it smaller, and then the person stands
    at the lower edge. A close framing enlarges the head, a whole one shows the body to its feet.
    """
    height, width = rgb.shape[:2]
    same = size[0] * height / (size[1] * width)
    if 0.98 < same < 1.02 and not framing:
        return np.diag([size[0] / width, size[1] / height, 1.0])
    columns = np.flatnonzero((alpha > 0.5).any(axis=0))
    rows = np.flatnonzero((alpha > 0.5).any(axis=1))
    if not rows.size:
        rows, columns = np.arange(height), np.arange(width)
    faces = find_faces(rgb)
    box = (
        head_box(faces[0])
        if faces
        else (float(columns[0]), float(rows[0]), float(np.ptp(columns)), 0.2 * float(np.ptp(rows)))
    )
    left, top, across, down = box
    factor = max(size[0] / width, size[1] / height)
    cut = columns[0] <= 2 or columns[-1] >= width - 3
    headless = rows[0] <= 2
    share = CUT_HEAD_SHARE if cut or headless else HEAD_SHARE
    factor = min(factor, share * size[1] / max(down, 1.0))
    factor = min(
        factor, 1.25 * size[1] / max(float(np.ptp(rows)) + 1, 1.0) if not faces else factor
    )
    if framing == "close":
        factor = max(factor, CLOSE_HEAD * size[1] / max(down, 1.0))
    elif framing == "whole" and rows[-1] < height - 3:
        factor = min(factor, WHOLE_BODY * size[1] / (rows[-1] - min(top, float(rows[0]))))
    middle = left + across / 2 if faces else float(columns.mean())
    x = size[0] / 2 - factor * middle
    if factor * width >= size[0]:
        x = min(max(x, size[0] - factor * width), 0.0)
    else:
        x = min(max(x, 0.0), size[0] - factor * width)
    feet = float(rows[-1]) + 1
    y = size[1] - factor * feet if rows[-1] >= height - 3 else 0.95 * size[1] - factor * feet
    crown = y + factor * min(top, float(rows[0]))
    if crown < 0.04 * size[1]:
        y += 0.06 * size[1] - crown
    if rows[-1] >= height - 3:
        y = max(y, size[1] - factor * feet)
    if headless:
        y = min(y, 0.0)
    return np.array([[factor, 0, x], [0, factor, y], [0, 0, 1]], np.float64)


def stand_before(figure: PlacedPerson, scene: Light) -> Light:
    """Lay the person over the scene; all but the face takes a little of the scene's light."""
    alpha = figure.alpha
    outside = alpha * (1 - np.clip(3 * blur(figure.face, 3.0), 0, 1))
    matched = to_light(match_tones(to_pixels(figure.rgb), tones(to_pixels(scene)), 0.16, alpha))
    lit = mix(figure.rgb, matched, outside)
    ground = scene * (1 - contact_shadow(np.asarray(alpha, np.float32)))[..., None]
    return clip(mix(ground, lit, alpha))
