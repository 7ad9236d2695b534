"""Jobs: submit them, follow them to their result, find them again after a restart.

:class:`JobFollower` is a job as the core loop sees it, :class:`Job` is what callers hold.
"""

import asyncio
import contextlib
import re
import time
import uuid
import weakref
from collections.abc import Awaitable, Callable, Generator
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from datetime import UTC, datetime
from typing import IO, Any, Generic, ParamSpec, Self, TypeVar, cast

from mediaext.client.loop import PerProcess, core, wait
from mediaext.client.pauses import backoff, next_poll
from mediaext.client.session import Link, Prepared, Session
from mediaext.client.waiting import waiting
from mediaext.errors import (
    InvalidRequest,
    JobFailed,
    NotFound,
    ResultExpired,
    TemporaryFailure,
    UnexpectedReply,
    Unreachable,
    WaitTimeout,
)
from mediaext.job import JobRecord, JobState, Progress, ResultFile, Status
from mediaext.media import sniff
from mediaext.operation import CATALOGUE, Operation
from mediaext.protocol import (
    TRANSIENT,
    Reply,
    accept,
    describe_file,
    digest,
    failure_of,
    read_state,
    retry_after,
    status_path,
)
from mediaext.results import MadeFile, Result
from mediaext.text import UNKNOWN_TYPE

TOKEN = re.compile("(?! )[ -~]{1,255}(?<! )")
PATIENCE = 90.0  # seconds without any good answer before a wait gives up
STRANGE = 3  # answers in a row outside the specification before a wait gives up
SAFETY_POLL = 20.0  # seconds between status reads while events or a webhook tell us more
EXPIRED = frozenset({401, 403, 404, 410})  # what an expired link answers
LIMIT_CODES = frozenset({"RATE_LIMIT_EXCEEDED", "CONCURRENT_JOBS_EXCEEDED"})
LIMIT_RETRIES = 20
QUICK = 2**18  # bytes; such a file is written faster than handed to a thread

P = ParamSpec("P")
T = TypeVar("T")
ResultT_co = TypeVar("ResultT_co", covariant=True)
Listener = Callable[["JobFollower"], None]


