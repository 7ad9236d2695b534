"""The pytest fixture: ``pytest_plugins = ["mediaext.testing.plugin"]``."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from mediaext.testing.running import RunningService, service


@pytest.fixture
def media_service(tmp_path: Path) -> Iterator[RunningService]:
    """Give a service on a loopback port that makes tiny results at once."""
    with service(tmp_path / "media-service") as running:
        yield running
