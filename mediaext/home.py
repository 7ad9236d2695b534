"""Where mediaext keeps its state: ``MEDIAEXT_HOME``, else the user's data folder."""

import os
from pathlib import Path

from mediaext.errors import MediaError


def home() -> Path:
    """Return the state folder, made on first use and readable by its owner alone."""
    chosen = os.environ.get("MEDIAEXT_HOME")
    if chosen:
        folder = Path(chosen).expanduser()
    else:
        from platformdirs import user_data_path

        folder = user_data_path("mediaext", appauthor=False)
    return made(folder)


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
