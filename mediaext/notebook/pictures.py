"""How pictures show in this notebook: as ``%config MediaMagics`` says."""

import base64
import html
import secrets
import sys
from typing import Any

CELL_SIDE = 64  # pixels of a picture in a cell of a table
MOST_TILES = 64  # pictures in one output
PICTURES = ("Picture", "Cutout")


def register(magics: Any, formatter: Any) -> None:
    """Show pictures as the choices of ``magics`` say; nothing heavy is imported for it."""
    bundles = formatter.mimebundle_formatter

    def show(picture: Any, include: Any = None, exclude: Any = None) -> Any:
        return bundle(picture, magics.embed, magics.thumbnail)

    for name in PICTURES:
        bundles.for_type_by_name("mediaext.results.picture", name, show)

    pages = formatter.formatters["text/html"]
    pages.for_type(list, pictures_of)
    for module in ("pandas.core.frame", "pandas"):  # before pandas 3, and since
        pages.for_type_by_name(module, "DataFrame", frame_html)


def pictures_of(items: Any) -> str | None:
    """Return a list of results as a gallery; ``None`` for every other list."""
    if not items or "mediaext.results" not in sys.modules:
        return None
    from mediaext.results import Result

    if not all(isinstance(item, Result) for item in items[:MOST_TILES]):
        return None
    from mediaext.notebook.display import gallery

    return gallery(items).html()


def frame_html(frame: Any) -> str | None:
    """Return a DataFrame with thumbnails in place of results; as pandas shows it without any."""
    if "mediaext.results" not in sys.modules or not len(frame.columns):
        return _plain_frame(frame)
    from mediaext.notebook.display.stills import small_encoding, still
    from mediaext.results import Result
    from mediaext.results.showing import img

    shown: dict[str, str] = {}

    def thumbnail(value: object) -> Any:
        if not isinstance(value, Result) or len(shown) >= MOST_TILES:
            return value
        picture = still(value, CELL_SIDE)
        if picture is None:
            return value
        token = f"mediaext-{secrets.token_hex(8)}"
        shown[token] = img(*small_encoding(picture), alt=value.caption, style="max-width:none")
        return token

    import numpy as np
    import pandas as pd

    head = frame.head(pd.get_option("display.max_rows") or MOST_TILES).copy()
    for position in range(len(head.columns)):
        if head.dtypes.iloc[position] == np.dtype(object):
            head.isetitem(position, head.iloc[:, position].map(thumbnail))
    if not shown:
        return _plain_frame(frame)
    page = str(head.to_html(notebook=True))
    for token, picture in shown.items():
        page = page.replace(token, picture)
    left = len(frame) - len(head)
    return page + (f"<div>and {left} more rows</div>" if left else "")


def _plain_frame(frame: Any) -> str | None:
    page: str | None = frame._repr_html_()
    return page


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
