"""Reads typed lines: the one parser behind magics and command line.

A :class:`Grammar` knows the verbs, a :class:`Reader` turns the tokens of one line into a
:class:`Line` of steps, and a :class:`Command` may read its line itself.
"""

import json
from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product, takewhile
from math import prod
from pathlib import PurePath
from typing import Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from mediaext.client import Client
from mediaext.client.chain import Chain, ChainStep, kind_of, piped_field
from mediaext.client.session import Session
from mediaext.errors import InvalidRequest, closest
from mediaext.grammar.history import Recall
from mediaext.grammar.tokens import InvalidCommand, Token, tokenize, wrong
from mediaext.grammar.variables import check_name
from mediaext.operation import (
    Operation,
    Param,
    assign,
    explain,
    read_params,
    read_problems,
)
from mediaext.operations import CATALOGUE

OPTIONS = (
    Param("output", "string", False, None, "Variable or file for the result."),
    Param("dry_run", "boolean", False, False, "Check and show the request without sending it."),
    Param("fresh", "boolean", False, False, "Ignore stored results and make it again."),
    Param("engine", "string", False, None, "Engine that makes it; several make a grid."),
    Param("help", "boolean", False, False, "Show the parameters."),
)
SHORT = {"-o": "--output", "-h": "--help", "-q": "--quiet"}
"""Flags of one letter, and the long ones they stand for."""
OF_REQUESTS = ("dry_run", "fresh", "engine")
REPEATED = ("engine",)  # options that may be given several times
HELP = ("--help", "-h")
MOST_CELLS = 400
FEW = 16  # known words that an error still lists
Variables = Mapping[str, Any]
WORDS = {"true": True, "yes": True, "on": True, "1": True}
WORDS |= {"false": False, "no": False, "off": False, "0": False}
NOTHING = 'Say what to make, such as: image "a red bicycle". help lists all.'


@dataclass(frozen=True, slots=True)
class Verb:
    """A word that begins a step: an operation or a command, and what it takes."""

    name: str
    model: type[BaseModel]
    params: tuple[Param, ...]

    @property
    def summary(self) -> str:
        """First line of its description."""
        return (self.model.__doc__ or "").strip().partition("\n")[0]

    @property
    def operation(self) -> type[Operation[object]] | None:
        """The operation, or ``None`` for a command."""
        return self.model if issubclass(self.model, Operation) else None

    @property
    def command(self) -> "type[Command] | None":
        """The command, or ``None`` for an operation."""
        return self.model if issubclass(self.model, Command) else None


@dataclass(frozen=True, slots=True)
class Step:
    """One request of a line. ``piped`` is the field that takes the result of the step before.

    That field holds the request of the step before. ``spans`` are the tokens that each field came
    from; ``line`` is what stands behind a command that takes a whole line, such as ``explain``.
    """

    verb: Verb
    request: BaseModel
    spans: Mapping[str, Sequence[Token]]
    options: Mapping[str, Any]
    piped: str = ""
    line: "Line | None" = None

    @property
    def texts(self) -> list[str]:
        """The texts of its request as they stand in the line."""
        if not isinstance(self.request, Operation):
            return []
        return [
            value
            for name, value in self.request.given().items()
            if isinstance(value, str) and not any(t.variable for t in self.spans.get(name, ()))
        ]

    @property
    def operation(self) -> Operation[object]:
        """The request of an operation step. Raises :class:`InvalidRequest` for a command."""
        if not isinstance(self.request, Operation):
            raise InvalidRequest(f"'{self.verb.name}' sends no request.")
        return self.request


