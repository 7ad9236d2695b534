"""Run a ``%media`` line and set the variables that it names."""

from collections.abc import Mapping, Sequence
from typing import Any

from IPython.display import display

from mediaext.client import Client
from mediaext.grammar import Grammar, Step
from mediaext.grammar.commands import COMMANDS
from mediaext.grammar.execution import Interpreter
from mediaext.notebook.commands import CHOICES, Frontend
from mediaext.results import Picture
from mediaext.results.sheet import Sheet
from mediaext.text import Text

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
    if not text.strip() and body is None:
        return what_next(client, variables)
    words = text.split(maxsplit=1)
    strip = body is not None and words[:1] == [PIPE]
    if strip:
        text = " ".join([join_lines(body or ""), *words[1:]])
        body = None
    if magics.interpreter is None:
        magics.interpreter = Interpreter(GRAMMAR, PREFIX, magics)
    made = magics.interpreter.run(
        client,
        text,
        variables=variables,
        body=(body or "").strip("\n"),
        defaults=magics.defaults,
    )
    if made.hint:
        display(Text(made.hint))
    if made.work is not None:
        magics.watch(made.work)
    for step, value in zip(made.steps, made.values, strict=False):
        if name := step.options.get("output"):
            magics.names[str(name)] = value
    return (
        filmstrip(made.steps, made.values) if strip and len(made.values) > 1 else made.values[-1]
    )


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


def join_lines(body: str) -> str:
    """Return the steps of a cell, one a line, as one line with pipes; ``#`` begins a remark."""
    kept = [line.strip() for line in body.splitlines()]
    steps = [line.removeprefix("|").strip() for line in kept if line and not line.startswith("# ")]
    return " | ".join(steps)


def filmstrip(steps: tuple[Step, ...], results: Sequence[object]) -> Sheet:
    """Return the results of a pipe side by side."""
    labels = [f"{n}. {step.verb.name}" for n, step in enumerate(steps[: len(results)], start=1)]
    return Sheet(results, labels, len(labels))
