"""Execute lines, the same way for notebook and command line."""

import itertools
import json
import os
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from threading import TIMEOUT_MAX
from typing import Any

from mediaext.client import Client, Job
from mediaext.client.chain import Chain
from mediaext.client.loop import core
from mediaext.client.prices import Estimate, confirm, estimate
from mediaext.client.session import Session
from mediaext.errors import InvalidRequest
from mediaext.grammar.help import manual
from mediaext.grammar.history import recall
from mediaext.grammar.parser import Command, CommandContext, Grammar, Line, Step
from mediaext.grammar.snippets import wire_body
from mediaext.media import is_url, read_media
from mediaext.protocol import ENGINE_CHOICE
from mediaext.results.files import check_disk
from mediaext.results.sheet import Sheet
from mediaext.text import Text

BRACES = re.compile(r"\{([A-Za-z_]\w*)\}")
Work = Chain | Job[Any]
Arrange = Callable[[Sequence[Any]], Any]


class Interrupted(KeyboardInterrupt):
    """The wait was interrupted; the job continues."""

    def _render_traceback_(self) -> list[str]:
        return str(self).splitlines()


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a line gave.

    ``values`` are those of its ``steps``. ``work`` goes on in the background; ``None`` where the
    line has ended. ``hint`` is a sentence for the person, or ``""``.
    """

    steps: tuple[Step, ...]
    values: Sequence[Any]
    work: Work | None = None
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Execution:
    """A line that was started; take what it gives with :meth:`wait`.

    ``work`` is what runs, a chain or a job; ``None`` where the line gave its ``value`` at once.
    ``arrange`` combines the results of a grid into one value.
    """

    line: Line
    context: CommandContext
    work: Work | None = None
    value: object = None
    arrange: Arrange | None = None

    def wait(self) -> list[Any]:
        """Block until the work has ended, and return what each step of the line gave.

        Raises :class:`Interrupted`, which says how to get the job back, and
        :class:`InvalidRequest` with carets under the tokens that are wrong.
        """
        if self.work is None:
            return [self.value]
        try:
            value = self.work.result(TIMEOUT_MAX)  # a person ends the wait
        except KeyboardInterrupt:
            raise self._interrupted() from None
        except InvalidRequest as error:
            raise self.line.blame(error, self._current()) from None
        if not isinstance(self.work, Chain):
            return [value]
        if self.arrange:
            return [self.arrange(self.work.results)]
        made = {id(s.request): r for s, r in zip(self.work.steps, self.work.results, strict=True)}
        return [made[id(step.request)] for step in self.line.steps]

    def _current(self) -> Step | None:
        """Return the step of the line that was not made."""
        if not isinstance(self.work, Chain) or self.work.current is None:
            return None
        request = self.work.steps[self.work.current].request
        return next((step for step in self.line.steps if step.request is request), None)

    def _interrupted(self) -> Interrupted:
        record = self.work.record if self.work else None
        prefix = self.context.prefix
        if record is None or record.status.terminal:
            return Interrupted(
                "Interrupted while the request was being sent; a job may have been made.\n"
                f"The list of jobs shows it: {prefix}jobs --status queued"
            )
        # The embedded service of a command line ends with it, that of a kernel runs on.
        pauses = self.context.frontend is None and self.context.client.session.gateway.local
        now = "is paused" if pauses else "is still running"
        again = "Continue it" if pauses else "Get it back"
        return Interrupted(
            f"Interrupted, but {record.operation} {now} as job {record.job_id}.\n"
            f"{again} with: {prefix}attach {record.job_id}"
        )


class Interpreter:
    """Runs the lines of one frontend; a chain that did not end is resumed by the same line.

    Parameters
    ----------
    grammar
        Reads the lines.
    prefix
        How a line begins, such as ``"%media "``.
    frontend
        The magics of a notebook, ``None`` for a command line.
    """

    def __init__(self, grammar: Grammar, prefix: str, frontend: object = None) -> None:
        self.grammar, self.prefix, self.frontend = grammar, prefix, frontend
        self._unfinished: Chain | None = None

    def run(
        self,
        client: Client,
        text: str,
        *,
        variables: Mapping[str, object] | None = None,
        body: str = "",
        defaults: Mapping[str, object] | None = None,
    ) -> Outcome:
        """Read a line, start it, and wait for it unless it goes on in the background.

        Raises :class:`InvalidCommand` for a line that is wrong, and whatever a step failed with.
        """
        line = self.grammar.parse(
            text,
            variables=variables,
            body=body,
            defaults=defaults,
            recall=partial(recall, client),
        )
        hint = self._hint(line, variables or {})
        execution = self.start(client, line, variables)
        work = execution.work
        steps = line.steps[-1:] if line.background else line.steps
        if line.background and work is not None:
            return Outcome(steps, [work], work, hint)
        if isinstance(work, Chain) and len(work.steps) > 1:
            self._unfinished = work
        values = execution.wait()
        if self._unfinished is work:
            self._unfinished = None
        return Outcome(steps, values, hint=hint)

    def start(
        self, client: Client, line: Line, variables: Mapping[str, object] | None = None
    ) -> Execution:
        """Start a line and return at once; help, a dry run and most commands are finished then."""
        last = line.steps[-1]
        context = CommandContext(client, self.grammar, last, variables, self.prefix, self.frontend)
        if line.options.get("help"):
            value: object = manual(self.grammar, last.verb.name, self.prefix)
        elif line.options.get("dry_run"):
            value = dry_run(last.line or line, client.session)
        elif isinstance(last.request, Command):
            value = last.request.run(context)
        else:
            value = line
        if isinstance(value, Line):
            return self._send(value, context)
        return Execution(line, context, value if isinstance(value, Job) else None, value)

    def _send(self, line: Line, context: CommandContext) -> Execution:
        """Start the requests of a line.

        One request in the background is submitted before this returns, so that there is a job.
        """
        client = context.client
        check_disk(client.session.folder)
        if len(line.steps) > 1:  # the only step of a line is looked at when it is sent
            check_inputs(line)
        chain = line.chain(client.session)
        price = price_of([line], client.session)
        if price is not None:
            confirm(client.session.folder, price, shown=len(line.steps) > 1)
        if line.background and len(chain.steps) == 1:
            (step,) = chain.steps
            try:
                job = client.submit(line.steps[0].operation, fresh=step.fresh, engine=step.engine)
            except InvalidRequest as error:
                raise line.blame(error) from None
            return Execution(line, context, job)
        if self._unfinished is not None and len(line.steps) > 1:
            chain.resume(self._unfinished)
        arrange = None if line.axes is None else as_sheet(line)
        return Execution(line, context, chain.start(), arrange=arrange)

    def _hint(self, line: Line, variables: Mapping[str, object]) -> str:
        """Return that ``{name}`` is sent as it is written where ``name`` is a variable."""
        texts = [text for step in line.steps for text in step.texts]
        names = [name for text in texts for name in BRACES.findall(text) if name in variables]
        name = names[0] if names else ""
        return name and (
            f"{{{name}}} is sent as it is written. To use the variable: "
            f'text = f"… {{{name}}} …" and then {self.prefix}{line.steps[0].verb.name} $text'
        )


def as_sheet(line: Line) -> Arrange:
    """Return what combines the results of a grid into a labelled sheet."""
    columns = len(line.axes[-1][1]) if line.axes else 1
    return partial(Sheet, labels=cell_labels(line), columns=columns)


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


def price_of(lines: Sequence[Line], session: Session) -> Estimate | None:
    """Return what the requests of some lines cost at most; ``None`` where no price is known."""
    jobs = Counter(
        (step.operation.endpoint.name, str(step.options.get("engine") or ""))
        for line in lines
        for step in line.steps
    )
    return core().run(estimate(session, jobs))


def dry_run(line: Line, session: Session, lines: Sequence[Line] = ()) -> Text:
    """Return what a line would send, without sending anything; files are checked.

    The price at the end is that of all ``lines``, where there are others like it.
    """
    check_inputs(line)
    blocks = []
    for step in line.steps:
        request = step.operation
        shown = json.dumps(wire_body(request), indent=2, ensure_ascii=False)
        engine = step.options.get("engine")
        header = f"{ENGINE_CHOICE}: {engine}\n" if engine else ""
        blocks.append(f"POST {request.endpoint.path}\n{header}{shown}")
    price = price_of(lines or [line], session)
    if price is not None:
        blocks.append(f"Price: {price}.")
    plain = "\n\n".join(blocks)
    return Text(plain, f"```\n{plain}\n```")


def check_inputs(line: Line) -> None:
    """Raise :class:`InvalidRequest` for a file of any step that cannot be read or is no media."""
    for step in line.steps:
        request = step.operation
        kinds = {param.name: param.media or "mesh" for param in request.params()}
        for name, values in request.media().items():
            for value in values:
                if not isinstance(value, str | bytes | os.PathLike) or is_url(value):
                    continue
                try:
                    read_media(value, name, kinds[name])
                except InvalidRequest as error:
                    raise line.blame(error, step) from None
