"""Read a prompt for motion: how the camera moves, and what moves in the picture."""

import re
from dataclasses import dataclass

from mediaext.engines.base import invalid

LONGEST_PROMPT = 5000  # characters
CLOTH = "flags?|banners?|pennants?|sails?|curtains?|scar(?:f|ves)|dress|hair|grass|wheat|trees?"
WHO = "she he they man men woman women people person boy girl child hand hands arm arms paw"
NOBODY = "".join(f"(?<!{who} )" for who in WHO.split())  # whose waving is no wind and no water
CAMERA = {
    "dolly": r"dolly|push(es|ing)? in|pull(s|ing)? (back|out)|track(s|ing)? (in|out)|fly|flying",
    "zoom": r"zoom\w*|close[- ]?up|closer",
    "pan": r"pan|pans|panning|panned|truck|trucking|slide|slides|sliding|sweep\w*",
    "tilt": r"tilt\w*|crane|pedestal|rise|rises|rising|descend\w*",
    "orbit": r"orbit\w*|arc|circl\w+|around(?: (?:the|her|him|it)(?: \w+)?)?|3d|parallax"
    r"|rotat\w+|revolv\w+",
    "roll": r"roll|rolls|rolling|dutch|spin\w*|twist\w*",
    "handheld": r"hand[- ]?held|shak\w+|documentary|vlog",
    "static": r"static|still camera|locked|tripod|no camera (motion|movement)",
}
MOTION = {
    "wind": rf"wind|windy|breez\w+|sway\w*|rustl\w+|flutter\w*|blow\w*|{NOBODY}waving|leaves",
    "water": r"water\w*|sea|ocean|lake|river|rippl\w+|pond|stream|flow\w*|pool"
    rf"|{NOBODY}waves?(?: (?:crash|break|roll)\w*)?",
    "rain": r"rain\w*|drizzl\w+|downpour|storm\w*",
    "snow": r"snow\w*|blizzard|flurr\w+",
    "steam": r"steam\w*|vapou?r|smok\w+",
    "fog": r"fog\w*|mist\w*|hazy?",
    "fire": r"fire|flames?|burn\w*|candle\w*|flicker\w*|torch|embers?|bonfire",
    "sparkle": r"sparkl\w+|glitter\w*|glint\w*|shimmer\w*|twinkl\w+|magic\w*|stars?",
    "blink": r"blink\w*|wink\w*",
    "breathe": r"breath\w*|alive|liv\w+|heaving",
}
AIR = re.compile(
    r"\b(?:falling |drifting |rising )?(snow\w*|rain|steam|vapou?r|smoke|fog|mist)"
    r"(?: (?:is|are))?(?: \w+ly)? (?:fall\w*|ris\w+|drift\w*|pour\w*|roll\w*(?: in)?)\b"
    r"|\b(?:falling|drifting|rising) (snow\w*|rain|steam|vapou?r|smoke|fog|mist)\b"
)
"""What weather does by itself, which tells nothing of the camera."""
OPPOSITE = {
    "left": r"left|leftwards?",
    "out": r"out|away|back|backwards?",
    "up": r"up|upwards?|ris\w+",
}
PACE = {
    0.6: r"slow\w*|gentl\w+|subtl\w+|soft\w*|calm\w*|slight\w*|a little",
    1.5: r"fast\w*|quick\w*|dramatic\w*|strong\w*|dynamic|energetic|wild\w*|heav(y|ily)",
}
FILLER = (
    "she|he|they|her|him|his|them|their|drift\\w*"
    "|a|an|the|this|that|it|its|is|are|be|make|making|come|with|of|and|or|in|on|at|to|from|by|image"
    "|picture|photo|photograph|scene|camera|motion|movement|moves?|moving|shot|video|clip|animat\\w+"
    "|smooth|smoothly|cinematic|very|please|while|as|into|right|down"
)


@dataclass(frozen=True, slots=True)
class ClipPlan:
    """What a prompt asks for: camera moves and motions by name, directions, pace, unknown words.

    ``directions`` holds ``"left"``, ``"out"``, ``"up"`` where they are said; right, in and down
    are the usual way. ``pace`` multiplies how far everything moves.
    """

    camera: tuple[str, ...]
    motions: tuple[str, ...]
    directions: frozenset[str]
    pace: float
    unknown: tuple[str, ...]


def read_prompt(prompt: str) -> ClipPlan:
    """Read the motion words of a prompt; without a camera word the camera drifts in gently.

    Raises INPUT_INVALID for a prompt that is blank or longer than 5,000 characters.
    """
    words = " ".join(prompt.lower().split())
    if not words:
        raise invalid("prompt: it is blank; say how it should move, such as 'slow zoom, wind'.")
    if len(words) > LONGEST_PROMPT:
        raise invalid(f"prompt: it has {len(words):,} characters; send 5,000 at the most.")
    words = re.sub(rf"\b({CLOTH})\b((?: \w+)?) wav(?:es?|ing)\b", r"\1\2 flutters", words)
    words = AIR.sub(lambda said: said[1] or said[2], words)
    camera = _found(CAMERA, words) or ("drift",)
    pace = next((pace for pace, pattern in PACE.items() if _says(pattern, words)), 1.0)
    known = [*CAMERA.values(), *MOTION.values(), *OPPOSITE.values(), *PACE.values(), FILLER]
    rest = re.sub(rf"\b(?:{'|'.join(known)})\b", " ", words)
    unknown = dict.fromkeys(re.findall(r"[^\W\d_]+", rest))
    return ClipPlan(
        ("static",) if "static" in camera else camera,
        _found(MOTION, words),
        frozenset(_found(OPPOSITE, words)),
        pace,
        tuple(unknown)[:50],
    )


def _found(table: dict[str, str], words: str) -> tuple[str, ...]:
    return tuple(name for name, pattern in table.items() if _says(pattern, words))


def _says(pattern: str, words: str) -> bool:
    return re.search(rf"\b(?:{pattern})\b", words) is not None
