"""``grid``: one request over all combinations of flags with several values."""

import itertools
from functools import partial

from mediaext.grammar.execution import Execution, start
from mediaext.grammar.parser import CommandContext, Line, LineCommand, Reader, inner_line
from mediaext.grammar.tokens import Token
from mediaext.results.sheet import Sheet


class Grid(LineCommand):
    """Make one request for all combinations of flag values, as a labelled sheet."""

    example = 'image "a bike" --seed 1 2 3 --guidance-scale 0 4'
    writes = "picture"

    @classmethod
    def read_rest(cls, reader: Reader, word: Token, rest: list[Token]) -> Line:
        """Read the request; a flag with several values is an axis."""
        return reader.grid(rest) if rest else super().read_rest(reader, word, rest)

    def run(self, context: CommandContext) -> Execution:
        """Begin all cells; their value is a :class:`mediaext.results.sheet.Sheet`."""
        line = inner_line(context)
        columns = len(line.axes[-1][1]) if line.axes else 1
        return start(line, context, partial(Sheet, labels=cell_labels(line), columns=columns))


def cell_labels(line: Line) -> list[str]:
    """Return the words below each cell, such as ``"seed 1, scale 2"``."""
    if not line.axes:
        return [line.steps[0].verb.name]
    names = [name.replace("_", " ") for name, _ in line.axes]
    cells = itertools.product(*(values for _, values in line.axes))
    return [
        ", ".join(f"{name} {value}" for name, value in zip(names, cell, strict=True))
        for cell in cells
    ]
