"""Live progress cards: ordinary outputs that are updated in place, without widgets."""

import contextlib
import html
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Any

from IPython.core.getipython import get_ipython
from IPython.display import DisplayHandle

from mediaext.client.loop import core
from mediaext.client.waiting import Waiting, show_with
from mediaext.grammar.execution import Interrupted, Work
from mediaext.grammar.progress import WorkProgress, stage_of
from mediaext.results.showing import cancel_button, stop_button

PATIENCE = 0.5  # seconds before a card appears; what comes from the store shows none
EVERY = 0.2  # seconds between two changes of a card


class Slot:
    """A place in the output of a cell; what stays the same is not drawn again."""

    def __init__(self) -> None:
        kind: Any = DisplayHandle  # IPython's own is not typed
        self._handle = kind()
        self._page: str | None = None

    def show(self, page: str) -> None:
        """Show HTML here."""
        if self._page is None:
            self._handle.display(_bundle(page), raw=True)
        elif page != self._page:
            self._handle.update(_bundle(page), raw=True)
        self._page = page

    def become(self, value: object) -> None:
        """Show a value as the notebook shows it."""
        self._handle.update(value)


class Card:
    """The one card of a blocking call: shows how far it is, and goes at the end.

    Use it as a context manager around the work.
    """

    def __init__(self, *, shown: bool = True) -> None:
        self._live = shown and is_live()
        # two places: a button that is drawn again is lost to a click and to the keyboard
        self._progress, self._end = Slot(), Slot()
        self._shown = False
        self._started = self._changed = time.monotonic()

    def __enter__(self) -> "Card":
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown:
            self._progress.show("")
            self._end.show("")

    def look(self, call: Waiting) -> None:
        """Show how far the call is, once the person had to wait."""
        now = time.monotonic()
        if not self._live or now - self._started < PATIENCE or now - self._changed < EVERY:
            return
        self._changed, self._shown = now, True
        stage = stage_of(call, now - self._started)
        self._progress.show(card_html(stage))
        self._end.show(stop_button(stage.job_id))


def show_calls(shown: Callable[[], bool] = lambda: True) -> None:
    """Show a card for blocking calls, of lines and of Python, where ``shown()`` says so."""

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
    progress, end = Slot(), Slot()
    started = drawn = time.monotonic()

    def draw(changed: Work) -> None:
        progress.show(card_html(stage_of(changed, time.monotonic() - started)))
        end.show(cancel_button(changed.record.job_id) if changed.record else "")

    draw(work)

    def on_change(changed: Any) -> None:
        nonlocal drawn
        if not changed.done() and time.monotonic() - drawn >= EVERY:
            drawn = time.monotonic()
            draw(changed)

    def on_end(future: "Future[object]") -> None:
        error = "cancelled" if future.cancelled() else future.exception()
        if error is None:
            progress.become(future.result())
        else:
            progress.show(_failed_html(str(error)))
        end.show("")

    work.on_change(on_change)
    core().start(work.settle()).add_done_callback(on_end)


def is_live() -> bool:
    """Return whether outputs can change while they are shown: a notebook in a page.

    No terminal, and no run without a person such as that of nbconvert, which takes no input.
    """
    kernel: Any = getattr(get_ipython(), "kernel", None)
    return kernel is not None and bool(getattr(kernel, "_allow_stdin", True))


def card_html(stage: WorkProgress) -> str:
    """Return the card of what runs as HTML; words from outside are escaped."""
    title = html.escape(str(stage))
    value = "" if stage.fraction is None else f' value="{stage.fraction:.3f}"'
    return (
        f'<div><progress aria-label="{html.escape(stage.name)}" style="width:16em"{value}>'
        f'</progress> <span style="opacity:.75">{title}</span></div>'
    )


def _failed_html(sentence: str) -> str:
    return f"<div role=alert>{html.escape(sentence)}</div>"


def _bundle(card: str) -> dict[str, str]:
    return {"text/html": card, "text/plain": ""}
