"""The two faces of the client: :class:`Client` blocks, :class:`AsyncClient` awaits."""

import queue
from collections import deque
from collections.abc import AsyncIterator, Iterable, Iterator, Sized
from concurrent.futures import Future
from typing import Any, Literal, TypeVar

from mediaext.client import faces
from mediaext.client.chain import Chain, begin
from mediaext.client.core import core, wait
from mediaext.client.faces import Face
from mediaext.client.job import Job, attach
from mediaext.client.session import Session
from mediaext.client.submit import make, submit
from mediaext.errors import JobFailed, MediaError
from mediaext.operation import Operation
from mediaext.profiles import StoredProfile

ResultT = TypeVar("ResultT")
OnError = Literal["raise", "return"]
STOPPING = frozenset({"INSUFFICIENT_CREDITS"})


class Client(Face):
    """A service, called and waited for. Every operation is a method: ``media.image("…")``.

    Safe in threads, forked and spawned processes; pickles.
    """

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        """Leave running jobs alone; connections are shared and close with the interpreter."""

    def submit(
        self, operation: Operation[ResultT], *, fresh: bool = False, token: str | None = None
    ) -> Job[ResultT]:
        """Submit a request and return its job as soon as the service accepted it.

        ``token`` (1 to 255 ASCII characters) names the request: submitted again, after a crash
        say, it gives the same job where the service honours ``Idempotency-Key``, as ours does.
        """
        return core().run(submit(self.session, operation, fresh=fresh, token=token))

    def run(self, operation: Operation[ResultT], *, fresh: bool = False) -> ResultT:
        """Make the result, blocking until it is there.

        Raises :class:`mediaext.errors.InvalidRequest` before anything is sent and
        :class:`mediaext.errors.JobFailed` when the job fails.
        """
        return self.submit(operation, fresh=fresh).result()

    def map(
        self,
        operations: Iterable[Operation[Any]],
        *,
        concurrency: int = 16,
        ordered: bool = True,
        on_error: OnError = "raise",
        run: str | None = None,
        fresh: bool = False,
        progress: bool = False,
    ) -> Iterator[Any]:
        """Yield the results of many requests, at most ``concurrency`` in hand at a time.

        ``ordered=False`` yields as completed. ``on_error="return"`` yields the error in the
        place of its result; running out of credits stops the batch either way. A named ``run``
        started again submits only what is missing.
        """
        ways = {"fresh": fresh, "run": run}
        results: Iterable[Any] = _results(self.session, operations, concurrency, ordered, ways)
        if progress:
            from tqdm.auto import tqdm

            total = len(operations) if isinstance(operations, Sized) else None
            results = tqdm(results, total=total, unit="job")
        for outcome in results:
            if isinstance(outcome, BaseException) and _stops(outcome, on_error):
                raise outcome
            yield outcome

    def chain(self, start: Any, **fields: Any) -> Chain:
        """Begin a chain of steps with ``"image a red bicycle"``, a request, or media in hand."""
        return begin(self, start, fields)

    def attach(self, job_id: str, operation: str | None = None) -> Job[Any]:
        """Return a job by its identifier, also after a restart."""
        return attach(self.session, job_id, operation)

    def resume(self) -> list[Job[Any]]:
        """Return the jobs of this service that were not seen to end."""
        base_url = self.session.gateway.base_url
        return [Job(self.session, record) for record in self.session.history.unfinished(base_url)]

    def create_profile(self, name: str, **fields: Any) -> StoredProfile:
        """Store a new identity profile."""
        return core().run(
            faces.create_profile(self.session, faces.read_fields({"name": name, **fields}))
        )

    def profiles(self) -> list[StoredProfile]:
        """Return the profiles, newest first."""
        return core().run(faces.list_profiles(self.session))

    def get_profile(self, profile_id: str) -> StoredProfile:
        """Return one profile; raise :class:`mediaext.errors.NotFound` when there is none."""
        return core().run(faces.get_profile(self.session, profile_id))

    def update_profile(self, profile_id: str, **changes: Any) -> StoredProfile:
        """Change the given fields alone; ``None`` clears a field."""
        return core().run(faces.update_profile(self.session, profile_id, changes))

    def delete_profile(self, profile_id: str) -> None:
        """Remove the profile record and its snapshot."""
        core().run(faces.delete_profile(self.session, profile_id))

    def event_schema(self) -> dict[str, Any]:
        """Return the service's example of a webhook event."""
        return core().run(faces.event_schema(self.session))


