"""Live job cards: ordinary outputs that are updated in place, no widgets that get lost."""

import contextlib
import html
import time
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from typing import Any

from IPython.core.getipython import get_ipython
from IPython.display import DisplayHandle

from mediaext.client import Job
from mediaext.client.core import core
from mediaext.grammar.background import Pipeline

PATIENCE = 0.4  # seconds before a card appears; what comes from the store shows none
TICK = 0.1  # seconds between looks at a job


def follow(job: Job[Any], *, shown: bool = True) -> Any:
    """Return the result of a job; show a live card if that takes a while.

    Looks in short ticks, so that an interrupt is prompt.
    """
    future = core().start(job.settle())
    started, handle, seen = time.monotonic(), None, ""
    live = shown and is_live()
    try:
        while not _ended(future):
            if not live or time.monotonic() - started < PATIENCE:
                continue
            card = card_html(job)
            if handle is None:
                handle = _handle()
                handle.display(_bundle(card), raw=True)
            elif card != seen:
                handle.update(_bundle(card), raw=True)
            seen = card
        return future.result()
    finally:
        if handle is not None:
            handle.update(_bundle(""), raw=True)


def _ended(future: "Future[Any]") -> bool:
    """Wait one tick and say whether the future is done."""
    with contextlib.suppress(FutureTimeout):
        future.exception(TICK)
    return future.done()


def watch(job: Job[Any] | Pipeline) -> None:
    """Show a card that lives on while other cells run and becomes the result."""
    if not is_live():
        return
    handle = _handle()
    handle.display(_bundle(card_html(job)), raw=True)

    def on_change(changed: Any) -> None:
        if not changed.done():
            handle.update(_bundle(card_html(changed)), raw=True)

    def on_end(future: "Future[Any]") -> None:
        error = "cancelled" if future.cancelled() else future.exception()
        if error is None:
            handle.update(future.result())
        else:
            handle.update(_bundle(_failed_html(str(error))), raw=True)

    job.on_change(on_change)
    core().start(job.settle()).add_done_callback(on_end)


def is_live() -> bool:
    """Say whether outputs can be updated in place: in a notebook, not in a terminal."""
    shell = get_ipython()
    return shell is not None and hasattr(shell, "kernel")


def card_html(job: Job[Any] | Pipeline) -> str:
    """Return the card of a running job as HTML; everything from outside is escaped."""
    progress, record = job.progress, job.record
    name = record.operation if record else "pipe"
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
