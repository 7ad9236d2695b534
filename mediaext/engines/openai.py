"""Models of a running server with an OpenAI-compatible HTTP interface, in its dialect.

``"openai:http://127.0.0.1:30000"`` is a server, ``"openai:http://127.0.0.1:8080#MODEL"`` one
model of it, ``"openai"`` OpenAI's own service. Which server it is and what its models are for is
asked of the server itself. The key is read from ``OPENAI_API_KEY`` for OpenAI's service alone,
and from ``MEDIAEXT_OPENAI_KEY`` for any other.
"""

import base64
import binascii
import json
import re
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import PIL.Image
from pydantic import JsonValue

from mediaext.engines.base import Context, Identity, unavailable
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
from mediaext.engines.server_connection import (
    ANSWER_SECONDS,
    ServerConnection,
    png_bytes,
    said_in,
)
from mediaext.errors import JobFailed, Unsupported, job_failed
from mediaext.operation import Operation

OWN_SERVICE = "https://api.openai.com"
OWN_KEY, OTHER_KEY = "OPENAI_API_KEY", "MEDIAEXT_OPENAI_KEY"
FRESH = 60.0  # seconds that what a server said of its models is believed
POLL_SECONDS = 0.5  # between two reads of a job on the server

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
    """Facts about a server: its dialect, and the model for each skill."""

    dialect: Dialect
    models: Mapping[str, str] = field(default_factory=dict)


def engine(argument: str = "") -> "OpenAIEngine":
    """Return the engine of a server: its address, and after ``#`` one of its models."""
    return OpenAIEngine(argument)


class OpenAIEngine(ModelEngine):
    """The models of one server."""

    def __init__(self, argument: str = "") -> None:
        super().__init__(
            "openai",
            "1",
            trained=True,
            memory_limit=classical.memory_limit,
            bytes_per_pixel=classical.bytes_per_pixel,
        )
        address, _, self.model = (argument or OWN_SERVICE).partition("#")
        own = address.rstrip("/").removesuffix("/v1") == OWN_SERVICE
        self.link = ServerConnection(address, OWN_KEY if own else OTHER_KEY, proxied=own)
        self.name = f"openai:{self.link.place}"
        self._lock = threading.Lock()
        self._server: ServerFacts | None = None
        self._asked = 0.0

    def server(self) -> ServerFacts:
        """Return the facts about the server, asked at most once a minute.

        Raises MODEL_UNAVAILABLE when it does not answer.
        """
        with self._lock:
            if self._server is None or time.monotonic() - self._asked > FRESH:
                self._server = None
                self._server = self._discover()
                self._asked = time.monotonic()
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
            ("image[]", (f"image-{number}.png", png_bytes(image), "image/png"))
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
        """Return the first picture of an answer, from its base64."""
        return self.link.picture(self._content(answer))

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
        said = said_in(json.dumps(state).encode())
        return job_failed("MODEL_ERROR", f"The model at {self.link.place} failed.{said}")

    def _give_up(self, method: str, path: str) -> None:
        """Cancel a job at the server, ignoring the answer."""
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
        files = {name: ("image.png", png_bytes(animation.image), "image/png")}
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
            raise self.link.wrong(f"is not a sound but {kind}")
        return content

    def mesh(self, image: PIL.Image.Image, seed: int, context: Context) -> bytes:
        """Make a body of what a picture shows."""
        server = self.server()
        model = self._named(server, "mesh")
        if server.dialect is LOCALAI:
            body = {
                "model": model,
                "image": base64.b64encode(png_bytes(image)).decode(),
                "seed": _small(seed),
                "response_format": "b64_json",
            }
            return self._content(self.link.json(context, "POST", "/3d/generations", json=body))
        form = {"model": model, "seed": str(seed), "generator_device": "cpu"}
        files = {"image": ("image.png", png_bytes(image), "image/png")}
        job = self.link.json(context, "POST", "/v1/meshes", data=form, files=files)
        return self._fetched("/v1/meshes", job, context)


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
    encoded = [base64.b64encode(png_bytes(image)).decode() for image in drawing.images]
    if encoded:
        body["ref_images"] = encoded
    if drawing.strength is not None and encoded:
        body |= {"init_image": encoded[0], "strength": drawing.strength}
    if drawing.mask is not None and encoded:
        mask = base64.b64encode(png_bytes(drawing.mask)).decode()
        body |= {"init_image": encoded[0], "mask_image": mask}
    return body


def _sd_cpp_clip(animation: Animation) -> dict[str, Any]:
    width, height = animation.size
    return {
        "prompt": animation.prompt,
        "width": width,
        "height": height,
        "seed": animation.seed,
        "init_image": base64.b64encode(png_bytes(animation.image)).decode(),
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
    encoded = [base64.b64encode(png_bytes(image)).decode() for image in drawing.images]
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
        return "mask_image", ("mask.png", png_bytes(mask), "image/png")
    clear = PIL.Image.new("RGBA", mask.size, "white")
    clear.putalpha(PIL.Image.eval(mask, lambda level: 255 - level))
    return "mask", ("mask.png", png_bytes(clear), "image/png")


def _small(seed: int) -> int:
    return seed % 2**31  # which LocalAI keeps in 32 bits with a sign


def _identifier(job: Mapping[str, Any], link: ServerConnection) -> str:
    found = job.get("id")
    if not isinstance(found, str) or not re.fullmatch(r"\w[\w.:-]{0,199}", found):
        raise link.wrong("names no job")
    return found
