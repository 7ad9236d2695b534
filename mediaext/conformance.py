"""Whether a service speaks the interface: its statements one by one, asked over HTTP.

Most statements cost nothing, since they are about requests that are refused. What makes jobs makes
few and small ones, and says what was spent and what is left behind.
"""

import io
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from mediaext.errors import FAILURES, MediaError
from mediaext.media import sniff
from mediaext.operation import Endpoint, Operation
from mediaext.operations import CATALOGUE
from mediaext.params import Param
from mediaext.protocol import EVENT_SCHEMA_PATH, PROFILES_PATH, UPLOAD_LIMIT, UPLOAD_PATH
from mediaext.provenance import read_provenance

if TYPE_CHECKING:
    import httpx

Outcome = Literal["holds", "fails", "not checked"]
PATIENCE = 300.0  # seconds that a job may take
PAUSE = (0.1, 2.0)  # seconds between two looks at a job: first and longest
ENDED = ("completed", "failed", "SUCCESS", "FAILURE")
LEGACY = "legacy"
SHOWN = 160  # characters of an answer
NOWHERE = "00000000000000000000000000000000"


class Broken(Exception):
    """A statement does not hold."""


class Unchecked(Exception):
    """A statement cannot be checked here."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found of one statement."""

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
class Asker:
    """Asks one service, and keeps what it made there."""

    web: "httpx.Client"
    key: str
    other_key: str = ""
    patience: float = PATIENCE
    jobs: Counter[str] = field(default_factory=Counter)
    uploads: int = 0
    profiles: list[str] = field(default_factory=list)
    _link: str = ""
    _ended: dict[str, dict[str, Any]] = field(default_factory=dict)

    def headers(self, endpoint: Endpoint | None = None, key: str | None = None) -> dict[str, str]:
        """Return the header that carries a key; none for an empty one."""
        name = "API-Key" if endpoint and endpoint.dialect == LEGACY else "X-API-Key"
        chosen = self.key if key is None else key
        return {name: chosen} if chosen else {}

    def ask(
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
            answer = expect(self.upload(picture()), 200)
            self._link = str(content(answer).get("url") or "")
        return self._link

    def submit(self, name: str, body: Mapping[str, object]) -> dict[str, Any]:
        """Submit a job; return the answer."""
        endpoint = CATALOGUE[name].endpoint
        answer = expect(self.ask("POST", endpoint.path, body, endpoint=endpoint), 200)
        self.jobs[name] += 1
        return content(answer)

    def status(self, name: str, job_id: str, key: str | None = None) -> "httpx.Response":
        """Read the status of a job."""
        endpoint = CATALOGUE[name].endpoint
        path = f"{endpoint.path}/status/{job_id}"
        return self.ask("GET", path, endpoint=endpoint, key=key)

    def ended(self, name: str, job_id: str) -> dict[str, Any]:
        """Wait for the end of a job; return its status."""
        until = time.monotonic() + self.patience
        pause, longest = PAUSE
        while time.monotonic() < until:
            body = content(expect(self.status(name, job_id), 200))
            if body.get("status") in ENDED:
                return body
            time.sleep(pause)
            pause = min(2 * pause, longest)
        raise Broken(f"The job {job_id} did not end within {self.patience:g} seconds.")

    def made(self, name: str, **more: object) -> dict[str, Any]:
        """Return the status of a job of an operation that ended well, made once."""
        if name not in self._ended:
            answer = self.submit(name, example(CATALOGUE[name], self.link) | more)
            job_id = str(answer.get("job_id") or answer.get("id") or "")
            self._ended[name] = {"id": job_id, **self.ended(name, job_id)}
        found = self._ended[name]
        if found.get("status") not in ("completed", "SUCCESS"):
            raise Broken(f"The job {found['id']} failed: {found.get('error')}")
        return found

    def download(self, url: object) -> "httpx.Response":
        """Follow a link without a key."""
        if not isinstance(url, str) or not url.startswith(("http://", "https://")):
            raise Broken(f"This is not a link: {url!r}.")
        return expect(self.web.get(url, follow_redirects=True), 200)


def content(answer: "httpx.Response") -> dict[str, Any]:
    """Return the object in an answer."""
    try:
        found = answer.json()
    except ValueError:
        raise Broken(f"The answer is not JSON: {shown(answer)}") from None
    if not isinstance(found, dict):
        raise Broken(f"The answer is not an object: {shown(answer)}")
    return found


def shown(answer: "httpx.Response") -> str:
    """Return what an answer says, shortened."""
    return f"{answer.status_code} {answer.text[:SHOWN]}"


def expect(answer: "httpx.Response", status: int) -> "httpx.Response":
    """Return an answer; raise :class:`Broken` where it has another status."""
    if answer.status_code != status:
        raise Broken(f"{status} was expected, not {shown(answer)}")
    return answer


def refused(answer: "httpx.Response") -> None:
    """Raise :class:`Broken` where a request was not refused; the status is not specified."""
    if not 400 <= answer.status_code < 500:
        raise Broken(f"A refusal was expected, not {shown(answer)}")


def problems(answer: "httpx.Response") -> list[list[object]]:
    """Return the places that a 422 names; raise :class:`Broken` where it is not as specified."""
    detail = content(expect(answer, 422)).get("detail")
    if not isinstance(detail, list) or not detail:
        raise Broken(f"detail is not a list of problems: {shown(answer)}")
    for one in detail:
        whole = isinstance(one, dict) and isinstance(one.get("loc"), list)
        if not whole or not all(isinstance(one.get(name), str) for name in ("msg", "type")):
            raise Broken(f"A problem lacks loc, msg or type: {one}")
    return [one["loc"] for one in detail]


def picture(side: int = 256) -> bytes:
    """Return a small picture."""
    import PIL.Image

    buffer = io.BytesIO()
    PIL.Image.linear_gradient("L").resize((side, side)).convert("RGB").save(buffer, "PNG")
    return buffer.getvalue()


def example(operation: type[Operation[object]], link: str) -> dict[str, object]:
    """Return a body with what an operation requires."""
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


def outside(param: Param) -> Iterator[object]:
    """Yield values that a field does not take."""
    if param.choices:
        yield "no such choice" if param.type == "string" else 7919
    if param.minimum is not None:
        yield [param.minimum - 1] if param.many else param.minimum - 1
    if param.maximum is not None and param.maximum < 1e6:
        yield [param.maximum + 1] if param.many else param.maximum + 1
    if param.type in ("integer", "number") and not param.many:
        yield "many"


Check = Callable[[Asker], None]
CheckT = TypeVar("CheckT", bound=Check)
CHECKS: list[tuple[str, str, bool, Check]] = []
"""Section and statement of the specification, whether a job is made, how it is looked at."""


def statement(section: str, sentence: str, *, makes: bool = False) -> Callable[[CheckT], CheckT]:
    """Have a function look at a statement of the specification."""

    def add(check: CheckT) -> CheckT:
        CHECKS.append((section, sentence, makes, check))
        return check

    return add


@statement("Authentication", "A request without a key is refused.")
def _without_key(asker: Asker) -> None:
    if not asker.key:
        raise Unchecked("No key was given; the service may need none.")
    refused(asker.ask("GET", PROFILES_PATH, key=""))
    refused(asker.ask("POST", CATALOGUE["image"].endpoint.path, {"prompt": "x"}, key=""))


@statement("Authentication", "A request with a wrong key is refused.")
def _wrong_key(asker: Asker) -> None:
    if not asker.key:
        raise Unchecked("No key was given; the service may need none.")
    refused(asker.ask("GET", PROFILES_PATH, key="no-such-key"))


@statement("Authentication", "The older endpoints take the key in the header API-Key.")
def _legacy_key(asker: Asker) -> None:
    for name in ("upscaler", "sd3_5"):
        endpoint = CATALOGUE[name].endpoint
        problems(asker.ask("POST", endpoint.path, {}, endpoint=endpoint))


@statement("Rules", "Bodies are flat: a wrapped one is a 422.")
def _flat(asker: Asker) -> None:
    problems(asker.ask("POST", CATALOGUE["image"].endpoint.path, {"body": {"prompt": "x"}}))


@statement("Errors", "A 422 lists loc, which begins with body, msg and type.")
def _form(asker: Asker) -> None:
    for loc in problems(asker.ask("POST", CATALOGUE["image"].endpoint.path, {"height": 4096})):
        if not loc or loc[0] != "body":
            raise Broken(f"loc does not begin with body: {loc}")


@statement("Endpoints", "A field that is required and missing is a 422 that names it.")
def _required(asker: Asker) -> None:
    for operation in CATALOGUE.values():
        endpoint = operation.endpoint
        named = problems(asker.ask("POST", endpoint.path, {}, endpoint=endpoint))
        for param in operation.params():
            if param.required and not any(param.name in loc for loc in named):
                raise Broken(f"{endpoint.path}: {param.name} is not named")


@statement("Endpoints", "A value that a field does not take is a 422 that names the field.")
def _bounds(asker: Asker) -> None:
    wrong = []
    for name, operation in CATALOGUE.items():
        body = example(operation, asker.link)
        for param in operation.params():
            for value in outside(param):
                answer = asker.ask(
                    "POST",
                    operation.endpoint.path,
                    {**body, param.name: value},
                    endpoint=operation.endpoint,
                )
                if answer.status_code == 200:
                    asker.jobs[name] += 1
                    wrong.append(f"{name}.{param.name}={value!r} was taken")
                elif not any(param.name in loc for loc in problems(answer)):
                    wrong.append(f"{name}.{param.name}={value!r} is refused without its name")
    if wrong:
        raise Broken("; ".join(wrong[:5]) + (f" and {len(wrong) - 5} more" if wrong[5:] else ""))


@statement("Endpoints", "The status of a job that there is not is refused.")
def _unknown_job(asker: Asker) -> None:
    refused(asker.status("image", NOWHERE))


@statement("Upload", "PNG, JPEG, WebP and GIF are taken, and answered with a link.")
def _formats(asker: Asker) -> None:
    import PIL.Image

    for kind in ("PNG", "JPEG", "WEBP", "GIF"):
        buffer = io.BytesIO()
        PIL.Image.new("RGB", (64, 64), "teal").save(buffer, kind)
        answer = expect(asker.upload(buffer.getvalue(), f"x.{kind.lower()}"), 200)
        asker.download(content(answer).get("url"))


@statement("Upload", "What is not a picture, and no file at all, are a 422.")
def _no_picture(asker: Asker) -> None:
    problems(asker.upload(b"this is not a picture", "x.png"))
    problems(asker.ask("POST", UPLOAD_PATH))


@statement("Upload", "A file of more than 20 MB is refused.")
def _too_large(asker: Asker) -> None:
    refused(asker.upload(picture() + bytes(UPLOAD_LIMIT + 2**20)))


@statement("Profiles", "A profile is made, read, listed first, merged by PATCH and deleted.")
def _profile(asker: Asker) -> None:
    given = {"name": "conformance", "steps": 9, "cfg_scale": 2.5, "palette": ["#ff8800"]}
    older = content(expect(asker.ask("POST", PROFILES_PATH, {"name": "conformance, older"}), 200))
    made = content(expect(asker.ask("POST", PROFILES_PATH, given), 200))
    names = [str(one.get("profile_id") or "") for one in (older, made)]
    asker.profiles += names
    path = f"{PROFILES_PATH}/{names[1]}"
    for body in (made, content(expect(asker.ask("GET", path), 200))):
        changed = {name for name, value in given.items() if body.get(name) != value}
        if changed:
            raise Broken(f"The record lost or changed {', '.join(sorted(changed))}.")
    listed = expect(asker.ask("GET", PROFILES_PATH), 200).text
    if not -1 < listed.find(names[1]) < listed.find(names[0]):
        raise Broken("The list does not have the newer one before the older one.")
    patched = content(expect(asker.ask("PATCH", path, {"steps": 11}), 200))
    if (patched.get("steps"), patched.get("cfg_scale")) != (11, 2.5):
        raise Broken("PATCH did not change what was given and keep what was not.")
    for name in names:
        answer = expect(asker.ask("DELETE", f"{PROFILES_PATH}/{name}"), 204)
        if answer.content:
            raise Broken("DELETE answered with a body.")
        asker.profiles.remove(name)
    refused(asker.ask("GET", path))


@statement("Profiles", "A profile without a name, or of a wrong size, is a 422.")
def _bad_profile(asker: Asker) -> None:
    for body in ({}, {"name": "x", "height": 63}, {"name": "x", "width": 2049}):
        problems(asker.ask("POST", PROFILES_PATH, body))


@statement("Webhook schema", "It shows an example of an event.")
def _schema(asker: Asker) -> None:
    event = content(expect(asker.ask("GET", EVENT_SCHEMA_PATH), 200))
    if not {"job_id", "status"} <= event.keys() and "result_url" not in event:
        raise Broken(f"This is not an event: {str(event)[:SHOWN]}")


@statement("Rules", "A compute POST returns at once with a job_id and status queued.", makes=True)
def _queued(asker: Asker) -> None:
    asker.made("image", width=64, height=64, output_format="png")
    answer = asker.submit("image", {"prompt": "a teapot", "width": 64, "height": 64})
    if answer.get("status") != "queued" or not isinstance(answer.get("job_id"), str):
        raise Broken(f"job_id and status queued were expected: {answer}")
    first = content(expect(asker.status("image", answer["job_id"]), 200)).get("status")
    if first not in ("queued", "completed", "failed"):
        raise Broken(f"The status is {first!r}.")
    asker.ended("image", answer["job_id"])


@statement("Job", "A completed job has a result_url that needs no key.", makes=True)
def _result(asker: Asker) -> None:
    found = asker.made("image", width=64, height=64, output_format="png")
    if not asker.download(found.get("result_url")).content:
        raise Broken("The file is empty.")
    if found.get("job_id") != found["id"]:
        raise Broken(f"The status is of the job {found.get('job_id')!r}.")


@statement("Image generation", "output_format, height and width are honoured.", makes=True)
def _format(asker: Asker) -> None:
    import PIL.Image

    file = asker.download(
        asker.made("image", width=64, height=64, output_format="png").get("result_url")
    )
    with PIL.Image.open(io.BytesIO(file.content)) as image:
        if (image.format, image.size) != ("PNG", (64, 64)):
            raise Broken(f"A PNG of 64x64 was expected, not {image.format} of {image.size}.")


@statement("Rules", "Every image carries C2PA metadata.", makes=True)
def _provenance(asker: Asker) -> None:
    file = asker.download(
        asker.made("image", width=64, height=64, output_format="png").get("result_url")
    )
    found = read_provenance(file.content, sniff(file.content))
    if not found.signed or not found.valid:
        raise Broken(str(found))


@statement("Job", "Only the user who made a job reads its status.", makes=True)
def _foreign(asker: Asker) -> None:
    if not asker.other_key:
        raise Unchecked("It needs a key of another user: --other-key.")
    found = asker.made("image", width=64, height=64, output_format="png")
    refused(asker.status("image", str(found["id"]), key=asker.other_key))


@statement("Rules", "A result is taken as the input of another operation.", makes=True)
def _chained(asker: Asker) -> None:
    found = asker.made("image", width=64, height=64, output_format="png")
    answer = asker.submit("upscale", {"input_image": found.get("result_url"), "scale": 1})
    ended = asker.ended("upscale", str(answer.get("job_id")))
    if ended.get("status") != "completed":
        raise Broken(f"It failed: {ended.get('error')}")
    asker.download(ended.get("result_url"))


@statement("Background removal", "It gives a transparent PNG as cutout_url.", makes=True)
def _cutout(asker: Asker) -> None:
    import PIL.Image

    file = asker.download(asker.made("cutout").get("cutout_url"))
    with PIL.Image.open(io.BytesIO(file.content)) as image:
        if image.format != "PNG" or "A" not in image.getbands():
            raise Broken(f"A PNG with transparency was expected, not {image.format} {image.mode}.")


@statement("Speech generation", "It gives a sound.", makes=True)
def _speech(asker: Asker) -> None:
    file = asker.download(asker.made("speech").get("result_url"))
    kind = sniff(file.content)
    if not kind.startswith("audio/"):
        raise Broken(f"This is not a sound but {kind}.")


@statement("Errors", "A failed job has error, a specified code, and retryable.", makes=True)
def _failure(asker: Asker) -> None:
    answer = asker.submit("upscale", {"input_image": "https://invalid.invalid/x.png"})
    ended = asker.ended("upscale", str(answer.get("job_id")))
    if ended.get("status") != "failed":
        raise Broken(f"A picture that is nowhere gave {ended.get('status')}.")
    code = str(ended.get("failure_reason_code"))
    if not isinstance(ended.get("error"), str) or code not in FAILURES:
        raise Broken(f"error and a known code were expected: {ended}")
    if FAILURES[code].retryable not in (None, ended.get("retryable")):
        raise Broken(f"retryable of {code} is {ended.get('retryable')!r}.")


@statement("Older endpoints", "PENDING has an id, SUCCESS a link for each sample.", makes=True)
def _legacy(asker: Asker) -> None:
    body = {"prompt": "a teapot", "negative_prompt": "", "num_inference_steps": 1}
    body |= {"samples": 2, "guidance_scale": 1, "width": 64, "height": 64}
    answer = asker.submit("sd3_5", body)
    if answer.get("status") not in ("PENDING", "SUCCESS") or not answer.get("id"):
        raise Broken(f"PENDING with an id was expected: {answer}")
    links = asker.ended("sd3_5", str(answer["id"])).get("download_urls")
    if not isinstance(links, list) or len(links) != 2:
        raise Broken(f"Two links were expected: {links}")
    for link in links:
        asker.download(link)


UNSEEN = (
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
    patience: float = PATIENCE,
    transport: "httpx.BaseTransport | None" = None,
) -> Findings:
    """Ask a service for every statement of the interface that can be seen from outside.

    Parameters
    ----------
    url
        Base address of the service.
    api_key
        Key of a user; none where the service needs none.
    other_key
        Key of another user, for what is about foreign jobs.
    jobs
        Whether jobs are made; without them nothing is spent.
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
        asker = Asker(web, api_key, other_key, patience)
        try:
            web.get("/")
        except httpx.HTTPError as error:
            raise MediaError(f"No service answers at {url} ({error}).") from None
        rows = [_look(asker, *check, jobs=jobs) for check in CHECKS]
        rows += [Finding(section, text, "not checked", why) for section, text, why in UNSEEN]
        for name in list(asker.profiles):
            if asker.ask("DELETE", f"{PROFILES_PATH}/{name}").status_code == 204:
                asker.profiles.remove(name)
        return Findings([*map(asdict, rows), *_summary(asker)])


def _look(
    asker: Asker, section: str, sentence: str, makes: bool, check: Check, *, jobs: bool
) -> Finding:
    import httpx

    if makes and not jobs:
        return Finding(section, sentence, "not checked", "It makes a job.")
    try:
        check(asker)
    except Broken as broken:
        return Finding(section, sentence, "fails", str(broken))
    except Unchecked as why:
        return Finding(section, sentence, "not checked", str(why))
    except httpx.HTTPError as error:
        return Finding(section, sentence, "fails", f"The service did not answer ({error!r}).")
    return Finding(section, sentence, "holds")


def _summary(asker: Asker) -> Iterator[dict[str, str]]:
    """Yield what was spent and what is left behind."""
    count = asker.jobs.total()
    made = ", ".join(f"{name} {jobs}" for name, jobs in sorted(asker.jobs.items()))
    left = [f"{asker.uploads} uploads and the results of {count} jobs, for about 24 hours"]
    left += [f"{len(asker.profiles)} profiles that could not be deleted"] if asker.profiles else []
    for name, detail in (
        ("spent", f"{count} jobs: {made}" if made else "no jobs"),
        ("left behind", "; ".join(left)),
    ):
        yield {"section": name, "statement": "", "outcome": "", "detail": detail}
