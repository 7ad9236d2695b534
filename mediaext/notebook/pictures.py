"""How pictures show in this notebook: as ``%config MediaMagics`` says."""

import base64
import html
from typing import Any

PICTURES = ("Picture", "Cutout")


def register(magics: Any, formatter: Any) -> None:
    """Show pictures as the choices of ``magics`` say; nothing heavy is imported for it."""
    bundles = formatter.mimebundle_formatter

    def show(picture: Any, include: Any = None, exclude: Any = None) -> Any:
        return bundle(picture, magics.embed, magics.thumbnail)

    for name in PICTURES:
        bundles.for_type_by_name("mediaext.results.picture", name, show)


def bundle(picture: Any, embed: str, side: int) -> Any:
    """Return the mime bundle of a picture as a thumbnail, in full or as a link to its file."""
    from mediaext.results.picture import THUMBNAIL_SIDE

    if embed == "thumb" and side == THUMBNAIL_SIDE:
        return picture._repr_mimebundle_()
    if embed == "link":
        return _link(picture)
    content, media_type = picture.thumbnail_bytes(side if embed == "thumb" else max(picture.size))
    encoded = base64.b64encode(content).decode()
    alt = html.escape(picture.caption, quote=True)
    image = f'<img alt="{alt}" src="data:{media_type};base64,{encoded}">'
    data = {
        "text/plain": picture.plain_text,
        "text/html": picture._figure(image),
        media_type: encoded,
    }
    return data, {media_type: {"alt": picture.caption}}


def _link(picture: Any) -> Any:
    """Write the untouched bytes beside the notebook and show that file."""
    from mediaext.protocol import digest

    path = picture.save_bytes(f"mediaext-results/{digest(picture.content)[:16]}")
    alt, source = html.escape(picture.caption, quote=True), html.escape(path.as_posix())
    image = f'<img alt="{alt}" style="max-width:100%" src="{source}">'
    return {"text/plain": f"{picture.plain_text}\n{path}", "text/html": picture._figure(image)}, {}
