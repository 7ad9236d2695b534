"""Models of a server that runs already and speaks OpenAI's HTTP interface, in its dialect.

``"openai:http://127.0.0.1:30000"`` is a server, ``"openai:http://127.0.0.1:8080#MODEL"`` one
model of it, ``"openai"`` OpenAI's own service. Which server it is and what its models are for is
asked of the server itself. The key is read from ``OPENAI_API_KEY`` for OpenAI's service alone,
and from ``MEDIAEXT_OPENAI_KEY`` for any other.
"""

import base64
import binascii
import contextlib
import io
import json
import os
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeout
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar
from urllib.parse import urlsplit

import httpx
import PIL.Image
from pydantic import JsonValue

from mediaext.engines.base import Context, unavailable
from mediaext.engines.classical import engine as classical
from mediaext.engines.editing import (
    Animation,
    Drawing,
    Footage,
    ModelEngine,
    Speech,
    read_footage,
    skills_used,
)
from mediaext.engines.entries import known_licence
from mediaext.engines.identity import Identity
from mediaext.errors import InvalidRequest, JobFailed, Unsupported, job_failed
from mediaext.operation import Operation
from mediaext.text import printable

OWN_SERVICE = "https://api.openai.com"
OWN_KEY, OTHER_KEY = "OPENAI_API_KEY", "MEDIAEXT_OPENAI_KEY"
FRESH = 60.0  # seconds that what a server said of its models is believed
CONNECT_SECONDS = 3.0
QUESTION_SECONDS = 10.0  # of a question about models or a job
ANSWER_SECONDS = 590.0  # of a picture; the job's own budget ends before
REPLY_LIMIT = 256_000_000  # bytes of an answer
SENTENCE = 300  # characters of what a server says
TICK = 0.25  # seconds between two looks for a cancel
POLL_SECONDS = 0.5  # between two reads of a job on the server
T = TypeVar("T")

