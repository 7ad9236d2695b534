"""Sphinx: pages of operations, failures, models and painter's words are made from the code."""

import shutil
import sys
import textwrap
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

import mediaext
from mediaext import errors
from mediaext.cli.cluster import CLUSTER
from mediaext.cli.commands import SHELL
from mediaext.cli.dataset import DATASET
from mediaext.cli.running import GRAMMAR
from mediaext.engines.classical.painter import colours, words
from mediaext.engines.classical.painter.materials import MATERIAL_WORDS, MATERIALS
from mediaext.engines.classical.painter.settings.places import SETTINGS, TIMES, WEATHERS
from mediaext.engines.classical.painter.styles import STYLES
from mediaext.engines.classical.painter.things import FAMILIES, THINGS
from mediaext.engines.classical.painter.things.worn import WEARABLES
from mediaext.engines.entries import read_catalogue
from mediaext.errors import FAILURES
from mediaext.grammar.help import examples, page, section
from mediaext.operations import CATALOGUE
from mediaext.text import byte_size

project = "mediaext"
version = release = mediaext.__version__
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
napoleon_use_rtype = False
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
nb_execution_mode = "off"  # the notebooks are run by nbval in the tests, with stored outputs
nb_mime_priority_overrides = [("*", "text/html", 0)]  # what a widget says where it is not live
nb_ipywidgets_js = {}  # so a reader's browser asks nobody else
html_theme = "furo"
html_title = "mediaext"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_favicon = "static/icon.svg"
html_show_copyright = False
exclude_patterns = ["_build"]
suppress_warnings = ["myst.header"]
HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))
import api  # noqa: E402  (it stands beside this file, which Sphinx does not import from)
import front_page  # noqa: E402  (likewise)
import layers  # noqa: E402  (likewise)
import real_results  # noqa: E402  (likewise)


def write_operations() -> None:
    """Write a page per operation."""
    folder = HERE / "operations"
    folder.mkdir(exist_ok=True)
    names = sorted(CATALOGUE)
    for name in names:
        operation = CATALOGUE[name]
        (folder / f"{name}.md").write_text(
            page(operation, examples(operation)) + real_results.paragraph(name)
        )
    rows = "\n".join(f"| [`{name}`]({name}.md) | {CATALOGUE[name].__doc__} |" for name in names)
    listing = "\n".join(names)
    (folder / "index.md").write_text(
        "# Operations\n\nMade from the declarations in `mediaext.operations`.\n\n"
        f"| name | what it does |\n|---|---|\n{rows}\n\n"
        f"```{{toctree}}\n:hidden:\n\n{listing}\n```\n"
    )


def write_commands() -> None:
    """Write the page of the commands that are no operations."""
    parts = []
    for name in sorted(GRAMMAR.commands):
        verb = GRAMMAR.verb(name)
        parts.append(section(name, verb.summary, verb.params))
    (HERE / "commands.md").write_text(
        "# Commands\n\nWhat `mediaext` does on [the command line](command-line.md) beside "
        "[the operations](operations/index.md).\nIn a notebook `%media` takes all of them but "
        + ", ".join(
            f"`{name}`"
            for name in sorted({verb.split()[0] for verb in (*SHELL, *CLUSTER, *DATASET)})
        )
        + ".\n\n"
        + "\n".join(parts)
    )


def write_failures() -> None:
    """Write the page of failure codes."""
    words = {
        True: "Tried again.",
        False: "Not tried again.",
        None: "Tried again where the service says so.",
    }
    rows = "\n".join(
        f"| `{f.code}` | {f.meaning} {words[f.retryable]} |" for f in FAILURES.values()
    )
    tree = textwrap.dedent(
        (errors.__doc__ or "").partition("::")[2].partition("\n\nErrors")[0]
    ).strip()
    (HERE / "failures.md").write_text(
        "# Failure codes\n\nA failed job carries one of these codes.\nWhere the failure may be "
        "temporary, the client submits the request again, with backoff.\n\n"
        "| code | what it means |\n|---|---|\n"
        f"{rows}\n\n## Errors\n\nWhat the client raises, all from `mediaext.errors`.\n\n"
        f"```text\n{tree}\n```\n"
    )


