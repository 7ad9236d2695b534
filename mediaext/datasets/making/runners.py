"""Runners that make samples: a client, an engine, or anything with ``run(operation)``."""

import inspect
from collections.abc import Callable
from functools import cache, partial
from typing import Any, Protocol, cast, runtime_checkable

from mediaext.client.limits import CircuitBreaker, circuit_breaker
from mediaext.client.loop import core
from mediaext.client.prices import Estimate, PriceList, confirm, prices
from mediaext.engines import Engine, load_engines
from mediaext.engines.routing import Routing, describe_engines
from mediaext.errors import InvalidRequest, NotFound, ResultExpired
from mediaext.home import home
from mediaext.operation import Operation, ResultT, Runner
from mediaext.protocol import announced_identity, former_identities
from mediaext.results import Result


@runtime_checkable
class Submitter(Protocol):
    """A runner whose jobs have identifiers, so that they can be found again after a crash."""

    def submit(self, operation: Operation[object], /) -> Any:
        """Submit and return a job with ``job_id`` and ``result()``."""
        ...

    def attach(self, job_id: str, operation: str, /) -> Any:
        """Return a job by its identifier."""
        ...


class EngineRunner:
    """An engine as a runner: it makes in the calling thread, without service or signing."""

    def __init__(self, engine: Engine | str = "classical") -> None:
        self.engine = load_engines(engine) if isinstance(engine, str) else engine
        self._name = engine if isinstance(engine, str) else engine.name

    def __reduce__(self) -> tuple[object, ...]:
        return EngineRunner, (self._name,)

    @property
    def identity(self) -> str:
        """Name and version of the engine, on which its results depend."""
        return f"engine {self.engine.name} {self.engine.version}"

    def run(self, operation: Operation[ResultT], /) -> ResultT:
        """Make the result.

        Parameters
        ----------
        operation
            The request.

        Raises
        ------
        JobFailed, Unsupported
            Where the engine cannot.
        """
        return self.engine.run(operation)


def as_runner(runner: object) -> Runner:
    """Return a runner: as given, or an engine (or its name) wrapped."""
    if isinstance(runner, Engine | str):
        return EngineRunner(runner)
    if not callable(getattr(runner, "run", None)):
        raise InvalidRequest(
            "runner: something that makes pictures is needed, such as mediaext.connect() or "
            f"'classical', not {type(runner).__name__}."
        )
    if inspect.iscoroutinefunction(getattr(runner, "run", None)):
        raise InvalidRequest(
            "runner: a dataset makes its samples in threads and cannot await them; give it "
            "mediaext.connect() in place of mediaext.aconnect()."
        )
    return cast(Runner, runner)


class Makers:
    """What makes each operation's results their own: engine and model, or else the place."""

    def __init__(self, runner: Runner) -> None:
        self._default = identity_of(runner)
        self._known: dict[str, str] = {}
        self._former: tuple[str, ...] = (self._default,)
        session = getattr(runner, "session", None)
        if session is not None:
            self._former = session.gateway.former_identities
            for name, facts in core().run(session.engines()).items():
                identity = announced_identity(session.gateway.local, facts)
                self._known |= {name: identity} if identity else {}
        elif isinstance(runner, EngineRunner) and isinstance(runner.engine, Routing):
            for name, facts in describe_engines(runner.engine.name).items():
                if "identity" in facts:
                    self._known[name] = f"engine {facts['identity']}"

    def of(self, operation: Operation[object]) -> str:
        """Return the identity of who makes an operation."""
        return self._known.get(operation.endpoint.name, self._default)

    def former(self) -> tuple[Callable[[Operation[object]], str], ...]:
        """Return functions that give the identities by which earlier versions knew results."""
        return tuple(partial(self._formerly, name) for name in self._former)

    def _formerly(self, name: str, operation: Operation[object]) -> str:
        now = self.of(operation)
        return name if former_identities(now, (name,)) else now


def identity_of(runner: Runner) -> str:
    """Return the place where a runner's jobs are, or engine and version."""
    session = getattr(runner, "session", None)
    if session is not None:
        return str(session.gateway.identity)
    return str(getattr(runner, "identity", type(runner).__qualname__))


def known_prices(runner: Runner) -> dict[str, float]:
    """Return the price of a job by operation, as the user noted or the service announces."""
    session = getattr(runner, "session", None)
    return core().run(prices(session))[0] if session is not None else {}


def confirm_price(runner: Runner, jobs: int, cost: float) -> None:
    """Say what making jobs costs; raise :class:`mediaext.errors.PriceLimit` above the limit."""
    session = getattr(runner, "session", None)
    folder = session.folder if session is not None else home()
    confirm(folder, Estimate(jobs, cost, PriceList.read(folder).currency))


def usual_seconds(runner: Runner, operation: str) -> float | None:
    """Return how long an operation usually takes with this runner, where it knows."""
    session = getattr(runner, "session", None)
    return session.usual_seconds(operation) if session is not None else None


def breaker_of(runner: Runner, service: str) -> CircuitBreaker | None:
    """Return what notices that a runner's service is down; a client does so by itself."""
    return None if getattr(runner, "session", None) is not None else circuit_breaker(service)


def expect(runner: Runner, jobs: int) -> None:
    """Announce to a runner that knows limits how many jobs will be in flight at once."""
    tell = getattr(runner, "expect", None)
    if callable(tell):
        tell(jobs)


def carry_out(
    runner: Runner,
    operation: Operation[Any],
    journal: Callable[[str], None],
    token: str,
    on_end: Callable[[], None],
) -> tuple[Result, str]:
    """Make a result; ``journal(job_id)`` is called before the job is waited for.

    ``token`` names the request to a service that takes one: the same token, the same job.
    ``on_end`` is called when the job has ended, where its runner tells so before the result is
    here.
    """
    if not isinstance(runner, Submitter):
        return runner.run(operation), ""
    kind: type[Submitter] = type(runner)
    named = {"token": token} if takes_token(kind) else {}
    job = runner.submit(operation, **named)
    journal(job.job_id)
    tell = getattr(job, "when_ended", None)
    if callable(tell):
        tell(on_end)
    return job.result(), job.job_id


@cache
def takes_token(kind: type[Submitter]) -> bool:
    """Return whether the runner's ``submit`` takes a token for requests that may be repeated."""
    return "token" in inspect.signature(kind.submit).parameters


def fetch_again(runner: Runner, job_id: str, operation: str) -> Result | None:
    """Return the result of a job of an earlier process, or ``None`` when it is lost."""
    if not isinstance(runner, Submitter):
        return None
    try:
        result: Result = runner.attach(job_id, operation).result()
    except (NotFound, ResultExpired):
        return None
    return result