SKILLS: tuple[tuple[str, frozenset[str]], ...] = (
    (r"rmbg|birefnet|rembg", frozenset({"cutout"})),
    (r"esrgan|swinir|upscal|seedvr", frozenset({"upscale"})),
    (r"trellis|hunyuan3d|triposr|pixal3d|sf3d|spar3d", frozenset({"mesh"})),
    (
        r"tts|kokoro|chatterbox|cosyvoice|voxtral|vibevoice|fish-?speech|s2-pro|voxcpm|piper|bark",
        frozenset({"speak"}),
    ),
    (
        r"\bwan|wan2|ltx|hunyuanvideo|cogvideo|cosmos|mochi|sora|i2v|t2v|ti2v|video",
        frozenset({"animate"}),
    ),
    (r"edit|kontext", frozenset({"edit"})),
    (
        r"flux-?\.?2|klein|gpt-image|qwen-image-2|omnigen|bagel|longcat|glm-image",
        frozenset({"generate", "edit"}),
    ),
    (
        r"image|flux|diffusion|sdxl|\bsd\d|sd-?turbo|dall-?e|dreamshaper|animagine|pixart|sana|lumina",
        frozenset({"generate"}),
    ),
)
"""What a model is for, by its name: the first pattern that is found in it counts."""
GUESS = frozenset({"generate", "edit"})
"""What the only model of a server, or one that was named, is for when its name does not tell."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """How one kind of server differs.

    ``heeds`` are the values of a drawing, an animation or a speech that it takes, by skill.
    """

    name: str
    heeds: Mapping[str, frozenset[str]]
    skills: frozenset[str]


_SAMPLING = frozenset({"steps", "guidance", "negative_prompt", "seed"})
SGLANG = Dialect(
    "sglang",
    {
        "generate": _SAMPLING,
        "edit": _SAMPLING,
        "animate": frozenset({"seed", "seconds"}),
        "mesh": frozenset({"seed"}),
    },
    frozenset({"generate", "edit", "animate", "mesh"}),
)
VLLM = Dialect(
    "vllm-omni",
    {
        "generate": _SAMPLING,
        "edit": _SAMPLING | {"mask", "strength"},
        "animate": frozenset({"seed", "seconds"}),
        "speak": frozenset({"voice", "language", "tokens", "seed"}),
    },
    frozenset({"generate", "edit", "animate", "speak"}),
)
SD_CPP = Dialect(
    "sd.cpp",
    {
        "generate": _SAMPLING,
        "edit": _SAMPLING | {"mask", "strength"},
        "animate": frozenset({"seed", "seconds"}),
    },
    frozenset({"generate", "edit", "animate"}),
)
LOCALAI = Dialect(
    "localai",
    {
        "generate": frozenset({"steps", "negative_prompt", "seed"}),
        "edit": frozenset({"steps", "negative_prompt", "seed"}),
        "speak": frozenset({"language"}),
        "mesh": frozenset({"seed"}),
    },
    frozenset({"generate", "edit", "speak", "mesh"}),
)
OPENAI = Dialect(
    "openai",
    {"edit": frozenset({"mask"})},
    frozenset({"generate", "edit", "animate", "speak"}),
)
OPENAI_SIZES = ((1024, 1024), (1536, 1024), (1024, 1536))
OPENAI_SECONDS = (4, 8, 12)


@dataclass(frozen=True, slots=True)
class ServerFacts:
    """What a server said of itself: its dialect, and the model for each skill."""

    dialect: Dialect
    models: Mapping[str, str] = field(default_factory=dict)


class Cut(Exception):
    """The answer ended before its end, or is longer than is taken."""


class ServerConnection:
    """Requests to one server: bounded in time and bytes, stopped by a cancel."""

    def __init__(self, base_url: str) -> None:
        self.base_url = base_url
        self.place = urlsplit(base_url).netloc
        self._own = base_url == OWN_SERVICE
        self.key_variable = OWN_KEY if self._own else OTHER_KEY

    def _client(self) -> httpx.Client:
        key = os.environ.get(self.key_variable, "")
        return httpx.Client(
            base_url=self.base_url,
            headers={"Authorization": f"Bearer {key}"} if key else {},
            timeout=httpx.Timeout(ANSWER_SECONDS, connect=CONNECT_SECONDS),
            follow_redirects=False,
            trust_env=self._own,  # a proxy of the environment has no part in a local server
        )

    def ask(self, path: str) -> Any:
        """Read a small JSON answer; ``None`` for what is not there."""
        with self._told(), self._client() as client:
            status, kind, content = _read(client, "GET", path, time.monotonic() + QUESTION_SECONDS)
        if status in (404, 405, 501):
            return None
        self._check(status, content)
        return _json(content, kind, self.place)

    def call(self, context: Context, method: str, path: str, **body: Any) -> tuple[str, bytes]:
        """Send a request and return media type and body; a cancel closes the connection.

        Raises MODEL_UNAVAILABLE where nothing was made, :class:`Unsupported` for a route that the
        server lacks, INPUT_INVALID for what it refuses, else MODEL_ERROR or TIMEOUT.
        """
        until, line = time.monotonic() + ANSWER_SECONDS, CancellableSocket()
        with self._told(), self._client() as client:
            status, kind, content = _watched(
                lambda: _read(client, method, path, until, line, **body), context, line.cut
            )
        if status in (404, 405, 501):
            raise Unsupported(f"The server at {self.place} has no {path}.")
        self._check(status, content)
        return kind, content

    def json(self, context: Context, method: str, path: str, **body: Any) -> dict[str, Any]:
        """Send a request and return its JSON object."""
        kind, content = self.call(context, method, path, **body)
        found = _json(content, kind, self.place)
        if not isinstance(found, dict):
            raise self.wrong("is no JSON object")
        return found

    def wrong(self, what: str) -> JobFailed:
        """Build the failure of an answer that breaks the interface."""
        return job_failed("MODEL_ERROR", f"The answer of the server at {self.place} {what}.")

    def _check(self, status: int, content: bytes) -> None:
        if 200 <= status < 300:
            return
        said = _said(content)
        if status in (401, 403):
            raise unavailable(
                f"The server at {self.place} refuses the key; set {self.key_variable}.{said}"
            )
        if status in (429, 502, 503):
            raise unavailable(f"The server at {self.place} takes no work now ({status}).{said}")
        if status in (400, 413, 415, 422):
            raise job_failed(
                "INPUT_INVALID", f"The server at {self.place} refuses the request.{said}"
            )
        if 300 <= status < 400:
            raise self.wrong("leads to another address, which is not followed")
        raise job_failed("MODEL_ERROR", f"The server at {self.place} failed ({status}).{said}")

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.UnsupportedProtocol):
            raise unavailable(f"The server at {self.place} does not answer.") from None
        except httpx.TimeoutException:
            raise job_failed(
                "TIMEOUT", f"The server at {self.place} did not answer in time."
            ) from None
        except Cut as error:
            raise self.wrong(str(error)) from None
        except httpx.HTTPError as error:
            raise self.wrong(f"broke off ({type(error).__name__})") from None


class CancellableSocket:
    """The socket of a request, so that another thread can end the wait for its answer."""

    def __init__(self) -> None:
        self._socket: socket.socket | None = None

    def seen(self, event: str, info: Mapping[str, Any]) -> None:
        """Take in what the HTTP library does."""
        if event.endswith(("connect_tcp.complete", "start_tls.complete")):
            self._socket = info["return_value"].get_extra_info("socket")

    def cut(self) -> None:
        """End the connection: who reads from it gets no more."""
        if self._socket is not None:
            with contextlib.suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)


def _read(
    client: httpx.Client,
    method: str,
    path: str,
    until: float,
    line: CancellableSocket | None = None,
    **body: Any,
) -> tuple[int, str, bytes]:
    """Return status, media type and body of an answer, bounded in bytes and total time."""
    sent = {"Accept-Encoding": "identity"}
    extensions = {"trace": line.seen} if line else {}
    with client.stream(method, path, headers=sent, extensions=extensions, **body) as reply:
        if reply.headers.get("content-encoding", "identity") != "identity":
            raise Cut("is compressed, which was not asked for")
        parts, size = [], 0
        for part in reply.iter_raw():
            size += len(part)
            if size > REPLY_LIMIT:
                raise Cut(f"is longer than {REPLY_LIMIT // 1_000_000} MB")
            if time.monotonic() > until:
                raise httpx.ReadTimeout("no whole answer in time")
            parts.append(part)
        kind = reply.headers.get("content-type", "").partition(";")[0].strip().lower()
        return reply.status_code, kind, b"".join(parts)


def _watched(work: Callable[[], T], context: Context, stop: Callable[[], None]) -> T:
    """Do blocking work in a thread; ``context.progress`` is called meanwhile and may cancel."""
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(work)
        try:
            while True:
                try:
                    return future.result(TICK)
                except FutureTimeout:
                    if future.done():
                        raise
                context.progress(None, "waiting for the model")
        except BaseException:
            if not future.done():
                stop()
            raise


def _json(content: bytes, kind: str, place: str) -> Any:
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        raise job_failed(
            "MODEL_ERROR",
            f"The answer of the server at {place} is no JSON ({kind or 'no media type'}).",
        ) from None


def _said(content: bytes) -> str:
    """Return what a server says of an error, as a sentence that follows another."""
    try:
        body = json.loads(content)
    except (ValueError, RecursionError):
        return ""
    for name in ("detail", "error", "message"):
        found = body.get(name) if isinstance(body, dict) else None
        if isinstance(found, list) and found:  # as FastAPI tells of fields
            found = found[0]
        if isinstance(found, dict):
            found = found.get("message") or found.get("msg")
        if isinstance(found, str) and found:
            return f" It says: {' '.join(printable(found).split())[:SENTENCE]}"
    return ""


def engine(argument: str = "") -> "OpenAIEngine":
    """Return the engine of a server: its address, and after ``#`` one of its models."""
    return OpenAIEngine(argument)


