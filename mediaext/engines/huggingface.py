"""Models of a hosted provider through ``huggingface_hub``: pictures leave the machine.

``"huggingface"`` lets the hub choose a provider, ``"huggingface:fal-ai"`` is one of them.
``"huggingface:fal-ai#generate=ORG/NAME+edit=ORG/NAME"`` names models, or addresses of endpoints of
one's own, by skill. The key is read from ``HF_TOKEN`` or the hub's login. Nothing here is used
unless it is named.
"""

import os
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future, wait
from typing import Any, TypeVar

import numpy as np
import PIL.Image
from pydantic import JsonValue

from mediaext.engines.base import Context, Identity, unavailable
from mediaext.engines.classical import engine as classical
from mediaext.engines.editing import (
    NEEDS,
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
    MOST_PIXELS,
    SENTENCE,
    TICK,
    png_bytes,
)
from mediaext.errors import InvalidRequest, JobFailed, Unsupported, job_failed
from mediaext.operation import Operation
from mediaext.text import printable

MODELS = {
    "generate": "Tongyi-MAI/Z-Image-Turbo",
    "edit": "Qwen/Qwen-Image-Edit-2511",
    "animate": "Wan-AI/Wan2.2-TI2V-5B",
    "speak": "hexgrad/Kokoro-82M",
    "cutout": "ZhengPeng7/BiRefNet",
}
"""The model of each skill where nothing else is said."""
TAKES = {
    "generate": frozenset({"steps", "guidance", "negative_prompt", "seed"}),
    "edit": frozenset({"steps", "guidance", "negative_prompt"}),
    "animate": frozenset({"seed", "seconds"}),
}
CLIP_RATE = 24  # frames per second that are asked for
STATUSES = {
    400: ("INPUT_INVALID", "refuses the request"),
    401: ("MODEL_UNAVAILABLE", "refuses the key; set HF_TOKEN"),
    402: ("MODEL_UNAVAILABLE", "wants to be paid first"),
    403: ("MODEL_UNAVAILABLE", "refuses the key; set HF_TOKEN"),
    404: ("MODEL_UNAVAILABLE", "does not have the model"),
    413: ("INPUT_INVALID", "refuses the request"),
    422: ("INPUT_INVALID", "refuses the request"),
    429: ("MODEL_UNAVAILABLE", "takes no work now"),
    502: ("MODEL_UNAVAILABLE", "takes no work now"),
    503: ("MODEL_UNAVAILABLE", "takes no work now"),
}
"""Failure code and words by HTTP status; others are MODEL_ERROR."""
T = TypeVar("T")


def engine(argument: str = "") -> "HuggingFace":
    """Return the engine of a provider, and after ``#`` its models by skill."""
    provider, _, models = argument.partition("#")
    named = dict(part.partition("=")[::2] for part in models.split("+") if part)
    unknown = set(named) - set(MODELS)
    if unknown or not all(named.values()):
        raise InvalidRequest.about(
            "engine", f"models are named as SKILL=MODEL, with a skill of {', '.join(MODELS)}."
        )
    return HuggingFace(provider or "auto", named)


