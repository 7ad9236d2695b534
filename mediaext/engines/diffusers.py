"""The engine ``diffusers``: models that were added, run in host processes of their environment.

``"diffusers"`` takes the model that was added last for each skill; ``"diffusers:NAME,NAME"``
prefers those that are named. Nothing here imports torch, and nothing is downloaded in a job.
"""

import math
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import PIL.Image

from mediaext.engines.base import (
    Context,
    Engine,
    EngineFunction,
    Files,
    Inputs,
    invalid,
    unavailable,
)
from mediaext.engines.classical.clip.encoder import RATE, encode_clip
from mediaext.engines.classical.pictures import encode_picture, open_picture
from mediaext.engines.classical.stamping import stamp
from mediaext.engines.doctor import Machine, examine, plans, ways
from mediaext.engines.entries import Environment, ModelEntry, Skill, read_catalogue
from mediaext.engines.environments import interpreter
from mediaext.engines.hosts import client
from mediaext.engines.hosts.manager import ModelRequest, Task
from mediaext.engines.identity import Identity
from mediaext.engines.installed import InstalledModel, installed_models
from mediaext.errors import Unsupported
from mediaext.operation import Operation
from mediaext.operations import EditImage, GenerateImage, GenerateVideo, LegacyTextToImage
from mediaext.results import MadeFile

ADAPTERS = Path(__file__).parent / "hosts" / "adapters"
ADAPTER = "diffusers"
SKILLS: dict[str, Skill] = {
    "image": "generate",
    "sd3_5": "generate",
    "edit": "edit",
    "video": "animate",
}
SUGGESTED: dict[Skill, str] = {
    "generate": "z-image-turbo",
    "edit": "flux2-klein-4b",
    "animate": "wan-2.2-ti2v-5b",
}
LARGEST_EDIT = 1_048_576  # pixels; editors work at about one megapixel


@dataclass(frozen=True, slots=True)
class Model:
    """A model that was added, with the environment that it runs in and the machine it runs on."""

    installed: InstalledModel
    environment: Environment
    machine: Machine
    loras: tuple[InstalledModel, ...] = ()

    @property
    def entry(self) -> ModelEntry:
        """Its entry, as it was when it was added."""
        return self.installed.entry

    @property
    def device(self) -> str:
        """The largest GPU, else the CPU."""
        gpus = self.machine.gpus
        return max(gpus, key=lambda gpu: gpu.memory).device if gpus else "cpu"

    @property
    def plans(self) -> tuple[tuple[str, float], ...]:
        """Ways to hold it here with their gigabytes, the preferred first.

        Where none fits, the last: whoever loads it then says what is missing.
        """
        return plans(self.entry, self.machine) or ways(self.entry, self.machine)[-1:]

    def identity(self, plan: str, lora: InstalledModel | None = None) -> Identity:
        """Return what makes its results, held as ``plan`` and changed by a LoRA."""
        return Identity(
            "diffusers",
            model=self.entry.name,
            revision=self.installed.revision,
            lora=f"{lora.entry.name}@{lora.revision}" if lora else "",
            quantisation=plan if plan.startswith("int") else "",
            dtype="float32" if self.device == "cpu" else "bfloat16",
        )


@dataclass(frozen=True, slots=True)
class Call:
    """What a pipeline is asked for: fields of the request, pictures, a seed for each result."""

    fields: Mapping[str, Any]
    size: tuple[int, int]
    seeds: Sequence[int]
    pictures: Sequence[PIL.Image.Image] = ()
    clip: bool = False
    lora: InstalledModel | None = None


