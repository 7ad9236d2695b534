"""An engine is a table from operation class to ``function(request, inputs, context) -> files``.

The service fetches the inputs before and signs the outputs after; an engine function only makes.
"""

import importlib
import importlib.util
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import entry_points
from typing import Any, TypeVar

from mediaext.errors import JobFailed, Unsupported, job_failed
from mediaext.operation import Operation
from mediaext.results import MadeFile

ENTRY_POINTS = "mediaext.engines"
OperationT = TypeVar("OperationT", bound=Operation[Any])

Inputs = Mapping[str, Sequence[bytes]]
"""Bytes of every media input by field name; one entry for a single input, several for a list."""


class Cancelled(Exception):
    """The job was cancelled; raised from :meth:`Context.progress`, never caught by an engine."""


Files = Mapping[str, MadeFile]
"""Made files by role: ``"result"`` becomes ``result_url``, ``"cutout"`` becomes ``cutout_url``,
``"result_1"`` and on are further samples of the older endpoints."""


@dataclass(slots=True)
class Context:
    """What an engine function knows about the job it serves.

    ``seed`` is resolved, 0 to 2**32 - 1: equal seeds give equal bytes. ``report`` receives
    ``(fraction 0..1 or None, message)`` and may raise :class:`Cancelled`. ``extra`` holds what a
    profile passes through to the engine: its ``extra_params``, and its negative prompt and palette
    where the request has no such field.
    """

    seed: int = 0
    report: Callable[[float | None, str], None] = lambda fraction, message: None
    notes: dict[str, Any] = field(default_factory=dict)
    extra: dict[str, Any] = field(default_factory=dict)

    def progress(self, fraction: float | None, message: str = "") -> None:
        """Tell how far the work is; call it often, a cancelled job stops here."""
        self.report(None if fraction is None else min(max(fraction, 0.0), 1.0), message)

    def note(self, key: str, value: Any) -> None:
        """Keep a JSON value for the result's provenance, such as the words not understood."""
        self.notes[key] = value


EngineFunction = Callable[[Any, Inputs, Context], Files]


def invalid(sentence: str) -> JobFailed:
    """Build the INPUT_INVALID failure that says what is wrong and what would be right."""
    return job_failed("INPUT_INVALID", sentence)


class Engine:
    """Make media with functions found by operation.

    A function is registered with :meth:`makes`, or found as ``make`` in the module of ``package``
    that is named like the operation (``classical/cutout.py`` serves ``cutout``). ``trained`` says
    that a model learned from media, which the signature of a result has to tell.
    """

    def __init__(
        self, name: str, version: str, package: str = "", *, trained: bool = False
    ) -> None:
        self.name = name
        self.version = version
        self.trained = trained
        self._package = package
        self._functions: dict[str, EngineFunction] = {}

    def __repr__(self) -> str:
        return f"<Engine {self.name} {self.version}>"

    def makes(
        self, operation: type[OperationT]
    ) -> Callable[[Callable[[OperationT, Inputs, Context], Files]], EngineFunction]:
        """Register the decorated function for ``operation``."""

        def register(
            function: Callable[[OperationT, Inputs, Context], Files],
        ) -> EngineFunction:
            self._functions[operation.endpoint.name] = function
            return function

        return register

    def supports(self, operation: type[Operation[Any]]) -> bool:
        """Say whether this engine has a function for ``operation``, without importing it."""
        name = operation.endpoint.name
        if name in self._functions:
            return True
        return bool(
            self._package and importlib.util.find_spec(f"{self._package}.{name}") is not None
        )

    def function(self, operation: type[Operation[Any]]) -> EngineFunction:
        """Return the function for ``operation``; raise :class:`Unsupported` when there is none."""
        name = operation.endpoint.name
        if name not in self._functions:
            if not self.supports(operation):
                raise Unsupported(
                    f"The engine '{self.name}' cannot make '{name}' yet; choose another engine."
                )
            module = importlib.import_module(f"{self._package}.{name}")
            self._functions[name] = module.make
        return self._functions[name]

    def make(
        self, request: Operation[Any], inputs: Inputs, context: Context | None = None
    ) -> Files:
        """Carry out ``request`` on the given input bytes.

        Raises :class:`Unsupported` or :class:`mediaext.errors.JobFailed`.
        """
        return self.function(type(request))(request, inputs, context or Context())


def load_engine(name: str = "classical") -> Engine:
    """Load an engine by entry-point name, or by ``"package.module:attribute"``."""
    if ":" in name:
        module, _, attribute = name.partition(":")
        found = getattr(importlib.import_module(module), attribute)
    else:
        known = {point.name: point for point in entry_points(group=ENTRY_POINTS)}
        if name not in known:
            raise Unsupported(
                f"There is no engine '{name}'; installed: {', '.join(sorted(known)) or 'none'}."
            )
        found = known[name].load()
    if not isinstance(found, Engine):
        raise Unsupported(f"'{name}' is not an engine but a {type(found).__name__}.")
    return found
