"""The script of pages that show results: buttons, and the full-size view.

It is in a page once where ``%load_ext mediaext`` brought it, else in each display.
"""

import html
from dataclasses import dataclass
from functools import cache
from pathlib import Path

SCRIPT = Path(__file__).with_name("viewer.js")


@dataclass
class DisplaySettings:
    """What the displays of this process hold; ``%load_ext mediaext`` and ``%config`` set it."""

    plain: bool = False
    """A picture in place of HTML, for viewers that show no HTML."""
    script_in_page: bool = False
    """The page has the script of the viewer, so that no display brings it again."""


DISPLAY = DisplaySettings()

# To be an ``onclick`` around buttons: it also works in widgets and in exported pages.
ACT = (
    "const button=event.target.closest('button[data-line]');"
    "if(button)(async()=>{"
    "const text=button.dataset.line,app=window.jupyterapp;"
    "if(app?.commands.hasCommand('notebook:insert-cell-below')){"
    "if(button.dataset.stop)await app.commands.execute('notebook:interrupt-kernel');"
    "if(!text)return;"
    "await app.commands.execute('notebook:insert-cell-below');"
    "await app.commands.execute('notebook:replace-selection',{text});"
    "if(button.dataset.run)await app.commands.execute('notebook:run-cell')}"
    "else if(!text)button.textContent='Use ■ of the toolbar';"
    "else{await navigator.clipboard.writeText(text);button.textContent='Copied'}})()"
)

# What a click does where the page lacks the viewer: the picture fills the screen.
WITHOUT_VIEWER = (
    "const o=event.target.closest('[data-view]');"
    "o&&(o.src?o:o.closest('figure').querySelector('img[data-view]')).requestFullscreen()"
)


@cache
def viewer_script() -> str:
    """Return the script that gives a page the viewer of pictures, ``window.mediaextView``."""
    lines = [line.strip() for line in SCRIPT.read_text(encoding="utf-8").splitlines()]
    body = "\n".join(line for line in lines if not line.startswith("//"))
    return f"window.mediaextView=function(event){{{ACT};{body}}};"


def on_view(before: str = "") -> str:
    """Return the attribute of an element around pictures that opens those of :func:`view_img`.

    ``before`` is a script of its own that a click runs first.
    """
    if DISPLAY.script_in_page:
        view = f"if(window.mediaextView)mediaextView.call(this,event);else{{{WITHOUT_VIEWER}}}"
    else:
        view = f"{viewer_script()}mediaextView.call(this,event)"
    separator = ";" if before else ""
    return f'onclick="{html.escape(before + separator + view, quote=True)}"'
