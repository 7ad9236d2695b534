"""Carrying out the steps of a line with a client: each result goes into the next request."""

from collections.abc import Callable
from typing import Any

from mediaext.client import Client, Job
from mediaext.errors import InvalidRequest
from mediaext.grammar.lines import Line, Step

Follow = Callable[[Job[Any]], Any]
"""Waits for a job, showing progress, and returns its result."""


class Interrupted(KeyboardInterrupt):
    """The wait was interrupted; the job goes on."""

    def _render_traceback_(self) -> list[str]:
        return str(self).splitlines()


def submit_step(client: Client, line: Line, step: Step, before: Any = None) -> Job[Any]:
    """Submit one step; ``before`` is the result that the pipe brings.

    Raises :class:`InvalidRequest` with carets under the tokens that are wrong, and
    :class:`Interrupted`.
    """
    request = step.operation
    if step.piped:
        request = request.model_copy(update={step.piped: before})
    try:
        return client.submit(request, fresh=bool(step.options.get("fresh")))
    except InvalidRequest as error:
        raise line.blame(error) from None
    except KeyboardInterrupt:
        raise Interrupted(
            f"Interrupted while {step.verb.name} was being sent; a job may have been made.\n"
            "The list of jobs shows it: jobs --status queued"
        ) from None


def perform(
    client: Client, line: Line, follow: Follow, attach: str, made: list[Any] | None = None
) -> list[Any]:
    """Make every step of the line and return the results in order.

    ``attach`` says how a person gets an interrupted job back. ``made`` holds the results of
    steps that are done already, and grows, so that after an error it says how far it went.
    Raises :class:`Interrupted`.
    """
    made = [] if made is None else made
    for step in line.steps[len(made) :]:
        job = submit_step(client, line, step, made[-1] if made else None)
        made.append(wait_for(job, follow, attach))
    return made


def wait_for(job: Job[Any], follow: Follow, attach: str) -> Any:
    """Return the result of a job; an interrupt says how to get it back."""
    try:
        return follow(job)
    except KeyboardInterrupt:
        how = attach.format(job.job_id)
        raise Interrupted(
            f"Interrupted, but {job.record.operation} is still running as job {job.job_id}.\n"
            f"Get it back with: {how}"
        ) from None
