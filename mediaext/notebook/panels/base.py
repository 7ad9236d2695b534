"""What all panels share: a frame, a status line, and ordinary outputs below that outlive it."""

import contextlib
import html
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import ipywidgets as widgets
import traitlets

from mediaext.errors import InvalidRequest, MediaError
from mediaext.notebook.panels.namespace import Namespace

if TYPE_CHECKING:
    from mediaext.client import Client

STYLE_SHEET = Path(__file__).parent / "style.css"


class Nothing:
    """What stands below a panel before it made something: an output without any height."""

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        return {"text/html": "", "text/plain": ""}


class Panel(traitlets.HasTraits):
    """A frame of controls. ``widget`` is the ipywidgets box; results show as ordinary outputs."""

    state = traitlets.Unicode("idle", help="idle, running, completed, failed or cancelled")

    def __init__(self, title: str, media: Any = None, namespace: Namespace | None = None) -> None:
        super().__init__()
        self.title = title
        self.namespace = namespace or Namespace()
        self._media = media
        self._slot = f"mediaext-{uuid.uuid4().hex}"
        self._shown: Any = Nothing()
        self.status = widgets.HTML('<div role="status"></div>')
        self.widget = widgets.VBox()
        self.widget.add_class("mediaext-panel")

    def fill(self, heading: str, *parts: Any) -> None:
        """Put the parts below the heading."""
        style = widgets.HTML(f"<style>{STYLE_SHEET.read_text()}</style>")
        style.layout.display = "contents"
        head = widgets.HTML(f"<h3>{html.escape(self.title)}</h3><div>{html.escape(heading)}</div>")
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

    def show(self, value: Any) -> None:
        """Show a value as the ordinary output below the panel, wherever that is displayed."""
        self._shown = value
        if in_notebook():
            from IPython.display import update_display

            update_display(value, display_id=self._slot)  # type: ignore[no-untyped-call] # IPython gives update_display no annotations

    def _ipython_display_(self) -> None:
        from IPython.display import display

        bundle, metadata = self._bundle()
        display(bundle, metadata=metadata, raw=True)  # type: ignore[no-untyped-call] # IPython gives display no annotations
        display(self._shown, display_id=self._slot)  # type: ignore[no-untyped-call] # IPython gives display no annotations

    def _bundle(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the widget with words for where it cannot live."""
        words = f"The {self.title} panel is live in a running notebook: run this cell again."
        data: dict[str, Any] = {"text/plain": repr(self), "text/html": f"<i>{words}</i>"}
        view = self.widget._repr_mimebundle_()
        data |= {kind: value for kind, value in (view or {}).items() if "widget-view" in kind}
        return data, {}

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

    def button(self, text: str, act: Callable[[], Any], **traits: Any) -> Any:
        """Return a button whose errors show in the panel."""
        made = widgets.Button(description=text, layout=widgets.Layout(width="auto"), **traits)

        def click(_: Any) -> None:
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
    """Say whether displays reach somebody: a shell is running."""
    from IPython.core.interactiveshell import InteractiveShell

    return bool(InteractiveShell.initialized())
