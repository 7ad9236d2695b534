"""Execute a parsed line, the same way for notebook and command line."""

import contextlib
import itertools
import json
import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import TimeoutError as FutureTimeout
from dataclasses import replace
from functools import partial
from types import TracebackType
from typing import Any, Self

from mediaext.client import Job
from mediaext.client.chain import Chain
from mediaext.client.loop import core
from mediaext.client.prices import Estimate, confirm, estimate
from mediaext.client.session import Session
from mediaext.errors import InvalidRequest
from mediaext.grammar.help import manual
from mediaext.grammar.parser import Command, CommandContext, Line, Step
from mediaext.grammar.snippets import wire_body
from mediaext.media import is_url, read_media
from mediaext.protocol import ENGINE_CHOICE
from mediaext.results.files import check_disk
from mediaext.results.sheet import Sheet
from mediaext.text import Text

TICK = 0.1  # seconds between looks at what runs
Work = Chain | Job[Any]
Arrange = Callable[[Sequence[Any]], Any]


class Interrupted(KeyboardInterrupt):
    """The wait was interrupted; the job continues."""

    def _render_traceback_(self) -> list[str]:
        return str(self).splitlines()


class Execution:
    """A line that is carried out.

    ``work`` is what runs, a chain or a job; ``None`` where the line gave its value at once. Look
    at it while it runs, and take the ``values`` afterwards::

        with run_line(line, context) as execution:
            for work in execution:
                print(work.progress)
        execution.values

    Leaving by an interrupt raises :class:`Interrupted`, which says how to get the job back; a
    wrong request is raised with carets under its tokens.
    """

    def __init__(
        self,
        line: Line,
        context: CommandContext,
        work: Work | None = None,
        *,
        value: object = None,
        arrange: Arrange | None = None,
    ) -> None:
        self.line = line
        self.work = work
        self._context = context
        self._value = value
        self._arrange = arrange

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if isinstance(error, KeyboardInterrupt):
            raise self._interrupted() from None
        if isinstance(error, InvalidRequest):
            raise self.line.blame(error, self._current()) from None

    def __iter__(self) -> Iterator[Work]:
        """Yield the work every tenth of a second until it has ended; raise what it failed with."""
        if self.work is None:
            return
        future = core().start(self.work.settle())
        while not future.done():
            yield self.work
            with contextlib.suppress(FutureTimeout, Exception):
                future.exception(TICK)
        self._value = future.result()

    @property
    def values(self) -> list[Any]:
        """What each step of the line gave."""
        if not isinstance(self.work, Chain):
            return [self._value]
        if self._arrange:
            return [self._arrange(self.work.results)]
        made = {id(s.request): r for s, r in zip(self.work.steps, self.work.results, strict=True)}
        return [made[id(step.request)] for step in self.line.steps]

    def _current(self) -> Step | None:
        """Return the step of the line that was not made."""
        if not isinstance(self.work, Chain) or self.work.current is None:
            return None
        request = self.work.steps[self.work.current].request
        return next((step for step in self.line.steps if step.request is request), None)

    def _interrupted(self) -> Interrupted:
        if isinstance(self.work, Chain):
            self.work.pause()
        record = self.work.record if self.work else None
        prefix = self._context.prefix
        if record is None or record.status.terminal:
            return Interrupted(
                "Interrupted while the request was being sent; a job may have been made.\n"
                f"The list of jobs shows it: {prefix}jobs --status queued"
            )
        # The embedded service of a command line ends with it, that of a kernel runs on.
        pauses = self._context.frontend is None and self._context.client.session.gateway.local
        now = "is paused" if pauses else "is still running"
        again = "Continue it" if pauses else "Get it back"
        return Interrupted(
            f"Interrupted, but {record.operation} {now} as job {record.job_id}.\n"
            f"{again} with: {prefix}attach {record.job_id}"
        )


def run_line(line: Line, context: CommandContext) -> Execution:
    """Start a line and return at once; help, a dry run and most commands are finished then."""
    last = line.steps[-1]
    context = replace(context, step=last)
    if line.options.get("help"):
        return finished(line, context, manual(context.grammar, last.verb.name, context.prefix))
    if line.options.get("dry_run"):
        return finished(line, context, dry_run(last.line or line, context.client.session))
    if not isinstance(last.request, Command):
        return start(line, context, as_sheet(line) if line.axes else None)
    value = last.request.run(context)
    if isinstance(value, Execution):
        return value
    if isinstance(value, Job):
        return Execution(line, context, value)
    return finished(line, context, value)


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


def finished(line: Line, context: CommandContext, value: object) -> Execution:
    """Return the execution of a line whose value is known."""
    return Execution(line, context, value=value)


def start(line: Line, context: CommandContext, arrange: Arrange | None = None) -> Execution:
    """Start the requests of a line; ``arrange`` combines all results into one value.

    One request in the background is submitted before this returns, so that there is a job.
    """
    check_disk(context.client.session.folder)
    if len(line.steps) > 1:  # the only step of a line is looked at when it is sent
        check_inputs(line)
    chain = line.chain(context.client.session)
    price = price_of([line], context.client.session)
    if price is not None:
        confirm(context.client.session.folder, price, shown=len(line.steps) > 1)
    if line.background and len(chain.steps) == 1:
        (step,) = chain.steps
        try:
            job = context.client.submit(
                line.steps[0].operation, fresh=step.fresh, engine=step.engine
            )
        except InvalidRequest as error:
            raise line.blame(error) from None
        return Execution(line, context, job)
    if context.earlier is not None and len(line.steps) > 1:
        chain.resume(context.earlier)
    return Execution(line, context, chain.start(), arrange=arrange)


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
