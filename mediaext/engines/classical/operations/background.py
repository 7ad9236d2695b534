"""Put the subject before a scene painted from words."""

import cv2
import numpy as np
import PIL.Image

from mediaext.engines.base import Context, Files, Inputs
from mediaext.engines.classical.arrays import Floats, Pixels
from mediaext.engines.classical.masks import STRIP, clean_foreground, picture_alpha
from mediaext.engines.classical.painter import paint_scene, read_prompt, refusing
from mediaext.engines.classical.palettes import blend_palette
from mediaext.engines.classical.pictures import encode_picture, open_picture
from mediaext.engines.classical.shadows import blur, lay_over
from mediaext.engines.classical.text_regions import text_mask
from mediaext.engines.classical.tone_correction import match_tones, tones
from mediaext.operations import ChangeBackground

DEFOCUS = 0.002, 0.006  # of the longer side: least, and more the closer the subject is
PAINTED_BLUR = 2.0  # pixels: a scene that is blurred by more is painted smaller
NEUTRAL_GUIDANCE = 4.0  # the specification's default leaves the scene as painted
FAST_SIDE = 1024  # pixels: the largest scene painted with faster_inference
FULL_EDIT_GRADE = 0.6  # how far use_segmentation=false draws the subject to the scene's light
FEATHER = 0.008  # of the longer side: softness of the outline where the whole picture is edited


def make(request: ChangeBackground, inputs: Inputs, context: Context) -> Files:
    """Replace all but the subject by the scene that the prompt describes.

    With ``use_segmentation`` the subject's own pixels stay and ``tone_correction`` draws the scene
    to the photo's colours. Without it the whole picture is edited: soft outline, everything graded
    to the scene's light, and ``tone_correction`` draws the whole back to the photo's colours.
    ``harmonize_strength`` gives the subject the scene's light.
    """
    refusing.check(read_prompt(request.prompt), context, backdrop=True)
    context.progress(0.02, "Opening the picture")
    rgb, alpha = _open(inputs["input_image"][0], context)
    context.progress(0.5, "Painting the scene")
    scene = paint_background(request, rgb, alpha, context.seed)
    context.progress(0.75, "Joining subject and scene")
    joined = _join(request, rgb, alpha, scene)
    if request.has_text is not False:
        context.progress(0.85, "Keeping lettering")
        joined = keep_text(joined, rgb, alpha, fewest=3 if request.has_text else 4)
    context.progress(0.9, "Encoding")
    return {"result": encode_picture(PIL.Image.fromarray(joined), request.output_format)}


def _open(content: bytes, context: Context) -> tuple[Pixels, Floats]:
    picture = open_picture(content)
    return np.asarray(picture.convert("RGB")), picture_alpha(picture, context)


def _join(request: ChangeBackground, rgb: Pixels, alpha: Floats, scene: Pixels) -> Pixels:
    subject = clean_foreground(rgb, alpha)
    harmony, correction = request.harmonize_strength, request.tone_correction
    if request.use_segmentation:
        scene = match_tones(scene, tones(rgb, 1 - alpha), 0.4 * correction)
        subject = match_tones(subject, tones(scene), 0.5 * harmony, alpha)
        return lay_over(subject, alpha, scene, harmony)
    grade = FULL_EDIT_GRADE * max(0.5, harmony)
    subject = match_tones(subject, tones(scene), grade, alpha)
    soft = np.minimum(alpha, 2 * blur(alpha, FEATHER * max(alpha.shape)))
    joined = lay_over(subject, soft, scene, max(0.5, harmony))
    return match_tones(joined, tones(rgb), 0.4 * correction)


def keep_text(picture: Pixels, original: Pixels, alpha: Floats, fewest: int) -> Pixels:
    """Lay the original's lettering that stands beside the subject back over the picture."""
    letters = text_mask(original, fewest)
    if not letters.any():
        return picture
    cover = (blur(letters.astype(np.float32), 0.7) * (1 - alpha))[..., None]
    kept: Pixels = (original * cover + picture * (1 - cover)).round().astype(np.uint8)
    return kept


def paint_background(request: ChangeBackground, rgb: Pixels, alpha: Floats, seed: int) -> Pixels:
    """Paint the scene out of focus and with the photo's grain, at the photo's size.

    What is out of focus is painted smaller and enlarged. ``num_inference_steps`` is the painter's
    detail, doubled without ``faster_inference``, which else bounds the painted size at 1024
    pixels. ``true_cfg_scale`` above 4 deepens the scene's colours, below it pales them.
    """
    height, width = alpha.shape
    noise = _noise(rgb)
    fast = request.faster_inference
    sigma = (DEFOCUS[0] + DEFOCUS[1] * float(alpha.mean())) * max(height, width)
    factor = min(1.0, PAINTED_BLUR / sigma)
    if fast:
        factor = min(factor, FAST_SIDE / max(height, width))
    size = max(1, round(width * factor)), max(1, round(height * factor))
    detail = min(request.num_inference_steps * (1 if fast else 2), 64)
    palette = tuple(request.palette or ())
    columns = np.flatnonzero(alpha.max(axis=0) > 0.5) / width
    before = (float(columns[0]), float(columns[-1])) if columns.size else None
    scene = paint_scene(request.prompt, *size, seed, palette=palette, detail=detail, before=before)
    scene = blend_palette(scene, palette, 0.35)
    soft = blur(scene.astype(np.float32), sigma * factor)
    soft = cv2.resize(soft, (width, height), interpolation=cv2.INTER_CUBIC)
    large = np.empty((height, width, 3), np.uint8)
    random = np.random.default_rng(seed)
    for top in range(0, height, STRIP):
        part = _deepen(soft[top : top + STRIP], request.true_cfg_scale)
        part += random.standard_normal(part.shape[:2], np.float32)[..., None] * noise
        large[top : top + STRIP] = part.clip(0, 255).round()
    return large


def _deepen(scene: Floats, guidance: float) -> Floats:
    factor = np.float32(np.clip(1 + 0.08 * (guidance - NEUTRAL_GUIDANCE), 0.4, 1.8))
    gray = scene.mean(axis=2, keepdims=True)
    deep: Floats = gray + factor * (scene - gray)
    return deep


def _noise(rgb: Pixels) -> float:
    """Return the deviation of a photo's noise, at most 4 levels, measured as Immerkaer (1996)."""
    gray = cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY).astype(np.float32)
    kernel = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32)
    noise = float(np.median(np.abs(cv2.filter2D(gray, -1, kernel)))) / 0.6745 / 6
    return min(noise, 4.0)
