"""Chains: requests that use each other's results, carried out together.

Everything of several steps runs here: chains, pipes, grids, workflows, and requests that are
inputs of requests.
"""

import asyncio
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from concurrent.futures import CancelledError, Future
from concurrent.futures import TimeoutError as FutureTimeout
from dataclasses import dataclass
from typing import Any

from mediaext.client.jobs import Job
from mediaext.client.jobs import submit as submit_plain
from mediaext.client.loop import core, wait
from mediaext.client.session import Session
from mediaext.client.waiting import waiting
from mediaext.errors import InvalidRequest, WaitTimeout, closest, job_failed
from mediaext.job import JobRecord, Progress, Status
from mediaext.operation import CATALOGUE, Operation, build
from mediaext.results import Mesh, Picture, Result, Sound

AT_ONCE = 8  # steps in hand at a time, of those that do not wait for each other
KINDS = {"image": Picture, "audio": Sound, "mesh": Mesh}

Request = Operation[Any]
Make = Callable[[Any], Request]
"""Makes a request from the result of the step before, where its fields depend on it."""


@dataclass(frozen=True, slots=True)
class ChainStep:
    """One step: its request, or a function that makes it from the result of the step before.

    ``name`` is for people, by default that of the operation. ``fresh`` makes it anew although it
    was made before. ``engine`` is who shall make it, by default whom the service takes.
    """

    request: Request | Make
    name: str = ""
    fresh: bool = False
    engine: str = ""

    @property
    def title(self) -> str:
        """What the step is called."""
        if self.name or not isinstance(self.request, Operation):
            return self.name
        return self.request.endpoint.name


