"""Reads the steps of a typed line over the parameters of their verbs."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product, takewhile
from math import prod
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ValidationError

from mediaext.errors import Problem
from mediaext.grammar.lines import Line, Pending, Step, Verb
from mediaext.grammar.tokens import Token, WrongLine, wrong
from mediaext.grammar.values import Variables, hint, read_switch, read_values
from mediaext.operation import Param, assign, explain
from mediaext.reference import SHORT

if TYPE_CHECKING:
    from mediaext.grammar.parser import Grammar

MOST_CELLS = 400


@dataclass(frozen=True, slots=True)
class Remembered:
    """A request made before. ``lost`` are given fields whose media is not kept here."""

    operation: str
    fields: Mapping[str, Any]
    lost: Sequence[str] = ()


Recall = Callable[[str], Remembered]
"""Called with a job's identifier, or ``""`` for the last one."""


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
            raise WrongLine('Say what to make, such as: image "a red bicycle". help lists all.')
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
    before: Verb | None = None
    body: str = ""
    defaults: Mapping[str, Any] = field(default_factory=dict)
    closed: bool = False

    def line(self, words: list[Token]) -> Line:
        """Read steps that are parted by pipes, maybe a background line."""
        background = words[-1].is_mark("&")
        steps: list[Step] = []
        for part in _split(self.text, words[:-1] if background else words):
            before = steps[-1].verb if steps else None
            reader = replace(self, before=before, body="" if steps else self.body)
            verb, rest = self.grammar.split_verb(self.text, part)
            steps.append(reader.step(verb, part[0], reader.sort(verb, rest)))
        return Line(self.text, tuple(steps), background)

    def again(self, recall: Recall, word: Token, rest: list[Token]) -> Line:
        """Read a line that repeats a request with some fields changed."""
        named = rest[:1] if rest and not rest[0].flag else []
        remembered = recall(str(named[0]) if named else "")
        verb = self.grammar.verb(remembered.operation)
        if verb is None:
            raise wrong(self.text, f"There is no '{remembered.operation}' any more.", word)
        reader = replace(self, defaults=remembered.fields, closed=True)
        given = reader.sort(verb, rest[len(named) :])
        lost = [name for name in remembered.lost if name not in given.named]
        if lost:
            sentence = (
                f"The {lost[0]} of that job is not kept here; give it again with "
                f"--{lost[0].replace('_', '-')}."
            )
            raise wrong(self.text, sentence, word)
        return Line(self.text, (reader.step(verb, word, given),))

    def grid(self, words: list[Token]) -> Line:
        """Read one request in which a flag with several values is an axis."""
        verb, rest = self.grammar.split_verb(self.text, words)
        given = self.sort(verb, rest, spread=True)
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
        options = self._options(given)
        if options.get("help"):
            return Step(verb, verb.model.model_construct(), {}, options)
        piped = self._piped(verb, word, given)
        fields: dict[str, Any] = {piped: Pending()} if piped else {}
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
        if not param.many:
            self._once(given, param, word)
        given.flags[param.name] = word
        given.named.setdefault(param.name, []).extend(values)

    def _once(self, given: Given, param: Param, word: Token) -> None:
        if param.name in given.flags:
            first = given.flags[param.name]
            raise wrong(self.text, f"{param.flag} is given twice.", first, word)

    def _options(self, given: Given) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for param in self.grammar.options:
            if param.name in given.named:
                found[param.name] = given.named.pop(param.name)[0]
            elif param.name in given.switches:
                found[param.name] = given.switches.pop(param.name)
            given.flags.pop(param.name, None)
        return found

    def _piped(self, verb: Verb, word: Token, given: Given) -> str:
        """Return the field that the step before fills: the first of its kind not named."""
        if self.before is None:
            return ""
        kind = self.before.makes
        for param in verb.params:
            if kind and param.media == kind and param.name not in given.named:
                return param.name
        sentence = f"{self.before.name} makes nothing that can be passed on."
        if kind:
            sentence = f"{self.before.name} makes {kind}; {verb.name} has no free field for that."
        raise wrong(self.text, sentence, word)

    def _body_field(self, verb: Verb, given: Given) -> str:
        for param in verb.params:
            if param.positional and param.multiline and param.name not in given.named:
                return param.name
        raise WrongLine(f"{verb.name} takes no text from the cell body beside what is given.")

    def _spans(
        self, verb: Verb, given: Given, fields: Mapping[str, Any]
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
        sentence = f"{verb.name} takes {len(free)} value{'s' if len(free) != 1 else ''} "
        raise wrong(
            self.text, f"{sentence}without a name here ({takes}).{also}", *values[len(free) :]
        )

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
