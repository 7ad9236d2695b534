"""Turn the person into a described one: skin and hair change, the rest stays."""

import re
from collections.abc import Sequence

import cv2
import numpy as np
import PIL.Image

from mediaext.engines.base import Context, Files, Inputs, invalid, not_understood
from mediaext.engines.classical.appearance import (
    APPEARANCE,
    Looks,
    dressed,
    read_looks,
    unchanged,
)
from mediaext.engines.classical.arrays import Pixels
from mediaext.engines.classical.effects.kit import (
    Light,
    clip,
    from_lab,
    mix,
    to_lab,
    to_light,
    to_pixels,
)
from mediaext.engines.classical.faces import find_faces
from mediaext.engines.classical.landmarks import find_landmarks
from mediaext.engines.classical.makeover import Sitter
from mediaext.engines.classical.negatives import without
from mediaext.engines.classical.painter import left_out
from mediaext.engines.classical.palettes import blend_palette
from mediaext.engines.classical.person import find_person
from mediaext.engines.classical.pictures import encode_picture, open_picture
from mediaext.engines.classical.profile_settings import finish
from mediaext.engines.classical.tone_correction import match_tones, tones
from mediaext.operations import ReplaceIdentity

LARGE = 5_000_000  # pixels that are worked on
OTHER = re.compile(r"\b(?:different|another|someone|somebody|else|other|new|random)\b", re.I)
HAIR_COLOURS = ("#191514", "#33211a", "#543524", "#7a5234", "#d0a95f", "#9a4421", "#a5a4a2")


def make(request: ReplaceIdentity, inputs: Inputs, context: Context) -> Files:
    """Change hair, skin, age, beard and glasses as described, and the features by the seed.

    With ``use_segmentation`` nothing outside of skin and hair changes. Without, clothes and light
    change too, and ``tone_correction`` brings the rest back to its old colours. Raises
    INPUT_INVALID when there is no face.
    """
    context.progress(0.05, "Opening the picture")
    picture = open_picture(inputs["input_image"][0])
    whole = np.asarray(picture.convert("RGB"))
    rgb = bounded(whole)
    faces = find_faces(rgb)
    person = find_person(rgb, context) if faces else None
    if person is None:
        raise invalid(
            "input_image: no face was found; give a photo of a person who looks at the camera."
        )
    negative = context.setting("negative_prompt", str) or ""
    prompt = without(request.prompt, negative) if negative else request.prompt
    left = left_out(OTHER.sub(" ", APPEARANCE.sub(" ", request.prompt)), painted=False)
    looks = completed(read_looks(prompt), left, request, context)
    if left:
        context.note(not_understood(left))
    dyed = bool(looks.upper or looks.lower)
    if request.use_segmentation and dyed:
        context.note("Clothes keep their colours; use_segmentation=false lets them change.")
    for sentence in unchanged(prompt, looks, clothes=not (request.use_segmentation and dyed)):
        context.note(sentence)
    sitter = Sitter(person, find_landmarks(rgb, faces[0]), looks, context.seed)
    context.progress(0.6, "Changing the person")
    allowed = np.maximum(person.skin, person.hair)
    changed = sitter.made_over(to_light(rgb), request.tone_correction)
    if request.palette:
        toned = to_light(blend_palette(to_pixels(changed), request.palette, 0.4))
        changed = mix(changed, toned, np.maximum(person.hair, 0.45 * person.skin))
    if context.extra:
        finished = finish(to_pixels(changed), context, lambda: 1 - allowed, request.prompt)
        changed = to_light(finished)
    if request.use_segmentation:
        changed = mix(to_light(rgb), changed, allowed)
    else:
        changed = mix(dressed(changed, person, looks), changed, allowed)
        changed = _corrected(_graded(changed, context.seed), rgb, allowed, request.tone_correction)
    context.progress(0.9, "Encoding")
    result = PIL.Image.fromarray(carried_over(whole, rgb, to_pixels(changed)))
    if picture.mode == "RGBA":
        result.putalpha(picture.getchannel("A"))
    return {"result": encode_picture(result, request.output_format)}


def completed(
    looks: Looks, left: Sequence[str], request: ReplaceIdentity, context: Context
) -> Looks:
    """Note what was understood; "somebody else" gets a seeded hair colour.

    Raises INPUT_INVALID where nothing but the words ``left`` out is asked.
    """
    context.detail("understood", looks.anything)
    if looks.anything or request.palette:
        return looks
    if left:
        raise invalid(
            f"prompt: nothing of '{', '.join(left)}' can be changed; describe hair, skin, age, a "
            "beard or glasses, such as 'an old woman with gray hair and glasses'."
        )
    rng = np.random.default_rng([context.seed, 6])
    return read_looks(f"{HAIR_COLOURS[rng.integers(len(HAIR_COLOURS))]} hair")


def bounded(rgb: Pixels) -> Pixels:
    """Return the picture with at most LARGE pixels, which bounds time and memory."""
    factor = float(np.sqrt(LARGE / (rgb.shape[0] * rgb.shape[1])))
    if factor >= 1:
        return rgb
    size = round(rgb.shape[1] * factor), round(rgb.shape[0] * factor)
    small: Pixels = cv2.resize(rgb, size, interpolation=cv2.INTER_AREA)
    return small


def carried_over(whole: Pixels, small: Pixels, changed: Pixels) -> Pixels:
    """Add to a large picture what has changed in its bounded copy; fine detail stays."""
    if whole.shape == small.shape:
        return changed
    change = changed.astype(np.int16) - small
    size = whole.shape[1], whole.shape[0]
    grown = cv2.resize(change, size, interpolation=cv2.INTER_LINEAR)
    grown += whole
    np.clip(grown, 0, 255, out=grown)
    return np.asarray(grown, np.uint8)


def _graded(rgb: Light, seed: int) -> Light:
    """Give the whole picture another light: warmer or cooler, by the seed."""
    rng = np.random.default_rng([seed, 7])
    lab = to_lab(rgb)
    lab[..., 2] += np.float32(rng.choice([-1, 1]) * rng.uniform(5, 9))
    lab[..., 0] *= np.float32(rng.uniform(0.95, 1.04))
    return from_lab(lab)


def _corrected(rgb: Light, before: Pixels, allowed: Light, share: float) -> Light:
    """Bring all but skin and hair back towards its old colours."""
    if share <= 0:
        return rgb
    outside = np.ascontiguousarray(1 - allowed, np.float32)
    matched = match_tones(to_pixels(rgb), tones(before, outside), share, outside)
    return clip(mix(rgb, to_light(matched), outside))
