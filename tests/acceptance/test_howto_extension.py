"""The pages on extending the package, typed literally: every block becomes the file it names."""

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

ROOT = Path(__file__).parents[2]
PROJECT = ("mediaext", "notebooks", "tests", "docs", "pyproject.toml", "README.md", ".gitignore")
LONG = 1200  # seconds: far more than mypy takes without a cache on a busy machine
STEP = re.compile(r"`([\w./-]+\.\w+)`[^`\n]*:\n\n```(python|toml)\n(.*?)```", re.DOTALL)
LAST = re.compile(r"```(python|sh)\n(.*?)```", re.DOTALL)


def steps(page):
    """Return (file, text) for each block that a page introduces by the name of a file."""
    return [(file, text) for file, _, text in STEP.findall(page)]


def run(folder, *command, path=""):
    """Run a command in a folder whose package goes before the one that is installed."""
    places = os.pathsep.join(filter(None, [str(path), str(folder)]))
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": places},
        capture_output=True,
        text=True,
        check=False,
        timeout=LONG,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def extended(tmp_path_factory):
    """A copy of the project after the page on operations was carried out, and the page."""
    folder = tmp_path_factory.mktemp("project")
    ignored = shutil.ignore_patterns("__pycache__", "_build", "made")
    for name in PROJECT:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=ignored)
        else:
            shutil.copy(ROOT / name, folder)
    if (ROOT / ".mypy_cache").exists():  # mypy looks at each file; the cache only saves time
        shutil.copytree(ROOT / ".mypy_cache", folder / ".mypy_cache")
    page = (ROOT / "docs/howto/add-an-operation.md").read_text()
    for file, text in steps(page):
        place = folder / file
        before = f"{place.read_text()}\n\n" if place.exists() else ""
        place.write_text(before + text)
    return folder, page


def test_an_operation_takes_two_files(extended):
    _, page = extended

    assert len(steps(page)) == 2


def test_the_checks_that_the_page_names_pass(extended):
    folder, page = extended
    (lines,) = [text for language, text in LAST.findall(page) if language == "sh"]
    (command,) = lines.strip().splitlines()
    tool, *arguments = command.split()

    assert tool == "pytest"
    said = run(folder, sys.executable, "-m", tool, "-q", "-p", "no:cacheprovider", *arguments)
    assert re.search(r"\d+ passed", said)
    assert "failed" not in said


def test_the_operation_can_be_used_and_its_types_are_known(extended):
    folder, page = extended
    use = [text for language, text in LAST.findall(page) if language == "python"][-1]
    wrong = "import mediaext\n\nmediaext.FlipImage(input_image='x', times='often')\n"
    (folder / "use.py").write_text(use + "assert same.tobytes()\nprint(same.size)\n")
    (folder / "wrong.py").write_text(wrong)

    mypy = (sys.executable, "-m", "mypy", "--config-file", "pyproject.toml")
    assert "Success" in run(folder, *mypy, "use.py")
    with pytest.raises(AssertionError, match='"times" to "FlipImage" has incompatible type'):
        run(folder, *mypy, "wrong.py")
    assert run(folder, sys.executable, "use.py").strip() == "(256, 256)"


def test_an_engine_installs_and_makes_pictures(tmp_path):
    page = (ROOT / "docs/howto/write-an-engine.md").read_text()
    files = dict(steps(page))
    assert set(files) == {"my_package/__init__.py", "pyproject.toml"}
    source, site = tmp_path / "source", tmp_path / "site"
    for file, text in files.items():
        place = source / file
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    rules = str(ROOT / "pyproject.toml")
    run(source, sys.executable, "-m", "ruff", "check", "--config", rules, ".", path=ROOT)
    run(source, sys.executable, "-m", "ruff", "format", "--check", "--config", rules, ".")
    known = str(ROOT / ".mypy_cache")  # what mypy knows of the package and its libraries by now
    strict = ("mypy", "--config-file", rules, "--cache-dir", known, "-p", "my_package")
    assert "Success" in run(source, sys.executable, "-m", *strict, path=ROOT)
    (wheel,) = WheelBuilder(str(source)).build(directory=str(tmp_path), versions=["standard"])
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)

    use = [text for language, text in LAST.findall(page) if language == "python"][-1]
    again = 'direct = mediaext.connect(engine="my_package:engine")\n'
    again += 'same = direct.image("anything", seed=7, width=64, height=64)\n'
    shown = "print(picture.size, picture.getcolors(), picture.tobytes() == same.tobytes())\n"
    (tmp_path / "use.py").write_text(use + again + shown)
    assert run(tmp_path, sys.executable, "use.py", path=f"{site}{os.pathsep}{ROOT}").strip() == (
        "(64, 64) [(4096, (7, 0, 0))] True"
    )
