"""The base class of operations: a pydantic class per endpoint whose instance is a request.

Everything else (flags, panels, routes, documentation, strategies) is derived from the neutral
record :class:`Param` that :meth:`Operation.params` gives.
"""

import keyword
import types
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Generic,
    Literal,
    Protocol,
    TypeVar,
    Union,
    get_args,
    get_origin,
)

import annotated_types
from pydantic import BaseModel, ConfigDict, ValidationError, model_validator
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from mediaext.errors import InvalidRequest, Problem, closest
from mediaext.vocabulary import FieldHints, MediaKind, Open


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


OUTSIDE = {"greater_than_equal", "less_than_equal", "literal_error", "multiple_of"}
"""pydantic's names for a value outside the bounds."""

RESERVED = frozenset({
    "again", "attach", "blobs", "cancel", "chain", "cluster", "completion", "conformance",
    "connect", "create_profile", "dataset", "delete_profile", "demo", "doctor", "engine",
    "event_schema", "expect", "explain", "get_profile", "grid", "help", "jobs", "keys", "lab",
    "ledger", "limits", "map", "mock", "panel", "pipe", "profiles", "prune", "records", "repair",
    "resume", "run", "serve", "session", "submit", "top", "update_profile", "usage", "verify",
    "webhooks", "with_options",
})  # fmt: skip
"""Members of the clients and words of the command line, which no operation may be called."""

ResultT = TypeVar("ResultT")
ResultT_co = TypeVar("ResultT_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Short name, path and dialect of an operation, and what it does to its inputs.

    ``queue`` is the service queue (speech has its own); ``geometry`` says what happens to boxes
    and masks: ``"kept"``, ``"scaled"`` or ``"moved"``; ``keeps_identity`` whether a person stays
    who they are, so that a label about identity still holds.
    """

    name: str
    path: str
    dialect: Literal["current", "legacy"] = "current"
    alias: str | None = None
    queue: Literal["standard", "speech"] = "standard"
    geometry: Literal["kept", "scaled", "moved"] = "moved"
    keeps_identity: bool = False

    @property
    def status_path(self) -> str:
        """Path of the status route, with ``{job_id}`` to be filled in."""
        parameter = "{id}" if self.dialect == "legacy" else "{job_id}"
        return f"{self.path}/status/{parameter}"


@cache
def _params(kind: "type[Operation[object]]") -> tuple[Param, ...]:
    """Read the fields of an operation, each with the operation's own example."""
    return tuple(
        replace(param, example=kind.example.get(param.name, param.example))
        for param in read_params(kind)
    )


class Operation(Declared, Generic[ResultT_co]):
    """A request to one endpoint. Its fields are those of the interface; others are refused.

    ``example`` holds values for documentation where those of the vocabulary do not fit.
    """

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        arbitrary_types_allowed=True,
        validate_default=False,
        allow_inf_nan=False,
    )
    endpoint: ClassVar[Endpoint]
    example: ClassVar[Mapping[str, Any]] = {}

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: object) -> None:
        super().__pydantic_init_subclass__(**kwargs)
        if "endpoint" in cls.__dict__:
            CATALOGUE.add(cls)

    if not TYPE_CHECKING:  # to a type checker a recipe is the operation it will become

        def __new__(cls, *_: object, **fields: object) -> Any:
            """Make a request, or a recipe where a dataset is to draw a value."""
            for value in fields.values():
                if isinstance(value, Open):
                    return value.recipe(cls, fields)
            return super().__new__(cls)

    @classmethod
    def params(cls) -> tuple[Param, ...]:
        """Every field in the specification's order."""
        return _params(cls)

    @classmethod
    def result_type(cls) -> type[Any]:
        """Return the class of the result, such as :class:`mediaext.results.Picture`.

        Raises
        ------
        TypeError
            For a class that is not declared as ``Operation[Picture]`` or the like.
        """
        for base in cls.__mro__:
            metadata = getattr(base, "__pydantic_generic_metadata__", None)
            if metadata and metadata["args"]:
                found: type[Any] = metadata["args"][0]
                return found
        raise TypeError(f"{cls.__name__} does not say what it results in: Operation[Picture].")

    def given(self) -> dict[str, Any]:
        """Return the fields that were given, media objects included, by name."""
        given = self.model_fields_set
        return {
            param.name: value
            for param in self.params()
            if param.name in given and (value := getattr(self, param.name)) is not None
        }

    def media(self) -> dict[str, list[Any]]:
        """Return the given media inputs by field name, each as a list."""
        given = self.given()
        return {
            param.name: list(given[param.name]) if param.many else [given[param.name]]
            for param in self.params()
            if param.media and param.name in given
        }


class Runner(Protocol):
    """Anything that can carry out an operation: a client, an engine, a cache around either."""

    def run(self, operation: Operation[ResultT], /) -> ResultT:
        """Make the result, blocking until it is there.

        Parameters
        ----------
        operation
            The request.

        Raises
        ------
        InvalidRequest, Unsupported, JobFailed
            For a request that cannot be carried out.
        """
        ...


