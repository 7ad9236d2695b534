"""Live job cards: ordinary outputs that are updated in place, no widgets that get lost."""

import html
import time
from concurrent.futures import Future
from typing import Any

from IPython.core.getipython import get_ipython
from IPython.display import DisplayHandle

from mediaext.client.loop import core
from mediaext.grammar.execution import Work

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
            self._show(card_html(work))

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
    handle = _handle()
    handle.display(_bundle(card_html(work)), raw=True)

    def on_change(changed: Any) -> None:
        if not changed.done():
            handle.update(_bundle(card_html(changed)), raw=True)

    def on_end(future: "Future[Any]") -> None:
        error = "cancelled" if future.cancelled() else future.exception()
        if error is None:
            handle.update(future.result())
        else:
            handle.update(_bundle(_failed_html(str(error))), raw=True)

    work.on_change(on_change)
    core().start(work.settle()).add_done_callback(on_end)


def is_live() -> bool:
    """Say whether outputs can be updated in place: in a notebook, not in a terminal."""
    shell = get_ipython()
    return shell is not None and hasattr(shell, "kernel")


def card_html(work: Work) -> str:
    """Return the card of what runs as HTML; everything from outside is escaped."""
    progress, record = work.progress, work.record
    name = record.operation if record else "media"
    number = f" · job {record.job_id}" if record else ""
    title = html.escape(f"{name}: {progress.message or 'queued'}")
    value = "" if progress.fraction is None else f' value="{progress.fraction:.3f}"'
    return (
        f'<div><progress aria-label="{title}" style="width:16em"{value}></progress> '
        f'<span style="opacity:.75">{title}{html.escape(number)}</span></div>'
    )


def _failed_html(sentence: str) -> str:
    return f"<div role=alert>{html.escape(sentence)}</div>"


def _handle() -> Any:
    kind: Any = DisplayHandle  # IPython's own is not typed
    return kind()


def _bundle(card: str) -> dict[str, str]:
    return {"text/html": card, "text/plain": ""}