@dataclass(frozen=True, slots=True)
class Line:
    """What was typed: the text, its steps, and whether a trailing ``&`` was there.

    ``axes`` are the flags of a grid and their values; its steps are the cells, the last axis
    changing fastest. ``None`` for a line that is no grid.
    """

    text: str
    steps: tuple[Step, ...]
    background: bool = False
    axes: tuple[tuple[str, tuple[str, ...]], ...] | None = None

    @property
    def options(self) -> dict[str, Any]:
        """The options of all steps; the last one wins."""
        found: dict[str, Any] = {}
        for step in self.steps:
            found |= step.options
        return found

    def chain(self, session: Session) -> Chain:
        """Return the requests of the line as a chain, not begun."""
        return Chain(
            session,
            [
                ChainStep(
                    s.operation,
                    fresh=bool(s.options.get("fresh")),
                    engine=str(s.options.get("engine") or ""),
                )
                for s in self.steps
            ],
        )

    def blame(self, error: InvalidRequest, step: Step | None = None) -> InvalidRequest:
        """Return the error with carets under the tokens of the fields that it names.

        ``step`` is the one that it came from, where that is known.
        """
        fields = {problem.field for problem in error.problems}
        steps = self.steps if step is None else (step,)
        spans = [token for s in steps for name in fields for token in s.spans.get(name, ())]
        if isinstance(error, InvalidCommand) or not spans:
            return error
        pointed = wrong(self.text, str(error), *spans)
        pointed.problems = error.problems
        return pointed


@dataclass(frozen=True, slots=True)
class CommandContext:
    """What a command may use: the client, its step of the line, variables, how a line begins.

    ``frontend`` is who runs the line: the magics of a notebook, ``None`` on a command line.
    """

    client: Client
    grammar: "Grammar"
    step: Step
    variables: Mapping[str, Any] | None = None
    prefix: str = "mediaext "
    frontend: object = None


