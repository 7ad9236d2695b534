"""The life of a job: the states both sides speak, and the records they exchange."""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any

from pydantic import BaseModel, ConfigDict


class Status(StrEnum):
    """State of a job on the wire."""

    QUEUED = "queued"
    COMPLETED = "completed"
    FAILED = "failed"

    @property
    def terminal(self) -> bool:
        """Whether the job has ended."""
        return self is not Status.QUEUED


TRANSITIONS: Mapping[Status, frozenset[Status]] = {
    Status.QUEUED: frozenset({Status.COMPLETED, Status.FAILED}),
    Status.COMPLETED: frozenset(),
    Status.FAILED: frozenset(),
}


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
    """What a status route or a webhook says of a job; fields we do not know are kept."""

    model_config = ConfigDict(extra="allow", frozen=True)

    job_id: str
    status: Status
    error: str | None = None
    failure_reason_code: str | None = None
    retryable: bool | None = None
    result_url: str | None = None
    cutout_url: str | None = None
    download_urls: tuple[str, ...] = ()

    @property
    def links(self) -> dict[str, str]:
        """Every download link by role: ``result``, ``cutout``, ``result_1`` and so on."""
        found = {"result": self.result_url, "cutout": self.cutout_url}
        for number, url in enumerate(self.download_urls):
            found["result" if number == 0 else f"result_{number}"] = url
        return {role: url for role, url in found.items() if url}


class Progress(BaseModel):
    """How far a job is; ``fraction`` is 0 to 1, or ``None`` when it cannot be told."""

    model_config = ConfigDict(extra="allow", frozen=True)

    fraction: float | None = None
    message: str = ""


class JobRecord(BaseModel):
    """One row of the job history. Times are aware UTC; ``size`` is bytes of the main result."""

    model_config = ConfigDict(extra="ignore")

    job_id: str
    operation: str
    service: str = ""
    status: Status = Status.QUEUED
    request: dict[str, Any] = {}
    seed: int | None = None
    inputs: dict[str, list[str]] = {}
    submitted_at: datetime
    completed_at: datetime | None = None
    attempts: int = 1
    failure_reason_code: str | None = None
    error: str | None = None
    result_digest: str | None = None
    files: dict[str, str] = {}
    media_type: str | None = None
    size: int | None = None
    run: str | None = None
