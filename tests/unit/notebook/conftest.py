"""A real IPython shell without a terminal."""

from collections.abc import Iterator

import PIL.Image
import pytest
from IPython.core.interactiveshell import InteractiveShell

from tests.shells import fresh_shell


@pytest.fixture
def shell() -> Iterator[InteractiveShell]:
    """A fresh shell with the extension loaded, a photo and a logo."""
    with fresh_shell() as shell:
        shell.user_ns["photo"] = PIL.Image.new("RGB", (64, 48), "teal")
        shell.user_ns["mark"] = PIL.Image.new("RGBA", (8, 6), "red")
        yield shell
