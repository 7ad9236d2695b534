"""A user's own workflows of ComfyUI, whose nodes say by their titles what they take.

``"comfyui"`` is a server at port 8188 of this machine, ``"comfyui:http://10.0.0.5:8188"`` another
one. A workflow is a file in ComfyUI's API format, ``comfyui/SKILL.json`` in the state folder, such
as ``generate.json``. A title with ``@prompt``, ``@seed`` or another word of :data:`INPUTS` marks a
node that takes the value, ``@result`` the node whose file is the result.

Requests follow ComfyUI's ``server.py`` and ``execution.py``: files are uploaded, a prompt is
queued, its socket tells progress, its history tells the end.
"""

import contextlib
import hashlib
import json
import math
import re
import time
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, cast

import PIL.Image
import websockets
from pydantic import JsonValue
from websockets.sync.client import ClientConnection
from websockets.sync.client import connect as connect_socket

from mediaext.engines.base import Context, Identity, invalid, unavailable
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
from mediaext.engines.server_connection import (
    ANSWER_SECONDS,
    CONNECT_SECONDS,
    TICK,
    ServerConnection,
    png_bytes,
)
from mediaext.errors import JobFailed, Unsupported, closest, job_failed
from mediaext.home import home
from mediaext.operation import Operation
from mediaext.text import printable

LOCAL = "http://127.0.0.1:8188"
KEY = "MEDIAEXT_COMFYUI_KEY"
RATE = 24  # frames per second that clips are asked for
FRAME_LIMIT = 1 << 25  # bytes of a message of the socket: previews come there too
POLL_SECONDS = 2.0  # between two reads of the history while the socket says nothing
NOTHING: tuple[str, Mapping[str, Any]] = ("", {})
ENDS = frozenset({"execution_success", "execution_error", "execution_interrupted"})
SKILLS = ("generate", "edit", "animate", "speak", "mesh", "cutout", "upscale")
INPUTS: dict[str, tuple[str, ...]] = {
    "prompt": ("text", "prompt", "string", "value"),
    "negative_prompt": ("text", "prompt", "negative_prompt", "string", "value"),
    "seed": ("seed", "noise_seed", "value"),
    "steps": ("steps", "value"),
    "guidance": ("cfg", "guidance", "value"),
    "strength": ("denoise", "strength", "value"),
    "width": ("width", "value"),
    "height": ("height", "value"),
    "frames": ("length", "num_frames", "frames", "value"),
    "seconds": ("seconds", "duration", "value"),
    "rate": ("fps", "frame_rate", "value"),
    "image": ("image",),
    "image2": ("image",),
    "image3": ("image",),
    "mask": ("image", "mask"),
    "factor": ("scale_by", "scale", "factor", "value"),
    "text": ("text", "prompt", "string", "value"),
    "language": ("language", "value"),
    "exaggeration": ("exaggeration", "value"),
    "voice": ("audio",),
}
"""What a node may be marked for, and the names of its inputs that then take the value."""
NEEDED = {
    "generate": ("prompt",),
    "edit": ("prompt", "image"),
    "animate": ("image",),
    "speak": ("text",),
    "mesh": ("image",),
    "cutout": ("image",),
    "upscale": ("image",),
}
"""Marks without which a workflow cannot have its skill."""
MARK = re.compile(r"@([a-z_]+\d?)\b")
MODELS, LORAS = re.compile(r"^(?:ckpt|unet|model)_name$"), re.compile(r"^lora_name$")
Values = Mapping[str, JsonValue | bytes]


