"""The two functions of PyMatting that are used here, without the rest of it.

Importing PyMatting compiles every method it has, a minute of processor time on a new
installation; the modules behind these two take a fifth of that.
"""

import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

Floats = np.ndarray[Any, np.dtype[np.floating[Any]]]
ENTRIES = 200  # of the preconditioner, reserved for an unknown pixel; pictures take 40 to 50

__all__ = ["estimate_alpha_cf", "estimate_foreground_ml"]

PACKAGES = ("", ".alpha", ".foreground", ".laplacian", ".preconditioner", ".solver", ".util")


def _load(*names: str) -> list[Any]:
    """Import modules of PyMatting beneath packages whose own code does not run."""
    spec = find_spec("pymatting")
    if "pymatting" in sys.modules or spec is None or spec.origin is None:
        return [import_module(name) for name in names]
    before = set(sys.modules)
    for package in PACKAGES:
        bare = ModuleType(f"pymatting{package}")
        bare.__path__ = [str(Path(spec.origin).parent.joinpath(*package.split(".")))]
        sys.modules[bare.__name__] = bare
    try:
        loaded = [import_module(name) for name in names]
        # it prints advice to programmers whenever it tries again with other numbers
        vars(import_module("pymatting.preconditioner.ichol"))["print"] = lambda *_: None
        return loaded
    finally:
        for name in set(sys.modules) - before:
            if name.partition(".")[0] == "pymatting":
                del sys.modules[name]


_alpha, _foreground = _load(
    "pymatting.alpha.estimate_alpha_cf", "pymatting.foreground.estimate_foreground_ml"
)
estimate_foreground_ml = _foreground.estimate_foreground_ml


def estimate_alpha_cf(image: Floats, trimap: Floats) -> Floats:
    """Return the opacity (H, W) of ``image`` (H, W, 3), both 0 to 1, by closed-form matting.

    ``trimap`` (H, W) is 0 for background, 1 for the subject and 0.5 where it is to be found.
    PyMatting reserves 4 GB for its preconditioner unless it is given a size, which a worker with
    a memory limit does not get.
    """
    alpha: Floats = _alpha.estimate_alpha_cf(image, trimap, preconditioner=_preconditioner)
    return alpha


def _preconditioner(laplacian: Any) -> Any:
    return _alpha.ichol(laplacian, max_nnz=ENTRIES * laplacian.shape[0])
