"""Words: splitting a prompt, singular forms, numbers, sizes, relations, moods, filler."""

import re
from collections.abc import Iterator
from typing import Literal

NUMBERS: dict[str, int] = {
    "one": 1, "single": 1, "lone": 1, "two": 2, "pair": 2, "couple": 2, "twin": 2, "both": 2,
    "three": 3, "trio": 3, "few": 3, "four": 4, "several": 4, "some": 3, "five": 5, "six": 6,
    "seven": 7, "eight": 8, "many": 8, "nine": 9, "ten": 10, "eleven": 11, "dozen": 12,
    "twelve": 12, "herd": 6, "flock": 7, "group": 5, "row": 5, "crowd": 9, "stack": 3, "pile": 6,
    "bunch": 5, "field of": 12,
}  # fmt: skip
LONGEST_PROMPT = 400  # words and commas; what comes after is not read
MOST = 12  # more of one thing than this could not be told apart

SIZES: dict[str, float] = {
    "tiny": 0.45, "miniature": 0.45, "little": 0.65, "small": 0.65, "short": 0.8, "young": 0.75,
    "baby": 0.6, "toddler": 0.6, "big": 1.4, "large": 1.4, "tall": 1.4,
    "great": 1.4, "huge": 1.9, "giant": 2.1,
    "gigantic": 2.2, "enormous": 2.2, "massive": 2.1,
}  # fmt: skip

Relation = Literal[
    "beside",
    "left",
    "right",
    "on",
    "behind",
    "front",
    "above",
    "under",
    "inside",
    "in",
    "holding",
    "riding",
    "wearing",
]
RELATIONS: dict[str, Relation] = {
    "to the left of": "left", "left of": "left", "on the left of": "left",
    "to the right of": "right", "right of": "right", "on the right of": "right",
    "on top of": "on", "atop": "on", "on": "on", "upon": "on", "onto": "on", "sitting on": "on",
    "standing on": "on", "riding": "riding", "in front of": "front", "before": "front",
    "behind": "behind", "in back of": "behind", "above": "above", "over": "above",
    "flying over": "above", "hovering over": "above", "under": "under", "below": "under",
    "beneath": "under", "underneath": "under", "next to": "beside", "beside": "beside",
    "by": "beside", "near": "beside", "with": "beside", "and": "beside", "alongside": "beside",
    "at": "beside", "full of": "inside", "filled with": "inside", "of": "inside",
    "containing": "inside", "in": "in", "inside": "in", "holding": "holding",
    "reading": "holding", "carrying": "holding", "playing": "holding", "eating": "holding",
    "eating from": "beside", "drinking from": "beside", "drinking": "holding",
    "wearing": "wearing", "dressed in": "wearing",
    "has": "beside", "having": "beside",
    "between": "beside", "among": "beside",
    "crossing": "on", "past": "front", "chasing": "left", "following": "left",
}  # fmt: skip

HAVING = frozenset({"with", "in", "wearing", "dressed in", "has", "having"})
"""Words before what somebody has on."""

MOODS: dict[str, str] = {
    "calm": "calm", "peaceful": "calm", "quiet": "calm", "serene": "calm", "gentle": "calm",
    "soft": "calm", "tranquil": "calm", "dreamy": "calm", "romantic": "warm", "warm": "warm",
    "cosy": "warm", "cozy": "warm", "happy": "bright", "cheerful": "bright", "bright": "bright",
    "sunny": "bright", "vivid": "bright", "vibrant": "bright", "colourful": "bright",
    "colorful": "bright", "joyful": "bright", "gloomy": "dark", "dark": "dark", "sad": "dark",
    "moody": "dark", "spooky": "dark", "halloween": "dark", "scary": "dark",
    "haunted": "dark", "mysterious": "dark",
    "dramatic": "dramatic", "angry": "dramatic", "epic": "dramatic", "energetic": "dramatic",
    "cold": "cold", "cool": "cold", "chilly": "cold", "melancholy": "cold",
    "muted": "muted",
    "faded": "muted", "vintage": "muted", "pastel": "muted", "old": "muted",
}  # fmt: skip

_FILLER = """
    a an the this that these those its his her their our my is are be being it there very
    really so to from for as into through across along around up down out off made full
    filled showing photo photograph picture image painting drawing illustration art artwork
    scene view render rendering shot style styled smiling beautiful pretty lovely nice cute high
    quality detailed detail highly best masterpiece realistic hd 4k 8k sitting standing
    looking driving parked resting growing grazing light lit lighting background foreground
    colour color coloured colored hot fresh ripe lots other each every set against him them
    while who which where i you we please draw paint make create show depicting featuring
    professional pattern texture wallpaper plain solid neutral clean simple seamless blank bare
    empty surface covered landscape scenery panorama
    close wide angle front side back left right top one's s
"""
FILLER = frozenset(_FILLER.split())

