r"""Split a typed line into tokens that keep their position.

The rules are made for people who type prompts and paths, not for shells:

* A token that starts with a quotation mark runs to the mark that is followed by a space or the
  end, so ``'a dog's bowl'`` is one token. A mark inside a bare word is a letter of it.
* Backslashes are letters, except right before the closing kind of mark, where the rule of
  Windows' own command line holds (``\"`` is a mark, ``\\"`` a backslash and the end): paths
  stay as they are, yet every text can be written.
* Braces and dollars are letters. A bare ``$name`` that is a whole token is a variable.
* A bare ``|`` parts steps, a bare ``&`` at the end asks for a background job, a bare ``--`` ends
  the flags.
"""

import re
import unicodedata
from collections.abc import Sequence
from typing import Self

from mediaext.errors import InvalidRequest

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


QUOTES = "\"'"
FLAG = re.compile(r"--[A-Za-z][\w-]*|-[A-Za-z](?!\w)")
VARIABLE = re.compile(r"\$([^\W\d]\w*)")
BARE = re.compile(r"\S+")
_ENDS = frozenset("|&;")


class Token(str):
    """Text without its quotation marks; ``start`` and ``end`` are offsets in the line.

    ``quoted`` text is never a flag, a variable or a pipe. ``flag`` is ``"--seed"`` for a flag,
    whose ``value`` is the token after ``=``, if any.
    """

    start: int
    end: int
    quoted: bool
    flag: str
    value: "Token | None"

    def __new__(cls, text: str, start: int, end: int, *, quoted: bool = False) -> Self:
        """Make a token that stood from ``start`` to ``end``."""
        token = super().__new__(cls, text)
        token.start, token.end, token.quoted = start, end, quoted
        token.flag, token.value = "", None
        return token

    @property
    def variable(self) -> str:
        """Name of the variable that the token stands for, or ``""``."""
        found = None if self.quoted else VARIABLE.fullmatch(self)
        return found[1] if found else ""

    def is_mark(self, mark: str) -> bool:
        """Say whether this is the bare mark ``|``, ``&`` or ``--``."""
        return not self.quoted and self == mark


class InvalidCommand(InvalidRequest):
    """A typed line cannot be understood; nothing was sent. The caret shows where."""


def wrong(line: str, sentence: str, *spans: Token) -> InvalidCommand:
    """Word an error that shows the line with carets under the tokens that it is about."""
    where = point(line, [(token.start, token.end) for token in spans])
    return InvalidCommand("\n".join([sentence, *where]))


def tokenize(line: str) -> list[Token]:
    """Cut a typed line into tokens.

    Raises :class:`InvalidCommand` for a quotation mark that never closes.
    """
    tokens, position = [], 0
    while position < len(line):
        if line[position].isspace():
            position += 1
            continue
        token = _read(line, position)
        tokens.append(token)
        position = token.end
    return tokens


def _read(line: str, start: int) -> Token:
    flag = FLAG.match(line, start)
    if flag and line[flag.end() : flag.end() + 1] == "=":
        value = _read_value(line, flag.end() + 1)
        token = Token(f"{flag[0]}={value}", start, value.end)
        token.flag, token.value = flag[0], value
        return token
    token = _read_value(line, start)
    if flag and not token.quoted and flag.end() == token.end:
        token.flag = flag[0]
    return token


def _read_value(line: str, start: int) -> Token:
    if line[start : start + 1] in QUOTES and start < len(line):
        return _read_quoted(line, start)
    bare = BARE.match(line, start)
    text = bare[0] if bare else ""
    return Token(text, start, start + len(text))


def _read_quoted(line: str, start: int) -> Token:
    mark, text, position = line[start], "", start + 1
    while position < len(line):
        letter = line[position]
        if letter == "\\":
            run = len(line[position:]) - len(line[position:].lstrip("\\"))
            position += run
            if line[position : position + 1] != mark:
                text += "\\" * run
                continue
            text += "\\" * (run // 2)
            if run % 2:
                text += mark
                position += 1
        elif letter == mark and _closes(line, position + 1):
            return Token(text, start, position + 1, quoted=True)
        else:
            text += letter
            position += 1
    opening = Token(mark, start, start + 1)
    raise wrong(line, f"The quotation mark {mark} is not closed.", opening)


def _closes(line: str, after: int) -> bool:
    """Say whether a mark that ends before ``after`` closes: a space, the end or a pipe follows."""
    return after == len(line) or line[after].isspace() or line[after] in _ENDS


def quote(text: str) -> str:
    """Write ``text`` so that :func:`tokenize` reads it back as one value token."""
    plain = text and not (set(text) & set(QUOTES)) and not any(c.isspace() for c in text)
    special = text in ("|", "&", "--", ";") or text.endswith(";")
    if plain and not special and not FLAG.match(text) and not VARIABLE.fullmatch(text):
        return text
    escaped = re.sub(r'(\\*)"', r'\1\1\\"', text)
    trailing = len(escaped) - len(escaped.rstrip("\\"))
    return f'"{escaped}{chr(92) * trailing}"'


def from_arguments(arguments: Sequence[str]) -> tuple[str, list[Token]]:
    """Return the line and tokens of arguments that a shell has cut already.

    What the shell had in quotes cannot be told, so an argument is a flag when it looks like one
    and a variable never.
    """
    line, tokens = "", []
    for argument in arguments:
        line += " " if line else ""
        flag = FLAG.match(argument)
        whole = flag and argument[flag.end() : flag.end() + 1] in ("", "=")
        written = argument if whole else quote(argument)
        start = len(line)
        line += written
        token = Token(argument, start, len(line), quoted=_looks_quoted(argument))
        if flag and whole:
            token.flag = flag[0]
            if argument != flag[0]:
                token.value = Token(argument[flag.end() + 1 :], start + flag.end() + 1, len(line))
                token.value.quoted = True
        tokens.append(token)
    return line, tokens


def _looks_quoted(argument: str) -> bool:
    return argument.startswith("$") or not argument or any(c.isspace() for c in argument)
