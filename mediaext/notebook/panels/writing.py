"""A form written as the magic line or cell that asks for the same."""

from mediaext.notebook.panels.fields import Field, Switch
from mediaext.notebook.panels.form import Form
from mediaext.operation import Operation


def magic_text(operation: type[Operation[object]], form: Form, output: str = "") -> str:
    """Return ``%media …`` for what a form gives, or ``%%media …`` for a text of several lines.

    Raises :class:`mediaext.errors.InvalidRequest` for fields that cannot be read.
    """
    required, flags, body = [], [], ""
    for field in form.fields.values():
        words = field.words()
        if not words:
            continue
        text = field.control.value if field.param.multiline else ""
        if "\n" in text and field.param.positional and not body:
            body = text
        elif field.param.required and field.param.positional:
            required += words
        else:
            flags += _flag(field, words)
    named = [*required, *flags, *(["-o", output] if output else [])]
    line = " ".join([operation.endpoint.name, *named])
    return f"%%media {line}\n{body}" if body else f"%media {line}"


def _flag(field: Field, words: list[str]) -> list[str]:
    if isinstance(field, Switch):
        dashed = field.param.flag
        return [dashed if words == ["true"] else f"--no-{dashed[2:]}"]
    return [field.param.flag, *words]