class AsyncClient(Face):
    """A service, awaited from any event loop and any number of ``asyncio.run``."""

    async def __aenter__(self) -> "AsyncClient":
        return self

    async def __aexit__(self, *_: object) -> None:
        """Leave running jobs alone; connections are shared and close with the interpreter."""

    async def submit(
        self, operation: Operation[ResultT], *, fresh: bool = False, token: str | None = None
    ) -> Job[ResultT]:
        """Submit a request and return its job; see :meth:`Client.submit`."""
        return await core().join(submit(self.session, operation, fresh=fresh, token=token))

    async def run(self, operation: Operation[ResultT], *, fresh: bool = False) -> ResultT:
        """Make the result; see :meth:`Client.run`."""
        result: ResultT = await core().join(make(self.session, operation, fresh=fresh))
        return result

    async def map(
        self,
        operations: Iterable[Operation[Any]],
        *,
        concurrency: int = 16,
        ordered: bool = True,
        on_error: OnError = "raise",
        run: str | None = None,
        fresh: bool = False,
    ) -> AsyncIterator[Any]:
        """Yield the results of many requests; see :meth:`Client.map`."""
        import asyncio

        ways = {"fresh": fresh, "run": run}
        results = _results(self.session, operations, concurrency, ordered, ways)
        end = object()
        while (outcome := await asyncio.to_thread(next, results, end)) is not end:
            if isinstance(outcome, BaseException) and _stops(outcome, on_error):
                raise outcome
            yield outcome

    async def attach(self, job_id: str, operation: str | None = None) -> Job[Any]:
        """Return a job by its identifier, also after a restart."""
        return attach(self.session, job_id, operation)

    async def create_profile(self, name: str, **fields: Any) -> StoredProfile:
        """Store a new identity profile."""
        return await core().join(
            faces.create_profile(self.session, faces.read_fields({"name": name, **fields}))
        )

    async def profiles(self) -> list[StoredProfile]:
        """Return the profiles, newest first."""
        return await core().join(faces.list_profiles(self.session))

    async def get_profile(self, profile_id: str) -> StoredProfile:
        """Return one profile; raise :class:`mediaext.errors.NotFound` when there is none."""
        return await core().join(faces.get_profile(self.session, profile_id))

    async def update_profile(self, profile_id: str, **changes: Any) -> StoredProfile:
        """Change the given fields alone; ``None`` clears a field."""
        return await core().join(faces.update_profile(self.session, profile_id, changes))

    async def delete_profile(self, profile_id: str) -> None:
        """Remove the profile record and its snapshot."""
        await core().join(faces.delete_profile(self.session, profile_id))

    async def event_schema(self) -> dict[str, Any]:
        """Return the service's example of a webhook event."""
        return await core().join(faces.event_schema(self.session))


def _stops(outcome: BaseException, on_error: OnError) -> bool:
    """Say whether an error ends the batch: asked for, no media error, or no credits left."""
    if on_error == "raise" or not isinstance(outcome, MediaError):
        return True
    return isinstance(outcome, JobFailed) and outcome.code in STOPPING


def _results(
    session: Session,
    operations: Iterable[Operation[Any]],
    concurrency: int,
    ordered: bool,
    ways: dict[str, Any],
) -> Iterator[Any]:
    """Yield results or errors; memory stays bounded by ``concurrency``."""
    if concurrency < 1:
        raise ValueError(f"concurrency must be at least 1, not {concurrency}.")
    ended: queue.SimpleQueue[Future[Any]] = queue.SimpleQueue()
    flying: deque[Future[Any]] = deque()
    numbered = enumerate(operations)

    core().start(session.expect(concurrency))

    def launch() -> bool:
        for position, operation in numbered:
            work = make(session, operation, position=position, **ways)
            future = core().start(work)
            future.add_done_callback(ended.put)
            flying.append(future)
            return True
        return False

    while len(flying) < concurrency and launch():
        pass
    while flying:
        future = flying[0] if ordered else _next_ended(ended)
        error = _error_of(future)
        flying.remove(future)
        launch()
        yield future.result() if error is None else error


def _next_ended(ended: "queue.SimpleQueue[Future[Any]]") -> "Future[Any]":
    """Return the next future that is done, in ticks so that an interrupt is prompt."""
    while True:
        try:
            return ended.get(timeout=0.2)
        except queue.Empty:
            continue


def _error_of(future: "Future[Any]") -> BaseException | None:
    try:
        wait(future)
    except Exception as error:
        return error
    return None
