"""Response bodies: their models, and how a job of the ledger becomes one."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue
from pydantic.json_schema import models_json_schema

from mediaext.job import LegacyStatus
from mediaext.operation import CATALOGUE
from mediaext.service.links import Links
from mediaext.service.records import DamagedRecord, JobRow, link_name

EXAMPLE_JOB = "3f9c1f0a5d5e4b4e8a5f1f0b8c2d7e61"
EXTENSION: dict[str, JsonValue] = {"x-mediaext-extension": True}
EXAMPLE_LINK = f"https://media.example/files/{EXAMPLE_JOB}/result.webp?v=1&exp=1767225600&sig=…"


class JobQueuedResponse(BaseModel):
    """The job is accepted."""

    job_id: str = Field(examples=[EXAMPLE_JOB])
    status: Literal["queued"] = "queued"


class WebhookEvent(BaseModel):
    """What is POSTed to ``callback_url`` when a job ends: the specified fields of its status."""

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


SEED = Field(
    None,
    description="Extension, once the job has ended: the seed that was used, drawn where -1 or "
    "none was given. Absent for operations without a seed.",
    json_schema_extra=EXTENSION,
)
NOTES = Field(
    None,
    description="Extension, once the job has ended: what the request asked that could not be "
    "done, a plain sentence each; absent when there is nothing to say.",
    json_schema_extra=EXTENSION,
)


MADE_BY = Field(
    None,
    description="Extension, once the job is completed: who made the result. identity names all "
    "on which its pixels depend: engine, model, revision, lora, quantisation, dtype and "
    "output_version, those that apply; trained says whether a model that learned from media had "
    "a part in it.",
    json_schema_extra=EXTENSION,
)


SECONDS = Field(
    None,
    description="Extension, once the job has ended: seconds that it was worked at, without "
    "waiting and without attempts that were broken off.",
    json_schema_extra=EXTENSION,
)


class JobStatusResponse(WebhookEvent):
    """The state of a job."""

    seed: int | None = SEED
    notes: list[str] | None = NOTES
    made_by: dict[str, Any] | None = MADE_BY
    seconds: float | None = SECONDS


EXAMPLE_EVENT = {"job_id": EXAMPLE_JOB, "status": "completed", "result_url": EXAMPLE_LINK}


class LegacyStatusResponse(BaseModel):
    """The state of a job of the older endpoints."""

    status: Literal["PENDING", "SUCCESS", "FAILURE"]
    id: str | None = Field(None, description="With PENDING.")
    download_urls: list[str] | None = Field(
        None, description="With SUCCESS; with PENDING where queued_image_urls asked for it."
    )
    error: str | None = Field(None, description="With FAILURE.")
    notes: list[str] | None = NOTES
    made_by: dict[str, Any] | None = MADE_BY
    seconds: float | None = SECONDS


class EnginesResponse(BaseModel):
    """Who makes each operation, by its name."""

    engines: dict[str, dict[str, Any]] = Field(
        description="For each operation identity (all on which its pixels depend, in one text), "
        "its facts, trained, state, licence and memory where the engine states them, and price of "
        "a job with its currency where one is set."
    )


class UploadResponse(BaseModel):
    """Where the uploaded image is."""

    url: str = Field(examples=[EXAMPLE_LINK])


class ValidationProblem(BaseModel):
    """One thing wrong with a request."""

    loc: list[str | int]
    msg: str
    type: str


class HTTPValidationError(BaseModel):
    """The request is malformed."""

    detail: list[ValidationProblem]


class Detail(BaseModel):
    """The reason for an error."""

    detail: str


class Health(BaseModel):
    """Whether the service is well."""

    model_config = ConfigDict(extra="allow")

    status: Literal["ok", "not ready"]


class Overview(BaseModel):
    """The state of all services that share a ledger."""

    services: list[dict[str, Any]] = Field(
        description="Name, address, engine, whether it leads, pods by name, jobs accepted, "
        "completed and failed in the last minute, seconds since it reported that."
    )
    queues: list[dict[str, Any]] = Field(
        description="Open jobs by queue, plan and status, and the age of the oldest."
    )
    files: int = Field(description="Files that are stored.")
    bytes: int = Field(description="Bytes that are stored.")
    webhooks: int = Field(description="Webhooks that wait to be delivered.")


SCHEMAS = "#/components/schemas/"


def described(model: type[BaseModel]) -> dict[str, Any]:
    """Return the JSON content of a response, whose schema :func:`schemas` has.

    FastAPI would compile a model again for every route, and again for every service.
    """
    return {"content": {"application/json": {"schema": {"$ref": SCHEMAS + model.__name__}}}}


def schemas() -> dict[str, Any]:
    """Return the JSON schemas of error responses by name."""
    _, found = models_json_schema(
        [(Detail, "serialization"), (HTTPValidationError, "serialization")],
        ref_template=SCHEMAS + "{model}",
    )
    schemas: dict[str, Any] = found["$defs"]
    return schemas


def errors(*codes: int) -> dict[int | str, dict[str, Any]]:
    """Return the documented error responses."""
    known: dict[int, tuple[type[BaseModel], str]] = {
        400: (Detail, "The request cannot be read."),
        401: (Detail, "The key is missing or not known."),
        403: (
            Detail,
            "The link is forged or has expired, or the Host header names another service.",
        ),
        404: (Detail, "Unknown, or of another user."),
        410: (Detail, "The file was damaged where it is stored."),
        416: (Detail, "The range is outside the file."),
        422: (HTTPValidationError, "Malformed request."),
        429: (Detail, "Too many requests; Retry-After says when to try again."),
        503: (Detail, "The service cannot take jobs now."),
    }
    return {code: {"description": known[code][1], **described(known[code][0])} for code in codes}


DAMAGED = "The record of this job was damaged on the disk; submit the request again."


class JobViews:
    """Turns ledger rows into bodies; links are signed for their fixed end of life."""

    def __init__(self, links: Links, link_life: float) -> None:
        self._links = links
        self._life = link_life

    def links(self, job: JobRow) -> dict[str, str]:
        """Return the download link of every made file by role."""
        end = (job.finished_at or 0.0) + self._life
        return {
            role: self._links.sign(job.job_id, file.name, end) for role, file in job.made.items()
        }

    def current(self, job: JobRow) -> dict[str, Any]:
        """Return the specified fields of JobStatusResponse, which are also the WebhookEvent."""
        body: dict[str, Any] = {"job_id": job.job_id, "status": str(job.status)}
        if job.row["status"] == "failed":
            body |= {
                "error": job.error,
                "failure_reason_code": job.code,
                "retryable": bool(job.retryable),
            }
        elif job.row["status"] == "completed":
            links = self.links(job)
            body |= {f"{role}_url": links[role] for role in ("result", "cutout") if role in links}
        return body

    def legacy(self, job: JobRow) -> dict[str, Any]:
        """Return the status of the two older endpoints."""
        if job.row["status"] == "failed":
            return {"status": "FAILURE", "error": job.error}  # spec: name of the field not shown
        if job.row["status"] == "completed":
            return {"status": "SUCCESS", "download_urls": list(self.links(job).values())}
        return {"status": "PENDING", "id": job.job_id, **self.early_links(job)}

    def early_links(self, job: JobRow) -> dict[str, list[str]]:
        """Return links that hold the image once the task succeeds, where they were asked for."""
        if not job.body.get("queued_image_urls"):
            return {}
        samples = int(job.body.get("samples", 1))
        prefix = str(job.body.get("file_prefix") or "")
        roles = ["result", *(f"result_{number}" for number in range(1, samples))]
        end = job.accepted_at + self._life
        return {
            "download_urls": [
                self._links.sign(job.job_id, link_name(role, "image/png", prefix), end)
                for role in roles
            ]
        }

    def specified(self, job: JobRow) -> dict[str, Any]:
        """Return the body that the specification shows, in the dialect of the job's operation."""
        return self.legacy(job) if is_legacy(job) else self.current(job)

    def of(self, job: JobRow) -> dict[str, Any]:
        """Return the status body: as specified, and with the extensions of an ended job."""
        try:
            body = self.specified(job)
            if not job.status.terminal or job.operation not in CATALOGUE:
                return body
            if body.get("status") == LegacyStatus.FAILURE:  # carries nothing but its message
                return body
            extensions = {
                "seed": job.used_seed,
                "notes": job.notes or None,
                "made_by": job.made_by or None,
                "seconds": job.seconds,
            }
        except DamagedRecord:
            return damaged_body(job)
        return body | {name: value for name, value in extensions.items() if value is not None}


def is_legacy(job: JobRow) -> bool:
    """Say whether the job came through one of the older endpoints."""
    operation = CATALOGUE.get(job.operation)
    return operation is not None and operation.endpoint.dialect == "legacy"


def damaged_body(job: JobRow) -> dict[str, Any]:
    """Return the status of a job whose record was damaged on the disk."""
    if is_legacy(job):
        return {"status": "FAILURE", "error": DAMAGED}
    return {
        "job_id": job.job_id,
        "status": "failed",
        "error": DAMAGED,
        "failure_reason_code": "INTERNAL_ERROR",
        "retryable": True,
    }
