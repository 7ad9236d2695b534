"""A real IPython shell without a terminal, and the cells that a test runs in it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from IPython.core.history import HistoryAccessor
from IPython.core.interactiveshell import InteractiveShell


@contextmanager
def fresh_shell() -> Iterator[InteractiveShell]:
    """Yield a shell of its own with the extension loaded."""
    HistoryAccessor.enabled = False
    InteractiveShell.clear_instance()
    shell = InteractiveShell.instance()
    shell.displayhook.flush = lambda: None
    shell.run_line_magic("load_ext", "mediaext")
    yield shell
    InteractiveShell.clear_instance()


def run_cell(shell: InteractiveShell, cell: str) -> Any:
    """Run a cell and return its value; raise what it failed with."""
    result = shell.run_cell(cell)
    result.raise_error()
    return result.result