class Chain:
    """Steps that work on each other's results: ``media.chain("image a bike").upscale(scale=2)``.

    An input that is itself a request takes the result of that request; steps that do not wait for
    each other run side by side. Nothing is sent before :meth:`start`, :meth:`run`,
    :meth:`result` or ``await``. What was made is kept: after a failure or an interrupt the chain
    goes on with the steps that are missing, and with the jobs that run still. A chain is not
    changed by adding a step to it. It takes the place of a job as an input of another request.

    Parameters
    ----------
    session
        Of the client that carries it out.
    steps
        In order; requests among their inputs that are not listed become steps before them.
    start
        Media in hand, for the first step that :meth:`then` adds.
    at_once
        Steps in hand at a time.
    """

    def __init__(
        self,
        session: Session,
        steps: Iterable[ChainStep | Request] = (),
        *,
        start: object = None,
        at_once: int = AT_ONCE,
    ) -> None:
        self._session = session
        self._steps = _flatten(steps)
        self._start = start
        self._at_once = at_once
        self._jobs: dict[int, Job[Any]] = {}
        self._results: dict[int, Any] = {}
        self._listeners: list[Callable[[Chain], None]] = []
        self._future: Future[None] | None = None
        self._told = False  # whether somebody was told how it ended

    def __reduce__(self) -> tuple[object, ...]:
        state = (self._session, self._steps, self._start, self._at_once, dict(self._results))
        return _rebuild, state

    def __repr__(self) -> str:
        names = " -> ".join(step.title for step in self._steps)
        return f"<Chain {names or 'empty'}, {len(self._results)} of {len(self._steps)} made>"

    def __getattr__(self, name: str) -> "Callable[..., Chain]":
        if name.startswith("_") or name not in CATALOGUE:
            raise AttributeError(f"A chain has no step '{name}'.{closest(name, CATALOGUE)}")

        def add(*values: object, **fields: object) -> Chain:
            return self.then(name, *values, **fields)

        return add

    def then(self, name: str, *values: object, **fields: object) -> "Chain":
        """Return a chain with one more step, which works on the result of the last.

        Raises :class:`InvalidRequest` for a value that is wrong, before anything is sent.
        """
        operation = CATALOGUE[name]
        last = self._steps[-1].request if self._steps else self._start
        request: Request | Make
        if last is None:
            request = build(operation, *values, **fields)
        elif isinstance(last, Operation) or not self._steps:
            source = last.endpoint.name if isinstance(last, Operation) else "the start"
            field = piped_field(operation, fields, kind_of(last), source)
            request = build(operation, *values, **{field: last, **fields})
        else:  # the request before is not known yet

            def request(result: object) -> Request:
                field = piped_field(operation, fields, kind_of(result))
                return build(operation, *values, **{field: result, **fields})

        chain = Chain(
            self._session,
            [*self._steps, ChainStep(request)],
            start=self._start,
            at_once=self._at_once,
        )
        chain.resume(self)
        return chain

    def resume(self, earlier: "Chain") -> None:
        """Take over what another chain made, and its running jobs, for steps that ask the same."""
        for index, (old, new) in enumerate(zip(earlier._steps, self._steps, strict=False)):
            if not _same(old, new):
                return
            if index in earlier._jobs:
                self._jobs[index] = earlier._jobs[index]
            if index in earlier._results:
                self._results[index] = earlier._results[index]

    @property
    def steps(self) -> Sequence[ChainStep]:
        """The steps in order."""
        return self._steps

    @property
    def jobs(self) -> tuple[Job[Any], ...]:
        """Jobs submitted so far, in the order of their steps."""
        return tuple(self._jobs[index] for index in sorted(self._jobs))

    @property
    def results(self) -> tuple[object, ...]:
        """Results made so far, in the order of their steps."""
        return tuple(self._results[index] for index in sorted(self._results))

    @property
    def named(self) -> dict[str, Any]:
        """Results made so far by the names of their steps."""
        return {self._steps[index].title: self._results[index] for index in sorted(self._results)}

    @property
    def current(self) -> int | None:
        """Position of the first step that is not made; ``None`` when all are."""
        return next((i for i in range(len(self._steps)) if i not in self._results), None)

    @property
    def record(self) -> JobRecord | None:
        """Record of the job that runs, else of the last; ``None`` before one is accepted."""
        running = [job for index, job in self._jobs.items() if index not in self._results]
        job = running[0] if running else next(reversed(self.jobs), None)
        return job.record if job else None

    @property
    def progress(self) -> Progress:
        """How far all steps are together; the message names the one that runs."""
        current = self.current
        if current is None:
            return Progress(fraction=1.0)
        running = {i: j.progress for i, j in self._jobs.items() if i not in self._results}
        count = len(self._steps)
        now = running.get(current, Progress())
        if count == 1:
            return now
        made = len(self._results) + sum(p.fraction or 0.0 for p in running.values())
        title = f"step {current + 1} of {count}: {self._steps[current].title}"
        return Progress(fraction=made / count, message=f"{title} {now.message}".strip())

    @property
    def eta(self) -> float | None:
        """Seconds the steps are likely to take still, from earlier jobs; ``None`` if unknown."""
        left = 0.0
        for index, step in enumerate(self._steps):
            if index in self._results:
                continue
            if index in self._jobs:
                seconds = self._jobs[index].eta
            elif isinstance(step.request, Operation):
                seconds = self._session.usual_seconds(step.request.endpoint.name)
            else:
                seconds = None
            if seconds is None:
                return None
            left += seconds
        return left

    def on_change(self, listener: "Callable[[Chain], None]") -> None:
        """Call ``listener(chain)`` on the core thread at every change."""
        self._listeners.append(listener)

    def start(self) -> "Chain":
        """Carry the steps out in the background, those that are not made yet; return at once."""
        ended = self._future is not None and self._future.done()
        if self._future is None or (ended and self.current is not None):
            self._future = core().start(self._run())
            self._told = False
        return self

    def done(self) -> bool:
        """Say whether the last step has ended, or one has failed."""
        return self._future is not None and self._future.done()

    def run(self) -> Any:
        """Make the steps that are not made yet and return the last result.

        Raises what a step failed with; run it again to go on from there.
        """
        return self.result()

    def result(self, timeout: float | None = None) -> Any:
        """Block until the last result is here, at most ``timeout`` seconds, and return it.

        Raises what a step failed with, and :class:`mediaext.errors.WaitTimeout` when the time is
        over; the chain then goes on.
        """
        limit = timeout
        if limit is None and self._session.options.timeout is not None:
            limit = self._session.options.timeout * max(len(self._steps), 1)
        future = self._started()
        try:
            with waiting("media", self):
                wait(future, limit)
        except CancelledError:
            raise job_failed("CANCELLED", "The chain was cancelled.") from None
        except FutureTimeout:
            if future.done():
                raise
            raise WaitTimeout(f"The chain is not done after {limit:g} s and goes on.") from None
        except KeyboardInterrupt as interrupt:
            self.pause()
            interrupt.add_note("The job that runs goes on; run the chain again to take it up.")
            raise
        finally:
            self._told = future.done()
        return self._last()

    async def settle(self) -> Any:
        """Return the last result, awaited from any loop."""
        future = self._started()
        try:
            await asyncio.shield(asyncio.wrap_future(future))
        finally:
            self._told = future.done()
        return self._last()

    def __await__(self) -> Generator[Any, None, Any]:
        return self.settle().__await__()

    def pause(self) -> None:
        """Begin no further step; jobs that run go on, and the next run takes them up."""
        if self._future is not None:
            self._future.cancel()
            self._told = True

    def cancel(self) -> bool:
        """Begin no further step and ask the service to drop what runs; return whether it did."""
        self.pause()
        dropped = [job.cancel() for job in self.jobs if not job.done()]
        return any(dropped)

    def _started(self) -> "Future[None]":
        """Return running work, or work that ended unnoticed; restart a chain that failed."""
        if self._future is None or self._told:
            self.start()
        if self._future is None:
            raise RuntimeError("the chain was not started")
        return self._future

    def _last(self) -> Any:
        return self._results[len(self._steps) - 1] if self._steps else self._start

    async def _run(self) -> None:
        turns = asyncio.Semaphore(self._at_once)
        tasks: list[asyncio.Task[Any]] = []
        for index in range(len(self._steps)):
            tasks.append(asyncio.ensure_future(self._make(index, tasks, turns)))
        try:
            await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self._announce()

    async def _make(
        self, index: int, tasks: "Sequence[asyncio.Task[object]]", turns: asyncio.Semaphore
    ) -> Any:
        """Make one step as soon as those that it needs are made."""
        if index in self._results:
            return self._results[index]
        made = {needed: await tasks[needed] for needed in self._needs(index)}
        async with turns:
            job = self._jobs.get(index)
            if job is None or job.status is Status.FAILED:
                step = self._steps[index]
                request = self._bind(step, made)
                job = await submit_plain(
                    self._session, request, fresh=step.fresh, engine=step.engine
                )
                job.on_change(lambda _: self._announce())
            elif job.done() and job.status is Status.QUEUED:  # only our wait for it had ended
                job = Job(self._session, job.record)
            self._jobs[index] = job
            self._announce()
            self._results[index] = await job.settle()
        self._announce()
        return self._results[index]

    def _needs(self, index: int) -> list[int]:
        """Return the positions of the steps whose results a step takes."""
        request = self._steps[index].request
        if not isinstance(request, Operation):
            return [index - 1]
        nested = _nested(request)
        return [i for i, step in enumerate(self._steps) if any(step.request is n for n in nested)]

    def _bind(self, step: ChainStep, made: Mapping[int, object]) -> Request:
        """Return the request of a step with the results that it takes."""
        if not isinstance(step.request, Operation):
            (before,) = made.values()
            return step.request(before)
        found = {id(self._steps[index].request): result for index, result in made.items()}
        return replace_inputs(step.request, lambda nested: found[id(nested)])

    def _announce(self) -> None:
        for listener in list(self._listeners):
            listener(self)


