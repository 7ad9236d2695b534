"""What panels that run something share: buttons, progress, the outcome, a variable for it."""

import asyncio
import contextlib
import time
from abc import ABCMeta, abstractmethod
from collections.abc import Coroutine
from concurrent.futures import CancelledError, Future
from typing import Any

import ipywidgets as widgets
import traitlets

from mediaext.client import Client, Job
from mediaext.client.chain import Chain
from mediaext.client.loop import core, in_thread, wait
from mediaext.errors import JobFailed, MediaError
from mediaext.grammar.progress import stage_of
from mediaext.notebook.panels.base import Panel
from mediaext.notebook.panels.widgets import Writer
from mediaext.notebook.variables import Namespace

LOOK_EVERY = 0.1  # seconds between two changes of the progress bar


class AbstractPanelType(traitlets.MetaHasTraits, ABCMeta):
    """Type of panels with abstract methods."""


class RunPanel(Panel, metaclass=AbstractPanelType):
    """A panel with *Run* and *Cancel*; ``result`` is what was made last, a trait."""

    result: Any = traitlets.Any(None)

    def __init__(
        self, title: str, media: "Client | None" = None, namespace: Namespace | None = None
    ) -> None:
        super().__init__(title, media, namespace)
        self._future: Future[None] | None = None
        self._looked = self._begun = 0.0
        self.run_button = self.button("Run", self.run, button_style="primary", icon="play")
        self.cancel_button = self.button("Cancel", self.cancel, icon="stop", disabled=True)
        style = {"description_width": "initial"}
        self.name = widgets.Text(
            description="Variable", placeholder="name", continuous_update=False, style=style
        )
        self.save_button = self.button("Save to variable", self.save, disabled=True)
        self.writer = Writer()

    @abstractmethod
    def run(self) -> None:
        """Submit what the form asks for and return at once; see :meth:`wait`."""

    @abstractmethod
    def cancel(self) -> None:
        """Drop what runs."""

    def wait(self, timeout: float | None = None) -> Any:
        """Block until the run has ended, at most ``timeout`` seconds, and return the result."""
        if self._future is not None:
            with contextlib.suppress(CancelledError):
                wait(self._future, timeout)
        return self.result

    def _launch(self, work: Coroutine[Any, Any, Any]) -> None:
        """Carry ``work`` out on the core loop and show its progress and outcome."""
        self._begun = time.monotonic()
        self._busy(True)
        self.say("sending", busy=True)
        self._future = core().start(self._settle(work))

    async def _settle(self, work: Coroutine[Any, Any, Any]) -> None:
        """Await ``work`` on the core loop; what others may observe runs off that loop."""
        try:
            result = await work
        except asyncio.CancelledError:
            await in_thread(self._end, "cancelled", "Cancelled.")
        except Exception as error:  # shown to the person, who has no other place to see it
            await in_thread(self._failed, error)
        else:
            await in_thread(self._made, result)

    def _watch(self, work: "Chain | Job[object]") -> None:
        """Show progress; called on the core thread at every change."""
        now = time.monotonic()
        if work.done() or now - self._looked < LOOK_EVERY:
            return
        self._looked = now
        stage = stage_of(work, now - self._begun)
        self.say(str(stage), stage.fraction, busy=True)

    def _made(self, result: Any) -> None:
        """Show what was made."""
        self._busy(False)
        self.save_button.disabled = False
        self.say(f"Done in {time.monotonic() - self._begun:.1f} s.")
        with self.guarded():
            self.show(self._outcome(result))
        with self.guarded():  # what observers raise shows here
            self.result = result
        self.state = "completed"

    def _outcome(self, result: Any) -> Any:
        """Return what is shown of a result."""
        return result

    def _failed(self, error: Exception) -> None:
        cancelled = isinstance(error, JobFailed) and error.code == "CANCELLED"
        self._end("cancelled" if cancelled else "failed", "Cancelled." if cancelled else "")
        if not cancelled:
            self._explain(error)

    def _explain(self, error: Exception) -> None:
        """Show why it failed."""
        words = str(error) if isinstance(error, MediaError) else repr(error)
        again = " Running it again may work." if getattr(error, "retryable", False) else ""
        self.show_error(words + again)

    def _end(self, state: str, sentence: str) -> None:
        self._busy(False)
        self.state = state
        self.say(sentence)

    def _busy(self, busy: bool) -> None:
        self.run_button.disabled = busy
        self.cancel_button.disabled = not busy
        if busy:
            self.state = "running"

    def save(self) -> None:
        """Put the result into the variable named in the panel."""
        name = self.name.value.strip() or self.title
        self.namespace.put(name, self.result)
        self.say(f"The result is in the variable {name}.")
