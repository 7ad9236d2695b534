"""Magics, completion and live displays; ``%load_ext mediaext`` calls :func:`load`."""

from typing import Any


def load(shell: Any) -> None:
    """Register ``%media`` and ``%%media`` with a running IPython shell.

    Only what IPython has loaded already is imported here; the rest comes with the first line.
    """
    from mediaext.notebook.magics import MediaMagics

    shell.register_magics(MediaMagics(shell))
