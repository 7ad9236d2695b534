"""The documentation cannot lie: it builds without a warning, and its code runs."""

import html
import re
import shlex
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote

import PIL.Image
import pytest
from IPython.core.interactiveshell import InteractiveShell

import mediaext
from mediaext import errors
from mediaext.cli import main, running
from mediaext.cli.running import GRAMMAR
from mediaext.errors import FAILURES
from mediaext.operation import CATALOGUE

DOCS = Path(__file__).parents[2] / "docs"
MADE = {"operations", "lessons", "_build"}
PAGES = sorted(path for path in DOCS.rglob("*.md") if not MADE & set(path.relative_to(DOCS).parts))
CARRIED_OUT = {"add-an-operation.md", "train-with-a-framework.md", "write-an-engine.md"}
"""Pages that test_howto_extension types into files, and test_frameworks, part by part."""
WITH_PYTHON = [
    path for path in PAGES if "```python" in path.read_text() and path.name not in CARRIED_OUT
]
OPENING = re.compile(r"^ *```+(\S*)[^\n]*\n.*?^ *```+ *$", re.DOTALL | re.MULTILINE)
CHECKED = {"python", "ipython", "sh", "sql"}
"""Languages of blocks that run here; test_documented reads every typed line of every page too."""
QUOTED = {"text", "toml", "ini"}
"""Languages of what nobody is asked to type: drawings, messages, files of other programs."""


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


@pytest.fixture
def desk(tmp_path, monkeypatch):
    """A folder with the files that the pages speak of, and a client whose results are instant."""
    monkeypatch.chdir(tmp_path)
    for name in ("photo.jpg", "brand.png"):
        PIL.Image.new("RGB", (64, 48), "teal").save(name)
    Path("prompts.csv").write_text("prompt,seed\na cat,1\na dog,2\n")
    Path("prompts.txt").write_text("a boat\na tree\n")
    Path("colours.csv").write_text("colour\nred\nblue\n")
    return mediaext.connect(home=tmp_path / "home", engine="mediaext.testing.instant:engine")


@pytest.mark.parametrize("page", ["magics.md", "panels.md", "displays.md", "cookbook.md"])
def test_the_magics_of_a_page_run(page, desk):
    InteractiveShell.clear_instance()
    shell = InteractiveShell.instance()
    shell.user_ns["desk"] = desk
    cells = re.findall(r"```ipython\n(.*?)```", (DOCS / page).read_text(), re.DOTALL)
    shell.run_cell("%load_ext mediaext")
    shell.run_cell("%media connect $desk").raise_error()
    try:
        for cell in cells:
            shell.run_cell(cell).raise_error()
    finally:
        InteractiveShell.clear_instance()

    assert cells


def test_the_lines_of_the_command_line_page_run(desk, monkeypatch, capsys):
    monkeypatch.setattr(running, "connect", lambda: desk)
    blocks = re.findall(r"```sh\n(.*?)```", (DOCS / "command-line.md").read_text(), re.DOTALL)
    for line in "".join(blocks).splitlines():
        assert main(shlex.split(line)[1:]) == 0, f"{line}\n{capsys.readouterr().err}"

    made = {"bike.webp", "out.webp", "sheet.png", "red.png", "image-2.webp"}
    assert made <= {path.name for path in Path().iterdir()}
    assert Path("out/2.webp").exists()


def test_no_block_of_code_escapes_by_its_language():
    languages = {
        (str(page.relative_to(DOCS.parent)), language)
        for page in PAGES
        for language in OPENING.findall(page.read_text())
        if not language.startswith("{")
    }

    assert len({page for page, language in languages if language == "python"}) > 10
    assert {one for one in languages if one[1] not in CHECKED | QUOTED} == set()


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The built site, and what the build said."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", str(DOCS), str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return folder, done


def words(page):
    """Return the text of a page without its tags."""
    return html.unescape(re.sub(r"<[^>]*>", "", page.read_text()))


def test_the_site_builds_without_a_warning(site):
    _, done = site

    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", CATALOGUE)
def test_an_operation_has_its_page_with_every_field_and_flag(site, name):
    operation = CATALOGUE[name]
    said = words(site[0] / "operations" / f"{name}.html").split()

    for wanted in (operation.endpoint.path, operation.endpoint.alias or name):
        assert any(wanted in word for word in said)
    missing = {word for p in operation.params() for word in (p.name, p.flag)} - set(said)
    assert missing == set()


