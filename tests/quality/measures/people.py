"""Measures of people: lock, tryon, faceswap, replace, instamodel."""

from collections.abc import Iterator

import cv2
import numpy as np
import skimage.data
from skimage.metrics import structural_similarity

from measures.bench import Bench, Floats, Photo, Pixels, decode, encode
from measures.measure import Measure, at_least, at_most
from mediaext.engines.classical.faces import find_faces
from mediaext.engines.classical.landmarks import align_face
from mediaext.engines.classical.person import find_person
from mediaext.engines.classical.tone_correction import to_lab
from mediaext.operations import (
    GenerateImage,
    Instamodel,
    LockIdentity,
    ReplaceIdentity,
    SwapFace,
    TryOn,
)

SCENES = ("a forest", "a beach at sunset", "a city at night, neon")
GARMENTS = {"shirt": "a blue shirt", "jacket": "a red jacket", "dress": "a green dress"}
LENT_FACES = (0, 1, 2, 3, 5, 6)
"""Faces of other people among the small gray portraits that scikit-image ships."""


def likeness(made: Pixels, photo: Pixels) -> float:
    """Return the structural similarity of the largest face of ``photo`` and its place in ``made``.

    Detectors place boxes a few pixels apart, and take other things for faces, so the face is
    searched at sizes about those of all that was found and about its own.
    """
    there, gray = (cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY) for rgb in (made, photo))
    left, top, width, height = find_faces(photo)[0].box
    face = gray[top + height // 6 : top + height, left + width // 6 : left + width * 5 // 6]
    usual = {made.shape[1] / photo.shape[1], *(near.box[2] / width for near in find_faces(made))}
    scales = np.outer(sorted(usual), np.linspace(0.85, 1.15, 31)).ravel()
    return max(_kept(there, face, scale) for scale in scales)


def _kept(there: Pixels, face: Pixels, scale: float) -> float:
    """Return the similarity of a gray face, enlarged so many times, and its best place."""
    size = round(face.shape[1] * scale), round(face.shape[0] * scale)
    if min(size) < 8 or size[1] > there.shape[0] or size[0] > there.shape[1]:
        return -1.0
    model = cv2.resize(face, size, interpolation=cv2.INTER_AREA)
    scores = cv2.matchTemplate(there, model, cv2.TM_CCOEFF_NORMED)
    _, _, _, (x, y) = cv2.minMaxLoc(scores)
    part = there[y : y + size[1], x : x + size[0]]
    return float(structural_similarity(model, part))


def identity(one: Pixels, other: Pixels) -> float:
    """Return how alike two largest faces are: correlation, -1 to 1, of gray faces laid on eyes.

    Brightness and contrast do not count; coarse.
    """
    first, second = (align_face(rgb) for rgb in (one, other))
    return float(np.corrcoef(first, second)[0, 1])


def lent_face(number: int) -> Pixels:
    """Return the face of somebody else, uint8 RGB 240 x 240, enlarged from 25 pixels."""
    small = (skimage.data.lfw_subset()[number] * 255).round().astype(np.uint8)
    large = cv2.resize(small, (160, 160), interpolation=cv2.INTER_CUBIC)
    framed = cv2.copyMakeBorder(large, 40, 40, 40, 40, cv2.BORDER_REPLICATE)
    return np.asarray(cv2.cvtColor(framed, cv2.COLOR_GRAY2RGB))


def measure_lock(bench: Bench) -> Iterator[Measure]:
    """Say how well the face is kept in new scenes; how far the scene changes without a face."""
    for photo in bench.photos:
        height, width = photo.rgb.shape[:2]
        for scene in SCENES if photo.face else SCENES[:1]:
            request = LockIdentity(
                input_image="photo", prompt=scene, width=width, height=height, output_format="png"
            )
            made = bench.picture(request, photo.content)
            if photo.face:
                figure, what = likeness(made, photo.rgb), f"face similarity: {scene}"
                yield Measure("lock", photo.name, what, figure, at_least(0.9))
            else:
                change = np.abs(made.astype(float) - photo.rgb).mean()
                what = "no face: mean change / 255"
                yield Measure("lock", photo.name, what, change, at_least(10))


def measure_tryon(bench: Bench) -> Iterator[Measure]:
    """Dress people: the cloth turns to the garment's colour, the person stays."""
    garments = {
        kind: bench.make(
            GenerateImage(prompt=f"{words}, white background", width=512, height=512), seed=2
        )["result"].content
        for kind, words in GARMENTS.items()
    }
    for photo in bench.photos:
        requests = {
            kind: TryOn(person_image="photo", clothing_image="garment", gender="woman",
                        clothing_type=kind, width=_even(photo.rgb.shape[1]),
                        height=_even(photo.rgb.shape[0]), tone_correction=0.0)
            for kind in GARMENTS
        }  # fmt: skip
        if photo.face:
            for kind, request in requests.items():
                yield from _dressed(bench, photo, request, garments[kind])
        else:
            sentence = "person_image"
            done = bench.refused(
                requests["shirt"], photo.content, garments["shirt"], naming=sentence
            )
            what = "no person: refused by name"
            yield Measure("tryon", photo.name, what, float(done), at_least(1))


def _even(side: int) -> int:
    return max(256, side // 16 * 16)


def _dressed(bench: Bench, photo: Photo, request: TryOn, garment: bytes) -> Iterator[Measure]:
    made = bench.picture(request, photo.content, garment)
    rgb = photo.rgb[: made.shape[0], : made.shape[1]]
    person = find_person(rgb)
    if person is None:
        return
    change = np.abs(made.astype(int) - rgb).max(axis=2)
    kind = request.clothing_type
    kept = np.maximum(person.face, person.hair) > 0.99
    what = f"{kind}: largest change of face and hair / 255"
    yield Measure("tryon", photo.name, what, float(change[kept].max(initial=0)), at_most(0))
    cloth = np.median(to_lab(decode(garment)).reshape(-1, 3)[_inked(decode(garment))], axis=0)
    before, after = (
        float(np.linalg.norm(np.median(to_lab(seen)[person.upper > 0.9], axis=0) - cloth))
        for seen in (rgb, made)
    )
    what = f"{kind}: colour left to go to the garment"
    yield Measure("tryon", photo.name, what, after / before, at_most(0.6))


def _inked(rgb: Pixels) -> Floats:
    """Mark what is no plain ground."""
    ground = np.median(rgb[:20].reshape(-1, 3), axis=0)
    return np.asarray(np.abs(rgb - ground).max(axis=2).ravel() > 40)


def measure_faceswap(bench: Bench) -> Iterator[Measure]:
    """Swap in the faces of others: they come nearer, and nothing outside the face moves."""
    sources = [lent_face(number) for number in LENT_FACES]
    request = SwapFace(target="t", source="s", upscale=1.0, output_format="png")
    for photo in bench.photos:
        if not photo.face:
            done = bench.refused(request, photo.content, encode(sources[0]), naming="target")
            yield Measure(
                "faceswap", photo.name, "no face: refused by name", float(done), at_least(1)
            )
            continue
        for number, source in zip(LENT_FACES, sources, strict=True):
            made = bench.picture(request, photo.content, encode(source))
            if photo.face == "front":
                gain = identity(made, source) - identity(photo.rgb, source)
                what = "nearer to another's face by, correlation"
                beside = f"person {number}"
                yield Measure("faceswap", photo.name, what, gain, at_least(0.1, mean=True), beside)
            what = "largest change outside the head / 255"
            yield Measure("faceswap", photo.name, what, _outside(photo.rgb, made), at_most(0))


def _outside(photo: Pixels, made: Pixels) -> float:
    """Return the largest change beyond the face box widened by a third."""
    change = np.abs(made.astype(int) - photo).max(axis=2)
    left, top, width, height = find_faces(photo)[0].box
    reach = width // 3
    rows = slice(max(0, top - reach), top + height + reach)
    change[rows, max(0, left - reach) : left + width + reach] = 0
    return float(change.max())


def measure_replace(bench: Bench) -> Iterator[Measure]:
    """Describe another person: hair goes to the colour, clothing and scene stay."""
    request = ReplaceIdentity(
        input_image="photo", prompt="a man with black hair", output_format="png"
    )
    for photo in bench.photos:
        person = find_person(photo.rgb) if photo.face else None
        if person is None:
            done = bench.refused(request, photo.content, naming="input_image")
            yield Measure(
                "replace", photo.name, "no face: refused by name", float(done), at_least(1)
            )
            continue
        made = bench.picture(request, photo.content)
        change = np.abs(made.astype(float) - photo.rgb)
        kept = np.maximum(person.skin, person.hair) < 0.01
        what = "mean change of clothing and scene / 255"
        yield Measure("replace", photo.name, what, change[kept].mean(), at_most(0.5))
        before, after = (
            to_lab(seen)[person.hair > 0.9][:, 0].mean() for seen in (photo.rgb, made)
        )
        what, was = "black hair: lightness / 100", f"before {before:.0f}"
        yield Measure("replace", photo.name, what, float(after), at_most(25), was)


def measure_instamodel(bench: Bench) -> Iterator[Measure]:
    """Dress the person and set the scene: the face stays."""
    request = Instamodel(
        prompt="a portrait in a black sweater", input_face="face", output_format="png"
    )
    for photo in bench.photos:
        if photo.face:
            figure = likeness(bench.picture(request, photo.content), photo.rgb)
            yield Measure("instamodel", photo.name, "face similarity", figure, at_least(0.75))
        else:
            done = bench.refused(request, photo.content, naming="input_face")
            yield Measure(
                "instamodel", photo.name, "no face: refused by name", float(done), at_least(1)
            )
