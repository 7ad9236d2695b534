"""Check a service for conformance with the interface, statement by statement.

Most statements cost nothing, since they concern requests that are refused. The others submit a few
small jobs; the report lists what was spent and what is left behind.
"""

import io
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from mediaext.errors import FAILURES, MediaError
from mediaext.media import sniff
from mediaext.operation import Endpoint, Operation, Param
from mediaext.operations import CATALOGUE
from mediaext.protocol import EVENT_SCHEMA_PATH, PROFILES_PATH, UPLOAD_LIMIT, UPLOAD_PATH
from mediaext.provenance import read_provenance

if TYPE_CHECKING:
    import httpx

Outcome = Literal["holds", "fails", "not checked"]
JOB_SECONDS = 300.0  # that a job may take
POLL_SECONDS = (0.1, 2.0)  # between two status reads of a job: first and longest
ENDED = ("completed", "failed", "SUCCESS", "FAILURE")
LEGACY = "legacy"
EXCERPT = 160  # characters of an answer
UNKNOWN_JOB = "00000000000000000000000000000000"


class StatementFailed(Exception):
    """A statement does not hold."""


class NotChecked(Exception):
    """A statement cannot be checked on this service."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The outcome of one statement."""

    section: str
    statement: str
    outcome: Outcome
    detail: str = ""


class Findings(list[dict[str, str]]):
    """A row for each statement, and what was spent and left behind; shows as a table."""

    @property
    def code(self) -> int:
        """Exit code: 1 where a statement does not hold."""
        return int(any(row["outcome"] == "fails" for row in self))


@dataclass
class ConformanceClient:
    """Sends requests to one service, and records what they created there."""

    web: "httpx.Client"
    key: str
    other_key: str = ""
    patience: float = JOB_SECONDS
    jobs: Counter[str] = field(default_factory=Counter)
    uploads: int = 0
    profiles: list[str] = field(default_factory=list)
    _link: str = ""
    _ended: dict[str, dict[str, Any]] = field(default_factory=dict)

    def headers(self, endpoint: Endpoint | None = None, key: str | None = None) -> dict[str, str]:
        """Return the header with a key; none for an empty key."""
        name = "API-Key" if endpoint and endpoint.dialect == LEGACY else "X-API-Key"
        chosen = self.key if key is None else key
        return {name: chosen} if chosen else {}

    def request(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        endpoint: Endpoint | None = None,
        key: str | None = None,
    ) -> "httpx.Response":
        """Send a request with the key."""
        return self.web.request(method, path, json=body, headers=self.headers(endpoint, key))

    def upload(self, content: bytes, name: str = "conformance.png") -> "httpx.Response":
        """Upload a file."""
        answer = self.web.post(
            UPLOAD_PATH, files={"file": (name, content)}, headers=self.headers()
        )
        self.uploads += answer.status_code == 200
        return answer

    @property
    def link(self) -> str:
        """The link of an uploaded picture."""
        if not self._link:
            answer = expect(self.upload(sample_image()), 200)
            self._link = str(content(answer).get("url") or "")
        return self._link

    def submit(self, name: str, body: Mapping[str, object]) -> dict[str, Any]:
        """Submit a job; return the answer."""
        endpoint = CATALOGUE[name].endpoint
        answer = expect(self.request("POST", endpoint.path, body, endpoint=endpoint), 200)
        self.jobs[name] += 1
        return content(answer)

    def status(self, name: str, job_id: str, key: str | None = None) -> "httpx.Response":
        """Read the status of a job."""
        endpoint = CATALOGUE[name].endpoint
        path = f"{endpoint.path}/status/{job_id}"
        return self.request("GET", path, endpoint=endpoint, key=key)

    def wait(self, name: str, job_id: str) -> dict[str, Any]:
        """Wait for the end of a job; return its status."""
        until = time.monotonic() + self.patience
        pause, longest = POLL_SECONDS
        while time.monotonic() < until:
            body = content(expect(self.status(name, job_id), 200))
            if body.get("status") in ENDED:
                return body
            time.sleep(pause)
            pause = min(2 * pause, longest)
        raise StatementFailed(f"The job {job_id} did not end within {self.patience:g} seconds.")

    def completed(self, name: str, **more: object) -> dict[str, Any]:
        """Return the status of a completed job of an operation, submitted once."""
        if name not in self._ended:
            answer = self.submit(name, example(CATALOGUE[name], self.link) | more)
            job_id = str(answer.get("job_id") or answer.get("id") or "")
            self._ended[name] = {"id": job_id, **self.wait(name, job_id)}
        found = self._ended[name]
        if found.get("status") not in ("completed", "SUCCESS"):
            raise StatementFailed(f"The job {found['id']} failed: {found.get('error')}")
        return found

    def download(self, url: object) -> "httpx.Response":
        """Follow a link without a key."""
        if not isinstance(url, str) or not url.startswith(("http://", "https://")):
            raise StatementFailed(f"This is not a link: {url!r}.")
        return expect(self.web.get(url, follow_redirects=True), 200)


