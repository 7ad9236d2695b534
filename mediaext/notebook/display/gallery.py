"""Many results in a grid, as HTML and as one contact sheet."""

import html
import uuid
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar
from weakref import WeakValueDictionary

import PIL.Image

from mediaext.results.base import Bundle, Result
from mediaext.results.sheet import contact_sheet, in_rows, still
from mediaext.results.showing import (
    BUTTON,
    CHECKER,
    INPUT,
    KEEP,
    OWN_KEYS,
    bundle,
    page_url,
    view_button,
    view_img,
)
from mediaext.viewer import on_view

SIDE = 192  # pixels
COLUMNS = 4
CORNER = "position:absolute;top:4px;right:4px;border-radius:4px;background:#0009;color:#fff"
MOST_TILES = 64  # more would make a notebook file heavy


class Gallery(Sequence[Any]):
    """Results side by side; indexing gives the results themselves.

    A click on a tile opens it in full; in a notebook the chosen tiles can be put into a variable.
    """

    shown: ClassVar[WeakValueDictionary[str, "Gallery"]] = WeakValueDictionary()
    """Galleries that pages show, for pages that choose."""

    def __init__(
        self, items: Sequence[object], labels: Sequence[str], columns: int, side: int
    ) -> None:
        self.items, self.labels = list(items), list(labels)
        self.columns, self.side = columns, side

    def __getitem__(self, index: Any) -> Any:
        return self.items[index]

    def __len__(self) -> int:
        return len(self.items)

    def __repr__(self) -> str:
        return f"<Gallery of {len(self)}: {', '.join(self.labels[:4])}{', …' * (len(self) > 4)}>"

    @cached_property
    def _stills(self) -> list[PIL.Image.Image | None]:
        return [still(item, self.side) for item in self.items[:MOST_TILES]]

    def sheet(self) -> PIL.Image.Image:
        """Return the labelled contact sheet as one RGB picture."""
        columns = max(1, min(self.columns, len(self._stills)))
        cells = list(zip(self._stills, self.labels, strict=False))
        return contact_sheet(in_rows(cells, columns), self.side)

    def html(self) -> str:
        """Return the grid; every picture has its label as alternative text."""
        tiles = "".join(
            _tile(number, picture, label, item, self.side)
            for number, (picture, label, item) in enumerate(
                zip(self._stills, self.labels, self.items, strict=False)
            )
        )
        left = len(self.items) - len(self._stills)
        more = f"<div>and {left} more</div>" if left else ""
        # as many columns as were asked for, fewer where the page is narrow
        grid = (
            f"display:grid;grid-template-columns:repeat(auto-fill,min({self.side}px,45%));gap:8px;"
            f"max-width:{self.columns * (self.side + 8)}px"
        )
        below = f"{more}{self._keep_html()}"
        return f'<div {on_view(KEEP)}><div style="{grid}">{tiles}</div>{below}</div>'

    def _keep_html(self) -> str:
        """Return the line that puts the chosen tiles into a variable."""
        if not self.items:
            return ""
        return (
            '<div style="margin-top:6px;font-size:85%"><label>Chosen to variable <input '
            f'{OWN_KEYS} value="chosen" size="12" style="{INPUT}"></label> <button type="button" '
            f'data-gallery="{self._slot}" style="{BUTTON}">Keep</button> '
            '<span role="status"></span></div>'
        )

    @cached_property
    def _slot(self) -> str:
        slot = uuid.uuid4().hex
        Gallery.shown[slot] = self
        return slot

    def _repr_mimebundle_(self, **_: object) -> Bundle:
        words = "; ".join(self.labels[:MOST_TILES])
        return bundle(repr(self), self.html(), lambda: self.sheet() if self.items else None, words)


def _tile(
    number: int, picture: PIL.Image.Image | None, label: str, item: object, side: int
) -> str:
    words, enlarge = html.escape(label), ""
    if picture is None:
        shown = f'<div style="height:{side}px">{html.escape(str(item))}</div>'
    else:
        behind = CHECKER if isinstance(item, PIL.Image.Image) and picture.mode == "RGBA" else ""
        source = page_url(picture)
        shown = view_img(item, source, label, f"max-width:100%;{behind}")
        enlarge = f'<span style="{CORNER}">{view_button()}</span>'
    style = "margin:0;text-align:center;font-size:85%"
    notes = item.notes_html if isinstance(item, Result) else ""
    choose = f'<label><input type="checkbox" data-item="{number}"> {words}</label>'
    words = f"<figcaption>{choose}{notes}</figcaption>"
    framed = f'<div style="position:relative">{shown}{enlarge}</div>'
    return f'<figure style="{style}">{framed}{words}</figure>'


def gallery(
    results: Mapping[str, object] | Iterable[object],
    *,
    labels: Sequence[str] | None = None,
    columns: int = COLUMNS,
    side: int = SIDE,
) -> Gallery:
    """Show results, PIL images or errors in a grid.

    A mapping gives the labels by its keys; otherwise they are the captions. ``side`` is the size
    of a tile in pixels. At most 64 tiles are drawn. Raises ``ValueError`` where the labels are not
    as many as the results, or ``columns`` or ``side`` is below 1.
    """
    if columns < 1 or side < 1:
        raise ValueError("columns and side must be at least 1.")
    if isinstance(results, Mapping):
        labels, items = [str(key) for key in results], list(results.values())
    else:
        items = list(results)
    words = [_label(item) for item in items] if labels is None else [str(each) for each in labels]
    if len(words) != len(items):
        raise ValueError(f"There are {len(items)} results but {len(words)} labels.")
    return Gallery(items, words, columns, side)


def _label(item: object) -> str:
    if isinstance(item, Result):
        seed = item.job.seed if item.job else None
        return item.caption if seed is None else f"{item.caption} · seed {seed}"
    return type(item).__name__
