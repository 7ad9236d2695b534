"""The documentation cannot lie: it builds without a warning, and its code runs."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from mediaext import errors
from mediaext.engines.classical.painter.settings.places import SETTINGS
from mediaext.engines.classical.painter.styles.table import STYLES
from mediaext.engines.classical.painter.things import THINGS
from mediaext.errors import FAILURES
from mediaext.operation import CATALOGUE

DOCS = Path(__file__).parents[2] / "docs"
MADE = {"operations", "lessons", "_build"}
PAGES = sorted(path for path in DOCS.rglob("*.md") if not MADE & set(path.relative_to(DOCS).parts))
WITH_PYTHON = [path for path in PAGES if "```python" in path.read_text()]


@pytest.mark.parametrize("page", WITH_PYTHON, ids=lambda page: str(page.relative_to(DOCS)))
def test_the_python_of_a_page_runs(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "docs"}
    before = dict(CATALOGUE)
    try:
        for block in re.findall(r"```python\n(.*?)```", page.read_text(), re.DOTALL):
            exec(compile(block, str(page), "exec"), names)
    finally:
        for name in set(CATALOGUE) - set(before):
            CATALOGUE.remove(name)


def test_the_site_builds_without_a_warning(tmp_path):
    command = [
        sys.executable,
        "-m",
        "sphinx",
        "-W",
        "--keep-going",
        "-q",
        str(DOCS),
        str(tmp_path),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    for name in CATALOGUE:
        assert (tmp_path / "operations" / f"{name}.html").exists()
    failures = (tmp_path / "failures.html").read_text()
    assert all(code in failures for code in FAILURES)
    names = [name for name, kind in vars(errors).items() if isinstance(kind, type)]
    raised = [name for name in names if issubclass(getattr(errors, name), errors.MediaError)]
    assert [name for name in raised if name not in failures] == []
    known = (tmp_path / "painter-words.html").read_text()
    assert [
        name for name in (*THINGS, *SETTINGS, *STYLES) if name.replace("_", " ") not in known
    ] == []


def test_every_command_has_its_place_in_the_documentation():
    from mediaext.grammar.commands import COMMANDS

    text = "\n".join(path.read_text() for path in PAGES)
    missing = [name for name in COMMANDS if name not in text]

    assert not missing
