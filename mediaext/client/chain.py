"""Operations one after the other, each working on the result of the one before."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from mediaext.errors import InvalidRequest
from mediaext.operation import CATALOGUE, Operation, build
from mediaext.results import Result

if TYPE_CHECKING:
    from mediaext.client.client import Client

Watcher = Callable[[int, int, type[Operation[Any]]], None]
"""Called as ``watcher(number, total, operation)`` before each step."""


class Chain:
    """A lazy sequence of steps: ``media.chain("image a red bicycle", seed=7).upscale(scale=2)``.

    Nothing is sent before :meth:`run`. Finished steps are kept: running again after a failure goes
    on with the step that failed. A chain is not changed by adding a step to it.
    """

    def __init__(self, media: "Client", start: Any, steps: tuple[Any, ...] = ()) -> None:
        self._media = media
        self._start = start
        self._steps = steps
        self._results: list[Any] = []

    def __repr__(self) -> str:
        names = " -> ".join(operation.endpoint.name for operation, _, _ in self._steps)
        return f"<Chain {names or 'empty'}, {len(self._results)} of {len(self._steps)} made>"

    def __getattr__(self, name: str) -> "Callable[..., Chain]":
        if name.startswith("_") or name not in CATALOGUE:
            raise AttributeError(f"A chain has no step '{name}'; known: {', '.join(CATALOGUE)}.")

        def add(*values: Any, **fields: Any) -> Chain:
            return self.then(name, *values, **fields)

        return add

    def then(self, name: str, *values: Any, **fields: Any) -> "Chain":
        """Return a chain with one more step, which works on the result of the last."""
        chain = Chain(self._media, self._start, (*self._steps, (CATALOGUE[name], values, fields)))
        chain._results = list(self._results)
        if self._start is not None or self._steps:
            chain._request(len(chain._steps) - 1, b"checked before anything is sent")
        return chain

    def _request(self, index: int, piped: Any) -> Operation[Any]:
        operation, values, fields = self._steps[index]
        if piped is None:
            return build(operation, *values, **fields)
        name = piped_field(operation, fields)
        return build(operation, *values, **{name: piped, **fields})

    def run(self, watcher: Watcher = lambda number, total, operation: None) -> Any:
        """Make the steps that are not made yet and return the last result."""
        for index in range(len(self._results), len(self._steps)):
            watcher(index + 1, len(self._steps), self._steps[index][0])
            piped = self._results[-1] if self._results else self._start
            self._results.append(self._media.run(self._request(index, piped)))
        return self._results[-1] if self._results else self._start

    @property
    def results(self) -> tuple[Result, ...]:
        """Results of the steps made so far."""
        return tuple(self._results)


def piped_field(operation: type[Operation[Any]], given: Any = ()) -> str:
    """Return the field that takes the result of the step before: the first media input not given.

    Raises :class:`InvalidRequest` for an operation that takes none.
    """
    for param in operation.params():
        if param.media and param.name not in given:
            return param.name
    raise InvalidRequest(
        f"{operation.endpoint.name} takes no media that is not given already, so it cannot come "
        "after another step."
    )


def begin(media: "Client", start: Any, fields: dict[str, Any]) -> Chain:
    """Begin a chain with media in hand, a request, or text such as ``"image a red bicycle"``."""
    if isinstance(start, Operation):
        chain = Chain(media, None)
        return chain.then(start.endpoint.name, **start.given())
    word, _, rest = start.partition(" ") if isinstance(start, str) else ("", "", "")
    if word in CATALOGUE:
        chain = Chain(media, None)
        first = chain.then(word, *([rest] if rest else []), **fields)
        first._request(0, None)
        return first
    if fields:
        raise InvalidRequest(f"Fields need an operation to go to; known: {', '.join(CATALOGUE)}.")
    return Chain(media, start)
