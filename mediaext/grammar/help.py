"""Help about everything that can be typed, made from the catalogue."""

from collections.abc import Sequence

from mediaext.errors import NotFound
from mediaext.grammar.parser import Grammar, LineCommand, Verb, hint
from mediaext.grammar.snippets import write_curl, write_line, write_python
from mediaext.operation import CATALOGUE, Operation
from mediaext.reference import example, help_text, page
from mediaext.text import Text

WIDTH = 18  # columns of a name in the overview


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
        plain += "\n".join(["\n\nAlso:", *_rows(members)])
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
    plain = [head, "", "Operations:", *_rows(operations), "", "Commands:", *_rows(commands)]
    plain += ["", f"{prefix}help NAME says what one takes."]
    rich = [f"`{head}`", "", *_table(operations), "", *_table(commands)]
    return Text("\n".join(plain), "\n".join(rich))


def _rows(verbs: dict[str, Verb]) -> list[str]:
    return [f"  {name:<{WIDTH}}{verb.summary}" for name, verb in verbs.items()]


def _table(verbs: dict[str, Verb]) -> list[str]:
    rows = [f"| `{name}` | {verb.summary} |" for name, verb in verbs.items()]
    return ["| name | what it does |", "|---|---|", *rows]
