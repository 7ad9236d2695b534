"""Reads typed lines: the one parser behind magics and command line."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

from pydantic import BaseModel, ValidationError

from mediaext.errors import Problem
from mediaext.grammar.lines import Line, Pending, Step, Verb
from mediaext.grammar.tokens import Token, WrongLine, tokenize, wrong
from mediaext.grammar.values import Variables, hint, read_switch, read_values
from mediaext.operation import Operation, Param, assign, explain, read_params
from mediaext.operations import CATALOGUE

OPTIONS = (
    Param("output", "string", False, None, "Variable or file that takes the result."),
    Param("dry_run", "boolean", False, False, "Check and show the request; send nothing."),
    Param("fresh", "boolean", False, False, "Make it anew, although it was made before."),
    Param("help", "boolean", False, False, "Show what can be given."),
)
SHORT = {"-o": "--output", "-h": "--help", "-q": "--quiet"}


@dataclass(slots=True)
class _Given:
    """What the tokens of a step say before it is known what they mean."""

    positional: list[Token] = field(default_factory=list)
    named: dict[str, list[Token]] = field(default_factory=dict)
    switches: dict[str, bool] = field(default_factory=dict)
    flags: dict[str, Token] = field(default_factory=dict)


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
        return Verb(proper, model, read_params(model), bool(getattr(model, "nested", False)))

    def parse(
        self,
        text: str,
        *,
        variables: Variables | None = None,
        body: str = "",
        tokens: Sequence[Token] | None = None,
    ) -> Line:
        """Read a line and check all its requests; nothing is sent.

        ``body`` is the cell below the line: the first text field that may go without a name.
        Raises :class:`WrongLine`, whose carets show the tokens that are wrong.
        """
        words = list(tokenize(text) if tokens is None else tokens)
        words = _unsilenced(words)
        background = bool(words) and words[-1].is_mark("&")
        parts = _split(text, words[:-1] if background else words)
        steps: list[Step] = []
        for number, part in enumerate(parts):
            before = steps[-1].verb if steps else None
            reader = _Reader(self, text, variables, before, "" if number else body)
            steps.append(reader.read(part))
        return Line(text, tuple(steps), background)


def _unsilenced(words: list[Token]) -> list[Token]:
    """Drop the trailing ``;`` with which people keep a notebook from showing a value."""
    last = words[-1] if words else None
    if last is None or last.quoted or last.flag or not last.endswith(";"):
        return words
    kept = last.rstrip(";")
    return [*words[:-1], Token(kept, last.start, last.start + len(kept))] if kept else words[:-1]


def _split(text: str, words: list[Token]) -> list[list[Token]]:
    """Cut the tokens at bare pipes; a step may not be empty."""
    parts: list[list[Token]] = [[]]
    for word in words:
        if word.is_mark("|"):
            if not parts[-1]:
                raise wrong(text, "There is no step before this pipe.", word)
            parts.append([])
        else:
            parts[-1].append(word)
    if not parts[-1]:
        if not words:
            raise WrongLine('Say what to make, such as: image "a red bicycle". help lists all.')
        raise wrong(text, "There is no step after this pipe.", words[-1])
    return parts


def _values_of(param: Param, flag: Token, following: list[Token]) -> list[Token]:
    """Return the tokens that a flag takes: one, or all up to the next flag where it takes many."""
    if flag.value is not None:
        return [flag.value]
    values = list(takewhile(lambda word: not word.flag and not word.is_mark("--"), following))
    return values if param.many else values[:1]


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads one step of a line."""

    grammar: Grammar
    text: str
    variables: Variables | None
    before: Verb | None
    body: str

    def read(self, words: list[Token]) -> Step:
        verb, rest = self._verb(words)
        if verb.nested:
            reader = _Reader(self.grammar, self.text, self.variables, None, self.body)
            inner = Line(self.text, (reader.read(rest),)) if rest else None
            return Step(verb, verb.model(), {}, {}, line=inner)
        given = self._sort(verb, rest)
        options = self._options(given)
        if options.get("help"):
            return Step(verb, verb.model.model_construct(), {}, options)
        piped = self._piped(verb, given)
        fields: dict[str, Any] = {piped: Pending()} if piped else {}
        if self.body:
            fields[self._body_field(verb, given)] = self.body
        spans = self._spans(verb, given, fields)
        params = {param.name: param for param in verb.params}
        for name, tokens in spans.items():
            fields[name] = read_values(self.text, params[name], tokens, self.variables)
        fields.update({n: v for n, v in given.switches.items() if n in params})
        spans |= {name: [token] for name, token in given.flags.items() if name not in spans}
        request = self._request(words[0], verb, fields, spans)
        return Step(verb, request, spans, options, piped)

    def _verb(self, words: list[Token]) -> tuple[Verb, list[Token]]:
        """Return the verb, of two words where there is one such as ``profiles create``."""
        if not words:
            raise WrongLine("Say what to make, such as: image 'a red bicycle'.")
        for count in (2, 1):
            verb = self.grammar.verb(" ".join(words[:count])) if len(words) >= count else None
            if verb is not None and not any(word.quoted for word in words[:count]):
                return verb, words[count:]
        known = [*dict.fromkeys(name.partition(" ")[0] for name in self.grammar.names)]
        sentence = f"There is no '{words[0]}' to run.{hint(words[0], known)}"
        raise wrong(self.text, sentence, words[0])

    def _sort(self, verb: Verb, words: list[Token]) -> _Given:
        """Part flags with their values from values without a name."""
        given, position = _Given(), 0
        while position < len(words):
            word = words[position]
            position += 1
            if word.is_mark("--"):
                given.positional += words[position:]
                break
            if not word.flag:
                given.positional.append(word)
                continue
            param, positive = self._param(verb, word)
            if param.type == "boolean":
                self._switch(given, param, word, positive)
                continue
            values = _values_of(param, word, words[position:])
            position += len(values) if word.value is None else 0
            self._name(given, param, word, values)
        return given

    def _param(self, verb: Verb, word: Token) -> tuple[Param, bool]:
        flag = SHORT.get(word.flag, word.flag).replace("_", "-")
        params = (*verb.params, *self.grammar.options)
        for param in params:
            if flag == param.flag:
                return param, True
            if param.type == "boolean" and flag == f"--no-{param.flag[2:]}":
                return param, False
        known = [param.flag for param in params]
        sentence = f"{verb.name} has no {word.flag}.{hint(flag, known)}"
        raise wrong(self.text, sentence, Token(word.flag, word.start, word.start + len(word.flag)))

    def _switch(self, given: _Given, param: Param, word: Token, positive: bool) -> None:
        self._once(given, param, word)
        given.flags[param.name] = word
        value = True if word.value is None else read_switch(self.text, param, word.value)
        given.switches[param.name] = value is positive

    def _name(self, given: _Given, param: Param, word: Token, values: list[Token]) -> None:
        if not values:
            raise wrong(self.text, f"{word.flag} needs a value. {param.help}".strip(), word)
        if not param.many:
            self._once(given, param, word)
        given.flags[param.name] = word
        given.named.setdefault(param.name, []).extend(values)

    def _once(self, given: _Given, param: Param, word: Token) -> None:
        if param.name in given.flags:
            first = given.flags[param.name]
            raise wrong(self.text, f"{param.flag} is given twice.", first, word)

    def _options(self, given: _Given) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for param in self.grammar.options:
            if param.name in given.named:
                found[param.name] = given.named.pop(param.name)[0]
            elif param.name in given.switches:
                found[param.name] = given.switches.pop(param.name)
            given.flags.pop(param.name, None)
        return found

    def _piped(self, verb: Verb, given: _Given) -> str:
        """Return the field that the step before fills: the first of its kind not named."""
        if self.before is None:
            return ""
        kind = self.before.makes
        for param in verb.params:
            if kind and param.media == kind and param.name not in given.named:
                return param.name
        made = kind or "nothing that can be passed on"
        sentence = f"{self.before.name} makes {made}, which {verb.name} has no free field for."
        raise WrongLine(f"{sentence}\n    {self.text}")

    def _body_field(self, verb: Verb, given: _Given) -> str:
        for param in verb.params:
            if param.positional and param.multiline and param.name not in given.named:
                return param.name
        raise WrongLine(f"{verb.name} takes no text from the cell body beside what is given.")

    def _spans(
        self, verb: Verb, given: _Given, fields: Mapping[str, Any]
    ) -> dict[str, Sequence[Token]]:
        taken = {*given.named, *fields}
        free = [p for p in verb.params if p.positional and p.name not in taken]
        values = given.positional
        if len(values) > len(free):
            values = self._flow(verb, values, free, fields)
        found: dict[str, Token] = assign(verb.name, verb.params, tuple(values), taken)
        return {**given.named, **{name: [token] for name, token in found.items()}}

    def _flow(
        self, verb: Verb, values: list[Token], free: list[Param], fields: Mapping[str, Any]
    ) -> list[Token]:
        """Let bare words flow together into a last field that takes text."""
        last = values[len(free) - 1 :] if free else []
        clear = all(param.required for param in free)
        if last and free[-1].multiline and clear and not any(word.quoted for word in last):
            flowing = Token(" ".join(last), last[0].start, last[-1].end, quoted=True)
            return [*values[: len(free) - 1], flowing]
        if free and free[0].many and len(free) == 1:
            return values
        takes = ", ".join(param.name for param in free) or "none"
        also = " Put a text of several words in quotes." if not fields or free else ""
        if self.body and not free:
            also = " The text stands in the cell body already."
        sentence = f"{verb.name} takes {len(free)} values without a name here ({takes}).{also}"
        raise wrong(self.text, sentence, *values[len(free) :])

    def _request(
        self,
        word: Token,
        verb: Verb,
        fields: dict[str, Any],
        spans: Mapping[str, Sequence[Token]],
    ) -> BaseModel:
        try:
            return verb.model(**fields)
        except ValidationError as error:
            problems = tuple(
                Problem(("body", *item["loc"]), item["msg"], item["type"])
                for item in error.errors()
            )
        sentence = explain(verb.model, problems, fields)
        tokens = [token for p in problems for token in spans.get(p.field, [word])]
        raised = wrong(self.text, sentence, *tokens)
        raised.problems = problems
        raise raised
