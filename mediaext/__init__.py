"""Make images, clips, speech and meshes in Jupyter and PyTorch, with or without a network.

``mediaext.connect()`` gives a client of the service inside this process; every operation is one of
its methods. In a notebook: ``%load_ext mediaext`` and ``%media image "a red bicycle"``.
"""

__version__ = "0.1.0"
TYPE_CHECKING = False  # type checkers know the name; importing typing takes longer than the rest

if TYPE_CHECKING:
    from typing import Any

    from mediaext.client import AsyncClient as AsyncClient
    from mediaext.client import Client as Client
    from mediaext.client import Job as Job
    from mediaext.client.receiver import webhook_receiver as webhook_receiver
    from mediaext.connection import aconnect as aconnect
    from mediaext.connection import connect as connect
    from mediaext.errors import InvalidRequest as InvalidRequest
    from mediaext.errors import JobFailed as JobFailed
    from mediaext.errors import MediaError as MediaError
    from mediaext.errors import PermanentFailure as PermanentFailure
    from mediaext.errors import TemporaryFailure as TemporaryFailure
    from mediaext.notebook.panels import panel as panel
    from mediaext.operation import Operation as Operation
    from mediaext.operations import *  # noqa: F403 # each operation is a public name
    from mediaext.operations import CATALOGUE as CATALOGUE
    from mediaext.profiles import Profile as Profile
    from mediaext.results import Clip as Clip
    from mediaext.results import Cutout as Cutout
    from mediaext.results import Mesh as Mesh
    from mediaext.results import Picture as Picture
    from mediaext.results import Sound as Sound

if not TYPE_CHECKING:  # which would else take any name for a public one

    def __getattr__(name: str) -> "Any":
        if name == "__all__":
            return __dir__()
        if name.startswith("__"):
            raise AttributeError(f"module 'mediaext' has no attribute '{name}'")
        import importlib

        operations, homes = _operations(), _homes()
        if name in operations:
            return operations[name]
        if name not in homes:
            from mediaext.errors import closest

            also = closest(name, __dir__())
            raise AttributeError(f"module 'mediaext' has no attribute '{name}'.{also}")
        value = getattr(importlib.import_module(homes[name]), name)
        if name == "connect":
            _show_progress()
        globals()[name] = value
        return value


def _show_progress() -> None:
    """Show how far blocking calls are, in a notebook; the magics need not be loaded for that."""
    import sys

    if "ipykernel" in sys.modules:
        from mediaext.notebook.cards import show_calls

        show_calls()


def __dir__() -> list[str]:
    return sorted({*_homes(), *_operations(), "load_ipython_extension"})


def _homes() -> dict[str, str]:
    """Return the module of each public name: the imports above are the one list of them.

    They are read, not carried out, so that ``import mediaext`` stays light.
    """
    import ast
    import inspect
    import sys

    names: dict[str, str] = {}
    for node in ast.walk(ast.parse(inspect.getsource(sys.modules[__name__]))):
        if isinstance(node, ast.ImportFrom) and node.module and node.col_offset == 4:
            names |= {alias.name: node.module for alias in node.names if alias.asname}
    return names


def _operations() -> "dict[str, type[Operation[object]]]":
    """Return every declared operation by its class name."""
    from mediaext.operations import CATALOGUE

    return CATALOGUE.by_class_name()


def load_ipython_extension(shell: "Any") -> None:
    """Register ``%media`` and ``%%media``; called by ``%load_ext mediaext``."""
    from mediaext.notebook import load

    load(shell)
