"""What displays share: small pictures, whole bundles, buttons, pictures that open in full."""

import hashlib
import html
import io
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

from mediaext.results.base import Bundle, Result, base64_of, data_url

if TYPE_CHECKING:
    import PIL.Image

BUTTON = (
    "font:inherit;color:inherit;background:none;border:1px solid #8888;border-radius:4px;"
    "padding:2px 8px;cursor:pointer"
)
INPUT = BUTTON.replace("cursor:pointer", "")
"""Styles of what can be pressed and filled in: in the colours of the page, light or dark."""

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

# To be an ``onclick`` around the tiles of a gallery: puts the chosen ones into a variable.
KEEP = (
    "const keep=event.target.closest('button[data-gallery]');"
    "if(keep){"
    "const said=keep.parentNode.querySelector('[role=status]');"
    "const items=[...this.querySelectorAll('input[data-item]:checked')]"
    ".map(each=>+each.dataset.item);"
    "const name=keep.parentNode.querySelector('input').value.trim()||'chosen';"
    "let heard=false;"
    "const give=reply=>{heard=true;said.textContent=reply};"
    "said.textContent='';"
    "document.dispatchEvent(new CustomEvent('mediaext-ask',"
    "{detail:{kind:'keep',gallery:keep.dataset.gallery,items,name,give}}));"
    "setTimeout(()=>{if(!heard)said.textContent='The kernel that has these results "
    "does not answer; run the cell again after %load_ext mediaext.'},4000)}"
)


def button(name: str, line: str, *, run: bool) -> str:
    """Return a button for a parent with ``onclick=ACT``; ``run`` runs the new cell too."""
    words = html.escape(line, quote=True)
    runs = ' data-run="1"' if run else ""
    facts = f'data-line="{words}"{runs} title="{words}" style="{BUTTON}"'
    return f'<button type="button" {facts}>{name}</button>'


def cancel_button(job_id: str) -> str:
    """Return a button of its own that cancels a job."""
    made = button("Cancel", f"%media cancel {job_id}", run=True)
    return f' <span onclick="{html.escape(ACT, quote=True)}">{made}</span>'


def stop_button(job_id: str) -> str:
    """Return a button of its own that interrupts the cell that waits, and cancels its job."""
    line = f"%media cancel {job_id}" if job_id else ""
    made = button("Cancel", line, run=True).replace("<button", '<button data-stop="1"', 1)
    return f' <span onclick="{html.escape(ACT, quote=True)}">{made}</span>'


EMBED_LIMIT = 8_000_000  # bytes of media that a notebook file takes in for a player

PLAIN_SIDE = 192  # pixels of the picture for viewers that show nothing else
CHECKER = "background:conic-gradient(#ccc 25%,#fff 0 50%,#ccc 0 75%,#fff 0) 0 0/16px 16px"
"""Style of what lies behind transparency."""

# Keys on a slider are for the slider: JupyterLab would take the arrows for its cells.
OWN_KEYS = 'data-lm-suppress-shortcuts="true"'


def encode(image: "PIL.Image.Image") -> tuple[bytes, str]:
    """Return the image as PNG where it is transparent, else as JPEG, and its media type."""
    buffer = io.BytesIO()
    if "A" in image.mode or image.mode == "P":
        image.save(buffer, "PNG", optimize=True)
        return buffer.getvalue(), "image/png"
    image.convert("RGB").save(buffer, "JPEG", quality=85)
    return buffer.getvalue(), "image/jpeg"


def img(content: bytes, media_type: str, alt: str, style: str = "max-width:100%") -> str:
    """Return an ``<img>`` that carries its picture; ``alt`` is escaped."""
    words = html.escape(alt, quote=True)
    return f'<img alt="{words}" style="{style}" src="{data_url(content, media_type)}">'


def bundle(result: Result, page: str, picture: tuple[bytes, str] | None) -> Bundle:
    """Return data and metadata of a display: HTML for browsers, a picture for other viewers."""
    data: dict[str, Any] = {"text/plain": result.plain_text, "text/html": page}
    metadata: dict[str, Any] = {}
    if result.job:
        metadata["mediaext"] = {"job_id": result.job.job_id, "operation": result.job.operation}
    if picture:
        content, media_type = picture
        data[media_type] = base64_of(content)
        metadata[media_type] = {"alt": result.caption}
    return data, metadata


def embeddable(result: Result) -> bool:
    """Say whether the bytes are small enough to live in a notebook file."""
    return len(result.content) <= EMBED_LIMIT


def too_large(result: Result) -> str:
    """Say in HTML why there is no player and what to do."""
    return (
        f"<div>{len(result.content) / 1e6:,.0f} MB are too much for a notebook file; "
        f"<code>.save(&quot;file{result.suffix}&quot;)</code> writes them to play elsewhere.</div>"
    )


SCRIPT = Path(__file__).with_name("viewer.js")
SHOWN: WeakValueDictionary[str, Result] = WeakValueDictionary()
"""Results that pages show, by the SHA-256 of their bytes, for pages that ask for the original."""


@cache
def on_view(before: str = "") -> str:
    """Return the attribute of an element around pictures that opens those of :func:`view_img`.

    ``before`` is a script of its own that a click runs first.
    """
    lines = [line.strip() for line in SCRIPT.read_text(encoding="utf-8").splitlines()]
    script = "\n".join(line for line in lines if not line.startswith("//"))
    return f'onclick="{html.escape(f"{before};{ACT};{script}", quote=True)}"'


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
