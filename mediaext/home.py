"""The state folder: ``MEDIAEXT_HOME``, else in the user's data folder."""

import os
import tomllib
from pathlib import Path
from typing import Any, BinaryIO, Literal

from mediaext.errors import MediaError


def home() -> Path:
    """Return the state folder, created on first use and readable only by its owner."""
    chosen = os.environ.get("MEDIAEXT_HOME")
    if chosen:
        folder = Path(chosen).expanduser()
    else:
        from platformdirs import user_data_path

        folder = user_data_path("mediaext", appauthor=False)
    return made(folder)


def read_settings(folder: Path, table: str) -> dict[str, Any]:
    """Return a table of ``settings.toml`` of a state folder; an empty one where there is none.

    Raises :class:`MediaError` for a file that cannot be read.
    """
    path = folder / "settings.toml"
    try:
        found = tomllib.loads(path.read_text("utf-8")).get(table, {})
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise MediaError(f"The settings {path} cannot be read: {error}.") from None
    if not isinstance(found, dict):
        raise MediaError(f"{path}: {table} is a table, [{table}].")
    return found


def made(folder: Path) -> Path:
    """Return a state folder as an absolute path, made where it is missing.

    Raises :class:`MediaError` where it cannot be made.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise MediaError(
            f"The state folder '{folder}' cannot be made ({error.strerror}). "
            "Set MEDIAEXT_HOME to a folder that can be written."
        ) from None
    return folder.resolve()


def open_private(path: str | Path, mode: Literal["ab", "wb", "xb"]) -> BinaryIO:
    """Open a file that only its owner can read, whatever its folder."""
    return open(path, mode, opener=lambda name, flags: os.open(name, flags, 0o600))
