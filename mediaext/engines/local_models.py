"""Engines for added models, run in host processes of their own environments.

``"models"`` takes the model that was added last for each skill, ``"models:NAME+NAME"`` prefers
those that are named, ``"diffusers"`` keeps to those that the diffusers library runs. Nothing here
imports torch, and nothing is downloaded in a job.
"""

import math
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import PIL.Image
from pydantic import JsonValue

from mediaext.audio import decode
from mediaext.engines.base import Context, EngineFunction, Identity, unavailable
from mediaext.engines.classical import engine as classical
from mediaext.engines.doctor import Machine, examine, fit, plans, ways
from mediaext.engines.editing import (
    NEEDS,
    Animation,
    Drawing,
    Footage,
    ModelEngine,
    Speech,
    skills_used,
)
from mediaext.engines.entries import (
    Environment,
    InstalledModel,
    ModelEntry,
    installed_models,
    read_catalogue,
)
from mediaext.engines.environments import interpreter
from mediaext.engines.hosts import client
from mediaext.engines.hosts.manager import ModelRequest, Task
from mediaext.errors import Unsupported
from mediaext.operation import Operation
from mediaext.operations import CloneVoice, GenerateSpeech

ADAPTERS = Path(__file__).parent / "hosts" / "adapters"
SUGGESTED: dict[str, str] = {
    "generate": "z-image-turbo",
    "edit": "flux2-klein-4b",
    "animate": "wan-2.2-ti2v-5b",
    "speak": "kokoro-82m",
    "cutout": "birefnet",
    "upscale": "real-esrgan-x4",
}
LARGEST_EDIT = 1_048_576  # pixels; editors work at about one megapixel
CLIP_RATE = 24  # frames per second that the models make
SAMPLING = frozenset({"steps", "guidance", "negative_prompt", "seed"})
TAKES: dict[str, frozenset[str]] = {
    "generate": SAMPLING,
    "edit": SAMPLING,
    "animate": frozenset({"seed", "seconds"}),
    "speak": frozenset({"language", "seed", "voice", "exaggeration"}),
    "mesh": frozenset({"seed"}),
}
"""Values that arrive at a model, unless its entry says that it does not use them."""
ARGUMENTS = {
    "steps": "num_inference_steps",
    "guidance": "guidance_scale",
    "negative_prompt": "negative_prompt",
    "language": "language_id",
}
"""Fields of an entry's ``fields`` by the value; others have the same name."""


@dataclass(frozen=True, slots=True)
class Model:
    """A model that was added, with the environment that it runs in and the machine it runs on."""

    installed: InstalledModel
    environment: Environment
    machine: Machine
    loras: tuple[InstalledModel, ...] = ()
    gguf: InstalledModel | None = None

    @property
    def entry(self) -> ModelEntry:
        """Its entry, as it was when it was added."""
        return self.installed.entry

    @property
    def device(self) -> str:
        """The largest GPU, else the CPU."""
        gpus = self.machine.gpus
        if not gpus or self.plans[0][0] == "cpu":
            return "cpu"
        return max(gpus, key=lambda gpu: gpu.memory).device

    @property
    def plans(self) -> tuple[tuple[str, float], ...]:
        """Ways to hold it here with their gigabytes, the preferred first.

        A GGUF file that was added comes last. Where none fits, the last: whoever loads it then
        says what is missing.
        """
        return self.fitting or ways(self.entry, self.machine)[-1:]

    @property
    def fitting(self) -> tuple[tuple[str, float], ...]:
        """Those ways that fit the machine."""
        smaller = plans(self.gguf.entry, self.machine) if self.gguf else ()
        return plans(self.entry, self.machine) + smaller

    def quantisation(self, plan: str) -> str:
        """Return how its weights are quantised as it is held so; empty where they are not."""
        if plan == "gguf" and self.gguf is not None:
            return f"gguf:{self.gguf.entry.name}@{self.gguf.revision}"
        return plan if plan.startswith("int") else ""

    @property
    def lora(self) -> InstalledModel | None:
        """The LoRA that lets it take fewer steps, where one was added."""
        return next(iter(self.loras), None)

    @property
    def memory(self) -> float:
        """Gigabytes that it takes in the preferred form; 0 if unknown."""
        return self.plans[0][1]

    def takes(self, value: str) -> bool:
        """Say whether it uses a value of a drawing, an animation or a speech."""
        return self.argument(value) != ""

    def argument(self, value: str) -> str:
        """Return the argument that a value becomes; empty where the model does not use it."""
        name = ARGUMENTS.get(value, value)
        return self.entry.fields.get(name, name)


