"""Colour: warmth, saturation, tints, recolouring, looks of film."""

import re

import cv2
import numpy as np
from scipy import ndimage

from mediaext.engines.base import invalid
from mediaext.engines.classical.colour_names import COLOUR, read_colour
from mediaext.engines.classical.effects.adjustments import LESS, MORE
from mediaext.engines.classical.effects.effect import Ask, paints
from mediaext.engines.classical.effects.kit import (
    Light,
    blur,
    clip,
    from_lab,
    in_strips,
    luma,
    mix,
    smoothstep,
    to_lab,
    unit,
)

END = r"(?=\s*(?:$|[.,;:!]|(?:and|but|then|while|with|instead|please|now|everywhere)\b(?! white)))"
WHOLE = r"(?:it|this|everything|image|picture|photo|photograph|whole (?:image|picture|photo))"
VERB = r"(?:make|turn|change|paint|colou?r|dye|recolou?r|tint|render|give|with)"
WHAT = (
    r"(?P<what>(?!(?:the|her|his|their|my|its|your|all|an?)\b)[a-z][\w'-]*"
    r"(?: (?!an? )[\w'-]+){0,2}?)"
)
OWNER = r"(?:the |her |his |their |my |its |your |a |an |all (?:the )?)?"
HUED = (
    "hair|sky|shirt|t-shirt|dress|jacket|coat|top|blouse|sweater|suit|clothes|clothing|outfit"
    "|trousers|pants|jeans|skirt|lips|lipstick|grass|water|sea|eyes|skin|car|wall|background"
)

ANIMAL = re.compile(r"\b(?:cat|kitten|dog|puppy|horse|bird|animal|rabbit|bear|lion|sheep|cow)s?$")
STRONG, PAINTED = 24.0, 0.05  # chroma of paint, and its least share of a thing


@paints(
    "recolour",
    "colour",
    "make the shirt blue",
    rf"{VERB} {OWNER}(?!{WHOLE}\b){WHAT} (?:colou?r )?(?:to |into |in |as |be )?(?:a |an )?"
    rf"(?P<into>{COLOUR}){END}"
    rf"|(?:replace|swap) (?:the |all )?(?P<from>{COLOUR}) (?:with|by|for|to) (?P<into2>{COLOUR})"
    rf"|(?:replace|change|swap|turn) the (?P<what5>sky) (?:with|by|to|into|for) (?:a |an )?"
    rf"(?:clear )?(?P<into5>{COLOUR})(?: sky)?{END}"
    rf"|(?P<into3>{COLOUR}) (?P<what3>{HUED})(?<!background)"
    rf"|(?:the|her|his|their|my) (?P<what4>{HUED})(?<!background) (?:to |in )?"
    rf"(?P<into4>{COLOUR}){END}",
)
def recolour(rgb: Light, ask: Ask) -> Light:
    """Give the named thing another colour; folds and light stay."""
    target = read_colour(_first(ask, "into"))
    target = mix(np.full(3, luma(target.reshape(1, 1, 3))[0, 0], np.float32), target, 0.85)
    what = _first(ask, "what") or ask.said("from")
    mask = ask.regions.find(what)
    if mask is ask.regions.subject:
        if ANIMAL.search(what):
            mask, target = mask * _coat(rgb, mask), _furred(target)
        else:
            mask = mask * _paint(rgb, mask)
    elif what.endswith("hair"):
        target = _dye(target)
    elif what.endswith("sky"):
        target = _lit(target, rgb, mask)
    return recoloured(rgb, mask, target, ask.gain(1.0))


def _lit(colour: Light, rgb: Light, sky: Light) -> Light:
    """Return a colour as a sky of this light has it; gray, black and white are as they are."""
    lab = to_lab(colour.reshape(1, 1, 3))
    inside = luma(rgb)[sky > 0.5]
    if inside.size and float(np.hypot(lab[..., 1], lab[..., 2]).item()) > STRONG:
        bright = to_lab(np.full((1, 1, 3), float(np.median(inside)), np.float32))[0, 0, 0]
        lab[..., 0] += 0.5 * (bright - lab[..., 0])
    made: Light = from_lab(lab)[0, 0]
    return made


def _dye(colour: Light) -> Light:
    """Return a colour as hair takes it: duller and darker than paint."""
    lab = to_lab(colour.reshape(1, 1, 3))
    lab *= np.array([0.72, 0.6, 0.6], np.float32)
    dyed: Light = from_lab(lab)[0, 0]
    return dyed


