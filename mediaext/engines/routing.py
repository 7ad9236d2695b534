"""A list of engines as one: each operation goes to the first that supports it and is reachable.

The list is text, ``"openai:http://127.0.0.1:30000,classical"``; operations that have a list of
their own follow after semicolons: ``"classical;image=openai:http://127.0.0.1:30000,classical"``.
"""

import contextlib
import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, Self, TypeVar
from urllib.parse import urlsplit

from pydantic import JsonValue

from mediaext.engines.base import (
    OWN,
    UNAVAILABLE,
    Context,
    Engine,
    EngineFunction,
    Files,
    Identity,
    Inputs,
    check_engine,
    load_engine,
    unavailable,
)
from mediaext.errors import InvalidRequest, JobFailed, MediaError, Unsupported, closest
from mediaext.home import read_settings
from mediaext.operation import Operation
from mediaext.operations import CATALOGUE

DEFAULT = "classical"
VARIABLE = "MEDIAEXT_ENGINE"
T = TypeVar("T")
PAUSE = 60.0  # seconds that an engine is asked last after it could not be reached or loaded


@dataclass(frozen=True, slots=True)
class EngineOrder:
    """Which engines are asked, in order: by default, and for the operations that are named."""

    default: tuple[str, ...] = (DEFAULT,)
    operations: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def read(cls, text: str) -> Self:
        """Read the text form; raise :class:`InvalidRequest` or :class:`Unsupported`."""
        default, *others = text.split(";")
        operations = {}
        for part in filter(str.strip, others):
            name, found, names = part.partition("=")
            if not found:
                raise InvalidRequest.about(
                    "engine",
                    f"'{part.strip()}' is not a choice for an operation; "
                    "write OPERATION=ENGINE,ENGINE.",
                )
            operations[_operation(name.strip())] = _names(names)
        return cls(_names(default), dict(sorted(operations.items())))

    def __str__(self) -> str:
        """Return the canonical text: equal choices have equal texts."""
        parts = [",".join(self.default)]
        parts += [f"{name}={','.join(names)}" for name, names in self.operations.items()]
        return ";".join(parts)

    def names(self, operation: str) -> tuple[str, ...]:
        """Return the engines for an operation, the preferred one first."""
        return self.operations.get(operation, self.default)


def _operation(name: str) -> str:
    if name not in CATALOGUE:
        raise InvalidRequest.about(
            "engine", f"there is no operation '{name}'.{closest(name, CATALOGUE)}"
        )
    return CATALOGUE[name].endpoint.name


def _names(text: str) -> tuple[str, ...]:
    names = [part.strip().rstrip("/") for part in text.split(",")]
    found = tuple(dict.fromkeys(filter(None, names)))
    if not found:
        raise InvalidRequest.about("engine", f"'{text}' names no engine, such as '{DEFAULT}'.")
    for name in found:
        if not name.isprintable() or set(name) & set(" |"):
            raise InvalidRequest.about(
                "engine", f"{name!r} holds a space or '|', which no engine has."
            )
        if "@" in urlsplit(name.partition(":")[2]).netloc:
            raise InvalidRequest.about(
                "engine",
                "an address with a password would be kept in logs and the ledger; "
                "put the key in an environment variable.",
            )
        if name != DEFAULT:
            check_engine(name)
    return found


def chosen_engines(given: str | None, folder: Path) -> str:
    """Return the canonical choice as text: given, of ``MEDIAEXT_ENGINE``, or of the settings.

    ``folder`` is the state folder. Its ``settings.toml`` may say, in the table ``[engines]``,
    ``default`` and a list for each operation; both count only where nothing else was said.
    Raises :class:`InvalidRequest`, and :class:`MediaError` for a file that cannot be read.
    """
    text = given or os.environ.get(VARIABLE)
    return str(EngineOrder.read(text)) if text else str(_from_settings(folder))


