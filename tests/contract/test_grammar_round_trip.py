"""Every request of every operation can be typed: written as a line, it reads back the same."""

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import tests.strategies as strategies
from mediaext.grammar import Grammar, from_arguments, tokenize
from mediaext.grammar.snippets import write_line
from mediaext.operation import CATALOGUE, Operation

GRAMMAR = Grammar()


def media_fields(operation: type[Operation]) -> list[str]:
    return [param.name for param in operation.params() if param.media]


BUSY = settings(max_examples=20, suppress_health_check=[HealthCheck.too_slow])


@BUSY
@given(data=st.data())
@pytest.mark.parametrize("name", CATALOGUE)
def test_a_request_reads_back_from_its_line(name, data):
    request = data.draw(strategies.requests(CATALOGUE[name]))
    line = GRAMMAR.parse(write_line(request), variables={})

    assert line.steps[0].operation.given() == request.given()


@BUSY
@given(data=st.data())
@pytest.mark.parametrize("name", CATALOGUE)
def test_a_request_reads_back_from_the_words_of_a_shell(name, data):
    request = data.draw(strategies.requests(CATALOGUE[name]))
    words = [str(token) for token in tokenize(write_line(request))]
    assume(not any(word.startswith("-") or word in ("|", "&", ";") for word in _values(request)))
    text, tokens = from_arguments(words)
    assume(not words[-1].endswith(";"))

    assert GRAMMAR.parse(text, tokens=tokens).steps[0].operation.given() == request.given()


def _values(request: Operation) -> list[str]:
    return [
        text
        for value in request.given().values()
        for text in (value if isinstance(value, list) else [value])
        if isinstance(text, str)
    ]


@BUSY
@given(data=st.data())
@pytest.mark.parametrize("name", [n for n, op in CATALOGUE.items() if media_fields(op)])
def test_media_objects_are_written_as_variables_and_read_back(name, data):
    operation = CATALOGUE[name]
    request = data.draw(strategies.requests(operation))
    given = request.given()
    many = {param.name for param in operation.params() if param.many}
    objects = {
        field: [bytearray(b"one"), bytearray(b"two")] if field in many else bytearray(b"one")
        for field in media_fields(operation)
        if field in given
    }
    asked = request.model_copy(update=objects)
    variables = {}

    def name_of(field, value):
        variables[f"{field}_{len(variables)}"] = value
        return f"{field}_{len(variables) - 1}"

    line = GRAMMAR.parse(write_line(asked, name_of), variables=variables)

    assert line.steps[0].operation.given() == asked.given()
