"""Many requests from one table: ``mediaext image --from prompts.csv -o 'out/{n}.webp'``."""

import csv
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from mediaext.errors import InvalidRequest
from mediaext.operation import CATALOGUE, Param

FROM = "--from"
ADD_MODEL = ("engine", "add")
OUTPUT = ("-o", "--output")
PLACE = re.compile(r"\{(\w+)\}")
NUMBER = "n"
MOST_ROWS = 100_000


def read_rows(source: str, field: str) -> list[dict[str, str]]:
    """Return the rows of a CSV file, of ``-`` for standard input, or the lines of a ``.txt``.

    Each row has ``n``, its number from 1. A line of text is the value of ``field``. Raises
    :class:`InvalidRequest` for a file that cannot be read, is empty or has a row too long.
    """
    try:
        text = sys.stdin.read() if source == "-" else Path(source).read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise InvalidRequest(f"'{source}' cannot be read: {why}.") from None
    lines = [line for line in text.splitlines() if line.strip()]
    if source.lower().endswith(".txt"):
        rows = [{field: line.strip()} for line in lines]
    else:
        rows = list(_csv(source, lines))
    if not 0 < len(rows) <= MOST_ROWS:
        raise InvalidRequest(f"'{source}' has {len(rows)} rows; 1 to {MOST_ROWS:,} can be made.")
    return [{NUMBER: str(number), **row} for number, row in enumerate(rows, start=1)]


def _csv(source: str, lines: list[str]) -> Iterator[dict[str, str]]:
    for number, row in enumerate(csv.DictReader(lines, restkey="", restval=""), start=2):
        if "" in row:
            raise InvalidRequest(
                f"'{source}', line {number}: more values than columns; put text with commas "
                'in "quotation marks".'
            )
        yield {name.strip(): value.strip() for name, value in row.items()}


def lines_of(words: Sequence[str]) -> list[tuple[list[str], str]] | None:
    """Return the words and the file of each row's line; ``None`` without ``--from``.

    A column with the name of a field gives that field; any column and ``{n}`` can stand in
    braces in other words. Raises :class:`InvalidRequest` for what cannot be filled in.
    """
    if FROM not in words or tuple(words[:2]) == ADD_MODEL:  # which takes a folder by this flag
        return None
    operation = CATALOGUE.get(words[0])
    if operation is None:
        raise InvalidRequest("--from needs an operation first: mediaext image --from prompts.csv")
    rest = list(words)
    source = _take(rest, (FROM,))
    output = _take(rest, OUTPUT) or f"{words[0]}-{{n}}"
    params = {param.name: param for param in operation.params()}
    first = next(param.name for param in params.values() if param.required)
    rows = read_rows(source, first)
    files = [_fill(output, row) for row in rows]
    if len(set(files)) != len(files):
        raise InvalidRequest(
            f"-o '{output}' names a file twice; '{{n}}' is the number of the row."
        )
    used = set(PLACE.findall(" ".join([*rest, output]))) | {NUMBER}
    unknown = [name for name in rows[0] if name not in params and name not in used]
    if unknown:
        raise InvalidRequest(
            f"{words[0]} has no field '{unknown[0]}'. It has: {', '.join(params)}. "
            f"A column of another name can be used in braces: '{{{unknown[0]}}}'."
        )
    return [
        ([*(_fill(word, row) for word in rest), *_flags(params, row, used)], file)
        for row, file in zip(rows, files, strict=True)
    ]


def _flags(params: dict[str, Param], row: dict[str, str], used: set[str]) -> list[str]:
    """Return the flags of a row's fields; an empty cell leaves the field to its default."""
    given = [(params[n], value) for n, value in row.items() if n in params and n not in used]
    return [f"{param.flag}={value}" for param, value in given if value]


def _take(words: list[str], flags: tuple[str, ...]) -> str:
    """Remove a flag with its value and return the value, ``""`` where it is not given."""
    for flag in flags:
        if flag in words:
            at = words.index(flag)
            if at + 1 == len(words):
                raise InvalidRequest(f"{flag} needs a value.")
            value = words[at + 1]
            del words[at : at + 2]
            return value
    return ""


def _fill(text: str, row: dict[str, str]) -> str:
    """Return a text with the cells of a row in the place of ``{column}``."""

    def cell(found: "re.Match[str]") -> str:
        if found[1] not in row:
            raise InvalidRequest(f"There is no column '{found[1]}'. There are: {', '.join(row)}.")
        return row[found[1]]

    return PLACE.sub(cell, text)
