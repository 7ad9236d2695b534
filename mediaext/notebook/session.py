"""What happens when a ``%media`` line runs: read it, make it, name it, show it."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from mediaext.client import Job
from mediaext.grammar import Grammar, Line, Step, WrongLine
from mediaext.grammar.background import Pipeline
from mediaext.grammar.commands import Command, Context, dry_run
from mediaext.grammar.manual import manual
from mediaext.grammar.performing import Follow, perform, submit_step, wait_for
from mediaext.grammar.recalling import recall
from mediaext.grammar.several import EVERYWHERE, filmstrip, join_lines, make_grid
from mediaext.grammar.text import Text
from mediaext.notebook.cards import Card, watch
from mediaext.notebook.choices import CHOICES
from mediaext.operation import Operation

if TYPE_CHECKING:
    from mediaext.notebook.magics import MediaMagics

PREFIX = "%media "
ATTACH = f"{PREFIX}attach {{}}"
PIPE = "pipe"
GRAMMAR = Grammar({**EVERYWHERE, **CHOICES})


def run_line(
    magics: "MediaMagics", text: str, body: str | None, variables: Mapping[str, Any]
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
        recall=lambda job_id: recall(magics.client, job_id),
    )
    named = line.steps[-1:] if line.background else line.steps
    names = [_variable(line, step) for step in named]
    with Card(shown=magics.progress) as card:
        values = _values(magics, line, variables, card.follow, resume=strip)
    for name, value in zip(names, values, strict=False):
        if name:
            magics.names[name] = value
    return filmstrip(line.steps, values) if strip and len(values) > 1 else values[-1]


def _values(
    magics: "MediaMagics",
    line: Line,
    variables: Mapping[str, Any],
    follow: Follow,
    *,
    resume: bool,
) -> list[Any]:
    """Return what each step gives."""
    last = line.steps[-1]
    inner = last.line
    told = _told(line)
    if told is not None:
        return [told]
    if last.verb.nested == "grid" and inner is not None:
        return [make_grid(magics.client, inner, follow, ATTACH)]
    if isinstance(last.request, Command):
        context = Context(magics.client, GRAMMAR, last, variables, PREFIX, magics)
        value = last.request.run(context)
        return [wait_for(value, follow, ATTACH) if isinstance(value, Job) else value]
    if line.background:
        return [_background(magics, line)]
    if resume:
        return _resumable(magics, line, follow)
    return perform(magics.client, line, follow, ATTACH)


def _told(line: Line) -> Text | None:
    """Return what a line says that only asks: its help, or what it would send."""
    last = line.steps[-1]
    if line.options.get("help"):
        return manual(GRAMMAR, last.verb.name, PREFIX)
    return dry_run(last.line or line) if line.options.get("dry_run") else None


def _variable(line: Line, step: Step) -> str:
    """Return the name given with ``-o``; raise :class:`WrongLine` when it cannot be one."""
    name = str(step.options.get("output") or "")
    if name and not name.isidentifier():
        raise WrongLine(f"-o takes the name of a variable, not '{name}'.\n    {line.text}")
    return name


def _background(magics: "MediaMagics", line: Line) -> Job[Any] | Pipeline:
    """Return what goes on while other cells run, with a live card."""
    work: Job[Any] | Pipeline
    if len(line.steps) > 1:
        work = Pipeline(magics.client, line)
    else:
        work = submit_step(magics.client, line, line.steps[0])
    if magics.progress:
        watch(work)
    return work


def _resumable(magics: "MediaMagics", line: Line, follow: Follow) -> list[Any]:
    """Make the steps of a pipe; run again after an error, go on with the step that failed."""
    requests = [step.operation for step in line.steps]
    made: list[Any] = []
    if magics.unfinished:
        earlier, results = magics.unfinished
        same = [_same(old, new) for old, new in zip(earlier, requests, strict=False)]
        made = results[: same.index(False) if False in same else len(same)]
    magics.unfinished = (requests, made)
    values = perform(magics.client, line, follow, ATTACH, made)
    magics.unfinished = None
    return values


def _same(old: Operation[Any], new: Operation[Any]) -> bool:
    """Say whether two requests ask for the same: equal text and numbers, the same objects."""
    before, after = old.given(), new.given()
    if type(old) is not type(new) or before.keys() != after.keys():
        return False
    plain = (str, int, float, list)
    return all(
        before[name] is after[name]
        or (isinstance(after[name], plain) and repr(before[name]) == repr(after[name]))
        or type(before[name]).__name__ == "Pending"
        for name in after
    )