def _from_settings(folder: Path) -> EngineOrder:
    table = read_settings(folder, "engines")
    texts = {name: ",".join(v) if isinstance(v, list) else v for name, v in table.items()}
    if not all(isinstance(text, str) for text in texts.values()):
        raise MediaError(
            f"The settings of {folder}: [engines] holds texts such as image = 'classical'."
        )
    default = texts.pop("default", DEFAULT)
    return EngineOrder.read(
        ";".join([default, *(f"{name}={text}" for name, text in texts.items())])
    )


def load_engines(text: str = DEFAULT, clock: Callable[[], float] = time.monotonic) -> Engine:
    """Load what a text names: a single engine itself, else a :class:`Routing` over all.

    Parameters
    ----------
    text
        Engines, the preferred one first, such as ``"diffusers,classical"``; ``;speech=models``
        adds a list for one operation.
    clock
        Monotonic seconds, by which an engine that was down is asked again.

    Raises
    ------
    Unsupported
        For an engine that is not installed.
    """
    choice = EngineOrder.read(text)
    if len(choice.default) == 1 and not choice.operations:
        return load_engine(choice.default[0])
    return Routing(choice, clock)


@cache
def _engine_for_questions(text: str) -> Engine:
    return load_engines(text)


def describe_engines(text: str) -> dict[str, dict[str, JsonValue]]:
    """Return who makes each operation that the engines of ``text`` support, by its name.

    Of an engine that cannot be reached, ``state`` says why; it has no ``identity`` then.
    An engine may ask its server, so this can take seconds; engines are loaded once a process.
    """
    engine = _engine_for_questions(text)
    found: dict[str, dict[str, JsonValue]] = {}
    for name, operation in CATALOGUE.items():
        try:
            if engine.supports(operation):
                found[name] = engine.describe(operation)
        except Unsupported:
            continue
        except JobFailed as error:
            found[name] = {"engine": engine.name, "state": error.sentence}
    return found


