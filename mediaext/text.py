"""Text for people: safe for terminals and logs, displayed without quotation marks."""

import re

UNITS = ("GB", 1e9), ("MB", 1e6), ("kB", 1e3)
UNKNOWN_TYPE = "application/octet-stream"
MEDIA_TYPE = re.compile(r"[\w.+-]{1,63}/[\w.+-]{1,63}", re.ASCII)
"""A media type without parameters; nothing else comes to stand in HTML or a path."""

_CONTROL = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # C0 but tab and newline, DEL, C1
    "\u2028\u2029"  # line and paragraph separators
    "\u202a-\u202e\u2066-\u2069"  # bidirectional embeddings, overrides and isolates
    "\ud800-\udfff]"  # lone surrogates, which no terminal can encode
)


def printable(text: str) -> str:
    """Return ``text`` with every control character replaced by U+FFFD; tabs and newlines stay.

    A terminal then shows the text instead of obeying it: no escape sequence, carriage return or
    bidirectional override is left.
    """
    return _CONTROL.sub("\N{REPLACEMENT CHARACTER}", text)


def byte_size(size: float) -> str:
    """Return a number of bytes as people read it, in powers of 1000: ``25 MB``, ``1.5 GB``."""
    unit, scale = next((pair for pair in UNITS if size >= pair[1]), UNITS[-1])
    amount = size / scale
    return f"{amount:,.{0 if amount >= 10 else 1}f}".removesuffix(".0") + f" {unit}"


class Text(str):
    """A string for people; ``markdown`` is its richer form."""

    markdown: str

    def __new__(cls, plain: str, markdown: str = "") -> "Text":
        """Make a text; without ``markdown`` it is shown plain everywhere."""
        text = super().__new__(cls, plain)
        text.markdown = markdown
        return text

    def __repr__(self) -> str:
        return str(self)

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        bundle = {"text/plain": str(self)}
        return {**bundle, "text/markdown": self.markdown} if self.markdown else bundle
