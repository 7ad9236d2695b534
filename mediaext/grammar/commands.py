"""The commands beside the operations, each a small model whose ``run`` does it with a client."""

import json
from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

from mediaext.client import Client
from mediaext.errors import InvalidRequest, NotFound
from mediaext.grammar.lines import Line, Step
from mediaext.grammar.text import Text
from mediaext.grammar.writing import SERVED, names_in, wire_body, write_curl, write_python
from mediaext.vocabulary import Word


@dataclass(frozen=True, slots=True)
class Context:
    """What a command may use: the client, its step of the line, variables, how a line begins.

    ``grammar`` is the :class:`mediaext.grammar.Grammar` that read the line, ``skin`` whoever
    runs it: the magics of a notebook, nothing on a command line.
    """

    client: Client
    grammar: Any
    step: Step
    variables: Mapping[str, Any] | None = None
    prefix: str = "mediaext "
    skin: Any = None


class Command(BaseModel):
    """Something to do that is no operation. Fields are what may be typed behind it."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    nested: ClassVar[str] = ""

    @abstractmethod
    def run(self, context: Context) -> Any:
        """Do it and return what a person wants to see."""


JobId = Annotated[str, Field(min_length=1, description="Identifier of the job."), Word(True)]
OperationName = Annotated[str, Field(description="Only jobs of this operation.")]


class Help(Command):
    """Say what can be typed, or what one operation or command takes."""

    name: Annotated[list[str], Field(description="Of what."), Word(positional=True)] | None = None

    def run(self, context: Context) -> Text:
        """Return help text, in a notebook a page."""
        from mediaext.grammar.manual import manual, overview

        if not self.name:
            return overview(context.grammar, context.prefix)
        return manual(context.grammar, " ".join(self.name), context.prefix)


class Explain(Command):
    """Show the same request as Python and as curl, the key hidden."""

    nested: ClassVar[str] = "line"

    def run(self, context: Context) -> Text:
        """Return both programs."""
        inner = context.step.line
        if inner is None:
            raise InvalidRequest(f'Say what, such as: {context.prefix}explain image "a bike"')
        steps = _operations(inner)
        gateway = context.client.session.gateway
        base_url = SERVED if gateway.local else gateway.base_url
        python = write_python(
            [(s.operation, s.piped, str(s.options.get("output") or "")) for s in steps],
            names_in(context.variables or {}),
            "" if gateway.local else base_url,
        )
        curl = "\n\n".join(
            write_curl(step.operation, base_url, key=not gateway.local, piped=step.piped)
            for step in steps
        )
        served = f"\n\nmediaext serve answers at {SERVED}." if gateway.local else ""
        plain = f"{python}\n\n{curl}{served}"
        return Text(plain, f"```python\n{python}\n```\n\n```sh\n{curl}\n```{served}")


class Jobs(Command):
    """List the jobs on record, newest first, as a table."""

    status: (
        Annotated[
            Literal["queued", "completed", "failed"], Field(description="Only jobs in this state.")
        ]
        | None
    ) = None
    operation: OperationName | None = None
    limit: Annotated[int, Field(ge=1, le=100_000, description="At most so many.")] = 1000

    def run(self, context: Context) -> Any:
        """Return a DataFrame."""
        return context.client.jobs(status=self.status, operation=self.operation, limit=self.limit)


class Attach(Command):
    """Get a job back by its identifier and wait for its result."""

    job_id: JobId
    operation: (
        Annotated[str, Field(description="Its operation, when it is not on record here.")] | None
    ) = None

    def run(self, context: Context) -> Any:
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
    """Ask the service to drop a job that is not done."""

    job_id: JobId

    def run(self, context: Context) -> Text:
        """Return a sentence."""
        try:
            job = context.client.attach(self.job_id)
        except NotFound:
            raise NotFound(
                f"The job '{self.job_id}' is not on record here. See: {context.prefix}jobs"
            ) from None
        if job.status.terminal:
            return Text(f"Job {self.job_id} has ended already ({job.status}).")
        if not job.cancel():
            raise NotFound(f"The service could not cancel job {self.job_id}; it may have ended.")
        return Text(f"Job {self.job_id} is cancelled.")


class Resume(Command):
    """Get back all jobs that were not seen to end, as after a restart."""

    def run(self, context: Context) -> Any:
        """Return the jobs, or a sentence where there is none."""
        return context.client.resume() or Text("No job is waiting to be resumed.")


class Verify(Command):
    """Check where files come from: C2PA in pictures, the inaudible mark in sounds."""

    files: Annotated[
        list[Annotated[Any, Word(media="image")]],
        Field(min_length=1, description="Files or results."),
        Word(positional=True),
    ]

    def run(self, context: Context) -> Any:
        """Return the verdicts."""
        from mediaext.grammar.verifying import verify_all

        return verify_all(self.files, context.client.session.folder)


def dry_run(line: Line) -> Text:
    """Return what a line would send, without sending anything; files are looked at."""
    from mediaext.client.media import is_url, read_media

    blocks = []
    for step in _operations(line):
        request = step.operation
        kinds = {param.name: param.media or "mesh" for param in request.params()}
        for name, values in request.media().items():
            for value in values:
                if name == step.piped or is_url(value) or callable(getattr(value, "result", 0)):
                    continue
                try:
                    read_media(value, name, kinds[name])
                except InvalidRequest as error:
                    raise line.blame(error) from None
        body = wire_body(request, step.piped)
        shown = json.dumps(body, indent=2, ensure_ascii=False)
        blocks.append(f"POST {request.endpoint.path}\n{shown}")
    plain = "\n\n".join(blocks)
    return Text(plain, f"```\n{plain}\n```")


def _operations(line: Line) -> list[Step]:
    for step in line.steps:
        if step.verb.operation is None:
            raise InvalidRequest(f"'{step.verb.name}' sends no request.")
    return list(line.steps)


COMMANDS: dict[str, type[Command]] = {
    "help": Help,
    "explain": Explain,
    "jobs": Jobs,
    "attach": Attach,
    "cancel": Cancel,
    "resume": Resume,
    "verify": Verify,
}
