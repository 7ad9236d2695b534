"""Commands of the notebook alone: which service makes things, and rehearsals."""

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from mediaext.client import Client, Session
from mediaext.client.core import core
from mediaext.connection import ENGINE, EmbeddedGateway, connect
from mediaext.errors import FAILURES
from mediaext.grammar import wrong
from mediaext.grammar.commands import Command, Context
from mediaext.grammar.text import Text
from mediaext.vocabulary import Word

CODES = tuple(FAILURES)
if TYPE_CHECKING:
    Code = str
else:  # a checker knows no codes that are read from a table
    Code = Literal[CODES]


class Connect(Command):
    """Choose the service: an address, a client in a variable, or nothing for the embedded one."""

    service: (
        Annotated[
            Any,
            Field(description="Address, or $client."),
            Word(positional=True, example="https://…"),
        ]
        | None
    ) = None
    key: (
        Annotated[str, Field(description="Variable with the key; or set MEDIAEXT_API_KEY before.")]
        | None
    ) = None
    engine: Annotated[str, Field(description="Engine of the embedded service.")] = ENGINE

    def run(self, context: Context) -> Text:
        """Take the client and say which service it is."""
        _refuse_written_key(context)
        if isinstance(self.service, Client):
            client = self.service
        else:
            client = connect(self.service, self.key, engine=self.engine)
        context.skin.client = client
        return Text(f"%media now uses {client.session.gateway.base_url}.")


def _refuse_written_key(context: Context) -> None:
    """Refuse a key in plain text: the notebook file would keep it."""
    for token in context.step.spans.get("key", ()):
        if not token.variable:
            sentence = (
                "A key written here would be saved with the notebook; put it in a variable "
                "(key = getpass.getpass()) and give --key $key."
            )
            raise wrong("connect … --key ********", sentence)


class Mock(Command):
    """Rehearse: a fresh embedded service whose jobs can be made to fail or to take long."""

    state: Annotated[
        Literal["on", "off"], Field(description="Begin or end it."), Word(positional=True)
    ]
    fail: (
        Annotated[
            list[Code],
            Field(description="Codes with which the next jobs fail, one job each."),
        ]
        | None
    ) = None
    delay: Annotated[float, Field(ge=0, le=600, description="Seconds each job takes longer.")] = 0
    engine: Annotated[str, Field(description="Engine that makes the results.")] = ENGINE

    def run(self, context: Context) -> Text:
        """Put the rehearsal in the place of the service, or take it away."""
        magics = context.skin
        if self.state == "off":
            return _end(magics)
        if magics.rehearsal is None:
            magics.rehearsal = Rehearsal(magics, self.engine)
        rehearsal: Rehearsal = magics.rehearsal
        rehearsal.trouble(self.fail or (), self.delay)
        plans = [f"the next jobs fail with {', '.join(self.fail)}"] if self.fail else []
        plans += [f"each job takes {self.delay:g} s longer"] if self.delay else []
        also = f"; {' and '.join(plans)}" if plans else ""
        return Text(f"Rehearsal on: nothing leaves this computer{also}. End it with: mock off")


class Rehearsal:
    """A service of its own with an empty history, in a folder that goes away."""

    def __init__(self, magics: Any, engine: str) -> None:
        self.before = magics.client if magics.connected else None
        self._folder = tempfile.TemporaryDirectory(prefix="mediaext-", ignore_cleanup_errors=True)
        folder = Path(self._folder.name)
        self._gateway = EmbeddedGateway(folder, engine)
        magics.client = Client(Session(self._gateway, folder=folder))

    def trouble(self, codes: Any, delay: float) -> None:
        """Say what shall go wrong."""

        async def tell() -> None:
            faults = (await self._gateway.service()).faults
            faults.delay = delay
            for code in codes:
                faults.fail_next(code, "rehearsed")

        core().run(tell())

    def end(self) -> None:
        """Stop the service and remove its folder."""

        async def stop() -> None:
            await (await self._gateway.service()).stop()

        core().run(stop())
        self._folder.cleanup()


def _end(magics: Any) -> Text:
    rehearsal: Rehearsal | None = magics.rehearsal
    if rehearsal is None:
        return Text("No rehearsal is on.")
    magics.client, magics.rehearsal = rehearsal.before, None
    rehearsal.end()
    return Text(f"Rehearsal off: %media uses {magics.client.session.gateway.base_url} again.")


class Panel(Command):
    """Open a panel of controls for an operation, for profiles or for the jobs."""

    name: Annotated[
        str, Field(min_length=1, description="Of what."), Word(positional=True, example="image")
    ]

    def run(self, context: Context) -> Any:
        """Return the panel."""
        from mediaext.notebook.panels import panel

        return panel(self.name, context.client)


CHOICES: dict[str, type[Command]] = {"connect": Connect, "mock": Mock, "panel": Panel}