class JobFollower:
    """Follows one job: waits, retries, downloads, records. All methods run on the core loop."""

    def __init__(
        self,
        session: Session,
        record: JobRecord,
        prepared: Prepared | None = None,
        token: str = "",
    ) -> None:
        self.session = session
        self.record = record
        self.prepared = prepared
        self.token = token
        self.position: int | None = None
        self.progress = Progress()
        self.started = time.monotonic()
        self.listeners: list[Listener] = []
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done when the last attempt has ended, though its result may not be here yet."""
        self._changed = asyncio.Event()
        self._received: JobState | None = None
        self._admitted = False
        self._whole = False  # whether it was followed since its submission
        self._worked: float | None = None
        self._waited = 0.0  # until its end was known: its result was not fetched yet
        self.done: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self.outcome: Future[Result] = Future()  # of done, for other threads
        self.done.add_done_callback(self._tell)

    @classmethod
    def of_result(
        cls, session: Session, record: JobRecord, result: Result, prepared: Prepared | None = None
    ) -> Self:
        """Return a job whose result is here already."""
        follower = cls(session, record, prepared)
        follower._mark_ended()
        follower.done.set_result(result)
        return follower

    @property
    def operation(self) -> type[Operation[object]]:
        """Class of the operation."""
        return CATALOGUE[self.record.operation]

    @property
    def elapsed(self) -> float:
        """Seconds since the last submission, or since the job was taken up again."""
        return time.monotonic() - self.started

    def begin(self, *, admitted: bool) -> None:
        """Start following in the background; ``admitted`` with a place among those in flight."""
        self._admitted = admitted
        self._whole = self._whole or admitted
        followers(self.session)[self.record.job_id] = self
        self._task = asyncio.ensure_future(self._run())

    def wake(self) -> None:
        """Read the status now: something was received about the job."""
        self._changed.set()

    def on_state(self, state: JobState) -> None:
        """Take in a state that the service sent unasked."""
        self._received = state
        self._changed.set()

    def on_progress(self, progress: Progress) -> None:
        """Take in progress and pass it on to the listeners."""
        self.progress = progress
        self._announce()

    def _announce(self) -> None:
        for listener in list(self.listeners):
            listener(self)

    def _tell(self, done: "asyncio.Future[Result]") -> None:
        if done.cancelled():
            self.outcome.cancel()
        elif error := done.exception():
            self.outcome.set_exception(error)
        else:
            self.outcome.set_result(done.result())

    async def _run(self) -> None:
        try:
            result = await self._follow()
        except asyncio.CancelledError:
            self.done.cancel()
            raise
        except Exception as error:
            self._close(error)
            if not self.done.done():
                self.done.set_exception(error)
        else:
            if not self.done.done():
                self.done.set_result(result)
        finally:
            self._leave()
            self._mark_ended()
            followers(self.session).pop(self.record.job_id, None)
            self._announce()

    def _mark_ended(self) -> None:
        if not self.ended.done():
            self.ended.set_result(None)

    def _leave(self) -> None:
        if self._admitted:
            self._admitted = False
            self.session.connection.limit.release()

    def _place_given_back(self) -> contextlib.AbstractContextManager[None]:
        """Let the next job in while the result of this one is fetched."""
        limit = self.session.connection.limit
        limit.grow()
        if not self._admitted:
            return contextlib.nullcontext()
        self._admitted = False
        return limit.fetching()

    def _close(self, error: Exception) -> None:
        """Record how the job ended, unless only our wait for it did."""
        if not isinstance(error, JobFailed | ResultExpired):
            return
        code = error.code if isinstance(error, JobFailed) else "RESULT_EXPIRED"
        self._end(Status.FAILED, failure_reason_code=code or None, error=str(error))

    def _end(self, status: Status, **facts: object) -> None:
        seconds = self.elapsed if self._whole else self._worked
        ended = {"status": status, "completed_at": datetime.now(UTC), "seconds": seconds}
        self.record = self.record.model_copy(update=ended | facts)
        self.save()

    def save(self) -> None:
        """Write the record to the history."""
        if self.prepared is None:
            self.session.history.save(self.record)
            return
        known = self.prepared.deterministic or self.record.run is not None
        key = self.session.key_of(self.prepared, self.record.made_by) if known else None
        self.session.history.save(self.record, key, self.position, self.prepared.asked)

    async def _follow(self) -> Result:
        while True:
            state = await self._wait()
            told: dict[str, Any] = {"notes": state.notes, "made_by": state.made_by}
            if state.seed is not None:
                told["seed"] = state.seed
            self._worked = state.seconds
            self.record = self.record.model_copy(update=told)
            if state.status is Status.COMPLETED:
                self._mark_ended()
                with self._place_given_back():
                    return await self._fetch(state)
            failure = failure_of(state)
            if not await self._again(failure):
                raise failure

    async def _again(self, failure: JobFailed) -> bool:
        """Submit the request again when the failure may pass; say whether that was done."""
        if not isinstance(failure, TemporaryFailure) or self.prepared is None:
            return False
        limit = self.session.connection.limit
        limited = failure.code in LIMIT_CODES
        retries = self.session.options.retries
        tries = LIMIT_RETRIES if limited and retries else retries
        if self.record.attempts > tries:
            return False
        if limited:
            limit.halve()
        self._leave()
        self.on_progress(Progress(message=f"{failure.code}: trying again"))
        await asyncio.sleep(backoff(self.record.attempts))
        await limit.acquire()
        self._admitted = True
        self.prepared = await self.session.prepare(self.prepared.operation, self.prepared.engine)
        token = f"{self.token}-{self.record.attempts + 1}"
        state = await self.session.post(self.prepared, token)
        self._rename(state.job_id, failure)
        return True

    def _rename(self, job_id: str, failure: TemporaryFailure) -> None:
        """Close the failed attempt's row and go on under the new identifier."""
        attempts = self.record.attempts
        self._close(failure)
        followers(self.session).pop(self.record.job_id, None)
        self.record = self.record.model_copy(
            update={
                "job_id": job_id,
                "status": Status.QUEUED,
                "failure_reason_code": None,
                "error": None,
                "completed_at": None,
                "seconds": None,
                "submitted_at": datetime.now(UTC),
                "attempts": attempts + 1,
            }
        )
        self.started, self._whole = time.monotonic(), True
        followers(self.session)[job_id] = self
        self.save()

    async def _wait(self) -> JobState:
        """Return the terminal state, by events where offered and by well-timed reads always."""
        known = self.session.usual_time(self.record.operation)
        usual, spread = (known.seconds, known.spread) if known else (None, None)
        events, job_id = self.session.events(), self.record.job_id
        polls, strange, last_answer = 0, 0, time.monotonic()
        unended = self.elapsed  # when the job was last heard of as not ended
        if events:
            events.follow(self, self.session.connection)
        try:
            while True:
                receives = events is not None and events.receives(job_id)
                delay = (
                    SAFETY_POLL
                    if receives
                    else next_poll(self.elapsed, usual, polls=polls, spread=spread)
                )
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(delay):
                        await self._changed.wait()
                self._changed.clear()
                polls += 1
                told, asked = self._received is not None, self.elapsed
                try:
                    state, self._received = self._received or await self.read(), None
                except (Unreachable, UnexpectedReply) as error:
                    strange = strange + 1 if isinstance(error, UnexpectedReply) else 0
                    if strange >= STRANGE or time.monotonic() - last_answer > PATIENCE:
                        raise
                    continue
                strange, last_answer = 0, time.monotonic()
                if state.status.terminal:
                    exact = told or polls == 1  # else it ended since the read before
                    # not when the answer came: a late one would put off later reads, and so on
                    self._waited = asked if exact else (unended + asked) / 2
                    return state
                unended = asked
                if not receives:
                    self._estimate(usual)
        finally:
            if events:
                events.leave(job_id)

    def _estimate(self, usual: float | None) -> None:
        """Estimate the progress from the learned duration if the service reports none."""
        if usual and (self.progress.fraction is None or self.progress.message == "estimated"):
            fraction = min(self.elapsed / usual, 0.95)
            self.on_progress(Progress(fraction=fraction, message="estimated"))

    async def read(self) -> JobState:
        """Read the status once."""
        return await _ask(self.session, "GET", self.record)

    async def _fetch(self, state: JobState) -> Result:
        """Download every file into the store and forget the links."""
        self.on_progress(Progress(fraction=1.0, message="downloading"))
        files, digests = await collect(self.session, state, self.read)
        if not files:
            raise UnexpectedReply(f"The job {self.record.job_id} is complete but has no result.")
        main = "cutout" if "cutout" in files else next(iter(files))
        self._end(
            Status.COMPLETED,
            files={
                role: ResultFile(digests[role], file.media_type, file.name)
                for role, file in files.items()
            },
            result_digest=digests[main],
            media_type=files[main].media_type,
            size=len(files[main].content),
        )
        usual = self._waited if self._whole else self._worked
        if usual is not None:
            self.session.learn(self.record.operation, usual)
        kind: type[Result] = self.operation.result_type()
        return kind.from_files(files, self.record)


