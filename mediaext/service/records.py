"""Records of the ledger: a stored job, a new job, a result file."""

import json
import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self, TypeVar

from mediaext.job import JobState, Status
from mediaext.operation import CATALOGUE, Operation
from mediaext.results.base import SUFFIXES
from mediaext.service.database import LedgerRow

TRUST_FILES = 1
TRUST_PRIVATE = 2
UNFRIENDLY = re.compile(r"[^A-Za-z0-9_-]")
JsonT = TypeVar("JsonT", dict[str, Any], list[str])
EMPTY = {dict: "{}", list: "[]"}
"""Most columns of JSON hold nothing, and need no parser."""
SEQUENCE = 1_000_000  # event numbers of one attempt; a later attempt starts above an earlier one


@dataclass(frozen=True, slots=True)
class InlineMedia:
    """Media that came as a ``data:`` URL: its place among the inputs, type and base64 text."""

    field: str
    role: str
    media_type: str
    text: bytes | memoryview


@dataclass(frozen=True, slots=True)
class NewJob:
    """A request on its way into the ledger.

    ``request`` is the JSON of the given fields, ``inputs`` where its media is, ``extra`` what a
    profile passes through. ``trust`` holds :data:`TRUST_FILES` and :data:`TRUST_PRIVATE` of the
    service that accepted it, so that another service on the same home cannot widen them. ``token``
    is the caller's name for the request, ``fingerprint`` distinguishes another request of the
    same name. ``data`` is the media that came in the request and is not stored yet.
    ``notes`` are known already, such as of a profile. ``engine`` is what the caller chose.
    ``traceparent`` is whose spans those of the job belong to.
    """

    job_id: str
    user: str
    plan: str
    rank: int
    lane: str
    operation: type[Operation[object]]
    request: dict[str, Any]
    inputs: dict[str, list[dict[str, str]]]
    extra: dict[str, Any]
    seed: int
    server_id: str | None
    callback_url: str | None
    trust: int
    cost: int = 1
    token: str | None = None
    fingerprint: str | None = None
    data: tuple[InlineMedia, ...] = ()
    notes: tuple[str, ...] = ()
    engine: str | None = None
    traceparent: str | None = None


@dataclass(frozen=True, slots=True)
class StoredResult:
    """A made file in the blob store; ``name`` is its link name, such as ``result.webp``.

    ``checksum`` is the CRC-32 of its content, ``None`` where an earlier version wrote it.
    """

    file: str
    media_type: str
    size: int
    name: str
    checksum: int | None = None

    def fields(self) -> dict[str, Any]:
        """Return what the ledger keeps."""
        return {
            "file": self.file,
            "media_type": self.media_type,
            "size": self.size,
            "name": self.name,
            "checksum": self.checksum,
        }


def link_name(role: str, media_type: str, prefix: str = "") -> str:
    """Return the last part of a file's link, such as ``result.webp`` or ``prefix-result.webp``."""
    front = UNFRIENDLY.sub("", prefix)[:64]
    return (f"{front}-" if front else "") + role + SUFFIXES.get(media_type, ".bin")


def role_of(name: str) -> str:
    """Return the role in a link's last part."""
    return name.partition(".")[0].rpartition("-")[2]


class DamagedRecord(ValueError):
    """What the ledger holds of a job was damaged on the disk."""


@dataclass(frozen=True)
class JobRow:
    """One row of the ledger."""

    row: dict[str, Any] = field(repr=False)

    @classmethod
    def of(cls, row: LedgerRow) -> Self:
        """Read a row."""
        return cls(dict(zip(row.keys(), row.values(), strict=True)))

    def __post_init__(self) -> None:
        """Give each column as an attribute, but for those that are read from JSON here."""
        vars(self).update(self.row)
        for name in ("notes", "made_by"):
            vars(self).pop(name, None)

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...

    @property
    def status(self) -> Status:
        """State on the wire: a leased job is still queued, a damaged record failed."""
        if self.row["status"] == "leased":
            return Status.QUEUED
        try:
            return Status(self.row["status"])
        except ValueError:
            return Status.FAILED

    def _read(self, column: str, kind: type[JsonT]) -> JsonT:
        """Return the JSON of a column; raise :class:`DamagedRecord`."""
        text = self.row[column]
        if not text or text == EMPTY[kind]:
            return kind()
        try:
            found = json.loads(text)
        except (ValueError, RecursionError):
            raise DamagedRecord from None
        if found is None:
            return kind()
        if not isinstance(found, kind):
            raise DamagedRecord
        return found

    @cached_property
    def body(self) -> dict[str, Any]:
        """The given fields."""
        return self._read("request", dict)

    @cached_property
    def sources(self) -> dict[str, list[dict[str, str]]]:
        """Where each media input is."""
        return self._read("inputs", dict)

    @cached_property
    def passed(self) -> dict[str, Any]:
        """What the profile passes through to the engine."""
        return self._read("extra", dict)

    @cached_property
    def made(self) -> dict[str, StoredResult]:
        """Files of a completed job by role."""
        try:
            stored = self._read("files", dict)
            return {role: StoredResult(**values) for role, values in stored.items()}
        except TypeError:
            raise DamagedRecord from None

    @cached_property
    def notes(self) -> list[str]:
        """What the request asked that could not be done."""
        return self._read("notes", list)

    @cached_property
    def made_by(self) -> dict[str, Any]:
        """Who made the result; empty where the worker did not report it."""
        return self._read("made_by", dict)

    @property
    def seconds(self) -> float | None:
        """How long it was worked at, without earlier attempts; ``None`` while it is not ended."""
        started, finished = self.row["started_at"], self.row["finished_at"]
        return None if started is None or finished is None else float(max(finished - started, 0.0))

    def end(self) -> JobState:
        """Return how the job ended, as a client reads it, without links."""
        state = {"job_id": self.job_id, "status": self.status, "seconds": self.seconds}
        try:
            facts = {"seed": self.used_seed, "notes": self.notes, "made_by": self.made_by}
        except (DamagedRecord, KeyError):
            facts = {}
        failure = {"error": self.error, "failure_reason_code": self.code}
        return JobState.model_validate(state | facts | failure)

    @property
    def used_seed(self) -> int | None:
        """The seed of an operation that has one: the one asked for, else the one drawn."""
        if "seed" not in self.kind.model_fields:
            return None
        given = self.body.get("seed")
        return int(self.row["seed"] if given is None or given < 0 else given)

    @property
    def kind(self) -> type[Operation[object]]:
        """The operation's class."""
        return CATALOGUE[self.row["operation"]]

    @property
    def sequence(self) -> int:
        """Number of the newest event: rises over progress, attempts and the end."""
        if self.status.terminal:
            return (int(self.row["attempts"]) + 1) * SEQUENCE
        return int(self.row["attempts"]) * SEQUENCE
