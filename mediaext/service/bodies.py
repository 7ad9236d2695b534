"""Bodies of the service's answers, for its OpenAPI description."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

EXAMPLE_JOB = "3f9c1f0a5d5e4b4e8a5f1f0b8c2d7e61"
EXAMPLE_LINK = f"https://media.example/files/{EXAMPLE_JOB}/result.webp?v=1&exp=1767225600&sig=…"


class JobQueuedResponse(BaseModel):
    """The job is accepted."""

    job_id: str = Field(examples=[EXAMPLE_JOB])
    status: Literal["queued"] = "queued"


class JobStatusResponse(BaseModel):
    """How a job stands."""

    job_id: str = Field(examples=[EXAMPLE_JOB])
    status: Literal["queued", "completed", "failed"]
    error: str | None = Field(None, description="Message for people; on failure.")
    failure_reason_code: str | None = Field(None, description="Code for programs; on failure.")
    retryable: bool | None = Field(None, description="On failure.")
    result_url: str | None = Field(
        None, description="Temporary download link, about 24 h.", examples=[EXAMPLE_LINK]
    )
    cutout_url: str | None = Field(
        None, description="Only for background removal: transparent PNG."
    )


class WebhookEvent(JobStatusResponse):
    """What is POSTed to ``callback_url`` when a job ends: the same as its status."""


EXAMPLE_EVENT = {"job_id": EXAMPLE_JOB, "status": "completed", "result_url": EXAMPLE_LINK}


class LegacyStatusResponse(BaseModel):
    """How a job of the older endpoints stands."""

    status: Literal["PENDING", "SUCCESS", "FAILURE"]
    id: str | None = Field(None, description="With PENDING.")
    download_urls: list[str] | None = Field(
        None, description="With SUCCESS; with PENDING where queued_image_urls asked for it."
    )
    error: str | None = Field(None, description="With FAILURE.")


class UploadResponse(BaseModel):
    """Where the uploaded image is."""

    url: str = Field(examples=[EXAMPLE_LINK])


class Problem(BaseModel):
    """One thing wrong with a request."""

    loc: list[str | int]
    msg: str
    type: str


class HTTPValidationError(BaseModel):
    """The request is malformed."""

    detail: list[Problem]


class Detail(BaseModel):
    """Why there is no answer."""

    detail: str


class Health(BaseModel):
    """Whether the service is well."""

    model_config = ConfigDict(extra="allow")

    status: Literal["ok", "not ready"]


def errors(*codes: int) -> dict[int | str, dict[str, Any]]:
    """Return the documented answers that are no success."""
    known: dict[int, tuple[type[BaseModel], str]] = {
        400: (Detail, "The request cannot be read."),
        401: (Detail, "The key is missing or not known."),
        403: (Detail, "The link is forged or past its life, or the host name is not ours."),
        404: (Detail, "Unknown, or of another user."),
        416: (Detail, "The range is outside the file."),
        422: (HTTPValidationError, "Malformed request."),
        503: (Detail, "The service cannot take jobs now."),
    }
    return {code: {"model": known[code][0], "description": known[code][1]} for code in codes}
