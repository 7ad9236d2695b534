"""The clients: :class:`Client` blocks, :class:`AsyncClient` awaits."""

import asyncio
import inspect
import queue
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sized
from concurrent.futures import Future
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self, TypeVar, get_args
from urllib.parse import quote

from pydantic import ValidationError

from mediaext.client.chain import Chain, begin, check_request, make, submit
from mediaext.client.connection import without_login
from mediaext.client.jobs import Job, attach
from mediaext.client.limits import BatchPlaces, ConcurrencyState
from mediaext.client.loop import core, wait
from mediaext.client.prices import priced
from mediaext.client.session import Session
from mediaext.client.waiting import counting, waiting
from mediaext.errors import InvalidRequest, JobFailed, MediaError, NotFound, closest
from mediaext.job import JobRecord, JobState, State, Status, jobs_table
from mediaext.operation import CATALOGUE, Operation, build, refusal
from mediaext.profiles import Profile, StoredProfile
from mediaext.protocol import EVENT_SCHEMA_PATH, PROFILES_PATH, read_profile, read_profiles

if TYPE_CHECKING:
    import pandas as pd

ResultT = TypeVar("ResultT")
OnError = Literal["raise", "return"]
STOPPING = frozenset({"INSUFFICIENT_CREDITS"})
RUN_OPTIONS = ("fresh", "engine")