class HuggingFace(ModelEngine):
    """The models of one provider, or of endpoints that the models name."""

    def __init__(self, provider: str, models: Mapping[str, str]) -> None:
        super().__init__(
            f"huggingface:{provider}",
            "1",
            trained=True,
            memory_limit=classical.memory_limit,
            bytes_per_pixel=classical.bytes_per_pixel,
        )
        self.provider = provider
        self.models = dict(models) or dict(MODELS)

    def skills(self) -> frozenset[str]:
        """Return those that a model is named for."""
        return frozenset(self.models)

    def takes(self, skill: str) -> frozenset[str]:
        """Return the values that the hub's interface has for a skill."""
        return TAKES.get(skill, frozenset())

    def identity(self, operation: type[Operation[Any]]) -> Identity:
        """Return provider and models; a provider does not tell which revision it runs."""
        used = sorted(skills_used(operation.endpoint.name, self.skills()))
        if not NEEDS.get(operation.endpoint.name, frozenset()) & set(used):
            raise self._lacks(operation.endpoint.name)
        return Identity(
            self.name,
            model="+".join(dict.fromkeys(self.models[skill] for skill in used)),
            output_version=self.version,
        )

    def describe(self, operation: type[Operation[Any]]) -> dict[str, JsonValue]:
        """Return the identity, and that pictures leave the machine."""
        told = super().describe(operation)
        licences = dict.fromkeys(map(known_licence, str(told["model"]).split("+")))
        return {
            **told,
            "licence": "; ".join(licences),
            "memory": "of the provider",
            "state": "ready; sends media to a provider",
        }

    def generate(self, drawing: Drawing, context: Context) -> PIL.Image.Image:
        """Draw from words."""
        width, height = drawing.size
        return self._picture(
            "generate",
            context,
            lambda client: client.text_to_image(
                drawing.prompt,
                negative_prompt=drawing.negative_prompt or None,
                width=width,
                height=height,
                num_inference_steps=drawing.steps,
                guidance_scale=drawing.guidance,
                seed=drawing.seed,
            ),
        )

    def edit(self, drawing: Drawing, context: Context) -> PIL.Image.Image:
        """Draw from words and one picture, which is all that the hub's interface takes."""
        if len(drawing.images) > 1:
            raise Unsupported(f"The engine '{self.name}' takes one picture, not several.")
        return self._picture(
            "edit",
            context,
            lambda client: client.image_to_image(
                png_bytes(drawing.images[0]),
                prompt=drawing.prompt,
                negative_prompt=drawing.negative_prompt or None,
                num_inference_steps=drawing.steps,
                guidance_scale=drawing.guidance,
            ),
        )

    def animate(self, animation: Animation, context: Context) -> Footage:
        """Make a clip."""
        frames = max(1, round(animation.seconds * CLIP_RATE / 8)) * 8 + 1
        content = self._asked(
            "animate",
            context,
            lambda client: client.image_to_video(
                png_bytes(animation.image),
                prompt=animation.prompt,
                num_frames=frames,
                seed=animation.seed,
            ),
        )
        return read_footage(content)

    def speak(self, speech: Speech, context: Context) -> bytes:
        """Speak in the model's own voice."""
        content = self._asked("speak", context, lambda client: client.text_to_speech(speech.text))
        return bytes(content)

    def cutout(self, image: PIL.Image.Image, context: Context) -> PIL.Image.Image:
        """Return the subject's opacity: all that the model found, but the background."""
        found = self._asked(
            "cutout", context, lambda client: client.image_segmentation(png_bytes(image))
        )
        planes = [
            np.asarray(element.mask.convert("L").resize(image.size))
            for element in found
            if str(element.label).lower() not in ("background", "wall", "floor", "sky")
        ]
        if not planes:
            raise job_failed("MODEL_ERROR", f"The model at {self.name} found no subject.")
        return PIL.Image.fromarray(np.maximum.reduce(planes))

    def _picture(
        self, skill: str, context: Context, ask: Callable[[Any], PIL.Image.Image]
    ) -> PIL.Image.Image:
        picture = self._asked(skill, context, ask)
        if picture.width * picture.height > MOST_PIXELS:
            raise job_failed("MODEL_ERROR", f"{self.name} made a picture of too many pixels.")
        return picture

    def _asked(self, skill: str, context: Context, ask: Callable[[Any], T]) -> T:
        """Ask the provider for something; raise what went wrong in a sentence."""
        try:
            from huggingface_hub import InferenceClient
        except ImportError:
            raise unavailable(
                "The engine 'huggingface' needs a library: pip install 'mediaext[models]'"
            ) from None
        model = self.models[skill]
        own = model.startswith(("http://", "https://"))
        provider: Any = None if own else self.provider  # the library checks the name itself
        token = os.environ.get("HF_TOKEN")
        client = InferenceClient(
            model=model, provider=provider, token=token, timeout=ANSWER_SECONDS
        )
        context.detail("provider", model if own else self.provider)
        return _watched(lambda: ask(client), context, self._failure)

    def _failure(self, error: Exception) -> JobFailed:
        """Say what an error of the hub's library means."""
        kinds = {kind.__name__ for kind in type(error).__mro__}
        status = getattr(getattr(error, "response", None), "status_code", None)
        code, what = STATUSES.get(status or 0, ("MODEL_ERROR", "failed"))
        if {"ConnectError", "ConnectTimeout"} & kinds:
            code, what = "MODEL_UNAVAILABLE", "does not answer"
        elif "TimeoutError" in kinds:
            code, what = "TIMEOUT", "did not answer in time"
        elif status is None and type(error) is ValueError:  # no provider has the model
            code, what = "MODEL_UNAVAILABLE", "cannot be asked"
        said = " ".join(printable(str(error)).split())[:SENTENCE]
        return job_failed(code, f"{self.name} {what}. It says: {said}")


def _watched(
    work: Callable[[], T], context: Context, failure: Callable[[Exception], JobFailed]
) -> T:
    """Do blocking work in a thread; a cancel abandons it, since a provider cannot be stopped."""
    ended: Future[T] = Future()

    def carry_out() -> None:
        try:
            ended.set_result(work())
        except Exception as error:  # the library may raise anything
            ended.set_exception(error)

    threading.Thread(target=carry_out, daemon=True).start()
    while not wait([ended], TICK).done:
        context.progress(None, "waiting for the provider")
    try:
        return ended.result()
    except Exception as error:
        raise failure(error) from error
