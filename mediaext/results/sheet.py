"""Several results in one picture: a filmstrip of steps, a contact sheet of a grid."""

import base64
import html
import io
from collections.abc import Iterator, Sequence
from typing import Any

import PIL.Image
import PIL.ImageDraw
import PIL.ImageFont

from mediaext.results.base import Bundle
from mediaext.results.picture import Picture
from mediaext.results.showing import encode

TILE = 224  # pixels, longer side of a tile
GAP, FOOT = 10, 22  # pixels between tiles, and for the words below one
PAPER, INK = "#ffffff", "#1f2328"


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
        """The sheet as one RGB picture; a row is as high as its highest tile."""
        font = PIL.ImageFont.load_default(13)
        tiles = [_tile(result) for result in self]
        rows = [tiles[i : i + self.columns] for i in range(0, len(tiles), self.columns)]
        heights = [max(tile.height for tile in row) for row in rows]
        width = min(self.columns, len(tiles)) * (TILE + GAP) + GAP
        paper = PIL.Image.new("RGB", (width, sum(heights) + len(rows) * (FOOT + GAP) + GAP), PAPER)
        pen = PIL.ImageDraw.Draw(paper)
        words, top = iter(self.labels), GAP
        for row, height in zip(rows, heights, strict=True):
            for column, tile in enumerate(row):
                left = GAP + column * (TILE + GAP)
                place = (left + (TILE - tile.width) // 2, top + (height - tile.height) // 2)
                paper.paste(tile, place, tile if tile.mode == "RGBA" else None)
                text = _fitting(pen, next(words), font)
                pen.text((left, top + height + 4), text, fill=INK, font=font)
            top += height + FOOT + GAP
        return paper

    def save(self, path: Any) -> None:
        """Save the sheet as a picture; the suffix says the format."""
        self.image.save(path)

    def _repr_mimebundle_(self, **_: object) -> Bundle:
        content, media_type = encode(self.image)
        encoded = base64.b64encode(content).decode()
        alt = html.escape("; ".join(self.labels), quote=True)
        source = f"data:{media_type};base64,{encoded}"
        shown = f'<img alt="{alt}" style="max-width:100%" src="{source}">'
        data = {"text/plain": repr(self), "text/html": shown, media_type: encoded}
        return data, {media_type: {"alt": "; ".join(self.labels)}}


def thumbnail(result: Any) -> PIL.Image.Image:
    """Return a picture of any result: itself, or the poster that its display has."""
    if isinstance(result, Picture):
        return result.convert("RGBA" if "A" in result.mode else "RGB")
    bundle = result._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    for media_type in ("image/png", "image/jpeg"):
        if media_type in data:
            with PIL.Image.open(io.BytesIO(base64.b64decode(data[media_type]))) as poster:
                return poster.convert("RGB")
    return PIL.Image.new("RGB", (TILE, TILE // 2), "#d0d7de")


def _tile(result: object) -> PIL.Image.Image:
    tile = thumbnail(result)
    tile.thumbnail((TILE, TILE), PIL.Image.Resampling.LANCZOS)
    return tile


def _fitting(pen: PIL.ImageDraw.ImageDraw, words: str, font: Any) -> str:
    """Cut words that are wider than a tile."""
    if pen.textlength(words, font) <= TILE:
        return words
    while words and pen.textlength(words + "…", font) > TILE:
        words = words[:-1]
    return words + "…"
