"""Lines that make several results: a grid over flags, a pipe with a step per line."""

import itertools
from collections.abc import Sequence
from typing import Any

from mediaext.client import Client, Job
from mediaext.errors import InvalidRequest
from mediaext.grammar.commands import COMMANDS, Command, Context
from mediaext.grammar.lines import Line, Step
from mediaext.grammar.performing import Follow, submit_step, wait_for
from mediaext.grammar.profile_commands import PROFILE_COMMANDS
from mediaext.grammar.sheets import Sheet

IN_FLIGHT = 8  # cells of a grid submitted before the first is waited for


class Grid(Command):
    """Make one request over all combinations of flags with several values; a labelled sheet."""

    nested = "grid"

    def run(self, context: Context) -> Any:
        """Refuse: a grid needs its line."""
        raise InvalidRequest(
            f'Say what, such as: {context.prefix}grid image "a bike" --seed 1 2 3 '
            "--guidance-scale 0 4"
        )


class Again(Command):
    """Make the last request again, or that of a job, with some fields changed."""

    nested = "again"

    def run(self, context: Context) -> Any:
        """Refuse: where jobs are on record, reading the line put the request in this place."""
        raise InvalidRequest("No job is on record here that could be made again.")


EVERYWHERE: dict[str, type[Command]] = {
    **COMMANDS,
    "again": Again,
    "grid": Grid,
    **PROFILE_COMMANDS,
}
"""The commands of notebook and command line alike."""


def make_grid(client: Client, line: Line, follow: Follow, attach: str) -> Sheet:
    """Make all cells, a few at a time, and return them as a labelled sheet."""
    results, jobs = [], list[Job[Any]]()
    steps = iter(line.steps)
    for step in itertools.islice(steps, IN_FLIGHT):
        jobs.append(submit_step(client, line, step))
    while jobs:
        results.append(wait_for(jobs.pop(0), follow, attach))
        for step in itertools.islice(steps, 1):
            jobs.append(submit_step(client, line, step))
    columns = len(line.axes[-1][1]) if line.axes else 1
    return Sheet(results, cell_labels(line), columns)


def cell_labels(line: Line) -> list[str]:
    """Return the words below each cell, such as ``"seed 1, scale 2"``."""
    if not line.axes:
        return [line.steps[0].verb.name]
    names = [name.replace("_", " ") for name, _ in line.axes]
    cells = itertools.product(*(values for _, values in line.axes))
    return [
        ", ".join(f"{name} {value}" for name, value in zip(names, cell, strict=True))
        for cell in cells
    ]


def join_lines(body: str) -> str:
    """Return the steps of a cell, one a line, as one line with pipes; ``#`` begins a remark."""
    kept = [line.strip() for line in body.splitlines()]
    steps = [line.removeprefix("|").strip() for line in kept if line and not line.startswith("# ")]
    return " | ".join(steps)


def filmstrip(steps: Sequence[Step], results: Sequence[Any]) -> Sheet:
    """Return the results of a pipe side by side."""
    labels = [f"{n}. {step.verb.name}" for n, step in enumerate(steps[: len(results)], start=1)]
    return Sheet(results, labels, len(labels))
