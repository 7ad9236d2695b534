"""Run a ``%media`` line: parse it, make results, assign and show them."""

import re
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from mediaext.client import Client
from mediaext.client.chain import Chain
from mediaext.errors import InvalidRequest
from mediaext.grammar import Grammar, Line, Step, wrong
from mediaext.grammar.commands import COMMANDS
from mediaext.grammar.execution import run_line
from mediaext.grammar.history import recall
from mediaext.grammar.parser import CommandContext
from mediaext.notebook.cards import Card
from mediaext.notebook.commands import CHOICES, Frontend
from mediaext.notebook.variables import check_name
from mediaext.operation import Operation
from mediaext.results import Picture
from mediaext.results.sheet import Sheet
from mediaext.text import Text

PREFIX = "%media "
PLACE = re.compile(r"\{([A-Za-z_]\w*)\}")
PIPE = "pipe"
GRAMMAR = Grammar({**COMMANDS, **CHOICES})


def run_cell(
    magics: Frontend,
    client: Client,
    text: str,
    body: str | None,
    variables: Mapping[str, object],
) -> Any:
    """Run one magic and return what it makes; on an error no variable changes."""
    if not text.strip() and body is None:
        return what_next(client, variables)
    words = text.split(maxsplit=1)
    strip = body is not None and words[:1] == [PIPE]
    if strip:
        text = " ".join([join_lines(body or ""), *words[1:]])
        body = None
    line = GRAMMAR.parse(
        text,
        variables=variables,
        body=(body or "").strip("\n"),
        defaults=magics.defaults,
        recall=partial(recall, client),
    )
    _hint_at_names(line, variables)
    named = line.steps[-1:] if line.background else line.steps
    names = [_variable(line, step) for step in named]
    values = _values(magics, client, line, variables)
    for name, value in zip(names, values, strict=False):
        if name:
            magics.names[name] = value
    return filmstrip(line.steps, values) if strip and len(values) > 1 else values[-1]


def _values(
    magics: Frontend, client: Client, line: Line, variables: Mapping[str, object]
) -> list[Any]:
    """Return what each step gives; in the background, what runs."""
    context = CommandContext(
        client, GRAMMAR, line.steps[-1], variables, PREFIX, magics, magics.unfinished
    )
    execution = run_line(line, context)
    work = execution.work
    if line.background and work is not None:
        magics.watch(work)
        return [work]
    if isinstance(work, Chain) and len(work.steps) > 1:
        magics.unfinished = work
    with Card(shown=magics.progress) as card, execution:
        for running in execution:
            card.look(running)
    if magics.unfinished is work:
        magics.unfinished = None
    return execution.values


def what_next(client: Client, variables: Mapping[str, object]) -> Text:
    """Return lines to try, with the newest picture of the notebook where there is one."""
    picture = next(
        (
            n
            for n, value in reversed(list(variables.items()))
            if isinstance(value, Picture) and n[0] != "_"
        ),
        "",
    )
    count = len(client.records(limit=1000))
    rows = [
        ('image "a red bicycle by the sea" -o bike', "make a picture and keep it as bike"),
        (f'edit ${picture or "bike"} "make it blue"', "change it"),
        (f"panel {'edit' if picture else 'image'}", "the same with controls"),
        ("jobs", f"what was made before: {count} job{'s' * (count != 1)}"),
        ("help", "every operation and command; help NAME for one of them"),
    ]
    width = max(len(line) for line, _ in rows)
    plain = "\n".join(f"{PREFIX}{line:<{width}}   {words}" for line, words in rows)
    cells = "\n".join(f"| `{PREFIX}{line}` | {words} |" for line, words in rows)
    return Text(plain, f"| type | to |\n|---|---|\n{cells}")


def _hint_at_names(line: Line, variables: Mapping[str, object]) -> None:
    """Say that ``{name}`` is sent as it is written where ``name`` is a variable."""
    texts = [text for step in line.steps for text in _texts(step)]
    names = [name for text in texts for name in PLACE.findall(text) if name in variables]
    if names:
        from IPython.display import display

        name = names[0]
        display(
            Text(
                f"{{{name}}} is sent as it is written. To use the variable: "
                f'text = f"… {{{name}}} …" and then %media {line.steps[0].verb.name} $text'
            )
        )


def _texts(step: Step) -> list[str]:
    """Return the texts of a request as they stand in the line."""
    if not isinstance(step.request, Operation):
        return []
    written = {name: tokens for name, tokens in step.spans.items() if name != "output"}
    return [
        value
        for name, value in step.request.given().items()
        if isinstance(value, str) and not any(t.variable for t in written.get(name, ()))
    ]


def _variable(line: Line, step: Step) -> str:
    """Return the name given with ``-o``; raise :class:`InvalidCommand` when it cannot be one."""
    name = step.options.get("output")
    if name is None:
        return ""
    try:
        check_name(name)
    except InvalidRequest as error:
        also = ""
        if Path(name).suffix:
            also = f" To write a file: -o result, then result.save('{name}') in the next cell."
        raise wrong(line.text, f"{error}{also}", name) from None
    return str(name)


def join_lines(body: str) -> str:
    """Return the steps of a cell, one a line, as one line with pipes; ``#`` begins a remark."""
    kept = [line.strip() for line in body.splitlines()]
    steps = [line.removeprefix("|").strip() for line in kept if line and not line.startswith("# ")]
    return " | ".join(steps)


def filmstrip(steps: tuple[Step, ...], results: Sequence[object]) -> Sheet:
    """Return the results of a pipe side by side."""
    labels = [f"{n}. {step.verb.name}" for n, step in enumerate(steps[: len(results)], start=1)]
    return Sheet(results, labels, len(labels))