class BaseClient(ABC):
    """Attributes by operation name, options and the job table; see the subclasses."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.session,)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {without_login(self.session.gateway.base_url)}>"

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *(name for name in CATALOGUE if name.isidentifier())]

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("_") or name not in CATALOGUE:
            also = closest(name, CATALOGUE)
            raise AttributeError(f"{type(self).__name__} has no '{name}'.{also}")
        return self._method(CATALOGUE[name])

    def _method(self, operation: type[Operation[object]]) -> Callable[..., Any]:
        def call(*values: Any, **fields: Any) -> Any:
            options = {name: fields.pop(name) for name in RUN_OPTIONS if name in fields}
            return self.run(build(operation, *values, **fields), **options)

        call.__name__ = operation.endpoint.name
        call.__doc__ = describe(operation)
        call.__signature__ = signature(operation)  # type: ignore[attr-defined] # PEP 362 has inspect read this from any function; typeshed's type of functions lacks it
        return call

    @abstractmethod
    def run(self, operation: Operation[object], *, fresh: bool = False, engine: str = "") -> Any:
        """Make the result; :meth:`Client.run` blocks, that of :class:`AsyncClient` is awaited."""

    @property
    def limits(self) -> ConcurrencyState:
        """Jobs in flight at this service now, and how many its answers allow."""
        return self.session.connection.limit.state

    def expect(self, jobs: int) -> None:
        """Let more jobs be in flight from the start, unless the service limited them before.

        :meth:`map` and datasets do so with their ``concurrency``.

        Parameters
        ----------
        jobs
            How many jobs to expect at once, at least 1.
        """
        limit = self.session.connection.limit
        core().loop.call_soon_threadsafe(limit.allow, jobs)

    def with_options(self, **changes: object) -> Self:
        """Return a client of the same service with other options.

        Parameters
        ----------
        **changes
            Fields of :class:`mediaext.client.Options`: ``timeout`` (seconds), ``retries``,
            ``events``, ``result_limit`` (bytes).

        Examples
        --------
        >>> patient = media.with_options(timeout=7200)  # doctest: +SKIP
        """
        return type(self)(self.session.with_options(**changes))


class Client(BaseClient):
    """The client of a service; its calls block. Every operation is a method: ``media.image("…")``.

    Threads, forked and spawned processes may share it, and it can be pickled.
    """

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        """Leave running jobs alone; connections are shared and close with the interpreter."""

    def submit(
        self,
        operation: Operation[ResultT],
        *,
        fresh: bool = False,
        token: str | None = None,
        engine: str = "",
    ) -> Job[ResultT]:
        """Submit a request and return its job as soon as the service accepted it.

        Parameters
        ----------
        operation
            The request. A job or an operation given as one of its media is made first.
        fresh
            Make it anew, although the store has the result of an equal request.
        token
            Name of the request, 1 to 255 ASCII characters. Submitted again, after a crash say, it
            gives the same job where the service honours ``Idempotency-Key``, as ours does.
        engine
            Who shall make it, such as ``"diffusers"``.

        Raises
        ------
        InvalidRequest
            Before anything is sent: for media that cannot be read, and for ``engine`` where the
            service does not let its callers choose.
        Unauthorized, Unreachable, UnexpectedReply
            Where the service does not accept it.
        """
        return core().run(submit(self.session, operation, fresh=fresh, token=token, engine=engine))

    def run(
        self, operation: Operation[ResultT], *, fresh: bool = False, engine: str = ""
    ) -> ResultT:
        """Make the result, blocking until it is there.

        Parameters
        ----------
        operation, fresh, engine
            As for :meth:`submit`.

        Raises
        ------
        InvalidRequest
            Before anything is sent.
        JobFailed
            When the job fails: :class:`~mediaext.errors.TemporaryFailure` for reasons that may
            pass, else :class:`~mediaext.errors.PermanentFailure`.
        WaitTimeout
            After the client's ``timeout``; the job goes on.
        """
        check_request(operation)
        limit = self.session.options.timeout
        with waiting(operation.endpoint.name) as call:

            async def work() -> ResultT:
                job: Job[ResultT] = await submit(
                    self.session, operation, fresh=fresh, engine=engine
                )
                call.work = job
                return await job.within(limit)

            try:
                return core().run(work())  # one way to the loop and back
            except KeyboardInterrupt as interrupt:
                if isinstance(call.work, Job):
                    call.work.explain(interrupt)
                raise

    def map(
        self,
        operations: Iterable[Operation[object]],
        *,
        concurrency: int = 16,
        ordered: bool = True,
        on_error: OnError = "raise",
        run: str | None = None,
        fresh: bool = False,
        engine: str = "",
        progress: bool = False,
    ) -> Iterator[Any]:
        """Yield the results of many requests.

        Parameters
        ----------
        operations
            Requests; read as they are needed, so that an endless iterator is fine.
        concurrency
            Jobs at the service at a time, at least 1. As many results again may wait here to be
            yielded, which bounds memory.
        ordered
            Yield in the order of ``operations``; ``False`` yields as completed.
        on_error
            ``"raise"`` ends the batch at the first error; ``"return"`` yields the error in the
            place of its result. Running out of credits ends the batch either way.
        run
            Name of the batch. Started again under the same name, only what is missing is
            submitted.
        fresh, engine
            As for :meth:`submit`.
        progress
            Show a progress bar.

        Raises
        ------
        JobFailed
            As ``on_error`` says.
        PriceLimit
            Where prices are known and their sum is above the limit; nothing is sent then.
        ValueError
            For a ``concurrency`` below 1.
        """
        options = {"fresh": fresh, "run": run, "engine": engine}
        total = len(operations) if isinstance(operations, Sized) else None
        results = _results(self.session, operations, concurrency, ordered, options)
        with counting("map", "jobs", shown=progress) as count:
            for made, outcome in enumerate(results, start=1):
                count(made, total)
                if isinstance(outcome, BaseException) and _stops(outcome, on_error):
                    raise outcome
                yield outcome

    def chain(self, start: object, **fields: object) -> Chain:
        """Begin a chain of steps.

        Parameters
        ----------
        start
            The first step: a line such as ``"image a red bicycle"``, an operation, or media in
            hand.
        **fields
            Fields of the first step.

        Raises
        ------
        InvalidRequest
            For a line or fields that make no request.
        """
        return begin(self.session, start, fields)

    def attach(self, job_id: str, operation: str | None = None) -> Job[Any]:
        """Return a job by its identifier, also after a restart.

        Parameters
        ----------
        job_id
            Identifier at the service.
        operation
            Name of its operation, for a job that is not in the local history.

        Raises
        ------
        NotFound
            When the job is not in the history and ``operation`` was not given.
        """
        return attach(self.session, job_id, operation)

    def resume(self) -> list[Job[Any]]:
        """Return the jobs of this service that are not known to have ended, as after a restart."""
        base_url = self.session.gateway.base_url
        return [Job(self.session, record) for record in self.session.history.unfinished(base_url)]

    def prune(self, days: float = 90.0) -> int:
        """Forget jobs that ended long ago and shrink the store; return how many.

        Parameters
        ----------
        days
            Age in days from which on jobs are forgotten.
        """
        return prune(self.session, days)

    def repair(self) -> list[Path]:
        """Set aside what is damaged of history and results, and keep all that can be read.

        No other process may use the state folder meanwhile. Nothing is changed where nothing is
        damaged.

        Returns
        -------
        list[pathlib.Path]
            The damaged files, byte for byte: a history of which some rows cannot be read, results
            whose bytes are not what they were.
        """
        return repair(self.session)

    def records(
        self, *, status: State | None = None, operation: str | None = None, limit: int = 1000
    ) -> list[JobRecord]:
        """Return the newest job records of the local history first.

        Jobs of an embedded service that no process runs now are marked as ``paused``.

        Parameters
        ----------
        status
            Only those that are ``"queued"``, ``"paused"``, ``"completed"``, ``"failed"`` or
            ``"cancelled"``.
        operation
            Only those of one operation, by name.
        limit
            How many at most.
        """
        return read_records(self.session, status, operation, limit)

    def jobs(
        self, *, status: State | None = None, operation: str | None = None, limit: int = 1000
    ) -> "pd.DataFrame":
        """Return the local job history as a pandas DataFrame, newest first.

        ``duration`` is a timedelta, times are aware UTC, ``size`` is in bytes; ``status`` is a
        category that also knows ``paused`` and ``cancelled``.

        Parameters
        ----------
        status, operation, limit
            As for :meth:`records`.
        """
        return jobs_table(read_records(self.session, status, operation, limit))

    def create_profile(self, name: str, **fields: object) -> StoredProfile:
        """Store a new identity profile.

        Parameters
        ----------
        name
            What people call it.
        **fields
            Further fields of :class:`mediaext.profiles.Profile`.

        Raises
        ------
        InvalidRequest
            For a field that a profile does not have, or a value that it does not take.
        """
        return core().run(create_profile(self.session, read_fields({"name": name, **fields})))

    def profiles(self) -> list[StoredProfile]:
        """Return the profiles, newest first."""
        return core().run(list_profiles(self.session))

    def get_profile(self, profile_id: str) -> StoredProfile:
        """Return one profile.

        Parameters
        ----------
        profile_id
            Identifier of the profile.

        Raises
        ------
        NotFound
            When there is none with this identifier.
        """
        return core().run(get_profile(self.session, profile_id))

    def update_profile(self, profile_id: str, **changes: object) -> StoredProfile:
        """Change only the given fields.

        Parameters
        ----------
        profile_id
            Identifier of the profile.
        **changes
            New values by field; ``None`` clears a field.

        Raises
        ------
        InvalidRequest
            For a field that a profile does not have, or a value that it does not take.
        NotFound
            When there is no such profile.
        """
        return core().run(update_profile(self.session, profile_id, changes))

    def delete_profile(self, profile_id: str) -> None:
        """Remove the profile record and its snapshot.

        Parameters
        ----------
        profile_id
            Identifier of the profile.

        Raises
        ------
        NotFound
            When there is no such profile.
        """
        core().run(delete_profile(self.session, profile_id))

    def event_schema(self) -> dict[str, Any]:
        """Return the service's example of a webhook event."""
        return core().run(event_schema(self.session))


