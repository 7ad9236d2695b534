"""What the blocking and the awaiting client have in common."""

import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Self

from pydantic import ValidationError

from mediaext.client.limits import Limits
from mediaext.client.session import Session
from mediaext.errors import NotFound
from mediaext.job import JobRecord
from mediaext.operation import CATALOGUE, Operation, build, refusal
from mediaext.profiles import Profile, StoredProfile
from mediaext.protocol import EVENT_SCHEMA_PATH, PROFILES_PATH

WAYS = ("fresh",)


class Face(ABC):
    """Attributes by operation name, options and the job table; see the subclasses."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.session,)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.session.gateway.base_url}>"

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *(name for name in CATALOGUE if name.isidentifier())]

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("_") or name not in CATALOGUE:
            from difflib import get_close_matches

            near = get_close_matches(name, CATALOGUE, n=1)
            hint = f" Did you mean '{near[0]}'?" if near else ""
            raise AttributeError(f"{type(self).__name__} has no '{name}'.{hint}")
        return self._method(CATALOGUE[name])

    def _method(self, operation: type[Operation[Any]]) -> Callable[..., Any]:
        def call(*values: Any, **fields: Any) -> Any:
            ways = {way: fields.pop(way) for way in WAYS if way in fields}
            return self.run(build(operation, *values, **fields), **ways)

        call.__name__ = operation.endpoint.name
        call.__doc__ = describe(operation)
        call.__signature__ = signature(operation)  # type: ignore[attr-defined] # PEP 362 has inspect read this from any function; typeshed's type of functions lacks it
        return call

    @abstractmethod
    def run(self, operation: Operation[Any], *, fresh: bool = False) -> Any:
        """Make the result; the subclasses say whether they block."""

    @property
    def limits(self) -> Limits:
        """Jobs in flight at this service now, and how many its answers allow."""
        from mediaext.client.core import core

        async def look() -> Limits:
            return self.session.gate().limits

        return core().run(look())

    def expect(self, jobs: int) -> None:
        """Let ``jobs`` be in flight from the start, unless the service limited them before.

        :meth:`map` and data sets do so with their ``concurrency``.
        """
        from mediaext.client.core import core

        core().run(self.session.expect(jobs))

    def with_options(self, **changes: Any) -> Self:
        """Return a client of the same service with other options, such as ``timeout=60``."""
        return type(self)(self.session.with_options(**changes))

    def prune(self, days: float = 90.0) -> int:
        """Forget jobs that ended more than ``days`` ago and shrink the store; return how many."""
        from datetime import UTC, datetime, timedelta

        self.session.store.sweep()
        return self.session.history.prune(datetime.now(UTC) - timedelta(days=days))

    def records(
        self, *, status: str | None = None, operation: str | None = None, limit: int = 1000
    ) -> list[JobRecord]:
        """Return the newest job records of the local history first."""
        return self.session.history.records(status=status, operation=operation, limit=limit)

    def jobs(
        self, *, status: str | None = None, operation: str | None = None, limit: int = 1000
    ) -> Any:
        """Return the local job history as a pandas DataFrame, newest first."""
        from mediaext.tables import jobs_table

        return jobs_table(self.records(status=status, operation=operation, limit=limit))


def describe(operation: type[Operation[Any]]) -> str:
    """Return the help text of a client method."""
    lines = [operation.__doc__ or "", "", "Parameters", "----------"]
    for param in operation.params():
        bounds = f", {param.bounds}" if param.bounds else ""
        default = "required" if param.required else f"default {param.default!r}"
        lines += [f"{param.name} : {param.type}, {default}{bounds}", f"    {param.help}"]
    return "\n".join(lines)


def signature(operation: type[Operation[Any]]) -> inspect.Signature:
    """Return the call signature: positionals in order, everything also by name."""
    ordered = sorted(operation.params(), key=lambda p: (not p.positional, not p.required))
    parameters = [
        inspect.Parameter(
            param.name,
            inspect.Parameter.POSITIONAL_OR_KEYWORD
            if param.positional and param.required
            else inspect.Parameter.KEYWORD_ONLY,
            default=inspect.Parameter.empty if param.required else param.default,
        )
        for param in ordered
    ]
    parameters.sort(key=lambda p: p.kind)
    return inspect.Signature(parameters, return_annotation=operation.result_type())


async def create_profile(session: Session, profile: Profile) -> StoredProfile:
    """Store a new profile."""
    body = profile.model_dump(exclude_unset=True)
    return read_profile(await session.call("POST", PROFILES_PATH, json_body=body))


async def list_profiles(session: Session) -> list[StoredProfile]:
    """Return the profiles, newest first; an object that holds the list is understood too."""
    body = await session.call("GET", PROFILES_PATH)
    if isinstance(body, dict):  # spec: list wrapper not shown
        body = next((value for value in body.values() if isinstance(value, list)), [])
    return [read_profile(item) for item in body]


async def get_profile(session: Session, profile_id: str) -> StoredProfile:
    """Return one profile."""
    return read_profile(await session.call("GET", profile_path(profile_id)))


async def update_profile(
    session: Session, profile_id: str, changes: dict[str, Any]
) -> StoredProfile:
    """Change the given fields; ``None`` clears a field, an absent one keeps its value."""
    read_fields({"name": "unchanged", **changes})
    return read_profile(await session.call("PATCH", profile_path(profile_id), json_body=changes))


def read_fields(fields: dict[str, Any]) -> Profile:
    """Check creation fields; raise :class:`InvalidRequest` with a sentence for every problem."""
    try:
        return Profile.model_validate(fields)
    except ValidationError as error:
        raise refusal(Profile, error, fields) from None


async def delete_profile(session: Session, profile_id: str) -> None:
    """Remove the profile record."""
    await session.call("DELETE", profile_path(profile_id))


async def event_schema(session: Session) -> dict[str, Any]:
    """Return the service's example of a webhook event."""
    schema: dict[str, Any] = await session.call("GET", EVENT_SCHEMA_PATH)
    return schema


def profile_path(profile_id: str) -> str:
    """Return the path of a profile; the identifier is escaped."""
    from urllib.parse import quote

    if not profile_id:
        raise NotFound("A profile identifier cannot be empty.")
    return f"{PROFILES_PATH}/{quote(profile_id, safe='')}"


def read_profile(body: Any) -> StoredProfile:
    """Read a profile record liberally."""
    return StoredProfile.model_validate(body)
