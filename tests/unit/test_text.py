"""Text on its way to a terminal."""

import pytest

from mediaext.text import printable


@pytest.mark.parametrize(
    "control",
    [
        "\x00",
        "\x07",
        "\x08",
        "\r",
        "\x1b[2J",
        "\x7f",
        "\x9b31m",
        "\u2028",
        "\u202e",
        "\u2066",
        "\ud800",
    ],
)
def test_controls_are_replaced(control):
    shown = printable(f"before{control}after")

    assert control[0] not in shown
    assert shown.startswith("before\N{REPLACEMENT CHARACTER}")
    shown.encode()


@pytest.mark.parametrize("text", ["", "two\nlines\tand a tab", "Grüße, 图, שלום, 🎨"])
def test_text_without_controls_is_not_changed(text):
    assert printable(text) == text