@dataclass(frozen=True)
class Workflow:
    """One workflow file: its nodes by identifier, as ComfyUI's API takes them."""

    path: Path
    nodes: Mapping[str, Mapping[str, Any]]

    @classmethod
    def read(cls, path: Path) -> "Workflow":
        """Read a file; raise INPUT_INVALID that says what is wrong with it."""
        try:
            nodes = json.loads(path.read_bytes())
        except (OSError, ValueError, RecursionError) as error:
            raise _wrong(path, f"cannot be read ({error})") from None
        if isinstance(nodes, dict) and {"nodes", "links"} <= set(nodes):
            raise _wrong(path, "is the editor's own format; in ComfyUI choose Export (API)")
        if not isinstance(nodes, dict) or not nodes or not all(map(_is_node, nodes.values())):
            raise _wrong(path, "is not a workflow in ComfyUI's API format")
        workflow = cls(path, nodes)
        missing = [mark for mark in NEEDED[path.stem] if mark not in workflow.marks]
        if missing:
            raise _wrong(path, f"has no node whose title holds @{missing[0]}")
        return workflow

    @cached_property
    def marks(self) -> dict[str, list[tuple[str, str]]]:
        """Node and input by what it is marked for; ``result`` has no input."""
        found: dict[str, list[tuple[str, str]]] = {}
        for identifier, node in self.nodes.items():
            for mark in MARK.findall(str(node.get("_meta", {}).get("title", ""))):
                name = "" if mark == "result" else self._input(mark, node)
                found.setdefault(mark, []).append((identifier, name))
        return found

    def _input(self, mark: str, node: Mapping[str, Any]) -> str:
        if mark not in INPUTS:
            known = (*INPUTS, "result")
            raise _wrong(self.path, f"marks a node with @{mark}.{closest(mark, known)}")
        for name in INPUTS[mark]:
            if name in node["inputs"] and not isinstance(node["inputs"][name], list):
                return name
        raise _wrong(
            self.path, f"marks a {node['class_type']} with @{mark}, which has no {INPUTS[mark][0]}"
        )

    @cached_property
    def revision(self) -> str:
        """A hash of all that is in it."""
        canonical = json.dumps(self.nodes, sort_keys=True).encode()
        return hashlib.sha256(canonical).hexdigest()[:40]

    def names(self, pattern: re.Pattern[str]) -> list[str]:
        """Return the files of models that its loaders name."""
        return [
            value
            for node in self.nodes.values()
            for name, value in node["inputs"].items()
            if pattern.match(name) and isinstance(value, str)
        ]

    def filled(self, values: Mapping[str, JsonValue]) -> dict[str, Any]:
        """Return the nodes with the values put where they are marked."""
        nodes = json.loads(json.dumps(self.nodes))
        for mark, value in values.items():
            for identifier, name in self.marks.get(mark, ()):
                nodes[identifier]["inputs"][name] = value
        return cast(dict[str, Any], nodes)


def _is_node(node: object) -> bool:
    return (
        isinstance(node, dict)
        and isinstance(node.get("class_type"), str)
        and isinstance(node.get("inputs"), dict)
        and isinstance(node.get("_meta", {}), dict)
    )


def _wrong(path: Path, what: str) -> JobFailed:
    return invalid(f"The workflow {path} {what}.")


def engine(argument: str = "") -> "ComfyUI":
    """Return the engine of a server, by its address."""
    return ComfyUI(argument or LOCAL)