def _paint(rgb: Light, mask: Light) -> Light:
    """Return what of a thing is its paint, 0 to 1.

    The strong hue that sets it off most from its surroundings, or, where it has none, all that is
    neither dark as a tyre or a window nor a highlight.
    """
    lab = to_lab(blur(rgb, 1.2 * unit(rgb)))
    chroma, angle = cv2.cartToPolar(
        np.ascontiguousarray(lab[..., 1]), np.ascontiguousarray(lab[..., 2])
    )
    inside = mask > 0.5
    strong = inside & (chroma > STRONG)
    if strong.sum() > PAINTED * max(1, inside.sum()):
        own, around = (
            np.histogram(angle[where], 36, (0, 2 * np.pi), weights=chroma[where])[0]
            / max(1, where.sum())
            for where in (inside, (blur(mask, 60 * unit(rgb)) > 0.05) & (mask < 0.1))
        )
        apart = ndimage.gaussian_filter1d(own - 3 * around, 1.0, mode="wrap")
        hue = np.float32((int(apart.argmax()) + 0.5) * np.pi / 18)
        turn = np.abs(np.arctan2(np.sin(angle - hue), np.cos(angle - hue)))
        return (1 - smoothstep(0.45, 0.8, turn)) * smoothstep(0.35 * STRONG, 0.8 * STRONG, chroma)
    dark = min(34.0, 0.7 * float(np.median(lab[inside][:, 0]))) if inside.any() else 34.0
    return smoothstep(0.5 * dark, dark, lab[..., 0]) * (1 - smoothstep(93.0, 99.0, lab[..., 0]))


def _furred(colour: Light) -> Light:
    """Return a colour as fur has it, which leaves room for its own light and shade."""
    lab = to_lab(colour.reshape(1, 1, 3))
    lab[..., 0] = np.clip(lab[..., 0], 14, 86)
    made: Light = from_lab(lab)[0, 0]
    return made


def _coat(rgb: Light, mask: Light) -> Light:
    """Return what of an animal is its coat, 0 to 1: all but eyes, nose and mouth.

    These have a strong hue unlike the coat's, or are as dark as pupils.
    """
    size = unit(rgb)
    lab = to_lab(blur(rgb, 3 * size))
    inside = mask > 0.5
    if not inside.any():
        return mask
    middle = np.median(lab[inside], axis=0)
    turn = np.arctan2(lab[..., 2], lab[..., 1]) - np.arctan2(middle[2], middle[1])
    away = np.abs(np.arctan2(np.sin(turn), np.cos(turn)))
    chroma = np.hypot(lab[..., 1], lab[..., 2])
    other = smoothstep(0.3, 0.55, away) * smoothstep(16.0, 26.0, chroma)
    pupil = 1 - smoothstep(0.12 * middle[0], 0.3 * middle[0], lab[..., 0])
    return 1 - blur(np.maximum(other, pupil).astype(np.float32), 2 * size)


def _first(ask: Ask, name: str) -> str:
    """Return what the first of the groups name, name2, name3 and on caught."""
    return next((word for n in ("", "2", "3", "4", "5") if (word := ask.said(f"{name}{n}"))), "")


