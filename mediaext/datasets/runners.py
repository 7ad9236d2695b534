"""Who makes the samples: a client, an engine, or anything with ``run(operation) -> result``."""

import inspect
from collections.abc import Callable
from functools import cache
from typing import Any, Protocol, runtime_checkable

from mediaext.client.media import read_media
from mediaext.engines.base import Context, Engine, load_engine
from mediaext.errors import InvalidRequest, NotFound, ResultExpired
from mediaext.operation import Operation, ResultT
from mediaext.results import Result


@runtime_checkable
class Submitter(Protocol):
    """A runner whose jobs have identifiers, so that they can be found again after a crash."""

    def submit(self, operation: Operation[Any], /) -> Any:
        """Submit and return a job with ``job_id`` and ``result()``."""
        ...

    def attach(self, job_id: str, operation: str, /) -> Any:
        """Return a job by its identifier."""
        ...


class EngineRunner:
    """An engine as a runner: it makes in the calling thread, without service or signing."""

    def __init__(self, engine: Engine | str = "classical") -> None:
        self.engine = load_engine(engine) if isinstance(engine, str) else engine
        self._name = engine if isinstance(engine, str) else engine.name

    def __reduce__(self) -> tuple[Any, ...]:
        return EngineRunner, (self._name,)

    @property
    def identity(self) -> str:
        """Name and version of the engine, on which its results depend."""
        return f"engine {self.engine.name} {self.engine.version}"

    def run(self, operation: Operation[ResultT], /) -> ResultT:
        """Make the result. Raises :class:`mediaext.errors.JobFailed` or ``Unsupported``."""
        kinds = {param.name: param.media or "image" for param in operation.params()}
        inputs = {
            name: [read_media(value, name, kinds[name]).content for value in values]
            for name, values in operation.media().items()
        }
        seed = getattr(operation, "seed", None)
        context = Context(seed=(seed if seed is not None and seed >= 0 else 0) % 2**32)
        files = self.engine.make(operation, inputs, context)
        kind: Any = operation.result_type()
        made: ResultT = kind.from_files(files)
        return made


def as_runner(runner: Any) -> Any:
    """Return a runner: as given, or an engine (or its name) wrapped."""
    if isinstance(runner, Engine | str):
        return EngineRunner(runner)
    if not callable(getattr(runner, "run", None)):
        raise InvalidRequest(
            "runner: something that makes pictures is needed, such as mediaext.connect() or "
            f"'classical', not {type(runner).__name__}."
        )
    if inspect.iscoroutinefunction(runner.run):
        raise InvalidRequest(
            "runner: a data set makes its samples in threads and cannot await them; give it "
            "mediaext.connect() in place of mediaext.aconnect()."
        )
    return runner


def identity_of(runner: Any) -> str:
    """Return what makes a runner's results its own: address, or engine and version."""
    session = getattr(runner, "session", None)
    if session is not None:
        return str(session.gateway.identity)
    return str(getattr(runner, "identity", type(runner).__qualname__))


def usual_seconds(runner: Any, operation: str) -> float | None:
    """Return how long an operation usually takes with this runner, where it knows."""
    session = getattr(runner, "session", None)
    return session.usual_seconds(operation) if session is not None else None


def expect(runner: Any, jobs: int) -> None:
    """Tell a runner that knows limits how many jobs will be in flight at once."""
    tell = getattr(runner, "expect", None)
    if callable(tell):
        tell(jobs)


def carry_out(
    runner: Any, operation: Operation[Any], journal: Callable[[str], None], token: str
) -> tuple[Result, str]:
    """Make a result; ``journal(job_id)`` is called before the job is waited for.

    ``token`` names the request to a service that takes one: the same token, the same job.
    """
    if not isinstance(runner, Submitter):
        return runner.run(operation), ""
    named = {"token": token} if takes_token(type(runner)) else {}
    job = runner.submit(operation, **named)
    journal(job.job_id)
    return job.result(), job.job_id


@cache
def takes_token(kind: type[Any]) -> bool:
    """Say whether the runner's ``submit`` takes a token for requests that may be repeated."""
    return "token" in inspect.signature(kind.submit).parameters


def fetch_again(runner: Any, job_id: str, operation: str) -> Result | None:
    """Return the result of a job of an earlier process, or ``None`` when it is lost."""
    if not isinstance(runner, Submitter):
        return None
    try:
        result: Result = runner.attach(job_id, operation).result()
    except (NotFound, ResultExpired):
        return None
    return result
