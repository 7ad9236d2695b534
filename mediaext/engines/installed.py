"""Models that were added, as they are recorded; see :mod:`mediaext.engines.install`."""

from datetime import datetime
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from mediaext.engines.entries import ModelEntry, ModelFile, own_folder


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
