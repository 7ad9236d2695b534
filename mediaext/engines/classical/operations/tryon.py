"""Dress a person in a garment from another photo."""

import re
from typing import Literal

import cv2
import numpy as np
import PIL.Image
import PIL.ImageOps

from mediaext.engines.base import Context, Files, Inputs, invalid
from mediaext.engines.classical import PEOPLE
from mediaext.engines.classical.arrays import Pixels
from mediaext.engines.classical.body_points import find_body_points
from mediaext.engines.classical.draping import drape
from mediaext.engines.classical.effects.kit import Light
from mediaext.engines.classical.faces import find_faces
from mediaext.engines.classical.masks import clean_foreground, picture_alpha
from mediaext.engines.classical.person import find_person
from mediaext.engines.classical.pictures import encode_picture, open_picture
from mediaext.engines.classical.profile_settings import finish
from mediaext.engines.classical.tailoring import Garment, complete, plain_ground
from mediaext.engines.entries import find_model
from mediaext.operations import TryOn

Region = Literal["upper", "lower", "full"]
LOWER = re.compile(r"\b(?:jeans?|trousers?|pants|skirt|shorts|leggings|slacks|chinos)\b", re.I)
FULL = re.compile(r"\b(?:dress|gown|jumpsuit|overalls?|romper|robe|onesie|full|suit)\b", re.I)
UPPER = re.compile(
    r"\b(?:jacket|blazer|shirt|t-?shirt|tee|top|blouse|sweater|hoodie|vest|cardigan|jumper|coat|"
    r"polo|tank|pullover|sweatshirt)\b",
    re.I,
)
FLARED = re.compile(r"\b(?:skirt|dress|gown|robe)\b", re.I)
GARMENT_SIDE = 1600  # pixels: a larger photo of a garment is reduced to it
PIECE, SOLID = 0.9, 0.8  # of a worn garment: its largest part, and what is seen between its edges
LARGEST, SMALLEST, STEP = 2048, 256, 16  # the specification's bounds of the default size


def make(request: TryOn, inputs: Inputs, context: Context) -> Files:
    """Cut the garment out, drape it over torso, legs or body, in the light of the body.

    The garment goes where ``clothing_type`` belongs, or to ``garment_region`` for words that are
    not known; colour is corrected within ``garment_region``. Raises INPUT_INVALID that names the
    photo without person or garment.
    """
    context.progress(0.05, "Opening the photos")
    rgb = sized(open_picture(inputs["person_image"][0], "person_image"), request)
    person = find_person(rgb, context)
    if person is None:
        raise invalid("person_image: no person was found; give a photo of one who stands upright.")
    context.progress(0.4, "Cutting the garment out")
    region = placed(request.clothing_type, request.garment_region)
    clothing = open_picture(inputs["clothing_image"][0], "clothing_image")
    garment = cut_garment(clothing, region, context)
    points = find_body_points(rgb, person.body)
    if points is None and region != "lower":
        context.note(f"Sleeves follow the outline of the body{_because()}.")
    context.progress(0.7, "Draping")
    dressed = drape(
        rgb,
        person,
        garment,
        points,
        region=region,
        corrected=request.garment_region,
        tone=request.tone_correction,
        waist=0.07 if request.gender == "woman" else 0.0,
        flared=bool(FLARED.search(request.clothing_type)),
        context=context,
    )
    dressed = finish(dressed, context, lambda: 1 - person.body)
    context.progress(0.9, "Encoding")
    return {"result": encode_picture(PIL.Image.fromarray(dressed), request.output_format)}


def _because() -> str:
    if find_model(PEOPLE) is None:
        return f"; to follow the bones of the arms they need: mediaext engine add {PEOPLE}"
    return ", since the joints of its arms are not seen"


def placed(clothing_type: str, region: Region) -> Region:
    """Return where a kind of clothing is worn; unknown kinds go to ``region``."""
    if LOWER.search(clothing_type):
        return "lower"
    if FULL.search(clothing_type):
        return "full"
    return "upper" if UPPER.search(clothing_type) else region


def sized(picture: PIL.Image.Image, request: TryOn) -> Pixels:
    """Bring the person to the size asked for: by default the own one, bounded, in steps of 16."""
    picture = picture.convert("RGB")
    factor = min(1.0, LARGEST / max(picture.size))
    usual = [
        min(LARGEST, max(SMALLEST, round(side * factor / STEP) * STEP)) for side in picture.size
    ]
    size = request.width or usual[0], request.height or usual[1]
    if request.width and not request.height:
        size = size[0], _near(picture.height * size[0] / picture.width)
    elif request.height and not request.width:
        size = _near(picture.width * size[1] / picture.height), size[1]
    return np.asarray(
        PIL.ImageOps.fit(picture, size, PIL.Image.Resampling.LANCZOS, centering=(0.5, 0.0))
    )


def _near(side: float) -> int:
    return min(LARGEST, max(SMALLEST, round(side / STEP) * STEP))


def _has_head(rgb: Pixels, shape: Light) -> bool:
    """Say whether a face crowns the outline: one further down is printed on the garment."""
    rows = np.flatnonzero((shape > 0.5).any(axis=1))
    top = rows[0] if rows.size else 0
    return any(face.box[1] - top < face.box[3] for face in find_faces(rgb)[:1])


def _whole(alpha: Light) -> bool:
    """Say whether a worn garment is in one piece, and nothing hides its middle."""
    inside = alpha > 0.5
    if inside.mean() < 0.01:
        return False
    _, _, facts, _ = cv2.connectedComponentsWithStats(inside.astype(np.uint8))
    spans = inside.shape[1] - inside.argmax(axis=1) - inside[:, ::-1].argmax(axis=1)
    across = int(spans[inside.any(axis=1)].sum())
    largest = int(facts[1:, cv2.CC_STAT_AREA].max())
    return bool(largest > PIECE * inside.sum() and inside.sum() > SOLID * across)


def cut_garment(picture: PIL.Image.Image, region: Region, context: Context) -> Garment:
    """Cut the garment out of a product photo, or off the person who wears it."""
    picture.thumbnail((GARMENT_SIDE, GARMENT_SIDE), PIL.Image.Resampling.LANCZOS)
    rgb = np.asarray(picture.convert("RGB"))
    shape = 1 - plain_ground(rgb, trunk=region != "lower")
    worn = find_person(rgb, context) if _has_head(rgb, shape) else None
    if worn is None:
        alpha = picture_alpha(picture, context)
        if not 0.01 < float(shape.mean()) < 0.95:
            shape = alpha
        alpha = complete(shape, alpha, trunk=region != "lower")
    else:
        alpha = {"upper": worn.upper, "lower": worn.lower, "full": worn.clothing}[region]
        if not _whole(alpha):
            raise invalid(
                "clothing_image: the garment is worn, and not all of it is seen; give a photo of "
                "it alone, laid flat or hung up, on a plain ground."
            )
    if float((alpha > 0.5).mean()) < 0.005:
        raise invalid(
            "clothing_image: no garment stands out; give a photo of it alone on a plain ground."
        )
    return Garment.cropped(clean_foreground(rgb, alpha), alpha)
