"""Help and pages are made from the declarations, whole and correct."""

import pytest

from mediaext.grammar import Grammar
from mediaext.grammar.help import example, examples, help_text, manual, page
from mediaext.operation import CATALOGUE

GRAMMAR = Grammar()


@pytest.mark.parametrize("name", CATALOGUE)
def test_a_page_has_every_field_with_bounds_and_default(name):
    operation = CATALOGUE[name]
    text = page(operation, examples(operation))
    rows = {line.split("`")[1]: line for line in text.splitlines() if line.startswith("| `")}

    for param in operation.params():
        assert f"`{param.flag}`" in rows[param.name]
        assert param.help.replace("|", "\\|") in rows[param.name]
        assert param.bounds in rows[param.name]
        assert ("**required**" in rows[param.name]) == param.required
    assert operation.endpoint.path in text


@pytest.mark.parametrize("name", CATALOGUE)
def test_help_for_a_terminal_has_every_field_once(name):
    verb = GRAMMAR.verb(name)
    lines = help_text(name, verb.summary, verb.params, ()).splitlines()

    for param in verb.params:
        names = (param.flag, param.name.upper())
        firsts = [line.split()[0] for line in lines if line.startswith("  ")]
        assert sum(firsts.count(name) for name in names) == 1


@pytest.mark.parametrize("name", CATALOGUE)
def test_the_example_of_an_operation_can_be_typed_and_run(name):
    (_, _, line), (_, _, python), (_, _, curl) = examples(CATALOGUE[name])

    read = GRAMMAR.parse(line.removeprefix("%media "), variables={}).steps[0]
    assert read.operation == example(CATALOGUE[name])
    compile(python, "example", "exec")
    assert CATALOGUE[name].endpoint.path in curl


def test_long_examples_are_broken_into_lines():
    for name in CATALOGUE:
        _, (_, _, python), (_, _, curl) = examples(CATALOGUE[name])
        assert max(map(len, [*python.splitlines(), *curl.splitlines()])) < 90


def test_help_of_a_family_of_commands_names_its_members():
    from mediaext.cli.running import GRAMMAR as COMMANDS

    text = str(manual(COMMANDS, "keys", "mediaext "))

    for name in ("keys add", "keys revoke"):
        assert name in text


@pytest.mark.parametrize("name", ["grid", "explain", "again"])
def test_help_of_what_takes_a_whole_line_shows_one_that_can_be_typed(name):
    from mediaext.grammar.commands import COMMANDS
    from mediaext.grammar.history import Remembered

    grammar = Grammar(COMMANDS)
    line = str(manual(grammar, name, "%media ")).splitlines()[-1].strip().removeprefix("%media ")

    assert grammar.parse(line, recall=lambda *_: Remembered("image", {"prompt": "a"}, [])).steps


def test_help_for_what_is_not_there_suggests_what_is():
    from mediaext.errors import NotFound

    with pytest.raises(NotFound, match="'image'"):
        manual(GRAMMAR, "imag", "%media ")