ABSTRACT: dict[str, str] = {
    "abstract": "folds", "abstraction": "folds", "swirl": "folds", "swirling": "folds",
    "fluid art": "folds", "marbled": "folds", "abstract shapes": "folds",
    "gradient": "gradient", "ombre": "gradient",
    "colour gradient": "gradient", "color gradient": "gradient", "stripe": "stripes",
    "striped": "stripes", "striped pattern": "stripes", "stripe pattern": "stripes",
    "polka dot": "dots", "polka dot pattern": "dots", "dotted pattern": "dots",
    "checkerboard": "checks", "chequerboard": "checks", "checked pattern": "checks",
    "chess pattern": "checks",
}  # fmt: skip
"""Words that ask for a picture of nothing, by the kind of ornament."""

FRAMINGS: dict[str, str] = {
    "portrait": "close", "close up": "close", "closeup": "close", "headshot": "close",
    "head shot": "close", "macro": "close", "close up shot": "close", "extreme close up": "close",
    "full body": "whole", "full length": "whole", "wide shot": "whole", "wide angle": "whole",
    "top view": "top", "top down": "top", "top down view": "top", "from above": "top",
    "overhead": "top", "overhead view": "top", "aerial view": "top", "flat lay": "top",
    "bird's eye view": "top", "side view": "whole", "front view": "whole",
}  # fmt: skip
"""How near the viewer is, or that small things are seen from above."""

POSES: dict[str, str] = {
    "flying": "air", "hovering": "air", "soaring": "air", "swimming": "water",
    "floating": "water", "sailing": "water", "diving": "water", "sleeping": "asleep",
    "asleep": "asleep", "napping": "asleep", "curled up": "asleep", "dozing": "asleep",
}  # fmt: skip
"""What a thing does, by the stance that shows it; what else it may do is not drawn."""

DEEDS: dict[str, str] = {
    "fishing": "fisherman", "jogging": "runner", "running": "runner", "sprinting": "runner",
    "surfing": "surfer", "skiing": "skier", "dancing": "dancer", "singing": "singer",
    "cooking": "chef", "baking": "chef", "hiking": "hiker", "boxing": "boxer",
    "golfing": "golfer", "gardening": "gardener", "cycling": "cyclist", "biking": "cyclist",
    "teaching": "teacher", "swimming": "swimmer", "climbing": "climber", "painting": "painter",
}  # fmt: skip
"""What a person does, by the calling that is drawn doing it."""

PARTS = frozenset({"back", "head", "heads", "nose", "roof", "shoulder", "top", "lap"})
"""Where something is on somebody: "with an apple on its back"."""

LOOKS: dict[str, str] = {
    "bearded": "beard", "moustached": "moustache", "mustached": "moustache",
    "bespectacled": "glasses", "crowned": "crown", "hooded": "hoodie",
}  # fmt: skip
"""How somebody is called who wears or has something."""

TOOLS: dict[str, str] = {
    "watering": "watering can", "photographing": "camera", "sweeping": "broom",
    "skateboarding": "skateboard", "snowboarding": "snowboard", "reading": "book",
}  # fmt: skip
"""What somebody does, by what that is done with."""

IRREGULAR: dict[str, str] = {
    "mice": "mouse", "geese": "goose", "people": "person", "men": "man", "women": "woman",
    "children": "child", "kids": "child", "leaves": "leaf", "wolves": "wolf", "knives": "knife",
    "loaves": "loaf", "shelves": "shelf", "oxen": "ox", "feet": "foot", "calves": "calf",
    "cacti": "cactus", "fungi": "fungus", "scarves": "scarf", "dice": "die",
}  # fmt: skip


def split(prompt: str) -> list[str]:
    """Split a prompt into lower-case words; commas and full stops stay as words of their own."""
    return re.findall(r"#[0-9a-f]{6}\b|#[0-9a-f]{3}\b|[^\W_]+(?:'s)?|[,.;:]", prompt.lower())


LONG = frozenset({"hair", "dress", "coat", "gown"})
"""What is long in words of its own: "long hair"."""


def join_long(tokens: list[str]) -> list[str]:
    """Put "long" before what is long: "long black hair" is black long hair."""
    joined = list(tokens)
    for at, word in enumerate(tokens):
        reach = range(at + 1, min(at + 4, len(tokens)))
        end = next((k for k in reach if tokens[k] in LONG), None)
        if word == "long" and end is not None:
            joined.insert(end - 1, joined.pop(at))
    return joined


def singulars(word: str) -> Iterator[str]:
    """Yield the word itself, then what its singular may be."""
    yield word
    if word in IRREGULAR:
        yield IRREGULAR[word]
    if word.endswith("'s"):
        yield word[:-2]
    if word.endswith("ves"):
        yield word[:-3] + "f"
    if word.endswith("ies") and len(word) > 4:
        yield word[:-3] + "y"
    if word.endswith("s") and not word.endswith("ss") and len(word) > 3:
        yield word[:-1]  # bees are no "be"
    if word.endswith("es") and len(word) > 3:
        yield word[:-2]


def is_plural(word: str) -> bool:
    """Say whether a word looks like a plural."""
    return word in IRREGULAR or (
        word.endswith("s") and not word.endswith(("ss", "us", "is", "'s"))
    )
