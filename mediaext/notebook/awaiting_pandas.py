"""Gives DataFrames their ``df.media`` as soon as pandas is there, without importing it early."""

import importlib
import sys
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType
from typing import Any


class _Accompanied(Loader):
    """Loads pandas as ever, then our accessor."""

    def __init__(self, loader: Loader) -> None:
        self._loader = loader

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        self._loader.exec_module(module)
        register()


class _Finder(MetaPathFinder):
    """Sees the first import of pandas and steps aside."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        if name != "pandas":
            return None
        sys.meta_path.remove(self)
        spec = find_spec(name)
        if spec is not None and spec.loader is not None:
            spec.loader = _Accompanied(spec.loader)
        return spec


def register() -> None:
    """Give DataFrames ``df.media`` now."""
    importlib.import_module("mediaext.notebook.frames")


def register_with_pandas() -> None:
    """Give DataFrames ``df.media`` now, or as soon as somebody imports pandas."""
    if "pandas" in sys.modules:
        register()
    elif not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Finder())
