"""Run one command line: parse it, execute it, write files and print the results."""

import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from mediaext.cli.batch import lines_of
from mediaext.cli.cluster import CLUSTER
from mediaext.cli.commands import SHELL, Shell
from mediaext.cli.completion_scripts import script
from mediaext.cli.dataset import DATASET
from mediaext.cli.layout import fold, terminal_width
from mediaext.cli.outputs import check_outputs, show
from mediaext.cli.progress import count, shown
from mediaext.client import Client, Job
from mediaext.client.chain import replace_inputs
from mediaext.conformance import Findings
from mediaext.connection import connect
from mediaext.errors import InvalidRequest, MediaError
from mediaext.grammar import OPTIONS, Grammar, Line, Step, from_arguments
from mediaext.grammar.commands import COMMANDS, Resume
from mediaext.grammar.execution import Interpreter, dry_run
from mediaext.grammar.help import overview
from mediaext.grammar.history import recall
from mediaext.grammar.parser import HELP, Command, CommandContext
from mediaext.operation import Operation, Param
from mediaext.text import Text, printable
from mediaext.verification import Verdicts

PREFIX = "mediaext "
THEN = "--then"
EXTRA = (
    Param("quiet", "boolean", False, False, "No progress bars."),
    Param("json", "boolean", False, False, "Print JSON for programs."),
)


class Completion(Command):
    """Print the script with which a shell completes mediaext: bash, zsh or fish."""

    shell: Shell

    def run(self, context: CommandContext) -> Text:
        """Return the script."""
        return Text(script(GRAMMAR, self.shell))


OUTPUT = replace(OPTIONS[0], help="File for the result; for demo, a folder.")
VERBS: dict[str, type[Command]] = {**COMMANDS, **SHELL, **CLUSTER, **DATASET}
VERBS["completion"] = Completion
GRAMMAR = Grammar(VERBS, (OUTPUT, *OPTIONS[1:], *EXTRA))


def run(words: Sequence[str]) -> int:
    """Carry out a command line that the shell has cut into words; return the exit code."""
    if not words or words[0] in ("--help", "-h"):
        print(fold(overview(GRAMMAR, PREFIX), terminal_width()))
        return 0
    client = connect()
    rows = lines_of(words)
    if rows is not None and not set(HELP) & set(words):
        return _run_rows(client, rows)
    text, tokens = from_arguments(["|" if word == THEN else word for word in words])
    line = _in_format(GRAMMAR.parse(text, tokens=tokens, recall=partial(recall, client)))
    if not line.options.get("help"):
        check_outputs(line)
    execution = Interpreter(GRAMMAR, PREFIX).start(client, line)
    with shown(quiet=bool(line.options.get("quiet"))):
        values = execution.wait()
    if isinstance(line.steps[-1].request, Resume) and isinstance(values[-1], list):
        return _finish(values[-1], quiet=bool(line.options.get("quiet")))
    for step, value in zip(line.steps, values, strict=False):
        if step is line.steps[-1] or step.options.get("output"):
            show(value, step.options.get("output"), as_json=bool(line.options.get("json")))
    last = values[-1]
    if isinstance(last, Verdicts | Findings):
        return last.code
    return last if isinstance(last, int) else 0


def _run_rows(client: Client, rows: Sequence[tuple[list[str], str]]) -> int:
    """Make every row of a table, several at a time; return 1 where one of them failed.

    All rows are checked before the first is sent.
    """
    lines = []
    for words, file in rows:
        if THEN in words:
            raise InvalidRequest("--from takes one operation; --then cannot follow it.")
        text, tokens = from_arguments([*words, "-o", file])
        line = _in_format(GRAMMAR.parse(text, tokens=tokens))
        check_outputs(line)
        lines.append(line)
    options = lines[0].options
    if options.get("dry_run"):
        first = dry_run(lines[0], client.session, lines)
        print(f"{len(lines)} requests are valid; the first:\n{first}")
        return 0
    made = client.map(
        [line.steps[0].operation for line in lines],
        on_error="return",
        fresh=bool(options.get("fresh")),
    )
    failed = 0
    for (_, file), outcome in zip(
        rows, count(made, len(rows), quiet=bool(options.get("quiet"))), strict=True
    ):
        if isinstance(outcome, Exception):
            failed += 1
            print(f"{file}: {printable(str(outcome))}", file=sys.stderr)
        else:
            show(outcome, file, as_json=bool(options.get("json")))
    if failed:
        print(
            f"{failed} of {len(rows)} failed; run the same line again to make them.",
            file=sys.stderr,
        )
    return 1 if failed else 0


def _finish(jobs: Sequence[Job[Any]], *, quiet: bool) -> int:
    """Wait for jobs and print each as it ends; return 1 where one of them was not completed.

    An embedded service works at them only while this process lives.
    """
    code = 0
    for job in count(jobs, len(jobs), quiet=quiet):
        try:
            while not job.wait():
                pass
            print(job)
        except MediaError as error:
            print(f"{job.job_id}: {printable(str(error))}", file=sys.stderr)
        if job.record.state != "completed":
            code = 1
    return code


def _in_format(line: Line) -> Line:
    """Ask the service for the formats that ``-o`` names, so that the bytes stay untouched."""
    steps: list[Step] = []
    changed: dict[int, Operation[object]] = {}
    for step in line.steps:
        inner = _in_format(step.line) if step.line else None
        new = replace(step, request=_request_in_format(step, changed), line=inner)
        if isinstance(step.request, Operation):
            changed[id(step.request)] = new.operation
        steps.append(new)
    return replace(line, steps=tuple(steps))


def _request_in_format(step: Step, changed: dict[int, Operation[object]]) -> BaseModel:
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
