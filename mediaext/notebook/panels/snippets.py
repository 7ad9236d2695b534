"""Forms as the equivalent magic line, cell or Python code."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mediaext.errors import InvalidRequest
from mediaext.grammar import quote
from mediaext.grammar.snippets import NameOf, write_line, write_python
from mediaext.notebook.panels.fields import MediaField
from mediaext.notebook.panels.form import Form
from mediaext.operation import Operation


@dataclass(frozen=True, slots=True)
class StepText:
    """A step to write: its request, its form, and the field that the step before fills."""

    request: Operation[object]
    form: Form
    piped: str = ""


def magic_text(request: Operation[object], form: Form, output: str = "") -> str:
    """Return ``%media …`` for a request, or ``%%media …`` for a text of several lines.

    Raises :class:`InvalidRequest` for what no line can say.
    """
    below = _text_below(request)
    line = write_line(request, _names_of([form]), without=[below] if below else ())
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


def pipe_text(steps: Sequence[StepText], output: str = "") -> str:
    """Return ``%media … | …`` for a chain; empty without steps and for what no line can say."""
    names = _names_of(step.form for step in steps)
    try:
        lines = [write_line(s.request, names, without=[s.piped] * bool(s.piped)) for s in steps]
    except InvalidRequest:
        return ""
    if not lines or any("\n" in line for line in lines):
        return ""
    return f"%media {' | '.join(lines)}" + (f" -o {quote(output)}" if output else "")


def python_text(steps: Sequence[StepText], output: str = "") -> str:
    """Return the Python that makes the steps one after the other; empty without steps."""
    if not steps:
        return ""
    requests = [(step.request, "") for step in steps[:-1]] + [(steps[-1].request, output)]
    return write_python(requests, _names_of(step.form for step in steps))


def _names_of(forms: Iterable[Form]) -> NameOf:
    """Return what names the media of forms: the variables that hold it."""
    fields = [f for form in forms for f in form.fields.values() if isinstance(f, MediaField)]
    names = {id(value): name for field in fields for value, name in field.names()}
    return lambda field, value: names.get(id(value), field)
