"""Text and tables in the width of a terminal."""

from mediaext.cli.layout import fold, rows

MODELS = [
    {"name": "tiny", "licence": "a licence of many words", "note": ""},
    {"name": "a-model-with-a-long-name", "licence": "MIT", "note": None},
]


def test_lines_break_between_words_below_their_last_column():
    text = "usage: x\n  name  what it does, in words\n  n     short"

    assert fold(text, 24).splitlines() == [
        "usage: x",
        "  name  what it does, in",
        "        words",
        "  n     short",
    ]
    assert fold(text, None) == text


def test_a_word_that_is_too_long_stays_whole():
    assert fold("see https://media.example/a-long-address now", 20).splitlines() == [
        "see",
        "https://media.example/a-long-address",
        "now",
    ]


def test_a_table_leaves_out_empty_columns_and_wraps_the_widest():
    wide, narrow = rows(MODELS), rows(MODELS, 36)

    assert wide.splitlines()[0].split() == ["name", "licence"]
    assert len(wide.splitlines()) == 3
    assert max(map(len, narrow.splitlines())) <= 36
    assert len(narrow.splitlines()) > 3
    assert sorted(narrow.split()) == sorted(wide.split())


def test_a_table_that_cannot_fit_becomes_blocks():
    assert rows(MODELS, 26).splitlines() == [
        "name     tiny",
        "licence  a licence of many",
        "         words",
        "",
        "name     a-model-with-a-long-name",
        "licence  MIT",
    ]


def test_a_list_of_texts_is_one_line_each():
    assert rows(["one", "two"]) == "one\ntwo"
    assert rows([]) == "Nothing on record."
