"""What happens when a ``%media`` line runs: read it, make it, name it, show it."""

from collections.abc import Mapping
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
from mediaext.notebook.cards import Card, watch
from mediaext.notebook.choices import CHOICES, Frontend
from mediaext.notebook.variables import check_name
from mediaext.results.sheet import Sheet

PREFIX = "%media "
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
        recall=lambda job_id: recall(client, job_id),
    )
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
        if magics.progress:
            watch(work)
        return [work]
    if isinstance(work, Chain) and len(work.steps) > 1:
        magics.unfinished = work
    with Card(shown=magics.progress) as card, execution:
        for running in execution:
            card.look(running)
    if magics.unfinished is work:
        magics.unfinished = None
    return execution.values


def _variable(line: Line, step: Step) -> str:
    """Return the name given with ``-o``; raise :class:`WrongLine` when it cannot be one."""
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


def filmstrip(steps: tuple[Step, ...], results: list[Any]) -> Sheet:
    """Return the results of a pipe side by side."""
    labels = [f"{n}. {step.verb.name}" for n, step in enumerate(steps[: len(results)], start=1)]
    return Sheet(results, labels, len(labels))
