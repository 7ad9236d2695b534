"""Model entries: the open weights that engines can use, where they come from, their licences.

Entries are TOML: those that ship lie in ``mediaext/engines/models``, a user's own in the folder
``models`` of the state folder, where an entry replaces a shipped one of the same name. A model
that was added is recorded with the entry that it had then.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from datetime import datetime
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    JsonValue,
    StringConstraints,
    Tag,
    ValidationError,
    model_validator,
)

from mediaext.errors import InvalidRequest, NotFound, closest
from mediaext.home import home

SHIPPED = Path(__file__).parent / "models"
EXECUTABLE = frozenset(
    {".bin", ".ckpt", ".dll", ".h5", ".msgpack", ".pickle", ".pkl", ".pt", ".pth", ".py", ".so"}
)
"""Suffixes of files that can run code when they are opened; they are never taken."""


def is_inside(path: str) -> bool:
    """Say whether a path stays in its folder, and means the same on every system."""
    parts = set(path.split("/"))
    return not {"", ".", ".."} & parts and not re.search(r'[\x00-\x1f\x7f<>:"|?*\\]', path)


def _checked_path(path: str) -> str:
    if not is_inside(path):
        raise ValueError(f"is a relative path with forward slashes, not {path!r}")
    return path


Name = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9._-]{0,63}$")]
RelativePath = Annotated[str, AfterValidator(_checked_path)]
Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Revision = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{40}$")]
Skill = Literal[
    "generate", "edit", "animate", "speak", "mesh", "cutout", "upscale", "people", "draw"
]  # fmt: skip
Plan = Literal["bf16", "offload", "int8", "gguf", "cpu"]
"""How a model is held: whole, its largest part alone, quantised, with the transformer of a GGUF
file, or in main memory."""


def is_data(path: str) -> bool:
    """Say whether a file cannot run code when it is opened, going by its suffix."""
    return PurePosixPath(path).suffix.lower() not in EXECUTABLE


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Licence(_Strict):
    """The licence of weights, as far as somebody read it."""

    id: str = Field(min_length=1, description="SPDX identifier, or the licence's own name.")
    commercial: bool = Field(description="Whether results may be used commercially.")
    source: str = Field(pattern="^https://", description="Page where it is stated.")
    read: str = Field(
        "",
        pattern=r"^(\d{4}-\d{2})?$",
        description="Year and month in which it was read at its source; empty where nobody did.",
    )
    excludes: tuple[str, ...] = Field((), description="Territories where it grants nothing.")
    remarks: str = Field("", description="What else to know, in a sentence.")

    @property
    def terms(self) -> str:
        """What a person has to know before accepting it, in one line."""
        facts = [self.id, "commercial use" if self.commercial else "no commercial use"]
        if self.excludes:
            facts.append(f"not for {', '.join(self.excludes)}")
        facts.append(
            f"licence read in {self.read}" if self.read else "licence not read by this project"
        )
        return ", ".join(facts)


class HubSource(_Strict):
    """A repository of a model hub."""

    hub: str = Field(pattern=r"^[\w.-]+/[\w.-]+$", description="Repository, ORGANISATION/NAME.")
    revision: Revision | None = Field(
        None, description="Commit; where it is absent, adding resolves and records it."
    )
    include: tuple[str, ...] = Field(
        ("*",), description="Patterns of the files that are needed, such as 'transformer/*'."
    )
    exclude: tuple[str, ...] = Field((), description="Patterns of those that are not.")
    plain: tuple[str, ...] = Field(
        (), description="Patterns of needed files that hold bare numbers, whatever their suffix."
    )
    gated: bool = Field(False, description="Whether the hub asks for a login and consent.")

    @property
    def label(self) -> str:
        """The source in a few words."""
        return self.hub

    def wants(self, path: str) -> bool:
        """Say whether a file of the repository is needed."""
        return (
            (is_data(path) or any(fnmatchcase(path, pattern) for pattern in self.plain))
            and any(fnmatchcase(path, pattern) for pattern in self.include)
            and not any(fnmatchcase(path, pattern) for pattern in self.exclude)
        )


class PackageSource(_Strict):
    """A file of a package index, read as data: nothing of it is imported or run."""

    package: str = Field(
        pattern=r"^(@[a-z0-9._-]+/)?[A-Za-z0-9][A-Za-z0-9._-]*$", description="Package."
    )
    version: str = Field(pattern=r"^[\w.!+-]+$", description="Version.")
    file: str = Field(
        pattern=r"^[\w.+-]+\.(whl|tgz|tar\.gz)$", description="Wheel, or tarball for npm."
    )
    sha256: Sha256 = Field(description="SHA-256 of the file.")
    client: Literal["pip", "npm"] = Field("pip", description="Program that downloads it.")

    @property
    def label(self) -> str:
        """The source in a few words."""
        return f"{self.client} {self.package} {self.version}"


class FolderSource(_Strict):
    """A folder of this machine."""

    folder: Path = Field(description="Folder that holds the files; ~ is the user's own.")

    @property
    def label(self) -> str:
        """The source in a few words."""
        return str(self.folder)


_KINDS = ("hub", "package", "folder")


def _source_kind(value: Any) -> str | None:
    """Return the key that says which kind of source this is."""
    if isinstance(value, Mapping):
        return next((kind for kind in _KINDS if kind in value), None)
    return next((kind for kind in _KINDS if hasattr(value, kind)), None)


Source = Annotated[
    Annotated[HubSource, Tag("hub")]
    | Annotated[PackageSource, Tag("package")]
    | Annotated[FolderSource, Tag("folder")],
    Discriminator(
        _source_kind,
        custom_error_type="source",
        custom_error_message="has one of hub, package and folder",
    ),
]


class ModelFile(_Strict):
    """One file of a model; ``path`` is relative to the repository, archive or folder."""

    path: RelativePath
    sha256: Sha256
    size: int = Field(gt=0, description="Bytes.")


class ModelEntry(_Strict):
    """Weights that an engine can use, as the tables ``[[model]]`` of an entry file say."""

    name: Name = Field(description="What `mediaext engine add` calls it.")
    skill: Skill = Field(description="What it does for an engine.")
    summary: str = Field("", description="One line about it.")
    source: Source = Field(description="Where it comes from.")
    licence: Licence
    environment: Name | None = Field(
        None, description="Environment it runs in; absent where mediaext reads the files itself."
    )
    class_name: str = Field("", alias="class", description="Class that loads it.")
    base: Name | None = Field(
        None,
        description="Entry whose pipeline this changes: a LoRA, or with memory by 'gguf' a GGUF "
        "file in place of its transformer.",
    )
    arguments: dict[str, JsonValue] = Field({}, description="Arguments of its calls.")
    loading: dict[str, JsonValue] = Field({}, description="Arguments of what loads it.")
    languages: tuple[str, ...] = Field(
        (), description="Languages that it speaks, as codes; absent where it decides itself."
    )
    needs_voice: bool = Field(False, description="Whether it has no voice of its own to speak in.")
    also: tuple[Skill, ...] = Field((), description="Other skills that it has.")
    memory: dict[Plan, Annotated[float, Field(gt=0)]] = Field(
        {}, description="Gigabytes (1e9 bytes) by how it is held, least saving first."
    )
    fields: dict[str, str] = Field(
        {},
        description="Arguments by field of a request, where names differ; empty where it is not "
        "used.",
    )
    cancel_grace: float = Field(
        30.0,
        ge=0,
        description="Seconds in which a cancelled job stops, as a step takes.",
    )
    frame_multiple: int = Field(1, ge=1, description="A clip has a multiple of it and one frames.")
    multiple: int = Field(1, ge=1, le=256, description="Both sides are divisible by this.")
    download: float = Field(0.0, ge=0, description="Gigabytes to download, about; 0 is unknown.")
    verified: bool = Field(False, description="Whether this project ran it with its real weights.")
    files: tuple[ModelFile, ...] = Field(
        (), description="Its files; absent where the repository's own list is taken."
    )

    @model_validator(mode="after")
    def _complete(self) -> Self:
        if isinstance(self.source, PackageSource) and not self.files:
            raise ValueError("files of a package are listed, with path, sha256 and size")
        for file in self.files:
            if not is_data(file.path):
                raise ValueError(
                    f"'{file.path}' can run code when it is opened; give safetensors, ONNX or GGUF"
                )
        return self

    @property
    def skills(self) -> frozenset[str]:
        """Everything that it does; what changes another one does nothing by itself."""
        return frozenset({self.skill, *self.also}) if self.base is None else frozenset()

    def resized(self, size: int) -> Self:
        """Return the entry of a model whose files have ``size`` bytes.

        Less than an eighth of what the entry says is no saving (4 bits in place of 32) but a
        smaller model, which takes less memory in proportion.
        """
        share = min(8 * size / 1e9 / self.size, 1.0) if self.size else 1.0
        memory = {plan: share * needed for plan, needed in self.memory.items()}
        return self.model_copy(update={"memory": memory})

    @property
    def size(self) -> float:
        """Gigabytes to download, as far as the entry knows; 0 is unknown."""
        return sum(file.size for file in self.files) / 1e9 or self.download


class Environment(_Strict):
    """An environment of its own for the libraries of a family of models."""

    python: tuple[str, ...] = Field(description="Versions of Python it works with, as '3.11'.")
    packages: tuple[Annotated[str, StringConstraints(pattern=r"^[\w.-]+==[\w.]+$")], ...] = Field(
        (),
        description="What it is for; where these are installed here, no environment is made.",
    )
    adapter: Name = Field("diffusers", description="What runs its models, in a host process.")
    lock: RelativePath = Field(description="Requirements with hashes, beside the entry file.")
    folder: Path = Field(Path(), exclude=True)

    @property
    def lock_file(self) -> Path:
        """The lock's path."""
        return self.folder / self.lock


