"""What panels share: frame, status line, buttons, progress, and outputs that outlive them."""

import asyncio
import contextlib
import html
import os
import sys
import time
import uuid
from abc import ABCMeta, abstractmethod
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import CancelledError, Future
from pathlib import Path
from typing import Any

import ipywidgets as widgets
import traitlets

from mediaext.client import Client, Job
from mediaext.client.chain import Chain
from mediaext.client.loop import core, in_thread, wait
from mediaext.errors import InvalidRequest, JobFailed, MediaError
from mediaext.grammar.progress import stage_of
from mediaext.notebook.panels.widgets import Live, Writer
from mediaext.notebook.variables import Namespace

STYLE_SHEET = Path(__file__).parent / "style.css"
ELSEWHERE = "If it stays away, install anywidget where JupyterLab runs."


class Nothing:
    """What stands below a panel before it made something: an output without any height."""

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        return {"text/html": "", "text/plain": ""}


class Panel(traitlets.HasTraits):
    """A frame of controls. ``widget`` is the ipywidgets box; results show as ordinary outputs."""

    state = traitlets.Unicode("idle", help="idle, running, completed, failed or cancelled")

    def __init__(
        self, title: str, media: "Client | None" = None, namespace: Namespace | None = None
    ) -> None:
        super().__init__()
        self.title = title
        self.namespace = namespace or Namespace()
        self._media = media
        self._slot = f"mediaext-{uuid.uuid4().hex}"
        self._shown: Any = Nothing()
        self._live: Live | None = None
        self.status = widgets.HTML('<div role="status"></div>')
        self.widget = widgets.VBox()
        self.widget.add_class("mediaext-panel")

    def fill(self, heading: str, *parts: object) -> None:
        """Put the parts below the heading."""
        style = widgets.HTML(f"<style>{STYLE_SHEET.read_text()}</style>")
        style.layout.display = "contents"
        head = widgets.HTML(
            f"<h3>{html.escape(self.title.capitalize())}</h3><div>{html.escape(heading)}</div>"
        )
        self.widget.children = (style, head, *parts)

    @property
    def media(self) -> "Client":
        """The client or other runner that makes things; by default that of ``%media``."""
        chosen = self._media or magics_client()
        if chosen is None:
            from mediaext.connection import connect

            chosen = self._media = connect()
        client: Client = chosen
        return client

    def say(self, sentence: str, fraction: float | None = None, *, busy: bool = False) -> None:
        """Show a sentence in the status line, with a progress bar while something runs."""
        bar = ""
        if busy:
            value = "" if fraction is None else f' value="{fraction:.3f}"'
            bar = f'<progress aria-label="progress"{value}></progress> '
        self.status.value = f'<div role="status">{bar}{html.escape(sentence)}</div>'

    def show_error(self, sentence: str) -> None:
        """Show what went wrong."""
        self.status.value = f'<div role="alert"><b>{html.escape(sentence)}</b></div>'

    def show(self, value: object) -> None:
        """Show a value as the ordinary output below the panel, wherever that is displayed."""
        self._shown = value
        if in_notebook():
            from IPython.display import update_display

            update_display(value, display_id=self._slot)

    def saved_html(self) -> str:
        """Return what the form holds as HTML without controls; empty where there is nothing."""
        return ""

    def save_form(self) -> None:
        """Bring the saved form below the panel up to date, for readers without a kernel."""
        if self._live is not None:
            from IPython.display import update_display

            update_display(self._saved(), display_id=f"{self._slot}-saved", raw=True)

    def _ipython_display_(self) -> None:
        from IPython.display import display

        view = self.widget._repr_mimebundle_() or {}
        if keeps_comms() and view:
            if self._live is None:
                self._live = Live(slot=self._slot, view=self.widget.model_id)
            place = {"text/html": f'<div data-mediaext-live="{self._slot}"></div>'}
            display({"text/plain": repr(self), **place}, raw=True)
            display(self._saved(), display_id=f"{self._slot}-saved", raw=True)
        else:
            kinds = {kind: value for kind, value in view.items() if "widget-view" in kind}
            display({**self._saved(), **kinds}, raw=True)
        display(self._shown, display_id=self._slot)

    def _saved(self) -> dict[str, str]:
        """Return the panel as plain HTML, which pages show while no kernel runs."""
        title = html.escape(self.title.capitalize())
        return {
            "text/plain": repr(self),
            "text/html": (
                f'<div data-mediaext-saved="{self._slot}" style="border:1px solid #8888;'
                'border-radius:6px;padding:8px 12px;max-width:52rem">'
                f"<b>{title}</b>{self.saved_html()}"
                '<div style="margin-top:6px"><i>Run this cell again for the live panel. '
                f"{ELSEWHERE}</i></div></div>"
            ),
        }

    def __repr__(self) -> str:
        return f"<{self.title} panel, {self.state}>"

    @contextlib.contextmanager
    def guarded(self) -> Iterator[None]:
        """Show errors in the panel: those of a callback would vanish otherwise."""
        try:
            yield
        except InvalidRequest as error:
            self.refuse(error)
        except MediaError as error:
            self.show_error(str(error))
        except Exception as error:  # shown to the person, who has no other place to see it
            self.show_error(f"{type(error).__name__}: {error}")

    def refuse(self, error: InvalidRequest) -> None:
        """Show a wrong request; panels with a form mark its fields."""
        self.show_error(str(error))

    def button(self, text: str, act: Callable[[], Any], **traits: object) -> Any:
        """Return a button whose errors show in the panel."""
        made = widgets.Button(description=text, layout=widgets.Layout(width="auto"), **traits)

        def click(_: object) -> None:
            with self.guarded():
                act()

        made.on_click(click)
        return made


def magics_client() -> "Client | None":
    """Return the client that ``%media`` uses, or ``None`` where the extension is not loaded."""
    from IPython.core.getipython import get_ipython

    shell: Any = get_ipython()
    magics = shell.magics_manager.registry.get("MediaMagics") if shell else None
    return getattr(magics, "client", None)


def in_notebook() -> bool:
    """Return whether displays are shown: a shell is running."""
    from IPython.core.interactiveshell import InteractiveShell

    return bool(InteractiveShell.initialized())


def keeps_comms() -> bool:
    """Say whether pages of this front end know widgets that no output shows.

    JupyterLab and Notebook do. VS Code and Colab load widgets with their first view.
    """
    return not ({"VSCODE_PID", "VSCODE_CWD"} & set(os.environ) or "google.colab" in sys.modules)


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
        """Submit the request of the form and return at once; see :meth:`wait`."""

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
