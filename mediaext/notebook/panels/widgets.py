"""Widgets that ipywidgets lacks: large uploads, named colours, writing cells, live outputs."""

from pathlib import Path
from typing import Any

import anywidget
import traitlets

from mediaext.protocol import UPLOAD_LIMIT
from mediaext.results.showing import SHOWN

SCRIPTS = Path(__file__).parent / "scripts"
MOST_FILES = 16
ACCEPT = {"image": "image/*", "audio": "audio/*", "mesh": ".glb,.obj"}


class Upload(anywidget.AnyWidget):
    """A file field; ``files`` holds what arrived as (name, bytes), oldest first.

    ``dropped`` is the result whose picture was dragged here from a display, ``None`` at first.

    Files travel in pieces of 1 MiB, each far below what a Jupyter server lets through; more than
    ``limit`` bytes are refused in the browser with a sentence, and here whatever a page sends.
    """

    _esm = SCRIPTS / "upload.js"

    label = traitlets.Unicode().tag(sync=True)
    accept = traitlets.Unicode().tag(sync=True)
    multiple = traitlets.Bool(False).tag(sync=True)
    limit = traitlets.Int(UPLOAD_LIMIT).tag(sync=True)
    message = traitlets.Unicode().tag(sync=True)
    generation = traitlets.Int(0).tag(sync=True)
    files: Any = traitlets.Tuple(())
    dropped: Any = traitlets.Any(None)

    def __init__(self, **traits: object) -> None:
        super().__init__(**traits)
        self._parts: dict[int, bytearray] = {}
        self._names: dict[int, str] = {}
        self.on_msg(self._hear)

    def clear(self) -> None:
        """Forget the files, here and on the page."""
        self.files, self.message = (), ""
        self.generation += 1

    def _hear(self, _: Any, message: Any, buffers: Any) -> None:
        kind = message.get("kind")
        if kind == "chunk" and buffers:
            self._take(message, bytes(buffers[0]))
        elif kind == "dropped":
            result = SHOWN.get(str(message.get("digest")))
            self.message = "" if result else "That result no longer exists; run its cell again."
            self.dropped = result
        elif kind in ("none", "refused"):
            self.files = ()

    def _take(self, facts: dict[str, Any], piece: bytes) -> None:
        number, count = int(facts["number"]), int(facts["count"])
        if facts["start"] == 0:
            if number == 0:
                self._parts.clear()
            self._parts[number] = bytearray()
            self._names[number] = str(facts["name"])
        part = self._parts.get(number)
        wrong = part is None or facts["start"] != len(part) or count > MOST_FILES
        if part is None or wrong or len(part) + len(piece) > self.limit:
            self._parts.clear()
            self.message = "The upload was incomplete; choose the file again."
            return
        part += piece
        if len(part) >= int(facts["size"]) and number == count - 1:
            self.files = tuple(
                (self._names[each], bytes(self._parts[each])) for each in sorted(self._parts)
            )
            self._parts.clear()
            names = ", ".join(f"{name} ({len(data) / 1e6:.1f} MB)" for name, data in self.files)
            self.message = f"{names} is here"
        else:
            self.message = f"{len(part) / max(1, int(facts['size'])):.0%} of {facts['name']}"


class Colours(anywidget.AnyWidget):
    """Colours as ``#rrggbb`` in a row of native pickers, at most ``most`` of them."""

    _esm = SCRIPTS / "colours.js"

    label = traitlets.Unicode().tag(sync=True)
    value: Any = traitlets.List(traitlets.Unicode()).tag(sync=True)
    most = traitlets.Int(8).tag(sync=True)
    next = traitlets.Unicode("#1e90ff").tag(sync=True)


class Writer(anywidget.AnyWidget):
    """Shows ``text``, code; its button puts it into a new cell or on the clipboard.

    Only a page that offers its commands takes new cells (``mediaext lab`` does).
    """

    _esm = SCRIPTS / "writer.js"

    text = traitlets.Unicode().tag(sync=True)
    label = traitlets.Unicode("Write as magic").tag(sync=True)


class Live(anywidget.AnyWidget):
    """Shows the widget ``view`` in every element with ``data-mediaext-live="SLOT"``.

    It has no view of its own, so no output names it: the page that saves the notebook keeps plain
    HTML. Elements with ``data-mediaext-saved="SLOT"`` are hidden while the kernel runs.
    """

    _esm = SCRIPTS / "live.js"

    slot = traitlets.Unicode().tag(sync=True)
    view = traitlets.Unicode().tag(sync=True)