_followers: "weakref.WeakKeyDictionary[Session, PerProcess[dict[str, JobFollower]]]" = (
    weakref.WeakKeyDictionary()
)


def followers(session: Session) -> dict[str, JobFollower]:
    """Return the jobs of a session that are followed now, by identifier."""
    if session not in _followers:
        _followers[session] = PerProcess(dict)
    return _followers[session].get()


def followers_of(job_id: str) -> list[JobFollower]:
    """Return who follows a job, whatever the session."""
    found = [followers(session).get(job_id) for session in list(_followers)]
    return [follower for follower in found if follower is not None]


async def _ask(session: Session, method: str, record: JobRecord) -> JobState:
    """Send a request about a job to its status path and return the state that it answers."""
    operation = CATALOGUE[record.operation]
    reply = await session.connection.send(
        method,
        status_path(operation.endpoint, record.job_id),
        headers=session.connection.headers(operation),
    )
    return read_state(operation.endpoint, accept(reply), record.job_id)


class Job(Generic[ResultT_co]):
    """One submitted request. ``await job`` gives its result from any event loop.

    An interrupted wait leaves the job running; ``attach`` gets it back by its identifier.
    """

    def __init__(
        self, session: Session, record: JobRecord, follower: JobFollower | None = None
    ) -> None:
        self._session = session
        self._record = record
        self._follower = follower

    def __reduce__(self) -> tuple[object, ...]:
        return Job, (self._session, self.record)

    def __repr__(self) -> str:
        return f"<Job {self.job_id} {self.record.operation} {self.status}>"

    @property
    def record(self) -> JobRecord:
        """What is known of the job now."""
        return self._follower.record if self._follower else self._record

    @property
    def job_id(self) -> str:
        """Identifier at the service; a retried job has that of its last attempt."""
        return self.record.job_id

    @property
    def status(self) -> Status:
        """``queued``, ``completed`` or ``failed``."""
        return self.record.status

    @property
    def progress(self) -> Progress:
        """Progress of the job; estimated from earlier jobs if the service reports none."""
        if self.status is Status.COMPLETED:
            return Progress(fraction=1.0)
        return self._follower.progress if self._follower else Progress()

    @property
    def eta(self) -> float | None:
        """Seconds that the job is likely to take still, from earlier ones; ``None`` if unknown."""
        if self.status.terminal or self._follower is None:
            return 0.0 if self.status.terminal else None
        usual = self._session.usual_seconds(self.record.operation)
        return None if usual is None else max(usual - self._follower.elapsed, 0.0)

    @property
    def ahead(self) -> int:
        """Number of jobs that this program submitted earlier to the service and that run still."""
        mine = self.record.submitted_at
        others = list(followers(self._session).values()) if self._follower else []
        return sum(other.record.submitted_at < mine for other in others)

    def done(self) -> bool:
        """Say whether the job has ended and its outcome is here."""
        return self.status.terminal if self._follower is None else self._follower.done.done()

    async def _join(self) -> ResultT_co:
        """Return the result on the core loop, following the job again where needed."""
        if self._follower is None:
            self._follower = await _pick_up(self._session, self._record)
        return cast(ResultT_co, await asyncio.shield(self._follower.done))

    async def within(self, limit: float | None) -> ResultT_co:
        """Return the result on the core loop; raise :class:`WaitTimeout` after ``limit`` seconds.

        The job goes on then.
        """
        try:
            async with asyncio.timeout(limit) as bound:
                return await self._join()
        except TimeoutError:
            if not bound.expired():
                raise
            raise self._overdue(limit) from None

    def _overdue(self, limit: float | None) -> WaitTimeout:
        return WaitTimeout(
            f"The job {self.job_id} is not done after {limit:g} s and goes on. "
            f"Wait for it again with attach('{self.job_id}').",
            job_id=self.job_id,
        )

    def explain(self, interrupt: KeyboardInterrupt) -> None:
        """Add to an interrupt that the job continues, and how to get it back."""
        interrupt.add_note(
            f"Job {self.job_id} is not cancelled; get it back with attach('{self.job_id}')."
            + (
                " It is made in this process: it pauses when the process ends, and goes on "
                "when it is attached to again."
                if self._session.gateway.local
                else ""
            )
        )

    async def ended(self) -> None:
        """Wait on the core loop until the service is done with the job, well or not.

        Its result may not be here yet.
        """
        if self._follower is not None:
            await asyncio.shield(self._follower.ended)

    def when_ended(self, callback: Callable[[], None]) -> None:
        """Call a function once the service is done with the job, well or not.

        Its result may not be here yet.

        Parameters
        ----------
        callback
            Called on the core thread, so it must not block.
        """
        follower = self._follower
        if follower is None:
            callback()
            return
        core().loop.call_soon_threadsafe(follower.ended.add_done_callback, lambda _: callback())

    async def settle(self) -> ResultT_co:
        """Return the result, awaited from any loop; used where a job is an input."""
        return await core().join(self._join())

    def __await__(self) -> Generator[Any, None, ResultT_co]:
        return self.settle().__await__()

    def result(self, timeout: float | None = None) -> ResultT_co:
        """Block until the result is here, and return it.

        Parameters
        ----------
        timeout
            Seconds to wait at most; by default those of the client's options.

        Raises
        ------
        JobFailed
            When the job failed.
        WaitTimeout
            When the time is over; the job goes on.
        ResultExpired
            When its files are at the service no more.
        """
        limit = self._session.options.timeout if timeout is None else timeout
        follower = self._follower
        future: Future[Any] = follower.outcome if follower else core().start(self._join())
        try:
            with waiting(self.record.operation, self):
                result: ResultT_co = wait(future, limit)
                return result
        except FutureTimeout:
            if future.done() and not future.cancelled():
                raise
            raise self._overdue(limit) from None
        except KeyboardInterrupt as interrupt:
            self.explain(interrupt)
            raise

    def wait(self, timeout: float | None = None) -> bool:
        """Block until the job has ended, well or not.

        Parameters
        ----------
        timeout
            Seconds to wait at most; by default those of the client's options.

        Returns
        -------
        bool
            Whether it ended in time.
        """
        try:
            self.result(timeout)
        except WaitTimeout:
            return False
        except JobFailed:
            return True
        return True

    def cancel(self) -> bool:
        """Ask the service to cancel the job; the history shows it at once, in every process.

        Returns
        -------
        bool
            Whether it was dropped: ``False`` for a job that has ended, and where the service lacks
            this extension.
        """
        return core().run(self._cancel())

    async def _cancel(self) -> bool:
        try:
            state = await _ask(self._session, "DELETE", self.record)
        except (NotFound, UnexpectedReply, InvalidRequest):
            return False
        if self._follower:
            self._follower.wake()
        if state.status is Status.COMPLETED:
            return False
        if state.status is Status.FAILED:
            failure = failure_of(state)
            self._record = self._session.history.end(
                self.record.model_copy(
                    update={
                        "status": Status.FAILED,
                        "completed_at": datetime.now(UTC),
                        "failure_reason_code": failure.code or None,
                        "error": str(failure),
                    }
                )
            )
        return True

    def on_change(self, callback: Callable[["Job[ResultT_co]"], None]) -> None:
        """Call a function at every change, and once at the end.

        Parameters
        ----------
        callback
            Called as ``callback(job)`` on the core thread, so it must not block; at once where the
            job has ended.
        """
        follower = self._follower
        if follower is None or follower.done.done():
            callback(self)
            return
        core().loop.call_soon_threadsafe(follower.listeners.append, lambda _: callback(self))


