"""An engine is a table from operation class to ``function(request, inputs, context) -> files``.

The service fetches the inputs before and signs the outputs after; an engine function only makes.
"""

import importlib
import importlib.util
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from importlib.metadata import entry_points
from typing import Any, TypeVar, cast

from pydantic import JsonValue

from mediaext.errors import InvalidRequest, JobFailed, Unsupported, closest, job_failed
from mediaext.job import JobRecord, Status
from mediaext.media import is_url, read_data_url, read_media
from mediaext.operation import Operation, ResultT
from mediaext.results import MadeFile, Result
from mediaext.vocabulary import MediaKind


@dataclass(frozen=True, slots=True)
class Identity:
    """What makes the results of one operation, which are interchangeable only where it is equal.

    Names of libraries and of this package are not part of it: ``output_version`` is raised when
    the pixels of an equal request change. Empty fields do not apply to the engine.
    """

    engine: str
    model: str = ""
    revision: str = ""
    lora: str = ""
    quantisation: str = ""
    dtype: str = ""
    output_version: str = "1"

    def __str__(self) -> str:
        """Return the canonical text, as it stands in cache keys."""
        given = {name: value for name, value in asdict(self).items() if value}
        engine = given.pop("engine")
        return " ".join([engine, *(f"{name}={value}" for name, value in given.items())])

    def facts(self) -> dict[str, str]:
        """Return the fields that apply, as JSON data for records and provenance."""
        return {name: value for name, value in asdict(self).items() if value}