class AsyncClient(BaseClient):
    """The client of a service; its calls are awaited, from any event loop."""

    async def __aenter__(self) -> "AsyncClient":
        return self

    async def __aexit__(self, *_: object) -> None:
        """Leave running jobs alone; connections are shared and close with the interpreter."""

    async def submit(
        self,
        operation: Operation[ResultT],
        *,
        fresh: bool = False,
        token: str | None = None,
        engine: str = "",
    ) -> Job[ResultT]:
        """Submit a request and return its job; see :meth:`Client.submit`."""
        return await core().join(
            submit(self.session, operation, fresh=fresh, token=token, engine=engine)
        )

    async def run(
        self, operation: Operation[ResultT], *, fresh: bool = False, engine: str = ""
    ) -> ResultT:
        """Make the result; see :meth:`Client.run`."""
        result: ResultT = await core().join(
            make(self.session, operation, fresh=fresh, engine=engine)
        )
        return result

    async def map(
        self,
        operations: Iterable[Operation[object]],
        *,
        concurrency: int = 16,
        ordered: bool = True,
        on_error: OnError = "raise",
        run: str | None = None,
        fresh: bool = False,
        engine: str = "",
    ) -> AsyncIterator[Any]:
        """Yield the results of many requests; see :meth:`Client.map`."""
        options = {"fresh": fresh, "run": run, "engine": engine}
        results = _results(self.session, operations, concurrency, ordered, options)
        end = object()
        while (outcome := await asyncio.to_thread(next, results, end)) is not end:
            if isinstance(outcome, BaseException) and _stops(outcome, on_error):
                raise outcome
            yield outcome

    def chain(self, start: object, **fields: object) -> Chain:
        """Begin a chain of steps, to be awaited; see :meth:`Client.chain`."""
        return begin(self.session, start, fields)

    async def attach(self, job_id: str, operation: str | None = None) -> Job[Any]:
        """Return a job by its identifier, also after a restart; see :meth:`Client.attach`."""
        return attach(self.session, job_id, operation)

    async def prune(self, days: float = 90.0) -> int:
        """Forget old jobs and shrink the store; see :meth:`Client.prune`."""
        return await asyncio.to_thread(prune, self.session, days)

    async def repair(self) -> list[Path]:
        """Set aside what is damaged; see :meth:`Client.repair`."""
        return await asyncio.to_thread(repair, self.session)

    async def records(
        self, *, status: State | None = None, operation: str | None = None, limit: int = 1000
    ) -> list[JobRecord]:
        """Return the newest job records first; see :meth:`Client.records`."""
        return await asyncio.to_thread(read_records, self.session, status, operation, limit)

    async def jobs(
        self, *, status: State | None = None, operation: str | None = None, limit: int = 1000
    ) -> "pd.DataFrame":
        """Return the local job history as a pandas DataFrame; see :meth:`Client.jobs`."""
        found = await asyncio.to_thread(read_records, self.session, status, operation, limit)
        return jobs_table(found)

    async def create_profile(self, name: str, **fields: object) -> StoredProfile:
        """Store a new identity profile; see :meth:`Client.create_profile`."""
        return await core().join(
            create_profile(self.session, read_fields({"name": name, **fields}))
        )

    async def profiles(self) -> list[StoredProfile]:
        """Return the profiles, newest first."""
        return await core().join(list_profiles(self.session))

    async def get_profile(self, profile_id: str) -> StoredProfile:
        """Return one profile; see :meth:`Client.get_profile`."""
        return await core().join(get_profile(self.session, profile_id))

    async def update_profile(self, profile_id: str, **changes: object) -> StoredProfile:
        """Change only the given fields; see :meth:`Client.update_profile`."""
        return await core().join(update_profile(self.session, profile_id, changes))

    async def delete_profile(self, profile_id: str) -> None:
        """Remove the profile record; see :meth:`Client.delete_profile`."""
        await core().join(delete_profile(self.session, profile_id))

    async def event_schema(self) -> dict[str, Any]:
        """Return the service's example of a webhook event."""
        return await core().join(event_schema(self.session))


