"""Subject and background: cut out, replace the background, remove lettering."""

import cv2
import numpy as np

from mediaext.engines.classical.colour_names import COLOUR, read_colour
from mediaext.engines.classical.effects.effect import Ask, Canvas, paints, reworks
from mediaext.engines.classical.effects.kit import (
    Light,
    blur,
    clip,
    luma,
    mix,
    smoothstep,
    to_light,
    to_pixels,
    unit,
)
from mediaext.engines.classical.masks import clean_foreground
from mediaext.engines.classical.painter import paint_scene, refusing

END = (
    r"(?=\s*(?:[.;!]|$|,? (?:and|then|but) (?:then )?(?:make|turn|add|apply|give|blur|crop"
    r"|rotate|flip|remove|keep|sharpen|brighten|darken|put a|use)|, (?:make|turn|add|apply"
    r"|give|keep|black|brighter|darker|warm|cool)))"
)
PUT = r"(?:put|place|set|move|show|transport|imagine)"
WHOM = (
    r"(?:him|her|it|them|me|this|the (?:subject|person|man|woman|girl|boy|child|animal|cat"
    r"|dog|product|car|object|bottle|cup|bike|bicycle|model|figure))"
)


@reworks(
    "remove the background",
    "scene",
    "remove the background",
    r"(?:remove|delete|erase|cut out|drop|strip|take away|no|without) (?:the |its |his "
    r"|her )?background(?! (?:noise|blur))"
    r"|(?:make (?:the )?background )?transparent(?: background)?|cut ?out(?: the (?:subject"
    r"|person|object))?|isolate(?: the \w+)?|background removed",
)
def remove_background(canvas: Canvas, ask: Ask) -> Canvas:
    """Leave the subject on transparency; its edge loses the old background's colour."""
    alpha = ask.regions.subject
    cleaned = to_light(clean_foreground(to_pixels(canvas.rgb), alpha))
    own = alpha if canvas.alpha is None else alpha * canvas.alpha
    return Canvas(cleaned, own)


@paints(
    "plain background",
    "scene",
    "a white background",
    rf"(?:(?:change|replace|turn|make|set|paint|put|use|with|on|against|add|give \w+"
    rf"|swap)?\s*(?:it |the |this )?(?:on |against |to )?(?:a |an )?(?:plain |solid |pure |flat "
    rf"|clean )?(?P<before>{COLOUR}) (?:studio )?(?:background|backdrop))"
    rf"|(?:(?:change|replace|turn|make|set|paint|swap) )?(?:the )?background (?:colou?r )?(?:to "
    rf"|with |into |by |in )?(?:be )?(?:a |an )?(?:plain |solid |pure "
    rf"|flat )?(?P<after>{COLOUR})(?: background| colou?r)?(?! \w)",
)
def plain_background(rgb: Light, ask: Ask) -> Light:
    """Set the subject on one flat colour."""
    colour = read_colour(ask.said("before") or ask.said("after"))
    alpha = ask.regions.kept
    cleaned = to_light(clean_foreground(to_pixels(rgb), alpha))
    return mix(np.broadcast_to(colour, rgb.shape), cleaned, alpha)


@paints(
    "new background",
    "scene",
    "change the background to a beach at sunset",
    rf"(?:change|replace|swap|set|turn|make|switch) (?:the |its |his |her |this )?(?:background"
    rf"|backdrop|scene|setting)(?: to| with| into| by| for| be| as)? (?P<scene>(?!blur|dark|light"
    rf"|bright|black and)[^.;!]+?){END}"
    rf"|(?:with|on|against|add) (?:a |an )(?!blurr|dark|bright"
    rf"|light)(?P<scene2>[\w ]{{3,40}}?) (?:as (?:the |a )?)?(?:background|backdrop)"
    rf"|background (?:of|is|should be) (?P<scene3>[^.;!]+?){END}"
    rf"|{PUT} {WHOM} (?P<scene4>(?:in|on|at|into|onto|by|under|near|inside) [^.;!]+?){END}",
)
def new_background(rgb: Light, ask: Ask) -> Light:
    """Paint the described scene behind the subject, a little out of focus, in matching light."""
    words = next(filter(None, (ask.said(f"scene{n}") for n in ("", "2", "3", "4"))))
    height, width = rgb.shape[:2]
    seed = int(ask.rng.integers(0, 2**32))
    refusing.check_place(words, ask.context)
    ask.context.progress(None, f"Painting {words}")
    scene = to_light(paint_scene(words, width, height, seed, with_things=False))
    alpha = ask.regions.kept
    soft = blur(scene, 2.2 * unit(rgb))
    cleaned = to_light(clean_foreground(to_pixels(rgb), alpha))
    return _grounded(soft, cleaned, alpha)


def _grounded(scene: Light, front: Light, alpha: Light) -> Light:
    """Lay the subject over the scene with a soft shadow where it stands."""
    height = len(alpha)
    rows = np.flatnonzero((alpha > 0.5).any(axis=1))
    if rows.size and rows[-1] < 0.97 * height:
        shade = np.roll(blur(alpha, 12 * unit(scene)), max(1, height // 120), axis=0)
        low = smoothstep(
            float(rows[-1]) - 0.14 * height, float(rows[-1]), np.arange(height, dtype=np.float32)
        )[:, None]
        scene = scene * (1 - np.float32(0.55) * shade * low)[..., None]
    return mix(scene, front, alpha)


@paints(
    "remove text",
    "scene",
    "remove the text",
    r"(?:remove|delete|erase|clean|get rid of|hide) (?:all |any )?(?:the )?(?:text|letters"
    r"|lettering|writing|words|caption|watermark)s?",
)
def remove_text(rgb: Light, ask: Ask) -> Light:
    """Fill lettering from its surroundings (Telea, 2004)."""
    grown = cv2.dilate(to_pixels(ask.regions.find("text")), np.ones((5, 5), np.uint8))
    filled = cv2.inpaint(to_pixels(rgb), (grown > 90).astype(np.uint8), 4, cv2.INPAINT_TELEA)
    return to_light(filled)


@paints(
    "outline",
    "scene",
    "add a white outline around the subject",
    rf"(?:add |with |draw )?(?:a |an )?(?P<ink>{COLOUR} )?(?:sticker|outline|stroke|contour"
    rf"|halo)(?: around [\w ]+)?(?: effect)?",
)
def outline(rgb: Light, ask: Ask) -> Light:
    """Draw a line around the subject."""
    alpha = ask.regions.subject
    reach = max(2.0, 11 * unit(rgb) * ask.strength)
    away = cv2.distanceTransform((alpha < 0.5).astype(np.uint8), cv2.DIST_L2, 5)
    line = (1 - smoothstep(reach - 1.2, reach + 0.2, away)) * (1 - alpha)
    colour = read_colour(ask.said("ink") or "white")
    return clip(mix(rgb, np.broadcast_to(colour, rgb.shape), line))


@paints(
    "spotlight",
    "scene",
    "spotlight on the subject",
    r"spot ?light(?: on [\w ]+)?|(?:focus|draw attention|emphasi[sz]e|highlight)(?: on"
    r"| to)? (?:the )?(?:subject|person|product|face)",
)
def spotlight(rgb: Light, ask: Ask) -> Light:
    """Dim everything but the subject and its surroundings."""
    near = np.maximum(blur(ask.regions.subject, 60 * unit(rgb)), ask.regions.subject)
    dim = rgb * np.float32(max(0.1, 1 - 0.65 * ask.strength))
    lit = clip(rgb * np.float32(1.08))
    return mix(mix(dim, np.repeat(luma(dim)[..., None], 3, 2), 0.3), lit, near)
