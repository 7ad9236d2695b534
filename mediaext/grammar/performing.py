"""Carrying out the steps of a line with a client: each result goes into the next request."""

from collections.abc import Callable
from typing import Any

from mediaext.client import Client, Job
from mediaext.errors import InvalidRequest
from mediaext.grammar.lines import Line, Step

Follow = Callable[[Job[Any]], Any]


class Interrupted(KeyboardInterrupt):
    """The wait was interrupted; the job goes on."""

    def _render_traceback_(self) -> list[str]:
        return str(self).splitlines()


def submit_step(client: Client, line: Line, step: Step, before: Any = None) -> Job[Any]:
    """Submit one step; ``before`` is the result that the pipe brings.

    Raises :class:`InvalidRequest` with carets under the tokens that are wrong.
    """
    request = step.operation
    if step.piped:
        request = request.model_copy(update={step.piped: before})
    try:
        return client.submit(request, fresh=bool(step.options.get("fresh")))
    except InvalidRequest as error:
        raise line.blame(error) from None


def perform(client: Client, line: Line, follow: Follow, attach: str) -> list[Any]:
    """Make every step of the line and return the results in order.

    ``follow`` waits for a job, showing progress, and returns its result; ``attach`` says how a
    person gets an interrupted job back. Raises :class:`Interrupted`.
    """
    results: list[Any] = []
    for step in line.steps:
        job = submit_step(client, line, step, results[-1] if results else None)
        results.append(wait_for(job, follow, attach))
    return results


def wait_for(job: Job[Any], follow: Follow, attach: str) -> Any:
    """Return the result of a job; an interrupt says how to get it back."""
    try:
        return follow(job)
    except KeyboardInterrupt:
        raise Interrupted(still_running(job, attach)) from None


def still_running(job: Job[Any], attach: str) -> str:
    """Say that a job goes on although the wait for it does not, and how to get it back."""
    how = attach.format(job.job_id)
    return (
        f"Interrupted, but {job.record.operation} is still running as job {job.job_id}.\n"
        f"Get it back with: {how}"
    )
