"""A real IPython shell without a terminal."""

from collections.abc import Iterator

import PIL.Image
import pytest
from IPython.core.history import HistoryAccessor
from IPython.core.interactiveshell import InteractiveShell


@pytest.fixture
def shell() -> Iterator[InteractiveShell]:
    """A fresh shell with the extension loaded, a photo and a logo."""
    HistoryAccessor.enabled = False
    InteractiveShell.clear_instance()
    shell = InteractiveShell.instance()
    shell.displayhook.flush = lambda: None
    shell.run_line_magic("load_ext", "mediaext")
    shell.user_ns["photo"] = PIL.Image.new("RGB", (64, 48), "teal")
    shell.user_ns["mark"] = PIL.Image.new("RGBA", (8, 6), "red")
    yield shell
    InteractiveShell.clear_instance()
