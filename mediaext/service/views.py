"""How a job looks on the wire: in the current dialect, in the older one, as a webhook event."""

from typing import Any

from mediaext.operation import CATALOGUE
from mediaext.service.links import Links
from mediaext.service.records import Job, link_name


class Views:
    """Turns ledger rows into bodies; links are signed for their fixed end of life."""

    def __init__(self, links: Links, link_life: float) -> None:
        self._links = links
        self._life = link_life

    def links(self, job: Job) -> dict[str, str]:
        """Return the download link of every made file by role."""
        end = (job.finished_at or 0.0) + self._life
        return {
            role: self._links.sign(job.job_id, file.name, end) for role, file in job.made.items()
        }

    def current(self, job: Job) -> dict[str, Any]:
        """Return JobStatusResponse, which is also the WebhookEvent."""
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

    def legacy(self, job: Job) -> dict[str, Any]:
        """Return the status of the two older endpoints."""
        if job.row["status"] == "failed":
            return {"status": "FAILURE", "error": job.error}  # spec: name of the field not shown
        if job.row["status"] == "completed":
            return {"status": "SUCCESS", "download_urls": list(self.links(job).values())}
        return {"status": "PENDING", "id": job.job_id, **self.early_links(job)}

    def early_links(self, job: Job) -> dict[str, list[str]]:
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

    def of(self, job: Job) -> dict[str, Any]:
        """Return the status body in the dialect of the job's operation."""
        return self.legacy(job) if is_legacy(job) else self.current(job)


def is_legacy(job: Job) -> bool:
    """Say whether the job came through one of the older endpoints."""
    operation = CATALOGUE.get(job.operation)
    return operation is not None and operation.endpoint.dialect == "legacy"