def content(answer: "httpx.Response") -> dict[str, Any]:
    """Return the object in an answer."""
    try:
        found = answer.json()
    except ValueError:
        raise StatementFailed(f"The answer is not JSON: {excerpt(answer)}") from None
    if not isinstance(found, dict):
        raise StatementFailed(f"The answer is not an object: {excerpt(answer)}")
    return found


def excerpt(answer: "httpx.Response") -> str:
    """Return an excerpt of an answer."""
    return f"{answer.status_code} {answer.text[:EXCERPT]}"


def expect(answer: "httpx.Response", status: int) -> "httpx.Response":
    """Return an answer; raise :class:`StatementFailed` where it has another status."""
    if answer.status_code != status:
        raise StatementFailed(f"{status} was expected, not {excerpt(answer)}")
    return answer


def expect_refusal(answer: "httpx.Response") -> None:
    """Raise :class:`StatementFailed` where a request is not refused, with whatever 4xx."""
    if not 400 <= answer.status_code < 500:
        raise StatementFailed(f"A refusal was expected, not {excerpt(answer)}")


def validation_errors(answer: "httpx.Response") -> list[list[object]]:
    """Return the locations in a 422; raise :class:`StatementFailed` for another answer."""
    detail = content(expect(answer, 422)).get("detail")
    if not isinstance(detail, list) or not detail:
        raise StatementFailed(f"detail is not a list of problems: {excerpt(answer)}")
    for one in detail:
        whole = isinstance(one, dict) and isinstance(one.get("loc"), list)
        if not whole or not all(isinstance(one.get(name), str) for name in ("msg", "type")):
            raise StatementFailed(f"A problem lacks loc, msg or type: {one}")
    return [one["loc"] for one in detail]


def sample_image(side: int = 256) -> bytes:
    """Return a small image."""
    import PIL.Image

    buffer = io.BytesIO()
    PIL.Image.linear_gradient("L").resize((side, side)).convert("RGB").save(buffer, "PNG")
    return buffer.getvalue()


def example(operation: type[Operation[object]], link: str) -> dict[str, object]:
    """Return a body with the required fields of an operation."""
    return {
        param.name: link
        if param.media
        else param.choices[0]
        if param.choices
        else (param.minimum or 1)
        if param.type in ("integer", "number")
        else param.example or "a red bicycle by the sea"
        for param in operation.params()
        if param.required
    }


def invalid_values(param: Param) -> Iterator[object]:
    """Yield values that a field does not accept."""
    if param.choices:
        yield "no such choice" if param.type == "string" else 7919
    if param.minimum is not None:
        yield [param.minimum - 1] if param.many else param.minimum - 1
    if param.maximum is not None and param.maximum < 1e6:
        yield [param.maximum + 1] if param.many else param.maximum + 1
    if param.type in ("integer", "number") and not param.many:
        yield "many"


Check = Callable[[ConformanceClient], None]
CheckT = TypeVar("CheckT", bound=Check)
CHECKS: list[tuple[str, str, bool, Check]] = []
"""Section and statement of the specification, whether a job is submitted, the check."""


def statement(section: str, sentence: str, *, makes: bool = False) -> Callable[[CheckT], CheckT]:
    """Register a function as the check of a statement of the specification."""

    def add(check: CheckT) -> CheckT:
        CHECKS.append((section, sentence, makes, check))
        return check

    return add


@statement("Authentication", "A request without a key is refused.")
def _without_key(client: ConformanceClient) -> None:
    if not client.key:
        raise NotChecked("No key was given; the service may need none.")
    expect_refusal(client.request("GET", PROFILES_PATH, key=""))
    expect_refusal(
        client.request("POST", CATALOGUE["image"].endpoint.path, {"prompt": "x"}, key="")
    )


@statement("Authentication", "A request with a wrong key is refused.")
def _wrong_key(client: ConformanceClient) -> None:
    if not client.key:
        raise NotChecked("No key was given; the service may need none.")
    expect_refusal(client.request("GET", PROFILES_PATH, key="no-such-key"))


@statement("Authentication", "The older endpoints take the key in the header API-Key.")
def _legacy_key(client: ConformanceClient) -> None:
    for name in ("upscaler", "sd3_5"):
        endpoint = CATALOGUE[name].endpoint
        validation_errors(client.request("POST", endpoint.path, {}, endpoint=endpoint))


