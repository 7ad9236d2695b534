"""The wire protocol as pure functions: what to send, and what an answer means.

No socket and no clock: everything here is a function of its arguments.
"""

import base64
import binascii
import email.utils
import hashlib
import hmac
import json
import math
import re
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
from mediaext.profiles import StoredProfile
from mediaext.text import MEDIA_TYPE, printable

UPLOAD_PATH = "/upload/image/v1"
EVENTS_PATH = "/ws/jobs"
FOLLOWED = 1000  # jobs on one socket of events
UPLOAD_LIMIT = 20 * 2**20  # bytes; specification: 20 MB, read generously
PIXEL_LIMIT = 80_000_000  # of one picture; Pillow warns at 89 million
UPLOAD_TYPES = ("image/png", "image/jpeg", "image/webp", "image/gif")
PROFILES_PATH = "/profiles/v1"
IDEMPOTENCY = "idempotency-key"  # extension: the same value, the same job
ENGINE_CHOICE = "x-mediaext-engine"  # extension: the engines that shall make this request
OVERVIEW_PATH = "/overview"  # extension: what goes on, for operators
ENGINES_PATH = "/engines"  # extension: who makes each operation
EVENT_SCHEMA_PATH = "/webhooks/event-schema"
IDENTITY_LENGTH = 500  # characters
LINK_LIFE = 24 * 3600.0  # seconds, specification: about 24 hours
KEY_HEADERS = frozenset({"x-api-key", "api-key"})  # current and older endpoints, lower case
JOB_ID = re.compile(r"(?!\.+$)[A-Za-z0-9._-]{1,128}")  # what may become a path or a file name
FILE_NAME = re.compile(r"(?!\.)[\w .()+-]{1,128}")
MAX_LINKS = 16  # result files of one job
MAX_MESSAGE = 1000  # characters of a message of the service
DELIVERY_FIELDS = frozenset({"callback_url", "server_id", "webhook", "batch_id"})

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
            return read_json(self.content)
        except ValueError:
            text = self.content[:80].decode("utf-8", "replace")
            raise UnexpectedReply(
                f"The service answered {self.status} with something that is not JSON: {text!r}.",
                status=self.status,
            ) from None


