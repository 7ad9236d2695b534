"""Completions for the end of a line that is still being typed."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from mediaext.grammar.parser import Grammar, LineCommand, Verb
from mediaext.grammar.tokens import InvalidCommand, Token, tokenize
from mediaext.operation import CATALOGUE, Param
from mediaext.vocabulary import MediaKind, is_media_object

DETAIL = 100  # letters of what stands beside a flag
MOST_FILES = 200  # names of a folder that are offered
SUFFIXES: Mapping[MediaKind, tuple[str, ...]] = {
    "image": (".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp", ".tif", ".tiff"),
    "audio": (".wav", ".mp3", ".flac", ".ogg"),
    "mesh": (".glb", ".obj", ".ply", ".stl"),
}


@dataclass(frozen=True, slots=True)
class Candidate:
    """A word that may follow; ``kind`` is such as ``"flag"``, ``detail`` one line about it."""

    text: str
    kind: str
    detail: str = ""


class Sources(Protocol):
    """Where names come from that no declaration knows."""

    def variables(self) -> Mapping[str, object]:
        """Return the user's variables."""
        ...

    def job_ids(self) -> Sequence[str]:
        """Return the newest jobs' identifiers."""
        ...

    def profile_ids(self) -> Sequence[str]:
        """Return the profiles' identifiers, as far as they are known."""
        ...


@dataclass(slots=True)
class _Place:
    """Where the cursor is: the words of the step before it, and the fragment under it."""

    verb: Verb | None = None
    words: list[Token] = field(default_factory=list)
    fragment: str = ""
    nested: bool = False


def complete(grammar: Grammar, text: str, sources: Sources) -> tuple[str, list[Candidate]]:
    """Return the fragment under the cursor at the end of ``text``, and what may replace it."""
    place = _find(grammar, text)
    if place is None:
        return "", []
    found = _offer(grammar, place, sources)
    return place.fragment, [item for item in found if item.text.startswith(place.fragment)]


def _find(grammar: Grammar, text: str) -> _Place | None:
    """Say where the cursor is; ``None`` inside quotation marks."""
    cut = max((i + 1 for i, letter in enumerate(text) if letter.isspace()), default=0)
    try:
        words = tokenize(text[:cut])
    except InvalidCommand:
        return None
    fragment = text[cut:]
    if fragment[:1] in ("'", '"'):
        return None
    while any(word.is_mark("|") for word in words):
        words = words[1 + next(i for i, word in enumerate(words) if word.is_mark("|")) :]
    place = _Place(words=words, fragment=fragment)
    while place.words and (place.verb is None or _takes_line(place.verb)):
        place.nested = place.verb is not None
        try:
            place.verb, place.words = grammar.split_verb(text, place.words)
        except InvalidCommand:
            return None
    return place


def _takes_line(verb: Verb) -> bool:
    """Say whether an operation follows the verb."""
    return issubclass(verb.model, LineCommand) and verb.model.names_operation


def _offer(grammar: Grammar, place: _Place, sources: Sources) -> Iterable[Candidate]:
    verb = place.verb
    if verb is None or (_takes_line(verb) and not place.words):
        return _verbs(grammar, place.nested or verb is not None)
    flag, equals, value = place.fragment.partition("=")
    if flag.startswith("--") and equals:
        place.fragment = value
        param = _flagged(grammar, verb, flag)
        return _values(grammar, param, place, sources) if param else ()
    param = _current(grammar, verb, place.words)
    if place.fragment.startswith("-") and (param is None or not _is_open(param, place.words)):
        return _flags(grammar, verb, place.words)
    offered = list(_values(grammar, param, place, sources)) if param else []
    if not place.words:
        offered += _second_words(grammar, verb)
    if place.fragment or (param is not None and _is_open(param, place.words)):
        return offered
    return [*offered, *_flags(grammar, verb, place.words)]


def _is_open(param: Param, words: Sequence[Token]) -> bool:
    """Say whether the word before the cursor is the flag of this parameter, without a value."""
    return bool(words) and words[-1].flag.replace("_", "-") in (param.flag, "-o")


def _verbs(grammar: Grammar, operations_only: bool) -> Iterator[Candidate]:
    names = list(CATALOGUE) if operations_only else grammar.names
    for name in names:
        verb = grammar.verb(name)
        if verb and " " not in name:
            yield Candidate(name, "operation" if verb.operation else "command", verb.summary)


def _second_words(grammar: Grammar, verb: Verb) -> Iterator[Candidate]:
    for name in grammar.names:
        first, _, second = name.partition(" ")
        found = grammar.verb(name)
        if first == verb.name and second and found:
            yield Candidate(second, "command", found.summary)


def _flagged(grammar: Grammar, verb: Verb, flag: str) -> Param | None:
    flag = flag.replace("_", "-")
    params = (*verb.params, *grammar.options_of(verb))
    return next((param for param in params if param.flag == flag), None)


