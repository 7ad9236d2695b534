"""One command line: read it, carry it out, write files and print what came out."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from mediaext.cli.commands import SHELL
from mediaext.cli.printing import show
from mediaext.cli.progress import follow
from mediaext.client import Client, Job
from mediaext.connection import connect
from mediaext.grammar import OPTIONS, Grammar, Line, Step, from_arguments
from mediaext.grammar.commands import Command, Context, dry_run
from mediaext.grammar.manual import manual, overview
from mediaext.grammar.performing import perform, wait_for
from mediaext.grammar.recalling import recall
from mediaext.grammar.several import EVERYWHERE, make_grid
from mediaext.grammar.verifying import Verdicts
from mediaext.operation import Param

PREFIX = "mediaext "
ATTACH = f"{PREFIX}attach {{}}"
THEN = "--then"
EXTRA = (
    Param("quiet", "boolean", False, False, "No progress bars."),
    Param("json", "boolean", False, False, "Print JSON for programs."),
)
OUTPUT = replace(OPTIONS[0], help="Where the result goes: a file; for demo, a folder.")
GRAMMAR = Grammar({**EVERYWHERE, **SHELL}, (OUTPUT, *OPTIONS[1:], *EXTRA))


def run(words: Sequence[str]) -> int:
    """Carry out a command line that the shell has cut into words; return the exit code."""
    if not words or words[0] in ("--help", "-h"):
        print(overview(GRAMMAR, PREFIX))
        return 0
    client = connect()
    text, tokens = from_arguments(["|" if word == THEN else word for word in words])
    line = _in_format(GRAMMAR.parse(text, tokens=tokens, recall=partial(recall, client)))
    values = _values(client, line)
    for step, value in zip(line.steps, values, strict=False):
        if step is line.steps[-1] or step.options.get("output"):
            show(value, step.options.get("output"), as_json=bool(line.options.get("json")))
    last = values[-1]
    if isinstance(last, Verdicts):
        return last.code
    return last if isinstance(last, int) else 0


def _in_format(line: Line) -> Line:
    """Ask the service for the formats that ``-o`` names, so that the bytes stay untouched."""
    return replace(line, steps=tuple(map(_step_in_format, line.steps)))


def _step_in_format(step: Step) -> Step:
    suffix = Path(str(step.options.get("output") or "")).suffix.lower().lstrip(".")
    wanted = {"jpg": "jpeg"}.get(suffix, suffix)
    formats = next((p.choices for p in step.verb.params if p.name == "output_format"), ())
    if wanted not in formats or "output_format" in step.spans:
        return step
    return replace(step, request=step.request.model_copy(update={"output_format": wanted}))


def _values(client: Client, line: Line) -> list[Any]:
    """Return what each step gives."""
    last = line.steps[-1]
    waiting = partial(follow, quiet=bool(line.options.get("quiet")))
    if line.options.get("help"):
        return [manual(GRAMMAR, last.verb.name, PREFIX)]
    if line.options.get("dry_run"):
        return [dry_run(last.line or line)]
    if last.verb.nested == "grid" and last.line is not None:
        return [make_grid(client, last.line, waiting, ATTACH)]
    if isinstance(last.request, Command):
        value = last.request.run(Context(client, GRAMMAR, last, None, PREFIX))
        return [wait_for(value, waiting, ATTACH) if isinstance(value, Job) else value]
    return perform(client, line, waiting, ATTACH)
