"""A declaration in words: help text for a terminal, a Markdown page for notebook and docs."""

from collections.abc import Sequence
from typing import Any

from mediaext.operation import Operation, Param

FLAG_WIDTH = 26  # columns of the flag in help text
SHORT = {"-o": "--output", "-h": "--help", "-q": "--quiet"}
"""Flags of one letter, and the long ones they stand for."""
GROUPS = {"essential": "Essential", "quality": "More", "delivery": "Delivery"}


def usage(name: str, params: Sequence[Param]) -> str:
    """Return the line that shows what goes without a name, such as ``upscale INPUT_IMAGE``."""
    words = [
        param.name.upper() if param.required else f"[{param.name.upper()}]"
        for param in params
        if param.positional
    ]
    needed = [f"{p.flag} {p.name.upper()}" for p in params if p.required and not p.positional]
    return " ".join([name, *words, *needed, "[--flags]"])


def help_text(name: str, summary: str, params: Sequence[Param], options: Sequence[Param]) -> str:
    """Return help for a terminal: usage, summary, every field with bounds and default."""
    lines = [f"usage: {usage(name, params)}", "", f"  {summary}"]
    for group, title in GROUPS.items():
        members = [param for param in params if param.group == group]
        lines += ["", f"{title}:", *map(_help_line, members)] if members else []
    if options:
        lines += ["", "Always:", *map(_help_line, options)]
    return "\n".join(lines)


def _help_line(param: Param) -> str:
    words = param.name.upper() if param.positional and param.required else param.flag
    short = {flag: letter for letter, flag in SHORT.items()}.get(words)
    words = f"{short}, {words}" if short else words
    gap = "" if len(words) < FLAG_WIDTH else "\n" + " " * (FLAG_WIDTH + 2)
    facts = "; ".join(fact for fact in (param.bounds, _default(param)) if fact)
    return f"  {words:<{FLAG_WIDTH}}{gap}{param.help}{f' ({facts})' if facts else ''}"


def _default(param: Param) -> str:
    if param.required:
        return "required"
    if param.default is None or param.default is False or param.default == "":
        return ""
    shown = "true" if param.default is True else param.default
    return f"default {shown}"


def page(operation: type[Operation[object]], examples: Sequence[tuple[str, str, str]] = ()) -> str:
    """Return an operation as a Markdown page.

    ``examples`` are (title, language, code); :func:`mediaext.grammar.help.examples` makes them.
    """
    endpoint = operation.endpoint
    result = operation.result_type().__name__
    also = f" Also called `{endpoint.alias}`." if endpoint.alias else ""
    lines = [
        f"# {endpoint.name}",
        "",
        f"{_summary(operation)} Gives a `{result}`.{also}",
        "",
        f"`POST {endpoint.path}`, then `GET {endpoint.status_path}`; in Python "
        f"`mediaext.{operation.__name__}`.",
    ]
    for title, language, code in examples:
        lines += ["", f"{title}:", "", f"```{language}", code, "```"]
    lines += ["", *_table(operation.params())]
    return "\n".join(lines) + "\n"


def section(name: str, summary: str, params: Sequence[Param]) -> str:
    """Return a command as a section of a Markdown page."""
    lines = [f"## {name}", "", summary, "", "```text", usage(name, params), "```"]
    lines += ["", *_table(params)] if params else []
    return "\n".join(lines) + "\n"


def _table(params: Sequence[Param]) -> list[str]:
    return ["| field and flag | takes | what it does |", "|---|---|---|", *map(_row, params)]


def _row(param: Param) -> str:
    kind: str = param.media or param.type
    kind = f"one or several {kind}s" if param.many else kind
    takes = f"{kind}: {param.bounds}" if param.bounds else kind
    if param.required:
        takes += "; **required**"
    elif param.default is not None:
        default = str(param.default).lower() if param.type == "boolean" else param.default
        takes += f"; `{default}` unless given"
    cells = [f"`{param.name}` `{param.flag}`", takes, param.help]
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _summary(operation: type[Operation[object]]) -> str:
    return (operation.__doc__ or "").strip().partition("\n")[0]


def example(operation: type[Operation[object]]) -> Operation[object]:
    """Return a request with an example value in every required field, and what it declares."""
    values: dict[str, Any] = {
        param.name: list(param.example) if isinstance(param.example, tuple) else _example(param)
        for param in operation.params()
        if param.required
    }
    return operation(**{**values, **operation.example})


def _example(param: Param) -> Any:
    if param.example is not None:
        return param.example
    if param.choices:
        return param.choices[0]
    if param.type in ("integer", "number"):
        return param.minimum or 1
    return True if param.type == "boolean" else param.name
