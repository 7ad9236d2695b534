"""Live job cards: ordinary outputs that are updated in place, no widgets that get lost."""

import contextlib
import html
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Any

from IPython.core.getipython import get_ipython
from IPython.display import DisplayHandle

from mediaext.client.loop import core
from mediaext.client.watching import Waiting, show_with
from mediaext.grammar.execution import Interrupted, Work
from mediaext.grammar.progress import WorkProgress, stage_of
from mediaext.results.showing import cancel_button, stop_button

PATIENCE = 0.5  # seconds before a card appears; what comes from the store shows none
EVERY = 0.2  # seconds between two changes of a card


class Card:
    """The one card of a line or a call: shows how far the work is, and goes at the end.

    Use it as a context manager around the work.
    """

    def __init__(self, *, shown: bool = True) -> None:
        self._live = shown and is_live()
        self._handle: Any = None
        self._started = self._changed = time.monotonic()

    def __enter__(self) -> "Card":
        return self

    def __exit__(self, *_: object) -> None:
        if self._handle is not None:
            self._handle.update(_bundle(""), raw=True)

    def look(self, work: Work | Waiting) -> None:
        """Show how far the work is, once the person had to wait."""
        now = time.monotonic()
        if not self._live or now - self._started < PATIENCE or now - self._changed < EVERY:
            return
        self._changed = now
        stage = stage_of(work, now - self._started)
        card = _bundle(card_html(stage, stop_button(stage.job_id)))
        if self._handle is None:
            self._handle = _handle()
            self._handle.display(card, raw=True)
        else:
            self._handle.update(card, raw=True)


def show_calls(shown: Callable[[], bool] = lambda: True) -> None:
    """Show a card for blocking calls of Python too, where ``shown()`` says so."""

    @contextlib.contextmanager
    def show(call: Waiting) -> Iterator[Callable[[], None]]:
        try:
            with Card(shown=shown()) as card:
                yield lambda: card.look(call)
        except KeyboardInterrupt as interrupt:  # in lines of ours, not in those of this package
            notes = getattr(interrupt, "__notes__", ["Interrupted."])
            raise Interrupted("\n".join(notes)) from None

    if hasattr(get_ipython(), "kernel"):
        show_with(show)


def watch(work: Work) -> None:
    """Show a card that lives on while other cells run and becomes the result."""
    if not is_live():
        return
    handle, started = _handle(), time.monotonic()

    def card(changed: Work) -> dict[str, str]:
        record = changed.record
        end = cancel_button(record.job_id) if record else ""
        return _bundle(card_html(stage_of(changed, time.monotonic() - started), end))

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


def card_html(stage: WorkProgress, end: str = "") -> str:
    """Return the card of what runs as HTML, ``end`` at its end; words from outside are escaped."""
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
