"""Annotated types for the fields of operations, with their bounds and help.

Declarations use these types, so that a bound or a help text that many endpoints share stands once.
:class:`FieldHints` adds to pydantic's metadata what the frontends need: magics, panels, command
line and documentation.
"""

import os
import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal

from annotated_types import MinLen
from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
)
from pydantic_core import PydanticCustomError, core_schema

from mediaext.job import MAX_SEED

if TYPE_CHECKING:
    import numpy as np
    import PIL.Image

MediaKind = Literal["image", "audio", "mesh"]
HEX_COLOUR = re.compile(r"#?(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")


@dataclass(frozen=True, slots=True)
class FieldHints:
    """How frontends treat a field.

    Parameters
    ----------
    positional
        Whether the field may be given without its name.
    media
        Kind of media that the field takes: objects are uploaded, and panels offer a file.
    group
        Section of the panel and of the help.
    multiline
        Whether a panel shows a text area.
    example
        Value for documentation and placeholders.
    """

    positional: bool = False
    media: MediaKind | None = None
    group: Literal["essential", "quality", "delivery"] = "quality"
    multiline: bool = False
    example: Any = None


class Open(ABC):
    """A value left open, so that the operation it is given to becomes a recipe."""

    @abstractmethod
    def recipe(self, operation: Any, fields: dict[str, Any]) -> Any:
        """Return what stands for ``operation(**fields)`` until the value is drawn."""


def is_media_object(value: object) -> bool:
    """Say whether ``value`` is media: bytes, path, PIL image, array, tensor, result or job."""
    return (
        isinstance(value, bytes | bytearray | os.PathLike)
        or hasattr(value, "__array_interface__")  # PIL images and numpy arrays
        or (hasattr(value, "__array__") and hasattr(value, "shape"))  # torch tensors
        or callable(getattr(value, "result", None))  # a Job, resolved when it is submitted
        or hasattr(type(value), "endpoint")  # an operation, made when it is submitted
        or isinstance(getattr(value, "content", None), bytes)  # a Result
    )


