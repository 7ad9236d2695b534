"""What a prompt asks that is not painted: refused where nothing is left, else put in words."""

from collections.abc import Iterator
from dataclasses import replace
from difflib import get_close_matches
from itertools import islice

from mediaext.engines.base import Context, invalid, not_understood
from mediaext.engines.classical.painter import words
from mediaext.engines.classical.painter.drawings import ENTRY, drawings
from mediaext.engines.classical.painter.prompt import Brief, lexicon, read_prompt
from mediaext.engines.classical.painter.things import SCENERY

EXAMPLES = "'a red bicycle by the sea', 'three ducks on a pond at sunset', 'a kitchen'"
NEAR = 0.72  # likeness of a suggested word, 0 to 1, as difflib measures it


def check(
    brief: Brief, context: Context, field: str = "prompt", *, backdrop: bool = False
) -> None:
    """Note what a brief leaves out; raise INPUT_INVALID where nothing but a backdrop is left.

    Behind a subject a plain ``backdrop`` in the colours or the mood of the words will do.
    """
    if (brief.bare or brief.empty) and not (backdrop and (brief.palette or brief.mood)):
        raise invalid(_refusal(brief, field))
    if brief.unknown:
        context.note(not_understood(brief.unknown, field))
    if brief.stand_ins:
        context.note(f"Drawn as the nearest thing known: {', '.join(brief.stand_ins)}.")
    if brief.surplus:
        context.note(
            f"More than one picture holds in {field}, and left out: {', '.join(brief.surplus)}. "
            f"It shows one place, time, weather and style, and at most {words.MOST} of a thing."
        )


def check_place(prompt: str, context: Context, field: str = "prompt") -> None:
    """Do as :func:`check` for a scene behind a subject, where only places are painted."""
    brief = read_prompt(prompt, places=True)
    drawn = tuple(s.word for s in brief.subjects if s.thing not in SCENERY)
    check(replace(brief, unknown=(*brief.unknown, *drawn)), context, field, backdrop=True)


def _refusal(brief: Brief, field: str) -> str:
    asked = ", ".join(brief.unknown[:8])
    what = f"nothing here can be drawn: {asked}." if asked else "it names nothing to draw."
    near = ", ".join(f"'{word}'" for word in islice(suggestions(brief.unknown), 6))
    known = f" The nearest words that can be drawn are {near}." if near else ""
    more = "" if drawings() else f" `mediaext engine add {ENTRY}` adds hundreds of things."
    return f"{field}: {what}{known} Name a thing or a place, such as {EXAMPLES}.{more}"


def suggestions(unknown: tuple[str, ...]) -> Iterator[str]:
    """Yield the things and places whose names are nearest to unknown words, once each."""
    drawn = [word for word, kinds in lexicon().items() if {"thing", "setting"} & set(kinds)]
    seen = set()
    for word in unknown:
        for near in get_close_matches(word, drawn, n=2, cutoff=NEAR):
            if near not in seen:
                seen.add(near)
                yield near