class ComfyUI(ModelEngine):
    """The workflows that are in the state folder, run by one server."""

    def __init__(self, address: str) -> None:
        super().__init__(
            "comfyui",
            "1",
            trained=True,
            memory_limit=classical.memory_limit,
            bytes_per_pixel=classical.bytes_per_pixel,
        )
        self.link = ServerConnection(address, KEY)
        self.name = f"comfyui:{self.link.place}"
        self.folder = home() / "comfyui"

    def skills(self) -> frozenset[str]:
        """Return the skills that have a workflow, without asking a server."""
        return frozenset(skill for skill in SKILLS if self._path(skill).is_file())

    def takes(self, skill: str) -> frozenset[str]:
        """Return the values that the workflow has a marked node for."""
        return frozenset(self._workflow(skill).marks)

    def _path(self, skill: str) -> Path:
        return self.folder / f"{skill}.json"

    def _workflow(self, skill: str) -> Workflow:
        if not self._path(skill).is_file():
            raise self._lacks(skill)
        return Workflow.read(self._path(skill))

    def _lacks(self, skill: str) -> Unsupported:
        return Unsupported(
            f"There is no workflow {self._path(skill)}; export one from ComfyUI, Export (API)."
        )

    def identity(self, operation: type[Operation[Any]]) -> Identity:
        """Return models and hash of the workflows; the server is not asked."""
        used = sorted(skills_used(operation.endpoint.name, self.skills()))
        if not used:
            raise super()._lacks(operation.endpoint.name)
        workflows = [self._workflow(skill) for skill in used]
        return Identity(
            "comfyui",
            model=_joined(name for flow in workflows for name in flow.names(MODELS)),
            revision="+".join(flow.revision for flow in workflows),
            lora=_joined(name for flow in workflows for name in flow.names(LORAS)),
            output_version=self.version,
        )

    def describe(self, operation: type[Operation[Any]]) -> dict[str, JsonValue]:
        """Return the identity and the server's device; raises MODEL_UNAVAILABLE."""
        told = super().describe(operation)
        stats = self.link.ask("/system_stats")
        devices = stats.get("devices") if isinstance(stats, dict) else None
        names = [str(one.get("name")) for one in devices or () if isinstance(one, dict)]
        return {
            **told,
            "server": self.link.place,
            "licence": "of the models in your workflow",
            "memory": "of the server",
            "state": printable("; ".join(["ready", *names])),
        }

    # ------------------------------------------------------------------------------- skills

    def generate(self, drawing: Drawing, context: Context) -> PIL.Image.Image:
        """Draw from words."""
        return self.link.picture(self._made("generate", _drawn(drawing), context))

    def edit(self, drawing: Drawing, context: Context) -> PIL.Image.Image:
        """Draw from words and as many pictures as the workflow takes."""
        return self.link.picture(self._made("edit", _drawn(drawing), context))

    def animate(self, animation: Animation, context: Context) -> Footage:
        """Make a clip."""
        values: Values = {
            "prompt": animation.prompt,
            "image": png_bytes(animation.image),
            "width": animation.size[0],
            "height": animation.size[1],
            "seconds": animation.seconds,
            "frames": math.ceil(animation.seconds * RATE / 8) * 8 + 1,
            "rate": RATE,
            "seed": animation.seed,
        }
        return read_footage(self._made("animate", values, context))

    def speak(self, speech: Speech, context: Context) -> bytes:
        """Speak."""
        values: dict[str, JsonValue | bytes] = {
            "text": speech.text,
            "language": speech.language,
            "seed": speech.seed,
            "exaggeration": speech.exaggeration,
        }
        if speech.voice is not None:
            values["voice"] = speech.voice
        return self._made("speak", values, context)

    def mesh(self, image: PIL.Image.Image, seed: int, context: Context) -> bytes:
        """Make a body of what a picture shows; returns GLB."""
        return self._made("mesh", {"image": png_bytes(image), "seed": seed}, context)

    def cutout(self, image: PIL.Image.Image, context: Context) -> PIL.Image.Image:
        """Return the opacity of the picture that is made, or that picture as a mask."""
        made = self.link.picture(self._made("cutout", {"image": png_bytes(image)}, context))
        return made.getchannel("A") if made.mode in ("RGBA", "LA") else made.convert("L")

    def upscale(self, image: PIL.Image.Image, factor: int, context: Context) -> PIL.Image.Image:
        """Enlarge."""
        values: Values = {"image": png_bytes(image), "factor": factor}
        return self.link.picture(self._made("upscale", values, context))

    # ------------------------------------------------------------------------------- server

    def _made(self, skill: str, values: Values, context: Context) -> bytes:
        """Run a workflow and return the file that it made."""
        workflow = self._workflow(skill)
        for mark, value in values.items():
            if isinstance(value, bytes) and mark not in workflow.marks and mark != "mask":
                raise Unsupported(f"The workflow {workflow.path} has no node marked @{mark}.")
        given: dict[str, JsonValue] = {
            mark: self._uploaded(value, context) if isinstance(value, bytes) else value
            for mark, value in values.items()
            if mark in workflow.marks
        }
        context.detail("workflow", f"{workflow.path.name}@{workflow.revision}")
        client = uuid.uuid4().hex
        with self._socket(client) as events:
            job = self.link.json(
                context,
                "POST",
                "/prompt",
                json={"prompt": workflow.filled(given), "client_id": client},
            ).get("prompt_id")
            if not isinstance(job, str) or not re.fullmatch(r"[\w-]{1,64}", job):
                raise self.link.wrong("names no prompt")
            try:
                ended = self._followed(job, events, context)
            except (JobFailed, Unsupported):
                raise
            except BaseException:
                self._give_up(job)
                raise
        return self._file(workflow, ended, context)

    def _uploaded(self, content: bytes, context: Context) -> str:
        """Bring a file to the server, named by its content, and return what a node calls it."""
        kinds = {b"\x89PNG": ("png", "image/png"), b"RIFF": ("wav", "audio/wav")}
        suffix, kind = kinds.get(content[:4], ("mp3", "audio/mpeg"))
        name = f"mediaext-{hashlib.sha256(content).hexdigest()[:24]}.{suffix}"
        answer = self.link.json(
            context,
            "POST",
            "/upload/image",  # for sound too
            data={"overwrite": "true", "type": "input"},
            files={"image": (name, content, kind)},
        )
        stored, folder = answer.get("name"), answer.get("subfolder") or ""
        if not isinstance(stored, str) or not isinstance(folder, str):
            raise self.link.wrong("names no file")
        return f"{folder}/{stored}" if folder else stored

    @contextlib.contextmanager
    def _socket(self, client: str) -> Iterator[ClientConnection | None]:
        """Connect to the server's events; without them only the history is read."""
        address = self.link.base_url.replace("http", "ws", 1)
        try:
            events = connect_socket(
                f"{address}/ws?clientId={client}",
                open_timeout=CONNECT_SECONDS,
                close_timeout=CONNECT_SECONDS,
                max_size=FRAME_LIMIT,
                proxy=None,
                additional_headers=self.link.headers,
            )
        except OSError:
            raise unavailable(f"The server at {self.link.place} does not answer.") from None
        except websockets.WebSocketException:
            yield None
            return
        with events:
            yield events

    def _followed(
        self, job: str, events: ClientConnection | None, context: Context
    ) -> Mapping[str, Any]:
        """Wait for the end of a prompt and return its outputs by node; raise what went wrong."""
        until, read_at, missed = time.monotonic() + ANSWER_SECONDS, 0.0, 0
        told: tuple[float | None, str] = (None, "the workflow waits")
        while True:
            kind, data = NOTHING
            try:
                if events is None:
                    time.sleep(TICK)
                else:
                    kind, data = _event(events.recv(TICK), job)
            except TimeoutError:
                pass
            except websockets.ConnectionClosed:
                events = None
            told = _progress(kind, data) or told
            context.progress(*told)
            ended = kind in ENDS or (kind == "executing" and data.get("node") is None)
            if not ended and time.monotonic() < read_at:
                continue
            read_at = time.monotonic() + POLL_SECONDS
            found = self.link.json(context, "GET", f"/history/{job}").get(job)
            if isinstance(found, dict):
                return self._outputs(found)
            missed = 0 if self._is_queued(job, context) else missed + 1
            if missed > 2:
                raise job_failed("MODEL_ERROR", f"The server at {self.link.place} lost its job.")
            if time.monotonic() > until:
                self._give_up(job)
                raise job_failed(
                    "TIMEOUT", f"The server at {self.link.place} did not end its job in time."
                )

    def _is_queued(self, job: str, context: Context) -> bool:
        """Say whether a prompt runs or waits at the server."""
        queue = self.link.json(context, "GET", "/queue")
        return job in {*_identifiers(queue, "running"), *_identifiers(queue, "pending")}

    def _outputs(self, ended: Mapping[str, Any]) -> Mapping[str, Any]:
        status = ended.get("status") or {}
        messages = status.get("messages") if isinstance(status, dict) else None
        for event in messages if isinstance(messages, list) else ():
            kind, data = event if isinstance(event, list) and len(event) == 2 else ("", {})
            if kind == "execution_interrupted":
                raise job_failed("MODEL_ERROR", f"Somebody interrupted {self.name}.")
            if kind == "execution_error" and isinstance(data, dict):
                said = f"{data.get('node_type')}: {data.get('exception_message')}"
                said = " ".join(printable(said).split())[:300]
                raise job_failed("MODEL_ERROR", f"The workflow failed. {self.name} says: {said}")
        outputs = ended.get("outputs")
        if not isinstance(outputs, dict):
            raise self.link.wrong("holds no outputs")
        return outputs

    def _file(self, workflow: Workflow, outputs: Mapping[str, Any], context: Context) -> bytes:
        """Fetch the file of the node that is marked as result, else the first that was saved."""
        nodes = [identifier for identifier, _ in workflow.marks.get("result", ())] or list(outputs)
        files = [file for node in nodes for file in _files(outputs.get(node))]
        saved = [file for file in files if file.get("type") == "output"] or files
        if not saved:
            raise self.link.wrong("holds no file; mark the node that saves one with @result")
        chosen = {name: str(saved[0].get(name, "")) for name in ("filename", "subfolder", "type")}
        return self.link.call(context, "GET", "/view", params=chosen)[1]

    def _give_up(self, job: str) -> None:
        """Take a prompt from the queue, or interrupt it where it is the one that runs."""
        with contextlib.suppress(JobFailed, Unsupported):
            queue = self.link.json(Context(), "GET", "/queue")
            if job in _identifiers(queue, "running"):
                self.link.call(Context(), "POST", "/interrupt", json={"prompt_id": job})
            else:
                self.link.call(Context(), "POST", "/queue", json={"delete": [job]})