class _EntryFile(_Strict):
    model: tuple[ModelEntry, ...] = ()
    environments: dict[Name, Environment] = {}


class ModelCatalogue(_Strict):
    """All entries and environments by name."""

    models: dict[str, ModelEntry]
    environments: dict[str, Environment]

    def model(self, name: str) -> ModelEntry:
        """Return an entry; raise :class:`NotFound` with the nearest name."""
        if name not in self.models:
            raise NotFound(f"There is no model '{name}'.{closest(name, self.models)}")
        return self.models[name]


def known_licence(model: str) -> str:
    """Return the licence of weights that run elsewhere, by the name that their hub gives them.

    Examples
    --------
    >>> known_licence("Tongyi-MAI/Z-Image-Turbo")
    'Apache-2.0'
    >>> known_licence("my-own-model")
    'not known; ask who runs it'
    """
    for entry in read_catalogue().models.values():
        if isinstance(entry.source, HubSource) and entry.source.hub == model:
            return entry.licence.id
    return "not known; ask who runs it"


def own_folder() -> Path:
    """Return the folder of the user's own entry files and of the models that were added."""
    return home() / "models"


def read_catalogue() -> ModelCatalogue:
    """Read the shipped entries and the user's own, which come first.

    Raises :class:`InvalidRequest` that names file, model and field of what is wrong.
    """
    shipped, own = _shipped(), _read_folder(own_folder())
    found = ModelCatalogue(
        models={**shipped.models, **own.models},
        environments={**shipped.environments, **own.environments},
    )
    for entry in found.models.values():
        for kind, name, known in (
            ("environment", entry.environment, found.environments),
            ("base", entry.base, found.models),
        ):
            if name is not None and name not in known:
                raise InvalidRequest(
                    f"Model '{entry.name}': there is no {kind} '{name}'.{closest(name, known)}"
                )
    return found


