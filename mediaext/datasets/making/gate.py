"""The gate that every result passes before it is served: large enough, and accepted.

A verdict holds for the gate that gave it. A gate is known by its code and the plain values that it
uses, so results are validated again when it changes.
"""

import hashlib
import io
from collections.abc import Iterator
from types import CodeType

import PIL.Image

from mediaext.datasets.keys import Node
from mediaext.datasets.settings import GateFunction
from mediaext.results import MadeFile, Picture

PLAIN = (bool, int, float, complex, str, bytes, type(None))


class ResultGate:
    """Refuses what is too small, or fails ``function``.

    ``identity`` names the gate; it is empty for a gate that refuses nothing.
    """

    def __init__(self, function: GateFunction | None, min_side: int) -> None:
        self.function, self.min_side = function, min_side
        self.identity = ""
        if function is not None or min_side:
            named = getattr(function, "identity", None)
            code = [str(named)] if named is not None else _describe(function, set())
            text = "\x1f".join([str(False), str(min_side), *code])
            self.identity = hashlib.sha256(text.encode()).hexdigest()[:16]

    def refusal(self, node: Node, file: MadeFile, base: object) -> str:
        """Return why a result must not be served, or ``""``.

        ``base`` is the item's own picture, or ``None``. Raises what ``function`` raises.
        """
        reason = self._by_pixels(node, file.content)
        if reason or self.function is None:
            return reason
        answer = self.function(Picture(file.content, file.media_type), base)
        if isinstance(answer, str):
            return answer
        return "" if answer else "refused by the quality gate"

    def _by_pixels(self, node: Node, content: bytes) -> str:
        if not self.min_side:
            return ""
        try:
            with PIL.Image.open(io.BytesIO(content)) as image:
                if min(image.size) < self.min_side:
                    return f"{image.width}x{image.height} is smaller than {self.min_side} pixels"
                return ""
        except (OSError, SyntaxError, ValueError) as error:
            return f"cannot be read as a picture ({error})"


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
