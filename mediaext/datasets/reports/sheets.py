"""Contact sheets of a dataset: originals beside their variants, and refused results."""

import io

import PIL.Image
import PIL.ImageDraw
import PIL.ImageFont

from mediaext.datasets.decoding import Spec, as_picture, fit_picture
from mediaext.datasets.making.outcomes import Failure
from mediaext.datasets.reading.reader import SampleReader
from mediaext.datasets.reports.table import row_of
from mediaext.results.sheet import Cell, contact_sheet, in_rows


def show(reader: SampleReader, n: int, side: int) -> PIL.Image.Image:
    """Return a sheet with one row for each of ``n`` items."""
    rows = [_row(reader, index, side) for index in range(min(n, len(reader)))]
    return contact_sheet(rows, side, lines=2)


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
    return contact_sheet(in_rows(cells, columns), side, lines=2)
