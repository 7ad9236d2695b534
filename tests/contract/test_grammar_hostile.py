"""Whatever is typed is read or refused with a sentence; nothing else comes out."""

import contextlib

from hypothesis import given, settings
from hypothesis import strategies as st

from mediaext.errors import MediaError
from mediaext.grammar import from_arguments
from mediaext.grammar.completion import complete
from mediaext.notebook.session import GRAMMAR
from mediaext.operation import CATALOGUE

FLAGS = sorted({param.flag for kind in CATALOGUE.values() for param in kind.params()})
MARKS = ["|", "&", "--", ";", "-o", "-h", "$x", "$missing", "=", "--=", "--seed=", '"', "\\", "'"]
VALUES = ["create", "on", "#fff", "1", "-1", "nan", "1e999", "9" * 5000, "{}", "[", "null", "\0"]
WORDS = st.one_of(
    st.sampled_from([*GRAMMAR.names, *FLAGS]),
    st.sampled_from(MARKS),
    st.sampled_from(VALUES),
    st.text(max_size=12),
)
LINES = st.lists(WORDS, max_size=10)
VARIABLES = {"x": object()}


class Names:
    def variables(self):
        return VARIABLES

    def job_ids(self):
        return ["job"]

    def profile_ids(self):
        return ["profile"]


@settings(max_examples=400)
@given(words=LINES, body=st.sampled_from(["", "some words", "\n"]))
def test_any_line_is_read_or_refused(words, body):
    with contextlib.suppress(MediaError):
        line = GRAMMAR.parse(" ".join(words), variables=VARIABLES, body=body)
        assert line.steps


@settings(max_examples=200)
@given(words=LINES)
def test_any_words_of_a_shell_are_read_or_refused(words):
    text, tokens = from_arguments(words)
    for token in tokens:
        assert 0 <= token.start <= token.end <= len(text)
    with contextlib.suppress(MediaError):
        assert GRAMMAR.parse(text, tokens=tokens).steps


@settings(max_examples=200)
@given(words=LINES)
def test_tab_never_fails(words):
    fragment, found = complete(GRAMMAR, " ".join(words), Names())

    assert all(candidate.text.startswith(fragment) for candidate in found)
