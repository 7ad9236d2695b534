"""A pipe that runs in the background: like a job, but of several steps."""

from collections.abc import Callable, Generator
from typing import Any

from mediaext.client import Client, Job
from mediaext.client.core import core, wait
from mediaext.client.submit import submit
from mediaext.grammar.lines import Line, Step
from mediaext.job import JobRecord, Progress

Listener = Callable[["Pipeline"], None]


class Pipeline:
    """Steps that are made one after the other while other cells run.

    ``await`` it, or block with :meth:`result`, for the result of the last step; ``results`` are
    those made so far, ``jobs`` their jobs and the one that runs. Takes the place of a job, also
    as an input of another request.
    """

    def __init__(self, client: Client, line: Line) -> None:
        self.jobs: list[Job[Any]] = []
        self.results: list[Any] = []
        self._line = line
        self._listeners: list[Listener] = []
        self._client = client
        self._future = core().start(self._run())

    def __repr__(self) -> str:
        names = " | ".join(step.verb.name for step in self._line.steps)
        return f"<Pipeline {names}, {len(self.results)} of {len(self._line.steps)} made>"

    async def _run(self) -> Any:
        for step in self._line.steps:
            fresh = bool(step.options.get("fresh"))
            job = await submit(self._client.session, self._request(step), fresh=fresh)
            self.jobs.append(job)
            job.on_change(lambda _: self._announce())
            self.results.append(await job.settle())
        self._announce()
        return self.results[-1]

    def _request(self, step: Step) -> Any:
        piped = {step.piped: self.results[-1]} if step.piped else {}
        return step.operation.model_copy(update=piped)

    def _announce(self) -> None:
        for listener in list(self._listeners):
            listener(self)

    def on_change(self, listener: Listener) -> None:
        """Call ``listener(pipeline)`` on the core thread at every change."""
        self._listeners.append(listener)

    @property
    def record(self) -> JobRecord | None:
        """Record of the job that runs or ran last; ``None`` before the first is accepted."""
        return self.jobs[-1].record if self.jobs else None

    @property
    def progress(self) -> Progress:
        """How far all steps are together."""
        now = self.jobs[-1].progress if self.jobs else Progress()
        running = now.fraction or 0.0 if len(self.jobs) > len(self.results) else 0.0
        count = len(self._line.steps)
        message = f"step {min(len(self.results) + 1, count)} of {count} {now.message}".strip()
        return Progress(fraction=(len(self.results) + running) / count, message=message)

    def done(self) -> bool:
        """Say whether the last step has ended, or one has failed."""
        return self._future.done()

    async def settle(self) -> Any:
        """Return the last result, awaited from any loop."""
        import asyncio

        return await asyncio.shield(asyncio.wrap_future(self._future))

    def __await__(self) -> Generator[Any, None, Any]:
        return self.settle().__await__()

    def result(self, timeout: float | None = None) -> Any:
        """Block until the last result is here and return it; raise what a step failed with."""
        return wait(self._future, timeout)

    def cancel(self) -> bool:
        """Begin no further step and ask the service to drop the one that runs."""
        self._future.cancel()
        return bool(self.jobs) and not self.jobs[-1].done() and self.jobs[-1].cancel()
