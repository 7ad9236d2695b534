"""Live job cards: ordinary outputs that are updated in place, no widgets that get lost."""

import html
import time
from concurrent.futures import Future
from typing import Any

from IPython.core.getipython import get_ipython
from IPython.display import DisplayHandle

from mediaext.client.loop import core
from mediaext.grammar.execution import Work
from mediaext.grammar.stage import stage_of
from mediaext.results.actions import cancel_button

PATIENCE = 0.4  # seconds before a card appears; what comes from the store shows none


class Card:
    """The one card of a line: shows how far the work is, and goes at the end.

    Use it as a context manager around the line.
    """

    def __init__(self, *, shown: bool = True) -> None:
        self._live = shown and is_live()
        self._handle: Any = None
        self._seen = ""
        self._started = time.monotonic()

    def __enter__(self) -> "Card":
        return self

    def __exit__(self, *_: object) -> None:
        if self._handle is not None:
            self._show("")

    def look(self, work: Work) -> None:
        """Show how far the work is, once the person had to wait."""
        if self._live and time.monotonic() - self._started > PATIENCE:
            self._show(card_html(work, time.monotonic() - self._started))

    def _show(self, card: str) -> None:
        if self._handle is None:
            self._handle = _handle()
            self._handle.display(_bundle(card), raw=True)
        elif card != self._seen:
            self._handle.update(_bundle(card), raw=True)
        self._seen = card


def watch(work: Work) -> None:
    """Show a card that lives on while other cells run and becomes the result."""
    if not is_live():
        return
    handle, started = _handle(), time.monotonic()

    def card(changed: Work) -> dict[str, str]:
        record = changed.record
        end = cancel_button(record.job_id) if record else ""
        return _bundle(card_html(changed, time.monotonic() - started, end))

    handle.display(card(work), raw=True)

    def on_change(changed: Any) -> None:
        if not changed.done():
            handle.update(card(changed), raw=True)

    def on_end(future: "Future[object]") -> None:
        error = "cancelled" if future.cancelled() else future.exception()
        if error is None:
            handle.update(future.result())
        else:
            handle.update(_bundle(_failed_html(str(error))), raw=True)

    work.on_change(on_change)
    core().start(work.settle()).add_done_callback(on_end)


def is_live() -> bool:
    """Say whether somebody watches outputs that change: a notebook in a page.

    No terminal, and no run without a person such as that of nbconvert, which takes no input.
    """
    kernel: Any = getattr(get_ipython(), "kernel", None)
    return kernel is not None and bool(getattr(kernel, "_allow_stdin", True))


def card_html(work: Work, elapsed: float, end: str = "") -> str:
    """Return the card of what runs as HTML, ``end`` at its end; words from outside are escaped."""
    stage = stage_of(work, elapsed)
    title = html.escape(str(stage))
    value = "" if stage.fraction is None else f' value="{stage.fraction:.3f}"'
    return (
        f'<div><progress aria-label="{html.escape(stage.name)}" style="width:16em"{value}>'
        f'</progress> <span style="opacity:.75">{title}</span>{end}</div>'
    )


def _failed_html(sentence: str) -> str:
    return f"<div role=alert>{html.escape(sentence)}</div>"


def _handle() -> Any:
    kind: Any = DisplayHandle  # IPython's own is not typed
    return kind()


def _bundle(card: str) -> dict[str, str]:
    return {"text/html": card, "text/plain": ""}