class _MediaInput:
    """A URL or path as text; in Python also any media object, kept as it is until submission."""

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        text = core_schema.str_schema(min_length=1)
        return core_schema.no_info_wrap_validator_function(_keep_objects, text)

    def __get_pydantic_json_schema__(
        self, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        return {"type": "string", "minLength": 1}


def _keep_objects(value: Any, validate_text: Any) -> Any:
    return value if is_media_object(value) else validate_text(value)


if TYPE_CHECKING:
    Media = str | bytes | os.PathLike[str] | PIL.Image.Image | np.ndarray[Any, Any] | Any
else:
    Media = Annotated[Any, _MediaInput()]


def _hex_colour(value: str) -> str:
    if not HEX_COLOUR.fullmatch(value):
        raise PydanticCustomError(
            "hex_colour",
            "Input should be a hex colour such as '#1e90ff', not '{value}'",
            {"value": value},
        )
    return value


def _one_or_many(value: Any) -> Any:
    return value if value is None or isinstance(value, list | tuple) else [value]


_ESSENTIAL = FieldHints(group="essential")
_DELIVERY = FieldHints(group="delivery")

Prompt = Annotated[
    str,
    MinLen(1),
    Field(description="What you want, in words."),
    FieldHints(
        positional=True, group="essential", multiline=True, example="a red bicycle by the sea"
    ),
]
Text = Annotated[
    str,
    MinLen(1),
    Field(description="The words to speak."),
    FieldHints(positional=True, group="essential", multiline=True, example="Hello from mediaext."),
]
NegativePrompt = Annotated[
    str,
    Field(description="What to keep out of the picture."),
    FieldHints(multiline=True, example="fog"),
]
ImageUrl = Annotated[
    Media,
    Field(description="Image to work on: URL, path, or any picture object."),
    FieldHints(
        positional=True,
        media="image",
        group="essential",
        example="https://media.example/photo.jpg",
    ),
]
ImageUrls = Annotated[
    list[Annotated[Media, FieldHints(media="image")]],
    BeforeValidator(_one_or_many, json_schema_input_type=str | list[str]),
    Field(description="One image or several reference images."),
    FieldHints(
        positional=True,
        media="image",
        group="essential",
        example="https://media.example/photo.jpg",
    ),
]
LogoUrl = Annotated[
    Media,
    Field(description="Logo to stamp at 50% opacity; PNG or WebP with transparency recommended."),
    FieldHints(media="image", example="https://media.example/logo.png"),
]
VoiceUrl = Annotated[
    Media,
    Field(description="Reference voice, WAV or MP3, 5-30 s recommended."),
    FieldHints(media="audio", group="essential", example="https://media.example/voice.wav"),
]
SubjectDescription = Annotated[
    str,
    Field(description="Short description of the subject to preserve."),
    FieldHints(group="essential", example="bicycle"),
]
ImageFormat = Annotated[
    Literal["webp", "jpeg", "png"],
    Field(description="File format; png suits editing chains, webp final delivery."),
    _DELIVERY,
]
LogoPosition = Annotated[
    Literal["bottom_right", "bottom_left", "top_right", "top_left"],
    Field(description="Corner that takes the logo."),
]
Seed = Annotated[
    int, Field(ge=-1, le=MAX_SEED, description="Equal seeds repeat a result; -1 is random.")
]
OptionalSeed = Annotated[
    int, Field(ge=-1, le=MAX_SEED, description="Equal seeds repeat a result; omit for random.")
]
Steps = Annotated[int, Field(ge=1, description="Denoising steps: more is slower and finer.")]
BoundedSteps = Annotated[
    int, Field(ge=1, le=100, description="Denoising steps: more is slower and finer.")
]
Guidance = Annotated[
    float,
    Field(ge=0, allow_inf_nan=False, description="How closely the result follows the prompt."),
]
Fraction = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
ToneCorrection = Annotated[
    Fraction, Field(description="How far colours are matched to the original; 0.0 disables.")
]
Side1024 = Annotated[int, Field(ge=1, le=1024, description="Size in pixels."), _ESSENTIAL]
Side2048 = Annotated[int, Field(ge=1, le=2048, description="Size in pixels."), _ESSENTIAL]
TryOnSide = Annotated[
    int,
    Field(ge=256, le=2048, description="Size in pixels; by default that of the person image."),
    _ESSENTIAL,
]
ProfileSide = Annotated[int, Field(ge=64, le=2048, description="Default output size in pixels.")]
ClipSide = Annotated[
    int,
    Field(ge=32, le=1536, description="Size in pixels.", multiple_of=32),
    _ESSENTIAL,
]
HexColour = Annotated[
    str,
    Field(
        description="Hex colour, with or without #.",
        json_schema_extra={"pattern": f"^({HEX_COLOUR.pattern})$"},
    ),
    AfterValidator(_hex_colour),
    FieldHints(example="#1e90ff"),
]
Palette = Annotated[
    list[HexColour],
    Field(description="Brand colours as hex codes, blended into the output."),
    FieldHints(example=("#1e90ff", "#ffb000")),
]
FasterInference = Annotated[
    bool, Field(description="True: fast distilled inference; false: slower, finer detail.")
]
HasText = Annotated[
    bool, Field(description="False skips text detection; omit to detect and protect text.")
]
UseSegmentation = Annotated[
    bool, Field(description="True isolates the region and composites; false edits the full image.")
]
LanguageId = Annotated[
    str, MinLen(1), Field(description="Language code, such as en, zh, ja, ko, he."), _ESSENTIAL
]
MaxNewTokens = Annotated[
    int, Field(ge=1, description="Bound on the length; 25 tokens are a second of speech.")
]
Exaggeration = Annotated[Fraction, Field(description="0.0 neutral to 1.0 maximum expression.")]
ApplyWatermark = Annotated[bool, Field(description="Embed an inaudible audio watermark.")]
CallbackUrl = Annotated[
    str,
    Field(description="Webhook target for completion or failure."),
    FieldHints(group="delivery", example="https://hooks.example/mediaext"),
]
ProfileId = Annotated[str, Field(description="Identity profile whose settings apply."), _DELIVERY]
ServerId = Annotated[
    str, Field(description="Enterprise only: pins the request to a dedicated pod."), _DELIVERY
]