def test_every_command_has_its_section_with_every_flag(site):
    text = (site[0] / "commands.html").read_text()
    parts = dict(re.findall(r"<h2>([\w ]+)<a.*?</h2>(.*?)(?=<h2>|</article>)", text, re.DOTALL))

    assert set(parts) == set(GRAMMAR.commands)
    missing = [
        (name, param.flag)
        for name in GRAMMAR.commands
        for param in GRAMMAR.verb(name).params
        if param.flag not in html.unescape(re.sub(r"<[^>]*>", "", parts[name])).split()
    ]
    assert missing == []


def test_every_option_is_told_of():
    text = "\n".join(page.read_text() for page in PAGES)

    assert [param.flag for param in GRAMMAR.options if param.flag not in text] == []


def test_every_failure_code_and_error_is_told_of(site):
    said = words(site[0] / "failures.html").split()
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type)]
    raised = {kind.__name__ for kind in kinds if issubclass(kind, errors.MediaError)}

    assert set(FAILURES) - set(said) == set()
    assert raised - set(said) == set()


def test_every_public_name_is_in_the_api_reference_once(site):
    folder, _ = site
    places = re.compile(r'<dt class="sig sig-object py" id="(mediaext[\w.]*)"')
    found = [
        name for page in folder.glob("api/*.html") for name in places.findall(page.read_text())
    ]
    missing = [
        name
        for name in set(mediaext.__all__) - {"load_ipython_extension"}
        if len([path for path in found if re.fullmatch(rf"mediaext\.(\w+\.)?{name}", path)]) != 1
    ]

    assert len(found) == len(set(found)) > 250
    assert missing == []
    index = (folder / "searchindex.js").read_text()
    assert all(name.rpartition(".")[2] in index for name in found)


def test_a_name_in_a_docstring_links_to_its_place_in_the_reference(site):
    text = (site[0] / "api/mediaext.html").read_text()

    assert 'href="mediaext.errors.html#mediaext.errors.JobFailed"' in text
    assert 'href="mediaext.profiles.html#mediaext.profiles.StoredProfile"' in text


def test_every_link_of_the_site_leads_somewhere(site):
    folder, _ = site
    pages = {path: path.read_text() for path in folder.rglob("*.html")}
    names = {path: set(re.findall(r'\bid="([^"]+)"', text)) for path, text in pages.items()}
    dead = []
    for path, text in pages.items():
        for link in re.findall(r'<a [^>]*href="(?!\w+:)([^"]+)"', text):
            file, _, anchor = unquote(html.unescape(link)).partition("#")
            target = (path.parent / file).resolve() if file else path
            known = names.get(target)
            if not target.exists() or (anchor and known is not None and anchor not in known):
                dead.append((str(path.relative_to(folder)), link))

    assert len(pages) > 50
    assert dead == []


def test_every_page_is_within_two_clicks_of_the_first(site):
    folder, _ = site
    near = {folder / "index.html"}
    for _ in range(2):
        for page in list(near):
            links = re.findall(r'<a [^>]*href="(?!\w+:)([^"#]+)', page.read_text())
            near |= {(page.parent / unquote(html.unescape(link))).resolve() for link in links}
    near = {page for page in near if page.suffix == ".html" and page.exists()}
    own = {"genindex.html", "search.html"}  # Sphinx leads to them by its search
    pages = {p for p in folder.rglob("*.html") if "_static" not in p.parts and p.name not in own}
    assert {str(path.relative_to(folder)) for path in pages - near} == set()


def test_every_picture_of_the_site_has_words(site):
    silent = [
        (path.name, picture[:80])
        for path in site[0].rglob("*.html")
        for picture in re.findall(r"<img [^>]*>", path.read_text())
        if not re.search(r'alt="[^"]', picture)
    ]

    assert silent == []


def test_the_site_asks_nobody_else(site):
    outside = re.compile(r'<(?:script|link|img|iframe)[^>]*(?:src|href)="(?:https?:)?//[^"]*')

    assert [
        (path.name, match)
        for path in site[0].rglob("*.html")
        for match in outside.findall(path.read_text())
    ] == []
