"""Pictures of a page that open in full: zoom, pan, copy, save the original, make again."""

import hashlib
import html
from functools import cache
from pathlib import Path
from weakref import WeakValueDictionary

from mediaext.results.actions import ACT
from mediaext.results.base import Result

SCRIPT = Path(__file__).with_name("viewer.js")
SHOWN: WeakValueDictionary[str, Result] = WeakValueDictionary()
"""Results that pages show, by the SHA-256 of their bytes, for pages that ask for the original."""


@cache
def on_view() -> str:
    """Return the attribute of an element around pictures that opens those of :func:`view_img`."""
    lines = [line.strip() for line in SCRIPT.read_text(encoding="utf-8").splitlines()]
    script = "\n".join(line for line in lines if not line.startswith("//"))
    return f'onclick="{html.escape(f"{ACT};{script}", quote=True)}"'


def view_img(value: object, source: str, alt: str, style: str = "max-width:100%") -> str:
    """Return an ``<img>`` that opens in full by a click, at the URL ``source``; all is escaped.

    A result is remembered for as long as it lives, so that a running kernel can give its original.
    """
    facts = {"view": "", "job": "", "name": ""}
    if isinstance(value, Result):
        facts["view"] = hashlib.sha256(value.content).hexdigest()
        SHOWN[facts["view"]] = value
        if value.job:
            facts |= {"job": value.job.job_id, "name": f"{value.job.operation}-{value.job.job_id}"}
    data = " ".join(f'data-{key}="{html.escape(text)}"' for key, text in facts.items())
    words = html.escape(alt, quote=True)
    return (
        f'<img alt="{words}" {data} style="cursor:zoom-in;{style}" '
        f'src="{html.escape(source, quote=True)}">'
    )


def view_button() -> str:
    """Return the button that opens the picture of its ``<figure>`` by keyboard."""
    return (
        '<button type="button" data-view title="Enlarge" aria-label="Enlarge" style="border:0;'
        'background:none;color:inherit;cursor:zoom-in;padding:0 4px">⤢</button>'
    )