class OpenAIEngine(ModelEngine):
    """The models of one server."""

    def __init__(self, argument: str = "", clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(
            "openai",
            "1",
            trained=True,
            memory_limit=classical.memory_limit,
            bytes_per_pixel=classical.bytes_per_pixel,
        )
        address, _, self.model = (argument or OWN_SERVICE).partition("#")
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.query:
            raise InvalidRequest.about(
                "engine", f"'{address}' is no address such as openai:http://127.0.0.1:30000."
            )
        self.link = ServerConnection(address.rstrip("/").removesuffix("/v1"))
        self.name = f"openai:{self.link.place}"
        self._clock = clock
        self._lock = threading.Lock()
        self._server: ServerFacts | None = None
        self._asked = 0.0

    def server(self) -> ServerFacts:
        """Return what the server says of itself, asked at most once a minute.

        Raises MODEL_UNAVAILABLE when it does not answer.
        """
        with self._lock:
            if self._server is None or self._clock() - self._asked > FRESH:
                self._server = None
                self._server = self._discover()
                self._asked = self._clock()
            return self._server

    def _discover(self) -> ServerFacts:
        try:
            answer = self.link.ask("/v1/models")
        except JobFailed as error:
            raise unavailable(error.sentence) from None
        listed = answer.get("data") if isinstance(answer, dict) else None
        items = [item for item in listed or [] if isinstance(item, dict)]
        models = [item for item in items if isinstance(item.get("id"), str)]
        if not models:
            raise unavailable(f"The server at {self.link.place} lists no models at /v1/models.")
        dialect = self._dialect(models)
        if dialect is SD_CPP:
            return self._discover_sd_cpp()
        names = [str(item["id"]) for item in models if self.model in ("", item["id"])]
        if not names:
            raise unavailable(f"The server at {self.link.place} has no model '{self.model}'.")
        found: dict[str, str] = {}
        for name in names:
            skills = skills_of(name) or (GUESS if len(names) == 1 else frozenset())
            for skill in sorted(skills & dialect.skills):
                found.setdefault(skill, name)
        return ServerFacts(dialect, found)

    def _dialect(self, models: Sequence[Mapping[str, Any]]) -> Dialect:
        if self.link.base_url == OWN_SERVICE:
            return OPENAI
        owners = {str(item.get("owned_by", "")) for item in models}
        if models[0]["id"] == "sd-cpp-local":
            return SD_CPP
        if "sglang" in owners:
            return SGLANG
        if owners & {"vllm", "vllm-omni"}:
            return VLLM
        return LOCALAI if owners == {""} else OPENAI

    def _discover_sd_cpp(self) -> ServerFacts:
        facts = self.link.ask("/sdcpp/v1/capabilities")
        if not isinstance(facts, dict):
            raise unavailable(f"The sd-server at {self.link.place} lacks /sdcpp/v1; update it.")
        model = facts.get("model")
        stem = str((model.get("stem") if isinstance(model, dict) else "") or "sd-cpp-local")
        modes = facts.get("supported_modes") or []
        found = dict.fromkeys(("generate", "edit"), stem) if "img_gen" in modes else {}
        return ServerFacts(SD_CPP, found | ({"animate": stem} if "vid_gen" in modes else {}))

    def skills(self) -> frozenset[str]:
        """Return what the server's models are for; all it might be for while it is silent."""
        try:
            return frozenset(self.server().models)
        except JobFailed:
            return frozenset({"generate", "edit", "animate", "speak", "mesh"})

    def takes(self, skill: str) -> frozenset[str]:
        """Return the values that the server's dialect takes."""
        return self.server().dialect.heeds.get(skill, frozenset())

    def identity(self, operation: type[Operation[Any]]) -> Identity:
        """Return server software and model; raises MODEL_UNAVAILABLE when it does not answer."""
        server = self.server()
        used = skills_used(operation.endpoint.name, frozenset(server.models))
        models = sorted({server.models[skill] for skill in used})
        if not models:
            raise self._lacks(operation.endpoint.name)
        return Identity(server.dialect.name, model="+".join(models), output_version=self.version)

    def describe(self, operation: type[Operation[Any]]) -> dict[str, JsonValue]:
        """Return the identity with the server, and the models' licences as far as known."""
        told = super().describe(operation)
        licences = dict.fromkeys(map(known_licence, str(told["model"]).split("+")))
        return {
            **told,
            "server": self.link.place,
            "licence": "; ".join(licences),
            "memory": "of the server",
        }

    def generate(self, drawing: Drawing, context: Context) -> PIL.Image.Image:
        """Draw from words."""
        return self._drawn("generate", drawing, context)

    def edit(self, drawing: Drawing, context: Context) -> PIL.Image.Image:
        """Draw from words and pictures."""
        return self._drawn("edit", drawing, context)

    def _drawn(self, skill: str, drawing: Drawing, context: Context) -> PIL.Image.Image:
        server = self.server()
        model = self._named(server, skill)
        if server.dialect is SD_CPP:
            result = self._sd_cpp_job("img_gen", _sd_cpp_drawing(drawing), context)
            return self._picture({"data": result.get("images")})
        if server.dialect is LOCALAI:
            body = _localai_drawing(drawing, model)
            return self._picture(
                self.link.json(context, "POST", "/v1/images/generations", json=body)
            )
        if server.dialect is OPENAI:
            values = {"model": model, "prompt": drawing.prompt, "size": _openai_size(drawing.size)}
            if not model.startswith("gpt-image"):
                values["response_format"] = "b64_json"
        else:
            values = _sampling(drawing, model)
        if skill == "generate":
            return self._picture(
                self.link.json(context, "POST", "/v1/images/generations", json=values)
            )
        files = [
            ("image[]", (f"image-{number}.png", _png(image), "image/png"))
            for number, image in enumerate(drawing.images, 1)
        ]
        if drawing.mask is not None and "mask" in server.dialect.heeds["edit"]:
            files.append(_mask_file(server.dialect, drawing.mask))
        if server.dialect is VLLM and drawing.strength is not None:
            values["strength"] = str(drawing.strength)
        form = {name: str(value) for name, value in values.items()}
        return self._picture(
            self.link.json(context, "POST", "/v1/images/edits", data=form, files=files)
        )

    def _named(self, server: ServerFacts, skill: str) -> str:
        if skill not in server.models:
            raise self._lacks(skill)
        return server.models[skill]

    def _picture(self, answer: Mapping[str, Any]) -> PIL.Image.Image:
        """Return the first picture of an answer, from its base64 or a link of the same server."""
        content = self._content(answer)
        try:
            picture = PIL.Image.open(io.BytesIO(content))
            if picture.width * picture.height > MOST_PIXELS:
                raise self.link.wrong("is a picture of too many pixels")
            picture.load()
        except JobFailed:
            raise
        except Exception as error:  # a decoder raises whatever the damage leads to
            raise self.link.wrong(
                f"holds no picture that can be decoded ({type(error).__name__})"
            ) from None
        return picture

    def _content(self, answer: Mapping[str, Any]) -> bytes:
        data = answer.get("data")
        item = data[0] if isinstance(data, list) and data else None
        text = item.get("b64_json") if isinstance(item, dict) else None
        if not isinstance(text, str) or not text:
            raise self.link.wrong("holds no file")
        try:
            bare = text.partition(",")[2] if text[:5] == "data:" else text
            return base64.b64decode(bare, validate=True)
        except (ValueError, binascii.Error):
            raise self.link.wrong("holds no whole base64") from None

    def _sd_cpp_job(self, kind: str, body: Mapping[str, Any], context: Context) -> dict[str, Any]:
        job = self.link.json(context, "POST", f"/sdcpp/v1/{kind}", json=body)
        path = f"/sdcpp/v1/jobs/{_identifier(job, self.link)}"
        ended = self._followed(path, context, ("POST", f"{path}/cancel"))
        result = ended.get("result")
        if not isinstance(result, dict):
            raise self.link.wrong("holds no result")
        return result

    def _followed(self, path: str, context: Context, cancel: tuple[str, str]) -> dict[str, Any]:
        """Read a job of the server until it ends; a cancel is passed on."""
        until = time.monotonic() + ANSWER_SECONDS
        try:
            while True:
                state = self.link.json(context, "GET", path)
                status = state.get("status")
                if status == "completed":
                    return state
                if status not in ("queued", "in_progress", "generating", "processing"):
                    raise self._job_failed(state)
                if time.monotonic() > until:
                    raise job_failed(
                        "TIMEOUT", f"The server at {self.link.place} did not end its job in time."
                    )
                share = state.get("progress")
                known = share / 100 if isinstance(share, int | float) and share > 0 else None
                context.progress(known, "the model works")
                time.sleep(POLL_SECONDS)
        except (JobFailed, Unsupported):
            raise
        except BaseException:
            self._give_up(*cancel)
            raise

    def _job_failed(self, state: Mapping[str, Any]) -> JobFailed:
        said = _said(json.dumps(state).encode())
        return job_failed("MODEL_ERROR", f"The model at {self.link.place} failed.{said}")

    def _give_up(self, method: str, path: str) -> None:
        """Tell the server that nobody waits for a job; its answer does not matter."""
        try:
            self.link.call(Context(), method, path)
        except (JobFailed, Unsupported):
            return

    def animate(self, animation: Animation, context: Context) -> Footage:
        """Make a clip by a job of the server."""
        server = self.server()
        model = self._named(server, "animate")
        if server.dialect is SD_CPP:
            result = self._sd_cpp_job("vid_gen", _sd_cpp_clip(animation), context)
            return read_footage(self._content({"data": [result]}))
        form, name = _clip_form(server.dialect, animation, model)
        files = {name: ("image.png", _png(animation.image), "image/png")}
        job = self.link.json(context, "POST", "/v1/videos", data=form, files=files)
        return read_footage(self._fetched("/v1/videos", job, context))

    def _fetched(self, route: str, job: Mapping[str, Any], context: Context) -> bytes:
        path = f"{route}/{_identifier(job, self.link)}"
        self._followed(path, context, ("DELETE", path))
        return self.link.call(context, "GET", f"{path}/content")[1]

    def speak(self, speech: Speech, context: Context) -> bytes:
        """Speak."""
        server = self.server()
        body: dict[str, JsonValue] = {
            "model": self._named(server, "speak"),
            "input": speech.text,
            "response_format": "wav",
        }
        if server.dialect is VLLM:
            body |= {
                "language": LANGUAGES.get(speech.language, "Auto"),
                "max_new_tokens": speech.tokens,
                "seed": speech.seed,
            }
            if speech.voice is not None:
                sound = base64.b64encode(speech.voice).decode()
                body |= {
                    "task_type": "Base",
                    "ref_audio": f"data:audio/wav;base64,{sound}",
                    "x_vector_only_mode": True,
                }
        elif server.dialect is LOCALAI:
            body["language"] = speech.language
        else:
            body["voice"] = "alloy"
        kind, content = self.link.call(context, "POST", "/v1/audio/speech", json=body)
        if kind.startswith(("application/json", "text/")):
            raise self.link.wrong(f"is no sound but {kind}")
        return content

    def mesh(self, image: PIL.Image.Image, seed: int, context: Context) -> bytes:
        """Make a body of what a picture shows."""
        server = self.server()
        model = self._named(server, "mesh")
        if server.dialect is LOCALAI:
            body = {
                "model": model,
                "image": base64.b64encode(_png(image)).decode(),
                "seed": _small(seed),
                "response_format": "b64_json",
            }
            return self._content(self.link.json(context, "POST", "/3d/generations", json=body))
        form = {"model": model, "seed": str(seed), "generator_device": "cpu"}
        files = {"image": ("image.png", _png(image), "image/png")}
        job = self.link.json(context, "POST", "/v1/meshes", data=form, files=files)
        return self._fetched("/v1/meshes", job, context)


MOST_PIXELS = 64_000_000
LANGUAGES = {
    "en": "English", "zh": "Chinese", "ja": "Japanese", "ko": "Korean", "de": "German",
    "fr": "French", "ru": "Russian", "pt": "Portuguese", "es": "Spanish", "it": "Italian",
}  # fmt: skip
"""Languages by the names that Qwen3-TTS knows."""


def skills_of(model: str) -> frozenset[str]:
    """Return what a model is for, by its name; nothing when the name does not tell."""
    for pattern, skills in SKILLS:
        if re.search(pattern, model, re.IGNORECASE):
            return skills
    return frozenset()


def _sampling(drawing: Drawing, model: str) -> dict[str, Any]:
    """Return the fields of SGLang and vLLM-Omni; what is open is left to the model."""
    width, height = drawing.size
    values = {
        "model": model,
        "prompt": drawing.prompt,
        "size": f"{width}x{height}",
        "n": 1,
        "response_format": "b64_json",
        "output_format": "png",
        "seed": drawing.seed,
        "generator_device": "cpu",  # the same noise on every device
        "num_inference_steps": drawing.steps,
        "negative_prompt": drawing.negative_prompt or None,
    }
    if re.search(r"qwen", model, re.IGNORECASE):  # whose guidance_scale does nothing
        values["true_cfg_scale"] = drawing.guidance
        if drawing.guidance is not None and drawing.guidance > 1:
            values["negative_prompt"] = drawing.negative_prompt or " "
    else:
        values["guidance_scale"] = drawing.guidance
    return {name: value for name, value in values.items() if value is not None}


def _sd_cpp_drawing(drawing: Drawing) -> dict[str, Any]:
    width, height = drawing.size
    sampling: dict[str, Any] = {}
    if drawing.steps is not None:
        sampling["sample_steps"] = drawing.steps
    if drawing.guidance is not None:
        sampling["guidance"] = {"txt_cfg": max(drawing.guidance, 1.0)}
    body: dict[str, Any] = {
        "prompt": drawing.prompt,
        "negative_prompt": drawing.negative_prompt,
        "width": width,
        "height": height,
        "seed": drawing.seed,
        "output_format": "png",
        "sample_params": sampling,
    }
    encoded = [base64.b64encode(_png(image)).decode() for image in drawing.images]
    if encoded:
        body["ref_images"] = encoded
    if drawing.strength is not None and encoded:
        body |= {"init_image": encoded[0], "strength": drawing.strength}
    if drawing.mask is not None and encoded:
        mask = base64.b64encode(_png(drawing.mask)).decode()
        body |= {"init_image": encoded[0], "mask_image": mask}
    return body


def _sd_cpp_clip(animation: Animation) -> dict[str, Any]:
    width, height = animation.size
    return {
        "prompt": animation.prompt,
        "width": width,
        "height": height,
        "seed": animation.seed,
        "init_image": base64.b64encode(_png(animation.image)).decode(),
        "video_frames": _frames(animation.seconds, 16),
        "fps": 16,
        "output_format": "webm",
    }


def _localai_drawing(drawing: Drawing, model: str) -> dict[str, Any]:
    width, height = drawing.size
    prompt = drawing.prompt.replace("|", "/")
    body: dict[str, Any] = {
        "model": model,
        "prompt": f"{prompt}|{drawing.negative_prompt}" if drawing.negative_prompt else prompt,
        "size": f"{width}x{height}",
        "seed": _small(drawing.seed),
        "response_format": "b64_json",
    }
    if drawing.steps is not None:
        body["step"] = drawing.steps
    encoded = [base64.b64encode(_png(image)).decode() for image in drawing.images]
    if encoded:
        body["file"] = encoded[0]
    if encoded[1:]:
        body["ref_images"] = encoded[1:]
    return body


def _clip_form(dialect: Dialect, animation: Animation, model: str) -> tuple[dict[str, str], str]:
    width, height = animation.size
    form = {"model": model, "prompt": animation.prompt}
    if dialect is OPENAI:
        seconds = min(OPENAI_SECONDS, key=lambda one: (one < animation.seconds, one))
        size = "1280x720" if width >= height else "720x1280"
        return form | {"size": size, "seconds": str(seconds)}, "input_reference"
    form |= {
        "size": f"{width}x{height}",
        "fps": "24",
        "num_frames": str(_frames(animation.seconds, 24)),
        "seed": str(animation.seed),
    }
    if dialect is SGLANG:
        form["generator_device"] = "cpu"
    return form, "input_reference"


def _frames(seconds: float, rate: int) -> int:
    """Return a number of frames that Wan and LTX take alike: 8 k + 1."""
    return max(1, round(seconds * rate / 8)) * 8 + 1


def _openai_size(size: tuple[int, int]) -> str:
    shape = size[0] / size[1]
    width, height = min(OPENAI_SIZES, key=lambda one: abs(one[0] / one[1] - shape))
    return f"{width}x{height}"


def _mask_file(dialect: Dialect, mask: PIL.Image.Image) -> tuple[str, tuple[str, bytes, str]]:
    """Return the mask as a server wants it: white, or transparent, where the picture changes."""
    if dialect is not OPENAI:
        return "mask_image", ("mask.png", _png(mask), "image/png")
    clear = PIL.Image.new("RGBA", mask.size, "white")
    clear.putalpha(PIL.Image.eval(mask, lambda level: 255 - level))
    return "mask", ("mask.png", _png(clear), "image/png")


def _png(image: PIL.Image.Image) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, "PNG", compress_level=1)
    return buffer.getvalue()


def _small(seed: int) -> int:
    return seed % 2**31  # which LocalAI keeps in 32 bits with a sign


def _identifier(job: Mapping[str, Any], link: ServerConnection) -> str:
    found = job.get("id")
    if not isinstance(found, str) or not re.fullmatch(r"\w[\w.:-]{0,199}", found):
        raise link.wrong("names no job")
    return found
