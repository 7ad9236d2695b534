"""The ``%media`` and ``%%media`` magics and their settings."""

from collections import ChainMap
from typing import TYPE_CHECKING, Any

from IPython.core.magic import (
    Magics,
    line_cell_magic,
    magics_class,
    needs_local_scope,
    no_var_expand,
)
from traitlets import Bool, Dict, Enum, Int, TraitError, observe, validate

if TYPE_CHECKING:
    from mediaext.client import Client
    from mediaext.grammar.execution import Interpreter, Work
    from mediaext.notebook.commands import MockService
    from mediaext.notebook.page import PageLink


@magics_class
class MediaMagics(Magics):
    """Choices of the ``%media`` magic; see and set them with ``%config MediaMagics``."""

    progress = Bool(True, help="Show a live card while a job runs.").tag(config=True)
    defaults = Dict(help="Fields for every request that has them, such as {'seed': 7}.").tag(
        config=True
    )
    thumbnail = Int(384, min=32, max=4096, help="Longest side of a shown picture, pixels.").tag(
        config=True
    )
    embed = Enum(
        ("thumb", "full", "link", "plain"),
        "thumb",
        help="What the notebook file keeps of a picture: a thumbnail, all of it, a link, or only "
        "an image without HTML, for LaTeX and consoles.",
    ).tag(config=True)

    @observe("embed")
    def _choose_plain(self, change: Any) -> None:
        from mediaext.viewer import DISPLAY

        DISPLAY.plain = change["new"] == "plain"

    @validate("defaults")
    def _known_fields(self, proposal: Any) -> dict[str, Any]:
        """Refuse fields that no operation has."""
        from mediaext.errors import closest
        from mediaext.operations import CATALOGUE

        chosen: dict[str, Any] = proposal["value"]
        known = {param.name for kind in CATALOGUE.values() for param in kind.params()}
        for name in chosen.keys() - known:
            raise TraitError(f"No operation has a field '{name}'.{closest(name, known)}")
        return chosen

    def __init__(self, shell: Any) -> None:
        super().__init__(shell)
        self._client: Client | None = None
        self.interpreter: Interpreter | None = None
        self.mock: MockService | None = None
        self.page: PageLink | None = None
        self._watched: tuple[int, Work] | None = None

    @property
    def client(self) -> "Client":
        """The client that makes things; embedded unless the environment names a service."""
        if self._client is None:
            from mediaext.connection import connect
            from mediaext.notebook.cards import show_calls

            self._client = connect()
            show_calls(lambda: self.progress)
        return self._client

    @client.setter
    def client(self, client: "Client") -> None:
        self._client = client

    @property
    def names(self) -> dict[str, Any]:
        """The user's variables."""
        shell: Any = self.shell
        variables: dict[str, Any] = shell.user_ns
        return variables

    def watch(self, work: "Work") -> None:
        """Show the card of running work once in a cell, if cards are enabled."""
        from mediaext.notebook.cards import watch

        shell: Any = self.shell
        if self.progress and self._watched != (shell.execution_count, work):
            self._watched = (shell.execution_count, work)
            watch(work)

    @no_var_expand
    @needs_local_scope
    @line_cell_magic
    def media(
        self, line: str, cell: str | None = None, local_ns: dict[str, Any] | None = None
    ) -> Any:
        """Make images, clips, speech and meshes: ``%media image "a red bicycle" --seed 7``.

        ``%media help`` lists everything that can be made; ``%media image?`` says what one takes.
        """
        from mediaext.notebook.session import run_cell

        variables = ChainMap(local_ns or {}, self.names)
        return run_cell(self, self.client, line, cell, variables)