class Catalogue(Mapping[str, type[Operation[object]]]):
    """The declared operations by name, in the specification's order; aliases are understood."""

    def __init__(self) -> None:
        self._operations: dict[str, type[Operation[object]]] = {}
        self._aliases: dict[str, str] = {}

    def __getitem__(self, name: str) -> type[Operation[object]]:
        return self._operations[self._aliases.get(name, name)]

    def __iter__(self) -> Iterator[str]:
        return iter(self._operations)

    def __len__(self) -> int:
        return len(self._operations)

    def add(self, operation: type[Operation[object]]) -> None:
        """Take in a declaration.

        Parameters
        ----------
        operation
            The class; it is also taken in when it is declared.

        Raises
        ------
        TypeError
            When its name, alias, path or class name belongs to another operation, or when its
            name or alias would hide a member of the client or a command (:data:`RESERVED`).
        """
        endpoint = operation.endpoint
        for word in (endpoint.name, endpoint.alias):
            if word in RESERVED:
                raise TypeError(
                    f"{operation.__name__} cannot be called '{word}': the client has a member or "
                    "%media a command of that name."
                )
        if not endpoint.name.isidentifier() or keyword.iskeyword(endpoint.name):
            raise TypeError(
                f"{operation.__name__} cannot be called '{endpoint.name}': a client's method is "
                "a Python name."
            )
        for other in self._operations.values():
            same = other.__qualname__ == operation.__qualname__
            if same and other.__module__ == operation.__module__:
                continue  # a module reloaded in a notebook declares itself again
            taken = {
                other.endpoint.name,
                other.endpoint.alias,
                other.endpoint.path,
                other.__name__,
            }
            for word in (endpoint.name, endpoint.alias, endpoint.path, operation.__name__):
                if word and word in taken:
                    raise TypeError(f"'{word}' is declared by {other.__name__} already.")
        self._operations[endpoint.name] = operation
        if endpoint.alias:
            self._aliases[endpoint.alias] = endpoint.name

    def remove(self, name: str) -> None:
        """Forget a declaration, as a test does after itself.

        Parameters
        ----------
        name
            Name of the operation.

        Raises
        ------
        KeyError
            For a name that is not declared.
        """
        operation = self._operations.pop(name)
        self._aliases.pop(operation.endpoint.alias or "", None)

    def by_class_name(self) -> dict[str, type[Operation[object]]]:
        """Return the operations by class name, such as ``"GenerateImage"``."""
        return {operation.__name__: operation for operation in self._operations.values()}


CATALOGUE = Catalogue()


def build(
    operation: type[Operation[ResultT]], *positional: object, **fields: object
) -> Operation[ResultT]:
    """Make a request from positional and named values.

    Optional positionals (``edit``'s image) are filled only when more values are given than the
    required ones need. Raises :class:`InvalidRequest` with a sentence for every problem.
    """
    fields.update(assign_positionals(operation, positional, fields))
    try:
        return operation(**fields)
    except ValidationError as error:
        raise refusal(operation, error, fields) from None


def refusal(
    model: type[BaseModel], error: ValidationError, fields: Mapping[str, object]
) -> InvalidRequest:
    """Return pydantic's error as ours, with a sentence for every problem."""
    problems = read_problems(error)
    return InvalidRequest(explain(model, problems, fields), problems)


def read_problems(error: ValidationError) -> tuple[Problem, ...]:
    """Return the problems that pydantic found in a request body."""
    return tuple(
        Problem(("body", *item["loc"]), item["msg"], item["type"]) for item in error.errors()
    )


def assign_positionals(
    operation: type[Operation[object]], values: tuple[object, ...], named: Collection[str]
) -> dict[str, Any]:
    """Say which field each positional value belongs to."""
    return assign(operation.endpoint.name, operation.params(), values, named)


def assign(
    verb: str, params: Sequence[Param], values: tuple[object, ...], named: Collection[str]
) -> dict[str, Any]:
    """Say which parameter of ``verb`` each positional value belongs to."""
    slots = [p for p in params if p.positional and p.name not in named]
    if len(values) > len(slots):
        takes = ", ".join(param.name for param in slots) or "none"
        raise InvalidRequest(
            f"{verb} takes {len(slots)} values without a name ({takes}), not {len(values)}."
        )
    spare = len(values) - sum(param.required for param in slots)
    chosen = []
    for param in slots:
        if param.required or spare > 0:
            chosen.append(param.name)
            spare -= not param.required
    return dict(zip(chosen, values, strict=False))


def explain(
    operation: type[BaseModel], problems: tuple[Problem, ...], fields: Mapping[str, object]
) -> str:
    """Word problems as sentences that name field, limit and value, with a did-you-mean."""
    params = {param.name: param for param in read_params(operation)}
    sentences = []
    for problem in problems:
        name = problem.field
        if name not in params:
            also = closest(name, params) or f" The fields are {', '.join(params)}."
            sentences.append(f"{name}: there is no such field.{also}")
        elif problem.kind == "missing":
            sentences.append(f"{name} is required. {params[name].help}")
        else:
            sentences.append(_refused(params[name], problem, fields.get(name)))
    return "\n".join(dict.fromkeys(sentences))


def _refused(param: Param, problem: Problem, value: object) -> str:
    got = repr(value)
    got = got if len(got) <= 60 else got[:57] + "..."
    if problem.kind in OUTSIDE and param.bounds:
        return (
            f"{param.name} must be {'one of ' if param.choices else ''}{param.bounds}, not {got}."
        )
    if param.media and problem.kind == "string_type":
        objects = "a PIL image, an array, " if param.media == "image" else ""
        return f"{param.name}: give {objects}a path, a URL, bytes or a result, not {got}."
    allowed = f" (allowed: {param.bounds})" if param.bounds else ""
    said = "" if ", not " in problem.msg else f", not {got}{allowed}"
    return f"{param.name}: {problem.msg}{said}."
