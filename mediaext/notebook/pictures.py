"""How pictures are displayed in this notebook, as ``%config MediaMagics`` says."""

import base64
import io
import secrets
import sys
from collections import deque
from typing import Any

CELL_SIDE = 64  # pixels of a picture in a cell of a table
MOST_TILES = 64  # pictures in one output
PICTURES = ("Picture", "Cutout")
_lists: deque[Any] = deque(maxlen=8)  # galleries that only a page holds, which may choose in them


def register(magics: Any, formatter: Any) -> None:
    """Show pictures, and work that goes on, as the choices of ``magics`` say.

    Nothing heavy is imported for it.
    """
    bundles = formatter.mimebundle_formatter

    def show(picture: Any, include: Any = None, exclude: Any = None) -> Any:
        answer_pages(magics)
        if magics.embed == "link":
            return _link(picture)
        return picture.bundle(max(picture.size) if magics.embed == "full" else magics.thumbnail)

    def show_gallery(gallery: Any, include: Any = None, exclude: Any = None) -> Any:
        answer_pages(magics)
        return gallery._repr_mimebundle_()

    def show_sheet(sheet: Any, include: Any = None, exclude: Any = None) -> Any:
        answer_pages(magics)
        return _gallery(sheet, labels=sheet.labels, columns=sheet.columns)._repr_mimebundle_()

    def show_work(work: Any) -> None:
        from mediaext.notebook.cards import is_live

        if not (magics.progress and is_live()):
            raise NotImplementedError  # tells IPython to show the text instead
        magics.watch(work)

    def show_list(items: Any) -> str | None:
        page = pictures_of(items)
        if page is not None:
            answer_pages(magics)
        return page

    for name in PICTURES:
        bundles.for_type_by_name("mediaext.results.picture", name, show)
    bundles.for_type_by_name("mediaext.notebook.display.gallery", "Gallery", show_gallery)
    bundles.for_type_by_name("mediaext.results.sheet", "Sheet", show_sheet)
    for module, name in (("jobs", "Job"), ("chain", "Chain")):
        cards = formatter.ipython_display_formatter
        cards.for_type_by_name(f"mediaext.client.{module}", name, show_work)

    pages = formatter.formatters["text/html"]
    pages.for_type(list, show_list)
    for module in ("pandas.core.frame", "pandas"):  # before pandas 3, and since
        pages.for_type_by_name(module, "DataFrame", frame_html)


def bring_viewer(shell: Any) -> None:
    """Give the page the script of the viewer once, in the output of the cell that runs.

    Where no cell runs, as when IPython loads its extensions, and on Colab, where each cell is a
    page of its own, every display brings it.
    """
    if not shell.get_parent().get("header") or "google.colab" in sys.modules:
        return
    from IPython.display import display

    from mediaext.viewer import DISPLAY, viewer_script

    # an output without anything to see takes no place
    hidden = ".jp-OutputArea-child:has([data-mediaext-viewer]){display:none}"
    script = f"<style>{hidden}</style><script>{viewer_script()}</script>"
    page = f"<div data-mediaext-viewer>{script}</div>"
    display({"text/html": page, "text/plain": ""}, raw=True)
    DISPLAY.script_in_page = True


def show_in_terminal(shell: Any) -> None:
    """Show pictures in an IPython on a terminal that can; their words stand below them."""
    from mediaext.results.terminal import draw, protocol
    from mediaext.viewer import DISPLAY

    by = protocol()
    if by is None or not hasattr(shell, "mime_renderers") or not sys.stdout.isatty():
        return

    DISPLAY.plain = True

    def render(encoded: str, metadata: Any) -> None:
        import PIL.Image

        with PIL.Image.open(io.BytesIO(base64.b64decode(encoded))) as image:
            print(draw(image, by))  # noqa: T201 # what a terminal shows
        if metadata:
            print(metadata.get("alt", ""))  # noqa: T201 # likewise

    for media_type in ("image/png", "image/jpeg"):
        shell.mime_renderers[media_type] = render
        if media_type not in shell.display_formatter.active_types:
            shell.display_formatter.active_types.append(media_type)


def answer_pages(magics: Any) -> None:
    """Answer what displays ask, once a page is there that may ask; see :class:`PageLink`."""
    from mediaext.notebook.cards import is_live

    if magics.page is None and is_live():
        from mediaext.notebook.page import PageLink

        magics.page = PageLink(magics.names, lambda digest: stored(magics, digest))


def stored(magics: Any, digest: str) -> bytes | None:
    """Return a stored result by its SHA-256, ``None`` where there is none."""
    content: bytes | None = magics.client.session.store.get(digest)
    return content


def pictures_of(items: Any) -> str | None:
    """Return a list of results as a gallery; ``None`` for every other list."""
    if not items or "mediaext.results" not in sys.modules:
        return None
    from mediaext.results import Result

    if not all(isinstance(item, Result) for item in items[:MOST_TILES]):
        return None
    return str(_gallery(items).html())


def _gallery(items: Any, **looks: Any) -> Any:
    """Return a gallery that lives while a page may choose in it."""
    from mediaext.notebook.display import gallery

    _lists.append(gallery(items, **looks))
    return _lists[-1]


def frame_html(frame: Any) -> str | None:
    """Return a DataFrame with thumbnails in place of results; as pandas shows it without any.

    A kind of DataFrame that has a display of its own keeps it.
    """
    if hasattr(type(frame), "_repr_mimebundle_"):
        own: str = frame._repr_mimebundle_()[0]["text/html"]
        return own
    if "mediaext.results" not in sys.modules or not len(frame.columns):
        return _plain_frame(frame)
    from mediaext.results import Result
    from mediaext.results.sheet import still
    from mediaext.results.showing import page_url, view_img
    from mediaext.viewer import on_view

    shown: dict[str, str] = {}

    def thumbnail(value: object) -> Any:
        if not isinstance(value, Result) or len(shown) >= MOST_TILES:
            return value
        picture = still(value, CELL_SIDE)
        if picture is None:
            return value
        token = f"mediaext-{secrets.token_hex(8)}"
        shown[token] = view_img(value, page_url(picture), value.caption, "max-width:none")
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
    more = f"<div>and {left} more rows</div>" if left else ""
    return f"<div {on_view()}>{page}{more}</div>"


def _plain_frame(frame: Any) -> str | None:
    page: str | None = frame._repr_html_()
    return page


def _link(picture: Any) -> Any:
    """Write the untouched bytes beside the notebook and show that file."""
    from mediaext.protocol import digest

    path = picture.save_bytes(f"mediaext-results/{digest(picture.content)[:16]}")
    page = picture.figure(path.as_posix())
    return {"text/plain": f"{picture.plain_text}\n{path}", "text/html": page}, {}