async def submit(
    session: Session,
    operation: Operation[object],
    *,
    fresh: bool = False,
    run: str | None = None,
    position: int | None = None,
    token: str | None = None,
    engine: str = "",
) -> Job[Any]:
    """Submit ``operation`` on the core loop and return its job, followed in the background.

    A deterministic request made before comes from the store, unless ``fresh``. Within a named
    ``run`` whatever was submitted at this position is taken up again, random seeds included.
    ``token`` names the request to the service: the same token, the same job. ``engine`` is who
    shall make it, where the service lets its callers choose.
    """
    if token is not None and not TOKEN.fullmatch(token):
        raise InvalidRequest.about(
            "token", "1 to 255 characters of ASCII, no space at either end."
        )
    await session.connection.transport()
    prepared = await session.prepare(operation, engine)
    if not fresh:
        known = _known(session, prepared, run, position)
        if known is not None:
            return known
    named = token or _token(session, prepared, None if fresh else run, position)
    limit = session.connection.limit
    await limit.acquire()
    try:
        state = await session.post(prepared, named)
    except BaseException:
        limit.release()
        raise
    running = followers(session).get(state.job_id)
    if running is not None:
        limit.release()
        return Job(session, running.record, running)
    follower = JobFollower(session, session.record(prepared, state, run), prepared, named)
    follower.position = position
    follower.save()
    follower.begin(admitted=True)
    if state.status.terminal:
        follower.wake()
    return Job(session, follower.record, follower)


