"""``grid``: one request over all combinations of flags with several values."""

from mediaext.grammar.execution import Execution, as_sheet, start
from mediaext.grammar.parser import CommandContext, Line, LineCommand, Reader, inner_line
from mediaext.grammar.tokens import Token


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
        return start(line, context, as_sheet(line))
