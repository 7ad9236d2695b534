"""One command line: read it, carry it out, write files and print what came out."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from mediaext.cli.commands import SHELL
from mediaext.cli.outputs import check_outputs
from mediaext.cli.printing import show
from mediaext.cli.progress import follow
from mediaext.client.chain import replace_inputs
from mediaext.connection import connect
from mediaext.grammar import OPTIONS, Grammar, Line, Step, from_arguments
from mediaext.grammar.commands import COMMANDS
from mediaext.grammar.execution import run_line
from mediaext.grammar.help import overview
from mediaext.grammar.history import recall
from mediaext.grammar.parser import CommandContext
from mediaext.operation import Operation, Param
from mediaext.verification import Verdicts

PREFIX = "mediaext "
THEN = "--then"
EXTRA = (
    Param("quiet", "boolean", False, False, "No progress bars."),
    Param("json", "boolean", False, False, "Print JSON for programs."),
)
OUTPUT = replace(OPTIONS[0], help="File for the result; for demo, a folder.")
GRAMMAR = Grammar({**COMMANDS, **SHELL}, (OUTPUT, *OPTIONS[1:], *EXTRA))


def run(words: Sequence[str]) -> int:
    """Carry out a command line that the shell has cut into words; return the exit code."""
    if not words or words[0] in ("--help", "-h"):
        print(overview(GRAMMAR, PREFIX))
        return 0
    client = connect()
    text, tokens = from_arguments(["|" if word == THEN else word for word in words])
    line = _in_format(GRAMMAR.parse(text, tokens=tokens, recall=partial(recall, client)))
    if not line.options.get("help"):
        check_outputs(line)
    execution = run_line(line, CommandContext(client, GRAMMAR, line.steps[-1], prefix=PREFIX))
    follow(execution, quiet=bool(line.options.get("quiet")))
    values = execution.values
    for step, value in zip(line.steps, values, strict=False):
        if step is line.steps[-1] or step.options.get("output"):
            show(value, step.options.get("output"), as_json=bool(line.options.get("json")))
    last = values[-1]
    if isinstance(last, Verdicts):
        return last.code
    return last if isinstance(last, int) else 0


def _in_format(line: Line) -> Line:
    """Ask the service for the formats that ``-o`` names, so that the bytes stay untouched."""
    steps: list[Step] = []
    changed: dict[int, Operation[Any]] = {}
    for step in line.steps:
        inner = _in_format(step.line) if step.line else None
        new = replace(step, request=_request_in_format(step, changed), line=inner)
        if isinstance(step.request, Operation):
            changed[id(step.request)] = new.operation
        steps.append(new)
    return replace(line, steps=tuple(steps))


def _request_in_format(step: Step, changed: dict[int, Operation[Any]]) -> BaseModel:
    """Return the request with the format that its file wants, working on ``changed`` requests."""
    if not isinstance(step.request, Operation):
        return step.request
    request = replace_inputs(step.request, lambda nested: changed.get(id(nested), nested))
    suffix = Path(str(step.options.get("output") or "")).suffix.lower().lstrip(".")
    wanted = {"jpg": "jpeg"}.get(suffix, suffix)
    formats = next((p.choices for p in step.verb.params if p.name == "output_format"), ())
    if wanted not in formats or "output_format" in step.spans:
        return request
    return request.model_copy(update={"output_format": wanted})