ENTRY_POINTS = "mediaext.engines"
SEEDS = 2**32
WORDS_SHOWN = 20
OWN = {
    "classical": "mediaext.engines.classical:engine",
    "comfyui": "mediaext.engines.comfyui:engine",
    "diffusers": "mediaext.engines.local_models:diffusers",
    "huggingface": "mediaext.engines.huggingface:engine",
    "models": "mediaext.engines.local_models:engine",
    "openai": "mediaext.engines.openai:engine",
}
"""Engines of this package by name; those of others are found by the entry points."""
T = TypeVar("T")
UNAVAILABLE = "MODEL_UNAVAILABLE"
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
    profile passes through to the engine, to be read with :meth:`setting`. ``notes`` are sentences
    for whoever asked, ``details`` JSON values for the provenance. ``made_by`` and ``trained`` are
    of the result: who made it, and whether a model that learned from media had a part in it.
    """

    seed: int = 0
    report: Callable[[float | None, str], None] = lambda fraction, message: None
    notes: list[str] = field(default_factory=list)
    details: dict[str, Any] = field(default_factory=dict)
    extra: Mapping[str, JsonValue] = field(default_factory=dict)
    made_by: Identity | None = None
    trained: bool = False
    _read: set[str] = field(default_factory=set, init=False, repr=False)

    def progress(self, fraction: float | None, message: str = "") -> None:
        """Tell how far the work is; call it often, since a cancelled job stops here.

        Parameters
        ----------
        fraction
            0 to 1, brought into these bounds; ``None`` where it cannot be told.
        message
            What is being done, in a few words.

        Raises
        ------
        Cancelled
            When the job was cancelled.
        """
        self.report(None if fraction is None else min(max(fraction, 0.0), 1.0), message)

    def note(self, sentence: str) -> None:
        """Say in a plain sentence what of the request could not be done; each is kept once.

        Parameters
        ----------
        sentence
            For whoever asked, with its full stop.
        """
        if sentence not in self.notes:
            self.notes.append(sentence)

    def detail(self, key: str, value: Any) -> None:
        """Keep a value for the result's provenance, such as the prompt that was used.

        Parameters
        ----------
        key
            Its name.
        value
            Anything that JSON holds.
        """
        self.details[key] = value

    def setting(self, name: str, kind: type[T]) -> T | None:
        """Return what a profile sets and the request has no field for.

        A setting that nobody reads is named in a note.

        Parameters
        ----------
        name
            ``steps``, ``cfg_scale``, ``negative_prompt``, ``palette``, ``height``, ``width``,
            ``prompt_template``, or one of the profile's ``extra_params``.
        kind
            Type of the value; an integer counts as ``float`` too.

        Returns
        -------
        T | None
            ``None`` where the profile does not set it, or sets another type.
        """
        value = self.extra.get(name)
        if kind is float and isinstance(value, int):
            value = float(value)
        if not isinstance(value, kind):
            return None
        self._read.add(name)
        return value

    def note_unread(self, operation: str) -> None:
        """Note what a profile sets and nothing has read.

        Parameters
        ----------
        operation
            Name of the operation, for the sentence.
        """
        left = [name for name in self.extra if name not in self._read]
        if left:
            self.note(f"No effect on {operation}: {', '.join(left)} of the profile.")


EngineFunction = Callable[[Any, Inputs, Context], Files]


def invalid(sentence: str) -> JobFailed:
    """Build the INPUT_INVALID failure.

    Parameters
    ----------
    sentence
        What is wrong, and what would be right.
    """
    return job_failed("INPUT_INVALID", sentence)


def not_understood(words: Sequence[str], field: str = "prompt") -> str:
    """Build the note that names the words of a field that an engine does not know.

    Parameters
    ----------
    words
        The words, in their order.
    field
        Name of the field.
    """
    shown = ", ".join(words[:WORDS_SHOWN]) + (", …" if len(words) > WORDS_SHOWN else "")
    return f"Not understood in {field}, and left out: {shown}."


def unavailable(sentence: str) -> JobFailed:
    """Build the MODEL_UNAVAILABLE failure: nothing was made, and another engine may be asked.

    Parameters
    ----------
    sentence
        Why it is not available now.
    """
    return job_failed(UNAVAILABLE, sentence)


class Engine:
    """Make media with functions found by operation.

    A function is registered with :meth:`makes`, or found as ``make`` in the module of ``package``
    that is named like the operation (``operations/cutout.py`` serves ``cutout``). ``trained`` says
    that a model learned from media, which the signature of a result has to tell.

    ``memory_limit`` is the most memory in bytes that a worker of the service may take for this
    engine, ``bytes_per_pixel`` what a job takes at most for each pixel of its inputs: media that
    would pass the limit is refused before it is decoded. ``None`` is no limit.
    """

    def __init__(  # each is a fact of its own
        self,
        name: str,
        version: str,
        package: str = "",
        *,
        trained: bool = False,
        memory_limit: int | None = None,
        bytes_per_pixel: int = 0,
    ) -> None:
        self.name = name
        self.version = version
        self.trained = trained
        self.memory_limit = memory_limit
        self.bytes_per_pixel = bytes_per_pixel
        self._package = package
        self._functions: dict[str, EngineFunction] = {}

    def __repr__(self) -> str:
        return f"<Engine {self.name} {self.version}>"

    def makes(
        self, operation: type[OperationT]
    ) -> Callable[[Callable[[OperationT, Inputs, Context], Files]], EngineFunction]:
        """Register the decorated function for an operation.

        Parameters
        ----------
        operation
            The operation that the function makes. It is called as
            ``function(request, inputs, context)`` and returns the made files by role.
        """

        def register(
            function: Callable[[OperationT, Inputs, Context], Files],
        ) -> EngineFunction:
            self._functions[operation.endpoint.name] = function
            return function

        return register

    def supports(self, operation: type[Operation[Any]]) -> bool:
        """Say whether this engine has a function for an operation, without importing it.

        Parameters
        ----------
        operation
            The operation's class.
        """
        name = operation.endpoint.name
        if name in self._functions:
            return True
        return bool(
            self._package and importlib.util.find_spec(f"{self._package}.{name}") is not None
        )

    def function(self, operation: type[Operation[Any]]) -> EngineFunction:
        """Return the function for an operation, importing its module on first use.

        Parameters
        ----------
        operation
            Class of the operation.

        Raises
        ------
        Unsupported
            When there is none.
        """
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
        """Carry out a request on the given input bytes.

        Parameters
        ----------
        request
            The checked request.
        inputs
            Bytes of every media input by field name: one entry for a single input, several for a
            list.
        context
            Seed, progress and notes of the job; by default seed 0, reported to nobody.

        Returns
        -------
        Mapping[str, MadeFile]
            Made files by role.

        Raises
        ------
        Unsupported
            Where the engine has no function for the operation.
        JobFailed
            Where the function cannot carry the request out.
        Cancelled
            When the job was cancelled meanwhile.
        """
        context = context or Context()
        function = self.function(type(request))
        context.made_by, context.trained = self.identity(type(request)), self.trained
        files = function(request, inputs, context)
        context.note_unread(request.endpoint.name)
        return files

    def run(self, operation: Operation[ResultT], /) -> ResultT:
        """Make the result in the calling thread, without service, network or signing.

        Parameters
        ----------
        operation
            The request. Its media are paths, ``data:`` URLs, bytes, images, arrays, tensors,
            results, jobs, or operations, which are made first.

        Returns
        -------
        Result
            Its ``job`` has the notes and the seed that was used, drawn for -1.

        Raises
        ------
        InvalidRequest
            Where an input is no media, or a URL that would have to be fetched.
        Unsupported
            Where the engine has no function for the operation.
        JobFailed
            Where the function cannot carry the request out.
        """
        kinds = {param.name: param.media or "image" for param in operation.params()}
        inputs = {
            name: [self._read(value, name, kinds[name]) for value in values]
            for name, values in operation.media().items()
        }
        seeded = "seed" in type(operation).model_fields
        asked = getattr(operation, "seed", None)
        drawn = secrets.randbelow(SEEDS) if seeded and (asked is None or asked < 0) else asked or 0
        context, begun = Context(seed=drawn % SEEDS), datetime.now(UTC)
        files = self.make(operation, inputs, context)
        record = JobRecord(
            job_id="",
            operation=operation.endpoint.name,
            service=f"engine {self.name}",
            status=Status.COMPLETED,
            request={name: v for name, v in operation.given().items() if name not in inputs},
            seed=drawn if seeded else None,
            notes=tuple(context.notes),
            submitted_at=begun,
            completed_at=datetime.now(UTC),
        )
        kind: type[Result] = operation.result_type()
        return cast(ResultT, kind.from_files(files, record))

    def _read(self, value: object, field: str, kind: MediaKind) -> bytes:
        if isinstance(value, Operation):
            value = self.run(value)
        elif callable(wait := getattr(value, "result", None)):
            value = wait()
        if isinstance(value, str) and value.startswith("data:"):
            value = read_data_url(value, field)
        elif is_url(value):
            raise InvalidRequest.about(
                field, "an engine fetches nothing; download the URL first, or use a client."
            )
        return read_media(value, field, kind).content

    def identity(self, operation: type[Operation[Any]]) -> Identity:
        """Return what makes an operation: the facts on which its pixels depend.

        An engine with models names them here, without loading them; it is called often.

        Parameters
        ----------
        operation
            The operation's class.
        """
        return Identity(self.name, output_version=self.version)

    def prepare(self, operation: type[Operation[Any]], context: Context) -> None:
        """Load what an operation needs ahead of a job, outside the job's time; by default nothing.

        Parameters
        ----------
        operation
            The operation's class.
        context
            Receives the progress.

        Raises
        ------
        Cancelled
            When nobody waits for it any more.
        Unsupported, JobFailed
            When it cannot be loaded.
        """

    def describe(self, operation: type[Operation[Any]]) -> dict[str, JsonValue]:
        """Return who makes an operation: the facts of its identity, memory and state.

        Parameters
        ----------
        operation
            The operation's class.

        Returns
        -------
        dict
            JSON. ``identity`` is the canonical text, ``trained`` whether a model that learned from
            media makes it, ``memory`` the gigabytes that a job may take here; an engine adds
            ``licence`` and another ``state`` than ready.
        """
        identity = self.identity(operation)
        limit = {} if self.memory_limit is None else {"memory": self.memory_limit / 1e9}
        return {
            "identity": str(identity),
            **identity.facts(),
            "trained": self.trained,
            "state": "ready",
            **limit,
        }


def check_engine(name: str) -> None:
    """Raise :class:`Unsupported` for a name that is neither installed nor a module's attribute."""
    head, found, _ = name.partition(":")
    if head in OWN:
        return
    if found and ("." in head or importlib.util.find_spec(head)):
        return
    known = sorted({*OWN, *(point.name for point in entry_points(group=ENTRY_POINTS))})
    if head not in known:
        raise Unsupported(
            f"There is no engine '{head}'; installed: {', '.join(known) or 'none'}."
            f"{closest(head, known)}"
        )


