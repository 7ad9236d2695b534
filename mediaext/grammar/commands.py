"""The commands beside the operations, each a small model whose ``run`` does it with a client."""

from typing import Annotated, Any

from pydantic import Field

from mediaext.errors import InvalidRequest, NotFound
from mediaext.grammar.engine_commands import ENGINE_COMMANDS
from mediaext.grammar.execution import Execution, as_sheet, run_line, start
from mediaext.grammar.help import manual, overview
from mediaext.grammar.parser import Command, CommandContext, Line, LineCommand, Reader, inner_line
from mediaext.grammar.profile_commands import PROFILE_COMMANDS
from mediaext.grammar.snippets import SERVED, names_in, write_curl, write_python
from mediaext.grammar.tokens import Token
from mediaext.job import State
from mediaext.text import Text
from mediaext.verification import Verdicts, verify_all
from mediaext.vocabulary import FieldHints

JobId = Annotated[str, Field(min_length=1, description="Identifier of the job."), FieldHints(True)]
OperationName = Annotated[str, Field(description="Only jobs of this operation.")]


class Help(Command):
    """Show all operations and commands, or the parameters of one."""

    name: (
        Annotated[
            list[str], Field(description="Operation or command."), FieldHints(positional=True)
        ]
        | None
    ) = None

    def run(self, context: CommandContext) -> Text:
        """Return help text, in a notebook a page."""
        if not self.name:
            return overview(context.grammar, context.prefix)
        return manual(context.grammar, " ".join(self.name), context.prefix)


class Explain(LineCommand):
    """Show the same request as Python and as curl, without the key."""

    def run(self, context: CommandContext) -> Text:
        """Return both programs."""
        steps = inner_line(context).steps
        gateway = context.client.session.gateway
        base_url = SERVED if gateway.local else gateway.base_url
        python = write_python(
            [(step.operation, str(step.options.get("output") or "")) for step in steps],
            names_in(context.variables or {}),
            "" if gateway.local else base_url,
        )
        curl = "\n\n".join(
            write_curl(step.operation, base_url, key=not gateway.local) for step in steps
        )
        served = f"\n\nmediaext serve answers at {SERVED}." if gateway.local else ""
        plain = f"{python}\n\n{curl}{served}"
        return Text(plain, f"```python\n{python}\n```\n\n```sh\n{curl}\n```{served}")


class Again(LineCommand):
    """Repeat the last request, or that of a job or a picture, with some fields changed.

    A picture made by mediaext tells how, also as a file from elsewhere.
    ``--seed`` without a value keeps the seed that was drawn.
    """

    example = "--seed 8"
    names_operation = False
    writes = "result"

    @classmethod
    def read_rest(cls, reader: Reader, word: Token, rest: list[Token]) -> Line:
        """Read the request of the job, the given fields in the place of its own."""
        return reader.again(word, rest)

    def run(self, context: CommandContext) -> Execution:
        """Begin it."""
        return run_line(inner_line(context), context)


class Grid(LineCommand):
    """Make one request for all combinations of flag values, as a labelled sheet."""

    example = 'image "a bike" --seed 1 2 3 --guidance-scale 0 4'
    writes = "picture"

    @classmethod
    def read_rest(cls, reader: Reader, word: Token, rest: list[Token]) -> Line:
        """Read the request; a flag with several values is an axis."""
        return reader.grid(rest) if rest else super().read_rest(reader, word, rest)

    def run(self, context: CommandContext) -> Execution:
        """Begin all cells; their value is a :class:`mediaext.results.sheet.Sheet`."""
        line = inner_line(context)
        return start(line, context, as_sheet(line))


class Jobs(Command):
    """List the jobs on record, newest first, as a table."""

    writes = "table"

    status: (
        Annotated[
            State,
            Field(description="Only jobs in this state."),
        ]
        | None
    ) = None
    operation: OperationName | None = None
    limit: Annotated[int, Field(ge=1, le=100_000, description="Maximum number of jobs.")] = 1000
    all: Annotated[bool, Field(description="Show every column.")] = False

    def run(self, context: CommandContext) -> Any:
        """Return a DataFrame."""
        table = context.client.jobs(status=self.status, operation=self.operation, limit=self.limit)
        table.attrs["all"] = self.all
        return table


class Attach(Command):
    """Attach to a job by its identifier and wait for its result."""

    writes = "result"

    job_id: JobId
    operation: (
        Annotated[str, Field(description="Its operation, when it is not on record here.")] | None
    ) = None

    def run(self, context: CommandContext) -> Any:
        """Return the job."""
        if self.operation is not None and context.grammar.verb(self.operation) is None:
            raise InvalidRequest(f"operation: there is no '{self.operation}'.")
        try:
            return context.client.attach(self.job_id, self.operation)
        except NotFound:
            raise NotFound(
                f"The job '{self.job_id}' is not on record here. If the service knows it, say "
                f"which operation it is: {context.prefix}attach {self.job_id} --operation image"
            ) from None


class Cancel(Command):
    """Cancel a job that has not ended."""

    job_id: JobId

    def run(self, context: CommandContext) -> Text:
        """Return a sentence."""
        try:
            job = context.client.attach(self.job_id)
        except NotFound:
            raise NotFound(
                f"The job '{self.job_id}' is not on record here. See: {context.prefix}jobs"
            ) from None
        if job.status.terminal:
            return Text(f"Job {self.job_id} has ended already ({job.record.state}).")
        if not job.cancel():
            raise NotFound(
                f"Job {self.job_id} is not cancelled: it has ended, or the service cannot. "
                f"See: {context.prefix}attach {self.job_id}"
            )
        return Text(f"Job {self.job_id} is cancelled.")


class Resume(Command):
    """Reattach to unfinished jobs, as after a restart."""

    def run(self, context: CommandContext) -> Any:
        """Return the jobs, or a sentence where there is none."""
        return context.client.resume() or Text("No job is waiting to be resumed.")


class Verify(Command):
    """Verify the origin of files: C2PA in pictures, the inaudible watermark in sounds."""

    files: Annotated[
        list[Annotated[Any, FieldHints(media="image")]],
        Field(min_length=1, description="Files or results."),
        FieldHints(positional=True),
    ]

    def run(self, context: CommandContext) -> Verdicts:
        """Return the verdicts."""
        return verify_all(self.files, context.client.session.folder)


COMMANDS: dict[str, type[Command]] = {
    "help": Help,
    "explain": Explain,
    "jobs": Jobs,
    "attach": Attach,
    "cancel": Cancel,
    "resume": Resume,
    "verify": Verify,
    "again": Again,
    "grid": Grid,
    **PROFILE_COMMANDS,
    **ENGINE_COMMANDS,
}
"""The commands of notebook and command line alike, by name."""
