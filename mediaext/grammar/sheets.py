"""Several results in one picture: a filmstrip of steps, a contact sheet of a grid."""

import base64
import html
import io
from collections.abc import Iterator, Sequence
from typing import Any

import PIL.Image
import PIL.ImageDraw
import PIL.ImageFont

from mediaext.results import Picture
from mediaext.results.showing import encode

TILE = 224  # pixels, longer side of a tile
GAP, FOOT = 10, 22  # pixels between tiles, and for the words below one
PAPER, INK = "#ffffff", "#1f2328"


class Sheet(Sequence[Any]):
    """Results in order, with words for each; shows as one labelled picture."""

    def __init__(self, results: Sequence[Any], labels: Sequence[str], columns: int) -> None:
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
        font = PIL.ImageFont.load_default(13)
        rows = -(-len(self) // self.columns)
        width = self.columns * (TILE + GAP) + GAP
        height = rows * (TILE + FOOT + GAP) + GAP
        paper = PIL.Image.new("RGB", (width, height), PAPER)
        pen = PIL.ImageDraw.Draw(paper)
        for number, (words, result) in enumerate(zip(self.labels, self, strict=True)):
            row, column = divmod(number, self.columns)
            left = GAP + column * (TILE + GAP)
            top = GAP + row * (TILE + FOOT + GAP)
            tile = thumbnail(result)
            tile.thumbnail((TILE, TILE), PIL.Image.Resampling.LANCZOS)
            place = (left + (TILE - tile.width) // 2, top + (TILE - tile.height) // 2)
            paper.paste(tile, place, tile if tile.mode == "RGBA" else None)
            pen.text((left, top + TILE + 4), _fitting(pen, words, font), fill=INK, font=font)
        return paper

    def save(self, path: Any) -> None:
        """Save the sheet as a picture; the suffix says the format."""
        self.image.save(path)

    def _repr_mimebundle_(self, **_: Any) -> tuple[dict[str, Any], dict[str, Any]]:
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


def _fitting(pen: PIL.ImageDraw.ImageDraw, words: str, font: Any) -> str:
    """Cut words that are wider than a tile."""
    if pen.textlength(words, font) <= TILE:
        return words
    while words and pen.textlength(words + "…", font) > TILE:
        words = words[:-1]
    return words + "…"