def _known(
    session: Session, prepared: Prepared, run: str | None, position: int | None
) -> Job[Any] | None:
    """Return the job that already made or makes this, if there is one."""
    record: JobRecord | None = None
    if run is not None and position is not None:
        record = session.history.in_run(
            run, position, prepared.asked, prepared.key, *prepared.former_keys
        )
    if record is None and prepared.deterministic:
        record = session.history.finished(prepared.key, *prepared.former_keys)
    if record is None:
        return None
    running = followers(session).get(record.job_id)
    if running is not None:
        return Job(session, record, running)
    if record.status is Status.COMPLETED:
        result = stored_result(session, record)
        if result is None:
            return None
        return Job(session, record, JobFollower.of_result(session, record, result, prepared))
    follower = JobFollower(session, record, prepared, _token(session, prepared, run, position))
    follower.position = position
    follower.begin(admitted=False)
    return Job(session, record, follower)


def _token(session: Session, prepared: Prepared, run: str | None, position: int | None) -> str:
    """Name a request to the service: anew, or within a run the same after a crash."""
    if run is None:
        return uuid.uuid4().hex
    return digest(f"{session.history.identity} {run} {position} {prepared.asked}".encode())


async def collect(
    session: Session, state: JobState, read: Callable[[], Awaitable[JobState]]
) -> tuple[dict[str, MadeFile], dict[str, str]]:
    """Download every file of a completed job into the store; return files and digests by role.

    ``read()`` tells the state anew when a link has expired. Raises :class:`ResultExpired` when the
    new link has expired too, :class:`Unreachable` when nobody answers.
    """
    files, digests = {}, {}
    for role, url in state.links.items():

        async def renew(role: str = role, url: str = url) -> str:
            return (await read()).links.get(role, url)

        found = await _download(session, url, renew)
        if found is None:
            raise ResultExpired(
                f"The link to the result of job {state.job_id} no longer works: the service "
                "keeps results for a limited time. Run the request again.",
                job_id=state.job_id,
            )
        files[role], kept = found
        content = files[role].content
        digests[role] = await _beside(len(content), session.store.put, content)
        session.links[digests[role]] = Link(kept)
    return files, digests