@cache
def _shipped() -> ModelCatalogue:
    return _read_folder(SHIPPED)


def _read_folder(folder: Path) -> ModelCatalogue:
    models: dict[str, ModelEntry] = {}
    environments: dict[str, Environment] = {}
    for path in sorted(folder.glob("*.toml")):
        read = _read_file(path)
        for entry in read.model:
            if entry.name in models:
                raise InvalidRequest(f"{path}: there is another model '{entry.name}'.")
            models[entry.name] = entry
        environments |= {
            name: environment.model_copy(update={"folder": path.parent})
            for name, environment in read.environments.items()
        }
    return ModelCatalogue(models=models, environments=environments)


def _read_file(path: Path) -> _EntryFile:
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InvalidRequest(f"{path} is not TOML: {error}.") from None
    try:
        return _EntryFile.model_validate(data)
    except ValidationError as error:
        raise InvalidRequest("\n".join(_sentences(path, data, error))) from None


def _sentences(path: Path, data: Mapping[str, Any], error: ValidationError) -> Iterator[str]:
    """Say of each mistake in which file, model and field it is."""
    for problem in error.errors(include_url=False):
        loc = list(problem["loc"])
        where = str(path)
        if len(loc) > 1 and loc[0] == "model" and isinstance(loc[1], int):
            entry = data["model"][loc[1]]
            name = entry.get("name", loc[1] + 1) if isinstance(entry, Mapping) else loc[1] + 1
            where, loc = f"{where}: model '{name}'", loc[2:]
        if loc[:1] == ["source"] and len(loc) > 1:
            del loc[1]  # which kind of source, a key that nobody wrote there
        field = f": {'.'.join(map(str, loc))}" if loc else ""
        yield f"{where}{field}: {problem['msg'].removeprefix('Value error, ')}."


class InstalledModel(BaseModel):
    """A model that was added, as it was recorded then."""

    model_config = ConfigDict(frozen=True)

    entry: ModelEntry
    revision: str
    files: tuple[ModelFile, ...]
    added_at: datetime

    @property
    def folder(self) -> Path:
        """Folder of its files, laid out as in its repository."""
        return own_folder() / self.entry.name / "files"

    @property
    def size(self) -> int:
        """Bytes of its files."""
        return sum(file.size for file in self.files)


def find_model(name: str) -> InstalledModel | None:
    """Return a model that was added, or ``None``; no entry file is read and nothing is checked.

    Examples
    --------
    >>> find_model("mediapipe-people") is None
    True
    """
    try:
        return InstalledModel.model_validate_json(record_of(name).read_bytes())
    except (OSError, ValidationError):
        return None


def installed_models() -> dict[str, InstalledModel]:
    """Return all models that were added by name."""
    names = sorted(path.parent.name for path in own_folder().glob("*/installed.json"))
    return {name: found for name in names if (found := find_model(name)) is not None}


def record_of(name: str) -> Path:
    """Return the path of a model's record, which is there when the model is."""
    return own_folder() / name / "installed.json"
