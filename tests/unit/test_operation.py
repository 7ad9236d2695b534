"""Declarations: what the catalogue takes in, and the public names that follow from it."""

import importlib
from typing import ClassVar

import pytest

import mediaext
from mediaext.cli.running import GRAMMAR as SHELL
from mediaext.notebook.session import GRAMMAR as MAGICS
from mediaext.operation import CATALOGUE, RESERVED, Endpoint, Operation
from mediaext.results import Picture
from mediaext.vocabulary import Prompt


@pytest.fixture
def declare():
    """Declare an operation and forget it after the test."""
    before = set(CATALOGUE)

    def declared(name, *, path="/doodle/v1", alias=None, title="Doodle"):
        facts = {
            "endpoint": Endpoint(name, path, alias=alias),
            "__annotations__": {"endpoint": ClassVar[Endpoint], "prompt": Prompt},
            "__module__": __name__,
            "__doc__": "Draw a doodle.",
        }
        return type(Operation)(title, (Operation[Picture],), facts)

    yield declared
    for name in set(CATALOGUE) - before:
        CATALOGUE.remove(name)


def test_a_declared_operation_is_a_public_name(declare):
    assert not hasattr(mediaext, "Doodle")
    doodle = declare("doodle")

    assert mediaext.Doodle is doodle
    assert "Doodle" in mediaext.__all__
    assert "Doodle" in dir(mediaext)
    assert CATALOGUE["doodle"] is doodle


@pytest.mark.parametrize("name", ["run", "attach", "jobs", "serve", "connect"])
def test_a_name_that_would_hide_a_member_or_a_command_is_refused(declare, name):
    with pytest.raises(TypeError, match=f"Doodle cannot be called '{name}'"):
        declare(name)
    with pytest.raises(TypeError, match=f"Doodle cannot be called '{name}'"):
        declare("doodle", alias=name)
    assert name not in CATALOGUE
    assert "doodle" not in CATALOGUE


@pytest.mark.parametrize("name", ["3d", "two words", "import", ""])
def test_a_name_that_cannot_be_a_method_is_refused(declare, name):
    with pytest.raises(TypeError, match="a client's method is a Python name"):
        declare(name)


@pytest.mark.parametrize(
    ("taken", "facts"),
    [
        ("image", {"name": "image"}),
        ("3d", {"name": "doodle", "alias": "3d"}),
        ("/generate/image/v1", {"name": "doodle", "path": "/generate/image/v1"}),
        ("GenerateImage", {"name": "doodle", "title": "GenerateImage"}),
    ],
)
def test_what_another_operation_has_is_refused(declare, taken, facts):
    with pytest.raises(TypeError, match=f"'{taken}' is declared by"):
        declare(**facts)


def test_the_reserved_names_are_the_members_and_commands_that_there_are():
    client = mediaext.connect()
    members = {
        name
        for name in (*dir(mediaext.Client), *dir(mediaext.AsyncClient), *vars(client))
        if not name.startswith("_")
    }
    commands = {name.split()[0] for grammar in (SHELL, MAGICS) for name in grammar.commands}

    assert members | commands | {"pipe"} == RESERVED


def test_every_public_name_is_that_of_its_home():
    homes = mediaext._homes()

    assert {"Client", "connect", "panel", "Picture", "Operation"} < homes.keys() < {*dir(mediaext)}
    assert all(
        getattr(mediaext, name) is getattr(importlib.import_module(home), name)
        for name, home in homes.items()
    )


def test_every_operation_is_in_the_one_module_that_type_checkers_read():
    import mediaext.operations

    assert {name for name in CATALOGUE.by_class_name() if name in vars(mediaext.operations)} == {
        operation.__name__ for operation in CATALOGUE.values()
    }


def test_an_unknown_public_name_is_an_attribute_error_with_the_nearest_one():
    with pytest.raises(AttributeError, match=r"no attribute 'GenerateImag'\. Did you mean"):
        mediaext.GenerateImag  # noqa: B018 # that it is looked up is the point
