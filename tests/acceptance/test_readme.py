"""What the README shows runs as it is written."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()
PYTHON = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
SHELL = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
MAGICS = re.findall(r"```\n(%load_ext.*?)```", README, re.DOTALL)


def test_the_python_of_the_readme_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for block in PYTHON:
        exec(compile(block, "README.md", "exec"), {})

    assert (tmp_path / "poster.webp").stat().st_size > 10_000


def test_the_magics_of_the_readme_run(tmp_path, monkeypatch):
    from IPython.core.interactiveshell import InteractiveShell

    monkeypatch.chdir(tmp_path)
    shell = InteractiveShell()
    try:
        for line in MAGICS[0].splitlines():
            shell.run_cell(line).raise_error()
        assert shell.user_ns["poster"].width == 2 * shell.user_ns["duck"].width
    finally:
        InteractiveShell.clear_instance()


def test_the_commands_of_the_readme_end_where_the_project_promises():
    ends = [block.strip().rpartition("&& ")[2] for block in SHELL[:3]]

    assert ends == ["mediaext demo", "pytest -n 2", "mediaext lab"]


def test_the_extras_of_the_readme_are_declared():
    import tomllib

    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    asked = {
        name for names in re.findall(r"'\.\[([\w,]+)\]'", README) for name in names.split(",")
    }

    assert asked
    assert asked <= set(declared["optional-dependencies"])


def test_what_the_readme_links_to_is_there():
    linked = re.findall(r"\]\((?!https?:)([^)#]+)\)", README)

    assert linked
    assert [name for name in linked if not (ROOT / name).exists()] == []


def test_the_other_commands_of_the_readme_run(tmp_path, monkeypatch):
    import shlex
    import subprocess
    import sys

    monkeypatch.chdir(tmp_path)
    (block,) = [block for block in SHELL if block.startswith("mediaext ")]
    for line in block.strip().splitlines():
        command = [sys.executable, "-m", *shlex.split(line)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{line}\n{done.stderr}"

    assert (tmp_path / "bike.webp").exists()
