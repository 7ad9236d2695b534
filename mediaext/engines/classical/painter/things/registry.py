"""The table of things that can be painted, filled by the modules beside this one."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from mediaext.engines.classical.painter.pen import Pen

Stance = Literal["ground", "air", "water", "table"]


@dataclass(frozen=True, slots=True)
class Thing:
    """One thing and what composing a picture needs to know of it.

    ``height`` is in metres and sets sizes beside other things; ``aspect`` is width over height.
    ``seat`` is where something on it rests, ``hand`` where something held is, ``mouth`` the
    opening (x, y, width) of a vessel; all in the thing's own units. ``kin`` are those of its
    ``words`` that name something else, for which it stands in, each with its colour or ``""``.
    """

    name: str
    words: tuple[str, ...]
    draw: Callable[[Pen], None]
    height: float
    aspect: float
    colours: tuple[str, ...]
    homes: tuple[str, ...]
    stance: Stance = "ground"
    seat: tuple[float, float] | None = None
    hand: tuple[float, float] | None = None
    mouth: tuple[float, float, float] | None = None
    kin: Mapping[str, str] = field(default_factory=dict)


KIN = re.compile(r"~([^(]+?) ?(?:\((\w+)\))?")
THINGS: dict[str, Thing] = {}


def thing(
    words: str,
    height: float,
    aspect: float,
    colours: str,
    homes: str,
    stance: Stance = "ground",
    seat: tuple[float, float] | None = None,
    hand: tuple[float, float] | None = None,
    mouth: tuple[float, float, float] | None = None,
) -> Callable[[Callable[[Pen], None]], Callable[[Pen], None]]:
    """Register the decorated drawing under every word of ``words`` (comma-separated).

    ``~goose (white)`` is drawn as this thing for want of its own, white unless a prompt says
    otherwise.
    """

    def register(draw: Callable[[Pen], None]) -> Callable[[Pen], None]:
        known = [word.strip() for word in words.split(",")]
        kin = {m[1]: m[2] or "" for word in known if (m := KIN.fullmatch(word))}
        known = [m[1] if (m := KIN.fullmatch(word)) else word for word in known]
        THINGS[known[0]] = Thing(
            known[0],
            tuple(known),
            draw,
            height,
            aspect,
            tuple(colours.split()),
            tuple(homes.split()),
            stance,
            seat,
            hand,
            mouth,
            kin,
        )
        return draw

    return register