@statement("Rules", "Bodies are flat: a wrapped one is a 422.")
def _flat(client: ConformanceClient) -> None:
    validation_errors(
        client.request("POST", CATALOGUE["image"].endpoint.path, {"body": {"prompt": "x"}})
    )


@statement("Errors", "A 422 lists loc, which begins with body, msg and type.")
def _form(client: ConformanceClient) -> None:
    for loc in validation_errors(
        client.request("POST", CATALOGUE["image"].endpoint.path, {"height": 4096})
    ):
        if not loc or loc[0] != "body":
            raise StatementFailed(f"loc does not begin with body: {loc}")


@statement("Endpoints", "A missing required field is a 422 that names it.")
def _required(client: ConformanceClient) -> None:
    for operation in CATALOGUE.values():
        endpoint = operation.endpoint
        named = validation_errors(client.request("POST", endpoint.path, {}, endpoint=endpoint))
        for param in operation.params():
            if param.required and not any(param.name in loc for loc in named):
                raise StatementFailed(f"{endpoint.path}: {param.name} is not named")


@statement("Endpoints", "A value outside the bounds of a field is a 422 that names the field.")
def _bounds(client: ConformanceClient) -> None:
    wrong = []
    for name, operation in CATALOGUE.items():
        body = example(operation, client.link)
        for param in operation.params():
            for value in invalid_values(param):
                answer = client.request(
                    "POST",
                    operation.endpoint.path,
                    {**body, param.name: value},
                    endpoint=operation.endpoint,
                )
                if answer.status_code == 200:
                    client.jobs[name] += 1
                    wrong.append(f"{name}.{param.name}={value!r} was taken")
                elif not any(param.name in loc for loc in validation_errors(answer)):
                    wrong.append(f"{name}.{param.name}={value!r} is refused without its name")
    if wrong:
        raise StatementFailed(
            "; ".join(wrong[:5]) + (f" and {len(wrong) - 5} more" if wrong[5:] else "")
        )


@statement("Endpoints", "The status of an unknown job is refused.")
def _unknown_job(client: ConformanceClient) -> None:
    expect_refusal(client.status("image", UNKNOWN_JOB))


@statement("Upload", "PNG, JPEG, WebP and GIF are accepted, and answered with a link.")
def _formats(client: ConformanceClient) -> None:
    import PIL.Image

    for kind in ("PNG", "JPEG", "WEBP", "GIF"):
        buffer = io.BytesIO()
        PIL.Image.new("RGB", (64, 64), "teal").save(buffer, kind)
        answer = expect(client.upload(buffer.getvalue(), f"x.{kind.lower()}"), 200)
        client.download(content(answer).get("url"))


@statement("Upload", "A file that is not an image, and a missing file, are a 422.")
def _no_picture(client: ConformanceClient) -> None:
    validation_errors(client.upload(b"this is not a picture", "x.png"))
    validation_errors(client.request("POST", UPLOAD_PATH))


@statement("Upload", "A file of more than 20 MB is refused.")
def _too_large(client: ConformanceClient) -> None:
    expect_refusal(client.upload(sample_image() + bytes(UPLOAD_LIMIT + 2**20)))


@statement("Profiles", "A profile is created, read, listed first, merged by PATCH and deleted.")
def _profile(client: ConformanceClient) -> None:
    given = {"name": "conformance", "steps": 9, "cfg_scale": 2.5, "palette": ["#ff8800"]}
    older = content(
        expect(client.request("POST", PROFILES_PATH, {"name": "conformance, older"}), 200)
    )
    made = content(expect(client.request("POST", PROFILES_PATH, given), 200))
    names = [str(one.get("profile_id") or "") for one in (older, made)]
    client.profiles += names
    path = f"{PROFILES_PATH}/{names[1]}"
    for body in (made, content(expect(client.request("GET", path), 200))):
        changed = {name for name, value in given.items() if body.get(name) != value}
        if changed:
            raise StatementFailed(f"The record lost or changed {', '.join(sorted(changed))}.")
    listed = expect(client.request("GET", PROFILES_PATH), 200).text
    if not -1 < listed.find(names[1]) < listed.find(names[0]):
        raise StatementFailed("The list does not have the newer one before the older one.")
    patched = content(expect(client.request("PATCH", path, {"steps": 11}), 200))
    if (patched.get("steps"), patched.get("cfg_scale")) != (11, 2.5):
        raise StatementFailed("PATCH did not change what was given and keep what was not.")
    for name in names:
        answer = expect(client.request("DELETE", f"{PROFILES_PATH}/{name}"), 204)
        if answer.content:
            raise StatementFailed("DELETE answered with a body.")
        client.profiles.remove(name)
    expect_refusal(client.request("GET", path))


