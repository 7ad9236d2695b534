"""The gate that validates every result before it is served: size and acceptance.

What a gate notes of a result holds for that gate. A function is known by its code and the plain
values that it uses, so results are validated again when it changes; a :class:`Quality` by what it
measures, so that its thresholds may change.
"""

import hashlib
import io
from collections.abc import Iterator
from types import CodeType

import PIL.Image

from mediaext.datasets.quality import Quality
from mediaext.datasets.settings import Gate
from mediaext.datasets.store.index import Note
from mediaext.results import MadeFile, Picture

PLAIN = (bool, int, float, complex, str, bytes, type(None))


class ResultGate:
    """Refuses what is too small, or what ``gate`` refuses: a function, or a :class:`Quality`.

    ``identity`` names what is noted of a result; it is empty where nothing is refused.
    """

    def __init__(self, gate: Gate | None, min_side: int) -> None:
        self.gate, self.min_side = gate, min_side
        self.quality = gate if isinstance(gate, Quality) else None
        self.identity = ""
        if gate is not None or min_side:
            named = self.quality.name if self.quality else getattr(gate, "identity", None)
            code = [str(named)] if named is not None else _describe(gate, set())
            text = "\x1f".join([str(False), str(min_side), *code])
            self.identity = hashlib.sha256(text.encode()).hexdigest()[:16]

    def examine(self, file: MadeFile, base: object) -> dict[str, object]:
        """Return what is to be noted of a result: a verdict with its reason, or scores.

        ``base`` is the item's own picture, or ``None``. Raises what the gate raises.
        """
        reason, scores = self._too_small(file.content), dict[str, float]()
        if not reason and self.gate is not None:
            made = Picture(file.content, file.media_type)
            if self.quality is not None:
                scores = self.quality.scores(made, base)
            else:
                answer = self.gate(made, base)
                refused = "" if answer else "refused by the quality gate"
                reason = answer if isinstance(answer, str) else refused
        told: dict[str, object] = {"scores": scores} if scores else {}
        return told | ({"verdict": "drop", "reason": reason} if reason else {"verdict": "keep"})

    def refusal(self, note: Note) -> str:
        """Return why a result must not be served, from what was noted of it, or ``""``."""
        if note.text("verdict") == "drop":
            return note.text("reason") or "dropped"
        return "" if self.quality is None else self.quality.refusal(scores_of(note))

    def _too_small(self, content: bytes) -> str:
        if not self.min_side:
            return ""
        try:
            with PIL.Image.open(io.BytesIO(content)) as image:
                if min(image.size) < self.min_side:
                    return f"{image.width}x{image.height} is smaller than {self.min_side} pixels"
                return ""
        except (OSError, SyntaxError, ValueError) as error:
            return f"cannot be read as a picture ({error})"


def scores_of(note: Note) -> dict[str, float]:
    """Return the scores in a note."""
    found = note.facts.get("scores")
    return found if isinstance(found, dict) else {}


def _describe(value: object, seen: set[int]) -> list[str]:
    """Return texts that change when a function or a callable object does.

    Code, defaults, and plain values in its closure, its globals and its object count; state such
    as lists does not. The same in every process.
    """
    if isinstance(value, PLAIN):
        return [f"{type(value).__name__} {value!r}"]
    if isinstance(value, tuple | frozenset):
        parts = [" ".join(_describe(one, seen)) for one in value]
        return sorted(parts) if isinstance(value, frozenset) else parts
    if isinstance(value, CodeType):
        consts = [text for const in value.co_consts for text in _describe(const, seen)]
        return [value.co_qualname, value.co_code.hex(), *value.co_names, *consts]
    if id(value) in seen:
        return []
    seen.add(id(value))
    kind = value if isinstance(value, type) else type(value)
    name = getattr(value, "__qualname__", kind.__qualname__)
    return [str(name), *(text for part in _parts(value) for text in _describe(part, seen))]


def _parts(value: object) -> Iterator[object]:
    """Yield what a function, a method, a partial or a callable object consists of."""
    code = getattr(value, "__code__", None)
    if isinstance(code, CodeType):
        yield code
        yield from getattr(value, "__defaults__", None) or ()
        yield from (getattr(value, "__kwdefaults__", None) or {}).values()
        cells = getattr(value, "__closure__", None) or ()
        yield from (cell.cell_contents for cell in cells)
        known = getattr(value, "__globals__", {})
        used = (known[name] for name in code.co_names if name in known)
        yield from (one for one in used if isinstance(one, PLAIN) or hasattr(one, "__code__"))
        return
    inner = getattr(value, "__func__", None) or getattr(value, "func", None)
    if inner is not None:  # a method, or functools.partial
        yield inner
        yield from getattr(value, "args", ())
        yield from (getattr(value, "keywords", None) or {}).values()
        yield from _values(getattr(value, "__self__", None))
    elif callable(value) and not isinstance(value, type):
        yield getattr(type(value).__call__, "__code__", None)
        yield from _values(value)


def _values(value: object) -> Iterator[object]:
    named = sorted(getattr(value, "__dict__", {}).items())
    yield from (one for pair in named if isinstance(pair[1], PLAIN) for one in pair)
