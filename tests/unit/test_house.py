"""The rules of the house, checked by the tools made for them."""

import subprocess
import sys
from pathlib import Path

import mediaext

ROOT = Path(mediaext.__file__).parent.parent


def run(*command: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_ruff_finds_nothing():
    run("ruff", "check", ".")
    run("ruff", "format", "--check", ".")


def test_mypy_finds_nothing():
    run("mypy")


def test_imports_run_downhill():
    code = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports())"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_importing_the_package_loads_nothing_else():
    code = "import sys; before = {*sys.modules}; import mediaext; print(*{*sys.modules} - before)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    ).stdout.split()

    assert loaded == ["mediaext"]


def test_every_public_name_can_be_imported_and_is_listed():
    for name in mediaext.__all__:
        assert getattr(mediaext, name) is not None
    assert set(mediaext.__all__) <= set(dir(mediaext))


def test_the_changelog_is_as_new_as_the_version():
    text = (ROOT / "docs/changelog.md").read_text()
    top = next(line for line in text.splitlines() if line.startswith("## "))

    assert mediaext.__version__ in top


def test_no_module_hides_a_public_name():
    modules = {path.stem for path in Path(mediaext.__file__).parent.iterdir()}

    assert modules.isdisjoint(mediaext.__all__)
