"""The states of a job, and the records that client and service exchange."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from mediaext.text import printable

if TYPE_CHECKING:
    import pandas as pd

NOTES_LIMIT = 50  # sentences of one job
NOTE_LENGTH = 500  # characters
MADE_BY_LENGTH = 4000  # characters of JSON
UNTOLD = ("seed", "width", "height", "output_format", "callback_url", "webhook", "server_id")
"""Fields that do not say what was asked for."""
LONGEST = 1e8  # seconds that a service may say a job took: three years
MAX_SEED = 2**63 - 1  # what databases and JSON parsers hold; engines fold it to 32 bits


def _sentences(value: object) -> tuple[str, ...]:
    """Return the sentences in what a service sent as notes; anything else is dropped."""
    items = value if isinstance(value, list | tuple) else ()
    found = (" ".join(item.split()) for item in items[:NOTES_LIMIT] if isinstance(item, str))
    return tuple(printable(sentence[:NOTE_LENGTH]) for sentence in found)


def _seed(value: object) -> int | None:
    """Return a seed that can be asked for again; anything else a service sent is dropped."""
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_SEED:
        return value
    return None


def _seconds(value: object) -> float | None:
    """Return a duration in seconds; anything else a service sent is dropped."""
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= LONGEST:
        return float(value)
    return None


def _maker(value: object) -> dict[str, Any]:
    """Return what a service said of who made a result; what is no small object is dropped."""
    fits = isinstance(value, dict) and len(json.dumps(value, default=str)) <= MADE_BY_LENGTH
    return dict(value) if fits and isinstance(value, dict) else {}


MadeBy = Annotated[dict[str, Any], BeforeValidator(_maker)]
"""Who made a result: ``identity`` and its facts, ``trained``, ``libraries``."""
Notes = Annotated[tuple[str, ...], BeforeValidator(_sentences)]


class Status(StrEnum):
    """State of a job on the wire."""

    QUEUED = "queued"
    COMPLETED = "completed"
    FAILED = "failed"

    @property
    def terminal(self) -> bool:
        """Whether the job has ended."""
        return self is not Status.QUEUED


State = Literal["queued", "paused", "completed", "failed", "cancelled"]
"""What people are told of a job; see :attr:`JobRecord.state`."""


class LegacyStatus(StrEnum):
    """State of a job of the two older endpoints."""

    PENDING = "PENDING"
    SUCCESS = "SUCCESS"
    FAILURE = "FAILURE"


LEGACY: Mapping[LegacyStatus, Status] = {
    LegacyStatus.PENDING: Status.QUEUED,
    LegacyStatus.SUCCESS: Status.COMPLETED,
    LegacyStatus.FAILURE: Status.FAILED,
}


class JobState(BaseModel):
    """What a status route or a webhook says of a job; unknown fields are kept.

    ``seed``, ``notes``, ``made_by`` and ``seconds`` are extensions: the seed that was used, plain
    sentences that say what the request asked that could not be done, the engine and model, and
    how many seconds the service worked on it.
    """

    model_config = ConfigDict(extra="allow", frozen=True)

    job_id: str
    status: Status
    error: str | None = None
    failure_reason_code: str | None = None
    retryable: bool | None = None
    result_url: str | None = None
    cutout_url: str | None = None
    download_urls: tuple[str, ...] = ()
    seed: Annotated[int | None, BeforeValidator(_seed)] = None
    notes: Notes = ()
    made_by: MadeBy = Field(default_factory=dict)
    seconds: Annotated[float | None, BeforeValidator(_seconds)] = None

    @property
    def links(self) -> dict[str, str]:
        """Every download link by role: ``result``, ``cutout``, ``result_1`` and so on."""
        found = {"result": self.result_url, "cutout": self.cutout_url}
        for number, url in enumerate(self.download_urls):
            found["result" if number == 0 else f"result_{number}"] = url
        return {role: url for role, url in found.items() if url}


class Progress(BaseModel):
    """Progress of a job; ``fraction`` is 0 to 1, or ``None`` if unknown."""

    model_config = ConfigDict(extra="allow", frozen=True)

    fraction: float | None = None
    message: str = ""


@dataclass(frozen=True, slots=True)
class ResultFile:
    """One file of a result in the store: SHA-256 of its bytes, media type, name if it has one."""

    digest: str
    media_type: str = ""
    name: str = ""


class JobRecord(BaseModel):
    """One row of the job history. Times are aware UTC; ``size`` is bytes of the main result.

    ``seconds`` is how long the job took, or how long it was worked at where its client did not
    follow it from the beginning; ``None`` where that is not known. ``paused`` marks a job whose
    embedded service has ended: it is not stored.
    ``seed`` is the one that was used, also where it was drawn; ``None`` for operations without one
    and where the service does not tell. ``notes`` say what could not be done, a sentence each;
    ``made_by`` names engine, model and versions where the service tells.
    """

    model_config = ConfigDict(extra="ignore")

    job_id: str
    operation: str
    service: str = ""
    status: Status = Status.QUEUED
    request: dict[str, Any] = Field(default_factory=dict)
    seed: int | None = None
    inputs: dict[str, list[str]] = Field(default_factory=dict)
    submitted_at: datetime
    completed_at: datetime | None = None
    attempts: int = 1
    failure_reason_code: str | None = None
    error: str | None = None
    result_digest: str | None = None
    files: dict[str, ResultFile] = Field(default_factory=dict)
    media_type: str | None = None
    size: int | None = None
    run: str | None = None
    notes: Notes = ()
    made_by: MadeBy = Field(default_factory=dict)
    seconds: float | None = None
    paused: bool = False

    @property
    def state(self) -> State:
        """What people are told: ``queued``, ``paused``, ``completed``, ``failed``, ``cancelled``.

        On the wire a paused job is queued, and one that was cancelled has failed.
        """
        if self.status is Status.FAILED and self.failure_reason_code == "CANCELLED":
            return "cancelled"
        return "paused" if self.paused and not self.status.terminal else self.status.value

    @property
    def words(self) -> str:
        """What was asked for in a line: its text, else the settings that were given."""
        request = self.request
        text = request.get("prompt") or request.get("text") or request.get("background_prompt")
        if text:
            return str(text)
        given = {k: v for k, v in request.items() if k not in UNTOLD and k not in self.inputs}
        return ", ".join(
            name.replace("_", " ") + ("" if value is True else f" {value}")
            for name, value in given.items()
        )

    @property
    def duration(self) -> timedelta | None:
        """How long the job took, without pauses where they are known; ``None`` while it runs."""
        if self.seconds is not None:
            return timedelta(seconds=self.seconds)
        return self.completed_at - self.submitted_at if self.completed_at else None

    @property
    def next_step(self) -> str:
        """How to get the result of a job that nobody waits for; empty for other jobs."""
        if self.status is Status.COMPLETED and not self.files:
            return (
                "It was completed while nobody waited for it; "
                f"attach('{self.job_id}') or %media attach {self.job_id} fetches its result."
            )
        if self.state != "paused":
            return ""
        return (
            "The service inside its process has ended; "
            f"attach('{self.job_id}') or %media attach {self.job_id} goes on with it."
        )


COLUMNS = (
    "job_id", "operation", "status", "prompt", "seed", "submitted_at", "completed_at", "duration",
    "attempts", "failure_reason_code", "error", "media_type", "size", "result_digest", "run",
    "service", "request", "engine", "notes",
)  # fmt: skip


def jobs_table(records: Iterable[JobRecord]) -> "pd.DataFrame":
    """Return one row per job.

    ``operation``, ``status``, ``failure_reason_code`` and ``media_type`` are categories;
    ``status`` is ``paused`` for a queued job whose embedded service has ended, ``cancelled`` for
    one that was. ``submitted_at`` and ``completed_at`` are aware UTC; ``duration``
    is a timedelta without pauses; ``seed``, ``size`` (bytes) and ``attempts`` are nullable
    integers; ``engine`` names who made it, with the model; ``notes`` is text, a line for each.
    """
    import pandas as pd

    rows = list(records)
    frame = pd.DataFrame([_row(record) for record in rows], columns=list(COLUMNS))
    frame["status"] = frame["status"].astype(pd.CategoricalDtype(list(get_args(State))))
    for name in ("operation", "failure_reason_code", "media_type"):
        frame[name] = frame[name].astype("category")
    for name in ("submitted_at", "completed_at"):
        frame[name] = pd.to_datetime(frame[name], utc=True)
    frame["duration"] = pd.to_timedelta([record.duration for record in rows])
    for name in ("seed", "size", "attempts"):
        frame[name] = frame[name].astype("Int64")
    return frame


def _row(record: JobRecord) -> dict[str, object]:
    values = record.model_dump()
    request = record.request
    values["status"] = record.state
    values["error"] = record.error or record.next_step or None
    values["prompt"] = request.get("prompt") or request.get("text") or ""
    made_by = record.made_by
    values["engine"] = f"{made_by.get('engine', '')} {made_by.get('model', '')}".strip()
    values["notes"] = "\n".join(record.notes)
    return {name: values.get(name) for name in COLUMNS}
