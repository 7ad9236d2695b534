"""Loading is light, and every line that the documentation shows can be typed."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import mediaext
from mediaext.grammar import from_arguments
from mediaext.notebook.session import GRAMMAR, join_lines

ROOT = Path(mediaext.__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```[^\n]*\n(.*?)^```", re.DOTALL | re.MULTILINE)


class Pictures(dict):
    """Whatever a page calls its picture."""

    def __contains__(self, name):
        return True

    def __missing__(self, name):
        return b"a picture"


VARIABLES = Pictures()


def blocks(page):
    return BLOCK.findall(page.read_text())


def magic_lines():
    for page in PAGES:
        for block in blocks(page):
            if block.startswith("%%media "):
                yield pytest.param(block, id=f"{page.name}:{block[:40]!r}")
            for line in block.splitlines():
                if re.match(r"(\w+ = )?%media ", line):
                    yield pytest.param(line, id=f"{page.name}:{line[:40]!r}")


def shell_lines():
    for page in PAGES:
        for block in blocks(page):
            for line in block.splitlines():
                if line.startswith("mediaext ") and "NAME" not in line:
                    yield pytest.param(line, id=f"{page.name}:{line[:40]!r}")


@pytest.mark.parametrize("text", list(magic_lines()))
def test_a_documented_magic_is_understood(text):
    line, _, body = text.partition("\n")
    line = re.sub(r"^.*?%?%media ", "", line)
    if line.startswith("pipe"):
        line, body = f"{join_lines(body)} {line.removeprefix('pipe')}", ""
    if line.startswith("again"):
        return
    assert GRAMMAR.parse(line, variables=VARIABLES, body=body.strip()).steps


@pytest.mark.parametrize("text", list(shell_lines()))
def test_a_documented_command_is_understood(text):
    import shlex

    from mediaext.cli.running import GRAMMAR as COMMANDS

    words = ["|" if word == "--then" else word for word in shlex.split(text, comments=True)[1:]]
    if "--from" in words:  # the page's lines of tables are run by test_docs
        return
    line, tokens = from_arguments(words)
    assert COMMANDS.parse(line, tokens=tokens).steps


def test_loading_the_extension_imports_nothing_heavy():
    code = """
import sys
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
before = {name.partition(".")[0] for name in sys.modules}
shell.run_line_magic("load_ext", "mediaext")
print(*({name.partition(".")[0] for name in sys.modules} - before))
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()

    heavy = {"pydantic", "httpx", "pandas", "numpy", "PIL", "torch", "ipywidgets", "fastapi"}
    assert "mediaext" in done
    assert heavy.isdisjoint(done)


def test_the_job_table_is_a_data_frame(shell):
    import pandas as pd

    table = shell.run_cell("%media jobs").result
    assert isinstance(table, pd.DataFrame)
