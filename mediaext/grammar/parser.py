"""Reads typed lines: the one parser behind magics and command line."""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel

import mediaext.operations  # noqa: F401 # fills the catalogue
from mediaext.grammar.lines import Line, Step, Verb
from mediaext.grammar.reading import Reader, Recall
from mediaext.grammar.tokens import Token, WrongLine, tokenize, wrong
from mediaext.grammar.values import Variables, hint
from mediaext.operation import CATALOGUE, Operation, Param, read_params

OPTIONS = (
    Param("output", "string", False, None, "Variable or file that takes the result."),
    Param("dry_run", "boolean", False, False, "Check and show the request; send nothing."),
    Param("fresh", "boolean", False, False, "Make it anew, although it was made before."),
    Param("help", "boolean", False, False, "Show what can be given."),
)


OF_REQUESTS = ("dry_run", "fresh")


class Grammar:
    """The verbs and options of one skin. ``commands`` are models by name, beside the catalogue."""

    def __init__(
        self,
        commands: Mapping[str, type[BaseModel]] | None = None,
        options: Sequence[Param] = OPTIONS,
    ) -> None:
        self.commands = dict(commands or {})
        self.options = tuple(options)

    @property
    def names(self) -> list[str]:
        """Every word that may begin a step, aliases included."""
        aliases = [op.endpoint.alias for op in CATALOGUE.values() if op.endpoint.alias]
        return [*CATALOGUE, *aliases, *self.commands]

    def verb(self, name: str) -> Verb | None:
        """Return the verb of this name or alias."""
        model: type[BaseModel] | None = CATALOGUE.get(name) or self.commands.get(name)
        if model is None:
            return None
        proper = model.endpoint.name if issubclass(model, Operation) else name
        return Verb(proper, model, read_params(model), getattr(model, "nested", ""))

    def options_of(self, verb: Verb) -> tuple[Param, ...]:
        """Return the options that make sense for a verb; a command sends no request."""
        if verb.operation is not None or verb.nested:
            return self.options
        return tuple(param for param in self.options if param.name not in OF_REQUESTS)

    def split_verb(self, text: str, words: list[Token]) -> tuple[Verb, list[Token]]:
        """Return the verb, of two words where there is one such as ``profiles create``."""
        if words[0].is_mark("|"):
            raise wrong(text, "There is no step before this pipe.", words[0])
        for count in (2, 1):
            name = " ".join(words[:count])
            verb = self.verb(name) if len(words) >= count else None
            if verb is not None and not any(word.quoted for word in words[:count]):
                return verb, words[count:]
        known = [*dict.fromkeys(name.partition(" ")[0] for name in self.names)]
        raise wrong(text, f"There is no '{words[0]}' to run.{hint(words[0], known)}", words[0])

    def parse(
        self,
        text: str,
        *,
        variables: Variables | None = None,
        body: str = "",
        tokens: Sequence[Token] | None = None,
        defaults: Mapping[str, Any] | None = None,
        recall: Recall | None = None,
    ) -> Line:
        """Read a line and check all its requests; nothing is sent.

        ``body`` is the cell below the line: the first text field that may go without a name.
        ``defaults`` fill fields that are not given, where an operation has them; ``recall``
        finds the request that ``again`` repeats. Raises :class:`WrongLine`, whose carets show
        the tokens that are wrong.
        """
        words = _unsilenced(list(tokenize(text) if tokens is None else tokens))
        reader = Reader(self, text, variables, body=body, defaults=defaults or {})
        if not words:
            raise WrongLine('Say what to make, such as: image "a red bicycle". help lists all.')
        verb, rest = self.split_verb(text, words)
        if verb.nested and rest and rest[0].flag in ("--help", "-h"):
            return Line(text, (Step(verb, verb.model(), {}, {"help": True}),))
        if verb.nested == "again" and recall is not None:
            return reader.again(recall, words[0], rest)
        if verb.nested == "grid" and rest:
            return _within(verb, reader.grid(rest))
        if verb.nested:
            inner = reader.line(rest) if rest else None
            return (
                _within(verb, inner) if inner else Line(text, (Step(verb, verb.model(), {}, {}),))
            )
        return reader.line(words)


def _within(verb: Verb, inner: Line) -> Line:
    return Line(inner.text, (Step(verb, verb.model(), {}, inner.options, line=inner),))


def _unsilenced(words: list[Token]) -> list[Token]:
    """Drop the trailing ``;`` with which people keep a notebook from showing a value."""
    last = words[-1] if words else None
    if last is None or last.quoted or last.flag or not last.endswith(";"):
        return words
    kept = last.rstrip(";")
    return [*words[:-1], Token(kept, last.start, last.start + len(kept))] if kept else words[:-1]
