"""Apply a negative prompt: remove its words from the prompt, and invert its looks."""

import re

import numpy as np

from mediaext.engines.base import Context
from mediaext.engines.classical.arrays import Pixels
from mediaext.engines.classical.colour_names import COLOUR, read_colour
from mediaext.engines.classical.effects import EFFECTS, Ask
from mediaext.engines.classical.effects.instructions import read_instruction
from mediaext.engines.classical.effects.kit import Light, mix, to_lab, to_light, to_pixels
from mediaext.engines.classical.effects.regions import Regions

FILLER = re.compile(
    r"\b(?:the|and|any|all|not|too|very|with|from|quality|image|photo|picture|looks?|colou?rs?)\b",
    re.I,
)
OPPOSITES: dict[str, str] = {
    "brighter": "darker",
    "darker": "brighter",
    "night": "brighter",
    "more contrast": "less contrast",
    "less contrast": "more contrast",
    "blur": "sharpen",
    "motion blur": "sharpen",
    "sharpen": "glow",
    "grain": "denoise",
    "pixelate": "denoise",
    "fog": "dehaze",
    "warmer": "cooler",
    "cooler": "warmer",
    "more colourful": "less colourful",
    "less colourful": "more colourful",
    "black and white": "more colourful",
    "pastel": "more colourful",
}
"""Looks that a negative prompt may name, and the effect that takes each away."""
LOW_QUALITY = re.compile(
    r"\b(?:low[- ]quality|bad|ugly|poor|worst|jpeg|artefacts?|artifacts?|dull)\b", re.IGNORECASE
)


def without(prompt: str, negative: str) -> str:
    """Return the prompt without the words that the negative prompt names, singular or plural."""
    for word in re.findall(r"[A-Za-z]{3,}", negative):
        stem = word[:-1] if word.lower().endswith("s") and len(word) > 3 else word
        prompt = re.sub(rf"\b{stem}(?:s|es|gy|y)?\b", " ", prompt, flags=re.IGNORECASE)
    return re.sub(r"\s+", " ", prompt).strip() or "scene"


def draw_out(
    rgb: Pixels, negative: str, strength: float, context: Context, prompt: str = ""
) -> Pixels:
    """Take the looks and colours that a negative prompt names out of a picture.

    ``strength`` is the guidance, 1 to 20: the higher, the further. ``prompt`` is what
    :func:`without` has taken words out of. What is neither look nor colour nor a word of it is
    noted.
    """
    if left := _without_effect(negative, prompt):
        context.note(
            f"No effect of {', '.join(left)} in the negative prompt: it leaves out words of the "
            "prompt, looks and colours."
        )
    share = float(np.clip(0.5 + 0.35 * np.log1p(strength), 0.3, 1.6))
    light = to_light(rgb)
    for word in re.findall(COLOUR, negative, re.IGNORECASE):
        light = _without_colour(light, read_colour(word), min(1.0, share))
    names = [OPPOSITES.get(step.effect.name, "") for step in read_instruction(negative).steps]
    if LOW_QUALITY.search(negative):
        names.append("enhance")
    for name in dict.fromkeys(filter(None, names)):
        effect = next(effect for effect in EFFECTS if effect.name == name)
        words = effect.pattern.search(effect.example)
        if effect.paint is not None and words is not None:
            regions = Regions(to_pixels(light), context)
            ask = Ask(0.6 * share, words, np.random.default_rng(context.seed), regions, context)
            light = effect.paint(light, ask)
    return to_pixels(light)


def _without_effect(negative: str, prompt: str) -> list[str]:
    """Return the words of a negative prompt that :func:`without` and :func:`draw_out` ignore."""
    text = LOW_QUALITY.sub(" ", re.sub(COLOUR, " ", negative, flags=re.IGNORECASE))
    for step in read_instruction(negative).steps:
        if step.effect.name in OPPOSITES:
            text = re.sub(rf"\b{re.escape(step.words.group())}\b", " ", text)
    words = dict.fromkeys(re.findall(r"[A-Za-z]{3,}", FILLER.sub(" ", text)))
    return [word for word in words if without(prompt, word) == without(prompt, "")]


def _without_colour(light: Light, colour: Light, share: float) -> Light:
    """Turn the hue of one colour to gray."""
    mask = Regions(to_pixels(light), Context()).coloured(colour)
    gray = np.repeat(to_lab(light)[..., :1] / 100, 3, axis=2)
    return mix(light, gray, mask * np.float32(share))
