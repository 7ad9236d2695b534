"""Commands beside the operations, each a model whose ``run`` calls a client."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field, create_model

from mediaext.client.loop import core
from mediaext.client.waiting import counting
from mediaext.errors import InvalidRequest, NotFound
from mediaext.grammar.help import manual, overview
from mediaext.grammar.parser import Command, CommandContext, Line, LineCommand, Reader, inner_line
from mediaext.grammar.snippets import SERVED, names_in, write_curl, write_python
from mediaext.grammar.tokens import Token
from mediaext.job import State
from mediaext.operation import CATALOGUE
from mediaext.profiles import Profile, StoredProfile
from mediaext.text import Text, byte_size, printable
from mediaext.verification import Verdicts, verify_all
from mediaext.vocabulary import FieldHints

ModelName = Annotated[str, Field(min_length=1, description="Name of the model."), FieldHints(True)]


class Rows(list[dict[str, Any]]):
    """Rows of a table that shows itself in a notebook; ``--json`` gives them as they are."""

    def _repr_markdown_(self) -> str:
        if not self:
            return "Nothing on record."
        lines = [list(self[0]), ["---"] * len(self[0]), *(list(row.values()) for row in self)]
        return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


class ListModels(Command):
    """List the models that can be added: what each does, its licence, whether it is here."""

    def run(self, context: CommandContext) -> Rows:
        """Return the rows."""
        from mediaext.engines.entries import installed_models, read_catalogue

        here = installed_models()
        known = {**{name: model.entry for name, model in here.items()}, **read_catalogue().models}
        return Rows(
            {
                "name": entry.name,
                "skill": entry.skill,
                "size": byte_size(entry.size * 1e9) if entry.size else "unknown",
                "licence": entry.licence.id
                + ("" if entry.licence.commercial else ", non-commercial"),
                "verified": "yes" if entry.verified else "no",
                "added": here[entry.name].revision[:12] if entry.name in here else "no",
            }
            for entry in known.values()
        )


class EngineStatus(Command):
    """Say who makes each operation: engine, model, revision, licence, memory and state."""

    def run(self, context: CommandContext) -> Rows:
        """Return a row for each operation; raise :class:`NotFound` where the service is silent."""
        engines = core().run(context.client.session.engines())
        if not engines:
            raise NotFound("The service does not say which engine makes its results.")
        return Rows(
            {"operation": name, **{column: _told(engines, name, column) for column in COLUMNS}}
            for name in CATALOGUE
        )


COLUMNS = ("engine", "model", "revision", "licence", "memory", "state")


def _told(engines: Mapping[str, object], operation: str, column: str) -> str:
    """Return a fact about an operation from the service, in a word or two."""
    facts = engines.get(operation)
    if not isinstance(facts, Mapping):
        return "no engine has it" if column == "state" else ""
    fact = facts.get(column, "")
    if column == "memory" and isinstance(fact, int | float):
        return byte_size(fact * 1e9)
    return printable(str(fact))[:80]


class _AddModel(Command):
    name: ModelName
    accept_licence: Annotated[bool, Field(description="Accept the licence of the model.")] = False

    def run(self, context: CommandContext) -> Text:
        """Return a sentence; raise :class:`MediaError` when it was not added."""
        from mediaext.engines.install import add_model

        chosen: Path | None = getattr(self, "from")
        local = chosen.expanduser().resolve() if chosen else None
        with counting(self.name, "MB") as count:

            def report(there: int, size: int) -> None:
                count(there / 1e6, size / 1e6)

            added = add_model(
                self.name, accept_licence=self.accept_licence, local=local, report=report
            )
        return Text(
            f"{self.name} is added: revision {added.revision}, {byte_size(added.size)}, "
            f"{added.entry.licence.terms}."
        )


_FROM: dict[str, Any] = {  # a keyword of Python, so no class can declare it
    "from": (
        Annotated[Path, Field(description="Folder with the files, to use without a network.")]
        | None,
        None,
    )
}
AddModel = create_model(
    "AddModel",
    __base__=_AddModel,
    __doc__="Download a model, checked; its licence is shown, and accepted once.",
    **_FROM,
)


class RemoveModel(Command):
    """Delete the files of a model, and its environment where no other model needs it."""

    name: ModelName

    def run(self, context: CommandContext) -> Text:
        """Return a sentence; raise :class:`NotFound` where it was not added."""
        from mediaext.engines.install import remove_model

        return Text(f"{self.name} is removed; {byte_size(remove_model(self.name))} are free.")


class Doctor(Command):
    """Say what this machine has, which models fit it, and why the others do not."""

    def run(self, context: CommandContext) -> Rows:
        """Return a row for each model, the machine in the first."""
        from mediaext.engines.doctor import examine, fit
        from mediaext.engines.entries import installed_models, read_catalogue

        machine, here = examine(), installed_models()
        rows = Rows([{"model": "this machine", "fits": "", "reason": str(machine)}])
        models = read_catalogue().models
        for entry in models.values():
            found = fit(entry, machine, installed=entry.name in here)
            if entry.base and found.fits and "gguf" not in entry.memory:
                found = fit(models[entry.base], machine, installed=entry.base in here)
            answer = "yes" if found.fits else "no"
            rows.append({"model": entry.name, "fits": answer, "reason": found.reason})
        return rows


ENGINE_COMMANDS: dict[str, type[Command]] = {
    "engine": ListModels,
    "engine list": ListModels,
    "engine status": EngineStatus,
    "engine add": AddModel,
    "engine remove": RemoveModel,
    "engine doctor": Doctor,
}

ProfileId = Annotated[
    str, Field(min_length=1, description="Identifier of the profile."), FieldHints(positional=True)
]
FIELDS = tuple(name for name in Profile.model_fields if name != "name")
if TYPE_CHECKING:
    FieldName = str
else:  # a checker knows no names that are read from a model
    FieldName = Literal[FIELDS]


class ListProfiles(Command):
    """List the identity profiles, newest first, as a table."""

    writes = "table"

    def run(self, context: CommandContext) -> Any:
        """Return a DataFrame of what is set."""
        import pandas as pd

        rows = [profile.model_dump(mode="json") for profile in context.client.profiles()]
        columns = ["profile_id", "name", "description", "tags", "created_at", "updated_at"]
        given = {
            name for row in rows for name, value in row.items() if value not in (None, {}, [])
        }
        extra = [name for name in FIELDS if name in given and name not in columns]
        frame = pd.DataFrame(rows, columns=[*columns, *extra])
        for name in ("created_at", "updated_at"):
            frame[name] = pd.to_datetime(frame[name], utc=True)
        return frame


class CreateProfile(Command, Profile):
    """Store a new identity profile."""

    def run(self, context: CommandContext) -> StoredProfile:
        """Return the stored profile."""
        return context.client.create_profile(**self.model_dump(exclude_unset=True))


class ShowProfile(Command):
    """Show one profile."""

    profile_id: ProfileId

    def run(self, context: CommandContext) -> Any:
        """Return the stored profile."""
        return context.client.get_profile(self.profile_id)


class _Change(Command):
    profile_id: ProfileId
    clear: (
        Annotated[
            list[FieldName],
            Field(description="Fields to empty."),
        ]
        | None
    ) = None

    def run(self, context: CommandContext) -> Any:
        """Return the changed profile."""
        changes = self.model_dump(exclude_unset=True, exclude={"profile_id", "clear"})
        changes |= dict.fromkeys(self.clear or ())
        if not changes:
            raise InvalidRequest(
                f"Say what to change, such as: {context.prefix}profiles update "
                f"{self.profile_id} --steps 12"
            )
        return context.client.update_profile(self.profile_id, **changes)


def _optional_fields() -> dict[str, Any]:
    return {
        name: (Annotated[info.rebuild_annotation(), Field(description=info.description)] | None,
               None)
        for name, info in Profile.model_fields.items()
    }  # fmt: skip


UpdateProfile = create_model(
    "UpdateProfile",
    __base__=_Change,
    __doc__="Change fields of a profile; those not given keep their value.",
    **_optional_fields(),
)


class DeleteProfile(Command):
    """Remove a profile and its snapshot."""

    profile_id: ProfileId

    def run(self, context: CommandContext) -> Text:
        """Return a sentence."""
        context.client.delete_profile(self.profile_id)
        return Text(f"Profile {self.profile_id} is deleted.")


PROFILE_COMMANDS: dict[str, type[Command]] = {
    "profiles": ListProfiles,
    "profiles list": ListProfiles,
    "profiles create": CreateProfile,
    "profiles show": ShowProfile,
    "profiles update": UpdateProfile,
    "profiles delete": DeleteProfile,
}

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

    def run(self, context: CommandContext) -> Line:
        """Return the line of the request."""
        return inner_line(context)


class Grid(LineCommand):
    """Make one request for all combinations of flag values, as a labelled sheet."""

    example = 'image "a bike" --seed 1 2 3 --guidance-scale 0 4'
    writes = "picture"

    @classmethod
    def read_rest(cls, reader: Reader, word: Token, rest: list[Token]) -> Line:
        """Read the request; a flag with several values is an axis."""
        return reader.grid(rest) if rest else super().read_rest(reader, word, rest)

    def run(self, context: CommandContext) -> Line:
        """Return the line of all cells; their value is a :class:`mediaext.results.sheet.Sheet`."""
        return inner_line(context)


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
