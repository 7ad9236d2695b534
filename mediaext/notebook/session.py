"""What happens when a ``%media`` line runs: read it, make it, name it, show it."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from mediaext.client import Job
from mediaext.grammar import Grammar, Line, Step, WrongLine
from mediaext.grammar.commands import COMMANDS, Command
from mediaext.grammar.performing import perform, submit_step, wait_for
from mediaext.notebook.cards import watch

if TYPE_CHECKING:
    from mediaext.notebook.magics import MediaMagics

ATTACH = "%media attach {}"
GRAMMAR = Grammar(COMMANDS)


def run_line(magics: "MediaMagics", text: str, body: str, variables: Mapping[str, Any]) -> Any:
    """Run one magic line and return what it makes; on an error no variable changes."""
    line = GRAMMAR.parse(text, variables=variables, body=body.strip("\n"))
    names = [_variable(line, step) for step in line.steps]
    last = line.steps[-1]
    if isinstance(last.request, Command):
        value = _settle(magics, last.request.run(magics.client))
        values = [value]
    elif line.background:
        values = [_background(magics, line)]
    else:
        values = perform(magics.client, line, magics.follow, ATTACH)
    for name, value in zip(names, values, strict=False):
        if name:
            magics.names[name] = value
    return values[-1]


def _variable(line: Line, step: Step) -> str:
    """Return the name given with ``-o``; raise :class:`WrongLine` when it cannot be one."""
    name = step.options.get("output") or ""
    if name and not name.isidentifier():
        raise WrongLine(f"-o takes the name of a variable, not '{name}'.\n    {line.text}")
    return str(name)


def _background(magics: "MediaMagics", line: Line) -> Job[Any]:
    if len(line.steps) > 1:
        raise WrongLine(f"A background job has one step, no pipe.\n    {line.text}")
    job = submit_step(magics.client, line, line.steps[0])
    if magics.progress:
        watch(job)
    return job


def _settle(magics: "MediaMagics", value: Any) -> Any:
    """Wait for the result where a command gave a job."""
    return wait_for(value, magics.follow, ATTACH) if isinstance(value, Job) else value
