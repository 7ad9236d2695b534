"""How a typed line is cut."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mediaext.grammar import InvalidCommand, Token, from_arguments, quote, tokenize


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('image "a dog\'s bowl"', ["image", "a dog's bowl"]),
        ("image 'a dog's bowl' x", ["image", "a dog's bowl", "x"]),
        ("a dog's bowl", ["a", "dog's", "bowl"]),
        (r"upscale C:\new\table.png", ["upscale", r"C:\new\table.png"]),
        (r'upscale "C:\my photos\new.png"', ["upscale", r"C:\my photos\new.png"]),
        (r'"say \"hi\" now" x', ['say "hi" now', "x"]),
        (r'"C:\dir\\" x', ["C:\\dir\\", "x"]),
        ('"{braces} and $dollars" {x} a$b', ["{braces} and $dollars", "{x}", "a$b"]),
        ('"" x', ["", "x"]),
        ('"a"|"b"', ["a", '|"b"']),
        ('--prompt="a b" c', ["--prompt=a b", "c"]),
        ("  \t ", []),
    ],
)
def test_a_line_is_cut_where_people_expect(line, words):
    assert tokenize(line) == words


def test_tokens_remember_where_they_stood():
    line = 'image "a b" --seed 7'
    for token in tokenize(line):
        assert line[token.start : token.end].strip('"') == token


def test_only_a_bare_whole_word_is_a_variable():
    tokens = tokenize('$bike "$bike" $bike.png x$bike $5')

    assert [token.variable for token in tokens] == ["bike", "", "", "", ""]


def test_quoted_words_are_no_flags_and_negative_numbers_neither():
    tokens = tokenize('"--seed" --seed -o -1 -0.5 --seed=3 --no-x --no_x')

    assert [t.flag for t in tokens] == [
        "", "--seed", "-o", "", "", "--seed", "--no-x", "--no_x",
    ]  # fmt: skip
    assert tokens[5].value == "3"


def test_a_mark_that_never_closes_is_pointed_at():
    with pytest.raises(InvalidCommand, match="not closed") as caught:
        tokenize('image "a bike')

    assert str(caught.value).splitlines()[-1] == "          ^"


@given(st.lists(st.text()))
def test_whatever_is_quoted_is_read_back_as_one_value_each(texts):
    tokens = tokenize(" ".join(quote(text) for text in texts))

    assert tokens == texts
    assert not any(token.flag or token.variable or token.is_mark("|") for token in tokens)


@given(st.text())
def test_any_line_is_cut_or_refused_with_a_sentence(line):
    with contextlib.suppress(InvalidCommand):
        tokens = tokenize(line)
        assert all(isinstance(token, Token) and token.start < token.end for token in tokens)


def test_words_cut_by_a_shell_keep_their_text():
    line, tokens = from_arguments(["image", "a dog's bowl", "--seed=7", "$5", "-o", "x.png"])

    assert tokens == ["image", "a dog's bowl", "--seed=7", "$5", "-o", "x.png"]
    assert [token.flag for token in tokens] == ["", "", "--seed", "", "-o", ""]
    assert tokens[3].variable == ""
    assert line[tokens[2].start : tokens[2].end] == "--seed=7"