class Routing(Engine):
    """Several engines as one.

    The next engine is asked when one does not support the request, or when it is unavailable and
    so made nothing; never after a job failed. An unavailable engine is asked last for a minute.
    """

    def __init__(self, choice: EngineOrder, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(str(choice), "")
        self.choice = choice
        self._clock = clock
        self._loaded: dict[str, Engine] = {}
        self._bound_memory()
        self._paused: dict[str, tuple[float, str]] = {}

    def _bound_memory(self) -> None:
        """Take the bounds of the engines of this package, which are cheap to load.

        Those of others are not known before they are loaded, and then there is no bound.
        """
        names = {*self.choice.default, *chain(*self.choice.operations.values())}
        if all(name.partition(":")[0] in OWN for name in names):
            engines = [load_engine(name) for name in names]
            limits = [engine.memory_limit for engine in engines]
            self.memory_limit = None if None in limits else max(filter(None, limits), default=None)
            self.bytes_per_pixel = max(engine.bytes_per_pixel for engine in engines)

    def supports(self, operation: type[Operation[Any]]) -> bool:
        """Say whether any engine of the list has a function for ``operation``."""
        for name in self.choice.names(operation.endpoint.name):
            with contextlib.suppress(JobFailed):
                if self._engine(name).supports(operation):
                    return True
        return False

    def function(self, operation: type[Operation[Any]]) -> EngineFunction:
        """Return a function that asks the engines in turn."""
        return self.make

    def identity(self, operation: type[Operation[Any]]) -> Identity:
        """Return the identity of the engine that would be asked first."""
        return self._answer(operation, lambda engine: engine.identity(operation))

    def describe(self, operation: type[Operation[Any]]) -> dict[str, JsonValue]:
        """Return the description of the engine that is first, and why others are not used."""
        told = self._answer(operation, lambda engine: engine.describe(operation))
        names = self.choice.names(operation.endpoint.name)
        asked = [
            name
            for name in names
            if name not in self._loaded or self._loaded[name].supports(operation)
        ]
        problems = dict.fromkeys(filter(None, map(self.problem, asked)))
        return {**told, "state": "; ".join([str(told["state"]), *problems])}

    def prepare(self, operation: type[Operation[Any]], context: Context) -> None:
        """Have the engine load what it needs that would be asked first."""
        self._answer(operation, lambda engine: engine.prepare(operation, context))

    def _answer(self, operation: type[Operation[Any]], ask: Callable[[Engine], T]) -> T:
        """Ask the engines in turn until one answers; an unavailable one is asked last then.

        Raises the last one's :class:`Unsupported` or MODEL_UNAVAILABLE.
        """
        last: MediaError = Unsupported(self._none(operation))
        for name in self._order(operation):
            try:
                engine = self._engine(name)
                if engine.supports(operation):
                    return ask(engine)
            except Unsupported as error:
                last = error
            except JobFailed as error:
                self._pause(name, error)
                last = error
        raise last

    def problem(self, name: str) -> str | None:
        """Return why an engine of the list is asked last now, or ``None``."""
        until, sentence = self._paused.get(name, (0.0, ""))
        return sentence if self._clock() < until else None

    def make(
        self, request: Operation[Any], inputs: Inputs, context: Context | None = None
    ) -> Files:
        """Have the first engine that can carry out the request; note why others did not.

        Raises the last engine's :class:`Unsupported` or MODEL_UNAVAILABLE when none can.
        """
        context = context or Context()
        operation = type(request)
        reasons: dict[str, str] = {}
        last: MediaError = Unsupported(self._none(operation))
        for name in self._order(operation):
            attempt = replace(context, notes=[*context.notes], details={**context.details})
            try:
                engine = self._engine(name)
                files = engine.make(request, inputs, attempt)
            except Unsupported as error:
                last = error
            except JobFailed as error:
                if error.code != UNAVAILABLE:
                    raise
                self._pause(name, error)
                last = error
            else:
                for fact in ("notes", "details", "made_by", "trained"):
                    setattr(context, fact, getattr(attempt, fact))
                self._tell(context, engine, self._passed_over(operation, name, reasons))
                return files
            reasons[name] = _sentence(last)
        raise last

    def _passed_over(
        self, operation: type[Operation[Any]], maker: str, reasons: Mapping[str, str]
    ) -> list[str]:
        """Return why each engine that the list prefers to the maker did not make the result."""
        names = self.choice.names(operation.endpoint.name)
        preferred = names[: names.index(maker)]
        return [reasons.get(name) or self.problem(name) or "" for name in preferred]

    @staticmethod
    def _tell(context: Context, engine: Engine, reasons: Sequence[str]) -> None:
        if reasons:
            context.note(f"Made by '{engine.name}'. {' '.join(reasons)}")

    def _none(self, operation: type[Operation[Any]]) -> str:
        name = operation.endpoint.name
        return f"No engine of '{','.join(self.choice.names(name))}' can make '{name}'."

    def _order(self, operation: type[Operation[Any]]) -> Sequence[str]:
        """Return the engines to ask; those that are paused come last, in the list's order."""
        names = self.choice.names(operation.endpoint.name)
        return sorted(names, key=lambda name: self.problem(name) is not None)

    def _engine(self, name: str) -> Engine:
        """Return an engine, loaded on first use; raise MODEL_UNAVAILABLE when it cannot be."""
        if name not in self._loaded:
            try:
                self._loaded[name] = load_engine(name)
            except Exception as error:  # an engine's own import may raise anything
                failure = unavailable(f"The engine '{name}' cannot be loaded: {error}")
                self._pause(name, failure)
                raise failure from error
        return self._loaded[name]

    def _pause(self, name: str, error: JobFailed) -> None:
        self._paused[name] = self._clock() + PAUSE, _sentence(error)


def _sentence(error: MediaError) -> str:
    return error.sentence if isinstance(error, JobFailed) else str(error)
