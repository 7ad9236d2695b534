"""What the ledger hands around: a job as it stands, a request to be entered, a made file."""

import json
import re
import sqlite3
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Self

from mediaext.job import Status
from mediaext.operation import CATALOGUE, Operation
from mediaext.results.base import SUFFIXES

TRUST_FILES = 1
TRUST_PRIVATE = 2
UNFRIENDLY = re.compile(r"[^A-Za-z0-9_-]")
SEQUENCE = 1_000_000  # event numbers of one attempt; a later attempt starts above an earlier one


@dataclass(frozen=True, slots=True)
class Order:
    """A request on its way into the ledger.

    ``request`` is the JSON of the given fields, ``inputs`` where its media is, ``extra`` what a
    profile passes through. ``trust`` holds :data:`TRUST_FILES` and :data:`TRUST_PRIVATE` of the
    service that accepted it, so that another service on the same home cannot widen them. ``token``
    is the caller's name for the request.
    """

    job_id: str
    user: str
    plan: str
    rank: int
    lane: str
    operation: type[Operation[Any]]
    request: dict[str, Any]
    inputs: dict[str, list[dict[str, str]]]
    extra: dict[str, Any]
    seed: int
    server_id: str | None
    callback_url: str | None
    trust: int
    cost: int = 1
    token: str | None = None


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A made file in the blob store; ``name`` is its link name, such as ``result.webp``."""

    file: str
    media_type: str
    size: int
    name: str

    def fields(self) -> dict[str, Any]:
        """Return what the ledger keeps."""
        return {
            "file": self.file,
            "media_type": self.media_type,
            "size": self.size,
            "name": self.name,
        }


def link_name(role: str, media_type: str, prefix: str = "") -> str:
    """Return the last part of a file's link, such as ``result.webp`` or ``prefix-result.webp``."""
    front = UNFRIENDLY.sub("", prefix)[:64]
    return (f"{front}-" if front else "") + role + SUFFIXES.get(media_type, ".bin")


def role_of(name: str) -> str:
    """Return the role in a link's last part."""
    return name.partition(".")[0].rpartition("-")[2]


@dataclass(frozen=True)
class Job:
    """One row of the ledger."""

    row: dict[str, Any] = field(repr=False)

    @classmethod
    def of(cls, row: sqlite3.Row) -> Self:
        """Read a row."""
        return cls(dict(row))

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__dict__["row"][name]
        except KeyError:
            raise AttributeError(name) from None

    @property
    def status(self) -> Status:
        """State on the wire: a leased job still says queued."""
        return Status.QUEUED if self.row["status"] == "leased" else Status(self.row["status"])

    @cached_property
    def body(self) -> dict[str, Any]:
        """The given fields."""
        found: dict[str, Any] = json.loads(self.row["request"])
        return found

    @cached_property
    def sources(self) -> dict[str, list[dict[str, str]]]:
        """Where each media input is."""
        found: dict[str, list[dict[str, str]]] = json.loads(self.row["inputs"])
        return found

    @cached_property
    def passed(self) -> dict[str, Any]:
        """What the profile passes through to the engine."""
        found: dict[str, Any] = json.loads(self.row["extra"])
        return found

    @cached_property
    def made(self) -> dict[str, StoredFile]:
        """Files of a completed job by role."""
        stored = json.loads(self.row["files"] or "{}")
        return {role: StoredFile(**values) for role, values in stored.items()}

    @property
    def kind(self) -> type[Operation[Any]]:
        """The operation's class."""
        return CATALOGUE[self.row["operation"]]

    @property
    def sequence(self) -> int:
        """Number of the newest event: rises over progress, attempts and the end."""
        if self.status.terminal:
            return (int(self.row["attempts"]) + 1) * SEQUENCE
        return int(self.row["attempts"]) * SEQUENCE