@statement("Profiles", "A profile without a name, or with a size out of bounds, is a 422.")
def _bad_profile(client: ConformanceClient) -> None:
    for body in ({}, {"name": "x", "height": 63}, {"name": "x", "width": 2049}):
        validation_errors(client.request("POST", PROFILES_PATH, body))


@statement("Webhook schema", "It returns an example of an event.")
def _schema(client: ConformanceClient) -> None:
    event = content(expect(client.request("GET", EVENT_SCHEMA_PATH), 200))
    if not {"job_id", "status"} <= event.keys() and "result_url" not in event:
        raise StatementFailed(f"This is not an event: {str(event)[:EXCERPT]}")


@statement("Rules", "A compute POST returns at once with a job_id and status queued.", makes=True)
def _queued(client: ConformanceClient) -> None:
    client.completed("image", width=64, height=64, output_format="png")
    answer = client.submit("image", {"prompt": "a teapot", "width": 64, "height": 64})
    if answer.get("status") != "queued" or not isinstance(answer.get("job_id"), str):
        raise StatementFailed(f"job_id and status queued were expected: {answer}")
    first = content(expect(client.status("image", answer["job_id"]), 200)).get("status")
    if first not in ("queued", "completed", "failed"):
        raise StatementFailed(f"The status is {first!r}.")
    client.wait("image", answer["job_id"])


@statement("Job", "A completed job has a result_url that needs no key.", makes=True)
def _result(client: ConformanceClient) -> None:
    found = client.completed("image", width=64, height=64, output_format="png")
    if not client.download(found.get("result_url")).content:
        raise StatementFailed("The file is empty.")
    if found.get("job_id") != found["id"]:
        raise StatementFailed(f"The status is of the job {found.get('job_id')!r}.")


@statement("Image generation", "output_format, height and width are honoured.", makes=True)
def _format(client: ConformanceClient) -> None:
    import PIL.Image

    file = client.download(
        client.completed("image", width=64, height=64, output_format="png").get("result_url")
    )
    with PIL.Image.open(io.BytesIO(file.content)) as image:
        if (image.format, image.size) != ("PNG", (64, 64)):
            raise StatementFailed(
                f"A PNG of 64x64 was expected, not {image.format} of {image.size}."
            )


@statement("Rules", "Every image carries C2PA metadata.", makes=True)
def _provenance(client: ConformanceClient) -> None:
    file = client.download(
        client.completed("image", width=64, height=64, output_format="png").get("result_url")
    )
    found = read_provenance(file.content, sniff(file.content))
    if not found.signed or not found.valid:
        raise StatementFailed(str(found))


@statement("Job", "Only the user who created a job reads its status.", makes=True)
def _foreign(client: ConformanceClient) -> None:
    if not client.other_key:
        raise NotChecked("It needs a key of another user: --other-key.")
    found = client.completed("image", width=64, height=64, output_format="png")
    expect_refusal(client.status("image", str(found["id"]), key=client.other_key))


@statement("Rules", "A result is accepted as the input of another operation.", makes=True)
def _chained(client: ConformanceClient) -> None:
    found = client.completed("image", width=64, height=64, output_format="png")
    answer = client.submit("upscale", {"input_image": found.get("result_url"), "scale": 1})
    ended = client.wait("upscale", str(answer.get("job_id")))
    if ended.get("status") != "completed":
        raise StatementFailed(f"It failed: {ended.get('error')}")
    client.download(ended.get("result_url"))


@statement("Background removal", "It returns a transparent PNG as cutout_url.", makes=True)
def _cutout(client: ConformanceClient) -> None:
    import PIL.Image

    file = client.download(client.completed("cutout").get("cutout_url"))
    with PIL.Image.open(io.BytesIO(file.content)) as image:
        if image.format != "PNG" or "A" not in image.getbands():
            raise StatementFailed(
                f"A PNG with transparency was expected, not {image.format} {image.mode}."
            )


@statement("Speech generation", "It returns audio.", makes=True)
def _speech(client: ConformanceClient) -> None:
    file = client.download(client.completed("speech").get("result_url"))
    kind = sniff(file.content)
    if not kind.startswith("audio/"):
        raise StatementFailed(f"This is not a sound but {kind}.")