class DiffusersEngine(Engine):
    """Makes pictures and clips with the models that were added."""

    def __init__(self, preferred: Sequence[str] = ()) -> None:
        super().__init__(ADAPTER, "1", trained=True)
        self._preferred = tuple(preferred)

    def supports(self, operation: type[Operation[Any]]) -> bool:
        """Say whether a model for it was added; nothing is imported and nobody is asked."""
        name = operation.endpoint.name
        return name in SKILLS and self._find(SKILLS[name]) is not None

    def function(self, operation: type[Operation[Any]]) -> EngineFunction:
        """Return the function for ``operation``; raise :class:`Unsupported` without a model."""
        model = self._model(operation)
        making = _MAKING[operation.endpoint.name]

        def make(request: Any, inputs: Inputs, context: Context) -> Files:
            files: Files = making(model, request, inputs, context)
            return files

        return make

    def identity(self, operation: type[Operation[Any]]) -> Identity:
        """Return the model that would make ``operation``; raise :class:`Unsupported`."""
        model = self._model(operation)
        lora = _faster(model) if issubclass(operation, EditImage) else None
        return model.identity(model.plans[0][0], lora)

    def prepare(self, operation: type[Operation[Any]], context: Context) -> None:
        """Load the model of an operation ahead of a job, outside the job's time."""
        client.prepare(_request(self._model(operation)), context.progress)

    def release(self) -> None:
        """Free the memory of every model that is not in use."""
        client.release()

    def _model(self, operation: type[Operation[Any]]) -> Model:
        name = operation.endpoint.name
        skill = SKILLS.get(name)
        found = self._find(skill) if skill else None
        if found is None:
            advice = f" Add a model: mediaext engine add {SUGGESTED[skill]}" if skill else ""
            raise Unsupported(f"The engine 'diffusers' cannot make '{name}'.{advice}")
        environment = read_catalogue().environments[found.entry.environment or ""]
        loras = [
            lora for lora in installed_models().values() if lora.entry.base == found.entry.name
        ]
        return Model(found, environment, _machine(), tuple(loras))

    def _find(self, skill: Skill | None) -> InstalledModel | None:
        environments = read_catalogue().environments
        able = [
            model
            for model in installed_models().values()
            if model.entry.skill == skill
            and model.entry.class_name
            and model.entry.environment in environments
            and environments[model.entry.environment].adapter == ADAPTER
        ]
        named = [model for model in able if model.entry.name in self._preferred]
        return max(named or able, key=lambda model: model.added_at, default=None)


def engine(names: str = "") -> DiffusersEngine:
    """Return the engine; models may be preferred by name, joined by ``+``."""
    return DiffusersEngine([name for name in names.split("+") if name])


@cache
def _machine() -> Machine:
    return examine()


# ------------------------------------------------------------------------------------ operations


def _image(model: Model, request: GenerateImage, inputs: Inputs, context: Context) -> Files:
    fields = _given(request, "prompt", "num_inference_steps", "guidance_scale")
    if request.enhance_prompt:
        context.note("enhance_prompt is left out: the model reads the prompt as it is.")
    call = Call(fields, (request.width, request.height), [context.seed])
    picture = _pictures(model, call, context)[0]
    for content in inputs.get("logo_url", ()):
        picture = stamp(picture, open_picture(content, "logo_url"))
    return {"result": encode_picture(picture, request.output_format)}


def _samples(model: Model, request: LegacyTextToImage, inputs: Inputs, context: Context) -> Files:
    fields = _given(request, "prompt", "negative_prompt", "num_inference_steps", "guidance_scale")
    seeds = [(context.seed + number) % 2**32 for number in range(request.samples)]
    call = Call(fields, (request.width, request.height), seeds)
    files = {}
    for number, picture in enumerate(_pictures(model, call, context)):
        name = f"{request.file_prefix}_{number}.png" if request.file_prefix else ""
        made = encode_picture(picture, "png")
        files[f"result_{number}" if number else "result"] = replace(made, name=name)
    return files


NOT_FOR_THE_MODEL = frozenset(
    {"input_image", "output_format", "seed", "callback_url", "server_id", "profile_id",
     "has_product", "mode", "faster_inference", "prompt", "num_inference_steps", "guidance_scale"}
)  # fmt: skip
"""Fields of an edit that act, or that say nothing about the picture."""


def _edit(model: Model, request: EditImage, inputs: Inputs, context: Context) -> Files:
    pictures = [open_picture(content) for content in inputs.get("input_image", ())]
    if not pictures:
        raise invalid("input_image: give the image that is to be edited.")
    lora = _faster(model) if request.faster_inference else None
    fields = _given(request, "prompt", "num_inference_steps", "guidance_scale")
    if lora is not None:  # it was trained for these numbers alone
        fields = {**fields, **lora.entry.arguments}
    if request.mode == "anime":
        fields["prompt"] = f"{request.prompt}, redrawn as an anime illustration"
    for name in request.given():
        if name not in NOT_FOR_THE_MODEL:
            context.note(f"{name} is left out: {model.entry.name} has no such setting.")
    size = pictures[0].size
    scale = min(1.0, math.sqrt(LARGEST_EDIT / (size[0] * size[1])))
    working = (max(1, round(size[0] * scale)), max(1, round(size[1] * scale)))
    call = Call(fields, working, [context.seed], pictures, lora=lora)
    made = _pictures(model, call, context)[0]
    if made.size != size:
        made = made.resize(size, PIL.Image.Resampling.LANCZOS)
    return {"result": encode_picture(made, request.output_format)}


def _faster(model: Model) -> InstalledModel | None:
    """Return the LoRA that lets the model take fewer steps, where one was added."""
    return next(iter(model.loras), None)


