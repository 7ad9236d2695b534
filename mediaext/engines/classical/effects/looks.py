"""Looks of film and print: black and white, sepia, vintage, neon."""

import numpy as np

from mediaext.engines.classical.colour_names import COLOUR, read_colour
from mediaext.engines.classical.effects.adjustments import grain, vignetted
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
)


@paints(
    "duotone",
    "colour",
    "duotone in navy and orange",
    rf"duo-?tone(?: (?:in|of|with) )?(?P<dark>{COLOUR})?(?: (?:and|to) (?P<light>{COLOUR}))?",
)
def duotone(rgb: Light, ask: Ask) -> Light:
    """Run from one colour in the shadows to another in the light."""
    low = read_colour(ask.said("dark") or "navy")
    high = read_colour(ask.said("light") or "#ffd9a0")
    low, high = (low, high) if low.sum() <= high.sum() else (high, low)
    light = smoothstep(-0.05, 1.05, luma(rgb))[..., None]
    return low + (high - low) * light


@paints(
    "black and white",
    "colour",
    "black and white",
    r"black (?:and|&|n) white|b ?& ?w|b/w|gr[ae]y-?scale|monochrom(?:e|atic)|noir|colou?rless"
    r"|remove (?:all )?(?:the )?colou?rs?",
)
def black_and_white(rgb: Light, ask: Ask) -> Light:
    """Keep lightness alone, weighted as panchromatic film."""
    gray = luma(rgb)
    gray = mix(gray, smoothstep(0.0, 1.0, gray), 0.35)
    return mix(rgb, np.repeat(gray[..., None], 3, axis=2), min(1.0, ask.strength))


@paints(
    "sepia",
    "colour",
    "sepia",
    r"sepia|antique|daguerreotype|old(?:[- ]fashioned)? photo(?:graph)?|aged|19th century",
)
def sepia(rgb: Light, ask: Ask) -> Light:
    """Tone as silver sulphide does: brown shadows, cream light."""
    gray = luma(rgb)[..., None]
    brown = gray ** np.array([0.78, 1.0, 1.35], np.float32) * np.array(
        [1.0, 0.93, 0.78], np.float32
    )
    return mix(rgb, vignetted(brown.astype(np.float32), 0.25), ask.gain(1.0))


@paints(
    "vintage",
    "colour",
    "a vintage look",
    r"vintage|retro|nostalgi[ac]|(?:old|analog(?:ue)?|kodak|film) (?:film|photo|look)|film look"
    r"|70s|1970s|seventies|lomo(?:graphy)?|polaroid colou?rs?",
)
def vintage(rgb: Light, ask: Ask) -> Light:
    """Fade black, warm the light, green the shadows, add grain and a vignette."""
    soft = rgb * np.float32(0.82) + np.float32(0.09)
    curve = np.array([0.88, 0.98, 1.18], np.float32)
    aged = in_strips(lambda part: part**curve, soft) + np.array([0.03, 0.01, -0.02], np.float32)
    lab = to_lab(clip(aged))
    lab[..., 1:] *= np.float32(0.75)
    faded = mix(rgb, vignetted(from_lab(lab), 0.45), ask.gain(0.95))
    return mix(faded, grain(faded, ask), 0.5)


@paints(
    "pastel",
    "colour",
    "pastel colours",
    r"pastel(?: colou?rs?| tones?)?|washed out|pale(?: colou?rs?)?|kawaii",
)
def pastel(rgb: Light, ask: Ask) -> Light:
    """Lighten and soften colours."""
    lab = to_lab(rgb)
    lab[..., 0] = 100 - (100 - lab[..., 0]) * np.float32(0.62)
    lab[..., 1:] *= np.float32(0.8)
    return mix(rgb, from_lab(lab), ask.gain(0.9))


@paints(
    "negative",
    "colour",
    "invert the colours",
    r"invert(?:ed)?(?: (?:the )?colou?rs?)?|negative|x-?ray",
)
def negative(rgb: Light, ask: Ask) -> Light:
    """Exchange light and dark."""
    return mix(rgb, 1 - rgb, min(1.0, ask.strength))


@paints("solarise", "colour", "solarize", r"solari[sz]ed?")
def solarise(rgb: Light, ask: Ask) -> Light:
    """Turn the lights over, as film does that saw light while it was developed."""
    return mix(rgb, 1 - np.abs(1 - 2 * rgb), ask.gain(1.0))


@paints(
    "teal and orange",
    "colour",
    "cinematic teal and orange",
    r"cinematic(?: look| colou?rs?| grad(?:e|ing))?(?: teal and orange)?|teal and orange"
    r"|movie look|film(?:ic)? grad(?:e|ing)|blockbuster",
)
def teal_and_orange(rgb: Light, ask: Ask) -> Light:
    """Push shadows to teal and lights to orange, with a little more contrast."""
    light = luma(rgb)[..., None]
    push = (light - np.float32(0.45)) * np.array([0.24, 0.02, -0.26], np.float32)
    graded = clip(rgb + push * np.float32(ask.strength))
    return mix(graded, smoothstep(0.0, 1.0, graded), 0.35)


@paints(
    "neon",
    "colour",
    "cyberpunk neon",
    r"cyber ?punk|synth ?wave|vapou?r ?wave|neon(?: lights?| glow| colou?rs?)?",
)
def neon(rgb: Light, ask: Ask) -> Light:
    """Tone in magenta and cyan with glowing lights."""
    light = luma(rgb)[..., None]
    dark = np.array([0.10, 0.02, 0.25], np.float32)
    middle, bright = (
        np.array([0.85, 0.1, 0.75], np.float32),
        np.array([0.35, 0.95, 1.0], np.float32),
    )
    low, high = smoothstep(0.0, 0.55, light), smoothstep(0.5, 1.0, light)
    toned: Light = dark + (middle - dark) * low + (bright - middle) * high
    toned = mix(mix(rgb, toned, ask.gain(0.65)), rgb * light, 0.12)
    shine = blur(toned * smoothstep(0.45, 0.9, light), 12) * np.float32(0.5)
    return 1 - (1 - clip(toned)) * (1 - clip(shine))
