"""``mediaext lab``: JupyterLab on a copy of the teaching notebooks, with the right settings."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote

from mediaext.errors import MediaError
from mediaext.protocol import UPLOAD_LIMIT

FOLDER = Path("mediaext-lab")
MESSAGE_LIMIT = UPLOAD_LIMIT * 3 // 2  # bytes; an upload of the largest size and its envelope
# The question whether to fetch news would stand in front of the first lesson.
PAGE = {"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": True}}


def lessons() -> Path | None:
    """Return the folder of the teaching notebooks, in the package or beside it in a clone."""
    package = Path(__file__).resolve().parents[1]
    for folder in (package / "lessons", package.parent / "notebooks"):
        if any(folder.glob("*.ipynb")):
            return folder
    return None


def copy_lessons(folder: Path) -> list[Path]:
    """Copy the lessons that are not there yet, so that nobody's work is overwritten."""
    folder.mkdir(parents=True, exist_ok=True)
    source = lessons()
    copied = []
    for item in sorted(source.iterdir()) if source else ():
        target = folder / item.name
        if target.exists() or item.name.startswith((".", "__", "conftest")):
            continue
        if item.is_dir():
            shutil.copytree(item, target)
        else:
            shutil.copyfile(item, target)
        copied.append(target)
    return copied


def command(folder: Path, port: int | None, *, browser: bool) -> list[str]:
    """Return the command that starts JupyterLab on a folder."""
    settings = json.dumps({"websocket_max_message_size": MESSAGE_LIMIT})
    chosen = [
        f"--ServerApp.root_dir={folder.resolve()}",
        f"--ServerApp.tornado_settings={settings}",
        "--LabApp.expose_app_in_browser=True",  # panels write magics into new cells
    ]
    first = next(iter(sorted(folder.glob("*.ipynb"))), None)
    if first is not None:
        chosen.append(f"--LabApp.default_url=/lab/tree/{quote(first.name)}")
    if port is not None:
        chosen += [f"--ServerApp.port={port}", "--ServerApp.port_retries=0"]
    if not browser:
        chosen.append("--no-browser")
    return [sys.executable, "-m", "jupyterlab", *chosen]


def environment(configuration: Path) -> dict[str, str]:
    """Return the environment with one more configuration folder; the person's own still count."""
    page = configuration / "labconfig" / "page_config.json"
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(json.dumps(PAGE))
    paths = [str(configuration), os.environ.get("JUPYTER_CONFIG_PATH", "")]
    return {**os.environ, "JUPYTER_CONFIG_PATH": os.pathsep.join(filter(None, paths))}


def run(
    folder: Path = FOLDER,
    port: int | None = None,
    *,
    browser: bool = True,
    arguments: Sequence[str] = (),
    variables: Mapping[str, str] | None = None,
) -> int:
    """Copy the lessons into ``folder``, run JupyterLab there until it ends, return its exit code.

    ``arguments`` go to JupyterLab as they are. Raises :class:`MediaError` where it is not
    installed.
    """
    if find_spec("jupyterlab") is None:
        raise MediaError("JupyterLab is not installed: pip install 'mediaext[lab]'.")
    copied = copy_lessons(folder)
    count = sum(path.suffix == ".ipynb" for path in copied)
    print(f"{folder.resolve()}: {count} new notebooks" if count else folder.resolve())
    with tempfile.TemporaryDirectory(prefix="mediaext-lab-") as configuration:
        surroundings = {**environment(Path(configuration)), **(variables or {})}
        started = subprocess.Popen(
            [*command(folder, port, browser=browser), *arguments], env=surroundings
        )
        # who ends the lab means JupyterLab, which would outlive it
        signal.signal(signal.SIGTERM, lambda *_: started.terminate())
        while True:
            try:
                return started.wait()
            except KeyboardInterrupt:
                continue  # JupyterLab heard it too, and asks or ends by itself
