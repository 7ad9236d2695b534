"""Looking at a dataset: originals beside their variants, and what was refused."""

import io
from collections.abc import Sequence

import PIL.Image
import PIL.ImageDraw
import PIL.ImageFont

from mediaext.datasets.decoding import Spec, as_picture, fit_picture
from mediaext.datasets.making.outcomes import Failure
from mediaext.datasets.reading.reader import SampleReader
from mediaext.datasets.reports.table import row_of

GAP = 8
TEXT = (70, 70, 70)
SMALL = 11
Cell = tuple[PIL.Image.Image | None, str]


def show(reader: SampleReader, n: int, side: int) -> PIL.Image.Image:
    """Return a sheet with one row for each of ``n`` items."""
    rows = [_row(reader, index, side) for index in range(min(n, len(reader)))]
    return sheet(rows, side)


def _row(reader: SampleReader, index: int, side: int) -> list[Cell]:
    pool = reader.pool
    label = pool.items.label(index)
    cells: list[Cell] = []
    if reader.has_originals:
        spec = Spec(side, side, 3, pool.spec.fit)
        original = fit_picture(as_picture(pool.items.read(index)), spec)
        title = f"item {index}" + (f", label {label}" if label is not None else "")
        cells.append((PIL.Image.fromarray(original), title))
    for variant in range(reader.settings.variants):
        if pool.untouched(index, variant):
            continue
        facts = row_of(reader, index, variant)
        words = facts["prompt"] or facts["operations"]
        image = None
        if facts["status"] == "made":
            image = _picture(bytes(pool.content(index, variant)), side, pool.spec)
        note = "" if image is not None else f" ({facts['status']})"
        cells.append((image, f"{variant}: {words}{note}"))
    return cells


def _picture(content: bytes, side: int, spec: Spec) -> PIL.Image.Image:
    with PIL.Image.open(io.BytesIO(content)) as opened:
        return PIL.Image.fromarray(fit_picture(opened, Spec(side, side, 3, spec.fit)))


def refused(reader: SampleReader, side: int, columns: int = 5) -> PIL.Image.Image:
    """Return a sheet of the refused results."""
    cells: list[Cell] = []
    for key in reader.pool.results:
        state = reader.pool.writer.state(key)
        if isinstance(state, Failure):
            content = reader.pool.results.content(key)
            image = None if content is None else _picture(bytes(content), side, reader.pool.spec)
            cells.append((image, f"{key.hex()[:12]}: {state.message}"))
    if not cells:
        cells = [(None, "nothing was refused")]
    return sheet([cells[i : i + columns] for i in range(0, len(cells), columns)], side)


def sheet(rows: Sequence[Sequence[Cell]], side: int) -> PIL.Image.Image:
    """Lay pictures out in rows with a caption of up to two lines under each."""
    font = PIL.ImageFont.load_default(SMALL)
    caption = 2 * (SMALL + 4)
    width = max((len(row) for row in rows), default=0) * (side + GAP) + GAP
    height = len(rows) * (side + caption + GAP) + GAP
    page = PIL.Image.new("RGB", (max(width, side), max(height, side)), "white")
    draw = PIL.ImageDraw.Draw(page)
    for line, row in enumerate(rows):
        for column, (image, words) in enumerate(row):
            x, y = GAP + column * (side + GAP), GAP + line * (side + caption + GAP)
            if image is None:
                draw.rectangle((x, y, x + side - 1, y + side - 1), "#f2f2f2", "#dddddd")
            else:
                page.paste(image, (x, y))
            draw.multiline_text((x, y + side + 3), _wrap(words, side, font), TEXT, font, spacing=2)
    return page


def _wrap(
    words: str, width: int, font: PIL.ImageFont.ImageFont | PIL.ImageFont.FreeTypeFont
) -> str:
    """Break a caption into at most two lines that fit."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if font.getlength(longer) <= width:
            lines[-1] = longer
        elif len(lines) < 2:
            lines.append(word)
        else:
            lines[-1] += "…"
            break
    while any(font.getlength(line) > width for line in lines):
        lines = [line if font.getlength(line) <= width else line[:-2] + "…" for line in lines]
    return "\n".join(lines)