class Command(BaseModel):
    """A command that is not an operation. Its fields are its arguments.

    ``writes`` says what ``-o`` of the command line names: a result's file, a picture, a table, a
    folder, or nothing.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    writes: ClassVar[Literal["", "result", "picture", "table", "folder"]] = ""

    @classmethod
    def read(cls, reader: "Reader", verb: Verb, words: list[Token]) -> Line:
        """Return the line that begins with this command; ``words`` include its name."""
        return reader.line(words)

    @abstractmethod
    def run(self, context: CommandContext) -> Any:
        """Do it and return what a person wants to see.

        A job is waited for; a :class:`Line` is run in the place of this one.
        """


class LineCommand(Command):
    """A command that takes a whole line: ``run`` finds it in ``context.step.line``.

    ``example`` is a line that may stand behind it; ``names_operation`` whether that begins with an
    operation.
    """

    example: ClassVar[str] = 'image "a bike" --seed 7'
    names_operation: ClassVar[bool] = True

    @classmethod
    def read(cls, reader: "Reader", verb: Verb, words: list[Token]) -> Line:
        """Read what stands behind the name with :meth:`read_rest`."""
        rest = words[len(verb.name.split()) :]
        if rest and rest[0].flag in HELP:
            return Line(reader.text, (Step(verb, verb.model(), {}, {"help": True}),))
        background = bool(rest) and rest[-1].is_mark("&")
        inner = cls.read_rest(reader, words[0], rest[:-1] if background else rest)
        inner = replace(inner, background=background)
        step = Step(verb, verb.model(), {}, inner.options, line=inner)
        return Line(reader.text, (step,), background)

    @classmethod
    def read_rest(cls, reader: "Reader", word: Token, rest: list[Token]) -> Line:
        """Return the line behind the command; ``word`` is the command itself."""
        if not rest:
            raise InvalidCommand(f"Say what, such as: {word} {cls.example}")
        verb, behind = reader.grammar.split_verb(reader.text, rest)
        if issubclass(verb.model, LineCommand) and not verb.model.names_operation:
            return verb.model.read_rest(reader, rest[0], behind)
        return reader.line(rest)


def inner_line(context: CommandContext) -> Line:
    """Return the line behind a :class:`LineCommand`."""
    if context.step.line is None:
        raise InvalidRequest(f"'{context.step.verb.name}' needs a command after it.")
    return context.step.line


@dataclass(slots=True)
class Given:
    """What the tokens of a step say before it is known what they mean."""

    positional: list[Token] = field(default_factory=list)
    named: dict[str, list[Token]] = field(default_factory=dict)
    switches: dict[str, bool] = field(default_factory=dict)
    flags: dict[str, Token] = field(default_factory=dict)

    def with_values(self, values: Mapping[str, Token]) -> "Given":
        """Return the same with one value for each of these fields."""
        named = {**self.named, **{name: [token] for name, token in values.items()}}
        return Given(list(self.positional), named, dict(self.switches), dict(self.flags))


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
            raise InvalidCommand(NOTHING)
        raise wrong(text, "There is no step after this pipe.", words[-1])
    return parts


def _values_of(many: bool, flag: Token, following: list[Token]) -> list[Token]:
    """Return the tokens that a flag takes: one, or all up to the next flag."""
    if flag.value is not None:
        return [flag.value]
    values = list(takewhile(lambda word: not word.flag and not word.is_mark("--"), following))
    return values if many else values[:1]


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads the steps of one line. ``closed``: all fields are known, values need their name."""

    grammar: "Grammar"
    text: str
    variables: Variables | None = None
    recall: Recall | None = None
    before: Step | None = None
    body: str = ""
    defaults: Mapping[str, Any] = field(default_factory=dict)
    closed: bool = False

    def line(self, words: list[Token]) -> Line:
        """Read steps that are parted by pipes, maybe a background line."""
        background = words[-1].is_mark("&")
        steps: list[Step] = []
        for part in _split(self.text, words[:-1] if background else words):
            before = steps[-1] if steps else None
            reader = replace(self, before=before, body="" if steps else self.body)
            verb, rest = self.grammar.split_verb(self.text, part)
            given = reader.sort(verb, rest)
            engines = given.named.get("engine", ()) if verb.operation else ()
            if len(engines) > 1:
                return replace(reader.cells(verb, words, given), background=background)
            steps.append(reader.step(verb, part[0], given))
        return Line(self.text, tuple(steps), background)

    def again(self, word: Token, rest: list[Token]) -> Line:
        """Read a line that repeats a request with some fields changed."""
        if self.recall is None:
            raise wrong(self.text, "No job is on record here that could be made again.", word)
        named = rest[:1] if rest and not rest[0].flag else []
        variable = named[0].variable if named else ""
        held = (self.variables or {}).get(variable)
        remembered = self.recall(held if held is not None else "".join(named))
        verb = self.grammar.verb(remembered.operation)
        if verb is None:
            raise wrong(self.text, f"There is no '{remembered.operation}' any more.", word)
        reader = replace(self, defaults=remembered.fields, closed=True)
        given = reader.sort(verb, self._with_seed(rest[len(named) :], remembered.seed))
        lost = [name for name in remembered.lost if name not in given.named]
        if lost:
            sentence = (
                f"The {lost[0]} of that job is not kept here; give it again with "
                f"--{lost[0].replace('_', '-')}."
            )
            raise wrong(self.text, sentence, word)
        return Line(self.text, (reader.step(verb, word, given),))

    def _with_seed(self, words: list[Token], seed: int | None) -> list[Token]:
        """Give a ``--seed`` without a value the seed that was used."""
        for word, following in zip(words, [*words[1:], None], strict=False):
            if word.flag == "--seed" and word.value is None and (not following or following.flag):
                if seed is None:
                    raise wrong(self.text, "The seed of that job is not on record.", word)
                word.value = Token(str(seed), word.start, word.end)
        return words

    def grid(self, words: list[Token]) -> Line:
        """Read one request in which a flag with several values is an axis."""
        verb, rest = self.grammar.split_verb(self.text, words)
        return self.cells(verb, words, self.sort(verb, rest, spread=True))

    def cells(self, verb: Verb, words: list[Token], given: Given) -> Line:
        """Return one request for all combinations of the flags that have several values."""
        if piped := next((word for word in words if word.is_mark("|")), None):
            raise wrong(self.text, "Several values go with one request, without a pipe.", piped)
        many = {param.name for param in verb.params if param.many}
        axes = {n: v for n, v in given.named.items() if len(v) > 1 and n not in many}
        count = prod(len(values) for values in axes.values())
        if count > MOST_CELLS:
            sentence = f"{count} cells are more than the {MOST_CELLS} of a grid."
            raise wrong(self.text, sentence, *(v[0] for v in axes.values()))
        steps = [
            self.step(verb, words[0], given.with_values(dict(zip(axes, cell, strict=True))))
            for cell in product(*axes.values())
        ]
        shown = tuple((name, tuple(map(str, values))) for name, values in axes.items())
        return Line(self.text, tuple(steps), axes=shown)

    def step(self, verb: Verb, word: Token, given: Given) -> Step:
        """Make the request of one step."""
        options = self._options(verb, given)
        if options.get("help"):
            return Step(verb, verb.model.model_construct(), {}, options)
        piped = self._piped(verb, word, given)
        fields: dict[str, Any] = {piped: self.before.request} if self.before and piped else {}
        if self.body:
            fields[self._body_field(verb, given)] = self.body
        spans = self._spans(verb, given, fields)
        params = {param.name: param for param in verb.params}
        for name, tokens in spans.items():
            fields[name] = read_values(self.text, params[name], tokens, self.variables)
        fields.update({n: v for n, v in given.switches.items() if n in params})
        spans |= {name: [token] for name, token in given.flags.items() if name not in spans}
        usual = {n: v for n, v in self.defaults.items() if self._may_fill(params.get(n))}
        request = self._request(word, verb, {**usual, **fields}, spans)
        return Step(verb, request, spans, options, piped)

    def _may_fill(self, param: Param | None) -> bool:
        return param is not None and (self.closed or not param.positional)

    def sort(self, verb: Verb, words: list[Token], *, spread: bool = False) -> Given:
        """Part flags with their values from values without a name.

        With ``spread`` every flag takes all values that follow.
        """
        given, position = Given(), 0
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
            values = _values_of(spread or param.many, word, words[position:])
            position += len(values) if word.value is None else 0
            self._name(given, param, word, values)
        return given

    def _param(self, verb: Verb, word: Token) -> tuple[Param, bool]:
        flag = SHORT.get(word.flag, word.flag).replace("_", "-")
        params = (*verb.params, *self.grammar.options_of(verb))
        for param in params:
            if flag == param.flag:
                return param, True
            if param.type == "boolean" and flag == f"--no-{param.flag[2:]}":
                return param, False
        known = [param.flag for param in params]
        sentence = f"{verb.name} has no {word.flag}.{hint(flag, known)}"
        raise wrong(self.text, sentence, Token(word.flag, word.start, word.start + len(word.flag)))

    def _switch(self, given: Given, param: Param, word: Token, positive: bool) -> None:
        self._once(given, param, word)
        given.flags[param.name] = word
        value = True if word.value is None else read_switch(self.text, param, word.value)
        given.switches[param.name] = value is positive

    def _name(self, given: Given, param: Param, word: Token, values: list[Token]) -> None:
        if not values:
            raise wrong(self.text, f"{word.flag} needs a value. {param.help}".strip(), word)
        if not param.many and not (param.name in REPEATED and param in self.grammar.options):
            self._once(given, param, word)
        given.flags[param.name] = word
        given.named.setdefault(param.name, []).extend(values)

    def _once(self, given: Given, param: Param, word: Token) -> None:
        if param.name in given.flags:
            first = given.flags[param.name]
            raise wrong(self.text, f"{param.flag} is given twice.", first, word)

    def _options(self, verb: Verb, given: Given) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for param in self.grammar.options_of(verb):
            if param.name in given.named:
                found[param.name] = given.named.pop(param.name)[0]
            elif param.name in given.switches:
                found[param.name] = given.switches.pop(param.name)
            given.flags.pop(param.name, None)
        if self.variables is not None and "output" in found:
            self._check_output(found["output"])
        return found

    def _check_output(self, name: Token) -> None:
        try:
            check_name(name)
        except InvalidRequest as error:
            also = ""
            if PurePath(name).suffix:
                also = f" To write a file: -o result, then result.save('{name}') in the next cell."
            raise wrong(self.text, f"{error}{also}", name) from None

    def _piped(self, verb: Verb, word: Token, given: Given) -> str:
        """Return the field that the step before fills."""
        if self.before is None:
            return ""
        try:
            before = self.before.operation
            if verb.operation is None:
                raise InvalidRequest(f"{verb.name} takes nothing from the step before.")
            source = before.endpoint.name
            return piped_field(verb.operation, given.named, kind_of(before), source)
        except InvalidRequest as error:
            raise wrong(self.text, str(error), word) from None

    def _body_field(self, verb: Verb, given: Given) -> str:
        for param in verb.params:
            if param.positional and param.multiline and param.name not in given.named:
                return param.name
        raise InvalidCommand(f"{verb.name} takes no text from the cell body beside what is given.")

    def _spans(
        self, verb: Verb, given: Given, fields: Mapping[str, object]
    ) -> dict[str, Sequence[Token]]:
        taken = {*given.named, *fields, *(self.defaults if self.closed else ())}
        free = [p for p in verb.params if p.positional and p.name not in taken]
        groups = [[value] for value in given.positional]
        if len(groups) > len(free):
            groups = self._flow(verb, given.positional, free)
        found: dict[str, list[Token]] = assign(verb.name, verb.params, tuple(groups), taken)
        return {**given.named, **found}

    def _flow(self, verb: Verb, values: list[Token], free: list[Param]) -> list[list[Token]]:
        """Put more values than there are places where several fit.

        A field that takes many takes them; else bare words flow together into a last field that
        takes text.
        """
        surplus = len(values) - len(free)
        places = [number for number, param in enumerate(free) if param.many]
        if places:
            start, end = places[0], places[0] + surplus + 1
            ahead, behind = values[:start], values[end:]
            return [*([v] for v in ahead), values[start:end], *([v] for v in behind)]
        last = values[len(free) - 1 :] if free else []
        clear = all(param.required for param in free)
        if last and free[-1].multiline and clear and not any(word.quoted for word in last):
            flowing = Token(" ".join(last), last[0].start, last[-1].end, quoted=True)
            return [*([value] for value in values[: len(free) - 1]), [flowing]]
        takes = ", ".join(param.name for param in free) or "none"
        also = " Put a text of several words in quotation marks." if free else ""
        if self.body and not free:
            also = " The text stands in the cell body already."
        if "&" in values:
            also = " '&' goes at the end of the line."
        sentence = f"{verb.name} takes {len(free)} value{'s' if len(free) != 1 else ''} "
        raise wrong(
            self.text, f"{sentence}without a name here ({takes}).{also}", *values[len(free) :]
        )

    def _request(
        self,
        word: Token,
        verb: Verb,
        fields: Mapping[str, object],
        spans: Mapping[str, Sequence[Token]],
    ) -> BaseModel:
        try:
            return verb.model(**fields)
        except ValidationError as error:
            problems = read_problems(error)
        sentence = explain(verb.model, problems, fields)
        tokens = [token for p in problems for token in spans.get(p.field, [word])]
        raised = wrong(self.text, sentence, *tokens)
        raised.problems = problems
        raise raised