async def _download(
    session: Session, url: str, renew: Callable[[], Awaitable[str]]
) -> tuple[MadeFile, str] | None:
    """Return the file behind a link and the link that worked; ``None`` for an expired one.

    An expired link is renewed once; passing faults are waited out. Raises :class:`Unreachable`.
    """
    transport = await session.connection.transport()
    started, attempt, renewed = time.monotonic(), 0, False
    while True:
        attempt += 1
        pause = None
        try:
            with session.store.receive() as place:
                reply = await transport.download(url, place, session.options.result_limit)
                if reply.status == 200:
                    content = await _beside(place.tell(), _content_of, place)
                    return _made_file(reply, content), url
        except Unreachable:
            if time.monotonic() - started > PATIENCE:
                raise
        else:
            if reply.status in EXPIRED and not renewed:
                renewed = True
                url = await renew()
                continue
            if reply.status not in TRANSIENT or time.monotonic() - started > PATIENCE:
                return None
            pause = retry_after(reply.headers)
        await asyncio.sleep(backoff(attempt, pause))


async def _beside(size: int, work: Callable[P, T], *args: P.args, **options: P.kwargs) -> T:
    """Return what ``work`` gives, from a thread where it reads or writes many bytes."""
    if size <= QUICK:
        return work(*args, **options)
    return await asyncio.to_thread(work, *args, **options)


def _content_of(place: IO[bytes]) -> bytes:
    place.seek(0)
    return place.read()


def _made_file(reply: Reply, content: bytes) -> MadeFile:
    media_type, name = describe_file(reply.headers)
    if not media_type or media_type.endswith("/octet-stream"):
        media_type = sniff(content) or UNKNOWN_TYPE
    return MadeFile(content, media_type, name)


def stored_result(session: Session, record: JobRecord) -> Result | None:
    """Rebuild the result of a completed job from the store, or ``None`` when bytes are gone."""
    files = {}
    for role, file in record.files.items():
        content = session.store.get(file.digest)
        if content is None:
            return None
        files[role] = MadeFile(content, file.media_type, file.name)
    if not files:
        return None
    kind: type[Result] = CATALOGUE[record.operation].result_type()
    return kind.from_files(files, record)


async def _pick_up(session: Session, record: JobRecord) -> JobFollower:
    """Follow a job known from a record: from the store when it is done, else at the service."""
    running = followers(session).get(record.job_id)
    if running is not None:
        return running
    await session.connection.transport()
    record = session.history.get(record.job_id) or record
    if record.status is Status.COMPLETED:
        found = stored_result(session, record)
        if found is not None:
            return JobFollower.of_result(session, record, found)
    follower = JobFollower(session, record)
    follower.begin(admitted=False)
    return follower


def attach(session: Session, job_id: str, operation: str | None = None) -> Job[object]:
    """Return the job with this identifier, from the history or, given its operation, the service.

    Raises :class:`NotFound` when it is in neither.
    """
    record = session.history.get(job_id)
    if record is None:
        if operation is None:
            raise NotFound(
                f"The job '{job_id}' is not in the history; say which operation it is, such as "
                f"attach('{job_id}', 'image')."
            )
        record = JobRecord(
            job_id=job_id,
            operation=CATALOGUE[operation].endpoint.name,
            service=session.gateway.base_url,
            submitted_at=datetime.now(UTC),
        )
    return Job(session, record)
