"""Requests of displays to the kernel: originals of pictures, and chosen tiles."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anywidget

from mediaext.errors import InvalidRequest
from mediaext.grammar.variables import check_name
from mediaext.media import sniff
from mediaext.notebook.display import Gallery
from mediaext.results.showing import SHOWN
from mediaext.viewer import viewer_script

DIGEST = re.compile(r"[0-9a-f]{64}")


class PageLink(anywidget.AnyWidget):
    """Answers pages; it has no view of its own.

    Parameters
    ----------
    names
        The user's variables, which chosen tiles are put into.
    stored
        Returns the bytes of a stored result by their SHA-256, or ``None``.
    """

    _esm = viewer_script() + Path(__file__).with_name("page.js").read_text(encoding="utf-8")

    def __init__(self, names: dict[str, Any], stored: Callable[[str], bytes | None]) -> None:
        super().__init__()
        self._names, self._stored = names, stored
        self.on_msg(self._hear)

    def _hear(self, _: object, question: dict[str, Any], __: object) -> None:
        kind, number = question.get("kind"), question.get("number")
        if kind == "original":
            content = self.original(str(question.get("digest")))
            if content is not None:
                self.send({"number": number, "media_type": sniff(content)}, [content])
        elif kind == "keep" and question.get("gallery") in Gallery.shown:
            sentence = self.keep(
                str(question["gallery"]), question.get("items", []), str(question.get("name"))
            )
            self.send({"number": number, "sentence": sentence})

    def original(self, digest: str) -> bytes | None:
        """Return the untouched bytes of a result by their SHA-256, ``None`` where unknown."""
        if not DIGEST.fullmatch(digest):
            return None
        shown = SHOWN.get(digest)
        return shown.content if shown is not None else self._stored(digest)

    def keep(self, gallery: str, items: list[int], name: str) -> str:
        """Put the chosen tiles of a gallery into a variable and return a sentence about it."""
        results = Gallery.shown[gallery]
        chosen = [results[item] for item in items if 0 <= item < len(results)]
        if not chosen:
            return "Choose at least one."
        try:
            check_name(name)
        except InvalidRequest as error:
            return str(error)
        self._names[name] = chosen
        return f"{name} is a list of {len(chosen)} result{'s' * (len(chosen) > 1)}."