class Grammar:
    """The verbs and options of one frontend. ``commands`` are by name, beside the catalogue."""

    def __init__(
        self,
        commands: Mapping[str, type[Command]] | None = None,
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
        return Verb(proper, model, read_params(model))

    def verbs(self, names: Iterable[str]) -> dict[str, Verb]:
        """Return the verbs of these names."""
        return {name: verb for name in names if (verb := self.verb(name)) is not None}

    def options_of(self, verb: Verb) -> tuple[Param, ...]:
        """Return the options that make sense for a verb; a command sends no request."""
        if issubclass(verb.model, Operation | LineCommand):
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
        raise wrong(text, f"Unknown operation '{words[0]}'.{hint(words[0], known)}", words[0])

    def parse(
        self,
        text: str,
        *,
        variables: Variables | None = None,
        body: str = "",
        tokens: Sequence[Token] | None = None,
        defaults: Mapping[str, object] | None = None,
        recall: Recall | None = None,
    ) -> Line:
        """Read a line and check all its requests; nothing is sent.

        ``body`` is the cell below the line: the first text field that may go without a name.
        ``defaults`` fill fields that are not given, where an operation has them; ``recall``
        finds the request that ``again`` repeats. Raises :class:`InvalidCommand`, whose carets show
        the tokens that are wrong.
        """
        words = _unsilenced(list(tokenize(text) if tokens is None else tokens))
        reader = Reader(self, text, variables, recall, body=body, defaults=defaults or {})
        if not words:
            raise InvalidCommand(NOTHING)
        verb, _ = self.split_verb(text, words)
        return verb.command.read(reader, verb, words) if verb.command else reader.line(words)


def _unsilenced(words: list[Token]) -> list[Token]:
    """Drop the trailing ``;`` with which people keep a notebook from showing a value."""
    last = words[-1] if words else None
    if last is None or last.quoted or last.flag or not last.endswith(";"):
        return words
    kept = last.rstrip(";")
    return [*words[:-1], Token(kept, last.start, last.start + len(kept))] if kept else words[:-1]


def hint(word: str, known: Sequence[str]) -> str:
    """Return ``" Did you mean 'x'?"`` for the nearest known word, or a few known words."""
    if near := closest(word, known):
        return near
    if len(known) > FEW:
        return " 'help' lists all that there is."
    return f" There are: {', '.join(known)}." if known else ""


def read_values(
    line: str, param: Param, tokens: Sequence[Token], variables: Variables | None
) -> Any:
    """Return the value of a parameter: a list where it takes many.

    A ``$variable`` gives the object itself; ``variables`` is ``None`` where there are none, as on
    a command line.
    """
    values = [_read_value(line, param, token, variables) for token in tokens]
    if not param.many:
        return values[0]
    spread: list[Any] = []
    for value in values:
        spread += value if isinstance(value, list | tuple) else [value]
    return spread


def _read_value(line: str, param: Param, token: Token, variables: Variables | None) -> Any:
    if token.variable and variables is not None:
        return _look_up(line, param, token, variables)
    if param.choices:
        return _choose(line, param, token)
    if param.type in ("integer", "number"):
        return _number(line, param, token)
    if param.type == "boolean":
        return read_switch(line, param, token)
    if param.type == "object":
        return _object(line, param, token)
    return str(token)


def _look_up(line: str, param: Param, token: Token, variables: Variables) -> Any:
    name = token.variable
    if name not in variables:
        also = closest(f"${name}", (f"${known}" for known in variables))
        also = also or f' For the text itself write "{token}" in quotes.'
        raise wrong(line, f"There is no variable '{name}'.{also}", token)
    value = variables[name]
    plain = param.type in ("integer", "number") and hasattr(value, "item")
    return value.item() if plain else value


def _choose(line: str, param: Param, token: Token) -> Any:
    for choice in param.choices:
        if str(choice) == token:
            return choice
    names = [str(choice) for choice in param.choices]
    also = closest(token, names)
    sentence = f"{param.name} must be one of {', '.join(names)}, not '{token}'.{also}"
    raise wrong(line, sentence, token)


def _number(line: str, param: Param, token: Token) -> int | float:
    try:
        return int(token) if param.type == "integer" else float(token)
    except ValueError:
        kind = "a whole number" if param.type == "integer" else "a number"
        allowed = f" (allowed: {param.bounds})" if param.bounds else ""
        raise wrong(line, f"{param.name} needs {kind}, not '{token}'{allowed}.", token) from None


def read_switch(line: str, param: Param, token: Token) -> bool:
    """Return the value of ``--flag=true`` and the like."""
    value = WORDS.get(token.lower())
    if value is None:
        raise wrong(line, f"{param.name} is true or false, not '{token}'.", token)
    return value


def _object(line: str, param: Param, token: Token) -> Any:
    try:
        return json.loads(token)
    except ValueError:
        sentence = f"{param.name} needs a JSON object such as '{{\"key\": 1}}', not '{token}'."
        raise wrong(line, sentence, token) from None
