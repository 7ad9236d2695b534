"""From a request to a job in hand: from the store when it was made before, else submitted."""

import uuid
from typing import Any

from mediaext.client.fetch import stored_result
from mediaext.client.job import Job
from mediaext.client.session import Prepared, Session
from mediaext.client.work import Work
from mediaext.job import JobRecord, Status
from mediaext.operation import Operation
from mediaext.protocol import digest


async def submit(
    session: Session,
    operation: Operation[Any],
    *,
    fresh: bool = False,
    run: str | None = None,
    position: int | None = None,
    token: str | None = None,
) -> Job[Any]:
    """Submit ``operation`` on the core loop and return its job, followed in the background.

    A deterministic request made before comes from the store, unless ``fresh``. Within a named
    ``run`` whatever was submitted at this position is taken up again, random seeds included.
    ``token`` names the request to the service: the same token, the same job.
    """
    await session.transport()
    prepared = await session.prepare(operation)
    if not fresh:
        known = _known(session, prepared, run, position)
        if known is not None:
            return known
    named = token or _token(session, prepared, None if fresh else run, position)
    gate = session.gate()
    await gate.enter()
    try:
        state = await session.post(prepared, named)
    except BaseException:
        gate.leave()
        raise
    running = session.works.get(state.job_id)
    if running is not None:
        gate.leave()
        return Job(session, running.record, running)
    work = Work(session, session.record(prepared, state, run), prepared, named)
    work.position = position
    work.save()
    work.begin(admitted=True)
    return Job(session, work.record, work)


def _known(
    session: Session, prepared: Prepared, run: str | None, position: int | None
) -> Job[Any] | None:
    """Return the job that already made or makes this, if there is one."""
    record: JobRecord | None = None
    if run is not None and position is not None:
        record = session.history.in_run(run, position, prepared.key)
    if record is None and prepared.deterministic:
        record = session.history.finished(prepared.key)
    if record is None:
        return None
    running = session.works.get(record.job_id)
    if running is not None:
        return Job(session, record, running)
    if record.status is Status.COMPLETED:
        result = stored_result(session, record)
        if result is None:
            return None
        work = Work(session, record, prepared)
        work.done.set_result(result)
        return Job(session, record, work)
    work = Work(session, record, prepared, _token(session, prepared, run, position))
    work.position = position
    work.begin(admitted=False)
    return Job(session, record, work)


def _token(session: Session, prepared: Prepared, run: str | None, position: int | None) -> str:
    """Name a request to the service: anew, or within a run the same after a crash."""
    if run is None:
        return uuid.uuid4().hex
    return digest(f"{session.history.identity} {run} {position} {prepared.key}".encode())


async def make(session: Session, operation: Operation[Any], **options: Any) -> Any:
    """Submit ``operation`` and return its result."""
    job = await submit(session, operation, **options)
    return await job.settle()
