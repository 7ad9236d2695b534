"""Text and tables that fit the width of a terminal."""

import re
import shutil
import sys
import textwrap
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

TIMES = ("_at", "created", "revoked")  # ends of the names of columns that hold moments
GAP = "  "  # between columns
LAST_COLUMN = re.compile(r"(?: *\S.*? {2,}| +)(?=\S)")


def terminal_width() -> int | None:
    """Return the width of standard output in characters, ``None`` if it is not a terminal."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def fold(text: str, width: int | None) -> str:
    """Break lines that are wider than ``width`` letters between words.

    What follows is indented like the last column of its line.
    """
    if width is None:
        return text
    return "\n".join(part for line in text.split("\n") for part in _fold_line(line, width))


def _fold_line(line: str, width: int) -> list[str]:
    if len(line) <= width:
        return [line]
    column = LAST_COLUMN.match(line)
    indent = column.end() if column and column.end() < width / 2 else 0
    head, rest = line[:indent], line[indent:]
    parts = textwrap.wrap(rest, width - indent, break_long_words=False, break_on_hyphens=False)
    return [f"{head if number == 0 else ' ' * indent}{part}" for number, part in enumerate(parts)]


def rows(items: Sequence[Any], width: int | None = None) -> str:
    """Return a list as a table with a head, or one line each; empty columns are left out.

    Where it is wider than ``width`` letters, words are wrapped in their column; where even single
    words are too wide, each row is a block of lines.
    """
    if not items:
        return "Nothing on record."
    if not isinstance(items[0], dict):
        return fold("\n".join(map(str, items)), width)
    names = [name for name in items[0] if any(item[name] not in ("", None) for item in items)]
    cells = [names, *([_cell(name, item[name]) for name in names] for item in items)]
    widths = _widths(cells, width)
    if not widths:
        blocks = (_block(names, row, width) for row in cells[1:])
        return "\n\n".join(blocks)
    return "\n".join(line.rstrip() for row in cells for line in _lines(row, widths))


def _widths(cells: Sequence[Sequence[str]], width: int | None) -> list[int]:
    """Return the widths of the columns, none where they do not fit."""
    columns = list(zip(*cells, strict=True))
    widths = [max(map(len, column)) for column in columns]
    least = [max(map(len, " ".join(column).split())) for column in columns]
    while width is not None and sum(widths) + len(GAP) * (len(widths) - 1) > width:
        spare = [number for number in range(len(widths)) if widths[number] > least[number]]
        if not spare:
            return []
        widths[max(spare, key=widths.__getitem__)] -= 1
    return widths


def _lines(row: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    """Yield the lines of a row whose cells are wrapped."""
    wrapped = [textwrap.wrap(cell, wide) for cell, wide in zip(row, widths, strict=True)]
    for number in range(max(1, *map(len, wrapped))):
        parts = (lines[number] if number < len(lines) else "" for lines in wrapped)
        yield GAP.join(f"{part:<{wide}}" for part, wide in zip(parts, widths, strict=True))


def _block(names: Sequence[str], row: Sequence[str], width: int | None) -> str:
    """Return a row as lines of a name and a value."""
    wide = max(map(len, names))
    told = (f"{name:<{wide}}{GAP}{cell}" for name, cell in zip(names, row, strict=True) if cell)
    return fold("\n".join(told), width)


def _cell(name: str, value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float) and name.endswith(TIMES):
        return datetime.fromtimestamp(value).astimezone().strftime("%Y-%m-%d %H:%M")
    return f"{value:.1f}" if isinstance(value, float) else str(value)
