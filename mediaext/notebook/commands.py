"""Commands of the notebook alone: which service makes things, and the mock service."""

import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, Protocol, runtime_checkable

from pydantic import Field

from mediaext.client import Client, Session
from mediaext.client.loop import core
from mediaext.connection import EmbeddedGateway, connect
from mediaext.engines.routing import DEFAULT
from mediaext.errors import FAILURES, InvalidRequest
from mediaext.grammar import wrong
from mediaext.grammar.commands import Jobs
from mediaext.grammar.execution import Interpreter, Work
from mediaext.grammar.parser import Command, CommandContext
from mediaext.text import Text
from mediaext.vocabulary import FieldHints

CODES = tuple(FAILURES)
if TYPE_CHECKING:
    Code = str
else:  # a checker knows no codes that are read from a table
    Code = Literal[CODES]


@runtime_checkable
class Frontend(Protocol):
    """What lines need of the magics: ``mock`` is the mock service while it is on."""

    client: Client
    mock: "MockService | None"
    interpreter: Interpreter | None

    def watch(self, work: Work) -> None:
        """Show the card of running work."""
        ...

    @property
    def defaults(self) -> Mapping[str, Any]:
        """Fields for every request that has them."""
        ...

    @property
    def names(self) -> dict[str, Any]:
        """The user's variables."""
        ...


def _frontend(context: CommandContext) -> Frontend:
    if not isinstance(context.frontend, Frontend):
        raise InvalidRequest(f"'{context.step.verb.name}' needs a notebook.")
    return context.frontend


class Connect(Command):
    """Choose the service: an address, a client in a variable, or nothing for the embedded one."""

    service: (
        Annotated[
            Any,
            Field(description="Address, or $client."),
            FieldHints(positional=True, example="https://…"),
        ]
        | None
    ) = None
    key: (
        Annotated[str, Field(description="Variable with the key; or set MEDIAEXT_API_KEY before.")]
        | None
    ) = None
    engine: (
        Annotated[
            str, Field(description="Engines of the embedded service, in order of preference.")
        ]
        | None
    ) = None

    def run(self, context: CommandContext) -> Text:
        """Take the client and say which service it is."""
        _refuse_written_key(context)
        if isinstance(self.service, Client):
            client = self.service
        else:
            client = connect(self.service, self.key, engine=self.engine)
        _frontend(context).client = client
        return Text(f"%media now uses {client.session.gateway.base_url}.")


def _refuse_written_key(context: CommandContext) -> None:
    """Refuse a key in plain text: the notebook file would keep it."""
    for token in context.step.spans.get("key", ()):
        if not token.variable:
            sentence = (
                "A key written here would be saved with the notebook; put it in a variable "
                "(key = getpass.getpass()) and give --key $key."
            )
            raise wrong("connect … --key ********", sentence)


class Mock(Command):
    """Use a temporary embedded service whose jobs can be made to fail or to take long."""

    state: Annotated[
        Literal["on", "off"], Field(description="Start or stop it."), FieldHints(positional=True)
    ]
    fail: (
        Annotated[
            list[Code],
            Field(description="Codes with which the next jobs fail, one job each."),
        ]
        | None
    ) = None
    delay: Annotated[float, Field(ge=0, le=600, description="Seconds to add to each job.")] = 0
    engine: Annotated[str, Field(description="Engine that makes the results.")] = DEFAULT

    def run(self, context: CommandContext) -> Text:
        """Replace the service by a mock service, or restore it."""
        magics = _frontend(context)
        if self.state == "off":
            return _end(magics)
        if magics.mock is None:
            magics.mock = MockService(magics, self.engine)
        magics.mock.trouble(self.fail or (), self.delay)
        plans = [f"the next jobs fail with {', '.join(self.fail)}"] if self.fail else []
        plans += [f"each job takes {self.delay:g} s longer"] if self.delay else []
        also = f"; {' and '.join(plans)}" if plans else ""
        return Text(f"Mock service on: nothing leaves this computer{also}. End it with: mock off")


class MockService:
    """A service of its own with an empty history, in a temporary folder."""

    def __init__(self, magics: Frontend, engine: str) -> None:
        self.before = magics.client
        self._folder = tempfile.TemporaryDirectory(prefix="mediaext-", ignore_cleanup_errors=True)
        folder = Path(self._folder.name)
        self._gateway = EmbeddedGateway(folder, engine)
        magics.client = Client(Session(self._gateway, folder=folder))

    def trouble(self, codes: Iterable[str], delay: float) -> None:
        """Set the faults of the next jobs and the delay of each job."""

        async def inject() -> None:
            faults = (await self._gateway.service()).faults
            faults.delay = delay
            for code in codes:
                faults.fail_next(code, "injected")

        core().run(inject())

    def end(self) -> None:
        """Stop the service and remove its folder."""

        async def stop() -> None:
            await (await self._gateway.service()).stop()

        core().run(stop())
        self._folder.cleanup()


def _end(magics: Frontend) -> Text:
    mock = magics.mock
    if mock is None:
        return Text("No mock service is on.")
    magics.client, magics.mock = mock.before, None
    mock.end()
    return Text(f"Mock service off: %media uses {magics.client.session.gateway.base_url} again.")


class OpenPanel(Command):
    """Open a panel for an operation, the profiles or the jobs."""

    name: Annotated[
        str,
        Field(min_length=1, description="Of what."),
        FieldHints(positional=True, example="image"),
    ]

    def run(self, context: CommandContext) -> Any:
        """Return the panel."""
        from mediaext.notebook.panels import panel

        return panel(self.name, context.client)


class ShowJobs(Jobs):
    """List the jobs on record, newest first, as a table with thumbnails."""

    def run(self, context: CommandContext) -> Any:
        """Return a DataFrame that shows as a table; with ``--all`` a plain one."""
        table = super().run(context)
        if self.all:
            return table
        from mediaext.notebook.display import job_frame

        return job_frame(context.client, table)


CHOICES: dict[str, type[Command]] = {
    "connect": Connect,
    "mock": Mock,
    "panel": OpenPanel,
    "jobs": ShowJobs,
}
