"""What a typed line says: steps, each a validated request that knows where it stood."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from mediaext.errors import InvalidRequest
from mediaext.grammar.tokens import Token, WrongLine, wrong
from mediaext.operation import Operation, Param
from mediaext.results import Mesh, Picture, Sound


class Pending:
    """Stands for the result of the step before until that step is done."""

    def result(self) -> Any:
        """Be media in the eyes of a request; the real result takes this place later."""
        raise RuntimeError("The step before has not run yet.")


@dataclass(frozen=True, slots=True)
class Verb:
    """A word that begins a step: an operation or a command, and what it takes.

    ``nested`` commands take a whole line: as it is, as a grid, or as the one before, again.
    """

    name: str
    model: type[BaseModel]
    params: tuple[Param, ...]
    nested: str = ""

    @property
    def summary(self) -> str:
        """First line of its description."""
        return (self.model.__doc__ or "").strip().partition("\n")[0]

    @property
    def operation(self) -> type[Operation[Any]] | None:
        """The operation, or ``None`` for a command."""
        return self.model if issubclass(self.model, Operation) else None

    @property
    def makes(self) -> str:
        """Kind of media that the result can be passed on as, or ``""``."""
        made = self.operation.result_type() if self.operation else object
        kinds = ((Picture, "image"), (Sound, "audio"), (Mesh, "mesh"))
        return next((kind for result, kind in kinds if issubclass(made, result)), "")


@dataclass(frozen=True, slots=True)
class Step:
    """One request of a line. ``piped`` is the field that takes the result of the step before.

    ``spans`` holds the tokens that each field came from; ``line`` the words behind a command
    that takes a whole line, such as ``explain``.
    """

    verb: Verb
    request: BaseModel
    spans: Mapping[str, Sequence[Token]]
    options: Mapping[str, Any]
    piped: str = ""
    line: "Line | None" = None

    @property
    def operation(self) -> Operation[Any]:
        """The request of an operation step."""
        if not isinstance(self.request, Operation):
            raise TypeError(f"{self.verb.name} is a command.")
        return self.request


@dataclass(frozen=True, slots=True)
class Line:
    """What was typed: the text, its steps, and whether a trailing ``&`` was there.

    ``axes`` are the flags of a grid and their values; its steps are the cells, the last axis
    changing fastest.
    """

    text: str
    steps: tuple[Step, ...]
    background: bool = False
    axes: tuple[tuple[str, tuple[str, ...]], ...] = ()

    @property
    def options(self) -> dict[str, Any]:
        """The options of all steps; the last one wins."""
        found: dict[str, Any] = {}
        for step in self.steps:
            found |= step.options
        return found

    def blame(self, error: InvalidRequest) -> InvalidRequest:
        """Return the error with carets under the tokens of the fields that it names."""
        fields = {problem.field for problem in error.problems}
        spans = [
            token for step in self.steps for name in fields for token in step.spans.get(name, ())
        ]
        if isinstance(error, WrongLine) or not spans:
            return error
        pointed = wrong(self.text, str(error), *spans)
        pointed.problems = error.problems
        return pointed
