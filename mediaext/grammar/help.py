"""Help for operations and commands: for a terminal, a notebook and the documentation."""

from collections.abc import Sequence
from typing import Any

from mediaext.errors import NotFound
from mediaext.grammar.parser import SHORT, Grammar, LineCommand, Verb, hint
from mediaext.grammar.snippets import write_curl, write_line, write_python
from mediaext.operation import CATALOGUE, Operation, Param
from mediaext.text import Text


def examples(
    operation: type[Operation[object]], prefix: str = "%media "
) -> Sequence[tuple[str, str, str]]:
    """Return (title, language, code) of one request as a typed line, as Python and as curl."""
    request = example(operation)
    typed = ("As a magic", "ipython") if prefix.startswith("%") else ("As a command", "sh")
    return (
        (*typed, prefix + write_line(request)),
        ("In Python", "python", write_python([(request, "result")])),
        ("Over HTTP", "sh", write_curl(request)),
    )  # fmt: skip


def manual(grammar: Grammar, name: str, prefix: str) -> Text:
    """Return the help of one operation or command.

    Raises :class:`NotFound` with a did-you-mean.
    """
    verb: Verb | None = grammar.verb(name)
    if verb is None:
        raise NotFound(f"Unknown operation '{name}'.{hint(name, grammar.names)}")
    plain = help_text(prefix + verb.name, verb.summary, verb.params, grammar.options_of(verb))
    members = grammar.verbs(n for n in grammar.names if n.startswith(f"{name} "))
    if members:
        plain += "\n".join(["\n\nAlso:", *_verb_rows(members)])
    if issubclass(verb.model, LineCommand):
        plain += f"\n\nExample:\n  {prefix}{verb.name} {verb.model.example}"
    if verb.operation is None:
        return Text(plain)
    shown = examples(verb.operation, prefix)
    plain += f"\n\nExample:\n  {shown[0][2]}"
    return Text(plain, page(verb.operation, shown))


def overview(grammar: Grammar, prefix: str) -> Text:
    """Return every operation and command with its one sentence."""
    operations = grammar.verbs(sorted(CATALOGUE))
    commands = grammar.verbs(n for n in grammar.commands if not n.endswith(" list"))
    joint = "|" if prefix.startswith("%") else "--then"
    head = f'{prefix}NAME "what you want" [--flags] [-o NAME]   steps are joined with {joint}'
    plain = [
        head,
        "",
        "Operations:",
        *_verb_rows(operations),
        "",
        "Commands:",
        *_verb_rows(commands),
    ]
    plain += ["", f"{prefix}help NAME lists its parameters."]
    rich = [f"`{head}`", "", *_verb_table(operations), "", *_verb_table(commands)]
    return Text("\n".join(plain), "\n".join(rich))


def _verb_rows(verbs: dict[str, Verb]) -> list[str]:
    width = max(map(len, verbs), default=0) + 2
    return [f"  {name:<{width}}{verb.summary}" for name, verb in verbs.items()]


def _verb_table(verbs: dict[str, Verb]) -> list[str]:
    rows = [f"| `{name}` | {verb.summary} |" for name, verb in verbs.items()]
    return ["| name | what it does |", "|---|---|", *rows]


FLAG_WIDTH = 26  # columns of the flag in help text
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
    groups = {title: [p for p in params if p.group == group] for group, title in GROUPS.items()}
    filled = {title: members for title, members in groups.items() if members}
    for title, members in filled.items():
        head = title if len(filled) > 1 else "Parameters"
        lines += ["", f"{head}:", *map(_help_line, members)]
    if options:
        lines += ["", "Common options:", *map(_help_line, options)]
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
