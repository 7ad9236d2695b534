"""``mediaext doctor``: what is installed here, and what to type next."""

import os
import sys
from collections.abc import Iterator
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from mediaext.engines.routing import chosen_engines, describe_engines
from mediaext.errors import MediaError
from mediaext.home import home
from mediaext.operation import CATALOGUE

EXTRAS = {
    "local": ("fastapi", "cv2", "the embedded service and the classical engine"),
    "torch": ("torch", "simplejpeg", "tensors and datasets"),
    "lab": ("jupyterlab", "sklearn", "JupyterLab and the lessons"),
    "diffusion": ("diffusers", "transformers", "models with weights on this computer"),
}
BASE = ("anywidget", "httpx", "ipywidgets", "ipython", "numpy", "pandas", "pillow", "pydantic")
USUAL = ("local", "lab")  # extras that a first picture in a notebook needs
PAGES = ("jupyterlab-manager", "anywidget")


def report() -> list[dict[str, str]]:
    """Return rows with ``what``, ``state`` (ok, missing or a fault) and ``facts``."""
    rows = [_row("mediaext", "ok", f"{version('mediaext')}, Python {sys.version.split()[0]}")]
    rows += _extras()
    rows += [_panels(), *_engines(), _state()]
    needed = [row["what"] for row in rows if row["state"] == "missing" and row["what"] in USUAL]
    following = f"pip install 'mediaext[{','.join(needed)}]'" if needed else ""
    rows.append(_row("next", "", following or 'mediaext image "a red bicycle" -o bike.webp'))
    return rows


def _row(what: str, state: str, facts: str) -> dict[str, str]:
    return {"what": what, "state": state, "facts": facts}


def _extras() -> Iterator[dict[str, str]]:
    for extra, (*modules, gives) in EXTRAS.items():
        missing = [name for name in modules if find_spec(name) is None]
        facts = f"{gives}; without {', '.join(missing)}" if missing else gives
        yield _row(extra, "missing" if missing else "ok", facts)
    yield _row("dependencies", "ok", ", ".join(f"{name} {version(name)}" for name in BASE))


def _panels() -> dict[str, str]:
    """Say whether the JupyterLab of this environment has the scripts that panels need."""
    if find_spec("jupyterlab") is None:
        return _row(
            "panels",
            "no JupyterLab here",
            "where JupyterLab runs: pip install anywidget jupyterlab_widgets, then reload",
        )
    from jupyter_core.paths import jupyter_path

    folders = [Path(path) for path in jupyter_path("labextensions")]
    missing = [
        name
        for name in PAGES
        if not any(next(folder.glob(f"**/{name}/package.json"), None) for folder in folders)
    ]
    if missing:
        return _row(
            "panels", f"no {', '.join(missing)}", "pip install anywidget jupyterlab_widgets"
        )
    return _row("panels", "ok", "live in JupyterLab and Notebook 7 of this environment")


def _engines() -> Iterator[dict[str, str]]:
    """Say what the chosen engines make."""
    service = os.environ.get("MEDIAEXT_BASE_URL")
    if service:
        yield _row("service", "ok", f"{service} (MEDIAEXT_BASE_URL)")
        return
    try:
        text = chosen_engines(None, home())
        engines = describe_engines(text)
    except (MediaError, ImportError) as error:
        yield _row("engines", "fault", str(error))
        return
    missing = [name for name in CATALOGUE if "identity" not in engines.get(name, ())]
    facts = [f"{text}: {len(CATALOGUE) - len(missing)} of {len(CATALOGUE)} operations"]
    facts += [f"none for {', '.join(missing)}"] if missing else []
    facts += dict.fromkeys(str(engines[name]["state"]) for name in missing if name in engines)
    yield _row("engines", "ok", "; ".join(facts))


def _state() -> dict[str, str]:
    folder = home()
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    return _row("state", "ok", f"{folder}, {size / 1e6:,.1f} MB (MEDIAEXT_HOME moves it)")