def _stops(outcome: BaseException, on_error: OnError) -> bool:
    """Say whether an error ends the batch: asked for, no media error, or no credits left."""
    if on_error == "raise" or not isinstance(outcome, MediaError):
        return True
    return isinstance(outcome, JobFailed) and outcome.code in STOPPING


def _results(
    session: Session,
    operations: Iterable[Operation[object]],
    concurrency: int,
    ordered: bool,
    options: Mapping[str, object],
) -> Iterator[Any]:
    """Yield results or errors; twice ``concurrency`` requests are in hand at most."""
    if concurrency < 1:
        raise ValueError(f"concurrency must be at least 1, not {concurrency}.")
    ended: queue.SimpleQueue[Future[Any]] = queue.SimpleQueue()
    flying: deque[Future[Any]] = deque()
    numbered = enumerate(priced(session, operations, str(options["engine"])))

    core().loop.call_soon_threadsafe(session.connection.limit.allow, concurrency)

    places = BatchPlaces(concurrency)

    async def make_in_turn(position: int, operation: Operation[object]) -> object:
        async with places.place():
            job = await submit(session, operation, position=position, **options)
            await job.ended()
        return await job.settle()

    def launch() -> bool:
        for position, operation in numbered:
            future = core().start(make_in_turn(position, operation))
            future.add_done_callback(ended.put)
            flying.append(future)
            return True
        return False

    try:
        while len(flying) < 2 * concurrency and launch():
            pass
        while flying:
            future = flying[0] if ordered else _next_ended(ended)
            error = _error_of(future)
            flying.remove(future)
            launch()
            yield future.result() if error is None else error
    finally:
        places.close()  # what was not submitted is not wanted any more; the rest goes on


def _next_ended(ended: "queue.SimpleQueue[Future[object]]") -> "Future[Any]":
    """Return the next future that is done, in ticks so that an interrupt is prompt."""
    while True:
        try:
            return ended.get(timeout=0.2)
        except queue.Empty:
            continue


def _error_of(future: "Future[object]") -> BaseException | None:
    try:
        wait(future)
    except Exception as error:
        return error
    return None


@cache
def describe(operation: type[Operation[object]]) -> str:
    """Return the help text of a client method."""
    lines = [operation.__doc__ or "", "", "Parameters", "----------"]
    for param in operation.params():
        bounds = f", {param.bounds}" if param.bounds else ""
        default = "required" if param.required else f"default {param.default!r}"
        lines += [f"{param.name} : {param.type}, {default}{bounds}", f"    {param.help}"]
    return "\n".join(lines)