@statement("Errors", "A failed job has error, a specified code, and retryable.", makes=True)
def _failure(client: ConformanceClient) -> None:
    answer = client.submit("upscale", {"input_image": "https://invalid.invalid/x.png"})
    ended = client.wait("upscale", str(answer.get("job_id")))
    if ended.get("status") != "failed":
        raise StatementFailed(f"A picture that is nowhere gave {ended.get('status')}.")
    code = str(ended.get("failure_reason_code"))
    if not isinstance(ended.get("error"), str) or code not in FAILURES:
        raise StatementFailed(f"error and a known code were expected: {ended}")
    if FAILURES[code].retryable not in (None, ended.get("retryable")):
        raise StatementFailed(f"retryable of {code} is {ended.get('retryable')!r}.")


@statement("Older endpoints", "PENDING has an id, SUCCESS a link for each sample.", makes=True)
def _legacy(client: ConformanceClient) -> None:
    body = {"prompt": "a teapot", "negative_prompt": "", "num_inference_steps": 1}
    body |= {"samples": 2, "guidance_scale": 1, "width": 64, "height": 64}
    answer = client.submit("sd3_5", body)
    if answer.get("status") not in ("PENDING", "SUCCESS") or not answer.get("id"):
        raise StatementFailed(f"PENDING with an id was expected: {answer}")
    links = client.wait("sd3_5", str(answer["id"])).get("download_urls")
    if not isinstance(links, list) or len(links) != 2:
        raise StatementFailed(f"Two links were expected: {links}")
    for link in links:
        client.download(link)


UNOBSERVABLE = (
    ("Rules", "Result links stop working after about 24 hours.", "It takes 24 hours."),
    ("Rules", "Audio has an inaudible watermark.", "Who marks it knows how to find it."),
    ("Events", "An event is sent to callback_url.", "It needs an address that is reached there."),
    ("Authentication", "Enterprise plans may pin to a pod.", "It depends on the plan."),
)


def conformance(
    url: str,
    api_key: str = "",
    *,
    other_key: str = "",
    jobs: bool = True,
    patience: float = JOB_SECONDS,
    transport: "httpx.BaseTransport | None" = None,
) -> Findings:
    """Check every statement of the interface that can be observed from outside.

    Parameters
    ----------
    url
        Base address of the service.
    api_key
        Key of a user; empty where the service needs none.
    other_key
        Key of another user, for the statement about other users' jobs.
    jobs
        Whether to submit jobs; without them nothing is spent.
    patience
        Seconds that one job may take.
    transport
        Sends the requests, for example to an application in this process; by default they go over
        the network.

    Returns
    -------
    Findings
        A row for each statement with section, statement, outcome and detail; the last two say what
        was spent and what is left behind.

    Raises
    ------
    MediaError
        Where no service answers at the address.
    """
    import httpx

    with httpx.Client(base_url=url, timeout=60, trust_env=True, transport=transport) as web:
        client = ConformanceClient(web, api_key, other_key, patience)
        try:
            web.get("/")
        except httpx.HTTPError as error:
            raise MediaError(f"No service answers at {url} ({error}).") from None
        rows = [_check(client, *check, jobs=jobs) for check in CHECKS]
        rows += [Finding(section, text, "not checked", why) for section, text, why in UNOBSERVABLE]
        for name in list(client.profiles):
            if client.request("DELETE", f"{PROFILES_PATH}/{name}").status_code == 204:
                client.profiles.remove(name)
        return Findings([*map(asdict, rows), *_summary(client)])


def _check(
    client: ConformanceClient,
    section: str,
    sentence: str,
    makes: bool,
    check: Check,
    *,
    jobs: bool,
) -> Finding:
    import httpx

    if makes and not jobs:
        return Finding(section, sentence, "not checked", "It submits a job.")
    try:
        check(client)
    except StatementFailed as broken:
        return Finding(section, sentence, "fails", str(broken))
    except NotChecked as why:
        return Finding(section, sentence, "not checked", str(why))
    except httpx.HTTPError as error:
        return Finding(section, sentence, "fails", f"The service did not answer ({error!r}).")
    return Finding(section, sentence, "holds")


def _summary(client: ConformanceClient) -> Iterator[dict[str, str]]:
    """Yield rows with what was spent and what is left behind."""
    count = client.jobs.total()
    made = ", ".join(f"{name} {jobs}" for name, jobs in sorted(client.jobs.items()))
    left = [f"{client.uploads} uploads and the results of {count} jobs, for about 24 hours"]
    left += (
        [f"{len(client.profiles)} profiles that could not be deleted"] if client.profiles else []
    )
    for name, detail in (
        ("spent", f"{count} jobs: {made}" if made else "no jobs"),
        ("left behind", "; ".join(left)),
    ):
        yield {"section": name, "statement": "", "outcome": "", "detail": detail}