def _drawn(drawing: Drawing) -> Values:
    values: dict[str, JsonValue | bytes] = {
        "prompt": drawing.prompt,
        "negative_prompt": drawing.negative_prompt,
        "width": drawing.size[0],
        "height": drawing.size[1],
        "seed": drawing.seed,
    }
    for name in ("steps", "guidance", "strength"):
        if getattr(drawing, name) is not None:
            values[name] = getattr(drawing, name)
    for number, image in enumerate(drawing.images, 1):
        values["image" if number == 1 else f"image{number}"] = png_bytes(image)
    if drawing.mask is not None:
        values["mask"] = png_bytes(drawing.mask.convert("RGB"))
    return values


def _event(message: str | bytes, job: str) -> tuple[str, Mapping[str, Any]]:
    """Return kind and data of a message about a prompt; others and previews say nothing."""
    with contextlib.suppress(ValueError, RecursionError):
        event = json.loads(message) if isinstance(message, str) else None
        found = event if isinstance(event, dict) else {}
        data = found.get("data")
        if isinstance(data, dict) and data.get("prompt_id") == job:
            return str(found.get("type")), data
    return NOTHING


def _progress(kind: str, data: Mapping[str, Any]) -> tuple[float, str] | None:
    value, most = data.get("value"), data.get("max")
    if kind != "progress" or not isinstance(value, int | float) or not isinstance(most, int):
        return None
    return (value / most, f"step {value} of {most}") if most > 0 else None


def _identifiers(queue: Mapping[str, Any], state: str) -> list[str]:
    items = queue.get(f"queue_{state}")
    return [
        item[1]
        for item in (items if isinstance(items, list) else ())
        if isinstance(item, list) and len(item) > 1 and isinstance(item[1], str)
    ]


def _files(output: object) -> Iterator[Mapping[str, Any]]:
    """Yield the files of a node's output, whatever kind of media it names them by."""
    for items in output.values() if isinstance(output, dict) else ():
        for item in items if isinstance(items, list) else ():
            if isinstance(item, dict) and isinstance(item.get("filename"), str):
                yield item


def _joined(names: Iterator[str]) -> str:
    return "+".join(dict.fromkeys(names))
