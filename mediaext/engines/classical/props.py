"""Props: things from the painter's table that an instruction adds to a photo."""

import re
from dataclasses import dataclass

import numpy as np
import PIL.Image

from mediaext.engines.base import Context
from mediaext.engines.classical.composing import compose
from mediaext.engines.classical.effects.kit import mix, to_light, to_pixels
from mediaext.engines.classical.effects.regions import Regions
from mediaext.engines.classical.painter import Brief, Wish, paint_cutout, read_prompt
from mediaext.engines.classical.painter.things import ACCESSORIES, BODY_PARTS
from mediaext.engines.classical.painter.things.clothes import WORN

ADDED = re.compile(
    r"^\W*(?:(?:please|now) )*(?:add|put|place|draw|insert|include) "
    r"(?P<what>.+)$",
    re.IGNORECASE,
)
WHERE = re.compile(
    r" (?:(?:to|on|in|at|near|by|over|above|under|beside|behind|around|along|next to|in front of"
    r"|on top of) )(?:(?:the|his|her|their|its|my|this) .*|him|her|them|it)$",
    re.IGNORECASE,
)
PLACES = re.compile(
    r"(?:to|on|in|at|near) the (?:(?:top|bottom|upper|lower|far)[ -])?(?:left|right|middle|centre"
    r"|center|sky|air|foreground|background|ground|picture|image|photo|scene|top|bottom)"
    r"(?: (?:side|corner|half|foreground|background))?(?: of the (?:picture|image|photo))?",
    re.IGNORECASE,
)
BEHIND = re.compile(
    r"behind (?:her|him|them|it|(?:the|this|his|her) (?:subject|person|woman|man|girl|boy|child))",
    re.IGNORECASE,
)
FRONT = re.compile(r"\bin front of\b|\bforeground\b", re.IGNORECASE)
TALL = 1.2  # metres: what is higher stands behind the subject
SIZED = re.compile(r"\b(?:tiny|small|smaller|little|large|larger|big|bigger|huge|giant)\b")
MORE_WORN = ("sunglasses", "crown", "headphones", "wristwatch", "ring")
WORN_TOO = frozenset({*WORN, *ACCESSORIES, *BODY_PARTS, *MORE_WORN})
"""Things that somebody would have on: they would have to follow a head or a body."""
HEIGHTS = ((0.12, "tiny"), (0.5, "small"), (2.5, ""), (float("inf"), "large"))
"""What a thing is beside the picture, by its height in metres."""
SIDE = 512  # pixels of a prop's own picture


@dataclass(frozen=True, slots=True)
class Prop:
    """Something to add, as it was asked for and as the painter reads it."""

    words: str
    brief: Brief
    where: str = ""


def read_prop(clause: str) -> Prop | None:
    """Read "add a red kite to the sky"; ``None`` where it asks for nothing that is drawn."""
    asked = ADDED.match(clause)
    if not asked:
        return None
    what = asked["what"].strip(" .!")
    found = WHERE.search(what)
    where = found.group().strip() if found else ""
    brief = read_prompt(what[: found.start()] if found else what)
    worn = any(subject.thing in WORN_TOO for subject in brief.subjects)
    other = brief.setting or brief.time or brief.weather or brief.style or brief.ornament
    if not brief.subjects or brief.unknown or brief.surplus or other or worn:
        return None
    return Prop(what, brief, where)


def add_prop(picture: PIL.Image.Image, prop: Prop, seed: int, context: Context) -> PIL.Image.Image:
    """Draw a prop and set it into the picture, in the light and the tones around it.

    What is drawn is a solid, lit form, not a photo, which is noted; so is a place that cannot be
    found.
    """
    rgb = np.asarray(picture.convert("RGB"))
    drawn = PIL.Image.fromarray(paint_cutout(prop.brief, SIDE, SIDE, Wish(seed, detail=0.8)))
    kind = prop.brief.subjects[0].kind
    size = "" if SIZED.search(prop.words) else next(w for h, w in HEIGHTS if kind.height <= h)
    aloft = "flying" if kind.stance == "air" or prop.brief.subjects[0].lifted else ""
    asked = BEHIND.fullmatch(prop.where)
    if prop.where and not asked and not PLACES.fullmatch(prop.where):
        context.note(
            f"'{prop.where}' was not looked for; what is added stands where there is room."
        )
    if prop.brief.stand_ins:
        context.note(f"Drawn as the nearest thing known: {', '.join(prop.brief.stand_ins)}.")
    words = f"{size or prop.words} {aloft} {prop.where}"
    if asked or (kind.height > TALL and not aloft and not FRONT.search(prop.where)):
        subject = Regions(rgb, context).subject
        middle = subject.shape[1] // 2
        words += " left" if subject[:, :middle].mean() < subject[:, middle:].mean() else " right"
    else:
        subject = None
    made = compose([picture.convert("RGB"), drawn], words, seed, context, tone=0.45)
    context.note(f"Drawn, not photographed: {prop.words}.")
    if subject is not None:
        over = mix(to_light(np.asarray(made)), to_light(rgb), subject)
        made = PIL.Image.fromarray(to_pixels(over))
    if picture.mode == "RGBA":
        made.putalpha(picture.getchannel("A"))
    return made


def take_props(clauses: tuple[str, ...]) -> tuple[tuple[Prop, ...], tuple[str, ...]]:
    """Return the props among clauses, and the clauses that ask for something else.

    After one that adds something, "a dog" adds one too.
    """
    props: list[Prop] = []
    left: list[str] = []
    for clause in clauses:
        prop = read_prop(clause) or (read_prop(f"add {clause}") if props else None)
        if prop:
            props.append(prop)
        else:
            left.append(clause)
    return tuple(props), tuple(left)