def read_json(text: str | bytes) -> Any:
    """Return the JSON data of a peer; raise ``ValueError`` for other or too deeply nested text."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def message_of(text: object) -> str:
    """Return a message of the service as people may see it: no control characters, not endless."""
    words = printable(str(text))
    return words if len(words) <= MAX_MESSAGE else words[: MAX_MESSAGE - 1] + "…"


def auth_headers(key: str | None, dialect: str = "current") -> dict[str, str]:
    """Return the header that carries the key in this dialect; nothing without a key.

    Raises :class:`Unauthorized` for a key with characters that no header can carry.
    """
    if key and not (key.isascii() and key.isprintable()):
        raise Unauthorized(
            "The key holds characters that no API key has, such as a line break. "
            "Copy it again into MEDIAEXT_API_KEY or connect(api_key=…)."
        )
    return {("API-Key" if dialect == "legacy" else "X-API-Key"): key} if key else {}


def origin(url: str) -> tuple[str, str, int | None]:
    """Return scheme, host and port; two URLs of one origin may share a key."""
    from urllib.parse import urlsplit

    parts = urlsplit(url)
    default = {"http": 80, "https": 443, "ws": 80, "wss": 443}.get(parts.scheme)
    return parts.scheme, parts.hostname or "", parts.port or default


def place(url: str) -> str:
    """Return host, non-default port and path: what http and https share."""
    from urllib.parse import urlsplit

    try:
        parts = urlsplit(url)
        port = "" if parts.port in (None, 80, 443) else f":{parts.port}"
    except ValueError:  # no address; the first request tells
        return url
    host = (parts.hostname or "").rstrip(".")
    return f"{host}{port}{parts.path.rstrip('/')}"


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
    """Turn an answer outside 2xx into an error that names the next step."""
    detail = _detail(reply)
    if reply.status in (401, 403):  # spec: not shown
        return Unauthorized(
            f"The service did not accept the key: {detail or reply.status}. "
            "Set MEDIAEXT_API_KEY or connect(api_key=…)."
        )
    if reply.status == 404:  # spec: not shown
        what = (detail or "404").rstrip(".")
        return NotFound(f"The service knows no such job, profile or path: {what}.")
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
    sentence = f"The service answered {reply.status}{detail and ': '}{detail}."
    if 300 <= reply.status < 400:
        sentence += (
            " Redirects are not followed with a key: connect() to the address of the service."
        )
    return UnexpectedReply(sentence, status=reply.status)


def _detail(reply: Reply) -> str:
    try:
        body = read_json(reply.content)
    except ValueError:
        return ""
    detail = body.get("detail", body.get("error", "")) if isinstance(body, dict) else body
    return message_of(detail if isinstance(detail, str) else json.dumps(detail)[:200])


def _problems(reply: Reply) -> tuple[Problem, ...]:
    try:
        items = read_json(reply.content)["detail"][:100]
        return tuple(
            Problem(
                tuple(part if isinstance(part, int) else message_of(part) for part in item["loc"]),
                message_of(item["msg"]),
                message_of(item["type"]),
            )
            for item in items
        )
    except (ValueError, KeyError, TypeError):
        return ()


def describe_file(headers: Mapping[str, str]) -> tuple[str, str]:
    """Return media type and file name that the headers of a download tell.

    Either is empty where what is told is no such thing: both come to stand in HTML and in paths.
    """
    media_type = headers.get("content-type", "").partition(";")[0].strip().lower()
    _, found, rest = headers.get("content-disposition", "").partition('filename="')
    name = rest.partition('"')[0] if found else ""
    return (
        media_type if MEDIA_TYPE.fullmatch(media_type) else "",
        name if FILE_NAME.fullmatch(name) else "",
    )


def read_state(endpoint: Endpoint, body: object, job_id: str = "") -> JobState:
    """Read what a submission or a status route says, in either dialect.

    ``job_id`` is that of the job that was asked about, if one was. Raises
    :class:`UnexpectedReply` for what is no job state, or has an invalid identifier.
    """
    if not isinstance(body, dict) or "status" not in body:
        raise UnexpectedReply(f"The service sent no job status but {json.dumps(body)[:80]}.")
    try:
        if endpoint.dialect == "legacy" or body["status"] in set(LegacyStatus):
            state = _read_legacy(body, job_id)
        else:
            state = JobState.model_validate(body | ({"job_id": job_id} if job_id else {}))
    except (ValueError, TypeError):
        raise UnexpectedReply(
            f"The service sent a job status that cannot be read: {json.dumps(body)[:120]}."
        ) from None
    if not JOB_ID.fullmatch(state.job_id):
        raise UnexpectedReply(
            f"The service sent an invalid job identifier: {json.dumps(state.job_id)[:80]}."
        )
    if len(state.links) > MAX_LINKS:
        raise UnexpectedReply(f"The service names {len(state.links)} results of one job.")
    told = {name: getattr(state, name) for name in ("error", "failure_reason_code")}
    return state.model_copy(
        update={name: message_of(text) for name, text in told.items() if text is not None}
    )


def _read_legacy(body: dict[str, Any], job_id: str) -> JobState:
    status = LEGACY[LegacyStatus(body["status"])]
    error = body.get("error") or body.get("message") or body.get("detail")
    failed = status is Status.FAILED
    # An answer that ends the job at once has no identifier: it is named by what it says.
    named = job_id or str(body.get("id") or digest(json.dumps(body).encode())[:32])
    return JobState(
        job_id=named,
        status=status,
        error=str(error or "The job failed without a reason.") if failed else None,
        failure_reason_code=body.get("failure_reason_code") if failed else None,
        retryable=body.get("retryable") if failed else None,
        download_urls=tuple(body.get("download_urls") or ()),
        notes=body.get("notes") or (),
        made_by=body.get("made_by") or {},
        seconds=body.get("seconds"),
    )


def read_upload(body: object) -> str:
    """Return the URL that an upload got; raise :class:`UnexpectedReply` where there is none."""
    url = body.get("url") if isinstance(body, dict) else None
    if not isinstance(url, str) or not url.startswith(("http://", "https://")):
        raise UnexpectedReply(f"The upload got no web URL but {json.dumps(body)[:80]}.")
    return url


def link_seconds(url: str, now: float) -> float:
    """Return how long a link is likely to work from ``now``, in seconds since 1970.

    Our service writes the end of a link into it (``exp``); another one lives as the
    specification says.
    """
    end = re.search(r"[?&]exp=(\d{1,12})(?:&|$)", url)
    return LINK_LIFE if end is None else min(max(int(end[1]) - now, 0.0), LINK_LIFE)


def read_profile(body: object) -> StoredProfile:
    """Read a profile record liberally; raise :class:`UnexpectedReply` for what is none."""
    try:
        return StoredProfile.model_validate(body)
    except ValueError:
        raise UnexpectedReply(
            f"The service sent no profile that can be read but {json.dumps(body)[:80]}."
        ) from None


def read_profiles(body: object) -> list[StoredProfile]:
    """Read a list of profiles; an object that holds the list is understood too."""
    if isinstance(body, dict):  # spec: list wrapper not shown
        body = next((value for value in body.values() if isinstance(value, list)), body)
    if not isinstance(body, list):
        raise UnexpectedReply(f"The service sent no list of profiles but {json.dumps(body)[:80]}.")
    return [read_profile(item) for item in body]


def failure_of(state: JobState) -> JobFailed:
    """Return the error that a failed job stands for."""
    return job_failed(
        state.failure_reason_code or "",
        (state.error or "The job failed without a reason.").rstrip("."),
        job_id=state.job_id,
        retryable=state.retryable,
    )


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


def is_deterministic(operation: Operation[object]) -> bool:
    """Say whether the same request gives the same result: no random seed, no changing profile."""
    given = operation.given()
    if given.get("profile_id") is not None:
        return False
    params = {param.name: param for param in operation.params()}
    if "seed" not in params:
        return operation.endpoint.dialect == "current"
    seed = given.get("seed", params["seed"].default)
    return seed is not None and seed >= 0


def announced_identity(local: bool, facts: object) -> str | None:
    """Return what results are known by, from what a service says of who makes them.

    Names of hosted services are apart from those of the embedded one: what a hosted service says
    of itself cannot be checked. ``None`` where it says nothing of use.
    """
    identity = facts.get("identity") if isinstance(facts, dict) else None
    if not isinstance(identity, str) or not 0 < len(identity) <= IDENTITY_LENGTH:
        return None
    return identity if local else f"hosted {identity}"


def former_identities(identity: str, former: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names that results of earlier versions have, where the pixels are the same."""
    first = "output_version=" not in identity or identity.endswith(" output_version=1")
    return former if first else ()


def request_key(
    operation: Operation[object], inputs: Mapping[str, list[str]], service: str
) -> str:
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