def _flags(grammar: Grammar, verb: Verb, words: Sequence[Token]) -> Iterator[Candidate]:
    given = {word.flag.replace("_", "-") for word in words if word.flag}
    for param in (*verb.params, *grammar.options_of(verb)):
        detail = _detail(param)
        opposite = f"--no-{param.flag[2:]}"
        if (param.flag in given and not param.many) or opposite in given:
            continue
        yield Candidate(param.flag, "flag", detail)
        if param.type == "boolean" and param.default is not False:
            yield Candidate(opposite, "flag", detail)


def _detail(param: Param) -> str:
    """Return bounds, default and help of a parameter in one short line."""
    facts = [param.bounds] if param.bounds else []
    if param.required:
        facts.append("required")
    elif param.default not in (None, "", False):
        facts.append(f"default {param.default}")
    line = f"{'; '.join(facts)}. {param.help}" if facts else param.help
    return line if len(line) <= DETAIL else line[: DETAIL - 1] + "…"


def _current(grammar: Grammar, verb: Verb, words: Sequence[Token]) -> Param | None:
    """Return the parameter whose value is being typed: of the last flag, or the next free one."""
    plain, named, taking = 0, set(), None
    for word in words:
        param = _flagged(grammar, verb, word.flag) if word.flag else None
        if param is not None:
            named.add(param.name)
            needs = param.type != "boolean" and word.value is None
            taking = param if needs else None
        elif word.flag:
            taking = None
        elif taking is None:
            plain += 1
        elif not taking.many:
            taking = None
    if taking is not None:
        return taking
    free = [param for param in verb.params if param.positional and param.name not in named]
    if plain < len(free):
        return free[plain]
    return free[-1] if free and free[-1].many else None


def _values(
    grammar: Grammar, param: Param, place: _Place, sources: Sources
) -> Iterator[Candidate]:
    for choice in param.choices:
        usual = choice == param.default
        yield Candidate(str(choice), "value", "the default" if usual else "")
    if param.type == "boolean":
        yield from (Candidate(word, "value") for word in ("true", "false"))
    if param.name == "operation":
        yield from (Candidate(name, "operation") for name in CATALOGUE)
    elif param.name == "name" and place.verb and place.verb.name in ("help", "panel"):
        yield from _verbs(grammar, operations_only=place.verb.name == "panel")
    elif param.name == "job_id":
        yield from (Candidate(job_id, "job") for job_id in sources.job_ids())
    elif param.name == "profile_id":
        yield from (Candidate(profile, "profile") for profile in sources.profile_ids())
    if param.media:
        yield from _media(param.media, place.fragment, sources.variables())
    elif place.fragment.startswith("$"):
        yield from _plain_variables(param, sources.variables())


def _media(kind: MediaKind, fragment: str, variables: Mapping[str, object]) -> Iterator[Candidate]:
    for name, value in _public(variables):
        if kind in media_kinds(value):
            yield Candidate(f"${name}", "variable", type(value).__name__)
    if not fragment.startswith("$"):
        yield from _files(fragment, SUFFIXES[kind])


def media_kinds(value: object) -> tuple[str, ...]:
    """Return the kinds of media that a variable may be passed as."""
    if isinstance(value, list | tuple) and value:
        return media_kinds(value[0])
    if isinstance(value, type) or not is_media_object(value):
        return ()
    media_type = str(getattr(value, "media_type", ""))
    if media_type:
        kind = media_type.partition("/")[0]
        return ({"model": "mesh"}.get(kind, kind),)
    if callable(getattr(value, "result", None)) or isinstance(value, bytes | os.PathLike):
        return ("image", "audio", "mesh")
    return ("image",)


def _plain_variables(param: Param, variables: Mapping[str, object]) -> Iterator[Candidate]:
    kinds = {"string": str, "integer": int, "number": (int, float), "boolean": bool}
    wanted: Any = kinds.get(param.type, dict)
    for name, value in _public(variables):
        one = value[0] if param.many and isinstance(value, list | tuple) and value else value
        if isinstance(one, wanted):
            yield Candidate(f"${name}", "variable", type(value).__name__)


def _public(variables: Mapping[str, object]) -> Iterator[tuple[str, Any]]:
    hidden = {"In", "Out", "exit", "quit", "get_ipython", "open"}
    for name in list(variables):
        if not name.startswith("_") and name not in hidden:
            yield name, variables[name]


def _files(fragment: str, suffixes: tuple[str, ...]) -> Iterator[Candidate]:
    folder, _, start = fragment.rpartition("/")
    head = f"{folder}/" if "/" in fragment else ""
    try:
        with os.scandir(os.path.expanduser(head) or ".") as entries:
            names = sorted(
                f"{entry.name}/" if entry.is_dir() else entry.name
                for entry in entries
                if entry.name.startswith(start)
                and not entry.name.startswith(".")
                and (entry.is_dir() or entry.name.lower().endswith(suffixes))
            )
    except OSError:
        return
    for name in names[:MOST_FILES]:
        if " " not in name:
            yield Candidate(head + name, "path")
