"""What displays share: thumbnails, bundles, buttons, the full-size view."""

import hashlib
import html
import io
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from mediaext.results.base import Bundle, Result, base64_of, data_url
from mediaext.viewer import ACT, DISPLAY

if TYPE_CHECKING:
    import PIL.Image

BUTTON = (
    "font:inherit;color:inherit;background:none;border:1px solid #8888;border-radius:4px;"
    "padding:2px 8px;cursor:pointer"
)
INPUT = BUTTON.replace("cursor:pointer", "")
"""Styles of what can be pressed and filled in: in the colours of the page, light or dark."""

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

WEBP_QUALITY = 80  # of 0 to 100
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


def page_url(image: "PIL.Image.Image") -> str:
    """Return the image as a ``data:`` URL for HTML: WebP, about half the size of a JPEG."""
    if image.mode == "P":  # few colours: smaller and sharper as PNG
        return data_url(*encode(image))
    buffer = io.BytesIO()
    image.save(buffer, "WEBP", quality=WEBP_QUALITY)
    return data_url(buffer.getvalue(), "image/webp")


def img(source: str, alt: str, style: str = "max-width:100%") -> str:
    """Return an ``<img>`` of the URL ``source``; ``alt`` is escaped."""
    words = html.escape(alt, quote=True)
    return f'<img alt="{words}" style="{style}" src="{source}">'


def bundle(
    words: str,
    page: str,
    picture: "Callable[[], PIL.Image.Image | None]",
    alt: str,
    metadata: Mapping[str, object] | None = None,
) -> Bundle:
    """Return data and metadata of a display: text with HTML or, where that is set, a picture."""
    data, facts = {"text/plain": words}, dict(metadata or {})
    image = picture() if DISPLAY.plain else None
    if image is None:
        data["text/html"] = page
    else:
        content, media_type = encode(image)
        data[media_type] = base64_of(content)
        facts[media_type] = {"alt": alt}
    return data, facts


def result_bundle(
    result: Result, page: str, picture: "Callable[[], PIL.Image.Image | None]"
) -> Bundle:
    """Return the :func:`bundle` of a result, which names its job."""
    facts = {"job_id": result.job.job_id, "operation": result.job.operation} if result.job else {}
    metadata = {"mediaext": facts} if facts else {}
    return bundle(result.plain_text, page, picture, result.caption, metadata)


def embeddable(result: Result) -> bool:
    """Say whether the bytes are small enough to live in a notebook file."""
    return len(result.content) <= EMBED_LIMIT


def too_large(result: Result) -> str:
    """Say in HTML why there is no player and what to do."""
    return (
        f"<div>{len(result.content) / 1e6:,.0f} MB are too much for a notebook file; "
        f"<code>.save(&quot;file{result.suffix}&quot;)</code> writes them to play elsewhere.</div>"
    )


SHOWN: WeakValueDictionary[str, Result] = WeakValueDictionary()
"""Results that pages show, by the SHA-256 of their bytes, for pages that ask for the original."""


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