def _rebuild(
    session: Session,
    steps: Sequence[ChainStep],
    start: object,
    at_once: int,
    made: dict[int, object],
) -> Chain:
    chain = Chain(session, steps, start=start, at_once=at_once)
    chain._results = made
    return chain


def _flatten(steps: Iterable[ChainStep | Request]) -> tuple[ChainStep, ...]:
    """Return the steps, preceded by those that exist only as their inputs."""
    found: list[ChainStep] = []

    def add(step: ChainStep) -> None:
        if any(step.request is known.request for known in found):
            return
        if isinstance(step.request, Operation):
            for nested in _nested(step.request):
                add(ChainStep(nested))
        found.append(step)

    for step in steps:
        add(ChainStep(step) if isinstance(step, Operation) else step)
    return tuple(found)


def _nested(request: Request) -> list[Request]:
    """Return the requests among the inputs of a request."""
    return [v for vs in request.media().values() for v in vs if isinstance(v, Operation)]


def replace_inputs(request: Request, result_of: Callable[[Request], object]) -> Request:
    """Return a request whose inputs that are requests are replaced by ``result_of(nested)``."""

    def replaced(value: object) -> object:
        if isinstance(value, list | tuple):
            return [replaced(item) for item in value]
        return result_of(value) if isinstance(value, Operation) else value

    names = {
        name
        for name, values in request.media().items()
        if any(isinstance(value, Operation) for value in values)
    }
    if not names:
        return request
    return request.model_copy(update={name: replaced(getattr(request, name)) for name in names})


