"""Any result as one small picture, and several in one: filmstrips and contact sheets."""

from collections.abc import Iterator, Sequence
from typing import Any

import PIL.Image
import PIL.ImageDraw
import PIL.ImageFont

from mediaext.results.base import Bundle
from mediaext.results.clip import Clip
from mediaext.results.mesh import Mesh
from mediaext.results.picture import Picture
from mediaext.results.showing import bundle, img, page_url
from mediaext.results.sound import Sound, waveform

TILE = 224  # pixels, longer side of a tile
GAP = 8  # pixels between tiles
FONT_SIZE = 12  # pixels
PAPER, INK, EMPTY, EDGE = "#ffffff", "#1f2328", "#f2f2f2", "#d0d7de"
Cell = tuple[PIL.Image.Image | None, str]
"""A picture, ``None`` where there is none, and the words below it."""


def still(value: object, side: int) -> PIL.Image.Image | None:
    """Return a picture of at most ``side`` pixels that stands for a result.

    A clip gives its first frame, a sound its waveform, a mesh its front; ``None`` where nothing
    can be drawn.
    """
    try:
        picture = _whole(value, side)
    except Exception:  # a display must not fail, whatever a decoder raises for a broken file
        return None
    if picture is None:
        return None
    transparent = "A" in picture.mode or "transparency" in picture.info
    small = picture.convert("RGBA" if transparent else "RGB")
    small.thumbnail((side, side), PIL.Image.Resampling.LANCZOS)
    return small


def _whole(value: object, side: int) -> PIL.Image.Image | None:
    if isinstance(value, PIL.Image.Image):
        return value.to_pil() if isinstance(value, Picture) else value
    if isinstance(value, Clip):
        return value.poster
    if isinstance(value, Sound):
        return waveform(value.to_numpy(), (side, side // 2))
    if isinstance(value, Mesh):
        return value.turntable(1, side)[0]
    return None


def in_rows(cells: Sequence[Cell], columns: int) -> list[Sequence[Cell]]:
    """Return the cells in rows of so many."""
    return [cells[start : start + columns] for start in range(0, len(cells), columns)]


def contact_sheet(rows: Sequence[Sequence[Cell]], side: int, *, lines: int = 1) -> PIL.Image.Image:
    """Return pictures in rows on white, as RGB, each with its words below it.

    Parameters
    ----------
    rows
        Pictures of at most ``side`` pixels with their words; a row is as high as its highest
        picture, and a place without one is an empty frame.
    side
        Width of a column in pixels.
    lines
        Lines of words at most; what does not fit ends with an ellipsis.
    """
    font = PIL.ImageFont.load_default(FONT_SIZE)
    foot = lines * (FONT_SIZE + 4) + 4
    heights = [max(side if picture is None else picture.height for picture, _ in r) for r in rows]
    width = max((len(row) for row in rows), default=0) * (side + GAP) + GAP
    page = PIL.Image.new("RGB", (width, sum(heights) + len(rows) * (foot + GAP) + GAP), PAPER)
    pen, top = PIL.ImageDraw.Draw(page), GAP
    for row, height in zip(rows, heights, strict=True):
        for column, (picture, words) in enumerate(row):
            left = GAP + column * (side + GAP)
            if picture is None:
                pen.rectangle((left, top, left + side - 1, top + height - 1), EMPTY, EDGE)
            else:
                place = (left + (side - picture.width) // 2, top + (height - picture.height) // 2)
                page.paste(picture, place, picture if picture.mode == "RGBA" else None)
            text = _wrap(words, font, side, lines)
            pen.multiline_text((left, top + height + 4), text, INK, font, spacing=2)
        top += height + foot + GAP
    return page


def _wrap(words: str, font: Any, width: int, most: int) -> str:
    """Break text into at most ``most`` lines of at most ``width`` pixels."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if font.getlength(longer) <= width:
            lines[-1] = longer
        elif len(lines) < most:
            lines.append(word)
        else:
            lines[-1] = longer  # is cut below
            break
    return "\n".join(_cut(line, font, width) for line in lines)


def _cut(line: str, font: Any, width: int) -> str:
    if font.getlength(line) <= width:
        return line
    while line and font.getlength(line + "…") > width:
        line = line[:-1]
    return line + "…"


class Sheet(Sequence[Any]):
    """Results in order, with words for each; shows as one labelled picture."""

    def __init__(self, results: Sequence[object], labels: Sequence[str], columns: int) -> None:
        self.results = list(results)
        self.labels = list(labels)
        self.columns = max(columns, 1)

    def __len__(self) -> int:
        return len(self.results)

    def __getitem__(self, index: Any) -> Any:
        """Return a result by position, or by its label."""
        return self.results[self.labels.index(index) if isinstance(index, str) else index]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.results)

    def __repr__(self) -> str:
        lines = (f"{words}: {result!r}" for words, result in zip(self.labels, self, strict=True))
        return "\n".join(lines)

    @property
    def image(self) -> PIL.Image.Image:
        """The sheet as one RGB picture."""
        cells = [
            (still(result, TILE), words) for result, words in zip(self, self.labels, strict=True)
        ]
        return contact_sheet(in_rows(cells, self.columns), TILE)

    def save(self, path: Any) -> None:
        """Save the sheet as a picture; the suffix says the format."""
        self.image.save(path)

    def _repr_mimebundle_(self, **_: object) -> Bundle:
        image, words = self.image, "; ".join(self.labels)
        return bundle(repr(self), img(page_url(image), words), lambda: image, words)