def _attribute(module: str, name: str) -> object:
    found: object = getattr(importlib.import_module(module), name)
    return found


def _named(name: str) -> object | None:
    """Return the engine with a name, or what makes it; ``None`` where there is none."""
    if name in OWN:
        return _attribute(*OWN[name].split(":"))
    return next((point.load() for point in entry_points(group=ENTRY_POINTS, name=name)), None)


def load_engine(name: str = "classical") -> Engine:
    """Load an engine.

    Parameters
    ----------
    name
        An installed engine, with its argument after a colon, or a module's attribute:
        ``"classical"``, ``"openai:http://127.0.0.1:30000"``, ``"package.module:attribute"``. An
        entry point is an engine, or a function that makes one from the argument.

    Raises
    ------
    Unsupported
        For a name that is not installed, an argument that the engine does not take, and for what
        is no engine.

    Examples
    --------
    >>> load_engine("classical")  # doctest: +SKIP
    <Engine classical 3>
    """
    head, _, tail = name.partition(":")
    check_engine(name)
    found = _named(head)
    if found is None:
        found = _attribute(head, tail)
    elif not isinstance(found, Engine) and callable(found):
        found = found(tail)
    elif tail:
        raise Unsupported(f"The engine '{head}' takes no argument, not '{tail}'.")
    if not isinstance(found, Engine):
        raise Unsupported(f"'{name}' is not an engine but a {type(found).__name__}.")
    return found
