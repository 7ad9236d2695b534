"""``engine``: the weights of models that engines use, listed, added, removed, and what fits."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, create_model

from mediaext.client.loop import core
from mediaext.client.watching import counting
from mediaext.errors import NotFound
from mediaext.grammar.parser import Command, CommandContext
from mediaext.operation import CATALOGUE
from mediaext.text import Text, byte_size, printable
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
        from mediaext.engines.entries import read_catalogue
        from mediaext.engines.installed import installed_models

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
            raise NotFound("The service does not tell who makes its results.")
        return Rows(
            {"operation": name, **{column: _told(engines, name, column) for column in COLUMNS}}
            for name in CATALOGUE
        )


COLUMNS = ("engine", "model", "revision", "licence", "memory", "state")


def _told(engines: Mapping[str, object], operation: str, column: str) -> str:
    """Return a fact that the service tells of an operation, in a word or two."""
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
        Annotated[Path, Field(description="Folder with the files, for want of a network.")] | None,
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
        from mediaext.engines.entries import read_catalogue
        from mediaext.engines.installed import installed_models

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