@dataclass(frozen=True, slots=True)
class Call:
    """What a pipeline of the diffusers library is called with."""

    arguments: Mapping[str, Any]
    seed: int
    images: Sequence[PIL.Image.Image]
    lora: InstalledModel | None = None
    clip: bool = False

    def task(self, folder: str) -> tuple[dict[str, Any], dict[str, list[str]]]:
        """Return the adapter's task and its inputs, which are written into ``folder``."""
        task = {
            "call": dict(self.arguments),
            "seed": self.seed,
            "images": "one" if self.clip else "many",
            "loras": {self.lora.entry.name: 1.0} if self.lora else {},
            "clip": self.clip,
        }
        return task, {"images": _saved(self.images, folder)}


class LocalModels(ModelEngine):
    """Makes media with the models that were added.

    Parameters
    ----------
    name
        Name of the engine.
    preferred
        Names of models that are taken before others.
    adapter
        Takes only models that this adapter runs.
    """

    folder = ADAPTERS
    """Folder of the adapters; a subclass may have others."""

    def __init__(self, name: str, preferred: Sequence[str] = (), adapter: str = "") -> None:
        super().__init__(
            name,
            "1",
            trained=True,
            memory_limit=classical.memory_limit,
            bytes_per_pixel=classical.bytes_per_pixel,
        )
        self._preferred = tuple(preferred)
        known = (path.stem.removesuffix("_adapter") for path in self.folder.glob("*_adapter.py"))
        self._adapters = frozenset({adapter} if adapter else known)

    def skills(self) -> frozenset[str]:
        """Return the skills of the added models, without importing or asking anything."""
        return frozenset(skill for model in self._able() for skill in model.entry.skills)

    def takes(self, skill: str) -> frozenset[str]:
        """Return the values that the model of a skill uses; of speech, those of any model."""
        taken = TAKES.get(skill, frozenset())
        models = [self._find(skill)]
        if skill == "speak":
            models.append(self._find(skill, voice=True))
        return frozenset(
            value
            for value in taken
            for model in models
            if model is not None and self._model(model).takes(value)
        )

    def supports(self, operation: type[Operation[Any]]) -> bool:
        """Say whether the models suffice for ``operation``."""
        if issubclass(operation, CloneVoice):
            return self._find("speak", voice=True) is not None
        return super().supports(operation)

    def function(self, operation: type[Operation[Any]]) -> EngineFunction:
        """Return what makes ``operation``; raise :class:`Unsupported` without a model for it."""
        self._check(operation)
        return super().function(operation)

    def _check(self, operation: type[Operation[Any]]) -> None:
        needed = NEEDS.get(operation.endpoint.name)
        if needed and not self.supports(operation):
            raise self._lacks(min(needed))

    def identity(self, operation: type[Operation[Any]]) -> Identity:
        """Return the models that have a part in ``operation``; raise :class:`Unsupported`."""
        models = self._models_of(operation)
        return Identity(
            _joined(model.environment.adapter for model in models),
            model=_joined(model.entry.name for model in models),
            revision=_joined(model.installed.revision for model in models),
            lora=_joined(
                f"{model.lora.entry.name}@{model.lora.revision}" for model in models if model.lora
            ),
            quantisation=_joined(model.quantisation(model.plans[0][0]) for model in models),
            dtype=_joined("float32" if model.device == "cpu" else "bfloat16" for model in models),
            output_version=self.version,
        )

    def describe(self, operation: type[Operation[Any]]) -> dict[str, JsonValue]:
        """Return the identity with licence, gigabytes, state and whether real weights ever ran."""
        models = self._models_of(operation)
        loaded = {row["model"].partition("@")[0] for row in client.status()["models"]}
        state = "loaded" if all(model.entry.name in loaded for model in models) else "ready"
        for model in models:
            if not model.fitting:
                why = fit(model.entry, model.machine, installed=True).reason
                state = f"{model.entry.name} does not fit: {why}"
        unproven = [model.entry.name for model in models if not model.entry.verified]
        if unproven:
            state += "; never run with real weights by this project"
        return {
            **super().describe(operation),
            "licence": _joined(model.entry.licence.id for model in models),
            "memory": sum(model.memory for model in models),
            "state": state,
        }

    def prepare(self, operation: type[Operation[Any]], context: Context) -> None:
        """Load the models of an operation ahead of a job, outside the job's time."""
        for model in self._models_of(operation):
            client.prepare(_request(model, self.folder), context.progress)

    def release(self) -> None:
        """Free the memory of every model that is not in use."""
        client.release()

    # ------------------------------------------------------------------------------- skills

    def generate(self, drawing: Drawing, context: Context) -> PIL.Image.Image:
        """Draw from words."""
        return self._drawn("generate", drawing, context)

    def edit(self, drawing: Drawing, context: Context) -> PIL.Image.Image:
        """Draw from words and pictures, at one megapixel at most."""
        width, height = drawing.size
        scale = min(1.0, math.sqrt(LARGEST_EDIT / (width * height)))
        size = max(1, round(width * scale)), max(1, round(height * scale))
        return self._drawn("edit", replace(drawing, size=size), context)

    def _drawn(self, skill: str, drawing: Drawing, context: Context) -> PIL.Image.Image:
        model = self._needed(skill)
        width, height = _rounded(drawing.size, model.entry.multiple)
        arguments = {**model.entry.arguments, "width": width, "height": height}
        arguments["prompt"] = drawing.prompt
        for value in ("negative_prompt", "steps", "guidance"):
            given, name = getattr(drawing, value), model.argument(value)
            if given not in (None, "") and name:
                arguments[name] = given
        lora = model.lora if drawing.fast else None
        if lora is not None:  # it was trained for these numbers alone
            if drawing.steps is not None:
                context.note(f"num_inference_steps is left out: {lora.entry.name} has its own.")
            arguments |= lora.entry.arguments
        with tempfile.TemporaryDirectory() as folder:
            call = Call(arguments, drawing.seed, drawing.images, lora)
            files = self._run(model, *call.task(folder), folder, context, call=call)
            return PIL.Image.open(files["result"]).convert("RGB")

    def animate(self, animation: Animation, context: Context) -> Footage:
        """Make a clip."""
        model = self._needed("animate")
        step = model.entry.frame_multiple
        wanted = max(1, round(animation.seconds * CLIP_RATE))
        size = _rounded(animation.size, model.entry.multiple)
        arguments = {
            **model.entry.arguments,
            "prompt": animation.prompt,
            "width": size[0],
            "height": size[1],
            "num_frames": max(1, math.ceil((wanted - 1) / step)) * step + 1,
        }
        first = animation.image.resize(size, PIL.Image.Resampling.LANCZOS)
        with tempfile.TemporaryDirectory() as folder:
            call = Call(arguments, animation.seed, [first], clip=True)
            files = self._run(model, *call.task(folder), folder, context, call=call)
            frames = np.load(files["result"], allow_pickle=False)
            sound = decode(files["sound"].read_bytes()) if "sound" in files else None
        return Footage(frames[:wanted], CLIP_RATE, sound)

    def speak(self, speech: Speech, context: Context) -> bytes:
        """Speak."""
        model = self._needed("speak", voice=speech.voice is not None)
        known = model.entry.languages
        if known and speech.language not in known:
            sentence = f"{model.entry.name} speaks {', '.join(known)}, not '{speech.language}'."
            raise Unsupported(sentence)
        task = {
            **model.entry.arguments,
            "text": speech.text,
            "language": speech.language,
            "seed": speech.seed,
            "exaggeration": speech.exaggeration,
            "seconds": speech.seconds,
        }
        with tempfile.TemporaryDirectory() as folder:
            voice = []
            if speech.voice is not None:
                voice.append(str(Path(folder) / "voice"))
                Path(voice[0]).write_bytes(speech.voice)
            files = self._run(model, task, {"voice": voice}, folder, context)
            return files["result"].read_bytes()

    def cutout(self, image: PIL.Image.Image, context: Context) -> PIL.Image.Image:
        """Return the subject's opacity, mode L."""
        return self._changed("cutout", image, {}, context).convert("L")

    def upscale(self, image: PIL.Image.Image, factor: int, context: Context) -> PIL.Image.Image:
        """Enlarge by at least ``factor``."""
        return self._changed("upscale", image, {"factor": factor}, context)

    def mesh(self, image: PIL.Image.Image, seed: int, context: Context) -> bytes:
        """Make a body of what a picture shows; returns GLB."""
        model = self._needed("mesh")
        with tempfile.TemporaryDirectory() as folder:
            task = {**model.entry.arguments, "seed": seed}
            inputs = {"images": _saved([image], folder)}
            return self._run(model, task, inputs, folder, context)["result"].read_bytes()

    def _changed(
        self, skill: str, image: PIL.Image.Image, more: Mapping[str, Any], context: Context
    ) -> PIL.Image.Image:
        model = self._needed(skill)
        with tempfile.TemporaryDirectory() as folder:
            inputs = {"images": _saved([image], folder)}
            task = {**model.entry.arguments, **more}
            files = self._run(model, task, inputs, folder, context)
            made = PIL.Image.open(files["result"])
            made.load()
        return made

    # -------------------------------------------------------------------------------- hosts

    def _run(
        self,
        model: Model,
        task: Mapping[str, Any],
        inputs: Mapping[str, list[str]],
        folder: str,
        context: Context,
        *,
        call: "Call | None" = None,
    ) -> Mapping[str, Path]:
        """Have the host carry out a task; notes and provenance say what it did."""
        entry = model.entry
        order = Task(task=dict(task), inputs=dict(inputs), folder=folder)
        made = client.run(_request(model, self.folder), order, context.progress)
        details = made["details"]
        used = {
            "model": entry.name,
            "revision": model.installed.revision,
            "licence": entry.licence.id,
            "held": details["plan"],
            "libraries": details.get("libraries", {}),
        }
        if call is not None:
            used["arguments"] = dict(sorted(call.arguments.items()))
            if call.lora is not None:
                used["lora"] = f"{call.lora.entry.name}@{call.lora.revision}"
        context.detail("models", [*context.details.get("models", ()), used])
        self._tell_plan(model, details["plan"], context)
        for name in details.get("ignored", ()):
            context.note(f"{name} is left out: {entry.name} has no such argument.")
        for note in made.get("notes", ()):
            context.note(note)
        return {role: Path(file["path"]) for role, file in made["files"].items()}

    @staticmethod
    def _tell_plan(model: Model, plan: str, context: Context) -> None:
        """Name another quantisation than the expected one, taken because memory was short."""
        actual = model.quantisation(plan)
        if actual != model.quantisation(model.plans[0][0]) and context.made_by is not None:
            held = _joined([context.made_by.quantisation, actual])
            context.made_by = replace(context.made_by, quantisation=held)

    # ------------------------------------------------------------------------------- models

    def _models_of(self, operation: type[Operation[Any]]) -> list[Model]:
        """Return the models that may have a part in an operation, in the order of skills."""
        self._check(operation)
        voice = issubclass(operation, CloneVoice)
        used = sorted(skills_used(operation.endpoint.name, self.skills()))
        found = [self._find(skill, voice=voice) for skill in used]
        if issubclass(operation, GenerateSpeech):
            found.append(self._find("speak", voice=True))
        known = {model.entry.name: model for model in found if model is not None}
        return [self._model(model) for model in known.values()]

    def _lacks(self, skill: str) -> Unsupported:
        suggested = SUGGESTED.get(skill)
        advice = f" Add one: mediaext engine add {suggested}" if suggested else ""
        return Unsupported(f"The engine '{self.name}' has no model for '{skill}'.{advice}")

    def _needed(self, skill: str, *, voice: bool = False) -> Model:
        found = self._find(skill, voice=voice)
        if found is None and skill == "speak" and self._find(skill, voice=True):
            raise Unsupported(
                "The models that were added speak in a cloned voice; give target_voice_path."
            )
        if found is None:
            raise self._lacks(skill)
        return self._model(found)

    def _model(self, found: InstalledModel) -> Model:
        environment = read_catalogue().environments[found.entry.environment or ""]
        changing = [
            model for model in installed_models().values() if model.entry.base == found.entry.name
        ]
        loras = tuple(model for model in changing if "gguf" not in model.entry.memory)
        gguf = next((model for model in changing if "gguf" in model.entry.memory), None)
        return Model(found, environment, self.machine(), loras, gguf)

    def machine(self) -> Machine:
        """Return what the models may use, determined once."""
        return _machine()

    def _able(self) -> list[InstalledModel]:
        """Return the models that were added and that an adapter runs."""
        environments = read_catalogue().environments
        return [
            model
            for model in installed_models().values()
            if model.entry.class_name
            and model.entry.environment in environments
            and environments[model.entry.environment].adapter in self._adapters
        ]

    def _find(self, skill: str, *, voice: bool = False) -> InstalledModel | None:
        """Return the preferred model of a skill; with ``voice`` one that can clone a voice."""
        able = [
            model
            for model in self._able()
            if skill in model.entry.skills
            and (skill != "speak" or _speaks(model.entry, cloned=voice))
        ]
        named = [model for model in able if model.entry.name in self._preferred]
        return max(named or able, key=lambda model: model.added_at, default=None)


