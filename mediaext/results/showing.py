"""What the displays of clips, sounds and meshes share: small pictures and complete bundles."""

import base64
import html
import io
from typing import TYPE_CHECKING, Any

from mediaext.results.base import Bundle, Result, data_url

if TYPE_CHECKING:
    import PIL.Image

EMBED_LIMIT = 8_000_000  # bytes of media that a notebook file takes in for a player

# Keys on a slider are for the slider: JupyterLab would take the arrows for its cells.
OWN_KEYS = 'data-lm-suppress-shortcuts="true"'


def encode(image: "PIL.Image.Image", quality: int = 85) -> tuple[bytes, str]:
    """Return the image as PNG where it is transparent, else as JPEG, and its media type."""
    buffer = io.BytesIO()
    if "A" in image.mode or image.mode == "P":
        image.save(buffer, "PNG", optimize=True)
        return buffer.getvalue(), "image/png"
    image.convert("RGB").save(buffer, "JPEG", quality=quality)
    return buffer.getvalue(), "image/jpeg"


def img(content: bytes, media_type: str, alt: str, style: str = "max-width:100%") -> str:
    """Return an ``<img>`` that carries its picture; ``alt`` is escaped."""
    words = html.escape(alt, quote=True)
    return f'<img alt="{words}" style="{style}" src="{data_url(content, media_type)}">'


def bundle(result: Result, body: str, picture: tuple[bytes, str] | None) -> Bundle:
    """Return data and metadata of a display: HTML for browsers, a picture for other viewers."""
    data: dict[str, Any] = {"text/plain": result.plain_text, "text/html": result._figure(body)}
    metadata: dict[str, Any] = {}
    if result.job:
        metadata["mediaext"] = {"job_id": result.job.job_id, "operation": result.job.operation}
    if picture:
        content, media_type = picture
        data[media_type] = base64.b64encode(content).decode()
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