def _same(old: ChainStep, new: ChainStep) -> bool:
    """Return whether two steps have the same request, and neither is ``fresh``."""
    if old.request is new.request:
        return True
    if old.fresh or new.fresh or old.engine != new.engine:
        return False
    return _equal(old.request, new.request)


def _equal(old: object, new: object) -> bool:
    """Say whether two values are the same: equal text and numbers, else the same object."""
    if old is new:
        return True
    if isinstance(old, Operation) and isinstance(new, Operation) and type(old) is type(new):
        before, after = old.given(), new.given()
        return before.keys() == after.keys() and all(_equal(before[n], after[n]) for n in after)
    if isinstance(old, list | tuple) and isinstance(new, list | tuple):
        return len(old) == len(new) and all(map(_equal, old, new))
    return isinstance(old, str | int | float) and (type(old), old) == (type(new), new)


def kind_of(value: object) -> str | None:
    """Return the kind of media as which a result, or that of a request, is passed on.

    ``"image"``, ``"audio"`` or ``"mesh"``; ``""`` for a result that no request takes, and ``None``
    for media in hand, of which the kind is not known.
    """
    if not isinstance(value, Operation | Result):
        return None
    made = value.result_type() if isinstance(value, Operation) else type(value)
    return next((kind for kind, result in KINDS.items() if issubclass(made, result)), "")


def piped_field(
    operation: type[Request],
    given: Iterable[str],
    kind: str | None = None,
    source: str = "the step before",
) -> str:
    """Return the field that takes the result of the step before, which is called ``source``.

    It is the first that takes media of this ``kind``, of any kind when that is ``None``, and is
    not given. Raises :class:`InvalidRequest` where there is none.
    """
    taken = set(given)
    for param in operation.params():
        if param.media and param.name not in taken and kind in (None, param.media):
            return param.name
    if kind == "":
        raise InvalidRequest(f"{source} makes nothing that can be passed on.")
    made = f"{source} makes {kind}; " if kind else ""
    raise InvalidRequest(f"{made}{operation.endpoint.name} has no free field for that.")


def begin(session: Session, start: object, fields: dict[str, object]) -> Chain:
    """Begin a chain with media in hand, a request, or text such as ``"image a red bicycle"``."""
    if isinstance(start, Operation):
        return Chain(session, [start])
    word, _, rest = start.partition(" ") if isinstance(start, str) else ("", "", "")
    if word in CATALOGUE:
        return Chain(session).then(word, *([rest] if rest else []), **fields)
    if fields:
        raise InvalidRequest(f"Fields need an operation to go to; known: {', '.join(CATALOGUE)}.")
    return Chain(session, start=start)


def check_request(operation: object) -> None:
    """Raise :class:`InvalidRequest` unless it is an operation."""
    if not isinstance(operation, Operation):
        example = "mediaext.GenerateImage(prompt='a fox')"
        raise InvalidRequest(f"Submit an operation, such as {example}, not {operation!r}.")


async def submit(session: Session, operation: Request, **options: Any) -> Job[Any]:
    """Submit a request, on the core loop; requests among its inputs are made first.

    The options are those of :func:`mediaext.client.jobs.submit`.
    """
    check_request(operation)
    if _nested(operation):
        inputs = Chain(session, _nested(operation))
        await inputs._run()
        made = {id(step.request): inputs._results[i] for i, step in enumerate(inputs.steps)}
        operation = replace_inputs(operation, lambda nested: made[id(nested)])
    return await submit_plain(session, operation, **options)


async def make(session: Session, operation: Request, **options: object) -> Any:
    """Submit a request and return its result; see :func:`submit`."""
    job = await submit(session, operation, **options)
    return await job.settle()