def recoloured(rgb: Light, mask: Light, target: Light, share: float = 1.0) -> Light:
    """Move the masked colours to ``target``; shading is scaled, texture stays."""
    lab = to_lab(rgb)
    inside = mask > 0.5
    if not inside.any():
        return rgb
    aim = to_lab(target.reshape(1, 1, 3))[0, 0]
    middle = np.median(lab[inside][:: max(1, int(inside.sum() // 50_000))], axis=0)
    shade = (lab[..., 0] - middle[0]) / max(float(middle[0]), 12.0)
    most = min(100 - aim[0], 1.2 * min(middle[0], aim[0]) + 12)  # dark cloth has dark highlights
    reach = np.where(shade > 0, most, aim[0])
    new = np.empty_like(lab)
    new[..., 0] = np.clip(aim[0] + shade * np.maximum(reach, 10.0), 0, 100)
    keep = np.clip(new[..., 0] / max(float(aim[0]), 8.0), 0.35, 1.25)
    new[..., 1:] = aim[1:] * keep[..., None] + 0.25 * (lab[..., 1:] - middle[1:])
    return mix(rgb, from_lab(new), mask * np.float32(share))


@paints(
    "keep one colour",
    "colour",
    "keep only the red, the rest black and white",
    rf"(?:keep|leave) only (?:the )?(?P<kept>{COLOUR})(?:,? (?:and |with )?(?:the )?(?:rest"
    rf"|everything else)[\w ]*)?"
    rf"|(?P<kept2>{COLOUR}) (?:colou?r )?(?:splash|pop)|selective (?P<kept3>{COLOUR})",
)
def colour_splash(rgb: Light, ask: Ask) -> Light:
    """Turn all but one colour gray."""
    name = ask.said("kept") or ask.said("kept2") or ask.said("kept3")
    gray = np.repeat(luma(rgb)[..., None], 3, axis=2)
    return mix(gray, rgb, ask.regions.find(name))


@paints(
    "less colourful",
    "colour",
    "less saturated",
    rf"{LESS} (?:the )?(?:saturat(?:ion|ed)|colou?rs?|colou?rful|vivid|vibran(?:t|ce))"
    rf"|de-?saturated?|muted?(?: colou?rs?)?|subdued",
)
def less_colourful(rgb: Light, ask: Ask) -> Light:
    """Lower chroma."""
    return _with_chroma(rgb, max(0.0, 1 - 0.5 * ask.strength))


@paints(
    "more colourful",
    "colour",
    "more vivid colours",
    rf"{MORE} (?:the )?(?:saturat(?:ion|ed)|colou?rs?|colou?rful|vivid|vibran(?:t|ce))|vivid"
    rf"|vibran(?:t|ce)|colou?rful|saturated?|make (?:the )?colou?rs pop|pop(?:ping)? colou?rs",
)
def more_colourful(rgb: Light, ask: Ask) -> Light:
    """Raise chroma."""
    return _with_chroma(rgb, 1 + 0.55 * ask.strength)


def _with_chroma(rgb: Light, factor: float) -> Light:
    def change(part: Light) -> Light:
        lab = to_lab(np.ascontiguousarray(part))
        lab[..., 1:] *= np.float32(factor)
        return from_lab(lab)

    return in_strips(change, rgb)


@paints(
    "warmer",
    "colour",
    "much warmer",
    rf"warm(?:er|th|en|ly)?|{MORE} (?:the )?(?:warmth|temperature)|cos[yi]e?r?|{LESS} (?:cold"
    rf"|cool|blue)",
)
def warmer(rgb: Light, ask: Ask) -> Light:
    """Shift the white point towards lamp light."""
    return _with_gains(rgb, (1 + 0.13 * ask.strength, 1.0, 1 - 0.2 * ask.strength))


@paints(
    "cooler",
    "colour",
    "a bit cooler",
    rf"cool(?:er)?|cold(?:er)?|chill(?:y|ier)|icy|{LESS} (?:the )?(?:warm(?:th|er)?|temperature"
    rf"|yellow)|blue-ish|bluer",
)
def cooler(rgb: Light, ask: Ask) -> Light:
    """Shift the white point towards shade."""
    return _with_gains(rgb, (1 - 0.17 * ask.strength, 1.0, 1 + 0.14 * ask.strength))


def _with_gains(rgb: Light, gains: tuple[float, float, float]) -> Light:
    """Scale channels; lightness is kept."""
    factors = np.maximum(np.array(gains, np.float32), 0.15)

    def scale(part: Light) -> Light:
        scaled = part * factors
        scaled *= ((luma(part) + 1e-3) / (luma(scaled) + np.float32(1e-3)))[..., None]
        return scaled

    return clip(in_strips(scale, rgb))


@paints(
    "white balance",
    "colour",
    "fix the white balance",
    r"(?:fix |correct |adjust )?(?:the )?white[- ]balance|(?:remove|fix"
    r"|correct) (?:the )?colou?r cast|neutral (?:colou?rs?|tones?)|natural colou?rs?",
)
def white_balance(rgb: Light, ask: Ask) -> Light:
    """Make the average edge gray (van de Weijer, Gevers and Gijsenij, 2007)."""
    soft = blur(rgb, 2.0)
    across, down = cv2.Sobel(soft, cv2.CV_32F, 1, 0), cv2.Sobel(soft, cv2.CV_32F, 0, 1)
    power = ((np.abs(across) + np.abs(down)) ** 5).mean(axis=(0, 1)) ** 0.2
    gains = power.mean() / np.maximum(power, 1e-6)
    pull = np.clip(1 + (gains - 1) * ask.strength, 0.6, 1.7)
    return _with_gains(rgb, (float(pull[0]), float(pull[1]), float(pull[2])))


@paints(
    "tint",
    "colour",
    "a green tint",
    rf"{VERB} {WHOLE} (?:look |all |more |completely )?(?P<tint>(?!snow\b){COLOUR})(?:ish)?"
    rf"(?: tint(?:ed)?| toned?)?{END}"
    rf"|(?:a |an |in )?(?P<tint2>{COLOUR})(?:ish)? (?:tint(?:ed)?|tones?|toned|colou?r filter"
    rf"|filter|look|wash|light(?:ing)?|glow)"
    rf"|(?:tint(?:ed)?|tone|wash|lit|light(?:ing)?) (?:it |the (?:image|picture|photo) )?(?:in "
    rf"|with )?(?P<tint3>{COLOUR})"
    rf"|more (?P<tint4>{COLOUR}){END}|^(?P<tint5>{COLOUR})$",
)
def tint(rgb: Light, ask: Ask) -> Light:
    """Wash the picture in one colour; lightness is kept."""
    text = _first(ask, "tint")
    target = to_lab(read_colour(text).reshape(1, 1, 3))[0, 0]
    if np.abs(target[1:]).max() < 3 and not 8 < target[0] < 95:
        raise invalid(
            f"'{text}' is not a tint; ask for 'brighter', 'darker' or 'a {text} background'."
        )
    lab = to_lab(rgb)
    lab[..., 1:] = mix(
        lab[..., 1:], np.broadcast_to(target[1:], lab[..., 1:].shape), ask.gain(0.6)
    )
    return from_lab(lab)