@cache
def signature(operation: type[Operation[object]]) -> inspect.Signature:
    """Return the call signature: positionals in order, everything also by name."""
    ordered = sorted(operation.params(), key=lambda p: (not p.positional, not p.required))
    parameters = [
        inspect.Parameter(
            param.name,
            inspect.Parameter.POSITIONAL_OR_KEYWORD
            if param.positional and param.required
            else inspect.Parameter.KEYWORD_ONLY,
            default=inspect.Parameter.empty if param.required else param.default,
        )
        for param in ordered
    ]
    parameters.sort(key=lambda p: p.kind)
    return inspect.Signature(parameters, return_annotation=operation.result_type())


def prune(session: Session, days: float) -> int:
    """Forget old jobs and shrink the store; return how many."""
    if days < 0:
        raise InvalidRequest.about("days", f"an age of at least 0 days, not {days:g}.")
    session.store.sweep()
    return session.history.prune(datetime.now(UTC) - timedelta(days=days))


def repair(session: Session) -> list[Path]:
    """Set damaged records of history and results aside; return where they are."""
    history = session.history.repair()
    return [*([history] if history else []), *session.store.repair()]


def read_records(
    session: Session, status: State | None, operation: str | None, limit: int
) -> list[JobRecord]:
    """Return the newest job records as they stand now.

    Jobs of an embedded service that has ended are paused; those that another process of the folder
    took over and ended have ended.
    """
    if status not in (None, *get_args(State)):
        raise InvalidRequest.about(
            "status", f"one of {', '.join(get_args(State))}, not {status!r}."
        )
    found = session.history.records(status=status, operation=operation, limit=limit)
    if status in ("completed", "failed", "cancelled"):
        found += session.history.records(status="queued", operation=operation, limit=limit)
    gateway = session.gateway
    own = [r for r in found if not r.status.terminal and r.service == gateway.base_url]
    ended = gateway.ended(record.job_id for record in own) if own else {}
    paused = len(ended) < len(own) and not gateway.working
    for record in own:
        if record.job_id in ended:
            _end(record, ended[record.job_id])
        else:
            record.paused = paused
    found = [record for record in found if status in (None, record.state)]
    return sorted(found, key=lambda record: record.submitted_at, reverse=True)[:limit]


def _end(record: JobRecord, state: JobState) -> None:
    """Record how a job ended that no call waited for."""
    record.status, record.seconds = state.status, state.seconds
    record.notes, record.made_by = state.notes, state.made_by
    if state.seed is not None:
        record.seed = state.seed
    if state.status is Status.FAILED:
        record.failure_reason_code, record.error = state.failure_reason_code, state.error


async def create_profile(session: Session, profile: Profile) -> StoredProfile:
    """Store a new profile."""
    body = profile.model_dump(exclude_unset=True)
    return read_profile(await session.connection.call("POST", PROFILES_PATH, json_body=body))


async def list_profiles(session: Session) -> list[StoredProfile]:
    """Return the profiles, newest first."""
    return read_profiles(await session.connection.call("GET", PROFILES_PATH))


async def get_profile(session: Session, profile_id: str) -> StoredProfile:
    """Return one profile."""
    return read_profile(await session.connection.call("GET", profile_path(profile_id)))


async def update_profile(
    session: Session, profile_id: str, changes: Mapping[str, object]
) -> StoredProfile:
    """Change the given fields; ``None`` clears a field, an absent one keeps its value."""
    read_fields({"name": "unchanged", **changes})
    return read_profile(
        await session.connection.call("PATCH", profile_path(profile_id), json_body=changes)
    )


def read_fields(fields: Mapping[str, object]) -> Profile:
    """Check creation fields; raise :class:`InvalidRequest` with a sentence for every problem."""
    try:
        return Profile.model_validate(fields)
    except ValidationError as error:
        raise refusal(Profile, error, fields) from None


async def delete_profile(session: Session, profile_id: str) -> None:
    """Remove the profile record."""
    await session.connection.call("DELETE", profile_path(profile_id))


async def event_schema(session: Session) -> dict[str, Any]:
    """Return the service's example of a webhook event."""
    schema: dict[str, Any] = await session.connection.call("GET", EVENT_SCHEMA_PATH)
    return schema


def profile_path(profile_id: str) -> str:
    """Return the path of a profile; the identifier is escaped."""
    if not profile_id:
        raise NotFound("A profile identifier cannot be empty.")
    return f"{PROFILES_PATH}/{quote(profile_id, safe='')}"
