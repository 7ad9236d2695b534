"""Commands for identity profiles; the fields come from the profile itself."""

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field, create_model

from mediaext.errors import InvalidRequest
from mediaext.grammar.parser import Command, CommandContext
from mediaext.profiles import Profile, StoredProfile
from mediaext.text import Text
from mediaext.vocabulary import FieldHints

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
