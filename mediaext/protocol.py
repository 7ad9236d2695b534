"""The wire as pure functions: what to send, what an answer means, when to ask again.

No socket and no clock: everything here is a function of its arguments.
"""

import base64
import binascii
import email.utils
import hashlib
import hmac
import json
import math
import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from mediaext.errors import (
    InvalidRequest,
    JobFailed,
    MediaError,
    NotFound,
    Problem,
    Unauthorized,
    UnexpectedReply,
    Unreachable,
    job_failed,
)
from mediaext.job import LEGACY, JobState, LegacyStatus, Status
from mediaext.operation import Endpoint, Operation

UPLOAD_PATH = "/upload/image/v1"
EVENTS_PATH = "/ws/jobs"
FOLLOWED = 1000  # jobs on one socket of events
UPLOAD_LIMIT = 20_000_000  # bytes, specification: 20 MB
UPLOAD_TYPES = ("image/png", "image/jpeg", "image/webp", "image/gif")
PROFILES_PATH = "/profiles/v1"
IDEMPOTENCY = "idempotency-key"  # extension: the same value, the same job
EVENT_SCHEMA_PATH = "/webhooks/event-schema"
LINK_LIFE = 24 * 3600.0  # seconds, specification: about 24 hours
DELIVERY_FIELDS = frozenset({"callback_url", "server_id", "webhook", "batch_id"})

FIRST_POLL = 0.7  # of the learned median; measured best for short and long jobs alike
POLL_GROWTH = 0.08  # of the elapsed time
POLL_BOUNDS = (0.25, 5.0)  # seconds
BACKOFF = (0.5, 30.0)  # seconds: first and longest
RETRY_AFTER_LIMIT = 120.0  # seconds; a longer wish is cut to this
WEBHOOK_TOLERANCE = 300.0  # seconds
TRANSIENT = frozenset({408, 429, 500, 502, 503, 504})
REFUSED = frozenset({429, 503})  # certainly not accepted, so that a POST may be repeated


@dataclass(frozen=True, slots=True)
class Reply:
    """An HTTP answer: status code, lower-case headers, whole body."""

    status: int
    headers: Mapping[str, str] = field(default_factory=dict)
    content: bytes = b""

    def json(self) -> Any:
        """Return the body as JSON data; raise :class:`UnexpectedReply` when it is not JSON."""
        try:
            return json.loads(self.content)
        except ValueError:
            text = self.content[:80].decode("utf-8", "replace")
            raise UnexpectedReply(
                f"The service answered {self.status} with something that is not JSON: {text!r}.",
                status=self.status,
            ) from None


def auth_headers(key: str | None, dialect: str = "current") -> dict[str, str]:
    """Return the header that carries the key in this dialect; nothing without a key."""
    return {("API-Key" if dialect == "legacy" else "X-API-Key"): key} if key else {}


def origin(url: str) -> tuple[str, str, int | None]:
    """Return scheme, host and port; two URLs of one origin may share a key."""
    from urllib.parse import urlsplit

    parts = urlsplit(url)
    default = {"http": 80, "https": 443, "ws": 80, "wss": 443}.get(parts.scheme)
    return parts.scheme, parts.hostname or "", parts.port or default


def status_path(endpoint: Endpoint, job_id: str) -> str:
    """Return the path of a job's status; the identifier is escaped."""
    from urllib.parse import quote

    return f"{endpoint.path}/status/{quote(job_id, safe='')}"


def accept(reply: Reply) -> Any:
    """Return the JSON of a good answer; raise the error that a bad one stands for."""
    if 200 <= reply.status < 300:
        return reply.json() if reply.content else None
    raise error_of(reply)


def error_of(reply: Reply) -> MediaError:
    """Turn an answer outside 2xx into the error that says what to do next."""
    detail = _detail(reply)
    if reply.status in (401, 403):  # spec: not shown
        return Unauthorized(
            f"The service did not accept the key: {detail or reply.status}. "
            "Set MEDIAEXT_API_KEY or connect(api_key=…)."
        )
    if reply.status == 404:  # spec: not shown
        return NotFound(f"The service knows no such job, profile or path: {detail or 404}.")
    if reply.status in (400, 413, 415, 422):
        problems = _problems(reply)
        lines = [f"{'.'.join(map(str, p.loc[1:])) or 'body'}: {p.msg}" for p in problems]
        return InvalidRequest("\n".join(lines) or detail or "The request is malformed.", problems)
    if reply.status == 429:  # spec: not shown
        return job_failed("RATE_LIMIT_EXCEEDED", detail or "Too many requests; back off.")
    if reply.status >= 500:
        return Unreachable(
            f"The service failed with {reply.status}: {detail or 'no reason given'}."
        )
    return UnexpectedReply(f"The service answered {reply.status}: {detail}.", status=reply.status)


def _detail(reply: Reply) -> str:
    try:
        body = json.loads(reply.content)
    except ValueError:
        return ""
    detail = body.get("detail", body.get("error", "")) if isinstance(body, dict) else body
    return detail if isinstance(detail, str) else json.dumps(detail)[:200]


def _problems(reply: Reply) -> tuple[Problem, ...]:
    try:
        items = json.loads(reply.content)["detail"]
        return tuple(Problem(tuple(i["loc"]), str(i["msg"]), str(i["type"])) for i in items)
    except (ValueError, KeyError, TypeError):
        return ()


