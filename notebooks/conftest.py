"""Each lesson has a state folder of its own when nbval checks it, and knows no hosted service."""

import shutil
import tempfile
from collections.abc import Generator
from pathlib import Path

import pytest

FOLDER = pytest.StashKey[Path]()


def pytest_configure(config: pytest.Config) -> None:
    """Make a folder for the states of all lessons."""
    config.stash[FOLDER] = Path(tempfile.mkdtemp(prefix="lessons-"))


def pytest_unconfigure(config: pytest.Config) -> None:
    """Remove what the lessons kept."""
    shutil.rmtree(config.stash[FOLDER], ignore_errors=True)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, object, object]:
    """Start a lesson's kernel, which the first cell does, in surroundings of its own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MEDIAEXT_HOME", str(item.config.stash[FOLDER] / item.path.stem))
        patch.delenv("MEDIAEXT_BASE_URL", raising=False)
        patch.delenv("MEDIAEXT_API_KEY", raising=False)
        return (yield)
