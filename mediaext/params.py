"""The fields of an operation as records that every frontend reads: :class:`Param`."""

import types
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import annotated_types
from pydantic import BaseModel, model_validator
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from mediaext.vocabulary import FieldHints, MediaKind


@dataclass(frozen=True, slots=True)
class Param:
    """One field of an operation, read from its annotations; the same for every frontend."""

    name: str
    type: Literal["string", "integer", "number", "boolean", "object"]
    required: bool
    default: Any
    help: str
    choices: tuple[Any, ...] = ()
    minimum: float | None = None
    maximum: float | None = None
    multiple: float | None = None
    many: bool = False
    positional: bool = False
    media: MediaKind | None = None
    group: str = "quality"
    multiline: bool = False
    example: Any = None

    @property
    def flag(self) -> str:
        """Name on a command line, such as ``--num-inference-steps``."""
        return "--" + self.name.replace("_", "-")

    @property
    def bounds(self) -> str:
        """Bounds in words, such as ``"0 to 1"``; ``""`` when there are none."""
        if self.choices:
            return ", ".join(str(choice) for choice in self.choices)
        low, high = self.minimum, self.maximum
        parts = []
        if low is not None and high is not None:
            parts.append(f"{low:g} to {high:g}" if high < 1e6 else f"at least {low:g}")
        elif low is not None or high is not None:
            parts.append(f"at least {low:g}" if low is not None else f"at most {high:g}")
        if self.multiple:
            parts.append(f"divisible by {self.multiple:g}")
        return ", ".join(parts)


@cache
def read_params(model: type[BaseModel]) -> tuple[Param, ...]:
    """Read the :class:`Param` of every field of a pydantic model."""
    return tuple(_read_param(name, info) for name, info in model.model_fields.items())


class Declared(BaseModel):
    """A model in which null stands for the default of a field, as most clients mean it.

    A boolean is no number: where one is given for a number, it is refused.
    """

    @model_validator(mode="before")
    @classmethod
    def _as_meant(cls, values: object) -> object:
        if not isinstance(values, Mapping):
            return values
        numbers = _numbers(cls)
        return {
            # as text, which is refused as no number: pydantic takes booleans for 0 and 1
            name: str(value).lower() if isinstance(value, bool) and name in numbers else value
            for name, value in values.items()
            if value is not None
            or name not in cls.model_fields
            or cls.model_fields[name].default in (None, PydanticUndefined)
        }


@cache
def _numbers(model: type[BaseModel]) -> frozenset[str]:
    """Return the names of the fields that hold a number."""
    return frozenset(p.name for p in read_params(model) if p.type in {"integer", "number"})


def _read_param(name: str, info: FieldInfo) -> Param:
    facts = list(info.metadata)
    kind, inner = _unwrap(info.annotation)
    facts += inner
    many = get_origin(kind) is list
    if many:
        kind, _ = _unwrap(get_args(kind)[0])
    choices = get_args(kind) if get_origin(kind) is Literal else ()
    hints = next((fact for fact in reversed(facts) if isinstance(fact, FieldHints)), FieldHints())
    field = next((f for f in facts if isinstance(f, FieldInfo) and f.description), info)
    bounds = _bounds(facts)
    required = info.is_required()
    return Param(
        name=name,
        type=_wire_type(type(choices[0]) if choices else kind),
        required=required,
        default=None if required else info.get_default(call_default_factory=True),
        help=info.description or field.description or "",
        choices=choices,
        minimum=bounds.get("minimum"),
        maximum=bounds.get("maximum"),
        multiple=bounds.get("multiple"),
        many=many,
        positional=hints.positional,
        media=hints.media,
        group="essential" if required else hints.group,
        multiline=hints.multiline,
        example=hints.example,
    )


def _unwrap(annotation: object) -> tuple[Any, list[Any]]:
    """Strip ``Annotated`` and ``| None``; return the bare type and the metadata met on the way."""
    facts: list[Any] = []
    while True:
        origin = get_origin(annotation)
        if origin is Annotated:
            annotation, *metadata = get_args(annotation)
            facts += metadata
            for fact in metadata:
                facts += fact.metadata if isinstance(fact, FieldInfo) else []
        elif origin in (Union, types.UnionType):
            annotation = next(arg for arg in get_args(annotation) if arg is not type(None))
        else:
            return annotation, facts


def _bounds(facts: Sequence[object]) -> dict[str, float]:
    found: dict[str, float] = {}
    for fact in facts:
        match fact:
            case annotated_types.Ge(ge=int() | float() as bound):
                found["minimum"] = bound
            case annotated_types.Le(le=int() | float() as bound):
                found["maximum"] = bound
            case annotated_types.MultipleOf(multiple_of=int() | float() as bound):
                found["multiple"] = bound
    return found


def _wire_type(kind: object) -> Literal["string", "integer", "number", "boolean", "object"]:
    if kind is bool:
        return "boolean"
    if kind is int:
        return "integer"
    if kind is float:
        return "number"
    return "object" if get_origin(kind) is dict else "string"
