"""Operations with open values: ``choice``, ``uniform`` and ``BASE``, drawn for each sample."""

import bisect
import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any, TypeVar, cast

from mediaext.errors import InvalidRequest
from mediaext.media import is_url, read_media
from mediaext.operation import Operation, build
from mediaext.vocabulary import Open

T = TypeVar("T")
Draw = Callable[[str, int], float]
"""Gives a number in [0, 1) for a field's name and a variant; equal ones give equal numbers."""

LABEL = "{label}"
HERE = "mediaext:input"  # stands for the picture that a step gets, until it is there
ALPHA = frozenset({"cutout"})  # operations whose result is transparent by nature


class Value(Open):
    """An open value."""

    def recipe(self, operation: Any, fields: dict[str, Any]) -> "Recipe":
        """Return the recipe that draws this value."""
        return Recipe(operation, fields)


@dataclass(frozen=True)
class Choice(Value):
    """One of several values, by weight or equally likely."""

    options: tuple[Any, ...]
    weights: tuple[float, ...] | None = None

    def draw(self, share: Callable[[int], float], variant: int, former: bool = False) -> Any:
        """Return the option of a variant; ``share(variant)`` is a number in [0, 1).

        Without weights every option has its turn before one comes again; ``former`` draws each
        variant by itself, as the results of a folder of the first format were drawn.
        """
        if self.weights is not None:
            edges = list(itertools.accumulate(self.weights))
            at = bisect.bisect_right(edges, share(variant) * edges[-1])
            return self.options[min(at, len(edges) - 1)]
        count = len(self.options)
        if former:
            return self.options[int(share(variant) * count)]
        used: list[int] = []
        for number in range(variant // count * count, variant + 1):
            at = int(share(number) * count)
            while at in used:
                at = (at + 1) % count
            used.append(at)
        return self.options[used[-1]]


@dataclass(frozen=True)
class Uniform(Value):
    """A number between two bounds."""

    low: float
    high: float

    def draw(self, share: Callable[[int], float], variant: int, former: bool = False) -> float:
        """Return the number at ``share(variant)`` of the range, to four digits."""
        return round(self.low + share(variant) * (self.high - self.low), 4)


class _Base(Value):
    """The picture of the dataset, or of the step before."""

    def __repr__(self) -> str:
        return "BASE"

    def __reduce__(self) -> str:
        return "BASE"


BASE: Any = _Base()
"""Stands for the picture to work on: ``UpscaleImage(input_image=BASE, scale=2)``."""


def choice(*options: T, weights: Sequence[float] | None = None) -> T:
    """Leave a value open: one of ``options``, drawn for each sample and variant.

    Works for any field, media included, and for whole steps:
    ``choice(EditImage(prompt="rainy"), EditImage(prompt="at night"))``; ``None`` in place of a
    step does nothing. Without ``weights``, the variants of an item show every option once before
    one comes again; with them, each variant is drawn by itself.

    Parameters
    ----------
    *options
        At least one value.
    weights
        How often each is drawn: one number of at least 0 for each option, not all 0.

    Raises
    ------
    InvalidRequest
        Without options, and for weights that are negative, all zero, or not one for each option.
    """
    if not options:
        raise InvalidRequest("choice() needs at least one value to choose from.")
    if weights is None:
        return cast(T, Choice(options))
    given = tuple(float(weight) for weight in weights)
    if len(given) != len(options) or not all(0 <= one < math.inf for one in given):
        raise InvalidRequest(f"weights: one of at least 0 for each of {len(options)} options.")
    if not sum(given):
        raise InvalidRequest("weights: at least one is above 0.")
    return cast(T, Choice(options, given))


def uniform(low: float, high: float) -> float:
    """Leave a number open: drawn evenly for each sample.

    Parameters
    ----------
    low, high
        Bounds of the number.

    Raises
    ------
    InvalidRequest
        Where ``low`` is above ``high``.
    """
    if not low <= high:
        raise InvalidRequest(f"uniform() needs low <= high, not {low} and {high}.")
    return cast(float, Uniform(low, high))


@dataclass(frozen=True, eq=False)
class Recipe:
    """An operation and its values, some of them open; a step of a chain."""

    operation: type[Operation[object]]
    fields: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for high in (False, True):  # the ends of every range, and every option, must be valid
            self._build({k: _end(v, high) for k, v in self.fields.items()})
        for name, value in self.fields.items():
            for option in value.options if isinstance(value, Choice) else ():
                self._build({**{k: _end(v, False) for k, v in self.fields.items()}, name: option})

    def _build(self, fields: Mapping[str, object]) -> None:
        filled = {**fields, **({self.input: HERE} if self.input else {})}
        build(self.operation, **{k: v for k, v in filled.items() if v is not BASE})

    @cached_property
    def input(self) -> str | None:
        """Name of the field that takes the picture, or ``None`` for text alone."""
        for name, value in self.fields.items():
            if value is BASE:
                return name
        for param in self.operation.params():
            if param.media == "image" and param.name not in self.fields:
                return param.name if param.positional else None
        return None

    @cached_property
    def seeded(self) -> bool:
        """Whether the recipe leaves the seed to the dataset."""
        return "seed" in self.operation.model_fields and "seed" not in self.fields

    @cached_property
    def transparent(self) -> bool:
        """Whether the result is a cutout."""
        return self.operation.endpoint.name in ALPHA

    @cached_property
    def given_media(self) -> dict[int, str]:
        """Content digests of the media objects that the recipe itself holds, by identity."""
        found: dict[int, str] = {}
        for param in self.operation.params():
            value = self.fields.get(param.name)
            options = value.options if isinstance(value, Choice) else (value,)
            for option in options if param.media else ():
                for one in option if isinstance(option, list | tuple) else (option,):
                    if one is not None and one is not BASE:
                        found[id(one)] = name_media(one, param.name, param.media)
        return found

    def draw(
        self,
        draw: Draw,
        variant: int,
        *,
        seed: int,
        suffix: str,
        label: Callable[[], str],
        former: bool = False,
    ) -> Operation[object]:
        """Return the operation with every value drawn, and :data:`HERE` as its picture.

        Parameters
        ----------
        draw
            Called with the name of a field and a variant; returns a number in [0, 1).
        variant
            Number of the variant, from 0.
        seed
            For an operation that takes one and was given none.
        suffix
            Image format, where the operation leaves it open.
        label
            Returns the item's label in words, for ``{label}`` in a text.
        former
            As for :meth:`Choice.draw`.
        """
        fields = {
            name: value.draw(partial(draw, name), variant, former)
            if isinstance(value, Choice | Uniform)
            else value
            for name, value in self.fields.items()
        }
        for name, value in fields.items():
            if isinstance(value, str) and LABEL in value:
                fields[name] = value.replace(LABEL, label())
        if self.input:
            fields[self.input] = HERE
        if self.seeded:
            fields["seed"] = seed
        if "output_format" in self.operation.model_fields and "output_format" not in fields:
            fields["output_format"] = suffix
        return self.operation(**fields)

    def words(self) -> str:
        """Return the name of the operation, such as ``edit``."""
        return self.operation.endpoint.name


def _end(value: object, high: bool) -> Any:
    if isinstance(value, Uniform):
        return value.high if high else value.low
    return value.options[-1 if high else 0] if isinstance(value, Choice) else value


def name_media(value: Any, name: str, kind: Any = "image") -> str:
    """Return what names media in a key: its content digest; a URL is taken at its word."""
    return value if is_url(value) else f"sha256:{read_media(value, name, kind).digest}"


Step = Recipe | Choice | None
"""A step of a chain: one recipe, a choice between several, or nothing."""


def as_step(value: object) -> Step:
    """Turn what people write into a step: an operation, its class, a recipe, or a choice."""
    if value is None or isinstance(value, Recipe):
        return value
    if isinstance(value, Choice):
        return Choice(tuple(as_step(option) for option in value.options), value.weights)
    if isinstance(value, Operation):
        return Recipe(type(value), value.given())
    if isinstance(value, type) and issubclass(value, Operation):
        return Recipe(value, {})
    raise InvalidRequest(
        f"A step is an operation such as EditImage(prompt='rainy'), not {type(value).__name__}."
    )


def recipes_of(step: Step) -> tuple[Recipe, ...]:
    """Return every recipe that a step may turn out to be."""
    if step is None:
        return ()
    if isinstance(step, Recipe):
        return (step,)
    return tuple(recipe for option in step.options for recipe in recipes_of(option))


def may_skip(step: Step) -> bool:
    """Return whether a step may turn out to do nothing."""
    if isinstance(step, Choice):
        return any(may_skip(option) for option in step.options)
    return step is None
