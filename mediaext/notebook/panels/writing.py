"""A form written as the magic line or cell that asks for the same."""

from mediaext.errors import InvalidRequest
from mediaext.grammar import quote
from mediaext.grammar.writing import write_line
from mediaext.notebook.panels.form import Form
from mediaext.notebook.panels.media import MediaField
from mediaext.operation import Operation


def magic_text(request: Operation[object], form: Form, output: str = "") -> str:
    """Return ``%media …`` for a request, or ``%%media …`` for a text of several lines.

    Raises :class:`InvalidRequest` for what no line can say.
    """
    fields = [field for field in form.fields.values() if isinstance(field, MediaField)]
    names = {id(value): name for field in fields for value, name in field.names()}
    below = _text_below(request)
    line = write_line(
        request, lambda field, value: names.get(id(value), field), without=[below] if below else ()
    )
    if "\n" in line:
        raise InvalidRequest("Only one text of a magic may have several lines.")
    if output:
        line += f" -o {quote(output)}"
    return f"%%media {line}\n{getattr(request, below)}" if below else f"%media {line}"


def _text_below(request: Operation[object]) -> str:
    """Return the field whose text has several lines and may stand in the cell body, or ``""``."""
    given = request.given()
    for param in request.params():
        if param.positional and param.multiline:
            return param.name if "\n" in str(given.get(param.name, "")) else ""
    return ""