def _video(model: Model, request: GenerateVideo, inputs: Inputs, context: Context) -> Files:
    picture = open_picture(inputs["input_image"][0]).convert("RGB")
    size = (request.width, request.height)
    step = model.entry.frame_multiple
    wanted = max(1, round(request.duration_seconds * RATE))
    frames = max(1, math.ceil((wanted - 1) / step)) * step + 1
    first = picture.resize(_rounded(size, model.entry.multiple), PIL.Image.Resampling.LANCZOS)
    fields = {**_given(request, "prompt"), "num_frames": frames}
    call = Call(fields, size, [context.seed], [first], clip=True)
    with tempfile.TemporaryDirectory() as folder:
        files = _run(model, call, Path(folder), context)
        made = np.load(files["result"]["path"], allow_pickle=False)
    resized = (_fitted(PIL.Image.fromarray(frame), size) for frame in made[:wanted])
    return {"result": MadeFile(encode_clip(map(np.asarray, resized), *size), "video/mp4")}


_MAKING: dict[str, Any] = {"image": _image, "sd3_5": _samples, "edit": _edit, "video": _video}


# ----------------------------------------------------------------------------------------- hosts


def _given(request: Operation[Any], *names: str) -> dict[str, Any]:
    """Return fields of the request: the prompt, and the others where the caller gave them."""
    given = request.given()
    return {name: getattr(request, name) for name in names if name in given or name == "prompt"}


def _pictures(model: Model, call: Call, context: Context) -> list[PIL.Image.Image]:
    """Make pictures of the call's size, one for each seed."""
    with tempfile.TemporaryDirectory() as folder:
        files = _run(model, call, Path(folder), context)
        return [
            _fitted(PIL.Image.open(file["path"]).convert("RGB"), call.size)
            for file in files.values()
        ]


def _fitted(picture: PIL.Image.Image, size: tuple[int, int]) -> PIL.Image.Image:
    """Bring a picture from the sides that the model can make to those that were asked for."""
    if picture.size == size:
        return picture
    return picture.resize(size, PIL.Image.Resampling.LANCZOS)


def _rounded(size: tuple[int, int], multiple: int) -> tuple[int, int]:
    width, height = (math.ceil(side / multiple) * multiple for side in size)
    return width, height


def _run(
    model: Model, call: Call, folder: Path, context: Context
) -> Mapping[str, Mapping[str, str]]:
    """Have the host call the pipeline; notes and provenance say what it did with the request."""
    entry = model.entry
    width, height = _rounded(call.size, entry.multiple)
    arguments = {**entry.arguments, "width": width, "height": height}
    for field, value in call.fields.items():
        name = entry.fields.get(field, field)
        if name:
            arguments[name] = value
        else:
            context.note(f"{field} is left out: {entry.name} does not use it.")
    paths = []
    for number, picture in enumerate(call.pictures):
        path = folder / f"input_{number}.png"
        picture.convert("RGB").save(path, compress_level=1)
        paths.append(str(path))
    task = Task(
        task={
            "call": arguments,
            "seeds": list(call.seeds),
            "images": "one" if call.clip else "many",
            "loras": {call.lora.entry.name: 1.0} if call.lora else {},
            "clip": call.clip,
        },
        inputs={"images": paths},
        folder=str(folder),
    )
    made = client.run(_request(model), task, context.progress)
    details = made["details"]
    context.made_by = model.identity(details["plan"], call.lora)
    context.detail("libraries", details["libraries"])
    context.detail("licence", entry.licence.id)
    context.detail("arguments", {name: arguments[name] for name in sorted(arguments)})
    for name in details["ignored"]:
        context.note(f"{name} is left out: {entry.name} has no such argument.")
    files: Mapping[str, Mapping[str, str]] = made["files"]
    return files


def _request(model: Model) -> ModelRequest:
    entry = model.entry
    name = entry.environment or ""
    python = interpreter(name, model.environment)
    if python is None:
        raise unavailable(
            f"The environment of {entry.name} is not there. First: mediaext engine remove "
            f"{entry.name}, then mediaext engine add {entry.name}"
        )
    return ModelRequest(
        python=str(python),
        adapter=str(ADAPTERS / f"{model.environment.adapter}_adapter.py"),
        device=model.device,
        name=entry.name,
        revision="+".join(held.revision for held in (model.installed, *model.loras)),
        model={
            "class": entry.class_name,
            "folder": str(model.installed.folder),
            "loras": {
                lora.entry.name: str(lora.folder / lora.files[0].path) for lora in model.loras
            },
        },
        plans=model.plans,
        cancel_grace=entry.cancel_grace,
    )