def read_state(endpoint: Endpoint, body: Any, job_id: str = "") -> JobState:
    """Read what a submission or a status route says, in either dialect."""
    if not isinstance(body, dict) or "status" not in body:
        raise UnexpectedReply(f"The service sent no job status but {json.dumps(body)[:80]}.")
    try:
        if endpoint.dialect == "legacy" or body["status"] in set(LegacyStatus):
            return _read_legacy(body, job_id)
        return JobState.model_validate({"job_id": job_id, **body})
    except ValueError:
        raise UnexpectedReply(
            f"The service sent a job status that cannot be read: {json.dumps(body)[:120]}."
        ) from None


def _read_legacy(body: dict[str, Any], job_id: str) -> JobState:
    status = LEGACY[LegacyStatus(body["status"])]
    error = body.get("error") or body.get("message") or body.get("detail")
    failed = status is Status.FAILED
    return JobState(
        job_id=str(body.get("id") or job_id),
        status=status,
        error=str(error or "The job failed without a reason.") if failed else None,
        failure_reason_code=body.get("failure_reason_code") if failed else None,
        retryable=body.get("retryable") if failed else None,
        download_urls=tuple(body.get("download_urls") or ()),
    )


def failure_of(state: JobState) -> JobFailed:
    """Return the error that a failed job stands for."""
    return job_failed(
        state.failure_reason_code or "",
        (state.error or "The job failed without a reason.").rstrip("."),
        job_id=state.job_id,
        retryable=state.retryable,
    )


def next_poll(elapsed: float, median: float | None = None, *, polls: int = 0) -> float:
    """Return seconds until the next status read.

    The first is at 0.7 of the learned median duration, later ones after 8 % of the elapsed time,
    within 0.25 to 5 s: about 10 % extra wait at no more than seven polls.
    """
    low, high = POLL_BOUNDS
    if polls == 0:
        return max(low, FIRST_POLL * median - elapsed) if median else low
    return min(max(POLL_GROWTH * elapsed, low), high)


def backoff(attempt: int, wish: float | None = None, jitter: float | None = None) -> float:
    """Return seconds to wait before try ``attempt`` (1 is the first repetition).

    Exponential with full jitter; a ``Retry-After`` wish is the least wait, cut to two minutes.
    """
    first, longest = BACKOFF
    spread = random.random() if jitter is None else jitter
    wait = spread * min(longest, first * math.pow(2, min(attempt, 20)))
    return max(wait, min(wish, RETRY_AFTER_LIMIT)) if wish else wait


def retry_after(headers: Mapping[str, str], now: datetime | None = None) -> float | None:
    """Read ``Retry-After`` (seconds or a date) or ``Retry-After-Ms`` as seconds from now."""
    if (milliseconds := headers.get("retry-after-ms")) is not None:
        seconds = _number(milliseconds)
        return None if seconds is None else max(seconds / 1000, 0.0)
    text = headers.get("retry-after")
    if text is None:
        return None
    seconds = _number(text)
    if seconds is not None:
        return max(seconds, 0.0)
    try:
        moment = email.utils.parsedate_to_datetime(text)
    except ValueError:
        return None
    aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return max((aware - (now or datetime.now(UTC))).total_seconds(), 0.0)


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def verify_webhook(
    headers: Mapping[str, str], body: bytes, secret: str, now: float | None = None
) -> bool:
    """Say whether a webhook is signed with ``secret`` and no older or newer than five minutes.

    Standard Webhooks: HMAC-SHA256 over ``id.timestamp.body``; several signatures are allowed.
    """
    import time

    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
        moment = float(headers["webhook-timestamp"])
        signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    except (KeyError, ValueError, binascii.Error):
        return False
    if not abs((time.time() if now is None else now) - moment) <= WEBHOOK_TOLERANCE:
        return False
    expected = "v1," + base64.b64encode(hmac.digest(key, signed, "sha256")).decode()
    given = headers.get("webhook-signature", "").split()
    return any(hmac.compare_digest(expected.encode(), one.encode()) for one in given)


def digest(content: bytes) -> str:
    """Return the SHA-256 of ``content`` as 64 hexadecimal digits."""
    return hashlib.sha256(content).hexdigest()


def is_deterministic(operation: Operation[Any]) -> bool:
    """Say whether the same request gives the same result: no random seed, no changing profile."""
    given = operation.given()
    if given.get("profile_id") is not None:
        return False
    params = {param.name: param for param in operation.params()}
    if "seed" not in params:
        return operation.endpoint.dialect == "current"
    seed = given.get("seed", params["seed"].default)
    return seed is not None and seed >= 0


def request_key(operation: Operation[Any], inputs: Mapping[str, list[str]], service: str) -> str:
    """Return the digest that names a request: endpoint, values without defaults, input digests.

    Fields that cannot change the result (callbacks, pins) are left out.
    """
    defaults = {param.name: param.default for param in operation.params()}
    values = {
        name: value
        for name, value in operation.given().items()
        if name not in inputs and name not in DELIVERY_FIELDS and value != defaults.get(name)
    }
    text = json.dumps(
        ["mediaext-request-1", service, operation.endpoint.path, values, dict(inputs)],
        sort_keys=True,
        ensure_ascii=False,
        separators=(",", ":"),
    )
    return digest(text.encode())
