"""Where mediaext keeps its state: ``MEDIAEXT_HOME``, else the user's data folder."""

import os
from pathlib import Path


def home() -> Path:
    """Return the state folder, made on first use and readable by its owner alone."""
    chosen = os.environ.get("MEDIAEXT_HOME")
    if chosen:
        folder = Path(chosen).expanduser()
    else:
        from platformdirs import user_data_path

        folder = user_data_path("mediaext", appauthor=False)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder.resolve()