def write_painter_words() -> None:
    """Write the page of every word that the painter knows."""

    def rows(table: dict[str, Any]) -> str:
        return "\n".join(
            f"* **{name.replace('_', ' ')}**: {', '.join(row.words)}"
            for name, row in table.items()
        )

    families = []
    for family in FAMILIES:
        mine = [kind for kind in THINGS.values() if kind.draw.__module__ == family.__name__]
        named = [" / ".join(kind.words) for kind in mine]
        families.append(f"* {(family.__doc__ or '').strip()} {'; '.join(named)}.")
    materials = {
        name: [word for word, meaning in MATERIAL_WORDS.items() if meaning == name]
        for name in MATERIALS
    }
    worn = WEARABLES.values()
    joined = f"{len(THINGS)} of them; words that mean the same are joined by a stroke."
    parts = {
        "Things": "\n".join([joined, "", *families]),
        "What is worn": f"{'; '.join(row.words.replace(', ', ' / ') for row in worn)}.",
        "Settings": rows(SETTINGS),
        "Times of day": rows(TIMES),
        "Weathers": rows(WEATHERS),
        "Styles": rows(STYLES),
        "Colours": ", ".join(colours.NAMED) + ".",
        "Materials": "\n".join(
            f"* **{name}**: {', '.join(known)}" for name, known in materials.items()
        ),
        "Moods": ", ".join(words.MOODS) + ".",
        "Relations": ", ".join(words.RELATIONS) + ".",
        "Numbers and sizes": ", ".join([*words.NUMBERS, *words.SIZES]) + ".",
    }
    (HERE / "painter-words.md").write_text(
        "# The painter's vocabulary\n\nMade from the painter's own tables; how it reads a prompt "
        "is on [its page](painter.md).\n\n"
        + "\n\n".join(f"## {title}\n\n{text}" for title, text in parts.items())
        + "\n"
    )


def write_models() -> None:
    """Write the page of the models that can be added, with their licences."""
    models, licences = [], []
    for entry in read_catalogue().models.values():
        licence = entry.licence
        memory = ", ".join(f"{plan} {size:g}" for plan, size in entry.memory.items())
        models.append(
            f"| `{entry.name}` | {entry.skill}: {entry.summary} | {byte_size(entry.size * 1e9)} "
            f"| {memory} | {'yes' if entry.verified else 'no'} |"
        )
        remarks = [f"Not for {', '.join(licence.excludes)}."] if licence.excludes else []
        remarks += [licence.remarks] if licence.remarks else []
        licences.append(
            f"| `{entry.name}` | [{licence.id}]({licence.source}) "
            f"| {'yes' if licence.commercial else 'no'} | {licence.read or 'no'} "
            f"| {' '.join(remarks)} |"
        )
    (HERE / "models.md").write_text(
        "# Models that can be added\n\n`mediaext engine add NAME` downloads one; "
        "[an entry of your own](howto/write-a-model-entry.md) is added in the same way.\n\n"
        "*GPU memory* is in gigabytes for each way to load the model, calculated and not "
        "measured; `cpu` is main memory.\n"
        "*Tested* says whether this project ran the model with its real weights.\n\n"
        "| name | what it does | download | GPU memory | tested |\n|---|---|---|---|---|\n"
        + "\n".join(models)
        + "\n\n## Licences\n\n*Checked* is the month in which somebody of this project read the "
        "licence at its source.\nWhere it says *no*, the facts are second-hand: read the licence "
        "before you use the results.\n\n"
        "| name | licence | commercial use | checked | remarks |\n|---|---|---|---|---|\n"
        + "\n".join(licences)
        + "\n"
    )


def copy_lessons() -> None:
    """Copy the notebooks, whose outputs are stored in them, and list them."""
    folder = HERE / "lessons"
    folder.mkdir(exist_ok=True)
    lessons = sorted((HERE.parent / "notebooks").glob("*.ipynb"))
    for old in folder.glob("*.ipynb"):
        old.unlink()
    for lesson in lessons:
        shutil.copyfile(lesson, folder / lesson.name)
    listing = "\n".join(lesson.stem for lesson in lessons)
    (folder / "index.md").write_text(
        "# Lessons\n\nNotebooks that a teacher can give without a network, in ten to twenty "
        "minutes each.\n`mediaext lab` opens a copy of them in JupyterLab; solutions are folded "
        "away until you open them.\n`pytest --nbval-lax notebooks` (with the extra `[test]`) "
        "runs them all and compares what is the same on every machine.\n\n"
        f"```{{toctree}}\n:maxdepth: 1\n\n{listing}\n```\n"
    )


def setup(app: Sphinx) -> None:
    """Write the generated pages before Sphinx looks for its sources."""
    front_page.write(HERE / "_build")
    real_results.write(HERE / "operations")
    write_operations()
    write_commands()
    write_failures()
    (HERE / "layers.svg").write_text(layers.draw())
    write_painter_words()
    write_models()
    copy_lessons()
    api.write(HERE / "api")
    app.connect("autodoc-process-signature", api.signature)
    app.connect("missing-reference", api.resolve)