def engine(names: str = "") -> LocalModels:
    """Return the engine of all models; some may be preferred by name, joined by ``+``."""
    return LocalModels("models", _names(names))


def diffusers(names: str = "") -> LocalModels:
    """Return the engine of the models that the diffusers library runs."""
    return LocalModels("diffusers", _names(names), adapter="diffusers")


def _names(text: str) -> list[str]:
    return [name for name in text.split("+") if name]


@cache
def _machine() -> Machine:
    return examine()


def _speaks(entry: ModelEntry, *, cloned: bool) -> bool:
    return entry.fields.get("voice") != "" if cloned else not entry.needs_voice


def _joined(texts: Iterable[str]) -> str:
    return "+".join(dict.fromkeys(filter(None, texts)))


def _rounded(size: tuple[int, int], multiple: int) -> tuple[int, int]:
    width, height = (math.ceil(side / multiple) * multiple for side in size)
    return width, height


def _saved(images: Sequence[PIL.Image.Image], folder: str) -> list[str]:
    paths = [str(Path(folder) / f"input_{number}.png") for number in range(len(images))]
    for image, path in zip(images, paths, strict=True):
        image.convert("RGB").save(path, compress_level=1)
    return paths


def _file(installed: InstalledModel) -> str:
    """Return the only file of what changes another model."""
    return str(installed.folder / installed.files[0].path)


def _request(model: Model, adapters: Path) -> ModelRequest:
    entry = model.entry
    name = entry.environment or ""
    python = interpreter(name, model.environment)
    if python is None:
        raise unavailable(
            f"The environment of {entry.name} is not there. First: mediaext engine remove "
            f"{entry.name}, then mediaext engine add {entry.name}"
        )
    changing = [*model.loras, *([model.gguf] if model.gguf else [])]
    return ModelRequest(
        python=str(python),
        adapter=str(adapters / f"{model.environment.adapter}_adapter.py"),
        device=model.device,
        name=entry.name,
        revision="+".join(held.revision for held in (model.installed, *changing)),
        model={
            "class": entry.class_name,
            "folder": str(model.installed.folder),
            "arguments": entry.loading,
            "loras": {lora.entry.name: _file(lora) for lora in model.loras},
            "gguf": _file(model.gguf) if model.gguf else "",
        },
        plans=model.plans,
        cancel_grace=entry.cancel_grace,
    )
