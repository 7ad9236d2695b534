"""Lines of text with carets under the part that an error is about."""

import unicodedata
from collections.abc import Sequence

WINDOW = 96  # columns of a long line that are shown around the caret
INDENT = "    "


def point(line: str, spans: Sequence[tuple[int, int]]) -> list[str]:
    """Return the line and a second one with carets under the spans, or nothing without spans."""
    spans = [(start, max(end, start + 1)) for start, end in spans]
    if not spans or not line:
        return []
    line = line.replace("\n", " ").replace("\t", " ")
    first = min(start for start, _ in spans)
    left = 0 if len(line) <= WINDOW else max(0, min(first - WINDOW // 2, len(line) - WINDOW))
    shown = line[left : left + WINDOW] + " "
    carets = "".join(
        ("^" if any(a <= left + i < b for a, b in spans) else " ") * _columns(letter)
        for i, letter in enumerate(shown)
    )
    dots = "…" if left else ""
    more = "…" if left + WINDOW < len(line) else ""
    return [f"{INDENT}{dots}{shown.rstrip()}{more}", f"{INDENT}{' ' * len(dots)}{carets.rstrip()}"]


def _columns(letter: str) -> int:
    if unicodedata.combining(letter):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1
